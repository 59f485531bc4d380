"""Painting helpers for displays: theme colors, small labels, number formats and grids."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from app.canvas.display_blocks import charts
from app.canvas.text import draw_text
from app.face.theme import Theme
from blocks.base.literal_show import text_of

BAD = ("NaN", "inf", "-inf")
"""Numbers that are none, as `number_text` has them."""
SMALL = 10
TEXT = 11
_LINES_DARK = ("#3ddc5a", "#ffbf28", "#4cb8ff", "#ff7ab8", "#ff7a45", "#b79bff", "#5fe0d2", "#d8d8d0")
_LINES_LIGHT = ("#00803f", "#9a6100", "#0072c8", "#c02f7a", "#c8411c", "#6a45c8", "#0a7d72", "#505050")


def line_colors(dark: bool) -> list[QColor]:
    return [QColor(color) for color in (_LINES_DARK if dark else _LINES_LIGHT)]


class Ink:
    def __init__(self, painter: QPainter, theme: Theme, dark: bool) -> None:
        self.painter = painter
        self.lines = line_colors(dark)
        self.dim = QColor(theme.type_text)
        self.text = QColor(theme.label)
        self.value = QColor(theme.value)
        self.error = QColor(theme.error)
        self.ground = QColor("#1b1b1b" if dark else "#fcfcfa")
        self.edge = QColor("#5a5a58" if dark else "#c4c4bc")
        self.grid = QColor(192, 216, 57, 44) if dark else QColor(90, 110, 20, 46)

    def message(self, box: QRectF, text: str, color: QColor | None = None) -> None:
        draw_text(
            self.painter, box.center().x(), box.center().y() + 3, text, TEXT, color or self.dim, room=box.width() - 8,
            align="center",
        )  # fmt: skip

    def write(
        self, x: float, y: float, text: str, color: QColor, room: float | None = None, align: str = "left"
    ) -> None:
        draw_text(self.painter, x, y, text, SMALL, color, room=room, align=align)

    def plot_ground(self, area: QRectF) -> None:
        self.painter.setPen(QPen(self.edge, 1.0))
        self.painter.setBrush(self.ground)
        self.painter.drawRect(area)

    def image(self, area: QRectF, image: QImage, *, stretch: bool) -> QRectF:
        width, height = image.width(), image.height()
        factor = min(area.width() / width, area.height() / height)
        size = QRectF(0, 0, area.width(), area.height()) if stretch else QRectF(0, 0, width * factor, height * factor)
        size.moveCenter(area.center())
        smaller = size.width() < width or size.height() < height
        self.painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smaller)
        self.painter.drawImage(size, image)
        return size


def number_text(value: float, digits: int) -> str:
    return "NaN" if math.isnan(value) else f"{value:.{max(1, min(17, digits))}g}"


def number_in(values: Mapping[str, Any], name: str) -> float | None:
    """Return a value as a finite float; None if it is missing or not a finite number."""
    number = values.get(name)
    if not isinstance(number, (int, float)) or isinstance(number, bool) or not math.isfinite(number):
        return None
    return float(number)


def count_in(values: Mapping[str, Any], name: str, default: int, low: int, high: int) -> int:
    number = values.get(name)
    return max(low, min(high, number)) if isinstance(number, int) and not isinstance(number, bool) else default


def digits_in(values: Mapping[str, Any]) -> int:
    return count_in(values, "digits", 4, 1, 17)


def element_text(value: Any, digits: int) -> str:
    plain: Any = value.item() if hasattr(value, "item") else value
    if isinstance(plain, (bytes, str)):
        return text_of(np.asarray(plain, object), 24)
    if isinstance(plain, bool):
        return "true" if plain else "false"
    if isinstance(plain, int):
        return str(plain)
    if isinstance(plain, complex):
        return f"{plain:.{digits}g}"
    return number_text(float(plain), digits)


def thin_frame(ink: Ink, rect: QRectF) -> None:
    ink.painter.setPen(QPen(ink.edge, 0.8))
    ink.painter.setBrush(Qt.BrushStyle.NoBrush)
    ink.painter.drawRect(rect)


def grid_line(ink: Ink, a: QPointF, b: QPointF) -> None:
    ink.painter.setPen(QPen(ink.grid, 0.8, Qt.PenStyle.DashLine))
    ink.painter.drawLine(a, b)


def left_marks(ink: Ink, area: QRectF, low: float, high: float, digits: int, *, logarithmic: bool) -> None:
    most = max(2, int(area.height() // 26))
    for mark in charts.log_ticks(low, high, most) if logarithmic else charts.ticks(low, high, most):
        y = area.bottom() - area.height() * (mark - low) / (high - low)
        grid_line(ink, QPointF(area.left(), y), QPointF(area.right(), y))
        text = f"{float(np.power(10.0, mark)):.3g}" if logarithmic else number_text(mark, digits)
        ink.write(area.left() - 4, y + 3, text, ink.dim, 36, "right")


def bottom_marks(ink: Ink, area: QRectF, low: float, high: float, *, whole: bool = False) -> None:
    marks = charts.ticks(low, high, max(2, int(area.width() // 42)))
    for mark in marks:
        if whole and mark != int(mark):
            continue
        x = area.left() + area.width() * (mark - low) / (high - low)
        grid_line(ink, QPointF(x, area.top()), QPointF(x, area.bottom()))
        text = f"{int(mark):,}" if whole else number_text(mark, 4)
        align = "right" if x > area.right() - 14 else "center"
        ink.write(min(x, area.right() + 6) if align == "right" else x, area.bottom() + 10, text, ink.dim, None, align)
