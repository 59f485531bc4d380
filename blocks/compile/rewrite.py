"""What passes are made of: a new graph grown from an old one, with a map of what went where."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from blocks.base.dtypes import DType
from blocks.base.types import Shape
from blocks.graph.graph import Argument, Graph, Node, Output
from blocks.graph.spec import BlockSpec

Place = tuple[int, int]
"""An output as numbers: its node's, and its index there."""


def place(output: Output) -> Place:
    """The place of an output."""
    return output.op.number, output.index


class Rewrite:
    """A graph under construction that stands for an old one.

    Attributes:
        graph: the new graph.
        outputs: for each output of the old graph that was carried over, what stands for it in the new one.
        nodes: the same for nodes (for control dependencies and errors).
    """

    def __init__(self) -> None:
        self.graph = Graph()
        self.outputs: dict[Place, Output] = {}
        self.nodes: dict[int, Node] = {}

    def args(self, node: Node) -> tuple[Argument, ...]:
        """The arguments of an old node in the new graph."""
        found = self.outputs
        if node.type.plain_inputs:
            return tuple([found[o.op.number, o.index] for o in node.inputs])
        return tuple(
            None if a is None else tuple(found[place(o)] for o in a) if isinstance(a, tuple) else found[place(a)]
            for a in node.args
        )

    def controls(self, node: Node) -> tuple[Node, ...]:
        """What an old node waits for, in the new graph."""
        return tuple([self.nodes[c.number] for c in node.controls if c.number in self.nodes])

    def copy(self, node: Node, args: tuple[Argument, ...] | None = None) -> Node:
        """Carry a node over as it is."""
        new = Node(
            self.graph,
            node.home,
            node.type,
            node.name,
            self.args(node) if args is None else args,
            node.attrs,
            node.bound,
            self.controls(node),
        )
        new.certain = node.certain
        new.twins = node.twins
        new.outputs = tuple([Output(new, o.index, o.dtype, o.shape, o.is_ref) for o in node.outputs])
        self.graph.nodes.append(new)
        self.stand_in(node, new)
        return new

    def stand_in(self, node: Node, new: Node) -> None:
        """A new node stands for an old one."""
        self.nodes[node.number] = new
        for old, out in zip(node.outputs, new.outputs, strict=True):
            self.outputs[node.number, old.index] = out

    def close_loops(self, old: Graph) -> None:
        """Carry the loops of the old graph over, when all its nodes are."""
        pairs = old.loops.items()
        self.graph.loops = {
            self.nodes[begin].number: self.nodes[end].number
            for begin, end in pairs
            if begin in self.nodes and end in self.nodes
        }

    def make(
        self,
        like: Node,
        spec: BlockSpec,
        attrs: dict[str, Any],
        outputs: Iterable[tuple[DType, Shape]],
        name: str | None = None,
    ) -> Node:
        """A node that takes nothing in place of an old one: a constant, a feed, a variable that has a value."""
        open_pins = (None,) * len(spec.inputs)
        new = Node(self.graph, like.home, spec, name or like.name, open_pins, attrs, {}, self.controls(like))
        new.outputs = tuple([Output(new, i, dtype, shape) for i, (dtype, shape) in enumerate(outputs)])
        self.graph.nodes.append(new)
        return new


def needed_nodes(
    graph: Graph, outputs: Iterable[Output], targets: Iterable[Node], fed: Iterable[Place] = ()
) -> bytearray:
    """For each node, whether the outputs or targets need it; what is fed needs nothing.

    What a variable begins with is not needed by the variable: it is read once, by the session.
    """
    fed_places = set(fed)
    given = {n for n, _ in fed_places if all((n, o.index) in fed_places for o in graph.nodes[n].outputs)}
    marked = bytearray(len(graph.nodes))
    pending: list[int] = []

    def mark(number: int) -> None:
        if not marked[number] and number not in given:
            marked[number] = 1
            pending.append(number)

    for output in outputs:
        if place(output) not in fed_places:
            mark(output.op.number)
    for node in targets:
        mark(node.number)
    while pending:
        node = graph.nodes[pending.pop()]
        if not node.type.variable:
            for i in node.inputs:
                if (i.op.number, i.index) not in fed_places:
                    mark(i.op.number)
        for control in node.controls:
            mark(control.number)
        if node.number in graph.loops:
            mark(graph.loops[node.number])
    return marked
