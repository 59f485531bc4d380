"""TensorFlow's protocol buffer for tensors: written as TensorFlow does, and validated on reading."""

from __future__ import annotations

import math
from functools import cache
from itertools import accumulate
from typing import Any

import numpy as np

from blocks.base.dtypes import BOOL, BY_NAME, STRING, DType
from blocks.base.errors import DiagramError
from blocks.base.messages import build, parse
from blocks.base.shapes import MAX_RANK
from blocks.base.types import Array

MESSAGES = {
    "Dimension": "1 int64 size, 2 bytes name",
    "TensorShape": "2 Dimension* dim, 3 bool unknown_rank",
    "Tensor": (
        "1 int32 dtype, 2 TensorShape tensor_shape, 3 int32 version_number, 4 bytes tensor_content, 5 float* float_val,"
        " 6 double* double_val, 7 int32* int_val, 8 bytes* string_val, 9 float* scomplex_val, 10 int64* int64_val,"
        " 11 bool* bool_val, 12 double* dcomplex_val, 13 int32* half_val, 14 bytes* resource_handle_val,"
        " 15 bytes* variant_val, 16 uint32* uint32_val, 17 uint64* uint64_val, 18 bytes float8_val"
    ),
}
DTYPE_NUMBERS = {
    "DT_FLOAT": 1, "DT_DOUBLE": 2, "DT_INT32": 3, "DT_UINT8": 4, "DT_INT16": 5, "DT_INT8": 6, "DT_STRING": 7,
    "DT_COMPLEX64": 8, "DT_INT64": 9, "DT_BOOL": 10, "DT_QINT8": 11, "DT_QUINT8": 12, "DT_QINT32": 13,
    "DT_BFLOAT16": 14, "DT_QINT16": 15, "DT_QUINT16": 16, "DT_UINT16": 17, "DT_COMPLEX128": 18, "DT_HALF": 19,
    "DT_UINT32": 22, "DT_UINT64": 23, "DT_FLOAT8_E5M2": 24, "DT_FLOAT8_E4M3FN": 25, "DT_INT4": 29, "DT_UINT4": 30,
}  # fmt: skip
WRITABLE = tuple(BY_NAME[name] for name in DTYPE_NUMBERS)
"""The dtypes of which a tensor can be written into a message."""
DTYPES = {number: BY_NAME[name] for name, number in DTYPE_NUMBERS.items()}
"""Them by the number that stands for each in a message."""
_FIELDS = {
    "DT_FLOAT": "float_val", "DT_DOUBLE": "double_val", "DT_STRING": "string_val", "DT_COMPLEX64": "scomplex_val",
    "DT_COMPLEX128": "dcomplex_val", "DT_INT64": "int64_val", "DT_BOOL": "bool_val", "DT_HALF": "half_val",
    "DT_BFLOAT16": "half_val", "DT_UINT32": "uint32_val", "DT_UINT64": "uint64_val", "DT_FLOAT8_E5M2": "float8_val",
    "DT_FLOAT8_E4M3FN": "float8_val",
}  # fmt: skip
_HELD_AS = {
    "float_val": np.float32, "double_val": np.float64, "int_val": np.int32, "scomplex_val": np.float32,
    "dcomplex_val": np.float64, "int64_val": np.int64, "bool_val": np.bool_, "half_val": np.int32,
    "uint32_val": np.uint32, "uint64_val": np.uint64,
}  # fmt: skip
_MOST_FILLED = 1 << 28


def put_tensor(target: Any, tensor: Array, dtype: DType) -> None:
    target.dtype = DTYPE_NUMBERS[dtype.name]
    put_shape(target.tensor_shape, tensor.shape)
    if dtype is STRING:
        target.string_val.extend(tensor.reshape(-1).tolist())
    else:
        target.tensor_content = np.ascontiguousarray(tensor).tobytes()


def message(name: str) -> Any:
    return _classes()[name]()


@cache
def _classes() -> dict[str, Any]:
    return build("gradblocks.tensor", MESSAGES)


def write_tensor(tensor: Array, dtype: DType) -> bytes:
    target = message("Tensor")
    if dtype is STRING:
        target.dtype = DTYPE_NUMBERS[dtype.name]
        put_shape(target.tensor_shape, tensor.shape)
        target.tensor_content = _strings_as_one(tensor.reshape(-1).tolist())
    else:
        put_tensor(target, tensor, dtype)
    return target.SerializeToString()


def read_tensor(data: bytes, dtype: DType | None = None, pin: str | None = None, dtype_pin: str | None = None) -> Array:
    """Return the tensor in a serialized Tensor message.

    Args:
        dtype: the required element type; None for any.
        pin: the pin of the message, for errors.
        dtype_pin: the pin or attribute that requires the dtype; ``pin`` if it is None.

    Raises:
        DiagramError: the message is invalid, has another dtype, or is large with too few values for its shape.
    """
    source = message("Tensor")
    if not parse(source, data):
        raise DiagramError("the string is not a serialized tensor", pin=pin)
    return tensor_of(source, dtype, pin, dtype_pin)


