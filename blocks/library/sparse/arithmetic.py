"""Sums and comparisons of sparse tensors, with each other and with dense ones, and products with dense matrices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.dtypes import (
    BFLOAT16,
    COMPLEX,
    COMPLEX64,
    COMPLEX128,
    DOUBLE,
    FLOAT,
    HALF,
    INDEX,
    INT32,
    INT64,
    NUMERIC,
    REAL,
)
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.graph.spec import Rule
from blocks.library.array.arguments import pin_error, require_ranks, require_scalar
from blocks.library.array.gathering import Gather
from blocks.library.array.joining import Stack
from blocks.library.array.reshaping import Transpose
from blocks.library.array.row_reductions import add_rows
from blocks.library.array.sizes import Shape_, ZerosLike
from blocks.library.declare import block, declare
from blocks.library.math.comparisons import Where3
from blocks.library.math.shared import conj, is_small
from blocks.library.sparse.shared import (
    PAGE,
    SIGNED_INTEGERS,
    check_order,
    layout,
    put,
    require_equal_shapes,
    require_matrix,
    triple,
    union,
)

TWO = "a_indices: int64, a_values: T, a_shape: int64, b_indices: int64, b_values: T, b_shape: int64"


def _two(call: Call) -> int | None:
    a = layout(call, "a_indices", "a_values", "a_shape", ordered=True)
    b = layout(call, "b_indices", "b_values", "b_shape", ordered=True)
    require_equal_shapes(call.type.name, a.shape, b.shape, "b_shape")
    return b.rank if a.rank is None else a.rank


@block(
    f"{TWO}, thresh: Treal -> sum_indices: int64, sum_values: T, sum_shape: int64",
    T=(FLOAT, DOUBLE, *SIGNED_INTEGERS, COMPLEX64, COMPLEX128),
    Treal=REAL,
    example={
        **triple("a", [[0, 0], [1, 2]], [1.0, 2.0], [2, 3]),
        **triple("b", [[0, 1], [1, 2]], [5.0, 0.5], [2, 3]),
        "thresh": 0.0,
        **triple("sum", [[0, 0], [0, 1], [1, 2]], [1.0, 5.0, 2.5], [2, 3]),
    },
)
def SparseAdd(
    a_indices: Array, a_values: Array, a_shape: Array, b_indices: Array, b_values: Array, b_shape: Array, thresh: Array
) -> tuple[Array, Array, Array]:
    """Add two sparse tensors: sum = a + b.

    Args:
        a_indices: [n, rank] the indices of the elements of a, in row-major order.
        a_values: [n] the values of a.
        a_shape: [rank] the shape of a.
        b_indices: [m, rank] the indices of the elements of b, in row-major order.
        b_values: [m] the values of b.
        b_shape: [rank] the shape of b. It must equal a_shape.
        thresh: [] the magnitude threshold. Where both tensors have an element, the sum is dropped if its absolute value
            is smaller than thresh or if it is NaN. Elements of only one tensor are always kept.

    Returns:
        sum_indices: [k, rank] the indices of the sum, in row-major order.
        sum_values: [k] the values of the sum.
        sum_shape: [rank] the shape of the sum.
    """
    indices, a, b = union(a_indices, b_indices)
    total = put(len(indices), a, a_values)
    alone = np.ones(len(indices), bool)
    alone[a] = False
    single = alone[b]
    total[b] = np.where(single, b_values, total[b] + b_values)
    met = np.zeros(len(indices), bool)
    met[b[~single]] = True
    size = np.abs(total.astype(np.int64) if total.dtype.kind == "i" else total)
    kept = ~met | (size >= thresh)
    return indices[kept], total[kept], np.array(a_shape)


@SparseAdd.shape
def _(call: Call) -> list[Shape]:
    rank = _two(call)
    require_scalar(call, "thresh")
    return [(None, rank), (None,), (rank,)]


@SparseAdd.gradient("a_values", "b_values")
def _(call: Node, _indices: Any, dy: Output | None, _shape: Any) -> Any:
    if dy is None:
        return None, None
    return tuple(SparseAddGrad(dy, call.input("a_indices"), call.input("b_indices"), call.outputs[0]).outputs)


@block(
    "backprop_val_grad: T, a_indices: int64, b_indices: int64, sum_indices: int64 -> a_val_grad: T, b_val_grad: T",
    T=(FLOAT, DOUBLE, *SIGNED_INTEGERS, COMPLEX64, COMPLEX128),
    not_differentiable="TensorFlow passes no gradient through it",
    example={
        "backprop_val_grad": [1.0, 2.0, 3.0],
        "a_indices": [[0, 0], [1, 2]],
        "b_indices": [[0, 1], [1, 2]],
        "sum_indices": [[0, 0], [0, 1], [1, 2]],
        "a_val_grad": [1.0, 3.0],
        "b_val_grad": [2.0, 3.0],
    },
)
def SparseAddGrad(
    backprop_val_grad: Array, a_indices: Array, b_indices: Array, sum_indices: Array
) -> tuple[Array, Array]:
    """Compute the gradient of SparseAdd with respect to the values of both tensors.

    Args:
        backprop_val_grad: [k] the gradient with respect to the values of the sum.
        a_indices: [n, rank] the indices of the elements of a, in row-major order.
        b_indices: [m, rank] the indices of the elements of b, in row-major order.
        sum_indices: [k, rank] the indices of the sum, in row-major order.

    Returns:
        a_val_grad: [n] the gradient with respect to the values of a. It is 0 if the sum does not contain the index.
        b_val_grad: [m] the gradient with respect to the values of b.
    """
    result: list[Array] = []
    for indices in (a_indices, b_indices):
        positions, own, others = union(indices, sum_indices)
        result.append(put(len(positions), others, backprop_val_grad)[own])
    return result[0], result[1]


@SparseAddGrad.shape
def _(call: Call) -> list[Shape]:
    pins = ("a_indices", "b_indices", "sum_indices")
    counts: list[int | None] = []
    common: int | None = None
    for pin in pins:
        count, rank = require_matrix(call, pin)
        counts.append(count)
        if common is not None and rank not in (common, None):
            raise pin_error(call, pin, f"all indices must have the rank of a_indices ({common}), got {rank}")
        common = rank if common is None else common
    dy = call.shape("backprop_val_grad")
    if dy is not None and not compatible(dy, (counts[2],)):
        text = f"{call.type.name}: backprop_val_grad must be a vector with one value per index of the sum, got shape"
        raise DiagramError(f"{text} {shape_text(dy)}", pin="backprop_val_grad")
    for pin in pins:
        indices = call.value(pin)
        if indices is not None:
            check_order(call.type.name, indices, pin)
    return [(counts[0],), (counts[1],)]


# -- The larger or smaller of two sparse tensors -----------------------------------------------------------------------


@block(
    "a_indices: int64, a_values: T, b_indices: int64, b_values: T -> a_wins: bool, b_wins: bool",
    T=REAL,
    internal=True,
    not_differentiable="the output is boolean: which elements were selected",
)
def SparseWinners(
    a_indices: Array, a_values: Array, b_indices: Array, b_values: Array, *, largest: bool
) -> tuple[Array, Array]:
    """Determine which elements SparseSparseMaximum or SparseSparseMinimum selects. Their gradients use it.

    Args:
        a_values: the values of a. In a tie, a is selected.
    """
    indices, a, b = union(a_indices, b_indices)
    left, right = put(len(indices), a, a_values), put(len(indices), b, b_values)
    first = left >= right if largest else left <= right
    return first[a], ~first[b]


SparseWinners.shape(lambda call: [call.shape("a_values"), call.shape("b_values")])


def _extreme(name: str, ufunc: Callable[[Array, Array], Array], which: str, values: list[float]) -> BlockType:
    def kernel(
        a_indices: Array, a_values: Array, a_shape: Array, b_indices: Array, b_values: Array, b_shape: Array
    ) -> tuple[Array, Array]:
        indices, a, b = union(a_indices, b_indices)
        return indices, ufunc(put(len(indices), a, a_values), put(len(indices), b, b_values))

    def shape(call: Call) -> list[Shape]:
        return [(None, _two(call)), (None,)]

    def gradient(call: Node, _indices: Any, dy: Output | None) -> Any:
        if dy is None:
            return None, None
        a, av, _, b, bv, _ = call.inputs
        parts = SparseAddGrad(dy, a, b, call.outputs[0]).outputs
        wins = SparseWinners(a, av, b, bv, largest=which == "maximum").outputs
        return tuple(Where3(won, part, ZerosLike(part)) for won, part in zip(wins, parts, strict=True))

    doc = f"""Compute the element-wise {which} of two sparse tensors. Missing elements count as 0.

    Returns:
        output_indices: [k, rank] the indices of the sum, in row-major order.
        output_values: [k] the {which} values.
    """
    result = declare(
        name,
        PAGE,
        f"{TWO} -> output_indices: int64, output_values: T",
        kernel,
        T=REAL,
        doc=doc,
        doc_of=SparseAdd,
        example={
            **triple("a", [[0, 0], [1, 2]], [-1.0, 2.0], [2, 3]),
            **triple("b", [[0, 1], [1, 2]], [5.0, 0.5], [2, 3]),
            "output_indices": [[0, 0], [0, 1], [1, 2]],
            "output_values": values,
        },
    )
    result.shape(shape)
    result.rule = Rule(("a_values", "b_values"), gradient)
    return result


SparseSparseMaximum = _extreme("SparseSparseMaximum", np.maximum, "maximum", [0.0, 5.0, 2.0])
SparseSparseMinimum = _extreme("SparseSparseMinimum", np.minimum, "minimum", [-1.0, 0.0, 0.5])


# -- Products with dense matrices --------------------------------------------------------------------------------------


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
