"""Special functions: the gamma function and its relatives, the incomplete beta function and the Hurwitz zeta function.

SciPy computes the values. At the edges of a function's domain, where conventions differ, they follow TensorFlow.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from blocks.base.dtypes import DOUBLE, FLOAT, HALF
from blocks.base.errors import DiagramError
from blocks.base.shapes import merge, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import expect
from blocks.library.declare import block, make
from blocks.library.math.functions import Exp, Log, Log1p
from blocks.library.math.shared import scipy_special, unary, widened

_WIDE = (FLOAT, DOUBLE)
_UNARY = (*_WIDE, HALF)
_BROADCAST: dict[str, Any] = {"T": _WIDE, "broadcasts": True}


def _lgamma(x: Array, out: Array | None = None) -> Any:
    edge = np.isneginf(x)  # SciPy is negative there
    result: Array = np.asarray(scipy_special().gammaln(x)) if out is None else scipy_special().gammaln(x, out)
    result[edge] = np.inf
    return result


def _digamma(x: Array, out: Array | None = None) -> Any:
    edge = (x == 0) | np.isneginf(x)  # SciPy goes on to infinity there
    if x.dtype == np.float32 and (x < 0).any():
        result = _reflected_digamma(x.astype(np.float64)).astype(np.float32)
    else:
        result = np.asarray(scipy_special().psi(x))
    result[edge] = np.nan
    if out is None:
        return result
    out[...] = result
    return out


def _reflected_digamma(x: Array) -> Array:
    """Compute digamma below 0 from 1 - x, because SciPy is fifty times slower there."""
    below = x < 0
    result: Array = np.asarray(scipy_special().psi(np.where(below, 1 - x, x)))
    part = x[below]
    part -= np.round(part)
    result[below] -= np.divide(np.pi, np.tan(np.pi * part), out=np.full_like(part, np.nan), where=part != 0)
    return result


# fmt: off
Lgamma = unary("Lgamma", widened(_lgamma), _UNARY,
               "Compute the log-gamma function: y = ln |Γ(x)|. It is infinite at 0, -1, -2, ...\n\nSource: "
                   "NIST Digital Library of Mathematical Functions, section 5.2.",
               lambda dy, x, y: dy * Digamma(x), example=([1.0, 4.0], [0.0, 1.7917595]))
Digamma = unary("Digamma", widened(_digamma), _UNARY,
                "Compute the digamma function, the derivative of the log-gamma function. It is NaN at 0, "
                    "-1, -2, ...\n\nSource: NIST Digital Library of Mathematical Functions, section 5.2.",
                lambda dy, x, y: make("Cast", _trigamma(x), DstT=dy.dtype) * dy,
                example=([1.0, 2.0], [-0.5772157, 0.4227843]))
# fmt: on


def _trigamma(x: Output) -> Any:
    return Polygamma(1.0, make("Cast", x, DstT=FLOAT) if x.dtype is HALF else x)


def _zeta(x: Array, q: Array) -> Array:
    x, q = np.asarray(x, np.float64), np.asarray(q, np.float64)
    beyond_1 = x > 1
    pole = (q <= 0) & ((q == np.floor(q)) | np.isposinf(x))
    regular: Array = scipy_special().zeta(np.where(beyond_1, x, np.nan), np.where(pole, 1, q))
    lost = np.isnan(regular) & (q > 0)  # where its first term is out of range: nothing else counts then
    regular = np.where(lost, np.abs(q) ** -x, regular)
    at_pole: Array = np.where((np.mod(x, 2) == 0) | np.isposinf(x), np.inf, np.nan)
    result: Array = np.where(beyond_1, np.where(pole, at_pole, regular), np.nan)
    return np.where(x == 1, np.inf, result)


@block(
    "x: T, y: T -> z: T",
    **_BROADCAST,
    example={"x": [0.0, 1.0, 2.0], "y": [1.0, 1.0, 1.0], "z": [-0.5772157, 1.6449341, -2.4041138]},
)
def Polygamma(x: Array, y: Array) -> Array:
    """Compute the polygamma function: z is the x-th derivative of the digamma function at y.

    Source: NIST Digital Library of Mathematical Functions, section 5.15.

    Args:
        x: [...] the order of the derivative: 0, 1, 2, ... Other values give NaN.
        y: [...] the argument, broadcast against x.

    Returns:
        z: [...] the derivatives.
    """
    if y.dtype == np.float32 and y.size >= _MANY and not x.ndim and x in range(1, _HIGHEST + 1):
        return _many_polygammas(int(x), y, lambda others: _polygamma(x, others))
    return _polygamma(x, y)


def _polygamma(x: Array, y: Array) -> Array:
    order, special = np.asarray(x, np.float64), scipy_special()
    regular = (order >= 0) & (order == np.floor(order)) & np.isfinite(order)
    order = np.where(regular, order, 0)
    sign = np.where(np.mod(order, 2) == 0, -1.0, 1.0)
    higher: Array = sign * special.gamma(order + 1) * _zeta(order + 1, y)
    result: Array = np.where(order == 0, _digamma(np.asarray(y, np.float64)), higher)
    return np.where(regular, result, np.nan).astype(y.dtype)


@Polygamma.gradient("y")
def _(call: Node, dz: Output) -> Operand:
    order, y = call.inputs
    return dz * Polygamma(order + 1, y)


@block(
    "x: T, q: T -> z: T",
    **_BROADCAST,
    example={"x": [2.0, 4.0], "q": [1.0, 1.0], "z": [1.6449341, 1.0823232]},
)
def Zeta(x: Array, q: Array) -> Array:
    """Compute the Hurwitz zeta function: z = sum of 1 / (q + n)^x over n = 0, 1, 2, ...

    Source: NIST Digital Library of Mathematical Functions, section 25.11.

    Args:
        x: [...] the exponent. The result is infinite at 1, NaN below 1.
        q: [...] the shift q, broadcast against x.

    Returns:
        z: [...] the values.
    """
    return _zeta(x, q).astype(q.dtype)


@Zeta.gradient("q")
def _(call: Node, dz: Output) -> Operand:
    x, q = call.inputs
    return dz * (-x * Zeta(x + 1, q))


@block(
    "a: T, b: T, x: T -> z: T",
    **_BROADCAST,
    example={"a": 2.0, "b": 3.0, "x": [0.0, 0.5, 1.0], "z": [0.0, 0.6875, 1.0]},
)
def Betainc(a: Array, b: Array, x: Array) -> Array:
    """Compute the regularized incomplete beta function: the CDF of the beta distribution.

    z is the integral of t^(a-1) (1-t)^(b-1) from 0 to x, divided by the integral from 0 to 1.

    Source: NIST Digital Library of Mathematical Functions, section 8.17.

    Args:
        a: [...] the first parameter, above 0. a, b and x must have the same shape or be scalars.
        b: [...] the second parameter, above 0.
        x: [...] the upper limit of the integral, 0 ... 1.

    Returns:
        z: [...] the values. They are NaN outside the domain.
    """
    inside = (a > 0) & (b > 0) & np.isfinite(a) & np.isfinite(b) & (x >= 0) & (x <= 1)
    result = scipy_special().betainc(*(np.where(inside, each, np.asarray(0.5, x.dtype)) for each in (a, b, x)))
    return np.where(inside, result, np.asarray(np.nan, x.dtype))


@Betainc.shape
def _(call: Call) -> Shape:
    common: Shape = ()
    unknown = False
    for pin in ("a", "b", "x"):
        shape = call.shape(pin)
        unknown = unknown or shape is None
        if not shape:
            continue
        try:
            common = merge(common or None, shape)
        except DiagramError:
            text = f"Betainc: a, b and x must be scalars or have the same shape; expected {shape_text(common)} at {pin}"
            raise DiagramError(f"{text}, got {shape_text(shape)}", pin=pin) from None
    return None if unknown and not common else common


@Betainc.gradient("x")
def _(call: Node, dz: Output) -> Operand:
    a, b, x = call.inputs
    beta = Lgamma(a) + Lgamma(b) - Lgamma(a + b)
    # Where a or b is 1, its power of an infinite logarithm is 1.
    powers = make("MulNoNan", Log1p(-x), b - 1) + make("MulNoNan", Log(x), a - 1)
    return dz * Exp(powers - beta)


@block(
    "a: T, x: T -> z: T",
    **_BROADCAST,
    example={"a": [1.0, 2.0], "x": [1.0, 2.0], "z": [0.6321206, 0.5939942]},
)
def Igamma(a: Array, x: Array) -> Array:
    """Compute the regularized lower incomplete gamma function: the CDF of the gamma distribution.

    z is the integral of t^(a-1) e^-t from 0 to x, divided by the integral from 0 to infinity.

    Source: NIST Digital Library of Mathematical Functions, section 8.2.

    Args:
        a: [...] the shape parameter, above 0.
        x: [...] the upper limit of the integral, 0 or more, broadcast against a.

    Returns:
        z: [...] the values. They are NaN outside the domain.
    """
    result = np.where((a > 0) & (x >= 0), scipy_special().gammainc(a, x), np.nan)
    return np.where((x == 0) | (np.isposinf(a) & np.isposinf(x)), 0, result).astype(x.dtype)


@Igamma.gradient("a", "x")
def _(call: Node, dz: Output) -> tuple[Operand, Operand]:
    a, x = call.inputs
    return dz * make("IgammaByA", a, x), dz * Exp(-x + (a - 1) * Log(x) - Lgamma(a))


@block(
    "a: T, x: T -> z: T",
    **_BROADCAST,
    doc_of=Igamma,
    example={"a": [1.0, 2.0], "x": [1.0, 2.0], "z": [0.3678795, 0.4060058]},
)
def Igammac(a: Array, x: Array) -> Array:
    """Compute the regularized upper incomplete gamma function: z = 1 - Igamma(a, x), also accurate near 0.

    Source: NIST Digital Library of Mathematical Functions, section 8.2.
    """
    result = np.where((a > 0) & (x >= 0), scipy_special().gammaincc(a, x), np.nan)
    return np.where(np.isposinf(a) & np.isposinf(x), 0, result).astype(x.dtype)


@Igammac.gradient("a", "x")
def _(call: Node, dz: Output) -> tuple[Operand, Operand]:
    a, x = call.inputs
    return -(dz * make("IgammaByA", a, x)), -(dz * Exp(-x + (a - 1) * Log(x) - Lgamma(a)))


# -- Polygamma of many float32 numbers, which SciPy works out one by one ----------------------------------------------

_MANY = 1 << 11
"""Elements from which on the series pays."""
_HIGHEST = 8
"""The highest derivative for which powers and factorials stay within double precision."""
_TERMS = 8
_BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730)
"""Bernoulli's numbers with even indices, from the second on."""


