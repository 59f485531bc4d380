"""Binning of values, and approximate comparison."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from blocks.base.dtypes import DOUBLE, FLOAT, INDEX, INT32, INT64, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, element_count, merge, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import expect, pin_error, require_ranks, scalar, shape_error
from blocks.library.array.row_reductions import add_rows
from blocks.library.declare import block

_NUMBERS = (INT32, INT64, FLOAT, DOUBLE)


@block(
    "arr: int32, size: int32, weights: T -> bins: T",
    T=_NUMBERS,
    example={"arr": [1, 1, 3], "size": 4, "weights": [0.5, 1.0, 2.0], "bins": [0.0, 1.5, 0.0, 2.0]},
)
def Bincount(arr: Array, size: Array, weights: Array) -> Array:
    """Count the occurrences of each integer (bincount): bins[i] is the count of i, or the sum of its weights.

    Args:
        arr: [...] integers of 0 or more. Integers greater than or equal to size are ignored.
        size: [] the number of bins, 0 or more.
        weights: [...] one weight per element of arr, in any shape. If empty, each element counts as 1.

    Returns:
        bins: [size] the counts or the sums of weights.
    """
    return count_rows(1, None, arr.reshape(-1), int(size), weights)[0]


@Bincount.shape
def _(call: Call) -> Shape:
    counts = [element_count(call.shape(pin)) for pin in ("arr", "weights")]
    if None not in counts and counts[1] and counts[0] != counts[1]:
        text = f"Bincount: weights must be empty or have one value per element of arr ({counts[0]}), got {counts[1]}"
        raise DiagramError(text, pin="weights")
    return (bin_count(call, "arr"),)


@block(
    "input: Tidx, size: Tidx, weights: T -> output: T",
    Tidx=INDEX,
    T=_NUMBERS,
    example={
        "input": [[1, 1, 0], [2, 3, 3]],
        "size": 4,
        "weights": {"val": [], "shape": [0], "dtype": "DT_FLOAT"},
        "output": [[1.0, 2.0, 0.0, 0.0], [0.0, 0.0, 1.0, 2.0]],
    },
)
def DenseBincount(input: Array, size: Array, weights: Array, *, binary_output: bool = False) -> Array:
    """Count the occurrences of each integer in a vector, or in each row of a matrix.

    Args:
        input: [...] a vector or a matrix of integers of 0 or more. Integers greater than or equal to size are ignored.
        size: [] the number of bins, 0 or more.
        weights: [...] one weight per element, with the shape of input. If empty, each element counts as 1.
        binary_output: true returns 1 for each integer that occurs and 0 for others, and ignores weights.

    Returns:
        output: [..., size] the counts or the sums of weights, per row of a matrix.
    """
    if input.ndim < 2:
        return count_rows(1, None, input.reshape(-1), int(size), weights, binary=binary_output)[0]
    rows = np.arange(len(input)).repeat(input.shape[1])
    return count_rows(len(input), rows, input.reshape(-1), int(size), weights, binary=binary_output)


def count_rows(
    count: int, rows: Array | None, values: Array, size: int, weights: Array, *, binary: bool = False
) -> Array:
    """Count each number in each row, or sum its weights.

    Args:
        rows: each value's row; None for a single row.
        values: the numbers; those outside 0 ... size - 1 are left out.
        weights: one per value, or empty for weights of 1.
        binary: store 1 for numbers that occur.

    Returns:
        [count, size], of the dtype of weights.
    """
    amounts = weights.reshape(-1)
    if values.size and (values.min() < 0 or values.max() >= size):
        inside = (values >= 0) & (values < size)
        values, amounts = values[inside], amounts[inside] if amounts.size else amounts
        rows = None if rows is None else rows[inside]
    indices = (values if rows is None else rows * size + values).astype(np.int64, copy=False)
    if weights.size and not binary:
        return add_rows(count * size, indices, amounts.reshape(-1, 1)).reshape(count, size)
    result = np.bincount(indices, minlength=count * size).reshape(count, size)
    return (result > 0 if binary else result).astype(weights.dtype)


def bin_count(call: Call, values: str, *, negative: bool = False) -> int | None:
    """Return the number of bins from the pin size, after checking the numbers at ``values``."""
    size, result = scalar(call, "size", 0), call.value(values)
    if result is not None and result.size and result.min() < 0 and not negative:
        raise pin_error(call, values, f"{values} must be 0 or more, got {result.min()}")
    return size


def check_weights(call: Call, values: str) -> None:
    given, wanted = call.shape("weights"), call.shape(values)
    if given is None or wanted is None or not element_count(given) or compatible(given, wanted):
        return  # a size that is not known may be 0
    raise shape_error(call, "weights", f"weights must be empty or have the shape of {values}, {shape_text(wanted)}")


@DenseBincount.shape
def _(call: Call) -> Shape:
    shape = require_ranks(call, "input", 0, 2, "expected a vector or a matrix")
    size = bin_count(call, "input")
    check_weights(call, "input")
    return None if shape is None else (*shape[:-1], size)


@block(
    "values: T, value_range: T, nbins: int32 -> out: dtype",
    T=_NUMBERS,
    where={"dtype": INDEX},
    example={"values": [-1.0, 0.0, 1.5, 2.0, 5.0, 15.0], "value_range": [0.0, 5.0], "nbins": 5, "out": [2, 1, 1, 0, 2]},
)
def HistogramFixedWidth(values: Array, value_range: Array, nbins: Array, *, dtype: DType = INT32) -> Array:
    """Compute a histogram: count the values in nbins bins of equal width.

    Args:
        values: [...] the values. Values outside the range count in the first or last bin.
        value_range: [2] the lower end of the first bin and the upper end of the last bin.
        nbins: [] the number of bins, 0 or more.
        dtype: the dtype of the counts.

    Returns:
        out: [nbins] the counts. A value on the edge between two bins counts in the upper bin.
    """
    low, high = (float(each) for each in value_range)
    count = int(nbins)
    # The width as TensorFlow computes it: what lies on an edge depends on its last bit.
    width = high / count - low / count
    shifted = (np.maximum(values.astype(np.float64), low) - low) / width
    indices = np.fmax(np.minimum(shifted, count - 1), 0).astype(np.int64)  # 0 where an endless range gives NaN
    return np.bincount(indices.reshape(-1), minlength=count).astype(dtype.numpy)


@HistogramFixedWidth.shape
def _(call: Call) -> Shape:
    count, limits, values = scalar(call, "nbins", 1), call.value("value_range"), call.value("values")
    if not compatible(call.shape("value_range"), (2,)):
        raise shape_error(call, "value_range", "value_range must have two values")
    if limits is not None and not limits[0] < limits[1]:
        text = f"HistogramFixedWidth: value_range must be strictly increasing, got {limits[0]} and {limits[1]}"
        raise DiagramError(text, pin="value_range")
    if values is not None and np.isnan(values).any():
        raise pin_error(call, "values", "values must not contain NaN")
    return (count,)


@block(
    "input: T -> output: int32",
    T=_NUMBERS,
    example={"input": [-5.0, 0.0, 20.0], "boundaries": [0.0, 10.0], "output": [0, 1, 2]},
)
def Bucketize(input: Array, *, boundaries: list[float]) -> Array:
    """Return the index of the bucket that contains each value. Buckets are the ranges between boundaries.

    Args:
        input: [...] the values.
        boundaries: the boundaries, in increasing order. A value equal to a boundary is in the upper range.

    Returns:
        output: [...] the index of each range. 0 is the range below the first boundary.
    """
    # As in TensorFlow: boundaries have single precision, and integers are compared with them in that.
    numbers = input.astype(np.float32) if input.dtype.kind == "i" else input
    return np.searchsorted(np.array(boundaries, np.float32), numbers, side="right").astype(np.int32)


Bucketize.shape(lambda call: call.shape("input"))


def _check_boundaries(attrs: dict[str, Any]) -> None:
    result: list[float] = attrs["boundaries"]
    rises = all(each == each for each in result) and all(a <= b for a, b in pairwise(result))
    expect(attrs, "boundaries", rises, "numbers in increasing order")


Bucketize.prepare = _check_boundaries


@block(
    "x: T, y: T -> z: bool",
    T=(FLOAT, DOUBLE),
    not_differentiable="the result is boolean and has no derivative",
    example={"x": [1.0, 2.0], "y": [1.25, 3.0], "tolerance": 0.5, "z": [True, False]},
)
def ApproximateEqual(x: Array, y: Array, *, tolerance: float = 1e-5) -> Array:
    """Compare with a tolerance: true where |x - y| <= tolerance.

    Args:
        x: [...] the first tensor.
        y: [...] the second tensor, with the shape of x.
        tolerance: the tolerance.

    Returns:
        z: [...] true or false for each element. NaN and infinity are not equal to anything, including themselves.
    """
    return np.abs(x - y) <= np.float32(tolerance).astype(x.dtype)


@ApproximateEqual.shape
def _(call: Call) -> Shape:
    x, y = call.shape("x"), call.shape("y")
    try:
        return merge(x, y)
    except DiagramError:
        text = f"ApproximateEqual: x and y must have the same shape, got {shape_text(x)} and {shape_text(y)}"
        raise DiagramError(text, pin="y") from None
