"""Unrolled loops, with separate nodes for each iteration, so that gradients can be built through them.

The graph is executed in order, with nodes as values. This requires that the condition of each iteration follows from
constants, so that the number of iterations is fixed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from blocks.base.errors import DiagramError
from blocks.base.types import DEAD, is_list
from blocks.graph.build import construct
from blocks.graph.call_info import known_value
from blocks.graph.graph import Argument, Graph, Node, Output
from blocks.graph.loops import Cycle, cycles
from blocks.graph.scope import Scope

MOST_NODES = 50_000
"""Nodes that loops may be written out to."""


def unroll(scope: Scope, wanted: Sequence[Output]) -> dict[Output, Output]:
    """Return replacements for outputs that depend on loops.

    Returns:
        The last value, computed without the loop, of each output before them that depends on a loop; empty without
        loops.

    Raises:
        DiagramError: The number of iterations does not follow from constants, or the loop has effects.
    """
    graph = scope.graph
    if not graph.loops:
        return {}
    needed = _ancestors(graph, wanted)
    return {} if needed is None else _Unrolling(scope, needed).run()


def _ancestors(graph: Graph, wanted: Sequence[Output]) -> bytearray | None:
    loops = False
    result = bytearray(len(graph.nodes))
    pending = [output.op.number for output in wanted]
    while pending:
        number = pending.pop()
        if result[number]:
            continue
        result[number] = 1
        pending.extend(i.op.number for i in graph.nodes[number].inputs)
        if number in graph.loops:
            loops = True
            pending.append(graph.loops[number])
    return result if loops else None


class _Unrolling:
    def __init__(self, scope: Scope, needed: bytearray) -> None:
        self.scope = scope.new_sub_scope("rounds")
        self.graph = scope.graph
        self.values: dict[Output, Any] = {}
        self.begun: set[int] = set()
        self.handed: dict[int, Any] = {}
        self.created = 0
        self.cycles = [each for each in cycles(self.graph) if any(needed[value] for value, _ in each.values)]
        self.bodies = [self._downstream({v for v, _ in each.values} | each.inner, needed) for each in self.cycles]

    def _downstream(self, start: set[int], needed: bytearray) -> list[Node]:
        depends = set(start)
        nodes: list[Node] = []
        for node in self.graph.nodes[: len(needed)]:
            if node.number in depends or any(i.op.number in depends for i in node.inputs):
                depends.add(node.number)
                if needed[node.number]:
                    nodes.append(node)
        return nodes

    def run(self) -> dict[Output, Output]:
        every = sorted({node.number for body in self.bodies for node in body})
        self._all([self.graph.nodes[number] for number in every])
        while (i := next((i for i, each in enumerate(self.cycles) if self._goes_on(each)), None)) is not None:
            cycle, body = self.cycles[i], self.bodies[i]
            self.handed = {
                begin: self.values[end]
                for begin, number in cycle.values
                if self.values.get(end := self.graph.nodes[number].outputs[0], DEAD) is not DEAD
            }
            self.begun.difference_update(node.number for node in body)
            self.begun.update(cycle.heads)
            self._all(body)
        return {output: value for output, value in self.values.items() if value is not DEAD}

    def _goes_on(self, cycle: Cycle) -> bool:
        ends = [self.graph.nodes[number].outputs[0] for _, number in cycle.values]
        return any(self.values.get(end, DEAD) is not DEAD for end in ends)

    def _all(self, body: list[Node]) -> None:
        for node in body:
            for output, value in zip(node.outputs, self._one(node), strict=True):
                self.values[output] = value

    def _one(self, node: Node) -> Sequence[Any]:
        spec = node.type
        if spec.control == "loop_value":
            return [self.handed.pop(node.number, DEAD)]
        if spec.stateful:
            text = f"{node.block_name} ({spec.name}) has side effects in each iteration of a loop, so the loop has no"
            raise DiagramError(f"{text} gradient")
        args = [self._argument(arg) for arg in node.args]
        if spec.control == "merge":
            return self._merged(node, args[0])
        if any(each is DEAD for arg in args for each in (arg if is_list(arg) else (arg,))):
            return [DEAD for _ in node.outputs]
        if spec.control == "switch" and not spec.has_refs:
            taken = known_value(args[1])
            if taken is not None:
                return [DEAD, args[0]] if taken else [args[0], DEAD]
            if node.input("pred").op.type.loop == "condition":
                text = f"the loop at {node.block_name} has no gradient, because its number of iterations"
                raise DiagramError(f"{text} cannot be computed from constants")
        return self._copy(node, [list(arg) if is_list(arg) else arg for arg in args])

    def _merged(self, node: Node, values: tuple[Any, ...]) -> Sequence[Any]:
        inputs = node.input_list("inputs")
        begun = node.number in self.begun
        alive = [
            value
            for output, value in zip(inputs, values, strict=True)
            if value is not DEAD and not (begun and output.op.type.control != "loop_value")
        ]
        if not alive:
            return [DEAD, DEAD]
        if len(alive) == 1:
            return [alive[0], DEAD]
        return self._copy(node, [alive])

    def _argument(self, arg: Argument) -> Any:
        if isinstance(arg, tuple):
            return tuple([self.values.get(each, each) for each in arg])
        return None if arg is None else self.values.get(arg, arg)

    def _copy(self, node: Node, args: list[Any]) -> tuple[Output, ...]:
        self.created += 1
        if self.created > MOST_NODES:
            text = f"the loop at {node.block_name} has too many iterations: it would unroll to more"
            raise DiagramError(f"{text} than {MOST_NODES:,} blocks")
        result: Node = construct(node.type, self.scope, args, dict(node.attrs))
        return result.outputs
