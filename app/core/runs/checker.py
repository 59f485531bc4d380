"""Checks of the pages of a document, off the GUI thread, by `app.core.runs.page_checks`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from threading import Event

from PySide6.QtCore import QObject, QRunnable, Qt, QThreadPool, QTimer, Signal, SignalInstance, Slot

from app.core.document import Document
from app.core.memory import give_back
from app.core.pins import Pins
from app.core.renaming import rename_key
from app.core.runs.page_checks import Examiner, PageInfo
from blocks.base.errors import DiagramError
from blocks.document.data import Page

DELAY = 0
"""Milliseconds of quiet after an edit before the page is checked: edits that come in one go are one check."""
_MANY_BLOCKS = 1000
"""To open a page of so many leaves much behind."""
_REST = 100
"""Milliseconds after an edit was undone until the next check is prepared."""


class Checker(QObject):
    """Keeps the checks of a document up to date.

    Attributes:
        infos: what is known, by the names of pages.
        asked: what is to be differentiated on a page, as in `PageInfo`; a change counts at the next check.

    Signals:
        ready: a page was checked: its name and `PageInfo`.
    """

    ready = Signal(str, object)
    _done = Signal(str, object)
    _over = Signal()

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.infos: dict[str, PageInfo] = {}
        self.asked: dict[str, str] = {}
        self._busy = False
        self._outdated = Event()
        self._examiners: dict[str, Examiner] = {}
        self._recalled: dict[str, PageInfo] = {}
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._timer = QTimer(self, singleShot=True, interval=DELAY)
        self._timer.timeout.connect(self.check_now)
        self._rest = QTimer(self, singleShot=True, interval=_REST)
        self._rest.timeout.connect(self._prepare)
        self._done.connect(self._take)
        self._over.connect(self._go_on)
        document.changed.connect(self._outdated.set)
        document.changed.connect(self._recall, Qt.ConnectionType.QueuedConnection)  # before it is painted
        document.changed.connect(self._timer.start)
        document.path_changed.connect(self._timer.start)

    @Slot()
    def check_now(self) -> None:
        """Check what changed since its last check, without waiting for quiet."""
        if self._busy:
            return
        names = {page.name for page in self.document.canvases}
        self.infos = {name: info for name, info in self.infos.items() if name in names}
        self._examiners = {name: kept for name, kept in self._examiners.items() if name in names}
        for page, asked in self._outdated_pages():
            self._busy = True
            self._outdated.clear()
            opened = page.name not in self._examiners and len(page.blocks) >= _MANY_BLOCKS
            examiner = self._examiners.setdefault(page.name, Examiner())
            look = partial(examiner.look, page, self._folder, asked, self.document.composites_of(page.name))
            work = _Examination(page, asked, look, self._outdated, self._done, self._over, opened=opened)
            self._pool.start(work)
            return

    @Slot()
    def _recall(self) -> None:
        """Take over what is known of the pages as they are now: an edit was undone or done again."""
        for page, asked in () if self._busy else self._outdated_pages():
            examiner = self._examiners.get(page.name)
            info = self._recalled_by(examiner, page, asked)
            if info is not None:
                self._take(page.name, info)
                self._recalled[page.name] = info
                self._rest.start()

    def _recalled_by(self, examiner: Examiner | None, page: Page, asked: str | None) -> PageInfo | None:
        composites = self.document.composites_of(page.name)
        return None if examiner is None else examiner.recall(page, self._folder, asked, composites)

    @Slot()
    def _prepare(self) -> None:
        """Prepare the next check of a page that was undone or done again, unless it is being checked anyway."""
        while self._recalled and not self._busy:
            name, info = self._recalled.popitem()
            if self.infos.get(name) is info:
                self._busy = True
                examiner = self._examiners[name]
                prepare = partial(examiner.prepare, info.page, self._folder, info.asked, info.composites)
                self._pool.start(_Preparation(prepare, self._over))

    @property
    def _folder(self) -> str | None:
        path = self.document.path
        return None if path is None else os.path.dirname(os.path.abspath(path))

    def _outdated_pages(self) -> list[tuple[Page, str | None]]:
        """The pages of which not everything is known, and what is asked there."""
        found: list[tuple[Page, str | None]] = []
        for view in self.document.canvases:
            page = view.snapshot()
            known, asked = self.infos.get(page.name), self.asked.get(page.name)
            same = known is not None and known.page is page and known.asked == asked and known.whole
            if not same or (known is not None and known.composites != self.document.composites_of(page.name)):
                found.append((page, asked))
        return found

    def rename(self, old: str, new: str) -> None:
        """A page has another name: what is known of it holds until it is checked again."""
        rename_key(self.infos, old, new)
        rename_key(self.asked, old, new)
        rename_key(self._examiners, old, new)

    def finish(self) -> None:
        """Wait until nothing is being checked; for the end of a document."""
        self._timer.stop()
        self._rest.stop()
        self._outdated.set()
        self._pool.waitForDone()

    @Slot(str, object)
    def _take(self, name: str, info: PageInfo) -> None:
        self.infos[name] = info
        self.ready.emit(name, info)

    @Slot()
    def _go_on(self) -> None:
        self._busy = False
        self.check_now()


class _Examination(QRunnable):
    def __init__(
        self,
        page: Page,
        asked: str | None,
        look: Callable[[], Iterator[PageInfo]],
        outdated: Event,
        done: SignalInstance,
        over: SignalInstance,
        *,
        opened: bool,
    ) -> None:
        super().__init__()
        self._opened = opened
        self._page = page
        self._asked = asked
        self._look = look
        self._outdated = outdated
        self._done = done
        self._over = over

    def run(self) -> None:
        """Check in the pool's thread, as long as the page stays as it is; the signals carry the results over."""
        try:
            for info in self._found():
                self._done.emit(self._page.name, info)
                if self._outdated.is_set():
                    break
            if self._opened:  # all is there now, and what it was made of is gone
                give_back()
            self._over.emit()
        except RuntimeError:
            return  # the document was closed meanwhile

    def _found(self) -> Iterator[PageInfo]:
        try:
            yield from self._look()
        except Exception as error:
            text = f"the page could not be checked: {type(error).__name__}: {error}"
            yield PageInfo(self._page, Pins(), (DiagramError(text, page=self._page.name),), asked=self._asked)


class _Preparation(QRunnable):
    def __init__(self, prepare: Callable[[], None], over: SignalInstance) -> None:
        super().__init__()
        self._prepare = prepare
        self._over = over

    def run(self) -> None:
        """Prepare a check in the pool's thread."""
        with suppress(Exception):  # whatever it is, the check will meet it and tell
            self._prepare()
        with suppress(RuntimeError):  # the document was closed meanwhile
            self._over.emit()
