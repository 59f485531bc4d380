"""TensorFlow's first checkpoint format: one table per file, with values in protocol buffer messages."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from blocks.base.context import Context, Files
from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError, FileError
from blocks.base.messages import parse
from blocks.base.sstable import SortedTable, write_table
from blocks.base.types import Array
from blocks.library.io.bundle import Saved, check_wanted, require_memory
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
from blocks.library.parsing.tensor_messages import DTYPE_NUMBERS, DTYPES, put_shape, put_values, read_shape, values_of

_META = b""
_LARGEST = 1 << 30


def save(files: Files, name: str, tensors: Sequence[Saved]) -> None:
    first = classes()["Slices"]()
    metas: dict[bytes, Any] = {}
    parts: dict[bytes, list[TensorSlice]] = {}
    table: dict[bytes, bytes] = {}
    for saved in tensors:
        part = saved.part or all_of(saved.array.shape)
        _note(first.meta, metas, parts.setdefault(saved.name, []), saved, part)
        if saved.array.nbytes > _LARGEST:
            text = f"the tensor {_text(saved.name)} is too large for this format"
            raise DiagramError(text, pin="data", hint="use SaveV2, which has no size limit")
        entry = classes()["Slices"]()
        entry.data.name = saved.name
        put_part(entry.data.slice, part.extents)
        entry.data.data.SetInParent()
        put_values(entry.data.data, saved.array, saved.dtype)
        table[part_key(saved.name, part.extents)] = entry.SerializeToString()
    first.meta.versions.producer = 1
    files.write(name, write_table([(_META, first.SerializeToString()), *sorted(table.items())]))


def _note(meta: Any, metas: dict[bytes, Any], parts: list[TensorSlice], saved: Saved, part: TensorSlice) -> None:
    entry = metas.get(saved.name)
    if entry is None:
        entry = metas[saved.name] = meta.tensor.add(name=saved.name, type=DTYPE_NUMBERS[saved.dtype.name])
        put_shape(entry.shape, part.shape)
    parts.append(part)
    if entry.type != DTYPE_NUMBERS[saved.dtype.name] or any(other.shape != part.shape for other in parts):
        text = f"all slices of the tensor {_text(saved.name)} must have the same dtype and full shape"
        raise DiagramError(text, pin="tensor_names")
    if len(parts) > 1 and (overlapping(parts) or not math.prod(part.shape)):
        raise DiagramError(f"slices of the tensor {_text(saved.name)} overlap", pin="tensor_names")
    put_part(entry.slice.add(), part.extents)


def load(context: Context, pattern: str, name: bytes, part: TensorSlice | None, dtype: DType) -> Array:
    """Load a tensor or a part of one; ``pattern`` names one or several files."""
    names = context.files.matching(pattern)
    if not names:
        raise FileError(f"there is no file {pattern!r}")
    stored: dict[Extents, str] = {}
    parts: list[TensorSlice] = []
    shape: tuple[int, ...] | None = None
    for file_name in names:
        with context.files.open(file_name) as file:
            meta = _meta(SortedTable(file, file_name), file_name, name)
        if meta is None:
            continue
        result, own = DTYPES.get(meta.type), read_shape(meta.shape)
        extents = [read_extents(each) for each in meta.slice]
        if result is None or own is None or not all(TensorSlice(own, each).fits for each in extents):
            raise _damaged(file_name)
        check_wanted(name, result, own, dtype, part)
        parts += [TensorSlice(own, each) for each in extents]
        if shape not in (None, own) or overlapping(parts):
            raise _damaged(file_name)
        shape = own
        stored.update(dict.fromkeys(extents, file_name))
    if shape is None:
        raise DiagramError(f"the checkpoint {pattern!r} has no tensor {_text(name)}", pin="tensor_name")
    wanted = part or all_of(shape)
    require_memory(context, wanted, dtype)

    def values(extents: Extents) -> Array:
        own_shape = TensorSlice(shape, extents).own_shape
        return _values(context.files, stored[extents], part_key(name, extents), dtype, math.prod(own_shape))

    return assemble(wanted, dtype, list(stored), values, _text(name))


def _meta(table: SortedTable, file_name: str, name: bytes) -> Any:
    first = classes()["Slices"]()
    data = table.get(_META)
    if data is None or not parse(first, data):
        raise FileError(f"the file {file_name!r} is not a checkpoint")
    return next((each for each in first.meta.tensor if each.name == name), None)


def _values(files: Files, file_name: str, key: bytes, dtype: DType, count: int) -> Array:
    entry = classes()["Slices"]()
    with files.open(file_name) as file:
        data = SortedTable(file, file_name).get(key)
    if data is None or not parse(entry, data):
        raise _damaged(file_name)
    values = values_of(entry.data.data, dtype, count)
    if not entry.data.HasField("data") or len(values) < count:
        raise _damaged(file_name)
    return values


def _damaged(file_name: str) -> FileError:
    return FileError(f"the checkpoint {file_name!r} is damaged")
