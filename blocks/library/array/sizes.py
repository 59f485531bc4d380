"""What asks for shapes and sizes, and tensors made from them alone."""

from __future__ import annotations

import numpy as np

from blocks.base.dtypes import ANY, BOOL, INDEX, INT32, INT64, NUMERIC, QUANTIZED, STRING, VARIANT, DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import (
    COPYABLE,
    FOUR_BITS,
    HANDLES,
    make,
    require_scalar,
    require_vector,
    sizes,
    vector_length,
    zeros,
)
from blocks.library.declare import block

_SIZES_ONLY = "its result depends on the shape of its input, not on the values"


@block(
    "input: T -> output: out_type",
    T=ANY,
    where={"out_type": (INT32, INT64)},
    shape_only=True,
    not_differentiable=_SIZES_ONLY,
    foldable=True,
    formula="shape({input})",
    example={"input": [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], "output": [2, 3]},
)
def Shape_(input: Array, *, out_type: DType = "DT_INT32") -> Array:  # pyright: ignore[reportArgumentType]
    """The shape of a tensor, as a vector of sizes.

    Args:
        input: [...] any tensor.
        out_type: the element type of the result.

    Returns:
        output: [rank] one size per axis; an empty vector for a scalar.
    """
    return np.array(input.shape, out_type.numpy)


@Shape_.shape
def _(call: Call) -> Shape:
    shape = call.shape("input")
    return (None if shape is None else len(shape),)


@block(
    "input: T* -> output: out_type*input",
    T=ANY,
    where={"out_type": (INT32, INT64)},
    shape_only=True,
    not_differentiable=_SIZES_ONLY,
    foldable=True,
    example={"input": [[1.0, 2.0], 3.0], "output": [[2], []]},
)
def ShapeN(input: tuple[Array, ...], *, out_type: DType = "DT_INT32") -> list[Array]:  # pyright: ignore[reportArgumentType]
    """The shapes of several tensors.

    Args:
        input: [...] tensors of one dtype.
        out_type: the element type of the results.

    Returns:
        output: [rank_i] for each tensor, the vector of its sizes.
    """
    return [np.array(each.shape, out_type.numpy) for each in input]


@ShapeN.shape
def _(call: Call) -> list[Shape]:
    return [(None if shape is None else len(shape),) for shape in call.shapes("input")]


@block(
    "input: T -> output: int32",
    T=ANY,
    shape_only=True,
    not_differentiable=_SIZES_ONLY,
    foldable=True,
    example={"input": [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], "output": 2},
)
def Rank(input: Array) -> Array:
    """The number of axes of a tensor: 0 for a scalar, 1 for a vector, 2 for a matrix.

    Args:
        input: [...] any tensor.

    Returns:
        output: [] how many axes it has.
    """
    return np.array(input.ndim, np.int32)


@block(
    "input: T -> output: out_type",
    T=ANY,
    where={"out_type": (INT32, INT64)},
    shape_only=True,
    not_differentiable=_SIZES_ONLY,
    foldable=True,
    example={"input": [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], "output": 6},
)
def Size(input: Array, *, out_type: DType = "DT_INT32") -> Array:  # pyright: ignore[reportArgumentType]
    """The number of elements of a tensor.

    Args:
        input: [...] any tensor.
        out_type: the element type of the result.

    Returns:
        output: [] how many elements it has: the product of its sizes, 1 for a scalar.
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
    shape_only=True,
    not_differentiable=_SIZES_ONLY,
    foldable=True,
    fusion="elementwise",
    gives=0,
    formula="0",
    example={"x": [1.0, 2.0], "y": [0.0, 0.0]},
)
def ZerosLike(x: Array) -> Array:
    """Zeros, of the shape and dtype of a tensor.

    Args:
        x: [...] the tensor to copy the shape of.

    Returns:
        y: [...] zeros; false for bool, empty strings for string.
    """
    return zeros(x.shape, x.dtype)


@block(
    "x: T -> y: T",
    T=(*NUMERIC, BOOL),
    shape_only=True,
    not_differentiable=_SIZES_ONLY,
    foldable=True,
    fusion="elementwise",
    gives=1,
    formula="1",
    example={"x": [3.0, 2.0], "y": [1.0, 1.0]},
)
def OnesLike(x: Array) -> Array:
    """Ones, of the shape and dtype of a tensor.

    Args:
        x: [...] the tensor to copy the shape of.

    Returns:
        y: [...] ones; true for bool.
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
    """A tensor of a given shape with one value everywhere.

    Args:
        dims: [rank] the shape, a vector.
        value: [] the value, a scalar. Its gradient is the sum of what arrives at all elements.

    Returns:
        output: [...] the filled tensor, of the value's dtype.
    """
    result = np.empty(tuple(dims.tolist()), value.dtype)
    result.fill(value[()])
    return result


@Fill.shape
def _(call: Call) -> Shape:
    require_scalar(call, "value")
    return sizes(call, "dims")


@Fill.gradient("value")
def _(call: Node, dy: Output) -> Operand:
    return make(call, "SumToShape", dy, np.zeros(0, np.int32))


@Fill.formula
def _(call: Node) -> str | None:
    return "fill({value})" if call.source is not None else None


@block("s0: T, s1: T -> r0: T", T=INDEX, foldable=True, example={"s0": [3], "s1": [4, 1, 3], "r0": [4, 1, 3]})
def BroadcastDynamicShape(s0: Array, s1: Array) -> Array:
    """The shape that tensors of two shapes have when they are broadcast together.

    Args:
        s0: [m] the first shape: a vector of sizes.
        s1: [n] the second shape.

    Returns:
        r0: [k] the common shape.
    """
    count = max(len(s0), len(s1))
    a, b = (np.concatenate([np.ones(count - len(s), s.dtype), s]) for s in (s0, s1))
    if np.any((a != b) & (a != 1) & (b != 1)):
        text = f"BroadcastDynamicShape cannot broadcast the shapes {s0.tolist()} and {s1.tolist()} together"
        raise DiagramError(text, pin="s1", hint="sizes must be equal, or one of them 1")
    return np.where(a == 1, b, a)


@BroadcastDynamicShape.shape
def _(call: Call) -> Shape:
    require_vector(call, "s0")
    require_vector(call, "s1")
    lengths = [vector_length(call, pin) for pin in ("s0", "s1")]
    return (None if lengths[0] is None or lengths[1] is None else max(lengths[0], lengths[1]),)
