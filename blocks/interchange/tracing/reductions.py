"""NumPy reductions of traced arrays, with NumPy's result dtypes."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.errors import DiagramError
from blocks.graph.graph import Output
from blocks.interchange.tracing.operands import (
    axes_of,
    broadcast_to,
    integers,
    rank,
    refuse,
    reshaped,
    sizes,
    tensor,
    truth,
)
from blocks.interchange.tracing.tracer import cast
from blocks.library.declare import make

_WIDENED = ("b", "i", "u")
"""Kinds of dtypes of which sums and products are taken in at least the default integers."""


def reduced(block: str, x: Output, axis: Any, keepdims: Any = False) -> Output:
    return make(block, x, integers(axes_of(x, axis)), keep_dims=bool(keepdims))


def total(block: str, a: Any, axis: Any = None, dtype: Any = None, keepdims: Any = False, **rest: Any) -> Output:
    initial = rest.pop("initial", None)
    x = _chosen(a, rest, 0 if block == "Sum" else 1)
    none_of(block, rest)
    if dtype is None and x.dtype.numpy.kind in _WIDENED:
        dtype = np.result_type(x.dtype.numpy, np.uint64 if x.dtype.numpy.kind == "u" else np.int64)
    result = reduced(block, x if dtype is None else cast(x, np.dtype(dtype)), axis, keepdims)
    return _with(initial, "Add" if block == "Sum" else "Multiply", result)


def mean(a: Any, axis: Any = None, dtype: Any = None, keepdims: Any = False, **rest: Any) -> Output:
    """Convert ``numpy.mean``; integers are averaged in double precision, half precision in single."""
    if is_given(rest.get("where")):
        where = rest.pop("where")
        none_of("mean", rest)
        chosen = total("Sum", a, axis, dtype, keepdims, where=where)
        chosen = chosen if chosen.dtype.kind in ("float", "complex") else cast(chosen, np.dtype(np.float64))
        shape = np.broadcast_shapes(sizes(tensor(where)), sizes(tensor(a)))
        count = total("Sum", broadcast_to(tensor(where), shape), axis, None, keepdims)
        return make("RealDiv", chosen, cast(count, chosen.dtype.numpy))
    none_of("mean", rest)
    x = tensor(a)
    own = x.dtype.numpy
    if dtype is not None:
        return reduced("Mean", cast(x, np.dtype(dtype)), axis, keepdims)
    if own.kind in _WIDENED:
        return reduced("Mean", cast(x, np.dtype(np.float64)), axis, keepdims)
    if own == np.float16:
        return cast(reduced("Mean", cast(x, np.dtype(np.float32)), axis, keepdims), own)
    return reduced("Mean", x, axis, keepdims)


def variance(a: Any, axis: Any = None, dtype: Any = None, ddof: Any = 0, keepdims: Any = False, **rest: Any) -> Output:
    none_of("var", rest)
    x = tensor(a)
    if x.dtype.kind == "complex" or x.dtype.numpy == np.float16:
        raise DiagramError(f"numpy.var is not supported for {x.dtype.short}")
    if dtype is not None or x.dtype.numpy.kind in _WIDENED:
        x = cast(x, np.dtype(np.float64 if dtype is None else dtype))
    without = make("Subtract", x, reduced("Mean", x, axis, True))
    squares = reduced("Sum", make("Multiply", without, without), axis, keepdims)
    count = int(np.prod([sizes(x)[i] for i in axes_of(x, axis)], dtype=np.int64)) - ddof
    return make("RealDiv", squares, np.array(count, x.dtype.numpy))


def deviation(a: Any, *args: Any, **keywords: Any) -> Output:
    return make("Sqrt", variance(a, *args, **keywords))


def extreme(block: str, a: Any, axis: Any = None, keepdims: Any = False, **rest: Any) -> Output:
    initial = rest.pop("initial", None)
    given = isinstance(initial, (int, float))
    x = _chosen(a, rest, initial) if given else tensor(a)
    none_of(block, rest)
    if x.dtype.kind == "bool":
        return reduced("Any" if block == "Max" else "All", x, axis, keepdims)
    return _with(initial, "Maximum" if block == "Max" else "Minimum", reduced(block, x, axis, keepdims))


def quantified(block: str, a: Any, axis: Any = None, keepdims: Any = False, **rest: Any) -> Output:
    none_of(block, rest)
    return reduced(block, truth(a), axis, keepdims)


def index_of(block: str, a: Any, axis: Any = None, keepdims: Any = False, **rest: Any) -> Output:
    none_of(block, rest)
    x = tensor(a)
    if axis is None:
        result = make(block, reshaped(x, (-1,)), 0)
        return reshaped(result, (1,) * rank(x)) if keepdims else result
    [axis] = axes_of(x, axis)
    result = make(block, x, axis)
    return make("ExpandDims", result, axis) if keepdims else result


def running(block: str, a: Any, axis: Any = None, dtype: Any = None, **rest: Any) -> Output:
    none_of(block, rest)
    x = tensor(a)
    if dtype is None and x.dtype.numpy.kind in _WIDENED:
        dtype = np.result_type(x.dtype.numpy, np.uint64 if x.dtype.numpy.kind == "u" else np.int64)
    x = x if dtype is None else cast(x, np.dtype(dtype))
    if axis is None:
        return make(block, reshaped(x, (-1,)), 0)
    return make(block, x, axes_of(x, axis)[0])


def is_given(value: Any) -> bool:
    """Return whether an argument was given; NumPy passes a marker for an omitted one."""
    return value is not None and value is not True and repr(value) != "<no value>"


def _chosen(a: Any, rest: dict[str, Any], neutral: Any) -> Output:
    """Return the reduced array, with a neutral number in place of elements that ``where`` excludes."""
    x, where = tensor(a), rest.pop("where", None)
    return make("SelectV2", tensor(where), x, np.array(neutral, x.dtype.numpy)) if is_given(where) else x


def _with(initial: Any, block: str, result: Output) -> Output:
    return make(block, tensor(initial, result.dtype.numpy), result) if is_given(initial) else result


def none_of(name: str, rest: dict[str, Any]) -> None:
    given = {key: value for key, value in rest.items() if is_given(value)}
    if given:
        refuse(f"numpy.{name.lower()}", given)
