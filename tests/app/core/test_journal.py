"""The journal: every edit is on the disk before anything else happens, and comes back from there as it was."""

from __future__ import annotations

import json
import os
import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QThreadPool
from pytestqt.qtbot import QtBot

from app.core.document import Document, DocumentEdit
from app.core.recovery import journal as journals
from app.core.recovery.journal import Journal, begin_again, find, read, replay
from blocks.base.errors import DiagramError
from blocks.base.locks import FileLock, lock_of_file
from blocks.document.changes import AddBlocks, AddPage, Group, RenamePage, SetField, SetTitle, SetValue
from blocks.document.data import Block, Page
from blocks.document.file import load
from tests.run.planted import PATIENCE


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "state" / "journals"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small.gradblocks"
    document = Document.new()
    document.do(AddBlocks("main", ((0, Block("A", "Const", values={"val": [1.0]})),)), "Add A")
    document.save(path)
    return path


def settle(journal: Journal) -> None:
    """Wait until what it does beside is done."""
    pool = journal.findChild(QThreadPool)
    assert isinstance(pool, QThreadPool)
    assert pool.waitForDone()


def random_edit(document: Document, chance: random.Random) -> None:
    """An edit, or a step through the history, as a person might make it."""
    number = chance.randrange(10**6)
    ways: list[Callable[[], None]] = [
        lambda: document.do(SetTitle(f"title {number}"), "Title"),
        lambda: document.do(SetField("main", "A", "at", (float(number), -0.5)), "Move", "drag"),
        lambda: document.do(SetField("main", "A", "at", (float(number), 1e-300)), "Move", "drag"),
        lambda: document.do(SetValue("main", "A", "val", [number, "NaN", "\u00e9\U0001f600\n", None]), "Value", "type"),
        lambda: document.do(AddBlocks("main", ((0, Block(f"b{number}", "Nobody knows", size=(3, 4))),)), "Add"),
        lambda: document.do(Group((AddPage(1, Page(f"p{number}")), RenamePage(f"p{number}", f"q{number}"))), "Pages"),
        document.end_gesture,
        document.undo,
        document.undo,
        document.redo,
    ]
    chance.choice(ways)()


def steps(document: Document) -> list[str]:
    """The diagram before each edit that undo takes back."""
    texts: list[str] = []
    while document.history.undo_text:
        document.undo()
        texts.append(document.diagram.dumps())
    return texts


@pytest.mark.parametrize("seed", range(6))
def test_whatever_was_done_comes_back_with_its_history(qtbot: QtBot, folder: Path, file: Path, seed: int) -> None:
    chance = random.Random(seed)
    document = Document(load(file))
    written = Journal(document, folder, "small")
    while len(document.history.entries) < 20:
        random_edit(document, chance)
    left = next(folder.glob("*.journal"))
    copy = left.with_name("copy.journal")
    copy.write_bytes(left.read_bytes())
    recovered = read(copy)
    assert recovered is not None
    assert recovered.file == file
    again = Document(begin_again(recovered))
    assert again.path == file
    assert replay(again, recovered.edits) == len(recovered.edits)
    assert again.diagram.dumps() == document.diagram.dumps()
    assert [entry.text for entry in again.history.entries] == [entry.text for entry in document.history.entries]
    assert again.modified
    assert steps(again) == steps(document)
    written.close()


def test_a_journal_cut_anywhere_gives_all_edits_whose_lines_are_whole(qtbot: QtBot, folder: Path) -> None:
    document = Document.new()
    written = Journal(document, folder, "untitled")
    texts = [document.diagram.dumps()]
    for number in range(4):
        document.do(AddBlocks("main", ((number, Block(f"b{number}", "Negate")),)), "Add")
        texts.append(document.diagram.dumps())
    data = next(folder.glob("*.journal")).read_bytes()
    cut = folder / "cut.journal"
    ends = [place + 1 for place, byte in enumerate(data) if byte == 10]
    for length in range(len(data) + 1):
        cut.write_bytes(data[:length])
        recovered = read(cut)
        whole = sum(end <= length for end in ends) - 2  # the head, and what the edits begin with
        if whole < 1:
            assert recovered is None
            continue
        assert recovered is not None
        again = Document(begin_again(recovered))
        assert replay(again, recovered.edits) == whole
        assert again.diagram.dumps() == texts[whole]
    written.close()


