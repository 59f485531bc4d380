"""The journal: each edit of a document on the disk at once, so that a crash takes the last one at most.

A journal is a file of JSON lines, one for each document that has changes which are not saved: a head (which file, what
was in it), the diagram that the edits begin with, and the edits. It is locked as long as its document is open; one
that nobody holds is left over from a process that ended without closing its documents. One that has grown long is
written anew with a later beginning: after a crash undo does not go back behind that.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, cast

from PySide6.QtCore import QObject, QThreadPool, QTimer, Signal

from app.core.document import Document, Edit, How
from app.core.locks import FileLock, lock_handle
from blocks.base.errors import DiagramError, FileError
from blocks.diagram.canonical import dumps
from blocks.diagram.data import Document as Content
from blocks.diagram.file import loads
from blocks.diagram.journal import from_json, to_json
from blocks.diagram.model import Diagram

FORMAT = "gradblocks-journal/1"
_SUFFIX = ".journal"
_BESIDE = ".new"
"""What follows the name of a journal that is being put in the place of another one."""
_FLUSH = 500
"""Milliseconds within which what was written is safe from a loss of power too; a crash of the program loses nothing."""
_LONG = 1 << 24
"""Bytes of edits after which a journal is written anew, without the first half of them."""
_WAYS: dict[str, How] = {"do": "do", "join": "join", "undo": "undo", "redo": "redo"}
_PATIENCE = 100
"""How often a new journal is locked again that somebody else has at the moment."""
_YOUNG = 60.0
"""Seconds in which a journal without edits may be one that is just being begun."""


def digest(path: Path | None) -> str | None:
    """What tells the content of a file from any other; None if it cannot be read."""
    if path is None or not path.is_file():  # one would wait for ever for what comes through a pipe
        return None
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (OSError, ValueError):
        return None


class Journal(QObject):
    """Writes the edits of a document while it is modified; there is no file while it is not.

    Args:
        document: the document, as its file or its beginning has it.
        folder: where journals are.
        title: what a document without a file is called.

    Attributes:
        seen: gives the digest of what the document's file held when it was loaded or saved.

    Signals:
        failed: it cannot be written (the reason); edits are no longer safe until the document is saved.
    """

    failed = Signal(str)

    def __init__(self, document: Document, folder: Path, title: str) -> None:
        super().__init__(document)
        self._document = document
        self._folder = folder
        self._title = title
        self.seen: Callable[[], str | None] = lambda: digest(document.path)
        self._now = document.diagram.document
        self._head: dict[str, Any] = {}
        self._size = 0
        # What the document was in the middle of a journal that grows long, and how long that was then.
        self._middle: tuple[Content, int] | None = None
        self._shortening = False
        self._path: Path | None = None
        self._handle: int | None = None
        self._broken = False
        self._writing = threading.Lock()
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._flush = QTimer(self, singleShot=True, interval=_FLUSH)
        self._flush.timeout.connect(self._flush_soon)
        document.edited.connect(self._note)
        document.history_changed.connect(self._follow)

    def close(self) -> None:
        """The document was closed, saved or not, as the person wanted it: there is nothing to recover."""
        self._document.edited.disconnect(self._note)
        self._document.history_changed.disconnect(self._follow)
        self._drop()

    def _note(self, edit: Edit) -> None:
        before, self._now = self._now, self._document.diagram.document
        if self._broken:
            return
        try:
            if self._handle is None:
                self._begin(before)
            elif not self._shortening and self._middle is None and self._size > _LONG // 2:
                self._middle = before, self._size
            self._write({"how": edit.how, "text": edit.text, "change": to_json(edit.change)})
        except OSError as error:
            self._broken = True
            self.failed.emit(error.strerror or str(error))
            return
        # Asked in this order: once it is not being shortened, no other thread touches the middle.
        if not self._shortening and self._middle is not None and self._size - self._middle[1] > _LONG // 2:
            self._shortening = True
            self._pool.start(partial(self._shorten, *self._middle))
        if not self._flush.isActive():
            self._flush.start()

    def _follow(self) -> None:
        if not self._document.modified:
            self._drop()

    def _begin(self, base: Content) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._folder / f"{os.urandom(8).hex()}{_SUFFIX}"
        self._path, self._handle = path, _new_file(path)
        file = self._document.path
        known = None if file is None else self.seen()
        name = None if file is None else str(file.absolute())
        self._head = {"format": FORMAT, "title": self._title, "file": name, "digest": known}
        self._write(self._head)
        # The file itself has what the edits begin with; a copy, for the case that it changes, has time.
        if known is None:
            self._write({"base": dumps(base)})
        else:
            self._pool.start(partial(self._write_base_soon, base))

    def _write_base_soon(self, base: Content) -> None:
        with contextlib.suppress(OSError):  # the next edit finds it out, and tells
            self._write({"base": dumps(base)})

    def _write(self, line: dict[str, Any]) -> None:
        data = _line(line)
        with self._writing:
            if self._handle is None:
                return
            try:
                _write_all(self._handle, data)
            except OSError:
                with contextlib.suppress(OSError):  # what is written after half a line would not be read
                    os.ftruncate(self._handle, self._size)
                raise
            self._size += len(data)

    def _shorten(self, base: Content, begin: int) -> None:
        """Put a journal in the place of this one that has only what was written after ``begin``."""
        path, old = self._path, self._handle
        assert path is not None and old is not None
        beside = path.with_name(path.name + _BESIDE)
        with contextlib.suppress(OSError):  # the long one goes on then
            new = _new_file(beside)
            try:
                # Nearly all of it without the lock: an edit that is made meanwhile does not wait for the disk.
                size = self._size
                head = _line(self._head) + _line({"base": dumps(base)})
                _write_all(new, head + _piece(path, begin, size))
                os.fsync(new)
                with self._writing:
                    _write_all(new, _piece(path, size, self._size))
                    beside.replace(path)
                    self._handle = new
                    self._size += len(head) - begin
            except OSError:
                os.close(new)
                beside.unlink(missing_ok=True)
                raise
            os.close(old)
            self._middle = None
            self._shortening = False

    def _flush_soon(self) -> None:
        self._pool.start(self._flush_now)

    def _flush_now(self) -> None:
        with contextlib.suppress(OSError):
            if self._handle is not None:
                os.fsync(self._handle)

    def _drop(self) -> None:
        self._flush.stop()
        self._pool.clear()
        self._pool.waitForDone()
        self._broken = self._shortening = False
        path, handle = self._path, self._handle
        self._path = self._handle = self._middle = None
        self._size = 0
        if handle is not None and path is not None:
            os.close(handle)
            with contextlib.suppress(OSError):
                path.unlink()


def _new_file(path: Path) -> int:
    """A file that was not there, and is ours."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o600)
    for _ in range(_PATIENCE):  # a window that starts may be looking whether it is left over
        if lock_handle(handle):
            break
        time.sleep(0.001)
    return handle


