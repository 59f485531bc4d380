"""The recorder of a document's runs. A run lasts from one reset of the variables to the next."""

from __future__ import annotations

import copy
import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.core.document import Document
from app.core.recording import run_files
from app.core.recording.kept_run import MOST_STRETCHES, CurveSet, KeptRun, RunContent, Segment
from app.core.renaming import rename_key
from blocks.base.engine_texts import sentence_of
from blocks.base.errors import DiagramError
from blocks.base.language import mark, tr
from blocks.base.types import is_array
from blocks.run.state import NO_RENAMES
from blocks.run.stepping import RunFrame
from blocks.worker.state import PageSource, SavedState

_QUIET = 1500
"""Milliseconds after the end of a run before it is written."""
_LONG = 10_000
"""Milliseconds between two saves of a run in progress. Variables are saved only of a run that takes longer."""
_MOST_NUMBERS = 1 << 23
"""Numbers of curves that are kept in memory of runs that lie nowhere else."""
_MOST_HASHED = 64 << 20
_MOST_KEPT = 256 << 20
"""Bytes of variables that are kept of earlier runs, to go on from."""

CONTINUED = mark("The run continued an earlier run.")
EFFECTS = mark("Queues, readers and other stateful resources restarted during the run.")
TOO_MANY = mark("The page was edited too many times during the run.")


