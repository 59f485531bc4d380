"""Threads for work on large arrays, and limits for the threads of BLAS.

NumPy releases the interpreter lock, so threads help. Work is always divided into the same pieces, and threads take one
after the other. The calling thread also takes pieces and does not wait for threads that have not started. If other
programs use the other cores, it does all the work alone.

The threads of OpenBLAS work differently. They get equal parts of a product and wait for each other without releasing
their core, which on a busy machine takes many times as long as the product. So BLAS gets one thread while steps run,
and large products are divided like other work (`blocks.base.matrix_products`). If NumPy's BLAS is not the OpenBLAS that
NumPy ships, its thread count is not changed, and products are not divided.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar, copy_context
from functools import partial
from itertools import pairwise
from queue import SimpleQueue
from threading import Lock, Thread
from time import perf_counter
from typing import Any, TypeVar

from blocks.base.openblas import openblas

MOST_THREADS = "GRADBLOCKS_THREADS"
"""The variable of the environment that has the most threads that may be used."""
FOR_THREADS = 1 << 17
"""Elements from which on it is worth while to wake another thread."""
_PAUSE = 20
"""How many times longer than what was lost by waiting for other threads, none is asked again."""

Result = TypeVar("Result")

_shared: ContextVar[bool] = ContextVar("_shared", default=False)


def thread_count() -> int:
    """Return the number of threads for a step: the cores of the process, or fewer by ``GRADBLOCKS_THREADS``."""
    try:
        count = len(os.sched_getaffinity(0))
    except AttributeError:
        count = os.cpu_count() or 1
    wanted = os.environ.get(MOST_THREADS, "")
    return max(1, min(count, int(wanted))) if wanted.isdecimal() and len(wanted) < 10 else count


@contextmanager
def no_more_threads() -> Generator[None]:
    """Keep this thread, and those that get work from it, from sharing work again: all threads have some."""
    token = _shared.set(True)
    try:
        yield
    finally:
        _shared.reset(token)


def single_blas() -> AbstractContextManager[None]:
    return openblas() or nullcontext()


def shared_out(work: Callable[[int, int], Result], count: int) -> list[Result]:
    """Split work into ranges, one for each thread, and return the results in order.

    Args:
        work: processes the pieces from one index up to another; it multiplies matrices and starts no threads itself.
        count: the number of pieces.
    """
    blas = openblas()
    if count < 2 or blas is None or _shared.get() or (parts := min(count, thread_count(), blas.threads)) < 2:
        return [work(0, count)]
    with blas:
        return in_parts(work, count, parts)


def in_parts(work: Callable[[int, int], Result], count: int, parts: int | None = None) -> list[Result]:
    """Do the same as `shared_out`, for work without matrix products; ``parts`` sets the number of ranges."""
    if count < 2 or _shared.get() or (parts := min(count, thread_count()) if parts is None else parts) < 2:
        return [work(0, count)]
    edges = [count * i // parts for i in range(parts + 1)]
    ranges = list(pairwise(edges))
    results: list[Any] = [None] * parts

    def some(numbers: Iterator[int]) -> None:
        for i in numbers:
            results[i] = work(*ranges[i])

    take_turns(some, parts, parts)
    return results


def take_turns(work: Callable[[Iterator[int]], object], count: int, threads: int) -> None:
    """Share pieces of work between this thread and idle ones, with the context variables of this thread.

    If a wait for other threads loses time, because other programs use the cores, they are not asked again for a while.

    Args:
        work: processes the pieces whose indices it gets; each participating thread calls it once.
        count: the number of pieces.
        threads: the maximum number of threads.
    """
    if threads < 2 or _shared.get() or perf_counter() < _pool.alone_until:
        work(iter(range(count)))
        return
    with no_more_threads():
        _Shared(work, count, threads).begin()


class _Shared:
    def __init__(self, work: Callable[[Iterator[int]], object], count: int, threads: int) -> None:
        self._work: Callable[[Iterator[int]], object] | None = work
        self._count = count
        self._threads = threads
        self._pieces = iter(range(count))
        self._lock = Lock()
        self._helpers = 0
        self._quiet = Lock()
        self._failure: BaseException | None = None
        self._taken = 0

    def begin(self) -> None:
        assert self._work is not None
        begun = perf_counter()
        try:
            self._work(self._counted())
        finally:
            worked = perf_counter() - begun
            for _ in self._pieces:  # after a failure, nothing more is begun
                pass
            with self._lock:
                self._work = None
                waits = self._helpers > 0
            if waits:
                self._quiet.acquire()
        if self._taken:
            now = perf_counter()
            lost = now - begun - worked * self._count / self._taken
            _pool.alone_until = max(_pool.alone_until, now + _PAUSE * lost)
        if self._failure is not None:
            raise self._failure

    def help(self) -> None:
        with self._lock:
            work = self._work
            if work is None:
                return
            if not self._helpers:
                self._quiet.acquire()
            self._helpers += 1
        try:
            work(self._pieces)
        except BaseException as failure:
            self._failure = failure
            for _ in self._pieces:
                pass
        with self._lock:
            self._helpers -= 1
            if not self._helpers:
                self._quiet.release()

    def _counted(self) -> Iterator[int]:
        first = next(self._pieces)
        self._taken = 1
        _pool.ask(self.help, self._threads - 1)  # not before: threads that wake need the interpreter to begin
        yield first
        for i in self._pieces:
            self._taken += 1
            yield i


class _Pool:
    """Worker threads that live as long as the process; none are asked before ``alone_until`` (`perf_counter`)."""

    def __init__(self) -> None:
        self.alone_until = 0.0
        self._asked: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self._started = 0

    def ask(self, help: Callable[[], None], helpers: int) -> None:
        while self._started < helpers:
            try:
                Thread(target=self._wait, name="gradblocks", daemon=True).start()
            except RuntimeError:  # no more threads can be started
                break
            self._started += 1
        for _ in range(min(helpers, self._started) - self._asked.qsize()):
            self._asked.put(partial(copy_context().run, help))

    def _wait(self) -> None:
        while True:
            self._asked.get()()


_pool = _Pool()
