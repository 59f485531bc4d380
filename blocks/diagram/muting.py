"""What a muted block gives: an input of the dtype and the shape that its output has, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
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
    """What a muted block gives at its output pin: its first input that could stand for its result.

    Raises:
        DiagramError: none can, and why.
    """
    inputs = _candidates(spec, given)
    shape = _result(spec, scope, given, attributes).shape
    for _, value in inputs:
        if value.shape == shape:
            return {spec.outputs[0].name: value}
    pin, first = inputs[0]
    result = f"{spec.outputs[0].name} has the shape {shape_text(shape)}"
    raise DiagramError(f"{pin.name} has the shape {shape_text(first.shape)}, {result}")


def _candidates(spec: BlockSpec, given: Sequence[Any]) -> list[tuple[InputPin, Output]]:
    """The inputs of the dtype that the block's one output has."""
    if len(spec.outputs) != 1 or spec.outputs[0].kind != "tensor" or spec.outputs[0].is_list:
        raise DiagramError(f"{spec.name} does not give just one tensor")
    var = spec.outputs[0].var
    inputs = [
        (pin, value)
        for pin, value in zip(spec.inputs, given, strict=True)
        if var is not None and pin.var == var and isinstance(value, Output)
    ]
    if not inputs:
        raise DiagramError(f"nothing is wired to it that could stand for {spec.outputs[0].name}")
    return inputs


def _result(spec: BlockSpec, scope: Scope, given: Sequence[Any], attributes: dict[str, Any]) -> Output:
    """The output of the block as if it were not muted; the graph is as before."""
    graph = scope.graph
    count, names = len(graph.nodes), len(graph.names)
    apart = Scope(graph, _NOWHERE, scope.op_name, scope.controls, scope.owner)
    try:
        made: Node = construct(spec, apart, given, attributes)
        return made.outputs[0]
    finally:
        del graph.nodes[count:]
        while len(graph.names) > names:
            graph.names.popitem()  # the last first
