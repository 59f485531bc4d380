"""A fault in what Qt calls is told, and the program goes on, whoever raised it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import sys
from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from app.canvas.scene import PageScene
from app.canvas.view import CanvasView
from app.core.document import Document
import shiboken6

app = QApplication([])
document = Document.new()
view = CanvasView(PageScene(document, document.diagram.pages[0].name))
gone = QObject()
shiboken6.delete(gone)


class Tools:
    def mouse_move(self, _view, _event):
        {fault}


view.tools = Tools()
move = QMouseEvent(QEvent.Type.MouseMove, QPointF(5, 5), QPointF(5, 5), Qt.NoButton, Qt.NoButton, Qt.NoModifier)
try:
    QApplication.sendEvent(view.viewport(), move)
except Exception as error:
    print(type(error).__name__)
print("goes on")
"""
FAULTS = {
    "[][0]": "IndexError",
    "1 / 0": "ZeroDivisionError",
    "int('x')": "ValueError",
    "gone.objectName()": "RuntimeError",
    "raise KeyError(3)": "KeyError",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_while_the_mouse_moves_does_not_end_the_program(fault: str) -> None:
    """Shiboken took an exception that C had raised for an instance: Python 3.11 makes one later."""
    # What was freed is filled, so that it is not taken for what it was.
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "MALLOC_PERTURB_": "165"}
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(fault=fault)],
        cwd=root, env=environment, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert (done.returncode, done.stdout.split("\n")[:2]) == (0, [FAULTS[fault], "goes on"]), done.stderr
