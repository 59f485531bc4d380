"""Functions of one tensor, one line each: exponentials, roots, trigonometry, rounding, and tests for NaN and infinity.

A gradient rule gets (dy, x, y) and returns dx; it is written for real numbers, see `shared.unary`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.dtypes import DOUBLE, FLOAT, FLOATS, INDEX
from blocks.base.types import Array
from blocks.graph.build import BlockType
from blocks.library.declare import block, make
from blocks.library.math.shared import FLOATING, JAX, PYTORCH, no_gradient, scipy_special, unary, widened


def _sigmoid(x: Array, out: Array | None = None) -> Any:
    if x.dtype.kind == "c":
        # On the left by way of e^x: one over a complex infinity would be NaN.
        left = np.less(np.real(x), 0)
        power = np.exp(np.where(left, x, np.negative(x)))
        return np.divide(np.where(left, power, x.dtype.type(1)), np.add(power, 1), out)
    one = x.dtype.type(1)
    return np.divide(one, np.add(np.exp(np.negative(x)), one), out)


def _rsqrt(x: Array, out: Array | None = None) -> Any:
    return np.reciprocal(np.sqrt(x), out)


def _scipy(name: str) -> Callable[..., Any]:
    def kernel(x: Array, out: Array | None = None) -> Any:
        function: Any = getattr(scipy_special(), name)
        return function(x) if out is None else function(x, out)

    return widened(kernel)


_SLOPE = 2 / math.sqrt(math.pi)
_ZERO_TIMES_INFINITY = """the gradient where the incoming gradient is 0 and the slope is infinite or NaN: 0 with
        "tensorflow", NaN with "jax" and "pytorch"."""

# fmt: off
Exp = unary("Exp", np.exp, FLOATING, "Compute the exponential function: y = e^x.",
            lambda dy, x, y: dy * y, foldable=True,
            formula="exp({x})", example=([0.0, 1.0], [1.0, 2.7182817]))
Expm1 = unary("Expm1", np.expm1, FLOATING, "Compute y = e^x - 1, also accurate for small x.",
              lambda dy, x, y: dy * Exp(x), formula="expm1({x})", example=([0.0, 1.0], [0.0, 1.7182818]))
Log = unary("Log", np.log, FLOATING, "Compute the natural logarithm: y = ln x.",
            lambda dy, x, y: dy / x, foldable=True,
            formula="log({x})", example=([1.0, 2.7182817], [0.0, 1.0]))
Log1p = unary("Log1p", np.log1p, FLOATING, "Compute y = ln(1 + x), also accurate for small x.",
              lambda dy, x, y: dy / (1 + x), formula="log1p({x})", example=([0.0, 1.0], [0.0, 0.6931472]))
Sqrt = unary("Sqrt", np.sqrt, FLOATING, "Compute the square root: y = √x. It is NaN for negative real numbers.",
             lambda dy, x, y: make("MulNoNan", 0.5 / y, dy), foldable=True,
             rules={(JAX, PYTORCH): lambda dy, x, y: dy * (0.5 / y)}, gradient_rule=_ZERO_TIMES_INFINITY,
             formula="sqrt({x})", example=([4.0, 9.0], [2.0, 3.0]))
Rsqrt = unary("Rsqrt", widened(_rsqrt), FLOATING, "Compute the reciprocal square root: y = 1 / √x.",
              lambda dy, x, y: make("MulNoNan", -0.5 * (y * y * y), dy), foldable=True,
              rules={(JAX,): lambda dy, x, y: dy * (-0.5 * (y / x)),
                     (PYTORCH,): lambda dy, x, y: dy * (-0.5 * (y * y * y))},
              gradient_rule=_ZERO_TIMES_INFINITY,
              formula="1 / sqrt({x})",
              example=([4.0, 16.0], [0.5, 0.25]))
Reciprocal = unary("Reciprocal", np.reciprocal, FLOATING, "Compute the reciprocal: y = 1 / x.",
                   lambda dy, x, y: make("MulNoNan", y * y, -dy), foldable=True,
                   rules={(JAX, PYTORCH): lambda dy, x, y: -dy * (y * y)}, gradient_rule=_ZERO_TIMES_INFINITY,
                   formula="1 / {x}", example=([4.0, -2.0], [0.25, -0.5]))
Sigmoid = unary("Sigmoid", widened(_sigmoid), FLOATING,
                "Compute the sigmoid (logistic) function: y = 1 / (1 + e^-x), in 0 ... 1.",
                lambda dy, x, y: dy * (y * (1 - y)), foldable=True,
                formula="sigmoid({x})",
                example=([0.0, 100.0], [0.5, 1.0]))
Tanh = unary("Tanh", np.tanh, FLOATING, "Compute the hyperbolic tangent: y = tanh(x), in -1 ... 1.",
             lambda dy, x, y: dy * (1 - y * y), foldable=True,
             formula="tanh({x})",
             example=([0.0, 1.0], [0.0, 0.7615942]))
Sin = unary("Sin", np.sin, FLOATING,
            "Compute the sine: y = sin(x), with x in radians.", lambda dy, x, y: dy * make("Cos", x),
            foldable=True,
            formula="sin({x})", example=([0.0, 1.0], [0.0, 0.841471]), x="the angle in radians.")
Cos = unary("Cos", np.cos, FLOATING,
            "Compute the cosine: y = cos(x), with x in radians.", lambda dy, x, y: -(dy * Sin(x)),
            foldable=True,
            formula="cos({x})", example=([0.0, 1.0], [1.0, 0.5403023]), x="the angle in radians.")
Tan = unary("Tan", np.tan, FLOATING,
            "Compute the tangent: y = tan(x), with x in radians.", lambda dy, x, y: dy * (1 + y * y),
            formula="tan({x})",
            example=([0.0, 1.0], [0.0, 1.5574077]), x="the angle in radians.")
Asin = unary("Asin", np.arcsin, FLOATING,
             "Compute the arcsine: the angle in -π/2 ... π/2 whose sine is x.",
             lambda dy, x, y: dy * Rsqrt(1 - x * x),
             formula="arcsin({x})", example=([0.0, 1.0], [0.0, 1.5707964]), y="the angle in radians.")
Acos = unary("Acos", np.arccos, FLOATING,
             "Compute the arccosine: the angle in 0 ... π whose cosine is x.",
             lambda dy, x, y: -(dy * Rsqrt(1 - x * x)), formula="arccos({x})", example=([0.0, 1.0], [1.5707964, 0.0]),
             y="the angle in radians.")
Atan = unary("Atan", np.arctan, FLOATING,
             "Compute the arctangent: the angle in -π/2 ... π/2 whose tangent is x.",
             lambda dy, x, y: dy / (1 + x * x),
             formula="arctan({x})", example=([0.0, 1.0], [0.0, 0.7853982]), y="the angle in radians.")
Sinh: BlockType = unary("Sinh", np.sinh, FLOATING, "Compute the hyperbolic sine: y = (e^x - e^-x) / 2.",
             lambda dy, x, y: dy * make("Cosh", x), formula="sinh({x})", example=([0.0, 1.0], [0.0, 1.1752012]))
Cosh: BlockType = unary("Cosh", np.cosh, FLOATING, "Compute the hyperbolic cosine: y = (e^x + e^-x) / 2.",
             lambda dy, x, y: dy * Sinh(x), formula="cosh({x})", example=([0.0, 1.0], [1.0, 1.5430807]))
Asinh = unary("Asinh", np.arcsinh, FLOATING, "Compute the inverse hyperbolic sine: y = ln(x + √(x² + 1)).",
              lambda dy, x, y: dy / Cosh(y),
              formula="arcsinh({x})", example=([0.0, 1.1752012], [0.0, 1.0]))
Acosh = unary("Acosh", np.arccosh, FLOATING,
              "Compute the inverse hyperbolic cosine, which is 0 or more. It is NaN for real numbers below 1.",
              lambda dy, x, y: dy / Sinh(y),
              formula="arccosh({x})", example=([1.0, 1.5430807], [0.0, 1.0]))
Atanh = unary("Atanh", np.arctanh, FLOATING,
              "Compute the inverse hyperbolic tangent. It is infinite at ±1, and NaN for real numbers outside [-1, 1].",
              lambda dy, x, y: dy / (1 - x * x),
              formula="arctanh({x})", example=([0.0, 0.7615942], [0.0, 1.0]))
Erf = unary("Erf", _scipy("erf"), FLOATS,
            "Compute the error function: y = 2/√π times the integral of e^(-t²) from 0 to x.\n\nSource: "
                "NIST Digital Library of Mathematical Functions, section 7.2.",
            lambda dy, x, y: dy * (_SLOPE * Exp(-(x * x))), formula="erf({x})", example=([0.0, 1.0], [0.0, 0.8427008]))
Erfc = unary("Erfc", _scipy("erfc"), FLOATS, "Compute the complementary error function: y = 1 - erf(x), "
                                                 "also accurate for large x.\n\nSource: NIST Digital Library "
                                                 "of Mathematical Functions, section 7.2.",
             lambda dy, x, y: dy * (-_SLOPE * Exp(-(x * x))),
             example=([0.0, 1.0], [1.0, 0.1572992]))
Erfinv = unary("Erfinv", _scipy("erfinv"), FLOATS,
               "Compute the inverse error function. It is infinite at ±1, and NaN outside [-1, 1].\n\nSource: "
                   "NIST Digital Library of Mathematical Functions, section 7.17.",
               lambda dy, x, y: dy * (Exp(y * y) / _SLOPE),
               example=([0.0, 0.8427008], [0.0, 1.0]))
Ndtri = unary("Ndtri", _scipy("ndtri"), FLOATS,
              "Compute the quantile function of the standard normal distribution (the inverse of its "
                  "CDF).\n\nIt is infinite at 0 and 1, NaN beyond.\n\nSource: NIST Digital Library of "
                  "Mathematical Functions, section 7.17.",
              lambda dy, x, y: dy * (math.sqrt(2 * math.pi) * Exp(y * y / 2)),
              example=([0.5, 0.8413447], [0.0, 1.0]))
# fmt: on


_STEPS = "rounding is a step function, and its derivative is 0 wherever it exists"


def _round(x: Array, out: Array | None = None) -> Any:
    return np.positive(x, out) if x.dtype.kind == "i" else np.rint(x, out)


# fmt: off
Ceil = no_gradient(unary("Ceil", np.ceil, FLOATS, "Round up to an integer: y = ⌈x⌉.",
                         example=([1.2, -1.2], [2.0, -1.0]), foldable=True,
                         discontinuity="floor", not_differentiable=_STEPS))
Floor = no_gradient(unary("Floor", np.floor, FLOATS, "Round down to an integer: y = ⌊x⌋.",
                          example=([1.2, -1.2], [1.0, -2.0]), foldable=True,
                          discontinuity="floor", not_differentiable=_STEPS))
Round = no_gradient(unary("Round", _round, (*FLOATS, *INDEX),
                          "Round to the nearest integer, and halves to the nearest even one. Integers are unchanged.",
                          example=([1.2, 2.5], [1.0, 2.0]), foldable=True,
                          discontinuity="nearest", not_differentiable=_STEPS))
Rint = no_gradient(unary("Rint", np.rint, (FLOAT, DOUBLE),
                         "Round to the nearest integer, and halves to the nearest even one.",
                         example=([1.2, 2.5], [1.0, 2.0]), foldable=True,
                         discontinuity="nearest", not_differentiable=_STEPS))
IsNan = unary("IsNan", np.isnan, FLOATS, "Test for NaN: true where an element is not a number.", result="bool",
              example=([1.0, "NaN"], [False, True]))
IsInf = unary("IsInf", np.isinf, FLOATS, "Test for infinity: true where an element is infinite.", result="bool",
              example=([1.0, "Infinity"], [False, True]))
IsFinite = unary("IsFinite", np.isfinite, FLOATS,
                 "Test for finite values: true where an element is neither infinite nor NaN.",
                 result="bool", example=([1.0, "Infinity", "NaN"], [True, False, False]))
# fmt: on


@block(
    "x1: T, x2: T -> output: T",
    T=(DOUBLE, FLOAT),
    broadcasts=True,
    example={"x1": [1.0, 1.0], "x2": [2.0, 1.0], "output": [1.0000001, 1.0]},
)
def NextAfter(x1: Array, x2: Array) -> Any:
    """Return the next representable floating-point number after x1 toward x2, or x2 if they are equal.

    Args:
        x1: [...] the starting values.
        x2: [...] the values that give the direction, broadcast against x1.

    Returns:
        output: [...] the neighboring values.
    """
    return np.nextafter(x1, x2)


NextAfter.gradient("x1", "x2")(lambda call, dy: (dy, make("ZerosLike", dy)))
