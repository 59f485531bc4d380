"""Runs of pages in another process, stoppable at any time, and live mode, which recomputes results after edits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.core.document import Document, DocumentEdit
from app.core.recording.kept_run import KeptRun
from app.core.recording.recorder import RunRecorder
from app.core.renaming import RenameLog, rename_key
from app.core.runs.gradient import PageGradients
from app.core.runs.results import Result, ResultStore
from app.core.runs.worker import EditOutcome, Evaluation, ExitStatus, JobRunner, ReachableSteps, WorkerJob
from blocks.base.errors import DiagramError, UsageError, with_hint
from blocks.base.language import tr
from blocks.document.changes import parts_of
from blocks.document.data import Json
from blocks.run.results import Stopped
from blocks.run.stepping import FrameRate, RunFrame
from blocks.worker.state import PageSource, SavedState


class RunProgress(NamedTuple):
    """The progress of a run: steps in all, the last step (None: until it is stopped), and steps per second."""

    page: str
    done: int
    of: int | None
    rate: float


class PageRunner(QObject):
    """The runner of a document's pages, one at a time.

    A session is kept per page: after an edit, variables with unchanged declarations keep their values.

    Attributes:
        watched: returns the differentiated and watched values of a page; empty if there are none.
        inside: the page and the path of the viewed instance; see `Source`.
        feeds: the feeds of each step as literals, in the form for `Session.run`.
        stopped: the position of a run that is paused within a step; otherwise None.
        looking_back: whether the current run repeats an earlier step.
        before: the session's state before the last run; None if that run started the session.

    Signals:
        failed: a step ended with errors, or its process died: the page and all errors.
        said: the output of Print blocks, or a note about a run that was stopped.
        not_finite: a result had NaN or infinite elements for the first time: the page and a message.
        followed: the run reacted to an edit of its page (`EditOutcome`).
        finished: a run ended: the page, and whether it completed without errors.
        restored: the variables of the page have the values of an earlier step or of a file.
    """

    state_changed = Signal()
    progress = Signal(object)
    failed = Signal(str, list)
    said = Signal(str)
    not_finite = Signal(str, object)
    followed = Signal(object)
    finished = Signal(str, bool)
    reached = Signal(str)
    restored = Signal(str)

    def __init__(self, document: Document, store: ResultStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.store = store
        self.worker = JobRunner(self)
        self.gradients: PageGradients | None = None
        self.recorder = RunRecorder(document, self)
        self.recorder.session = self.session
        self.pace = FrameRate()
        self.watched: Callable[[str], str] = lambda _page: ""
        self.breakpoints: Callable[[str], Sequence[str]] = lambda _page: ()
        self.feeds: Mapping[str, Json] = {}
        self.reach: dict[str, ReachableSteps] = {}
        self.stopped: Stopped | None = None
        self.looking_back = False
        self.inside: tuple[str, str] = ("", "")
        self.page: str | None = None
        self.paused = False
        self.running = False
        """True while steps are run, or while it is paused."""
        self.before: SavedState | None = None
        self._renames = RenameLog()
        self._told: PageSource | None = None
        self._computed: PageSource | None = None
        # Edits of one gesture that come in one go are one.
        self._edits = QTimer(self, singleShot=True, interval=0)
        self._edits.timeout.connect(self._tell_edit)
        document.changed.connect(self._edited)
        document.edited.connect(self._note_renames)

    def run(self, page: str, steps: int | None, *, paused: bool = False, fetch: Sequence[str] = ()) -> None:
        """Run steps of a page (None: until stopped); without effect during another run.

        Args:
            paused: wait before the first step (see `step`).
            fetch: the requested blocks; default: all that the page asks for.
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
        self.worker.begin(WorkerJob("run", page, source, data, self._take, self._ended))
        self.state_changed.emit()

    def back(self, page: str, step: int) -> None:
        self._look_back(page, "back", {"step": step})

    def look_again(self, page: str) -> None:
        """Rerun the last step only to get the results inside what is viewed now. A run cancels this."""
        reach, kept = self.reach.get(page), self.session(page)
        if self.running or reach is None or kept is None or not reach.first < kept.steps == reach.step:
            return
        source = kept.source._replace(inside=self.source(page).inside)

        def take(frame: RunFrame[Result]) -> None:
            if self.session(page) is None or frame.errors:
                return
            self.store.put(page, frame.done, frame.results, (), source.page, source.composites, frame.rounds)
            if frame.measured and self.gradients is not None:
                inside = frame.gradient_rounds, frame.norms
                self.gradients.put(page, frame.measured, frame.gradients, *inside, again=True)

        data: dict[str, Json] = {"step": kept.steps, "watched": self.watched(page)}
        self.worker.begin(WorkerJob("back", page, source, data, take, _ignore))

    def first_bad(self, page: str, of: str) -> None:
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
        self.worker.begin(WorkerJob(kind, page, source, data, self._take, self._ended))
        self.state_changed.emit()

    def set_pace(self, pace: FrameRate) -> None:
        self.pace = pace
        if self.running and not self.looking_back:
            self.worker.set_pace(pace)

    def tell_breakpoints(self, page: str) -> None:
        if self.running and not self.looking_back and page == self.page:
            self.worker.set_breakpoints(self.breakpoints(page))

    def step(self, page: str) -> None:
        if not self.running:
            self.run(page, 1)
        elif self.paused:
            self.worker.step()

    def flip_pause(self) -> None:
        if not self.running:
            return
        self.paused = not self.paused
        self.worker.pause(self.paused)
        self.recorder.pause(self.paused)
        self.state_changed.emit()

    def go_on(self) -> None:
        """Continue the run with the current page, even if its structure changed; variables stay if they fit."""
        self._tell_edit(go_on=True)

    def stop(self) -> None:
        """End the run after the current step, or within it if that takes long; an aborted step has no effect."""
        if self.running:
            self.worker.stop()

    def reset(self, page: str) -> None:
        if not self.running:
            self.worker.forget(page)
            self.store.clear(page)
            self.recorder.reset(page)
            self.reach.pop(page, None)
            self.reached.emit(page)
            self.state_changed.emit()

    def go_on_from(self, page: str, kept: SavedState, run: KeptRun | None = None) -> None:
        """Set a page's session, such as to the end of a recorded run; raise UsageError during a run."""
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
        self._renames.rename_page(old, new)
        self.worker.rename(old, new)
        self.recorder.rename(old, new)
        rename_key(self.reach, old, new)
        if self.page == old:
            self.page = new

    def close(self) -> None:
        self.running = self.paused = False
        self.worker.close()
        self.recorder.close()

    def session(self, page: str) -> SavedState | None:
        """Return the session of a page, or None if the page has not run; during a run, the state before it."""
        return self.worker.kept.get(page)

    def look_inside(self, page: str, path: str) -> None:
        if (page, path) != self.inside:
            self.inside = page, path
            self._edited()

    def source(self, page: str) -> PageSource:
        inside, kept = self.inside[1] if self.inside[0] == page else "", self.session(page)
        renamed = self._renames.since(None if kept is None else kept.source.page, page)
        source = source_of(self.document, page)
        return source._replace(inside=inside, seed=self.recorder.seed_of(page), renamed=renamed)

    def _tell(self, page: str) -> PageSource:
        self._told = self._computed = source = self.source(page)
        self._renames.tell(source.page)
        return source

    def _note_renames(self, edit: DocumentEdit) -> None:
        for change in parts_of(edit.change):
            self._renames.add(change)

    @Slot()
    def _edited(self) -> None:
        if self.running:
            self._edits.start()

    def _tell_edit(self, *, go_on: bool = False) -> None:
        names = [view.name for view in self.document.pages]
        if not self.running or self.page is None or self.page not in names:
            return
        source, told = self.source(self.page), self._told
        same = told is not None and (source.page, source.inside) == (told.page, told.inside)
        if go_on or not same or told is None or source.composites != told.composites:
            self._told = source
            self._renames.tell(source.page)
            self.worker.edit(source, go_on=go_on)

    def _take(self, frame: RunFrame[Result] | EditOutcome) -> None:
        page = self.page
        assert page is not None
        if isinstance(frame, EditOutcome):
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
            self.state_changed.emit()
        self.progress.emit(RunProgress(page, frame.done, frame.of, frame.rate))
        if frame.said:
            self.said.emit(frame.said)
        for error in (*frame.errors, *filter(None, (frame.not_finite,))):
            error.page = page
        if frame.errors:
            self.failed.emit(page, frame.errors)
        if frame.not_finite is not None:
            self.not_finite.emit(page, frame.not_finite)

    def _ended(self, ending: ExitStatus) -> None:
        page = self.page
        assert page is not None
        if not self.looking_back:
            self.recorder.end(ending.good, self.session(page), ending.lost)
        self.running = self.paused = self.looking_back = False
        self.stopped = None
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


