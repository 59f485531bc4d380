"""Free space on a canvas: the shift that keeps items from overlapping others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

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


SNAP = 10.0
"""The distance of the lines that moved blocks snap to; every other one is painted."""
Line = tuple[float, float, float, float]
"""From x, y to x, y."""


class Snap(NamedTuple):
    """A snapped move: the adjusted distance, and the guides to show."""

    dx: float
    dy: float
    guides: tuple[Line, ...] = ()


def snap(
    moved: Box,
    dx: float,
    dy: float,
    others: Iterable[Box],
    reach: float,
    pins: Sequence[tuple[Position, Position]] = (),
    grid: bool = False,
) -> Snap:
    """Adjust a move that nearly aligns with other blocks.

    Args:
        moved: the rectangle before the move.
        dx, dy: the mouse movement.
        pins: pairs of a moved pin (before the move) and the pin that it is wired to: aligning these makes a straight
            wire, which takes precedence over borders.
        grid: whether a corner that aligns with nothing else snaps to the grid.
    """
    x, y, w, h = moved
    near = list(others)
    best_x = _nearest([(x + dx, o[0]) for o in near] + [(x + w + dx, o[0] + o[2]) for o in near], reach)
    if best_x is None:
        best_x = _nearest([(x + w / 2 + dx, o[0] + o[2] / 2) for o in near], reach)
    best_y = _nearest([(a[1] + dy, b[1]) for a, b in pins], reach)
    if best_y is None:
        best_y = _nearest([(y + dy, o[1]) for o in near] + [(y + h + dy, o[1] + o[3]) for o in near], reach)
    if best_y is None:
        best_y = _nearest([(y + h / 2 + dy, o[1] + o[3] / 2) for o in near], reach)
    dx += _to_grid(x + dx, grid) if best_x is None else best_x
    dy += _to_grid(y + dy, grid) if best_y is None else best_y
    guides: list[Line] = []
    if best_x is not None:
        guides += _upright((x + dx, y + dy, w, h), near)
    if best_y is not None:
        guides += _level((x + dx, y + dy, w, h), near)
    return Snap(dx, dy, tuple(guides))


def _to_grid(at: float, grid: bool) -> float:
    return round(at / SNAP) * SNAP - at if grid else 0.0


def _nearest(pairs: Iterable[tuple[float, float]], reach: float) -> float | None:
    shifts = [there - here for here, there in pairs if abs(there - here) <= reach]
    return min(shifts, key=abs) if shifts else None


def _upright(box: Box, others: Sequence[Box]) -> list[Line]:
    x, y, w, h = box
    lines: dict[float, tuple[float, float]] = {}
    for a, b, c, d in others:
        for mine, theirs in ((x, a), (x + w, a + c), (x + w / 2, a + c / 2)):
            if abs(mine - theirs) < 0.5:
                top, bottom = lines.get(theirs, (y, y + h))
                lines[theirs] = (min(top, b), max(bottom, b + d))
    return [(at, top, at, bottom) for at, (top, bottom) in list(lines.items())[:3]]


def _level(box: Box, others: Sequence[Box]) -> list[Line]:
    x, y, w, h = box
    turned = _upright((y, x, h, w), [(b, a, d, c) for a, b, c, d in others])
    return [(y1, x1, y2, x2) for x1, y1, x2, y2 in turned]
