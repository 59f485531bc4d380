"""Rules for elementwise operations: arithmetic, comparisons, functions, activations, losses and random numbers."""

# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy

from blocks.base.dtypes import BOOL, FLOAT, INT32, INT64, real_dtype
from blocks.graph.graph import Output
from blocks.interchange.tracing.tracer import integers, rank, reshaped, sizes
from blocks.library.declare import make
from blocks.torch.rules.call import Call
from blocks.torch.rules.helpers import RULES, Value, const, outputs, promoted, rule, scaled, select, to, wide
from blocks.torch.rules.operators import mapped, one

np: Any = numpy

FUNCTIONS = {
    "exp": "Exp", "expm1": "Expm1", "log": "Log", "log1p": "Log1p", "sqrt": "Sqrt", "rsqrt": "Rsqrt", "sign": "Sign",
    "sgn": "Sign", "neg": "Negate", "reciprocal": "Reciprocal", "sin": "Sin", "cos": "Cos", "tan": "Tan",
    "asin": "Asin", "acos": "Acos", "atan": "Atan", "sinh": "Sinh", "cosh": "Cosh", "tanh": "Tanh", "asinh": "Asinh",
    "acosh": "Acosh", "atanh": "Atanh", "erf": "Erf", "erfc": "Erfc", "erfinv": "Erfinv", "sigmoid": "Sigmoid",
    "lgamma": "Lgamma", "digamma": "Digamma", "square": "Square",
    "relu": "Relu", "relu6": "Relu6", "selu": "Selu", "i0": "BesselI0", "special_i0e": "BesselI0e",
    "special_i1": "BesselI1", "special_i1e": "BesselI1e", "isfinite": "IsFinite", "isinf": "IsInf", "isnan": "IsNan",
    "bitwise_not": "Invert", "detach": "StopGradient",
}  # fmt: skip
"""Operations that are one block each. Integers are widened as PyTorch's result says."""
ARITHMETIC = {
    "add": "Add", "sub": "Subtract", "mul": "Multiply", "maximum": "Maximum", "minimum": "Minimum",
    "max.other": "Maximum", "min.other": "Minimum", "atan2": "Atan2",
    "bitwise_and": "BitwiseAnd", "bitwise_or": "BitwiseOr", "bitwise_xor": "BitwiseXor", "remainder": "FloorMod",
    "bitwise_left_shift": "LeftShift", "bitwise_right_shift": "RightShift", "__lshift__": "LeftShift",
    "__rshift__": "RightShift", "nextafter": "NextAfter", "special_xlog1py": "Xlog1py",
}  # fmt: skip
OF_TRUTH = {
    "Add": "LogicalOr", "Multiply": "LogicalAnd", "Maximum": "LogicalOr", "Minimum": "LogicalAnd",
    "BitwiseAnd": "LogicalAnd", "BitwiseOr": "LogicalOr", "BitwiseXor": "NotEqual", "Invert": "LogicalNot",
}  # fmt: skip
COMPARISONS = {"eq": "Equal", "ne": "NotEqual", "lt": "Less", "le": "LessEqual", "gt": "Greater", "ge": "GreaterEqual"}
LOGIC = {"logical_and": "LogicalAnd", "logical_or": "LogicalOr", "logical_xor": "NotEqual", "logical_not": "LogicalNot"}


def stepped(kind: str, x: Output) -> Output:
    """Return a tensor rounded; its gradient is 0, where that of the block is none."""
    return select(const(True), wide(kind, x), x) if x.dtype.is_floating else x


def _function(kind: str, call: Call, x: Output, **_: Any) -> Output:
    x = to(x, FLOAT) if x.dtype.is_integer and kind.startswith("Is") else x
    x = to(x, call.dtype) if call.dtype.is_differentiable else x
    return wide(OF_TRUTH.get(kind, kind) if x.dtype is BOOL else kind, x)


def binary(kind: str, call: Call, x: Value, y: Value, alpha: float = 1) -> Output:
    x, y = to(x, call.dtype), scaled(to(y, call.dtype), alpha)
    return wide(OF_TRUTH.get(kind, kind) if call.dtype is BOOL else kind, x, y)


