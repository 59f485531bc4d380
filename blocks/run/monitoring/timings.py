"""Timings of a page: a few steps with a timer at every block and no lasting effects."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from blocks.base.errors import DiagramError, RunError, UsageError
from blocks.base.files import Data
from blocks.document.data import Page
from blocks.run.files import Folders
from blocks.run.profile import Cost, Profile
from blocks.run.session import Session, make_stepper


class BlockTimings(NamedTuple):
    """The average costs of blocks per step.

    Attributes:
        costs: the most expensive first; gradient blocks have a cost for each block that they differentiate.
        errors: errors because of which some blocks did not run.
    """

    page: Page
    steps: int
    seconds: float
    costs: Sequence[Cost]
    errors: Sequence[DiagramError] = ()

    @property
    def between(self) -> float:
        return max(0.0, self.seconds - sum(cost.seconds for cost in self.costs if not cost.inside))

    def share(self, seconds: float) -> float:
        return min(1.0, seconds / self.seconds) if self.seconds else 0.0

    def by_block(self) -> dict[str, Cost]:
        costs: dict[str, Cost] = {}
        for cost in self.costs:
            if cost.inside and cost.gradient_of:  # the block has the time of that already
                continue
            whole = costs.setdefault(cost.block, Cost(cost.block, cost.type, inside=cost.inside))
            whole.seconds += cost.seconds
            whole.calls += cost.calls
            whole.bytes += cost.bytes
        return dict(sorted(costs.items(), key=lambda each: -each[1].seconds))


class _ReadOnly(Folders):
    def write_together(self, files: Mapping[str, Data]) -> None:
        raise UsageError("this block writes files and cannot be timed")

    def remove(self, name: str) -> None:
        raise UsageError("this block removes files and cannot be timed")


def measure(session: Session, steps: int, seconds: float) -> BlockTimings:
    """Time some steps. The first one is left out unless it is the only one, in which case nothing is warm.

    Args:
        session: a session with a profile, which is unusable afterwards.
    """
    session.files = _ReadOnly(None if session.file is None else os.path.dirname(os.path.abspath(session.file)))
    session.resources.say = _ignore
    session.watch(None)
    stepper = make_stepper(session)
    first: Profile | None = None
    errors: Sequence[DiagramError] = ()
    end = time.perf_counter() + seconds
    for _ in range(steps + 1):
        try:
            stepper.step(keep=False)
        except RunError as error:
            errors = error.errors
            break
        first = first or session.profile()
        if time.perf_counter() > end:
            break
    whole = session.profile()
    if whole is None or not whole.costs:
        raise errors[0] if errors else UsageError("this page has nothing to measure", page=session.page.name)
    return _average(session.page, first if first is not None and whole.steps > first.steps else None, whole, errors)


def _ignore(_text: str) -> None: ...


def _average(page: Page, first: Profile | None, whole: Profile, errors: Sequence[DiagramError]) -> BlockTimings:
    steps = whole.steps - (first.steps if first is not None else 0)
    before = {_key(cost): cost for cost in (first.costs if first is not None else ())}
    costs: list[Cost] = []
    for cost in whole.costs:
        cold = before.get(_key(cost), Cost("", ""))
        seconds, calls = (cost.seconds - cold.seconds) / steps, cost.calls - cold.calls
        if calls:
            calls = round(calls / steps)
            costs.append(
                Cost(cost.block, cost.type, cost.gradient_of, seconds, calls, cost.bytes, cost.recorded, cost.inside)
            )
    seconds = (whole.seconds - (first.seconds if first is not None else 0.0)) / steps
    return BlockTimings(page, steps, seconds, sorted(costs, key=lambda cost: -cost.seconds), tuple(errors))


def _key(cost: Cost) -> tuple[str, str | None]:
    return cost.block, cost.gradient_of
