"""Timings of a page, measured in another process."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.core.runs.background_tasks import Errand
from app.core.runs.derivatives import Source
from blocks.base.errors import DiagramError
from blocks.document.data import Json, Page
from blocks.worker.page_queries import measured_of

MOST_STEPS = 50
MOST_SECONDS = 1.0
"""After so many steps, or so long, there are enough."""


class Stopwatch(QObject):
    """The timer of pages, one at a time. A new request replaces the current one."""

    done = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page = Page("")
        self._errand = Errand(self)
        self._errand.done.connect(self._take)

    @property
    def busy(self) -> bool:
        return self._errand.busy

    def start(self, source: Source) -> None:
        self._page = source.page
        self._errand.start("measure", source, {"steps": MOST_STEPS, "seconds": MOST_SECONDS})

    def stop(self) -> None:
        self._errand.stop()

    def _take(self, outcome: Json | DiagramError) -> None:
        self.done.emit(outcome if isinstance(outcome, DiagramError) else measured_of(outcome, self._page))
