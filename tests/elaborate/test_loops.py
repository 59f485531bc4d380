"""Blocks that run composites: what is refused and where it is told, paths, flattening, renames, gradient flow."""

from __future__ import annotations

from typing import Any

import pytest

import blocks
from blocks.analysis.checks import check, gradient_report
from blocks.analysis.gradient_flow import instance_flows, page_flow
from blocks.analysis.gradient_targets import differentiated
from blocks.base.errors import DiagramError, RunError
from blocks.document.changes import RenamePage
from blocks.document.data import Document, Page, pins_type
from blocks.document.definitions import rename_pin
from blocks.document.model import Diagram
from blocks.elaborate.bodies import pins_of_loop
from blocks.elaborate.promotion import Promotion
from blocks.library.registry import find
from tests.elaborate.composites import block, composite, elaborated, faults, page

CELL = composite(
    "Cell",
    [
        block("h", "InputPin", dtype="DT_FLOAT"),
        block("x", "InputPin", default=1.0),
        block("sum", "Add"),
        block("out", "OutputPin", name="h"),
        block("y", "OutputPin"),
    ],
    "h.output>sum.x x.output>sum.y sum.z>out.input sum.z>y.input",
)


def of_one(name: str, kind: str, pins: str, shape: Any = None, **values: Any) -> Page:
    """A composite of one block that makes h out of h."""
    begin, end = pins.split()
    form = {} if shape is None else {"shape": shape}
    blocks_of = [block("h", "InputPin", **form), block("own", kind, **values), block("out", "OutputPin", name="h")]
    return composite(name, blocks_of, f"h.output>own.{begin} own.{end}>out.input")


TWICE = {"axis": 0}
GROW = composite(
    "Grow",
    [block("h", "InputPin"), block("two", "Concat", axis=0), block("out", "OutputPin", name="h")],
    "h.output>two.values h.output>two.values two.output>out.input",
)
OPEN = GROW._replace(name=":Open", blocks=(GROW.blocks[0]._replace(values={"shape": [None]}), *GROW.blocks[1:]))
WRITES = composite(
    "Writes",
    [
        block("h", "InputPin"),
        block("v", "Variable", initvalues=0.0, dtype="DT_FLOAT"),
        block("add", "AssignAdd"),
        block("out", "OutputPin", name="h"),
    ],
    "v.ref>add.ref h.output>add.value add.output_ref>out.input",
)
ADDS = composite(
    "Adds",
    [block("h", "InputPin"), block("add", "AssignAdd"), block("out", "OutputPin", name="h")],
    "h.output>add.ref h.output>add.value add.output_ref>out.input",
)
BEHIND = composite(
    "Behind",
    [
        block("h", "InputPin"),
        block("v", "Variable", initvalues=0.0, dtype="DT_FLOAT"),
        block("large", "Greater", y=0.0),
        block("side", "RefSwitch"),
        block("add", "AssignAdd"),
        block("out", "OutputPin", name="h"),
    ],
    "h.output>large.x v.ref>side.data large.z>side.pred side.output_true>add.ref h.output>add.value h.output>out.input",
)
UNSET = composite(
    "Unset",
    [
        block("h", "InputPin"),
        block("v", "Variable", shape=[], dtype="DT_FLOAT"),
        block("set", "Assign"),
        block("out", "OutputPin", name="h"),
    ],
    "v.ref>set.ref h.output>set.value set.output_ref>out.input",
)
GROWS = composite(
    "Grows",
    [
        block("h", "InputPin"),
        block("v", "Variable", initvalues=[0.0, 0.0]),
        block("two", "Concat", axis=0),
        block("set", "Assign", validate_shape=False),
        block("out", "OutputPin", name="h"),
    ],
    "v.ref>two.values v.ref>two.values v.ref>set.ref two.output>set.value h.output>out.input",
)
TRAINS = composite(
    "Trains",
    [
        block("h", "InputPin"),
        block("v", "Variable", initvalues=0.0, dtype="DT_FLOAT"),
        block("loss", "SquaredDifference"),
        block("train", "Minimize", learning_rate=0.1),
        block("out", "OutputPin", name="h"),
    ],
    "v.ref>loss.x h.output>loss.y loss.z>train.loss loss.z>out.input",
)
SMALL = composite(
    "Small",
    [block("h", "InputPin"), block("less", "Less", y=9.0), block("out", "OutputPin")],
    "h.output>less.x less.z>out.input",
)
FEW = composite(
    "Few",
    [block("h", "InputPin", shape=[None]), block("n", "Size"), block("less", "Less", y=9), block("out", "OutputPin")],
    "h.output>n.input n.output>less.x less.z>out.input",
)
SELF = composite(
    "Self",
    [block("h", "InputPin"), block("again", "Repeat", body=":Self", times=2), block("out", "OutputPin", name="h")],
    "h.output>again.h again.h>out.input",
)
PRINTS = of_one("Prints", "Print", "input output", message="round")
DEFINITIONS = (
    CELL, GROW, OPEN, WRITES, ADDS, BEHIND, UNSET, GROWS, of_one("Around", "Repeat", "h h", body=":Writes", times=2),
    TRAINS, SMALL, FEW, SELF, PRINTS, of_one("Ints", "Cast", "x y", DstT="DT_INT32"),
    of_one("Same", "Identity", "input output"),
)  # fmt: skip

