"""Values of wires that do not carry tensors: operations, plain values, feeds, session requests."""

from __future__ import annotations

from typing import Any, NamedTuple

from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array, is_list
from blocks.graph.graph import Node, Operand, Output


class OperationRef(NamedTuple):
    op: Node


class TensorValue(NamedTuple):
    array: Array
    dtype: DType


class Initializer(NamedTuple):
    value: Any


class Feed(NamedTuple):
    output: Output
    value: Array


class SessionRequest(NamedTuple):
    fetches: list[Output]
    targets: list[Node]
    feeds: list[Feed]
    every: int = 1


def outputs_at(pin: str, value: Any) -> list[Output]:
    """Return the tensors at a helper's list pin, flattened. Raise DiagramError for other values."""
    outputs: list[Output] = []
    for each in value if is_list(value) else [value]:
        outputs.extend(outputs_at(pin, each) if is_list(each) else [output_at(pin, each)])
    return outputs


def output_at(pin: str, value: Any) -> Output:
    if isinstance(value, Operand):
        return value.as_output()
    if value is None:
        raise DiagramError(f"{pin} is not wired", pin=pin)
    raise DiagramError(f"{pin} must be a tensor, got {kind_name(value)}", pin=pin)


def kind_name(value: Any) -> str:
    names: dict[type, str] = {
        OperationRef: "an operation",
        TensorValue: "a plain value",
        Initializer: "an initial value",
        Feed: "a feed",
        SessionRequest: "the status of a session",
    }
    if isinstance(value, Operand):
        return "a tensor"
    return next((name for kind, name in names.items() if isinstance(value, kind)), "a typed value")
