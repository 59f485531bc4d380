"""NumPy products of traced arrays: matmul, dot, inner, outer, tensordot and einsum."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from blocks.base.errors import DiagramError
from blocks.graph.graph import Output
from blocks.interchange.importing.equations import by_pairs
from blocks.interchange.tracing.composed import matrix_norm, vector_norm
from blocks.interchange.tracing.operands import (
    axes_of,
    common,
    rank,
    refuse,
    reshaped,
    sizes,
    squeezed,
    tensor,
    transposed,
)
from blocks.interchange.tracing.tracer import Tracer
from blocks.library.declare import make


def matmul(x: Output, y: Output) -> Output:
    """Convert ``x @ y``: vectors are rows on the left and columns on the right; other axes broadcast."""
    if not rank(x) or not rank(y):
        raise DiagramError("matmul needs operands with at least one axis")
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
    a, b = common([x, y])
    if not rank(a) or not rank(b):
        return make("Multiply", a, b)
    if rank(b) <= 2:
        return matmul(a, b)
    return tensordot(a, b, ([rank(a) - 1], [rank(b) - 2]))


def inner(x: Any, y: Any) -> Output:
    a, b = common([x, y])
    if not rank(a) or not rank(b):
        return make("Multiply", a, b)
    return tensordot(a, b, ([rank(a) - 1], [rank(b) - 1]))


def outer(x: Any, y: Any) -> Output:
    a, b = common([x, y])
    return make("Multiply", reshaped(a, (-1, 1)), reshaped(b, (1, -1)))


def tensordot(x: Any, y: Any, axes: Any = 2) -> Output:
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
    if not isinstance(equation, str) or keywords.keys() - {"optimize"}:
        refuse("numpy.einsum", keywords or {"lists of axes": None})
    terms, outputs = equation.partition("->")[0].split(","), common(operands)
    if len(terms) != len(outputs):
        raise DiagramError(f"numpy.einsum: {equation!r} needs {len(terms)} operands, got {len(outputs)}")
    return by_pairs(equation, outputs, lambda pair, text: make("Einsum", pair, equation=text))


def trace(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Output:
    return make("Sum", diagonal(a, offset, axis1, axis2), -1)


def diagonal(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Output:
    x = tensor(a)
    first, second = axis1 % rank(x), axis2 % rank(x)
    x = transposed(x, [*[i for i in range(rank(x)) if i not in (first, second)], first, second])
    return make("MatrixDiagPartV3", x, offset, np.zeros((), x.dtype.numpy))


def diag(v: Any, k: int = 0) -> Output:
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
    x, y = common([a, b])
    if rank(y) == 1:
        return squeezed(make("MatrixSolve", x, make("ExpandDims", y, 1)), [-1])
    return make("MatrixSolve", x, y)


def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Output:
    """Convert ``numpy.linalg.norm``; over all elements, it is the root of their dot product, as in NumPy."""
    a = tensor(x)
    if ord is None and axis is None and a.dtype.kind != "complex":
        flat = reshaped(a, (-1,))
        result = make("Sqrt", matmul(flat, flat))
        return reshaped(result, (1,) * rank(a)) if keepdims else result
    axes = axes_of(a, axis)
    if len(axes) == 1 or ord is None:
        return vector_norm(Tracer(a), axis=tuple(axes), keepdims=keepdims, ord=2 if ord is None else ord)
    if len(axes) != 2:
        raise DiagramError(f"numpy.linalg.norm over {len(axes)} axes with ord={ord!r} is not supported")
    kept = [i for i in range(rank(a)) if i not in axes]
    result = matrix_norm(Tracer(transposed(a, [*kept, *axes])), ord=ord)
    return reshaped(result, [1 if i in axes else size for i, size in enumerate(sizes(a))]) if keepdims else result
