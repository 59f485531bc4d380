"""Contract signs: a shield at the loss, with a tick if all gradient contracts hold, otherwise with a cross."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from app.canvas.mirror import Mirror
from app.face.contracts import ContractMark
from app.face.theme import Theme

HOLDS, BROKEN = "#0f8577", "#d62246"
_SHIELD = ((-7.0, -8.0), (7.0, -8.0), (7.0, 1.0), (0.0, 9.0), (-7.0, 1.0))
_TICK = ((-3.4, -1.6), (-0.8, 1.4), (3.8, -4.4))
_CROSS = ((-3.0, -4.6), (3.0, 1.4), (0.0, -1.6), (3.0, -4.6), (-3.0, 1.4))


class ContractLayer:
    """The layer that paints contract signs; ``marks`` are by block id."""

    def __init__(self) -> None:
        self.marks: Mapping[str, ContractMark] = {}

    def paint(self, painter: QPainter, mirror: Mirror, rect: QRectF, scale: float, theme: Theme) -> None:
        size = max(1.0, min(4.0, 0.8 / scale))
        near = rect.adjusted(-20 * size, -20 * size, 20 * size, 20 * size)
        for block, mark in self.marks.items():
            item = mirror.blocks.get(block)
            if item is None or not near.intersects(item.rect):
                continue
            painter.save()
            painter.translate(item.rect.right() - 2 * size, item.rect.top() - 3 * size)
            painter.scale(size, size)
            painter.setPen(QPen(QColor(theme.canvas), 1.6))
            painter.setBrush(QColor(HOLDS if mark.holds else BROKEN))
            painter.drawPolygon(QPolygonF([QPointF(*point) for point in _SHIELD]))
            round_pen = Qt.PenCapStyle.RoundCap
            painter.setPen(QPen(QColor("#ffffff"), 1.9, Qt.PenStyle.SolidLine, round_pen, Qt.PenJoinStyle.RoundJoin))
            painter.drawPolyline([QPointF(*point) for point in (_TICK if mark.holds else _CROSS)])
            painter.restore()
