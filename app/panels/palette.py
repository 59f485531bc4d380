"""The palette: the block library by category, for searching and dragging."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QByteArray, QEvent, QMimeData, QObject, QPoint, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QDrag, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QTreeWidget, QTreeWidgetItem, QWidget

from app.canvas.text import tip
from app.core.block_types import is_offer
from app.core.clipboard import instance_text
from app.panels.catalogue import TypeChoice, group_title, library, search
from app.panels.look import Text, block_picture, symbol, theme_now, vertical
from app.panels.rows import HEADING, KEY, RIGHT, SECOND, SPEC, RowDelegate
from blocks.base.language import mark, tr
from blocks.document.data import INSTANCE
from blocks.document.definitions import shown_type
from blocks.graph.spec import BlockSpec

MIME_TYPE = "application/x-gradblocks-type"
"""What is dragged: the name of a block type, as UTF-8."""
MIME_BLOCKS = "application/x-gradblocks-blocks"
"""And of a composite of the diagram an instance with its definition, for other diagrams."""


_RECENT = mark("Recent")


class Palette(QWidget):
    """All block types, grouped by category. `block_chosen`: a type was selected, for the Help panel."""

    block_chosen = Signal(str)
    insert_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None, specs: Sequence[BlockSpec] | None = None) -> None:
        super().__init__(parent)
        self._specs: tuple[BlockSpec, ...] | None = None if specs is None else tuple(specs)
        self._choice = TypeChoice()
        self._closed: set[str] = set()
        self._packages: set[str] = set()
        self._recent: list[str] = []
        self.edit = QLineEdit(self, placeholderText=tr("Search blocks"), clearButtonEnabled=True)
        self.edit.setAccessibleName(tr("Search blocks"))
        self.edit.addAction(symbol("find"), QLineEdit.ActionPosition.LeadingPosition)
        self.edit.textChanged.connect(self._fill)
        self.edit.installEventFilter(self)
        self.tree = _PaletteTree(self)
        self.tree.bring = self._bring
        self.tree.currentItemChanged.connect(self._marked)
        self.tree.itemActivated.connect(self._activated)
        self.tree.itemClicked.connect(self._clicked)
        self.tree.itemExpanded.connect(self._opened)
        self.tree.itemCollapsed.connect(self._shut)
        self.nothing = Text("", "dim", wrap=True, parent=self)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.nothing.setContentsMargins(16, 24, 16, 16)
        self.nothing.hide()
        top = vertical(self.edit, margins=(8, 8, 8, 8))
        vertical(top, (self.tree, 1), (self.nothing, 1), to=self, margins=(0, 0, 0, 0), spacing=0)
        self.setFocusProxy(self.edit)
        if self._specs is not None:
            self._fill("")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Load the library after the first paint, since importing it takes a moment."""
        super().paintEvent(event)
        if self._specs is None:
            QTimer.singleShot(0, self, self._load)

    def _load(self) -> None:
        if self._specs is None:
            self._specs = library()
            self.refresh()

    def refresh(self) -> None:
        if self._specs is not None:
            self._fill(self.edit.text())

    def note_use(self, type_name: str) -> None:
        self._recent = [type_name, *(name for name in self._recent if name != type_name)][:5]
        if not self.edit.text().strip():
            self.refresh()

    def set_choice(self, choice: TypeChoice) -> None:
        if choice != self._choice:
            self._choice = choice
            self.refresh()

    def _bring(self, name: str) -> str:
        document = self._choice.document
        return "" if document is None else instance_text(document.diagram.document, name)

    def recent(self) -> list[str]:
        return list(self._recent)

    def types_shown(self) -> list[str]:
        return [str(item.data(0, KEY)) for item in self.tree.rows()]

    def retranslate(self) -> None:
        self._fill(self.edit.text())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.edit and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
                self._walk(1 if event.key() == Qt.Key.Key_Down else -1)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                item = self.tree.currentItem()
                if item is not None and not item.data(0, HEADING):
                    self.insert_requested.emit(str(item.data(0, KEY)))
                return True
            if event.key() == Qt.Key.Key_Escape and self.edit.text():
                self.edit.clear()
                return True
        return super().eventFilter(watched, event)

    def _walk(self, step: int) -> None:
        rows = self.tree.rows()
        if not rows:
            return
        current = self.tree.currentItem()
        index = next((i for i, row in enumerate(rows) if row is current), -1 if step > 0 else 0)
        self.tree.setCurrentItem(rows[max(0, min(len(rows) - 1, index + step))])

    def _fill(self, text: str) -> None:
        specs = self._choice.of(self._specs if self._specs is not None else library())
        sure = False
        marked = self.tree.currentItem()
        name = str(marked.data(0, KEY)) if marked is not None else ""
        with QSignalBlocker(self.tree):
            self.tree.clear()
            if text.strip():
                found_types = search(text, specs)
                sure = bool(found_types) and not found_types[0].is_guess
                for entry in found_types:
                    item = _row(entry.spec)
                    item.setData(0, RIGHT, tr(group_title(entry.spec)))
                    self.tree.addTopLevelItem(item)
            else:
                by_name = {spec.name: spec for spec in specs}
                self._group(_RECENT, [by_name[each] for each in self._recent if each in by_name])
                titles = [group_title(spec) for spec in specs]
                packages = {spec.page for spec in specs if is_offer(spec.name)}
                self._closed |= packages - self._packages  # a new one is there to be opened
                self._packages |= packages
                own = [title for spec, title in zip(specs, titles, strict=True) if spec.name.startswith(INSTANCE)]
                for title in dict.fromkeys([*own, *sorted(packages), *titles]):
                    self._group(title, [spec for spec, its in zip(specs, titles, strict=True) if its == title])
        empty = self.tree.topLevelItemCount() == 0
        self.tree.setVisible(not empty)
        self.nothing.setVisible(empty)
        self.nothing.setText(tr("No block named “{text}”.", text=text.strip()[:40]) if text.strip() else "")
        rows = self.tree.rows()
        if text.strip() and rows and sure:
            self.tree.setCurrentItem(rows[0])
        elif name:
            same = next((row for row in rows if row.data(0, KEY) == name), None)
            if same is not None:
                self.tree.setCurrentItem(same)

    def _group(self, title: str, specs: Sequence[BlockSpec]) -> None:
        if not specs:
            return
        heading = QTreeWidgetItem([tr(title)])
        heading.setData(0, HEADING, True)
        heading.setData(0, KEY, title)
        heading.setData(0, RIGHT, str(len(specs)) if title != _RECENT else "")
        heading.setFlags(Qt.ItemFlag.ItemIsEnabled)
        heading.addChildren([_row(spec) for spec in specs])
        self.tree.addTopLevelItem(heading)
        heading.setExpanded(title not in self._closed)

    def _opened(self, item: QTreeWidgetItem) -> None:
        self._closed.discard(str(item.data(0, KEY)))

    def _shut(self, item: QTreeWidgetItem) -> None:
        self._closed.add(str(item.data(0, KEY)))

    def _marked(self, item: QTreeWidgetItem | None) -> None:
        if item is not None and not item.data(0, HEADING):
            self.block_chosen.emit(str(item.data(0, KEY)))

    def _clicked(self, item: QTreeWidgetItem) -> None:
        if item.data(0, HEADING):
            item.setExpanded(not item.isExpanded())

    def _activated(self, item: QTreeWidgetItem) -> None:
        if not item.data(0, HEADING):
            self.insert_requested.emit(str(item.data(0, KEY)))


