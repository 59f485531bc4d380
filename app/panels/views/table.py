"""A result as a table: an element list as in enuSpace, or rows and columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QButtonGroup,
    QHeaderView,
    QStackedWidget,
    QTableView,
    QToolButton,
    QWidget,
)

from app.canvas.text import tip
from app.core.runs.results import Result
from app.panels.look import Text, color, fixed_width, horizontal, named, vertical
from app.panels.rows import TableModel
from app.panels.views.values import element_text, index_text, plane_of
from app.panels.views.view import ShownResult, View
from app.panels.words import summary_words
from blocks.base.language import mark, tr
from blocks.base.literal_show import text_of
from blocks.base.types import Array

_ROW = 22
_CELL = QSize(88, _ROW)
_MAX_COPIED = 100_000


class _PlainTable(QTableView):
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.fit_rows()

    def fit_rows(self) -> None:
        self.verticalHeader().setDefaultSectionSize(max(_ROW, self.fontMetrics().height() + 6))


def plain_table(parent: QWidget | None = None) -> QTableView:
    """Return a read-only table with rows of one height, so that a million rows cost nothing."""
    table = _PlainTable(parent)
    table.setShowGrid(False)
    table.setAlternatingRowColors(True)
    table.setWordWrap(False)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    table.setTabKeyNavigation(False)
    table.setCornerButtonEnabled(False)
    rows = table.verticalHeader()
    rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    rows.setMinimumSectionSize(_ROW)
    table.fit_rows()
    table.horizontalHeader().setHighlightSections(False)
    table.horizontalHeader().setMinimumSectionSize(36)
    return table


class TableView(View):
    """The elements of a result: as a list of Type, Name, Value, or as rows and columns."""

    title = mark("Table")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.elements = ElementsModel(self)
        self.grid = GridModel(self)
        self.list_table = named(plain_table(self), tr("Elements"))
        self.list_table.setModel(self.elements)
        self.list_table.verticalHeader().hide()
        self.list_table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.list_table.setColumnWidth(0, 70)
        self.list_table.setColumnWidth(1, 190)
        self.list_table.horizontalHeader().setStretchLastSection(True)
        self.grid_table = named(plain_table(self), tr("Rows and columns"))
        self.grid_table.setModel(self.grid)
        self.grid_table.setShowGrid(True)
        self.grid_table.setAlternatingRowColors(False)
        self.grid_table.horizontalHeader().setDefaultSectionSize(_CELL.width())
        for table in (self.list_table, self.grid_table):
            table.setFont(fixed_width(table.font()))
            copy = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), table)
            copy.setContext(Qt.ShortcutContext.WidgetShortcut)
            copy.activated.connect(self.copy)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.list_table)
        self._stack.addWidget(self.grid_table)
        self._buttons = QButtonGroup(self)
        self._note = Text("", "dim")
        self._bar = QWidget(self)
        bar = horizontal(to=self._bar, margins=(0, 0, 0, 2), spacing=2)
        for i, (text, says) in enumerate(
            ((tr("Elements"), tr("One element per row")), (tr("Grid"), tr("Rows and columns")))
        ):
            button = QToolButton(self)
            button.setText(text)
            button.setToolTip(says)
            button.setCheckable(True)
            self._buttons.addButton(button, i)
            bar.addWidget(button)
        bar.addWidget(self._note)
        bar.addStretch()
        vertical(self._bar, (self._stack, 1), to=self, margins=(0, 2, 0, 0), spacing=0)
        self._as_grid = True
        self._shown: ShownResult | None = None
        self._buttons.idClicked.connect(self._chosen)

    @staticmethod
    def fits(result: Result) -> bool:
        return True

    @property
    def uses_planes(self) -> bool:
        return self._stack.currentWidget() is self.grid_table

    def show_result(self, shown: ShownResult) -> None:
        """Show the elements: as a plane if the shape allows it and the list is not chosen."""
        self._shown = shown
        array = shown.array
        is_grid = array.ndim > 1 and self._as_grid
        self._bar.setVisible(array.ndim > 1 or array.size > MAX_ROWS)
        self._buttons.button(0).setVisible(array.ndim > 1)
        self._buttons.button(1).setVisible(array.ndim > 1)
        self._buttons.button(1 if is_grid else 0).setChecked(True)
        cut = not is_grid and array.size > MAX_ROWS
        said = tr("the first {max_rows:,} of {size:,} elements", max_rows=MAX_ROWS, size=array.size)
        self._note.setText(said if cut else "")
        if is_grid:
            self.grid.show(plane_of(array, shown.lead))
        else:
            self.elements.show(shown.name, shown.result.summary.dtype.short, array)
        self._stack.setCurrentWidget(self.grid_table if is_grid else self.list_table)

    def copy(self) -> None:
        table = self.grid_table if self.uses_planes else self.list_table
        model = table.model()
        lines: list[str] = []
        for part in table.selectionModel().selection().toList():
            for row in range(part.top(), part.bottom() + 1):
                cells = [model.index(row, column).data() for column in range(part.left(), part.right() + 1)]
                lines.append("\t".join(map(str, cells)))
                if len(lines) >= _MAX_COPIED:
                    break
        if lines:
            QApplication.clipboard().setText("\n".join(lines))

    def _chosen(self, which: int) -> None:
        self._as_grid = which == 1
        if self._shown is not None:
            self.show_result(self._shown)


Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_NONE = QModelIndex()
COLUMNS = (mark("Type"), mark("Name"), mark("Value"))
MAX_ROWS = 10_000_000
"""Rows of a table; heights beyond are more than Qt can count."""


class _NamedValues(TableModel):
    def columnCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Role.TextAlignmentRole:
            return _RIGHT if section == 2 else int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        return tr(COLUMNS[section]) if role == Role.DisplayRole else None


class ResultsModel(_NamedValues):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._results: Mapping[str, Result] = {}
        self._keys: list[str] = []
        self._rows: list[str] = []
        self._stands_for: dict[str, str] = {}
        self._filter = ""
        self._is_old: Callable[[str], bool] = lambda _block: False

    def set_results(self, results: Mapping[str, Result], is_old: Callable[[str], bool]) -> bool:
        """Show other results; return whether the rows changed."""
        keys, self._is_old = list(results), is_old
        same = keys == self._keys
        with self.renewing(same_size=same):
            self._results, self._keys = results, keys
            if not same:
                self._make_rows()
        return not same

    def set_filter(self, text: str) -> None:
        with self.renewing(same_size=False):
            self._filter = text.strip().lower()
            self._make_rows()

    def _make_rows(self) -> None:
        rows: list[str] = []
        stands_for: dict[str, str] = {}
        last_name, last_block, last_value = "", "", None
        for name, result in self._results.items():
            block = name.partition(".")[0]
            # The original's name of a pin and the regular one are one result.
            if block == last_block and result.value is last_value:
                stands_for[name] = last_name
                continue
            last_name, last_block, last_value = name, block, result.value
            stands_for[name] = name
            if self._filter in name.lower():
                rows.append(name)
        self._rows, self._stands_for = rows, stands_for

    def name_at(self, row: int) -> str:
        return self._rows[row] if 0 <= row < len(self._rows) else ""

    def row_of(self, name: str) -> int:
        """Return the row of a result by any of its names; -1 if there is none."""
        shown = self._stands_for.get(name, name)
        return self._rows.index(shown) if shown in self._rows else -1

    def row_of_block(self, block: str) -> int:
        prefix = block + "."
        return next((i for i, name in enumerate(self._rows) if name.startswith(prefix)), -1)

    def rowCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        name = self.name_at(index.row())
        result = self._results.get(name)
        if result is None:
            return None
        summary, is_old = result.summary, self._is_old(name.partition(".")[0])
        if role == Role.DisplayRole:
            if index.column() == 0:
                return summary.dtype.short
            if index.column() == 1:
                return name + index_text(summary.shape)
            value = text_of(result.value, 48)
            return tr("old: {value}", value=value) if is_old else value
        if role == Role.TextAlignmentRole and index.column() == 2:
            return _RIGHT
        if role == Role.ForegroundRole:
            if index.column() == 0 or is_old:
                return color("dim")
            return color("error") if index.column() == 2 and (summary.nan or summary.infinite) else None
        if role == Role.ToolTipRole:
            words = summary_words(summary)
            return tip(f"{name}\n{tr('From before the last edit: {text}', text=words) if is_old else words}")
        return None


class ElementsModel(_NamedValues):
    """The elements of an array, one row each: ``result_ref[0][1]``."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._array: Array = np.zeros(0)
        self._flat: Array = self._array
        self._name = ""
        self._type = ""

    def show(self, name: str, type_name: str, array: Array) -> None:
        pin = name.partition(".")[2] or name
        same = self._array.shape == array.shape and self._name == pin and self._type == type_name
        with self.renewing(same_size=same):
            self._array, self._flat, self._name, self._type = array, array.reshape(-1), pin, type_name

    def rowCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else min(self._flat.size, MAX_ROWS)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        row = index.row()
        if not 0 <= row < self._flat.size:
            return None
        if role == Role.DisplayRole:
            if index.column() == 0:
                return self._type
            if index.column() == 1:
                multi_index = np.unravel_index(row, self._array.shape) if self._array.ndim else ()
                return self._name + index_text([int(i) for i in multi_index])
            return element_text(self._flat[row])
        if role == Role.TextAlignmentRole and index.column() == 2:
            return _RIGHT
        if role == Role.ForegroundRole:
            if index.column() == 0:
                return color("dim")
            if index.column() == 2 and _is_bad(self._flat[row]):
                return color("error")
        return None


class GridModel(TableModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._plane: Array = np.zeros((0, 0))

    def show(self, plane: Array) -> None:
        with self.renewing(same_size=plane.shape == self._plane.shape):
            self._plane = plane

    def rowCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else min(self._plane.shape[0], MAX_ROWS)

    def columnCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else min(self._plane.shape[1], MAX_ROWS)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if role == Role.DisplayRole:
            return element_text(self._plane[index.row(), index.column()])
        if role == Role.TextAlignmentRole:
            return _RIGHT
        if role == Role.ForegroundRole and _is_bad(self._plane[index.row(), index.column()]):
            return color("error")
        return None


def _is_bad(value: Any) -> bool:
    try:
        return not np.isfinite(value)
    except TypeError:
        return False


def rows_of(array: Array) -> Sequence[Sequence[Any]]:
    """Return an array as table rows: planes as they are, otherwise an element per row after its indices."""
    if array.ndim <= 2:
        rows = array.reshape(-1, 1) if array.ndim < 2 else array
        return [[element_text(value) for value in row] for row in rows]
    return [[*index, element_text(value)] for index, value in np.ndenumerate(array)]
