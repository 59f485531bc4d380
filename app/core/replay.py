"""The history of a page as steps that can be shown one after another."""

from __future__ import annotations

from typing import NamedTuple

from app.core.document import Document
from app.language import tr
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
        history = copy.history
        history.entries = document.history.entries[: document.history.position]
        history.position = len(history.entries)
        steps: list[ReplayStep] = []
        after: Page | None = copy.page(page)
        while history.position and after is not None and len(steps) < _MOST_STEPS:
            entry, step = history.entries[history.position - 1], ReplayStep(history.undo_text, history.position, page)
            for part in parts_of(entry.back):
                if isinstance(part, RenamePage) and part.page == page:
                    page = part.name
            copy.undo()
            view = copy.canvas(page)
            before = None if view is None else view.snapshot()
            if before != after:
                steps.append(step)
            after = before
        if after is not None:
            steps.append(ReplayStep(tr("Start"), history.position, page))
        self.steps = steps[::-1]

    def go(self, index: int) -> Page:
        """Move to a step, emit ``document.changed`` once, and return the page."""
        document, step = self.document, self.steps[index]
        document.blockSignals(True)
        while document.history.position > step.position:
            document.undo()
        while document.history.position < step.position:
            document.redo()
        document.blockSignals(False)
        return document.page(step.page)
