"""Upper case, lower case, length, stripping of white space, and hashing into buckets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.library.array import fingerprints
from blocks.library.declare import block, declare
from blocks.library.string.elements import each

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
    result.shape(lambda call: call.shape("input"))
    result.prepare = _prepare
    return result


def _prepare(attrs: dict[str, Any]) -> None:
    if attrs["encoding"] not in ("", "utf-8"):
        raise DiagramError(f'encoding: expected utf-8 or "", got {attrs["encoding"]!r}', pin="encoding")


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


StringLength.shape(lambda call: call.shape("input"))


@block("input: string -> output: string", example={"input": ["  a b ", "c\n"], "output": ["a b", "c"]})
def StringStrip(input: Array) -> Array:
    """Strip leading and trailing whitespace from each string.

    Args:
        input: [...] the strings to strip.

    Returns:
        output: [...] the strings without leading and trailing spaces, tabs and line breaks.
    """
    return each(bytes.strip, input)


StringStrip.shape(lambda call: call.shape("input"))


_HASHED: dict[str, Any] = {"where": {"num_buckets": 1}, "not_differentiable": "strings have no gradient"}


def _buckets(hashes: Array, count: int) -> Array:
    return (hashes % np.uint64(count)).astype(np.int64)


def _like_input(call: Call) -> Shape:
    return call.shape(call.type.inputs[0].name)


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


StringToHashBucket.shape(_like_input)


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


StringToHashBucketFast.shape(_like_input)


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


def _two_numbers(attrs: dict[str, Any]) -> None:
    if len(attrs["key"]) != 2:
        raise DiagramError(f"StringToHashBucketStrong: key must have 2 integers, got {len(attrs['key'])}", pin="key")


StringToHashBucketStrong.prepare = _two_numbers
StringToHashBucketStrong.shape(_like_input)
