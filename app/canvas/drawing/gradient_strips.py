"""Gradient colors, and the small plot of a gradient's norm per iteration."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.canvas.text import draw_text
from app.face.gradient import Strength, Strip, ramp
from app.face.strips import dots_of, scale_of, x_of
from app.face.theme import Theme

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
    """Plot the gradient's norm per iteration: a line per pin, in the gradient's colors.

    Args:
        at: the iteration to mark; None marks none.
        size: the font size.
    """
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.canvas))
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
