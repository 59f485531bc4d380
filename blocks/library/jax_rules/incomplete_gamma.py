"""The lowering rule of Igamma's derivatives by its parameter: the recurrences of the NumPy kernel as loops of XLA's."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from blocks.library.jax_rules.lowering import Rule, Site, Value, functions_of, jax, jnp, lax

_KERNELS = functions_of("blocks.library.math.incomplete_gamma")
_ROUNDS: int = _KERNELS["_ROUNDS"]
_coefficient, _ratio, _scaled = (_KERNELS[f"_{name}"] for name in ("coefficient", "ratio", "scaled"))

Series = list[Value]
"""The coefficients of a power series in what is added to the parameter."""


def _by_parameter(site: Site, a: Value, x: Value) -> Value:
    order = site.attrs["order"]
    wide_a, wide_x = jnp.broadcast_arrays(jnp.asarray(a, np.float64), jnp.asarray(x, np.float64))
    fits = (wide_a > 0) & (wide_x > 0) & jnp.isfinite(wide_a) & jnp.isfinite(wide_x)
    is_small = wide_x <= jnp.maximum(wide_a, 1)
    small, large = fits & is_small, fits & ~is_small
    # In the places of the others stand numbers that are done soon.
    lower = _lower(jnp.where(small, wide_a, 1), jnp.where(small, wide_x, 0.5), order)
    upper = _upper(jnp.where(large, wide_a, 1), jnp.where(large, wide_x, 9), order)
    flat = (wide_a > 0) & ((wide_x == 0) | jnp.isposinf(wide_x))
    found = jnp.where(small, lower, jnp.where(large, upper, jnp.where(flat, 0, np.nan)))
    return found.astype(x.dtype)


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
        k, (p, p_before), (q, q_before), found, before, is_moving = state
        y, z = 1 - a + k, x + 2 - a + 2 * k

        def step(series: Series, last: Series) -> Series:
            return [u - k * v for u, v in zip(times(series, z), times(last, y), strict=True)]

        p, p_before, q, q_before = step(p, p_before), p, step(q, q_before), q
        scale = 1 / jnp.abs(q[0])
        p, p_before, q, q_before = (_scaled(each, scale) for each in (p, p_before, q, q_before))
        new = _ratio(p, q, order)
        change = _coefficient(weights, [jnp.abs(v - w) for v, w in zip(new, found, strict=True)], order)
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
    found = lax.while_loop(_goes_on, another, start)[3]
    return -_coefficient(factor, found, order) * math.factorial(order)


def _goes_on(state: Any) -> Value:
    """Whether the last round still moved something."""
    return (state[0] < _ROUNDS) & jnp.any(state[-1])


def _factor(a: Value, x: Value, shift: float, order: int) -> Series:
    special: Any = jax.scipy.special
    b = a + shift
    by_a = [jnp.log(x) - special.digamma(b)]
    by_a += [-special.polygamma(k, b) / math.factorial(k) for k in range(1, order)]
    found = [jnp.exp(a * jnp.log(x) - x - special.gammaln(b))]
    for i in range(1, order + 1):
        found.append(sum(by_a[k] * found[i - 1 - k] for k in range(i)) / i)
    return found


RULES: dict[str, Rule] = {"IgammaByA": Rule(_by_parameter)}
