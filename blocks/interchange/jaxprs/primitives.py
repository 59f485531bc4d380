"""Primitives of `jax.lax` as block types: elementwise ones, shapes, reductions, products, integer division and bits."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from blocks.base.dtypes import dtype_of, real_dtype
from blocks.base.errors import DiagramError
from blocks.graph.call_info import known_value
from blocks.graph.graph import Output
from blocks.graph.scope import traced_scope
from blocks.graph.spec import TENSORFLOW
from blocks.interchange.tracing.tracer import broadcast_to, cast, integers, rank, reshaped, sizes, squeezed, transposed
from blocks.library.declare import make, make_node
from blocks.library.index import find
from blocks.library.math.shared import PYTORCH

Params = Mapping[str, Any]
Rule = Callable[..., Any]

ELEMENTWISE = {
    "add": "Add", "add_any": "Add", "sub": "Subtract", "mul": "Multiply", "neg": "Negate", "exp": "Exp",
    "expm1": "Expm1", "log": "Log", "log1p": "Log1p", "sqrt": "Sqrt", "rsqrt": "Rsqrt", "square": "Square",
    "sin": "Sin", "cos": "Cos", "tan": "Tan", "asin": "Asin", "acos": "Acos", "atan": "Atan", "atan2": "Atan2",
    "sinh": "Sinh", "cosh": "Cosh", "tanh": "Tanh", "asinh": "Asinh", "acosh": "Acosh", "atanh": "Atanh",
    "logistic": "Sigmoid", "erf": "Erf", "erfc": "Erfc", "erf_inv": "Erfinv", "sign": "Sign", "floor": "Floor",
    "ceil": "Ceil", "is_finite": "IsFinite", "max": "Maximum", "min": "Minimum", "eq": "Equal", "ne": "NotEqual",
    "lt": "Less", "le": "LessEqual", "gt": "Greater", "ge": "GreaterEqual",
    "eq_to": "Equal", "lt_to": "Less", "le_to": "LessEqual",
    "nextafter": "NextAfter", "conj": "Conj", "shift_left": "LeftShift", "shift_right_arithmetic": "RightShift",
    "lgamma": "Lgamma", "digamma": "Digamma", "polygamma": "Polygamma",
    "zeta": "Zeta", "igamma": "Igamma", "igammac": "Igammac", "igamma_grad_a": "IgammaByA",
    "regularized_incomplete_beta": "Betainc",
    "bessel_i0e": "BesselI0e", "bessel_i1e": "BesselI1e", "stop_gradient": "StopGradient",
}  # fmt: skip
OF_TRUTH = {"and": "LogicalAnd", "or": "LogicalOr", "not": "LogicalNot", "xor": "NotEqual", "max": "LogicalOr",
            "min": "LogicalAnd"}  # fmt: skip
OF_BITS = {"and": "BitwiseAnd", "or": "BitwiseOr", "not": "Invert", "xor": "BitwiseXor"}


def elementwise(name: str, _: Params, *inputs: Output) -> Output:
    dtype = inputs[0].dtype
    block = (OF_TRUTH if dtype.kind == "bool" else OF_BITS).get(name) or ELEMENTWISE[name]
    block = "AddV2" if block == "Add" and dtype.kind == "uint" else block
    spec = find(block)
    if dtype.kind == "uint" and spec is not None and dtype not in spec.inputs[0].allowed:
        result = make(block, *[cast(each, np.dtype(np.int64)) for each in inputs])  # the low bits are the same
        return result if result.dtype.kind == "bool" else cast(result, dtype.numpy)
    return make(block, *inputs)


def like(x: Output, value: float) -> np.ndarray[Any, Any]:
    return np.asarray(value, x.dtype.numpy)


def power(_: Params, x: Output, y: Output) -> Output:
    """Convert ``pow``; integer exponents get the dtype of the base, and the slope at 0 to the power of 0 is 0."""
    rule = PYTORCH if y.dtype.is_integer and x.dtype.is_floating else TENSORFLOW
    return make("Pow", x, cast(y, x.dtype.numpy), gradient_rule=rule)


def integer_pow(params: Params, x: Output) -> Output:
    special = {0: "OnesLike", 1: "Identity", 2: "Square"}.get(params["y"])
    return make("Pow", x, like(x, params["y"])) if special is None else make(special, x)


def exp2(_: Params, x: Output) -> Output:
    return make("Pow", like(x, 2), x)


def log2(_: Params, x: Output) -> Output:
    return make("RealDiv", make("Log", x), like(x, math.log(2)))


def one_minus_square(_: Params, x: Output) -> Output:
    """Return 1 - x² as the product (1 + x) (1 - x), which keeps its digits if x is close to 1."""
    return make("Multiply", make("Add", like(x, 1), x), make("Subtract", like(x, 1), x))


def side(x: Output) -> Output:
    """Return -1 left of 0, otherwise 1: this factor turns JAX's slope of |x| (1 at 0) into 1 everywhere."""
    return make("SelectV2", make("Less", x, like(x, 0)), like(x, -1), like(x, 1))


