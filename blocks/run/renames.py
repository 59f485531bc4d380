"""Earlier ids of a page's blocks, by which its variables find their values."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

_NONE: Mapping[str, str] = MappingProxyType({})


class Renames(NamedTuple):
    """The earlier ids of blocks, by their current ids."""

    page: Mapping[str, str] = _NONE
    inner: Mapping[str, str] = _NONE

    def before(self, name: str) -> tuple[str, ...]:
        """Return the names that a node may have had, the likeliest first."""
        path, dot, pin = name.partition(".")
        first, *rest = path.split("/")
        names = [[self.page.get(first, first), *[self.inner.get(each, each) for each in rest]]]
        if len(rest) > 1:  # what an optimiser keeps: its id, a word and the variable's path from the page on
            end = [self.page.get(each, self.inner.get(each, each)) for each in rest[1:]]
            names.insert(0, [names[0][0], rest[0], *end])
        return tuple(dict.fromkeys(["/".join(each) + dot + pin for each in names] + [name]))


NO_RENAMES = Renames()
