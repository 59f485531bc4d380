"""Lowering rules for windows that slide over images without a product: patches, and morphological dilation."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from blocks.library.jax_rules.lowering import NotLowered, Rule, Site, Value, is_real, jnp, sizes, wide
from blocks.library.jax_rules.windows import corners, inside, places, put_back, seen
from blocks.library.nn.pooling import lowest
from blocks.library.nn.windows import Pool, windows_over


def _over(site: Site, shape: tuple[int, ...], size: Sequence[int]) -> Pool:
    attrs = site.attrs
    windows = windows_over(shape[1:-1], size, attrs["strides"][1:-1], attrs["rates"][1:-1], attrs["padding"])
    return Pool((1, 2), windows, shape)


def _patches(site: Site, images: Value) -> Value:
    pool = _over(site, images.shape, site.attrs["ksizes"][1:-1])
    return jnp.concatenate(list(seen(images, pool, 0)), -1)


def _patches_back(site: Site, dy: Value, shape: Value) -> Value:
    pool = _over(site, sizes(shape, "shape"), site.attrs["ksizes"][1:-1])
    return put_back(jnp.split(wide(dy), math.prod(pool.windows.sizes), -1), pool)


# Dilation: the largest sum of an image and a filter.


def _lowest(dtype: np.dtype[Any]) -> Any:
    return jnp.iinfo(dtype).min if dtype.kind in "iu" else lowest(dtype)


def _dilated(site: Site, input: Value, filter: Value) -> Value:
    pool, x, factor = _over(site, input.shape, filter.shape[:2]), wide(input), wide(filter)
    found = x.dtype.type(_lowest(input.dtype))
    for position, value, there in zip(_taps(filter), seen(x, pool, 0), inside(pool), strict=True):
        total = value + factor[position]
        better = jnp.fmax(found, total) if is_real(total) else jnp.maximum(found, total)
        found = jnp.where(there, better, found)
    return found


def _dilation_places(site: Site, input: Value, filter: Value) -> tuple[Value, Value]:
    if input.dtype.itemsize == 2 and is_real(input):
        raise NotLowered("compares sums in half precision")
    pool, flat, taps = _over(site, input.shape, filter.shape[:2]), places(input.shape), places(filter.shape)
    best, where, used = jnp.asarray(_lowest(input.dtype), input.dtype), corners(flat, pool), taps[0, 0]
    looked = zip(_taps(filter), seen(input, pool, 0), seen(flat, pool, 0), inside(pool), strict=True)
    for position, value, place, there in looked:
        total = value + filter[position]
        better = there & (total > best)
        best = jnp.where(better, total, best)
        where, used = jnp.where(better, place, where), jnp.where(better, taps[position], used)
    return where, used


def _taps(filter: Value) -> list[tuple[int, ...]]:
    return list(itertools.product(*map(range, filter.shape[:2])))


def _scattered(dy: Value, at: Value, shape: tuple[int, ...]) -> Value:
    rows = wide(dy)
    total = jnp.zeros(math.prod(shape), rows.dtype)
    return jnp.reshape(total.at[jnp.reshape(at, -1)].add(jnp.reshape(rows, -1)), shape)


def _by_input(site: Site, input: Value, filter: Value, dy: Value) -> Value:
    return _scattered(dy, _dilation_places(site, input, filter)[0], input.shape)


def _by_filter(site: Site, input: Value, filter: Value, dy: Value) -> Value:
    return _scattered(dy, _dilation_places(site, input, filter)[1], filter.shape)


RULES: dict[str, Rule] = {
    "ExtractImagePatches": Rule(_patches),
    "PatchesGrad": Rule(_patches_back),
    "Dilation2D": Rule(_dilated),
    "DilationPlaces": Rule(_dilation_places),
    "Dilation2DBackpropInput": Rule(_by_input),
    "Dilation2DBackpropFilter": Rule(_by_filter),
}
