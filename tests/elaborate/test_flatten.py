"""A diagram without its composites gives the same results."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import blocks
from blocks.base.errors import RunError
from blocks.compile.plan import OPTIMISATIONS
from blocks.document.changes import SetField
from blocks.document.model import Diagram
from blocks.run.session import Session
from tests.document.documents import wire_unknown
from tests.elaborate.nested import compare, random_diagram


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 1 << 32), st.booleans())
def test_random_nested_diagrams_give_the_same_bits_flat(seed: int, optimised: bool) -> None:
    diagram = random_diagram(random.Random(seed))
    try:
        compare(diagram, passes=OPTIMISATIONS if optimised else ())
    except RunError as error:  # only where a pin refuses what is wired to it
        assert all(" takes " in each.message for each in error.errors), error


def network() -> Diagram:
    """A definition with a list pin, a queue, a scope and a name with a path of its own; instances of it that are muted,
    share, and lie in a scope.
    """
    diagram = Diagram()
    cell = diagram.add_composite("Cell")
    cell.add("InputPin", id="xs", list=True)
    cell.add("InputPin", id="k", default=[2.0])
    cell.add("AddN", id="sum")
    cell.add("Multiply", id="mul")
    cell.add("Negate", id="second")
    cell.add("Variable", id="v", initvalues=[1.0])
    cell.add("Add", id="add")
    cell.add("OutputPin", id="y")
    cell.add("OutputPin", id="z")
    wires = (
        "xs.output>sum.inputs sum.sum>mul.x k.output>mul.y xs.output[1]>second.x mul.z>add.x v.ref>add.y add.z>y.input"
        " second.y>z.input"
    )
    for wire in wires.split(" "):
        cell.wire(*wire.split(">"))
    page = diagram.add_page("main")
    page.add("Const", id="a", val=[3.0])
    page.add("Const", id="b", val=[5.0])
    page.add("Const", id="one__sum", val=[7.0])
    page.add("Scope", id="s")
    page.add(":Cell", id="one", k=[4.0])
    page.add(":Cell", id="two", shares="one")
    page.add(":Cell", id="three")
    for name in ("one", "two", "three"):
        page.wire("b.output", f"{name}.xs")
        page.wire("a.output", f"{name}.xs")
    page.add("AssignAdd", id="step", value=[1.0])
    page.wire("one.y", "two.k")
    page.wire("s.scope", "three.scope")
    diagram.page("main").add("Negate", id="out")
    page.wire("two.y", "out.x")
    return diagram


def test_list_pins_shared_variables_and_scopes_become_plain_blocks_and_wires() -> None:
    diagram = network()
    flat = blocks.flatten(diagram)
    assert diagram.composites
    assert flat.composites == ()
    ids = {block.id: block.type for block in flat.page("main").blocks}
    assert ids["one__sum"] == "Const"
    assert ids["one__sum_2"] == "AddN"
    assert ids["one__xs"] == "InputList"
    assert "two__v" not in ids
    assert ids["three__scope"] == "Scope"
    assert flat.page("main").block("one__mul").values == {"y": [4.0]}
    nested, plain = Session(diagram, inside=True), Session(flat)
    assert [node.name for node in plain.elaboration.graph.nodes if node.name.endswith("three/three__mul")] == [
        "s/three/three__mul"
    ]
    left = nested.evaluate(["out", "one/sum", "three/add"])
    right = plain.evaluate(["out", "one__sum_2", "three__add"])
    for name, flattened in (
        ("one/sum.result_sum", "one__sum_2.result_sum"),
        ("three/add.result_z", "three__add.result_z"),
    ):
        assert left[name].tolist() == right[flattened].tolist()
    assert left["out.result_y"].tolist() == right["out.result_y"].tolist()
    assert left["out.result_y"].tolist() == [-((8 * (8 * 4 + 1)) + 1)]


def test_a_diagram_with_instances_at_fault_is_not_flattened() -> None:
    diagram = network()
    wire_unknown(diagram.page("main"), "a.output", "one.nothing")
    with pytest.raises(RunError, match="Cell has no input pin 'nothing'"):
        blocks.flatten(diagram)


def test_a_muted_instance_becomes_wires() -> None:
    diagram = Diagram()
    half = diagram.add_composite("Half")
    half.add("InputPin", id="x")
    half.add("Multiply", id="m", y=0.5)
    half.add("OutputPin", id="y")
    half.wire("x.output", "m.x")
    half.wire("m.z", "y.input")
    page = diagram.add_page("main")
    page.add("Const", id="a", val=[3.0])
    page.add(":Half", id="h")
    page.add("Negate", id="n")
    page.wire("a.output", "h.x")
    page.wire("h.y", "n.x")
    page.apply(SetField("main", "h", "muted", True))
    flat = blocks.flatten(diagram).page("main")
    assert [block.id for block in flat.blocks] == ["a", "n"]
    assert [str(wire) for wire in flat.wires] == ["a.output -> n.x"]
