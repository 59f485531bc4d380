"""Elementwise operators: functions, arithmetic, comparisons and casts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, reduce
from typing import Any

import numpy as np

from blocks.base.dtypes import BOOL, DOUBLE, FLOAT, INT32, INT64, STRING, UINT8, UINT64, DType
from blocks.base.errors import DiagramError
from blocks.interchange.onnx.site import Site, operator
from blocks.interchange.onnx.values import Val, given_list
from blocks.library.math.shared import JAX, PYTORCH
from blocks.library.registry import find

FUNCTIONS = {
    "Abs": "Abs", "Acos": "Acos", "Acosh": "Acosh", "Asin": "Asin", "Asinh": "Asinh", "Atan": "Atan",
    "Atanh": "Atanh", "BitwiseNot": "Invert", "Ceil": "Ceil", "Cos": "Cos", "Cosh": "Cosh", "Erf": "Erf",
    "Exp": "Exp", "Floor": "Floor", "IsNaN": "IsNan", "Log": "Log", "Neg": "Negate", "Not": "LogicalNot",
    "Reciprocal": "Reciprocal", "Round": "Round", "Sigmoid": "Sigmoid", "Sign": "Sign", "Sin": "Sin",
    "Sinh": "Sinh", "Tan": "Tan", "Tanh": "Tanh",
}  # fmt: skip
BINARY = {
    "Add": "Add", "Sub": "Subtract", "Mul": "Multiply", "And": "LogicalAnd", "Or": "LogicalOr", "Xor": "NotEqual",
    "Equal": "Equal", "Greater": "Greater", "GreaterOrEqual": "GreaterEqual", "Less": "Less",
    "LessOrEqual": "LessEqual", "BitwiseAnd": "BitwiseAnd", "BitwiseOr": "BitwiseOr", "BitwiseXor": "BitwiseXor",
}  # fmt: skip
PLAIN = {
    "Identity": ("Identity", "input"), "Where": ("SelectV2", "condition", "t", "e"),
    "Tile": ("Tile", "input", "multiples"), "Det": ("MatrixDeterminant", "input"), "StringConcat": ("Add", "x", "y"),
}  # fmt: skip
_COMPARES = ("Equal", "Greater", "GreaterOrEqual", "Less", "LessOrEqual")
_WRAPS = ("Add", "Subtract", "Multiply")
"""Of these the last 64 bits are the same with and without a sign."""
_FLOAT8 = ("DT_FLOAT8_E4M3FN", "DT_FLOAT8_E5M2")


def widened(site: Site, kind: str, *values: Val, keep: bool = True, **options: Any) -> Val:
    """Add a block for values of one dtype, in a wider dtype if it does not support that one; ``keep`` casts back."""
    spec = find(kind)
    assert spec is not None
    given = dict(zip([each.name for each in spec.inputs], values, strict=False))
    dtype = values[0].dtype
    try:
        return site(kind, **given, **options)
    except DiagramError:
        wide = INT64 if dtype is UINT64 and kind in _WRAPS else wider(dtype)
        if wide is dtype:
            raise
    result = site(kind, **{name: site.cast(each, wide) for name, each in given.items()}, **options)
    return site.cast(result, dtype) if keep else result


def wider(dtype: DType) -> DType:
    if dtype is BOOL:
        return INT32
    if dtype.is_integer:
        return INT64 if dtype is not UINT64 else dtype
    return FLOAT if dtype.is_floating and dtype.size < 4 else dtype


def unary(site: Site, kind: str) -> Val:
    return widened(site, kind, site.input(0))


def _binary(site: Site, kind: str) -> Val:
    x, y = legacy_broadcast(site)
    return widened(site, kind, x, y, keep=site.op not in _COMPARES)


def legacy_broadcast(site: Site) -> tuple[Val, Val]:
    """Return the two operands; before opset 7, the second may start at an axis of the first."""
    x, y = site.input(0), site.input(1)
    if site.version < 7 and site.whole("broadcast") and site.has("axis"):
        behind = x.rank - (site.axis(x.rank) + y.rank)
        if behind > 0:
            y = site.reshape(y, [*(y.size(i) for i in range(y.rank)), *[1] * behind])
    return x, y


_FLAT = ("aten.norm", "aten.linalg_vector_norm", "aten.linalg_norm")
"""Functions of PyTorch whose gradient is 0 where they are, though they end with a root."""


def _root(site: Site, x: Val, function: Callable[[Val], Val]) -> Val:
    """Return a root; its gradient at 0 is 0 if a PyTorch function with that rule made it."""
    if not site.function.startswith(_FLAT):
        return function(x)
    is_zero = site("Equal", x=x, y=0.0)
    result = function(site("SelectV2", condition=is_zero, t=site("OnesLike", x=x), e=x))
    return site("SelectV2", condition=is_zero, t=site("ZerosLike", x=x), e=result)


def _as_it_is(site: Site, kind: str, pins: Sequence[str]) -> Val:
    return site(kind, **{pin: site.input(i) for i, pin in enumerate(pins)})


for _name, (_kind, *_pins) in PLAIN.items():
    operator(_name)(partial(_as_it_is, kind=_kind, pins=_pins))
for _name, _kind in FUNCTIONS.items():
    operator(_name)(partial(unary, kind=_kind))
for _name, _kind in BINARY.items():
    operator(_name)(partial(_binary, kind=_kind))


@operator("Sqrt")
def _sqrt(site: Site) -> Val:
    return _root(site, site.input(0), lambda x: widened(site, "Sqrt", x))


@operator("Div")
def _div(site: Site) -> Val:
    x, y = legacy_broadcast(site)
    return widened(site, "RealDiv" if x.dtype.is_floating or x.dtype.is_complex else "TruncateDiv", x, y)


@operator("Mod")
def _mod(site: Site, x: Val, y: Val) -> Val:
    is_c = site.whole("fmod")
    if is_c and x.dtype.is_floating and site.framework == PYTORCH:  # by sizes and signs, since that has a gradient
        left = site("Less", x=x, y=0.0)
        sign = site("SelectV2", condition=left, t=site.const(-1, "minus", x.dtype), e=site.const(1, "plus", x.dtype))
        sizes = [site("Abs", x=each, gradient_rule=JAX) for each in (x, y)]  # with a slope at 0
        return site("Multiply", x=sign, y=widened(site, "FloorMod", *sizes))
    return widened(site, "TruncateMod" if is_c else "FloorMod", x, y)


@operator("Pow")
def _pow(site: Site) -> Val:
    x, y = legacy_broadcast(site)
    if y.known is not None and x.dtype.is_floating and ((y.known > 0) & (y.known < 1)).all():
        return _root(site, x, lambda x: widened(site, "Pow", x, site.cast(y, x.dtype)))
    if y.dtype is x.dtype:
        return widened(site, "Pow", x, y)
    if x.dtype.is_floating:
        return widened(site, "Pow", x, site.cast(y, x.dtype))
    wide = y.dtype if y.dtype.is_floating else DOUBLE
    return site.cast(site("Pow", x=site.cast(x, wide), y=site.cast(y, wide)), x.dtype)


@operator("BitShift")
def _bit_shift(site: Site, x: Val, y: Val) -> Val:
    is_left = site.word("direction") == "LEFT"
    kind, bits = "LeftShift" if is_left else "RightShift", 8 * x.dtype.size
    known = y.known
    if known is not None and ((known >= 0) & (known < bits)).all():
        return site(kind, x=x, y=y)
    # All bits are gone; of a number below 0 the sign stays.
    fits = site("Less", x=site.cast(y, UINT64), y=bits)
    last = site.const(0 if is_left else bits - 1, "last", x.dtype)
    result = site(kind, x=x, y=site("SelectV2", condition=fits, t=y, e=last))
    return site("SelectV2", condition=fits, t=result, e=site("ZerosLike", x=result)) if is_left else result


@operator("Max", "Min", "Sum", "Mean")
def _of_many(site: Site) -> Val:
    values = given_list(site.inputs)
    kind = {"Max": "Maximum", "Min": "Minimum"}.get(site.op, "Add")
    if not values:
        raise DiagramError("the operator has no inputs")
    if len(values) == 1:
        return site("Identity", input=values[0])
    rule = None if kind == "Add" or _is_clamp(site, values[-1]) else site.framework
    total = reduce(lambda a, b: widened(site, kind, a, b, gradient_rule=rule), values)
    return total if site.op != "Mean" else site("RealDiv", x=total, y=float(len(values)))


def _is_clamp(site: Site, bound: Val) -> bool:
    """Return whether a Max or Min is PyTorch's clamp, whose gradient on a bound goes to the clamped value."""
    if site.function:
        return site.function.startswith("aten.clamp")
    # The older exporter casts the bound, also to the dtype that it has.
    return bound.is_placed and (bound.ref.node.source, bound.ref.node.type) == ("Cast", "Identity")


