"""Signs where a gradient ends: a shape and a color for each kind of end."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from app.canvas.drawing.shapes import set_colors
from app.canvas.mirror import SceneModel
from app.canvas.text import draw_text
from app.face.gradient import ContractMark, Strength, Strip, dots_of, ramp, scale_of, x_of
from app.face.theme import Theme
from blocks.graph.flow import CutKind

SIGNS: Mapping[CutKind, str] = {
    "stop_gradient": "#e12a30",
    "prevent_gradient": "#e12a30",
    "not_differentiable": "#8260d4",
    "dtype": "#956f23",
    "no_rule": "#c74090",
    "disconnected": "#6e7681",
}
"""Colours of signs: white text can be read on them, and they stand out from the canvas of both themes."""


def paint_sign(painter: QPainter, at: QPointF, r: float, kind: CutKind, theme: Theme, size: float = 1.0) -> None:
    set_colors(painter, QPen(QColor(theme.canvas), 2.0 * size), QColor(SIGNS[kind]))
    corners = 8 if kind in ("stop_gradient", "prevent_gradient") else 24
    angles = [math.pi / corners * (1 + 2 * i) for i in range(corners)]
    painter.drawPolygon(QPolygonF([at + QPointF(math.cos(angle), math.sin(angle)) * r for angle in angles]))
    painter.setPen(QPen(QColor("#ffffff"), 2.2 * size, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    reach = r * 0.46
    if corners == 8:
        painter.drawLine(at - QPointF(reach, 0), at + QPointF(reach, 0))
    else:
        across = reach * 0.8
        painter.drawLine(at - QPointF(across, across), at + QPointF(across, across))
        painter.drawLine(at + QPointF(-across, across), at + QPointF(across, -across))


HOLDS, BROKEN, ASKED = "#0f8577", "#d62246", "#6a5acd"
_SHIELD = ((-7.0, -8.0), (7.0, -8.0), (7.0, 1.0), (0.0, 9.0), (-7.0, 1.0))
_TICK = ((-3.4, -1.6), (-0.8, 1.4), (3.8, -4.4))
_QUESTION = ((-2.6, -4.0), (-1.4, -5.6), (1.4, -5.6), (2.6, -4.0), (1.6, -2.2), (0.0, -1.0), (0.0, 0.6))
_CROSS = ((-3.0, -4.6), (3.0, 1.4), (0.0, -1.6), (3.0, -4.6), (-3.0, 1.4))

_COLORS = {True: HOLDS, False: BROKEN, None: ASKED}
_STROKES = {True: _TICK, False: _CROSS, None: _QUESTION}


class ContractLayer:
    def __init__(self) -> None:
        self.marks: Mapping[str, ContractMark] = {}

    def paint(self, painter: QPainter, mirror: SceneModel, rect: QRectF, scale: float, theme: Theme) -> None:
        size = max(1.0, min(4.0, 0.8 / scale))
        near = rect.adjusted(-20 * size, -20 * size, 20 * size, 20 * size)
        for block, mark in self.marks.items():
            item = mirror.blocks.get(block)
            if item is None or not near.intersects(item.rect):
                continue
            painter.save()
            painter.translate(item.rect.right() - 2 * size, item.rect.top() - 3 * size)
            painter.scale(size, size)
            set_colors(painter, QPen(QColor(theme.canvas), 1.6), QColor(_COLORS[mark.holds]))
            painter.drawPolygon(QPolygonF([QPointF(*point) for point in _SHIELD]))
            round_pen = Qt.PenCapStyle.RoundCap
            painter.setPen(QPen(QColor("#ffffff"), 1.9, Qt.PenStyle.SolidLine, round_pen, Qt.PenJoinStyle.RoundJoin))
            painter.drawPolyline([QPointF(*point) for point in _STROKES[mark.holds]])
            if mark.holds is None:
                painter.drawPoint(QPointF(0.0, 4.0))
            painter.restore()


_COLOR = "#e12a30"
_RADIUS = 6.0


class BreakSign(NamedTuple):
    on: bool
    of_gradient: bool


class BreakLayer:
    """The layer that paints breakpoints over blocks. ``halted`` is the block at which a run is paused, or empty."""

    def __init__(self) -> None:
        self.signs: Mapping[tuple[str, str], BreakSign] = {}
        self.halted = ""

    def paint(
        self,
        painter: QPainter,
        mirror: SceneModel,
        pin_at: Callable[[str, str], QPointF | None],
        scale: float,
        theme: Theme,
    ) -> None:
        size = max(1.0, min(4.0, 0.7 / scale))
        halted = mirror.blocks.get(self.halted)
        if halted is not None:
            set_colors(painter, QPen(QColor(theme.running), 3.5 * size), Qt.BrushStyle.NoBrush)
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


NOT_FINITE = "#f000e0"
GAINED, LOST = "#2e9e4f", "#e0404f"
"""Where a gradient would flow only then, or does only now."""
ZERO = "#70757d"
_DASHES: tuple[list[float], ...] = ([], [3.0, 2.0], [1.0, 1.6])
"""So that the lines of several pins can be told apart."""
_LABEL = 9


def color_of(strength: Strength, dark: bool) -> QColor:
    if strength.state == "not_finite":
        return QColor(NOT_FINITE)
    if strength.state in ("zero", "unknown"):
        return QColor(ZERO)
    if strength.state in ("gained", "lost"):
        return QColor(GAINED if strength.state == "gained" else LOST)
    if strength.state == "flows":
        return QColor("#ffb13b" if dark else "#c25f00")
    return QColor(*ramp(strength.level, dark))


def paint_strips(
    painter: QPainter, box: QRectF, strips: Sequence[Strip], theme: Theme, at: int | None = None, size: float = _LABEL
) -> None:
    """Plot the gradient's norm per iteration: a line per pin, in the gradient's colors."""
    set_colors(painter, Qt.PenStyle.NoPen, QColor(theme.canvas))
    painter.drawRoundedRect(box, 4, 4)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inner = box.adjusted(0, 4, 0, -4)
    area, scale = (inner.left(), inner.top(), inner.width(), inner.height()), scale_of(strips)
    if at is not None and strips:
        x = x_of(at, len(strips[0].norms), inner.left(), inner.width())
        painter.setPen(QPen(QColor(theme.label), 1.0))
        painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))
    for number, strip in enumerate(strips):
        dots = dots_of(strip, area, scale)
        for a, b in pairwise(dots):
            pen = QPen(color_of(a.strength, theme.dark), 2.2)
            if _DASHES[number % len(_DASHES)]:
                pen.setDashPattern(_DASHES[number % len(_DASHES)])
            painter.setPen(pen)
            painter.drawLine(QPointF(*a.at), QPointF(*b.at))
        if len(dots) == 1:
            painter.setPen(QPen(color_of(dots[0].strength, theme.dark), 5.0))
            painter.drawPoint(QPointF(*dots[0].at))
        if len(strips) > 1 and dots:
            x, y = dots[-1].at
            high = min(max(y - 2, box.top() + size), box.bottom() - 2)
            draw_text(painter, x - 2, high, strip.pin, size, QColor(theme.label), align="right")
