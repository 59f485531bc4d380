"""Quantized tensors: quantizing, dequantizing, concatenation, reshaping and instance normalization."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import BFLOAT16, FLOAT, INDEX, QINT32, QUANTIZED, QUINT8, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import expect, pin_error, scalar, shape_error
from blocks.library.array.joining import joined_shape
from blocks.library.array.quantization.arithmetic import (
    RANGES_DOC,
    Quantised,
    QuantizedRange,
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
    span,
)
from blocks.library.array.reshaping import reshaped, with_shape
from blocks.library.declare import block

# -- Between floats and quantised tensors -----------------------------------------------------------------------------

_MODES = ("MIN_COMBINED", "MIN_FIRST", "SCALED")


def _refuse_min_first(call: Call, count: int | None) -> None:
    if call.attrs["mode"] == "MIN_FIRST" and count not in (1, None):
        text = f"{call.type.name} does not support mode MIN_FIRST with one range per slice (axis {call.attrs['axis']})"
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
    """Quantize a float tensor: map its values to low-bit integers, evenly spaced over a range.

    The range is first widened so that it includes 0 and has at least the width that ensure_minimum_range requires.
    Values outside the range are clipped to it. Let lo and hi be the ends of the range, n + 1 the number of integers of
    the dtype, and m the lowest integer:

    - MIN_COMBINED: output = round((input - lo) * n / (hi - lo)) + m.
    - MIN_FIRST: output = round(input * n / (hi - lo)) - round(lo * n / (hi - lo)) + m. 0 is represented exactly.
    - SCALED: output = round(input * s), where s is the largest scale at which both ends fit. 0 becomes 0.

    As in TensorFlow, the highest qint32 value cannot be reached except with MIN_FIRST: rounded to float32, it overflows
    to the lowest value.

    Source: TensorFlow's documentation of tf.quantization.quantize.

    Args:
        input: [...] the values to quantize.
        min_range: [] or [d] the lower end of the range; with an axis, one value per slice.
        max_range: [] or [d] the upper end of the range, not below min_range.
        T: the quantized dtype of the output.
        mode: how the range is mapped to the integers: MIN_COMBINED, MIN_FIRST or SCALED, see above.
        round_mode: the rounding of halves: HALF_AWAY_FROM_ZERO, or HALF_TO_EVEN, which requires SCALED.
        narrow_range: whether to leave out the lowest integer. Only for SCALED.
        axis: the axis whose slices have separate ranges. -1 means a single range.
        ensure_minimum_range: the smallest width of the range, multiplied by the magnitude of its larger end if that is
            above 1.

    Returns:
        output: [...] the quantized tensor, of the shape of input.
        output_min: [] or [d] the lower end of the range after widening.
        output_max: [] or [d] the upper end of the range after widening.
    """
    if not np.all(min_range <= max_range):
        raise DiagramError("QuantizeV2: max_range must not be below min_range", pin="max_range")
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
    check_axis(attrs)
    away = attrs["round_mode"] != "HALF_TO_EVEN" or attrs["mode"] == "SCALED"
    expect(attrs, "round_mode", away, "HALF_AWAY_FROM_ZERO unless mode is SCALED")


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
    """Dequantize a tensor: convert the integers of a quantized tensor to real numbers.

    Let lo and hi be the ends of the range, n + 1 the number of integers of the dtype, m the lowest integer and M the
    highest:

    - MIN_COMBINED: output = (input - m) * (hi - lo) / n + lo.
    - MIN_FIRST: as MIN_COMBINED, with lo rounded to a multiple of the step, so that 0 is represented exactly.
    - SCALED: output = input * s, where s is the larger of lo / m and hi / M, or hi / M if m is 0.

    Source: TensorFlow's documentation of tf.quantization.dequantize.

    Args:
        input: [...] the quantized tensor.
        min_range: [] or [d] the lower end of the range; with an axis, one value per slice.
        max_range: [] or [d] the upper end of the range, in the same form as min_range.
        mode: how the range is mapped to the integers: MIN_COMBINED, MIN_FIRST or SCALED. Use the mode of the
            quantization.
        narrow_range: whether the lowest integer was left out. Only for SCALED.
        axis: the axis whose slices have separate ranges. -1 means a single range.
        dtype: the dtype of the result: float32, or bfloat16, which requires MIN_COMBINED.

    Returns:
        output: [...] the real numbers, of the shape of input.
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
    check_axis(attrs)
    combined = attrs["dtype"] is not BFLOAT16 or attrs["mode"] == "MIN_COMBINED"
    expect(attrs, "dtype", combined, "float32 unless mode is MIN_COMBINED")


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
    """Concatenate quantized tensors along an axis, in a range that includes all of their ranges.

    Args:
        concat_dim: [] the axis, 0 or more.
        values: [...] two or more tensors. Their sizes must be equal, except along the axis.
        input_mins: [] the lower end of the range of each tensor.
        input_maxes: [] the upper end of the range of each tensor.

    Returns:
        output: [...] the concatenated tensor.
        output_min: [] the lower end of the common range.
        output_max: [] the upper end of the common range. For qint32, the range is symmetric.
    """
    ranges = [range_of(low, high) for low, high in zip(input_mins, input_maxes, strict=True)]
    common = QuantizedRange(np.min([each.low for each in ranges]), np.max([each.high for each in ranges]))
    if values[0].dtype == np.int32:
        largest = max(abs(common.low), abs(common.high))
        common = QuantizedRange(-largest, largest)
    parts = [
        x if old == common else in_new_range(x, old, common, x.dtype) for x, old in zip(values, ranges, strict=True)
    ]
    return np.concatenate(parts, axis=int(concat_dim)), common.low, common.high


