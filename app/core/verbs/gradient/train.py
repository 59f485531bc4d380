"""Edits by which a page that only computes learns to train: weights become variables, a loss and a step are added."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from app.core.free_space import Box, free_shift, sides
from app.core.verbs.blocks import Find
from app.core.verbs.edit import Edit, Made, named, tidy
from app.core.verbs.expanding import box_of_new
from app.language import tr
from blocks.base.errors import DiagramError
from blocks.document.data import Block, Document, Page, Position
from blocks.elaborate import training
from blocks.elaborate.elaboration import Elaboration
from blocks.graph.graph import Output
from blocks.library.core.sessions import ClientSession

_GAP = 60
_TO_TRAIN: Sequence[str] = ("fetch_outputs", "run_outputs")
"""The pins of a session that a training step is wired to."""


def make_trainable(
    document: Document, elaboration: Elaboration, blocks: Collection[str], of: str | Sequence[Output]
) -> tuple[Edit, int]:
    """Make variables of constants; also gives how many.

    Args:
        document: the diagram.
        elaboration: the page.
        blocks: the constants, or instances that have such inside, by their paths; empty: all weights.
        of: what is differentiated, whose gradient has to reach a weight.

    Raises:
        DiagramError: there is none.
    """
    if blocks:
        constants = training.constants_in(elaboration, blocks)
    else:
        constants = training.parameters_of(elaboration, of)
    if not constants:
        specs = elaboration.specs.values()
        if not blocks and any(each.variable and not each.temporary for each in specs):
            text, other = tr("the weights are variables already"), tr("add a loss or a training step")
            raise DiagramError(text, page=elaboration.page.name, hint=other)
        what = tr("{named}: there", named=named(blocks)) if blocks else tr("there")
        text = tr("{what} is no constant with real numbers that a gradient could reach", what=what)
        other = (
            tr("with nothing selected all weights are taken")
            if blocks
            else tr("select the constants, or what has them")
        )
        raise DiagramError(text, page=elaboration.page.name, hint=other)
    change = training.make_trainable(document, elaboration.page.name, constants)
    return Edit(change, tr("Make {named} trainable", named=named(constants))), len(constants)


def add_loss(document: Document, elaboration: Elaboration, of: str, loss: str, find: Find) -> Made:
    """Add a loss of what a block gives, right of that.

    Raises:
        DiagramError: the loss takes no tensor like that.
    """
    change, block = training.add_loss(document, elaboration, of, loss, _Beside(find))
    return Made(change, tr("Add a loss of {of}", of=of), (block,))


def add_training_step(
    document: Document, elaboration: Elaboration, of: str, rate: float, optimizer: str, find: Find
) -> Made:
    """Add a block that makes a loss smaller in each step, right of the loss."""
    change, block = training.add_training_step(document, elaboration, of, rate, optimizer, _Beside(find))
    return Made(change, tr("Add a training step that makes {of} smaller", of=of), (block,))


class _Beside:
    """Gives each new block a position right of one that is there, where it lies on nothing else."""

    def __init__(self, find: Find) -> None:
        self._find = find
        self._boxes: dict[str, dict[str, Box]] = {}

    def __call__(self, page: Page, block: Block, beside: str) -> Position:
        boxes = self._boxes.setdefault(page.name, {})
        new = {each.id: each for each in page.blocks if each.id not in boxes}
        # A session grows with each wire, and is wired to what trains too.
        wires = {
            each: Counter[str](_TO_TRAIN if block.type == ClientSession.name else ()) for each, block in new.items()
        }
        for _, target in page.wires:
            if target.block in new:
                wires[target.block][target.pin] += 1
        boxes.update({each: box_of_new(block, self._find, wires[each]) for each, block in new.items()})
        left, top, width, _ = boxes[beside]
        box = (left + width + _GAP, top, *box_of_new(block, self._find)[2:])
        x, y = free_shift([box], sides(list(boxes.values())))
        return tidy(box[0] + x, box[1] + y)
