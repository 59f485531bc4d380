"""Messages between a worker and its owner: JSON data followed by the bytes of arrays.

A message never contains or names code: JSON contains data, and an array consists of its bytes, its shape and its dtype
name.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Sequence
from io import FileIO, RawIOBase
from typing import Any, NamedTuple

import ml_dtypes  # noqa: F401  # pyright: ignore[reportUnusedImport]  # NumPy knows its dtypes by their names then
import numpy as np

from blocks.base.types import Array
from blocks.document.data import Json

LARGE = 1 << 16
"""Bytes from which on an array is sent, and held, by itself; smaller ones come together."""
_ALIGNED = 16


class Message(NamedTuple):
    data: dict[str, Json]
    arrays: list[Array]


class Channel:
    """A message channel over two pipes, with many senders and one receiver; ``arriving`` is an incomplete message."""

    def __init__(self, source: RawIOBase, target: RawIOBase) -> None:
        self._source = source
        self._target = target
        self._sending = threading.Lock()
        self.arriving = 0

    def send(self, data: dict[str, Json], arrays: Sequence[Array] = ()) -> None:
        """Send a message; raise OSError if the connection is closed."""
        listed: list[Json] = []
        small: list[bytes] = []
        large: list[memoryview] = []
        for each in arrays:
            array = each if each.dtype.isnative else each.astype(each.dtype.newbyteorder("="))
            body = array.tobytes() if array.dtype != object and array.nbytes < LARGE else _bytes_of(array)
            listed.append([array.dtype.name, array.shape, len(body)])
            if len(body) < LARGE:
                small.append(body)
                small.append(bytes(-len(body) % _ALIGNED))
            else:
                large.append(memoryview(body))
        head = json.dumps([data, listed], separators=(",", ":")).encode()
        with self._sending:
            self._write(memoryview(b"".join([len(head).to_bytes(8, "little"), head, *small])))
            for body in large:
                self._write(body)

    def _write(self, data: memoryview) -> None:
        while data:
            data = data[self._target.write(data) :]

    def receive(self) -> Message | None:
        """Wait for a message; return None if the connection is closed."""
        try:
            length = int.from_bytes(self._read(8), "little")
            data, listed = json.loads(bytes(self._read(length)))
            sizes = [size for *_, size in listed]
            together = self._read(sum(size + -size % _ALIGNED for size in sizes if size < LARGE))
            arrays: list[Array] = []
            start = 0
            for name, shape, size in listed:
                if size < LARGE:
                    body = together[start : start + size]
                    start += size + -size % _ALIGNED
                else:
                    body = self._read(size)
                arrays.append(_array_of(body, name, shape))
        except (EOFError, OSError, ValueError):
            return None
        finally:
            self.arriving = 0
        return Message(data, arrays)

    def _read(self, size: int) -> memoryview:
        # As an array of NumPy's, whose memory is not filled with zeros first.
        room: Array = np.empty(size, np.uint8)
        view = room.data
        left = view
        while left:
            count = self._source.readinto(left)
            if not count:
                raise EOFError
            left = left[count:]
            self.arriving += count
        return view


def to_owner() -> tuple[Channel, int]:
    """Return the channel to the owner of this process, and its standard error; anything printed goes nowhere."""
    source, target, errors = (os.dup(standard) for standard in (0, 1, 2))
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):  # libraries must not print between the messages
        os.dup2(nothing, standard)
    return Channel(FileIO(source, "rb"), FileIO(target, "wb")), errors


def _bytes_of(array: Array) -> Any:
    if array.dtype != object:
        return np.ascontiguousarray(array).reshape(-1).view(np.uint8).data
    texts = [each if isinstance(each, bytes) else str(each).encode() for each in array.ravel().tolist()]
    return b"".join([np.array([len(each) for each in texts], np.int64).tobytes(), *texts])


def _array_of(body: memoryview, name: str, shape: Sequence[int]) -> Array:
    if name != "object":
        result: Array = np.frombuffer(body, np.dtype(name)).reshape(shape)
        result.setflags(write=False)
        return result
    count = int(np.prod(shape, dtype=np.int64))
    lengths = np.frombuffer(body[: 8 * count], np.int64)
    flat: Array = np.empty(count, object)
    start = 8 * count
    for i, length in enumerate(lengths.tolist()):
        flat[i] = bytes(body[start : start + length])
        start += length
    return flat.reshape(shape)
