"""Exact conversion between the JSON values of a diagram file and arrays.

A value is flattened level by level and converted in bulk. Its elements are examined only if one does not fit, to name
that element.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, NoReturn, cast

import numpy as np

from blocks.base.dtypes import BOOL, COMPLEX128, DOUBLE, FLOAT, INT32, INT64, STRING, DType, dtype_of
from blocks.base.errors import DiagramError
from blocks.base.literal_show import JsonValue, from_array, show, text_of
from blocks.base.shapes import MAX_RANK, compatible, element_count, shape_text
from blocks.base.types import Array, Shape

__all__ = ["MAX_ELEMENTS", "JsonValue", "from_array", "natural_dtype", "text_of", "to_array"]

MAX_ELEMENTS = 64 * 2**20

MAX_DEPTH = 64

_LISTS = frozenset[type[object]]((list, tuple))
_INT32 = range(-(2**31), 2**31)
_INT64 = range(-(2**63), 2**63)


def natural_dtype(value: JsonValue) -> DType:
    """Return the dtype of a value: DT_INT32 for ``1`` (DT_INT64 if it is large), DT_FLOAT for ``1.0``.

    ``"NaN"``, ``"Infinity"`` and ``"-Infinity"`` are numbers among numbers and strings otherwise. An empty list is
    DT_FLOAT, as in TensorFlow.

    Raises:
        DiagramError: rows of different lengths, numbers mixed with strings or booleans, an integer beyond 64 bits.
    """
    if isinstance(value, np.ndarray):
        return dtype_of(cast("Array", value))
    if _file_name(value) is not None:
        raise DiagramError("the dtype of data in a file is not known before the file is read")
    flat, kinds, shape = _flatten(value)
    return _natural(flat, kinds, shape)


def to_array(
    value: JsonValue, dtype: DType | None = None, shape: Shape = None, read_file: Callable[[str], Array] | None = None
) -> tuple[Array, DType]:
    """Convert a JSON value, or nested Python lists and NumPy arrays, to an array.

    These are errors: an integer out of range, a fraction for an integer dtype, a finite number that would become
    infinite, a number for a string. Floats are rounded once, to the nearest, ties to even.

    Args:
        dtype: the dtype of the result; None: `natural_dtype`, or the dtype of a file's array.
        shape: the shape that the result must match. ``[]`` fits any shape without elements, a scalar any shape with one
            element; nothing else is reshaped or repeated.
        read_file: returns the array of ``{"file": name}``; None if files are not allowed.

    Returns:
        A C-ordered array of ``dtype.numpy`` (of bytes objects for DT_STRING), and the dtype.

    Raises:
        DiagramError: the value does not fit; the message names the element and its index.
    """
    name = _file_name(value)
    if name is not None:
        if read_file is None:
            raise DiagramError(f"this value cannot come from a file: {show(name)}")
        return _take(read_file(name), dtype, shape, f"the file {show(name)}")
    if isinstance(value, np.ndarray) and (array := cast("Array", value)).dtype.kind not in "USO":
        return _take(array, dtype, shape, "the value")
    flat, kinds, result = _flatten(value)
    if dtype is None:
        dtype = _natural(flat, kinds, result)
    array = _convert(flat, kinds, result, dtype)
    return array.reshape(_fit(result, shape)), dtype


def _file_name(value: JsonValue) -> str | None:
    if not isinstance(value, dict) or "file" not in value:
        return None
    name: Any = cast("dict[str, Any]", value)["file"]
    if len(cast("dict[str, Any]", value)) != 1 or not isinstance(name, str) or not name:
        raise DiagramError('write data from a file as {"file": "name.npy"}, without other keys')
    return name


def _flatten(value: JsonValue) -> tuple[list[Any], set[type[object]], tuple[int, ...]]:
    """Return all elements in row-major order, their Python types, and the shape.

    Raises:
        DiagramError: rows of different lengths, too deep, or too many elements (found before the list is built).
    """
    level: list[Any] = [value]
    sizes: list[int] = []
    while True:
        kinds = set(map(type, level))
        if not kinds <= _LISTS and not kinds <= LEAVES:
            level = [_plain(item) for item in level]
            kinds = set(map(type, level))
        lists = kinds & _LISTS
        if not lists:
            return level, kinds, tuple(sizes)
        if len(sizes) >= MAX_DEPTH:
            raise DiagramError(f"lists are nested more than {MAX_DEPTH} levels deep")
        if len(lists) != len(kinds) or len(set(map(len, level))) > 1:
            _ragged(level, sizes)
        size = len(level[0])
        if len(level) * size > MAX_ELEMENTS:
            raise DiagramError(
                f"the value has more than {MAX_ELEMENTS} elements",
                hint='store large tensors in a file: {"file": "name.npy"}',
            )
        level = list(chain.from_iterable(level))
        sizes.append(size)
        if not level:
            return level, set(), tuple(sizes)


def _plain(item: Any) -> Any:
    if isinstance(item, np.ndarray):
        return cast("Array", item).tolist()
    if isinstance(item, np.generic):
        return cast("Any", item).item()
    if type(item) in _LISTS or type(item) in LEAVES:
        return item
    kinds: tuple[Any, ...] = (list, tuple, float, int, str, bytes)
    return next((kind(item) for kind in kinds if isinstance(item, kind)), item)


def _ragged(level: list[Any], sizes: list[int]) -> NoReturn:
    first = _length(level[0])
    i = next(i for i, row in enumerate(level) if _length(row) != first)
    here, there = f"row {i + 1}", "row 1"
    if len(sizes) > 1:
        here, there = f"the row at {_element(i, sizes)}", f"the one at {_element(0, sizes)}"
    raise DiagramError(f"rows have different lengths: {here} {_holds(_length(level[i]))}, but {there} {_holds(first)}")


def _length(row: Any) -> int | None:
    return len(row) if type(row) in _LISTS else None


def _holds(length: int | None) -> str:
    return "is not a list" if length is None else f"has {length} value{'' if length == 1 else 's'}"


def _element(index: int, sizes: list[int] | tuple[int, ...]) -> str:
    parts: list[str] = []
    for size in reversed(sizes):
        index, part = divmod(index, size)
        parts.append(f"[{part}]")
    return "".join(reversed(parts))


def _natural(flat: list[Any], kinds: set[type[object]], shape: tuple[int, ...]) -> DType:
    if not kinds:
        return FLOAT
    if kinds <= {str, bytes, dict}:
        return STRING
    if kinds == {bool}:
        return BOOL
    if kinds == {int}:
        if min(flat) in _INT32 and max(flat) in _INT32:
            return INT32
        if min(flat) in _INT64 and max(flat) in _INT64:
            return INT64
        _refuse(flat, shape, INT64)
    if kinds <= {int, float, complex, str} and all(x in NOT_FINITE for x in flat if type(x) is str):
        return COMPLEX128 if complex in kinds else FLOAT
    _odd_one_out(flat, shape)


def _odd_one_out(flat: list[Any], shape: tuple[int, ...]) -> NoReturn:
    first = ""
    has_numbers = any(type(x) in (int, float, complex) for x in flat)
    for i, item in enumerate(flat):
        kind = cast("type[object]", type(item))
        if kind not in LEAVES:
            raise DiagramError(f"{show(item)} is not a value{_at(i, shape)}")
        sort = "booleans" if kind is bool else "numbers" if kind in (int, float, complex) else "strings"
        if has_numbers and kind is str and item in NOT_FINITE:
            sort = "numbers"
        if first and sort != first:
            is_complex = any(type(x) is str and x.endswith("j") for x in (item, flat[i - 1]))
            hint = "use a complex dtype for complex numbers" if is_complex else None
            raise DiagramError(f"expected only {first}, got {show(item)}{_at(i, shape)}", hint=hint)
        first = sort
    raise AssertionError("some element must be the odd one out")


def _convert(flat: list[Any], kinds: set[type[object]], shape: tuple[int, ...], dtype: DType) -> Array:
    if dtype.kind == "handle":
        raise DiagramError(f"a {dtype.short} handle is created by a block and cannot be entered as text")
    try:
        array = bulk(flat, kinds, dtype)
    except (OverflowError, ValueError, TypeError):
        array = None
    if array is None:
        _refuse(flat, shape, dtype)
    return array.reshape(shape)


def _refuse(flat: list[Any], shape: tuple[int, ...], dtype: DType) -> NoReturn:
    low, high = 0, len(flat)
    while high - low > 1:
        middle = (low + high) // 2
        if _fits(flat[low:middle], dtype):
            low = middle
        else:
            high = middle
    raise DiagramError(f"{why_not(flat[low], dtype)}{_at(low, shape)}")


def _fits(flat: list[Any], dtype: DType) -> bool:
    try:
        return bulk(flat, set(map(type, flat)), dtype) is not None
    except (OverflowError, ValueError, TypeError):
        return False


def _at(index: int, shape: tuple[int, ...]) -> str:
    return f", at {_element(index, shape)}" if shape else ""


def _fit(result: tuple[int, ...], wanted: Shape) -> tuple[int, ...]:
    """Return the shape of a value: its own, except for an empty list and a scalar (see `to_array`)."""
    if wanted is None:
        return result
    if len(wanted) > MAX_RANK:
        raise DiagramError(f"a tensor can have at most {MAX_RANK} axes, got a shape with {len(wanted)} sizes")
    if not result and element_count(wanted) == 1:
        return tuple(size or 1 for size in wanted)
    if result == (0,):
        open_sizes = [i for i, size in enumerate(wanted) if size is None]
        if 0 not in wanted and len(open_sizes) == 1:
            return tuple(size or 0 for size in wanted)
        if 0 in wanted and not open_sizes:
            return _empty_shape(wanted)
    elif 0 in result and len(result) < len(wanted) and compatible(result, wanted[: len(result)]):
        if None not in wanted[len(result) :]:
            return _empty_shape((*result, *wanted[len(result) :]))
    elif compatible(result, wanted):
        return result
    raise DiagramError(f"expected the shape {shape_text(wanted)}, got {shape_text(result)}")


def _empty_shape(shape: tuple[int | None, ...]) -> tuple[int, ...]:
    known = tuple(size or 0 for size in shape)
    try:
        np.empty(known, np.int64)
    except (ValueError, OverflowError):
        raise DiagramError(f"the shape {shape_text(shape)} is too large for a tensor") from None
    return known


def _take(array: Array, dtype: DType | None, shape: Shape, whose: str) -> tuple[Array, DType]:
    have = array.dtype
    if have.hasobject:
        raise DiagramError(f"{whose} contains Python objects, which cannot become a tensor")
    if not have.isnative:
        array = array.astype(have.newbyteorder("="))
    if dtype is None:
        dtype = dtype_of(array)
    elif array.dtype != dtype.numpy:
        # NumPy has no name for bfloat16 and its like in a file: they come back as plain bytes of that size
        if have.kind != "V" or have.names or have.itemsize != dtype.numpy.itemsize or dtype.numpy.isbuiltin == 1:
            raise DiagramError(f"{whose} has the dtype {_numpy_name(array)}, expected {dtype.short}")
        array = array.view(dtype.numpy)
    if not compatible(array.shape, shape):
        raise DiagramError(f"{whose} has the shape {shape_text(array.shape)}, expected {shape_text(shape)}")
    return np.ascontiguousarray(array).reshape(array.shape), dtype


def _numpy_name(array: Array) -> str:
    try:
        return dtype_of(array).short
    except DiagramError:
        return str(array.dtype)


# -- Elements, already in a row: all converted at once, and why one of them does not fit ------------------------------

NOT_FINITE: Mapping[str, float] = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
LEAVES = frozenset[type[object]]((bool, int, float, complex, str, bytes, dict))
"""The Python types that an element may have."""

_MAX_COMPLEX_TEXT = 4300


def bulk(flat: list[Any], kinds: set[type[object]], dtype: DType) -> Array | None:
    """Convert all elements at once, to a flat array. If one does not fit, return None or raise a Python error."""
    if dtype.kind == "string":
        texts = np.empty(len(flat), object)
        texts[:] = [_text(x) for x in flat]
        return texts
    if dtype.kind == "bool":
        return np.array(flat, np.bool_) if kinds <= {bool} else None
    if dtype.kind in ("int", "uint", "quantized"):
        limits = _limits(dtype)
        if not kinds <= {int} or (flat and not (min(flat) in limits and max(flat) in limits)):
            return None
        return np.array(flat, np.uint64 if dtype.numpy == np.uint64 else np.int64).astype(dtype.numpy)
    if bool in kinds:
        return None
    if dtype.kind == "complex":
        if dtype is not COMPLEX128:
            flat = [_round_to_odd(x) if type(x) is int else x for x in flat]
        pairs = np.array([_complex(x) for x in flat], np.complex128).view(np.float64)
        parts = _narrow(pairs, DOUBLE if dtype is COMPLEX128 else FLOAT)
        return None if parts is None else parts.view(dtype.numpy)
    if str in kinds:
        flat = [NOT_FINITE.get(x, x) if type(x) is str else x for x in flat]
        kinds = set(map(type, flat))
    if not kinds <= {int, float}:
        return None
    doubles = np.array(flat, np.float64)
    if int in kinds and dtype is not DOUBLE and (np.abs(doubles) >= 2**53).any():
        doubles = np.array([_round_to_odd(x) if type(x) is int else x for x in flat], np.float64)
    return _narrow(doubles, dtype)


def _narrow(doubles: Array, dtype: DType) -> Array | None:
    """Round doubles to a float dtype; return None if a finite one overflows or the dtype has no infinity."""
    if dtype is DOUBLE:
        return doubles
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        if dtype is FLOAT or dtype.numpy == np.float16:
            result = doubles.astype(dtype.numpy)
        else:
            # ml_dtypes goes through float32, and rounding twice is not rounding once: so the first rounding is to odd,
            # which leaves a mark of what was cut off
            result = _odd_float32(doubles).astype(dtype.numpy)
        back = result.astype(np.float64)
    wrong = np.isfinite(back) != np.isfinite(doubles)
    wrong |= np.isnan(back) != np.isnan(doubles)
    return None if wrong.any() else result


def _odd_float32(doubles: Array) -> Array:
    """Round doubles to float32, to odd: truncated, with the last bit set if that was inexact."""
    singles = doubles.astype(np.float32)
    singles = np.where(np.abs(singles) > np.abs(doubles), np.nextafter(singles, np.float32(0)), singles)
    inexact = (singles != doubles) & ~np.isnan(doubles)
    return np.where(inexact, singles.view(np.uint32) | np.uint32(1), singles.view(np.uint32)).view(np.float32)


def _round_to_odd(number: int) -> float:
    """Convert an integer to a double that rounds to narrower floats as the integer itself would."""
    size = abs(number)
    shift = max(size.bit_length() - 53, 0)
    kept = size >> shift
    kept |= (kept << shift) != size
    return math.copysign(math.ldexp(kept, shift), number)


def _limits(dtype: DType) -> range:
    bits = 4 if dtype.short.endswith("int4") else dtype.numpy.itemsize * 8
    return range(2**bits) if dtype.short.startswith(("uint", "quint")) else range(-(2 ** (bits - 1)), 2 ** (bits - 1))


def _text(item: Any) -> bytes:
    """Return a string's bytes; raise ValueError (UnicodeEncodeError, binascii.Error) or TypeError if it is not one."""
    if _is(item, str):
        return item.encode()
    if _is(item, bytes):
        return item
    if _is(item, dict) and list(item) == ["base64"]:
        import binascii

        code = item["base64"]
        data = binascii.a2b_base64(code, strict_mode=True)
        if _is(code, str) and binascii.b2a_base64(data, newline=False).decode() == code:
            return data  # only the canonical form of these bytes
    raise TypeError


