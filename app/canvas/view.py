"""The view of a page: it passes mouse and key events to the tools, moves the camera and accepts drops."""

from __future__ import annotations

import math
from typing import Protocol

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRect, QRectF, QSize, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsView, QLabel, QToolTip, QWidget

from app.canvas.drawing.labels import Covered
from app.canvas.drawing.legend import Legend
from app.canvas.drawing.shapes import brush, painting, set_colors
from app.canvas.drawing.timing_marks import TimesLegend
from app.canvas.items import BlockItem, PinKey, plain
from app.canvas.mirror import PREVIEW_ROOM
from app.canvas.scene import PageScene
from app.canvas.text import tip
from app.canvas.value_rows import kind_of
from app.canvas.wire_legend import REST, WireLegend
from app.face.face import MEANINGS, PinFace, custom_gradient_words, shown_value
from app.face.gradient import BROKEN_HERE
from app.face.theme import Theme
from blocks.base.language import mark, tr
from blocks.document.data import Page
from blocks.document.definitions import shown_type
from blocks.document.python_values import value_text
from blocks.graph.spec import BlockSpec
from blocks.library.registry import missing_text

SIZE, _SMALL = QSize(200, 130), QSize(132, 86)
_LEAST = QSize(600, 300)
"""A smaller view has no map: it would cover what one looks at."""
_CORNER = 14


