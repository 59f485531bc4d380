"""Ragged ranges, rows gathered into a ragged tensor, and counts of the values in rows."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from blocks.base.dtypes import DOUBLE, FLOAT, INDEX, INT32, INT64, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import pin_error, require_rank, require_ranks, require_vector, vector_length
from blocks.library.array.gathering import Gather
from blocks.library.array.sizes import Shape_
from blocks.library.declare import block
from blocks.library.math.binning import bin_count, check_weights, count_rows
from blocks.library.math.segments import UnsortedSegmentSum
from blocks.library.math.sequences import Range
from blocks.library.ragged.splits import (
    MOVED,
    check_rising,
    check_splits,
    ranges,
    require_vectors,
    rows_and_columns,
    splits_of,
    with_counts,
)

if TYPE_CHECKING:
    import numpy.typing as npt

    Indices = npt.NDArray[np.int64]


@block(
    "starts: T, limits: T, deltas: T -> rt_nested_splits: Tsplits, rt_dense_values: T",
    T=(FLOAT, DOUBLE, INT32, INT64),
    where={"Tsplits": INDEX},
    not_differentiable="TensorFlow defines no gradient for sequences",
    example={
        "starts": [2, 5, 8],
        "limits": [3, 5, 12],
        "deltas": 1,
        "rt_nested_splits": [0, 1, 1, 5],
        "rt_dense_values": [2, 8, 9, 10, 11],
    },
)
def RaggedRange(
    starts: Array, limits: Array, deltas: Array, *, T: DType, Tsplits: DType = INT64
) -> tuple[Array, Array]:
    """Create a ragged tensor of sequences: row i counts from starts[i] to limits[i], which is excluded.

    Args:
        starts: [...] the first value of each row: a vector, or a scalar for all rows.
        limits: [...] the excluded end of each row: a vector, or a scalar for all rows. If a limit is not in the
            direction of the step, its row is empty.
        deltas: [...] the step of each row: a vector, or a scalar for all rows. Steps must not be 0.
        Tsplits: the dtype of the row splits.

    Returns:
        rt_nested_splits: [n+1] the row splits: the start of each row in the values, then the end of the last one.
        rt_dense_values: [values] the values of all rows, in order.
    """
    lengths = np.array(_lengths(starts, limits, deltas), np.int64)
    splits = splits_of(lengths)
    first, step = (np.broadcast_to(each, lengths.shape) for each in (starts, deltas))
    values = np.repeat(step, lengths)
    if T.is_integer:
        values *= ranges(np.zeros_like(lengths), lengths).astype(T.numpy)
        values += np.repeat(first, lengths)
    else:  # step after step is added, as TensorFlow does
        filled = lengths > 0
        values[splits[:-1][filled]] = first[filled]
        for begin, end in pairwise(splits.tolist()):
            values[begin:end] = np.add.accumulate(values[begin:end])
    return splits.astype(Tsplits.numpy), values


def _lengths(starts: Array, limits: Array, deltas: Array) -> list[int]:
    start, limit, delta = np.broadcast_arrays(*(np.atleast_1d(each) for each in (starts, limits, deltas)))
    if not delta.all():
        raise DiagramError("RaggedRange: deltas must not be 0", pin="deltas")
    against = np.where(delta > 0, limit < start, limit > start).tolist()
    if start.dtype.kind == "i":  # differences may have more digits than the dtype
        rows = zip(start.tolist(), limit.tolist(), delta.tolist(), strict=True)
        counts = [-((a - b) // step) for a, b, step in rows]
    else:  # in the dtype's own precision, as TensorFlow counts
        result = np.ceil(np.abs((limit - start) / delta))
        if not np.isfinite(result).all():
            raise DiagramError(
                ("RaggedRange: starts, limits and deltas must be finite, and deltas must not be too small"),
                pin="limits",
            )
        counts = [int(count) for count in result.tolist()]
    return [0 if empty else count for empty, count in zip(against, counts, strict=True)]


@RaggedRange.shape
def _(call: Call) -> list[Shape]:
    pins = ("starts", "limits", "deltas")
    shapes = [require_ranks(call, pin, 0, 1, f"{pin} must be a scalar or a vector") for pin in pins]
    sizes = [shape[0] for shape in shapes if shape]
    known = {size for size in sizes if size is not None}
    if len(known) > 1:
        text = "RaggedRange: starts, limits and deltas must have the same length, got"
        raise DiagramError(f"{text} {', '.join(map(shape_text, shapes))}", pin="starts")
    rows = next(iter(known)) if known else None if sizes or None in shapes else 1
    values = [value for pin in pins if (value := call.value(pin)) is not None]
    total = sum(_lengths(*values)) if len(values) == len(pins) else None
    return [(None if rows is None else rows + 1,), (total,)]


@block(
    "params_nested_splits: Tsplits*, params_dense_values: Tvalues, indices: Tindices"
    " -> output_nested_splits: Tsplits*OUTPUT_RAGGED_RANK, output_dense_values: Tvalues",
    Tsplits=INDEX,
    Tvalues=MOVED,
    Tindices=INDEX,
    where={"OUTPUT_RAGGED_RANK": 0},
    example={
        "params_nested_splits": [[0, 2, 2, 5]],
        "params_dense_values": [1.0, 2.0, 3.0, 4.0, 5.0],
        "indices": [2, 0],
        "OUTPUT_RAGGED_RANK": 1,
        "output_nested_splits": [[0, 3, 5]],
        "output_dense_values": [3.0, 4.0, 5.0, 1.0, 2.0],
    },
)
def RaggedGather(
    params_nested_splits: tuple[Array, ...], params_dense_values: Array, indices: Array, *, OUTPUT_RAGGED_RANK: int
) -> tuple[list[Array], Array]:
    """Gather rows of a ragged tensor by index.

    Args:
        params_nested_splits: [rows+1] the row splits of each ragged dimension, the outermost first.
        params_dense_values: [values, ...] the flat values of the ragged tensor.
        indices: [...] the indices of the rows.
        OUTPUT_RAGGED_RANK: the number of ragged dimensions of the result: those of params plus the rank of indices,
            minus 1.

    Returns:
        output_nested_splits: [rows+1] the row splits of each ragged dimension of the result.
        output_dense_values: [values, ...] the flat values of the gathered rows.
    """
    outer = [
        np.arange(math.prod(indices.shape[:axis]) + 1, dtype=np.int64) * indices.shape[axis]
        for axis in range(1, indices.ndim)
    ]
    chosen = indices.reshape(-1).astype(np.int64)
    inner: list[Indices] = []
    for splits in params_nested_splits:
        wide = splits.astype(np.int64)
        lengths = wide[chosen + 1] - wide[chosen]
        inner.append(splits_of(lengths))
        chosen = ranges(wide[chosen], lengths)
    result = [*outer, *inner] if indices.ndim else inner[1:]
    dtype = params_nested_splits[0].dtype
    return [splits.astype(dtype, copy=False) for splits in result], params_dense_values[chosen]


@RaggedGather.shape
def _(call: Call) -> list[Shape]:
    values = require_rank(call, "params_dense_values", 1, "at least one axis")
    shapes, indices, wanted = (
        call.shapes("params_nested_splits"),
        call.shape("indices"),
        call.attrs["OUTPUT_RAGGED_RANK"],
    )
    require_vectors(call, "params_nested_splits", shapes)
    if indices is not None and len(shapes) + len(indices) - 1 != wanted:
        text = f"RaggedGather: OUTPUT_RAGGED_RANK must be {len(shapes) + len(indices) - 1}, got {wanted}"
        raise DiagramError(text, pin="OUTPUT_RAGGED_RANK")
    nested, positions = call.values("params_nested_splits"), call.value("indices")
    for splits, below in with_counts(nested, values):
        _check_bounds(call, splits, below)
    if nested and positions is not None and positions.size:
        wrong = positions[(positions < 0) | (positions >= nested[0].size - 1)]
        if wrong.size:
            text = f"RaggedGather: row {wrong[0]} is out of range, because there are {nested[0].size - 1} rows"
            raise DiagramError(text, pin="indices")
    rest = None if values is None else (None, *values[1:])
    return [*[(None,)] * wanted, rest]


def _check_bounds(call: Call, splits: Array, count: int | None) -> None:
    """Check splits, which need not use all rows of the next dimension."""
    pin = "params_nested_splits"
    check_rising(call, pin, splits)
    if not splits.size or splits[0] < 0 or (count is not None and splits[-1] > count):
        result = splits.tolist() if splits.size < 8 else "others"
        raise pin_error(call, pin, f"row splits must be from 0 to {count}, got {result}")


@RaggedGather.gradient("params_dense_values")
def _(call: Node, _splits: Any, dy: Output | None) -> Operand | None:
    if dy is None:
        return None
    values = call.input("params_dense_values")
    count = Gather(Shape_(values), np.int32(0))
    rank = call.attrs["OUTPUT_RAGGED_RANK"]
    numbers = Range(np.int32(0), count, np.int32(1))
    picked = RaggedGather(
        list(call.input_list("params_nested_splits")), numbers, call.input("indices"), OUTPUT_RAGGED_RANK=rank
    )
    return UnsortedSegmentSum(dy, picked.outputs[-1], count)


# -- Counts of values --------------------------------------------------------------------------------------------------


@block(
    "splits: int64, values: Tidx, size: Tidx, weights: T -> output: T",
    Tidx=INDEX,
    T=(*INDEX, FLOAT, DOUBLE),
    example={
        "splits": [0, 3, 3, 5],
        "values": [1, 1, 2, 0, 3],
        "size": 4,
        "weights": {"val": [], "shape": [0], "dtype": "DT_FLOAT"},
        "output": [[0.0, 2.0, 1.0, 0.0], [0.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 1.0]],
    },
)
def RaggedBincount(splits: Array, values: Array, size: Array, weights: Array, *, binary_output: bool = False) -> Array:
    """Count the occurrences of each integer in each row of a ragged tensor.

    Args:
        splits: [rows+1] the row splits: the start of each row in values, then the end of the last one.
        values: [n] integers of 0 or more. Integers greater than or equal to size are ignored.
        size: [] the number of bins, 0 or more.
        weights: [...] one weight per value. If empty, each value counts as 1.
        binary_output: true returns 1 for each integer that occurs and 0 for others, and ignores weights.

    Returns:
        output: [rows, size] the counts or the sums of weights.
    """
    rows, _ = rows_and_columns(splits)
    return count_rows(len(splits) - 1, rows, values, int(size), weights, binary=binary_output)


@RaggedBincount.shape
def _(call: Call) -> Shape:
    require_vector(call, "splits")
    require_vector(call, "values")
    splits, length = call.value("splits"), vector_length(call, "splits")
    if splits is not None:
        check_splits(call, "splits", splits, vector_length(call, "values"))
    check_weights(call, "values")
    return (None if length is None else length - 1, bin_count(call, "values"))
