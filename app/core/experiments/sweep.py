"""A sweep of a page: many runs with different values and seeds in several processes, each recorded."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QObject, Qt, Signal, Slot

from app.core.document import Document
from app.core.recording.kept_run import CurveGroup, CurveSet, KeptRun, RunContent, Segment
from app.core.recording.recorder import RunRecorder
from blocks.base.budget import Memory
from blocks.base.errors import UsageError
from blocks.base.language import tr
from blocks.base.types import Array
from blocks.cli.sweep.settings import Grid, grid_of
from blocks.document.model import Diagram
from blocks.run.session import Session
from blocks.run.steps.fetches import result_pin
from blocks.worker.sweep import Outcome, Sweep, SweepJob

MOST_RUNS = 1000
"""Runs of a sweep in the window; `gradblocks sweep` does more."""
_PATIENCE = 0.5


class SweepPlan(NamedTuple):
    """The values, seeds and steps of a sweep: all combinations. ``settings`` are ``block.value=a,b,c`` each."""

    page: str
    settings: Sequence[str]
    seeds: Sequence[int]
    steps: int
    record: Sequence[str]
    jobs: int


class Point(NamedTuple):
    """A run of a sweep.

    Attributes:
        state: ``waiting``, ``running``, ``finished``, ``failed`` or ``stopped``.
        curves: steps and values [n, 2] by recorded scalar; empty while the run is in progress.
        run: the recorded run; None while it is in progress.
    """

    state: str
    seed: int
    settings: Mapping[str, str]
    curves: Mapping[str, Array] = {}
    error: str = ""
    run: KeptRun | None = None


class Mean(NamedTuple):
    """The mean [n, 2] of runs that differ only in their seed, and the standard deviation [n]; None for a single one."""

    name: str
    runs: int
    points: Array
    spread: Array | None


class PageSweep(QObject):
    """A sweep of one page as it was when the sweep began. An impossible plan raises DiagramError."""

    changed = Signal()
    ended = Signal()
    _began = Signal(int)
    _done = Signal(int, object)

    def __init__(
        self, document: Document, recorder: RunRecorder, plan: SweepPlan, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        grid, self.pins = prepared(document, plan)
        self.plan = plan
        self.names = grid.names[:-1]
        self.notes = grid.notes
        self.points = [Point("waiting", run.seed, dict(zip(self.names, texts, strict=False)))
                       for run, texts in zip(grid.runs, grid.settings, strict=True)]  # fmt: skip
        self.number = 1 + max((_number_of(run) for run in recorder.runs(plan.page)), default=0)
        self._grid = grid
        self._recorder = recorder
        self._begun = time.perf_counter()
        self.running = True
        job = SweepJob(plan.steps, list(plan.record))
        self._began.connect(self._note_began, Qt.ConnectionType.QueuedConnection)
        self._done.connect(self._note_done, Qt.ConnectionType.QueuedConnection)
        self._sweep = Sweep(grid.runs, job, plan.jobs, self._tell(self._done.emit), self._tell(self._began.emit))
        self._sweep.start()

    @property
    def finished(self) -> int:
        return sum(point.state in ("finished", "failed") for point in self.points)

    @property
    def failed(self) -> int:
        return sum(point.state == "failed" for point in self.points)

    @property
    def seconds_left(self) -> float | None:
        """Return the estimated remaining time, or None before the first run has ended."""
        done = self.finished
        if not done or not self.running:
            return None
        return (time.perf_counter() - self._begun) / done * (len(self.points) - done)

    def stop(self) -> None:
        """End all processes; unfinished runs are not recorded."""
        if self.running:
            self._sweep.stop()
            self._finish()

    def close(self) -> None:
        self.running = False
        self._sweep.stop()
        self._sweep.wait(_PATIENCE)

    def means(self, record: str) -> list[Mean]:
        groups: dict[tuple[str, ...], list[Array]] = {}
        for point in self.points:
            if point.state == "finished" and len(point.curves.get(record, ())):
                groups.setdefault(tuple(point.settings.values()), []).append(point.curves[record])
        means: list[Mean] = []
        for texts, curves in groups.items():
            name = ", ".join(f"{name} {text}" for name, text in zip(self.names, texts, strict=True))
            values = np.stack([curve[:, 1] for curve in curves])
            with np.errstate(all="ignore"):
                points = np.stack([curves[0][:, 0], values.mean(axis=0)], axis=1)
                spread = values.std(axis=0, ddof=1) if len(curves) > 1 else None
            means.append(Mean(name or tr("all seeds"), len(curves), points, spread))
        return means

    def _tell(self, emit: Callable[..., object]) -> Callable[..., object]:
        """Wrap a signal for threads that may outlive this object."""

        def told(*given: object) -> None:
            with suppress(RuntimeError):
                emit(*given)

        return told

    @Slot(int)
    def _note_began(self, index: int) -> None:
        if self.running and self.points[index].state == "waiting":
            self.points[index] = self.points[index]._replace(state="running")
            self.changed.emit()

    @Slot(int, object)
    def _note_done(self, index: int, outcome: Outcome) -> None:
        if not self.running:
            return
        point = self.points[index]
        steps = np.arange(1, self.plan.steps + 1, dtype=np.int64)
        ran = steps if not outcome.errors else steps[: _last_number(outcome.values)]
        values = outcome.values[:, : len(ran)]
        curves = {name: np.stack([ran.astype(np.float64), values[i]], axis=1)
                  for i, name in enumerate(self.plan.record)}  # fmt: skip
        error = str(outcome.errors[0]) if outcome.errors else ""
        run = self._kept(index, CurveGroup(self.pins, ran, values.T.copy()), error, outcome.seconds)
        state = "failed" if error else "finished"
        self.points[index] = point._replace(state=state, curves=curves, error=error, run=run)
        self._recorder.add(run)
        self.changed.emit()
        if self.finished == len(self.points):
            self._finish()

    def _kept(self, index: int, group: CurveGroup, error: str, seconds: float) -> KeptRun:
        planned, point = self._grid.runs[index], self.points[index]
        run = self._recorder.new_run(self.plan.page, planned.seed)
        stretch = Segment(0, planned.source._replace(seed=planned.seed))
        run.hold(RunContent([stretch], CurveSet([group])))
        run.origin, run.settings = f"sweep {self.number}", dict(point.settings)
        run.seconds, run.steps = seconds, len(group.steps)
        run.state, run.error = "failed" if error else "finished", error
        run.finals = run.curves.last()
        return run

    def _finish(self) -> None:
        self.running = False
        self.points = [
            point if point.state in ("finished", "failed") else point._replace(state="stopped") for point in self.points
        ]
        self.changed.emit()
        self.ended.emit()


def prepared(document: Document, plan: SweepPlan) -> tuple[Grid, list[str]]:
    """Return the runs of a plan and the recorded results; raise DiagramError if the plan is impossible."""
    diagram = Diagram(document.diagram.document)
    diagram.path = document.file
    page = diagram.page(plan.page)
    if not plan.record:
        raise UsageError(tr("choose which values to record"))
    home = Path(diagram.path).parent if diagram.path is not None else Path()
    grid = grid_of(page, plan.settings, plan.seeds, home, MOST_RUNS)
    size = 8 * len(grid.runs) * plan.steps * len(plan.record)
    if size > Memory.of().each:
        raise UsageError(
            tr(
                "recording {count:,} runs would take {size:,} bytes, which is more than the memory limit",
                count=len(grid.runs),
                size=size,
            )
        )
    elaboration = Session(page).elaboration
    return grid, [result_pin(elaboration, name) for name in plan.record]


def _last_number(values: Array) -> int:
    there = np.flatnonzero(~np.isnan(values).all(axis=0))
    return int(there[-1]) + 1 if len(there) else 0


def _number_of(run: KeptRun) -> int:
    kind, _, number = run.origin.partition(" ")
    return int(number) if kind == "sweep" and number.isdigit() else 0
