"""The legend of the gradient view, in a corner of the canvas: what the colours and signs mean."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.canvas.gradient import NOT_FINITE, SIGNS, ZERO, color_of
from app.canvas.plates import begin_legend
from app.canvas.text import draw_text, wrapped
from app.face.gradient import FLOWS, STRONGEST, WEAKEST, GradientFace, ramp
from app.face.theme import DARK, Theme

_WIDTH = 310
_NOTHING, _PLAIN, _MEASURED = 96, 76, 130
_MARGIN = 14


class Legend(QWidget):
    """Explains the gradient view to who sees it for the first time. The mouse goes through it to the canvas."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName("Legend of the gradient view")
        self._face: GradientFace | None = None
        self._theme: Theme = DARK
        self.hide()

    def show_face(self, face: GradientFace | None, theme: Theme) -> None:
        """Explain this; nothing if there is no gradient view."""
        self._face, self._theme = face, theme
        self.setVisible(face is not None)
        self.place()
        self.update()

    def place(self) -> None:
        """Keep the lower left corner of the canvas."""
        parent = self.parentWidget()
        if parent is not None and self._face is not None:
            height = _NOTHING if self._face.note else _MEASURED if self._face.measured else _PLAIN
            self.setGeometry(_MARGIN, parent.height() - height - _MARGIN, _WIDTH, height)
            self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the legend."""
        face, t = self._face, self._theme
        if face is None:
            return
        text, dim = QColor(t.label), QColor(t.label_dim)
        step = f", step {face.step:,}" if face.measured and face.step is not None else ""
        painter = begin_legend(self, f"Gradient of {face.title}{step}" if face.title else "No gradient", t)
        if face.note:
            for place, line in enumerate(wrapped(face.note, _WIDTH - 24, 11)):
                draw_text(painter, 12, 40 + 15 * place, line, 11, text)
            return
        flows = color_of(FLOWS, t.dark) if not face.measured else QColor(*ramp(0.62, t.dark))
        self._wire(painter, QPointF(12, 38), flows)
        words = "flows back, against the data" + ("" if face.measured else "; run to see how strong")
        draw_text(painter, 64, 42, words, 11, text, room=_WIDTH - 76)
        if face.measured:
            self._scale(painter, 56, text, dim)
        y = 106.0 if face.measured else 52.0
        ends, lost = len(face.cuts), len(face.starved.keys() - face.aside)
        if ends:
            self._sign(painter, QPointF(20, y + 8), SIGNS["stop_gradient"])
        words = f"ends here ({ends})" if ends else "It ends nowhere before the data"
        if lost:
            words += f"; variables that get none: {lost}"
        draw_text(painter, 34 if ends else 12, y + 12, words, 11, text if ends else dim, room=_WIDTH - 46)

    def _wire(self, painter: QPainter, at: QPointF, color: QColor) -> None:
        """A piece of a wire, with arrows as on the canvas."""
        painter.setPen(QPen(color, 4.0))
        painter.drawLine(at, at + QPointF(44, 0))
        painter.setPen(QPen(QColor(self._theme.canvas), 1.0))
        painter.setBrush(color.lighter(125) if self._theme.dark else color.darker(115))
        for x in (12.0, 32.0):
            tip = at + QPointF(x - 5, 0)
            painter.drawPolygon([tip, tip + QPointF(8, -5), tip + QPointF(8, 5)])

    def _scale(self, painter: QPainter, top: float, text: QColor, dim: QColor) -> None:
        bar = QRectF(12, top, _WIDTH - 24, 12)
        colors = QLinearGradient(bar.topLeft(), bar.topRight())
        for i in range(13):
            colors.setColorAt(i / 12, QColor(*ramp(i / 12, self._theme.dark)))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors)
        # As wide as the wires are: thin where it vanishes.
        middle = bar.center().y()
        shape = [QPointF(bar.left(), middle - 1.2), QPointF(bar.right(), middle - 6)]
        painter.drawPolygon([*shape, QPointF(bar.right(), middle + 6), QPointF(bar.left(), middle + 1.2)])
        for exponent in range(int(WEAKEST), int(STRONGEST) + 1, 2):
            x = bar.left() + bar.width() * (exponent - WEAKEST) / (STRONGEST - WEAKEST)
            painter.setPen(QPen(dim, 1.0))
            painter.drawLine(QPointF(x, bar.bottom()), QPointF(x, bar.bottom() + 3))
            align = "left" if exponent == WEAKEST else "right" if exponent == STRONGEST else "center"
            label = {WEAKEST: f"vanishing 1e{exponent}", 0.0: "norm 1", STRONGEST: f"exploding 1e{exponent}"}.get(
                float(exponent), ""
            )
            draw_text(painter, x, bar.bottom() + 13, label, 10, text, align=align)
        y = bar.bottom() + 32
        for x, color, label in ((12.0, ZERO, "zero"), (78.0, NOT_FINITE, "NaN or infinite")):
            painter.setPen(QPen(QColor(color), 4.0))
            painter.drawLine(QPointF(x, y - 4), QPointF(x + 18, y - 4))
            draw_text(painter, x + 24, y, label, 10, text)

    def _sign(self, painter: QPainter, at: QPointF, color: str) -> None:
        painter.setPen(QPen(QColor(self._theme.canvas), 1.5))
        painter.setBrush(QColor(color))
        painter.drawEllipse(at, 7, 7)
        painter.setPen(QPen(QColor("#ffffff"), 2.0))
        painter.drawLine(at - QPointF(3, 0), at + QPointF(3, 0))
