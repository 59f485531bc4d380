"""A thread that is stopped between two of its Python instructions, and nowhere else."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections import Counter

import pytest

from blocks.base.openblas import OpenBlas
from blocks.run.interrupt import Interrupt, Interrupted
from tests.run.planted import PATIENCE

PROFILED = """
import cProfile
from blocks.run.interrupt import Interrupt

class Worked:
    def __init__(self):
        self.well = True

with cProfile.Profile():
    with Interrupt().guard():
        pass
    print(Worked().well)
"""


def test_what_comes_after_a_guard_can_be_profiled() -> None:
    """Python looked out for an exception that was called back for ever, and a profiler did not get past that."""
    done = subprocess.run([sys.executable, "-c", PROFILED], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.strip() == "True", done.stderr


def test_who_is_stopped_inside_is_not_disturbed_outside() -> None:
    """An exception that is on its way when the guard ends comes up nowhere else, wherever in the work it is fired."""
    for turns in range(0, 2000, 40):
        interrupt, begun = Interrupt(), threading.Event()

        def fire(interrupt: Interrupt = interrupt, begun: threading.Event = begun, turns: int = turns) -> None:
            assert begun.wait(60)
            for _ in range(turns):
                pass
            interrupt.fire()

        other = threading.Thread(target=fire)
        other.start()
        try:
            with interrupt.guard():
                begun.set()
                for _ in range(1000):
                    pass
        except Interrupted:
            assert interrupt.wanted.is_set()
        other.join()
        with pytest.raises(Interrupted), interrupt.guard():
            pytest.fail("it was stopped for good")


@pytest.mark.parametrize("early", [False, True])
def test_it_comes_up_again_where_python_reports_exceptions_instead_of_raising_them(
    early: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In `__del__` and in callbacks of the garbage collector, Python prints an exception and goes on."""
    interrupt = Interrupt()
    started: list[float] = []

    class Timer(threading.Timer):
        def start(self) -> None:
            started.append(self.interval)
            if early and len(started) == 1:
                interrupt.fire()  # as on a busy machine, where the thread is late in going on
            else:
                super().start()

    monkeypatch.setattr(threading, "Timer", Timer)

    class Slow:
        def __del__(self) -> None:
            interrupt.fire()
            while True:
                pass

    with pytest.raises(Interrupted), interrupt.guard():
        Slow()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            pass
    assert len(started) > early


def test_a_thread_that_was_stopped_waits_for_no_more() -> None:
    interrupt = Interrupt()
    with pytest.raises(Interrupted), interrupt.guard():
        interrupt.fire()
        while True:
            pass
    assert sum(range(1000)) == 499_500


@pytest.mark.parametrize("at", ["set", "count"])
def test_who_is_stopped_on_the_way_into_blas_does_not_stay_inside(monkeypatch: pytest.MonkeyPatch, at: str) -> None:
    """BLAS had one thread for good where the exception came up between its count and the work."""
    interrupt, threads = Interrupt(), [2]

    def set_threads(count: int) -> None:
        threads.append(count)
        if at == "set" and count == 1:
            interrupt.fire()

    class Firing(Counter[int]):
        def __setitem__(self, key: int, value: int) -> None:
            super().__setitem__(key, value)
            if at == "count" and value:
                interrupt.fire()

    blas = OpenBlas(lambda: threads[-1], set_threads)
    monkeypatch.setattr(blas, "_inside", Firing())
    monkeypatch.setattr("blocks.run.interrupt.openblas", lambda: blas)
    with pytest.raises(Interrupted), interrupt.guard(), blas:
        pytest.fail("it was stopped before")
    assert (threads, blas.depth()) == ([2, 1, 2], 0)
    assert blas.threads == 2
    with blas:
        assert threads[-1] == 1
    assert threads[-1] == 2
