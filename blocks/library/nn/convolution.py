"""Convolution of images and volumes with filters, and its gradients.

A convolution maps images and a filter ``[*sizes, in, out]`` to ``[batch, *counts, out]`` (in the order of the data
format). A depthwise convolution maps each input channel to ``multiplier`` outputs with the filter ``[*sizes, in,
multiplier]``. Both have two gradients, with respect to the images and the filter. As all three functions are bilinear,
each is a gradient of the others.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

from blocks.base.dtypes import FLOATS, INDEX, INT32
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.graph.kernel_choice import Choose, specialised
from blocks.graph.native_kernels import natively
from blocks.graph.spec import BlockSpec, Rule
from blocks.library.array.arguments import pin_error, require_ranks, sizes
from blocks.library.array.sizes import Shape_
from blocks.library.declare import block
from blocks.library.nn.convolution_kernels import convolve, convolve_filter, convolve_input
from blocks.library.nn.native import convolutions, sliding
from blocks.library.nn.small.windows import few_by_filter, few_by_images, few_convolved, is_finite
from blocks.library.nn.windows import (
    FORMATS_2D,
    FORMATS_3D,
    PADDINGS,
    PADDINGS_AND_EXPLICIT,
    Windows,
    channels_last,
    check_paddings,
    check_steps,
    explicit_pairs,
    image_shape,
    in_format,
    ranked,
    shape_last,
    spatial,
    window_counts,
    windows_over,
    with_spatial,
)

# -- What convolutions and their gradients share ----------------------------------------------------------------------

Sizes = tuple[int | None, ...]


def geometry(
    image: Sequence[int],
    filter: Sequence[int],
    data_format: str,
    strides: Sequence[int],
    dilations: Sequence[int],
    padding: str,
    explicit_paddings: Sequence[int] = (),
) -> Windows:
    over, within = spatial(data_format, strides), spatial(data_format, dilations)
    explicit = explicit_pairs(explicit_paddings, data_format)
    return windows_over(spatial(data_format, image), filter[:-2], over, within, padding, explicit)


def full_sizes(given: Array, filter: Array, dy: Array, data_format: str) -> tuple[int, ...]:
    result = tuple(given.tolist())
    if len(result) == len(data_format):
        return result
    return with_spatial(data_format, dy.shape[0], result, filter.shape[-2])


def declare_checks(*types: BlockSpec, equal_strides: bool = False) -> None:
    for each in types:
        each.prepare = functools.partial(_check, each.name, equal_strides)


def _check(block: str, equal_strides: bool, attrs: dict[str, Any]) -> None:
    form: str = attrs["data_format"]
    check_steps(block, attrs, "strides", form)
    check_steps(block, attrs, "dilations", form)
    if "explicit_paddings" in attrs:
        check_paddings(block, attrs, form)
    if equal_strides and len(set(spatial(form, attrs["strides"]))) > 1:
        text = f"{block}: the strides for height and width must be equal, got {attrs['strides']} ({form})"
        raise DiagramError(text, pin="strides")


# -- Shapes -----------------------------------------------------------------------------------------------------------


def forward_shape(call: Call, *, by_depth: bool = False, groups: bool = False) -> Shape:
    """Return the shape of a convolution; with ``groups`` the filter may see a part of the channels only."""
    form: str = call.attrs["data_format"]
    image, filter = image_shape(call, "input", form), filter_of(call, "filter", call.shape("filter"), len(form))
    return convolved_shape(call, form, image, filter, by_depth=by_depth, groups=groups)


def input_shape(call: Call, *, by_depth: bool = False, is_2d: bool = False) -> Shape:
    """Return the shape of the images' gradient; ``is_2d`` allows sizes without batch and channels, and groups."""
    form: str = call.attrs["data_format"]
    filter = filter_of(call, "filter", call.shape("filter"), len(form))
    dy = image_shape(call, "out_backprop", form)
    given = sizes(call, "input_sizes")
    rank = len(form)
    if given is None or (is_2d and len(given) == rank - 2):
        inner = (None,) * (rank - 2) if given is None else given
        # Where nothing is given, there may be groups, and so more channels than the filter has.
        given = with_spatial(form, dy[0], inner, None if given is None and is_2d else filter[-2])
    if len(given) != rank:
        raise pin_error(call, "input_sizes", f"input_sizes must have {rank} values ({form}), got {len(given)}")
    _check_result(call, "input_sizes", given, filter, dy, by_depth=by_depth, groups=is_2d)
    return given


