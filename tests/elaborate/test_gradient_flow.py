"""Where the gradient goes on a page, where it is cut, and what becomes of each variable."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import blocks
from blocks.analysis.checks import check
from blocks.analysis.gradient_flow import FlowCut, PageFlow, Reachability, page_flow
from blocks.base.errors import DiagramError, UsageError
from blocks.document.changes import SetValue
from blocks.document.data import Wire, parse_endpoint
from blocks.document.model import Diagram
from blocks.elaborate.elaborate import elaborate
from blocks.elaborate.muting import fitting_pins
from blocks.graph.flow import gradient_flow
from blocks.graph.gradients import try_gradients
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.graph.spec import BlockSpec
from blocks.library.index import all_types
from blocks.testing import calls
from tests.elaborate import composites
from tests.library import contract
from tests.run.pages import BlockText, block, const, diagram, variable
from tests.table import table

FILES = sorted((Path(__file__).resolve().parents[2] / "assets/examples").glob("*.gradblocks"))


def flow(blocks_: list[BlockText], wires: str, of: str, muted: tuple[str, ...] = ()) -> PageFlow:
    page = diagram(blocks_, wires, muted).pages[0]
    assert elaborate(page.snapshot()).problems == []
    return blocks.gradient_flow(page, of)


def wire(text: str) -> Wire:
    source, target = text.split(">")
    return Wire(parse_endpoint(source), parse_endpoint(target))


def wires(text: str) -> set[Wire]:
    return set(map(wire, text.split()))


def names(flow: PageFlow) -> set[str]:
    return {str(each) for each in flow.outputs}


W, V = variable("w", [1.0, 2.0]), variable("v", [3.0, 4.0])
LOSS = block("loss", "Sum", axis=0)


def test_wires_outputs_cut_and_variables_of_a_small_page() -> None:
    gradient_flow = flow(
        [W, V, block("sg", "StopGradient"), block("m", "Multiply"), LOSS],
        "w.ref>m.x v.ref>sg.input sg.output>m.y m.z>loss.input",
        "loss",
    )
    assert [str(each) for each in gradient_flow.of] == ["loss.output"]
    assert names(gradient_flow) == {"loss.output", "m.z", "w.ref", "sg.output"}
    assert gradient_flow.wires == wires("w.ref>m.x sg.output>m.y m.z>loss.input")
    assert gradient_flow.cuts == (FlowCut("sg", "input", wire("v.ref>sg.input"), "stop_gradient", "StopGradient"),)
    assert gradient_flow.variables == {
        "w": Reachability("w", True),
        "v": Reachability("v", False, "stop_gradient", "StopGradient", ("v", "sg")),
    }
    assert gradient_flow.blocks == {"loss", "m", "w", "sg"}


@pytest.mark.parametrize(
    ("wall", "pins", "kind", "words"),
    [
        (block("wall", "StopGradient"), ("input", "output"), "stop_gradient", "StopGradient"),
        (block("wall", "PreventGradient", message="not here"), ("input", "output"), "prevent_gradient", "not here"),
        (block("wall", "Round"), ("x", "y"), "not_differentiable", "step function"),
        (block("wall", "Floor"), ("x", "y"), "not_differentiable", "step function"),
    ],
)
def test_kinds_of_walls(wall: BlockText, pins: tuple[str, str], kind: str, words: str) -> None:
    gradient_flow = flow(
        [W, block("e", "Exp"), wall, LOSS], f"w.ref>e.x e.y>wall.{pins[0]} wall.{pins[1]}>loss.input", "loss"
    )
    [cut] = gradient_flow.cuts
    assert (cut.block, cut.pin, cut.wire, cut.kind) == ("wall", pins[0], wire(f"e.y>wall.{pins[0]}"), kind)
    fate = gradient_flow.variables["w"]
    assert (fate.reached, fate.kind, fate.path) == (False, kind, ("w", "e", "wall"))
    assert words in cut.reason and fate.reason == cut.reason


def test_integers_texts_and_what_is_not_depended_on() -> None:
    gradient_flow = flow(
        [W, variable("n", [1, 0], dtype="DT_INT32"), V, block("p", "Placeholder", dtype="DT_FLOAT"),
         block("g", "Gather"), LOSS],
        "w.ref>g.params n.ref>g.indices g.output>loss.input",
        "loss",
    )  # fmt: skip
    assert gradient_flow.variables == {
        "w": Reachability("w", True),
        "n": Reachability("n", False, "dtype", "int32 values have no gradient", ("n",)),
        "v": Reachability("v", False, "disconnected", "loss does not depend on it", ("v",)),
        "p": Reachability("p", False, "disconnected", "loss does not depend on it", ("p",)),
    }
    assert gradient_flow.cuts == ()  # nothing that could have a gradient comes into indices


def test_an_index_that_comes_from_numbers_is_a_cut() -> None:
    gradient_flow = flow(
        [variable("w", [[1.0, 2.0]]), V, block("a", "ArgMax", dimension=0), block("g", "Gather"), LOSS],
        "w.ref>a.input a.output>g.indices v.ref>g.params g.output>loss.input",
        "loss",
    )  # fmt: skip
    [cut] = gradient_flow.cuts
    assert (cut.block, cut.pin, cut.wire, cut.kind) == ("g", "indices", wire("a.output>g.indices"), "dtype")
    assert gradient_flow.variables["w"].path == ("w", "a", "g")


def test_the_way_is_a_shortest_one_and_goes_through_blocks_that_hand_on() -> None:
    gradient_flow = flow(
        [W, block("e1", "Exp"), block("e2", "Exp"), block("l", "InputList"), block("n", "AddN"), block("o", "Output"),
         block("sg", "StopGradient"), LOSS],
        "w.ref>e1.x e1.y>e2.x e2.y>l.outputlist w.ref>l.outputlist l.output>n.inputs n.sum>o.output o.output>sg.input"
        " sg.output>loss.input",
        "loss",
    )  # fmt: skip
    assert gradient_flow.variables["w"].path == ("w", "l", "n", "o", "sg")


def test_a_muted_block_carries_it_at_the_pin_that_it_hands_on() -> None:
    # The second of the two has the shape of the sum, so it is what goes on.
    gradient_flow = flow(
        [variable("s", 1.0), V, block("quiet", "Add"), LOSS],
        "s.ref>quiet.x v.ref>quiet.y quiet.z>loss.input",
        "loss",
        muted=("quiet",),
    )
    assert gradient_flow.wires == wires("v.ref>quiet.y quiet.z>loss.input")
    # The same tensor is the condition too, which nothing can stand for.
    c = block("c", "Placeholder", dtype="DT_BOOL", shape=[2])
    cast = block("f", "Cast", DstT="DT_FLOAT")
    elaboration = elaborate(
        diagram([c, block("quiet", "Where3"), cast, LOSS],
                "c.output>quiet.condition c.output>quiet.x c.output>quiet.y quiet.output>f.x f.y>loss.input",
                ("quiet",)).pages[0].snapshot()
    )  # fmt: skip
    assert elaboration.problems == []
    assert [pin.name for pin in fitting_pins(elaboration.specs["quiet"])] == ["x", "y"]


def test_a_muted_instance_carries_it_at_the_first_pin_with_what_it_hands_on() -> None:
    pins = [block("x", "InputPin"), block("s", "InputPin"), block("again", "InputPin")]
    pair = composites.composite(
        "Pair",
        [*pins, block("t", "Tanh"), block("n", "Negate"), block("y", "OutputPin"), block("z", "OutputPin")],
        "x.output>t.x t.y>y.input s.output>n.x n.y>z.input",
    )
    main = composites.page(
        "main",
        [variable("v", [1.0, 2.0]), variable("s", 3.0), block("a", "Negate"), block("p", ":Pair"), LOSS],
        "v.ref>a.x a.y>p.x s.ref>p.s a.y>p.again p.y>loss.input",
        muted="p",
    )
    flow = page_flow(composites.elaborated(main, pair), "loss")
    assert flow.wires == wires("v.ref>a.x a.y>p.x p.y>loss.input")


def test_lists_helpers_and_muted_blocks_carry_it() -> None:
    gradient_flow = flow(
        [W, V, block("l", "InputList"), block("n", "AddN"), block("o", "Output"), block("quiet", "Multiply"), LOSS],
        "w.ref>l.outputlist v.ref>l.outputlist l.output>n.inputs n.sum>o.output o.output>quiet.x v.ref>quiet.y"
        " quiet.z>loss.input",
        "loss",
        muted=("quiet",),
    )
    assert gradient_flow.wires == wires(
        "w.ref>l.outputlist v.ref>l.outputlist l.output>n.inputs n.sum>o.output o.output>quiet.x quiet.z>loss.input"
    )
    assert {"l.output[0]", "l.output[1]", "o.output", "quiet.z", "w.ref", "v.ref"} <= names(gradient_flow)
    assert all(each.reached for each in gradient_flow.variables.values())


def test_elements_of_a_split_are_told_apart() -> None:
    gradient_flow = flow(
        [W, block("s", "Split", axis=0, num_split=2), block("e", "Exp"), block("other", "Exp")],
        "w.ref>s.value s.output[0]>e.x s.output[1]>other.x",
        "e",
    )
    assert names(gradient_flow) == {"e.y", "s.output[0]", "w.ref"}
    assert gradient_flow.wires == wires("w.ref>s.value s.output[0]>e.x")


def test_a_gradient_block_stands_for_its_outputs_and_second_order_goes_through_it() -> None:
    net = [variable("x", [0.5]), block("sq", "Square"), block("g", "AddSymbolicGradients"), block("e", "Exp")]
    text = "x.ref>sq.x sq.y>g.outputs x.ref>g.inputs g.grad_outputs[0]>e.x"
    first = flow(net, text, "g")
    assert [str(each) for each in first.of] == ["sq.y"]
    assert first.wires == wires("x.ref>sq.x sq.y>g.outputs")
    second = flow(net, text, "e")
    assert wires("g.grad_outputs[0]>e.x x.ref>g.inputs") <= second.wires
    assert second.variables["x"].reached and "g.grad_outputs[0]" in names(second)


LOOP = [
    const("start", 0), variable("x", 3.0), variable("step", 2.0), block("i", "Merge"), block("v", "Merge"),
    block("less", "Less", y=3), block("go", "LoopCond"), block("i_on", "Switch"), block("v_on", "Switch"),
    block("count", "Add", y=1), block("times", "Multiply"), block("i_next", "NextIteration"),
    block("v_next", "NextIteration"),
]  # fmt: skip
LOOP_WIRES = (
    "start.output>i.inputs i_next.output>i.inputs x.ref>v.inputs v_next.output>v.inputs i.output>less.x less.z>go.input"
    " i.output>i_on.data go.output>i_on.pred v.output>v_on.data go.output>v_on.pred i_on.output_true>count.x"
    " count.z>i_next.data v_on.output_true>times.x step.ref>times.y times.z>v_next.data"
)


def test_it_goes_round_a_loop() -> None:
    gradient_flow = flow(LOOP, LOOP_WIRES, "v_on.output_false")
    assert gradient_flow.wires >= wires(
        "v.output>v_on.data x.ref>v.inputs v_next.output>v.inputs times.z>v_next.data v_on.output_true>times.x"
        " step.ref>times.y"
    )
    assert wire("i.output>i_on.data") not in gradient_flow.wires
    assert all(each.reached for each in gradient_flow.variables.values())


def test_it_takes_both_sides_of_a_branch() -> None:
    gradient_flow = flow(
        [
            W,
            const("p", True),
            block("on", "Switch"),
            block("yes", "Exp"),
            block("no", "StopGradient"),
            block("m", "Merge"),
        ],
        "w.ref>on.data p.output>on.pred on.output_true>yes.x on.output_false>no.input"
        " yes.y>m.inputs no.output>m.inputs",
        "m.output",
    )
    assert gradient_flow.variables["w"].reached
    assert [cut.block for cut in gradient_flow.cuts] == ["no"]


def test_of_something_without_a_gradient() -> None:
    gradient_flow = flow([W, block("a", "ArgMax", dimension=0)], "w.ref>a.input", "a")
    assert (gradient_flow.wires, gradient_flow.outputs) == (frozenset(), frozenset())
    [cut] = gradient_flow.cuts
    assert (cut.block, cut.pin, cut.wire, cut.kind) == ("a", None, None, "dtype")
    assert gradient_flow.variables["w"].path == ("w", "a")


def test_a_page_with_faults_shows_what_there_is() -> None:
    page = diagram([W, block("e", "Exp"), block("bad", "MatMul"), LOSS], "w.ref>e.x e.y>loss.input w.ref>bad.a").pages[
        0
    ]
    elaboration = elaborate(page.snapshot())
    assert elaboration.problems
    assert page_flow(elaboration, "loss").wires == wires("w.ref>e.x e.y>loss.input")
    with pytest.raises(DiagramError, match="MatMul: input b is not wired"):
        page_flow(elaboration, "bad")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_is_said_is_what_a_gradient_gives(file: Path) -> None:
    """For each scalar of each example: the variables that are said to be reached are those that get a gradient."""
    elaboration = elaborate(blocks.load(str(file)).pages[0].snapshot())
    scalars = [
        o for _, _, i, o in elaboration.outputs() if i is None and o.shape == () and o.dtype.is_floating and o.op.inputs
    ]
    for y in scalars:
        for name, fate in page_flow(elaboration, [y]).variables.items():
            [x] = [each for *_, each in elaboration.outputs_of(name)]
            [gradient] = try_gradients(Scope(elaboration.graph), [y], [x])
            assert isinstance(gradient, Output) == fate.reached, (y, name)


@table(
    "spec", [t for t in all_types() if t.rule is not None and contract.example_of(t) is not None], ids=lambda t: t.name
)
def test_what_is_declared_is_what_a_rule_gives(spec: BlockSpec) -> None:
    """For each block type: a gradient is said to pass to an input if and only if the rule gives one."""
    root = Scope.new_root_scope()
    node, _ = calls.build(contract.example_call(spec), calls.as_constant, root)
    for y in (each for each in node.outputs if each.dtype.is_differentiable):
        reached = gradient_flow(root.graph, [y]).reached
        for x in node.inputs:
            try:
                [gradient] = try_gradients(root, [y], [x])
            except DiagramError:
                continue  # the rule refuses: that is an error of its own
            assert isinstance(gradient, Output) == (x in reached), (y, x)


@pytest.mark.parametrize("name", ["nothing", "loss.nothing", "loss[0]"])
def test_names_that_do_not_exist(name: str) -> None:
    with pytest.raises(UsageError):
        flow([W, LOSS], "w.ref>loss.input", name)


def test_two_thousand_blocks_are_quick() -> None:
    """A budget of 50 ms on a desk; here it must only not be of another order on a busy machine."""
    large = Diagram()
    page = large.add_page("main")
    page.add("Variable", id="w", initvalues=[1.0, 2.0])
    last = "w.ref"
    for i in range(2000):
        page.add("Add", id=f"b{i}")
        page.wire(last, f"b{i}.x")
        page.wire("w.ref", f"b{i}.y")
        last = f"b{i}.z"
    elaboration = elaborate(page.snapshot())
    flow = page_flow(elaboration, "b1999")
    assert len(flow.wires) == 4000


def test_it_passes_by_an_instance_that_only_reads_what_carries_it() -> None:
    diagram = Diagram()
    inside = (("Scored", "ArgMax", "input", "output"), ("Layer", "Exp", "x", "y"))
    for name, kind, pin, given in inside:
        part = diagram.add_composite(name)
        part.add("InputPin", id="x")
        part.add(kind, id="e")
        part.add("OutputPin", id="y")
        part.wire("x.output", f"e.{pin}")
        part.wire(f"e.{given}", "y.input")
    diagram.composite("Scored").apply(SetValue(":Scored", "e", "dimension", 0))
    page = diagram.add_page("main")
    for name, kind in (("w", "Variable"), ("l", ":Layer"), ("s", ":Scored"), ("loss", "L2Loss")):
        page.add(kind, id=name)
    page.apply(SetValue("main", "w", "initvalues", [1.0, 2.0]))
    for wire in ("w.ref l.x", "l.y s.x", "l.y loss.t"):
        page.wire(*wire.split())
    result = blocks.gradient_flow(page, "loss.output")
    assert {output.block for output in result.outputs} == {"w", "l", "l/x", "l/e", "loss"}


def test_it_passes_by_an_instance_that_only_shares_variables() -> None:
    shown: list[composites.BlockText] = [
        ("i", "Const", {"val": [[1.0, 2.0]]}),
        ("a", ":Dense", {}),
        ("b", ":Dense", {"shares": "a"}),
    ]
    shown.append(("loss", "L2Loss", {}))
    aside = composites.page("main", shown, "i.output>a.x i.output>b.x a.y>loss.t")
    reached = page_flow(composites.elaborated(aside, composites.dense()), "loss").blocks
    assert {"a", "a/w"} < reached
    assert not [each for each in reached if each.startswith("b")]
    behind = composites.page("main", shown, "i.output>a.x a.y>b.x b.y>loss.t")
    assert {"a", "a/w", "b", "b/w"} < page_flow(composites.elaborated(behind, composites.dense()), "loss").blocks


def test_an_instance_that_is_differentiated_is_named_and_not_what_gives_its_output() -> None:
    shown = [composites.block("i", "Const", val=[[1.0, 2.0]]), *(composites.block(each, ":Dense") for each in "ab")]
    elaboration = composites.elaborated(composites.page("main", shown, "i.output>a.x i.output>b.x"), composites.dense())
    flow = page_flow(elaboration, "a.y")
    assert flow.names == "a"
    assert flow.variables["b/w"].reason == "a does not depend on it"
    assert page_flow(elaboration, "a/mm").names == "a/mm"


def test_what_only_decides_is_told_apart_from_what_plays_no_part() -> None:
    diagram = Diagram()
    for name, kind in (("Square", "Square"), ("Negate", "Negate")):
        part = diagram.add_composite(name)
        for id, type_ in (("x", "InputPin"), ("f", kind), ("out", "OutputPin")):
            part.add(type_, id=id)
        part.wire("x.output", "f.x")
        part.wire("f.y", "out.input")
    page = diagram.add_page("main")
    for name in ("w", "v", "u"):
        page.add("Variable", id=name, initvalues=1.5)
    page.add("Greater", id="decides", y=0.0)
    branches: dict[str, Any] = {"then": ":Square", "else": ":Negate"}
    page.add("Cond", id="side", **branches)
    for wire in ("v.ref decides.x", "decides.z side.predicate", "w.ref side.x"):
        page.wire(*wire.split())
    variables = blocks.gradient_flow(page, "side").variables
    assert variables["w"].reached and not variables["v"].reached and not variables["u"].reached
    assert variables["v"].reason == "side depends on it only through the branch taken or the number of iterations"
    assert variables["u"].reason == "side does not depend on it"
    page.add("AddSymbolicGradients", id="g")
    page.wire("side.out", "g.outputs")
    page.wire("v.ref", "g.inputs")
    [error] = check(diagram).errors
    assert "no gradient of side reaches v: side depends on it only through the branch" in error.message
