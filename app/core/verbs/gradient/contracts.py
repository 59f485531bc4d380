"""The verb that creates a gradient contract from the variables that currently get a gradient and those that do not."""

from __future__ import annotations

from app.core.verbs.blocks import Find
from app.core.verbs.edit import Made, Names, group
from app.face.contracts import CONTRACT
from app.language import tr
from blocks.analysis.gradient_flow import PageFlow
from blocks.base.errors import DiagramError
from blocks.document.changes import AddBlocks, AddItems
from blocks.document.data import Block, Endpoint, Page, Wire, pins_type


def write_down(page: Page, flow: PageFlow, find: Find) -> Made:
    """Add a GradientContract with the current state of a gradient.

    Variables inside instances have no pin on the page and are left out. Raises DiagramError if none is left.
    """
    blocks = {block.id: block for block in page.blocks}
    losses = [end for end in flow.of if end.block in blocks]
    fates = [fate for fate in flow.variables.values() if fate.block in blocks and fate.kind != "dtype"]
    if not losses or not fates:
        text = tr("the loss is") if not losses else tr("all variables are")
        raise DiagramError(tr("{text} inside instances: put the contract there", text=text), page=page.name)
    name = Names(page).for_type(CONTRACT)
    contract = Block(name, CONTRACT, blocks[losses[0].block].at, {})
    wires = [Wire(end, Endpoint(name, "loss")) for end in losses]
    for fate in sorted(fates, key=lambda fate: not fate.reached):
        spec = find(pins_type(blocks[fate.block]))
        if spec is not None and spec.outputs:
            pin = "reaches" if fate.reached else "must_not_reach"
            wires.append(Wire(Endpoint(fate.block, spec.outputs[0].name), Endpoint(name, pin)))
    begin = len(page.wires)
    changes = (
        AddBlocks(page.name, ((len(page.blocks), contract),)),
        AddItems(page.name, "wires", tuple((begin + i, wire) for i, wire in enumerate(wires))),
    )
    return Made(group(changes), tr("Create contract for the gradient of {block}", block=losses[0].block), (name,))
