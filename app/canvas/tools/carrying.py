"""Placing copies: they follow the mouse until a click places them."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent

from app.canvas.hit_test import box_of
from app.canvas.tools.ground import Ground
from app.core import verbs
from app.core.free_space import Box, free_shift, sides
from app.core.verbs.copies import OFFSET
from app.core.verbs.definitions import adopt
from app.language import tr
from blocks.document.changes import Group
from blocks.document.data import Page, Position

_GRIP = (60.0, 16.0)
"""Where the mouse holds them, from their top left corner; half of their width if that is less."""


class CarryTool:
    """The tool that places copies of blocks, notes and frames at a click. Shift places several in a row.

    Copies never overlap blocks or notes, nor frames other frames: they give way, and the preview shows their position.
    The document changes once, when they are placed.

    Args:
        fragment: the originals; not empty.
        word: the undo history's name for it.
        composites: definitions from another diagram; missing ones are added to this one.
    """

    def __init__(self, ground: Ground, fragment: Page, word: verbs.Word, composites: Collection[Page] = ()) -> None:
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
        blocks, notes, frames = (
            [box_of(item.rect) for item in items] for items in (mirror.order, mirror.notes, mirror.frames)
        )
        self._moving = [*blocks[counts[0] :], *notes[counts[1] :], *frames[counts[2] :]]
        self._fixed = sides([*blocks[: counts[0]], *notes[: counts[1]]])
        self._frames = frames[: counts[2]] if copies.frames else []  # they are obstacles for frames alone
        self._show()

    def _wanted(self) -> Position:
        left, top, width, _ = _around(self._moving)
        if self._at is not None:
            return (self._at.x() - left - min(_GRIP[0], width / 2), self._at.y() - top - _GRIP[1])
        seen = self._ground.view.visible_rect()
        if seen.contains(QPointF(left + OFFSET, top + OFFSET)):
            return (OFFSET, OFFSET)
        return (seen.center().x() - left - width / 2, seen.center().y() - top)

    def _shift(self) -> Position:
        dx, dy = self._wanted()
        moving = [(x + dx, y + dy, w, h) for x, y, w, h in self._moving]
        whole = _around(moving)
        frames = sides([box for box in self._frames if not _holds(box, whole)])  # it may come to lie in a larger one
        away = free_shift(moving, np.concatenate([self._fixed, frames]))
        return (round(dx + away[0]), round(dy + away[1]))

    def _show(self) -> None:
        ground, shift = self._ground, self._shift()
        ground.scene.show(self._copies.moved(*shift).on(self._page))
        left, top, width, height = _around(self._moving)
        ground.scene.overlay.set_box(QRectF(left + shift[0], top + shift[1], width, height).adjusted(-8, -8, 8, 8))
        if self._at is not None:
            ground.scene.overlay.set_text(self._at, tr("Click to place, Esc to cancel"))

    def place(self) -> None:
        ground = self._ground
        (left, top), (dx, dy) = self._copies.corner, self._shift()
        ground.scene.overlay.clear()

        def paste() -> verbs.Made | None:
            edit = verbs.paste(ground.page, self.fragment, (left + dx, top + dy), self._word)
            if edit is None or not self._coming:
                return edit
            return edit._replace(change=Group((*self._coming, edit.change)))

        done = ground.attempt(paste)
        self._end()
        if done and self._at is None:
            ground.show_selected()

    def mouse_press(self, event: QMouseEvent) -> bool:
        if event.button() != Qt.MouseButton.LeftButton:
            self.cancel()
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

    def mouse_release(self, event: QMouseEvent) -> bool:
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


def _holds(outer: Box, inner: Box) -> bool:
    return (
        outer[0] < inner[0]
        and outer[1] < inner[1]
        and outer[0] + outer[2] > inner[0] + inner[2]
        and outer[1] + outer[3] > inner[1] + inner[3]
    )
