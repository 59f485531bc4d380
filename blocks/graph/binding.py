"""Binding of arguments to the pins of a new node: type variables get dtypes, typed values become constants."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import ANY, DOUBLE, INT64, NUMERIC, DType, dtype_of
from blocks.base.errors import DiagramError
from blocks.base.literals import natural_dtype, to_array
from blocks.base.types import Array, array_of
from blocks.graph.graph import Argument, Graph, Home, Node, Operand, Output
from blocks.graph.scope import Scope, home_of
from blocks.graph.spec import BlockSpec, InputPin


class Trained(NamedTuple):
    """The training of a block."""

    loss: Output
    variables: tuple[Output, ...]
    gradients: tuple[Output, ...]


class HelperCall:
    """The result of a helper block, with its output pins as attributes.

    Attributes:
        inner: nodes that it added with paths of their own, by the part of the path after the block's.
        trained: the loss, variables and gradients of a training block.
    """

    def __init__(
        self,
        block_type: BlockSpec,
        values: Mapping[str, Any],
        inner: Mapping[str, Node] = MappingProxyType({}),
        trained: Trained | None = None,
    ) -> None:
        self.type = block_type
        self.values = dict(values)
        self.inner = inner
        self.trained = trained

    def __getattr__(self, name: str) -> Any:
        if name in self.values:
            return self.values[name]
        if name not in ("shape", "dtype") or not isinstance(self._only(), Operand):
            raise AttributeError(f"{self.type.name} has no output pin {name!r}")
        return getattr(self.as_output(), name)

    def _only(self) -> Any:
        return next(iter(self.values.values())) if len(self.values) == 1 else None

    def as_output(self) -> Output:
        if isinstance(result := self._only(), Operand):
            return result.as_output()
        raise DiagramError(f"{self.type.name} cannot be used as a tensor: it does not have exactly one tensor output")


def bind(spec: BlockSpec, scope: Scope, given: Sequence[Any], bound: dict[str, DType]) -> tuple[Argument, ...]:
    """Return the arguments of a new node: the checked value of each input pin.

    The dtypes that inputs determine are added to ``bound``, which has those that attributes determine.
    """
    args: list[Any] = []
    literals: list[int] = []
    for i, pin in enumerate(spec.inputs):
        value = given[i] if i < len(given) else None
        if isinstance(value, (Operand, HelperCall)):
            output = value.as_output()
            _match(spec, pin, scope.graph, output, bound)
            args.append((output,) if pin.is_list else output)
        elif value is None:
            if not pin.optional:
                raise nothing_at(spec, pin)
            args.append(() if pin.is_list else None)
        elif pin.is_list and isinstance(value, (list, tuple)):
            args.append(_bind_list(spec, pin, scope, list(value), bound))  # pyright: ignore[reportUnknownArgumentType]
        else:
            literals.append(i)
            args.append(value)
    if len(literals) > 1:  # integers last: they take the dtype of a float beside them
        literals.sort(key=lambda i: _is_integer(args[i]))
    for i in literals:
        args[i] = constant(spec, spec.inputs[i], scope, args[i], bound)
    return tuple(args)


def _is_integer(value: Any) -> bool:
    """Return whether a typed value contains only integers, or nothing that determines a dtype."""
    if array_of(value) is not None:
        return False
    try:
        return natural_dtype(value).is_integer
    except DiagramError:
        return True


def no_reference(spec: BlockSpec, pin: InputPin, instead: str = "") -> DiagramError:
    if spec.context:
        return DiagramError(f"{spec.name}: input {pin.name} must be the handle of a resource{instead}", pin=pin.name)
    text = f"{spec.name} changes its input {pin.name}, which must be a Variable{instead}"
    return DiagramError(text, pin=pin.name)


def nothing_at(spec: BlockSpec, pin: InputPin) -> DiagramError:
    if pin.is_list:
        return DiagramError(f"{spec.name}: input {pin.name} needs at least one value", pin=pin.name)
    return DiagramError(f"{spec.name}: input {pin.name} is not wired and has no value", pin=pin.name)


def _bind_list(
    spec: BlockSpec, pin: InputPin, scope: Scope, values: list[Any], bound: dict[str, DType]
) -> tuple[Output, ...]:
    outputs: list[Any] = [v.as_output() if isinstance(v, (Operand, HelperCall)) else v for v in values]
    for output in outputs:
        if isinstance(output, Output):
            _match(spec, pin, scope.graph, output, bound)
    if not outputs and not pin.optional:
        raise nothing_at(spec, pin)
    return tuple(o if isinstance(o, Output) else constant(spec, pin, scope, o, bound) for o in outputs)


def _match(spec: BlockSpec, pin: InputPin, graph: Graph, output: Output, bound: dict[str, DType]) -> None:
    dtype = output.dtype
    if output.op.graph is not graph:
        raise DiagramError(f"{output.name!r} belongs to another graph", pin=pin.name)
    if pin.is_ref and not output.is_ref:
        raise no_reference(spec, pin, f", not {output.op.display_name}")
    if pin.var is not None:
        known = bound.get(pin.var)
        if known is dtype:
            return
        if known is not None:
            text = f"{spec.name}: expected {known.short} at input {pin.name} ({_who(spec, pin)}), got {dtype.short}"
            raise DiagramError(text, pin=pin.name, hint="add a Cast block to change the dtype")
        bound[pin.var] = dtype
    if pin.allowed is not ANY and dtype not in pin.allowed:
        names = ", ".join(d.short for d in pin.allowed)
        raise DiagramError(f"{spec.name}: input {pin.name} must be one of {names}, got {dtype.short}", pin=pin.name)


def _who(spec: BlockSpec, pin: InputPin) -> str:
    if pin.var in spec.attribute_names:
        return f"the attribute {pin.var} requires it"
    others = [p.name for p in spec.inputs if p.var == pin.var]
    return f"{', '.join(others) if len(others) > 1 else 'all inputs of the list'} must have the same dtype"


def constant(spec: BlockSpec, pin: InputPin, scope: Scope, value: Any, bound: dict[str, DType]) -> Output:
    """Return a Const node for a value that was typed into a pin (or given as a Python value).

    Its dtype is the one that the block's other inputs or attributes require; otherwise the value's own, if the pin
    takes that; otherwise the first dtype of the pin that can hold the value.
    """
    if pin.is_ref:
        raise no_reference(spec, pin)
    array, dtype = _literal(spec, pin, value, bound)
    if pin.var is not None:
        bound[pin.var] = dtype
    name = scope.get_unique_name_for_op(spec.name, f".{pin.name}")
    node = constant_node(scope.graph, home_of(scope), spec.basic("constant"), name, array, dtype)
    node.controls = scope.controls
    scope.graph.nodes.append(node)
    return node.outputs[0]


def constant_node(graph: Graph, home: Home, maker: BlockSpec, name: str, array: Array, dtype: DType) -> Node:
    """Return a constant node for an array, without adding it to the graph's nodes."""
    if array.flags.writeable:  # who gave it may go on changing it
        array = array.copy()
        array.setflags(write=False)
    attrs = {"val": array, "dtype": dtype, "shape": array.shape, "role": ""}
    node = Node(graph, home, maker, name, (), attrs, {"dtype": dtype}, ())
    node.certain = True
    node.outputs = (Output(node, 0, dtype, array.shape),)
    return node


