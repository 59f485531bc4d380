"""Depthwise convolution: separate filters for each channel of an image; and its two gradients."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from blocks.base.dtypes import FLOATS
from blocks.base.types import Array
from blocks.graph.native_kernels import natively
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
from blocks.library.nn.convolution_kernels import widened
from blocks.library.nn.native import depthwise_convolutions
from blocks.library.nn.windows import (
    FORMATS_2D,
    PADDINGS_AND_EXPLICIT,
    channels_last,
    each_position,
    in_format,
    padded,
    padded_shape,
    shape_last,
    view_of,
)

_CHOICES = {"padding": PADDINGS_AND_EXPLICIT, "data_format": FORMATS_2D}


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
@natively(depthwise_convolutions[0])
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
    x = padded(_multiplied(input, data_format, filter.shape[-1]), windows)
    output = np.einsum("nhwijc,ijc->nhwc", view_of(x, windows), _by_channel(filter))
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
@natively(depthwise_convolutions[1])
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
    padded_shape(windows, shape_last(sizes, data_format))
    dy, factors = widened(channels_last(out_backprop, data_format)), _by_channel(filter)
    *lead, channels = shape_last(sizes, data_format)
    total = np.zeros((*lead, dy.shape[-1]), dy.dtype)
    for position, outs, ins in each_position(windows, lead[1:]):
        total[ins] += dy[outs] * factors[position]
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
@natively(depthwise_convolutions[2])
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
    x, dy = _multiplied(input, data_format, sizes[-1]), widened(channels_last(out_backprop, data_format))
    total = np.zeros((*sizes[:2], x.shape[-1]), x.dtype)
    for position, outs, ins in each_position(windows, x.shape[1:-1]):
        # Sums for each column apart: the longer a row that needs no sum, the faster; then those few are added up.
        total[position] = np.einsum("nhwc,nhwc->wc", x[ins], dy[outs]).sum(0)
    return total.reshape(sizes).astype(input.dtype, copy=False)


def _multiplied(x: Array, data_format: str, times: int) -> Array:
    """Return images with channels last, with each channel as often as it has filters."""
    x = widened(channels_last(x, data_format))
    return x if times == 1 else np.repeat(x, times, -1)


def _by_channel(filter: Array) -> Array:
    return widened(filter).reshape(*filter.shape[:2], -1)


DepthwiseConv2dNative.shape(functools.partial(forward_shape, by_depth=True))
DepthwiseConv2dNativeBackpropInput.shape(functools.partial(input_shape, by_depth=True))
DepthwiseConv2dNativeBackpropFilter.shape(functools.partial(filter_shape, by_depth=True))

_TYPES = DepthwiseConv2dNative, DepthwiseConv2dNativeBackpropInput, DepthwiseConv2dNativeBackpropFilter
declare_checks(*_TYPES, equal_strides=True)
declare_gradients(*_TYPES)
