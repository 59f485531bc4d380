"""Whole files and their names, readers, and the blocks that request records from them, such as ReaderRead."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.context import Context, handle
from blocks.base.errors import DiagramError
from blocks.base.records import COMPRESSIONS
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import expect, require_ranks, require_scalar
from blocks.library.declare import block
from blocks.library.io.reading import (
    FileNameReader,
    Fixed,
    Framed,
    Lines,
    Reader,
    ReaderKind,
    Whole,
    queue_at,
    reader_at,
    text_of,
    whole_file,
)
from blocks.library.string.elements import scalar


@block("filename: string -> contents: string")
def ReadFile(filename: Array, *, context: Context) -> Array:
    """Read the contents of a file.

    Args:
        filename: [] the file name, relative to the diagram's folder.

    Returns:
        contents: [] the bytes of the file.
    """
    return scalar(whole_file(context, filename.item(), "filename"))


@ReadFile.shape
def _(call: Call) -> Shape:
    require_scalar(call, "filename")
    return ()


@block("filename: string, contents: string -> operation: operation", doc_of=ReadFile)
def WriteFile(filename: Array, contents: Array, *, context: Context) -> tuple[()]:
    """Write a file, replacing any existing contents. Missing folders are created.

    Args:
        contents: [] the bytes to write.
    """
    context.files.write(text_of(filename.item()), contents.item())
    return ()


@WriteFile.shape
def _(call: Call) -> list[Shape]:
    require_scalar(call, "filename")
    require_scalar(call, "contents")
    return []


@block("pattern: string -> filenames: string")
def MatchingFiles(pattern: Array, *, context: Context) -> Array:
    """Find the files and folders whose names match a pattern.

    `*` matches any characters, `?` matches one character, and `[ab]` matches one of the given characters. They also
    work in folder names.

    Args:
        pattern: [] or [n] the patterns.

    Returns:
        filenames: [m] the matching names, sorted.
    """
    patterns = map(text_of, pattern.reshape(-1).tolist())
    result = {name for each in patterns for name in context.files.matching(each, folders=True)}
    names = np.empty(len(result), np.object_)
    names[:] = sorted(name.encode(errors="surrogateescape") for name in result)
    return names


@MatchingFiles.shape
def _(call: Call) -> Shape:
    require_ranks(call, "pattern", 0, 1, "pattern must be a scalar or a vector")
    return (None,)


@block(
    "basename: string, shard: int32, num_shards: int32 -> filename: string",
    example={"basename": "model", "shard": 3, "num_shards": 10, "filename": "model-00003-of-00010"},
)
def ShardedFilename(basename: Array, shard: Array, num_shards: Array) -> Array:
    """Format the file name of a shard: model-00003-of-00010.

    Args:
        basename: [] the beginning of the name.
        shard: [] the index of the shard, from 0.
        num_shards: [] the number of shards.

    Returns:
        filename: [] the file name.
    """
    return scalar(b"%b-%05d-of-%05d" % (basename.item(), int(shard), int(num_shards)))


@ShardedFilename.shape
def _(call: Call) -> Shape:
    for pin in ("basename", "shard", "num_shards"):
        require_scalar(call, pin)
    return ()


@block(
    "basename: string, num_shards: int32 -> filename: string",
    example={"basename": "model", "num_shards": 10, "filename": "model-?????-of-00010"},
)
def ShardedFilespec(basename: Array, num_shards: Array) -> Array:
    """Format a file name pattern that matches all shards: model-?????-of-00010.

    Args:
        basename: [] the beginning of the names.
        num_shards: [] the number of shards.

    Returns:
        filename: [] the pattern.
    """
    return scalar(b"%b-?????-of-%05d" % (basename.item(), int(num_shards)))


@ShardedFilespec.shape
def _(call: Call) -> Shape:
    for pin in ("basename", "num_shards"):
        require_scalar(call, pin)
    return ()


# -- Readers -----------------------------------------------------------------------------------------------------------


def keep(context: Context, kind: ReaderKind, container: str, shared_name: str) -> Array:
    context.keep((type(kind), kind), lambda: Reader(context.name, kind), container, shared_name)
    return handle(context.key(container, shared_name))


def one_handle(call: Call) -> Shape:
    return ()


@block("-> reader_handle: resource")
def IdentityReader(*, container: str = "", shared_name: str = "", context: Context) -> Array:
    """Create a reader that returns the names from the queue, both as keys and as values.

    Args:
        shared_name: blocks with the same shared_name share one reader. If it is empty, the block has its own.

    Returns:
        reader_handle: [] a handle to the reader, for blocks such as ReaderRead.
    """
    return keep(context, FileNameReader(), container, shared_name)


@block("-> reader_handle: resource", doc_of=IdentityReader)
def WholeFileReader(*, container: str = "", shared_name: str = "", context: Context) -> Array:
    """Create a reader of whole files. The key of each record is the file name."""
    return keep(context, Whole(), container, shared_name)


@block("-> reader_handle: resource", doc_of=IdentityReader)
def TextLineReader(
    *, skip_header_lines: int = 0, container: str = "", shared_name: str = "", context: Context
) -> Array:
    """Create a reader of text files, line by line. The key is the file name and the line number: ``a.txt:1``.

    Args:
        skip_header_lines: the number of lines to skip at the beginning of each file.
    """
    return keep(context, Lines(skip_header_lines), container, shared_name)


@block("-> reader_handle: resource", doc_of=IdentityReader)
def TFRecordReader(
    *, container: str = "", shared_name: str = "", compression_type: str = "", context: Context
) -> Array:
    """Create a reader of TFRecord files. The key of each record is the file name and the position in the file.

    Args:
        compression_type: the compression of the files: ZLIB, GZIP, or empty for none.
    """
    return keep(context, Framed(compression_type), container, shared_name)


def _prepare_compression(attrs: dict[str, Any], name: str) -> None:
    if attrs[name] not in COMPRESSIONS:
        raise DiagramError(f"{name} must be ZLIB, GZIP or empty, got {attrs[name]!r}", pin=name)


TFRecordReader.prepare = lambda attrs: _prepare_compression(attrs, "compression_type")


@block("-> reader_handle: resource", doc_of=IdentityReader)
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
    """Create a reader of records of a fixed length. The key is the file name and the number of the record.

    An incomplete record at the end of a file is skipped.

    Args:
        record_bytes: the number of bytes per record, 1 or more.
        header_bytes: the number of bytes to skip at the beginning of each file.
        footer_bytes: the number of bytes to skip at the end of each file.
        hop_bytes: the distance in bytes from the start of one record to the start of the next. 0 means record_bytes.
        encoding: the compression of the files: ZLIB, GZIP, or empty for none.
    """
    kind = Fixed(record_bytes, header_bytes, footer_bytes, hop_bytes or record_bytes, encoding)
    return keep(context, kind, container, shared_name)


def _prepare_fixed(attrs: dict[str, Any]) -> None:
    _prepare_compression(attrs, "encoding")
    for name, lowest in (("record_bytes", 1), ("header_bytes", 0), ("footer_bytes", 0), ("hop_bytes", 0)):
        expect(attrs, name, attrs[name] >= lowest, f"{lowest} or more")


FixedLengthRecordReader.prepare = _prepare_fixed


# -- What they are asked -----------------------------------------------------------------------------------------------


@block("reader_handle: resource, queue_handle: resource -> key: string, value: string")
def ReaderRead(reader_handle: Array, queue_handle: Array, *, context: Context) -> tuple[Array, Array]:
    """Read the next record from a reader.

    At the end of a file, the name of the next one is taken from the queue. If the queue is empty, the block waits until
    another block of the step adds a name.

    Args:
        reader_handle: [] the handle of the reader.
        queue_handle: [] the handle of a queue of file names.

    Returns:
        key: [] the key of the record.
        value: [] the contents of the record.
    """
    key, value = reader_at(reader_handle, context).read(context, queue_at(queue_handle, context))
    return scalar(key), scalar(value)


ReaderRead.shape(lambda call: [(), ()])


@block("reader_handle: resource, queue_handle: resource, num_records: int64 -> keys: string, values: string")
def ReaderReadUpTo(
    reader_handle: Array, queue_handle: Array, num_records: Array, *, context: Context
) -> tuple[Array, Array]:
    """Read up to num_records records from a reader. Fewer are returned at the end of a file.

    If the queue is empty after the last file, the block waits until another block of the step adds a name.

    Args:
        reader_handle: [] the handle of the reader.
        queue_handle: [] the handle of a queue of file names.
        num_records: [] the largest number of records, 0 or more. 0 takes no name from the queue.

    Returns:
        keys: [n] the keys of the records.
        values: [n] the contents of the records.
    """
    count = int(num_records)
    if count < 0:
        raise DiagramError(f"ReaderReadUpTo: num_records must be 0 or more, got {count}", pin="num_records")
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


@block("reader_handle: resource -> records_produced: int64", doc_of=ReaderRead)
def ReaderNumRecordsProduced(reader_handle: Array, *, context: Context) -> Array:
    """Count the records that a reader has returned.

    Returns:
        records_produced: [] the number of records.
    """
    return np.array(reader_at(reader_handle, context).produced)


@block("reader_handle: resource -> units_completed: int64", doc_of=ReaderRead)
def ReaderNumWorkUnitsCompleted(reader_handle: Array, *, context: Context) -> Array:
    """Count the files that a reader has read to their end.

    Returns:
        units_completed: [] the number of files. A file is counted when its end has been reached.
    """
    return np.array(reader_at(reader_handle, context).finished)


@block("reader_handle: resource -> operation: operation", doc_of=ReaderRead)
def ReaderReset(reader_handle: Array, *, context: Context) -> tuple[()]:
    """Reset a reader: set its counts to 0, and leave its current file."""
    reader_at(reader_handle, context).reset()
    return ()


@block("reader_handle: resource -> state: string", doc_of=ReaderRead)
def ReaderSerializeState(reader_handle: Array, *, context: Context) -> Array:
    """Serialize the state of a reader, for ReaderRestoreState.

    Only IdentityReader and WholeFileReader support this, because each of their files is a single record.

    Returns:
        state: [] the serialized state.
    """
    return scalar(reader_at(reader_handle, context).state())


for _type in (
    IdentityReader, WholeFileReader, TextLineReader, TFRecordReader, FixedLengthRecordReader, ReaderNumRecordsProduced,
    ReaderNumWorkUnitsCompleted, ReaderSerializeState,
):  # fmt: skip
    _type.shape(one_handle)


@block("reader_handle: resource, state: string -> operation: operation")
def ReaderRestoreState(reader_handle: Array, state: Array, *, context: Context) -> tuple[()]:
    """Restore a reader to a state from ReaderSerializeState.

    Args:
        reader_handle: [] the handle of the reader. It must have the type of the reader that gave the state.
        state: [] the serialized state.
    """
    reader_at(reader_handle, context).restore(state.item())
    return ()


@ReaderRestoreState.shape
def _(call: Call) -> list[Shape]:
    require_scalar(call, "state")
    return []
