"""Going back to earlier steps: to the same bits, within the memory that is given, whatever a page keeps."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from pathlib import Path
from shutil import copytree
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.base.errors import DiagramError, RunError, UsageError
from blocks.base.types import Array
from blocks.document.model import Diagram
from blocks.run.debugging.snapshots import Snapshot, Snapshots
from blocks.run.debugging.timeline import Timeline
from blocks.run.results import Results
from blocks.run.session import Session
from tests.examples.shared import page_of
from tests.run.debugging.test_breakpoints import GROWS, WIRES
from tests.run.pages import block, session, variable
from tests.run.steps.test_phases import trained_and_evaluated
from tests.run.test_composite_loops import put


@pytest.fixture(autouse=True)
def all_states_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if to keep them took no time: else which are kept depends on the machine."""
    monkeypatch.setattr("blocks.run.debugging.timeline._SHARE", 2.0)


def bits(results: Mapping[str, Array]) -> dict[str, Any]:
    return {name: value.tolist() if value.dtype.hasobject else value.tobytes() for name, value in results.items()}


def all_kinds(diagram: Diagram) -> Session:
    """A page with a queue, an accumulator, counting and streaming random numbers, a shuffled queue and a loop that
    writes variables."""
    put(
        diagram.add_composite("Cell"),
        """
        h = InputPin() dtype=DT_FLOAT
        tally = Variable() initvalues=X
        sq = Square(h.output)
        own = AssignAdd(tally, sq)
        out = OutputPin(sq) name=h
        seen = OutputPin(own)
        """,
        X=[0.0, 0.0],
    )
    put(
        diagram.add_page("main"),
        """
        x = Variable() initvalues=X
        noise = RandomUniform() shape=S dtype=DT_FLOAT seed=J
        other = RandomNormal() shape=S dtype=DT_FLOAT
        both = Add(noise, other)
        grow = AssignAdd(x, both)
        queue = FIFOQueue() component_types=F shapes=E
        put = QueueEnqueue(queue, grow)
        put_more = QueueEnqueue(queue, both)
        take = QueueDequeue(queue) component_types=F
        bag = RandomShuffleQueue() component_types=F shapes=E seed=J
        fill = QueueEnqueue(bag, grow)
        fill_more = QueueEnqueue(bag, other)
        draw = QueueDequeue(bag) component_types=F
        sum = ConditionalAccumulator() dtype=DT_FLOAT shape=S
        give = AccumulatorApplyGradient(sum) local_step=M
        count = AccumulatorNumAccumulated(sum)
        loop = Repeat(both>h) body=:Cell times=T
        said = Print(grow, grow)
        """,
        X=[0.0, 0.0], S=[2], F=["DT_FLOAT"], E=[[2]], M=10**6, T=3, J=7,
    )  # fmt: skip
    diagram.page("main").wire("both.z", "give.gradient")
    run = Session(diagram)
    run.resources.say = lambda _text: None
    return run


def gan(_diagram: Diagram) -> Session:
    return Session(page_of("gan_step"))


def critic(_diagram: Diagram) -> Session:
    """Its gradients have products with matrices of one number, which programs and the interpreter make alike."""
    return Session(page_of("wgan_gp"))


@pytest.mark.parametrize("make", [all_kinds, gan, critic])
def test_any_step_is_gone_back_to_bit_for_bit(make: Callable[[Diagram], Session]) -> None:
    plain, run = make(Diagram()), make(Diagram())
    timeline = Timeline(run)
    truth = [bits(plain.run()) for _ in range(40)]
    run.run(steps=25)
    for step in (25, 24, 3, 17, 1, 25, 2):
        assert bits(timeline.back(step)) == truth[step - 1], step
        assert run.steps == step and timeline.last == 25
    # Going on from an earlier step is as if the later ones had never been.
    assert bits(run.run(steps=30)) == truth[31]
    assert bits(timeline.back(30)) == truth[29] and run.steps == 30
    assert timeline.caveats == []


