"""Marks at the lower edge of blocks: the results of numeric gradient checks."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.canvas.mirror import Mirror
from app.canvas.text import draw_text, static_text
from app.face.contrast import text_on
from app.face.gradient import GradientFace
from app.face.theme import Theme

_TEXT = 10
_HEIGHT = 15.0
_FAR = 0.4
"""Below this zoom only what is wrong is marked."""
_COLORS = {"right": "#1f8f5f", "wrong": "#e12a30", "not smooth here": "#956f23", "not checked": "#6e7681"}


def paint_checks(painter: QPainter, face: GradientFace | None, mirror: Mirror, scale: float, theme: Theme) -> None:
    if face is None:
        return
    for block, mark in face.checked.items():
        item = mirror.blocks.get(block)
        wrong = mark.verdict == "wrong"
        if item is None or (scale < _FAR and not wrong):
            continue
        size = max(1.0, min(4.0, 0.8 / scale)) if wrong else 1.0
        width = (static_text(mark.label, _TEXT, bold=True).size().width() + 10) * size
        box = QRectF(item.rect.right() - width, item.rect.bottom() + 4, width, _HEIGHT * size)
        if wrong:
            painter.setPen(QPen(QColor(_COLORS["wrong"]), 3.0 * size))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(item.rect.adjusted(-4, -4, 4, 4), 12, 12)
        painter.setPen(QPen(QColor(theme.canvas), size))
        painter.setBrush(QColor(_COLORS[mark.verdict]))
        painter.drawRoundedRect(box, 5 * size, 5 * size)
        painter.save()
        painter.translate(box.center().x(), box.bottom() - 4.2 * size)
        painter.scale(size, size)
        draw_text(painter, 0, 0, mark.label, _TEXT, QColor(text_on(_COLORS[mark.verdict])), bold=True, align="center")
        painter.restore()
