"""Runs of pages in another process: step by step, with results at a steady rate, stoppable at any time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.core.document import Document, Edit
from app.core.history import parts_of
from app.core.recording.kept_run import KeptRun
from app.core.recording.recorder import Recorder
from app.core.renaming import RenameLog, rename_key
from app.core.runs.gradient import Gradients
from app.core.runs.results import Result, ResultStore
from app.core.runs.worker import Ending, Followed, Job, Reach, Worker
from app.language import tr
from blocks.base.errors import UsageError, with_hint
from blocks.document.data import Json
from blocks.run.debugging.breakpoints import Stopped
from blocks.run.stepping import Frame, Pace
from blocks.worker.state import Kept, Source


class Progress(NamedTuple):
    """The progress of a run.

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
    """The runner of a document's pages, one at a time.

    A session is kept per page: after an edit the variables that are declared as before keep their values.

    Attributes:
        worker: where they run.
        gradients: where gradients go that are watched.
        watched: gives what is differentiated and watched in the runs of a page; empty if nothing is.
        inside: the page and the path of the instance that is looked into; see `Source`.
        recorder: keeps the runs.
        pace: how fast runs go.
        breakpoints: gives those of a page, as `Session.break_at` takes them.
        feeds: what each step is fed, as `Session.run` takes it, in literals.
        reach: what can be gone back to, by the pages' names.
        stopped: where the run stands in the midst of a step; None if it does not.
        looking_back: what runs is no new step, but an earlier one again.
        before: where the session was when the last run began; None if it began with that.

    Signals:
        state_changed: it began, paused, went on or ended.
        progress: how far it is (`Progress`).
        failed: a step ended with errors, or the process that ran it died: the page and all of them.
        said: Print blocks wrote a text, or there is something to know about a run that was stopped.
        not_finite: a result had NaN or infinite elements for the first time: the page, and what there is to say.
        followed: the run looked at an edit of its page (`Followed`).
        finished: a run ended: the page, and whether it did so without errors and was not stopped.
        halted: the run stands at a breakpoint (`Stopped`), or no longer (None): the page, and where.
        reached: other steps of a page can be gone back to (`Reach`).
        restored: variables have the values of an earlier step, or of a file: the page.
    """

    state_changed = Signal()
    progress = Signal(object)
    failed = Signal(str, list)
    said = Signal(str)
    not_finite = Signal(str, object)
    followed = Signal(object)
    finished = Signal(str, bool)
    halted = Signal(str, object)
    reached = Signal(str)
    restored = Signal(str)

    def __init__(self, document: Document, store: ResultStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.store = store
        self.worker = Worker(self)
        self.gradients: Gradients | None = None
        self.recorder = Recorder(document, self)
        self.pace = Pace()
        self.watched: Callable[[str], str] = lambda _page: ""
        self.breakpoints: Callable[[str], Sequence[str]] = lambda _page: ()
        self.feeds: Mapping[str, Json] = {}
        self.reach: dict[str, Reach] = {}
        self.stopped: Stopped | None = None
        self.looking_back = False
        self.inside: tuple[str, str] = ("", "")
        self.page: str | None = None
        self.paused = False
        self.running = False
        """True while steps are run, or while it is paused."""
        self.before: Kept | None = None
        self._renames = RenameLog()
        self._told: Source | None = None
        self._computed: Source | None = None
        # Edits of one gesture that come in one go are one.
        self._edits = QTimer(self, singleShot=True, interval=0)
        self._edits.timeout.connect(self._tell_edit)
        document.changed.connect(self._edited)
        document.edited.connect(self._note_renames)

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
        self.page, self.paused, self.running = page, paused, True
        data: dict[str, Json] = {"steps": steps, "paused": paused, "fetch": list(fetch)}
        data["watched"] = self.watched(page)
        data["breakpoints"] = list(self.breakpoints(page))
        data["feeds"] = dict(self.feeds)
        data |= {"pace": [*self.pace]}
        source = self._tell(page)
        self.before = self.session(page)
        self.recorder.begin(source, fetch, self.before)
        self.recorder.pause(paused)
        self.worker.begin(Job("run", page, source, data, self._take, self._ended))
        self.state_changed.emit()

    def back(self, page: str, step: int) -> None:
        """Go to an earlier step, or forward again; nothing happens while a run is on."""
        self._look_back(page, "back", {"step": step})

    def look_again(self, page: str) -> None:
        """Run the last step of a page again, without a trace but the results inside of what is looked into now.

        It is given up as soon as a run begins.
        """
        reach, kept = self.reach.get(page), self.session(page)
        if self.running or reach is None or kept is None or not reach.first < kept.steps == reach.step:
            return
        source = kept.source._replace(inside=self.source(page).inside)

        def take(frame: Frame[Result]) -> None:
            if self.session(page) is None or frame.errors:
                return
            self.store.put(page, frame.done, frame.results, (), source.page, source.composites, frame.rounds)
            if frame.measured and self.gradients is not None:
                inside = frame.gradient_rounds, frame.norms
                self.gradients.put_again(page, frame.measured, frame.gradients, *inside)

        data: dict[str, Json] = {"step": kept.steps, "watched": self.watched(page)}
        self.worker.begin(Job("back", page, source, data, take, _ignore))

    def first_bad(self, page: str, of: str) -> None:
        """Go to the first step in which something went wrong on the way to a loss, and say what."""
        self._look_back(page, "first_bad", {"of": of})

    def _look_back(self, page: str, kind: str, data: dict[str, Json]) -> None:
        if self.running:
            return
        self.page, self.paused, self.running, self.looking_back = page, False, True, True
        data["watched"] = self.watched(page)
        source, kept = self.source(page), self.session(page)
        if kept is not None:  # it runs what it ran: results of what was edited since are old
            source = kept.source._replace(inside=source.inside)
        self._told = self._computed = source
        self.worker.begin(Job(kind, page, source, data, self._take, self._ended))
        self.state_changed.emit()

    def set_pace(self, pace: Pace) -> None:
        """Go at another pace, a run that is on too."""
        self.pace = pace
        if self.running and not self.looking_back:
            self.worker.set_pace(pace)

    def tell_breakpoints(self, page: str) -> None:
        """Other breakpoints were set: a run that is on stops there from its next step on."""
        if self.running and not self.looking_back and page == self.page:
            self.worker.set_breakpoints(self.breakpoints(page))

    def step(self, page: str) -> None:
        """Run one step; in a paused run, the next one."""
        if not self.running:
            self.run(page, 1)
        elif self.paused:
            self.worker.step()

    def flip_pause(self) -> None:
        """Pause after the step that is being run, or go on."""
        if not self.running:
            return
        self.paused = not self.paused
        self.worker.pause(self.paused)
        self.recorder.pause(self.paused)
        self.state_changed.emit()

    def go_on(self) -> None:
        """Let the run go on with the page as it is now: structure too, and variables as they are where they fit."""
        self._tell_edit(go_on=True)

    def stop(self) -> None:
        """End the run: after the step that is being run or, if that takes long, in the midst of it.

        A step that is broken off has no effect.
        """
        if self.running:
            self.worker.stop()

    def reset(self, page: str) -> None:
        """Forget a page's session: variables begin with their initial values at the next run."""
        if not self.running:
            self.worker.forget(page)
            self.store.clear(page)
            self.recorder.reset(page)
            self.reach.pop(page, None)
            self.reached.emit(page)
            self.state_changed.emit()

    def go_on_from(self, page: str, kept: Kept, run: KeptRun | None = None) -> None:
        """Give the variables of a page other values, and what it counts with them: those at the end of a run.

        Raises:
            UsageError: a run is on.
        """
        if self.running:
            raise UsageError(tr("Stop the run first"))
        self.worker.go_on_from(page, kept)
        self.recorder.go_on(page, run)
        self.store.show(page, {})
        self.reach.pop(page, None)
        self.reached.emit(page)
        self.restored.emit(page)
        self.state_changed.emit()

    def rename(self, old: str, new: str) -> None:
        """A page has another name: its variables stay, and a run of it goes on."""
        self._renames.rename_page(old, new)
        self.worker.rename(old, new)
        self.recorder.rename(old, new)
        rename_key(self.reach, old, new)
        if self.page == old:
            self.page = new

    def close(self) -> None:
        """Stop, and wait until nothing runs any more."""
        self.running = self.paused = False
        self.worker.close()
        self.recorder.close()

    def session(self, page: str) -> Kept | None:
        """Where the session of a page is that was run; as it was before, while one runs."""
        return self.worker.kept.get(page)

    def look_inside(self, page: str, path: str) -> None:
        """From now on the results of blocks inside of this instance are wanted; empty: of none."""
        if (page, path) != self.inside:
            self.inside = page, path
            self._edited()

    def source(self, page: str) -> Source:
        """A page as it is now, seen from where one is inside of it."""
        inside, kept = self.inside[1] if self.inside[0] == page else "", self.session(page)
        renamed = self._renames.since(None if kept is None else kept.source.page, page)
        source = source_of(self.document, page)
        return source._replace(inside=inside, seed=self.recorder.seed_of(page), renamed=renamed)

    def _tell(self, page: str) -> Source:
        """Return a page as it is now, which is about to run."""
        self._told = self._computed = source = self.source(page)
        self._renames.tell(source.page)
        return source

    def _note_renames(self, edit: Edit) -> None:
        for change in parts_of(edit.change):
            self._renames.add(change)

    @Slot()
    def _edited(self) -> None:
        if self.running:
            self._edits.start()

    def _tell_edit(self, *, go_on: bool = False) -> None:
        """Hand the page as it is now to the run, if it is another one than it was told of."""
        names = [view.name for view in self.document.pages]
        if not self.running or self.page is None or self.page not in names:
            return
        source, told = self.source(self.page), self._told
        same = told is not None and (source.page, source.inside) == (told.page, told.inside)
        if go_on or not same or told is None or source.composites != told.composites:
            self._told = source
            self._renames.tell(source.page)
            self.worker.edit(source, go_on=go_on)

    def _take(self, frame: Frame[Result] | Followed) -> None:
        page = self.page
        assert page is not None
        if isinstance(frame, Followed):
            if frame.whole:
                self._computed = self._told
            if frame.tuned and frame.source is not None:
                self.recorder.edited(frame.steps, frame.source, begun=frame.begun)
            self.followed.emit(frame)
            return
        if not self.looking_back:
            self.recorder.take(frame)
        computed = self._computed
        of, composites = (None, ()) if computed is None else (computed.page, computed.composites)
        self.store.put(page, frame.done, frame.results, frame.points, of, composites, frame.rounds)
        if frame.measured and self.gradients is not None:
            if self.looking_back:
                self.gradients.put_back(page, frame.measured, frame.gradients)
            else:
                self.gradients.put(page, frame.measured, frame.gradients, frame.gradient_rounds, frame.norms)
        if frame.stopped is not None or self.stopped is not None:
            self.stopped = frame.stopped
            self.paused = self.paused or frame.stopped is not None
            self.halted.emit(page, frame.stopped)
            self.state_changed.emit()
        self.progress.emit(Progress(page, frame.done, frame.of, frame.rate))
        if frame.said:
            self.said.emit(frame.said)
        for error in (*frame.errors, *filter(None, (frame.not_finite,))):
            error.page = page
        if frame.errors:
            self.failed.emit(page, frame.errors)
        if frame.not_finite is not None:
            self.not_finite.emit(page, frame.not_finite)

    def _ended(self, ending: Ending) -> None:
        page = self.page
        assert page is not None
        if not self.looking_back:
            self.recorder.end(ending.good, self.session(page), ending.lost)
        self.running = self.paused = self.looking_back = False
        if self.stopped is not None:
            self.stopped = None
            self.halted.emit(page, None)
        if ending.reach is not None:
            self.reach[page] = ending.reach
            self.reached.emit(page)
        if ending.fault is not None:
            ending.fault.page = page
            hint = ending.fault.hint
            ending.fault.hint = with_hint(hint, ending.lost) if hint else ending.lost or None
            self.failed.emit(page, [ending.fault])
        elif ending.lost:
            self.said.emit(tr("Stopped in the middle of a block. {lost}", lost=ending.lost))
        self.state_changed.emit()
        self.finished.emit(page, ending.good)


def _ignore(_ending: Ending) -> None:
    """Ignore the end of a job that was not requested."""


def source_of(document: Document, page: str) -> Source:
    """A page as it is now."""
    return Source(document.page(page), document.diagram.extra, document.file, document.composites_of(page))
