"""Functions of NumPy and operators of ONNX, as blocks of the graph that is traced."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.types import Shape
from blocks.graph.call_info import known_value
from blocks.graph.graph import Output
from blocks.interchange.onnx.operators import OPERATORS
from blocks.interchange.onnx.site import Site
from blocks.interchange.onnx.values import Val
from blocks.interchange.tracing.calls import Recording
from blocks.interchange.tracing.functions import FUNCTIONS
from blocks.interchange.tracing.tracer import Tracer, make_constant
from blocks.interchange.tracing.ufuncs import called
from blocks.library.declare import make_node
from blocks.library.math.shared import PYTORCH
from blocks.torch.rules.helpers import const, scope_now


def mapped(function: Callable[..., Any], *args: Any, **keywords: Any) -> Any:
    """Run the traced version of a NumPy function."""
    token, graph = make_constant.set(const), scope_now().graph
    before, graph.array_calls = graph.array_calls, Recording
    try:
        if isinstance(function, np.ufunc):
            return called(function, "__call__", [Tracer(each) for each in args], {}).as_output()
        return FUNCTIONS[function](*args, **keywords)
    finally:
        graph.array_calls = before
        make_constant.reset(token)


def _fail() -> Any:
    raise DiagramError("a value of a graph has no place on a canvas")


class OperatorSite(Site):
    """The context of an operator of ONNX whose blocks become nodes of the graph that is traced."""

    framework, version = PYTORCH, 25

    def __init__(self, op: str, inputs: Sequence[Output | None], attributes: Mapping[str, Any], wanted: int) -> None:
        self.op, self.path, self.outputs = op, (op,), [True] * wanted
        self.declared: list[Shape] = [None] * wanted
        self.inputs = [None if each is None else _value(each) for each in inputs]
        self.attributes = attributes

    def whole(self, name: str, default: int = 0) -> int:
        return int(self.attributes.get(name, default))

    def number(self, name: str, default: float = 0.0) -> float:
        return float(self.attributes.get(name, default))

    def word(self, name: str, default: str = "") -> str:
        return self.attributes.get(name, default)

    def wholes(self, name: str) -> list[int]:
        return list(self.attributes.get(name, ()))

    def all(self, kind: str, label: str = "", /, **given: Any) -> list[Val]:
        values = {name: _plain(value) for name, value in given.items() if value is not None}
        return [_value(each) for each in make_node(kind, scope_now(), **values).outputs]

    def folded(self, make: Callable[[Site], list[Val]]) -> list[Val]:
        found = make(self)
        known = [known_value(each.out) for each in found]
        return [one if value is None else self.const(value) for one, value in zip(found, known, strict=True)]

    def const(self, value: Any, label: str = "", dtype: DType | None = None) -> Val:
        return Val(functools.cache(lambda: const(value, dtype)), _fail, np.asarray(value))


def _value(output: Output) -> Val:
    return Val(lambda: output, _fail)


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(each) for each in value]  # pyright: ignore[reportUnknownVariableType]
    return value.out if isinstance(value, Val) else value


def operator(op: str, *inputs: Output | None, wanted: int = 1, **attributes: Any) -> list[Output]:
    """Return the results of an operator of ONNX."""
    result = OPERATORS[op](OperatorSite(op, inputs, attributes, wanted))
    return [each.out for each in ([result] if isinstance(result, Val) else result) if each is not None]


def one(op: str, *inputs: Output | None, **attributes: Any) -> Output:
    return operator(op, *inputs, **attributes)[0]
