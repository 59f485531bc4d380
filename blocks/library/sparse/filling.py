"""Sparse tensors converted to dense ones, and empty rows filled."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import BOOL, INDEX, NUMERIC, QINT8, QINT16, QUINT8, QUINT16, STRING
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import pin_error, require_ranks, require_scalar, sizes, vector_length, zeros
from blocks.library.array.gathering import Gather
from blocks.library.array.reshaping import Reshape
from blocks.library.array.sizes import Shape_
from blocks.library.declare import block
from blocks.library.math.reductions import Sum
from blocks.library.math.shared import wide_dtype
from blocks.library.math.sums import SumToShape
from blocks.library.sparse.shared import MOVED, check_inside, check_order, layout, numbers_in, require_matrix, sized


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
