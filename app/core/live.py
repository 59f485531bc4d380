"""Live mode: after an edit, what depends on it is computed again, off the GUI thread; the latest edit wins."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Mapping
from typing import NamedTuple

from PySide6.QtCore import QObject, QRunnable, QThreadPool, QTimer, Signal, SignalInstance, Slot

from app.core.document import Document
from app.core.renaming import rename_key
from app.core.results import Result, ResultStore, summarise
from app.core.runner import Runner
from blocks.base.errors import DiagramError
from blocks.diagram.data import Json, Page
from blocks.run.live import Live, LiveResult, Stopped
from blocks.run.session import Session


class LiveReport(NamedTuple):
    """What an evaluation did.

    Attributes:
        page: the page's name.
        computed: how many calls were made.
        seconds: how long it took in the thread.
        errors: all faults of the page.
    """

    page: str
    computed: int
    seconds: float
    errors: list[DiagramError]


class LiveMode(QObject):
    """Keeps the results of one page up to date while it is edited; runs come first.

    Signals:
        done: results are up to date (`LiveReport`).
    """

    done = Signal(object)
    _finished = Signal(object)

    def __init__(self, document: Document, store: ResultStore, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.store = store
        self.runner = runner
        self.on = False
        self.page = ""
        self._shown: Page | None = None
        self._steps = -1
        self._workers: dict[str, _Worker] = {}
        self._cancel: threading.Event | None = None
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        # Edits of one gesture that come in one go are one evaluation.
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._start)
        self._finished.connect(self._take)
        document.changed.connect(self._edited)
        document.path_changed.connect(self._edited)
        runner.state_changed.connect(self._ran)

    def set_on(self, on: bool) -> None:
        """Turn live mode on or off."""
        self.on = on
        self._shown = None
        if on:
            self._edited()
        else:
            self._give_up()
            self._workers.clear()

    def watch(self, page: str) -> None:
        """The page in front is another one."""
        if page != self.page:
            self.page = page
            self._shown = None
            self._edited()

    def rename(self, old: str, new: str) -> None:
        """A page has another name: what was computed of it stays."""
        rename_key(self._workers, old, new)
        if self.page == old:
            self.page = new

    def close(self) -> None:
        """Stop, and wait until nothing is computed any more."""
        self.on = False
        self._give_up()
        self._pool.waitForDone()

    @Slot()
    def _edited(self) -> None:
        if self.on:
            self._timer.start()

    @Slot()
    def _ran(self) -> None:
        """A run began, or ended: its results stay until the next edit."""
        if self.runner.running:
            self._give_up()
            return
        base = self.runner.session(self.page)
        if base is not None and base.page is self._snapshot():
            self._shown, self._steps = base.page, base.steps
        self._edited()

    def _give_up(self) -> None:
        self._timer.stop()
        if self._cancel is not None:
            self._cancel.set()

    def _snapshot(self) -> Page | None:
        return next((view.snapshot() for view in self.document.pages if view.name == self.page), None)

    @Slot()
    def _start(self) -> None:
        page = self._snapshot()
        if not self.on or page is None or self.runner.running:
            return
        base = self.runner.session(self.page)
        steps = -1 if base is None else base.steps
        if page is self._shown and steps == self._steps:
            return
        if self._cancel is not None:
            self._cancel.set()  # it starts again as soon as this one has given up
            return
        self._shown, self._steps = page, steps
        self._cancel = threading.Event()
        names = {view.name for view in self.document.pages}
        self._workers = {name: worker for name, worker in self._workers.items() if name in names}
        worker = self._workers.setdefault(self.page, _Worker())
        path = self.document.path
        file = None if path is None else os.fspath(path)
        extra = self.document.diagram.extra
        self._pool.start(_Evaluation(worker, page, file, extra, base, self._cancel, self._finished))

    @Slot(object)
    def _take(self, found: _Found | None) -> None:
        cancelled = self._cancel is None or self._cancel.is_set()
        self._cancel = None
        if found is not None and self.on and not self.runner.running:
            # What a later edit made stale is shown all the same: it is right for its moment, and newer than nothing.
            self.store.show(found.report.page, found.results)
            self.done.emit(found.report)
        if found is None or cancelled:
            self._shown = None
            self._edited()
            return
        if self._snapshot() is not self._shown:
            self._edited()


class _Found(NamedTuple):
    results: dict[str, Result]
    report: LiveReport


class _Worker:
    """What is kept of a page between evaluations; used by one thread at a time."""

    def __init__(self) -> None:
        self.live = Live()
        self.views: dict[str, Result] = {}

    def views_of(self, found: LiveResult) -> dict[str, Result]:
        """The results with their small views; only those of other values are made again."""
        old, values = self.views, found.results
        if old.keys() == values.keys() and list(old) == list(values):
            new, names = old.copy(), found.changed
        else:
            new, names = dict[str, Result](), values.keys()
        for name in names:
            view = old.get(name)
            if view is None or view.value is not values[name]:
                view = summarise(values[name], values.dtypes[name])
            new[name] = view
        self.views = new
        return new


class _Evaluation(QRunnable):
    def __init__(
        self,
        worker: _Worker,
        page: Page,
        file: str | None,
        extra: Mapping[str, Json],
        base: Session | None,
        cancel: threading.Event,
        finished: SignalInstance,
    ) -> None:
        super().__init__()
        self._worker, self._page, self._file, self._extra = worker, page, file, extra
        self._base, self._cancel, self._finished = base, cancel, finished

    def run(self) -> None:
        """Evaluate in the pool's thread."""
        try:
            found = self._evaluate()
        except Stopped:
            found = None
        except Exception as error:
            if not isinstance(error, DiagramError):
                text = f"live mode ended by a fault of the program: {type(error).__name__}: {error}"
                error = DiagramError(text, page=self._page.name)
            found = _Found({}, LiveReport(self._page.name, 0, 0.0, [error]))
        try:
            self._finished.emit(found)
        except RuntimeError:
            return  # the document was closed meanwhile

    def _evaluate(self) -> _Found:
        begun = time.perf_counter()
        found = self._worker.live.evaluate(
            self._page, file=self._file, extra=self._extra, base=self._base, stopped=self._cancel.is_set
        )
        views = self._worker.views_of(found)
        seconds = time.perf_counter() - begun
        return _Found(views, LiveReport(self._page.name, found.computed, seconds, found.errors))