class RunRecorder(QObject):
    """The runs of the pages of one document.

    Attributes:
        home: the parent folder for the runs of all diagrams; None: runs are kept only until the window closes.

    Signals:
        closed: a run is over because the variables of its page were reset (the page and the run).
        failed: runs cannot be written (a sentence); emitted once.
    """

    changed = Signal(str)
    closed = Signal(str, object)
    failed = Signal(str)
    _written = Signal(object, object)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.home: Path | None = None
        self.seeds: dict[str, int] = {}
        self.session: Callable[[str], SavedState | None] = lambda _page: None
        self._document = document
        self._runs: dict[str, list[KeptRun]] = {}
        self._open: dict[str, KeptRun] = {}
        self._read_from: Path | None = None
        self._clock: float | None = None
        self._running: KeptRun | None = None
        self._unsaved: dict[str, KeptRun] = {}
        self._ends: dict[str, Mapping[Any, Any]] = {}
        self._threads: ThreadPoolExecutor | None = None
        self._told = False
        self._soon = QTimer(self, singleShot=True, interval=_QUIET)
        self._soon.timeout.connect(self.save)
        self._written.connect(self._note_written, Qt.ConnectionType.QueuedConnection)
        document.path_changed.connect(self._follow_path)

    # What there is

    @property
    def folder(self) -> Path | None:
        return run_files.folder_of(self.home, self._document.path)

    def runs(self, page: str) -> Sequence[KeptRun]:
        """Return the runs of a page, oldest first. The first call reads those on disk."""
        folder = self.folder
        if folder is not None and folder != self._read_from:
            self._read_from = folder
            known = {run.key for runs in self._runs.values() for run in runs}
            for run in run_files.read_all(folder):
                if run.key not in known:
                    self._runs.setdefault(run.page, []).append(run)
            for runs in self._runs.values():
                runs.sort(key=lambda run: run.began)
        return tuple(self._runs.get(page, ()))

    def open_run(self, page: str) -> KeptRun | None:
        return self._open.get(page)

    def seed_of(self, page: str) -> int:
        run = self._open.get(page)
        return self.seeds.get(page, 0) if run is None else run.seed

    # What happens

    def begin(self, source: PageSource, fetch: Sequence[str], kept: SavedState | None) -> None:
        """Note that steps of a page are about to run; without ``kept`` the session starts anew."""
        page = source.page.name
        run = self._open.get(page)
        if kept is None or run is None:
            run = self.new_run(page, self.seed_of(page) if run is None else run.seed)
            if kept is not None:
                run.caveats.append(CONTINUED)
                run.steps = kept.steps
            self.reset(page)
            self._open[page] = run
        elif kept.steps < run.steps:  # somebody went back
            run.cut(kept.steps)
        run.state, run.error = "running", ""
        self._stretch(run, Segment(run.steps, source, tuple(fetch)))
        self._running, self._clock = run, time.perf_counter()
        self.changed.emit(page)

    def new_run(self, page: str, seed: int) -> KeptRun:
        return KeptRun(page, 1 + max((run.number for run in self.runs(page)), default=0), seed)

    def refresh(self, new: KeptRun) -> bool:
        """Update a run with the record of another process; return whether the run belongs to the document."""
        known = [run for run in self._runs.get(new.page, ()) if run.key == new.key]
        for run in known:
            vars(run).update(vars(new))
        return bool(known)

    def add(self, run: KeptRun, end: Mapping[Any, Any] | None = None) -> None:
        runs = self._runs.setdefault(run.page, [])
        if run not in runs:
            runs.append(run)
        if end is not None:
            self._ends[run.key] = end
        self._forget_oldest(run.page)
        self._save_soon(run)
        self.changed.emit(run.page)

    def pause(self, on: bool) -> None:
        if self._running is not None:
            self._stop_clock()
            self._clock = None if on else time.perf_counter()

    def take(self, frame: RunFrame[Any]) -> None:
        run = self._running
        if run is None:
            return
        run.curves.add(frame.points)
        run.last, run.rate = frame.of, frame.rate
        if frame.stopped is None:
            run.steps = max(run.steps, frame.done)
        if frame.errors:
            run.error = str(frame.errors[0])
        if run.steps and (frame.points or not frame.errors) and run not in self._runs.get(run.page, ()):
            self.add(run)

    def edited(self, after: int, source: PageSource, *, begun: bool) -> None:
        if self._running is not None:
            fetch = self._running.stretches[-1].fetch if self._running.stretches else ()
            self._stretch(self._running, Segment(after, source, fetch, begun))

    def end(self, good: bool, kept: SavedState | None, lost: str = "") -> None:
        """Note that the steps ended; ``lost`` is the message if the process died."""
        run, self._running = self._running, None
        if run is None:
            return
        self._stop_clock(run)
        self._clock = None
        run.state = "finished" if good else "failed" if run.error else "stopped"
        run.finals = run.curves.last()
        run.forget_values()
        if lost and kept is not None and kept.effects:
            run.caveats = [*dict.fromkeys((*run.caveats, EFFECTS))]
        if kept is None:
            self._open.pop(run.page, None)
        else:  # of the last steps before a stop no results were shown; if the process is gone some steps are lost
            if kept.steps < run.steps:
                run.cut(kept.steps)
            run.steps = kept.steps
        if run not in self._runs.get(run.page, ()):  # not one step was run as it should
            self.changed.emit(run.page)
            return
        run.kept = kept
        self._let_go()
        self.add(run, None if kept is None else kept.values)

    def _let_go(self) -> None:
        """Release the variables of the oldest runs once those of all runs take too much memory."""
        runs = sorted((run for runs in self._runs.values() for run in runs), key=lambda run: run.began, reverse=True)
        seen: dict[int, int] = {}
        for run in runs:
            if run.kept is not None:
                seen.update((id(value), value.nbytes) for value in run.kept.values.values() if is_array(value))
                if sum(seen.values()) > _MOST_KEPT and run is not runs[0]:
                    run.kept = None

    def go_on(self, page: str, run: KeptRun | None) -> None:
        """Let the next steps of a page continue a finished run, or start a new one if ``run`` is None."""
        if run is not self._open.get(page):
            self.reset(page)
            if run is not None:
                self._open[page] = run
            self.changed.emit(page)

    def reset(self, page: str) -> None:
        run = self._open.pop(page, None)
        if run is not None:
            self.closed.emit(page, run)
            self.changed.emit(page)

    def rename(self, old: str, new: str) -> None:
        rename_key(self._runs, old, new)
        rename_key(self._open, old, new)
        rename_key(self.seeds, old, new)
        for run in self._runs.get(new, ()):
            run.page = new
            self._save_soon(run)
        self.changed.emit(new)

    def remove(self, runs: Sequence[KeptRun]) -> None:
        folder, pages = self.folder, {run.page for run in runs}
        self.flush()
        for run in runs:
            if run is self._running:
                continue
            self._runs[run.page] = [each for each in self._runs.get(run.page, ()) if each is not run]
            if self._open.get(run.page) is run:
                del self._open[run.page]
            self._unsaved.pop(run.key, None)
            if folder is not None:
                run_files.remove(folder, run.key)
        for page in pages:
            self.changed.emit(page)

    # The disk

    @property
    def is_beside(self) -> bool:
        path = self._document.path
        return path is not None and self.folder == run_files.beside(path)

    def keep_beside(self, on: bool) -> None:
        """Move the runs beside the diagram, or back; raise DiagramError if that is impossible."""
        path, old = self._document.path, self.folder
        if path is None:
            raise DiagramError(tr("save the diagram first to keep runs next to it"))
        self.flush()
        if on and not self.is_beside:
            try:
                run_files.beside(path).mkdir()
            except OSError as error:
                raise DiagramError(
                    tr("runs cannot be kept next to {name}: {fault}", name=path.name, fault=error.strerror)
                ) from None
            if old is not None:
                run_files.move(old, run_files.beside(path))
        elif not on and self.is_beside:
            away = run_files.beside(path)
            rest = away.with_name(f"{away.name}~")
            away.rename(rest)
            new = self.folder
            if new is None:
                rest.rename(away)
                raise DiagramError(tr("runs can only be kept next to this diagram: no other folder is available"))
            run_files.move(rest, new)
        self._point_to(self.folder)

    def save(self) -> None:
        folder = self.folder
        if folder is None:
            return
        waiting, self._unsaved = self._unsaved, {}
        for run in waiting.values():
            kept = copy.copy(run)
            if run is self._running:  # once more at its end: a crash of the editor loses a few seconds
                self._unsaved[run.key] = run
                self._soon.start(_LONG)
                kept.finals, kept.kept = run.curves.last(), self.session(run.page)
            kept.hold(RunContent(list(run.stretches), CurveSet(run.curves.groups)))
            end = self._ends.pop(run.key, None)
            if self._threads is None:
                self._threads = ThreadPoolExecutor(1, "runs")
            self._threads.submit(self._write, folder, kept, run, end)

    def flush(self) -> None:
        self.save()
        if self._threads is not None:
            self._threads.shutdown(wait=True)
            self._threads = None

    def close(self) -> None:
        self._soon.stop()
        self.flush()

    def _write(self, folder: Path, kept: KeptRun, run: KeptRun, end: Mapping[Any, Any] | None) -> None:
        try:
            if end is not None:
                kept.digest = digest_of(end)
            if kept.kept is not None and (run.saved or time.time() - kept.began > _LONG / 1000):
                run_files.write_state(folder, kept.key, kept.kept)
                run.saved = True
            run_files.write(folder, kept)
            run_files.prune(folder, self.home)
            outcome: object = kept
        except DiagramError as error:
            outcome = error
        with suppress(RuntimeError):  # the document may be closed by now
            self._written.emit(run, outcome)

    def _note_written(self, run: KeptRun, outcome: KeptRun | DiagramError) -> None:
        if isinstance(outcome, DiagramError):
            if not self._told:
                self._told = True
                self.failed.emit(
                    tr(
                        "Runs cannot be saved: {fault}. Unsaved runs will be lost when you close the window",
                        fault=sentence_of(outcome),
                    )
                )
            return
        if run.steps == outcome.steps and run.key not in self._unsaved:
            run.digest = outcome.digest

    def _save_soon(self, run: KeptRun) -> None:
        self._unsaved[run.key] = run
        self._soon.start(_QUIET)

    def _follow_path(self) -> None:
        folder = self.folder
        if folder is not None and folder != self._read_from:
            for run in (each for runs in self._runs.values() for each in runs):
                run.load()
                self._save_soon(run)

    def _point_to(self, folder: Path | None) -> None:
        if folder is None:
            return
        self._read_from = folder
        by_key = {run.key: run for run in run_files.read_all(folder)}
        for run in (each for runs in self._runs.values() for each in runs):
            if run.read is not None and run.key in by_key:
                run.read = by_key[run.key].read

    # Details

    def _stretch(self, run: KeptRun, new: Segment) -> None:
        last = run.stretches[-1] if run.stretches else None
        same = last is not None and (new.source, new.fetch) == (last.source._replace(renamed=NO_RENAMES), last.fetch)
        if same and not new.begun:
            return
        if last is not None and last.after == new.after and not new.begun and not last.begun:
            run.stretches.pop()  # no step was run in between
        if len(run.stretches) >= MOST_STRETCHES:
            run.caveats = [*dict.fromkeys((*run.caveats, TOO_MANY))]
            return
        run.stretches.append(new)
        run.forget_values()

    def _stop_clock(self, run: KeptRun | None = None) -> None:
        run = run or self._running
        if run is not None and self._clock is not None:
            run.seconds += time.perf_counter() - self._clock

    def _forget_oldest(self, page: str) -> None:
        runs = self._runs[page]
        del runs[: max(0, len(runs) - run_files.MOST_RUNS)]
        if self.folder is None:
            sizes = [0 if run.read is not None else run.curves.size for run in runs]
            while len(runs) > 1 and sum(sizes) > _MOST_NUMBERS:
                del runs[0], sizes[0]


def digest_of(values: Mapping[Any, Any]) -> str:
    """Return a digest of the arrays' exact bits; empty if they are too large or hold objects."""
    arrays = sorted((repr(key), value) for key, value in values.items() if is_array(value))
    if sum(value.nbytes for _, value in arrays) > _MOST_HASHED or any(value.dtype.hasobject for _, value in arrays):
        return ""
    digest = hashlib.blake2b(digest_size=16)
    for key, value in arrays:
        digest.update(f"{key} {value.dtype} {value.shape}\n".encode())
        digest.update(np.ascontiguousarray(value).tobytes())
    return digest.hexdigest()
