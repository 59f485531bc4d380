"""Helpers of the rules: the table of rules, dtypes and literals, and operators of ONNX on outputs."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from blocks.base.dtypes import ANY, BFLOAT16, BOOL, COMPLEX64, DOUBLE, FLOAT, HALF, INT32, INT64, DType, dtype_of
from blocks.base.errors import DiagramError
from blocks.graph.graph import Output
from blocks.graph.scope import Scope, traced_scope
from blocks.interchange.onnx.operators import OPERATORS
from blocks.interchange.onnx.site import Site
from blocks.interchange.onnx.values import Given, Val, output_of
from blocks.interchange.tracing.calls import Recording
from blocks.interchange.tracing.functions import FUNCTIONS
from blocks.interchange.tracing.tracer import Tracer, make_constant, rank
from blocks.interchange.tracing.ufuncs import called
from blocks.library.declare import make, make_node
from blocks.library.index import find
from blocks.library.math.shared import PYTORCH
from blocks.torch.rules.call import Call, Rule

RULES: dict[str, Rule] = {}
Value = Any
"""A tensor, or a number."""


def rule(*names: str) -> Callable[[Rule], Rule]:

    def add(function: Rule) -> Rule:
        RULES.update(dict.fromkeys(names, function))
        return function

    return add


def refuse(call: Call, option: str) -> DiagramError:
    return DiagramError(f"{call.target} with {option} is not supported")


# -- Dtypes and literals ----------------------------------------------------------------------------------------------


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
    if dtype is BOOL:
        return make("NotEqual", value, const(0, value.dtype))
    return make("Cast", value, DstT=dtype)


_ORDER = ("bool", "uint", "int", "float", "complex")
_OF_NUMBER = {bool: BOOL, int: INT64, float: FLOAT, complex: COMPLEX64}


def promoted(*values: Value) -> DType:
    """Return PyTorch's common dtype: of tensors with axes, unless scalars or numbers are of a higher category."""
    groups: list[DType | None] = [None, None, None]
    for each in values:
        at = 2 if not isinstance(each, Output) else 0 if rank(each) else 1
        dtype = each.dtype if isinstance(each, Output) else _OF_NUMBER[type(each)]
        before = groups[at]
        groups[at] = dtype if before is None else _wider(before, dtype)
    result = next(each for each in groups if each is not None)
    for each in groups:
        if each is not None and _category(each) > _category(result):
            result = each
    return result


def _category(dtype: DType) -> int:
    return max(_ORDER.index(dtype.kind) - 1, 0) if dtype.is_integer else _ORDER.index(dtype.kind)


def _wider(x: DType, y: DType) -> DType:
    if _category(x) != _category(y):
        return max(x, y, key=_category)
    if {x, y} == {HALF, BFLOAT16}:
        return FLOAT
    return x if x is y else dtype_of(np.empty(0, np.result_type(x.numpy, y.numpy)))


def wide(kind: str, x: Output, *rest: Any, **attributes: Any) -> Output:
    """Add a block; if it does not take the dtype, compute in a wider one and cast the result back."""
    spec, dtype = find(kind), x.dtype
    assert spec is not None
    allowed = spec.inputs[0].allowed
    if allowed is ANY or dtype in allowed:
        return make(kind, x, *rest, **attributes)
    order = (INT32, INT64, FLOAT) if dtype is BOOL or dtype.is_integer else (FLOAT, DOUBLE)
    work = next(each for each in (*order, DOUBLE) if each in allowed and each is not dtype)
    given = [to(each, work) if isinstance(each, Output) and each.dtype is dtype else each for each in rest]
    result = make(kind, to(x, work), *given, **attributes)
    return to(result, dtype) if result.dtype is work else result


def select(condition: Output, x: Value, y: Value) -> Output:
    dtype = next(each.dtype for each in (x, y) if isinstance(each, Output))
    return make("SelectV2", condition, to(x, dtype), to(y, dtype))


def outputs(kind: str, *args: Any, **attributes: Any) -> list[Output]:
    return list(make_node(kind, *args, **attributes).outputs)


def axes(call_dims: int | Sequence[int] | None, of: Output | int) -> list[int]:
    """Return axes counted from 0; None and an empty list mean all."""
    count = of if isinstance(of, int) else rank(of)
    dims = [call_dims] if isinstance(call_dims, int) else call_dims or range(count)
    return [each % max(count, 1) for each in dims if count]


def many(value: int | Sequence[int], count: int) -> list[int]:
    """Return one number for each axis; PyTorch may give one for all."""
    numbers = [value] if isinstance(value, int) else list(value)
    return numbers * count if len(numbers) == 1 else numbers


def mapped(function: Callable[..., Any], *args: Any, **keywords: Any) -> Any:
    """Run what stands for a function of NumPy."""
    token, graph = make_constant.set(const), scope_now().graph
    before, graph.array_calls = graph.array_calls, Recording
    try:
        if isinstance(function, np.ufunc):
            return called(function, "__call__", [Tracer(each) for each in args], {}).as_output()
        return FUNCTIONS[function](*args, **keywords)
    finally:
        graph.array_calls = before
        make_constant.reset(token)


# -- Operators of ONNX ------------------------------------------------------------------------------------------------


def _fail() -> Any:
    raise DiagramError("a value of a graph has no place on a canvas")


def _val(output: Output | None) -> Given:
    return None if output is None else Val(lambda: output, _fail)


class OperatorSite(Site):
    """The context of an operator of ONNX whose blocks become nodes of the graph that is traced."""

    framework = PYTORCH

    def __init__(self, op: str, inputs: Sequence[Output | None], attributes: Mapping[str, Any], wanted: int) -> None:
        self.op, self.version, self.path = op, 25, (op,)
        self.inputs = [_val(each) for each in inputs]
        self.attributes = {name: value for name, value in attributes.items() if value is not None}
        self.outputs, self.declared = [True] * wanted, [None] * wanted

    def whole(self, name: str, default: int = 0) -> int:
        return int(self.attributes.get(name, default))

    def number(self, name: str, default: float = 0.0) -> float:
        return float(self.attributes.get(name, default))

    def word(self, name: str, default: str = "") -> str:
        return self.attributes.get(name, default)

    def wholes(self, name: str) -> list[int]:
        return list(self.attributes.get(name, ()))

    def all(self, kind: str, label: str = "", /, **given: Any) -> list[Val]:
        values = {name: self._plain(value) for name, value in given.items() if value is not None}
        spec: Any = find(kind)
        return [output_of(each, _fail) for each in spec(scope_now(), **values).outputs]  # pyright: ignore[reportArgumentType]

    def _plain(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._plain(each) for each in value]  # pyright: ignore[reportUnknownVariableType]
        return value.out if isinstance(value, Val) else value

    def const(self, value: Any, label: str = "constant", dtype: DType | None = None) -> Val:
        return Val(functools.cache(lambda: const(value, dtype)), _fail, np.asarray(value))


def operator(op: str, *inputs: Output | None, wanted: int = 1, **attributes: Any) -> list[Output]:
    """Return the results of an operator of ONNX."""
    site = OperatorSite(op, inputs, attributes, wanted)
    result = OPERATORS[op](site)
    given = [result] if isinstance(result, Val) else result
    return [each.out for each in given if each is not None]


def one(op: str, *inputs: Output | None, **attributes: Any) -> Output:
    return operator(op, *inputs, **attributes)[0]
