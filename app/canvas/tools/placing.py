"""Placing new blocks: dragged from the palette, chosen in the quick search, or following the mouse until a click."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent

from app.canvas.scene import box_of
from app.canvas.tools.ground import Tool, ToolContext
from app.core import verbs
from app.core.clipboard import read_text
from app.core.verbs import Made
from app.core.verbs.room import GAP, Room
from blocks.base.engine_texts import sentence_of
from blocks.base.errors import DiagramError
from blocks.base.language import tr
from blocks.document.changes import Change, Group
from blocks.document.data import Json, Page, Position, Wire
from blocks.document.definitions import shown_type
from blocks.transform.verbs.blocks import OFFSET, holds
from blocks.transform.verbs.composites import adopt
from blocks.transform.verbs.free_space import Box, free_shift, sides

_GRIP = 16.0
_NEAR = 2000.0
"""Blocks farther away are not in the way."""
_GAP = 60.0


def drop_instance(ground: ToolContext, text: str, pos: QPointF) -> bool:
    """Place an instance of a composite of a diagram, from `app.core.clipboard.instance_text`, at the mouse.

    Missing definitions are added to this diagram in the same undo step.
    """
    try:
        fragment = read_text(text)
    except DiagramError as error:
        ground.say(sentence_of(error), pos, bad=True)
        return False
    coming, page = adopt(ground.document.diagram.document, *fragment)
    types = ground.document.types
    types.guests = [each.content for each in coming]
    try:
        return drop_type(ground, page.blocks[0].type, pos, before=coming)
    finally:
        types.guests = ()


def drop_type(
    ground: ToolContext,
    name: str,
    pos: QPointF,
    values: Mapping[str, Json] | None = None,
    before: Sequence[Change] = (),
) -> bool:
    """Place a block of a type at the mouse, or on a wire if it fits there, in one undo step with ``before``."""
    if ground.find(name) is None:
        ground.say(tr("there is no block type {name!r}", name=name), pos, bad=True)
        return False
    width, height = ground.size_of(name)
    at = (pos.x() - width / 2, pos.y() - _GRIP)
    wire = ground.scene.wire_at(pos, ground.units(10))
    page = ground.page
    if wire is not None and ground.scene.block_at(pos) is None:
        index = ground.wire_indices([wire])[0]
        if verbs.fits_wire(page, index, name, ground.find):
            return _placed(ground, lambda: _on_wire(ground, index, name, at, values), before)
    free = _beside_others(ground, QRectF(*at, width, height))
    return _placed(ground, lambda: verbs.add_block(page, name, free, values), before)


def _beside_others(ground: ToolContext, rect: QRectF) -> Position:
    scene = ground.scene
    if not scene.ids_in(rect):
        return rect.x(), rect.y()
    near = scene.ids_in(rect.adjusted(-_NEAR, -_NEAR, _NEAR, _NEAR))
    x, y = free_shift([box_of(rect)], sides([box_of(scene.block_rect(block)) for block in near]))
    return rect.x() + x, rect.y() + y


def _on_wire(ground: ToolContext, index: int, name: str, at: Position, values: Mapping[str, Json] | None) -> Made:
    page = ground.page
    shift, changes = make_room(ground, page, page.wires[index], (*at, *ground.size_of(name)))
    edit = verbs.add_on_wire(page, index, name, (at[0] + shift, at[1]), ground.find, values)
    return edit._replace(change=Group((edit.change, *changes))) if changes else edit


def _placed(ground: ToolContext, verb: Callable[[], Made], before: Sequence[Change]) -> bool:
    def made() -> Made:
        placed = verb()
        return placed._replace(change=Group((*before, placed.change))) if before else placed

    done = ground.do(made)
    if done:
        ground.show_selected()
    return done


def free_position(ground: ToolContext, name: str, *, before: bool = False) -> Position:
    """Return a free position for a block that is not placed by the mouse.

    It is to the right of the selection, or left (``before``); in the middle of the view if nothing is selected.
    """
    width, height = ground.size_of(name)
    scene = ground.scene
    selected = scene.selected_ids()
    if selected:
        rect = scene.block_rect(selected[-1])
        x, y = rect.left() - _GAP - width if before else rect.right() + _GAP, rect.top()
    else:
        middle = ground.view.visible_rect().center()
        x, y = middle.x() - width / 2, middle.y() - height / 2
    while scene.ids_in(QRectF(x - 8, y - 8, width + 16, height + 16)):
        y += 20.0
    return (x, y)


class PlaceTool(Tool):
    """The tool that places a new block at a click. Shift places several in a row."""

    def __init__(self, ground: ToolContext, name: str) -> None:
        self._ground = ground
        self._name = name
        self._size = ground.size_of(name)
        self._show(ground.mouse())
        ground.view.viewport().setCursor(Qt.CursorShape.CrossCursor)

    def _show(self, pos: QPointF) -> None:
        ground = self._ground
        width, height = self._size
        ground.scene.overlay.set_box(QRectF(pos.x() - width / 2, pos.y() - _GRIP, width, height))
        wire = ground.scene.wire_at(pos, ground.units(10))
        page, find = ground.page, ground.find
        fits = wire is not None and verbs.fits_wire(page, ground.wire_indices([wire])[0], self._name, find)
        ground.scene.overlay.set_hover(wire if fits else None)
        name = shown_type(self._name)
        text = tr("Insert {name}", name=name) if fits else tr("Click to place {name}", name=name)
        ground.scene.overlay.set_text(pos, text)

    def mouse_press(self, event: QMouseEvent) -> bool:
        if not super().mouse_press(event):
            return False
        more = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if not more:
            self.cancel()
        drop_type(self._ground, self._name, self._ground.position_of(event))
        return more

    def mouse_move(self, event: QMouseEvent) -> bool:
        self._show(self._ground.position_of(event))
        return True

    def key_press(self, event: QKeyEvent) -> bool:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.cancel()
            ground = self._ground
            ground.do(lambda: verbs.add_block(ground.page, self._name, free_position(ground, self._name)))
            return False
        return True

    def cancel(self) -> None:
        self._ground.view.viewport().unsetCursor()
        self._ground.scene.overlay.clear()


_AT_CURSOR = (60.0, 16.0)
"""Where the mouse holds them, from their top left corner; half of their width if that is less."""


class CarryTool(Tool):
    """The tool that places copies of blocks, notes and frames at a click. Shift places several in a row.

    Copies never overlap blocks or notes, nor frames other frames: they give way, and the preview shows their position.
    The document changes once, when they are placed.

    Args:
        fragment: the originals; not empty.
        word: the undo history's name for it.
        composites: definitions from another diagram; missing ones are added to this one.
    """

    def __init__(
        self, ground: ToolContext, fragment: Page, word: verbs.Word, composites: Collection[Page] = ()
    ) -> None:
        self._ground = ground
        self._given = (fragment, composites)
        self.fragment = fragment
        self._word: verbs.Word = word
        self._at: QPointF | None = ground.mouse() if ground.mouse_is_here() else None
        self.follow()

    def follow(self) -> None:
        ground = self._ground
        self._page = ground.page
        here = ground.document.diagram.document
        self._coming, self.fragment = adopt(here, *self._given)
        ground.document.types.guests = [each.content for each in self._coming]
        copies = verbs.copies_of(self._page, self.fragment)
        assert copies is not None  # there is something in the fragment
        self._copies = copies
        ground.scene.show(copies.on(self._page))
        mirror, page = ground.scene.mirror, self._page
        counts = (len(page.blocks), len(page.notes), len(page.frames))
        every = (mirror.order, mirror.notes, mirror.frames)
        blocks, notes, frames = ([box_of(item.rect) for item in items] for items in every)
        self._moving = [*blocks[counts[0] :], *notes[counts[1] :], *frames[counts[2] :]]
        self._fixed = sides([*blocks[: counts[0]], *notes[: counts[1]]])
        self._frames = frames[: counts[2]] if copies.frames else []  # they are obstacles for frames alone
        self._show()

    def _wanted(self) -> Position:
        left, top, width, _ = _around(self._moving)
        if self._at is not None:
            return (self._at.x() - left - min(_AT_CURSOR[0], width / 2), self._at.y() - top - _AT_CURSOR[1])
        seen = self._ground.view.visible_rect()
        if seen.contains(QPointF(left + OFFSET, top + OFFSET)):
            return (OFFSET, OFFSET)
        return (seen.center().x() - left - width / 2, seen.center().y() - top)

    def _shift(self) -> Position:
        dx, dy = self._wanted()
        moving = [(x + dx, y + dy, w, h) for x, y, w, h in self._moving]
        whole = _around(moving)
        # It may come to lie in a larger one.
        frames = sides([box for box in self._frames if box == whole or not holds(box, whole)])
        away = free_shift(moving, np.concatenate([self._fixed, frames]))
        return (round(dx + away[0]), round(dy + away[1]))

    def _show(self) -> None:
        ground, shift = self._ground, self._shift()
        ground.scene.show(self._copies.moved(*shift).on(self._page))
        left, top, width, height = _around(self._moving)
        ground.scene.overlay.set_box(QRectF(left + shift[0], top + shift[1], width, height).adjusted(-8, -8, 8, 8))
        if self._at is not None:
            ground.scene.overlay.set_text(self._at, tr("Click to place the blocks, or press Esc to cancel"))

    def place(self) -> None:
        ground = self._ground
        (left, top), (dx, dy) = self._copies.corner, self._shift()
        ground.scene.overlay.clear()

        def paste() -> verbs.Made | None:
            edit = verbs.paste(ground.page, self.fragment, (left + dx, top + dy), self._word)
            if edit is None or not self._coming:
                return edit
            return edit._replace(change=Group((*self._coming, edit.change)))

        done = ground.do(paste)
        self._end()
        if done and self._at is None:
            ground.show_selected()

    def mouse_press(self, event: QMouseEvent) -> bool:
        if not super().mouse_press(event):
            return False
        self._at = self._ground.position_of(event)
        self.place()
        if not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            return False
        self.follow()
        return True

    def mouse_move(self, event: QMouseEvent) -> bool:
        self._at = self._ground.position_of(event)
        self._show()
        return True

    def key_press(self, event: QKeyEvent) -> bool:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.place()
            return False
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) or event.matches(QKeySequence.StandardKey.Undo):
            self.cancel()
            return False
        return True

    def _end(self) -> None:
        self._ground.document.types.guests = ()

    def cancel(self) -> None:
        self._end()
        self._ground.scene.overlay.clear()
        self._ground.scene.sync()


def _around(boxes: list[Box]) -> Box:
    left, top, right, bottom = verbs.around(boxes)
    return (left, top, right - left, bottom - top)


def make_room(ground: ToolContext, page: Page, wire: Wire, box: Box, block: str = "") -> tuple[float, Sequence[Change]]:
    """Return how far a block (its id, if it is on ``page``) moves to clear a wire's source, and the others' moves."""
    room = Room(page, ground.places())
    source, target = (room.blocks[end.block] for end in wire)
    left = source[0] + source[2] + GAP
    is_right = source[0] + source[2] / 2 < box[0] + box[2] / 2
    shift = math.ceil(left) - box[0] if _beside(source, box) and is_right and box[0] < left else 0.0
    box = (box[0] + shift, *box[1:])
    if _beside(target, box):
        room.give_way(box, [wire.target.block], {wire.source.block, block})
    return shift, room.changes()


def _beside(a: Box, b: Box) -> bool:
    """Return whether two boxes overlap vertically."""
    return a[1] < b[1] + b[3] and b[1] < a[1] + a[3]
