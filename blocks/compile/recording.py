"""Recordings of the values inside loops and branches, iteration by iteration, within a memory limit.

A program returns a recording as one element of an object array, so that it passes through a plan like a tensor.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import DType
from blocks.base.types import Array, is_array

OVERHEAD = 400
"""About the bytes that it takes to keep a value beside its elements: most of what many small ones take."""
MOST = 64 << 20
"""Bytes that the values of one run of a loop may take. Of more rounds every other one is forgotten, as often as it
needs; the last one is always there."""


class Record(NamedTuple):
    """The recorded values of a block inside loops and branches.

    Attributes:
        rounds: for each value, the iteration of each enclosing loop, outermost first; empty in a branch outside of
            loops.
        values: the values. A branch that did not run has none; in an iteration, None takes its place, and the entry of
            ``rounds`` ends there.
    """

    rounds: Sequence[tuple[int, ...]] = ()
    values: Sequence[Array | None] = ()
    dtype: DType | None = None

    @property
    def size(self) -> int:
        return sum([each.nbytes for each in self.values if each is not None])


def packed(record: Record) -> Array:
    result = np.empty((), object)
    result[()] = record
    return result


def record_of(value: Any) -> Record | None:
    if not is_array(value) or not value.dtype.hasobject or value.shape:
        return None
    result = value[()]
    return result if isinstance(result, Record) else None


class Recorder:
    """The recorder of ``count`` values per iteration of a loop, with at most ``most`` bytes in all."""

    def __init__(self, count: int, most: int = MOST) -> None:
        self._most = most
        self._every = 1
        self._rounds: list[tuple[int, Sequence[Any]]] = []
        self._last: tuple[int, Sequence[Any]] | None = None
        self._count = count
        self._size = 0

    def add(self, number: int, values: Sequence[Any]) -> None:
        entry = number, values
        if self._last is None or self._last[0] < number:
            self._last = entry
        if number % self._every:
            return
        self._rounds.append(entry)
        self._size += sum(map(_size, values))
        while self._size > self._most and len(self._rounds) > 1:
            self._every *= 2
            self._rounds = [each for each in self._rounds if not each[0] % self._every]
            self._size = sum([sum(map(_size, each)) for _, each in self._rounds])

    def values(self) -> list[Array]:
        entries = sorted(self._rounds, key=lambda each: each[0])
        if self._last is not None and (not entries or entries[-1][0] != self._last[0]):
            entries.append(self._last)
        return [packed(_joined([(number, values[i]) for number, values in entries])) for i in range(self._count)]


def _joined(result: Sequence[tuple[int, Any]]) -> Record:
    rounds: list[tuple[int, ...]] = []
    values: list[Array | None] = []
    for number, value in result:
        record = record_of(value)
        if record is None:
            rounds.append((number,))
            values.append(value)
        else:
            rounds += [(number, *inner) for inner in record.rounds] or [(number,)]
            values += record.values or [None]
    return Record(rounds, values)


def _size(value: Any) -> int:
    record = record_of(value)
    return value.nbytes + OVERHEAD if record is None else record.size + OVERHEAD * len(record.values)