@operator("IsInf")
def _is_inf(site: Site, x: Val) -> Val:
    if x.dtype.name in _FLOAT8:
        x = site.cast(x, FLOAT)
    negative, positive = site.whole("detect_negative", 1), site.whole("detect_positive", 1)
    result = site("IsInf", x=x)
    if negative and positive:
        return result
    if not negative and not positive:
        return site("NotEqual", x=result, y=result)
    side = site("Greater" if positive else "Less", x=x, y=0.0)
    return site("LogicalAnd", x=result, y=side)


@operator("Clip")
def _clip(site: Site, x: Val, low: Val | None = None, high: Val | None = None) -> Val:
    below = low if low is not None else site.number("min") if site.has("min") else None
    above = high if high is not None else site.number("max") if site.has("max") else None
    if site.framework == PYTORCH and x.dtype.is_floating and _is_open(site, low, high):
        ends = [site.const(end, "bound", x.dtype) if each is None else each for each, end in
                ((below, -np.inf), (above, np.inf))]  # fmt: skip
        return site("ClipByValue", t=x, clip_value_min=ends[0], clip_value_max=ends[1], gradient_rule=PYTORCH)
    if below is not None and above is not None and not isinstance(below, Val) and not isinstance(above, Val):
        return site("ClipByValue", t=x, clip_value_min=below, clip_value_max=above)
    result = x
    for kind, bound in (("Maximum", below), ("Minimum", above)):
        if isinstance(bound, Val):
            result = widened(site, kind, result, bound)
        elif bound is not None:
            result = site(kind, x=result, y=bound)
    return site("Identity", input=x) if result is x else result


