from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray

from app.window.settings import MAX_RECENT, Settings


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
