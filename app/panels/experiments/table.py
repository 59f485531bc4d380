"""A table of runs: a check box in the run's color, the values that differ, and the results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QEvent, QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from app.canvas.display_blocks.pens import number_text
from app.canvas.drawing.shapes import painting, set_colors
from app.canvas.text import tip
from app.panels.experiments.plot import run_hue
from app.panels.look import Tone, color
from app.panels.rows import Index
from blocks.base.language import mark

_NUMBERS = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_WIDEST = 220
STATES: Mapping[str, tuple[str, Tone]] = {
    "waiting": (mark("waiting"), "dim"),
    "running": (mark("running"), "accent"),
    "finished": (mark("finished"), "good"),
    "failed": (mark("failed"), "error"),
    "stopped": (mark("stopped"), "warning"),
}


class Cell(NamedTuple):
    text: str
    order: float | str = ""
    tone: Tone = "text"
    about: str = ""


def number_cell(value: float | None) -> Cell:
    if value is None:
        return Cell("", float("nan"), "dim")
    bad = value - value != 0.0
    return Cell(number_text(value, 6), value, "error" if bad else "text")


def value_cell(text: str) -> Cell:
    try:
        return Cell(text, float(text))
    except ValueError:
        return Cell(text, text)


class RunRow(NamedTuple):
    """A run; its first cell has the check box. ``shown`` is None if its curve cannot be toggled."""

    key: str
    cells: Sequence[Cell]
    shown: bool | None = None
    color: int = 0


class RunModel(QAbstractTableModel):
    ticked = Signal(str, bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.heads: list[str] = []
        self.rows: list[RunRow] = []
        self._given: list[RunRow] = []
        self._sorted = (0, Qt.SortOrder.DescendingOrder)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt has it
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt has it
        return 0 if parent.isValid() else len(self.heads)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self.heads):
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return self.heads[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if index.isValid() and index.column() == 0 and self.rows[index.row()].shown is not None:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.rows[index.row()]
        cell = row.cells[index.column()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return cell.text
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(cell.about or cell.text)
        if role == Qt.ItemDataRole.ForegroundRole:
            return color(cell.tone)
        if role == Qt.ItemDataRole.TextAlignmentRole and not isinstance(cell.order, str):
            return _NUMBERS if index.column() else None
        if index.column() == 0:
            if role == Qt.ItemDataRole.CheckStateRole and row.shown is not None:
                return Qt.CheckState.Checked if row.shown else Qt.CheckState.Unchecked
            if role == Qt.ItemDataRole.DecorationRole:
                return _swatch(run_hue(row.color).name(), faint=row.shown is False)
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        self.ticked.emit(self.rows[index.row()].key, Qt.CheckState(value) == Qt.CheckState.Checked)
        return True

    def show(self, heads: Sequence[str], rows: Sequence[RunRow]) -> None:
        if list(heads) != self.heads or [row.key for row in rows] != [row.key for row in self._given]:
            self.beginResetModel()
            self.heads, self._given = list(heads), list(rows)
            self._order()
            self.endResetModel()
            return
        if list(rows) == self._given:
            return
        self._given = list(rows)
        now = {row.key: row for row in rows}
        for index, old in enumerate(self.rows):
            new = now[old.key]
            if new != old:
                self.rows[index] = new
                self.dataChanged.emit(self.index(index, 0), self.index(index, len(self.heads) - 1))

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.layoutAboutToBeChanged.emit()
        self._sorted = (column, order)
        self._order()
        self.layoutChanged.emit()

    def _order(self) -> None:
        column, order = self._sorted
        if column >= len(self.heads):
            column, order = 0, Qt.SortOrder.DescendingOrder
        key = [_order_of(row.cells[column].order) for row in self._given]
        indices = sorted(range(len(key)), key=key.__getitem__, reverse=order is Qt.SortOrder.DescendingOrder)
        self.rows = [self._given[index] for index in indices]


class RunTable(QTableView):
    """The table. Space checks the selected rows, Delete asks to delete them, Enter opens one."""

    chosen = Signal()
    tick_wanted = Signal(list, bool)
    delete_wanted = Signal()
    opened = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = RunModel(self)
        self.rows.ticked.connect(self._ticked)
        self.setModel(self.rows)
        self.setAccessibleName(name)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self._fit_rows()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSortIndicator(0, Qt.SortOrder.DescendingOrder)
        header.setStretchLastSection(True)
        header.setSectionsMovable(True)
        self.setSortingEnabled(True)
        self._heads: list[str] = []
        self._widths: dict[int, int] = {}
        self.selectionModel().selectionChanged.connect(self.chosen)
        self.doubleClicked.connect(self._open)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit_rows()

    def _fit_rows(self) -> None:
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 9)

    def show_rows(self, heads: Sequence[str], rows: Sequence[RunRow]) -> None:
        kept = self.keys()
        self.rows.show(heads, rows)
        if kept != self.keys():
            self.select(kept)
        self._fit_columns(fresh=list(heads) != self._heads)
        self._heads = list(heads)

    def _fit_columns(self, *, fresh: bool) -> None:
        """Widen columns to fit; those that the user resized keep their widths."""
        header = self.horizontalHeader()
        for column in range(header.count() - (not fresh)):  # the last one takes what is left
            wanted = min(max(self.sizeHintForColumn(column), header.sectionSizeHint(column)), _WIDEST)
            if fresh or self._widths.get(column) == header.sectionSize(column) < wanted:
                header.resizeSection(column, wanted)
                self._widths[column] = header.sectionSize(column)

    def keys(self) -> list[str]:
        indices = sorted({index.row() for index in self.selectionModel().selectedRows()})
        return [self.rows.rows[index].key for index in indices if index < len(self.rows.rows)]

    def select(self, keys: Sequence[str]) -> None:
        model = self.selectionModel()
        model.clearSelection()
        flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
        for index, row in enumerate(self.rows.rows):
            if row.key in keys:
                model.select(self.rows.index(index, 0), flags)

    def _ticked(self, key: str, on: bool) -> None:
        self.tick_wanted.emit([key], on)

    def _open(self, index: QModelIndex) -> None:
        if index.column():
            self.opened.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = self.keys()
        if event.key() == Qt.Key.Key_Space and keys:
            shown = {row.key: row.shown for row in self.rows.rows}
            self.tick_wanted.emit(keys, not all(shown[key] for key in keys))
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and keys:
            self.delete_wanted.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and keys:
            self.opened.emit()
        else:
            super().keyPressEvent(event)


def _order_of(order: float | str) -> tuple[int, float, str]:
    """Return a sort key: NaN, then numbers, then strings."""
    if isinstance(order, str):
        return (2, 0.0, order)
    return (1, order, "") if order == order else (0, 0.0, "")


_swatches: dict[tuple[str, bool], QIcon] = {}


def _swatch(hue: str, *, faint: bool) -> QIcon:
    """Return a colored bar, or its outline for a curve that is not drawn."""
    icon = _swatches.get((hue, faint))
    if icon is None:
        picture = QPixmap(28, 28)
        picture.setDevicePixelRatio(2)
        picture.fill(Qt.GlobalColor.transparent)
        with painting(picture) as painter:
            _paint_swatch(painter, QColor(hue), faint=faint)
        icon = _swatches[hue, faint] = QIcon(picture)
    return icon


def _paint_swatch(painter: QPainter, hue: QColor, *, faint: bool) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    set_colors(painter, hue, Qt.BrushStyle.NoBrush if faint else hue)
    painter.drawRoundedRect(2, 4, 10, 6, 2, 2)
