"""A step of a page with effects that is looked at while it runs: node by node, so that it can stop in the midst.

What comes behind a breakpoint must not happen: nothing is written to a file, nothing taken out of a queue.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from blocks.base.context import Waits
from blocks.compile.dispatch import Streams
from blocks.compile.interpret import Run, StepResult, go_on, values_before
from blocks.compile.passes import Fed, Goal, carried, specialise
from blocks.compile.rewrite import Place, needed_nodes
from blocks.compile.schedule import Instruction, Schedule, is_effect, reordered, schedule
from blocks.graph.graph import Graph, Output
from blocks.run.debugging.breakpoints import Guard


class Reached(Exception):
    """A breakpoint at which the step stops, by its place."""

    def __init__(self, place: int) -> None:
        super().__init__()
        self.place = place


class GuardedProgram:
    """A goal in an order in which a step comes to each breakpoint before anything that it does not need."""

    def __init__(
        self,
        guard: Guard,
        graph: Graph,
        goal: Goal,
        feeds: Mapping[Place, Any],
        shapes: Mapping[int, tuple[int, ...]],
        memory: int,
    ) -> None:
        fed = {at: Fed(graph.nodes[at[0]].outputs[at[1]].dtype, np.shape(value)) for at, value in feeds.items()}
        new = specialise(graph, goal, fed, shapes)
        self._goal = carried(new, goal)
        self._guard = guard
        self._memory = memory
        self._outputs = {new.outputs.get(each, each): each for each in guard.outputs}
        self._order = _stops_first(schedule(new.graph, self._goal.turns), new.graph, list(self._outputs))

    def run(
        self, step: int, cells: Mapping[Any, Any], feeds: Sequence[Any], streams: Streams
    ) -> tuple[StepResult, int | None]:
        """Run a step; gives the breakpoint at which it stopped, too, if it did."""
        order = self._order
        run = _Guarded(order, values_before(order, cells, feeds), streams, self._memory)
        run.guard, run.step, run.outputs = self._guard, step, self._outputs
        try:
            run.look(list(self._outputs))  # constants, variables and what is fed are there before anything runs
            return go_on(run, self._goal, 0), None
        except Reached as reached:
            outputs = [run.values.get(order.outputs[each]) for each in self._goal.outputs]
            return StepResult(outputs, {}, []), reached.place


class _Guarded(Run):
    guard: Guard
    step: int
    outputs: Mapping[Output, Output]

    def one(self, instruction: Instruction) -> Waits | None:
        """As `Run.one`; then look at what it gave."""
        waits = super().one(instruction)
        if waits is None:
            self.look([each for each in instruction.node.outputs if each in self.outputs])
        return waits

    def look(self, outputs: Sequence[Output]) -> None:
        """Stop if one of these has a value at which a breakpoint holds.

        Raises:
            Reached: it has.
        """
        if outputs:
            values = {self.outputs[each]: self.values.get(self.schedule.outputs[each]) for each in outputs}
            found = self.guard.breakpoints.first(self.step, values, self.guard.order)
            if found is not None:
                raise Reached(found)


def _stops_first(order: Schedule, graph: Graph, stops: Sequence[Output]) -> Schedule:
    """A schedule in which what a breakpoint needs, and effects that must be before that, come first."""
    done = bytearray(len(graph.nodes))
    effects = [each.node for each in order.instructions if is_effect(each.node) or each.node.type.writes]
    for stop in sorted(stops, key=lambda each: each.op.number):
        needed = needed_nodes(graph, [stop], ())
        last = max((i for i, node in enumerate(effects) if needed[node.number]), default=-1)
        for number, due in enumerate(needed_nodes(graph, [stop], effects[: last + 1])):
            done[number] |= due
    first = [each for each in order.instructions if done[each.node.number]]
    return reordered(order, first + [each for each in order.instructions if not done[each.node.number]])
