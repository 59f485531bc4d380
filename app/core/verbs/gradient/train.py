"""Edits that follow advice, make a page trainable (variables, a loss, a training step), or apply a what-if."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from app.core.verbs.custom_gradients import set_gradient
from app.face.gradient import CONTRACT
from blocks.analysis.gradient_flow import PageFlow
from blocks.base.errors import DiagramError
from blocks.base.language import tr
from blocks.document.changes import Change
from blocks.document.data import LOOP_BODIES, Block, Document, Endpoint, Page, Wire, pins_type
from blocks.document.model import Diagram
from blocks.document.paths import resolve_path
from blocks.elaborate.instance_types import PAGE as COMPOSITES
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Output
from blocks.transform.verbs.blocks import Find, mute
from blocks.transform.verbs.composites import composite_of
from blocks.transform.verbs.edit import Edit, Made, Names, additions, group, named, replacements


def make_trainable(
    document: Document, elaboration: Elaboration, blocks: Collection[str], of: str | Sequence[Output]
) -> tuple[Edit, int]:
    """Turn constants that the gradient of ``of`` reaches into variables; also return their number.

    ``blocks`` are paths of constants, or of instances that contain some; empty: all weights.
    """
    from blocks.transform import training  # few sessions need it, and it imports many types of blocks

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
    from blocks.transform.training import add_loss as add

    change, block = add(document, elaboration, of, loss)
    return Made(change, tr("Add a loss for {of}", of=of), (block,))


def add_training_step(document: Document, elaboration: Elaboration, of: str, rate: float, optimizer: str) -> Made:
    from blocks.transform.training import add_training_step as add

    change, block = add(document, elaboration, of, rate, optimizer)
    return Made(change, tr("Add a training step that minimizes {of}", of=of), (block,))


STOP = "StopGradient"
_FOLLOWED = (("AddSymbolicGradients", "outputs"), ("GradientContract", "loss"))
"""Pins of blocks that are no operations through which a gradient goes."""


def make_so(document: Document, page: str, lift: Sequence[str], cut: Sequence[str], find: Find) -> Edit | None:
    """Return one edit that applies a what-if to a diagram, or None if the what-if is empty.

    Blocks inside instances are edited in their definition, so that all instances follow.

    Raises:
        DiagramError: a block is gone, or a pin gives a whole list.
    """
    scratch = Diagram(document)
    changes: list[Change] = []
    for name in lift:
        canvas, block = resolve_path(scratch, page, name)
        definition = composite_of(scratch.document, scratch.canvas(canvas).get(block))
        edit = set_gradient(scratch.document, definition, "") if definition is not None else None
        edit = edit or mute(scratch.canvas(canvas).snapshot(), [block], True)
        if edit is not None:
            scratch.apply(edit.change)
            changes.append(edit.change)
    for name in cut:
        path, _, pin = name.partition(".")
        canvas, block = resolve_path(scratch, page, path)
        view = scratch.canvas(canvas)
        for source in _ends(view.snapshot(), block, pin, find):
            change = _stop(view.snapshot(), source, find)
            scratch.apply(change)
            changes.append(change)
    words = [tr("ignore {lift}", lift=", ".join(lift))] if lift else []
    words += [tr("stop at {cut}", cut=", ".join(cut))] if cut else []
    text = tr(" and ").join(words)
    return Edit(group(changes), text[0].upper() + text[1:]) if changes else None


def _ends(page: Page, block: str, pin: str, find: Find) -> list[Endpoint]:
    kinds = {each.id: each for each in page.blocks}
    spec = find(pins_type(kinds[block]))
    name, bracket, index = pin.partition("[")
    pins = [name] if name else [] if spec is None else [each.name for each in spec.outputs]
    indices = [int(index[:-1])] if bracket else None
    ends = [
        wire.source
        for wire in page.wires
        if wire.source.block == block and wire.source.pin in pins and _carries(kinds.get(wire.target.block), wire, find)
    ]
    ends = [each for each in dict.fromkeys(ends) if indices is None or each.index in indices]
    for each in ends:
        output = None if spec is None else spec.output(each.pin)
        if output is not None and each.index is None and (output.is_list or output.kind == "list"):
            raise DiagramError(
                tr("{each} is a list output: choose one of its elements", each=each),
                page=page.name,
                block=block,
                pin=each.pin,
            )
    if not ends:
        text = tr("no gradient passes through this pin, because no wire leads from the pin to an operation")
        raise DiagramError(text, page=page.name, block=block, pin=name or None)
    return ends


def _carries(target: Block | None, wire: Wire, find: Find) -> bool:
    """Return whether a gradient can flow back along a wire; wires to written variables must stay unchanged."""
    pin = wire.target.pin
    spec = None if target is None else find(pins_type(target))
    if target is None or spec is None:
        return True
    declared = spec.input(spec.aliases.get(pin, pin))
    runs = spec.page == COMPOSITES or target.type in LOOP_BODIES
    if (spec.kind == "helper" and not runs) or spec.is_display:
        return (spec.name, pin) in _FOLLOWED
    return declared is None or not declared.is_ref


def _stop(page: Page, source: Endpoint, find: Find) -> Change:
    kinds = {each.id: each for each in page.blocks}
    name = Names(page).for_type(STOP)
    stop = Block(name, STOP, kinds[source.block].at, {})
    moved = [
        (i, Wire(Endpoint(name, "output"), wire.target))
        for i, wire in enumerate(page.wires)
        if wire.source == source and _carries(kinds.get(wire.target.block), wire, find)
    ]
    changes = [*additions(page, {}, [stop]), *replacements(page, {"wires": moved})]
    return group([*changes, *additions(page, {"wires": [Wire(source, Endpoint(name, "input"))]})])


def write_down(page: Page, flow: PageFlow, find: Find) -> Made:
    """Add a GradientContract with the current state of a gradient.

    Variables inside instances have no pin on the page and are left out. Raises DiagramError if none is left.
    """
    blocks = {block.id: block for block in page.blocks}
    losses = [end for end in flow.of if end.block in blocks]
    fates = [fate for fate in flow.variables.values() if fate.block in blocks and fate.kind != "dtype"]
    if not losses or not fates:
        text = tr("the loss is inside an instance") if not losses else tr("all variables are inside instances")
        raise DiagramError(tr("{text}: create the contract inside the composite", text=text), page=page.name)
    name = Names(page).for_type(CONTRACT)
    contract = Block(name, CONTRACT, blocks[losses[0].block].at, {})
    wires = [Wire(end, Endpoint(name, "loss")) for end in losses]
    for fate in sorted(fates, key=lambda fate: not fate.reached):
        spec = find(pins_type(blocks[fate.block]))
        if spec is not None and spec.outputs:
            pin = "reaches" if fate.reached else "must_not_reach"
            wires.append(Wire(Endpoint(fate.block, spec.outputs[0].name), Endpoint(name, pin)))
    changes = additions(page, {"wires": wires}, [contract])
    return Made(group(changes), tr("Create contract for the gradient of {block}", block=losses[0].block), (name,))
