"""Pooling kernels: averages and maxima of windows, and the windows of fractional pooling.

These are the plain formulation, the reference for the native kernels (`blocks.native.pooling`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Generator, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import pin_error
from blocks.library.math.shared import wide_dtype
from blocks.library.nn.windows import (
    Pool,
    channel_axis,
    check_paddings,
    check_steps,
    each_position,
    explicit_pairs,
    image_shape,
    ranked,
    spatial,
    three_axes,
    window_counts,
)
from blocks.library.random.seeded_draws import SeededDraws

# -- What users typed -------------------------------------------------------------------------------------------------


def prepare(name: str, depth: bool = False) -> Callable[[dict[str, Any]], None]:
    return partial(check_pool, name, depth)


def check_pool(name: str, depth: bool, attrs: dict[str, Any]) -> None:
    data_format = format_of(attrs)
    if data_format == "NCHW_VECT_C":
        text = f"{name}: data_format NCHW_VECT_C is not supported"
        raise DiagramError(text, pin="data_format", hint="use NHWC or NCHW")
    ksize, strides = attrs["ksize"], attrs["strides"]
    if depth and len(ksize) == len(strides) == 4 and ksize[channel_axis(data_format)] > 1:
        _check_depth(name, ksize, strides, channel_axis(data_format))
    else:
        check_steps(name, attrs, "ksize", data_format)
        check_steps(name, attrs, "strides", data_format)
    if attrs["padding"] == "EXPLICIT":
        check_paddings(name, attrs, data_format)
        for size, pair in zip(
            spatial(data_format, ksize), explicit_pairs(attrs["explicit_paddings"], data_format), strict=True
        ):
            if max(pair) >= size:
                text = f"{name}: explicit_paddings must be smaller than the window size {size}, got {list(pair)}"
                raise DiagramError(text, pin="explicit_paddings")


def _check_depth(name: str, ksize: list[int], strides: list[int], channels: int) -> None:
    others = [i for i in range(4) if i != channels]
    if any(ksize[i] != 1 or strides[i] != 1 for i in others):
        text = f"{name} can pool either channels or height and width, but not both; got ksize {ksize} and strides"
        raise DiagramError(f"{text} {strides}", pin="ksize")
    if ksize[channels] != strides[channels]:
        text = f"{name}: if channels are pooled, strides must equal ksize; got {strides[channels]}"
        raise DiagramError(f"{text} and {ksize[channels]}", pin="strides")


def format_of(attrs: Mapping[str, Any]) -> str:
    return attrs.get("data_format") or "NHWC"


def pooled_shape(
    call: Call, pin: str, shape: Sequence[int | None] | None = None, attrs: Mapping[str, Any] | None = None
) -> tuple[int | None, ...]:
    """Return the known part of a pooling's shape for the images (or their shape) at a pin."""
    attrs = call.attrs if attrs is None else attrs
    data_format, ksize = format_of(attrs), attrs["ksize"]
    result = list(image_shape(call, pin, data_format) if shape is None else shape)
    channels = channel_axis(data_format)
    if ksize[channels] != 1:
        depth = result[channels]
        if depth is not None and depth % ksize[channels]:
            raise pin_error(call, pin, f"the number of channels must be a multiple of {ksize[channels]}, got {depth}")
        result[channels] = depth and depth // ksize[channels]
        return tuple(result)
    axes: tuple[int, ...] = spatial(data_format, range(len(data_format)))
    steps = spatial(data_format, ksize), spatial(data_format, attrs["strides"]), (1,) * len(axes)
    pairs = explicit_pairs(attrs["explicit_paddings"], data_format) if attrs["padding"] == "EXPLICIT" else None
    counts = window_counts(call, pin, [result[axis] for axis in axes], *steps, attrs["padding"], pairs)
    for axis, count in zip(axes, counts, strict=True):
        result[axis] = count
    return tuple(result)


# -- Values of windows ------------------------------------------------------------------------------------------------


def combined(combine: Callable[..., Any], x: Array, pool: Pool, start: Any) -> Array:
    """Combine the values of each window with ``start``, along one axis after the other."""
    for axis, windows in pool.along():
        flat = three_axes(x, axis)
        result = np.full((len(flat), windows.counts[0], flat.shape[2]), start, x.dtype)
        for _, outs, ins in each_position(windows, flat.shape[1:2]):
            combine(result[outs], flat[ins], out=result[outs])
        x = result.reshape(*x.shape[:axis], windows.counts[0], *x.shape[axis + 1 :])
    return x


