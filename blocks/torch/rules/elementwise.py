"""Rules for elementwise operations: arithmetic, comparisons, functions and activations."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy

from blocks.base.dtypes import BOOL, FLOAT, INT32, real_dtype
from blocks.graph.graph import Output
from blocks.interchange.tracing.tracer import broadcast_to, rank, reshaped, sizes
from blocks.library.declare import make
from blocks.torch.rules.call import Call
from blocks.torch.rules.helpers import (
    RULES,
    Value,
    const,
    mapped,
    one,
    outputs,
    promoted,
    refuse,
    rule,
    select,
    to,
    wide,
)

np: Any = numpy

FUNCTIONS = {
    "exp": "Exp", "expm1": "Expm1", "log": "Log", "log1p": "Log1p", "sqrt": "Sqrt", "rsqrt": "Rsqrt", "sign": "Sign",
    "sgn": "Sign", "neg": "Negate", "negative": "Negate", "reciprocal": "Reciprocal", "sin": "Sin", "cos": "Cos",
    "tan": "Tan", "asin": "Asin", "acos": "Acos", "atan": "Atan", "sinh": "Sinh", "cosh": "Cosh", "tanh": "Tanh",
    "asinh": "Asinh", "acosh": "Acosh", "atanh": "Atanh", "erf": "Erf", "erfc": "Erfc", "erfinv": "Erfinv",
    "sigmoid": "Sigmoid", "floor": "Floor", "ceil": "Ceil", "round": "Round", "lgamma": "Lgamma",
    "digamma": "Digamma", "square": "Square", "relu": "Relu", "relu6": "Relu6", "selu": "Selu", "conj": "Conj",
    "_conj": "Conj", "i0": "BesselI0", "special_i0": "BesselI0", "special_i0e": "BesselI0e",
    "special_i1": "BesselI1", "special_i1e": "BesselI1e", "isfinite": "IsFinite", "isinf": "IsInf", "isnan": "IsNan",
    "bitwise_not": "Invert", "clone": "Identity", "detach": "StopGradient", "alias": "Identity",
}  # fmt: skip
"""Operations that are one block each. Integers are widened as PyTorch's result says."""
WHOLE = ("floor", "ceil", "round", "trunc")
ARITHMETIC = {
    "mul": "Multiply", "multiply": "Multiply", "maximum": "Maximum", "minimum": "Minimum", "max.other": "Maximum",
    "min.other": "Minimum", "atan2": "Atan2", "bitwise_and": "BitwiseAnd", "bitwise_or": "BitwiseOr",
    "bitwise_xor": "BitwiseXor", "bitwise_left_shift": "LeftShift", "bitwise_right_shift": "RightShift",
    "nextafter": "NextAfter", "true_divide": "RealDiv", "__and__": "BitwiseAnd", "__or__": "BitwiseOr",
    "__xor__": "BitwiseXor", "__lshift__": "LeftShift", "__rshift__": "RightShift", "xlogy": "Xlogy",
    "special_xlogy": "Xlogy", "special_xlog1py": "Xlog1py", "polar": "Polar",
}  # fmt: skip
OF_TRUTH = {
    "Add": "LogicalOr", "Multiply": "LogicalAnd", "Maximum": "LogicalOr", "Minimum": "LogicalAnd",
    "BitwiseAnd": "LogicalAnd", "BitwiseOr": "LogicalOr", "BitwiseXor": "NotEqual", "Invert": "LogicalNot",
}  # fmt: skip
COMPARISONS = {
    "eq": "Equal", "ne": "NotEqual", "lt": "Less", "le": "LessEqual", "gt": "Greater", "ge": "GreaterEqual",
    "greater": "Greater", "less": "Less", "not_equal": "NotEqual", "less_equal": "LessEqual",
    "greater_equal": "GreaterEqual",
}  # fmt: skip


def _function(name: str, kind: str, call: Call, x: Output, **_: Any) -> Output:
    if name in WHOLE and not x.dtype.is_floating:
        return x
    if x.dtype.is_integer and name.startswith("is"):
        x = to(x, FLOAT)
    x = to(x, call.dtype) if call.dtype.is_floating or call.dtype.is_complex else x
    if kind == "Conj" and not x.dtype.is_complex:
        return x
    return wide(OF_TRUTH.get(kind, kind) if x.dtype is BOOL else kind, x)


