"""Variables that bodies of loops and branches write: values are TensorFlow's, and a step is all or nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.base.errors import DiagramError, RunError, UsageError
from blocks.document.model import Diagram
from blocks.run.gradients.numeric import check_gradients
from blocks.testing.calls import same_bits
from tests.loops import put
from tests.run.loop_writes import FEEDS, PROGRAMS, WANTED

TALLY = """
    x = InputPin() dtype=F
    n = Variable() initvalues=Z
    add = AssignAdd(n, x.output)
    square = Square(n)
    scaled = Multiply(square, x.output)
    y = OutputPin(square)
    z = OutputPin(scaled)
    after = OutputPin(add)
    """


def compared(session: blocks.Session, name: str) -> None:
    """Run three steps, and compare all with TensorFlow's."""
    session.watch("loss" if any(key.startswith("by ") for key in WANTED[name][0]) else None)
    for step, wanted in enumerate(WANTED[name]):
        feed = {"xs": np.array(FEEDS[step])} if name == "fed lengths" else {}
        results = session.run(feed=feed)
        for key, value in wanted.items():
            kind, _, path = key.partition(" ")
            got: Mapping[str, Any] = (
                results.gradients if kind == "by" else session.variables if kind == "at" else results
            )
            actual = np.asarray(got[path or kind])
            np.testing.assert_allclose(actual, value, rtol=1e-9, atol=1e-12, err_msg=f"step {step}, {key}")
            assert actual.shape == np.shape(value)


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_variables_and_gradients_are_those_of_tensorflow(name: str) -> None:
    compared(blocks.Session(PROGRAMS[name]()), name)


def tally(page: str = "", *wires: str, **literals: Any) -> Diagram:
    """A Scan that adds numbers to a variable, beside a counter on the page."""
    diagram = Diagram()
    given = {
        "F": "DT_FLOAT",
        "Z": 0.0,
        "B": ":Tally",
        "O": ["x"],
        "X": [1.0, 2.0, 3.0],
        "A": [0],
        "ONE": 1.0,
        **literals,
    }
    put(diagram.add_composite("Tally"), TALLY, **given)
    text = "xs = Const() val=X\nloop = Scan() body=B over=O\nloss = Sum(loop.y) axis=A\n"
    canvas = diagram.add_page("main")
    put(canvas, f"{text}k = Variable() initvalues=Z\none = Const() val=ONE\ncount = AssignAdd(k, one)\n{page}", **given)
    for wire in ("xs.output>loop.x", *wires):
        canvas.wire(*wire.split(">"))
    return diagram


def test_values_inside_are_those_of_each_iteration() -> None:
    session = blocks.Session(tally(), iterations=True)
    results = session.run(fetch=["loop/add", "loop/n", "loop.y"])
    assert results["loop/add.result_output_ref"].tolist() == [1.0, 3.0, 6.0]
    assert results["loop/n.result_ref"] == 0.0, "the page's readers see the value from the start of the step"
    assert results["loop.result_y"].tolist() == [0.0, 1.0, 9.0]
    looking = blocks.Session(tally(), inside="loop")
    np.testing.assert_array_equal(np.array(looking.run().rounds["loop/n.result_ref"].values), [0.0, 1.0, 3.0])


