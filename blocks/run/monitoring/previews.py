"""Previews of results during a run: a short text and a small image."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from blocks.base.dtypes import DType
from blocks.base.literal_show import text_of
from blocks.base.shapes import shape_text
from blocks.base.types import Array

MOST_ELEMENTS = 8
"""Elements of a tensor of which each has a history of its own."""
_TEXT_ELEMENTS = 12
_FEW = 64
"""Elements that are looked at one by one: that is faster than calls of NumPy."""
_PICTURE = 96
_PIECE = 1 << 17


class Summary(NamedTuple):
    """A short summary of a tensor.

    Attributes:
        lowest, highest, mean: of its finite elements; None if there are none.
    """

    dtype: DType
    shape: tuple[int, ...]
    lowest: float | None = None
    highest: float | None = None
    mean: float | None = None
    nan: int = 0
    infinite: int = 0


class Shown(NamedTuple):
    """A displayed result.

    Attributes:
        lines: its elements as text, if there are few.
        pixels: its picture, if there are many: rows of columns of blue, green, red and a constant.
    """

    value: Array
    summary: Summary
    lines: tuple[str, ...]
    pixels: Array | None
    caption: str


def show(value: Array, dtype: DType) -> Shown:
    caption = f"{dtype.short} {shape_text(value.shape)}"
    if not is_numeric(value):
        return Shown(value, Summary(dtype, value.shape), _lines(value), None, caption)
    summary = _count(value, dtype)
    low, high = summary.lowest, summary.highest
    if low is None or high is None or value.size <= _TEXT_ELEMENTS:
        return Shown(value, summary, _lines(value), None, caption)
    return Shown(value, summary, (), heat_map(value, low, high), f"{caption}  {low:.3g} ... {high:.3g}")


def is_numeric(value: Array) -> bool:
    return value.dtype.kind in "biufc" or value.dtype.name.startswith(("bfloat", "float8", "int4", "uint4"))


def _count(value: Array, dtype: DType) -> Summary:
    """Return minimum, maximum and mean, computed piece by piece to save memory."""
    if 0 < value.size <= _FEW and value.dtype.kind in "fiub":  # most results of a run of small steps
        numbers = value.ravel().tolist()
        total = float(sum(numbers))
        if math.isfinite(total):
            return Summary(dtype, value.shape, float(min(numbers)), float(max(numbers)), total / value.size)
    low, high, total = math.inf, -math.inf, 0.0
    nan = infinite = 0
    flat = value.reshape(-1)
    for start in range(0, flat.size, _PIECE):
        piece = flat[start : start + _PIECE]
        if piece.dtype.kind == "c":
            piece = np.abs(piece)
        elif piece.dtype.kind not in "fiu" or piece.dtype.itemsize < 4:
            piece = piece.astype(np.float64)
        part = float(np.sum(piece, dtype=np.float64))
        if not math.isfinite(part):  # something in it is not finite, or the sum is too large
            finite = np.isfinite(piece)
            bad = int(np.count_nonzero(np.isnan(piece)))
            nan += bad
            infinite += piece.size - int(np.count_nonzero(finite)) - bad
            piece = piece[finite]
            part = float(np.sum(piece, dtype=np.float64))
        if piece.size:
            total += part
            low, high = min(low, float(piece.min())), max(high, float(piece.max()))
    count = value.size - nan - infinite
    if not count:
        return Summary(dtype, value.shape, nan=nan, infinite=infinite)
    return Summary(dtype, value.shape, low, high, total / count, nan, infinite)


def _lines(value: Array) -> tuple[str, ...]:
    if value.ndim == 2 and value.size and value.shape[0] <= 4:
        return tuple(text_of(row, 24) for row in value)
    return (text_of(value, 24),)


def heat_map(value: Array, low: float, high: float) -> Array:
    """Return a tensor's last two axes as pixels, other axes stacked; blue is low, white is middle, red is high."""
    plane = value.reshape(-1, value.shape[-1]) if value.ndim > 1 else value.reshape(1, -1)
    rows, columns = plane.shape
    plane = plane[:: -(-rows // _PICTURE) or 1, :: -(-columns // _PICTURE) or 1]
    numbers = np.abs(plane) if plane.dtype.kind == "c" else plane.astype(np.float64)
    span = max(high / 2 - low / 2, np.finfo(np.float64).tiny)  # halves, since the whole may be too large for a number
    index = np.clip((np.nan_to_num(numbers, nan=low, posinf=high, neginf=low) / 2 - low / 2) / span, 0.0, 1.0)
    # From blue over white to red, as the original's contours; equal steps of lightness on both sides.
    red = np.where(index < 0.5, 40 + index * 430, 255)
    green = 255 - np.abs(index - 0.5) * 400
    blue = np.where(index > 0.5, 255 - (index - 0.5) * 430, 255)
    pixels = np.empty((*index.shape, 4), np.uint8)
    pixels[..., 0], pixels[..., 1], pixels[..., 2], pixels[..., 3] = blue, green, red, 255
    return pixels


@lru_cache(1024)
def element_names(name: str, shape: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(name + "".join(f"[{i}]" for i in index) for index in np.ndindex(*shape))
