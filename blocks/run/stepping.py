"""An observed run: step by step, with results at a steady rate. It can be paused and stopped at any time."""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from blocks.base.errors import DiagramError, RunError
from blocks.base.types import Array
from blocks.compile.recording import Record
from blocks.run.debugging.nan_search import Watch
from blocks.run.interrupt import Interrupt, Interrupted
from blocks.run.monitoring.curves import Curves, Points
from blocks.run.monitoring.previews import Shown, show
from blocks.run.monitoring.statistics import HistoryBuffer, Measured
from blocks.run.results import Results, Stopped
from blocks.run.session import Session, make_stepper
from blocks.run.state import StepSnapshot
from blocks.run.steps.guarded_stepper import GuardedStepper
from blocks.run.steps.stepper import Stepper

FRAME = 1 / 30
"""Seconds between two deliveries of results; what comes in between is dropped."""
SHARE = 0.04
"""At most this part of a run's time goes into deliveries, and as much into points of curves: a run that a window shows
is to keep nine tenths of its speed."""
_SHORT = FRAME
"""Seconds for which each step gives a point of the curves."""
_FEW = 128
"""So many steps do so however long they take."""
_STRETCH = 0.008
"""Seconds that are run at least between two points of the curves, once a run is no longer short."""
_LINES = 20
"""So many lines of what Print blocks said between two deliveries are handed over, the last ones."""


T = TypeVar("T")


class RunFrame(NamedTuple, Generic[T]):
    """The progress of a run.

    Attributes:
        done: the number of steps that the session has run.
        of: the number of the last step; None if the run has no end.
        errors: the errors of the last step, after which the run ends.
        not_finite: the first block with NaN or infinite elements, reported once.
        measured: the measured steps since the last delivery, including the last one.
        rounds: the recorded values of the last step inside the inspected loop or branch, by result pin.
        gradient_rounds: recorded gradients there, named as ``gradients``.
        norms: the norm of the gradient at each carried pin of a loop in the last step, at the start of each iteration.
        stopped: the place where the run has stopped within a step, of which these are the results so far.
    """

    done: int = 0
    of: int | None = None
    rate: float = 0.0
    results: Mapping[str, T] = MappingProxyType({})
    errors: Sequence[DiagramError] = ()
    points: Sequence[Points] = ()
    not_finite: DiagramError | None = None
    measured: Sequence[Measured] = ()
    gradients: Mapping[str, Array] = MappingProxyType({})
    rounds: Mapping[str, Record] = MappingProxyType({})
    gradient_rounds: Mapping[str, Record] = MappingProxyType({})
    norms: Mapping[str, Record] = MappingProxyType({})
    said: str = ""
    stopped: Stopped | None = None


class FrameRate(NamedTuple):
    """The speed of a run, and the results that it shows.

    Attributes:
        limit: the maximum number of steps per second; None: unlimited.
        every: show the results of every n-th step only; 0: of as many as time permits.
    """

    limit: float | None = None
    every: int = 0

    @property
    def chunk(self) -> int:
        """The number of steps between two deliveries; 0: as many as time permits."""
        return self.every or (0 if self.limit is None else max(1, round(self.limit * FRAME)))

    @property
    def seconds(self) -> float:
        return FRAME if self.limit is None else max(self.chunk / self.limit, FRAME if self.every else 0.0)


