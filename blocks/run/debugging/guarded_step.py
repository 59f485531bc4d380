"""A node-by-node step of a page with side effects. Nothing after a breakpoint happens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from blocks.base.budget import Memory
from blocks.base.context import Waits
from blocks.compile.dispatch import Streams
from blocks.compile.interpret import Run, StepResult, go_on, values_before
from blocks.compile.passes import Fed, carried, specialise
from blocks.compile.rewrite import Goal, OutputKey, needed_nodes
from blocks.compile.schedule import Call, Instruction, Schedule, is_effect, reordered, schedule
from blocks.elaborate.elaboration import Elaboration
from blocks.graph.graph import Graph, Node, Output
from blocks.run.debugging.breakpoints import Guard


class Reached(Exception):
    """The place where a step stops: a breakpoint index, or after a block."""

    def __init__(self, index: int | None, block: str = "") -> None:
        super().__init__()
        self.index = index
        self.block = block


class GuardedProgram:
    """A goal in an order that reaches each breakpoint before anything it does not need."""

    def __init__(
        self,
        guard: Guard,
        elaboration: Elaboration,
        goal: Goal,
        feeds: Mapping[OutputKey, Any],
        shapes: Mapping[int, tuple[int, ...]],
        memory: Memory,
    ) -> None:
        graph = elaboration.graph
        fed = {at: Fed(graph.nodes[at[0]].outputs[at[1]].dtype, np.shape(value)) for at, value in feeds.items()}
        new = specialise(graph, goal, fed, shapes)
        self._elaboration = elaboration
        self._goal = carried(new, goal)
        self._guard = guard
        self._memory = memory
        self._outputs = {new.outputs.get(each, each): each for each in guard.outputs}
        self._order = _stops_first(schedule(new.graph, self._goal.turns), new.graph, list(self._outputs))
        self._run: _Guarded | None = None

    def run(
        self, step: int, cells: Mapping[Any, Any], feeds: Sequence[Any], streams: Streams
    ) -> tuple[StepResult, Reached | None]:
        values = values_before(self._order, cells, feeds)
        self._run = run = _Guarded(self._order, values, streams, self._memory)
        run.guard, run.step, run.outputs, run.elaboration = self._guard, step, self._outputs, self._elaboration
        return self._go_on(run)

    def resume(self, *, one_block: bool) -> tuple[StepResult, Reached | None]:
        run = self._run
        assert run is not None
        run.one_block, run.block = one_block, ""
        return self._go_on(run)

    def _go_on(self, run: _Guarded) -> tuple[StepResult, Reached | None]:
        order = self._order
        left = [each for each in order.instructions if each.node.number not in run.done]
        try:
            run.look(list(self._outputs))  # constants, variables and what is fed are there before anything runs
            run.all(left)
            return go_on(run, self._goal, len(order.instructions)), None
        except Reached as reached:
            outputs = [run.values.get(order.outputs[each]) for each in self._goal.outputs]
            return StepResult(outputs, {}, []), reached


class _Guarded(Run):
    guard: Guard
    step: int
    outputs: Mapping[Output, Output]
    elaboration: Elaboration
    one_block = False
    block = ""

    def __init__(self, order: Schedule, values: dict[int, Any], streams: Streams, memory: Memory) -> None:
        super().__init__(order, values, streams, memory)
        self.done: set[int] = set()

    def simple_calls(self, todo: Iterator[Call]) -> Instruction | None:
        """Return the next call, without running any, so that each one is checked."""
        return self.next_call(todo)

    def one(self, instruction: Instruction) -> Waits | None:
        node = instruction.node
        name = block_of(self.elaboration, node)
        if self.one_block and self.block and name and name != self.block:
            raise Reached(None, self.block)
        waits = super().one(instruction)
        if waits is None:
            self.done.add(node.number)
            self.block = name or self.block
            self.look([each for each in node.outputs if each in self.outputs])
        return waits

    def look(self, outputs: Sequence[Output]) -> None:
        if outputs:
            values = {self.outputs[each]: self.values.get(self.schedule.outputs[each]) for each in outputs}
            result = self.guard.breakpoints.first(self.step, values, self.guard.order)
            if result is not None:
                raise Reached(result)


def block_of(elaboration: Elaboration, node: Node) -> str:
    return node.block_name if node.owner is not None and node.block_name in elaboration.position else ""


def _stops_first(order: Schedule, graph: Graph, stops: Sequence[Output]) -> Schedule:
    """Return a schedule that computes breakpoints' values, and effects that must precede them, first."""
    done = bytearray(len(graph.nodes))
    effects = [each.node for each in order.instructions if is_effect(each.node) or each.node.type.writes]
    for stop in sorted(stops, key=lambda each: each.op.number):
        needed = needed_nodes(graph, [stop], ())
        last = max((i for i, node in enumerate(effects) if needed[node.number]), default=-1)
        for number, due in enumerate(needed_nodes(graph, [stop], effects[: last + 1])):
            done[number] |= due
    first = [each for each in order.instructions if done[each.node.number]]
    return reordered(order, first + [each for each in order.instructions if not done[each.node.number]])
