"""The camera of a canvas: zoom, pan and fit."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtWidgets import QGraphicsView, QWidget

from app.canvas.scene import PageScene

MIN_ZOOM = 0.02
"""The least zoom; of a page that is larger than the view even then, the one at which all of it is in sight."""
MAX_ZOOM = 6.0
READABLE = 0.7
"""The zoom from which on titles and pins can be read."""
_LEGIBLE = 0.6
STEP = 1.2
_STILL = 140
_ROOM = 36.0


class CameraView(QGraphicsView):
    """A graphics view with zoom, pan and fit.

    Signals:
        zoom_changed: the new zoom, 1.0 for 100 %.
    """

    zoom_changed = Signal(float)
    view_changed = Signal()

    def __init__(self, scene: PageScene, parent: QWidget | None = None) -> None:
        super().__init__(scene, parent)
        self.page_scene = scene
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalScrollBar().valueChanged.connect(self.view_changed)
        self.verticalScrollBar().valueChanged.connect(self.view_changed)
        self.view_changed.connect(self._scrolled)
        self._still = QTimer(self, singleShot=True, interval=_STILL)
        self._still.timeout.connect(self._rest)

    @property
    def zoom(self) -> float:
        return self.transform().m11()

    def set_zoom(self, zoom: float, at: QPointF | None = None, *, gesture: bool = False) -> None:
        """Zoom and keep the viewport position ``at`` (default: the center) fixed.

        During a ``gesture``, cached images are stretched until the zoom has come to rest.
        """
        zoom = min(MAX_ZOOM, max(self._least_zoom(), zoom))
        anchor = QPointF(self.viewport().rect().center()) if at is None else at
        if abs(zoom - self.zoom) < 1e-9:
            return
        before = self.to_page(anchor)
        if gesture:
            self.page_scene.hurried = self.page_scene.zooming = True
            self._still.start()
        self.resetTransform()
        self.scale(zoom, zoom)
        after = self.to_page(anchor)
        self._scroll((before.x() - after.x()) * zoom, (before.y() - after.y()) * zoom)
        self.zoom_changed.emit(zoom)
        self.view_changed.emit()

    def zoom_in(self) -> None:
        self.set_zoom(self.zoom * STEP)

    def zoom_out(self) -> None:
        self.set_zoom(self.zoom / STEP)

    def zoom_reset(self) -> None:
        self.set_zoom(1.0)

    def fit_all(self) -> None:
        self.fit(self.page_scene.content_rect())

    def fit_selection(self) -> None:
        ids = self.page_scene.selected_ids()
        self.fit(self.page_scene.content_rect(ids or None))

    def fit(self, rect: QRectF, limit: float = 1.5) -> None:
        """Fit a rectangle with a margin into the view, at a zoom of at most ``limit``."""
        if rect.isEmpty():
            self.set_zoom(1.0)
            self.centerOn(rect.center())
            return
        self.set_zoom(min(limit, self._zoom_for(rect)))
        self.centerOn(rect.center())
        self.view_changed.emit()

    def show_from(self, rect: QRectF, zoom: float) -> None:
        self.set_zoom(zoom)
        corner = self.viewportTransform().map(rect.topLeft())
        self._scroll(corner.x() - _ROOM / 2, corner.y() - _ROOM / 2)
        self.view_changed.emit()

    def center_on_block(self, block_id: str) -> None:
        rect = self.page_scene.block_rect(block_id)
        if not rect.isNull():
            if self.zoom < _LEGIBLE:
                self.set_zoom(1.0)
            self.centerOn(rect.center())

    def shows_block(self, block_id: str) -> bool:
        return self.zoom >= _LEGIBLE and self.visible_rect().contains(self.page_scene.block_rect(block_id))

    def reveal(self, rect: QRectF) -> None:
        """Center a rectangle unless all of it is visible. Zoom out if needed, but never in."""
        if not self.visible_rect().contains(rect):
            self.set_zoom(min(self.zoom, self._zoom_for(rect)))
            self._center(rect.center())

    def _zoom_for(self, rect: QRectF) -> float:
        size = self.viewport().size()
        width, height = max(40.0, size.width() - 2 * _ROOM), max(40.0, size.height() - 2 * _ROOM)
        return min(width / max(1.0, rect.width()), height / max(1.0, rect.height()))

    def _least_zoom(self) -> float:
        return min(MIN_ZOOM, self._zoom_for(self.page_scene.content_rect()))

    def _turn(self, notches: float) -> None:
        self.set_zoom(self.zoom * STEP**notches)

    def _center(self, position: QPointF) -> None:
        self.centerOn(position)
        self.view_changed.emit()

    def to_page(self, position: QPointF | QPoint) -> QPointF:
        inverse, _ = self.viewportTransform().inverted()
        return inverse.map(QPointF(position))

    def visible_rect(self) -> QRectF:
        rect = self.viewport().rect()
        return QRectF(self.to_page(rect.topLeft()), self.to_page(QPoint(rect.right() + 1, rect.bottom() + 1)))

    def pan(self, dx: float, dy: float) -> None:
        self._scroll(-dx, -dy)

    def _scrolled(self) -> None:
        """Repaint everything if labels depend on the visible area: Qt moves only the pixels."""
        if self.isVisible() and self.page_scene.hangs_on_sight:
            self.viewport().update()

    def _scroll(self, dx: float, dy: float) -> None:
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        across.setValue(across.value() + round(dx))
        down.setValue(down.value() + round(dy))

    def _rest(self) -> None:
        self.page_scene.zooming = False
        self.page_scene.repainting.marks()