ROW, ONE = block("row", "Const", val=[1.0, 2.0]), block("one", "Const", val=1.0)


def told(kind: str, source: str = "row", pin: str = "h", **values: Any) -> list[str]:
    """What is wrong with a page that has such a block, or what its run says."""
    main = page("main", [ROW, ONE, block("loop", kind, **values)], f"{source}.output>loop.{pin}" if source else "")
    diagram = Diagram(Document("", (main,), {}, DEFINITIONS))
    problems = [str(each) for each in blocks.Session(diagram).problems()]
    if not problems:
        with pytest.raises(RunError) as error:
            blocks.Session(diagram).run(fetch="loop")
        problems = [str(each) for each in error.value.errors]
    return [each.removeprefix("page 'main', ").removeprefix("block 'loop', ") for each in problems]


@pytest.mark.parametrize(
    ("kind", "values", "wrong"),
    [
        ("Repeat", {"body": ":Nope", "times": 2}, "pin 'body': there is no composite 'Nope'"),
        ("Repeat", {"body": "Cell", "times": 2}, "pin 'body': there is no composite 'Cell'"),
        ("Repeat", {"body": [5], "times": 2}, "pin 'body': there is no composite [5]"),
        ("Repeat", {"times": 2, "source": ""}, "pin 'body': Repeat: attribute body needs a value"),
        ("Repeat", {"body": ":Cell", "times": -1}, "pin 'times': times must be at least 0, got -1"),
        ("Repeat", {"body": ":Cell", "times": "3"}, "pin 'times': times: expected an integer, got '3'"),
        ("Repeat", {"body": ":Cell", "times": 10**12}, "would take 8,000,000,000,008 bytes"),
        (
            "Repeat",
            {"body": ":Cell", "times": 2, "zork": 1},
            "Repeat has no attribute or input 'zork'. The attributes and inputs are: body, times, share",
        ),
        (
            "Repeat",
            {"body": ":Cell", "times": 2, "pin": "zork"},
            "Repeat has no input pin 'zork'; its input pins are: h, x",
        ),
        ("Repeat", {"body": ":Cell", "times": 2, "/inner": {}}, "Repeat has no attribute or input '/inner'"),
        (
            "Repeat",
            {"body": ":Cell", "times": 2, "source": ""},
            "pin 'h': h is not wired and has no default",
        ),
        ("Repeat", {"body": ":Cell", "times": 2, "checkpoint": 0}, "checkpoint must be at least 1, got 0"),
        (
            "Repeat",
            {"body": ":Grow", "times": 2},
            "pin 'h': h must keep its dtype and shape, but is float32[2] before iteration 0 and float32[4]",
        ),
        (
            "Repeat",
            {"body": ":Ints", "times": 2},
            "pin 'h': h must keep its dtype and shape, but is float32[2] before iteration 0 and int32[2]",
        ),
        ("Map", {"body": ":Writes", "over": ["h"]}, "block 'loop/add': AssignAdd cannot be inside Map: it writes"),
        ("Map", {"body": ":Around", "over": ["h"]}, "block 'loop/own': Repeat cannot be inside Map: it writes"),
        (
            "While",
            {"body": ":Same", "condition": ":Writes", "source": "one"},
            "block 'loop/condition/add': AssignAdd cannot be inside a condition: it writes",
        ),
        (
            "Repeat",
            {"body": ":Adds", "times": 2},
            "block 'loop/add', pin 'ref': AssignAdd: input ref must be a variable, but h is",
        ),
        (
            "Repeat",
            {"body": ":Behind", "times": 2, "source": "one"},
            "block 'loop/add': AssignAdd cannot write a variable after",
        ),
        (
            "Repeat",
            {"body": ":Unset", "times": 2, "share": True, "source": "one"},
            "the variable 'loop/v' has no value yet",
        ),
        (
            "Repeat",
            {"body": ":Grows", "times": 2, "share": True},
            "in iteration 0: loop/v must keep its shape, but has [2] before the iteration and [4] after the iteration",
        ),
        ("Repeat", {"body": ":Trains", "times": 2, "source": "one"}, "block 'loop/train': Minimize cannot be inside"),
        (
            "Repeat",
            {"body": ":Self", "times": 2},
            "composite 'Self', block 'again': Self contains itself: Self -> Self",
        ),
        ("Scan", {"body": ":Cell", "over": []}, "pin 'over': Scan has nothing to iterate over"),
        ("Scan", {"body": ":Cell", "over": ["z"]}, "pin 'over': Cell has no input pin 'z'; its input pins are: h, x"),
        ("Scan", {"body": ":Cell", "over": ["h"]}, "pin 'over': h cannot be both iterated over and carried"),
        ("Scan", {"body": ":Cell", "over": ["x"]}, "pin 'x': Scan cannot iterate over x, which is a scalar"),
        (
            "Map",
            {"body": ":Prints", "over": ["h"]},
            "block 'loop/own': Print cannot be inside Map: it has side effects",
        ),
        ("While", {"body": ":Cell", "condition": ":Small"}, "pin 'body': the body has an output y but no input"),
        (
            "While",
            {"body": ":Same", "condition": ":Small"},
            "pin 'condition': the condition must return one boolean, but Small.out is bool[2]",
        ),
        (
            "While",
            {"body": ":Same", "condition": ":Same"},
            "pin 'condition': the condition must return one boolean, but Same.h is float32[2]",
        ),
        (
            "While",
            {"body": ":Same", "condition": ":Prints", "source": "one"},
            "block 'loop/condition/own': Print cannot be inside a condition: it has side effects",
        ),
        (
            "While",
            {"body": ":Grow", "condition": ":Few"},
            "pin 'h': h must keep its dtype and shape, but is float32[2] before iteration 0 and float32[4]",
        ),
        (
            "While",
            {"body": ":Same", "condition": ":Small", "source": "one", "maximum": 5},
            "in iteration 5: While needs more iterations than its maximum of 5",
        ),
        ("Cond", {"then": ":Same", "predicate": True, "source": ""}, "pin 'else': Cond: attribute else needs a value"),
        (
            "Cond",
            {"then": ":Same", "else": ":Cell", "predicate": True},
            "pin 'else': Cell has the input pin x, but Same does not: branches",
        ),
        (
            "Cond",
            {"then": ":Same", "else": ":Ints", "predicate": True},
            "pin 'h': h must have one dtype: it is float32 if the predicate is true, but int32 otherwise",
        ),
        ("Cond", {"then": ":Same", "else": ":Same"}, "pin 'predicate': predicate is not wired"),
    ],
)
def test_what_cannot_be_is_refused_in_words(kind: str, values: dict[str, Any], wrong: str) -> None:
    assert any(wrong in each for each in told(kind, **values)), told(kind, **values)


