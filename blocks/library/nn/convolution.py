"""Convolution of images with filters, and its two gradients."""

from __future__ import annotations

from blocks.base.dtypes import FLOATS, INT32
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.declare import block
from blocks.library.nn.convolution_rules import (
    declare_checks,
    declare_gradients,
    filter_shape,
    forward_shape,
    full_sizes,
    geometry,
    input_shape,
    integers,
)
from blocks.library.nn.convolving import convolve, convolve_filter, convolve_input
from blocks.library.nn.windows import FORMATS_2D, PADDINGS_AND_EXPLICIT, channels_last, in_format, shape_last

_CHOICES = {"padding": PADDINGS_AND_EXPLICIT, "data_format": FORMATS_2D}


@block(
    "input: T, filter: T -> output: T",
    T=(*FLOATS, INT32),
    where=_CHOICES,
    example={
        "input": [[[[1.0], [2.0], [4.0]], [[3.0], [5.0], [9.0]]]],
        "filter": [[[[1.0]], [[-1.0]]]],
        "strides": [1, 1, 1, 1],
        "padding": "VALID",
        "output": [[[[-1.0], [-2.0]], [[-2.0], [-4.0]]]],
    },
)
def Conv2D(
    input: Array,
    filter: Array,
    *,
    strides: list[int],
    padding: str,
    use_cudnn_on_gpu: bool = True,
    explicit_paddings: list[int] = [],  # noqa: B006 - nobody writes to attributes
    data_format: str = "NHWC",
    dilations: list[int] = [1, 1, 1, 1],  # noqa: B006
) -> Array:
    """Slide filters over images: each output is the sum, over a window and its channels, of input times filter.

    output[b, i, j, o] = sum over k, l, c of input[b, i * stride + k, j * stride + l, c] * filter[k, l, c, o]

    Args:
        input: [batch, height, width, channels] a batch of images; [batch, channels, height, width] for NCHW.
        filter: [filter_height, filter_width, group_channels, outputs] the filters. Where the images have a multiple of
            its channels, it is applied to each group of so many channels, and the outputs are shared out among the
            groups; that has no gradient.
        strides: the step of the window along each axis of input; 1 for batch and channels.
        padding: SAME puts zeros around the image, so that with strides of 1 the output is as large; VALID puts none;
            EXPLICIT as many as explicit_paddings says.
        use_cudnn_on_gpu: without effect here.
        explicit_paddings: two numbers for each axis, before and behind; 0 for batch and channels.
        data_format: the order of the axes of input and output.
        dilations: the step from position to position within the window, along each axis of input.

    Returns:
        output: [batch, rows, columns, outputs] the convolved images.
    """
    windows = geometry(input.shape, filter.shape, data_format, strides, dilations, padding, explicit_paddings)
    return in_format(convolve(channels_last(input, data_format), filter, windows), data_format)


@Conv2D.shape
def _(call: Call) -> Shape:
    return forward_shape(call, groups=True)


@block(
    "input_sizes: int32, filter: T, out_backprop: T -> output: T",
    T=(*FLOATS, INT32),
    where=_CHOICES,
    example={
        "input_sizes": [1, 1, 3, 1],
        "filter": [[[[1.0]], [[-1.0]]]],
        "out_backprop": [[[[1.0], [2.0]]]],
        "strides": [1, 1, 1, 1],
        "padding": "VALID",
        "output": [[[[1.0], [1.0], [-2.0]]]],
    },
)
def Conv2DBackpropInput(
    input_sizes: Array,
    filter: Array,
    out_backprop: Array,
    *,
    strides: list[int],
    padding: str,
    use_cudnn_on_gpu: bool = True,
    explicit_paddings: list[int] = [],  # noqa: B006 - nobody writes to attributes
    data_format: str = "NHWC",
    dilations: list[int] = [1, 1, 1, 1],  # noqa: B006
) -> Array:
    """The gradient of Conv2D by its input; also known as transposed convolution.

    Args:
        input_sizes: [2] or [4] the shape of the input of the convolution; height and width alone are enough.
        filter: [filter_height, filter_width, group_channels, outputs] the filter.
        out_backprop: [batch, rows, columns, outputs] the gradient that arrives at the output of the convolution.
        strides: the step of the window along each axis of the images; 1 for batch and channels.
        padding: how the convolution pads: SAME, VALID or EXPLICIT.
        use_cudnn_on_gpu: without effect here.
        explicit_paddings: two numbers for each axis, before and behind; 0 for batch and channels.
        data_format: the order of the axes of images and out_backprop.
        dilations: the step from position to position within the window.

    Returns:
        output: [batch, height, width, channels] the gradient by the input, of the shape input_sizes.
    """
    sizes = full_sizes(input_sizes, filter, out_backprop, data_format)
    windows = geometry(sizes, filter.shape, data_format, strides, dilations, padding, explicit_paddings)
    dy = channels_last(out_backprop, data_format)
    return in_format(convolve_input(filter, dy, windows, shape_last(sizes, data_format)), data_format)


@Conv2DBackpropInput.shape
def _(call: Call) -> Shape:
    return input_shape(call, spatial_only=True)


@block(
    "input: T, filter_sizes: int32, out_backprop: T -> output: T",
    T=FLOATS,
    where=_CHOICES,
    example={
        "input": [[[[1.0], [2.0], [4.0]]]],
        "filter_sizes": [1, 2, 1, 1],
        "out_backprop": [[[[1.0], [3.0]]]],
        "strides": [1, 1, 1, 1],
        "padding": "VALID",
        "output": [[[[7.0]], [[14.0]]]],
    },
)
def Conv2DBackpropFilter(
    input: Array,
    filter_sizes: Array,
    out_backprop: Array,
    *,
    strides: list[int],
    padding: str,
    use_cudnn_on_gpu: bool = True,
    explicit_paddings: list[int] = [],  # noqa: B006 - nobody writes to attributes
    data_format: str = "NHWC",
    dilations: list[int] = [1, 1, 1, 1],  # noqa: B006
) -> Array:
    """The gradient of Conv2D by its filter.

    Args:
        input: [batch, height, width, channels] the input of the convolution.
        filter_sizes: [4] the shape of the filter: height, width, channels, outputs.
        out_backprop: [batch, rows, columns, outputs] the gradient that arrives at the output of the convolution.
        strides: the step of the window along each axis of the images; 1 for batch and channels.
        padding: how the convolution pads: SAME, VALID or EXPLICIT.
        use_cudnn_on_gpu: without effect here.
        explicit_paddings: two numbers for each axis, before and behind; 0 for batch and channels.
        data_format: the order of the axes of images and out_backprop.
        dilations: the step from position to position within the window.

    Returns:
        output: [filter_height, filter_width, group_channels, outputs] the gradient by the filter, of the shape
            filter_sizes.
    """
    sizes = integers(filter_sizes)
    windows = geometry(input.shape, sizes, data_format, strides, dilations, padding, explicit_paddings)
    return convolve_filter(channels_last(input, data_format), channels_last(out_backprop, data_format), windows, sizes)


Conv2DBackpropFilter.shape(filter_shape)

declare_checks(Conv2D, Conv2DBackpropInput, Conv2DBackpropFilter)
declare_gradients(Conv2D, Conv2DBackpropInput, Conv2DBackpropFilter)
