"""Sparse tensors as strings, three serialized tensors each, or stored by a session under integer handles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from blocks.base.context import Context, handle
from blocks.base.dtypes import INT64, STRING, VARIANT, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import COPYABLE, pin_error, require_vector, shape_error
from blocks.library.declare import block
from blocks.library.parsing.tensor_messages import read_tensor, write_tensor
from blocks.library.sparse.shared import MOVED, check_order, counted, layout, triple

_SIGNATURE = "sparse_indices: int64, sparse_values: T, sparse_shape: int64 -> serialized_sparse: out_type"
_ORIGIN, _TRUE, _TWO = "CAkSCBICCAESAggBIggAAAAAAAAAAA==", "CAoSBBICCAEiAQE=", "CAkSBBICCAEiCAIAAAAAAAAA"


def _strings(tensor: Sparse, dtype: DType) -> list[bytes]:
    parts = zip(tensor, (INT64, dtype, INT64), strict=True)
    return [write_tensor(part, part_dtype) for part, part_dtype in parts]


def _as_array(rows: list[Any], shape: tuple[int, ...]) -> Array:
    result: Array = np.empty(shape, object)
    result[...] = np.array(rows, object).reshape(shape)
    return result


@block(
    _SIGNATURE,
    T=COPYABLE,
    where={"out_type": (STRING, VARIANT)},
    example={
        **triple("sparse", [[0]], [True], [2]),
        "serialized_sparse": [{"base64": each} for each in (_ORIGIN, _TRUE, _TWO)],
    },
)
def SerializeSparse(*tensor: Array, out_type: DType = STRING, T: DType) -> Array:
    """Serialize a sparse tensor to three strings.

    Args:
        sparse_indices: [n, rank] the indices of the tensor's elements.
        sparse_values: [n] the values of the tensor's elements.
        sparse_shape: [...] the shape of the tensor, a vector. It is written without checks.
        out_type: the dtype of the result: string or variant.

    Returns:
        serialized_sparse: [3] the indices, the values and the shape, each as a serialized TensorProto.
    """
    return _as_array(_strings(Sparse(*tensor), T), (3,))


@SerializeSparse.shape
def _(call: Call) -> Shape:
    counted(call, "sparse_indices", "sparse_values")
    return (3,)


@block(
    _SIGNATURE,
    T=COPYABLE,
    where={"out_type": (STRING, VARIANT)},
    doc_of=SerializeSparse,
    example={
        **triple("sparse", [[0, 0]], [True], [1, 2]),
        "serialized_sparse": [[{"base64": each} for each in (_ORIGIN, _TRUE, _TWO)]],
    },
)
def SerializeManySparse(*tensor: Array, out_type: DType = STRING, T: DType) -> Array:
    """Serialize each row of a sparse tensor to three strings.

    Args:
        sparse_indices: [n, rank] the indices of the tensor's elements, in row-major order.
        sparse_shape: [rank] the shape of the tensor. Its first axis is the rows.

    Returns:
        serialized_sparse: [rows, 3] for each row, the indices, the values and the shape, each as a serialized
            TensorProto.
    """
    rows = [_strings(row, T) for row in rows_of(Sparse(*tensor))]
    return _as_array(rows, (len(rows), 3))


SerializeManySparse.shape(lambda call: (rows_shape(call), 3))


@block(
    "serialized_sparse: string -> sparse_indices: int64, sparse_values: dtype, sparse_shape: int64",
    example={
        "serialized_sparse": [[{"base64": each} for each in (_ORIGIN, "CAESBBICCAEiBAAAgD8=", _TWO)]],
        "dtype": "DT_FLOAT",
        **triple("sparse", [[0, 0]], [1.0], [1, 2]),
    },
)
def DeserializeManySparse(serialized_sparse: Array, *, dtype: DType) -> tuple[Array, Array, Array]:
    """Deserialize sparse tensors from strings, and stack them as the rows of one sparse tensor.

    Args:
        serialized_sparse: [..., 3] for each tensor, three strings from SerializeSparse or SerializeManySparse: indices,
            values and shape.
        dtype: the dtype of the tensors.

    Returns:
        sparse_indices: [n, rank] the indices in the stacked tensor. The first component is the position of the tensor.
        sparse_values: [n] the values of the tensor's elements.
        sparse_shape: [rank] the number of tensors, then the largest of their sizes along each axis.
    """
    pin = "serialized_sparse"
    tensors = [_read(i, row, dtype, pin) for i, row in enumerate(serialized_sparse.reshape(-1, 3).tolist())]
    indices, values, shape = minibatch(tensors, pin)
    batch = serialized_sparse.shape[:-1]
    if len(batch) == 1:
        return indices, values, shape
    # One more or fewer axis than a list of tensors: their number is an index in the batch.
    positions = np.column_stack([*np.unravel_index(indices[:, 0], batch), indices[:, 1:]]) if batch else indices[:, 1:]
    return np.ascontiguousarray(positions, np.int64), values, np.array([*batch, *shape[1:]], np.int64)


def _read(number: int, row: list[bytes], dtype: DType, pin: str) -> Sparse:
    try:
        indices, shape = (read_tensor(row[i], INT64, pin) for i in (0, 2))
        values = read_tensor(row[1], None, pin)
    except DiagramError as error:
        raise DiagramError(f"sparse tensor {number} cannot be deserialized: {error.message}", pin=pin) from None
    if values.dtype != dtype.numpy:
        raise DiagramError(f"sparse tensor {number} has dtype {values.dtype}, not {dtype.short}", pin="dtype")
    if indices.ndim != 2 or values.shape != indices.shape[:1] or shape.shape != indices.shape[1:]:
        texts = ", ".join(shape_text(part.shape) for part in (indices, values, shape))
        raise DiagramError(f"sparse tensor {number} has indices, values and shape that do not match: {texts}", pin=pin)
    return Sparse(indices, values, shape)


@DeserializeManySparse.shape
def _(call: Call) -> list[Shape]:
    shape = call.shape("serialized_sparse")
    if shape is not None and (not shape or shape[-1] not in (3, None)):
        raise shape_error(call, "serialized_sparse", "each sparse tensor must have three strings")
    return [(None, None), (None,), (None,)]


# -- Maps of sparse tensors --------------------------------------------------------------------------------------------


KEPT = "sparse tensors"
_OVERHEAD = 512
"""Bytes that a sparse tensor takes, however few elements it has."""


class Sparse(NamedTuple):
    indices: Array
    values: Array
    shape: Array


class SparseTensors:
    def __init__(self) -> None:
        self._kept: dict[int, Sparse] = {}
        self._next = 0

    def add(self, tensor: Sparse) -> int:
        number, self._next = self._next, self._next + 1
        self._kept[number] = tensor
        return number

    def take(self, numbers: list[int], dtype: DType) -> list[Sparse]:
        """Remove and return tensors, all or none. Raise DiagramError if one is missing or of another dtype."""
        seen = set[int]()
        for number in numbers:
            value = self._kept.get(number)
            if value is None or number in seen:
                raise DiagramError(f"sparse tensor handle {number} does not exist", pin="sparse_handles")
            if value.values.dtype != dtype.numpy:
                text = f"the sparse tensor with handle {number} has dtype {value.values.dtype}, not {dtype.short}"
                raise DiagramError(text, pin="dtype")
            seen.add(number)
        return [self._kept.pop(number) for number in numbers]


def rows_of(tensor: Sparse) -> Iterator[Sparse]:
    indices, values, shape = tensor
    bounds = np.searchsorted(indices[:, 0], np.arange(int(shape[0]) + 1))
    rest = indices[:, 1:]
    for start, stop in pairwise(bounds.tolist()):
        yield Sparse(rest[start:stop].copy(), values[start:stop].copy(), shape[1:].copy())


def minibatch(tensors: list[Sparse], pin: str) -> tuple[Array, Array, Array]:
    """Stack sparse tensors of one rank; the result's shape fits the largest of them."""
    if not tensors:
        raise DiagramError("a minibatch needs at least one sparse tensor", pin=pin)
    ranks = {len(each.shape) for each in tensors}
    if len(ranks) > 1:
        raise DiagramError(f"the sparse tensors of a minibatch must have the same rank, got {sorted(ranks)}", pin=pin)
    row = np.repeat(np.arange(len(tensors)), [len(each.indices) for each in tensors])
    indices = np.column_stack([row, np.concatenate([each.indices for each in tensors])])
    shape = np.array([len(tensors), *np.max([each.shape for each in tensors], 0)], np.int64)
    return indices, np.concatenate([each.values for each in tensors]), shape