def _compared(kind: str, _: Call, x: Value, y: Value) -> Output:
    dtype = promoted(x, y)
    dtype = INT32 if dtype is BOOL and kind not in ("Equal", "NotEqual") else dtype
    return wide(kind, to(x, dtype), to(y, dtype))


RULES.update({name: partial(_function, kind) for name, kind in FUNCTIONS.items()})
RULES.update({name: partial(binary, kind) for name, kind in ARITHMETIC.items()})
RULES.update({name: partial(_compared, kind) for name, kind in COMPARISONS.items()})
RULES.update({name: partial(lambda kind, _, *given: make(kind, *[to(each, BOOL) for each in given]), kind)
              for name, kind in LOGIC.items()})  # fmt: skip


def _trunc(x: Output) -> Output:
    return select(make("Less", x, 0), stepped("Ceil", x), stepped("Floor", x)) if x.dtype.is_floating else x


def _round(x: Output, decimals: int = 0) -> Output:
    power = 10.0 ** abs(decimals)
    return stepped("Round", x * power) / power if decimals >= 0 else stepped("Round", x / power) * power


def _divided(x: Output, y: Output, rounding_mode: str | None = None) -> Output:
    if rounding_mode is None:
        return wide("RealDiv", x, y)
    if not x.dtype.is_floating:
        return wide("FloorDiv" if rounding_mode == "floor" else "TruncateDiv", x, y)
    return stepped("Floor", x / y) if rounding_mode == "floor" else _trunc(x / y)


def _without_nan(kind: str, x: Output, y: Output) -> Output:
    first = make(kind, x, y)
    return select(make("LogicalOr", first, make("IsNan", y)) if x.dtype.is_floating else first, x, y)


def _elu(x: Output, alpha: float = 1.0, scale: float = 1.0, inner: float = 1.0) -> Output:
    if (alpha, scale, inner) == (1, 1, 1):
        return make("Elu", x)
    above = make("Greater", x, 0)
    curve = make("Expm1", scaled(select(above, 0, x), inner))
    return select(above, scaled(x, scale), scaled(curve, alpha * scale))


def _softplus(x: Output, beta: float = 1, threshold: float = 20) -> Output:
    result = scaled(make("Softplus", scaled(x, beta)), 1 / beta)
    return result if threshold >= 20 else select(make("Greater", scaled(x, beta), threshold), x, result)


def _log_odds(x: Output) -> Output:
    return make("Log", x) - make("Log1p", -x)


def _prelu(x: Output, weight: Output) -> Output:
    if rank(weight) == 1 and rank(x) > 1:
        weight = reshaped(weight, (-1, *[1] * (rank(x) - 2)))
    return one("PRelu", x, weight)


TYPED: dict[str, Callable[..., Output]] = {
    "rsub": lambda x, y, alpha=1: y - scaled(x, alpha),
    "div": _divided,
    "floor_divide": partial(_divided, rounding_mode="floor"),
    "fmod": lambda x, y: (x - y * make("StopGradient", _trunc(x / y)) if x.dtype.is_floating else
                          wide("TruncateMod", x, y)),
    "trunc": _trunc,
    "floor": partial(stepped, "Floor"),
    "ceil": partial(stepped, "Ceil"),
    "round": partial(stepped, "Round"),
    "round.decimals": _round,
    "fmax": partial(_without_nan, "GreaterEqual"),
    "fmin": partial(_without_nan, "LessEqual"),
    "lerp": lambda x, y, weight: x + (y - x) * weight,
    "copysign": lambda x, y: mapped(np.copysign, x, y),
    "hypot": lambda x, y: make("Sqrt", make("Square", x) + make("Square", y)),
    "heaviside": lambda x, y: select(make("Equal", x, 0), y, to(make("Greater", x, 0), x.dtype)),
    "exp2": lambda x: make("Pow", const(2, x.dtype), x),
    "log2": lambda x: make("Log", x) / math.log(2),
    "log10": lambda x: make("Log", x) / math.log(10),
    "sinc": lambda x: mapped(np.sinc, x),
    "silu": lambda x: x * make("Sigmoid", x),
    "mish": lambda x: x * make("Tanh", make("Softplus", x)),
    "log_sigmoid": lambda x: -make("Softplus", -x),
    "hardsigmoid": lambda x: make("Relu6", x + 3) / 6,
    "hardswish": lambda x: select(make("Less", x, 3), x * (make("Relu", x + 3) / 6), x),
    "prelu": _prelu,
}  # fmt: skip
"""Functions of tensors that have the dtype of the result, and of numbers given by name."""
TUNED: dict[str, Callable[..., Output]] = {
    "hardtanh": lambda x, low=-1, high=1: make("ClipByValue", x, low, high),
    "leaky_relu": lambda x, slope=0.01: make("LeakyRelu", x, alpha=slope),
    "threshold": lambda x, bound, value: select(make("LessEqual", x, bound), value, x),
    "softshrink": lambda x, bound=0.5: one("Shrink", x, bias=bound, lambd=bound),
    "hardshrink": lambda x, bound=0.5: one("Shrink", x, lambd=bound),
    "gelu": lambda x, approximate="none": one("Gelu", x, approximate=approximate),
    "elu": _elu,
    "celu": lambda x, alpha=1.0: _elu(x, alpha, 1.0, 1 / alpha),
    "softplus": _softplus,
    "nan_to_num": lambda x, nan=None, high=None, low=None: mapped(np.nan_to_num, x, True, nan or 0.0, high, low),
    "logit": lambda x, eps=None: _log_odds(x if eps is None else clamped(x, eps, 1 - eps)),
}  # fmt: skip
"""Functions of a tensor that has the dtype of the result, and of numbers given by position."""


