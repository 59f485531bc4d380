"""Lowering rules for pooling and its gradients.

Windows are placed as in the NumPy kernels (`blocks.library.nn.windows`). If they do not overlap, a gradient is placed
by comparing each position with the one that its window chose, several times as fast as a scatter-add.

In fractional pooling, the size of the longest window is known, and shorter ones omit its last position.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from blocks.library.jax_rules.lowering import (
    LoweringContext,
    Value,
    checked,
    is_known,
    is_real,
    jax,
    jnp,
    lax,
    sizes,
    transposed,
    wide,
)
from blocks.library.jax_rules.windows import along, corners, flat_indices, inside, padded, put_back, seen
from blocks.library.math.shared import lowest
from blocks.library.nn.pooling_kernels import draw_borders, element_counts
from blocks.library.nn.windows import Pool, pool_over
from blocks.library.random.seeded_draws import SeededDraws
from blocks.library.rules import LoweringRule, at_site, each


def _pool(site: LoweringContext, shape: tuple[int, ...]) -> Pool:
    return _pool_of(site.attrs, shape)


def _pool_of(attrs: Mapping[str, Any], shape: tuple[int, ...]) -> Pool:
    explicit = attrs.get("explicit_paddings") or ()
    data_format = attrs.get("data_format") or "NHWC"
    return pool_over(shape, attrs["ksize"], attrs["strides"], attrs["padding"], data_format, explicit)


def _over_windows(x: Value, pool: Pool, start: Any, combine: Any) -> Value:
    steps = along(pool, pool.windows.sizes, 1), along(pool, pool.windows.strides, 1)
    return lax.reduce_window(padded(x, pool, start), x.dtype.type(start), combine, *steps, "VALID")


def _averages(x: Value, pool: Pool) -> Value:
    return _over_windows(x, pool, 0, lax.add) / element_counts(pool, x.dtype)


def _average_gradient(site: LoweringContext, shape: Value, dy: Value) -> Value:
    images = sizes(shape, "orig_input_shape")
    pool = _pool(site, images)
    return transposed(lambda x: _averages(x, pool), images, wide(dy))


def _pool_of_inputs(site: LoweringContext, x: Value, ksize: Value, strides: Value) -> Pool:
    attrs = site.attrs
    steps = sizes(ksize, "ksize"), sizes(strides, "strides")
    return pool_over(x.shape, *steps, attrs["padding"], attrs["data_format"])


def _maximum_pool(site: LoweringContext, x: Value) -> Value:
    return _maxima(x, _pool(site, x.shape))


def _maximum_pool_of_inputs(site: LoweringContext, x: Value, ksize: Value, strides: Value) -> Value:
    return _maxima(x, _pool_of_inputs(site, x, ksize, strides))


def _maxima(x: Value, pool: Pool) -> Value:
    start = lowest(x.dtype)
    images = wide(x)
    if is_real(images):
        images = jnp.where(jnp.isnan(images), images.dtype.type(start), images)  # NaN is passed over
    else:
        start = jnp.iinfo(images.dtype).min
    return _over_windows(images, pool, start, lax.max)


def _maximum_index(site: LoweringContext, x: Value) -> Value:
    return _index(x, _pool(site, x.shape))


def _maximum_index_of_inputs(site: LoweringContext, x: Value, ksize: Value, strides: Value) -> Value:
    return _index(x, _pool_of_inputs(site, x, ksize, strides))


def _index(x: Value, pool: Pool) -> Value:
    images = wide(x)
    best = _maxima(x, pool)  # written as MaxPool is, which XLA then computes once for both
    flat = flat_indices((1, *x.shape[1:]))
    start = -np.inf if is_real(images) else jnp.iinfo(images.dtype).min
    first, index = corners(images, pool), jnp.full(best.shape, -1, flat.dtype)
    for value, position in reversed(list(zip(seen(images, pool, start), seen(flat, pool, -1), strict=True))):
        index = jnp.where((position >= 0) & (value == best), position, index)
    return jnp.where((index < 0) | (first != first), corners(flat, pool), index)


def _maximum_with_index(site: LoweringContext, x: Value) -> tuple[Value, Value]:
    index = jnp.asarray(_maximum_index(site, x), np.int64)
    return _maximum_pool(site, x), jnp.reshape(
        _whole(index, x.shape, not site.attrs["include_batch_in_index"]), index.shape
    )


def _whole(index: Value, shape: tuple[int, ...], whole: bool) -> Value:
    if whole or shape[0] <= 1:
        return jnp.reshape(index, -1)
    start = jnp.arange(shape[0]) * math.prod(shape[1:])
    return jnp.reshape(index + jnp.reshape(start, (-1, *[1] * (index.ndim - 1))), -1)


def _maximum_gradient(site: LoweringContext, x: Value, _y: Value, dy: Value) -> Value:
    return _scattered(dy, _maximum_index(site, x), x.shape, False, _pool(site, x.shape))


def _pool_scatter(site: LoweringContext, dy: Value, index: Value, images: Value) -> Value:
    attrs = site.found_by("index", "MaxPoolWithArgmax")
    pool = None if attrs is None else _pool_of(attrs, images.shape)
    return _scattered(dy, index, images.shape, site.attrs["whole"], pool)


def _scattered(dy: Value, index: Value, shape: tuple[int, ...], whole: bool, pool: Pool | None) -> Value:
    """Scatter values to positions of images; a given ``pool`` means that the positions are in its windows."""
    rows = wide(dy)
    if pool is not None and all(map(operator.ge, pool.windows.strides, pool.windows.sizes)):
        flat = flat_indices(shape if whole else (1, *shape[1:]))
        return jnp.where(_over_image(index.astype(flat.dtype), pool, -1) == flat, _over_image(rows, pool, 0), 0)
    total = jnp.zeros(math.prod(shape), rows.dtype)
    return jnp.reshape(total.at[_whole(index, shape, whole)].add(jnp.reshape(rows, -1)), shape)


def _over_image(x: Value, pool: Pool, outside: int) -> Value:
    for axis, windows in pool.along():
        [step], [before] = windows.strides, windows.before
        x = jnp.repeat(x, min(step, pool.shape[axis] + before), axis)  # the step of a single window may be any
        sides = [(0, 0, 0)] * x.ndim
        sides[axis] = (-before, pool.shape[axis] + before - x.shape[axis], 0)
        x = lax.pad(x, x.dtype.type(outside), sides)
    return x


def _pool_gather(site: LoweringContext, images: Value, index: Value) -> Value:
    flat = jnp.reshape(jnp.asarray(images), -1)
    return jnp.reshape(flat[_whole(index, images.shape, site.attrs["whole"])], index.shape)


def _first_match(site: LoweringContext, x: Value, y: Value, grad: Value) -> Value:
    pool, result = _pool(site, x.shape), jnp.zeros(y.shape, grad.dtype)
    looked = zip(seen(x, pool, 0), inside(pool), seen(grad, pool, 0), strict=True)
    for value, is_inside, change in reversed(list(looked)):
        result = jnp.where(is_inside & (value == y), change, result)
    return result


def _all_matches(site: LoweringContext, x: Value, y: Value, grad: Value) -> Value:
    pool, rows = _pool(site, x.shape), wide(grad)
    looked = zip(seen(x, pool, 0), inside(pool), strict=True)
    return put_back((jnp.where(there & (value == y), rows, jnp.zeros_like(rows)) for value, there in looked), pool)


def _at_indices(site: LoweringContext, images: Value, grad: Value, index: Value) -> Value:
    whole = site.attrs["include_batch_in_index"]
    site.require_within(index, grad.size if whole else math.prod(images.shape[1:]))
    return jnp.reshape(jnp.reshape(grad, -1)[_whole(index, images.shape, whole)], index.shape)


# -- Fractional pooling: which windows are the larger ones is drawn ---------------------------------------------------


class AxisWindows(NamedTuple):
    """The windows along an axis; ``most`` is the largest length."""

    starts: Value
    lengths: Value
    most: int

    def steps(self, size: int) -> Iterator[tuple[Value, Value]]:
        """Yield, for each offset, the clipped positions in the windows, and which windows are longer."""
        for offset in range(self.most):
            yield jnp.minimum(self.starts + offset, size - 1), self.lengths > offset


def _borders(site: LoweringContext, key: Value, size: int, count: int, generator: Any) -> Value:
    """Draw as `draw_borders` does; seeded draws give the same numbers."""
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


def _drawn(site: LoweringContext, value: Value) -> tuple[Value, Value]:
    attrs, generator = site.attrs, None
    if attrs["deterministic"]:
        generator = SeededDraws(attrs["seed"], attrs["seed2"])
    result: list[Value] = []
    axes = zip(jax.random.split(site.key), value.shape[1:3], attrs["pooling_ratio"][1:3], strict=True)
    for key, size, ratio in axes:
        result.append(_borders(site, key, size, math.floor(np.float32(size) / np.float32(ratio)), generator))
    return result[0], result[1]


def _windows(site: LoweringContext, borders: Value, size: int) -> AxisWindows:
    starts, stops = borders[:-1], borders[1:]
    overlapping = site.attrs["overlapping"]
    if overlapping:
        stops = (np if is_known(stops) else jnp).minimum(stops + 1, size)
    small, larger = divmod(size, max(len(starts), 1))
    lengths, most = stops - starts, small + bool(larger) + overlapping
    site.require((np if is_known(lengths) else jnp).all(lengths <= most))
    return AxisWindows(starts, lengths, most)


def _both(
    site: LoweringContext, shape: tuple[int, ...], rows: Value, columns: Value
) -> tuple[AxisWindows, AxisWindows]:
    return _windows(site, rows, shape[1]), _windows(site, columns, shape[2])


def _along(which: Value, axis: int) -> Value:
    return jnp.reshape(which, [-1 if i == axis else 1 for i in range(4)])


def _combined(combine: Callable[[Value, Value], Value], x: Value, both: tuple[AxisWindows, AxisWindows]) -> Value:
    for axis, windows in zip((1, 2), both, strict=True):
        (first, _), *further = windows.steps(x.shape[axis])
        result = jnp.take(x, first, axis)
        for seen_there, long in further:
            result = jnp.where(_along(long, axis), combine(result, jnp.take(x, seen_there, axis)), result)
        x = result
    return x


def _counts(both: tuple[AxisWindows, AxisWindows], dtype: np.dtype[Any]) -> Value:
    rows, columns = (jnp.asarray(windows.lengths) for windows in both)
    return (rows[:, None] * columns)[None, :, :, None].astype(dtype)


def _fractional_averages(x: Value, both: tuple[AxisWindows, AxisWindows]) -> Value:
    total = _combined(jnp.add, x, both)
    counts = _counts(both, total.dtype)
    return total / counts if total.dtype.kind == "f" else lax.div(total, jnp.broadcast_to(counts, total.shape))


def _fractional_average_pool(site: LoweringContext, value: Value) -> tuple[Value, Value, Value]:
    rows, columns = _drawn(site, value)
    return _fractional_averages(value, _both(site, value.shape, rows, columns)), rows, columns


def _fractional_max_pool(site: LoweringContext, value: Value) -> tuple[Value, Value, Value]:
    rows, columns = _drawn(site, value)
    is_real = value.dtype.kind == "f"
    result = _combined(jnp.fmax if is_real else jnp.maximum, value, _both(site, value.shape, rows, columns))
    return jnp.fmax(result, np.finfo(value.dtype).min) if is_real else result, rows, columns


def _fractional_index(
    site: LoweringContext, value: Value, output: Value, row_borders: Value, column_borders: Value
) -> Value:
    width, channels = value.shape[2:]
    rows, columns = _both(site, value.shape, row_borders, column_borders)
    position = jnp.asarray(rows.starts)[:, None] * width + columns.starts
    index = jnp.broadcast_to(position[None, :, :, None], output.shape)
    for down in reversed(range(rows.most)):
        row = rows.starts + jnp.minimum(down, rows.lengths - 1)
        strip = jnp.take(value, row, 1)
        for right in reversed(range(columns.most)):
            column = columns.starts + jnp.minimum(right, columns.lengths - 1)
            position = (row[:, None] * width + column)[None, :, :, None]
            index = jnp.where(jnp.take(strip, column, 2) == output, position, index)
    return index * channels + jnp.arange(channels)


def _fractional_average_gradient(site: LoweringContext, dy: Value, value: Value, rows: Value, columns: Value) -> Value:
    both = _both(site, value.shape, rows, columns)
    part = dy / _counts(both, dy.dtype)
    for axis, windows in zip((1, 2), both, strict=True):
        size = value.shape[axis]
        result = jnp.zeros((*part.shape[:axis], size, *part.shape[axis + 1 :]), dy.dtype)
        for seen_there, long in windows.steps(size):
            target = (*(slice(None),) * axis, jnp.where(long, seen_there, size))
            result = result.at[target].add(part, mode="drop")
        part = result
    return part


def _known_averages(site: LoweringContext, value: Value, rows: Value, columns: Value) -> Value:
    return _fractional_averages(value, _both(site, value.shape, rows, columns))


RULES: dict[str, LoweringRule] = {
    **each("MaxPoolGradGrad MaxPool3DGradGrad", _first_match),
    "MaxPool3DGrad": _all_matches,
    "MaxPoolGradGradWithArgmax": _at_indices,
    **each("AvgPool AvgPool3D", at_site(lambda site, value: _averages(wide(value), _pool(site, value.shape)))),
    **each("AvgPoolGrad AvgPool3DGrad", _average_gradient),
    **each("MaxPool MaxPool3D", _maximum_pool),
    "MaxPoolGrad": _maximum_gradient,
    "MaxPoolV2": checked(_maximum_pool_of_inputs, "ksize", "strides"),
    "MaxPoolIndexV2": checked(_maximum_index_of_inputs, "ksize", "strides"),
    "MaxPoolIndex": _maximum_index,
    "MaxPoolWithArgmax": _maximum_with_index,
    "PoolScatter": _pool_scatter,
    "PoolGather": _pool_gather,
    "FractionalMaxPool": _fractional_max_pool,
    "FractionalMaxPoolIndex": _fractional_index,
    "FractionalAvgPool": _fractional_average_pool,
    "FractionalAvgPoolGrad": _fractional_average_gradient,
    "FractionalAverages": _known_averages,
}
