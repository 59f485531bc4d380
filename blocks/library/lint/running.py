"""Advice that needs a run: blocks that let no gradient through in any step, whatever the page looks like."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from blocks.base.types import Array

_FLAT = 1e-6
"""How near to its ends a Sigmoid gives no gradient that a step of training would notice."""


class Dead(NamedTuple):
    """When a type lets no gradient through.

    Attributes:
        pin: its input.
        holds: whether a result of it shows that.
        message: what that means, of so many numbers.
        mend: what to do about it.
    """

    pin: str
    holds: Callable[[Array], bool]
    message: str
    mend: str


def _all_zero(result: Array) -> bool:
    return not result.any()


def _all_flat(result: Array) -> bool:
    return bool(np.all((result < _FLAT) | (result > 1 - _FLAT)))


_NEGATIVE = Dead(
    "features", _all_zero, "all {count} inputs are 0 or less", "other initial values, a smaller step, or LeakyRelu"
)
DEAD: Mapping[str, Dead] = {
    "Relu": _NEGATIVE,
    "Relu6": _NEGATIVE,
    "Sigmoid": Dead(
        "x", _all_flat, "all {count} outputs are within 1e-6 of 0 or 1", "smaller weights, or a smaller step"
    ),
}
"""By type; what holds in each of the steps that are looked at makes a block dead."""
