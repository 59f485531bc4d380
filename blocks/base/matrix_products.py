"""Matrix products, with threads for large ones.

A large product of two matrices is divided into products of rows of the left matrix or columns of the right matrix. If
the cores are idle, BLAS computes them in one call on its own threads, which start faster because they keep polling for
a while after a product. Otherwise, BLAS computes the same pieces on one thread.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from time import perf_counter, thread_time
from typing import Any

import numpy as np

from blocks.base.openblas import OpenBlas, openblas
from blocks.base.threads import others_are_free, shared_out, thread_count, time_was_lost
from blocks.base.types import Array

_PART = 1 << 21
"""Multiplications that are worth a thread: a twentieth of a millisecond of them."""
_SMALL = 100**3
"""So many multiplications and fewer, a product in a batch makes OpenBLAS crash (0.3.31, on x86-64)."""
_BY_ROWS, _PLAIN, _TRANSPOSED = 101, 111, 112
"""Words of BLAS: rows lie one after the other; a matrix is as it lies there, or transposed."""
_POINTERS = (7, 9, 12)
"""Where BLAS is told the addresses of the operands and of the result."""


def parts_of(shape: Sequence[int], columns: int) -> int:
    return math.prod(shape) * columns // _PART


def matmul(x: Array, y: Array, out: Array | None = None) -> Any:
    """Multiply as `numpy.matmul`: two matrices, or one stack with a matrix or with a stack of the same length.

    The split of the product depends only on its shape and the number of threads, and with it the rounding.

    Args:
        out: the array for the result, which shares no memory with the operands.
    """
    parts = parts_of(x.shape, y.shape[-1])
    if parts < 2 and x.ndim == 2:
        if out is None or out.flags.c_contiguous:
            return x.dot(y, out)
        np.copyto(out, x.dot(y))
        return out
    x, y = _as_blas_takes(x), _as_blas_takes(y)
    if parts < 2:
        return np.matmul(x, y, out)
    result = np.empty((*x.shape[:-1], y.shape[-1]), np.result_type(x, y)) if out is None else out
    batch = _batch_for(x, y, result, parts)
    if batch is not None:
        batch.run(x, y, result)
        return result

    def some(first: int, last: int) -> None:
        np.matmul(x[first:last], y[first:last] if y.ndim > 2 else y, result[first:last])

    shared_out(some, len(x))
    return result


_MOST_SUMMED = 1 << 17
"""Elements up to which rows are added up by BLAS. A larger tensor may be worked on row by row: what one row gives must
not depend on how many others are there.
"""
_LONGEST_ROW = 1 << 13
"""Numbers of a row up to which that is as exact as NumPy's sums of parts."""
_MOST_ONES = 1 << 20
"""Rows up to which columns are added up by BLAS: so many ones are kept."""


@lru_cache(512)
def summing(
    shape: tuple[int, ...], axes: tuple[int, ...], dtype: np.dtype[Any], keep: bool = False
) -> Callable[..., Any] | None:
    """Return a function that sums tensors along axes as a product with ones, 5 times as fast as `np.add.reduce`.

    Args:
        axes: the first or the last axes.
        keep: keep these axes, with size 1.

    Returns:
        A function of a tensor (and of axes, which it ignores); None for other axes or types, or rows of large tensors.
    """
    axes = tuple(sorted(axis % len(shape) for axis in axes))
    count, rank = len(axes), len(shape)
    if not count or dtype.char not in "fd" or not dtype.isnative or 0 in shape:
        return None
    number = math.prod([shape[axis] for axis in axes])
    if number > _MOST_ONES:
        return None
    ones = _ones(1 << (number - 1).bit_length(), dtype)[:number]
    units = (1,) * count if keep else ()
    others, left = math.prod(shape) // len(ones), tuple([shape[i] for i in range(rank) if i not in axes])
    if axes == tuple(range(rank - count, rank)):
        if math.prod(shape) >= _MOST_SUMMED or len(ones) > _LONGEST_ROW:
            return None
        return _rows_added(ones, (others, len(ones)), (*left, *units))
    return _columns_added(ones, (len(ones), others), (*units, *left)) if axes == tuple(range(count)) else None


@lru_cache(42)
def _ones(count: int, dtype: np.dtype[Any]) -> Any:
    return np.ones(count, dtype)


def _rows_added(ones: Any, matrix: tuple[int, int], shape: tuple[int, ...]) -> Callable[..., Any]:
    def added(x: Any, _axes: Any = None) -> Any:
        return x.reshape(matrix).dot(ones)

    def added_in_shape(x: Any, _axes: Any = None) -> Any:
        return x.reshape(matrix).dot(ones).reshape(shape)

    return added if len(shape) == 1 else added_in_shape


def _columns_added(ones: Any, matrix: tuple[int, int], shape: tuple[int, ...]) -> Callable[..., Any]:
    def added(x: Any, _axes: Any = None) -> Any:
        return ones.dot(x.reshape(matrix))

    def added_in_shape(x: Any, _axes: Any = None) -> Any:
        return ones.dot(x.reshape(matrix)).reshape(shape)

    return added if len(shape) == 1 else added_in_shape


