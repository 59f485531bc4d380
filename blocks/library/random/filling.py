"""Random numbers made from the words of a stream as TensorFlow makes them, one distribution after the other.

A distribution makes a fixed number of values from each block of the stream, so element i of a tensor comes from block i
// per_block. Only rejection sampling (`truncated_normal`) uses several blocks for a group of values.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from blocks.base.dtypes import BFLOAT16, DOUBLE, HALF, DType
from blocks.base.types import Array
from blocks.library.random import double_functions, single_functions
from blocks.library.random.philox import Convert, Stream, fill, words

RESERVED = 256
"""Blocks that a run takes for each number, however many it needs."""
_SMALLEST = 1e-7
_FAR = 2


def uniform(stream: Stream, shape: Sequence[int], dtype: DType) -> Array:
    return fill(stream, shape, dtype.numpy, per_block(dtype), uniform_of(dtype))


def normal(stream: Stream, shape: Sequence[int], dtype: DType) -> Array:
    return fill(stream, shape, dtype.numpy, per_block(dtype), normal_of(dtype))


def integers(stream: Stream, shape: Sequence[int], dtype: Any, low: int = 0, high: int | None = None) -> Array:
    dtype = np.dtype(dtype)
    convert, unsigned = (_long, np.uint64) if dtype.itemsize == 8 else (words, np.uint32)
    result = fill(stream, shape, unsigned, 16 // dtype.itemsize, convert)
    if high is not None:
        np.remainder(result, unsigned(high - low), out=result)
        np.add(result, unsigned(low % 2 ** (8 * dtype.itemsize)), out=result)
    return result.view(dtype)


def truncated_normal(stream: Stream, shape: Sequence[int], dtype: DType) -> Array:
    result = np.empty(tuple(shape), dtype.numpy)
    flat, each = result.reshape(-1), per_block(dtype)
    for first in range(0, flat.size, 1 << 16):
        part = flat[first : first + (1 << 16)]
        part[...] = _within(stream, first // each, -(-part.size // each), dtype).reshape(-1)[: part.size]
    return result


def permutation(stream: Stream, count: int) -> Array:
    """Permute the numbers below a count: each position in turn is swapped with itself or a later one."""
    order = list(range(count))
    drawn = words(stream.blocks(0, (count + 2) // 4)).reshape(-1)[: max(count - 1, 0)].astype(np.int64)
    ahead = drawn % np.arange(count, 1, -1)
    for i, step in enumerate(ahead.tolist()):
        order[i], order[i + step] = order[i + step], order[i]
    return np.array(order, np.intp)


def _within(stream: Stream, first: int, groups: int, dtype: DType) -> Array:
    """Return the numbers of some groups: the first ones in their blocks that are not too far out."""
    each = per_block(dtype)
    convert = normal_of(dtype)
    left, result = np.arange(groups), np.empty((groups, each), np.float64 if dtype is DOUBLE else np.float32)
    filled, blocks = np.zeros(groups, np.int64), np.arange(first, first + groups, dtype=np.uint64) * (64 * each)
    while left.size:
        drawn = convert(stream.at(blocks)).reshape(-1, each)
        good = np.abs(drawn) < _FAR
        index = filled[:, None] + np.cumsum(good, axis=1) - 1
        good &= index < each
        result[np.broadcast_to(left[:, None], good.shape)[good], index[good]] = drawn[good]
        filled += good.sum(axis=1)
        again = np.flatnonzero(filled < each)
        left, filled, blocks = left[again], filled[again], blocks[again] + np.uint64(1)
    return result


def per_block(dtype: DType) -> int:
    return 2 if dtype is DOUBLE else 4


def uniform_of(dtype: DType) -> Convert:
    if dtype is DOUBLE:
        return doubles
    bits = {HALF: 10, BFLOAT16: 7}.get(dtype)
    return _singles if bits is None else partial(_small, bits=bits, dtype=dtype)


def doubles(blocks: Array) -> Array:
    """Convert blocks to doubles in [0, 1), [blocks, 2]: 52 low bits are the fraction of 1.x, minus 1."""
    digits = (blocks.T & np.uint64(2**52 - 1)) | np.uint64(1023 << 52)
    return digits.view(np.float64) - 1.0


def _singles(blocks: Array) -> Array:
    digits = words(blocks)
    digits &= np.uint32(2**23 - 1)
    digits |= np.uint32(127 << 23)
    result = digits.view(np.float32)
    result -= np.float32(1)
    return result


def _small(blocks: Array, *, bits: int, dtype: DType) -> Array:
    digits = words(blocks) & np.uint32(2**bits - 1)
    return (digits.astype(np.float32) * np.float32(2.0**-bits)).astype(dtype.numpy)


def _long(blocks: Array) -> Array:
    return words(blocks).view(np.uint64)


def normal_of(dtype: DType) -> Convert:
    """Return the Box-Muller conversion of blocks to normal numbers, in single precision at least."""
    return _normal_doubles if dtype is DOUBLE else _normal_singles


def _normal_doubles(blocks: Array) -> Array:
    uniform = doubles(blocks)
    radius = np.sqrt(-2 * double_functions.log(np.maximum(uniform[:, 0], _SMALLEST)))
    angle = 2 * np.pi * uniform[:, 1]
    return np.stack([np.sin(angle) * radius, np.cos(angle) * radius], axis=1)


def _normal_singles(blocks: Array) -> Array:
    """Compute bit-identical numbers to TensorFlow, whose kernels use the C library's log, sin and cos."""
    uniform = _singles(blocks).reshape(-1, 2)
    radius = np.sqrt(-2 * single_functions.log(np.maximum(uniform[:, 0], np.float32(_SMALLEST))))
    sine, cosine = single_functions.sine_and_cosine((2 * np.pi * uniform[:, 1].astype(np.float64)).astype(np.float32))
    result = np.empty(uniform.shape, np.float32)
    np.multiply(sine, radius, out=result[:, 0])
    np.multiply(cosine, radius, out=result[:, 1])
    return result
