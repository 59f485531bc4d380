"""Wires around blocks that came, went or moved find new ways: when there is time, a few at a time."""

from __future__ import annotations

import time
from collections.abc import Iterator

from PySide6.QtCore import QObject, QRectF, QTimer, Signal

from app.canvas.items import WireItem
from app.canvas.mirror import PREVIEW_ROOM, Mirror

_REST = 250
"""Milliseconds after the last edit until other wires go around the blocks: it is painted first, and checked."""
_SLICE = 0.006
"""Seconds of work until events have their turn."""


class Settling(QObject):
    """Brings the ways of wires in order after edits.

    Signals:
        rerouted: some wires go another way now (a `Changed`).
        settled: the areas around which there is other room now (rectangles), before wires find their ways.
    """

    rerouted = Signal(object)
    settled = Signal(list)

    def __init__(self, mirror: Mirror, parent: QObject) -> None:
        super().__init__(parent)
        self._mirror = mirror
        self._waiting: dict[WireItem, None] = {}
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._go_on)

    def begin(self) -> None:
        """After an edit: when blocks have come to rest."""
        if self._mirror.uncovered or self._mirror.plain:
            self._timer.start(_REST)

    def finish(self) -> None:
        """Bring all in order now: for a picture that stays."""
        self._timer.stop()
        self._take_uncovered()
        waiting, self._waiting = self._waiting, {}
        changed = self._mirror.reroute(waiting)
        if changed.wires:
            self.rerouted.emit(changed)

    def _go_on(self) -> None:
        self._take_uncovered()
        waiting = self._waiting
        deadline = time.thread_time() + _SLICE
        changed = self._mirror.reroute(_until(deadline, waiting))
        if changed.wires:
            self.rerouted.emit(changed)
        if waiting:
            self._timer.start(0)

    def _take_uncovered(self) -> None:
        mirror = self._mirror
        if mirror.uncovered or mirror.plain:
            self.settled.emit([QRectF(rect).adjusted(0, -PREVIEW_ROOM, 0, 0) for rect in mirror.uncovered])
            self._waiting.update(mirror.take_uncovered())


def _until(deadline: float, waiting: dict[WireItem, None]) -> Iterator[WireItem]:
    """Take what waits, as long as there is time."""
    while waiting and time.thread_time() < deadline:
        wire = next(iter(waiting))
        del waiting[wire]
        yield wire
