"""The visible changes that an edit made to a page."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from app.canvas.items import BlockItem, WireItem
from app.canvas.wires.rects import Sides
from blocks.document.data import Block, Wire


class Changed(NamedTuple):
    """The visible changes of an edit.

    Attributes:
        blocks, wires: the items that look different, moved, or are new.
        elsewhere: the blocks that are new, removed or moved.
        gone: the removed wires.
        left, left_by_wires: the former rectangles of removed or moved blocks and wires [n, 4].
        moved: nothing was added or removed.
    """

    blocks: list[BlockItem]
    wires: list[WireItem]
    left: list[Sides]
    left_by_wires: list[Sides]
    moved: bool
    elsewhere: Collection[str] = ()
    gone: Collection[Wire] = ()


def changed_indices(old: Sequence[Block], new: Sequence[Block]) -> list[int] | None:
    """Return the indices at which blocks changed; None if blocks were added, removed or reordered."""
    if len(old) != len(new):
        return None
    indices = [i for i, (a, b) in enumerate(zip(old, new, strict=True)) if a is not b]
    return indices if all(old[i].id == new[i].id for i in indices) else None
