"""Tiles of a zoomed-out page: the block rectangles and wire lines whose centers a tile contains."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from itertools import compress
from operator import attrgetter, not_
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from shiboken6 import wrapInstance

from app.canvas.drawing.blocks import OPAQUE
from app.canvas.items import BlockItem, WireItem
from app.canvas.mirror import SceneModel
from app.canvas.wires.polylines import Routes, path_along
from app.canvas.wires.wire_paths import around, rows, touching
from app.face.gradient import STRONGEST, WEAKEST, GradientFace, Strength
from blocks.base.types import Array
from blocks.document.data import Wire

_CROWD = _COLORED = 500
"""Of more blocks in a tile only those are painted that are seen, and they have no color of their family."""

NOTHING: Array = np.empty((0, 4))

_Item = TypeVar("_Item", BlockItem, WireItem)
_Key = TypeVar("_Key", str, Wire)


class TileShare(Generic[_Item, _Key]):
    """The blocks or the wires of a tile. Every rebuild increases ``version``."""

    def __init__(self, key: Callable[[_Item], _Key]) -> None:
        self._key = key
        self.in_order: list[_Item] = []
        self._come: set[_Item] = set()
        self._gone: set[_Item] = set()
        self._named: list[_Key] | None = None
        self._keys: frozenset[_Key] | None = None
        self.bounds = QRectF()
        self.version = 0

    @property
    def named(self) -> Sequence[_Key]:
        if self._named is None:
            self._named = list(map(self._key, self.in_order))
        return self._named

    @property
    def keys(self) -> frozenset[_Key]:
        if self._keys is None:
            self._keys = frozenset(self.named)
        return self._keys

    @property
    def is_fresh(self) -> bool:
        return not (self._come or self._gone)

    @property
    def is_empty(self) -> bool:
        return len(self.in_order) + len(self._come) == len(self._gone)

    def put(self, item: _Item) -> None:
        self._come.add(item)

    def take(self, item: _Item) -> None:
        self._gone.add(item)

    def make(self, sides: Array) -> None:
        kept = self.in_order if not self._gone else [item for item in self.in_order if item not in self._gone]
        self.in_order = sorted([*kept, *self._come], key=attrgetter("index"))
        self._come, self._gone = set(), set()
        self._named = self._keys = None
        self.bounds = around(sides[[item.index for item in self.in_order]])
        self.version += 1


class VisibleParts(NamedTuple):
    """The visible parts of a tile's blocks, as in `Tile`. ``titled``: the blocks whose types no block covers."""

    sound: Array
    odd: Array
    faulty: Array
    items: Sequence[BlockItem]
    titled: Sequence[BlockItem]

    def sound_before(self, index: int, rect: QRectF) -> Array:
        indices = np.array([item.index for item in self.items[: len(self.sound)]], int)
        chosen = touching(sides_of(self.sound), rect)
        return self.sound[chosen][indices[chosen] < index]


