"""Cyclic garbage collection, restricted to the GUI thread.

Python's collector runs in whichever thread allocates. If a run or a check triggers it in another thread and the garbage
contains widgets, Qt destroys them there: that thread holds Qt's signal lock and waits for the interpreter lock, while
the GUI thread does the reverse.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

_INTERVAL = 500


class GarbageCollector(QObject):
    """A timer that collects garbage by the thresholds of Python's own collector."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        gc.freeze()  # modules stay as long as the program: not looked at again and again
        self._timer = QTimer(self, interval=_INTERVAL)
        self._timer.timeout.connect(self._collect)
        self._timer.start()

    def _collect(self) -> None:
        counts, limits = gc.get_count(), gc.get_threshold()
        for generation in (2, 1, 0):
            if counts[generation] > limits[generation]:
                gc.collect(generation)
                return
