"""What is recorded inside of loops for who looks at it: values and gradients round by round, within a limit."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.errors import DiagramError
from blocks.compile import recording
from blocks.document.changes import SetField, SetValue
from blocks.document.model import Diagram
from blocks.run.session import Session
from blocks.run.state import StepSnapshot
from blocks.run.stepping import Controls, Stepping
from tests.app.window.looped import XS, looped
from tests.models.pen import Pen, Ref
from tests.models.setting import Setting


def states(first: Any, start: int = 0) -> list[Any]:
    """The states of the recurrent cell of that page from a round on, in double precision."""
    states = [np.array(first, float)]
    for x in np.array(XS)[start:]:
        states.append(np.tanh(0.5 * states[-1] + x))
    return states


def test_values_of_each_round_and_of_rounds_in_rounds_are_recorded() -> None:
    session = Session(looped(), inside="cell")
    record = session.run().rounds["cell/new.result_y"]
    assert [*record.rounds] == [(0,), (1,), (2,)]
    np.testing.assert_allclose(np.array(record.values), states([0, 0])[1:], rtol=1e-6)
    session.inside = "rows/along"
    results = session.run()
    record = results.rounds["rows/along/x.result_output"]
    assert [*record.rounds] == [(i, j) for i in range(3) for j in range(2)]
    np.testing.assert_array_equal(np.array(record.values), np.ravel(XS))
    np.testing.assert_array_equal(results["rows/along/x.result_output"], XS[2][1])
    session.inside = "halve"
    record = session.run().rounds["halve/halved.result_z"]
    np.testing.assert_array_equal(np.array(record.values), [4.5, 2.25, 1.125, 0.5625])
    session.inside = "halve/condition"
    results = session.run()
    record = results.rounds["halve/condition/large.result_z"]  # it is asked once more than there are rounds
    assert ([*record.rounds], [bool(each) for each in record.values]) == (
        [(i,) for i in range(5)],
        4 * [True] + [False],
    )
    np.testing.assert_array_equal(
        np.array(results.rounds["halve/condition/v.result_output"].values), [9 / 2**i for i in range(5)]
    )
    for part, kept in (("then", 1), ("else", 0)):  # the other branch does not run
        session.inside = f"side/{part}"
        results = session.run()
        assert len(results.rounds[f"side/{part}/f.result_y"].values) == kept
        assert (f"side/{part}/f.result_y" in results) == bool(kept)


def test_gradients_of_each_round_and_their_norms_are_those_of_differences() -> None:
    session = Session(looped(), inside="cell")
    session.watch("loss")
    result = session.run()
    record = result.gradient_rounds["cell/h.output"]
    befores, step = states([0, 0]), 1e-6
    for number, before in enumerate(befores[:3]):
        by = [
            (states(before + e, number)[-1].sum() - states(before - e, number)[-1].sum()) / (2 * step)
            for e in step * np.eye(2)
        ]
        np.testing.assert_allclose(np.array(record.values)[number], by, rtol=1e-4)
        np.testing.assert_allclose(np.array(result.norms["cell.h"].values)[number], np.linalg.norm(by), rtol=1e-4)
    session.watch("rows.last")
    session.inside = "rows/along"
    session.watch("rows.last")
    inner = session.run().gradient_rounds["rows/along/new.y"]
    assert [*inner.rounds] == [(i, j) for i in range(3) for j in range(2)]
    new = np.array(session.run().rounds["rows/along/new.result_y"].values).reshape(3, 2)
    expected = np.stack([0.5 * (1 - new[:, 1] ** 2), np.ones(3)], axis=1)
    np.testing.assert_allclose(np.array(inner.values).reshape(3, 2), expected, rtol=1e-5)


def test_gradients_of_a_branch_and_of_loops_that_compute_rounds_again_are_recorded() -> None:
    diagram = looped()
    session = Session(diagram, inside="side/then")
    session.watch("side.b")
    results = session.run()
    np.testing.assert_allclose(np.array(results.gradient_rounds["side/then/a.output"].values), [np.cos(9.0)], rtol=1e-6)
    np.testing.assert_array_equal(results.gradients["side/then/f.y"], 1.0)
    session.inside = "side/else"
    session.watch("side.b")
    results = session.run()
    assert ([*results.gradient_rounds["side/else/a.output"].values], "side/else/a.output" in results.gradients) == (
        [],
        False,
    )
    plain = Session(diagram, inside="cell")
    diagram.apply(SetValue("main", "cell", "checkpoint", 2))
    again = Session(diagram, inside="cell")
    steps: list[Any] = []
    for each in (plain, again):
        each.watch("loss")
        steps.append(each.run())
    for name, record in steps[0].gradient_rounds.items():
        assert [*steps[1].gradient_rounds[name].rounds] == [*record.rounds] == [(0,), (1,), (2,)]
        np.testing.assert_array_equal(np.array(steps[1].gradient_rounds[name].values), np.array(record.values))
    np.testing.assert_array_equal(steps[1].norms["cell.h"].values, steps[0].norms["cell.h"].values)


def test_a_loop_in_a_loop_has_norms_in_each_round_of_the_outer_one() -> None:
    session = Session(looped(), inside="rows")
    session.watch("rows.last")
    result = session.run()
    record = result.norms["rows/along.h"]
    assert [*record.rounds] == [(i, j) for i in range(3) for j in range(2)]
    for row in range(3):
        first = np.tanh(XS[row][0])
        slopes = 1 - np.tanh(0.5 * first + XS[row][1]) ** 2, 1 - first**2
        by = [0.25 * slopes[0] * slopes[1], 0.5 * slopes[0]]
        np.testing.assert_allclose(np.array(record.values)[2 * row : 2 * row + 2], by, rtol=1e-5)


def stack() -> Diagram:
    """Three layers x = x w, each with a w of its own, and three more of which the gradient does not reach w."""
    diagram = Diagram()
    pen = Pen(diagram.add_page("main"), "DT_FLOAT", Setting({}, {}))
    ends: list[Ref] = []
    for name in ("open", "shut"):
        layer = pen.on(f"Layer_{name}")
        x, w = layer.input("x"), layer("Variable", id="w", initvalues=[2.0])
        layer.output("x", layer("Multiply", x, w if name == "open" else layer("StopGradient", w, id="stop")))
        ends.append(pen("Repeat", id=name, body=f":Layer_{name}", times=3, x=[3.0]).pin("x"))
    pen("AddN", ends, id="loss")
    return diagram


def test_the_gradient_by_what_each_round_has_of_its_own_is_there_round_by_round() -> None:
    session = Session(stack(), inside="open")
    session.watch("loss")
    rounds = session.run().gradient_rounds
    np.testing.assert_array_equal(rounds["open/w.ref"].values, [[3 * 2 * 2]] * 3)
    np.testing.assert_array_equal(rounds["open/x.output"].values, [[8.0], [4.0], [2.0]])


def test_of_more_than_there_is_room_for_every_other_round_is_forgotten_and_the_last_stays() -> None:
    recorder = recording.Recorder(1, most=10 * (8 + recording.OVERHEAD))
    for number in range(100):
        recorder.add(number, [np.full(1, number, np.float64)])
    [packed] = recorder.values()
    record = recording.record_of(packed)
    assert record is not None
    assert [*record.rounds] == [(number,) for number in range(0, 99, 16)] + [(99,)]
    assert [float(each[0]) for each in record.values if each is not None] == [float(key[0]) for key in record.rounds]
    assert record.size <= 11 * 8


def test_where_numbers_first_stop_being_numbers_is_told_by_path_and_round() -> None:
    diagram = looped()
    diagram.apply(SetField(":Cell", "square", "type", "Sqrt"))  # of what is negative in round 0, and 1 of the first row

    def ignore(_session: Session, _moment: StepSnapshot) -> None: ...

    def told(*fetch: str) -> list[DiagramError]:
        errors: list[DiagramError] = []
        stepping = Stepping(Controls(), lambda frame: errors.extend(filter(None, [frame.not_finite])), ignore)
        stepping.run(lambda: Session(diagram), fetch, 2, "")
        return errors

    [error] = told()
    assert (error.block, error.pin) == ("cell/square", "y")
    assert "1 NaN out of 2 elements in iteration 0, first in step 1" in error.message
    diagram.apply(SetValue("main", "xs", "val", [[0.5, 1.0], [0.25, 2.0], [-9.0, 1.0]]))
    assert told("rows.last") == []
    [error] = told("cell")
    assert "in iteration 2" in error.message


def test_watch_records_the_gradients_of_all_loops_and_branches() -> None:
    """They are those that are recorded inside one of them. Halving passes half the gradient on."""
    session = Session(looped())
    for loss, places in (
        ("cell", ["cell"]),
        ("rows", ["rows", "rows/along"]),
        ("halve", ["halve"]),
        ("side", ["side/then"]),
    ):
        session.watch(loss, iterations=True)
        every = session.run().gradient_rounds
        for path in places:
            one = Session(looped(), inside=path)
            one.watch(loss)
            for name, record in one.run().gradient_rounds.items():
                assert [*every[name].rounds] == [*record.rounds]
                np.testing.assert_array_equal(np.array(every[name].values), np.array(record.values))
        if loss == "halve":
            np.testing.assert_array_equal(np.array(every["halve/v.output"].values), [0.0625, 0.125, 0.25, 0.5])
    session.watch("cell")
    assert not session.run().gradient_rounds
