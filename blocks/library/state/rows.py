"""Row updates of a variable: indices are checked, and rows that occur twice are changed twice, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.types import Array, Indices


def checked_rows(indices: Array, count: int) -> Indices:
    rows: Indices = indices.reshape(-1).astype(np.int64)
    wrong = (rows < 0) | (rows >= count)
    if wrong.any():
        row = int(rows[wrong.argmax()])
        raise DiagramError(f"row {row} does not exist: the variable has {count} rows, counted from 0", pin="indices")
    return rows


def turns(indices: Indices) -> Iterator[Any]:
    """Yield groups of positions in ``indices`` (or one slice of all) in which each index occurs once.

    The first group has every index's first occurrence, the second one its second, and so on: each is handled in order.
    """
    count = len(indices)
    if not count:
        return
    order = np.argsort(indices, kind="stable")
    named = indices[order]
    first = np.flatnonzero(np.concatenate(([True], named[1:] != named[:-1])))
    if len(first) == count:
        yield slice(None)
        return
    turn = np.arange(count) - np.repeat(first, np.diff(first, append=count))
    ends = np.cumsum(np.bincount(turn))[:-1]
    yield from np.split(order[np.argsort(turn, kind="stable")], ends)


def changed(old: Array, indices: Indices, rows: Array, change: Callable[..., Any] | None) -> Array:
    """Return a copy of a matrix with changed rows.

    Args:
        old: [n, k].
        indices: the row numbers, each in 0 ... n - 1.
        rows: the operands, [indices, k].
        change: a function of a row and its operand; None replaces the row, by the last operand if there are several.
    """
    new = old.copy()
    if change is None:
        new[indices] = rows
        return new
    result = list(turns(indices))
    if len(result) > 1 and isinstance(change, np.ufunc):
        # With one index per number NumPy is several times faster than with one per row.
        width = int(old.shape[1])
        numbers = ((indices * width)[:, None] + np.arange(width)).reshape(-1)
        change.at(new.reshape(-1), numbers, rows.reshape(-1))
        return new
    for turn in result:
        new[indices[turn]] = change(new[indices[turn]], rows[turn])
    return new
