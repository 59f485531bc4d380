"""Runs in the worker process that stop at breakpoints, go on block by block, and go back to earlier steps."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from blocks.document.changes import SetValue
from blocks.run.results import Stopped
from tests.app.core.test_runner import Run
from tests.run.debugging.test_breakpoints import GROWS, WIRES
from tests.run.pages import diagram


@pytest.fixture
def run(qapp: object) -> Iterator[Run]:
    run = Run(diagram(GROWS, WIRES))
    yield run
    run.runner.close()
    run.document.deleteLater()


def blocks_shown(run: Run) -> set[str]:
    return {name.partition(".")[0] for name in run.store.names("main")}


def test_a_run_stops_at_a_block_goes_on_block_by_block_and_to_its_end(qtbot: QtBot, run: Run) -> None:
    runner = run.runner
    runner.breakpoints = lambda _page: ["nothing.x: nonfinite", "sq.y: max > 10"]
    runner.run("main", 6)
    qtbot.waitUntil(lambda: runner.stopped is not None)
    assert runner.stopped == Stopped("sq.y", 3, "max > 10") and runner.paused and runner.running
    assert blocks_shown(run) == {"w", "sq"} and run.value("sq.result_y") == 16.0
    assert run.store.history("main", "sq.result_y") == [(1, 1.0), (2, 4.0)]
    for at, there in [("other", {"w", "sq", "other"}), ("g", {"w", "sq", "other", "g"})]:
        runner.step("main")
        qtbot.waitUntil(lambda at=at: runner.stopped == Stopped(at, 3, None))
        assert blocks_shown(run) == there
    runner.step("main")
    qtbot.waitUntil(lambda: runner.stopped is None)
    assert runner.paused and run.value("up.result_out") == 8.0 and run.store.steps["main"] == 3
    runner.breakpoints = lambda _page: ["sq.y: step == 6"]
    runner.tell_breakpoints("main")
    runner.flip_pause()
    qtbot.waitUntil(lambda: runner.stopped is not None)
    assert runner.stopped == Stopped("sq.y", 6, "step == 6")
    runner.flip_pause()
    qtbot.waitUntil(lambda: bool(run.ends))
    assert run.ends == [True] and run.value("up.result_out") == 64.0 and runner.stopped is None


@pytest.mark.usefixtures("never_killed")
def test_a_stop_can_be_ended_and_the_step_has_not_been_run(qtbot: QtBot, run: Run) -> None:
    runner = run.runner
    runner.breakpoints = lambda _page: ["grad(sq, w): step == 2"]
    runner.run("main", None)
    qtbot.waitUntil(lambda: runner.stopped is not None)
    runner.stop()
    qtbot.waitUntil(lambda: bool(run.ends))
    assert run.ends == [False] and not runner.running and runner.stopped is None
    kept = runner.session("main")
    assert kept is not None and kept.steps == 1 and not run.errors


def test_an_edit_lets_the_step_begin_again(qtbot: QtBot, run: Run) -> None:
    runner = run.runner
    runner.breakpoints = lambda _page: ["sq.y: step == 2"]
    runner.run("main", 2)
    qtbot.waitUntil(lambda: runner.stopped is not None)
    with qtbot.waitSignal(runner.followed):
        run.document.do(SetValue("main", "up", "alpha", -1.0), "Set")
    runner.flip_pause()
    qtbot.waitUntil(lambda: not runner.paused or bool(run.ends))
    qtbot.waitUntil(lambda: runner.paused or bool(run.ends))  # it is stopped there again
    runner.flip_pause()
    qtbot.waitUntil(lambda: bool(run.ends))
    assert run.value("up.result_out") == 6.0  # 2 + 1.0 * 4


def test_any_step_is_gone_back_to_and_gone_on_from(qtbot: QtBot, run: Run) -> None:
    runner = run.runner
    runner.run("main", 20)
    qtbot.waitUntil(lambda: bool(run.ends))
    reach = runner.reach["main"]
    assert (reach.first, reach.last, reach.step) == (0, 20, 20) and 0 < reach.used < reach.memory and not reach.caveats
    runner.back("main", 7)
    qtbot.waitUntil(lambda: len(run.ends) == 2)
    assert run.value("up.result_out") == 2.0**7 and run.store.steps["main"] == 7
    assert runner.reach["main"].step == 7 and len(run.store.history("main", "w.result_ref")) == 20
    runner.back("main", 21)
    qtbot.waitUntil(lambda: len(run.ends) == 3)
    assert not run.ends[-1] and "steps 0 to 20 are available, so step 21" in run.errors[0].message
    runner.run("main", 2)
    qtbot.waitUntil(lambda: len(run.ends) == 4)
    assert run.value("up.result_out") == 2.0**9 and runner.reach["main"].last == 9
    said: list[str] = []
    runner.said.connect(said.append)
    runner.first_bad("main", "sq")
    qtbot.waitUntil(lambda: len(run.ends) == 5)
    assert said == ["The first bad step is 3: sq: max > 10.0"] and run.store.steps["main"] == 3
