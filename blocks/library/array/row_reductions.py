"""Rows added at given indices, with repeated indices summed, and reductions of runs of rows.

Gradients of gathering and segment sums use the former, other segment reductions the latter.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.types import Array, Indices
from blocks.library.array.arguments import zeros

_MANY = 1 << 16
"""Numbers: with more, and in rows, a sparse matrix is several times faster, and worth its import."""
_ROWS = 4
_OVERHEAD = 32
"""Rows that are reduced in the time that one call of NumPy takes anyway."""


def add_rows(count: int, indices: Indices, rows: Array) -> Array:
    """Return [count, k] zeros to which rows [n, k] are added at indices [n], each in 0 ... count - 1.

    Strings are concatenated, and bool is combined by or. Half precision is summed in single precision.
    """
    dtype, width = rows.dtype, int(rows.shape[1])
    if not rows.size:
        return zeros((count, width), dtype)
    if width == 1 and dtype.kind == "f" and dtype.itemsize > 2:
        sums: Array = np.bincount(indices, rows[:, 0], count)
        return sums.astype(dtype, copy=False).reshape(count, 1)
    if np.bincount(indices).max() == 1:
        result = zeros((count, width), dtype)
        result[indices] = rows
        return result
    half = dtype.itemsize == 2 and dtype.kind not in "iu"
    wide = rows.astype(np.float32) if half else rows
    if _by_matrix(wide):
        return _matrix_sum(count, indices, np.arange(len(rows)), wide).astype(dtype, copy=False)
    total = zeros((count * width,), wide.dtype)
    np.add.at(total, _numbers(indices, width), wide.reshape(-1))
    return total.reshape(count, width).astype(dtype, copy=False)


def _numbers(indices: Indices, width: int) -> Indices:
    return ((indices * width)[:, None] + np.arange(width)).reshape(-1)


def adding_rows(count: int, indices: Indices, width: int, dtype: Any, shape: Any) -> Callable[..., Any] | None:
    """Return `add_rows` for known, repeated indices and a shape, or None if it would compute something else."""
    size = len(indices) * width
    if size >= _MANY or width < 2 or dtype.kind not in "fc" or dtype.itemsize < 4:
        return None
    numbers = _numbers(indices, width)

    def added(rows: Any, *_: Any) -> Any:
        total: Any = np.zeros(count * width, dtype)
        np.add.at(total, numbers, rows.reshape(size))
        return total.reshape(shape)

    return added


def add_chosen_rows(count: int, indices: Indices, chosen: Indices, rows: Array) -> Array:
    if len(chosen) * rows.shape[1] > rows.size and _by_matrix(rows):
        return _matrix_sum(count, indices, chosen, rows)
    return add_rows(count, indices, rows[chosen])


def _by_matrix(rows: Array) -> bool:
    return rows.size >= _MANY and rows.shape[1] >= _ROWS and rows.dtype.kind in "iufc" and rows.dtype.itemsize > 2


def _matrix_sum(count: int, indices: Indices, chosen: Indices, rows: Array) -> Array:
    from scipy.sparse import coo_matrix  # pyright: ignore[reportMissingTypeStubs]

    matrix: Any = coo_matrix((np.ones(len(indices), rows.dtype), (indices, chosen)), (count, len(rows)))
    product: Array = matrix.tocsr() @ rows
    return product


def run_starts(ids: Indices) -> Indices:
    if not ids.size:
        return np.zeros(0, np.int64)
    return np.flatnonzero(np.concatenate(([True], ids[1:] != ids[:-1])))


def reduce_runs(ufunc: Any, rows: Array, starts: Indices) -> Array:
    """Reduce each run of rows with a binary ufunc. ``starts`` [m] has each run's first row, first 0."""
    if not len(starts):
        return rows[:0]
    lengths = np.diff(starts, append=len(rows))
    longest = int(lengths.max())
    if rows.size >= _ROWS * len(rows) and rows.size >= _MANY:
        # NumPy's reduceat takes rows number by number; whole rows at once are faster, if the rounds are few.
        if len(starts) * _OVERHEAD < len(rows):
            return np.stack(
                [ufunc.reduce(rows[s : s + n], 0, rows.dtype) for s, n in zip(starts, lengths, strict=True)]
            )
        if longest * _OVERHEAD < len(rows):
            return _by_rounds(ufunc, rows, starts, lengths, longest)
    return ufunc.reduceat(rows, starts, 0, rows.dtype)


def _by_rounds(ufunc: Any, rows: Array, starts: Indices, lengths: Indices, longest: int) -> Array:
    """Reduce all runs together, one row of each per iteration, with the longest runs first."""
    order = np.argsort(-lengths, kind="stable")
    ends = np.searchsorted(-lengths[order], -np.arange(longest), side="left")
    total = rows[starts[order]]
    for k in range(1, longest):
        n = int(ends[k])
        ufunc(total[:n], rows[starts[order[:n]] + k], out=total[:n])
    result = np.empty_like(total)
    result[order] = total
    return result
