"""History of a session: earlier steps are run again from the nearest saved state, with the same bits.

States are kept during the run, within a memory limit (`snapshots`). The goal and the fed values of each step are also
kept, because they may differ between steps.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from io import BufferedReader
from typing import NamedTuple

import numpy as np

from blocks.base.errors import DiagramError, RunError, UsageError
from blocks.base.files import Data
from blocks.compile.rewrite import OutputKey, output_key
from blocks.document.data import Endpoint
from blocks.run.debugging.snapshots import Snapshot, Snapshots, kept_of, restore
from blocks.run.files import Folders
from blocks.run.interrupt import Interrupted
from blocks.run.results import Results
from blocks.run.session import Session, stepper_for
from blocks.run.steps.breakpoints import Breakpoints
from blocks.run.steps.fetches import FetchRequest
from blocks.run.steps.stepper import Stepper

MEMORY = 256 << 20
"""Bytes that states may take unless another limit is given."""
_JUMP = 10.0
"""A loss has jumped if it is this many times as large as in the first step."""
_SHARE = 0.01
"""At most this part of a run's time goes into keeping states; the first one is kept in any case."""
_SAVED = 0.1
"""Seconds of the run of which that part may be spent at once."""

_STEPPERS = 8
"""What runs steps again, for so many runs that asked for different things."""


class _Segment(NamedTuple):
    """Consecutive steps with the same goal."""

    first: int
    asked: FetchRequest