def averages(x: Array, pool: Pool) -> Array:
    wide = wide_dtype(x)
    total = combined(np.add, x.astype(wide, copy=False), pool, 0)
    return (total / element_counts(pool, wide)).astype(x.dtype, copy=False)


def element_counts(pool: Pool, dtype: Any) -> Array:
    return combined(np.add, np.ones([n if i in pool.axes else 1 for i, n in enumerate(pool.shape)], dtype), pool, 0)


def scatter_averages(dy: Array, pool: Pool) -> Array:
    wide = wide_dtype(dy)
    x = dy.astype(wide, copy=False) / element_counts(pool, wide)
    for axis, windows in pool.along():
        flat, size = three_axes(x, axis), pool.shape[axis]
        result = np.zeros((len(flat), size, flat.shape[2]), wide)
        for _, outs, ins in each_position(windows, (size,)):
            result[ins] += flat[outs]
        x = result.reshape(*x.shape[:axis], size, *x.shape[axis + 1 :])
    return x.astype(dy.dtype, copy=False)


def maxima(x: Array, pool: Pool, start: float = -np.inf) -> Array:
    """Return each window's maximum, and at least ``start``; NaN is ignored."""
    wide = wide_dtype(x)
    least = start if np.dtype(wide).kind == "f" else np.iinfo(wide).min
    return combined(np.fmax, x.astype(wide, copy=False), pool, least).astype(x.dtype, copy=False)


def largest(x: Array, pool: Pool) -> tuple[Array, Array]:
    """Return each window's largest value, the first of equals, and its position in its flat image.

    A NaN is the largest if it comes first, and is ignored otherwise, as in TensorFlow.
    """
    seen, numbers = x.astype(wide_dtype(x), copy=False), np.arange(math.prod(x.shape[1:])).reshape(1, *x.shape[1:])
    best, places = _first(seen, pool), list(enumerate(pool.positions()))
    which = np.zeros((1, *best.shape[1:]), np.min_scalar_type(len(places)))
    for i, (outs, _) in reversed(places):
        which[outs] = i
    first, which = which, np.repeat(which, len(x), 0)
    for i, (outs, ins) in places:
        larger = seen[ins] > best[outs]
        best[outs] = np.where(larger, seen[ins], best[outs])
        np.maximum(which[outs], np.multiply(larger, i, dtype=which.dtype), out=which[outs])
    steps = [math.prod(pool.shape[axis + 1 :]) for axis in pool.axes]
    positions = each_position(pool.windows, [pool.shape[axis] for axis in pool.axes])
    offsets = np.array([np.dot(position, steps) for position, _, _ in positions], np.int64)
    return best.astype(x.dtype, copy=False), _first(numbers, pool) + offsets.take(which) - offsets.take(first)


def _first(x: Array, pool: Pool) -> Array:
    """Return the first element of each window that is inside the image."""
    for axis, windows in pool.along():
        first = np.arange(windows.counts[0]) * windows.strides[0] - windows.before[0]
        x = x.take(np.maximum(first, 0), axis)
    return x


def scattered(dy: Array, index: Array, shape: tuple[int, ...], whole: bool) -> Array:
    total: Array = np.zeros(math.prod(shape), wide_dtype(dy))
    np.add.at(total, flat_indices(index, shape, whole), dy.reshape(-1).astype(total.dtype, copy=False))
    return total.reshape(shape).astype(dy.dtype, copy=False)


def gathered(images: Array, index: Array, whole: bool) -> Array:
    result: Array = images.reshape(-1).take(flat_indices(index, images.shape, whole))
    return result.reshape(index.shape)


def flat_indices(index: Array, shape: tuple[int, ...], whole: bool) -> Array:
    if whole or shape[0] <= 1:
        return index.reshape(-1)
    start = np.arange(shape[0], dtype=np.int64) * math.prod(shape[1:])
    return (index + start.reshape(-1, *[1] * (index.ndim - 1))).reshape(-1)


# -- Fractional pooling: windows of two neighbouring sizes ------------------------------------------------------------


