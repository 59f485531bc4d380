"""Calls made from the examples of block types."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeGuard

import numpy as np

from blocks.base.dtypes import ANY, BOOL, STRING, DType, dtype
from blocks.base.types import Array, Generator, Shape, is_list
from blocks.graph.graph import Node, Output
from blocks.graph.scope import Scope
from blocks.graph.spec import BlockSpec
from blocks.library.registry import find


class Given(NamedTuple):
    array: Array
    dtype: DType
    is_variable: bool = False


Value = Given | tuple[Given, ...] | None


class Call(NamedTuple):
    spec: BlockSpec
    values: tuple[Value, ...]
    attrs: dict[str, Any]

    def mapped(self, change: Callable[[str, Given], Given]) -> Call:
        values = [
            tuple(change(pin.name, each) for each in value)
            if isinstance(value, tuple) and not isinstance(value, Given)
            else change(pin.name, value)
            if value is not None
            else None
            for pin, value in zip(self.spec.inputs, self.values, strict=True)
        ]
        return self._replace(values=tuple(values))

    def flat(self) -> list[Given]:
        results: list[Given] = []
        self.mapped(lambda _, given: results.append(given) or given)
        return results

    def arrays(self) -> list[Any]:
        return [
            tuple(each.array for each in value)
            if isinstance(value, tuple) and not isinstance(value, Given)
            else None
            if value is None
            else value.array
            for value in self.values
        ]


def example_call(spec: BlockSpec, example: Mapping[str, Any] | None = None) -> Call:
    example = spec.example if example is None else example
    assert example is not None, f"{spec.name} has no example"
    attrs = {a.name: example[a.name] for a in spec.attributes if a.name in example}
    root = Scope.new_root_scope()
    given = [_operand(root, example.get(pin.name)) for pin in spec.inputs]
    node: Node = spec(root, *given, **attrs)
    values = [
        tuple(_given(o) for o in arg) if isinstance(arg, tuple) else None if arg is None else _given(arg)
        for arg in node.args
    ]
    return Call(spec, tuple(values), attrs)


def _operand(root: Scope, value: Any) -> Any:
    """Build an input of an example: a literal, ``{"dtype": ..., "val": ...}``, ``{"variable": ...}``, or a list."""
    if is_object(value) and "variable" in value:
        return new("Variable", root, value["variable"], dtype=value.get("dtype"))
    if is_object(value) and "val" in value:
        return new("Const", root, **value)
    if is_list(value) and any(is_object(each) and "base64" not in each for each in value):
        return [_operand(root, each) for each in value]
    return value


def is_object(value: object) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)


def _given(output: Output) -> Given:
    is_variable = output.op.type.variable
    source = output.op.inputs[0] if is_variable else output
    assert source.op.type.name == "Const"
    return Given(source.op.attrs["val"], output.dtype, is_variable)


def new(name: str, *args: Any, **attributes: Any) -> Output:
    result = find(name)
    assert result is not None, name
    return result(*args, **attributes).as_output()


Source = Callable[[Scope, Given], Output]


def as_constant(root: Scope, given: Given) -> Output:
    if given.is_variable:
        return new("Variable", root, new("Const", root, val=given.array, dtype=given.dtype))
    return new("Const", root, val=given.array, dtype=given.dtype)


def as_placeholder(shape_of: Callable[[Array], Shape]) -> Source:
    def source(root: Scope, given: Given) -> Output:
        shape = shape_of(given.array)
        if given.is_variable:
            return new("Variable", root, None, dtype=given.dtype, shape=shape)
        return new("Placeholder", root, dtype=given.dtype, shape=shape)

    return source


def mixed(rng: Generator) -> Source:
    """Return a source that randomly knows the value, or some sizes."""

    def some(array: Array) -> Shape:
        return tuple(size if rng.random() < 0.5 else None for size in array.shape)

    def source(root: Scope, given: Given) -> Output:
        return as_constant(root, given) if rng.random() < 0.5 else as_placeholder(some)(root, given)

    return source


def exactly(array: Array) -> Shape:
    return array.shape


def rank_only(array: Array) -> Shape:
    return (None,) * array.ndim


def nothing(array: Array) -> Shape:
    return None


def build(call: Call, source: Source, root: Scope | None = None) -> tuple[Node, list[Output]]:
    root = root or Scope.new_root_scope()
    outputs: list[Output] = []

    def make(given: Given) -> Output:
        outputs.append(source(root, given))
        return outputs[-1]

    args = [
        [make(each) for each in value]
        if isinstance(value, tuple) and not isinstance(value, Given)
        else None
        if value is None
        else make(value)
        for value in call.values
    ]
    return call.spec(root, *args, **call.attrs), outputs


Reshape = Callable[[Array], Array]


def _tiled(axis: int) -> Reshape:
    return lambda a: np.concatenate([a, a], axis) if a.ndim else a


def _first(axis: int, size: int) -> Reshape:
    return lambda a: np.ascontiguousarray(a.take(range(min(size, a.shape[axis])), axis)) if a.ndim else a


RESHAPES: dict[str, Reshape] = {
    "twice as large along each axis": lambda array: np.tile(array, (2,) * array.ndim) if array.ndim else array,
    "twice as many rows": _tiled(0),
    "twice as many columns": _tiled(-1),
    "one row": _first(0, 1),
    "one column": _first(-1, 1),
    "no rows": _first(0, 0),
    "no columns": _first(-1, 0),
    "one axis more in front": lambda a: a[None],
    "one axis more at the end": lambda a: a[..., None],
    "the first row as such": lambda a: np.array(a[0]) if a.ndim and a.shape[0] else a,
}


def other_shapes(call: Call) -> Iterator[tuple[str, Call]]:
    for label, change in RESHAPES.items():
        for only in (None, *(pin.name for pin in call.spec.inputs if len(call.spec.inputs) > 1)):

            def changed(pin: str, given: Given, only: str | None = only, change: Reshape = change) -> Given:
                return given._replace(array=change(given.array)) if only in (None, pin) else given

            yield f"{only or 'all'}: {label}", call.mapped(changed)


def other_dtypes(call: Call) -> Iterator[tuple[str, Call]]:
    spec = call.spec
    for var, allowed in spec.variables.items():
        pins = {pin.name for pin in spec.inputs if pin.var == var}
        for each in allowed:
            if each.kind == "handle" or not pins:
                continue

            def changed(pin: str, given: Given, each: DType = each, pins: set[str] = pins) -> Given:
                return given._replace(array=cast(given.array, each), dtype=each) if pin in pins else given

            yield f"{var}={each.short}", call.mapped(changed)
    for attribute in spec.attributes:
        if attribute.type == "type" and not any(pin.var == attribute.name for pin in spec.inputs):
            for name in attribute.allowed or ANY:
                each = dtype(name)
                if each.kind not in ("handle", "quantized", "string"):
                    yield f"{attribute.name}={each.short}", call._replace(attrs={**call.attrs, attribute.name: each})


def cast(array: Array, to: DType) -> Array:
    """Convert an array to test values of another dtype, in which nonzero values stay nonzero."""
    if array.dtype == to.numpy:
        return array
    if array.dtype.kind == "O":
        array = _counted(array.shape)
    if to is STRING:
        result: Array = np.empty(array.shape, object)
        result.reshape(-1)[:] = [repr(each).encode() for each in array.reshape(-1).tolist()]
        return result
    if to is BOOL or to.is_complex:
        return array.astype(to.numpy)
    real: Array = np.real(array).astype(np.float64)
    if not to.is_floating:
        real = np.where(real < 0, np.floor(real), np.ceil(real))
        if to.kind == "uint" or to.name.startswith("DT_QU"):
            real = np.abs(real)
    return real.astype(to.numpy)


def _counted(shape: tuple[int, ...]) -> Array:
    return np.cumsum(np.ones(shape)).reshape(shape)


def frozen(array: Array) -> Array:
    copy = np.array(array, order="C")
    copy.setflags(write=False)
    return copy


def same_bits(a: Any, b: Any) -> bool:
    a, b = np.asarray(a), np.asarray(b)
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    return a.tolist() == b.tolist() if a.dtype.kind == "O" else a.tobytes() == b.tobytes()
