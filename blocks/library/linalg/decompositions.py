"""Matrix decompositions, and matrix functions based on them.

Half precision is computed in float32. Sources: Golub and Van Loan, Matrix Computations, 4th edition, chapters 3, 5, 7
to 9; gradients: Giles, Collected matrix derivative results for forward and reverse mode algorithmic differentiation,
2008, and for rectangular and complex matrices Walter and Lehmann, Algorithmic differentiation of linear algebra
functions, 2018; Seeger and others, Auto-differentiating linear algebra, 2017.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import COMPLEX, COMPLEX64, COMPLEX128, DOUBLE, FLOAT, HALF, INT32, INT64, DType, complex_dtype
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import require_fitting
from blocks.library.array.joining import Split
from blocks.library.declare import block, make
from blocks.library.linalg.shared import (
    MATRIX,
    as_rows,
    conjugate_transpose,
    diagonal,
    finite,
    is_empty,
    lower_triangle,
    matmul,
    off_diagonal_reciprocals,
    one_by_one,
    real_part,
    require_matrix,
    require_square,
    safe_reciprocal,
    scipy_linalg,
    solve,
    square,
    with_diagonal,
)
from blocks.library.math.shared import adjoint, conj, wide_dtype

_I = [[1.0, 0.0], [0.0, 1.0]]
_SQUARES = [[1.0, 0.0], [0.0, 4.0]]


def _wide(x: Array) -> Array:
    return x.astype(wide_dtype(x), copy=False)


def _sum(*terms: Output | None) -> Output:
    there = [term for term in terms if term is not None]
    total = there[0]
    for term in there[1:]:
        total = total + term
    return total


def _columns_to(x: Output, count: Operand | int) -> Output:
    """Return the first columns of matrices; the count is [1] if it is known only at run time."""
    return make("StridedSlice", x, [0, 0], _behind_zero(count), [1, 1], ellipsis_mask=1, begin_mask=2)


def _columns_from(x: Output, count: Operand | int) -> Output:
    """Return matrices without the first columns; the count is [1] if it is known only at run time."""
    return make("StridedSlice", x, _behind_zero(count), [0, 0], [1, 1], ellipsis_mask=1, end_mask=2)


def _behind_zero(count: Operand | int) -> Any:
    return [0, count] if isinstance(count, int) else make("Pad", count, [[1, 0]])


# -- Eigenvalues -------------------------------------------------------------------------------------------------------


@block("input: T -> e: T, v: T", T=MATRIX, example={"input": _SQUARES, "e": [1.0, 4.0], "v": _I})
def SelfAdjointEigV2(input: Array, *, compute_v: bool = True) -> Any:
    """Compute the eigendecomposition of Hermitian (self-adjoint) matrices: input @ v = v @ diag(e).

    The eigenvalues are in ascending order. Only the lower triangle of the input is used.

    Source: Golub and Van Loan, Matrix Computations, chapter 8.

    Args:
        input: [..., m, m] the matrices.
        compute_v: whether to compute the eigenvectors. If false, v is the scalar 0.

    Returns:
        e: [..., m] the eigenvalues.
        v: [..., m, m] the eigenvectors, one per column.
    """
    _require_finite(input)
    if not compute_v:
        return np.linalg.eigvalsh(_wide(input)).astype(input.dtype), np.zeros((), input.dtype)
    e, v = np.linalg.eigh(_wide(input))
    return e.astype(input.dtype), v.astype(input.dtype)


def _require_finite(x: Array) -> None:
    if not finite(x).all():
        raise DiagramError("the matrix contains infinity or NaN, so it has no eigenvalues", pin="input")


def _eigen_shape(call: Call) -> list[Shape]:
    shape = require_square(call, "input")
    vectors: Shape = shape if call.attrs["compute_v"] else ()
    return [None if shape is None else shape[:-1], vectors]


SelfAdjointEigV2.shape(_eigen_shape)


@SelfAdjointEigV2.gradient("input")
def _(call: Node, de: Output | None, dv: Output | None) -> Operand:
    matrix = call.inputs[0]
    if call.attrs["compute_v"]:
        e, v = call.outputs
    elif de is None:  # only the number 0 in the place of v is asked about
        return make("ZerosLike", matrix)
    else:
        e, v = SelfAdjointEigV2(matrix).outputs
        dv = None
    inner = None if dv is None else off_diagonal_reciprocals(e) * matmul(v, dv, adj_x=True)
    middle = _sum(None if de is None else make("MatrixDiag", de), inner)
    result = matmul(v, matmul(middle, v, adj_y=True))
    half = lower_triangle(result + conjugate_transpose(result))
    return with_diagonal(half, 0.5 * diagonal(half))


@block(
    "input: T -> e: Tout, v: Tout",
    T=(FLOAT, DOUBLE, *COMPLEX),
    where={"Tout": COMPLEX},
    doc_of=SelfAdjointEigV2,
    example={"input": [[2.0]], "Tout": "DT_COMPLEX64", "e": ["2+0j"], "v": [["1+0j"]]},
)
def Eig(input: Array, *, compute_v: bool = True, Tout: DType) -> Any:
    """Compute the eigendecomposition of square matrices: input @ v = v @ diag(e).

    The eigenvalues are in no particular order. Source: Golub and Van Loan, Matrix Computations, chapter 7.

    Args:
        Tout: the dtype of both results: complex64 for float32 and complex64, complex128 for the others.

    Returns:
        v: [..., m, m] the normalized eigenvectors, one per column.
    """
    _require_finite(input)
    if not compute_v:
        return np.asarray(np.linalg.eigvals(input)).astype(Tout.numpy), np.zeros((), Tout.numpy)
    e, v = np.linalg.eig(input)
    return e.astype(Tout.numpy), v.astype(Tout.numpy)


@Eig.shape
def _(call: Call) -> list[Shape]:
    require_fitting(call, "Tout", "input", complex_dtype(call.dtype("input")))
    return _eigen_shape(call)


@Eig.gradient("input")
def _(call: Node, de: Output | None, dv: Output | None) -> Operand:
    matrix, compute_v = call.inputs[0], call.attrs["compute_v"]
    if de is None and not compute_v:
        return make("ZerosLike", matrix)
    e, v = call.outputs if compute_v else Eig(matrix, Tout=call.attrs["Tout"]).outputs
    turned = conjugate_transpose(v)
    middle = None if de is None else make("MatrixDiag", de)
    if dv is not None and compute_v:
        arrived = matmul(turned, dv)
        along = make("MatrixDiag", real_part(diagonal(arrived)))
        inner = conj(off_diagonal_reciprocals(e)) * (arrived - matmul(matmul(turned, v), along))
        middle = _sum(middle, inner)
    assert middle is not None
    result = make("MatrixSolve", turned, matmul(middle, turned))
    return result if matrix.dtype.is_complex else make("Real", result, Tout=matrix.dtype)


# -- Orthogonal and triangular factors ---------------------------------------------------------------------------------


@block("input: T -> q: T, r: T", T=MATRIX, sized_gradient=True, example={"input": [[0.0]], "q": [[1.0]], "r": [[0.0]]})
def Qr(input: Array, *, full_matrices: bool = False) -> Any:
    """Compute the QR decomposition: input = q @ r, with orthonormal columns in q and upper triangular r.

    Source: Golub and Van Loan, Matrix Computations, section 5.2.

    Args:
        input: [..., m, n] the matrices.
        full_matrices: true makes q square. false gives q min(m, n) columns.

    Returns:
        q: [..., m, k] the orthogonal factors.
        r: [..., k, n] the triangular factors.
    """
    result: Any = np.linalg.qr(_wide(input), "complete" if full_matrices else "reduced")
    q, r = result
    return as_rows(q, input.dtype), as_rows(r, input.dtype)


@Qr.shape
def _(call: Call) -> list[Shape]:
    shape = require_matrix(call, "input")
    if shape is None:
        return [None, None]
    *batch, m, n = shape
    inner = m if call.attrs["full_matrices"] else None if m is None or n is None else min(m, n)
    return [(*batch, m, inner), (*batch, inner, n)]


@Qr.gradient("input")
def _(call: Node, dq: Output | None, dr: Output | None) -> Operand:
    q, r = call.outputs
    rows, columns = (q.shape or (None,))[-2:][0], (r.shape or (None,))[-1]
    if call.attrs["full_matrices"] and (rows is None or columns is None or rows > columns):
        text = "Qr: if full_matrices is true, the gradient requires a known input shape with no more rows than columns"
        raise DiagramError(text, pin="full_matrices", hint="set full_matrices to false")
    dq = make("ZerosLike", q) if dq is None else dq
    dr = make("ZerosLike", r) if dr is None else dr
    if rows is not None and columns is not None and rows >= columns:
        return _deep_qr_gradient(q, r, dq, dr)
    # What r has beside its square follows from q and the columns there.
    count = make("Slice", make("Shape", r), make("Subtract", make("Shape", make("Shape", r)), [2]), [1])
    rest, by_rest = _columns_from(call.inputs[0], count), _columns_from(dr, count)
    dq = dq + matmul(rest, by_rest, adj_y=True)
    front = _deep_qr_gradient(q, _columns_to(r, count), dq, _columns_to(dr, count))
    return make("Concat", [front, matmul(q, by_rest)], make("Subtract", make("Rank", q), 1))


def _deep_qr_gradient(q: Output, r: Output, dq: Output, dr: Output) -> Output:
    def over_r(x: Output) -> Output:
        return conjugate_transpose(make("MatrixTriangularSolve", r, conjugate_transpose(x), lower=False))

    by_q, by_r = matmul(q, dq, adj_x=True), matmul(r, dr, adj_y=True)
    skew = lower_triangle(by_q - conjugate_transpose(by_q) + (by_r - conjugate_transpose(by_r)))
    output = matmul(q, dr + over_r(skew)) + over_r(dq - matmul(q, by_q))
    if not q.dtype.is_complex:
        return output
    both = diagonal(by_r - conjugate_transpose(by_q))
    correction = make("MatrixDiag", both - real_part(both))
    return output + over_r(matmul(q, correction, adj_y=True))


@block("input: T -> s: T, u: T, v: T", T=MATRIX, example={"input": [[0.0]], "s": [0.0], "u": [[1.0]], "v": [[1.0]]})
def Svd(input: Array, *, compute_uv: bool = True, full_matrices: bool = False) -> Any:
    """Compute the singular value decomposition (SVD): input = u @ diag(s) @ v^H.

    The singular values are in descending order. Source: Golub and Van Loan, Matrix Computations, section 8.6.

    Args:
        input: [..., m, n] the matrices.
        compute_uv: whether to compute the singular vectors. If false, u and v are the scalar 0.
        full_matrices: true makes u and v square. false gives them one column per singular value.

    Returns:
        s: [..., k] the singular values, where k = min(m, n).
        u: [..., m, k] the left singular vectors, one per column.
        v: [..., n, k] the right singular vectors, one per column. All outputs are NaN if the input is not finite.
    """
    wide, whole = _wide(input), finite(input)
    if not whole.all():
        wide = np.where(whole[..., None, None], wide, 0)
    result: Any = np.linalg.svd(wide, full_matrices, compute_uv)
    u, s, v = result if compute_uv else (np.zeros(()), result, np.zeros(()))
    if not whole.all():
        s = np.where(whole[..., None], s, np.nan)
        u, v = (np.where(whole[..., None, None], x, np.nan) if compute_uv else x for x in (u, v))
    v = adjoint(v) if compute_uv else v
    return as_rows(s, input.dtype), as_rows(u, input.dtype), as_rows(v, input.dtype)


@Svd.shape
def _(call: Call) -> list[Shape]:
    shape = require_matrix(call, "input")
    vectors = call.attrs["compute_uv"]
    if shape is None:
        return [None, None, None] if vectors else [None, (), ()]
    *batch, m, n = shape
    least = None if m is None or n is None else min(m, n)
    if not vectors:
        return [(*batch, least), (), ()]
    full = call.attrs["full_matrices"]
    return [(*batch, least), (*batch, m, m if full else least), (*batch, n, n if full else least)]


@Svd.gradient("input")
def _(call: Node, ds: Output | None, du: Output | None, dv: Output | None) -> Operand:
    matrix = call.inputs[0]
    ds = None if ds is None else real_part(ds)  # as singular values are real, in whatever dtype they are
    if not call.attrs["compute_uv"]:
        if ds is None:
            return make("ZerosLike", matrix)
        _, u, v = Svd(matrix).outputs
        return matmul(u, matmul(make("MatrixDiag", ds), v, adj_y=True))
    s, u, v = call.outputs
    du = make("ZerosLike", u) if du is None else du
    dv = make("ZerosLike", v) if dv is None else dv
    m, n = (matrix.shape or (None, None))[-2:]
    if call.attrs["full_matrices"]:
        if m is None or n is None or abs(m - n) > 1:
            text = "Svd: if full_matrices is true, the gradient requires known numbers of rows and columns that"
            raise DiagramError(f"{text} differ by at most 1", pin="full_matrices", hint="set full_matrices to false")
        u, du = _reduced(u, du, min(m, n))
        v, dv = _reduced(v, dv, min(m, n))
    tall = m is not None and n is not None and m > n
    return _svd_gradient(s, u, v, ds, du, dv, tall=tall)


def _reduced(x: Output, dx: Output, count: int) -> tuple[Output, Output]:
    """Return the first vectors and their gradient; a further vector is orthogonal to them."""
    front, rest = _columns_to(x, count), _columns_from(x, count)
    by_rest = matmul(_columns_from(dx, count), front, adj_x=True)
    return front, _columns_to(dx, count) - matmul(rest, by_rest)


def _svd_gradient(s: Output, u: Output, v: Output, ds: Output | None, du: Output, dv: Output, *, tall: bool) -> Output:
    values, inverse = make("MatrixDiag", s), make("MatrixDiag", safe_reciprocal(s))
    f = off_diagonal_reciprocals(s * s)
    by_u, by_v = matmul(u, du, adj_x=True), matmul(v, dv, adj_x=True)
    f_u, f_v = f * by_u, f * by_v
    middle = _sum(
        None if ds is None else make("MatrixDiag", ds),
        matmul(f_u + conjugate_transpose(f_u), values),
        matmul(values, f_v + conjugate_transpose(f_v)),
    )
    if s.dtype.is_complex:
        # A phase that both vectors share is free: it is taken from the shorter ones.
        own = make("MatrixDiag", -diagonal(by_u) if tall else diagonal(by_v))
        middle = middle + 0.5 * matmul(inverse, conjugate_transpose(own) - own)
    # What of the vectors' change is beside them; it is nothing where they fill the space.
    beside_u, beside_v = du - matmul(u, by_u), dv - matmul(v, by_v)
    result = matmul(matmul(u, middle) + matmul(beside_u, inverse), v, adj_y=True)
    return result + matmul(matmul(u, inverse), beside_v, adj_y=True)


@block(
    "input: T -> lu: T, p: output_idx_type",
    T=MATRIX,
    where={"output_idx_type": (INT32, INT64)},
    example={"input": [[0.0, 2.0], [1.0, 3.0]], "lu": [[1.0, 3.0], [0.0, 2.0]], "p": [1, 0]},
)
def Lu(input: Array, *, output_idx_type: DType = INT32) -> Any:
    """Compute the LU decomposition of square matrices with row exchanges. A singular matrix is an error.

    Source: Golub and Van Loan, Matrix Computations, section 3.4.

    Args:
        input: [..., m, m] the matrices.
        output_idx_type: the dtype of p.

    Returns:
        lu: [..., m, m] both factors in one matrix. The diagonal of ones of the lower factor is not stored.
        p: [..., m] the permutation: for each row of lu, the row of the input.
    """
    if is_empty(input):
        return input.copy(), np.zeros(input.shape[:-1], output_idx_type.numpy)
    wide = _wide(input)
    lu, p = one_by_one(_eliminated if wide.dtype.kind == "c" else _by_lapack, wide)
    return as_rows(lu, input.dtype), p.astype(output_idx_type.numpy)


def _by_lapack(x: Array) -> tuple[Array, Array]:
    factors, swaps, info = scipy_linalg().lapack.get_lapack_funcs("getrf", (x,))(x)
    _require_regular(info <= 0)
    order = np.arange(len(x))
    for row, other in enumerate(swaps):
        order[[row, other]] = order[[other, row]]
    return factors, order


def _eliminated(x: Array) -> tuple[Array, Array]:
    """Eliminate complex matrices with TensorFlow's pivots, by absolute value; LAPACK uses another norm."""
    result, order = x.copy(), np.arange(len(x))
    for k in range(len(x)):
        row = k + int(np.abs(result[k:, k]).argmax())
        _require_regular(result[row, k] != 0)
        result[[k, row]], order[[k, row]] = result[[row, k]], order[[row, k]]
        result[k + 1 :, k] /= result[k, k]
        result[k + 1 :, k + 1 :] -= np.outer(result[k + 1 :, k], result[k, k + 1 :])
    return result, order


