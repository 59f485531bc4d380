"""The start of the program: application, settings, window, and the handler of uncaught exceptions."""

from __future__ import annotations

import gc
import logging
import os
import signal
import sys
import traceback
from importlib import resources
from pathlib import Path
from types import FrameType, TracebackType

from PySide6.QtCore import QMessageLogContext, QObject, QStandardPaths, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QFontDatabase, QIcon
from PySide6.QtWidgets import QApplication

from app.canvas.text import FAMILY
from app.panels.look import icon
from app.window.commands import table
from app.window.settings import REOPEN, Settings
from app.window.window import MainWindow
from blocks.base.context import Resources
from blocks.base.errors import DiagramError
from blocks.base.locks import state_folder
from blocks.base.terminal import printable
from blocks.cli.editor import AS_IT_IS, Drawing, PictureRun
from blocks.cli.output import print_line

_INTERRUPTED = 130
_SWITCH = 0.001
"""Seconds after which the thread of a run lets the window have its turn: each call that Qt makes waits for it."""


def make_application() -> QApplication:
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
        for weight in ("Regular", "Bold"):
            QFontDatabase.addApplicationFont(str(resources.files("assets") / "fonts" / f"{weight}.ttf"))
        font = app.font()
        font.setFamilies([FAMILY, font.family()])  # the second one has the other scripts
        app.setFont(font)
    return app


def make_window(settings: Settings, state: Path | None = None, runs: Path | None = None) -> MainWindow:
    """Return a window with all commands; ``state`` is the folder of journals and locks, ``runs`` that of runs."""
    window = MainWindow(settings, table(), state, runs)
    settings.failed.connect(window.status.warn)
    return window


def runs_folder() -> Path | None:
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericDataLocation)
    return Path(folder) / "gradblocks" / "runs" if folder else None


def start(file: Path | None, screenshot: str | None, run: PictureRun = AS_IT_IS) -> int:
    """Show the window until it is closed, or save an image of it after a run; return the exit status.

    The window and the terminal report a diagram that cannot be opened.

    Raises:
        DiagramError: for a screenshot: the diagram cannot be opened, or the image cannot be written.
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


def draw(drawing: Drawing) -> int:
    from app.window.documents.export import write_picture

    _be_silent()
    app = make_application()
    write_picture(drawing)
    app.processEvents()
    return 0


def _say_on_terminal(error: DiagramError) -> None:
    print_line(printable(str(error)))


def _be_silent() -> None:
    """Keep the terminal clean: messages from Qt are logged, and those from blocks appear in the window."""
    qInstallMessageHandler(_log_qt)
    logging.getLogger("gradblocks").addHandler(logging.NullHandler())
    Resources.say = staticmethod(_ignore)


def _ignore(_text: str) -> None:
    """Discard the output of blocks in background computations (live values, gradient checks)."""


def _log_qt(_kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    logging.getLogger("gradblocks.qt").debug("%s", text)


class _Faults:
    """A handler of uncaught exceptions that reports one at a time and lets the program continue."""

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
    """A handler of Ctrl+C in the terminal, which Python notices only while Python code runs."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._closing = False
        self._beat = QTimer(window)
        self._beat.timeout.connect(lambda: None)

    def __enter__(self) -> None:
        self._old = signal.signal(signal.SIGINT, self._interrupt)
        self._beat.start(250)

    def _interrupt(self, _signal: int, _frame: FrameType | None) -> None:
        """Close the window from the event loop, since work may be half done; a second time, end at once."""
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


_INTERVAL = 500


class GarbageCollector(QObject):
    """A timer that collects garbage by the thresholds of Python's own collector."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        gc.freeze()  # modules stay as long as the program: not looked at again and again
        self._timer = QTimer(self, interval=_INTERVAL)
        self._timer.timeout.connect(self._collect)
        self._timer.start()

    def _collect(self) -> None:
        counts, limits = gc.get_count(), gc.get_threshold()
        for generation in (2, 1, 0):
            if counts[generation] > limits[generation]:
                gc.collect(generation)
                return
