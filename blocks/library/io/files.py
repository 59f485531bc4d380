"""Whole files, and their names: ReadFile, WriteFile, MatchingFiles, ShardedFilename, ShardedFilespec."""

from __future__ import annotations

import numpy as np

from blocks.base.context import Context
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import require_scalar
from blocks.library.declare import block
from blocks.library.io.reading import text_of, whole_file
from blocks.library.string.elements import scalar


@block("filename: string -> contents: string")
def ReadFile(filename: Array, *, context: Context) -> Array:
    """Read a whole file.

    Args:
        filename: [] its name, from the diagram's folder on.

    Returns:
        contents: [] the bytes in it.
    """
    return scalar(whole_file(context, filename.item(), "filename"))


@ReadFile.shape
def _(call: Call) -> Shape:
    require_scalar(call, "filename")
    return ()


@block("filename: string, contents: string -> operation: operation")
def WriteFile(filename: Array, contents: Array, *, context: Context) -> tuple[()]:
    """Write a file: a new one, or another content of one. Its folder is made if it is missing.

    Args:
        filename: [] its name, from the diagram's folder on.
        contents: [] the bytes that shall be in it.

    Returns:
        operation: the writing.
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
    """The names of the files and folders that match a pattern.

    * stands for any characters, ? for one, [ab] for one of these; in the names of folders too.

    Args:
        pattern: [] or [n] a pattern or several.

    Returns:
        filenames: [m] the names, sorted.
    """
    patterns = map(text_of, pattern.reshape(-1).tolist())
    result = {name for each in patterns for name in context.files.matching(each, folders=True)}
    names = np.empty(len(result), np.object_)
    names[:] = sorted(name.encode(errors="surrogateescape") for name in result)
    return names


@MatchingFiles.shape
def _(call: Call) -> Shape:
    shape = call.shape("pattern")
    if shape is not None and len(shape) > 1:
        text = f"MatchingFiles needs one pattern or a vector of them, got shape {shape_text(shape)}"
        raise DiagramError(text, pin="pattern")
    return (None,)


@block(
    "basename: string, shard: int32, num_shards: int32 -> filename: string",
    example={"basename": "model", "shard": 3, "num_shards": 10, "filename": "model-00003-of-00010"},
)
def ShardedFilename(basename: Array, shard: Array, num_shards: Array) -> Array:
    """The name of one of the files among which data are divided: model-00003-of-00010.

    Args:
        basename: [] the first part of the name.
        shard: [] which file, counted from 0.
        num_shards: [] how many files there are.

    Returns:
        filename: [] the name.
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
    """A pattern for the names of all files among which data are divided: model-?????-of-00010.

    Args:
        basename: [] the first part of the names.
        num_shards: [] how many files there are.

    Returns:
        filename: [] the pattern.
    """
    return scalar(b"%b-?????-of-%05d" % (basename.item(), int(num_shards)))


@ShardedFilespec.shape
def _(call: Call) -> Shape:
    for pin in ("basename", "num_shards"):
        require_scalar(call, pin)
    return ()
