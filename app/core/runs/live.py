"""Live mode: after each edit, the affected results are recomputed in another process. The latest edit wins."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.core.document import Document
from app.core.runs.results import ResultStore
from app.core.runs.runner import PageRunner
from app.core.runs.worker import Evaluation, ExitStatus, WorkerJob
from blocks.base.errors import DiagramError
from blocks.worker.state import PageSource


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
        document.changed.connect(self._edited)
        document.path_changed.connect(self._edited)
        runner.state_changed.connect(self._ran)

    def set_on(self, on: bool) -> None:
        self.on = on
        self._shown = None
        if on:
            self._edited()
        else:
            self._give_up()
            self.runner.worker.forget_live()

    def watch(self, page: str) -> None:
        if page != self.page:
            self.page = page
            self._shown = None
            self._edited()

    def look_inside(self) -> None:
        self._edited()

    def rename(self, old: str, new: str) -> None:
        if self.page == old:
            self.page = new

    def close(self) -> None:
        self.on = False
        self._give_up()

    @Slot()
    def _edited(self) -> None:
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
        self._edited()

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
            self._edited()
        elif not _is_same(self._shown, self._source()):
            self._edited()


def _is_same(a: PageSource | None, b: PageSource | None) -> bool:
    return a is not None and b is not None and a.page is b.page and (a.composites, a.inside) == (b.composites, b.inside)
