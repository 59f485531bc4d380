"""Rules for reductions, norms, cumulative operations, sorting, products and linear algebra."""

# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy

from blocks.base.dtypes import BOOL, INT64
from blocks.graph.graph import Output
from blocks.interchange.importing.equations import by_pairs
from blocks.interchange.jaxprs import matrices
from blocks.interchange.tracing import ufuncs
from blocks.interchange.tracing.tracer import integers, rank, reshaped, sizes, squeezed
from blocks.library.declare import make
from blocks.torch.rules.call import Call
from blocks.torch.rules.helpers import RULES, Dims, axes, const, outputs, refuse, rule, scaled, select, to, wide
from blocks.torch.rules.operators import mapped, one, operator

np: Any = numpy


def over(kind: str, x: Output, dims: Dims = None, keepdim: bool = False) -> Output:
    return wide(kind, x, integers(axes(dims, x)), keep_dims=keepdim) if rank(x) else x


def _reduction(kind: str, call: Call, x: Output, dim: Dims = None, keepdim: bool = False, **_: Any) -> Output:
    if x.dtype is BOOL or kind in ("Any", "All"):
        kind, x = {"Max": "Any", "Min": "All"}.get(kind, kind), to(x, BOOL)
    return over(kind, x if kind in ("Any", "All") else to(x, call.dtype), dim, keepdim)


REDUCTIONS = {"sum": "Sum", "mean": "Mean", "prod": "Prod", "amax": "Max", "amin": "Min", "max": "Max", "min": "Min",
              "any": "Any", "all": "All"}  # fmt: skip
RULES.update({name: partial(_reduction, kind) for name, kind in REDUCTIONS.items()})
RULES.update({
    "nansum": lambda call, x, *rest, **more: _reduction("Sum", call, select(make("IsNan", x), 0, x), *rest, **more),
    "logsumexp": lambda call, x, dim, keepdim=False: one("ReduceLogSumExp", to(x, call.dtype), axes=axes(dim, x),
                                                         keepdims=keepdim),
})  # fmt: skip


@rule("argmax", "argmin")
def _arg(call: Call, x: Output, dim: int | None = None, keepdim: bool = False) -> Output:
    return reshaped(_index(call, reshaped(x, (-1,)) if dim is None else x, dim or 0), call.shape)


def _index(call: Call, x: Output, dim: int) -> Output:
    return make("ArgMax" if "max" in call.name else "ArgMin", x, dim % rank(x)) if rank(x) else const(0, INT64)


def picked(x: Output, indices: Output, dim: int) -> Output:
    """Return the elements at indices along an axis, which the indices have, too."""
    return one("GatherElements", x, indices, axis=dim % rank(x)) if rank(x) else x


def _at(x: Output, indices: Output, dim: int, keepdim: bool) -> list[Output]:
    if not rank(x):
        return [x, indices]
    column = make("ExpandDims", indices, dim % rank(x))
    values = picked(x, column, dim)
    return [values, column] if keepdim else [squeezed(values, [dim]), indices]


@rule("max.dim", "min.dim")
def _extreme(call: Call, x: Output, dim: int, keepdim: bool = False) -> list[Output]:
    """Convert ``max`` along an axis, whose first largest element alone gets the gradient."""
    return _at(x, _index(call, x, dim), dim, keepdim)


@rule("var.correction", "std.correction", "var_mean.correction", "std_mean.correction")
def _moments(call: Call, x: Output, dim: Dims = None, *, correction: float | None = None, keepdim: bool = False
             ) -> list[Output]:  # fmt: skip
    """Convert variances; the gradient of a standard deviation of 0 is 0."""
    less = 1 if correction is None else correction
    count = const(max(math.prod(sizes(x)[i] for i in axes(dim, x)) - less, 0), x.dtype)
    mean = over("Mean", x, dim, True)
    if "std" in call.name:
        result = norm_of(x - mean, 2, dim, keepdim) / make("Sqrt", count)
    else:
        result = over("Sum", make("Square", x - mean), dim, keepdim) / count
    return [result, reshaped(mean, sizes(result))][: len(call.results)]


def norm_of(x: Output, p: Any, dim: Dims = None, keepdim: bool = False) -> Output:
    """Return a vector norm; its gradient is 0 where it is 0."""
    x = make("ComplexAbs", x) if x.dtype.is_complex else x
    if p in (2, None, "fro"):
        return make("EuclideanNorm", x, integers(axes(dim, x)), keep_dims=keepdim)
    size, none = make("Abs", x), make("Equal", x, 0)
    if p == 0:
        return over("Sum", to(make("LogicalNot", none), x.dtype), dim, keepdim)
    if math.isinf(p):
        return over("Max" if p > 0 else "Min", size, dim, keepdim)
    if p == 1:
        return over("Sum", size, dim, keepdim)
    total = over("Sum", select(none, 0, make("Pow", select(none, 1, size), const(p, x.dtype))), dim, keepdim)
    none = make("Equal", total, 0)
    return select(none, 0, make("Pow", select(none, 1, total), const(1 / p, x.dtype)))


