"""Readers in a running session: they take file names from a queue, and return the records of each file one by one.

A file stays open between records, and only the requested record is in memory.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache
from os import SEEK_END
from typing import Any, NamedTuple, Protocol

from blocks.base.context import Context
from blocks.base.dtypes import STRING
from blocks.base.errors import DiagramError
from blocks.base.messages import build, parse
from blocks.base.records import Inflated, RecordReader
from blocks.base.types import Array
from blocks.library.data_flow.queues import Queue

_PIECE = 1 << 16
_FRAME = 16  # bytes around the data of a record

Records = Iterator[tuple[bytes, bytes]]


class ReaderKind(Protocol):
    """The way in which a kind of reader reads a file. Equal objects have equal declarations."""

    @property
    def one(self) -> bool: ...

    def records(self, context: Context, name: bytes) -> Records:
        """Open a file and return its records with keys. Raise DiagramError if it cannot be opened."""
        ...

    def __hash__(self) -> int: ...


class Reader:
    """A reader: its current file, and its counters."""

    def __init__(self, name: str, kind: ReaderKind) -> None:
        self.name = name
        self.kind = kind
        self.reset()

    def reset(self) -> None:
        self.started = self.finished = self.produced = 0
        self.work = b""
        self._records: Records | None = None
        self._error: DiagramError | None = None

    def read(self, context: Context, queue: Queue) -> tuple[bytes, bytes]:
        """Return the next record's key and value, taking names from the queue. Raise WouldBlock if it is empty."""
        while True:
            record = self._next(context, queue)
            if record is not None:
                return record

    def read_up_to(self, context: Context, queue: Queue, count: int) -> list[tuple[bytes, bytes]]:
        """Return up to ``count`` records, fewer at the end of a file; raises as `read` does."""
        result = [self.read(context, queue)]
        size = len(result[0][1])
        while len(result) < count and self._records is not None:
            try:
                record = self._next(context, queue)
            except DiagramError:  # the next call says it
                break
            if record is None:
                break
            result.append(record)
            size += len(record[1])
            context.memory.require(size, f"as many as {count} records", "num_records")
        return result

    def _next(self, context: Context, queue: Queue) -> tuple[bytes, bytes] | None:
        if self._error is not None:
            raise self._error
        if self._records is None:
            work = queue.take_one(context)[0]
            if work.size != 1:
                raise DiagramError("a reader needs a queue whose elements are single strings", pin="queue_handle")
            self.work = work.item()
            self._records = self.kind.records(context, self.work)
            self.started += 1
        try:
            record = next(self._records, None)
        except DiagramError as error:  # it stays damaged, whoever asks again
            self._error = DiagramError(error.message, pin="queue_handle", hint=error.hint)
            raise self._error from None
        except OSError as error:
            name = self.work.decode(errors="replace")
            raise DiagramError(f"the file {name!r} cannot be read: {error.strerror}", pin="queue_handle") from None
        if record is not None:
            self.produced += 1
        if record is None or self.kind.one:
            self._records = None
            self.finished = self.started
        return record

    def state(self) -> bytes:
        """Return the counters for `restore`. Raise DiagramError if a reader of this kind has more state."""
        self._require_state()
        return _state_class()(
            work_started=self.started,
            work_finished=self.finished,
            num_records_produced=self.produced,
            current_work=self.work,
        ).SerializeToString()

    def restore(self, data: bytes) -> None:
        self._require_state()
        state = _state_class()()
        counts = [-1]
        if parse(state, data):
            counts = [state.work_started, state.work_finished, state.num_records_produced]
        if min(counts) < 0 or counts[0] > counts[1]:
            raise DiagramError(f"state is not a valid state of {self}", pin="state")
        self.reset()
        self.started, self.finished, self.produced = counts
        self.work = state.current_work

    def _require_state(self) -> None:
        if not self.kind.one:
            text = f"the state of {self} cannot be saved or restored, because the reader may be in the middle of a file"
            raise DiagramError(text, pin="reader_handle", hint="use an IdentityReader or a WholeFileReader")

    def __str__(self) -> str:
        return f"the reader {self.name!r}"


@cache
def _state_class() -> Any:
    fields = "1 int64 work_started, 2 int64 work_finished, 3 int64 num_records_produced, 4 bytes current_work"
    return build("gradblocks.reader", {"State": fields})["State"]