def binary(kind: str, call: Call, x: Value, y: Value, **_: Any) -> Output:
    x, y = to(x, call.dtype), to(y, call.dtype)
    return wide(OF_TRUTH.get(kind, kind) if call.dtype is BOOL else kind, x, y)


def compared(kind: str, _: Call, x: Value, y: Value) -> Output:
    dtype = promoted(x, y)
    if dtype is BOOL and kind not in ("Equal", "NotEqual"):
        dtype = INT32
    return wide(kind, to(x, dtype), to(y, dtype))


def _logical(kind: str, _: Call, *given: Output) -> Output:
    return make(kind, *[to(each, BOOL) for each in given])


RULES.update({name: partial(_function, name, kind) for name, kind in FUNCTIONS.items()})
RULES.update({name: partial(binary, kind) for name, kind in ARITHMETIC.items()})
RULES.update({name: partial(compared, kind) for name, kind in COMPARISONS.items()})
RULES.update({f"logical_{name}": partial(_logical, kind) for name, kind in
              (("and", "LogicalAnd"), ("or", "LogicalOr"), ("xor", "NotEqual"), ("not", "LogicalNot"))})  # fmt: skip


# -- Arithmetic -------------------------------------------------------------------------------------------------------


def scaled(x: Output, factor: Value) -> Output:
    return x if not isinstance(factor, Output) and factor == 1 else x * to(factor, x.dtype)


@rule("add", "add_", "sub", "subtract")
def _add(call: Call, x: Value, y: Value, *, alpha: float = 1) -> Output:
    y = scaled(to(y, call.dtype), alpha)
    return binary("Add" if call.target.split(".")[-2].startswith("add") else "Subtract", call, x, y)


@rule("rsub")
def _rsub(call: Call, x: Value, y: Value, alpha: float = 1) -> Output:
    return binary("Subtract", call, y, scaled(to(x, call.dtype), alpha))


@rule("div", "divide", "floor_divide")
def _div(call: Call, x: Value, y: Value, *, rounding_mode: str | None = None) -> Output:
    mode = "floor" if "floor_divide" in call.target else rounding_mode
    x, y = to(x, call.dtype), to(y, call.dtype)
    if mode is None:
        return wide("RealDiv", x, y)
    if not call.dtype.is_floating:
        return wide("FloorDiv" if mode == "floor" else "TruncateDiv", x, y)
    return wide("Floor", x / y) if mode == "floor" else _trunc(call, x / y)


@rule("trunc", "fix")
def _trunc(_: Call, x: Output) -> Output:
    return x if not x.dtype.is_floating else select(make("Less", x, 0), wide("Ceil", x), wide("Floor", x))


@rule("frac")
def _frac(call: Call, x: Output) -> Output:
    return x - _trunc(call, x)


@rule("round.decimals")
def _round(_: Call, x: Output, *, decimals: int = 0) -> Output:
    power = 10.0 ** abs(decimals)
    return wide("Round", x * power) / power if decimals >= 0 else wide("Round", x / power) * power


@rule("remainder")
def _remainder(call: Call, x: Value, y: Value) -> Output:
    return binary("FloorMod", call, x, y)


@rule("fmod")
def _fmod(call: Call, x: Value, y: Value) -> Output:
    x, y = to(x, call.dtype), to(y, call.dtype)
    return x - y * _trunc(call, x / y) if call.dtype.is_floating else wide("TruncateMod", x, y)


@rule("pow", "float_power")
def _pow(call: Call, x: Value, y: Value) -> Output:
    x = to(x, call.dtype)
    if not isinstance(y, Output):
        special = {1: "Identity", 2: "Square", 0.5: "Sqrt", -0.5: "Rsqrt", -1: "Reciprocal"}.get(y)
        if special is not None and (y in (1, 2) or x.dtype.is_differentiable):
            return make(special, x)
    return wide("Pow", x, to(y, call.dtype))


@rule("fmax", "fmin")
def _ignoring_nan(call: Call, x: Output, y: Output) -> Output:
    x, y = to(x, call.dtype), to(y, call.dtype)
    if not call.dtype.is_floating:
        return binary("Maximum" if "fmax" in call.target else "Minimum", call, x, y)
    first = make("GreaterEqual" if "fmax" in call.target else "LessEqual", x, y)
    return select(make("LogicalOr", first, make("IsNan", y)), x, y)


