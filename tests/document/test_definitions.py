"""Composites in a document: their pins, who uses them, and edits that instances follow."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blocks.base.errors import DiagramError
from blocks.document.changes import Change, RenameBlock, SetField, SetValue, UnsetValue
from blocks.document.data import Block, Definition, Document, Page
from blocks.document.definitions import (
    BlockOnCanvas,
    CompositePin,
    cycle,
    cycle_text,
    following,
    gradient_cycles,
    instances,
    move_value,
    needed,
    pins,
    reached,
    remove_value,
    rename_pin,
    rename_value,
    unused,
)
from blocks.document.model import Diagram
from tests.document.test_changes import loops

pytestmark = pytest.mark.usefixtures("made_up_names")


def built() -> Diagram:
    """Dense stands in Net and on the page, Net on the page; Alone is used by nobody."""
    diagram = Diagram()
    dense = diagram.add_composite("Dense")
    dense.add("InputPin", id="x", dtype="DT_FLOAT", shape=[None, 2])
    dense.add("OutputPin", id="y_out", name="y")
    dense.add("InputPin", id="many", list=True, default=1.0)
    dense.add("Const", id="units", val=16)
    dense.add_value("units", 16, ["units.val"])
    dense.add_value("extra", sets=["units.dtype"])
    net = diagram.add_composite("Net")
    net.add(":Dense", id="inner", units=3, x=1.0)
    net.add(":Dense", id="twin", shares="inner")
    net.wire("inner.y", "twin.x")
    net.add_value("width", 3, ["inner.units", "twin.units", "inner.x", "innermost.units"])
    alone = diagram.add_composite("Alone")
    alone.add(":Dense", id="d")
    page = diagram.add_page("main")
    page.add(":Dense", id="hidden", units=64, many=[1.0], extra="DT_INT32")
    page.add(":Net", id="net", width=5)
    page.add("Const", id="c", val=1.0)
    page.wire("c.output", "hidden.x")
    page.wire("c.output", "hidden.many")
    page.wire("hidden.y", "net.anything")
    return diagram


def done(diagram: Diagram, change: Change) -> Diagram:
    """The diagram after a change that can be taken back, and made again, to the byte."""
    before = diagram.dumps()
    back = diagram.apply(change)
    after = diagram.dumps()
    again = diagram.apply(back)
    assert diagram.dumps() == before
    diagram.apply(again)
    assert diagram.dumps() == after != before
    return diagram


def wires(diagram: Diagram, canvas: str) -> list[str]:
    return [str(wire) for wire in diagram.canvas(canvas).wires]


def test_pins_are_told_in_file_order() -> None:
    interface = pins(built().composite("Dense").snapshot())
    assert interface.inputs == (
        CompositePin("x", "x", "DT_FLOAT", [None, 2]),
        CompositePin("many", "many", default=1.0, is_list=True),
    )
    assert interface.outputs == (CompositePin("y", "y_out"),)


def test_names_that_no_pin_can_have_are_left_out() -> None:
    odd: list[object] = ["", 3, None, "a.b", "a[0]", "scope", "shares", "b1", "twice", "twice"]
    blocks = tuple(Block(f"b{i}", "InputPin", values={"name": name, "list": 1}) for i, name in enumerate(odd))
    interface = pins(Page(":P", (*blocks, Block("o", "OutputPin", values={"name": "scope"})), composite=Definition()))
    assert [(pin.name, pin.block, pin.is_list) for pin in interface.inputs] == [
        ("b0", "b0", False), ("b1", "b1", False), ("b2", "b2", False), ("twice", "b8", False),
    ]  # fmt: skip
    assert [pin.name for pin in interface.outputs] == ["scope"]


def test_who_uses_whom() -> None:
    document = built().document
    assert instances(document, ":Dense") == [
        BlockOnCanvas(":Net", "inner"), BlockOnCanvas(":Net", "twin"),
        BlockOnCanvas(":Alone", "d"), BlockOnCanvas("main", "hidden"),
    ]  # fmt: skip
    assert reached(document, ":Dense") == (":Net", ":Alone", "main")
    assert reached(document, ":Net") == ("main",)
    assert (needed(document, "main"), needed(document, ":Net")) == ((":Dense", ":Net"), (":Dense",))
    assert unused(document) == (":Alone",)
    assert cycle(document, ":Dense", ":Net") == (":Dense", ":Net", ":Dense")
    assert cycle(document, ":Net", ":Net") == (":Net", ":Net")
    assert cycle(document, ":Net", ":Dense") is None
    assert cycle(document, "main", ":Net") is None


def test_a_gradient_composite_is_used_but_not_contained() -> None:
    diagram = built()
    diagram.composite("Dense").gradient = "Alone"
    diagram.composite("Alone").gradient = "Net"
    document = diagram.document
    assert unused(document) == () and unused(document._replace(pages=())) == (":Dense", ":Net", ":Alone")
    assert needed(document, ":Dense") == (":Dense", ":Net", ":Alone")
    assert reached(document, ":Alone") == () and cycle(document, ":Dense", ":Alone") == (":Dense", ":Alone", ":Dense")
    assert cycle(document, ":Alone", ":Dense") is None
    count = 20_000
    ring = (Page(f":{i}", composite=Definition(gradient=f":{(i + 1) % count}")) for i in range(count))
    [path] = gradient_cycles([Page(":outside", composite=Definition(gradient=":7")), *ring])
    assert (len(path), path[0], path[-1], cycle_text(path).count("->")) == (count + 1, ":7", ":7", 100)


def test_pins_and_values_of_a_gradient_composite_follow() -> None:
    diagram = built()
    diagram.composite("Dense").gradient = "DenseGrad"
    gradient = diagram.add_composite("DenseGrad")
    for name in ("grad_y", "x", "result_y", "other"):
        gradient.add("InputPin", id=name)
    gradient.add("OutputPin", id="left", name="grad_x")
    gradient.add(":Dense", id="again")
    gradient.wire("x.output", "again.x")
    gradient.wire("grad_y.output", "left.input")
    gradient.add_value("units", 5, ["again.units"])
    user = diagram.add_page("user")
    user.add(":DenseGrad", id="g", units=1)
    user.wire("g.grad_x", "g.grad_y")
    done(diagram, rename_pin(diagram.document, ":Dense", "x", "input"))
    done(diagram, rename_pin(diagram.document, ":Dense", "y_out", "out"))
    done(diagram, rename_value(diagram.document, ":Dense", "units", "width"))
    assert [pin.name for side in pins(gradient.snapshot()) for pin in side] == [
        "grad_out", "input", "result_out", "other", "grad_input",
    ]  # fmt: skip
    assert wires(diagram, ":DenseGrad") == ["input.output -> again.input", "grad_out.output -> left.input"]
    assert wires(diagram, "user") == ["g.grad_input -> g.grad_out"]
    assert [(each.name, each.sets) for each in gradient.values] == [("width", ("again.width",))]
    assert user.block("g").values == {"width": 1}
    with pytest.raises(DiagramError, match="composite 'DenseGrad', block 'input': the pin name 'other'"):
        rename_pin(diagram.document, ":Dense", "input", "other")
    diagram.composite("Net").gradient = "DenseGrad"  # others have these pins, too
    done(diagram, rename_pin(diagram.document, ":Dense", "input", "x"))
    assert gradient.get("input") is not None


def test_definitions_that_contain_each_other_are_no_endless_way() -> None:
    count = 20_000
    ring = tuple(Page(f":{i}", (Block("b", f":{(i + 1) % count}"),), composite=Definition()) for i in range(count))
    document = Document("", (), {}, ring)
    assert len(reached(document, ":7")) == len(needed(document, ":7")) == len(unused(document)) == count
    path = cycle(document, ":0", ":1")
    assert path is not None
    assert (len(path), path[:2], path[-2:]) == (count + 1, (":0", ":1"), (f":{count - 1}", ":0"))


def test_a_renamed_pin_keeps_wires_and_literals_in_every_instance() -> None:
    diagram = built()
    done(diagram, rename_pin(diagram.document, ":Dense", "x", "input"))
    assert diagram.composite("Dense").get("input") is not None
    assert wires(diagram, ":Net") == ["inner.y -> twin.input"]
    assert wires(diagram, "main") == ["c.output -> hidden.input", "c.output -> hidden.many", "hidden.y -> net.anything"]
    assert diagram.composite("Net").block("inner").values == {"units": 3, "input": 1.0}
    assert diagram.composite("Net").values[0].sets == ("inner.units", "twin.units", "inner.input", "innermost.units")
    # An output that has a name apart keeps its id, and one whose name is its id needs none.
    done(diagram, rename_pin(diagram.document, ":Dense", "y_out", "z"))
    assert diagram.composite("Dense").block("y_out").values == {"name": "z"}
    assert wires(diagram, ":Net") == ["inner.z -> twin.input"]
    done(diagram, rename_pin(diagram.document, ":Dense", "y_out", "y_out"))
    assert diagram.composite("Dense").block("y_out").values == {}
    # Where a block has the name already, the pin gets it apart: an input and an output may have one name.
    done(diagram, rename_pin(diagram.document, ":Dense", "y_out", "input"))
    assert diagram.composite("Dense").block("y_out").values == {"name": "input"}
    assert wires(diagram, "main")[2] == "hidden.input -> net.anything"


def test_there_and_back_is_nothing() -> None:
    diagram = built()
    before = diagram.dumps()
    for block, name in (("x", "input"), ("y_out", "out"), ("many", "some")):
        old = next(
            pin.name for side in pins(diagram.composite("Dense").snapshot()) for pin in side if pin.block == block
        )
        done(diagram, rename_pin(diagram.document, ":Dense", block, name))
        now = next(
            pin.block for side in pins(diagram.composite("Dense").snapshot()) for pin in side if pin.name == name
        )
        done(diagram, rename_pin(diagram.document, ":Dense", now, old))
        assert diagram.dumps() == before


def test_edits_of_the_blocks_themselves_are_followed() -> None:
    diagram = built()
    done(diagram, following(diagram.document, SetValue(":Dense", "x", "name", "in")))
    assert "c.output -> hidden.in" in wires(diagram, "main")
    done(diagram, following(diagram.document, RenameBlock(":Dense", "x", "anything")))  # its name stays
    assert "c.output -> hidden.in" in wires(diagram, "main")
    done(diagram, following(diagram.document, UnsetValue(":Dense", "anything", "name")))
    assert "c.output -> hidden.anything" in wires(diagram, "main")
    done(diagram, following(diagram.document, RenameBlock(":Dense", "units", "count")))
    assert [value.sets for value in diagram.composite("Dense").values] == [("count.val",), ("count.dtype",)]
    done(diagram, following(diagram.document, RenameBlock(":Net", "inner", "first")))
    net = diagram.composite("Net")
    assert net.block("twin").values == {"shares": "first"}
    assert net.values[0].sets == ("first.units", "twin.units", "first.anything", "innermost.units")
    for change in (
        RenameBlock("main", "c", "d"), SetValue("main", "c", "name", 1), SetValue(":Dense", "x", "dtype", "DT_INT32"),
        SetField(":Dense", "x", "muted", True), RenameBlock("nowhere", "c", "d"), UnsetValue("main", "nobody", "name"),
    ):  # fmt: skip
        assert following(diagram.document, change) is change


def test_of_two_pins_of_one_name_the_wires_are_the_first_s() -> None:
    diagram = built()
    diagram.composite("Dense").add("InputPin", id="second", name="x")
    change = UnsetValue(":Dense", "second", "name")
    assert following(diagram.document, change) is change


def test_an_instance_in_its_own_definition_follows() -> None:
    diagram = built()
    dense = diagram.composite("Dense")
    dense.add(":Dense", id="itself", units=1)
    dense.wire("x.output", "itself.x")
    dense.wire("x.output", "itself.x")
    dense.add_value("inner", sets=["itself.units", "units.val"])
    done(diagram, rename_pin(diagram.document, ":Dense", "x", "z"))
    assert wires(diagram, ":Dense") == ["z.output -> itself.z"] * 2
    done(diagram, rename_value(diagram.document, ":Dense", "units", "count"))
    assert [value.name for value in dense.values] == ["count", "extra", "inner"]
    assert dense.values[2].sets == ("itself.count", "units.val")
    assert dense.block("itself").values == {"count": 1}


def test_promoted_values_and_what_instances_set() -> None:
    diagram = built()
    done(diagram, rename_value(diagram.document, ":Dense", "units", "width"))
    assert diagram.page("main").block("hidden").values == {"width": 64, "many": [1.0], "extra": "DT_INT32"}
    assert diagram.composite("Net").block("inner").values == {"width": 3, "x": 1.0}
    assert diagram.composite("Net").values[0].sets == ("inner.width", "twin.width", "inner.x", "innermost.units")
    assert diagram.page("main").block("net").values == {"width": 5}
    done(diagram, move_value(diagram.document, ":Dense", "extra", 0))
    assert [value.name for value in diagram.composite("Dense").values] == ["extra", "width"]
    done(diagram, remove_value(diagram.document, ":Dense", "width"))
    assert diagram.page("main").block("hidden").values == {"many": [1.0], "extra": "DT_INT32"}
    assert diagram.composite("Net").values[0].sets == ("inner.x", "innermost.units")


def test_names_that_are_taken_or_can_be_none_are_refused() -> None:
    diagram = built()
    document = diagram.document
    for wrong, expected in (
        (
            lambda: rename_pin(document, ":Dense", "x", "many"),
            "'x': the pin name 'many' is already used by another pin",
        ),
        (
            lambda: rename_pin(document, ":Dense", "x", "units"),
            "the pin name 'units' is already used by another value",
        ),
        (lambda: rename_pin(document, ":Dense", "x", "scope"), "the pin name 'scope' is reserved"),
        (lambda: rename_pin(document, ":Dense", "x", "a.b"), "the pin name 'a.b' contains a '.'"),
        (lambda: rename_pin(document, ":Dense", "x", "a[0]"), "the pin name 'a[0]' contains a '[' or a ']'"),
        (lambda: rename_pin(document, ":Dense", "x", ""), "the pin name '' is empty"),
        (lambda: rename_pin(document, ":Dense", "units", "z"), "composite 'Dense': there is no pin 'units'"),
        (lambda: rename_pin(document, "main", "c", "z"), "there is no composite 'main'"),
        (
            lambda: rename_value(document, ":Dense", "units", "x"),
            "the name 'x' of a promoted value is already used by another pin",
        ),
        (
            lambda: rename_value(document, ":Dense", "units", "extra"),
            "of a promoted value is already used by another value",
        ),
        (lambda: rename_value(document, ":Dense", "units", "shares"), "is reserved: every instance has it"),
        (lambda: rename_value(document, ":Dense", "units", " "), "of a promoted value begins or ends with a space"),
        (
            lambda: remove_value(document, ":Dense", "nothing"),
            "composite 'Dense': there is no promoted value 'nothing'",
        ),
    ):
        with pytest.raises(DiagramError) as caught:
            wrong()
        assert expected in str(caught.value)


@given(st.data())
def test_any_rename_can_be_taken_back(choose: st.DataObject) -> None:
    diagram = built()
    texts = [diagram.dumps()]
    undo: list[Change] = []
    for _ in range(choose.draw(st.integers(1, 5))):
        canvas = choose.draw(st.sampled_from(diagram.composites))
        block = choose.draw(st.sampled_from(canvas.blocks))
        name = choose.draw(st.sampled_from(["a", "b", "x", "y", "units"]))
        change = choose.draw(
            st.sampled_from([RenameBlock(canvas.name, block.id, name), SetValue(canvas.name, block.id, "name", name)])
        )
        try:
            undo.append(diagram.apply(following(diagram.document, change)))
        except DiagramError:
            assert diagram.dumps() == texts[-1]
        else:
            texts.append(diagram.dumps())
    for change, text in zip(reversed(undo), reversed(texts[:-1]), strict=True):
        diagram.apply(change)
        assert diagram.dumps() == text


def test_blocks_that_run_a_composite_follow_the_names_of_its_pins() -> None:
    diagram = loops()
    page = diagram.page("main")
    page.apply(rename_pin(diagram.document, ":Cell", "x", "step"))
    assert page.block("scan").values == {"body": ":Cell", "over": ["step", "z"], "step": 1.0}
    assert diagram.composite("Runs").block("scan").values["over"] == ["step"]
    page.apply(rename_pin(diagram.document, ":Cell", "h", "state"))
    page.apply(rename_pin(diagram.document, ":Cell", "new", "out"))
    # The pin h of `while` comes from its condition too, which has it still.
    assert [str(wire) for wire in page.wires] == [
        "text.output -> scan.step", "text.output -> scan.state", "scan.out -> own.x", "scan.out -> while.h",
        "scan.result_out -> shown.input",
    ]  # fmt: skip
