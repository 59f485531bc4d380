"""Preferences in one window: by mouse and keys, at once, and kept; and what they bring about."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLineEdit, QSpinBox
from pytestqt.qtbot import QtBot

from app.core.document import Document
from app.window.preferences import Preferences
from app.window.settings import AUTOSAVE, FOLDER, REOPEN, TEXT_SIZE, THREADS, Settings
from app.window.window import MainWindow
from blocks.base.threads import MOST_THREADS, thread_count
from blocks.document.changes import AddPage
from blocks.document.data import Page
from blocks.document.file import load
from tests.app.window.hands import Answers, click, front, open_window, press, settle, type_in
from tests.app.window.test_commands import rows_of

Key, CTRL = Qt.Key, Qt.KeyboardModifier.ControlModifier


@pytest.fixture(autouse=True)
def _as_it_was(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MOST_THREADS, "")


def preferences(qtbot: QtBot, window: MainWindow) -> Preferences:
    press(window, Key.Key_Comma, CTRL)
    [preferences] = window.findChildren(Preferences)
    qtbot.waitUntil(preferences.isActiveWindow)
    return preferences


def opened(qtbot: QtBot, path: Path) -> tuple[Settings, MainWindow, Answers, Preferences]:
    settings = Settings(path / "editor.json")
    window, answers = open_window(qtbot, settings)
    return settings, window, answers, preferences(qtbot, window)


def choose(box: QComboBox, text: str) -> None:
    """Go through a list by keys until it is there."""
    box.setFocus()
    press(box, Key.Key_Home)
    while box.currentText() != text:
        before = box.currentIndex()
        press(box, Key.Key_Down)
        assert box.currentIndex() > before, text


def test_what_is_chosen_counts_at_once_and_is_kept(qtbot: QtBot, tmp_path: Path) -> None:
    settings, window, _, dialog = opened(qtbot, tmp_path)
    theme = dialog.fields["theme"]
    assert isinstance(theme, QComboBox)
    choose(theme, "Light")
    assert window.theme.name == "light"
    press(dialog.pages, Key.Key_Down)
    curved = dialog.fields["curved"]
    assert isinstance(curved, QCheckBox) and curved.isVisible()
    click(curved, QPoint(8, curved.height() // 2))
    assert settings.flag("curved") and window.commands.commands["view.curved"].checked is not None
    window.commands.trigger("view.curved")
    assert not curved.isChecked()  # it follows what a menu sets
    press(dialog, Key.Key_Escape)
    assert not dialog.isVisible()
    assert Settings(tmp_path / "editor.json").text("theme") == "light"


def test_letters_grow_in_the_whole_window_and_shrink_again(qtbot: QtBot, tmp_path: Path) -> None:
    settings, window, _, dialog = opened(qtbot, tmp_path)
    size, height = window.font().pointSizeF(), window.menuBar().height()
    box = dialog.fields[TEXT_SIZE]
    assert isinstance(box, QComboBox)
    box.setFocus()
    press(box, Key.Key_End)
    settle(qtbot, lambda: window.font().pointSizeF() == pytest.approx(2 * size))
    settle(qtbot, lambda: window.menuBar().height() > height)
    settings.set(TEXT_SIZE, 100)
    settle(qtbot, lambda: window.font().pointSizeF() == pytest.approx(size))
    assert box.currentText() == "100%"


def test_runs_use_no_more_threads_than_they_may(qtbot: QtBot, tmp_path: Path) -> None:
    settings, _, _, dialog = opened(qtbot, tmp_path)
    threads = dialog.fields[THREADS]
    assert isinstance(threads, QSpinBox)
    dialog.pages.setCurrentRow(2)
    threads.setFocus()
    press(threads, Key.Key_Up)
    assert settings.get(THREADS) == 1 and os.environ[MOST_THREADS] == "1" and thread_count() == 1
    press(threads, Key.Key_Down)
    assert MOST_THREADS not in os.environ and thread_count() == len(os.sched_getaffinity(0))


@pytest.mark.parametrize("junk", ["x", "-1", "0", "9" * 50, "\u0661"])
def test_a_number_of_threads_that_is_none_limits_nothing(monkeypatch: pytest.MonkeyPatch, junk: str) -> None:
    monkeypatch.setenv(MOST_THREADS, junk)
    assert 1 <= thread_count() <= len(os.sched_getaffinity(0))


def test_diagrams_that_have_a_file_are_saved_by_themselves(qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "a.gradblocks"
    Document.new().save(file)
    settings, window, answers, dialog = opened(qtbot, tmp_path)
    window.files.open(file)
    tab = front(window)
    every = dialog.fields[AUTOSAVE]
    assert isinstance(every, QSpinBox) and not window.autosave.timer.isActive()
    every.setValue(3)
    assert window.autosave.timer.isActive() and window.autosave.timer.interval() == 3 * 60_000
    tab.document.do(AddPage(1, Page("new")), "Add")
    window.files.new()
    front(window).document.do(AddPage(1, Page("n")), "Add")
    window.autosave.timer.timeout.emit()
    assert "new" in [page.name for page in load(file).pages]
    assert not tab.document.modified and front(window).document.modified  # that has no file, and nothing is asked
    tab.document.do(AddPage(1, Page("more")), "Add")
    file.write_text(file.read_text() + "\n")  # another program wrote it
    window.autosave.timer.timeout.emit()
    assert tab.document.modified and not [text for text in answers.asked if "overwrite" in text]
    settings.set(AUTOSAVE, 0)
    assert not window.autosave.timer.isActive()


def test_open_and_save_begin_in_the_folder_of_diagrams(qtbot: QtBot, tmp_path: Path) -> None:
    settings, window, answers, dialog = opened(qtbot, tmp_path)
    home = tmp_path / "diagrams"
    home.mkdir()
    dialog.pages.setCurrentRow(3)
    field = dialog.fields[FOLDER]
    assert isinstance(field, QLineEdit)
    field.setFocus()
    type_in(field, str(home))
    press(field, Key.Key_Tab)
    assert settings.text(FOLDER) == str(home)
    asked: list[str] = []
    answers.file_to_open = lambda title, kinds="", folder="": asked.append(folder) or []  # type: ignore[method-assign]
    window.commands.trigger("file.open")
    assert asked == [str(home)]


def test_keys_are_changed_on_a_page_of_it(qtbot: QtBot, tmp_path: Path) -> None:
    _, window, _, dialog = opened(qtbot, tmp_path)
    dialog.pages.setFocus()
    press(dialog.pages, Key.Key_End)
    assert dialog.keys.isVisible()
    dialog.keys.filter.setFocus()
    type_in(dialog.keys.filter, "lay out")
    tree = dialog.keys.tree
    [row] = [row for row in rows_of(dialog.keys) if not row.isHidden() and row.text(0) == "Auto layout"]
    settle(qtbot, lambda: tree.viewport().rect().contains(tree.visualItemRect(row)))
    at = tree.visualItemRect(row).center()
    click(tree.viewport(), at)
    QTest.mouseDClick(tree.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    press(tree, Key.Key_U, CTRL)
    assert window.commands.shortcut("edit.layout") == "Ctrl+U"


def test_what_was_open_comes_back_if_wanted(qtbot: QtBot, tmp_path: Path) -> None:
    files = [tmp_path / f"{name}.gradblocks" for name in "abc"]
    settings, window, _, dialog = opened(qtbot, tmp_path)
    for file in files:
        Document.new().save(file)
        window.files.open(file)
    window.tabs.setCurrentIndex(1)
    switch = dialog.fields[REOPEN]
    assert isinstance(switch, QCheckBox)
    switch.click()
    assert window.close() and settings.flag(REOPEN)
    files[2].unlink()
    again, _ = open_window(qtbot, Settings(tmp_path / "editor.json"))
    assert again.files.was_open() == [files[1], files[0]]
    again.commands.trigger("file.reopen")
    assert sorted(str(tab.document.path) for tab in again.tabs.diagrams()) == [str(file) for file in files[:2]]
    assert front(again).document.path == files[1]
