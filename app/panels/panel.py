"""The base class of panels that show a page."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from app.core.document import Document, DocumentEdit
from blocks.document.data import Page


class PagePanel(QWidget):
    """A panel that shows the current page of any diagram."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document: Document | None = None
        self.page_name = ""

    def show_page(self, document: Document | None, page: str = "") -> None:
        if document is self.document and page == self.page_name:
            return
        old = self.document
        self.leaving()
        if document is not old:
            if old is not None and isValid(old):
                old.edited.disconnect(self.edit_made)
                old.changed.disconnect(self.refresh)
                old.history_changed.disconnect(self.history_moved)
            if document is not None:
                document.edited.connect(self.edit_made)
                document.changed.connect(self.refresh)
                document.history_changed.connect(self.history_moved)
        self.document = document
        self.page_name = page
        self.entered()

    def page(self) -> Page | None:
        if self.document is None:
            return None
        view = self.document.canvas(self.page_name)
        return None if view is None else view.snapshot()

    def retranslate(self) -> None:
        self.refresh()

    def leaving(self) -> None:
        """Prepare for another page to become current."""

    def entered(self) -> None:
        self.refresh()

    def edit_made(self, edit: DocumentEdit) -> None:
        """React to an edit before it is shown."""

    def refresh(self) -> None:
        """Update after a change of the document."""

    def history_moved(self) -> None:
        """Update after a change of the undo history."""
