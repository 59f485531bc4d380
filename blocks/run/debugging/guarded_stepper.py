"""Steps that stop at breakpoints.

A page without effects runs by its plan as always: as long as nothing of a step is taken over, it did not happen. A page
with effects runs node by node (`guarded_step`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from blocks.compile.first_step import LatePlan
from blocks.compile.interpret import StepResult
from blocks.compile.rewrite import Place
from blocks.graph.graph import Output
from blocks.run.debugging.breakpoints import Breakpoints, Guard
from blocks.run.debugging.guarded_step import GuardedProgram
from blocks.run.fetches import Wanted
from blocks.run.results import Results
from blocks.run.session import Session
from blocks.run.step_context import StepStreams
from blocks.run.stepper import Stepper


class GuardedStepper(Stepper):
    """A stepper that looks at the breakpoints of its session before it takes over what a step gave."""

    def __init__(
        self, session: Session, breakpoints: Breakpoints, wanted: Wanted, feeds: dict[Place, Any], whole: Wanted
    ) -> None:
        """Find the breakpoints that the steps come to.

        Raises:
            UsageError: see `Guard`.
        """
        super().__init__(session, wanted, feeds)
        self._guard = Guard(breakpoints, session.made.graph, wanted.goal, whole.goal, feeds)
        self._program: tuple[LatePlan, GuardedProgram] | None = None
        self._reached: int | None = None

    def _beside(self, watch: bool) -> list[Output]:
        return [*super()._beside(watch), *self._guard.outputs]

    def _call(self, plan: LatePlan, streams: StepStreams) -> StepResult:
        session = self._session
        if not session.has_effects:
            return super()._call(plan, streams)
        if self._program is None or self._program[0] is not plan:
            shapes = session.state.shapes(session.made.graph)
            given = session.made.graph, plan.goal, self._feeds, shapes, session.memory
            self._program = plan, GuardedProgram(self._guard, *given)
        cells, feeds = session.state.values, list(self._feeds.values())
        result, self._reached = self._program[1].run(session.steps + 1, cells, feeds, streams)
        return result

    def _finish(self, result: StepResult, plan: LatePlan, keep: bool, keeps: bool) -> Results | None:
        session, guard = self._session, self._guard
        values = dict(zip(plan.goal.outputs, result.outputs, strict=True))
        if session.has_effects:
            place, self._reached = self._reached, None
        else:
            place = guard.breakpoints.first(session.steps + 1, values, guard.order)
        if place is None:
            guard.breakpoints.note(values)
            return super()._finish(result, plan, keep, keeps)
        if not keeps:  # once more, for its results: nothing is taken over yet
            result, plan = self._run(True, True)
        return self._stopped(place, result.outputs, plan)

    def _stopped(self, place: int, outputs: Sequence[Any], plan: LatePlan) -> Results:
        """What a step has given before it came to a breakpoint."""
        if not self._session.has_effects:
            done = self._guard.needed(place)
            pairs = zip(plan.goal.outputs, outputs, strict=True)
            outputs = [value if done[output.op.number] else None for output, value in pairs]
        results = self._results(plan, outputs)
        results.stopped = self._guard.breakpoints.stopped(place, self._session.steps + 1)
        return results