def test_shapes_of_a_while_may_grow_where_its_pin_says_so() -> None:
    main = page("main", [ROW, block("loop", "While", condition=":Few", body=":Open")], "row.output>loop.h")
    results = blocks.Session(Diagram(Document("", (main,), {}, DEFINITIONS))).run()
    assert results["loop.result_h"].shape == (16,)
    assert results["loop.result_rounds"] == 3


def test_effects_happen_in_the_order_of_rounds_and_errors_name_path_and_round(
    capsys: pytest.CaptureFixture[str],
) -> None:
    outer = of_one("Outer", "Repeat", "h h", body=":Down", times=5)
    down = composite(
        "Down",
        [
            block("h", "InputPin"),
            block("said", "Print", message="h"),
            block("less", "Subtract", y=1.0),
            block("log", "Log"),
            block("finite", "CheckNumerics", message="not finite"),
            block("exp", "Exp"),
            block("out", "OutputPin", name="h"),
        ],
        "h.output>said.input h.output>said.data said.output>less.x less.z>log.x log.y>finite.tensor"
        " finite.output>exp.x exp.y>out.input",
    )
    main = page(
        "main",
        [block("begin", "Const", val=7.5), block("loop", "Repeat", body=":Outer", times=3)],
        "begin.output>loop.h",
    )
    with pytest.raises(RunError) as error:
        blocks.Session(Diagram(Document("", (main,), {}, (outer, down)))).run(fetch="loop")
    [only] = error.value.errors
    assert only.block == "loop/own/finite"
    assert only.message.startswith("in iteration 1: in iteration 2: not finite")
    assert capsys.readouterr().err.count("h") >= 7


