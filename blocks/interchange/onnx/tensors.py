"""Tensors of ONNX models, in the model or in external files."""

from __future__ import annotations

import math
import os
from typing import Any

import numpy as np

from blocks.base.budget import UNPACKED, Memory, Unpacked
from blocks.base.dtypes import BOOL, STRING, DType
from blocks.base.errors import DiagramError, FileError
from blocks.base.shapes import MAX_RANK
from blocks.base.types import Array
from blocks.interchange.importing.model_graph import Weight
from blocks.interchange.onnx.schema import DTYPES, OTHER_DTYPES, text
from blocks.run.files import Folders

_EXTERNAL = 1
LISTED = {
    "DT_FLOAT": "float_data", "DT_COMPLEX64": "float_data", "DT_DOUBLE": "double_data",
    "DT_COMPLEX128": "double_data", "DT_INT64": "int64_data", "DT_UINT32": "uint64_data", "DT_UINT64": "uint64_data",
}  # fmt: skip
"""By dtype in which field the numbers are listed, if not in ``int32_data``."""
_HALVES = ("DT_UINT4", "DT_INT4")


class OnnxTensors:
    def __init__(self, file: str, memory: int = UNPACKED) -> None:
        self._file = file
        self._folders = Folders(os.path.dirname(os.path.abspath(file)))
        self._room = Unpacked(file, memory)
        self._memory = Memory.of()
        self._known: set[tuple[int, int]] = set()
        self._read: dict[tuple[str, int, int, str, tuple[int, ...]], Weight] = {}

    def read(self, tensor: Any, name: str) -> Weight:
        dtype = DTYPES.get(tensor.data_type)
        if dtype is None:
            kind = OTHER_DTYPES.get(tensor.data_type, f"number {tensor.data_type}")
            raise DiagramError(f"the dtype {kind} is not supported")
        shape = tuple(tensor.dims)
        if len(shape) > MAX_RANK or any(size < 0 for size in shape):
            raise self._fault(name, f"the shape {list(shape)[:10]} is not possible")
        if is_external(tensor):
            return self._external(tensor, dtype, shape, name)
        count = math.prod(shape)
        if dtype is STRING:
            result = np.empty(len(tensor.string_data), object)
            result[:] = list(tensor.string_data)
        elif tensor.raw_data:
            result = _unpacked(tensor.raw_data, dtype, count)
        else:
            result = _listed(tensor, dtype, count)
        if result is None or result.size != count:
            raise self._fault(name, f"the tensor does not have the {count:,} values of its shape")
        return Weight(result.reshape(shape), dtype)

    def sparse(self, sparse: Any, name: str) -> Weight:
        """Return a sparse tensor as a dense one; raise as `read`, or FileError if it takes too much memory."""
        values, indices = self.read(sparse.values, name), self.read(sparse.indices, name).array
        shape = tuple(sparse.dims)
        count = math.prod(shape)
        if len(shape) > MAX_RANK or any(size < 0 for size in shape) or indices.dtype != np.int64:
            raise self._fault(name, f"the shape {list(shape)[:10]} is not possible")
        self._room.take(count * values.dtype.size, repr(name))
        dense = np.zeros(count, values.array.dtype)
        if indices.ndim == 2 and indices.shape[1] == len(shape) and _are_inside(indices, shape):
            indices = np.ravel_multi_index(tuple(indices.T), shape)
        if indices.shape != values.array.shape or (indices.size and not 0 <= indices.min() <= indices.max() < count):
            raise self._fault(name, "the indices do not fit the tensor")
        dense[indices] = values.array
        return Weight(dense.reshape(shape), values.dtype)

    def _external(self, tensor: Any, dtype: DType, shape: tuple[int, ...], name: str) -> Weight:
        said = _said(tensor)
        location = said.get("location", "")
        try:
            begin, length = int(said.get("offset", "0")), int(said.get("length", "-1"))
        except ValueError:
            raise self._fault(name, "the tensor does not state where its data is") from None
        count = math.prod(shape)
        size = (count + 1) // 2 if dtype.name in _HALVES else count * dtype.size
        if dtype is STRING or begin < 0 or length not in (-1, size):
            raise self._fault(name, f"the tensor does not have the {count:,} values of its shape")
        if os.path.isabs(location) or ".." in location.replace("\\", "/").split("/"):
            raise self._fault(name, f"the data is outside the model's folder: {location!r}")
        key = (location, begin, size, dtype.name, shape)
        weight = self._read.get(key)
        if weight is None:
            data = self._piece(location, begin, size, name)
            array = _unpacked(data, dtype, count)
            assert array is not None
            self._memory.hold(array)
            weight = self._read[key] = Weight(array.reshape(shape), dtype)
        return weight

    def _piece(self, location: str, begin: int, size: int, name: str) -> bytes:
        """Read a part of a file beside the model, after checking that it exists and before allocating memory."""
        try:
            opened = self._folders.open(location)
        except DiagramError as error:
            raise self._fault(name, error.message) from None
        with opened as file:
            status = os.fstat(file.fileno())
            whole = status.st_size
            if begin + size > whole:
                why = f"the file {location!r} has {whole:,} bytes, and its data would end at {begin + size:,}"
                raise self._fault(name, why)
            if (status.st_dev, status.st_ino) not in self._known:  # one file may have many names
                self._known.add((status.st_dev, status.st_ino))
                self._room.add(whole)
            self._room.take(size, repr(name))
            self._memory.require(size, f"the tensor {name!r}")
            try:
                file.seek(begin)
                data = file.read(size)
            except OSError as error:
                raise self._fault(name, f"the file {location!r} cannot be read: {error}") from None
        if len(data) != size:
            raise self._fault(name, f"the file {location!r} ends too early")
        return data

    def _fault(self, name: str, why: str) -> FileError:
        return FileError(f"the file is damaged: tensor {name!r}: {why}", file=self._file)


