"""What is recorded inside of loops for who looks at it: values and gradients round by round, within a limit."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.errors import DiagramError
from blocks.compile import recording
from blocks.document.changes import SetField, SetValue
from blocks.run.session import Session
from blocks.run.stepping import Controls, Moment, Stepping
from tests.app.window.looped import XS, looped


def states(first: Any, start: int = 0) -> list[Any]:
    """The states of the recurrent cell of that page from a round on, in double precision."""
    found = [np.array(first, float)]
    for x in np.array(XS)[start:]:
        found.append(np.tanh(0.5 * found[-1] + x))
    return found


def test_values_of_each_round_and_of_rounds_in_rounds_are_recorded() -> None:
    session = Session(looped(), inside="cell")
    record = session.run().rounds["cell/new.result_y"]
    assert [*record.rounds] == [(0,), (1,), (2,)]
    np.testing.assert_allclose(np.array(record.values), states([0, 0])[1:], rtol=1e-6)
    session.inside = "rows/along"
    found = session.run()
    record = found.rounds["rows/along/x.result_output"]
    assert [*record.rounds] == [(i, j) for i in range(3) for j in range(2)]
    np.testing.assert_array_equal(np.array(record.values), np.ravel(XS))
    np.testing.assert_array_equal(found["rows/along/x.result_output"], XS[2][1])
    session.inside = "halve"
    record = session.run().rounds["halve/halved.result_z"]
    np.testing.assert_array_equal(np.array(record.values), [4.5, 2.25, 1.125, 0.5625])
    session.inside = "halve/condition"
    assert not session.run().rounds
    for part, kept in (("then", 1), ("else", 0)):  # the other branch does not run
        session.inside = f"side/{part}"
        found = session.run()
        assert len(found.rounds[f"side/{part}/f.result_y"].values) == kept
        assert (f"side/{part}/f.result_y" in found) == bool(kept)


def test_gradients_of_each_round_and_their_norms_are_those_of_differences() -> None:
    session = Session(looped(), inside="cell")
    session.watch("loss")
    found = session.run()
    record = found.gradient_rounds["cell/h.output"]
    befores, step = states([0, 0]), 1e-6
    for number, before in enumerate(befores[:3]):
        by = [
            (states(before + e, number)[-1].sum() - states(before - e, number)[-1].sum()) / (2 * step)
            for e in step * np.eye(2)
        ]
        np.testing.assert_allclose(np.array(record.values)[number], by, rtol=1e-4)
        np.testing.assert_allclose(found.norms["cell.h"][number], np.linalg.norm(by), rtol=1e-4)
    session.watch("rows.last")
    session.inside = "rows/along"
    session.watch("rows.last")
    inner = session.run().gradient_rounds["rows/along/new.y"]
    assert [*inner.rounds] == [(i, j) for i in range(3) for j in range(2)]
    new = np.array(session.run().rounds["rows/along/new.result_y"].values).reshape(3, 2)
    expected = np.stack([0.5 * (1 - new[:, 1] ** 2), np.ones(3)], axis=1)
    np.testing.assert_allclose(np.array(inner.values).reshape(3, 2), expected, rtol=1e-5)


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

    def ignore(_session: Session, _moment: Moment) -> None: ...

    def told(*fetch: str) -> list[DiagramError]:
        found: list[DiagramError] = []
        stepping = Stepping(Controls(), lambda frame: found.extend(filter(None, [frame.not_finite])), ignore)
        stepping.run(lambda: Session(diagram), fetch, 2, "")
        return found

    [error] = told()
    assert (error.block, error.pin) == ("cell/square", "y")
    assert "1 NaN of 2 elements in round 0, first in step 1" in error.message
    diagram.apply(SetValue("main", "xs", "val", [[0.5, 1.0], [0.25, 2.0], [-9.0, 1.0]]))
    assert told("rows.last") == []
    [error] = told("cell")
    assert "in round 2" in error.message