def _require_regular(regular: bool) -> None:
    if not regular:
        raise DiagramError("the matrix is singular", pin="input")


@Lu.shape
def _(call: Call) -> list[Shape]:
    shape = require_square(call, "input")
    return [shape, None if shape is None else shape[:-1]]


@Lu.gradient("input")
def _(call: Node, dlu: Output, _dp: None) -> Operand:
    """With P A = L U: dA = P* L^-* (tril(L* dL, -1) + triu(dU U*)) U^-*. JAX has it, TensorFlow does not."""
    lu, order = call.outputs
    ones = make("OnesLike", diagonal(lu))
    lower, upper = with_diagonal(lower_triangle(lu), ones), make("MatrixBandPart", lu, 0, -1)
    nothing = make("ZerosLike", ones)
    below = lower_triangle(matmul(lower, with_diagonal(lower_triangle(dlu), nothing), adj_x=True))
    above = make("MatrixBandPart", matmul(make("MatrixBandPart", dlu, 0, -1), upper, adj_y=True), 0, -1)
    inner = with_diagonal(below, nothing) + above
    result = make("MatrixTriangularSolve", lower, inner, lower=True, adjoint=True)
    result = conjugate_transpose(make("MatrixTriangularSolve", upper, conjugate_transpose(result), lower=False))
    rows = make("Gather", make("Shape", order), make("Subtract", make("Rank", order), 1))
    one = np.ones((), lu.dtype.numpy)
    return matmul(make("OneHot", order, rows, one, 0 * one), result, adj_x=True)


