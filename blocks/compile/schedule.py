"""The execution order of a graph, and the version of each variable that a node reads.

Effects happen in file order as far as dependencies allow. A read of a variable sees its value from the start of the
step, unless the reader depends on a node that writes it: then the value after that write.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from blocks.base.errors import DiagramError
from blocks.compile.rewrite import OutputKey, output_key
from blocks.graph.graph import Argument, Graph, Node, Output
from blocks.graph.loops import Cycle, cycles

MOST_IN_LOOPS = 2_000_000
"""Calls in the rounds of all loops together, each of which runs again what depends on it."""

ValueArg: TypeAlias = int | tuple[int, ...] | None
"""What an input pin gets in a schedule: a value number, several for a list, none if it is open."""


@dataclass(frozen=True, slots=True)
class RefSelection:
    """The variables among which a RefSelect chooses: the value number of its index, and the cells."""

    index: int
    keys: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The cells of a `Choice` at a write: value numbers of the index, and of each cell before and after."""

    index: int
    before: tuple[int, ...]
    after: tuple[int, ...]


class Instruction(NamedTuple):
    """A node with value numbers as operands.

    Attributes:
        args: one entry per input pin: a value number, a tuple of them, or None.
        results: the value numbers of its results: for a write, first the new versions, then other outputs.
        chosen: the possible cells of a write, if chosen at run time.
    """

    node: Node
    args: tuple[ValueArg, ...]
    results: tuple[int, ...]
    chosen: Chosen | None = None


class ScheduledLoop(NamedTuple):
    """A loop of a graph.

    Attributes:
        edges: for each loop value: the number of its LoopValue node, the output that becomes the value in the next
            iteration, and the value number of that output.
        body: the indices of the instructions of an iteration.
        carried: for each cell that an iteration writes, its value numbers before and after.
    """

    edges: tuple[tuple[int, OutputKey, int], ...]
    heads: frozenset[int]
    body: tuple[int, ...]
    carried: tuple[tuple[int, int], ...]


class Schedule(NamedTuple):
    """A graph in execution order.

    Attributes:
        start: cell and value number of each variable that is read.
        final: for each cell that is written and kept, the value number of its last version.
        loops: its loops, inner ones first.
    """

    instructions: list[Instruction]
    start: dict[Any, int]
    feeds: dict[int, int]
    constants: dict[int, Any]
    outputs: dict[Output, int]
    final: dict[Any, int]
    value_count: int
    loops: tuple[ScheduledLoop, ...] = ()


def cell_key(node: Node) -> Any:
    shared = node.attrs.get("shared_name")
    return ("shared", node.attrs.get("container", ""), shared) if shared else node.name


def values_in(args: Iterable[ValueArg]) -> Iterator[int]:
    for arg in args:
        if isinstance(arg, tuple):
            yield from arg
        elif arg is not None:
            yield arg


def reordered(order: Schedule, instructions: list[Instruction]) -> Schedule:
    if not order.loops:
        return order._replace(instructions=instructions)
    indices = {each.node.number: i for i, each in enumerate(instructions)}
    bodies = [sorted(indices[order.instructions[i].node.number] for i in loop.body) for loop in order.loops]
    loops = tuple([loop._replace(body=tuple(body)) for loop, body in zip(order.loops, bodies, strict=True)])
    return order._replace(instructions=instructions, loops=loops)


def schedule(
    graph: Graph,
    turns: Mapping[str, int] = MappingProxyType({}),
    nodes: Sequence[Node] | None = None,
    given: Mapping[Output, Any] = MappingProxyType({}),
) -> Schedule:
    """Put a graph in order and resolve references.

    Args:
        nodes: the nodes to run, in order; by default all, in the order of their effects.
        given: placeholders of another graph's variables, with the keys of their cells.

    Raises:
        DiagramError: A reference does not lead to a variable.
    """
    return _Scheduler(graph, given).run(ordered(graph, turns) if nodes is None else nodes)


