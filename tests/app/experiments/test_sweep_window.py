"""A sweep in the window: what is varied is typed, runs fill the table, one that fails is told, all are kept."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

import blocks
from app.core.document import Document
from app.core.experiments.rerun import SAME, Rerun
from app.core.experiments.sweep import PageSweep, SweepPlan
from app.core.recording import run_files
from app.core.recording.recorder import RunRecorder
from app.panels.experiments.sweep import SweepWindow
from app.window.settings import Settings
from app.window.start import make_window
from app.window.widgets.questions import UserAnswer
from app.window.window import MainWindow
from blocks.base.errors import DiagramError
from blocks.document.changes import SetValue
from blocks.document.model import Diagram
from blocks.worker import process
from tests.app.experiments.pages import SCALAR, random_walk
from tests.app.experiments.test_kept_runs import again
from tests.app.window.hands import Answers, click, front, press, settle, type_in

CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    window = make_window(Settings(), None, tmp_path / "runs")
    window.ask = Answers(window)
    window.resize(1300, 800)
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    window.files.open(random_walk(tmp_path))
    settle(qtbot, lambda: window.tab is not None and "main" in front(window).engine.checker.infos)
    return window


def opened(window: MainWindow, qtbot: QtBot) -> SweepWindow:
    press(front(window).view, Qt.Key.Key_S, CTRL, ALT)
    settle(qtbot, lambda: len(window.findChildren(SweepWindow)) == 1)
    [sweep] = window.findChildren(SweepWindow)
    settle(qtbot, sweep.isVisible)
    return sweep


def fill(field: QWidget, text: str) -> None:
    field.setFocus()
    press(field, Qt.Key.Key_A, CTRL)
    type_in(field, text)


def column(sweep: SweepWindow, head: str) -> list[str]:
    rows = sweep.table.rows
    return [row.cells[rows.heads.index(head)].text for row in rows.rows]


def test_a_sweep_is_typed_runs_and_is_kept(window: MainWindow, qtbot: QtBot) -> None:
    sweep = opened(window, qtbot)
    assert sweep.settings[0].name.currentText() == "rate.val"
    assert sweep.wanted().record == ["loss.output"]
    assert not sweep.start.isEnabled()
    fill(sweep.settings[0].values, "0.5, 2.0, 0.125")
    fill(sweep.seeds, "3,7")
    fill(sweep.steps, "12")
    settle(qtbot, sweep.start.isEnabled)
    assert sweep.told.text() == "6 runs"
    click(sweep.start)
    settle(qtbot, lambda: "6 of 6" in sweep.state.text())
    assert column(sweep, "rate.val") == ["0.5", "0.5", "2.0", "2.0", "0.125", "0.125"]
    assert column(sweep, "Seed") == ["3", "7"] * 3
    states = column(sweep, "State")
    assert states[:2] == states[4:] == ["finished", "finished"]
    assert all(text.startswith("failed: ") and "maximum" in text for text in states[2:4])
    assert "2 failed" in sweep.state.text()

    def alone(rate: float, seed: int) -> list[float]:
        diagram = blocks.load(front(window).document.path or "")
        diagram.apply(SetValue("main", "rate", "val", rate))
        session = blocks.Session(diagram, seed=seed)
        return [float(session.run("loss")[SCALAR]) for _ in range(12)]

    both = np.array([alone(0.5, 3), alone(0.5, 7)])
    lines = {line.name: line for line in sweep.plot.lines}
    assert list(lines) == ["rate.val 0.5 (2 runs)", "rate.val 0.125 (2 runs)"]
    line = lines["rate.val 0.5 (2 runs)"]
    assert line.points[:, 1] == pytest.approx(both.mean(axis=0))
    assert line.spread is not None
    assert line.spread == pytest.approx(np.abs(both[0] - both[1]) / np.sqrt(2))

    recorder = front(window).engine.runner.recorder
    runs = recorder.runs("main")
    assert {run.origin for run in runs} == {"sweep 1"} and len(runs) == 6
    kept = next(run for run in runs if run.settings == {"rate.val": "0.5"} and run.seed == 7)
    assert kept.curves.curve(SCALAR)[:, 1].tolist() == both[1].tolist()
    assert kept.values["rate.val"] == "0.5"
    assert again(Rerun(recorder), kept, qtbot).verdict == SAME


@pytest.mark.parametrize("by", ["cross", "Escape"])
def test_it_is_closed_by_its_cross_and_by_escape(window: MainWindow, qtbot: QtBot, by: str) -> None:
    sweep = opened(window, qtbot)
    if by == "cross":
        sweep.close()
    else:
        press(sweep, Qt.Key.Key_Escape)
    settle(qtbot, lambda: not isValid(sweep))
    window.activateWindow()  # a window manager would
    settle(qtbot, window.isActiveWindow)
    assert opened(window, qtbot).isVisible()


def test_what_is_typed_wrong_is_told_at_once(window: MainWindow, qtbot: QtBot) -> None:
    sweep = opened(window, qtbot)
    for values, said in (("0.1,,0.2", "empty value"), ("0.1", "3 runs")):
        fill(sweep.settings[0].values, values)
        settle(qtbot, lambda said=said: said in sweep.told.text())
    click(sweep.add)
    assert len(sweep.settings) == 2
    fill(sweep.settings[1].name, "nobody.val")
    fill(sweep.settings[1].values, "1")
    settle(qtbot, lambda: "no block 'nobody'" in sweep.told.text())
    assert not sweep.start.isEnabled()
    click(sweep.settings[1].remove)
    settle(qtbot, sweep.start.isEnabled)
    item = sweep.record.item(sweep.wanted().record.index("loss.output") + 1)
    place = sweep.record.visualItemRect(item)
    click(sweep.record.viewport(), QPoint(place.left() + 10, place.center().y()))
    settle(qtbot, lambda: "choose which values to record" in sweep.told.text())


def test_a_setting_is_removed_once_whatever_comes_behind(window: MainWindow, qtbot: QtBot) -> None:
    sweep = opened(window, qtbot)
    before = len(sweep.settings)
    line = sweep.add_setting()
    for _ in range(2):
        line.remove.click()
    assert len(sweep.settings) == before and line not in sweep.settings


def test_stop_ends_it_and_what_ended_is_kept(window: MainWindow, qtbot: QtBot) -> None:
    sweep = opened(window, qtbot)
    fill(sweep.settings[0].values, "0.5,0.25")
    fill(sweep.seeds, "200")
    fill(sweep.steps, "500")
    settle(qtbot, sweep.start.isEnabled)
    click(sweep.start)
    settle(qtbot, lambda: "finished" in column(sweep, "State"))
    answers = window.ask
    assert isinstance(answers, Answers)
    answers.lose_answer = UserAnswer.CANCEL
    window.close_front()  # asks, and is told not to
    assert "sweep" in answers.asked[-1] and sweep.isVisible()
    click(sweep.stop)
    settle(qtbot, lambda: "stopped" in sweep.state.text())
    done = column(sweep, "State").count("finished")
    assert 0 < done < 400 and "running" not in column(sweep, "State")
    assert len(front(window).engine.runner.recorder.runs("main")) == done
    settle(qtbot, sweep.start.isEnabled)
    click(sweep.start)
    settle(qtbot, lambda: window.sweeps.sweep_of(front(window)) is not None)
    answers.lose_answer = UserAnswer.DISCARD
    window.close_front()
    settle(qtbot, lambda: not window.findChildren(SweepWindow))
    assert window.tab is None


@pytest.mark.parametrize("in_session", [False, True])
def test_a_run_of_a_sweep_that_trains_trains_when_it_is_run_again(
    qapp: object, qtbot: QtBot, tmp_path: Path, in_session: bool
) -> None:
    diagram = Diagram()
    page = diagram.add_page("main")
    page.add("Variable", id="w", initvalues=[3.0, -1.0])
    page.add("L2Loss", id="loss")
    page.add("Minimize", id="train", learning_rate=0.1, optimizer="GradientDescent")
    wires = ["w.ref loss.t", "loss.output train.loss"]
    if in_session:
        page.add("ClientSession", id="session")
        wires.append("train.operation session.run_outputs")
    for wire in wires:
        page.wire(*wire.split())
    diagram.save(tmp_path / "train.gradblocks")
    document = Document.open(tmp_path / "train.gradblocks")
    recorder = RunRecorder(document)
    sweep = PageSweep(
        document, recorder, SweepPlan("main", ["train.learning_rate=0.1,0.25"], [0], 6, ["loss.output"], 1)
    )
    with qtbot.waitSignal(sweep.ended):
        pass
    for run, rate in zip(recorder.runs("main"), (0.1, 0.25), strict=True):
        loss = run.curves.curve("loss.result_output")[:, 1]
        assert loss[1:] / loss[:-1] == pytest.approx([(1 - rate) ** 2] * 5)  # by hand: w becomes (1 - rate) w
        new = again(Rerun(recorder), run, qtbot)
        assert new.verdict == SAME
        assert new.curves.curve("loss.result_output")[:, 1].tolist() == loss.tolist()
    sweep.close()


def test_a_value_inside_of_an_instance_is_varied_kept_and_run_again(qapp: object, qtbot: QtBot, tmp_path: Path) -> None:
    diagram = Diagram()
    inside = diagram.add_composite("Scaled")
    inside.add("InputPin", id="x", dtype="DT_FLOAT", shape=[])
    inside.add("Const", id="factor", val=2.0)
    inside.add("Multiply", id="product")
    inside.add("OutputPin", id="y")
    for wire in ("x.output product.x", "factor.output product.y", "product.z y.input"):
        inside.wire(*wire.split())
    page = diagram.add_page("main")
    page.add("Const", id="one", val=1.5)
    page.add(":Scaled", id="layer")
    page.add("Identity", id="loss")
    for wire in ("one.output layer.x", "layer.y loss.input"):
        page.wire(*wire.split())
    diagram.save(tmp_path / "inside.gradblocks")
    document = Document.open(tmp_path / "inside.gradblocks")
    recorder = RunRecorder(document)
    sweep = PageSweep(document, recorder, SweepPlan("main", ["layer/factor.val=2.0,10.0"], [0], 2, ["loss.output"], 1))
    with qtbot.waitSignal(sweep.ended):
        pass
    runs = recorder.runs("main")
    assert [run.error for run in runs] == ["", ""]
    assert [run.values["layer/factor.val"] for run in runs] == ["2.0", "10.0"]
    folder = tmp_path / "kept"
    run_files.write(folder, runs[1])
    [read] = run_files.read_all(folder)
    for run in (runs[1], read):
        assert run.stretches[0].source.inner == {"layer/factor": {"val": 10.0}}
        new = again(Rerun(recorder), run, qtbot)
        assert new.verdict == SAME
        assert new.curves.curve("loss.result_output")[:, 1].tolist() == [15.0, 15.0]
    sweep.close()


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_a_process_that_dies_takes_one_run_along(qapp: object, qtbot: QtBot, tmp_path: Path) -> None:
    document = Document.open(random_walk(tmp_path))
    recorder = RunRecorder(document)
    before = set(process._all)  # pyright: ignore[reportPrivateUsage]
    sweep = PageSweep(document, recorder, SweepPlan("main", [], [1, 2, 3], 3_000, ["loss.output"], 1))
    qtbot.waitUntil(lambda: any(point.state == "running" for point in sweep.points))
    [worker] = set(process._all) - before  # pyright: ignore[reportPrivateUsage]
    os.kill(worker.id, signal.SIGKILL)
    with qtbot.waitSignal(sweep.ended):
        pass
    assert [point.state for point in sweep.points] == ["failed", "finished", "finished"]
    assert sweep.points[0].error
    sweep.close()
    with pytest.raises(DiagramError, match="at most 1,000"):
        PageSweep(document, recorder, SweepPlan("main", [], range(2000), 1, ["loss.output"], 1))
