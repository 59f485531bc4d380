"""What it costs a run of small steps that a window shows it (``python -m tests.bench showing [TURNS]``).

Three ways take turns of a fraction of a second: the run without a window; the same run as a window shows it, paused in
between; and again the run without a window, while a window paints for as long and shows none. What is busy on one core
slows another on many a machine, as where both are threads of one: the last way says by how much. What the second one
takes beyond that is what showing costs. Ratios are medians over the turns, each compared with the turns without a
window right before and behind it; the first steps and the end of a run are no part of it.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from functools import cache
from itertools import pairwise
from multiprocessing import get_context

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from app.core.runs.runner import RunProgress
from app.window.settings import Settings
from app.window.start import make_application, make_window
from app.window.widgets.questions import UserAnswer
from app.window.window import MainWindow
from blocks.cli.examples import example_texts
from blocks.document.file import loads
from blocks.run.session import Session
from blocks.run.stepping import FRAME
from tests.bench.measuring import Report, Row

EXAMPLE = "gradient_descent"
PAGE = "main"
TURNS = 24
TURN = 0.25
SETTLE = 0.1
"""Seconds in which what a paused run said before arrives."""
AT_ONCE = 500
TICK = 5


def main(report: Report, turns: int = TURNS) -> None:
    """Measure and print."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    watched(report, make_application(), turns)


def watched(report: Report, app: QApplication, turns: int = TURNS) -> None:
    """Microseconds per step in the three ways, and how long the window's event loop is kept from going on."""
    with ProcessPoolExecutor(1, get_context("spawn")) as other:
        other.submit(_alone, TURN).result()
        shown = _Shown(app)
        alone = [other.submit(_alone, TURN).result()]
        painted: list[float] = []
        for _ in range(turns):
            shown.turn()
            alone.append(other.submit(_alone, TURN).result())
            painted.append(shown.paint(other.submit(_alone, TURN)))
        times = shown.close()
    workload = f"C5 {EXAMPLE}, {turns} turns"
    beside = [(before + after) / 2 for before, after in pairwise(alone)]
    for way, seconds in {
        "without a window": alone,
        "with a window": times,
        "without, a window paints": painted,
    }.items():
        ratio = statistics.median(a / b for a, b in zip(seconds, beside, strict=False)) if seconds is not alone else 1.0
        note = f"{shown.frames:.1f} frames a second, busy for {shown.busy:.0%}" if seconds is times else ""
        report.add(Row(workload, way, statistics.median(seconds), min(seconds), "us/step", ratio, note))
    gaps = sorted(shown.gaps)
    high = f"99 of 100: {gaps[round(0.99 * (len(gaps) - 1))]:.1f}, worst {gaps[-1]:.1f}"
    report.add(Row(workload, "its event loop, turn to turn", statistics.median(gaps), gaps[0], note=high))


class _Shown:
    """A run that a window shows, paused but in its turns.

    Attributes:
        gaps: milliseconds between two ticks of a timer.
        frames: how many a second have arrived.
        busy: the part of its turns that the window had something to do.
    """

    def __init__(self, app: QApplication) -> None:
        self._app = app
        self._window = _opened(app)
        assert self._window.tab is not None
        self._engine = self._window.tab.engine
        self._ticks: list[float] = []
        self._timer = QTimer(self._window, interval=TICK)
        self._timer.timeout.connect(lambda: self._ticks.append(time.perf_counter()))
        self._timer.start()
        self._said: list[RunProgress] = []
        self._engine.runner.progress.connect(self._said.append)
        self._first: list[int] = []
        self._seconds: list[float] = []
        self._worked = 0.0
        self._count = 0
        self.gaps: list[float] = []
        self._engine.run(PAGE, None)
        self._go_on(lambda: len(self._said) < 1 / FRAME)
        self._engine.flip_pause()
        self._wait(SETTLE)

    @property
    def frames(self) -> float:
        return self._count / sum(self._seconds)

    @property
    def busy(self) -> float:
        return self._worked / sum(self._seconds)

    def turn(self) -> None:
        """Let it run for a while."""
        self._said.clear()
        self._ticks.clear()
        begun, worked = time.perf_counter(), time.process_time()
        self._engine.flip_pause()
        self._wait(TURN)
        self._engine.flip_pause()
        self._seconds.append(time.perf_counter() - begun)
        self._worked += time.process_time() - worked
        self._count += len(self._said)
        self.gaps += [1e3 * (after - before) for before, after in pairwise(self._ticks)]
        self._wait(SETTLE)
        self._first.append(self._said[0].done)  # handed over as soon as it went on

    def paint(self, until: Future[float]) -> float:
        """Paint for as long as it does where it shows a run; gives what comes meanwhile."""
        while not until.done():
            begun = time.process_time()
            while time.process_time() - begun < self.busy * FRAME:
                self._window.repaint()
            time.sleep((1 - self.busy) * FRAME)
        return until.result()

    def close(self) -> list[float]:
        """Microseconds per step of each turn."""
        seconds = self._seconds.copy()
        self.turn()
        self._engine.stop()
        self._go_on(lambda: self._engine.running)
        self._timer.stop()
        self._window.close()
        return [1e6 * t / (end - first) for t, (first, end) in zip(seconds, pairwise(self._first), strict=True)]

    def _wait(self, seconds: float) -> None:
        until = time.perf_counter() + seconds
        self._go_on(lambda: time.perf_counter() < until)

    def _go_on(self, wanted: Callable[[], bool]) -> None:
        while wanted():
            self._app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)


def _opened(app: QApplication) -> MainWindow:
    """A window with the example, checked."""
    window = make_window(Settings())
    window.ask.lose = lambda name, more, answers: UserAnswer.DISCARD  # what the run trained
    window.resize(1400, 900)
    window.show()
    window.files.open_example(EXAMPLE)
    while window.tab is None or window.tab.engine.seen(PAGE) is None:
        app.processEvents()
    return window


@cache
def _session() -> Session:
    session = Session(loads(example_texts()[EXAMPLE]))
    session.run(steps=AT_ONCE)
    return session


def _alone(seconds: float) -> float:
    """Microseconds per step of a run that nobody looks at."""
    session, steps = _session(), 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        session.run(steps=AT_ONCE)
        steps += AT_ONCE
    return 1e6 * (time.perf_counter() - begun) / steps
