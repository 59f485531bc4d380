"""Autosave: diagrams that have a file are saved every few minutes, if enabled."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, QTimer

from app.window.settings import AUTOSAVE, Settings
from app.window.tabs import DiagramTab

MINUTE = 60_000
"""Milliseconds."""
MOST = 120
"""Minutes."""


class Autosave(QObject):
    """The timer that saves diagrams. ``save`` is called only if no question is necessary."""

    def __init__(
        self,
        settings: Settings,
        tabs: Callable[[], Iterable[DiagramTab]],
        save: Callable[[DiagramTab], object],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._tabs = tabs
        self._save = save
        self.timer = QTimer(self)
        self.timer.timeout.connect(self.save_all)
        settings.changed.connect(self._changed)
        self._changed(AUTOSAVE)

    def save_all(self) -> None:
        """Save the diagrams that need no question: those whose own file is unchanged since it was read."""
        for tab in self._tabs():
            document = tab.document
            if document.modified and document.path is not None and not tab.read_only and not tab.disk.differs:
                self._save(tab)

    def _changed(self, name: str) -> None:
        if name == AUTOSAVE:
            minutes = self._settings.number(AUTOSAVE, 0, MOST, 0)
            self.timer.setInterval(max(1, minutes) * MINUTE)
            if minutes:
                self.timer.start()
            else:
                self.timer.stop()