# -- Functions of matrices ---------------------------------------------------------------------------------------------


@block("input: T -> output: T", T=COMPLEX, example={"input": [["1+0j"]], "output": [["0+0j"]]})
def MatrixLogarithm(input: Array) -> Any:
    """Compute the principal logarithm of square matrices: exp(output) = input.

    Source: Higham, Functions of Matrices, 2008, chapter 11.

    Args:
        input: [..., m, m] the matrices.

    Returns:
        output: [..., m, m] the logarithms. They are NaN for singular matrices.
    """
    if is_empty(input):
        return input.copy()
    [result] = one_by_one(_logarithm, input.astype(np.complex128))
    return result.astype(input.dtype, copy=False)


def _logarithm(x: Array) -> tuple[Array]:
    upper, turn = _schur(x) if finite(x) else (x, x)
    if not finite(x) or not upper.diagonal().all():
        return (np.full_like(x, np.nan),)
    # Roots come close to the identity, where a quadrature of the integral of X / (1 + t X) is exact to all digits.
    eye, root, halvings = np.eye(len(x)), upper, 0
    while np.abs(root - eye).sum(0).max() > 0.25 and halvings < 100:
        root, halvings = _triangular_root(root), halvings + 1
    rest = root - eye
    nodes, weights = np.polynomial.legendre.leggauss(8)
    result = np.zeros_like(x)
    for t, weight in zip((nodes + 1) / 2, weights / 2, strict=True):
        result += np.ldexp(weight, halvings) * solve(eye + t * rest, rest)
    np.fill_diagonal(result, np.log(upper.diagonal()))
    return (turn @ np.triu(result) @ adjoint(turn),)