def _literal(spec: BlockSpec, pin: InputPin, value: Any, bound: dict[str, DType]) -> tuple[Array, DType]:
    demanded = bound.get(pin.var) if pin.var is not None else None
    try:
        array = array_of(value)
        if array is not None:
            return _array_literal(array, demanded)
        if demanded is not None and (type(value) is float or (type(value) is int and abs(value) < 1 << 31)):
            return _number(repr(value), demanded)
        if demanded is not None:
            return to_array(value, demanded)
        natural = natural_dtype(value)
        if natural in pin.allowed:
            return to_array(value, natural)
        for candidate in pin.allowed:
            try:
                return to_array(value, candidate)
            except DiagramError:
                continue
        names = ", ".join(d.short for d in pin.allowed)
        raise DiagramError(f"{spec.name}: input {pin.name} must be one of {names}, got {natural.short}")
    except DiagramError as error:
        raise DiagramError(error.message, pin=pin.name, hint=error.hint) from None


@functools.lru_cache(maxsize=1000)
def _number(text: str, dtype: DType) -> tuple[Array, DType]:
    """Return the read-only tensor of a number, cached by its text, since 0.0 equals -0.0."""
    array, dtype = to_array(int(text) if text.lstrip("-").isdigit() else float(text), dtype)
    array.setflags(write=False)
    return array, dtype


def _array_literal(array: Array, demanded: DType | None) -> tuple[Array, DType]:
    if array.dtype.kind in "USO":
        return to_array(array.tolist(), demanded)
    if array.dtype.kind == "V" and demanded is not None:  # bfloat16 comes from a file as plain bytes
        return to_array(array, demanded)
    if demanded is not None and demanded.numpy == array.dtype:
        return array, demanded
    result = dtype_of(array)
    if demanded is None or _takes(demanded, result, array):
        return array if demanded is None else array.astype(demanded.numpy), demanded or result
    raise DiagramError(f"expected {demanded.short}, got an array of {result.short}")


def _takes(demanded: DType, natural: DType, array: Array) -> bool:
    """Return whether an array of NumPy's default dtypes becomes another dtype, as in TensorFlow: float64 any float."""
    if not (natural is DOUBLE and demanded.is_differentiable) and not (natural is INT64 and demanded in NUMERIC):
        return False
    with np.errstate(over="ignore"):
        given = array.astype(demanded.numpy)
    return bool(np.all(np.isfinite(given) == np.isfinite(array) if natural is DOUBLE else given == array))
