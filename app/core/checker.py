"""Checks of the pages of a document, off the GUI thread: dtypes and shapes at every pin, and all problems."""

from __future__ import annotations

import os
from typing import NamedTuple

from PySide6.QtCore import QObject, QRunnable, QThreadPool, QTimer, Signal, SignalInstance, Slot

from app.core.document import Document
from app.core.renaming import rename_key
from blocks.base.collection import paused_collection
from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.types import Shape
from blocks.diagram.data import Page
from blocks.diagram.elaborate import Elaboration, elaborate
from blocks.diagram.gradient_flow import GRADIENTS, OutputName, PageFlow, page_flow
from blocks.diagram.unknown import unknown_in_page
from blocks.run.files import Folders

_MOST_LOSSES = 500
DELAY = 30
"""Milliseconds of quiet after an edit before the page is checked."""


class PageInfo(NamedTuple):
    """What a check of a page found.

    Attributes:
        page: the page as it was checked.
        pins: dtype and shape at each output pin (block, pin, place in a list) and at the input pins wired to it.
        problems: all faults of the page, in file order.
        warnings: what runs found that is no fault; a check finds none.
        asked: what was to be differentiated, empty for what the page itself differentiates; None: nothing.
        flow: where its gradient goes; None if nothing was to be differentiated, or it cannot be.
        losses: what can be differentiated: AddSymbolicGradients blocks, then scalars, what is likely first.
    """

    page: Page
    pins: dict[tuple[str, str, int | None], tuple[DType, Shape]]
    problems: tuple[DiagramError, ...]
    warnings: tuple[DiagramError, ...] = ()
    asked: str | None = None
    flow: PageFlow | None = None
    losses: tuple[str, ...] = ()


def examine(page: Page, folder: str | None, asked: str | None = None) -> PageInfo:
    """Check a page.

    Args:
        page: the page.
        folder: where the files lie that its values name; None if the diagram was never saved.
        asked: what is to be differentiated; see `PageInfo`.
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
    info = PageInfo(page, pins, tuple(error.located(page=page.name) for error in problems), asked=asked)
    if asked is None:
        return info
    losses = losses_of(made)
    of = asked or (losses[0] if losses else "")
    try:
        return info._replace(flow=page_flow(made, of) if of else None, losses=losses)
    except DiagramError:  # it is gone, or gives nothing while something before it is wrong
        return info._replace(losses=losses)


def losses_of(made: Elaboration) -> tuple[str, ...]:
    """What of a page can be differentiated, what is likely first.

    AddSymbolicGradients blocks come first, then scalars that nothing else uses, the last ones first, then others.
    """
    blocks = [block for block, spec in made.specs.items() if spec.name == GRADIENTS and block in made.values]
    used = {wire.source.block for wire in made.page.wires}
    scalars = [
        str(OutputName(block, pin, place))
        for block, pin, place, output in made.outputs()
        if output.dtype.is_differentiable and output.shape == () and output.op.inputs and not output.op.type.variable
    ]
    scalars.reverse()
    ends = [name for name in scalars if name.partition(".")[0] not in used]
    return (*blocks, *ends, *(name for name in scalars if name not in set(ends)))[:_MOST_LOSSES]


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

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.infos: dict[str, PageInfo] = {}
        self.asked: dict[str, str] = {}
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
            asked = self.asked.get(page.name)
            if known is None or known.page is not page or known.asked != asked:
                self._busy = True
                path = self.document.path
                folder = None if path is None else os.path.dirname(os.path.abspath(path))
                self._pool.start(_Examination(page, folder, asked, self._done))
                return

    def rename(self, old: str, new: str) -> None:
        """A page has another name: what is known of it holds until it is checked again."""
        rename_key(self.infos, old, new)
        rename_key(self.asked, old, new)

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
    def __init__(self, page: Page, folder: str | None, asked: str | None, done: SignalInstance) -> None:
        super().__init__()
        self._page = page
        self._asked = asked
        self._folder = folder
        self._done = done

    def run(self) -> None:
        """Check in the pool's thread; the signal carries the result over."""
        try:
            info = examine(self._page, self._folder, self._asked)
        except Exception as error:
            text = f"the page could not be checked: {type(error).__name__}: {error}"
            info = PageInfo(self._page, {}, (DiagramError(text, page=self._page.name),), asked=self._asked)
        try:
            self._done.emit(self._page.name, info)
        except RuntimeError:
            return  # the document was closed meanwhile
