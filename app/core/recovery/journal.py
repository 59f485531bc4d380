"""The journal: every edit of a document is written to disk at once, so that a crash loses at most the last one.

A journal is a file of JSON lines, one file per document with unsaved changes: a header (the diagram's file and the
digest of its content), the diagram before the edits, and the edits. It stays locked while its document is open; a
journal without an owner is left over from a process that ended without closing its documents. A long journal is
rewritten with a later starting diagram: after a crash, undo cannot go back beyond that point. Edits wait in memory
while the disk cannot be written.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, cast

from PySide6.QtCore import QObject, QThreadPool, QTimer, Signal

from app.core.document import Document, DocumentEdit, How
from blocks.base.errors import DiagramError, FileError
from blocks.base.language import tr
from blocks.base.locks import FileLock, lock_handle
from blocks.document.canonical import dumps
from blocks.document.data import Document as Content
from blocks.document.file import loads
from blocks.document.journal import from_json, to_json
from blocks.document.model import Diagram

FORMAT = "gradblocks-journal/1"
SUFFIX = ".journal"
BESIDE = ".new"
"""What follows the name of a journal that is being put in the place of another one."""
_FLUSH = 500
"""Milliseconds within which what was written is safe from a loss of power too; a crash of the program loses nothing."""
_LONG = 1 << 24
"""Bytes of edits after which a journal is written again, without the first half of them."""
_AGAIN = 2000
"""Milliseconds after which it is tried again to write what the disk did not take."""
_PATIENCE = 100
"""How often a new journal is locked again that somebody else has at the moment."""


def digest(path: Path | None) -> str | None:
    if path is None or not path.is_file():  # one would wait for ever for what comes through a pipe
        return None
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (OSError, ValueError):
        return None


class Journal(QObject):
    """The journal of a document, present only while the document is modified.

    Attributes:
        seen: returns the digest of the document's file when it was last loaded or saved.
        unlike: the digest of a file whose content differs from the initial document because its page was laid out.
        fault: the reason why edits are not safe now; empty if they are.
    """

    failed = Signal(str)
    mended = Signal()

    def __init__(self, document: Document, folder: Path, title: str) -> None:
        super().__init__(document)
        self._document = document
        self._folder = folder
        self._title = title
        self.seen: Callable[[], str | None] = lambda: digest(document.path)
        self.unlike: str | None = None
        self.fault = ""
        self._now = document.diagram.document
        self._head: dict[str, Any] = {}
        self._size = 0
        # What the document was in the middle of a journal that grows long, and how long that was then.
        self._middle: tuple[Content, int] | None = None
        self._shortening = False
        self._path: Path | None = None
        self._handle: int | None = None
        self._is_torn = False
        # Edits that are not written yet, with what the document was before each.
        self._waiting: deque[tuple[Content, dict[str, Any]]] = deque()
        self._older: FileLock | None = None
        self._writing = threading.Lock()
        self._pool = QThreadPool(self, maxThreadCount=1)
        self._flush = QTimer(self, singleShot=True, interval=_FLUSH)
        self._flush.timeout.connect(lambda: self._pool.start(self._flush_now))
        self._again = QTimer(self, interval=_AGAIN)
        self._again.timeout.connect(self._write_waiting)
        document.edited.connect(self._note)
        document.history_changed.connect(self._follow)

    def close(self) -> None:
        self._document.edited.disconnect(self._note)
        self._document.history_changed.disconnect(self._follow)
        self._drop()

    def take_the_place_of(self, older: FileLock) -> None:
        """Remove the journal of a dead process as soon as this journal contains its replayed edits."""
        self._older = older
        if not self.fault:
            self._tell_safe()

    def _note(self, edit: DocumentEdit) -> None:
        before, self._now = self._now, self._document.diagram.document
        self._waiting.append((before, {"how": edit.how, "text": edit.text, "change": to_json(edit.change)}))
        self._write_waiting()

    def _write_waiting(self) -> None:
        try:
            while self._waiting:
                self._write_edit(*self._waiting[0])
                self._waiting.popleft()
        except OSError as error:
            if not self.fault:
                self.fault = error.strerror or str(error)
                self._again.start()
                self.failed.emit(self.fault)
            return
        self._tell_safe()

    def _tell_safe(self) -> None:
        self._again.stop()
        if self._older is not None:
            self._older.release()
            self._older = None
        if self.fault:
            self.fault = ""
            self.mended.emit()

    def _write_edit(self, before: Content, line: dict[str, Any]) -> None:
        is_gone = self._is_gone()
        if self._handle is None or is_gone:
            self._begin(before, of_file=not is_gone)
        elif not self._shortening and self._middle is None and self._size > _LONG // 2:
            self._middle = before, self._size
        self._write(line)
        # Asked in this order: once it is not being shortened, no other thread touches the middle.
        if not self._shortening and self._middle is not None and self._size - self._middle[1] > _LONG // 2:
            self._shortening = True
            self._pool.start(partial(self._shorten, *self._middle))
        if not self._flush.isActive():
            self._flush.start()

    def _follow(self) -> None:
        if not self._document.modified:
            self._drop()

    def _is_gone(self) -> bool:
        with self._writing:
            if self._handle is None or self._path is None:
                return False
            try:
                mine = os.fstat(self._handle)
            except OSError:
                return True
            try:
                return not os.path.samestat(mine, self._path.stat())
            except FileNotFoundError:
                return True
            except OSError:  # a folder that cannot be reached just now
                return False

    def _begin(self, base: Content, *, of_file: bool) -> None:
        """Begin a file; ``of_file`` means that the edits start from the content of the document's file."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = self._document.path
        known = None if file is None else self.seen()
        name = None if file is None else str(file.absolute())
        head = {"format": FORMAT, "title": self._title, "file": name, "digest": known}
        if file is None and self._document.beside is not None:
            head["beside"] = str(self._document.beside)
        # The file itself has what the edits begin with; a copy, for the case that it changes, has time.
        is_soon = known is not None and known != self.unlike and of_file
        data = _line(head) if is_soon else _line(head) + _line({"base": dumps(base)})
        path = self._folder / f"{os.urandom(8).hex()}{SUFFIX}"
        handle = _new_file(path)
        try:
            _write_all(handle, data)
        except OSError:
            _remove(path, handle)
            raise
        self._let_go()
        self._path, self._handle, self._size, self._head = path, handle, len(data), head
        if is_soon:
            self._pool.start(partial(self._write_base_soon, base))

    def _write_base_soon(self, base: Content) -> None:
        with contextlib.suppress(OSError):  # the next edit finds it out, and tells
            self._write({"base": dumps(base)})

    def _write(self, line: dict[str, Any]) -> None:
        data = _line(line)
        with self._writing:
            if self._handle is None:
                return
            if self._is_torn:  # what is written after half a line would not be read
                os.ftruncate(self._handle, self._size)
            self._is_torn = True
            _write_all(self._handle, data)
            self._is_torn = False
            self._size += len(data)

    def _shorten(self, base: Content, begin: int) -> None:
        with contextlib.suppress(OSError):  # the long one goes on then
            self._replace(base, begin)
        self._middle = None
        self._shortening = False

    def _replace(self, base: Content, begin: int) -> None:
        path, old = self._path, self._handle
        assert path is not None and old is not None
        beside = path.with_name(path.name + BESIDE)
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
                self._handle, self._is_torn = new, False
                self._size += len(head) - begin
        except OSError:
            _remove(beside, new)
            raise
        os.close(old)

    def _flush_now(self) -> None:
        with contextlib.suppress(OSError):
            if self._handle is not None:
                os.fsync(self._handle)

    def _drop(self) -> None:
        self._let_go()
        self._waiting.clear()
        self._tell_safe()

    def _let_go(self) -> None:
        self._flush.stop()
        self._pool.clear()
        self._pool.waitForDone()
        path, handle = self._path, self._handle
        self._path = self._handle = self._middle = None
        self._shortening = self._is_torn = False
        self._size = 0
        if handle is not None and path is not None:
            _remove(path, handle)


