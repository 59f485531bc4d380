"""The choice of recorded runs drawn with the current one: those that the user chose, and the previous run."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from app.core.recording.kept_run import KeptRun
from app.core.recording.recorder import RunRecorder
from app.core.renaming import rename_key
from app.core.runs.results import PastRun, ResultStore

MOST = 12
"""Runs that are drawn at a time; the one that was chosen first makes room for another."""


class RunOverlay(QObject):
    """The recorded runs that are drawn on each page."""

    changed = Signal(str)

    def __init__(self, recorder: RunRecorder, store: ResultStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._recorder = recorder
        self._store = store
        self._chosen: dict[str, list[str]] = {}
        self._before: dict[str, str] = {}
        recorder.closed.connect(self._closed)
        recorder.changed.connect(self._follow)

    def is_shown(self, run: KeptRun) -> bool:
        return run is self._recorder.open_run(run.page) or run.key in self._chosen.get(run.page, ())

    def shown(self, page: str) -> list[KeptRun]:
        return [run for run in self._recorder.runs(page) if self.is_shown(run)]

    def show(self, runs: Sequence[KeptRun], on: bool) -> None:
        for run in runs:
            chosen = self._chosen.setdefault(run.page, [])
            if run.key in chosen:
                chosen.remove(run.key)
            if on:
                chosen.append(run.key)
            if self._before.get(run.page) == run.key:
                del self._before[run.page]
        for page in {run.page for run in runs}:
            del self._chosen[page][:-MOST]
            self._tell(page)

    def rename(self, old: str, new: str) -> None:
        rename_key(self._chosen, old, new)
        rename_key(self._before, old, new)

    def _closed(self, page: str, run: KeptRun) -> None:
        """Keep a finished run drawn until the next one finishes."""
        chosen = self._chosen.setdefault(page, [])
        before = self._before.pop(page, "")
        if before in chosen:
            chosen.remove(before)
        if run.steps > 1 and run.key not in chosen:
            chosen.append(run.key)
            self._before[page] = run.key
        self._tell(page)

    def _follow(self, page: str) -> None:
        there = {run.key for run in self._recorder.runs(page)}
        chosen = self._chosen.get(page, [])
        if any(key not in there for key in chosen):
            chosen[:] = [key for key in chosen if key in there]
            self._tell(page)

    def _tell(self, page: str) -> None:
        front = self._recorder.open_run(page)
        runs = [run for run in self.shown(page) if run is not front]
        past = [PastRun(run.name, run.number, run.curves.names, run.curves.curve) for run in runs]
        self._store.show_past(page, past)
        self.changed.emit(page)
