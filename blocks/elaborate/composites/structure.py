"""The cache key for the gradient flow of a page with instances.

Values of blocks are not part of it, unless they change dtypes, shapes or the description of a gradient stop.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, TypeAlias

from blocks.elaborate.composites.parts import Model
from blocks.elaborate.elaboration import Elaboration
from blocks.graph.graph import Node, Output

Structure: TypeAlias = tuple[Any, ...]
"""Compared as a whole; it is no key, since it is as long as the page."""


def structure_of(elaboration: Elaboration) -> Structure | None:
    """Return the structure of an elaborated page; None if it has no instances, or if a node runs a graph of its own.

    Equal instances share their structure, so the cost is small.
    """
    expansion, nodes = elaboration.expansion, elaboration.graph.nodes
    if expansion is None or elaboration.running or elaboration.graph.loops:
        return None
    graph: list[Hashable] = []
    at = 0
    for part in [stamp.part for stamp in elaboration.alike]:
        model, first = part.model, part.nodes[0].number
        assert model is not None
        graph += map(_of_node, nodes[at:first])
        graph += [_of_model(model), _numbers(tuple(part.inputs))]
        at = first + len(part.nodes)
    graph += map(_of_node, nodes[at:])
    blocks = elaboration.page.blocks
    return (
        [block.id for block in blocks],
        [block.type for block in blocks],
        [block.muted for block in blocks],
        elaboration.page.wires,
        expansion.source.wires,
        [(path, each.definition.name) for path, each in expansion.instances.items()],
        [(page.name, page.wires) for page in expansion.composites.pages.values()],
        graph,
    )


def _of_model(model: Model) -> Hashable:
    if model.structure is None:
        model.structure = tuple(
            [(each.type, each.args, each.outputs, each.attrs.get("message")) for each in model.nodes]
        )
    return model.structure


def _of_node(node: Node) -> Hashable:
    outputs = tuple([(output.dtype, output.shape, output.is_ref) for output in node.outputs])
    return node.type, tuple(map(_numbers, node.args)), outputs, node.attrs.get("message")


def _numbers(arg: Output | tuple[Output, ...] | None) -> Hashable:
    if isinstance(arg, tuple):
        return tuple([(each.op.number, each.index) for each in arg])
    return None if arg is None else (arg.op.number, arg.index)
