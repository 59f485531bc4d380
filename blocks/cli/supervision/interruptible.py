"""Interruptible long tasks: Ctrl+C, a time limit and `kill` take effect at once.

The task runs in a separate thread while the main thread waits, so that a signal need not wait for a kernel to finish.
An interrupted task is not asked to stop: the process ends. If a kernel also blocks the main thread, the parent process
ends the process (`blocks.cli.supervision.supervise`).
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any, NoReturn

from blocks.base.errors import FileError
from blocks.base.terminal import printable
from blocks.cli.supervision import supervise

_TICK = 0.2
_LAST_WORDS = 0.25
_ORPHANED = 143
_DONE, _LATE = 0, -1
"""The messages of the thread: the work is done, or the time limit was reached. Signals send their own numbers."""
_WHY = {**supervise.ASKED_TO_END, _LATE: ("the time limit was reached", supervise.TIME_LIMIT)}


class Ended(BaseException):
    """The reason why a task has to end: the time limit or a signal. The task continues until the process ends."""

    def __init__(self, what: str, status: int) -> None:
        super().__init__(what)
        self.what = what
        self.status = status


def watched(
    work: Callable[[], None], *, until: float | None = None, tick: Callable[[], None] | None = None, leaves: bool = True
) -> None:
    """Run ``work`` in another thread, wait for its end, and raise its exceptions.

    ``tick`` is called about five times a second. If the process ``leaves`` after Ended, later signals are ignored.
    Ended is raised after the deadline ``until`` (by `time.monotonic`), or a signal.
    """
    faults: list[BaseException] = []
    # A handler that raises could do so a second time, or in the middle of what a lock does in Python.
    told: SimpleQueue[int] = SimpleQueue()

    def body() -> None:
        try:
            work()
        except BaseException as error:
            faults.append(error)
        told.put(_DONE)

    in_main = threading.current_thread() is threading.main_thread()
    heeded = (signal.SIGINT, signal.SIGTERM) if in_main else ()
    before = {number: signal.signal(number, lambda number, _frame: told.put(number)) for number in heeded}
    if until is not None:
        supervise.tell_limit(until)  # before a kernel can keep this thread from going on
    thread = threading.Thread(target=body, name="gradblocks run", daemon=True)
    thread.start()
    said = _next(told, until, tick)
    for number, handler in before.items() if said == _DONE or not leaves else ():
        signal.signal(number, handler)
    if said != _DONE:
        raise Ended(*_WHY[said])
    thread.join()  # it is at its end; from Python 3.13 on its stack stays otherwise
    if faults:
        raise faults[0]


def _next(told: SimpleQueue[int], until: float | None, tick: Callable[[], None] | None) -> int:
    while True:
        try:
            return told.get(timeout=_TICK if until is None else min(_TICK, max(0.0, until - time.monotonic())))
        except Empty:
            if until is not None and time.monotonic() >= until:
                return _LATE
            if supervise.is_orphan():
                os._exit(_ORPHANED)
            if tick is not None:
                tick()


def leave(status: int, last_words: Callable[[], object]) -> NoReturn:
    """End the process although work continues in it; ``last_words`` gets a moment to write to a slow reader."""

    def tell() -> None:
        with contextlib.suppress(BrokenPipeError, FileError):
            last_words()

    supervise.tell(supervise.LEAVING)
    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    teller.join(_LAST_WORDS)
    os._exit(status)


class Progress:
    def __init__(self, steps: Callable[[], int], done: Callable[[], int]) -> None:
        self.steps = steps
        self.done = done
        self.started = time.monotonic()
        self.shown = False

    def tick(self) -> None:
        elapsed = time.monotonic() - self.started
        if elapsed >= 1:
            self.shown = True
            sys.stderr.write(f"\r\x1b[K{progress_text(self.done(), self.steps(), elapsed)}{_rounds_text()}")
            sys.stderr.flush()

    def clear(self) -> None:
        if self.shown:
            self.shown = False
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def progress_text(done: int, steps: int, elapsed: float) -> str:
    """Return the progress of a run: ``step 1,200 of 22,312, 5,600 steps/s, 4 s left``."""
    text = f"step {min(done + 1, steps):,} of {steps:,}"
    if not done:
        return f"{text}, {elapsed:.0f} s"
    rate = done / elapsed
    return f"{text}, {rate:,.{0 if rate >= 10 else 1}f} steps/s, {_time_text((steps - done) / rate)} left"


def _rounds_text() -> str:
    nested: Any = sys.modules.get("blocks.compile.nested")  # only pages with loops have it imported
    result = nested.outermost() if nested is not None else None
    if result is None:
        return ""
    block, number, count = result
    of = "" if count is None else f" of {count:,}"
    return f", {printable(repr(block))} iteration {number:,}{of}"


def _time_text(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:,.1f} h"
