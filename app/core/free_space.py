"""Free space on a canvas: the shift that keeps items from overlapping others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from blocks.base.types import Array
from blocks.document.data import Position

Box = tuple[float, float, float, float]
"""A rectangle on the canvas: left, top, width, height."""
GAP = 24.0
"""What stays free between what is placed and what was there."""
_MOST_PAIRS = 200_000
"""Where more meet, it is not looked whether they fit in between."""


def sides(boxes: Sequence[Box]) -> Array:
    """Return left, top, right and bottom of each box [n, 4]."""
    edges = np.array(boxes, float).reshape(-1, 4)
    edges[:, 2:] += edges[:, :2]
    return edges


def free_shift(moving: Sequence[Box], fixed: Array, *, sideways: bool = True) -> Position:
    """Return the shift that keeps items from overlapping fixed ones: (0, 0) if they fit in between.

    Otherwise the items move as a whole by the shortest shift along one axis.

    Args:
        moving: rectangles that keep their relative positions.
        fixed: the `sides` of rectangles that stay.
    """
    if not moving or not len(fixed):
        return (0.0, 0.0)
    each = sides(moving)
    whole = np.concatenate([each[:, :2].min(axis=0), each[:, 2:].max(axis=0)])[np.newaxis]
    low, high = _between(whole, fixed)
    meets = (low < 0) & (high > 0)
    near = fixed[meets[0].all(axis=-1)]
    if len(each) * len(near) <= _MOST_PAIRS:
        begin, end = _between(each, near)
        if not ((begin < 0) & (end > 0)).all(axis=-1).any():
            return (0.0, 0.0)
    x, y = (_shift_out(low[..., axis][meets[..., 1 - axis]], high[..., axis][meets[..., 1 - axis]]) for axis in (0, 1))
    return (x, 0.0) if sideways and abs(x) <= abs(y) else (0.0, y)


def _between(a: Array, b: Array) -> tuple[Array, Array]:
    """Return the shifts along each axis at which each of ``a`` begins and ends to meet each of ``b`` [a, b, 2]."""
    return b[:, :2] - GAP - a[:, np.newaxis, 2:], b[:, 2:] + GAP - a[:, np.newaxis, :2]


def _shift_out(low: Array, high: Array) -> float:
    """Return the number nearest to 0 that is in none of the intervals."""
    up, down = _up(low, high), _up(-high, -low)
    return up if up <= down else -down


def _up(low: Array, high: Array) -> float:
    """Return the smallest number >= 0 that is in none of the intervals."""
    at = 0.0
    order = np.argsort(low)
    for begin, end in zip(low[order].tolist(), high[order].tolist(), strict=True):
        if begin >= at:
            break
        at = max(at, end)
    return at