def _many_polygammas(order: int, y: Array, others: Callable[[Array], Array]) -> Array:
    """Compute the derivative of an order from 1 to `_HIGHEST` in double precision.

    Args:
        y: float32.
        others: the function for numbers that are not positive.
    """
    factor = (-1) ** (order + 1) * math.factorial(order)

    odd = ~(y > 0)
    result = _euler_maclaurin(order + 1, np.where(odd, 1, y).astype(np.float64)) * factor
    result = result.astype(np.float32)
    if odd.any():
        result[odd] = others(y[odd])
    return result


def _euler_maclaurin(s: int, q: Array) -> Array:
    """Sum 1 / (q + n)^s over n = 0, 1, 2, ...: some first terms, then the Euler-Maclaurin series."""
    a = np.reciprocal(q + _TERMS)
    term, total = a * a, np.zeros_like(q)
    for k in range(len(_BERNOULLI), 0, -1):
        rising = math.factorial(s + 2 * k - 2) // math.factorial(s - 1)
        total += _BERNOULLI[k - 1] * rising / math.factorial(2 * k)
        total *= term
    total += 1 / (s - 1)
    total += np.multiply(a, 0.5, term)
    for _ in range(s - 1):
        total *= a
    for k in range(_TERMS):
        np.reciprocal(np.add(q, k, a), a)
        power = np.multiply(a, a, term)
        for _ in range(s - 2):
            power *= a
        total += power
    return total


