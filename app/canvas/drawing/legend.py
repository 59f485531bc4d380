"""The legend of the gradient view, in a corner of the canvas: the meaning of its colors and signs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.canvas.drawing.gradient_layer import BROKEN
from app.canvas.drawing.labels import CornerLegend, Covered, begin_legend
from app.canvas.drawing.shapes import set_colors
from app.canvas.drawing.signs import NOT_FINITE, SIGNS, ZERO, color_of, paint_sign
from app.canvas.text import draw_text, static_text, wrapped
from app.face.gradient import FLOWS, GAINED, LOST, STRONGEST, WEAKEST, GradientFace, ramp
from app.face.theme import DARK, Theme
from blocks.base.language import mark, tr
from blocks.graph.flow import CutKind

_NARROW, _WIDTH = 230, 310
_NOTHING, _PLAIN, _MEASURED, _ROW = 96, 54, 108, 19
_FLOWS = mark("gradient flow, opposite to the data flow")
_ENDS: Mapping[CutKind, str] = {
    "stop_gradient": mark("ends at StopGradient or a custom gradient"),
    "prevent_gradient": mark("ends at PreventGradient"),
    "not_differentiable": mark("ends: not differentiable"),
    "dtype": mark("ends at a dtype that has no gradient"),
    "no_rule": mark("ends at a block that has no gradient rule"),
    "disconnected": mark("ends: no further path"),
}
"""What the signs mean."""


class Legend(CornerLegend):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, tr("Gradient view legend"))
        self._face: GradientFace | None = None
        self._theme: Theme = DARK
        self._wide = _WIDTH

    def show_face(self, face: GradientFace | None, theme: Theme, covered: Covered) -> None:
        if face is self._face and theme is self._theme:
            return
        before, self._face, self._theme = self._face, face, theme
        self.setVisible(face is not None)
        if face is not None and (before is None or _size(before) != _size(face)):
            self.place(covered)
        self.update()

    def place(self, covered: Covered, *, stay: bool = False) -> None:
        if self._face is not None:
            self._wide = _width(self._face)
            size = QSize(self._wide, _height(self._face))
            self.stand(size, _title(self._face), covered, stay=stay, folds=not self._face.note)

    def paintEvent(self, event: QPaintEvent) -> None:
        face, t = self._face, self._theme
        if face is None:
            return
        text, dim = QColor(t.label), QColor(t.label_dim)
        painter = begin_legend(self, _title(face), t)
        if self.is_folded:
            sample = self.sample()
            if face.measured:
                self._bar(painter, sample.adjusted(0, 6, 0, -6))
            else:
                self._wire(painter, QPointF(sample.left() - 1, sample.center().y()), color_of(FLOWS, t.dark))
            return
        if face.note:
            for index, line in enumerate(wrapped(tr(face.note), _WIDTH - 24, 11)):
                draw_text(painter, 12, 40 + 15 * index, line, 11, text)
            return
        if face.differs:
            for x, strength, words in ((12, GAINED, tr("would flow, too")), (160, LOST, tr("would stop flowing"))):
                self._wire(painter, QPointF(x, 38), color_of(strength, t.dark), dashed=strength is LOST)
                draw_text(painter, x + 52, 42, words, 11, text, room=100)
        else:
            flows = color_of(FLOWS, t.dark) if not face.measured else QColor(*ramp(0.62, t.dark))
            self._wire(painter, QPointF(12, 38), flows)
            draw_text(painter, 64, 42, tr(_FLOWS), 11, text, room=self._wide - 76)
        if face.measured:
            self._scale(painter, 56, text, dim, any(each.state == "unknown" for each in face.wires.values()))
        y = (_MEASURED if face.measured else _PLAIN) + 8.0
        for kind, ring, words in _rows(face):
            if kind is not None:
                paint_sign(painter, QPointF(20, y), 7, kind, self._theme, 0.7)
            elif ring:
                self._ring(painter, y, ring)
            left = 34 if kind is not None or ring else 12
            draw_text(painter, left, y + 4, words, 11, text if left > 12 else dim, room=self._wide - left - 12)
            y += _ROW

    def _ring(self, painter: QPainter, y: float, color: str) -> None:
        set_colors(painter, QPen(QColor(color), 2.0, Qt.PenStyle.DashLine), Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(13, y - 6, 14, 12), 4, 4)

    def _wire(self, painter: QPainter, at: QPointF, color: QColor, *, dashed: bool = False) -> None:
        painter.setPen(QPen(color, 4.0, Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine))
        painter.drawLine(at, at + QPointF(44, 0))
        painter.setPen(QPen(QColor(self._theme.canvas), 1.0))
        painter.setBrush(color.lighter(125) if self._theme.dark else color.darker(115))
        for x in (12.0, 32.0):
            tip = at + QPointF(x - 5, 0)
            painter.drawPolygon([tip, tip + QPointF(8, -5), tip + QPointF(8, 5)])

    def _bar(self, painter: QPainter, bar: QRectF) -> None:
        colors = QLinearGradient(bar.topLeft(), bar.topRight())
        for i in range(13):
            colors.setColorAt(i / 12, QColor(*ramp(i / 12, self._theme.dark)))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors)
        # As wide as the wires are: thin where it vanishes.
        middle = bar.center().y()
        shape = [QPointF(bar.left(), middle - 1.2), QPointF(bar.right(), middle - 6)]
        painter.drawPolygon([*shape, QPointF(bar.right(), middle + 6), QPointF(bar.left(), middle + 1.2)])

    def _scale(self, painter: QPainter, top: float, text: QColor, dim: QColor, unknown: bool) -> None:
        bar = QRectF(12, top, self._wide - 24, 12)
        self._bar(painter, bar)
        for exponent in range(int(WEAKEST), int(STRONGEST) + 1, 2):
            x = bar.left() + bar.width() * (exponent - WEAKEST) / (STRONGEST - WEAKEST)
            painter.setPen(QPen(dim, 1.0))
            painter.drawLine(QPointF(x, bar.bottom()), QPointF(x, bar.bottom() + 3))
            align = "left" if exponent == WEAKEST else "right" if exponent == STRONGEST else "center"
            label = {
                WEAKEST: tr("vanishing 1e{exponent}", exponent=exponent),
                0.0: tr("norm 1"),
                STRONGEST: tr("exploding 1e{exponent}", exponent=exponent),
            }.get(float(exponent), "")
            draw_text(painter, x, bar.bottom() + 13, label, 10, text, align=align)
        y = bar.bottom() + 32
        states: list[tuple[float, str, str, list[float]]] = [
            (12.0, ZERO, tr("zero"), [1.6, 1.0]),
            (78.0, NOT_FINITE, tr("NaN or infinite"), [2.6, 2.0]),
        ]
        states += [(208.0, ZERO, tr("not measured"), [0.1, 2.0])] if unknown else []
        for x, color, label, dashes in states:
            pen = QPen(QColor(color), 4.0 if not dashes else 2.6)
            if dashes:
                pen.setDashPattern(dashes)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawLine(QPointF(x, y - 4), QPointF(x + 18, y - 4))
            draw_text(painter, x + 24, y, label, 10, text)


def _title(face: GradientFace) -> str:
    step = tr(", step {step:,}", step=face.step) if face.measured and face.step is not None else ""
    step += tr(", measured before the last edit") if face.outdated else ""
    tried = face.tried.partition(": ")[0]  # at which block, that says itself
    title = mark("{tried}: gradient of {title}") if face.tried else mark("Gradient of {title}")
    return f"{tr(title, tried=tried, title=face.title)}{step}" if face.title else tr("No gradient")


def _size(face: GradientFace) -> tuple[int, int]:
    return _width(face), _height(face)


def _width(face: GradientFace) -> int:
    if face.note or face.differs or face.measured:  # the scale needs all of it
        return _WIDTH
    return min(_WIDTH, max(_NARROW, 76 + _wide(tr(_FLOWS)), *[46 + _wide(words) for *_, words in _rows(face)]))


def _wide(words: str) -> int:
    return math.ceil(static_text(words, 11).size().width())


def _height(face: GradientFace) -> int:
    if face.note:
        return _NOTHING
    return (_MEASURED if face.measured else _PLAIN) + _ROW * len(_rows(face)) + 4


def _rows(face: GradientFace) -> list[tuple[CutKind | None, str, str]]:
    counts = Counter(mark.cut.kind for mark in face.cuts)
    rows: list[tuple[CutKind | None, str, str]]
    rows = [(kind, "", f"{tr(words)} ({counts[kind]})") for kind, words in _ENDS.items() if counts[kind]]
    rows = rows or [(None, "", tr("No gradient stops"))]
    if face.broken:
        rows.append((None, BROKEN, tr("NaN or infinite gradient, starting at {broken}", broken=", ".join(face.broken))))
    lost = len(face.starved.keys() - face.aside)
    if lost:
        rows.append((None, SIGNS["stop_gradient"], tr("variables without a gradient ({lost})", lost=lost)))
    return rows