def check_ratios(name: str, attrs: dict[str, Any]) -> None:
    ratios = attrs["pooling_ratio"]
    if len(ratios) != 4:
        text = f"{name}: pooling_ratio must have 4 values (batch, height, width, channels), got {ratios}"
        raise DiagramError(text, pin="pooling_ratio")
    if not all(ratio >= 1 for ratio in ratios):
        raise DiagramError(f"{name}: pooling_ratio must be 1 or more, got {ratios}", pin="pooling_ratio")
    if np.float32(ratios[0]) != 1 or np.float32(ratios[3]) != 1:
        text = f"{name}: pooling_ratio must be 1 for batch and channels, got {ratios}"
        raise DiagramError(text, pin="pooling_ratio")


def fractional_shapes(call: Call) -> list[Shape]:
    shape = ranked(call, "value", 4, "images [batch, height, width, channels]")
    sizes: list[int | None] = []
    for size, ratio in zip(shape, call.attrs["pooling_ratio"], strict=True):
        if size is not None and not size >= ratio:
            text = f"{call.type.name}: pooling_ratio {ratio} is larger than size {size} in shape {shape_text(shape)}"
            raise DiagramError(text, pin="value")
        # TensorFlow divides in single precision, and on that it depends how many windows there are.
        sizes.append(None if size is None else math.floor(np.float32(size) / np.float32(ratio)))
    return [tuple(sizes), *((None if size is None else size + 1,) for size in sizes[1:3])]


def draw_borders(size: int, count: int, pseudo_random: bool, rng: Generator | SeededDraws) -> Array:
    """Draw the windows' starts and the last one's end, with two window sizes that differ by 1."""
    small, larger = divmod(size, count)
    if not larger:
        lengths = np.full(count, small)
    elif pseudo_random:
        ratio = size / count
        # The first and the last window must be of one of the two sizes as well.
        most = min((small + 2) / ratio - 1, (size + 1 - small) / ratio - (count - 1))
        inner = np.ceil(ratio * (np.arange(1, count) + rng.random() * most)).astype(np.int64)
        lengths = np.diff(inner, prepend=1, append=size + 1)
    else:
        lengths = rng.permutation(np.where(np.arange(count) < larger, small + 1, small))
    return np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])


def drawn_borders(
    value: Array,
    pooling_ratio: list[float],
    pseudo_random: bool,
    deterministic: bool,
    seed: int,
    seed2: int,
    rng: Generator,
) -> tuple[Array, Array]:
    # The same in each step, and so none of the step's stream.
    draws = SeededDraws(seed, seed2) if deterministic else rng
    rows, columns = (
        draw_borders(size, math.floor(np.float32(size) / np.float32(ratio)), pseudo_random, draws)
        for size, ratio in zip(value.shape[1:3], pooling_ratio[1:3], strict=True)
    )
    return rows, columns


def window_spans(borders: Array, overlapping: bool, size: int) -> tuple[Array, Array]:
    """Return the windows' starts and lengths; overlapping ones share their last position with the next."""
    starts, stops = borders[:-1], borders[1:]
    if len(borders) and (borders[0] < 0 or borders[-1] > size or (starts > stops).any()):
        text = f"window boundaries must be in ascending order and between 0 and {size}, got {borders[:20].tolist()}"
        raise DiagramError(text)
    stops = np.minimum(stops + 1, size) if overlapping else stops
    return starts, stops - starts


def fractional(combine: Callable[..., Any], x: Array, borders: tuple[Array, Array], overlapping: bool) -> Array:
    for axis, each in zip((1, 2), borders, strict=True):
        starts, lengths = window_spans(each, overlapping, x.shape[axis])
        result = x.take(starts, axis)
        for offset in range(1, int(lengths.max(initial=0))):
            long = lengths > offset
            seen = x.take(starts[long] + offset, axis)
            index = (slice(None),) * axis + ((slice(None),) if long.all() else (long,))
            result[index] = combine(result[index], seen)
        x = result
    return x


def fractional_counts(x: Array, borders: tuple[Array, Array], overlapping: bool) -> Array:
    rows, columns = (window_spans(b, overlapping, size)[1] for b, size in zip(borders, x.shape[1:3], strict=True))
    return (rows[:, None] * columns)[None, :, :, None]


def fractional_averages(x: Array, borders: tuple[Array, Array], overlapping: bool) -> Array:
    """Return each window's average; integers are rounded toward 0."""
    total = fractional(np.add, x, borders, overlapping)
    counts = fractional_counts(x, borders, overlapping).astype(x.dtype)
    if x.dtype.kind == "f":
        return total / counts
    return np.where(total < 0, -(-total // counts), total // counts)  # toward 0
