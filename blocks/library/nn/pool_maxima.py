"""The largest values of windows: what they are, where they lie, and what their gradients are."""

from __future__ import annotations

import math
import operator
from functools import lru_cache
from typing import Any

import numpy as np

from blocks.base.types import Array
from blocks.library.math.shared import wide_dtype
from blocks.library.nn.pool_blocks import (
    Block,
    as_images,
    in_blocks,
    over_windows,
    pooled_sizes,
)
from blocks.library.nn.pools import KEPT, Pool
from blocks.library.nn.scratch import scratch
from blocks.library.nn.windows import each_position, extent


def maxima(x: Array, pool: Pool, start: float = -np.inf, out: Array | None = None) -> Array:
    """The largest number in each window, and at least ``start``, in a new array or ``out``; NaN is overlooked."""
    wide = wide_dtype(x)
    least = start if np.dtype(wide).kind == "f" else np.iinfo(wide).min
    result = np.empty(pooled_sizes(pool), x.dtype) if out is None else out
    images, found = as_images(x, pool), as_images(result, pool)

    def work(block: Block) -> None:
        seen = images[block.images, block.ins].astype(wide, copy=False)
        target = found[block.images, block.outs]
        direct = target if target.dtype == wide else None
        best = over_windows(np.maximum, seen, block.pool, least, direct)
        if _has_nan(best):
            best = over_windows(np.maximum, _without_nan(seen), block.pool, least, direct)
        if best.dtype.kind == "f" and best.min(initial=np.inf) < least:
            np.maximum(best, least, out=best)
        if direct is None:
            target[...] = best

    in_blocks(pool, work)
    return result


def _has_nan(best: Array) -> bool:
    return best.dtype.kind == "f" and best.size > 0 and bool(np.isnan(best.max()))


def _without_nan(x: Array) -> Array:
    return np.where(np.isnan(x), x.dtype.type(-np.inf), x)


@lru_cache(KEPT)
def are_apart(pool: Pool) -> bool:
    """Whether no place belongs to two windows, and each window begins in the image."""
    reaches = map(extent, pool.windows.sizes, pool.windows.dilations)
    return not any(pool.windows.before) and all(map(operator.le, reaches, pool.windows.strides))


def spread_maxima(x: Array, y: Array, dy: Array, pool: Pool, start: float, out: Array | None = None) -> Array:
    """The gradient of `maxima` by the images, where windows are apart: each window's gradient at the place of its
    largest value as `largest` finds it, 0 elsewhere; in an array that is given or new.

    Args:
        x: the images.
        y: what `maxima` gives for them and ``start``, a floating dtype.
        dy: the gradient by y.
        pool: the windows, which are apart.
        start: the least that y is.
        out: an array of the shape of the images and the dtype of dy.
    """
    wide = wide_dtype(x)
    result = np.empty(pool.shape, dy.dtype) if out is None else out
    if not _covers(pool):
        result.fill(0)
    images, values, given, made = (as_images(each, pool) for each in (x, y, dy, result))

    def work(block: Block) -> None:
        seen = images[block.images, block.ins].astype(wide, copy=False)
        best = values[block.images, block.outs].astype(wide, copy=False)
        if best.min(initial=np.inf) <= start:  # or less: then it is not in the window
            best = over_windows(np.maximum, _without_nan(seen), block.pool, -np.inf)
        _put(given[block.images, block.outs], seen, best, block.pool, made[block.images, block.ins])

    in_blocks(pool, work)
    return result


@lru_cache(KEPT)
def _covers(pool: Pool) -> bool:
    """Whether each place belongs to a window, if these are apart."""
    for axis, windows in pool.along():
        size = pool.shape[axis]
        if sum(len(range(size)[ins[1]]) for _, _, ins in each_position(windows, (size,))) < size:
            return False
    return True


def _put(dy: Array, x: Array, best: Array, pool: Pool, out: Array) -> None:
    """Each window's value where it has its best value first, a NaN in front counting as that; 0 in its other places.

    Bits, as whole numbers, are taken times 1 or 0, since 0 times infinity is no 0.
    """
    bits = np.dtype(f"i{dy.dtype.itemsize}")
    given, made = dy.view(bits), out.view(bits)
    searching, here = (scratch.empty(name, best.shape, bool) for name in ("searching", "other"))
    searching.fill(True)
    positions = pool.positions()
    for i, (outs, ins) in enumerate(positions):
        still, found = searching[outs], here[outs]
        if i + 1 == len(positions):
            found = still
        elif i == 0:
            np.less(x[ins], best[outs], out=still)
            np.logical_not(still, out=found)
        else:
            np.equal(x[ins], best[outs], out=found)
            found &= still
            still ^= found
        np.multiply(given[outs], found, out=made[ins])


# -- Places -----------------------------------------------------------------------------------------------------------


