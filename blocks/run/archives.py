"""Named arrays in a ``.npz`` file, written atomically and read safely."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from typing import IO, Any

import numpy as np

from blocks.base.budget import Memory
from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError, FileError
from blocks.base.files import write_atomically
from blocks.base.npy import Archive
from blocks.base.types import Array

_MOST_TEXT = 1 << 30
"""Bytes of texts that are written into a .npz file, where each takes the room of the longest."""


def plain(array: Array) -> Array:
    """Return the same numbers in a dtype that NumPy has: bfloat16 and float8 as float32, int4 as int8."""
    if array.dtype.kind in "biufcO":
        return array
    return array.astype(np.int8 if "int" in array.dtype.name else np.float32)


def save(path: str, arrays: Mapping[str, Any], dtypes: Mapping[str, DType]) -> None:
    """Write arrays into a ``.npz`` file, atomically. The same arrays give the same bytes.

    Dtypes that NumPy lacks are widened (`plain`); strings become fixed-length bytes (``S``), so that pickle is not
    needed. Widening bfloat16 and similar dtypes loses nothing.

    Raises:
        FileError: The file cannot be written.
        DiagramError: An array cannot be stored in such a file.
    """
    write(path, stored(arrays, dtypes))


def stored(arrays: Mapping[str, Any], dtypes: Mapping[str, DType]) -> dict[str, Array]:
    return {name: _stored(name, np.asarray(value), dtypes[name]) for name, value in arrays.items()}


def write(path: str, arrays: Mapping[str, Array]) -> None:
    """Write arrays of NumPy's own dtypes into a ``.npz`` file, atomically; raise FileError on failure."""
    write_atomically(path, writer(arrays))


def writer(arrays: Mapping[str, Array]) -> Callable[[IO[bytes]], None]:
    import zipfile  # most runs write no such file

    def fill(file: IO[bytes]) -> None:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
            for name, array in arrays.items():
                entry = zipfile.ZipInfo(f"{name}.npy")
                with archive.open(entry, "w", force_zip64=True) as member:
                    np.lib.format.write_array(member, array, allow_pickle=False)

    return fill


def _stored(name: str, array: Array, dtype: DType) -> Array:
    if dtype.kind == "handle":
        raise DiagramError(f"{name!r} has no value that a file can store")
    if dtype.kind != "string":
        return plain(array)
    flat: list[bytes] = array.ravel().tolist()
    if any(each.endswith(b"\0") for each in flat):
        text = f"{name!r} contains a string that ends in a zero byte, which a .npz file would lose"
        raise DiagramError(text, hint="use --json to write the value")
    longest = max(map(len, flat), default=1) or 1
    if longest * len(flat) > _MOST_TEXT:
        text = f"the strings of {name!r} would take {longest * len(flat):,} bytes in a .npz file"
        raise DiagramError(text, hint="use --json, which takes less space")
    return np.array(flat, f"S{longest}").reshape(array.shape)


@contextmanager
def opened(path: str) -> Generator[Archive]:
    """Open a ``.npz`` file, whose arrays are read one by one; raise FileError if it is invalid or cannot be read."""
    try:
        if not os.path.isfile(path):
            raise FileNotFoundError(errno.ENOENT, "it does not exist")
        with open(path, "rb") as stream:
            yield Archive(stream, path)
    except FileError:
        raise
    except OSError as error:
        raise FileError(f"the file cannot be read: {error.strerror or error}", file=path) from None


def load(path: str, memory: Memory) -> dict[str, Array]:
    with opened(path) as archive:
        return arrays_in(archive, memory)


def arrays_in(archive: Archive, memory: Memory) -> dict[str, Array]:
    return {name: archive.read(name, memory) for name in archive.names}