def _remove(path: Path, handle: int) -> None:
    os.close(handle)
    with contextlib.suppress(OSError):
        path.unlink()


def _new_file(path: Path) -> int:
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o600)
    for _ in range(_PATIENCE):  # a window that starts may be looking whether it is left over
        if lock_handle(handle):
            break
        time.sleep(0.001)
    return handle


def _piece(path: Path, begin: int, end: int) -> bytes:
    with path.open("rb") as file:
        file.seek(begin)
        return file.read(end - begin)


def _line(what: dict[str, Any]) -> bytes:
    return json.dumps(what, separators=(",", ":")).encode() + b"\n"


def _write_all(handle: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


_MODES: dict[str, How] = {"do": "do", "join": "join", "undo": "undo", "redo": "redo"}
_MOST_LOOKED_AT = 3000
"""Edits: more take too long to be made again for a look."""
_LARGEST_LOOKED_AT = 1 << 20
"""Bytes of a diagram, likewise."""
_YOUNG = 60.0
"""Seconds in which a journal without edits may be one that is just being begun."""


class OrphanedJournal(NamedTuple):
    """An orphaned journal of one document.

    Attributes:
        digest: the digest of the file that the edits apply to.
        when: the time of the last edit, in seconds since 1970.
        base: the diagram text that the edits start from; None if only the file has it.
        beside: the folder of the files that an unsaved diagram names.
    """

    journal: Path
    file: Path | None
    title: str
    digest: str | None
    when: float
    base: str | None
    edits: tuple[DocumentEdit, ...]
    beside: Path | None = None

    @property
    def edit_count(self) -> int:
        return sum(edit.how != "join" for edit in self.edits)

    @property
    def changed_since(self) -> bool:
        return self.file is not None and (self.digest is None or digest(self.file) != self.digest)


def find(folder: Path) -> list[OrphanedJournal]:
    """Return the journals without an owner, newest first, and delete those without an edit."""
    orphans: list[OrphanedJournal] = []
    try:
        paths = sorted([*folder.glob(f"*{SUFFIX}"), *folder.glob(f"*{SUFFIX}{BESIDE}")])
    except OSError:
        return orphans
    for path in paths:
        # The editor starts even if other programs change this folder during the search.
        with contextlib.suppress(OSError):
            lock = FileLock(path, make=False)
            if not path.is_file() or not lock.take():
                continue
            when = path.stat().st_mtime
            one = read(path) if path.suffix == SUFFIX else None
            old = one is None and time.time() - when > _YOUNG
            lock.release(remove=old and (path.suffix != SUFFIX or _holds_nothing(path)))
            if one is not None:
                orphans.append(one)
    return sorted(orphans, key=lambda one: one.when, reverse=True)


def read(path: Path) -> OrphanedJournal | None:
    """Return the content of a journal up to the first incomplete line; None if it has no edit. Raises OSError."""
    head: dict[str, Any] | None = None
    base: str | None = None
    edits: list[DocumentEdit] = []
    with path.open("rb") as file:
        for line in _objects(file):
            if head is None:
                if line.get("format") != FORMAT:
                    return None
                head = line
            elif "base" in line:  # in one that was written again the first one late may stand behind the new one
                base = base or (line["base"] if isinstance(line["base"], str) else None)
            else:
                edit = _edit(line)
                if edit is None:
                    break
                edits.append(edit)
    if head is None or not edits:
        return None
    file_name, title, known, beside = (head.get(key) for key in ("file", "title", "digest", "beside"))
    return OrphanedJournal(
        path,
        Path(file_name) if isinstance(file_name, str) else None,
        title if isinstance(title, str) else "untitled",
        known if isinstance(known, str) else None,
        path.stat().st_mtime,
        base,
        tuple(edits),
        Path(beside) if isinstance(beside, str) else None,
    )


def _holds_nothing(path: Path) -> bool:
    """Return whether a journal was ended before its first edit, so that it can be deleted.

    A journal of another version or a damaged one may hold edits that cannot be read here, so it is kept.
    """
    with path.open("rb") as file:
        whole = [line for line in file if line.endswith(b"\n")]
    told = list(_objects(whole))
    is_ours = all("base" in line if i else line.get("format") == FORMAT for i, line in enumerate(told))
    return len(told) == len(whole) and is_ours


def _objects(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    for line in lines:
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            return
        if not line.endswith(b"\n") or type(record) is not dict:
            return
        yield cast("dict[str, Any]", record)


def _edit(line: dict[str, Any]) -> DocumentEdit | None:
    text, how = line.get("text"), _MODES.get(str(line.get("how")))
    if type(text) is not str or how is None:
        return None
    try:
        return DocumentEdit(text, from_json(line.get("change")), how)
    except (DiagramError, RecursionError):
        return None


def begin_again(orphan: OrphanedJournal) -> Diagram:
    """Return the diagram that the edits start from; raise DiagramError if it is lost."""
    same = orphan.file is not None and not orphan.changed_since
    text: str | bytes | None = orphan.base
    if text is None and same and orphan.file is not None:
        try:
            text = orphan.file.read_bytes()
        except OSError as error:
            raise FileError(
                tr("the file cannot be read: {why}", why=error.strerror or error), file=str(orphan.file)
            ) from error
    if text is None:
        raise FileError(tr("the file was changed, and its previous contents were not kept"), file=str(orphan.file))
    diagram = loads(text, orphan.title)
    diagram.path = str(orphan.file) if same else None
    return diagram


def restored(orphan: OrphanedJournal) -> Diagram | None:
    size = len(orphan.base or "")
    if orphan.base is None and orphan.file is not None:
        with contextlib.suppress(OSError):
            size = orphan.file.stat().st_size
    if len(orphan.edits) > _MOST_LOOKED_AT or size > _LARGEST_LOOKED_AT:
        return None
    try:
        document = Document(begin_again(orphan))
    except DiagramError:
        return None
    replay(document, orphan.edits)
    return document.diagram


def replay(document: Document, edits: Iterable[DocumentEdit]) -> int:
    """Replay edits as separate undo steps and return how many fit; stop at the first that does not."""
    done = 0
    gesture = object()
    for edit in edits:
        history = document.history
        back = history.entries[history.position - 1].back if history.position else None
        forward = history.entries[history.position].forward if history.position < len(history.entries) else None
        try:
            if edit.how == "undo" and back == edit.change:
                document.undo()
            elif edit.how == "redo" and forward == edit.change:
                document.redo()
            else:
                gesture = gesture if edit.how == "join" else object()
                document.do(edit.change, edit.text, gesture, follow=False)
        except DiagramError:
            break
        done += 1
    document.end_gesture()
    return done