@pytest.mark.parametrize("is_saved", [True, False])
def test_a_long_journal_is_written_anew_with_a_later_beginning(
    qtbot: QtBot, folder: Path, file: Path, monkeypatch: pytest.MonkeyPatch, is_saved: bool
) -> None:
    monkeypatch.setattr(journals, "_LONG", 10_000)
    chance = random.Random(7)
    document = Document(load(file)) if is_saved else Document.new()
    document.do(AddBlocks("main", ((0, Block("counter", "Const")),)), "Add")
    if is_saved:  # the file has what the edits begin with: the journal may not have it yet
        document.save(file)
    written = Journal(document, folder, "small")
    sizes: list[int] = []
    for number in range(3000):
        if number % 10:
            document.do(SetValue("main", "counter", "val", number), "Count", "count")
        else:
            chance.choice([document.undo, document.redo])()
        if number % 100 == 99:
            # Whatever the thread beside has just done, a crash now would lose nothing.
            copy = folder / "copy.journal"
            copy.write_bytes(next(each for each in folder.glob("*.journal") if each != copy).read_bytes())
            recovered = read(copy)
            assert recovered is not None
            again = Document(begin_again(recovered))
            assert again.path == (file if is_saved else None)
            assert replay(again, recovered.edits) == len(recovered.edits) > 0
            assert again.diagram.dumps() == document.diagram.dumps()
            assert again.modified
            sizes.append(copy.stat().st_size)
            copy.unlink()
            settle(written)
    assert max(sizes) < 40_000 < 3000 * 50
    assert [each.suffix for each in folder.iterdir()] == [".journal"]
    assert find(folder) == []  # it is still ours
    document.save(file)
    assert not list(folder.iterdir())
    written.close()


def test_killed_at_any_call_of_the_system_while_it_is_written_anew_nothing_is_lost(
    qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journals, "_LONG", 1000)
    document = Document.new()
    written = Journal(document, folder, "small")
    states: list[tuple[str, dict[str, bytes]]] = []

    def look() -> None:
        """What a kill would leave behind now, beside what was made by now."""
        if threading.current_thread() is not threading.main_thread():
            states.append((versions[-1], {each.name: each.read_bytes() for each in folder.iterdir()}))

    def looking(real: Callable[..., Any]) -> Callable[..., Any]:
        def looked(*given: Any) -> Any:
            look()
            result = real(*given)
            look()
            return result

        return looked

    for name in ("open", "write", "fsync", "close"):
        monkeypatch.setattr(journals.os, name, looking(getattr(os, name)))
    monkeypatch.setattr(Path, "replace", looking(Path.replace))
    versions = [document.diagram.dumps()]
    for number in range(300):
        document.do(SetTitle(f"title {number}"), "Title")
        versions.append(document.diagram.dumps())
    settle(written)
    monkeypatch.undo()
    assert sum(any(name.endswith(".new") for name in files) for _, files in states) > 5
    for number, (text, files) in enumerate(states):
        left = folder.with_name(f"left{number}")
        left.mkdir()
        for name, data in files.items():
            (left / name).write_bytes(data)
        [recovered] = find(left)
        again = Document(begin_again(recovered))
        assert replay(again, recovered.edits) == len(recovered.edits)
        assert versions.index(again.diagram.dumps()) >= versions.index(text)
    written.close()


def test_an_edit_does_not_wait_for_the_disk_while_a_journal_is_written_anew(
    qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journals, "_LONG", 1000)
    document = Document.new()
    written = Journal(document, folder, "small")
    begun, edited = threading.Event(), threading.Event()
    waited: list[bool] = []
    real = os.fsync

    def slow(handle: int) -> None:
        begun.set()
        waited.append(edited.wait(PATIENCE))
        real(handle)

    monkeypatch.setattr(journals.os, "fsync", slow)
    number = 0
    while not begun.is_set():
        number += 1
        document.do(SetTitle(f"title {number}"), "Title")
    document.do(SetTitle("last"), "Title")
    edited.set()
    settle(written)
    assert waited[0]
    left = folder / "copy.journal"
    left.write_bytes(next(folder.glob("*.journal")).read_bytes())
    recovered = read(left)
    assert recovered is not None and len(recovered.edits) <= number
    again = Document(begin_again(recovered))
    replay(again, recovered.edits)
    assert again.diagram.title == "last"
    written.close()


