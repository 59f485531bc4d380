"""Room for a block that is inserted on a wire: what lies behind it gives way at once, in the same step of undo."""

from __future__ import annotations

import math
from typing import NamedTuple

from PySide6.QtCore import QRectF

from app.canvas.items import FrameItem
from app.canvas.tools.ground import Ground
from app.core import verbs
from app.core.verbs import Box
from blocks.document.changes import Change, ReplaceItems
from blocks.document.data import Frame, Page, Wire

GAP = 40.0
"""What stays free before and behind what is inserted."""
_MOST = 2000
"""Where more blocks move it is not looked what they come to lie on."""


class Room(NamedTuple):
    """How there is room for a block.

    Attributes:
        shift: how far it goes to the right itself, since it would lie on the block where the wire begins.
        changes: how others give way.
    """

    shift: float
    changes: tuple[Change, ...]


def make_room(ground: Ground, page: Page, wire: Wire, box: Box, block: str = "") -> Room:
    """Room for a block on a wire.

    The block where the wire ends goes to the right with all that comes after it. A frame around them goes along, with
    what lies in it; one in which the new block lies, too, gets wider. What they would lie on goes to the right as well.

    Args:
        ground: where it is placed.
        page: the page before.
        wire: the wire.
        box: where the new block lies.
        block: it, if it is on the page already.
    """
    source, target = (ground.scene.block_rect(end.block) for end in wire)
    new = QRectF(*box)
    at = source.right() + GAP
    if _beside(source, new) and source.center().x() < new.center().x() and new.left() < at:
        new.moveLeft(math.ceil(at))
    dx = math.ceil(new.right() + GAP - target.left())
    if dx <= 0 or target.right() <= new.left() or not _beside(target, new):
        return Room(new.left() - box[0], ())
    giving_way = _GivingWay(ground, new, dx, {wire.source.block, block})
    after = verbs.reachable(page, [wire.target.block], upstream=False)
    giving_way.move([each for each in after if ground.scene.block_rect(each).left() >= target.left()])
    return Room(new.left() - box[0], giving_way.changes(page))


def _beside(a: QRectF, b: QRectF) -> bool:
    """Whether one would come upon the other if it went to the left or to the right."""
    return a.top() < b.bottom() and b.top() < a.bottom()


class _GivingWay:
    """What goes to the right.

    Args:
        ground: where that is.
        new: where the new block lies.
        dx: how far they go.
        kept: blocks that stay, whatever comes.
    """

    def __init__(self, ground: Ground, new: QRectF, dx: float, kept: set[str]) -> None:
        self._scene = ground.scene
        self._new = new
        self._dx = dx
        self._kept = kept
        self._blocks: set[str] = set()
        self._notes: set[int] = set()
        self._frames: set[int] = set()
        self._wider: dict[int, float] = {}

    def move(self, blocks: list[str]) -> None:
        """Move blocks, and what they take along and push away."""
        while blocks:
            self._push(blocks)
            blocks = [each for frame in self._scene.mirror.frames for each in self._with_frame(frame)]

    def _push(self, pending: list[str]) -> None:
        scene = self._scene
        while pending:
            block = pending.pop()
            if block in self._blocks or block in self._kept:
                continue
            self._blocks.add(block)
            if len(self._blocks) <= _MOST:
                pending += self._under(scene.block_rect(block))

    def _under(self, rect: QRectF) -> list[str]:
        """The blocks on which something would come to lie; notes there go along at once."""
        scene, there = self._scene, rect.translated(self._dx, 0)
        self._notes |= {n.index for n in scene.mirror.notes if n.rect.intersects(there) and not n.rect.intersects(rect)}
        return [
            each for each in scene.ids_in(there)
            if each not in self._blocks and not scene.block_rect(each).intersects(rect)
        ]  # fmt: skip

    def _with_frame(self, frame: FrameItem) -> list[str]:
        """The blocks that move since a frame does, or gets wider."""
        if frame.index in self._frames:
            return []
        held, notes, frames = self._scene.with_held((), (), (frame.index,))
        if self._blocks.isdisjoint(held):
            return []
        if not frame.rect.contains(self._new.center()):
            self._frames |= frames
            self._notes |= notes
            return [*(held - self._blocks - self._kept), *self._beyond(frame.rect, held)]
        rights = {each: self._scene.block_rect(each).right() for each in held}
        margin = max(0.0, frame.rect.right() - max(rights.values()))
        after = max(self._new.right(), *[x + self._dx * (each in self._blocks) for each, x in rights.items()])
        wider = after + margin - frame.rect.right()
        if wider <= self._wider.get(frame.index, 0.0):
            return []
        self._wider[frame.index] = wider
        return self._beyond(frame.rect, held)

    def _beyond(self, rect: QRectF, held: set[str]) -> list[str]:
        """The blocks on which the right border of a frame would come to lie."""
        strip = QRectF(rect.right(), rect.top(), self._dx, rect.height())
        return [each for each in self._scene.ids_in(strip) if each not in self._blocks | self._kept | held]

    def changes(self, page: Page) -> tuple[Change, ...]:
        """All of it."""
        moved = verbs.move(page, self._blocks, self._dx, 0, self._notes, self._frames)
        rects = {frame.index: frame.rect for frame in self._scene.mirror.frames}
        wider: list[tuple[int, Frame]] = []
        for index, more in self._wider.items():
            if index not in self._frames:
                size = round(rects[index].width() + more), round(rects[index].height())
                wider.append((index, page.frames[index]._replace(size=size)))
        changes: list[Change] = [] if moved is None else [moved.change]
        return (*changes, *([ReplaceItems(page.name, "frames", tuple(wider))] if wider else ()))
