"""The interface of the window for its parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ParamSpec, Protocol

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.canvas.mirror import SceneModel
from app.core.document import Document
from app.core.recovery.journal import Journal
from app.window.settings import Settings
from app.window.tab_strip import Tabs
from app.window.tabs import DiagramTab
from app.window.widgets.docks import Docks
from app.window.widgets.questions import Questions

_P = ParamSpec("_P")


class WindowProtocol(Protocol):
    """The window, as its parts see it."""

    @property
    def host(self) -> QWidget: ...

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
        mirrors: Mapping[str, SceneModel] | None = None,
    ) -> DiagramTab: ...

    def guard(self, work: Callable[[], object]) -> None: ...

    def settle(self) -> None:
        """Place items that follow the mouse, so that commands apply to them."""
        ...

    def say(self, text: str) -> None: ...

    def answer(self, text: str) -> None:
        """Show an explanation until an edit may have changed it."""
        ...

    def warn(self, text: str) -> None: ...


class WindowPart(QObject):
    """A part of the window that acts on the current diagram."""

    def __init__(self, desk: WindowProtocol) -> None:
        super().__init__(desk.host)
        self._desk = desk

    def _guarded(self, work: Callable[_P, object]) -> Callable[_P, None]:
        """Return a slot that calls a function if there is a current diagram, and reports its errors."""

        def act(*args: _P.args, **kwargs: _P.kwargs) -> None:
            if self._desk.tab is not None:
                self._desk.guard(lambda: work(*args, **kwargs))

        return act

    @property
    def _docks(self) -> Docks:
        return self._desk.docks

    @property
    def _tab(self) -> DiagramTab:
        """Return the current diagram, for commands that are disabled without one."""
        tab = self._desk.tab
        assert tab is not None
        return tab
