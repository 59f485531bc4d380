"""The curves of a run, in bounded memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from blocks.base.types import Array
from blocks.run.monitoring.curves import Points

MOST = 1 << 19
"""Numbers that are kept of a run; when there are more, every other step goes."""
_CHUNKS = 64


class Group(NamedTuple):
    """Steps that have the same scalars.

    Attributes:
        names: the scalars.
        steps: the step numbers [n].
        values: a row for each step [n, names].
    """

    names: Sequence[str]
    steps: Array
    values: Array


class CurveSet:
    """Steps and values of scalars. Steps may have different scalars."""

    def __init__(self, groups: Iterable[Group] = ()) -> None:
        self._groups = list(groups)
        self._merged = len(self._groups)

    def add(self, points: Sequence[Points]) -> None:
        """Append the points of further steps. Called for each frame, so it is cheap and merges rarely."""
        self._groups += [Group(each.names, np.asarray(each.steps, np.int64), each.values) for each in points]
        if len(self._groups) - self._merged > _CHUNKS:
            self._merge()

    def cut(self, last: int) -> None:
        kept = [(each, each.steps <= last) for each in self.groups]
        self._groups = [Group(each.names, each.steps[keep], each.values[keep]) for each, keep in kept if keep.any()]
        self._merged = len(self._groups)

    @property
    def groups(self) -> list[Group]:
        if len(self._groups) != self._merged:
            self._merge()
        return list(self._groups)

    @property
    def names(self) -> list[str]:
        return list(dict.fromkeys(name for each in self._groups for name in each.names))

    def curve(self, name: str) -> Array:
        """Return the steps and values of a scalar [n, 2]; empty if there is no such curve."""
        parts = [
            np.stack([each.steps.astype(np.float64), each.values[:, list(each.names).index(name)]], axis=1)
            for each in self.groups
            if name in each.names
        ]
        points = np.concatenate(parts) if parts else np.zeros((0, 2))
        return points[np.argsort(points[:, 0], kind="stable")]

    @property
    def size(self) -> int:
        return sum(each.values.size for each in self._groups)

    def last(self) -> dict[str, float]:
        values: dict[str, float] = {}
        for each in sorted(self._groups, key=_last_step):
            if len(each.values):
                values.update(zip(each.names, each.values[-1].tolist(), strict=True))
        return values

    def _merge(self) -> None:
        alike: dict[tuple[str, ...], list[Group]] = {}
        for each in self._groups:
            alike.setdefault(tuple(each.names), []).append(each)
        self._groups = [
            Group(names, np.concatenate([each.steps for each in some]), np.concatenate([each.values for each in some]))
            for names, some in alike.items()
        ]
        while self.size > MOST and any(len(each.steps) > 1 for each in self._groups):
            self._groups = [_halved(each) for each in self._groups]
        self._groups.sort(key=_last_step)
        while self.size > MOST and len(self._groups) > 1:  # a step each, of pages with other scalars
            del self._groups[0]
        self._merged = len(self._groups)


def _last_step(group: Group) -> int:
    return int(group.steps[-1]) if len(group.steps) else 0


def _halved(group: Group) -> Group:
    """Return every other step, counted back from the last one, which stays."""
    keep = slice(len(group.steps) - 1 & 1, None, 2)
    return Group(group.names, group.steps[keep], group.values[keep])