def _is_open(site: Site, low: Val | None, high: Val | None) -> bool:
    """Return whether a Clip has PyTorch's gradient 0 on its bounds: as hardtanh, unlike clamp."""
    if site.function:
        return site.function.startswith(("aten.hardtanh", "aten.relu6"))
    bounds = [None if each is None or each.known is None else float(each.known.reshape(-1)[0]) for each in (low, high)]
    if bounds != [0, 6]:  # as of relu6
        site.unsure.append("/".join(site.path))
    return bounds == [0, 6]


# -- Casts ------------------------------------------------------------------------------------------------------------


def cast(site: Site, x: Val, dtype: DType) -> Val:
    if x.dtype is dtype:
        return site("Identity", input=x)
    if dtype is STRING:
        return site("AsString", input=x)
    if x.dtype is STRING:
        if dtype in (FLOAT, DOUBLE, INT32, INT64):
            return site("StringToNumber", string_tensor=x, out_type=dtype)
        return site.cast(site("StringToNumber", string_tensor=x, out_type=DOUBLE), dtype)
    if dtype.name in _FLOAT8 and site.whole("saturate", 1):
        most = 448.0 if dtype.name.endswith("E4M3FN") else 57344.0
        wide = site.cast(x, FLOAT)
        within = site("ClipByValue", t=wide, clip_value_min=-most, clip_value_max=most)
        return site.cast(within, dtype)
    return site("Cast", x=x, DstT=dtype)


@operator("Cast")
def _cast(site: Site) -> Val:
    return cast(site, site.input(0), site.element("to", FLOAT))


@operator("CastLike")
def _cast_like(site: Site) -> Val:
    return cast(site, site.input(0), site.input(1).dtype)


@operator("BitCast")
def _bit_cast(site: Site, x: Val) -> Val:
    dtype = site.element("to", FLOAT)
    if x.dtype is BOOL:
        x = site.cast(x, UINT8)
    if dtype is BOOL:
        return site.cast(site("Bitcast", input=x, type=UINT8) if x.dtype is not UINT8 else x, BOOL)
    return site("Identity", input=x) if x.dtype is dtype else site("Bitcast", input=x, type=dtype)


# -- Activations ------------------------------------------------------------------------------------------------------

Activation = Callable[[Site, Val, float | None, float | None], Val]


