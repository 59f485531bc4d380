"""Sliding windows for lowering rules, and rules for patches and dilation.

Windows are placed as in the NumPy kernels (`blocks.library.nn.windows`), along the axes that a `Pool` names.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from blocks.library.jax_rules.lowering import LoweringContext, NotLowered, Value, is_real, jnp, lax, sizes, wide
from blocks.library.math.shared import lowest
from blocks.library.nn.windows import Pool, windows_over
from blocks.library.rules import LoweringRule, each

# -- What windows see at each of their positions, and the transpose ----------------------------------------------------


def along(pool: Pool, entries: Iterable[Any], other: Any) -> list[Any]:
    result = [other] * len(pool.shape)
    for axis, entry in zip(pool.axes, entries, strict=True):
        result[axis] = entry
    return result


def padded(x: Value, pool: Pool, outside: Any) -> Value:
    sides = zip(pool.windows.before, pool.windows.after, strict=True)
    return lax.pad(x, x.dtype.type(outside), [(*each, 0) for each in along(pool, sides, (0, 0))])


def seen(x: Value, pool: Pool, outside: Any) -> Iterator[Value]:
    """Yield, for each window position in row order, the values of all windows, ``outside`` beyond the image."""
    x, windows = padded(x, pool, outside), pool.windows
    steps = along(pool, windows.strides, 1)
    for first in _firsts(pool):
        ends = zip(first, along(pool, windows.counts, None), steps, x.shape, strict=True)
        last = [size if n is None else f + (n - 1) * step + 1 for f, n, step, size in ends]
        yield lax.slice(x, first, last, steps)


def put_back(parts: Iterable[Value], pool: Pool) -> Value:
    """Add up the values of all windows at each of their positions: the transpose of `seen`."""
    windows, total = pool.windows, None
    steps, counts = along(pool, windows.strides, 1), along(pool, windows.counts, 1)
    sizes = [sum(each) for each in zip(pool.shape, *(along(pool, w, 0) for w in _sides(pool)), strict=True)]
    for first, part in zip(_firsts(pool), parts, strict=True):
        behind = [size - f - ((n - 1) * step + 1) for size, f, n, step in zip(sizes, first, counts, steps, strict=True)]
        dilation = [(f, b if axis in pool.axes else 0, step - 1)
                  for axis, (f, b, step) in enumerate(zip(first, behind, steps, strict=True))]  # fmt: skip
        placed = lax.pad(part, part.dtype.type(0), dilation)
        total = placed if total is None else total + placed
    assert total is not None
    cropped = [(-before, -after, 0) for before, after in zip(*(along(pool, w, 0) for w in _sides(pool)), strict=True)]
    return lax.pad(total, total.dtype.type(0), cropped)


def inside(pool: Pool) -> list[Value]:
    """Return, for each window position, which windows are inside the image there."""
    ones = jnp.ones(along(pool, (pool.shape[axis] for axis in pool.axes), 1), bool)
    return list(seen(ones, pool._replace(shape=ones.shape), False))


def flat_indices(shape: tuple[int, ...]) -> Value:
    count = math.prod(shape)
    return jnp.reshape(jnp.arange(count, dtype=np.int32 if count < 1 << 31 else np.int64), shape)


def corners(x: Value, pool: Pool) -> Value:
    for axis, windows in pool.along():
        first = np.arange(windows.counts[0]) * windows.strides[0] - windows.before[0]
        x = jnp.take(x, np.clip(first, 0, pool.shape[axis] - 1), axis)
    return x


def _sides(pool: Pool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return pool.windows.before, pool.windows.after


def _firsts(pool: Pool) -> Iterator[list[int]]:
    windows = pool.windows
    if 0 in windows.counts:
        raise NotLowered("has images that are smaller than the window")
    for position in itertools.product(*map(range, windows.sizes)):
        yield along(pool, [k * step for k, step in zip(position, windows.dilations, strict=True)], 0)


# -- Rules ------------------------------------------------------------------------------------------------------------


def _over(site: LoweringContext, shape: tuple[int, ...], size: Sequence[int]) -> Pool:
    attrs = site.attrs
    rates = attrs.get("rates", [1] * len(shape))
    windows = windows_over(shape[1:-1], size, attrs["strides"][1:-1], rates[1:-1], attrs["padding"])
    return Pool(tuple(range(1, len(shape) - 1)), windows, shape)


def _patches(site: LoweringContext, images: Value) -> Value:
    pool = _over(site, images.shape, site.attrs["ksizes"][1:-1])
    return jnp.concatenate(list(seen(images, pool, 0)), -1)


def _patches_back(site: LoweringContext, dy: Value, shape: Value) -> Value:
    pool = _over(site, sizes(shape, "shape"), site.attrs["ksizes"][1:-1])
    return put_back(jnp.split(wide(dy), math.prod(pool.windows.sizes), -1), pool)


# Dilation: the largest sum of an image and a filter.


def _lowest(dtype: np.dtype[Any]) -> Any:
    return jnp.iinfo(dtype).min if dtype.kind in "iu" else lowest(dtype)


def _dilated(site: LoweringContext, input: Value, filter: Value) -> Value:
    pool, x, factor = _over(site, input.shape, filter.shape[:2]), wide(input), wide(filter)
    result = x.dtype.type(_lowest(input.dtype))
    for position, value, there in zip(_taps(filter), seen(x, pool, 0), inside(pool), strict=True):
        total = value + factor[position]
        better = jnp.fmax(result, total) if is_real(total) else jnp.maximum(result, total)
        result = jnp.where(there, better, result)
    return result


def _dilation_indices(site: LoweringContext, input: Value, filter: Value) -> tuple[Value, Value]:
    if input.dtype.itemsize == 2 and is_real(input):
        raise NotLowered("compares sums in half precision")
    pool, flat, taps = _over(site, input.shape, filter.shape[:2]), flat_indices(input.shape), flat_indices(filter.shape)
    best, where, used = jnp.asarray(_lowest(input.dtype), input.dtype), corners(flat, pool), taps[0, 0]
    looked = zip(_taps(filter), seen(input, pool, 0), seen(flat, pool, 0), inside(pool), strict=True)
    for position, value, index, there in looked:
        total = value + filter[position]
        better = there & (total > best)
        best = jnp.where(better, total, best)
        where, used = jnp.where(better, index, where), jnp.where(better, taps[position], used)
    return where, used


def _taps(filter: Value) -> list[tuple[int, ...]]:
    return list(itertools.product(*map(range, filter.shape[:2])))


def _scattered(dy: Value, at: Value, shape: tuple[int, ...]) -> Value:
    rows = wide(dy)
    total = jnp.zeros(math.prod(shape), rows.dtype)
    return jnp.reshape(total.at[jnp.reshape(at, -1)].add(jnp.reshape(rows, -1)), shape)


def _by_input(site: LoweringContext, input: Value, filter: Value, dy: Value) -> Value:
    return _scattered(dy, _dilation_indices(site, input, filter)[0], input.shape)


def _by_filter(site: LoweringContext, input: Value, filter: Value, dy: Value) -> Value:
    return _scattered(dy, _dilation_indices(site, input, filter)[1], filter.shape)


RULES: dict[str, LoweringRule] = {
    **each("ExtractImagePatches ExtractVolumePatches", _patches),
    "PatchesGrad": _patches_back,
    "Dilation2D": _dilated,
    "DilationIndices": _dilation_indices,
    "Dilation2DBackpropInput": _by_input,
    "Dilation2DBackpropFilter": _by_filter,
}
