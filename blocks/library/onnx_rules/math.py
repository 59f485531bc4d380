"""ONNX rules for math: elementwise functions, comparisons, division, matrix products, bits and sequences."""

from __future__ import annotations

import math
import string
from collections.abc import Callable, Mapping

import numpy as np

from blocks.base.dtypes import BOOL, DOUBLE, FLOAT, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, DType
from blocks.library.linalg.products import Labels, parse
from blocks.library.onnx_rules.values import NotExported, Value, cast, constant, is_real, moved, op, where, whole, wide
from blocks.library.onnx_rules.writing import OnnxWriter, number, rank, sizes, widened
from blocks.library.rules import LoweringRule, at_site, each, plain


def expm1(x: Value) -> Value:
    """Return e^x - 1, accurate for small x as well."""
    power = op.Exp(x)
    less = power - 1
    exact = less * x / op.Log(power)  # Kahan's: what was lost in the one is lost in the other
    exact = where(op.Equal(power, 1), x, exact)
    return where((op.Abs(less) > 0.5), less, exact)


def log1p(x: Value) -> Value:
    """Return ln(1 + x), accurate for small x as well."""
    sum_ = x + 1
    exact = op.Log(sum_) * x / (sum_ - 1)
    exact = where(op.Equal(sum_, 1), x, exact)
    return where(op.Abs(x) > 1, op.Log(sum_), exact)


def _sinh(x: Value) -> Value:
    if x.dtype is FLOAT:
        return op.Sinh(x)
    e = expm1(op.Abs(x))
    return op.Sign(x) * (e + e / (e + 1)) * 0.5


def _angle(y: Value, x: Value) -> Value:
    below = where(op.Equal(y, y - y), 1 / y < 0, y < 0) if y.dtype is FLOAT else y < 0
    half = where(below, -math.pi, constant(y.sink, np.asarray(math.pi, y.dtype.numpy)))
    endless = op.IsInf(x) & op.IsInf(y)
    base = op.Atan(where(endless, op.Sign(y), y) / where(endless, op.Sign(x), x))
    left = (x < 0) | (op.Equal(x, x - x) & (1 / x < 0))
    turned = where(left, base + half, base)
    steep = op.Equal(x, x - x) & op.Not(op.Equal(y, y - y))
    flat = op.Equal(x, x - x) & op.Equal(y, y - y)
    return where(flat, where(left, half, y), where(steep, half * 0.5, turned))


def _sign(x: Value) -> Value:
    return where(op.IsNaN(x), x, op.Sign(x)) if is_real(x) else op.Sign(x)


# Division.


def _truncated(x: Value) -> Value:
    return where(x < 0, op.Ceil(x), op.Floor(x))


def _floor_division(x: Value, y: Value) -> Value:
    if is_real(x):
        return op.Floor(wide(x) / wide(y))
    quotient = x / y
    if x.dtype.kind == "uint":
        return quotient
    rest = x - quotient * y
    return where(op.Not(op.Equal(rest, 0)) & op.Xor(rest < 0, y < 0), quotient - 1, quotient)


def _floor_remainder(x: Value, y: Value) -> Value:
    if not is_real(x):
        return op.Mod(x, y)
    rest = op.Mod(x, y, fmod=1)
    return where(op.Not(op.Equal(rest, 0)) & op.Xor(rest < 0, y < 0), rest + y, rest)


# Comparisons.


def _equality(differ: bool) -> LoweringRule:
    def lower(site: OnnxWriter, x: Value, y: Value) -> Value:
        if not site.attrs["incompatible_shape_error"]:
            try:
                np.broadcast_shapes(sizes(x, "x"), sizes(y, "y"))
            except ValueError:
                return site.constant(differ, BOOL)
        result = op.Equal(x, y)
        return op.Not(result) if differ else result

    return lower


def _choose(condition: Value, x: Value, y: Value) -> Value:
    if condition.shape is None or len(condition.shape):
        for _ in range(rank(x, "x") - rank(condition, "condition")):
            condition = op.Unsqueeze(condition, [-1])
    return where(condition, x, y)


def _cast(site: OnnxWriter, x: Value) -> Value:
    if site.attrs["Truncate"]:
        raise NotExported("has Truncate set to true")
    return cast(x, site.dtype)


# Products.


