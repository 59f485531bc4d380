"""Steps of a page whose ClientSession blocks do not run in each: evaluation at every hundredth step of training."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from blocks.compile.plan import Plan
from blocks.compile.rewrite import Place
from blocks.run.fetches import Wanted, intervals
from blocks.run.results import Results
from blocks.run.session import Session
from blocks.run.stepper import Stepper, stepper_for


class PhasedStepper(Stepper):
    """A stepper that has one for each set of ClientSession blocks that run together.

    Args:
        session: the session.
        wanted: what a step is for, by its number; of None, what one is for in which all of them run.
        feeds: values by places.
    """

    def __init__(self, session: Session, wanted: Callable[[int | None], Wanted], feeds: Mapping[Place, Any]) -> None:
        super().__init__(session, wanted(None), dict(feeds))
        self._wanted_at = wanted
        self._intervals = intervals(session.made)
        self._steppers: dict[tuple[str, ...], Stepper] = {}

    def with_inner(self) -> Stepper:
        """As `Stepper.with_inner`."""
        return PhasedStepper(self._session, lambda step: self._wanted_at(step)._replace(inside=True), self._feeds)

    def rest(self) -> None:
        """As `Stepper.rest`."""
        for stepper in self._steppers.values():
            stepper.rest()
        super().rest()

    def go_on(self, session: Session, feeds: dict[Place, Any]) -> None:
        """As `Stepper.go_on`."""
        super().go_on(session, feeds)
        for stepper in self._steppers.values():
            stepper.go_on(session, feeds)

    def plan(self) -> Plan:
        """The program of the next step."""
        return self._next().plan()

    def step(self, keep: bool = True) -> Results | None:
        """As `Stepper.step`, with the blocks that are due."""
        return self._next().step(keep)

    def _next(self) -> Stepper:
        step = self._session.steps + 1
        due = tuple([block for block, every in self._intervals.items() if step % every == 0])
        found = self._steppers.get(due)
        if found is None:
            wanted = self._wanted_at(step)
            found = self._steppers[due] = stepper_for(self._session, wanted, self._feeds, self._wanted)
            found.asked = self.asked
        return found
