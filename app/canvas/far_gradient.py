"""The gradient as it is seen from afar: lines instead of ways with round corners, outlined blocks without names.

It is kept tile by tile (`overview`), so that an edit costs the making of a few small paths. Strengths are brought to a
few steps, so that thousands of wires are a few paths.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from operator import attrgetter

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from app.canvas.items import WireItem
from app.canvas.overview import Tile, polylines
from app.face.gradient import STRONGEST, WEAKEST, GradientFace, Strength, changed
from blocks.diagram.data import Wire


class _Part:
    """What is painted of a tile."""

    def __init__(self, tile: Tile, face: GradientFace) -> None:
        self.version = tile.version
        self.wires = frozenset([item.wire for item in tile.wires])
        self.blocks = frozenset([item.id for item in tile.blocks])
        lines: dict[Strength, list[WireItem]] = {}
        self.rects: dict[Strength, list[QRectF]] = {}
        for item in sorted(tile.wires, key=attrgetter("place")):
            strength = face.wires.get(item.wire)
            if strength is not None:
                lines.setdefault(_rounded(strength), []).append(item)
        for item in sorted(tile.blocks, key=attrgetter("place")):
            strength = face.blocks.get(item.id)
            if strength is not None:
                self.rects.setdefault(_rounded(strength), []).append(item.rect)
        self.lines: dict[Strength, QPainterPath] = {step: polylines(items) for step, items in lines.items()}

    def holds(self, tile: Tile, wires: Collection[Wire], blocks: Collection[str]) -> bool:
        """Whether it is right still, when the gradient is another one at some wires and blocks."""
        return self.version == tile.version and self.wires.isdisjoint(wires) and self.blocks.isdisjoint(blocks)


class FarGradient:
    """Paints a gradient over a page that is seen from afar; made again only where it looks different."""

    def __init__(self) -> None:
        self._face: GradientFace | None = None
        self._parts: dict[Tile, _Part] = {}

    def paint(
        self,
        painter: QPainter,
        face: GradientFace,
        tiles: Collection[Tile],
        rect: QRectF,
        widest: float,
        pen_of: Callable[[Strength, bool], QPen],
        fill: QColor,
    ) -> None:
        """Paint it.

        Args:
            painter: where.
            face: what is shown.
            tiles: the page.
            rect: the part of the page to paint.
            widest: how far what is painted reaches beyond wires and blocks, at most.
            pen_of: gives the pen for a strength: of wires, or (True) of blocks.
            fill: what blocks are filled with.
        """
        self._bring_up_to_date(face, tiles)
        near = rect.adjusted(-widest, -widest, widest, widest)
        seen = [self._parts[tile] for tile in tiles if tile.bounds.intersects(near)]
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

    def _bring_up_to_date(self, face: GradientFace, tiles: Collection[Tile]) -> None:
        old, self._face = self._face, face
        wires, blocks = (set[Wire](), set[str]()) if old is None else changed(old, face)
        known, self._parts = self._parts, {}
        for tile in tiles:
            part = known.get(tile)
            holds = part is not None and part.holds(tile, wires, blocks)
            self._parts[tile] = part if part is not None and holds else _Part(tile, face)


def _rounded(strength: Strength) -> Strength:
    """The strength to the nearest half of a decade, within the scale."""
    if strength.log10 is None:
        return strength
    return Strength(round(2 * min(STRONGEST, max(WEAKEST, strength.log10))) / 2, strength.state)