class Controls:
    """The controls of a run for other threads.

    Attributes:
        go: cleared while the run is paused.
        asked: whether to pause or end: the only flag that a run checks between two steps.
    """

    def __init__(self, paused: bool = False) -> None:
        self.go = threading.Event()
        self.asked = paused
        self._lock = threading.Lock()
        self._paused = paused
        self._edited = False
        self._singles = 0
        self._woken = threading.Event()
        self.pace = FrameRate()
        self.interrupt = Interrupt()
        if not paused:
            self.go.set()

    def pause(self, on: bool) -> None:
        with self._lock:
            self._woken.set()
            self._singles, self._paused = 0, on
            self.asked = on or self.interrupt.wanted.is_set()
            if on:
                self.go.clear()
            else:
                self.go.set()

    def set_pace(self, pace: FrameRate) -> None:
        with self._lock:
            self.pace = pace
            self._woken.set()

    def rest(self, seconds: float) -> None:
        if seconds > 0:
            self._woken.wait(seconds)
        self._woken.clear()

    def step(self) -> None:
        """Run one more step of a paused run; repeated requests add up."""
        with self._lock:
            self._singles += 1
            self.go.set()

    def take_single(self) -> bool:
        """Return whether the next step was requested singly; after the last such step the run pauses again."""
        with self._lock:
            if not self._singles:
                return False
            self._singles -= 1
            if not self._singles:
                self.go.clear()
            return True

    def edit(self) -> None:
        """Report an edit of the page; a paused run also reacts to it, and stays paused."""
        with self._lock:
            self._woken.set()
            self._edited = self.asked = True
            self.go.set()

    @property
    def paused(self) -> bool:
        return self._paused

    def take_edit(self, *, peek: bool = False) -> bool:
        """Return whether the page was edited since the last call; ``peek`` does not count as a call."""
        with self._lock:
            if peek:
                return self._edited
            edited, self._edited = self._edited, False
            if edited:
                stopped = self.interrupt.wanted.is_set()
                self.asked = self._paused or stopped
                if self._paused and not self._singles and not stopped:
                    self.go.clear()
            return edited

    def stop(self, *, at_once: bool = False) -> None:
        """End the run after the current step, or ``at_once`` between two of its kernels, without its effects."""
        if at_once:
            self.interrupt.fire()
        else:
            self.interrupt.wanted.set()
        with self._lock:
            self._woken.set()
            self.asked = True
            self.go.set()


