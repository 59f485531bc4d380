"""The selected iterations of the enclosing loops, and the values recorded in them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from blocks.base.types import Array
from blocks.compile.recording import Record

Rounds = tuple[int | None, ...]
"""For each loop around, from the outermost, the round that is looked at; None: the last one."""


class Level(NamedTuple):
    """The iterations of one enclosing loop.

    Attributes:
        at: the viewed iteration.
        size: the size of the records in bytes.
    """

    block: str
    total: int
    at: int
    recorded: Sequence[int]
    size: int = 0

    @property
    def every(self) -> int:
        """Return N if every Nth iteration was recorded."""
        return self.recorded[1] - self.recorded[0] if len(self.recorded) > 2 else 1


def value_in(record: Record, rounds: Rounds) -> Array | None:
    """Return the value in an iteration or the last one recorded before it; None if the block did not run there."""
    begin, end = 0, len(record.rounds)
    for depth, wanted in enumerate(rounds):
        numbers = _numbers(record, depth, begin, end)
        if not numbers:
            return None
        number = _nearest(numbers, wanted)
        begin, end = _range(record, depth, begin, end, number)
    return record.values[begin] if begin < end else None


def norms_in(record: Record, rounds: Rounds) -> Array:
    """Return the values recorded in an innermost loop's iterations, interpolated between them; may be empty."""
    begin, end = 0, len(record.rounds)
    inner = max([len(key) for key in record.rounds], default=1) - 1
    for depth in range(inner):
        numbers = _numbers(record, depth, begin, end)
        if not numbers:
            return np.zeros(0)
        wanted = rounds[depth] if depth < len(rounds) else None
        begin, end = _range(record, depth, begin, end, _nearest(numbers, wanted))
    pairs = zip(record.rounds[begin:end], record.values[begin:end], strict=True)
    measured = [(key[inner], float(value)) for key, value in pairs if value is not None]
    if not measured:
        return np.zeros(0)
    numbers, norms = zip(*measured, strict=True)
    return np.interp(range(numbers[-1] + 1), numbers, norms)


def levels_of(records: Iterable[Record], blocks: Sequence[str], rounds: Rounds) -> list[Level]:
    known = [*records]
    size = sum([each.size for each in known])
    record = max(known, key=lambda each: len(each.rounds), default=None)
    levels: list[Level] = []
    begin, end = 0, 0 if record is None else len(record.rounds)
    for depth, (block, wanted) in enumerate(zip(blocks, rounds, strict=True)):
        numbers = [] if record is None else _numbers(record, depth, begin, end)
        if not numbers or record is None:
            break
        at = _nearest(numbers, wanted)
        levels.append(Level(block, numbers[-1] + 1, at, numbers, size))
        begin, end = _range(record, depth, begin, end, at)
    return levels


def _numbers(record: Record, depth: int, begin: int, end: int) -> list[int]:
    return list(dict.fromkeys([key[depth] for key in record.rounds[begin:end] if len(key) > depth]))


def _nearest(numbers: Sequence[int], wanted: int | None) -> int:
    return numbers[-1] if wanted is None else numbers[max(0, bisect_right(numbers, wanted) - 1)]


def _range(record: Record, depth: int, begin: int, end: int, number: int) -> tuple[int, int]:
    def at(key: tuple[int, ...]) -> int:
        return key[depth] if len(key) > depth else -1

    keys = record.rounds
    return bisect_left(keys, number, begin, end, key=at), bisect_right(keys, number, begin, end, key=at)
