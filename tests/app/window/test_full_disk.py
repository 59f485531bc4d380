"""The disk gets full, or can only be read, while the window is open: it says so, and later that it is over."""

from __future__ import annotations

import errno
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.core.recovery.journal import find
from app.window.settings import Settings
from app.window.tabs import DiagramTab
from blocks.base import files
from blocks.document.file import load
from tests.app.core.disks import Disk, after_a_crash, failing
from tests.app.window.hands import click, front, open_window, press
from tests.app.window.test_files import TWO_BLOCKS
from tests.app.window.test_recovery import buttons, kill_while_editing, recovery_page, state_of

CTRL = Qt.KeyboardModifier.ControlModifier
UNSAFE = "Your edits cannot be protected from a crash (No space left on device). Save often."


@pytest.fixture
def diagram(tmp_path: Path) -> Path:
    path = tmp_path / "two.gradblocks"
    path.write_text(json.dumps(TWO_BLOCKS))
    return path


@pytest.fixture
def tab(qtbot: QtBot, tmp_path: Path, diagram: Path) -> Iterator[DiagramTab]:
    """The diagram, open in a window."""
    window, _ = open_window(qtbot, state=state_of(tmp_path))
    window.files.open(diagram)
    yield front(window)


def test_the_warning_goes_as_soon_as_edits_are_safe_again(tmp_path: Path, tab: DiagramTab) -> None:
    with failing("write", errno.ENOSPC):
        tab.add_page()
        assert tab.notice.label.text() == UNSAFE
        tab.add_page()
    assert tab.notice.isVisible()
    tab.add_page()
    assert not tab.notice.isVisible()
    [recovered] = after_a_crash(state_of(tmp_path) / "journals")
    assert recovered.edit_count == 3


def test_another_notice_stays_when_edits_are_safe_again(tab: DiagramTab) -> None:
    with failing("write", errno.ENOSPC):
        tab.add_page()
    tab.notice.say("Another program changed this file.")
    tab.add_page()
    assert tab.notice.isVisible()


def test_what_is_restored_on_a_full_disk_is_not_let_go(qtbot: QtBot, tmp_path: Path, diagram: Path) -> None:
    known = kill_while_editing(tmp_path, diagram, 3)
    window, _ = open_window(qtbot, state=state_of(tmp_path))
    page = recovery_page(window)
    with failing("write", errno.ENOSPC):
        click(buttons(page, "Restore")[0])
        tab = front(window)
        assert tab.notice.label.text() == UNSAFE
        assert find(state_of(tmp_path) / "journals") == []  # it is ours
        [recovered] = after_a_crash(state_of(tmp_path) / "journals")
        assert known <= recovered.edit_count <= known + 1
    tab.add_page()
    assert not tab.notice.isVisible()
    tab.document.save(diagram)
    assert list((state_of(tmp_path) / "journals").iterdir()) == []


def test_a_disk_that_can_only_be_read_for_a_while_loses_nothing(
    qtbot: QtBot, tmp_path: Path, diagram: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Save, journal and settings at once, as a system does it after a fault of the disk."""
    before = diagram.read_bytes()
    settings = Settings(tmp_path / "editor.json")
    window, answers = open_window(qtbot, settings, state=state_of(tmp_path))
    window.files.open(diagram)
    tab = front(window)
    tab.add_page()

    def fails(*_given: object, **_more: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    with monkeypatch.context() as patch, failing("write open ftruncate", errno.EROFS):
        patch.setattr(files, "os", Disk({"open": fails}))
        settings.set("theme", "light")
        tab.add_page()
        assert "Read-only file system" in tab.notice.label.text()
        press(tab.view, Qt.Key.Key_S, CTRL)
        assert 'tell "two.gradblocks" was not saved.' in answers.asked[-1]
        assert "Read-only file system" in answers.asked[-1]
        assert tab.document.modified
        assert diagram.read_bytes() == before
    press(tab.view, Qt.Key.Key_S, CTRL)
    assert not tab.document.modified
    assert not tab.notice.isVisible()
    assert load(diagram).dumps() == tab.document.diagram.dumps()
    settings.set("live", True)
    assert Settings(tmp_path / "editor.json").text("theme") == "light"
    assert list((state_of(tmp_path) / "journals").iterdir()) == []
