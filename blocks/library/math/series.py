"""Derivatives of the digamma function for many float32 numbers, which SciPy works out one by one."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.types import Array
from blocks.library.math.pieces import in_pieces

HIGHEST = 8
"""The highest derivative for which powers and factorials stay within double precision."""
_TERMS = 8
_BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730)
"""Bernoulli's numbers with even places, from the second on."""


def polygamma(order: int, y: Array, others: Callable[[Array], Array]) -> Array:
    """The derivative of an order from 1 to `HIGHEST`, worked out in double precision.

    Args:
        order: which derivative.
        y: where, float32.
        others: the same for numbers that are not above 0.
    """
    factor = (-1) ** (order + 1) * math.factorial(order)

    @in_pieces(0)
    def kernel(y: Array, out: Array | None) -> Any:
        odd = ~(y > 0)
        found = _zeta(order + 1, np.where(odd, 1, y).astype(np.float64))
        result = np.multiply(found, factor, out, dtype=np.float64, casting="same_kind")
        result = result.astype(np.float32, copy=False)
        if odd.any():
            result[odd] = others(y[odd])
        return result

    return kernel(y)


def _zeta(s: int, q: Array) -> Array:
    """The sum of 1 / (q + n)^s over n = 0, 1, 2, ...: some first terms, and Euler's and Maclaurin's series."""
    a = np.reciprocal(q + _TERMS)
    term, total = a * a, np.zeros_like(q)
    for k in range(len(_BERNOULLI), 0, -1):
        rising = math.factorial(s + 2 * k - 2) // math.factorial(s - 1)
        total += _BERNOULLI[k - 1] * rising / math.factorial(2 * k)
        total *= term
    total += 1 / (s - 1)
    total += np.multiply(a, 0.5, term)
    for _ in range(s - 1):
        total *= a
    for k in range(_TERMS):
        np.reciprocal(np.add(q, k, a), a)
        power = np.multiply(a, a, term)
        for _ in range(s - 2):
            power *= a
        total += power
    return total
