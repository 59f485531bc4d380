"""Builds small models of ONNX without onnx."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from blocks.base.dtypes import dtype_of
from blocks.base.types import array_of
from blocks.interchange.onnx import schema

FLOAT, INT64, BOOL = 1, 7, 9
EXTERNAL = 1


def model(opset: int = 18, ir_version: int = 8) -> Any:
    """A model with an empty graph."""
    message = schema.message("Model")
    message.ir_version = ir_version
    message.opset_import.add(version=opset)
    message.graph.name = b"main"
    return message


def add(target: Any, op: str, inputs: Sequence[str], outputs: Sequence[str], name: str = "", **attributes: Any) -> Any:
    """Add a node to a graph, or to a function."""
    node = target.node.add(op_type=op.encode(), name=name.encode())
    node.input.extend(each.encode() for each in inputs)
    node.output.extend(each.encode() for each in outputs)
    for key, value in attributes.items():
        attribute = node.attribute.add(name=key.encode())
        if isinstance(value, bytes):
            attribute.type, attribute.s = 3, value
        elif isinstance(value, float):
            attribute.type, attribute.f = 1, value
        elif isinstance(value, int):
            attribute.type, attribute.i = 2, value
        elif isinstance(value, list):
            attribute.type = 7
            attribute.ints.extend(value)
        elif (array := array_of(value)) is not None:
            attribute.type = 4
            put(attribute.t, array)
        else:
            attribute.type = 5
            attribute.g.CopyFrom(value)
    return node


def put(target: Any, array: Any, name: str = "") -> Any:
    """Write a tensor."""
    target.name = name.encode()
    target.data_type = schema.NUMBERS[dtype_of(array).name]
    target.dims.extend(array.shape)
    target.raw_data = np.ascontiguousarray(array).tobytes()
    return target


def constant(graph: Any, name: str, value: Any) -> Any:
    """Add a tensor to a graph."""
    array = np.asarray(value)
    array = array.astype(np.float32) if array.dtype == np.float64 else array
    return put(graph.initializer.add(), array, name)


def external(graph: Any, name: str, dims: Sequence[int], location: str, **places: int) -> Any:
    """Add a tensor whose data lie in a file."""
    tensor = graph.initializer.add(name=name.encode(), data_type=FLOAT, data_location=EXTERNAL)
    tensor.dims.extend(dims)
    tensor.external_data.add(key=b"location", value=location.encode())
    for key, value in places.items():
        tensor.external_data.add(key=key.encode(), value=str(value).encode())
    return tensor


def value(target: Any, name: str, dims: Sequence[int | None] | None = (), dtype: int = FLOAT) -> None:
    """Say that a graph takes or gives a value: ``target`` is the list of its inputs or outputs."""
    said = target.add(name=name.encode()).type.tensor_type
    said.elem_type = dtype
    if dims is None:
        return
    said.shape.SetInParent()
    for size in dims:
        dim = said.shape.dim.add()
        if size is not None:
            dim.dim_value = size


def graph(name: str) -> Any:
    """A graph of its own: the body of a loop or a branch."""
    message = schema.message("Graph")
    message.name = name.encode()
    return message


def function(target: Any, name: str, inputs: Sequence[str], outputs: Sequence[str]) -> Any:
    """Add a function, of the domain ``own``, to a model."""
    message = target.functions.add(name=name.encode(), domain=b"own")
    message.input.extend(each.encode() for each in inputs)
    message.output.extend(each.encode() for each in outputs)
    return message


def call(target: Any, name: str, inputs: Sequence[str], outputs: Sequence[str], label: str = "") -> None:
    """Call a function."""
    add(target, name, inputs, outputs, label).domain = b"own"


def saved(message: Any, path: Path) -> str:
    """Write it into a file."""
    path.write_bytes(message.SerializeToString())
    return str(path)


def branching() -> Any:
    """A model with a loop, a branch, a function called twice, weights beside it, and an operator that is not known."""
    onnx_model = model()
    main = onnx_model.graph
    value(main.input, "x", [None, 3])
    value(main.output, "y", None)
    value(main.output, "odd", None)
    body = graph("body")
    for name, dtype in (("i", INT64), ("go", BOOL), ("a", FLOAT)):
        value(body.input, name, [None, 3] if name == "a" else [], dtype)
    add(body, "Mul", ["a", "two"], ["b"])
    add(body, "Identity", ["go"], ["go_on"])
    add(body, "ReduceSum", ["b"], ["s"], keepdims=0)
    for name, dtype in (("go_on", BOOL), ("b", FLOAT), ("s", FLOAT)):
        value(body.output, name, None, dtype)
    constant(main, "two", 2.0)
    constant(main, "rounds", np.array(3, np.int64))
    add(main, "Loop", ["rounds", "", "x"], ["l", "sums"], "loop", body=body)
    twice = function(onnx_model, "Twice", ["p"], ["q"])
    add(twice, "Add", ["p", "p"], ["q"], "sum")
    call(main, "Twice", ["l"], ["t"], "one")
    call(main, "Twice", ["t"], ["u"], "two")
    external(main, "w", [3, 4], "w.bin", offset=8, length=48)
    add(main, "MatMul", ["u", "w"], ["m"], "dense/MatMul")
    add(main, "ReduceSum", ["sums"], ["total"], keepdims=0)
    add(main, "Greater", ["total", "two"], ["is_large"])
    branches: dict[str, Any] = {}
    for key, op in (("then_branch", "Neg"), ("else_branch", "Abs")):
        branches[key] = graph(key)
        add(branches[key], op, ["m"], ["r"])
        value(branches[key].output, "r", None)
    add(main, "If", ["is_large"], ["y"], "choice", **branches)
    add(main, "Frobnicate", ["y", "w"], ["odd"], "strange", level=3)
    return onnx_model
