"""Saved states of a run, from which earlier steps are run again, within a memory limit.

All recent states are kept, and fewer of the older ones: gaps grow in proportion to the distance from the current step.
So going back a few steps reruns a few steps, and going far back reruns a fraction of the distance. A run of n steps
keeps about log(n) states.
"""

from __future__ import annotations

import copy
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, cast

import numpy as np

from blocks.base.context import Resources
from blocks.base.types import array_of

_MOST = 2_000
"""States that are kept at most: to choose among more would take longer than a few steps do."""


class Snapshot(NamedTuple):
    """The state of a session after some steps.

    Attributes:
        kept: the content of queues and other resources; None if it cannot be copied.
        pinned: whether the state must be kept, since no earlier one leads to it.
    """

    steps: int
    values: Mapping[Any, Any]
    kept: Any
    pinned: bool = False


class Snapshots:
    """Saved states of a run, in order.

    Attributes:
        used: the total size in bytes; shared arrays count once.
    """

    def __init__(self, memory: int) -> None:
        self.memory = memory
        self.used = 0
        self._all: list[Snapshot] = []

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Snapshot]:
        return iter(self._all)

    def add(self, new: Snapshot) -> None:
        """Add a state or replace that of the same step; drop others if there is too little memory."""
        if not self._all or self._all[-1].steps < new.steps:  # as while it runs on
            near = self._all[-1:]
            self._all.append(new)
        else:
            at = bisect_left(self._all, new.steps, key=lambda each: each.steps)
            old = self._all[at : at + (self._all[at].steps == new.steps)]
            new = new._replace(pinned=new.pinned or any(each.pinned for each in old))
            self._all[at : at + len(old)] = [new]
            near = [*self._all[max(0, at - 1) : at], *self._all[at + 1 : at + 2]]
        self.used += _bytes_of([new], shared=near)
        if self.used > self.memory or len(self._all) > _MOST:
            self._thin(new.steps)

    def up_to(self, steps: int) -> Snapshot | None:
        at = bisect_right(self._all, steps, key=lambda each: each.steps)
        return self._all[at - 1] if at else None

    def keep_only(self, first: int, last: int) -> None:
        if self._all and not first <= self._all[0].steps <= self._all[-1].steps <= last:
            self._all = [each for each in self._all if first <= each.steps <= last]
            self.used = _bytes_of(self._all)

    def _thin(self, here: int) -> None:
        """Drop states until half of the memory is free, with gaps that grow with the distance from a step."""
        part = 1 / 64
        while True:
            self._all = list(_spaced(self._all, here, part))
            if len(self._all) <= _MOST / 2 or part > 4:
                self.used = _bytes_of(self._all)
                if self.used <= self.memory / 2 or part > 4:
                    break
            part *= 2
        while self.used > self.memory and len(self._all) > 1:
            loose = [i for i, each in enumerate(self._all) if not each.pinned] or [0]
            del self._all[max(loose, key=lambda i: abs(self._all[i].steps - here))]
            self.used = _bytes_of(self._all)


def _spaced(states: list[Snapshot], here: int, part: float) -> Iterator[Snapshot]:
    last = None
    for i, each in enumerate(states):
        following = states[i + 1].steps if i + 1 < len(states) else None
        distance = abs(each.steps - here)
        needed = last is None or following is None or each.pinned or following - last > max(1.0, part * distance)
        if needed:
            last = each.steps
            yield each


def kept_of(resources: Resources) -> Any:
    """Return a copy of the content of queues and other resources; None if impossible, as for an open file."""
    try:
        return copy.deepcopy(resources.content)
    except TypeError:
        return None


def restore(resources: Resources, kept: Any) -> None:
    resources.content = copy.deepcopy(kept)


def _bytes_of(states: Iterable[Snapshot], shared: Iterable[Snapshot] = ()) -> int:
    seen: set[int] = set()
    for each in shared:
        seen.update(map(id, each.values.values()))
    total = 0
    for each in states:
        for value in each.values.values():
            if id(value) in seen:
                continue
            if type(value) is np.ndarray and not value.dtype.hasobject:  # mostly; the rest takes longer to look at
                seen.add(id(value))
                total += value.nbytes
            else:
                total += _size(value, seen)
        total += _size(each.kept, seen)
    return total


def _size(thing: Any, seen: set[int]) -> int:
    if thing is None or isinstance(thing, (int, float, bool, type)) or id(thing) in seen:
        return 0
    seen.add(id(thing))
    array = array_of(thing)
    if array is not None:
        return array.nbytes + (sum(map(len, filter(_has_length, array.flat))) if array.dtype.hasobject else 0)
    if isinstance(thing, (bytes, str)):
        return len(thing)
    if isinstance(thing, dict):
        content = cast("dict[Any, Any]", thing)
        return sum([_size(each, seen) for pair in content.items() for each in pair])
    if isinstance(thing, (list, tuple, set, frozenset, deque)):
        return sum([_size(each, seen) for each in cast("Iterable[Any]", thing)])
    return _size(vars(thing), seen) if hasattr(thing, "__dict__") else 0


def _has_length(value: Any) -> bool:
    return isinstance(value, (bytes, str))
