"""Labels with a background over blocks and wires, and the base class of legends."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QEnterEvent, QHideEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from app.canvas.drawing.shapes import set_colors
from app.canvas.text import draw_text, static_text
from app.face.theme import Theme, text_on

_TEXT = 10
LEGEND_MARGIN = 14
LEGEND_TITLE = 12
_LINE, _SAMPLE, _LONGEST, _SMALL, _LOW = 24, 40, 170, 11, 8
"""The height of a folded legend, the width of its sample, the most and the size of its title, and the room below."""
Covered = Callable[[QRect], float]


def label_width(text: str) -> float:
    return static_text(text, _TEXT, bold=True).size().width()


def paint_label(painter: QPainter, box: QRectF, text: str, color: QColor, theme: Theme, size: float) -> None:
    set_colors(painter, QPen(QColor(theme.canvas), size), color)
    painter.drawRoundedRect(box, 5 * size, 5 * size)
    painter.save()
    painter.translate(box.center().x(), box.bottom() - 4.2 * size)
    painter.scale(size, size)
    draw_text(painter, 0, 0, text, _TEXT, QColor(text_on(color.name())), bold=True, align="center")
    painter.restore()


def legend_corners(view: QSize, legend: QSize) -> list[QRect]:
    """Return candidate positions for a legend, best first: lower left, other corners, along the edges."""
    right, bottom = view.width() - legend.width() - LEGEND_MARGIN, view.height() - legend.height() - LEGEND_MARGIN
    left = top = LEGEND_MARGIN
    corners = [(left, bottom), (left, top), (right, top), (right, bottom)]
    for part in (0.5, 0.25, 0.75):
        x, y = round(left + part * (right - left)), round(top + part * (bottom - top))
        corners += [(x, bottom), (x, top), (left, y), (right, y)]
    return [QRect(QPoint(*at), legend) for at in corners]


class CornerLegend(QWidget):
    """A legend in the corner of a view where it covers the least. Mouse events pass through it to the canvas.

    Without free room it is folded to a line at the bottom, beside earlier legends, and opens under the mouse.
    """

    def __init__(self, parent: QWidget, name: str) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._view = parent
        self._before = [each for each in parent.children() if isinstance(each, CornerLegend) and each is not self]
        self.is_folded = False
        self._is_open = False
        self._whole, self._closed = QSize(), QRect()
        self.hide()

    def stand(self, size: QSize, title: str, covered: Covered, *, stay: bool, folds: bool = True) -> None:
        """Move to the position that covers the least, or ``stay`` unless another is better.

        ``covered`` returns how much of the page a position covers. ``folds``: fold if every one covers something.
        """
        if self._is_open:
            return
        self._whole = size
        view = self._view.size()
        corners, here = legend_corners(view, size), self.geometry()
        best = min(corners, key=covered)
        self._fold(folds and covered(best) > 0)
        if self.is_folded:
            self.setGeometry(self._line(title))
        elif not (stay and here in corners and covered(here) <= covered(best)):
            self.setGeometry(best)
        self.raise_()

    def _fold(self, is_folded: bool) -> None:
        self.is_folded = is_folded
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, not (is_folded or self._is_open))
        self.update()

    def _line(self, title: str) -> QRect:
        """Return the folded rectangle: to the right of earlier legends, in further rows if needed."""
        view = self._view.size()
        wide = math.ceil(min(_LONGEST, static_text(title, _SMALL, bold=True).size().width()))
        line = QRect(LEGEND_MARGIN, view.height() - _LINE - _LOW, wide + _SAMPLE + 42, _LINE)
        for other in self._before:
            if not other.isHidden() and other.geometry().intersects(line):
                line.moveLeft(other.geometry().right() + 7)
                if line.right() > view.width() - LEGEND_MARGIN:
                    line.moveTopLeft(QPoint(LEGEND_MARGIN, line.top() - _LINE - 6))
        return line

    def sample(self) -> QRectF:
        return QRectF(self.width() - _SAMPLE - 24, 0, _SAMPLE, _LINE)

    def enterEvent(self, event: QEnterEvent) -> None:
        if self.is_folded:
            line = self.geometry()
            self._is_open = True
            self._fold(is_folded=False)
            left = max(0, min(line.left(), self._view.width() - self._whole.width() - LEGEND_MARGIN))
            self.setGeometry(QRect(QPoint(left, max(0, line.bottom() + 1 - self._whole.height())), self._whole))
            self.raise_()
            self._closed = line
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._close()
        super().leaveEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Fold: the legend may be hidden while the mouse is over it."""
        self._close()
        super().hideEvent(event)

    def _close(self) -> None:
        if self._is_open:
            self._is_open = False
            self._fold(is_folded=True)
            self.setGeometry(self._closed)


def begin_legend(legend: CornerLegend, title: str, theme: Theme) -> QPainter:
    painter = QPainter(legend)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    ground = QColor(theme.canvas).darker(125) if theme.dark else QColor("#ffffff")
    ground.setAlpha(235)
    set_colors(painter, QPen(QColor(theme.preview_border), 1.0), ground)
    painter.drawRoundedRect(QRectF(legend.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
    if legend.is_folded:
        room, right = legend.sample().left() - 16, legend.width() - 12.0
        draw_text(painter, 12, 16, title, _SMALL, QColor(theme.label), bold=True, room=room)
        painter.setPen(QPen(QColor(theme.label_dim), 1.4))
        painter.drawPolyline([QPointF(right - 6, 14), QPointF(right - 3, 10.5), QPointF(right, 14)])
    else:
        draw_text(painter, 12, 20, title, LEGEND_TITLE, QColor(theme.label), bold=True, room=legend.width() - 24)
    return painter
