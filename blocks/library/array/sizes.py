"""Shapes and sizes of tensors, and tensors that depend on shapes alone."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from blocks.base.dtypes import ANY, BOOL, INDEX, INT32, INT64, NUMERIC, QUANTIZED, STRING, VARIANT, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, merge, normalise_axis, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import (
    COPYABLE,
    FOUR_BITS,
    HANDLES,
    pin_error,
    require_ranks,
    require_scalar,
    require_vector,
    sizes,
    vector_length,
    zeros,
)
from blocks.library.declare import block, make

_SIZES_ONLY: dict[str, Any] = {
    "shape_only": True, "foldable": True, "not_differentiable": "its result depends only on the shape of its input",
}  # fmt: skip
_MEASURED: dict[str, Any] = {"T": ANY, "where": {"out_type": (INT32, INT64)}, **_SIZES_ONLY}


@block(
    "input: T -> output: out_type",
    **_MEASURED,
    formula="shape({input})",
    example={"input": [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], "output": [2, 3]},
)
def Shape_(input: Array, *, out_type: DType = "DT_INT32") -> Array:  # pyright: ignore[reportArgumentType]
    """Return the shape of a tensor as a vector of sizes.

    Args:
        input: [...] any tensor.
        out_type: the dtype of the result: int32 or int64.

    Returns:
        output: [rank] the size of each axis. A scalar gives an empty vector.
    """
    return np.array(input.shape, out_type.numpy)


@Shape_.shape
def _(call: Call) -> Shape:
    shape = call.shape("input")
    return (None if shape is None else len(shape),)


@block(
    "input: T* -> output: out_type*input",
    **_MEASURED,
    example={"input": [[1.0, 2.0], 3.0], "output": [[2], []]},
)
def ShapeN(input: tuple[Array, ...], *, out_type: DType = "DT_INT32") -> list[Array]:  # pyright: ignore[reportArgumentType]
    """Return the shapes of several tensors as vectors of sizes.

    Args:
        input: [...] tensors of the same dtype.
        out_type: the dtype of the results: int32 or int64.

    Returns:
        output: [rank_i] the shape of each tensor.
    """
    return [np.array(each.shape, out_type.numpy) for each in input]


ShapeN.shape(lambda call: [(None if shape is None else len(shape),) for shape in call.shapes("input")])


@block(
    "input: T -> output: int32",
    T=ANY,
    **_SIZES_ONLY,
    example={"input": [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], "output": 2},
)
def Rank(input: Array) -> Array:
    """Return the rank (number of axes) of a tensor: 0 for a scalar, 1 for a vector, 2 for a matrix.

    Args:
        input: [...] any tensor.

    Returns:
        output: [] the rank.
    """
    return np.array(input.ndim, np.int32)


@block(
    "input: T -> output: out_type",
    **_MEASURED,
    doc_of=Shape_,
    example={"input": [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], "output": 6},
)
def Size(input: Array, *, out_type: DType = "DT_INT32") -> Array:  # pyright: ignore[reportArgumentType]
    """Return the number of elements of a tensor.

    Returns:
        output: [] the number of elements: the product of all sizes, 1 for a scalar.
    """
    return np.array(input.size, out_type.numpy)


def _scalar(call: Call) -> Shape:
    return ()


Rank.shape(_scalar)
Size.shape(_scalar)


def _same(call: Call) -> Shape:
    return call.shape("x")


@block(
    "x: T -> y: T",
    T=(*COPYABLE, VARIANT),
    **_SIZES_ONLY,
    fusion="elementwise",
    constant_fill=0,
    formula="0",
    example={"x": [1.0, 2.0], "y": [0.0, 0.0]},
)
def ZerosLike(x: Array) -> Array:
    """Create a tensor of zeros with the shape and dtype of x.

    Args:
        x: [...] the tensor whose shape and dtype are used.

    Returns:
        y: [...] zeros. For bool they are false, for strings empty strings.
    """
    return zeros(x.shape, x.dtype)


@block(
    "x: T -> y: T",
    T=(*NUMERIC, BOOL),
    **_SIZES_ONLY,
    fusion="elementwise",
    constant_fill=1,
    formula="1",
    example={"x": [3.0, 2.0], "y": [1.0, 1.0]},
)
def OnesLike(x: Array) -> Array:
    """Create a tensor of ones with the shape and dtype of x.

    Args:
        x: [...] the tensor whose shape and dtype are used.

    Returns:
        y: [...] ones. For bool they are true.
    """
    return np.ones(x.shape, x.dtype)


ZerosLike.shape(_same)
OnesLike.shape(_same)


@block(
    "dims: index_type, value: T -> output: T",
    T=(*NUMERIC, BOOL, STRING, *QUANTIZED, *FOUR_BITS, *HANDLES),
    index_type=INDEX,
    foldable=True,
    example={"dims": [2, 3], "value": 9.0, "output": [[9.0, 9.0, 9.0], [9.0, 9.0, 9.0]]},
)
def Fill(dims: Array, value: Array) -> Array:
    """Create a tensor of a given shape, filled with a single value.

    Args:
        dims: [rank] the shape.
        value: [] the fill value. Its gradient is the sum of the output's gradient over all elements.

    Returns:
        output: [...] the filled tensor, of the dtype of value.
    """
    result = np.empty(tuple(dims.tolist()), value.dtype)
    result.fill(value[()])
    return result


@Fill.shape
def _(call: Call) -> Shape:
    require_scalar(call, "value")
    return sizes(call, "dims")


Fill.gradient("value")(lambda call, dy: make("SumToShape", dy, np.zeros(0, np.int32)))


Fill.formula(lambda call: "fill({value})" if call.source is not None else None)


def _of_one_rank(name: str, s0: Array, s1: Array) -> list[Array]:
    """Return two shapes with leading ones, so that both have the same rank; raise DiagramError if they differ."""
    count = max(len(s0), len(s1))
    a, b = (np.concatenate([np.ones(count - len(s), s.dtype), s]) for s in (s0, s1))
    if np.any((a != b) & (a != 1) & (b != 1)):
        text = f"{name} cannot broadcast the shapes {s0.tolist()} and {s1.tolist()} together"
        raise DiagramError(text, pin="s1", hint="make the sizes equal, or make one of the sizes 1")
    return [a, b]


@block("s0: T, s1: T -> r0: T", T=INDEX, foldable=True, example={"s0": [3], "s1": [4, 1, 3], "r0": [4, 1, 3]})
def BroadcastDynamicShape(s0: Array, s1: Array) -> Array:
    """Compute the shape that results from broadcasting two shapes together.

    Args:
        s0: [m] the first shape.
        s1: [n] the second shape.

    Returns:
        r0: [k] the broadcast shape.
    """
    a, b = _of_one_rank("BroadcastDynamicShape", s0, s1)
    return np.where(a == 1, b, a)


@BroadcastDynamicShape.shape
def _(call: Call) -> Shape:
    lengths = [vector_length(call, pin) for pin in ("s0", "s1")]
    return (None if lengths[0] is None or lengths[1] is None else max(lengths[0], lengths[1]),)


@block(
    "s0: T, s1: T -> r0: T, r1: T",
    T=INDEX,
    not_differentiable="its values are integers",
    example={"s0": [2, 3, 5], "s1": [1, 5], "r0": [], "r1": [0, 1]},
)
def BroadcastGradientArgs(s0: Array, s1: Array) -> tuple[Array, Array]:
    """Compute the axes along which the gradients of a broadcast operation must be summed.

    Args:
        s0: [m] the shape of the first operand.
        s1: [n] the shape of the second operand.

    Returns:
        r0: [a] the axes of the broadcast shape along which the first operand's gradient is summed, in ascending order.
        r1: [b] the axes for the second operand. If both sizes are 1, the axis is in r0 and r1, unless the shapes are
            equal.
    """
    a, b = _of_one_rank("BroadcastGradientArgs", s0, s1)
    if np.array_equal(s0, s1):
        return np.zeros(0, s0.dtype), np.zeros(0, s0.dtype)
    missing = np.arange(len(a))
    first = (a == 1) | (missing < len(a) - len(s0))
    second = (b == 1) | (missing < len(a) - len(s1))
    return np.flatnonzero(first).astype(s0.dtype), np.flatnonzero(second).astype(s0.dtype)


@BroadcastGradientArgs.shape
def _(call: Call) -> list[Shape]:
    require_vector(call, "s0")
    require_vector(call, "s1")
    return [(None,), (None,)]


@block(
    "concat_dim: int32, shape: shape_type* -> offset: shape_type*shape",
    shape_type=INDEX,
    not_differentiable="its values are integers",
    example={
        "concat_dim": 1,
        "shape": [{"dtype": "DT_INT32", "val": [2, 2]}, {"dtype": "DT_INT32", "val": [2, 3]}],
        "offset": [[0, 0], [0, 2]],
    },
)
def ConcatOffset(concat_dim: Array, shape: tuple[Array, ...]) -> tuple[Array, ...]:
    """Compute the start index of each tensor within their concatenation.

    Args:
        concat_dim: [] the axis of the concatenation; -1 is the last axis.
        shape: [rank] the shapes of two or more tensors.

    Returns:
        offset: [rank] the start index of each tensor along each axis. It is 0 for all axes but concat_dim.
    """
    axis = normalise_axis(int(concat_dim), len(shape[0]), pin="concat_dim")
    others = np.arange(len(shape[0])) != axis
    for i, each in enumerate(shape):
        if not np.array_equal(each[others], shape[0][others]):
            text = f"ConcatOffset: shapes may differ only along axis {axis}, got {shape[0].tolist()}"
            raise DiagramError(f"{text} and {each.tolist()}", pin=f"shape[{i}]")
    result = np.zeros((len(shape), len(shape[0])), shape[0].dtype)
    result[1:, axis] = np.cumsum([each[axis] for each in shape])[:-1]
    return tuple(row.copy() for row in result)


@ConcatOffset.shape
def _(call: Call) -> list[Shape]:
    require_scalar(call, "concat_dim")
    shapes = call.shapes("shape")
    if len(shapes) < 2:
        raise DiagramError(f"ConcatOffset needs two shapes or more, got {len(shapes)}", pin="shape")
    common: Shape = (None,)
    for i, each in enumerate(shapes):
        if each is not None and len(each) != 1:
            raise pin_error(call, f"shape[{i}]", f"expected vectors, got shape {shape_text(each)}")
        if not compatible(common, each):
            text = f"ConcatOffset: all vectors must be equally long, got shapes {shape_text(common)} and"
            raise DiagramError(f"{text} {shape_text(each)}", pin=f"shape[{i}]")
        common = merge(common, each)
    rank, axis = (common or (None,))[0], call.value("concat_dim")
    if rank is not None and axis is not None:
        normalise_axis(int(axis), rank, pin="concat_dim")
    return [common] * len(shapes)


@block(
    "indices: Tidx, dims: Tidx -> output: Tidx",
    Tidx=INDEX,
    example={"indices": [22, 3], "dims": [4, 6], "output": [[3, 0], [4, 3]]},
)
def UnravelIndex(indices: Array, dims: Array) -> Array:
    """Convert flat indices to multidimensional indices.

    Args:
        indices: [] or [n] the flat indices in row-major order. There must be at least one.
        dims: [rank] the shape of the tensor.

    Returns:
        output: [rank] or [rank, n] the multidimensional indices, one column per flat index.
    """
    sizes = dims.astype(np.int64)
    if (sizes <= 0).any():
        raise DiagramError(f"UnravelIndex: dims must be 1 or more, got {dims.tolist()}", pin="dims")
    if not indices.size:
        raise DiagramError("UnravelIndex needs at least one index", pin="indices")
    count = math.prod(sizes.tolist())
    wrong = indices[(indices < 0) | (indices >= count)]
    if wrong.size:
        text = f"the index {wrong.reshape(-1)[0]} is outside a tensor of shape {dims.tolist()}"
        raise DiagramError(text, pin="indices")
    result = np.zeros((len(sizes), *indices.shape), dims.dtype)
    rest = indices.astype(np.int64)
    for axis in reversed(range(len(sizes))):
        result[axis] = rest % sizes[axis]
        rest = rest // sizes[axis]
    return result


@UnravelIndex.shape
def _(call: Call) -> Shape:
    require_vector(call, "dims")
    shape = require_ranks(call, "indices", 0, 1, "indices must be a scalar or vector")
    return None if shape is None else (vector_length(call, "dims"), *shape)
