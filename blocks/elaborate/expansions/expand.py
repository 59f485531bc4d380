"""Expansion of gradient and training blocks into blocks that a user can inspect and edit.

`expand` only says what there is; `editable` is the change that puts it onto the page in place of the block.
"""

from __future__ import annotations

import re

from blocks.document.changes import AddBlocks, AddItems, Change, Group, RemoveBlocks, RemoveItems
from blocks.document.data import Block, Endpoint, Page, Wire
from blocks.elaborate.elaboration import Elaboration, trains
from blocks.elaborate.expansions.gradient_expansion import Expanding, Expansion, canvas_of, free_name
from blocks.elaborate.expansions.training_expansion import ExpandingTraining
from blocks.library.core.wiring import InputList


def expand(elaboration: Elaboration, block: str) -> Expansion:
    """The nodes that a gradient block added, as blocks.

    Args:
        elaboration: the page, as `blocks.elaborate.elaborate.elaborate` made it.
        block: the id of an AddSymbolicGradients block.

    Raises:
        UsageError: there is no such block, or it is no gradient.
        DiagramError: it failed, one of its inputs gets no gradient, or there are too many nodes.
    """
    return _expanding(elaboration, block).run()


def editable(elaboration: Elaboration, block: str) -> Change:
    """The change that puts the blocks of `expand` in the place of a gradient block; results stay the same.

    Raises:
        UsageError, DiagramError: as `expand`.
    """
    opened = expand(elaboration, block)
    page = canvas_of(elaboration)
    index = next(i for i, each in enumerate(page.blocks) if each.id == block)
    blocks = [each.block for each in opened.blocks]
    wires: list[Wire] = []
    for wire in page.wires:
        if wire.target.block == block:
            continue
        if wire.source.block != block:
            wires.append(wire)
        elif _takes_list(elaboration, wire) or wire.source.index is not None or wire.source.pin in opened.named:
            wires += [Wire(source, wire.target) for source in _sources(opened, wire)]
        else:
            collected = _collector(elaboration, opened, blocks)
            wires.append(Wire(Endpoint(collected, "output"), wire.target))
    if blocks and any(each.type == InputList.name for each in blocks[len(opened.blocks) :]):
        wires += [Wire(source, Endpoint(blocks[-1].id, "outputlist")) for source in opened.results]
    gone = tuple([i for i, w in enumerate(page.wires) if block in (w.source.block, w.target.block)])
    kept = {id(wire) for wire in page.wires}
    added = [(i, wire) for i, wire in enumerate([*wires, *opened.wires]) if id(wire) not in kept]
    return Group(
        (
            RemoveItems(page.name, "wires", gone),
            RemoveBlocks(page.name, (block,)),
            AddBlocks(page.name, tuple([(index + i, each) for i, each in enumerate(blocks)])),
            AddItems(page.name, "wires", tuple(added)),
        )
    )


def needed_inside(elaboration: Elaboration, block: str) -> tuple[str, ...]:
    """The instances from inside of which a gradient needs tensors that do not come out of them.

    It cannot be expanded beside those.

    Raises:
        UsageError, DiagramError: as `expand`.
    """
    return _expanding(elaboration, block).inside()


def pairs(page: Page) -> dict[str, tuple[str, ...]]:
    """Which blocks of opened gradients belong to which forward blocks, in both directions.

    Their ids say so (`_Expanding.as_block`), so that it outlives the file: who renames one of the two parts them.
    """
    named = [block for block in page.blocks if block.id.startswith("d_")]
    present = {block.id for block in page.blocks} if named else set[str]()
    result: dict[str, list[str]] = {}
    for block in named:
        match = re.fullmatch(rf"d_(.+)_{re.escape(block.type)}\d*", block.id)
        if match is not None and match[1] in present:
            result.setdefault(block.id, []).append(match[1])
            result.setdefault(match[1], []).append(block.id)
    return {block: tuple(others) for block, others in result.items()}


def _expanding(elaboration: Elaboration, block: str) -> Expanding:
    """What opens a block, by its type.

    Raises:
        UsageError, DiagramError: as `expand`.
    """
    if trains(elaboration.specs.get(block)):
        return ExpandingTraining(elaboration, block)
    return Expanding(elaboration, block)


def _sources(opened: Expansion, wire: Wire) -> tuple[Endpoint, ...]:
    """The pins that give what a wire from the opened block carries."""
    index = wire.source.index
    if wire.source.pin in opened.named:
        return (opened.named[wire.source.pin],)
    return opened.results if index is None else opened.results[index : index + 1]


def _takes_list(elaboration: Elaboration, wire: Wire) -> bool:
    flat = wire if elaboration.expansion is None else elaboration.expansion.flat(wire)
    spec = elaboration.specs.get(flat.target.block)
    pin = spec.input(flat.target.pin) if spec is not None else None
    return pin is None or pin.is_list


def _collector(elaboration: Elaboration, opened: Expansion, blocks: list[Block]) -> str:
    """A block that collects all gradients, for a pin that shows the whole list; made once."""
    if len(blocks) == len(opened.blocks):
        old = elaboration.page.blocks[elaboration.position[opened.of]]
        taken = {*elaboration.position, *(each.id for each in blocks)}
        blocks.append(Block(free_name(f"{opened.of}_list", taken), InputList.name, old.at))
    return blocks[-1].id