def is_external(tensor: Any) -> bool:
    return tensor.data_location == _EXTERNAL


def external_location(tensor: Any) -> tuple[str, int]:
    said = _said(tensor)
    return said.get("location", ""), int(said.get("offset", "0"))


def _said(tensor: Any) -> dict[str, str]:
    return {text(each.key): text(each.value) for each in tensor.external_data}


def _are_inside(indices: Array, shape: tuple[int, ...]) -> bool:
    return bool(((indices >= 0) & (indices < np.array(shape, np.int64))).all())


def _unpacked(data: bytes, dtype: DType, count: int) -> Array | None:
    if dtype.name in _HALVES:
        return _halves(np.frombuffer(data, np.uint8), dtype, count)
    if len(data) != count * dtype.size:
        return None
    if dtype is BOOL:
        return np.frombuffer(data, np.uint8) != 0
    return np.frombuffer(data, dtype.numpy)


def _halves(data: Array, dtype: DType, count: int) -> Array | None:
    """Unpack 4-bit numbers, two per byte, the lower half first."""
    if data.size != (count + 1) // 2:
        return None
    each = np.stack([data & 15, data >> 4], axis=-1).reshape(-1)[:count].astype(np.int8)
    return (each if dtype.name == "DT_UINT4" else each - 16 * (each > 7)).astype(dtype.numpy)


def _listed(tensor: Any, dtype: DType, count: int) -> Array | None:
    listed = getattr(tensor, LISTED.get(dtype.name, "int32_data"))
    with np.errstate(all="ignore"):
        if dtype.is_complex:
            parts = np.array(listed, np.float64)
            return (parts[::2] + 1j * parts[1::2]).astype(dtype.numpy) if parts.size == 2 * count else None
        if dtype.name in _HALVES:
            return _halves(np.array(listed, np.int64).astype(np.uint8), dtype, count)
        if dtype.is_floating and dtype.size < 4:  # its bits
            bits = np.array(listed, np.int64)
            return bits.astype(np.uint16 if dtype.size == 2 else np.uint8).view(dtype.numpy)
        if dtype.name == "DT_UINT64":
            return np.array(listed, np.uint64)
        if dtype.is_floating:
            return np.array(listed, dtype.numpy)
        return np.array(listed, np.int64).astype(dtype.numpy)
