"""Convolution of images or volumes with any number of batch axes."""

from __future__ import annotations

import math
from typing import Any

from blocks.base.dtypes import FLOATS, INT32
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.declare import block
from blocks.library.nn.convolution import geometry
from blocks.library.nn.convolution_kernels import convolve
from blocks.library.nn.windows import PADDINGS_AND_EXPLICIT, check_paddings, check_steps, explicit_pairs, window_counts

_FORMATS = {4: "NHWC", 5: "NDHWC"}


@block(
    "input: T, filter: T -> output: T",
    T=(*FLOATS, INT32),
    where={"padding": PADDINGS_AND_EXPLICIT, "data_format": ("CHANNELS_FIRST", "CHANNELS_LAST")},
    example={
        "input": [[[[1.0], [2.0], [4.0]], [[3.0], [5.0], [9.0]]]],
        "filter": [[[[1.0]], [[-1.0]]]],
        "strides": [1, 1, 1, 1],
        "padding": "VALID",
        "output": [[[[-1.0], [-2.0]], [[-2.0], [-4.0]]]],
    },
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


def _check(attrs: dict[str, Any]) -> None:
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


Conv.prepare = _check


@Conv.shape
def _(call: Call) -> Shape:
    attrs = call.attrs
    form = _FORMATS[len(attrs["strides"])]
    image, filter = call.shape("input"), call.shape("filter")
    spatial = len(form) - 2
    rank = attrs["batch_dims"] + spatial + 1
    if image is not None and len(image) != rank:
        text = f"Conv: input must have {rank} axes ({attrs['batch_dims']} batch axes, {spatial} spatial axes, and"
        raise DiagramError(f"{text} channels), got shape {shape_text(image)}", pin="input")
    if filter is not None and len(filter) != len(form):
        text = f"Conv: filter must have {len(form)} axes, one per entry of strides, got shape {shape_text(filter)}"
        raise DiagramError(text, pin="filter")
    if filter is not None and 0 in filter[:-1]:
        raise DiagramError(f"Conv: expected a non-empty filter, got shape {shape_text(filter)}", pin="filter")
    indices = image[-spatial - 1 : -1] if image is not None else (None,) * spatial
    window, outs = (filter[:-2], filter[-1]) if filter is not None else ((None,) * spatial, None)
    if image is not None and filter is not None and None not in (image[-1], filter[-2]) and image[-1] != filter[-2]:
        text = f"Conv: the images have {image[-1]} channels, but the filter has {filter[-2]}"
        raise DiagramError(text, pin="input")
    steps = attrs["strides"][1:-1], (attrs["dilations"] or [1] * len(form))[1:-1]
    pairs = explicit_pairs(attrs["explicit_paddings"], form)
    counts = window_counts(call, "input", indices, window, *steps, attrs["padding"], pairs)
    return None if image is None else (*image[: attrs["batch_dims"]], *counts, outs)
