"""Derivatives of any order of the incomplete gamma function with respect to its parameter. SciPy has none.

Igamma(a + e, x) is computed as a power series in e, truncated after the requested order: each number of the usual
recurrences (a series for small x, otherwise a continued fraction) becomes a list of coefficients.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from blocks.base.dtypes import DOUBLE, FLOAT
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.graph.graph import Node, Operand, Output
from blocks.library.declare import block
from blocks.library.math.functions import Exp, Log
from blocks.library.math.special import Digamma, Lgamma, Polygamma

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]
    Series = list[Numbers]

_HIGHEST = 20
"""The highest derivative: it takes time that grows with the order, and loses a digit with each."""
_ROUNDS = 5000
"""Terms: enough for a up to about a million."""
_CHUNK = 4096
"""Numbers worked on together: one that takes many rounds holds up no more than these."""


@block("a: T, x: T -> z: T", T=(FLOAT, DOUBLE), broadcasts=True, internal=True)
def IgammaByA(a: Array, x: Array, *, order: int = 1) -> Array:
    """Compute a derivative of Igamma with respect to a."""
    broadcast: Any = np.broadcast_arrays(a, x)
    wide_a, wide_x = (np.asarray(each, np.float64).reshape(-1) for each in broadcast)
    result = np.full(wide_a.shape, np.nan)
    result[(wide_a > 0) & ((wide_x == 0) | np.isposinf(wide_x))] = 0
    regular = np.flatnonzero((wide_a > 0) & (wide_x > 0) & np.isfinite(wide_a) & np.isfinite(wide_x))
    small = wide_x[regular] <= np.maximum(wide_a[regular], 1)
    for indices, method in ((regular[small], _lower), (regular[~small], _upper)):
        for start in range(0, len(indices), _CHUNK):
            chunk = indices[start : start + _CHUNK]
            result[chunk] = method(wide_a[chunk], wide_x[chunk], order)
    shape: tuple[int, ...] = broadcast[0].shape
    return result.reshape(shape).astype(x.dtype)


def _check_order(attrs: dict[str, Any]) -> None:
    if not 1 <= attrs["order"] <= _HIGHEST:
        raise DiagramError(f"IgammaByA: order must be from 1 to {_HIGHEST}, got {attrs['order']}", pin="order")


IgammaByA.prepare = _check_order


@IgammaByA.gradient("a", "x")
def _(call: Node, dz: Output) -> tuple[Operand, Operand]:
    a, x = call.inputs
    order: int = call.attrs["order"]
    # By x, Igamma has the derivative e^g with g = (a - 1) ln x - x - lgamma(a); this is differentiated by a.
    by_g: list[Operand] = [Log(x) - Digamma(a), *(-Polygamma(float(k), a) for k in range(1, order))]
    result: list[Operand] = [Exp(-x + (a - 1) * Log(x) - Lgamma(a))]
    for n in range(order):
        terms = [float(math.comb(n, k)) * by_g[k] * result[n - k] for k in range(n + 1)]
        total = terms[0]
        for term in terms[1:]:
            total = total + term
        result.append(total)
    return dz * IgammaByA(a, x, order=order + 1), dz * result[-1]


def _lower(a: Numbers, x: Numbers, order: int) -> Numbers:
    """Compute the series x^a e^-x / gamma(a + 1) * sum of x^k / ((a + 1) ... (a + k))."""
    term: Series = [np.ones_like(a), *(np.zeros_like(a) for _ in range(order))]
    total = list(term)
    for k in range(1, _ROUNDS):
        base = a + k
        term[0] = term[0] * x / base
        for i in range(1, order + 1):
            term[i] = (term[i] * x - term[i - 1]) / base
        total = [s + t for s, t in zip(total, term, strict=True)]
        if all(np.all(np.abs(t) <= 1e-17 * np.abs(s)) for s, t in zip(total, term, strict=True)):
            break
    return _coefficient(_factor(a, x, 1.0, order), total, order) * math.factorial(order)


def _upper(a: Numbers, x: Numbers, order: int) -> Numbers:
    """Compute Legendre's continued fraction for 1 - Igamma."""

    def times(series: Series, number: Numbers) -> Series:
        rest = [series[i] * number - series[i - 1] for i in range(1, order + 1)]
        return [series[0] * number, *rest]

    def step(series: Series, before: Series, k: int) -> Series:
        return [u - k * v for u, v in zip(times(series, z), times(before, y), strict=True)]

    zeros: Series = [np.zeros_like(a) for _ in range(order)]
    y, z = 1 - a, x + 2 - a
    p_before, q_before = [np.ones_like(a), *zeros], [x, *zeros]
    p, q = [x + 1, *zeros], times([x, *zeros], z)
    result = _ratio(p, q, order)
    factor = _factor(a, x, 0.0, order)
    weights = [np.abs(each) for each in factor]
    before = np.full_like(a, np.inf)
    is_moving = np.ones(a.shape, np.bool_)
    noise = 10.0 ** (order - 15)  # of the ratio, whose differences lose a digit with each order
    for k in range(1, _ROUNDS):
        y, z = y + 1, z + 2
        p, p_before = step(p, p_before, k), p
        q, q_before = step(q, q_before, k), q
        scale = 1 / np.abs(q[0])
        p, q = _scaled(p, scale), _scaled(q, scale)
        p_before, q_before = _scaled(p_before, scale), _scaled(q_before, scale)
        last, result = result, _ratio(p, q, order)
        change = _coefficient(weights, [np.abs(new - old) for new, old in zip(result, last, strict=True)], order)
        total = _coefficient(weights, [np.abs(new) for new in result], order)
        is_moving &= (change > noise * total) | ((change > 1e-16 * total) & (change < before))
        if not is_moving.any():
            break
        before = change
    return -_coefficient(factor, result, order) * math.factorial(order)


def _scaled(series: Series, scale: Numbers) -> Series:
    return [each * scale for each in series]


def _ratio(p: Series, q: Series, order: int) -> Series:
    series: Series = []
    for i in range(order + 1):
        rest = p[i]
        for k in range(1, i + 1):
            rest = rest - q[k] * series[i - k]
        series.append(rest / q[0])
    return series


def _factor(a: Numbers, x: Numbers, shift: float, order: int) -> Series:
    """Return the series of x^a e^-x / gamma(a + shift)."""
    import scipy.special  # pyright: ignore[reportMissingTypeStubs]

    special: Any = scipy.special
    b = a + shift
    by_a: Series = [np.log(x) - special.psi(b)]
    by_a += [-special.polygamma(k, b) / math.factorial(k) for k in range(1, order)]
    series: Series = [np.exp(a * np.log(x) - x - special.gammaln(b))]
    for i in range(1, order + 1):
        total = by_a[0] * series[i - 1]
        for k in range(1, i):
            total = total + by_a[k] * series[i - 1 - k]
        series.append(total / i)
    return series


def _coefficient(u: Series, v: Series, order: int) -> Numbers:
    total = u[0] * v[order]
    for i in range(1, order + 1):
        total = total + u[i] * v[order - i]
    return total
