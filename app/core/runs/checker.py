"""Checks of a document's pages outside the GUI thread. Large pages are checked in another process."""

from __future__ import annotations

import ctypes
from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, partial
from typing import Any

from PySide6.QtCore import QObject, Qt, QThreadPool, QTimer, Signal, SignalInstance, Slot

from app.core.document import Document
from app.core.instances import Instances
from app.core.outdated import identical
from app.core.renaming import rename_key
from app.core.runs.check_process import CheckProcess
from blocks.analysis.pins import Pins, PinType
from blocks.base.engine_texts import in_language
from blocks.base.errors import DiagramError
from blocks.base.language import tr
from blocks.document.data import Block, Page, same
from blocks.document.definitions import GRAD, RESULT, pins
from blocks.elaborate.elaborate import composites_of
from blocks.elaborate.instance_types import with_kinds
from blocks.worker.page_checks import PageInfo, examine
from blocks.worker.pages import is_same

DELAY = 0
"""Milliseconds of quiet after an edit before the page is checked: edits that come in one go are one check."""
MOST_HERE = 500
"""Blocks that a page expands to that is checked in a thread of this process: the GUI waits for the interpreter then."""
_MANY_BLOCKS = 1000
"""To open a page of so many leaves much behind."""
_MOST_SEEN = 8
"""States of a page of which is kept what was found, so that undoing and redoing need no check."""


_Seen = tuple[str | None, PageInfo]
"""What was found, and in which folder the page's files lay."""


class Checker(QObject):
    """The up-to-date check results of a document. Another ``asked`` (see `PageInfo`) counts at the next check."""

    ready = Signal(str, object)
    _done = Signal(str, object)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.infos: dict[str, PageInfo] = {}
        self.asked: dict[str, str] = {}
        self._busy = self._ended = False
        self._seen: defaultdict[str, deque[_Seen]] = defaultdict(lambda: deque(maxlen=_MOST_SEEN))
        self._used: dict[str, tuple[Page, Mapping[str, PinType], Page]] = {}
        self._process = CheckProcess()
        self._pool = QThreadPool(self, maxThreadCount=1)
        self._timer = QTimer(self, singleShot=True, interval=DELAY)
        self._timer.timeout.connect(self.check_now)
        self._done.connect(self._checked)
        document.changed.connect(self._recall, Qt.ConnectionType.QueuedConnection)  # before it is painted
        document.changed.connect(self._timer.start)
        document.path_changed.connect(self._timer.start)

    @Slot()
    def check_now(self) -> None:
        """Check changed pages at once instead of waiting for a pause in editing."""
        if self._busy or self._ended:
            return
        names = {page.name for page in self.document.canvases}
        self.infos = {name: info for name, info in self.infos.items() if name in names}
        for name in self._seen.keys() - names:
            del self._seen[name]
        for page, asked in self._outdated_pages():
            self._busy = True
            look = examine
            composites = self.document.composites_of(page.name)
            if _is_large(page, composites):
                with suppress(OSError):  # no process can be started: here, then
                    self._process.start()
                    look = self._process.examine
            opened = page.name not in self.infos and len(page.blocks) >= _MANY_BLOCKS
            work = partial(look, page, self._folder, asked, composites)
            nothing = PageInfo(page, Pins(), (), asked=asked, may_change=True, composites=composites)
            self._pool.start(partial(_check, work, nothing, self._done, opened))
            return

    @Slot()
    def _recall(self) -> None:
        """Reuse the results of page states that were checked before: after undo and redo."""
        for page, asked in self._outdated_pages():
            composites = self.document.composites_of(page.name)
            for folder, info in self._seen.get(page.name, ()):
                same_files = folder == self._folder and is_same(info.composites, composites)
                if same_files and info.asked == asked and _alike(info.page, page):
                    self._take(page.name, info._replace(page=page))
                    break

    @property
    def _folder(self) -> str | None:
        home = self.document.home
        return None if home is None else str(home)

    def _outdated_pages(self) -> list[tuple[Page, str | None]]:
        pages: list[tuple[Page, str | None]] = []
        owners = {view.gradient: view.name for view in self.document.diagram.composites if view.gradient}
        for view in self.document.canvases:
            page = view.snapshot() if view.name not in owners else self._as_used(view.snapshot(), owners[view.name])
            composites = self.document.composites_of(page.name)
            known, asked = self.infos.get(page.name), self.asked.get(page.name)
            is_known = known is not None and known.page is page and is_same(known.composites, composites)
            if not is_known or known is None or known.asked != asked:
                pages.append((page, asked))
        return pages

    def _as_used(self, page: Page, owner: str) -> Page:
        """Return a gradient composite with the dtypes and shapes that its pins have at the first instance of its owner.

        It is the same object as long as these and the page do not change.
        """
        path = next(Instances(self.document).paths(owner), None)
        info = None if path is None else self.infos.get(path.page)
        if path is None or info is None:
            return page
        prefix, sides = "/".join((*path.ids, "")), pins(self.document.page(owner))
        ends = {pin.name: info.pins.blocks.get(prefix + pin.block, {}).get(("output", None)) for pin in sides.inputs}
        for pin in sides.outputs:
            kind = info.pins.blocks.get(prefix + pin.block, {}).get("input")
            ends |= {GRAD + pin.name: kind, RESULT + pin.name: kind}
        kinds = {name: kind for name, kind in ends.items() if kind is not None}
        known = self._used.get(page.name)
        if known is None or known[0] is not page or known[1] != kinds:
            known = self._used[page.name] = page, kinds, with_kinds(page, kinds, {})
        return known[2]

    def rename(self, old: str, new: str) -> None:
        rename_key(self.infos, old, new)
        rename_key(self.asked, old, new)
        self._seen.pop(old, None)

    def finish(self) -> None:
        self._timer.stop()
        if self._busy:
            self._process.stop()
        self._pool.waitForDone()
        self._process.close()
        self._ended = True

    def _take(self, name: str, info: PageInfo) -> None:
        self.infos[name] = info
        if not info.may_change:
            seen = self._seen[name]
            for each in [each for each in seen if each[1].page is info.page]:
                seen.remove(each)
            seen.append((self._folder, info))
        self.ready.emit(name, info)

    @Slot(str, object)
    def _checked(self, name: str, info: PageInfo) -> None:
        self._busy = False
        if name in {page.name for page, _ in self._outdated_pages()}:  # else all is known by now: it was undone
            self._take(name, info)
        self.check_now()


