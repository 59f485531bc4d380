"""Chunked execution of fused calls on threads."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from blocks.base.threads import take_turns, thread_count
from blocks.base.types import Array
from blocks.compile.dispatch import quiet

CHUNK = 1 << 17
"""Elements of a chunk, at most: few enough for the buffers of a part to stay in the cache, many enough for calls to
pay, between which threads wait for each other."""

SHORTEST = 512
"""Elements of a row: of rows that are not shorter, NumPy copies nothing where a number or a vector goes with each."""


class Buffer(NamedTuple):
    dtype: Any
    row: tuple[int, ...]


class Chunked:
    """A fused part of a plan, as a function from its inputs to its outputs.

    Args:
        part: the generated function; gets the first and last row of a chunk, the values, the results, the buffers.
        whole: runs the calls one by one, if an array is not contiguous by rows.
        calls: the number of calls to time for a profile, or 0; ``took`` gets their times.
    """

    def __init__(
        self,
        part: Callable[..., None],
        whole: Callable[..., Any],
        rows: int,
        width: int,
        flat: bool,
        results: Sequence[Callable[[], Array]],
        buffers: Sequence[Buffer],
        threads: bool,
        calls: int = 0,
    ) -> None:
        self.part = part
        self.whole = whole
        self.rows = rows
        self.flat = flat
        self.results = results
        self.buffers = buffers
        self.threads = min(thread_count(), rows) if threads else 1
        turns = -(-rows // (self.threads * max(1, CHUNK // width)))
        self.chunk = -(-rows // (self.threads * turns))  # so that all threads have as much to do
        self.idle: list[list[Array]] = []
        self.calls = calls
        self.took = [0.0] * calls

    def __call__(self, *values: Array) -> Any:
        """Run all chunks; a single result is returned without a tuple."""
        if not all(value.flags.c_contiguous for value in values):
            self.took = [1.0] * self.calls
            return self.whole(*values)
        self.took = [0.0] * self.calls
        result = [make() for make in self.results]
        given, filled = list(values), result
        if self.flat:
            given = [value.reshape(-1) if value.size == self.rows else value.reshape(()) for value in values]
            filled = [array.reshape(-1) for array in result]
        take_turns(partial(self._work, given, filled), -(-self.rows // self.chunk), self.threads)
        return result[0] if len(result) == 1 else result

    def _work(self, given: Sequence[Array], filled: Sequence[Array], chunks: Iterator[int]) -> None:
        try:
            buffers = self.idle.pop()
        except IndexError:
            buffers = [np.empty((self.chunk, *each.row), each.dtype) for each in self.buffers]
        took = [[0.0] * self.calls] if self.calls else []
        with quiet():  # which puts the size back, too
            np.setbufsize(SHORTEST)
            for i in chunks:
                start, end = i * self.chunk, min((i + 1) * self.chunk, self.rows)
                now = buffers if end - start == self.chunk else [each[: end - start] for each in buffers]
                self.part(start, end, *given, *filled, *now, *took)
        self.idle.append(buffers)
        for times in took:
            self.took = [a + b for a, b in zip(self.took, times, strict=True)]


def since(took: list[float], call: int, before: float) -> float:
    now = perf_counter()
    took[call] += now - before
    return now


def leading(shape: Array, rows: int) -> Array:
    result = shape.copy()
    result[0] = rows
    return result