_added_by_numpy: Any = np.add.reduce


def sums(x: Array, axes: tuple[int, ...], keep: bool = False) -> Any:
    add = summing(x.shape, axes, x.dtype, keep) if type(x) is np.ndarray else None  # a formula may be traced
    return _added_by_numpy(x, axes, x.dtype, None, keep) if add is None else add(x)


def _as_blas_takes(x: Array) -> Array:
    """Copy a matrix with a stride of 0, which NumPy would not pass to BLAS."""
    return np.ascontiguousarray(x) if 0 in x.strides[-2:] else x


def _batch_for(x: Array, y: Array, result: Array, parts: int) -> _Batch | None:
    blas, dtype = openblas(), result.dtype
    if blas is None or x.ndim > 2 or dtype.char not in blas.batches or not x.dtype == y.dtype == dtype:
        return None
    if not (dtype.isnative and x.flags.aligned and y.flags.aligned and result.flags.aligned):
        return None
    layouts = (x.strides, y.strides, result.strides)
    return _batch(blas, dtype, (*x.shape, y.shape[1]), layouts, min(parts, thread_count(), blas.threads))


class _Batch:
    def __init__(
        self,
        blas: OpenBlas,
        dtype: np.dtype[Any],
        sizes: Sequence[tuple[int, int, int]],
        starts: Sequence[Sequence[int]],
        layouts: Sequence[tuple[int, int]],
    ) -> None:
        """Store the constant arguments.

        Args:
            sizes: rows on the left, columns on the right, and columns on the left, for each product.
            starts: the byte offset of each product, for both operands and the result.
            layouts: the `_layout` of both operands and of the result.
        """
        count = len(sizes)

        numbers, words = ctypes.c_int64 * count, ctypes.c_int * count
        rows, columns, inner = (numbers(*each) for each in zip(*sizes, strict=True))
        (order_x, order_y, _), steps = zip(*layouts, strict=True)
        step_x, step_y, step = (numbers(*[each] * count) for each in steps)
        one, zero = (np.full(count, factor, dtype).tobytes() for factor in (1, 0))  # of the product, and what was there
        self._arguments: list[object] = [
            *(_BY_ROWS, words(*[order_x] * count), words(*[order_y] * count), rows, columns, inner),
            *(one, None, step_x, None, step_y, zero, None, step, count, numbers(*[1] * count)),
        ]
        self._starts = starts
        self._pointers = ctypes.c_void_p * count
        self._count = count
        self._blas = blas
        self._make = blas.batches[dtype.char]
        self._times = 0
        self._alone = math.inf

    def run(self, x: Array, y: Array, result: Array) -> None:
        arguments = self._arguments.copy()
        for index, each, starts in zip(_POINTERS, (x, y, result), self._starts, strict=True):
            address = each.ctypes.data
            arguments[index] = self._pointers(*[address + start for start in starts])
        # The second time is alone, to know how long one thread takes.
        threads = self._count if self._times != 1 and others_are_free() else 1
        self._times += 1
        used = thread_time() if threads == 1 else math.inf
        begun = perf_counter()
        threads = self._blas.call(threads, self._make, *arguments)
        taken = perf_counter() - begun
        if threads > 1:
            time_was_lost(taken - self._alone)
        else:  # some systems count the time of a thread in large steps
            self._alone = min(self._alone, taken, max(thread_time() - used, 0.0) or taken)


@lru_cache(256)
def _batch(
    blas: OpenBlas, dtype: np.dtype[Any], shape: tuple[int, int, int], strides: Sequence[Sequence[int]], parts: int
) -> _Batch | None:
    rows, inner, columns = shape
    shapes = (rows, inner), (inner, columns), (rows, columns)
    layouts = [_layout(*each, dtype.itemsize) for each in zip(shapes, strides, strict=True)]
    size, other = max(rows, columns), min(rows, columns)
    edges = [size * i // parts for i in range(parts + 1)]
    lengths = [last - first for first, last in pairwise(edges)]
    known = [each for each in layouts if each is not None]
    if parts < 2 or len(known) < 3 or known[2][0] == _TRANSPOSED or min(lengths) * other * inner <= _SMALL:
        return None
    x, y, result = strides
    if rows >= columns:
        sizes, steps = [(length, columns, inner) for length in lengths], (x[0], 0, result[0])
    else:
        sizes, steps = [(rows, length, inner) for length in lengths], (0, y[1], result[1])
    return _Batch(blas, dtype, sizes, [[first * step for first in edges[:-1]] for step in steps], known)


def _layout(shape: tuple[int, int], strides: Sequence[int], itemsize: int) -> tuple[int, int] | None:
    """Return the order of a matrix in memory (plain or transposed) and the elements per row or column, or None."""
    for order in (_PLAIN, _TRANSPOSED):
        (count, length), (step, inner) = (shape, strides) if order == _PLAIN else (shape[::-1], strides[::-1])
        if count > 1 and length > 1 and inner == itemsize and step >= length * itemsize and step % itemsize == 0:
            return order, step // itemsize
    return None
