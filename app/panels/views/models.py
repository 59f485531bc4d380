"""The table models of the Results panel. Only visible cells are formatted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.canvas.text import tip
from app.core.runs.results import Result
from app.language import mark, tr
from app.panels.look import color
from app.panels.views.values import element_text, index_text
from app.panels.words import summary_words
from blocks.base.literal_show import text_of
from blocks.base.types import Array

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_NONE = QModelIndex()
COLUMNS = (mark("Type"), mark("Name"), mark("Value"))
MAX_ROWS = 10_000_000
"""Rows of a table; heights beyond are more than Qt can count."""


class ResultsModel(QAbstractTableModel):
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
        if keys == self._keys:
            self._results = results
            if self._rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, 2))
            return False
        self.beginResetModel()
        self._results, self._keys = results, keys
        self._make_rows()
        self.endResetModel()
        return True

    def set_filter(self, text: str) -> None:
        self.beginResetModel()
        self._filter = text.strip().lower()
        self._make_rows()
        self.endResetModel()

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

    def columnCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else 3

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        return _header(section, orientation, role)

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


class ElementsModel(QAbstractTableModel):
    """The elements of an array, one row each: ``result_ref[0][1]``."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._array: Array = np.zeros(0)
        self._flat: Array = self._array
        self._name = ""
        self._type = ""

    def show(self, name: str, type_name: str, array: Array) -> None:
        """Show another array; the selection survives if the shape is the same."""
        pin = name.partition(".")[2] or name
        same = self._array.shape == array.shape and self._name == pin and self._type == type_name
        if not same:
            self.beginResetModel()
        self._array, self._flat, self._name, self._type = array, array.reshape(-1), pin, type_name
        if not same:
            self.endResetModel()
        elif self._flat.size:
            self.dataChanged.emit(self.index(0, 2), self.index(self.rowCount() - 1, 2))

    def rowCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else min(self._flat.size, MAX_ROWS)

    def columnCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else 3

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        return _header(section, orientation, role)

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


class GridModel(QAbstractTableModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._plane: Array = np.zeros((0, 0))

    def show(self, plane: Array) -> None:
        same = plane.shape == self._plane.shape
        if not same:
            self.beginResetModel()
        self._plane = plane
        if not same:
            self.endResetModel()
        elif plane.size:
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))

    def rowCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else min(self._plane.shape[0], MAX_ROWS)

    def columnCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else min(self._plane.shape[1], MAX_ROWS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        del orientation
        return str(section) if role == Role.DisplayRole else None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if role == Role.DisplayRole:
            return element_text(self._plane[index.row(), index.column()])
        if role == Role.TextAlignmentRole:
            return _RIGHT
        if role == Role.ForegroundRole and _is_bad(self._plane[index.row(), index.column()]):
            return color("error")
        return None


def _header(section: int, orientation: Qt.Orientation, role: int) -> Any:
    if orientation is not Qt.Orientation.Horizontal:
        return None
    if role == Role.TextAlignmentRole:
        return _RIGHT if section == 2 else int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    return tr(COLUMNS[section]) if role == Role.DisplayRole else None


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