MatrixLogarithm.shape(square)


@block("input: T -> output: T", T=MATRIX, example={"input": _SQUARES, "output": [[1.0, 0.0], [0.0, 2.0]]})
def MatrixSquareRoot(input: Array) -> Any:
    """Compute the principal square root of square matrices: output @ output = input.

    No real eigenvalue may be negative. Source: Higham, Functions of Matrices, 2008, chapter 6.

    Args:
        input: [..., m, m] the matrices.

    Returns:
        output: [..., m, m] the square roots. They are NaN for real matrices without a real square root.
    """
    if is_empty(input):
        return input.copy()
    [result] = one_by_one(_square_root, input.astype(np.complex128 if input.dtype.kind == "c" else np.float64))
    return result.astype(input.dtype, copy=False)


def _square_root(x: Array) -> tuple[Array]:
    if not finite(x):
        return (np.full_like(x, np.nan),)
    upper, turn = _schur(x)
    eigenvalues: Any = upper.diagonal()
    result: Any = turn @ _triangular_root(upper) @ adjoint(turn)
    if x.dtype.kind == "c":
        return (result,)
    below_zero = (eigenvalues.real < 0) & (eigenvalues.imag == 0)
    return (np.full_like(x, np.nan) if below_zero.any() else result.real,)


def _schur(x: Array) -> tuple[Array, Array]:
    library = scipy_linalg()
    upper, turn = library.schur(x)
    return library.rsf2csf(upper, turn) if x.dtype.kind == "f" else (upper, turn)


