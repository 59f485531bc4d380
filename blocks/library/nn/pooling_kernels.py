"""Pooling kernels: averages and maxima of windows, and the windows of fractional pooling.

Values are combined in the layout of the images, along one axis after the other, with one pass for each window position
along an axis. Each pass covers some images, or some rows of windows of an image, on threads: intermediate results stay
in the cache and are small however large the images are.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Generator, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import pin_error
from blocks.library.math.shared import lowest, wide_dtype
from blocks.library.nn.scratch import scratch
from blocks.library.nn.windows import (
    KEPT,
    Pool,
    WindowBlock,
    as_images,
    channel_axis,
    check_paddings,
    check_steps,
    each_position,
    explicit_pairs,
    extent,
    image_shape,
    in_blocks,
    pooled_sizes,
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


# -- Windows one along another ----------------------------------------------------------------------------------------

_FEW = 8
"""With fewer values than that side by side, NumPy's inner loops are too short: each is gone through by itself."""


def lanes(x: Array) -> list[Array]:
    return [x] if x.shape[2] >= _FEW else [x[:, :, i] for i in range(x.shape[2])]


def combined(combine: Callable[..., Any], x: Array, pool: Pool, start: Any) -> Array:
    return over_windows(combine, x, pool, start).copy()


def over_windows(combine: Callable[..., Any], x: Array, pool: Pool, start: Any, out: Array | None = None) -> Array:
    """Combine the values of each window, in an array or in memory that this thread's next call overwrites.

    A window that is completely inside the image may be left without ``start``.
    """
    last = pool.axes[-1]
    for axis, windows in pool.along():
        flat, count = three_axes(x, axis), windows.counts[0]
        shape = (*x.shape[:axis], count, *x.shape[axis + 1 :])
        results = out if axis == last and out is not None else scratch.empty(f"values {axis}", shape, x.dtype)
        result = results.reshape(flat.shape[0], count, flat.shape[2])
        indices = Pool((1,), windows, (1, flat.shape[1])).positions()
        for seen, item in zip(lanes(flat), lanes(result), strict=True):
            others = indices
            if len(indices) > 1 and all(len(range(count)[outs[1]]) == count for outs, _ in indices[:2]):
                combine(seen[indices[0][1]], seen[indices[1][1]], out=item)  # which spares a pass or two
                others = indices[2:]
            else:
                item.fill(start)
            for outs, ins in others:
                combine(item[outs], seen[ins], out=item[outs])
        x = results
    return x


# -- Averages ---------------------------------------------------------------------------------------------------------


def averages(x: Array, pool: Pool) -> Array:
    wide = wide_dtype(x)
    result = np.empty(pooled_sizes(pool), x.dtype)
    images, means = as_images(x, pool), as_images(result, pool)

    def work(block: WindowBlock) -> None:
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
    windows = pool.windows
    if not any((*windows.before, *windows.after)):
        return x, x.dtype.type(math.prod(windows.sizes))
    rows, width = x.shape[1], math.prod(x.shape[2:])
    counts = np.broadcast_to(element_counts(pool, x.dtype), (1, *x.shape[1:])).reshape(1, rows, width)
    return x.reshape(len(x), rows, width), counts


def element_counts(pool: Pool, dtype: Any) -> Array:
    result: Array = np.ones((1,) * len(pool.shape), dtype)
    for axis, windows in pool.along():
        seen = np.zeros((1, windows.counts[0]), dtype)
        for _, outs, _ in each_position(windows, (pool.shape[axis],)):
            seen[outs] += 1
        result = result * seen.reshape([-1 if i == axis else 1 for i in range(len(pool.shape))])
    return result


def scatter_averages(dy: Array, pool: Pool) -> Array:
    wide = wide_dtype(dy)
    result = np.empty(pool.shape, dy.dtype)
    given, results = as_images(dy, pool), as_images(result, pool)

    def work(block: WindowBlock) -> None:
        arrived = given[block.images].astype(wide, copy=False)
        parts = scratch.empty("parts", arrived.shape, wide)
        np.divide(*_with_counts(arrived, block.pool), _with_counts(parts, block.pool)[0])
        _scatter(parts, block.pool, results[block.images])

    in_blocks(pool, work, cut=False)
    return result


def _scatter(dy: Array, pool: Pool, out: Array) -> None:
    for axis, windows in pool.along():
        flat, size = three_axes(dy, axis), pool.shape[axis]
        shape = (*dy.shape[:axis], size, *dy.shape[axis + 1 :])
        results = scratch.empty(f"values {axis}", shape, dy.dtype)
        if axis == pool.axes[-1] and out.dtype == dy.dtype:
            results = out
        result = results.reshape(flat.shape[0], size, flat.shape[2])
        indices = [(outs, ins) for _, outs, ins in each_position(windows, (size,))]
        apart = indices[: windows.strides[0]] if windows.dilations[0] == 1 else []  # which share no element
        if sum(len(range(size)[ins[1]]) for _, ins in apart) < size:
            result.fill(0)
        for given, item in zip(lanes(flat), lanes(result), strict=True):
            for outs, ins in apart:
                np.add(given[outs], 0, item[ins])
            for outs, ins in indices[len(apart) :]:
                item[ins] += given[outs]
        dy = results
    if dy is not out:
        out[...] = dy


