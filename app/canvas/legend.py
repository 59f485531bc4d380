"""The legend of the gradient view, in a corner of the canvas: what the colours and signs mean."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.canvas.gradient import NOT_FINITE, ZERO
from app.canvas.text import draw_text
from app.face.gradient import STRONGEST, WEAKEST, GradientFace, ramp
from app.face.theme import DARK, Theme

_WIDTH = 300
_PLAIN, _MEASURED = 74, 110
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
            height = _MEASURED if self._face.measured else _PLAIN
            self.setGeometry(_MARGIN, parent.height() - height - _MARGIN, _WIDTH, height)
            self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the legend."""
        face, t = self._face, self._theme
        if face is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QColor(t.canvas).darker(125) if t.dark else QColor("#ffffff")
        ground.setAlpha(235)
        painter.setPen(QPen(QColor(t.label_dim), 1.0))
        painter.setBrush(ground)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        text, dim = QColor(t.label), QColor(t.label_dim)
        step = f", step {face.step:,}" if face.measured and face.step is not None else ""
        title = f"Gradient of {face.title or 'nothing'}{step}"
        draw_text(painter, 12, 20, title, 12, text, bold=True, room=_WIDTH - 24)
        if face.measured:
            self._scale(painter, 34, text, dim)
            y = 84.0
        else:
            painter.setPen(QPen(QColor("#ffb13b" if t.dark else "#c25f00"), 4.0))
            painter.drawLine(QPointF(12, 36), QPointF(44, 36))
            draw_text(painter, 52, 40, "carries it back; run to see how strong it is", 11, dim, room=_WIDTH - 64)
            y = 50.0
        self._sign(painter, QPointF(20, y + 8), "#e5484d")
        ends = len(face.cuts)
        lost = len(face.starved)
        words = f"it ends here ({ends})" if ends else "it ends nowhere before the data"
        if lost:
            words += f", {lost} without gradient"
        draw_text(painter, 34, y + 12, words, 11, text if lost else dim, room=_WIDTH - 46)

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
        for exponent in range(int(WEAKEST), int(STRONGEST) + 1, 4):
            x = bar.left() + bar.width() * (exponent - WEAKEST) / (STRONGEST - WEAKEST)
            align = "left" if exponent == WEAKEST else "right" if exponent == STRONGEST else "center"
            label = {WEAKEST: f"vanishing 1e{exponent}", 0.0: "norm 1", STRONGEST: f"exploding 1e{exponent}"}.get(
                float(exponent), ""
            )
            draw_text(painter, x, bar.bottom() + 12, label, 10, dim, align=align)
        y = bar.bottom() + 29
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