def _ignore(_ending: ExitStatus) -> None:
    """Ignore the end of a job that was not requested."""


def source_of(document: Document, page: str) -> PageSource:
    return PageSource(document.page(page), document.diagram.extra, document.file, document.composites_of(page))


class LiveReport(NamedTuple):
    """The outcome of an evaluation; ``computed`` is the number of calls, ``seconds`` the time in the worker."""

    page: str
    computed: int
    seconds: float
    errors: list[DiagramError]


class LiveMode(QObject):
    """Live mode of one page: its results stay up to date during edits. Runs take precedence."""

    done = Signal(object)

    def __init__(
        self, document: Document, store: ResultStore, runner: PageRunner, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.document = document
        self.store = store
        self.runner = runner
        self.on = False
        self.page = ""
        self._shown: PageSource | None = None
        self._steps = -1
        self._busy = self._cancelled = False
        # Edits of one gesture that come in one go are one evaluation.
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._start)
        document.changed.connect(self.edited)
        document.path_changed.connect(self.edited)
        runner.state_changed.connect(self._ran)

    def set_on(self, on: bool) -> None:
        self.on = on
        self._shown = None
        if on:
            self.edited()
        else:
            self._give_up()
            self.runner.worker.forget_live()

    def watch(self, page: str) -> None:
        if page != self.page:
            self.page = page
            self._shown = None
            self.edited()

    def rename(self, old: str, new: str) -> None:
        if self.page == old:
            self.page = new

    def close(self) -> None:
        self.on = False
        self._give_up()

    @Slot()
    def edited(self) -> None:
        if self.on:
            self._timer.start()

    @Slot()
    def _ran(self) -> None:
        if self.runner.running:
            self._give_up()
            return
        base = self.runner.session(self.page)
        if base is not None and _is_same(base.source, self._source()):
            self._shown, self._steps = base.source, base.steps
        self.edited()

    def _give_up(self) -> None:
        self._timer.stop()
        if self._busy and not self._cancelled:
            self._cancelled = True
            if not self.runner.running:
                self.runner.worker.give_up()

    def _source(self) -> PageSource | None:
        names = [view.name for view in self.document.pages]
        return self.runner.source(self.page) if self.page in names else None

    @Slot()
    def _start(self) -> None:
        source = self._source()
        if not self.on or source is None or self.runner.running:
            return
        base = self.runner.session(self.page)
        steps = -1 if base is None else base.steps
        if _is_same(self._shown, source) and steps == self._steps:
            return
        if self._busy:
            self._give_up()  # it starts again as soon as this one has given up
            return
        self._shown, self._steps = source, steps
        self._busy, self._cancelled = True, False
        worker = self.runner.worker
        data = {"alive": [worker.number(view.name) for view in self.document.pages]}
        worker.begin(WorkerJob("live", self.page, source, data, self._take, self._ended))

    def _take(self, evaluation: Evaluation) -> None:
        if self.on and not self.runner.running:
            # What a later edit made stale is shown all the same: it is right for its moment, and newer than nothing.
            page, composites = (None, ()) if self._shown is None else (self._shown.page, self._shown.composites)
            name = self.page if page is None else page.name
            self.store.show(name, evaluation.results or {}, page, composites, evaluation.rounds)
            self.done.emit(LiveReport(name, evaluation.computed, evaluation.seconds, evaluation.errors))

    def _ended(self, ending: ExitStatus) -> None:
        cancelled, self._busy, self._cancelled = self._cancelled, False, False
        if ending.fault is not None:
            ending.fault.page = self.page
            self._take(Evaluation(None, 0, 0.0, [ending.fault]))
        elif cancelled or not ending.good:
            self._shown = None
            self.edited()
        elif not _is_same(self._shown, self._source()):
            self.edited()


def _is_same(a: PageSource | None, b: PageSource | None) -> bool:
    return a is not None and b is not None and a.page is b.page and (a.composites, a.inside) == (b.composites, b.inside)
