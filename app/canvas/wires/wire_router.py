"""Wire routes around blocks: the default route if it is free, otherwise the one that crosses the fewest blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import Protocol

import numpy as np

from app.face.geometry import Point, route_wire
from blocks.base.types import Array

MOST_BLOCKS = 3000
"""On larger pages wires go the plain route: there the eye follows no single wire, and finding routes takes time."""
MOST_HIDDEN = 200
"""A wire that passes behind more blocks, in a heap of them, goes the plain route: none is free."""
_MOST_COLUMNS = 24
_TOGETHER = 64
"""So many routes are compared with the blocks around them in one go."""
_STUB = 18.0
_CLEAR = 14.0
_HIDDEN = 400.0
_BEND = 25.0
_AROUND = 150.0


def minds_blocks(rects: Array) -> bool:
    return 0 < len(rects) <= MOST_BLOCKS


def find_route(
    p: Point, q: Point, lane: int, under: float | None, rects: Array, *, thorough: bool = False
) -> list[Point]:
    """Return an orthogonal route from an output pin to an input pin.

    Args:
        lane: separates wires that would overlap.
        under: for a backward wire, the height at which it passes its own blocks.
        rects: the blocks (left, top, right, bottom) [n, 4].
        thorough: search all routes if every simple one passes behind a block.
    """
    plain = route_wire(p, q, "orthogonal", lane, under)
    if not minds_blocks(rects):
        return plain
    near = _near(plain, rects)
    hidden = times_hidden(plain, near)
    if not hidden or hidden > MOST_HIDDEN:
        return plain
    best, least = plain, _cost(plain, hidden)
    for route in _others(p, q, lane, near):
        cost = _cost(route, 0)
        if cost < least:
            # The route may leave the surroundings of the plain one.
            cost = _cost(route, times_hidden(route, _near(route, rects)))
            if cost < least:
                best, least = route, cost
    if thorough and times_hidden(best, _near(best, rects)):
        bent = detour(p, q, _near([(x + dx, y + dx) for x, y in plain for dx in (-_AROUND, _AROUND)], rects))
        if bent is not None and not times_hidden(bent, _near(bent, rects)):
            return bent
    return best


def behind_blocks(routes: Sequence[Sequence[Point]], rects: Array) -> list[int]:
    if not minds_blocks(rects):
        return []
    # Those side by side have the same few blocks around them.
    indices = sorted([i for i, route in enumerate(routes) if route], key=lambda i: min(y for _, y in routes[i]))
    hidden: list[int] = []
    for begin in range(0, len(indices), _TOGETHER):
        some = indices[begin : begin + _TOGETHER]
        corners = np.array([corner for i in some for corner in routes[i]], float)
        route = np.repeat(np.arange(len(some)), [len(routes[i]) for i in some])
        begins = np.flatnonzero(np.diff(route, prepend=-1))
        low, high = np.minimum.reduceat(corners, begins), np.maximum.reduceat(corners, begins)
        around = rects[(rects[:, 1] < corners[:, 1].max() + 1) & (rects[:, 3] > corners[:, 1].min() - 1)]
        inner = route[1:] == route[:-1]
        lines = route[:-1][inner]
        left, right = low[lines][:, None, :], high[lines][:, None, :]
        near = (
            (around[:, 0] < right[..., 0])
            & (around[:, 2] > left[..., 0])
            & (around[:, 1] < right[..., 1] + 1)
            & (around[:, 3] > left[..., 1] - 1)
        )
        crossed = near & _crossed(corners[:-1][inner], corners[1:][inner], lines, around)
        hidden += [some[i] for i in set(lines[crossed.any(axis=1)].tolist())]
    return sorted(hidden)


class Rect(Protocol):
    def top(self) -> float: ...

    def bottom(self) -> float: ...


def passage(a: Rect, b: Rect) -> float:
    if a.bottom() + 12 < b.top():
        return (a.bottom() + b.top()) / 2
    if b.bottom() + 12 < a.top():
        return (b.bottom() + a.top()) / 2
    return max(a.bottom(), b.bottom()) + 22


def _near(route: Sequence[Point], rects: Array) -> Array:
    xs, ys = [x for x, _ in route], [y for _, y in route]
    across = (rects[:, 0] < max(xs)) & (rects[:, 2] > min(xs))
    return rects[across & (rects[:, 1] < max(ys) + 1) & (rects[:, 3] > min(ys) - 1)]


def _others(p: Point, q: Point, lane: int, near: Array) -> Iterator[list[Point]]:
    (x, y), (u, v) = p, q
    shift = 5.0 * (lane % 4)
    out, back = x + _STUB + shift, u - _STUB - shift
    if back > out:
        yield [p, (out, y), (out, v), q]
        # Between two columns of blocks.
        columns = {round(float(left)) for left in near[:, 0].tolist()}
        for column in sorted(columns, key=lambda column: abs(column - (x + u) / 2))[:_MOST_COLUMNS]:
            middle = column - 22.0 - shift
            if out < middle < back:
                yield [p, (middle, y), (middle, v), q]
    levels = {float(level) - _CLEAR - shift for level in near[:, 1].tolist()}
    levels |= {float(level) + _CLEAR + shift for level in near[:, 3].tolist()}
    centre = (y + v) / 2
    for level in sorted(levels, key=lambda level: abs(level - centre))[:8]:
        yield [p, (out, y), (out, level), (back, level), (back, v), q]


def _cost(route: Sequence[Point], hidden: int) -> float:
    length = sum(abs(c - a) + abs(d - b) for (a, b), (c, d) in pairwise(route))
    return length + _HIDDEN * hidden + _BEND * len(route)


def times_hidden(route: Sequence[Point], rects: Array) -> int:
    """Count how often a route passes behind blocks, not counting its ends inside their own blocks."""
    if not len(rects):
        return 0
    corners = np.array(route, float)
    return int(_crossed(corners[:-1], corners[1:], np.zeros(len(corners) - 1, int), rects).sum())


def _crossed(begins: Array, ends: Array, route: Array, rects: Array) -> Array:
    """Return which lines pass behind which blocks; ``route`` is the route number of each line."""
    first, last = begins.copy(), ends.copy()
    turns = route[1:] != route[:-1]
    starts = np.concatenate([[True], turns])
    first[starts, 0] += 4.0
    # One that leaves its block at the lower border is beside it for two lines, where its own result may hang.
    down = np.flatnonzero(starts & (begins[:, 0] == ends[:, 0]))
    first[np.concatenate([down, down + 1])] = np.nan
    last[np.concatenate([turns, [True]]), 0] -= 16.0
    low, high = np.minimum(first, last), np.maximum(first, last)
    crossed: Array = (
        (rects[None, :, 0] < high[:, None, 0] + 2)
        & (rects[None, :, 2] > low[:, None, 0] - 2)
        & (rects[None, :, 1] < high[:, None, 1] + 2)
        & (rects[None, :, 3] > low[:, None, 1] - 2)
    )
    return crossed


def crosses(route: Sequence[Point], cut: Sequence[Point]) -> bool:
    return any(
        _turn(a, b, c) != _turn(a, b, d) and _turn(c, d, a) != _turn(c, d, b)
        for a, b in pairwise(route)
        for c, d in pairwise(cut)
    )


def _turn(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])


_MOST_AROUND = 60
"""Blocks around a wire that are looked at: time grows with the square of them."""
_MOST_STEPS = 2000
"""Positions that a search looks at, some 8 ms: only routes that are hardly better than the plain one are further."""
_DETOUR_ROOM = 10.0
_NEAR = 2.0
_TURN = 25.0
_State = tuple[int, int, int]
"""A column and a row of the grid, and whether the route goes up and down there."""


def detour(p: Point, q: Point, rects: Array) -> list[Point] | None:
    """Return the shortest orthogonal route with few turns that passes behind no block; None if there is none."""
    if not 0 < len(rects) <= _MOST_AROUND:
        return None
    begin, end = (_free(p, rects, 1.0), p[1]), (_free(q, rects, -1.0), q[1])
    xs = np.unique(np.concatenate([rects[:, 0] - _DETOUR_ROOM, rects[:, 2] + _DETOUR_ROOM, [begin[0], end[0]]]))
    ys = np.unique(np.concatenate([rects[:, 1] - _DETOUR_ROOM, rects[:, 3] + _DETOUR_ROOM, [begin[1], end[1]]]))
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
