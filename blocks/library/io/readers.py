"""Readers, and the blocks that ask them for records: ReaderRead and the like."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.context import Context, handle
from blocks.base.errors import DiagramError
from blocks.base.records import COMPRESSIONS
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import require_scalar
from blocks.library.declare import block
from blocks.library.io.reading import Fixed, Framed, Kind, Lines, Names, Reader, Whole, queue_at, reader_at
from blocks.library.string.elements import scalar


def keep(context: Context, kind: Kind, container: str, shared_name: str) -> Array:
    """The handle of a block's reader, which is made in the first step."""
    context.keep((type(kind), kind), lambda: Reader(context.name, kind), container, shared_name)
    return handle(context.key(container, shared_name))


def one_handle(call: Call) -> Shape:
    """The shape of a handle."""
    return ()


@block("-> reader_handle: resource")
def IdentityReader(*, container: str = "", shared_name: str = "", context: Context) -> Array:
    """A reader that gives the names that come from the queue, as keys and as values.

    Args:
        container: keeps what the block shares apart from what is shared by the same name in another container.
        shared_name: the name by which blocks share the reader; without, it is the block's own.

    Returns:
        reader_handle: [] the reader, for ReaderRead and the like.
    """
    return keep(context, Names(), container, shared_name)


IdentityReader.shape(one_handle)


@block("-> reader_handle: resource")
def WholeFileReader(*, container: str = "", shared_name: str = "", context: Context) -> Array:
    """A reader that gives whole files: the key of each is its name.

    Args:
        container: keeps what the block shares apart from what is shared by the same name in another container.
        shared_name: the name by which blocks share the reader; without, it is the block's own.

    Returns:
        reader_handle: [] the reader, for ReaderRead and the like.
    """
    return keep(context, Whole(), container, shared_name)


WholeFileReader.shape(one_handle)


@block("-> reader_handle: resource")
def TextLineReader(
    *, skip_header_lines: int = 0, container: str = "", shared_name: str = "", context: Context
) -> Array:
    """A reader that gives the lines of text files: the key of each is the file's name and its number, ``a.txt:1``.

    Args:
        skip_header_lines: how many lines at the beginning of each file are passed over.
        container: keeps what the block shares apart from what is shared by the same name in another container.
        shared_name: the name by which blocks share the reader; without, it is the block's own.

    Returns:
        reader_handle: [] the reader, for ReaderRead and the like.
    """
    return keep(context, Lines(skip_header_lines), container, shared_name)


TextLineReader.shape(one_handle)


@block("-> reader_handle: resource")
def TFRecordReader(
    *, container: str = "", shared_name: str = "", compression_type: str = "", context: Context
) -> Array:
    """A reader that gives the records of TFRecord files: the key of each is the file's name and its position there.

    Args:
        container: keeps what the block shares apart from what is shared by the same name in another container.
        shared_name: the name by which blocks share the reader; without, it is the block's own.
        compression_type: how the files are compressed: "", "ZLIB" or "GZIP".

    Returns:
        reader_handle: [] the reader, for ReaderRead and the like.
    """
    return keep(context, Framed(compression_type), container, shared_name)


TFRecordReader.shape(one_handle)


def _prepare_compression(attrs: dict[str, Any], name: str) -> None:
    if attrs[name] not in COMPRESSIONS:
        text = f'{name} must be "", "ZLIB" or "GZIP", got {attrs[name]!r}'
        raise DiagramError(text, pin=name)


TFRecordReader.prepare = lambda attrs: _prepare_compression(attrs, "compression_type")


@block("-> reader_handle: resource")
def FixedLengthRecordReader(
    *,
    record_bytes: int,
    header_bytes: int = 0,
    footer_bytes: int = 0,
    hop_bytes: int = 0,
    container: str = "",
    shared_name: str = "",
    encoding: str = "",
    context: Context,
) -> Array:
    """A reader that gives records of a fixed number of bytes; the key of each is the file's name and its number.

    Bytes at the end of a file that are fewer than a record are passed over.

    Args:
        record_bytes: the bytes of a record.
        header_bytes: the bytes at the beginning of each file that are passed over.
        footer_bytes: the bytes at its end that are passed over.
        hop_bytes: from the beginning of a record to that of the next; 0 for record_bytes.
        container: keeps what the block shares apart from what is shared by the same name in another container.
        shared_name: the name by which blocks share the reader; without, it is the block's own.
        encoding: how the files are compressed: "", "ZLIB" or "GZIP".

    Returns:
        reader_handle: [] the reader, for ReaderRead and the like.
    """
    kind = Fixed(record_bytes, header_bytes, footer_bytes, hop_bytes or record_bytes, encoding)
    return keep(context, kind, container, shared_name)


FixedLengthRecordReader.shape(one_handle)


