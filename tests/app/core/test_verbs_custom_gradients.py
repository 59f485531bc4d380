"""New gradient composites: what they compute, against the gradient of the blocks; what is refused; pins and values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from app.core.block_types import BlockTypes
from app.core.verbs.custom_gradients import GradientKind, add_gradient, fitting_gradients, set_gradient
from blocks.base.errors import DiagramError
from blocks.document.data import Document, Page
from blocks.document.model import CompositeView, Diagram
from blocks.elaborate.elaborate import composites_of, elaborate
from blocks.elaborate.model import Elaboration
from blocks.run.session import Session
from blocks.transform.verbs.composites import demote, name_value, promote
from blocks.transform.verbs.edit import Edit
from blocks.transform.verbs.expanding import expand_instance
from blocks.transform.verbs.fixes import drop_pin

Block = tuple[str, str, dict[str, Any]]


def composite(diagram: Diagram, name: str, blocks: Sequence[Block], wires: str) -> CompositeView:
    view = diagram.add_composite(name)
    for block, kind, values in blocks:
        view.add(kind, id=block, **values)
    for wire in wires.split():
        view.wire(*wire.split(">"))
    return view


def pins(inputs: str, outputs: str) -> list[Block]:
    kinds = dict.fromkeys(inputs.split(), "InputPin") | dict.fromkeys(outputs.split(), "OutputPin")
    return [(name, kind, dict[str, Any]()) for name, kind in kinds.items()]


def elaborated(document: Document, page: Page) -> Elaboration:
    return elaborate(page, composites=composites_of(document.composites))


def added(diagram: Diagram, name: str, kind: GradientKind, known: Mapping[str, Any] | None = None) -> CompositeView:
    """Give a composite a gradient composite, as one edit that can be undone."""
    definition, before = diagram.composite(name).snapshot(), diagram.dumps()
    find = BlockTypes(diagram).find
    edit = add_gradient(diagram.document, definition, f"{name}Grad", kind, known or {}, find, elaborated)
    back = diagram.apply(edit.change)
    again = diagram.apply(back)
    assert diagram.dumps() == before
    diagram.apply(again)
    return diagram.composite(f"{name}Grad")


def page_with(diagram: Diagram, values: Mapping[str, Any], output: str, *, twice: bool) -> None:
    """A page with a weighted sum of the output, its gradient, and the gradient of the gradient's squares."""
    page = diagram.add_page("main")
    page.add(":F", id="h")
    for x, value in values.items():
        page.add("Variable", id=f"v_{x}", initvalues=value)
        page.wire(f"v_{x}.ref", f"h.{x}")
    page.add("Const", id="c", val=[0.5, -2.0, 3.0])
    page.add("Multiply", id="loss")
    page.wire("c.output", "loss.x")
    page.wire(f"h.{output}", "loss.y")
    page.add("AddSymbolicGradients", id="grads")
    page.wire("loss.z", "grads.outputs")
    for i, x in enumerate(values):
        page.wire(f"v_{x}.ref", "grads.inputs")
        page.add("Identity", id=f"d_{x}")
        page.wire(f"grads.grad_outputs[{i}]", f"d_{x}.input")
        if twice:
            page.add("Square", id=f"s_{x}")
            page.wire(f"d_{x}.output", f"s_{x}.x")
            page.add("AddSymbolicGradients", id=f"grads_{x}")
            page.wire(f"s_{x}.y", f"grads_{x}.outputs")
            page.wire(f"v_{x}.ref", f"grads_{x}.inputs")
            page.add("Identity", id=f"dd_{x}")
            page.wire(f"grads_{x}.grad_outputs[0]", f"dd_{x}.input")


def numbers(diagram: Diagram) -> dict[str, Any]:
    session = Session(diagram)
    assert session.problems() == []
    return {name: value for name, value in session.run().items() if name.startswith("d")}


