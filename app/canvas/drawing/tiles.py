"""Tiles of a zoomed-out page: the block rectangles and wire lines whose centers a tile contains."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath

from app.canvas.drawing.blocks import OPAQUE
from app.canvas.drawing.occlusion import Cover
from app.canvas.items import BlockItem, WireItem
from app.canvas.mirror import Mirror
from app.canvas.wires.polylines import Routes, path_along
from app.canvas.wires.rects import around, touching
from blocks.base.types import Array
from blocks.document.data import Wire

_CROWD = 500
"""Of more blocks in a tile only those are painted that are seen."""

NOTHING: Array = np.empty((0, 4))

_Item = TypeVar("_Item", BlockItem, WireItem)
_Key = TypeVar("_Key", str, Wire)


class Share(Generic[_Item, _Key]):
    """The blocks or the wires of a tile.

    Args:
        key: returns the document's key of an item: a block id or a wire.

    Attributes:
        in_order: the items in file order.
        version: increased at every rebuild.
    """

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


class Seen(NamedTuple):
    """The visible parts of a tile's blocks.

    Attributes:
        sound, odd, faulty: rectangles, as in `Tile`.
        titled: the blocks whose types are not covered by other blocks.
    """

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
        colored: the rectangles of blocks with a user color, by color.
        cover: the area that blocks hide; None for few blocks.
    """

    def __init__(self) -> None:
        self.blocks: Share[BlockItem, str] = Share(attrgetter("id"))
        self.wires: Share[WireItem, Wire] = Share(attrgetter("wire"))
        self.bounds = QRectF()
        self._routes: Routes | None = None
        self._lines: Array | None = None
        self.rects: Array = NOTHING
        self.sound: Array = NOTHING
        self.faulty: Array = NOTHING
        self.odd: Array = NOTHING
        self.colored: dict[str, Array] = {}
        self._painted: Sequence[BlockItem] = ()
        self.cover: Cover | None = None
        self._seen: dict[float, Seen] = {}

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

    def make(self, mirror: Mirror) -> None:
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
        given = {color for item in blocks if (color := item.block.color) is not None}
        self.colored = {each: rects[[item.block.color == each for item in blocks]] for each in given}
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

    def seen(self, pitch: float) -> Seen:
        seen = self._seen.get(pitch)
        if seen is None:
            seen = self._seen[pitch] = self._find_seen(pitch)
        return seen

    def _find_seen(self, pitch: float) -> Seen:
        if self.cover is None:
            return Seen(self.sound, self.odd, self.faulty, self._painted, self._painted)
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
        return Seen(
            rects[0],
            rects[1],
            rects[2],
            items,
            [item for item, is_hidden in zip(items, hidden, strict=True) if not is_hidden],
        )


class Uncovered(NamedTuple):
    """The visible parts of a tile when something else is painted over the page.

    Attributes:
        lines: the routes of wires.
        rects: blocks without problems.
    """

    lines: Array
    rects: Array


def sides_of(rects: Array) -> Array:
    return np.concatenate([rects[:, :2], rects[:, :2] + rects[:, 2:]], axis=1)
