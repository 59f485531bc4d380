"""What runs computed, page by page, with small views of it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from app.core.renaming import rename_key
from app.face.face import Preview
from blocks.base.dtypes import DType
from blocks.base.literal_show import text_of
from blocks.base.shapes import shape_text
from blocks.base.types import Array

HISTORY = 20_000
"""Points of a scalar that are remembered; when there are more, every other one goes."""
_ALL_POINTS = 2_000_000
MOST_ELEMENTS = 8
"""Elements of a tensor of which each has a history of its own."""
_MOST_NAMES = 256
"""Histories of a page beyond which elements have none: scalars come first."""
_TEXT_ELEMENTS = 12
_PICTURE = 96
_PIECE = 1 << 17


class Summary(NamedTuple):
    """A tensor in few words.

    Attributes:
        dtype: its element type.
        shape: its shape.
        lowest, highest, mean: of its finite elements; None if it has none, or no numbers.
        nan, infinite: how many elements are NaN, how many infinite.
    """

    dtype: DType
    shape: tuple[int, ...]
    lowest: float | None = None
    highest: float | None = None
    mean: float | None = None
    nan: int = 0
    infinite: int = 0

    @property
    def text(self) -> str:
        """The summary as a line."""
        parts = [f"{self.dtype.short} {shape_text(self.shape)}"]
        if self.lowest is not None and self.highest is not None and self.mean is not None:
            parts.append(f"{self.lowest:.4g} ... {self.highest:.4g}, mean {self.mean:.4g}")
        parts += [f"{count:,} {word}" for count, word in ((self.nan, "NaN"), (self.infinite, "infinite")) if count]
        return ", ".join(parts)


class Result(NamedTuple):
    """One result as it is shown."""

    value: Array
    summary: Summary
    preview: Preview


def summarise(value: Array, dtype: DType) -> Result:
    """Make the summary and the small view of a value. Runs in any thread; all elements are looked at."""
    if not _is_numeric(value):
        summary = Summary(dtype, value.shape)
        return Result(value, summary, Preview(_lines(value), None, _caption(dtype, value)))
    summary = _count(value, dtype)
    low, high = summary.lowest, summary.highest
    if low is None or high is None or value.size <= _TEXT_ELEMENTS:
        return Result(value, summary, Preview(_lines(value), None, _caption(dtype, value)))
    caption = f"{_caption(dtype, value)}  {low:.3g} ... {high:.3g}"
    return Result(value, summary, Preview((), heat_map(value, low, high), caption))


def _is_numeric(value: Array) -> bool:
    return value.dtype.kind in "biufc" or value.dtype.name.startswith(("bfloat", "float8", "int4", "uint4"))


def _count(value: Array, dtype: DType) -> Summary:
    """The least, the greatest and the mean, piece by piece so that little memory is taken."""
    if value.size == 1 and value.dtype.kind in "fiub":  # most results of a run of small steps
        number = float(value.item())
        if math.isfinite(number):
            return Summary(dtype, value.shape, number, number, number)
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


def _caption(dtype: DType, value: Array) -> str:
    return f"{dtype.short} {shape_text(value.shape)}"


def _lines(value: Array) -> tuple[str, ...]:
    if value.ndim == 2 and value.size and value.shape[0] <= 4:
        return tuple(text_of(row, 24) for row in value)
    return (text_of(value, 24),)


def heat_map(value: Array, low: float, high: float) -> QImage:
    """A tensor as a picture: rows and columns are its last two axes, stacked; blue is low, white middle, red high."""
    plane = value.reshape(-1, value.shape[-1]) if value.ndim > 1 else value.reshape(1, -1)
    rows, columns = plane.shape
    plane = plane[:: -(-rows // _PICTURE) or 1, :: -(-columns // _PICTURE) or 1]
    numbers = np.abs(plane) if plane.dtype.kind == "c" else plane.astype(np.float64)
    span = max(high / 2 - low / 2, np.finfo(np.float64).tiny)  # halves, since the whole may be too large for a number
    place = np.clip((np.nan_to_num(numbers, nan=low, posinf=high, neginf=low) / 2 - low / 2) / span, 0.0, 1.0)
    # From blue over white to red, as the original's contours; equal steps of lightness on both sides.
    red = np.where(place < 0.5, 40 + place * 430, 255)
    green = 255 - np.abs(place - 0.5) * 400
    blue = np.where(place > 0.5, 255 - (place - 0.5) * 430, 255)
    pixels = np.empty((*place.shape, 4), np.uint8)
    pixels[..., 0], pixels[..., 1], pixels[..., 2], pixels[..., 3] = blue, green, red, 255
    pixels = np.ascontiguousarray(pixels)
    height, width = place.shape
    return QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_RGB32).copy()


Points = Sequence[tuple[int, Mapping[str, float]]]
"""Steps, each with the values of scalars (results with one element, of any rank) after it."""


class ResultStore(QObject):
    """The latest results of each page, and the history of its scalars.

    Signals:
        changed: the results of a page are others.
    """

    changed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._results: dict[str, dict[str, Result]] = {}
        self._history: dict[str, dict[str, list[tuple[int, float]]]] = {}
        self.steps: dict[str, int] = {}

    def put(self, page: str, step: int, results: Mapping[str, Result], points: Points | None = None) -> None:
        """Take over the results of a step; those of blocks that it did not compute are gone.

        Args:
            page: the page.
            step: the number of the step.
            results: what it computed.
            points: scalars of this and earlier steps; those of the results unless given.
        """
        self._results[page] = dict(results)
        self.steps[page] = step
        for number, values in ((step, scalars(results)),) if points is None else points:
            self._remember(page, number, values)
        self.changed.emit(page)

    def show(self, page: str, results: Mapping[str, Result]) -> None:
        """Take over results that belong to no step: histories stay as they are."""
        self._results[page] = dict(results)
        self.changed.emit(page)

    def _remember(self, page: str, step: int, values: Mapping[str, float]) -> None:
        found = self._history.setdefault(page, {})
        most = max(64, min(HISTORY, _ALL_POINTS // max(1, len(values))))
        for name, value in values.items():
            points = found.setdefault(name, [])
            if points and points[-1][0] >= step:
                points.clear()
            points.append((step, value))
            if len(points) > most:
                del points[-2::-2]

    def clear(self, page: str) -> None:
        """Forget the results of a page."""
        self._results.pop(page, None)
        self._history.pop(page, None)
        self.steps.pop(page, None)
        self.changed.emit(page)

    def rename(self, old: str, new: str) -> None:
        """A page has another name."""
        rename_key(self._results, old, new)
        rename_key(self._history, old, new)
        rename_key(self.steps, old, new)
        self.changed.emit(new)

    def results(self, page: str) -> Mapping[str, Result]:
        """The results of a page by their names, ``block.result_pin``; never changed afterwards."""
        return self._results.get(page, {})

    def names(self, page: str) -> list[str]:
        """The names of the results of a page, ``block.result_pin``."""
        return list(self._results.get(page, ()))

    def get(self, page: str, name: str) -> Result | None:
        """One result."""
        return self._results.get(page, {}).get(name)

    def preview(self, page: str, name: str) -> Preview | None:
        """The small view of a result."""
        found = self.get(page, name)
        return found.preview if found is not None else None

    def history(self, page: str, name: str) -> list[tuple[int, float]]:
        """Steps and values of a scalar, oldest first."""
        return list(self._history.get(page, {}).get(name, ()))


def scalars(results: Mapping[str, Result]) -> dict[str, float]:
    """The results with one element, of any rank, and the elements of small tensors."""
    found: dict[str, float] = {}
    for name, result in results.items():
        if result.value.size == 1 and result.summary.mean is not None:
            found[name] = result.summary.mean
    add_elements(found, {name: result.value for name, result in results.items()})
    return found


def add_elements(found: dict[str, float], values: Mapping[str, Array]) -> None:
    """Add the elements of small tensors, under names such as ``h.result_y[3][0]``, as long as there is room."""
    for name, value in values.items():
        if 1 < value.size <= MOST_ELEMENTS and value.dtype.kind in "fiub":
            if len(found) + value.size > _MOST_NAMES:
                return
            for each, number in zip(element_names(name, value.shape), value.ravel().tolist(), strict=True):
                if math.isfinite(number):
                    found[each] = float(number)


@lru_cache(1024)
def element_names(name: str, shape: tuple[int, ...]) -> tuple[str, ...]:
    """What the elements of a small tensor are called in the history, row by row."""
    return tuple(name + "".join(f"[{i}]" for i in place) for place in np.ndindex(*shape))
