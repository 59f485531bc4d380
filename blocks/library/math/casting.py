"""Conversion between dtypes."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import (
    ANY,
    BFLOAT16,
    DOUBLE,
    FLOAT,
    HALF,
    INT4,
    QUANTIZED,
    RESOURCE,
    STRING,
    UINT4,
    VARIANT,
    DType,
)
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import pin_error
from blocks.library.declare import block

_NUMBERS = tuple(d for d in ANY if d not in (STRING, RESOURCE, VARIANT, *QUANTIZED))
_DIGITS = {DOUBLE: 52, FLOAT: 23, HALF: 10, BFLOAT16: 7}
_BITS = {DOUBLE: np.uint64, FLOAT: np.uint32, HALF: np.uint16}


@block(
    "x: SrcT -> y: DstT",
    SrcT=_NUMBERS,
    view=True,
    reshapes="x",
    foldable=True,
    fusion="elementwise",
    discontinuity="floor",
    formula="cast({x})",
    example={"x": [1.7, -1.7], "DstT": "DT_INT32", "y": [1, -1]},
)
def Cast(x: Array, *, DstT: DType, Truncate: bool = False, SrcT: DType) -> Any:
    """Convert a tensor to another dtype.

    Fractions are truncated toward zero. Integers that do not fit lose their high bits. Complex numbers lose their
    imaginary part. As booleans, all values except 0 become true.

    Args:
        x: [...] a numeric or boolean tensor.
        DstT: the new dtype.
        Truncate: when converting to a shorter float, true truncates the extra digits, false rounds.

    Returns:
        y: [...] the converted values, with the shape of x.
    """
    if SrcT.is_complex and not DstT.is_complex:
        x = np.real(x)
    if Truncate and DstT in _DIGITS and SrcT in _BITS and _DIGITS[DstT] < _DIGITS[SrcT]:
        bits = _BITS[SrcT]
        mask = bits(np.iinfo(bits).max << (_DIGITS[SrcT] - _DIGITS[DstT]) & np.iinfo(bits).max)
        x = (np.asarray(x).view(bits) & mask).view(x.dtype)
    if SrcT in (INT4, UINT4) and DstT is not SrcT:
        x = x.astype(np.int8)  # ml_dtypes does not cast these two to every other type
    return x.astype(DstT.numpy, copy=False)


@Cast.shape
def _(call: Call) -> Shape:
    wanted: DType = call.attrs["DstT"]
    if wanted not in _NUMBERS:
        raise pin_error(call, "DstT", f"expected a numeric or boolean dtype, got {wanted.short}")
    return call.shape("x")


@Cast.gradient("x")
def _(call: Node, dy: Output) -> Operand | None:
    source = call.inputs[0].dtype
    return Cast(dy, DstT=source) if source.is_differentiable else None
