"""Row updates of a variable: indices are checked, and rows that occur twice are changed twice, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.types import Array

if TYPE_CHECKING:
    import numpy.typing as npt

    Indices = npt.NDArray[np.int64]


def checked_rows(indices: Array, count: int) -> Indices:
    """Row numbers, flat.

    Raises:
        DiagramError: there is no such row.
    """
    rows: Indices = indices.reshape(-1).astype(np.int64)
    wrong = (rows < 0) | (rows >= count)
    if wrong.any():
        row = int(rows[wrong.argmax()])
        raise DiagramError(f"row {row} does not exist: the variable has {count} rows, counted from 0", pin="indices")
    return rows


def turns(indices: Indices) -> Iterator[Any]:
    """Which indices to go to at once, so that each comes to its turn as often and in the order in which it is named.

    Each is an index into ``indices`` (or a slice of all of them), the first with every index's first occurrence, the
    second with its second one, and so on.
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
    """A copy of a matrix with some of its rows changed.

    Args:
        old: [n, k].
        indices: which rows, each in 0 ... n - 1.
        rows: what they are changed by, [indices, k].
        change: the function of a row and what it is changed by; None puts that in its place, the last one if there are
            several.
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