def test_what_was_to_take_the_place_of_a_journal_is_tidied_away(qtbot: QtBot, folder: Path) -> None:
    folder.mkdir(parents=True)
    left = folder / "a.journal.new"
    left.write_text("{}\n")
    assert find(folder) == []
    assert left.exists()  # somebody may be at it
    os.utime(left, (0, 0))
    assert find(folder) == []
    assert not left.exists()


def test_a_journal_that_cannot_be_written_anew_goes_on(
    qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journals, "_LONG", 1000)
    document = Document.new()
    written = Journal(document, folder, "small")
    failures: list[str] = []
    written.failed.connect(failures.append)
    document.do(SetTitle("first"), "Title")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(journals.os, "fsync", full)
    for number in range(200):
        document.do(SetTitle(f"title {number}"), "Title")
    settle(written)
    [left] = folder.iterdir()
    recovered = read(left)
    assert recovered is not None and len(recovered.edits) == 201
    assert failures == []
    written.close()


def test_there_is_a_journal_only_while_something_is_not_saved(qtbot: QtBot, folder: Path, file: Path) -> None:
    document = Document(load(file))
    written = Journal(document, folder, "small")

    def count() -> int:
        return len(list(folder.glob("*")))

    assert count() == 0
    document.do(SetTitle("one"), "Title")
    assert count() == 1
    document.undo()
    assert count() == 0
    document.redo()
    assert count() == 1
    document.save(file)
    assert count() == 0
    document.undo()  # past the state that was saved
    recovered = read(next(folder.glob("*.journal")))
    assert recovered is not None
    again = Document(begin_again(recovered))
    replay(again, recovered.edits)
    assert again.diagram.dumps() == document.diagram.dumps()
    written.close()
    assert count() == 0


def test_a_journal_of_an_open_document_is_offered_to_nobody(qtbot: QtBot, folder: Path) -> None:
    document = Document.new()
    written = Journal(document, folder, "untitled")
    document.do(SetTitle("one"), "Title")
    assert find(folder) == []
    left = next(folder.glob("*.journal"))
    left.with_name("left.journal").write_bytes(left.read_bytes())
    assert [result.journal.name for result in find(folder)] == ["left.journal"]
    written.close()


