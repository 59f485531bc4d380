"""Builds small GraphDefs without TensorFlow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from blocks.base.dtypes import dtype_of
from blocks.base.types import array_of
from blocks.interchange.tensorflow import schema
from blocks.library.parsing.tensor_messages import put_tensor

FLOAT = 1


def graph() -> Any:
    """A graph without nodes."""
    graph_def = schema.message("GraphDef")
    graph_def.versions.producer = 1882
    return graph_def


def add(target: Any, op: str, name: str, *inputs: str, **attributes: Any) -> Any:
    """Add a node to a graph, or to a function."""
    nodes = target.node if hasattr(target, "node") else target.node_def
    node = nodes.add(op=op.encode(), name=name.encode())
    node.input.extend(each.encode() for each in inputs)
    for key, value in attributes.items():
        attribute = node.attr[key]
        if (array := array_of(value)) is not None:
            put_tensor(attribute.tensor, array, dtype_of(array))
        elif isinstance(value, bool):
            attribute.b = value
        elif isinstance(value, int):
            attribute.type = value
        else:
            attribute.func.name = value.encode()
    return node


def constant(target: Any, name: str, value: Any, *controls: str) -> Any:
    """Add a Const."""
    return add(target, "Const", name, *controls, dtype=FLOAT, value=np.asarray(value, np.float32))


def function(target: Any, name: str, arguments: list[str], results: dict[str, str]) -> Any:
    """Add a function to a graph's library."""
    message = target.library.function.add()
    message.signature.name = name.encode()
    for each in arguments:
        message.signature.input_arg.add(name=each.encode(), type=FLOAT)
    for each, value in results.items():
        message.signature.output_arg.add(name=each.encode(), type=FLOAT)
        message.ret[each] = value
    return message


def saved(target: Any, path: Path) -> str:
    """Write it into a file."""
    path.write_bytes(target.SerializeToString())
    return str(path)


def looping() -> Any:
    """A graph with a loop, a function that is called twice, a variable, weights and an operator that is not known."""
    graph_def = graph()
    add(graph_def, "Placeholder", "x", dtype=FLOAT)
    condition = function(graph_def, "condition", ["a", "b"], {"r": "less:z:0"})
    add(condition, "Less", "less", "a", "b", T=FLOAT)
    body = function(graph_def, "body", ["a", "b"], {"a_": "next:z:0", "b_": "same:output:0"})
    constant(body, "two", 2.0)
    add(body, "Mul", "next", "a", "two:output:0", T=FLOAT)
    add(body, "Identity", "same", "b", T=FLOAT)
    constant(graph_def, "limit", 9.0)
    add(graph_def, "While", "loop", "x", "limit", cond="condition", body="body")
    add(function(graph_def, "twice", ["a"], {"r": "deep/sum:z:0"}), "AddV2", "deep/sum", "a", "a", T=FLOAT)
    add(graph_def, "PartitionedCall", "one", "loop:0", f="twice")
    add(graph_def, "PartitionedCall", "two", "one", f="twice")
    add(graph_def, "VarHandleOp", "v", dtype=FLOAT)
    constant(graph_def, "v/start", np.arange(6.0).reshape(2, 3))
    add(graph_def, "AssignVariableOp", "v/Assign", "v", "v/start", dtype=FLOAT)
    add(graph_def, "ReadVariableOp", "v/Read", "v", dtype=FLOAT)
    constant(graph_def, "weights", np.arange(1200.0))
    add(graph_def, "Frobnicate", "odd", "two", "v/Read", "weights")
    return graph_def
