"""A spreadsheet-like editor for vectors and matrices, below the field of a literal."""

from __future__ import annotations

import csv
import enum
import re
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final, Literal, NamedTuple, cast

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QHeaderView, QTableView, QToolButton, QWidget

from app.panels.look import acting, fixed_width, horizontal, named, vertical
from app.panels.rows import TableModel
from blocks.base.dtypes import ALL, ANY, STRING, DType, dtype, find
from blocks.base.engine_texts import sentence_of
from blocks.base.errors import DiagramError
from blocks.base.language import mark, tr
from blocks.base.literal_text import parse_text
from blocks.base.literals import to_array
from blocks.base.shapes import shape_text
from blocks.document.data import Json, is_list
from blocks.graph.attributes import NOT_FINITE, convert
from blocks.graph.spec import Attribute, BlockSpec, InputPin

MAX_INLINE = 2000
"""Values with more elements are not shown as a text in a line."""

_SHAPE = re.compile(r"\[[^\[\]]*\]|\?")
_SHAPE_PART = re.compile(r"[\s,xX×*]+")


class Codec(NamedTuple):
    """The parser and formatter of one kind of value.

    Attributes:
        parse: raises DiagramError for an invalid string.
        show: returns a string that `parse` accepts.
        caption: returns dtype and shape of a value, or an empty string.
        sample: an example for an empty field.
    """

    parse: Callable[[str], Json]
    show: Callable[[Json], str]
    caption: Callable[[Json], str] = lambda _value: ""
    sample: str = ""
    whole: bool = False
    minimum: float | None = None


def attribute_codec(attribute: Attribute) -> Codec:
    """Return the codec of an attribute that is typed (not one with a few choices)."""
    kind = attribute.type
    if kind == "tensor":
        return Codec(_parse_tensor, show_tensor, tensor_caption, "{{1, 2}, {3, 4}}")
    parse, show = _KINDS[kind]

    def checked(text: str) -> Json:
        value = parse(text)
        convert(attribute, value)
        return value

    whole = kind in ("int", "list(int)")
    return Codec(checked, show, sample=_SAMPLES.get(kind, ""), whole=whole, minimum=attribute.minimum)


def input_codec(pin: InputPin) -> Codec:
    allowed = pin.allowed
    limited = allowed is not ANY and bool(allowed)
    texts = limited and set(allowed) == {STRING}
    whole = limited and all(each.is_integer or each.kind == "quantized" for each in allowed)

    def parse(text: str) -> Json:
        value = text if texts and text.strip()[:1] not in ('"', "'", "[", "{", "(") else parse_text(text)
        if _is_file(value):
            return value
        if limited:
            _convertible(value, allowed)
        else:
            to_array(value)
        return value

    def show(value: Json) -> str:
        plain = texts and isinstance(value, str) and value.strip()[:1] not in ('"', "'", "[", "{", "(")
        return cast("str", value) if plain else show_tensor(value)

    sample = tr("string") if texts else tr("a wire or a value")
    return Codec(parse, show, tensor_caption, sample, whole)


def _convertible(value: Json, allowed: Sequence[DType]) -> None:
    """Raise the first dtype's error if a value fits none of the dtypes."""
    first: DiagramError | None = None
    for each in allowed:
        try:
            to_array(value, each)
        except DiagramError as error:
            first = first or error
        else:
            return
    if first is not None:
        raise first


def _parse_tensor(text: str) -> Json:
    value = parse_text(text)
    if not _is_file(value):
        to_array(value)
    return value


def _is_file(value: Json) -> bool:
    return isinstance(value, dict) and "file" in value


