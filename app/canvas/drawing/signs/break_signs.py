"""Breakpoint signs: a dot at each pin, and a ring around the block where a run is paused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.canvas.mirror import Mirror
from app.face.theme import Theme

_COLOR = "#e12a30"
_RADIUS = 6.0


class BreakSign(NamedTuple):
    on: bool
    of_gradient: bool


class BreakLayer:
    """The layer that paints breakpoints over blocks.

    Attributes:
        signs: by block and output pin.
        halted: the block at which a run is paused, or an empty string.
    """

    def __init__(self) -> None:
        self.signs: Mapping[tuple[str, str], BreakSign] = {}
        self.halted = ""

    def paint(
        self,
        painter: QPainter,
        mirror: Mirror,
        pin_at: Callable[[str, str], QPointF | None],
        scale: float,
        theme: Theme,
    ) -> None:
        size = max(1.0, min(4.0, 0.7 / scale))
        halted = mirror.blocks.get(self.halted)
        if halted is not None:
            painter.setPen(QPen(QColor(theme.running), 3.5 * size))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(halted.rect.adjusted(-6, -6, 6, 6), 13, 13)
        for (block, pin), sign in self.signs.items():
            item = mirror.blocks.get(block)
            if item is None:
                continue
            at = pin_at(block, pin)
            corner = item.rect.topRight() if at is None else at + QPointF(0, -11 if sign.of_gradient else 11)
            painter.setPen(QPen(QColor(_COLOR), 1.6 * size))
            painter.setBrush(QColor(_COLOR) if sign.on else QColor(theme.canvas))
            r = _RADIUS * size
            if sign.of_gradient:  # a diamond: it is at what flows the other way
                painter.drawPolygon([corner + QPointF(*each) for each in ((0, -r), (r, 0), (0, r), (-r, 0))])
            else:
                painter.drawEllipse(corner, r, r)
