"""The commands for packages: the package manager's window, and updating the copies in the current diagram."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QListWidget, QListWidgetItem, QPushButton, QWidget

from app.canvas.text import tip
from app.core.block_types import offers
from app.panels.changes import MOST_SHOWN, entry_text
from app.panels.look import Text, acting, first_size, horizontal, named, symbol, vertical
from app.panels.rows import RIGHT, SECOND, RowList
from app.window.tabs import WindowPart, WindowProtocol
from app.window.widgets.questions import DIAGRAMS, Questions
from blocks.base.errors import DiagramError
from blocks.base.language import mark, plural, tr
from blocks.document.data import Document
from blocks.document.merging.diff import Entry, differences
from blocks.document.packages import folders
from blocks.document.packages.copies import Copy, Used, copies, update
from blocks.library import packages as python

_MANAGER_SIZE = (760, 480)
_ORIGINS = {"user": mark("added by you"), "shipped": mark("built in")}


class PackageRow(NamedTuple):
    """A listed package or a folder of packages. ``found``: its block library, or a file or folder without one."""

    name: str
    about: str
    kind: str
    details: str
    found: folders.Found | None = None
    is_enabled: bool = False


class PackageManager(QDialog):
    """The list of packages, with commands to add, remove, enable and disable them."""

    changed = Signal()

    def __init__(self, parent: QWidget, ask: Questions) -> None:
        super().__init__(parent)
        self._ask = ask
        self.rows: list[PackageRow] = []
        self.setWindowTitle(tr("Plugins and block libraries"))
        self.resize(first_size(self, *_MANAGER_SIZE))
        self.list = RowList(tr("Plugins and block libraries"), self, 44, below=True)
        self.list.currentRowChanged.connect(self._tell)
        self.details = Text("", "dim", wrap=True, parent=self)
        self.fault = Text("", "error", wrap=True, parent=self)
        self.say = self.fault.say
        self.add = self._button(tr("Add block library..."), self._add)
        self.folder = self._button(tr("Add folder..."), self._add_folder)
        self.remove = self._button(tr("Remove"), self._remove)
        self.enable = self._button(tr("Enable"), self._enable)
        self.disable = self._button(tr("Disable"), self._disable)
        self.shut = self._button(tr("Close"), self.close)
        line = horizontal(self.add, self.folder, self.remove, self.enable, self.disable, None, self.shut)
        vertical((self.list, 1), self.details, self.fault, line, to=self)
        self.fill()

    def _button(self, text: str, do: Callable[[], object]) -> QPushButton:
        def act() -> None:
            self.say("")
            try:
                do()
            except DiagramError as error:
                self.say(str(error))

        return acting(QPushButton(text, self, autoDefault=False), act)  # Enter in the list must not add an item

    def fill(self, marked: str = "") -> None:
        self.say(python.enabled().fault)
        self.rows = sorted([*_composites(), *_python()], key=lambda row: row.name.casefold())
        self.list.clear()
        for row in self.rows:
            self.list.add(row.name, {SECOND: row.about, RIGHT: row.kind})
        names = [row.name for row in self.rows]
        self.list.setCurrentRow(names.index(marked) if marked in names else 0)
        self._tell()

    def _marked(self) -> PackageRow | None:
        index = self.list.currentRow()
        return self.rows[index] if 0 <= index < len(self.rows) else None

    def _tell(self) -> None:
        row = self._marked()
        self.details.setText("" if row is None else row.details)
        where = None if row is None or row.found is None else row.found.where
        self.remove.setEnabled(where in ("user", "folder"))
        self.remove.setText(tr("Remove folder") if where == "folder" else tr("Remove"))
        is_python = row is not None and row.found is None
        self.enable.setEnabled(row is not None and is_python and not row.is_enabled)
        self.disable.setEnabled(row is not None and is_python and row.is_enabled)

    def _others(self, marked: str = "") -> None:
        offers.forget()
        self.fill(marked)
        self.changed.emit()

    def _add(self) -> None:
        for path in self._ask.file_to_open(tr("Add a block library"), DIAGRAMS):
            package, _ = folders.add(str(path))
            self._others(package.name)

    def _add_folder(self) -> None:
        path = self._ask.folder(tr("Add a folder of block libraries"))
        if path is not None:
            python.use_folders([*python.enabled().folders, str(path)])
            self._others()

    def _remove(self) -> None:
        row = self._marked()
        if row is None or row.found is None:
            return
        if row.found.where == "folder":
            file = Path(row.found.file)
            python.use_folders([each for each in python.enabled().folders if Path(each) not in (file, file.parent)])
        elif self._ask.sure(
            tr("Remove the block library {name}?", name=row.name), tr("Diagrams keep their copies."), tr("Remove")
        ):
            folders.remove(row.name)
        self._others()

    def _enable(self) -> None:
        row = self._marked()
        more = tr("Enabling a package lets its code run with your permissions. Enable only packages you trust.")
        if row is None or not self._ask.sure(tr("Enable the plugin {name}?", name=row.name), more, tr("Enable")):
            return
        package = python.load(row.name)
        if package.fault:
            raise DiagramError(package.fault)
        python.enable([*python.enabled().names, row.name])
        self.fill(row.name)
        self.say(tr("Restart the editor to use the plugin."))

    def _disable(self) -> None:
        row = self._marked()
        if row is not None:
            python.enable([each for each in python.enabled().names if each != row.name])
            self.fill(row.name)
            self.say(tr("The plugin stays in use until you close the editor."))


def _composites() -> list[PackageRow]:
    rows: list[PackageRow] = []
    for each in folders.scan_folders():
        package = each.package
        if package is None:
            rows.append(PackageRow(each.name, tr("cannot be used"), tr("block library"), each.fault, each))
            continue
        origin = tr(_ORIGINS.get(each.where, each.file))
        number = len(package.document.composites)
        about = f"{package.version}, {plural(number, '{n} composite', '{n:,} composites')}, {origin}"
        names = ", ".join(page.name[1:] for page in package.document.composites[:60])
        licence = tr("License: {licence}.", licence=package.licence) if package.licence else ""
        hidden = tr("A different block library with the same name is used instead.") if each.is_hidden else ""
        details = "\n".join(filter(None, (package.doc, names, licence, hidden)))
        about = tr("{about}, not used", about=about) if each.is_hidden else about
        rows.append(PackageRow(package.name, about, tr("block library"), details, each))
    return rows


def _python() -> list[PackageRow]:
    on = python.enabled().names
    rows: list[PackageRow] = []
    for name in dict.fromkeys([*on, *python.installed()]):
        state, fault = tr("not enabled"), ""
        details = tr("The plugin's code does not run until you enable the plugin.")
        if name in on:
            state, fault = tr("enabled"), python.load(name).fault
            details = fault or tr("The plugin's block types are available.")
        about = f"{state}, {python.version_of(name) or tr('not installed')}"
        rows.append(PackageRow(name, about, tr("plugin"), details, is_enabled=name in on))
    return rows


class Packaging(WindowPart):
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

        window.accepted.connect(done)
        window.show()


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
        self.changes = RowList(tr("Changes"), self)
        self.update_button = acting(QPushButton(tr("Update"), self), self.accept)
        line = horizontal((self.head, 1), acting(QPushButton(tr("Cancel"), self), self.reject), self.update_button)
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
            text, right = entry_text(entry), (entry.page or "").removeprefix(":")
            self.changes.add(text, {RIGHT: right}, text, symbol(entry.kind))
        words = plural(len(self.entries), "{n} change", "{n:,} changes")
        nothing = tr("Nothing is selected.") if self._told else tr("All copies match their block libraries.")
        self.head.setText(words if marked else nothing)
        self.update_button.setEnabled(self.used is not None)
