"""What happens to journals from outside: removed while they are written, damaged, of another version, no files."""

from __future__ import annotations

import errno
import json
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.core.document import Document
from app.core.recovery import journal as locks
from app.core.recovery.journal import FORMAT, Journal, begin_again, digest, find, replay
from blocks.base.errors import DiagramError
from blocks.base.locks import FileLock, lock_of_file
from blocks.document.changes import AddBlocks, SetTitle
from blocks.document.data import Block
from blocks.document.file import load
from tests.app.core.disks import after_a_crash

HEAD = {"format": FORMAT, "title": "t", "file": None, "digest": None}
EDIT = {"how": "do", "text": "Title", "change": {"change": "set title", "title": "x"}}


def put(folder: Path, name: str, *lines: object) -> Path:
    """A journal of long ago."""
    path = folder / name
    path.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines), "latin-1")
    os.utime(path, (0, 0))
    return path


@pytest.mark.parametrize("saved", [True, False])
def test_what_was_done_comes_back_though_the_journal_was_tidied_away_meanwhile(
    qtbot: QtBot, tmp_path: Path, file: Path, saved: bool
) -> None:
    """Edits went on into a file without a name: a crash would have taken all of them."""
    document = Document(load(file)) if saved else Document.new()
    written = Journal(document, tmp_path / "state" / "journals", "small")
    document.do(SetTitle("one"), "Title")
    shutil.rmtree(tmp_path / "state")
    document.do(SetTitle("two"), "Title")
    document.do(AddBlocks("main", ((0, Block("B", "Const")),)), "Add")
    [recovered] = after_a_crash(tmp_path / "state" / "journals")
    again = Document(begin_again(recovered))
    assert replay(again, recovered.edits) == 2
    assert again.diagram.dumps() == document.diagram.dumps()
    assert recovered.file == (file if saved else None)
    written.close()


@pytest.mark.parametrize(
    "lines",
    [
        [{**HEAD, "format": "gradblocks-journal/2"}, {"new": "form"}],
        [{**HEAD, "format": "gradblocks-journal/2"}],
        ["\x00\xff", EDIT, EDIT],
        [HEAD, {**EDIT, "how": "to come"}, EDIT],
        [HEAD, {"base": "x"}, "\x00", EDIT],
    ],
)
def test_a_journal_that_is_not_understood_is_left_to_those_who_do(tmp_path: Path, lines: list[object]) -> None:
    """Of another version, or damaged: it was removed after a minute, with the work that was in it."""
    path = put(tmp_path, "a.journal", *lines)
    before = path.read_bytes()
    assert find(tmp_path) == []
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["", '{"format": "gradb', json.dumps(HEAD) + '\n{"base": "{', json.dumps(HEAD) + "\n"])
def test_one_that_ended_before_its_first_edit_is_tidied_away(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.journal"
    path.write_text(text)
    os.utime(path, (0, 0))
    assert find(tmp_path) == []
    assert not path.exists()


def _fifo(path: Path) -> None:
    os.mkfifo(path)


def _loop(path: Path) -> None:
    path.symlink_to(path.name)


def _endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
@pytest.mark.parametrize("make", [Path.mkdir, _fifo, _loop, _endless])
def test_what_is_no_file_is_no_journal(tmp_path: Path, make: Callable[[Path], None]) -> None:
    """The start would have waited for ever for what comes through a pipe."""
    make(tmp_path / "a.journal")
    put(tmp_path, "b.journal", HEAD, {"base": "{}"}, EDIT)
    assert [result.journal.name for result in find(tmp_path)] == ["b.journal"]


def test_a_journal_whose_file_is_gone_gives_what_it_kept_or_says_that_it_did_not(tmp_path: Path, file: Path) -> None:
    head = {**HEAD, "file": str(file), "digest": digest(file)}
    put(tmp_path, "with.journal", head, {"base": file.read_text()}, EDIT)
    put(tmp_path, "without.journal", head, EDIT)
    shutil.rmtree(file.parent)
    kept, lost = sorted(find(tmp_path), key=lambda result: result.journal.name)
    document = Document(begin_again(kept))
    assert replay(document, kept.edits) == 1
    assert (document.diagram.title, document.path) == ("x", None)
    with pytest.raises(DiagramError, match="previous contents were not kept"):
        begin_again(lost)
    assert lost.journal.exists()


def test_a_clock_that_goes_back_takes_nothing(
    qtbot: QtBot, tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Locks and journals belong to who holds them, not to a time; only the order in which they are shown is by it."""
    now = time.time()
    document = Document(load(file))
    written = Journal(document, tmp_path / "journals", "small")
    document.do(SetTitle("one"), "Title")
    lock = lock_of_file(tmp_path / "locks", file)
    assert lock.take()
    for moment in (now + 10**9, 0.0, -1e9):
        monkeypatch.setattr(time, "time", lambda moment=moment: moment)
        assert find(tmp_path / "journals") == []
        assert not lock_of_file(tmp_path / "locks", file).take()
        document.do(SetTitle(str(moment)), "Title")
    lock.release()
    assert lock_of_file(tmp_path / "locks", file).take()
    [recovered] = after_a_crash(tmp_path / "journals")
    assert [edit.change for edit in recovered.edits][-1] == SetTitle("-1000000000.0")
    written.close()


def test_what_is_left_over_on_a_disk_that_can_only_be_read_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing was offered then, and nothing could be restored."""
    put(tmp_path, "a.journal", HEAD, {"base": "{}"}, EDIT)
    real = os.open

    def read_only(path: Path, flags: int, mode: int = 0o777) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return real(path, flags, mode)

    monkeypatch.setattr(locks.os, "open", read_only)
    [recovered] = find(tmp_path)
    lock = FileLock(recovered.journal, make=False)
    assert lock.take()
    assert find(tmp_path) == []
    lock.release()


def test_a_lock_that_another_machine_has_says_which(tmp_path: Path) -> None:
    """The number of a process means nothing elsewhere."""
    lock, other = FileLock(tmp_path / "a.lock"), FileLock(tmp_path / "a.lock")
    assert lock.take()
    lock.path.write_text(json.dumps({"pid": 7, "host": "wren", "since": 0}))
    assert not other.take()
    assert other.holder().startswith("process 7 on wren, since 19")
    lock.release()


@pytest.mark.parametrize(
    "text", ["", "\x00\xff", "[" * 9999, '{"pid": "x", "since": 1e300}', '{"since": -1e18, "pid": 1}']
)
def test_garbage_in_a_lock_is_a_lock_that_nobody_has(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.lock"
    path.write_text(text, "latin-1")
    lock = FileLock(path)
    assert lock.holder() == ""
    assert lock.take()
    assert f"process {os.getpid()}" in lock.holder()
    lock.release()
    assert not path.exists()
