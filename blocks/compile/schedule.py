"""The order in which a graph runs, and which version of a variable everyone sees.

Effects happen in file order as far as dependencies allow. A read of a variable sees its value from the start of the
step, unless the reader depends on a node that writes it: then the value after that write.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from blocks.base.errors import DiagramError
from blocks.compile.rewrite import Place, place
from blocks.graph.graph import Argument, Graph, Node, Output

ValueArg: TypeAlias = int | tuple[int, ...] | None
"""What an input pin gets in a schedule: a value number, several for a list, none if it is open."""


class Instruction(NamedTuple):
    """A node with its values as numbers.

    Attributes:
        node: the node.
        args: one entry per input pin: a value number, a tuple of them, or None.
        results: the values that it makes: for a node that writes, first the new versions, then other outputs.
    """

    node: Node
    args: tuple[ValueArg, ...]
    results: tuple[int, ...]


class Schedule(NamedTuple):
    """A graph in the order in which it runs.

    Attributes:
        instructions: what runs, in order.
        start: values that exist before: for each variable that is read, its cell and value number.
        feeds: for each feed, its slot and value number.
        constants: value numbers of constants, with their arrays.
        outputs: the value number of each output of the graph.
        final: for each cell that is written, the value number of its last version.
    """

    instructions: list[Instruction]
    start: dict[Any, int]
    feeds: dict[int, int]
    constants: dict[int, Any]
    outputs: dict[Place, int]
    final: dict[Any, int]


def cell_key(node: Node) -> Any:
    """What identifies the cell that a Variable node stands for: a shared name, else the node's own."""
    shared = node.attrs.get("shared_name")
    return ("shared", node.attrs.get("container", ""), shared) if shared else node.name


def values_in(args: Iterable[ValueArg]) -> Iterator[int]:
    """The value numbers among arguments, lists unpacked."""
    for arg in args:
        if isinstance(arg, tuple):
            yield from arg
        elif arg is not None:
            yield arg


def schedule(graph: Graph, turns: Mapping[str, int] = MappingProxyType({})) -> Schedule:
    """Put a graph in order and resolve references.

    Args:
        graph: the graph.
        turns: as in `blocks.compile.passes.Goal`.

    Raises:
        DiagramError: a reference does not lead to a variable.
    """
    return _Scheduler(graph).run(_ordered(graph, turns))


def _ordered(graph: Graph, turns: Mapping[str, int]) -> list[Node]:
    effects = _effect_order(graph, turns)
    if all(a.number < b.number for a, b in pairwise(effects)):
        return graph.nodes
    after: dict[int, list[int]] = {}
    waiting = [0] * len(graph.nodes)
    for node in graph.nodes:
        before = {i.op.number for i in node.inputs} | {c.number for c in node.controls}
        waiting[node.number] = len(before)
        for number in before:
            after.setdefault(number, []).append(node.number)
    for a, b in pairwise(effects):
        after.setdefault(a.number, []).append(b.number)
        waiting[b.number] += 1
    ready = [n for n, count in enumerate(waiting) if not count]
    heapq.heapify(ready)
    found: list[Node] = []
    while ready:
        number = heapq.heappop(ready)
        found.append(graph.nodes[number])
        for user in after.get(number, ()):
            waiting[user] -= 1
            if not waiting[user]:
                heapq.heappush(ready, user)
    return found


def _is_effect(node: Node) -> bool:
    spec = node.type
    return spec.context or (spec.stateful and not spec.random and not spec.variable and bool(node.inputs))


def _effect_order(graph: Graph, turns: Mapping[str, int]) -> list[Node]:
    """The nodes with effects: by turns and their blocks' places in the file, but never before what they depend on."""

    def rank(node: Node) -> tuple[int, int, int]:
        turn = turns.get(node.block_name, -1) if node.type.context else -1
        return (turn, node.owner.order if node.owner is not None else node.number, node.number)

    nearest: dict[int, frozenset[int]] = {}
    needs: dict[int, frozenset[int]] = {}
    for node in graph.nodes:
        parts = {nearest[i.op.number] for i in node.inputs if i.op.number in nearest}
        parts |= {nearest[c.number] for c in node.controls if c.number in nearest}
        found = frozenset[int]().union(*parts) if parts else frozenset[int]()
        if _is_effect(node):
            needs[node.number] = found
            nearest[node.number] = frozenset((node.number,))
        elif found:
            nearest[node.number] = found
    users: dict[int, list[int]] = {}
    for number, before in needs.items():
        for each in before:
            users.setdefault(each, []).append(number)
    waiting = {number: len(before) for number, before in needs.items()}
    ready = [rank(graph.nodes[n]) for n, count in waiting.items() if not count]
    heapq.heapify(ready)
    order: list[Node] = []
    while ready:
        *_, number = heapq.heappop(ready)
        order.append(graph.nodes[number])
        for user in users.get(number, ()):
            waiting[user] -= 1
            if not waiting[user]:
                heapq.heappush(ready, rank(graph.nodes[user]))
    return order


