"""Resizing along one axis: the source positions and weights of each target position, forward and backward.

A tap defines one source position and its weight for each target position. Images are resized with all taps of an axis,
one axis after the other; the gradient uses the same weights.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from blocks.base.types import Array
from blocks.library.image.bilinear import neighbours, scale_of

_STEPS = 1024
"""How fine the table of bicubic weights is."""
_KEYS, _LEGACY = -0.5, -0.75
"""The slope of the bicubic kernel at distance 1, with pixel centres at the half and without."""


class FilterTap(NamedTuple):
    """A source position for each target position (in ascending order), and its weight (None: 1)."""

    indices: Array
    weight: Array | None


Taps = Callable[[int, int, bool, bool], Sequence[FilterTap]]
"""From old size, new size, align_corners and half_pixel_centers to the taps of an axis."""


def bilinear(size: int, wanted: int, align_corners: bool, half_pixel_centers: bool) -> Sequence[FilterTap]:
    lower, upper, across = neighbours(size, wanted, align_corners, half_pixel_centers)
    return FilterTap(lower, np.float32(1) - across), FilterTap(upper, across)


def nearest(size: int, wanted: int, align_corners: bool, half_pixel_centers: bool) -> Sequence[FilterTap]:
    """Return the old position of each new one: rounded down, or to nearest (halves up) with align_corners."""
    at = np.arange(wanted, dtype=np.float32)
    if half_pixel_centers:
        at += np.float32(0.5)
    at *= scale_of(size, wanted, align_corners)
    whole = np.floor(at)
    if align_corners:
        whole += at - whole >= np.float32(0.5)
    return (FilterTap(np.minimum(whole.astype(np.intp), size - 1), None),)


def bicubic(size: int, wanted: int, align_corners: bool, half_pixel_centers: bool) -> Sequence[FilterTap]:
    """Return the four neighbors of each new position, weighted by a cubic kernel.

    With half_pixel_centers, positions beyond the edges are left out and the other weights are scaled to the sum 1;
    otherwise the pixel at the edge replaces them.
    """
    scale = scale_of(size, wanted, align_corners)
    at = np.arange(wanted, dtype=np.float32)
    at = (at + np.float32(0.5)) * scale - np.float32(0.5) if half_pixel_centers else at * scale
    floor = np.floor(at)
    step = np.rint((at - floor) * np.float32(_STEPS)).astype(np.intp)
    near, far = _cubic(_KEYS if half_pixel_centers else _LEGACY)
    weights = np.stack([far[step], near[step], near[_STEPS - step], far[_STEPS - step]])
    indices = floor.astype(np.intp) + np.arange(-1, 3)[:, None]
    bounded = np.clip(indices, 0, size - 1)
    if half_pixel_centers:
        weights[indices != bounded] = 0
        weights /= weights.sum(0, dtype=np.float32)
    return [FilterTap(index, weight) for index, weight in zip(bounded, weights, strict=True)]


@cache
def _cubic(slope: float) -> tuple[Array, Array]:
    x = np.arange(_STEPS + 1) / _STEPS
    near = ((slope + 2) * x - (slope + 3)) * x * x + 1
    x += 1
    far = ((slope * x - 5 * slope) * x + 8 * slope) * x - 4 * slope
    return near.astype(np.float32), far.astype(np.float32)


TAPS: dict[str, Taps] = {"bilinear": bilinear, "bicubic": bicubic, "nearest": nearest}


def resized(x: Array, axis: int, taps: Sequence[FilterTap]) -> Array:
    first, *rest = taps
    result = _weighted(x.take(first.indices, axis), first, axis)
    for tap in rest:
        result += _weighted(x.take(tap.indices, axis), tap, axis)
    return result


def resized_back(grads: Array, axis: int, size: int, taps: Sequence[FilterTap]) -> Array:
    result = np.zeros((*grads.shape[:axis], size, *grads.shape[axis + 1 :]), grads.dtype)
    if not grads.size:
        return result
    front = (slice(None),) * axis
    for tap in taps:
        # Old positions come in ascending order, so each one's new positions lie side by side.
        starts = np.flatnonzero(np.diff(tap.indices, prepend=-1))
        values = _weighted(grads, tap, axis)
        if starts.size < tap.indices.size:
            values = np.add.reduceat(values, starts, axis)
        result[(*front, tap.indices[starts])] += values
    return result


def _weighted(values: Array, tap: FilterTap, axis: int) -> Array:
    if tap.weight is None:
        return values
    return values * tap.weight.astype(values.dtype).reshape(-1, *(1,) * (values.ndim - axis - 1))


def averaged(x: Array, axis: int, wanted: int, align_corners: bool) -> Array:
    size = x.shape[axis]
    scale = scale_of(size, wanted, align_corners and size > 1)
    indices = np.arange(wanted, dtype=np.float32)
    begin, end = indices * scale, (indices + np.float32(1)) * scale
    first = np.floor(begin).astype(np.intp)
    lengths = np.maximum(np.ceil(end).astype(np.intp) - first, 1)
    starts = np.cumsum(lengths) - lengths
    covered: Array = np.arange(int(lengths.sum())) - np.repeat(starts - first, lengths)
    begins, ends = np.repeat(begin, lengths), np.repeat(end, lengths)
    weights = np.minimum(covered + 1, ends) - np.maximum(covered, begins)
    tap = FilterTap(np.clip(covered, 0, size - 1), (weights / scale).astype(np.float32))
    return np.add.reduceat(_weighted(x.take(tap.indices, axis), tap, axis), starts, axis)
