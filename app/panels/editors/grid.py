"""A spreadsheet-like editor for vectors and matrices, below the field of a literal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.engine_texts import sentence_of
from app.language import tr
from app.panels.editors.codecs import Codec, show_tensor
from app.panels.editors.sheet import Sheet, cell_text, parse_cell, parse_cells
from app.panels.look import fixed_width
from blocks.base.errors import DiagramError
from blocks.document.data import Json

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
        self.table = _Table(self)
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
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 2, 0, 4)
        layout.setSpacing(2)
        layout.addWidget(self.table)
        layout.addLayout(buttons)
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


class _Table(QTableView):
    """The cells.

    Signals:
        copied(), pasted(), cleared(): their shortcuts were pressed.
    """

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