def tensor_of(source: Any, dtype: DType | None = None, pin: str | None = None, dtype_pin: str | None = None) -> Array:
    """Return the tensor in a Tensor message; arguments and errors are as in `read_tensor`."""
    value = DTYPES.get(source.dtype)
    if value is None:
        raise DiagramError(f"the serialized tensor has the unsupported dtype number {source.dtype}", pin=pin)
    if dtype is not None and value is not dtype:
        raise DiagramError(f"expected a serialized {dtype.short} tensor, got {value.short}", pin=dtype_pin or pin)
    shape = read_shape(source.tensor_shape)
    if shape is None:
        raise DiagramError("the serialized tensor does not have a valid shape", pin=pin)
    try:
        if source.tensor_content:
            content = source.tensor_content
            elements = _strings_in(content, math.prod(shape)) if value is STRING else from_bytes(content, value)
            if elements.size != math.prod(shape):
                raise ValueError(f"the data has {elements.size:,} elements")
            return elements.reshape(shape)
        return values_of(source, value, math.prod(shape)).reshape(shape)
    except ValueError as error:
        raise DiagramError(f"the serialized tensor does not match its shape: {error}", pin=pin) from None


def read_shape(source: Any) -> tuple[int, ...] | None:
    """Return the shape in a TensorShape message, or None if a tensor cannot have it."""
    sizes = tuple(dim.size for dim in source.dim)
    if source.unknown_rank or len(sizes) > MAX_RANK or min(sizes, default=0) < 0:
        return None
    return sizes if math.prod(size or 1 for size in sizes) < 1 << 62 else None


def put_shape(target: Any, shape: tuple[int, ...]) -> None:
    target.SetInParent()
    for size in shape:
        target.dim.add(size=size)


def from_bytes(data: bytes, dtype: DType) -> Array:
    if dtype.numpy.hasobject:
        raise ValueError("strings have no fixed size")
    if dtype is BOOL:  # any byte but 0 is true
        return np.frombuffer(data, np.uint8) != 0
    return np.frombuffer(data, dtype.numpy).copy()


def _strings_as_one(strings: list[bytes]) -> bytes:
    """Join strings: first the varint length of each, then the strings."""
    lengths = bytearray()
    for string in strings:
        rest = len(string)
        while rest > 127:
            lengths.append(rest & 127 | 128)
            rest >>= 7
        lengths.append(rest)
    return b"".join([bytes(lengths), *strings])


def _strings_in(data: bytes, count: int) -> Array:
    at, lengths = 0, list[int]()
    while len(lengths) < count:
        length = shift = 0
        while True:
            if at == len(data) or shift > 63:
                raise ValueError(f"{len(lengths)} lengths are not enough for {count} strings")
            length |= (data[at] & 127) << shift
            at, shift = at + 1, shift + 7
            if data[at - 1] < 128:
                break
        lengths.append(length)
    if at + sum(lengths) != len(data):
        raise ValueError("the lengths of the strings do not match")
    result = np.empty(count, np.object_)
    for i, end in enumerate(accumulate(lengths, initial=at)):
        if i < count:
            result[i] = data[end : end + lengths[i]]
    return result


def _field(dtype: DType) -> str:
    return _FIELDS.get(dtype.name, "int_val")


def values_of(source: Any, dtype: DType, count: int) -> Array:
    """Return a Tensor message's single values, repeating the last one up to a count; none means zeros.

    Raises:
        ValueError: too many would have to be repeated.
    """
    field = _field(dtype)
    values = getattr(source, field)
    if dtype is STRING:
        result = np.empty(len(values), np.object_)
        result[:] = list(values)
        fill: Any = b""
    else:
        result = _numbers(values, field, dtype)
        fill = np.zeros((), dtype.numpy)
    if len(result) >= count:
        return result[:count]
    if (count - len(result)) * dtype.size > _MOST_FILLED:
        raise ValueError(f"{len(result)} values are not enough for {count} elements")
    if len(result):
        fill = result[-1]
    whole = np.empty(count, dtype.numpy)
    whole[: len(result)] = result
    whole[len(result) :] = fill
    return whole


def _numbers(values: Any, field: str, dtype: DType) -> Array:
    if field == "float8_val":
        return from_bytes(values, dtype)
    result = np.array(values, _HELD_AS[field])
    if field == "half_val":  # the bits as a number
        return result.astype(np.uint16).view(dtype.numpy)
    if dtype.is_complex:
        return result[: len(result) // 2 * 2].view(dtype.numpy)
    return result.astype(dtype.numpy)


def put_values(target: Any, tensor: Array, dtype: DType) -> None:
    field = _field(dtype)
    flat: Any = np.ascontiguousarray(tensor).reshape(-1)
    if field == "float8_val":
        target.float8_val = flat.tobytes()
        return
    if field == "half_val":
        flat = flat.view(np.uint16)
    elif dtype.is_complex:
        flat = flat.view(np.float32 if field == "scomplex_val" else np.float64)
    elif dtype is not STRING:
        flat = flat.astype(_HELD_AS[field])
    getattr(target, field).extend(flat.tolist())