class _Scheduler:
    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.count = 0
        self.start: dict[Any, int] = {}
        self.feeds: dict[int, int] = {}
        self.constants: dict[int, Any] = {}
        self.outputs: dict[Place, int] = {}
        self.final: dict[Any, int] = {}
        self.cells: dict[Place, Any] = {}
        # For each node that depends on writes: the last one for each cell, as its place in the order and its value.
        self.seen: dict[int, Mapping[Any, tuple[int, int]]] = {}
        self.instructions: list[Instruction] = []

    def new_value(self) -> int:
        self.count += 1
        return self.count - 1

    def run(self, nodes: list[Node]) -> Schedule:
        for order, node in enumerate(nodes):
            self.add(order, node)
        return Schedule(self.instructions, self.start, self.feeds, self.constants, self.outputs, self.final)

    def add(self, order: int, node: Node) -> None:
        spec = node.type
        if spec.variable:
            key = cell_key(node)
            self.cells[node.number, 0] = key
            if key not in self.start:
                self.start[key] = self.new_value()
            self.outputs[node.number, 0] = self.start[key]
            return
        if spec.name == "Feed" and "slot" in node.attrs:
            value = self.outputs[node.number, 0] = self.new_value()
            self.feeds[node.attrs["slot"]] = value
            return
        if spec.name in ("Const", "Const_ex") and not node.controls:
            value = self.outputs[node.number, 0] = self.new_value()
            self.constants[value] = node.attrs["val"]
            return
        seen = self.writes_before(node)
        args = tuple([self.argument(spec.inputs[i].is_ref, a, seen) for i, a in enumerate(node.args)])
        if not spec.writes:
            results = tuple([self.new_value() for _ in node.outputs])
            for output, value in zip(node.outputs, results, strict=True):
                self.outputs[node.number, output.index] = value
                if output.is_ref:
                    self.cells[node.number, output.index] = self.cell(node, node.inputs[0])
        else:
            results, seen = self.write(order, node, seen)
        if seen:
            self.seen[node.number] = seen
        self.instructions.append(Instruction(node, args, results))

    def writes_before(self, node: Node) -> Mapping[Any, tuple[int, int]]:
        """The last write of each cell among all that a node depends on."""
        parts = [self.seen[i.op.number] for i in node.inputs if i.op.number in self.seen]
        parts += [self.seen[c.number] for c in node.controls if c.number in self.seen]
        if len(parts) < 2:
            return parts[0] if parts else {}
        merged: dict[Any, tuple[int, int]] = dict(parts[0])
        for part in parts[1:]:
            for key, write in part.items():
                if key not in merged or merged[key] < write:
                    merged[key] = write
        return merged

    def argument(self, is_ref: bool, arg: Argument, seen: Mapping[Any, tuple[int, int]]) -> ValueArg:
        if isinstance(arg, tuple):
            return tuple([self.value(is_ref, each, seen) for each in arg])
        return None if arg is None else self.value(is_ref, arg, seen)

    def value(self, is_ref: bool, arg: Output, seen: Mapping[Any, tuple[int, int]]) -> int:
        key = self.cells.get(place(arg))
        if key is None:
            return self.outputs[place(arg)]
        if is_ref:  # whoever writes takes the newest value, in file order
            return self.final.get(key, self.start[key])
        return seen[key][1] if key in seen else self.outputs[place(arg)]

    def cell(self, writer: Node, output: Output) -> Any:
        key = self.cells.get(place(output))
        if key is None:
            variable = output.op.block_name
            error = DiagramError(f"{writer.block_name} changes the variable {variable!r}, whose value is fed")
            raise error.located(block=writer.block_name)
        return key

    def write(
        self, order: int, node: Node, seen: Mapping[Any, tuple[int, int]]
    ) -> tuple[tuple[int, ...], Mapping[Any, tuple[int, int]]]:
        versions: list[int] = []
        merged = dict(seen)
        for name in node.type.writes:
            key = self.cell(node, node.input(name))
            value = self.new_value()
            versions.append(value)
            self.final[key] = value
            merged[key] = (order, value)
        others: list[int] = []
        for output in node.outputs:
            if output.is_ref:
                self.outputs[node.number, output.index] = versions[0]
                self.cells[node.number, output.index] = self.cell(node, node.input(node.type.writes[0]))
            else:
                self.outputs[node.number, output.index] = self.new_value()
                others.append(self.outputs[node.number, output.index])
        return (*versions, *others), merged
