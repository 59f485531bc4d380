"""Chart data of display blocks: images, histograms and lines computed from tensors. No painting."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from PySide6.QtGui import QColor, QImage

from blocks.base.types import Array
from blocks.run.monitoring.previews import picture_form

MOST_PIXELS = 512
"""Rows and columns of a heat map or picture; of larger ones, every second (third, ...) is shown."""
MOST_COUNTED = 1 << 18
"""Elements that a histogram looks at; of larger tensors it takes evenly spaced ones."""
PALETTES: dict[str, tuple[str, ...]] = {
    "blue-red": ("#2166ac", "#67a9cf", "#d1e5f0", "#f7f7f7", "#fddbc7", "#ef8a62", "#b2182b"),
    "viridis": ("#440154", "#443983", "#31688e", "#21918c", "#35b779", "#90d743", "#fde725"),
    "jet": ("#00007f", "#0000ff", "#007fff", "#00ffff", "#7fff7f", "#ffff00", "#ff7f00", "#ff0000", "#7f0000"),
    "grey": ("#000000", "#ffffff"),
}
CONSTANT = (150, 150, 150, 255)
"""The colour of a heat map whose elements are all equal; of no palette, since it is neither low nor high."""
_LEVELS = 256
_LEAST_SPAN = 1e-290


def as_plane(value: Array) -> Array:
    """Return a tensor as a matrix: the last axis becomes the columns, all others the rows."""
    if value.ndim == 2:
        return value
    return value.reshape(-1, value.shape[-1]) if value.ndim > 1 and value.size else value.reshape(1, -1)


def as_floats(value: Array) -> Array:
    """Return values as float64; complex values by magnitude."""
    return np.abs(value).astype(np.float64) if value.dtype.kind == "c" else value.astype(np.float64)


def finite_range(values: Array, low: float | None, high: float | None) -> tuple[float, float]:
    """Return the range to show: the given limits, otherwise those of the finite values; never empty."""
    finite = values[np.isfinite(values)]
    a = low if low is not None else float(finite.min()) if finite.size else 0.0
    b = high if high is not None else float(finite.max()) if finite.size else 1.0
    if not math.isfinite(a) or not math.isfinite(b):
        return (0.0, 1.0)
    if a > b:
        a, b = b, a
    if b / 2 - a / 2 <= max(_LEAST_SPAN, abs(a) * 1e-15):
        reach = max(abs(a) * 0.05, 1e-12) if a else 1.0
        if high is None or low is not None:
            b = a + reach
        if low is None:
            a -= reach
    return a, b


def shares(values: Array, low: float, high: float) -> Array:
    """Map values from [low, high] to [0, 1]. Halves are used because the span may overflow."""
    with np.errstate(all="ignore"):
        span = max(high / 2 - low / 2, float(np.finfo(np.float64).tiny))
        return np.clip((np.nan_to_num(values, nan=low, posinf=high, neginf=low) / 2 - low / 2) / span, 0.0, 1.0)


def palette_levels(name: str) -> Array:
    return levels_between(PALETTES.get(name, PALETTES["blue-red"]))


def levels_between(colors: Sequence[str]) -> Array:
    """Return colors and those between them as bytes [256, 4]: blue, green, red, alpha."""
    stops = [QColor(color) for color in colors]
    at, fractions = np.linspace(0.0, 1.0, len(stops)), np.linspace(0.0, 1.0, _LEVELS)
    ends = zip(*((stop.blue(), stop.green(), stop.red(), 255) for stop in stops), strict=True)
    channels = [np.interp(fractions, at, each) for each in ends]
    return np.stack(channels, axis=1).round().astype(np.uint8)


class HeatMapChart(NamedTuple):
    """A heat map from ``low`` to ``high``. ``is_constant``: all elements equal ``low``, and no limits were given."""

    image: QImage
    low: float
    high: float
    is_constant: bool = False


def heat_map(value: Array, low: float | None, high: float | None, palette: str) -> HeatMapChart:
    plane = as_floats(_thinned(as_plane(value)))
    only = float(plane.flat[0])
    if low is None and high is None and math.isfinite(only) and bool((plane == only).all()):
        return HeatMapChart(image_of(np.full((*plane.shape, 4), CONSTANT, np.uint8)), only, only, is_constant=True)
    a, b = finite_range(plane, low, high)
    pixels = palette_levels(palette)[np.round(shares(plane, a, b) * (_LEVELS - 1)).astype(np.intp)]
    pixels[np.isnan(plane)] = (110, 110, 110, 255)
    return HeatMapChart(image_of(pixels), a, b)


def scale_image(palette: str) -> QImage:
    return image_of(palette_levels(palette)[::-1].reshape(_LEVELS, 1, 4))


def image_of(pixels: Array) -> QImage:
    """Return an image of pixel rows in the order blue, green, red, alpha."""
    pixels = np.ascontiguousarray(pixels)
    height, width = pixels.shape[:2]
    return QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_ARGB32).copy()


def _thinned(plane: Array) -> Array:
    rows, columns = plane.shape[:2]
    return plane[:: max(1, -(-rows // MOST_PIXELS)), :: max(1, -(-columns // MOST_PIXELS))]


class PictureGrid(NamedTuple):
    """Several images, arranged in a grid; ``wide`` and ``high`` are the distances between them in pixels."""

    image: QImage
    number: int
    columns: int
    wide: int
    high: int


def picture(value: Array, low: float | None, high: float | None, aspect: float, across: int = 0) -> PictureGrid | None:
    """Return a tensor as an image or a grid of images, or None if its shape does not fit.

    ``low`` and ``high`` are shown as black and at full brightness. ``across`` 0: the columns that ``aspect`` suggests.
    """
    form = (1, *value.shape, 1) if value.ndim == 2 else picture_form(value.shape)
    if form is None or not value.size:
        return None
    batch = value.reshape(form)
    count, height, width, channels = batch.shape
    columns = min(count, across or max(1, round(math.sqrt(count * max(aspect, 0.05) * height / width))))
    rows = -(-count // columns)
    # A grid of more pixels than can be seen: fewer pictures, then fewer pixels of each.
    rows = min(rows, max(1, 2 * MOST_PIXELS // (height + 1)))
    columns = min(columns, max(1, 2 * MOST_PIXELS // (width + 1)))
    shown = batch[: rows * columns]
    step = max(1, -(-max(height, width) // (2 * MOST_PIXELS)))
    shown = shown[:, ::step, ::step]
    bytes_given = value.dtype == np.uint8
    numbers = as_floats(shown)
    low = 0.0 if bytes_given and low is None else low
    a, b = finite_range(numbers, low, 255.0 if bytes_given and high is None else high)
    levels = (shares(numbers, a, b) * 255).round().astype(np.uint8)
    height, width = shown.shape[1:3]
    gap = 1 if len(shown) > 1 else 0
    grid = np.zeros((rows * (height + gap) - gap, columns * (width + gap) - gap, 4), np.uint8)
    for i, each in enumerate(levels):
        y, x = (i // columns) * (height + gap), (i % columns) * (width + gap)
        cell = grid[y : y + height, x : x + width]
        cell[..., :3] = each if channels == 1 else each[..., 2::-1]
        cell[..., 3] = each[..., 3] if channels == 4 else 255
    return PictureGrid(image_of(grid), len(shown), columns, width + gap, height + gap)


class HistogramBins(NamedTuple):
    """A histogram: element counts in equal parts of a range. ``share`` is the share of all elements counted."""

    counts: Sequence[int]
    low: float
    high: float
    outside: int
    not_finite: int
    share: float


def count_bins(value: Array, bins: int, low: float | None, high: float | None) -> HistogramBins:
    flat = value.reshape(-1)
    step = max(1, -(-flat.size // MOST_COUNTED))
    numbers = as_floats(flat[::step])
    finite = numbers[np.isfinite(numbers)]
    a, b = finite_range(finite, low, high)
    inside = finite[(finite >= a) & (finite <= b)]
    indices = np.minimum((shares(inside, a, b) * bins).astype(np.intp), bins - 1)
    counts: list[int] = np.bincount(indices, minlength=bins).tolist()
    share = numbers.size / flat.size if flat.size else 1.0
    return HistogramBins(counts, a, b, finite.size - inside.size, numbers.size - finite.size, share)


def thin_line(steps: Array, values: Array, columns: int) -> tuple[Array, Array]:
    """Reduce a line to the first, least, greatest and last point of each pixel column."""
    if len(steps) <= 4 * columns:
        return steps, values
    edges = np.linspace(0, len(steps), columns + 1).astype(np.intp)[:-1]
    sizes = np.diff([*edges.tolist(), len(steps)])
    order = np.lexsort((np.nan_to_num(values), np.repeat(np.arange(columns), sizes)))
    chosen = np.unique(np.concatenate([edges, edges + sizes - 1, order[edges], order[edges + sizes - 1]]))
    return steps[chosen], values[chosen]


def ticks(low: float, high: float, most: int) -> list[float]:
    span = high - low
    if not math.isfinite(span) or span <= _LEAST_SPAN or most < 1:
        return []
    raw = span / most
    power = 10.0 ** math.floor(math.log10(raw))
    step = next((power * f for f in (1, 2, 5, 10) if power * f >= raw * 0.999), power * 10)
    first = math.ceil(low / step - 1e-9)
    candidates = [0.0 if first + i == 0 else (first + i) * step for i in range(most + 2)]
    return [value for value in candidates if value <= high + step * 1e-9]


def log_ticks(low: float, high: float, most: int) -> list[float]:
    """Return powers of ten, as their logarithms, between two logarithms; `ticks` if there are none."""
    first, last = math.ceil(low - 1e-9), math.floor(high + 1e-9)
    if last < first:
        return ticks(low, high, most)
    step = max(1, -(-(last - first + 1) // max(1, most)))
    return [float(value) for value in range(first, last + 1, step)]
