"""Lowering rules for linear algebra: products, solvers, decompositions and diagonals.

If a result is not finite, or a matrix is singular, the step falls back to NumPy, whose kernels report the error.
"""

from __future__ import annotations

import string
from typing import Any

import numpy as np

from blocks.base.types import is_list
from blocks.library.jax_rules.lowering import (
    LoweringContext,
    NotLowered,
    Value,
    jax,
    jnp,
    known,
    lax,
    number,
    precision,
    sizes,
    wide,
)
from blocks.library.jax_rules.math import multiplied
from blocks.library.linalg.bands import DiagonalBand, matrix_sizes
from blocks.library.linalg.products import parse
from blocks.library.rules import Function, LoweringRule, each, plain


def _adjoint(x: Value) -> Value:
    return jnp.conj(jnp.swapaxes(x, -1, -2))


def _require_finite(site: LoweringContext, *results: Value) -> None:
    for result in results:
        site.require(jnp.all(jnp.isfinite(result)))


def _of_matrices(function: Function) -> LoweringRule:
    """Wrap a function of nonempty matrices: compute in single precision at least, and require finite results."""
    use: LoweringRule = function

    def lower(site: LoweringContext, *args: Value) -> Any:
        if any(not np.prod(x.shape) for x in args):
            raise NotLowered("has empty matrices")
        result: Any = use(site, *map(wide, args))
        _require_finite(site, *(result if is_list(result) else [result]))
        return result

    return lower


# Products.


def _einsum(site: LoweringContext, inputs: tuple[Value, ...]) -> Value:
    terms, result = parse(site.attrs["equation"], len(inputs))
    labels = dict.fromkeys(label for term in terms for label in term if label != "...")
    if len(labels) > len(string.ascii_letters):
        raise NotLowered("has an equation with more than 52 labels")
    letters = {"...": "...", **dict(zip(labels, string.ascii_letters, strict=False))}
    single = tuple(dict.fromkeys(result))
    left, right = (",".join("".join(letters[label] for label in term) for term in side) for side in (terms, [single]))
    exact = inputs[0].dtype.kind in "iu"
    results = jnp.einsum(f"{left}->{right}", *map(wide, inputs), precision=None if exact else precision())
    if single == result:
        return results
    if "..." in result:
        raise NotLowered("has an equation that repeats a label of the result next to '...'")
    lengths = dict(zip(single, results.shape, strict=True))
    indices = dict(zip(single, np.ix_(*map(np.arange, results.shape)), strict=True))
    whole = jnp.zeros([lengths[label] for label in result], results.dtype)
    return whole.at[tuple(indices[label] for label in result)].set(results)


def _products(site: LoweringContext, x: Value, y: Value) -> Value:
    x, y = jnp.asarray(x, site.dtype), jnp.asarray(y, site.dtype)
    return multiplied(_adjoint(x) if site.attrs["adj_x"] else x, _adjoint(y) if site.attrs["adj_y"] else y)


# Equations.


def _turned(site: LoweringContext, x: Value) -> Value:
    return _adjoint(x) if site.attrs["adjoint"] else x


def _triangular(site: LoweringContext, a: Value, b: Value) -> Value:
    lower = site.attrs["lower"]
    return _solved_by_triangle(a, b, lower=lower, adjoint=site.attrs["adjoint"])


def _solved_by_triangle(a: Value, b: Value, *, lower: bool, adjoint: bool) -> Value:
    batch = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    a, b = (jnp.broadcast_to(x, (*batch, *x.shape[-2:])) for x in (a, b))
    return lax.linalg.triangular_solve(
        a, b, left_side=True, lower=lower, transpose_a=adjoint, conjugate_a=adjoint and a.dtype.kind == "c"
    )


