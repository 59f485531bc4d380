"""Upper case, lower case, length, stripping of white space, hashing into buckets, and numbers as strings."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.dtypes import BOOL, COMPLEX, FLOATS, INTEGERS, STRING, VARIANT, DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.library.array import fingerprints
from blocks.library.array.arguments import expect, pin_error
from blocks.library.declare import block, declare
from blocks.library.string.elements import each, like_input, scalar

PAGE = "string_ops"
_LATER = bytes(range(0x80, 0xC0))
"""What a character of UTF-8 goes on with."""


def _cased(name: str, which: str, ascii_form: Callable[[bytes], bytes], form: Callable[[str], str]) -> BlockType:
    def whole(text: bytes) -> bytes:
        return form(text.decode("utf-8", "replace")).encode()

    def kernel(input: Array, *, encoding: str = "") -> Array:
        return each(whole if encoding else ascii_form, input)

    doc = f"""Convert strings to {which}.

    Args:
        input: [...] the strings to convert.
        encoding: utf-8 converts all Unicode letters by the full case mapping: one letter may become several, and
            invalid UTF-8 becomes U+FFFD. "" converts only ASCII letters and leaves other bytes unchanged.

    Returns:
        output: [...] the strings in {which}.
    """
    result = declare(
        name,
        PAGE,
        "input: string -> output: string",
        kernel,
        doc=doc,
        example={"input": ["aBc"], "output": [ascii_form(b"aBc").decode()]},
    )
    result.shape(like_input)
    result.prepare = _prepare
    return result


def _prepare(attrs: dict[str, Any]) -> None:
    expect(attrs, "encoding", attrs["encoding"] in ("", "utf-8"), 'utf-8 or ""')


StringLower = _cased("StringLower", "lowercase", bytes.lower, str.lower)
StringUpper = _cased("StringUpper", "uppercase", bytes.upper, str.upper)


@block(
    "input: string -> output: int32",
    where={"unit": ("BYTE", "UTF8_CHAR")},
    example={"input": ["four", "é"], "output": [4, 2]},
)
def StringLength(input: Array, *, unit: str = "BYTE") -> Array:
    """Compute the length of each string.

    Args:
        input: [...] the strings to measure.
        unit: the unit: BYTE, or UTF8_CHAR for UTF-8 characters.

    Returns:
        output: [...] the lengths.
    """
    # As TensorFlow counts: what is not the later byte of a character is one, right or wrong.
    later = b"" if unit == "BYTE" else _LATER
    texts: list[bytes] = input.reshape(-1).tolist()
    return np.array([len(text.translate(None, later)) for text in texts], np.int32).reshape(input.shape)


StringLength.shape(like_input)


@block("input: string -> output: string", example={"input": ["  a b ", "c\n"], "output": ["a b", "c"]})
def StringStrip(input: Array) -> Array:
    """Strip leading and trailing whitespace from each string.

    Args:
        input: [...] the strings to strip.

    Returns:
        output: [...] the strings without leading and trailing spaces, tabs and line breaks.
    """
    return each(bytes.strip, input)


StringStrip.shape(like_input)


_HASHED: dict[str, Any] = {"where": {"num_buckets": 1}, "not_differentiable": "strings have no gradient"}


def _buckets(hashes: Array, count: int) -> Array:
    return (hashes % np.uint64(count)).astype(np.int64)


@block(
    "string_tensor: string -> output: int64",
    **_HASHED,
    example={"string_tensor": ["hello", "world"], "num_buckets": 10, "output": [8, 1]},
)
def StringToHashBucket(string_tensor: Array, *, num_buckets: int) -> Array:
    """Hash each string to one of num_buckets buckets, with TensorFlow's legacy hash (MurmurHash64A).

    Use it for existing models. For new ones, use StringToHashBucketFast.

    Source: Appleby, MurmurHash2 (2008).

    Args:
        string_tensor: [...] the strings to hash.
        num_buckets: the number of buckets, 1 or more.

    Returns:
        output: [...] the bucket of each string, 0 ... num_buckets - 1.
    """
    return _buckets(fingerprints.murmur64(string_tensor), num_buckets)


StringToHashBucket.shape(like_input)


@block(
    "input: string -> output: int64",
    **_HASHED,
    doc_of=StringToHashBucket,
    example={"input": ["Hello", "TensorFlow", "2.x"], "num_buckets": 3, "output": [0, 2, 2]},
)
def StringToHashBucketFast(input: Array, *, num_buckets: int) -> Array:
    """Hash each string to one of num_buckets buckets, with a fast hash (FarmHash Fingerprint64).

    An attacker can create many strings that hash to the same bucket. To prevent that, use StringToHashBucketStrong.

    Source: Pike, FarmHash (2014).

    Args:
        input: [...] the strings to hash.
    """
    return _buckets(fingerprints.farmhash64(input), num_buckets)


StringToHashBucketFast.shape(like_input)


@block(
    "input: string -> output: int64",
    **_HASHED,
    doc_of=StringToHashBucketFast,
    example={"input": ["Hello", "TF"], "num_buckets": 3, "key": [1, 2], "output": [2, 0]},
)
def StringToHashBucketStrong(input: Array, *, num_buckets: int, key: list[int]) -> Array:
    """Hash each string to one of num_buckets buckets, with a keyed hash (SipHash-2-4).

    Without the key, an attacker cannot create strings that hash to the same bucket.

    Source: Aumasson, Bernstein, SipHash: a Fast Short-Input PRF (2012).

    Args:
        key: the secret key, two integers.
    """
    return _buckets(fingerprints.siphash64(input, key), num_buckets)


StringToHashBucketStrong.prepare = lambda attrs: expect(attrs, "key", len(attrs["key"]) == 2, "2 integers")
StringToHashBucketStrong.shape(like_input)


# -- Strings of numbers ------------------------------------------------------------------------------------------------


_FLAGS = "+- 0#"
_WIDEST = 1 << 20


@block(
    "input: T -> output: string",
    T=(*FLOATS, *INTEGERS, *COMPLEX, BOOL, STRING, VARIANT),
    not_differentiable="strings have no gradient",
    example={"input": [7, -12], "width": 4, "output": ["   7", " -12"]},
)
def AsString(
    input: Array,
    *,
    T: DType,
    precision: int = -1,
    scientific: bool = False,
    shortest: bool = False,
    width: int = -1,
    fill: str = "",
) -> Array:
    """Convert values to strings, in the format of C's ``printf``: 3.141590, -7, true, (1.000000,-2.000000).

    Args:
        input: [...] numbers, booleans or strings. If width is set, strings are truncated to ``precision`` bytes.
        precision: the number of digits after the decimal point, or of significant digits if shortest is true. -1 means
            6.
        scientific: whether to write floating-point numbers with an exponent: 3.141590e+00.
        shortest: whether to write floating-point numbers in the shorter form, without trailing zeros: 3.14159.
        width: the minimum width in characters. -1 means no minimum.
        fill: how to fill up to width: "" with spaces on the left, "-" with spaces on the right, "0" with zeros. "+"
            adds a sign to positive numbers, " " a space instead of that sign, "#" always a decimal point.

    Returns:
        output: [...] the strings.
    """
    if T is BOOL:
        truths: Array = np.where(input, scalar(b"true"), scalar(b"false"))
        return truths
    if T is STRING and width <= 0:
        return input.copy()
    flag = "" if T.kind == "uint" and fill in ("+", " ") else fill
    form = f"%{flag}{width if width > 0 else ''}{f'.{precision}' if precision >= 0 else ''}"
    if T is STRING:
        written = _string(form + "s")
    elif T.is_integer:
        written = _encoded(form + "d")
    else:
        written = _float(form + ("g" if shortest else "e" if scientific else "f"), flag)
        if T.is_complex:
            written = _complex(written)
    out = np.empty(input.size, np.object_)
    out[:] = [written(each) for each in input.reshape(-1).tolist()]
    return np.reshape(out, input.shape)


def _encoded(form: str) -> Callable[[Any], bytes]:
    return lambda number: (form % number).encode()


def _string(form: str) -> Callable[[bytes], bytes]:
    return lambda text: form.encode() % text


def _float(form: str, flag: str) -> Callable[[float], bytes]:
    # C does not fill up with zeros before what is no number, and writes the sign of a NaN.
    other = form.replace("%0", "%", 1) if flag == "0" else form

    def written(number: float) -> bytes:
        if math.isfinite(number):
            return (form % number).encode()
        text = other % math.copysign(math.inf, number)
        return text.replace("inf", "nan" if math.isnan(number) else "inf").encode()

    return written


def _complex(part: Callable[[float], bytes]) -> Callable[[complex], bytes]:
    return lambda number: b"(" + part(number.real) + b"," + part(number.imag) + b")"


def _check_format(attrs: dict[str, Any]) -> None:
    if attrs["scientific"] and attrs["shortest"]:
        raise DiagramError("AsString: scientific and shortest cannot both be true", pin="scientific")
    expect(attrs, "fill", not attrs["fill"] or attrs["fill"] in tuple(_FLAGS), "+, -, 0, # or a space")
    for name in ("width", "precision"):
        expect(attrs, name, attrs[name] <= _WIDEST, f"at most {_WIDEST:,}")


AsString.prepare = _check_format


@AsString.shape
def _(call: Call) -> Shape:
    dtype = call.dtype("input")
    if dtype.is_integer or dtype is BOOL:
        for name in ("scientific", "shortest"):
            if call.attrs[name]:
                raise pin_error(call, name, f"{name} requires floating-point input, got {dtype.short}")
        if call.attrs["precision"] >= 0:
            raise pin_error(call, "precision", f"precision is not supported for {dtype.short}")
    if dtype is VARIANT:
        raise pin_error(call, "input", "variant input is not supported")
    return call.shape("input")
