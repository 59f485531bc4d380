"""Matrix decompositions, solvers and Fourier transforms of `jax.lax` as block types."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import numpy as np

from blocks import loops
from blocks.base.errors import DiagramError
from blocks.graph.graph import Output
from blocks.graph.scope import Scope, traced_scope
from blocks.interchange.jaxprs.primitives import Params, like, several, strided
from blocks.interchange.tracing.tracer import broadcast_to, cast, integers, rank, reshaped, sizes, transposed
from blocks.library.declare import make


def _swapped(x: Output) -> Output:
    return transposed(x, [*range(rank(x) - 2), rank(x) - 1, rank(x) - 2])


def cholesky(_: Params, x: Output) -> Output:
    return make("Cholesky", x)


def triangular_solve(params: Params, a: Output, b: Output) -> Output:
    lower, transpose, left = params["lower"], bool(params["transpose_a"]), params["left_side"]
    if params["unit_diagonal"]:
        a = make("MatrixSetDiag", a, np.ones(sizes(a)[:-1], a.dtype.numpy))
    if params["conjugate_a"] and a.dtype.is_complex:
        a = make("Conj", a)
    if not left:
        b, transpose = _swapped(b), not transpose
    if transpose and a.dtype.is_complex:
        a = make("Conj", a)  # what the block does is the adjoint
    result = make("MatrixTriangularSolve", a, b, lower=lower, adjoint=transpose)
    return result if left else _swapped(result)


def lu(_: Params, x: Output) -> list[Output | Callable[[], Output]]:
    factors, indices = several("Lu", ["lu", "p"], x)
    permutation = cast(indices, np.dtype(np.int32))
    return [factors, partial(_pivots_of, permutation, min(sizes(x)[-2:])), permutation]


def _pivots_of(permutation: Output, count: int) -> Output:
    """Return [..., count] the row that each row was exchanged with to reach a permutation."""
    return _exchanged(strided(permutation, [0] * rank(permutation), [*sizes(permutation)[:-1], count]), permutation)[0]


def permutation_of(params: Params, pivots: Output) -> Output:
    rows = params["permutation_size"]
    return _exchanged(pivots, pivots, rows)[1]


def _exchanged(steps: Output, like: Output, rows: int | None = None) -> tuple[Output, Output]:
    """Exchange rows one after the other; return [..., count] with which each was, and [..., rows] the resulting order.

    ``steps`` is [..., count] the row with which each is exchanged; without ``rows`` the row that each must become.
    """
    batch, is_order = sizes(like)[:-1], rows is None
    numbers = np.arange(sizes(like)[-1] if rows is None else rows, dtype=np.int32)
    width = math.prod(batch)

    def body(scope: Scope, step: Output, order: Output, i: Output) -> dict[str, Output]:
        wanted = make("ExpandDims", step, 1)
        here = make("Equal", numbers, i)  # [rows]
        there = make("Equal", order if is_order else numbers, wanted)  # [width, rows]
        row = make("Sum", make("SelectV2", there, numbers, np.int32(0)), [1])
        mine = make("Sum", make("SelectV2", here, order, np.int32(0)), [1], keep_dims=True)
        other = make("Sum", make("SelectV2", there, order, np.int32(0)), [1], keep_dims=True)
        changed = make("SelectV2", here, other, make("SelectV2", there, mine, order))
        return {"row": row, "order": changed, "i": make("Add", i, np.int32(1))}

    over = transposed(reshaped(steps, (width, sizes(steps)[-1])), [1, 0])
    begin = broadcast_to(make("Const", traced_scope.get(), numbers), (width, len(numbers)))
    given = {"step": over, "order": begin, "i": make("Const", traced_scope.get(), np.zeros((), np.int32))}
    result = loops.scan(None, body, "exchange", over=["step"], inputs=given)
    row = reshaped(transposed(result["row"], [1, 0]), (*batch, sizes(steps)[-1]))
    return row, reshaped(result["order"], (*batch, len(numbers)))


def qr(params: Params, x: Output) -> list[Output]:
    return several("Qr", ["q", "r"], x, full_matrices=bool(params["full_matrices"]))


def svd(params: Params, x: Output) -> list[Output]:
    if not params["compute_uv"]:
        return several("Svd", ["s"], x, compute_uv=False)
    s, u, v = several("Svd", ["s", "u", "v"], x, full_matrices=bool(params["full_matrices"]))
    return [s, u, make("Conj", _swapped(v)) if v.dtype.is_complex else _swapped(v)]


def eigh(params: Params, x: Output) -> list[Output]:
    if not params["lower"]:
        x = make("Conj", _swapped(x)) if x.dtype.is_complex else _swapped(x)
    values, vectors = several("SelfAdjointEigV2", ["e", "v"], x)
    return [vectors, values]


def eig(params: Params, x: Output) -> list[Output]:
    if params["compute_left_eigenvectors"]:
        raise DiagramError("left eigenvectors are not supported")
    is_wanted: bool = params["compute_right_eigenvectors"]
    tout = "DT_COMPLEX64" if x.dtype.name in ("DT_FLOAT", "DT_COMPLEX64") else "DT_COMPLEX128"
    return several("Eig", ["e", "v"] if is_wanted else ["e"], x, compute_v=is_wanted, Tout=tout)


def tridiagonal_solve(params: Params, below: Output, main: Output, above: Output, b: Output) -> Output:
    diagonals = make("Stack", [above, main, below], axis=rank(main) - 1)
    return make("TridiagonalSolve", diagonals, b, perturb_singular=bool(params.get("perturb_singular", False)))


def cholesky_update(_: Params, r: Output, w: Output) -> Output:
    """Return the upper Cholesky factor of R'R + ww'."""
    column = make("ExpandDims", w, rank(w))
    grown = make("Add", make("MatMul", r, r, transpose_a=True), make("MatMul", column, column, transpose_b=True))
    return _swapped(make("Cholesky", grown))


def symmetric_product(params: Params, a: Output, c: Output) -> Output:
    """Return alpha A A' + beta C."""
    product = make("Multiply", make("BatchMatMulV2", a, _swapped(a)), like(a, params["alpha"]))
    return make("Add", product, make("Multiply", c, like(c, params["beta"])))


def fourier(params: Params, x: Output) -> Output:
    kind = str(getattr(params["fft_type"], "name", params["fft_type"])).rpartition(".")[2].upper()
    lengths = params["fft_lengths"]
    block = kind + {1: "", 2: "2D", 3: "3D"}.get(len(lengths), "of")
    if kind in ("FFT", "IFFT"):
        if list(lengths) != list(sizes(x)[-len(lengths) :]):
            raise DiagramError("a Fourier transform whose length differs from the size of the input is not supported")
        return make(block, x)
    if len(lengths) != 3:
        return make(block, x, integers(lengths))
    # RFFT3D has no gradient: two axes as complex numbers, and the last one as real ones.
    last = rank(x) - 1
    order = [*range(last - 2), last, last - 2, last - 1]
    back = [*range(last - 2), last - 1, last, last - 2]
    if kind == "RFFT":
        return transposed(make("FFT2D", transposed(make("RFFT", x, integers(lengths[2:])), order)), back)
    return make("IRFFT", transposed(make("IFFT2D", transposed(x, order)), back), integers(lengths[2:]))