def _matmul(site: OnnxWriter, a: Value, b: Value) -> Value:
    left, right = cast(a, site.dtype), cast(b, site.dtype)
    return op.MatMul(
        moved(left, (1, 0)) if site.attrs["transpose_a"] else left,
        moved(right, (1, 0)) if site.attrs["transpose_b"] else right,
    )


def batch_matmul(site: OnnxWriter, x: Value, y: Value) -> Value:
    return op.MatMul(_turned(x, site.attrs["adj_x"], "x"), _turned(y, site.attrs["adj_y"], "y"))


def _turned(x: Value, wanted: bool, what: str) -> Value:
    if not wanted:
        return x
    axes = list(range(rank(x, what)))
    return moved(x, [*axes[:-2], axes[-1], axes[-2]])


def _cross(a: Value, b: Value) -> Value:
    def turned(x: Value, by: int) -> Value:
        return op.Gather(x, [(i + by) % 3 for i in range(3)], axis=-1)

    return turned(a, 1) * turned(b, 2) - turned(a, 2) * turned(b, 1)


def _bucketize(site: OnnxWriter, x: Value) -> Value:
    bounds = constant(x.sink, np.asarray(site.attrs["boundaries"], np.float32))
    inside = op.Unsqueeze(cast(x, DOUBLE), [-1]) >= cast(bounds, DOUBLE)
    return op.ReduceSum(cast(inside, INT32), [-1], keepdims=0)


def _between(site: OnnxWriter, start: Value, stop: Value, num: Value) -> Value:
    count = number(num, "num")
    start, stop = (op.Reshape(wide(value), []) for value in (start, stop))
    if count == 1:
        return op.Reshape(start, [1])
    steps = constant(start.sink, np.arange(count - 1, dtype=start.dtype.numpy))
    return op.Concat(steps * ((stop - start) / (count - 1)) + start, op.Reshape(stop, [1]), axis=0)


_SAME_FUNCTIONS = "Exp Log Sqrt Tanh Sin Cos Asin Acos Atan Acosh Erf"
_SAME_OPERATORS = "Abs Less Greater Ceil Floor IsInf BitwiseAnd BitwiseOr BitwiseXor"
_FUNCTIONS: dict[str, Callable[[Value], Value]] = {
    **{name: getattr(op, name) for name in _SAME_FUNCTIONS.split()},
    "Expm1": expm1,
    "Log1p": log1p,
    "Rsqrt": lambda x: 1 / op.Sqrt(x),
    "Reciprocal": lambda x: 1 / x,
    "Sigmoid": lambda x: 1 / (op.Exp(-x) + 1),  # runtimes cut their Sigmoid off
    "Tan": lambda x: op.Tan(x) if x.dtype is FLOAT else op.Sin(x) / op.Cos(x),
    "Sinh": _sinh,
    "Cosh": lambda x: op.Cosh(x) if x.dtype is FLOAT else (op.Exp(x) + op.Exp(-x)) * 0.5,
    "Asinh": lambda x: _sign(x) * op.Log(op.Abs(x) + op.Sqrt(x * x + 1)),
    "Atanh": lambda x: (log1p(x) - log1p(-x)) * 0.5,
    "Erfc": lambda x: 1 - op.Erf(x),
}


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


def _einsum(site: OnnxWriter, inputs: tuple[Value, ...]) -> Value:
    terms, result = parse(site.attrs["equation"], len(inputs))
    labels = dict.fromkeys(label for term in terms for label in term if label != "...")
    if len(labels) > len(string.ascii_lowercase):
        raise NotExported("has an equation with more than 26 labels")
    if len(set(result)) < len(result):
        raise NotExported("has an equation whose result repeats a label")
    letters = {"...": "...", **dict(zip(labels, string.ascii_lowercase, strict=False))}
    left, right = (",".join("".join(letters[label] for label in term) for term in side) for side in (terms, [result]))
    return op.Einsum(*map(wide, _of_one_rank(inputs, terms)), equation=f"{left}->{right}")


def _of_one_rank(inputs: tuple[Value, ...], terms: list[Labels]) -> list[Value]:
    """Expand operands to equal ellipsis ranks with leading axes: ONNX broadcasts only these."""
    if not all("..." in term for term in terms):
        return list(inputs)
    counts = [rank(x, "inputs") - len(term) + 1 for x, term in zip(inputs, terms, strict=True)]
    indices = zip(inputs, terms, counts, strict=True)
    return [
        op.Unsqueeze(x, [term.index("...") + i for i in range(max(counts) - count)]) if count < max(counts) else x
        for x, term, count in indices
    ]


