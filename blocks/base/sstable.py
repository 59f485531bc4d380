"""Readers and writers of sorted tables (LevelDB's format), the container of TensorFlow's checkpoints.

A table is a sequence of blocks, each followed by its kind (a byte) and a checksum. A block contains entries in the
order of their keys. Each entry stores only the part of its key that differs from the previous key. The last block
before the footer is the index: for each block, a key that is not less than its last one, and its location.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from io import BufferedReader

from blocks.base.budget import Unpacked
from blocks.base.errors import FileError
from blocks.base.records import masked_crc32c

_MAGIC = bytes.fromhex("57fb808b247547db")
_FOOTER = 48
_TRAILER = 5
_BLOCK_SIZE = 1 << 18
_RESTART_INTERVAL = 16
_ENTRY = 200
"""About the bytes that an entry takes in memory beside its key and its value."""
_ROOM, _UNFOLDED = 1 << 24, 2 * _RESTART_INTERVAL
"""Bytes that the entries of any table may take, and how many more for each byte of the file. Of keys that begin alike
only the rest is stored, but of one in 16 all of it."""


def varint(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def read_varint(data: bytes, at: int) -> tuple[int, int]:
    number = shift = 0
    while at < len(data) and shift < 64:
        byte = data[at]
        at += 1
        number |= (byte & 127) << shift
        if byte < 128:
            return number, at
        shift += 7
    raise ValueError("a number is cut off")


def write_table(entries: Iterable[tuple[bytes, bytes]]) -> list[bytes]:
    """Return the pieces of a file with a table of these entries, whose keys must ascend."""
    pieces: list[bytes] = []
    index: list[tuple[bytes, bytes]] = []
    block: list[tuple[bytes, bytes]] = []
    size = offset = 0

    def flush(entries: list[tuple[bytes, bytes]], interval: int) -> bytes:
        nonlocal offset
        data = _encode_block(entries, interval)
        where = varint(offset) + varint(len(data))
        pieces.append(data)
        pieces.append(b"\0" + masked_crc32c(data + b"\0").to_bytes(4, "little"))
        offset += len(data) + _TRAILER
        return where

    for key, value in entries:
        block.append((key, value))
        size += len(key) + len(value)
        if size >= _BLOCK_SIZE:
            index.append((key, flush(block, _RESTART_INTERVAL)))
            block, size = [], 0
    if block:
        index.append((block[-1][0], flush(block, _RESTART_INTERVAL)))
    footer = flush([], 1) + flush(index, 1)
    return [*pieces, footer.ljust(_FOOTER - len(_MAGIC), b"\0") + _MAGIC]


def _encode_block(entries: list[tuple[bytes, bytes]], interval: int) -> bytes:
    out = bytearray()
    restarts: list[int] = []
    last = b""
    for i, (key, value) in enumerate(entries):
        shared = 0
        if i % interval == 0:
            restarts.append(len(out))
        else:
            shared = next(
                (k for k, (a, b) in enumerate(zip(last, key, strict=False)) if a != b), min(len(last), len(key))
            )
        out += varint(shared) + varint(len(key) - shared) + varint(len(value)) + key[shared:] + value
        last = key
    restarts = restarts or [0]
    for number in (*restarts, len(restarts)):
        out += number.to_bytes(4, "little")
    return bytes(out)


class SortedTable:
    """A table in an open file: the index is read at once, blocks are read on demand.

    Raises:
        FileError: the file is not a table, or damaged; the methods raise it too.
    """

    def __init__(self, file: BufferedReader, name: str) -> None:
        self._file = file
        self._name = name
        self._size = file.seek(0, os.SEEK_END)
        self._room = Unpacked(name, _ROOM)
        self._room.add(_UNFOLDED * self._size)
        file.seek(max(self._size - _FOOTER, 0))
        footer = file.read(_FOOTER)
        if len(footer) < _FOOTER or not footer.endswith(_MAGIC):
            raise FileError(f"the file {name!r} is not a TensorFlow table: its footer is missing")
        try:
            _, at = read_varint(footer, 0)
            _, at = read_varint(footer, at)
            index, at = read_varint(footer, at)
            size, _ = read_varint(footer, at)
            self._index: list[tuple[bytes, int, int]] = []
            for key, where in self._kept(index, size):
                index, at = read_varint(where, 0)
                self._index.append((key, index, read_varint(where, at)[0]))
        except ValueError as error:
            raise self._damaged(str(error)) from None

    def _damaged(self, why: str) -> FileError:
        return FileError(f"the file {self._name!r} is damaged: {why}")

    def _kept(self, index: int, size: int) -> Iterator[tuple[bytes, bytes]]:
        """Yield the entries of a block, counting their unpacked size; raise FileError if the total is too large."""
        for key, value in self._block(index, size):
            self._room.take(len(key) + len(value) + _ENTRY, "the list of keys")
            yield key, value

    def _block(self, index: int, size: int) -> Iterator[tuple[bytes, bytes]]:
        if index + size + _TRAILER > self._size - _FOOTER:
            raise self._damaged("the file ends inside a block")
        self._file.seek(index)
        data = self._file.read(size)
        trailer = self._file.read(_TRAILER)
        if masked_crc32c(data + trailer[:1]) != int.from_bytes(trailer[1:], "little"):
            raise self._damaged("the checksum of a block is wrong")
        if trailer[0]:
            raise FileError(f"the file {self._name!r} is compressed, which is not supported")
        try:
            yield from _entries(data)
        except ValueError as error:
            raise self._damaged(str(error)) from None

    def __iter__(self) -> Iterator[tuple[bytes, bytes]]:
        for _, index, size in self._index:
            yield from self._kept(index, size)

    def get(self, key: bytes) -> bytes | None:
        at = bisect_left(self._index, key, key=lambda entry: entry[0])
        if at == len(self._index):
            return None
        return next((value for each, value in self._block(*self._index[at][1:]) if each == key), None)


def _entries(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    restarts = int.from_bytes(data[-4:], "little")
    end = len(data) - 4 - 4 * restarts
    if len(data) < 4 or end < 0:
        raise ValueError("a block is too short")
    at = unfolded = 0
    key = b""
    while at < end:
        shared, at = read_varint(data, at)
        rest, at = read_varint(data, at)
        size, at = read_varint(data, at)
        if shared > len(key) or at + rest + size > end:
            raise ValueError("an entry is longer than its block")
        key = key[:shared] + data[at : at + rest]
        unfolded += len(key)
        if unfolded > _ROOM + _UNFOLDED * len(data):
            raise ValueError("the keys of a block are much longer than the block")
        at += rest
        yield key, data[at : at + size]
        at += size
