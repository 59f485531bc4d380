"""A void call into Qt must not drop a reference to None: after some hundred thousand, the interpreter dies of it."""

from __future__ import annotations

import sys

from PySide6.QtWidgets import QApplication, QWidget

CALLS = 5000


def test_void_calls_of_qt_leave_the_count_of_none_alone(qapp: QApplication) -> None:
    widget = QWidget()
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        widget.update()
    drift = abs(sys.getrefcount(None) - before)
    assert drift < CALLS // 10  # other threads take and drop some
