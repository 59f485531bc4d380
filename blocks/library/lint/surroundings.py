"""The input of lint rules (the graph of a page) and their output (the warnings)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Hashable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from typing import NamedTuple

from blocks.graph.call_info import known_value
from blocks.graph.flow import Repeat, gradient_flow
from blocks.graph.graph import Graph, Node, Output
from blocks.graph.spec import BlockSpec
from blocks.library.lint.ranges import Range, Ranges


class Advice(NamedTuple):
    """A lint warning about a block.

    Attributes:
        rule: the id of the rule.
        pin: the pin, if the warning is about one.
        message: the problem, and when it occurs.
        mend: the fix, as an imperative sentence.
        culprit: the node that causes the problem, if that is another one.
    """

    rule: str
    node: Node
    pin: str | None
    message: str
    mend: str
    culprit: Node | None = None


class Surroundings:
    """The graph of a page, with the queries that rules need.

    Args:
        is_block: return whether a node is a block of the page, and not a node of a gradient.
        find_reached: return the tensors that a gradient of the page reaches, or could reach if the page has none.
        differentiated: the inputs of gradient blocks, as pairs of block and tensor.
        losses: the tensors that the page differentiates.
        repeats: identical parts of the graph, in its order.
    """

    def __init__(
        self,
        graph: Graph,
        is_block: Callable[[Node], bool],
        find_reached: Callable[[], Set[Output]],
        differentiated: Sequence[tuple[str, Output]],
        losses: Sequence[Output] = (),
        repeats: Sequence[Repeat] = (),
    ) -> None:
        self.graph = graph
        self.differentiated = differentiated
        self._losses = losses
        self.is_block = is_block
        self._find_reached = find_reached
        self._repeats = repeats

    # Computed on demand, because a page rarely has the types that a rule needs.

    @cached_property
    def reached(self) -> Set[Output]:
        return self._find_reached()

    @cached_property
    def users(self) -> Mapping[Output, Sequence[Node]]:
        nodes: dict[Output, list[Node]] = {}
        for node in filter(self.is_block, self.graph.nodes):
            for each in node.inputs:
                nodes.setdefault(each, []).append(node)
        return nodes

    @cached_property
    def _by_type(self) -> Sequence[tuple[Mapping[BlockSpec, Sequence[Node]], Sequence[int]]]:
        """Map types to nodes. Of identical parts, only the first is listed, with the offsets of the others."""
        nodes, done = self.graph.nodes, 0
        others: list[Node] = []
        alike: dict[Hashable, list[int]] = {}
        first: dict[Hashable, Repeat] = {}
        for repeat in self._repeats:
            others += nodes[done : repeat.first]
            done = repeat.last
            start = first.setdefault(repeat.pattern, repeat).first
            alike.setdefault(repeat.pattern, []).append(repeat.first - start)
        parts = [(nodes[first[each].first : first[each].last], shifts) for each, shifts in alike.items()]
        result: list[tuple[Mapping[BlockSpec, Sequence[Node]], Sequence[int]]] = []
        for part, shifts in [([*others, *nodes[done:]], [0]), *parts]:
            table: defaultdict[BlockSpec, list[Node]] = defaultdict(list)
            for node in part:
                table[node.type].append(node)
            result.append((table, shifts))
        return result

    def _of(
        self, is_wanted: Callable[[BlockSpec], bool], where: Callable[[Node], bool] | None = None
    ) -> Iterator[Node]:
        numbers: dict[BlockSpec, list[int]] = {}
        for table, shifts in self._by_type:
            for spec, nodes in table.items():
                if is_wanted(spec):
                    kept = nodes if where is None else filter(where, nodes)
                    numbers.setdefault(spec, []).extend([node.number + shift for node in kept for shift in shifts])
        for of_one in sorted(map(sorted, numbers.values())):  # in the order of the graph
            yield from filter(self.is_block, map(self.graph.nodes.__getitem__, of_one))

    def of_types(self, names: Container[str], where: Callable[[Node], bool] | None = None) -> Iterator[Node]:
        """Yield the blocks of some types. ``where`` may only depend on dtypes, shapes and attributes."""
        return self._of(lambda spec: spec.name in names, where)

    def updates(self) -> Iterator[Node]:
        return self._of(lambda spec: spec.page == "training_ops" and bool(spec.writes))

    def random(self) -> Iterator[Node]:
        return self._of(lambda spec: spec.random)

    def has_gradient(self, node: Node) -> bool:
        """Return whether a gradient flows through a node to one of its inputs."""
        return any(each in self.reached for each in node.outputs) and any(each in self.reached for each in node.inputs)

    @cached_property
    def sources(self) -> Sequence[int]:
        """Return, as a bit set, the leaves that each node depends on; constants are not leaves."""
        result: list[int] = []
        count = 0
        for node in self.graph.nodes:
            mask = 0
            for each in node.inputs:
                mask |= result[each.op.number]
            if not node.inputs or node.type.variable or node.type.random:
                is_leaf = not node.type.constant and bool(node.outputs) and known_value(node.outputs[0]) is None
                mask, count = mask | (1 << count if is_leaf else 0), count + is_leaf
            result.append(mask)
        return result

    def depends(self, output: Output, leaf: Node) -> bool:
        """Return whether a tensor depends on a leaf, in this step or through values kept from earlier steps."""
        own = 1 << (self.sources[leaf.number].bit_length() - 1)  # its own bit is its highest one
        return bool(self.sources[output.op.number] & own) or leaf.number in self._all_before(output)

    @cached_property
    def before_losses(self) -> Set[int]:
        numbers = {output.op.number for output in self._losses}
        pending = [output.op for output in self._losses]
        while pending:
            new = {each.op for each in pending.pop().inputs if each.op.number not in numbers}
            numbers |= {node.number for node in new}
            pending += new
        return numbers

    @cached_property
    def reached_by_losses(self) -> Set[Output]:
        return self.reached_by(self._losses)

    def reached_by(self, outputs: Sequence[Output]) -> Set[Output]:
        return frozenset(gradient_flow(self.graph, outputs, repeats=self._repeats).reached)

    def is_assigned(self, variable: Node) -> bool:
        return any(writer.type.page != "training_ops" for writer in self._writers.get(variable, ()))

    def writers_of(self, node: Node) -> int:
        return len(self._writers.get(node, ()))

    @cached_property
    def _writers(self) -> Mapping[Node, Sequence[Node]]:
        writers: dict[Node, list[Node]] = {}
        for node in self._of(lambda spec: bool(spec.writes)):
            for pin in node.type.writes:
                writers.setdefault(node.inputs[node.type.input_index[pin]].op, []).append(node)
        return writers

    def _all_before(self, output: Output) -> set[int]:
        """Return the numbers of all nodes that a tensor depends on, through loops and earlier steps."""
        ancestors: set[int] = set()
        pending = [output.op]
        while pending:
            node = pending.pop()
            if node.number in ancestors:
                continue
            ancestors.add(node.number)
            pending += [each.op for each in node.inputs]
            pending += self._writers.get(node, ())
            end = self.graph.loops.get(node.number)
            pending += [] if end is None else [self.graph.nodes[end]]
        return ancestors

    @cached_property
    def _ranges(self) -> Ranges:
        return Ranges()

    def range_of(self, output: Output) -> Range:
        return self._ranges.of(output)
