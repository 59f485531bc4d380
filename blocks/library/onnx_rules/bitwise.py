"""ONNX rules for bit operations. ONNX shifts only unsigned integers."""

from __future__ import annotations

from collections.abc import Mapping

from blocks.base.dtypes import INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, DType
from blocks.library.onnx_rules.values import Value, cast, op, where
from blocks.library.onnx_rules.writing import Rule, plain

_UNSIGNED: Mapping[DType, DType] = {INT8: UINT8, INT16: UINT16, INT32: UINT32, INT64: UINT64}


def _and(x: Value, y: Value) -> Value:
    return op.BitwiseAnd(x, y)


def _or(x: Value, y: Value) -> Value:
    return op.BitwiseOr(x, y)


def _xor(x: Value, y: Value) -> Value:
    return op.BitwiseXor(x, y)


def _invert(x: Value) -> Value:
    return op.BitwiseNot(x)


def _unsigned(x: Value) -> Value:
    return cast(x, _UNSIGNED.get(x.dtype, x.dtype))


def _left(x: Value, y: Value) -> Value:
    return cast(op.BitShift(_unsigned(x), _unsigned(y), direction="LEFT"), x.dtype)


def _right(x: Value, y: Value) -> Value:
    """Shift right; negative numbers are inverted first so that copies of the sign move in."""
    if x.dtype not in _UNSIGNED:
        return op.BitShift(x, y, direction="RIGHT")
    bits = where(x < 0, op.BitwiseNot(x), x)
    shifted = cast(op.BitShift(_unsigned(bits), _unsigned(y), direction="RIGHT"), x.dtype)
    return where(x < 0, op.BitwiseNot(shifted), shifted)


RULES: dict[str, Rule] = {
    "BitwiseAnd": plain(_and),
    "BitwiseOr": plain(_or),
    "BitwiseXor": plain(_xor),
    "Invert": plain(_invert),
    "LeftShift": plain(_left),
    "RightShift": plain(_right),
}