def _typed(function: Callable[..., Output], call: Call, *given: Value, **keywords: Any) -> Output:
    return function(*[to(each, call.dtype) for each in given], **keywords)


def _tuned(function: Callable[..., Output], call: Call, x: Output, *given: Any, **keywords: Any) -> Output:
    return function(to(x, call.dtype), *given, **keywords)


RULES.update({name: partial(_typed, function) for name, function in TYPED.items()})
RULES.update({name: partial(_tuned, function) for name, function in TUNED.items()})
RULES.update({
    "polygamma": lambda call, n, x: make("Polygamma", const(n, call.dtype), to(x, call.dtype)),
    "signbit": lambda _, x: mapped(np.signbit, x) if x.dtype.is_floating else make("Less", x, 0),
    "where": lambda call, condition, x, y: make("SelectV2", to(condition, BOOL), *[to(v, call.dtype) for v in (x, y)]),
    "abs": lambda call, x: make("ComplexAbs", x, Tout=call.dtype) if x.dtype.is_complex else wide("Abs", x),
    "_conj": lambda _, x: make("Conj", x) if x.dtype.is_complex else x,
    "angle": lambda call, x: make("Angle", x, Tout=call.dtype) if x.dtype.is_complex else select(x < 0, math.pi, x * 0),
    "complex": lambda call, x, y: make("Complex", x, y, Tout=call.dtype),
    "polar": lambda call, x, at: make("Complex", x * make("Cos", at), x * make("Sin", at), Tout=call.dtype),
    "view_as_real": lambda _, x: make("Stack", [make(part, x, Tout=real_dtype(x.dtype)) for part in ("Real", "Imag")],
                                      axis=rank(x)),
    "view_as_complex": lambda call, x: make("Complex", *outputs("Unstack", x, axis=-1, num=2), Tout=call.dtype),
})  # fmt: skip


@rule("pow")
def _pow(call: Call, x: Value, y: Value) -> Output:
    x = to(x, call.dtype)
    powers = {1: "Identity", 2: "Square", 0.5: "Sqrt", -0.5: "Rsqrt", -1: "Reciprocal"}
    special = None if isinstance(y, Output) or not x.dtype.is_differentiable else powers.get(y)
    return wide("Pow", x, to(y, call.dtype)) if special is None else make(special, x)


def clamped(x: Output, low: Value, high: Value) -> Output:
    """Return a tensor within bounds, where the gradient passes, unlike that of ClipByValue."""
    for kind, bound in (("Less", low), ("Greater", high)):
        if bound is not None:
            bound = to(bound, x.dtype)
            x = select(make(kind, x, bound), bound, x)
    return x


RULES["clamp"] = lambda call, x, min=None, max=None: clamped(to(x, call.dtype), min, max)
RULES["clamp_min"] = lambda call, x, min: clamped(to(x, call.dtype), min, None)
RULES["clamp_max"] = lambda call, x, max: clamped(to(x, call.dtype), None, max)