def cbrt(_: Params, x: Output) -> Output:
    return make("Multiply", side(x), make("Pow", make("Abs", x), like(x, 1 / 3)))


def rounded(params: Params, x: Output) -> Output:
    if int(params["rounding_method"]) == 1:
        return make("Rint", x)
    return make("Multiply", side(x), make("Floor", make("Add", make("Abs", x), like(x, 0.5))))


def absolute(_: Params, x: Output) -> Output:
    return make("ComplexAbs", x, Tout=real_dtype(x.dtype)) if x.dtype.is_complex else make("Abs", x)


def part(block: str, _: Params, x: Output) -> Output:
    return make(block, x, Tout=real_dtype(x.dtype))


def complex_of(_: Params, x: Output, y: Output) -> Output:
    return make("Complex", x, y, Tout="DT_COMPLEX64" if x.dtype.size == 4 else "DT_COMPLEX128")


def converted(params: Params, x: Output) -> Output:
    dtype = np.dtype(params["new_dtype"])
    return make("NotEqual", x, like(x, 0)) if dtype == np.bool_ and x.dtype.kind != "bool" else cast(x, dtype)


def bits(params: Params, x: Output) -> Output:
    return make("Bitcast", x, type=dtype_of(np.empty(0, params["new_dtype"])))


_FORMATS = {(5, 10): "DT_HALF", (8, 7): "DT_BFLOAT16", (8, 23): "DT_FLOAT", (11, 52): "DT_DOUBLE"}


def reduce_precision(params: Params, x: Output) -> Output:
    form = params["exponent_bits"], params["mantissa_bits"]
    if form not in _FORMATS:
        raise DiagramError(f"reduce_precision to {form[0]} exponent bits and {form[1]} mantissa bits is not supported")
    if x.dtype.name == _FORMATS[form]:
        return x
    return cast(make("Cast", x, DstT=_FORMATS[form]), x.dtype.numpy)


def same(_: Params, *inputs: Output) -> list[Output]:
    return list(inputs)


def select(_: Params, which: Output, *cases: Output) -> Output:
    if which.dtype.kind == "bool":
        return make("SelectV2", which, cases[1], cases[0])
    output = cases[-1]
    for i in range(len(cases) - 2, -1, -1):
        output = make("SelectV2", make("Equal", which, like(which, i)), cases[i], output)
    return output


def clamp(_: Params, low: Output, x: Output, high: Output) -> Output:
    """Convert ``clamp``; the upper bound takes precedence over the lower one."""
    least, most = known_value(low), known_value(high)
    in_order = least is not None and most is not None and bool(np.all(least <= most))
    return make("ClipByValue", x, low if in_order else make("Minimum", low, high), high)


# -- shapes -----------------------------------------------------------------------------------------------------------


def broadcast_in_dim(params: Params, x: Output, *_: Output) -> Output:
    shape, indices = params["shape"], params["broadcast_dimensions"]
    with_ones = [1] * len(shape)
    for axis, size in zip(indices, sizes(x), strict=True):
        with_ones[axis] = size
    return broadcast_to(reshaped(x, with_ones), shape)


def reshape(params: Params, x: Output, *_: Output) -> Output:
    order = params.get("dimensions")
    return reshaped(x if order is None else transposed(x, order), params["new_sizes"])


def squeeze(params: Params, x: Output) -> Output:
    return squeezed(x, params["dimensions"]) if params["dimensions"] else x


def expand_dims(params: Params, x: Output) -> Output:
    for axis in sorted(params["dimensions"]):
        x = make("ExpandDims", x, axis)
    return x


def transpose(params: Params, x: Output) -> Output:
    return transposed(x, params["permutation"])


def reverse(params: Params, x: Output) -> Output:
    return make("Reverse", x, integers(params["dimensions"]))


def concatenate(params: Params, *inputs: Output) -> Output:
    parts = list(inputs)
    return make("Concat", parts, params["dimension"]) if len(parts) > 1 else parts[0]


def stack(params: Params, *inputs: Output) -> Output:
    return make("Stack", list(inputs), axis=params["axis"])


def unstack(params: Params, x: Output) -> list[Output]:
    axis = params["axis"]
    return many("Unstack", "output", x, axis=axis, num=sizes(x)[axis])


def tile(params: Params, x: Output) -> Output:
    times = params["reps"]
    x = reshaped(x, [*[1] * (len(times) - rank(x)), *sizes(x)])
    return make("Tile", x, integers(times))


