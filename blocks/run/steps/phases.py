"""Steps with ClientSession blocks of different intervals, such as evaluation every 100 training steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from blocks.compile.plan import Plan
from blocks.compile.rewrite import OutputKey
from blocks.run.results import Results
from blocks.run.steps.environment import StepEnvironment
from blocks.run.steps.fetches import Wanted, intervals
from blocks.run.steps.stepper import Stepper


class PhasedStepper(Stepper):
    """A stepper with one inner stepper for each set of ClientSession blocks that run together.

    Args:
        wanted: returns the goal of a step, by its number; for None, that of a step in which all blocks run.
    """

    def __init__(
        self,
        session: StepEnvironment,
        wanted: Callable[[int | None], Wanted],
        feeds: Mapping[OutputKey, Any],
        make: Callable[[Wanted, Mapping[OutputKey, Any], Wanted], Stepper],
    ) -> None:
        super().__init__(session, wanted(None), feeds)
        self._wanted_at = wanted
        self._make = make
        self._intervals = intervals(session.elaboration)
        self._steppers: dict[tuple[str, ...], Stepper] = {}

    def with_inner(self) -> Stepper:
        def wanted(step: int | None) -> Wanted:
            return self._wanted_at(step)._replace(inside=True)

        return PhasedStepper(self._session, wanted, self._feeds, self._make)

    def rest(self) -> None:
        for stepper in self._steppers.values():
            stepper.rest()
        super().rest()

    def go_on(self, session: StepEnvironment, feeds: Mapping[OutputKey, Any]) -> None:
        super().go_on(session, feeds)
        for stepper in self._steppers.values():
            stepper.go_on(session, feeds)

    def plan(self) -> Plan:
        return self._next().plan()

    def step(self, keep: bool = True) -> Results | None:
        return self._next().step(keep)

    def _next(self) -> Stepper:
        step = self._session.steps + 1
        due = tuple([block for block, every in self._intervals.items() if step % every == 0])
        stepper = self._steppers.get(due)
        if stepper is None:
            wanted = self._wanted_at(step)
            stepper = self._steppers[due] = self._make(wanted, self._feeds, self._wanted)
            stepper.asked = self.asked
        return stepper
