"""Products and quotients that are 0 where one operand is 0, whatever the other is there: also infinite, or NaN."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.types import Array
from blocks.graph.build import BlockType
from blocks.graph.graph import Operand, Output
from blocks.library.math.shared import FLOATING, BinaryRule, binary, make, widened


def _zero_where(place: int, function: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel that is 0 where one of its two operands is."""

    def kernel(x: Array, y: Array, out: Array | None = None) -> Any:
        zero: Array = np.equal((x, y)[place], 0)  # first, since out may be one of them
        z: Any = function(x, y, out)
        if not zero.any():
            return z
        z = np.asarray(z)
        np.copyto(z, 0, where=zero, casting="unsafe")
        return z

    return kernel


def _times(function: Callable[..., Any]) -> Callable[..., Any]:
    """The product of x and a function of y."""

    def kernel(x: Array, y: Array, out: Array | None = None) -> Any:
        return np.multiply(x, function(y), out)

    return kernel


def _log1p(y: Array) -> Any:
    return np.log1p(y) if y.dtype.kind != "c" else np.log(1 + y)


def _nonzero(x: Output) -> Output:
    """1 where x is not 0, else 0."""
    return make("Cast", make("NotEqual", x, make("ZerosLike", x)), DstT=x.dtype)


def _no_nan_gradient(dz: Output, x: Output, y: Output, z: Output) -> tuple[Operand, Operand]:
    dx = DivNoNan(dz, y)
    return dx, -(dx * z)


def _zero_with_x(name: str, function: Callable[..., Any], summary: str, rule: BinaryRule, example: Any) -> BlockType:
    return binary(
        name,
        widened(_zero_where(0, function), 2),
        FLOATING,
        f"{summary}, and 0 where x is 0, even if y is NaN.",
        rule,
        foldable=True,
        example=example,
        x="the factor.",
    )


MulNoNan: BlockType = binary(
    "MulNoNan",
    _zero_where(1, np.multiply),
    FLOATING,
    "Multiply two tensors: z = x y, and 0 where y is 0, even if x is infinite or NaN.",
    lambda dz, x, y, z: (make("MulNoNan", dz, y), make("MulNoNan", x, dz)),
    example=([4.0, float("inf")], [1.0, 0.0], [4.0, 0.0]),
    y="the factor that decides; both are broadcast together.",
)
DivNoNan: BlockType = binary(
    "DivNoNan",
    _zero_where(1, np.divide),
    FLOATING,
    "Divide two tensors: z = x / y, and 0 where the divisor is 0.",
    _no_nan_gradient,
    foldable=True,
    example=([1.0, 6.0], [4.0, 0.0], [0.25, 0.0]),
    x="the dividend.",
    y="the divisor; both are broadcast together.",
)
Xlogy: BlockType = _zero_with_x(
    "Xlogy",
    _times(np.log),
    "z = x ln y",
    lambda dz, x, y, z: (dz * Xlogy(_nonzero(x), y), dz * Xdivy(x, y)),
    ([2.0, 0.0], [2.7182817, 0.0], [2.0, 0.0]),
)
Xlog1py: BlockType = _zero_with_x(
    "Xlog1py",
    _times(_log1p),
    "z = x ln(1 + y), exact for small y too",
    lambda dz, x, y, z: (dz * Xlog1py(_nonzero(x), y), dz * Xdivy(x, 1 + y)),
    ([2.0, 0.0], [1.7182817, -1.0], [2.0, 0.0]),
)
Xdivy: BlockType = _zero_with_x(
    "Xdivy",
    np.divide,
    "z = x / y",
    lambda dz, x, y, z: (dz * Xdivy(_nonzero(x), y), dz * Xdivy(-x, y * y)),
    ([6.0, 0.0], [3.0, 0.0], [2.0, 0.0]),
)
