"""Hash buckets of strings: ids for words without a vocabulary."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array import fingerprints
from blocks.library.declare import block

_NO_GRADIENT = "strings have no gradient"


def _buckets(hashes: Array, count: int) -> Array:
    return (hashes % np.uint64(count)).astype(np.int64)


def _like_input(call: Call) -> Shape:
    return call.shape(call.type.inputs[0].name)


@block(
    "string_tensor: string -> output: int64",
    where={"num_buckets": 1},
    not_differentiable=_NO_GRADIENT,
    example={"string_tensor": ["hello", "world"], "num_buckets": 10, "output": [8, 1]},
)
def StringToHashBucket(string_tensor: Array, *, num_buckets: int) -> Array:
    """Hash each string to one of num_buckets buckets, with TensorFlow's legacy hash (MurmurHash64A).

    Use it for existing models. For new ones, use StringToHashBucketFast.

    Source: Appleby, MurmurHash2 (2008).

    Args:
        string_tensor: [...] the strings to encode.
        num_buckets: the number of buckets, 1 or more.

    Returns:
        output: [...] the bucket of each string, 0 ... num_buckets - 1.
    """
    return _buckets(fingerprints.murmur64(string_tensor), num_buckets)


StringToHashBucket.shape(_like_input)


@block(
    "input: string -> output: int64",
    where={"num_buckets": 1},
    not_differentiable=_NO_GRADIENT,
    example={"input": ["Hello", "TensorFlow", "2.x"], "num_buckets": 3, "output": [0, 2, 2]},
)
def StringToHashBucketFast(input: Array, *, num_buckets: int) -> Array:
    """Hash each string to one of num_buckets buckets, with a fast hash (FarmHash Fingerprint64).

    An attacker can create many strings with the same bucket. To prevent that, use StringToHashBucketStrong.

    Source: Pike, FarmHash (2014).

    Args:
        input: [...] the strings to encode.
        num_buckets: the number of buckets, 1 or more.

    Returns:
        output: [...] the bucket of each string, 0 ... num_buckets - 1.
    """
    return _buckets(fingerprints.farmhash64(input), num_buckets)


StringToHashBucketFast.shape(_like_input)


@block(
    "input: string -> output: int64",
    where={"num_buckets": 1},
    not_differentiable=_NO_GRADIENT,
    doc_of=StringToHashBucket,
    example={"input": ["Hello", "TF"], "num_buckets": 3, "key": [1, 2], "output": [2, 0]},
)
def StringToHashBucketStrong(input: Array, *, num_buckets: int, key: list[int]) -> Array:
    """Hash each string to one of num_buckets buckets, with a keyed hash (SipHash-2-4).

    Without the key, an attacker cannot create strings with the same bucket.

    Source: Aumasson, Bernstein, SipHash: a Fast Short-Input PRF (2012).

    Args:
        input: [...] the strings to encode.
        key: the secret key, two integers.
    """
    return _buckets(fingerprints.siphash64(input, key), num_buckets)


def _two_numbers(attrs: dict[str, Any]) -> None:
    if len(attrs["key"]) != 2:
        raise DiagramError(f"StringToHashBucketStrong: expected 2 integers as key, got {len(attrs['key'])}", pin="key")


StringToHashBucketStrong.prepare = _two_numbers
StringToHashBucketStrong.shape(_like_input)
