"""Graph rewriting for passes: a new graph with a map from old nodes to new ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from blocks.base.dtypes import DType
from blocks.base.types import Shape
from blocks.compile.value_numbering import Keys
from blocks.graph.graph import Argument, Graph, Node, Output
from blocks.graph.spec import BlockSpec

OutputKey = tuple[int, int]
"""An output as numbers: its node's, and its index there."""


def output_key(output: Output) -> OutputKey:
    """The key of an output in maps."""
    return output.op.number, output.index


class Goal(NamedTuple):
    """The goal of a program: outputs to return, nodes to run, and their order.

    ``turns`` says for blocks with a `BlockSpec.context` in whose turn they run, where several sessions take turns.
    ``sure`` is how many outputs, from the first on, somebody will look at; None: all of them.
    """

    outputs: Sequence[Output]
    targets: Sequence[Node] = ()
    turns: Mapping[str, int] = MappingProxyType({})
    sure: int | None = None


class Rewrite:
    """A graph under construction that replaces an old one.

    Attributes:
        graph: the new graph.
        memory: how many bytes a result may take.
        outputs: for each output of the old graph that was carried over, what stands for it in the new one.
        nodes: the same for nodes, but for many of those that their outputs lead to; `node` knows all.
        behind: the new nodes, by number, that write a variable, decide what runs, or depend on one that does: they see
            what was written, or are dead with their branch, and nothing must take that from them by dropping the input
            through which they do.
        equal: the new nodes, by their types and what else their results follow from; None if equal calls are not to be
            made once.
        keys: what of them is equal.
        twins: for new nodes, those that were not kept since they are equal.
        nested: some node runs a graph of its own.
    """

    def __init__(self, memory: int, merges: bool) -> None:
        self.graph = Graph()
        self.memory = memory
        self.outputs: dict[Output, Output] = {}
        self.nodes: dict[Node, Node] = {}
        self.behind: set[int] = set()
        self.equal: dict[BlockSpec, dict[Any, Node]] | None = defaultdict(dict) if merges else None
        self.keys = Keys()
        self.twins: dict[Node, list[Node]] = defaultdict(list)
        self.nested = False

    def node(self, old: Node) -> Node | None:
        """What stands for an old node; None if it was not carried over."""
        node = self.nodes.get(old)
        if node is None and old.outputs:
            output = self.outputs.get(old.outputs[0])
            node = None if output is None else output.op
        return node

    def controls(self, node: Node) -> tuple[Node, ...]:
        """What an old node waits for, in the new graph."""
        return tuple([new for new in map(self.node, node.controls) if new is not None])

    def copied(self, node: Node) -> Node:
        """A node with what stands for its inputs now; it is not in the new graph yet."""
        result, spec = self.outputs, node.type
        args = tuple(map(result.__getitem__, node.inputs)) if spec.plain_inputs else exchanged(node.args, result)
        controls = self.controls(node) if node.controls else ()
        new = Node(self.graph, node.home, spec, node.label, args, node.attrs, node.bound, controls)
        new.serial = node.serial
        new.certain = node.certain
        new.source = node.source
        if spec.simple:
            old = node.outputs[0]
            new.outputs = (Output(new, 0, old.dtype, old.shape),)
        else:
            new.outputs = tuple([Output(new, o.index, o.dtype, o.shape, o.is_ref) for o in node.outputs])
        return new

    def add(self, node: Node, new: Node) -> None:
        """Put a node into the new graph, in place of an old one."""
        self.graph.nodes.append(new)
        if self.behind and self._is_behind(new):
            self.behind.add(new.number)
        if new.type.simple:
            self.outputs[node.outputs[0]] = new.outputs[0]
            return
        if new.type.writes or new.type.control:
            self.behind.add(new.number)
        self.stand_in(node, new, new.outputs)

    def _is_behind(self, new: Node) -> bool:
        behind = self.behind
        return any(i.op.number in behind for i in new.inputs) or any(c.number in behind for c in new.controls)

    def stand_in(self, node: Node, new: Node, outputs: Sequence[Output]) -> None:
        """A new node stands for an old one, and these outputs for those of that."""
        self.nodes[node] = new
        self.outputs.update(zip(node.outputs, outputs, strict=True))

    def close_loops(self, old: Graph) -> None:
        """Carry the loops of the old graph over, when all its nodes are."""
        for begin, end in old.loops.items():
            pair = [self.node(old.nodes[number]) for number in (begin, end)]
            if pair[0] is not None and pair[1] is not None:
                self.graph.loops[pair[0].number] = pair[1].number

    def name_twins(self) -> None:
        """Note at the nodes that stand for others as well the names of their blocks: if one fails, they do."""
        for node, others in self.twins.items():
            node.twins = tuple([each.block_name for each in others])

    def make(self, like: Node, spec: BlockSpec, attrs: dict[str, Any], output: tuple[DType, Shape], name: str) -> Node:
        """A node that takes nothing in place of an old one: a feed, a variable that has a value."""
        open_pins = (None,) * len(spec.inputs)
        new = Node(self.graph, like.home, spec, name, open_pins, attrs, {}, self.controls(like))
        new.outputs = (Output(new, 0, *output),)
        self.graph.nodes.append(new)
        if self.behind and self._is_behind(new):
            self.behind.add(new.number)
        return new


def exchanged(args: tuple[Argument, ...], instead: Mapping[Output, Output]) -> tuple[Argument, ...]:
    """Arguments with other outputs in place of some."""
    get = instead.get
    return tuple(
        [tuple([get(o, o) for o in a]) if isinstance(a, tuple) else a if a is None else get(a, a) for a in args]
    )


def needed_nodes(
    graph: Graph, outputs: Iterable[Output], targets: Iterable[Node], fed: Iterable[OutputKey] = ()
) -> bytearray:
    """For each node, whether the outputs or targets need it; what is fed needs nothing.

    What a variable begins with is not needed by the variable: it is read once, by the session.
    """
    nodes, loops = graph.nodes, graph.loops
    fed_keys = set(fed)
    given = {n for n, _ in fed_keys if all((n, o.index) in fed_keys for o in nodes[n].outputs)}
    marked = bytearray(len(nodes))
    for output in outputs:
        if output_key(output) not in fed_keys:
            marked[output.op.number] = 1
    for node in targets:
        if node.number not in given:
            marked[node.number] = 1
    if not fed_keys and not loops:
        for number, node in zip(range(len(nodes) - 1, -1, -1), reversed(nodes), strict=True):
            if not marked[number]:
                continue
            for i in node.inputs if not node.type.variable else ():
                marked[i.op.number] = 1
            if node.controls:
                for control in node.controls:
                    marked[control.number] = 1
        return marked
    number = marked.rfind(1)
    while number >= 0:  # from the last one back: what a node needs comes before it
        node = nodes[number]
        if not node.type.variable:
            for i in node.inputs:
                if not fed_keys or output_key(i) not in fed_keys:
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