def test_a_limit_of_memory_is_kept_and_costs_only_time() -> None:
    def page() -> Session:
        rows = np.arange(3000, dtype=np.float32).tolist()
        return session([variable("w", rows), block("up", "AssignAdd", value=[1.0] * 3000)], "w.ref>up.ref")

    run, plain = page(), page()
    timeline = Timeline(run, memory=100_000)  # eight states
    run.run(steps=300)
    assert 0 < timeline.used <= timeline.memory == 100_000
    kept = timeline.kept
    assert 2 <= len(kept) <= 9 and kept[0] == 0
    for step in (299, 40, 171):
        plain.variables["w"] = np.arange(3000, dtype=np.float32) + (step - 1)
        assert bits(timeline.back(step)) == bits(plain.run())
        assert timeline.used <= timeline.memory
    small = Timeline(page(), memory=1)  # not even one: the first is kept
    small.session.run(steps=9)
    for step in (9, 1, 5):
        assert small.back(step)["up.result_output_ref"][0] == step and small.kept == [0]


def test_the_first_state_stays_however_often_one_goes_back() -> None:
    run = session([variable("w", [0.0] * 100), block("up", "AssignAdd", value=[1.0] * 100)], "w.ref>up.ref")
    timeline = Timeline(run, memory=1300)  # three states
    run.run(steps=40)
    for step in (40, 26, 35, 1, 17, 3, 40, 38, 2, 21):
        assert timeline.back(step)["up.result_output_ref"][0] == step
        assert timeline.first == 0 and timeline.used <= 1300


def test_gaps_between_states_grow_with_the_distance() -> None:
    states = Snapshots(memory=1200)
    for step in range(10_000):
        states.add(Snapshot(step, {"w": np.zeros(3, np.float32)}, {}))
    steps = [each.steps for each in states]
    assert steps[0] == 0 and steps[-1] == 9999 and states.used <= 1200
    gaps = [(b - a, 9999 - a) for a, b in itertools.pairwise(steps)]
    assert all(gap <= max(8, distance) for gap, distance in gaps)
    assert sum(gap == 1 for gap, _ in gaps[-8:]) >= 4


def test_what_was_fed_and_assigned_counts_again() -> None:
    def page() -> Session:
        new_session = session(
            [block("p", "Placeholder", dtype="DT_FLOAT", shape=[]), variable("w", 0.0), block("up", "AssignAdd")],
            "w.ref>up.ref p.output>up.value",
        )
        return new_session

    run = page()
    timeline = Timeline(run)
    truth: list[Results] = []
    for step in range(1, 13):
        if step == 7:
            run.variables["w"] = 100.0
        truth.append(run.run(["up"] if step % 2 else None, feed={"p": float(step)}))
    for step in (12, 5, 7, 6, 1, 11):
        assert bits(timeline.back(step)) == bits(truth[step - 1]), step
    assert truth[6]["up.result_output_ref"] == 107.0
    assert timeline.back(0) == {} and run.variables["w"] == 0.0
    for step in (13, -1):
        with pytest.raises(UsageError, match=f"steps 0 to 12 are available, so step {step}"):
            timeline.back(step)


def test_feeds_take_memory_too() -> None:
    run = session([block("p", "Placeholder", dtype="DT_FLOAT", shape=[None])], "")
    timeline = Timeline(run, memory=1000)
    for step in range(50):
        run.run(feed={"p": np.full(50, step, np.float32)})
    assert 44 <= timeline.first < 49
    assert timeline.back(50)["p.result_output"][0] == 49
    with pytest.raises(UsageError, match="step 3 cannot"):
        timeline.back(3)


def test_sessions_of_other_steps_and_failures_are_as_they_were() -> None:
    run = Session(trained_and_evaluated(every=3))
    timeline = Timeline(run)
    run.run(steps=7)
    assert timeline.back(6)["twice.result_z"] == 10.0 and "twice.result_z" not in timeline.back(5)
    failing = session([*GROWS, block("check", "CheckNumerics", message="no")], f"{WIRES} sq.y>check.tensor")
    timeline = Timeline(failing)
    with pytest.raises(RunError, match="no"):
        failing.run(steps=99)
    assert timeline.last == 65
    with pytest.raises(RunError, match="no"):
        timeline.back(65)
    assert timeline.back(64)["sq.result_y"] == 2.0**126


