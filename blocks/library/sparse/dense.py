"""Elementwise operations on a sparse and a dense tensor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.dtypes import INDEX, INT64, NUMERIC, REAL
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.graph.spec import Rule
from blocks.library.array.arguments import vector_length
from blocks.library.array.gathering import Gather
from blocks.library.array.reshaping import Reshape
from blocks.library.array.row_reductions import add_rows
from blocks.library.array.scattering import GatherNd
from blocks.library.array.sizes import Shape_, Size
from blocks.library.declare import block, declare
from blocks.library.math.division import Div
from blocks.library.math.segments import UnsortedSegmentSum
from blocks.library.sparse.shared import PAGE, layout, numbers_in, require_equal_shapes, require_matrix, triple


@block(
    "a_indices: Tindices, a_values: T, a_shape: Tindices, b: T -> output: T",
    T=NUMERIC,
    Tindices=INDEX,
    example={
        **triple("a", [[0, 1], [1, 0]], [1.0, 2.0], [2, 2]),
        "b": [[10.0, 20.0], [30.0, 40.0]],
        "output": [[10.0, 21.0], [32.0, 40.0]],
    },
)
def SparseTensorDenseAdd(a_indices: Array, a_values: Array, a_shape: Array, b: Array) -> Array:
    """Add a sparse tensor to a dense tensor: output = a + b.

    Args:
        a_indices: [n, rank] the indices of the sparse tensor's elements. Repeated indices are added.
        a_values: [n] the values of a.
        a_shape: [rank] the shape of the sparse tensor.
        b: [...] the dense tensor, with the same shape.

    Returns:
        output: [...] the dense sum.
    """
    result = np.array(b, order="C")
    numbers, times = np.unique(numbers_in(a_indices, b.shape), return_inverse=True)
    result.reshape(-1)[numbers] += add_rows(len(numbers), times, a_values[:, None])[:, 0]
    return result


@SparseTensorDenseAdd.shape
def _(call: Call) -> Shape:
    sparse, b = layout(call, "a_indices", "a_values", "a_shape"), call.shape("b")
    require_equal_shapes(call.type.name, sparse.shape, b, "b")
    return b if b is not None else sparse.shape


SparseTensorDenseAdd.gradient("a_values", "b")(lambda call, dy: (GatherNd(dy, call.input("a_indices")), dy))


@block("sp_indices: int64, dense_shape: int64 -> numbers: int64", internal=True)
def SparseDenseNumbers(sp_indices: Array, dense_shape: Array) -> Array:
    """Find the flat positions, in a dense tensor, of the elements at a sparse tensor's indices."""
    return _numbers_met(sp_indices, dense_shape.tolist())


def _numbers_met(indices: Array, shape: Any) -> Any:
    """Number indices: axes that the dense tensor lacks are ignored, and axes of size 1 have only index 0."""
    trailing = indices[:, indices.shape[1] - len(shape) :]
    return numbers_in(np.where(np.array(shape, np.int64) == 1, 0, trailing), shape)


@SparseDenseNumbers.shape
def _(call: Call) -> Shape:
    number, rank = require_matrix(call, "sp_indices")
    axes = vector_length(call, "dense_shape")
    if rank is not None and axes is not None and axes > rank:
        text = f"a dense tensor with {axes} axes cannot be broadcast to a sparse tensor of rank {rank}"
        raise DiagramError(text, pin="dense_shape")
    return (number,)


def _cwise_shape(call: Call) -> Shape:
    sparse, dense = layout(call, "sp_indices", "sp_values", "sp_shape"), call.shape("dense")
    if dense is None or sparse.rank is None:
        return (sparse.number,)
    shape: Shape = sparse.shape if sparse.shape is not None else (None,) * sparse.rank
    trailing = shape[max(sparse.rank - len(dense), 0) :]
    fits = len(dense) <= sparse.rank and all(
        n in (1, None, size) or size is None for n, size in zip(dense, trailing, strict=True)
    )
    if not fits:
        text = f"{call.type.name}: cannot broadcast dense {shape_text(dense)} to shape {shape_text(shape)}"
        raise DiagramError(
            text, pin="dense", hint=("use a dense tensor that broadcasts to the shape of the sparse tensor")
        )
    return (sparse.number,)


def _met(call: Node) -> tuple[Operand, Operand]:
    dense = call.input("dense")
    numbers = SparseDenseNumbers(call.input("sp_indices"), Shape_(dense, out_type=INT64))
    return numbers, Gather(Reshape(dense, np.array([-1], np.int32)), numbers)


def _handed_back(call: Node, numbers: Operand, parts: Operand) -> Operand:
    dense = call.input("dense")
    return Reshape(UnsortedSegmentSum(parts, numbers, Size(dense)), Shape_(dense))


def _add_gradient(call: Node, dy: Output) -> tuple[Operand, Operand]:
    return dy, _handed_back(call, _met(call)[0], dy)


def _mul_gradient(call: Node, dy: Output) -> tuple[Operand, Operand]:
    numbers, met = _met(call)
    return dy * met, _handed_back(call, numbers, dy * call.input("sp_values"))


def _div_gradient(call: Node, dy: Output) -> tuple[Operand, Operand]:
    numbers, met = _met(call)
    dx = dy / met
    return dx, _handed_back(call, numbers, -(dx * call.outputs[0]))


def _cwise(
    name: str,
    kernel: Callable[[Array, Array], Array],
    rule: Callable[[Node, Output], tuple[Operand, Operand]],
    summary: str,
    output: list[float],
) -> BlockType:
    def run(sp_indices: Array, sp_values: Array, sp_shape: Array, dense: Array) -> Array:
        if name == "SparseDenseCwiseDiv" and not np.all(dense):
            raise DiagramError(
                ("SparseDenseCwiseDiv: integers cannot be divided by zero, but dense contains a 0"), pin="dense"
            )
        return kernel(sp_values, dense.reshape(-1)[_numbers_met(sp_indices, dense.shape)])

    doc = f"""{summary}, at the indices of the sparse tensor.

    Args:
        sp_indices: [n, rank] the indices of the sparse tensor's elements.
        sp_values: [n] the values of the sparse tensor's elements.
        sp_shape: [rank] the shape of the sparse tensor.
        dense: [...] the dense tensor. It is broadcast to the shape of the sparse tensor.

    Returns:
        output: [n] the values of the result, a sparse tensor with the same indices.
    """
    result = declare(
        name,
        PAGE,
        "sp_indices: int64, sp_values: T, sp_shape: int64, dense: T -> output: T",
        run,
        T=REAL,
        doc=doc,
        example={**triple("sp", [[0, 1], [1, 0]], [6.0, 8.0], [2, 3]), "dense": [2.0, 4.0, 5.0], "output": output},
    )
    result.shape(_cwise_shape)
    result.rule = Rule(("sp_values", "dense"), rule)
    return result


SparseDenseCwiseAdd = _cwise(
    "SparseDenseCwiseAdd", np.add, _add_gradient, "Add a dense tensor to a sparse one", [10.0, 10.0]
)
SparseDenseCwiseMul = _cwise(
    "SparseDenseCwiseMul",
    np.multiply,
    _mul_gradient,
    "Multiply a sparse tensor by a dense one element-wise",
    [24.0, 16.0],
)
SparseDenseCwiseDiv = _cwise(
    "SparseDenseCwiseDiv", Div.kernel, _div_gradient, "Divide a sparse tensor by a dense one element-wise", [1.5, 4.0]
)
