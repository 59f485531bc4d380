"""Editing values on the block: a number is dragged like a slider, a boolean is clicked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from app.canvas.items import BlockItem
from app.canvas.tools.ground import ToolContext
from app.canvas.value_rows import BlockValueRow, kind_of, number_in, with_number
from app.core import verbs
from app.core.numbers import stepped
from app.core.verbs import Edit
from app.face.face import shown_value
from app.language import tr
from blocks.base.errors import DiagramError
from blocks.document.data import Json, pins_type
from blocks.graph.attributes import convert

PIXELS_PER_STEP = 4.0


class ScrubTool:
    """The tool that drags a number: right increases it. Shift uses small steps, Ctrl large steps, Esc cancels.

    The document follows at once, so that live mode and a run show the effect; the drag is one undo step.
    """

    def __init__(self, ground: ToolContext, block: str, name: str, index: int, start: QPointF) -> None:
        self._ground = ground
        self._block, self._name, self._index = block, name, index
        self._start = ground.view.viewportTransform().map(start).x()
        self._value: Json = _value_of(ground, block, name)
        number = number_in(self._value, index)
        self._written = "" if number is None else repr(number)
        self._done = False
        spec = ground.scene.mirror.type_of(block)
        self._attribute = None if spec is None else spec.attribute(name)

    def mouse_press(self, event: QMouseEvent) -> bool:
        self.cancel()
        return False

    def mouse_move(self, event: QMouseEvent) -> bool:
        steps = int((event.position().x() - self._start) / PIXELS_PER_STEP)
        held = event.modifiers()
        new = stepped(
            self._written,
            steps,
            fine=bool(held & Qt.KeyboardModifier.ShiftModifier),
            coarse=bool(held & Qt.KeyboardModifier.ControlModifier),
            minimum=None if self._attribute is None else self._attribute.minimum,
        )
        number: Any = int(new) if new.lstrip("+-").isdigit() else float(new)
        value = with_number(self._value, self._index, number)
        if self._fits(value):
            self._set(value)
            self._ground.bubble(self._ground.position_of(event), f"{self._block}.{self._name} = {new}")
        return True

    def _fits(self, value: Json) -> bool:
        try:
            if self._attribute is not None and self._attribute.type != "tensor":
                convert(self._attribute, value)
        except DiagramError:
            return False
        return True

    def _set(self, value: Json) -> None:
        edit = _edit_of(self._ground, self._block, self._name, value)
        if edit is not None:
            self._done = self._ground.do(edit, merge=self._key) or self._done

    @property
    def _key(self) -> tuple[str, int]:
        return ("scrub", id(self))

    def mouse_release(self, event: QMouseEvent) -> bool:
        self._ground.document.end_gesture()
        self._ground.unsay()
        return False

    def key_press(self, event: QKeyEvent) -> bool:
        return True

    def cancel(self) -> None:
        self._ground.unsay()
        if self._done:
            self._ground.take_back(self._key)


def click_on(ground: ToolContext, item: BlockItem, row: BlockValueRow) -> Callable[[], object] | None:
    value = _value_of(ground, item.id, row.name)
    kind = kind_of(ground.find(pins_type(item.block)), row.name, value)
    if kind == "bool":
        return lambda: _turn(ground, item.id, row.name, value is not True)
    if kind == "choice":
        return lambda: ground.choice_wanted.emit(item.id, row.name)
    return None


def _turn(ground: ToolContext, block: str, name: str, on: bool) -> None:
    ground.do(lambda: _edit_of(ground, block, name, on))
    if all(row.name != name for row in ground.scene.value_rows(block)):
        word = "true" if on else "false"
        ground.say(
            tr(
                "{block}.{name} is back to its default, {word}. The block does not show defaults, but "
                "the Inspector does",
                block=block,
                name=name,
                word=word,
            )
        )


def drag_on(ground: ToolContext, item: BlockItem, row: BlockValueRow, pos: QPointF) -> int | None:
    hit = row.number_at(pos)
    if hit is None:
        return None
    written, index = hit
    number = number_in(_value_of(ground, item.id, row.name), index)
    # Words and values that are no numbers may stand before it, so that another one is at its index.
    return index if number is not None and float(written.text.rstrip("fF")) == number else None


def _value_of(ground: ToolContext, block: str, name: str) -> Json:
    owner = next((each for each in ground.page.blocks if each.id == block), None)
    mirror = ground.scene.mirror
    return None if owner is None else shown_value(mirror.faces.as_given(owner), mirror.type_of(block), name)


def _edit_of(ground: ToolContext, block: str, name: str, value: Json) -> Edit | None:
    canvas, owner, called = ground.scene.setter_of(block, name)
    return verbs.set_value(ground.document.page(canvas), owner, called, value)
