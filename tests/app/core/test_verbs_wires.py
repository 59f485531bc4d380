from __future__ import annotations

import itertools
import re

import pytest

from app.core import verbs
from app.core.verbs import ConnectionCandidate, Known
from blocks.analysis.pins import Pins
from blocks.base.dtypes import FLOAT, INT32, STRING
from blocks.base.errors import DiagramError
from blocks.document.data import Block, Json, Page
from blocks.graph.spec import BlockSpec
from blocks.library.index import find
from blocks.worker.page_checks import examine
from tests.app.pages import KNOWN, PAGE, after, block, end, wire, wires


def spec(name: str) -> BlockSpec:
    spec = find(name)
    assert spec is not None
    return spec


def with_block(block_id: str, type_name: str, page: Page = PAGE) -> Page:
    return page._replace(blocks=(*page.blocks, Block(block_id, type_name, (0, 500))))


def test_connecting_a_free_pin() -> None:
    page = with_block("t", "Tanh")
    edit = verbs.connect(page, end("m.product"), end("t.x"), find)
    assert edit is not None and edit.text == "Wire m.product to t.x"
    assert wires(after(page, edit.change))[-1] == "m.product -> t.x"


def test_a_pin_for_one_wire_gives_up_its_old_one_in_place() -> None:
    edit = verbs.connect(PAGE, end("w1.output"), end("m.a"), find)
    assert edit is not None
    page = after(PAGE, edit.change)
    assert wires(page)[:2] == ["w1.output -> m.a", "w1.output -> m.b"] and len(page.wires) == len(PAGE.wires)
    assert verbs.connect(PAGE, end("a.output"), end("m.a"), find) is None


def test_a_pin_that_has_too_many_wires_is_left_with_one() -> None:
    page = PAGE._replace(wires=(*PAGE.wires, wire("a.output", "m.b"), wire("a.output", "m.b")))
    edit = verbs.connect(page, end("w1.output"), end("m.b"), find)
    assert edit is not None
    assert wires(after(page, edit.change)) == wires(PAGE)


@pytest.mark.parametrize(
    ("place", "expected"), [(None, ["m", "r", "s"]), (0, ["s", "m", "r"]), (1, ["m", "s", "r"]), (9, ["m", "r", "s"])]
)
def test_a_list_takes_one_more_at_a_place(place: int | None, expected: list[str]) -> None:
    edit = verbs.connect(PAGE, end("s.z"), end("n.inputs"), find, place)
    assert edit is not None
    page = after(PAGE, edit.change)
    assert [page.wires[i].source.block for i in verbs.wires_at(page, "n", "inputs")] == expected


def test_a_cycle_is_refused_and_named() -> None:
    with pytest.raises(DiagramError, match=re.escape("the blocks would form a cycle: m -> r -> s -> m")):
        verbs.connect(PAGE, end("s.z"), end("m.a"), find)
    with pytest.raises(DiagramError, match="m cannot be wired to itself"):
        verbs.connect(PAGE, end("m.product"), end("m.a"), find)
    names = [f"b{i}" for i in range(20)]
    long = Page("p", (), tuple(wire(f"{a}.o", f"{b}.i") for a, b in itertools.pairwise(names)))
    loop = verbs.cycle(long, "b19", "b0")
    assert loop is not None and loop == names
    assert verbs.cycle_text(loop).endswith("b0 -> b1 -> b2 -> b3 -> ... -> b17 -> b18 -> b19 -> b0")
    assert verbs.cycle(long, "b0", "b19") is None


def test_a_wire_to_a_block_that_is_gone_is_refused() -> None:
    with pytest.raises(DiagramError, match="there is no block 'gone'"):
        verbs.connect(PAGE, end("gone.x"), end("m.a"), find)


