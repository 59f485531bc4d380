"""Helpers shared by this category: dtype limits, declarations of one-line types, building blocks of gradients."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from blocks.base.dtypes import COMPLEX, FLOATS, INT8, INT16, INT32, INT64, DType
from blocks.base.types import Array
from blocks.graph.build import BlockType
from blocks.graph.graph import Node, Operand, Output
from blocks.graph.spec import Rule
from blocks.library.declare import declare, make

PAGE = "math_ops"
FLOATING: tuple[DType, ...] = (*FLOATS, *COMPLEX)
SIGNED: tuple[DType, ...] = (*FLOATS, INT32, INT64, INT16, INT8)

UnaryRule = Callable[[Output, Output, Output], Operand]
BinaryRule = Callable[[Output, Output, Output, Output], tuple[Operand, Operand]]
JAX, PYTORCH = "jax", "pytorch"
"""Frameworks whose rules imports carry (`BlockSpec.rules`)."""


def conj(value: Output) -> Output:
    """The complex conjugate; a real tensor is its own."""
    return make("Conj", value) if value.dtype.is_complex else value


def axes_of(axis: Array) -> tuple[int, ...]:
    """The axes in a tensor of rank 0 or 1."""
    result: Any = axis.tolist()
    return tuple(result) if axis.ndim else (result,)


def is_small(x: Array) -> bool:
    """True for half and bfloat16: sums and composed functions need more digits than they have."""
    return x.dtype.itemsize == 2 and x.dtype.kind in "fV"


def widened(kernel: Callable[..., Any], inputs: int = 1) -> Callable[..., Any]:
    """A kernel (some inputs, then perhaps ``out``) that works half and bfloat16 out in float32, rounding at the end."""

    def wide(*args: Any) -> Any:
        if not is_small(args[0]):
            return kernel(*args)
        result = kernel(*(x.astype(np.float32) for x in args[:inputs])).astype(args[0].dtype)
        if len(args) == inputs:
            return result
        out: Array = args[inputs]
        out[...] = result
        return out

    return wide


def wide_dtype(x: Array) -> np.dtype[Any]:
    """The dtype in which elements are added up."""
    return np.dtype(np.float32) if is_small(x) else x.dtype


def lowest(dtype: np.dtype[Any]) -> float:
    """The lowest finite number of a dtype, with which TensorFlow begins to look for the largest."""
    from ml_dtypes import finfo

    if dtype.kind in "iu":
        return -np.inf
    return float(finfo(dtype).min)  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]


def no_gradient(block_type: BlockType) -> BlockType:
    """TensorFlow registers a gradient for this type that reaches none of its inputs; the reason is declared with it."""
    block_type.rule = Rule((), _nothing)
    return block_type


def _nothing(_call: Node, _dy: Output) -> tuple[()]:
    return ()


def described(gradient_rule: str, indent: int = 4) -> str:
    """Return the line of a docstring that describes the attribute ``gradient_rule``, for a type that has it."""
    return f"\n{' ' * indent}gradient_rule: {gradient_rule}" if gradient_rule else ""


def unary(
    name: str,
    kernel: Callable[..., Any],
    allowed: Sequence[DType],
    summary: str,
    rule: UnaryRule | None = None,
    *,
    example: tuple[Any, Any],
    x: str = "the tensor.",
    y: str = "the result for each element.",
    result: str = "T",
    page: str = PAGE,
    rules: Mapping[tuple[str, ...], UnaryRule] = MappingProxyType({}),
    gradient_rule: str = "",
    **options: Any,
) -> BlockType:
    """Declare a function of one tensor, element by element.

    Args:
        name: the block type's name.
        kernel: a NumPy ufunc, or what takes the same arguments: x and perhaps ``out``.
        allowed: the dtypes that it takes.
        summary: the documentation, with a formula.
        rule: the gradient by x, from (dy, x, y). For complex numbers x and y are conjugates: as the functions are
            analytic, a rule that is right for real numbers then is TensorFlow's.
        example: a value of x, and the result.
        x: what x is, in words.
        y: what the result is.
        result: the dtype of the result.
        page: the page of the library.
        rules: the rules of other frameworks.
        gradient_rule: how the rules differ, in words.
        options: further options of the declaration.
    """
    doc = f"{summary}\n\nArgs:\n    x: [...] {x}{described(gradient_rule)}\n\nReturns:\n    y: [...] {y}"
    values = {"x": example[0], "y": example[1]}
    results = declare(
        name, page, f"x: T -> y: {result}", kernel, T=allowed, ufunc=True, doc=doc, example=values, **options
    )

    def gradient(rule: UnaryRule) -> Callable[[Node, Output], Operand]:
        return lambda call, dy: rule(dy, conj(call.args[0]), conj(call.outputs[0]))  # pyright: ignore[reportArgumentType]

    if rule is not None:
        results.gradient("x")(gradient(rule))
    for frameworks, other in rules.items():
        results.rule_of(*frameworks)(gradient(other))
    return results


def binary(
    name: str,
    kernel: Callable[..., Any],
    allowed: Sequence[DType],
    summary: str,
    rule: BinaryRule | None = None,
    *,
    example: tuple[Any, Any, Any],
    x: str = "the first tensor.",
    y: str = "the second tensor, broadcast against x.",
    z: str = "the result for each element.",
    result: str = "T",
    page: str = PAGE,
    rules: Mapping[tuple[str, ...], BinaryRule] = MappingProxyType({}),
    gradient_rule: str = "",
    **options: Any,
) -> BlockType:
    """Declare a function of two tensors, element by element, broadcast together.

    As `unary`; the rule gives the gradients by x and y from (dz, x, y, z).
    """
    args = f"x: [...] {x}\n    y: [...] {y}{described(gradient_rule)}"
    doc = f"{summary}\n\nArgs:\n    {args}\n\nReturns:\n    z: [...] {z}"
    values = {"x": example[0], "y": example[1], "z": example[2]}
    pin = "T" if len(allowed) > 1 else allowed[0].short
    results = declare(
        name,
        page,
        f"x: {pin}, y: {pin} -> z: {result}",
        kernel,
        ufunc=True,
        broadcasts=True,
        doc=doc,
        example=values,
        **({"T": allowed} if pin == "T" else {}),
        **options,
    )

    def gradient(rule: BinaryRule) -> Callable[[Node, Output], tuple[Operand, Operand]]:
        return lambda call, dz: rule(dz, conj(call.inputs[0]), conj(call.inputs[1]), conj(call.outputs[0]))

    if rule is not None:
        results.gradient("x", "y")(gradient(rule))
    for frameworks, other in rules.items():
        results.rule_of(*frameworks)(gradient(other))
    return results
