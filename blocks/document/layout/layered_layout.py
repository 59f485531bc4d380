"""Layered automatic layout from left to right, with each block close to its neighbors.

This is Sugiyama's method. The layer of a block is the length of the longest path to it. A wire that passes through a
layer is a member of that layer. Sweeps sort each layer by the positions of its neighbors, the order with the fewest
crossings is kept, and members swap places as long as that removes crossings. Then each member moves to a position that
makes its wires straight, without overlaps, by least squares. Layers that are together much wider than a window are
broken into rows, as the lines of a text. The running time is proportional to the number of blocks
and wires.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from blocks.document.data import Position

COLUMN_GAP = 80.0
ROW_GAP = 32.0
SWEEPS = 12
MOST_BENDS = 20_000
"""Positions that are kept free for wires which pass layers; beyond that they may run behind blocks."""

_BEND_HEIGHT = 8.0
_BEND_GAP = 8.0
"""Between two wires that pass a layer side by side."""
_DEFAULT_SIZE = (100.0, 80.0)
_MOST_COUNTED = 1500
"""Wires between two layers: crossings of more are not counted, which takes the square of it."""
_MOST_SWAPPED = 400
"""Members of a part in which neighbours change places one by one, if it has not many more wires."""
_PLACINGS = 6
_MOST_STACKED = 8
_STRAIGHT = 1.0
_ASPECT = 1.8
"""Width by height of the canvas of a usual window: layers that are much wider together are broken into rows."""
_ONE_ROW, _LEAST_ROW = 1500.0, 700.0
"""Widths: layers up to the first can be read in one row, and rows are not narrower than the second."""
_CUT = 0.08
"""The cost of a wire that passes the end of a row, as that of a row that is 28 % too wide."""
_FULL, _GAIN = 1.25, 1.25
"""How much wider a row may be than the others, and how much larger rows must be seen than one row."""


class LayoutWire(NamedTuple):
    """A wire in the layout.

    Attributes:
        leaves, enters: the distances of its ends below the tops of the blocks; None: in the middle, and evenly spaced
            in the order of the wires.
    """

    source: str
    target: str
    leaves: float | None = None
    enters: float | None = None


class _Edge(NamedTuple):
    """A link between two blocks by number; its ends are heights relative to the block centers."""

    source: int
    target: int
    leaves: float
    enters: float


def layout(
    blocks: Sequence[str],
    links: Iterable[LayoutWire],
    sizes: Mapping[str, tuple[float, float]],
    *,
    stacked: bool = False,
) -> dict[str, Position]:
    """Return the position of the top left corner of each block; the layout begins at (0, 0).

    Args:
        blocks: the ids in file order, which breaks ties.
        links: the wires; those with other blocks are ignored.
        sizes: width and height of each block.
        stacked: put blocks without links in columns instead of rows.
    """
    number = {block: i for i, block in enumerate(blocks)}
    size = [sizes.get(block, _DEFAULT_SIZE) for block in blocks]
    edges = _edges(links, number, size)
    positions: dict[str, Position] = {}
    top = 0.0
    alone: list[int] = []
    parts = _parts(len(blocks), edges)
    for part, inside in zip(parts, _edges_inside(parts, edges), strict=True):
        if len(part) == 1:
            alone.append(part[0])
            continue
        result = _lay_out(part, inside, size)
        for i, (x, y) in result.items():
            positions[blocks[i]] = (x, y + top)
        top = max(y + top + size[i][1] for i, (_, y) in result.items()) + 2 * ROW_GAP
    for i, (x, y) in _grid(alone, size, stacked=stacked).items():
        positions[blocks[i]] = (x, y + top)
    return positions


def _edges(links: Iterable[LayoutWire], number: Mapping[str, int], size: Sequence[tuple[float, float]]) -> list[_Edge]:
    known = [(number[each.source], number[each.target], each) for each in links
             if each.source in number and each.target in number and each.source != each.target]  # fmt: skip
    into, seen = Counter(b for _, b, _ in known), Counter[int]()
    edges: list[_Edge] = []
    for a, b, link in known:
        seen[b] += 1
        enters = size[b][1] * seen[b] / (into[b] + 1) if link.enters is None else link.enters
        leaves = size[a][1] / 2 if link.leaves is None else link.leaves
        edges.append(_Edge(a, b, leaves - size[a][1] / 2, enters - size[b][1] / 2))
    return edges


def _edges_inside(parts: Sequence[Sequence[int]], edges: Iterable[_Edge]) -> list[list[_Edge]]:
    part_of = {i: number for number, part in enumerate(parts) for i in part}
    results: list[list[_Edge]] = [[] for _ in parts]
    for edge in edges:
        results[part_of[edge.source]].append(edge)
    return results


def _parts(count: int, edges: Iterable[_Edge]) -> list[list[int]]:
    root = list(range(count))

    def find(i: int) -> int:
        while root[i] != i:
            root[i] = root[root[i]]
            i = root[i]
        return i

    for a, b, _, _ in edges:
        a, b = find(a), find(b)
        root[max(a, b)] = min(a, b)
    parts: dict[int, list[int]] = {}
    for i in range(count):
        parts.setdefault(find(i), []).append(i)
    return list(parts.values())


def _grid(alone: Sequence[int], size: Sequence[tuple[float, float]], *, stacked: bool) -> dict[int, Position]:
    """Return positions in rows, or in columns if they are ``stacked``."""
    count = max(_MOST_STACKED if stacked else 4, round(len(alone) ** 0.5))
    gap, between = (ROW_GAP, COLUMN_GAP) if stacked else (COLUMN_GAP / 2, ROW_GAP)
    positions: dict[int, Position] = {}
    across = 0.0
    for start in range(0, len(alone), count):
        line = alone[start : start + count]
        along = 0.0
        for i in line:
            positions[i] = (across, along) if stacked else (along, across)
            along += size[i][stacked] + gap
        across += max(size[i][not stacked] for i in line) + between
    return positions


class _Joint(NamedTuple):
    """A connection of a layer's member to a neighboring layer.

    Attributes:
        member: the other end.
        port: the height of the wire's end relative to the other member's center.
        shift: this center minus the other center if the wire is straight.
    """

    member: int
    port: float
    shift: float


class _Net:
    """A connected part in layers. Bends are the members where wires pass a layer; wires of one pin share them.

    Attributes:
        layers: the members of each layer, from top to bottom.
        before, after: the joints of each member with the neighboring layers.
        y: the center of each member.
    """

    def __init__(self, part: Sequence[int], edges: Sequence[_Edge], size: Sequence[tuple[float, float]]):
        level = _levels(part, edges)
        self.layers: list[list[int]] = [[] for _ in range(max(level.values()) + 1)]
        self.height = {i: size[i][1] for i in part}
        self.before: dict[int, list[_Joint]] = {i: [] for i in part}
        self.after: dict[int, list[_Joint]] = {i: [] for i in part}
        for i in part:
            self.layers[level[i]].append(i)
        self._real, self._first_bend = len(part), max(part) + 1
        self._with_bends = sum(_bends(edges, level)) <= MOST_BENDS
        chains: dict[tuple[int, float], list[int]] = {}
        for a, b, leaves, enters in edges:
            if level[a] < level[b]:
                self._join(a, leaves, b, enters, level, chains.setdefault((a, leaves), []))
            else:  # it goes back: around both blocks
                self._join(b, 0.0, a, 0.0, level, [])
        self.y: dict[int, float] = {}
        for layer in self.layers:
            at = 0.0
            for i in layer:
                self.y[i] = at + self.height[i] / 2
                at += self.height[i] + ROW_GAP

    def _join(
        self, left: int, leaves: float, right: int, enters: float, level: Mapping[int, int], chain: list[int]
    ) -> None:
        """Connect two members through bends in the layers between them; ``chain`` has the pin's existing bends."""
        previous, port = left, leaves
        between = range(level[left] + 1, level[right]) if self._with_bends else ()
        for k, layer in enumerate(between):
            if k == len(chain):
                bend = self._first_bend + len(self.height) - self._real
                chain.append(bend)
                self.height[bend] = _BEND_HEIGHT
                self.before[bend], self.after[bend] = [], []
                self.layers[layer].append(bend)
                self._tie(previous, port, bend, 0.0)
            previous, port = chain[k], 0.0
        self._tie(previous, port, right, enters)

    def _tie(self, left: int, leaves: float, right: int, enters: float) -> None:
        self.after[left].append(_Joint(right, enters, enters - leaves))
        self.before[right].append(_Joint(left, leaves, leaves - enters))

    def is_bend(self, member: int) -> bool:
        return member >= self._first_bend

    def gap(self, above: int, below: int) -> float:
        bends = self.is_bend(above) + self.is_bend(below)
        return (ROW_GAP, ROW_GAP / 2, _BEND_GAP)[bends]

    # The order

    def sort(self, layer: list[int], sides: Sequence[Mapping[int, Sequence[_Joint]]]) -> None:
        if len(layer) == 1:  # long chains are made of these
            ends = [self.y[n] + shift for side in sides for n, _, shift in side[layer[0]]]
            if ends:
                self.y[layer[0]] = _mean(ends)
            return
        wish: dict[int, float] = {}
        for i in layer:
            ends = [self.y[n] + shift for side in sides for n, _, shift in side[i]]
            wish[i] = _mean(ends) if ends else self.y[i]
        layer.sort(key=wish.__getitem__)
        self._spread(layer, wish)

    def _spread(self, layer: Sequence[int], wish: Mapping[int, float]) -> None:
        """Set the centers closest to the wishes that keep the order and the gaps: isotonic regression."""
        shift: list[float] = []
        at = 0.0
        for k, i in enumerate(layer):
            if k:
                at += (self.height[layer[k - 1]] + self.height[i]) / 2 + self.gap(layer[k - 1], i)
            shift.append(at)
        runs: list[tuple[float, int]] = []
        for k, i in enumerate(layer):
            total, count = wish[i] - shift[k], 1
            while runs and runs[-1][0] / runs[-1][1] > total / count:
                before, number = runs.pop()
                total, count = total + before, count + number
            runs.append((total, count))
        level = [total / count for total, count in runs for _ in range(count)]
        self.y.update((i, a + b) for i, a, b in zip(layer, level, shift, strict=True))

    def crossings(self) -> int:
        y, result = self.y, 0
        for layer in self.layers[:-1]:
            ties = [(y[i] + port - shift, y[n] + port) for i in layer for n, port, shift in self.after[i]]
            if 1 < len(ties) <= _MOST_COUNTED:
                left, right = np.array(ties).T
                result += int(((left[:, None] < left) & (right[:, None] > right)).sum())
        return result

    def swap(self) -> None:
        ranks = {i: k for layer in self.layers for k, i in enumerate(layer)}

        def keys(i: int, side: Mapping[int, Sequence[_Joint]]) -> list[tuple[int, float]]:
            return [(ranks[n], port) for n, port, _ in side[i]]

        for _ in range(SWEEPS):
            swapped = False
            for layer in self.layers:
                for k in range(len(layer) - 1):
                    a, b = layer[k], layer[k + 1]
                    gain = 0
                    for side in (self.before, self.after):
                        for one in keys(a, side):
                            for other in keys(b, side):
                                gain += (one > other) - (one < other)
                    if gain > 0:
                        layer[k], layer[k + 1] = b, a
                        ranks[a], ranks[b] = k + 1, k
                        swapped = True
            if not swapped:
                break
        for layer in self.layers:
            self._spread(layer, {i: self.y[i] for i in layer})

    # The heights

    def place(self) -> None:
        """Move each member to where one of its wires is straight, keeping the order and the gaps."""
        sides = (self.before, self.after)
        for number in range(_PLACINGS):
            forward = number % 2 == 0
            for layer in self.layers if forward else reversed(self.layers):
                some = sides if number > 1 else sides[:1] if forward else sides[1:]
                self._spread(layer, {i: self._wish(i, some) for i in layer})
        for _ in range(2):
            for layer in self.layers:
                self._straighten(layer)

    def _wish(self, i: int, sides: Sequence[Mapping[int, Sequence[_Joint]]]) -> float:
        """Return the center at which the median of a member's wires is straight; a bend follows the wire's source."""
        some = sides[:1] if self.is_bend(i) else sides
        ends = sorted([self.y[n] + shift for side in some for n, _, shift in side[i]])
        return ends[(len(ends) - 1) // 2] if ends else self.y[i]

    def _straighten(self, layer: Sequence[int]) -> None:
        """Move members within their free space to where more of their wires are straight."""
        y, half = self.y, {i: self.height[i] / 2 for i in layer}
        for k, i in enumerate(layer):
            ends = [y[n] + shift for side in (self.before, self.after) for n, _, shift in side[i]]
            above, below = layer[k - 1] if k else None, layer[k + 1] if k + 1 < len(layer) else None
            low = y[above] + half[above] + half[i] + self.gap(above, i) if above is not None else -np.inf
            high = y[below] - half[below] - half[i] - self.gap(i, below) if below is not None else np.inf
            indices = [end for end in ends if low <= end <= high]
            if not indices:
                continue
            ends.sort()
            straight = {
                at: bisect_left(ends, at + _STRAIGHT) - bisect_right(ends, at - _STRAIGHT) for at in (*indices, y[i])
            }
            best = max(indices, key=lambda at: (straight[at], -abs(at - y[i])))
            if straight[best] > straight[y[i]]:
                y[i] = best


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _bends(edges: Iterable[_Edge], level: Mapping[int, int]) -> list[int]:
    longest: dict[tuple[int, float], int] = {}
    back: list[int] = []
    for a, b, leaves, _ in edges:
        passed = abs(level[b] - level[a]) - 1
        if level[a] < level[b]:
            longest[a, leaves] = max(longest.get((a, leaves), 0), passed)
        else:
            back.append(max(0, passed))
    return [*longest.values(), *back]


def _lay_out(part: Sequence[int], edges: Sequence[_Edge], size: Sequence[tuple[float, float]]) -> dict[int, Position]:
    net = _Net(part, edges, size)
    best: tuple[int, list[list[int]], dict[int, float]] | None = None
    small = max(len(net.y), len(edges) // 4) <= _MOST_SWAPPED
    for sweep in range(SWEEPS):
        if sweep % 2 == 0:
            for layer in net.layers[1:]:
                net.sort(layer, [net.before])
        else:
            for layer in reversed(net.layers[:-1]):
                net.sort(layer, [net.after])
        crossings = net.crossings()
        if crossings and small:
            net.swap()
            crossings = net.crossings()
        if best is None or crossings < best[0]:
            best = crossings, [layer[:] for layer in net.layers], dict(net.y)
        if not crossings:
            break
    assert best is not None
    _, net.layers, net.y = best
    net.place()
    members = set(part)
    layers = [real for layer in net.layers if (real := [i for i in layer if i in members])]
    columns = [
        _Column(
            max(size[i][0] for i in layer) + COLUMN_GAP,
            min(net.y[i] - size[i][1] / 2 for i in layer),
            max(net.y[i] + size[i][1] / 2 for i in layer),
        )
        for layer in layers
    ]
    levels = {i: level for level, layer in enumerate(layers) for i in layer}
    positions: dict[int, Position] = {}
    y = 0.0
    cuts = _cut_wires(edges, levels, len(layers))
    for first, last in _rows(columns, cuts):
        x, (top, height) = 0.0, _extent(columns[first:last])
        for layer, column in zip(layers[first:last], columns[first:last], strict=True):
            positions.update((i, (x, y + net.y[i] - size[i][1] / 2 - top)) for i in layer)
            x += column.width
        y += height + _row_gap(cuts[last])
    return positions


class _Column(NamedTuple):
    """A layer: its width with the gap behind it, and its upper and lower end."""

    width: float
    top: float
    bottom: float


def _cut_wires(edges: Iterable[_Edge], level: Mapping[int, int], count: int) -> list[int]:
    """Return for each layer from how many pins wires pass its left side."""
    ends: dict[tuple[int, float], tuple[int, int]] = {}
    for a, b, leaves, _ in edges:
        low, high = ends.get((a, leaves), (level[a], level[a]))
        ends[a, leaves] = (min(low, level[b]), max(high, level[b]))
    steps = [0] * (count + 1)
    for low, high in ends.values():
        steps[low + 1] += 1
        steps[high + 1] -= 1
    return list(accumulate(steps))


def _rows(columns: Sequence[_Column], cuts: Sequence[int]) -> list[tuple[int, int]]:
    """Return where rows of layers begin and end: as many rows as fill a window best, broken where few wires pass."""
    whole = sum(each.width for each in columns)
    if whole <= _ONE_ROW:
        return [(0, len(columns))]

    def size(rows: Sequence[tuple[int, int]]) -> tuple[float, float]:
        high = sum(_extent(columns[first:last])[1] + _row_gap(cuts[last]) for first, last in rows)
        return max(sum(each.width for each in columns[first:last]) for first, last in rows), _ASPECT * high

    def too_many(count: int) -> bool:
        wide, high = size(_broken(columns, cuts, whole / count))
        return high >= wide

    counts = range(1, max(2, int(whole / _LEAST_ROW)) + 1)
    first = bisect_left(counts, True, key=too_many)
    choices = [_broken(columns, cuts, whole / count) for count in counts[max(0, first - 1) : first + 1]]
    return min(choices, key=lambda rows: max(size(rows)) * (_GAIN if rows[1:] else 1.0))


def _broken(columns: Sequence[_Column], cuts: Sequence[int], width: float) -> list[tuple[int, int]]:
    """Return rows about as wide as ``width``."""
    ends = [0.0, *accumulate(each.width for each in columns)]
    rows, first = list[tuple[int, int]](), 0
    while first + 1 < len(columns) and ends[-1] - ends[first] > _FULL * width:
        begin = ends[first]
        low, high = (bisect_left(ends, begin + part * width) for part in (2 - _FULL, _FULL))
        high = max(high, first + 2)
        last = min(
            range(min(max(low, first + 1), high - 1), high),
            key=lambda last: ((ends[last] - begin) / width - 1) ** 2 + _CUT * cuts[last],
        )
        rows.append((first, last))
        first = last
    return [*rows, (first, len(columns))]


def _extent(row: Sequence[_Column]) -> tuple[float, float]:
    """Return the top and the height of a row."""
    top = min(each.top for each in row)
    return top, max(each.bottom for each in row) - top


def _row_gap(cut: int) -> float:
    return 2 * ROW_GAP + _BEND_GAP * cut


def _levels(part: Sequence[int], edges: Sequence[_Edge]) -> dict[int, int]:
    """Return the layer of each block: after all its sources, and close to them or to its users.

    The layers are computed from both ends, and the result whose wires pass fewer layers is used.
    """
    after: dict[int, list[int]] = {i: [] for i in part}
    before: dict[int, list[int]] = {i: [] for i in part}
    for a, b, _, _ in edges:
        after[a].append(b)
    order, back = _order(part, after)
    after = {i: [n for n in after[i] if (i, n) not in back] for i in part}
    for i in part:
        for n in after[i]:
            before[n].append(i)
    early, late = _distances(order, before, after), _distances(order[::-1], after, before)
    last = max(late.values())
    both = (early, {i: last - level for i, level in late.items()})
    return min(both, key=lambda level: sum(level[n] - level[i] for i in part for n in after[i]))


def _distances(
    order: Sequence[int], before: Mapping[int, Sequence[int]], after: Mapping[int, Sequence[int]]
) -> dict[int, int]:
    """Return the layer of each block; a block without sources is placed just before its nearest user."""
    level: dict[int, int] = {}
    for i in order:
        level[i] = max([level[n] + 1 for n in before[i]], default=0)
    for i in order:
        if not before[i] and after[i]:
            level[i] = min(level[n] for n in after[i]) - 1
    return level


def _order(part: Sequence[int], after: Mapping[int, Sequence[int]]) -> tuple[list[int], set[tuple[int, int]]]:
    done: list[int] = []
    state: dict[int, int] = {}
    back: set[tuple[int, int]] = set()
    for start in part:
        if start in state:
            continue
        state[start] = 1
        stack = [(start, iter(after[start]))]
        while stack:
            i, rest = stack[-1]
            for n in rest:
                if n not in state:
                    state[n] = 1
                    stack.append((n, iter(after[n])))
                    break
                if state[n] == 1:
                    back.add((i, n))
            else:
                state[i] = 2
                done.append(i)
                stack.pop()
    return done[::-1], back
