from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtWidgets import QInputDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.core.document import Document
from app.window.settings import MAX_RECENT, Settings
from app.window.widgets.questions import Questions
from tests.app.window.hands import front, open_window


def test_values_are_there_at_the_next_start(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "editor.json"
    first = Settings(file)
    first.set("theme", "light")
    first.set("live", True)
    first.set("keys/shortcuts", {"file.new": "Ctrl+J", "a": "Ctrl+,; F3"})
    first.set_data("window/state", QByteArray(b"\x00\xff\n"))
    del first
    second = Settings(file)
    assert second.text("theme") == "light"
    assert second.flag("live")
    assert second.table("keys/shortcuts") == {"file.new": "Ctrl+J", "a": "Ctrl+,; F3"}
    assert second.data("window/state") == QByteArray(b"\x00\xff\n")


def test_a_damaged_file_counts_as_empty(tmp_path: Path) -> None:
    file = tmp_path / "editor.json"
    for damage in (
        b"",
        b'{"theme": "light"',
        b"[1]",
        b'{"theme": 1, "live": "yes", "files/recent": {}}',
        b"\xff",
        b"[" * 9999,
    ):
        file.write_bytes(damage)
        settings = Settings(file)
        assert settings.text("theme", "dark") == "dark"
        assert not settings.flag("live")
        assert settings.recent() == []
        settings.set("theme", "light")
        assert Settings(file).text("theme") == "light"


def test_two_windows_keep_what_each_has_set(tmp_path: Path) -> None:
    file = tmp_path / "editor.json"
    first, second = Settings(file), Settings(file)
    first.set("theme", "light")
    second.set("live", True)
    kept = Settings(file)
    assert (kept.text("theme"), kept.flag("live")) == ("light", True)


def test_settings_that_cannot_be_written_are_told_once_and_count_nevertheless(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "home").write_text("no folder")
    settings = Settings(tmp_path / "home" / "gradblocks" / "editor.json")
    told: list[str] = []
    settings.failed.connect(told.append)
    window, _ = open_window(qtbot, settings)
    for theme in ("light", "dark", "light"):
        settings.set("theme", theme)
        assert settings.text("theme") == theme
    assert len(told) == 1
    assert str(tmp_path / "home") in told[0] and "Not a directory" in told[0]
    assert window.status.message.text() == told[0]


def test_recent_files_are_newest_first_each_once_and_only_those_that_exist(tmp_path: Path) -> None:
    settings = Settings()
    files = [tmp_path / f"{i}.gradblocks" for i in range(MAX_RECENT + 3)]
    for file in files:
        file.write_text("{}")
        settings.add_recent(file)
    settings.add_recent(files[-3])
    assert settings.recent()[:3] == [files[-3], files[-1], files[-2]]
    assert len(settings.recent()) == MAX_RECENT
    files[-1].unlink()
    assert files[-1] not in settings.recent()
    settings.forget_recent()
    assert settings.recent() == []


def test_a_change_is_told_once(tmp_path: Path) -> None:
    settings = Settings()
    told: list[str] = []
    settings.changed.connect(told.append)
    settings.set("theme", "light")
    settings.set("theme", "light")
    assert told == ["theme"]


NAMES = (
    "bookmarks", "curved", "dim", "files/recent", "keys/shortcuts", "links", "live", "minimap", "run/steps",
    "shapes", "tags", "theme", "values", "window/geometry", "window/state",
)  # fmt: skip


JUNK: dict[str, Any] = {
    "number": -(10**400),
    "text": "\x00/\ud800",
    "object": {
        "main": {"1": [10**400, "NaN", -5], "2": [1e300, -1, 0], "9" * 5000: [1, 1, 1], "x": 1},
        "file.new": [None, [], {}],
    },
}


@pytest.mark.parametrize("name", JUNK)
def test_the_window_opens_whatever_the_settings_hold(qtbot: QtBot, tmp_path: Path, name: str) -> None:
    junk, file = JUNK[name], tmp_path / "a.gradblocks"
    Document.new().save(file)
    kept = {**dict.fromkeys(NAMES, junk), "bookmarks": {str(file): junk}, "links": {str(file): junk}}
    (tmp_path / "editor.json").write_text(json.dumps(kept))
    window, answers = open_window(qtbot, Settings(tmp_path / "editor.json"))
    window.files.open(file)
    assert front(window).document.path == file
    for command in ("bookmark.go.1", "bookmark.go.2", "bookmark.set.2", "run.steps", "run.live", "view.curved"):
        window.commands.trigger(command)
    assert not [text for text in answers.asked if text.startswith("tell")]


@pytest.mark.parametrize(("value", "shown"), [(-1, 1), (10**400, 9), (5, 5)], ids=["small", "large", "right"])
def test_a_number_that_was_kept_is_one_that_may_be_given(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, value: int, shown: int
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)

    def accepted(dialog: QInputDialog) -> int:
        buttons = {button.text(): button.isEnabled() for button in dialog.findChildren(QPushButton)}
        assert buttons == {"Run steps": True, "Cancel": True}
        return 1

    monkeypatch.setattr(QInputDialog, "exec", accepted)
    assert Questions(parent).number("Run steps", "How many", value, 1, 9) == shown
