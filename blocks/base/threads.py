"""Threads for work on large arrays, and those of BLAS kept out of their way.

NumPy lets go of the interpreter, so that threads are of use. But where each of two threads multiplies matrices with as
many threads of BLAS, they wait for each other, on a busy machine for long. While work runs here, BLAS takes one thread;
where NumPy's BLAS is not OpenBLAS as NumPy ships it, work is not shared out, and BLAS does what it does.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from functools import cache
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np

FOR_THREADS = 1 << 17
"""Elements from which on it is worth while to wake another thread."""

Result = TypeVar("Result")

_pool: list[Any] = []
_shared: ContextVar[bool] = ContextVar("_shared", default=False)


def thread_count() -> int:
    """How many threads a step may use: as many as the process has cores."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def submit(work: Callable[..., Any], *args: Any) -> Any:
    """Run something on another thread, with NumPy's settings of this one; threads stay for the next time."""
    if not _pool:
        from concurrent.futures import ThreadPoolExecutor  # only large arrays need it

        _pool.append(ThreadPoolExecutor(max(1, thread_count() - 1), "gradblocks"))
    return _pool[0].submit(copy_context().run, work, *args)


@contextmanager
def no_more_threads() -> Generator[None]:
    """Within, on this thread and on those that get work from it, work is not shared out: all threads have some."""
    token = _shared.set(True)
    try:
        yield
    finally:
        _shared.reset(token)


def shared_out(work: Callable[[int, int], Result], count: int) -> list[Result]:
    """Cut so many pieces of work into ranges, one for each thread, and run them.

    Args:
        work: does the pieces from one number up to another; it multiplies matrices, and starts no threads itself.
        count: how many pieces there are.

    Returns:
        What it gave for each range, in order.
    """
    blas = _blas()
    parts = min(count, thread_count(), blas.threads) if blas is not None else 1
    if blas is None or parts < 2 or _shared.get():
        return [work(0, count)]
    with blas:
        return in_parts(work, count, parts)


def in_parts(work: Callable[[int, int], Result], count: int, parts: int | None = None) -> list[Result]:
    """As `shared_out`, for work that multiplies no matrices; cut into so many ranges, if it is said how many."""
    parts = min(count, thread_count()) if parts is None else parts
    if parts < 2 or _shared.get():
        return [work(0, count)]
    edges = [count * i // parts for i in range(parts + 1)]
    with no_more_threads():
        others = [submit(work, start, stop) for start, stop in pairwise(edges[1:])]
        try:
            first = work(0, edges[1])
        finally:
            failures = [each.exception() for each in others]  # wait for all, whatever happened here
    for failure in failures:
        if failure is not None:
            raise failure
    return [first, *(each.result() for each in others)]


class _Blas:
    """OpenBLAS: as a context, it takes one thread for each product."""

    def __init__(self, library: ctypes.CDLL, name: str) -> None:
        self._get = getattr(library, name.format("get"))
        self._set = getattr(library, name.format("set"))
        from threading import Lock

        self._lock = Lock()
        self._inside = 0
        self._usual = 0

    @property
    def threads(self) -> int:
        """How many threads it takes outside."""
        with self._lock:
            return self._usual if self._inside else self._get()

    def __enter__(self) -> None:
        with self._lock:
            if not self._inside:
                self._usual = self._get()
                self._set(1)
            self._inside += 1

    def __exit__(self, *_failure: object) -> None:
        with self._lock:
            self._inside -= 1
            if not self._inside:
                self._set(self._usual)


@cache
def _blas() -> _Blas | None:
    """The OpenBLAS that NumPy ships, which lies beside or in its folder."""
    from pathlib import Path  # only large arrays need it

    folder = Path(np.__file__).parent
    files = [*folder.with_name("numpy.libs").glob("*openblas*"), *(folder / ".dylibs").glob("*openblas*")]
    names = [f"{front}openblas_{{}}_num_threads{end}" for front in ("scipy_", "") for end in ("64_", "")]
    for path in files:
        try:
            library = ctypes.CDLL(str(path))
        except OSError:
            continue
        for name in names:
            if hasattr(library, name.format("set")) and hasattr(library, name.format("get")):
                return _Blas(library, name)
    return None
