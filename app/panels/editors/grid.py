"""A spreadsheet-like editor for vectors and matrices, below the field of a literal."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QTableView,
    QToolButton,
    QWidget,
)

from app.engine_texts import sentence_of
from app.language import tr
from app.panels.editors.codecs import Codec, show_tensor
from app.panels.look import fixed_width, vertical
from blocks.base.errors import DiagramError
from blocks.base.literal_text import parse_text
from blocks.document.data import Json, is_list
from blocks.graph.attributes import NOT_FINITE

Kind = Literal["text", "bool", "whole", "float"]
_BLANKS: dict[Kind, Json] = {"text": "", "bool": False, "whole": 0, "float": 0.0}
MOST_CELLS = 10_000
"""Larger literals are no sheets; they belong into files."""


class Sheet(NamedTuple):
    """A vector (one row, written without an outer list) or a matrix."""

    rows: tuple[tuple[Json, ...], ...]
    is_vector: bool

    @property
    def value(self) -> Json:
        return list(self.rows[0]) if self.is_vector else [list(row) for row in self.rows]

    @property
    def columns(self) -> int:
        return len(self.rows[0]) if self.rows else 0

    def put(self, row: int, column: int, cells: Sequence[Sequence[Json]]) -> Sheet:
        """Return a sheet with these cells from a position on, enlarged if needed.

        Raises:
            DiagramError: the sheet would be too large, or a vector would get a second row.
        """
        height = max(len(self.rows), row + len(cells))
        width = max(self.columns, column + max(map(len, cells), default=0))
        if self.is_vector and len(cells) > 1 and all(len(line) == 1 for line in cells):
            return self.put(row, column, [[line[0] for line in cells]])  # a vector is written in either direction
        if self.is_vector and height > 1:
            raise DiagramError(tr("a vector has one row: paste one row, or change the vector to a matrix first"))
        if height * width > MOST_CELLS:
            raise DiagramError(
                tr(
                    "a table can have at most {most_cells:,} cells: put the values into a file instead",
                    most_cells=MOST_CELLS,
                )
            )
        rows = [[*old, *[self.blank] * (width - len(old))] for old in self.rows]
        rows += [[self.blank] * width for _ in range(height - len(rows))]
        for i, line in enumerate(cells):
            rows[row + i][column : column + len(line)] = line
        return self._with(rows)

    def insert_row(self, at: int) -> Sheet:
        """Return a sheet with an empty row before this one; a vector becomes a matrix."""
        rows = [list(row) for row in self.rows]
        return Sheet(tuple(map(tuple, [*rows[:at], [self.blank] * self.columns, *rows[at:]])), False)

    def insert_column(self, at: int) -> Sheet:
        return self._with([[*row[:at], self.blank, *row[at:]] for row in self.rows])

    def without(self, rows: set[int], columns: set[int]) -> Sheet:
        """Return a sheet without these rows and columns; one of each stays."""
        kept = [row for i, row in enumerate(self.rows) if i not in rows] or [self.rows[0]]
        wanted = [i for i in range(self.columns) if i not in columns] or [0]
        return self._with([[row[i] for i in wanted] for row in kept])

    def text(self, top: int, left: int, bottom: int, right: int) -> str:
        """Return a part as tab-separated text, as spreadsheets paste it."""
        return "\n".join("\t".join(map(cell_text, row[left : right + 1])) for row in self.rows[top : bottom + 1])

    @property
    def kind(self) -> Kind:
        cells = [cell for row in self.rows for cell in row if not (isinstance(cell, str) and cell in NOT_FINITE)]
        if cells and all(isinstance(cell, str) for cell in cells):
            return "text"
        if cells and all(isinstance(cell, bool) for cell in cells):
            return "bool"
        return "float" if not cells or any(isinstance(cell, float) for cell in cells) else "whole"

    @property
    def blank(self) -> Json:
        return _BLANKS[self.kind]

    def _with(self, rows: Sequence[Sequence[Json]]) -> Sheet:
        return Sheet(tuple(map(tuple, rows)), self.is_vector)


def sheet_of(value: Json) -> Sheet | None:
    """Return a literal as a sheet; None if it is not a vector or matrix, is empty, or is too large."""
    if not is_list(value) or not value or len(value) > MOST_CELLS:
        return None
    if not any(map(is_list, value)):
        return None if any(isinstance(each, dict) for each in value) else Sheet((tuple(value),), True)
    rows: list[tuple[Json, ...]] = []
    for row in value:
        if not is_list(row) or not row or len(row) * len(value) > MOST_CELLS or any(map(_nests, row)):
            return None
        rows.append(tuple(row))
    return Sheet(tuple(rows), False) if len({len(row) for row in rows}) == 1 else None


def _nests(value: Json) -> bool:
    return is_list(value) or isinstance(value, dict)


def cell_text(value: Json) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else repr(value)


def parse_cell(text: str, kind: Kind) -> Json:
    """Return the value typed into a cell.

    Raises:
        DiagramError: it is not a single value.
    """
    if kind == "text":
        return text
    words = text.strip()
    value = parse_text(words) if words else None
    if value is None or is_list(value) or isinstance(value, dict):
        raise DiagramError(
            tr("{words!r} is not a single value", words=words[:40]) if words else tr("the cell is empty: enter a value")
        )
    if isinstance(value, str) and value not in NOT_FINITE:
        raise DiagramError(tr("{words!r} is not a number", words=words[:40]))
    if kind == "float" and isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**53:
        return float(value)
    return value


def parse_cells(text: str, kind: Kind) -> list[list[Json]]:
    """Parse a spreadsheet's clipboard text: tabs between cells, one row per line.

    Raises:
        DiagramError: a cell is not a value.
    """
    try:
        lines = [line for line in csv.reader(text.splitlines(), dialect="excel-tab") if line]
    except csv.Error:
        raise DiagramError(tr("the clipboard does not contain a table")) from None
    if not lines:
        raise DiagramError(tr("there are no cells on the clipboard"))
    if sum(map(len, lines)) > MOST_CELLS:
        raise DiagramError(
            tr(
                "a table can have at most {most_cells:,} cells: put the values into a file instead",
                most_cells=MOST_CELLS,
            )
        )
    return [[parse_cell(cell, kind) for cell in line] for line in lines]


Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
_NONE = QModelIndex()
_EMPTY = Sheet(((0.0,),), True)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_MOST_ROWS = 10
"""Rows that are seen without scrolling."""
_CELL = 62


class SheetModel(QAbstractTableModel):
    """The cells of a sheet.

    Signals:
        typed(int, int, str): row, column and the typed string.
    """

    typed = Signal(int, int, str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.sheet = _EMPTY

    def show(self, sheet: Sheet) -> None:
        """Show another sheet; the selection survives if the size is the same."""
        same = (len(sheet.rows), sheet.columns) == (len(self.sheet.rows), self.sheet.columns)
        if not same:
            self.beginResetModel()
        self.sheet = sheet
        if not same:
            self.endResetModel()
        else:
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))

    def rowCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else len(self.sheet.rows)

    def columnCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else self.sheet.columns

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        del orientation
        return str(section) if role == Role.DisplayRole else None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if role in (Role.DisplayRole, Role.EditRole):
            return cell_text(self.sheet.rows[index.row()][index.column()])
        return _RIGHT if role == Role.TextAlignmentRole and self.sheet.kind != "text" else None

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        if role == Role.EditRole and str(value) != self.data(index):
            self.typed.emit(index.row(), index.column(), str(value))
        return False

    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable


class GridEdit(QWidget):
    """A sheet with shortcuts: arrows move, letters type, Enter moves down, Ctrl+C and Ctrl+V copy and paste.

    Signals:
        edited(object), finished(), faulted(str): as in every value editor.
        mistyped(str): the literal with an invalid cell, to be corrected as a string.
    """

    edited = Signal(object)
    finished = Signal()
    faulted = Signal(str)
    mistyped = Signal(str)

    def __init__(self, codec: Codec, parent: QWidget) -> None:
        super().__init__(parent)
        self._codec = codec
        self.model = SheetModel(self)
        self.model.typed.connect(self._typed)
        self.table = _GridTable(self)
        self.table.setModel(self.model)
        self.table.pasted.connect(self.paste)
        self.table.copied.connect(self.copy)
        self.table.cleared.connect(self._clear)
        buttons = QHBoxLayout()
        buttons.setContentsMargins(0, 0, 0, 0)
        buttons.setSpacing(2)
        self.buttons: dict[str, QToolButton] = {}
        for text, about, act in (
            (tr("+ row"), tr("Add a row below"), self.add_row),
            (tr("\u2212 row"), tr("Remove the selected rows"), self.remove_rows),
            (tr("+ column"), tr("Add a column on the right"), self.add_column),
            (tr("\u2212 column"), tr("Remove the selected columns"), self.remove_columns),
        ):
            buttons.addWidget(self._button(text, about, act))
        buttons.addStretch()
        vertical(self.table, buttons, to=self, margins=(0, 2, 0, 4), spacing=2)
        self.setFocusProxy(self.table)

    def _button(self, text: str, about: str, act: Callable[[], None]) -> QToolButton:
        button = self.buttons[text] = QToolButton(self)
        button.setText(text)
        button.setToolTip(about)
        button.setAccessibleName(about)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(act)
        return button

    def show_sheet(self, sheet: Sheet) -> None:
        at = self.table.currentIndex()
        cell = (at.row(), at.column()) if at.isValid() else (0, 0)
        if sheet != self.model.sheet:
            self.model.show(sheet)
        if not self.table.currentIndex().isValid():
            row, column = min(cell[0], len(sheet.rows) - 1), min(cell[1], sheet.columns - 1)
            self.table.setCurrentIndex(self.model.index(row, column))
        self.table.fit()

    def copy(self) -> None:
        QGuiApplication.clipboard().setText(self.model.sheet.text(*self._selected()))

    def paste(self) -> None:
        """Paste spreadsheet cells, starting at the first selected cell."""
        top, left, _, _ = self._selected()
        text = QGuiApplication.clipboard().text()
        self._edit(lambda sheet: sheet.put(top, left, parse_cells(text, sheet.kind)))

    def add_row(self) -> None:
        bottom = self._selected()[2]
        self._edit(lambda sheet: sheet.insert_row(bottom + 1))

    def add_column(self) -> None:
        right = self._selected()[3]
        self._edit(lambda sheet: sheet.insert_column(right + 1))

    def remove_rows(self) -> None:
        top, _, bottom, _ = self._selected()
        self._edit(lambda sheet: sheet.without(set(range(top, bottom + 1)), set()))

    def remove_columns(self) -> None:
        _, left, _, right = self._selected()
        self._edit(lambda sheet: sheet.without(set(), set(range(left, right + 1))))

    def _clear(self) -> None:
        top, left, bottom, right = self._selected()
        self._edit(lambda sheet: sheet.put(top, left, [[sheet.blank] * (right - left + 1)] * (bottom - top + 1)))

    def _typed(self, row: int, column: int, text: str) -> None:
        if not self._edit(lambda sheet: sheet.put(row, column, [[parse_cell(text, sheet.kind)]])):
            self.mistyped.emit(_with_cell(self.model.sheet, row, column, text))

    def _edit(self, change: Callable[[Sheet], Sheet]) -> bool:
        """Make an edit as one undo step; return whether it was possible."""
        try:
            value: Json = self._codec.parse(show_tensor(change(self.model.sheet).value))
        except DiagramError as error:
            self.faulted.emit(sentence_of(error))
            return False
        self.faulted.emit("")
        self.finished.emit()
        self.edited.emit(value)
        self.finished.emit()
        return True

    def _selected(self) -> tuple[int, int, int, int]:
        cells = self.table.selectionModel().selectedIndexes() or [self.table.currentIndex()]
        rows, columns = [max(0, each.row()) for each in cells], [max(0, each.column()) for each in cells]
        return min(rows), min(columns), max(rows), max(columns)


def _with_cell(sheet: Sheet, row: int, column: int, text: str) -> str:
    cells = [[show_tensor(cell) for cell in line] for line in sheet.rows]
    cells[row][column] = text
    lines = ["[" + ", ".join(line) + "]" for line in cells]
    return lines[0] if sheet.is_vector else "[" + ",\n ".join(lines) + "]"


class _GridTable(QTableView):
    """The cells."""

    copied = Signal()
    pasted = Signal()
    cleared = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        trigger = QAbstractItemView.EditTrigger
        self.setEditTriggers(trigger.AnyKeyPressed | trigger.DoubleClicked | trigger.EditKeyPressed)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setCornerButtonEnabled(False)
        self.setWordWrap(False)
        self.setAccessibleName(tr("Cells"))
        self.setFont(fixed_width(self.font()))
        height = self.fontMetrics().height() + 6
        for header, size in ((self.verticalHeader(), height), (self.horizontalHeader(), _CELL)):
            header.setHighlightSections(False)
            header.setMinimumSectionSize(min(size, 28))
            header.setDefaultSectionSize(size)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setMinimumWidth(26)

    def fit(self) -> None:
        rows = min(_MOST_ROWS, self.model().rowCount())
        bar = self.horizontalScrollBar().sizeHint().height()
        head = self.horizontalHeader().sizeHint().height()
        self.setFixedHeight(rows * self.verticalHeader().defaultSectionSize() + head + bar + 4)

    def event(self, e: QEvent) -> bool:
        if e.type() == QEvent.Type.ShortcutOverride and isinstance(e, QKeyEvent) and (_meant(e) or e.text() == "?"):
            e.accept()
            return True
        return super().event(e)

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        super().closeEditor(editor, hint)
        if hint == QAbstractItemDelegate.EndEditHint.SubmitModelCache:
            self._go_down()

    def _go_down(self) -> None:
        at = self.currentIndex()
        self.setCurrentIndex(self.model().index(min(at.row() + 1, self.model().rowCount() - 1), at.column()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copied.emit()
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.pasted.emit()
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.cleared.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.state() == QAbstractItemView.State.EditingState:
                event.ignore()  # it is the cell's, which closes a moment later
            else:
                self._go_down()
        elif event.key() == Qt.Key.Key_Escape:
            event.ignore()
        else:
            super().keyPressEvent(event)


def _meant(event: QKeyEvent) -> bool:
    keys = QKeySequence.StandardKey
    return event.key() == Qt.Key.Key_F2 or event.matches(keys.Copy) or event.matches(keys.Paste)