def test_disconnecting_and_cutting() -> None:
    edit = verbs.disconnect(PAGE, [2])
    assert edit is not None and edit.text == "Remove wire m.product -> r.features"
    assert len(after(PAGE, edit.change).wires) == len(PAGE.wires) - 1
    edit = verbs.cut(PAGE, [5, 0, 5, 99])
    assert edit is not None and edit.text == "Cut 2 wires"
    after(PAGE, edit.change)
    assert verbs.disconnect(PAGE, [99]) is None and verbs.cut(PAGE, []) is None


def test_an_end_of_a_wire_moves_and_keeps_its_place_in_a_list() -> None:
    edit = verbs.reconnect(PAGE, 4, end("a.output"), end("n.inputs"), find)
    assert edit is not None
    page = after(PAGE, edit.change)
    assert wires(page)[4] == "a.output -> n.inputs"
    edit = verbs.reconnect(PAGE, 3, end("r.activations"), end("s.y"), find)
    assert edit is not None
    assert wires(after(PAGE, edit.change))[-1] == "r.activations -> s.y"
    assert verbs.reconnect(PAGE, 3, end("r.activations"), end("s.x"), find) is None
    with pytest.raises(DiagramError, match="cycle"):
        verbs.reconnect(PAGE, 0, end("s.z"), end("m.a"), find)
    with pytest.raises(DiagramError, match="no longer exists"):
        verbs.reconnect(PAGE, 99, end("s.z"), end("m.a"), find)


def test_moving_an_end_onto_a_wired_pin_takes_that_wire_away() -> None:
    edit = verbs.reconnect(PAGE, 0, end("a.output"), end("m.b"), find)
    assert edit is not None
    lines = wires(after(PAGE, edit.change))
    assert "a.output -> m.b" in lines and "w1.output -> m.b" not in lines and "a.output -> m.a" not in lines


def test_the_wires_of_a_list_change_their_order() -> None:
    edit = verbs.reorder(PAGE, "g", "inputs", [1, 0])
    assert edit is not None and edit.text == "Reorder g.inputs"
    page = after(PAGE, edit.change)
    assert [page.wires[i].source.block for i in verbs.wires_at(page, "g", "inputs")] == ["w1", "a"]
    assert verbs.reorder(PAGE, "g", "inputs", [0, 1]) is None
    with pytest.raises(DiagramError, match="inputs now has 2 wires"):
        verbs.reorder(PAGE, "g", "inputs", [0])


def test_a_block_is_inserted_on_a_wire() -> None:
    page = with_block("t", "Tanh")
    edit = verbs.insert_on_wire(page, 2, "t", find)
    assert edit is not None and edit.text == "Insert t between m.product and r.features"
    lines = wires(after(page, edit.change))
    assert lines[2] == "t.y -> r.features" and lines[-1] == "m.product -> t.x"
    inserted = verbs.add_on_wire(PAGE, 2, "StopGradient", (300, 40), find)
    page = after(PAGE, inserted.change)
    assert inserted.ids == ("StopGradient1",) and "m.product -> StopGradient1.input" in wires(page)


def test_a_block_that_does_not_fit_a_wire_is_refused() -> None:
    page = with_block("k", "Const")
    with pytest.raises(DiagramError, match=re.escape("Const has no input for m.product")):
        verbs.insert_on_wire(page, 2, "k", find)
    assert not verbs.fits_wire(page, 2, "Const", find) and verbs.fits_wire(page, 2, "Relu", find)
    assert not verbs.fits_wire(page, 9, "Relu", find) and not verbs.fits_wire(page, 99, "Relu", find)
    assert verbs.insert_on_wire(page, 2, "r", find) is None
    with pytest.raises(DiagramError, match="cycle"):
        verbs.insert_on_wire(page, 0, "s", find)
    with pytest.raises(DiagramError, match="no output that fits"):
        verbs.add_on_wire(PAGE, 2, "ClientSession", (0, 0), find)


