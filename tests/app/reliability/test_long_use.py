"""Over and over: memory and open files do not grow. The deep tests do it longer."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.app.window.hands import open_window
from tests.app.window.processes import ROOT
from tests.deep import long
from tests.run.planted import PATIENCE

TIMES = {"steps": 300, "sessions": 60, "documents": 60, "broken files": 300}
IN_A_WINDOW = {"tabs": 8, "runs": 20}
_PROGRAM = """
import sys
from tests.deep import long
print(*long.grown(long.WORK[sys.argv[1]](), int(sys.argv[2])))
"""
_CHANGES = 5000


@pytest.mark.parametrize("leak", [0, 2 * long.MOST])
def test_what_is_left_behind_each_time_is_seen(leak: int) -> None:
    kept: list[bytes] = []

    def work() -> None:
        kept.append(bytes(leak) if len(kept) != 9 else bytes(1 << 20))  # a cache fills up once

    assert bool(long.grown(work, 10)) == bool(leak)


@pytest.mark.parametrize("name", TIMES)
def test_nothing_is_left_behind(qapp: QApplication, name: str) -> None:
    assert long.grown(long.WORK[name](), TIMES[name]) == []


@pytest.mark.parametrize("name", IN_A_WINDOW)
def test_nothing_is_left_behind_in_a_window(name: str) -> None:
    """In a process of its own: the one that tests are run in keeps what Qt says."""
    command = [sys.executable, "-c", _PROGRAM, name, str(IN_A_WINDOW[name])]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert done.stdout == "\n"


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