class Tile:
    """A rectangular part of the page.

    Attributes:
        blocks, wires: items whose centers are in the tile.
        rects: left, top, width and height of the blocks, in order [n, 4].
        sound: the rectangles without problems.
        odd, faulty: the rectangles with warnings and with errors.
        colored: the rectangles of blocks by user color or family; of a crowd only those with a user color.
        is_colored: all blocks are among these.
        cover: the area that blocks hide; None for few blocks.
    """

    def __init__(self) -> None:
        self.blocks: TileShare[BlockItem, str] = TileShare(attrgetter("id"))
        self.wires: TileShare[WireItem, Wire] = TileShare(attrgetter("wire"))
        self.bounds = QRectF()
        self._routes: Routes | None = None
        self._lines: Array | None = None
        self.rects: Array = NOTHING
        self.sound: Array = NOTHING
        self.faulty: Array = NOTHING
        self.odd: Array = NOTHING
        self.colored: dict[str, Array] = {}
        self.is_colored = False
        self._painted: Sequence[BlockItem] = ()
        self.cover: Cover | None = None
        self._seen: dict[float, VisibleParts] = {}

    @property
    def sound_ids(self) -> Sequence[str]:
        if self.sound is self.rects:
            return self.blocks.named
        return [item.id for item in self.blocks.in_order if not item.badges]

    @property
    def lines(self) -> Array:
        """Return the routes of the wires as straight lines [n, 4]: x, y to x, y."""
        if self._lines is None:
            routes = self._routes or Routes(self.wires.in_order)  # who asks for parts mostly asked for parts before
            self._lines = routes.lines()
        return self._lines

    def lines_of(self, indices: Sequence[int]) -> Array:
        return self.lines if len(indices) == len(self.wires.in_order) else self._all_routes().lines(indices)

    def paths_of(self, groups: Sequence[Sequence[int]]) -> list[QPainterPath]:
        """Return a path for each group of wires. The groups must be disjoint."""
        if len(groups) < 2:
            return [path_along(self.lines_of(group)) for group in groups]
        return self._all_routes().paths(groups)

    def _all_routes(self) -> Routes:
        if self._routes is None:
            self._routes = Routes(self.wires.in_order)
        return self._routes

    def make(self, mirror: SceneModel) -> None:
        if not self.wires.is_fresh:
            self.wires.make(mirror.wire_rects)
            self._routes = self._lines = None
        if not self.blocks.is_fresh:
            self.blocks.make(mirror.rects)
            self._make_rects()
        self.bounds = (self.wires.bounds | self.blocks.bounds).adjusted(-1, -1, 1, 1)  # a single line is no area

    def _make_rects(self) -> None:
        blocks = self.blocks.in_order
        rects = np.array([item.bounds for item in blocks], float).reshape(-1, 4)
        self.rects = self.sound = rects
        self.faulty = self.odd = NOTHING
        self._painted, self.cover, self._seen = blocks, None, {}
        groups: dict[str, list[int]] = {}
        for index, item in enumerate(blocks):
            if item.block.color is not None or (item.color and len(blocks) <= _COLORED):
                groups.setdefault(item.color, []).append(index)
        self.colored = {each: rects[indices] for each, indices in groups.items()}
        self.is_colored = sum(map(len, groups.values())) == len(blocks)
        if any(item.badges for item in blocks):
            indices: tuple[list[int], list[int], list[int]] = ([], [], [])
            for index, item in enumerate(blocks):
                kinds = {badge.kind for badge in item.badges}
                indices[2 if "error" in kinds else 1 if "warning" in kinds else 0].append(index)
            self.sound, self.odd, self.faulty = [rects[some] for some in indices]
            self._painted = [blocks[index] for some in indices for index in some]
        bounds = self.blocks.bounds
        if len(blocks) > _CROWD:
            sides = self._sides()
            sides += [(0.0, 0.0, -2e9, 0.0) if item.block.muted else OPAQUE for item in self._painted]
            self.cover = Cover(sides, bounds)

    def _sides(self) -> Array:
        return sides_of(np.concatenate([self.sound, self.odd, self.faulty]))

    def seen(self, pitch: float) -> VisibleParts:
        seen = self._seen.get(pitch)
        if seen is None:
            seen = self._seen[pitch] = self._find_seen(pitch)
        return seen

    def _find_seen(self, pitch: float) -> VisibleParts:
        if self.cover is None:
            return VisibleParts(self.sound, self.odd, self.faulty, self._painted, self._painted)
        sides = self._sides()
        indices = np.flatnonzero(~self.cover.hides(sides, np.arange(1, len(sides) + 1)))
        # Of those that fall on the same pixels the last is seen.
        rounded = np.round(sides[indices] / pitch)
        order = np.lexsort((indices, *rounded.T))
        changes = (np.diff(rounded[order], axis=0) != 0).any(axis=1)
        indices = np.sort(indices[order[np.append(changes, True)]])
        odd, faulty = len(self.sound), len(self.sound) + len(self.odd)
        first, second = np.searchsorted(indices, [odd, faulty]).tolist()
        kept = indices[:first], indices[first:second] - odd, indices[second:] - faulty
        rects = [rows[some] for rows, some in zip((self.sound, self.odd, self.faulty), kept, strict=True)]
        kept_indices: list[int] = indices.tolist()
        items = [self._painted[index] for index in kept_indices]
        left, top, right, bottom = sides[indices].T
        title = np.array([0.75 * left + 0.25 * right, 0.75 * top + 0.25 * bottom] * 2).T
        hidden = self.cover.hides(title, indices + 1).tolist()
        seen = [item for item, is_hidden in zip(items, hidden, strict=True) if not is_hidden]
        return VisibleParts(rects[0], rects[1], rects[2], items, seen)


