"""Opening files: small ones at once, large ones outside the GUI thread, with a placeholder tab meanwhile."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from PySide6.QtCore import QObject, QRunnable, Qt, QThreadPool, Signal, SignalInstance, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPlainTextEdit, QProgressBar, QPushButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from app.engine_texts import sentence_of
from app.language import tr
from app.panels.look import text_share
from app.window.window_protocol import Desk
from blocks.base.errors import DiagramError

LARGE = 200_000
"""Bytes from which on a file is read off the GUI thread: below, it is there within a tenth of a second."""

T = TypeVar("T")


class OpeningTab(QWidget):
    """The placeholder tab of a file that is being read, or could not be read.

    Signals:
        again_wanted: the user wants to retry.
    """

    again_wanted = Signal()
    close_wanted = Signal()

    def __init__(self, name: str, path: Path) -> None:
        super().__init__()
        self.setAutoFillBackground(True)
        self.name = name
        self.faults = ""
        self.head = QLabel(self)
        self.head.setTextFormat(Qt.TextFormat.PlainText)
        self.head.setWordWrap(True)
        font = self.head.font()
        font.setPointSizeF(13 * text_share())
        font.setBold(True)
        self.head.setFont(font)
        self.path_label = QLabel(str(path), self)
        self.path_label.setTextFormat(Qt.TextFormat.PlainText)
        self.path_label.setWordWrap(True)
        self.bar = QProgressBar(self)
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(320)
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setAccessibleName(tr("Error details"))
        self.again = QPushButton(tr("Try again"), self)
        self.again.clicked.connect(self.again_wanted)
        self.close_button = QPushButton(tr("Close"), self)
        self.close_button.clicked.connect(self.close_wanted)
        buttons = QHBoxLayout()
        buttons.addWidget(self.again)
        buttons.addWidget(self.close_button)
        buttons.addStretch()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(40, 36, 40, 36)
        layout.setSpacing(14)
        layout.addWidget(self.head)
        layout.addWidget(self.path_label)
        layout.addWidget(self.bar)
        layout.addWidget(self.text, 1)
        layout.addLayout(buttons)
        self._stretch = QWidget(self)
        layout.addWidget(self._stretch, 1)
        self.begin()

    def begin(self) -> None:
        self.faults = ""
        self.head.setText(tr('Opening "{name}"...', name=self.name))
        self._show(failed=False)

    def fail(self, lines: Sequence[str]) -> None:
        self.faults = "\n".join(lines)
        self.head.setText(tr('"{name}" cannot be opened.', name=self.name))
        self.text.setPlainText(self.faults)
        self._show(failed=True)

    def _show(self, *, failed: bool) -> None:
        self.bar.setVisible(not failed)
        self._stretch.setVisible(not failed)
        self.text.setVisible(failed)
        self.again.setVisible(failed)
        self.close_button.setVisible(failed)


class Job(NamedTuple, Generic[T]):
    """A file to read.

    Attributes:
        name: the display name.
        path: the file; it has at most one tab.
        read: reads the file in any thread, so it must not create Qt objects.
        show: shows the content; may raise `DiagramError` too.
    """

    name: str
    path: Path
    read: Callable[[], T]
    show: Callable[[T], None]


class Opener(QObject):
    """A queue of jobs.

    Signals:
        failed: a file could not be opened (the `DiagramError`); a tab shows why.
    """

    failed = Signal(object)
    _done = Signal(object)

    def __init__(self, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(2)
        self._tabs: dict[Path, OpeningTab] = {}
        self._done.connect(self._run_finish)

    def open(self, job: Job[T]) -> None:
        tab = self._tab_of(job.path)
        if tab is not None:
            self._desk.tabs.setCurrentWidget(tab)
            if not tab.faults:
                return
        if _size(job.path) < LARGE:
            self._finish(job, tab, _outcome(job.read))
            return
        if tab is None:
            tab = self._make_tab(job)
        tab.begin()
        self._pool.start(_Reading(job, tab, self._finish, self._done))

    def close(self) -> None:
        self._pool.waitForDone()

    def _make_tab(self, job: Job[T]) -> OpeningTab:
        tab = self._tabs[job.path] = OpeningTab(job.name, job.path)
        tab.again_wanted.connect(lambda: self.open(job))
        tab.close_wanted.connect(lambda: self._desk.tabs.close_wanted.emit(tab))
        tabs = self._desk.tabs
        tabs.addTab(tab, job.name.replace("&", "&&"))
        tabs.setCurrentWidget(tab)
        return tab

    @Slot(object)
    def _run_finish(self, finish: Callable[[], None]) -> None:
        finish()

    def _tab_of(self, path: Path) -> OpeningTab | None:
        tab = self._tabs.get(path)
        if tab is None or (isValid(tab) and self._desk.tabs.indexOf(tab) >= 0):
            return tab
        del self._tabs[path]
        return None

    def _finish(self, job: Job[T], tab: OpeningTab | None, outcome: T | DiagramError) -> None:
        """Show the content or the error, unless the tab was closed meanwhile."""
        if tab is not None and self._tab_of(job.path) is not tab:
            return
        front = self._desk.tabs.currentWidget()
        if not isinstance(outcome, DiagramError):
            try:
                job.show(outcome)
            except DiagramError as error:
                outcome = error
        if isinstance(outcome, DiagramError):
            tab = tab if tab is not None else self._make_tab(job)
            tab.fail(lines_of(outcome))
            self.failed.emit(outcome)
        elif tab is not None:
            del self._tabs[job.path]
            self._desk.tabs.removeTab(self._desk.tabs.indexOf(tab))
            tab.deleteLater()
            if front is not tab:  # the person went on with something else
                self._desk.tabs.setCurrentWidget(front)


class _Reading(QRunnable, Generic[T]):
    def __init__(
        self,
        job: Job[T],
        tab: OpeningTab,
        finish: Callable[[Job[T], OpeningTab | None, T | DiagramError], None],
        done: SignalInstance,
    ) -> None:
        super().__init__()
        self._job = job
        self._tab = tab
        self._finish = finish
        self._done = done

    def run(self) -> None:
        outcome = _outcome(self._job.read)
        try:
            self._done.emit(lambda: self._finish(self._job, self._tab, outcome))
        except RuntimeError:
            return  # the window was closed meanwhile


def _outcome(read: Callable[[], T]) -> T | DiagramError:
    try:
        return read()
    except DiagramError as error:
        return error
    except Exception as error:
        logging.getLogger("gradblocks").exception("a file could not be read")
        return DiagramError(
            tr(
                "an internal error occurred while reading the file: {name}: {error}",
                name=type(error).__name__,
                error=error,
            )
        )


def lines_of(error: DiagramError) -> list[str]:
    errors: Sequence[DiagramError] = getattr(error, "errors", [error])
    return [": ".join(part for part in (each.location(), sentence_of(each)) if part) for each in errors]


def _size(path: Path) -> int:
    try:
        if path.is_dir():  # a SavedModel
            return sum(each.stat().st_size for each in path.glob("saved_model.pb*"))
        return path.stat().st_size
    except (OSError, ValueError):
        return 0
