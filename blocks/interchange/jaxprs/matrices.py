"""Matrix decompositions, solutions and Fourier transforms of `jax.lax` as block types."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.errors import DiagramError
from blocks.graph.graph import Output
from blocks.interchange.jaxprs.primitives import Params, several
from blocks.interchange.tracing.shapes import integers, rank, sizes, transposed
from blocks.interchange.tracing.tracer import cast
from blocks.library.declare import make


def _swapped(x: Output) -> Output:
    """The matrices transposed."""
    return transposed(x, [*range(rank(x) - 2), rank(x) - 1, rank(x) - 2])


def cholesky(_: Params, x: Output) -> Output:
    """``cholesky``: the lower factor."""
    return make("Cholesky", x)


def triangular_solve(params: Params, a: Output, b: Output) -> Output:
    """``triangular_solve``: of A X = B, or of X A = B as a system of transposed matrices."""
    lower, transpose, left = params["lower"], bool(params["transpose_a"]), params["left_side"]
    if params["unit_diagonal"]:
        a = make("MatrixSetDiag", a, np.ones(sizes(a)[:-1], a.dtype.numpy))
    if params["conjugate_a"] and a.dtype.is_complex:
        a = make("Conj", a)
    if not left:
        b, transpose = _swapped(b), not transpose
    if transpose and a.dtype.is_complex:
        a = make("Conj", a)  # what the block does is the adjoint
    found = make("MatrixTriangularSolve", a, b, lower=lower, adjoint=transpose)
    return found if left else _swapped(found)


def lu(_: Params, x: Output) -> list[Output | None]:
    """``lu``: the factors in one matrix, and the permutation; pivots have no block, and nobody needs both."""
    factors, permutation = several("Lu", ["lu", "p"], x)
    return [factors, None, cast(permutation, np.dtype(np.int32))]


def qr(params: Params, x: Output) -> list[Output]:
    """``qr``."""
    return several("Qr", ["q", "r"], x, full_matrices=bool(params["full_matrices"]))


def svd(params: Params, x: Output) -> list[Output]:
    """``svd``: singular values, left vectors as columns, right ones as rows."""
    if not params["compute_uv"]:
        return several("Svd", ["s"], x, compute_uv=False)
    s, u, v = several("Svd", ["s", "u", "v"], x, full_matrices=bool(params["full_matrices"]))
    return [s, u, make("Conj", _swapped(v)) if v.dtype.is_complex else _swapped(v)]


def eigh(params: Params, x: Output) -> list[Output]:
    """``eigh``: eigenvectors as columns, and eigenvalues."""
    if not params["lower"]:
        x = make("Conj", _swapped(x)) if x.dtype.is_complex else _swapped(x)
    values, vectors = several("SelfAdjointEigV2", ["e", "v"], x)
    return [vectors, values]


def fourier(params: Params, x: Output) -> Output:
    """``fft``: over the last one to three axes."""
    kind = str(getattr(params["fft_type"], "name", params["fft_type"])).rpartition(".")[2].upper()
    lengths = params["fft_lengths"]
    block = kind + {1: "", 2: "2D", 3: "3D"}.get(len(lengths), "of")
    if kind in ("FFT", "IFFT"):
        if list(lengths) != list(sizes(x)[-len(lengths) :]):
            raise DiagramError("a Fourier transform of another length has no block")
        return make(block, x)
    extra: dict[str, Any] = {}
    return make(block, x, integers(lengths), **extra)
