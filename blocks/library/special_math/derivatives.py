"""Gradients of functions y = f(x) in terms of y: the gradient with respect to x from the one with respect to y."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.shapes import merge
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.graph.spec import Rule
from blocks.library.declare import declare, make
from blocks.library.math.shared import FLOATING, PAGE, conj, widened

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
