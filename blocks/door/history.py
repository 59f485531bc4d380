"""The last edits of a file by the door: the contents before and after each, for undo and comparison.

They are in a folder beside the editor's journals, one for each real path, with a lock that serializes writers. An entry
is a line of JSON and the compressed contents.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
import zlib
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from blocks.base.errors import FileError
from blocks.base.files import read_named, write_atomically
from blocks.base.locks import FileLock, lock_of_file, state_folder

MOST, MOST_BYTES = 50, 64 << 20
PATIENCE = 10.0
"""Seconds that a writer waits for another one."""
_EDIT, _UNDONE = ".edit", ".undone"


class Entry(NamedTuple):
    """An edit: the contents of the file before (None: there was no file) and after, and the blocks that it renamed."""

    before: bytes | None
    after: bytes
    renamed: dict[tuple[str, str], str]
    path: Path


class History:
    """The history of one file."""

    def __init__(self, file: str) -> None:
        name = hashlib.sha256(os.fsencode(os.path.realpath(file))).hexdigest()[:32]
        self._folder = state_folder() / "journals" / f"{name}.edits"
        self._file = file

    @contextmanager
    def lock(self) -> Generator[None]:
        """Keep other writers of the door out; raise FileError if one stays longer than `PATIENCE`."""
        lock, end = FileLock(self._folder / "lock"), time.monotonic() + PATIENCE
        with self._errors():
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            while not lock.take():
                if time.monotonic() > end:
                    raise FileError("another program is editing the file; try again", file=self._file)
                time.sleep(0.01)
        try:
            yield
        finally:
            lock.release(remove=False)

    def is_open_in_editor(self) -> bool:
        return lock_of_file(state_folder() / "locks", Path(self._file)).is_held()

    @contextmanager
    def entry(self, before: bytes | None, after: bytes, renamed: Mapping[tuple[str, str], str]) -> Generator[None]:
        """Add an edit, which is taken away again if it cannot be written; the oldest ones above the limits go."""
        with self._errors():
            for path in self._paths(_UNDONE):
                path.unlink()
            paths = self._paths(_EDIT)
            names = [[*block, new] for block, new in renamed.items()]
            head = {"before": None if before is None else len(before), "renamed": names}
            data = json.dumps(head).encode() + b"\n" + zlib.compress((before or b"") + after, 1)
            new = f"{int(paths[-1].stem) + 1 if paths else 0:08}{_EDIT}"
            write_atomically(self._folder / new, data)
            (self._folder / new).chmod(0o600)
            sizes = [path.stat().st_size for path in paths]
            while sizes and (len(sizes) >= MOST or sum(sizes) + len(data) > MOST_BYTES):
                paths.pop(0).unlink()
                sizes.pop(0)
        try:
            yield
        except BaseException:
            (self._folder / new).unlink(missing_ok=True)
            raise

    def last(self) -> Entry | None:
        return next(self._entries(_EDIT), None)

    @contextmanager
    def undone(self, entry: Entry) -> Generator[None]:
        """Mark an edit as undone before the file is written, so that an open editor knows the content."""
        path = entry.path.with_suffix(_UNDONE)
        with self._errors():
            entry.path.replace(path)
        try:
            yield
        except BaseException:
            path.replace(entry.path)
            raise

    def content(self, digest: str) -> bytes | None:
        """Return the content of the file with a digest, if an edit of the door came before or after it."""
        return next((each for each in self.contents() if hashlib.sha256(each).hexdigest() == digest), None)

    def contents(self) -> Iterator[bytes]:
        """Yield the contents before and after each edit, also of those taken back since the last one."""
        return (each for entry in self._entries(".*") for each in (entry.after, entry.before) if each is not None)

    def wrote(self, digest: str) -> bool:
        """Return whether the door wrote the content with a digest, by an edit or an undo."""
        written = ((each.after, each.before if each.path.suffix == _UNDONE else None) for each in self._entries(".*"))
        return any(hashlib.sha256(each).hexdigest() == digest for pair in written for each in pair if each is not None)

    def _entries(self, suffix: str) -> Iterator[Entry]:
        for path in reversed(self._paths(suffix)):
            with suppress(OSError, ValueError, zlib.error, KeyError):  # a damaged one cannot be used
                head, _, rest = read_named(str(path), MOST_BYTES).partition(b"\n")
                entry, text = json.loads(head), zlib.decompress(rest)
                length, renamed = entry["before"], {(canvas, old): new for canvas, old, new in entry["renamed"]}
                yield Entry(None if length is None else text[:length], text[length or 0 :], renamed, path)

    def _paths(self, suffix: str) -> list[Path]:
        return sorted(self._folder.glob(f"[0-9]*{suffix}"))

    @contextmanager
    def _errors(self) -> Generator[None]:
        try:
            yield
        except FileError:
            raise
        except OSError as error:
            text = f"the folder {str(self._folder)!r} cannot be written: {error.strerror or error}"
            raise FileError(text, file=self._file) from None
