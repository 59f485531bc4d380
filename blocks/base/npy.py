"""Safe readers for NumPy's ``.npy`` and ``.npz`` files: nothing is executed, and sizes are checked first."""

from __future__ import annotations

import io
import math
import os
import re
import stat
import struct
import warnings
from io import BufferedReader
from typing import IO, TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from blocks.base.budget import Memory
from blocks.base.errors import DiagramError, FileError
from blocks.base.shapes import MAX_RANK
from blocks.base.types import Array

if TYPE_CHECKING:
    from zipfile import ZipFile, ZipInfo

_MAX_HEADER = 10_000
"""Bytes, as NumPy itself allows: Python's parser is not safe for longer ones."""
_MAPPED = 1 << 20
"""Bytes from which on an array is not read but mapped."""
_PIECE = 1 << 20
_MOST_LISTED = 1 << 24
"""Bytes of the directory of a ``.npz`` file: about 200,000 members."""
_STORED, _DEFLATED = 0, 8
_LOCAL = struct.Struct("<26xHH")
"""The lengths of the name and of the extra field, at the end of a member's header."""
# V2 and V1 are what NumPy writes for bfloat16 and float8; it also writes f1, which it cannot read.
_PLAIN = re.compile(r"[<>|](?:b1|[iu][1248]|f[248]|c8|c16|V[12])")
_FLOAT8 = re.compile(rb"""(["'][<>=|]?)f1(?=["'])""")


def npy_pieces(array: Array) -> list[bytes | memoryview]:
    ordered = np.ascontiguousarray(array)
    head = io.BytesIO()
    np.lib.format.write_array_header_1_0(head, np.lib.format.header_data_from_array_1_0(ordered.reshape(array.shape)))
    return [head.getvalue(), ordered.reshape(-1).view(np.uint8).data]


class Archive:
    """An open ``.npz`` file, whose arrays are read one by one; FileError if it is damaged or lists too many members."""

    def __init__(self, stream: IO[bytes], name: str) -> None:
        import zipfile  # most runs read no such file

        self._name = name
        self._stream = stream
        try:
            self._zip: ZipFile = zipfile.ZipFile(cast("IO[bytes]", _Listing(stream, name)))
        except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError, ValueError):
            raise FileError("the contents are not a .npz archive, or they are damaged", file=name) from None
        infos = self._zip.infolist()
        self._members = {each.filename.removesuffix(".npy"): each for each in infos if each.filename.endswith(".npy")}
        self.names = list(self._members)

    def read(self, key: str, memory: Memory) -> Array:
        """Return a writable array of the caller's own; raise FileError if it is damaged, not plain, or too large."""
        import zlib
        from zipfile import BadZipFile

        member = self._members[key]
        if member.compress_type not in (_STORED, _DEFLATED):
            raise FileError(f"the array {key!r} is compressed with a method that NumPy does not use", file=self._name)
        try:
            return self._array(member, memory)
        except FileError as error:
            text = f"cannot read the array {key!r}: {error.message}"
            raise FileError(text, file=self._name, hint=error.hint) from None
        except (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError):
            raise FileError(f"the contents are damaged at the array {key!r}", file=self._name) from None

    def mapped(self, key: str, memory: Memory) -> Array:
        """Return an array as `read`, but map a large one, which then takes no memory and is read-only."""
        member = self._members[key]
        is_plain = member.compress_type == _STORED and member.compress_size == member.file_size
        if is_plain and member.file_size >= _MAPPED and not member.flag_bits & 1:
            self._stream.seek(member.header_offset)
            head = self._stream.read(_LOCAL.size)
            if len(head) == _LOCAL.size and head[:4] == b"PK\3\4":
                start = self._stream.seek(sum(_LOCAL.unpack(head)), os.SEEK_CUR)
                layout = _layout(self._stream, self._name, texts=True)
                held = member.file_size - (self._stream.tell() - start)
                result = _mapped(self._stream, layout, held, is_aligned=False)
                if result is not None:
                    return result
        return self.read(key, memory)

    def _array(self, member: ZipInfo, memory: Memory) -> Array:
        with self._zip.open(member) as stream:
            layout = _layout(stream, self._name, texts=True)
            return _filled(stream, layout, member.file_size - stream.tell(), self._name, memory)


class _Listing:
    """A file with a limit for single reads, because the directory of a ``.npz`` file is read at once."""

    def __init__(self, stream: IO[bytes], name: str) -> None:
        self._stream = stream
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def read(self, size: int = -1) -> bytes:
        if size > _MOST_LISTED:
            raise FileError("the archive contains too many arrays", file=self._name)
        return self._stream.read(size)


class _Layout(NamedTuple):
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    fortran: bool

    @property
    def size(self) -> int:
        return math.prod(self.shape) * self.dtype.itemsize