def scaled(site: Site, x: Val, factor: float, label: str = "") -> Val:
    return x if factor == 1 else site("Multiply", label, x=x, y=float(factor))


def _relu(site: Site, x: Val, _alpha: float | None, _beta: float | None) -> Val:
    return site("Maximum", x=x, y=0) if x.dtype.is_integer else site("Relu", features=x)


def _leaky(site: Site, x: Val, alpha: float | None, _beta: float | None) -> Val:
    return site("LeakyRelu", features=x, alpha=0.01 if alpha is None else alpha)


def _elu(site: Site, x: Val, alpha: float | None, _beta: float | None) -> Val:
    if alpha is None or alpha == 1:
        return site("Elu", features=x)
    below = scaled(site, site("Expm1", x=site("Minimum", x=x, y=0.0)), alpha)
    return site("SelectV2", condition=site("Greater", x=x, y=0.0), t=x, e=below)


def _thresholded(site: Site, x: Val, alpha: float | None, _beta: float | None) -> Val:
    above = site("Greater", x=x, y=1.0 if alpha is None else alpha)
    return site("SelectV2", condition=above, t=x, e=site("ZerosLike", x=x))


def _hard_sigmoid(site: Site, x: Val, alpha: float | None, beta: float | None) -> Val:
    line = site("Add", x=scaled(site, x, 0.2 if alpha is None else alpha), y=0.5 if beta is None else beta)
    return site("ClipByValue", t=line, clip_value_min=0.0, clip_value_max=1.0, gradient_rule=site.framework)


def _affine(site: Site, x: Val, alpha: float | None, beta: float | None) -> Val:
    return site("Add", x=scaled(site, x, 1.0 if alpha is None else alpha), y=0.0 if beta is None else beta)


def _scaled_tanh(site: Site, x: Val, alpha: float | None, beta: float | None) -> Val:
    inner = site("Tanh", x=scaled(site, x, 1.0 if beta is None else beta))
    return scaled(site, inner, 1.0 if alpha is None else alpha)


def _plain(kind: str, pin: str) -> Activation:
    def apply(site: Site, x: Val, _alpha: float | None, _beta: float | None) -> Val:
        return site(kind, **{pin: x})

    return apply


ACTIVATIONS: dict[str, Activation] = {
    "affine": _affine, "elu": _elu, "hardsigmoid": _hard_sigmoid, "leakyrelu": _leaky, "relu": _relu,
    "scaledtanh": _scaled_tanh, "sigmoid": _plain("Sigmoid", "x"), "softplus": _plain("Softplus", "features"),
    "softsign": _plain("Softsign", "features"), "tanh": _plain("Tanh", "x"), "thresholdedrelu": _thresholded,
}  # fmt: skip
"""Functions between layers by the names, in small letters, that recurrent operators have for them."""


@operator("Relu", "LeakyRelu", "Elu", "ThresholdedRelu", "HardSigmoid", "Softplus", "Softsign")
def _activation(site: Site) -> Val:
    alpha, beta = (site.number(name) if site.has(name) else None for name in ("alpha", "beta"))
    return ACTIVATIONS[site.op.lower()](site, site.input(0), alpha, beta)


@operator("Selu")
def _selu(site: Site, x: Val) -> Val:
    alpha, gamma = site.number("alpha", 1.6732632), site.number("gamma", 1.050701)
    if abs(alpha - 1.6732632) < 1e-6 and abs(gamma - 1.050701) < 1e-6:
        return site("Selu", features=x)
    return scaled(site, _elu(site, x, alpha, None), gamma)


@operator("Celu")
def _celu(site: Site, x: Val) -> Val:
    alpha = site.number("alpha", 1.0)
    below = scaled(site, site("Expm1", x=scaled(site, site("Minimum", x=x, y=0.0), 1 / alpha)), alpha)
    return site("Add", x=site("Relu", features=x), y=below)


@operator("PRelu")
def _prelu(site: Site, x: Val, slope: Val) -> Val:
    if site.version < 7 and slope.rank == 1 and slope.sizes != (1,) and x.rank > 2:  # one for each channel
        slope = site.reshape(slope, [-1, *[1] * (x.rank - 2)])
    below, zero = site("Multiply", x=x, y=slope), site.scalar(0, x)
    if site.framework == PYTORCH:  # which counts 0 to the side of the slope
        return site("SelectV2", condition=site("Greater", x=x, y=zero), t=x, e=below)
    return site("SelectV2", condition=site("Less", x=x, y=zero), t=below, e=x)


