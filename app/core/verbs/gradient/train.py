"""Edits that make a page trainable: weights become variables, and a loss and a training step are added."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import cast

from app.core.verbs.blocks import Find
from app.core.verbs.edit import Edit, Made, Names, group, named
from app.core.verbs.replacing import replace_type
from app.language import tr
from blocks.base.errors import DiagramError
from blocks.document.changes import AddBlocks, AddItems, Change
from blocks.document.data import Block, Document, Endpoint, Json, Page, Wire
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Output
from blocks.library.array.identity import Placeholder, PlaceholderWithDefault
from blocks.library.array.sizes import Fill
from blocks.library.core.constants import Const
from blocks.transform import training


def make_trainable(
    document: Document, elaboration: Elaboration, blocks: Collection[str], of: str | Sequence[Output]
) -> tuple[Edit, int]:
    """Turn constants into variables; also return their number.

    Args:
        blocks: paths of the constants, or of instances that contain some; empty: all weights.
        of: the differentiated value, whose gradient must reach each weight.
    """
    if blocks:
        constants = training.constants_in(elaboration, blocks)
    else:
        constants = training.parameters_of(elaboration, of)
    if not constants:
        specs = elaboration.specs.values()
        if not blocks and any(each.variable and not each.temporary for each in specs):
            text, other = tr("the weights are already variables"), tr("add a loss or a training step")
            raise DiagramError(text, page=elaboration.page.name, hint=other)
        text = tr("there is no floating-point constant that a gradient could reach")
        text = f"{named(blocks)}: {text}" if blocks else text
        other = (
            tr("clear the selection to use all weights")
            if blocks
            else tr("select the constants, or the instances that contain them")
        )
        raise DiagramError(text, page=elaboration.page.name, hint=other)
    change = training.make_trainable(document, elaboration.page.name, constants)
    return Edit(change, tr("Make {named} trainable", named=named(constants))), len(constants)


def add_loss(document: Document, elaboration: Elaboration, of: str, loss: str) -> Made:
    change, block = training.add_loss(document, elaboration, of, loss)
    return Made(change, tr("Add a loss for {of}", of=of), (block,))


def add_training_step(document: Document, elaboration: Elaboration, of: str, rate: float, optimizer: str) -> Made:
    change, block = training.add_training_step(document, elaboration, of, rate, optimizer)
    return Made(change, tr("Add a training step that minimizes {of}", of=of), (block,))


_ZEROS: Mapping[str, Json] = {"DT_FLOAT": 0.0, "DT_INT32": 0, "DT_BOOL": False, "DT_STRING": ""}
"""By element types, literals that have them by themselves."""


def placeholders_of(page: Page, ids: Collection[str] = ()) -> list[str]:
    return [block.id for block in page.blocks if block.type == Placeholder.name and (not ids or block.id in ids)]


def give_defaults(page: Page, ids: Collection[str], find: Find) -> Made:
    """Add a Fill of zeros as the default of each Placeholder; a variable size becomes 1."""
    chosen = placeholders_of(page, ids)
    if not chosen:
        what = named(ids) if ids else tr("The page")
        raise DiagramError(tr("{what}: no Placeholder found", what=what), page=page.name)
    names = Names(page)
    changes: list[Change] = []
    new: list[Block] = []
    wires: list[Wire] = []

    for block in page.blocks:
        if block.id not in chosen:
            continue
        shape, dtype = block.values.get("shape"), str(block.values.get("dtype"))
        edit = replace_type(page, block.id, PlaceholderWithDefault.name, find, {"shape": shape})
        if edit is not None:
            changes.append(edit.change)
        number: Mapping[str, Json] = {"val": _ZEROS[dtype]} if dtype in _ZEROS else {"val": 0, "dtype": dtype}
        if isinstance(shape, list) and shape:
            sizes = cast("list[int | None]", shape)
            values: dict[str, Json] = {"dims": [1 if size is None else size for size in sizes]}
            if dtype in _ZEROS:
                values["value"] = _ZEROS[dtype]
            given = Block(names.like(f"{block.id}_default"), Fill.name, block.at, values)
            if dtype not in _ZEROS:
                zero = Block(names.like(f"{block.id}_zero"), Const.name, block.at, number)
                new.append(zero)
                wires.append(Wire(Endpoint(zero.id, "output"), Endpoint(given.id, "value")))
        else:
            given = Block(names.like(f"{block.id}_default"), Const.name, block.at, number)
        new.append(given)
        wires.append(Wire(Endpoint(given.id, "output"), Endpoint(block.id, "input")))
    changes.append(AddBlocks(page.name, tuple(enumerate(new, len(page.blocks)))))
    changes.append(AddItems(page.name, "wires", tuple(enumerate(wires, len(page.wires)))))
    return Made(group(changes), tr("Give {named} a default value", named=named(chosen)), tuple(each.id for each in new))
