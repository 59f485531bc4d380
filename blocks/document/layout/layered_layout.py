"""Automatic layout: layers from left to right, in the order of the wires, each block close to what it is wired to.

The layers follow from the longest path to a block (Sugiyama's method). Within a layer, order and height are found
together: each block wants to lie at the mean height of its neighbours; the layer is sorted by these wishes and spread
so that nothing overlaps and the wishes are missed by least squares. Time grows with blocks and wires, not faster.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from blocks.document.data import Position, Wire

COLUMN_GAP = 80.0
ROW_GAP = 32.0
SWEEPS = 12
MOST_BENDS = 20_000
"""Places that are kept free for wires which pass layers; beyond that they may run behind blocks."""

_BEND_HEIGHT = 8.0
_DEFAULT_SIZE = (100.0, 80.0)


def layout(
    blocks: Sequence[str], wires: Iterable[Wire], sizes: Mapping[str, tuple[float, float]]
) -> dict[str, Position]:
    """The place of the top left corner for each block; the whole begins at (0, 0).

    Args:
        blocks: the ids, in file order, which decides where nothing else does.
        wires: wires of the page; those between two of the blocks count.
        sizes: width and height of each.
    """
    number = {block: i for i, block in enumerate(blocks)}
    edges: list[tuple[int, int]] = []
    for source, target in wires:
        a, b = number.get(source.block), number.get(target.block)
        if a is not None and b is not None and a != b:
            edges.append((a, b))
    size = [sizes.get(block, _DEFAULT_SIZE) for block in blocks]
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
    for i, (x, y) in _grid(alone, size).items():
        positions[blocks[i]] = (x, y + top)
    return positions


def _edges_inside(parts: Sequence[Sequence[int]], edges: Iterable[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """The edges of each connected part, in their order."""
    part_of = {i: number for number, part in enumerate(parts) for i in part}
    results: list[list[tuple[int, int]]] = [[] for _ in parts]
    for edge in edges:
        results[part_of[edge[0]]].append(edge)
    return results


def _parts(count: int, edges: Iterable[tuple[int, int]]) -> list[list[int]]:
    """The connected parts, each in file order, ordered by their first block."""
    root = list(range(count))

    def find(i: int) -> int:
        while root[i] != i:
            root[i] = root[root[i]]
            i = root[i]
        return i

    for a, b in edges:
        a, b = find(a), find(b)
        root[max(a, b)] = min(a, b)
    parts: dict[int, list[int]] = {}
    for i in range(count):
        parts.setdefault(find(i), []).append(i)
    return list(parts.values())


def _grid(alone: Sequence[int], size: Sequence[tuple[float, float]]) -> dict[int, Position]:
    """Blocks without wires, in rows."""
    per_row = max(4, round(len(alone) ** 0.5))
    positions: dict[int, Position] = {}
    y = 0.0
    for start in range(0, len(alone), per_row):
        row = alone[start : start + per_row]
        x = 0.0
        for i in row:
            positions[i] = (x, y)
            x += size[i][0] + COLUMN_GAP / 2
        y += max(size[i][1] for i in row) + ROW_GAP
    return positions


class _Net:
    """A connected part in layers; bends stand where wires pass a layer.

    Attributes:
        layers: the members of each layer, from top to bottom.
        height: of each member.
        before, after: for each member, its neighbours in the layers beside it, as (neighbour, how much higher than the
            neighbour's centre minus how much higher than its own centre the wire ends).
        y: the centre of each member.
    """

    def __init__(self, part: Sequence[int], edges: Sequence[tuple[int, int]], size: Sequence[tuple[float, float]]):
        level = _levels(part, edges)
        self.layers: list[list[int]] = [[] for _ in range(max(level.values()) + 1)]
        self.height = {i: size[i][1] for i in part}
        self.before: dict[int, list[tuple[int, float]]] = {i: [] for i in part}
        self.after: dict[int, list[tuple[int, float]]] = {i: [] for i in part}
        for i in part:
            self.layers[level[i]].append(i)
        into: dict[int, int] = {}
        for _, b in edges:
            into[b] = into.get(b, 0) + 1
        seen: dict[int, int] = {}
        bends = sum(max(0, abs(level[b] - level[a]) - 1) for a, b in edges)
        next_member = max(part) + 1
        for a, b in edges:
            seen[b] = seen.get(b, 0) + 1
            offset = self.height[b] * (seen[b] / (into[b] + 1) - 0.5)
            first, last = (a, b) if level[a] < level[b] else (b, a)
            previous = first
            for between in range(level[first] + 1, level[last]) if bends <= MOST_BENDS else ():
                self.height[next_member] = _BEND_HEIGHT
                self.before[next_member], self.after[next_member] = [], []
                self.layers[between].append(next_member)
                self._join(previous, next_member, 0.0)
                previous = next_member
                next_member += 1
            self._join(previous, last, offset if last == b else 0.0)
        self.y: dict[int, float] = {}
        for layer in self.layers:
            at = 0.0
            for i in layer:
                self.y[i] = at + self.height[i] / 2
                at += self.height[i] + ROW_GAP

    def _join(self, left: int, right: int, offset: float) -> None:
        self.after[left].append((right, offset))
        self.before[right].append((left, -offset))

    def settle(self, layer: list[int], sides: Sequence[Mapping[int, Sequence[tuple[int, float]]]]) -> None:
        """Bring a layer into order, as its members' neighbours want it."""
        if len(layer) == 1:  # long chains are made of these
            ends = [self.y[n] + offset for side in sides for n, offset in side[layer[0]]]
            if ends:
                self.y[layer[0]] = sum(ends) / len(ends)
            return
        wish: dict[int, float] = {}
        for i in layer:
            ends = [self.y[n] + offset for side in sides for n, offset in side[i]]
            wish[i] = sum(ends) / len(ends) if ends else self.y[i]
        layer.sort(key=wish.__getitem__)
        self.y.update(zip(layer, _without_overlap(layer, wish, self.height), strict=True))


def _lay_out(
    part: Sequence[int], edges: Sequence[tuple[int, int]], size: Sequence[tuple[float, float]]
) -> dict[int, Position]:
    net = _Net(part, edges, size)
    for sweep in range(SWEEPS):
        if sweep % 2 == 0:
            for layer in net.layers[1:]:
                net.settle(layer, [net.before])
        else:
            for layer in reversed(net.layers[:-1]):
                net.settle(layer, [net.after])
    for layer in net.layers:
        net.settle(layer, [net.before, net.after])
    members = set(part)
    top = min(net.y[i] - size[i][1] / 2 for i in part)
    positions: dict[int, Position] = {}
    x = 0.0
    for layer in net.layers:
        real = [i for i in layer if i in members]
        for i in real:
            positions[i] = (x, net.y[i] - size[i][1] / 2 - top)
        x += max((size[i][0] for i in real), default=0.0) + COLUMN_GAP
    return positions


def _without_overlap(layer: Sequence[int], wish: Mapping[int, float], height: Mapping[int, float]) -> list[float]:
    """The centres closest to the wishes that keep this order and the gaps: isotonic regression."""
    shift: list[float] = []
    at = 0.0
    for k, i in enumerate(layer):
        if k:
            at += (height[layer[k - 1]] + height[i]) / 2 + ROW_GAP
        shift.append(at)
    runs: list[tuple[float, int]] = []
    for k, i in enumerate(layer):
        total, count = wish[i] - shift[k], 1
        while runs and runs[-1][0] / runs[-1][1] > total / count:
            before, number = runs.pop()
            total, count = total + before, count + number
        runs.append((total, count))
    level = [total / count for total, count in runs for _ in range(count)]
    return [a + b for a, b in zip(level, shift, strict=True)]


def _levels(part: Sequence[int], edges: Sequence[tuple[int, int]]) -> dict[int, int]:
    """The layer of each block: behind all that is wired into it, as close to its users as that allows."""
    after: dict[int, list[int]] = {i: [] for i in part}
    for a, b in edges:
        after[a].append(b)
    order, back = _order(part, after)
    level = dict.fromkeys(part, 0)
    fed: set[int] = set()
    for i in order:
        for n in after[i]:
            if (i, n) not in back:
                level[n] = max(level[n], level[i] + 1)
                fed.add(n)
    for i in part:
        # A constant lies beside what uses it, not in the first column.
        users = [level[n] for n in after[i] if (i, n) not in back]
        if i not in fed and users:
            level[i] = min(users) - 1
    return level


def _order(part: Sequence[int], after: Mapping[int, Sequence[int]]) -> tuple[list[int], set[tuple[int, int]]]:
    """The blocks with sources first, and the edges that close a cycle."""
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
