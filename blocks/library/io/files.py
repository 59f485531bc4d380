"""Whole files, and their names: ReadFile, WriteFile, MatchingFiles, ShardedFilename, ShardedFilespec."""

from __future__ import annotations

import numpy as np

from blocks.base.context import Context
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import require_ranks, require_scalar
from blocks.library.declare import block
from blocks.library.io.reading import text_of, whole_file
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