class Uncovered(NamedTuple):
    """The visible parts of a tile when something else is painted over the page."""

    lines: Array
    rects: Array


def sides_of(rects: Array) -> Array:
    return np.concatenate([rects[:, :2], rects[:, :2] + rects[:, 2:]], axis=1)


_CELLS = 160
"""Columns and rows of the grid: a block at 100 % is some ten cells wide."""


class Cover:
    """Opaque rectangles [n, 4] in painting order: left, top, right, bottom. All beyond ``area`` counts as hidden."""

    def __init__(self, opaque: Array, area: QRectF) -> None:
        self._area: Array = rows([area])[0]
        self._corner = self._area[:2]
        self._cell = np.maximum(self._area[2:] - self._corner, 1.0) / _CELLS
        self._above = self._uppermost(opaque)

    def hides(self, sides: Array, above: Array | int) -> Array:
        """Return which rectangles, clipped to the area, are covered by opaque ones with an index >= ``above``."""
        first = np.floor(self._scaled(sides[:, :2])).astype(int)
        last = np.maximum(np.ceil(self._scaled(sides[:, 2:])).astype(int) - 1, first)  # a line lies in cells too
        hidden = np.ones(len(sides), bool)
        known = {(0, 0): self._above}
        least = np.broadcast_to(above, len(sides))
        for (across, down), some, indices in _windows(np.maximum(first, 0), np.minimum(last, _CELLS - 1)):
            hidden[some] = (_lowest(known, across, down).ravel()[indices] >= least[some, None]).all(axis=1)
        return hidden

    def hides_whole(self, sides: Array) -> Array:
        area = self._area
        inside = np.concatenate([sides[:, :2] >= area[:2], sides[:, 2:] <= area[2:]], axis=1)
        hidden = np.asarray(inside.all(axis=1))
        hidden[hidden] = self.hides(sides[hidden], 0)
        return hidden

    def _scaled(self, corners: Array) -> Array:
        return (corners - self._corner) / self._cell

    def _uppermost(self, opaque: Array) -> Array:
        """Return the index of the last rectangle that covers each whole cell; -1 if there is none."""
        uppermost = np.full((_CELLS, _CELLS), -1, np.int32)
        first = np.maximum(np.ceil(self._scaled(opaque[:, :2])), 0).astype(int)
        last = np.minimum(np.floor(self._scaled(opaque[:, 2:])) - 1, _CELLS - 1).astype(int)
        for (across, down), some, indices in _windows(first, last):
            covered = np.full((_CELLS, _CELLS), -1, np.int32)
            covered.ravel()[indices.ravel()] = np.repeat(some, indices.shape[1])  # of several at an index the last one
            for step in [1 << k for k in range(across)]:
                covered[:, step:] = np.maximum(covered[:, step:], covered[:, :-step])
            for step in [1 << k for k in range(down)]:
                covered[step:] = np.maximum(covered[step:], covered[:-step])
            np.maximum(uppermost, covered, out=uppermost)
        return uppermost


def _lowest(known: dict[tuple[int, int], Array], across: int, down: int) -> Array:
    """Return the minima of windows of ``2 ** across`` by ``2 ** down`` cells; ``known`` has those of single cells."""
    lowest = known.get((across, down))
    if lowest is None:
        if across:
            step, smaller = 1 << across - 1, _lowest(known, across - 1, down)
            lowest = smaller.copy()
            np.minimum(smaller[:, :-step], smaller[:, step:], out=lowest[:, :-step])
        else:
            step, smaller = 1 << down - 1, _lowest(known, across, down - 1)
            lowest = smaller.copy()
            np.minimum(smaller[:-step], smaller[step:], out=lowest[:-step])
        known[across, down] = lowest
    return lowest


