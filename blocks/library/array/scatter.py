"""Adding rows at given places, with repeated places added up: what gradients of gathering come down to."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from blocks.base.types import Array
from blocks.library.array.arguments import zeros


def add_rows(count: int, places: npt.NDArray[np.int64], rows: Array) -> Array:
    """Add rows into zeros.

    Args:
        count: how many rows the result has.
        places: for each row, where it goes; [n], each in 0 ... count - 1.
        rows: [n, k], any dtype that can be added; strings are put one behind the other, bool is true if one is.

    Returns:
        [count, k], of the dtype of rows. Half precision is added up in single precision.
    """
    dtype = rows.dtype
    if not rows.size:
        return zeros((count, rows.shape[1]), dtype)
    if dtype.kind in "fc" and dtype.itemsize >= 4 and rows.shape[1] == 1:
        return _add_numbers(count, places, rows[:, 0]).astype(dtype)[:, None]
    small = dtype.kind == "V" or dtype == np.float16  # bfloat16 and its kin have the kind V
    work: Any = np.float32 if small else dtype
    order = np.argsort(places, kind="stable")
    ordered = places[order]
    first = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))
    result = zeros((count, rows.shape[1]), dtype)
    if len(first) == len(places):
        result[places] = rows
    else:
        sums = np.add.reduceat(rows[order].astype(work, copy=False), first, axis=0)
        result[ordered[first]] = sums.astype(dtype, copy=False)
    return result


def _add_numbers(count: int, places: npt.NDArray[np.int64], numbers: Array) -> Array:
    """One number per place: counting with weights needs no sorting."""
    if numbers.dtype.kind == "c":
        real, imaginary = numbers.astype(np.complex128).view(np.float64).reshape(-1, 2).T
        return np.bincount(places, real, count) + 1j * np.bincount(places, imaginary, count)
    return np.bincount(places, numbers, count)
