"""Functions without fast NumPy loops on most processors, composed of functions that have them everywhere.

If NumPy has a fast loop for one of these functions, it is used: with AVX-512, it is three to nine times as fast.

In float32, the results are within four units in the last place of the exact ones; those of Erf within seven, as in
TensorFlow. Cases that depend on the range of a number are selected by the sign of a difference, because masks are
slower.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.lib.introspect import opt_func_info

from blocks.base.types import Array
from blocks.library.math.chunked import in_pairs, in_pieces

_SIGN = np.uint32(1 << 31)
_SMALLEST = np.finfo(np.float32).smallest_subnormal
_LARGEST = np.finfo(np.float32).max
_ABOVE = (2.1082645e-06, 0.00028567572, 0.0036739902, 0.052479892, 0.18789915, 1.1283792)
_BELOW = (3.8731804e-05, 0.0011455145, 0.014785014, 0.11312956, 0.49985416, 1.0)
"""erf(x) / x as a quotient of polynomials of x², highest power first, to a relative 1.5e-8 for |x| <= 3.85."""
_RISE = (-0.04449904458025619, -0.29507191849452974, -0.33333332866672377)
_FALL = (0.05430124385152564, 0.596078785878878, 1.4852142960912618, 1.0)
"""(atan(t) / t - 1) / t² as a quotient of polynomials of t², to a relative 1.4e-8, for 0 <= t <= 1."""
_ARC = (0.03819628492299793, 0.026499377528081014, 0.04500989914685133, 0.07498813213253658, 0.16666672732421106)
"""(asin(s) / s - 1) / s² as a polynomial of s², to a relative 3.7e-7, for 0 <= s <= 1/2: 1.5e-8 of asin."""


class _Told:
    """An operand for looking up a ufunc: applying a function to it returns the ufunc itself."""

    def __array_ufunc__(self, ufunc: Any, *_: Any) -> Any:
        return ufunc


def _clip() -> Any:
    """Return the ufunc behind `numpy.clip`, which is ten times faster for small arrays but not public."""
    numbers: Any = np.zeros(1)
    told = numbers.clip(_Told(), 1)
    return told if isinstance(told, np.ufunc) else np.clip


clip: Any = _clip()


@functools.cache
def is_fast(function: np.ufunc) -> bool:
    """Return whether NumPy vectorizes a function for float32.

    The processor alone decides, so results do not differ from run to run. Only on Linux does NumPy contain the loops
    that it reports.
    """
    result = opt_func_info(f"^{function.__name__}$", "float32").get(function.__name__, {})
    return sys.platform == "linux" and not all(loop["current"].startswith("baseline") for loop in result.values())


def unless_fast(function: np.ufunc) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Replace a composed kernel by NumPy's own function, also on threads, if that function is fast."""

    def wrapped(composed: Callable[..., Any]) -> Callable[..., Any]:
        theirs = in_pieces(0)(function)

        @functools.wraps(composed)
        def kernel(x: Array, out: Array | None = None) -> Any:
            return theirs(x, out) if is_fast(function) else composed(x, out)

        return kernel

    return wrapped


@in_pieces(2)
def elu(x: Array, out: Array | None, a: Array, b: Array) -> Any:
    """Keep positive values; otherwise compute e^x - 1 = 2t / (1 - t) with t = tanh(x / 2)."""
    clip(x, -np.inf, 0, a)
    np.multiply(a, 0.5, a)
    np.tanh(a, a)
    np.subtract(1, a, b)
    np.add(a, a, a)
    np.divide(a, b, a)
    return np.add(clip(x, 0, np.inf, b), a, out)


@in_pieces(3)
def softplus(x: Array, out: Array | None, a: Array, b: Array, c: Array) -> Any:
    """log(1 + e^x) = max(x, 0) + log(u + d) with u = 1 + e^-|x| and its rounding error d."""
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


@unless_fast(np.log1p)
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


@unless_fast(np.expm1)
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


@unless_fast(np.tan)
@in_pieces(2)
def tan(x: Array, out: Array | None, a: Array, b: Array) -> Any:
    return np.divide(np.sin(x, a), np.cos(x, b), out)


@in_pieces(4)
def erf(x: Array, out: Array | None, a: Array, b: Array, c: Array, d: Array) -> Any:
    clip(x, -3.85, 3.85, a)
    np.multiply(a, a, b)
    _polynomial(b, _ABOVE, c)
    _polynomial(b, _BELOW, d)
    np.multiply(a, c, a)
    np.divide(a, d, a)
    return clip(a, -1, 1, out)


