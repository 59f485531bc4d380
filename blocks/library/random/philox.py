"""Philox 4x32-10: a random word generator with random access to its stream.

A 64-bit key and a 128-bit counter give a block of four 32-bit words; the next counter gives the next block. Therefore,
any part of a stream can be drawn separately, on any thread. Each word occupies one half of a 64-bit array element, and
both multiplications of a round take place at once: few NumPy calls, all in the cache.

Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.threads import FOR_THREADS, in_parts
from blocks.base.types import Array

CHUNK = 1 << 14
"""Blocks that are made at once: few enough to stay in the cache, many enough for calls to pay."""
_MULTIPLIERS = np.array([[0xD2511F53], [0xCD9E8D57]], np.uint64)
_STEPS = 0x9E3779B9, 0xBB67AE85
_HALF = np.uint64(32)
_LOW = 2**32 - 1
_ALL = 2**64 - 1
_OF_SEED = 0x02461E293EC8F720
"""The key with which a stateless block makes a stream of its seeds: TensorFlow's."""

Convert = Callable[[Array], Array]
"""Makes numbers of some blocks: of an array [2, blocks] whose first row holds word 0 in its high halves and word 1 in
its low ones, the second words 2 and 3. It may write into that."""


class Stream(NamedTuple):
    key: int
    counter: int

    def after(self, blocks: int) -> Stream:
        return Stream(self.key, (self.counter + blocks) % 2**128)

    def blocks(self, first: int, count: int) -> Array:
        return self.at(np.arange(first, first + count, dtype=np.uint64))

    def at(self, numbers: Array) -> Array:
        low = numbers + np.uint64(self.counter & _ALL)
        carried = low < numbers
        state = np.empty((2, *low.shape), np.uint64)
        _turn(low, state[0])
        if carried.any():
            _turn(carried + np.uint64(self.counter >> 64), state[1])
        else:
            state[1] = (self.counter >> 64 << 32) % 2**64 | self.counter >> 96
        return _rounds(state, self.key)


def _turn(numbers: Array, out: Array) -> None:
    """Swap the halves of numbers into another array; ``numbers`` is overwritten."""
    np.left_shift(numbers, _HALF, out=out)
    np.right_shift(numbers, _HALF, out=numbers)
    np.bitwise_or(out, numbers, out=out)


def _rounds(state: Array, key: int) -> Array:
    product = np.empty_like(state)
    keys = [key & _LOW, key >> 32]
    for _ in range(10):
        np.right_shift(state, _HALF, out=product)
        np.multiply(product, _MULTIPLIERS, out=product)
        np.left_shift(state, _HALF, out=state)
        np.bitwise_xor(state, np.array([[keys[0] << 32], [keys[1] << 32]], np.uint64), out=state)
        np.bitwise_xor(state, product[::-1], out=state)
        keys = [(k + step) & _LOW for k, step in zip(keys, _STEPS, strict=True)]
    return state


def words(blocks: Array) -> Array:
    """Return the words of blocks in order, [blocks, 4]; the blocks are overwritten."""
    result, first = np.empty(blocks.shape[::-1], np.uint64), blocks << _HALF
    np.right_shift(blocks, _HALF, out=blocks)
    np.bitwise_or(first, blocks, out=result.T)
    return result.view(np.uint32)


def fill(stream: Stream, shape: Sequence[int], dtype: Any, each: int, convert: Convert) -> Array:
    result = np.empty(tuple(shape), dtype)
    flat = result.reshape(-1)
    whole = -(-flat.size // each)

    def part(first: int, end: int) -> None:
        for at in range(first, end, CHUNK):
            results = convert(stream.blocks(at, min(CHUNK, end - at))).reshape(-1)
            flat[at * each : min(end, at + CHUNK) * each] = results[: flat.size - at * each]

    in_parts(part, whole, None if flat.size >= FOR_THREADS else 1)
    return result


class Philox:
    """The random numbers of a block with seeds: the same as TensorFlow's for these seeds, run by run.

    Attributes:
        stream: the position of its next run.
    """

    def __init__(self, stream: Stream) -> None:
        self.stream = stream

    def reserve(self, blocks: int) -> Stream:
        """Return the position of a run that takes this many blocks, used or not."""
        begin = self.stream
        self.stream = begin.after(blocks)
        return begin


def of_seeds(seed: int, seed2: int) -> Stream:
    return Stream(seed & _ALL, (seed2 & _ALL) << 64)


def of_pair(seed: Array) -> Stream:
    first, second = (int(each) & _ALL for each in seed)
    [[a, b, c, d]] = words(Stream(_OF_SEED, first | second << 64).blocks(0, 1)).tolist()
    return Stream(a | b << 32, (c | d << 32) << 64)
