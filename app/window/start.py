"""The start of the program: application, settings, window, and the handler of uncaught exceptions."""

from __future__ import annotations

import logging
import os
import signal
import sys
import traceback
from pathlib import Path
from types import FrameType, TracebackType

from PySide6.QtCore import QMessageLogContext, QStandardPaths, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from app.core.gc_thread import GarbageCollector
from app.window.menus.commands import table
from app.window.settings import REOPEN, Settings
from app.window.widgets.style import icon
from app.window.window import MainWindow
from blocks.base.context import Resources
from blocks.base.errors import DiagramError
from blocks.base.terminal import printable
from blocks.cli.editor import AS_IT_IS, PictureRun
from blocks.cli.output import print_line
from blocks.document.model import Diagram

_INTERRUPTED = 130
_SWITCH = 0.001
"""Seconds after which the thread of a run lets the window have its turn: each call that Qt makes waits for it."""


def make_application() -> QApplication:
    """The application object, made once."""
    existing = QApplication.instance()
    app = existing if isinstance(existing, QApplication) else QApplication(["gradblocks"])
    app.setApplicationName("gradblocks")
    app.setApplicationDisplayName("Gradblocks")
    app.setDesktopFileName("gradblocks")
    app.setStyle("Fusion")
    sys.setswitchinterval(_SWITCH)
    app.setWindowIcon(QIcon(icon("gradblocks", "#ffbf28")))
    if app.findChild(GarbageCollector) is None:
        GarbageCollector(app)
    return app


def make_window(settings: Settings, state: Path | None = None, runs: Path | None = None) -> MainWindow:
    """A window with all its commands; ``state`` is the folder for journals and locks, ``runs`` that for runs."""
    window = MainWindow(settings, table(), state, runs)
    settings.failed.connect(window.status.warn)
    return window


def state_folder() -> Path | None:
    """Where the platform wants programs to keep what is to survive them; None if it does not say."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericStateLocation)
    return Path(folder) / "gradblocks" if folder else None


def runs_folder() -> Path | None:
    """Where the platform wants data of a person; None if it does not say."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericDataLocation)
    return Path(folder) / "gradblocks" / "runs" if folder else None


def start(file: Path | None, screenshot: str | None, run: PictureRun = AS_IT_IS) -> int:
    """Show the window (or take its picture, after a run) and wait until it is closed; returns the exit status.

    A diagram that cannot be opened is told in the window, and on the terminal too.

    Raises:
        DiagramError: of a picture: the diagram cannot be opened, or the picture not be written.
    """
    _be_silent()
    app = make_application()
    if screenshot is not None and file is not None:
        from app.window.screenshot import take

        return take(file, Path(screenshot), make_window, run)
    window = make_window(Settings.standard(), state_folder(), runs_folder())
    sys.excepthook = _Faults(window)
    if file is None:
        window.show_welcome()
        if window.settings.flag(REOPEN):
            window.files.reopen()
    else:
        window.files.opener.failed.connect(_say_on_terminal)
        window.show()  # what is asked about a model comes above it
        window.files.open(file)
    window.files.recovery.offer(to_front=file is None)
    window.show()
    with _Interruptible(window):
        return app.exec()


def draw(diagram: Diagram, page: str, path: Path, size: int | None = None) -> int:
    """Write a picture of a page without a window; returns the exit status.

    Args:
        diagram, page, path: what is drawn, and where it is written.
        size: the pixels of its longer side; as large as it is drawn unless given.

    Raises:
        DiagramError: it cannot be written.
    """
    from app.window.documents.export import write_picture

    _be_silent()
    app = make_application()
    write_picture(diagram, page, path, size)
    app.processEvents()
    return 0


def _say_on_terminal(error: DiagramError) -> None:
    print_line(printable(str(error)))


def _be_silent() -> None:
    """Nothing goes to the terminal: what Qt says is logged, what blocks say is shown in the window."""
    qInstallMessageHandler(_log_qt)
    logging.getLogger("gradblocks").addHandler(logging.NullHandler())
    Resources.say = staticmethod(_ignore)


def _ignore(_text: str) -> None:
    """What is computed in passing (live values, checks of gradients) says nothing; a run has who listens."""


def _log_qt(_kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    """What Qt has to say is for developers: it goes to the log, not to the terminal."""
    logging.getLogger("gradblocks.qt").debug("%s", text)


class _Faults:
    """Tells of an uncaught exception, once at a time, and lets the program go on."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._telling = False

    def __call__(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        text = "".join(traceback.format_exception(kind, error, trace))
        if isinstance(error, KeyboardInterrupt):
            self._window.close()
        elif not self._telling:
            self._telling = True
            try:
                self._window.tell_fault(text)
            finally:
                self._telling = False


class _Interruptible:
    """Lets Ctrl+C in the terminal close the window: Python only hears it while Python code runs."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._closing = False
        self._beat = QTimer(window)
        self._beat.timeout.connect(lambda: None)

    def __enter__(self) -> None:
        self._old = signal.signal(signal.SIGINT, self._interrupt)
        self._beat.start(250)

    def _interrupt(self, _signal: int, _frame: FrameType | None) -> None:
        """Close it when it gets to that: something may be half done now. A second time, do not wait for answers."""
        if self._closing:
            os._exit(_INTERRUPTED)  # what is not saved is in its journal
        self._closing = True
        QTimer.singleShot(0, self._window, self._close)

    def _close(self) -> None:
        try:
            self._window.close()
        finally:
            self._closing = False

    def __exit__(self, *_: object) -> None:
        self._beat.stop()
        signal.signal(signal.SIGINT, self._old)