class Minimap(QWidget):
    """A small map of a page, in the corner of the view where it covers the least.

    It is repainted when the page has been still for a moment. `turned`: the mouse wheel, in notches.
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
        """Move to the corner where ``covered`` is least. Hide if every corner is forbidden (infinity)."""
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
            set_colors(painter, QPen(color(theme.running), 1.4), brush(color(theme.running), 26))
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
            set_colors(painter, QPen(color(theme.preview_border), 1), color(theme.preview_fill))
            painter.drawRoundedRect(QRectF(0.5, 0.5, self.width() - 1, self.height() - 1), 6, 6)
            factor, offset = self._scale()
            painter.setClipRect(QRectF(1, 1, self.width() - 2, self.height() - 2))
            painter.translate(offset)
            painter.scale(factor, factor)
            scene.paint_overview(painter, painter.clipBoundingRect())


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
    """A graphics view with zoom, pan and fit. `zoom_changed`: the new zoom, 1.0 for 100 %."""

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
        least = min(MIN_ZOOM, self._zoom_for(self.page_scene.content_rect()))
        zoom = min(MAX_ZOOM, max(least, zoom))
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
        self.fit(self.page_scene.content_rect(self.page_scene.selected_ids() or None))

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


TYPE_MIME = "application/x-gradblocks-type"
BLOCKS_MIME = "application/x-gradblocks-blocks"
"""What the palette drags: the name of a block type, UTF-8."""
_FEW = 12
"""If more blocks are selected, map and legends stay."""
_ABOVE = 24.0
"""So far above blocks stand words that a legend must not hide."""


class ToolBoxProtocol(Protocol):
    """The interface of the toolbox. Each method returns whether it handled the event."""

    def mouse_press(self, view: CanvasView, event: QMouseEvent) -> bool: ...

    def mouse_move(self, view: CanvasView, event: QMouseEvent) -> bool: ...

    def mouse_release(self, view: CanvasView, event: QMouseEvent) -> bool: ...

    def double_click(self, view: CanvasView, event: QMouseEvent) -> bool: ...

    def key_press(self, view: CanvasView, event: QKeyEvent) -> bool: ...

    def wants_key(self, event: QKeyEvent) -> bool: ...


_IDLE_KEYS = {
    Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta, Qt.Key.Key_Escape
}  # fmt: skip
"""Keys that neither move the page nor edit it."""


class CanvasView(CameraView):
    """The view of a page.

    Signals:
        type_dropped: a block type (name, page position, and for a composite of another diagram the text of an instance
            with its definition).
        context_requested: a right click without a drag (position on the page, on the screen).
    """

    type_dropped = Signal(str, QPointF, str)
    files_dropped = Signal(list)
    context_requested = Signal(QPointF, QPoint)

    def __init__(self, scene: PageScene, parent: QWidget | None = None) -> None:
        super().__init__(scene, parent)
        self.tools: ToolBoxProtocol | None = None
        self._pan_from: QPoint | None = None
        self._pan_button = Qt.MouseButton.NoButton
        self._space = False
        self._fitted = False
        self._whole: tuple[float, int, int] | None = None
        self._gesture: list[QRectF] = []
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.BoundingRectViewportUpdate)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontSavePainterState)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.viewport().setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Canvas"))
        self.setAccessibleDescription(tr("The Outline panel lists the blocks and wires of the page"))
        self.minimap = Minimap(scene, self)
        self.minimap.chosen.connect(self._center)
        self.minimap.turned.connect(self._turn)
        self.view_changed.connect(self._follow_view)
        self.legend = Legend(self)
        self.times_legend = TimesLegend(self)
        self.wire_legend = WireLegend(self, scene, lambda: (self.visible_rect(), self.zoom), self._covered_by_wires)
        self._at_rest = QTimer(self, singleShot=True, interval=REST)
        self._at_rest.timeout.connect(lambda: self._give_way())  # noqa: PLW0108  # it may fire as the view goes
        scene.gesture_moved.connect(self._give_way_to_gesture)
        self.view_changed.connect(self._look_soon)
        scene.repainting.changed.connect(self._look_soon)
        scene.results_changed.connect(self._look_soon)
        scene.selectionChanged.connect(self._look_soon)
        self.empty_hint = EmptyHint(self)
        scene.updated.connect(self._explain)
        self._explain()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._whole = None
        middle = event.button() == Qt.MouseButton.MiddleButton
        if middle or (self._space and event.button() == Qt.MouseButton.LeftButton):
            self._pan_from = event.position().toPoint()
            self._pan_button = event.button()
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        elif self.tools is not None and self.tools.mouse_press(self, event):
            pass
        elif event.button() == Qt.MouseButton.RightButton:
            self.context_requested.emit(self.to_page(event.position()), event.globalPosition().toPoint())
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pan_from is not None:
            here = event.position().toPoint()
            moved = here - self._pan_from
            self._pan_from = here
            self.pan(moved.x(), moved.y())
        elif self.tools is not None:
            self.tools.mouse_move(self, event)
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pan_from is not None and event.button() == self._pan_button:
            self._pan_from = None
            self._show_hand()
        elif self.tools is not None:
            self.tools.mouse_release(self, event)
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.MiddleButton or self._space:
            self.mousePressEvent(event)
        elif self.tools is not None:
            self.tools.double_click(self, event)
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        modifiers = event.modifiers()
        pixels, angle = event.pixelDelta(), event.angleDelta()
        smooth = event.phase() != Qt.ScrollPhase.NoScrollPhase and not pixels.isNull()
        if modifiers & Qt.KeyboardModifier.ControlModifier or not (
            smooth or modifiers & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.AltModifier)
        ):
            turn = angle.y() or angle.x()
            self.set_zoom(self.zoom * STEP ** (turn / 120.0), event.position(), gesture=True)
        elif smooth:
            self.pan(pixels.x(), pixels.y())
        else:
            across = angle.y() if modifiers & Qt.KeyboardModifier.ShiftModifier else angle.x()
            self.pan(across, 0 if modifiers & Qt.KeyboardModifier.ShiftModifier else angle.y())
        event.accept()

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QNativeGestureEvent):
            if event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
                self.set_zoom(self.zoom * (1.0 + event.value()), event.position(), gesture=True)
                return True
            return False
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            text = "" if self._pan_from is not None else self._tip(event.pos())
            QToolTip.showText(event.globalPos(), tip(text), self.viewport())
            return True
        if event.type() == QEvent.Type.Leave:
            self.page_scene.overlay.set_hover(None)
            self.page_scene.overlay.set_probe(None)
        return super().viewportEvent(event)

    def event(self, event: QEvent) -> bool:
        """Give the gesture its keys before they become shortcuts, and keep Tab from moving the focus."""
        kinds = (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
        if event.type() in kinds and isinstance(event, QKeyEvent) and self.tools and self.tools.wants_key(event):
            event.accept()
            return event.type() == QEvent.Type.ShortcutOverride or self.tools.key_press(self, event)
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key not in _IDLE_KEYS:
            self._whole = None
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if key == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = True
            self._show_hand()
        elif key == Qt.Key.Key_Space:
            pass
        elif self.tools is not None and self.tools.key_press(self, event):
            event.accept()
            return
        elif key == Qt.Key.Key_Home:
            self.fit_all()
        elif key == Qt.Key.Key_F and not control:
            self.fit_selection()
        elif control and key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_in()
        elif control and key == Qt.Key.Key_Minus:
            self.zoom_out()
        elif control and key == Qt.Key.Key_0:
            self.zoom_reset()
        else:
            event.ignore()
            return
        event.accept()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            if not event.isAutoRepeat():
                self._space = False
                self._show_hand()
            event.accept()
        else:
            event.ignore()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._space = False
        self._show_hand()
        super().focusOutEvent(event)

    def _tip(self, at: QPoint) -> str:
        return tip_at(self.page_scene, self.to_page(at), self.transform().m11())

    def _explain(self) -> None:
        scene = self.page_scene
        face = scene.gradient.face if scene.page.blocks else None
        self.legend.show_face(face, scene.theme, self._covered)
        self.times_legend.show_face(scene.times.face, scene.theme, self._covered_by_times)
        self.wire_legend.soon()
        self.empty_hint.show_page(scene.page, scene.theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        is_whole = self.is_whole
        super().resizeEvent(event)
        self.empty_hint.place()
        if (is_whole or not self._fitted) and event.size().width() > 50 and event.size().height() > 50:
            self._fitted = True
            self.show_first()
        self._give_way(stay=False)
        self.view_changed.emit()

    def show_first(self) -> None:
        """Show the whole page, or its first frame and note if the whole would be too small to read.

        Resizes keep this view until the user moves it or edits something.
        """
        whole, begin = self.page_scene.content_rect(), self.page_scene.beginning()
        if begin.isEmpty() or self._zoom_for(whole) >= READABLE:
            self.fit(whole, 1.0)
        else:
            self.show_from(begin, max(READABLE, min(1.0, self._zoom_for(begin))))
        self._give_way(stay=False)
        self.take_as_whole()

    @property
    def is_whole(self) -> bool:
        return self._whole is not None and self._whole == self._position()

    def take_as_whole(self) -> None:
        self._whole = self._position()

    def _position(self) -> tuple[float, int, int]:
        return self.zoom, self.horizontalScrollBar().value(), self.verticalScrollBar().value()

    def fit(self, rect: QRectF, limit: float = 1.5) -> None:
        super().fit(rect, limit)
        self._place_legends()

    def center_on_block(self, block_id: str) -> None:
        super().center_on_block(block_id)
        self._place_legends()

    def _look_soon(self) -> None:
        self._at_rest.start()
        self.wire_legend.soon()

    def _give_way(self, *, stay: bool = True) -> None:
        self.minimap.place(self._worked_on)
        self._place_legends(stay=stay)
        self.wire_legend.soon()

    def _give_way_to_gesture(self) -> None:
        size = QSizeF(self.viewport().size())
        now = self.page_scene.overlay.worked_on(self.viewportTransform(), size)
        if now or self._gesture:
            self._gesture = now
            self.minimap.place(self._worked_on)
            legends = (self.legend, self.times_legend, self.wire_legend)
            if any(not each.isHidden() and rect.intersects(each.geometry()) for each in legends for rect in now):
                self._place_legends(stay=True)
                self.wire_legend.soon()

    def _worked_on(self, rect: QRect) -> float:
        """Return the covered area of displays and notes; infinity if a gesture or a selected block is covered."""
        if any(QRectF(rect).intersects(each) for each in self._gesture):
            return math.inf
        scene, area = self.page_scene, QRectF(self.to_page(rect.topLeft()), self.to_page(rect.bottomRight()))
        chosen = scene.selected_ids()
        items = scene.mirror.blocks_in(area.adjusted(0, -PREVIEW_ROOM, 0, 0))
        if len(chosen) <= _FEW and any(item.id in chosen and item.covered.intersects(area) for item in items):
            return math.inf
        rects = [each.rect for each in (*items, *scene.mirror.notes) if getattr(each, "is_display", True)]
        return sum(part.width() * part.height() for part in (each.intersected(area) for each in rects))

    def _place_legends(self, *, stay: bool = False) -> None:
        self.legend.place(self._covered, stay=stay)
        self.times_legend.place(self._covered_by_times, stay=stay)

    def _covered(self, rect: QRect) -> float:
        """Return the number of blocks, notes, frame titles and signs in a rectangle, with fractions."""
        area = QRectF(self.to_page(rect.topLeft()), self.to_page(rect.bottomRight()))
        if self._worked_on(rect) == math.inf or (self.minimap.isVisible() and rect.intersects(self.minimap.geometry())):
            return math.inf
        area.adjust(0, 0, 0, _ABOVE)
        scene, mirror = self.page_scene, self.page_scene.mirror
        rects = [item.covered for item in mirror.blocks_in(area.adjusted(0, -PREVIEW_ROOM, 0, 0))]
        rects += [note.rect for note in mirror.notes] + [frame.title for frame in mirror.frames]
        rects += scene.gradient.covered_by_signs(mirror, area, self.zoom)
        parts = [(rect.intersected(area), rect) for rect in rects if rect.intersects(area)]
        return sum([part.width() * part.height() / (whole.width() * whole.height()) for part, whole in parts])

    def _covered_by_times(self, rect: QRect) -> float:
        return self._covered_beside(rect, self.legend)

    def _covered_by_wires(self, rect: QRect) -> float:
        return self._covered_beside(rect, self.legend, self.times_legend)

    def _covered_beside(self, rect: QRect, *others: QWidget) -> float:
        is_taken = any(not each.isHidden() and rect.intersects(each.geometry()) for each in others)
        return math.inf if is_taken else self._covered(rect)

    def _follow_view(self) -> None:
        shown = self.minimap.isVisible()
        self.minimap.follow(self.visible_rect())
        if self.minimap.isVisible() != shown:
            self._place_legends()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.view_changed.emit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self.dragMoveEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if _droppable(event.mimeData()):
            take_copy(event)
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        data = event.mimeData()
        if data.hasFormat(TYPE_MIME):
            name, blocks = (bytes(data.data(each).data()).decode(errors="replace") for each in (TYPE_MIME, BLOCKS_MIME))
            self.setFocus()
            self.type_dropped.emit(name, self.to_page(event.position()), blocks)
        elif data.hasUrls():
            self.files_dropped.emit([url.toLocalFile() for url in data.urls() if url.isLocalFile()])
        else:
            event.ignore()
            return
        take_copy(event)

    def _show_hand(self) -> None:
        if self._space:
            self.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
        else:
            self.viewport().unsetCursor()


def _droppable(data: QMimeData) -> bool:
    return data.hasFormat(TYPE_MIME) or (data.hasUrls() and any(url.isLocalFile() for url in data.urls()))


def take_copy(event: QDropEvent) -> None:
    """Accept a drop as a copy: after a move, a file manager would delete the files."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()


