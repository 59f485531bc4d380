"""Depthwise convolution: separate filters for each channel of an image; and its two gradients."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from blocks.base.dtypes import FLOATS
from blocks.base.threads import FOR_THREADS, in_parts
from blocks.base.types import Array
from blocks.library.declare import block
from blocks.library.nn.convolution import (
    CLOSE,
    Conv2D,
    Conv2DBackpropInput,
    declare_checks,
    declare_gradients,
    filter_shape,
    forward_shape,
    geometry,
    input_shape,
)
from blocks.library.nn.convolution_kernels import turned_around, widened
from blocks.library.nn.windows import (
    FORMATS_2D,
    PADDINGS_AND_EXPLICIT,
    Windows,
    channels_last,
    each_position,
    in_format,
    padded_shape,
    shape_last,
    view_of,
)

_CHOICES = {"padding": PADDINGS_AND_EXPLICIT, "data_format": FORMATS_2D}
_TILE = 2**18
"""Elements of images that are worked on together, so that they stay in the processor's cache."""
_SIDE = 2**12
"""Elements that are multiplied by as many factors in one go, at most, where windows lie side by side."""
_SHORT = 2**8
"""Fewer than that are not worth a call."""


@block(
    "input: T, filter: T -> output: T",
    T=FLOATS,
    where=_CHOICES,
    doc_of=Conv2D,
    example={
        "input": [[[[1.0, 10.0], [2.0, 30.0], [4.0, 20.0]]]],
        "filter": [[[[1.0], [2.0]], [[-1.0], [1.0]]]],
        **CLOSE,
        "output": [[[[-1.0, 50.0], [-2.0, 80.0]]]],
    },
)
def DepthwiseConv2dNative(
    input: Array,
    filter: Array,
    *,
    strides: list[int],
    padding: str,
    explicit_paddings: list[int] = [],  # noqa: B006 - attributes are read-only
    data_format: str = "NHWC",
    dilations: list[int] = [1, 1, 1, 1],  # noqa: B006
) -> Array:
    """Compute a depthwise 2-D convolution: each channel is convolved with its own filters.

    output[b, i, j, c * multiplier + m] =
    sum over k, l of input[b, i * stride + k, j * stride + l, c] * filter[k, l, c, m]

    Source: TensorFlow's documentation of tf.nn.depthwise_conv2d.

    Args:
        filter: [filter_height, filter_width, channels, multiplier] the filters. Each channel has multiplier filters.
        strides: the step of the window along each axis of input, 1 or more. It must be 1 for batch and channels, and
            equal for height and width.

    Returns:
        output: [batch, rows, columns, channels * multiplier] the convolved images.
    """
    windows = geometry(input.shape, filter.shape, data_format, strides, dilations, padding, explicit_paddings)
    output = _slide(widened(channels_last(input, data_format)), widened(filter), windows)
    return in_format(output, data_format).astype(input.dtype, copy=False)


@block(
    "input_sizes: int32, filter: T, out_backprop: T -> output: T",
    T=FLOATS,
    attributes_of=DepthwiseConv2dNative,
    doc_of=Conv2DBackpropInput,
    example={
        "input_sizes": [1, 1, 3, 2],
        "filter": [[[[1.0], [2.0]], [[-1.0], [1.0]]]],
        "out_backprop": [[[[1.0, 3.0], [2.0, 5.0]]]],
        **CLOSE,
        "output": [[[[1.0, 6.0], [1.0, 13.0], [-2.0, 5.0]]]],
    },
)
def DepthwiseConv2dNativeBackpropInput(
    input_sizes: Array, filter: Array, out_backprop: Array, *, data_format: str, **window: Any
) -> Array:
    """Compute the gradient of DepthwiseConv2dNative with respect to its input.

    Args:
        input_sizes: [4] the shape of the input of the convolution.
        filter: [filter_height, filter_width, channels, multiplier] the filters.
        out_backprop: [batch, rows, columns, channels * multiplier] the gradient with respect to the convolved images.
    """
    sizes = tuple(input_sizes.tolist())
    windows = geometry(sizes, filter.shape, data_format, **window)
    dy = widened(channels_last(out_backprop, data_format))
    *lead, channels = shape_last(sizes, data_format)
    factors = widened(filter).reshape(*filter.shape[:2], dy.shape[-1], 1)
    turned = turned_around(windows, tuple(lead[1:]))
    if turned is not None:
        total = _slide(dy, factors[::-1, ::-1], turned)
    else:
        total = _scatter(dy, factors, windows, (*lead, dy.shape[-1]))
    if filter.shape[-1] != 1:
        total = total.reshape(*lead, channels, filter.shape[-1]).sum(-1)
    return in_format(total, data_format).astype(filter.dtype, copy=False)


