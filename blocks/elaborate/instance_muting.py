"""Outputs of a muted instance: for each output pin, an input of the same dtype and shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from blocks.base.errors import DiagramError
from blocks.base.literals import to_array
from blocks.base.shapes import shape_text
from blocks.base.types import is_list
from blocks.elaborate.instance_types import Kind, with_kinds
from blocks.elaborate.muting import NOWHERE
from blocks.elaborate.page_builder import PageBuilder
from blocks.graph.build import construct
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.graph.spec import BlockSpec


def hand_on_instance(
    builder: PageBuilder, spec: BlockSpec, given: Sequence[Any], values: Mapping[str, Any]
) -> dict[str, Output]:
    """Return the inputs that a muted instance returns; raise DiagramError if an output matches none."""
    assert builder.expansion is not None
    composites = builder.expansion.composites
    kinds = {pin.name: kind for pin, value in zip(spec.inputs, given, strict=True) if (kind := _kind(value))}
    outline = with_kinds(composites.pages[spec.name], kinds, values)
    inside = composites.elaborate(outline)
    outputs: dict[str, Output] = {}
    for name, pin in composites.pins(outline).outputs.items():
        would_be = inside.values.get(pin.id, {}).get("output")
        if not isinstance(would_be, Output):
            raise DiagramError(f"the value of its output {name} is not known")
        outputs[name] = _standing_for(name, would_be, given)
    return outputs


def hand_on_loop(
    spec: BlockSpec, scope: Scope, given: Sequence[Any], attributes: Mapping[str, Any]
) -> dict[str, Output]:
    graph = scope.graph
    count, names = len(graph.nodes), len(graph.names)
    try:
        call = construct(spec, Scope(graph, NOWHERE, scope.op_name, (), scope.owner), given, dict(attributes))
        would_be = {pin: value for pin, value in call.values.items() if isinstance(value, Output)}
    finally:
        del graph.nodes[count:]
        while len(graph.names) > names:
            graph.names.popitem()
    return {pin: _standing_for(pin, value, given) for pin, value in would_be.items()}


def _standing_for(pin: str, would_be: Output, given: Sequence[Any]) -> Output:
    kind = would_be.dtype, would_be.shape
    inputs = [value for value in given if isinstance(value, Output) and (value.dtype, value.shape) == kind]
    if not inputs:
        text = f"none of its inputs matches its output {pin}, {would_be.dtype.short}{shape_text(would_be.shape)}"
        raise DiagramError(text)
    return inputs[0]


def _kind(value: Any) -> Kind | None:
    if isinstance(value, Output):
        return value.dtype, value.shape
    if value is None or is_list(value):
        return None
    try:
        array, dtype = to_array(value, None)
    except DiagramError:
        return None
    return dtype, array.shape
