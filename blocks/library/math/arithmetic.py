"""Elementwise arithmetic: sums, products, powers, minimum, maximum, and similar functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.dtypes import COMPLEX, FLOATS, INT8, INT16, INT32, INT64, NUMERIC, REAL, STRING, UINT8, real_dtype
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.graph.kernel_choice import specialised
from blocks.library.declare import block, make
from blocks.library.math.shared import JAX, PYTORCH, SIGNED, BinaryRule, binary, conj, unary, widened


@specialised(lambda node: None if node.outputs[0].dtype.kind == "string" else np.add, floats=False)
def _add(x: Array, y: Array, out: Array | None = None) -> Any:
    if out is not None:
        return np.add(x, y, out)
    result: Any = np.add(x, y)
    return result if type(result) is not bytes else np.array(result, object)  # scalar texts: NumPy gives the bare bytes


def _maximum(x: Array, y: Array, out: Array | None = None) -> Any:
    return np.maximum(x, y, out=out)  # by name: NumPy deprecates a third value by position for these two


def _minimum(x: Array, y: Array, out: Array | None = None) -> Any:
    return np.minimum(x, y, out=out)


def _power(x: Array, y: Array, out: Array | None = None) -> Any:
    if x.dtype.kind == "i" and np.any(np.less(y, 0)) and np.size(x):
        raise DiagramError(
            ("Pow: integers cannot be raised to a negative power, but y contains a negative exponent"), pin="y"
        )
    return np.power(x, y) if out is None else np.power(x, y, out)


def _power_gradient(dz: Output, x: Output, y: Output, z: Output) -> tuple[Operand, Operand]:
    # log x only where it is a number: elsewhere TensorFlow calls the slope by the exponent 0.
    safe = make("NotEqual", x, 0) if x.dtype.is_complex else make("Greater", x, 0)
    log = make("Log", make("Where3", safe, x, make("OnesLike", x)))
    return dz * (y * Pow(x, y - 1)), dz * (z * make("Where3", safe, log, make("ZerosLike", x)))


def _power_gradient_of_jax(dz: Output, x: Output, y: Output, z: Output) -> tuple[Operand, Operand]:
    log = make("Log", make("SelectV2", make("NotEqual", x, 0), x, make("OnesLike", x)))
    return dz * (y * Pow(x, y - 1)), dz * (z * log)


def _power_gradient_of_pytorch(dz: Output, x: Output, y: Output, z: Output) -> tuple[Operand, Operand]:
    real = make("Real", y, Tout=real_dtype(y.dtype)) if y.dtype.is_complex else y
    zeros = make("ZerosLike", dz)
    flat = make("LogicalAnd", make("Equal", x, 0), make("GreaterEqual", real, 0))
    slope = make("SelectV2", make("NotEqual", y, 0), dz * (y * Pow(x, y - 1)), zeros)
    return slope, dz * make("SelectV2", flat, zeros, z * make("Log", x))


_POWERS = """the slope with respect to y, z ln x, at a negative x: 0 with "tensorflow", NaN with "jax" and "pytorch".
The slope with respect to x, y x^(y-1), at x = y = 0: 0 with "pytorch", NaN with the others."""


def _squared_difference(x: Array, y: Array, out: Array | None = None) -> Any:
    d = np.subtract(x, y) if out is None else np.subtract(x, y, out)
    return np.multiply(np.conjugate(d) if d.dtype.kind == "c" else d, d, out)


def _squared_difference_gradient(dz: Output, x: Output, y: Output, z: Output) -> tuple[Operand, Operand]:
    # Not conjugated, for complex numbers too: as TensorFlow does it.
    dx = 2 * dz * (conj(x) - conj(y))
    return dx, -dx


def _pick(dz: Output, mask: Output) -> tuple[Operand, Operand]:
    zeros = make("ZerosLike", dz)
    return make("Where3", mask, dz, zeros), make("Where3", mask, zeros, dz)


def _shared_in_jax(dz: Output, x: Output, y: Output, z: Output) -> tuple[Operand, Operand]:
    x_is, y_is = (make("Cast", make("Equal", each, z), DstT=dz.dtype) for each in (x, y))
    return dz * (x_is / (y_is + 1)), dz * (y_is / (x_is + 1))


def _shared_in_pytorch(loses: str) -> BinaryRule:
    """Return the gradient rule of a type in which x loses to y where ``loses`` holds. NaN passes the gradient."""

    def rule(dz: Output, x: Output, y: Output, z: Output) -> tuple[Operand, Operand]:
        half = make("Where3", make("Equal", x, y), dz / 2, dz)
        zeros = make("ZerosLike", dz)
        return make("Where3", make(loses, x, y), zeros, half), make("Where3", make(loses, y, x), zeros, half)

    return rule


_SHARED = """where elements are equal, "tensorflow" passes the gradient to x, "jax" and "pytorch" pass half to each.
Where one is NaN, "jax" passes 0, "pytorch" passes the whole gradient to both."""


Add = binary(
    "Add",
    _add,
    (*FLOATS, INT32, INT64, INT16, INT8, UINT8, *COMPLEX, STRING),
    "Add two tensors element-wise: z = x + y. Strings are concatenated.",
    lambda dz, x, y, z: (dz, dz),
    foldable=True,
    formula="{x} + {y}",
    example=([[1.0, 2.0], [3.0, 4.0]], [10.0, 20.0], [[11.0, 22.0], [13.0, 24.0]]),
)
AddV2 = binary(
    "AddV2",
    np.add,
    NUMERIC,
    "Add two numeric tensors element-wise: z = x + y.",
    lambda dz, x, y, z: (dz, dz),
    foldable=True,
    formula="{x} + {y}",
    example=([[1.0, 2.0], [3.0, 4.0]], [10.0, 20.0], [[11.0, 22.0], [13.0, 24.0]]),
)
Subtract = binary(
    "Subtract",
    np.subtract,
    NUMERIC,
    "Subtract two tensors element-wise: z = x - y.",
    lambda dz, x, y, z: (dz, -dz),
    foldable=True,
    formula="{x} - {y}",
    example=([5, 7], 2, [3, 5]),
)
Multiply = binary(
    "Multiply",
    np.multiply,
    NUMERIC,
    "Multiply two tensors element-wise: z = x * y. For the matrix product, use MatMul.",
    lambda dz, x, y, z: (dz * y, dz * x),
    foldable=True,
    identity_element=1,
    formula="{x} * {y}",
    example=([1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [4.0, 10.0, 18.0]),
)
Pow = binary(
    "Pow",
    _power,
    (*SIGNED, *COMPLEX),
    "Raise x to the power y element-wise: z = x^y.\n\nAn integer cannot be raised to a negative power.",
    _power_gradient,
    rules={(JAX,): _power_gradient_of_jax, (PYTORCH,): _power_gradient_of_pytorch},
    gradient_rule=_POWERS,
    foldable=True,
    formula="{x}^{y}",
    example=([2.0, 3.0], [3.0, 2.0], [8.0, 9.0]),
    x="the base.",
    y="the exponent, broadcast against x.",
)


def _extreme(name: str, kernel: Callable[..., Any], wins: str, loses: str, example: list[float]) -> BlockType:
    word = name.lower()
    return binary(
        name,
        kernel,
        REAL,
        f"Compute the element-wise {word}: z = {word[:3]}(x, y). It is NaN if either element is NaN.",
        lambda dz, x, y, z: _pick(dz, make(wins, x, y)),
        rules={(JAX,): _shared_in_jax, (PYTORCH,): _shared_in_pytorch(loses)},
        gradient_rule=_SHARED,
        foldable=True,
        formula=f"{word[:3]}({{x}}, {{y}})",
        example=([1.0, 5.0], [3.0, 2.0], example),
    )


Maximum = _extreme("Maximum", _maximum, "GreaterEqual", "Less", [3.0, 5.0])
Minimum = _extreme("Minimum", _minimum, "LessEqual", "Greater", [1.0, 2.0])
SquaredDifference = binary(
    "SquaredDifference",
    widened(_squared_difference, 2),
    (*FLOATS, INT32, INT64, *COMPLEX),
    "Compute the squared difference: z = (x - y)², or |x - y|² for complex numbers.",
    _squared_difference_gradient,
    foldable=True,
    formula="({x} - {y})^2",
    example=([1.0, 5.0], [3.0, 2.0], [4.0, 9.0]),
)
Negate = unary(
    "Negate",
    np.negative,
    (*SIGNED, *COMPLEX),
    "Negate each element: y = -x.",
    lambda dy, x, y: -dy,
    foldable=True,
    formula="-{x}",
    example=([1.0, -2.0], [-1.0, 2.0]),
)
Square = unary(
    "Square",
    np.square,
    NUMERIC,
    "Square each element: y = x².",
    lambda dy, x, y: dy * (2 * x),
    foldable=True,
    formula="{x}^2",
    example=([3.0, -4.0], [9.0, 16.0]),
)
Abs = unary(
    "Abs",
    np.absolute,
    SIGNED,
    "Compute the absolute value: y = |x|. For complex numbers, use ComplexAbs.",
    lambda dy, x, y: dy * Sign(x),
    rules={(JAX,): lambda dy, x, y: make("Where3", make("GreaterEqual", x, 0), dy, -dy)},
    gradient_rule='the slope at 0: 0 with "tensorflow" (as in PyTorch), 1 with "jax".',
    foldable=True,
    formula="abs({x})",
    example=([3.0, -4.0], [3.0, 4.0]),
)
Sign = unary(
    "Sign",
    np.sign,
    (*SIGNED, *COMPLEX),
    "Compute the sign: -1, 0 or 1; for complex numbers x / |x|, and 0 at 0. The gradient is 0.",
    lambda dy, x, y: make("ZerosLike", dy),
    foldable=True,
    discontinuity="sign",
    formula="sign({x})",
    example=([3.0, 0.0, -4.0], [1.0, 0.0, -1.0]),
)
Atan2 = binary(
    "Atan2",
    np.arctan2,
    FLOATS,
    "Compute the four-quadrant arctangent: z = atan2(x, y), in -π ... π.\n\nz is the angle of the point "
    "with vertical coordinate x and horizontal coordinate y. The pins have enuSpace's names: x takes "
    "TensorFlow's y, and y takes TensorFlow's x.",
    lambda dz, x, y, z: _angle_gradient(dz / (Square(x) + Square(y)), x, y),
    rules={(PYTORCH,): lambda dz, x, y, z: _angle_gradient(dz * _inverse_or_0(Square(x) + Square(y)), x, y)},
    gradient_rule='the gradient where x and y are 0: NaN with "tensorflow", 0 with "pytorch".',
    example=([1.0, 0.0], [0.0, 2.0], [1.5707964, 0.0]),
    x="the vertical coordinate of the point.",
    y="the horizontal coordinate of the point, broadcast against x.",
    z="the angle in radians.",
)


def _inverse_or_0(x: Output) -> Output:
    return make("Where3", make("Equal", x, 0), make("ZerosLike", x), 1 / x)


def _angle_gradient(scaled: Output, x: Output, y: Output) -> tuple[Operand, Operand]:
    return scaled * y, -(scaled * x)


@block(
    "t: T, clip_value_min: T, clip_value_max: T -> output: T",
    T=REAL,
    foldable=True,
    example={"t": [-3.0, 0.5, 3.0], "clip_value_min": -1.0, "clip_value_max": 1.0, "output": [-1.0, 0.5, 1.0]},
)
def ClipByValue(t: Array, clip_value_min: Array, clip_value_max: Array) -> Any:
    """Clip the elements of a tensor to a range: output = max(min(t, clip_value_max), clip_value_min).

    Args:
        t: [...] the tensor. NaN stays NaN.
        clip_value_min: [] or [...] the lower bound: a scalar, or a tensor with the shape of t. If the bounds cross, it
            wins over clip_value_max. Gradients of clipped elements go to the bound.
        clip_value_max: [] or [...] the upper bound: a scalar, or a tensor with the shape of t.
        gradient_rule: the gradient of t on a bound: 1 with "tensorflow" (as in PyTorch's clamp), 0 with "jax" and
            "pytorch" (as in PyTorch's hardtanh and relu6). Where t is NaN, it is 0 with "jax", 1 with the others.

    Returns:
        output: [...] the clipped tensor, with the shape of t.
    """
    return np.maximum(np.minimum(t, clip_value_max), clip_value_min)


@ClipByValue.shape
def _(call: Call) -> Shape:
    shape = call.shape("t")
    for pin in ("clip_value_min", "clip_value_max"):
        bound = call.shape(pin)
        if bound is not None and bound != () and not compatible(shape, bound):
            text = (
                f"the bound must be a scalar or have the shape of t, {shape_text(shape)}, got shape {shape_text(bound)}"
            )
            raise DiagramError(text, pin=pin)
    return shape


_Mask = Callable[[Output, Output, Output], Output]


def _clip_rule(inside: _Mask, below: _Mask) -> Callable[[Node, Output], list[Operand]]:
    def rule(call: Node, dy: Output) -> list[Operand]:
        zeros = make("ZerosLike", dy)
        masks = inside(*call.inputs), below(*call.inputs), make("Greater", call.inputs[0], call.inputs[2])
        parts = [make("Where3", each, dy, zeros) for each in masks]
        bounds = zip(parts[1:], call.inputs[1:], strict=True)  # which may be scalars
        return [parts[0], *[make("SumToShape", part, make("Shape", bound)) for part, bound in bounds]]

    return rule


def _neither(one: Output, other: Output) -> Output:
    return make("LogicalNot", make("LogicalOr", one, other))


def _both(one: Output, other: Output) -> Output:
    return make("LogicalAnd", one, other)


def _below(t: Output, low: Output, _high: Output) -> Output:
    return make("Less", t, low)


ClipByValue.gradient("t", "clip_value_min", "clip_value_max")(
    _clip_rule(lambda t, low, high: _neither(make("Less", t, low), make("Greater", t, high)), _below)
)
ClipByValue.rule_of(PYTORCH)(
    _clip_rule(lambda t, low, high: _neither(make("LessEqual", t, low), make("GreaterEqual", t, high)), _below)
)
ClipByValue.rule_of(JAX)(
    _clip_rule(
        lambda t, low, high: _both(make("Greater", t, low), make("Less", t, high)),
        lambda t, low, high: _both(make("Less", t, low), make("Less", low, high)),
    )
)
