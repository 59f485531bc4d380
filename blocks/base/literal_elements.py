"""The elements of a tensor, already in a row: all of them converted at once, and why one of them does not fit."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, cast

import numpy as np

from blocks.base.dtypes import COMPLEX128, DOUBLE, FLOAT, DType
from blocks.base.literal_show import show
from blocks.base.types import Array

NOT_FINITE: Mapping[str, float] = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
LEAVES = frozenset[type[object]]((bool, int, float, complex, str, bytes, dict))
"""The Python types that an element may have."""

_MAX_COMPLEX_TEXT = 4300


def bulk(flat: list[Any], kinds: set[type[object]], dtype: DType) -> Array | None:
    """All elements at once, flat; ``kinds`` are their types. One that does not fit gives None or a Python error."""
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
    """Doubles rounded to a float dtype; None if a finite one overflows or the dtype has no infinity."""
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
    """Doubles cut to float32, the last bit set where something was cut off."""
    singles = doubles.astype(np.float32)
    singles = np.where(np.abs(singles) > np.abs(doubles), np.nextafter(singles, np.float32(0)), singles)
    inexact = (singles != doubles) & ~np.isnan(doubles)
    return np.where(inexact, singles.view(np.uint32) | np.uint32(1), singles.view(np.uint32)).view(np.float32)


def _round_to_odd(number: int) -> float:
    """An integer as a double from which narrower floats are rounded as if from the integer itself."""
    size = abs(number)
    shift = max(size.bit_length() - 53, 0)
    kept = size >> shift
    kept |= (kept << shift) != size
    return math.copysign(math.ldexp(kept, shift), number)


def _limits(dtype: DType) -> range:
    if dtype.short.endswith("int4"):
        bits = 4
    else:
        bits = dtype.numpy.itemsize * 8
    return range(2**bits) if dtype.short.startswith(("uint", "quint")) else range(-(2 ** (bits - 1)), 2 ** (bits - 1))


def _text(item: Any) -> bytes:
    """Raises ValueError (UnicodeEncodeError and binascii.Error are such) or TypeError if it is none."""
    if _is(item, str):
        return item.encode()
    if _is(item, bytes):
        return item
    if _is(item, dict) and list(item) == ["base64"]:
        import binascii

        code = item["base64"]
        data = binascii.a2b_base64(code, strict_mode=True)
        if _is(code, str) and binascii.b2a_base64(data, newline=False).decode() == code:
            return data  # only the one canonical way to write these bytes
    raise TypeError


def _complex(item: Any) -> complex:
    """Raises ValueError, OverflowError or TypeError if it is none."""
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
    """What `type` says, without the type checker's losing what it knows of items of any type."""
    return type(item) is kind


def why_not(item: Any, dtype: DType) -> str:
    """Why an element, which does not fit, does not."""
    shown = show(item)
    kind = cast("type[object]", type(item))
    needs = f": the dtype is {dtype.name}"
    if kind not in LEAVES:
        return f"{shown} is no value{needs}"
    if kind is dict and "file" in item:
        return "a file stands for a whole tensor, not for one of its elements"
    if kind is dict and (dtype.kind != "string" or list(item) != ["base64"]):
        return f'an object is no value{needs} (only {{"base64": "..."}} stands for a text)'
    if dtype.kind == "string":
        if kind is dict:
            return f"{show(item['base64'])} is no correct base64"
        return f"{shown} holds half a character (a lone surrogate)" if kind is str else f"{shown} is no text{needs}"
    if dtype.kind == "bool":
        return f"{shown} is neither true nor false{needs}"
    if kind is int or (kind is float and dtype.kind in ("float", "complex")):
        limits = "" if dtype.kind in ("float", "complex") else f" ({_limits(dtype)[0]} ... {_limits(dtype)[-1]})"
        return f"{shown} does not fit into {dtype.name}{limits}"
    if dtype.kind == "float" and kind is str and item in NOT_FINITE:
        return f"{shown} does not fit into {dtype.name}, which has no infinity"
    if dtype.kind == "complex" and kind in (str, complex):
        return f"{shown} is no complex number that fits into {dtype.name}"
    if kind is float and item.is_integer():
        return f"{shown} is written as a float{needs}"
    return f"{shown} is no {'number' if dtype.kind in ('float', 'complex') else 'integer'}{needs}"
