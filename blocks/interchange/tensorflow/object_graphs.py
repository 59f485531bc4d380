"""The object graph of a TensorFlow 2 SavedModel: the checkpoint value of each variable.

Names are not sufficient, because several variables may have been created under one name. A traced function is bound to
objects by their numbers, and the checkpoint names its tensors by the path from object to object.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from blocks.interchange.tensorflow.operations import CALLS

_VALUE = b"VARIABLE_VALUE"


def bound_keys(meta: Any, saved: Any) -> Mapping[str, str]:
    """Return the checkpoint keys of variables that a SavedModel's functions capture, by node name."""
    same = _same_objects(meta.object_graph_def.nodes, saved.nodes)
    result: dict[str, str] = {}
    for name, number in _bound(meta):
        attributes = saved.nodes[same[number]].attributes if number in same else ()
        key = next((each.checkpoint_key for each in attributes if each.name == _VALUE), None)
        if key is not None:
            result.setdefault(name, key.decode(errors="replace"))
    return result


def untrained(meta: Any) -> set[str]:
    """Return the node names of a SavedModel's variables that training does not change."""
    if meta is None:
        return set()
    nodes = meta.object_graph_def.nodes
    variables = [each.variable for each in nodes if each.HasField("variable")]
    trained = {each.name for each in variables if each.trainable}
    result = {each.name.decode(errors="replace") for each in variables if each.name not in trained}
    for name, number in _bound(meta):
        if 0 <= number < len(nodes) and nodes[number].HasField("variable"):
            (result.discard if nodes[number].variable.trainable else result.add)(name)
    return result


def _bound(meta: Any) -> Iterator[tuple[str, int]]:
    functions = meta.object_graph_def.concrete_functions
    for node in meta.graph_def.node:
        name = node.attr["f"].func.name.decode(errors="replace") if node.op.decode(errors="replace") in CALLS else ""
        if name not in functions:
            continue
        given = [each.decode(errors="replace").partition(":")[0] for each in node.input if not each.startswith(b"^")]
        numbers = functions[name].bound_inputs
        if len(numbers) <= len(given):
            yield from zip(given[len(given) - len(numbers) :], numbers, strict=True)


def _same_objects(nodes: Any, saved: Any) -> Mapping[int, int]:
    """Map the numbers of objects to those in the checkpoint, along children of the same names."""
    result: dict[int, int] = {}
    stack = [(0, 0)]
    while stack:
        number, other = stack.pop()
        if number in result or not (0 <= number < len(nodes) and 0 <= other < len(saved)):
            continue
        result[number] = other
        children = {each.local_name: each.node_id for each in saved[other].children}
        stack += [
            (each.node_id, children[each.local_name]) for each in nodes[number].children if each.local_name in children
        ]
    return result
