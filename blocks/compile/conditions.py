"""Symbolic conditions: and/or formulas of branch predicates that state when a value is alive."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from itertools import combinations
from typing import Any, NamedTuple

Condition = frozenset[Any]
"""What must hold, all of it: an `Outcome`, or a frozenset of conditions of which one must hold."""

ALWAYS: Condition = frozenset()

MOST_JOINED = 16
"""Alternatives that are looked at for simpler ones."""


class BranchOutcome(NamedTuple):
    """The condition that a boolean has the value ``side``.

    Attributes:
        round: the region that computed the boolean; each iteration of a loop has its own.
    """

    value: int
    round: int
    side: bool


def both(conditions: Iterable[Condition | None]) -> Condition | None:
    """Return the conjunction of conditions; None if they contradict each other."""
    condition: Condition = ALWAYS
    for each in conditions:
        if each is None:
            return None
        condition |= each
    opposite = (each._replace(side=not each.side) for each in condition if isinstance(each, BranchOutcome))
    return None if any(each in condition for each in opposite) else condition


def either(conditions: Iterable[Condition | None]) -> Condition | None:
    """Return the disjunction of conditions; None if all are None (never)."""
    left: set[Condition] = {each for each in conditions if each is not None}
    while len(left) <= MOST_JOINED:
        joined = next(filter(None, map(_joined, combinations(left, 2))), None)
        if joined is None:
            break
        left.difference_update(joined[0])
        left.add(joined[1])
    if len(left) < 2:
        return next(iter(left), None)
    shared = frozenset[Any].intersection(*left)
    return shared | {frozenset(each - shared for each in left)}


def _joined(pair: tuple[Condition, Condition]) -> tuple[set[Condition], Condition] | None:
    """Simplify two conditions to one if one implies the other or only the side of an outcome differs."""
    first, second = pair
    if first <= second or second <= first:
        return {first, second}, min(pair, key=len)
    [*rest] = first ^ second
    if len(rest) == 2 and all(isinstance(each, BranchOutcome) for each in rest):
        one, other = rest
        if one._replace(side=not one.side) == other:
            return {first, second}, first & second
    return None


def outcomes(condition: Condition) -> Iterator[BranchOutcome]:
    for each in condition:
        if isinstance(each, BranchOutcome):
            yield each
        else:
            for one in each:
                yield from outcomes(one)


def holds(condition: Condition, outcome: Callable[[BranchOutcome], Any]) -> Any:
    """Evaluate a condition on booleans that support ``&`` and ``|``; the empty condition gives True."""

    def part_holds(part: Any) -> Any:
        if isinstance(part, BranchOutcome):
            return outcome(part)
        return reduce(lambda one, other: one | other, [holds(each, outcome) for each in part])

    return reduce(lambda one, other: one & other, map(part_holds, condition), True)