def split(params: Params, x: Output) -> list[Output]:
    lengths = np.asarray(params["sizes"], np.int64)
    return many("SplitV", "output", x, lengths, params["axis"], num_split=len(lengths))


def many(block: str, pin: str, *args: Any, **attributes: Any) -> list[Output]:
    result: Any = make_node(block, *args, **attributes).output_of(pin)
    return list(result)


def several(block: str, pins: Sequence[str], *args: Any, **attributes: Any) -> list[Output]:
    result: Any = make_node(block, *args, **attributes)
    return [result.output_of(pin) for pin in pins]


def strided(x: Output, begin: Sequence[int], end: Sequence[int], strides: Sequence[int] | None = None) -> Output:
    steps = [1] * rank(x) if strides is None else strides
    index = tuple([slice(a, b, None if s == 1 else s) for a, b, s in zip(begin, end, steps, strict=True)])
    return x[index]


def part_of(params: Params, x: Output) -> Output:
    return strided(x, params["start_indices"], params["limit_indices"], params["strides"])


def pad(params: Params, x: Output, value: Output) -> Output:
    return padded(x, value, params["padding_config"])


def padded(x: Output, value: Any, config: Sequence[tuple[int, int, int]]) -> Output:
    """Pad a tensor; ``config`` has counts before, after, and between two elements, per axis."""
    for axis, (_, _, between) in enumerate(config):
        if between and sizes(x)[axis] > 1:
            shape = sizes(x)
            x = make("ExpandDims", x, axis + 1)
            x = make("PadV2", x, integers([(0, between if i == axis + 1 else 0) for i in range(rank(x))]), value)
            x = reshaped(x, (*shape[:axis], shape[axis] * (between + 1), *shape[axis + 1 :]))
            x = strided(x, [0] * rank(x), [size - between * (i == axis) for i, size in enumerate(sizes(x))])
    added = [(max(low, 0), max(high, 0)) for low, high, _ in config]
    if any(low or high for low, high in added):
        x = make("PadV2", x, integers(added), value)
    begin = [max(-low, 0) for low, _, _ in config]
    end = [size - max(-high, 0) for size, (_, high, _) in zip(sizes(x), config, strict=True)]
    return x if not any(begin) and tuple(end) == sizes(x) else strided(x, begin, end)


# -- reductions and products ------------------------------------------------------------------------------------------

REDUCTIONS = {"reduce_sum": "Sum", "reduce_prod": "Prod", "reduce_max": "Max", "reduce_min": "Min",
              "reduce_and": "All", "reduce_or": "Any"}  # fmt: skip


def reduction(name: str, params: Params, x: Output) -> Output:
    block = REDUCTIONS[name]
    if x.dtype.kind == "bool":
        block = {"Max": "Any", "Min": "All"}.get(block, block)
    return make(block, x, integers(params["axes"]))


def arg_extreme(block: str, params: Params, x: Output) -> Output:
    [axis] = params["axes"]
    return cast(make(block, x, axis), np.dtype(params["index_dtype"]))


RUNNING = {"cumsum": "Cumsum", "cumprod": "Cumprod", "cumlogsumexp": "CumulativeLogsumexp"}


def running(name: str, params: Params, x: Output) -> Output:
    return make(RUNNING[name], x, params["axis"], reverse=bool(params["reverse"]))


def dot_general(params: Params, x: Output, y: Output) -> Output:
    over_x: Sequence[int]
    over_y: Sequence[int]
    batch_x: Sequence[int]
    batch_y: Sequence[int]
    (over_x, over_y), (batch_x, batch_y) = params["dimension_numbers"]
    wanted = params.get("preferred_element_type")
    if wanted is not None:
        x, y = cast(x, np.dtype(wanted)), cast(y, np.dtype(wanted))
    if not batch_x and rank(x) == rank(y) == 2 and len(over_x) == 1:
        return make("MatMul", x, y, transpose_a=over_x[0] == 0, transpose_b=over_y[0] == 1)
    kept_x = [i for i in range(rank(x)) if i not in (*over_x, *batch_x)]
    kept_y = [i for i in range(rank(y)) if i not in (*over_y, *batch_y)]
    batch = [sizes(x)[i] for i in batch_x]
    shape = [*batch, *[sizes(x)[i] for i in kept_x], *[sizes(y)[i] for i in kept_y]]
    summed = math.prod(sizes(x)[i] for i in over_x)
    rows, columns = (math.prod(sizes(z)[i] for i in kept) for z, kept in ((x, kept_x), (y, kept_y)))
    left = reshaped(transposed(x, [*batch_x, *kept_x, *over_x]), [*batch, rows, summed])
    right = reshaped(transposed(y, [*batch_y, *over_y, *kept_y]), [*batch, summed, columns])
    product = "BatchMatMulV2" if batch or x.dtype.is_integer else "MatMul"
    return reshaped(make(product, left, right), shape)