_TEXT = mark("Double-click or press Tab to add a block.\nOr drag a block here from the Blocks panel.")


class EmptyHint(QLabel):
    """A hint in the middle of the canvas while the page is empty. Mouse events pass through it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(tr(_TEXT), parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_page(self, page: Page, theme: Theme) -> None:
        empty = not (page.blocks or page.notes or page.frames)
        if empty:
            self.setStyleSheet(f"color: {theme.label_dim}; background: transparent")
            self.place()
        self.setVisible(empty)

    def place(self) -> None:
        parent = self.parentWidget()
        if parent is not None:
            self.setWordWrap(False)
            width = min(self.sizeHint().width(), parent.width() - 24)
            self.setWordWrap(True)
            self.resize(width, self.heightForWidth(width))
            self.move((parent.width() - self.width()) // 2, (parent.height() - self.height()) // 2)


_BADGE = 13.0
_MOST_LEFT = 12
"""The largest number of untrained variables that a tooltip lists."""
_READABLE = 0.7
"""Below this zoom, the text of notes is too small to read, so a tooltip shows it."""
_HINTS = {
    "typed": mark("drag a number to change it, or double-click to type a value"),
    "bool": mark("click to toggle"),
    "choice": mark("click to choose"),
}
_KINDS = {
    "scope": mark("the scope of the block"),
    "result": mark("the result of the block in the last step"),
    "operation": mark("an operation"),
    "feed": mark("a feed"),
    "status": mark("the status of the step"),
}


def tip_at(scene: PageScene, at: QPointF, scale: float = 1.0) -> str:
    key = scene.pin_at(at, scale=scale)
    block = scene.block_item(key.block if key is not None else scene.block_at(at) or "")
    for item in scene.mirror.blocks_in(QRectF(at.x() - _BADGE, at.y() - _BADGE, 2 * _BADGE, 2 * _BADGE)):
        if item.face.badges and scene.painters.is_badge(item, at, _BADGE):
            return "\n".join(badge.text for badge in item.face.badges if badge.text)
    sign = scene.gradient.sign_at(scene.mirror, at, scale)
    if sign is not None:
        spec = scene.mirror.type_of(sign.cut.block) if scene.block_item(sign.cut.block) is not None else None
        offered = spec is not None and spec.discontinuity is not None
        return sign.sentence + (tr("\nRight-click to add a surrogate gradient") if offered else "")
    if key is not None and block is not None:
        return _pin(scene, block, key)
    hit = scene.value_at(at, scale)
    if hit is not None and hit[1].value.contains(at):
        item, row = hit
        spec = scene.mirror.type_of(item.id)
        value = shown_value(scene.mirror.faces.as_given(item.block), spec, row.name)
        kind = kind_of(spec, row.name, value)
        return f"{item.id}.{row.name}: {value_text(value)}\n{tr(_HINTS[kind])}"
    if block is not None:
        known = [_block(block, scene.mirror.type_of(block.id))]
        known += [each(scene, block.id) for each in (_training, _gradient, _contract, _time)]
        return "\n".join(filter(None, known))
    note = scene.note_at(at)
    if note is not None:
        return plain(scene.mirror.notes[note].note.text) if scale < _READABLE else ""
    wire = scene.wire_at(at)
    if wire is None:
        return ""
    item = next(each for each in scene.mirror.wires_of(wire.source.block) if each.wire == wire)
    source = scene.block_item(wire.source.block)
    pin = None if source is None else source.face.pin(wire.source.pin, wire.source.index, is_input=False)
    face = scene.gradient.face
    strength = None if face is None else face.wires.get(wire)
    gradient = "" if face is None else tr("no gradient here")
    if strength is not None:
        gradient = tr("gradient: {text}", text=strength.text)
    return "\n".join(filter(None, [str(wire), "" if pin is None else _carries(pin), scene.wire_text(item), gradient]))


def _gradient(scene: PageScene, block: str) -> str:
    face = scene.gradient.face
    if face is None:
        return ""
    strength, reason, mark = face.blocks.get(block), face.starved.get(block), face.checked.get(block)
    lines = [tr("gradient: {text}", text=strength.text) if strength is not None else ""]
    lines.append(tr("no gradient: {reason}", reason=reason) if reason else "")
    lines.append(tr("gradient: {broken_here}", broken_here=tr(BROKEN_HERE)) if block in face.broken else "")
    strips = [each.text for each in face.strips.get(block, ())]
    return "\n".join(filter(None, [*lines, mark.sentence if mark is not None else "", *strips]))


def _contract(scene: PageScene, block: str) -> str:
    mark = scene.contracts.marks.get(block)
    return "" if mark is None else mark.sentence


def _training(scene: PageScene, block: str) -> str:
    training = scene.mirror.faces.trainings.get(block)
    if training is None:
        return ""
    told, many = training.left[:_MOST_LEFT], len(training.left) - _MOST_LEFT
    lines = [tr("trains {variables}", variables=", ".join(training.variables))]
    lines += [tr("{name} is not trained: {reason}", name=name, reason=reason) for name, reason in told]
    return "\n".join([*lines, tr("and {many} more", many=many)] if many > 0 else lines)


def _time(scene: PageScene, block: str) -> str:
    timing = scene.times.face.blocks.get(block) if scene.times.face is not None else None
    return "" if timing is None else tr("time: {text}", text=timing.text)


def _pin(scene: PageScene, item: BlockItem, key: PinKey) -> str:
    pin = item.face.pin(key.pin, key.index, is_input=key.is_input)
    if pin is None:
        return ""
    spec = scene.mirror.type_of(item.id)
    declared = None if spec is None else spec.input(key.pin) if key.is_input else spec.output(key.pin)
    lines = [str(key.endpoint), _carries(pin) or tr(_KINDS.get(pin.kind, ""))]
    if pin.belongs is not None:
        lines.append(f"{pin.belongs}: {MEANINGS[pin.belongs]}")
    training = _training(scene, item.id) if key.pin == "variables" and key.is_input else ""
    if training:
        return "\n".join(filter(None, [*lines, training, pin.fault]))
    if key.is_input and not pin.wired and declared is not None:
        missing = tr("optional") if pin.optional else tr("needs a wire")
        lines.append(tr("value: {value}", value=pin.value) if pin.value else missing)
    return "\n".join(filter(None, [*lines, pin.fault]))


def _carries(pin: PinFace) -> str:
    many = tr("a list of tensors") if pin.is_list and not pin.dtype else ""
    return f"{pin.dtype} {pin.shape}".strip() or many


def _block(item: BlockItem, spec: BlockSpec | None) -> str:
    if spec is None:
        kind = item.block.type
        return f"{item.id}: " + missing_text(kind, tr("there is no block type {type!r}", type=kind))
    lines = [f"{item.id}: {shown_type(spec.name)}", spec.summary, custom_gradient_words(spec)]
    return "\n".join(filter(None, lines)) + (tr("\nmuted") if item.block.muted else "")
