"""Bessel functions, integrals without closed forms, the dilogarithm, and derivatives of elementary functions.

SciPy computes the values; float16 and bfloat16 are computed in float32. At the edges of a function's domain, where
conventions differ, they follow TensorFlow.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.dtypes import FLOATS
from blocks.base.errors import DiagramError
from blocks.base.shapes import merge
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.graph.spec import Rule
from blocks.library.declare import declare, make
from blocks.library.math.shared import FLOATING, PAGE, UnaryRule, conj, scipy_special, unary, widened


def _scipy(
    name: str, at_0: float | None = None, below_0: float | None = None, double_at_0: float | None = None
) -> Callable[..., Any]:
    """Build a kernel from a SciPy function, which is imported on demand.

    Args:
        at_0: TensorFlow's value at 0, if SciPy's differs.
        below_0: the value for all negative numbers, if SciPy's differs.
        double_at_0: the value at 0 in double precision, if that differs.
    """

    def kernel(x: Array, out: Array | None = None) -> Any:
        function: Any = getattr(scipy_special(), name)
        here = at_0 if double_at_0 is None or x.dtype != np.float64 else double_at_0
        edges = [(here, np.equal(x, 0)), (below_0, np.less(x, 0))]  # first, since out may be x
        result: Array = np.asarray(function(x)) if out is None else function(x, out)
        for value, where in edges:
            if value is not None:
                result[where] = value
        return result

    return widened(kernel)


def _fresnel(index: int) -> Callable[..., Any]:
    def kernel(x: Array, out: Array | None = None) -> Any:
        result: Any = scipy_special().fresnel(x)[index]
        if out is None:
            return result
        out[...] = result
        return out

    return widened(kernel)


def _function(
    name: str, kernel: Callable[..., Any], summary: str, section: str, rule: UnaryRule, example: tuple[Any, Any]
) -> BlockType:
    source = f"\n\nSource: NIST Digital Library of Mathematical Functions, section {section}."
    return unary(
        name,
        kernel,
        FLOATS,
        summary + source,
        rule,
        example=example,
        page="special_math_ops",
        x="the points at which to evaluate the function.",
        y="the function value for each element.",
    )


def _at_0(x: Output, elsewhere: Output) -> Output:
    return make("Where3", make("Equal", x, make("ZerosLike", x)), make("OnesLike", x) * 0.5, elsewhere)


def _over(y: Output, x: Output) -> Output:
    return make("DivNoNan", y, x)


BesselI0: BlockType = _function(
    "BesselI0",
    _scipy("i0"),
    "Compute the modified Bessel function of the first kind of order 0, I₀(x).",
    "10.25",
    lambda dy, x, y: dy * BesselI1(x),
    ([0.0, 1.0], [1.0, 1.2660658]),
)
BesselI0e: BlockType = _function(
    "BesselI0e",
    _scipy("i0e"),
    "Compute the exponentially scaled Bessel function e^-|x| I₀(x), which does not overflow.",
    "10.25",
    lambda dy, x, y: dy * (BesselI1e(x) - make("Sign", x) * y),
    ([0.0, 1.0], [1.0, 0.4657596]),
)
BesselI1: BlockType = _function(
    "BesselI1",
    _scipy("i1"),
    "Compute the modified Bessel function of the first kind of order 1, I₁(x).",
    "10.25",
    lambda dy, x, y: dy * _at_0(x, BesselI0(x) - _over(y, x)),
    ([0.0, 1.0], [0.0, 0.5651591]),
)
BesselI1e: BlockType = _function(
    "BesselI1e",
    _scipy("i1e"),
    "Compute the exponentially scaled Bessel function e^-|x| I₁(x), which does not overflow.",
    "10.25",
    lambda dy, x, y: dy * _at_0(x, BesselI0e(x) - y * make("Sign", x) - _over(y, x)),
    ([0.0, 1.0], [0.0, 0.2079104]),
)
BesselJ0: BlockType = _function(
    "BesselJ0",
    _scipy("j0"),
    "Compute the Bessel function of the first kind of order 0, J₀(x).",
    "10.2",
    lambda dy, x, y: -(dy * BesselJ1(x)),
    ([0.0, 1.0], [1.0, 0.7651977]),
)
BesselJ1: BlockType = _function(
    "BesselJ1",
    _scipy("j1"),
    "Compute the Bessel function of the first kind of order 1, J₁(x).",
    "10.2",
    lambda dy, x, y: dy * _at_0(x, BesselJ0(x) - _over(y, x)),
    ([0.0, 1.0], [0.0, 0.4400506]),
)
BesselK0: BlockType = _function(
    "BesselK0",
    _scipy("k0", math.inf, math.inf),
    "Compute the modified Bessel function of the second kind of order 0, K₀(x). It is infinite for x ≤ 0.",
    "10.25",
    lambda dy, x, y: -(dy * BesselK1(x)),
    ([1.0, 2.0], [0.4210244, 0.1138939]),
)
BesselK0e: BlockType = _function(
    "BesselK0e",
    _scipy("k0e", math.inf, math.inf),
    "Compute the exponentially scaled Bessel function e^x K₀(x), which does not underflow.",
    "10.25",
    lambda dy, x, y: dy * (y - BesselK1e(x)),
    ([1.0, 2.0], [1.1444631, 0.8415682]),
)
BesselK1: BlockType = _function(
    "BesselK1",
    _scipy("k1", math.inf, math.inf),
    "Compute the modified Bessel function of the second kind of order 1, K₁(x). It is infinite for x ≤ 0.",
    "10.25",
    lambda dy, x, y: -(dy * (BesselK0(x) + y / x)),
    ([1.0, 2.0], [0.6019072, 0.1398659]),
)
BesselK1e: BlockType = _function(
    "BesselK1e",
    _scipy("k1e", math.inf, math.inf),
    "Compute the exponentially scaled Bessel function e^x K₁(x), which does not underflow.",
    "10.25",
    lambda dy, x, y: dy * (y * (1 - 1 / x) - BesselK0e(x)),
    ([1.0, 2.0], [1.6361535, 1.0334768]),
)
BesselY0: BlockType = _function(
    "BesselY0",
    _scipy("y0", below_0=-math.inf),
    "Compute the Bessel function of the second kind of order 0, Y₀(x). It is minus infinity for x ≤ 0.",
    "10.2",
    lambda dy, x, y: -(dy * BesselY1(x)),
    ([1.0, 2.0], [0.0882570, 0.5103757]),
)
BesselY1: BlockType = _function(
    "BesselY1",
    _scipy("y1", math.nan, -math.inf, -math.inf),
    "Compute the Bessel function of the second kind of order 1, Y₁(x).\n\nFor x < 0 it is minus infinity. "
    "At 0 it is minus infinity in float64 and NaN in other dtypes.",
    "10.2",
    lambda dy, x, y: dy * (BesselY0(x) - y / x),
    ([1.0, 2.0], [-0.7812128, -0.1070324]),
)
Dawsn: BlockType = _function(
    "Dawsn",
    _scipy("dawsn"),
    "Compute Dawson's integral: e^(-x²) times the integral of e^(t²) from 0 to x.",
    "7.2",
    lambda dy, x, y: dy * (1 - 2 * x * y),
    ([0.0, 1.0], [0.0, 0.5380795]),
)
Expint: BlockType = _function(
    "Expint",
    _scipy("expi", below_0=math.nan),
    "Compute the exponential integral Ei(x): the integral of e^t / t from -∞ to x. It is NaN for x < 0.",
    "6.2",
    lambda dy, x, y: dy * (make("Exp", x) / x),
    ([1.0, 2.0], [1.8951178, 4.9542344]),
)
FresnelCos: BlockType = _function(
    "FresnelCos",
    _fresnel(1),
    "Compute the Fresnel integral C(x): the integral of cos(π t² / 2) from 0 to x.",
    "7.2",
    lambda dy, x, y: dy * make("Cos", math.pi / 2 * make("Square", x)),
    ([0.0, 1.0], [0.0, 0.7798934]),
)
FresnelSin: BlockType = _function(
    "FresnelSin",
    _fresnel(0),
    "Compute the Fresnel integral S(x): the integral of sin(π t² / 2) from 0 to x.",
    "7.2",
    lambda dy, x, y: dy * make("Sin", math.pi / 2 * make("Square", x)),
    ([0.0, 1.0], [0.0, 0.4382591]),
)
Spence: BlockType = _function(
    "Spence",
    _scipy("spence"),
    "Compute Spence's function (dilogarithm): the integral of ln t / (1 - t) from 1 to x. It is NaN for x < 0.",
    "25.12",
    lambda dy, x, y: (
        dy * make("Where3", make("Equal", x, make("OnesLike", x)), -make("OnesLike", x), make("Log", x) / (1 - x))
    ),
    ([1.0, 2.0], [0.0, -0.8224670]),
)


_Rule = Callable[[Output, Output, Output, Output], tuple[Operand, Operand]]


def _derivative(
    name: str, formula: Callable[[Any, Any], Any], summary: str, rule: _Rule, example: tuple[Any, Any, Any]
) -> BlockType:
    """Declare the derivative of a function.

    Args:
        formula: maps the function's value and gradient to the result.
        rule: the gradients of both, from the result's gradient, y, dy and the result.
        example: y, dy and the result.
    """
    doc = f"""{summary}

    Args:
        y: [...] the output of the function.
        dy: [...] the gradient with respect to that output.

    Returns:
        z: [...] the gradient with respect to the function's input.
    """
    values = dict(zip(("y", "dy", "z"), example, strict=True))
    result = declare(name, PAGE, "y: T, dy: T -> z: T", widened(formula, 2), T=FLOATING, doc=doc, example=values)
    result.shape(_common_shape)

    def gradient(call: Node, dz: Output) -> tuple[Operand, Operand]:
        y, dy = call.inputs
        return rule(dz, y, dy, call.outputs[0])

    result.rule = Rule(("y", "dy"), gradient)
    return result


def _conjugated(formula: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Return a formula of conj(y) that is 0 where dy is 0, even if y is not finite, as TensorFlow has it."""

    def kernel(y: Array, dy: Array) -> Array:
        values: Array = formula(np.conjugate(y) if y.dtype.kind == "c" else y, dy)
        return np.where(dy == 0, dy.dtype.type(0), values)

    return kernel


