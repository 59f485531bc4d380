"""Verbs that expand a gradient into ordinary blocks, and collapse it again."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from app.core.verbs.blocks import Find
from app.core.verbs.definitions import composite_of
from app.core.verbs.edit import Edit, group
from app.core.verbs.expanding import box_of_new, expand_instance
from app.language import tr
from blocks.analysis.gradient_targets import spelled_out
from blocks.analysis.output_names import renamed_in
from blocks.base.errors import DiagramError
from blocks.document.changes import AddBlocks, AddItems, Change, Group, RemoveBlocks, RemoveItems
from blocks.document.data import Block, Document, Endpoint, Page, Wire
from blocks.document.model import Diagram
from blocks.elaborate.elaborate import Elaboration
from blocks.transform.expand import canvas_of, editable, needed_inside


class Opened(NamedTuple):
    """A gradient block that was expanded.

    Attributes:
        wires: the wires at it, with their indices.
        blocks: the blocks that replaced it.
        kept: whether these became ordinary blocks, so that it cannot be collapsed again.
    """

    gradient: Block
    of: str
    index: int  # pyright: ignore[reportIncompatibleMethodOverride]  # it has no lookups
    wires: tuple[tuple[int, Wire], ...]
    blocks: tuple[str, ...]
    kept: bool = False

    def renamed(self, old: str, new: str) -> Opened:
        def at(end: Endpoint) -> Endpoint:
            return end._replace(block=new) if end.block == old else end

        return self._replace(
            of=renamed_in(self.of, old, new),
            wires=tuple([(i, Wire(at(wire.source), at(wire.target))) for i, wire in self.wires]),
            blocks=tuple([new if block == old else block for block in self.blocks]),
        )


def open_beside_instances(
    document: Document, page: Page, block: str, find: Find, elaborated: Callable[[Page], Elaboration]
) -> tuple[Edit, Opened, tuple[str, ...]]:
    """Expand a gradient block, and the instances whose inside it needs; also return their names."""
    scratch = Diagram(document)
    canvas, elaboration = scratch.canvas(page.name), elaborated(page)
    changes: list[Change] = []
    expanded: list[str] = []
    while instances := needed_inside(elaboration, block):
        for instance in instances:
            current = canvas.snapshot()
            definition = composite_of(document, canvas.get(instance))
            if definition is None:
                text = tr(
                    "it trains variables inside {instance}, which runs a composite and cannot be unpacked",
                    instance=instance,
                )
                raise DiagramError(text, block=block, page=page.name)
            boxes = {each.id: box_of_new(each, find) for each in current.blocks}
            try:
                change = expand_instance(current, instance, definition, find, boxes).change
            except DiagramError as error:
                text = tr(
                    "it needs tensors from inside {instance}, which cannot be unpacked: {message}",
                    instance=instance,
                    message=error.message,
                )
                raise DiagramError(text, block=block, page=page.name) from None
            scratch.apply(change)
            changes.append(change)
            expanded.append(instance)
        elaboration = elaborated(canvas.snapshot())
    edit, opened = open_gradient(elaboration, block)
    return Edit(group((*changes, edit.change)), edit.text), opened, tuple(expanded)


def open_gradient(elaboration: Elaboration, block: str) -> tuple[Edit, Opened]:
    page = canvas_of(elaboration)
    index = next(i for i, each in enumerate(page.blocks) if each.id == block)
    wires = [(i, wire) for i, wire in enumerate(page.wires) if block in (wire.source.block, wire.target.block)]
    change = editable(elaboration, block)
    parts = change.changes if isinstance(change, Group) else (change,)
    blocks = [each.id for part in parts if isinstance(part, AddBlocks) for _, each in part.items]
    trains = elaboration.trained.get(block)
    of = spelled_out(elaboration, block) if trains is None else trains.loss.op.block_name
    opened = Opened(page.blocks[index], of, index, tuple(wires), tuple(blocks))
    return Edit(change, tr("Expand {block}", block=block)), opened


def close_gradient(page: Page, opened: Opened) -> Edit:
    block, present = opened.gradient, {each.id for each in page.blocks}
    gone = tuple([each for each in opened.blocks if each in present])
    left = present - set(gone)
    indices = [i for i, wire in enumerate(page.wires) if wire.source.block in gone or wire.target.block in gone]
    many = len(page.wires) - len(indices)
    back = [(i, w) for i, w in opened.wires if {w.source.block, w.target.block} - {block.id} <= left]
    added = tuple([(min(i, many + k), wire) for k, (i, wire) in enumerate(back)])
    return Edit(
        group((
            RemoveItems(page.name, "wires", tuple(indices)),
            RemoveBlocks(page.name, gone),
            AddBlocks(page.name, ((min(opened.index, len(left)), block),)),
            AddItems(page.name, "wires", added),
        )),
        tr("Collapse {id}", id=block.id),
    )  # fmt: skip