class Stepping:
    def __init__(
        self,
        controls: Controls,
        deliver: Callable[[RunFrame[Shown]], object],
        ran: Callable[[Session, StepSnapshot], object],
        edited: Callable[[Session], Session] = lambda session: session,
        breakpoints: Sequence[str] = (),
        feeds: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        """Prepare a run.

        Args:
            deliver: takes frames; its time is limited to the part `SHARE` of the run's.
            ran: called after steps were run.
            edited: called between two steps after an edit of the page; returns the session with which to continue.
            breakpoints: as for `Session.break_at`; those that the page does not have are ignored.
        """
        self.breakpoints = tuple(breakpoints)
        self._feeds = feeds
        self._edited = edited
        self._at: tuple[dict[Any, Any], int] | None = None
        self._controls = controls
        self._deliver = deliver
        self._ran = ran
        self._curves = Curves()
        self._said: deque[str] = deque(maxlen=_LINES)
        self._views: dict[str, Shown] = {}
        self._trail = HistoryBuffer()
        self._watch: Watch | None = None

    @property
    def moment(self) -> StepSnapshot | None:
        """Return the state after the last finished step. Any thread may call this."""
        return None if self._at is None else StepSnapshot(*self._at)

    def run(self, session: Callable[[], Session], fetch: tuple[str, ...], steps: int | None, watched: str = "") -> bool:
        """Run steps; all errors become errors of the last frame. Return whether all steps succeeded.

        Args:
            fetch: the requested blocks; empty: the requests of the page.
            steps: the number of steps; None: until stopped.
        """
        try:
            return self._work(session, fetch, steps, watched)
        except Interrupted:
            return False
        except DiagramError as error:
            self._deliver(RunFrame(errors=[error]))
        except Exception as error:
            text = f"the run ended with an internal error: {type(error).__name__}: {error}"
            self._deliver(RunFrame(errors=[DiagramError(text)]))
        return False

    def _work(self, make: Callable[[], Session], fetch: tuple[str, ...], steps: int | None, watched: str) -> bool:
        controls = self._controls
        with controls.interrupt.guard():
            session = make()
            stepper = self._prepare(session, fetch, watched)
        prepared = session.inside, self.breakpoints
        begun, first = time.perf_counter(), session.steps
        end = None if steps is None else first + steps
        pace, chunk_begun = _Pace(begun), begun
        controls.rest(0)  # what was asked for before counts already

        def told(results: Results, errors: list[DiagramError]) -> None:
            rate = (session.steps - first) / max(time.perf_counter() - begun, 1e-9)
            self._tell(RunFrame(session.steps, end, rate, errors=errors), results)

        while True:
            controls.go.wait()
            if controls.take_edit():
                other = self._edited(session)
                if other is not session or (other.inside, self.breakpoints) != prepared:
                    with controls.interrupt.guard():
                        session, stepper = other, self._prepare(other, fetch, watched)
                    prepared = session.inside, self.breakpoints
                continue
            single = controls.take_single()
            chunk, rate = 0 if single else controls.pace.chunk, controls.pace.seconds
            last = session.steps + 1 if single else end
            if chunk:
                next_shown = session.steps - session.steps % chunk + chunk
                last = next_shown if last is None else min(last, next_shown)
            try:
                results = self._advance(session, stepper, pace, last)
                if results.stopped is not None:
                    result = self._through(session, stepper, results, told)
                    if result is None:  # the page was edited meanwhile: the step begins again
                        continue
                    results, single = result, controls.paused
            except RunError as error:
                self._ran(session, self._now(session))
                results = error.results if isinstance(error.results, Results) else Results()
                self._trail.add(session.steps, results)
                told(results, error.errors)
                return False
            self._ran(session, self._now(session))
            now = time.perf_counter()
            final = end is not None and session.steps >= end
            shown = session.steps == last if chunk else pace.frame_due(now)
            if final or single or shown:
                told(results, [])
                pace.told(now, time.perf_counter())
            if final:
                return True
            if chunk and shown:
                controls.rest(chunk_begun + rate - time.perf_counter())
                chunk_begun = time.perf_counter()

    def _through(
        self, session: Session, stepper: Stepper, results: Results, told: Callable[[Results, list[DiagramError]], None]
    ) -> Results | None:
        """Wait in a stopped step, and continue it on request; return None if it is to start again.

        Raises:
            Interrupted: The run is to end, and the step has no effect.
        """
        controls = self._controls
        assert isinstance(stepper, GuardedStepper)
        while results.stopped is not None:
            controls.pause(True)
            told(results, [])
            controls.go.wait()
            if controls.interrupt.wanted.is_set():
                raise Interrupted
            if controls.take_edit(peek=True):
                return None
            one_block = controls.take_single()
            with controls.interrupt.guard():
                results = stepper.proceed(one_block=one_block)
        self._curves.add(session.steps, results)
        self._trail.add(session.steps, results)
        return results

    def _prepare(self, session: Session, fetch: tuple[str, ...], watched: str) -> Stepper:
        session.resources.say = self._said.append
        _watch(session, watched)
        _break(session, self.breakpoints)
        make = partial(make_stepper, session, fetch, self._feeds, trace=True, trains=False)
        stepper = unstopped = make()
        if session.breakpoints is not None:
            breakpoints, session.breakpoints = session.breakpoints, None
            unstopped, session.breakpoints = make(), breakpoints
        if self._watch is None:
            self._watch = Watch(session, unstopped)
        else:
            self._watch.go_on(session, unstopped)
        return stepper

    def _now(self, session: Session) -> StepSnapshot:
        self._at = session.state.values.copy(), session.steps
        return StepSnapshot(*self._at)

    def _advance(self, session: Session, stepper: Stepper, pace: _Pace, last: int | None) -> Results:
        """Run steps until a frame or a pause is due; return the results of the last one.

        A step that is stopped has no effect.
        """
        controls = self._controls
        self._now(session)
        try:
            with controls.interrupt.guard():
                now = time.perf_counter()
                until = pace.until(now)
                while True:
                    begun, first, plain = now, session.steps, pace.stretch(now, until)
                    if last is not None:
                        plain = min(plain, last - first - 1)
                    stopped = self._pass(session, stepper, plain)
                    middle = time.perf_counter()
                    results = self._look(session, stepper) if stopped is None else stopped
                    if results.stopped is not None:
                        return results
                    now = time.perf_counter()
                    pace.ran(session.steps - first - 1, middle - begun, now - middle)
                    if controls.asked or now >= until or session.steps == last:
                        return results
        except Interrupted:
            before = self.moment
            if before is not None and before.steps == session.steps:
                session.state.restore(before.values)
            if session.steps:
                self._ran(session, self._now(session))
            raise

    def _pass(self, session: Session, stepper: Stepper, steps: int) -> Results | None:
        """Run unobserved steps; stop early for a pause or in a stopped step, whose results are returned."""
        step, controls, values = stepper.step, self._controls, session.state.values
        for _ in range(steps):
            self._at = values.copy(), session.steps
            result = step(False)
            if result is not None:
                return result
            if controls.asked:
                if controls.interrupt.wanted.is_set():
                    raise Interrupted
                return None
        return None

    def _look(self, session: Session, stepper: Stepper) -> Results:
        self._at = session.state.values.copy(), session.steps
        results = stepper.step(True)
        assert results is not None
        if results.stopped is None:
            self._curves.add(session.steps, results)
            self._trail.add(session.steps, results)
        return results

    def _tell(self, frame: RunFrame[Shown], results: Results) -> None:
        views: dict[str, Shown] = {}
        for name, value in results.items():
            old = self._views.get(name)
            views[name] = old if old is not None and old.value is value else show(value, results.dtypes[name])
        self._views = views
        whole = results.stopped is None
        bad = self._watch.look(views, self._yield_to_stop) if self._watch is not None and whole else None
        said = "\n".join(self._said)
        self._said.clear()
        self._deliver(
            frame._replace(
                results=views,
                points=self._curves.take(),
                not_finite=bad,
                measured=self._trail.take(),
                gradients=results.gradients,
                rounds=results.rounds,
                gradient_rounds=results.gradient_rounds,
                norms=results.norms,
                said=said,
                stopped=results.stopped,
            )
        )

    def _yield_to_stop(self) -> None:
        if self._controls.interrupt.wanted.is_set():
            raise Interrupted


class _Pace:
    def __init__(self, begun: float) -> None:
        self._begun = begun
        self._steps = 0
        self._plain = 0.0
        self._looked = 0.0
        self._telling = 0.0
        self._next_frame = 0.0
        self._compiled = False

    def frame_due(self, now: float) -> bool:
        return now >= self._next_frame

    def until(self, now: float) -> float:
        """Return when the next stretch of steps ends: when a frame is due, or after the time of one."""
        return min(now + FRAME, self._next_frame)

    def stretch(self, now: float, until: float) -> int:
        """Return the number of steps before the next observed one; in short runs all steps are observed."""
        if self._steps < _FEW or now - self._begun < _SHORT or self._looked >= FRAME / 2:
            return 0
        if not self._plain:
            return 8 if self._compiled else 1
        seconds = max((self._looked - self._plain) / SHARE, min(_STRETCH, until - now))
        return math.ceil(max(seconds, 0.0) / self._plain)

    def ran(self, plain: int, seconds: float, looked: float) -> None:
        if plain and self._compiled:
            self._plain = seconds / plain
        self._compiled = self._compiled or bool(plain)
        self._looked = min(looked, 2 * self._looked) if self._looked else looked
        self._steps += plain + 1

    def told(self, begun: float, now: float) -> None:
        self._telling = min(now - begun, 2 * self._telling) if self._telling else now - begun
        self._next_frame = begun + max(FRAME, self._telling / SHARE)


def looked_back(session: Session, results: Results, said: str) -> RunFrame[Shown]:
    views = {name: show(value, results.dtypes[name]) for name, value in results.items()}
    trail = HistoryBuffer()
    trail.add(session.steps, results)
    frame = RunFrame[Shown](session.steps, results=views, measured=trail.take(), gradients=results.gradients, said=said)
    return frame._replace(rounds=results.rounds, gradient_rounds=results.gradient_rounds, norms=results.norms)


def _break(session: Session, breakpoints: Sequence[str]) -> None:
    results: list[str] = []
    for each in breakpoints:
        with suppress(DiagramError):
            session.break_at(each)
            results.append(each)
    session.break_at(results)


def _watch(session: Session, of: str) -> None:
    """Watch a gradient; ignore errors, which the canvas shows."""
    try:
        session.watch(of or None)
    except DiagramError:
        session.watch(None)
