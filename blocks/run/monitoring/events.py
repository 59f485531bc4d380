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
    """A writer of events to a new file in a folder, which is created if needed.

    Args:
        folder: where the file ``events.out.tfevents.<time>.gradblocks`` goes; it is made with the first event.

    Raises:
        FileError: there can be no such folder.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = os.fspath(folder)
        self._path: str | None = None
        try:
            os.makedirs(self.folder, exist_ok=True)
        except (OSError, ValueError) as error:
            raise _failure(self.folder, error) from None

    @property
    def has_written(self) -> bool:
        """Whether there was anything to write so far."""
        return self._path is not None

    def add(self, step: int, summaries: Sequence[bytes]) -> None:
        """Write the summaries of a step, an event each: all of them, or none if there is no room.

        Args:
            step: its number.
            summaries: serialised summaries.

        Raises:
            FileError: the file cannot be written.
        """
        if not summaries:
            return
        try:
            if self._path is None:
                self._path = self._begin()
            self._append(self._path, b"".join(_event(step, summary) for summary in summaries))
        except OSError as error:
            raise _failure(self._path or self.folder, error) from None

    def _append(self, path: str, data: bytes) -> None:
        """Put data at the end of the file; what was written of it when that fails is taken back.

        Readers stop at a torn record: where it cannot be taken back, what comes later goes to another file.
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
        """A new file with the event that every event file begins with."""
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
        raise FileError(f"too many event files were created in {self.folder!r} within one second")


def _write(file: FileIO, data: bytes) -> None:
    """Write all of it: a call may write a part only, and the next one then says why."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) :]


def _event(step: int, summary: bytes) -> bytes:
    event = message("Event")
    event.wall_time, event.step, event.summary = time.time(), step, summary
    return framed(event.SerializeToString())


def is_summary(output: Output) -> bool:
    """Whether an output is the summary of a summary block."""
    spec = output.op.type
    return spec.page == _LOGGING and any(pin.name == "summary" for pin in spec.outputs)


def to_write(outputs: Iterable[tuple[Output, Any]]) -> list[bytes]:
    """The summaries among the results of a step, each once; those that were merged into another only there."""
    result = {
        output_key(output): (output, value) for output, value in outputs if value is not None and is_summary(output)
    }
    merged = {output_key(each) for output, _ in result.values() for each in output.op.inputs if is_summary(each)}
    return [value.item() for at, (_, value) in result.items() if at not in merged]


def _failure(path: str, error: OSError | ValueError) -> FileError:
    return FileError(f"events cannot be written to {path!r}: {getattr(error, 'strerror', None) or error}")
