"""Killed in the middle of work: what was done is offered at the next start, and nothing is written unasked."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.window.documents.recovery import RecoveryPage
from app.window.window import MainWindow
from blocks.document.file import loads
from tests.app.window.hands import click, front, open_window, press, settle
from tests.app.window.processes import Editor
from tests.app.window.test_files import TWO_BLOCKS

CTRL = Qt.KeyboardModifier.ControlModifier
TYPING = """
    tab = window().tab or (window().files.new(), window().tab)[1]
    count = 0

    def edit():
        nonlocal count
        count += 1
        tab.tools.add("Negate")
        say(count)

    repeat(edit)
"""


@pytest.fixture
def diagram(tmp_path: Path) -> Path:
    path = tmp_path / "two.gradblocks"
    path.write_text(json.dumps(TWO_BLOCKS))
    return path


def kill_while_editing(home: Path, file: Path | None, edits: int, wait: Callable[[], object] = lambda: None) -> int:
    """Start the editor, kill it after so many edits and a wait; returns how many it is known to have made."""
    with Editor(home, file, TYPING) as editor:
        for _ in range(edits):
            assert editor.line()
        wait()
        said = editor.kill().split("\n")[:-1]
    return int(said[-1]) if said else edits


def recovery_page(window: MainWindow) -> RecoveryPage:
    assert window.files.recovery.offer()
    page = window.tabs.currentWidget()
    assert isinstance(page, RecoveryPage)
    return page


def buttons(page: QWidget, text: str) -> list[QPushButton]:
    return [button for button in page.findChildren(QPushButton) if button.text() == text]


def state_of(home: Path) -> Path:
    return home / "state" / "gradblocks"


@pytest.mark.parametrize("seed", range(2))
def test_of_a_killed_editor_all_edits_but_the_last_come_back(
    qtbot: QtBot, tmp_path: Path, diagram: Path, seed: int
) -> None:
    chance = random.Random(seed)
    before = diagram.read_bytes()
    known = kill_while_editing(tmp_path, diagram, chance.randrange(1, 40), lambda: time.sleep(chance.random() * 0.02))
    window, _ = open_window(qtbot, state=state_of(tmp_path))
    page = recovery_page(window)
    assert window.tab is None
    click(buttons(page, "Restore")[0])
    tab = front(window)
    assert tab.document.path == diagram
    assert tab.document.modified
    kept = len(tab.page.blocks) - 2
    assert known - 1 <= kept <= known + 1
    assert diagram.read_bytes() == before
    assert window.tabs.count() == 1
    for _ in range(kept):
        press(tab.view, Qt.Key.Key_Z, CTRL)
    assert tab.document.diagram.dumps() == loads(before).dumps()
    assert not tab.document.modified


def test_a_diagram_that_was_never_saved_comes_back_too(qtbot: QtBot, tmp_path: Path) -> None:
    known = kill_while_editing(tmp_path, None, 5)
    window, answers = open_window(qtbot, state=state_of(tmp_path))
    click(buttons(recovery_page(window), "Restore")[0])
    tab = front(window)
    assert tab.document.path is None
    assert len(tab.page.blocks) >= known - 1
    answers.to_save = tmp_path / "mine.gradblocks"
    press(tab.view, Qt.Key.Key_S, CTRL)
    assert answers.to_save.exists()
    assert not window.files.recovery.offer()
    assert not list((state_of(tmp_path) / "journals").iterdir())


def test_what_was_restored_survives_a_second_kill(qtbot: QtBot, tmp_path: Path, diagram: Path) -> None:
    known = kill_while_editing(tmp_path, diagram, 4)
    restore = """
        from PySide6.QtWidgets import QPushButton
        window().files.recovery.offer()
        page = window().tabs.currentWidget()
        next(b for b in page.findChildren(QPushButton) if b.text() == "Restore").click()
        say(len(window().tab.page.blocks))
    """
    with Editor(tmp_path, diagram, restore) as editor:
        count = int(editor.line())
        assert count >= known + 2 - 1
        editor.kill()
    window, _ = open_window(qtbot, state=state_of(tmp_path))
    click(buttons(recovery_page(window), "Restore")[0])
    assert len(front(window).page.blocks) == count


def test_a_file_that_is_asked_for_stays_in_front_and_says_what_was_not_saved(
    qtbot: QtBot, tmp_path: Path, diagram: Path
) -> None:
    kill_while_editing(tmp_path, diagram, 3)
    other = tmp_path / "other.gradblocks"
    other.write_text(json.dumps(TWO_BLOCKS))
    for file, told in ((other, False), (diagram, True)):
        window, _ = open_window(qtbot, state=state_of(tmp_path))
        window.files.load(file)
        window.files.recovery.offer(to_front=False)
        assert [window.tabs.tabText(i) for i in range(window.tabs.count())] == [file.stem, "Restore"]
        assert front(window).document.path == file
        assert ("Unsaved" in front(window).notice.label.text()) == told
    click(buttons(front(window).notice, "Restore...")[0])
    assert isinstance(window.tabs.currentWidget(), RecoveryPage)


def test_a_file_that_has_changed_since_is_left_alone(qtbot: QtBot, tmp_path: Path, diagram: Path) -> None:
    journals = state_of(tmp_path) / "journals"

    def wait_for_base() -> None:
        """What the file held is kept in a thread beside the edits."""
        while not any(b'"base"' in each.read_bytes() for each in journals.glob("*.journal")):
            time.sleep(0.01)

    known = kill_while_editing(tmp_path, diagram, 5, wait_for_base)
    diagram.write_text(diagram.read_text().replace('"n"', '"other"').replace("n.x", "other.x"))
    theirs = diagram.read_bytes()
    window, answers = open_window(qtbot, state=state_of(tmp_path))
    click(buttons(recovery_page(window), "Restore")[0])
    tab = front(window)
    assert tab.document.path is None
    assert len(tab.page.blocks) - 2 >= known - 1
    assert "n" in {block.id for block in tab.page.blocks}
    assert "was not changed" in tab.notice.label.text()
    assert tab.document.modified
    press(tab.view, Qt.Key.Key_S, CTRL)
    assert answers.asked[-1].startswith("save ")
    assert diagram.read_bytes() == theirs


def test_what_is_discarded_is_asked_about_and_gone(qtbot: QtBot, tmp_path: Path) -> None:
    kill_while_editing(tmp_path, None, 3)
    window, answers = open_window(qtbot, state=state_of(tmp_path))
    page = recovery_page(window)
    click(buttons(page, "Discard...")[0])
    assert answers.asked == ["forget untitled"]
    assert window.files.recovery.offer()
    answers.yes = True
    click(buttons(page, "Discard...")[0])
    assert not window.files.recovery.offer()
    assert window.tabs.tabText(0) == "Welcome"


def test_a_file_that_is_open_and_unchanged_makes_room_for_what_is_restored(
    qtbot: QtBot, tmp_path: Path, diagram: Path
) -> None:
    kill_while_editing(tmp_path, diagram, 3)
    window, _ = open_window(qtbot, state=state_of(tmp_path))
    window.files.open(diagram)
    click(buttons(recovery_page(window), "Restore")[0])
    assert [tab.title for tab in window.tabs.diagrams()] == ["two"]
    tab = front(window)
    assert len(tab.page.blocks) >= 4
    assert not tab.read_only


def test_closing_leaves_nothing_behind(qtbot: QtBot, tmp_path: Path, diagram: Path) -> None:
    drive = """
        window().tab.tools.add("Negate")
        say("edited")
        from app.window.widgets.questions import UserAnswer
        window().ask.keep = lambda name: UserAnswer.DISCARD
        QTimer.singleShot(50, window().close)
    """
    with Editor(tmp_path, diagram, drive) as editor:
        out, errors = editor.finish()
    assert (out, errors, editor.process.returncode) == ("edited\n", "", 0)
    assert [path for path in state_of(tmp_path).rglob("*") if path.is_file()] == []
    window, _ = open_window(qtbot, state=state_of(tmp_path))
    assert not window.files.recovery.offer()


def test_two_windows_on_one_file_cannot_overwrite_each_other(qtbot: QtBot, tmp_path: Path, diagram: Path) -> None:
    hold = """
        say(window().tab.read_only)
    """
    with Editor(tmp_path, diagram, hold) as editor:
        assert editor.line() == "False"
        window, answers = open_window(qtbot, state=state_of(tmp_path))
        window.files.open(diagram)
        tab = front(window)
        assert tab.read_only
        assert window.tabs.tabText(0) == "two (read-only)"
        assert f"another window (process {editor.process.pid}, since" in tab.notice.label.text()
        before = diagram.read_bytes()
        tab.tools.add("Negate")
        press(tab.view, Qt.Key.Key_S, CTRL)
        assert "is open in another window" in answers.asked[0]
        assert answers.asked[1] == "save Save as two.gradblocks"
        assert diagram.read_bytes() == before
        answers.to_save = tmp_path / "copy.gradblocks"
        click(tab.notice.act)
        assert tab.document.path == answers.to_save
        assert not tab.read_only
        assert window.tabs.tabText(0) == "copy"
        answers.to_save = diagram
        window.files.save_as(tab)
        assert diagram.read_bytes() == before
        editor.kill()
    window.files.save_as(tab)  # the lock of a process that is gone counts no more
    assert diagram.read_bytes() != before
    assert tab.document.path == diagram


def test_within_one_window_a_file_has_one_tab(qtbot: QtBot, tmp_path: Path, diagram: Path) -> None:
    window, answers = open_window(qtbot, state=state_of(tmp_path))
    window.files.open(diagram)
    link = tmp_path / "link.gradblocks"
    link.symlink_to(diagram)
    window.files.open(link)
    assert window.tabs.count() == 1
    window.files.new()
    answers.to_save = diagram
    before = diagram.read_bytes()
    press(front(window).view, Qt.Key.Key_S, CTRL)
    assert "open in another tab" in answers.asked[-1]
    assert diagram.read_bytes() == before


def test_a_broken_file_on_the_command_line_is_told_in_the_window(tmp_path: Path) -> None:
    bad = tmp_path / "bad.gradblocks"
    bad.write_text('{"format": "gradblocks/1", "pages": [{"name": "main", "blocks": [{"id": "A"}]}]}')
    look = """
        page = window().tabs.currentWidget()
        say(window().isVisible(), window().windowTitle(), page.head.text())
        say(page.faults)
        window().close()
    """
    with Editor(tmp_path, bad, look) as editor:
        out, errors = editor.finish()
    seen, fault = out.strip().split("\n")
    assert seen == 'True Gradblocks "bad.gradblocks" cannot be opened.'
    assert "page 'main'" in fault
    assert "'A'" in fault
    assert str(bad) in errors
    assert "Traceback" not in errors
    assert editor.process.returncode == 0


def test_restored_work_is_offered_at_the_start_beside_the_file_of_the_command_line(
    tmp_path: Path, diagram: Path
) -> None:
    kill_while_editing(tmp_path, None, 2)
    look = """
        say([window().tabs.tabText(i) for i in range(window().tabs.count())], window().tabs.currentIndex())
        window().close()
    """
    with Editor(tmp_path, diagram, look) as editor:
        assert editor.finish()[0] == "['two', 'Restore'] 0\n"


def test_a_journal_that_another_window_restored_meanwhile(qtbot: QtBot, tmp_path: Path) -> None:
    kill_while_editing(tmp_path, None, 2)
    (one, _), (two, _) = open_window(qtbot, state=state_of(tmp_path)), open_window(qtbot, state=state_of(tmp_path))
    first, second = recovery_page(one), recovery_page(two)
    click(buttons(first, "Restore")[0])
    assert front(one).document.modified
    click(buttons(second, "Restore")[0])
    assert two.tab is None
    settle(qtbot, lambda: not any(isinstance(two.tabs.widget(i), RecoveryPage) for i in range(two.tabs.count())))


def test_where_nothing_can_be_kept_it_is_said_and_work_goes_on(qtbot: QtBot, tmp_path: Path, diagram: Path) -> None:
    state = tmp_path / "state"
    state.write_text("a file where the folder should be")
    window, _ = open_window(qtbot, state=state)
    assert not window.files.recovery.offer()
    window.files.open(diagram)
    tab = front(window)
    assert not tab.notice.isVisible()
    tab.add_page()
    assert tab.notice.label.text().startswith("Your edits cannot be protected from a crash (")
    press(tab.view, Qt.Key.Key_S, CTRL)
    assert not tab.notice.isVisible()
    assert not tab.document.modified


def test_the_command_offers_again_what_was_put_off(qtbot: QtBot, tmp_path: Path) -> None:
    kill_while_editing(tmp_path, None, 1)
    window, _ = open_window(qtbot, state=state_of(tmp_path))
    window.commands.trigger("file.recover")
    assert isinstance(window.tabs.currentWidget(), RecoveryPage)
    press(window, Qt.Key.Key_W, CTRL)
    assert window.tabs.tabText(window.tabs.currentIndex()) == "Welcome"
    window.commands.trigger("file.recover")
    click(buttons(recovery_page(window), "Restore")[0])
    assert front(window).document.modified
    window.commands.trigger("file.recover")
    assert window.tabs.count() == 1
