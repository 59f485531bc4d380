"""NumPy's elementwise functions without a block type, composed of other functions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy

from blocks.base.dtypes import COMPLEX64, COMPLEX128, FLOAT, INT32, INT64
from blocks.interchange.tracing.operands import tensor
from blocks.interchange.tracing.tracer import Tracer
from blocks.library.declare import make

np: Any = numpy
"""NumPy: its functions are given traced arrays here, of which its types do not know."""

_SIGNED = {4: INT32, 8: INT64}


def _like(x: Any, value: Any) -> Any:
    return np.array(value, x.dtype)


def _factor(numerator: float, denominator: float) -> Callable[[Any], Any]:
    return lambda x: x * (_like(x, numerator) / _like(x, denominator))


def _hypot(x: Any, y: Any) -> Any:
    # NumPy takes the absolute value of a complex number by the same function of the C library.
    real = tensor(x)
    both = make("Complex", real, tensor(y), Tout=COMPLEX64 if real.dtype is FLOAT else COMPLEX128)
    return Tracer(make("ComplexAbs", both, Tout=real.dtype))


def _signbit(x: Any) -> Any:
    bits = make("Bitcast", tensor(x), type=_SIGNED[x.dtype.itemsize])
    return Tracer(make("Less", bits, np.zeros((), bits.dtype.numpy)))


def _copysign(x: Any, y: Any) -> Any:
    return np.where(_signbit(y), -np.abs(x), np.abs(x))


def _cube_root(x: Any) -> Any:
    return np.sign(x) * np.power(np.abs(x), _like(x, 1.0) / _like(x, 3.0))


def _extreme(ufunc: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    def chosen(x: Any, y: Any) -> Any:
        if x.dtype.kind != "f":
            return ufunc(x, y)
        return np.where(np.isnan(x), y, np.where(np.isnan(y), x, ufunc(x, y)))

    return chosen


def _heaviside(x: Any, at_zero: Any) -> Any:
    zero = _like(x, 0)
    return np.where(np.isnan(x), x, np.where(x == zero, at_zero, np.where(x < zero, zero, _like(x, 1))))


def _log_add(x: Any, y: Any) -> Any:
    """Return log(exp(x) + exp(y)); subtracting the larger exponent keeps the powers finite."""
    result = np.maximum(x, y) + np.log1p(np.exp(-np.abs(x - y)))
    return np.where(x == y, x + _like(x, np.log(2)), result)


def running(ufunc: Callable[[Any, Any], Any], x: Any, axis: int = 0, **_: Any) -> Any:
    """Return the extreme up to each element; each iteration looks twice as far back."""
    distance, size = 1, x.shape[axis]
    while distance < size:
        first, rest = (np.take(x, np.arange(begin, end), axis) for begin, end in ((0, distance), (distance, size)))
        before = np.take(x, np.arange(0, size - distance), axis)
        x = np.concatenate([first, ufunc(before, rest)], axis)
        distance *= 2
    return x


def _divmod(x: Any, y: Any) -> tuple[Any, Any]:
    return np.floor_divide(x, y), np.remainder(x, y)


def _power_of_2(x: Any) -> Any:
    return np.power(_like(x, 2), x)


def _logarithm(base: float, x: Any) -> Any:
    return np.log(x) / np.log(_like(x, base))


UFUNCS: dict[str, Callable[..., Any]] = {
    "hypot": _hypot, "signbit": _signbit, "copysign": _copysign, "cbrt": _cube_root,
    "deg2rad": _factor(np.pi, 180), "radians": _factor(np.pi, 180), "rad2deg": _factor(180, np.pi),
    "degrees": _factor(180, np.pi), "fmax": _extreme(np.maximum), "fmin": _extreme(np.minimum),
    "heaviside": _heaviside, "float_power": np.power, "divmod": _divmod,
    "exp2": _power_of_2, "log2": partial(_logarithm, 2), "log10": partial(_logarithm, 10),
    "logaddexp": _log_add,
}  # fmt: skip
"""By the names of ufuncs: what they are made of, given arrays of the dtypes that the ufunc computes with."""
