"""Operands of NumPy functions during tracing, converted with NumPy's dtype rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from typing import Any, NoReturn

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.graph.graph import Operand, Output
from blocks.interchange.tracing.tracer import Tracer, cast
from blocks.library.declare import make

make_constant: ContextVar[Callable[[Array], Output]] = ContextVar("make_constant")
"""Makes a constant of the function that is being traced."""


def kind(value: Any) -> Any:
    """Return the basis of NumPy's promotion: a dtype, or the type of a Python number, which adapts to others."""
    if isinstance(value, Tracer):
        return value.weak or value.dtype
    if isinstance(value, Operand):
        return value.as_output().dtype.numpy
    if type(value) in (int, float, complex):
        return type(value)  # pyright: ignore[reportUnknownVariableType]
    return np.asarray(value).dtype


def common(values: Sequence[Any]) -> list[Output]:
    numbers = {int: 0, float: 0.0, complex: 0j}
    dtype = np.result_type(*[numbers.get(each, each) for each in map(kind, values)])
    return [tensor(each, dtype) for each in values]


def tensor(value: Any, dtype: Any = None) -> Output:
    if isinstance(value, Operand):
        output = value.as_output()
    else:
        return make_constant.get()(np.asarray(value, dtype))
    return output if dtype is None else cast(output, np.dtype(dtype))


def shaped(value: Any) -> Any:
    if isinstance(value, Tracer):
        return value
    return Tracer(value.as_output()) if isinstance(value, Operand) else np.asarray(value)


def truth(value: Any) -> Output:
    output = tensor(value)
    return output if output.dtype.kind == "bool" else make("NotEqual", output, np.zeros((), output.dtype.numpy))


def refuse(what: str, keywords: Mapping[str, Any] = {}) -> NoReturn:
    named = f" with {', '.join(keywords)}" if keywords else ""
    raise DiagramError(f"{what}{named} is not supported")


def sizes(x: Output) -> tuple[int, ...]:
    return Tracer(x).shape


def rank(x: Output) -> int:
    return len(sizes(x))


def integers(values: Any) -> np.ndarray[Any, Any]:
    return np.asarray(values, np.int32)


def axes_of(x: Output, axis: Any) -> list[int]:
    """Return NumPy's axes counted from 0, all of them for None; raise DiagramError if an axis does not exist."""
    many = range(rank(x)) if axis is None else np.atleast_1d(axis).tolist()
    result = [int(each) for each in many]
    if any(not -rank(x) <= each < rank(x) for each in result):
        raise DiagramError(f"axis {axis} does not exist in an array with {rank(x)} axes")
    return [each % rank(x) for each in result]


def reshaped(x: Output, shape: Sequence[int]) -> Output:
    return x if tuple(shape) == sizes(x) else make("Reshape", x, integers(list(shape)))


def transposed(x: Output, order: Sequence[int]) -> Output:
    return x if list(order) == list(range(rank(x))) else make("Transpose", x, integers(list(order)))


def squeezed(x: Output, axes: Sequence[int]) -> Output:
    return make("Squeeze", x, squeeze_dims=[axis % rank(x) for axis in axes])


def broadcast_to(x: Output, shape: Sequence[int]) -> Output:
    return x if tuple(shape) == sizes(x) else make("BroadcastTo", x, integers(list(shape)))
