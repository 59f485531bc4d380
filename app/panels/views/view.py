"""The base class of all views of a result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal, SignalInstance, Slot
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from app.core.runs.results import Result
from blocks.base.types import Array


class ShownResult(NamedTuple):
    """The result to show: its name, ``block.result_pin``. ``lead`` is the index of the axes before the last two."""

    name: str
    result: Result
    lead: tuple[int, ...] = ()
    history: Sequence[tuple[float, float]] = ()

    @property
    def array(self) -> Array:
        return self.result.value


class View(QWidget):
    title = ""

    @staticmethod
    def fits(result: Result) -> bool:
        raise NotImplementedError

    def show_result(self, shown: ShownResult) -> None:
        """Show a result; called only while the view is visible."""
        raise NotImplementedError

    def picture(self) -> QImage:
        return self.grab().toImage()


class Background(QObject):
    """A worker for one task at a time. Of waiting requests, only the last is done. `done`: result or exception."""

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
        QThreadPool.globalInstance().start(Work(work, self._finished))

    def drop(self) -> None:
        self._next = None

    @Slot(object)
    def _take(self, result: object) -> None:
        self._busy = False
        work, self._next = self._next, None
        self.done.emit(result)
        if work is not None:
            self.ask(work)


class Work(QRunnable):
    """A task for a thread of a pool; ``done`` is emitted with its result, or the exception that ended it."""

    def __init__(self, work: Callable[[], Any], done: SignalInstance) -> None:
        super().__init__()
        self._work = work
        self._done = done

    def run(self) -> None:
        try:
            result = self._work()
        except Exception as error:
            result = error
        try:
            self._done.emit(result)
        except RuntimeError:
            return  # the widget that asked is deleted