# -- Largest values ---------------------------------------------------------------------------------------------------


def maxima(x: Array, pool: Pool, start: float = -np.inf, out: Array | None = None) -> Array:
    """Return each window's maximum, and at least ``start``, in a new array or ``out``; NaN is ignored."""
    wide = wide_dtype(x)
    least = start if np.dtype(wide).kind == "f" else np.iinfo(wide).min
    result = np.empty(pooled_sizes(pool), x.dtype) if out is None else out
    images, results = as_images(x, pool), as_images(result, pool)

    def work(block: WindowBlock) -> None:
        seen = images[block.images, block.ins].astype(wide, copy=False)
        target = results[block.images, block.outs]
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
    """Return whether windows do not overlap, and each begins in the image."""
    reaches = map(extent, pool.windows.sizes, pool.windows.dilations)
    return not any(pool.windows.before) and all(map(operator.le, reaches, pool.windows.strides))


def scatter_maxima(x: Array, y: Array, dy: Array, pool: Pool, start: float, out: Array | None = None) -> Array:
    """Return the images' gradient of `maxima` if windows do not overlap.

    Each window's gradient goes to its largest value as `largest` finds it; other positions get 0.

    Args:
        y: the result of `maxima` for x and ``start``, a floating dtype.
        start: the minimum of y.
        out: an array of the images' shape and dy's dtype, or None for a new one.
    """
    wide = wide_dtype(x)
    result = np.empty(pool.shape, dy.dtype) if out is None else out
    if not _covers(pool):
        result.fill(0)
    images, values, given, results = (as_images(each, pool) for each in (x, y, dy, result))

    def work(block: WindowBlock) -> None:
        seen = images[block.images, block.ins].astype(wide, copy=False)
        best = values[block.images, block.outs].astype(wide, copy=False)
        if best.min(initial=np.inf) <= start:  # or less: then it is not in the window
            best = over_windows(np.maximum, _without_nan(seen), block.pool, -np.inf)
        _put(given[block.images, block.outs], seen, best, block.pool, results[block.images, block.ins])

    in_blocks(pool, work)
    return result


@lru_cache(KEPT)
def _covers(pool: Pool) -> bool:
    for axis, windows in pool.along():
        size = pool.shape[axis]
        if sum(len(range(size)[ins[1]]) for _, _, ins in each_position(windows, (size,))) < size:
            return False
    return True


def _put(dy: Array, x: Array, best: Array, pool: Pool, out: Array) -> None:
    """Put each window's value at its first best value (or NaN in front), and 0 at its other positions.

    Bits are multiplied by 1 or 0 as integers, since 0 times infinity is not 0.
    """
    bits = np.dtype(f"i{dy.dtype.itemsize}")
    given, result = dy.view(bits), out.view(bits)
    searching, here = (scratch.empty(name, best.shape, bool) for name in ("searching", "other"))
    searching.fill(True)
    positions = pool.positions()
    for i, (outs, ins) in enumerate(positions):
        still, results = searching[outs], here[outs]
        if i + 1 == len(positions):
            results = still
        elif i == 0:
            np.less(x[ins], best[outs], out=still)
            np.logical_not(still, out=results)
        else:
            np.equal(x[ins], best[outs], out=results)
            results &= still
            still ^= results
        np.multiply(given[outs], results, out=result[ins])


# -- Indices ----------------------------------------------------------------------------------------------------------


def largest(x: Array, pool: Pool, index: Any = np.int64, *, values: bool = True) -> tuple[Array | None, Array]:
    """Return each window's largest value, the first of equals, and its position in its flat image.

    A NaN is the largest if it comes first, and is ignored otherwise, as in TensorFlow. Without ``values`` only
    positions are returned.
    """
    wide = wide_dtype(x)
    indices = np.empty(pooled_sizes(pool), index)
    best = np.empty(pooled_sizes(pool), x.dtype) if values else None
    images, result = as_images(x, pool), as_images(indices, pool)
    kept = None if best is None else as_images(best, pool)
    in_batch, in_image = _begins(pool, index)

    def work(block: WindowBlock) -> None:
        where = block.images, block.outs
        direct = kept[where] if kept is not None and kept.dtype == wide else None
        value = _find_largest(images[block.images, block.ins], block.pool, result[where], direct)
        if kept is not None and direct is None:
            kept[where] = value
        result[where] += in_image[block.outs]
        if in_batch.any():
            result[where] += in_batch[block.images]

    in_blocks(pool, work)
    return best, indices


