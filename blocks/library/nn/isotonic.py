"""Isotonic regression: the closest non-increasing sequence to each row."""

from __future__ import annotations

import numpy as np

from blocks.base.dtypes import BFLOAT16, DOUBLE, FLOAT, FLOATS, HALF, INT8, INT16, INT32, INT64, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Output
from blocks.library.array.arguments import pin_error
from blocks.library.declare import block
from blocks.library.math.shared import wide_dtype

_RESULTS = {
    HALF: HALF,
    BFLOAT16: BFLOAT16,
    FLOAT: FLOAT,
    DOUBLE: DOUBLE,
    INT8: FLOAT,
    INT16: FLOAT,
    INT32: DOUBLE,
    INT64: DOUBLE,
}
"""In which dtype each dtype's means are given, as by TensorFlow's kernels."""


@block(
    "input: T -> output: output_dtype, segments: int32",
    T=tuple(_RESULTS),
    where={"output_dtype": FLOATS},
    example={"input": [[3.0, 1.0, 2.0, 0.0]], "output": [[3.0, 1.5, 1.5, 0.0]], "segments": [[0, 1, 1, 2]]},
)
def IsotonicRegression(input: Array, *, output_dtype: DType = FLOAT) -> tuple[Array, Array]:
    """Compute the isotonic regression of each row: the non-increasing sequence with the least squared error.

    Pool adjacent violators: adjacent pools whose means increase are merged until the means no longer increase. Each
    element becomes the mean of its pool. The gradient of an element is the mean of its pool's incoming gradients.

    Source: Best, Chakravarti, Active set algorithms for isotonic regression (1990).

    Args:
        input: [..., n] the rows, along the last axis.
        output_dtype: the dtype of output: that of a floating-point input, float32 for int8 and int16, float64 for int32
            and int64.

    Returns:
        output: [..., n] the non-increasing sequences.
        segments: [..., n] the index of each element's pool in its row.
    """
    width = input.shape[-1]
    rows = input.reshape(-1, width) if input.size else input.reshape(0, width)
    wide = wide_dtype(rows) if rows.dtype.kind not in "iu" else np.dtype(np.float64)
    output: Array = np.empty(rows.shape, wide)
    segments: Array = np.empty(rows.shape, np.int32)
    with np.errstate(invalid="ignore", over="ignore"):
        for i, row in enumerate(rows.astype(np.float64)):
            means, counts = _pooled(row.tolist())
            output[i] = np.repeat(np.array(means), counts)
            segments[i] = np.repeat(np.arange(len(counts)), counts)
    return output.astype(output_dtype.numpy).reshape(input.shape), segments.reshape(input.shape)


def _pooled(row: list[float]) -> tuple[list[float], list[int]]:
    sums: list[float] = []
    means: list[float] = []
    counts: list[int] = []
    for value in row:
        total, mean, count = value, value, 1
        while means and means[-1] < mean:
            means.pop()
            total += sums.pop()
            count += counts.pop()
            mean = total / count
        sums.append(total)
        means.append(mean)
        counts.append(count)
    return means, counts


@IsotonicRegression.shape
def _(call: Call) -> list[Shape]:
    shape = call.shape("input")
    if shape == ():
        raise pin_error(call, "input", "input must have at least one axis, got a scalar")
    given, wanted = call.dtype("input"), call.attrs["output_dtype"]
    if _RESULTS[given] is not wanted:
        text = f"IsotonicRegression: expected output_dtype {_RESULTS[given].short} for input {given.short}, got"
        raise DiagramError(f"{text} {wanted.short}", pin="output_dtype")
    return [shape, shape]


@IsotonicRegression.gradient("input")
def _(call: Node, dy: Output | None, _: Output | None) -> Output | None:
    return None if dy is None else SegmentAverages(dy, call.outputs[1]).as_output()


@block("values: T, segments: int32 -> averages: T", T=FLOATS, internal=True)
def SegmentAverages(values: Array, segments: Array) -> Array:
    """Replace each element by the mean of its segment: the gradient of IsotonicRegression and of this block itself.

    Args:
        values: the values, in rows along the last axis.
        segments: the segment number of each element in its row, from 0.
    """
    if not values.size:
        return values.copy()
    width = values.shape[-1]
    rows = segments.reshape(-1, width)
    indices = (rows + np.arange(len(rows))[:, np.newaxis] * width).ravel()
    wide = values.astype(wide_dtype(values)).ravel()
    counts = np.bincount(indices)
    means = np.bincount(indices, wide) / np.maximum(counts, 1)
    return means[indices].astype(values.dtype).reshape(values.shape)


@SegmentAverages.shape
def _(call: Call) -> Shape:
    values, segments = call.shape("values"), call.shape("segments")
    if not compatible(values, segments):
        text = f"SegmentAverages: segments must have the shape {shape_text(values)}, got {shape_text(segments)}"
        raise DiagramError(text, pin="segments")
    return values


SegmentAverages.gradient("values")(lambda call, dy: SegmentAverages(dy, call.input("segments")).as_output())
