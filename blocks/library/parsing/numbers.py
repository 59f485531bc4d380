"""Numbers parsed from strings: StringToNumber, and its parser for other types of this category."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from blocks.base.dtypes import DOUBLE, FLOAT, INT32, INT64, UINT32, UINT64, DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.library.declare import block

_BLANKS = b" \t\n\v\f\r"
_INTEGER = re.compile(rb"[+-]?[0-9]+")
_FLOAT = re.compile(rb"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_HEX = re.compile(rb"[+-]?0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?:[pP][+-]?[0-9]+)?")
_NAMED = re.compile(rb"([+-]?)(inf|infinity|nan)(?:(?<=n)\([0-9A-Za-z_]*\))?", re.IGNORECASE)
_LOW_BITS = 0x1FFFFFFF
_MIDDLE = 0x10000000


def reader_of(dtype: DType) -> Callable[[bytes], Any]:
    """Return a function that parses a dtype's number as C does, or returns None for other text.

    Blanks may surround the number. Integers must fit; floats may be hexadecimal, infinite or NaN.
    """
    if dtype.is_integer:
        limits = np.iinfo(dtype.numpy)
        return lambda text: _integer(text, int(limits.min), int(limits.max))
    return _single if dtype is FLOAT else _double


def _integer(text: bytes, lowest: int, highest: int) -> int | None:
    text = text.strip(_BLANKS)
    if not _INTEGER.fullmatch(text) or (text[:1] == b"-" and lowest == 0):
        return None
    digits = text.lstrip(b"+-").lstrip(b"0")
    if len(digits) > 20:  # more than 64 bits, and slow to read where there are very many
        return None
    number = int(digits or b"0") * (-1 if text[:1] == b"-" else 1)
    return number if lowest <= number <= highest else None


def _double(text: bytes) -> float | None:
    text = text.strip(_BLANKS)
    if _FLOAT.fullmatch(text):
        return float(text)
    if _HEX.fullmatch(text):
        try:
            return float.fromhex(text.decode())
        except OverflowError:
            return float("-inf" if text[:1] == b"-" else "inf")
    named = _NAMED.fullmatch(text)
    return float(named[1] + named[2]) if named else None


def _single(text: bytes) -> float | None:
    result = _double(text)
    if result is None or int(np.float64(result).view(np.uint64)) & _LOW_BITS != _MIDDLE:
        return result
    # It lies in the middle of two: what was rounded away decides between them.
    text = text.strip(_BLANKS)
    if not _FLOAT.fullmatch(text) or len(text) > 1000:
        return result
    exact, rounded = Fraction(Decimal(text.decode())), Fraction(result)
    if exact == rounded:
        return result
    return float(np.nextafter(result, np.inf if exact > rounded else -np.inf))


@block(
    "string_tensor: string -> output: out_type",
    where={"out_type": (FLOAT, DOUBLE, INT32, INT64, UINT32, UINT64)},
    not_differentiable="strings have no gradient",
    example={"string_tensor": ["3", " 12 "], "output": [3.0, 12.0]},
)
def StringToNumber(string_tensor: Array, *, out_type: DType = FLOAT) -> Array:
    """Parse each string as a number.

    Surrounding whitespace is ignored. Floating-point numbers may be written as in C: 1.5, .5, 1e-3, 0x1p3, inf, nan.

    Args:
        string_tensor: [...] the strings.
        out_type: the dtype of the numbers.

    Returns:
        output: [...] the quantized values.
    """
    read = reader_of(out_type)
    texts = string_tensor.reshape(-1).tolist()
    numbers = [read(text) for text in texts]
    if None in numbers:
        wrong = texts[numbers.index(None)]
        raise DiagramError(f"StringToNumber: cannot convert {shown(wrong)} to {out_type.short}", pin="string_tensor")
    return np.array(numbers, out_type.numpy).reshape(string_tensor.shape)


StringToNumber.shape(lambda call: call.shape("string_tensor"))


def shown(text: bytes) -> str:
    return repr(text[:40].decode(errors="replace")) + ("..." if len(text) > 40 else "")
