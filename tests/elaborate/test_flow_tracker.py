"""A gradient that is followed from one state of a page to the next goes where it goes when it is followed afresh."""

from __future__ import annotations

import random

import pytest

from blocks.base.errors import DiagramError
from blocks.document.changes import AddBlocks, AddItems, Change, Group, RemoveItems, RenameBlock, SetField
from blocks.document.model import Diagram
from blocks.elaborate.elaborate import Elaboration
from blocks.elaborate.gradient_flow import PageFlows, page_flow
from blocks.elaborate.incremental import Elaborator
from tests.elaborate.test_incremental import PAGES, edited, flow_of, view_of
from tests.examples.shared import NAMES
from tests.run.pages import block, diagram, variable


def followed(flows: PageFlows, made: Elaboration, name: str) -> object:
    """Where the gradient of a block goes, or why it has none."""
    try:
        return flows.find(made, name)
    except DiagramError as error:
        return str(error)


@pytest.mark.parametrize("name", [*NAMES, *PAGES])
def test_after_random_edits_it_goes_where_it_goes_when_it_is_followed_afresh(name: str) -> None:
    rng = random.Random(f"{name} followed")
    view, elaborator, flows = view_of(name), Elaborator(), PageFlows()
    elaborator.elaborate(view.snapshot())
    of = ""
    for edit in edited(rng, view):
        found = elaborator.elaborate(view.snapshot(), leave_gradients=rng.random() < 0.3)
        made = found.made
        flows.note(found.anew, found.fell)
        there = [each.id for each in view.blocks if each.id in made.values]
        if there and (of not in there or rng.random() < 0.15):
            of = rng.choice(there[-3:] if rng.random() < 0.6 else there)
        if there and rng.random() < 0.8:  # else nobody asks after this edit
            assert followed(flows, made, of) == flow_of(made, of), (edit, of)


FORK = diagram(
    [
        variable("w", [1.0, 2.0]),
        variable("v", [3.0, 4.0]),
        block("a", "Exp"),
        block("b", "Sin"),
        block("wall", "StopGradient"),
        block("both", "Add"),
        block("l", "InputList"),
        block("sum", "AddN"),
        block("loss", "L2Loss"),
    ],
    "w.ref>a.x a.y>both.x v.ref>b.x b.y>wall.input wall.output>both.y both.z>l.outputlist w.ref>l.outputlist"
    " l.output>sum.inputs sum.sum>loss.t",
)


@pytest.mark.parametrize(
    ("edit", "outputs", "reached"),
    [
        (SetField("main", "wall", "type", "Identity"), {"a.y", "b.y", "wall.output", "both.z"}, {"w", "v"}),
        (SetField("main", "wall", "muted", True), {"a.y", "b.y", "wall.output", "both.z"}, {"w", "v"}),
        (SetField("main", "a", "type", "Floor"), {"a.y", "wall.output", "both.z"}, {"w"}),
        (RenameBlock("main", "a", "b2"), {"b2.y", "wall.output", "both.z"}, {"w"}),
        (RemoveItems("main", "wires", (0,)), set[str](), set[str]()),  # what comes after it cannot be made
    ],
)
def test_what_one_edit_adds_and_takes_away(edit: Change, outputs: set[str], reached: set[str]) -> None:
    view, elaborator, flows = Diagram(FORK.document).pages[0], Elaborator(), PageFlows()
    before = flows.find(elaborator.elaborate(view.snapshot()).made, "loss")
    assert {name for name, fate in before.variables.items() if fate.reached} == {"w"}
    view.apply(edit)
    found = elaborator.elaborate(view.snapshot())
    flows.note(found.anew, found.fell)
    if not outputs:
        with pytest.raises(DiagramError):
            flows.find(found.made, "loss")
        return
    now = flows.find(found.made, "loss")
    beyond = {"loss.output", "sum.sum", "l.output[0]", "l.output[1]"} | {f"{each}.ref" for each in reached}
    assert {str(each) for each in now.outputs} == outputs | beyond
    assert {name for name, fate in now.variables.items() if fate.reached} == reached
    assert now == page_flow(found.made, "loss")


def test_a_block_that_fell_under_another_name_leaves_no_name_when_it_has_its_own_again() -> None:
    page = diagram(
        [
            variable("w", [1.0, 2.0]),
            block("a", "Exp"),
            block("b", "Sin"),
            block("loss", "L2Loss"),
            block("free", "Exp"),
        ],
        "w.ref>a.x a.y>b.x b.y>loss.t w.ref>free.x",
    )
    view, elaborator, flows = Diagram(page.document).pages[0], Elaborator(), PageFlows()

    def after(*edits: Change, of: str) -> None:
        view.apply(Group(edits))
        found = elaborator.elaborate(view.snapshot())
        flows.note(found.anew, found.fell)
        if of:
            assert flows.find(found.made, of) == page_flow(found.made, of)

    flows.find(elaborator.elaborate(view.snapshot()).made, "loss")
    wire, another = view.snapshot().wires[0], view.snapshot().blocks[1]._replace(id="another")
    after(RenameBlock("main", "b", "other"), of="")
    after(RemoveItems("main", "wires", (0,)), of="free")
    after(AddItems("main", "wires", ((0, wire),)), of="loss")
    after(RenameBlock("main", "other", "b"), AddBlocks("main", ((1, another),)), of="loss")
