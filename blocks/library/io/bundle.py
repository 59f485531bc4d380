"""TensorFlow's second checkpoint format: tables of entries (PREFIX.index), and values (PREFIX.data-00000-of-00001)."""

from __future__ import annotations

import glob
import math
import os
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from blocks.base.context import Context, Files
from blocks.base.dtypes import STRING, DType
from blocks.base.errors import DiagramError, FileError
from blocks.base.messages import parse
from blocks.base.records import masked_crc32c
from blocks.base.sstable import SortedTable, read_varint, varint, write_table
from blocks.base.types import Array
from blocks.library.io.slices import (
    Extents,
    TensorSlice,
    assemble,
    classes,
    overlapping,
    part_key,
    put_part,
    read_extents,
)
from blocks.library.io.slices import whole as all_of
from blocks.library.parsing.examples import key_text as _text
from blocks.library.parsing.tensor_messages import DTYPE_NUMBERS, DTYPES, from_bytes, put_shape, read_shape

_HEADER = b""
_LITTLE_ENDIAN = 0
_PIECE = 1 << 20
_MOST_SHARDS = 100_000
"""Files of one checkpoint: their names have five digits."""


class Saved(NamedTuple):
    name: bytes
    array: Array
    dtype: DType
    part: TensorSlice | None


def index_name(prefix: str) -> str:
    return f"{prefix}.index"


def data_name(prefix: str, shard: int, count: int) -> str:
    return f"{prefix}.data-{shard:05d}-of-{count:05d}"


def exists(files: Files, prefix: str) -> bool:
    folder, last = os.path.split(index_name(prefix))
    return bool(files.matching(os.path.join(folder, glob.escape(last))))


def save(files: Files, prefix: str, tensors: Sequence[Saved]) -> None:
    """Write a checkpoint: its data and its index, or neither."""
    entries: dict[bytes, Any] = {}
    parts: dict[bytes, list[TensorSlice]] = {}
    data: list[bytes | memoryview] = []
    index = 0
    for saved in tensors:
        key = saved.name
        if saved.part is not None and not saved.part.is_whole:
            key = part_key(saved.name, saved.part.extents)
            _add_part(entries, parts, saved, saved.part)
        if key in entries:
            raise DiagramError(f"the tensor {_text(saved.name)} cannot be saved twice", pin="tensor_names")
        values, crc = _encoded(saved)
        entries[key] = _entry(saved.dtype, saved.array.shape, offset=index, size=len(values), crc32c=crc)
        data.append(values)
        index += len(values)
    files.write_together({data_name(prefix, 0, 1): data, index_name(prefix): _index(1, entries)})


def _entry(dtype: DType, shape: tuple[int, ...], **fields: int) -> Any:
    entry = classes()["Entry"](dtype=DTYPE_NUMBERS[dtype.name], **fields)
    put_shape(entry.shape, shape)
    return entry


def _add_part(
    entries: dict[bytes, Any], parts: dict[bytes, list[TensorSlice]], saved: Saved, part: TensorSlice
) -> None:
    others = parts.setdefault(saved.name, [])
    whole = _entry(saved.dtype, part.shape)
    if not others:
        if saved.name in entries:
            raise DiagramError(f"the tensor {_text(saved.name)} cannot be saved twice", pin="tensor_names")
        entries[saved.name] = whole
    entry = entries[saved.name]
    others.append(part)
    if (entry.dtype, entry.shape) != (whole.dtype, whole.shape):
        text = f"all slices of the tensor {_text(saved.name)} must have the same dtype and full shape"
        raise DiagramError(text, pin="tensor_names")
    if overlapping(others):
        raise DiagramError(f"slices of the tensor {_text(saved.name)} overlap", pin="tensor_names")
    put_part(entry.slices.add(), part.extents)


def _encoded(saved: Saved) -> tuple[bytes | memoryview, int]:
    if saved.dtype is not STRING:
        values = np.ascontiguousarray(saved.array).reshape(-1).view(np.uint8).data
        return values, masked_crc32c(values)
    texts: list[bytes] = saved.array.reshape(-1).tolist()
    lengths = _lengths_for_sum(map(len, texts))
    check = masked_crc32c(lengths).to_bytes(4, "little")
    data = b"".join(texts)
    return b"".join(map(varint, map(len, texts))) + check + data, masked_crc32c(lengths + check + data)


def _lengths_for_sum(lengths: Any) -> bytes:
    return b"".join(n.to_bytes(4 if n < 1 << 32 else 8, "little") for n in lengths)


def _index(shards: int, entries: dict[bytes, Any]) -> list[bytes]:
    header = classes()["Header"](num_shards=shards)
    header.version.producer = 1
    return write_table(
        [(_HEADER, header.SerializeToString()), *((key, entries[key].SerializeToString()) for key in sorted(entries))]
    )