@unless_fast(np.arctan)
@in_pieces(5)
def atan(x: Array, out: Array | None, a: Array, b: Array, c: Array, d: Array, e: Array) -> Any:
    """Compute the arctangent of |x|, for |x| > 1 from that of 1 / |x|."""
    np.absolute(x, a)
    np.divide(clip(a, 0, 1, b), clip(a, 1, np.inf, c), b)
    _angle(b, c, d, e)
    _reflected(b, np.pi / 2, np.subtract(1, a, a), a, c, b)
    return _with_sign_of(x, b, out, c)


def atan2(x: Array, y: Array, out: Array | None = None) -> Any:
    """Compute the arctangent of the smaller of |x| and |y| over the larger, then select the octant."""
    if is_fast(np.arctan2):
        return in_pairs(np.arctan2, (), x, y, out)
    return in_pairs(_atan2, [np.float32] * 5, x, y, out)


def _atan2(x: Array, y: Array, out: Array, a: Array, b: Array, c: Array, d: Array, e: Array) -> None:
    np.maximum(np.absolute(x, a), np.absolute(y, b), out=c)
    odd = None if c.max() < np.inf else np.flatnonzero(~np.isfinite(c))
    exact = None if odd is None else np.arctan2(x[odd], y[odd])
    np.subtract(b, a, d)  # below 0 where it is nearer to the vertical axis
    np.divide(np.minimum(a, b, out=a), clip(c, _SMALLEST, np.inf, c), a)
    _angle(a, b, c, e)
    _reflected(a, np.pi / 2, d, b, c, a)
    _reflected(a, np.pi, y, b, c, a)
    _with_sign_of(x, a, out, b)
    if odd is not None:
        out[odd] = exact


@unless_fast(np.arcsin)
@in_pieces(4)
def asin(x: Array, out: Array | None, a: Array, b: Array, c: Array, d: Array) -> Any:
    """The arcsine p of |x|, or pi/2 - 2p with that of √((1 - |x|) / 2) for |x| > 1/2."""
    _half_angle(x, a, b, c, d)
    np.multiply(a, _chosen(b, -2, 1, c), a)
    np.add(a, _chosen(b, np.pi / 2, 0, c), a)
    return _with_sign_of(x, a, out, b)


@unless_fast(np.arccos)
@in_pieces(4)
def acos(x: Array, out: Array | None, a: Array, b: Array, c: Array, d: Array) -> Any:
    """pi/2 - p or 2p with the angles of `asin` for |x|, and pi minus that for negative x."""
    _half_angle(x, a, b, c, d)
    np.multiply(a, _chosen(b, 2, -1, c), a)
    np.add(a, _chosen(b, 0, np.pi / 2, c), a)
    return _reflected(a, np.pi, x, b, c, out)


def _half_angle(x: Array, angle: Array, large: Array, a: Array, b: Array) -> None:
    np.absolute(x, angle)
    np.subtract(1, angle, a)
    np.multiply(a, 0.5, a)
    np.sqrt(a, a)
    np.subtract(0.5, angle, large)
    _mask(large, large)
    np.minimum(angle, a, out=angle)
    np.multiply(angle, angle, a)
    _polynomial(a, _ARC, b)
    np.multiply(a, b, a)
    np.multiply(a, angle, a)
    np.add(angle, a, angle)


def _angle(ratio: Array, a: Array, b: Array, c: Array) -> None:
    np.multiply(ratio, ratio, a)
    _polynomial(a, _RISE, b)
    _polynomial(a, _FALL, c)
    np.multiply(a, b, a)
    np.divide(a, c, a)
    np.multiply(ratio, a, a)
    np.add(ratio, a, ratio)


def _reflected(x: Array, whole: float, where: Array, a: Array, b: Array, out: Array | None) -> Any:
    _mask(where, a)
    np.multiply(x, _chosen(a, -1, 1, b), x)
    return np.add(x, _chosen(a, whole, 0, b), out)


def _mask(x: Array, out: Array) -> None:
    np.right_shift(x.view(np.int32), 31, out.view(np.int32))


def _chosen(mask: Array, there: float, elsewhere: float, out: Array) -> Array:
    one, other = (np.float32(each).view(np.uint32) for each in (there, elsewhere))
    bits = out.view(np.uint32)
    np.bitwise_and(mask.view(np.uint32), one ^ other, bits)
    if elsewhere:
        np.bitwise_xor(bits, other, bits)
    return out


def _polynomial(x: Array, coefficients: Sequence[float], out: Array) -> None:
    first, second, *rest = coefficients
    np.multiply(x, first, out)
    np.add(out, second, out)
    for each in rest:
        np.multiply(out, x, out)
        np.add(out, each, out)


def _with_sign_of(x: Array, y: Array, out: Array | None, spare: Array) -> Any:
    """Copy the sign of x to y (float32), which must not be negative where the signs differ."""
    bits = np.bitwise_and(x.view(np.uint32), _SIGN, spare.view(np.uint32))
    result = y if out is None else out
    np.bitwise_or(y.view(np.uint32), bits, result.view(np.uint32))
    return result
