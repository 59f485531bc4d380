"""The element types for which ONNX runtimes implement operators, a subset of the standard.

The table lists the dtypes of onnxruntime's CPU kernels, which other runtimes also support. `Writer.op` computes other
dtypes in a wider one from the table and converts the result back.
"""

from __future__ import annotations

from collections.abc import Mapping

from blocks.base.dtypes import (
    BFLOAT16,
    BOOL,
    DOUBLE,
    FLOAT,
    HALF,
    INT8,
    INT16,
    INT32,
    INT64,
    INTEGERS,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    DType,
)

DTYPES = frozenset((BOOL, FLOAT, DOUBLE, HALF, BFLOAT16, *INTEGERS))
"""What tensors of a model may hold."""

_SINGLE = (FLOAT,)
_REAL = (FLOAT, DOUBLE)
_COUNTED = (*_REAL, INT32, INT64)
_NUMBERS = (*_REAL, *INTEGERS)
_EXTREMES = (*_COUNTED, UINT32, UINT64)

_KERNELS: Mapping[str, tuple[DType, ...]] = {
    "Acos Asin Atan Atanh AveragePool Conv ConvTranspose Cosh Elu Erf LRN Resize Sinh Softplus Softsign Tan": _SINGLE,
    "LeakyRelu": _SINGLE,
    "Ceil Cos Exp Floor IsInf IsNaN Log LogSoftmax Round Sigmoid Sin Softmax Sqrt Tanh Reciprocal": _REAL,
    "CumSum Pow ReduceSum ReduceProd ReduceMean": _COUNTED,
    "ReduceMax ReduceMin": (*_COUNTED, INT8, UINT8),
    "ArgMax ArgMin": (FLOAT, DOUBLE, INT32, INT8, UINT8, INT64),
    "Add Sub Mul Div Mod Abs Less LessOrEqual Greater GreaterOrEqual": _NUMBERS,
    "Sign": _NUMBERS,
    "Equal": (*_NUMBERS, BOOL),
    "Neg": (*_REAL, INT8, INT16, INT32, INT64),
    "Max Min": (*_EXTREMES, INT8, UINT8),
    "BitShift": (UINT8, UINT32, UINT64),
    "MatMul": _EXTREMES,
    "Einsum": _COUNTED,
    "Det": _SINGLE,
    "MaxPool": (FLOAT, DOUBLE, INT8, UINT8),
    "Relu": (*_REAL, INT32, INT8),
    "Pad": (*_EXTREMES, INT8, UINT8, BOOL),
    "Range": (*_REAL, INT16, INT32, INT64),
    "Tile": (*_NUMBERS, BOOL),
    "TopK": (*_COUNTED, INT8, INT16, UINT8),
    "Unique": (FLOAT, DOUBLE, INT8, INT64),
    "Where": (*_COUNTED, INT8, UINT8, UINT32),
    "Expand": (*_NUMBERS, BOOL, HALF),
    "ScatterND ScatterElements": (*_NUMBERS, BOOL, HALF),
}
KERNELS: Mapping[str, tuple[DType, ...]] = {name: row for names, row in _KERNELS.items() for name in names.split()}
"""By operator; one that is not here takes all of `DTYPES`."""

_WIDER: Mapping[DType, tuple[DType, ...]] = {
    HALF: (FLOAT,),
    BFLOAT16: (FLOAT,),
    BOOL: (UINT8, INT32, INT64),
    UINT8: (INT32, INT64),
    INT8: (INT32, INT64),
    UINT16: (INT32, INT64, UINT32),
    INT16: (INT32, INT64),
    INT32: (INT64,),
    UINT32: (INT64,),
    UINT64: (INT64,),  # the bits are the same where only sums and products are made
}


def computed_in(kind: str, dtype: DType) -> DType | None:
    kernels = KERNELS.get(kind)
    if kernels is None or dtype in kernels:
        return dtype
    return next((wider for wider in _WIDER.get(dtype, ()) if wider in kernels), None)
