"""Verbs for gradients: open one into ordinary blocks, and close it again."""

from __future__ import annotations

from typing import NamedTuple

from app.core.verbs.edit import Edit, group
from blocks.document.changes import AddBlocks, AddItems, Group, RemoveBlocks, RemoveItems
from blocks.document.data import Block, Endpoint, Page, Wire
from blocks.elaborate.elaborate import Elaboration
from blocks.elaborate.gradient_expansion import editable
from blocks.elaborate.gradient_targets import spelled_out
from blocks.elaborate.output_names import renamed_in


class Opened(NamedTuple):
    """A gradient that was opened.

    Attributes:
        gradient: the block as it was.
        of: what it differentiates, by name.
        place: its place in file order.
        wires: the wires at it, with their places.
        blocks: the blocks that it was opened into.
        kept: whether those are ordinary blocks by now, which it is not put in the place of again.
    """

    gradient: Block
    of: str
    place: int
    wires: tuple[tuple[int, Wire], ...]
    blocks: tuple[str, ...]
    kept: bool = False

    def renamed(self, old: str, new: str) -> Opened:
        """The same after a block got another id."""

        def at(end: Endpoint) -> Endpoint:
            return end._replace(block=new) if end.block == old else end

        return self._replace(
            of=renamed_in(self.of, old, new),
            wires=tuple([(i, Wire(at(wire.source), at(wire.target))) for i, wire in self.wires]),
            blocks=tuple([new if block == old else block for block in self.blocks]),
        )


def open_gradient(made: Elaboration, block: str) -> tuple[Edit, Opened]:
    """Put the blocks that a gradient block stands for in its place.

    Raises:
        DiagramError: it is no gradient, or cannot be opened.
    """
    page, place = made.page, made.position[block]
    wires = [(i, wire) for i, wire in enumerate(page.wires) if block in (wire.source.block, wire.target.block)]
    change = editable(made, block)
    parts = change.changes if isinstance(change, Group) else (change,)
    blocks = [each.id for part in parts if isinstance(part, AddBlocks) for _, each in part.items]
    opened = Opened(page.blocks[place], spelled_out(made, block), place, tuple(wires), tuple(blocks))
    return Edit(change, f"Expand {block}"), opened


def close_gradient(page: Page, opened: Opened) -> Edit:
    """Put the gradient block back in the place of those that it was opened into."""
    block, present = opened.gradient, {each.id for each in page.blocks}
    gone = tuple([each for each in opened.blocks if each in present])
    left = present - set(gone)
    places = [i for i, wire in enumerate(page.wires) if wire.source.block in gone or wire.target.block in gone]
    many = len(page.wires) - len(places)
    back = [(i, w) for i, w in opened.wires if {w.source.block, w.target.block} - {block.id} <= left]
    added = tuple([(min(i, many + k), wire) for k, (i, wire) in enumerate(back)])
    return Edit(
        group((
            RemoveItems(page.name, "wires", tuple(places)),
            RemoveBlocks(page.name, gone),
            AddBlocks(page.name, ((min(opened.place, len(left)), block),)),
            AddItems(page.name, "wires", added),
        )),
        f"Collapse {block.id}",
    )  # fmt: skip
