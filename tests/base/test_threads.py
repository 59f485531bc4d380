"""Work that is shared out to threads, while BLAS takes one each."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Iterator
from typing import Any

import numpy as np
import pytest

from blocks import ops
from blocks.base import threads
from blocks.base.openblas import OpenBlas
from blocks.base.threads import shared_out
from blocks.graph.scope import Scope
from blocks.ops import Const
from blocks.run.client import ClientSession


class Library:
    """Stands for OpenBLAS: notes how many threads it was told to take."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.told: list[int] = []

    def take_get(self) -> int:
        """As OpenBLAS answers."""
        return self.count

    def take_set(self, count: int) -> None:
        """As OpenBLAS is told."""
        self.count = count
        self.told.append(count)


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> Generator[Library]:
    """A machine of three cores, and a BLAS that takes four threads."""
    library = Library(4)
    actual = threads.single_blas()
    blas = OpenBlas(library.take_get, library.take_set)
    monkeypatch.setattr(threads, "openblas", lambda: blas)
    monkeypatch.setattr(threads, "thread_count", lambda: 3)
    with actual:
        yield library


def test_every_piece_is_done_once_and_in_order(library: Library) -> None:
    assert shared_out(lambda start, stop: list(range(start, stop)), 8) == [[0, 1], [2, 3, 4], [5, 6, 7]]
    assert shared_out(lambda start, stop: (start, stop), 2) == [(0, 1), (1, 2)]
    assert library.told == [1, 4, 1, 4], "BLAS takes one thread meanwhile, and as many as before after that"


def test_a_single_piece_is_left_to_blas(library: Library) -> None:
    assert shared_out(lambda start, stop: (start, stop), 1) == [(0, 1)]
    library.count = 1
    assert shared_out(lambda start, stop: (start, stop), 9) == [(0, 9)], "who wants one thread gets one"
    assert library.told == []


def test_without_a_blas_that_can_be_told_nothing_is_shared_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "openblas", lambda: None)
    assert shared_out(lambda start, stop: (start, stop), 9) == [(0, 9)]


@pytest.mark.parametrize("faulty", [0, 5])
def test_a_failure_is_told_when_all_have_ended(library: Library, faulty: int) -> None:
    begun: list[int] = []
    ended: list[int] = []

    def work(start: int, stop: int) -> None:
        begun.append(start)
        time.sleep(0.01)
        ended.append(start)
        if start <= faulty < stop:
            raise ValueError(f"piece {faulty}")

    with pytest.raises(ValueError, match=f"piece {faulty}"):
        shared_out(work, 6)
    assert sorted(begun) == sorted(ended)
    assert library.count == 4


def on_threads(patience: float = 60) -> set[int]:
    """The threads that take part in work of two pieces: each waits for a second one for so many seconds."""
    thread_ids: set[int] = set()
    met = threading.Event()

    def work(numbers: Iterator[int]) -> None:
        for _ in numbers:
            thread_ids.add(threading.get_ident())
            if len(thread_ids) > 1:
                met.set()
            met.wait(patience)

    threads.take_turns(work, 2, 2)
    return thread_ids


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Threads that have not been asked before."""
    pool = threads._Pool()  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(threads, "_pool", pool)
    return pool


def test_who_has_not_begun_is_not_waited_for(pool: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads that get no core in time: all is done, and what they were asked for does not pile up."""
    monkeypatch.setattr(pool, "_started", 2)
    for _ in range(20):
        assert threads.in_parts(lambda start, stop: (start, stop), 3, 3) == [(0, 1), (1, 2), (2, 3)]
    late = [pool._asked.get_nowait() for _ in range(2)]
    assert pool._asked.qsize() == 0
    assert [each() for each in late] == [None, None], "who comes too late has nothing to do"


def test_where_no_thread_can_be_started_one_does_all(pool: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", fail)
    assert threads.in_parts(lambda start, stop: threading.get_ident(), 3, 3) == [threading.get_ident()] * 3


def test_after_a_wait_that_was_lost_one_thread_works_alone_for_a_while(pool: Any) -> None:
    assert len(on_threads()) == 2
    asked_in_time = pool.alone_until
    mine, slow = threading.get_ident(), threading.Event()

    def work(numbers: Iterator[int]) -> None:
        for _ in numbers:
            if threading.get_ident() == mine:
                slow.wait(60)  # until the other one has taken its piece
            else:
                slow.set()
                time.sleep(0.3)  # as where another program has its core

    before = time.perf_counter()
    threads.take_turns(work, 2, 2)
    lost = time.perf_counter() - before
    assert before + 10 * lost < pool.alone_until < before + 40 * lost
    assert pool.alone_until > asked_in_time
    assert on_threads(0.05) == {mine}
    pool.alone_until = 0.0
    assert len(on_threads()) == 2


def test_two_at_a_time_leave_blas_as_it_was(library: Library) -> None:
    inside, outside = threading.Event(), threading.Event()

    def slow(start: int, stop: int) -> None:
        inside.set()
        assert outside.wait(120)

    other = threading.Thread(target=shared_out, args=(slow, 2))
    other.start()
    assert inside.wait(120)
    outside.set()
    assert sum(shared_out(lambda start, stop: stop - start, 7)) == 7
    other.join()
    assert library.count == 4


def test_settings_of_numpy_hold_on_all_threads(library: Library) -> None:
    with np.errstate(divide="ignore"):
        settings = shared_out(lambda start, stop: np.geterr()["divide"], 3)
    assert settings == ["ignore"] * 3


@pytest.mark.parametrize(("wish", "expected"), [(None, "20"), ("26", "26")])
def test_threads_of_blas_soon_leave_the_cores_to_ours(wish: str | None, expected: str) -> None:
    """OpenBLAS is told before NumPy is imported, which is when it reads that; but what a user wishes stands."""
    name = "OPENBLAS_THREAD_TIMEOUT"
    environment = {key: value for key, value in os.environ.items() if key != name} | ({name: wish} if wish else {})
    code = f"import sys, blocks, os; print('numpy' in sys.modules, os.environ[{name!r}])"
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True, text=True)
    assert done.stdout.split() == ["False", expected]


def test_work_within_shared_work_is_not_shared_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its threads all have something to do: one that waited for another would wait for itself."""
    monkeypatch.setattr(threads, "thread_count", lambda: 2)

    def outer(start: int, stop: int) -> list[list[tuple[int, int]]]:
        return [threads.in_parts(lambda first, last: (first, last), 4) for _ in range(start, stop)]

    assert threads.in_parts(outer, 2) == [[[(0, 4)]], [[(0, 4)]]]
    assert threads.in_parts(lambda first, last: (first, last), 4) == [(0, 2), (2, 4)]


def test_steps_have_blas_take_one_thread(library: Library) -> None:
    root = Scope.new_root_scope()
    x = np.ones((3, 3), np.float32)
    assert ClientSession(root).run(ops.MatMul(Const(root, x), x))[0].sum() == 27
    assert library.told == [1, 4]
