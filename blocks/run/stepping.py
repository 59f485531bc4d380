"""A run as somebody looks on: step after step, with results at a steady rate, paused and stopped at any moment."""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from blocks.base.errors import DiagramError, RunError
from blocks.base.types import Array
from blocks.run.finite import Watch
from blocks.run.interrupt import Interrupt, Interrupted
from blocks.run.results import Results
from blocks.run.session import Session, Stepper
from blocks.run.shown import Points, Shown, point_of, show
from blocks.run.statistics import Measured, Trail

FRAME = 1 / 30
"""Seconds between two deliveries of results; what comes in between is dropped."""
SHARE = 0.05
"""At most this part of a run's time goes into deliveries, and as much into points of curves."""
_SHORT = 0.1
"""Seconds for which each step gives a point of the curves."""
_FEW = 128
"""So many steps do so however long they take."""
_STRETCH = 0.008
"""Seconds that are run at least between two points of the curves, once a run is no longer short."""
_LINES = 20
"""So many lines of what Print blocks said between two deliveries are handed over, the last ones."""


T = TypeVar("T")


class Frame(NamedTuple, Generic[T]):
    """What a run has come to.

    Attributes:
        done: the steps that the session ran in all.
        of: at which number it ends; None if it goes on until it is stopped.
        rate: steps per second.
        results: what the last step computed.
        errors: what failed in it; then it was the last one.
        points: what the steps since the last delivery add to the curves.
        not_finite: the first block with NaN or infinite elements, told once.
        measured: what is watched, in the steps since the last delivery of which it was measured; the last one included.
        gradients: those of the last step.
        said: what Print blocks wrote.
    """

    done: int = 0
    of: int | None = None
    rate: float = 0.0
    results: Mapping[str, T] = MappingProxyType({})
    errors: Sequence[DiagramError] = ()
    points: Points = ()
    not_finite: DiagramError | None = None
    measured: Sequence[Measured] = ()
    gradients: Mapping[str, Array] = MappingProxyType({})
    said: str = ""


class Moment(NamedTuple):
    """What the variables held after a step, by their keys; arrays that nobody writes to."""

    values: Mapping[Any, Any]
    steps: int


class Controls:
    """How a run is steered from another thread.

    Attributes:
        go: cleared while it is paused.
        interrupt: stops it.
    """

    def __init__(self, paused: bool = False) -> None:
        self.go = threading.Event()
        self._lock = threading.Lock()
        self._singles = 0
        self.interrupt = Interrupt()
        if not paused:
            self.go.set()

    def pause(self, on: bool) -> None:
        """Pause after the step that is being run, or go on."""
        with self._lock:
            self._singles = 0
            if on:
                self.go.clear()
            else:
                self.go.set()

    def step(self) -> None:
        """Run the next step of a run that is paused; each time that this is asked for counts."""
        with self._lock:
            self._singles += 1
            self.go.set()

    def take_single(self) -> bool:
        """Whether the step that begins was asked for alone; behind the last such step the run is paused again."""
        with self._lock:
            if not self._singles:
                return False
            self._singles -= 1
            if not self._singles:
                self.go.clear()
            return True

    def stop(self, *, at_once: bool = False) -> None:
        """End it: after the step that is being run; ``at_once`` between two kernels of that, which has no effect."""
        if at_once:
            self.interrupt.fire()
        else:
            self.interrupt.wanted.set()
        self.go.set()


