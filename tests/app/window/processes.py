"""The editor in a process of its own, driven from within, so that it can be killed."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path
from types import TracebackType

from tests.run.planted import PATIENCE

ROOT = Path(__file__).resolve().parents[3]
_START = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from app.main import main
from app.window.start import make_application
from app.window.window import MainWindow

make_application()

def say(*words):
    print(*words, flush=True)

def window():
    return next(w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow))

def repeat(work, times=0):
    timer = QTimer(window())
    timer.timeout.connect(work)
    timer.start(times)

def drive():
"""
_END = """
QTimer.singleShot(0, drive)
sys.exit(main(sys.argv[1] or None))
"""


class Editor:
    """The real program, without a screen; killed at the end if it still runs.

    Args:
        home: the folder for its settings, journals and locks.
        file: the diagram that it is started with.
        drive: the body of a function that is called once its window is there; `say` prints, `window()` is the window.
    """

    def __init__(self, home: Path, file: Path | None, drive: str) -> None:
        script = _START + textwrap.indent(textwrap.dedent(drive), "    ") + _END
        folders = {"XDG_CONFIG_HOME": str(home / "config"), "XDG_STATE_HOME": str(home / "state")}
        environment = {**os.environ, **folders, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
        command = [sys.executable, "-c", script, str(file or "")]
        pipe = subprocess.PIPE
        # Read without a buffer: what stands in one when it is killed would be in no answer.
        self.process = subprocess.Popen(command, env=environment, stdout=pipe, stderr=pipe, bufsize=0)

    def line(self) -> str:
        """The next line that it says; empty once it has ended."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().decode().rstrip("\n")

    def kill(self) -> str:
        """End it as nothing can be prepared for; returns what it had said until then."""
        self.process.kill()
        return self.finish()[0]

    def finish(self) -> tuple[str, str]:
        """Wait for its end; returns what it said, and what it said on the error stream."""
        out, errors = self.process.communicate(timeout=PATIENCE)
        return out.decode(), errors.decode()

    def __enter__(self) -> Editor:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()
