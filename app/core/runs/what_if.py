"""What-if queries: how would gradients change if a gradient stop were ignored, or the gradient stopped at a pin?"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from app.core.runs.worker import BackgroundTask
from blocks.base.engine_texts import sentence_of
from blocks.base.errors import DiagramError
from blocks.base.language import tr
from blocks.document.data import Json
from blocks.worker.state import PageSource
from blocks.worker.what_if import WhatIfResult, found_of

PICTURES = ("is", "would be", "difference")
"""Which of the gradients a canvas shows."""
RATE = 250
"""Milliseconds between two questions while a run goes on."""


class WhatIfQuery(NamedTuple):
    """A what-if query: the blocks that let the gradient through, and the output pins where it stops."""

    page: str = ""
    lift: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.lift or self.cut)

    @property
    def words(self) -> str:
        """``sg lifted, h.output cut``."""
        return ", ".join(
            [
                *[tr("{name} ignored", name=name) for name in self.lift],
                *[tr("stop at {name}", name=name) for name in self.cut],
            ]
        )


class WhatIfs(QObject):
    """The what-if queries of a document, one page at a time. ``outcome`` comes from another process; first None."""

    changed = Signal(str)
    said = Signal(str)

    def __init__(
        self, source: Callable[[str], PageSource], of: Callable[[str], str], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._source = source
        self._of = of
        self.asked = WhatIfQuery()
        self.outcome: WhatIfResult | None = None
        self.picture = "would be"
        self._again = False
        self._errand = BackgroundTask(self)
        self._errand.done.connect(self._hear)
        self._pause = QTimer(self, singleShot=True, interval=RATE)
        self._pause.timeout.connect(self._go_on)

    def found_on(self, page: str) -> WhatIfResult | None:
        return self.outcome if page == self.asked.page else None

    def flip_lift(self, page: str, block: str) -> None:
        before = self._on(page)
        self._ask(before._replace(lift=_flipped(before.lift, block)))

    def flip_cut(self, page: str, pin: str) -> None:
        before = self._on(page)
        self._ask(before._replace(cut=_flipped(before.cut, pin)))

    def show(self, picture: str) -> None:
        if picture != self.picture:
            self.picture = picture
            self.changed.emit(self.asked.page)

    def end(self) -> None:
        page, self.asked, self.outcome, self.picture = self.asked.page, WhatIfQuery(), None, "would be"
        self._again = False
        self._errand.stop()
        if page:
            self.changed.emit(page)

    def look_again(self, page: str) -> None:
        if self.asked and page == self.asked.page:
            self._again = True
            if not self._errand.busy and not self._pause.isActive():
                self._go_on()

    def rename(self, old: str, new: str) -> None:
        if self.asked.page == old:
            self.asked = self.asked._replace(page=new)

    def rename_block(self, page: str, old: str, new: str) -> None:
        if self.asked.page == page:
            lift, cut = (tuple(_renamed(name, old, new) for name in names) for names in self.asked[1:])
            self.asked = WhatIfQuery(page, lift, cut)

    def close(self) -> None:
        self._pause.stop()
        self._errand.stop()

    def _on(self, page: str) -> WhatIfQuery:
        return self.asked if self.asked.page == page else WhatIfQuery(page)

    def _ask(self, asked: WhatIfQuery) -> None:
        if not asked:
            self.end()
            return
        if not self.asked:
            self.picture = "would be"
        self.asked, self.outcome = asked, None
        self._start()
        self.changed.emit(asked.page)

    def _start(self) -> None:
        source, of = self._source(self.asked.page), self._of(self.asked.page)
        self._again = not of
        if not of:  # the gradient view was just turned on: it is known once the page is checked
            return
        data = {
            "of": of, "lift": self.asked.lift, "cut": self.asked.cut,
            "numbers": source.kept is not None,
        }  # fmt: skip
        try:
            self._errand.start("what_if", source, data)
        except DiagramError as error:  # no process can be started
            self._hear(error)

    def _go_on(self) -> None:
        if self._again and self.asked and not self._errand.busy:
            self._start()

    def _hear(self, said: Json | DiagramError) -> None:
        if isinstance(said, DiagramError):
            words = self.asked.words
            self.end()
            self.said.emit(tr("What-if: {words}. {sentence}", words=words, sentence=sentence_of(said)))
            return
        self.outcome = found_of(said)
        self._pause.start()
        self.changed.emit(self.asked.page)


def _flipped(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(each for each in names if each != name) if name in names else (*names, name)


def _renamed(name: str, old: str, new: str) -> str:
    for end in ("", ".", "/"):
        if name == old or (end and name.startswith(old + end)):
            return new + name[len(old) :]
    return name
