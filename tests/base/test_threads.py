"""Work that is shared out to threads, while BLAS takes one each."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import numpy as np
import pytest

from blocks.base import threads
from blocks.base.threads import shared_out


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
def library(monkeypatch: pytest.MonkeyPatch) -> Library:
    """A machine of three cores, and a BLAS that takes four threads."""
    found = Library(4)
    blas = threads._Blas(found, "take_{}")  # pyright: ignore[reportPrivateUsage, reportArgumentType]
    monkeypatch.setattr(threads, "_blas", lambda: blas)
    monkeypatch.setattr(threads, "thread_count", lambda: 3)
    return found


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
    monkeypatch.setattr(threads, "_blas", lambda: None)
    assert shared_out(lambda start, stop: (start, stop), 9) == [(0, 9)]


@pytest.mark.parametrize("faulty", [0, 5])
def test_a_failure_is_told_when_all_have_ended(library: Library, faulty: int) -> None:
    ended: list[int] = []

    def work(start: int, stop: int) -> None:
        if start <= faulty < stop:
            raise ValueError(f"piece {faulty}")
        ended.append(start)

    with pytest.raises(ValueError, match=f"piece {faulty}"):
        shared_out(work, 6)
    assert len(ended) == 2
    assert library.count == 4


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
        found = shared_out(lambda start, stop: np.geterr()["divide"], 3)
    assert found == ["ignore"] * 3


@pytest.mark.parametrize(("wish", "found"), [(None, "20"), ("26", "26")])
def test_threads_of_blas_soon_leave_the_cores_to_ours(wish: str | None, found: str) -> None:
    """OpenBLAS is told before NumPy is imported, which is when it reads that; but what a user wishes stands."""
    name = "OPENBLAS_THREAD_TIMEOUT"
    environment = {key: value for key, value in os.environ.items() if key != name} | ({name: wish} if wish else {})
    code = f"import sys, blocks, os; print('numpy' in sys.modules, os.environ[{name!r}])"
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True, text=True)
    assert done.stdout.split() == ["False", found]


def test_work_within_shared_work_is_not_shared_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its threads all have something to do: one that waited for another would wait for itself."""
    monkeypatch.setattr(threads, "thread_count", lambda: 2)

    def outer(start: int, stop: int) -> list[list[tuple[int, int]]]:
        return [threads.in_parts(lambda first, last: (first, last), 4) for _ in range(start, stop)]

    assert threads.in_parts(outer, 2) == [[[(0, 4)]], [[(0, 4)]]]
    assert threads.in_parts(lambda first, last: (first, last), 4) == [(0, 2), (2, 4)]
