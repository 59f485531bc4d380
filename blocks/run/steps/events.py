"""TensorBoard event files with the summaries of each step."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterable, Sequence
from io import FileIO
from typing import Any

from blocks.base.errors import FileError
from blocks.base.records import framed
from blocks.compile.rewrite import output_key
from blocks.graph.graph import Output
from blocks.library.logging.summary_messages import message

_VERSION = b"brain.Event:2"
_LOGGING = "logging_ops"


class EventWriter:
    """A writer of events to a new file in a folder, which is created if needed."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = os.fspath(folder)
        self._path: str | None = None
        try:
            os.makedirs(self.folder, exist_ok=True)
        except (OSError, ValueError) as error:
            raise _failure(self.folder, error) from None

    @property
    def has_written(self) -> bool:
        return self._path is not None

    def add(self, step: int, summaries: Sequence[bytes]) -> None:
        """Write the summaries of a step, one event each: all of them, or none if there is no room."""
        if not summaries:
            return
        try:
            if self._path is None:
                self._path = self._begin()
            self._append(self._path, b"".join(_event(step, summary) for summary in summaries))
        except OSError as error:
            raise _failure(self._path or self.folder, error) from None

    def _append(self, path: str, data: bytes) -> None:
        """Append data to the file; if that fails, truncate the file to its previous size.

        Readers stop at a torn record, so if truncation fails, later events go to another file.
        """
        with open(path, "ab", buffering=0) as file:
            size = file.tell()
            try:
                _write(file, data)
            except OSError:
                try:
                    os.ftruncate(file.fileno(), size)
                except OSError:
                    self._path = None
                raise

    def _begin(self) -> str:
        now = time.time()
        first = message("Event")
        first.wall_time, first.file_version = now, _VERSION
        stem = os.path.join(self.folder, f"events.out.tfevents.{int(now):010d}.gradblocks")
        for count in range(1000):  # another run of the same second has its own
            path = f"{stem}.{count}" if count else stem
            try:
                with open(path, "xb", buffering=0) as file:
                    _write(file, framed(first.SerializeToString()))
            except FileExistsError:
                continue
            except OSError:
                with contextlib.suppress(OSError):
                    os.unlink(path)
                raise
            return path
        raise OSError("too many event files were created within one second")


def _write(file: FileIO, data: bytes) -> None:
    """Write all data; after a partial write, the next call raises the reason."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) :]


def _event(step: int, summary: bytes) -> bytes:
    event = message("Event")
    event.wall_time, event.step, event.summary = time.time(), step, summary
    return framed(event.SerializeToString())


def is_summary(output: Output) -> bool:
    spec = output.op.type
    return spec.page == _LOGGING and any(pin.name == "summary" for pin in spec.outputs)


def to_write(outputs: Iterable[tuple[Output, Any]]) -> list[bytes]:
    """Return the summaries in the results of a step, each once, and merged ones only in their merged form."""
    result = {
        output_key(output): (output, value) for output, value in outputs if value is not None and is_summary(output)
    }
    merged = {output_key(each) for output, _ in result.values() for each in output.op.inputs if is_summary(each)}
    return [value.item() for at, (_, value) in result.items() if at not in merged]


def _failure(path: str, error: OSError | ValueError) -> FileError:
    return FileError(f"events cannot be written to {path!r}: {getattr(error, 'strerror', None) or error}")
