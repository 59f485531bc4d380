"""The gradient norm at a loop's carried pins, iteration by iteration: it shows vanishing and exploding gradients."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.canvas.drawing.gradient_strips import paint_strips
from app.canvas.drawing.painter_guard import painting, told_later
from app.canvas.text import tip
from app.face.gradient import Strip
from app.face.strips import round_at
from app.language import tr
from app.panels.look import Elided, theme_now

_HEIGHT = 64


class RoundsPlot(QWidget):
    """The plot. Clicking, dragging and the arrow keys choose an iteration."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.strips: Sequence[Strip] = ()
        self.at: int | None = None
        self.setFixedHeight(_HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Gradient by iteration"))

    def show_strips(self, strips: Sequence[Strip], at: int | None) -> None:
        if (strips, at) != (self.strips, self.at):
            self.strips, self.at = strips, at
            self.setToolTip(tip("\n".join([each.text for each in strips])))
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with told_later(), painting(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            paint_strips(painter, box, self.strips, theme_now(), self.at, 11)
            if self.hasFocus():
                painter.setPen(theme_now().label)
                painter.drawRoundedRect(box, 4, 4)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._choose(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._choose(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        by = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if by is None or not self.strips:
            super().keyPressEvent(event)
            return
        last = len(self.strips[0].norms) - 1
        self.chosen.emit(max(0, min(last, (last if self.at is None else self.at) + by)))

    def _choose(self, event: QMouseEvent) -> None:
        if self.strips:
            self.chosen.emit(round_at(event.position().x(), len(self.strips[0].norms), 0, self.width()))


class RoundsPart(QWidget):
    """The plot of the selected loop or the enclosing loop; hidden if there is no loop.

    Signals:
        round_wanted: the loop's path from the page, and the iteration to show.
    """

    round_wanted = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.loop = ""
        self.head = Elided("", "dim")
        self.plot = RoundsPlot(self)
        self.plot.chosen.connect(self._choose)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 0, 8, 6)
        layout.setSpacing(2)
        layout.addWidget(self.head)
        layout.addWidget(self.plot)
        self.hide()

    def _choose(self, number: int) -> None:
        self.round_wanted.emit(self.loop, number)

    def show_loop(self, loop: str, strips: Sequence[Strip], at: int | None) -> None:
        """Plot a loop (its path from the page), with a mark at an iteration; hide if it has no strips."""
        self.loop = loop
        self.setVisible(bool(strips))
        if strips:
            self.head.set_full(f"{loop}: " + "; ".join([each.text for each in strips]))
            self.plot.show_strips(strips, at)