def rows_shape(call: Call) -> int | None:
    """Return the number of rows of a sparse tensor to split."""
    sparse = layout(call, "sparse_indices", "sparse_values", "sparse_shape")
    if sparse.rank is not None and sparse.rank < 2:
        raise pin_error(call, "sparse_shape", f"expected rank 2 or more, got a sparse tensor of rank {sparse.rank}")
    indices = call.value("sparse_indices")
    if indices is not None:
        check_order(call.type.name, indices, "sparse_indices", strictly=True)
    return sparse.shape[0] if sparse.shape else None


def _map(context: Context, container: str, shared_name: str) -> SparseTensors:
    return context.keep(KEPT, SparseTensors, container, shared_name)


@block(
    "sparse_indices: int64, sparse_values: T, sparse_shape: int64 -> sparse_handle: int64",
    T=MOVED,
    shown_as={"sparse_handle": "result_sparse_handles"},
    example={**triple("sparse", [[0, 1], [1, 0]], [1.0, 2.0], [2, 3]), "sparse_handle": 0},
)
def AddSparseToTensorsMap(*tensor: Array, container: str = "", shared_name: str = "", context: Context) -> Array:
    """Store a sparse tensor in a map and return its handle, until TakeManySparseFromTensorsMap removes it.

    Args:
        sparse_indices: [n, rank] the indices of the tensor's elements.
        sparse_values: [n] the values of the tensor's elements.
        sparse_shape: [rank] the shape of the tensor.
        container: the container of the map. Blocks share a map if both container and shared_name are equal.
        shared_name: the name of the map. Blocks share a map if both container and shared_name are equal.

    Returns:
        sparse_handle: [] the handle of the tensor.
    """
    copies = Sparse(*[np.array(part) for part in tensor])
    return np.array(_map(context, container, shared_name).add(copies), np.int64)


