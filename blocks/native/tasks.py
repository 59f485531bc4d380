"""Calls of a kernel on several threads, which take its tasks from one counter.

The tasks and the order in which their sums are added depend on shapes alone. So a result has the same bits for any
number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from blocks.base.threads import take_turns, thread_count
from blocks.base.types import Array
from blocks.native.builder import LINE


class _Memory(np.ndarray[Any, Any]):
    """Memory of another class than its views: these then hold the array that they view, which shows that it is used."""


def aligned(shape: tuple[int, ...], dtype: Any) -> Array:
    """Return a new array; of numbers, one that starts at a multiple of a cache line."""
    dtype = np.dtype(dtype)
    if dtype.hasobject:
        return np.empty(shape, dtype)
    size = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
    memory = _Memory((size + LINE,), np.uint8)
    return np.ndarray(shape, dtype, memory, -address(memory) % LINE)


def address(array: Array) -> int:
    return array.__array_interface__["data"][0]


class Shared:
    """A kernel whose tasks run on several threads.

    Args:
        function: the kernel; its arguments are those of the call, then scratch memory and the counter.
        scratch: the bytes of scratch memory for each thread.
        threads: the maximum number of threads; None: all.
    """

    def __init__(self, function: Callable[..., object], scratch: int, threads: int | None = None) -> None:
        self._function = function
        self._scratch = scratch
        self._threads = threads or thread_count()
        self._idle: list[Array] = []

    def __call__(self, arguments: Sequence[int], tasks: int) -> None:
        counter = aligned((4 * LINE // 8,), np.int64)
        counter[:] = 0
        place = address(counter)

        def work(pieces: Iterator[int]) -> None:
            try:
                scratch = self._idle.pop()
            except IndexError:
                scratch = aligned((self._scratch,), np.uint8)
            for _ in pieces:
                self._function(*arguments, address(scratch), place)
            self._idle.append(scratch)

        threads = min(self._threads, tasks)
        take_turns(work, threads, threads)
