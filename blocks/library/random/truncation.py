"""Truncated normal distributions, batch by batch, with TensorFlow's numbers.

Each batch has its own parameters and starts with a fresh block after the previous batch, so batches are computed one
after the other, in the arithmetic of their dtype. The sampling method depends on the bounds.

Source: Robert, "Simulation of truncated normal variables", 1995, for bounds in a tail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import DOUBLE, FLOAT, DType, dtype_of
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.library.random import double_functions, single_functions
from blocks.library.random.filling import normal_of, per_block, uniform_of
from blocks.library.random.philox import Stream

_INSIDE = 1.3
_ATTEMPTS = 1000
_RESERVED = 2 * _ATTEMPTS
_AT_ONCE = 1 << 12


def reserved(batches: int, samples: int) -> int:
    return batches * _RESERVED * (samples + 3) // 4


class TruncatedNormal(NamedTuple):
    """A truncated normal distribution: the parameters before truncation, and the bounds."""

    mean: Any
    stdev: Any
    low: Any
    high: Any


def drawn(stream: Stream, batches: Iterator[tuple[Array, TruncatedNormal]], dtype: DType, what: str) -> None:
    """Fill vectors one after the other from a stream."""
    result = per_block(dtype)
    uniform, normal = uniform_of(dtype), normal_of(dtype)

    def uniforms(at: int, count: int) -> Array:
        return uniform(stream.blocks(at, count)).reshape(-1, result)

    def normals(at: int, count: int) -> Array:
        return normal(stream.blocks(at, count)).reshape(-1, result).astype(dtype.numpy, copy=False)

    with np.errstate(all="ignore"):
        for vector, batch in batches:
            stdev, low, high = batch.stdev, batch.low, batch.high
            if np.isneginf(low) or high < batch.mean:
                stdev, low, high = -stdev, high, low
            low, high = (low - batch.mean) / stdev, (high - batch.mean) / stdev
            blocks = _fill(vector, _method(low, high, dtype.numpy.type, normals, uniforms), what)
            vector *= stdev
            vector += batch.mean
            stream = stream.after(blocks)


_Blocks = Callable[[int, int], Array]
_Method = tuple[int, Callable[[int, int], tuple[Array, Array]]]


def _method(low: Any, high: Any, one: Any, normals: _Blocks, uniforms: _Blocks) -> _Method:
    """Return the sampling method between two bounds: blocks per attempt, drawing and acceptance."""
    if (low < -_INSIDE and high >= 0) or (high > _INSIDE and low <= 0):

        def plain(at: int, count: int) -> tuple[Array, Array]:
            result = normals(at, count)
            return result, (result >= low) & (result <= high)

        return 1, plain
    root = np.sqrt(low * low + one(4))
    width = high - low
    if width < one(2) / (low + root) * np.exp(one(0.5) + (low * (low - root)) / one(4)):

        def even(at: int, count: int) -> tuple[Array, Array]:
            pairs = uniforms(at, 2 * count).reshape(count, 2, -1)
            result = pairs[:, 0] * width + low
            bound = np.exp(((one(0) if low < 0 else low * low) - result * result) / one(2))
            return result, pairs[:, 1] <= bound

        return 2, even
    alpha = (low + root) / one(2)

    def tail(at: int, count: int) -> tuple[Array, Array]:
        pairs = uniforms(at, count)
        result = -_log(pairs[:, ::2]) / alpha + low
        x = alpha - result if low < alpha else low - alpha
        return result, (pairs[:, 1::2] <= np.exp(-x * x / one(2))) & (result < high)

    return 1, tail


def _log(x: Array) -> Array:
    dtype = dtype_of(x)
    if dtype is DOUBLE:
        return double_functions.log(x)
    return np.where(x > 0, single_functions.log(x), -np.inf).astype(np.float32) if dtype is FLOAT else np.log(x)


def _fill(vector: Array, method: _Method, what: str) -> int:
    each, attempts = method
    done, at, tried = 0, 0, 0
    count = min(_AT_ONCE, vector.size)
    while done < vector.size:
        result, good = attempts(at, count)
        taken = result[good][: vector.size - done]
        vector[done : done + taken.size] = taken
        done += taken.size
        if done == vector.size:
            last = int(np.searchsorted(np.cumsum(good.sum(axis=1)), taken.size))
            return at + each * (last + 1)
        at += each * count
        tried = 0 if taken.size else tried + count
        if tried > _ATTEMPTS * _AT_ONCE:
            raise DiagramError(f"{what}: no value was found between the bounds")
        count = min(_AT_ONCE, 2 * count)
    return at
