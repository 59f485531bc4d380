"""Convolution of volumes with filters, and its two gradients."""

from __future__ import annotations

from blocks.base.dtypes import FLOATS, INDEX
from blocks.base.types import Array
from blocks.library.declare import block
from blocks.library.nn.convolution_rules import (
    declare_checks,
    declare_gradients,
    filter_shape,
    forward_shape,
    geometry,
    input_shape,
    integers,
)
from blocks.library.nn.convolving import convolve, convolve_filter, convolve_input
from blocks.library.nn.windows import FORMATS_3D, PADDINGS, channels_last, in_format, shape_last

_CHOICES = {"strides": 5, "padding": PADDINGS, "data_format": FORMATS_3D}


@block(
    "input: T, filter: T -> output: T",
    T=FLOATS,
    where=_CHOICES,
    example={
        "input": [[[[[1.0], [2.0], [4.0]]], [[[3.0], [5.0], [9.0]]]]],
        "filter": [[[[[1.0]], [[-1.0]]]]],
        "strides": [1, 1, 1, 1, 1],
        "padding": "VALID",
        "output": [[[[[-1.0], [-2.0]]], [[[-2.0], [-4.0]]]]],
    },
)
def Conv3D(
    input: Array,
    filter: Array,
    *,
    strides: list[int],
    padding: str,
    data_format: str = "NDHWC",
    dilations: list[int] = [1, 1, 1, 1, 1],  # noqa: B006 - nobody writes to attributes
) -> Array:
    """Slide filters over volumes: each output is the sum, over a window and its channels, of input times filter.

    As Conv2D, with one more axis, the depth.

    Args:
        input: [batch, depth, height, width, channels] a batch of volumes; [batch, channels, depth, height, width] for
            NCDHW.
        filter: [filter_depth, filter_height, filter_width, channels, outputs] the filters.
        strides: the step of the window along each axis of input; 1 for batch and channels.
        padding: SAME puts zeros around the volume, so that with strides of 1 the output is as large; VALID puts none.
        data_format: the order of the axes of input and output.
        dilations: the step from position to position within the window, along each axis of input.

    Returns:
        output: [batch, planes, rows, columns, outputs] the convolved volumes.
    """
    windows = geometry(input.shape, filter.shape, data_format, strides, dilations, padding)
    return in_format(convolve(channels_last(input, data_format), filter, windows), data_format)


@block(
    "input_sizes: Tshape, filter: T, out_backprop: T -> output: T",
    T=FLOATS,
    Tshape=INDEX,
    where=_CHOICES,
    example={
        "input_sizes": [1, 1, 1, 3, 1],
        "filter": [[[[[1.0]], [[-1.0]]]]],
        "out_backprop": [[[[[1.0], [2.0]]]]],
        "strides": [1, 1, 1, 1, 1],
        "padding": "VALID",
        "output": [[[[[1.0], [1.0], [-2.0]]]]],
    },
)
def Conv3DBackpropInputV2(
    input_sizes: Array,
    filter: Array,
    out_backprop: Array,
    *,
    strides: list[int],
    padding: str,
    data_format: str = "NDHWC",
    dilations: list[int] = [1, 1, 1, 1, 1],  # noqa: B006 - nobody writes to attributes
) -> Array:
    """The gradient of Conv3D by its input; also known as transposed convolution.

    Args:
        input_sizes: [5] the shape of the input of the convolution.
        filter: [filter_depth, filter_height, filter_width, channels, outputs] the filter, [depth, height, width,
            channels, outputs].
        out_backprop: [batch, planes, rows, columns, outputs] the gradient that arrives at the output of the
            convolution.
        strides: the step of the window along each axis of the images; 1 for batch and channels.
        padding: how the convolution pads: SAME or VALID.
        data_format: the order of the axes of images and out_backprop.
        dilations: the step from position to position within the window.

    Returns:
        output: [batch, depth, height, width, channels] the gradient by the input, of the shape input_sizes.
    """
    sizes = integers(input_sizes)
    windows = geometry(sizes, filter.shape, data_format, strides, dilations, padding)
    dy = channels_last(out_backprop, data_format)
    return in_format(convolve_input(filter, dy, windows, shape_last(sizes, data_format)), data_format)


@block(
    "input: T, filter_sizes: int32, out_backprop: T -> output: T",
    T=FLOATS,
    where=_CHOICES,
    example={
        "input": [[[[[1.0], [2.0], [4.0]]]]],
        "filter_sizes": [1, 1, 2, 1, 1],
        "out_backprop": [[[[[1.0], [3.0]]]]],
        "strides": [1, 1, 1, 1, 1],
        "padding": "VALID",
        "output": [[[[[7.0]], [[14.0]]]]],
    },
)
def Conv3DBackpropFilterV2(
    input: Array,
    filter_sizes: Array,
    out_backprop: Array,
    *,
    strides: list[int],
    padding: str,
    data_format: str = "NDHWC",
    dilations: list[int] = [1, 1, 1, 1, 1],  # noqa: B006 - nobody writes to attributes
) -> Array:
    """The gradient of Conv3D by its filter.

    Args:
        input: [batch, depth, height, width, channels] the input of the convolution.
        filter_sizes: [5] the shape of the filter: depth, height, width, channels, outputs.
        out_backprop: [batch, planes, rows, columns, outputs] the gradient that arrives at the output of the
            convolution.
        strides: the step of the window along each axis of the images; 1 for batch and channels.
        padding: how the convolution pads: SAME or VALID.
        data_format: the order of the axes of images and out_backprop.
        dilations: the step from position to position within the window.

    Returns:
        output: [filter_depth, filter_height, filter_width, channels, outputs] the gradient by the filter, of the shape
            filter_sizes.
    """
    sizes = integers(filter_sizes)
    windows = geometry(input.shape, sizes, data_format, strides, dilations, padding)
    return convolve_filter(channels_last(input, data_format), channels_last(out_backprop, data_format), windows, sizes)


Conv3D.shape(forward_shape)
Conv3DBackpropInputV2.shape(input_shape)
Conv3DBackpropFilterV2.shape(filter_shape)

declare_checks(Conv3D, Conv3DBackpropInputV2, Conv3DBackpropFilterV2)
declare_gradients(Conv3D, Conv3DBackpropInputV2, Conv3DBackpropFilterV2)
