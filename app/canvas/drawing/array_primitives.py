"""Lines and rectangles painted directly from NumPy arrays.

One Qt object per line or rectangle would take several times the memory, and Qt would read each object on every repaint.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QPainter
from shiboken6 import wrapInstance

from blocks.base.types import Array


def draw_lines(painter: QPainter, lines: Array) -> None:
    """Paint straight lines [n, 4], each as (x, y, x, y)."""
    lines = np.ascontiguousarray(lines, float)  # as Qt has them in memory; it is there until they are painted
    if len(lines):
        first: Any = wrapInstance(lines.ctypes.data, QLineF)
        painter.drawLines(first, len(lines))


def draw_rects(painter: QPainter, rects: Array) -> None:
    """Paint rectangles [n, 4], each as (left, top, width, height)."""
    rects = np.ascontiguousarray(rects, float)
    if len(rects):
        first: Any = wrapInstance(rects.ctypes.data, QRectF)
        painter.drawRects(first, len(rects))
