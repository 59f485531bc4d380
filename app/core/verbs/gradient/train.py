"""Edits that make a page trainable: weights become variables, and a loss and a training step are added."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from app.core.verbs.edit import Edit, Made, named
from app.language import tr
from blocks.base.errors import DiagramError
from blocks.document.data import Document
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Output
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
        text = tr("no constant with real values that a gradient could reach")
        text = f"{named(blocks)}: {text}" if blocks else text
        other = (
            tr("select nothing to use all weights")
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
