"""Dashed lines that look the same however little of them is painted again.

Qt works out only those dashes that lie in the part of a widget that it repaints, and on curves it sometimes begins them
elsewhere then: the part no longer fits what stands around it. So the dashes are made into an area, which has no such
choice, and that is filled. It takes about as long as Qt's own way.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPainterPathStroker

_LONG = 20_000.0
"""Of lines this long, in units of the scene, Qt may leave out what is not in sight: a file places blocks anywhere."""
_TOLERANCE = 0.25
"""Pixels by which the straight pieces that stand for a curve may leave it; Qt's own measure."""


def draw_line(painter: QPainter, path: QPainterPath) -> None:
    """Draw along a path with the pen, in dashes if it has them; the brush is not used."""
    pen = painter.pen()
    around = path.controlPointRect()
    if pen.style() == Qt.PenStyle.SolidLine or around.width() + around.height() > _LONG:
        painter.strokePath(path, pen)
        return
    stroker = QPainterPathStroker(pen)
    stroker.setCurveThreshold(_TOLERANCE / max(painter.worldTransform().m11(), 1.0))
    painter.fillPath(stroker.createStroke(path), pen.brush())


def draw_rounded(painter: QPainter, rect: QRectF, radius: float) -> None:
    """Fill a rounded rectangle with the brush, and draw around it with the pen."""
    if painter.pen().style() == Qt.PenStyle.SolidLine:
        painter.drawRoundedRect(rect, radius, radius)
        return
    path = QPainterPath()
    path.addRoundedRect(rect, radius, radius)
    painter.fillPath(path, painter.brush())
    draw_line(painter, path)
