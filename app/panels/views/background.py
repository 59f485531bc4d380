"""Background work in another thread that does not block the window. Only the latest request counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal, SignalInstance, Slot


class Background(QObject):
    """A worker for one task at a time. Of the requests made meanwhile, only the last is done.

    Signals:
        done: the task's result, or the exception that ended it.
    """

    done = Signal(object)
    _finished = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._busy = False
        self._next: Callable[[], Any] | None = None
        self._finished.connect(self._take)

    @property
    def idle(self) -> bool:
        return not self._busy

    def ask(self, work: Callable[[], Any]) -> None:
        """Run a task after the current one, instead of any waiting task."""
        if self._busy:
            self._next = work
            return
        self._busy = True
        QThreadPool.globalInstance().start(_Work(work, self._finished))

    def drop(self) -> None:
        self._next = None

    @Slot(object)
    def _take(self, result: object) -> None:
        self._busy = False
        work, self._next = self._next, None
        self.done.emit(result)
        if work is not None:
            self.ask(work)


class _Work(QRunnable):
    def __init__(self, work: Callable[[], Any], done: SignalInstance) -> None:
        super().__init__()
        self._work = work
        self._done = done

    def run(self) -> None:
        """Run the task in a thread of the pool."""
        try:
            result = self._work()
        except Exception as error:
            result = error
        try:
            self._done.emit(result)
        except RuntimeError:
            return  # who asked is gone
