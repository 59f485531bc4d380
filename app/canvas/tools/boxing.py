"""Box selection, and the tool that cuts wires."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPolygonF

from app.canvas.tools.ground import Ground, Tool
from app.canvas.wires.wire_router import crosses
from app.core import verbs


class BoxTool(Tool):
    """The box selection tool. Shift adds to the selection, Ctrl toggles."""

    def __init__(self, ground: Ground, start: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        scene = ground.scene
        self._ground = ground
        self._start = start
        self._toggle = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        keep = self._toggle or bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        self._ids = scene.selected_ids() if keep else list[str]()
        self._notes = set(scene.selected_notes()) if keep else set[int]()
        self._frames = set(scene.selected_frames()) if keep else set[int]()

    def mouse_move(self, event: QMouseEvent) -> bool:
        """Select the items that the box touches, and the frames that it contains."""
        scene = self._ground.scene
        rect = QRectF(self._start, self._ground.position_of(event)).normalized()
        scene.overlay.set_box(rect)
        ids = scene.ids_in(rect)
        notes = {note.index for note in scene.mirror.notes if note.rect.intersects(rect)}
        frames = {frame.index for frame in scene.mirror.frames if rect.contains(frame.rect)}
        boxed = set(ids)
        if self._toggle:
            before = set(self._ids)
            chosen = [block for block in self._ids if block not in boxed]
            chosen += [block for block in ids if block not in before]
            scene.select(chosen, (), self._notes ^ notes, self._frames ^ frames)
        else:
            scene.select([*self._ids, *ids], (), self._notes | notes, self._frames | frames)
        return True

    def mouse_release(self, event: QMouseEvent) -> bool:
        if event.button() != Qt.MouseButton.LeftButton:
            return True
        self._ground.scene.overlay.set_box(None)
        return False

    def key_press(self, event: QKeyEvent) -> bool:
        return True

    def cancel(self) -> None:
        self._ground.scene.overlay.set_box(None)
        self._ground.scene.select(self._ids, (), self._notes, self._frames)


class CutTool(Tool):
    def __init__(self, ground: Ground, start: QPointF) -> None:
        self._ground = ground
        self._path = [start]
        ground.view.viewport().setCursor(Qt.CursorShape.CrossCursor)

    def mouse_move(self, event: QMouseEvent) -> bool:
        pos = self._ground.position_of(event)
        step = pos - self._path[-1]
        if step.manhattanLength() >= self._ground.units(3):
            self._path.append(pos)
        self._ground.scene.overlay.set_slice([*self._path, pos])
        return True

    def mouse_release(self, event: QMouseEvent) -> bool:
        if event.button() != Qt.MouseButton.LeftButton:
            return True
        ground = self._ground
        path = [*self._path, ground.position_of(event)]
        self.cancel()
        line = [(point.x(), point.y()) for point in path]
        near = ground.scene.mirror.wires_in(QPolygonF(path).boundingRect())
        wires = [item.wire for item in near if crosses(item.flat, line)]
        ground.attempt(lambda: verbs.cut(ground.page, ground.wire_indices(wires)))
        return False

    def key_press(self, event: QKeyEvent) -> bool:
        return True

    def cancel(self) -> None:
        self._ground.view.viewport().unsetCursor()
        self._ground.scene.overlay.set_slice(())
