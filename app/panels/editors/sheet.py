"""A tensor literal as a sheet of cells: typing, pasting, adding and deleting cells.

This module does not use Qt. A sheet is the JSON value of a vector or a matrix; every edit returns a new value.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from typing import Literal, NamedTuple

from app.language import tr
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
            raise DiagramError(tr("a vector has one row: paste a row, or make it a matrix first"))
        if height * width > MOST_CELLS:
            raise DiagramError(
                tr(
                    "a sheet has at most {most_cells:,} cells: put the values into a file instead",
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
            tr("{words!r} is not a single value", words=words[:40]) if words else tr("a cell holds one value")
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
            tr("a sheet has at most {most_cells:,} cells: put the values into a file instead", most_cells=MOST_CELLS)
        )
    return [[parse_cell(cell, kind) for cell in line] for line in lines]
