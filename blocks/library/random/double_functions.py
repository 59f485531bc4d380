"""Logarithm and powers of double precision to the last bit as the GNU C library has them, and so TensorFlow.

NumPy has its own for processors with wide registers, which differ from those in one of some hundred results.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from blocks.base.types import Array


def log(x: Array) -> Array:
    """The natural logarithm; SciPy asks the C library for it.

    Args:
        x: [...] numbers from 0, float64.
    """
    import scipy.special  # pyright: ignore[reportMissingTypeStubs]  # takes a while

    special: Any = scipy.special
    return special.xlogy(1.0, x)


def log1p(x: Array) -> Array:
    """The natural logarithm of 1 + x.

    Args:
        x: [n] numbers above -1, float64.
    """
    return np.fromiter(map(math.log1p, x.tolist()), np.float64, x.size)


def power(x: Array, y: Array) -> Array:
    """The powers of some numbers.

    Args:
        x: [n] numbers from 0, float64.
        y: [n] the exponents, positive, float64.
    """
    return np.fromiter(map(math.pow, x.tolist(), y.tolist()), np.float64, x.size)
