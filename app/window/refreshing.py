"""Updates of the window, combined into one for any number of simultaneous changes."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot

_PATIENCE = 100
"""Milliseconds that what an edit changed waits for the check of the page, of which there is as much to show."""


class Refreshing(QObject):
    """A timer that signals when to update the window.

    Signals:
        due: it is time.
    """

    due = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.due)

    @Slot()
    def soon(self) -> None:
        if not self._timer.isActive():
            self._timer.start(0)

    @Slot()
    def after_check(self) -> None:
        """Delay the update after an edit until its check is finished."""
        self._timer.start(_PATIENCE)

    @Slot()
    def checked(self) -> None:
        self._timer.start(0)
