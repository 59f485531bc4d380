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


def scipy_special() -> Any:
    """Import SciPy's special functions on demand: the import is slow, and few pages use them."""
    import scipy.special  # pyright: ignore[reportMissingTypeStubs]

    return scipy.special


def conj(value: Output) -> Output:
    return make("Conj", value) if value.dtype.is_complex else value


def axes_of(axis: Array) -> tuple[int, ...]:
    result: Any = axis.tolist()
    return tuple(result) if axis.ndim else (result,)


def adjoint(x: Array) -> Array:
    turned = x.swapaxes(-1, -2)
    return np.conjugate(turned) if x.dtype.kind == "c" else turned


def is_small(x: Array) -> bool:
    """Return whether x is half or bfloat16, which have too few digits for sums and composed functions."""
    return x.dtype.itemsize == 2 and x.dtype.kind in "fV"


def widened(kernel: Callable[..., Any], inputs: int = 1) -> Callable[..., Any]:
    """Make a kernel compute half and bfloat16 in float32 and round at the end; it may take ``out``."""

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
    return np.dtype(np.float32) if is_small(x) else x.dtype


def lowest(dtype: np.dtype[Any]) -> float:
    """Return a dtype's lowest finite number, TensorFlow's initial value of a maximum."""
    from ml_dtypes import finfo

    if dtype.kind in "iu":
        return -np.inf
    return float(finfo(dtype).min)  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]


def no_gradient(block_type: BlockType) -> BlockType:
    """Declare that TensorFlow's gradient of this type reaches none of its inputs."""
    block_type.rule = Rule((), _nothing)
    return block_type


def _nothing(_call: Node, _dy: Output) -> tuple[()]:
    return ()


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
    """Declare an elementwise function of one tensor.

    Args:
        kernel: a NumPy ufunc, or a function with its arguments: x and perhaps ``out``.
        summary: the documentation, with a formula.
        rule: the gradient of x, from (dy, x, y). For complex numbers x and y are conjugates: the functions are
            analytic, so a rule that is right for real numbers then matches TensorFlow's.
        gradient_rule: a description of how the rules differ.
    """
    doc_of = {"x": f"[...] {x}", "y": f"[...] {y}", "gradient_rule": gradient_rule}
    values = {"x": example[0], "y": example[1]}
    results = declare(
        name,
        page,
        f"x: T -> y: {result}",
        kernel,
        T=allowed,
        ufunc=True,
        doc=summary,
        doc_of=doc_of,
        example=values,
        **options,
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
    """Declare an elementwise function of two tensors, broadcast together.

    Arguments are as in `unary`; the rule gives the gradients of x and y from (dz, x, y, z).
    """
    values = {"x": example[0], "y": example[1], "z": example[2]}
    pin = "T" if len(allowed) > 1 else allowed[0].short
    results = declare(
        name,
        page,
        f"x: {pin}, y: {pin} -> z: {result}",
        kernel,
        ufunc=True,
        broadcasts=True,
        doc=summary,
        doc_of={"x": f"[...] {x}", "y": f"[...] {y}", "z": f"[...] {z}", "gradient_rule": gradient_rule},
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


class _Lookup:
    """An operand for looking up a ufunc: applying a function to it returns the ufunc itself."""

    def __array_ufunc__(self, ufunc: Any, *_: Any) -> Any:
        return ufunc


def _clip() -> Any:
    """Return the ufunc behind `numpy.clip`, which is ten times faster for small arrays but not public."""
    numbers: Any = np.zeros(1)
    found = numbers.clip(_Lookup(), 1)
    return found if isinstance(found, np.ufunc) else np.clip


clip: Any = _clip()
