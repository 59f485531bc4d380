"""Three-way merge of single values and mappings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from blocks.document.data import Json
from blocks.document.merging.conflicts import ABSENT, Conflict, alike
from blocks.document.merging.order import merged_order

T = TypeVar("T")


def picked(base: T, ours: T, theirs: T) -> T:
    """What a side has that changed it; ours where both did."""
    return theirs if ours == base else ours


class Values:
    """The merge of values, with the collected conflicts."""

    def __init__(self) -> None:
        self.conflicts: list[Conflict] = []

    def leaf(self, at: tuple[str, ...], base: Json, ours: Json, theirs: Json) -> Json:
        """The merged value; ours in a conflict. `ABSENT` stands for none."""
        if alike(ours, theirs) or alike(theirs, base):
            return ours
        if alike(ours, base):
            return theirs
        self.conflicts.append(Conflict(at, ours, theirs, base))
        return ours

    def present(self, at: tuple[str, ...], base: Json, ours: Json, theirs: Json) -> Json:
        """The same of what one side removed or added: in a conflict it stays."""
        result = self.leaf(at, base, ours, theirs)
        return theirs if result is ABSENT and not alike(theirs, base) else result

    def mapping(
        self, at: tuple[str, ...], base: Mapping[str, Json], ours: Mapping[str, Json], theirs: Mapping[str, Json]
    ) -> dict[str, Json]:
        """A merged mapping, key by key."""
        result: dict[str, Json] = {}
        for key in merged_order(list(base), list(ours), list(theirs)):
            value = self.leaf((*at, key), *(side.get(key, ABSENT) for side in (base, ours, theirs)))
            if value is not ABSENT:
                result[key] = value
        return result
