"""Steps that stop at breakpoints and continue block by block.

A page without side effects runs by its plan: a stopped step has no effect until its results are committed. A page with
side effects runs node by node: nothing after a breakpoint happens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.budget import Memory
from blocks.base.context import WouldBlock
from blocks.compile.dispatch import Streams
from blocks.compile.first_step import LatePlan
from blocks.compile.interpret import Run, StepResult, go_on, values_before
from blocks.compile.passes import Fed, carried, specialise
from blocks.compile.rewrite import Goal, OutputKey, needed_nodes
from blocks.compile.schedule import Instruction, Schedule, is_effect, reordered, schedule
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Graph, Node, Output
from blocks.run.results import Results, Stopped
from blocks.run.steps.breakpoints import Breakpoints, Guard
from blocks.run.steps.environment import StepEnvironment
from blocks.run.steps.fetches import Wanted
from blocks.run.steps.step_context import StepStreams
from blocks.run.steps.stepper import Stepper


class _Halted(NamedTuple):
    """A step in which a run has stopped."""

    result: StepResult
    plan: LatePlan
    done: bytearray


class GuardedStepper(Stepper):
    """A stepper that checks the breakpoints of its session before it commits a step."""

    def __init__(
        self,
        session: StepEnvironment,
        breakpoints: Breakpoints,
        wanted: Wanted,
        feeds: Mapping[OutputKey, Any],
        whole: Wanted,
    ) -> None:
        super().__init__(session, wanted, feeds)
        self._guard = Guard(breakpoints, session.elaboration.graph, wanted.goal, whole.goal, feeds)
        self._program: tuple[LatePlan, _GuardedProgram] | None = None
        self._reached: _Reached | None = None
        self._halted: _Halted | None = None

    def step(self, keep: bool = True) -> Results | None:
        self._halted = None
        return super().step(keep)

    def proceed(self, *, one_block: bool) -> Results:
        """Continue the stopped step to its end, to the next breakpoint, or past the next block; return its results.

        The results have ``stopped`` if the step stopped again.
        """
        halted = self._halted
        assert halted is not None
        if self._session.has_effects:
            assert self._program is not None
            result, self._reached = self._program[1].resume(one_block=one_block)
            self._moved = self._streams.moved()
            results = self._finish(result, halted.plan, True, True)
        elif one_block and (block := self._next_block(halted)) is not None:
            results = self._shown(halted, Stopped(block, self._session.steps + 1, None))
        else:
            if one_block:
                halted.done[:] = b"\1" * len(halted.done)
            results = self._finish(halted.result, halted.plan, True, True)
        assert results is not None
        return results

    def _next_block(self, halted: _Halted) -> str | None:
        elaboration, done, goal = self._session.elaboration, halted.done, halted.plan.goal
        runs = needed_nodes(elaboration.graph, goal.outputs, goal.targets, self._feeds)
        waits = [node for node in elaboration.graph.nodes if runs[node.number] and not done[node.number]]
        left = list(dict.fromkeys(filter(None, (_block_of(elaboration, node) for node in waits))))
        if not left:
            return None
        mine = [node for node in waits if _block_of(elaboration, node) == left[0]]
        for number, due in enumerate(needed_nodes(elaboration.graph, (), mine, self._feeds)):
            done[number] |= due
        past = [i for i in self._guard.order if done[self._guard.breakpoints.all[i].output.op.number]]
        self._guard.breakpoints.pass_by(self._session.steps + 1, past)
        return left[0] if len(left) > 1 else None

    def _beside(self, watch: bool) -> list[Output]:
        return [*super()._beside(watch), *self._guard.outputs]

    def _call(self, plan: LatePlan, streams: StepStreams) -> StepResult:
        session = self._session
        if not session.has_effects:
            return super()._call(plan, streams)
        if self._program is None or self._program[0] is not plan:
            shapes = session.state.shapes(session.elaboration.graph)
            given = session.elaboration, plan.goal, self._feeds, shapes, session.memory
            self._program = plan, _GuardedProgram(self._guard, *given)
        cells, feeds = session.state.values, list(self._feeds.values())
        self._streams = streams
        result, self._reached = self._program[1].run(session.steps + 1, cells, feeds, streams)
        return result

    def _finish(self, result: StepResult, plan: LatePlan, keep: bool, keeps: bool) -> Results | None:
        session, guard = self._session, self._guard
        values = dict(zip(plan.goal.outputs, result.outputs, strict=True))
        if session.has_effects:
            reached, self._reached = self._reached, None
        else:
            index = guard.breakpoints.first(session.steps + 1, values, guard.order)
            reached = None if index is None else _Reached(index)
        if reached is None:
            self._halted = None
            guard.breakpoints.note(values)
            return super()._finish(result, plan, keep, keeps)
        if not keeps:  # once more, for its results: nothing is taken over yet
            result, plan = self._run(True, True)
        before = bytearray(len(session.elaboration.graph)) if self._halted is None else self._halted.done
        self._halted = _Halted(result, plan, before)
        if reached.index is not None:
            for number, due in enumerate(guard.needed(reached.index)):
                before[number] |= due
            return self._shown(self._halted, guard.breakpoints.stopped(reached.index, session.steps + 1))
        return self._shown(self._halted, Stopped(reached.block, session.steps + 1, None))

    def _shown(self, halted: _Halted, stopped: Stopped) -> Results:
        outputs: Sequence[Any] = halted.result.outputs
        if not self._session.has_effects:
            pairs = zip(halted.plan.goal.outputs, outputs, strict=True)
            outputs = [value if halted.done[output.op.number] else None for output, value in pairs]
        results = self._results(halted.plan, outputs)
        results.stopped = stopped
        return results


class _Reached(Exception):
    """The place where a step stops: a breakpoint index, or after a block."""

    def __init__(self, index: int | None, block: str = "") -> None:
        super().__init__()
        self.index = index
        self.block = block


class _GuardedProgram:
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
    ) -> tuple[StepResult, _Reached | None]:
        values = values_before(self._order, cells, feeds)
        self._run = run = _Guarded(self._order, values, streams, self._memory)
        run.guard, run.step, run.outputs, run.elaboration = self._guard, step, self._outputs, self._elaboration
        return self._go_on(run)

    def resume(self, *, one_block: bool) -> tuple[StepResult, _Reached | None]:
        run = self._run
        assert run is not None
        run.one_block, run.block = one_block, ""
        return self._go_on(run)

    def _go_on(self, run: _Guarded) -> tuple[StepResult, _Reached | None]:
        order = self._order
        left = [each for each in order.instructions if each.node.number not in run.done]
        try:
            run.look(list(self._outputs))  # constants, variables and what is fed are there before anything runs
            run.all(left)
            return go_on(run, self._goal, len(order.instructions)), None
        except _Reached as reached:
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

    def one(self, instruction: Instruction) -> WouldBlock | None:
        node = instruction.node
        name = _block_of(self.elaboration, node)
        if self.one_block and self.block and name and name != self.block:
            raise _Reached(None, self.block)
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
                raise _Reached(result)


def _block_of(elaboration: Elaboration, node: Node) -> str:
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
