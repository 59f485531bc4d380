"""What passes are made of: a new graph grown from an old one, with a map of what went where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
        self.outputs: dict[Output, Output] = {}
        self.nodes: dict[Node, Node] = {}

    def controls(self, node: Node) -> tuple[Node, ...]:
        """What an old node waits for, in the new graph."""
        return tuple([self.nodes[c] for c in node.controls if c in self.nodes])

    def copy(self, node: Node) -> Node:
        """Carry a node over as it is."""
        found, spec = self.outputs, node.type
        args = tuple([found[o] for o in node.inputs]) if spec.plain_inputs else exchanged(node.args, found)
        controls = self.controls(node) if node.controls else ()
        new = Node(self.graph, node.home, spec, node.name, args, node.attrs, node.bound, controls)
        new.certain = node.certain
        new.source = node.source
        new.twins = node.twins
        self.graph.nodes.append(new)
        if spec.simple:
            [old] = node.outputs
            found[old] = output = Output(new, 0, old.dtype, old.shape)
            new.outputs = (output,)
            self.nodes[node] = new
            return new
        new.outputs = tuple([Output(new, o.index, o.dtype, o.shape, o.is_ref) for o in node.outputs])
        self.stand_in(node, new)
        return new

    def stand_in(self, node: Node, new: Node) -> None:
        """A new node stands for an old one."""
        self.nodes[node] = new
        self.outputs.update(zip(node.outputs, new.outputs, strict=True))

    def close_loops(self, old: Graph) -> None:
        """Carry the loops of the old graph over, when all its nodes are."""
        for begin, end in old.loops.items():
            pair = [self.nodes.get(old.nodes[number]) for number in (begin, end)]
            if pair[0] is not None and pair[1] is not None:
                self.graph.loops[pair[0].number] = pair[1].number

    def make(self, like: Node, spec: BlockSpec, attrs: dict[str, Any], output: tuple[DType, Shape], name: str) -> Node:
        """A node that takes nothing in place of an old one: a feed, a variable that has a value."""
        open_pins = (None,) * len(spec.inputs)
        new = Node(self.graph, like.home, spec, name, open_pins, attrs, {}, self.controls(like))
        new.outputs = (Output(new, 0, *output),)
        self.graph.nodes.append(new)
        return new


def exchanged(args: tuple[Argument, ...], instead: Mapping[Output, Output]) -> tuple[Argument, ...]:
    """Arguments with other outputs in place of some."""
    get = instead.get
    return tuple(
        [tuple([get(o, o) for o in a]) if isinstance(a, tuple) else a if a is None else get(a, a) for a in args]
    )


def needed_nodes(
    graph: Graph, outputs: Iterable[Output], targets: Iterable[Node], fed: Iterable[Place] = ()
) -> bytearray:
    """For each node, whether the outputs or targets need it; what is fed needs nothing.

    What a variable begins with is not needed by the variable: it is read once, by the session.
    """
    nodes, loops = graph.nodes, graph.loops
    fed_places = set(fed)
    given = {n for n, _ in fed_places if all((n, o.index) in fed_places for o in nodes[n].outputs)}
    marked = bytearray(len(nodes))
    for output in outputs:
        if place(output) not in fed_places:
            marked[output.op.number] = 1
    for node in targets:
        if node.number not in given:
            marked[node.number] = 1
    if not fed_places and not loops:
        for node in reversed(nodes):
            if marked[node.number]:
                for i in node.inputs if not node.type.variable else ():
                    marked[i.op.number] = 1
                for control in node.controls:
                    marked[control.number] = 1
        return marked
    number = marked.rfind(1)
    while number >= 0:  # from the last one back: what a node needs comes before it
        node = nodes[number]
        if not node.type.variable:
            for i in node.inputs:
                if not fed_places or place(i) not in fed_places:
                    marked[i.op.number] = 1
        for control in node.controls:
            if control.number not in given:
                marked[control.number] = 1
        end = loops.get(number) if loops else None  # but what goes round in a loop
        if end is not None and not marked[end] and end not in given:
            marked[end] = 1
            number = max(number, end + 1)
        number = marked.rfind(1, 0, number)
    return marked
