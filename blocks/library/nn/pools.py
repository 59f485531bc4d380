"""What poolings share: which axes their windows slide along, and how windows are combined, spread and searched.

Sums and maxima are taken along one axis after the other, in the layout that the images have; one pass over the whole
array for each place of a window along that axis.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array
from blocks.graph.calls import Call
from blocks.library.nn.windows import (
    Windows,
    channel_axis,
    check_paddings,
    check_steps,
    each_position,
    explicit_pairs,
    image_shape,
    spatial,
    window_counts,
    windows_over,
)

_FEW = 8
"""With fewer values than that side by side, NumPy's inner loops are too short: each is gone through by itself."""


class Pool(NamedTuple):
    """Windows over some of an array's axes.

    Attributes:
        axes: the axes along which windows slide.
        windows: how they lie there.
        shape: the shape of the images.
    """

    axes: tuple[int, ...]
    windows: Windows
    shape: tuple[int, ...]

    def along(self) -> Iterator[tuple[int, Windows]]:
        """Each axis with the windows along it alone."""
        for i, axis in enumerate(self.axes):
            yield axis, Windows(*((each[i],) for each in self.windows))

    def positions(self) -> list[tuple[tuple[slice, ...], tuple[slice, ...]]]:
        """For each place of a window, row by row: the windows that see it in the image, and what they see."""
        found = each_position(self.windows, [self.shape[axis] for axis in self.axes])
        return [(self._everywhere(outs[1:]), self._everywhere(ins[1:])) for _, outs, ins in found]

    def _everywhere(self, slices: Sequence[slice]) -> tuple[slice, ...]:
        found = [slice(None)] * len(self.shape)
        for axis, each in zip(self.axes, slices, strict=True):
            found[axis] = each
        return tuple(found)


def pool_over(
    shape: Sequence[int],
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: str,
    data_format: str = "NHWC",
    explicit_paddings: Sequence[int] = (),
) -> Pool:
    """The windows over images of a shape: along the spatial axes, or along the channels if ksize is not 1 there."""
    sizes = tuple(int(size) for size in shape)
    channels = channel_axis(data_format)
    if ksize[channels] != 1:
        size = ksize[channels]
        return Pool((channels,), windows_over((sizes[channels],), (size,), (size,), (1,), "VALID"), sizes)
    axes: tuple[int, ...] = spatial(data_format, range(len(data_format)))
    pairs = explicit_pairs(explicit_paddings, data_format) if padding == "EXPLICIT" else None
    steps = spatial(data_format, ksize), spatial(data_format, strides), (1,) * len(axes)
    return Pool(axes, windows_over([sizes[axis] for axis in axes], *steps, padding, pairs), sizes)


# -- What users typed -------------------------------------------------------------------------------------------------


def prepare(name: str, depth: bool = False) -> Callable[[dict[str, Any]], None]:
    """The check of a pooling type's attributes; some types can also pool along the channels (``depth``)."""
    return partial(_check, name, depth)


def _check(name: str, depth: bool, attrs: dict[str, Any]) -> None:
    data_format = format_of(attrs)
    if data_format == "NCHW_VECT_C":
        text = f"{name} does not know the layout NCHW_VECT_C, which exists on graphics processors only"
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
                text = f"{name} needs paddings smaller than the window, which is {size}, got {list(pair)}"
                raise DiagramError(text, pin="explicit_paddings")


def _check_depth(name: str, ksize: list[int], strides: list[int], channels: int) -> None:
    others = [i for i in range(4) if i != channels]
    if any(ksize[i] != 1 or strides[i] != 1 for i in others):
        text = f"{name} pools either along the channels or along height and width, got ksize {ksize}, strides {strides}"
        raise DiagramError(text, pin="ksize")
    if ksize[channels] != strides[channels]:
        text = f"{name} along the channels needs strides equal to ksize there, got {strides[channels]}"
        raise DiagramError(f"{text} and {ksize[channels]}", pin="strides")


def format_of(attrs: dict[str, Any]) -> str:
    """The order of the axes; types that know only one have no attribute for it."""
    return attrs.get("data_format") or "NHWC"


