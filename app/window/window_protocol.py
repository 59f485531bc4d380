"""The interface of the window for its parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from app.canvas.mirror import Mirror
from app.core.document import Document
from app.core.recovery.journal import Journal
from app.window.settings import Settings
from app.window.tabs import DiagramTab
from app.window.widgets.docks import Docks
from app.window.widgets.questions import Questions
from app.window.widgets.tab_strip import Tabs


class Desk(Protocol):
    """The window, as its parts see it."""

    @property
    def settings(self) -> Settings:
        """What is kept between two starts."""
        ...

    @property
    def ask(self) -> Questions:
        """How questions are asked."""
        ...

    @property
    def docks(self) -> Docks:
        """The panels around the canvas."""
        ...

    @property
    def tabs(self) -> Tabs:
        """The open diagrams."""
        ...

    @property
    def tab(self) -> DiagramTab | None:
        """The diagram in front."""
        ...

    def add_document(
        self,
        document: Document,
        title: str | None = None,
        journal: Journal | None = None,
        mirrors: Mapping[str, Mirror] | None = None,
    ) -> DiagramTab:
        """Show a document in a tab of its own, and go there; a journal that was begun goes on."""
        ...

    def guard(self, work: Callable[[], None]) -> None:
        """Do something; a fault of the diagram is told in the status bar."""
        ...

    def say(self, text: str) -> None:
        """Say something in passing."""
        ...

    def answer(self, text: str) -> None:
        """Say why something is so, until an edit may have changed it."""
        ...

    def warn(self, text: str) -> None:
        """Say what could not be done."""
        ...


def front_tab(desk: Desk) -> DiagramTab:
    """The diagram in front, for a command that is disabled without one."""
    tab = desk.tab
    assert tab is not None
    return tab
