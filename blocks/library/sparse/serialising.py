"""Sparse tensors as strings: three serialized tensors each, for indices, values and shape."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import INT64, STRING, VARIANT, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import COPYABLE, shape_error
from blocks.library.declare import block
from blocks.library.parsing.tensor_messages import read_tensor, write_tensor
from blocks.library.sparse.maps import Sparse, minibatch, rows_of, rows_shape
from blocks.library.sparse.shared import counted, triple

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
