"""TensorFlow's serialized examples: named features, and checks and batching shared by the parsing blocks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import FLOAT, INT64, STRING, DType, dtype_of
from blocks.base.errors import DiagramError
from blocks.base.messages import build, parse
from blocks.base.shapes import compatible, shape_text
from blocks.base.types import Array, Shape

_LISTS = "1 BytesList bytes_list, 2 FloatList float_list, 3 Int64List int64_list"
_VALUES = {
    "BytesList": "1 bytes* value",
    "FloatList": "1 float* value",
    "Int64List": "1 int64* value",
    "Feature": _LISTS,
}
# A map is a row of keys and values; TensorFlow does not ask that the keys are UTF-8.
_EXAMPLES = {
    **_VALUES,
    "Entry": "1 bytes key, 2 Feature value",
    "Features": "1 Entry* feature",
    "Example": "1 Features features",
    "FeatureList": "1 Feature* feature",
    "ListEntry": "1 bytes key, 2 FeatureList value",
    "FeatureLists": "1 ListEntry* feature_list",
    "SequenceExample": "1 Features context, 2 FeatureLists feature_lists",
}
_MAPPED = {**_VALUES, "Features": "1 Feature{} feature", "Example": "1 Features features"}
_FIELDS = {FLOAT: "float_list", INT64: "int64_list", STRING: "bytes_list"}
DTYPES = tuple(_FIELDS)
"""The element types that a feature can have."""


@cache
def _classes() -> dict[str, Any]:
    return build("gradblocks.example", _EXAMPLES)


@cache
def mapped_example() -> Any:
    return build("gradblocks.json_example", _MAPPED)["Example"]


def message(kind: str) -> Any:
    return _classes()[kind]()


def read(kind: str, data: bytes, where: str) -> Any:
    result = message(kind)
    if not parse(result, data):
        what = "example" if kind == "Example" else "sequence example"
        raise DiagramError(f"{where} is not a serialized {what}", pin="serialized")
    return result


def by_name(entries: Iterable[Any]) -> dict[bytes, Any]:
    """Return a map's values by keys; of equal keys the last counts."""
    return {entry.key: entry.value for entry in entries}


class Dense(NamedTuple):
    """A feature that has values in every example.

    Attributes:
        shape: that of one example; an unknown first size becomes the largest one.
        default: the value for examples without the feature; it is empty if every example must have it.
    """

    key: bytes
    dtype: DType
    shape: Shape
    default: Array

    @property
    def varies(self) -> bool:
        return bool(self.shape) and self.shape[0] is None


def values(feature: Any, dtype: DType, what: str) -> Array | None:
    """Return a feature's values, or None if they are missing. Raise DiagramError for another type."""
    if feature is None:
        return None
    field = _FIELDS[dtype]
    if not feature.HasField(field):
        other = next((d for d, name in _FIELDS.items() if feature.HasField(name)), None)
        if other is None:
            return None
        raise DiagramError(f"{what}: expected {dtype.short}, got {other.short}", pin="serialized")
    result = getattr(feature, field).value
    if dtype is STRING:
        texts = np.empty(len(result), np.object_)
        texts[:] = list(result)
        return texts
    return np.array(result, dtype.numpy)


def dense_batch(dense: Dense, rows: Sequence[Array | None], names: Sequence[str]) -> Array:
    """Stack a feature's values of all examples."""
    inner = math.prod(size or 0 for size in (dense.shape or ())[1:]) if dense.varies else 1
    wanted = math.prod(size or 0 for size in dense.shape or ()) if not dense.varies else 0
    for row, name in zip(rows, names, strict=True):
        if row is None:
            if not dense.varies and dense.default.size == 0:
                raise DiagramError(
                    f"{name} does not contain feature {key_text(dense.key)}, which has no default", pin="serialized"
                )
        elif dense.varies and (len(row) % inner if inner else len(row)):
            text = f"feature {key_text(dense.key)} of {name} has {len(row)} values, not a multiple of {inner}"
            raise DiagramError(text, pin="serialized")
        elif not dense.varies and len(row) != wanted:
            text = f"feature {key_text(dense.key)} of {name} has {len(row)} values; its shape requires {wanted}"
            raise DiagramError(text, pin="serialized")
    if dense.varies:
        return _padded(dense, rows, inner)
    default = dense.default.reshape(-1)
    full = [default if row is None else row for row in rows]
    result = np.concatenate(full) if full else np.empty(0, dense.dtype.numpy)
    return result.reshape(len(rows), *(size or 0 for size in dense.shape or ()))


def _padded(dense: Dense, rows: Sequence[Array | None], inner: int) -> Array:
    lengths = [0 if row is None else len(row) for row in rows]
    longest = max(lengths, default=0)
    if len(rows) * longest * dense.dtype.size > max(_MOST_PADDED, 64 * sum(lengths)):
        text = f"feature {key_text(dense.key)} has {longest} of its {sum(lengths)} values in one example;"
        raise DiagramError(f"{text} padding would be too large", pin="serialized")
    result = np.empty((len(rows), longest), dense.dtype.numpy)
    result[...] = dense.default.reshape(-1)[0] if dense.default.size else (b"" if dense.dtype is STRING else 0)
    for i, row in enumerate(rows):
        if row is not None:
            result[i, : len(row)] = row
    return result.reshape(len(rows), longest // inner if inner else 0, *(dense.shape or ())[1:])


_MOST_PADDED = 1 << 26


def sparse_batch(rows: Sequence[Array | None], dtype: DType) -> tuple[Array, Array, Array]:
    lengths = np.array([0 if row is None else len(row) for row in rows], np.int64)
    first = np.repeat(np.arange(len(rows)), lengths)
    second: Array = np.arange(int(lengths.sum())) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    there = [row for row in rows if row is not None]
    result = np.concatenate(there) if there else np.empty(0, dtype.numpy)
    return np.stack([first, second], axis=1), result, np.array([len(rows), lengths.max(initial=0)], np.int64)


def denses(keys: Sequence[Array], defaults: Sequence[Array], shapes: Sequence[Shape]) -> list[Dense]:
    result: list[Dense] = []
    for key, default, shape in zip(keys, defaults, shapes, strict=True):
        result.append(Dense(key.item(), dtype_of(default), shape, default))
    return result


def check_lengths(keys: int, others: dict[str, int], type_name: str, pin: str) -> None:
    for name, count in others.items():
        if count != keys:
            text = f"{type_name}: {name} and {pin} must have the same number of entries, got {count} and {keys}"
            raise DiagramError(text, pin=name)


def check_default(shape: Shape, default: Shape, type_name: str, pin: str, i: int) -> None:
    if default is None or shape is None:
        return
    if shape[:1] == (None,):
        fits = math.prod(size or 0 for size in default) == 1 or None in default
    else:
        fits = 0 in default or compatible(shape, default)
    if not fits:
        what = "one element" if shape[:1] == (None,) else f"the shape {shape_text(shape)}"
        raise DiagramError(f"{type_name}: default {i} must have {what}, got shape {shape_text(default)}", pin=pin)


def check_shapes(shapes: Sequence[Shape], type_name: str, pin: str, varying: bool) -> None:
    for shape in shapes:
        if shape is None or None in (shape[1:] if varying else shape):
            raise DiagramError(f"{type_name}: {pin} must contain only known sizes, got {shape_text(shape)}", pin=pin)


def key_text(key: bytes) -> str:
    return repr(key.decode(errors="replace"))