class Timeline:
    """A record of the steps of a session, which can go back to any of them.

    Args:
        session: the session. Steps are recorded from now on.
        memory: the largest number of bytes for recorded states, at most a quarter of the session's memory.

    Attributes:
        session: the session.

    Example:
        session = blocks.Session(blocks.load("gradient_descent.gradblocks"))
        timeline = blocks.Timeline(session)
        session.run("loss", steps=100)
        results = timeline.back(40)
    """

    def __init__(self, session: Session, memory: int = MEMORY) -> None:
        self.session = session
        self._reached = session.steps
        self._snapshots = Snapshots(min(memory, session.memory.total // 4))
        self._stretches: list[_Segment] = []
        self._assigned = session.state.assigned
        self._files = session.files = _Observed(session.files)
        self._due = 0.0
        self._running_again = False
        self._fed = 0
        self._asked: FetchRequest | None = None
        self._steppers: dict[tuple[object, ...], Stepper] = {}
        session.before_step = self._before

    @property
    def first(self) -> int:
        """The first step that `back` can go to: the number of steps that had run when the oldest state was recorded."""
        return next((each.steps for each in self._snapshots), self.session.steps)

    @property
    def last(self) -> int:
        """The last step that `back` can go to. It is later than the current step if the session went back."""
        return max(self._reached, self.session.steps)

    @property
    def memory(self) -> int:
        """The largest number of bytes for recorded states."""
        return self._snapshots.memory

    @property
    def used(self) -> int:
        """The number of bytes that the recorded states use."""
        return self._snapshots.used

    @property
    def kept(self) -> Sequence[int]:
        """The step numbers after which a state was recorded."""
        return [each.steps for each in self._snapshots]

    @property
    def caveats(self) -> Sequence[str]:
        """A list of sentences about the state that `back` does not restore."""
        results: list[str] = []
        if any(each.kept is None for each in self._snapshots):
            results.append("file readers cannot go back: only variables can, to steps after which they were saved")
        if self._files.written:
            results.append("files keep what was written last")
        if self._files.read:
            results.append("files are read as they are now")
        return results

    def back(self, step: int) -> Results:
        """Go back to an earlier step, or forward again. The session continues from that step.

        Args:
            step: the number of the step, starting at 1; 0 is the state before the first step.

        Returns:
            The results of the step, bit-for-bit identical to those of the original run, with the gradients that are
            watched now. There are no results for step 0. `caveats` lists the state that is not restored.

        Raises:
            UsageError: the step was not run since the recording started, or its state was dropped for lack of memory.
            RunError: the step failed, and fails again.
        """
        if not len(self._snapshots) or not self.first <= step <= self.last:
            steps = f"steps {self.first:,} to {self.last:,} are" if self.last > self.first else "no earlier step is"
            raise UsageError(f"{steps} available, so step {step:,} cannot be restored")
        self._reached = self.last
        origin = self._snapshots.up_to(max(step - 1, self.first))
        assert origin is not None
        latest = self._snapshots.up_to(self.session.steps)
        if latest is None or latest.steps < self.session.steps:
            self._keep()
        here = self._snapshots.up_to(self.session.steps)
        try:
            return self._from(origin, step)
        except Interrupted:  # it is where it was
            if here is not None and here.kept is not None:
                self._take(here)
                restore(self.session.resources, here.kept)
            raise

    def _from(self, origin: Snapshot, step: int) -> Results:
        session = self.session
        if origin.kept is None:
            return self._variables_of(self._snapshots.up_to(step) or origin)
        with self._again():
            self._take(origin)
            restore(self.session.resources, origin.kept)
            while session.steps < step - 1:
                self._stepper(session.steps + 1).step(keep=False)
            if session.steps == step:  # none before it can be run again
                return Results()
            results = self._stepper(step).step(keep=True)
        assert results is not None
        return results

    def first_stop(self, breakpoints: Sequence[str] | str) -> Results | None:
        """Find by bisection the first step from which a condition holds, and return its results.

        Returns:
            The results of that step so far, with ``stopped``; None if the condition holds in none of the examined
            steps. The session's state is restored afterwards.
        """
        texts = (breakpoints,) if isinstance(breakpoints, str) else tuple(breakpoints)
        wanted, here = Breakpoints(self.session.elaboration, texts), self.session.steps
        try:
            return self._search(wanted)
        finally:
            with suppress(RunError):
                self.back(here)

    def first_trouble(self, loss: str) -> Results | None:
        """Return the results of the first step with a non-finite value, a jump of the loss, or a vanished gradient.

        The values are those of the blocks, and gradients with respect to variables and feeds. A loss has jumped if it
        is ten times as large as in the first step. A variable's gradient has vanished if it is 0, but was not in the
        first step.
        """
        here = self.session.steps
        try:
            texts = [*_not_finite(self.session), *self._gone(loss), *self._jumped(loss)]
            return self._search(Breakpoints(self.session.elaboration, texts, optional=True))
        finally:
            with suppress(RunError):
                self.back(here)

    def _search(self, wanted: Breakpoints) -> Results | None:
        kept = [each for each in self.kept if each < self.last]
        low, high = 0, len(kept)
        linear = any(each.condition is not None and each.condition.compares_steps for each in wanted.all)
        while low < high and not linear:  # it holds in no step that follows those before `low`, in all from `high` on
            middle = (low + high) // 2
            if self._run_to_stop(kept[middle], kept[middle] + 1, wanted) is None:
                low = middle + 1
            else:
                high = middle
        if not kept:
            return None
        last = kept[low] + 1 if low < len(kept) and not linear else self.last
        return self._run_to_stop(kept[max(0, low - 1)], last, wanted)

    def _gone(self, loss: str) -> Iterator[str]:
        """Yield breakpoints for gradients of variables and feeds: not finite, or (variables only) 0 unlike at first."""
        session, watched = self.session, self.session.watching
        session.watch(loss)
        try:
            gradients = self.back(self.first + 1).gradients
        finally:
            session.watching = watched
        fed = {key for each in self._stretches for key in each.asked.feeds}
        for block, pin, index, output in session.elaboration.outputs():
            name = str(Endpoint(block, pin, index))
            if name in gradients and (output.op.type.variable or output_key(output) in fed):
                yield f"grad({loss}, {name}): nonfinite"
                if output.op.type.variable and np.any(gradients[name]):
                    yield f"grad({loss}, {name}): absmax == 0"

    def _jumped(self, loss: str) -> Iterator[str]:
        with suppress(UsageError):  # a sum of pins is no pin
            at_loss = Breakpoints(self.session.elaboration, [loss])
            self._run_to_stop(self.first, self.first + 1, at_loss)
            if at_loss.value is not None and np.isfinite(at_loss.value).all():
                yield f"{loss}: max > {_JUMP * float(np.max(np.abs(at_loss.value))) or _JUMP!r}"

    def _run_to_stop(self, after: int, last: int, breakpoints: Breakpoints) -> Results | None:
        """Run from a recorded state until a breakpoint stops the session. The session stays at that step.

        Args:
            after: the number of steps that had run when the state was recorded.
            last: the last step to run.
            breakpoints: the breakpoints.

        Returns:
            The results at the stop, or None if no breakpoint stopped the run.

        Raises:
            DiagramError: the page reads files during its steps, so it cannot run again from an earlier step.
        """
        origin = self._snapshots.up_to(after)
        assert origin is not None
        if origin.kept is None:
            raise DiagramError("the page reads files during its steps and cannot run again from an earlier step")
        breakpoints.forget()
        self._reached = self.last
        with self._again(), suppress(RunError):
            self._take(origin)
            restore(self.session.resources, origin.kept)
            self.session.breakpoints = breakpoints
            while self.session.steps < last:
                result = self._stepper(self.session.steps + 1).step(keep=False)
                if result is not None and result.stopped is not None:
                    return result
        return None

    @contextmanager
    def _again(self) -> Generator[None]:
        """Run steps in a context without side effects outside the session and without breakpoints."""
        session = self.session
        breakpoints, events, say = session.breakpoints, session.events, session.resources.say
        session.breakpoints, session.events, session.resources.say = None, None, _ignore
        self._running_again = self._files.muted = True
        try:
            yield
        finally:
            self._running_again = self._files.muted = False
            session.breakpoints, session.events, session.resources.say = breakpoints, events, say
            if breakpoints is not None:
                breakpoints.forget()

    def _stepper(self, step: int) -> Stepper:
        session = self.session
        at = bisect_right(self._stretches, step, key=lambda each: each.first) - 1
        key = at, session.watching, session.breakpoints, session.inside
        stepper = self._steppers.get(key)
        if stepper is None:
            while len(self._steppers) >= _STEPPERS:
                del self._steppers[next(iter(self._steppers))]
            stepper = self._steppers[key] = stepper_for(session, self._stretches[at].asked)
        return stepper

    def _take(self, snapshot: Snapshot) -> None:
        session = self.session
        session.state.restore(snapshot.values)
        session.steps = snapshot.steps

    def _variables_of(self, snapshot: Snapshot) -> Results:
        session = self.session
        self._take(snapshot)
        results = Results()
        for name, value in session.variables.items():
            [output] = [output for *_, output in session.elaboration.outputs_of(name)]
            results.put(f"{name}.result_ref", value, output.dtype)
        return results

    def _before(self, stepper: Stepper) -> None:
        session = self.session
        steps, begins = session.steps, False
        if self._running_again:
            begins = not len(self._snapshots)
        else:
            goes_on = stepper.asked is self._asked and steps == self._reached + 1
            if not goes_on or self._assigned != session.state.assigned:
                begins = not len(self._snapshots) or self._assigned != session.state.assigned
                self._begin(stepper.asked, begins)
            self._reached = steps
        now = time.perf_counter()
        if begins or now >= self._due:
            self._keep(pinned=begins)
            # What was not spent is there for later, but a run that was paused for long does not keep each state then.
            self._due = max(self._due, now - _SAVED) + (time.perf_counter() - now) / _SHARE

    def _begin(self, asked: FetchRequest, begins: bool) -> None:
        session = self.session
        self._assigned = session.state.assigned
        if session.steps < self._reached or begins:  # from here on it may go another way
            self._snapshots.keep_only(0, session.steps - begins)
            self._stretches = [each for each in self._stretches if each.first <= session.steps]
            self._fed = sum([_fed_bytes(each.asked) for each in self._stretches])
            self._steppers.clear()
        self._note(session.steps + 1, asked)

    def _keep(self, *, pinned: bool = False) -> None:
        session = self.session
        values, kept = session.state.values.copy(), kept_of(session.resources)
        self._snapshots.add(Snapshot(session.steps, values, kept, pinned))

    def _note(self, step: int, asked: FetchRequest) -> None:
        """Record the request of a step; if the feeds are too large to keep, forget the oldest steps."""
        self._asked = asked
        last = self._stretches[-1].asked if self._stretches else None
        if last is not None and last[:1] + last[2:-1] == asked[:1] + asked[2:-1] and _same(last.feeds, asked.feeds):
            return
        self._stretches.append(_Segment(step, asked))
        self._fed += _fed_bytes(asked)
        while self._fed > self.memory and len(self._stretches) > 1:
            self._fed -= _fed_bytes(self._stretches.pop(0).asked)
            self._snapshots.keep_only(self._stretches[0].first - 1, step)
            self._steppers.clear()
            if not len(self._snapshots):  # the next step is the first one that can be gone back to
                self._asked = None


def _not_finite(session: Session) -> Iterator[str]:
    for block, pin, index, output in session.elaboration.outputs():
        if output.dtype.is_differentiable:
            yield f"{Endpoint(block, pin, index)}: nonfinite"


def _fed_bytes(asked: FetchRequest) -> int:
    return sum(value.nbytes for value in asked.feeds.values())


def _same(old: Mapping[OutputKey, object], new: Mapping[OutputKey, object]) -> bool:
    return old is new or (old.keys() == new.keys() and all(old[each] is new[each] for each in old))


def _ignore(_text: str) -> None: ...


class _Observed(Folders):
    """The folders of a run, with a record of reads and writes; writes are suppressed while it is muted."""

    def __init__(self, plain: Folders) -> None:
        vars(self).update(vars(plain))
        self.read = self.written = self.muted = False

    def open(self, name: str) -> BufferedReader:
        self.read = True
        return super().open(name)

    def path(self, name: str) -> str:
        self.read = True
        return super().path(name)

    def write_together(self, files: Mapping[str, Data]) -> None:
        self._change(lambda: super(_Observed, self).write_together(files))

    def remove(self, name: str) -> None:
        self._change(lambda: super(_Observed, self).remove(name))

    def remove_folder(self, name: str) -> None:
        self._change(lambda: super(_Observed, self).remove_folder(name))

    def _change(self, work: Callable[[], None]) -> None:
        self.written = True
        if not self.muted:
            work()
