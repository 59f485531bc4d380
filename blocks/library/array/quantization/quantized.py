"""Quantised tensors: made from floats and turned into floats again, joined, reshaped and normalised."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import BFLOAT16, FLOAT, INDEX, QINT32, QUANTIZED, QUINT8, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import scalar
from blocks.library.array.joining import joined_shape
from blocks.library.array.quantization.arithmetic import (
    Quantised,
    Range,
    beside,
    check_axis,
    cut,
    fitting,
    in_new_range,
    limits,
    ordered,
    quick_nearest,
    quick_real_numbers,
    range_count,
    range_of,
    require_scalars,
    rounded,
)
from blocks.library.array.reshaping import reshaped, with_shape
from blocks.library.declare import block

# -- Between floats and quantised tensors -----------------------------------------------------------------------------

_MODES = ("MIN_COMBINED", "MIN_FIRST", "SCALED")


def _refuse_min_first(call: Call, count: int | None) -> None:
    if call.attrs["mode"] == "MIN_FIRST" and count not in (1, None):
        text = f"{call.type.name} has no mode MIN_FIRST for a range per slice (axis {call.attrs['axis']})"
        raise DiagramError(text, pin="mode")


@block(
    "input: float, min_range: float, max_range: float -> output: T, output_min: float, output_max: float",
    where={"T": QUANTIZED, "mode": _MODES, "round_mode": ("HALF_AWAY_FROM_ZERO", "HALF_TO_EVEN")},
    example={
        "input": [0.0, 1.0, 1.5, 9.0],
        "min_range": 0.0,
        "max_range": 2.55,
        "T": "DT_QUINT8",
        "output": [0, 100, 150, 255],
        "output_min": 0.0,
        "output_max": 2.55,
    },
)
def QuantizeV2(
    input: Array,
    min_range: Array,
    max_range: Array,
    *,
    T: DType,
    mode: str = "MIN_COMBINED",
    round_mode: str = "HALF_AWAY_FROM_ZERO",
    narrow_range: bool = False,
    axis: int = -1,
    ensure_minimum_range: float = 0.01,
) -> tuple[Array, Array, Array]:
    """Write numbers as integers of few bits: whole steps within a range.

    The range is first widened until it holds 0 and is as wide as ensure_minimum_range demands. Numbers outside become
    its ends. With lo and hi the ends, and n + 1 the number of integers of the dtype, the lowest being m:

    - MIN_COMBINED: output = round((input - lo) n / (hi - lo)) + m.
    - MIN_FIRST: output = round(input n / (hi - lo)) - round(lo n / (hi - lo)) + m; 0 is met exactly.
    - SCALED: output = round(input s); s is the largest scale at which both ends fit, 0 is 0.

    The highest qint32 cannot be reached: single precision has it one too large, which as an integer is the lowest
    (except with MIN_FIRST), as in TensorFlow.

    Source: TensorFlow's documentation of tf.quantization.quantize.

    Args:
        input: [...] the numbers.
        min_range: [] or [d] the lower end of the range; a vector of one per slice if there is an axis.
        max_range: [] or [d] the upper end, not below min_range.
        T: the quantised dtype.
        mode: how a range is laid onto the integers, see above.
        round_mode: what halves become; HALF_TO_EVEN goes with SCALED only.
        narrow_range: leave the lowest integer out (SCALED).
        axis: the axis along which each slice has a range of its own; -1: one range for all.
        ensure_minimum_range: the range is at least this wide, times the size of its larger end if that is above 1.

    Returns:
        output: [...] the integers, in the shape of input.
        output_min: [] or [d] the lower end of the range that was used.
        output_max: [] or [d] the upper end.
    """
    if not np.all(min_range <= max_range):
        raise DiagramError("QuantizeV2 needs max_range of min_range or more", pin="max_range")
    size = np.maximum(np.maximum(np.abs(min_range), np.abs(max_range)), np.float32(1.0))
    low = np.minimum(min_range, np.float32(0.0))
    high = np.maximum(np.maximum(max_range, low + size * np.float32(ensure_minimum_range)), np.float32(0.0))
    dtype = T.numpy
    if mode == "MIN_FIRST":
        result = range_of(low.reshape(()), high.reshape(()))
        output = quick_nearest(input, result, dtype)
    elif mode == "SCALED":
        scale, low, high = _scaled(low, high, dtype, narrow_range)
        within = _clipped(input, low, high, axis) * beside(scale, input, axis)
        output = cut(rounded(within) if round_mode == "HALF_AWAY_FROM_ZERO" else np.rint(within), dtype)
    else:
        output = _combined(input, low, high, dtype, axis)
    shape = () if low.size == 1 else low.shape
    return np.asarray(output), np.array(low).reshape(shape), np.array(high).reshape(shape)


def _clipped(x: Array, low: Array, high: Array, axis: int) -> Array:
    return np.maximum(np.minimum(x, beside(high, x, axis)), beside(low, x, axis))


def _combined(x: Array, low: Array, high: Array, dtype: np.dtype[Any], axis: int) -> Array:
    lowest, highest = limits(dtype)
    scale = (float(highest - lowest) / (high - low).astype(np.float64)).astype(np.float32)
    steps = (_clipped(x, low, high, axis) - beside(low, x, axis)) * beside(scale, x, axis)
    if lowest:
        return cut(rounded(steps - np.float32((highest - lowest + 1) / 2)), dtype)
    return cut(steps + np.float32(0.5), dtype)


def _scaled(low: Array, high: Array, dtype: np.dtype[Any], narrow: bool) -> tuple[Array, Array, Array]:
    """The largest scale at which both ends fit into a dtype, and the range that then is used."""
    lowest, highest = (np.float32(limit) for limit in limits(dtype))
    lowest = np.float32(int(lowest) + 1) if narrow else lowest
    scale = np.minimum(fitting(lowest, low), fitting(highest, high))
    return scale, lowest / scale, highest / scale


@QuantizeV2.shape
def _(call: Call) -> list[Shape]:
    count = range_count(call, "min_range", "max_range")
    _refuse_min_first(call, count)
    ranges: Shape = None if count is None else () if count == 1 else (count,)
    return [call.shape("input"), ranges, ranges]


def _prepare_quantize(attrs: dict[str, Any]) -> None:
    check_axis("QuantizeV2", attrs)
    if attrs["round_mode"] == "HALF_TO_EVEN" and attrs["mode"] != "SCALED":
        text = f"QuantizeV2 rounds HALF_TO_EVEN with mode SCALED only, not {attrs['mode']}"
        raise DiagramError(text, pin="round_mode")


QuantizeV2.prepare = _prepare_quantize


@block(
    "input: T, min_range: float, max_range: float -> output: dtype",
    T=QUANTIZED,
    where={"mode": _MODES, "dtype": (BFLOAT16, FLOAT)},
    example={
        "input": {"val": [0, 100, 255], "dtype": "DT_QUINT8"},
        "min_range": 0.0,
        "max_range": 2.55,
        "output": [0.0, 1.0, 2.55],
    },
)
def Dequantize(
    input: Array,
    min_range: Array,
    max_range: Array,
    *,
    mode: str = "MIN_COMBINED",
    narrow_range: bool = False,
    axis: int = -1,
    dtype: DType = FLOAT,
) -> Array:
    """What the integers of a quantised tensor stand for.

    With lo and hi the ends of the range, n + 1 the number of integers of the dtype, m the lowest and M the highest:

    - MIN_COMBINED: output = (input - m) (hi - lo) / n + lo.
    - MIN_FIRST: the same with lo rounded to a multiple of a step, so that 0 is met exactly.
    - SCALED: output = input s, with s the larger one of lo / m and hi / M (hi / M if m is 0).

    Source: TensorFlow's documentation of tf.quantization.dequantize.

    Args:
        input: [...] the integers.
        min_range: [] or [d] the lower end of the range; a vector of one per slice if there is an axis.
        max_range: [] or [d] the upper end.
        mode: how the range lies on the integers; as it was quantised.
        narrow_range: the lowest integer was left out (SCALED).
        axis: the axis along which each slice has a range of its own; -1: one range for all.
        dtype: the dtype of the result; bfloat16 goes with MIN_COMBINED only.

    Returns:
        output: [...] the numbers, in the shape of input.
    """
    if mode == "MIN_FIRST":
        return quick_real_numbers(input, range_of(min_range.reshape(()), max_range.reshape(())))
    lowest, highest = (np.float32(limit) for limit in limits(input.dtype))
    numbers = input.astype(np.float32)
    if mode == "MIN_COMBINED":
        half = (highest - lowest + np.float32(1.0)) / np.float32(2.0) if lowest else np.float32(0.0)
        scale = (max_range - min_range) / (highest - lowest)
        result = (numbers + half) * beside(scale, input, axis) + beside(min_range, input, axis)
        return np.asarray(result).astype(dtype.numpy, copy=False)
    scale = max_range / highest
    if lowest:
        scale = np.maximum(min_range / np.float32(int(lowest) + narrow_range), scale)
    return np.asarray(numbers * beside(scale, input, axis))


@Dequantize.shape
def _(call: Call) -> Shape:
    _refuse_min_first(call, range_count(call, "min_range", "max_range"))
    return call.shape("input")


def _prepare_dequantize(attrs: dict[str, Any]) -> None:
    check_axis("Dequantize", attrs)
    if attrs["dtype"] is BFLOAT16 and attrs["mode"] != "MIN_COMBINED":
        text = f"Dequantize gives bfloat16 with mode MIN_COMBINED only, not {attrs['mode']}"
        raise DiagramError(text, pin="dtype")


Dequantize.prepare = _prepare_dequantize


# -- Quantised tensors joined, reshaped and normalised ----------------------------------------------------------------


@block(
    "concat_dim: int32, values: T*, input_mins: float*, input_maxes: float*"
    " -> output: T, output_min: float, output_max: float",
    T=(QUINT8, QINT32),
    example={
        "concat_dim": 0,
        "values": [{"val": [0, 255], "dtype": "DT_QUINT8"}, {"val": [0, 255], "dtype": "DT_QUINT8"}],
        "input_mins": [{"val": 0.0}, {"val": 0.0}],
        "input_maxes": [{"val": 51.0}, {"val": 255.0}],
        "output": [0, 51, 0, 255],
        "output_min": 0.0,
        "output_max": 255.0,
    },
)
def QuantizedConcat(
    concat_dim: Array, values: tuple[Array, ...], input_mins: tuple[Array, ...], input_maxes: tuple[Array, ...]
) -> Quantised:
    """Concatenate quantised tensors along an axis, in a range that holds all of theirs.

    Args:
        concat_dim: [] the axis, counted from the front.
        values: [...] two tensors or more, of equal sizes except along the axis.
        input_mins: [] the lower end of the range of each.
        input_maxes: [] the upper end of the range of each.

    Returns:
        output: [...] the tensors in one.
        output_min: [] the lower end of its range.
        output_max: [] the upper end; for qint32 the range is made symmetric.
    """
    ranges = [range_of(low, high) for low, high in zip(input_mins, input_maxes, strict=True)]
    common = Range(np.min([each.low for each in ranges]), np.max([each.high for each in ranges]))
    if values[0].dtype == np.int32:
        largest = max(abs(common.low), abs(common.high))
        common = Range(-largest, largest)
    parts = [
        x if old == common else in_new_range(x, old, common, x.dtype) for x, old in zip(values, ranges, strict=True)
    ]
    return np.concatenate(parts, axis=int(concat_dim)), common.low, common.high


@QuantizedConcat.shape
def _(call: Call) -> list[Shape]:
    count = len(call.shapes("values"))
    if count < 2:
        raise DiagramError("QuantizedConcat needs two tensors or more", pin="values")
    for pin in ("input_mins", "input_maxes"):
        shapes = call.shapes(pin)
        if len(shapes) != count:
            raise DiagramError(f"QuantizedConcat needs {count} numbers at {pin}, got {len(shapes)}", pin=pin)
        for shape in shapes:
            if shape not in ((), None):
                raise DiagramError(f"QuantizedConcat needs scalars at {pin}, got shape {shape_text(shape)}", pin=pin)
    axis = scalar(call, "concat_dim")
    if axis is not None and axis < 0:
        raise DiagramError(f"QuantizedConcat counts axes from the front, got {axis}", pin="concat_dim")
    return [joined_shape(call, "concat_dim"), (), ()]


@block(
    "tensor: T, shape: Tshape, input_min: float, input_max: float -> output: T, output_min: float, output_max: float",
    T=(QUINT8, QINT32),
    Tshape=INDEX,
    view=True,
    example={
        "tensor": {"val": [[1, 2, 3], [4, 5, 6]], "dtype": "DT_QUINT8"},
        "shape": [3, -1],
        "input_min": 0.0,
        "input_max": 1.0,
        "output": [[1, 2], [3, 4], [5, 6]],
        "output_min": 0.0,
        "output_max": 1.0,
    },
)
def QuantizedReshape(tensor: Array, shape: Array, input_min: Array, input_max: Array) -> Quantised:
    """Give the elements of a quantised tensor another shape; order and range stay.

    Args:
        tensor: [...] the quantised tensor.
        shape: [rank] the new shape, a vector with as many elements in all. One size may be -1: it follows from the
            others.
        input_min: [] the lower end of the range.
        input_max: [] the upper end.

    Returns:
        output: [...] the same elements in the new shape.
        output_min: [] the lower end of the range, unchanged.
        output_max: [] the upper end, unchanged.
    """
    return with_shape(tensor, shape), *range_of(input_min, input_max)


@QuantizedReshape.shape
def _(call: Call) -> list[Shape]:
    require_scalars(call, "input_min", "input_max")
    return [reshaped(call), (), ()]


@block(
    "x: T, x_min: float, x_max: float -> y: T, y_min: float, y_max: float",
    T=(QUINT8,),
    example={
        "x": {"val": [[[[0], [255]]]], "dtype": "DT_QUINT8"},
        "x_min": -1.0,
        "x_max": 1.0,
        "output_range_given": True,
        "given_y_min": -2.0,
        "given_y_max": 2.0,
        "y": [[[[64], [192]]]],
        "y_min": -2.0,
        "y_max": 2.0,
    },
)
def QuantizedInstanceNorm(
    x: Array,
    x_min: Array,
    x_max: Array,
    *,
    output_range_given: bool = False,
    given_y_min: float = 0.0,
    given_y_max: float = 0.0,
    variance_epsilon: float = 1e-05,
    min_separation: float = 0.001,
) -> Quantised:
    """Normalise each channel of each quantised image: mean 0 and variance 1.

    y = (x - mean) / sqrt(variance + variance_epsilon), over the pixels of a channel.

    Source: Ulyanov, Vedaldi, Lempitsky, arXiv:1607.08022.

    Args:
        x: [batch, height, width, channels] images.
        x_min: [] the lower end of their range.
        x_max: [] the upper end, above x_min.
        output_range_given: take the range of the result from given_y_min and given_y_max; else it is that of the
            normalised numbers.
        given_y_min: the lower end of the result's range.
        given_y_max: the upper end, above given_y_min.
        variance_epsilon: a small number that keeps the quotient finite.
        min_separation: the result's range is at least this wide.

    Returns:
        y: [batch, height, width, channels] the normalised images.
        y_min: [] the lower end of their range.
        y_max: [] the upper end.
    """
    result = ordered("QuantizedInstanceNorm", range_of(x_min, x_max), ("x_min", "x_max"))
    step = (result.high - result.low) / np.float32(255.0)
    pixels = x.reshape(x.shape[0], -1, x.shape[3])
    count = np.float32(pixels.shape[1])
    mean = pixels.sum(axis=1, keepdims=True, dtype=np.int64).astype(np.float32) / count
    centred = step * (pixels.astype(np.float32) - mean)
    # One after the other, as TensorFlow adds them: the last digit decides about the integer.
    variance = np.cumsum(centred * centred, axis=1)[:, -1:] / count
    normed = centred * (np.float32(1.0) / np.sqrt(variance + np.float32(variance_epsilon)))
    if output_range_given:
        low, high = np.float32(given_y_min), np.float32(given_y_max)
    else:
        low, high = normed.min(), normed.max()
    if high - low < np.float32(min_separation):
        high = low + np.float32(min_separation)
    return quick_nearest(normed, Range(low, high), x.dtype).reshape(x.shape), low, high


@QuantizedInstanceNorm.shape
def _(call: Call) -> list[Shape]:
    require_scalars(call, "x_min", "x_max")
    shape = call.shape("x")
    if shape is not None and (len(shape) != 4 or 0 in shape):
        text = "QuantizedInstanceNorm needs images [batch, height, width, channels] that are not empty"
        raise DiagramError(f"{text}, got shape {shape_text(shape)}", pin="x")
    return [shape or (None,) * 4, (), ()]


def _prepare_norm(attrs: dict[str, Any]) -> None:
    if attrs["output_range_given"] and not attrs["given_y_min"] < attrs["given_y_max"]:
        text = f"QuantizedInstanceNorm needs given_y_min below given_y_max, got {attrs['given_y_min']}"
        raise DiagramError(f"{text} and {attrs['given_y_max']}", pin="given_y_max")


QuantizedInstanceNorm.prepare = _prepare_norm
