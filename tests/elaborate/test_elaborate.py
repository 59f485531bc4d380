"""From a page to a graph: what typed values mean, how names come about, and where faults are reported."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from blocks.analysis.checks import gradient_report
from blocks.analysis.gradient_flow import page_flow
from blocks.analysis.gradient_targets import differentiated
from blocks.analysis.losses import find_losses
from blocks.base.errors import DiagramError, RunError
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Output
from blocks.run.live.program import Live
from blocks.run.session import Session
from blocks.transform.expand import expand
from tests.elaborate.edits import PAGES, described, view_of
from tests.examples.shared import NAMES
from tests.run.pages import BlockText, block, const, diagram, outcome, places, session


def elaborated(blocks: list[BlockText], wires: str) -> Elaboration:
    return session(blocks, wires).elaboration


FLOAT_AND_INT = [const("f", [1.5]), const("i", [2])]

# A block with typed values, its wires; dtype and value of its result.
LITERALS: list[tuple[BlockText, str, str, str, Any]] = [
    (block("b", "Add", y=1), "f.output>b.x", "z", "DT_FLOAT", [2.5]),
    (block("b", "Add", x=1), "f.output>b.y", "z", "DT_FLOAT", [2.5]),
    (block("b", "Add", y=1), "i.output>b.x", "z", "DT_INT32", [3]),
    (block("b", "Sqrt", x=4), "", "y", "DT_FLOAT", 2.0),
    (block("b", "Add", x=1, y=2), "", "z", "DT_INT32", 3),
    (block("b", "Add", x=1, y=2.5), "", "z", "DT_FLOAT", 3.5),
    (block("b", "Add", x=2.5, y=1), "", "z", "DT_FLOAT", 3.5),
    (block("b", "MatMul", a=[[1, 2]], b=[[1.5], [2]]), "", "product", "DT_FLOAT", [[5.5]]),
    (block("b", "Range", start=0, limit=3, delta=1), "", "output", "DT_INT32", [0, 1, 2]),
    (block("b", "Range", start=0, limit=1.0, delta=0.5), "", "output", "DT_FLOAT", [0.0, 0.5]),
    (block("b", "Mean", axis=0), "f.output>b.input", "output", "DT_FLOAT", 1.5),
    (block("b", "Const", val=1, dtype="DT_DOUBLE"), "", "output", "DT_DOUBLE", 1.0),
    (block("b", "Const", val=[], shape=[0, 3]), "", "output", "DT_FLOAT", []),
]


@pytest.mark.parametrize(("typed", "wires", "pin", "dtype", "value"), LITERALS)
def test_a_typed_value_takes_the_dtype_that_the_block_needs(
    typed: BlockText, wires: str, pin: str, dtype: str, value: Any
) -> None:
    results = session([*FLOAT_AND_INT, typed], wires).run()
    [name] = [name for name in results if name.startswith("b.")]
    assert name == f"b.result_{pin}"
    assert results.dtypes[name].name == dtype
    assert results[name].tolist() == value


@pytest.mark.parametrize(
    "typed",
    [block("b", "Add", y=1.0), block("b", "Add", y=1.5), block("b", "Add", y="a"), block("b", "Add", y=[[1], [2, 3]])],
)
def test_a_typed_value_that_does_not_fit_names_its_pin(typed: BlockText) -> None:
    results, errors = outcome(session([*FLOAT_AND_INT, typed], "i.output>b.x"))
    assert places(errors) == [("b", "y")]
    assert results == {"f.result_output": [1.5], "i.result_output": [2]}


# Name: blocks, wires; block and pin of each fault, and which blocks are there all the same.
FAULTS: dict[str, tuple[list[BlockText], str, list[tuple[str | None, str | None]], str]] = {
    "two wires into a pin": (
        [*FLOAT_AND_INT, const("g", [1.0]), block("b", "Add"), block("n", "Negate")],
        "f.output>b.x g.output>b.x f.output>b.y f.output>n.x",
        [("b", "x")],
        "f i g n",
    ),
    "the same wire twice": ([const("f", 1.0), block("b", "Square")], "f.output>b.x f.output>b.x", [("b", "x")], "f"),
    "no such input pin": ([const("f", 1.0), block("b", "Square")], "f.output>b.nope", [("b", "nope")], "f"),
    "a wire into an attribute": (
        [const("f", 1.0), const("m", [[1.0]]), block("b", "MatMul")],
        "m.output>b.a m.output>b.b f.output>b.transpose_a",
        [("b", "transpose_a")],
        "f m",
    ),
    "no such output pin": ([const("f", 1.0), block("b", "Square")], "f.nope>b.x", [("b", "x")], "f"),
    "a wire from nowhere": ([const("f", 1.0), block("b", "Square")], "gone.y>b.x", [("b", "x")], "f"),
    "a wire to nowhere": (
        [const("f", 1.0), block("b", "Square")],
        "f.output>gone.x f.output>b.x",
        [("gone", "x")],
        "f b",
    ),
    "a wire into an element of a list": (
        [const("f", 1.0), block("b", "AddN")],
        "f.output>b.inputs[0]",
        [("b", "inputs")],
        "f",
    ),
    "a list into a pin for one": (
        [const("f", [1.0, 2.0]), block("p", "Split", axis=0, num_split=2), block("b", "Square")],
        "f.output>p.value p.output>b.x",
        [("b", "x")],
        "f p",
    ),
    "an element that is not there": (
        [const("f", [1.0, 2.0]), block("p", "Split", axis=0, num_split=2), block("b", "Square")],
        "f.output>p.value p.output[2]>b.x",
        [("b", "x")],
        "f p",
    ),
    "no such type": ([const("f", 1.0), block("b", "Nope", a=1)], "f.output>b.x", [("b", None)], "f"),
    "what depends on an unknown block is missing, not wrong": (
        [const("f", 1.0), block("b", "Nope"), block("n", "Negate"), block("m", "Negate")],
        "b.y>n.x n.y>m.x",
        [("b", None)],
        "f",
    ),
    "no such attribute": (
        [const("f", 1.0), block("b", "Square", nope=1)],
        "f.output>b.x",
        [("b", "nope")],
        "f",
    ),
    "a circle, and one into itself": (
        [
            const("f", 1.0),
            block("a", "Add"),
            block("b", "Add"),
            block("after", "Negate"),
            block("n", "Negate"),
            block("self", "Add"),
        ],
        "f.output>a.x b.z>a.y a.z>b.x f.output>b.y a.z>after.x f.output>n.x self.z>self.x f.output>self.y",
        [("a", None), ("self", None)],
        "f n",
    ),
    "no tensor into a tensor pin": (
        [const("f", 1.0), block("op", "Operation"), block("b", "Square")],
        "f.output>op.operation op.output>b.x",
        [("b", "x")],
        "f op",
    ),
    "no Scope into a scope pin": (
        [const("f", 1.0), block("b", "Square")],
        "f.output>b.x f.output>b.scope",
        [("b", "scope")],
        "f",
    ),
    "no variable to write to": (
        [const("f", 1.0), block("b", "AssignAdd", value=1.0)],
        "f.output>b.ref",
        [("b", "ref")],
        "f",
    ),
    "all faults of a page, in file order": (
        [block("z", "Nope"), const("f", 1.0), block("y", "Square"), block("x", "Add", x=1.0)],
        "",
        [("z", None), ("y", "x"), ("x", "y")],
        "f",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_reported_at_its_pin_and_spares_the_rest(name: str) -> None:
    blocks, wires, faults, there = FAULTS[name]
    elaboration = elaborated(blocks, wires)
    assert places(elaboration.problems) == faults
    assert all(error.page == "main" and error.message for error in elaboration.problems)
    assert set(elaboration.values) == set(there.split())


def node_name(elaboration: Elaboration, id: str) -> str:
    [output] = [value for value in elaboration.values[id].values() if isinstance(value, Output)]
    return output.op.name


def test_names_are_prefixed_by_their_scopes() -> None:
    elaboration = elaborated(
        [
            block("outer", "Scope"),
            block("sc2", "Scope", name="inner"),
            block("a", "Negate", x=1.0),
            block("b", "Negate", x=1.0),
            block("c", "Negate", x=1.0),
        ],
        "outer.scope>sc2.scope outer.scope>a.scope sc2.scope>b.scope",
    )
    assert not elaboration.problems
    assert [node_name(elaboration, id) for id in "abc"] == ["outer/a", "outer/inner/b", "c"]


def test_a_block_may_be_called_like_a_scope() -> None:
    elaboration = elaborated(
        [block("s1", "Scope", name="n"), block("s2", "Scope", name="n"), block("n", "Negate", x=1.0)],
        "s1.scope>n.scope",
    )
    assert not elaboration.problems
    assert node_name(elaboration, "n").endswith("/n")


def test_lists_take_their_wires_in_file_order() -> None:
    blocks = [const("a", [1.0]), const("b", [2.0, 3.0]), block("l", "InputList"), block("c", "Concat", axis=0)]
    results = session(blocks, "b.output>l.outputlist a.output>c.values l.output>c.values").run()
    assert results["c.result_output"].tolist() == [1.0, 2.0, 3.0]


def test_every_fault_of_a_wire_is_reported() -> None:
    elaboration = elaborated([const("a", [1.0]), const("b", [1.0]), block("n", "Negate")], "a.output>n.x b.nothing>n.x")
    texts = [error.message for error in elaboration.problems]
    assert texts == [
        "x takes one wire, but there are several",
        "a wire comes from b.nothing, but Const has no output pin 'nothing'",
    ]


SHOWN = [const("f", [1.5]), block("u", "Unstack", num=1), block("n", "NumberDisplay"), block("t", "TrendDisplay")]


@pytest.mark.parametrize(
    "wires",
    [
        "f.output>n.input",
        "f.result_output>n.input",
        "f.result_output>t.input f.output>t.input",
        "f.output>u.value u.result_output>t.input",
        "f.output>u.value u.result_output[0]>n.input u.output[0]>t.input",
        "f.output>u.value u.output>n.input",
    ],
)
def test_a_display_is_wired_to_outputs_and_to_result_pins(wires: str) -> None:
    elaboration = elaborated(SHOWN if "u." in wires else [each for each in SHOWN if each[0] != "u"], wires)
    assert elaboration.problems == []
    assert elaboration.values["n"] == {} and elaboration.values["t"] == {}


def test_only_a_display_is_wired_to_a_result_pin() -> None:
    elaboration = elaborated([const("f", [1.5]), block("b", "Sqrt")], "f.result_output>b.x")
    assert places(elaboration.problems) == [("b", "x")]
    elaboration = elaborated([const("f", [1.5]), block("n", "NumberDisplay")], "f.result_nothing>n.input")
    assert places(elaboration.problems) == [("n", "input")]


@pytest.mark.parametrize("display", ["NumberDisplay", "TrendDisplay"])
def test_a_display_adds_no_fault_to_that_of_its_source(display: str) -> None:
    blocks = [block("bad", "Sqrt"), block("unknown", "NoSuchType"), block("d", display)]
    assert {error.block for error in elaborated(blocks, "bad.y>d.input").problems} == {"bad", "unknown"}
    assert {error.block for error in elaborated(blocks, "unknown.y>d.input").problems} == {"bad", "unknown"}
    muted = session([const("f", [1.5]), block("d", display)], "f.output>d.input", ("f",))
    assert muted.elaboration.problems == []


def test_every_open_pin_is_reported() -> None:
    elaboration = elaborated([block("m", "MatMul")], "")
    assert [(error.block, error.pin) for error in elaboration.problems] == [("m", "a"), ("m", "b")]


# Wires that lead on in the file, two to one block apart from each other.
CHAIN = "f.output>s.x s.y>a.x i.output>c.x c.y>a.y a.z>l.inputs s.y>l.inputs f.output>l.inputs"
CHAIN_BLOCKS = [
    *FLOAT_AND_INT,
    block("s", "Sin"),
    block("c", "Cast", DstT="DT_FLOAT"),
    block("a", "Add"),
    block("l", "InputList"),
]


@pytest.mark.parametrize("order", ["012345", "543210", "135024"])
@pytest.mark.parametrize("more", ["", " s.y>a.x", " f.output>s.wrong", " no.y>s.x", " s.y>no.x no.y>no.y"])
def test_the_order_of_blocks_and_wires_in_the_file_changes_no_more_than_itself(order: str, more: str) -> None:
    straight = elaborated(CHAIN_BLOCKS, CHAIN + more)
    assert straight.in_file_order
    elaboration = elaborated([CHAIN_BLOCKS[int(place)] for place in order], CHAIN + more)
    assert elaboration.in_file_order == (order == "012345")
    assert elaboration.sources == straight.sources and elaboration.wiring.all_into == straight.wiring.all_into
    assert elaboration.wires_into == straight.wires_into
    assert sorted(map(str, elaboration.problems)) == sorted(map(str, straight.problems))
    rank = {block: i for i, block in enumerate(elaboration.values)}
    assert all(rank[source] < rank[block] for block in rank for source in elaboration.sources[block] if source in rank)
    given = [each[:3] for each in straight.outputs()]
    assert [each[:3] for each in elaboration.outputs()] == sorted(given, key=lambda each: elaboration.position[each[0]])


@pytest.mark.parametrize("name", [*NAMES, *PAGES])
def test_nobody_changes_an_elaboration_by_using_it(name: str) -> None:
    view = view_of(name)
    session = Session(view, seed=1)
    elaboration = session.elaboration
    before = described(elaboration)
    for loss in find_losses(elaboration)[:3]:
        page_flow(elaboration, loss)
        with suppress(DiagramError):
            gradient_report(elaboration, loss, differentiated(elaboration, loss))
    for gradient in elaboration.gradients:
        with suppress(DiagramError):
            expand(elaboration, gradient)
    with suppress(RunError):
        session.run()
    assert described(elaboration) == before


def test_a_value_that_is_edited_live_leaves_the_elaboration_as_it_is() -> None:
    page = diagram(
        [const("c", [1.0, 200.0]), block("limit", "FakeQuantWithMinMaxArgs", max=100.0, min=0.0)],
        "c.output>limit.inputs",
    ).pages[0]
    live = Live()
    live.evaluate(page.snapshot())
    program = live._program  # pyright: ignore[reportPrivateUsage]
    assert program is not None
    before = described(program.session.elaboration)
    page.set("c", val=[300.0, 4.0])
    page.set("limit", max=250.0)
    assert live.evaluate(page.snapshot()).results["limit.result_outputs"].max() == 250
    page.set("c", val=[50.0, 400.0])
    assert live.evaluate(page.snapshot()).results["limit.result_outputs"].tolist() == [50.0, 250.0]
    assert live._program is program  # pyright: ignore[reportPrivateUsage]
    assert described(program.session.elaboration) == before
