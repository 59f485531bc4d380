"""Matrix products, and cross products of 3-vectors."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.dtypes import BFLOAT16, COMPLEX, FLOAT, FLOATS, INDEX, REAL
from blocks.base.errors import DiagramError
from blocks.base.matrix_products import matmul, parts_of
from blocks.base.shapes import compatible, merge, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.graph.kernel_choice import specialised
from blocks.library.array.arguments import pin_error, require_ranks, shape_error
from blocks.library.declare import block, make
from blocks.library.math.shared import adjoint, conj, is_small


def _product(a: Array, b: Array, out: Array | None = None) -> Any:
    if is_small(a):
        product = matmul(a.astype(np.float32), b.astype(np.float32))
        if out is None:
            return product.astype(a.dtype)
        np.copyto(out, product, "unsafe")
        return out
    return matmul(a, b) if out is None else matmul(a, b, out)


def _product_of(node: Node) -> Callable[..., Any]:
    left, result = node.inputs[0].shape, node.outputs[0].shape
    parts = parts_of([size or 0 for size in left or ()], (result or (0,))[-1] or 0)
    turn_a, turn_b = node.attrs["transpose_a"], node.attrs["transpose_b"]
    multiply: Callable[..., Any] = matmul if parts > 1 else np.ndarray.dot

    def turned(a: Array, b: Array, out: Array | None = None) -> Any:
        return multiply(a.T if turn_a else a, b.T if turn_b else b, out)

    return turned if turn_a or turn_b else multiply


@block(
    "a: T, b: T -> product: T",
    T=(*FLOATS, *INDEX, *COMPLEX),
    in_place=[],
    example={"a": [[3.0, 2.0], [-1.0, 0.0]], "b": [[3.0], [5.0]], "product": [[19.0], [-3.0]]},
)
@specialised(_product_of)
def MatMul(
    a: Array,
    b: Array,
    out: Array | None = None,
    *,
    transpose_a: bool = False,
    transpose_b: bool = False,
    grad_a: bool = False,
    grad_b: bool = False,
) -> Any:
    """Multiply two matrices: product = a @ b.

    product[i, j] is the sum over k of a[i, k] * b[k, j].

    Args:
        a: [m, k] the left matrix.
        b: [k, n] the right matrix.
        transpose_a: transpose a before the multiplication.
        transpose_b: transpose b before the multiplication.
        grad_a: has no effect; accepted for TensorFlow compatibility.
        grad_b: has no effect; accepted for TensorFlow compatibility.

    Returns:
        product: [m, n] the matrix product.
    """
    return _product(a.T if transpose_a else a, b.T if transpose_b else b, out)


@MatMul.formula
def _(call: Node) -> str:
    a, b = ("^T" if call.attrs[key] else "" for key in ("transpose_a", "transpose_b"))
    return f"{{a}}{a} @ {{b}}{b}"


def product_shape(call: Call) -> Shape:
    """Return the shape of the product of ``a`` and ``b``, each possibly transposed."""
    name = call.type.name
    a, b = (require_ranks(call, pin, 2, 2, f"expected a matrix at {pin}") for pin in "ab")
    i, k = (1, 0) if call.attrs["transpose_a"] else (0, 1)
    m, j = (1, 0) if call.attrs["transpose_b"] else (0, 1)
    left = a[k] if a is not None else None
    right = b[m] if b is not None else None
    if left is not None and right is not None and left != right:
        notes = ", ".join(each for each in ("transpose_a", "transpose_b") if call.attrs[each])
        text = f"{name}: expected a.shape[{k}] == b.shape[{m}]{f' ({notes})' if notes else ''}"
        raise DiagramError(f"{text}, got {shape_text(a)} and {shape_text(b)}", pin="b")
    return (a[i] if a is not None else None, b[j] if b is not None else None)


MatMul.shape(product_shape)


@MatMul.gradient("a", "b")
def _(call: Node, dy: Output) -> tuple[Operand, Operand]:
    a, b = (conj(each) for each in call.inputs)
    return _factor_gradients(a, b, call.attrs["transpose_a"], call.attrs["transpose_b"], dy)


def _factor_gradients(a: Output, b: Output, ta: bool, tb: bool, dy: Output) -> tuple[Operand, Operand]:
    da = MatMul(b, dy, transpose_a=tb, transpose_b=True) if ta else MatMul(dy, b, transpose_b=not tb)
    db = MatMul(dy, a, transpose_a=True, transpose_b=ta) if tb else MatMul(a, dy, transpose_a=not ta)
    return da, db


@block(
    "a: Ta, b: Tb -> product: float",
    Ta=(FLOAT, BFLOAT16),
    Tb=(FLOAT, BFLOAT16),
    doc_of=MatMul,
    example={"a": [[3.0, 0.0], [0.0, 0.0]], "b": [[3.0], [5.0]], "product": [[9.0], [0.0]]},
)
def SparseMatMul(
    a: Array,
    b: Array,
    *,
    transpose_a: bool = False,
    transpose_b: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
) -> Any:
    """Multiply two float32 or bfloat16 matrices, which may consist mostly of zeros: product = a @ b.

    Args:
        a_is_sparse: has no effect; accepted for TensorFlow compatibility, where it says that most of a is zero.
        b_is_sparse: has no effect; accepted for TensorFlow compatibility, where it says that most of b is zero.
    """
    left, right = a.astype(np.float32, copy=False), b.astype(np.float32, copy=False)
    return matmul(left.T if transpose_a else left, right.T if transpose_b else right)


SparseMatMul.shape(product_shape)


@SparseMatMul.gradient("a", "b")
def _(call: Node, dy: Output) -> list[Operand]:
    a, b = (make("Cast", each, DstT=FLOAT) for each in call.inputs)
    result = _factor_gradients(a, b, call.attrs["transpose_a"], call.attrs["transpose_b"], dy)
    return [make("Cast", each, DstT=x.dtype) for each, x in zip(result, call.inputs, strict=True)]


@block(
    "x: T, y: T -> output: T",
    T=(*FLOATS, *INDEX, *COMPLEX),
    in_place=[],
    example={"x": [[[1.0, 2.0]], [[3.0, 4.0]]], "y": [[[1.0], [1.0]], [[2.0], [0.0]]], "output": [[[3.0]], [[6.0]]]},
)
def BatchMatMul(
    x: Array,
    y: Array,
    out: Array | None = None,
    *,
    adj_x: bool = False,
    adj_y: bool = False,
    grad_x: bool = False,
    grad_y: bool = False,
) -> Any:
    """Multiply batches of matrices: output = x @ y over the last two axes.

    Args:
        x: [..., m, k] the left matrices.
        y: [..., k, n] the right matrices. The batch axes must equal those of x; they are not broadcast.
        adj_x: take the adjoint of x first: transpose its matrices and conjugate complex numbers.
        adj_y: take the adjoint of y first: transpose its matrices and conjugate complex numbers.
        grad_x: has no effect; accepted for TensorFlow compatibility.
        grad_y: has no effect; accepted for TensorFlow compatibility.

    Returns:
        output: [..., m, n] the matrix products.
    """
    x, y = adjoint(x) if adj_x else x, adjoint(y) if adj_y else y
    if out is None:  # NumPy would put the result where it need not turn axes, which are pairs
        out = np.empty((*x.shape[:-1], y.shape[-1]), x.dtype)
    return _product(x, y, out)


@BatchMatMul.shape
def _(call: Call) -> Shape:
    x, y = (require_ranks(call, pin, 2, math.inf, f"expected matrices at {pin}") for pin in "xy")
    if x is None and y is None:
        return None
    both = f"{shape_text(x)} and {shape_text(y)}"
    if x is not None and y is not None and not compatible(x[:-2], y[:-2]):
        raise pin_error(call, "y", f"x and y must have the same batch axes, got {both}")
    i, k = (-1, -2) if call.attrs["adj_x"] else (-2, -1)
    m, j = (-1, -2) if call.attrs["adj_y"] else (-2, -1)
    if x is not None and y is not None and x[k] is not None and y[m] is not None and x[k] != y[m]:
        notes = ", ".join(name for name in ("adj_x", "adj_y") if call.attrs[name])
        raise pin_error(call, "y", f"expected x.shape[{k}] == y.shape[{m}]{f' ({notes})' if notes else ''}, got {both}")
    batch = merge(x[:-2] if x is not None else None, y[:-2] if y is not None else None) or ()
    return (*batch, x[i] if x is not None else None, y[j] if y is not None else None)


@BatchMatMul.gradient("x", "y")
def _(call: Node, dy: Output) -> tuple[Operand, Operand]:
    x, y = call.inputs
    adj_x, adj_y = call.attrs["adj_x"], call.attrs["adj_y"]
    dx = BatchMatMul(y, dy, adj_x=adj_y, adj_y=True) if adj_x else BatchMatMul(dy, y, adj_y=not adj_y)
    if adj_y:
        return dx, BatchMatMul(dy, x, adj_x=True, adj_y=adj_x)
    return dx, BatchMatMul(x, dy, adj_x=not adj_x)


@block(
    "a: T, b: T -> product: T", T=REAL, example={"a": [1.0, 0.0, 0.0], "b": [0.0, 1.0, 0.0], "product": [0.0, 0.0, 1.0]}
)
def Cross(a: Array, b: Array) -> Array:
    """Compute the cross product of 3-element vectors: product = a × b.

    Args:
        a: [..., 3] the first vectors. The last axis has size 3.
        b: [..., 3] the second vectors, with the shape of a.

    Returns:
        product: [..., 3] the cross products.
    """
    u, v = np.moveaxis(a, -1, 0), np.moveaxis(b, -1, 0)
    parts = [u[i - 2] * v[i - 1] - u[i - 1] * v[i - 2] for i in range(3)]
    return np.stack(parts, -1)


@Cross.shape
def _(call: Call) -> Shape:
    a, b = call.shape("a"), call.shape("b")
    for pin, shape in (("a", a), ("b", b)):
        if shape is not None and (not shape or shape[-1] not in (3, None)):
            raise shape_error(call, pin, f"{pin} must contain vectors with 3 elements")
    if not compatible(a, b):
        raise pin_error(call, "b", f"a and b must have the same shape, got {shape_text(a)} and {shape_text(b)}")
    return merge(a, b)


@Cross.gradient("a", "b")
def _(call: Node, dy: Output) -> tuple[Operand, Operand]:
    a, b = call.inputs
    return Cross(b, dy), Cross(dy, a)
