"""What was measured of a gradient step by step, in fixed memory however long the run is."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from app.core.results import Result, Summary
from blocks.base.types import Array
from blocks.run.watching import GradientSummary, sample_of, sampled

MOST_STEPS = 1_000
"""Steps that are remembered; when there are more, every other one goes, and from then on every other one is kept."""
FEWEST_STEPS = 64
_MOST_SUMMARIES = 100_000

Norms = Mapping[str, GradientSummary]


class ValueSummary(NamedTuple):
    """A result in a few numbers, and some of its elements (`blocks.run.watching.sample_of`)."""

    summary: Summary
    sample: bytes


class Moment(NamedTuple):
    """What was measured in one step.

    Attributes:
        step: its number.
        norms: the gradients, by the names of output pins.
        values: the results of the blocks that have one, by their names.
    """

    step: int
    norms: Norms
    values: Mapping[str, ValueSummary] = MappingProxyType({})


class Spread(NamedTuple):
    """Some elements of a tensor in one step."""

    step: int
    sample: bytes

    @property
    def elements(self) -> Array:
        """The finite ones in ascending order."""
        return sampled(self.sample)


class Moments:
    """The steps of a run that are remembered: at equal distances, and the last one."""

    def __init__(self) -> None:
        self._kept: list[Moment] = []
        self._every = 1
        """Of so many steps that come one is kept."""
        self._come = 0

    def put(self, moment: Moment) -> None:
        """Take over what a step measured; one that is not behind the others begins a new run."""
        if self._kept and self._kept[-1].step >= moment.step:
            self._kept, self._every, self._come = [], 1, 0
        if self._come % self._every != 1 % self._every:  # the one before stayed only until there was another
            del self._kept[-1:]
        self._kept.append(moment)
        self._come += 1
        if len(self._kept) > max(FEWEST_STEPS, min(MOST_STEPS, _MOST_SUMMARIES // max(1, len(moment.norms)))):
            self._every *= 2
            last = self._kept[-1]
            self._kept = self._kept[::2]
            if self._kept[-1] is not last:
                self._kept.append(last)

    def steps(self) -> list[int]:
        """The numbers of the steps that are remembered."""
        return [moment.step for moment in self._kept]

    def at(self, step: int | None) -> Moment | None:
        """The last step up to this one; the last of all for None."""
        if not self._kept:
            return None
        if step is None:
            return self._kept[-1]
        return self._kept[max(0, bisect_right(self._kept, step, key=lambda moment: moment.step) - 1)]

    def norms(self, name: str) -> list[tuple[int, float]]:
        """Steps and norms of the gradient at an output pin, oldest first."""
        return [(moment.step, moment.norms[name].norm) for moment in self._kept if name in moment.norms]

    def gradients(self, name: str) -> list[Spread]:
        """How the elements of the gradient at an output pin were spread, step by step."""
        return [Spread(moment.step, moment.norms[name].sample) for moment in self._kept if name in moment.norms]

    def values(self, name: str) -> list[Spread]:
        """How the elements of a result were spread, step by step."""
        return [Spread(moment.step, moment.values[name].sample) for moment in self._kept if name in moment.values]


def values_of(results: Mapping[str, Result], names: Iterable[str]) -> dict[str, ValueSummary]:
    """The results of the blocks to which some output pins belong, in a few numbers."""
    blocks = {name.partition(".")[0] for name in names}
    with np.errstate(all="ignore"):
        return {
            name: ValueSummary(result.summary, sample_of(result.value))
            for name, result in results.items()
            if result.summary.lowest is not None and name.partition(".")[0] in blocks
        }