# -- Integer division and bits -----------------------------------------------------------------------------------------


def divide(_: Params, x: Output, y: Output) -> Output:
    """Convert ``div``; integers round towards zero, and give -1 if y is 0, as in XLA."""
    if not x.dtype.is_integer:
        return make("RealDiv", x, y)
    safe, is_zero = _divisor(y)
    result = _whole("TruncateDiv", x, safe)
    return result if is_zero is None else make("SelectV2", is_zero, np.int64(-1).astype(x.dtype.numpy), result)


def remainder(_: Params, x: Output, y: Output) -> Output:
    """Convert ``rem``, the remainder of a division towards zero; integers give x if y is 0, as in XLA."""
    if not x.dtype.is_integer:  # by sizes and signs, since that has a gradient
        return make("Multiply", side(x), make("FloorMod", make("Abs", x), make("Abs", y)))
    safe, is_zero = _divisor(y)
    # Of unsigned numbers it is the same rounded either way, and FloorMod takes all of them.
    result = make("FloorMod", x, safe) if x.dtype.kind == "uint" else _whole("TruncateMod", x, safe)
    return result if is_zero is None else make("SelectV2", is_zero, x, result)


def _whole(block: str, x: Output, y: Output) -> Output:
    dtype, spec = x.dtype, find(block)
    if spec is None or dtype in spec.inputs[0].allowed or dtype.name == "DT_UINT64":
        return make(block, x, y)
    return cast(make(block, cast(x, np.dtype(np.int64)), cast(y, np.dtype(np.int64))), dtype.numpy)


def _divisor(y: Output) -> tuple[Output, Output | None]:
    """Return y without zeros, and a mask of its zeros; None if y is known to have no zeros."""
    known = known_value(y)
    if known is not None and np.all(known):
        return y, None
    is_zero = make("Equal", y, like(y, 0))
    return make("SelectV2", is_zero, like(y, 1), y), is_zero


def _unsigned(x: Output) -> Output:
    return x if x.dtype.kind == "uint" else bits({"new_dtype": np.dtype(f"u{x.dtype.numpy.name}")}, x)


def shifted_in_zeros(_: Params, x: Output, by: Output) -> Output:
    unsigned = _unsigned(x)
    result = make("RightShift", unsigned, cast(by, unsigned.dtype.numpy))
    return result if unsigned is x else bits({"new_dtype": x.dtype.numpy}, result)


def ones(_: Params, x: Output) -> Output:
    return cast(make("PopulationCount", x), x.dtype.numpy)


def leading_zeros(params: Params, x: Output) -> Output:
    """Convert ``clz``: set all bits after the first 1, and count those that remain 0."""
    width, filled = 8 * x.dtype.size, _unsigned(x)
    by = 1
    while by < width:
        filled = elementwise("or", params, filled, make("RightShift", filled, like(filled, by)))
        by *= 2
    return make("Subtract", like(x, width), cast(make("PopulationCount", filled), x.dtype.numpy))


def high_half(params: Params, x: Output, y: Output) -> Output:
    dtype, width = x.dtype.numpy, 8 * x.dtype.size
    if width == 64:
        raise DiagramError("the upper half of a product of 64-bit numbers is not supported")
    wide = np.dtype(np.int64)  # holds the products of all dtypes but uint32, whose bits it holds too
    product = make("Multiply", cast(x, wide), cast(y, wide))
    return cast(shifted_in_zeros(params, product, make("Const", traced_scope.get(), np.int64(width))), dtype)


FOLDS = {"reduce_and": ("and", -1), "reduce_or": ("or", 0), "reduce_xor": ("xor", 0)}
"""Reductions of bits, with the primitive of two numbers and what changes nothing."""


def fold(name: str, params: Params, x: Output) -> Output:
    """Convert ``reduce_and``, ``reduce_or`` and ``reduce_xor``: combine halves until one element is left."""
    if x.dtype.kind == "bool" and name != "reduce_xor":
        return reduction(name, params, x)
    step, neutral = FOLDS[name]
    axes: list[int] = list(params["axes"])
    kept = [i for i in range(rank(x)) if i not in axes]
    shape, count = [sizes(x)[i] for i in kept], math.prod(sizes(x)[i] for i in axes)
    x = reshaped(transposed(x, [*axes, *kept]), [count, *shape])
    filling: Any = np.asarray(bool(neutral)) if x.dtype.kind == "bool" else np.int64(neutral).astype(x.dtype.numpy)
    while count != 1:
        half = (count + 1) // 2 or 1
        x = padded(x, filling, [(0, 2 * half - count, 0), *[(0, 0, 0)] * len(shape)])
        x, count = elementwise(step, params, x[:half], x[half:]), half
    return reshaped(x, shape)