def test_a_list_goes_into_a_wire_by_its_first_element() -> None:
    inserted = verbs.add_on_wire(PAGE, 2, "AddSymbolicGradients", (0, 0), find)
    assert "AddSymbolicGradients1.grad_outputs[0] -> r.features" in wires(after(PAGE, inserted.change))


def test_a_new_block_at_the_end_of_a_wire() -> None:
    connected = verbs.add_connected(PAGE, "Tanh", (5, 5), end("m.product"), "x", find, from_output=True)
    assert wires(after(PAGE, connected.change))[-1] == "m.product -> Tanh1.x"
    connected = verbs.add_connected(PAGE, "Const", (5, 5), end("m.a"), "output", find, from_output=False)
    page = after(PAGE, connected.change)
    assert wires(page)[0] == "Const1.output -> m.a" and len(page.wires) == len(PAGE.wires)
    connected = verbs.add_connected(PAGE, "Split", (5, 5), end("n.inputs"), "output", find, from_output=False)
    assert wires(after(PAGE, connected.change))[-1] == "Split1.output -> n.inputs"
    connected = verbs.add_connected(
        PAGE, "AddSymbolicGradients", (5, 5), end("s.y"), "grad_outputs", find, from_output=False
    )
    assert wires(after(PAGE, connected.change))[-1] == "AddSymbolicGradients1.grad_outputs[0] -> s.y"


def test_what_lies_before_and_behind() -> None:
    assert verbs.reachable(PAGE, ["r"], upstream=True) == {"r", "m", "a", "w1"}
    assert verbs.reachable(PAGE, ["r"], upstream=False) == {"r", "s", "n", "g"}


@pytest.mark.parametrize(
    ("source", "target", "reason"),
    [
        ("Const.output", "MatMul.a", None),
        ("Const.output", "MatMul.transpose_a", "transpose_a is an attribute and cannot be wired"),
        ("Const.output", "MatMul.c", "MatMul has no input pin 'c'"),
        ("Const.nothing", "MatMul.a", "Const has no output pin 'nothing'"),
        ("Const.output", "MatMul.scope", "scope takes a scope, not a tensor"),
        ("Scope.scope", "MatMul.scope", None),
        ("Scope.output", "MatMul.scope", None),
        ("Scope.scope", "MatMul.a", "a takes a tensor, not a scope"),
        ("Const.output", "ApplyGradientDescent.var", "ApplyGradientDescent modifies its input var"),
        ("Variable.ref", "ApplyGradientDescent.var", None),
        ("AddSymbolicGradients.grad_outputs", "MatMul.a", "a takes one tensor, but grad_outputs is a list: wire"),
        ("AddSymbolicGradients.grad_outputs[0]", "MatMul.a", None),
        ("AddSymbolicGradients.grad_outputs", "AddN.inputs", None),
        ("Const.output", "AddN.inputs", None),
        ("Const.output", "ClientSession.run_outputs", None),
        ("Operation.output", "ClientSession.run_outputs", None),
        ("Const.output", "ClientSession.inputs", "inputs takes a feed, not a tensor"),
        ("ClientSession.status", "Status.status", None),
        ("ClientSession.status", "MatMul.a", "a takes a tensor, not the status of a session"),
        ("Tensor.output", "Input.initvalues", None),
        ("Less.z", "MatMul.a", "MatMul: input a takes "),
    ],
)  # fmt: skip
def test_what_fits_by_declaration(source: str, target: str, reason: str | None) -> None:
    a, b = end(source), end(target)
    refusal = verbs.compatible(spec(a.block), a.pin, spec(b.block), b.pin, None, a.index)
    assert refusal is None if reason is None else refusal is not None and reason in refusal


def test_a_known_dtype_is_taken_into_account() -> None:
    assert verbs.compatible(spec("Const"), "output", spec("MatMul"), "a", (STRING, ())) is not None
    assert verbs.compatible(spec("Const"), "output", spec("MatMul"), "a", (FLOAT, ())) is None


