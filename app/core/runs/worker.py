"""The process that runs one document's pages and computes live mode, one job at a time."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from app.core.renaming import rename_key
from app.core.runs.results import Result, result_of
from app.language import tr
from blocks.base.errors import DiagramError
from blocks.compile.recording import Record
from blocks.document.data import Json
from blocks.run.stepping import Frame, Pace
from blocks.worker.frames import Message
from blocks.worker.pages import patched
from blocks.worker.process import WorkerProcess, get_ready, give_back, take_worker
from blocks.worker.results import Received, error_of, frame_of, records_of, values_of
from blocks.worker.state import Kept, Source

_PATIENCE = 100
"""Milliseconds after which a worker that was asked to stop, and did not, is killed."""
_LONGER = 30
"""Milliseconds that it is given again and again as long as more of what it hands over arrives."""


class Reach(NamedTuple):
    """The steps of a session that a run can return to.

    Attributes:
        first, last: the first and the last of them; 0 is before the first step.
        step: the one that was run last.
        used, memory: bytes that the states take that are kept for it, and may take.
        caveats: what is not brought back, a sentence each.
    """

    first: int
    last: int
    step: int
    used: int
    memory: int
    caveats: tuple[str, ...]


class Ending(NamedTuple):
    """The end of a job.

    Attributes:
        good: it was done, without errors.
        fault: what is to be said if the worker died of it.
        lost: what is to be said of variables and the like, if they are not as they were before the step.
        reach: what can be gone back to; None if that is not known.
    """

    good: bool
    fault: DiagramError | None = None
    lost: str = ""
    reach: Reach | None = None


class Evaluation(NamedTuple):
    """The outcome of an evaluation in live mode.

    Attributes:
        results: all results; None if it failed as a whole.
        computed: how many calls were made.
        seconds: how long it took in the worker.
        errors: all faults of the page.
        rounds: what was recorded inside of the loop or the branch that somebody looks at.
    """

    results: dict[str, Result] | None
    computed: int
    seconds: float
    errors: list[DiagramError]
    rounds: Mapping[str, Record] = MappingProxyType({})


class Followed(NamedTuple):
    """The effect of a page's edit on its current run.

    Attributes:
        whole: whether it runs the page as it is now; else the rest takes effect at the next run.
        tuned: whether it runs something that it did not run before.
        lost: variables that start again, with the reason.
        steps: after how many steps.
        begun: whether variables keep their values also where they begin with another one now.
        change: what makes the page that it runs of the edited one, as `blocks.worker.pages.difference` has it.
        source: what it runs now.
    """

    whole: bool
    tuned: bool
    lost: tuple[str, ...]
    steps: int
    begun: bool = False
    change: Json = None
    source: Source | None = None


class Job(NamedTuple):
    """A job for a page.

    Attributes:
        kind: ``run``, ``live``, ``back`` or ``first_bad``.
        page: the page's name at its beginning.
        source: the page.
        data: what else is to be known.
        take: takes what it gives (`Frame`, `Evaluation`, `Followed`).
        ended: told of its end.
    """

    kind: str
    page: str
    source: Source
    data: dict[str, Json]
    take: Callable[[Any], None]
    ended: Callable[[Ending], None]


class _Event(NamedTuple):
    """What a worker said, decoded."""

    process: WorkerProcess
    job: int
    what: Any


class _State(NamedTuple):
    steps: int
    values: dict[Any, Any]
    effects: bool
    last: bool


class _Gone(NamedTuple):
    fault: DiagramError | None


class Worker(QObject):
    """A process that does jobs. It is replaced when it is killed or dies.

    Attributes:
        kept: where the sessions of pages are, by the pages' names.
    """

    _said = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.kept: dict[str, Kept] = {}
        self._numbers: dict[str, int] = {}
        self._process: WorkerProcess | None = None
        self._known: dict[int, Any] = {}  # what variables hold in the process, by pages
        self._waiting: deque[Job] = deque()
        self._job: Job | None = None
        self._count = 0
        self._done = 0
        self._handed_over = False
        self._arrived = 0
        self._edited: Source | None = None
        self._idle = threading.Event()
        self._said.connect(self._hear, Qt.ConnectionType.QueuedConnection)
        self._insist = QTimer(self, singleShot=True)
        self._insist.timeout.connect(self._kill)
        QTimer.singleShot(0, get_ready)

    @property
    def process(self) -> int | None:
        """The id of the process; None if there is none."""
        return None if self._process is None else self._process.id

    def number(self, page: str) -> int:
        """What a page is called in messages, whatever its name."""
        return self._numbers.setdefault(page, len(self._numbers))

    def begin(self, job: Job) -> None:
        """Do a job; one that is on is stopped before."""
        self._waiting.append(job)
        if self._job is None:
            self._next()
        else:
            self.stop()

    def stop(self) -> None:
        """End the job that is on: within a moment, in the midst of a kernel too."""
        if self._job is not None and not self._insist.isActive():
            self._tell("stop", hard=True)
            self._arrived = 0
            self._insist.start(_PATIENCE)

    def give_up(self) -> None:
        """Ask the job that is on to end when it can."""
        self._tell("stop", hard=False)

    def step(self) -> None:
        """Let a run that is paused run one step."""
        self._tell("step")

    def pause(self, on: bool) -> None:
        """Let a run pause, or go on."""
        self._tell("pause", on=on)

    def set_pace(self, pace: Pace) -> None:
        """Let the run that is on go at another pace."""
        self._tell("pace", pace=[*pace])

    def set_breakpoints(self, breakpoints: Sequence[str]) -> None:
        """Let the run that is on stop there."""
        self._tell("breakpoints", all=list(breakpoints))

    def edit(self, source: Source, *, go_on: bool = False) -> None:
        """Tell the run that is on of its page as it is now; ``go_on`` asks it to run that whatever its structure."""
        if self._job is not None and self._process is not None:
            self._edited = source
            data = {"kind": "edit", "page": self.number(self._job.page), "job": self._count, "go_on": go_on}
            self._process.send(data, source)

    def forget(self, page: str) -> None:
        """Forget the session of a page."""
        self.kept.pop(page, None)
        self._tell("forget", page=self.number(page), all=False)

    def go_on_from(self, page: str, kept: Kept) -> None:
        """Let the next run of a page go on from where a session was."""
        self.forget(page)
        self._known.pop(self.number(page), None)
        self.kept[page] = kept

    def forget_live(self) -> None:
        """Forget what live mode computed."""
        self._tell("forget", page=None, all=False)

    def rename(self, old: str, new: str) -> None:
        """A page has another name."""
        rename_key(self.kept, old, new)
        rename_key(self._numbers, old, new)
        self._waiting = deque(job._replace(page=new) if job.page == old else job for job in self._waiting)
        if self._job is not None and self._job.page == old:
            self._job = self._job._replace(page=new)

    def close(self) -> None:
        """Stop, and let the process go."""
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
        """Begin with the next job."""
        if not self._waiting:
            return
        self._job = job = self._waiting.popleft()
        number = self.number(job.page)
        try:
            process = self._running()
        except OSError as error:
            fault = DiagramError(tr("the compute process cannot be started: {strerror}", strerror=error.strerror))
            self._end(Ending(False, fault))
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
        """Take what a worker said; called in a thread of its own."""
        if event.job == self._count and isinstance(event.what, (Ending, Evaluation)):
            self._idle.set()
        try:
            self._said.emit(event)
        except RuntimeError:
            return  # the document was closed meanwhile

    @Slot(object)
    def _hear(self, event: _Event) -> None:
        if event.process is not self._process:
            return
        what = event.what
        if isinstance(what, _Gone):
            self._bury(what.fault)
        elif self._job is None or event.job != self._count:
            return
        elif isinstance(what, _State):
            self.kept[self._job.page] = Kept(self._job.source, what.steps, what.values, what.effects)
            self._handed_over = what.last
        elif isinstance(what, Ending):
            self._end(what)
        elif isinstance(what, Followed):
            edited = self._edited
            if edited is not None:
                what = what._replace(source=edited._replace(page=patched(edited.page, what.change)))
                if what.whole:
                    self._job = self._job._replace(source=edited)
            self._job.take(what)
        elif isinstance(what, Evaluation):
            self._job.take(what)
            self._end(Ending(True))
        else:
            if isinstance(what, Frame):
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
        """The process is gone: by itself, or since it was killed."""
        process, self._process = self._process, None
        if process is not None:
            threading.Thread(target=process.close, name="end of the worker", daemon=True).start()
        get_ready()
        if self._job is not None:
            self._end(Ending(False, fault, self._lost(self._job.page) if self._job.kind == "run" else ""))

    def _lost(self, page: str) -> str:
        """What is to be said of a run whose process is gone; empty if nothing is lost."""
        kept = self.kept.get(page)
        if kept is None:
            return tr("Variables were reset.") if self._done else ""
        sentence = ""
        if self._done and not self._handed_over:
            sentence = tr("Variables have their values of step {steps:,}.", steps=kept.steps)
        if kept.effects:
            return tr("{found} Queues, readers and other stateful resources restart.", found=sentence).strip()
        return sentence

    def _end(self, ending: Ending) -> None:
        self._insist.stop()
        job, self._job = self._job, None
        if job is not None:
            job.ended(ending)
        if self._job is None:
            self._next()


class _Listener:
    """Decodes what a process says, in the thread that receives it."""

    def __init__(self, worker: Worker, process: WorkerProcess, known: dict[int, Any]) -> None:
        self._known = known
        self._worker = worker
        self._process = process
        self._results: dict[int, Received[Result]] = {}

    def take(self, message: Message) -> None:
        """Take a message."""
        self._worker.hear(_Event(self._process, message.data["job"], self._decoded(message)))

    def gone(self, fault: DiagramError | None) -> None:
        """The process ended."""
        self._worker.hear(_Event(self._process, -1, _Gone(fault)))

    def _decoded(self, message: Message) -> Any:
        data, arrays = message
        kind, page = data["kind"], data["page"]
        if kind == "ended":
            return Ending(data["good"], reach=_reach(data.get("kept")))
        if kind == "edited":
            told = data["whole"], data["tuned"], tuple(data["lost"]), data["steps"]
            return Followed(*told, data["begun"], data["runs"])
        if kind == "state":
            self._known[page] = values = values_of(data["values"], self._known[page], arrays)
            return _State(data["steps"], values, data["effects"], data["last"])
        received = self._results.setdefault(page, Received(result_of))
        results = None if data["results"] is None else received.unpack(data["results"], arrays)
        if kind == "frame":
            return frame_of(data, results or {}, arrays)
        errors, rounds = [error_of(each) for each in data["errors"]], records_of(data["rounds"], arrays)
        return Evaluation(results, data["computed"], data["seconds"], errors, rounds)


def _reach(kept: Json) -> Reach | None:
    if kept is None:
        return None
    first, last, step, used, memory, caveats = kept
    return Reach(first, last, step, used, memory, tuple(caveats))