def pooled_shape(call: Call, pin: str, shape: Sequence[int | None] | None = None) -> tuple[int | None, ...]:
    """The shape of what a pooling gives, as far as it is known, for the images (or the shape of images) at a pin.

    Raises:
        DiagramError: the pin takes other images, or a window is larger than they are.
    """
    attrs = call.attrs
    data_format, ksize = format_of(attrs), attrs["ksize"]
    found = list(image_shape(call, pin, data_format) if shape is None else shape)
    channels = channel_axis(data_format)
    if ksize[channels] != 1:
        depth = found[channels]
        if depth is not None and depth % ksize[channels]:
            text = f"{call.type.name} along the channels needs a multiple of {ksize[channels]} channels, got {depth}"
            raise DiagramError(text, pin=pin)
        found[channels] = depth and depth // ksize[channels]
        return tuple(found)
    axes: tuple[int, ...] = spatial(data_format, range(len(data_format)))
    steps = spatial(data_format, ksize), spatial(data_format, attrs["strides"]), (1,) * len(axes)
    pairs = explicit_pairs(attrs["explicit_paddings"], data_format) if attrs["padding"] == "EXPLICIT" else None
    counts = window_counts(call, pin, [found[axis] for axis in axes], *steps, attrs["padding"], pairs)
    for axis, count in zip(axes, counts, strict=True):
        found[axis] = count
    return tuple(found)


def require_shape(call: Call, pin: str, wanted: Sequence[int | None], what: str) -> tuple[int | None, ...]:
    """A pin gets a certain shape. Returns what is known of it, from the pin and from ``wanted``.

    Raises:
        DiagramError: it gets another.
    """
    shape = call.shape(pin)
    if shape is None:
        return tuple(wanted)
    if len(shape) != len(wanted) or any(a != b and None not in (a, b) for a, b in zip(shape, wanted, strict=True)):
        text = f"{call.type.name} needs {what} at {pin}, {shape_text(tuple(wanted))}, got {shape_text(shape)}"
        raise DiagramError(text, pin=pin)
    return tuple(b if a is None else a for a, b in zip(shape, wanted, strict=True))


# -- Kernels ----------------------------------------------------------------------------------------------------------


def combined(combine: Callable[..., Any], x: Array, pool: Pool, start: Any) -> Array:
    """The values in each window taken together, and with ``start``."""
    for axis, windows in pool.along():
        flat, count = _three_axes(x, axis), windows.counts[0]
        result = np.empty((flat.shape[0], count, flat.shape[2]), x.dtype)
        places = [(outs, ins) for _, outs, ins in each_position(windows, (flat.shape[1],))]
        for seen, made in zip(_lanes(flat), _lanes(result), strict=True):
            others = places
            if len(places) > 1 and all(len(range(count)[outs[1]]) == count for outs, _ in places[:2]):
                combine(seen[places[0][1]], seen[places[1][1]], out=made)  # which spares a pass or two
                others = places[2:]
            else:
                made.fill(start)
            for outs, ins in others:
                combine(made[outs], seen[ins], out=made[outs])
        x = result.reshape(*x.shape[:axis], count, *x.shape[axis + 1 :])
    return combine(x, np.full(x.shape[-1:], start, x.dtype), out=x)


def spread(dy: Array, pool: Pool) -> Array:
    """Each window's value added to all places of the window: what turns the gradient of sums around."""
    for axis, windows in pool.along():
        flat = _three_axes(dy, axis)
        result = np.zeros((flat.shape[0], pool.shape[axis], flat.shape[2]), dy.dtype)
        for given, made in zip(_lanes(flat), _lanes(result), strict=True):
            for _, outs, ins in each_position(windows, (pool.shape[axis],)):
                made[ins] += given[outs]
        dy = result.reshape(*dy.shape[:axis], pool.shape[axis], *dy.shape[axis + 1 :])
    return dy


def _three_axes(x: Array, axis: int) -> Array:
    sizes = math.prod(x.shape[:axis]), x.shape[axis], math.prod(x.shape[axis + 1 :])
    return np.ascontiguousarray(x).reshape(sizes)


def _lanes(x: Array) -> list[Array]:
    return [x] if x.shape[2] >= _FEW else [x[:, :, i] for i in range(x.shape[2])]


