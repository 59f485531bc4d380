"""Rules for matrix products, linear algebra and Fourier transforms."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial, reduce
from typing import Any

import numpy

from blocks.graph.graph import Output
from blocks.interchange.importing.equations import by_pairs
from blocks.interchange.jaxprs import matrices
from blocks.interchange.tracing import ufuncs
from blocks.interchange.tracing.tracer import rank, reshaped, sizes, squeezed
from blocks.library.declare import make
from blocks.torch.rules.call import Call
from blocks.torch.rules.elementwise import scaled
from blocks.torch.rules.helpers import RULES, const, mapped, outputs, refuse, rule, select, to
from blocks.torch.rules.reductions import matrix_norm_of, over

np: Any = numpy


def swapped(x: Output) -> Output:
    return mapped(np.swapaxes, x, -1, -2)


@rule("mm", "bmm", "mv", "dot", "matmul", "linalg_matmul", "__matmul__", "_int_mm")
def _matmul(call: Call, x: Output, y: Output) -> Output:
    return ufuncs.matmul(to(x, call.dtype), to(y, call.dtype))


@rule("addmm", "baddbmm", "addmv", "addr", "addbmm")
def _added(call: Call, x: Output, a: Output, b: Output, *, beta: float = 1, alpha: float = 1) -> Output:
    if "addr" in call.target:
        product = mapped(np.outer, a, b)
    else:
        product = ufuncs.matmul(a, b)
    product = over("Sum", product, 0) if "addbmm" in call.target.replace("baddbmm", "") else product
    return scaled(product, alpha) if beta == 0 else scaled(x, beta) + scaled(product, alpha)


@rule("linear")
def _linear(_: Call, x: Output, weight: Output, bias: Output | None = None) -> Output:
    if rank(x) == 2 and rank(weight) == 2:
        result = make("MatMul", x, weight, transpose_b=True)
    elif rank(weight) == 1 or rank(x) == 1:
        result = ufuncs.matmul(x, swapped(weight) if rank(weight) > 1 else weight)
    else:
        result = make("BatchMatMulV2", x, weight, adj_y=True)
    return result if bias is None else result + bias


@rule("bilinear")
def _bilinear(_: Call, x: Output, y: Output, weight: Output, bias: Output | None = None) -> Output:
    result = _einsum_of("...i,kij,...j->...k", [x, weight, y])
    return result if bias is None else result + bias


def _einsum_of(equation: str, parts: Sequence[Output]) -> Output:
    return by_pairs(equation, list(parts), lambda pair, text: make("Einsum", pair, equation=text))


@rule("einsum")
def _einsum(call: Call, equation: str, parts: Sequence[Output], **_: Any) -> Output:
    return _einsum_of(equation, [to(each, call.dtype) for each in parts])


@rule("tensordot")
def _tensordot(_: Call, x: Output, y: Output, dims_x: Sequence[int], dims_y: Sequence[int]) -> Output:
    return mapped(np.tensordot, x, y, (list(dims_x), list(dims_y)))


RULES.update({name: partial(lambda function, _, x, y: mapped(function, x, y), function) for name, function in
    (("outer", np.outer), ("ger", np.outer), ("kron", np.kron), ("inner", np.inner), ("vdot", np.vdot))})  # fmt: skip


@rule("linalg_multi_dot", "chain_matmul")
def _multi_dot(_: Call, parts: Sequence[Output]) -> Output:
    return reduce(ufuncs.matmul, parts)


@rule("linalg_vecdot")
def _vecdot(call: Call, x: Output, y: Output, *, dim: int = -1) -> Output:
    return over("Sum", to(x, call.dtype) * to(y, call.dtype), dim)


@rule("linalg_cross", "cross")
def _cross(call: Call, x: Output, y: Output, *rest: Any, dim: int | None = None) -> Output:
    dim = rest[0] if rest else dim
    if dim is None:
        dim = -1 if "linalg" in call.target else call.shape.index(3)
    first, second = (mapped(np.moveaxis, mapped(np.broadcast_to, each, call.shape), dim, -1) for each in (x, y))
    return mapped(np.moveaxis, mapped(np.cross, first, second), -1, dim)


# -- Decompositions and solvers ---------------------------------------------------------------------------------------

OF_MATRIX = {
    "linalg_det": "MatrixDeterminant", "det": "MatrixDeterminant", "linalg_inv": "MatrixInverse",
    "inverse": "MatrixInverse", "linalg_cholesky": "Cholesky", "cholesky": "Cholesky",
    "linalg_matrix_exp": "MatrixExponential", "matrix_exp": "MatrixExponential",
}  # fmt: skip


def _of_matrix(kind: str, call: Call, x: Output, upper: bool = False, **_: Any) -> Output:
    result = make(kind, x)
    return swapped(result) if upper else result


RULES.update({name: partial(_of_matrix, kind) for name, kind in OF_MATRIX.items()})


@rule("linalg_inv_ex", "linalg_cholesky_ex")
def _checked(call: Call, x: Output, **_: Any) -> list[Output]:
    kind = "MatrixInverse" if "inv" in call.target else "Cholesky"
    return [make(kind, x), const(np.zeros(call.results[1].shape), call.results[1].dtype)]


@rule("linalg_slogdet", "slogdet", "logdet", "_linalg_slogdet", "_linalg_det")
def _slogdet(call: Call, x: Output) -> Output | list[Output]:
    if "_linalg_det" in call.target:
        return [make("MatrixDeterminant", x), *outputs("Lu", x)][: len(call.results)]
    sign, log = outputs("LogMatrixDeterminant", x)
    if "logdet" in call.target and "slog" not in call.target:
        return select(make("Less", sign, 0), math.nan, log)
    return [sign, log]


@rule("linalg_qr")
def _qr(call: Call, x: Output, mode: str = "reduced") -> list[Output]:
    if mode == "r":
        raise refuse(call, "mode='r'")
    return matrices.qr({"full_matrices": mode == "complete"}, x)


@rule("linalg_svd", "_linalg_svd")
def _svd(_: Call, x: Output, full_matrices: bool = True, *rest: Any, **__: Any) -> list[Output]:
    square = full_matrices and sizes(x)[-1] != sizes(x)[-2]
    s, u, v = matrices.svd({"compute_uv": True, "full_matrices": square}, x)
    return [u, s, v]


@rule("linalg_svdvals")
def _svdvals(_: Call, x: Output, **__: Any) -> Output:
    return outputs("Svd", x, compute_uv=False)[0]


@rule("linalg_eigh", "linalg_eigvalsh", "_linalg_eigh")
def _eigh(call: Call, x: Output, UPLO: str = "L", *_: Any) -> Output | list[Output]:
    x = (x + swapped(make("Conj", x) if x.dtype.is_complex else x)) * 0.5  # which makes the gradient symmetric
    vectors, values = matrices.eigh({"lower": True}, x)
    return values if "vals" in call.target else [values, vectors]


@rule("linalg_pinv")
def _pinv(call: Call, x: Output, *, atol: Any = None, rtol: Any = None, hermitian: bool = False) -> Output:
    if atol is not None or rtol is not None or hermitian:
        raise refuse(call, "atol, rtol or hermitian")
    return mapped(np.linalg.pinv, x, max(sizes(x)[-2:]) * float(np.finfo(x.dtype.numpy).eps))


@rule("linalg_solve", "linalg_solve_ex", "_linalg_solve_ex")
def _solve(call: Call, a: Output, b: Output, *, left: bool = True, **_: Any) -> Output | list[Output]:
    if not left:
        raise refuse(call, "left=False")
    is_vector = rank(b) == 1 or (rank(b) == rank(a) - 1 and sizes(b) == sizes(a)[:-1])
    result = make("MatrixSolve", a, make("ExpandDims", b, -1) if is_vector else b)
    result = squeezed(result, [-1]) if is_vector else result
    zeros = [const(np.zeros(each.shape), each.dtype) for each in call.results[1:]]
    return [result, *zeros] if zeros else result


@rule("linalg_solve_triangular")
def _solve_triangular(_: Call, a: Output, b: Output, *, upper: bool, left: bool = True,
                      unitriangular: bool = False) -> Output:  # fmt: skip
    return matrices.triangular_solve({"lower": not upper, "transpose_a": False, "left_side": left,
        "unit_diagonal": unitriangular, "conjugate_a": False}, a, b)  # fmt: skip


@rule("triangular_solve")
def _triangular(_: Call, b: Output, a: Output, upper: bool = True, transpose: bool = False,
                unitriangular: bool = False) -> list[Output]:  # fmt: skip
    return [matrices.triangular_solve({"lower": not upper, "transpose_a": transpose, "left_side": True,
        "unit_diagonal": unitriangular, "conjugate_a": False}, a, b), a]  # fmt: skip


@rule("cholesky_solve")
def _cholesky_solve(_: Call, b: Output, factor: Output, upper: bool = False) -> Output:
    factor = swapped(factor) if upper else factor
    inner = make("MatrixTriangularSolve", factor, b, lower=True)
    return make("MatrixTriangularSolve", factor, inner, lower=True, adjoint=True)


@rule("linalg_matrix_power", "matrix_power")
def _matrix_power(_: Call, x: Output, n: int) -> Output:
    return mapped(np.linalg.matrix_power, x, n)


@rule("linalg_cond")
def _cond(call: Call, x: Output, p: Any = None) -> Output:
    if p not in (None, 2):
        return matrix_norm_of(x, p) * matrix_norm_of(make("MatrixInverse", x), p)
    values = outputs("Svd", x, compute_uv=False)[0]
    return reshaped(values[..., 0] / values[..., -1], call.shape)


# -- Fourier transforms -----------------------------------------------------------------------------------------------


@rule("fft_fft", "fft_ifft", "fft_rfft", "fft_irfft", "fft_hfft", "fft_ihfft")
def _fft(call: Call, x: Output, n: int | None = None, dim: int = -1, norm: str | None = None) -> Output:
    name = call.target.split(".")[-2].removeprefix("fft_")
    if name not in ("fft", "ifft", "rfft", "irfft"):
        raise refuse(call, name)
    return mapped(getattr(np.fft, name), x, n, dim, norm)


@rule("fft_fft2", "fft_ifft2", "fft_fftn", "fft_ifftn", "fft_rfft2", "fft_rfftn", "fft_irfft2", "fft_irfftn")
def _fftn(call: Call, x: Output, s: Any = None, dim: Any = None, norm: str | None = None) -> Output:
    name = call.target.split(".")[-2].removeprefix("fft_")
    dims = list(dim) if dim is not None else [-2, -1] if name.endswith("2") else list(range(-len(s or sizes(x)), 0))
    lengths = list(s) if s is not None else [None] * len(dims)
    kind, real = "ifft" if "ifft" in name or "irfft" in name else "fft", "rfft" in name
    if real and kind == "fft":
        x = mapped(np.fft.rfft, x, lengths[-1], dims[-1], norm)
    for each, length in zip(dims[:-1] if real else dims, lengths, strict=False):
        x = mapped(getattr(np.fft, kind), x, length, each, norm)
    return mapped(np.fft.irfft, x, lengths[-1], dims[-1], norm) if real and kind == "ifft" else x


@rule("fft_fftshift", "fft_ifftshift")
def _shifted(call: Call, x: Output, dim: Any = None) -> Output:
    return mapped(np.fft.ifftshift if "ifft" in call.target else np.fft.fftshift, x, dim)
