"""The lint rule that needs a run: blocks that pass no gradient in any step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from blocks.base.types import Array

_FLAT = 1e-6
"""The distance from 0 or 1 within which the gradient of a Sigmoid is negligible."""


class DeadGradient(NamedTuple):
    """The condition under which a block type passes no gradient.

    Attributes:
        pin: the input that is to blame.
        holds: return whether a result shows the condition.
        message: the condition in words, with the number of elements.
    """

    pin: str
    holds: Callable[[Array], bool]
    message: str
    mend: str


def _all_zero(result: Array) -> bool:
    return not result.any()


def _all_flat(result: Array) -> bool:
    return bool(np.all((result < _FLAT) | (result > 1 - _FLAT)))


_NEGATIVE = DeadGradient(
    "features",
    _all_zero,
    "all {count} inputs are 0 or less",
    "use other initial values, a smaller learning rate, or LeakyRelu",
)
DEAD: Mapping[str, DeadGradient] = {
    "Relu": _NEGATIVE,
    "Relu6": _NEGATIVE,
    "Sigmoid": DeadGradient(
        "x",
        _all_flat,
        "all {count} outputs are within 1e-6 of 0 or 1",
        "use smaller weights or a smaller learning rate",
    ),
}
"""The conditions by type. A block is dead if its condition holds in every observed step."""