@AddSparseToTensorsMap.shape
def _(call: Call) -> Shape:
    layout(call, "sparse_indices", "sparse_values", "sparse_shape")
    return ()


@block(
    "sparse_indices: int64, sparse_values: T, sparse_shape: int64 -> sparse_handles: int64",
    T=MOVED,
    attributes_of=AddSparseToTensorsMap,
    example={**triple("sparse", [[0, 1], [1, 0]], [1.0, 2.0], [2, 3]), "sparse_handles": [0, 1]},
)
def AddManySparseToTensorsMap(*tensor: Array, context: Context, **named: Any) -> Array:
    """Store each row of a sparse tensor in a map, and return one handle per row.

    Args:
        sparse_indices: [n, rank] the indices of the tensor's elements, in row-major order.
        sparse_shape: [rank] the shape of the tensor. Its first axis is the rows.

    Returns:
        sparse_handles: [rows] the handles, one for each row.
    """
    kept = _map(context, **named)
    count = int(tensor[2][0])
    context.memory.require(count * _OVERHEAD, f"{count:,} sparse tensors", "sparse_shape")
    return np.array([kept.add(row) for row in rows_of(Sparse(*tensor))], np.int64)


AddManySparseToTensorsMap.shape(lambda call: (rows_shape(call),))


@block(
    "sparse_handles: int64 -> sparse_indices: int64, sparse_values: dtype, sparse_shape: int64",
    doc_of=DeserializeManySparse,
)
def TakeManySparseFromTensorsMap(
    sparse_handles: Array, *, dtype: DType, container: str = "", shared_name: str = "", context: Context
) -> tuple[Array, Array, Array]:
    """Remove sparse tensors from a map by their handles, and stack them as the rows of one sparse tensor.

    Args:
        sparse_handles: [k] the handles.
        container: the container of the map. Blocks share a map if both container and shared_name are equal.
        shared_name: the name of the map: the name of the block that stores the tensors, or its shared_name.
    """
    where = handle(context.key(container, shared_name))
    what = f"the name of a block that stores sparse tensors; {shared_name!r} does not exist yet"
    kept = context.resources.find(where, SparseTensors, what, pin="shared_name")
    return minibatch(kept.take(sparse_handles.tolist(), dtype), "sparse_handles")


@TakeManySparseFromTensorsMap.shape
def _(call: Call) -> list[Shape]:
    require_vector(call, "sparse_handles")
    return [(None, None), (None,), (None,)]