def joining(page: Page, source: str, *, from_output: bool = True) -> ConnectionCandidate:
    return ConnectionCandidate(page, find, KNOWN, end(source), from_output=from_output)


def test_a_good_wire_is_not_refused() -> None:
    page = with_block("t", "Tanh")
    assert joining(page, "a.output").fits(end("t.x")) and joining(page, "a.output").check(end("t.x")) is None
    assert joining(page, "t.x", from_output=False).check(end("a.output")) is None
    assert joining(page, "a.output").check(end("g.inputs")) is None
    assert joining(page, "a.output").check(end("m.b")) is None


def test_another_dtype_offers_a_cast_which_mends() -> None:
    page = with_block("i", "Const")
    refusal = joining(page, "i.output").check(end("m.a"))
    assert refusal is not None
    assert refusal.reason.startswith("MatMul: expected int32 at input b (a, b must have the same dtype), got float32")
    mend = refusal.mends[0]
    assert (mend.text, mend.type, mend.values) == ("Insert Cast to float32", "Cast", {"DstT": "DT_FLOAT"})
    edit = verbs.connect(page, end("i.output"), end("m.a"), find, mend=mend)
    assert edit is not None and edit.text == "Insert Cast to float32, wire i.output to m.a"
    changed = after(page, edit.change)
    assert "i.output -> Cast1.x" in wires(changed) and wires(changed)[0] == "Cast1.y -> m.a"
    assert block(changed, "Cast1").values == {"DstT": "DT_FLOAT"}


_VARIABLE, _DATA = {"initvalues": [[0.5], [1.5]]}, {"val": [[1, 2], [3, 4]]}


@pytest.mark.parametrize("first", ["data", "variable"])
def test_whole_numbers_become_floats_and_no_variable_is_cut(first: str) -> None:
    """Integer data and a float variable: whichever is wired first, the data give way."""
    v, data = Block("v", "Variable", (0, 0), _VARIABLE), Block("d", "Const", (0, 99), _DATA)
    wired, drawn = (
        (("d.output", "t.a"), ("v.ref", "t.b")) if first == "data" else (("v.ref", "t.b"), ("d.output", "t.a"))
    )
    page = Page("p", (v, data, Block("t", "MatMul", (300, 0))), (wire(*wired),))
    known: Known = {("v", "ref", None): (FLOAT, (2, 1)), ("d", "output", None): (INT32, (2, 2))}
    refusal = ConnectionCandidate(page, find, known, end(drawn[0]), from_output=True).check(end(drawn[1]))
    assert refusal is not None
    literal, cast = refusal.mends
    assert literal.text.startswith("Write as float32: [[1.0, 2.0]")
    for mend in (literal, cast):
        edit = verbs.connect(page, end(drawn[0]), end(drawn[1]), find, mend=mend)
        assert edit is not None
        changed = after(page, edit.change)
        assert "v.ref -> t.b" in wires(changed)
        checked = _dtypes(changed)
        assert checked["v", "ref", None][0] == checked["t", "product", None][0] == FLOAT
    assert cast.text == "Insert Cast to float32" + (" before t.a" if first == "data" else "")


