"""Search in tensors: true elements, unique values, set differences, positions in sorted rows, n-th elements."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import BOOL, HALF, INDEX, INT32, INT64, NUMERIC, REAL, STRING, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, normalise_axis, shape_text
from blocks.base.types import Array, Indices, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import (
    pin_error,
    require_rank,
    require_ranks,
    require_vector,
    scalar,
    vector,
    vector_length,
)
from blocks.library.declare import block, declare, make


@block(
    "condition: T -> index: int64",
    T=(BOOL, *(dtype for dtype in NUMERIC if dtype is not HALF)),  # TensorFlow's kernel refuses half on CPU
    foldable=True,
    example={"condition": [[True, False], [False, True]], "index": [[0, 0], [1, 1]]},
)
def Where(condition: Array) -> Array:
    """Return the indices of all true or nonzero elements of a tensor.

    Args:
        condition: [...] a tensor of rank 1 or more. NaN counts as nonzero.

    Returns:
        index: [n, rank] one row of indices per true or nonzero element, in row-major order.
    """
    return np.ascontiguousarray(np.argwhere(condition))


@Where.shape
def _(call: Call) -> Shape:
    shape = require_rank(call, "condition", 1, "rank 1 or more")
    if shape is None:
        return (None, None)
    value = call.value("condition")
    return (None if value is None else int(np.count_nonzero(value)), len(shape))


_NUMBERED: dict[str, Any] = {"T": (*REAL, BOOL, STRING), "where": {"out_idx": (INT32, INT64)}}


@block(
    "x: T -> y: T, idx: out_idx",
    **_NUMBERED,
    foldable=True,
    example={"x": [1, 1, 2, 4, 2], "y": [1, 2, 4], "idx": [0, 0, 1, 2, 1]},
)
def Unique(x: Array, *, out_idx: DType = "DT_INT32") -> tuple[Array, Array]:  # pyright: ignore[reportArgumentType]
    """Find the distinct values of a vector, in order of first occurrence.

    Args:
        x: [n] a vector.
        out_idx: the dtype of idx: int32 or int64.

    Returns:
        y: [m] the distinct values. NaN never equals NaN. 0.0 equals -0.0, except in 16-bit floats.
        idx: [n] for each element of x, the index of its value in y: x[i] = y[idx[i]].
    """
    y, idx = _unique(x)
    return y, idx.astype(out_idx.numpy)


@block(
    "x: T -> y: T, idx: out_idx, count: out_idx",
    **_NUMBERED,
    doc_of=Unique,
    example={"x": [1, 1, 2, 4, 2], "y": [1, 2, 4], "idx": [0, 0, 1, 2, 1], "count": [2, 2, 1]},
)
def UniqueWithCounts(x: Array, *, out_idx: DType = "DT_INT32") -> tuple[Array, Array, Array]:  # pyright: ignore[reportArgumentType]
    """Find the distinct values of a vector, in order of first occurrence, and count each of them.

    Args:
        out_idx: the dtype of idx and count: int32 or int64.

    Returns:
        count: [m] the number of occurrences of each value of y in x.
    """
    y, idx = _unique(x)
    count = np.bincount(idx, minlength=len(y))
    return y, idx.astype(out_idx.numpy), count.astype(out_idx.numpy)


def _unique(x: Array) -> tuple[Array, Indices]:
    compared: Any = x
    if x.dtype.itemsize == 2 and x.dtype.kind not in "iu":
        # TensorFlow takes these by their bits, so that 0.0 and -0.0 are two; each NaN gets a number of its own.
        compared = np.where(np.isnan(x), np.arange(x.size) + (1 << 16), x.view(np.uint16))
    _, first, inverse = np.unique(compared, return_index=True, return_inverse=True, equal_nan=False)
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    return x[first[order]], rank[inverse.reshape(-1)]


Unique.shape(lambda call: [(None,), (vector_length(call, "x"),)])


UniqueWithCounts.shape(lambda call: [(None,), (vector_length(call, "x"),), (None,)])


# -- Rows, columns or slices that are there ----------------------------------------------------------------------------


@block(
    "x: T, axis: Taxis -> y: T, idx: out_idx",
    **_NUMBERED,
    Taxis=INDEX,
    example={"x": [[1, 0], [1, 0], [2, 0]], "axis": [0], "y": [[1, 0], [2, 0]], "idx": [0, 0, 1]},
)
def UniqueV2(x: Array, axis: Array, *, out_idx: DType = INT32) -> tuple[Array, Array]:
    """Find the distinct slices of a tensor along an axis, in order of first occurrence.

    Args:
        x: [...] the tensor. It must be a vector if axis is empty.
        axis: [count] a vector with the axis, such as [0], or an empty vector; -1 is the last axis.
        out_idx: the dtype of idx: int32 or int64.

    Returns:
        y: [...] the distinct slices. Slices that contain NaN are all distinct. 0.0 equals -0.0.
        idx: [n] for each slice of x, its index in y.
    """
    y, idx = _unique_slices(x, axis)
    return y, idx.astype(out_idx.numpy)


@block(
    "x: T, axis: Taxis -> y: T, idx: out_idx, count: out_idx",
    **_NUMBERED,
    Taxis=INDEX,
    doc_of=UniqueV2,
    example={"x": [[1, 0], [1, 0], [2, 0]], "axis": [0], "y": [[1, 0], [2, 0]], "idx": [0, 0, 1], "count": [2, 1]},
)
def UniqueWithCountsV2(x: Array, axis: Array, *, out_idx: DType = INT32) -> tuple[Array, Array, Array]:
    """Find the distinct slices of a tensor along an axis, in order of first occurrence, and count each of them.

    Args:
        out_idx: the dtype of idx and count: int32 or int64.

    Returns:
        count: [m] the number of occurrences of each slice of y in x.
    """
    y, idx = _unique_slices(x, axis)
    return y, idx.astype(out_idx.numpy), np.bincount(idx, minlength=y.shape[_along(axis)]).astype(out_idx.numpy)


def _along(axis: Array) -> int:
    return int(axis[0]) if axis.size else 0


def _unique_slices(x: Array, axis: Array) -> tuple[Array, Indices]:
    along = _along(axis)
    count = x.shape[along]
    if x.size == count > 0:  # slices of one element, which are compared as those of a vector
        values, numbers = _unique(x.reshape(-1))
        shape = [len(values) if i == along % x.ndim else 1 for i in range(x.ndim)]
        return values.reshape(shape), numbers
    rows = np.moveaxis(x, along, 0).reshape(count, x.size // count if count else 0)
    wide: Any = rows.astype(np.float32) if rows.dtype.itemsize == 2 and rows.dtype.kind not in "iu" else rows
    _, codes = np.unique(wide, return_inverse=True, equal_nan=False)
    result: dict[bytes, int] = {}
    numbers = np.zeros(count, np.int64)
    first: list[int] = []
    for i, row in enumerate(np.ascontiguousarray(codes.reshape(rows.shape))):
        numbers[i] = result.setdefault(row.tobytes(), len(result))
        if len(result) > len(first):
            first.append(i)
    return x.take(first, along), numbers


def _slices_shape(call: Call) -> tuple[Shape, int | None]:
    axis, shape = vector(call, "axis"), call.shape("x")
    length = vector_length(call, "axis")
    name = call.type.name
    if length is not None and length > 1:
        raise DiagramError(f"{name} takes at most one axis, got {length}", pin="axis")
    if shape is None or axis is None:
        rank_known = shape is not None and length == 1
        return ((None,) * len(shape) if rank_known and shape is not None else None), None
    if not axis:
        require_vector(call, "x")
        return (None,), shape[0]
    along = normalise_axis(axis[0], len(shape), pin="axis")
    return (*shape[:along], None, *shape[along + 1 :]), shape[along]


@UniqueV2.shape
def _(call: Call) -> list[Shape]:
    shape, count = _slices_shape(call)
    return [shape, (count,)]


@UniqueWithCountsV2.shape
def _(call: Call) -> list[Shape]:
    shape, count = _slices_shape(call)
    return [shape, (count,), (None,)]


@block(
    "x: T, y: T -> out: T, idx: out_idx",
    T=(*REAL, STRING),
    where={"out_idx": (INT32, INT64)},
    foldable=True,
    example={"x": [1, 2, 3, 4, 2], "y": [2, 4], "out": [1, 3], "idx": [0, 2]},
)
def SetDiff1D(x: Array, y: Array, *, out_idx: DType = "DT_INT32") -> tuple[Array, Array]:  # pyright: ignore[reportArgumentType]
    """Compute the set difference of two vectors: the values of x that are not in y.

    Args:
        x: [n] a vector.
        y: [m] the values to exclude. NaN matches no value. In 16-bit floats, 0.0 does not match -0.0.
        out_idx: the dtype of idx: int32 or int64.

    Returns:
        out: [k] the remaining values of x, in their order and with repetitions.
        idx: [k] the index in x of each remaining value: out[i] = x[idx[i]].
    """
    if x.dtype.hasobject:
        unwanted = set(y.tolist())
        left = np.array([value not in unwanted for value in x.tolist()], bool)
    elif x.dtype.itemsize == 2 and x.dtype.kind not in "iu":
        left = ~np.isin(x.view(np.uint16), y.view(np.uint16)) | np.isnan(x)
    else:
        left = ~np.isin(x, y)
    return x[left], np.flatnonzero(left).astype(out_idx.numpy)


@SetDiff1D.shape
def _(call: Call) -> list[Shape]:
    require_vector(call, "x")
    require_vector(call, "y")
    return [(None,), (None,)]


# -- Indices in sorted rows --------------------------------------------------------------------------------------------


def _bound(name: str, example: list[list[int]], summary: str, *, upper: bool) -> BlockType:
    def kernel(sorted_inputs: Array, values: Array, *, out_type: DType = INT32) -> Array:
        # The search as the standard library of C++ has it, so that NaN and rows that are not sorted give the same.
        first = np.zeros(values.shape, np.int64)
        count = np.full(values.shape, sorted_inputs.shape[1], np.int64)
        while (count > 0).any():
            step = count // 2
            middle = np.minimum(first + step, sorted_inputs.shape[1] - 1)
            there = np.take_along_axis(sorted_inputs, middle, 1)
            after = (~(values < there) if upper else there < values) & (count > 0)
            first = np.where(after, first + step + 1, first)
            count = np.where(after, count - step - 1, step)
        return first.astype(out_type.numpy)

    doc = f"""{summary}

    Args:
        sorted_inputs: [m, n] rows that are sorted in ascending order.
        values: [m, k] the values to search for. Row i is searched for in row i of sorted_inputs.
        out_type: the dtype of the result: int32 or int64.

    Returns:
        output: [m, k] the indices, from 0 to n. n means that there is no such element.
    """
    result = declare(
        name,
        "array_ops",
        "sorted_inputs: T, values: T -> output: out_type",
        kernel,
        T=REAL,
        where={"out_type": (INT32, INT64)},
        doc=doc,
        example={"sorted_inputs": [[1.0, 2.0, 2.0, 3.0]], "values": [[2.0, 0.0, 9.0]], "output": example},
    )

    def shape(call: Call) -> Shape:
        rows, values = (_matrix(call, pin) for pin in ("sorted_inputs", "values"))
        if not compatible(rows[:1], values[:1]):
            text = f"{name}: the inputs must have equal row counts, got {shape_text(rows)} and {shape_text(values)}"
            raise DiagramError(text, pin="values")
        return (values[0] if values[0] is not None else rows[0], values[1])

    result.shape(shape)
    return result


def _matrix(call: Call, pin: str) -> tuple[int | None, ...]:
    return require_ranks(call, pin, 2, 2, f"{pin} must be a matrix") or (None, None)


LowerBound = _bound(
    "LowerBound", [[1, 0, 4]], "Find the lower bound of values in sorted rows: the first index with element >= value.",
    upper=False,
)  # fmt: skip
UpperBound = _bound(
    "UpperBound", [[3, 0, 4]], "Find the upper bound of values in sorted rows: the first index with element > value.",
    upper=True,
)  # fmt: skip


@block("input: T, n: int32 -> values: T", T=REAL, example={"input": [[3.0, 1.0, 2.0]], "n": 1, "values": [2.0]})
def NthElement(input: Array, n: Array, *, reverse: bool = False) -> Array:
    """Find the nth smallest element of each row.

    Args:
        input: [..., size] the rows.
        n: [] the index in ascending order, from 0 to size - 1.
        reverse: whether to find the nth largest element instead.

    Returns:
        values: [...] the nth element of each row. If several elements of a row equal it, they share its gradient
            equally.
    """
    wide = input.astype(np.float32) if input.dtype.itemsize == 2 and input.dtype.kind not in "iu" else input
    index = input.shape[-1] - 1 - int(n) if reverse else int(n)
    if not wide.size:
        return np.zeros(input.shape[:-1], input.dtype)
    return np.array(np.partition(wide, index, axis=-1)[..., index]).astype(input.dtype, copy=False)


@NthElement.shape
def _(call: Call) -> Shape:
    shape, n = require_rank(call, "input", 1, "rank 1 or more"), scalar(call, "n", 0)
    if n is not None and shape is not None and shape[-1] is not None and n >= shape[-1]:
        raise pin_error(call, "n", f"n must be less than the row size ({shape[-1]}), got {n}")
    return None if shape is None else shape[:-1]


@NthElement.gradient("input")
def _(call: Node, dy: Output) -> Operand:
    x, result = call.inputs[0], make("ExpandDims", call.outputs[0], -1)
    equal = make("Cast", make("Equal", x, result), DstT=x.dtype)
    count = make("Sum", equal, [-1], keep_dims=True)
    share = make("RealDiv", make("ExpandDims", dy, -1), count)
    return make("Multiply", equal, share)