@rule("_weight_norm_interface")
def _weight_norm(call: Call, v: Output, g: Output, dim: int = 0) -> list[Output]:
    norm = norm_of(v, 2, [i for i in range(rank(v)) if i != dim % rank(v)], True)
    return [v * (g / norm), norm]


@rule("norm", "linalg_vector_norm")
def _norm(call: Call, x: Output, p: Any = 2, dim: Dims = None, keepdim: bool = False, **_: Any) -> Output:
    return norm_of(x if x.dtype.is_complex else to(x, call.dtype), p, dim, keepdim)


def _between_pairs(_: Call, x: Output, p: float = 2) -> Output:
    first, second = [make("GatherV2", x, each, 0) for each in np.triu_indices(sizes(x)[0], 1)]
    return norm_of(first - second, p, -1)


RULES.update({
    "dist": lambda call, x, y, p=2: norm_of(to(x, call.dtype) - to(y, call.dtype), p),
    "_cdist_forward": lambda _, x, y, p, *__: norm_of(make("ExpandDims", x, -2) - make("ExpandDims", y, -3), p, -1),
    "_pdist_forward": _between_pairs,
})  # fmt: skip


@rule("cumsum", "cumprod", "logcumsumexp")
def _running(call: Call, x: Output, dim: int, **_: Any) -> Output:
    kind = {"cumsum": "Cumsum", "cumprod": "Cumprod", "logcumsumexp": "CumulativeLogsumexp"}[call.name]
    return wide(kind, to(x, call.dtype), dim % rank(x)) if rank(x) else x


@rule("cummax", "cummin")
def _running_extreme(call: Call, x: Output, dim: int) -> list[Output]:
    """Convert running extremes: each iteration looks twice as far back; of equal elements, the last one counts."""
    size, kind = sizes(x)[dim], "Less" if call.name == "cummax" else "Greater"
    line = np.arange(size).reshape([-1 if i == dim % rank(x) else 1 for i in range(rank(x))])
    indices, distance = const(np.broadcast_to(line, sizes(x)), INT64), 1
    while distance < size:
        before = mapped(np.take, indices, np.maximum(np.arange(size) - distance, 0), dim)
        is_less = make(kind, picked(x, indices, dim), picked(x, before, dim))
        indices, distance = select(is_less, before, indices), 2 * distance
    return [picked(x, indices, dim), indices]


