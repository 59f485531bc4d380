"""Matrix products, with threads for large ones.

A large product of two matrices is divided into products of rows of the left matrix or columns of the right matrix,
which threads take one after the other. If the other cores are busy, one thread computes the same pieces.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from blocks.base.openblas import openblas
from blocks.base.threads import single_blas, take_turns, thread_count
from blocks.base.types import Array

_PART = 1 << 21
"""Multiplications that are worth a thread: a twentieth of a millisecond of them."""


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
    wide = x.ndim == 2 and y.shape[1] > len(x)
    size, blas = y.shape[1] if wide else len(x), openblas()
    parts = min(parts, size, thread_count(), 1 if blas is None else blas.threads)

    def some(numbers: Iterator[int]) -> None:
        for i in numbers:
            piece = slice(size * i // parts, size * (i + 1) // parts)
            if wide:
                np.matmul(x, y[:, piece], result[:, piece])
            else:
                np.matmul(x[piece], y[piece] if y.ndim > 2 else y, result[piece])

    with single_blas():
        take_turns(some, parts, parts)
    return result


_MOST_SUMMED = 1 << 17
"""Elements up to which rows are added up by BLAS. A larger tensor may be worked on row by row: what one row gives must
not depend on how many others are there.
"""
_MOST_ONES = 1 << 13
"""Numbers of a sum up to which BLAS is as exact as NumPy's sums of parts."""


@lru_cache(512)
def summing(
    shape: tuple[int, ...], axes: tuple[int, ...], dtype: np.dtype[Any], keep: bool = False
) -> Callable[..., Any] | None:
    """Return a function that sums small tensors along axes as a product with ones, faster than `np.add.reduce`.

    Args:
        axes: the first or the last axes.
        keep: keep these axes, with size 1.

    Returns:
        A function of a tensor (and of axes, which it ignores); None for other axes or types, or rows of large tensors.
    """
    axes = tuple(sorted(axis % len(shape) for axis in axes))
    number = math.prod([shape[axis] for axis in axes])
    if not axes or dtype.char not in "fd" or not dtype.isnative or 0 in shape or number > _MOST_ONES:
        return None
    ones, others = np.ones(number, dtype), math.prod(shape) // number
    left = tuple([1 if i in axes else size for i, size in enumerate(shape) if keep or i not in axes])

    def rows(x: Any, _axes: Any = None) -> Any:
        return x.reshape(others, number).dot(ones).reshape(left)

    def columns(x: Any, _axes: Any = None) -> Any:
        return ones.dot(x.reshape(number, others)).reshape(left)

    if axes == tuple(range(len(shape) - len(axes), len(shape))):
        return rows if math.prod(shape) < _MOST_SUMMED else None
    return columns if axes == tuple(range(len(axes))) else None


_added_by_numpy: Any = np.add.reduce


def sums(x: Array, axes: tuple[int, ...], keep: bool = False) -> Any:
    add = summing(x.shape, axes, x.dtype, keep) if type(x) is np.ndarray else None  # a formula may be traced
    return _added_by_numpy(x, axes, x.dtype, None, keep) if add is None else add(x)


def _as_blas_takes(x: Array) -> Array:
    """Copy a matrix with a stride of 0, which NumPy would not pass to BLAS."""
    return np.ascontiguousarray(x) if 0 in x.strides[-2:] else x
