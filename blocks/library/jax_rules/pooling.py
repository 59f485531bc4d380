"""Lowering rules for pooling, patches, dilation and their gradients.

Windows are placed as in the NumPy kernels (`blocks.library.nn.windows`). If they do not overlap, a gradient is placed
by comparing each position with the one that its window chose, several times as fast as a scatter-add.

In fractional pooling, the size of the longest window is known, and shorter ones omit its last position.
"""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.library.jax_rules.lowering import (
    LoweringContext,
    NotLowered,
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
from blocks.library.math.shared import lowest
from blocks.library.nn.pooling_kernels import draw_borders, element_counts
from blocks.library.nn.windows import Pool, pool_over, windows_over
from blocks.library.random.seeded_draws import SeededDraws
from blocks.library.rules import LoweringRule, at_site, each


def _pool(site: LoweringContext, shape: tuple[int, ...], *given: Value) -> Pool:
    """Return the windows over images; ``given`` are a window and strides that are inputs."""
    attrs = site.attrs
    if given:
        attrs = {**attrs, "ksize": sizes(given[0], "ksize"), "strides": sizes(given[1], "strides")}
    return _pool_of(attrs, shape)


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


def _maximum_pool(site: LoweringContext, x: Value, *window: Value) -> Value:
    return _maxima(x, _pool(site, x.shape, *window))


def _maxima(x: Value, pool: Pool) -> Value:
    start = lowest(x.dtype)
    images = wide(x)
    if is_real(images):
        images = jnp.where(jnp.isnan(images), images.dtype.type(start), images)  # NaN is passed over
    else:
        start = jnp.iinfo(images.dtype).min
    return _over_windows(images, pool, start, lax.max)


def _maximum_index(site: LoweringContext, x: Value, *window: Value) -> Value:
    return _index(x, _pool(site, x.shape, *window))


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
    return _known_averages(site, value, rows, columns), rows, columns


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
        raise NotLowered("compares half-precision sums, which XLA may compute with higher precision")
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


def _scattered_windows(dy: Value, at: Value, shape: tuple[int, ...]) -> Value:
    rows = wide(dy)
    total = jnp.zeros(math.prod(shape), rows.dtype)
    return jnp.reshape(total.at[jnp.reshape(at, -1)].add(jnp.reshape(rows, -1)), shape)


def _by_input(site: LoweringContext, input: Value, filter: Value, dy: Value) -> Value:
    return _scattered_windows(dy, _dilation_indices(site, input, filter)[0], input.shape)


def _by_filter(site: LoweringContext, input: Value, filter: Value, dy: Value) -> Value:
    return _scattered_windows(dy, _dilation_indices(site, input, filter)[1], filter.shape)


RULES: dict[str, LoweringRule] = {
    **each("MaxPoolGradGrad MaxPool3DGradGrad", _first_match),
    "MaxPool3DGrad": _all_matches,
    "MaxPoolGradGradWithArgmax": _at_indices,
    **each("AvgPool AvgPool3D", at_site(lambda site, value: _averages(wide(value), _pool(site, value.shape)))),
    **each("AvgPoolGrad AvgPool3DGrad", _average_gradient),
    **each("MaxPool MaxPool3D", _maximum_pool),
    "MaxPoolGrad": _maximum_gradient,
    "MaxPoolV2": checked(_maximum_pool, "ksize", "strides"),
    "MaxPoolIndexV2": checked(_maximum_index, "ksize", "strides"),
    "MaxPoolIndex": _maximum_index,
    "MaxPoolWithArgmax": _maximum_with_index,
    "PoolScatter": _pool_scatter,
    "PoolGather": _pool_gather,
    "FractionalMaxPool": _fractional_max_pool,
    "FractionalMaxPoolIndex": _fractional_index,
    "FractionalAvgPool": _fractional_average_pool,
    "FractionalAvgPoolGrad": _fractional_average_gradient,
    "FractionalAverages": _known_averages,
    **each("ExtractImagePatches ExtractVolumePatches", _patches),
    "PatchesGrad": _patches_back,
    "Dilation2D": _dilated,
    "DilationIndices": _dilation_indices,
    "Dilation2DBackpropInput": _by_input,
    "Dilation2DBackpropFilter": _by_filter,
}
