"""Context managers that keep Qt's painters in a valid state after an exception."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial

from PySide6.QtCore import QTimer
from PySide6.QtGui import QPaintDevice, QPainter


@contextmanager
def painting(device: QPaintDevice) -> Generator[QPainter]:
    """Yield a painter that always ends: destroying a device with an active painter crashes the program."""
    painter = QPainter(device)
    try:
        yield painter
    finally:
        painter.end()


@contextmanager
def told_later() -> Generator[None]:
    """Report an exception in a Qt paint callback to the excepthook, after the painting.

    Passed on to Qt, it could crash the program: if Python called the Qt code that calls back, as `viewportEvent` does,
    PySide keeps it for the outer Python call, and on 3.11 fails for errors raised by the interpreter, such as max([]).
    """
    try:
        yield
    except Exception:
        QTimer.singleShot(0, partial(sys.excepthook, *sys.exc_info()))
