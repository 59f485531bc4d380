"""NumPy's elementwise functions and products of traced arrays, as block types with NumPy's dtype rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy

from blocks.base.dtypes import COMPLEX64, COMPLEX128, FLOAT, INT32, INT64, real_dtype
from blocks.base.errors import DiagramError
from blocks.graph.graph import Operand, Output
from blocks.interchange.importing.equations import by_pairs
from blocks.interchange.tracing.composed import matrix_norm, vector_norm
from blocks.interchange.tracing.tracer import (
    Tracer,
    axes_of,
    cast,
    common,
    kind,
    rank,
    refuse,
    reshaped,
    shaped,
    sizes,
    squeezed,
    tensor,
    transposed,
    truth,
)
from blocks.library.declare import make
from blocks.library.index import UFUNC_BLOCKS

np: Any = numpy

_SIGNED = {4: INT32, 8: INT64}


def _like(x: Any, value: Any) -> Any:
    return np.array(value, x.dtype)


def _factor(numerator: float, denominator: float) -> Callable[[Any], Any]:
    return lambda x: x * (_like(x, numerator) / _like(x, denominator))


def _hypot(x: Any, y: Any) -> Any:
    # NumPy takes the absolute value of a complex number by the same function of the C library.
    real = tensor(x)
    both = make("Complex", real, tensor(y), Tout=COMPLEX64 if real.dtype is FLOAT else COMPLEX128)
    return Tracer(make("ComplexAbs", both, Tout=real.dtype))


def _signbit(x: Any) -> Any:
    bits = make("Bitcast", tensor(x), type=_SIGNED[x.dtype.itemsize])
    return Tracer(make("Less", bits, np.zeros((), bits.dtype.numpy)))


def _copysign(x: Any, y: Any) -> Any:
    return np.where(_signbit(y), -np.abs(x), np.abs(x))


def _cube_root(x: Any) -> Any:
    return np.sign(x) * np.power(np.abs(x), _like(x, 1.0) / _like(x, 3.0))


def _extreme(ufunc: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    def chosen(x: Any, y: Any) -> Any:
        if x.dtype.kind != "f":
            return ufunc(x, y)
        return np.where(np.isnan(x), y, np.where(np.isnan(y), x, ufunc(x, y)))

    return chosen


def _heaviside(x: Any, at_zero: Any) -> Any:
    zero = _like(x, 0)
    return np.where(np.isnan(x), x, np.where(x == zero, at_zero, np.where(x < zero, zero, _like(x, 1))))


def _log_add(x: Any, y: Any) -> Any:
    """Return log(exp(x) + exp(y)); subtracting the larger exponent keeps the powers finite."""
    result = np.maximum(x, y) + np.log1p(np.exp(-np.abs(x - y)))
    return np.where(x == y, x + _like(x, np.log(2)), result)


def running(ufunc: Callable[[Any, Any], Any], x: Any, axis: int = 0, **_: Any) -> Any:
    """Return the extreme up to each element; each iteration looks twice as far back."""
    distance, size = 1, x.shape[axis]
    while distance < size:
        first, rest = (np.take(x, np.arange(begin, end), axis) for begin, end in ((0, distance), (distance, size)))
        before = np.take(x, np.arange(0, size - distance), axis)
        x = np.concatenate([first, ufunc(before, rest)], axis)
        distance *= 2
    return x


def _divmod(x: Any, y: Any) -> tuple[Any, Any]:
    return np.floor_divide(x, y), np.remainder(x, y)


def _power_of_2(x: Any) -> Any:
    return np.power(_like(x, 2), x)


def _logarithm(base: float, x: Any) -> Any:
    return np.log(x) / np.log(_like(x, base))


UFUNCS: dict[str, Callable[..., Any]] = {
    "hypot": _hypot, "signbit": _signbit, "copysign": _copysign, "cbrt": _cube_root,
    "deg2rad": _factor(np.pi, 180), "radians": _factor(np.pi, 180), "rad2deg": _factor(180, np.pi),
    "degrees": _factor(180, np.pi), "fmax": _extreme(np.maximum), "fmin": _extreme(np.minimum),
    "heaviside": _heaviside, "float_power": np.power, "divmod": _divmod,
    "exp2": _power_of_2, "log2": partial(_logarithm, 2), "log10": partial(_logarithm, 10),
    "logaddexp": _log_add,
}  # fmt: skip
"""By the names of ufuncs: what they are made of, given arrays of the dtypes that the ufunc computes with."""

_OF_TRUTH = {
    "add": "LogicalOr", "multiply": "LogicalAnd", "maximum": "LogicalOr", "minimum": "LogicalAnd",
    "bitwise_and": "LogicalAnd", "bitwise_or": "LogicalOr", "bitwise_xor": "NotEqual", "invert": "LogicalNot",
}  # fmt: skip
_LOGICAL = ("logical_and", "logical_or", "logical_not", "logical_xor")
_WHOLE = ("floor", "ceil", "rint", "trunc", "conjugate")
"""These give back what they get where that has whole, or real, numbers."""
REDUCTIONS = {"add": np.sum, "multiply": np.prod, "maximum": np.max, "minimum": np.min,
              "logical_and": np.all, "logical_or": np.any}  # fmt: skip
_ACCUMULATED = {"add": np.cumsum, "multiply": np.cumprod, "maximum": partial(running, np.maximum),
                "minimum": partial(running, np.minimum)}  # fmt: skip


def called(ufunc: Any, method: str, inputs: Sequence[Any], keywords: Mapping[str, Any]) -> Any:
    rest = {key: value for key, value in keywords.items() if value is not None}
    if rest.pop("out", None) is not None:
        raise DiagramError("a traced value cannot be written into an array", hint="write x = x + y instead of x += y")
    name = ufunc.__name__
    table: Mapping[str, Callable[..., Any]]
    for attribute, table in (("reduce", REDUCTIONS), ("accumulate", _ACCUMULATED)):
        if method == attribute and name in table:
            function: Callable[..., Any] = table[name]
            return function(*inputs, **{"axis": 0, **keywords, "out": None})
    if method == "outer" and len(inputs) == 2:
        x, y = [shaped(each) for each in inputs]
        left: Any = np.reshape(x, (*np.shape(x), *(1,) * np.ndim(y)))
        return ufunc(left, y, **rest)
    dtype = rest.pop("dtype", None)
    if method != "__call__" or any(key not in ("casting", "order", "subok") for key in rest):
        refuse(f"numpy.{name}{'' if method == '__call__' else f'.{method}'}", rest)
    if dtype is not None:
        inputs = [Tracer(cast(tensor(each), np.dtype(dtype))) for each in inputs]
    if name in UFUNCS:
        *dtypes, _ = loop_of(ufunc, inputs)
        return UFUNCS[name](*[Tracer(tensor(each, dtype)) for each, dtype in zip(inputs, dtypes, strict=False)])
    return Tracer(_of(ufunc, inputs))


def _of(ufunc: Any, inputs: Sequence[Any]) -> Output:
    name = ufunc.__name__
    if name == "matmul":
        return matmul(*common(inputs))
    if name == "positive":
        return tensor(inputs[0])
    if name == "power":
        output = _small_power(inputs)
        if output is not None:
            return output
    if ufunc.nout > 1:
        refuse(f"numpy.{name}", {})
    *dtypes, result = loop_of(ufunc, inputs)
    if name in _WHOLE and np.dtype(dtypes[0]).kind not in ("f" if name != "conjugate" else "c"):
        return tensor(inputs[0])
    args = list(map(truth, inputs)) if name in _LOGICAL else list(map(tensor, inputs, dtypes))
    if name == "trunc":
        zero = np.zeros((), dtypes[0])
        return make("SelectV2", make("Less", args[0], zero), make("Ceil", args[0]), make("Floor", args[0]))
    if name == "absolute" and dtypes[0].kind == "c":
        return make("ComplexAbs", *args, Tout=real_dtype(args[0].dtype))
    block = (_OF_TRUTH.get(name) if dtypes[0] == np.bool_ else None) or UFUNC_BLOCKS.get(name)
    if block is None:
        refuse(f"numpy.{name}")
    return cast(make(block, *args), result)


def _small_power(inputs: Sequence[Any]) -> Output | None:
    """Return NumPy's special form of ``**`` for some Python exponents, whose results differ from a power's."""
    base, exponent = inputs
    if isinstance(exponent, bool) or not isinstance(exponent, (int, float)) or not isinstance(base, Operand):
        return None
    x = tensor(base)
    if x.dtype.kind not in ("float", "complex"):
        return make("Square", x) if exponent == 2 and isinstance(exponent, int) else None
    if exponent == 1:
        return x
    block = {2: "Square", -1: "Reciprocal", 0.5: "Sqrt"}.get(exponent)
    return make(block, x) if block is not None else None


def loop_of(ufunc: Any, inputs: Sequence[Any]) -> tuple[Any, ...]:
    given = [kind(each) for each in inputs]
    if all(isinstance(each, type) for each in given):  # Python numbers only
        given = [np.dtype(each) for each in given]
    try:
        return ufunc.resolve_dtypes((*given, *(None,) * ufunc.nout), casting="same_kind")
    except TypeError as error:
        raise DiagramError(f"numpy.{ufunc.__name__}: {error}") from None


def matmul(x: Output, y: Output) -> Output:
    """Convert ``x @ y``: vectors are rows on the left and columns on the right; other axes broadcast."""
    if not rank(x) or not rank(y):
        raise DiagramError("matmul needs operands with at least one axis")
    left, right = rank(x) == 1, rank(y) == 1
    x = make("ExpandDims", x, 0) if left else x
    y = make("ExpandDims", y, 1) if right else y
    is_plain = rank(x) == 2 and rank(y) == 2 and x.dtype.kind in ("float", "complex")
    product = make("MatMul" if is_plain else "BatchMatMulV2", x, y)
    gone = [axis for axis, is_vector in ((-2, left), (-1, right)) if is_vector]
    return squeezed(product, gone) if gone else product


def dot(x: Any, y: Any) -> Output:
    a, b = common([x, y])
    if not rank(a) or not rank(b):
        return make("Multiply", a, b)
    return matmul(a, b) if rank(b) <= 2 else tensordot(a, b, ([rank(a) - 1], [rank(b) - 2]))


def inner(x: Any, y: Any) -> Output:
    a, b = common([x, y])
    if not rank(a) or not rank(b):
        return make("Multiply", a, b)
    return tensordot(a, b, ([rank(a) - 1], [rank(b) - 1]))


def outer(x: Any, y: Any) -> Output:
    a, b = common([x, y])
    return make("Multiply", reshaped(a, (-1, 1)), reshaped(b, (1, -1)))


def tensordot(x: Any, y: Any, axes: Any = 2) -> Output:
    a, b = common([x, y])
    if isinstance(axes, (int, np.integer)):
        count = int(axes)
        over_a, over_b = list(range(rank(a) - count, rank(a))), list(range(count))
    else:
        over_a, over_b = [[int(i) for i in np.atleast_1d(each).tolist()] for each in axes]
    over_a, over_b = [i % rank(a) for i in over_a], [i % rank(b) for i in over_b]
    kept_a, kept_b = ([i for i in range(rank(x)) if i not in over] for x, over in ((a, over_a), (b, over_b)))
    summed = int(np.prod([sizes(a)[i] for i in over_a], dtype=np.int64))
    left = reshaped(transposed(a, [*kept_a, *over_a]), (-1, summed))
    right = reshaped(transposed(b, [*over_b, *kept_b]), (summed, -1))
    return reshaped(matmul(left, right), [*[sizes(a)[i] for i in kept_a], *[sizes(b)[i] for i in kept_b]])


def einsum(equation: Any, *operands: Any, **keywords: Any) -> Output:
    if not isinstance(equation, str) or keywords.keys() - {"optimize"}:
        refuse("numpy.einsum", keywords or {"lists of axes": None})
    terms, outputs = equation.partition("->")[0].split(","), common(operands)
    if len(terms) != len(outputs):
        raise DiagramError(f"numpy.einsum: {equation!r} needs {len(terms)} operands, got {len(outputs)}")
    return by_pairs(equation, outputs, lambda pair, text: make("Einsum", pair, equation=text))


def trace(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Output:
    return make("Sum", diagonal(a, offset, axis1, axis2), -1)


def diagonal(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Output:
    x = tensor(a)
    first, second = axis1 % rank(x), axis2 % rank(x)
    x = transposed(x, [*[i for i in range(rank(x)) if i not in (first, second)], first, second])
    return make("MatrixDiagPartV3", x, offset, np.zeros((), x.dtype.numpy))


def diag(v: Any, k: int = 0) -> Output:
    x = tensor(v)
    return diagonal(v, k) if rank(x) == 2 else make("MatrixDiagV3", x, k, -1, -1, np.zeros((), x.dtype.numpy))


def solve(a: Any, b: Any) -> Output:
    x, y = common([a, b])
    if rank(y) == 1:
        return squeezed(make("MatrixSolve", x, make("ExpandDims", y, 1)), [-1])
    return make("MatrixSolve", x, y)


def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Output:
    """Convert ``numpy.linalg.norm``; over all elements, it is the root of their dot product, as in NumPy."""
    a = tensor(x)
    if ord is None and axis is None and a.dtype.kind != "complex":
        flat = reshaped(a, (-1,))
        result = make("Sqrt", matmul(flat, flat))
        return reshaped(result, (1,) * rank(a)) if keepdims else result
    axes = axes_of(a, axis)
    if len(axes) == 1 or ord is None:
        return vector_norm(Tracer(a), axis=tuple(axes), keepdims=keepdims, ord=2 if ord is None else ord)
    if len(axes) != 2:
        raise DiagramError(f"numpy.linalg.norm over {len(axes)} axes with ord={ord!r} is not supported")
    kept = [i for i in range(rank(a)) if i not in axes]
    result = matrix_norm(Tracer(transposed(a, [*kept, *axes])), ord=ord)
    return reshaped(result, [1 if i in axes else size for i, size in enumerate(sizes(a))]) if keepdims else result