def _prepare_fixed(attrs: dict[str, Any]) -> None:
    _prepare_compression(attrs, "encoding")
    for name, lowest in (("record_bytes", 1), ("header_bytes", 0), ("footer_bytes", 0), ("hop_bytes", 0)):
        if attrs[name] < lowest:
            raise DiagramError(f"{name} must be at least {lowest}, got {attrs[name]}", pin=name)


FixedLengthRecordReader.prepare = _prepare_fixed


# -- What they are asked -----------------------------------------------------------------------------------------------


@block("reader_handle: resource, queue_handle: resource -> key: string, value: string")
def ReaderRead(reader_handle: Array, queue_handle: Array, *, context: Context) -> tuple[Array, Array]:
    """Read the next record. Where a file ends, the name of the next one is taken from the queue.

    If the queue is empty, the block waits until another one of the step puts a name into it.

    Args:
        reader_handle: [] the reader.
        queue_handle: [] the queue with the names of the files.

    Returns:
        key: [] what the reader calls the record.
        value: [] the record.
    """
    key, value = reader_at(reader_handle, context).read(context, queue_at(queue_handle, context))
    return scalar(key), scalar(value)


@ReaderRead.shape
def _(call: Call) -> list[Shape]:
    return [(), ()]


@block("reader_handle: resource, queue_handle: resource, num_records: int64 -> keys: string, values: string")
def ReaderReadUpTo(
    reader_handle: Array, queue_handle: Array, num_records: Array, *, context: Context
) -> tuple[Array, Array]:
    """Read up to a number of records; fewer where a file ends.

    If the queue is empty and the last file is read, the block waits until another one of the step puts a name into it.

    Args:
        reader_handle: [] the reader.
        queue_handle: [] the queue with the names of the files.
        num_records: [] how many records at most; 0 takes nothing from the queue either.

    Returns:
        keys: [n] what the reader calls each record.
        values: [n] the records.
    """
    count = int(num_records)
    if count < 0:
        raise DiagramError(f"ReaderReadUpTo needs a num_records of 0 or more, got {count}", pin="num_records")
    reader, queue = reader_at(reader_handle, context), queue_at(queue_handle, context)
    result = reader.read_up_to(context, queue, count) if count else []
    keys, values = np.empty(len(result), np.object_), np.empty(len(result), np.object_)
    keys[:] = [key for key, _ in result]
    values[:] = [value for _, value in result]
    return keys, values


@ReaderReadUpTo.shape
def _(call: Call) -> list[Shape]:
    require_scalar(call, "num_records")
    return [(None,), (None,)]


@block("reader_handle: resource -> records_produced: int64")
def ReaderNumRecordsProduced(reader_handle: Array, *, context: Context) -> Array:
    """How many records a reader has given.

    Args:
        reader_handle: [] the reader.

    Returns:
        records_produced: [] the number.
    """
    return np.array(reader_at(reader_handle, context).produced)


ReaderNumRecordsProduced.shape(one_handle)


@block("reader_handle: resource -> units_completed: int64")
def ReaderNumWorkUnitsCompleted(reader_handle: Array, *, context: Context) -> Array:
    """How many files a reader has read to their end: one counts when its end has been met.

    Args:
        reader_handle: [] the reader.

    Returns:
        units_completed: [] the number.
    """
    return np.array(reader_at(reader_handle, context).finished)


ReaderNumWorkUnitsCompleted.shape(one_handle)


@block("reader_handle: resource -> operation: operation")
def ReaderReset(reader_handle: Array, *, context: Context) -> tuple[()]:
    """Reset a reader: its counts are 0, and the rest of the file that it is in is forgotten.

    Args:
        reader_handle: [] the reader.

    Returns:
        operation: the reset.
    """
    reader_at(reader_handle, context).reset()
    return ()


@block("reader_handle: resource -> state: string")
def ReaderSerializeState(reader_handle: Array, *, context: Context) -> Array:
    """Write down the state of a reader, for ReaderRestoreState.

    Only readers that give a file at once have a state that can be written down: IdentityReader and WholeFileReader.

    Args:
        reader_handle: [] the reader.

    Returns:
        state: [] its state, serialised.
    """
    return scalar(reader_at(reader_handle, context).state())


ReaderSerializeState.shape(one_handle)


@block("reader_handle: resource, state: string -> operation: operation")
def ReaderRestoreState(reader_handle: Array, state: Array, *, context: Context) -> tuple[()]:
    """Bring a reader back to a state that was written down by ReaderSerializeState.

    Args:
        reader_handle: [] the reader; of the kind whose state it is.
        state: [] the state.

    Returns:
        operation: the change.
    """
    reader_at(reader_handle, context).restore(state.item())
    return ()


@ReaderRestoreState.shape
def _(call: Call) -> list[Shape]:
    require_scalar(call, "state")
    return []
