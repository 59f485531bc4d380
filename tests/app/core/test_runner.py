"""Runs: off the GUI thread, stopped at once, with results at a steady rate."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.core.document import Document
from app.core.runs.results import ResultStore
from app.core.runs.runner import PageRunner, RunProgress
from blocks.base.errors import DiagramError
from blocks.document.changes import SetValue
from blocks.document.model import Diagram
from tests.run.pages import block, const, diagram, variable
from tests.run.test_loops import counting_loop

COUNT = [variable("v", 0.0), const("one", 1.0), block("up", "AssignAdd")]
COUNT_WIRES = "v.ref>up.ref one.output>up.value"


class Run:
    """A document with all that runs it."""

    def __init__(self, page: Diagram) -> None:
        self.document = Document(page)
        self.store = ResultStore(self.document)
        self.runner = PageRunner(self.document, self.store, self.document)
        self.seen: list[RunProgress] = []
        self.errors: list[DiagramError] = []
        self.runner.progress.connect(self.seen.append)
        self.ends: list[bool] = []
        self.runner.failed.connect(self.fail)
        self.runner.finished.connect(self.end)

    def fail(self, _page: str, errors: list[DiagramError]) -> None:
        self.errors.extend(errors)

    def end(self, page: str, good: bool) -> None:
        assert page == "main"
        self.ends.append(good)

    def value(self, name: str) -> float:
        result = self.store.get("main", name)
        assert result is not None
        return float(result.value)


@pytest.fixture
def runs(qapp: object) -> Iterator[list[Run]]:
    """Where tests put their runs, which are closed afterwards."""
    runs: list[Run] = []
    yield runs
    for run in runs:
        run.runner.close()
        run.document.deleteLater()


def counting(runs: list[Run]) -> Run:
    runs.append(Run(diagram(COUNT, COUNT_WIRES)))
    return runs[-1]


def endless(runs: list[Run]) -> Run:
    """A page whose single step does not end: a loop that goes round for ever."""
    page = Diagram().add_page("main")
    counting_loop(page, 2**31 - 1, fixed=False)
    runs.append(Run(page.diagram))
    return runs[-1]


def test_run_gives_the_results_of_the_last_step(runs: list[Run], qtbot: QtBot) -> None:
    run = counting(runs)
    with qtbot.waitSignal(run.runner.finished):
        run.runner.run("main", 25)
        assert run.runner.running
    assert run.ends == [True]
    assert not run.runner.running
    assert run.value("up.result_output_ref") == 25.0
    assert (run.seen[-1].done, run.seen[-1].of) == (25, 25)


def test_a_short_run_gives_every_point_of_a_curve(runs: list[Run], qtbot: QtBot) -> None:
    run = counting(runs)
    with qtbot.waitSignal(run.runner.finished):
        run.runner.run("main", 100)
    assert run.store.history("main", "up.result_output_ref") == [(i, float(i)) for i in range(1, 101)]


def test_step_goes_on_from_where_it_was(runs: list[Run], qtbot: QtBot) -> None:
    run = counting(runs)
    for expected in (1.0, 2.0, 3.0):
        with qtbot.waitSignal(run.runner.finished):
            run.runner.step("main")
        assert run.value("up.result_output_ref") == expected


def test_pause_step_and_go_on(runs: list[Run], qtbot: QtBot) -> None:
    run = counting(runs)
    run.runner.run("main", None)
    qtbot.waitUntil(lambda: len(run.seen) > 2)
    run.runner.flip_pause()
    assert run.runner.paused
    asked = 0

    def one_more() -> bool:
        """Whether a step was the next one; what was on its way before the pause comes first."""
        nonlocal asked
        before, asked = run.seen[-1].done, asked + 1
        run.runner.step("main")
        qtbot.waitUntil(lambda: run.seen[-1].done > before)
        return run.seen[-1].done == before + 1

    qtbot.waitUntil(one_more)
    at = run.seen[-1].done
    qtbot.wait(200)
    assert run.seen[-1].done <= at + asked
    run.runner.flip_pause()
    qtbot.waitUntil(lambda: run.seen[-1].done > at + asked + 100)
    with qtbot.waitSignal(run.runner.finished):
        run.runner.stop()


def test_results_come_at_most_thirty_times_a_second(runs: list[Run], qtbot: QtBot) -> None:
    run = counting(runs)
    with qtbot.waitSignal(run.runner.finished):
        run.runner.step("main")  # now the process is there, and the page
    times: list[float] = []
    run.store.changed.connect(lambda: times.append(time.monotonic()))
    begun = time.monotonic()
    run.runner.run("main", None)
    qtbot.waitUntil(lambda: len(times) > 40 and run.seen[-1].done > 500)
    assert len(times) <= 30 * (times[-1] - begun) + 3
    with qtbot.waitSignal(run.runner.finished):
        run.runner.stop()


def test_stop_works_in_the_middle_of_a_long_step(runs: list[Run], qtbot: QtBot) -> None:
    run = endless(runs)
    run.runner.run("main", 1)
    qtbot.wait(900)  # where this is too short, it is stopped a little earlier
    assert run.runner.running
    with qtbot.waitSignal(run.runner.finished):
        run.runner.stop()
    assert run.ends == [False]
    assert not run.errors


def test_a_step_that_is_stopped_has_no_effect(runs: list[Run], qtbot: QtBot) -> None:
    run = counting(runs)
    for _ in range(12):
        run.runner.run("main", None)
        qtbot.wait(7)
        with qtbot.waitSignal(run.runner.finished):
            run.runner.stop()
        session = run.runner.session("main")
        if session is not None:
            assert float(session.values["v"]) == session.steps
    with qtbot.waitSignal(run.runner.finished):
        run.runner.step("main")
    session = run.runner.session("main")
    assert session is not None
    assert run.value("up.result_output_ref") == session.steps


def test_stop_while_it_is_paused(runs: list[Run], qtbot: QtBot) -> None:
    run = counting(runs)
    run.runner.run("main", None)
    qtbot.waitUntil(lambda: len(run.seen) > 1)
    run.runner.flip_pause()
    with qtbot.waitSignal(run.runner.finished):
        run.runner.stop()
    assert not run.runner.paused


def test_a_failure_shows_its_errors_and_the_other_results(runs: list[Run], qtbot: QtBot) -> None:
    blocks_ = [const("a", [1.0, 2.0]), const("i", 9), const("x", 0), block("g", "GatherV2"), block("n", "Negate")]
    runs.append(Run(diagram(blocks_, "a.output>g.params i.output>g.indices x.output>g.axis a.output>n.x")))
    run = runs[-1]
    with qtbot.waitSignal(run.runner.finished):
        run.runner.run("main", 5)
    assert run.ends == [False]
    assert [error.block for error in run.errors] == ["g"]
    result = run.store.get("main", "n.result_y")
    assert result is not None
    assert result.value.tolist() == [-1.0, -2.0]
    assert "g.result_output" not in run.store.names("main")


@pytest.mark.usefixtures("never_killed")
def test_an_edit_during_a_run_loses_nothing(runs: list[Run], qtbot: QtBot) -> None:
    run = counting(runs)
    run.runner.run("main", None)
    qtbot.waitUntil(lambda: len(run.seen) > 2)
    for i in range(20):
        run.document.do(SetValue("main", "one", "val", float(i + 2)), "Set val")
        qtbot.wait(5)
    with qtbot.waitSignal(run.runner.finished):
        run.runner.stop()
    session = run.runner.session("main")
    assert session is not None
    before = float(session.values["v"])
    assert before > session.steps + 20  # values reach the run
    with qtbot.waitSignal(run.runner.finished):
        run.runner.step("main")
    assert run.value("up.result_output_ref") == before + 21.0  # and the next one has the edit, and the variable


def test_reset_begins_anew(runs: list[Run], qtbot: QtBot) -> None:
    run = counting(runs)
    with qtbot.waitSignal(run.runner.finished):
        run.runner.run("main", 5)
    run.runner.reset("main")
    assert run.store.names("main") == []
    with qtbot.waitSignal(run.runner.finished):
        run.runner.step("main")
    assert run.value("up.result_output_ref") == 1.0


def test_close_in_the_middle_of_a_long_step(runs: list[Run], qtbot: QtBot) -> None:
    run = endless(runs)
    run.runner.run("main", None)
    qtbot.wait(500)
    run.runner.close()
    assert not run.runner.running
