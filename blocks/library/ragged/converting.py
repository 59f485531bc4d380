"""Conversion of ragged tensors to dense and sparse ones, ragged ranges, gathered rows, and counts of values in rows."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import DOUBLE, FLOAT, INDEX, INT32, INT64, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Indices, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import pin_error, require_rank, require_ranks, require_vector, vector_length
from blocks.library.array.gathering import Gather
from blocks.library.array.sizes import Shape_
from blocks.library.array.slicing import Slice
from blocks.library.declare import block, make
from blocks.library.math.binning import bin_count, check_weights, count_rows
from blocks.library.math.segments import UnsortedSegmentSum
from blocks.library.math.sequences import Range
from blocks.library.math.sums import SumToShape
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

FIRST, ROW_IDS, SPLITS = "FIRST_DIM_SIZE", "VALUE_ROWIDS", "ROW_SPLITS"


class _Partition(NamedTuple):
    rows: Indices
    columns: Indices

    @property
    def width(self) -> int:
        return int(self.columns.max(initial=-1)) + 1


def _partition(kind: str, tensor: Array) -> _Partition:
    if kind == SPLITS:
        return _Partition(*rows_and_columns(tensor))
    rows = tensor.astype(np.int64)
    _, starts, lengths = np.unique(rows, return_index=True, return_counts=True)
    return _Partition(rows, np.arange(rows.size) - np.repeat(starts, lengths))


def _first_size(kind: str, tensor: Array) -> int:
    return int(tensor.reshape(())) if kind == FIRST else len(tensor) - 1


def _partitions(kinds: list[str], tensors: tuple[Array, ...]) -> tuple[int, list[_Partition]]:
    inner = [(k, t) for k, t in zip(kinds, tensors, strict=True) if k != FIRST]
    return _first_size(kinds[0], tensors[0]), [_partition(*each) for each in inner]


@block(
    "shape: Tshape, values: T, default_value: T, row_partition_tensors: Tindex* -> result: T",
    Tshape=INDEX,
    T=MOVED,
    Tindex=INDEX,
    example={
        "shape": [-1, -1],
        "values": [1.0, 2.0, 3.0],
        "default_value": 9.0,
        "row_partition_tensors": [[0, 2, 2, 3]],
        "row_partition_types": ["ROW_SPLITS"],
        "result": [[1.0, 2.0], [9.0, 9.0], [3.0, 9.0]],
    },
)
def RaggedTensorToTensor(
    shape: Array,
    values: Array,
    default_value: Array,
    row_partition_tensors: tuple[Array, ...],
    *,
    row_partition_types: list[str],
) -> Array:
    """Convert a ragged tensor to a dense tensor: short rows are padded, long rows are truncated.

    Args:
        shape: [...] the shape of the result. -1 as a size, or the scalar -1 for the whole shape, takes the size from
            the rows.
        values: [n, ...] the flat values of the ragged tensor, row by row.
        default_value: [...] the padding value: a scalar, or a tensor with the shape of one value.
        row_partition_tensors: [...] the row partition of each ragged dimension, the outermost first.
        row_partition_types: the kind of each row partition. ROW_SPLITS gives the start of each row and the end of the
            last one. VALUE_ROWIDS gives the row of each value; it requires FIRST_DIM_SIZE, the number of rows, first.

    Returns:
        result: [...] the dense tensor: one axis for the rows, one for each ragged dimension, then the axes of a value.
    """
    first, inner = _partitions(row_partition_types, row_partition_tensors)
    sizes = _sizes(first, inner, shape)
    indices = np.arange(first)
    indices[sizes[0] :] = -1
    for size, (rows, columns) in zip(sizes[1:], inner, strict=True):
        above = indices[rows]
        indices = np.where((above >= 0) & (columns < size), above * size + columns, -1)
    result = np.empty((*sizes, *values.shape[1:]), values.dtype)
    result[...] = default_value
    kept = np.flatnonzero(indices >= 0)
    result.reshape(-1, *values.shape[1:])[indices[kept]] = values[kept]
    return result


def _sizes(first: int, inner: list[_Partition], shape: Array) -> list[int]:
    result = [first, *(each.width for each in inner)]
    given = shape.tolist() if shape.ndim else [-1] * len(result)
    return [size if wanted < 0 else wanted for size, wanted in zip(result, given, strict=False)]


def _prepare(attrs: dict[str, Any]) -> None:
    kinds: list[str] = attrs["row_partition_types"]
    for i, kind in enumerate(kinds):
        if kind not in ((FIRST, SPLITS) if i == 0 else (ROW_IDS, SPLITS)):
            text = "RaggedTensorToTensor: row_partition_types must be ROW_SPLITS, or FIRST_DIM_SIZE and then"
            raise DiagramError(f"{text} VALUE_ROWIDS, got {kind!r}", pin="row_partition_types")


RaggedTensorToTensor.prepare = _prepare


@RaggedTensorToTensor.shape
def _(call: Call) -> Shape:
    values = require_rank(call, "values", 1, "at least one axis")
    kinds, shapes = call.attrs["row_partition_types"], call.shapes("row_partition_tensors")
    if not kinds or len(kinds) != len(shapes):
        text = f"RaggedTensorToTensor: row_partition_types must have one type per row partition ({len(shapes)}), got"
        raise DiagramError(f"{text} {len(kinds)}", pin="row_partition_types")
    for kind, shape in zip(kinds, shapes, strict=True):
        _check_rank(kind, shape)
    _check_default(call.shape("default_value"), values)
    tensors, wanted = call.values("row_partition_tensors"), call.value("shape")
    axes = len(kinds) - (kinds[0] == FIRST) + 1
    result: Shape = None if values is None else (*(None,) * axes, *values[1:])
    if wanted is not None:
        result = _combined(wanted, values, axes)
    if tensors is None:
        return result
    _check_partitions(call, kinds, tensors, None if values is None else values[0])
    if result is None or wanted is None:
        return result
    return (*_sizes(*_partitions(kinds, tuple(tensors)), wanted), *result[axes:])


def _check_rank(kind: str, shape: Shape) -> None:
    if shape is not None and len(shape) != (kind != FIRST):
        what = "a scalar" if kind == FIRST else "a vector"
        text = f"RaggedTensorToTensor: the row partition of {kind} must be {what}, got shape {shape_text(shape)}"
        raise DiagramError(text, pin="row_partition_tensors")


def _check_default(given: Shape, values: Shape) -> None:
    if given is None or values is None:
        return
    one = values[1:]
    fits = len(given) <= len(one) and all(a in (1, b, None) or b is None for a, b in zip(given, one, strict=False))
    # TensorFlow compares sizes from the left, and then broadcasts from the right.
    behind = zip(reversed(given), reversed(one), strict=False)
    if not fits or not all(a in (1, b, None) or b is None for a, b in behind):
        text = f"RaggedTensorToTensor: default_value must broadcast to the shape {shape_text(one)} of one element of"
        raise DiagramError(f"{text} values, got shape {shape_text(given)}", pin="default_value")


def _combined(wanted: Array, values: Shape, axes: int) -> Shape:
    if wanted.ndim > 1 or (wanted.ndim == 0 and wanted != -1):
        raise DiagramError(f"RaggedTensorToTensor: shape must be a vector or -1, got {wanted.tolist()}", pin="shape")
    if wanted.size and wanted.min() < -1:
        raise DiagramError(
            (f"RaggedTensorToTensor: the sizes in shape must be -1 or more, got {wanted.min()}"), pin="shape"
        )
    if values is None:
        return None
    one = values[1:]
    if wanted.ndim == 0:
        return (*(None,) * axes, *one)
    sizes = [None if size < 0 else int(size) for size in wanted.tolist()]
    if len(sizes) != axes + len(one):
        text = f"RaggedTensorToTensor: the result has {axes + len(one)} axes, but shape has {len(sizes)} sizes"
        raise DiagramError(text, pin="shape")
    for size, known in zip(sizes[axes:], one, strict=True):
        if None not in (size, known) and size != known:
            text = f"RaggedTensorToTensor: values of shape {shape_text(one)} do not match shape {wanted.tolist()}"
            raise DiagramError(text, pin="shape")
    return (*sizes[:axes], *(b if a is None else a for a, b in zip(sizes[axes:], one, strict=True)))


def _check_partitions(call: Call, kinds: list[str], tensors: list[Array], count: int | None) -> None:
    pin = "row_partition_tensors"
    rows = _first_size(kinds[0], tensors[0])
    if rows < 0:
        raise pin_error(call, pin, f"the number of rows must be 0 or more, got {rows}")
    for kind, tensor in zip(kinds, tensors, strict=True):
        if kind == SPLITS:
            check_splits(call, pin, tensor, None)
            needed, inside = tensor.size - 1, int(tensor[-1])
        elif kind == ROW_IDS:
            check_rising(call, pin, tensor)
            if tensor.size and tensor[0] < 0:
                raise pin_error(call, pin, f"row ids must be 0 or more, got {tensor[0]}")
            needed, inside = int(tensor.max(initial=-1)) + 1, tensor.size
        else:
            continue
        if needed > rows:
            raise pin_error(call, pin, f"expected at most {rows} rows in a partition, got {needed}")
        rows = inside
    if count is not None and rows > count:
        raise pin_error(call, pin, f"expected {rows} values for the row partition, got {count}")


@RaggedTensorToTensor.gradient("values", "default_value")
def _(call: Node, dy: Output) -> tuple[Operand, Operand]:
    values, default = call.input("values"), call.input("default_value")
    kinds = call.attrs["row_partition_types"]
    axes = len(kinds) - (kinds[0] == FIRST) + 1
    count = Gather(Shape_(values), np.int32(0))
    one, none = np.int32(1), np.int32(0)
    numbers = Range(one, count + one, one)
    # Which value stands where, counted from 1; 0 where none does.
    indices = RaggedTensorToTensor(
        Slice(Shape_(call.outputs[0]), np.array([0], np.int32), np.array([axes], np.int32)),
        numbers,
        none,
        list(call.input_list("row_partition_tensors")),
        row_partition_types=kinds,
    )
    empty = -make("Cast", make("NotEqual", indices, none), DstT=INT32)
    filled = Gather(UnsortedSegmentSum(dy, empty, one), none)
    return UnsortedSegmentSum(dy, indices - one, count), SumToShape(filled, Shape_(default))


@block(
    "rt_nested_splits: Tsplits*, rt_dense_values: T"
    " -> sparse_indices: int64, sparse_values: T, sparse_dense_shape: int64",
    Tsplits=INDEX,
    T=MOVED,
    example={
        "rt_nested_splits": [[0, 2, 2, 3]],
        "rt_dense_values": [1.0, 2.0, 3.0],
        "sparse_indices": [[0, 0], [0, 1], [2, 0]],
        "sparse_values": [1.0, 2.0, 3.0],
        "sparse_dense_shape": [3, 2],
    },
)
def RaggedTensorToSparse(rt_nested_splits: tuple[Array, ...], rt_dense_values: Array) -> tuple[Array, Array, Array]:
    """Convert a ragged tensor to a sparse tensor.

    Args:
        rt_nested_splits: [rows+1] the row splits of each ragged dimension, the outermost first.
        rt_dense_values: [n, ...] the flat values, row by row.

    Returns:
        sparse_indices: [values, rank] the index of each value.
        sparse_values: [values] the values.
        sparse_dense_shape: [rank] the shape: the number of rows, the longest row of each ragged dimension, and the
            sizes of a value.
    """
    parts = [rows_and_columns(splits) for splits in rt_nested_splits]
    widths = [int(columns.max(initial=-1)) + 1 for _, columns in parts]
    owner = np.arange(len(rt_dense_values))
    indices: list[Array] = []
    for rows, columns in reversed(parts):
        indices.append(columns[owner])
        owner = rows[owner]
    lead = np.stack([owner, *reversed(indices)], axis=1)
    one = rt_dense_values.shape[1:]
    size = int(np.prod(one, dtype=np.int64))
    inside = np.argwhere(np.ones(one, bool))
    result = np.hstack([np.repeat(lead, size, axis=0), np.tile(inside, (len(lead), 1))])
    shape = np.array([len(rt_nested_splits[0]) - 1, *widths, *one], np.int64)
    return result.astype(np.int64, copy=False), rt_dense_values.flatten(), shape


@RaggedTensorToSparse.shape
def _(call: Call) -> list[Shape]:
    values, shapes = require_rank(call, "rt_dense_values", 1, "at least one axis"), call.shapes("rt_nested_splits")
    require_vectors(call, "rt_nested_splits", shapes)
    for splits, below in with_counts(call.values("rt_nested_splits"), values):
        check_splits(call, "rt_nested_splits", splits, below)
    rank = None if values is None else len(shapes) + len(values)
    count = None
    if values is not None and None not in values:
        count = int(np.prod([size for size in values if size is not None], dtype=np.int64))
    return [(count, rank), (count,), (rank,)]


@RaggedTensorToSparse.gradient("rt_dense_values")
def _(call: Node, _indices: Any, dy: Output | None, _shape: Any) -> Operand | None:
    return None if dy is None else make("Reshape", dy, Shape_(call.input("rt_dense_values")))


# -- Ragged ranges, gathered rows and counts ---------------------------------------------------------------------------


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
