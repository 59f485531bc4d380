"""Expansion of gradient and training blocks into blocks that a user can inspect and edit.

`expand` only describes the blocks. `editable` returns the change that puts them on the page in place of the original
block.
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
    """Return the nodes that a gradient block added, as blocks.

    Raises:
        UsageError: The block does not exist or is not a gradient block.
        DiagramError: It failed, one of its inputs gets no gradient, or there are too many nodes.
    """
    return _expanding(elaboration, block).run()


def editable(elaboration: Elaboration, block: str) -> Change:
    """Return the change that replaces a gradient block by the blocks of `expand`; raises as `expand`."""
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
    """Return the instances whose inner tensors a gradient needs, which prevents its expansion outside of them."""
    return _expanding(elaboration, block).inside()


def pairs(page: Page) -> dict[str, tuple[str, ...]]:
    """Return the blocks of expanded gradients for each forward block, and the reverse.

    The pairs follow from the ids (`Expanding.as_block`), so they persist in files and end if one of the two is renamed.
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
    if trains(elaboration.specs.get(block)):
        return ExpandingTraining(elaboration, block)
    return Expanding(elaboration, block)


def _sources(opened: Expansion, wire: Wire) -> tuple[Endpoint, ...]:
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
    if len(blocks) == len(opened.blocks):
        old = elaboration.page.blocks[elaboration.position[opened.of]]
        taken = {*elaboration.position, *(each.id for each in blocks)}
        blocks.append(Block(free_name(f"{opened.of}_list", taken), InputList.name, old.at))
    return blocks[-1].id