@block(
    "input: T, filter_sizes: int32, out_backprop: T -> output: T",
    T=FLOATS,
    attributes_of=DepthwiseConv2dNative,
    doc_of=DepthwiseConv2dNativeBackpropInput,
    example={
        "input": [[[[1.0, 10.0], [2.0, 30.0], [4.0, 20.0]]]],
        "filter_sizes": [1, 2, 2, 1],
        "out_backprop": [[[[1.0, 3.0], [2.0, 5.0]]]],
        **CLOSE,
        "output": [[[[5.0], [180.0]], [[10.0], [190.0]]]],
    },
)
def DepthwiseConv2dNativeBackpropFilter(
    input: Array, filter_sizes: Array, out_backprop: Array, *, data_format: str, **window: Any
) -> Array:
    """Compute the gradient of DepthwiseConv2dNative with respect to its filter.

    Args:
        input: [batch, height, width, channels] the input of the convolution.
        filter_sizes: [4] the shape of the filter: height, width, channels, multiplier.

    Returns:
        output: [filter_height, filter_width, channels, multiplier] the gradient with respect to the filter, with the
            shape filter_sizes.
    """
    sizes = tuple(filter_sizes.tolist())
    windows = geometry(input.shape, sizes, data_format, **window)
    x = _multiplied(widened(channels_last(input, data_format)), sizes[-1])
    dy = widened(channels_last(out_backprop, data_format))
    total = np.zeros((*sizes[:2], x.shape[-1]), x.dtype)
    positions = list(each_position(windows, x.shape[1:-1]))

    def add_up(first: int, last: int) -> None:
        for position, outs, ins in positions[first:last]:
            # Sums for each column apart: the longer a row that needs no sum, the faster; then those few are added up.
            total[position] = np.einsum("nhwc,nhwc->wc", x[ins], dy[outs]).sum(0)

    in_parts(add_up, len(positions), None if x.size > FOR_THREADS else 1)
    return total.reshape(sizes).astype(input.dtype, copy=False)


def _multiplied(x: Array, times: int) -> Array:
    return x if times == 1 else np.repeat(x, times, -1)


def _slide(x: Array, filter: Array, windows: Windows) -> Array:
    times, channels = filter.shape[-1], math.prod(filter.shape[2:])
    rows, columns = windows.counts
    side = _side_by_side(columns, channels) if windows.strides[-1] == 1 else 1
    factors = np.tile(filter.reshape(*filter.shape[:2], channels), side)
    output = np.empty((len(x), rows, columns // side, side * channels), x.dtype)
    most, *sizes, _ = padded_shape(windows, (_images_at_once(x), *x.shape[1:]))
    inner = tuple(slice(before, before + size) for before, size in zip(windows.before, x.shape[1:], strict=False))

    def slide(batches: Iterator[slice]) -> None:
        held = np.zeros((most, *sizes, x.shape[-1], times), x.dtype)  # the next images go where the last ones were
        view = view_of(held.reshape(most, *sizes, channels), windows)
        merged = (*view.shape[:2], columns // side, *windows.sizes, side * channels)
        seen = np.lib.stride_tricks.as_strided(
            view, merged, (*view.strides[:2], view.strides[2] * side, *view.strides[3:])
        )
        for images in batches:
            result = output[images]
            held[: len(result), *inner] = x[images, ..., None]

            def some(first: int, last: int, result: Array = result) -> None:
                # It multiplies and adds in one go, which ufuncs cannot.
                part = seen[: len(result), first:last]
                np.einsum("nhwijc,ijc->nhwc", part, factors, out=result[:, first:last])

            in_parts(some, rows, None if result.size > FOR_THREADS else 1)

    _on_batches(slide, x)
    return output.reshape(len(x), rows, columns, channels)


def _side_by_side(columns: int, channels: int) -> int:
    """Return the number of windows per row to multiply at once: long rows are faster than few channels."""
    most = max(1, min(columns, _SIDE // max(1, channels)))
    side = next(each for each in range(most, 0, -1) if columns % each == 0)
    return side if side == columns or side * channels >= _SHORT else columns


def _scatter(dy: Array, factors: Array, windows: Windows, shape: Sequence[int]) -> Array:
    total: Array = np.zeros(shape, dy.dtype)
    # Factors are repeated for a row of windows: long rows are multiplied, not a few channels at a time.
    rows = [
        (np.tile(factors[position][:, 0], (outs[-1].stop - outs[-1].start, 1)), outs, ins)
        for position, outs, ins in each_position(windows, shape[1:-1])
    ]

    def scatter(batches: Iterator[slice]) -> None:
        for images in batches:
            arrived, result = dy[images], total[images]
            for factor, outs, ins in rows:
                result[ins] += arrived[outs] * factor

    _on_batches(scatter, total)
    return total


def _images_at_once(images: Array) -> int:
    return max(1, min(len(images), _TILE // max(1, images[:1].size)))


def _on_batches(work: Callable[[Iterator[slice]], None], images: Array) -> None:
    step = _images_at_once(images)

    def some(first: int, last: int) -> None:
        work(slice(i * step, (i + 1) * step) for i in range(first, last))

    in_parts(some, -(-len(images) // step))


DepthwiseConv2dNative.shape(functools.partial(forward_shape, by_depth=True))
DepthwiseConv2dNativeBackpropInput.shape(functools.partial(input_shape, by_depth=True))
DepthwiseConv2dNativeBackpropFilter.shape(functools.partial(filter_shape, by_depth=True))

_TYPES = DepthwiseConv2dNative, DepthwiseConv2dNativeBackpropInput, DepthwiseConv2dNativeBackpropFilter
declare_checks(*_TYPES, equal_strides=True)
declare_gradients(*_TYPES)
