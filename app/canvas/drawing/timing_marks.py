"""Timing marks on the canvas: a ring and a label for each block's time, and their legend."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.canvas.drawing.blocks import Painters
from app.canvas.drawing.labels import LEGEND_TITLE, CornerLegend, Covered, begin_legend, label_width, paint_label
from app.canvas.drawing.shapes import draw_rounded, set_colors, wire_path
from app.canvas.items import BlockItem, WireItem
from app.canvas.mirror import SceneModel
from app.canvas.text import draw_text, static_text
from app.face.gradient import GradientFace
from app.face.theme import DARK, Theme, text_on
from app.face.timings import COLORS, SIGNS, BlockTime, ComparisonFace, TimesFace, heat, share_text
from blocks.base.language import tr
from blocks.document.definitions import shown_type
from blocks.document.merging.diff import Kind

_HEIGHT = 15.0
_CORNER = 14.0
"""Room for the badge at the upper right corner of a block."""
_AFAR = 1.5
"""Labels so much larger than usual say less, and stand only where there is something to see."""
_NAMED_FROM_AFAR = 0.02
_NARROW, _WIDE, _HIGH = 240, 300, 76


class TimesLayer:
    def __init__(self) -> None:
        self.face: TimesFace | None = None

    def paint(self, painter: QPainter, mirror: SceneModel, rect: QRectF, scale: float, theme: Theme) -> None:
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
        set_colors(painter, Qt.PenStyle.NoPen, mark)
        painter.drawEllipse(QPointF(16, 64), 3, 3)
        draw_text(painter, 26, 68, words, 11, text if face.stale else dim, room=width - 40)


_TEXT = 10
_CHECK_HEIGHT = 15.0
_FAR = 0.4
"""Below this zoom, only wrong gradients are marked."""
_COLORS = {
    "right": "#1f8f5f", "wrong": "#e12a30", "custom": "#2f6fb5", "not smooth here": "#956f23", "not checked": "#6e7681"
}  # fmt: skip


def paint_checks(painter: QPainter, face: GradientFace | None, mirror: SceneModel, scale: float, theme: Theme) -> None:
    if face is None:
        return
    for block, mark in face.checked.items():
        item = mirror.blocks.get(block)
        wrong = mark.verdict == "wrong"
        if item is None or (scale < _FAR and not wrong):
            continue
        size = max(1.0, min(4.0, 0.8 / scale)) if wrong else 1.0
        width = (static_text(mark.label, _TEXT, bold=True).size().width() + 10) * size
        box = QRectF(item.rect.right() - width, item.rect.bottom() + 4, width, _CHECK_HEIGHT * size)
        if wrong:
            set_colors(painter, QPen(QColor(_COLORS["wrong"]), 3.0 * size), Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(item.rect.adjusted(-4, -4, 4, 4), 12, 12)
        set_colors(painter, QPen(QColor(theme.canvas), size), QColor(_COLORS[mark.verdict]))
        painter.drawRoundedRect(box, 5 * size, 5 * size)
        painter.save()
        painter.translate(box.center().x(), box.bottom() - 4.2 * size)
        painter.scale(size, size)
        draw_text(painter, 0, 0, mark.label, _TEXT, QColor(text_on(_COLORS[mark.verdict])), bold=True, align="center")
        painter.restore()


_DIFF_HEIGHT = 15.0
Coming = tuple[Sequence[BlockItem], Sequence[WireItem]]


class ComparisonLayer:
    """The layer that paints differences (``face`` None: none), and the items that a proposal adds (``coming``)."""

    def __init__(self) -> None:
        self.face: ComparisonFace | None = None
        self.coming: Coming = ((), ())

    def paint(self, painter: QPainter, mirror: SceneModel, rect: QRectF, scale: float, painters: Painters) -> None:
        face, theme = self.face, painters.theme
        if face is None:
            return
        size = max(1.0, min(4.0, 0.8 / scale))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(QColor(COLORS["removed" if face.is_proposal else "added"]), 4.0 * size)
        set_colors(painter, pen, Qt.BrushStyle.NoBrush)
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
        blocks, wires = self.coming
        painter.setOpacity(0.75)
        set_colors(painter, QPen(QColor(COLORS["added"]), 3.0 * size), Qt.BrushStyle.NoBrush)
        for item in wires:
            painter.drawPath(wire_path(item.points, mirror.style))
        for item in [each for each in blocks if each.rect.intersects(near)]:
            painter.save()
            painter.translate(item.rect.topLeft())
            painters.block(painter, item.face, item.geometry)
            painter.restore()
            _mark(painter, item.rect, "added", size, theme)
        painter.setOpacity(1.0)
        for block, (width, height) in () if face.is_proposal else face.gone:
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
    box = QRectF(rect.left() + 4, rect.top() - 4 - 0.72 * _DIFF_HEIGHT * size, width, _DIFF_HEIGHT * size)
    paint_label(painter, box, tr(SIGNS[kind]), QColor(COLORS[kind]), theme, size)
