"""Examples that read files: saved with them, they run and write their own."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from tests.app.window.hands import click, front, open_window, settle


def test_an_example_is_saved_with_its_files_and_runs(qtbot: QtBot, tmp_path: Path) -> None:
    window, answers = open_window(qtbot)
    window.files.open_example("digits_training")
    tab = front(window)
    assert tab.notice.isVisible()
    click(tab.notice.act)  # nothing chosen
    assert list(tmp_path.iterdir()) == []
    assert tab.notice.isVisible()
    answers.to_save = tmp_path / "mine.gradblocks"
    click(tab.notice.act)
    assert not tab.notice.isVisible()
    weights = tmp_path / "data" / "digits-weights.index"
    weights.unlink()
    window.run(40)
    settle(qtbot, lambda: not tab.engine.running and bool(tab.engine.store.steps.get("main", 0)))
    assert tab.engine.store.steps["main"] == 40
    assert weights.exists()


def test_an_example_without_files_says_nothing(qtbot: QtBot) -> None:
    window, _ = open_window(qtbot)
    window.files.open_example("xor")
    assert not front(window).notice.isVisible()
