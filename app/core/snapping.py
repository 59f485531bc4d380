"""Alignment snapping of moved items, and the guides that show it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from app.core.free_space import Box
from blocks.document.data import Position

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
) -> Snap:
    """Adjust a move that nearly aligns with other blocks.

    Args:
        moved: the rectangle before the move.
        dx, dy: the mouse movement.
        reach: the largest adjustment.
        pins: pairs of a moved pin (before the move) and the pin that it is wired to: aligning these makes a straight
            wire, which takes precedence over borders.
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
    dx += best_x or 0.0
    dy += best_y or 0.0
    guides: list[Line] = []
    if best_x is not None:
        guides += _upright((x + dx, y + dy, w, h), near)
    if best_y is not None:
        guides += _level((x + dx, y + dy, w, h), near)
    return Snap(dx, dy, tuple(guides))


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