STOPPED = composite(
    "Stopped",
    [
        block("h", "InputPin"),
        block("x", "InputPin"),
        block("w", "Variable", initvalues=[0.5]),
        block("v", "Variable", initvalues=[0.5]),
        block("held", "Multiply"),
        block("sg", "StopGradient"),
        block("scaled", "Multiply"),
        block("sum", "Add"),
        block("out", "OutputPin", name="h"),
    ],
    "h.output>scaled.x w.ref>scaled.y x.output>held.x v.ref>held.y held.z>sg.input scaled.z>sum.x sg.output>sum.y"
    " sum.z>out.input",
)


def test_where_a_gradient_is_cut_inside_is_told_by_path() -> None:
    main = page(
        "main",
        [
            block("xs", "Const", val=[[1.0], [2.0]]),
            block("h", "Const", val=[0.0]),
            block("rnn", "Scan", body=":Stopped", over=["x"]),
        ],
        "xs.output>rnn.x h.output>rnn.h",
    )
    elaboration = elaborated(main, STOPPED)
    assert faults(elaboration) == []
    report = gradient_report(elaboration, "rnn.h", differentiated(elaboration, "rnn.h"))
    assert [(cut.block, cut.reason) for cut in report.cuts] == [("rnn/sg", "StopGradient")]
    assert {"h.output", "rnn/w.ref", "rnn/scaled.z"} <= set(report.reaches)
    assert {"xs.output", "rnn/v.ref", "rnn/held.z"}.isdisjoint(report.reaches)
    flow = page_flow(elaboration, "rnn.h")
    assert instance_flows(elaboration, flow)["rnn"][:2] == (["rnn.h"], ["rnn.h"])
    assert flow.variables["rnn/v"].kind == "stop_gradient"
    diagram = Diagram(Document("", (main,), {}, (STOPPED,)))
    assert check(diagram).pins["rnn/held.z"].shape == (1,)
    page_view = diagram.page("main")
    page_view.add("AddSymbolicGradients", id="by")
    page_view.wire("rnn.h", "by.outputs")
    page_view.wire("xs.output", "by.inputs")
    [error] = blocks.Session(diagram).problems()
    assert "it stops at rnn/sg (StopGradient)" in str(error)
    summed = of_one("Summed", "Sum", "input output", axis=[0], keep_dims=True)  # integers typed into a pin are none
    looped = page("main", [block("h", "Const", val=[1.0]), block("loop", "Repeat", body=":Summed", times=2)])
    looped = looped._replace(wires=page("main", [], "h.output>loop.h").wires)
    assert page_flow(elaborated(looped, summed), "loop.h").cuts == ()


