"""Over and over: memory and open files do not grow. The deep tests do it longer, and with tabs of a window."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.deep import long
from tests.gui.window.hands import open_window

TIMES = {"steps": 300, "sessions": 60, "documents": 60, "broken files": 300}
_CHANGES = 5000


@pytest.mark.parametrize("name", TIMES)
def test_nothing_is_left_behind(qapp: QApplication, name: str) -> None:
    assert long.grown(long.WORK[name](), TIMES[name]) == []


def test_a_button_of_the_toolbar_leaves_nothing_behind_when_its_command_changes(qtbot: QtBot) -> None:
    """What Qt keeps is not Python's: 144 bytes a change were kept by its buttons."""
    if not long.heap():
        pytest.skip("the system's library does not tell how much of its memory is in use")
    window, _ = open_window(qtbot)
    action = window.commands["file.save"]
    before = long.heap()
    for _ in range(_CHANGES):
        action.setEnabled(False)
        action.setEnabled(True)
    assert (long.heap() - before) / (2 * _CHANGES) < 20
