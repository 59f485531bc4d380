"""The problems panel: what is wrong, in every page; a click goes there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QIcon, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QListWidgetItem, QVBoxLayout, QWidget

from app.canvas.drawing.text import tip
from app.panels.look import Text, symbol
from app.panels.rows import KEY, RIGHT, ClickedList, RowDelegate
from blocks.base.errors import DiagramError
from blocks.document.definitions import shown_type

MOST_SHOWN = 1000


class _List(ClickedList):
    """A list whose rows can be copied."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setUniformItemSizes(True)
        self.setAccessibleName("Problems")
        copy = QAction("Copy", self)
        copy.setShortcut(QKeySequence.StandardKey.Copy)
        copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        copy.triggered.connect(self.copy_rows)
        self.addAction(copy)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def copy_rows(self) -> None:
        """Put the marked rows into the clipboard, or all if none is marked."""
        rows = [self.item(i) for i in range(self.count())]
        marked = [row for row in rows if row.isSelected()] or rows
        QGuiApplication.clipboard().setText("\n".join(f"{row.text()}  ({row.data(RIGHT)})" for row in marked))


class Problems(QWidget):
    """A list of what is wrong with the diagram in front.

    Signals:
        go_to(str, str): a page and a block on it that the person wants to see.
        pin_chosen(str, str, str): page, block and pin of the problem that was clicked.
        count_changed(int): so many problems there are.
    """

    go_to = Signal(str, str)
    pin_chosen = Signal(str, str, str)
    count_changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._checked: dict[str, tuple[DiagramError, ...]] = {}
        self._ran: tuple[DiagramError, ...] = ()
        self._warnings: tuple[DiagramError, ...] = ()
        self._unfinished: list[tuple[str | None, ...]] = []
        self._shown: list[DiagramError] = []
        self._count = 0
        self.list = _List(self)
        self.list.setItemDelegate(RowDelegate(self.list, 26))
        self.list.itemClicked.connect(self._chosen)
        self.nothing = Text("No problems.", "dim", parent=self)
        self.nothing.setContentsMargins(14, 12, 14, 12)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.list)
        layout.addWidget(self.nothing)
        self.setFocusProxy(self.list)
        self._fill()

    @property
    def count(self) -> int:
        """How many problems there are."""
        return self._count

    @property
    def shown(self) -> Sequence[DiagramError]:
        """The problems in the list, from top to bottom."""
        return tuple(self._shown)

    def show_problems(
        self,
        checked: Mapping[str, Sequence[DiagramError]],
        ran: Sequence[DiagramError] = (),
        warnings: Sequence[DiagramError] = (),
        unfinished: Sequence[DiagramError] = (),
    ) -> None:
        """Show what is wrong.

        Args:
            checked: what the checks found, by page, in the order of the pages.
            ran: what the last run failed with.
            warnings: what is no fault, but odd.
            unfinished: those that are about what is not there yet.
        """
        new = {page: tuple(errors) for page, errors in checked.items() if errors}
        state = (list(new.items()), tuple(ran), tuple(warnings), list(map(_key, unfinished)))
        if state == (list(self._checked.items()), self._ran, self._warnings, self._unfinished):
            return
        self._unfinished = state[-1]
        self._checked, self._ran, self._warnings = new, tuple(ran), tuple(warnings)
        self._fill()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            for row in range(self.list.count()):
                self.list.item(row).setIcon(self._icon(row))

    def _icon(self, row: int) -> QIcon:
        error = self._shown[row] if row < len(self._shown) else None
        still_open = error is not None and _key(error) in self._unfinished
        return symbol("open" if still_open else "warning" if error in self._warnings else "error")

    def _fill(self) -> None:
        marked = self.list.currentRow()
        old = self._shown[marked] if 0 <= marked < len(self._shown) else None
        found = [error for errors in self._checked.values() for error in errors]
        known = {_key(error) for error in found}
        found = [*(error for error in self._ran if _key(error) not in known), *found, *self._warnings]
        several = len({error.canvas for error in found}) > 1
        self._shown = found[:MOST_SHOWN]
        self.list.clear()
        for place, error in enumerate(self._shown):
            item = QListWidgetItem(self._icon(place), error.sentence())
            where = ".".join(part for part in (error.block, error.pin) if part)
            if several and error.canvas:
                canvas = shown_type(error.canvas)
                where = f"{canvas}/{where}" if where else canvas
            item.setData(RIGHT, where)
            item.setData(KEY, place)
            item.setToolTip(tip(error.sentence()))
            self.list.addItem(item)
        if len(found) > MOST_SHOWN:
            self.list.addItem(QListWidgetItem(f"and {len(found) - MOST_SHOWN:,} more"))
        if old is not None:
            same = next((i for i, error in enumerate(self._shown) if _key(error) == _key(old)), -1)
            self.list.setCurrentRow(same)
        self.list.setVisible(bool(found))
        self.nothing.setVisible(not found)
        if len(found) != self._count:
            self._count = len(found)
            self.count_changed.emit(self._count)

    def _chosen(self, item: QListWidgetItem) -> None:
        place = item.data(KEY)
        if isinstance(place, int) and 0 <= place < len(self._shown):
            error = self._shown[place]
            self.go_to.emit(error.canvas or "", error.block or "")
            if error.block and error.pin:
                self.pin_chosen.emit(error.canvas or "", error.block, error.pin)


def _key(error: DiagramError) -> tuple[str | None, ...]:
    """What makes two problems the same."""
    return (error.canvas, error.block, error.pin, error.message)