def _alike(a: Page, b: Page) -> bool:
    return (
        a.name == b.name
        and len(a.blocks) == len(b.blocks)
        and (identical(a.wires, b.wires) or a.wires == b.wires)
        and all(x is y or _made_alike(x, y) for x, y in zip(a.blocks, b.blocks, strict=True))
    )


def _made_alike(a: Block, b: Block) -> bool:
    return (a.id, a.type, a.muted) == (b.id, b.type, b.muted) and same(dict(a.values), dict(b.values))


def _is_large(page: Page, composites: tuple[Page, ...]) -> bool:
    if len(page.blocks) + sum(len(each.blocks) for each in composites) > MOST_HERE:
        return True
    known = composites_of(composites)
    return known is not None and known.size(page).blocks > MOST_HERE


def _check(look: Callable[[], PageInfo], nothing: PageInfo, done: SignalInstance, opened: bool) -> None:
    page = nothing.page.name
    try:
        info = look()
    except Exception as error:
        why = in_language(error.message) if isinstance(error, DiagramError) else f"{type(error).__name__}: {error}"
        text = tr("the page could not be checked: {why}", why=why)
        info = nothing._replace(problems=(DiagramError(text, page=page),))
    if opened:  # the composite exists now, and the blocks inside it were moved
        give_back()
    with suppress(RuntimeError):  # the document was closed meanwhile
        done.emit(page, info)


def give_back() -> None:
    """Return freed memory to the operating system; takes less than a millisecond.

    glibc returns only memory above the last block in use. Temporary data of a large page, such as the text of its file,
    is between data that stays, and would be kept as long as the page.
    """
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def _trim() -> Any:
    """Return malloc_trim of glibc, or None without glibc: other allocators return memory themselves."""
    try:
        trim: Any = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # Windows finds nothing by the name of None
        return None
    trim.argtypes, trim.restype = [ctypes.c_size_t], ctypes.c_int
    return trim