@rule("xlogy")
def _xlogy(call: Call, x: Value, y: Value) -> Output:
    x, y = to(x, call.dtype), to(y, call.dtype)
    return select(make("LogicalAnd", make("Equal", x, 0), make("LessEqual", y, 0)), 0, x * make("Log", y))


# -- Losses -----------------------------------------------------------------------------------------------------------


@rule("binary_cross_entropy")
def _binary(_: Call, x: Output, y: Output, weight: Output | None = None, reduction: int = 1) -> Output:
    """Convert the loss; PyTorch's logarithms are -100 or more, so that the slope is 0 where they would be less."""
    logs: list[Output] = []
    for each in (x, 1 - x):
        low = make("Less", each, math.exp(-100))
        logs.append(select(low, -100, make("Log", select(low, 1, each))))
    loss = (y - 1) * logs[1] - y * logs[0]
    loss = loss if weight is None else loss * weight
    return make("Mean" if reduction == 1 else "Sum", loss, integers(range(rank(loss)))) if reduction else loss


def _uniform(call: Call) -> Output:
    return make("RandomUniform", integers(call.shape), dtype=call.dtype)


def _normal(call: Call) -> Output:
    return make("RandomNormal", integers(call.shape), dtype=call.dtype)


def kept(x: Output, p: float) -> list[Output]:
    """Return a tensor after dropout, and the mask."""
    drawn = make("RandomUniform", integers(sizes(x)), dtype=FLOAT)
    mask = make("GreaterEqual", drawn, np.float32(p))
    return [x * to(mask, x.dtype) * (1 / (1 - p) if p < 1 else 0.0), mask]


RULES["rrelu"] = lambda call, x, low=1 / 8, high=1 / 3, train=False, *_: (
    select(make("Greater", x, 0), x, x * (_uniform(call) * (high - low) + low)) if train
    else make("LeakyRelu", x, alpha=(low + high) / 2))  # fmt: skip
RULES["native_dropout"] = lambda _, x, p, train: kept(x, p) if train is not False and p else [x]
RULES.update(dict.fromkeys(("rand", "rand_like"), lambda call, *_, **__: _uniform(call)))
RULES.update(dict.fromkeys(("randn", "randn_like"), lambda call, *_, **__: _normal(call)))
RULES.update({
    "uniform": lambda call, _, low=0.0, high=1.0, **__: _uniform(call) * (high - low) + low,
    "exponential": lambda call, _, rate=1.0, **__: -make("Log", 1 - _uniform(call)) / rate,
    "normal_functional": lambda call, _, mean=0.0, deviation=1.0, **__: _normal(call) * deviation + mean,
    "normal": lambda call, mean, deviation=1.0, *_, **__: _normal(call) * to(deviation, call.dtype) + to(
        mean, call.dtype),
    "bernoulli": lambda call, x, p=None, **_: to(make("Less", make("RandomUniform", integers(call.shape), dtype=FLOAT),
        np.float32(p) if p is not None else to(x, FLOAT)), call.dtype),
    "randperm": lambda call, n, **_: make("RandomShuffle", const(np.arange(n), call.dtype)),
})  # fmt: skip


@rule("randint", "randint_like")
def _whole(call: Call, *given: Any, **_: Any) -> Output:
    low, high = [0, *[each for each in given if isinstance(each, int)]][-2:]
    return make("RandomUniformInt", integers(call.shape), const(low, INT64), const(high, INT64))


@rule("multinomial")
def _multinomial(call: Call, x: Output, count: int, replacement: bool = False, **_: Any) -> Output:
    """Draw with or without replacement: in the latter case, the largest of logarithms with Gumbel noise."""
    logs = make("Log", reshaped(to(x, FLOAT), (-1, sizes(x)[-1])))
    if replacement:
        return reshaped(make("Multinomial", logs, np.int32(count), output_dtype=INT64), call.shape)
    drawn = make("RandomUniform", integers(sizes(logs)), dtype=FLOAT)
    noisy = logs - make("Log", -make("Log", drawn))
    return reshaped(to(outputs("TopK", noisy, np.int32(count))[1], INT64), call.shape)
