"""A short repaint delay that collects several updates of the same page."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QRectF, QTimer, Signal

_PATIENCE = 80
"""Milliseconds: who edits a page does not notice them, and most checks are over by then."""


class Held(QObject):
    """Areas of a page that wait for a repaint.

    Signals:
        due: time is up: call `take`.
    """

    due = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rects: list[QRectF] = []
        self._whole = False
        self._timer = QTimer(self, singleShot=True, interval=_PATIENCE)
        self._timer.timeout.connect(self.due)

    def hold(self, rects: Sequence[QRectF] | None) -> None:
        self._whole = self._whole or rects is None
        self._rects += rects or ()
        if not self._timer.isActive():
            self._timer.start()

    def take(self) -> list[QRectF] | None:
        """Return and clear the held areas; None: the whole page."""
        self._timer.stop()
        rects = None if self._whole else self._rects
        self._rects, self._whole = [], False
        return rects
