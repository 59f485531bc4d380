"""Sparse tensors converted to dense ones, filled in empty rows, or combined element by element with dense ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.dtypes import BOOL, INDEX, INT64, NUMERIC, QINT8, QINT16, QUINT8, QUINT16, REAL, STRING
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.graph.spec import Rule
from blocks.library.array.arguments import pin_error, require_ranks, require_scalar, sizes, vector_length, zeros
from blocks.library.array.gathering import Gather, GatherNd
from blocks.library.array.reshaping import Reshape
from blocks.library.array.row_reductions import add_rows
from blocks.library.array.sizes import Shape_, Size
from blocks.library.declare import block, declare
from blocks.library.math.division import Div
from blocks.library.math.reductions import Sum
from blocks.library.math.segments import UnsortedSegmentSum
from blocks.library.math.shared import wide_dtype
from blocks.library.math.sums import SumToShape
from blocks.library.sparse.shared import (
    MOVED,
    PAGE,
    check_inside,
    check_order,
    layout,
    numbers_in,
    require_equal_shapes,
    require_matrix,
    sized,
    triple,
)


@block(
    "sparse_indices: Tindices, output_shape: Tindices, sparse_values: T, default_value: T -> dense: T",
    T=(*NUMERIC, BOOL, STRING, QINT8, QUINT8, QINT16, QUINT16),
    Tindices=INDEX,
    example={
        "sparse_indices": [[0, 1], [1, 0]],
        "output_shape": [2, 3],
        "sparse_values": [5.0, 7.0],
        "default_value": 1.0,
        "dense": [[1.0, 5.0, 1.0], [7.0, 1.0, 1.0]],
    },
)
def SparseToDense(
    sparse_indices: Array,
    output_shape: Array,
    sparse_values: Array,
    default_value: Array,
    *,
    validate_indices: bool = True,
) -> Array:
    """Convert a sparse representation to a dense tensor, with a default value elsewhere.

    Args:
        sparse_indices: [] or [n] or [n, rank] the indices, one per row. For a vector result, a vector of indices or a
            single index.
        output_shape: [rank] the shape of the result.
        sparse_values: [] or [n] one value for each index, or one value for all.
        default_value: [] the value of all other elements.
        validate_indices: whether to require indices in order without duplicates. If false, the last of repeated indices
            wins, but the gradient goes to each of them.

    Returns:
        dense: [...] the dense tensor.
    """
    shape = [int(size) for size in output_shape.tolist()]
    result = np.empty(shape, default_value.dtype)
    result.fill(default_value[()])
    result.reshape(-1)[numbers_in(_rows(sparse_indices), shape)] = sparse_values
    return result


@SparseToDense.shape
def _(call: Call) -> Shape:
    indices = require_ranks(call, "sparse_indices", 0, 2, "sparse_indices must be a scalar, vector or matrix")
    shape = sizes(call, "output_shape")
    rank = None if indices is None else indices[1] if len(indices) == 2 else 1
    if rank is not None and shape is not None and len(shape) != rank:
        text = f"SparseToDense: output_shape must have {rank} sizes, one per index component, got {len(shape)}"
        raise DiagramError(text, pin="output_shape")
    values = require_ranks(call, "sparse_values", 0, 1, "sparse_values must be a scalar or a vector")
    count = None if indices is None else indices[0] if indices else 1
    if values and count is not None and values[0] not in (count, None):
        text = f"SparseToDense: sparse_values must have 1 value or one value per index ({count}), got {values[0]}"
        raise DiagramError(text, pin="sparse_values")
    require_scalar(call, "default_value")
    result = call.value("sparse_indices")
    if result is not None:
        rows = _rows(result)
        if shape is not None and None not in shape:
            check_inside("SparseToDense", rows, shape, "sparse_indices")
        if call.attrs["validate_indices"]:
            check_order("SparseToDense", rows, "sparse_indices", strictly=True)
    return shape


@SparseToDense.gradient("sparse_values", "default_value")
def _(call: Node, dy: Output) -> tuple[Operand, Operand]:
    indices, shape, values, _ = call.inputs
    flat = Reshape(dy, np.array([-1], np.int32))
    taken = Gather(flat, SparseToDenseNumbers(indices, shape))
    return SumToShape(taken, Shape_(values)), Sum(flat, np.int32(0)) - Sum(taken, np.int32(0))


@block("sparse_indices: Tindices, output_shape: Tindices -> numbers: int64", Tindices=INDEX, internal=True)
def SparseToDenseNumbers(sparse_indices: Array, output_shape: Array) -> Array:
    """Find the flat positions of the elements that SparseToDense writes. Its gradient uses it.

    Args:
        sparse_indices: the indices, in the format of SparseToDense.
    """
    return numbers_in(_rows(sparse_indices), output_shape.tolist())


@SparseToDenseNumbers.shape
def _(call: Call) -> Shape:
    indices, shape = call.shape("sparse_indices"), call.shape("output_shape")
    rank = None if indices is None else indices[1] if len(indices) == 2 else 1
    if rank is not None and shape is not None and shape not in ((rank,), (None,)):
        # SparseToDense itself is refused too; its gradient runs nevertheless.
        raise DiagramError(f"SparseToDense: output_shape must have {rank} sizes, got shape {shape_text(shape)}")
    return (None if indices is None else indices[0] if indices else 1,)


def _rows(indices: Array) -> Array:
    """Return indices as rows; the indices of a vector may be scalars."""
    return indices.reshape(-1, 1) if indices.ndim < 2 else indices


# -- Rows without elements ---------------------------------------------------------------------------------------------


@block(
    "indices: int64, values: T, dense_shape: int64, default_value: T"
    " -> output_indices: int64, output_values: T, empty_row_indicator: bool, reverse_index_map: int64",
    T=MOVED,
    example={
        "indices": [[0, 1], [2, 0], [2, 2]],
        "values": [1.0, 2.0, 3.0],
        "dense_shape": [3, 4],
        "default_value": 9.0,
        "output_indices": [[0, 1], [1, 0], [2, 0], [2, 2]],
        "output_values": [1.0, 9.0, 2.0, 3.0],
        "empty_row_indicator": [False, True, False],
        "reverse_index_map": [0, 2, 3],
    },
)
def SparseFillEmptyRows(
    indices: Array, values: Array, dense_shape: Array, default_value: Array
) -> tuple[Array, Array, Array, Array]:
    """Fill the empty rows of a sparse tensor with a default value at the first index.

    Args:
        indices: [n, rank] the indices of the tensor's elements, in any order.
        values: [n] the values of the tensor's elements.
        dense_shape: [rank] the shape of the tensor. Its first axis is the rows.
        default_value: [] the value of the new elements.

    Returns:
        output_indices: [m, rank] the indices, ordered by rows.
        output_values: [m] the values of the elements, in the same order.
        empty_row_indicator: [rows] for each row, whether it was empty.
        reverse_index_map: [n] for each input element, its position in the output.
    """
    empty, missing, old, new = _filled(indices, dense_shape)
    positions = zeros((len(old) + len(new), indices.shape[1]), indices.dtype)
    positions[old], positions[new, 0] = indices, missing
    result = np.empty(len(positions), values.dtype)
    result[old], result[new] = values, default_value
    return positions, result, empty, old


def _filled(indices: Array, dense_shape: Array) -> tuple[Array, Array, Array, Array]:
    rows = indices[:, 0]
    empty = np.ones(int(dense_shape[0]), bool)
    empty[rows] = False
    missing = np.flatnonzero(empty)
    order = np.argsort(np.concatenate([rows, missing]), kind="stable")
    number = np.empty(len(order), np.int64)
    number[order] = np.arange(len(order))
    return empty, missing, number[: len(rows)].copy(), number[len(rows) :].copy()


@SparseFillEmptyRows.shape
def _(call: Call) -> list[Shape]:
    sparse = layout(call, shape="dense_shape")
    require_scalar(call, "default_value")
    if sparse.rank == 0:
        raise pin_error(call, "dense_shape", "expected a tensor with rows, got a scalar")
    rows = sparse.shape[0] if sparse.shape else None
    indices = call.value("indices")
    count = None
    if indices is not None and rows is not None:
        count = len(indices) + rows - len(np.unique(indices[:, 0]))
    return [(count, sparse.rank), (count,), (rows,), (sparse.number,)]


@SparseFillEmptyRows.gradient("values", "default_value")
def _(call: Node, _indices: Any, dy: Output | None, _empty: Any, _map: Any) -> Any:
    if dy is None:
        return None, None
    old, new = SparseFilledNumbers(call.input("indices"), call.input("dense_shape")).outputs
    return Gather(dy, old), Sum(Gather(dy, new), np.int32(0))


@block("indices: int64, dense_shape: int64 -> old: int64, new: int64", internal=True)
def SparseFilledNumbers(indices: Array, dense_shape: Array) -> tuple[Array, Array]:
    """Find the positions that SparseFillEmptyRows gives to elements. Its gradient uses it.

    Returns:
        old: for each input element, its position in the output.
        new: the positions of the filled-in elements.
    """
    return _filled(indices, dense_shape)[2:]


@SparseFilledNumbers.shape
def _(call: Call) -> list[Shape]:
    number, rank = require_matrix(call, "indices")
    sized(call, "dense_shape", rank)
    indices, shape = call.value("indices"), sizes(call, "dense_shape")
    if indices is None or shape is None or None in shape:
        return [(number,), (None,)]
    if not shape:
        raise pin_error(call, "dense_shape", "expected a tensor with rows, got a scalar")
    check_inside("SparseFilledNumbers", indices, shape, "indices")
    return [(number,), ((shape[0] or 0) - len(np.unique(indices[:, 0])),)]


@block(
    "reverse_index_map: int64, grad_values: T -> d_values: T, d_default_value: T",
    T=NUMERIC,
    example={
        "reverse_index_map": [0, 2, 3],
        "grad_values": [1.0, 2.0, 3.0, 4.0],
        "d_values": [1.0, 3.0, 4.0],
        "d_default_value": 2.0,
    },
)
def SparseFillEmptyRowsGrad(reverse_index_map: Array, grad_values: Array) -> tuple[Array, Array]:
    """Compute the gradient of SparseFillEmptyRows with respect to the values and the default value.

    Args:
        reverse_index_map: [n] for each input element, its position in the output.
        grad_values: [m] the gradient with respect to the output values.

    Returns:
        d_values: [n] the gradient with respect to the input values.
        d_default_value: [] the gradient with respect to the default value: the sum over the filled-in elements.
    """
    rest = np.ones(len(grad_values), bool)
    rest[reverse_index_map] = False
    total = np.sum(grad_values[rest], dtype=wide_dtype(grad_values))
    return grad_values[reverse_index_map], np.asarray(total, grad_values.dtype)


@SparseFillEmptyRowsGrad.shape
def _(call: Call) -> list[Shape]:
    size, count = vector_length(call, "reverse_index_map"), vector_length(call, "grad_values")
    numbers = call.value("reverse_index_map")
    if numbers is not None and count is not None:
        check_inside(call.type.name, numbers[:, None], (count,), "reverse_index_map")
    return [(size,), ()]


# -- Arithmetic with dense tensors -------------------------------------------------------------------------------------


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
