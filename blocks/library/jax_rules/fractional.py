"""Lowering rules of fractional pooling: windows of two neighbouring sizes, of which is drawn which are the larger ones.

So the longest window is known, and shorter ones leave its last place out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from blocks.library.jax_rules.lowering import Rule, Site, Value, is_known, jax, jnp, lax
from blocks.library.nn.pooling_variants import draw_borders


class Windows(NamedTuple):
    """The windows along an axis.

    Attributes:
        starts: where they begin.
        lengths: how long they are.
        most: how long one may be.
    """

    starts: Value
    lengths: Value
    most: int

    def steps(self, size: int) -> Iterator[tuple[Value, Value]]:
        """From the first place on, where the windows go on, and which of them are so long."""
        for offset in range(self.most):
            yield jnp.minimum(self.starts + offset, size - 1), self.lengths > offset


def _borders(site: Site, key: Value, size: int, count: int, generator: Any) -> Value:
    """As `draw_borders`; with a generator of NumPy's the same numbers as there."""
    pseudo_random: bool = site.attrs["pseudo_random"]
    if generator is not None:
        return draw_borders(size, count, pseudo_random, generator)
    small, larger = divmod(size, count)
    if not larger:
        return np.arange(count + 1) * small
    if pseudo_random:
        ratio = size / count
        most = min((small + 2) / ratio - 1, (size + 1 - small) / ratio - (count - 1))
        inner = jnp.ceil(ratio * (np.arange(1, count) + jax.random.uniform(key, (), np.float64) * most))
        lengths = jnp.diff(inner.astype(np.int64), prepend=1, append=size + 1)
    else:
        lengths = jax.random.permutation(key, np.where(np.arange(count) < larger, small + 1, small))
    return jnp.concatenate([jnp.zeros(1, np.int64), jnp.cumsum(lengths)])


def _drawn(site: Site, value: Value) -> tuple[Value, Value]:
    attrs, generator = site.attrs, None
    if attrs["deterministic"]:
        generator = np.random.default_rng([seed % 2**64 for seed in (attrs["seed"], attrs["seed2"])])
    found: list[Value] = []
    axes = zip(jax.random.split(site.key), value.shape[1:3], attrs["pooling_ratio"][1:3], strict=True)
    for key, size, ratio in axes:
        found.append(_borders(site, key, size, math.floor(np.float32(size) / np.float32(ratio)), generator))
    return found[0], found[1]


def _windows(site: Site, borders: Value, size: int) -> Windows:
    starts, stops = borders[:-1], borders[1:]
    overlapping = site.attrs["overlapping"]
    if overlapping:
        stops = (np if is_known(stops) else jnp).minimum(stops + 1, size)
    small, larger = divmod(size, max(len(starts), 1))
    lengths, most = stops - starts, small + bool(larger) + overlapping
    site.require((np if is_known(lengths) else jnp).all(lengths <= most))
    return Windows(starts, lengths, most)


def _both(site: Site, shape: tuple[int, ...], rows: Value, columns: Value) -> tuple[Windows, Windows]:
    return _windows(site, rows, shape[1]), _windows(site, columns, shape[2])


def _along(which: Value, axis: int) -> Value:
    """One flag per window, to be spread over images."""
    return jnp.reshape(which, [-1 if i == axis else 1 for i in range(4)])


def _combined(combine: Callable[[Value, Value], Value], x: Value, both: tuple[Windows, Windows]) -> Value:
    for axis, windows in zip((1, 2), both, strict=True):
        (first, _), *further = windows.steps(x.shape[axis])
        result = jnp.take(x, first, axis)
        for places, long in further:
            result = jnp.where(_along(long, axis), combine(result, jnp.take(x, places, axis)), result)
        x = result
    return x


def _counts(both: tuple[Windows, Windows], dtype: np.dtype[Any]) -> Value:
    rows, columns = (jnp.asarray(windows.lengths) for windows in both)
    return (rows[:, None] * columns)[None, :, :, None].astype(dtype)


def _averages(x: Value, both: tuple[Windows, Windows]) -> Value:
    total = _combined(jnp.add, x, both)
    counts = _counts(both, total.dtype)
    return total / counts if total.dtype.kind == "f" else lax.div(total, jnp.broadcast_to(counts, total.shape))


def _average_pool(site: Site, value: Value) -> tuple[Value, Value, Value]:
    rows, columns = _drawn(site, value)
    return _averages(value, _both(site, value.shape, rows, columns)), rows, columns


def _max_pool(site: Site, value: Value) -> tuple[Value, Value, Value]:
    rows, columns = _drawn(site, value)
    is_real = value.dtype.kind == "f"
    found = _combined(jnp.fmax if is_real else jnp.maximum, value, _both(site, value.shape, rows, columns))
    return jnp.fmax(found, np.finfo(value.dtype).min) if is_real else found, rows, columns


def _index(site: Site, value: Value, output: Value, row_borders: Value, column_borders: Value) -> Value:
    width, channels = value.shape[2:]
    rows, columns = _both(site, value.shape, row_borders, column_borders)
    place = jnp.asarray(rows.starts)[:, None] * width + columns.starts
    index = jnp.broadcast_to(place[None, :, :, None], output.shape)
    for down in reversed(range(rows.most)):
        row = rows.starts + jnp.minimum(down, rows.lengths - 1)
        strip = jnp.take(value, row, 1)
        for right in reversed(range(columns.most)):
            column = columns.starts + jnp.minimum(right, columns.lengths - 1)
            place = (row[:, None] * width + column)[None, :, :, None]
            index = jnp.where(jnp.take(strip, column, 2) == output, place, index)
    return index * channels + jnp.arange(channels)


def _average_gradient(site: Site, dy: Value, value: Value, rows: Value, columns: Value) -> Value:
    both = _both(site, value.shape, rows, columns)
    part = dy / _counts(both, dy.dtype)
    for axis, windows in zip((1, 2), both, strict=True):
        size = value.shape[axis]
        result = jnp.zeros((*part.shape[:axis], size, *part.shape[axis + 1 :]), dy.dtype)
        for places, long in windows.steps(size):
            target = (*(slice(None),) * axis, jnp.where(long, places, size))
            result = result.at[target].add(part, mode="drop")
        part = result
    return part


def _known_averages(site: Site, value: Value, rows: Value, columns: Value) -> Value:
    return _averages(value, _both(site, value.shape, rows, columns))


RULES: dict[str, Rule] = {
    "FractionalMaxPool": Rule(_max_pool),
    "FractionalMaxPoolIndex": Rule(_index),
    "FractionalAvgPool": Rule(_average_pool),
    "FractionalAvgPoolGrad": Rule(_average_gradient),
    "FractionalAverages": Rule(_known_averages),
}
