"""Bias addition: one value per channel."""

from __future__ import annotations

import numpy as np

from blocks.base.dtypes import NUMERIC
from blocks.base.matrix_products import sums
from blocks.base.shapes import compatible, merge, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Output
from blocks.library.array.arguments import require_rank, require_ranks, shape_error
from blocks.library.declare import block, make
from blocks.library.math.shared import wide_dtype

FORMATS = ("NHWC", "NCHW")


def _channel_axis(data_format: str, rank: int) -> int:
    return 1 if data_format == "NCHW" else rank - 1


def _channels(call: Call, pin: str) -> tuple[Shape, int | None]:
    """Return the shape at a pin with a channel axis, and the number of channels."""
    if call.attrs["data_format"] == "NCHW":
        shape = require_rank(call, pin, 3, "at least three axes (NCHW)")
    else:
        shape = require_rank(call, pin, 2, "at least two axes")
    if shape is None:
        return None, None
    return shape, shape[_channel_axis(call.attrs["data_format"], len(shape))]


@block(
    "value: T, bias: T -> output: T",
    T=NUMERIC,
    where={"data_format": FORMATS},
    in_place=["value"],
    example={"value": [[1.0, 2.0], [3.0, 4.0]], "bias": [10.0, 20.0], "output": [[11.0, 22.0], [13.0, 24.0]]},
)
def BiasAdd(value: Array, bias: Array, out: Array | None = None, *, data_format: str = "NHWC") -> Array:
    """Add a bias to each channel: output[..., c] = value[..., c] + bias[c].

    Args:
        value: [...] a tensor with two or more axes, one of them the channels. NCHW requires three or more.
        bias: [channels] the bias of each channel.
        data_format: where the channels are: NHWC means the last axis, NCHW the second axis.

    Returns:
        output: [...] the sum, with the shape of value.
    """
    return np.add(value, bias.reshape(-1, *[1] * (value.ndim - 2)) if data_format == "NCHW" else bias, out)


@BiasAdd.shape
def _(call: Call) -> Shape:
    shape, channels = _channels(call, "value")
    bias = require_ranks(call, "bias", 1, 1, "bias must be a vector")
    if not compatible((channels,), bias):
        where = f"{call.attrs['data_format']}, {shape_text(shape)}"
        raise shape_error(call, "bias", f"bias must have one value for each of the {channels} channels ({where})")
    if shape is None:
        return None
    axis = _channel_axis(call.attrs["data_format"], len(shape))
    return (*shape[:axis], *(merge((channels,), bias) or ()), *shape[axis + 1 :])


BiasAdd.gradient()(lambda call, dy: (dy, BiasAddGrad(dy, data_format=call.attrs["data_format"]).as_output()))


@block(
    "out_backprop: T -> output: T",
    T=NUMERIC,
    where={"data_format": FORMATS},
    example={"out_backprop": [[1.0, 2.0], [3.0, 4.0]], "output": [4.0, 6.0]},
)
def BiasAddGrad(out_backprop: Array, *, data_format: str = "NHWC") -> Array:
    """Compute the gradient of BiasAdd with respect to bias: the sum over all axes except the channels.

    Args:
        out_backprop: [...] a tensor with two or more axes, one of them the channels. NCHW requires three or more.
        data_format: where the channels are: NHWC means the last axis, NCHW the second axis.

    Returns:
        output: [channels] the sum of each channel. It is 0 for an empty batch.
    """
    axis = _channel_axis(data_format, out_backprop.ndim)
    others = tuple(i for i in range(out_backprop.ndim) if i != axis)
    wide = out_backprop.astype(wide_dtype(out_backprop), copy=False)
    return sums(wide, others).astype(out_backprop.dtype, copy=False)


BiasAddGrad.shape(lambda call: (_channels(call, "out_backprop")[1],))


@BiasAddGrad.gradient()
def _(call: Node, dy: Output) -> Output:
    # Broadcasts dy over the other axes, wherever the channels are, and needs to know no rank.
    zeros = make("ZerosLike", call.input("out_backprop"))
    return BiasAdd(zeros, dy, data_format=call.attrs["data_format"]).as_output()
