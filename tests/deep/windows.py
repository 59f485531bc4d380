"""The program of the part ``recovery``: windows in processes of their own, worked in by lot until they are killed."""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import sys
import time
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.panels.catalogue import library
from app.window.start import make_application, start
from app.window.window import MainWindow
from blocks.cli.examples import example_texts
from blocks.document.file import loads

FILE, STATE, TOLD = "a.gradblocks", "gradblocks", "told"
_LONGEST = 20.0
"""Seconds from the first edit on after which a window is killed that is not done yet."""
_COMMANDS = (
    *["add"] * 4, "edit.undo", "edit.redo", "edit.duplicate", "edit.delete", "edit.mute", "edit.layout", "edit.frame",
    "composite.make", "composite.in", "composite.out", "composite.expand", "composite.unique", "composite.duplicate",
    "file.add_page", "file.save",
)  # fmt: skip


def main() -> None:
    """Kill a window after some edits and a moment, time after time: folder, edits, seconds, whether it has a file."""
    chance = random.Random(sys.argv[2])
    library()  # so that not each of them reads it
    for folder, edits, moment, has_file in json.loads(sys.argv[1]):
        home = Path(folder)
        home.mkdir()
        if has_file:
            loads(example_texts()["a_times_b"]).save(home / FILE)
        (home / TOLD).touch()
        seed = chance.random()
        child = os.fork()
        if not child:
            _work(home, seed)
        _wait(home / TOLD, edits)
        time.sleep(moment)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def _wait(told: Path, edits: int) -> None:
    """Wait until so much was done; on a slow machine for something at least."""
    end = None
    while (lines := told.read_text().count("\n")) < 2 * edits:
        if end is None and lines > 1:
            end = time.monotonic() + _LONGEST
        if end is not None and time.monotonic() > end:
            return
        time.sleep(0.0005)


def print_of(text: str) -> str:
    """What tells the text of a diagram from others, in a line."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _work(home: Path, seed: float) -> None:
    """Be the editor; never returns."""
    os.environ |= {"XDG_STATE_HOME": str(home), "XDG_CONFIG_HOME": str(home / "config")}
    make_application()
    hand = _Hand(home, random.Random(seed))
    QTimer.singleShot(0, hand.begin)
    start(home / FILE if (home / FILE).exists() else None, None)
    os._exit(1)


class _Hand:
    """Works in the window by commands, and tells what is open after each of them."""

    def __init__(self, home: Path, rng: random.Random) -> None:
        self._home, self._rng = home, rng
        self._told = os.open(home / TOLD, os.O_WRONLY | os.O_APPEND)

    def begin(self) -> None:
        """Work on and on, in turn with all else that the window does."""
        self._window = next(w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow))
        if not (self._home / FILE).exists():
            self._window.files.new()
        self._timer = QTimer(self._window)
        self._timer.timeout.connect(self._act)
        self._timer.start(0)

    def _act(self) -> None:
        tab = self._window.tab
        if tab is None:  # the file is still being read
            return
        tab.scene.select([block.id for block in tab.page.blocks if self._rng.random() < 0.3])
        name = self._rng.choice(_COMMANDS)
        self._tell("doing", name)
        if name == "add":
            tab.tools.add(self._rng.choice(["Const", "Negate", "MatMul", "Variable"]))
        elif tab.document.path is not None or name != "file.save":
            self._window.commands.trigger(name)
        document = tab.document
        self._tell("modified" if document.modified else "saved", print_of(document.diagram.dumps()))

    def _tell(self, *words: str) -> None:
        os.write(self._told, (" ".join(words) + "\n").encode())


if __name__ == "__main__":
    main()
