"""Dashes lie where they would if all were painted again, in whatever part of a widget they are painted again."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.canvas.drawing.shapes import draw_line, draw_rounded
from blocks.base.types import Array

DASHES = QPen(QColor("black"), 2, Qt.PenStyle.DashLine)
DOTS = QPen(QColor("black"), 1.5, Qt.PenStyle.DotLine)
FAINT = 4
"""So much of 255 an edge may differ where a part of a shape is painted and not all of it."""

Shape = tuple[int, int, int, int]
Draw = Callable[[QPainter, QRectF], None]


class Canvas(QWidget):
    """Shows a dashed shape, at a scale."""

    def __init__(self, draw: Draw, pen: QPen, scale: float, shape: QRectF) -> None:
        super().__init__()
        self._draw, self._pen, self._scale, self._shape = draw, pen, scale, shape

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(event.rect(), QColor("white"))
            painter.scale(self._scale, self._scale)
            painter.setPen(self._pen)
            self._draw(painter, self._shape)

    def pixels(self) -> Array:
        """What stands on the screen."""
        image = self.screen().grabWindow(self.winId()).toImage().convertToFormat(QImage.Format.Format_RGB32)
        return np.frombuffer(image.constBits(), np.uint8).astype(int)


def curve(painter: QPainter, rect: QRectF) -> None:
    """A wire through a rectangle."""
    path = QPainterPath(rect.topLeft())
    path.cubicTo(rect.topRight(), rect.bottomLeft(), rect.bottomRight())
    draw_line(painter, path)


def rounded(painter: QPainter, rect: QRectF) -> None:
    """A frame."""
    draw_rounded(painter, rect, 8)


@pytest.mark.parametrize(
    ("draw", "pen", "scale", "shape", "part"),
    [
        (curve, DASHES, 1.0, (-997, -89, 3312, 2227), (204, 157, 156, 32)),
        (curve, DASHES, 1.3, (-363, 54, 2938, 464), (341, 81, 48, 53)),
        (curve, DASHES, 1.3, (-341, -427, 1140, 814), (231, 226, 194, 90)),
        (rounded, DOTS, 1.3, (-1930, -302, 2270, 348), (160, 55, 70, 43)),
    ],
)
def test_a_part_fits_what_stands_around_it(
    qtbot: QtBot, draw: Draw, pen: QPen, scale: float, shape: Shape, part: Shape
) -> None:
    """Shapes with which Qt's own dashes (6.11) begin elsewhere in the part; one in a hundred is such a case."""
    canvas = Canvas(draw, pen, scale, QRectF(*shape))
    qtbot.addWidget(canvas)
    canvas.resize(600, 400)
    with qtbot.waitExposed(canvas):
        canvas.show()
    canvas.repaint()
    whole = canvas.pixels()
    canvas.repaint(QRect(*part))
    assert np.abs(canvas.pixels() - whole).max() <= FAINT
