"""Room for a block inserted on a wire: downstream blocks move aside in the same undo step."""

from __future__ import annotations

import math
from collections.abc import Sequence

from app.canvas.tools.ground import Ground
from app.core.verbs import Box
from app.core.verbs.room import GAP, Room
from blocks.document.changes import Change
from blocks.document.data import Page, Wire


def make_room(ground: Ground, page: Page, wire: Wire, box: Box, block: str = "") -> tuple[float, Sequence[Change]]:
    """Return how far a block moves right to clear the wire's source, and the moves of other blocks.

    Args:
        page: the page before.
        block: the block's id if it is already on the page.
    """
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
