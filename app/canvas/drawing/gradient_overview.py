"""The gradient of a zoomed-out page: straight lines instead of rounded paths, outlined blocks without names.

It is cached per tile (`overview`), so that an edit only rebuilds a few small paths. Gradient strengths are rounded to a
few levels, so that thousands of wires form a few paths.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from itertools import compress
from operator import not_
from typing import Any, Generic, TypeVar

import numpy as np
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from shiboken6 import wrapInstance

from app.canvas.drawing.tiles import Tile, Uncovered
from app.face.gradient import STRONGEST, WEAKEST, GradientFace, Strength
from blocks.base.types import Array
from blocks.document.data import Wire

_Key = TypeVar("_Key", Wire, str)


class _Carrying(Generic[_Key]):
    """The gradient strengths of wires or blocks, grouped per tile mostly by set operations."""

    def __init__(self, strengths: Mapping[_Key, Strength]) -> None:
        self._strengths = strengths
        self._rounded: dict[int, Strength] = {}

    @cached_property
    def _keys(self) -> set[_Key]:
        return set(self._strengths)

    @cached_property
    def _everywhere(self) -> Strength | None:
        first = next(iter(self._strengths.values()), None)
        return first if len(set(map(id, self._strengths.values()))) == 1 else None

    def grouped(
        self, keys: frozenset[_Key], in_order: Sequence[_Key]
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
    """The painted content of a tile.

    Attributes:
        wires, blocks: the tile versions for which the content is valid.
        lines, rects: wires and blocks with a gradient, by strength.
    """

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
        self,
        painter: QPainter,
        rect: QRectF,
        widest: float,
        pen_of: Callable[[Strength, bool], QPen],
        fill: QColor,
    ) -> None:
        """Paint the gradient.

        Args:
            widest: the largest distance of painted pixels from wires and blocks.
        """
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
