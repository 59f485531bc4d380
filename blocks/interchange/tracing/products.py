"""NumPy's products of traced arrays: matmul, dot, inner, outer, tensordot, einsum."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np

from blocks.base.errors import DiagramError
from blocks.graph.graph import Output
from blocks.interchange.tracing.operands import common, refuse, tensor
from blocks.interchange.tracing.reductions import reduced
from blocks.interchange.tracing.shapes import rank, reshaped, sizes, squeezed, transposed
from blocks.library.declare import make


def matmul(x: Output, y: Output) -> Output:
    """``x @ y``: vectors are rows on the left and columns on the right, other axes are broadcast."""
    if not rank(x) or not rank(y):
        raise DiagramError("matmul needs operands with axes")
    left, right = rank(x) == 1, rank(y) == 1
    x = make("ExpandDims", x, 0) if left else x
    y = make("ExpandDims", y, 1) if right else y
    if rank(x) == 2 and rank(y) == 2 and x.dtype.kind in ("float", "complex"):
        product = make("MatMul", x, y)
    else:
        product = make("BatchMatMulV2", x, y)
    gone = [axis for axis, is_vector in ((-2, left), (-1, right)) if is_vector]
    return squeezed(product, gone) if gone else product


def dot(x: Any, y: Any) -> Output:
    """``numpy.dot``: of matrices their product, of others the sum over the last axis of x and the last but one of y."""
    a, b = common([x, y])
    if not rank(a) or not rank(b):
        return make("Multiply", a, b)
    if rank(b) <= 2:
        return matmul(a, b)
    return tensordot(a, b, ([rank(a) - 1], [rank(b) - 2]))


def inner(x: Any, y: Any) -> Output:
    """``numpy.inner``: the sum over the last axes of both."""
    a, b = common([x, y])
    if not rank(a) or not rank(b):
        return make("Multiply", a, b)
    return tensordot(a, b, ([rank(a) - 1], [rank(b) - 1]))


def outer(x: Any, y: Any) -> Output:
    """``numpy.outer``: each element of one with each of the other, as a matrix."""
    a, b = common([x, y])
    return make("Multiply", reshaped(a, (-1, 1)), reshaped(b, (1, -1)))


def tensordot(x: Any, y: Any, axes: Any = 2) -> Output:
    """``numpy.tensordot``: as one product of matrices, as NumPy does it."""
    a, b = common([x, y])
    if isinstance(axes, (int, np.integer)):
        count = int(cast("Any", axes))
        over_a, over_b = list(range(rank(a) - count, rank(a))), list(range(count))
    else:
        over_a, over_b = [[int(i) for i in np.atleast_1d(each).tolist()] for each in axes]
    over_a = [i % rank(a) for i in over_a]
    over_b = [i % rank(b) for i in over_b]
    kept_a = [i for i in range(rank(a)) if i not in over_a]
    kept_b = [i for i in range(rank(b)) if i not in over_b]
    summed = int(np.prod([sizes(a)[i] for i in over_a], dtype=np.int64))
    left = reshaped(transposed(a, [*kept_a, *over_a]), (-1, summed))
    right = reshaped(transposed(b, [*over_b, *kept_b]), (summed, -1))
    return reshaped(matmul(left, right), [*[sizes(a)[i] for i in kept_a], *[sizes(b)[i] for i in kept_b]])


def einsum(equation: Any, *operands: Any, **keywords: Any) -> Output:
    """``numpy.einsum`` with an equation."""
    if not isinstance(equation, str) or keywords.keys() - {"optimize"}:
        refuse("numpy.einsum", keywords or {"lists of axes": None})
    equation = equation.replace(" ", "")
    if "->" not in equation:  # the letters that occur once, in the order of the alphabet
        letters = equation.replace(",", "").replace(".", "")
        dots = "..." if "..." in equation else ""
        equation += "->" + dots + "".join(sorted(c for c in set(letters) if letters.count(c) == 1))
    return make("Einsum", common(operands), equation=equation)


def trace(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Output:
    """``numpy.trace`` of a matrix, or of many."""
    return make("Sum", diagonal(a, offset, axis1, axis2), -1)


def diagonal(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Output:
    """``numpy.diagonal``: that of the matrices over two axes, as the last axis."""
    x = tensor(a)
    first, second = axis1 % rank(x), axis2 % rank(x)
    x = transposed(x, [*[i for i in range(rank(x)) if i not in (first, second)], first, second])
    return make("MatrixDiagPartV3", x, offset, np.zeros((), x.dtype.numpy))


def diag(v: Any, k: int = 0) -> Output:
    """``numpy.diag``: a matrix of a vector, the diagonal of a matrix."""
    x = tensor(v)
    if rank(x) == 2:
        return diagonal(v, k)
    filling = np.zeros((), x.dtype.numpy)
    return make("MatrixDiagV3", x, k, -1, -1, filling)


LINALG: dict[Callable[..., Any], str] = {
    np.linalg.inv: "MatrixInverse",
    np.linalg.det: "MatrixDeterminant",
    np.linalg.cholesky: "Cholesky",
}
"""Functions of one matrix, or of many, with one result."""


def solve(a: Any, b: Any) -> Output:
    """``numpy.linalg.solve``; a vector on the right is a column."""
    x, y = common([a, b])
    if rank(y) == 1:
        return squeezed(make("MatrixSolve", x, make("ExpandDims", y, 1)), [-1])
    return make("MatrixSolve", x, y)


def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Output:
    """``numpy.linalg.norm``: the root of the sum of squares, as NumPy computes it; of vectors also 1 and infinity."""
    a = tensor(x)
    if a.dtype.kind == "complex":
        refuse("numpy.linalg.norm of complex numbers")
    if ord is None and axis is None and not keepdims:
        flat = reshaped(a, (-1,))
        return make("Sqrt", matmul(flat, flat))
    vectors: Sequence[Any] = (None, 1, 2, np.inf)
    if ord not in vectors or (ord is not None and (isinstance(axis, tuple) or (axis is None and rank(a) != 1))):
        refuse("numpy.linalg.norm", {f"ord={ord!r}": None, f"axis={axis!r}": None})
    if ord in (None, 2):
        return make("Sqrt", reduced("Sum", make("Square", a), axis, keepdims))
    return reduced("Sum" if ord == 1 else "Max", make("Abs", a), axis, keepdims)
