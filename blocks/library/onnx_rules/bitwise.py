"""ONNX rules for bit operations. ONNX shifts only unsigned integers."""

from __future__ import annotations

from collections.abc import Mapping

from blocks.base.dtypes import INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, DType
from blocks.library.onnx_rules.values import Value, cast, op, where
from blocks.library.onnx_rules.writing import Rule, plain

_UNSIGNED: Mapping[DType, DType] = {INT8: UINT8, INT16: UINT16, INT32: UINT32, INT64: UINT64}


def _unsigned(x: Value) -> Value:
    return cast(x, _UNSIGNED.get(x.dtype, x.dtype))


def _right(x: Value, y: Value) -> Value:
    """Shift right; negative numbers are inverted first so that copies of the sign move in."""
    if x.dtype not in _UNSIGNED:
        return op.BitShift(x, y, direction="RIGHT")
    bits = where(x < 0, op.BitwiseNot(x), x)
    shifted = cast(op.BitShift(_unsigned(bits), _unsigned(y), direction="RIGHT"), x.dtype)
    return where(x < 0, op.BitwiseNot(shifted), shifted)


RULES: dict[str, Rule] = {
    "BitwiseAnd": plain(op.BitwiseAnd),
    "BitwiseOr": plain(op.BitwiseOr),
    "BitwiseXor": plain(op.BitwiseXor),
    "Invert": plain(op.BitwiseNot),
    "LeftShift": plain(lambda x, y: cast(op.BitShift(_unsigned(x), _unsigned(y), direction="LEFT"), x.dtype)),
    "RightShift": plain(_right),
}