def largest(x: Array, pool: Pool, index: Any = np.int64, *, values: bool = True) -> tuple[Array | None, Array]:
    """The largest value in each window, the first if several are, and its place in its flat image, as a dtype.

    A NaN is the largest if it comes first, and overlooked else, as in TensorFlow. Without ``values`` they are left out.
    """
    wide = wide_dtype(x)
    least = -np.inf if np.dtype(wide).kind == "f" else np.iinfo(wide).min
    places = np.empty(pooled_sizes(pool), index)
    best = np.empty(pooled_sizes(pool), x.dtype) if values else None
    images, found = as_images(x, pool), as_images(places, pool)
    kept = None if best is None else as_images(best, pool)
    in_batch, in_image = _begins(pool, index)

    def work(block: Block) -> None:
        seen = images[block.images, block.ins].astype(wide, copy=False)
        where, odd = (block.images, block.outs), None
        direct = kept[where] if kept is not None and kept.dtype == wide else None
        value = over_windows(np.maximum, seen, block.pool, least, direct)
        if _has_nan(value):
            odd = np.isnan(_first(seen, block.pool))
            seen = _without_nan(seen)
            value = over_windows(np.maximum, seen, block.pool, least, direct)
        _find(seen, value, block.pool, found[where])
        if odd is not None:
            value[odd] = np.nan
            np.copyto(found[where], _first_places(block.pool, index), where=odd)
        if kept is not None and direct is None:
            kept[where] = value
        found[where] += in_image[block.outs]
        if in_batch.any():
            found[where] += in_batch[block.images]

    in_blocks(pool, work)
    return best, places


def _find(x: Array, value: Array, pool: Pool, found: Array) -> None:
    """Where each window has a value first, counted from where the window begins."""
    positions = pool.positions()
    passed = scratch.empty("passed", value.shape, np.min_scalar_type(len(positions)))  # how many come before it
    searching, other = (scratch.empty(name, value.shape, bool) for name in ("searching", "other"))
    passed.fill(0)
    searching.fill(True)
    for outs, ins in positions[:-1]:  # the last one is left
        still = searching[outs]
        still &= np.not_equal(x[ins], value[outs], out=other[outs])
        passed += searching.view(np.uint8)
    places = each_position(pool.windows, [pool.shape[axis] for axis in pool.axes])
    steps = _steps(pool)
    offsets = [sum(map(operator.mul, position, steps)) for position, _, _ in places]
    np.array([*offsets, 0], found.dtype).take(passed, out=found, mode="clip")


def _steps(pool: Pool) -> list[int]:
    """How far apart neighbours along each axis that is pooled lie in the flat image."""
    return [math.prod(pool.shape[axis + 1 :]) for axis in pool.axes]


def _first_seen(pool: Pool) -> list[Array]:
    """Along each axis, the first place of each window that lies in the image, counted from where the window begins."""
    return [
        np.maximum(windows.before[0] - np.arange(windows.counts[0]) * windows.strides[0], 0)
        for _, windows in pool.along()
    ]


def _first(x: Array, pool: Pool) -> Array:
    """The first value of each window."""
    for (axis, windows), places in zip(pool.along(), _first_seen(pool), strict=True):
        x = x.take(np.arange(windows.counts[0]) * windows.strides[0] - windows.before[0] + places, axis)
    return x


def _first_places(pool: Pool, dtype: Any) -> Array:
    """Its place, counted from where the window begins, in a shape that is spread over the result."""
    found: Array = np.zeros((1,) * len(pool.shape), dtype)
    for axis, places, step in zip(pool.axes, _first_seen(pool), _steps(pool), strict=True):
        found = found + (places * step).astype(dtype).reshape([-1 if i == axis else 1 for i in range(found.ndim)])
    return found


def _begins(pool: Pool, dtype: Any) -> tuple[Array, Array]:
    """Where in its flat image each window begins: where what counts as an image does, which may be a channel of one, in
    a shape that is spread over the windows; and from there on.
    """
    first = pool.axes[0]
    shape = pooled_sizes(pool)[first:]
    strides = dict(zip((axis - first for axis in pool.axes), pool.windows.strides, strict=True))
    within = np.full((1,) * len(shape), -sum(map(operator.mul, pool.windows.before, _steps(pool))), np.int64)
    for axis, size in enumerate(shape):
        # The stride of a single window may be larger than any place.
        step = math.prod(pool.shape[first + axis + 1 :]) * strides.get(axis, 1) if size > 1 else 0
        within = within + (np.arange(size) * step).reshape([-1 if i == axis else 1 for i in range(len(shape))])
    parts = np.arange(math.prod(pool.shape[:first])) % math.prod(pool.shape[1:first])
    images = (parts * math.prod(pool.shape[first:])).reshape(-1, *(1 for _ in shape))
    return images.astype(dtype), within.astype(dtype)


def first_match(x: Array, y: Array, values: Array, pool: Pool) -> Array:
    """The value at the first place of each window where x is y; 0 where it is so nowhere."""
    result = np.zeros(y.shape, values.dtype)
    for outs, ins in reversed(pool.positions()):
        np.copyto(result[outs], values[ins], where=x[ins] == y[outs])
    return result
