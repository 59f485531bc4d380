"""The interface of the window for its parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from app.canvas.mirror import Mirror
from app.core.document import Document
from app.core.recovery.journal import Journal
from app.window.settings import Settings
from app.window.tab_strip import Tabs
from app.window.tabs import DiagramTab
from app.window.widgets.docks import Docks
from app.window.widgets.questions import Questions


class Desk(Protocol):
    """The window, as its parts see it."""

    @property
    def settings(self) -> Settings: ...

    @property
    def ask(self) -> Questions: ...

    @property
    def docks(self) -> Docks: ...

    @property
    def tabs(self) -> Tabs: ...

    @property
    def tab(self) -> DiagramTab | None: ...

    def add_document(
        self,
        document: Document,
        title: str | None = None,
        journal: Journal | None = None,
        mirrors: Mapping[str, Mirror] | None = None,
    ) -> DiagramTab: ...

    def guard(self, work: Callable[[], None]) -> None: ...

    def say(self, text: str) -> None: ...

    def answer(self, text: str) -> None:
        """Show an explanation until an edit may have changed it."""
        ...

    def warn(self, text: str) -> None: ...


def front_tab(desk: Desk) -> DiagramTab:
    """Return the current diagram, for commands that are disabled without one."""
    tab = desk.tab
    assert tab is not None
    return tab
