"""Dtypes, with TensorFlow's names and NumPy's storage.

Quantized types are stored as their integers, strings as object arrays of ``bytes``.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Literal, cast

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.types import Array

_NUMPY_NAMES = {"DT_FLOAT": "float32", "DT_DOUBLE": "float64", "DT_HALF": "float16"}
Kind = Literal["float", "complex", "int", "uint", "bool", "string", "quantized", "handle"]


class DType:
    """An element type. Each type is a single object: compare with ``is``. It also equals NumPy's type: ``np.float32``.

    Attributes:
        name: TensorFlow's name, ``"DT_FLOAT"``.
        size: bytes per element (8 for strings and handles: the pointer).
    """

    def __init__(self, name: str, kind: Kind, size: int, storage: str) -> None:
        self.name = name
        self.kind: Kind = kind
        self.size = size
        self._storage = storage
        self.is_floating = kind == "float"
        self.is_complex = kind == "complex"
        self.is_integer = kind in ("int", "uint")
        self.is_differentiable = kind in ("float", "complex")

    @cached_property
    def numpy(self) -> np.dtype[Any]:
        if self._storage.startswith("ml_dtypes."):
            import ml_dtypes  # only who uses bfloat16 or float8 pays for the import

            return np.dtype(getattr(ml_dtypes, self._storage.removeprefix("ml_dtypes.")))
        return np.dtype(self._storage)

    @property
    def short(self) -> str:
        return _NUMPY_NAMES.get(self.name) or self.name.removeprefix("DT_").lower()

    @property
    def dtype(self) -> np.dtype[Any]:
        """The dtype of NumPy, which reads it here: ``np.zeros(3, x.dtype)``."""
        return self.numpy

    def __repr__(self) -> str:
        return self.short

    def __deepcopy__(self, _memo: object) -> DType:
        return self

    def __reduce__(self) -> str:
        raise TypeError("a DType cannot be pickled. Pickle its name instead.")


FLOAT = DType("DT_FLOAT", "float", 4, "float32")
DOUBLE = DType("DT_DOUBLE", "float", 8, "float64")
HALF = DType("DT_HALF", "float", 2, "float16")
BFLOAT16 = DType("DT_BFLOAT16", "float", 2, "ml_dtypes.bfloat16")
FLOAT8_E4M3FN = DType("DT_FLOAT8_E4M3FN", "float", 1, "ml_dtypes.float8_e4m3fn")
FLOAT8_E5M2 = DType("DT_FLOAT8_E5M2", "float", 1, "ml_dtypes.float8_e5m2")
COMPLEX64 = DType("DT_COMPLEX64", "complex", 8, "complex64")
COMPLEX128 = DType("DT_COMPLEX128", "complex", 16, "complex128")
INT8 = DType("DT_INT8", "int", 1, "int8")
INT16 = DType("DT_INT16", "int", 2, "int16")
INT32 = DType("DT_INT32", "int", 4, "int32")
INT64 = DType("DT_INT64", "int", 8, "int64")
UINT8 = DType("DT_UINT8", "uint", 1, "uint8")
UINT16 = DType("DT_UINT16", "uint", 2, "uint16")
UINT32 = DType("DT_UINT32", "uint", 4, "uint32")
UINT64 = DType("DT_UINT64", "uint", 8, "uint64")
INT4 = DType("DT_INT4", "int", 1, "ml_dtypes.int4")
UINT4 = DType("DT_UINT4", "uint", 1, "ml_dtypes.uint4")
BOOL = DType("DT_BOOL", "bool", 1, "bool")
STRING = DType("DT_STRING", "string", 8, "object")
QINT8 = DType("DT_QINT8", "quantized", 1, "int8")
QUINT8 = DType("DT_QUINT8", "quantized", 1, "uint8")
QINT16 = DType("DT_QINT16", "quantized", 2, "int16")
QUINT16 = DType("DT_QUINT16", "quantized", 2, "uint16")
QINT32 = DType("DT_QINT32", "quantized", 4, "int32")
RESOURCE = DType("DT_RESOURCE", "handle", 8, "object")
VARIANT = DType("DT_VARIANT", "handle", 8, "object")

ALL: tuple[DType, ...] = (
    FLOAT, DOUBLE, HALF, BFLOAT16, INT32, INT64, INT16, INT8, UINT8, UINT16, UINT32, UINT64, BOOL, STRING,
    COMPLEX64, COMPLEX128, QINT8, QUINT8, QINT16, QUINT16, QINT32, FLOAT8_E4M3FN, FLOAT8_E5M2, INT4, UINT4,
    RESOURCE, VARIANT,
)  # fmt: skip
BY_NAME: dict[str, DType] = {d.name: d for d in ALL}

FLOATS = (FLOAT, DOUBLE, HALF, BFLOAT16)
COMPLEX = (COMPLEX64, COMPLEX128)
INTEGERS = (INT32, INT64, INT16, INT8, UINT8, UINT16, UINT32, UINT64)
INDEX = (INT32, INT64)
QUANTIZED = (QINT8, QUINT8, QINT16, QUINT16, QINT32)
REAL = (*FLOATS, *INTEGERS)
NUMERIC = (*REAL, *COMPLEX)
ANY = ALL

_WORDS: dict[str, DType] = {
    "f2": HALF, "f4": FLOAT, "f8": DOUBLE, "c8": COMPLEX64, "c16": COMPLEX128,
    "b1": BOOL, "i1": INT8, "i2": INT16, "i4": INT32, "i8": INT64,
    "u1": UINT8, "u2": UINT16, "u4": UINT32, "u8": UINT64,
    **{each.short: each for each in ALL}, **{each.name.casefold(): each for each in ALL},
    "float": FLOAT, "double": DOUBLE, "half": HALF, "int": INT32, "complex": COMPLEX64,
    "str": STRING, "bytes": STRING, "object": STRING, "str_": STRING, "bytes_": STRING,
}  # fmt: skip
"""The dtypes by what Python, NumPy and TensorFlow call them, in small letters."""


def find(name: object) -> DType | None:
    """Return the dtype of a name (``"float32"``, ``"DT_FLOAT"``, ``"f4"``) or of a type of Python, NumPy or PyTorch."""
    if isinstance(name, DType):
        return name
    if isinstance(name, np.dtype):
        return STRING if name.kind in "USO" else _WORDS.get(name.name)
    word = name if isinstance(name, str) else name.__name__ if isinstance(name, type) else _foreign(name)
    return _WORDS.get(word.casefold()) if len(word) < 40 else None


def _foreign(dtype: Any) -> str:
    """Return the name of a dtype of PyTorch or TensorFlow."""
    named = getattr(dtype, "name", None) or str(dtype).removeprefix("torch.")
    return named if type(dtype).__name__ in ("dtype", "DType") else ""


def _equals(self: DType, other: object) -> bool:
    return self is other or (isinstance(other, (str, type, np.dtype)) and find(cast("object", other)) is self)


DType.__eq__ = _equals  # not in the class, whose source is part of exported programs


def dtype(name: object) -> DType:
    result = find(name)
    if result is None:
        raise DiagramError(f"{name!r} is not a dtype", hint="use a name such as float32, int32, bool or string")
    return result


def dtype_of(array: Array) -> DType:
    """Return the natural type of an array; raise DiagramError if there is none (dates, structured arrays)."""
    dtype = _WORDS.get(array.dtype.name)
    if dtype is None or dtype in (INT4, UINT4):  # these are only stored
        raise DiagramError(f"tensors cannot have the NumPy dtype {array.dtype}")
    return dtype


def real_dtype(d: DType) -> DType:
    return {COMPLEX64: FLOAT, COMPLEX128: DOUBLE}.get(d, d)


def complex_dtype(d: DType) -> DType:
    return COMPLEX128 if d in (DOUBLE, COMPLEX128) else COMPLEX64
