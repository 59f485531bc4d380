"""Moving a bundle: all wires at a pin are dragged together."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from app.canvas.items import PinKey
from app.canvas.tools.ground import Ground, Tool
from app.core import verbs
from app.core.verbs import Edit
from app.engine_texts import sentence_of
from app.language import tr
from blocks.base.errors import DiagramError

_REACH = 18.0


class BundleTool(Tool):
    """The tool that moves all wires at one pin to another pin of the same side."""

    def __init__(self, ground: Ground, key: PinKey, indices: Sequence[int]) -> None:
        self._ground = ground
        self._key = key
        self._page = ground.page
        self._indices = indices
        self._far = self._far_end()

    def _far_end(self) -> QPointF:
        wire = self._page.wires[self._indices[0]]
        end = wire.source if self._key.is_input else wire.target
        scene = self._ground.scene
        order = 0 if self._key.is_input else scene.mirror.wires[self._indices[0]].order
        pos = scene.pin_position(PinKey(*end, is_input=not self._key.is_input), order)
        return pos if pos is not None else self._ground.mouse()

    def _edit(self, over: PinKey) -> Edit | None:
        sources = not self._key.is_input
        return verbs.move_bundle(self._page, self._indices, over.endpoint, self._ground.find, sources=sources)

    def _over(self, pos: QPointF) -> PinKey | None:
        key = self._ground.pin_at(pos, _REACH)
        return key if key is not None and key.is_input == self._key.is_input else None

    def mouse_move(self, event: QMouseEvent) -> bool:
        ground, pos = self._ground, self._ground.position_of(event)
        over = self._over(pos)
        text, state = tr("{count} wires from {endpoint}", count=len(self._indices), endpoint=self._key.endpoint), "open"
        if over is not None and over != self._key:
            try:
                self._edit(over)
                text, state = tr("Move {text} to {endpoint}", text=text, endpoint=over.endpoint), "good"
            except DiagramError as error:
                text, state = sentence_of(error), "bad"
        end = pos if over is None else ground.scene.pin_position(over) or pos
        ends = (self._far, end) if self._key.is_input else (end, self._far)
        ground.scene.overlay.set_wire(*ends, state)
        ground.scene.overlay.set_hover(over)
        ground.bubble(pos, text, bad=state == "bad")
        return True

    def mouse_release(self, event: QMouseEvent) -> bool:
        if event.button() != Qt.MouseButton.LeftButton:
            return True
        ground, over = self._ground, self._over(self._ground.position_of(event))
        self.cancel()
        if over is not None and over != self._key:
            ground.attempt(lambda: self._edit(over))
        return False

    def key_press(self, event: QKeyEvent) -> bool:
        return True

    def cancel(self) -> None:
        self._ground.scene.overlay.clear()