def _windows(first: Array, last: Array) -> list[tuple[tuple[int, int], Array, Array]]:
    """Cover each range of cells by four windows whose sides are powers of two, grouped by window size.

    Args:
        first, last: the first and last column and row of each range [n, 2]; empty ranges are left out.

    Returns:
        Per size: its exponents, the indices of the ranges, and the first cell of each window [ranges, 4].
    """
    filled = np.flatnonzero((first <= last).all(axis=1))
    first, last = first[filled], last[filled]
    sizes = np.log2(last - first + 1).astype(int)
    ends = last - (1 << sizes) + 1
    windows: list[tuple[tuple[int, int], Array, Array]] = []
    kinds = sizes[:, 0] * 16 + sizes[:, 1]
    for kind in np.unique(kinds).tolist():
        some = np.flatnonzero(kinds == kind)
        (x, y), (u, v) = first[some].T, ends[some].T
        indices = np.stack([y * _CELLS + x, y * _CELLS + u, v * _CELLS + x, v * _CELLS + u], axis=1)
        windows.append((divmod(kind, 16), filled[some], indices))
    return windows


_Carrier = TypeVar("_Carrier", Wire, str)


class _Carrying(Generic[_Carrier]):
    """The gradient strengths of wires or blocks, grouped per tile mostly by set operations."""

    def __init__(self, strengths: Mapping[_Carrier, Strength]) -> None:
        self._strengths = strengths
        self._rounded: dict[int, Strength] = {}

    @cached_property
    def _keys(self) -> set[_Carrier]:
        return set(self._strengths)

    @cached_property
    def _everywhere(self) -> Strength | None:
        first = next(iter(self._strengths.values()), None)
        return first if len(set(map(id, self._strengths.values()))) == 1 else None

    def grouped(
        self, keys: frozenset[_Carrier], in_order: Sequence[_Carrier]
    ) -> tuple[Mapping[Strength, Sequence[int]], Sequence[int]]:
        items = range(len(in_order))
        if keys.isdisjoint(self._keys):
            return {}, items
        if self._everywhere is not None:
            missing = keys - self._keys
            if not missing:
                return {_rounded(self._everywhere): items}, ()
            if len(keys) == len(items):  # else wires are there twice
                # By what they are, and not by what they say, from which it takes long to find a wire.
                gone = set(map(id, missing))
                carry = [id(key) not in gone for key in in_order]
                return {_rounded(self._everywhere): [*compress(items, carry)]}, [*compress(items, map(not_, carry))]
        groups: dict[Strength, list[int]] = {}
        rest: list[int] = []
        strengths, near = self._strengths, self._rounded
        for key, item in zip(in_order, items, strict=True):
            strength = strengths.get(key)
            if strength is None:
                rest.append(item)
                continue
            step = near.get(id(strength))  # all wires from a pin have the same one
            if step is None:
                step = near[id(strength)] = _rounded(strength)
            groups.setdefault(step, []).append(item)
        return groups, rest


class _Part:
    """The painted content of a tile. ``wires`` and ``blocks`` are the tile versions for which it is valid."""

    def __init__(self) -> None:
        self.wires = self.blocks = -1
        self.lines: Mapping[Strength, QPainterPath] = {}
        self.rects: Mapping[Strength, Array] = {}
        self.rest = Uncovered(np.empty((0, 4)), np.empty((0, 4)))

    def make_lines(self, tile: Tile, carrying: _Carrying[Wire], *, exact: bool) -> None:
        """Rebuild the paths of wires. Unless ``exact``, the rest keeps all lines if any wire has no gradient."""
        groups, rest = carrying.grouped(tile.wires.keys, tile.wires.named)
        self.lines = dict(zip(groups, tile.paths_of([*groups.values()]), strict=True))
        self.rest = self.rest._replace(lines=tile.lines_of(rest) if exact or not rest else tile.lines)
        self.wires = tile.wires.version

    def make_rects(self, tile: Tile, carrying: _Carrying[str]) -> None:
        groups, rest = carrying.grouped(tile.blocks.keys, tile.blocks.named)
        self.rects = {strength: _at(tile.rects, indices) for strength, indices in groups.items()}
        if len(tile.sound) < len(tile.rects):
            sound = tile.sound_ids
            _, rest = carrying.grouped(frozenset(sound), sound)
        self.rest = self.rest._replace(rects=_at(tile.sound, rest))
        self.blocks = tile.blocks.version


