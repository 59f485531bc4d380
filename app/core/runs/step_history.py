"""Measurements per step, in fixed memory regardless of the length of the run."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from blocks.base.types import Array
from blocks.run.monitoring.statistics import Measured, sampled

MOST_STEPS = 1_000
"""Steps that are remembered; when there are more, every other one goes, and from then on every other one is kept."""
FEWEST_STEPS = 64
_MOST_SUMMARIES = 100_000


class Sample(NamedTuple):
    step: int
    sample: bytes

    @property
    def elements(self) -> Array:
        return sampled(self.sample)


class Moments:
    """The recorded steps of a run: at equal intervals, and the last one."""

    def __init__(self) -> None:
        self._kept: list[Measured] = []
        self._every = 1
        """Of so many steps that come one is kept."""
        self._come = 0

    def put(self, moment: Measured) -> None:
        """Store the measurements of a step; a step that is not after the others begins a new run."""
        if self._kept and self._kept[-1].step >= moment.step:
            self._kept, self._every, self._come = [], 1, 0
        if self._come % self._every != 1 % self._every:  # the one before stayed only until there was another
            del self._kept[-1:]
        self._kept.append(moment)
        self._come += 1
        if len(self._kept) > max(FEWEST_STEPS, min(MOST_STEPS, _MOST_SUMMARIES // max(1, len(moment.layout.shapes)))):
            self._every *= 2
            last = self._kept[-1]
            self._kept = self._kept[::2]
            if self._kept[-1] is not last:
                self._kept.append(last)

    def put_again(self, moment: Measured) -> None:
        if self._kept and self._kept[-1].step == moment.step:
            self._kept[-1] = moment

    def steps(self) -> list[int]:
        return [moment.step for moment in self._kept]

    def at(self, step: int | None) -> Measured | None:
        """Return the last recorded step up to ``step``, or the last of all if ``step`` is None."""
        if not self._kept:
            return None
        if step is None:
            return self._kept[-1]
        return self._kept[max(0, bisect_right(self._kept, step, key=lambda moment: moment.step) - 1)]

    def norms(self, name: str) -> list[tuple[int, float]]:
        return [(moment.step, moment.gradients[name].norm) for moment in self._kept if name in moment.gradients]

    def gradients(self, name: str) -> list[Sample]:
        return [Sample(moment.step, moment.gradients[name].sample) for moment in self._kept if name in moment.gradients]

    def values(self, name: str) -> list[Sample]:
        return [Sample(moment.step, moment.values[name].sample) for moment in self._kept if name in moment.values]