class Stepping:
    """Runs steps of a session.

    Attributes:
        moment: where the run is: as it was after the last step that is done. To be read in any thread.
    """

    def __init__(
        self, controls: Controls, deliver: Callable[[Frame[Shown]], object], ran: Callable[[Session, Moment], object]
    ) -> None:
        """Prepare it.

        Args:
            controls: how it is steered.
            deliver: takes frames; the time that it takes is bounded by `SHARE`.
            ran: called each time that steps were run.
        """
        self.moment: Moment | None = None
        self._controls = controls
        self._deliver = deliver
        self._ran = ran
        self._points: list[tuple[int, dict[str, float]]] = []
        self._said: deque[str] = deque(maxlen=_LINES)
        self._views: dict[str, Shown] = {}
        self._trail = Trail()
        self._watch: Watch | None = None

    def run(self, session: Callable[[], Session], fetch: tuple[str, ...], steps: int | None, watched: str = "") -> bool:
        """Run steps; whatever goes wrong becomes errors of the last frame. Says whether all was well to the end.

        Args:
            session: gives the session.
            fetch: the blocks that are wanted; all that the page asks for if empty.
            steps: how many; None goes on until it is stopped.
            watched: what is differentiated; empty if nothing is.
        """
        try:
            return self._work(session, fetch, steps, watched)
        except Interrupted:
            return False
        except DiagramError as error:
            self._deliver(Frame(errors=[error]))
        except Exception as error:
            text = f"the run ended by a fault of the program: {type(error).__name__}: {error}"
            self._deliver(Frame(errors=[DiagramError(text)]))
        return False

    def _work(self, make: Callable[[], Session], fetch: tuple[str, ...], steps: int | None, watched: str) -> bool:
        controls = self._controls
        with controls.interrupt.guard():
            session = make()
            session.resources.say = self._said.append
            _watch(session, watched)
            stepper = session.stepper(fetch)
            self._watch = Watch(session, stepper)
        begun, first = time.perf_counter(), session.steps
        end = None if steps is None else first + steps
        pace = _Pace()

        def told(results: Results, errors: list[DiagramError]) -> None:
            rate = (session.steps - first) / max(time.perf_counter() - begun, 1e-9)
            self._tell(Frame(session.steps, end, rate, errors=errors), results)

        while True:
            controls.go.wait()
            single = controls.take_single()
            plain = 0 if single else pace.stretch(session.steps - first, time.perf_counter() - begun)
            if end is not None:
                plain = min(plain, end - session.steps - 1)
            try:
                results = self._advance(session, stepper, plain, pace)
            except RunError as error:
                self._ran(session, self._now(session))
                results = error.results if isinstance(error.results, Results) else Results()
                self._trail.add(session.steps, results)
                told(results, error.errors)
                return False
            self._ran(session, self._now(session))
            now = time.perf_counter()
            final = end is not None and session.steps >= end
            if results is not None:
                self._points.append((session.steps, point_of(results)))
                self._trail.add(session.steps, results)
                pace.looked(time.perf_counter())
                if final or single or pace.frame_due(now):
                    told(results, [])
                    pace.told(now, time.perf_counter())
            if final:
                return True

    def _now(self, session: Session) -> Moment:
        self.moment = found = Moment(session.state.values.copy(), session.steps)
        return found

    def _advance(self, session: Session, stepper: Stepper, plain: int, pace: _Pace) -> Results | None:
        """Run some steps and then one that gives its results. A step that is stopped has no effect.

        Raises:
            Interrupted: it was stopped.
            RunError: a step failed.
        """
        step, going, stopping = stepper.step, self._controls.go.is_set, self._controls.interrupt.wanted.is_set
        before, first = self._now(session), session.steps
        try:
            with self._controls.interrupt.guard():
                start = time.perf_counter()
                for _ in range(plain):
                    before = self._now(session)
                    step(False)
                    if stopping():
                        raise Interrupted
                    if not going():
                        break
                middle = time.perf_counter()
                before = self._now(session)
                results = step(True)
                pace.ran(session.steps - first - 1, middle - start)
                pace.looks(middle)
                return results
        except Interrupted:
            if session.steps == before.steps:
                session.state.values.clear()
                session.state.values.update(before.values)
                session.state.version += 1
            if session.steps:
                self._ran(session, self._now(session))
            raise

    def _tell(self, frame: Frame[Shown], results: Results) -> None:
        views: dict[str, Shown] = {}
        for name, value in results.items():
            old = self._views.get(name)
            views[name] = old if old is not None and old.value is value else show(value, results.dtypes[name])
        self._views = views
        points, self._points = self._points, []
        bad = self._watch.look(views, self._give_way) if self._watch is not None else None
        said = "\n".join(self._said)
        self._said.clear()
        self._deliver(
            frame._replace(
                results=views,
                points=points,
                not_finite=bad,
                measured=self._trail.take(),
                gradients=results.gradients,
                said=said,
            )
        )

    def _give_way(self) -> None:
        if self._controls.interrupt.wanted.is_set():
            raise Interrupted


class _Pace:
    """Decides how many steps are run between two that are looked at, so that looking takes a small part of the time."""

    def __init__(self) -> None:
        self._plain = 0.0
        self._begun = 0.0
        self._looked = 0.0
        self._telling = 0.0
        self._last_frame = 0.0
        self._compiled = False

    def frame_due(self, now: float) -> bool:
        """Whether results are handed over now."""
        return now - self._last_frame >= max(FRAME, self._telling / SHARE)

    def stretch(self, steps: int, elapsed: float) -> int:
        """How many steps are run before the next one that is looked at; of short runs all are looked at."""
        if steps < _FEW or elapsed < _SHORT or self._looked >= FRAME / 2:
            return 0
        if not self._plain:
            return 8 if self._compiled else 1
        return math.ceil(max(_STRETCH, (self._looked - self._plain) / SHARE) / self._plain)

    def ran(self, steps: int, seconds: float) -> None:
        """So many steps that nobody looked at took so long."""
        if steps and self._compiled:
            self._plain = seconds / steps
        self._compiled = self._compiled or bool(steps)

    def looks(self, begun: float) -> None:
        """A step that is looked at began."""
        self._begun = begun

    def looked(self, now: float) -> None:
        """It ended, and what it adds to the curves is noted."""
        seconds = now - self._begun
        self._looked = min(seconds, 2 * self._looked) if self._looked else seconds

    def told(self, begun: float, now: float) -> None:
        """Results were handed over."""
        self._last_frame = now
        self._telling = min(now - begun, 2 * self._telling) if self._telling else now - begun


def _watch(session: Session, of: str) -> None:
    """Watch a gradient; where it cannot be built the run goes on without: the canvas says why."""
    try:
        session.watch(of or None)
    except DiagramError:
        session.watch(None)