def filter_shape(call: Call, *, by_depth: bool = False, groups: bool = False) -> Shape:
    form: str = call.attrs["data_format"]
    image = image_shape(call, "input", form)
    given = sizes(call, "filter_sizes")
    if given is not None and len(given) != len(form):
        raise pin_error(call, "filter_sizes", f"filter_sizes must have {len(form)} values, got {len(given)}")
    filter = filter_of(call, "filter_sizes", given, len(form))
    _check_result(
        call, "input", image, filter, image_shape(call, "out_backprop", form), by_depth=by_depth, groups=groups
    )
    return filter


def filter_of(call: Call, pin: str, shape: Shape, rank: int) -> Sizes:
    """Return the shape of a filter, with unknown sizes. Raise DiagramError for another rank or an empty window."""
    if shape is None:
        return (None,) * rank
    if len(shape) != rank:
        what = f"a filter with {rank} axes"
        raise pin_error(call, pin, f"expected {what}, got shape {shape_text(shape)}")
    if 0 in shape[:-1]:
        raise pin_error(call, pin, f"expected a non-empty filter, got shape {shape_text(shape)}")
    return shape


def convolved_shape(
    call: Call,
    form: str,
    image: Sizes,
    filter: Sizes,
    *,
    pin: str = "input",
    by_depth: bool = False,
    groups: bool = False,
) -> Sizes:
    """Return the shape of a convolution of images at a pin, in a data format."""
    channels = image[form.index("C")]
    each, outs = filter[-2:]
    name = call.type.name
    if channels is not None and each is not None:
        if not channels or channels % each or (channels != each and not groups):
            text = f"{name}: images with {channels} channels do not match a filter for {each} channels"
            raise DiagramError(f"{text}: {shape_text(image)} ({form}) and {shape_text(filter)}", pin=pin)
        if outs is not None and outs % (channels // each):
            text = f"{name}: the number of outputs must be a multiple of {channels // each} ({channels} channels in"
            raise DiagramError(f"{text} groups of {each}), got {outs}", pin="filter")
    if by_depth:
        outs = None if each is None or outs is None else each * outs
    attrs = call.attrs
    strides, dilations = (spatial(form, attrs.get(entry) or [1] * len(form)) for entry in ("strides", "dilations"))
    indices, explicit = spatial(form, image), explicit_pairs(attrs.get("explicit_paddings", ()), form)
    counts = window_counts(call, pin, indices, filter[:-2], strides, dilations, attrs["padding"], explicit)
    return with_spatial(form, image[0], counts, outs)


def _check_result(
    call: Call, pin: str, image: Sizes, filter: Sizes, dy: Sizes, *, by_depth: bool, groups: bool
) -> None:
    form: str = call.attrs["data_format"]
    expected = convolved_shape(call, form, image, filter, pin=pin, by_depth=by_depth, groups=groups)
    if not compatible(expected, dy):
        text = f"{call.type.name}: out_backprop must have the shape of the convolution, {shape_text(expected)},"
        raise DiagramError(f"{text} got {shape_text(ranked(call, 'out_backprop', len(dy), ''))}", pin="out_backprop")


# -- Gradients --------------------------------------------------------------------------------------------------------

Maker = Callable[..., Any]


def declare_gradients(forward: BlockSpec, by_input: BlockSpec, by_filter: BlockSpec) -> None:
    def of_forward(call: Node, dy: Output) -> tuple[Operand, Operand]:
        x, filter = call.inputs
        return _to_input(by_input, call, x, filter, dy), _to_filter(by_filter, call, x, filter, dy)

    def of_input(call: Node, dx: Output) -> tuple[Operand, Operand]:
        filter, dy = call.input("filter"), call.input("out_backprop")
        return _to_filter(by_filter, call, dx, filter, dy), forward(dx, filter, **call.attrs)

    def of_filter(call: Node, dfilter: Output) -> tuple[Operand, Operand]:
        x, dy = call.input("input"), call.input("out_backprop")
        return _to_input(by_input, call, x, dfilter, dy), forward(x, dfilter, **call.attrs)

    forward.rule = Rule(("input", "filter"), of_forward)
    by_input.rule = Rule(("filter", "out_backprop"), of_input)
    by_filter.rule = Rule(("input", "out_backprop"), of_filter)


def _to_input(by_input: Maker, call: Node, x: Output, filter: Output, dy: Output) -> Operand:
    return by_input(Shape_(x), filter, dy, **call.attrs)


def _to_filter(by_filter: Maker, call: Node, x: Output, filter: Output, dy: Output) -> Operand:
    return by_filter(x, Shape_(filter), dy, **call.attrs)


# -- Small images -----------------------------------------------------------------------------------------------------


def _few(make: Callable[..., Any], image: int, filter: int, *given: int) -> Choose:
    """Return the choice of a function for small images; ``image`` and ``filter`` are inputs, or -1 for the result."""

    def choose(node: Node) -> Callable[..., Any] | None:
        shapes = [(node.outputs[0] if index < 0 else node.inputs[index]).shape for index in (image, filter)]
        x, w = (tuple([size or 0 for size in shape or (0, 0)]) for shape in shapes)
        if 0 in (*x, *w) or not node.attrs["data_format"].endswith("C") or x[-1] != w[-2]:
            return None
        windows = sliding(node, x, w)
        few = None if windows is None else make(x, windows, w[-1])
        if few is None or make is few_convolved:
            return few
        plain, attrs = node.type.kernel, node.attrs

        def call(*args: Array) -> Array:
            first = args[given[0]]
            fits = make is not few_by_images or is_finite(first)
            return few(first, args[given[1]]) if fits else plain(*args, **attrs)

        return call

    return choose


# -- Kernels of gradients ---------------------------------------------------------------------------------------------


def _by_input(
    given: Array, filter: Array, dy: Array, *, data_format: str, use_cudnn_on_gpu: bool = True, **window: Any
) -> Array:
    sizes = full_sizes(given, filter, dy, data_format)
    windows = geometry(sizes, filter.shape, data_format, **window)
    dx = convolve_input(filter, channels_last(dy, data_format), windows, shape_last(sizes, data_format))
    return in_format(dx, data_format)


def _by_filter(
    x: Array, given: Array, dy: Array, *, data_format: str, use_cudnn_on_gpu: bool = True, **window: Any
) -> Array:
    sizes = tuple(given.tolist())
    windows = geometry(x.shape, sizes, data_format, **window)
    return convolve_filter(channels_last(x, data_format), channels_last(dy, data_format), windows, sizes)


# -- Images -----------------------------------------------------------------------------------------------------------

_CHOICES = {"padding": PADDINGS_AND_EXPLICIT, "data_format": FORMATS_2D}
CLOSE = {"strides": [1, 1, 1, 1], "padding": "VALID"}


@block(
    "input: T, filter: T -> output: T",
    T=(*FLOATS, INT32),
    where=_CHOICES,
    example={
        "input": [[[[1.0], [2.0], [4.0]], [[3.0], [5.0], [9.0]]]],
        "filter": [[[[1.0]], [[-1.0]]]],
        **CLOSE,
        "output": [[[[-1.0], [-2.0]], [[-2.0], [-4.0]]]],
    },
)
@specialised(_few(few_convolved, 0, 1, 0, 1))
@natively(convolutions[0])
def Conv2D(
    input: Array,
    filter: Array,
    *,
    strides: list[int],
    padding: str,
    use_cudnn_on_gpu: bool = True,
    explicit_paddings: list[int] = [],  # noqa: B006 - attributes are read-only
    data_format: str = "NHWC",
    dilations: list[int] = [1, 1, 1, 1],  # noqa: B006
) -> Array:
    """Compute a 2-D convolution of images with filters.

    output[b, i, j, o] = sum over k, l, c of input[b, i * stride + k, j * stride + l, c] * filter[k, l, c, o]. As in
    TensorFlow, the filter is not flipped.

    Args:
        input: [batch, height, width, channels] the images; [batch, channels, height, width] for NCHW.
        filter: [filter_height, filter_width, group_channels, outputs] the filters. If the number of channels is a
            multiple of group_channels, the convolution is grouped: each group of channels produces an equal share of
            the outputs.
        strides: the step of the window along each axis of input, 1 or more. It must be 1 for batch and channels.
        padding: SAME pads with zeros so that the output size is the input size divided by the stride, rounded up. VALID
            does not pad. EXPLICIT pads by explicit_paddings.
        use_cudnn_on_gpu: has no effect; accepted for TensorFlow compatibility.
        explicit_paddings: for EXPLICIT, the zeros added before and after each axis; 0 for batch and channels.
        data_format: the order of the axes of input and output, NHWC or NCHW.
        dilations: the distance between neighboring filter elements along each axis of input, 1 or more.

    Returns:
        output: [batch, rows, columns, outputs] the convolved images.
    """
    windows = geometry(input.shape, filter.shape, data_format, strides, dilations, padding, explicit_paddings)
    return in_format(convolve(channels_last(input, data_format), filter, windows), data_format)


Conv2D.shape(lambda call: forward_shape(call, groups=True))


@block(
    "input_sizes: int32, filter: T, out_backprop: T -> output: T",
    T=(*FLOATS, INT32),
    attributes_of=Conv2D,
    example={
        "input_sizes": [1, 1, 3, 1],
        "filter": [[[[1.0]], [[-1.0]]]],
        "out_backprop": [[[[1.0], [2.0]]]],
        **CLOSE,
        "output": [[[[1.0], [1.0], [-2.0]]]],
    },
)
@specialised(_few(few_by_images, -1, 1, 1, 2))
@natively(convolutions[1])
def Conv2DBackpropInput(input_sizes: Array, filter: Array, out_backprop: Array, **attributes: Any) -> Array:
    """Compute the gradient of Conv2D with respect to its input (a transposed convolution).

    Args:
        input_sizes: [2] or [4] the shape of the input of the convolution; height and width alone are enough.
        filter: [filter_height, filter_width, group_channels, outputs] the filters.
        out_backprop: [batch, rows, columns, outputs] the gradient with respect to the output of the convolution.
        strides: the step of the window along each axis of the images, 1 or more. It must be 1 for batch and channels.
        padding: the padding of the convolution: SAME, VALID or EXPLICIT.
        data_format: the order of the axes of the images and of out_backprop, NHWC or NCHW.
        dilations: the distance between neighboring filter elements along each axis, 1 or more.

    Returns:
        output: [batch, height, width, channels] the gradient with respect to the input, with the shape input_sizes.
    """
    return _by_input(input_sizes, filter, out_backprop, **attributes)


Conv2DBackpropInput.shape(lambda call: input_shape(call, is_2d=True))


@block(
    "input: T, filter_sizes: int32, out_backprop: T -> output: T",
    T=FLOATS,
    attributes_of=Conv2D,
    doc_of=Conv2DBackpropInput,
    example={
        "input": [[[[1.0], [2.0], [4.0]]]],
        "filter_sizes": [1, 2, 1, 1],
        "out_backprop": [[[[1.0], [3.0]]]],
        **CLOSE,
        "output": [[[[7.0]], [[14.0]]]],
    },
)
@specialised(_few(few_by_filter, 0, -1, 0, 2))
@natively(convolutions[2])
def Conv2DBackpropFilter(input: Array, filter_sizes: Array, out_backprop: Array, **attributes: Any) -> Array:
    """Compute the gradient of Conv2D with respect to its filter.

    Args:
        input: [batch, height, width, channels] the input of the convolution.
        filter_sizes: [4] the shape of the filter: height, width, channels, outputs.

    Returns:
        output: [filter_height, filter_width, group_channels, outputs] the gradient with respect to the filter, with the
            shape filter_sizes.
    """
    return _by_filter(input, filter_sizes, out_backprop, **attributes)


Conv2DBackpropFilter.shape(functools.partial(filter_shape, groups=True))

declare_checks(Conv2D, Conv2DBackpropInput, Conv2DBackpropFilter)
declare_gradients(Conv2D, Conv2DBackpropInput, Conv2DBackpropFilter)


# -- Volumes ----------------------------------------------------------------------------------------------------------

_CLOSE_3D = {"strides": [1, 1, 1, 1, 1], "padding": "VALID"}
_CHOICES_3D = {"strides": 5, "padding": PADDINGS, "data_format": FORMATS_3D}


@block(
    "input: T, filter: T -> output: T",
    T=FLOATS,
    where=_CHOICES_3D,
    example={
        "input": [[[[[1.0], [2.0], [4.0]]], [[[3.0], [5.0], [9.0]]]]],
        "filter": [[[[[1.0]], [[-1.0]]]]],
        **_CLOSE_3D,
        "output": [[[[[-1.0], [-2.0]]], [[[-2.0], [-4.0]]]]],
    },
)
@specialised(_few(few_convolved, 0, 1, 0, 1))
@natively(convolutions[0])
def Conv3D(
    input: Array,
    filter: Array,
    *,
    strides: list[int],
    padding: str,
    data_format: str = "NDHWC",
    dilations: list[int] = [1, 1, 1, 1, 1],  # noqa: B006 - attributes are read-only
) -> Array:
    """Compute a 3-D convolution of volumes with filters.

    It works like Conv2D with one more spatial axis, depth.

    Args:
        input: [batch, depth, height, width, channels] the volumes; [batch, channels, depth, height, width] for NCDHW.
        filter: [filter_depth, filter_height, filter_width, channels, outputs] the filters.
        strides: the step of the window along each axis of input, 1 or more. It must be 1 for batch and channels.
        padding: SAME pads with zeros so that the output size is input size / stride, rounded up. VALID does not pad.
        data_format: the order of the axes of input and output, NDHWC or NCDHW.
        dilations: the distance between neighboring filter elements along each axis of input, 1 or more.

    Returns:
        output: [batch, planes, rows, columns, outputs] the convolved volumes.
    """
    windows = geometry(input.shape, filter.shape, data_format, strides, dilations, padding)
    return in_format(convolve(channels_last(input, data_format), filter, windows), data_format)


@block(
    "input_sizes: Tshape, filter: T, out_backprop: T -> output: T",
    T=FLOATS,
    Tshape=INDEX,
    attributes_of=Conv3D,
    doc_of=Conv2DBackpropInput,
    example={
        "input_sizes": [1, 1, 1, 3, 1],
        "filter": [[[[[1.0]], [[-1.0]]]]],
        "out_backprop": [[[[[1.0], [2.0]]]]],
        **_CLOSE_3D,
        "output": [[[[[1.0], [1.0], [-2.0]]]]],
    },
)
@specialised(_few(few_by_images, -1, 1, 1, 2))
@natively(convolutions[1])
def Conv3DBackpropInputV2(input_sizes: Array, filter: Array, out_backprop: Array, **attributes: Any) -> Array:
    """Compute the gradient of Conv3D with respect to its input (a transposed convolution).

    Args:
        input_sizes: [5] the shape of the input of the convolution.
        filter: [filter_depth, filter_height, filter_width, channels, outputs] the filters.
        out_backprop: [batch, planes, rows, columns, outputs] the gradient with respect to the convolved volumes.
        padding: the padding of the convolution: SAME or VALID.
        data_format: the order of the axes of the images and of out_backprop, NDHWC or NCDHW.

    Returns:
        output: [batch, depth, height, width, channels] the gradient with respect to the input, of shape input_sizes.
    """
    return _by_input(input_sizes, filter, out_backprop, **attributes)


@block(
    "input: T, filter_sizes: int32, out_backprop: T -> output: T",
    T=FLOATS,
    attributes_of=Conv3D,
    doc_of=Conv3DBackpropInputV2,
    example={
        "input": [[[[[1.0], [2.0], [4.0]]]]],
        "filter_sizes": [1, 1, 2, 1, 1],
        "out_backprop": [[[[[1.0], [3.0]]]]],
        **_CLOSE_3D,
        "output": [[[[[7.0]], [[14.0]]]]],
    },
)
@specialised(_few(few_by_filter, 0, -1, 0, 2))
@natively(convolutions[2])
def Conv3DBackpropFilterV2(input: Array, filter_sizes: Array, out_backprop: Array, **attributes: Any) -> Array:
    """Compute the gradient of Conv3D with respect to its filter.

    Args:
        input: [batch, depth, height, width, channels] the input of the convolution.
        filter_sizes: [5] the shape of the filter: depth, height, width, channels, outputs.

    Returns:
        output: [filter_depth, filter_height, filter_width, channels, outputs] the gradient with respect to the filter,
            with the shape filter_sizes.
    """
    return _by_filter(input, filter_sizes, out_backprop, **attributes)


Conv3D.shape(forward_shape)
Conv3DBackpropInputV2.shape(input_shape)
Conv3DBackpropFilterV2.shape(filter_shape)

declare_checks(Conv3D, Conv3DBackpropInputV2, Conv3DBackpropFilterV2)
declare_gradients(Conv3D, Conv3DBackpropInputV2, Conv3DBackpropFilterV2)


_FORMATS = {4: "NHWC", 5: "NDHWC"}


@block(
    "input: T, filter: T -> output: T",
    T=(*FLOATS, INT32),
    where={"padding": PADDINGS_AND_EXPLICIT, "data_format": ("CHANNELS_FIRST", "CHANNELS_LAST")},
    example=Conv2D.example,
)
def Conv(
    input: Array,
    filter: Array,
    *,
    strides: list[int],
    padding: str,
    explicit_paddings: list[int] = [],  # noqa: B006 - attributes are read-only
    data_format: str = "CHANNELS_LAST",
    dilations: list[int] = [],  # noqa: B006
    batch_dims: int = 1,
    groups: int = 1,
) -> Array:
    """Compute a 2-D or 3-D convolution, chosen by the rank of the filter, with any number of batch axes.

    It has no gradient, as in TensorFlow. Use Conv2D or Conv3D if you need one.

    Args:
        input: [..., channels] the images or volumes: batch axes, then depth (volumes only), height, width and channels.
        filter: [..., channels, outputs] the filters, with two or three spatial axes.
        strides: the step of the window along each axis, 1 or more: 1 for the batch, one value per spatial axis, 1 for
            the channels.
        padding: SAME, VALID or EXPLICIT, as for Conv2D.
        explicit_paddings: for EXPLICIT, two sizes for each entry of strides: zeros added before and after. They must be
            0 for batch and channels.
        data_format: only CHANNELS_LAST; TensorFlow supports CHANNELS_FIRST on GPUs only.
        dilations: the distance between neighboring filter elements, one value for each entry of strides. An empty list
            means 1 everywhere.
        batch_dims: the number of batch axes of input, 0 or more.
        groups: only 1. Use Conv2D for grouped convolutions.

    Returns:
        output: [..., outputs] the convolved images.
    """
    form = _FORMATS[filter.ndim]
    lead, rest = input.shape[:batch_dims], input.shape[batch_dims:]
    windows = geometry(
        (1, *rest), filter.shape, form, strides, dilations or [1] * len(form), padding, explicit_paddings
    )
    result = convolve(input.reshape(math.prod(lead), *rest), filter, windows)
    return result.reshape(*lead, *result.shape[1:])


def _check_general(attrs: dict[str, Any]) -> None:
    if attrs["data_format"] != "CHANNELS_LAST":
        text = "Conv: data_format CHANNELS_FIRST is not supported"
        raise DiagramError(text, pin="data_format", hint="use CHANNELS_LAST")
    if attrs["groups"] != 1:
        raise DiagramError("Conv: grouped convolutions are not supported", pin="groups", hint="use Conv2D")
    if attrs["batch_dims"] < 0:
        raise DiagramError(f"Conv: batch_dims must be 0 or more, got {attrs['batch_dims']}", pin="batch_dims")
    form = _FORMATS.get(len(attrs["strides"]))
    if form is None:
        text = f"Conv: strides must have four or five values (NHWC or NDHWC), got {attrs['strides']}"
        raise DiagramError(text, pin="strides")
    check_steps("Conv", attrs, "strides", form)
    if attrs["dilations"]:
        check_steps("Conv", attrs, "dilations", form)
    check_paddings("Conv", attrs, form)


Conv.prepare = _check_general


@Conv.shape
def _(call: Call) -> Shape:
    attrs = call.attrs
    form = _FORMATS[len(attrs["strides"])]
    spatial = len(form) - 2
    rank = attrs["batch_dims"] + spatial + 1
    text = f"input must have {rank} axes ({attrs['batch_dims']} batch axes, {spatial} spatial axes, and channels)"
    image = require_ranks(call, "input", rank, rank, text)
    filter = filter_of(call, "filter", call.shape("filter"), len(form))
    lead, last = ((), (None,) * (spatial + 1)) if image is None else (image[: -spatial - 1], image[-spatial - 1 :])
    result = convolved_shape(call, form, (None, *last), filter)
    return None if image is None else (*lead, *result[1:])