def ordered(graph: Graph, turns: Mapping[str, int]) -> list[Node]:
    """Return all nodes in creation order, but effects sorted by turns and then by block index in the file."""

    def rank(node: Node) -> tuple[int, int, int]:
        turn = turns.get(node.block_name, -1) if node.type.context else -1
        return (turn, node.owner.order if node.owner is not None else node.number, node.number)

    kinds = {node.type for node in graph.nodes}
    if not any(spec.context or spec.stateful for spec in kinds):
        return graph.nodes
    ranks = {node.number: rank(node) for node in graph.nodes if is_effect(node)}
    if all(a < b for a, b in pairwise(ranks.values())):
        return graph.nodes
    after: dict[int, list[int]] = {}
    waiting = [0] * len(graph.nodes)
    for node in graph.nodes:
        before = {i.op.number for i in node.inputs} | {c.number for c in node.controls}
        waiting[node.number] = len(before)
        for number in before:
            after.setdefault(number, []).append(node.number)
    effects = _effect_order(ranks, after, list(waiting))
    if all(a < b for a, b in pairwise(effects)):
        return graph.nodes
    for a, b in pairwise(effects):
        after.setdefault(a, []).append(b)
        waiting[b] += 1
    ready = [n for n, count in enumerate(waiting) if not count]
    heapq.heapify(ready)
    nodes: list[Node] = []
    while ready:
        number = heapq.heappop(ready)
        nodes.append(graph.nodes[number])
        for user in after.get(number, ()):
            waiting[user] -= 1
            if not waiting[user]:
                heapq.heappush(ready, user)
    return nodes


def is_effect(node: Node) -> bool:
    spec = node.type
    return spec.context or (spec.stateful and not spec.random and not spec.variable and bool(node.inputs))


def _effect_order(
    ranks: Mapping[int, tuple[int, int, int]], after: Mapping[int, list[int]], waiting: list[int]
) -> list[int]:
    """Return the nodes with effects by rank, but never before their dependencies.

    A node with an effect comes only when no node without effects is ready, so only its dependencies come before it.

    Args:
        waiting: the number of dependencies of each node; is changed.
    """
    order: list[int] = []
    ready: list[tuple[int, int, int]] = []
    pending = [n for n, count in enumerate(waiting) if not count]
    while pending or ready:
        if pending:
            number = pending.pop()
            if number in ranks:
                heapq.heappush(ready, ranks[number])
                continue
        else:
            *_, number = heapq.heappop(ready)
            order.append(number)
        for user in after.get(number, ()):
            waiting[user] -= 1
            if not waiting[user]:
                pending.append(user)
    return order


NOTHING: Mapping[Any, tuple[int, int]] = MappingProxyType({})


