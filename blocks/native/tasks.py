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


FOR_THREADS = 1 << 17
"""Elements from which on it is worth while to wake another thread."""


class Shared:
    """A kernel whose tasks run on several threads.

    Args:
        function: the kernel; its arguments are those of a call, then the addresses of memory for sums of all tasks, of
            scratch memory for a thread, and of the counter.
        sums, scratch: the bytes of this memory.
        size: the elements that a call computes.
    """

    def __init__(self, function: Callable[..., object], sums: int, scratch: int, size: int) -> None:
        self._function = function
        self._sums = sums
        self._scratch = scratch
        self._threads = thread_count() if size >= FOR_THREADS else 1
        self._idle: list[tuple[Array, int, Array, int]] = []
        self._idle_scratch: list[tuple[Array, int]] = []

    def __call__(self, arguments: Sequence[int], tasks: int) -> None:
        try:
            room = self._idle.pop()
        except IndexError:
            counter, sums = aligned((4 * LINE // 8,), np.int64), aligned((self._sums,), np.uint8)
            room = counter, address(counter), sums, address(sums)
        counter, place, _, sums = room
        counter[:] = 0

        def work(pieces: Iterator[int]) -> None:
            try:  # another thread may have taken the last one
                scratch = self._idle_scratch.pop()
            except IndexError:
                memory = aligned((self._scratch,), np.uint8)
                scratch = memory, address(memory)
            for _ in pieces:
                self._function(*arguments, sums, scratch[1], place)
            self._idle_scratch.append(scratch)

        threads = min(self._threads, tasks)
        if threads == 1:
            work(iter((0,)))
        else:
            take_turns(work, threads, threads)
        self._idle.append(room)
