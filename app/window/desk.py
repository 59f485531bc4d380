"""What the parts of the window need of it."""

from __future__ import annotations

from typing import Protocol

from app.core.document import Document
from app.window.questions import Questions
from app.window.settings import Settings
from app.window.tabs import DiagramTab, Tabs


class Desk(Protocol):
    """The window, as far as those who work in it know it."""

    @property
    def settings(self) -> Settings:
        """What is kept between two starts."""
        ...

    @property
    def ask(self) -> Questions:
        """How questions are asked."""
        ...

    @property
    def tabs(self) -> Tabs:
        """The open diagrams."""
        ...

    @property
    def tab(self) -> DiagramTab | None:
        """The diagram in front."""
        ...

    def add_document(self, document: Document, title: str | None = None) -> DiagramTab:
        """Show a document in a tab of its own, and go there."""
        ...

    def say(self, text: str) -> None:
        """Say something in passing."""
        ...