def _triangular_root(x: Array) -> Array:
    result = np.zeros_like(x)
    for j in range(len(x)):
        result[j, j] = np.sqrt(x[j, j])
        for i in reversed(range(j)):
            rest = x[i, j] - result[i, i + 1 : j] @ result[i + 1 : j, j]
            result[i, j] = rest / (result[i, i] + result[j, j]) if rest else 0
    return result


MatrixSquareRoot.shape(square)


@MatrixSquareRoot.gradient("input")
def _(call: Node, dy: Output) -> Operand:
    # Sylvester's equation R* X + X R* = dy, by the Kronecker sum.
    root = call.outputs[0]
    shape, turned = make("Shape", root), conjugate_transpose(root)
    batch = make("Slice", shape, [0], make("Subtract", make("Shape", shape), [2]))
    size = make("Prod", make("Slice", shape, make("Subtract", make("Shape", shape), [2]), [2]), [0], keep_dims=True)
    eye = make("MatrixDiag", make("OnesLike", diagonal(root)))
    left = make("Einsum", [turned, eye], equation="...ij,...kl->...ikjl")
    right = make("Einsum", [turned, eye], equation="...lk,...ij->...ikjl")
    total = make("Reshape", left + right, make("Concat", [batch, size, size], 0))
    solved = make("MatrixSolve", total, make("Reshape", dy, make("Concat", [batch, size, [1]], 0)))
    return make("Reshape", solved, shape)


