"""Raw bytes as numbers, and serialized tensors: DecodeRaw, ParseTensor."""

from __future__ import annotations

import sys

import numpy as np

from blocks.base.dtypes import (
    BFLOAT16,
    BOOL,
    COMPLEX,
    DOUBLE,
    FLOAT,
    HALF,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT16,
    DType,
)
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import require_scalar
from blocks.library.declare import block
from blocks.library.parsing.tensor_messages import from_bytes, read_tensor

_RAW = (HALF, FLOAT, DOUBLE, INT32, UINT16, UINT8, INT16, INT8, INT64, *COMPLEX, BOOL, BFLOAT16)
_NO_GRADIENT = "strings have no gradient"


@block(
    "bytes: string -> output: out_type",
    where={"out_type": _RAW},
    not_differentiable=_NO_GRADIENT,
    example={
        "bytes": ["\x01\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00\x04\x00\x00\x00"],
        "out_type": "DT_INT32",
        "output": [[1, 2, 3, 4]],
    },
)
def DecodeRaw(bytes: Array, *, out_type: DType, little_endian: bool = True) -> Array:
    """Decode the bytes of each string as numbers.

    Args:
        bytes: [...] the strings, all with the same length in bytes.
        out_type: the dtype of the numbers.
        little_endian: true for little-endian byte order, false for big-endian.

    Returns:
        output: [..., n] the numbers. The last axis runs along a string.
    """
    texts = bytes.reshape(-1).tolist()
    length = len(texts[0]) if texts else 0
    for text in texts:
        if len(text) != length:
            words = f"DecodeRaw: expected strings of equal length, got {length} and {len(text)} bytes"
            raise DiagramError(words, pin="bytes")
    size = out_type.size
    if length % size:
        words = f"DecodeRaw: {length} bytes are not a multiple of the {size} bytes of {out_type.short}"
        raise DiagramError(words, pin="bytes")
    numbers = from_bytes(b"".join(texts), out_type)
    if little_endian != (sys.byteorder == "little"):
        if out_type.is_complex:  # its two parts are turned each by itself
            numbers = numbers.view(np.float32 if size == 8 else np.float64).byteswap().view(out_type.numpy)
        else:
            numbers = numbers.byteswap()
    return numbers.reshape(*bytes.shape, length // size)


@DecodeRaw.shape
def _(call: Call) -> Shape:
    shape = call.shape("bytes")
    return None if shape is None else (*shape, None)


@block(
    "serialized: string -> output: out_type",
    not_differentiable=_NO_GRADIENT,
    example={
        "serialized": "\x08\x03\x12\x04\x12\x02\x08\x02\x3a\x02\x05\x07",
        "out_type": "DT_INT32",
        "output": [5, 7],
    },
)
def ParseTensor(serialized: Array, *, out_type: DType) -> Array:
    """Parse a serialized TensorProto message into a tensor.

    Args:
        serialized: [] the serialized TensorProto.
        out_type: the dtype of the tensor. It must match the dtype in the message.

    Returns:
        output: [...] the tensor. NaN stays NaN.
    """
    return read_tensor(serialized.item(), out_type, "serialized", "out_type")


@ParseTensor.shape
def _(call: Call) -> Shape:
    require_scalar(call, "serialized")
    return None
