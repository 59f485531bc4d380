"""The view of a page: it passes mouse and key events to the tools, moves the camera and accepts drops."""

from __future__ import annotations

import math
from typing import Protocol

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRect, QRectF, QSizeF, Qt, QTimer, Signal
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
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsView, QLabel, QToolTip, QWidget

from app.canvas.camera import READABLE, STEP, CameraView
from app.canvas.drawing.legend import Legend
from app.canvas.drawing.timing_marks import TimesLegend
from app.canvas.minimap import Minimap
from app.canvas.mirror import PREVIEW_ROOM
from app.canvas.scene import PageScene
from app.canvas.text import tip
from app.canvas.tooltips import tip_at
from app.canvas.wire_legend import REST, WireLegend
from app.face.theme import Theme
from app.language import mark, tr
from blocks.document.data import Page

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

    def cancel(self) -> None: ...


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
        self.minimap.place(self._worked_on)
        self._place_legends()
        self.empty_hint.place()
        if (is_whole or not self._fitted) and event.size().width() > 50 and event.size().height() > 50:
            self._fitted = True
            self.show_first()
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
            self._place_legends()
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

    def _give_way(self) -> None:
        self.minimap.place(self._worked_on)
        self._place_legends(stay=True)
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
        """Return the covered display area; infinity if a gesture or one of a few selected blocks is covered."""
        if any(QRectF(rect).intersects(each) for each in self._gesture):
            return math.inf
        scene, area = self.page_scene, QRectF(self.to_page(rect.topLeft()), self.to_page(rect.bottomRight()))
        chosen = scene.selected_ids()
        items = scene.mirror.blocks_in(area.adjusted(0, -PREVIEW_ROOM, 0, 0))
        if len(chosen) <= _FEW and any(item.id in chosen and item.covered.intersects(area) for item in items):
            return math.inf
        parts = [item.rect.intersected(area) for item in items if item.is_display]
        return sum(part.width() * part.height() for part in parts)

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
        if _droppable(event.mimeData()):
            take_copy(event)
        else:
            event.ignore()

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
