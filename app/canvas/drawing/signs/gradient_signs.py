"""Signs where a gradient ends: a shape and a color for each kind of end."""

from __future__ import annotations

import math
from collections.abc import Mapping

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

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
    painter.setPen(QPen(QColor(theme.canvas), 2.0 * size))
    painter.setBrush(QColor(SIGNS[kind]))
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