def _least_squares(site: LoweringContext, a: Value, b: Value, ridge: Value) -> Value:
    if not site.attrs["fast"]:
        return multiplied(jnp.linalg.pinv(a), b)
    turned, tall = _adjoint(a), a.shape[-2] >= a.shape[-1]
    gram = multiplied(turned, a) if tall else multiplied(a, turned)
    gram = gram + jnp.eye(gram.shape[-1], dtype=a.dtype) * jnp.asarray(ridge).astype(a.dtype)
    _require_finite(site, lax.linalg.cholesky(gram))  # it tells of a rank that is not full
    return jnp.linalg.solve(gram, multiplied(turned, b)) if tall else multiplied(turned, jnp.linalg.solve(gram, b))


def _banded(site: LoweringContext, bands: Value, rhs: Value) -> Value:
    lower = site.attrs["lower"]
    count, size = bands.shape[-2:]
    whole = jnp.zeros((*bands.shape[:-2], size, size), bands.dtype)
    for k in range(min(count, size)):
        far = jnp.arange(k, size)
        rows, columns = (far, far - k) if lower else (far - k, far)
        whole = whole.at[..., rows, columns].set(bands[..., k if lower else count - 1 - k, rows])
    site.require(jnp.all(jnp.diagonal(whole, axis1=-2, axis2=-1) != 0))
    return _solved_by_triangle(whole, rhs, lower=lower, adjoint=site.attrs["adjoint"])


def _tridiagonal(_site: LoweringContext, diagonals: Value, rhs: Value) -> Value:
    above, main, below = (diagonals[..., i, :] for i in range(3))
    size = main.shape[-1]
    whole = jnp.zeros((*main.shape, size), main.dtype)
    far = jnp.arange(1, size)
    whole = whole.at[..., np.arange(size), np.arange(size)].set(main)
    whole = whole.at[..., far - 1, far].set(above[..., :-1]).at[..., far, far - 1].set(below[..., 1:])
    return jnp.linalg.solve(whole, rhs)


def _tridiagonal_product(above: Value, main: Value, below: Value, rhs: Value) -> Value:
    above, main, below = (each[..., 0, :, None] for each in (above, main, below))
    result = main * rhs
    result = result.at[..., :-1, :].add(above[..., :-1, :] * rhs[..., 1:, :])
    return result.at[..., 1:, :].add(below[..., 1:, :] * rhs[..., :-1, :])


# Decompositions.


def _eigen(site: LoweringContext, x: Value) -> Any:
    site.require(jnp.all(jnp.isfinite(x)))
    e, v = jnp.linalg.eigh(x, "L", symmetrize_input=False)
    return e.astype(x.dtype), v if site.attrs["compute_v"] else jnp.zeros((), x.dtype)


def _qr(site: LoweringContext, x: Value) -> Any:
    return tuple(jnp.linalg.qr(x, "complete" if site.attrs["full_matrices"] else "reduced"))


def _svd(site: LoweringContext, x: Value) -> Any:
    if not site.attrs["compute_uv"]:
        return (jnp.linalg.svd(x, compute_uv=False).astype(x.dtype), jnp.zeros((), x.dtype), jnp.zeros((), x.dtype))
    u, s, v = jnp.linalg.svd(x, full_matrices=site.attrs["full_matrices"])
    return s.astype(x.dtype), u, _adjoint(v)


def _lu(site: LoweringContext, x: Value) -> Any:
    if x.dtype.kind == "c":
        raise NotLowered("uses a norm for the rows of complex matrices that differs from XLA's")
    result, _, order = lax.linalg.lu(x)
    site.require(jnp.all(jnp.diagonal(result, axis1=-2, axis2=-1) != 0))
    return result, order


# Diagonals.


def _put(matrices: Value, diagonal: Value, k: Value, align: str) -> Value:
    ends = sizes(k, "k")
    given = diagonal[..., None, :] if ends[0] == ends[-1] else diagonal
    for row, where, i, j in DiagonalBand(ends[0], ends[-1], *matrices.shape[-2:]).diagonals(align):
        matrices = matrices.at[..., i, j].set(given[..., row, where])
    return matrices


