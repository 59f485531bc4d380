"""Block values that name composites, directly or through promoted values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from blocks.document.data import LOOP_BODIES, PromotedValue


class Promotes(NamedTuple):
    name: str
    types: Mapping[str, str]
    values: tuple[PromotedValue, ...]


def naming_values(composites: Iterable[Promotes]) -> dict[str, set[str]]:
    result = {kind: set(values) for kind, values in LOOP_BODIES.items()}
    waiting = [(each, value) for each in composites for value in each.values]
    while True:
        named = [
            (each, value)
            for each, value in waiting
            if any(name in result.get(each.types.get(block, ""), ()) for block, _, name in _ends(value))
        ]
        if not named:
            return result
        for each, value in named:
            result.setdefault(each.name, set()).add(value.name)
        waiting = [pair for pair in waiting if pair not in named]


def _ends(value: PromotedValue) -> Iterable[tuple[str, str, str]]:
    return (each.partition(".") for each in value.sets)
