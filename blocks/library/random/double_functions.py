"""Double-precision logarithms and powers, bit-identical to the GNU C library and therefore to TensorFlow.

NumPy uses its own implementations on processors with wide registers, which differ in about one of a hundred results.
"""

from __future__ import annotations

import math
import sys
from typing import Any

import numpy as np

from blocks.base.types import Array

_few = 1 << 20
"""Numbers that are still asked for one by one: to import SciPy takes as long as a million."""


def log(x: Array) -> Array:
    """Return natural logarithms of float64 numbers from 0 [...]; Python and SciPy call the C library."""
    global _few  # noqa: PLW0603  # SciPy is imported once for the whole process
    if x.size <= _few and "scipy.special" not in sys.modules and x.all():
        _few -= x.size
        return np.fromiter(map(math.log, x.ravel().tolist()), np.float64, x.size).reshape(x.shape)
    import scipy.special  # pyright: ignore[reportMissingTypeStubs]

    special: Any = scipy.special
    return special.xlogy(1.0, x)


def log1p(x: Array) -> Array:
    """Return ln(1 + x) of float64 numbers above -1, [n]."""
    return np.fromiter(map(math.log1p, x.tolist()), np.float64, x.size)


def power(x: Array, y: Array) -> Array:
    """Return powers of float64 numbers from 0 with positive exponents, all [n]."""
    return np.fromiter(map(math.pow, x.tolist(), y.tolist()), np.float64, x.size)