# -- Derivatives of any order of the incomplete gamma function with respect to its parameter. SciPy has none -----------
#
# Igamma(a + e, x) is computed as a power series in e, truncated after the requested order: each number of the usual
# recurrences (a series for small x, otherwise a continued fraction) becomes a list of coefficients.


if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]
    Series = list[Numbers]

_MOST_ORDER = 20
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


IgammaByA.prepare = lambda attrs: expect(attrs, "order", 1 <= attrs["order"] <= _MOST_ORDER, f"from 1 to {_MOST_ORDER}")


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


def _repeated(step: Callable[[Any], Any], state: Any) -> Any:
    """Repeat a step on a state, whose first part counts and whose last part is whether something still changes."""
    while state[0] < _ROUNDS and np.any(state[-1]):
        state = step(state)
    return state


def _lower(a: Numbers, x: Numbers, order: int) -> Numbers:
    """Compute the series x^a e^-x / gamma(a + 1) * sum of x^k / ((a + 1) ... (a + k))."""

    def another(state: tuple[Any, Series, Series, Any]) -> tuple[Any, Series, Series, Any]:
        k, term, total, _ = state
        base = a + k
        new = [term[0] * x / base]
        for i in range(1, order + 1):
            new.append((term[i] * x - new[i - 1]) / base)
        total = [s + t for s, t in zip(total, new, strict=True)]
        is_small = [np.all(np.abs(t) <= 1e-17 * np.abs(s)) for s, t in zip(total, new, strict=True)]
        return k + 1, new, total, ~np.all(np.stack(is_small))

    first: Series = [np.ones_like(a), *(np.zeros_like(a) for _ in range(order))]
    total: Series = _repeated(another, (1, first, first, True))[2]
    return _coefficient(_factor(a, x, 1.0, order), total, order) * math.factorial(order)


