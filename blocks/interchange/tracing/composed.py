"""NumPy functions on traced arrays, composed of other NumPy functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, reduce
from typing import Any

import numpy

from blocks.base.dtypes import COMPLEX64, FLOAT, INT64, dtype_of
from blocks.base.errors import DiagramError
from blocks.graph.graph import Output
from blocks.interchange.tracing.tracer import Tracer, axes_of, common, rank, refuse, sizes, tensor
from blocks.library.declare import make, make_node

np: Any = numpy


def _all(values: Sequence[Any]) -> list[Output]:
    return [tensor(each) for each in values]


def _array(value: Any) -> Any:
    return Tracer(tensor(value))


def _inexact(value: Any) -> Any:
    """Return a floating-point array; other dtypes become double precision."""
    x = _array(value)
    return x if x.dtype.kind in "fc" else x.astype(np.float64)


def _split(axis: int, ary: Any, indices_or_sections: Any) -> list[Output]:
    x = _array(ary)
    return _all(np.split(x, indices_or_sections, 0 if axis == 1 and x.ndim == 1 else axis))


def _column_stack(tup: Any) -> Output:
    parts = [_array(each) for each in tup]
    return tensor(np.concatenate([each if each.ndim > 1 else each.reshape(-1, 1) for each in parts], 1))


def _rot90(m: Any, k: int = 1, axes: Any = (0, 1)) -> Output:
    x = _array(m)
    first, second = axes_of(tensor(x), axes)
    turned = {0: lambda: x, 1: lambda: np.swapaxes(np.flip(x, second), first, second),
              2: lambda: np.flip(np.flip(x, first), second),
              3: lambda: np.flip(np.swapaxes(x, first, second), second)}  # fmt: skip
    return tensor(turned[k % 4]())


def _broadcast_arrays(*args: Any, **keywords: Any) -> list[Output]:
    parts = _all(args)
    shape = np.broadcast_shapes(*map(sizes, parts))
    return _all([np.broadcast_to(_array(each), shape) for each in parts])


def _meshgrid(*xi: Any, indexing: str = "xy", sparse: bool = False, copy: bool = True) -> list[Output]:
    parts = [_array(each).reshape(-1) for each in xi]
    axes = list(range(len(parts)))
    if indexing == "xy" and len(parts) > 1:
        axes[:2] = [1, 0]
    shown = [
        each.reshape([-1 if i == axis else 1 for i in range(len(parts))])
        for each, axis in zip(parts, axes, strict=True)
    ]
    return _all(shown) if sparse else _broadcast_arrays(*shown)


def _vdot(a: Any, b: Any, /) -> Output:
    x, y = common([a, b])
    return tensor(np.dot(np.conjugate(_array(x)).reshape(-1), _array(y).reshape(-1)))


def _kron(a: Any, b: Any) -> Output:
    x, y = (_array(each) for each in common([a, b]))
    count = max(x.ndim, y.ndim)
    left, right = ((1,) * (count - each.ndim) + each.shape for each in (x, y))
    apart = [size for each in left for size in (each, 1)], [size for each in right for size in (1, each)]
    product = x.reshape(apart[0]) * y.reshape(apart[1])
    return tensor(product.reshape([one * other for one, other in zip(left, right, strict=True)]))


def _cross(a: Any, b: Any, *axes: Any, axis: Any = None, **keywords: Any) -> Output:
    if axes or keywords or axis not in (None, -1):
        raise DiagramError("numpy.cross is supported only along the last axis")
    x, y = (_array(each) for each in common([a, b]))
    if x.shape[-1] != 3 or y.shape[-1] != 3:
        raise DiagramError("numpy.cross is supported only for vectors of 3 elements")
    parts = [x[..., i] * y[..., j] - x[..., j] * y[..., i] for i, j in ((1, 2), (2, 0), (0, 1))]
    return tensor(np.stack(parts, -1))


def _take_along_axis(arr: Any, indices: Any, axis: int = -1) -> Output:
    x, at = tensor(arr), _array(indices).astype(np.int64)
    [axis] = axes_of(x, axis)
    moved, chosen = np.moveaxis(_array(x), axis, -1), np.moveaxis(at, axis, -1)
    front = np.broadcast_shapes(moved.shape[:-1], chosen.shape[:-1])
    moved = np.broadcast_to(moved, (*front, moved.shape[-1]))
    chosen = np.mod(np.broadcast_to(chosen, (*front, chosen.shape[-1])), moved.shape[-1])
    result = make("GatherV2", tensor(moved), tensor(chosen), len(front), batch_dims=len(front))
    return tensor(np.moveaxis(_array(result), -1, axis))


# Numbers that are none.


def _nansum(a: Any, *args: Any, **keywords: Any) -> Output:
    x = _array(a)
    filled = np.where(np.isnan(x), np.array(0, x.dtype), x) if x.dtype.kind == "f" else x
    return tensor(np.sum(filled, *args, **keywords))


def _nanmean(a: Any, axis: Any = None, *, keepdims: bool = False) -> Output:
    x = _array(a)
    if x.dtype.kind != "f":
        return tensor(np.mean(x, axis, keepdims=keepdims))
    count = np.sum(~np.isnan(x), axis, keepdims=keepdims)
    return tensor(np.divide(np.nansum(x, axis, keepdims=keepdims), count.astype(x.dtype)))


def _nan_to_num(x: Any, copy: bool = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None) -> Output:
    given = _array(x)
    if given.dtype.kind != "f":
        return tensor(given)
    limits = np.finfo(given.dtype)
    most, least = (limits.max if posinf is None else posinf), (limits.min if neginf is None else neginf)
    result = np.where(np.isnan(given), np.array(nan, given.dtype), given)
    for bound, value in ((np.inf, most), (-np.inf, least)):
        result = np.where(given == np.array(bound, given.dtype), np.array(value, given.dtype), result)
    return tensor(result)


def _isclose(a: Any, b: Any, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> Output:
    x, y = (_array(each) for each in common([a, b]))
    if y.dtype.kind != "f":
        x, y = x.astype(np.float64), y.astype(np.float64)
    near = np.logical_and(np.abs(x - y) <= atol + rtol * np.abs(y), np.isfinite(y))
    result = np.logical_or(near, x == y)
    return tensor(np.logical_or(result, np.logical_and(np.isnan(x), np.isnan(y))) if equal_nan else result)


# Statistics, and functions of a row of numbers.


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


def _angle(z: Any, deg: bool = False) -> Output:
    x = tensor(z)
    if x.dtype.kind == "complex":
        result = _array(make("Angle", x, Tout=dtype_of(np.empty(0, x.dtype.numpy).real)))
    else:
        result = np.arctan2(np.zeros_like(_inexact(x)), _inexact(x))
    return tensor(result * np.array(180 / np.pi, result.dtype) if deg else result)


def _median(a: Any, axis: Any = None, *, keepdims: bool = False) -> Output:
    x = tensor(a)
    axes = axes_of(x, axis)
    kept = [i for i in range(rank(x)) if i not in axes]
    flat = np.transpose(_array(x), [*kept, *axes]).reshape([*(sizes(x)[i] for i in kept), -1])
    flat = flat if flat.dtype.kind == "f" else flat.astype(np.float64)
    ordered, count = np.sort(flat, -1), flat.shape[-1]
    if not count:
        raise DiagramError("numpy.median of an empty array is not defined")
    middle = ordered[..., (count - 1) // 2 : count // 2 + 1]
    result = np.where(np.any(np.isnan(flat), -1), np.array(np.nan, flat.dtype), np.mean(middle, -1))
    return tensor(result.reshape([1 if i in axes else size for i, size in enumerate(sizes(x))]) if keepdims else result)


def _gradient(f: Any, *varargs: Any, axis: Any = None, edge_order: int = 1) -> Any:
    x = tensor(f)
    axes = axes_of(x, axis)
    if edge_order != 1 or len(varargs) > 1 or any(np.ndim(each) for each in varargs):
        raise DiagramError("numpy.gradient is supported only with one spacing and with edge_order=1")
    step = varargs[0] if varargs else 1.0
    given = _array(x) if x.dtype.kind == "float" else _array(x).astype(np.float64)
    results: list[Output] = []
    for along in axes:
        size = sizes(x)[along]

        def part(begin: int, end: int | None, along: int = along) -> Any:
            return given[(*(slice(None),) * along, slice(begin, end))]

        if size < 2:
            raise DiagramError(f"numpy.gradient needs at least 2 elements along each axis, got {size}")
        first, last = (part(1, 2) - part(0, 1)) / step, (part(size - 1, None) - part(size - 2, -1)) / step
        inner = (part(2, None) - part(0, size - 2)) / (2.0 * step)
        parts = [first, inner, last] if size > 2 else [first, last]
        results.append(tensor(np.concatenate(parts, along)))
    return results[0] if len(results) == 1 else results


def _trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: int = -1) -> Output:
    given = np.moveaxis(_array(y), axis, -1)
    step = dx
    if x is not None:
        at = _array(x)
        step = np.diff(at) if at.ndim == 1 else np.moveaxis(np.diff(at, axis=axis), axis, -1)
    return tensor(np.sum(step * (given[..., 1:] + given[..., :-1]) / 2.0, -1))


def _polyval(p: Any, x: Any) -> Output:
    factors, at = _array(p), _array(x)
    result = np.zeros_like(at)
    for i in range(factors.shape[0]):
        result = result * at + factors[i]
    return tensor(result)


def _convolve(a: Any, v: Any, mode: str = "full") -> Output:
    x, y = (_array(each) for each in common([a, v]))
    if x.ndim != 1 or y.ndim != 1 or mode not in ("full", "same", "valid"):
        refuse("numpy.convolve", {f"mode={mode!r}": None})
    long, short = (x, y) if x.size >= y.size else (y, x)
    rest = short.size - 1
    padded = np.pad(long, (rest, rest))
    terms = [padded[rest - i : rest - i + long.size + rest] * short[i] for i in range(short.size)]
    full = reduce(lambda one, other: one + other, terms)
    begin = {"full": 0, "same": rest // 2, "valid": rest}[mode]
    size = {"full": long.size + rest, "same": long.size, "valid": long.size - rest}[mode]
    return tensor(full[begin : begin + size])


def _searchsorted(a: Any, v: Any, side: str = "left", sorter: Any = None) -> Output:
    if sorter is not None or side not in ("left", "right"):
        refuse("numpy.searchsorted", {"sorter": None})
    x, y = common([a, v])
    flat = np.reshape(_array(y), (1, -1))
    kind = "LowerBound" if side == "left" else "UpperBound"
    indices = make(kind, tensor(np.expand_dims(_array(x), 0)), tensor(flat), out_type=INT64)
    return tensor(_array(indices).reshape(sizes(y)))


def _interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> Output:
    if period is not None:
        refuse("numpy.interp", {"period": None})
    at, points, values = (_array(each).astype(np.float64) for each in (x, xp, fp))
    last = points.size - 1
    upper = _array(_searchsorted(points, at, "right"))
    low = np.clip(upper - 1, 0, last - 1)
    (begin, end), (first, second) = ([np.take(each, low), np.take(each, low + 1)] for each in (points, values))
    inside = (second - first) / (end - begin) * (at - begin) + first
    inside = np.where(at < points[0], values[0] if left is None else left, inside)
    inside = np.where(at == points[last], values[last], inside)
    return tensor(np.where(at > points[last], values[last] if right is None else right, inside))


def _cov(m: Any, y: Any = None, rowvar: bool = True, bias: bool = False, ddof: Any = None, **keywords: Any) -> Output:
    if y is not None or any(value is not None for value in keywords.values()):
        refuse("numpy.cov", {"y": None, **keywords})
    x = _array(m)
    x = x.reshape(1, -1) if x.ndim < 2 else x if rowvar else x.T
    x = x.astype(np.result_type(x.dtype, np.float64))
    less = (0 if bias else 1) if ddof is None else int(ddof)
    without = x - np.mean(x, 1, keepdims=True)
    product = np.dot(without, np.conjugate(without.T)) * (1 / (x.shape[1] - less))
    return tensor(np.squeeze(product))


def _sinc(x: Any) -> Output:
    given = _inexact(x)
    tiny = np.array(1.0e-20 if given.dtype != np.float16 else np.finfo(np.float16).eps, given.dtype)
    at = np.pi * np.where(given, given, tiny)
    return tensor(np.sin(at) / at)


def _spaced(start: Any, stop: Any, num: int = 50, endpoint: bool = True, retstep: bool = False, dtype: Any = None,
            axis: int = 0) -> Output:  # fmt: skip
    if retstep or axis != 0 or dtype is not None:
        refuse("numpy.linspace", {"retstep, axis or dtype": None})
    first, last = (_array(each) for each in common([start, stop]))
    first, last = (each if each.dtype.kind in "fc" else each.astype(np.float64) for each in (first, last))
    steps = num - 1 if endpoint else num
    shape = np.broadcast_shapes(first.shape, last.shape)
    numbers = np.arange(num, dtype=first.dtype).reshape(-1, *(1,) * len(shape))
    result = numbers * ((last - first) / steps) + first if steps > 0 else numbers * (last - first) + first
    if endpoint and num > 1:
        result = np.concatenate([result[:-1], np.broadcast_to(last, (1, *shape))])
    return tensor(result)


def _shifted(sign: int, x: Any, axes: Any = None) -> Output:
    given = tensor(x)
    over = axes_of(given, axes)
    half = [sizes(given)[i] // 2 for i in over]
    return tensor(np.roll(_array(given), [each if sign > 0 else -each for each in half], tuple(over)))


# Linear algebra and norms.


def vector_norm(x: Any, /, *, axis: Any = None, keepdims: bool = False, ord: Any = 2) -> Output:
    a = np.abs(_inexact(x))
    if ord == 2:
        return tensor(np.sqrt(np.sum(np.square(a), axis, keepdims=keepdims)))
    if ord in (np.inf, -np.inf):
        return tensor((np.max if ord > 0 else np.min)(a, axis, keepdims=keepdims))
    if ord in (0, 1):
        return tensor(np.sum(a if ord else (a != 0).astype(a.dtype), axis, keepdims=keepdims))
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


def _slogdet(a: Any) -> Any:
    result: Any = make_node("LogMatrixDeterminant", tensor(_inexact(a)))
    kind: Any = np.linalg.slogdet(np.eye(1)).__class__
    return kind(*map(_array, result.outputs))


def _matrix_power(a: Any, n: int) -> Output:
    given = _array(a)
    x = _array(np.linalg.inv(given)) if n < 0 else given
    n = abs(n)
    if n == 3:
        return tensor((x @ x) @ x)
    if n == 0:
        return tensor(np.broadcast_to(np.eye(x.shape[-1], dtype=x.dtype), x.shape))
    result: Any = None
    while n:
        if n & 1:
            result = x if result is None else result @ x
        n >>= 1
        x = x @ x if n else x
    return tensor(result)


def _pinv(a: Any, rcond: Any = None, hermitian: bool = False, **keywords: Any) -> Output:
    if hermitian or any(value is not None for value in keywords.values() if repr(value) != "<no value>"):
        refuse("numpy.linalg.pinv", {"hermitian": None, **keywords})
    x = _inexact(a)
    u, s, vt = np.linalg.svd(np.conjugate(x), full_matrices=False)
    least = np.max(s, -1, keepdims=True) * np.array(1e-15 if rcond is None else rcond, s.dtype)
    large = s > least
    inverse = np.where(large, np.divide(1, np.where(large, s, np.array(1, s.dtype))), np.array(0, s.dtype))
    return tensor(np.swapaxes(vt, -1, -2) @ (inverse[..., None] * np.swapaxes(u, -1, -2)))


def _eigvalsh(a: Any, UPLO: str = "L") -> Output:
    return make_node("SelfAdjointEigV2", tensor(_inexact(a)), compute_v=False).outputs[0]


def _real_transform(block: str, x: Any, n: Any) -> Any:
    """Return RFFT or IRFFT along the last axis, whose input is cut or padded to what ``n`` needs."""
    is_back, is_single = block == "IRFFT", tensor(x).dtype in (FLOAT, COMPLEX64)
    size = int(n) if n is not None else 2 * (x.shape[-1] - 1) if is_back else x.shape[-1]
    real, complex_ = (np.float32, np.complex64) if is_single else (np.float64, np.complex128)
    given = _resized(x.astype(np.dtype(complex_ if is_back else real)), size // 2 + 1 if is_back else size)
    kind = {"Treal": dtype_of(np.zeros(0, real))} if is_back else {"Tcomplex": dtype_of(np.zeros(0, complex_))}
    return _array(make(block, tensor(given), np.array([size], np.int32), **kind))


def _resized(x: Any, size: int) -> Any:
    x = x[..., : min(size, x.shape[-1])]
    return np.pad(x, [(0, 0)] * (x.ndim - 1) + [(0, size - x.shape[-1])]) if size > x.shape[-1] else x


def _one_axis(block: str, a: Any, n: Any = None, axis: int = -1, norm: Any = None) -> Output:
    x = np.moveaxis(_array(a), axis, -1)
    if block in ("FFT", "IFFT"):
        x = x.astype(np.dtype(np.complex64 if tensor(x).dtype in (FLOAT, COMPLEX64) else np.complex128))
        size = x.shape[-1] if n is None else int(n)
        result: Any = _array(make(block, tensor(_resized(x, size))))
    else:
        result = _real_transform(block, x, n)
        size = (result if block == "IRFFT" else x).shape[-1] if n is None else int(n)
    scale = {"ortho": size**0.5, "forward": float(size), "backward": 1.0, None: 1.0}[norm]
    if scale != 1:
        factor = np.array(scale, np.empty(0, result.dtype).real.dtype)
        result = result * factor if block.startswith("I") else result / factor
    return tensor(np.moveaxis(result, -1, axis))


def _fft2(block: str, a: Any, s: Any = None, axes: Any = (-2, -1), norm: Any = None) -> Output:
    x = tensor(a)
    over = axes_of(x, axes) if s is None or axes is not None else list(range(rank(x)))[-len(s) :]
    lengths = [None] * len(over) if s is None else list(s)
    for axis, length in reversed(list(zip(over, lengths, strict=True))):
        x = _one_axis(block, _array(x), length, axis, norm)
    return x


def _copy(a: Any, *_: Any, **__: Any) -> Output:
    return tensor(a)


COMPOSED: dict[Callable[..., Any], Callable[..., Any]] = {
    np.hsplit: partial(_split, 1), np.vsplit: partial(_split, 0), np.column_stack: _column_stack, np.rot90: _rot90,
    np.broadcast_arrays: _broadcast_arrays, np.meshgrid: _meshgrid, np.vdot: _vdot, np.kron: _kron, np.cross: _cross,
    np.take_along_axis: _take_along_axis, np.nansum: _nansum, np.nanmean: _nanmean, np.nan_to_num: _nan_to_num,
    np.isclose: _isclose, np.median: _median, np.average: _average, np.gradient: _gradient, np.trapezoid: _trapezoid,
    np.polyval: _polyval, np.convolve: _convolve, np.searchsorted: _searchsorted, np.interp: _interp, np.cov: _cov,
    np.sinc: _sinc, np.linspace: _spaced, np.angle: _angle, np.copy: _copy,
    np.fft.fftshift: partial(_shifted, 1), np.fft.ifftshift: partial(_shifted, -1),
    np.fft.rfft: partial(_one_axis, "RFFT"), np.fft.irfft: partial(_one_axis, "IRFFT"),
    np.fft.fft: partial(_one_axis, "FFT"), np.fft.ifft: partial(_one_axis, "IFFT"),
    np.fft.fft2: partial(_fft2, "FFT"), np.fft.ifft2: partial(_fft2, "IFFT"),
    np.fft.fftn: partial(_fft2, "FFT", axes=None), np.fft.ifftn: partial(_fft2, "IFFT", axes=None),
    np.linalg.slogdet: _slogdet, np.linalg.matrix_power: _matrix_power, np.linalg.pinv: _pinv,
    np.linalg.eigvalsh: _eigvalsh,
}  # fmt: skip