def _complex(item: Any) -> complex:
    """Return a complex number; raise ValueError, OverflowError or TypeError if the item is not one."""
    if type(item) is not str:
        if type(item) in (int, float, complex):
            return complex(item)
        raise TypeError
    if len(item) > _MAX_COMPLEX_TEXT or not item.isascii() or "_" in item or "(" in item or item != item.strip():
        raise ValueError
    value = complex(item)
    if (math.isinf(value.real) or math.isinf(value.imag)) and "inf" not in item.lower():
        raise OverflowError
    return value


def _is(item: Any, kind: type[object]) -> bool:
    return type(item) is kind


def why_not(item: Any, dtype: DType) -> str:
    shown = show(item)
    kind = cast("type[object]", type(item))
    needs = f": the dtype is {dtype.short}"
    if kind not in LEAVES:
        return f"{shown} is not a value{needs}"
    if kind is dict and "file" in item:
        return "a file must hold the whole tensor, not one of its elements"
    if kind is dict and (dtype.kind != "string" or list(item) != ["base64"]):
        return f'an object cannot be a value{needs} (only {{"base64": "..."}} is a string)'
    if dtype.kind == "string":
        if kind is dict:
            return f"{show(item['base64'])} is not valid base64"
        why = "contains an incomplete character (a lone surrogate)" if kind is str else f"is not a string{needs}"
        return f"{shown} {why}"
    if dtype.kind == "bool":
        return f"{shown} is not a boolean{needs}"
    if kind is int or (kind is float and dtype.kind in ("float", "complex")):
        limits = "" if dtype.kind in ("float", "complex") else f" ({_limits(dtype)[0]} to {_limits(dtype)[-1]})"
        return f"{shown} does not fit in {dtype.short}{limits}"
    if dtype.kind == "float" and kind is str and item in NOT_FINITE:
        return f"{shown} does not fit in {dtype.short}, which has no infinity"
    if dtype.kind == "complex" and kind in (str, complex):
        return f"{shown} is not a complex number that fits in {dtype.short}"
    if kind is float and item.is_integer():
        return f"{shown} is written as a float{needs}"
    return f"{shown} is not {'a number' if dtype.kind in ('float', 'complex') else 'an integer'}{needs}"
