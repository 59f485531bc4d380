"""Python values in the form of a diagram file: arrays, dtypes and numbers that JSON lacks."""

from __future__ import annotations

import cmath
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from blocks.base.dtypes import BY_NAME, dtype_of, find
from blocks.base.errors import DiagramError
from blocks.base.literal_show import bytes_value, from_array, show
from blocks.base.literals import natural_dtype
from blocks.base.types import Array, array_of, is_list
from blocks.document.data import Json, is_object

if TYPE_CHECKING:
    from blocks.graph.spec import Attribute


def file_value(value: Any) -> Json:
    """Return the file form of a value: an array as nested lists, NaN as a string; raise DiagramError if it has none."""
    kind = cast("type[object]", type(value))
    if value is None or kind in (bool, int, str) or (kind is float and abs(value) < float("inf")):
        return value
    if kind is list or kind is tuple:
        if set(map(type, value)) == {float} and all(map(math.isfinite, value)):  # fast, for the many of a tensor
            return [*value]
        return [file_value(item) for item in value]
    if kind is dict:
        return {key: file_value(item) for key, item in value.items()}
    if isinstance(value, bytes):
        return bytes_value(value)
    if isinstance(value, (np.ndarray, np.generic, float, complex)):
        array = np.asarray(value)
        # Texts and bytes one by one: NumPy cuts zeros off the ends of its own.
        return file_value(array.tolist()) if array.dtype.kind in "USO" else from_array(array, dtype_of(array))
    known = find(value)
    if known is None:
        raise DiagramError(f"a value of the Python type {kind.__name__} cannot be stored in a diagram")
    return known.name


def attribute_value(attribute: Attribute | None, value: Any) -> Json:
    """Return the file form of an attribute's value, in which any name of a dtype becomes TensorFlow's."""
    if attribute is None or value is None or attribute.type not in ("type", "list(type)"):
        return file_value(value)
    from blocks.graph.attributes import convert  # a run only reads

    return file_value(convert(attribute, value))


def array_form(type_name: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the dtype of an array among the values, and the shape of an empty one, which its literal cannot show.

    The result is empty unless the type has an attribute `dtype` that by default follows from the value.
    """
    arrays = [array for each in values.values() if (array := _array(each)) is not None]
    if len(arrays) != 1:
        return {}
    from blocks.library.registry import find

    [array] = arrays
    spec = find(type_name)
    follows = None if spec is None else spec.attribute("dtype")
    if spec is None or follows is None or follows.required or follows.default is not None:
        return {}
    result: dict[str, Any] = {}
    if "dtype" not in values and array.dtype.kind not in "USO":
        dtype = dtype_of(array)
        if not array.size or dtype != natural_dtype(file_value(array)):
            result["dtype"] = dtype
    if "shape" not in values and not array.size and spec.attribute("shape") is not None:
        result["shape"] = list(array.shape)
    return result


def _array(value: Any) -> Array | None:
    """Return an array, or Python numbers that a file stores only as strings; None for other values."""
    given = array_of(value)
    if given is not None:
        return given
    first = value
    while is_list(first) and first:
        first = first[0]
    if type(first) is not complex and (type(first) is not float or cmath.isfinite(first)):
        return None
    try:
        array = np.asarray(value)
    except ValueError:  # rows of different lengths, of which the block says more
        return None
    if array.dtype.kind == "f" and not np.isfinite(array).any():
        return array.astype(np.float32)
    return array if array.dtype.kind == "c" else None


def value_text(value: Any) -> str:
    """Return a short text for a value of a block, as its face shows it."""
    if isinstance(value, str):
        return BY_NAME[value].short if value in BY_NAME else value[:40]
    if is_object(value) and "file" in value:
        return str(value["file"])[-40:]
    if value is None or isinstance(value, bool):
        return {None: "?", True: "true", False: "false"}[value]
    return _list_text(value, 26) if is_list(value) else show(value, 32)


def _list_text(value: Any, limit: int) -> str:
    if not is_list(value):
        return value if isinstance(value, str) else value_text(value)
    parts: list[str] = []
    used = 2
    for item in value:
        text = _list_text(item, limit - used)
        used += len(text) + 2
        if used > limit and parts:
            parts.append("…")
            break
        parts.append(text)
    return "[" + ", ".join(parts) + "]"
