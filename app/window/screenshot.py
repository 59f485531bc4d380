"""``gradblocks FILE --screenshot OUT.png``: an image of the whole window, after one run of the diagram."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEventLoop, QSize, QTimer
from PySide6.QtGui import QImage

from app.window.documents.export import png_bytes
from app.window.settings import Settings
from app.window.tabs import DiagramTab
from app.window.widgets.questions import UserAnswer
from app.window.window import MainWindow
from blocks.base.dtypes import dtype_of
from blocks.base.errors import FileError
from blocks.base.files import write_atomically
from blocks.base.literals import from_array
from blocks.base.types import array_of
from blocks.cli.editor import AS_IT_IS, PictureRun
from blocks.cli.input_files import load_notes
from blocks.cli.output import print_errors
from blocks.cli.overrides import read_feeds
from blocks.run.files import Folders
from blocks.run.session import Session
from blocks.run.steps.environment import feeds_of, initialise
from blocks.worker.state import SavedState

SIZE = QSize(1440, 900)
_LONGEST_RUN = 120.0
_SETTLED = 0.25


def take(file: Path, out: Path, make_window: Callable[[Settings], MainWindow], run: PictureRun = AS_IT_IS) -> int:
    """Save an image of the window after one run of a diagram; return the exit status, 1 if the run failed."""
    if not out.parent.is_dir():
        raise FileError(f"cannot be written: there is no folder {str(out.parent)!r}", file=str(out))
    window = make_window(Settings())  # those of the person are neither shown nor changed
    window.resize(SIZE)
    window.files.tell_import = lambda _tab, name, report: _tell_import(name, report)
    window.files.load(file)
    window.show()
    tab = window.tab
    assert tab is not None
    if run != AS_IT_IS:
        _prepare(tab, run, file.parent)
    _wait(lambda: tab.engine.seen(tab.page_name) is not None, 30)
    window.run(1)
    _wait(lambda: not tab.engine.running, _LONGEST_RUN)
    _pause(_SETTLED)
    write_atomically(out, png_bytes(picture(window)))
    problems = [error.located(file=str(file)) for error in tab.engine.problems(tab.page_name)]
    print_errors(problems)
    tab.document.history.mark_clean()
    window.ask.lose = lambda name, more, answers: UserAnswer.DISCARD  # a run may have trained variables
    window.close()
    return 1 if problems else 0


def _prepare(tab: DiagramTab, run: PictureRun, home: Path) -> None:
    """Apply the requested values to a tab's run. Unknown names raise UsageError, bad files DiagramError."""
    view = tab.document.diagram.page(run.page or tab.page_name)
    tab.show_page(view.name)
    session, runner = Session(view), tab.engine.runner
    feeds = read_feeds(view, run.feed, Folders(home), home)
    runner.feeds = {name: _literal(value) for name, value in feeds.items()}
    initialise(session, feeds_of(session, feeds))
    if run.load is not None:
        notes = load_notes(run.load, session.variables.load(run.load))
        sys.stderr.writelines(f"note: {note}\n" for note in notes)
        values = session.state.values.copy()
        runner.worker.kept[view.name] = SavedState(runner.source(view.name), 0, values, effects=False)


def _literal(value: Any) -> Any:
    array = array_of(value)
    return value if array is None else from_array(array, dtype_of(array))


def _tell_import(name: str, report: Sequence[str]) -> None:
    if report:
        sys.stderr.write("\n".join((f'"{name}" was imported. Notes:', *report, "")))


def picture(window: MainWindow) -> QImage:
    return window.grab().toImage()


def _wait(done: Callable[[], bool], longest: float) -> None:
    end = time.monotonic() + longest
    while not done() and time.monotonic() < end:
        _pause(0.015)


def _pause(seconds: float) -> None:
    loop = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    loop.exec()
