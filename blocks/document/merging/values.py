"""Three-way merge of single values and mappings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from blocks.document.data import Json
from blocks.document.merging.conflicts import ABSENT, Conflict, alike
from blocks.document.merging.order import merged_order

T = TypeVar("T")


def picked(base: T, ours: T, theirs: T) -> T:
    """Return the value of the side that changed it; ours if both did."""
    return theirs if ours == base else ours


class Values:
    def __init__(self) -> None:
        self.conflicts: list[Conflict] = []

    def leaf(self, at: tuple[str, ...], base: Json, ours: Json, theirs: Json) -> Json:
        """Return the merged value, or `ABSENT`; in a conflict, ours."""
        if alike(ours, theirs) or alike(theirs, base):
            return ours
        if alike(ours, base):
            return theirs
        self.conflicts.append(Conflict(at, ours, theirs, base))
        return ours

    def present(self, at: tuple[str, ...], base: Json, ours: Json, theirs: Json) -> Json:
        """Do the same as `leaf` for an item that is kept if one side removed it and the other changed it."""
        result = self.leaf(at, base, ours, theirs)
        return theirs if result is ABSENT and not alike(theirs, base) else result

    def mapping(
        self, at: tuple[str, ...], base: Mapping[str, Json], ours: Mapping[str, Json], theirs: Mapping[str, Json]
    ) -> dict[str, Json]:
        result: dict[str, Json] = {}
        for key in merged_order(list(base), list(ours), list(theirs)):
            value = self.leaf((*at, key), *(side.get(key, ABSENT) for side in (base, ours, theirs)))
            if value is not ABSENT:
                result[key] = value
        return result