class Bundle:
    """A checkpoint on the disk.

    Attributes:
        shards: the number of its data files.
        entries: by keys.

    Raises:
        DiagramError: it cannot be read; its methods raise this too.
    """

    def __init__(self, context: Context, prefix: str) -> None:
        self._context = context
        self._prefix = prefix
        name = index_name(prefix)
        with context.files.open(name) as file:
            entries = dict(SortedTable(file, name))
        header = classes()["Header"]()
        if not parse(header, entries.pop(_HEADER, b"")) or not 1 <= header.num_shards <= _MOST_SHARDS:
            raise FileError(f"the file {name!r} is not a checkpoint: it has no header")
        if header.endianness != _LITTLE_ENDIAN:
            raise FileError(f"the checkpoint {prefix!r} has a byte order that differs from that of this machine")
        self.shards: int = header.num_shards
        self.entries = {key: self._entry(data) for key, data in entries.items()}

    def _entry(self, data: bytes) -> Any:
        entry = classes()["Entry"]()
        if not parse(entry, data) or not 0 <= entry.shard_id < self.shards or min(entry.offset, entry.size) < 0:
            raise FileError(f"the file {index_name(self._prefix)!r} is damaged")
        return entry

    def read(self, name: bytes, part: TensorSlice | None, dtype: DType) -> Array:
        entry = self.entries.get(name)
        if entry is None or not name:
            raise DiagramError(f"the checkpoint {self._prefix!r} has no tensor {_text(name)}", pin="tensor_names")
        shape = read_shape(entry.shape)
        value = DTYPES.get(entry.dtype)
        if shape is None or value is None:
            raise self._damaged(name)
        check_wanted(name, value, shape, dtype, part)
        wanted = part or all_of(shape)
        require_memory(self._context, wanted, value)
        if not entry.slices:
            values = self._values(entry, name, shape, value)
            return self._held(values if part is None else values[part.bounds].copy())
        stored = [read_extents(each) for each in entry.slices]
        parts = [TensorSlice(shape, extents) for extents in stored]
        if not all(part.fits for part in parts) or overlapping(parts):
            raise self._damaged(name)

        def load(extents: Extents) -> Array:
            own = self.entries.get(part_key(name, extents))
            if own is None:
                raise self._damaged(name)
            return self._values(own, name, TensorSlice(shape, extents).own_shape, value)

        return self._held(assemble(wanted, value, stored, load, _text(name)))

    def _held(self, values: Array) -> Array:
        """Count a tensor's memory at once, since others may follow before the block returns."""
        self._context.memory.hold(values)
        return values

    def _damaged(self, name: bytes) -> FileError:
        return FileError(f"the checkpoint {self._prefix!r} is damaged at the tensor {_text(name)}")

    def _values(self, entry: Any, name: bytes, shape: tuple[int, ...], dtype: DType) -> Array:
        count = math.prod(shape)
        if entry.size < count if dtype is STRING else entry.size != count * dtype.size:
            raise self._damaged(name)
        self._context.memory.require(entry.size, f"the tensor {_text(name)}")
        with self._context.files.open(data_name(self._prefix, entry.shard_id, self.shards)) as file:
            rest = file.seek(0, os.SEEK_END) - entry.offset
            file.seek(entry.offset)
            data = file.read(min(entry.size, max(rest, 0)))
        if len(data) < entry.size:
            raise self._damaged(name)
        try:
            if dtype is STRING:
                return _strings(data, count, entry.crc32c).reshape(shape)
            if masked_crc32c(data) != entry.crc32c:
                raise self._damaged(name)
            return from_bytes(data, dtype).reshape(shape)
        except ValueError:
            raise self._damaged(name) from None


def _strings(data: bytes, count: int, crc: int) -> Array:
    lengths: list[int] = []
    at = 0
    for _ in range(count):
        length, at = read_varint(data, at)
        lengths.append(length)
    fixed = _lengths_for_sum(lengths)
    check, at = data[at : at + 4], at + 4
    if at + sum(lengths) != len(data) or masked_crc32c(fixed) != int.from_bytes(check, "little"):
        raise ValueError
    if masked_crc32c(fixed + check + data[at:]) != crc:
        raise ValueError
    result = np.empty(count, np.object_)
    for i, length in enumerate(lengths):
        result[i] = data[at : at + length]
        at += length
    return result


def check_wanted(name: bytes, result: DType, shape: tuple[int, ...], dtype: DType, part: TensorSlice | None) -> None:
    if result is not dtype:
        raise DiagramError(f"the tensor {_text(name)} in the checkpoint has dtype {result.short}, not {dtype.short}")
    if part is not None and part.shape != shape:
        text = f"the tensor {_text(name)} in the checkpoint has shape {list(shape)}, not {list(part.shape)}"
        raise DiagramError(text)


def require_memory(context: Context, part: TensorSlice, dtype: DType) -> None:
    context.memory.require(math.prod(part.own_shape) * dtype.size, f"the result {list(part.own_shape)}")


def merge(context: Context, prefixes: Sequence[str], target: str) -> None:
    """Merge checkpoints into one and delete their files."""
    entries: dict[bytes, Any] = {}
    shards: dict[str, int] = {}
    old: list[str] = []
    for prefix in prefixes:
        bundle = Bundle(context, prefix)
        old.append(index_name(prefix))
        for key, entry in sorted(bundle.entries.items()):
            known = entries.get(key)
            if known is not None:
                same = (entry.dtype, entry.shape) == (known.dtype, known.shape)
                if not (same and entry.slices and known.slices):
                    text = f"the tensor {_text(key)} is in more than one of the checkpoints"
                    raise DiagramError(text, pin="checkpoint_prefixes")
                known.slices.extend(entry.slices)
                continue
            if not entry.slices:
                entry.shard_id = shards.setdefault(data_name(prefix, entry.shard_id, bundle.shards), len(shards))
            entries[key] = entry
    new = {data_name(target, shard, len(shards) or 1): name for name, shard in shards.items()}
    for name, source in new.items():
        with context.files.open(source) as file:
            context.files.write(name, iter(partial(file.read, _PIECE), b""))
    context.files.write(index_name(target), _index(len(shards) or 1, entries))
    for name in {*old, *shards} - {*new, index_name(target)}:
        context.files.remove(name)
