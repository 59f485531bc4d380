"""Rows that are reordered by dragging the grip at their left, or by Up and Down on it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.canvas.drawing.painter_guard import painting, told_later
from app.canvas.text import tip
from app.language import tr
from app.panels.look import color

GRIP_WIDTH = 14


class Grip(QWidget):
    """The drag handle of a row.

    Signals:
        dragged(int), dropped(int): the mouse's y on the screen.
        stepped(int): move the row up (-1) or down (1).
    """

    dragged = Signal(int)
    dropped = Signal(int)
    stepped = Signal(int)

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._pressed: QPoint | None = None
        self._drags = False
        self.setFixedSize(GRIP_WIDTH, 22)
        self.setCursor(Qt.CursorShape.SizeVerCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(tr("Position of {name}", name=name))
        self.setToolTip(tip(tr("Drag {name} to reorder it, or press Up or Down", name=name)))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        with told_later(), painting(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color("link" if self.hasFocus() else "faint"))
            for x in (4.0, 8.0):
                for y in (7.0, 11.0, 15.0):
                    painter.drawEllipse(QPointF(x, y), 1.1, 1.1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.globalPosition().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.globalPosition().toPoint()
        if self._pressed is not None:
            self._drags = self._drags or (at - self._pressed).manhattanLength() >= QApplication.startDragDistance()
            if self._drags:
                self.dragged.emit(at.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        drags, self._pressed, self._drags = self._drags, None, False
        if drags:
            self.dropped.emit(event.globalPosition().toPoint().y())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {int(Qt.Key.Key_Up): -1, int(Qt.Key.Key_Down): 1}
        if event.key() in steps:
            self.stepped.emit(steps[event.key()])
        else:
            super().keyPressEvent(event)


class OrderedRows(QWidget):
    """A column of rows, each with a grip.

    Signals:
        moved(int, int): move the row at an index to another index.
    """

    moved = Signal(int, int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: list[QWidget] = []
        self.grips: list[Grip] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        self._mark = QFrame(self)
        self._mark.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._mark.hide()

    def add(self, name: str, row: QWidget) -> None:
        index = len(self.rows)
        grip = Grip(name, self)
        grip.dragged.connect(self._show)
        grip.dropped.connect(partial(self._drop, index))
        grip.stepped.connect(partial(self._step, index))
        line = QHBoxLayout()
        line.setSpacing(2)
        line.addWidget(grip, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(row, 1)
        self._layout.addLayout(line)
        self.rows.append(row)
        self.grips.append(grip)

    def _gap(self, screen_y: int) -> int:
        y = self.mapFromGlobal(QPoint(0, screen_y)).y()
        return sum(row.geometry().center().y() < y for row in self.rows)

    def _show(self, screen_y: int) -> None:
        gap = self._gap(screen_y)
        last = gap == len(self.rows)
        box = self.rows[gap - last].geometry()
        y = box.bottom() + 1 if last else box.top() - 3
        self._mark.setStyleSheet(f"background: {color('accent').name()}; border: none;")
        self._mark.setGeometry(QRect(0, max(0, min(y, self.height() - 2)), self.width(), 2))
        self._mark.show()
        self._mark.raise_()

    def _drop(self, index: int, screen_y: int) -> None:
        gap = self._gap(screen_y)
        self._mark.hide()
        self._move(index, gap - (gap > index))

    def _step(self, index: int, step: int) -> None:
        self._move(index, index + step)

    def _move(self, index: int, to: int) -> None:
        if to != index and 0 <= to < len(self.rows):
            self.moved.emit(index, to)
