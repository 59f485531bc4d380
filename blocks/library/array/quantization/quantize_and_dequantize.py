"""Quantization followed by dequantization: three versions of QuantizeAndDequantize."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import DOUBLE, FLOAT
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import expect, require_rank, scalar
from blocks.library.array.quantization.arithmetic import beside, check_axis, fitting, range_count, require_scalars
from blocks.library.declare import block, make

_SURROGATE = "the result is a step function, but the gradient is that of a straight line"
_EXAMPLE = {"input": [-1.27, 0.004, 0.006], "input_min": 0.0, "input_max": 0.0, "output": [-1.27, 0.0, 0.0099218753]}


@block(
    "input: T, input_min: T, input_max: T -> output: T",
    T=(FLOAT, DOUBLE),
    where={"round_mode": ("HALF_TO_EVEN", "HALF_UP")},
    surrogate_gradient=_SURROGATE,
    example=_EXAMPLE,
)
def QuantizeAndDequantizeV2(
    input: Array,
    input_min: Array,
    input_max: Array,
    *,
    signed_input: bool = True,
    num_bits: int = 8,
    range_given: bool = False,
    round_mode: str = "HALF_TO_EVEN",
    narrow_range: bool = False,
    axis: int = -1,
) -> Array:
    """Quantize a tensor to integers of num_bits and dequantize it, to simulate the loss of precision.

    Formula: output = round(input * s) / s, where s is the largest scale at which the range fits into the integers. 0
    stays 0. The gradient passes through as if there were no rounding (straight-through estimator).

    Source: TensorFlow's documentation of tf.quantization.quantize_and_dequantize.

    Args:
        input: [...] the values to round.
        input_min: [] or [d] the lower end of the range; with an axis, one value per slice. It is ignored
            without range_given.
        input_max: [] or [d] the upper end of the range, in the same form as input_min.
        signed_input: whether the integers are signed. If they are not and range_given is set, negative values become 0.
        num_bits: the number of bits of the integers, from 1 to 61 (62 if unsigned).
        range_given: whether to use input_min and input_max, and clip to them. Otherwise, the range of input is used.
        round_mode: the rounding of halves: HALF_TO_EVEN to the even neighbor, HALF_UP to the neighbor above.
        narrow_range: whether to leave out the lowest integer, so that the range of signed integers is symmetric.
        axis: the axis whose slices have separate ranges. -1 means a single range.

    Returns:
        output: [...] the rounded values, of the shape of input.
    """
    if range_given:
        _require_order(input_min, input_max)
    if not input.size:
        return input.copy()
    if range_given:
        low, high = beside(input_min, input, axis), beside(input_max, input, axis)
    else:
        others = tuple(i for i in range(input.ndim) if i != axis) if axis >= 0 else None
        low, high = input.min(axis=others, keepdims=axis >= 0), input.max(axis=others, keepdims=axis >= 0)
    lowest = -(2 ** (num_bits - 1)) + narrow_range if signed_input else 0
    highest = 2 ** (num_bits - signed_input) - 1
    low, high, scale, step = _on_integers(low, high, input.dtype.type(lowest), input.dtype.type(highest))
    numbers = np.maximum(np.minimum(input, high), low) if range_given else input
    steps = numbers * scale
    whole = np.rint(steps) if round_mode == "HALF_TO_EVEN" else np.floor(steps + input.dtype.type(0.5))
    return np.asarray(whole * step)


def _require_order(low: Array, high: Array) -> None:
    if not np.all(low <= high):
        raise DiagramError("input_max must not be below input_min", pin="input_max")


def _on_integers(low: Array, high: Array, lowest: Any, highest: Any) -> tuple[Array, Array, Array, Array]:
    """Widen a range to the side with spare integers. Return it, the scale to integers, and its inverse."""
    by_low, by_high = fitting(lowest, low), fitting(highest, high)
    low_decides = by_low < by_high
    low_step: Array = low / lowest
    high_step: Array = high / highest
    step = np.where(low_decides, low_step, high_step)
    new_low = np.where(low_decides, low, lowest * step)
    new_high = np.where(low_decides, highest * step, high)
    return new_low, new_high, np.where(low_decides, by_low, by_high), step


def _shape(call: Call) -> Shape:
    axis = call.attrs["axis"]
    if call.attrs["range_given"] or axis == -1:
        range_count(call, "input_min", "input_max")
    else:
        require_rank(call, "input", axis + 1, f"axis {axis}")
    return call.shape("input")


def _check_bits(attrs: dict[str, Any]) -> None:
    most, sign = (61, "signed") if attrs["signed_input"] else (62, "unsigned")
    expect(attrs, "num_bits", 1 <= attrs["num_bits"] <= most, f"from 1 to {most} for {sign} integers")


def _prepare(attrs: dict[str, Any]) -> None:
    check_axis(attrs)
    _check_bits(attrs)


QuantizeAndDequantizeV2.shape(_shape)
QuantizeAndDequantizeV2.prepare = _prepare


QuantizeAndDequantizeV2.gradient("input")(lambda call, dy: dy)


@block(
    "input: T, input_min: T, input_max: T, num_bits: int32 -> output: T",
    T=(FLOAT, DOUBLE),
    surrogate_gradient=_SURROGATE,
    doc_of=QuantizeAndDequantizeV2,
    example={**_EXAMPLE, "num_bits": 8, "range_given": False},
)
def QuantizeAndDequantizeV3(
    input: Array,
    input_min: Array,
    input_max: Array,
    num_bits: Array,
    *,
    signed_input: bool = True,
    range_given: bool = True,
    narrow_range: bool = False,
    axis: int = -1,
) -> Array:
    """Quantize and dequantize a tensor as QuantizeAndDequantizeV2 does, with num_bits as an input.

    Halves are rounded to the even neighbor.

    Source: TensorFlow's documentation of tf.quantization.quantize_and_dequantize.

    Args:
        input: [...] the values to round, of rank 1 or more.
        num_bits: [] the number of bits of the integers, from 1 to 61 (62 if unsigned).
    """
    return QuantizeAndDequantizeV2.kernel(
        input, input_min, input_max, signed_input=signed_input, num_bits=int(num_bits), range_given=range_given,
        narrow_range=narrow_range, axis=axis,
    )  # fmt: skip


@QuantizeAndDequantizeV3.shape
def _(call: Call) -> Shape:
    require_rank(call, "input", 1, "rank 1 or more")
    bits = scalar(call, "num_bits")
    if bits is not None:
        _check_bits({**call.attrs, "num_bits": bits})
    return _shape(call)


QuantizeAndDequantizeV3.prepare = check_axis


QuantizeAndDequantizeV3.gradient("input")(lambda call, dy: dy)


@block(
    "input: T, input_min: T, input_max: T -> output: T",
    T=(FLOAT, DOUBLE),
    attributes_of=QuantizeAndDequantizeV2,
    surrogate_gradient=_SURROGATE,
    example={**_EXAMPLE, "input_min": -2.0, "input_max": 1.0},
)
def QuantizeAndDequantizeV4(
    input: Array, input_min: Array, input_max: Array, *, range_given: bool, axis: int, **rounding: Any
) -> Array:
    """Quantize and dequantize a tensor as QuantizeAndDequantizeV2 does, with a gradient only within the range.

    The gradient passes through unchanged from input_min to input_max and is 0 elsewhere, even if the range of input is
    used. The gradients of input_min and input_max are 0, as in TensorFlow.

    Source: TensorFlow's documentation of tf.quantization.quantize_and_dequantize_v2.

    Args:
        input_min: [] or [d] the lower end of the range; one value per slice if axis is not -1 and range_given is not
            set.
        axis: the axis whose slices have separate ranges, if range_given is not set. -1 means a single range.
    """
    along = -1 if range_given else axis
    return QuantizeAndDequantizeV2.kernel(input, input_min, input_max, range_given=range_given, axis=along, **rounding)


@QuantizeAndDequantizeV4.shape
def _(call: Call) -> Shape:
    axis = call.attrs["axis"]
    require_rank(call, "input", axis + 1, f"axis {axis}")
    if call.attrs["range_given"]:
        require_scalars(call, "input_min", "input_max")
    else:
        range_count(call, "input_min", "input_max")
    return call.shape("input")


QuantizeAndDequantizeV4.prepare = _prepare


@QuantizeAndDequantizeV4.gradient("input", "input_min", "input_max")
def _(call: Node, dy: Output) -> tuple[Operand, Operand, Operand]:
    x, low, high = call.inputs
    axis = call.attrs["axis"]
    ends = low, high
    if axis >= 0 and not call.attrs["range_given"]:
        behind = make("Subtract", make("Rank", x), axis + 1)
        ones = make("Fill", make("ExpandDims", behind, 0), 1)
        shape = make("Concat", [make("Shape", low), ones], 0)
        ends = make("Reshape", low, shape), make("Reshape", high, shape)
    above, below = make("GreaterEqual", x, ends[0]), make("LessEqual", x, ends[1])
    inside = make("Cast", make("LogicalAnd", above, below), DstT=dy.dtype)
    return make("Multiply", dy, inside), make("ZerosLike", low), make("ZerosLike", high)
