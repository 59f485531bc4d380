"""Simulated quantization: floats rounded as if they were integers of few bits, with a gradient for training."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, merge, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import expect, require_rank, require_vector, shape_error
from blocks.library.array.quantization.arithmetic import require_scalars, rounded
from blocks.library.declare import block

_NO_GRADIENT = "it is the gradient of fake quantization, which is piecewise constant"


class _Levels(NamedTuple):
    """Levels from low to high in steps of scale. ``inverse`` is 1 / scale; with ``off`` all values are 0."""

    low: Array
    high: Array
    scale: Array
    inverse: Array
    off: Array


def _levels(low: Any, high: Any, num_bits: int, narrow_range: bool) -> _Levels:
    """Shift a range slightly so that 0 is exactly a level; elementwise for several ranges."""
    first, last = np.float32(narrow_range), np.float32(2**num_bits - 1)
    scale = (high - low) / (last - first)
    inverse = (last - first) / (high - low)
    from_low = first - low / scale
    zero = np.where(from_low < first, first, np.where(from_low > last, last, rounded(from_low)))
    zero = np.where(np.isnan(zero), np.float32(0.0), zero)
    return _Levels((first - zero) * scale, (last - zero) * scale, scale, inverse, (low == 0) & (high == 0))


def _simulated(x: Array, levels: _Levels, divide: bool) -> Array:
    zero = np.floor(-levels.low * levels.inverse + np.float32(0.5))
    shifted = np.maximum(np.minimum(x, levels.high), levels.low) - levels.low
    steps = shifted / levels.scale if divide else shifted * levels.inverse
    result = np.floor(steps - zero + np.float32(0.5)) * levels.scale
    return np.asarray(np.where(levels.off, np.float32(0.0), result))


def _backward(gradients: Array, x: Array, levels: _Levels) -> tuple[Array, Array, Array]:
    within = (x >= levels.low) & (x <= levels.high)
    passed = gradients * np.where(levels.off, True, within)
    below = gradients * (~levels.off & (x < levels.low))
    above = gradients * (~levels.off & (x > levels.high))
    return passed, below, above


def _check_bits(attrs: dict[str, Any]) -> None:
    expect(attrs, "num_bits", 2 <= attrs["num_bits"] <= 16, "from 2 to 16")


def _check_range(attrs: dict[str, Any]) -> None:
    _check_bits(attrs)
    expect(attrs, "max", attrs["min"] < attrs["max"], f"more than min ({attrs['min']})")


def _common_shape(call: Call) -> Shape:
    gradients, inputs = call.shape("gradients"), call.shape("inputs")
    if not compatible(gradients, inputs):
        text = f"{call.type.name}: gradients must have the shape of inputs, {shape_text(inputs)}"
        raise DiagramError(f"{text}, got {shape_text(gradients)}", pin="gradients")
    return merge(gradients, inputs)


def _channels(call: Call, shape: Shape) -> int | None:
    require_rank(call, "inputs", 1, "rank 1 or more")
    count = shape[-1] if shape else None
    for pin in ("min", "max"):
        require_vector(call, pin)
        result = call.shape(pin)
        if not compatible((count,), result):
            raise shape_error(call, pin, f"{pin} must have one value per channel ({count})")
        count = result[0] if count is None and result is not None else count
    return count


# -- One range, as attributes ------------------------------------------------------------------------------------------


@block(
    "inputs: float -> outputs: float",
    surrogate_gradient="the result is a step function, but the gradient is that of a straight line",
    example={"inputs": [-9.0, 0.0, 1.3], "min": -1.0, "max": 2.0, "num_bits": 2, "outputs": [-1.0, 0.0, 1.0]},
)
def FakeQuantWithMinMaxArgs(
    inputs: Array, *, min: float = -6.0, max: float = 6.0, num_bits: int = 8, narrow_range: bool = False
) -> Array:
    """Fake-quantize a tensor: round its values to 2^num_bits levels in a fixed range.

    The levels are evenly spaced from min to max. The range is shifted slightly, so that 0 is a level. Values outside
    the range are clipped to it. The gradient passes through unchanged within the range, and is 0 outside.

    Source: TensorFlow's documentation of tf.quantization.fake_quant_with_min_max_args.

    Args:
        inputs: [...] the values to round.
        min: the lower end of the range.
        max: the upper end of the range, above min.
        num_bits: the number of bits of the simulated integers, from 2 to 16.
        narrow_range: whether to leave out the lowest integer: 1 ... 2^num_bits - 1 instead of 0 ... 2^num_bits - 1.

    Returns:
        outputs: [...] the rounded values, of the shape of inputs.
    """
    levels = _levels(np.float32(min), np.float32(max), num_bits, narrow_range)
    return _simulated(inputs, levels, divide=False)


FakeQuantWithMinMaxArgs.shape(lambda call: call.shape("inputs"))
FakeQuantWithMinMaxArgs.prepare = _check_range


@FakeQuantWithMinMaxArgs.gradient()
def _(call: Node, dy: Output) -> Operand:
    return FakeQuantWithMinMaxArgsGradient(dy, call.input("inputs"), **call.attrs)


@block(
    "gradients: float, inputs: float -> backprops: float",
    not_differentiable=_NO_GRADIENT,
    doc_of=FakeQuantWithMinMaxArgs,
    example={
        "gradients": [1.0, 2.0, 3.0],
        "inputs": [-9.0, 0.0, 1.3],
        "min": -1.0,
        "max": 2.0,
        "num_bits": 2,
        "backprops": [0.0, 2.0, 3.0],
    },
)
def FakeQuantWithMinMaxArgsGradient(
    gradients: Array,
    inputs: Array,
    *,
    min: float = -6.0,
    max: float = 6.0,
    num_bits: int = 8,
    narrow_range: bool = False,
) -> Array:
    """Compute the gradient of FakeQuantWithMinMaxArgs: gradients within the range, 0 outside.

    Source: TensorFlow's documentation of tf.quantization.fake_quant_with_min_max_args_gradient.

    Args:
        gradients: [...] the gradient with respect to the outputs.
        inputs: [...] the inputs of the forward block.

    Returns:
        backprops: [...] the gradient with respect to the inputs.
    """
    return _backward(gradients, inputs, _levels(np.float32(min), np.float32(max), num_bits, narrow_range))[0]


FakeQuantWithMinMaxArgsGradient.shape(_common_shape)
FakeQuantWithMinMaxArgsGradient.prepare = _check_range


# -- One range, as tensors ---------------------------------------------------------------------------------------------


@block(
    "inputs: float, min: float, max: float -> outputs: float",
    surrogate_gradient="the result is a step function, but the gradient is that of a straight line",
    doc_of=FakeQuantWithMinMaxArgs,
    example={"inputs": [-9.0, 0.0, 1.3], "min": -1.0, "max": 2.0, "num_bits": 2, "outputs": [-1.0, 0.0, 1.0]},
)
def FakeQuantWithMinMaxVars(
    inputs: Array, min: Array, max: Array, *, num_bits: int = 8, narrow_range: bool = False
) -> Array:
    """Fake-quantize a tensor: round its values to 2^num_bits levels in a trainable range.

    The levels are evenly spaced from min to max. The range is shifted slightly, so that 0 is a level. Values outside
    the range are clipped to it. The gradient goes to inputs within the range, to min for inputs below it, and to max
    for inputs above it. If min and max are both 0, all outputs are 0, and the gradient goes to all inputs.

    Source: TensorFlow's documentation of tf.quantization.fake_quant_with_min_max_vars.

    Args:
        min: [] the lower end of the range.
        max: [] the upper end of the range, above min.
    """
    return _simulated(inputs, _levels(min, max, num_bits, narrow_range), divide=True)


@FakeQuantWithMinMaxVars.shape
def _(call: Call) -> Shape:
    require_scalars(call, "min", "max")
    return call.shape("inputs")


@FakeQuantWithMinMaxVars.gradient()
def _(call: Node, dy: Output) -> tuple[Operand, ...]:
    return FakeQuantWithMinMaxVarsGradient(dy, *call.inputs, **call.attrs).outputs


@block(
    "gradients: float, inputs: float, min: float, max: float"
    " -> backprops_wrt_input: float, backprop_wrt_min: float, backprop_wrt_max: float",
    not_differentiable=_NO_GRADIENT,
    doc_of=(FakeQuantWithMinMaxVars, FakeQuantWithMinMaxArgsGradient),
    example={
        "gradients": [1.0, 2.0, 3.0],
        "inputs": [-9.0, 0.0, 2.5],
        "min": -1.0,
        "max": 2.0,
        "num_bits": 2,
        "backprops_wrt_input": [0.0, 2.0, 0.0],
        "backprop_wrt_min": 1.0,
        "backprop_wrt_max": 3.0,
    },
)
def FakeQuantWithMinMaxVarsGradient(
    gradients: Array, inputs: Array, min: Array, max: Array, *, num_bits: int = 8, narrow_range: bool = False
) -> tuple[Array, Any, Any]:
    """Compute the gradients of FakeQuantWithMinMaxVars with respect to its inputs, min and max.

    Source: TensorFlow's documentation of tf.quantization.fake_quant_with_min_max_vars_gradient.

    Args:
        inputs: [...] the inputs of the forward block.

    Returns:
        backprops_wrt_input: [...] the gradient with respect to the inputs: gradients within the range, 0 outside.
        backprop_wrt_min: [] the sum of the gradients of inputs below the range.
        backprop_wrt_max: [] the sum of the gradients of inputs above the range.
    """
    passed, below, above = _backward(gradients, inputs, _levels(min, max, num_bits, narrow_range))
    return passed, below.sum(), above.sum()


@FakeQuantWithMinMaxVarsGradient.shape
def _(call: Call) -> list[Shape]:
    require_scalars(call, "min", "max")
    return [_common_shape(call), (), ()]


# -- A range per channel -----------------------------------------------------------------------------------------------


@block(
    "inputs: float, min: float, max: float -> outputs: float",
    surrogate_gradient="the result is a step function, but the gradient is that of a straight line",
    example={
        "inputs": [[0.7, 0.7], [9.0, 9.0]],
        "min": [0.0, -1.0],
        "max": [3.0, 0.5],
        "num_bits": 2,
        "outputs": [[1.0, 0.5], [3.0, 0.5]],
    },
)
def FakeQuantWithMinMaxVarsPerChannel(
    inputs: Array, min: Array, max: Array, *, num_bits: int = 8, narrow_range: bool = False
) -> Array:
    """Fake-quantize a tensor as FakeQuantWithMinMaxVars does, with a separate range for each channel.

    Source: TensorFlow's documentation of tf.quantization.fake_quant_with_min_max_vars_per_channel.

    Args:
        inputs: [..., channels] the values to round. The last axis indexes the channels.
        min: [channels] the lower end of the range of each channel.
        max: [channels] the upper end of the range of each channel, above min.
        num_bits: the number of bits of the simulated integers, from 2 to 16.
        narrow_range: whether to leave out the lowest integer: 1 ... 2^num_bits - 1 instead of 0 ... 2^num_bits - 1.

    Returns:
        outputs: [..., channels] the rounded values, of the shape of inputs.
    """
    return _simulated(inputs, _levels(min, max, num_bits, narrow_range), divide=False)


@FakeQuantWithMinMaxVarsPerChannel.shape
def _(call: Call) -> Shape:
    shape = call.shape("inputs")
    channels = _channels(call, shape)
    return None if shape is None else (*shape[:-1], channels)


@FakeQuantWithMinMaxVarsPerChannel.gradient()
def _(call: Node, dy: Output) -> tuple[Operand, ...]:
    return FakeQuantWithMinMaxVarsPerChannelGradient(dy, *call.inputs, **call.attrs).outputs


@block(
    "gradients: float, inputs: float, min: float, max: float"
    " -> backprops_wrt_input: float, backprop_wrt_min: float, backprop_wrt_max: float",
    not_differentiable=_NO_GRADIENT,
    doc_of=FakeQuantWithMinMaxVarsPerChannel,
    example={
        "gradients": [[1.0, 2.0], [3.0, 4.0]],
        "inputs": [[0.7, -8.0], [9.0, 9.0]],
        "min": [0.0, -1.0],
        "max": [3.0, 0.5],
        "num_bits": 2,
        "backprops_wrt_input": [[1.0, 0.0], [0.0, 0.0]],
        "backprop_wrt_min": [0.0, 2.0],
        "backprop_wrt_max": [3.0, 4.0],
    },
)
def FakeQuantWithMinMaxVarsPerChannelGradient(
    gradients: Array, inputs: Array, min: Array, max: Array, *, num_bits: int = 8, narrow_range: bool = False
) -> tuple[Array, Array, Array]:
    """Compute the gradients of FakeQuantWithMinMaxVarsPerChannel with respect to its inputs, min and max.

    Source: TensorFlow's documentation of tf.quantization.fake_quant_with_min_max_vars_per_channel_gradient.

    Args:
        gradients: [..., channels] the gradient with respect to the outputs.
        inputs: [..., channels] the inputs of the forward block. The last axis indexes the channels.

    Returns:
        backprops_wrt_input: [..., channels] the gradient with respect to the inputs: gradients within the range of the
            channel, 0 outside.
        backprop_wrt_min: [channels] the sum of the gradients of inputs below the range, for each channel.
        backprop_wrt_max: [channels] the sum of the gradients of inputs above the range, for each channel.
    """
    passed, below, above = _backward(gradients, inputs, _levels(min, max, num_bits, narrow_range))
    others = tuple(range(inputs.ndim - 1))
    return passed, below.sum(axis=others), above.sum(axis=others)


@FakeQuantWithMinMaxVarsPerChannelGradient.shape
def _(call: Call) -> list[Shape]:
    shape = _common_shape(call)
    channels = _channels(call, shape)
    return [None if shape is None else (*shape[:-1], channels), (channels,), (channels,)]


for _type in (
    FakeQuantWithMinMaxVars, FakeQuantWithMinMaxVarsGradient, FakeQuantWithMinMaxVarsPerChannel,
    FakeQuantWithMinMaxVarsPerChannelGradient,
):  # fmt: skip
    _type.prepare = _check_bits