@pytest.mark.parametrize("typed", [{"initvalues": [[1], [2]]}, {"initvalues": [[1], [2]], "dtype": "DT_INT32"}, {}])
@pytest.mark.parametrize("first", ["data", "variable"])
def test_a_variable_of_whole_numbers_becomes_one_that_trains(first: str, typed: dict[str, Json]) -> None:
    """Float data and a variable that begins with integers, typed in or wired: the variable is written with floats."""
    v, data = Block("v", "Variable", (0, 0), typed), Block("d", "Const", (0, 99), {"val": [[1.5, 2.5]]})
    begin = Block("i", "Const", (0, 200), {"val": [[1], [2]]})
    wired, drawn = (
        (("d.output", "t.a"), ("v.ref", "t.b")) if first == "data" else (("v.ref", "t.b"), ("d.output", "t.a"))
    )
    page = Page("p", (v, data, begin, Block("t", "MatMul", (300, 0))), (wire(*wired),))
    if not typed:
        page = page._replace(wires=(wire("i.output", "v.initvalues"), *page.wires))
    known: Known = {("v", "ref", None): (INT32, (2, 1)), ("d", "output", None): (FLOAT, (1, 2))}
    refusal = ConnectionCandidate(page, find, known, end(drawn[0]), from_output=True).check(end(drawn[1]))
    assert refusal is not None and refusal.mends[0].text.startswith("Write as float32: [[1.0], [2.0]]")
    edit = verbs.connect(page, end(drawn[0]), end(drawn[1]), find, mend=refusal.mends[0])
    assert edit is not None
    assert _dtypes(after(page, edit.change))["v", "ref", None][0] == FLOAT
    assert all("int" not in mend.text for mend in refusal.mends)


def test_a_cast_that_ends_the_gradient_says_so_and_is_the_last() -> None:
    page = Page("p", (Block("v", "Variable", (0, 0), _VARIABLE), Block("g", "Gather", (300, 0))), ())
    known: Known = {("v", "ref", None): (FLOAT, (2, 1))}
    refusal = ConnectionCandidate(page, find, known, end("v.ref"), from_output=True).check(end("g.indices"))
    assert refusal is not None and refusal.mends[-1].type == "Cast" and "gradient" in refusal.mends[-1].text


def test_each_of_several_whole_numbers_gives_way() -> None:
    """A sum of two integer constants takes a variable: both become floats, in one edit."""
    first, second = (
        Block("a", "Const", (0, 0), {"val": [1, 2]}),
        Block("b", "Range", (0, 99), {"start": 0, "limit": 2, "delta": 1}),
    )
    v = Block("v", "Variable", (0, 200), {"initvalues": [0.5, 1.5]})
    page = Page("p", (first, second, v, Block("n", "AddN", (300, 0))), ())
    page = page._replace(wires=(wire("a.output", "n.inputs"), wire("b.output", "n.inputs")))
    integers = INT32, (2,)
    known: Known = {("a", "output", None): integers, ("b", "output", None): integers, ("v", "ref", None): (FLOAT, (2,))}
    refusal = ConnectionCandidate(page, find, known, end("v.ref"), from_output=True).check(end("n.inputs"))
    assert refusal is not None
    for mend, count in zip(refusal.mends, (0, 2), strict=True):
        edit = verbs.connect(page, end("v.ref"), end("n.inputs"), find, mend=mend)
        assert edit is not None
        changed = after(page, edit.change)
        assert [each.type for each in changed.blocks].count("Cast") == count
        assert len([each for each in changed.wires if each.target == end("n.inputs")]) == 3
        assert _dtypes(changed)["n", "sum", None][0] == FLOAT


def _dtypes(page: Page) -> Pins:
    return examine(page, None, None, ()).pins


def test_another_shape_offers_transpose_and_reshape() -> None:
    page = PAGE._replace(wires=(wire("a.output", "m.a"),))
    known = {**KNOWN, ("w1", "output", None): (FLOAT, (1, 2))}
    refusal = ConnectionCandidate(page, find, known, end("w1.output"), from_output=True).check(end("m.b"))
    assert refusal is not None
    assert "a.shape[1] == b.shape[0], got [2,2] and [1,2]" in refusal.reason
    assert [mend.text for mend in refusal.mends] == ["Insert Transpose", "Insert Reshape to [2, 1]"]
    edit = verbs.connect(page, end("w1.output"), end("m.b"), find, mend=refusal.mends[0])
    assert edit is not None
    assert block(after(page, edit.change), "Transpose1").values == {"perm": [1, 0]}