X, B = [0.3, -1.2, 2.0], [1.5, 0.5, -0.7]
SMOOTH: dict[str, tuple[list[Block], str, dict[str, Any]]] = {
    "its result is all that is needed": (
        [*pins("x", "y"), ("s", "Sigmoid", {})], "x.output>s.x s.y>y.input", {"x": X}
    ),
    "blocks of the forward side": (
        [*pins("x b", "y"), ("s", "Sin", {}), ("m", "Multiply", {}), ("q", "Square", {})],
        "x.output>s.x s.y>m.x b.output>m.y m.z>q.x q.y>y.input", {"x": X, "b": B},
    ),
    "broadcasting and two outputs": (
        [*pins("x b", "y k"), ("m", "Multiply", {}), ("e", "Exp", {}), ("r", "Rint", {})],
        "x.output>m.x b.output>m.y m.z>e.x e.y>y.input m.z>r.x r.y>k.input", {"x": X, "b": 0.7},
    ),
    "an instance inside": (
        [*pins("x", "y"), ("i", ":Inner", {}), ("j", ":Inner", {}), ("q", "Square", {})],
        "x.output>i.u i.v>j.u j.v>q.x q.y>y.input", {"x": X},
    ),
    "names in the way": (
        [("forward", "InputPin", {}), ("gradients", "OutputPin", {}), ("x", "Cos", {}), ("t", "Tanh", {})],
        "forward.output>x.x x.y>t.x t.y>gradients.input", {"forward": X},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", SMOOTH)
def test_blocks_written_out_have_the_gradient_that_the_composite_had(case: str) -> None:
    diagram = Diagram()
    composite(diagram, "Inner", [*pins("u", "v"), ("e", "Exp", {}), ("m", "Multiply", {})],
              "u.output>e.x e.y>m.x u.output>m.y m.z>v.input")  # fmt: skip
    parts, wires, values = SMOOTH[case]
    composite(diagram, "F", parts, wires)
    output = next(name for name, kind, _ in parts if kind == "OutputPin")
    page_with(diagram, values, output, twice=True)
    before = numbers(diagram)
    gradient = added(diagram, "F", "blocks")
    after = numbers(diagram)
    assert after.keys() == before.keys()
    for name, value in before.items():
        np.testing.assert_allclose(after[name], value, rtol=2e-5, atol=1e-6, err_msg=name)
    if case == "its result is all that is needed":
        assert {block.type for block in gradient.blocks} == {"InputPin", "OutputPin", "Const", "Subtract", "Multiply"}
    assert not any(block.type == "AddSymbolicGradients" for block in gradient.blocks)
    at = [block.at for block in gradient.blocks]
    assert len(set(at)) == len(at)


def test_straight_through_goes_where_shapes_agree_and_zero_everywhere() -> None:
    diagram = Diagram()
    cast: Block = ("i", "Cast", {"DstT": "DT_FLOAT"})
    parts: list[Block] = [*pins("x b n", "y"), ("m", "Multiply", {}), ("r", "Rint", {}), cast, ("a", "Add", {})]
    wires = "x.output>m.x b.output>m.y m.z>r.x r.y>a.x n.output>i.x i.y>a.y a.z>y.input"
    composite(diagram, "F", parts, wires)
    page = diagram.add_page("main")
    for name, value in (("x", X), ("b", 2.0), ("n", 3)):
        page.add("Const", id=name, val=value)
    page.add(":F", id="h")
    for name in "xbn":
        page.wire(f"{name}.output", f"h.{name}")
    values = elaborated(diagram.document, page.snapshot()).values
    known = {pin: values[f"h/{pin}"]["output"] for pin in ("x", "b", "n", "y")}
    kept = diagram.document
    gradient = added(diagram, "F", "straight-through", known)
    ends = {block.id for block in gradient.blocks if block.type == "OutputPin"}
    assert ends == {"grad_x"}  # b is a scalar, n an integer
    assert {block.id for block in gradient.blocks} - ends == {"x", "b", "n", "result_y", "grad_y"}
    assert [(str(a), str(b)) for a, b in gradient.wires] == [("grad_y.output", "grad_x.input")]
    diagram = Diagram(kept)
    assert {b.id for b in added(diagram, "F", "zero", known).blocks if b.type == "OutputPin"} == {"grad_x", "grad_b"}
    diagram = Diagram(kept)  # what is not known may be alike
    ends = {b.id for b in added(diagram, "F", "straight-through").blocks if b.type == "OutputPin"}
    assert ends == {"grad_x", "grad_b", "grad_n"}


REFUSED: list[tuple[list[Block], str, GradientKind, str]] = [
    ([*pins("x", "y"), ("w", "Variable", {"initvalues": X}), ("m", "Multiply", {})],
     "x.output>m.x w.ref>m.y m.z>y.input", "blocks", "'w'"),
    ([*pins("x", "y"), ("noise", "RandomUniform", {"shape": [3], "dtype": "DT_FLOAT"}), ("m", "Multiply", {})],
     "x.output>m.x noise.output>m.y m.z>y.input", "blocks", "noise"),
    ([*pins("x", "y"), ("m", "Multiply", {"y": 2.0})], "x.output>m.x m.z>y.input", "blocks", "slope"),
    ([("x", "InputPin", {"list": True}), ("y", "OutputPin", {}), ("s", "AddN", {})],
     "x.output>s.inputs s.sum>y.input", "straight-through", "list"),
    ([*pins("x grad_y", "y"), ("s", "Add", {})], "x.output>s.x grad_y.output>s.y s.z>y.input", "zero", "grad_y"),
    ([*pins("x", "y"), ("s", "Sin", {})], "x.output>s.x", "blocks", "wired"),
]  # fmt: skip


@pytest.mark.parametrize(("parts", "wires", "kind", "word"), REFUSED)
def test_what_cannot_have_such_a_gradient_is_refused(
    parts: list[Block], wires: str, kind: GradientKind, word: str
) -> None:
    diagram = Diagram()
    view = composite(diagram, "F", parts, wires)
    if word == "slope":  # the new blocks would keep its value of today
        view.add_value("slope", 2.0, ["m.y"])
    with pytest.raises(DiagramError, match=word):
        added(diagram, "F", kind)


def scaled() -> Diagram:
    """A composite whose gradient composite multiplies by a value."""
    diagram = Diagram()
    composite(diagram, "F", [*pins("x", "y"), ("i", "Identity", {})], "x.output>i.input i.output>y.input")
    gradient = added(diagram, "F", "straight-through")
    gradient.remove("grad_x")
    gradient.add("Multiply", id="m", y=1.0)
    gradient.add("OutputPin", id="grad_x")
    gradient.wire("grad_y.output", "m.x")
    gradient.wire("m.z", "grad_x.input")
    return diagram


def do(diagram: Diagram, edit: Edit | None) -> None:
    assert edit is not None
    diagram.apply(edit.change)


def test_a_value_promoted_in_a_gradient_composite_can_be_set_at_instances() -> None:
    diagram = scaled()
    find = BlockTypes(diagram).find
    do(diagram, promote(diagram.document, diagram.composite("FGrad").snapshot(), "m", "y", find))
    do(diagram, name_value(diagram.document, ":FGrad", "y", "factor"))
    assert [(v.name, v.default, v.sets) for v in diagram.composite("F").values] == [("factor", None, ())]
    attribute = BlockTypes(diagram).find(":F")
    assert attribute is not None and attribute.attribute_names["factor"].default == 1.0
    page_with(diagram, {"x": X}, "y", twice=False)
    diagram.page("main").set("h", factor=-2.0)
    np.testing.assert_allclose(numbers(diagram)["d_x.result_output"], [-1.0, 4.0, -6.0])
    diagram.composite("FGrad").set("m", y=5.0)  # the value of the instance decides
    np.testing.assert_allclose(numbers(diagram)["d_x.result_output"], [-1.0, 4.0, -6.0])
    do(diagram, demote(diagram.document, diagram.composite("FGrad").snapshot(), "m", "y"))
    assert diagram.composite("F").values == () and "factor" not in diagram.page("main").block("h").values
    np.testing.assert_allclose(numbers(diagram)["d_x.result_output"], [2.5, -10.0, 15.0])
    with pytest.raises(DiagramError, match="custom gradient"):
        page, definition = diagram.page("main").snapshot(), diagram.composite("F").snapshot()
        expand_instance(page, "h", definition, find, {block.id: (*block.at, 100, 60) for block in page.blocks})
    do(diagram, promote(diagram.document, diagram.composite("FGrad").snapshot(), "m", "y", find))
    diagram.composite("FGrad").add("InputPin", id="gone")
    edit = drop_pin(diagram.document, diagram.composite("F").snapshot(), "gone")
    assert drop_pin(diagram.document, diagram.composite("F").snapshot(), "x") is None  # it is the input of F
    do(diagram, None if edit is None else Edit(*edit[:2]))
    assert Session(diagram).problems() == [] and diagram.composite("FGrad").get("gone") is None


def test_a_gradient_composite_is_chosen_and_goes_with_its_last_user() -> None:
    diagram = scaled()
    composite(diagram, "G", [*pins("x", "y"), ("s", "Sign", {})], "x.output>s.x s.y>y.input")
    composite(diagram, "Other", [*pins("a", "b"), ("s", "Sign", {})], "a.output>s.x s.y>b.input")
    find = BlockTypes(diagram).find
    assert fitting_gradients(diagram.document, diagram.composite("G").snapshot(), find) == [":FGrad"]
    assert fitting_gradients(diagram.document, diagram.composite("Other").snapshot(), find) == []
    do(diagram, set_gradient(diagram.document, diagram.composite("G").snapshot(), ":FGrad"))
    assert set_gradient(diagram.document, diagram.composite("G").snapshot(), ":FGrad") is None
    do(diagram, set_gradient(diagram.document, diagram.composite("F").snapshot(), ""))
    assert diagram.composite("G").gradient == ":FGrad"
    do(diagram, set_gradient(diagram.document, diagram.composite("G").snapshot(), ""))
    assert [view.name for view in diagram.composites] == [":F", ":G", ":Other"]
