"""Text forms of tensors: JSON values for files, and short texts for people."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias, cast

import numpy as np

from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array

JsonValue: TypeAlias = Any
"""A tensor as a file holds it: a bool, int, float or str, ``{"base64": ...}``, ``{"file": ...}``, or nested lists."""

_JSON_WORDS = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}


def from_array(array: Array, dtype: DType) -> JsonValue:
    """Return the JSON value of an array: the inverse of `to_array` with the same dtype and shape.

    The round trip is exact except for NaN payloads. Lists of an array without elements may not show its whole shape.

    Raises:
        DiagramError: the dtype is a handle or variant.
    """
    array = np.asarray(array)
    kind = dtype.kind
    if kind == "handle":
        raise DiagramError(f"values of dtype {dtype.short} cannot be written as JSON")
    if kind == "string":
        return _per_element(array, bytes_value)
    if kind == "complex":
        return _per_element(array, _complex_text)
    if kind != "float":
        return array.astype(np.int8).tolist() if dtype.short.endswith("int4") else array.tolist()
    if array.dtype.itemsize < 4:
        with np.errstate(invalid="ignore"):  # a signalling NaN is no error here
            array = array.astype(np.float64)  # ml_dtypes' own tolist gives its own scalars
    finite = np.isfinite(array)
    if finite.all():
        return array.tolist()
    objects = array.astype(object)
    objects[np.isnan(array)] = "NaN"
    objects[array == math.inf] = "Infinity"
    objects[array == -math.inf] = "-Infinity"
    return objects.tolist()


def text_of(value: JsonValue, limit: int = 60) -> str:
    """Return a value or array on one line, cut to ``limit`` characters; only these are formatted."""
    parts: list[str] = []
    length = 0
    for part in _pieces(value, limit):
        parts.append(part)
        length += len(part)
        if length > limit:
            return "".join(parts)[: max(limit - 1, 0)] + "…"[:limit]
    return "".join(parts)


def _pieces(value: JsonValue, limit: int) -> Iterator[str]:
    open_lists: list[Iterator[Any]] = [iter((value,))]
    first = True
    while open_lists:
        try:
            item = next(open_lists[-1])
        except StopIteration:
            open_lists.pop()
            if open_lists:
                yield "]"
            first = False
            continue
        if not first:
            yield ", "
        first = False
        if isinstance(item, (list, tuple)) or (isinstance(item, np.ndarray) and item.ndim):
            yield "["
            open_lists.append(iter(cast("Any", item)))
            first = True
        else:
            yield _element_text(item, limit)


def _shown_bytes(data: bytes, limit: int) -> str | bytes:
    cut = data[: 4 * limit + 4]
    try:
        return cut.decode()
    except UnicodeDecodeError as error:
        at_the_cut = len(cut) < len(data) and error.start > len(cut) - 4
        return cut[: error.start].decode() if at_the_cut else data


def _element_text(item: Any, limit: int) -> str:
    if isinstance(item, np.ndarray):
        item = cast("Array", item)[()]
    if isinstance(item, bytes):
        item = _shown_bytes(item, limit)
    elif isinstance(item, np.bool_):
        item = bool(cast("Any", item))
    elif isinstance(item, (float, np.generic)):
        # NumPy writes a float32 as short as a float32 can be: 0.1, not 0.10000000149011612
        text = str(cast("Any", item)).strip("()")
        return _JSON_WORDS.get(text, text)
    elif isinstance(item, dict) and len(entries := cast("dict[Any, Any]", item)) == 1:
        key, inner = next(iter(entries.items()))
        return f"{{{show(key)}: {show(inner, limit)}}}"
    return show(cast("object", item), limit)


def show(value: object, limit: int = 40) -> str:
    """Return an element as error messages show it, with at most about ``limit`` characters."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, int) and value.bit_length() > 3 * limit:
        # the decimal digits of a huge integer take time quadratic in their number, and Python may refuse them
        return f"an integer of about {int(value.bit_length() * 0.30103) + 1} digits"
    if isinstance(value, (str, bytes)):
        return repr(value) if len(value) <= limit else f"{value[:limit]!r}..."
    if isinstance(value, dict):
        return "{...}"
    if isinstance(value, (int, float)):
        return repr(value)
    return f"a Python {type(value).__name__}"


def bytes_value(data: bytes) -> JsonValue:
    try:
        return data.decode()
    except UnicodeDecodeError:
        import binascii

        return {"base64": binascii.b2a_base64(data, newline=False).decode()}


def _complex_text(value: complex) -> str:
    text = str(value)
    return text[1:-1] if text[0] == "(" else text


def _per_element(array: Array, form: Callable[[Any], JsonValue]) -> JsonValue:
    flat: Array = np.empty(array.size, object)
    flat[:] = [form(item) for item in array.ravel().tolist()]
    return cast("Any", flat.reshape(array.shape)).tolist()
