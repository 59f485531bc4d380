"""Going back: any earlier step of a session is run again from the nearest state that was kept, to the same bits.

States are kept while it runs, within a limit of memory (`snapshots`). What a step is run for, and what it was fed, is
kept of each, since steps may differ in that.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from io import BufferedReader
from typing import NamedTuple

from blocks.base.errors import DiagramError, RunError, UsageError
from blocks.base.files import Data
from blocks.compile.rewrite import OutputKey
from blocks.run.debugging.breakpoints import Breakpoints
from blocks.run.debugging.make_stepper import stepper_of
from blocks.run.debugging.snapshots import Snapshot, Snapshots, kept_of, restore
from blocks.run.files import Folders
from blocks.run.interrupt import Interrupted
from blocks.run.results import Results
from blocks.run.session import Session
from blocks.run.steps.stepper import Asked, Stepper

MEMORY = 256 << 20
"""Bytes that states may take unless another limit is given."""
_SHARE = 0.01
"""At most this part of a run's time goes into keeping states; the first one is kept in any case."""
_SAVED = 0.1
"""Seconds of the run of which that part may be spent at once."""

_STEPPERS = 8
"""What runs steps again, for so many runs that asked for different things."""


class _Stretch(NamedTuple):
    """Steps in a row that were run for the same.

    Attributes:
        first: the number of the first, from 1.
        asked: what they were run for.
    """

    first: int
    asked: Asked


