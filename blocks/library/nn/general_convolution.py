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
    """Slide filters over images or volumes: Conv2D or Conv3D, by the rank of the filter, with any number of batch axes.

    It has no gradient, as in TensorFlow; Conv2D and Conv3D have one.

    Args:
        input: [..., channels] images (or volumes): batch axes, height and width (or depth too), the channels.
        filter: [..., channels, outputs] the filters, with two or three sizes of the window.
        strides: the step of the window: 1 for the batch, one number for each spatial axis, 1 for the channels.
        padding: SAME, VALID or EXPLICIT.
        explicit_paddings: for EXPLICIT two numbers for each entry of strides, before and behind; 0 for batch and
            channels.
        data_format: CHANNELS_LAST; CHANNELS_FIRST exists on graphics processors only.
        dilations: the step from position to position within the window, as strides; none means 1 everywhere.
        batch_dims: how many axes of input are batch axes.
        groups: 1; convolutions in groups are Conv2D's.

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
        text = "Conv does not know the layout CHANNELS_FIRST, which exists on graphics processors only"
        raise DiagramError(text, pin="data_format", hint="use CHANNELS_LAST")
    if attrs["groups"] != 1:
        raise DiagramError("Conv does not convolve in groups", pin="groups", hint="the block Conv2D does")
    if attrs["batch_dims"] < 0:
        raise DiagramError(f"Conv needs batch_dims of 0 or more, got {attrs['batch_dims']}", pin="batch_dims")
    form = _FORMATS.get(len(attrs["strides"]))
    if form is None:
        text = f"Conv needs four or five numbers at strides (NHWC or NDHWC), got {attrs['strides']}"
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
        text = f"Conv needs {rank} axes at input: {attrs['batch_dims']} of the batch, {spatial} of space, the channels;"
        raise DiagramError(f"{text} got shape {shape_text(image)}", pin="input")
    if filter is not None and len(filter) != len(form):
        text = f"Conv needs a filter of {len(form)} axes, as many as strides has entries, got {shape_text(filter)}"
        raise DiagramError(text, pin="filter")
    if filter is not None and 0 in filter[:-1]:
        raise DiagramError(f"Conv needs a filter that is not empty, got shape {shape_text(filter)}", pin="filter")
    indices = image[-spatial - 1 : -1] if image is not None else (None,) * spatial
    window, outs = (filter[:-2], filter[-1]) if filter is not None else ((None,) * spatial, None)
    if image is not None and filter is not None and None not in (image[-1], filter[-2]) and image[-1] != filter[-2]:
        text = f"Conv: images of {image[-1]} channels do not fit a filter for {filter[-2]}"
        raise DiagramError(text, pin="input")
    steps = attrs["strides"][1:-1], (attrs["dilations"] or [1] * len(form))[1:-1]
    pairs = explicit_pairs(attrs["explicit_paddings"], form)
    counts = window_counts(call, "input", indices, window, *steps, attrs["padding"], pairs)
    return None if image is None else (*image[: attrs["batch_dims"]], *counts, outs)
