"""Labels: short texts on a background of their own, over blocks and wires, and the background of a legend."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRect, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from app.canvas.text import draw_text, static_text
from app.face.contrast import text_on
from app.face.theme import Theme

_TEXT = 10
LEGEND_MARGIN = 14
LEGEND_TITLE = 12
"""The size of the title of a legend."""
Covered = Callable[[QRect], float]


def label_width(text: str) -> float:
    """How wide the text of a label is."""
    return static_text(text, _TEXT, bold=True).size().width()


def paint_label(painter: QPainter, box: QRectF, text: str, color: QColor, theme: Theme, size: float) -> None:
    """Write a text on a colour, in white or black; all of it ``size`` times as large as usual."""
    painter.setPen(QPen(QColor(theme.canvas), size))
    painter.setBrush(color)
    painter.drawRoundedRect(box, 5 * size, 5 * size)
    painter.save()
    painter.translate(box.center().x(), box.bottom() - 4.2 * size)
    painter.scale(size, size)
    draw_text(painter, 0, 0, text, _TEXT, QColor(text_on(color.name())), bold=True, align="center")
    painter.restore()


def legend_corners(view: QSize, legend: QSize) -> list[QRect]:
    """Where a legend may stand on a view: in the lower left corner, in the others, else somewhere along the edges."""
    right, bottom = view.width() - legend.width() - LEGEND_MARGIN, view.height() - legend.height() - LEGEND_MARGIN
    left = top = LEGEND_MARGIN
    corners = [(left, bottom), (left, top), (right, top), (right, bottom)]
    for part in (0.5, 0.25, 0.75):
        x, y = round(left + part * (right - left)), round(top + part * (bottom - top))
        corners += [(x, bottom), (x, top), (left, y), (right, y)]
    return [QRect(QPoint(*at), legend) for at in corners]


def place_legend(legend: QWidget, size: QSize, covered: Covered, *, stay: bool, small: QSize | None = None) -> bool:
    """Let a legend stand where it covers least; returns whether it has the smaller size now.

    Args:
        legend: the legend, on the view.
        size: how large it is.
        covered: how much of the page a position of the view covers.
        stay: it does not go elsewhere for a position that is no better.
        small: how large it is on a page that has no room for all of it.
    """
    parent = legend.parentWidget()
    if parent is None:
        return False
    candidates, here = legend_corners(parent.size(), size), legend.geometry()
    best = min(candidates, key=covered)
    is_small = False
    if small is not None and covered(best) > 0:
        is_small = True
        candidates = legend_corners(parent.size(), small)
        best = min(candidates, key=covered)
    if not (stay and here in candidates and covered(here) <= covered(best)):
        legend.setGeometry(best)
    legend.raise_()
    return is_small


def begin_legend(legend: QWidget, title: str, theme: Theme) -> QPainter:
    """Paint the ground and the title of a legend; returns the painter for what stands on it."""
    painter = QPainter(legend)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    ground = QColor(theme.canvas).darker(125) if theme.dark else QColor("#ffffff")
    ground.setAlpha(235)
    painter.setPen(QPen(QColor(theme.label_dim), 1.0))
    painter.setBrush(ground)
    painter.drawRoundedRect(QRectF(legend.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
    draw_text(painter, 12, 20, title, LEGEND_TITLE, QColor(theme.label), bold=True, room=legend.width() - 24)
    return painter