def _row(spec: BlockSpec) -> QTreeWidgetItem:
    name = shown_type(spec.name)
    item = QTreeWidgetItem([name])
    item.setData(0, SPEC, spec)
    item.setData(0, SECOND, spec.summary)
    item.setData(0, KEY, spec.name)
    item.setToolTip(0, tip(f"{name}: {spec.summary}" if spec.summary else name))
    item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDragEnabled)
    return item


class _PaletteTree(QTreeWidget):
    """The list; ``bring`` returns an instance of a composite with its definition as text, for dragging."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.bring: Callable[[str], str] = str
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setUniformRowHeights(False)
        self.setExpandsOnDoubleClick(False)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegate(RowDelegate(self))
        self.setAccessibleName(tr("Blocks"))

    def rows(self) -> list[QTreeWidgetItem]:
        rows: list[QTreeWidgetItem] = []
        for i in range(self.topLevelItemCount()):
            item = self.topLevelItem(i)
            if item is None:
                continue
            if not item.data(0, HEADING):
                rows.append(item)
            elif item.isExpanded():
                rows += [child for k in range(item.childCount()) if (child := item.child(k)) is not None]
        return rows

    def mimeTypes(self) -> list[str]:
        return [MIME_TYPE]

    def mimeData(self, items: Sequence[QTreeWidgetItem]) -> QMimeData:
        data = QMimeData()
        names = [str(item.data(0, KEY)) for item in items if not item.data(0, HEADING)]
        if names:
            data.setData(MIME_TYPE, QByteArray(names[0].encode()))
        if names and names[0].startswith(INSTANCE):
            data.setData(MIME_BLOCKS, QByteArray(self.bring(names[0]).encode()))
        return data

    def startDrag(self, actions: Qt.DropAction) -> None:
        del actions
        drag = self.drag()
        if drag is not None:
            drag.exec(Qt.DropAction.CopyAction)

    def drag(self) -> QDrag | None:
        """Return the drag of the selected type; None if a heading is selected."""
        item = self.currentItem()
        spec = item.data(0, SPEC) if item is not None else None
        if item is None or not isinstance(spec, BlockSpec):
            return None
        drag = QDrag(self)
        drag.setMimeData(self.mimeData([item]))
        picture = block_picture(spec, theme_now(), self.devicePixelRatioF())
        drag.setPixmap(picture)
        drag.setHotSpot(QPoint(round(picture.deviceIndependentSize().width() / 2), 24))
        return drag