@block(
    "input: T -> output: T",
    T=(DOUBLE, FLOAT, HALF, COMPLEX64, COMPLEX128),
    example={"input": [[0.0, 1.0], [0.0, 0.0]], "output": [[1.0, 1.0], [0.0, 1.0]]},
)
def MatrixExponential(input: Array) -> Any:
    """Compute the matrix exponential of square matrices: the sum of input^k / k!.

    The method is Padé approximation with scaling and squaring. Sources: Higham, The scaling and squaring method for the
    matrix exponential revisited, 2005; Van Loan, Computing integrals involving the matrix exponential, 1978, for the
    gradient, which is the upper right block of the exponential of a matrix of twice the size.

    Args:
        input: [..., m, m] the matrices.

    Returns:
        output: [..., m, m] the exponentials. They are not finite if the input is not.
    """
    if is_empty(input):
        return input.copy()
    wide = input.astype(wide_dtype(input), copy=False)
    sound = np.isfinite(wide).all((-1, -2), keepdims=True)
    result = scipy_linalg().expm(np.where(sound, wide, 0))
    return as_rows(np.where(sound, result, np.nan), input.dtype)


MatrixExponential.shape(square)


@MatrixExponential.gradient("input")
def _(call: Node, dy: Output) -> Operand:
    turned = conjugate_transpose(call.input("input"))
    above = make("Concat", [turned, dy], -1)
    below = make("Concat", [make("ZerosLike", turned), turned], -1)
    result = make("MatrixExponential", make("Concat", [above, below], -2))
    upper: Node = Split(np.int32(-2), result, num_split=2)
    right: Node = Split(np.int32(-1), upper.outputs[0], num_split=2)
    return right.outputs[1]
