"""Sums and maxima of sparse tensors along axes, and the softmax of their rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from blocks.base.dtypes import DOUBLE, FLOAT, HALF, NUMERIC, REAL, DType
from blocks.base.shapes import normalise_axis
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import pin_error, require_ranks
from blocks.library.array.gathering import Gather
from blocks.library.array.reshaping import Reshape
from blocks.library.array.row_reductions import add_rows, reduce_runs, run_starts
from blocks.library.declare import block, declare
from blocks.library.math.shared import axes_of, is_small
from blocks.library.sparse.shared import PAGE, counted, keys, layout, numbers_in, require_matrix, sized, triple

INPUTS = "input_indices: int64, input_values: T, input_shape: int64, reduction_axes: int32"
_EXAMPLE: dict[str, Any] = {**triple("input", [[0, 0], [0, 2], [1, 1]], [1.0, 2.0, -3.0], [3, 3]), "reduction_axes": 1}
_ARGUMENTS = """Args:
        input_indices: [n, rank] the indices of the tensor's elements, in any order.
        input_values: [n] the values of the elements.
        input_shape: [rank] the shape of the tensor.
        reduction_axes: [] or [k] the axis or axes to reduce. A negative axis counts from the end. If empty, no axis is
            reduced.
        keep_dims: whether to keep the reduced axes with size 1."""


def kept_axes(rank: int, axes: Array) -> list[int]:
    gone = {axis % rank for axis in axes_of(axes)}
    return [axis for axis in range(rank) if axis not in gone]


def _reduced_shape(call: Call) -> Shape:
    sparse = layout(call, "input_indices", "input_values", "input_shape")
    keep, rank = call.attrs["keep_dims"], sparse.rank
    value = _checked_axes(call, rank)
    if rank is None:
        return None
    if value is None:
        return (None,) * rank if keep else None
    left = kept_axes(rank, value)
    shape: Shape = sparse.shape if sparse.shape is not None else (None,) * rank
    return tuple(shape[i] if i in left else 1 for i in range(rank)) if keep else tuple(shape[i] for i in left)


def _checked_axes(call: Call, rank: int | None) -> Array | None:
    require_ranks(call, "reduction_axes", 0, 1, "reduction_axes must be a scalar or a vector")
    value = call.value("reduction_axes")
    if value is not None and rank is not None:
        for axis in axes_of(value):
            normalise_axis(axis, rank, pin="reduction_axes")
    return value


def _sums(numbers: Any, values: Array, count: int) -> Array:
    return add_rows(count, numbers, values[:, None])[:, 0]


def _largest(numbers: Any, values: Array, count: int) -> Array:
    wide = values.astype(np.float32) if is_small(values) else values
    order = np.argsort(numbers, kind="stable")
    starts = run_starts(numbers[order])
    result = np.zeros(count, wide.dtype)
    result[numbers[order[starts]]] = reduce_runs(np.maximum, wide[order], starts)
    return result.astype(values.dtype, copy=False)


def _dense(name: str, reduce: Any, allowed: Sequence[DType], what: str, output: list[float]) -> BlockType:
    def kernel(
        input_indices: Array, input_values: Array, input_shape: Array, reduction_axes: Array, *, keep_dims: bool = False
    ) -> Array:
        left = kept_axes(len(input_shape), reduction_axes)
        shape = [int(size) for size in input_shape.tolist()]
        sizes = [shape[i] for i in left]
        results = reduce(numbers_in(input_indices[:, left], sizes), input_values, int(np.prod(sizes, dtype=np.int64)))
        return results.reshape([n if i in left else 1 for i, n in enumerate(shape)] if keep_dims else sizes)

    doc = f"""{what} of a sparse tensor along axes, as a dense tensor.

    {_ARGUMENTS}

    Returns:
        output: [...] the results. They are 0 where the sparse tensor has no elements.
    """
    example = {**_EXAMPLE, "output": output}
    signature = f"{INPUTS} -> output: T"
    result = declare(name, PAGE, signature, kernel, T=allowed, doc=doc, example=example)
    result.shape(_reduced_shape)
    return result


def _sparse(name: str, reduce: Any, allowed: Sequence[DType], what: str, output: list[float]) -> BlockType:
    def kernel(
        input_indices: Array, input_values: Array, input_shape: Array, reduction_axes: Array, *, keep_dims: bool = False
    ) -> tuple[Array, Array, Array]:
        left = kept_axes(len(input_shape), reduction_axes)
        [key] = keys(input_indices[:, left])
        _, first, numbers = np.unique(key, return_index=True, return_inverse=True)
        values = reduce(numbers, input_values, len(first))
        shape, indices = np.array(input_shape), input_indices[first]
        if not keep_dims:
            return np.ascontiguousarray(indices[:, left]), values, shape[left]
        gone = [axis for axis in range(len(shape)) if axis not in left]
        indices[:, gone], shape[gone] = 0, 1
        return indices, values, shape

    def shape(call: Call) -> list[Shape]:
        left = _reduced_shape(call)
        rank = None if left is None else len(left)
        return [(None, rank), (None,), (rank,)]

    doc = f"""{what} of a sparse tensor along axes, as a sparse tensor.

    {_ARGUMENTS}

    Returns:
        output_indices: [m, new_rank] the indices of the results, in row-major order. Empty results are not included.
        output_values: [m] the results.
        output_shape: [new_rank] the shape of the result.
    """
    example = {**_EXAMPLE, "output_indices": [[0], [1]], "output_values": output, "output_shape": [3]}
    signature = f"{INPUTS} -> output_indices: int64, output_values: T, output_shape: int64"
    result = declare(name, PAGE, signature, kernel, T=allowed, doc=doc, example=example)
    result.shape(shape)
    return result


SparseReduceSum = _dense("SparseReduceSum", _sums, NUMERIC, "Compute the sum", [3.0, -3.0, 0.0])
SparseReduceMax = _dense("SparseReduceMax", _largest, REAL, "Compute the maximum", [2.0, -3.0, 0.0])
SparseReduceSumSparse = _sparse("SparseReduceSumSparse", _sums, NUMERIC, "Compute the sum", [3.0, -3.0])
SparseReduceMaxSparse = _sparse("SparseReduceMaxSparse", _largest, REAL, "Compute the maximum", [2.0, -3.0])


@SparseReduceSum.gradient("input_values")
def _(call: Node, dy: Output) -> Operand:
    indices, _, shape, axes = call.inputs
    return Gather(Reshape(dy, np.array([-1], np.int32)), SparseReducedNumbers(indices, shape, axes))


@block("input_indices: int64, input_shape: int64, reduction_axes: int32 -> numbers: int64", internal=True)
def SparseReducedNumbers(input_indices: Array, input_shape: Array, reduction_axes: Array) -> Array:
    """Find, for each element of a sparse tensor, the position of the result it is reduced to. Gradients use it."""
    left = kept_axes(len(input_shape), reduction_axes)
    return numbers_in(input_indices[:, left], input_shape[left].tolist())


@SparseReducedNumbers.shape
def _(call: Call) -> Shape:
    number, rank = require_matrix(call, "input_indices")
    _checked_axes(call, sized(call, "input_shape", rank))
    return (number,)


# -- Softmax -----------------------------------------------------------------------------------------------------------


def _row_starts(indices: Array) -> Any:
    [key] = keys(indices[:, :-1])
    return run_starts(key)


def _repeat_rows(starts: Any, per_row: Array, count: int) -> Array:
    return np.repeat(per_row, np.diff(starts, append=count))


@block(
    "sp_indices: int64, sp_values: T, sp_shape: int64 -> output: T",
    T=(HALF, FLOAT, DOUBLE),
    example={**triple("sp", [[0, 0], [0, 2], [1, 1]], [0.0, 1.0986123, 7.0], [2, 3]), "output": [0.25, 0.75, 1.0]},
)
def SparseSoftmax(sp_indices: Array, sp_values: Array, sp_shape: Array) -> Array:
    """Compute the softmax along the last axis of a sparse tensor: exp(x) / sum(exp(x)) per row.

    Missing elements count as minus infinity, so their probability is 0.

    Args:
        sp_indices: [n, rank] the indices of the tensor's elements, in row-major order. The rank must be 2 or more.
        sp_values: [n] the values of the tensor's elements.
        sp_shape: [rank] the shape of the tensor.

    Returns:
        output: [n] the probabilities, at the same indices.
    """
    x = sp_values.astype(np.float32) if is_small(sp_values) else sp_values
    starts = _row_starts(sp_indices)
    e = np.exp(x - _repeat_rows(starts, reduce_runs(np.maximum, x, starts), len(x)))
    return (e / _repeat_rows(starts, reduce_runs(np.add, e, starts), len(x))).astype(sp_values.dtype, copy=False)


@SparseSoftmax.shape
def _(call: Call) -> Shape:
    sparse = layout(call, "sp_indices", "sp_values", "sp_shape", ordered=True)
    if sparse.rank is not None and sparse.rank < 2:
        raise pin_error(call, "sp_shape", f"expected rank 2 or more, got a sparse tensor of rank {sparse.rank}")
    return (sparse.number,)


@SparseSoftmax.gradient("sp_values")
def _(call: Node, dy: Output) -> Operand:
    y = call.outputs[0]
    return (dy - SparseRowSums(call.input("sp_indices"), dy * y)) * y


@block("indices: int64, values: T -> sums: T", T=(HALF, FLOAT, DOUBLE), internal=True)
def SparseRowSums(indices: Array, values: Array) -> Array:
    """Sum the row of each element of a sparse tensor. The gradient of SparseSoftmax uses it.

    Args:
        indices: the indices of the tensor's elements, in row-major order.
    """
    x = values.astype(np.float32) if is_small(values) else values
    starts = _row_starts(indices)
    return _repeat_rows(starts, reduce_runs(np.add, x, starts), len(x)).astype(values.dtype, copy=False)


SparseRowSums.shape(lambda call: (counted(call, "indices", "values")[0],))


SparseRowSums.gradient("values")(lambda call, dy: SparseRowSums(call.input("indices"), dy))
