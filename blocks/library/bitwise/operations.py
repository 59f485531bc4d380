"""Bitwise logic and shifts of integers. Signed integers use two's complement."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.dtypes import INTEGERS
from blocks.base.types import Array
from blocks.library.math.shared import binary, unary

_PAGE = "bitwise_ops"
_NO_SLOPE = "integers have no gradient"
_OTHER = "integers of the same dtype. x and y are broadcast."
_PLACES = "the number of places. It is clipped to 0 ... bits - 1, where bits is the number of bits of x."
_Kernel = Callable[..., Any]


def _shift(shift: np.ufunc) -> _Kernel:
    """Return a shift limited to the number of bits; beyond it processors and NumPy differ."""

    def kernel(x: Array, y: Array, out: Array | None = None) -> Any:
        last = x.dtype.type(8 * x.dtype.itemsize - 1)
        return shift(x, np.clip(y, 0, last, dtype=y.dtype), out)

    return kernel


def _count(x: Array, out: Array | None = None) -> Any:
    return np.bitwise_count(x.view(f"u{x.dtype.itemsize}"), out)


def _both(name: str, kernel: _Kernel, summary: str, example: tuple[Any, Any, Any], y: str = _OTHER) -> Any:
    return binary(
        name,
        kernel,
        INTEGERS,
        summary,
        example=example,
        page=_PAGE,
        foldable=True,
        not_differentiable=_NO_SLOPE,
        x="integers.",
        y=y,
    )


# fmt: off
BitwiseAnd = _both("BitwiseAnd", np.bitwise_and, "Compute the bitwise AND of x and y.", ([6, 5], [3, 4], [2, 4]))
BitwiseOr = _both("BitwiseOr", np.bitwise_or, "Compute the bitwise OR of x and y.", ([6, 5], [3, 4], [7, 5]))
BitwiseXor = _both("BitwiseXor", np.bitwise_xor, "Compute the bitwise exclusive or (XOR) of x and y.",
                   ([6, 5], [3, 4], [5, 1]))
LeftShift = _both("LeftShift", _shift(np.left_shift),
                  "Shift the bits of x left by y places: x * 2^y. Bits beyond the highest are dropped.",
                  ([1, 5], [3, 1], [8, 10]), y=_PLACES)
RightShift = _both("RightShift", _shift(np.right_shift),
                   "Shift the bits of x right by y places: floor(x / 2^y). A negative x keeps its sign.",
                   ([8, -8], [3, 1], [1, -4]), y=_PLACES)
Invert = unary("Invert", np.invert, INTEGERS, "Invert each bit (bitwise NOT): -x - 1 for signed integers.", page=_PAGE,
               foldable=True, not_differentiable=_NO_SLOPE, example=([0, 5], [-1, -6]), x="integers.")
PopulationCount = unary("PopulationCount", _count, INTEGERS,
                        "Count the bits that are 1 in each element (population count).", page=_PAGE, result="uint8",
                        not_differentiable=_NO_SLOPE, example=([0, 7, -1], [0, 3, 32]), x="integers.",
                        y="the number of bits that are 1.")
# fmt: on
