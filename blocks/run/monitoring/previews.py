"""Previews of results during a run: a short text and a small image."""

from __future__ import annotations

import math
from collections.abc import Sequence
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
"""Rows and columns of a picture of one plane; several planes share a picture twice as wide."""
_ASPECT = 3.0
_LEAST_SIDE = 8
"""Planes with fewer rows or columns are not images."""
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
        pixels: its picture, if there are many: rows of columns of blue, green, red and alpha.
    """

    value: Array
    summary: Summary
    lines: tuple[str, ...]
    pixels: Array | None
    caption: str


def show(value: Array, dtype: DType) -> Shown:
    shape = shape_text(value.shape)
    caption = f"{dtype.short} {shape}"
    if not is_numeric(value):
        return Shown(value, Summary(dtype, value.shape), _lines(value), None, caption)
    summary = _count(value, dtype)
    low, high = summary.lowest, summary.highest
    if low is None or high is None or value.size <= _TEXT_ELEMENTS:
        return Shown(value, summary, _lines(value), None, caption)
    return Shown(value, summary, (), thumbnail(value, low, high), f"{shape}  {low:.3g} ... {high:.3g}")


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


class ImageForm(NamedTuple):
    number: int
    height: int
    width: int
    channels: int


def picture_form(shape: Sequence[int]) -> ImageForm | None:
    """Return how a shape is read as images: HW, HWC, NHW, NHWC with 1, 3 or 4 channels; None if it is not."""
    if 0 in shape or len(shape) < 2 or len(shape) > 4:
        return None
    last = shape[-1]
    if len(shape) == 2:
        return ImageForm(1, shape[0], last, 1) if shape[0] > 1 and last > 1 else None
    if len(shape) == 3 and last in (1, 3, 4):
        return ImageForm(1, shape[0], shape[1], last)
    if len(shape) == 3:
        return ImageForm(shape[0], shape[1], last, 1)
    return ImageForm(shape[0], shape[1], shape[2], last) if last in (1, 3, 4) else None


def thumbnail(value: Array, low: float, high: float) -> Array:
    """Return a small picture of a tensor: its images or matrices side by side, as many as can be seen.

    Images keep their colors. A matrix is a heat map; blue is low, white is middle, red is high.
    """
    planes, are_images = _planes(value, low)
    *lead, height, width, _ = planes.shape
    total = math.prod(lead)
    side = _PICTURE if total == 1 else _PICTURE // 2
    rows, columns = -(-height // side), -(-width // side)
    if value.ndim > 2:
        rows = columns = max(rows, columns)
    planes = planes[..., ::rows, ::columns, :]
    height, width = planes.shape[-3:-1]
    columns = min(total, math.ceil(math.sqrt(_ASPECT * total * height / width)), 2 * _PICTURE // (width + 1))
    rows = min(-(-total // columns), max(1, _PICTURE // (height + 1)))
    columns = min(columns, -(-total // rows))
    shown = min(total, rows * columns)
    chosen = planes[np.unravel_index(np.arange(shown), lead)] if lead else planes[None]
    numbers = np.abs(chosen) if chosen.dtype.kind == "c" else chosen.astype(np.float64)
    sheet = np.zeros((rows * columns, height + 1, width + 1, 4), np.uint8)  # transparent between the planes
    sheet[:shown, :height, :width] = _image(numbers, value, low, high) if are_images else _heat(numbers, low, high)
    sheet = sheet.reshape(rows, columns, height + 1, width + 1, 4).swapaxes(1, 2)
    return sheet.reshape(rows * (height + 1), columns * (width + 1), 4)[:-1, :-1]


def _planes(value: Array, low: float) -> tuple[Array, bool]:
    """Return a tensor as planes [..., height, width, channels], and whether they are images.

    Planes of one channel with negative values are not images: their signs must be visible.
    """
    if value.ndim < 2:
        return value.reshape(1, -1, 1), False
    if value.ndim == 4 and value.shape[1] in (1, 3, 4) and min(value.shape[2:]) >= _LEAST_SIDE:
        value = np.moveaxis(value, 1, -1)
    if value.ndim in (3, 4) and value.shape[-1] in (1, 3, 4) and min(value.shape[-3:-1]) >= _LEAST_SIDE:
        return value, value.shape[-1] > 1 or low >= 0.0
    if value.ndim == 4 and value.shape[1] == value.shape[2]:  # images of many channels
        value = np.moveaxis(value, 3, 1)
    elif value.ndim == 4 and value.shape[0] == value.shape[1]:  # filters of a convolution
        value = value.transpose(3, 2, 0, 1)
    return value[..., None], False


def _shares(numbers: Array, low: float, high: float) -> Array:
    span = max(high / 2 - low / 2, np.finfo(np.float64).tiny)  # halves, since the whole may be too large for a number
    return np.clip((np.nan_to_num(numbers, nan=low, posinf=high, neginf=low) / 2 - low / 2) / span, 0.0, 1.0)


def _image(numbers: Array, value: Array, low: float, high: float) -> Array:
    if value.dtype == np.uint8 or (low >= 0.0 and high <= 1.0):
        low, high = 0.0, 255.0 if value.dtype == np.uint8 else 1.0
    shares = np.broadcast_to(_shares(numbers, low, high)[..., :3], (*numbers.shape[:-1], 3))[..., ::-1]
    return np.pad(shares * 255, [(0, 0)] * 3 + [(0, 1)], constant_values=255).astype(np.uint8)


def _heat(numbers: Array, low: float, high: float) -> Array:
    index = _shares(numbers[..., 0], low, high)
    # From blue over white to red, as the original's contours; equal steps of lightness on both sides.
    red = np.where(index < 0.5, 40 + index * 430, 255)
    green = 255 - np.abs(index - 0.5) * 400
    blue = np.where(index > 0.5, 255 - (index - 0.5) * 430, 255)
    return np.stack([blue, green, red, np.full_like(red, 255)], axis=-1).astype(np.uint8)


@lru_cache(1024)
def element_names(name: str, shape: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(name + "".join(f"[{i}]" for i in index) for index in np.ndindex(*shape))
