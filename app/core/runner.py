"""Runs of pages, off the GUI thread: step by step, with results at a steady rate, stopped at any step."""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from PySide6.QtCore import QObject, QThread, QTimer, Signal, Slot

from app.core.document import Document
from app.core.finite import Watch
from app.core.gradient import Gradients, Norms
from app.core.interrupt import Interrupt, Interrupted
from app.core.renaming import rename_key
from app.core.results import Points, Result, ResultStore, add_elements, summarise
from blocks.base.errors import DiagramError, RunError
from blocks.base.types import Array
from blocks.diagram.data import Document as Data
from blocks.diagram.data import Json, Page
from blocks.diagram.model import Diagram
from blocks.run.results import Results
from blocks.run.session import Session, Stepper
from blocks.run.watching import summaries

FRAME = 1 / 30
"""Seconds between two deliveries of results; what comes in between is dropped."""
SHARE = 0.05
"""At most this part of a run's time goes into deliveries, and as much into points of curves."""
_SHORT = 0.25
"""Seconds for which each step gives a point of the curves."""
_STRETCH = 0.004
"""Seconds that are run at least between two points of the curves, once a run is no longer short."""
_LINES = 20
"""So many lines of what Print blocks said between two deliveries are handed over, the last ones."""
_INSIST = 100
"""Milliseconds after which a run that was asked to stop is broken off, and again as long as it goes on."""


class Progress(NamedTuple):
    """How far a run is.

    Attributes:
        page: the page.
        done: the steps that the session ran in all.
        of: at which number it ends; None if it goes on until it is stopped.
        rate: steps per second.
    """

    page: str
    done: int
    of: int | None
    rate: float


