"""The outputs of a muted block: for each, an input of the same dtype and shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.graph.build import construct
from blocks.graph.graph import Node, Output
from blocks.graph.scope import Scope
from blocks.graph.spec import BlockSpec, InputPin

_NOWHERE = "\0"
"""A scope that no page can name: no other name depends on what is made there."""


def hand_on(spec: BlockSpec, scope: Scope, given: Sequence[Any], attributes: dict[str, Any]) -> dict[str, Output]:
    inputs = _candidates(spec, given)
    shape = unmuted_output(spec, scope, given, attributes).shape
    for _, value in inputs:
        if value.shape == shape:
            return {spec.outputs[0].name: value}
    pin, first = inputs[0]
    result = f"{spec.outputs[0].name} has the shape {shape_text(shape)}"
    raise DiagramError(f"{pin.name} has the shape {shape_text(first.shape)}, but {result}")


def fitting_pins(spec: BlockSpec) -> list[InputPin]:
    if not _gives_one_tensor(spec):
        return []
    var = spec.outputs[0].var
    return [pin for pin in spec.inputs if var is not None and pin.var == var]


def _candidates(spec: BlockSpec, given: Sequence[Any]) -> list[tuple[InputPin, Output]]:
    if not _gives_one_tensor(spec):
        raise DiagramError(f"{spec.name} does not have exactly one output that is a tensor")
    at = spec.input_index
    inputs = [(pin, given[at[pin.name]]) for pin in fitting_pins(spec) if isinstance(given[at[pin.name]], Output)]
    if not inputs:
        raise DiagramError(f"no wired input can replace the output {spec.outputs[0].name}")
    return inputs


def _gives_one_tensor(spec: BlockSpec) -> bool:
    return len(spec.outputs) == 1 and spec.outputs[0].kind == "tensor" and not spec.outputs[0].is_list


def unmuted_output(spec: BlockSpec, scope: Scope, given: Sequence[Any], attributes: Mapping[str, Any]) -> Output:
    """Return the output that the block would have if not muted, without changing the graph."""
    node: Node = _construct_apart(spec, scope, given, attributes)
    return node.outputs[0]


def hand_on_loop(
    spec: BlockSpec, scope: Scope, given: Sequence[Any], attributes: Mapping[str, Any]
) -> dict[str, Output]:
    """Return the inputs that a muted block that runs composites returns; raise DiagramError if an output has none."""
    would_be = _construct_apart(spec, scope, given, attributes).values
    return {pin: standing_for(pin, each, given) for pin, each in would_be.items() if isinstance(each, Output)}


def standing_for(pin: str, would_be: Output, given: Sequence[Any]) -> Output:
    """Return the first input with the dtype and shape of an output."""
    kind = would_be.dtype, would_be.shape
    for value in given:
        if isinstance(value, Output) and (value.dtype, value.shape) == kind:
            return value
    text = f"no input has the dtype and shape of the output {pin}, {would_be.dtype.short}{shape_text(would_be.shape)}"
    raise DiagramError(text)


def _construct_apart(spec: BlockSpec, scope: Scope, given: Sequence[Any], attributes: Mapping[str, Any]) -> Any:
    """Return what a block would be made of, and remove it from the graph again."""
    graph = scope.graph
    count, names = len(graph.nodes), len(graph.names)
    apart = Scope(graph, _NOWHERE, scope.op_name, scope.controls, scope.owner)
    try:
        return construct(spec, apart, given, dict(attributes))
    finally:
        del graph.nodes[count:]
        while len(graph.names) > names:
            graph.names.popitem()  # the last first