RULES: dict[str, LoweringRule] = {
    **{name: plain(getattr(op, name)) for name in _SAME_OPERATORS.split()},
    **{name: widened(function) for name, function in _FUNCTIONS.items()},
    **each("Add AddV2", plain(op.Add)),
    "Subtract": plain(op.Sub),
    "Multiply": plain(op.Mul),
    "Pow": plain(lambda x, y: op.Pow(wide(x), wide(y)) if is_real(x) else op.Pow(x, y)),
    "Maximum": plain(op.Max),
    "Minimum": plain(op.Min),
    "SquaredDifference": widened(lambda x, y: (x - y) * (x - y)),
    "Negate": plain(lambda x: -x),
    "Square": plain(lambda x: x * x),
    "Sign": plain(_sign),
    "Atan2": widened(_angle),
    "Cast": _cast,
    "LessEqual": plain(op.LessOrEqual),
    "GreaterEqual": plain(op.GreaterOrEqual),
    "Equal": _equality(False),
    "NotEqual": _equality(True),
    "LogicalAnd": plain(op.And),
    "LogicalOr": plain(op.Or),
    "LogicalNot": plain(op.Not),
    "Where3": plain(_choose),
    **each("RealDiv Div", plain(lambda x, y: wide(x) / wide(y))),
    "FloorDiv": plain(_floor_division),
    "TruncateDiv": plain(lambda x, y: _truncated(wide(x) / wide(y)) if is_real(x) else x / y),
    "FloorMod": plain(_floor_remainder),
    **each("Mod TruncateMod", plain(lambda x, y: op.Mod(x, y, fmod=1))),
    "DivNoNan": plain(lambda x, y: where(op.Equal(y, 0), 0, x / y)),
    "MulNoNan": plain(lambda x, y: where(op.Equal(y, 0), 0, x * y)),
    "Xlogy": plain(lambda x, y: where(op.Equal(x, 0), 0, x * op.Log(y))),
    "Xlog1py": plain(lambda x, y: where(op.Equal(x, 0), 0, x * log1p(y))),
    "Xdivy": plain(lambda x, y: where(op.Equal(x, 0), 0, x / y)),
    "SigmoidGrad": widened(lambda y, dy: dy * y * (1 - y)),
    "TanhGrad": widened(lambda y, dy: dy * (1 - y * y)),
    "SqrtGrad": widened(lambda y, dy: where(op.Equal(dy, 0), 0, dy * 0.5 / y)),
    "RsqrtGrad": widened(lambda y, dy: where(op.Equal(dy, 0), 0, dy * -0.5 * y * y * y)),
    "ReciprocalGrad": widened(lambda y, dy: where(op.Equal(dy, 0), 0, -dy * y * y)),
    "ClipByValue": plain(lambda t, low, high: op.Max(op.Min(t, high), low)),
    **each("Round Rint", plain(lambda x: op.Round(x) if is_real(x) else op.Identity(x))),
    "IsNan": plain(op.IsNaN),
    "IsFinite": plain(lambda x: op.Not(op.Or(op.IsInf(x), op.IsNaN(x)))),
    **each("MatMul SparseMatMul", _matmul),
    **each("BatchMatMul BatchMatMulV2", batch_matmul),
    "Cross": plain(_cross),
    "BroadcastTo": plain(lambda x, shape: op.Expand(x, whole(shape))),
    "Bucketize": _bucketize,
    "ApproximateEqual": at_site(lambda site, x, y: op.Abs(x - y) <= site.attrs["tolerance"]),
    "Range": plain(lambda start, limit, delta: op.Range(*(op.Reshape(each, []) for each in (start, limit, delta)))),
    "LinSpace": _between,
    "Invert": plain(op.BitwiseNot),
    "LeftShift": plain(lambda x, y: cast(op.BitShift(_unsigned(x), _unsigned(y), direction="LEFT"), x.dtype)),
    "RightShift": plain(_right),
    "Einsum": _einsum,
    "BatchMatMulV3": at_site(lambda site, x, y: batch_matmul(site, cast(x, site.dtype), cast(y, site.dtype))),
    "MatrixDeterminant": widened(op.Det),
}