class _Scheduler:
    def __init__(self, graph: Graph, given: Mapping[Output, Any]) -> None:
        self.graph = graph
        self.given = given
        self.count = 0
        self.start: dict[Any, int] = {}
        self.feeds: dict[int, int] = {}
        self.constants: dict[int, Any] = {}
        self.outputs: dict[Output, int] = {}
        self.final: dict[Any, int] = {}
        self.cells: dict[OutputKey, Any] = {}
        self.temporary: set[Any] = set()
        # For each node that depends on writes: the last one for each cell, as its index in the order and its value.
        self.seen: dict[int, Mapping[Any, tuple[int, int]]] = {}
        self.instructions: list[Instruction] = []

    def new_value(self) -> int:
        self.count += 1
        return self.count - 1

    def run(self, nodes: Sequence[Node]) -> Schedule:
        outputs, instructions, seen = self.outputs, self.instructions, self.seen
        number = outputs.__getitem__
        # `Instruction._make` takes longer.
        make: Callable[[Any], Instruction] = partial(tuple.__new__, Instruction)  # pyright: ignore[reportUnknownMemberType]
        for order, node in enumerate(nodes):
            if node.type.simple and not seen:  # what it reads is as it was when the step began
                value = outputs[node.outputs[0]] = self.count
                self.count += 1
                instructions.append(make((node, tuple(map(number, node.inputs)), (value,), None)))
            else:
                self.add(order, node)
        kept = {key: value for key, value in self.final.items() if key not in self.temporary}
        loops = self.loops() if self.graph.loops else ()
        return Schedule(self.instructions, self.start, self.feeds, self.constants, outputs, kept, self.count, loops)

    def loops(self) -> tuple[ScheduledLoop, ...]:
        """Return all loops; a loop that restarts in each iteration of another one, or after it, comes first."""
        indices: dict[int, int] = {}
        users: defaultdict[int, list[int]] = defaultdict(list)
        for i, instruction in enumerate(self.instructions):
            node = instruction.node
            indices[node.number] = i
            for each in node.inputs:
                users[each.op.number].append(i)
            for each in node.controls:
                users[each.number].append(i)
        left, result = MOST_IN_LOOPS, list[ScheduledLoop]()
        for cycle in cycles(self.graph):
            result.append(self.loop(cycle, indices, users))
            left -= len(result[-1].body)
            if left < 0:
                text = f"the loops have more than {MOST_IN_LOOPS:,} blocks in total"
                raise DiagramError(
                    text,
                    hint=(
                        "reduce the number of blocks that depend on a loop, because these blocks run in each iteration"
                    ),
                )
        return self.inner_first(result)

    def inner_first(self, loops: Sequence[ScheduledLoop]) -> tuple[ScheduledLoop, ...]:
        """Order loops so that those that begin in another loop's body come before it, if possible."""
        begun: defaultdict[int, list[int]] = defaultdict(list)
        for k, loop in enumerate(loops):
            begun[loop.edges[0][0]].append(k)
        waits = [
            {k for i in loop.body for k in begun.get(self.instructions[i].node.number, ()) if loops[k] is not loop}
            for loop in loops
        ]
        outer: defaultdict[int, list[int]] = defaultdict(list)
        for k, inner in enumerate(waits):
            for each in inner:
                outer[each].append(k)
        ready, order = [k for k, inner in enumerate(waits) if not inner], dict[int, None]()
        rest = iter(range(len(loops)))
        while len(order) < len(loops):
            # Loops that begin in each other's bodies have no order; the first one of the file begins.
            k = heapq.heappop(ready) if ready else next(k for k in rest if k not in order)
            if k in order:
                continue
            order[k] = None
            for each in outer[k]:
                waits[each].discard(k)
                if not waits[each]:
                    heapq.heappush(ready, each)
        return tuple([loops[k] for k in order])

    def loop(self, cycle: Cycle, indices: Mapping[int, int], users: Mapping[int, Sequence[int]]) -> ScheduledLoop:
        edges: list[tuple[int, OutputKey, int]] = []
        for begin, end in cycle.values:
            edges.append((begin, (end, 0), self.outputs[self.graph.nodes[end].outputs[0]]))
        pending = [*(begin for begin, _ in cycle.values), *cycle.inner]
        reached = {indices[number] for number in pending if number in indices}
        while pending:
            for i in users.get(pending.pop(), ()):
                if i not in reached:
                    reached.add(i)
                    pending.append(self.instructions[i].node.number)
        body = sorted(reached)
        carried: dict[Any, tuple[int, int]] = {}
        for i in body:
            self.carry(self.instructions[i], carried)
        fed = {each.op.number for i in body for each in self.instructions[i].node.inputs}
        nodes = self.graph.nodes
        inner = {indices[n] for n in fed if n in indices and nodes[n].type.control == "loop_value"}
        body = sorted(reached | inner)
        return ScheduledLoop(tuple(edges), cycle.heads, tuple(body), tuple(carried.values()))

    def carry(self, instruction: Instruction, carried: dict[Any, tuple[int, int]]) -> None:
        node = instruction.node
        for name, version in zip(node.type.writes, instruction.results, strict=False):
            key = self.cells.get(output_key(node.input(name)))
            before = instruction.args[node.type.input_index[name]]
            if isinstance(before, int) and not isinstance(key, RefSelection):
                carried[key] = (carried[key][0] if key in carried else before, version)

    def add(self, order: int, node: Node) -> None:
        spec = node.type
        if spec.variable or (self.given and node.outputs and node.outputs[0] in self.given):
            self.begin(node)
            return
        if not node.inputs:
            if spec.name == "Feed" and "slot" in node.attrs:
                value = self.outputs[node.outputs[0]] = self.new_value()
                self.feeds[node.attrs["slot"]] = value
                return
            if spec.constant and not node.controls:
                value = self.outputs[node.outputs[0]] = self.new_value()
                self.constants[value] = node.attrs["val"]
                return
        seen = self.writes_before(node) if self.seen else NOTHING
        if not spec.writes:
            args = tuple([self.argument(False, arg, seen) for arg in node.args])
            results = tuple(range(self.count, self.count + len(node.outputs)))
            self.count += len(results)
            for output, value in zip(node.outputs, results, strict=True):
                self.outputs[output] = value
                cell = self.handed_on(node) if output.is_ref else None
                if cell is not None:
                    self.cells[node.number, output.index] = cell
            chosen = None
        else:
            written = [pin.name in spec.writes for pin in spec.inputs]
            args = tuple([self.argument(*each, seen) for each in zip(written, node.args, strict=True)])
            results, seen, chosen = self.write(order, node, seen)
        if seen:
            self.seen[node.number] = seen
        self.instructions.append(Instruction(node, args, results, chosen))

    def begin(self, node: Node) -> None:
        output = node.outputs[0]
        key = self.given[output] if output in self.given else cell_key(node)
        self.cells[node.number, 0] = key
        if node.type.temporary:
            self.temporary.add(key)
        if key not in self.start:
            self.start[key] = self.new_value()
        self.outputs[output] = self.start[key]

    def handed_on(self, node: Node) -> Any:
        """Return a non-writing node's cell, or the cells that it chooses from; None for a fed reference.

        A handle (of an accumulator, for example) is a reference only by its type: it has no cell.
        """
        if node.type.control != "select":
            return self.cells.get(output_key(node.inputs[0])) if node.inputs else None
        keys = [self.cells.get(output_key(each)) for each in node.input_list("inputs")]
        if None in keys:
            return None
        if any(isinstance(key, RefSelection) for key in keys):
            text = f"{node.block_name} cannot select from the result of another RefSelect"
            raise DiagramError(text, pin="inputs").located(block=node.block_name)
        return RefSelection(self.outputs[node.input("index")], tuple(keys))

    def writes_before(self, node: Node) -> Mapping[Any, tuple[int, int]]:
        parts = [self.seen[i.op.number] for i in node.inputs if i.op.number in self.seen]
        parts += [self.seen[c.number] for c in node.controls if c.number in self.seen]
        if len(parts) < 2:
            return parts[0] if parts else NOTHING
        merged: dict[Any, tuple[int, int]] = dict(parts[0])
        for part in parts[1:]:
            for key, write in part.items():
                if key not in merged or merged[key] < write:
                    merged[key] = write
        return merged

    def argument(self, written: bool, arg: Argument, seen: Mapping[Any, tuple[int, int]]) -> ValueArg:
        if isinstance(arg, Output):
            return self.value(written, arg, seen) if arg.is_ref else self.outputs[arg]
        return None if arg is None else tuple([self.value(written, each, seen) for each in arg])

    def value(self, written: bool, arg: Output, seen: Mapping[Any, tuple[int, int]]) -> int:
        key = self.cells.get(output_key(arg)) if arg.is_ref else None
        if key is None:
            return self.outputs[arg]
        if isinstance(key, RefSelection):  # a write looks up the cell when it runs
            return self.outputs[arg]
        if written:  # whoever writes takes the newest value, in file order
            return self.final.get(key, self.start[key])
        return seen[key][1] if key in seen else self.outputs[arg]

    def cell(self, writer: Node, output: Output) -> Any:
        key = self.cells.get(output_key(output))
        if key is None:
            variable = output.op.block_name
            error = DiagramError(f"{writer.block_name} cannot change the variable {variable!r}: its value is fed")
            raise error.located(block=writer.block_name)
        return key

    def write(
        self, order: int, node: Node, seen: Mapping[Any, tuple[int, int]]
    ) -> tuple[tuple[int, ...], Mapping[Any, tuple[int, int]], Chosen | None]:
        versions: list[int] = []
        merged = dict(seen)
        chosen: Chosen | None = None
        for name in node.type.writes:
            key = self.cell(node, node.input(name))
            value = self.new_value()
            versions.append(value)
            pairs: Iterable[tuple[Any, int]] = ((key, value),)
            if isinstance(key, RefSelection):
                if name != node.type.writes[0]:
                    text = f"{node.type.name}: input {name} cannot be a variable that a RefSelect selects"
                    raise DiagramError(text, pin=name).located(block=node.block_name)
                before = tuple([self.final.get(each, self.start[each]) for each in key.keys])
                chosen = Chosen(key.index, before, tuple([self.new_value() for _ in key.keys]))
                pairs = zip(key.keys, chosen.after, strict=True)
            for each, version in pairs:
                self.final[each] = version
                merged[each] = (order, version)
        others: list[int] = []
        for output in node.outputs:
            if output.is_ref:
                self.outputs[output] = versions[0]
                self.cells[node.number, output.index] = self.cell(node, node.input(node.type.writes[0]))
            else:
                self.outputs[output] = self.new_value()
                others.append(self.outputs[output])
        return (*versions, *others), merged, chosen