@rule("clamp", "clip", "clamp_min", "clamp_max", "clamp_")
def _clamp(call: Call, x: Output, min: Value = None, max: Value = None) -> Output:
    if "clamp_max" in call.target:
        min, max = None, min
    x = to(x, call.dtype)
    for kind, bound in (("Less", min), ("Greater", max)):
        if bound is not None:
            bound = to(bound, call.dtype)
            x = select(make(kind, x, bound), bound, x)
    return broadcast_to(x, call.shape)


@rule("where")
def _where(call: Call, condition: Output, x: Value, y: Value) -> Output:
    return make("SelectV2", to(condition, BOOL), to(x, call.dtype), to(y, call.dtype))


@rule("lerp")
def _lerp(_: Call, x: Output, y: Output, weight: Value) -> Output:
    return x + (y - x) * to(weight, x.dtype)


@rule("addcmul", "addcdiv")
def _addc(call: Call, x: Output, y: Output, z: Output, *, value: float = 1) -> Output:
    x, y, z = (to(each, call.dtype) for each in (x, y, z))
    return x + scaled(y * z if "addcmul" in call.target else y / z, value)


@rule("copysign")
def _copysign(call: Call, x: Output, y: Value) -> Output:
    return mapped(np.copysign, to(x, call.dtype), to(y, call.dtype))


@rule("hypot")
def _hypot(call: Call, x: Output, y: Output) -> Output:
    return make("EuclideanNorm", make("Stack", [broadcast_to(to(each, call.dtype), call.shape) for each in (x, y)]), 0)


@rule("logaddexp", "logaddexp2")
def _logaddexp(call: Call, x: Output, y: Output) -> Output:
    base = math.log(2) if "exp2" in call.target else 1.0
    pair = make("Stack", [broadcast_to(to(each, call.dtype), call.shape) for each in (x, y)])
    return scaled(one("ReduceLogSumExp", scaled(pair, base), axes=[0], keepdims=0), 1 / base)


@rule("heaviside")
def _heaviside(call: Call, x: Output, y: Output) -> Output:
    return select(make("Equal", x, 0), y, to(make("Greater", x, 0), x.dtype))


# -- Functions --------------------------------------------------------------------------------------------------------

SIMPLE: dict[str, Callable[..., Output]] = {
    "exp2": lambda x: make("Pow", const(2, x.dtype), x),
    "log2": lambda x: make("Log", x) / math.log(2),
    "log10": lambda x: make("Log", x) / math.log(10),
    "deg2rad": lambda x: x * (math.pi / 180),
    "rad2deg": lambda x: x * (180 / math.pi),
    "positive": lambda x: x,
    "sinc": lambda x: mapped(np.sinc, x),
    "special_entr": lambda x: -make("Xlogy", x, x),
    "special_ndtr": lambda x: 0.5 * make("Erfc", x * -math.sqrt(0.5)),
    "silu": lambda x: x * make("Sigmoid", x),
    "mish": lambda x: x * make("Tanh", make("Softplus", x)),
    "log_sigmoid": lambda x: -make("Softplus", -x),
    "hardsigmoid": lambda x: make("Relu6", x + 3) / 6,
    "hardtanh": lambda x, low=-1, high=1: make("ClipByValue", x, low, high),
    "leaky_relu": lambda x, slope=0.01: make("LeakyRelu", x, alpha=slope),
    "threshold": lambda x, bound, value: select(make("LessEqual", x, bound), value, x),
    "softshrink": lambda x, bound=0.5: one("Shrink", x, bias=bound, lambd=bound),
    "hardshrink": lambda x, bound=0.5: one("Shrink", x, bias=0.0, lambd=bound),
    "gelu": lambda x, approximate="none": one("Gelu", x, approximate=approximate),
    "nan_to_num": lambda x, nan=None, posinf=None, neginf=None: mapped(
        np.nan_to_num, x, nan=nan or 0.0, posinf=posinf, neginf=neginf
    ),
}  # fmt: skip
"""Functions of a tensor of the result's dtype, and of numbers."""
RULES.update({name: partial(lambda function, call, x, *rest, **more: function(to(x, call.dtype), *rest, **more), each)
              for name, each in SIMPLE.items()})  # fmt: skip