class Timeline:
    """The steps of a session from now on. It can go back to each of them.

    Args:
        session: the session.
        memory: bytes that states may take: at most a quarter of what all tensors may.

    Attributes:
        session: the same.
    """

    def __init__(self, session: Session, memory: int = MEMORY) -> None:
        self.session = session
        self._reached = session.steps
        self._snapshots = Snapshots(min(memory, session.memory.total // 4))
        self._stretches: list[_Stretch] = []
        self._assigned = session.state.assigned
        self._files = session.files = _Observed(session.files)
        self._due = 0.0
        self._running_again = False
        self._fed = 0
        self._asked: Asked | None = None
        self._steppers: dict[tuple[object, ...], Stepper] = {}
        session.before_step = self._before

    @property
    def first(self) -> int:
        """The first step that can be gone back to: after so many steps the oldest state was kept."""
        return next((each.steps for each in self._snapshots), self.session.steps)

    @property
    def last(self) -> int:
        """The last step that can be gone to: how many were run, those from which the session went back included."""
        return max(self._reached, self.session.steps)

    @property
    def memory(self) -> int:
        """Bytes that states may take."""
        return self._snapshots.memory

    @property
    def used(self) -> int:
        """Bytes that they take."""
        return self._snapshots.used

    @property
    def kept(self) -> Sequence[int]:
        """After how many steps each of them was kept."""
        return [each.steps for each in self._snapshots]

    @property
    def fed(self) -> set[OutputKey]:
        """The outputs that any of the steps was fed."""
        return {key for each in self._stretches for key in each.asked.feeds}

    @property
    def caveats(self) -> Sequence[str]:
        """What going back does not bring back, a sentence each."""
        results: list[str] = []
        if any(each.kept is None for each in self._snapshots):
            results.append("a reader of files cannot go back: only variables do, to steps after which they were kept")
        if self._files.written:
            results.append("files stay as they were written last")
        if self._files.read:
            results.append("files are read again as they are now")
        return results

    def back(self, step: int) -> Results:
        """Go to an earlier step, or forward again: it is the last one that the session has run then.

        Args:
            step: its number, from 1; 0 is before the first one.

        Returns:
            Its results, with the gradients that are watched now, to the bit as they were; of step 0 there are none.
            Where `caveats` says that only variables go back, these.

        Raises:
            UsageError: it was not run since the timeline began, or what it began with had to be let go.
            RunError: the step failed, and does so again.
        """
        if not len(self._snapshots) or not self.first <= step <= self.last:
            steps = f"steps {self.first:,} to {self.last:,}" if self.last > self.first else "no step"
            raise UsageError(f"{steps} can be gone back to, not step {step:,}")
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
        """The first step at which a condition holds that holds from then on; see `bad_step.first_stop`."""
        from blocks.run.debugging.bad_step import first_stop

        return first_stop(self, breakpoints)

    def first_trouble(self, loss: str) -> Results | None:
        """The first step at which numbers went wrong on the way to a loss; see `bad_step.first_trouble`."""
        from blocks.run.debugging.bad_step import first_trouble

        return first_trouble(self, loss)

    def run_to_stop(self, after: int, last: int, breakpoints: Breakpoints) -> Results | None:
        """Run from a state that was kept until a breakpoint stops it; the session stays there.

        Args:
            after: after how many steps it was kept.
            last: the last step to run.
            breakpoints: where to stop.

        Returns:
            What there was at the stop; None if nothing stopped it.

        Raises:
            DiagramError: the page cannot go back.
        """
        origin = self._snapshots.up_to(after)
        assert origin is not None
        if origin.kept is None:
            raise DiagramError("the page reads files step by step, and cannot run again from an earlier step")
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

    def end(self) -> None:
        """Keep nothing any longer."""
        self.session.before_step = None
        self.session.files = self._files.plain

    @contextmanager
    def _again(self) -> Generator[None]:
        """What is run in it has no effect beside the session, and stops nowhere."""
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
        """What runs a step for what it was run for."""
        session = self.session
        at = bisect_right(self._stretches, step, key=lambda each: each.first) - 1
        key = at, session.watching, session.breakpoints, session.inside
        stepper = self._steppers.get(key)
        if stepper is None:
            while len(self._steppers) >= _STEPPERS:
                del self._steppers[next(iter(self._steppers))]
            stepper = self._steppers[key] = stepper_of(session, self._stretches[at].asked)
        return stepper

    def _take(self, snapshot: Snapshot) -> None:
        session = self.session
        session.state.values.clear()
        session.state.values.update(snapshot.values)
        session.state.version += 1
        session.steps = snapshot.steps

    def _variables_of(self, snapshot: Snapshot) -> Results:
        """Let variables hold what they did, and nothing else."""
        session = self.session
        self._take(snapshot)
        results = Results()
        for name, value in session.variables.items():
            [output] = [output for *_, output in session.elaboration.outputs_of(name)]
            results.put(f"{name}.result_ref", value, output.dtype)
        return results

    def _before(self, stepper: Stepper) -> None:
        """A step is about to be run."""
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

    def _begin(self, asked: Asked, begins: bool) -> None:
        """The next step may be another one than followed the last one, or be run for something else."""
        session = self.session
        self._assigned = session.state.assigned
        if session.steps < self._reached or begins:  # from here on it may go another way
            self._snapshots.keep_only(0, session.steps - begins)
            self._stretches = [each for each in self._stretches if each.first <= session.steps]
            self._fed = sum([_fed_bytes(each.asked) for each in self._stretches])
            self._steppers.clear()
        self._note(session.steps + 1, asked)

    def _keep(self, *, pinned: bool = False) -> None:
        """Keep the state that the session is in."""
        session = self.session
        values, kept = session.state.values.copy(), kept_of(session.resources)
        self._snapshots.add(Snapshot(session.steps, values, kept, pinned))

    def _note(self, step: int, asked: Asked) -> None:
        """What a step is run for; if too much was fed to be kept, the oldest steps cannot be gone back to."""
        self._asked = asked
        last = self._stretches[-1].asked if self._stretches else None
        if last is not None and last[::2] == asked[::2] and _same(last.feeds, asked.feeds):
            return
        self._stretches.append(_Stretch(step, asked))
        self._fed += _fed_bytes(asked)
        while self._fed > self.memory and len(self._stretches) > 1:
            self._fed -= _fed_bytes(self._stretches.pop(0).asked)
            self._snapshots.keep_only(self._stretches[0].first - 1, step)
            self._steppers.clear()
            if not len(self._snapshots):  # the next step is the first one that can be gone back to
                self._asked = None


def _fed_bytes(asked: Asked) -> int:
    return sum(value.nbytes for value in asked.feeds.values())


def _same(old: Mapping[OutputKey, object], new: Mapping[OutputKey, object]) -> bool:
    return old is new or (old.keys() == new.keys() and all(old[each] is new[each] for each in old))


def _ignore(_text: str) -> None:
    """What Print blocks say was said when the step ran first."""


class _Observed(Folders):
    """The folders of a run, with a note of whether it read and wrote; nothing is written while it is muted."""

    def __init__(self, plain: Folders) -> None:
        vars(self).update(vars(plain))
        self.plain = plain
        self.read = self.written = self.muted = False

    def open(self, name: str) -> BufferedReader:
        """As `Folders.open`."""
        self.read = True
        return super().open(name)

    def path(self, name: str) -> str:
        """As `Folders.path`."""
        self.read = True
        return super().path(name)

    def write_together(self, files: Mapping[str, Data]) -> None:
        """As `Folders.write_together`."""
        self._change(lambda: super(_Observed, self).write_together(files))

    def remove(self, name: str) -> None:
        """As `Folders.remove`."""
        self._change(lambda: super(_Observed, self).remove(name))

    def remove_folder(self, name: str) -> None:
        """As `Folders.remove_folder`."""
        self._change(lambda: super(_Observed, self).remove_folder(name))

    def _change(self, work: Callable[[], None]) -> None:
        self.written = True
        if not self.muted:
            work()
