"""Conversion of ragged tensors to dense and sparse tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from blocks.base.dtypes import INDEX, INT32
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import pin_error, require_rank
from blocks.library.array.gathering import Gather
from blocks.library.array.sizes import Shape_
from blocks.library.array.slicing import Slice
from blocks.library.declare import block, make
from blocks.library.math.segments import UnsortedSegmentSum
from blocks.library.math.sequences import Range
from blocks.library.math.sums import SumToShape
from blocks.library.ragged.splits import (
    MOVED,
    check_rising,
    check_splits,
    require_vectors,
    rows_and_columns,
    with_counts,
)

if TYPE_CHECKING:
    import numpy.typing as npt

    Indices = npt.NDArray[np.int64]

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