def place_counts(pool: Pool, dtype: Any) -> Array:
    """How many places of each window lie in the image, in a shape that is spread over the result."""
    found: Array = np.ones((1,) * len(pool.shape), dtype)
    for axis, windows in pool.along():
        seen = np.zeros((1, windows.counts[0]), dtype)
        for _, outs, _ in each_position(windows, (pool.shape[axis],)):
            seen[outs] += 1
        found = found * seen.reshape([-1 if i == axis else 1 for i in range(len(pool.shape))])
    return found


def maxima_from(x: Array, pool: Pool, start: Any) -> Array:
    """The largest of ``start`` and the numbers in each window; NaN is overlooked."""
    return _maxima_and_nan(x, pool, start)[0]


def _maxima_and_nan(x: Array, pool: Pool, start: Any) -> tuple[Array, bool]:
    """The same, and whether there is a NaN in some window."""
    found = combined(np.maximum, x, pool, start)
    if x.dtype.kind != "f":
        return found, False
    odd = np.isnan(found)
    if not odd.any():
        return found, False
    np.copyto(found, combined(np.fmax, x, pool, start), where=odd)  # which costs several times as much
    return found, True


def largest(x: Array, pool: Pool, index: Any = np.int64) -> tuple[Array, Array]:
    """The largest value in each window, the first if several are, and its place in its flat image, as a dtype.

    A NaN is the largest if it comes first, and overlooked else, as in TensorFlow.
    """
    best, has_nan = _maxima_and_nan(x, pool, -np.inf if x.dtype.kind == "f" else np.iinfo(x.dtype).min)
    positions = pool.positions()
    passed = np.zeros(best.shape, np.min_scalar_type(len(positions)))  # how many positions come before the match
    searching = np.ones(best.shape, bool)
    for outs, ins in positions if has_nan else positions[:-1]:  # the last one is left
        searching[outs] &= x[ins] != best[outs]
        passed += searching.view(np.uint8)
    places = _flat_places(pool, passed, index)
    if has_nan:
        _begin_with_nan(x, pool, best, places, searching)
    return best, places


def _begin_with_nan(x: Array, pool: Pool, best: Array, index: Array, missing: Array) -> None:
    """Put the first value of a window into the results where it is NaN, or where no value was found."""
    first = x
    first_index: Array = np.arange(math.prod(pool.shape[1:]), dtype=index.dtype).reshape(1, *pool.shape[1:])
    for axis, windows in pool.along():
        place = np.maximum(np.arange(windows.counts[0]) * windows.strides[0] - windows.before[0], 0)
        first, first_index = first.take(place, axis), first_index.take(place, axis)
    odd = missing | (first != first)
    np.copyto(index, first_index, where=odd)
    np.copyto(best, first, where=odd)


def _flat_places(pool: Pool, passed: Array, dtype: Any) -> Array:
    """Where in its flat image the place of each window lies that comes after so many positions."""
    steps = [math.prod(pool.shape[axis + 1 :]) for axis in pool.axes]
    image = [pool.shape[axis] for axis in pool.axes]
    offsets = [
        sum((place - before) * step for place, before, step in zip(position, pool.windows.before, steps, strict=True))
        for position, _, _ in each_position(pool.windows, image)
    ]
    found: Array = np.array([*offsets, 0], dtype).take(passed)
    strides = dict(zip(pool.axes, pool.windows.strides, strict=True))
    begin: Array = np.zeros((1,) * found.ndim, dtype)
    for axis in range(1, found.ndim):
        if found.shape[axis] > 1:  # the stride of a single window may be larger than any place
            step = math.prod(pool.shape[axis + 1 :]) * strides.get(axis, 1)
            begin = begin + _along(axis, found.shape[axis], step, found)
    found += begin
    return found


def _along(axis: int, size: int, step: int, like: Array) -> Array:
    """Multiples of a step along an axis, in a shape that can be spread."""
    return (np.arange(size, dtype=like.dtype) * step).reshape([-1 if i == axis else 1 for i in range(like.ndim)])


def first_match(x: Array, y: Array, values: Array, pool: Pool) -> Array:
    """The value at the first place of each window where x is y; 0 where it is so nowhere."""
    result = np.zeros(y.shape, values.dtype)
    for outs, ins in reversed(pool.positions()):
        np.copyto(result[outs], values[ins], where=x[ins] == y[outs])
    return result
