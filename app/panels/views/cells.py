"""Element values written into the cells of a heat map, if they fit."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from app.canvas.display_blocks.pens import SMALL
from app.canvas.text import draw_text, static_text
from app.face.contrast import text_on
from blocks.base.literal_show import text_of
from blocks.base.types import Array

_MOST = 2000
"""Cells in sight: more have no room for a text on any screen."""
_HIGH, _AROUND = 13.0, 6.0
_TEXT = SMALL + 3


def make_cells(pg: Any) -> Any:
    """Return a plot item that writes elements into cells; pyqtgraph is imported on first use."""

    class Cells(pg.GraphicsObject):  # pyright: ignore[reportUntypedBaseClass]
        """The elements of a plane, row by row from the top; each cell is one unit wide and high."""

        def __init__(self) -> None:
            super().__init__()  # pyright: ignore[reportUnknownMemberType]
            self._plane: Array | None = None
            self._shades: Array | None = None

        def show(self, plane: Array, shades: Array | None) -> None:
            """Show elements over cell colors; nothing if the plane was thinned out (``shades`` None)."""
            self.prepareGeometryChange()
            self._plane, self._shades = (plane, shades) if shades is not None else (None, None)
            self.update()

        def boundingRect(self) -> QRectF:
            if self._plane is None:
                return QRectF()
            rows, columns = self._plane.shape
            return QRectF(-0.5, -0.5, columns, rows)

        def paint(self, painter: QPainter, _option: object, _widget: QWidget | None = None) -> None:
            plane, shades = self._plane, self._shades
            if plane is None or shades is None:
                return
            transform = painter.worldTransform()
            wide, high = abs(transform.m11()), abs(transform.m22())
            seen = self.viewRect().intersected(self.boundingRect())
            rows = range(max(0, int(seen.top() + 0.5)), min(plane.shape[0], int(seen.bottom() + 0.5) + 1))
            columns = range(max(0, int(seen.left() + 0.5)), min(plane.shape[1], int(seen.right() + 0.5) + 1))
            if high < _HIGH or len(rows) * len(columns) > _MOST:
                return
            texts = {(i, k): text_of(plane[i, k], 24) for i in rows for k in columns}
            if max((static_text(text, _TEXT).size().width() for text in texts.values()), default=0.0) > wide - _AROUND:
                return
            painter.save()
            painter.resetTransform()
            for (i, k), text in texts.items():
                red, green, blue, *_ = shades[i, k].tolist()
                ink = text_on(QColor(red, green, blue).name())
                at = transform.map(QPointF(k, i))
                draw_text(painter, at.x(), at.y() + 4, text, _TEXT, QColor(ink), align="center")
            painter.restore()

    return Cells()
