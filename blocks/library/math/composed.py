"""Functions that NumPy works out number by number, composed of those for which it has fast loops.

A formula is a function of x, of the array to write to (None makes a new one) and of spare arrays. It writes to the
first in its last operation only, since that may be x. In float32 the results are at most four units in the last place
away from the exact ones, those of Erf seven, as TensorFlow's.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from blocks.base.types import Array
from blocks.graph.lines import clip

_PIECE = 1 << 15
"""Elements that are worked on together: what lies between the operations stays in the cache."""
_SIGN = np.uint32(1 << 31)
_LARGEST = np.finfo(np.float32).max
_ABOVE = (2.1082645e-06, 0.00028567572, 0.0036739902, 0.052479892, 0.18789915, 1.1283792)
_BELOW = (3.8731804e-05, 0.0011455145, 0.014785014, 0.11312956, 0.49985416, 1.0)
"""erf(x) / x as a quotient of polynomials of x², highest power first, to a relative 1.5e-8 for |x| <= 3.85."""


def in_pieces(spares: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make a kernel of a formula with so many spare arrays: large arrays are gone through piece by piece."""

    def wrapped(formula: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(formula)
        def kernel(x: Array, out: Array | None = None) -> Any:
            flat = x.size > _PIECE and x.flags.forc and (out is None or out.strides == x.strides)
            if not flat:
                return formula(x, out, *[np.empty_like(x) for _ in range(spares)])
            result = np.empty_like(x) if out is None else out
            given, made = x.reshape(-1, order="A"), result.reshape(-1, order="A")
            held = [np.empty(_PIECE, x.dtype) for _ in range(spares)]
            for start in range(0, x.size, _PIECE):
                piece = given[start : start + _PIECE]
                formula(piece, made[start : start + _PIECE], *[each[: piece.size] for each in held])
            return result

        return kernel

    return wrapped


@in_pieces(2)
def elu(x: Array, out: Array | None, a: Array, b: Array) -> Any:
    """What is positive stays, else e^x - 1 = 2t / (1 - t) with t = tanh(x / 2)."""
    clip(x, -np.inf, 0, a)
    np.multiply(a, 0.5, a)
    np.tanh(a, a)
    np.subtract(1, a, b)
    np.add(a, a, a)
    np.divide(a, b, a)
    return np.add(clip(x, 0, np.inf, b), a, out)


@in_pieces(3)
def softplus(x: Array, out: Array | None, a: Array, b: Array, c: Array) -> Any:
    """log(1 + e^x) = max(x, 0) + log(1 + w) with w = e^-|x|; what is lost of w in u = 1 + w is added as log(u + d)."""
    np.absolute(x, a)
    np.negative(a, a)
    np.exp(a, a)
    np.add(a, 1, b)
    np.subtract(b, 1, c)
    np.subtract(a, c, a)
    np.divide(a, b, a)
    np.log(b, b)
    np.add(a, b, a)
    return np.add(clip(x, 0, np.inf, b), a, out)


@in_pieces(3)
def log1p(x: Array, out: Array | None, a: Array, b: Array, c: Array) -> Any:
    """log(u) + (x - (u - 1)) / u with u = 1 + x; the bounds are for -1 and infinity, where that is 0 / 0."""
    np.add(x, 1, a)
    clip(a, 1e-30, _LARGEST, b)
    np.log(a, a)
    np.subtract(b, 1, c)
    np.subtract(x, c, c)
    np.divide(c, b, c)
    np.add(a, c, a)
    return _with_sign_of(x, a, out, b)


@in_pieces(2)
def expm1(x: Array, out: Array | None, a: Array, b: Array) -> Any:
    """e^x - 1 = max(e^x, 1) 2t / (1 + |t|) with t = tanh(x / 2)."""
    np.multiply(x, 0.5, a)
    np.tanh(a, a)
    np.absolute(a, b)
    np.add(b, 1, b)
    np.divide(a, b, a)
    np.add(a, a, a)
    clip(x, 0, np.inf, b)
    np.exp(b, b)
    return np.multiply(a, b, out)


@in_pieces(2)
def tan(x: Array, out: Array | None, a: Array, b: Array) -> Any:
    """sin(x) / cos(x)."""
    return np.divide(np.sin(x, a), np.cos(x, b), out)


@in_pieces(4)
def erf(x: Array, out: Array | None, a: Array, b: Array, c: Array, d: Array) -> Any:
    """A quotient of polynomials: beyond the bounds the nearest number is 1."""
    clip(x, -3.85, 3.85, a)
    np.multiply(a, a, b)
    _polynomial(b, _ABOVE, c)
    _polynomial(b, _BELOW, d)
    np.multiply(a, c, a)
    np.divide(a, d, a)
    return clip(a, -1, 1, out)


def _polynomial(x: Array, coefficients: Sequence[float], out: Array) -> None:
    first, second, *rest = coefficients
    np.multiply(x, first, out)
    np.add(out, second, out)
    for each in rest:
        np.multiply(out, x, out)
        np.add(out, each, out)


def _with_sign_of(x: Array, y: Array, out: Array | None, spare: Array) -> Any:
    """Give y the sign of x, which it has but where it is 0; float32."""
    bits = np.bitwise_and(x.view(np.uint32), _SIGN, spare.view(np.uint32))
    result = y if out is None else out
    np.bitwise_or(y.view(np.uint32), bits, result.view(np.uint32))
    return result