def test_files_and_readers_are_told_and_only_values_go_back(tmp_path: Path) -> None:
    page = blocks.Diagram().add_page("main")
    put(
        page,
        """
        x = Variable() initvalues=X
        more = AssignAdd(x) value=O
        text = AsString(more)
        write = WriteFile() filename=N
        """,
        X=0.0, O=1.0, N=(tmp_path / "out").as_posix(),
    )  # fmt: skip
    page.wire("text.output", "write.contents")
    run = Session(page, allow_write=[tmp_path])
    timeline = Timeline(run)
    run.run(steps=5)
    assert timeline.caveats == ["files keep what was written last"]
    assert timeline.back(2)["more.result_output_ref"] == 2.0
    assert (tmp_path / "out").read_text() == "5.000000"
    run.run()
    assert (tmp_path / "out").read_text() == "3.000000"  # a step that is new writes

    page = page_of("digits_training")
    folder = Path(page.diagram.path or "").parent
    copytree(folder / "data", tmp_path / "data")  # it writes what it has learnt
    page.diagram.path = str(tmp_path / "page.gradblocks")
    training = Session(page)
    timeline = Timeline(training)
    training.run(steps=3)
    values = {name: value.tobytes() for name, value in training.variables.items()}
    training.run(steps=2)
    results = timeline.back(3)
    assert timeline.caveats[0].startswith("file readers cannot go back") and training.steps == 3
    assert {name: value.tobytes() for name, value in training.variables.items()} == values
    assert {name.partition(".")[0] for name in results} == set(training.variables)
    with pytest.raises(DiagramError, match="reads files"):
        timeline.first_stop(f"{next(iter(training.variables))}: nonfinite")


def test_the_first_bad_step_is_found_by_halving() -> None:
    run = session(GROWS, WIRES)
    timeline = Timeline(run)
    run.run(steps=300)
    calls: list[int] = []
    step_before = run.before_step
    assert step_before is not None
    run.before_step = lambda stepper: (calls.append(run.steps), step_before(stepper))[0]
    stop = timeline.first_stop("sq.y: nonfinite")
    assert stop is not None and stop.stopped is not None
    assert stop.stopped.step == 65 and np.isinf(stop["sq.result_y"])
    assert len(calls) < 40 and run.steps == 300
    for text, step in [("grad(sq, w): max > 1e30", 100), ("sq.y: rises", 2), ("sq.y: min < 0", None)]:
        stop = timeline.first_stop(text)
        stopped = None if stop is None else stop.stopped
        assert (None if stopped is None else stopped.step) == step


def test_trouble_of_a_gradient_is_found_where_nothing_is_a_variable() -> None:
    # The derivative of sqrt(sum(x^2)) at 0 is 0 / 0, though all values are finite.
    blocks_ = [block("x", "Placeholder", dtype="DT_FLOAT", shape=[2]), block("q", "Square"),
               block("s", "Sum", axis=[0]), block("n", "Sqrt")]  # fmt: skip
    run = session(blocks_, "x.output>q.x q.y>s.input s.output>n.x")
    timeline = Timeline(run)
    for value in ([3.0, 4.0], [0.0, 0.0]):
        run.run(feed={"x": value})
    trouble = timeline.first_trouble("n")
    assert trouble is not None and trouble.stopped is not None
    assert trouble.stopped[:2] == ("grad(n, x.output)", 2)


@pytest.mark.parametrize(
    ("blocks_", "wires", "loss", "stopped"),
    [
        (GROWS, WIRES, "sq", ("sq", 3)),  # 1, 4, 16: more than ten times the first one
        # relu(3 - t): from the fourth step on its gradient is 0.
        (
            [variable("w", 3.0), block("r", "Relu"), block("d", "AssignAdd", value=-1.0)],
            "w.ref>r.features w.ref>d.ref", "r", ("grad(r, w.ref)", 4),
        ),
        # sqrt(2 - t): not a number in the fourth step; the derivative is infinite in the third.
        (
            [variable("w", 2.0), block("r", "Sqrt"), block("d", "AssignAdd", value=-1.0)],
            "w.ref>r.x w.ref>d.ref", "r", ("grad(r, w.ref)", 3),
        ),
    ],
)  # fmt: skip
def test_trouble_is_found_by_itself(blocks_: Any, wires: str, loss: str, stopped: tuple[str, int]) -> None:
    run = session(blocks_, wires)
    timeline = Timeline(run)
    run.run(steps=30)
    trouble = timeline.first_trouble(loss)
    assert trouble is not None and trouble.stopped is not None
    assert trouble.stopped[:2] == stopped and run.steps == 30
