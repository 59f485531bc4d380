"""Queries about the calls of an exported JAX program."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.shapes import is_known, room
from blocks.base.types import Array, is_array
from blocks.compile.jax.control_flow import argument
from blocks.compile.schedule import Instruction
from blocks.graph.build import infer_shapes
from blocks.graph.call_info import ActualCall, known_value, run_kernel
from blocks.graph.graph import Node, Output
from blocks.library.jax_rules import rule_of
from blocks.library.jax_rules.lowering import NotLowered, RefusedValues, Site, jax
from blocks.library.jax_rules.text import expression

_SOME = 64
"""A size that is open, where a rule is tried."""
_MOST = 1 << 30
"""Bytes of a value that is worked out ahead."""


def worked_out(node: Node, args: Sequence[Any]) -> list[Array] | None:
    try:
        shapes = infer_shapes(node.type, ActualCall(node, args)) or [output.shape for output in node.outputs]
        size = sum(room(shape) * output.dtype.size for shape, output in zip(shapes, node.outputs, strict=True))
        return [np.asarray(each) for each in run_kernel(node, args)] if size <= _MOST else None
    except Exception:  # it fails when it runs, too
        return None


def stand_in(output: Output) -> Any:
    return jax.ShapeDtypeStruct([_SOME if size is None else size for size in output.shape or ()], output.dtype.numpy)


def not_lowered(instruction: Instruction, arrays: dict[int, Any]) -> str | None:
    """Return the reason that a call's rule does not hold for its inputs, some of them abstract, or None.

    If sizes are open, only the conditions of the rule itself count.
    """
    node = instruction.node
    rule = rule_of(node.type)
    assert rule is not None
    exact = all(is_known(output.shape) for output in node.inputs)
    site = Site(node, stream=np.zeros(3, np.uint64) if node.type.random else None)

    def lower(given: dict[int, Any]) -> Any:
        return rule.lower(site, *[argument(each, (arrays | given).__getitem__) for each in instruction.args])

    try:
        jax.eval_shape(lower, {value: each for value, each in arrays.items() if not is_array(each)})
    except NotLowered as reason:
        return str(reason) if exact or not isinstance(reason, RefusedValues) else None
    except DiagramError as error:
        return f"rejects its inputs: {error.message}" if exact else None
    except Exception as error:
        text = (str(error).splitlines() or [type(error).__name__])[0]
        return f"cannot be compiled: {text}" if exact else None
    return None


def has_formula(node: Node) -> bool:
    return expression(node, dict.fromkeys([pin.name for pin in node.type.inputs], "x")) is not None


def keywords(node: Node) -> dict[str, Any]:
    kernel = node.type.bind(node.attrs, node.bound)
    return kernel.keywords if isinstance(kernel, partial) else {}


def chooses_gradient(node: Node) -> bool:
    """Return whether an attribute that affects only the gradient is not at its default."""
    given = keywords(node)
    attributes = node.type.attribute_names.items()
    return any(name not in given and node.attrs[name] != each.default for name, each in attributes)


def literal(output: Output) -> bool:
    known = known_value(output)
    return known is not None and known.dtype.kind in "iub" and known.size <= 64


def lengths(node: Node) -> list[int | bool]:
    return [len(arg) if isinstance(arg, tuple) else arg is None for arg in node.args]


def pins(node: Node) -> list[str]:
    result: list[str] = []
    for pin, arg in zip(node.type.inputs, node.args, strict=True):
        result += (
            [f"{pin.name}_{i}" for i in range(len(arg))] if isinstance(arg, tuple) else [pin.name] * (arg is not None)
        )
    return result
