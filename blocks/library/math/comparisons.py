"""Comparisons, logic, selection by a condition, and casts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.dtypes import (
    ANY,
    BFLOAT16,
    BOOL,
    DOUBLE,
    FLOAT,
    HALF,
    INT4,
    NUMERIC,
    QUANTIZED,
    REAL,
    RESOURCE,
    STRING,
    UINT4,
    VARIANT,
    DType,
)
from blocks.base.errors import DiagramError
from blocks.base.shapes import broadcast, compatible, merge, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType, elementwise_shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import pin_error
from blocks.library.declare import block, declare, make
from blocks.library.math.shared import PAGE, binary, unary

_YES_NO = "the result is boolean and has no derivative"


def _comparison(name: str, kernel: Any, sign: str, example: list[bool]) -> BlockType:
    written = {"<=": "≤", ">=": "≥"}.get(sign, sign)
    return binary(
        name,
        kernel,
        REAL,
        f"Compare element-wise: true where x {written} y.",
        foldable=True,
        discontinuity="above" if sign[0] == ">" else "below",
        formula=f"{{x}} {sign} {{y}}",
        example=([1, 2, 3], 2, example),
        result="bool",
        not_differentiable=_YES_NO,
        z="true or false for each element.",
    )


Less = _comparison("Less", np.less, "<", [True, False, False])
LessEqual = _comparison("LessEqual", np.less_equal, "<=", [True, True, False])
Greater = _comparison("Greater", np.greater, ">", [False, False, True])
GreaterEqual = _comparison("GreaterEqual", np.greater_equal, ">=", [False, True, True])


def _equality(name: str, ufunc: Callable[[Array, Array], Any], summary: str, example: list[bool]) -> BlockType:
    unlike = np.array(name == "NotEqual")

    def kernel(x: Array, y: Array, *, incompatible_shape_error: bool = True) -> Any:
        if not incompatible_shape_error and not _fit(np.shape(x), np.shape(y)):
            return unlike.copy()
        return ufunc(x, y)

    doc = f"""{summary} NaN is not equal to any value.

    Args:
        x: [...] the first tensor.
        y: [...] the second tensor, broadcast against x.
        incompatible_shape_error: whether incompatible shapes are an error. If false, the result for incompatible shapes
            is the scalar {str(unlike).lower()}.

    Returns:
        z: [...] true or false for each element.
    """
    result = declare(
        name,
        PAGE,
        "x: T, y: T -> z: bool",
        kernel,
        T=(*NUMERIC, BOOL, STRING, *QUANTIZED),
        doc=doc,
        foldable=True,
        fusion="elementwise",
        discontinuity="unequal" if unlike else "equal",
        formula=f"{{x}} {'!=' if unlike else '=='} {{y}}",
        example={"x": [1, 2, 3], "y": 2, "z": example},
        broadcasts=True,
        not_differentiable=_YES_NO,
    )
    result.shape(_equality_shape)
    return result


def _fit(x: Shape, y: Shape) -> bool:
    try:
        broadcast(x, y)
    except DiagramError:
        return False
    return True


def _equality_shape(call: Call) -> Shape:
    if call.attrs["incompatible_shape_error"]:
        return elementwise_shape(call.type, call)
    x, y = call.shape("x"), call.shape("y")
    if not _fit(x, y):
        return ()
    # Unknown sizes may still turn out not to fit.
    return broadcast(x, y) if x is not None and y is not None and None not in (*x, *y) else None


Equal = _equality("Equal", np.equal, "Compare for equality: true where x = y.", [False, True, False])
NotEqual = _equality("NotEqual", np.not_equal, "Compare for inequality: true where x ≠ y.", [True, False, True])


def _logic(name: str, kernel: Any, summary: str, example: tuple[Any, Any, Any]) -> BlockType:
    return binary(
        name, kernel, (BOOL,), summary, foldable=True, example=example, result="bool", not_differentiable=_YES_NO
    )


LogicalAnd = _logic(
    "LogicalAnd",
    np.logical_and,
    "Compute the logical AND: true where both x and y are true.",
    ([True, True, False], [True, False, False], [True, False, False]),
)
LogicalOr = _logic(
    "LogicalOr",
    np.logical_or,
    "Compute the logical OR: true where x or y or both are true.",
    ([True, True, False], [True, False, False], [True, True, False]),
)
LogicalNot = unary(
    "LogicalNot",
    np.logical_not,
    (BOOL,),
    "Compute the logical NOT: true where x is false.",
    foldable=True,
    example=([True, False], [False, True]),
    not_differentiable=_YES_NO,
    shown_as={"y": "result_y_144"},
)


@block(
    "condition: bool, x: T, y: T -> output: T",
    T=(*NUMERIC, BOOL, STRING, RESOURCE, VARIANT),
    foldable=True,
    fusion="same_shape",
    formula="where({condition}, {x}, {y})",
    example={"condition": [True, False, True], "x": [1, 2, 3], "y": [10, 20, 30], "output": [1, 20, 3]},
)
def Where3(condition: Array, x: Array, y: Array) -> Array:
    """Select elements by a condition: output = x where condition is true, y elsewhere.

    x and y must have the same shape. The condition must have the same shape, be a scalar, or be a vector with one
    element for each index of the first axis.

    Args:
        condition: [...] the boolean condition.
        x: [...] the values where the condition is true.
        y: [...] the values where the condition is false, with the shape of x.

    Returns:
        output: [...] the selected values, with the shape of x.
    """
    rows = np.ndim(x) - np.ndim(condition)
    if rows and np.ndim(condition):
        condition = condition.reshape(condition.shape + (1,) * rows)
    return np.where(condition, x, y)


@Where3.shape
def _(call: Call) -> Shape:
    x, y, condition = call.shape("x"), call.shape("y"), call.shape("condition")
    if not compatible(x, y):
        raise pin_error(call, "y", f"x and y must have the same shape, got {shape_text(x)} and {shape_text(y)}")
    shape = merge(x, y)
    if condition is None or len(condition) == 0 or compatible(condition, shape):
        return shape
    if shape is None or not (len(condition) == 1 and len(shape) > 0 and compatible(condition, shape[:1])):
        text = (
            f"Where3: condition must be a scalar, have one value per row, or have the shape of x, {shape_text(shape)}"
        )
        raise DiagramError(f"{text}, got {shape_text(condition)}", pin="condition")
    return shape


@Where3.gradient("x", "y")
def _(call: Node, dy: Output) -> tuple[Operand, Operand]:
    condition = call.inputs[0]
    zeros = make("ZerosLike", dy)
    return Where3(condition, dy, zeros), Where3(condition, zeros, dy)


# -- Casts -------------------------------------------------------------------------------------------------------------


_NUMBERS = tuple(d for d in ANY if d not in (STRING, RESOURCE, VARIANT, *QUANTIZED))
_DIGITS = {DOUBLE: 52, FLOAT: 23, HALF: 10, BFLOAT16: 7}
_BITS = {DOUBLE: np.uint64, FLOAT: np.uint32, HALF: np.uint16}


@block(
    "x: SrcT -> y: DstT",
    SrcT=_NUMBERS,
    view=True,
    reshapes="x",
    foldable=True,
    fusion="elementwise",
    discontinuity="floor",
    formula="cast({x})",
    example={"x": [1.7, -1.7], "DstT": "DT_INT32", "y": [1, -1]},
)
def Cast(x: Array, *, DstT: DType, Truncate: bool = False, SrcT: DType) -> Any:
    """Convert a tensor to another dtype.

    Fractions are truncated toward zero. Integers that do not fit lose their high bits. Complex numbers lose their
    imaginary part. As booleans, all values except 0 become true.

    Args:
        x: [...] a numeric or boolean tensor.
        DstT: the new dtype.
        Truncate: when converting to a shorter float, true truncates the extra digits, false rounds.

    Returns:
        y: [...] the converted values, with the shape of x.
    """
    if SrcT.is_complex and not DstT.is_complex:
        x = np.real(x)
    if Truncate and DstT in _DIGITS and SrcT in _BITS and _DIGITS[DstT] < _DIGITS[SrcT]:
        bits = _BITS[SrcT]
        mask = bits(np.iinfo(bits).max << (_DIGITS[SrcT] - _DIGITS[DstT]) & np.iinfo(bits).max)
        x = (np.asarray(x).view(bits) & mask).view(x.dtype)
    if SrcT in (INT4, UINT4) and DstT is not SrcT:
        x = x.astype(np.int8)  # ml_dtypes does not cast these two to every other type
    return x.astype(DstT.numpy, copy=False)


@Cast.shape
def _(call: Call) -> Shape:
    wanted: DType = call.attrs["DstT"]
    if wanted not in _NUMBERS:
        raise pin_error(call, "DstT", f"expected a numeric or boolean dtype, got {wanted.short}")
    return call.shape("x")


@Cast.gradient("x")
def _(call: Node, dy: Output) -> Operand | None:
    source = call.inputs[0].dtype
    return Cast(dy, DstT=source) if source.is_differentiable else None
