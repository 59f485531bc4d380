"""Formulas of NumPy functions as expressions: a kernel runs once on traced arrays, which record its operations.

So the plain kernel of a block type is the only description of what it computes, for NumPy and for machine code. A
kernel that does anything else with its arguments, such as reading their values, raises `UntraceableError`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from blocks.base.types import is_list

DTYPES = frozenset(map(np.dtype, ("f4", "f8", "i1", "i2", "i4", "i8", "u1", "?")))
"""The dtypes that machine code computes with."""

REDUCTIONS = {"add": "sum", "maximum": "largest", "minimum": "smallest"}

REDUCED = frozenset(REDUCTIONS.values())

UFUNCS: dict[str, str] = {
    **dict.fromkeys(("add", "subtract", "multiply", "maximum", "minimum", "negative", "positive", "square"), ""),
    **dict.fromkeys(("less", "less_equal", "greater", "greater_equal", "equal", "not_equal"), ""),
    **dict.fromkeys(("logical_and", "logical_or", "logical_not", "logical_xor"), ""),
    **dict.fromkeys(("divide", "absolute", "sqrt", "reciprocal", "exp", "expm1", "log", "log1p", "tanh", "clip"), "f"),
    **dict.fromkeys(("floor", "ceil", "trunc", "rint", "sign", "isnan", "isinf", "isfinite", "copysign"), "f"),
    **dict.fromkeys(("erf", "sin", "cos"), "f4"),
    "fabs": "f", "expit": "f", "bitwise_and": "", "bitwise_or": "", "bitwise_xor": "",
}  # fmt: skip
"""The functions that machine code has, by the names of NumPy's and SciPy's, and for which dtypes: all, floating-point
numbers or float32.
"""
_KINDS = {"fabs": "absolute", "expit": "sigmoid", "bitwise_and": "and", "bitwise_or": "or", "bitwise_xor": "xor"}


class UntraceableError(Exception):
    """A kernel that is not a formula of functions that machine code has."""


class Term:
    """A value of an expression.

    Attributes:
        kind: ``"input"``, ``"constant"``, ``"index"`` (0, 1, 2, ...), ``"convert"``, ``"view"`` (the same elements in
            another shape, repeated if there are more), a reduction with its axes in ``value``, or an elementwise
            function.
    """

    __slots__ = ("args", "dtype", "kind", "shape", "size", "value")

    def __init__(
        self, kind: str, args: tuple[Term, ...], shape: tuple[int, ...], dtype: np.dtype[Any], value: Any = None
    ) -> None:
        if dtype not in DTYPES:
            raise UntraceableError
        self.kind = kind
        self.args = args
        self.shape = shape
        self.size = math.prod(shape)
        self.dtype = dtype
        self.value = value


def elementwise(kind: str, args: Sequence[Term], dtype: np.dtype[Any]) -> Term:
    return Term(kind, tuple(args), np.broadcast_shapes(*[each.shape for each in args]), dtype)


def converted(term: Term, dtype: np.dtype[Any]) -> Term:
    if term.dtype == dtype:
        return term
    if term.kind == "constant":
        return Term("constant", (), (), dtype, dtype.type(term.value).item())
    if term.dtype.kind == "f" and dtype.kind in "iu":
        raise UntraceableError  # the result for values out of range depends on the processor
    return Term("convert", (term,), term.shape, dtype)


class Traced(NDArrayOperatorsMixin):
    """An array that records the operations on it."""

    def __init__(self, term: Term) -> None:
        self.term = term

    @property
    def shape(self) -> tuple[int, ...]:
        return self.term.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        return self.term.dtype

    @property
    def ndim(self) -> int:
        return len(self.term.shape)

    @property
    def size(self) -> int:
        return self.term.size

    def __len__(self) -> int:
        return self.term.shape[0]

    def __bool__(self) -> bool:
        raise UntraceableError

    def __array__(self, *_args: Any, **_options: Any) -> Any:
        raise UntraceableError

    def astype(self, dtype: Any, *_args: Any, **_options: Any) -> Traced:
        return Traced(converted(self.term, np.dtype(dtype)))

    def copy(self) -> Traced:
        return Traced(self.term)

    def ravel(self) -> Traced:
        return self.reshape(-1)

    def reshape(self, *shape: Any) -> Traced:
        sizes = tuple(shape[0]) if is_list(shape[0]) else shape
        known = math.prod([size for size in sizes if size != -1])
        return self._seen([self.size // max(known, 1) if size == -1 else size for size in sizes])

    def __getitem__(self, index: Any) -> Traced:
        entries: Sequence[Any] = index if is_list(index) else (index,)
        rest, sizes = list(self.shape), list[int]()
        for each in entries:
            if each is None:
                sizes.append(1)
            elif each is Ellipsis:
                count = len(rest) - sum(other is not None for other in entries[len(sizes) + 1 :])
                sizes, rest = sizes + rest[:count], rest[count:]
            elif isinstance(each, slice) and each == slice(None):
                sizes.append(rest.pop(0))
            else:
                raise UntraceableError
        return self._seen(sizes + rest)

    def _seen(self, shape: Sequence[int]) -> Traced:
        if math.prod(shape) != self.size:
            raise UntraceableError
        return Traced(Term("view", (self.term,), tuple(shape), self.dtype))

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        out = options.pop("out", None)
        if method == "reduce":
            result = _reduced(ufunc, *inputs, **options)
        elif method == "__call__" and not options:
            result = _called(ufunc, inputs)
        else:
            raise UntraceableError
        if out is None or out[0] is None:
            return result
        [target] = out
        if not isinstance(target, Traced) or target.dtype != result.dtype or target.shape != result.shape:
            raise UntraceableError
        target.term = result.term
        return target

    def __array_function__(self, function: Any, _types: Any, args: Sequence[Any], options: Mapping[str, Any]) -> Any:
        known = _FUNCTIONS.get(function)
        if known is None:
            raise UntraceableError
        return known(*args, **options)


def term_of(value: Any, like: np.dtype[Any] | None = None) -> Term:
    if isinstance(value, Traced):
        return value.term
    array = np.asarray(value, like)
    if array.ndim == 1 and len(array) > 1 and array.dtype.kind == "i" and np.array_equal(array, np.arange(len(array))):
        return Term("index", (), array.shape, array.dtype)
    if array.size != 1 or array.dtype.kind not in "fiub":
        raise UntraceableError
    return Term("constant", (), array.shape, array.dtype, array.item())


def _called(ufunc: Any, inputs: Sequence[Any]) -> Traced:
    allowed = UFUNCS.get(ufunc.__name__)
    if ufunc is np.power:
        return _power(*inputs)
    if allowed is None:
        raise UntraceableError
    given: list[Any] = [type(each) if type(each) in (int, float) else _dtype_of(each) for each in inputs]
    *wanted, result = ufunc.resolve_dtypes((*given, None))
    if not wanted[0].str[1:].startswith(allowed):
        raise UntraceableError
    terms = [converted(term_of(each, dtype if type(each) in (int, float, bool) else None), dtype)
             for each, dtype in zip(inputs, wanted, strict=True)]  # fmt: skip
    name: str = ufunc.__name__
    return Traced(elementwise(_KINDS.get(name, name), terms, result))


def _dtype_of(value: Any) -> np.dtype[Any]:
    return value.dtype if isinstance(value, Traced) else np.asarray(value).dtype


def _power(x: Any, exponent: Any) -> Traced:
    """Write a power as products and roots, if the exponent is one of a few numbers."""
    if not isinstance(x, Traced) or isinstance(exponent, Traced) or np.size(exponent) != 1 or x.dtype.kind != "f":
        raise UntraceableError
    form = _POWERS.get(float(np.asarray(exponent).item()))
    if form is None:
        raise UntraceableError
    return form(x)


_POWERS: dict[float, Callable[[Any], Any]] = {
    2.0: np.square, 1.0: np.positive, 0.5: np.sqrt, -1.0: np.reciprocal, 3.0: lambda x: x * x * x,
}  # fmt: skip


def _reduced(
    ufunc: Any, x: Any, axis: Any = 0, dtype: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None,
    where: Any = True,
) -> Traced:  # fmt: skip
    kind = REDUCTIONS.get(ufunc.__name__)
    term = term_of(x)
    identity = {"largest": -math.inf, "smallest": math.inf, "sum": 0}
    if kind is None or out is not None or where is not True or term.dtype.kind != "f" or not term.size:
        raise UntraceableError
    if initial is not None and (not np.isscalar(initial) or initial != identity[kind]):
        raise UntraceableError
    if dtype is not None:
        term = converted(term, np.dtype(dtype))
    rank = len(term.shape)
    axes = range(rank) if axis is None else [each % rank for each in (axis if is_list(axis) else (axis,))]
    keep = [(i, size) for i, size in enumerate(term.shape) if keepdims or i not in axes]
    shape = tuple([1 if i in axes else size for i, size in keep])
    axes = tuple(sorted(i for i in axes if term.shape[i] != 1))
    if not axes:
        return Traced(Term("view", (term,), shape, term.dtype))
    return Traced(Term(kind, (term,), shape, term.dtype, axes))


def _where(condition: Any, x: Any, y: Any) -> Traced:
    known = [_dtype_of(each) for each in (x, y) if type(each) not in (int, float)]
    dtype = np.result_type(*known, *[each for each in (x, y) if type(each) in (int, float)])
    test = term_of(condition)
    if test.dtype != np.dtype(bool):
        raise UntraceableError
    return Traced(elementwise("where", [test, *(converted(term_of(each), dtype) for each in (x, y))], dtype))


def _filled(value: float) -> Callable[..., Traced]:
    def filled(x: Any, dtype: Any = None, **options: Any) -> Traced:
        if options:
            raise UntraceableError
        constant = Term("constant", (), (), np.dtype(dtype or x.dtype), value)
        return Traced(Term("view", (constant,), x.shape, constant.dtype))

    return filled


def _copied(target: Any, source: Any, casting: str = "same_kind", where: Any = True) -> None:
    if not isinstance(target, Traced) or where is True:
        raise UntraceableError
    target.term = _where(where, target.dtype.type(source) if np.isscalar(source) else source, target).term


def _broadcast(x: Any, shape: Any) -> Traced:
    return Traced(Term("view", (term_of(x),), tuple(shape), x.dtype))


def _with_function(ufunc: Any) -> Callable[..., Traced]:
    def reduced(x: Any, axis: Any = None, **options: Any) -> Traced:
        return _reduced(ufunc, x, axis, **options)

    return reduced


def _dot(x: Any, y: Any) -> Traced:
    if x.ndim != 1 or y.ndim != 1:
        raise UntraceableError
    return _reduced(np.add, x * y)


def _with_axis(x: Traced, axis: int) -> Traced:
    shape = [*x.shape]
    shape.insert(axis % (x.ndim + 1), 1)
    return x.reshape(shape)


_FUNCTIONS: dict[Any, Callable[..., Any]] = {
    np.where: _where,
    np.copyto: _copied,
    np.zeros_like: _filled(0),
    np.ones_like: _filled(1),
    np.broadcast_to: _broadcast,
    np.dot: _dot,
    np.sum: _with_function(np.add),
    np.max: _with_function(np.maximum),
    np.min: _with_function(np.minimum),
    np.reshape: Traced.reshape,
    np.expand_dims: _with_axis,
    np.real: np.positive,
    np.size: attrgetter("size"),
    np.shape: attrgetter("shape"),
    np.ndim: attrgetter("ndim"),
}
