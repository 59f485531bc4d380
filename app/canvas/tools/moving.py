"""Drag tools: move the selection, drop a block onto a wire, resize a note, frame or block, and change a number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent

from app.canvas.items import BlockItem, PinKey
from app.canvas.tools.ground import Tool, ToolContext
from app.canvas.tools.placing import make_room
from app.canvas.value_rows import BlockValueRow, kind_of, number_in, with_number
from app.core import verbs
from app.core.numbers import stepped
from app.core.verbs import Box, Edit
from app.face.face import shown_value
from blocks.base.engine_texts import sentence_of
from blocks.base.errors import DiagramError
from blocks.base.language import mark, tr
from blocks.document.changes import Group, SetField
from blocks.document.data import Json, Page, Position, Wire, pins_type
from blocks.graph.attributes import convert
from blocks.transform.verbs.free_space import snap
from blocks.transform.verbs.wires import moved_bends

_SNAP_PIXELS = 6.0
_MOST_OTHERS = 400
_MOST_PINS = 40
_SMALLEST = 24.0
_CORNER_PIXELS = 7.0
_SIDES = 6
"""So many corners fit along the shorter side of what can be resized."""


class MoveTool(Tool):
    """The tool that moves blocks, notes and frames. Shift keeps one direction, Ctrl turns off snapping.

    The document changes once, when the button is released; until then the scene shows a preview.
    """

    def __init__(self, ground: ToolContext, start: QPointF) -> None:
        scene = ground.scene
        self._ground = ground
        self._start = start
        self._page = ground.page
        chosen = scene.selected_ids(), scene.selected_notes(), scene.selected_frames()
        self._ids, self._notes, self._frames = scene.with_held(*chosen)
        self._indices = [index for index, block in enumerate(self._page.blocks) if block.id in self._ids]
        self._shift: Position = (0.0, 0.0)
        self._onto: Wire | None = None
        self._box = self._around()
        self._others = self._find_others()
        self._pins = self._find_pins()
        self._single = self._lone_block()

    def _around(self) -> Box:
        mirror = self._ground.scene.mirror
        rect = QRectF()
        for block in self._ids:
            rect |= self._ground.scene.block_rect(block)
        for index in self._notes:
            rect |= mirror.notes[index].rect
        for index in self._frames:
            rect |= mirror.frames[index].rect
        return (rect.x(), rect.y(), rect.width(), rect.height())

    def _find_others(self) -> list[Box]:
        around = self._ground.view.visible_rect()
        others = [block for block in self._ground.scene.ids_in(around) if block not in self._ids]
        return list(self._ground.boxes(others).values()) if len(others) <= _MOST_OTHERS else []

    def _find_pins(self) -> list[tuple[Position, Position]]:
        scene = self._ground.scene
        pins: list[tuple[Position, Position]] = []
        for block in list(self._ids)[:_MOST_PINS]:
            for item in scene.mirror.wires_of(block)[:_MOST_PINS]:
                source, target = item.wire
                if (source.block in self._ids) == (target.block in self._ids):
                    continue
                a = scene.pin_position(PinKey(source.block, source.pin, source.index, is_input=False))
                b = scene.pin_position(PinKey(target.block, target.pin, None, is_input=True), item.order)
                if a is not None and b is not None:
                    here, there = (a, b) if source.block in self._ids else (b, a)
                    pins.append(((here.x(), here.y()), (there.x(), there.y())))
        return pins[:_MOST_PINS]

    def _lone_block(self) -> str | None:
        if len(self._ids) != 1 or self._notes or self._frames:
            return None
        block = next(iter(self._ids))
        return None if self._ground.scene.mirror.wires_of(block) else block

    def mouse_move(self, event: QMouseEvent) -> bool:
        ground = self._ground
        pos = ground.position_of(event)
        dx, dy = pos.x() - self._start.x(), pos.y() - self._start.y()
        modifiers = event.modifiers()
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            dx, dy = (dx, 0.0) if abs(dx) >= abs(dy) else (0.0, dy)
        guides: tuple[tuple[float, float, float, float], ...] = ()
        if not modifiers & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier):
            dx, dy, guides = snap(self._box, dx, dy, self._others, ground.units(_SNAP_PIXELS), self._pins,
                                  ground.scene.shown.grid)  # fmt: skip
        self._shift = (round(dx), round(dy))
        ground.scene.show(self._moved())
        ground.scene.overlay.set_guides(QLineF(*line) for line in guides)
        self._look_for_wire(pos)
        return True

    def _moved(self) -> Page:
        dx, dy = self._shift
        page = self._page
        blocks = list(page.blocks)
        for index in self._indices:
            x, y = blocks[index].at
            blocks[index] = blocks[index]._replace(at=(x + dx, y + dy))
        moved = page._replace(blocks=tuple(blocks))
        if page.routes:
            goes = {route.wire for route in page.routes if all(end.block in self._ids for end in route.wire)}
            moved = moved._replace(routes=moved_bends(page, goes, dx, dy))

        notes, frames = list(page.notes), list(page.frames)
        for index in self._notes:
            x, y = notes[index].at
            notes[index] = notes[index]._replace(at=(x + dx, y + dy))
        for index in self._frames:
            x, y = frames[index].at
            frames[index] = frames[index]._replace(at=(x + dx, y + dy))
        moved = moved._replace(notes=tuple(notes)) if self._notes else moved
        return moved._replace(frames=tuple(frames)) if self._frames else moved

    def _look_for_wire(self, pos: QPointF) -> None:
        if self._single is None:
            return
        ground = self._ground
        rect = ground.scene.block_rect(self._single)
        kind = next(block.type for block in self._page.blocks if block.id == self._single)
        wire = ground.scene.wire_at(pos, ground.units(10)) or ground.scene.wire_at(rect.center(), rect.height() / 3)
        if wire is not None and not verbs.fits_wire(self._page, ground.wire_indices([wire])[0], kind, ground.find):
            wire = None
        self._onto = wire
        ground.scene.overlay.set_hover(wire)
        if wire is not None:
            text = tr("Insert between {source} and {target}", source=wire.source, target=wire.target)
            ground.scene.overlay.set_text(pos, text)
        else:
            ground.scene.overlay.set_text(None)

    def released(self, event: QMouseEvent) -> bool:
        ground = self._ground
        ground.scene.overlay.clear()
        ground.do(self._edit)
        return False

    def _edit(self) -> Edit | None:
        ground = self._ground
        edit = verbs.move(self._page, self._ids, *self._shift, self._notes, self._frames)
        if self._onto is None or self._single is None or edit is None:
            return edit
        try:
            onto = verbs.insert_on_wire(self._page, ground.wire_indices([self._onto])[0], self._single, ground.find)
        except DiagramError as error:
            ground.say(sentence_of(error), bad=True)
            return edit
        if onto is None:
            return edit
        shift, changes = make_room(ground, self._page, self._onto, ground.box(self._single), self._single)
        dx, dy = self._shift
        edit = verbs.move(self._page, self._ids, dx + shift, dy)
        own = () if edit is None else (edit.change,)
        return Edit(Group((*own, onto.change, *changes)), onto.text)

    def cancel(self) -> None:
        self._ground.scene.overlay.clear()
        self._ground.scene.sync()


class ResizeTool(Tool):
    def __init__(self, ground: ToolContext, what: Literal["note", "frame", "block"], key: int | str) -> None:
        self._ground = ground
        self._what = what
        self._key = key
        self._page = ground.page
        self._rect = _rect_of(ground, what, key)
        self._size: Position = (self._rect.width(), self._rect.height())

    def mouse_move(self, event: QMouseEvent) -> bool:
        pos = self._ground.position_of(event)
        width = max(_SMALLEST, pos.x() - self._rect.left())
        self._size = (round(width), round(max(_SMALLEST, pos.y() - self._rect.top())))
        self._ground.scene.show(self._resized())
        return True

    def _resized(self) -> Page:
        page, size, at = self._page, self._size, self._key
        if self._what == "note":
            return page._replace(notes=tuple(n._replace(size=size) if i == at else n for i, n in enumerate(page.notes)))
        if self._what == "frame":
            frames = tuple(f._replace(size=size) if i == at else f for i, f in enumerate(page.frames))
            return page._replace(frames=frames)
        return page._replace(blocks=tuple(b._replace(size=size) if b.id == at else b for b in page.blocks))

    def released(self, event: QMouseEvent) -> bool:
        self._ground.do(self._edit)
        return False

    def _edit(self) -> Edit | None:
        if self._size == (round(self._rect.width()), round(self._rect.height())):
            return None
        box = (self._rect.x(), self._rect.y(), *self._size)
        if isinstance(self._key, str):
            change = SetField(self._page.name, self._key, "size", self._size)
            return Edit(change, tr("Resize {key}", key=self._key))
        if self._what == "note":
            return verbs.resize_note(self._page, self._key, box)
        return verbs.resize_frame(self._page, self._key, box)

    def cancel(self) -> None:
        self._ground.scene.sync()


def _rect_of(ground: ToolContext, what: str, key: int | str) -> QRectF:
    mirror = ground.scene.mirror
    if isinstance(key, str):
        return QRectF(ground.scene.block_rect(key))
    return QRectF((mirror.notes if what == "note" else mirror.frames)[key].rect)


def corner_at(ground: ToolContext, pos: QPointF) -> tuple[Literal["note", "frame", "block"], int | str] | None:
    """Return the item whose lower right corner is at a position: any frame, selected notes and blocks.

    Items that are small on the screen have no corner: a drag moves them.
    """
    scene = ground.scene
    near = ground.units(_CORNER_PIXELS)

    def at(rect: QRectF) -> bool:
        corner = rect.bottomRight()
        large = min(rect.width(), rect.height()) >= _SIDES * near
        return large and abs(pos.x() - corner.x()) <= near and abs(pos.y() - corner.y()) <= near

    for note in scene.mirror.notes:
        if at(note.rect) and note.index in scene.selected_notes():
            return ("note", note.index)
    for frame in scene.mirror.frames:
        if at(frame.rect):
            return ("frame", frame.index)
    selected = scene.selected_ids()
    if len(selected) == 1 and at(scene.block_rect(selected[0])):
        return ("block", selected[0])
    return None


PIXELS_PER_STEP = 4.0


class ScrubTool(Tool):
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
        text = mark("{block}.{name} is back to its default, {word}. The block does not show defaults, but the "
                    "Inspector does")  # fmt: skip
        ground.say(tr(text, block=block, name=name, word=word))


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