def read_npy(stream: BufferedReader, name: str, memory: Memory) -> Array:
    """Return the array in an open ``.npy`` file, C-ordered and in native byte order.

    A large array is read-only and mapped: weights that a run does not need take no memory. Replacing the file does
    not change the array, but writing into it does. Types without a NumPy name (bfloat16) become void of their size.

    Raises:
        FileError: the file is not an ``.npy`` file, has the wrong length, is not a tensor, or is too large.
        OSError: reading failed.
    """
    status = os.fstat(stream.fileno())
    if not stat.S_ISREG(status.st_mode):
        is_folder = stat.S_ISDIR(status.st_mode)
        raise FileError("the path is a folder" if is_folder else "the path is not a regular file", file=name)
    layout = _layout(stream, name)
    held = status.st_size - stream.tell()
    result = _mapped(stream, layout, held)
    return result if result is not None else _filled(stream, layout, held, name, memory)


def _layout(stream: IO[bytes], name: str, *, texts: bool = False) -> _Layout:
    start = stream.read(8)
    if start[:6] != np.lib.format.MAGIC_PREFIX:
        raise FileError("the contents are not in .npy format", file=name)
    if len(start) < 8 or start[6] not in (1, 2, 3) or start[7] != 0:
        raise FileError("this version of the .npy format is not supported", file=name)
    length = int.from_bytes(stream.read(2 if start[6] == 1 else 4), "little")
    if length > _MAX_HEADER:
        raise FileError(f"the contents are damaged: the .npy header has {length} bytes", file=name)
    header = _FLOAT8.sub(rb"\1V1", stream.read(length))
    source = io.BytesIO(len(header).to_bytes(4, "little") + header)
    try:
        with warnings.catch_warnings(action="ignore"):  # headers that Python 2 wrote
            shape, fortran, dtype = np.lib.format.read_array_header_2_0(source, 1 << 20)
    except Exception:  # NumPy evaluates literals with Python's own parser, which raises many kinds
        raise _strange(name) from None
    if dtype.hasobject:
        raise FileError("the array contains Python objects, which are never read from a file", file=name)
    if dtype.names is not None or dtype.subdtype is not None:
        raise _strange(name)
    if _PLAIN.fullmatch(dtype.str) is None and not (texts and dtype.kind in "SU"):
        raise FileError(f"the array has the NumPy dtype {dtype.str!r}, which tensors cannot have", file=name)
    if len(shape) > MAX_RANK or not all(0 <= size < 1 << 63 for size in shape):
        raise FileError(f"the contents are damaged: the array has the shape {str(shape)[:100]}", file=name)
    return _Layout(dtype, shape, fortran)


def _filled(stream: IO[bytes], layout: _Layout, held: int, name: str, memory: Memory) -> Array:
    dtype, shape, fortran = layout
    expected = layout.size
    if held != expected:
        how = "cut off" if held < expected else "too long"
        text = f"the file is {how}: the header announces {expected} bytes of data, but the file has {held}"
        raise FileError(text, file=name)
    try:
        memory.require(expected, "the array")
        raw = np.empty(expected, np.uint8)
        ordered = raw.view(dtype).reshape(shape[::-1] if fortran else shape) if expected else np.empty(shape, dtype)
    except DiagramError as error:
        raise FileError(error.message, file=name, hint=error.hint) from None
    except (MemoryError, ValueError, OverflowError):
        raise FileError(f"the array's shape {shape} is too large for this machine", file=name) from None
    left = raw.data
    while left:
        piece: int = cast("BufferedReader", stream).readinto(left[:_PIECE])
        if not piece:
            raise FileError("the file became shorter while it was read", file=name)
        left = left[piece:]
    if dtype.kind == "b" and raw.size and raw.max() > 1:
        raise FileError("the contents are damaged: a boolean is neither 0 nor 1", file=name)
    if fortran:
        ordered = ordered.T
    result = np.ascontiguousarray(ordered, dtype.newbyteorder("=")).reshape(shape)
    memory.hold(result)
    return result


def _mapped(stream: IO[bytes], layout: _Layout, held: int, *, is_aligned: bool = True) -> Array | None:
    """Map the data of a large array at the stream's position; return None if that is not possible."""
    dtype, shape, fortran = layout
    if not held == layout.size >= _MAPPED or fortran or not dtype.isnative or dtype.kind == "b":
        return None
    at = stream.tell()
    if os.name == "nt" or (is_aligned and at % dtype.itemsize):  # there a file that is in use cannot be replaced
        return None
    try:
        return np.asarray(np.memmap(cast("Any", stream), dtype, "r", at, shape))
    except (OSError, ValueError):
        stream.seek(at)
        return None


def _strange(name: str) -> FileError:
    return FileError("the file is damaged, or contains a structured array, which cannot become a tensor", file=name)
