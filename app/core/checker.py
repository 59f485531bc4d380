"""Checks of the pages of a document, off the GUI thread: dtypes and shapes at every pin, and all problems."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import NamedTuple

from PySide6.QtCore import QObject, QRunnable, QThreadPool, QTimer, Signal, SignalInstance, Slot

from app.core.document import Document
from app.core.renaming import rename_key
from blocks.base.collection import paused_collection
from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.types import Shape, is_list
from blocks.diagram.again import Elaborator
from blocks.diagram.data import Page
from blocks.diagram.elaborate import Elaboration
from blocks.diagram.gradient_flow import OutputName, PageFlow, page_flow
from blocks.diagram.unknown import unknown_in_page
from blocks.graph.graph import Output
from blocks.run.files import Folders

_MOST_LOSSES = 500
DELAY = 0
"""Milliseconds of quiet after an edit before the page is checked: edits that come in one go are one check."""


Pins = dict[tuple[str, str, int | None], tuple[DType, Shape]]


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
    pins: Pins
    problems: tuple[DiagramError, ...]
    warnings: tuple[DiagramError, ...] = ()
    asked: str | None = None
    flow: PageFlow | None = None
    losses: tuple[str, ...] = ()


def examine(page: Page, folder: str | None, asked: str | None = None) -> PageInfo:
    """Check a page; see `Examiner.examine`."""
    return Examiner().examine(page, folder, asked)


class Examiner:
    """Checks states of a page one after the other; what an edit does not touch is not looked at again."""

    def __init__(self) -> None:
        self._elaborator = Elaborator()
        self._last: PageInfo | None = None

    def examine(self, page: Page, folder: str | None, asked: str | None = None) -> PageInfo:
        """Check a page.

        Args:
            page: the page.
            folder: where the files lie that its values name; None if the diagram was never saved.
            asked: what is to be differentiated; see `PageInfo`.
        """
        last, self._last = self._last, None  # nothing is left of it if something goes wrong
        with paused_collection():
            made, touched, same_work = self._elaborator.elaborate(page, Folders(folder).load)
            pins = _pins(made, made.position) if last is None or touched is None else _renewed(last.pins, made, touched)
            problems = [error.located(page=page.name) for error in (*made.problems, *unknown_in_page(page))]
            info = PageInfo(page, pins, tuple(problems), asked=asked)
            if asked is not None:
                if last is not None and last.asked == asked and same_work:
                    info = info._replace(flow=last.flow, losses=last.losses)
                else:
                    info = _with_flow(info, made, asked)
        self._last = info
        return info


def _pins(made: Elaboration, blocks: Iterable[str]) -> Pins:
    """Dtype and shape at the pins of some blocks."""
    pins: Pins = {}
    for block in blocks:
        for _, pin, place, output in made.outputs_of(block):
            if not output.op.type.temporary:
                pins[block, pin, place] = (output.dtype, output.shape)
        for source, target in made.wires.get(block, ()):
            value = made.values.get(source.block, {}).get(source.pin)
            if source.index is not None:
                value = value[source.index] if is_list(value) and source.index < len(value) else None
            if isinstance(value, Output) and not value.op.type.temporary:
                pins.setdefault((target.block, target.pin, None), (value.dtype, value.shape))
    return pins


def _renewed(old: Pins, made: Elaboration, touched: set[str]) -> Pins:
    """The pins after an edit; the same object if nothing is different."""
    if not touched:
        return old
    pins = {key: value for key, value in old.items() if key[0] not in touched}
    pins.update(_pins(made, touched & made.position.keys()))
    return pins


def _with_flow(info: PageInfo, made: Elaboration, asked: str) -> PageInfo:
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
    blocks = [block for block in made.position if block in made.gradients and block in made.values]
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
        self._examiners: dict[str, Examiner] = {}
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
        self._examiners = {name: kept for name, kept in self._examiners.items() if name in names}
        for view in self.document.pages:
            page = view.snapshot()
            known = self.infos.get(page.name)
            asked = self.asked.get(page.name)
            if known is None or known.page is not page or known.asked != asked:
                self._busy = True
                path = self.document.path
                folder = None if path is None else os.path.dirname(os.path.abspath(path))
                examiner = self._examiners.setdefault(page.name, Examiner())
                self._pool.start(_Examination(examiner.examine, page, folder, asked, self._done))
                return

    def rename(self, old: str, new: str) -> None:
        """A page has another name: what is known of it holds until it is checked again."""
        rename_key(self.infos, old, new)
        rename_key(self.asked, old, new)
        rename_key(self._examiners, old, new)

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
    def __init__(
        self,
        examine: Callable[[Page, str | None, str | None], PageInfo],
        page: Page,
        folder: str | None,
        asked: str | None,
        done: SignalInstance,
    ) -> None:
        super().__init__()
        self._examine = examine
        self._page = page
        self._asked = asked
        self._folder = folder
        self._done = done

    def run(self) -> None:
        """Check in the pool's thread; the signal carries the result over."""
        try:
            info = self._examine(self._page, self._folder, self._asked)
        except Exception as error:
            text = f"the page could not be checked: {type(error).__name__}: {error}"
            info = PageInfo(self._page, {}, (DiagramError(text, page=self._page.name),), asked=self._asked)
        try:
            self._done.emit(self._page.name, info)
        except RuntimeError:
            return  # the document was closed meanwhile
