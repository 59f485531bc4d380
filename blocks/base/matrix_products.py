"""Products of matrices, large ones on threads."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from blocks.base.threads import shared_out, thread_count
from blocks.base.types import Array

_PART = 1 << 22
"""Multiplications that are worth a thread: a tenth of a millisecond of them, twice what it takes to wake one."""
_AHEAD = 1 << 21
"""Multiplications that this thread does more than another one, which has to wake up: so it does not wait in the end."""
_TILE = 16
"""Rows or columns that BLAS works on together, or a multiple of them."""


def parts_of(shape: Sequence[int], columns: int) -> int:
    """Into how many parts a product may be cut: of a matrix of some shape, or of many, by matrices of some columns."""
    return math.prod(shape) * columns // _PART


def matmul(x: Array, y: Array, out: Array | None = None) -> Any:
    """As `numpy.matmul`, for two matrices, or for as many on the left as on the right.

    Where the product is cut depends on its shape and the number of threads alone: so do its last digits.
    """
    parts = parts_of(x.shape, y.shape[-1])
    if parts < 2:
        return np.matmul(x, y, out)
    result = np.empty((*x.shape[:-1], y.shape[-1]), np.result_type(x, y)) if out is None else out
    axis = 0 if x.ndim > 2 or len(x) >= y.shape[1] else 1
    size = result.shape[axis]
    edges = _edges(size, min(parts, size, thread_count()), size * _AHEAD // (x.size * y.shape[-1]))

    def some(first: int, last: int) -> None:
        cut = slice(edges[first], edges[last])
        if x.ndim > 2:
            np.matmul(x[cut], y[cut], result[cut])
        elif axis:
            np.matmul(x, y[:, cut], result[:, cut])
        else:
            np.matmul(x[cut], y, result[cut])

    shared_out(some, len(edges) - 1)
    return result


def _edges(size: int, parts: int, ahead: int) -> list[int]:
    """Where rows or columns are cut: the first part has so many more than the others."""
    tile = _TILE if size >= 4 * parts * _TILE else 1
    inner = (round((ahead + (size - ahead) * i / parts) / tile) * tile for i in range(1, parts))
    return [0, *inner, size]