@operator("HardSwish")
def _hard_swish(site: Site) -> Val:
    return site("Multiply", x=site.input(0), y=_hard_sigmoid(site, site.input(0), 1 / 6, 0.5))


@operator("Swish")
def _swish(site: Site, x: Val) -> Val:
    return site("Multiply", x=x, y=site("Sigmoid", x=scaled(site, x, site.number("alpha", 1.0))))


@operator("Mish")
def _mish(site: Site, x: Val) -> Val:
    return site("Multiply", x=x, y=site("Tanh", x=site("Softplus", features=x)))


@operator("Gelu")
def _gelu(site: Site, x: Val) -> Val:
    half = scaled(site, x, 0.5, "half")
    if site.word("approximate", "none") == "tanh":
        cube = site("Multiply", x=site("Multiply", x=site("Square", x=x), y=x), y=0.044715)
        inner = scaled(site, site("Add", x=x, y=cube), float(np.sqrt(2 / np.pi)))
        curve = site("Tanh", x=inner)
    else:
        curve = site("Erf", x=scaled(site, x, float(np.sqrt(0.5))))
    return site("Multiply", x=half, y=site("Add", x=curve, y=1.0))


@operator("Shrink")
def _shrink(site: Site, x: Val) -> Val:
    bias, bound = site.number("bias"), site.number("lambd", 0.5)
    dtype = x.dtype
    if not dtype.is_floating:
        x = site.cast(x, FLOAT)
    zero = site("ZerosLike", x=x)
    below = site("SelectV2", condition=site("Less", x=x, y=-bound), t=site("Add", x=x, y=bias), e=zero)
    above = site("Greater", x=x, y=bound)
    result = site("SelectV2", condition=above, t=site("Subtract", x=x, y=bias), e=below)
    return site.cast(result, dtype)


@operator("Softmax", "LogSoftmax", "Hardmax")
def _softmax(site: Site, x: Val) -> Val:
    rank = x.rank
    if site.version >= 13:
        axis = site.axis(rank, default=-1)
        moved, back = site.last(x, axis)
        return site.transpose(_over_last(site, moved), back)
    axis = site.axis(rank, default=1)
    if axis == rank - 1:
        return _over_last(site, x)
    flat = flattened(site, x, axis)
    return site.reshape(_over_last(site, flat), site.sizes(x))


def _over_last(site: Site, x: Val) -> Val:
    if site.op == "Hardmax":
        largest = site("ArgMax", input=x, dimension=-1)
        return site("OneHot", indices=largest, depth=_int32(site, site.size(x, -1)),
            on_value=site.const(1, "one", x.dtype), off_value=site.const(0, "zero", x.dtype))  # fmt: skip
    wide = wider(x.dtype) if x.dtype.is_floating and x.dtype.name.startswith("DT_FLOAT8") else x.dtype
    return site.cast(site(site.op, logits=site.cast(x, wide)), x.dtype)


def _int32(site: Site, size: Val | int) -> Val | int:
    return site.cast(size, INT32) if isinstance(size, Val) else size


def flattened(site: Site, x: Val, axis: int) -> Val:
    shape = x.shape
    assert shape is not None
    before, behind = shape[:axis], shape[axis:]
    if None not in behind and (0 not in behind or None not in before):
        rows = -1 if None in before else int(np.prod([i for i in before if i is not None]))
        return site.reshape(x, [rows, int(np.prod([i for i in behind if i is not None]))])
    if None not in before:
        return site.reshape(x, [int(np.prod([i for i in before if i is not None])), -1])
    sizes = site("Shape", input=x, out_type=INT64)
    rows = site("Prod", input=site.part(sizes, 0, 0, axis), axis=[0])
    columns = site("Prod", input=site.part(sizes, 0, axis, None), axis=[0])
    return site.reshape(x, [rows, columns])


@operator("Flatten")
def _flatten(site: Site, x: Val) -> Val:
    axis = site.whole("axis", 1)
    axis = axis + x.rank if axis < 0 else axis
    if not 0 <= axis <= x.rank:
        raise DiagramError(f"axis {axis} does not exist in an input with {x.rank} axes")
    result = flattened(site, x, axis)
    return site("Identity", input=x) if result is x else result