class Runner(QObject):
    """Runs the pages of a document, one at a time.

    A session is kept per page: after an edit the variables that are declared as before keep their values.

    Attributes:
        gradients: where gradients go that are watched.
        watched: gives what is differentiated and watched in the runs of a page; empty if nothing is.

    Signals:
        state_changed: it began, paused, went on or ended.
        progress: how far it is (`Progress`).
        failed: a step ended with errors: the page and all of them.
        said: Print blocks wrote a text.
        not_finite: a result had NaN or infinite elements for the first time: the page, and what there is to say.
        finished: a run ended: the page, and whether it did so without errors and was not stopped.
    """

    state_changed = Signal()
    progress = Signal(object)
    failed = Signal(str, list)
    said = Signal(str)
    not_finite = Signal(str, object)
    finished = Signal(str, bool)

    def __init__(self, document: Document, store: ResultStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.store = store
        self.gradients: Gradients | None = None
        self.watched: Callable[[str], str] = lambda _page: ""
        self.page: str | None = None
        self.paused = False
        self._sessions: dict[str, Session] = {}
        self._keeping = threading.Lock()
        self._thread: _Run | None = None
        self._insist = QTimer(self, interval=_INSIST)
        self._insist.timeout.connect(self._fire)

    @property
    def running(self) -> bool:
        """True while steps are run, or while it is paused."""
        return self._thread is not None

    def run(self, page: str, steps: int | None, *, paused: bool = False, fetch: Sequence[str] = ()) -> None:
        """Run steps of a page; nothing happens while another run is on.

        Args:
            page: the page.
            steps: how many; None goes on until it is stopped.
            paused: stay before the first step (see `step`).
            fetch: the blocks that are wanted; all that the page asks for unless given.
        """
        if self.running:
            return
        self.page, self.paused = page, paused
        diagram = self.document.diagram
        source = _Source(diagram.page(page).snapshot(), diagram.extra, diagram.path, tuple(fetch), self.watched(page))
        self._thread = thread = _Run(self, source, steps)
        thread.frame.connect(self._take)
        thread.finished.connect(self._ended)
        if paused:
            thread.go.clear()
        thread.start()
        self.state_changed.emit()

    def step(self, page: str) -> None:
        """Run one step; in a paused run, the next one."""
        if self._thread is None:
            self.run(page, 1)
        elif self.paused:
            self._thread.one.set()
            self._thread.go.set()

    def flip_pause(self) -> None:
        """Pause after the step that is being run, or go on."""
        if self._thread is None:
            return
        self.paused = not self.paused
        if self.paused:
            self._thread.go.clear()
        else:
            self._thread.go.set()
        self.state_changed.emit()

    def stop(self) -> None:
        """End the run: after the step that is being run or, if that takes long, between two kernels of it.

        A step that is broken off has no effect.
        """
        if self._thread is not None:
            self._thread.interrupt.wanted.set()
            self._thread.go.set()
            self._insist.start()

    def _fire(self) -> None:
        if self._thread is not None:
            self._thread.interrupt.fire()
            self._thread.go.set()

    def reset(self, page: str) -> None:
        """Forget a page's session: variables begin with their initial values at the next run."""
        if not self.running:
            self._sessions.pop(page, None)
            self.store.clear(page)
            self.state_changed.emit()

    def rename(self, old: str, new: str) -> None:
        """A page has another name: its variables stay, and a run of it goes on."""
        with self._keeping:
            rename_key(self._sessions, old, new)
            if self._thread is not None and self._thread.page == old:
                self._thread.page = new
        if self.page == old:
            self.page = new

    def close(self) -> None:
        """Stop, and wait until the thread is gone."""
        self.stop()
        self._insist.stop()
        if self._thread is not None:
            while not self._thread.wait(_INSIST):
                self._fire()
            self._thread = None

    def session_for(self, source: _Source) -> Session:
        """The session of a page, which is not kept before it ran a step; called in the run's thread."""
        old = self._sessions.get(source.page.name)
        if old is not None and old.page is source.page and old.file == source.file:
            return old
        diagram = Diagram(Data("", (source.page,), source.extra))
        diagram.path = source.file
        new = Session(diagram)
        # The copy is another object though it says the same.
        new.page = source.page
        if old is not None:
            new.adopt(old)
        return new

    def session(self, page: str) -> Session | None:
        """The session of a page that was run; not to be changed, and only while nothing runs."""
        return self._sessions.get(page)

    def keep(self, run: _Run, session: Session) -> None:
        """Go on with this session at the next run; called in the run's thread once it ran a step."""
        with self._keeping:
            self._sessions[run.page] = session

    @Slot(object)
    def _take(self, frame: _Frame) -> None:
        page = self.page if self.page is not None else frame.progress.page  # it may have another name by now
        self.store.put(page, frame.progress.done, frame.results, frame.points)
        if frame.norms and self.gradients is not None:
            self.gradients.put(page, frame.progress.done, frame.norms, frame.gradients)
        self.progress.emit(frame.progress._replace(page=page))
        if frame.said:
            self.said.emit(frame.said)
        for error in (*frame.errors, *filter(None, (frame.not_finite,))):
            error.page = page
        if frame.errors:
            self.failed.emit(page, frame.errors)
        if frame.not_finite is not None:
            self.not_finite.emit(page, frame.not_finite)

    @Slot()
    def _ended(self) -> None:
        thread = self._thread
        if thread is None:
            return
        self._insist.stop()
        self._thread, self.paused = None, False
        self.state_changed.emit()
        self.finished.emit(thread.page, thread.good)


class _Source(NamedTuple):
    """What is run: frozen, since it is read in the run's thread while the person edits."""

    page: Page
    extra: Mapping[str, Json]
    file: str | None
    fetch: tuple[str, ...] = ()
    watched: str = ""


class _Frame(NamedTuple):
    progress: Progress
    results: dict[str, Result]
    errors: list[DiagramError]
    points: Points
    not_finite: DiagramError | None = None
    norms: Norms = MappingProxyType({})
    gradients: Mapping[str, Array] = MappingProxyType({})
    said: str = ""


class _Pace:
    """Decides how many steps are run between two that are looked at, so that looking takes a small part of the time."""

    def __init__(self) -> None:
        self._plain = 0.0
        self._looked = 0.0
        self._telling = 0.0
        self._last_frame = 0.0
        self._compiled = False

    def frame_due(self, now: float) -> bool:
        """Whether results are handed over now."""
        return now - self._last_frame >= max(FRAME, self._telling / SHARE)

    def stretch(self, elapsed: float) -> int:
        """How many steps are run before the next one that is looked at; of short runs all are looked at."""
        if elapsed < _SHORT or self._looked >= FRAME / 2:
            return 0
        if not self._plain:
            return 8 if self._compiled else 1
        return math.ceil(max(_STRETCH, (self._looked - self._plain) / SHARE) / self._plain)

    def ran(self, steps: int, seconds: float) -> None:
        """So many steps that nobody looked at took so long."""
        if steps and self._compiled:
            self._plain = seconds / steps
        self._compiled = self._compiled or bool(steps)

    def looked(self, seconds: float) -> None:
        """A step that was looked at took so long."""
        self._looked = min(seconds, 2 * self._looked) if self._looked else seconds

    def told(self, begun: float, now: float) -> None:
        """Results were handed over."""
        self._last_frame = now
        self._telling = now - begun


class _Run(QThread):
    """The thread of one run."""

    frame = Signal(object)

    def __init__(self, runner: Runner, source: _Source, steps: int | None) -> None:
        super().__init__(runner)
        self.page = source.page.name
        self.good = False
        self.go = threading.Event()
        self.go.set()
        self.one = threading.Event()
        self.interrupt = Interrupt()
        self._runner = runner
        self._source = source
        self._steps = steps
        self._points: list[tuple[int, dict[str, float]]] = []
        self._said: deque[str] = deque(maxlen=_LINES)
        self._watch: Watch | None = None

    def run(self) -> None:
        """Run the steps; whatever goes wrong becomes errors of the last frame."""
        try:
            self._work()
        except Interrupted:
            return
        except DiagramError as error:
            self._tell(None, 0, 0.0, Results(), [error])
        except Exception as error:
            text = f"the run ended by a fault of the program: {type(error).__name__}: {error}"
            self._tell(None, 0, 0.0, Results(), [DiagramError(text, page=self.page)])

    def _work(self) -> None:
        with self.interrupt.guard():
            session = self._runner.session_for(self._source)
            session.resources.say = self._said.append
            _watch(session, self._source.watched)
            stepper = session.stepper(self._source.fetch)
            self._watch = Watch(session, stepper)
        begun, first = time.perf_counter(), session.steps
        end = None if self._steps is None else first + self._steps
        pace = _Pace()
        while True:
            self.go.wait()
            single = self.one.is_set()
            if single:
                self.one.clear()
                self.go.clear()
            start = time.perf_counter()
            plain = 0 if single else pace.stretch(start - begun)
            if end is not None:
                plain = min(plain, end - session.steps - 1)
            try:
                results = self._advance(session, stepper, plain, pace)
            except RunError as error:
                self._runner.keep(self, session)
                found = error.results if isinstance(error.results, Results) else Results()
                self._tell(end, session.steps, self._rate(session, first, begun), found, error.errors)
                return
            self._runner.keep(self, session)
            now = time.perf_counter()
            final = end is not None and session.steps >= end
            if results is not None:
                self._points.append((session.steps, _scalars(results)))
                if final or single or pace.frame_due(now):
                    self._tell(end, session.steps, self._rate(session, first, begun), results, [])
                    pace.told(now, time.perf_counter())
            if final:
                self.good = True
                return

    def _advance(self, session: Session, stepper: Stepper, plain: int, pace: _Pace) -> Results | None:
        """Run some steps and then one that gives its results. A step that is stopped has no effect.

        Raises:
            Interrupted: it was stopped.
            RunError: a step failed.
        """
        values, step, going, stopping = session.state.values, stepper.step, self.go.is_set, self.interrupt.wanted.is_set
        before, first = values.copy(), session.steps
        steps = first
        try:
            with self.interrupt.guard():
                start = time.perf_counter()
                for _ in range(plain):
                    # In this order: a stop between the two finds a number that tells that the step before is done.
                    before = values.copy()
                    steps = session.steps
                    step(False)
                    if stopping():
                        raise Interrupted
                    if not going():
                        break
                middle = time.perf_counter()
                before = values.copy()
                steps = session.steps
                results = step(True)
                pace.ran(session.steps - first - 1, middle - start)
                pace.looked(time.perf_counter() - middle)
                return results
        except Interrupted:
            if session.steps == steps:
                values.clear()
                values.update(before)
                session.state.version += 1
            raise

    def _rate(self, session: Session, first: int, begun: float) -> float:
        return (session.steps - first) / max(time.perf_counter() - begun, 1e-9)

    def _tell(self, end: int | None, done: int, rate: float, results: Results, errors: list[DiagramError]) -> None:
        views = {name: summarise(value, results.dtypes[name]) for name, value in results.items()}
        points, self._points = self._points, []
        bad = None
        if self._watch is not None:
            bad = self._watch.look(views, self._give_way)
        norms = summaries(results.gradients)
        progress = Progress(self.page, done, end, rate)
        said = "\n".join(self._said)
        self._said.clear()
        self.frame.emit(_Frame(progress, views, errors, points, bad, norms, results.gradients, said))

    def _give_way(self) -> None:
        if self.interrupt.wanted.is_set():
            raise Interrupted


def _watch(session: Session, of: str) -> None:
    """Watch a gradient; where it cannot be built the run goes on without: the canvas says why."""
    try:
        session.watch(of or None)
    except DiagramError:
        session.watch(None)


def _scalars(results: Results) -> dict[str, float]:
    """The results with one element that are finite numbers."""
    found: dict[str, float] = {}
    for name, value in results.items():
        if value.size == 1 and value.dtype.kind in "fiub":
            number = float(value.item())
            if math.isfinite(number):
                found[name] = number
    add_elements(found, results)
    return found
