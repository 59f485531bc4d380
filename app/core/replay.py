"""The history of a page as steps that can be shown one after another."""

from __future__ import annotations

from typing import NamedTuple

from app.core.document import Document
from blocks.base.language import tr
from blocks.document.changes import RenamePage, parts_of
from blocks.document.data import Page
from blocks.document.model import Diagram

_MOST_STEPS = 200


class ReplayStep(NamedTuple):
    """A state of the page: the edit that led to it, the number of applied edits, and the page's name then."""

    text: str
    position: int
    page: str


class Replay:
    """A copy of a document that moves through the latest edits of a page.

    Attributes:
        steps: the states of the page, from the earliest one. Edits of other pages are not steps.
    """

    def __init__(self, document: Document, page: str) -> None:
        self.document = copy = Document(Diagram(document.diagram.document))
        history, steps = copy.history, list[ReplayStep]()
        history.entries = document.history.entries[: document.history.position]
        history.position = len(history.entries)
        after: Page | None = copy.page(page)
        while history.position and after is not None and len(steps) < _MOST_STEPS:
            back, step = history.entries[history.position - 1].back, (history.undo_text, history.position, page)
            names = [each.name for each in parts_of(back) if isinstance(each, RenamePage) and each.page == page]
            page = names[0] if names else page
            copy.undo()
            view = copy.canvas(page)
            before = None if view is None else view.snapshot()
            steps += [ReplayStep(*step)] * (before != after)
            after = before
        steps += [] if after is None else [ReplayStep(tr("Start"), history.position, page)]
        self.steps = steps[::-1]

    def go(self, index: int) -> Page:
        """Move to a step without signals, and return the page."""
        self.document.blockSignals(True)
        self.document.go(self.steps[index].position)
        self.document.blockSignals(False)
        return self.document.page(self.steps[index].page)
