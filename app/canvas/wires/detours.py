"""Shortest wire routes around all blocks, for the few wires that have no free simple route."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import pairwise

import numpy as np

from app.face.geometry import Point
from blocks.base.types import Array

MOST_BLOCKS = 60
"""Blocks around a wire that are looked at: time grows with the square of them."""
_MOST_STEPS = 2000
"""Positions that a search looks at, some 8 ms: only routes that are hardly better than the plain one are further."""
_STUB = 18.0
_CLEAR = 10.0
_NEAR = 2.0
_TURN = 25.0
_State = tuple[int, int, int]
"""A column and a row of the grid, and whether the route goes up and down there."""


def detour(p: Point, q: Point, rects: Array) -> list[Point] | None:
    """Return the shortest orthogonal route with few turns that passes behind no block; None if there is none.

    Args:
        p, q: the output pin and the input pin.
        rects: the surrounding blocks (left, top, right, bottom) [n, 4].
    """
    if not 0 < len(rects) <= MOST_BLOCKS:
        return None
    begin, end = (_free(p, rects, 1.0), p[1]), (_free(q, rects, -1.0), q[1])
    xs = np.unique(np.concatenate([rects[:, 0] - _CLEAR, rects[:, 2] + _CLEAR, [begin[0], end[0]]]))
    ys = np.unique(np.concatenate([rects[:, 1] - _CLEAR, rects[:, 3] + _CLEAR, [begin[1], end[1]]]))
    across = _is_free(xs, ys, rects)
    down = _is_free(ys, xs, rects[:, [1, 0, 3, 2]])
    corners = _shortest(xs, ys, across, down, begin, end)
    return None if corners is None else _straightened([p, *corners, q])


def _free(pin: Point, rects: Array, side: float) -> float:
    x, y = pin
    level = rects[(rects[:, 1] - _NEAR < y) & (rects[:, 3] + _NEAR > y)]
    gaps = level[:, 0] - x if side > 0 else x - level[:, 2]
    room = float(gaps[gaps > 0].min(initial=2 * _STUB)) / 2
    return x + side * min(_STUB, room)


def _is_free(along: Array, beside: Array, rects: Array) -> Array:
    """Return whether lines between neighbors of ``along`` touch no block, per entry of ``beside``."""
    level = (rects[:, 1] - _NEAR < beside[:, None]) & (rects[:, 3] + _NEAR > beside[:, None])
    covers = (rects[:, 0] - _NEAR < along[1:, None]) & (rects[:, 2] + _NEAR > along[:-1, None])
    free: Array = (level.astype(np.intp) @ covers.T.astype(np.intp)) == 0
    return free


def _shortest(xs: Array, ys: Array, across: Array, down: Array, begin: Point, end: Point) -> list[Point] | None:
    """Run A* on a grid; a turn costs as much as a stretch of the route."""
    columns: list[float] = xs.tolist()
    rows: list[float] = ys.tolist()
    is_free: tuple[list[list[bool]], list[list[bool]]] = (across.T.tolist(), down.T.tolist())
    to_end = [abs(x - end[0]) for x in columns], [abs(y - end[1]) for y in rows]
    start: _State = (columns.index(begin[0]), rows.index(begin[1]), 0)
    goal: _State = (columns.index(end[0]), rows.index(end[1]), 0)
    best: dict[_State, float] = {start: 0.0}
    came: dict[_State, _State] = {}
    heap: list[tuple[float, float, _State]] = [(0.0, 0.0, start)]
    for _ in range(_MOST_STEPS):
        if not heap:
            break
        _, cost, at = heappop(heap)
        if at == goal:
            route = [at]
            while at in came:
                at = came[at]
                route.append(at)
            return [(columns[i], rows[k]) for i, k, _ in reversed(route)]
        if cost > best[at]:
            continue
        i, k, upright = at
        along, index, beside = (rows, k, i) if upright else (columns, i, k)
        steps: list[tuple[_State, float]] = [((i, k, 1 - upright), _TURN)]
        for then in (index - 1, index + 1):
            if 0 <= then < len(along) and is_free[upright][min(index, then)][beside]:
                there = (i, then, 1) if upright else (then, k, 0)
                steps.append((there, abs(along[then] - along[index])))
        for there, length in steps:
            new = cost + length
            if new < best.get(there, float("inf")):
                best[there] = new
                came[there] = at
                # No route is shorter than straight there.
                heappush(heap, (new + to_end[0][there[0]] + to_end[1][there[1]], new, there))
    return None


def _straightened(route: Sequence[Point]) -> list[Point]:
    route = list(dict.fromkeys(route))  # at a turn it is at the same index twice
    kept = [route[0]]
    for (before, at), after in zip(pairwise(route), route[2:], strict=False):
        if not ((before[0] == at[0] == after[0]) or (before[1] == at[1] == after[1])):
            kept.append(at)
    return [*kept, route[-1]]
