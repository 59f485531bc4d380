"""The stepper, which runs the steps of a session for one goal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from blocks.base.collection import paused_collection
from blocks.base.dtypes import STRING
from blocks.base.errors import DiagramError, RunError
from blocks.base.threads import single_blas
from blocks.compile.dispatch import quiet
from blocks.compile.first_step import LatePlan
from blocks.compile.interpret import StepResult
from blocks.compile.plan import Plan
from blocks.compile.recording import Record, record_of
from blocks.compile.rewrite import OutputKey
from blocks.graph.gradients import UnreachableError
from blocks.graph.graph import Output
from blocks.run.results import ResultPins, Results
from blocks.run.steps.environment import StepEnvironment, initialise, plan_for, streams_of
from blocks.run.steps.events import is_summary, to_write
from blocks.run.steps.fetches import Computed, FetchRequest, Wanted, computed, looked_at, statuses
from blocks.run.steps.step_context import StepStreams
from blocks.run.steps.watching import OVER_ROUNDS, Watching

LENT = 100
"""Steps whose results are not kept, for which a small plan that keeps them serves: to make another takes as long."""


class Stepper:
    def __init__(self, session: StepEnvironment, wanted: Wanted, feeds: Mapping[OutputKey, Any]) -> None:
        self._session = session
        self._wanted = wanted
        self._feeds: Mapping[OutputKey, Any] = feeds
        # A fault that is known already ends a run after its first step, which then gives what it can.
        self._doomed = bool(self._errors(()))
        self._plans: dict[tuple[bool, bool, int, Watching | None], LatePlan] = {}
        self._lent = 0
        self._moved: dict[Any, Any] = {}
        self._watched: tuple[Watching | None, dict[str, Output]] = None, {}
        self._pins: tuple[LatePlan, ResultPins] | None = None
        self._checked: tuple[LatePlan | None, list[int]] = None, []
        self.asked = FetchRequest((), feeds)
        # A step whose blocks have effects cannot be run once more for its results.
        self._lazy = wanted.lazy and not session.has_effects and session.backend.lazy_for(self._kept(True))
        self._whole = self._lazy or session.has_effects or session.backend.has_one_plan(self._kept(True))

    def with_inner(self) -> Stepper:
        return Stepper(self._session, self._wanted._replace(inside=True, lazy=False), self._feeds)

    def looking_into(self, path: str) -> Stepper:
        session = self._session
        wanted = self._wanted._replace(inside=path, seen=looked_at(session.elaboration, path))
        return Stepper(session, wanted, self._feeds)

    def rest(self) -> None:
        """Drop the feeds and the session, to avoid a reference cycle that only the garbage collector would free."""
        if self._feeds:
            self._feeds = {}
            self.asked = self.asked._replace(feeds={})
        del self._session

    def go_on(self, session: StepEnvironment, feeds: Mapping[OutputKey, Any]) -> None:
        self._session = session
        if feeds:
            self._feeds = feeds
            self.asked = self.asked._replace(feeds=feeds)
        self._doomed = bool(self._errors(()))

    def plan(self) -> Plan:
        initialise(self._session, self._feeds)
        return self._plan(True, True).plan

    def step(self, keep: bool = True) -> Results | None:
        """Run one step.

        Args:
            keep: whether the results are wanted; otherwise a step frees values as soon as possible.

        Returns:
            All results of the step, or None if they are not wanted.

        Raises:
            RunError: A requested value failed; the error has all errors and the results that did run.
        """
        session = self._session
        initialise(session, self._feeds)
        if session.before_step is not None and not self._wanted.evaluates:
            session.before_step(self)
        keeps = keep or self._whole or self._doomed
        result, plan = self._run(keeps, keep)
        if result.errors and not keeps:  # nothing is committed yet: once more, for the results
            keeps, (result, plan) = True, self._run(True, True)
        return self._finish(result, plan, keep, keeps)

    def _finish(self, result: StepResult, plan: LatePlan, keep: bool, keeps: bool) -> Results | None:
        session = self._session
        if not self._wanted.evaluates:
            self._commit(result, plan, keeps)
        failed = [*result.errors, *self._dead(result)] if result.dead else result.errors
        errors = self._errors(failed) if failed or self._doomed or session.state.faults else []
        if not keep and not errors:
            return None
        results = self._results(plan, result.outputs, result.later)
        results.profile = session.profile()
        self._add_status(results, errors)
        if errors:
            raise RunError(errors, results)
        return results

    def _commit(self, result: StepResult, plan: LatePlan, keeps: bool) -> None:
        session = self._session
        if self.asked.check is not None:
            if self._checked[0] is not plan:
                indices = {output: i for i, output in enumerate(plan.goal.outputs)}
                self._checked = plan, [indices[each] for each in self.asked.check.outputs]
            self.asked.check.check([result.outputs[i] for i in self._checked[1]])
        session.state.commit(result.cells, result.alike)
        if self._moved:
            session.state.move(self._moved)
        session.steps += 1
        if session.events is not None:
            values = dict(zip(plan.goal.outputs, result.outputs, strict=True))
            session.events.add(session.steps, to_write((output, values[output]) for output in self._kept(keeps)))

    def _run(self, keep: bool, watch: bool) -> tuple[StepResult, LatePlan]:
        session, plan = self._session, self._plan(keep, watch)
        streams = streams_of(session, session.steps)
        if plan.on_device:
            result = self._call(plan, streams)
        else:
            with quiet(), single_blas():
                result = self._call(plan, streams)
        self._moved = streams.moved()
        if session.watching is not None and result.errors:  # what is only watched makes no step fail
            result = result._replace(errors=[e for e in result.errors if e.block in session.elaboration.position])
        return result, plan

    def _plan(self, keep: bool, watch: bool) -> LatePlan:
        session = self._session
        if session.watching is not self._watched[0]:
            watching = session.watching
            self._watched = watching, {} if watching is None else watching.of_step(self._wanted.goal, self._feeds)
        now = session.state.version, session.watching
        plan = self._plans.get((keep, watch, *now))
        if plan is not None:
            return plan
        whole = self._plans.get((True, True, *now))
        if whole is not None and whole.is_compiled and whole.small and self._lent < LENT:
            self._lent += 1
            return whole
        watched = self._beside(watch)
        with paused_collection():
            beyond, needed = [*self._kept(keep), *watched], None if watched else self._computed.needed
            wanted = self._wanted
            if self._lazy and not (watched or session.events is not None or self._computed.seen):
                wanted = wanted._replace(goal=wanted.goal._replace(sure=len(wanted.goal.outputs)))
            plan = self._plans[keep, watch, *now] = plan_for(session, wanted, self._feeds, beyond, needed)
        return plan

    def _call(self, plan: LatePlan, streams: StepStreams) -> StepResult:
        return plan.run(self._session.state.values, list(self._feeds.values()), streams)

    def _beside(self, watch: bool) -> list[Output]:
        watched = [*self._watched[1].values()] if watch else []
        return watched if self.asked.check is None else [*watched, *self.asked.check.outputs]

    def _kept(self, keep: bool) -> list[Output]:
        """Return the outputs to return beyond the goal: all result pins; without ``keep`` only summaries."""
        if not keep and self._session.events is None:
            return []
        outputs = self._computed.outputs
        if not keep:
            return list(filter(is_summary, outputs))
        return [*outputs, *[output for _, output in self._computed.seen]] if self._computed.seen else outputs

    @cached_property
    def _computed(self) -> Computed:
        return computed(self._session.elaboration, self._wanted, self._feeds)

    @cached_property
    def _statuses(self) -> list[str]:
        wanted = self._wanted
        return [each for each in statuses(self._session.elaboration) if wanted.traces or each in wanted.only]

    def _results(
        self, plan: LatePlan, outputs: Sequence[Any], later: Callable[[], Sequence[Any]] | None = None
    ) -> Results:
        if self._pins is None or self._pins[0] is not plan:
            sure = plan.goal.sure
            self._pins = plan, ResultPins(self._computed.names, self._computed.outputs, plan.goal.outputs, sure)
        results = self._pins[1].of(outputs, later)
        results.specs = self._session.elaboration.specs
        watched, seen = self._watched[1], self._computed.seen
        values = dict(zip(plan.goal.outputs, outputs, strict=True)) if watched or seen else {}
        for name, output in seen:
            record = record_of(values.get(output))
            if record is not None:
                results.rounds[name] = record._replace(dtype=output.dtype)
                if record.values and record.values[-1] is not None:
                    results.put(name, record.values[-1], output.dtype)
        for name, output in watched.items():
            value = values.get(output)
            record = record_of(value)
            if record is not None and name.startswith(OVER_ROUNDS):
                results.norms[name.removeprefix(OVER_ROUNDS)] = _norms(record)
                continue
            if record is not None:
                results.gradient_rounds[name] = record
                value = record.values[-1] if record.values else None
            if value is not None:
                results.gradients[name] = np.asarray(value)
        return results

    def _dead(self, result: StepResult) -> Iterator[DiagramError]:
        for name, indices in self._wanted.needs:
            if indices and all(i in result.dead for i in indices):
                block = self._wanted.goal.outputs[indices[0]].op.block_name
                cause = result.dead[indices[0]]
                text = f"{name} has no value in this step: {cause.block_name} ({cause.type.name}) took another branch"
                yield DiagramError(text, block=block)

    def _errors(self, failed: Sequence[DiagramError]) -> list[DiagramError]:
        session, wanted = self._session, self._wanted
        if not (failed or session.faults or session.state.faults):
            return []
        result = [e for e in session.faults if self._concerns(e)]
        result.extend(fault for fault in session.state.faults.values() if fault.block in wanted.blocks)
        result.extend(failed)
        unique = {(e.composite, e.block, e.pin, e.message): session.lines.located(e) for e in result}
        return sorted(unique.values(), key=session.elaboration.index_of)

    def _concerns(self, error: DiagramError) -> bool:
        wanted, spec = self._wanted, self._session.elaboration.specs.get(error.block or "")
        if spec is not None and spec.is_annotation:  # it shows nothing then, and says why
            return False
        if wanted.everything:
            return True
        if error.paths:
            return not wanted.blocks.isdisjoint(error.paths)
        if error.block not in wanted.blocks or error.composite is not None:
            return False
        if not isinstance(error, UnreachableError) or (error.block, None) in wanted.elements:
            return True
        if (error.block, error.input_index) in wanted.elements:
            return True
        # One element of the list is missing: does what was asked for take it, or the whole list?
        takes = (None, error.input_index)
        wires = [
            w for w in self._session.elaboration.page.wires if w.source.block == error.block and w.source.index in takes
        ]
        return any(w.target.block in wanted.blocks for w in wires)

    def _add_status(self, results: Results, errors: Sequence[DiagramError]) -> None:
        text = str(errors[0]) if errors else "OK"
        for name in self._statuses:
            results.put(name, text.encode(), STRING)


def _norms(record: Record) -> Record:
    """Return norms by iteration from recorded halves of squared norms."""
    return record._replace(values=[None if each is None else np.sqrt(2 * each) for each in record.values])