class FarGradient:
    def __init__(self) -> None:
        self._parts: dict[Tile, _Part] = {}
        self._wires: set[Wire] = set()
        self._blocks: set[str] = set()

    def forget(self) -> None:
        self._parts = {}

    def change(self, wires: Collection[Wire], blocks: Collection[str]) -> None:
        self._wires.update(wires)
        self._blocks.update(blocks)

    def uncovered(self, face: GradientFace, tiles: Collection[Tile], *, exact: bool) -> Mapping[Tile, Uncovered]:
        """Return the parts of tiles that the gradient leaves visible. Must be called before `paint`.

        Args:
            exact: leave out all wires with a gradient. Otherwise some may stay: the gradient's lines, which are as
                thin, hide them, and they need no path of their own.
        """
        self._parts = {tile: self._parts.get(tile) or _Part() for tile in tiles}
        wires, blocks = _Carrying(face.wires), _Carrying(face.blocks)
        for tile, part in self._parts.items():
            if part.wires != tile.wires.version or not tile.wires.keys.isdisjoint(self._wires):
                part.make_lines(tile, wires, exact=exact)
            if part.blocks != tile.blocks.version or not tile.blocks.keys.isdisjoint(self._blocks):
                part.make_rects(tile, blocks)
        self._wires.clear()
        self._blocks.clear()
        return {tile: part.rest for tile, part in self._parts.items()}

    def paint(
        self, painter: QPainter, rect: QRectF, widest: float, pen_of: Callable[[Strength, bool], QPen], fill: QColor
    ) -> None:
        """Paint the gradient. ``widest`` is the largest distance of painted pixels from wires and blocks."""
        near = rect.adjusted(-widest, -widest, widest, widest)
        seen = [part for tile, part in self._parts.items() if tile.bounds.intersects(near)]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for part in seen:
            for strength, path in part.lines.items():
                painter.setPen(pen_of(strength, False))
                painter.drawPath(path)
        painter.setBrush(fill)
        for part in seen:
            for strength, rects in part.rects.items():
                painter.setPen(pen_of(strength, True))
                draw_rects(painter, rects)
        painter.setBrush(Qt.BrushStyle.NoBrush)


def _at(rects: Array, indices: Sequence[int]) -> Array:
    """Return rows at indices; the array itself, not a copy, if these are all rows."""
    return rects if len(indices) == len(rects) else rects[np.array(indices, int)]


def _rounded(strength: Strength) -> Strength:
    if strength.log10 is None:
        return strength
    return _STEPS[round(2 * (min(STRONGEST, max(WEAKEST, strength.log10)) - WEAKEST))]


_STEPS = [Strength(WEAKEST + step / 2, "number") for step in range(round(2 * (STRONGEST - WEAKEST)) + 1)]


def draw_lines(painter: QPainter, lines: Array) -> None:
    """Paint straight lines [n, 4], each as (x, y, x, y)."""
    lines = np.ascontiguousarray(lines, float)  # as Qt has them in memory; it is there until they are painted
    if len(lines):
        first: Any = wrapInstance(lines.ctypes.data, QLineF)
        painter.drawLines(first, len(lines))


def draw_rects(painter: QPainter, rects: Array) -> None:
    """Paint rectangles [n, 4], each as (left, top, width, height)."""
    rects = np.ascontiguousarray(rects, float)
    if len(rects):
        first: Any = wrapInstance(rects.ctypes.data, QRectF)
        painter.drawRects(first, len(rects))
