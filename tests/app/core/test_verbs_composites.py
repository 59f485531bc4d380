"""Verbs for composites: blocks into one and back compute the same bits, and undo leaves no trace."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from app.core import verbs
from app.core.block_types import BlockTypes
from app.core.verbs import Edit, Made
from blocks.base.errors import DiagramError
from blocks.document.file import loads
from blocks.document.model import Diagram
from blocks.run.session import Session
from blocks.transform.verbs.composites import needed_by
from blocks.transform.verbs.free_space import Box

LAYER: dict[str, Any] = {
    "format": "gradblocks/1",
    "pages": [
        {
            "name": "main",
            "blocks": [
                {"id": "x", "type": "Const", "at": [0, 0], "values": {"val": [[1.0, -2.0], [0.5, 3.0]]}},
                {"id": "first", "type": "Const", "at": [0, 100], "values": {"val": [[1.5, 2.0], [-1.0, 0.25]]}},
                {"id": "w", "type": "Variable", "at": [200, 100]},
                {"id": "mm", "type": "MatMul", "at": [400, 0]},
                {"id": "relu", "type": "Relu", "at": [600, 0]},
                {"id": "parts", "type": "Split", "at": [800, 0], "values": {"axis": 0, "num_split": 2}},
                {"id": "both", "type": "Stack", "at": [1000, 0]},
                {"id": "shown", "type": "TableDisplay", "at": [800, 300]},
                {"id": "row", "type": "Const", "at": [800, 200], "values": {"val": [[7.0, 8.0]]}},
                {"id": "step", "type": "AssignAdd", "at": [400, 300]},
            ],
            "wires": [
                ["x.output", "mm.a"], ["first.output", "w.initvalues"], ["w.ref", "mm.b"],
                ["mm.product", "relu.features"], ["relu.activations", "parts.value"],
                ["parts.output[1]", "both.values"],
                ["row.output", "both.values"], ["parts.output[0]", "both.values"],
                ["relu.result_activations", "shown.input"], ["w.ref", "step.ref"], ["x.output", "step.value"],
            ],
            "notes": [{"at": [400, -60], "text": "a layer"}],
            "frames": [{"at": [380, -80], "size": [400, 200], "title": "layer"}],
        }
    ],
}  # fmt: skip


def boxes(diagram: Diagram, page: str = "main") -> dict[str, Box]:
    """Where the blocks of a page lie."""
    return {block.id: (*block.at, 140.0, 60.0) for block in diagram.canvas(page).blocks}


def make_composite(diagram: Diagram, blocks: list[str], page: str = "main") -> Made:
    """A composite of some blocks, made."""
    find = BlockTypes(diagram).find
    result = verbs.make_composite(diagram.document, diagram.canvas(page).snapshot(), blocks, find, boxes(diagram, page))
    assert result is not None
    before = diagram.dumps()
    back = diagram.apply(result.change)
    after = diagram.dumps()
    again = diagram.apply(back)
    assert diagram.dumps() == before
    diagram.apply(again)
    assert diagram.dumps() == after
    return result


def expanded(diagram: Diagram, instance: str, page: str = "main") -> Made:
    """An instance expanded."""
    canvas = diagram.canvas(page)
    definition = verbs.composite_of(diagram.document, canvas.get(instance))
    assert definition is not None
    find = BlockTypes(diagram).find
    result = verbs.expand_instance(canvas.snapshot(), instance, definition, find, boxes(diagram, page))
    before = diagram.dumps()
    back = diagram.apply(result.change)
    after = diagram.dumps()
    again = diagram.apply(back)
    assert diagram.dumps() == before
    diagram.apply(again)
    assert diagram.dumps() == after
    return result


def results(diagram: Diagram) -> dict[str, Any]:
    """What two steps of the page give, by the last parts of the paths."""
    session = Session(diagram.page("main"), inside=True)
    results: dict[str, Any] = {}
    for step in range(2):
        for name, value in session.run().items():
            results[f"{step} {name.rpartition('/')[2]}"] = value
    return results


def same_bits(a: dict[str, Any], b: dict[str, Any], names: list[str]) -> None:
    """These results are the same bits."""
    for name in names:
        left, right = np.asarray(a[name]), np.asarray(b[name])
        assert left.dtype == right.dtype and left.tobytes() == right.tobytes(), name


def test_a_composite_of_blocks_and_its_expansion_compute_the_same_bits() -> None:
    diagram = loads(json.dumps(LAYER))
    first = results(diagram)
    composite = make_composite(diagram, ["w", "mm", "relu", "parts"])
    assert composite.text == "Make Composite from 4 blocks"
    same_bits(results(diagram), first, list(first))
    canvas = diagram.composite("Composite")
    inner = {block.id: block.at for block in canvas.blocks}
    assert (inner["mm"][0] - inner["w"][0], inner["mm"][1] - inner["w"][1]) == (200, -100)
    outer = expanded(diagram, composite.ids[0])
    same_bits(results(diagram), first, list(first))
    assert outer.ids == ("w", "mm", "relu", "parts")
    assert diagram.page("main").frames[outer.frames[0]].title == composite.ids[0]


def test_pins_have_the_names_of_those_inside_and_lists_keep_their_order() -> None:
    diagram = loads(json.dumps(LAYER))
    make_composite(diagram, ["mm", "parts", "both"])
    page, canvas = diagram.page("main"), diagram.composite("Composite")
    assert [str(wire) for wire in page.wires if "Composite1" in str(wire)] == [
        "x.output -> Composite1.a", "w.ref -> Composite1.b", "Composite1.product -> relu.features",
        "relu.activations -> Composite1.value", "row.output -> Composite1.values",
    ]  # fmt: skip
    assert [str(wire) for wire in canvas.wires if wire.target.block == "both"] == [
        "parts.output[1] -> both.values", "values.output -> both.values", "parts.output[0] -> both.values",
    ]  # fmt: skip
    diagram = loads(json.dumps(LAYER).replace('"parts.output[1]"', '"parts.output"'))
    first = results(diagram)
    composite = make_composite(diagram, ["both"])
    assert diagram.composite("Composite").blocks[0].values == {"list": True}
    same_bits(results(diagram), first, ["1 both.result_output"])
    expanded(diagram, composite.ids[0])
    same_bits(results(diagram), first, list(first))


def test_what_is_read_nowhere_comes_out_of_a_composite_of_a_whole_page() -> None:
    diagram = loads(json.dumps(LAYER).replace('"type": "Stack"', '"type": "Concat"'))
    page = diagram.page("main")
    page.add("Const", id="axis", val=0)
    page.wire("axis.output", "both.axis")
    page.add("TopK", id="top")  # a block with two outputs
    page.add("Const", id="two", val=1)
    page.wire("both.output", "top.input")
    page.wire("two.output", "top.k")
    page.add("NumberDisplay", id="seen")  # reads, but hands nothing on
    page.wire("top.result_values", "seen.input")
    first = results(diagram)
    composite = make_composite(diagram, [block.id for block in page.blocks])
    assert page.wires == ()
    canvas = diagram.composite("Composite")
    ends = [wire for wire in canvas.wires if canvas.block(wire.target.block).type == "OutputPin"]
    outputs = {wire.target.block: str(wire.source) for wire in ends}
    # The update `step` gives a reference, and what `shown` shows is read by `parts`.
    assert outputs == {"values": "top.values", "indices": "top.indices"}
    assert results(diagram)[f"0 {composite.ids[0]}.result_values"].tolist() == first["0 top.result_values"].tolist()


@pytest.mark.parametrize(
    ("change", "chosen", "why"),
    [
        (("Relu", "ClientSession"), ["relu"], "sessions belong to pages"),
        (("parts.output[0]", "parts.output"), ["parts"], "cannot have list outputs"),
        (("Relu", "InputPin"), ["relu"], "pins of a composite"),
    ],
)
def test_what_cannot_be_in_a_composite_is_refused_in_words(
    change: tuple[str, str], chosen: list[str], why: str
) -> None:
    diagram = loads(json.dumps(LAYER).replace(*change))
    with pytest.raises(DiagramError, match=why):
        make_composite(diagram, chosen)


PROMOTED: dict[str, Any] = {
    "format": "gradblocks/2",
    "composites": [
        {
            "name": "Scaled",
            "values": [{"name": "factor", "default": 2.0, "sets": ["by.val"]}],
            "blocks": [
                {"id": "x", "type": "InputPin", "at": [0, 0], "values": {"default": 3.0}},
                {"id": "more", "type": "InputPin", "at": [0, 90], "values": {"dtype": "DT_DOUBLE", "default": 5}},
                {"id": "by", "type": "Const", "at": [0, 180]},
                {"id": "mul", "type": "Multiply", "at": [200, 0]},
                {"id": "cast", "type": "Cast", "at": [200, 90], "values": {"DstT": "DT_FLOAT"}},
                {"id": "add", "type": "Add", "at": [400, 0]},
                {"id": "y", "type": "OutputPin", "at": [600, 0]},
                {"id": "x_out", "type": "OutputPin", "at": [600, 90], "values": {"name": "x"}},
            ],
            "wires": [
                ["x.output", "mul.x"], ["by.output", "mul.y"], ["more.output", "cast.x"], ["mul.z", "add.x"],
                ["cast.y", "add.y"], ["add.z", "y.input"], ["x.output", "x_out.input"],
            ],
        },
        {
            "name": "Outer",
            "values": [
                {"name": "scale", "default": 7.0, "sets": ["inner.factor"]},
                {"name": "plus", "default": 1.5, "sets": ["inner.more"]},
            ],
            "blocks": [
                {"id": "inner", "type": ":Scaled", "at": [0, 0]},
                {"id": "neg", "type": "Negate", "at": [200, 0]},
                {"id": "out", "type": "OutputPin", "at": [400, 0]},
            ],
            "wires": [["inner.y", "neg.x"], ["neg.y", "out.input"]],
        },
    ],
    "pages": [
        {
            "name": "main",
            "blocks": [
                {"id": "c", "type": "Const", "at": [0, 0], "values": {"val": [1.0, 2.0]}},
                {"id": "wired", "type": ":Scaled", "at": [200, 0], "values": {"factor": 10.0, "more": 0.25}},
                {"id": "open", "type": ":Scaled", "at": [200, 200]},
                {"id": "o", "type": ":Outer", "at": [200, 400], "values": {"plus": 0.125}},
                {"id": "all", "type": "AddN", "at": [400, 0]},
                {"id": "one", "type": "Negate", "at": [400, 200]},
            ],
            "wires": [
                ["c.output", "wired.x"], ["wired.y", "all.inputs"], ["wired.x", "all.inputs"], ["open.y", "one.x"],
            ],
        }
    ],
}  # fmt: skip


def test_values_and_literals_of_an_instance_go_along_when_it_is_expanded() -> None:
    diagram = loads(json.dumps(PROMOTED))
    first = results(diagram)
    asked = ["0 all.result_sum", "0 one.result_y", "0 neg.result_y"]
    for instance in ("wired", "open", "o"):
        expanded(diagram, instance)
        same_bits(results(diagram), first, asked)
    expanded(diagram, "inner")
    same_bits(results(diagram), first, asked)


def test_promoted_values_are_handed_on_through_what_is_made_and_expanded_inside() -> None:
    diagram = loads(json.dumps(PROMOTED))
    first = results(diagram)
    asked = ["0 all.result_sum", "0 one.result_y", "0 neg.result_y"]
    expanded(diagram, "inner", ":Outer")
    same_bits(results(diagram), first, asked)
    composite = make_composite(diagram, ["by", "mul"], ":Outer")
    assert diagram.composite("Outer").definition.values[0].sets == (f"{composite.ids[0]}.scale",)
    same_bits(results(diagram), first, asked)
    expanded(diagram, composite.ids[0], ":Outer")
    same_bits(results(diagram), first, asked)


def edited(diagram: Diagram, edit: Edit | None) -> str:
    """Make an edit; gives what the history calls it."""
    assert edit is not None
    diagram.apply(edit.change)
    return edit.text


def test_definitions_are_copied_renamed_and_deleted() -> None:
    diagram = loads(json.dumps(PROMOTED))
    first = results(diagram)
    page = diagram.page("main")
    assert edited(diagram, verbs.make_unique(diagram.document, page.snapshot(), "open")) == "Make open unique: Scaled2"
    assert [each.name for each in diagram.composites] == [":Scaled", ":Scaled2", ":Outer"]
    with pytest.raises(DiagramError, match="only instance of Scaled2"):
        verbs.make_unique(diagram.document, page.snapshot(), "open")
    edit, name = verbs.duplicate_composite(diagram.document, ":Outer")
    assert (edited(diagram, edit), name) == ("Duplicate Outer: Outer2", ":Outer2")
    edited(diagram, verbs.rename_composite(diagram.document, ":Scaled", "Bigger"))
    with pytest.raises(DiagramError, match="there is already a composite 'Bigger'"):
        verbs.rename_composite(diagram.document, ":Outer", "Bigger")
    with pytest.raises(DiagramError, match="contains a ':'"):
        verbs.rename_composite(diagram.document, ":Outer", "a:b")
    edited(diagram, verbs.rename_block(diagram.document, diagram.composite("Bigger").snapshot(), "x", "given"))
    assert str(page.wires[0].target) == "wired.given"
    same_bits(results(diagram), first, ["0 all.result_sum", "0 one.result_y", "0 neg.result_y"])


def test_blocks_of_another_diagram_bring_their_composites_along() -> None:
    diagram = loads(json.dumps(PROMOTED))
    source = diagram.document
    fragment = source.pages[0]._replace(name="copied")
    empty = Diagram()
    empty.add_page("main")
    first = verbs.adopt(empty.document, fragment, source.composites)
    assert [change.content.name for change in first.changes] == [":Scaled", ":Outer"]
    same = verbs.adopt(source, fragment, source.composites)
    assert same.changes == () and same.page.blocks == fragment.blocks
    other = loads(json.dumps(PROMOTED).replace('"default": 2.0', '"default": 2.5')).document
    # Outer is written alike in both, but holds what is not.
    adopted = verbs.adopt(other, fragment, source.composites)
    assert [change.content.name for change in adopted.changes] == [":Scaled2", ":Outer2"]
    assert adopted.changes[1].content.blocks[0].type == ":Scaled2"
    assert [block.type for block in adopted.page.blocks][1:4] == [":Scaled2", ":Scaled2", ":Outer2"]


def test_a_gradient_composite_goes_where_its_composite_goes() -> None:
    diagram = loads(json.dumps(PROMOTED))
    diagram.add_composite("Grad").add("Const", id="c", val=1.0)
    outer = diagram.composite("Outer")
    outer.gradient = "Grad"
    source = diagram.document
    used = needed_by(source, source.pages[0])
    assert [each.name for each in used] == [":Scaled", ":Outer", ":Grad"]
    other = loads(diagram.dumps())
    other.composite("Grad").set("c", val=2.0)
    adopted = verbs.adopt(other.document, source.pages[0]._replace(name="copied"), used)
    assert [change.content.name for change in adopted.changes] == [":Outer2", ":Grad2"]
    assert adopted.changes[0].content.composite == outer.definition._replace(gradient=":Grad2")
    edit, _ = verbs.duplicate_composite(source, ":Outer")
    edited(diagram, edit)
    assert diagram.composite("Outer2").gradient == ":Grad"
    instance = next(block.id for block in source.pages[0].blocks if block.type == ":Outer")
    with pytest.raises(DiagramError, match="custom gradient"):
        expanded(diagram, instance)