def test_an_old_fault_elsewhere_in_the_block_is_no_reason_to_refuse() -> None:
    bad = block(PAGE, "m")._replace(values={"transpose_a": "no"})
    page = PAGE._replace(blocks=tuple(bad if each.id == "m" else each for each in PAGE.blocks))
    assert joining(page, "a.output").check(end("m.b")) is None


def test_what_is_missing_at_other_pins_is_no_reason_to_refuse() -> None:
    page = with_block("z", "MatMul")._replace(wires=())
    assert joining(page, "a.output").check(end("z.b")) is None


def test_a_list_offers_its_elements_unused_ones_first() -> None:
    page = PAGE._replace(wires=(*PAGE.wires, wire("g.grad_outputs[0]", "x.in")))
    page = with_block("t", "Tanh", page)
    fitting = joining(page, "g.grad_outputs")
    assert fitting.fits(end("t.x"))
    refusal = fitting.check(end("t.x"))
    assert refusal is not None
    assert [mend.text for mend in refusal.mends] == ["Wire grad_outputs[1]", "Wire grad_outputs[0]"]
    edit = verbs.connect(page, end("g.grad_outputs"), end("t.x"), find, mend=refusal.mends[0])
    assert edit is not None
    assert wires(after(page, edit.change))[-1] == "g.grad_outputs[1] -> t.x"


def test_a_converter_is_offered_where_kinds_differ() -> None:
    page = with_block("f", "FeedType", with_block("v", "Tensor"))
    refusal = joining(page, "v.output").check(end("f.initializer"))
    assert refusal is not None and refusal.reason.endswith("not a plain value")
    assert [mend.text for mend in refusal.mends] == ["Insert Input_Initializer"]
    edit = verbs.connect(page, end("v.output"), end("f.initializer"), find, mend=refusal.mends[0])
    assert edit is not None
    after(page, edit.change)


def test_a_cycle_is_refused_while_the_wire_is_drawn() -> None:
    fitting = joining(PAGE, "s.z")
    assert not fitting.fits(end("m.a"))
    refusal = fitting.check(end("m.a"))
    assert refusal is not None and refusal.reason == "the blocks would form a cycle: m -> r -> s -> m"
    refusal = joining(PAGE, "m.a", from_output=False).check(end("s.z"))
    assert refusal is not None and refusal.reason == "the blocks would form a cycle: m -> r -> s -> m"


def test_a_block_of_an_unknown_type_takes_no_new_wire() -> None:
    refusal = joining(PAGE, "a.output").check(end("x.what"))
    assert refusal is not None and refusal.reason == "the block type of x is unknown"


@pytest.mark.parametrize(
    ("start", "from_output", "type_name", "pin"),
    [
        ("a.output", True, "MatMul", "a"),
        ("a.output", True, "Const", None),
        ("a.output", True, "ClientSession", "fetch_outputs"),
        ("a.output", True, "ApplyGradientDescent", "alpha"),
        ("m.a", False, "Const", "output"),
        ("m.a", False, "ClientSession", None),
        ("m.a", False, "AddSymbolicGradients", "grad_outputs"),
        ("g.grad_outputs", True, "AddN", "inputs"),
        ("g.grad_outputs", True, "Tanh", None),
        ("m.scope", False, "Scope", "scope"),
        ("m.scope", False, "Const", None),
    ],
)
def test_which_pin_of_a_new_block_a_wire_goes_to(
    start: str, from_output: bool, type_name: str, pin: str | None
) -> None:
    assert joining(PAGE, start, from_output=from_output).fitting_pin(spec(type_name)) == pin


def test_an_integer_does_not_come_into_question_where_only_floats_do() -> None:
    known = {**KNOWN, ("a", "output", None): (INT32, (2,))}
    page = with_block("t", "Softmax")
    assert not ConnectionCandidate(page, find, known, end("a.output"), from_output=True).fits(end("t.logits"))
