"""The part ``sharing``: two windows, another program and holders that died, on one file: no saved edit is lost."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from app.window.settings import Settings
from app.window.start import make_application, make_window
from app.window.widgets.questions import UserAnswer
from app.window.window import MainWindow
from blocks.document.changes import AddPage
from blocks.document.data import Page
from blocks.document.file import load
from blocks.document.model import Diagram
from tests.app.window.hands import Answers, front
from tests.deep.finding import Finding, foreign
from tests.deep.hooks import noticed

CASES = 50
"""Things that happen in a task."""
# Takes the lock of a file as a window does, and dies; says whether it had it.
_HOLDER = """
import os, signal, sys
from pathlib import Path
from blocks.base.locks import lock_of_file
if lock_of_file(Path(sys.argv[1]), Path(sys.argv[2])).take():
    os.kill(os.getpid(), signal.SIGKILL)
"""


def run(seed: int, number: int) -> list[Finding]:
    """A task: so many edits, saves and the like, and what was lost."""
    make_application()
    findings: list[Finding] = []
    with tempfile.TemporaryDirectory() as folder, noticed(findings):
        shared = Shared(random.Random(f"sharing/{seed}/{number}"), Path(folder))
        try:
            findings += shared.happen(CASES)
        except Exception as error:
            findings.append(foreign(error))
        finally:
            shared.close()
    return findings


class Shared:
    """A file and who works on it. Each edit adds a page with a name that comes once, and nobody takes one away.

    Attributes:
        saves, refusals: how often a window wrote the file, and did not.
        taken_over: how often a window took the lock of one that had died.
    """

    def __init__(self, rng: random.Random, folder: Path) -> None:
        self._rng, self._state = rng, folder / "state"
        self._file = folder / "shared.gradblocks"
        self._count = 0
        self._landed: set[str] = set()
        self._is_stale = False
        self.saves = self.refusals = self.taken_over = 0
        diagram = Diagram()
        diagram.add_page("main")
        diagram.save(self._file)
        self._windows = [self._open(Settings(folder / f"{i}.json")) for i in range(2)]

    def happen(self, times: int) -> list[Finding]:
        """Let so many things happen; what was lost."""
        acts: list[Callable[[MainWindow], None]] = [
            *[self._edit] * 6, *[self._save] * 6, *[self._reopen] * 2, self._reload, self._other_program, self._die,
        ]  # fmt: skip
        for i in range(times):
            act = self._rng.choice(acts)
            act(self._rng.choice(self._windows))
            QApplication.processEvents()
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # as the program's loop does
            lost = self._landed - {page.name for page in load(self._file).pages}
            if lost:
                return [{"kind": "lost", "text": f"{act.__name__} ({i}) lost {sorted(lost)}"}]
        return []

    def close(self) -> None:
        for window in self._windows:
            window.close()
            window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def _open(self, settings: Settings) -> MainWindow:
        window = make_window(settings, self._state)
        answers = Answers(window)
        answers.keep_answer = UserAnswer.DISCARD
        window.ask = answers
        window.show()
        window.files.new()  # it stays, so that no page of welcome is drawn whenever the file is closed
        window.files.load(self._file)
        return window

    def _name(self) -> str:
        self._count += 1
        return f"page {self._count}"

    def _edit(self, window: MainWindow) -> None:
        document = front(window).document
        document.do(AddPage(len(document.pages), Page(self._name())), "Add page")

    def _save(self, window: MainWindow) -> None:
        tab = front(window)
        before = self._file.read_bytes()
        if window.files.save(tab):
            self.saves += 1
            self._landed |= {page.name for page in tab.document.pages}
            self.taken_over += self._is_stale
            self._is_stale = False
        else:
            self.refusals += 1
            assert self._file.read_bytes() == before
            assert window.ask.asked  # type: ignore[attr-defined]

    def _reopen(self, window: MainWindow) -> None:
        window.close_front()
        window.files.load(self._file)
        self._is_stale = self._is_stale and front(window).read_only

    def _reload(self, window: MainWindow) -> None:
        answers = window.ask
        assert isinstance(answers, Answers)
        answers.yes = True  # what was not saved may go
        window.files.reload(front(window))
        answers.yes = False  # but nothing is written over

    def _other_program(self, window: MainWindow) -> None:
        """One that knows nothing of locks."""
        diagram = load(self._file)
        self._landed.add(diagram.add_page(self._name()).name)
        diagram.save(self._file)

    def _die(self, window: MainWindow) -> None:
        """A third window has the file while these two do not, and is killed."""
        for each in self._windows:
            each.close_front()
        done = subprocess.run([sys.executable, "-c", _HOLDER, self._state / "locks", self._file], check=False)
        assert done.returncode < 0, "the lock of a file that nobody has open was held"
        self._is_stale = True
        for each in self._windows:
            each.files.load(self._file)
        assert [front(each).read_only for each in self._windows] == [False, True]