def _piece(path: Path, begin: int, end: int) -> bytes:
    """What stands in a file from one place to another."""
    with path.open("rb") as file:
        file.seek(begin)
        return file.read(end - begin)


def _line(what: dict[str, Any]) -> bytes:
    return json.dumps(what, separators=(",", ":")).encode() + b"\n"


def _write_all(handle: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


class Found(NamedTuple):
    """What a process that ended without closing its documents left behind, of one of them.

    Attributes:
        journal: its journal.
        file: the diagram's file; None if it was never saved.
        title: what it was called.
        digest: of the file, as the edits know it.
        when: of the last edit, in seconds since 1970.
        base: the text of the diagram that the edits begin with; None if only the file has it.
        edits: in order.
    """

    journal: Path
    file: Path | None
    title: str
    digest: str | None
    when: float
    base: str | None
    edits: tuple[Edit, ...]

    @property
    def edit_count(self) -> int:
        """How many edits a person made."""
        return sum(edit.how != "join" for edit in self.edits)

    @property
    def changed_since(self) -> bool:
        """Whether the file holds something else now than what the edits begin with, or is gone."""
        return self.file is not None and (self.digest is None or digest(self.file) != self.digest)


def find(folder: Path) -> list[Found]:
    """The journals that nobody holds, the newest first; those without an edit are tidied away."""
    found: list[Found] = []
    try:
        paths = sorted([*folder.glob(f"*{_SUFFIX}"), *folder.glob(f"*{_SUFFIX}{_BESIDE}")])
    except OSError:
        return found
    for path in paths:
        # A folder that others fill too, or a file that goes while we look, is no reason not to start.
        with contextlib.suppress(OSError):
            lock = FileLock(path, make=False)
            if not lock.take():
                continue
            when = path.stat().st_mtime
            one = read(path) if path.suffix == _SUFFIX else None
            stale = one is None and time.time() - when > _YOUNG
            lock.release(remove=stale)
            if one is not None:
                found.append(one)
    return sorted(found, key=lambda one: one.when, reverse=True)


def read(path: Path) -> Found | None:
    """What is in a journal, up to a line that was not written to its end; None if there is no edit in it.

    Raises:
        OSError: it cannot be read.
    """
    head: dict[str, Any] | None = None
    base: str | None = None
    edits: list[Edit] = []
    with path.open("rb") as file:
        for line in _objects(file):
            if head is None:
                if line.get("format") != FORMAT:
                    return None
                head = line
            elif "base" in line:  # in one that was written anew the first one late may stand behind the new one
                base = base or (line["base"] if isinstance(line["base"], str) else None)
            else:
                edit = _edit(line)
                if edit is None:
                    break
                edits.append(edit)
    if head is None or not edits:
        return None
    file_name, title, known = (head.get(key) for key in ("file", "title", "digest"))
    return Found(
        path,
        Path(file_name) if isinstance(file_name, str) else None,
        title if isinstance(title, str) else "untitled",
        known if isinstance(known, str) else None,
        path.stat().st_mtime,
        base,
        tuple(edits),
    )


def _objects(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    for line in lines:
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            return
        if not line.endswith(b"\n") or type(found) is not dict:
            return
        yield cast("dict[str, Any]", found)


def _edit(line: dict[str, Any]) -> Edit | None:
    text, how = line.get("text"), _WAYS.get(str(line.get("how")))
    if type(text) is not str or how is None:
        return None
    try:
        return Edit(text, from_json(line.get("change")), how)
    except (DiagramError, RecursionError):
        return None


def begin_again(found: Found) -> Diagram:
    """The diagram that the edits begin with; it belongs to its file if that is as the edits know it.

    Raises:
        DiagramError: it is nowhere to be had.
    """
    same = found.file is not None and not found.changed_since
    text: str | bytes | None = found.base
    if text is None and same and found.file is not None:
        try:
            text = found.file.read_bytes()
        except OSError as error:
            raise FileError(f"cannot be read: {error.strerror or error}", file=str(found.file)) from error
    if text is None:
        raise FileError("the file was changed, and what it held before was not kept", file=str(found.file))
    diagram = loads(text, found.title)
    diagram.path = str(found.file) if same else None
    return diagram


def replay(document: Document, edits: Iterable[Edit]) -> int:
    """Make the edits of a journal again, so that undo takes them back one by one.

    Returns:
        How many of them were made: all, or those before one that does not fit.
    """
    done = 0
    gesture = object()
    for edit in edits:
        history = document.history
        back = history.entries[history.place - 1].back if history.place else None
        forward = history.entries[history.place].forward if history.place < len(history.entries) else None
        try:
            if edit.how == "undo" and back == edit.change:
                document.undo()
            elif edit.how == "redo" and forward == edit.change:
                document.redo()
            else:
                gesture = gesture if edit.how == "join" else object()
                document.do(edit.change, edit.text, gesture)
        except DiagramError:
            break
        done += 1
    document.end_gesture()
    return done