@QuantizedConcat.shape
def _(call: Call) -> list[Shape]:
    count = len(call.shapes("values"))
    if count < 2:
        raise DiagramError("QuantizedConcat needs at least two tensors", pin="values")
    for pin in ("input_mins", "input_maxes"):
        shapes = call.shapes(pin)
        if len(shapes) != count:
            raise pin_error(call, pin, f"{pin} must have {count} tensors, got {len(shapes)}")
        for shape in shapes:
            if shape not in ((), None):
                raise pin_error(call, pin, f"{pin} must be scalars, got shape {shape_text(shape)}")
    scalar(call, "concat_dim", 0)
    return [joined_shape(call, "concat_dim"), (), ()]


@block(
    "tensor: T, shape: Tshape, input_min: float, input_max: float -> output: T, output_min: float, output_max: float",
    T=(QUINT8, QINT32),
    Tshape=INDEX,
    view=True,
    example={
        "tensor": {"val": [[1, 2, 3], [4, 5, 6]], "dtype": "DT_QUINT8"},
        "shape": [3, -1],
        **span("{}_min", input=(0.0, 1.0), output=(0.0, 1.0)),
        "output": [[1, 2], [3, 4], [5, 6]],
    },
)
def QuantizedReshape(tensor: Array, shape: Array, input_min: Array, input_max: Array) -> Quantised:
    """Reshape a quantized tensor. The elements keep their row-major order, and the range stays the same.

    Args:
        tensor: [...] the quantized tensor.
        shape: [rank] the new shape, with the same number of elements. One size may be -1; it is computed from the
            others.
        input_min: [] the lower end of the range.
        input_max: [] the upper end of the range.

    Returns:
        output: [...] the same elements in the new shape.
        output_min: [] the lower end of the range, unchanged.
        output_max: [] the upper end of the range, unchanged.
    """
    return with_shape(tensor, shape), *range_of(input_min, input_max)


@QuantizedReshape.shape
def _(call: Call) -> list[Shape]:
    require_scalars(call, "input_min", "input_max")
    return [reshaped(call), (), ()]


@block(
    "x: T, x_min: float, x_max: float -> y: T, y_min: float, y_max: float",
    T=(QUINT8,),
    doc_of=RANGES_DOC,
    example={
        "x": {"val": [[[[0], [255]]]], "dtype": "DT_QUINT8"},
        **span("{}_min", x=(-1.0, 1.0), given_y=(-2.0, 2.0), y=(-2.0, 2.0)),
        "output_range_given": True,
        "y": [[[[64], [192]]]],
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
    """Normalize each channel of each quantized image to mean 0 and variance 1 (instance normalization).

    Formula: y = (x - mean) / sqrt(variance + variance_epsilon), over the pixels of a channel.

    Source: Ulyanov, Vedaldi, Lempitsky, arXiv:1607.08022.

    Args:
        x: [batch, height, width, channels] the quantized images.
        x_max: [] the upper end of the range of x, above x_min.
        output_range_given: whether to use given_y_min and given_y_max as the range of y. Otherwise, it is the range of
            the normalized values.
        given_y_min: the lower end of the range of y.
        given_y_max: the upper end of the range of y, above given_y_min.
        variance_epsilon: a small number that is added to the variance to avoid division by zero.
        min_separation: the smallest width of the range of y.

    Returns:
        y: [batch, height, width, channels] the normalized images.
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
    return quick_nearest(normed, QuantizedRange(low, high), x.dtype).reshape(x.shape), low, high


@QuantizedInstanceNorm.shape
def _(call: Call) -> list[Shape]:
    require_scalars(call, "x_min", "x_max")
    shape = call.shape("x")
    if shape is not None and (len(shape) != 4 or 0 in shape):
        raise shape_error(call, "x", "x must be non-empty images [batch, height, width, channels]")
    return [shape or (None,) * 4, (), ()]


def _prepare_norm(attrs: dict[str, Any]) -> None:
    rises = not attrs["output_range_given"] or attrs["given_y_min"] < attrs["given_y_max"]
    expect(attrs, "given_y_max", rises, f"more than given_y_min ({attrs['given_y_min']})")


QuantizedInstanceNorm.prepare = _prepare_norm
