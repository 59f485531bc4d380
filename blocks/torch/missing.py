"""Blocks of missing types, for operations without a rule: they keep their place, their pins and their shape."""

from __future__ import annotations

from typing import Any

from blocks.base.literals import JsonValue
from blocks.base.types import is_list
from blocks.graph.build import BlockType, construct
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.torch.rules.call import Call


def missing(scope: Scope, call: Call, args: Any) -> list[Output]:
    """Return the results of a block of the type ``torch:aten_NAME``, with the tensors in the arguments as inputs."""
    inputs = [*_tensors(args)]
    pins = ["output"] if len(call.results) == 1 else [f"output_{i}" for i in range(len(call.results))]
    left = ", ".join(f"input_{i}: any" for i in range(len(inputs)))
    right = ", ".join(f"{pin}: {each.dtype.name[3:]}" for pin, each in zip(pins, call.results, strict=True))
    parts = call.target.split(".")
    name = f"torch:{'_'.join(parts[:2])}"

    def kernel(*_: Any, shape: JsonValue = None) -> Any:
        raise NotImplementedError

    spec = BlockType(name, "torch", f"{left} -> {right}", kernel)
    spec.shape(lambda _: [each.shape for each in call.results] if len(pins) > 1 else call.shape)
    shapes: Any = [list(each.shape) for each in call.results]
    node: Any = construct(spec, scope, inputs, {"shape": shapes if len(pins) > 1 else shapes[0]})
    return list(node.outputs)


def _tensors(value: Any) -> Any:
    if isinstance(value, Output):
        yield value
    elif isinstance(value, dict):
        yield from _tensors(list(value.values()))  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType]
    elif is_list(value):
        for each in value:
            yield from _tensors(each)