def queue_at(handle: Array, context: Context) -> Queue:
    queue = context.resources.find(handle, Queue, "a queue", "queue_handle")
    if queue.types != (STRING,):
        names = ", ".join(t.short for t in queue.types)
        raise DiagramError(f"a reader needs a queue of strings, but {queue} has {names}", pin="queue_handle")
    queue.enter(context.step)
    return queue


def reader_at(handle: Array, context: Context) -> Reader:
    return context.resources.find(handle, Reader, "a reader", "reader_handle")


# -- Kinds -------------------------------------------------------------------------------------------------------------


class FileNameReader(NamedTuple):
    one = True

    def records(self, context: Context, name: bytes) -> Records:
        return iter([(name, name)])


class Whole(NamedTuple):
    one = True

    def records(self, context: Context, name: bytes) -> Records:
        return iter([(name, whole_file(context, name, "queue_handle"))])


class Lines(NamedTuple):
    """A reader of the lines of text files.

    Attributes:
        skipped: the number of lines to skip at the beginning of a file.
    """

    skipped: int
    one = False

    def records(self, context: Context, name: bytes) -> Records:
        """Yield the lines without their ends, with the key name:number (from 1)."""
        file = context.files.open(text_of(name))
        longest = context.memory.each

        def lines() -> Records:
            with file:
                for number in itertools.count(1):
                    line = file.readline(longest + 1)
                    if not line:
                        return
                    if len(line) > longest:
                        text = f"line {number} of the file {text_of(name)!r} is longer than the memory limit allows"
                        raise DiagramError(text)
                    if number > self.skipped:
                        yield b"%b:%d" % (name, number), line.removesuffix(b"\n").removesuffix(b"\r")

        return lines()


class Framed(NamedTuple):
    compression: str
    one = False

    def records(self, context: Context, name: bytes) -> Records:
        """Yield the records, with name and position in the decompressed file as key."""
        file = context.files.open(text_of(name))
        reader = RecordReader(file, text_of(name), context.memory.each, self.compression)

        def records() -> Records:
            index = 0
            while (record := reader.read()) is not None:
                yield b"%b:%d" % (name, index), record
                index += len(record) + _FRAME

        return records()


class Fixed(NamedTuple):
    """A reader of records with a fixed number of bytes.

    Attributes:
        size: the bytes of a record.
        header, footer: the bytes to skip at the beginning and the end of a file.
        hop: the distance between the beginnings of records.
        compression: one of `blocks.base.records.COMPRESSIONS`.
    """

    size: int
    header: int
    footer: int
    hop: int
    compression: str
    one = False

    def records(self, context: Context, name: bytes) -> Records:
        """Yield the records, with name and number (from 0) as key; a partial one at the end is skipped."""
        context.memory.require(self.size, "a record")
        file = context.files.open(text_of(name))
        source = Inflated(file, text_of(name), self.compression) if self.compression else file
        body = _Body(source)
        if not body.skip(self.header):
            file.close()
            raise DiagramError(f"the file {text_of(name)!r} is shorter than its header of {self.header} bytes")
        body.footer = self.footer

        def records() -> Records:
            with file:
                record = b""
                for number in itertools.count():
                    if number:
                        if not body.skip(self.hop - len(record)):
                            return
                        record = record[self.hop :]
                    record += body.take(self.size - len(record))
                    if len(record) < self.size:
                        return
                    yield b"%b:%d" % (name, number), record

        return records()


class _Body:
    def __init__(self, source: Any) -> None:
        self.footer = 0
        self._source = source
        self._ahead = b""

    def take(self, count: int) -> bytes:
        pieces = [self._ahead]
        missing = count + self.footer - len(self._ahead)
        while missing > 0 and (piece := self._source.read(max(min(missing, _PIECE), _PIECE))):
            pieces.append(piece)
            missing -= len(piece)
        result = b"".join(pieces)
        count = min(count, max(len(result) - self.footer, 0))
        self._ahead = result[count:]
        return result[:count]

    def skip(self, count: int) -> bool:
        while count > 0:
            passed = len(self.take(min(count, _PIECE)))
            if not passed:
                return False
            count -= passed
        return True


# -- Whole files -------------------------------------------------------------------------------------------------------


def text_of(name: bytes) -> str:
    return name.decode(errors="surrogateescape")


def whole_file(context: Context, name: bytes, pin: str) -> bytes:
    with context.files.open(text_of(name)) as file:
        size = file.seek(0, SEEK_END)
        context.memory.require(size, f"the file {text_of(name)!r}", pin)
        file.seek(0)
        return file.read(size)
