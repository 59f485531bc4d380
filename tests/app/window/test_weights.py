"""Trained variables and runs are not lost without a word: closing asks, and what starts again can be brought back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from app.window.tabs import DiagramTab
from app.window.widgets.questions import UserAnswer
from app.window.window import MainWindow
from blocks.document.changes import Change, RenameBlock, SetValue
from tests.app.gradient.hands import block, document
from tests.app.window.hands import Answers, click, front, open_window, settle

PAGE = [
    block("w", "Variable", 0, 0, initvalues=[0.5, 2.0]),
    block("q", "Square", 200, 0),
    block("loss", "Sum", 400, 0, axis=[0]),
    block("train", "Minimize", 600, 0, learning_rate=0.05, optimizer="Momentum"),
]
WIRES = "w.ref>q.x q.y>loss.input loss.output>train.loss"


@pytest.fixture
def opened(qtbot: QtBot, tmp_path: Path) -> tuple[MainWindow, Answers, DiagramTab]:
    window, answers = open_window(qtbot, state=tmp_path / "state")
    document(PAGE, WIRES).diagram.save(tmp_path / "net.gradblocks")
    window.files.open(tmp_path / "net.gradblocks")
    settle(qtbot, lambda: window.tab is not None)
    return window, answers, front(window)


def run(qtbot: QtBot, window: MainWindow, steps: int) -> None:
    tab = front(window)
    window.run(steps)
    settle(qtbot, lambda: not tab.engine.running)


def weights(tab: DiagramTab, name: str = "w") -> list[float]:
    kept = tab.engine.runner.session("main")
    assert kept is not None
    return kept.values[name].tolist()


def test_closing_asks_about_a_run_and_about_variables_in_no_file(
    qtbot: QtBot, opened: tuple[MainWindow, Answers, DiagramTab], tmp_path: Path
) -> None:
    window, answers, tab = opened
    window.run(None)
    settle(qtbot, lambda: tab.engine.last is not None and tab.engine.runner.session("main") is not None)
    for close in (window.close_front, window.close):
        answers.lose_answer = UserAnswer.CANCEL
        close()
        assert (
            answers.asked[-1].startswith("lose net") and "run" in answers.asked[-1] and "variables" in answers.asked[-1]
        )
        assert tab.engine.running and front(window) is tab
    answers.lose_answer, answers.to_save = UserAnswer.SAVE, None  # no file is chosen
    window.close_front()
    assert front(window) is tab and not tab.engine.running
    answers.to_save = tmp_path / "net.npz"
    kept = weights(tab)
    window.close_front()
    assert np.load(tmp_path / "net.npz")["w"].tolist() == kept != [0.5, 2.0]
    assert window.tab is None


def test_what_is_in_a_file_or_never_changes_is_not_asked_about(
    qtbot: QtBot, opened: tuple[MainWindow, Answers, DiagramTab], tmp_path: Path
) -> None:
    window, answers, tab = opened
    run(qtbot, window, 20)
    answers.to_save = tmp_path / "net.npz"
    window.commands.trigger("run.save_variables")
    trained = weights(tab)
    tab.engine.runner.look_again("main")  # as when one looks inside of something
    settle(qtbot, lambda: tab.engine.runner.worker._job is None)  # pyright: ignore[reportPrivateUsage]
    window.close_front()
    window.files.open(tmp_path / "net.gradblocks")
    settle(qtbot, lambda: window.tab is not None)
    answers.to_open = [tmp_path / "net.npz"]
    window.commands.trigger("run.load_variables")
    assert weights(front(window)) == trained
    window.close_front()
    window.add_document(document(PAGE[:3], "w.ref>q.x q.y>loss.input"))
    run(qtbot, window, 3)
    window.close_front()
    assert not [each for each in answers.asked if each.startswith("lose")]


def test_a_variable_of_another_name_keeps_what_it_holds(
    qtbot: QtBot, opened: tuple[MainWindow, Answers, DiagramTab]
) -> None:
    window, _, tab = opened
    other = window.add_document(document(PAGE, WIRES))
    for each in (tab, other):
        window.tabs.setCurrentWidget(each)
        run(qtbot, window, 20)
    window.tabs.setCurrentWidget(tab)
    for change in (RenameBlock("main", "w", "a"), RenameBlock("main", "train", "fit"), RenameBlock("main", "a", "b")):
        tab.document.do(change, "Rename")
    run(qtbot, window, 1)
    tab.document.undo()  # named a again
    run(qtbot, window, 1)
    assert not tab.notice.isVisible()
    window.tabs.setCurrentWidget(other)
    run(qtbot, window, 2)
    assert weights(tab, "a") == weights(other) and weights(tab, "fit/accum/a") == weights(other, "train/accum/w")


def resets(tab: DiagramTab) -> None:
    tab.edited_runs.reset("main")


def edits(*changes: Change) -> Callable[[DiagramTab], None]:
    def edit(tab: DiagramTab) -> None:
        for each in changes:
            tab.document.do(each, "Edit")

    return edit


@pytest.mark.parametrize(
    ("lose", "run_after"),
    [(resets, False), (resets, True), (edits(SetValue("main", "w", "initvalues", [9.0, 9.0])), True)],
)
def test_what_starts_again_is_told_and_comes_back(
    qtbot: QtBot, opened: tuple[MainWindow, Answers, DiagramTab], lose: Callable[[DiagramTab], None], run_after: bool
) -> None:
    window, _, tab = opened
    run(qtbot, window, 20)
    trained = weights(tab)
    lose(tab)
    if run_after:
        run(qtbot, window, 1)
        assert weights(tab) != trained
    assert tab.notice.isVisible() and "20" in tab.notice.act.text()
    while tab.document.history.undo_text:
        tab.document.undo()
    click(tab.notice.act)
    assert weights(tab) == trained and not tab.notice.isVisible()
    run(qtbot, window, 1)
    assert tab.engine.last is not None and tab.engine.last.done == 21


def test_a_variable_that_was_gone_during_a_run_is_told_and_comes_back(
    qtbot: QtBot, opened: tuple[MainWindow, Answers, DiagramTab]
) -> None:
    window, _, tab = opened
    run(qtbot, window, 20)
    trained = weights(tab)
    tab.scene.select(["w"])
    window.commands.trigger("edit.delete")
    run(qtbot, window, 1)
    assert tab.notice.isVisible()
    tab.document.undo()
    run(qtbot, window, 1)
    assert tab.notice.isVisible()
    click(tab.notice.act)
    assert weights(tab) == trained


def test_an_earlier_run_goes_on(qtbot: QtBot, opened: tuple[MainWindow, Answers, DiagramTab]) -> None:
    window, _, tab = opened
    run(qtbot, window, 20)
    trained = weights(tab)
    window.runs.begin(5, 1)
    settle(qtbot, lambda: not tab.engine.running)
    resets(tab)
    assert tab.notice.isVisible()
    first, second = tab.engine.runner.recorder.runs("main")
    window.runs.panel.act_wanted.emit("go_on", [first.key])
    assert weights(tab) == trained and not tab.notice.isVisible()
    run(qtbot, window, 1)
    assert (first.steps, second.steps) == (21, 5)
