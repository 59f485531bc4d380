"""Sums and means of windows, and how they are spread over windows again."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from blocks.base.types import Array
from blocks.library.math.shared import wide_dtype
from blocks.library.nn.pool_blocks import (
    Block,
    as_images,
    in_blocks,
    lanes,
    over_windows,
    pooled_sizes,
    three_axes,
)
from blocks.library.nn.pools import Pool
from blocks.library.nn.scratch import scratch
from blocks.library.nn.windows import each_position


def averages(x: Array, pool: Pool) -> Array:
    """The mean of each window; what lies outside the image does not count."""
    wide = wide_dtype(x)
    result = np.empty(pooled_sizes(pool), x.dtype)
    images, means = as_images(x, pool), as_images(result, pool)

    def work(block: Block) -> None:
        seen, target = images[block.images, block.ins].astype(wide, copy=False), means[block.images, block.outs]
        total = over_windows(np.add, seen, block.pool, 0, target if target.dtype == wide else None)
        np.add(total, 0, total)  # there is no mean of -0
        flat, counts = _with_counts(total, block.pool)
        np.divide(flat, counts, flat)
        if total is not target:
            target[...] = total

    in_blocks(pool, work)
    return result


def _with_counts(x: Array, pool: Pool) -> tuple[Array, Any]:
    """A view of one value per window, and how many places of it lie in the image, in shapes that go together fast."""
    windows = pool.windows
    if not any((*windows.before, *windows.after)):
        return x, x.dtype.type(math.prod(windows.sizes))
    rows, width = x.shape[1], math.prod(x.shape[2:])
    counts = np.broadcast_to(place_counts(pool, x.dtype), (1, *x.shape[1:])).reshape(1, rows, width)
    return x.reshape(len(x), rows, width), counts


def place_counts(pool: Pool, dtype: Any) -> Array:
    """How many places of each window lie in the image, in a shape that is spread over the result."""
    found: Array = np.ones((1,) * len(pool.shape), dtype)
    for axis, windows in pool.along():
        seen = np.zeros((1, windows.counts[0]), dtype)
        for _, outs, _ in each_position(windows, (pool.shape[axis],)):
            seen[outs] += 1
        found = found * seen.reshape([-1 if i == axis else 1 for i in range(len(pool.shape))])
    return found


def spread_averages(dy: Array, pool: Pool) -> Array:
    """The gradient of means by the images: each window's gradient in equal parts to what lies in it."""
    wide = wide_dtype(dy)
    result = np.empty(pool.shape, dy.dtype)
    given, made = as_images(dy, pool), as_images(result, pool)

    def work(block: Block) -> None:
        arrived = given[block.images].astype(wide, copy=False)
        parts = scratch.empty("parts", arrived.shape, wide)
        np.divide(*_with_counts(arrived, block.pool), _with_counts(parts, block.pool)[0])
        _spread(parts, block.pool, made[block.images])

    in_blocks(pool, work, cut=False)
    return result


def _spread(dy: Array, pool: Pool, out: Array) -> None:
    """Each window's value added to all places of the window: what turns the gradient of sums around."""
    for axis, windows in pool.along():
        flat, size = three_axes(dy, axis), pool.shape[axis]
        shape = (*dy.shape[:axis], size, *dy.shape[axis + 1 :])
        found = scratch.empty(f"values {axis}", shape, dy.dtype)
        if axis == pool.axes[-1] and out.dtype == dy.dtype:
            found = out
        result = found.reshape(flat.shape[0], size, flat.shape[2])
        places = [(outs, ins) for _, outs, ins in each_position(windows, (size,))]
        apart = places[: windows.strides[0]] if windows.dilations[0] == 1 else []  # which share no element
        if sum(len(range(size)[ins[1]]) for _, ins in apart) < size:
            result.fill(0)
        for given, made in zip(lanes(flat), lanes(result), strict=True):
            for outs, ins in apart:
                np.add(given[outs], 0, made[ins])
            for outs, ins in places[len(apart) :]:
                made[ins] += given[outs]
        dy = found
    if dy is not out:
        out[...] = dy
