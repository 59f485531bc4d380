"""Local response normalization: strong channels suppress their neighbors."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import BFLOAT16, FLOAT, HALF
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Output
from blocks.library.array.arguments import pin_error
from blocks.library.declare import block, make
from blocks.library.math.shared import wide_dtype
from blocks.library.nn.windows import ranked

_FLOATS = (HALF, BFLOAT16, FLOAT)


@block(
    "input: T -> output: T",
    T=_FLOATS,
    example={
        "input": [[[[1.0, 2.0, 0.0, -4.0]]]],
        "depth_radius": 1,
        "bias": 4.0,
        "output": [[[[0.33333333, 0.66666667, 0.0, -0.89442719]]]],
    },
)
def LRN(input: Array, *, depth_radius: int = 5, bias: float = 1.0, alpha: float = 1.0, beta: float = 0.5) -> Array:
    """Apply local response normalization (LRN) across channels.

    output[c] = input[c] / (bias + alpha * sum_k input[k]^2)^beta, where k runs from c - depth_radius to c +
    depth_radius within the existing channels.

    Source: Krizhevsky, Sutskever, Hinton, ImageNet Classification with Deep Convolutional Neural Networks (2012).

    Args:
        input: [batch, height, width, channels] the images.
        depth_radius: the number of neighboring channels on each side, 0 or more.
        bias: the value added to the sum. A value above 0 avoids division by 0.
        alpha: the factor of the sum of squares.
        beta: the exponent.

    Returns:
        output: [batch, height, width, channels] the normalized images.
    """
    x = input.astype(wide_dtype(input), copy=False)
    divisor = _window_sums(x * x, depth_radius)
    divisor *= np.float32(alpha)
    divisor += np.float32(bias)
    return (x * _negative_power(divisor, beta)).astype(input.dtype, copy=False)


def _negative_power(base: Array, beta: float) -> Array:
    """Return ``base ** -beta``, through faster roots for the two usual betas."""
    if beta == 0.5:
        return 1 / np.sqrt(base)
    if beta == 0.75:
        root = np.sqrt(base)
        root *= np.sqrt(root)
        return 1 / root
    return np.power(base, np.float32(-beta))


def _prepare(attrs: dict[str, Any]) -> None:
    if not 0 <= attrs["depth_radius"] < 2**31:
        text = f"LRN: depth_radius must be from 0 to {2**31 - 1}, got {attrs['depth_radius']}"
        raise DiagramError(text, pin="depth_radius")


LRN.prepare = _prepare


LRN.shape(lambda call: ranked(call, "input", 4, "images [batch, height, width, channels]"))


@LRN.gradient()
def _(call: Node, dy: Output) -> Output:
    x, radius, beta = call.input("input"), call.attrs["depth_radius"], call.attrs["beta"]
    dtype = x.dtype
    if dtype is not FLOAT:  # the squares have no room in two bytes
        x, dy = make("Cast", x, DstT=FLOAT), make("Cast", dy, DstT=FLOAT)
    divisor = (
        make("ChannelWindowSum", make("Square", x), depth_radius=radius) * call.attrs["alpha"] + call.attrs["bias"]
    )
    power = make("Rsqrt", divisor) if beta == 0.5 else make("Pow", divisor, -beta)
    around = make("ChannelWindowSum", dy * x * power / divisor, depth_radius=radius)
    dx = dy * power - x * around * (2 * call.attrs["alpha"] * beta)
    return dx if dtype is FLOAT else make("Cast", dx, DstT=dtype)


@block("x: T -> sums: T", T=(FLOAT,), internal=True)
def ChannelWindowSum(x: Array, *, depth_radius: int) -> Array:
    """Sum each channel with its neighbors. LRN's gradient uses it.

    Args:
        depth_radius: the number of neighboring channels on each side, 0 or more.
    """
    return _window_sums(x, depth_radius)


@ChannelWindowSum.shape
def _(call: Call) -> Shape:
    shape = call.shape("x")
    if shape == ():
        raise pin_error(call, "x", "x must have a channel axis, got a scalar")
    return shape


ChannelWindowSum.gradient()(lambda call, dy: ChannelWindowSum(dy, depth_radius=call.attrs["depth_radius"]).as_output())


def _window_sums(x: Array, radius: int) -> Array:
    """Sum 2 radius + 1 neighbors along the last axis by doubling: log2 passes without cancellation."""
    channels = x.shape[-1]
    radius = min(radius, max(channels - 1, 0))
    width = 2 * radius + 1
    sums = np.zeros((*x.shape[:-1], channels + 2 * radius), x.dtype)  # of the next `have` values, from each position on
    sums[..., radius : radius + channels] = x
    result = np.zeros(x.shape, x.dtype)
    have, done = 1, 0
    while True:
        if width & have:
            result += sums[..., done : done + channels]
            done += have
        if done == width:
            return result
        sums = sums[..., :-have] + sums[..., have:]
        have *= 2
