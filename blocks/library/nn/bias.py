"""Bias addition: one value per channel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.dtypes import NUMERIC
from blocks.base.matrix_products import summing
from blocks.base.shapes import compatible, element_count, is_known, merge, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Output
from blocks.graph.kernel_choice import specialised
from blocks.library.array.arguments import require_rank, require_ranks, shape_error
from blocks.library.declare import block, make
from blocks.library.math.shared import wide_dtype

FORMATS = ("NHWC", "NCHW")
_WIDE = 1024
"""Elements that NumPy's inner loops go through at a time where they would go through few."""
_FEW = 128
_MANY = 1 << 16
"""Elements of an array for which that is worth the care."""


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


def _is_plain(node: Node, channels: int) -> bool:
    size = element_count(node.inputs[0].shape) or 0
    return node.attrs["data_format"] == "NHWC" and (size < _MANY or channels > _FEW)


def _addition(node: Node) -> Callable[..., Any] | None:
    [channels] = node.inputs[1].shape or (0,)
    return np.add if _is_plain(node, channels or 0) else None


@block(
    "value: T, bias: T -> output: T",
    T=NUMERIC,
    where={"data_format": FORMATS},
    in_place=["value"],
    fusion="row_wise",
    example={"value": [[1.0, 2.0], [3.0, 4.0]], "bias": [10.0, 20.0], "output": [[11.0, 22.0], [13.0, 24.0]]},
)
@specialised(_addition)
def BiasAdd(value: Array, bias: Array, out: Array | None = None, *, data_format: str = "NHWC") -> Array:
    """Add a bias to each channel: output[..., c] = value[..., c] + bias[c].

    Args:
        value: [...] a tensor with two or more axes, one of them the channels. NCHW requires three or more.
        bias: [channels] the bias of each channel.
        data_format: where the channels are: NHWC means the last axis, NCHW the second axis.

    Returns:
        output: [...] the sum, with the shape of value.
    """
    if data_format == "NCHW":
        return np.add(value, bias.reshape(-1, *[1] * (value.ndim - 2)), out)
    out = np.empty_like(value) if out is None else out
    count = _abreast(value, bias.size) if value.size >= _MANY and out.flags.c_contiguous else 1
    if count > 1:
        wide = (-1, count * bias.size)
        np.add(value.reshape(wide), bias[np.newaxis].repeat(count, 0).reshape(-1), out.reshape(wide))
        return out
    return np.add(value, bias, out)


def _abreast(x: Array, channels: int) -> int:
    """Return the number of rows of channels to process as one: NumPy is slow for short rows."""
    if channels > _FEW or not x.flags.c_contiguous:
        return 1
    rows = x.size // channels
    return next(count for count in range(_WIDE // channels, 0, -1) if rows % count == 0)


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


def _summation(node: Node) -> Callable[..., Any] | None:
    *others, channels = shape = node.inputs[0].shape or (0,)
    axes = tuple(range(len(others)))
    if is_known(shape) and node.attrs["data_format"] == "NHWC":
        add = summing(tuple([size or 0 for size in shape]), axes, node.outputs[0].dtype.numpy)
        if add is not None:
            return add

    def summed(x: Array) -> Any:
        return np.add.reduce(x, axes)

    return summed if _is_plain(node, channels or 0) else None


@block(
    "out_backprop: T -> output: T",
    T=NUMERIC,
    where={"data_format": FORMATS},
    row_major="preserved",
    example={"out_backprop": [[1.0, 2.0], [3.0, 4.0]], "output": [4.0, 6.0]},
)
@specialised(_summation)
def BiasAddGrad(out_backprop: Array, *, data_format: str = "NHWC") -> Array:
    """Compute the gradient of BiasAdd with respect to bias: the sum over all axes except the channels.

    Args:
        out_backprop: [...] a tensor with two or more axes, one of them the channels. NCHW requires three or more.
        data_format: where the channels are: NHWC means the last axis, NCHW the second axis.

    Returns:
        output: [channels] the sum of each channel. It is 0 for an empty batch.
    """
    dtype, wide = out_backprop.dtype, wide_dtype(out_backprop)
    axis = _channel_axis(data_format, out_backprop.ndim)
    others = tuple(i for i in range(out_backprop.ndim) if i != axis)
    if (add := summing(out_backprop.shape, others, dtype)) is not None:
        return add(out_backprop)
    channels = out_backprop.shape[axis]
    count = _abreast(out_backprop, channels) if data_format == "NHWC" and out_backprop.size >= _MANY else 1
    if count > 1:
        out_backprop = np.add.reduce(out_backprop.reshape(-1, count * channels), 0, wide).reshape(count, channels)
        others = (0,)
    return np.add.reduce(out_backprop, others, wide).astype(dtype, copy=False)


BiasAddGrad.shape(lambda call: (_channels(call, "out_backprop")[1],))


@BiasAddGrad.gradient()
def _(call: Node, dy: Output) -> Output:
    # Broadcasts dy over the other axes, wherever the channels are, and needs to know no rank.
    zeros = make("ZerosLike", call.input("out_backprop"))
    return BiasAdd(zeros, dy, data_format=call.attrs["data_format"]).as_output()