@rule("topk")
def _topk(_: Call, x: Output, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> list[Output]:
    return operator("TopK", x, const([k], INT64), axis=dim, largest=largest) if rank(x) else [x, const(0, INT64)]


@rule("sort")
def _sort(call: Call, x: Output, dim: int = -1, descending: bool = False) -> list[Output]:
    return _topk(call, x, sizes(x)[dim] if rank(x) else 1, dim, largest=descending)


@rule("sort.stable")
def _stable(call: Call, x: Output, *, stable: bool | None = None, **more: Any) -> list[Output]:
    return _sort(call, x, **more)


@rule("kthvalue")
def _kth(call: Call, x: Output, k: int, dim: int = -1, keepdim: bool = False) -> list[Output]:
    _, indices = _topk(call, x, k, dim, largest=False)
    return _at(x, mapped(np.take, indices, k - 1, dim), dim, keepdim)


RULES["median.dim"] = lambda call, x, dim, *rest: _kth(call, x, (sizes(x)[dim] + 1) // 2 if rank(x) else 1, dim, *rest)


@rule("median")
def _median(call: Call, x: Output) -> Output:
    """Convert the median of all elements; those that equal it share the gradient equally."""
    x = reshaped(x, (-1,))
    value = make("StopGradient", _kth(call, x, (sizes(x)[0] + 1) // 2)[0])
    equal = make("Equal", x, value)
    return value + over("Sum", select(equal, x - value, 0)) / over("Sum", to(equal, x.dtype))


@rule("softmax", "log_softmax", "_softmax", "_log_softmax")
def _softmax(call: Call, x: Output, dim: int, *_: Any, **__: Any) -> Output:
    row = to(x, call.dtype) if rank(x) else make("ExpandDims", to(x, call.dtype), 0)
    return reshaped(one("LogSoftmax" if "log" in call.name else "Softmax", row, axis=dim), call.shape)


def swapped(x: Output) -> Output:
    return mapped(np.swapaxes, x, -1, -2)


def weighted(x: Output, weight: Output) -> Output:
    """Return the product with a transposed matrix."""
    return make("MatMul", x, weight, transpose_b=True) if rank(x) == 2 else make("BatchMatMulV2", x, weight, adj_y=True)


@rule("mm", "bmm", "mv", "dot", "matmul")
def _matmul(call: Call, x: Output, y: Output) -> Output:
    return ufuncs.matmul(to(x, call.dtype), to(y, call.dtype))


@rule("addmm", "addmv", "addr", "addbmm")
def _added(call: Call, x: Output, a: Output, b: Output, *, beta: float = 1, alpha: float = 1) -> Output:
    product = make("ExpandDims", a, 1) * b if rank(a) == 1 else ufuncs.matmul(a, b)
    product = scaled(over("Sum", product, 0) if call.name == "addbmm" else product, alpha)
    return product if beta == 0 else scaled(x, beta) + product


@rule("linear")
def _linear(_: Call, x: Output, weight: Output, bias: Output | None = None) -> Output:
    plain = rank(x) > 1 and rank(weight) > 1
    result = weighted(x, weight) if plain else ufuncs.matmul(*((x, weight) if rank(x) > 1 else (weight, x)))
    return result if bias is None else result + bias


@rule("einsum")
def _einsum(call: Call, equation: str, parts: Sequence[Output], **_: Any) -> Output:
    given = [to(each, call.dtype) for each in parts]
    return by_pairs(equation, given, lambda pair, text: make("Einsum", pair, equation=text))


@rule("bilinear")
def _bilinear(call: Call, x: Output, y: Output, weight: Output, bias: Output | None = None) -> Output:
    result = _einsum(call, "...i,kij,...j->...k", [x, weight, y])
    return result if bias is None else result + bias


OF_MATRIX = {"linalg_det": "MatrixDeterminant", "linalg_inv": "MatrixInverse", "linalg_inv_ex": "MatrixInverse",
             "linalg_cholesky": "Cholesky", "linalg_cholesky_ex": "Cholesky", "cholesky": "Cholesky",
             "linalg_matrix_exp": "MatrixExponential"}  # fmt: skip


def _of_matrix(kind: str, call: Call, x: Output, **more: Any) -> list[Output]:
    result = make(kind, x)
    return [swapped(result) if more.get("upper") else result, *_no_errors(call)]


RULES.update({name: partial(_of_matrix, kind) for name, kind in OF_MATRIX.items()})


def _no_errors(call: Call) -> list[Output]:
    return [const(np.zeros(each.shape), each.dtype) for each in call.results[1:]]


@rule("linalg_solve", "_linalg_solve_ex")
def _solve(call: Call, a: Output, b: Output, *, left: bool = True, **_: Any) -> list[Output]:
    if not left:
        raise refuse(call, "left=False")
    is_vector = rank(b) == 1 or sizes(b) == sizes(a)[:-1]
    result = make("MatrixSolve", a, make("ExpandDims", b, -1) if is_vector else b)
    return [squeezed(result, [-1]) if is_vector else result, *_no_errors(call)]


@rule("linalg_solve_triangular")
def _solve_triangular(_: Call, a: Output, b: Output, *, upper: bool, left: bool = True, unitriangular: bool = False
                      ) -> Output:  # fmt: skip
    options = {"lower": not upper, "transpose_a": False, "left_side": left, "conjugate_a": False}
    return matrices.triangular_solve({**options, "unit_diagonal": unitriangular}, a, b)


@rule("linalg_svd", "_linalg_svd")
def _svd(call: Call, x: Output, *_: Any, **__: Any) -> list[Output]:
    is_full = call.results[0].shape[-1] != call.results[2].shape[-2]
    s, u, v = matrices.svd({"compute_uv": True, "full_matrices": is_full}, x)
    return [u, s, v]


@rule("linalg_eigh", "_linalg_eigh")
def _eigh(_: Call, x: Output, *__: Any) -> list[Output]:
    x = (x + swapped(make("Conj", x) if x.dtype.is_complex else x)) * 0.5  # which makes the gradient symmetric
    return outputs("SelfAdjointEigV2", x)


RULES["linalg_slogdet"] = RULES["_linalg_slogdet"] = lambda _, x: outputs("LogMatrixDeterminant", x)
RULES["linalg_qr"] = lambda _, x, mode="reduced": outputs("Qr", x, full_matrices=mode == "complete")


@rule("_fft_c2c", "_fft_r2c", "_fft_c2r")
def _fourier(call: Call, x: Output, dims: Sequence[int], norm: int, last: Any) -> Output:
    """Convert Fourier transforms one axis after the other; ``norm`` says by what they are divided."""
    kind = call.name.removeprefix("_fft_") if call.name != "_fft_r2c" or last else "c2c"
    inverse = kind == "c2r" or (call.name == "_fft_c2c" and not last)
    count = math.prod([last if kind == "c2r" and i == dims[-1] else sizes(x)[i] for i in dims])
    *others, final = dims if kind != "c2c" else (*dims, 0)
    x = mapped(np.fft.rfft, x, None, final) if kind == "r2c" else x
    for each in others:
        x = mapped(np.fft.ifft if inverse else np.fft.fft, x, None, each)
    x = mapped(np.fft.irfft, x, last, final) if kind == "c2r" else x
    factor = (count if inverse else 1) / (1, math.sqrt(count), count)[norm]
    return scaled(x, factor)
