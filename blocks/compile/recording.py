"""What loops and branches record for somebody who looks inside: values round by round, within a limit of memory.

A program gives a record as one element of an array of objects, so that it passes through a plan as a tensor does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import DType
from blocks.base.types import Array, is_array

MOST = 64 << 20
"""Bytes that the values of one run of a loop may take. Of more rounds every other one is forgotten, as often as it
needs; the last one is always there."""


class Record(NamedTuple):
    """Values of a block inside of loops and branches.

    Attributes:
        rounds: for each value the round of each loop that it lies in, from the outermost; nothing in a mere branch.
        values: the values. Of a branch that did not run there is none; where that was in a round, None stands for it,
            and its rounds end there.
        dtype: their element type, if it is known.
    """

    rounds: Sequence[tuple[int, ...]] = ()
    values: Sequence[Array | None] = ()
    dtype: DType | None = None

    @property
    def size(self) -> int:
        """The bytes of the values."""
        return sum([each.nbytes for each in self.values if each is not None])


def packed(record: Record) -> Array:
    """A record as an array of one object."""
    found = np.empty((), object)
    found[()] = record
    return found


def record_of(value: Any) -> Record | None:
    """The record that a value is; None if it is a tensor."""
    found = value[()] if is_array(value) and value.dtype.hasobject and not value.shape else None
    return found if isinstance(found, Record) else None


class Recorder:
    """Records some values of the rounds of a loop.

    Args:
        count: how many values a round gives.
        most: the bytes that they may take.
    """

    def __init__(self, count: int, most: int = MOST) -> None:
        self._most = most
        self._every = 1
        self._rounds: list[tuple[int, list[Record]]] = []
        self._last: tuple[int, list[Record]] | None = None
        self._count = count
        self._size = 0

    def add(self, number: int, values: Sequence[Any]) -> None:
        """Record what a round gave."""
        entry = number, [record_of(each) or Record([()], [each]) for each in values]
        self._last = entry
        if number % self._every:
            return
        self._rounds.append(entry)
        self._size += _size(entry)
        while self._size > self._most and len(self._rounds) > 1:
            self._every *= 2
            self._rounds = [each for each in self._rounds if not each[0] % self._every]
            self._size = sum(map(_size, self._rounds))

    def values(self) -> list[Array]:
        """A record for each value."""
        entries = self._rounds
        if self._last is not None and (not entries or entries[-1][0] != self._last[0]):
            entries = [*entries, self._last]
        return [packed(_joined([(number, records[i]) for number, records in entries])) for i in range(self._count)]


def _joined(records: Sequence[tuple[int, Record]]) -> Record:
    """The records of some rounds as one."""
    rounds: list[tuple[int, ...]] = []
    values: list[Array | None] = []
    for number, each in records:
        rounds += [(number, *inner) for inner in each.rounds] or [(number,)]
        values += each.values or [None]
    return Record(rounds, values)


def _size(entry: tuple[int, list[Record]]) -> int:
    return sum([each.size for each in entry[1]])
