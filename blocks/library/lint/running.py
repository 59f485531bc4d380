"""The lint rule that needs a run: blocks that pass no gradient in any step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from blocks.base.types import Array

_FLAT = 1e-6
"""The distance from a bound within which the gradient of a Sigmoid or Tanh is negligible."""


class DeadGradient(NamedTuple):
    """The condition under which a block type passes no gradient.

    Attributes:
        pin: the input that is to blame.
        flat: return the elements of a result through which no gradient passes.
        message: the condition in words, with the number of elements.
    """

    pin: str
    flat: Callable[[Array], Array]
    message: str
    mend: str


def _zero(result: Array) -> Array:
    return result == 0


def _saturated(low: int, high: int, message: str) -> DeadGradient:
    def flat(result: Array) -> Array:
        return (result < low + _FLAT) | (result > high - _FLAT)

    return DeadGradient("x", flat, message, "use smaller weights or a smaller learning rate")


_NEGATIVE = DeadGradient(
    "features",
    _zero,
    "all {count} inputs are 0 or less",
    "use other initial values, a smaller learning rate, or LeakyRelu",
)
DEAD: Mapping[str, DeadGradient] = {
    "Relu": _NEGATIVE,
    "Relu6": _NEGATIVE,
    "Sigmoid": _saturated(0, 1, "all {count} outputs are within 1e-6 of 0 or 1"),
    "Tanh": _saturated(-1, 1, "all {count} outputs are within 1e-6 of -1 or 1"),
}
"""The conditions by type. A block is dead if its condition holds in every observed step."""
