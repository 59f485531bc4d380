"""Linear systems, inverses and determinants of matrices.

Half precision is computed in float32. Sources: Golub and Van Loan, Matrix Computations, 4th edition, chapters 3 to 5;
gradients: Giles, Collected matrix derivative results for forward and reverse mode algorithmic differentiation, 2008.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import BFLOAT16, DOUBLE, FLOAT, HALF
from blocks.base.errors import DiagramError
from blocks.base.shapes import broadcast, compatible, merge, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import pin_error
from blocks.library.declare import block, make
from blocks.library.linalg.shared import (
    MATRIX,
    as_matrices,
    as_rows,
    conjugate_transpose,
    diagonal,
    finite,
    is_empty,
    lower_triangle,
    matmul,
    one_by_one,
    require_matrix,
    require_square,
    scipy_linalg,
    solve,
    square,
    with_diagonal,
)
from blocks.library.math.shared import adjoint, conj, wide_dtype

_I = [[1.0, 0.0], [0.0, 1.0]]
_LOWER = [[2.0, 0.0], [1.0, 1.0]]
_SINGULAR = "the matrix is singular"


# -- Cholesky's decomposition ------------------------------------------------------------------------------------------


@block("input: T -> output: T", T=MATRIX, example={"input": [[4.0, 2.0], [2.0, 2.0]], "output": _LOWER})
def Cholesky(input: Array) -> Any:
    """Compute the Cholesky decomposition of Hermitian positive definite matrices: output @ output^H = input.

    Only the lower triangle of the input is used. If a matrix is not positive definite, the lower triangle of the result
    is NaN.

    Source: Golub and Van Loan, Matrix Computations, section 4.2; its gradient: Murray, Differentiation of the Cholesky
    decomposition, 2016.

    Args:
        input: [..., m, m] the matrices.

    Returns:
        output: [..., m, m] the lower triangular factors.
    """
    wide = input.astype(wide_dtype(input), copy=False)
    try:
        result = np.linalg.cholesky(wide)
    except np.linalg.LinAlgError:
        [result] = one_by_one(_cholesky_or_nan, wide)
    return as_rows(result, input.dtype)


def _cholesky_or_nan(matrix: Array) -> tuple[Array]:
    try:
        return (np.linalg.cholesky(matrix),)
    except np.linalg.LinAlgError:
        return (np.tril(np.full_like(matrix, np.nan)),)


Cholesky.shape(square)
Cholesky.gradient_limit(
    "input", "the gradient is the one for Hermitian matrices, as in TensorFlow, although only one triangle is used"
)


@Cholesky.gradient("input")
def _(call: Node, dy: Output) -> Operand:
    factor = call.outputs[0]
    middle = matmul(factor, dy, adj_x=True)
    middle = lower_triangle(with_diagonal(middle, 0.5 * diagonal(middle)))
    left = make("MatrixTriangularSolve", factor, middle, adjoint=True)
    result = conjugate_transpose(make("MatrixTriangularSolve", factor, conjugate_transpose(left), adjoint=True))
    return 0.5 * (result + conjugate_transpose(result))


@block(
    "l: T, grad: T -> output: T",
    T=(HALF, FLOAT, DOUBLE),
    example={"l": [[2.0, 0.0], [1.0, 1.0]], "grad": [[4.0, 0.0], [0.0, 2.0]], "output": [[1.25, -0.5], [-0.5, 1.0]]},
)
def CholeskyGrad(l: Array, grad: Array) -> Any:  # noqa: E741 - the pin's name
    """Compute the gradient of Cholesky with respect to its input, from the factor l and its gradient.

    With P = l^T grad, where only the lower triangle is kept and the diagonal is halved, the result is the symmetric
    part of l^-T P l^-1. Source: Murray, Differentiation of the Cholesky decomposition, arXiv:1602.07527.

    Args:
        l: [..., m, m] the Cholesky factors. Only the lower triangle is used.
        grad: [..., m, m] the gradient with respect to l. Only the lower triangle is used.

    Returns:
        output: [..., m, m] the gradient with respect to the input.
    """
    if is_empty(l):
        return grad.copy()
    factor, given = (np.tril(each.astype(wide_dtype(each), copy=False)) for each in (l, grad))
    turned = np.swapaxes(factor, -1, -2)
    middle = np.tril(turned @ given) * (1 - 0.5 * np.eye(l.shape[-1], dtype=factor.dtype))
    try:
        left = np.linalg.solve(turned, middle)
        result = np.linalg.solve(turned, np.swapaxes(left, -1, -2))
    except np.linalg.LinAlgError:
        raise DiagramError(_SINGULAR, pin="l") from None
    return as_rows(0.5 * (result + np.swapaxes(result, -1, -2)), l.dtype)


@CholeskyGrad.shape
def _(call: Call) -> Shape:
    factor, grad = require_square(call, "l"), require_square(call, "grad")
    if not compatible(factor, grad):
        text = f"grad must have the shape of l, {shape_text(factor)}, got {shape_text(grad)}"
        raise DiagramError(text, pin="grad")
    return merge(factor, grad)


# -- Equations ---------------------------------------------------------------------------------------------------------


@block(
    "input: T -> output: T", T=MATRIX, example={"input": [[2.0, 0.0], [0.0, 4.0]], "output": [[0.5, 0.0], [0.0, 0.25]]}
)
def MatrixInverse(input: Array, *, adjoint: bool = False) -> Any:
    """Compute the inverse of square matrices. A singular matrix is an error.

    Source: Golub and Van Loan, Matrix Computations, section 3.4.

    Args:
        input: [..., m, m] the matrices.
        adjoint: invert the adjoints (conjugate transposes) of the matrices instead.

    Returns:
        output: [..., m, m] the inverses.
    """
    wide = input.astype(wide_dtype(input), copy=False)
    return as_rows(_inverse(_turned(wide, adjoint)), input.dtype)


_LAPACK: Any = getattr(np.linalg, "_umath_linalg", None)
"""The functions that those of `numpy.linalg` call, in double precision; those take three times as long for a small
matrix.
"""


def _inverse(x: Array) -> Any:
    if _LAPACK is not None and x.ndim == 2 and x.size:
        result = _LAPACK.inv(x, signature="D->D" if x.dtype.kind == "c" else "d->d")
        if result[0, 0] == result[0, 0]:  # of a singular one all numbers are NaN
            return result.astype(x.dtype, copy=False)
    try:
        return np.linalg.inv(x)
    except np.linalg.LinAlgError:
        raise DiagramError(_SINGULAR, pin="input") from None


def _turned(x: Array, turn: bool) -> Array:
    return adjoint(x) if turn else x


MatrixInverse.formula(lambda call: None if call.attrs["adjoint"] else "inv({input})")


MatrixInverse.shape(square)


@MatrixInverse.gradient("input")
def _(call: Node, dy: Output) -> Operand:
    inverse = call.outputs[0]
    if call.attrs["adjoint"]:
        return -matmul(inverse, matmul(dy, inverse, adj_x=True))
    return -matmul(inverse, matmul(dy, inverse, adj_y=True), adj_x=True)


def _equation_shape(call: Call, *, broadcasts: bool) -> Shape:
    matrix, rhs = require_square(call, "matrix"), require_matrix(call, "rhs")
    if matrix is None or rhs is None:
        return None
    _check_rows(call, matrix[-2], rhs)
    try:
        batch = broadcast(matrix[:-2], rhs[:-2]) if broadcasts else merge(matrix[:-2], rhs[:-2])
    except DiagramError:
        text = f"{call.type.name}: the batch axes of {shape_text(matrix)} and {shape_text(rhs)} do not match"
        raise DiagramError(text, pin="rhs") from None
    return None if batch is None else (*batch, *rhs[-2:])


def _check_rows(call: Call, rows: int | None, rhs: Shape) -> None:
    if rhs is not None and not compatible((rows,), rhs[-2:-1]):
        raise pin_error(call, "rhs", f"the matrix has {rows} rows, but rhs has shape {shape_text(rhs)}")


_EQUATION = {"matrix": [[2.0, 0.0], [0.0, 4.0]], "rhs": [[2.0], [8.0]], "output": [[1.0], [2.0]]}


@block("matrix: T, rhs: T -> output: T", T=MATRIX, example=_EQUATION)
def MatrixSolve(matrix: Array, rhs: Array, *, adjoint: bool = False) -> Any:
    """Solve systems of linear equations: matrix @ output = rhs. A singular matrix is an error.

    Source: Golub and Van Loan, Matrix Computations, section 3.4.

    Args:
        matrix: [..., m, m] the matrices.
        rhs: [..., m, k] the right-hand sides, one per column. Batch axes must equal those of matrix.
        adjoint: solve with the adjoints (conjugate transposes) of the matrices instead.

    Returns:
        output: [..., m, k] the solutions, one per column.
    """
    wide = matrix.astype(wide_dtype(matrix), copy=False)
    try:
        result = solve(_turned(wide, adjoint), rhs.astype(wide.dtype, copy=False))
    except np.linalg.LinAlgError:
        raise DiagramError(_SINGULAR, pin="matrix") from None
    return as_rows(result, matrix.dtype)


MatrixSolve.shape(lambda call: _equation_shape(call, broadcasts=False))


@MatrixSolve.gradient("matrix", "rhs")
def _(call: Node, dy: Output) -> tuple[Operand, Operand]:
    turned, result = call.attrs["adjoint"], call.outputs[0]
    by_rhs = MatrixSolve(call.inputs[0], dy, adjoint=not turned).as_output()
    return -matmul(*((result, by_rhs) if turned else (by_rhs, result)), adj_y=True), by_rhs


@block(
    "matrix: T, rhs: T -> output: T",
    T=(BFLOAT16, *MATRIX),
    doc_of=MatrixSolve,
    example={"matrix": _LOWER, "rhs": [[2.0], [3.0]], "output": [[1.0], [2.0]]},
)
def MatrixTriangularSolve(matrix: Array, rhs: Array, *, lower: bool = True, adjoint: bool = False) -> Any:
    """Solve systems of linear equations with triangular matrices: matrix @ output = rhs.

    A zero on the diagonal gives infinity or NaN. Source: Golub and Van Loan, Matrix Computations, section 3.1.

    Args:
        matrix: [..., m, m] the triangular matrices. Only one triangle is used. Batch axes are broadcast.
        rhs: [..., m, k] the right-hand sides, one per column.
        lower: true uses the lower triangle, false the upper one.
    """
    wide = wide_dtype(matrix)
    batch = np.broadcast_shapes(matrix.shape[:-2], rhs.shape[:-2])
    a = np.broadcast_to(matrix.astype(wide, copy=False), (*batch, *matrix.shape[-2:]))
    b = np.broadcast_to(rhs.astype(wide, copy=False), (*batch, *rhs.shape[-2:]))
    if is_empty(b):
        return b.astype(matrix.dtype)
    by_triangle = scipy_linalg().blas.get_blas_funcs("trsm", (a, b))
    turn = (2 if wide.kind == "c" else 1) if adjoint else 0

    def single(x: Array, y: Array) -> tuple[Array]:
        return (by_triangle(1, x, y, lower=lower, trans_a=turn),)

    [result] = one_by_one(single, a, b)
    return as_rows(result, matrix.dtype)


MatrixTriangularSolve.shape(lambda call: _equation_shape(call, broadcasts=True))


@MatrixTriangularSolve.gradient("matrix", "rhs")
def _(call: Node, dy: Output) -> tuple[Operand, Operand]:
    matrix, rhs = call.inputs
    lower, turned, result = call.attrs["lower"], call.attrs["adjoint"], call.outputs[0]
    by_rhs = MatrixTriangularSolve(matrix, dy, lower=lower, adjoint=not turned).as_output()
    by_matrix = -matmul(*((result, by_rhs) if turned else (by_rhs, result)), adj_y=True)
    half = make("MatrixBandPart", by_matrix, *((-1, 0) if lower else (0, -1)))
    return make("SumToShape", half, make("Shape", matrix)), make("SumToShape", by_rhs, make("Shape", rhs))


# -- Least squares -----------------------------------------------------------------------------------------------------


@block(
    "matrix: T, rhs: T, l2_regularizer: double -> output: T",
    T=MATRIX,
    example={"matrix": [[1.0], [1.0]], "rhs": [[1.0], [3.0]], "l2_regularizer": 0.0, "output": [[2.0]]},
)
def MatrixSolveLs(matrix: Array, rhs: Array, l2_regularizer: Array, *, fast: bool = True) -> Any:
    """Solve linear least-squares problems: minimize the norm of matrix @ output - rhs.

    If several solutions are equally good, the result is the one with the smallest norm.

    Source: Golub and Van Loan, Matrix Computations, chapter 5.

    Args:
        matrix: [..., m, n] the matrices.
        rhs: [..., m, k] the right-hand sides, one per column.
        l2_regularizer: [] the strength of the L2 regularization, 0 or more: the factor of the solution's squared norm
            in the minimized sum.
        fast: true uses the Cholesky decomposition, which requires matrices of full rank. false uses singular values,
            which accepts any matrix, ignores the regularizer and has no gradient.

    Returns:
        output: [..., n, k] the solutions.
    """
    wide = wide_dtype(matrix)
    a, b = matrix.astype(wide, copy=False), rhs.astype(wide, copy=False)
    rows, columns = a.shape[-2:]
    if is_empty(b) or not columns or not rows:
        return np.zeros((*a.shape[:-2], columns, b.shape[-1]), matrix.dtype)
    if not fast:
        [result] = one_by_one(_least_norm, a, b)
        return as_rows(result, matrix.dtype)
    turned = adjoint(a)
    gram: Any = np.matmul(turned, a) if rows >= columns else np.matmul(a, turned)
    gram = gram + np.eye(gram.shape[-1], dtype=wide) * wide.type(np.real(l2_regularizer))
    try:
        np.linalg.cholesky(gram)  # it tells of a rank that is not full
        result = solve(gram, np.matmul(turned, b)) if rows >= columns else np.matmul(turned, solve(gram, b))
    except np.linalg.LinAlgError:
        text = "the matrix does not have full rank"
        raise DiagramError(text, pin="matrix", hint="set l2_regularizer above 0, or set fast to false") from None
    return as_rows(result, matrix.dtype)


def _least_norm(a: Array, b: Array) -> tuple[Array]:
    if finite(a) and finite(b):
        return (np.linalg.lstsq(a, b)[0],)
    return (np.full((a.shape[1], b.shape[1]), np.nan, a.dtype),)


@MatrixSolveLs.shape
def _(call: Call) -> Shape:
    matrix, rhs, number = require_matrix(call, "matrix"), require_matrix(call, "rhs"), call.shape("l2_regularizer")
    if number:
        text = f"l2_regularizer: expected a scalar, got shape {shape_text(number)}"
        raise DiagramError(text, pin="l2_regularizer")
    if matrix is None or rhs is None:
        return None
    _check_rows(call, matrix[-2], rhs)
    batch = merge(matrix[:-2], rhs[:-2])
    return None if batch is None else (*batch, matrix[-1], rhs[-1])


@MatrixSolveLs.gradient("matrix", "rhs")
def _(call: Node, dy: Output) -> tuple[Operand, Operand]:
    a, b, number = call.inputs
    if not call.attrs["fast"]:
        raise DiagramError("MatrixSolveLs has a gradient only if fast is true", pin="fast")
    result, ridge = call.outputs[0], make("Cast", number, DstT=a.dtype)
    by_b = MatrixSolveLs(conjugate_transpose(a), dy, number).as_output()
    by_a = -matmul(by_b, result, adj_y=True)
    rows, columns = (a.shape or (None, None))[-2:]
    is_tall = None if rows is None or columns is None else rows >= columns
    tall = make("Cast", _is_tall(a), DstT=a.dtype) if is_tall is None else None
    # One of the two products can be inverted; where the run decides which, the other gets ones on its diagonal.
    if is_tall is not False:
        gram = _with_ridge(matmul(a, a, adj_x=True), ridge if tall is None else ridge + (1 - tall))
        term = matmul(b - matmul(a, result), make("MatrixSolve", gram, dy), adj_y=True)
        by_a = by_a + (term if tall is None else tall * term)
    if is_tall is not True:
        gram = _with_ridge(matmul(a, a, adj_y=True), ridge if tall is None else ridge + tall)
        term = matmul(make("MatrixSolve", gram, b), dy - matmul(a, by_b, adj_x=True), adj_y=True)
        by_a = by_a + (term if tall is None else (1 - tall) * term)
    return by_a, by_b


def _with_ridge(gram: Output, ridge: Output) -> Output:
    return with_diagonal(gram, diagonal(gram) + ridge)


def _is_tall(x: Output) -> Output:
    shape = make("Shape", x)
    rows, columns = (make("Gather", shape, make("Subtract", make("Rank", x), from_end)) for from_end in (2, 1))
    return make("GreaterEqual", rows, columns)


# -- Determinants ------------------------------------------------------------------------------------------------------


@block("input: T -> output: T", T=MATRIX, formula="det({input})", example={"input": _LOWER, "output": 2.0})
def MatrixDeterminant(input: Array) -> Any:
    """Compute the determinant of square matrices. The determinant of a matrix without rows is 1.

    Source: Golub and Van Loan, Matrix Computations, section 3.4.

    Args:
        input: [..., m, m] the matrices.

    Returns:
        output: [...] the determinants.
    """
    return np.asarray(np.linalg.det(input.astype(wide_dtype(input), copy=False))).astype(input.dtype, copy=False)


@MatrixDeterminant.shape
def _(call: Call) -> Shape:
    shape = require_square(call, "input")
    return None if shape is None else shape[:-2]


@MatrixDeterminant.gradient("input")
def _(call: Node, dy: Output) -> Operand:
    inverse = make("MatrixInverse", call.inputs[0], adjoint=True)
    return as_matrices(dy * conj(call.outputs[0])) * inverse


@block(
    "input: T -> sign: T, log_abs_determinant: T",
    T=MATRIX,
    example={"input": _I, "sign": 1.0, "log_abs_determinant": 0.0},
)
def LogMatrixDeterminant(input: Array) -> Any:
    """Compute the logarithm of the absolute value of determinants, and their sign, without overflow.

    For a singular matrix, the sign is 0 and the logarithm is minus infinity.

    Source: Golub and Van Loan, Matrix Computations, section 3.4.

    Args:
        input: [..., m, m] the matrices.

    Returns:
        sign: [...] the signs: 1, 0 or -1. For complex matrices, a number of absolute value 1 or 0.
        log_abs_determinant: [...] the logarithms of the absolute values of the determinants.
    """
    wide = input.astype(wide_dtype(input), copy=False)
    result = (
        np.linalg.slogdet(wide)
        if _LAPACK is None
        else _LAPACK.slogdet(wide, signature="D->Dd" if wide.dtype.kind == "c" else "d->dd")
    )
    return tuple([np.asarray(each, input.dtype) for each in result])


LogMatrixDeterminant.formula("log(abs(det({input})))", "log_abs_determinant")


@LogMatrixDeterminant.shape
def _(call: Call) -> list[Shape]:
    shape = require_square(call, "input")
    batch = None if shape is None else shape[:-2]
    return [batch, batch]


@LogMatrixDeterminant.gradient("input")
def _(call: Node, _by_sign: Output | None, dy: Output | None) -> Operand:
    if dy is None:
        return make("ZerosLike", call.inputs[0])  # the sign is constant where it has a slope
    return as_matrices(dy) * make("MatrixInverse", call.inputs[0], adjoint=True)