def scatter_largest(x: Array, y: Array, dy: Array, pool: Pool, out: Array | None = None) -> Array:
    """Return the images' gradient of `maxima`, added up at the positions that `largest` finds.

    Arguments are as in `scatter_maxima`, but windows may overlap.
    """
    wide = wide_dtype(dy)
    result = np.empty(pool.shape, dy.dtype) if out is None else out
    images, values, given, results = (as_images(each, pool) for each in (x, y, dy, result))
    in_image = _begins(pool, np.int64)[1]
    begins = np.arange(len(images)).reshape(-1, *(1 for _ in in_image.shape)) * math.prod(images.shape[1:])

    def work(block: WindowBlock) -> None:
        arrived, target = given[block.images], results[block.images]
        indices = scratch.empty("indices", arrived.shape, np.int64)
        _find_largest(images[block.images], block.pool, indices, known=values[block.images])
        indices += in_image
        indices += begins[: len(indices)]
        total = target if target.dtype == wide else scratch.empty("total", target.shape, wide)
        total.fill(0)
        np.add.at(total.reshape(-1), indices.reshape(-1), arrived.reshape(-1).astype(wide, copy=False))
        if total is not target:
            target[...] = total

    in_blocks(pool, work, cut=False)
    return result


def _find_largest(x: Array, pool: Pool, indices: Array, out: Array | None = None, known: Array | None = None) -> Array:
    """Return each window's largest value, and store its position from the window's start in ``indices``.

    Args:
        known: the largest values, if `maxima` has computed them.
    """
    seen, odd = x.astype(wide_dtype(x), copy=False), None
    floats = seen.dtype.kind == "f"
    least = -np.inf if floats else np.iinfo(seen.dtype).min
    value = None if known is None else known.astype(seen.dtype, copy=False)
    if value is None or (floats and (_has_nan(seen) or value.min(initial=np.inf) <= lowest(x.dtype))):
        value = over_windows(np.maximum, seen, pool, least, out)
    if _has_nan(value):
        odd = np.isnan(_first(seen, pool))
        seen = _without_nan(seen)
        value = over_windows(np.maximum, seen, pool, least, out)
    _find(seen, value, pool, indices)
    if odd is not None:
        value[odd] = np.nan
        np.copyto(indices, _first_indices(pool, indices.dtype), where=odd)
    return value


def _find(x: Array, value: Array, pool: Pool, result: Array) -> None:
    positions = pool.positions()
    passed = scratch.empty("passed", value.shape, np.min_scalar_type(len(positions)))  # how many come before it
    searching, other = (scratch.empty(name, value.shape, bool) for name in ("searching", "other"))
    passed.fill(0)
    searching.fill(True)
    for outs, ins in positions[:-1]:  # the last one is left
        still = searching[outs]
        still &= np.not_equal(x[ins], value[outs], out=other[outs])
        passed += searching.view(np.uint8)
    indices = each_position(pool.windows, [pool.shape[axis] for axis in pool.axes])
    steps = _steps(pool)
    offsets = [sum(map(operator.mul, position, steps)) for position, _, _ in indices]
    np.array([*offsets, 0], result.dtype).take(passed, out=result, mode="clip")


def _steps(pool: Pool) -> list[int]:
    return [math.prod(pool.shape[axis + 1 :]) for axis in pool.axes]


def _first_seen(pool: Pool) -> list[Array]:
    return [
        np.maximum(windows.before[0] - np.arange(windows.counts[0]) * windows.strides[0], 0)
        for _, windows in pool.along()
    ]


def _first(x: Array, pool: Pool) -> Array:
    for (axis, windows), indices in zip(pool.along(), _first_seen(pool), strict=True):
        x = x.take(np.arange(windows.counts[0]) * windows.strides[0] - windows.before[0] + indices, axis)
    return x


def _first_indices(pool: Pool, dtype: Any) -> Array:
    result: Array = np.zeros((1,) * len(pool.shape), dtype)
    for axis, indices, step in zip(pool.axes, _first_seen(pool), _steps(pool), strict=True):
        result = result + (indices * step).astype(dtype).reshape([-1 if i == axis else 1 for i in range(result.ndim)])
    return result


def _begins(pool: Pool, dtype: Any) -> tuple[Array, Array]:
    """Return flat indices of images in the batch, and of windows in their image, to broadcast together.

    An image may be one channel of an image.
    """
    first = pool.axes[0]
    shape = pooled_sizes(pool)[first:]
    strides = dict(zip((axis - first for axis in pool.axes), pool.windows.strides, strict=True))
    within = np.full((1,) * len(shape), -sum(map(operator.mul, pool.windows.before, _steps(pool))), np.int64)
    for axis, size in enumerate(shape):
        # The stride of a single window may be larger than any position.
        step = math.prod(pool.shape[first + axis + 1 :]) * strides.get(axis, 1) if size > 1 else 0
        within = within + (np.arange(size) * step).reshape([-1 if i == axis else 1 for i in range(len(shape))])
    parts = np.arange(math.prod(pool.shape[:first])) % math.prod(pool.shape[1:first])
    images = (parts * math.prod(pool.shape[first:])).reshape(-1, *(1 for _ in shape))
    return images.astype(dtype), within.astype(dtype)


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
