"""Where the time of a page goes: some steps of it with a clock at every block, in a thread of their own."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal, SignalInstance, Slot

from app.core.derivatives import Source
from blocks.base.errors import DiagramError, RunError, UsageError
from blocks.diagram.data import Document as Data
from blocks.diagram.data import Page
from blocks.diagram.model import Diagram
from blocks.run.files import Folders
from blocks.run.interrupt import Interrupt, Interrupted
from blocks.run.profile import Cost, Profile
from blocks.run.session import Session

MOST_STEPS = 50
MOST_SECONDS = 1.0
"""After so many steps, or so long, there are enough."""


class Measured(NamedTuple):
    """What blocks cost in a step, on an average.

    Attributes:
        page: the page as it was measured.
        steps: of how many steps this is the average.
        seconds: what a step takes.
        costs: the dearest first; what a block that makes gradients costs is told for each block that it differentiates.
        errors: what went wrong, so that some blocks were not run.
    """

    page: Page
    steps: int
    seconds: float
    costs: Sequence[Cost]
    errors: Sequence[DiagramError] = ()

    @property
    def between(self) -> float:
        """What passes between the blocks."""
        return max(0.0, self.seconds - sum(cost.seconds for cost in self.costs))

    def share(self, seconds: float) -> float:
        """How much of a step this is, from 0 to 1."""
        return min(1.0, seconds / self.seconds) if self.seconds else 0.0

    def by_block(self) -> dict[str, Cost]:
        """What each block costs altogether, the dearest first."""
        found: dict[str, Cost] = {}
        for cost in self.costs:
            whole = found.setdefault(cost.block, Cost(cost.block, cost.type))
            whole.seconds += cost.seconds
            whole.calls += cost.calls
            whole.bytes += cost.bytes
        return dict(sorted(found.items(), key=lambda each: -each[1].seconds))


class _ReadOnly(Folders):
    """Folders that a measured run may read from: it is no run whose results anybody wants to keep."""

    def write_together(self, files: Mapping[str, bytes]) -> None:
        """Refuse."""
        raise UsageError("writes files, and is not run to be measured")

    def remove(self, name: str) -> None:
        """Refuse."""
        raise UsageError("removes files, and is not run to be measured")


def measure(source: Source) -> Measured:
    """Run some steps of a page with a clock; safe in any thread.

    Variables go on from what they hold. The first step is left out, unless there is but one: then everything is cold.

    Raises:
        DiagramError: the page cannot be run at all.
    """
    diagram = Diagram(Data("", (source.page,), source.extra))
    diagram.path = source.file
    session = Session(diagram, profile=True)
    session.files = _ReadOnly(None if source.file is None else os.path.dirname(os.path.abspath(source.file)))
    session.resources.say = _ignore
    if source.session is not None and not source.session.effects:
        session.adopt(source.session.session())
        session.watch(None)
    stepper = session.stepper()
    first: Profile | None = None
    errors: Sequence[DiagramError] = ()
    end = time.perf_counter() + MOST_SECONDS
    for _ in range(MOST_STEPS + 1):
        try:
            stepper.step(keep=False)
        except RunError as error:
            errors = error.errors
            break
        first = first or session.profile()
        if time.perf_counter() > end:
            break
    whole = session.profile()
    if whole is None or not whole.costs:
        raise errors[0] if errors else UsageError("nothing of this page takes time", page=source.page.name)
    return _average(source.page, first if first is not None and whole.steps > first.steps else None, whole, errors)


def _ignore(_text: str) -> None:
    """What Print blocks say was said in the run, or will be."""


def _average(page: Page, first: Profile | None, whole: Profile, errors: Sequence[DiagramError]) -> Measured:
    steps = whole.steps - (first.steps if first is not None else 0)
    before = {_key(cost): cost for cost in (first.costs if first is not None else ())}
    costs: list[Cost] = []
    for cost in whole.costs:
        cold = before.get(_key(cost), Cost("", ""))
        seconds, calls = (cost.seconds - cold.seconds) / steps, cost.calls - cold.calls
        if calls:
            costs.append(Cost(cost.block, cost.type, cost.gradient_of, seconds, round(calls / steps), cost.bytes))
    seconds = (whole.seconds - (first.seconds if first is not None else 0.0)) / steps
    return Measured(page, steps, seconds, sorted(costs, key=lambda cost: -cost.seconds), tuple(errors))


def _key(cost: Cost) -> tuple[str, str | None]:
    return cost.block, cost.gradient_of


class Stopwatch(QObject):
    """Measures pages off the GUI thread, one at a time; the latest that was asked for counts.

    Signals:
        done: what was measured (`Measured`), or the error that ended it (an `Exception`).
    """

    done = Signal(object)
    _finished = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._interrupt: Interrupt | None = None
        self._finished.connect(self._take)

    @property
    def busy(self) -> bool:
        """Whether something is being measured."""
        return self._interrupt is not None

    def start(self, source: Source) -> None:
        """Measure a page; what is being measured is given up."""
        self.stop()
        self._interrupt = Interrupt()
        self._pool.start(_Measurement(source, self._interrupt, self._finished))

    def stop(self) -> None:
        """Give up what is being measured: nothing is told of it any more."""
        if self._interrupt is not None:
            self._interrupt.fire()
            self._interrupt = None

    def close(self) -> None:
        """Stop, and wait until nothing is measured; for the end of the window."""
        self.stop()
        self._pool.waitForDone()

    @Slot(object, object)
    def _take(self, interrupt: Interrupt, outcome: Measured | Exception) -> None:
        if interrupt is self._interrupt:
            self._interrupt = None
            self.done.emit(outcome)


class _Measurement(QRunnable):
    def __init__(self, source: Source, interrupt: Interrupt, finished: SignalInstance) -> None:
        super().__init__()
        self._source, self._interrupt, self._finished = source, interrupt, finished

    def run(self) -> None:
        """Measure in the pool's thread."""
        outcome: Measured | Exception
        try:
            with self._interrupt.guard():
                outcome = measure(self._source)
        except Interrupted:
            return
        except Exception as error:
            outcome = error
        with suppress(RuntimeError):  # the window was closed meanwhile
            self._finished.emit(self._interrupt, outcome)
