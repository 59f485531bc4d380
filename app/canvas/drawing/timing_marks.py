"""Timing marks on the canvas: a ring and a label for each block's time, and their legend."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.canvas.drawing.labels import LEGEND_TITLE, CornerLegend, Covered, begin_legend, label_width, paint_label
from app.canvas.mirror import Mirror
from app.canvas.text import draw_text, static_text
from app.face.theme import DARK, Theme
from app.face.timings import BlockTime, TimesFace, heat, share_text
from app.language import tr

_HEIGHT = 15.0
_CORNER = 14.0
"""Room for the badge at the upper right corner of a block."""
_AFAR = 1.5
"""Labels so much larger than usual say less, and stand only where there is something to see."""
_NAMED_FROM_AFAR = 0.02
_NARROW, _WIDE, _HIGH = 240, 300, 76


class TimesLayer:
    """The layer that paints times over blocks; ``face`` None shows nothing."""

    def __init__(self) -> None:
        self.face: TimesFace | None = None

    def paint(self, painter: QPainter, mirror: Mirror, rect: QRectF, scale: float, theme: Theme) -> None:
        if self.face is None:
            return
        size = max(1.0, min(4.0, 0.8 / scale))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for item in mirror.blocks_in(rect.adjusted(-20 * size, -20 * size, 20 * size, 20 * size)):
            timing = self.face.blocks.get(item.id)
            if timing is not None:
                self._ring(painter, item.rect, timing, size)
                if size < _AFAR or timing.share >= _NAMED_FROM_AFAR:
                    self._label(painter, item.rect, timing, size, theme)

    def _ring(self, painter: QPainter, rect: QRectF, time: BlockTime, size: float) -> None:
        color = QColor(*heat(time.level))
        painter.setPen(QPen(color, (1.6 + 3.0 * time.level) * size))
        color.setAlpha(round(70 * time.level))
        painter.setBrush(color)
        painter.drawRoundedRect(rect.adjusted(-4, -4, 4, 4), 12, 12)

    def _label(self, painter: QPainter, rect: QRectF, time: BlockTime, size: float, theme: Theme) -> None:
        text = time.text if size < _AFAR else time.short
        width = (label_width(text) + 12) * size
        right = rect.right() - _CORNER if size < _AFAR else rect.center().x() + width / 2
        box = QRectF(right - width, rect.top() - 4 - 0.72 * _HEIGHT * size, width, _HEIGHT * size)
        paint_label(painter, box, text, QColor(*heat(time.level)), theme, size)


class TimesLegend(CornerLegend):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, tr("Timings legend"))
        self._face: TimesFace | None = None
        self._theme: Theme = DARK

    def show_face(self, face: TimesFace | None, theme: Theme, covered: Covered) -> None:
        before, self._face, self._theme = self._face, face, theme
        self.setVisible(face is not None)
        self.place(covered, stay=before is not None)
        self.update()

    def place(self, covered: Covered, *, stay: bool = False) -> None:
        if self._face is not None:
            title = 24 + math.ceil(static_text(self._face.title, LEGEND_TITLE, bold=True).size().width())
            size = QSize(max(_NARROW, min(_WIDE, title)), _HIGH)
            self.stand(size, self._face.step, covered, stay=stay)

    def paintEvent(self, event: QPaintEvent) -> None:
        face, t = self._face, self._theme
        if face is None:
            return
        painter = begin_legend(self, face.step if self.is_folded else face.title, t)
        text, dim, width = QColor(t.label), QColor(t.label_dim), self.width()
        bar = self.sample().adjusted(0, 8, 0, -8) if self.is_folded else QRectF(12, 30, width - 24, 9)
        colors = QLinearGradient(bar.topLeft(), bar.topRight())
        for i in range(9):
            colors.setColorAt(i / 8, QColor(*heat(i / 8)))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors)
        painter.drawRoundedRect(bar, 3, 3)
        if self.is_folded:
            return
        for share, align in ((0.0, "left"), (0.1, "center"), (0.3, "center"), (1.0, "right")):
            x = bar.left() + bar.width() * BlockTime(share).level
            draw_text(painter, x, bar.bottom() + 12, f"{share:.0%}" if share else "0", 10, dim, align=align)
        if face.stale:
            mark, words = QColor(t.warning), tr("measured before the last edit")
        else:
            mark, words = dim, tr("{share} spent between blocks", share=share_text(face.between))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(mark)
        painter.drawEllipse(QPointF(16, 64), 3, 3)
        draw_text(painter, 26, 68, words, 11, text if face.stale else dim, room=width - 40)
