"""Quantised tensors joined, reshaped and normalised."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import INDEX, QINT32, QUINT8
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import scalar
from blocks.library.array.joining import joined_shape
from blocks.library.array.quantization import (
    Quantised,
    Range,
    in_new_range,
    ordered,
    quick_nearest,
    range_of,
    require_scalars,
)
from blocks.library.array.reshaping import reshaped, with_shape
from blocks.library.declare import block


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
    found = ordered("QuantizedInstanceNorm", range_of(x_min, x_max), ("x_min", "x_max"))
    step = (found.high - found.low) / np.float32(255.0)
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