def _upper(a: Numbers, x: Numbers, order: int) -> Numbers:
    """Compute Legendre's continued fraction for 1 - Igamma."""

    def times(series: Series, number: Numbers) -> Series:
        rest = [series[i] * number - series[i - 1] for i in range(1, order + 1)]
        return [series[0] * number, *rest]

    factor = _factor(a, x, 0.0, order)
    weights = [np.abs(each) for each in factor]
    noise = 10.0 ** (order - 15)  # of the ratio, whose differences lose a digit with each order

    def another(state: tuple[Any, ...]) -> tuple[Any, ...]:
        k, (p, p_before), (q, q_before), last, before, is_moving = state
        y, z = 1 - a + k, x + 2 - a + 2 * k

        def step(series: Series, earlier: Series) -> Series:
            return [u - k * v for u, v in zip(times(series, z), times(earlier, y), strict=True)]

        p, p_before, q, q_before = step(p, p_before), p, step(q, q_before), q
        scale = 1 / np.abs(q[0])
        p, p_before, q, q_before = (_scaled(each, scale) for each in (p, p_before, q, q_before))
        result = _ratio(p, q, order)
        change = _coefficient(weights, [np.abs(new - old) for new, old in zip(result, last, strict=True)], order)
        total = _coefficient(weights, [np.abs(new) for new in result], order)
        is_moving = is_moving & ((change > noise * total) | ((change > 1e-16 * total) & (change < before)))
        return k + 1, (p, p_before), (q, q_before), result, change, is_moving

    zeros: Series = [np.zeros_like(a) for _ in range(order)]
    p, q = [x + 1, *zeros], times([x, *zeros], x + 2 - a)
    befores = [np.ones_like(a), *zeros], [x, *zeros]
    begin = (
        1,
        (p, befores[0]),
        (q, befores[1]),
        _ratio(p, q, order),
        np.full_like(a, np.inf),
        np.ones(a.shape, np.bool_),
    )
    return -_coefficient(factor, _repeated(another, begin)[3], order) * math.factorial(order)


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
    special = scipy_special()
    b = a + shift
    by_a: Series = [np.log(x) - special.digamma(b)]
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
