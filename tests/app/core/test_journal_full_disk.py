"""A disk that takes nothing for a while: the edits made meanwhile are in the journal as soon as it takes them."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.core.document import Document
from app.core.recovery import journal as journals
from app.core.recovery import journal as locks
from app.core.recovery.journal import Journal, OrphanedJournal, begin_again, replay
from blocks.base.locks import FileLock, lock_of_file
from blocks.document.changes import AddBlocks, SetTitle
from blocks.document.data import Block
from blocks.document.file import load
from tests.app.core.disks import Disk, after_a_crash, failing

SOON = 60_000
"""Milliseconds; waiting ends when it happens."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "state" / "journals"


@contextmanager
def half_written() -> Generator[None]:
    """The disk gets full in the middle of a line."""

    def full(handle: int, data: memoryview) -> int:
        if len(data) < 20:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return os.write(handle, data[: len(data) // 2])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(journals, "os", Disk({"write": full}))
        yield


OUTAGES: dict[str, Callable[[], Any]] = {
    "full": lambda: failing("write", errno.ENOSPC),
    "full in the middle of a line": half_written,
    "quota": lambda: failing("write", errno.EDQUOT),
    "I/O error": lambda: failing("write ftruncate", errno.EIO),
    "read-only": lambda: failing("write ftruncate open", errno.EROFS),
}


def restored(recovered: OrphanedJournal) -> Document:
    again = Document(begin_again(recovered))
    assert replay(again, recovered.edits) == len(recovered.edits)
    return again


@pytest.mark.parametrize("outage", OUTAGES)
@pytest.mark.parametrize("begun", [True, False])
@pytest.mark.parametrize("saved", [True, False])
def test_what_was_done_meanwhile_is_written_with_the_next_edit(
    qtbot: QtBot, folder: Path, file: Path, outage: str, begun: bool, saved: bool
) -> None:
    """Nothing was kept from then on until the next save, also with room enough again."""
    document = Document(load(file)) if saved else Document.new()
    written = Journal(document, folder, "small")
    told: list[str] = []
    written.failed.connect(told.append)
    written.mended.connect(lambda: told.append("mended"))
    if begun:
        document.do(SetTitle("before"), "Title")
    before = after_a_crash(folder, "before") if begun else []
    with OUTAGES[outage]():
        document.do(SetTitle("one"), "Title")
        document.do(AddBlocks("main", ((0, Block("B", "Const")),)), "Add")
        assert len(told) == 1  # not once more for each edit
    if begun:
        assert [each.edits for each in after_a_crash(folder, "meanwhile")] == [each.edits for each in before]
    document.do(SetTitle("two"), "Title")
    assert told[1:] == ["mended"]
    [recovered] = after_a_crash(folder)
    again = restored(recovered)
    assert again.diagram.dumps() == document.diagram.dumps()
    assert [each.text for each in again.history.entries] == [each.text for each in document.history.entries]
    assert recovered.file == (file if saved else None)
    written.close()
    assert list(folder.iterdir()) == []


def test_it_is_written_as_soon_as_there_is_room_though_nobody_edits(qtbot: QtBot, folder: Path, file: Path) -> None:
    document = Document(load(file))
    written = Journal(document, folder, "small")
    with failing("write", errno.ENOSPC):
        document.do(SetTitle("one"), "Title")
        assert written.fault == os.strerror(errno.ENOSPC)
    with qtbot.waitSignal(written.mended, timeout=SOON):
        pass
    assert written.fault == ""
    [recovered] = after_a_crash(folder)
    assert [each.change for each in recovered.edits] == [SetTitle("one")]
    written.close()


@pytest.mark.parametrize("end", ["saved", "undone", "closed"])
def test_what_needs_no_journal_any_more_does_not_wait_for_one(qtbot: QtBot, folder: Path, file: Path, end: str) -> None:
    document = Document(load(file))
    written = Journal(document, folder, "small")
    with failing("write", errno.ENOSPC):
        document.do(SetTitle("one"), "Title")
        {"saved": lambda: document.save(file), "undone": document.undo, "closed": written.close}[end]()
    assert written.fault == ""
    if end != "closed":
        document.do(SetTitle("two"), "Title")
        [recovered] = after_a_crash(folder)
        assert [each.change for each in recovered.edits] == [SetTitle("two")]
        assert restored(recovered).diagram.title == "two"
        written.close()
    assert list(folder.iterdir()) == []


def test_one_that_was_moved_away_is_begun_anew(qtbot: QtBot, folder: Path, file: Path) -> None:
    document = Document(load(file))
    written = Journal(document, folder, "small")
    document.do(SetTitle("one"), "Title")
    folder.rename(folder.with_name("elsewhere"))
    document.do(SetTitle("two"), "Title")
    [recovered] = after_a_crash(folder)
    assert restored(recovered).diagram.dumps() == document.diagram.dumps()
    written.close()


def test_what_takes_the_place_of_another_one_waits_until_it_can(qtbot: QtBot, folder: Path, tmp_path: Path) -> None:
    """What is restored on a full disk would be in no journal at all, and lost by the next crash."""
    document = Document.new()
    left = Journal(document, folder, "left over")
    document.do(SetTitle("one"), "Title")
    [recovered] = after_a_crash(folder)
    left.close()
    older = FileLock(recovered.journal, make=False)
    assert older.take()
    again = Document(begin_again(recovered))
    written = Journal(again, folder, "again")
    with failing("write", errno.ENOSPC):
        replay(again, recovered.edits)
        written.take_the_place_of(older)
    assert recovered.journal.exists()
    again.do(SetTitle("two"), "Title")
    assert not recovered.journal.exists()
    assert not older.held
    [kept] = after_a_crash(folder, "later")
    assert restored(kept).diagram.title == "two"
    written.close()


def test_a_lock_on_a_full_disk_is_a_lock(file: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was held by nobody that could let go of it, and the file could not be saved until the end of the program."""

    def full(_handle: int, _data: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    first, second = lock_of_file(folder, file), lock_of_file(folder, file)
    with monkeypatch.context() as patch:
        patch.setattr(locks.os, "write", full)
        assert first.take()
    assert not second.take()
    assert second.holder() == ""
    first.release()
    assert second.take()
    second.release()
