"""Calls of a kernel on several threads, which take its tasks from one counter.

The tasks and the order in which their sums are added depend on shapes alone. So a result has the same bits for any
number of threads.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from blocks.base.threads import FOR_THREADS, take_turns, thread_count
from blocks.base.types import Array
from blocks.native.builder import LINE
from blocks.native.machine import Kernel


class _Block(np.ndarray[Any, Any]):
    """Memory of another class than its views: these then hold the array that they view, which shows that it is used."""


def aligned(shape: tuple[int, ...], dtype: Any) -> Array:
    """Return a new array; of numbers, one that starts at a multiple of a cache line."""
    dtype = np.dtype(dtype)
    if dtype.hasobject:
        return np.empty(shape, dtype)
    size = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
    memory = _Block((size + LINE,), np.uint8)
    return np.ndarray(shape, dtype, memory, -address(memory) % LINE)


def address(array: Array) -> int:
    return array.__array_interface__["data"][0]


class _Memory(threading.local):
    """Memory that a thread reuses from call to call."""

    def __init__(self) -> None:
        self._held = aligned((0,), np.uint8)

    def address(self, size: int) -> int:
        if self._held.size < size:
            self._held = aligned((size,), np.uint8)
        return address(self._held)


sums, _scratch = _Memory(), _Memory()
"""Memory for partial sums of a call, and for tasks."""
_COUNTERS = 4 * LINE // 8


class Tasks:
    """Kernels whose tasks run on several threads, one kernel after the other while the threads are awake.

    Args:
        kernels: functions of a call's arguments, the address of scratch memory of a thread, and that of the counter.
        size: the elements that a call computes: few are not worth a thread.
        scratch: the bytes of scratch memory for each thread.
    """

    def __init__(self, kernels: Sequence[Kernel], size: int, scratch: int = 0) -> None:
        self._kernels = kernels
        self._threads = thread_count() if size >= FOR_THREADS else 1
        self._scratch = scratch

    def prepare(self) -> None:
        for each in self._kernels:
            each.prepare()

    def __call__(self, *calls: Sequence[int]) -> None:
        """Run each kernel with its arguments, the last of which is the number of its tasks."""
        counters = aligned((len(calls), _COUNTERS), np.int64)
        counters.fill(0)
        place = address(counters)

        def work(pieces: Iterator[int]) -> None:
            for _ in pieces:
                scratch = _scratch.address(self._scratch)
                for i, (run, call) in enumerate(zip(self._kernels, calls, strict=True)):
                    run(*call, scratch, place + 8 * _COUNTERS * i)

        threads = max(1, min(self._threads, max([call[-1] for call in calls], default=0)))
        take_turns(work, threads, threads)
