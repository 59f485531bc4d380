"""Cyclic garbage is collected in the GUI thread only.

Python's collector runs in whichever thread allocates. If that is the thread of a run or of a check, and there are
widgets among the garbage, Qt destroys them there: it holds its lock of signals and waits for the interpreter's, while
the GUI thread does the reverse.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

_INTERVAL = 500


class GarbageCollector(QObject):
    """Collects from time to time, by the thresholds that Python has for its own collector."""

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
