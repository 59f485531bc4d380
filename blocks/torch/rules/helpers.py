"""Helpers of the rules: the table of rules, dtypes and literals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np

from blocks.base.dtypes import ANY, BFLOAT16, BOOL, COMPLEX64, DOUBLE, FLOAT, HALF, INT32, INT64, DType, dtype_of
from blocks.base.errors import DiagramError
from blocks.graph.graph import Output
from blocks.graph.scope import Scope, traced_scope
from blocks.interchange.tracing.tracer import rank
from blocks.library.declare import make, make_node
from blocks.library.index import find
from blocks.torch.rules.call import Call, Rule

RULES: dict[str, Rule] = {}
"""The rules by the name of the operation, with its overload where rules differ: ``add``, ``max.dim``."""
F = TypeVar("F", bound=Callable[..., Any])
Value = Any
"""A tensor, or a number."""
Dims = int | Sequence[int] | None
_ORDER = {"bool": 0, "uint": 1, "int": 1, "float": 2, "complex": 3}
_OF_NUMBER = {bool: BOOL, int: INT64, float: FLOAT, complex: COMPLEX64}


def rule(*names: str) -> Callable[[F], F]:

    def add(function: F) -> F:
        RULES.update(dict.fromkeys(names, function))
        return function

    return add


def refuse(call: Call, option: str) -> DiagramError:
    return DiagramError(f"{call.target} with {option} is not supported")


def scope_now() -> Scope:
    scope = traced_scope.get()
    assert scope is not None
    return scope


def const(value: Any, dtype: DType | None = None) -> Output:
    array = np.asarray(value) if dtype is None else np.asarray(value, dtype.numpy)
    return make("Const", scope_now(), array, dtype=dtype or dtype_of(array))


def to(value: Value, dtype: DType) -> Output:
    if not isinstance(value, Output):
        return const(value, dtype)
    if value.dtype is dtype:
        return value
    return make("NotEqual", value, const(0, value.dtype)) if dtype is BOOL else make("Cast", value, DstT=dtype)


def promoted(*values: Value) -> DType:
    """Return PyTorch's common dtype: of tensors with axes, unless scalars or numbers are of a higher category."""
    kinds = [(2, _OF_NUMBER[type(each)]) if not isinstance(each, Output) else (int(not rank(each)), each.dtype)
             for each in values]  # fmt: skip
    (level, result), *rest = sorted(kinds, key=lambda each: each[0])
    for at, dtype in rest:
        if _ORDER[dtype.kind] > _ORDER[result.kind]:
            level, result = at, dtype
        elif at == level and _ORDER[dtype.kind] == _ORDER[result.kind]:
            mixed = {dtype, result} == {HALF, BFLOAT16}
            result = FLOAT if mixed else dtype_of(np.empty(0, np.result_type(dtype.numpy, result.numpy)))
    return result


def wide(kind: str, x: Output, *rest: Any, **attributes: Any) -> Output:
    """Add a block; if it does not take the dtype, compute in a wider one and cast the result back."""
    spec, dtype = find(kind), x.dtype
    assert spec is not None
    allowed = spec.inputs[0].allowed
    if allowed is ANY or dtype in allowed:
        return make(kind, x, *rest, **attributes)
    order = (INT32, INT64, FLOAT, DOUBLE) if dtype is BOOL or dtype.is_integer else (FLOAT, DOUBLE)
    work = next(each for each in order if each in allowed and each is not dtype)
    given = [to(each, work) if isinstance(each, Output) and each.dtype is dtype else each for each in rest]
    result = make(kind, to(x, work), *given, **attributes)
    return to(result, dtype) if result.dtype is work else result


def select(condition: Output, x: Value, y: Value) -> Output:
    dtype = next(each.dtype for each in (x, y) if isinstance(each, Output))
    return make("SelectV2", condition, to(x, dtype), to(y, dtype))


def outputs(kind: str, *args: Any, **attributes: Any) -> list[Output]:
    return list(make_node(kind, *args, **attributes).outputs)


def axes(dims: Dims, x: Output) -> list[int]:
    """Return axes counted from 0; None and an empty list mean all."""
    count = rank(x)
    given = [dims] if isinstance(dims, int) else dims or range(count)
    return [each % count for each in given if count]


def many(value: int | Sequence[int], count: int) -> list[int]:
    """Return one number for each axis; PyTorch may give one for all."""
    numbers = [value] if isinstance(value, int) else list(value)
    return numbers * count if len(numbers) == 1 else numbers


def scaled(x: Output, factor: float) -> Output:
    return x if factor == 1 else x * const(factor, x.dtype)
