"""The bytes of tensors: reinterpreted as another dtype, read from files, and hashed."""

from __future__ import annotations

import math

import numpy as np

from blocks.base.context import Context
from blocks.base.dtypes import BOOL, COMPLEX, FLOATS, INTEGERS, NUMERIC, QUANTIZED, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import is_known, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import COPYABLE, require_rank, require_scalar
from blocks.library.array.fingerprints import farmhash64
from blocks.library.declare import block

_DTYPES = (*FLOATS, *INTEGERS, *COMPLEX, *QUANTIZED)


@block(
    "input: T -> output: type",
    T=_DTYPES,
    where={"type": _DTYPES},
    view=True,
    example={"input": [1.0, -0.0], "type": "DT_INT32", "output": [1065353216, -2147483648]},
)
def Bitcast(input: Array, *, type: DType) -> Array:
    """Reinterpret the bytes of a tensor as another dtype, without converting values.

    If the new dtype is smaller, a new last axis holds the parts of each element. If it is larger, the last axis must
    hold the parts of one element, and is removed. The byte order is little-endian.

    Args:
        input: [...] a tensor of any numeric or quantized dtype.
        type: the dtype to reinterpret the bytes as.

    Returns:
        output: [...] a tensor with the same bytes.
    """
    old, new = input.dtype.itemsize, type.size
    parts = np.asarray(input, order="C")
    if new < old:
        return parts.reshape(*parts.shape, 1).view(type.numpy)
    return parts.view(type.numpy) if new == old else parts.view(type.numpy).reshape(parts.shape[:-1])


@Bitcast.shape
def _(call: Call) -> Shape:
    shape = call.shape("input")
    old, new = call.dtype("input"), call.attrs["type"]
    if shape is None or old.size == new.size:
        return shape
    if new.size < old.size:
        return (*shape, old.size // new.size)
    parts = new.size // old.size
    if not shape or shape[-1] not in (parts, None):
        text = f"Bitcast from {old.short} to {new.short}: the last axis of input must have the size {parts}"
        raise DiagramError(f"{text}, got shape {shape_text(shape)}", pin="type")
    return shape[:-1]


# -- Files -------------------------------------------------------------------------------------------------------------

_PLAIN = (*NUMERIC, BOOL, *QUANTIZED)


@block("-> tensor: dtype")
def ImmutableConst(*, dtype: DType, shape: Shape, memory_region_name: str, context: Context) -> Array:
    """Read a constant tensor from the raw bytes at the beginning of a file.

    Args:
        dtype: the dtype of the tensor: numeric, bool or quantized.
        shape: the shape of the tensor, with all sizes known.
        memory_region_name: the name of the file. Bytes after the last value are ignored.

    Returns:
        tensor: [...] the constant tensor.
    """
    if dtype not in _PLAIN:
        raise DiagramError(f"ImmutableConst cannot read {dtype.short} values from a file", pin="dtype")
    sizes = tuple(size or 0 for size in shape or ())
    wanted = math.prod(sizes) * dtype.numpy.itemsize
    with context.files.open(memory_region_name) as file:
        data = file.read(wanted)
    if len(data) < wanted:
        text = f"the file {memory_region_name!r} has {len(data)} bytes, but {dtype.short}{shape_text(sizes)} needs"
        raise DiagramError(f"{text} {wanted}", pin="memory_region_name")
    if dtype is BOOL:  # any byte but 0 is true
        return np.frombuffer(data, np.uint8).reshape(sizes) != 0
    return np.frombuffer(data, dtype.numpy).reshape(sizes).copy()


@ImmutableConst.shape
def _(call: Call) -> Shape:
    shape: Shape = call.attrs["shape"]
    if not is_known(shape):
        raise DiagramError(f"ImmutableConst needs a shape with all sizes known, got {shape_text(shape)}", pin="shape")
    return shape


# -- Hashes ------------------------------------------------------------------------------------------------------------


@block(
    "data: T, method: string -> fingerprint: uint8",
    T=COPYABLE,
    example={
        "data": ["a", "b"],
        "method": "farmhash64",
        "fingerprint": [[227, 117, 223, 182, 101, 66, 69, 179], [22, 241, 200, 94, 33, 96, 178, 163]],
    },
)
def Fingerprint(data: Array, method: Array) -> Array:
    """Compute a 64-bit fingerprint (hash) of each row of a tensor.

    Equal rows have equal fingerprints, and different rows almost never do. For numeric data, the bytes of the row are
    hashed. If a row is a single string, the string is hashed. If it has several strings, their hashes are hashed.

    Args:
        data: [rows, ...] the tensor. Its first axis indexes the rows.
        method: [] the hash algorithm. Only farmhash64 is available.

    Returns:
        fingerprint: [rows, 8] the eight bytes of each hash, lowest byte first.
    """
    if method[()] != b"farmhash64":
        raise DiagramError(f"Fingerprint: method must be farmhash64, got {method[()]!r}", pin="method")
    count = data.shape[0]
    rows = np.ascontiguousarray(data).reshape(count, math.prod(data.shape[1:]))
    if data.dtype.hasobject and rows.shape[1] == 1:
        texts = rows[:, 0]
    else:
        parts = _bytes(farmhash64(rows)) if data.dtype.hasobject else rows
        texts = np.empty(count, object)
        texts[:] = [row.tobytes() for row in parts]
    return _bytes(farmhash64(texts)).copy()


def _bytes(hashes: Array) -> Array:
    per_row = 8 * math.prod(hashes.shape[1:])
    return np.ascontiguousarray(hashes, "<u8").view(np.uint8).reshape(len(hashes), per_row)


@Fingerprint.shape
def _(call: Call) -> Shape:
    require_scalar(call, "method")
    shape = require_rank(call, "data", 1, "rank 1 or more")
    return (None if shape is None else shape[0], 8)
