"""Division and remainders. Division of integers by zero is an error; division of floats by zero gives infinity or NaN.

The last block types are products and quotients that are 0 if one operand is 0, even if the other is NaN.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.dtypes import DOUBLE, FLOAT, INDEX, NUMERIC, REAL
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.graph.build import BlockType
from blocks.graph.graph import Operand, Output
from blocks.library.declare import make
from blocks.library.math.shared import FLOATING, JAX, BinaryRule, binary, no_gradient, widened

_STEPS = "the result is a step function, and its derivative is 0 wherever it exists"
_NO_ZERO = "\n\nInteger division by zero is an error."


def _checked(name: str, whole: Callable[..., Any], real: Callable[..., Any]) -> Callable[..., Any]:
    def kernel(x: Array, y: Array, out: Array | None = None) -> Any:
        if x.dtype.kind not in "iu":
            return real(x, y, out)
        if np.count_nonzero(y) < np.size(y) and np.size(x):
            raise DiagramError(f"{name}: integers cannot be divided by zero, but y contains a 0", pin="y")
        return whole(x, y, out)

    return kernel


def _truncated(x: Array, y: Array, out: Array | None = None) -> Any:
    if x.dtype.kind == "u":
        return np.floor_divide(x, y, out)
    quotient = np.floor_divide(x, y)
    # The quotient was rounded down; where it is negative and not exact, toward zero is one more.
    inexact = np.not_equal(np.multiply(quotient, y), x)
    return np.add(quotient, np.logical_and(inexact, np.less(x, 0) != np.less(y, 0)), out, dtype=x.dtype)


def _truncated_real(x: Array, y: Array, out: Array | None = None) -> Any:
    return np.trunc(np.divide(x, y), out)


def _floored_real(x: Array, y: Array, out: Array | None = None) -> Any:
    return np.floor(np.divide(x, y), out)


def _floored_rest(x: Array, y: Array, out: Array | None = None) -> Any:
    rest = np.fmod(x, y)
    wrong_sign = np.logical_and(rest != 0, np.less(rest, 0) != np.less(y, 0))
    return np.add(rest, np.where(wrong_sign, y, np.zeros_like(y)), out)


def _quotient_gradient(dz: Output, x: Output, y: Output, z: Output) -> tuple[Operand, Operand]:
    dx = dz / y
    return dx, -(dx * z)


_QUOTIENT: dict[str, Any] = {"foldable": True, "x": "the dividend.", "y": "the divisor, broadcast against x."}

RealDiv = binary(
    "RealDiv",
    np.divide,
    FLOATING,
    "Divide two tensors of real or complex numbers: z = x / y.",
    _quotient_gradient,
    formula="{x} / {y}",
    example=([1.0, 6.0], [4.0, 3.0], [0.25, 2.0]),
    **_QUOTIENT,
)
Div = binary(
    "Div",
    _checked("Div", _truncated, np.divide),
    NUMERIC,
    f"Divide two tensors: z = x / y. Integer quotients are truncated toward zero.{_NO_ZERO}",
    _quotient_gradient,
    formula="{x} / {y}",
    example=([7, -7], [2, 2], [3, -3]),
    **_QUOTIENT,
)


def _stepwise(
    name: str, whole: Callable[..., Any], real: Callable[..., Any], summary: str, quotients: list[int]
) -> BlockType:
    return no_gradient(
        binary(
            name,
            _checked(name, whole, real),
            REAL,
            f"{summary}{_NO_ZERO}",
            example=([7, -7], [2, 2], quotients),
            discontinuity="quotient",
            not_differentiable=_STEPS,
            **_QUOTIENT,
        )
    )


FloorDiv = _stepwise(
    "FloorDiv",
    np.floor_divide,
    _floored_real,
    "Divide two tensors and round down (floor division): z = ⌊x / y⌋.",
    [3, -4],
)
TruncateDiv = _stepwise(
    "TruncateDiv",
    _truncated,
    _truncated_real,
    "Divide two tensors and truncate the quotient toward zero: z = trunc(x / y).",
    [3, -3],
)
FloorMod = binary(
    "FloorMod",
    _checked("FloorMod", np.remainder, _floored_rest),
    REAL,
    f"Compute the remainder of floor division: z = x - y ⌊x / y⌋, with the sign of y.{_NO_ZERO}",
    lambda dz, x, y, z: (dz, -(dz * make("FloorDiv", x, y))),
    example=([7, -7], [3, 3], [1, 2]),
    z="the remainder.",
    **_QUOTIENT,
)


def _truncated_mod(name: str, summary: str) -> BlockType:
    return binary(
        name,
        _checked(name, np.fmod, np.fmod),
        (FLOAT, DOUBLE, *INDEX),
        f"Compute the remainder of truncated division{summary}{_NO_ZERO}",
        example=([7, -7], [3, 3], [1, -1]),
        z="the remainder.",
        **_QUOTIENT,
    )


Mod = _truncated_mod("Mod", ", with the sign of x. It equals TruncateMod.")
TruncateMod = _truncated_mod("TruncateMod", ": z = x - y trunc(x / y), with the sign of x.")


def _zero_where(index: int, function: Callable[..., Any]) -> Callable[..., Any]:
    def kernel(x: Array, y: Array, out: Array | None = None) -> Any:
        zero: Array = np.equal((x, y)[index], 0)  # first, since out may be one of them
        z: Any = function(x, y, out)
        z = z if z.ndim else np.asarray(z)
        np.copyto(z, 0, where=zero, casting="unsafe")
        return z

    return kernel


def _times(function: Callable[[Any], Any]) -> Callable[..., Any]:
    def kernel(x: Array, y: Array, out: Array | None = None) -> Any:
        return np.multiply(x, function(y), out)

    return kernel


def _nonzero(x: Output) -> Output:
    return make("Cast", make("NotEqual", x, make("ZerosLike", x)), DstT=x.dtype)


def _no_nan_gradient(dz: Output, x: Output, y: Output, z: Output) -> tuple[Operand, Operand]:
    dx = DivNoNan(dz, y)
    return dx, -(dx * z)


def _zero_with_x(
    name: str,
    function: Callable[..., Any],
    summary: str,
    rule: BinaryRule,
    example: Any,
    in_jax: BinaryRule | None = None,
    slopes: str = "",
) -> BlockType:
    return binary(
        name,
        widened(_zero_where(0, function), 2),
        FLOATING,
        f"Compute {summary}, and 0 where x is 0, even if y is NaN.",
        rule,
        foldable=True,
        example=example,
        x="the factor.",
        rules={} if in_jax is None else {(JAX,): in_jax},
        gradient_rule=slopes and f'the slopes where x is 0: both 0 with "tensorflow", {slopes} with "jax".',
    )


MulNoNan: BlockType = binary(
    "MulNoNan",
    _zero_where(1, np.multiply),
    FLOATING,
    "Multiply two tensors: z = x * y, and 0 where y is 0, even if x is infinite or NaN.",
    lambda dz, x, y, z: (make("MulNoNan", dz, y), make("MulNoNan", x, dz)),
    example=([4.0, float("inf")], [1.0, 0.0], [4.0, 0.0]),
    y="the factor that forces the result to 0 where it is 0, broadcast against x.",
)
DivNoNan: BlockType = binary(
    "DivNoNan",
    _zero_where(1, np.divide),
    FLOATING,
    "Divide two tensors: z = x / y, and 0 where y is 0.",
    _no_nan_gradient,
    example=([1.0, 6.0], [4.0, 0.0], [0.25, 0.0]),
    **_QUOTIENT,
)
Xlogy: BlockType = _zero_with_x(
    "Xlogy",
    _times(np.log),
    "z = x ln y",
    lambda dz, x, y, z: (dz * Xlogy(_nonzero(x), y), dz * Xdivy(x, y)),
    ([2.0, 0.0], [2.7182817, 0.0], [2.0, 0.0]),
    lambda dz, x, y, z: (dz * make("Log", y), dz * (x / y)),
    "ln y and x / y",
)
Xlog1py: BlockType = _zero_with_x(
    "Xlog1py",
    _times(lambda y: np.log1p(y) if y.dtype.kind != "c" else np.log(1 + y)),
    "z = x ln(1 + y), also accurate for small y",
    lambda dz, x, y, z: (dz * Xlog1py(_nonzero(x), y), dz * Xdivy(x, 1 + y)),
    ([2.0, 0.0], [1.7182817, -1.0], [2.0, 0.0]),
    lambda dz, x, y, z: (dz * make("Log1p", y), dz * (x / (1 + y))),
    "ln(1 + y) and x / (1 + y)",
)
Xdivy: BlockType = _zero_with_x(
    "Xdivy",
    np.divide,
    "z = x / y",
    lambda dz, x, y, z: (dz * Xdivy(_nonzero(x), y), dz * Xdivy(-x, y * y)),
    ([6.0, 0.0], [3.0, 0.0], [2.0, 0.0]),
)
