"""Rounding, and what kind of number a float is."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import DOUBLE, FLOAT, FLOATS, INDEX
from blocks.base.types import Array
from blocks.graph.graph import Node, Operand, Output
from blocks.library.declare import block
from blocks.library.math.shared import make, no_gradient, unary

_STEPS = "rounding is a step function: it is flat wherever it has a slope"


def _round(x: Array, out: Array | None = None) -> Any:
    if x.dtype.kind == "i":
        return np.positive(x, out)
    return np.rint(x, out)


# fmt: off
Ceil = no_gradient(unary("Ceil", np.ceil, FLOATS, "Round up to an integer.",
                         foldable=True, example=([1.2, -1.2], [2.0, -1.0]), not_differentiable=_STEPS))
Floor = no_gradient(unary("Floor", np.floor, FLOATS, "Round down to an integer.",
                          foldable=True, example=([1.2, -1.2], [1.0, -2.0]), not_differentiable=_STEPS))
Round = no_gradient(unary("Round", _round, (*FLOATS, *INDEX),
                          "Round to the nearest integer; halves to the nearest even one. Integers stay as they are.",
                          foldable=True, example=([1.2, 2.5], [1.0, 2.0]), not_differentiable=_STEPS))
Rint = no_gradient(unary("Rint", np.rint, (FLOAT, DOUBLE),
                         "Round to the nearest integer; halves to the nearest even one.",
                         foldable=True, example=([1.2, 2.5], [1.0, 2.0]), not_differentiable=_STEPS))
IsNan = unary("IsNan", np.isnan, FLOATS, "True where an element is NaN: not a number, as 0 / 0.", result="bool",
              example=([1.0, "NaN"], [False, True]))
IsInf = unary("IsInf", np.isinf, FLOATS, "True where an element is infinite.", result="bool",
              example=([1.0, "Infinity"], [False, True]))
IsFinite = unary("IsFinite", np.isfinite, FLOATS, "True where an element is neither infinite nor NaN.", result="bool",
                 example=([1.0, "Infinity", "NaN"], [True, False, False]))
# fmt: on


@block(
    "x1: T, x2: T -> output: T",
    T=(DOUBLE, FLOAT),
    broadcasts=True,
    example={"x1": [1.0, 1.0], "x2": [2.0, 1.0], "output": [1.0000001, 1.0]},
)
def NextAfter(x1: Array, x2: Array) -> Any:
    """The floating-point number next to x1 in the direction of x2; x2 itself where both are equal.

    Args:
        x1: [...] where from.
        x2: [...] where to; both are broadcast together.

    Returns:
        output: [...] the neighbours.
    """
    return np.nextafter(x1, x2)


@NextAfter.gradient("x1", "x2")
def _(call: Node, dy: Output) -> tuple[Operand, Operand]:
    return dy, make("ZerosLike", dy)
