"""Rules for reductions, norms, cumulative operations, sorting and softmax."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy

from blocks.base.dtypes import BOOL, INT64
from blocks.graph.graph import Output
from blocks.interchange.tracing.tracer import integers, rank, reshaped, sizes, squeezed
from blocks.library.declare import make
from blocks.torch.rules.call import Call
from blocks.torch.rules.helpers import (
    RULES,
    Value,
    axes,
    const,
    mapped,
    one,
    operator,
    outputs,
    refuse,
    rule,
    select,
    to,
    wide,
)

np: Any = numpy
Dims = int | Sequence[int] | None


def over(kind: str, x: Output, dim: Dims = None, keepdim: bool = False) -> Output:
    return wide(kind, x, integers(axes(dim, x)), keep_dims=keepdim) if rank(x) else x


def _reduction(kind: str, call: Call, x: Output, dim: Dims = None, keepdim: bool = False, **_: Any) -> Output:
    if kind in ("Any", "All") or (kind in ("Max", "Min") and x.dtype is BOOL):
        return over({"Max": "Any", "Min": "All"}.get(kind, kind), to(x, BOOL), dim, keepdim)
    return over(kind, to(x, call.dtype), dim, keepdim)


RULES.update({name: partial(_reduction, kind) for name, kind in (
    ("sum", "Sum"), ("mean", "Mean"), ("prod", "Prod"), ("amax", "Max"), ("amin", "Min"), ("max", "Max"),
    ("min", "Min"), ("any", "Any"), ("all", "All"),
)})  # fmt: skip


@rule("nansum", "nanmean")
def _without_nan(call: Call, x: Output, dim: Dims = None, keepdim: bool = False, **_: Any) -> Output:
    x = to(x, call.dtype)
    valid = make("LogicalNot", make("IsNan", x))
    total = over("Sum", select(valid, x, 0), dim, keepdim)
    return total if "nansum" in call.target else total / over("Sum", to(valid, x.dtype), dim, keepdim)


@rule("count_nonzero")
def _count(_: Call, x: Output, dim: Dims = None) -> Output:
    return over("Sum", to(to(x, BOOL), INT64), dim)


@rule("aminmax")
def _both(_: Call, x: Output, *, dim: int | None = None, keepdim: bool = False) -> list[Output]:
    return [over(kind, x, dim, keepdim) for kind in ("Min", "Max")]


def _index(kind: str, x: Output, dim: int) -> Output:
    return make(kind, x, dim % rank(x)) if rank(x) else const(0, INT64)


@rule("argmax", "argmin")
def _arg(call: Call, x: Output, dim: int | None = None, keepdim: bool = False) -> Output:
    result = _index(_arg_of(call), reshaped(x, (-1,)) if dim is None else x, dim or 0)
    return reshaped(result, call.shape) if keepdim else result


def _arg_of(call: Call) -> str:
    return "ArgMax" if "max" in call.target else "ArgMin"


def picked(x: Output, indices: Output, dim: int) -> Output:
    """Return the elements at indices along an axis, which the indices have, too."""
    return one("GatherElements", x, indices, axis=dim % max(rank(x), 1)) if rank(x) else x


@rule("max.dim", "min.dim")
def _extreme(call: Call, x: Output, dim: int, keepdim: bool = False) -> list[Output]:
    """Convert ``max`` along an axis, whose first largest element alone gets the gradient."""
    return _at(x, _index(_arg_of(call), x, dim), dim, keepdim)


def _at(x: Output, indices: Output, dim: int, keepdim: bool) -> list[Output]:
    if not rank(x):
        return [x, indices]
    column = make("ExpandDims", indices, dim % rank(x))
    values = picked(x, column, dim)
    return [values, column] if keepdim else [squeezed(values, [dim]), indices]


# -- Moments and norms ------------------------------------------------------------------------------------------------


@rule("var", "std", "var_mean", "std_mean")
def _moments(call: Call, x: Output, *rest: Any, correction: float | None = None, **more: Any) -> Output | list[Output]:
    """Convert variances; the gradient of a standard deviation of 0 is 0."""
    if rest and isinstance(rest[0], bool):  # the overload with unbiased only
        more["unbiased"], rest = rest[0], rest[1:]
    names = ["dim", "unbiased", "keepdim"] if not call.target.endswith("correction") else ["dim"]
    more.update(zip(names, rest, strict=False))
    dim, keepdim = more.get("dim"), more.get("keepdim", False)
    less = correction if correction is not None else 1 - (not more.get("unbiased", True))
    count = math.prod(sizes(x)[i] for i in axes(dim, x)) - less
    mean = over("Mean", x, dim, True)
    if "std" in call.target:
        root = const(math.sqrt(max(count, 0)), x.dtype)
        result = make("EuclideanNorm", x - mean, integers(axes(dim, x)), keep_dims=keepdim) / root
    else:
        result = over("Sum", make("Square", x - mean), dim, keepdim) / const(max(count, 0), x.dtype)
    return [result, reshaped(mean, sizes(result))] if "_mean" in call.target else result


def norm_of(x: Output, p: Any, dim: Dims = None, keepdim: bool = False) -> Output:
    """Return a vector norm; its gradient is 0 where it is 0."""
    if x.dtype.is_complex:
        x = make("ComplexAbs", x)
    p = 2 if p in (None, "fro") else p
    if p == 2:
        return make("EuclideanNorm", x, integers(axes(dim, x)), keep_dims=keepdim)
    if p == 0:
        return over("Sum", to(make("NotEqual", x, 0), x.dtype), dim, keepdim)
    if math.isinf(p):
        return over("Max" if p > 0 else "Min", make("Abs", x), dim, keepdim)
    if p == 1:
        return over("Sum", make("Abs", x), dim, keepdim)
    total = over("Sum", make("Pow", make("Abs", x), const(p, x.dtype)), dim, keepdim)
    none = make("Equal", total, 0)
    return select(none, 0, make("Pow", select(none, 1, total), const(1 / p, x.dtype)))


@rule("norm", "linalg_vector_norm")
def _norm(call: Call, x: Output, p: Any = 2, dim: Dims = None, keepdim: bool = False, **_: Any) -> Output:
    return norm_of(to(x, call.dtype) if not x.dtype.is_complex else x, p, dim, keepdim)


@rule("linalg_norm", "linalg_matrix_norm")
def _matrix_norm(call: Call, x: Output, p: Any = None, dim: Dims = None, keepdim: bool = False, **_: Any) -> Output:
    is_matrix = "matrix" in call.target
    dims = [-2, -1] if is_matrix and dim is None else [dim] if isinstance(dim, int) else dim
    if p is None and is_matrix:
        p = "fro"
    if p in (None, "fro") or (dims is not None and len(dims) == 1) or (dims is None and rank(x) == 1):
        return norm_of(x, p, dims, keepdim)
    moved = mapped(np.moveaxis, x, dims or [-2, -1], [-2, -1])
    return reshaped(matrix_norm_of(moved, p), call.shape)


def matrix_norm_of(x: Output, p: Any) -> Output:
    if p in ("nuc", 2, -2):
        [values, *_] = outputs("Svd", x, compute_uv=False)
        return over("Sum", values, -1) if p == "nuc" else over("Max" if p > 0 else "Min", values, -1)
    columns = over("Sum", make("Abs", x), -2 if abs(p) == 1 else -1)
    return over("Max" if p > 0 else "Min", columns, -1)


@rule("dist")
def _dist(call: Call, x: Output, y: Output, p: float = 2) -> Output:
    return norm_of(to(x, call.dtype) - to(y, call.dtype), p)


@rule("renorm")
def _renorm(_: Call, x: Output, p: float, dim: int, maxnorm: float) -> Output:
    others = [i for i in range(rank(x)) if i != dim % rank(x)]
    norm = norm_of(x, p, others, True)
    return x * select(make("Greater", norm, maxnorm), maxnorm / (norm + 1e-7), 1)


@rule("logsumexp")
def _logsumexp(call: Call, x: Output, dim: Dims, keepdim: bool = False) -> Output:
    return one("ReduceLogSumExp", to(x, call.dtype), axes=axes(dim, x), keepdims=keepdim)


# -- Along an axis ----------------------------------------------------------------------------------------------------


@rule("cumsum", "cumprod", "logcumsumexp")
def _running(call: Call, x: Output, dim: int, **_: Any) -> Output:
    kind = {"s": "Cumsum", "p": "Cumprod", "u": "CumulativeLogsumexp"}
    name = call.target.split(".")[-2]
    return wide(kind[name[3] if name.startswith("cum") else "u"], to(x, call.dtype), dim % rank(x)) if rank(x) else x


@rule("cummax", "cummin")
def _running_extreme(call: Call, x: Output, dim: int) -> list[Output]:
    """Convert running extremes: each iteration looks twice as far back; of equal elements, the last one counts."""
    dim %= rank(x)
    size, kind = sizes(x)[dim], "Less" if "cummax" in call.target else "Greater"
    line = np.arange(size).reshape([-1 if i == dim else 1 for i in range(rank(x))])
    indices, distance = const(np.broadcast_to(line, sizes(x)), INT64), 1
    while distance < size:
        before = mapped(np.take, indices, np.maximum(np.arange(size) - distance, 0), dim)
        is_less = make(kind, picked(x, indices, dim), picked(x, before, dim))
        indices, distance = select(is_less, before, indices), 2 * distance
    return [picked(x, indices, dim), indices]


@rule("topk")
def _topk(_: Call, x: Output, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> list[Output]:
    return operator("TopK", x, const([k], INT64), axis=dim, largest=largest, wanted=2) if rank(x) else [x, const(0)]


@rule("sort", "argsort", "msort")
def _sort(call: Call, x: Output, *rest: Any, **more: Any) -> Output | list[Output]:
    rest = rest[1:] if call.target.endswith("stable") and len(rest) > 1 else rest
    options = {"dim": -1, "descending": False, **dict(zip(("dim", "descending"), rest, strict=False)), **more}
    dim = options["dim"] if "msort" not in call.target else 0
    count = sizes(x)[dim] if rank(x) else 1
    values, indices = _topk(call, x, count, dim, largest=options["descending"])
    return indices if "argsort" in call.target else values if "msort" in call.target else [values, indices]


@rule("kthvalue", "median.dim", "nanmedian.dim")
def _kth(call: Call, x: Output, *rest: Any, dim: int = -1, keepdim: bool = False) -> list[Output]:
    if "kth" not in call.target:
        dim, *rest = rest or (dim,)
    k = rest[0] if "kth" in call.target else (sizes(x)[dim] + 1) // 2
    more = rest[1:] if "kth" in call.target else rest
    if "kth" in call.target:
        dim, *more = more or (dim,)
    keepdim = more[0] if more else keepdim
    _, indices = _topk(call, x, k, dim, largest=False)
    return _at(x, mapped(np.take, indices, k - 1, dim), dim, keepdim)


@rule("median")
def _median(call: Call, x: Output) -> Output:
    return _kth(call, reshaped(x, (-1,)), 0)[0]


@rule("quantile.scalar", "quantile")
def _quantile(call: Call, x: Output, q: Value, dim: int | None = None, keepdim: bool = False, **more: Any) -> Output:
    if isinstance(q, Output) or more.get("interpolation", "linear") != "linear":
        raise refuse(call, "a tensor q or another interpolation")
    x, dim = (reshaped(x, (-1,)), 0) if dim is None else (x, dim % rank(x))
    values = _topk(call, x, sizes(x)[dim], dim, largest=False)[0]
    at = q * (sizes(x)[dim] - 1)
    low, high = (mapped(np.take, values, int(f(at)), dim) for f in (math.floor, math.ceil))
    return reshaped(low + (high - low) * (at - math.floor(at)), call.shape)


@rule("softmax", "log_softmax", "_softmax", "_log_softmax", "special_softmax", "special_log_softmax")
def _softmax(call: Call, x: Output, dim: int, *_: Any, **__: Any) -> Output:
    if not rank(x):
        return x - x if "log" in call.target else x / x
    return one("LogSoftmax" if "log" in call.target else "Softmax", to(x, call.dtype), axis=dim)


@rule("diff")
def _diff(_: Call, x: Output, n: int = 1, dim: int = -1, prepend: Any = None, append: Any = None) -> Output:
    parts = [each for each in (prepend, x, append) if each is not None]
    return mapped(np.diff, make("Concat", parts, dim % rank(x)) if len(parts) > 1 else x, n, dim)


@rule("trapezoid.dx", "trapz.dx", "cumulative_trapezoid.dx", "trapezoid.x", "cumulative_trapezoid.x")
def _trapezoid(call: Call, y: Output, x: Value = None, *, dx: Value = 1, dim: int = -1) -> Output:
    moved = mapped(np.moveaxis, y, dim, -1)
    dx = mapped(np.diff, mapped(np.moveaxis, x, dim, -1) if rank(x) > 1 else x) if isinstance(x, Output) else dx
    areas = (moved[..., 1:] + moved[..., :-1]) * (dx / 2)
    return mapped(np.moveaxis, make("Cumsum", areas, -1), -1, dim) if "cumul" in call.target else over("Sum", areas, -1)
