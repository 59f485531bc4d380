"""Processes beside the GUI: one that runs a document's pages, job by job, and one for each query about a page."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from app.core.renaming import rename_key
from app.core.runs.results import Result, result_of
from blocks.base.engine_texts import sentence_of
from blocks.base.errors import DiagramError
from blocks.base.language import tr
from blocks.compile.recording import Record
from blocks.document.data import Json
from blocks.run.stepping import FrameRate, RunFrame
from blocks.worker.frames import Message
from blocks.worker.pages import patched
from blocks.worker.process import WorkerProcess, get_ready, give_back, take_worker
from blocks.worker.results import ResultDecoder, error_of, frame_of, records_of, values_of
from blocks.worker.state import PageSource, SavedState

_PATIENCE = 100
"""Milliseconds after which a worker that was asked to stop, and did not, is killed."""
_LONGER = 30
"""Milliseconds that it is given again and again as long as more of what it hands over arrives."""


class ReachableSteps(NamedTuple):
    """The steps of a session that a run can return to.

    Attributes:
        first, last: the range of steps; 0 is before the first step.
        step: the latest step that ran.
        used, memory: the size of the saved states and its limit, in bytes.
        caveats: the state that is not restored, one sentence each.
    """

    first: int
    last: int
    step: int
    used: int
    memory: int
    caveats: tuple[str, ...]


class ExitStatus(NamedTuple):
    """The end of a job. ``lost``: a message if variables and the like differ from those before the step."""

    good: bool
    fault: DiagramError | None = None
    lost: str = ""
    reach: ReachableSteps | None = None


class Evaluation(NamedTuple):
    """The outcome of an evaluation in live mode. ``results`` None: it failed as a whole."""

    results: dict[str, Result] | None
    computed: int
    seconds: float
    errors: list[DiagramError]
    rounds: Mapping[str, Record] = MappingProxyType({})


class EditOutcome(NamedTuple):
    """The effect of a page's edit on its current run.

    Attributes:
        whole: whether it runs the current page; otherwise the rest takes effect at the next run.
        tuned: whether the edit changed anything in the run.
        lost: variables that start again, with the reason.
        steps: the number of earlier steps.
        begun: whether variables keep their values even if their initial values were edited.
        change: the difference from the edited page to the page that runs, as from `blocks.worker.pages.difference`.
    """

    whole: bool
    tuned: bool
    lost: tuple[str, ...]
    steps: int
    begun: bool = False
    change: Json = None
    source: PageSource | None = None


class WorkerJob(NamedTuple):
    """A job for a page: ``run``, ``live``, ``back`` or ``first_bad``; ``take`` is called with its output."""

    kind: str
    page: str
    source: PageSource
    data: dict[str, Json]
    take: Callable[[Any], None]
    ended: Callable[[ExitStatus], None]


class _Event(NamedTuple):
    process: WorkerProcess
    job: int
    what: Any


class _SentState(NamedTuple):
    steps: int
    values: dict[Any, Any]
    effects: bool
    last: bool


class _Gone(NamedTuple):
    fault: DiagramError | None


class JobRunner(QObject):
    """A process that does jobs. It is replaced when it is killed or dies."""

    _said = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.kept: dict[str, SavedState] = {}
        self._numbers: dict[str, int] = {}
        self._process: WorkerProcess | None = None
        self._known: dict[int, Any] = {}  # what variables hold in the process, by pages
        self._waiting: deque[WorkerJob] = deque()
        self._job: WorkerJob | None = None
        self._count = 0
        self._done = 0
        self._handed_over = False
        self._arrived = 0
        self._edited: PageSource | None = None
        self._idle = threading.Event()
        self._said.connect(self._hear, Qt.ConnectionType.QueuedConnection)
        self._insist = QTimer(self, singleShot=True)
        self._insist.timeout.connect(self._kill)
        QTimer.singleShot(0, get_ready)

    @property
    def process(self) -> int | None:
        return None if self._process is None else self._process.id

    def number(self, page: str) -> int:
        """Return the number that stands for a page in messages, so that renaming does not matter."""
        return self._numbers.setdefault(page, len(self._numbers))

    def begin(self, job: WorkerJob) -> None:
        self._waiting.append(job)
        if self._job is None:
            self._next()
        else:
            self.stop()

    def stop(self) -> None:
        """Stop the current job within a moment, if necessary by ending the process."""
        if self._job is not None and not self._insist.isActive():
            self._tell("stop", hard=True)
            self._arrived = 0
            self._insist.start(_PATIENCE)

    def give_up(self) -> None:
        self._tell("stop", hard=False)

    def step(self) -> None:
        self._tell("step")

    def pause(self, on: bool) -> None:
        self._tell("pause", on=on)

    def set_pace(self, pace: FrameRate) -> None:
        self._tell("pace", pace=[*pace])

    def set_breakpoints(self, breakpoints: Sequence[str]) -> None:
        self._tell("breakpoints", all=list(breakpoints))

    def edit(self, source: PageSource, *, go_on: bool = False) -> None:
        """Send the edited page to the run; with ``go_on`` the run adopts it whatever its structure."""
        if self._job is not None and self._process is not None:
            self._edited = source
            data = {"kind": "edit", "page": self.number(self._job.page), "job": self._count, "go_on": go_on}
            self._process.send(data, source)

    def forget(self, page: str) -> None:
        self.kept.pop(page, None)
        self._tell("forget", page=self.number(page), all=False)

    def go_on_from(self, page: str, kept: SavedState) -> None:
        self.forget(page)
        self._known.pop(self.number(page), None)
        self.kept[page] = kept

    def forget_live(self) -> None:
        self._tell("forget", page=None, all=False)

    def rename(self, old: str, new: str) -> None:
        rename_key(self.kept, old, new)
        rename_key(self._numbers, old, new)
        self._waiting = deque(job._replace(page=new) if job.page == old else job for job in self._waiting)
        if self._job is not None and self._job.page == old:
            self._job = self._job._replace(page=new)

    def close(self) -> None:
        process, self._process = self._process, None
        self._insist.stop()
        self._waiting.clear()
        if process is None:
            return
        job, self._job = self._job, None
        if job is not None:
            process.send({"kind": "stop", "hard": True})
        if job is None or self._idle.wait(_PATIENCE / 1000):
            give_back(process)
        else:
            process.close()

    def _tell(self, kind: str, **data: Json) -> None:
        if self._process is not None:
            self._process.send({"kind": kind, **data})

    def _next(self) -> None:
        if not self._waiting:
            return
        self._job = job = self._waiting.popleft()
        number = self.number(job.page)
        try:
            process = self._running()
        except OSError as error:
            fault = DiagramError(tr("the compute process cannot be started: {strerror}", strerror=error.strerror))
            self._end(ExitStatus(False, fault))
            return
        self._count += 1
        self._handed_over = False
        self._edited = None
        self._done = 0
        self._idle.clear()
        kept = self.kept.get(job.page)
        if kept is not None and number not in self._known:  # another process ran it: go on from where that was
            process.restore(number, kept)
        self._known.setdefault(number, {} if kept is None else kept.values)
        process.send({"kind": job.kind, "page": number, "job": self._count, **job.data}, job.source)

    def _running(self) -> WorkerProcess:
        if self._process is None or not self._process.alive:
            self._process = process = take_worker()
            self._known = {}
            listener = _Listener(self, process, self._known)
            process.attend(listener.take, listener.gone)
        return self._process

    def hear(self, event: _Event) -> None:
        if event.job == self._count and isinstance(event.what, (ExitStatus, Evaluation)):
            self._idle.set()
        with suppress(RuntimeError):  # the document was closed meanwhile
            self._said.emit(event)

    @Slot(object)
    def _hear(self, event: _Event) -> None:
        if event.process is not self._process:
            return
        what = event.what
        if isinstance(what, _Gone):
            self._bury(what.fault)
        elif self._job is None or event.job != self._count:
            return
        elif isinstance(what, _SentState):
            self.kept[self._job.page] = SavedState(self._job.source, what.steps, what.values, what.effects)
            self._handed_over = what.last
        elif isinstance(what, ExitStatus):
            self._end(what)
        elif isinstance(what, EditOutcome):
            edited = self._edited
            if edited is not None:
                what = what._replace(source=edited._replace(page=patched(edited.page, what.change)))
                if what.whole:
                    self._job = self._job._replace(source=edited)
            self._job.take(what)
        elif isinstance(what, Evaluation):
            self._job.take(what)
            self._end(ExitStatus(True))
        else:
            if isinstance(what, RunFrame):
                self._done = max(self._done, what.done)
            self._job.take(what)

    def _kill(self) -> None:
        if self._process is None:
            return
        arriving, before = self._process.arriving, self._arrived
        if arriving != before and arriving:  # a process that was frozen in the midst of it sends nothing more
            self._arrived = arriving
            self._insist.start(_LONGER)
            return
        self._process.kill()
        # Behind all that has arrived. Its own end takes a while, if it has much memory: it is not waited for.
        self._said.emit(_Event(self._process, -1, _Gone(None)))

    def _bury(self, fault: DiagramError | None) -> None:
        process, self._process = self._process, None
        if process is not None:
            _end(process)
        if self._job is not None:
            self._end(ExitStatus(False, fault, self._lost(self._job.page) if self._job.kind == "run" else ""))

    def _lost(self, page: str) -> str:
        kept = self.kept.get(page)
        if kept is None:
            return tr("Variables were reset.") if self._done else ""
        sentence = ""
        if self._done and not self._handed_over:
            sentence = tr("Variables have the values of step {steps:,}.", steps=kept.steps)
        if kept.effects:
            return tr("{found} Queues, readers and other stateful resources restart.", found=sentence).strip()
        return sentence

    def _end(self, ending: ExitStatus) -> None:
        self._insist.stop()
        job, self._job = self._job, None
        if job is not None:
            job.ended(ending)
        if self._job is None:
            self._next()


class _Listener:
    def __init__(self, worker: JobRunner, process: WorkerProcess, known: dict[int, Any]) -> None:
        self._known = known
        self._worker = worker
        self._process = process
        self._results: dict[int, ResultDecoder[Result]] = {}

    def take(self, message: Message) -> None:
        self._worker.hear(_Event(self._process, message.data["job"], self._decoded(message)))

    def gone(self, fault: DiagramError | None) -> None:
        self._worker.hear(_Event(self._process, -1, _Gone(fault)))

    def _decoded(self, message: Message) -> Any:
        data, arrays = message
        kind, page = data["kind"], data["page"]
        if kind == "ended":
            return ExitStatus(data["good"], reach=_reach(data.get("kept")))
        if kind == "edited":
            told = data["whole"], data["tuned"], tuple(data["lost"]), data["steps"]
            return EditOutcome(*told, data["begun"], data["runs"])
        if kind == "state":
            self._known[page] = values = values_of(data["values"], self._known[page], arrays)
            return _SentState(data["steps"], values, data["effects"], data["last"])
        received = self._results.setdefault(page, ResultDecoder(result_of))
        results = None if data["results"] is None else received.unpack(data["results"], arrays)
        if kind == "frame":
            return frame_of(data, results or {}, arrays)
        errors, rounds = [error_of(each) for each in data["errors"]], records_of(data["rounds"], arrays)
        return Evaluation(results, data["computed"], data["seconds"], errors, rounds)


def _reach(kept: Json) -> ReachableSteps | None:
    if kept is None:
        return None
    first, last, step, used, memory, caveats = kept
    return ReachableSteps(first, last, step, used, memory, tuple(caveats))


class BackgroundTask(QObject):
    """A query about a page. A new one replaces it. `done`: the answer as JSON, or the `DiagramError` that ended it."""

    done = Signal(object)
    _said = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: WorkerProcess | None = None
        self._page = ""
        self._said.connect(self._hear, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        return self._process is not None

    def start(self, kind: str, source: PageSource, data: Mapping[str, Json]) -> None:
        self.stop()
        try:
            process = take_worker()
        except OSError as error:
            raise DiagramError(
                tr("the compute process cannot be started: {strerror}", strerror=error.strerror)
            ) from None
        self._process, self._page = process, source.page.name
        process.attend(lambda message: self._tell(process, message), lambda fault: self._tell(process, fault))
        if source.kept is not None and not source.kept.effects:
            process.restore(0, source.kept)
        process.send({"kind": kind, "page": 0, **data}, source)

    def stop(self) -> None:
        """Drop the query, even during a kernel; `done` is not emitted."""
        process, self._process = self._process, None
        if process is not None:
            _end(process)

    def _tell(self, process: WorkerProcess, said: Message | DiagramError | None) -> None:
        with suppress(RuntimeError):  # the widget that asked is deleted
            self._said.emit(process, said)

    @Slot(object, object)
    def _hear(self, process: WorkerProcess, said: Message | DiagramError | None) -> None:
        if process is not self._process:
            return
        self._process = None
        if isinstance(said, Message):
            give_back(process)
            error = said.data["error"]
            self.done.emit(said.data["found"] if error is None else error_of(error))
        else:
            _end(process)
            error = said or DiagramError(tr("the compute process was terminated"))
            self.done.emit(error.located(page=self._page))


def told(error: DiagramError) -> str:
    return sentence_of(error) if error.block is None else f"{error.block}: {sentence_of(error)}"


def _end(process: WorkerProcess) -> None:
    """End a process, which is slow if it has much memory, and prepare another one."""
    threading.Thread(target=process.close, name="end of the worker", daemon=True).start()
    get_ready()
