"""Table entries read from the lines of a text file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

import numpy as np

from blocks.base.context import Context
from blocks.base.dtypes import INT64, STRING, DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.library.parsing.numbers import reader_of, shown

WHOLE_LINE, LINE_NUMBER = -2, -1


def check_column(index: int, dtype: DType, pin: str) -> None:
    """Raise DiagramError if a dtype does not fit a column: whole lines are strings, line numbers int64."""
    wanted = {WHOLE_LINE: STRING, LINE_NUMBER: INT64}.get(index, dtype)
    if dtype is not wanted:
        what = "whole lines" if index == WHOLE_LINE else "line numbers"
        text = f"{pin} = {index} selects {what}, which are {wanted.short}, but the table has {dtype.short}"
        raise DiagramError(text, pin=pin)


def read_entries(
    context: Context, name: str, columns: tuple[int, int], types: tuple[DType, DType], size: int, delimiter: str,
    offset: int,
) -> tuple[Array, Array]:  # fmt: skip
    """Read keys [n] and values [n] from a file.

    Args:
        columns: the fields of a line for keys and values.
        size: the number of lines to read; -1 for all.
        offset: a number added to line numbers.

    Raises:
        DiagramError: the file cannot be read, has too few lines, or a line does not have the field.
    """
    with context.files.open(name) as file:
        size_of_all = 0
        lines: list[bytes] = []
        every = iter(partial(file.readline, context.memory.each + 1), b"")
        for line in islice(every, size if size >= 0 else None):
            size_of_all += len(line) + 64
            context.memory.require(size_of_all, f"the lines of {name!r}", "filename")
            lines.append(line.rstrip(b"\r\n"))
    if size > len(lines):
        raise DiagramError(f"vocab_size is {size}, but the file {name!r} has {len(lines)} lines", pin="vocab_size")
    keys, values = (
        _column(list(_fields(lines, name, column, dtype, delimiter, offset)), dtype)
        for column, dtype in zip(columns, types, strict=True)
    )
    return keys, values


def _fields(lines: list[bytes], name: str, column: int, dtype: DType, delimiter: str, offset: int) -> Iterator[Any]:
    if column == WHOLE_LINE:
        yield from lines
        return
    if column == LINE_NUMBER:
        yield from range(offset, offset + len(lines))
        return
    read: Callable[[bytes], Any] = bytes if dtype is STRING else reader_of(dtype)
    for i, line in enumerate(lines):
        fields = line.split(delimiter.encode())
        if column >= len(fields):
            text = f"line {i} of {name!r} has {len(fields)} fields: there is no field {column}"
            raise DiagramError(text, pin="filename")
        result: Any = read(fields[column])
        if result is None:
            text = f"line {i} of {name!r}: {shown(fields[column])} cannot be read as {dtype.short}"
            raise DiagramError(text, pin="filename")
        yield result


def _column(fields: list[Any], dtype: DType) -> Array:
    column = np.empty(len(fields), dtype.numpy)
    column[:] = fields
    return column
