"""Blocks that only pass their inputs through: lists, operations, outputs, status, scopes."""

from __future__ import annotations

from typing import Any

from blocks.base.errors import DiagramError
from blocks.graph.graph import Node, Operand
from blocks.graph.scope import Scope as GraphScope
from blocks.library.core.values import OperationRef, SessionRequest, kind_name, output_at, outputs_at
from blocks.library.declare import block


@block("outputlist: output* -> output: list", helper=True, passthrough=True)
def InputList(scope: GraphScope, outputlist: Any) -> dict[str, Any]:
    """Combine several tensors into one list, in the order of the wires. Lists are unpacked.

    Args:
        outputlist: the tensors, or lists of tensors.

    Returns:
        output: [...] the list.
    """
    if not outputlist:
        raise DiagramError("InputList needs at least one wire", pin="outputlist")
    return {"output": outputs_at("outputlist", outputlist)}


@block("operation: output -> output: operation", helper=True)
def Operation(scope: GraphScope, operation: Any) -> dict[str, Any]:
    """Return the operation that produces a tensor, to run or wait for without its value.

    Args:
        operation: the tensor.

    Returns:
        output: the operation.
    """
    return {"output": OperationRef(output_at("operation", operation).op)}


@block("output: output -> output: output", helper=True, passthrough=True)
def Output(scope: GraphScope, output: Any, *, index: int = 0) -> dict[str, Any]:
    """Return one output of an operation as a tensor.

    Args:
        output: an operation, or a tensor, which is passed through.
        index: the index of the output, from 0.

    Returns:
        output: the tensor.
    """
    if not isinstance(output, OperationRef):
        return {"output": output_at("output", output)}
    outputs = output.op.outputs
    if not 0 <= index < len(outputs):
        text = f"{output.op.type.name} has {len(outputs)} outputs, so output {index} does not exist"
        raise DiagramError(text, pin="index")
    return {"output": outputs[index]}


@block("status: status -> output: message", helper=True)
def Status(scope: GraphScope, status: Any) -> dict[str, Any]:
    """Show how the runs of a session end: ``OK``, or the error.

    Args:
        status: the status of a ClientSession.

    Returns:
        output: the same status.
    """
    if status is None:
        raise DiagramError("Status needs the status of a ClientSession", pin="status")
    if not isinstance(status, SessionRequest):
        raise DiagramError(f"status must be the status of a ClientSession, got {kind_name(status)}", pin="status")
    return {"output": status}


@block("control_dependencies: output*? -> scope: scope", helper=True, aliases={"output": "scope"})
def Scope(scope: GraphScope, control_dependencies: Any, *, name: str = "") -> dict[str, Any]:
    """Create a name scope: the names of all blocks whose scope pin is wired to it begin with its name.

    To nest scopes, wire one Scope block to the scope pin of another.

    Args:
        control_dependencies: the operations or tensors that run before anything in this scope.
        name: the name, or several names separated by /. If it is empty, the block's id is used.

    Returns:
        scope: the scope.
    """
    inner = scope
    for part in (name or scope.op_name or "Scope").split("/"):
        inner = inner.new_sub_scope("".join(c for c in part if ord(c) >= 32) or "Scope")
    waits: list[Operand] = []
    for value in control_dependencies or ():
        waits.extend([value.op] if isinstance(value, OperationRef) else nodes_of(value))
    return {"scope": inner.with_control_dependencies(waits) if waits else inner}


def nodes_of(value: Any) -> list[Node]:
    return [output.op for output in outputs_at("control_dependencies", value)]
