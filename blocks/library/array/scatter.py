"""Adding rows at given places, with repeated places added up: what gradients of gathering come down to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from blocks.base.types import Array
from blocks.library.array.arguments import zeros

if TYPE_CHECKING:
    import numpy.typing as npt


def add_rows(count: int, places: npt.NDArray[np.int64], rows: Array) -> Array:
    """Add rows into zeros.

    Args:
        count: how many rows the result has.
        places: for each row, where it goes; [n], each in 0 ... count - 1.
        rows: [n, k], any dtype that can be added; strings are put one behind the other, bool is true if one is.

    Returns:
        [count, k], of the dtype of rows. Half precision is added up in single precision.
    """
    dtype, width = rows.dtype, int(rows.shape[1])
    if not rows.size:
        return zeros((count, width), dtype)
    if np.bincount(places).max() == 1:
        result = zeros((count, width), dtype)
        result[places] = rows
        return result
    half = dtype.itemsize == 2 and dtype.kind not in "iu"
    total = zeros((count * width,), np.dtype(np.float32) if half else dtype)
    # With one index per number NumPy adds several times faster than with one per row.
    numbers = ((places * width)[:, None] + np.arange(width)).reshape(-1)
    np.add.at(total, numbers, rows.reshape(-1).astype(total.dtype, copy=False))
    return total.reshape(count, width).astype(dtype, copy=False)
