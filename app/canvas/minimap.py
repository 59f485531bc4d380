"""The minimap in a corner of the view: it shows the visible part of the page, and a click moves the view."""

from __future__ import annotations

import math

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap, QWheelEvent
from PySide6.QtWidgets import QWidget

from app.canvas.drawing.labels import Covered
from app.canvas.drawing.shapes import brush, painting
from app.canvas.scene import PageScene
from app.language import tr

SIZE, _SMALL = QSize(200, 130), QSize(132, 86)
_LEAST = QSize(600, 300)
"""A smaller view has no map: it would cover what one looks at."""
_CORNER = 14


class Minimap(QWidget):
    """A small map of a page, in the corner of the view where it covers the least.

    It is repainted when the page has been still for a moment.

    Signals:
        turned: the mouse wheel, in notches.
    """

    chosen = Signal(QPointF)
    turned = Signal(float)

    def __init__(self, scene: PageScene, parent: QWidget) -> None:
        super().__init__(parent)
        self._view = parent
        self._scene = scene
        self._seen = QRectF()
        self._map: QPixmap | None = None
        self._bounds = QRectF()
        self.wanted = self._has_place = True
        self.setFixedSize(SIZE)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(tr("Minimap of the page"))
        self._later = QTimer(self, singleShot=True, interval=120)
        self._later.timeout.connect(self._forget)
        scene.repainting.changed.connect(self._later.start)

    def place(self, covered: Covered) -> None:
        """Move to the corner that covers the least; hide if every corner is forbidden.

        Args:
            covered: returns how much a rectangle of the view covers; infinity: forbidden.
        """
        size = self._view.size()
        own = SIZE if size.width() > 3 * SIZE.width() and size.height() > 3 * SIZE.height() else _SMALL
        if own != self.size():
            self.setFixedSize(own)
            self._map = None
        right, bottom = size.width() - own.width() - _CORNER, size.height() - own.height() - _CORNER
        places = (right, bottom), (right, _CORNER), (_CORNER, bottom), (_CORNER, _CORNER)
        best = min([QRect(QPoint(*at), own) for at in places], key=covered)
        self.move(best.topLeft())
        self._has_place = covered(best) < math.inf
        self._show_or_hide()

    def follow(self, seen: QRectF) -> None:
        self._seen = seen
        self._show_or_hide()

    def _show_or_hide(self) -> None:
        view = self._view
        if not view.isVisible():
            return
        bounds = self._scene.content_rect()
        roomy = view.width() >= _LEAST.width() and view.height() >= _LEAST.height()
        is_of_use = not bounds.isEmpty() and not self._seen.contains(bounds)
        super().setVisible(self.wanted and roomy and is_of_use and self._has_place)
        self.update()

    def setVisible(self, visible: bool) -> None:
        self.wanted = visible
        self._show_or_hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, color = self._scene.theme, self._scene.painters.color
        if self._map is None:
            self._draw()
        with painting(self) as painter:
            if self._map is not None:
                painter.drawPixmap(0, 0, self._map)
            seen = self._to_map(self._seen)
            painter.setPen(QPen(color(theme.running), 1.4))
            painter.setBrush(brush(color(theme.running), 26))
            painter.drawRect(seen.intersected(QRectF(1, 1, self.width() - 2, self.height() - 2)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._view.setFocus(Qt.FocusReason.MouseFocusReason)
        self._go(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.turned.emit(event.angleDelta().y() / 120.0)
        event.accept()

    def _go(self, event: QMouseEvent) -> None:
        factor, offset = self._scale()
        position = event.position() - offset
        self.chosen.emit(QPointF(position.x() / factor, position.y() / factor))
        event.accept()

    def _forget(self) -> None:
        self._map = None
        self.update()

    def _scale(self) -> tuple[float, QPointF]:
        bounds = self._bounds
        width, height = max(1.0, bounds.width()), max(1.0, bounds.height())
        factor = min((self.width() - 12) / width, (self.height() - 12) / height)
        middle = bounds.center()
        return factor, QPointF(self.width() / 2 - middle.x() * factor, self.height() / 2 - middle.y() * factor)

    def _to_map(self, rect: QRectF) -> QRectF:
        factor, offset = self._scale()
        return QRectF(rect.topLeft() * factor + offset, rect.size() * factor)

    def _draw(self) -> None:
        scene = self._scene
        theme, color = scene.theme, scene.painters.color
        self._bounds = scene.content_rect()
        ratio = self.devicePixelRatioF()
        self._map = QPixmap(self.size() * ratio)
        self._map.setDevicePixelRatio(ratio)
        self._map.fill(Qt.GlobalColor.transparent)
        with painting(self._map) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(color(theme.preview_border), 1))
            painter.setBrush(color(theme.preview_fill))
            painter.drawRoundedRect(QRectF(0.5, 0.5, self.width() - 1, self.height() - 1), 6, 6)
            factor, offset = self._scale()
            painter.setClipRect(QRectF(1, 1, self.width() - 2, self.height() - 2))
            painter.translate(offset)
            painter.scale(factor, factor)
            scene.paint_overview(painter, painter.clipBoundingRect())
