"""Queries about a page in a separate process, which ends when its answer is no longer needed."""

from __future__ import annotations

import threading
from collections.abc import Mapping

from PySide6.QtCore import QObject, Qt, Signal, Slot

from app.engine_texts import sentence_of
from app.language import tr
from blocks.base.errors import DiagramError
from blocks.document.data import Json
from blocks.worker.frames import Message
from blocks.worker.process import WorkerProcess, get_ready, give_back, take_worker
from blocks.worker.results import error_of
from blocks.worker.state import PageSource


class BackgroundTask(QObject):
    """A query about a page. A new query replaces the current one.

    Signals:
        done: the answer as JSON, or the error that ended the query (a `DiagramError`).
    """

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
        try:
            self._said.emit(process, said)
        except RuntimeError:
            return  # who asked is gone

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