RULES["polygamma"] = lambda call, n, x: make("Polygamma", const(n, call.dtype), to(x, call.dtype))
RULES["signbit"] = lambda _, x: mapped(np.signbit, x) if x.dtype.is_floating else make("Less", x, 0)
RULES["isclose"] = lambda _, x, y, *rest, **more: mapped(np.isclose, x, y, *rest, **more)


@rule("abs", "absolute")
def _abs(call: Call, x: Output) -> Output:
    return make("ComplexAbs", x, Tout=call.dtype) if x.dtype.is_complex else wide("Abs", x)


@rule("angle")
def _angle(call: Call, x: Output) -> Output:
    return make("Angle", x, Tout=call.dtype) if x.dtype.is_complex else select(make("Less", x, 0), math.pi, x * 0)


@rule("real", "imag")
def _part(call: Call, x: Output) -> Output:
    return make("Real" if "real" in call.target else "Imag", x, Tout=call.dtype) if x.dtype.is_complex else x


@rule("complex")
def _complex(call: Call, x: Output, y: Output) -> Output:
    return make("Complex", x, y, Tout=call.dtype)


@rule("polar")
def _polar(call: Call, size: Output, angle: Output) -> Output:
    return make("Complex", size * make("Cos", angle), size * make("Sin", angle), Tout=call.dtype)


@rule("view_as_real")
def _pairs(_: Call, x: Output) -> Output:
    return make("Stack", [make(kind, x, Tout=real_dtype(x.dtype)) for kind in ("Real", "Imag")], axis=rank(x))


@rule("view_as_complex")
def _of_pairs(call: Call, x: Output) -> Output:
    return make("Complex", *outputs("Unstack", x, axis=-1, num=2), Tout=call.dtype)


@rule("logit", "special_logit")
def _logit(_: Call, x: Output, eps: float | None = None) -> Output:
    if eps is not None:
        x = select(make("Less", x, eps), eps, select(make("Greater", x, 1 - eps), 1 - eps, x))
    return make("Log", x) - make("Log1p", -x)


@rule("special_log_ndtr")
def _log_ndtr(_: Call, x: Output) -> Output:
    return make("Log", 0.5 * make("Erfc", x * -math.sqrt(0.5)))


# -- Activations ------------------------------------------------------------------------------------------------------


def _below(x: Output) -> Output:
    return select(make("Greater", x, 0), 0.0, x)


@rule("elu", "celu")
def _elu(call: Call, x: Output, alpha: float = 1.0, scale: float = 1.0, input_scale: float = 1.0) -> Output:
    if "celu" in call.target:
        input_scale = 1 / alpha
    if (alpha, scale, input_scale) == (1, 1, 1):
        return make("Elu", x)
    curve = scaled(make("Expm1", scaled(_below(x), input_scale)), alpha * scale)
    return select(make("Greater", x, 0), scaled(x, scale), curve)


@rule("hardswish")
def _hardswish(_: Call, x: Output) -> Output:
    """Convert ``hardswish``, whose gradient on its bounds is that of the parabola at 3, and 0 at -3."""
    return select(make("Less", x, 3), x * (make("Relu", x + 3) / 6), x)


@rule("softplus")
def _softplus(_: Call, x: Output, beta: float = 1, threshold: float = 20) -> Output:
    result = scaled(make("Softplus", scaled(x, beta)), 1 / beta)
    return result if threshold >= 20 else select(make("Greater", scaled(x, beta), threshold), x, result)


@rule("prelu", "_prelu_kernel")
def _prelu(call: Call, x: Output, weight: Output) -> Output:
    if rank(weight) == 1 and rank(x) > 1 and "kernel" not in call.target:
        weight = reshaped(weight, (-1, *[1] * (rank(x) - 2)) if sizes(weight)[0] > 1 else (1,) * rank(x))
    return one("PRelu", x, weight)


@rule("rrelu", "rrelu_with_noise", "rrelu_with_noise_functional")
def _rrelu(call: Call, x: Output, *rest: Any, **_: Any) -> Any:
    low, high, training = [*[each for each in rest if not isinstance(each, Output)], 1 / 8, 1 / 3, False][:3]
    if training:
        raise refuse(call, "training=True")
    return select(make("Greater", x, 0), x, x * ((low + high) / 2))


@rule("glu")
def _glu(_: Call, x: Output, dim: int = -1) -> Output:
    first, second = outputs("Split", dim % rank(x), x, num_split=2)
    return first * make("Sigmoid", second)
