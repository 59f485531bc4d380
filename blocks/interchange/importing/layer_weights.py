"""Placement of weights in the composite of the layer that reads them."""

from __future__ import annotations

from collections.abc import Mapping

from blocks.interchange.importing.model_graph import MOST_PARTS, ModelGraph, ModelNode

_WEIGHTS = ("Const", "Variable")


def gather(graph: ModelGraph) -> int:
    """Move each weight that only one composite's nodes read into that composite; return the number of moves.

    TensorFlow keeps Keras's ``dense/kernel`` apart from the layer ``model/dense``, so that most of a large page is
    weights.
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
    """Return the nodes that use a weight, without those that only read it or pass it on if there are others."""
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
    if not paths:
        return ()
    first, last = min(paths), max(paths)
    count = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    return first[:count]
