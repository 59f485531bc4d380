"""Arrays prepared as tables, planes, lines, histograms and images: data only, no widgets; thread-safe."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.literal_show import text_of
from blocks.base.types import Array
from blocks.run.monitoring.previews import ImageForm, picture_form

MAX_SIDE = 1024
"""Rows and columns of a heat map: larger planes are thinned out."""
MAX_LINES = 16
MAX_POINTS = 200_000
"""Points of a line: longer vectors are drawn by the least and the greatest of each stretch."""
_BINS = 64
_CONTACT = 36
"""As many pictures of a batch are put side by side."""


def as_real(array: Array) -> Array:
    """Return the elements as numbers that can be drawn; complex ones by magnitude."""
    if array.dtype.kind == "c":
        return np.abs(array)
    if array.dtype.kind == "f" and array.dtype.itemsize in (4, 8) and array.dtype.isnative:
        return array
    return array.astype(np.float64)


def element_text(value: object) -> str:
    return text_of(value, 200)


def index_text(index: Sequence[int]) -> str:
    return "".join(f"[{i}]" for i in index)


def plane_of(array: Array, lead: Sequence[int]) -> Array:
    """Return the last two axes at an index of the others; vectors and scalars become one row."""
    if array.ndim < 2:
        return array.reshape(1, -1)
    at = tuple(min(i, size - 1) for i, size in zip(lead, array.shape[:-2], strict=False))
    at += (0,) * (array.ndim - 2 - len(at))
    return array[at] if array.size else np.empty((0, 0), array.dtype)


class Plane(NamedTuple):
    """A matrix to draw, perhaps thinned out; ``full`` is not. ``low``, ``high``: 0 and 1 if no value is finite."""

    values: Array
    full: Array
    low: float
    high: float


def heat_plane(array: Array, lead: Sequence[int]) -> Plane:
    full = plane_of(array, lead)
    rows, columns = full.shape
    thin = full[:: -(-rows // MAX_SIDE) or 1, :: -(-columns // MAX_SIDE) or 1]
    values = as_real(thin)
    finite = values[np.isfinite(values)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
    return Plane(values, full, low, high)


class Bins(NamedTuple):
    edges: Array
    counts: Array
    left_out: int


def histogram(array: Array) -> Bins:
    """Count values in bins; integers in a narrow range get one bin each."""
    numbers = as_real(array).reshape(-1)
    finite = numbers[np.isfinite(numbers)]
    left_out = numbers.size - finite.size
    if not finite.size:
        return Bins(np.array([0.0, 1.0]), np.array([0]), left_out)
    low, high = float(finite.min()), float(finite.max())
    if array.dtype.kind in "biu" and high - low < _BINS:
        edges = np.arange(low - 0.5, high + 1.0)
    else:
        wide = high - low
        margin = 0.5 if low == high else 0.0
        if not math.isfinite(wide) or (margin and not low - margin < low < high + margin):
            return Bins(np.array([0.0, 1.0]), np.array([0]), numbers.size)
        count = int(min(_BINS, max(8, math.ceil(2 * finite.size ** (1 / 3)))))
        edges = np.linspace(low - margin, high + margin, count + 1)
        if not np.all(np.diff(edges) > 0):  # numbers so close together that no bins fit between them
            edges = np.array([np.nextafter(low, -np.inf), np.nextafter(high, np.inf)])
    counts, _ = np.histogram(finite, edges)
    return Bins(edges, counts, left_out)


class ValueLine(NamedTuple):
    name: str
    x: Array
    y: Array


def lines_of(array: Array, lead: Sequence[int]) -> list[ValueLine]:
    """Return a vector as a line, or a plane's rows, or its columns if these are fewer."""
    if array.ndim < 2:
        return [_line("", as_real(array.reshape(-1)))]
    plane = plane_of(array, lead)
    by_rows = plane.shape[0] <= plane.shape[1] or plane.shape[1] == 1
    if plane.shape[1] == 1:
        return [_line("", as_real(plane[:, 0]))]
    count = min(MAX_LINES, plane.shape[0 if by_rows else 1])
    if by_rows:
        return [_line(f"[{i}][:]", as_real(plane[i])) for i in range(count)]
    return [_line(f"[:][{i}]", as_real(plane[:, i])) for i in range(count)]


def _line(name: str, y: Array) -> ValueLine:
    if y.size <= MAX_POINTS:
        return ValueLine(name, np.arange(y.size, dtype=np.float64), y)
    step = -(-y.size * 2 // MAX_POINTS)
    whole = y[: y.size // step * step].reshape(-1, step)
    both = np.stack([whole.min(1), whole.max(1)], 1).reshape(-1)
    return ValueLine(name, np.arange(both.size) * (step / 2), both)


class Picture(NamedTuple):
    """Images side by side.

    Attributes:
        pixels: bytes [height, width, 4], blue first.
        columns: the number of images per row.
        shown: the number of images.
        low, high: the values shown as black and at full brightness.
    """

    pixels: Array
    form: ImageForm
    columns: int
    shown: int
    low: float
    high: float

    def cell_at(self, x: int, y: int) -> tuple[int, int, int] | None:
        """Return image, row and column of a pixel; None between images."""
        width, height = self.form.width + 1, self.form.height + 1
        which = (y // height) * self.columns + x // width
        row, column = y % height, x % width
        if which >= self.shown or x // width >= self.columns or row >= self.form.height or column >= self.form.width:
            return None
        return which, row, column


def make_picture(array: Array, first: int = 0) -> Picture | None:
    """Return an array as images; None if its shape does not fit, or they are too large.

    Bytes range from 0 to 255. Other values range from 0 to 1 if all do, otherwise from the least to the greatest.
    """
    form = picture_form(array.shape)
    if form is None or form.height * form.width > 1 << 24:
        return None
    stack = array.reshape(form)
    several = max(1, min(_CONTACT, form.number - first, (1 << 22) // (form.height * form.width) or 1))
    values = as_real(stack[first : first + several])
    low, high = _range(array, values)
    with np.errstate(all="ignore"):
        bytes_ = np.nan_to_num((values - low) * (255.0 / ((high - low) or 1.0)), nan=0.0).clip(0, 255).astype(np.uint8)
    columns = min(several, max(1, math.ceil(math.sqrt(several * form.height / form.width * 2.0))))
    rows = -(-several // columns)
    pixels = np.zeros((rows * (form.height + 1) - 1, columns * (form.width + 1) - 1, 4), np.uint8)
    for i in range(several):
        y, x = (i // columns) * (form.height + 1), (i % columns) * (form.width + 1)
        target = pixels[y : y + form.height, x : x + form.width]
        target[..., :3] = bytes_[i, ..., 2::-1] if form.channels >= 3 else bytes_[i]
        target[..., 3] = bytes_[i, ..., 3] if form.channels == 4 else 255
    return Picture(pixels, form, columns, several, low, high)


def _range(array: Array, values: Array) -> tuple[float, float]:
    if array.dtype.name == "uint8":
        return 0.0, 255.0
    finite = values[np.isfinite(values)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
    return (0.0, 1.0) if low >= 0.0 and high <= 1.0 else (low, high)


def cursor_text(full: Array, index: tuple[int, ...], name: str) -> str:
    value: Any = full[index]
    return f"{name} = {element_text(value)}"
