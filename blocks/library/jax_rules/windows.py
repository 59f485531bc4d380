"""Windows that slide over images, for lowering rules: what all of them see at each of their places, and the way back.

They lie as the NumPy kernels lay them (`blocks.library.nn.windows`), along the axes that a `Pool` names.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from blocks.library.jax_rules.lowering import NotLowered, Value, jnp, lax
from blocks.library.nn.windows import Pool


def along(pool: Pool, entries: Iterable[Any], other: Any) -> list[Any]:
    """One entry for each axis of the images."""
    found = [other] * len(pool.shape)
    for axis, entry in zip(pool.axes, entries, strict=True):
        found[axis] = entry
    return found


def padded(x: Value, pool: Pool, outside: Any) -> Value:
    """Images with what windows see around them; what they leave out behind the images is gone."""
    sides = zip(pool.windows.before, pool.windows.after, strict=True)
    return lax.pad(x, x.dtype.type(outside), [(*each, 0) for each in along(pool, sides, (0, 0))])


def seen(x: Value, pool: Pool, outside: Any) -> Iterator[Value]:
    """For each place of a window, row by row, what all windows see there; ``outside`` beyond the image."""
    x, windows = padded(x, pool, outside), pool.windows
    steps = along(pool, windows.strides, 1)
    for first in _firsts(pool):
        ends = zip(first, along(pool, windows.counts, None), steps, x.shape, strict=True)
        last = [size if n is None else f + (n - 1) * step + 1 for f, n, step, size in ends]
        yield lax.slice(x, first, last, steps)


def put_back(parts: Iterable[Value], pool: Pool) -> Value:
    """Images of what all windows give to each of their places, added up: the transpose of `seen`."""
    windows, total = pool.windows, None
    steps, counts = along(pool, windows.strides, 1), along(pool, windows.counts, 1)
    sizes = [sum(each) for each in zip(pool.shape, *(along(pool, w, 0) for w in _sides(pool)), strict=True)]
    for first, part in zip(_firsts(pool), parts, strict=True):
        behind = [size - f - ((n - 1) * step + 1) for size, f, n, step in zip(sizes, first, counts, steps, strict=True)]
        spread = [(f, b if axis in pool.axes else 0, step - 1)
                  for axis, (f, b, step) in enumerate(zip(first, behind, steps, strict=True))]  # fmt: skip
        placed = lax.pad(part, part.dtype.type(0), spread)
        total = placed if total is None else total + placed
    assert total is not None
    cropped = [(-before, -after, 0) for before, after in zip(*(along(pool, w, 0) for w in _sides(pool)), strict=True)]
    return lax.pad(total, total.dtype.type(0), cropped)


def inside(pool: Pool) -> list[Value]:
    """For each place of a window which windows see the image there."""
    ones = jnp.ones(along(pool, (pool.shape[axis] for axis in pool.axes), 1), bool)
    return list(seen(ones, pool._replace(shape=ones.shape), False))


def places(shape: tuple[int, ...]) -> Value:
    """The flat places of an image, in half the memory wherever that is enough."""
    count = math.prod(shape)
    return jnp.reshape(jnp.arange(count, dtype=np.int32 if count < 1 << 31 else np.int64), shape)


def corners(x: Value, pool: Pool) -> Value:
    """What each window sees first within the image."""
    for axis, windows in pool.along():
        first = np.arange(windows.counts[0]) * windows.strides[0] - windows.before[0]
        x = jnp.take(x, np.clip(first, 0, pool.shape[axis] - 1), axis)
    return x


def _sides(pool: Pool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return pool.windows.before, pool.windows.after


def _firsts(pool: Pool) -> Iterator[list[int]]:
    """Where the first window has its places."""
    windows = pool.windows
    if 0 in windows.counts:
        raise NotLowered("has images that are smaller than a window")
    for position in itertools.product(*map(range, windows.sizes)):
        yield along(pool, [k * step for k, step in zip(position, windows.dilations, strict=True)], 0)