def _common_shape(call: Call) -> Shape:
    try:
        return merge(call.shape("y"), call.shape("dy"))
    except DiagramError as error:
        raise error.located(pin="dy") from None


SigmoidGrad: BlockType = _derivative(
    "SigmoidGrad",
    lambda y, dy: dy * y * (1 - y),
    "Compute the gradient of the sigmoid function from its output y: z = dy * y * (1 - y).",
    lambda dz, y, dy, z: (dz * conj(dy) * (1 - 2 * conj(y)), SigmoidGrad(conj(y), dz)),
    ([0.5, 1.0], [4.0, 4.0], [1.0, 0.0]),
)
TanhGrad: BlockType = _derivative(
    "TanhGrad",
    lambda y, dy: dy * (1 - y * y),
    "Compute the gradient of the hyperbolic tangent from its output y: z = dy * (1 - y²).",
    lambda dz, y, dy, z: (-2 * (dz * conj(dy) * conj(y)), TanhGrad(conj(y), dz)),
    ([0.0, 0.5], [4.0, 4.0], [4.0, 3.0]),
)
SqrtGrad: BlockType = _derivative(
    "SqrtGrad",
    _conjugated(lambda y, dy: dy * y.dtype.type(0.5) / y),
    "Compute the gradient of the square root from its output y: z = dy / (2 * y).",
    lambda dz, y, dy, z: (-(conj(dz / y) * z), 0.5 * (dz / y)),
    ([2.0, 4.0], [4.0, 4.0], [1.0, 0.5]),
)
RsqrtGrad: BlockType = _derivative(
    "RsqrtGrad",
    _conjugated(lambda y, dy: dy * (y.dtype.type(-0.5) * y * y * y)),
    "Compute the gradient of the reciprocal square root from its output y: z = -dy * y³ / 2.",
    lambda dz, y, dy, z: (-1.5 * (conj(dz) * dy * make("Square", conj(y))), RsqrtGrad(conj(y), dz)),
    ([1.0, 0.5], [4.0, 4.0], [-2.0, -0.25]),
)
ReciprocalGrad: BlockType = _derivative(
    "ReciprocalGrad",
    _conjugated(lambda y, dy: -dy * y * y),
    "Compute the gradient of the reciprocal from its output y: z = -dy * y².",
    lambda dz, y, dy, z: (-2 * (conj(dz) * dy * conj(y)), ReciprocalGrad(conj(y), dz)),
    ([1.0, 0.5], [4.0, 4.0], [-4.0, -1.0]),
)