def _from_diagonals(
    site: LoweringContext, diagonal: Value, k: Value, rows: Value, columns: Value, padding: Value
) -> Value:
    ends = sizes(k, "k")
    wanted = number(rows, "num_rows"), number(columns, "num_cols")
    result = matrix_sizes(diagonal.shape[-1], ends[0], ends[-1], *wanted)
    batch = diagonal.shape[:-1] if ends[0] == ends[-1] else diagonal.shape[:-2]
    diagonal = jnp.asarray(diagonal)
    return _put(jnp.full((*batch, *result), padding, diagonal.dtype), diagonal, k, site.attrs["align"])


def _diagonals(site: LoweringContext, x: Value, k: Value, padding: Value) -> Value:
    ends = sizes(k, "k")
    band = DiagonalBand(ends[0], ends[-1], *x.shape[-2:])
    x = jnp.asarray(x)
    result = jnp.full((*x.shape[:-2], ends[-1] - ends[0] + 1, band.longest), padding, x.dtype)
    for row, where, i, j in band.diagonals(site.attrs["align"]):
        result = result.at[..., row, where].set(x[..., i, j])
    return result[..., 0, :] if ends[0] == ends[-1] else result


def _with_diagonals(site: LoweringContext, x: Value, diagonal: Value, k: Value) -> Value:
    return _put(jnp.asarray(x), jnp.asarray(diagonal), k, site.attrs["align"])


def _conjugate_transpose(_site: LoweringContext, x: Value, perm: Value) -> Value:
    return jnp.conj(jnp.transpose(x, tuple(np.reshape(known(perm, "perm"), -1).tolist())))


def _cholesky_gradient(_site: LoweringContext, factor: Value, grad: Value) -> Value:
    turned = jnp.swapaxes(jnp.tril(factor), -1, -2)
    half = 1 - 0.5 * jnp.eye(factor.shape[-1], dtype=factor.dtype)
    left = jnp.linalg.solve(turned, jnp.tril(turned @ jnp.tril(grad)) * half)
    result = jnp.linalg.solve(turned, jnp.swapaxes(left, -1, -2))
    return 0.5 * (result + jnp.swapaxes(result, -1, -2))


def _log_determinant(_site: LoweringContext, x: Value) -> Any:
    sign, logarithm = jnp.linalg.slogdet(x)
    return sign, logarithm.astype(x.dtype)


RULES: dict[str, LoweringRule] = {
    "Einsum": _einsum,
    **each("BatchMatMul BatchMatMulV2 BatchMatMulV3", _products),
    "Cholesky": _of_matrices(lambda _site, x: lax.linalg.cholesky(x, symmetrize_input=False)),
    "CholeskyGrad": _of_matrices(_cholesky_gradient),
    "MatrixExponential": _of_matrices(lambda _, x: jnp.vectorize(jax.scipy.linalg.expm, signature="(n,n)->(n,n)")(x)),
    "MatrixInverse": _of_matrices(lambda site, x: jnp.linalg.inv(_turned(site, x))),
    "MatrixSolve": _of_matrices(lambda site, a, b: jnp.linalg.solve(_turned(site, a), b)),
    "MatrixTriangularSolve": _of_matrices(_triangular),
    "MatrixSolveLs": _of_matrices(_least_squares),
    "MatrixDeterminant": _of_matrices(lambda _site, x: jnp.linalg.det(x)),
    "LogMatrixDeterminant": _of_matrices(_log_determinant),
    "BandedTriangularSolve": _of_matrices(_banded),
    "TridiagonalSolve": _of_matrices(_tridiagonal),
    "TridiagonalMatMul": plain(_tridiagonal_product),
    "SelfAdjointEigV2": _of_matrices(_eigen),
    "Qr": _of_matrices(_qr),
    "Svd": _of_matrices(_svd),
    "Lu": _of_matrices(_lu),
    "MatrixDiagV3": _from_diagonals,
    "MatrixDiagPartV3": _diagonals,
    "MatrixSetDiagV3": _with_diagonals,
    "ConjugateTranspose": _conjugate_transpose,
}
