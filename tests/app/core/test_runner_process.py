"""The process that runs pages, as the editor has it: killed where it does not stop, replaced where it crashes."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.core.runs.runner import LiveMode, LiveReport
from blocks.document.changes import AddBlocks, SetValue
from blocks.document.data import Block
from blocks.worker import process as worker_process
from tests.app.core.test_runner import COUNT, COUNT_WIRES, Run
from tests.run.pages import BlockText, block, diagram
from tests.run.planted import in_workers


@pytest.fixture
def runs(qapp: object) -> Iterator[list[Run]]:
    """Where tests put their runs, which are closed afterwards."""
    runs: list[Run] = []
    yield runs
    for run in runs:
        run.runner.close()
        run.document.deleteLater()


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Processes in which some kernels go on for ever, or end them; the file is there once one of these has begun."""
    worker_process.close_all()
    yield in_workers(monkeypatch, tmp_path)
    worker_process.close_all()


def counting_with(runs: list[Run], *more: BlockText, wires: str = "") -> Run:
    """A page that counts, and does something else too."""
    runs.append(Run(diagram([*COUNT, *more], f"{COUNT_WIRES} {wires}")))
    return runs[-1]


def ran(qtbot: QtBot, run: Run, steps: int, fetch: tuple[str, ...] = ()) -> None:
    with qtbot.waitSignal(run.runner.finished):
        run.runner.run("main", steps, fetch=fetch)


@pytest.mark.parametrize("type_", ["Sinh", "Erfc"])
def test_stop_inside_a_kernel_leaves_the_variables_as_before_the_step(
    runs: list[Run], qtbot: QtBot, planted: Path, type_: str
) -> None:
    run = counting_with(runs, block("long", type_), wires="up.output_ref>long.x")
    said: list[str] = []
    run.runner.said.connect(said.append)
    ran(qtbot, run, 7, fetch=("up",))
    first = run.runner.worker.process
    run.runner.run("main", None)
    qtbot.waitUntil(planted.exists)
    assert run.runner.running
    with qtbot.waitSignal(run.runner.finished):  # the kernel goes on for much longer
        run.runner.stop()
    assert (run.ends[-1], run.errors, said) == (False, [], [])
    ran(qtbot, run, 1, fetch=("up",))
    assert run.value("up.result_output_ref") == 8.0
    assert run.runner.worker.process != first


@pytest.mark.parametrize("arriving", [0, 100], ids=["at rest", "in the midst of a message"])
def test_a_process_that_is_frozen_is_replaced(
    runs: list[Run], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, arriving: int
) -> None:
    """A debugger, or a machine that was asleep, may stop it without an end: even in half of a message."""
    run = counting_with(runs)
    ran(qtbot, run, 3, fetch=("up",))
    process = run.runner.worker.process
    assert process is not None
    run.runner.run("main", None, fetch=("up",))
    os.kill(process, signal.SIGSTOP)
    monkeypatch.setattr(worker_process.WorkerProcess, "arriving", arriving)
    with qtbot.waitSignal(run.runner.finished):
        run.runner.stop()
    assert run.runner.worker.process != process
    ran(qtbot, run, 1, fetch=("up",))
    assert run.value("up.result_output_ref") >= 4.0


@pytest.mark.usefixtures("planted")
@pytest.mark.parametrize("attempt", range(3))
@pytest.mark.parametrize(("type_", "pin"), [("Softsign", "features"), ("Erf", "x"), ("Lgamma", "x"), ("Digamma", "x")])
def test_a_crash_leaves_the_document_and_names_the_block(
    runs: list[Run], qtbot: QtBot, type_: str, pin: str, attempt: int
) -> None:
    run = counting_with(runs, block("it", type_), wires=f"up.output_ref>it.{pin}")
    ran(qtbot, run, 3 + attempt, fetch=("up",))
    before = run.document.diagram.dumps()
    run.document.do(SetValue("main", "one", "val", 2.0), "Set val")
    ran(qtbot, run, 1)
    assert [(error.block, error.page) for error in run.errors] == [("it", "main")]
    assert "document is unchanged" in run.errors[0].sentence()
    run.document.undo()
    assert run.document.diagram.dumps() == before
    ran(qtbot, run, 1, fetch=("up",))
    assert run.value("up.result_output_ref") == 4.0 + attempt


def test_a_killed_process_is_replaced_and_the_run_goes_on_from_what_was_kept(runs: list[Run], qtbot: QtBot) -> None:
    run = counting_with(runs)
    run.runner.run("main", None)
    qtbot.waitUntil(lambda: bool(run.seen) and run.seen[-1].done > 2000)
    qtbot.waitUntil(lambda: run.runner.session("main") is not None)
    assert run.runner.worker.process is not None
    with qtbot.waitSignal(run.runner.finished):
        os.kill(run.runner.worker.process, signal.SIGKILL)
    [error] = run.errors
    kept = run.runner.session("main")
    assert kept is not None and kept.values["v"] == kept.steps > 0
    assert f"Variables have the values of step {kept.steps:,}." in error.sentence()
    ran(qtbot, run, 1)
    assert run.value("up.result_output_ref") == kept.steps + 1


@pytest.mark.parametrize("type_", ["Sinh", "Softsign"])
def test_runs_do_not_wait_for_live_mode_and_it_goes_on_after_a_crash(
    runs: list[Run], qtbot: QtBot, planted: Path, type_: str
) -> None:
    run = counting_with(runs, block("n", "Negate"), wires="one.output>n.x")
    live = LiveMode(run.document, run.store, run.runner, run.document)
    reports: list[LiveReport] = []
    live.done.connect(reports.append)
    live.watch("main")
    live.set_on(True)
    qtbot.waitUntil(lambda: bool(reports))
    added = Block("it", type_, values={"x" if type_ == "Sinh" else "features": 1.0})
    run.document.do(AddBlocks("main", ((4, added),)), "Add")
    qtbot.waitUntil(planted.exists)  # now it is in the kernel, or crashes there
    if type_ == "Softsign":
        qtbot.waitUntil(lambda: [error.block for error in reports[-1].errors] == ["it"])
    assert type_ == "Softsign" or not reports[-1].errors
    ran(qtbot, run, 1, fetch=("up",))
    assert run.value("up.result_output_ref") == 1.0
    run.document.undo()
    run.document.do(SetValue("main", "one", "val", 5.0), "Set")
    qtbot.waitUntil(lambda: run.store.get("main", "n.result_y") is not None and run.value("n.result_y") == -5.0)
    live.close()


def test_the_process_of_a_closed_document_is_used_again_and_knows_nothing_of_it(
    runs: list[Run], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker_process.close_all()
    monkeypatch.setattr("app.core.runs.worker.get_ready", lambda: None)
    run = counting_with(runs)
    ran(qtbot, run, 5)
    process = run.runner.worker.process
    run.runner.close()
    again = counting_with(runs)
    ran(qtbot, again, 1)
    assert again.runner.worker.process == process
    assert again.value("up.result_output_ref") == 1.0
