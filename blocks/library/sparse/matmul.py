"""The product of a sparse matrix and a dense one."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import BFLOAT16, COMPLEX, DOUBLE, FLOAT, HALF, INDEX, INT32, INT64, NUMERIC
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import pin_error, require_ranks
from blocks.library.array.gathering import Gather
from blocks.library.array.joining import Stack
from blocks.library.array.reshaping import Transpose
from blocks.library.array.row_reductions import add_rows
from blocks.library.array.sizes import Shape_
from blocks.library.declare import block
from blocks.library.math.shared import conj, is_small
from blocks.library.sparse.shared import layout, require_matrix, triple

FACTORS = (FLOAT, DOUBLE, HALF, BFLOAT16, INT32, *COMPLEX)
_MANY = 1 << 16
"""Products of numbers: with more, a sparse matrix is worth its import."""


@block(
    "a_indices: Tindices, a_values: T, a_shape: int64, b: T -> product: T",
    T=FACTORS,
    Tindices=INDEX,
    example={
        **triple("a", [[0, 1], [1, 0], [1, 2]], [2.0, 3.0, 4.0], [2, 3]),
        "b": [[1.0], [10.0], [100.0]],
        "product": [[20.0], [403.0]],
    },
)
def SparseTensorDenseMatMul(
    a_indices: Array, a_values: Array, a_shape: Array, b: Array, *, adjoint_a: bool = False, adjoint_b: bool = False
) -> Array:
    """Multiply a sparse matrix by a dense matrix: product = a @ b.

    Args:
        a_indices: [n, 2] the indices of the sparse matrix's elements, in any order. Repeated indices are added.
        a_values: [n] the values of the sparse matrix's elements.
        a_shape: [2] the shape of the sparse matrix.
        b: [k, columns] the dense matrix.
        adjoint_a: whether to take the adjoint (conjugate transpose) of the sparse matrix first.
        adjoint_b: whether to take the adjoint (conjugate transpose) of the dense matrix first.

    Returns:
        product: [rows, columns] the dense product.
    """
    rows, columns, values = a_indices[:, 0], a_indices[:, 1], a_values
    size = [int(n) for n in a_shape.tolist()]
    if adjoint_a:
        rows, columns, size = columns, rows, size[::-1]
        values = np.conj(values) if values.dtype.kind == "c" else values
    if adjoint_b:
        b = np.conj(b.T) if b.dtype.kind == "c" else b.T
    if not is_small(b):
        return _product(rows, columns, values, size, b)
    return _product(rows, columns, values.astype(np.float32), size, b.astype(np.float32)).astype(b.dtype)


def _product(rows: Array, columns: Array, values: Array, size: list[int], b: Array) -> Array:
    if len(values) * b.shape[1] < _MANY:
        return add_rows(size[0], rows.astype(np.int64), values[:, None] * b[columns])
    from scipy.sparse import coo_matrix  # pyright: ignore[reportMissingTypeStubs]

    matrix: Any = coo_matrix((values, (rows, columns)), size)
    return np.ascontiguousarray(matrix.tocsr() @ np.ascontiguousarray(b))


@SparseTensorDenseMatMul.shape
def _(call: Call) -> Shape:
    name = call.type.name
    sparse = layout(call, "a_indices", "a_values", "a_shape")
    if sparse.rank not in (2, None):
        raise pin_error(call, "a_shape", f"expected a matrix, got a sparse tensor of rank {sparse.rank}")
    a, b = sparse.shape or (None, None), require_ranks(call, "b", 2, 2, "expected a matrix at b") or (None, None)
    rows, inner = a[::-1] if call.attrs["adjoint_a"] else a
    other, columns = b[::-1] if call.attrs["adjoint_b"] else b
    if inner is not None and other not in (inner, None):
        text = f"{name}: cannot multiply {shape_text((rows, inner))} by {shape_text((other, columns))}"
        raise DiagramError(f"{text}: the inner sizes differ", pin="b")
    return rows, columns


@SparseTensorDenseMatMul.gradient("a_values", "b")
def _(call: Node, dy: Output) -> tuple[Operand, Operand]:
    indices, values, shape, b = call.inputs
    flipped = call.attrs["adjoint_a"]
    factor = _adjoint(b) if call.attrs["adjoint_b"] else b
    db = SparseTensorDenseMatMul(indices, values, shape, dy, adjoint_a=not flipped).as_output()
    dvalues = SparseSampledMatMul(indices, factor, dy) if flipped else SparseSampledMatMul(indices, dy, factor)
    return dvalues, _adjoint(db) if call.attrs["adjoint_b"] else db


def _adjoint(matrix: Output) -> Output:
    return Transpose(conj(matrix), np.array([1, 0], np.int32)).as_output()


@block("indices: Tindices, x: T, y: T -> values: T", T=NUMERIC, Tindices=INDEX, internal=True)
def SparseSampledMatMul(indices: Array, x: Array, y: Array) -> Array:
    """Compute selected elements of x @ y^H: the gradient of SparseTensorDenseMatMul.

    Args:
        y: the second matrix, with as many columns as x.

    Returns:
        values: for each index (i, j), the sum over k of x[i, k] * conj(y[j, k]).
    """
    values = np.empty(len(indices), np.float32 if is_small(x) else x.dtype)
    each = max(_MANY // max(x.shape[1], 1), 1)  # the rows that are put together stay small
    for start in range(0, len(indices), each):
        rows, columns = indices[start : start + each].T
        left, right = x[rows].astype(values.dtype, copy=False), y[columns].astype(values.dtype, copy=False)
        values[start : start + each] = np.einsum("nk,nk->n", left, np.conj(right))
    return values.astype(x.dtype, copy=False)


SparseSampledMatMul.shape(lambda call: (require_matrix(call, "indices")[0],))


@SparseSampledMatMul.gradient("x", "y")
def _(call: Node, dv: Output) -> tuple[Operand, Operand]:
    indices, x, y = call.inputs
    rows = [Gather(Shape_(matrix, out_type=INT64), np.int32(0)) for matrix in (x, y)]
    shape = Stack(rows)
    dx = SparseTensorDenseMatMul(indices, dv, shape, y)
    return dx, SparseTensorDenseMatMul(indices, dv, shape, x, adjoint_a=True)
