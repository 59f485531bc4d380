"""Shapes of the canvas: pins, arrow heads, wire routes, dashed lines."""

from __future__ import annotations

import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QBrush, QColor, QPaintDevice, QPainter, QPainterPath, QPainterPathStroker, QPen, QPolygonF

from app.face.face import PinFace
from app.face.geometry import PIN_RADIUS, Point, WireStyle, is_curve
from app.face.theme import icon_strokes

CORNER = 7.0
HEAD = 9.0
_LONG = 20_000.0
"""Of lines this long, in units of the scene, Qt may leave out what is not in sight: a file places blocks anywhere."""
_TOLERANCE = 0.25
"""Pixels by which the straight pieces that stand for a curve may leave it; Qt's own measure."""


def draw_pin_form(painter: QPainter, pin: PinFace, at: QPointF, reach: float = 0.0, radius: float = PIN_RADIUS) -> None:
    form = pin.form
    x, y, r = at.x(), at.y(), radius
    if reach:
        painter.drawRoundedRect(QRectF(x - r * 0.85, y - reach - r, 1.7 * r, 2 * (reach + r)), r * 0.6, r * 0.6)
    elif form == "square":
        painter.drawRoundedRect(QRectF(x - r * 0.92, y - r * 0.92, 1.84 * r, 1.84 * r), 1.5, 1.5)
    elif form == "diamond":
        k = r * 1.22
        painter.drawPolygon(QPolygonF([QPointF(x - k, y), QPointF(x, y - k), QPointF(x + k, y), QPointF(x, y + k)]))
    elif form == "triangle":
        k = r * 1.15
        painter.drawPolygon(QPolygonF([QPointF(x - k * 0.85, y - k), QPointF(x + k, y), QPointF(x - k * 0.85, y + k)]))
    else:
        painter.drawEllipse(at, r, r)


def draw_icon(painter: QPainter, family: str, at: QPointF, color: QColor, size: float = 1.0) -> None:
    """Draw a family's icon with its upper left corner at a point; at size 1 it is 10 units large."""
    painter.save()
    painter.translate(at)
    painter.scale(size, size)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    for stroke, width in icon_strokes(family):
        painter.setPen(QPen(color, width, Qt.PenStyle.SolidLine, cap, join))
        points = [QPointF(*point) for point in stroke]
        painter.drawPoint(points[0]) if stroke[0] == stroke[-1] and len(stroke) == 2 else painter.drawPolyline(points)
    painter.restore()


def head_polygon(x: float, y: float, size: float = 1.0) -> QPolygonF:
    a, b, d = HEAD * size, HEAD * 0.58 * size, HEAD * 0.66 * size
    return QPolygonF([QPointF(x, y), QPointF(x - a, y - b), QPointF(x - d, y), QPointF(x - a, y + b)])


def wire_path(points: Sequence[Point], style: WireStyle) -> QPainterPath:
    path = QPainterPath()
    if len(points) < 2:
        return path
    path.moveTo(*points[0])
    if style == "curved" and is_curve(points):
        for start in range(1, len(points), 3):
            a, b, c = points[start : start + 3]
            path.cubicTo(a[0], a[1], b[0], b[1], c[0], c[1])
        return path
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        enter = _towards(corner, before, CORNER)
        leave = _towards(corner, after, CORNER)
        path.lineTo(*enter)
        path.quadTo(corner[0], corner[1], leave[0], leave[1])
    path.lineTo(*points[-1])
    return path


def _towards(corner: Point, other: Point, reach: float) -> Point:
    dx, dy = other[0] - corner[0], other[1] - corner[1]
    length = (dx * dx + dy * dy) ** 0.5
    t = min(0.5, reach / length) if length else 0.0
    return (corner[0] + dx * t, corner[1] + dy * t)


def brush(color: QColor, alpha: int) -> QBrush:
    filled = QColor(color)
    filled.setAlpha(alpha)
    return QBrush(filled)


def draw_line(painter: QPainter, path: QPainterPath) -> None:
    """Draw a path with the pen, dashed if the pen is; the brush is not used.

    Qt computes only the dashes in the repainted part of a widget, and on curves sometimes starts them elsewhere, so
    that parts do not match. The dashes are therefore converted to a filled area, which takes about as long.
    """
    pen = painter.pen()
    around = path.controlPointRect()
    if pen.style() == Qt.PenStyle.SolidLine or around.width() + around.height() > _LONG:
        painter.strokePath(path, pen)
        return
    stroker = QPainterPathStroker(pen)
    stroker.setCurveThreshold(_TOLERANCE / max(painter.worldTransform().m11(), 1.0))
    painter.fillPath(stroker.createStroke(path), pen.brush())


def draw_rounded(painter: QPainter, rect: QRectF, radius: float) -> None:
    if painter.pen().style() == Qt.PenStyle.SolidLine:
        painter.drawRoundedRect(rect, radius, radius)
        return
    path = QPainterPath()
    path.addRoundedRect(rect, radius, radius)
    painter.fillPath(path, painter.brush())
    # Both halves of the edge go from right to left: Qt's rasterizer takes quadratic time for dashes from left to right.
    x, y, x2, y2 = rect.left(), rect.top(), rect.right(), rect.bottom()
    size = min(2 * radius, rect.width(), rect.height())
    begin = QPointF(x2, y2 - size / 2)
    edge = QPainterPath(begin)
    edge.arcTo(x2 - size, y, size, size, 0, 90)
    edge.arcTo(x, y, size, size, 90, 90)
    edge.moveTo(begin)
    edge.arcTo(x2 - size, y2 - size, size, size, 0, -90)
    edge.arcTo(x, y2 - size, size, size, -90, -90)
    edge.lineTo(x, y + size / 2)
    draw_line(painter, edge)


@contextmanager
def painting(device: QPaintDevice) -> Generator[QPainter]:
    """Yield a painter that always ends: destroying a device with an active painter crashes the program."""
    painter = QPainter(device)
    try:
        yield painter
    finally:
        painter.end()


@contextmanager
def told_later() -> Generator[None]:
    """Report an exception in a Qt paint callback to the excepthook, after the painting.

    Passed on to Qt, it could crash the program: if Python called the Qt code that calls back, as `viewportEvent` does,
    PySide keeps it for the outer Python call, and on 3.11 fails for errors raised by the interpreter, such as max([]).
    """
    try:
        yield
    except Exception:
        QTimer.singleShot(0, partial(sys.excepthook, *sys.exc_info()))
