"""Runs that continue in the background: after their tab is closed, without an editor, stopped, and after a crash."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

import blocks
from app.core.document import Document
from app.core.experiments import background
from app.core.recording import recorder, run_files
from app.core.recording.kept_run import CurveSet, KeptRun, RunContent, Segment
from app.core.runs.runner import source_of
from app.panels.experiments.runs import RunsPanel
from app.window.settings import Settings
from app.window.start import make_window
from app.window.widgets.questions import UserAnswer
from app.window.window import MainWindow
from blocks.base.errors import DiagramError
from blocks.worker.state import SavedState
from tests.app.experiments.pages import SCALAR, random_walk
from tests.app.window.hands import Answers, click, front, settle

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no locks that a child process inherits")


class Desk:
    """A window on the random walk, with the Runs panel open."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.qtbot, self.home, self.path = qtbot, folder / "runs", folder / "walk.gradblocks"
        self.window: MainWindow = make_window(Settings(), None, self.home)
        self.window.ask = self.answers = Answers(self.window)
        qtbot.addWidget(self.window)
        self.window.show()
        self.said: list[str] = []
        for method in ("say", "warn"):
            setattr(self.window.status, method, self.said.append)
        self.open()

    @property
    def panel(self) -> RunsPanel:
        return self.window.runs.panel

    def open(self) -> None:
        self.window.files.open(self.path)
        settle(self.qtbot, lambda: self.window.tab is not None and bool(self.window.tab.root_page))
        self.window.docks.show("runs")
        settle(self.qtbot, self.panel.isVisible)

    def leave(self, steps: int) -> None:
        """Start a run, and close its tab such that it continues."""
        engine = front(self.window).engine
        self.window.runs.begin(steps, 7)
        settle(self.qtbot, lambda: engine.last is not None and engine.last.done > 100)
        self.answers.lose_answer = UserAnswer.RUN
        tab = front(self.window)
        self.window.files.new()
        self.window.tabs.close_wanted.emit(tab)
        assert self.answers.asked[-1].startswith("lose walk")
        settle(self.qtbot, lambda: self.state().startswith("running"))

    def state(self) -> str:
        rows = self.panel.table.rows.rows
        return rows[0].cells[1].text if rows else ""


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Desk:
    random_walk(tmp_path)
    return Desk(qtbot, tmp_path)


def kept(desk: Desk) -> KeptRun:
    folder = run_files.folder_of(desk.home, desk.path)
    assert folder is not None
    [run] = run_files.read_all(folder)
    return run


def locks(desk: Desk) -> list[Path]:
    return sorted((desk.home / "background").iterdir())


def wait(desk: Desk, until: Callable[[], bool]) -> None:
    desk.qtbot.waitUntil(until, timeout=30_000)


def test_a_run_continues_without_its_tab_bit_for_bit_and_says_its_end(desk: Desk) -> None:
    desk.leave(60_000)
    assert "reakpoint" not in desk.answers.asked[-1]
    assert desk.panel.table.rows.rows[0].cells[0].text == "walk, Run 1"
    wait(desk, lambda: "%" in desk.state() and "left" in desk.state())
    wait(desk, lambda: not locks(desk))
    assert desk.said[-1] == "walk, Run 1: finished after step 60,000"
    run = kept(desk)
    session = blocks.Session(blocks.load(desk.path), seed=7)
    session.run("loss", steps=60_000)
    expected = session.variables["v"]
    curve = run.curves.curve(SCALAR)
    assert (run.state, run.steps, run.saved) == ("finished", 60_000, True)
    assert curve[-1].tolist() == [60_000, float(np.mean(expected, dtype=np.float32))]
    assert len(np.unique(curve[:, 0])) == len(curve)

    desk.open()
    wait(desk, lambda: desk.state() == "finished")
    desk.panel.table.selectRow(0)
    click(desk.panel.buttons["go_on"])
    state = front(desk.window).engine.runner.session("main")
    assert state is not None and state.steps == 60_000
    assert [value.tolist() for value in state.values.values() if value.shape == (3,)] == [expected.tolist()]


def test_a_second_editor_lists_a_run_stops_it_and_only_one_says_so(desk: Desk, tmp_path: Path) -> None:
    breakpoints = front(desk.window).breakpoints
    breakpoints.flip("main", "loss.output")
    breakpoints.change("main", "loss.output", condition="nonfinite")
    desk.leave(10**9)
    assert "reakpoint" in desk.answers.asked[-1]  # it has no effect there
    other = Desk(desk.qtbot, tmp_path)
    wait(other, lambda: other.state().startswith("running"))
    other.panel.table.selectRow(0)
    other.answers.yes = True
    other.panel.act_wanted.emit("delete", other.panel.table.keys())
    assert "Stop the run first" in other.said[-1]
    assert not other.panel.buttons["go_on"].isEnabled()
    click(other.panel.buttons["stop"])
    wait(other, lambda: not locks(desk) and other.state() == "stopped")
    desk.qtbot.wait(1500)
    assert len([text for text in (*desk.said, *other.said) if "stopped after step" in text]) == 1


def test_kill_leaves_what_was_saved_to_continue_from(desk: Desk) -> None:
    desk.leave(10**9)
    [process] = background.children
    process.send_signal(signal.SIGKILL)
    wait(desk, lambda: not locks(desk))
    run = kept(desk)
    assert run.state == "stopped"
    folder = run_files.folder_of(desk.home, desk.path)
    assert folder is not None and 0 < run_files.read_state(folder, run).steps <= run.steps


def test_a_run_in_the_editor_is_saved_as_it_runs(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorder, "_LONG", 200)
    monkeypatch.setattr(recorder, "_QUIET", 200)
    engine = front(desk.window).engine
    desk.window.runs.begin(10**9, 7)
    folder = run_files.folder_of(desk.home, desk.path)
    assert folder is not None
    wait(desk, lambda: any(run.saved for run in run_files.read_all(folder)))
    run = kept(desk)  # what another process reads if this one is killed now
    state = run_files.read_state(folder, run)
    assert run.state == "stopped" and run.curves.curve(SCALAR).size and state.steps > 0
    engine.stop()
    wait(desk, lambda: not engine.running)


@pytest.mark.parametrize("damage", [b"", b"\xff" * 64, b"\x02" + bytes(7) + b"{}", b"\xff" * 7 + b"\x7f", b"cut"])
def test_a_damaged_state_is_an_error(desk: Desk, damage: bytes) -> None:
    page = blocks.load(desk.path)
    source = source_of(Document(page), "main")
    run = KeptRun("main", 1, 0, RunContent([Segment(0, source)], CurveSet()))
    run_files.write_state(desk.home, run.key, SavedState(source, 3, {"v": np.ones(3, np.float32)}, False))
    assert run_files.read_state(desk.home, run).steps == 3
    file = desk.home / f"{run.key}.state"
    file.write_bytes(file.read_bytes()[:-5] if damage == b"cut" else damage)
    with pytest.raises(DiagramError, match="Run 1"):
        run_files.read_state(desk.home, run)
