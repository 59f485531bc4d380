"""The exact rerun of a recorded run: the same pages, steps and seed, in a separate process."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.core.recording.kept_run import KeptRun, Segment
from app.core.recording.recorder import RunRecorder, digest_of
from app.core.runs.worker import EditOutcome, ExitStatus, JobRunner, WorkerJob
from blocks.base.errors import DiagramError
from blocks.base.language import mark, tr
from blocks.document.data import Json
from blocks.run.stepping import RunFrame

SAME = mark("identical, bit for bit")
NOTHING = mark("the two runs have no values in common to compare")
_PAGE = "rerun"


class Rerun(QObject):
    """A queue that reruns recorded runs one after another; each rerun is recorded as a new run."""

    progressed = Signal()
    done = Signal(object)
    failed = Signal(str)

    def __init__(self, recorder: RunRecorder, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._recorder = recorder
        self._worker: JobRunner | None = None
        self.of: KeptRun | None = None
        self.new: KeptRun | None = None
        self._left: list[Segment] = []
        self._began_at = 0
        self._took = [0.0]
        self._stopped = False

    def start(self, run: KeptRun) -> None:
        """Rerun a run, stopping a rerun in progress; raise DiagramError if the run's pages are unknown."""
        self.stop()
        if not run.stretches or run.stretches[0].after or run.steps < 1:
            why = " ".join(map(tr, run.caveats)) or tr("the diagram of the run was not kept.")
            raise DiagramError(tr("{name} cannot be rerun: {why}", name=run.name, why=why))
        self.of = run
        self.new = new = self._recorder.new_run(run.page, run.seed)
        new.origin, new.settings, new.last = f"rerun {run.number}", dict(run.settings), run.steps
        self._left = [*run.stretches]
        self._took, self._stopped = [], False
        self._worker = JobRunner(self)
        self._next()

    def stop(self) -> None:
        if self._worker is not None:
            self._stopped = True
            self._worker.stop()

    def close(self) -> None:
        """End the rerun and record nothing, unlike `stop`."""
        worker, self._worker = self._worker, None
        self.of = self.new = None
        if worker is not None:
            worker.close()

    def _next(self) -> None:
        assert self._worker is not None and self.of is not None and self.new is not None
        stretch = self._left.pop(0)
        until = self._left[0].after if self._left else self.of.steps
        steps = max(until - stretch.after, 0)
        self.new.stretches.append(stretch)
        if not steps:
            self._ended(ExitStatus(True))
            return
        self._began_at = stretch.after
        self._took.append(0.0)
        data: dict[str, Json] = {"steps": steps, "paused": False, "fetch": list(stretch.fetch), "watched": ""}
        data |= {"breakpoints": [], "begun": stretch.begun}
        self._worker.begin(WorkerJob("run", _PAGE, stretch.source, data, self._take, self._ended))
        self.progressed.emit()

    def _take(self, frame: RunFrame[Any] | EditOutcome) -> None:
        if self.new is not None and isinstance(frame, RunFrame):
            self.new.curves.add(frame.points)
            self.new.steps, self.new.rate = max(self.new.steps, frame.done), frame.rate
            if frame.rate:
                self._took[-1] = (frame.done - self._began_at) / frame.rate
            if frame.errors:
                self.new.error = str(frame.errors[0])
            self.progressed.emit()

    def _ended(self, ending: ExitStatus) -> None:
        old, new, worker = self.of, self.new, self._worker
        if old is None or new is None or worker is None:
            return
        if self._left and not self._stopped and ending.fault is None:
            self._next()  # behind a step that failed too, as it was then
            return
        kept = worker.kept.get(_PAGE)
        if ending.fault is not None:
            new.error = ending.fault.sentence()
        new.seconds = sum(self._took)  # without the start of the process
        new.state = "finished" if ending.good else "failed" if new.error else "stopped"
        new.steps = new.steps if kept is None else kept.steps
        new.finals = new.curves.last()
        if new.state != "stopped":
            new.digest = "" if kept is None else digest_of(kept.values)
            new.verdict = compared(old, new)
        self.close()
        worker.deleteLater()
        self._recorder.add(new, None if kept is None else kept.values)
        self.done.emit(new)
        self.progressed.emit()


def compared(old: KeptRun, new: KeptRun) -> str:
    """Return whether two runs gave bitwise equal values at all steps that both recorded, as a sentence."""
    if old.steps != new.steps:
        return tr("the number of steps differs: {steps:,} instead of {before:,}", steps=new.steps, before=old.steps)
    seen = 0
    for name in old.curves.names:
        a, b = old.curves.curve(name), new.curves.curve(name)
        both, at, there = np.intersect1d(a[:, 0], b[:, 0], return_indices=True)
        seen += len(both)
        wrong = np.flatnonzero(a[at, 1].view(np.int64) != b[there, 1].view(np.int64))
        if len(wrong):
            first = wrong[0]
            before, now = a[at[first], 1], b[there[first], 1]
            return tr(
                "{name} differs at step {step:,.0f}: {now:.17g} instead of {before:.17g}",
                name=name,
                step=both[first],
                now=now,
                before=before,
            )
    if old.digest and new.digest and old.digest != new.digest:
        return tr("the final values of the variables differ")
    return SAME if seen or (old.digest and new.digest) else NOTHING
