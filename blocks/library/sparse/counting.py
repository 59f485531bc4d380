"""Value counts of sparse tensors, or as sparse tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import DOUBLE, FLOAT, INDEX
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import pin_error, require_ranks, require_vector, vector_length
from blocks.library.declare import block
from blocks.library.math.binning import bin_count, check_weights, count_rows
from blocks.library.ragged.splits import check_splits, rows_and_columns
from blocks.library.sparse.shared import layout, triple

_COUNTED = (*INDEX, FLOAT, DOUBLE)
_INTEGERS = {"indices": [[0, 0], [0, 2], [2, 1]], "values": [1, 1, 3], "dense_shape": [3, 3]}
_EACH_ONCE = {"val": [], "shape": [0], "dtype": "DT_INT64"}
_OUTPUTS = "output_indices: int64, output_values: output_type, output_dense_shape: int64"


@block(
    "indices: int64, values: Tidx, dense_shape: int64, size: Tidx, weights: T -> output: T",
    Tidx=INDEX,
    T=_COUNTED,
    example={
        **_INTEGERS,
        "size": 4,
        "weights": {"val": [], "shape": [0], "dtype": "DT_FLOAT"},
        "output": [[0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]],
    },
)
def SparseBincount(
    indices: Array, values: Array, dense_shape: Array, size: Array, weights: Array, *, binary_output: bool = False
) -> Array:
    """Count the occurrences of each integer in a sparse tensor, or in each of its rows.

    Args:
        indices: [n, rank] the indices of the values.
        values: [n] the integers. Values outside 0 ... size - 1 are ignored.
        dense_shape: [rank] the shape of the sparse tensor, a vector or a matrix.
        size: [] the number of bins, 0 or more.
        weights: [...] one weight per value. If empty, each value counts as 1.
        binary_output: true returns 1 for each integer that occurs and 0 for others, and ignores weights.

    Returns:
        output: [..., size] the counts or the sums of weights, per row of a matrix.
    """
    vector = dense_shape.size == 1
    count = 1 if vector else int(dense_shape[0])
    rows = None if vector else indices[:, 0]
    result = count_rows(count, rows, values, int(size), weights, binary=binary_output)
    return result[0] if vector else result


@SparseBincount.shape
def _(call: Call) -> Shape:
    sparse = layout(call, "indices", "values", "dense_shape")
    if sparse.rank == 0:
        raise pin_error(call, "dense_shape", "expected a sparse tensor with at least one axis")
    check_weights(call, "values")
    size = bin_count(call, "values", negative=True)
    if sparse.rank is None:
        return None
    return (size,) if sparse.rank == 1 else (sparse.shape[0] if sparse.shape else None, size)


_COUNTING: dict[str, Any] = {
    "T": INDEX, "output_type": _COUNTED, "where": {"minlength": -1, "maxlength": -1},
}  # fmt: skip


def _count(
    rows: Array, values: Array, weights: Array, lead: list[int], minlength: int, maxlength: int, binary_output: bool
) -> tuple[Array, Array, Array]:
    """Count numbers in rows; the result is a sparse tensor.

    Args:
        rows: each value's row.
        values: the numbers, 0 or more.
        weights: one per value, or empty for weights of 1.
        lead: the number of rows, or empty for a vector.
    """
    length = maxlength if maxlength >= 0 else max(int(values.max(initial=0)) + 1, minlength)
    amounts = weights.reshape(-1) if weights.size and not binary_output else np.ones(values.size, weights.dtype)
    if maxlength >= 0:
        inside = values < maxlength
        rows, values, amounts = rows[inside], values[inside], amounts[inside]
    order = np.lexsort((values, rows))  # what is equal comes together
    positions = np.stack([rows[order], values[order]], axis=1).astype(np.int64)
    starts = np.flatnonzero(np.r_[True, (positions[1:] != positions[:-1]).any(1)][: len(positions)])
    sums = np.add.reduceat(amounts[order], starts) if starts.size else amounts
    result = np.ones_like(sums) if binary_output else sums
    indices = positions[starts] if lead else positions[starts, 1:]
    return indices, result.astype(weights.dtype, copy=False), np.array([*lead, length], np.int64)


@block(
    f"values: T, weights: output_type -> {_OUTPUTS}",
    **_COUNTING,
    example={
        "values": [[1, 2, 1], [0, 0, 0]],
        "weights": _EACH_ONCE,
        "binary_output": False,
        **triple("output", [[0, 1], [0, 2], [1, 0]], [2, 1, 3], [2, 3], "dense_"),
    },
)
def DenseCountSparseOutput(
    values: Array, weights: Array, *, minlength: int = -1, maxlength: int = -1, binary_output: bool
) -> tuple[Array, Array, Array]:
    """Count the occurrences of each integer in a vector, or in each row of a matrix, and return a sparse tensor.

    Args:
        values: [...] a vector or a matrix of integers of 0 or more.
        weights: [...] one weight per value, with the shape of values. If empty, each value counts as 1.
        minlength: the minimum size of the last axis of the result. It grows to hold all integers that occur.
        maxlength: the maximum size of the last axis. Integers of maxlength or more are ignored. -1 means no limit.
        binary_output: true returns 1 for each integer that occurs, and ignores weights.

    Returns:
        output_indices: [found, rank] the index of each count: the integer, or [row, integer] if values has rows.
        output_values: [found] the counts or the sums of weights.
        output_dense_shape: [rank] the shape of the result: the number of rows, if values has rows, then the size of the
            last axis.
    """
    lead = list(values.shape[:-1])
    rows = np.repeat(np.arange(lead[0] if lead else 1), values.shape[-1])
    return _count(rows, values.reshape(-1), weights, lead, minlength, maxlength, binary_output)


@block(
    f"indices: int64, values: T, dense_shape: int64, weights: output_type -> {_OUTPUTS}",
    **_COUNTING,
    attributes_of=DenseCountSparseOutput,
    doc_of=(DenseCountSparseOutput, SparseBincount),
    example={
        **_INTEGERS,
        "weights": _EACH_ONCE,
        "binary_output": False,
        **triple("output", [[0, 1], [2, 3]], [2, 1], [3, 4], "dense_"),
    },
)
def SparseCountSparseOutput(
    indices: Array, values: Array, dense_shape: Array, weights: Array, **limits: Any
) -> tuple[Array, Array, Array]:
    """Count the occurrences of each integer in a sparse tensor, or in each of its rows, and return a sparse tensor.

    Args:
        values: [n] integers of 0 or more.
        weights: [...] one weight per value. If empty, each value counts as 1.

    Returns:
        output_indices: [found, ...] the index of each count: the integer, or [row, integer] if the tensor has rows.
        output_dense_shape: [...] the shape of the result: the number of rows, if the tensor has rows, then the size of
            the last axis.
    """
    lead = [] if dense_shape.size == 1 else [int(dense_shape[0])]
    rows = indices[:, 0] if lead else np.zeros(len(values), np.int64)
    return _count(rows, values, weights, lead, **limits)


@block(
    f"splits: int64, values: T, weights: output_type -> {_OUTPUTS}",
    **_COUNTING,
    attributes_of=SparseCountSparseOutput,
    example={
        "splits": [0, 3, 3, 5],
        "values": [1, 1, 2, 0, 3],
        "weights": _EACH_ONCE,
        "binary_output": False,
        **triple("output", [[0, 1], [0, 2], [2, 0], [2, 3]], [2, 1, 1, 1], [3, 4], "dense_"),
    },
)
def RaggedCountSparseOutput(splits: Array, values: Array, weights: Array, **limits: Any) -> tuple[Array, Array, Array]:
    """Count the occurrences of each integer in each row of a ragged tensor, and return a sparse tensor.

    Args:
        splits: [rows+1] the row splits: the start of each row in values, then the end of the last one.

    Returns:
        output_indices: [found, 2] for each count, the row and the integer.
        output_dense_shape: [2] the shape of the result: the number of rows and the size of the last axis.
    """
    rows, _ = rows_and_columns(splits)
    return _count(rows, values, weights, [len(splits) - 1], **limits)


def _counted_shape(call: Call, rank: int | None) -> list[Shape]:
    values = call.value("values")
    if values is not None and values.size and values.min() < 0:
        raise pin_error(call, "values", f"values must be 0 or more, got {values.min()}")
    check_weights(call, "values")
    return [(None, rank), (None,), (rank,)]


@DenseCountSparseOutput.shape
def _(call: Call) -> list[Shape]:
    shape = require_ranks(call, "values", 1, 2, "expected a vector or a matrix")
    return _counted_shape(call, None if shape is None else len(shape))


@SparseCountSparseOutput.shape
def _(call: Call) -> list[Shape]:
    sparse = layout(call, "indices", "values", "dense_shape")
    if sparse.rank == 0 or (sparse.rank != 1 and sparse.shape and sparse.shape[0] == 0):
        raise pin_error(call, "dense_shape", "expected a sparse tensor with at least one row")
    return _counted_shape(call, None if sparse.rank is None else min(sparse.rank, 2))


@RaggedCountSparseOutput.shape
def _(call: Call) -> list[Shape]:
    require_vector(call, "splits")
    require_vector(call, "values")
    splits, length = call.value("splits"), vector_length(call, "splits")
    if length is not None and length < 2:
        raise pin_error(call, "splits", "splits must have at least two values (one row)")
    if splits is not None:
        check_splits(call, "splits", splits, vector_length(call, "values"))
    return _counted_shape(call, 2)
