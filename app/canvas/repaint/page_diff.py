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
        blocks, wires: those that look different, are elsewhere, or new.
        elsewhere: the blocks that are new, gone or elsewhere.
        gone: the wires that are.
        left, left_by_wires: what blocks and wires covered before that are gone or elsewhere, a row each.
        moved: nothing came or went.
    """

    blocks: list[BlockItem]
    wires: list[WireItem]
    left: list[Sides]
    left_by_wires: list[Sides]
    moved: bool
    elsewhere: Collection[str] = ()
    gone: Collection[Wire] = ()


def changed_indices(old: Sequence[Block], new: Sequence[Block]) -> list[int] | None:
    """The indices at which another state of the same block stands; None if other blocks are there."""
    if len(old) != len(new):
        return None
    indices = [i for i, (a, b) in enumerate(zip(old, new, strict=True)) if a is not b]
    return indices if all(old[i].id == new[i].id for i in indices) else None
