"""NumPy functions for data: quantiles, counts, norms, polynomials, insertion and deletion."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import numpy

from blocks.base.dtypes import dtype_of
from blocks.base.errors import DiagramError
from blocks.graph.graph import Output
from blocks.interchange.tracing.operands import common, refuse, tensor
from blocks.interchange.tracing.shapes import axes_of
from blocks.interchange.tracing.tracer import Tracer
from blocks.library.declare import make, make_node

np: Any = numpy
"""NumPy: its functions are given traced arrays here, of which its types do not know."""


def _array(value: Any) -> Any:
    return Tracer(tensor(value))


def _inexact(value: Any) -> Any:
    x = _array(value)
    return x if x.dtype.kind in "fc" else x.astype(np.float64)


def _quantile(scale: float, a: Any, q: Any, axis: Any = None, method: str = "linear", keepdims: bool = False,
              **keywords: Any) -> Output:  # fmt: skip
    if isinstance(q, Tracer) or method not in ("linear", "lower", "higher", "nearest", "midpoint") or keywords:
        refuse("numpy.quantile", keywords or {f"method={method!r}": None})
    given = _inexact(a)
    axes = axes_of(tensor(given), axis)
    kept = [i for i in range(given.ndim) if i not in axes]
    flat = np.sort(np.transpose(given, [*kept, *axes]).reshape([*(given.shape[i] for i in kept), -1]), -1)
    count = flat.shape[-1]
    shares = np.asarray(q, np.float64) / scale
    positions = shares * (count - 1)
    low, high = np.floor(positions), np.ceil(positions)
    if method != "linear":
        by_method = {"lower": low, "higher": high, "nearest": np.rint(positions), "midpoint": (low + high) / 2}
        positions = by_method[method]
        low, high = np.floor(positions), np.ceil(positions)
    part = positions - low if shares.ndim else float(positions - low)  # a Python number takes on the dtype
    first, second = (np.take(flat, each.astype(np.int64), -1) for each in (low, high))
    apart: Any = second - first
    # As NumPy's interpolation: from the nearer end.
    result = np.where(np.asarray(part) >= 0.5, second - apart * (1 - part), first + apart * part)
    last = flat[..., -1:] if shares.ndim else flat[..., -1]  # where NaN are sorted to
    result = np.where(np.isnan(last), np.array(np.nan, result.dtype), result)
    if keepdims:
        ones = [1 if i in axes else size for i, size in enumerate(given.shape)]
        result = np.reshape(result, [*ones, *shares.shape])
    behind = [result.ndim - shares.ndim + i for i in range(shares.ndim)]
    return tensor(np.moveaxis(result, behind, list(range(shares.ndim))) if behind else result)


def _nanmedian(a: Any, axis: Any = None, **keywords: Any) -> Output:
    if keywords:
        refuse("numpy.nanmedian", keywords)
    x = _inexact(a)
    axes = axes_of(tensor(x), axis)
    kept = [i for i in range(x.ndim) if i not in axes]
    flat = np.sort(np.transpose(x, [*kept, *axes]).reshape([*(x.shape[i] for i in kept), -1]), -1)
    count = np.sum(~np.isnan(flat), -1, keepdims=True)
    low, high = (np.take_along_axis(flat, np.maximum(each // 2, 0), -1) for each in (count - 1, count))
    result = np.where(count % 2 == 1, high, (low + high) / np.array(2, x.dtype))
    return tensor(np.squeeze(np.where(count == 0, np.array(np.nan, x.dtype), result), -1))


def _digitize(x: Any, bins: Any, right: bool = False) -> Output:
    if isinstance(bins, Tracer) or np.any(np.diff(bins) < 0):
        refuse("numpy.digitize with computed or decreasing bins")
    return tensor(np.searchsorted(_array(bins), _array(x), side="left" if right else "right"))


def _bincount(x: Any, /, weights: Any = None, minlength: int = 0) -> Output:
    """Convert ``numpy.bincount`` of numbers below ``minlength``, because others would make the result longer."""
    if not minlength:
        text = (
            "numpy.bincount without minlength is not supported, because the length of the result depends on its values"
        )
        raise DiagramError(text)
    numbers = np.arange(minlength)[:, None] == _array(x).astype(np.int64)
    if weights is None:
        return tensor(np.sum(numbers, 1))
    return tensor(np.sum(np.where(numbers, _array(weights).astype(np.float64), 0.0), 1))


def _is_in(element: Any, test_elements: Any, assume_unique: bool = False, invert: bool = False, **_: Any) -> Output:
    x, others = (_array(each) for each in common([element, test_elements]))
    result = np.any(np.expand_dims(x, -1) == others.reshape(-1), -1)
    return tensor(~result if invert else result)


def _diagflat(v: Any, k: int = 0) -> Output:
    return tensor(np.diag(_array(v).reshape(-1), k))


def _delete(arr: Any, obj: Any, axis: Any = None) -> Output:
    x = _array(arr)
    x, axis = (x.reshape(-1), 0) if axis is None else (x, axis)
    return tensor(np.take(x, np.delete(np.arange(x.shape[axis]), obj), axis))


def _insert(arr: Any, obj: Any, values: Any, axis: Any = None) -> Output:
    if np.ndim(obj):
        refuse("numpy.insert at more than one index")
    x = _array(arr)
    x, axis = (x.reshape(-1), 0) if axis is None else (x, axes_of(tensor(x), axis)[0])
    at = int(obj) % (x.shape[axis] + 1) if obj < 0 else int(obj)
    shape = [1 if i == axis else size for i, size in enumerate(x.shape)]
    new = np.broadcast_to(_array(values).astype(x.dtype), shape if np.ndim(values) < x.ndim else np.shape(values))
    front = (slice(None),) * axis
    return tensor(np.concatenate([x[(*front, slice(0, at))], new, x[(*front, slice(at, None))]], axis))


def _compress(condition: Any, a: Any, axis: Any = None, out: Any = None) -> Output:
    if isinstance(condition, Tracer):
        text = (
            "numpy.compress with a computed condition is not supported, because the shape of the result depends on it"
        )
        raise DiagramError(text)
    x = _array(a)
    return tensor(np.take(x.reshape(-1) if axis is None else x, np.flatnonzero(condition), axis or 0))


def _piecewise(x: Any, condlist: Any, funclist: Any, *args: Any, **keywords: Any) -> Output:
    given = _array(x)
    results = [_array(each(given, *args, **keywords) if callable(each) else each).astype(given.dtype) for each in
               funclist]  # fmt: skip
    conditions = [_array(each) for each in (condlist if np.ndim(condlist[0]) else [condlist])]
    result: Any = results[len(conditions)] if len(results) > len(conditions) else np.zeros_like(given)
    for condition, each in zip(conditions, results, strict=False):  # a later one wins
        result = np.where(condition, each, result)
    return tensor(np.broadcast_to(result, given.shape))


def _choose(a: Any, choices: Any, out: Any = None, mode: str = "raise") -> Output:
    parts = common(list(choices))
    at = _array(a)
    at = np.clip(at, 0, len(parts) - 1) if mode == "clip" else np.mod(at, len(parts)) if mode == "wrap" else at
    result: Any = _array(parts[-1])
    for i in reversed(range(len(parts) - 1)):
        result = np.where(at == i, _array(parts[i]), result)
    return tensor(result)


def _apply_along_axis(func1d: Callable[..., Any], axis: int, arr: Any, *args: Any, **keywords: Any) -> Output:
    x = np.moveaxis(_array(arr), axis, -1)
    rows = x.reshape(-1, x.shape[-1])
    results = np.stack([_array(func1d(rows[i], *args, **keywords)) for i in range(rows.shape[0])])
    result = np.reshape(results, [*x.shape[:-1], *results.shape[1:]])
    [at] = axes_of(tensor(arr), axis)
    own = list(range(x.ndim - 1, result.ndim))
    return tensor(np.moveaxis(result, own, [at + i for i in range(len(own))]) if own else result)


def _unwrap(p: Any, discont: Any = None, axis: int = -1, *, period: float = 2 * np.pi) -> Output:
    x = _inexact(p)
    step = np.diff(x, axis=axis)
    half = period / 2
    folded = np.mod(step + half, period) - half
    folded = np.where(np.logical_and(folded == -half, step > 0), np.array(half, x.dtype), folded)
    limit = half if discont is None else discont
    correction: Any = np.where(np.abs(step) < limit, np.array(0, x.dtype), folded - step)
    first = np.take(x, [0], axis)
    rest = np.take(x, np.arange(1, x.shape[axis]), axis)
    return tensor(np.concatenate([first, rest + np.cumsum(correction, axis)], axis))


def _index_without_nan(function: Callable[..., Any], worst: float, a: Any, axis: Any = None, **keywords: Any) -> Output:
    x = _array(a)
    return tensor(function(np.where(np.isnan(x), np.array(worst, x.dtype), x) if x.dtype.kind == "f" else x, axis,
        **keywords))  # fmt: skip


def _average(a: Any, axis: Any = None, weights: Any = None, returned: bool = False, *, keepdims: bool = False) -> Any:
    x = _inexact(a)
    if weights is None:
        mean = np.mean(x, axis, keepdims=keepdims)
        return tensor(mean) if not returned else [tensor(mean), tensor(np.full_like(mean, x.size / mean.size))]
    x, w = (_array(each) for each in common([x, weights]))
    if w.shape != x.shape:
        [along] = axes_of(tensor(x), axis)
        w = np.broadcast_to(w.reshape([-1 if i == along else 1 for i in range(x.ndim)]), x.shape)
    scale = np.sum(w, axis, keepdims=keepdims)
    result = np.sum(x * w, axis, keepdims=keepdims) / scale
    return [tensor(result), tensor(scale)] if returned else tensor(result)


def _histogram(a: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None) -> list[Output]:
    if (np.ndim(bins) == 0 and range is None) or density or isinstance(bins, Tracer):
        refuse("numpy.histogram with computed bins or with density")
    edges = np.linspace(*range, int(bins) + 1) if np.ndim(bins) == 0 else np.asarray(bins)
    x = _array(a).reshape(-1)
    inside = [np.logical_and(x >= low, x < high) for low, high in pairwise(edges)]
    inside[-1] = np.logical_or(inside[-1], x == edges[-1])
    masks = np.stack(inside)
    counts = np.sum(masks, 1) if weights is None else np.sum(np.where(masks, _array(weights).reshape(-1), 0.0), 1)
    return [tensor(counts), tensor(edges)]


def _angle(z: Any, deg: bool = False) -> Output:
    x = tensor(z)
    if x.dtype.kind == "complex":
        result = _array(make("Angle", x, Tout=dtype_of(np.empty(0, x.dtype.numpy).real)))
    else:
        result = np.arctan2(np.zeros_like(_inexact(x)), _inexact(x))
    return tensor(result * np.array(180 / np.pi, result.dtype) if deg else result)


# Norms and linear systems.


def vector_norm(x: Any, /, *, axis: Any = None, keepdims: bool = False, ord: Any = 2) -> Output:
    a = np.abs(_inexact(x))
    if ord == 2:
        return tensor(np.sqrt(np.sum(np.square(a), axis, keepdims=keepdims)))
    if ord in (np.inf, -np.inf):
        return tensor((np.max if ord > 0 else np.min)(a, axis, keepdims=keepdims))
    if ord == 0:
        return tensor(np.sum((a != 0).astype(a.dtype), axis, keepdims=keepdims))
    if ord == 1:
        return tensor(np.sum(a, axis, keepdims=keepdims))
    return tensor(np.power(np.sum(np.power(a, ord), axis, keepdims=keepdims), 1.0 / ord))


def matrix_norm(x: Any, /, *, keepdims: bool = False, ord: Any = "fro") -> Output:
    a = _inexact(x)
    if ord in ("fro", None):
        return tensor(np.sqrt(np.sum(np.square(np.abs(a)), (-2, -1), keepdims=keepdims)))
    if ord in (1, -1, np.inf, -np.inf):
        over, other = (-2, -1) if abs(ord) == 1 else (-1, -2)
        sums = np.sum(np.abs(a), over, keepdims=True)
        result = (np.max if ord > 0 else np.min)(sums, other, keepdims=True)
    elif ord in ("nuc", 2, -2):
        values = np.linalg.svd(a, compute_uv=False)
        result = np.sum(values, -1) if ord == "nuc" else (np.max if ord > 0 else np.min)(values, -1)
        result = result[..., None, None]
    else:
        refuse("numpy.linalg.norm", {f"ord={ord!r}": None})
    return tensor(result if keepdims else np.squeeze(result, (-2, -1)))


def _cond(x: Any, p: Any = None) -> Output:
    if p not in (None, 2):
        a = _inexact(x)
        return tensor(np.linalg.norm(a, p, (-2, -1)) * np.linalg.norm(np.linalg.inv(a), p, (-2, -1)))
    values = np.linalg.svd(_inexact(x), compute_uv=False)
    return tensor(values[..., 0] / values[..., -1])


def _tensorsolve(a: Any, b: Any, axes: Any = None) -> Output:
    x, y = (_array(each) for each in common([a, b]))
    if axes is not None:
        refuse("numpy.linalg.tensorsolve", {"axes": None})
    return tensor(np.linalg.solve(x.reshape(y.size, -1), y.reshape(-1)).reshape(x.shape[y.ndim :]))


def _eigenvalues(a: Any) -> Output:
    x = _inexact(a)
    wanted = np.result_type(x.dtype, np.complex64)
    return make_node("Eig", tensor(x), compute_v=False, Tout=dtype_of(np.empty(0, wanted))).outputs[0]


# Polynomials, the highest power first.


def _polyadd(sign: int, a1: Any, a2: Any) -> Output:
    x, y = (_array(each) for each in common([a1, a2]))
    count = max(x.size, y.size)
    x, y = (np.pad(each, (count - each.size, 0)) if each.size < count else each for each in (x, y))
    return tensor(x + y if sign > 0 else x - y)


def _polymul(a1: Any, a2: Any) -> Output:
    return tensor(np.convolve(_array(a1), _array(a2)))


def _polyder(p: Any, m: int = 1) -> Output:
    x = _array(p)
    for _ in range(m):
        x = x[:-1] * np.arange(x.size - 1, 0, -1)
    return tensor(x)


def _logspace(start: Any, stop: Any, num: int = 50, endpoint: bool = True, base: Any = 10.0, **keywords: Any) -> Output:
    return tensor(np.power(base, np.linspace(_array(start), _array(stop), num, endpoint, **keywords)))


def _fix(x: Any, out: Any = None) -> Output:
    return tensor(np.trunc(_array(x)))


def _copy(a: Any, *_: Any, **__: Any) -> Output:
    return tensor(a)


STATISTICS: dict[Callable[..., Any], Callable[..., Any]] = {
    np.quantile: partial(_quantile, 1), np.percentile: partial(_quantile, 100), np.nanmedian: _nanmedian, np.fix: _fix,
    np.digitize: _digitize,
    np.bincount: _bincount, np.isin: _is_in, np.diagflat: _diagflat, np.delete: _delete, np.insert: _insert,
    np.compress: _compress, np.piecewise: _piecewise, np.choose: _choose, np.apply_along_axis: _apply_along_axis,
    np.unwrap: _unwrap, np.nanargmax: partial(_index_without_nan, np.argmax, -np.inf),
    np.nanargmin: partial(_index_without_nan, np.argmin, np.inf), np.average: _average, np.histogram: _histogram,
    np.angle: _angle, np.copy: _copy, np.logspace: _logspace, np.polyadd: partial(_polyadd, 1),
    np.polysub: partial(_polyadd, -1), np.polymul: _polymul, np.polyder: _polyder, np.linalg.cond: _cond,
    np.linalg.tensorsolve: _tensorsolve, np.linalg.eigvals: _eigenvalues,
}  # fmt: skip
"""What stands for functions of NumPy; the arguments are named as there."""
for _name, _function in {"vector_norm": vector_norm, "matrix_norm": matrix_norm}.items():
    if hasattr(np.linalg, _name):  # of NumPy 2
        STATISTICS[getattr(np.linalg, _name)] = _function
