"""Placement of weights in the composite of the layer that reads them."""

from __future__ import annotations

from collections.abc import Mapping

from blocks.interchange.importing.model_graph import MOST_PARTS, ModelGraph, ModelNode

_WEIGHTS = ("Const", "Variable")


def gather(graph: ModelGraph) -> int:
    """Move each weight that only the nodes of one composite read into that composite; how many were moved.

    TensorFlow keeps what Keras calls ``dense/kernel`` apart from the layer ``model/dense``, so that a page of a large
    model is mostly weights. Their paths are others then.
    """
    readers: dict[ModelNode, list[ModelNode]] = {}
    for node in graph.nodes:
        for _, ref in node.inputs:
            readers.setdefault(ref.node, []).append(node)
    shown = {ref.node for ref in (*graph.outputs, *graph.runs)}
    moved = 0
    for node in graph.nodes:
        if node.type not in _WEIGHTS or node.inputs or node in shown:
            continue
        home = _common([each.path[:-1] for each in _users(node, readers)])
        if len(home) >= len(node.path) and len(home) < MOST_PARTS and node.path[:-1] != home[: len(node.path) - 1]:
            node.path = (*home, node.path[-1])
            moved += 1
    return moved


def _users(weight: ModelNode, readers: Mapping[ModelNode, list[ModelNode]]) -> list[ModelNode]:
    """What does something with a weight; what only reads it or hands it on does not count, if there is more."""
    nodes: list[ModelNode] = []
    stack = list(readers.get(weight, ()))
    while stack:
        each = stack.pop()
        if each.type == "Identity" and each in readers:
            stack += readers[each]
        else:
            nodes.append(each)
    return nodes


def _common(paths: list[tuple[str, ...]]) -> tuple[str, ...]:
    """What all of some paths begin with."""
    if not paths:
        return ()
    first, last = min(paths), max(paths)
    count = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    return first[:count]