def test_names_follow_the_composite_and_its_pins() -> None:
    main = page("main", [ROW, block("loop", "Scan", body=":Cell", over=["x"], x=[1.0, 2.0])], "row.output>loop.h")
    diagram = Diagram(Document("", (main,), {}, (CELL,)))
    back = diagram.apply(RenamePage(":Cell", ":Step"))
    diagram.apply(rename_pin(diagram.document, ":Step", "x", "input"))
    loop = diagram.page("main").get("loop")
    assert loop is not None and loop.values == {"body": ":Step", "over": ["input"], "input": [1.0, 2.0]}
    assert blocks.Session(diagram).run()["loop.result_h"].tolist() == [4.0, 5.0]
    assert isinstance(back, RenamePage)


def test_a_flat_diagram_keeps_what_loops_run() -> None:
    nested = of_one("Nested", "Repeat", "h h", body=":Cell", times=2)
    main = page(
        "main", [ROW, block("a", ":Nested"), block("b", "Repeat", body=":Same", times=1)], "row.output>a.h a.h>b.h"
    )
    diagram = Diagram(Document("", (main,), {}, (*DEFINITIONS, nested)))
    flat = blocks.flatten(diagram)
    assert [each.name for each in flat.document.composites] == [":Cell", ":Same"]
    assert [each.type for each in flat.page("main").snapshot().blocks] == ["Const", "Repeat", "Repeat"]
    results = [blocks.Session(each).run()["b.result_h"].tolist() for each in (diagram, flat)]
    assert results == [[3.0, 4.0]] * 2


def test_a_loop_can_be_muted() -> None:
    main = page("main", [ROW, block("loop", "Repeat", body=":Same", times=3), block("after", "Negate")],
                "row.output>loop.h loop.h>after.x", muted="loop")  # fmt: skip
    assert blocks.Session(Diagram(Document("", (main,), {}, DEFINITIONS))).run()["after.result_y"].tolist() == [-1, -2]


def test_a_second_gradient_of_a_while_is_refused() -> None:
    square = of_one("Square", "Square", "x y")
    main = page(
        "main",
        [block("x", "Const", val=1.5), block("loop", "While", condition=":Small", body=":Square"),
         block("first", "AddSymbolicGradients"), block("second", "AddSymbolicGradients")],
        "x.output>loop.h loop.h>first.outputs x.output>first.inputs first.grad_outputs[0]>second.outputs"
        " x.output>second.inputs",
    )  # fmt: skip
    diagram = Diagram(Document("", (main,), {}, (square, SMALL)))
    [error] = blocks.Session(diagram).problems()
    assert isinstance(error, DiagramError)
    assert error.block == "second" and "second-order gradient" in error.message
    results = blocks.Session(diagram).run(fetch="first")
    assert results["first.result_grad_outputs[0]"] == 8 * 1.5**7  # x to the power of 8


def test_the_type_that_people_see_has_the_pins_of_its_composites() -> None:
    blocks_of = page("main", [block("a", "While", body=":Cell", condition=":Small"), block("b", "Cond", then=":Cell"),
                              block("c", "Cond", **{"then": ":Same", "else": ":Same"})]).blocks  # fmt: skip
    names = [pins_type(each) for each in blocks_of]
    assert names == ["loop/While/:Small/:Cell", "Cond", "loop/Cond/:Same/:Same"]
    promotion = Promotion(find, {each.name: each for each in DEFINITIONS}.get)
    specs = [pins_of_loop(name, promotion) for name in (names[0], names[2])]
    pins = [([p.name for p in spec.inputs], [p.name for p in spec.outputs]) for spec in specs if spec is not None]
    assert pins == [(["h", "x"], ["h", "y", "rounds"]), (["predicate", "h"], ["h"])]
    assert pins_of_loop("loop/Map/:Nope", promotion) is find("Map")
