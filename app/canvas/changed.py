"""What an edit changed on a page as the canvas shows it."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from app.canvas.items import BlockItem, WireItem
from app.canvas.sides import Sides
from blocks.diagram.data import Wire


class Changed(NamedTuple):
    """What an edit changed.

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
