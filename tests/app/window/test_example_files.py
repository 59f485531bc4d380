"""Shipped examples run at the first click, with copies of the files that they read; saved with these, they run on."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from blocks.cli.examples import example_texts
from tests.app.window.hands import click, front, open_window, press, settle


def test_every_example_runs_at_the_first_click(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = open_window(qtbot, state=tmp_path)
    for name in example_texts():
        card = window.findChild(QAbstractButton, f"example.{name}")
        assert isinstance(card, QAbstractButton)
        click(card)
        tab = front(window)
        press(tab.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        page = tab.root_page
        settle(qtbot, lambda tab=tab, page=page: not tab.engine.running and page in tab.engine.checker.infos)
        assert tab.engine.last is not None and tab.engine.last.done == 1, name
        assert not tab.engine.problems(page) and not tab.notice.isVisible(), name
        kept = tab.kept
        assert (kept is not None) == name.startswith("digits")
        window.close_front()
        assert kept is None or not kept.folder.exists()


def test_an_example_is_saved_with_its_files_and_runs(qtbot: QtBot, tmp_path: Path) -> None:
    window, answers = open_window(qtbot, state=tmp_path / "state")
    window.files.open_example("digits_training")
    tab = front(window)
    assert tab.kept is not None
    weights = tab.kept.folder / "data" / "digits-weights.index"
    weights.unlink()
    window.run(40)
    settle(qtbot, lambda: not tab.engine.running and bool(tab.engine.store.steps.get("main", 0)))
    assert tab.engine.store.steps["main"] == 40
    answers.to_save = tmp_path / "mine.gradblocks"
    window.commands.trigger("file.save")
    assert (tmp_path / "data" / "digits-weights.index").exists() and not weights.parent.exists()
    window.run(40)
    settle(qtbot, lambda: not tab.engine.running and tab.engine.store.steps["main"] == 80)
    assert not tab.engine.problems("main")
