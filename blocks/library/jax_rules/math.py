"""Lowering rules for math: elementwise and special functions, bits, reductions, products and Fourier transforms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.library.index import UFUNC_BLOCKS
from blocks.library.jax_rules.lowering import (
    LoweringContext,
    NotLowered,
    Value,
    checked,
    functions_of,
    is_real,
    is_small,
    jax,
    jnp,
    kernel_of,
    lax,
    number,
    precision,
    sizes,
    wide,
    widened,
)
from blocks.library.math.reductions import highest, lowest
from blocks.library.rules import LoweringRule, at_site, each, plain


def _sigmoid(x: Value) -> Value:
    if x.dtype.kind != "c":
        return jax.nn.sigmoid(x)
    power = jnp.exp(jnp.where(x.real < 0, x, -x))
    return jnp.where(x.real < 0, power, 1) / (power + 1)


def _power(site: LoweringContext, x: Value, y: Value) -> Value:
    if x.dtype.kind == "i":
        site.require(jnp.all(jnp.greater_equal(y, 0)))
    return jnp.power(wide(x), wide(y))


def _squared_difference(x: Value, y: Value) -> Value:
    d = x - y
    return jnp.conj(d) * d


def _integer(whole: Callable[[Value, Value], Value], real: Callable[[Value, Value], Value]) -> LoweringRule:
    """Divide; requires nonzero divisors for integers."""

    def lower(site: LoweringContext, x: Value, y: Value) -> Value:
        if x.dtype.kind not in "iu":
            return real(wide(x), wide(y))
        site.require(jnp.all(jnp.not_equal(y, 0)))
        return whole(x, y)

    return lower


def _floored_rest(x: Value, y: Value) -> Value:
    rest = jnp.fmod(x, y)
    return rest + jnp.where((rest != 0) & ((rest < 0) != (y < 0)), y, jnp.zeros_like(y))


def _or_zero(function: Callable[..., Any]) -> LoweringRule:
    def lower(x: Value, y: Value) -> Value:
        result = function(x, y)
        return jnp.where(y == 0, jnp.zeros_like(result), result)

    return plain(lower)


def _equality(function: Callable[..., Any]) -> LoweringRule:
    def lower(site: LoweringContext, x: Value, y: Value) -> Value:
        if not site.attrs["incompatible_shape_error"]:
            try:
                np.broadcast_shapes(x.shape, y.shape)
            except ValueError:
                return np.array(function is jnp.not_equal)
        return function(x, y)

    return lower


def _choose(condition: Value, x: Value, y: Value) -> Value:
    if condition.ndim and x.ndim > condition.ndim:
        condition = jnp.reshape(condition, condition.shape + (1,) * (x.ndim - condition.ndim))
    return jnp.where(condition, x, y)


def _cast(site: LoweringContext, x: Value) -> Value:
    target = site.dtype
    if site.attrs["Truncate"]:
        raise NotLowered("has Truncate set to true")
    if is_real(x) and target.kind in "iu":
        raise NotLowered("converts real numbers to integers, and results out of range depend on the hardware")
    return jnp.asarray(x.real if x.dtype.kind == "c" and target.kind != "c" else x).astype(target)


# Reductions. Axes are never empty by mistake: a list of none leaves everything as it is.


def _reduction(function: Callable[[Value, tuple[int, ...], bool], Value]) -> LoweringRule:
    def lower(site: LoweringContext, x: Value, axis: Value) -> Value:
        return function(wide(x), sizes(axis, "axis"), site.attrs["keep_dims"])

    return lower


def _sum(x: Value, axes: tuple[int, ...], keep: bool) -> Value:
    return jnp.sum(x, axis=axes, dtype=x.dtype, keepdims=keep)


def _mean(x: Value, axes: tuple[int, ...], keep: bool) -> Value:
    count = int(np.prod([x.shape[axis] for axis in axes], dtype=np.int64))
    if x.dtype.kind not in "iu":
        total = _sum(x, axes, keep)
        return total if x.dtype.kind == "c" and count <= 1 else total / total.dtype.type(count)
    total = jnp.sum(x, axis=axes, dtype=np.int64 if x.dtype.kind == "i" else np.uint64, keepdims=keep)
    quotient = jnp.abs(total) // total.dtype.type(max(count, 1))
    return jnp.sign(total) * quotient


def _norm(x: Value, axes: tuple[int, ...], keep: bool) -> Value:
    wide_x = x.astype(np.float64) if x.dtype.kind in "iu" else x
    return jnp.sqrt(jnp.sum(jnp.square(jnp.abs(wide_x)), axis=axes, keepdims=keep)).astype(x.dtype)


def _extreme(function: Callable[..., Any], start: Callable[[np.dtype[Any]], Any]) -> LoweringRule:
    def reduce(x: Value, axes: tuple[int, ...], keep: bool) -> Value:
        return function(x, axis=axes, keepdims=keep, initial=x.dtype.type(start(x.dtype)))

    return _reduction(reduce)


def _arg_extreme(function: Callable[..., Any], worst: float) -> LoweringRule:
    def lower(_site: LoweringContext, x: Value, dimension: Value) -> Value:
        x = wide(x)
        if is_real(x):
            x = jnp.where(jnp.isnan(x), x.dtype.type(worst), x)
        return function(x, axis=number(dimension, "dimension"))

    return lower


def _cumulative(function: Callable[[Value, int, Any], Value], first: float) -> LoweringRule:
    def lower(site: LoweringContext, x: Value, axis: Value) -> Value:
        along, steps = number(axis, "axis"), wide(x)
        steps = jnp.flip(steps, along) if site.attrs["reverse"] else steps
        result = function(steps, along, steps.dtype)
        if site.attrs["exclusive"] and result.shape[along]:
            front = jnp.moveaxis(result, along, 0)
            start = jnp.full((1, *front.shape[1:]), first, front.dtype)
            result = jnp.moveaxis(jnp.concatenate([start, front[:-1]]), 0, along)
        return jnp.flip(result, along) if site.attrs["reverse"] else result

    return lower


def _sum_to_shape(_site: LoweringContext, x: Value, shape: Value) -> Value:
    wanted = sizes(shape, "shape")
    lead = x.ndim - len(wanted)
    axes = tuple(i for i, size in enumerate(x.shape) if i < lead or (wanted[i - lead] == 1 and size != 1))
    return jnp.reshape(_sum(wide(x), axes, True), wanted) if axes or lead else x


def _add_all(_site: LoweringContext, inputs: tuple[Value, ...]) -> Value:
    total = wide(inputs[0])
    for value in inputs[1:]:
        total = total + wide(value)
    return total


def _unsorted_sum(site: LoweringContext, data: Value, ids: Value, count: Value) -> Value:
    rows, segments = number(count, "num_segments"), jnp.reshape(ids, -1)
    site.require(jnp.all(segments < rows))
    flat = jnp.reshape(wide(data), (segments.size, *data.shape[ids.ndim :]))
    kept = jnp.reshape(segments >= 0, (-1, *(1,) * (flat.ndim - 1)))
    zeros = jnp.zeros((rows, *flat.shape[1:]), flat.dtype)
    return zeros.at[jnp.maximum(segments, 0)].add(jnp.where(kept, flat, jnp.zeros_like(flat)), mode="drop")


def _spaced(site: LoweringContext, start: Value, stop: Value, num: Value) -> Value:
    count = number(num, "num")
    indices = jnp.arange(count, dtype=site.dtype)
    result = start + indices * ((stop - start) / site.dtype.type(max(count - 1, 1)))
    result = jnp.where(indices == count - 1, stop, result) if count > 1 else result  # exactly, whatever was rounded
    return jnp.where(indices == 0, start, result)


# Products. In NumPy and TensorFlow float32 means float32, on graphics processors too.


def multiplied(a: Value, b: Value) -> Value:
    if a.dtype.kind in "iu":
        return jnp.matmul(a, b)
    return jnp.matmul(wide(a), wide(b), precision=precision())


def _matmul(site: LoweringContext, a: Value, b: Value) -> Value:
    left, right = jnp.asarray(a, site.dtype), jnp.asarray(b, site.dtype)
    return multiplied(left.T if site.attrs["transpose_a"] else left, right.T if site.attrs["transpose_b"] else right)


def _no_small(function: Callable[..., Any]) -> LoweringRule:
    """Lower special functions, which JAX approximates for float and double only."""

    def lower(_site: LoweringContext, *args: Value) -> Value:
        if is_small(args[0]):
            raise NotLowered("uses a different approximation from JAX for half precision")
        return function(*map(jnp.asarray, args))

    return lower


def _broadcasting(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *args: function(*jnp.broadcast_arrays(*args))


_EXACT = """subtract multiply maximum minimum negative square sign less less_equal greater greater_equal logical_and
    logical_or logical_not conjugate ceil floor rint isnan isinf isfinite nextafter"""
_WIDENED = """divide exp expm1 log log1p sqrt sin cos tan arcsin arccos arctan arctan2 sinh cosh tanh arcsinh arccosh
    arctanh"""


# -- Bit operations, special functions and Fourier transforms ----------------------------------------------------------


_RANKS = {1: "", 2: "2D", 3: "3D"}


def _special(name: str) -> LoweringRule:
    return widened(getattr(jax.scipy.special, name))


def _shift(function: Callable[..., Any]) -> LoweringRule:
    def shifted(x: Value, y: Value) -> Value:
        x, y = jnp.broadcast_arrays(x, y)
        return function(x, jnp.clip(y, 0, 8 * x.dtype.itemsize - 1))

    return plain(shifted)


def _times(function: Callable[[Value], Value]) -> LoweringRule:
    return _zero_with_x(lambda x, y: x * function(y))


def _zero_with_x(function: Callable[[Value, Value], Value]) -> LoweringRule:
    def lower(x: Value, y: Value) -> Value:
        z = function(x, y)
        return jnp.where(jnp.asarray(x) == 0, jnp.zeros_like(z), z)

    return widened(lower)


def _guarded(formula: Callable[[Value, Value], Value]) -> Callable[[Value, Value], Value]:
    return lambda y, dy: jnp.where(dy == 0, 0, formula(jnp.conj(y), dy)).astype(dy.dtype)


def _transform(name: str, rank: int) -> LoweringRule:
    def lower(_site: LoweringContext, x: Value, *lengths: Value) -> Value:
        given = sizes(lengths[0], "fft_length") if lengths else None
        return getattr(jnp.fft, name)(x, given, range(-rank, 0))

    return lower


def _along(name: str, *, real: str = "") -> LoweringRule:
    """Transform along given axes one by one, since XLA takes three at most; ``real`` is for the last axis."""

    def lower(_site: LoweringContext, x: Value, lengths: Value, axes: Value) -> Value:
        pairs = list(zip(sizes(axes, "axes"), sizes(lengths, "fft_length"), strict=True))
        names = [name] * len(pairs)
        if real and pairs:
            names[-1] = real
        steps = list(zip(names, pairs, strict=True))
        for function, (axis, length) in reversed(steps) if real == "rfft" else steps:
            x = getattr(jnp.fft, function)(x, length, axis)
        return x

    return lower


# Igamma's derivatives by its parameter: the functions of the NumPy kernel, with their loops as XLA's.

_KERNELS = functions_of("blocks.library.math.special")


def _repeated(step: Callable[[Any], Any], state: Any) -> Any:
    def goes_on(state: Any) -> Value:
        return (state[0] < _KERNELS["_ROUNDS"]) & jnp.any(state[-1])

    return lax.while_loop(goes_on, step, jax.tree.map(jnp.asarray, state))


_KERNELS.update(_repeated=_repeated, scipy_special=lambda: jax.scipy.special)


def _by_parameter(site: LoweringContext, a: Value, x: Value) -> Value:
    order = site.attrs["order"]
    wide_a, wide_x = jnp.broadcast_arrays(jnp.asarray(a, np.float64), jnp.asarray(x, np.float64))
    fits = (wide_a > 0) & (wide_x > 0) & jnp.isfinite(wide_a) & jnp.isfinite(wide_x)
    is_small = wide_x <= jnp.maximum(wide_a, 1)
    small, large = fits & is_small, fits & ~is_small
    # In the places of the others stand numbers that are done soon.
    lower = _KERNELS["_lower"](jnp.where(small, wide_a, 1), jnp.where(small, wide_x, 0.5), order)
    upper = _KERNELS["_upper"](jnp.where(large, wide_a, 1), jnp.where(large, wide_x, 9), order)
    flat = (wide_a > 0) & ((wide_x == 0) | jnp.isposinf(wide_x))
    result = jnp.where(small, lower, jnp.where(large, upper, jnp.where(flat, 0, np.nan)))
    return result.astype(x.dtype)


_BITWISE = ("bitwise_and", "bitwise_or", "bitwise_xor", "invert")
RULES: dict[str, LoweringRule] = {
    **{UFUNC_BLOCKS[name]: plain(getattr(jnp, name)) for name in _EXACT.split()},
    **{UFUNC_BLOCKS[name]: widened(getattr(jnp, name)) for name in _WIDENED.split()},
    "LinSpace": _spaced,
    **each("Add AddV2", plain(jnp.add)),
    "Pow": _power,
    "SquaredDifference": widened(_squared_difference),
    **each("Abs ComplexAbs", plain(jnp.abs)),
    "Cast": _cast,
    "Equal": _equality(jnp.equal),
    "NotEqual": _equality(jnp.not_equal),
    "Where3": plain(_choose),
    "Real": plain(jnp.real),
    "Imag": plain(jnp.imag),
    "Complex": plain(lambda x, y: lax.complex(*jnp.broadcast_arrays(x, y))),
    "Angle": plain(jnp.angle),
    "Div": _integer(lambda x, y: lax.div(*jnp.broadcast_arrays(x, y)), jnp.divide),
    "FloorDiv": _integer(jnp.floor_divide, lambda x, y: jnp.floor(x / y)),
    "TruncateDiv": _integer(lambda x, y: lax.div(*jnp.broadcast_arrays(x, y)), lambda x, y: jnp.trunc(x / y)),
    "FloorMod": _integer(jnp.remainder, _floored_rest),
    **each("Mod TruncateMod", _integer(jnp.fmod, jnp.fmod)),
    "DivNoNan": _or_zero(jnp.divide),
    "MulNoNan": _or_zero(jnp.multiply),
    "ArgMax": _arg_extreme(jnp.argmax, -np.inf),
    "ArgMin": _arg_extreme(jnp.argmin, np.inf),
    "Rsqrt": widened(lambda x: 1 / jnp.sqrt(x)),
    "Reciprocal": widened(lambda x: 1 / x),
    "Sigmoid": widened(_sigmoid),
    "Erf": widened(lax.erf),
    "Erfc": widened(lax.erfc),
    "Lgamma": _no_small(lax.lgamma),
    "Digamma": _no_small(lax.digamma),
    "Polygamma": _no_small(_broadcasting(lax.polygamma)),
    "Zeta": _no_small(_broadcasting(lax.zeta)),
    "Igamma": _no_small(_broadcasting(lax.igamma)),
    "Igammac": _no_small(_broadcasting(lax.igammac)),
    "Betainc": _no_small(_broadcasting(lax.betainc)),
    "Bucketize": kernel_of("Bucketize"),
    "ApproximateEqual": at_site(lambda site, x, y: jnp.abs(x - y) <= x.dtype.type(np.float32(site.attrs["tolerance"]))),
    "Round": plain(lambda x: x if x.dtype.kind == "i" else jnp.rint(x)),
    "ClipByValue": plain(lambda t, low, high: jnp.maximum(jnp.minimum(t, high), low)),
    "Cumsum": _cumulative(jnp.cumsum, 0),
    "Cumprod": _cumulative(jnp.cumprod, 1),
    "CumulativeLogsumexp": _cumulative(lambda x, axis, dtype: lax.cumlogsumexp(x.astype(dtype), axis), -np.inf),
    "EuclideanNorm": _reduction(_norm),
    "Sum": _reduction(_sum),
    "Mean": _reduction(_mean),
    "Prod": _reduction(lambda x, axes, keep: jnp.prod(x, axis=axes, dtype=x.dtype, keepdims=keep)),
    "Max": _extreme(jnp.max, lowest),
    "Min": _extreme(jnp.min, highest),
    "All": _reduction(lambda x, axes, keep: jnp.all(x, axis=axes, keepdims=keep)),
    "Any": _reduction(lambda x, axes, keep: jnp.any(x, axis=axes, keepdims=keep)),
    "ProductOfOthers": kernel_of("ProductOfOthers"),
    **each("MatMul SparseMatMul", _matmul),
    "Cross": plain(jnp.cross),
    "AddN": _add_all,
    "SumToShape": _sum_to_shape,
    "BroadcastTo": at_site(lambda _site, x, shape: jnp.broadcast_to(x, sizes(shape, "shape"))),
    "UnsortedSegmentSum": checked(_unsorted_sum, "segment_ids"),
    **{UFUNC_BLOCKS[name]: plain(getattr(jnp, name)) for name in _BITWISE},
    **{f"Bessel{name.capitalize()}": _special(name) for name in ("i0", "i0e", "i1", "i1e")},
    "LeftShift": _shift(jnp.left_shift),
    "RightShift": _shift(jnp.right_shift),
    "PopulationCount": plain(lambda x: lax.population_count(x).astype("uint8")),
    "Spence": _special("spence"),
    "Ndtri": _special("ndtri"),
    "Erfinv": widened(lax.erf_inv),
    "Xlogy": _times(jnp.log),
    "Xlog1py": _times(lambda y: jnp.log1p(y) if y.dtype.kind != "c" else jnp.log(1 + y)),
    "Xdivy": _zero_with_x(jnp.divide),
    "SigmoidGrad": widened(lambda y, dy: dy * y * (1 - y)),
    "TanhGrad": widened(lambda y, dy: dy * (1 - y * y)),
    "SqrtGrad": widened(_guarded(lambda y, dy: dy * 0.5 / y)),
    "RsqrtGrad": widened(_guarded(lambda y, dy: dy * -0.5 * y**3)),
    **{
        f"{kind}FFT{word}": _transform(f"{kind.lower()}fftn", rank)
        for kind in ("", "I", "R", "IR")
        for rank, word in _RANKS.items()
    },
    "FFTND": _along("fft"),
    "IFFTND": _along("ifft"),
    "RFFTND": _along("fft", real="rfft"),
    "IRFFTND": _along("ifft", real="irfft"),
    "IgammaByA": _by_parameter,
    "ReciprocalGrad": widened(_guarded(lambda y, dy: -dy * jnp.square(y))),
}