def test_a_journal_is_ours_though_a_window_that_starts_looks_at_it_just_then(
    qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = Document.new()
    written = Journal(document, folder, "untitled")
    real, looks = journals.lock_handle, iter([False, False])

    def lock(handle: int) -> bool:
        return next(looks, True) and real(handle)

    monkeypatch.setattr(journals, "lock_handle", lock)
    document.do(SetTitle("one"), "Title")
    assert find(folder) == []
    written.close()


def test_of_a_file_that_has_changed_since_the_journal_knows_what_it_held(
    qtbot: QtBot, folder: Path, file: Path
) -> None:
    document = Document(load(file))
    written = Journal(document, folder, "small")
    document.do(SetTitle("mine"), "Title")
    left = next(folder.glob("*.journal"))
    qtbot.waitUntil(lambda: b'"base"' in left.read_bytes())
    file.write_text(file.read_text().replace('"A"', '"B"'))
    recovered = read(left)
    assert recovered is not None
    assert recovered.changed_since
    diagram = begin_again(recovered)
    assert diagram.path is None
    assert [block.id for block in diagram.pages[0].blocks] == ["A"]
    with pytest.raises(DiagramError, match="previous contents were not kept"):
        begin_again(recovered._replace(base=None))
    file.unlink()
    assert recovered.changed_since
    written.close()


def test_where_no_journal_can_be_written_it_is_said_once_and_editing_goes_on(qtbot: QtBot, tmp_path: Path) -> None:
    folder = tmp_path / "journals"
    folder.write_text("a file where the folder should be")
    document = Document.new()
    written = Journal(document, folder, "untitled")
    told: list[str] = []
    written.failed.connect(told.append)
    document.do(SetTitle("one"), "Title")
    document.do(SetTitle("two"), "Title")
    assert document.diagram.title == "two"
    assert len(told) == 1
    folder.unlink()
    document.save(tmp_path / "saved.gradblocks")
    document.do(SetTitle("three"), "Title")
    assert len(list(folder.glob("*.journal"))) == 1
    written.close()


def test_a_full_disk_in_the_middle_keeps_what_was_written(
    qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = Document.new()
    written = Journal(document, folder, "untitled")
    told: list[str] = []
    written.failed.connect(told.append)
    document.do(SetTitle("one"), "Title")
    real = os.write

    def full(handle: int, data: memoryview) -> int:
        if len(data) < 20:
            raise OSError(28, "No space left on device")
        return real(handle, data[: len(data) // 2])

    with monkeypatch.context() as patch:
        patch.setattr(journals.os, "write", full)
        document.do(SetTitle("two"), "Title")
    assert told == ["No space left on device"]
    recovered = read(next(folder.glob("*.journal")))
    assert recovered is not None
    assert [edit.change for edit in recovered.edits] == [SetTitle("one")]
    written.close()


def test_a_beginning_that_did_not_fit_on_the_disk_does_not_hide_the_edits_behind_it(
    qtbot: QtBot, folder: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = Document(load(file))
    written = Journal(document, folder, "small")
    real = os.write

    def full(handle: int, data: memoryview) -> int:
        """Room for half of what the file held, which is written beside the edits."""
        if threading.current_thread() is threading.main_thread():
            return real(handle, data)
        if len(data) < 20:
            raise OSError(28, "No space left on device")
        return real(handle, data[: len(data) // 2])

    monkeypatch.setattr(journals.os, "write", full)
    document.do(SetTitle("one"), "Title")
    settle(written)
    document.do(SetTitle("two"), "Title")
    recovered = read(next(folder.glob("*.journal")))
    assert recovered is not None
    assert [edit.change for edit in recovered.edits] == [SetTitle("one"), SetTitle("two")]
    written.close()


EDIT = {"how": "do", "text": "Title", "change": {"change": "set title", "title": "x"}}
HEAD = {"format": journals.FORMAT, "title": "t", "file": None, "digest": None}


@pytest.mark.parametrize(
    ("lines", "edits"),
    [
        ([], None),
        (["\x00\xff"], None),
        ([HEAD], None),
        ([{**HEAD, "format": "another/1"}, EDIT], None),
        ([HEAD, {**EDIT, "how": "fly"}, EDIT], None),
        ([HEAD, EDIT, {**EDIT, "text": 3}, EDIT], 1),
        ([HEAD, EDIT, {**EDIT, "change": {"change": "set title"}}, EDIT], 1),
        ([HEAD, EDIT, "[" * 5000, EDIT], 1),
        ([HEAD, EDIT, [1], EDIT], 1),
        ([{**HEAD, "title": 1, "file": 2, "digest": 3}, {"base": 4}, EDIT], 1),
        ([HEAD, EDIT, EDIT], 2),
    ],
)
def test_a_damaged_journal_is_read_up_to_the_damage(tmp_path: Path, lines: list[object], edits: int | None) -> None:
    path = tmp_path / "x.journal"
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("".join(f"{text}\n" for text in texts), "latin-1")
    recovered = read(path)
    assert (None if recovered is None else len(recovered.edits)) == edits


def test_an_edit_that_does_not_fit_ends_the_replay(qtbot: QtBot) -> None:
    document = Document.new()
    edits = [DocumentEdit("Title", SetTitle("one"), "do"), DocumentEdit("Page", RenamePage("no", "new"), "do")]
    assert replay(document, [*edits, *edits]) == 1
    assert document.diagram.title == "one"


def test_journals_without_an_edit_are_tidied_away_once_they_are_old(tmp_path: Path) -> None:
    young, old = tmp_path / "young.journal", tmp_path / "old.journal"
    for path in (young, old):
        path.write_text(json.dumps(HEAD) + "\n")
    os.utime(old, (0, 0))
    assert find(tmp_path) == []
    assert young.exists()
    assert not old.exists()
    assert find(tmp_path / "no such folder") == []


def test_a_lock_is_had_by_one_and_says_by_whom(tmp_path: Path) -> None:
    file = tmp_path / "a.gradblocks"
    file.write_text("")
    (tmp_path / "link").symlink_to(file)
    first, second = lock_of_file(tmp_path / "locks", file), lock_of_file(tmp_path / "locks", tmp_path / "link")
    assert first.take()
    assert first.take()
    assert not second.take()
    assert f"process {os.getpid()}, since " in second.holder()
    second.release()
    assert first.held
    first.release()
    assert not first.path.exists()
    assert second.take()
    second.release()
    assert second.holder() == ""


def test_a_lock_that_is_not_to_be_made_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        FileLock(tmp_path / "none", make=False).take()
    (tmp_path / "some").write_text("kept")
    lock = FileLock(tmp_path / "some", make=False)
    assert lock.take()
    lock.release(remove=False)
    assert (tmp_path / "some").read_text() == "kept"
