"""The commands for packages: managing them, and updating the copies in the current diagram."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QListWidget, QListWidgetItem, QPushButton, QWidget

from app.canvas.text import tip
from app.core.package_offers import offers
from app.language import plural, tr
from app.panels.look import Text, first_size, horizontal, named, symbol, vertical
from app.panels.rows import RIGHT, RowDelegate
from app.window.tabs import WindowPart, WindowProtocol
from app.window.widgets.package_manager import PackageManager
from blocks.document.data import Document
from blocks.document.merging.diff import Entry, differences
from blocks.document.packages.copies import Copy, Used, copies, update


class Packaging(WindowPart):
    """The commands that open the package windows."""

    changed = Signal()

    def __init__(self, desk: WindowProtocol) -> None:
        super().__init__(desk)
        self.manager: PackageManager | None = None
        self.update_window: PackageUpdate | None = None

    def manage(self) -> None:
        if self.manager is None:
            self.manager = PackageManager(self._desk.host, self._desk.ask)
            self.manager.changed.connect(self.changed)
        else:
            self.manager.fill()
        offers.forget()  # another program may have added some
        self.changed.emit()
        self.manager.show()
        self.manager.raise_()

    @property
    def has_copies(self) -> bool:
        tab = self._desk.tab
        return tab is not None and any(view.origin is not None for view in tab.document.diagram.composites)

    def update(self, name: str = "") -> None:
        """Compare copies with their libraries: one composite type, or (empty) all unedited ones."""
        tab = self._desk.tab
        if tab is None:
            return
        offers.forget()
        document = tab.document.diagram.document
        copied = copies(document, offers.packages().get)
        names = [name] if name else [copy.canvas for copy in copied if copy.differs and not copy.is_edited]
        window = self.update_window = PackageUpdate(self._desk.host, document, copied, names)
        window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        window.setModal(True)

        def done() -> None:
            if window.used is not None:
                changed = ", ".join(each[1:] for each in window.used.changed)
                tab.document.do(window.used.change, tr("Update {changed}", changed=changed))
                tab.document.end_gesture()

        window.accepted.connect(done)
        window.show()


MOST_SHOWN = 1000
_FIRST_SIZE = (760, 520)


class PackageUpdate(QDialog):
    """A check box for each copy, and below it the changes that updating the checked ones makes."""

    def __init__(self, parent: QWidget, document: Document, copies: Sequence[Copy], names: Sequence[str]) -> None:
        super().__init__(parent)
        self._document = document
        self._found = copies
        self._told = [copy for copy in copies if copy.is_told]
        self.entries: list[Entry] = []
        self.used: Used | None = None
        self.setWindowTitle(tr("Update from block libraries"))
        self.resize(first_size(self, *_FIRST_SIZE))
        self.list = named(QListWidget(self), tr("Copies"))
        for copy in self._told:
            item = QListWidgetItem(f"{copy.canvas[1:]}: {copy.words()}", self.list)
            item.setToolTip(tip(copy.words()))
            flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
            item.setFlags(flags | Qt.ItemFlag.ItemIsUserCheckable if copy.differs else flags)
            if copy.differs:
                item.setCheckState(Qt.CheckState.Checked if copy.canvas in names else Qt.CheckState.Unchecked)
        self.list.setCurrentRow(0)
        self.list.itemChanged.connect(self._show)
        self.head = Text("", "dim", parent=self)
        self.changes = named(QListWidget(self), tr("Changes"))
        self.changes.setItemDelegate(RowDelegate(self.changes, 24))
        self.update_button = QPushButton(tr("Update"), self)
        self.update_button.clicked.connect(self.accept)
        cancel = QPushButton(tr("Cancel"), self)
        cancel.clicked.connect(self.reject)
        line = horizontal((self.head, 1), cancel, self.update_button)
        vertical((self.list, 1), (self.changes, 2), line, to=self)
        self._show()

    def _show(self) -> None:
        states = [self.list.item(i).checkState() for i in range(self.list.count())]
        pairs = zip(self._told, states, strict=True)
        marked = [copy.canvas for copy, state in pairs if state is Qt.CheckState.Checked]
        self.used = update(self._document, self._found, marked) if marked else None
        self.entries = [] if self.used is None else differences(self._document, self.used.document, layout=True)
        self.changes.clear()
        for entry in self.entries[:MOST_SHOWN]:
            text = entry.text if entry.block is None else f"{entry.block}: {entry.text}"
            item = QListWidgetItem(symbol(entry.kind), text)
            item.setData(RIGHT, (entry.page or "").removeprefix(":"))
            item.setToolTip(tip(text))
            self.changes.addItem(item)
        count = len(self.entries)
        words = plural(count, "{n} change", "{n:,} changes")
        nothing = tr("Nothing is selected.") if self._told else tr("All copies match their block libraries.")
        self.head.setText(words if marked else nothing)
        self.update_button.setEnabled(self.used is not None)
