"""NumPy's ``.npy`` and ``.npz`` files, read without trust: nothing in one runs, and sizes must agree before."""

from __future__ import annotations

import io
import math
import mmap
import os
import re
import stat
from io import BufferedReader
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from blocks.base.errors import FileError
from blocks.base.shapes import MAX_RANK
from blocks.base.types import Array

if TYPE_CHECKING:
    import zipfile

_ROOM = 1 << 16
"""Bytes that the header of an array has at most in a ``.npz`` file."""
_MAGIC = b"\x93NUMPY"
_MAX_HEADER = 64 * 1024
_MAPPED = 1 << 20
"""Bytes from which on an array is not read but mapped."""
_HEADER = r"""\s*\{(?:\s*(?:
      (?P<q1>['"])descr(?P=q1)\s*:\s*(?P<q2>['"])(?P<descr>[^'"\s]{1,20})(?P=q2)
    | (?P<q3>['"])fortran_order(?P=q3)\s*:\s*(?P<fortran>True|False)
    | (?P<q4>['"])shape(?P=q4)\s*:\s*\((?P<shape>[0-9L,\s]*)\)
    )\s*(?:,|(?=\})))+\s*\}\s*"""
# V2, V1 and f1 are what NumPy writes for bfloat16 and its like
_PLAIN = re.compile(r"[<>=|]?(?:b1|[iu][1248]|f[1248]|c8|c16|V[12])")


def read_npz(stream: IO[bytes], name: str, largest: int) -> dict[str, Array]:
    """The arrays in an open ``.npz`` file, by name.

    Args:
        stream: the file.
        name: what errors call it.
        largest: bytes that they may take together.

    Raises:
        FileError: it is no such file, holds more, or what is no plain array.
        OSError: reading failed.
    """
    import zipfile  # most runs read no such file
    import zlib

    try:
        with zipfile.ZipFile(stream) as archive:
            members = {m.filename.removesuffix(".npy"): m for m in archive.infolist() if m.filename.endswith(".npy")}
            size = sum(member.file_size for member in members.values())
            if size > largest + _ROOM * len(members):
                raise FileError(f"holds {size:,} bytes: more than the {largest:,} that may be loaded", file=name)
            return {key: _member(archive, member, name) for key, member in members.items()}
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError):
        raise FileError("is damaged, or no .npz file", file=name) from None


def _member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str) -> Array:
    with archive.open(member) as stream:
        data = stream.read(member.file_size)
    try:
        return np.lib.format.read_array(io.BytesIO(data), allow_pickle=False)
    except (ValueError, EOFError, MemoryError, OverflowError, SyntaxError, TypeError):
        raise FileError(f"is damaged where {member.filename!r} stands, or holds no plain array", file=name) from None


def read_npy(stream: BufferedReader, name: str) -> Array:
    """The array in an open ``.npy`` file: C-ordered, in this machine's byte order, its own.

    A large one is read-only, and its pages are read from the file when they are looked at: weights of a model that a
    run does not need take no memory. Who replaces the file leaves it as it was; who writes into it does not.

    What has no NumPy name (bfloat16) comes as void of its size.

    Raises:
        FileError: it is no such file, is cut off or too long, or holds what is no tensor; it carries ``name``.
        OSError: reading failed.
    """
    status = os.fstat(stream.fileno())
    if not stat.S_ISREG(status.st_mode):
        raise FileError("is a folder" if stat.S_ISDIR(status.st_mode) else "is no ordinary file", file=name)
    header = _header(stream, name)
    match = re.fullmatch(_HEADER, header, re.VERBOSE)
    if match is None or None in (match["descr"], match["fortran"], match["shape"]):
        if "O'" in header or '"O' in header:
            raise FileError("holds Python objects, which are never read from a file", file=name)
        raise FileError("is damaged, or holds a structured array, which is no tensor", file=name)
    if _PLAIN.fullmatch(match["descr"]) is None:
        if match["descr"].endswith("O"):
            raise FileError("holds Python objects, which are never read from a file", file=name)
        raise FileError(f"holds elements of NumPy type {match['descr']!r}, which are no tensor", file=name)
    dtype = np.dtype(re.sub(r"f1$", "V1", match["descr"]))
    shape = _shape(match["shape"], name)
    expected = math.prod(shape) * dtype.itemsize
    held = status.st_size - stream.tell()
    if held != expected:
        how = "cut off" if held < expected else "too long"
        raise FileError(f"is {how}: its header announces {expected} bytes of data, it holds {held}", file=name)
    fortran = match["fortran"] == "True"
    if expected >= _MAPPED and not fortran and dtype.isnative and dtype.kind != "b":
        result = _mapped(stream, dtype, shape)
        if result is not None:
            return result
    try:
        raw = np.empty(expected, np.uint8)
        ordered = raw.view(dtype).reshape(shape[::-1] if fortran else shape)
    except (MemoryError, ValueError, OverflowError):
        raise FileError(f"holds {expected} bytes of data, too much for this machine's memory", file=name) from None
    if stream.readinto(raw.data) != expected:
        raise FileError("is cut off: it became shorter while it was read", file=name)
    if dtype.kind == "b" and raw.size and raw.max() > 1:
        raise FileError("is damaged: a truth value in it is neither 0 nor 1", file=name)
    if fortran:
        ordered = ordered.T
    return np.ascontiguousarray(ordered, dtype.newbyteorder("=")).reshape(shape)


def _mapped(stream: BufferedReader, dtype: np.dtype[Any], shape: tuple[int, ...]) -> Array | None:
    """The array as a view of the file; None where that cannot be."""
    at = stream.tell()
    if os.name == "nt" or at % dtype.itemsize:  # there a file that is in use cannot be replaced
        return None
    try:
        pages = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
        return np.frombuffer(pages, dtype, math.prod(shape), at).reshape(shape)
    except (OSError, ValueError):
        return None


def _header(stream: BufferedReader, name: str) -> str:
    start = stream.read(8)
    if start[:6] != _MAGIC:
        raise FileError("is no .npy file", file=name)
    if len(start) < 8 or start[6] not in (1, 2, 3) or start[7] != 0:
        raise FileError("is a .npy file of a version that is not known", file=name)
    width = 2 if start[6] == 1 else 4
    length = int.from_bytes(stream.read(width), "little")
    if length > _MAX_HEADER:
        raise FileError(f"is damaged: its header is {length} bytes long", file=name)
    text = stream.read(length)
    try:
        return text.decode("utf-8" if start[6] == 3 else "latin-1")
    except UnicodeDecodeError:
        raise FileError("is damaged: its header is no text", file=name) from None


def _shape(text: str, name: str) -> tuple[int, ...]:
    parts = [part.strip().removesuffix("L") for part in text.split(",")]
    if parts and not parts[-1]:
        parts.pop()
    if len(parts) > MAX_RANK or not all(re.fullmatch("[0-9]{1,19}", part) for part in parts):
        raise FileError(f"is damaged: its shape is ({text[:100].strip()})", file=name)
    return tuple(map(int, parts))
