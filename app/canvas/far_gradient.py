"""The gradient as it is seen from afar: lines instead of ways with round corners, outlined blocks without names.

It is kept tile by tile (`overview`), so that an edit costs the making of a few small paths. Strengths are brought to a
few steps, so that thousands of wires are a few paths.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TypeVar

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from app.canvas.items import WireItem
from app.canvas.overview import Tile, Uncovered
from app.canvas.polylines import polylines
from app.face.gradient import STRONGEST, WEAKEST, GradientFace, Strength
from blocks.diagram.data import Wire

_Key = TypeVar("_Key", Wire, str)
_Item = TypeVar("_Item", WireItem, QRectF)


class _Part:
    """What is painted of a tile.

    Attributes:
        version: of the tile, for which it holds.
        lines, rects: wires and blocks that carry the gradient, by how strong it is there.
        rest: the others.
    """

    def __init__(self, tile: Tile, face: GradientFace) -> None:
        self.version = tile.version
        wires = tile.in_order
        by_strength, rest = _grouped(face.wires, [item.wire for item in wires], wires)
        self.lines = {strength: _path(tile, some) for strength, some in by_strength.items()}
        self.rects, _ = _grouped(face.blocks, tile.rects, list(tile.rects.values()))
        sound = [rect for block, rect in tile.sound.items() if block not in face.blocks]
        self.rest = Uncovered(_path(tile, rest), sound)


def _grouped(
    strengths: Mapping[_Key, Strength], keys: Iterable[_Key], items: Sequence[_Item]
) -> tuple[dict[Strength, Sequence[_Item]], Sequence[_Item]]:
    """Wires or blocks by how strong a gradient they carry, and those that carry none."""
    found = [strengths.get(key) for key in keys]
    groups: dict[Strength | None, Sequence[_Item]] = {}
    if found and found.count(found[0]) == len(found):
        groups[_rounded(found[0])] = items
    else:
        lists: dict[Strength | None, list[_Item]] = {}
        for strength, item in zip(found, items, strict=True):
            lists.setdefault(_rounded(strength), []).append(item)
        groups.update(lists)
    rest = groups.pop(None, ())
    return {strength: some for strength, some in groups.items() if strength is not None}, rest


def _path(tile: Tile, wires: Sequence[WireItem]) -> QPainterPath:
    """The ways of some wires of a tile."""
    return tile.path if len(wires) == len(tile.in_order) else polylines(wires)


class FarGradient:
    """Paints a gradient over a page that is seen from afar; made again only where it looks different."""

    def __init__(self) -> None:
        self._parts: dict[Tile, _Part] = {}
        self._wires: set[Wire] = set()
        self._blocks: set[str] = set()

    def forget(self) -> None:
        """It may look different anywhere."""
        self._parts = {}

    def change(self, wires: Collection[Wire], blocks: Collection[str]) -> None:
        """It looks different at these wires and blocks."""
        self._wires.update(wires)
        self._blocks.update(blocks)

    def uncovered(self, face: GradientFace, tiles: Collection[Tile]) -> Mapping[Tile, Uncovered]:
        """What is to be seen of a page beside it; asked before it is painted."""
        known, self._parts = self._parts, {}
        for tile in tiles:
            part = known.get(tile)
            wires, blocks = tile.carriers
            stays = part is not None and part.version == tile.version
            if part is None or not (stays and wires.isdisjoint(self._wires) and blocks.isdisjoint(self._blocks)):
                part = _Part(tile, face)
            self._parts[tile] = part
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
        """Paint it.

        Args:
            painter: where.
            rect: the part of the page to paint.
            widest: how far what is painted reaches beyond wires and blocks, at most.
            pen_of: gives the pen for a strength: of wires, or (True) of blocks.
            fill: what blocks are filled with.
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
                painter.drawRects(rects)
        painter.setBrush(Qt.BrushStyle.NoBrush)


def _rounded(strength: Strength | None) -> Strength | None:
    """The strength to the nearest half of a decade, within the scale."""
    if strength is None or strength.log10 is None:
        return strength
    return _STEPS[round(2 * (min(STRONGEST, max(WEAKEST, strength.log10)) - WEAKEST))]


_STEPS = [Strength(WEAKEST + step / 2, "number") for step in range(round(2 * (STRONGEST - WEAKEST)) + 1)]