def test_a_loop_writes_when_it_runs() -> None:
    session = blocks.Session(tally())
    for fetch, n, k in (("count", 6, 1), ("loop/n", 12, 2), (None, 18, 3)):
        session.run(fetch=fetch)
        assert (session.variables["loop/n"], session.variables["k"]) == (n, k)
    assert session.evaluate(["k", "xs"]).keys() == {"k.result_ref", "xs.result_output"}
    for fetch, writer in (("count", "count"), ("loss", "loop"), ("loop/add", "loop")):
        with pytest.raises(UsageError, match=f"'{writer}' changes variables"):
            session.evaluate(fetch)
    assert list(session.evaluate()) == ["xs.result_output", "k.result_ref", "one.result_output"]
    assert (session.variables["loop/n"], session.variables["k"], session.steps) == (18, 3, 3)
    turns = tally("a = ClientSession(loop.y)\nb = ClientSession() every=TWO", "count.output_ref>b.fetch_outputs", TWO=2)
    session = blocks.Session(turns)
    session.run(steps=2)
    assert (session.variables["loop/n"], session.variables["k"]) == (12, 1)
    taken = Diagram()
    put(taken.add_composite("Add"), TALLY, F="DT_FLOAT", Z=0.0)
    page = taken.add_page("main")
    sides: dict[str, Any] = {"then": ":Add", "else": ":Add", "predicate": False, "x": 2.0}
    page.add("Cond", id="cond", **sides)
    session = blocks.Session(taken)
    session.run()
    assert (session.variables["cond/then/n"], session.variables["cond/else/n"]) == (0, 2)


@pytest.mark.parametrize("checkpoint", [None, 2])
def test_a_step_that_fails_or_stops_writes_nothing(checkpoint: int | None) -> None:
    diagram = tally("end = Sum(loop.z) axis=A\nby = AddSymbolicGradients(end>outputs, xs>inputs)")
    diagram.page("main").set("loop", checkpoint=checkpoint)
    session = blocks.Session(diagram)
    session.break_at(["end.output: step >= 2"])
    results = session.run(steps=3)
    assert results.stopped is not None and session.variables["loop/n"] == 6.0
    session.break_at(None)
    results = session.run()
    assert results["by.result_grad_outputs[0]"].tolist() == [36.0, 49.0, 81.0], "n squared, as each iteration began"
    assert session.variables["loop/n"] == 12.0, "an iteration that is computed again writes nothing again"
    put(
        diagram.composite("Tally"), "l = Log(square)\nfine = CheckNumerics(l) message=M\nlog = OutputPin(fine)", M="bad"
    )
    session = blocks.Session(diagram)
    with pytest.raises(RunError, match="bad"):
        session.run()
    assert session.variables["loop/n"] == 0.0


def test_gradients_are_checked_without_writing() -> None:
    session = blocks.Session(tally())
    session.run()
    check = check_gradients(session, "loss", {}, 0)
    assert {each.verdict for each in check.blocks if each.block in ("loop/square", "loss")} == {"right"}
    assert {each.block: each.verdict for each in check.blocks}["loop"] == "right"
    assert session.variables["loop/n"] == 6.0
    moving = blocks.Session(PROGRAMS["batch norm"]())
    check = check_gradients(moving, "loss", {}, 0)
    notes = {each.block: (each.verdict, "updated variable" in each.note) for each in check.blocks}
    assert notes["loop"] == ("not checked", True) and notes["loop/n"] == ("right", False)
    assert not check.wrong


def test_a_variable_that_is_fed_cannot_be_written() -> None:
    with pytest.raises(DiagramError, match="'loop/n': its value is fed"):
        blocks.Session(tally()).run(feed={"loop/n": np.float32(1)})


def test_many_iterations_with_variables_of_their_own_cost_little() -> None:
    diagram = Diagram()
    layer = """
        h = InputPin()
        w = Variable() initvalues=ONE
        m = Multiply(h.output, w)
        half = Multiply(w) y=HALF
        set = Assign(w, half)
        to = OutputPin(m) name=h
        """
    put(diagram.add_composite("Layer"), layer, ONE=1.0, HALF=0.5)
    diagram.add_page("main").add("Repeat", id="loop", body=":Layer", times=1500, h=2.0)
    session = blocks.Session(diagram)
    assert session.run()["loop.result_h"] == 2.0
    session.run(steps=2)
    assert session.variables["loop/1499/w"] == 0.125


def test_a_flat_page_writes_the_same() -> None:
    diagram = PROGRAMS["loop in a loop"]()
    plain, flat = blocks.Session(diagram), blocks.Session(blocks.flatten(diagram))
    for _ in range(2):
        assert same_bits(plain.run()["loop.result_y"], flat.run()["loop.result_y"])
    assert plain.variables["v"] == flat.variables["v"]
