"""Steps that stop at breakpoints and continue block by block.

A page without side effects runs by its plan: a stopped step has no effect until its results are committed. A page with
side effects runs node by node (`guarded_step`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from blocks.compile.first_step import LatePlan
from blocks.compile.interpret import StepResult
from blocks.compile.rewrite import OutputKey, needed_nodes
from blocks.graph.graph import Output
from blocks.run.debugging.breakpoints import Breakpoints, Guard, Stopped
from blocks.run.debugging.guarded_step import GuardedProgram, Reached, block_of
from blocks.run.results import Results
from blocks.run.steps.fetches import Wanted
from blocks.run.steps.step_context import StepStreams
from blocks.run.steps.stepper import Stepper

if TYPE_CHECKING:
    from blocks.run.session import Session


class _Halted(NamedTuple):
    """A step in which a run has stopped."""

    result: StepResult
    plan: LatePlan
    done: bytearray


class GuardedStepper(Stepper):
    """A stepper that checks the breakpoints of its session before it commits a step."""

    def __init__(
        self, session: Session, breakpoints: Breakpoints, wanted: Wanted, feeds: dict[OutputKey, Any], whole: Wanted
    ) -> None:
        super().__init__(session, wanted, feeds)
        self._guard = Guard(breakpoints, session.elaboration.graph, wanted.goal, whole.goal, feeds)
        self._program: tuple[LatePlan, GuardedProgram] | None = None
        self._reached: Reached | None = None
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
        left = list(dict.fromkeys(filter(None, (block_of(elaboration, node) for node in waits))))
        if not left:
            return None
        mine = [node for node in waits if block_of(elaboration, node) == left[0]]
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
            self._program = plan, GuardedProgram(self._guard, *given)
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
            reached = None if index is None else Reached(index)
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
