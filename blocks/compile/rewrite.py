"""Graph rewriting for passes: a new graph with a map from old nodes to new ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import DType
from blocks.base.types import Array, Shape, is_array, is_list
from blocks.graph.graph import Argument, Graph, Node, Output
from blocks.graph.spec import BlockSpec

OutputKey = tuple[int, int]
"""An output as numbers: its node's, and its index there."""


def output_key(output: Output) -> OutputKey:
    return output.op.number, output.index


class Goal(NamedTuple):
    """The goal of a program: outputs to return, nodes to run, and their order.

    ``turns`` gives the session in whose turn a block with a `BlockSpec.context` runs, if several sessions take turns.
    ``sure`` is the number of leading outputs that will certainly be read; None means all.
    """

    outputs: Sequence[Output]
    targets: Sequence[Node] = ()
    turns: Mapping[str, int] = MappingProxyType({})
    sure: int | None = None


class Rewrite:
    """A graph under construction that replaces an old one.

    Attributes:
        nodes: the new node for each old one, but incomplete, since outputs lead to most nodes; use `node`.
        behind: the numbers of new nodes that write a variable, decide control flow, or depend on such a node. They see
            the written value, or are dead with their branch, so the input that makes them depend on it must not be
            dropped.
        equal: the new nodes by their value keys; None if equal calls are not merged.
        twins: for each new node, the equal nodes that were dropped.
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
        node = self.nodes.get(old)
        if node is None and old.outputs:
            output = self.outputs.get(old.outputs[0])
            node = None if output is None else output.op
        return node

    def controls(self, node: Node) -> tuple[Node, ...]:
        return tuple([new for new in map(self.node, node.controls) if new is not None])

    def copied(self, node: Node) -> Node:
        """Copy a node with its new inputs, without adding it to the new graph."""
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
        self.nodes[node] = new
        self.outputs.update(zip(node.outputs, outputs, strict=True))

    def close_loops(self, old: Graph) -> None:
        """Copy the loops of the old graph, after all its nodes."""
        for begin, end in old.loops.items():
            pair = [self.node(old.nodes[number]) for number in (begin, end)]
            if pair[0] is not None and pair[1] is not None:
                self.graph.loops[pair[0].number] = pair[1].number

    def name_twins(self) -> None:
        """Store the names of merged blocks at the node that replaces them, for its errors."""
        for node, others in self.twins.items():
            node.twins = tuple([each.block_name for each in others])

    def make(self, like: Node, spec: BlockSpec, attrs: dict[str, Any], output: tuple[DType, Shape], name: str) -> Node:
        open_pins = (None,) * len(spec.inputs)
        new = Node(self.graph, like.home, spec, name, open_pins, attrs, {}, self.controls(like))
        new.outputs = (Output(new, 0, *output),)
        self.graph.nodes.append(new)
        if self.behind and self._is_behind(new):
            self.behind.add(new.number)
        return new


def exchanged(args: tuple[Argument, ...], instead: Mapping[Output, Output]) -> tuple[Argument, ...]:
    get = instead.get
    return tuple(
        [tuple([get(o, o) for o in a]) if isinstance(a, tuple) else a if a is None else get(a, a) for a in args]
    )


def needed_nodes(
    graph: Graph, outputs: Iterable[Output], targets: Iterable[Node], fed: Iterable[OutputKey] = ()
) -> bytearray:
    """Return for each node whether the outputs or targets need it; a fed output needs no nodes.

    A variable does not need the node of its initial value: the session reads that once.
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


LARGE = 4096
"""Bytes: the content of larger constants is compared only where it is likely to be equal."""
PIECE = 1 << 20
"""Bytes that are compared at once: what is not equal is seen early."""


class Keys:
    def __init__(self) -> None:
        self._known: dict[tuple[int, ...], tuple[list[Any], Any]] = {}

    def of(self, node: Node) -> Any:
        names = node.type.attribute_names
        if not names:
            return node.args
        values = [node.attrs[name] for name in names]
        same = tuple(map(id, values))
        entry = self._known.get(same)
        if entry is None:  # the values are held, so that no other gets the id of one
            entry = self._known[same] = values, tuple(map(attr_key, values))
        return node.args, entry[1]


def attr_key(value: Any) -> Any:
    if is_array(value):
        if value.dtype.kind == "O" or (value.nbytes > LARGE and not value.flags.forc):
            return id(value)
        if value.nbytes > LARGE:
            return Large(value)
        return value.dtype.str, value.shape, value.strides, value.tobytes()
    if is_list(value):
        return tuple([attr_key(each) for each in value])
    # 0.0 and -0.0, 1 and 1.0 and True are equal but not the same
    return (type(value), repr(value)) if isinstance(value, float) else (type(value), value)


class Large:
    """A large constant as part of a key: hashed by some of its bytes, compared by all."""

    __slots__ = ("kind", "memory", "sample")

    def __init__(self, array: Array) -> None:
        self.kind = array.dtype.str, array.shape, array.strides
        self.memory: Array = array.ravel(order="K").view(np.uint8)
        self.sample = hash((self.kind, self.memory[:: 1 + self.memory.size // 512].tobytes()))

    def __hash__(self) -> int:
        return self.sample

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Large) or self.sample != other.sample or self.kind != other.kind:
            return False
        pieces = range(0, self.memory.size, PIECE)
        return all(np.array_equal(self.memory[i : i + PIECE], other.memory[i : i + PIECE]) for i in pieces)
