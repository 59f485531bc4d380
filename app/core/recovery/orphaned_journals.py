"""Journals left behind by processes that ended without closing their documents, and their restoration."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, cast

from app.core.document import Document, DocumentEdit, How
from app.core.recovery.journal import BESIDE, FORMAT, SUFFIX, FileLock, digest
from app.language import tr
from blocks.base.errors import DiagramError, FileError
from blocks.document.file import loads
from blocks.document.journal import from_json
from blocks.document.model import Diagram

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
        # A folder that others fill too, or a file that goes while we look, is no reason not to start.
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
    size = len(orphan.base) if orphan.base is not None else 0 if orphan.file is None else _size_of(orphan.file)
    if len(orphan.edits) > _MOST_LOOKED_AT or size > _LARGEST_LOOKED_AT:
        return None
    try:
        document = Document(begin_again(orphan))
    except DiagramError:
        return None
    replay(document, orphan.edits)
    return document.diagram


def _size_of(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0


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
                document.do(edit.change, edit.text, gesture)
        except DiagramError:
            break
        done += 1
    document.end_gesture()
    return done
