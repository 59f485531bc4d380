"""Lowering rules for bit operations, special functions and Fourier transforms."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.library.index import UFUNC_BLOCKS
from blocks.library.jax_rules.lowering import LoweringContext, Value, functions_of, jax, jnp, lax, sizes, widened
from blocks.library.rules import LoweringRule, plain

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


def _derivative(function: Callable[[Value, Value], Value]) -> LoweringRule:
    return widened(function)


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


# Igamma's derivatives by its parameter: the recurrences of the NumPy kernel as loops of XLA's.

_KERNELS = functions_of("blocks.library.math.special")
_ROUNDS: int = _KERNELS["_ROUNDS"]
_coefficient, _ratio, _scaled = (_KERNELS[f"_{name}"] for name in ("coefficient", "ratio", "scaled"))

Series = list[Value]
"""The coefficients of a power series in what is added to the parameter."""


def _by_parameter(site: LoweringContext, a: Value, x: Value) -> Value:
    order = site.attrs["order"]
    wide_a, wide_x = jnp.broadcast_arrays(jnp.asarray(a, np.float64), jnp.asarray(x, np.float64))
    fits = (wide_a > 0) & (wide_x > 0) & jnp.isfinite(wide_a) & jnp.isfinite(wide_x)
    is_small = wide_x <= jnp.maximum(wide_a, 1)
    small, large = fits & is_small, fits & ~is_small
    # In the places of the others stand numbers that are done soon.
    lower = _lower(jnp.where(small, wide_a, 1), jnp.where(small, wide_x, 0.5), order)
    upper = _upper(jnp.where(large, wide_a, 1), jnp.where(large, wide_x, 9), order)
    flat = (wide_a > 0) & ((wide_x == 0) | jnp.isposinf(wide_x))
    result = jnp.where(small, lower, jnp.where(large, upper, jnp.where(flat, 0, np.nan)))
    return result.astype(x.dtype)


def _lower(a: Value, x: Value, order: int) -> Value:
    def another(state: tuple[Any, Series, Series, Any]) -> Any:
        k, term, total, _ = state
        base = a + k
        new = [term[0] * x / base]
        for i in range(1, order + 1):
            new.append((term[i] * x - new[i - 1]) / base)
        total = [s + t for s, t in zip(total, new, strict=True)]
        is_small = [jnp.abs(t) <= 1e-17 * jnp.abs(s) for s, t in zip(total, new, strict=True)]
        return k + 1, new, total, ~jnp.all(jnp.stack(is_small))

    first = [jnp.ones_like(a), *(jnp.zeros_like(a) for _ in range(order))]
    *_, total, _ = lax.while_loop(_goes_on, another, (jnp.array(1), first, first, jnp.array(True)))
    return _coefficient(_factor(a, x, 1.0, order), total, order) * math.factorial(order)


def _upper(a: Value, x: Value, order: int) -> Value:
    def times(series: Series, number: Value) -> Series:
        rest = [series[i] * number - series[i - 1] for i in range(1, order + 1)]
        return [series[0] * number, *rest]

    factor = _factor(a, x, 0.0, order)
    weights = [jnp.abs(each) for each in factor]
    noise = 10.0 ** (order - 15)

    def another(state: Any) -> Any:
        k, (p, p_before), (q, q_before), results, before, is_moving = state
        y, z = 1 - a + k, x + 2 - a + 2 * k

        def step(series: Series, last: Series) -> Series:
            return [u - k * v for u, v in zip(times(series, z), times(last, y), strict=True)]

        p, p_before, q, q_before = step(p, p_before), p, step(q, q_before), q
        scale = 1 / jnp.abs(q[0])
        p, p_before, q, q_before = (_scaled(each, scale) for each in (p, p_before, q, q_before))
        new = _ratio(p, q, order)
        change = _coefficient(weights, [jnp.abs(v - w) for v, w in zip(new, results, strict=True)], order)
        total = _coefficient(weights, [jnp.abs(each) for each in new], order)
        is_moving &= (change > noise * total) | ((change > 1e-16 * total) & (change < before))
        return k + 1, (p, p_before), (q, q_before), new, change, is_moving

    zeros = [jnp.zeros_like(a) for _ in range(order)]
    p, q = [x + 1, *zeros], times([x, *zeros], x + 2 - a)
    start = (
        jnp.array(1),
        (p, [jnp.ones_like(a), *zeros]),
        (q, [x, *zeros]),
        _ratio(p, q, order),
        jnp.full_like(a, np.inf),
        jnp.ones(a.shape, bool),
    )
    result = lax.while_loop(_goes_on, another, start)[3]
    return -_coefficient(factor, result, order) * math.factorial(order)


def _goes_on(state: Any) -> Value:
    return (state[0] < _ROUNDS) & jnp.any(state[-1])


def _factor(a: Value, x: Value, shift: float, order: int) -> Series:
    special: Any = jax.scipy.special
    b = a + shift
    by_a = [jnp.log(x) - special.digamma(b)]
    by_a += [-special.polygamma(k, b) / math.factorial(k) for k in range(1, order)]
    series = [jnp.exp(a * jnp.log(x) - x - special.gammaln(b))]
    for i in range(1, order + 1):
        series.append(sum(by_a[k] * series[i - 1 - k] for k in range(i)) / i)
    return series


_BITWISE = ("bitwise_and", "bitwise_or", "bitwise_xor", "invert")
RULES: dict[str, LoweringRule] = {
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
    "SigmoidGrad": _derivative(lambda y, dy: dy * y * (1 - y)),
    "TanhGrad": _derivative(lambda y, dy: dy * (1 - y * y)),
    "SqrtGrad": _derivative(_guarded(lambda y, dy: dy * 0.5 / y)),
    "RsqrtGrad": _derivative(_guarded(lambda y, dy: dy * -0.5 * y**3)),
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
    "ReciprocalGrad": _derivative(_guarded(lambda y, dy: -dy * jnp.square(y))),
}
