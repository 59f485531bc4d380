"""Breakpoints: where a run stops, what is there then, and that nothing behind it has happened."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.base.errors import DiagramError, UsageError
from blocks.document.model import Diagram
from blocks.run.results import Results, Stopped
from blocks.run.session import make_stepper
from blocks.run.steps.guarded_stepper import GuardedStepper
from tests.run.pages import block, const, session, variable
from tests.run.steps.test_phases import trained_and_evaluated
from tests.run.test_composite_loops import put

# w := w + 0.5 d(w^2)/dw = 2 w, so that the loss w^2 is 1, 4, 16, ... and its gradient 2, 4, 8, ...
GROWS = [
    variable("w", 1.0), block("sq", "Square"), block("other", "Negate"),
    block("g", "AddSymbolicGradients"), block("up", "ApplyGradientDescent", alpha=-0.5),
]  # fmt: skip
WIRES = "w.ref>sq.x w.ref>other.x sq.y>g.outputs w.ref>g.inputs w.ref>up.var g.grad_outputs[0]>up.delta"


@pytest.mark.parametrize(
    ("breakpoints", "stopped", "there"),
    [
        (["sq.y: max > 10"], Stopped("sq.y", 3, "max > 10"), {"w", "sq"}),
        (["sq: max > 10"], Stopped("sq", 3, "max > 10"), {"w", "sq"}),
        (["sq.result_y"], Stopped("sq.result_y", 1, None), {"w", "sq"}),
        (["grad(sq, w.ref): norm >= 8"], Stopped("grad(sq, w.ref)", 3, "norm >= 8"), {"w", "sq"}),
        (["grad(sq.y + other.y ,w):max>=15"], Stopped("grad(sq.y + other.y ,w)", 4, "max>=15"), {"w", "sq", "other"}),
        (["up.out: step > 4"], Stopped("up.out", 5, "step > 4"), {"w", "sq", "up", "g"}),
        (["sq.y: rises"], Stopped("sq.y", 2, "rises"), {"w", "sq"}),
        (["other.y: rises", "sq.y: nonfinite"], Stopped("sq.y", 65, "nonfinite"), {"w", "sq"}),
        # The first that a step comes to, whatever the order in which they are given.
        (["up.out: max > 10", "sq.y: max > 50"], Stopped("sq.y", 4, "max > 50"), {"w", "sq"}),
    ],
)  # fmt: skip
def test_a_run_stops_before_the_step_is_taken_over(
    breakpoints: Sequence[str], stopped: Stopped, there: set[str]
) -> None:
    page = session(GROWS, WIRES)
    page.break_at(breakpoints)
    results = page.run(steps=100)
    assert results.stopped == stopped
    assert page.steps == stopped.step - 1
    assert page.variables["w"] == 2.0**page.steps
    assert {name.partition(".")[0] for name in results} - {"g"} == there - {"g"}
    assert results["w.result_ref"] == 2.0**page.steps


def test_the_next_run_passes_the_breakpoint_and_ends_as_one_without() -> None:
    page, plain = session(GROWS, WIRES), session(GROWS, WIRES)
    page.break_at(["sq.y: max > 10", "other.y: step >= 3"])
    stops: list[tuple[int, str]] = []
    while (result := page.run(steps=5 - page.steps)).stopped is not None:
        stops.append((result.stopped.step, result.stopped.at))
    assert stops == [(s, at) for s in (3, 4, 5) for at in ("sq.y", "other.y")]
    assert result == plain.run(steps=5)
    page.break_at(None)
    assert page.run(steps=2) == plain.run(steps=2)


def test_what_does_not_hold_changes_nothing() -> None:
    page, plain = session(GROWS, WIRES), session(GROWS, WIRES)
    page.break_at(["sq.y: nonfinite", "grad(sq, w): norm < 0"])
    assert page.run(steps=7) == plain.run(steps=7)
    assert page.run(fetch=["other"], steps=2).keys() == plain.run(fetch=["other"], steps=2).keys()


def through_a_queue(folder: Path) -> blocks.Session:
    """A queue is filled and emptied, and a file written, in each step."""
    page = blocks.Diagram().add_page("main")
    put(
        page,
        """
        queue = FIFOQueue() component_types=F shapes=S
        x = Variable() initvalues=X
        more = AssignAdd(x) value=O
        put = QueueEnqueue(queue, more)
        take = QueueDequeue(queue) component_types=F
        double = Add(take.components[0], take.components[0])
        text = AsString(double)
        write = WriteFile() filename=N
        """,
        F=["DT_FLOAT"], S=[[]], X=0.0, O=1.0, N=(folder / "out").as_posix(),
    )  # fmt: skip
    page.wire("text.output", "write.contents")
    return blocks.Session(page, allow_write=[folder])


def test_nothing_behind_the_breakpoint_happens(tmp_path: Path) -> None:
    run = through_a_queue(tmp_path)
    run.break_at("double.z: max > 5")
    results = run.run(steps=9)
    assert results.stopped is not None and results.stopped.step == 3 and run.steps == 2
    assert results["take.result_components[0]"] == 3.0 and "text.result_output" not in results
    assert (tmp_path / "out").read_text() == "4.000000"
    assert run.variables["x"] == 2.0


def block_by_block(stepper: GuardedStepper, results: Results | None) -> tuple[list[str], Results]:
    """Go on to the end of a step; the blocks that it has passed, and what it has given."""
    passed: list[str] = []
    while results is not None and results.stopped is not None:
        passed.append(results.stopped.at)
        before, results = set(results), stepper.proceed(one_block=True)
        assert before <= set(results)
    assert results is not None
    return passed, results


def test_a_step_goes_on_block_by_block(tmp_path: Path) -> None:
    page, plain = session(GROWS, WIRES), session(GROWS, WIRES)
    page.break_at(["sq.y: step == 2", "other.y: step == 2"])
    stepper = make_stepper(page)
    assert isinstance(stepper, GuardedStepper) and stepper.step() == plain.run()
    passed, result = block_by_block(stepper, stepper.step())
    assert passed == ["sq.y", "other", "g"] and result == plain.run()
    assert stepper.step() == plain.run() and page.steps == 3
    # On to the next breakpoint, and to the end.
    page.break_at(["sq.y: step == 4", "up.out"])
    stepper = make_stepper(page)
    assert isinstance(stepper, GuardedStepper)
    stepper.step()
    result = stepper.proceed(one_block=False)
    assert result.stopped == Stopped("up.out", 4, None) and page.steps == 3
    assert stepper.proceed(one_block=False) == plain.run() and page.steps == 4

    run, plain = through_a_queue(tmp_path), through_a_queue(tmp_path)
    run.break_at("more.output_ref: step == 2")
    stepper = make_stepper(run)
    assert isinstance(stepper, GuardedStepper)
    stepper.step()
    (tmp_path / "out").write_text("")
    passed, result = block_by_block(stepper, stepper.step())
    assert passed == ["more.output_ref", "put", "take", "double", "text"]
    assert (tmp_path / "out").read_text() == "4.000000" and run.variables["x"] == 2.0
    assert result == plain.run(steps=2)
    assert stepper.step() == plain.run()


def loop(diagram: Diagram) -> blocks.Session:
    """h := h^2 in five rounds, three times a step, from a variable that grows by 1."""
    put(
        diagram.add_composite("Cell"),
        "h = InputPin() dtype=DT_FLOAT\nsq = Square(h.output)\nout = OutputPin(sq) name=h",
    )
    page = diagram.add_page("main")
    put(
        page,
        """
        h0 = Variable() initvalues=H
        cell = Repeat(h0>h) body=:Cell times=T
        grow = AssignAdd(h0) value=O
        """,
        H=1.0, T=5, O=0.5,
    )  # fmt: skip
    return blocks.Session(diagram)


def test_inside_of_a_loop_any_round_counts() -> None:
    # h0 = 1, 1.5, 2, ...; the third round gives h0^8: 1, 25.6, 256.
    run = loop(blocks.Diagram())
    run.break_at("cell/sq.y: max > 200 and max < 300")
    result = run.run(steps=9)
    assert result.stopped == Stopped("cell/sq.y", 3, "max > 200 and max < 300") and run.steps == 2
    with pytest.raises(UsageError, match="no block 'cell/none'"):
        run.break_at("cell/none.y")


@pytest.mark.parametrize("condition", ["max == 16", "max == 8", "max == 1", "max == 3"])
def test_at_a_gradient_inside_of_a_loop_any_round_counts(condition: str) -> None:
    # With y the square of round k, 0 to 4, h^32 is y^(16/2^k): at h = 1 its gradients are 16, 8, 4, 2, 1.
    run = loop(blocks.Diagram())
    run.break_at(f"grad(cell.h, cell/sq.y): {condition} and step <= 1")
    stopped = run.run(steps=3).stopped
    assert (None if stopped is None else stopped.step) == (None if condition == "max == 3" else 1)


def test_at_a_gradient_inside_of_loops_in_a_loop() -> None:
    """x doubles in 3 inner rounds of each of 2 outer ones: by what the first doubling gives, 2^5 arrives at the end."""
    diagram = blocks.Diagram()
    put(diagram.add_composite("In"), "x = InputPin()\ntwice = Add(x.output, x.output)\nout = OutputPin(twice) name=x")
    put(
        diagram.add_composite("Out"),
        "x = InputPin()\nin = Repeat(x>x) body=:In times=N\nout = OutputPin(in.x) name=x",
        N=3,
    )
    page = diagram.add_page("main")
    put(
        page,
        "w = Variable() initvalues=A\nloop = Repeat(w>x) body=:Out times=M\nloss = Sum(loop.x) axis=Z",
        A=[1.0, 1.0],
        M=2,
        Z=[0],
    )
    results: list[float] = []
    for wanted in (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0):
        run = blocks.Session(diagram)
        run.break_at(f"grad(loss, loop/in/twice): min == {wanted}")
        if run.run().stopped is not None:
            results.append(wanted)
    assert results == [1, 2, 4, 8, 16, 32]
    run.break_at("grad(loss, loop/in/x.output): min == 64")
    assert run.run().stopped == Stopped("grad(loss, loop/in/x.output)", 2, "min == 64")


def test_at_a_gradient_in_rounds_that_are_computed_again_and_not_in_a_branch() -> None:
    """2 squared gives 4, and two rounds of the loop 16 and 256: by what the first gives the gradient is 32."""
    diagram = blocks.Diagram()
    put(diagram.add_composite("Cell"), "x = InputPin()\nsq = Square(x.output)\nout = OutputPin(sq) name=x")
    page = diagram.add_page("main")
    put(
        page,
        """
        w = Variable() initvalues=A
        side = Cond(w>x) then=:Cell else=:Cell predicate=P
        loop = Repeat(side.x>x) body=:Cell times=N checkpoint=M
        """,
        A=2.0, P=True, N=2, M=1,
    )  # fmt: skip
    run = blocks.Session(diagram)
    run.break_at("grad(loop.x, loop/sq.y): max == 32")
    assert run.run().stopped == Stopped("grad(loop.x, loop/sq.y)", 1, "max == 32")
    with pytest.raises(UsageError, match="inside a branch"):
        run.break_at("grad(loop.x, side/then/sq.y)")


def test_a_page_with_sessions_is_stopped_in_the_steps_that_come_there() -> None:
    run = blocks.Session(trained_and_evaluated(every=3))
    run.break_at("twice.z")  # evaluated in each third step only
    results = run.run(steps=9)
    assert results.stopped == Stopped("twice.z", 3, None) and run.steps == 2
    assert results["twice.result_z"] == 4.0
    # What no session asks for is computed beside, unless that changes something.
    only = [*GROWS, block("s", "ClientSession"), variable("v", 0.0), block("count", "AssignAdd", value=1.0)]
    page = session(only, f"{WIRES} up.out>s.fetch_outputs v.ref>count.ref")
    page.break_at("other.y: min < -3")
    results = page.run(steps=9)
    assert results.stopped is not None and results.stopped.step == 3
    page.break_at("count.output_ref")
    with pytest.raises(UsageError, match="cannot stop at count"):
        page.run()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nothing.y", "no block 'nothing'"),
        ("sq.x", "no output pin 'x'"),
        ("sq.y:", "invalid: it is empty"),
        (": nonfinite", "does not name a pin"),
        ("", "not the name of a result"),
        ("g.grad_outputs[1]", "1 elements"),
        ("text: max > 3", "text holds values of dtype string, which are not numbers"),
        ("g.grad_outputs: norm > x", "is invalid"),
        ("grad(sq, other.y)", "no gradient of sq reaches other"),
        ("grad(sq)", "does not name a pin"),
        ("grad(nothing, w.ref)", "no block 'nothing'"),
        ("grad(sq, whole)", "no gradient of sq reaches whole"),
        ("two: step > 3", "refers to 2 tensors"),
    ],
)
def test_what_is_no_breakpoint_is_refused(text: str, message: str) -> None:
    more = [const("text", "abc"), const("whole", 3), block("two", "Split", axis=0, value=[1.0, 2.0], num_split=2)]
    page = session([*GROWS, *more], WIRES)
    with pytest.raises(DiagramError, match=message) as refused:
        page.break_at(text)
    assert isinstance(refused.value, UsageError)
    assert page.breakpoints is None


def test_texts_and_truth_values_can_be_stopped_at() -> None:
    more: list[Any] = [const("text", "abc"), block("over", "Greater", y=5.0)]
    for text, step in [("text.output: step == 4", 4), ("over.z: max == 1", 4), ("text", 1)]:
        page = session([*GROWS, *more], f"{WIRES} w.ref>over.x")
        page.break_at(text)
        result = page.run(steps=9)
        assert result.stopped is not None and result.stopped.step == step


def test_names_may_hold_colons_and_commas() -> None:
    canvas = blocks.Diagram().add_page("main")
    canvas.add("Variable", id="a: b", initvalues=1.0)
    canvas.add("Square", id="c, d")
    canvas.wire("a: b.ref", "c, d.x")
    page = blocks.Session(canvas)
    for text in ("a: b.ref", "a: b", "a: b.ref: max == 1", "grad(c, d.y, a: b.ref): norm == 2", "grad(c, d, a: b)"):
        page.break_at(text)
        assert page.run().stopped is not None, text


def test_a_step_that_would_fail_behind_it_is_stopped_before() -> None:
    more = [block("bad", "Reciprocal"), block("check", "CheckNumerics", message="no")]
    page = session([*GROWS, *more], f"{WIRES} other.y>bad.x bad.y>check.tensor")
    page.break_at("other.y: step == 1")
    assert page.run().stopped is not None


def test_arrays_of_many_sizes_are_fed() -> None:
    page = session([block("p", "Placeholder", dtype="DT_FLOAT", shape=[None]), block("sq", "Square")], "p.output>sq.x")
    page.break_at("p: max > 3")
    for value, stops in [([1.0], False), ([], False), ([1.0, 4.0], True), ([np.nan], False)]:
        assert (page.run(feed={"p": np.array(value, np.float32)}).stopped is not None) is stops
