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
    """A painter that lets go of what it paints on whatever happens.

    A picture that goes while a painter is at it, since an error came between, takes the whole program with it.
    """
    painter = QPainter(device)
    try:
        yield painter
    finally:
        painter.end()


@contextmanager
def told_later() -> Generator[None]:
    """Tell of an error in what Qt calls to paint as of any error in the window, once the painting is over.

    Handed to Qt it could take the whole program with it: where Python called the Qt that calls it, as `viewportEvent`
    does, PySide keeps it for the outer Python, and on 3.11 cannot do so with an error that an operation of the
    interpreter raised, such as max of nothing.
    """
    try:
        yield
    except Exception:
        QTimer.singleShot(0, partial(sys.excepthook, *sys.exc_info()))
