"""Checks of the pages of a document, off the GUI thread: dtypes and shapes at every pin, and all problems."""

from __future__ import annotations

import os
from typing import NamedTuple

from PySide6.QtCore import QObject, QRunnable, QThreadPool, QTimer, Signal, SignalInstance, Slot

from app.core.document import Document
from blocks.base.collection import paused_collection
from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.types import Shape
from blocks.diagram.data import Page
from blocks.diagram.elaborate import elaborate
from blocks.diagram.unknown import unknown_in_page
from blocks.run.files import Folders

DELAY = 30
"""Milliseconds of quiet after an edit before the page is checked."""


class PageInfo(NamedTuple):
    """What a check of a page found.

    Attributes:
        page: the page as it was checked.
        pins: dtype and shape at each output pin (block, pin, place in a list) and at the input pins wired to it.
        problems: all faults of the page, in file order.
        warnings: what runs found that is no fault; a check finds none.
    """

    page: Page
    pins: dict[tuple[str, str, int | None], tuple[DType, Shape]]
    problems: tuple[DiagramError, ...]
    warnings: tuple[DiagramError, ...] = ()


def examine(page: Page, folder: str | None) -> PageInfo:
    """Check a page.

    Args:
        page: the page.
        folder: where the files lie that its values name; None if the diagram was never saved.
    """
    with paused_collection():
        made = elaborate(page, Folders(folder).load)
    pins: dict[tuple[str, str, int | None], tuple[DType, Shape]] = {}
    for block, pin, place, output in made.outputs():
        pins[block, pin, place] = (output.dtype, output.shape)
    for source, target in page.wires:
        found = pins.get((source.block, source.pin, source.index))
        if found is not None:
            pins.setdefault((target.block, target.pin, None), found)
    problems = [*made.problems, *unknown_in_page(page)]
    return PageInfo(page, pins, tuple(error.located(page=page.name) for error in problems))


class Checker(QObject):
    """Keeps the checks of a document up to date.

    Signals:
        ready: a page was checked: its name and `PageInfo`.
    """

    ready = Signal(str, object)
    _done = Signal(str, object)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.infos: dict[str, PageInfo] = {}
        self._busy = False
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._timer = QTimer(self, singleShot=True, interval=DELAY)
        self._timer.timeout.connect(self.check_now)
        self._done.connect(self._take)
        document.changed.connect(self._timer.start)
        document.path_changed.connect(self._timer.start)

    @Slot()
    def check_now(self) -> None:
        """Check what changed since its last check, without waiting for quiet."""
        if self._busy:
            return
        names = {page.name for page in self.document.pages}
        self.infos = {name: info for name, info in self.infos.items() if name in names}
        for view in self.document.pages:
            page = view.snapshot()
            known = self.infos.get(page.name)
            if known is None or known.page is not page:
                self._busy = True
                path = self.document.path
                folder = None if path is None else os.path.dirname(os.path.abspath(path))
                self._pool.start(_Examination(page, folder, self._done))
                return

    def finish(self) -> None:
        """Wait until nothing is being checked; for the end of a document."""
        self._timer.stop()
        self._pool.waitForDone()

    @Slot(str, object)
    def _take(self, name: str, info: PageInfo) -> None:
        self._busy = False
        self.infos[name] = info
        self.ready.emit(name, info)
        self.check_now()


class _Examination(QRunnable):
    def __init__(self, page: Page, folder: str | None, done: SignalInstance) -> None:
        super().__init__()
        self._page = page
        self._folder = folder
        self._done = done

    def run(self) -> None:
        """Check in the pool's thread; the signal carries the result over."""
        try:
            info = examine(self._page, self._folder)
        except Exception as error:
            text = f"the page could not be checked: {type(error).__name__}: {error}"
            info = PageInfo(self._page, {}, (DiagramError(text, page=self._page.name),))
        try:
            self._done.emit(self._page.name, info)
        except RuntimeError:
            return  # the document was closed meanwhile