def show_tensor(value: Json) -> str:
    if is_list(value):
        return "[" + ", ".join(map(show_tensor, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value if value in NOT_FINITE else _quoted(value)
    if isinstance(value, dict):
        entries = cast("dict[str, Json]", value).items()
        return "{" + ", ".join(f"{_quoted(key)}: {show_tensor(item)}" for key, item in entries) + "}"
    return "" if value is None else repr(value)


def show_rows(value: Json) -> str:
    rows = list(_rows(value, 0))
    if len(rows) < 2:
        return show_tensor(value)
    widths: list[int] = []
    for _, cells, _ in rows:
        widths += [0] * (len(cells) - len(widths))
        for i, cell in enumerate(cells):
            widths[i] = max(widths[i], len(cell))
    lines: list[str] = []
    for lead, cells, tail in rows:
        lines.append(lead + ", ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=False)) + tail)
    return "\n".join(lines)


def _rows(value: Json, depth: int, lead: str = "", tail: str = "") -> list[tuple[str, list[str], str]]:
    """Return the innermost lists as (opening brackets, cells, closing brackets)."""
    if not is_list(value) or not value or not all(map(is_list, value)):
        cells = [show_tensor(item) for item in value] if is_list(value) else [show_tensor(value)]
        opener, closer = ("[", "]") if is_list(value) else ("", "")
        return [(lead.rjust(depth) + opener, cells, closer + tail)]
    rows: list[tuple[str, list[str], str]] = []
    for i, item in enumerate(value):
        first, last = i == 0, i == len(value) - 1
        rows += _rows(item, depth + 1, lead + "[" if first else "", "]" + tail if last else ",")
    return rows


def _quoted(text: str) -> str:
    import json

    return json.dumps(text, ensure_ascii=False)


def tensor_caption(value: Json) -> str:
    if _is_file(value):
        return tr("from a file")
    try:
        array, kind = to_array(value)
    except DiagramError:
        return ""
    return f"{kind.short} {shape_text(array.shape)}" if array.shape else tr("{short} scalar", short=kind.short)


def elements(value: Json) -> int:
    """Return the number of elements; counting ends once a value is too long for a line."""
    count = 0
    todo = [value]
    while todo and count <= MAX_INLINE:
        item = todo.pop()
        if is_list(item):
            todo.extend(item[: MAX_INLINE + 1])
        else:
            count += max(1, len(item) // 20) if isinstance(item, str) else 1
    return count


def _parse_int(text: str) -> Json:
    value = parse_text(text)
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**63:
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise DiagramError(tr("{text} is not an integer", text=text.strip()[:40]))
    return value


def _parse_float(text: str) -> Json:
    value = parse_text(text)
    if isinstance(value, str) and value in NOT_FINITE:
        return value
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise DiagramError(tr("{text} is not a number", text=text.strip()[:40]))
    try:
        return float(value)
    except OverflowError:
        raise DiagramError(tr("the number is too large")) from None


def _parse_shape(text: str) -> Json:
    words = text.strip()
    if words.casefold() in ("?", "unknown", "none", "null"):
        return None
    if words[:1] + words[-1:] in ("[]", "()", "{}"):
        words = words[1:-1]
    sizes: list[int | None] = []
    for part in filter(None, _SHAPE_PART.split(words.strip())):
        if part.casefold() in ("?", "none", "null", "-1"):
            sizes.append(None)
        elif part.isascii() and part.isdigit() and len(part) < 19:
            sizes.append(int(part))
        else:
            hint = tr("write a shape as [2, 3], with ? for an unknown size")
            raise DiagramError(tr("{part!r} is not a size", part=part[:40]), hint=hint)
    return sizes


def _show_shape(value: Json) -> str:
    if not is_list(value):
        return "?" if value is None else show_tensor(value)
    return "[" + ", ".join("?" if size is None or size == -1 else str(size) for size in value) + "]"


def _parse_type(text: str) -> Json:
    return dtype(text.strip()).name


def show_type(value: Json) -> str:
    known = find(value)
    return known.short if known is not None else value if isinstance(value, str) else show_tensor(value)


def _show_string(value: Json) -> str:
    return value if isinstance(value, str) else show_tensor(value)


def _list_of(parse: Callable[[str], Json]) -> Callable[[str], Json]:
    def parse_list(text: str) -> Json:
        words = text.strip()
        if words[:1] + words[-1:] in ("[]", "()", "{}"):
            words = words[1:-1]
        return [parse(part) for part in words.split(",") if part.strip()]

    return parse_list


def _parse_strings(text: str) -> Json:
    words = text.strip()
    if words[:1] not in ("[", "{", "(", '"', "'"):
        return [part.strip() for part in words.split(",")] if words else []
    value = parse_text(words if words[:1] in ("[", "{", "(") else f"[{words}]")
    if not is_list(value) or not all(isinstance(item, str) for item in value):
        raise DiagramError(tr('write strings as ["one", "two"]'))
    return value


def _parse_shapes(text: str) -> Json:
    words = text.strip()
    if words.startswith("[") and words.endswith("]") and ("[" in words[1:] or "?" in words):
        words = words[1:-1]
    parts = _SHAPE.findall(words)
    if _SHAPE.sub("", words).strip(" ,"):
        raise DiagramError(tr("write shapes as [[2, ?], [3]]"))
    return [_parse_shape(part) for part in parts]


def _show_list(show: Callable[[Json], str]) -> Callable[[Json], str]:
    def show_list(value: Json) -> str:
        return "[" + ", ".join(map(show, value)) + "]" if is_list(value) else show_tensor(value)

    return show_list


_KINDS: dict[str, tuple[Callable[[str], Json], Callable[[Json], str]]] = {
    "int": (_parse_int, show_tensor),
    "float": (_parse_float, show_tensor),
    "string": (str, _show_string),
    "shape": (_parse_shape, _show_shape),
    "type": (_parse_type, show_type),
    "list(int)": (_list_of(_parse_int), show_tensor),
    "list(float)": (_list_of(_parse_float), show_tensor),
    "list(string)": (_parse_strings, show_tensor),
    "list(type)": (_list_of(_parse_type), _show_list(show_type)),
    "list(shape)": (_parse_shapes, _show_list(_show_shape)),
}
_SAMPLES = {
    "shape": "[2, ?]",
    "list(int)": "[1, 2]",
    "list(float)": "[0.5, 1.0]",
    "list(string)": '["one", "two"]',
    "list(type)": "[float, int32]",
    "list(shape)": "[[2, ?], [3]]",
}


def type_choices(spec: BlockSpec, attribute: Attribute) -> tuple[str, ...]:
    if attribute.allowed:
        return tuple(each.name if isinstance(each, DType) else str(each) for each in attribute.allowed)
    for pin in spec.inputs:
        if pin.var == attribute.name and pin.allowed and pin.allowed is not ANY:
            return tuple(each.name for each in pin.allowed)
    return tuple(each.name for each in ALL if each.kind not in ("handle",))


class EditorState(enum.Enum):
    UNSET = enum.auto()
    MIXED = enum.auto()


UNSET: Final = EditorState.UNSET
"""No value is given: the default holds."""
MIXED: Final = EditorState.MIXED


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
        """Return a sheet with these cells from a position on, enlarged if needed; raise DiagramError if impossible."""
        height = max(len(self.rows), row + len(cells))
        width = max(self.columns, column + max(map(len, cells), default=0))
        if self.is_vector and len(cells) > 1 and all(len(line) == 1 for line in cells):
            return self.put(row, column, [[line[0] for line in cells]])  # a vector is written in either direction
        if self.is_vector and height > 1:
            raise DiagramError(tr("a vector has one row: paste one row, or change the vector to a matrix first"))
        if height * width > MOST_CELLS:
            raise _too_large()
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

    def without(self, rows: Collection[int] = (), columns: Collection[int] = ()) -> Sheet:
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
    """Return the value typed into a cell; raise DiagramError if it is not a single value."""
    if kind == "text":
        return text
    words = text.strip()
    value = parse_text(words) if words else None
    if value is None or is_list(value) or isinstance(value, dict):
        said = tr("{words!r} is not a single value", words=words[:40])
        raise DiagramError(said if words else tr("the cell is empty: enter a value"))
    if isinstance(value, str) and value not in NOT_FINITE:
        raise DiagramError(tr("{words!r} is not a number", words=words[:40]))
    if kind == "float" and isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**53:
        return float(value)
    return value


def _too_large() -> DiagramError:
    text = mark("a table can have at most {most_cells:,} cells: put the values into a file instead")
    return DiagramError(tr(text, most_cells=MOST_CELLS))


def parse_cells(text: str, kind: Kind) -> list[list[Json]]:
    """Parse a spreadsheet's clipboard text (tabs between cells, a line per row). A wrong cell raises DiagramError."""
    try:
        lines = [line for line in csv.reader(text.splitlines(), dialect="excel-tab") if line]
    except csv.Error:
        raise DiagramError(tr("the clipboard does not contain a table")) from None
    if not lines:
        raise DiagramError(tr("there are no cells on the clipboard"))
    if sum(map(len, lines)) > MOST_CELLS:
        raise _too_large()
    return [[parse_cell(cell, kind) for cell in line] for line in lines]


Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
_NONE = QModelIndex()
_EMPTY = Sheet(((0.0,),), True)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_MOST_ROWS = 10
"""Rows that are seen without scrolling."""
_CELL = 62


class SheetModel(TableModel):
    """The cells of a sheet. `typed`: row, column and the typed string."""

    typed = Signal(int, int, str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.sheet = _EMPTY

    def show(self, sheet: Sheet) -> None:
        same = (len(sheet.rows), sheet.columns) == (len(self.sheet.rows), self.sheet.columns)
        with self.renewing(same_size=same):
            self.sheet = sheet

    def rowCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else len(self.sheet.rows)

    def columnCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else self.sheet.columns

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

    `mistyped`: the literal with an invalid cell, to be corrected as a string.
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
        self.buttons: dict[str, QToolButton] = {}
        buttons = horizontal(
            self._button(tr("+ row"), tr("Add a row below"), lambda s, rows, _: s.insert_row(rows.stop)),
            self._button(tr("\u2212 row"), tr("Remove the selected rows"), lambda s, rows, _: s.without(rows)),
            self._button(tr("+ column"), tr("Add a column on the right"), lambda s, _, at: s.insert_column(at.stop)),
            self._button(tr("\u2212 column"), tr("Remove the selected columns"), lambda s, _, at: s.without((), at)),
            None,
            margins=(0, 0, 0, 0),
            spacing=2,
        )
        vertical(self.table, buttons, to=self, margins=(0, 2, 0, 4), spacing=2)
        self.setFocusProxy(self.table)

    def _button(self, text: str, about: str, change: Callable[[Sheet, range, range], Sheet]) -> QToolButton:
        def act() -> None:
            top, left, bottom, right = self._selected()
            self._edit(lambda sheet: change(sheet, range(top, bottom + 1), range(left, right + 1)))

        button = self.buttons[text] = acting(named(QToolButton(self), about, tip=about), act)
        button.setText(text)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
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
