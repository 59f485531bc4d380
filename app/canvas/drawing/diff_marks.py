"""Marks for page differences: rings and labels on blocks, added wires, and removed items."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.canvas.drawing.labels import label_width, paint_label
from app.canvas.drawing.shapes import draw_rounded, wire_path
from app.canvas.mirror import Mirror
from app.canvas.text import draw_text
from app.face.comparison import COLORS, SIGNS, ComparisonFace
from app.face.theme import Theme
from app.language import tr
from blocks.document.definitions import shown_type
from blocks.document.merging.diff import Kind

_HEIGHT = 15.0


class ComparisonLayer:
    """The layer that paints differences over blocks and wires; ``face`` None shows nothing."""

    def __init__(self) -> None:
        self.face: ComparisonFace | None = None

    def paint(self, painter: QPainter, mirror: Mirror, rect: QRectF, scale: float, theme: Theme) -> None:
        face = self.face
        if face is None:
            return
        size = max(1.0, min(4.0, 0.8 / scale))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(COLORS["added"]), 4.0 * size))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        seen = set(mirror.wires_in(rect.adjusted(-8 * size, -8 * size, 8 * size, 8 * size)))
        for wire in face.wires:
            for item in mirror.items_of(wire):
                if item in seen:  # from afar it has no path: it is painted in lines
                    painter.drawPath(wire_path(item.points, mirror.style) if item.path is None else item.path)
        near = rect.adjusted(-20 * size, -20 * size, 20 * size, 20 * size)
        for item in mirror.blocks_in(near):
            kind = face.blocks.get(item.id)
            if kind is not None:
                _mark(painter, item.rect, kind, size, theme)
        for block, (width, height) in face.gone:
            box = QRectF(*block.at, width, height)
            if box.intersects(near):
                painter.setOpacity(0.75)
                left, color = box.left() + 8, QColor(COLORS["removed"])
                draw_text(painter, left, box.top() + 16, shown_type(block.type), 12, color, bold=True, room=width - 12)
                draw_text(painter, box.left() + 8, box.top() + 30, block.id, 10, QColor(theme.label), room=width - 12)
                _mark(painter, box, "removed", size, theme)
                painter.setOpacity(1.0)


def _mark(painter: QPainter, rect: QRectF, kind: Kind, size: float, theme: Theme) -> None:
    color = QColor(COLORS[kind])
    dashes = Qt.PenStyle.DashLine if kind == "removed" else Qt.PenStyle.SolidLine
    painter.setPen(QPen(color, 3.0 * size, dashes))
    color.setAlpha(40)
    painter.setBrush(color)
    draw_rounded(painter, rect.adjusted(-4, -4, 4, 4), 12)
    width = (label_width(tr(SIGNS[kind])) + 12) * size
    box = QRectF(rect.left() + 4, rect.top() - 4 - 0.72 * _HEIGHT * size, width, _HEIGHT * size)
    paint_label(painter, box, tr(SIGNS[kind]), QColor(COLORS[kind]), theme, size)
