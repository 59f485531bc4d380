"""Sweeps: many runs of a page with different values and seeds, in parallel processes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from queue import SimpleQueue
from typing import NamedTuple

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.document.data import Json
from blocks.worker.frames import Message
from blocks.worker.process import WorkerProcess
from blocks.worker.results import error_of
from blocks.worker.state import PageSource


class SweepRun(NamedTuple):
    source: PageSource
    seed: int


class SweepJob(NamedTuple):
    """The shared settings of a sweep's runs, which record the scalars ``of``; ``memory`` limits a run, in bytes.

    ``weights`` is the folder in which each run saves its variables (`weights_file`), at the lowest value of the scalar
    number ``lowest`` or at the end; empty: they are not saved. Files in ``allow_read`` may be read.
    """

    steps: int
    of: Sequence[str]
    literals: Mapping[str, Json] = {}
    arrays: Mapping[str, Array] = {}
    memory: int | None = None
    allow_read: Sequence[str] = ()
    backend: str = "numpy"
    weights: str = ""
    lowest: int | None = None


def weights_file(folder: str, number: int) -> str:
    return f"{folder}/weights-{number + 1}.npz"


class Outcome(NamedTuple):
    """The outcome of a run; ``values`` is float64 [names, steps], NaN from the failed step on."""

    values: Array
    errors: Sequence[DiagramError]
    seconds: float = 0.0


class Sweep:
    """The runs of a sweep in processes, with one core each if there are several; ``done`` runs are left out.

    If a process dies, only its current run fails. Threads call ``begun`` and ``ended`` with the index of a run.
    """

    def __init__(
        self,
        runs: Sequence[SweepRun],
        job: SweepJob,
        jobs: int,
        ended: Callable[[int, Outcome], object],
        begun: Callable[[int], object] = lambda _index: None,
        done: Collection[int] = (),
    ) -> None:
        self._runs = iter([each for each in enumerate(runs) if each[0] not in done])
        self._job = job
        self._alone = min(jobs, len(runs)) == 1
        self._ended = ended
        self._begun = begun
        self._lock = threading.Lock()
        self._stopped = False
        self._workers: set[WorkerProcess] = set()
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(min(jobs, len(runs)))]

    def start(self) -> None:
        for each in self._threads:
            each.start()

    def wait(self, seconds: float) -> bool:
        """Wait at most about ``seconds`` for the end of all runs, and return whether they ended."""
        for each in self._threads:
            each.join(seconds / len(self._threads))
        return not any(each.is_alive() for each in self._threads)

    def stop(self) -> None:
        """Kill all processes; unfinished runs are not reported."""
        with self._lock:
            self._stopped = True
            for each in self._workers:
                each.kill()

    def _next(self) -> tuple[int, SweepRun] | None:
        with self._lock:
            return None if self._stopped else next(self._runs, None)

    def _work(self) -> None:
        process: _Process | None = None
        while (result := self._next()) is not None:
            number, run = result
            try:
                if process is None:
                    process = _Process(WorkerProcess())
                    with self._lock:
                        self._workers.add(process.worker)
                        if self._stopped:
                            process.worker.kill()
                self._begun(number)
                at = time.perf_counter()
                outcome = process.run(number, run, self._job, alone=self._alone)
                outcome = outcome and outcome._replace(seconds=time.perf_counter() - at)
            except OSError as error:
                outcome = _failed(self._job, DiagramError(f"no worker process can be started: {error.strerror}"))
            if outcome is None:  # it was stopped
                break
            self._ended(number, outcome)
            if process is not None and not process.alive:
                process = self._close(process)
        self._close(process)

    def _close(self, process: _Process | None) -> None:
        if process is not None:
            with self._lock:
                self._workers.discard(process.worker)
            process.worker.close()


class _Process:
    def __init__(self, worker: WorkerProcess) -> None:
        self.worker = worker
        self.alive = True
        self._told: SimpleQueue[Message | DiagramError | None] = SimpleQueue()
        worker.attend(self._told.put, self._told.put)

    def run(self, number: int, run: SweepRun, job: SweepJob, *, alone: bool) -> Outcome | None:
        data: dict[str, Json] = {
            **{"kind": "sweep", "page": 0, "seed": run.seed, "alone": alone},
            **{"steps": job.steps, "of": [*job.of], "literals": dict(job.literals), "fed": [*job.arrays]},
            **{"memory": job.memory, "allow_read": [*job.allow_read], "backend": job.backend, "lowest": job.lowest},
            "weights": job.weights and weights_file(job.weights, number),
        }
        self.worker.send(data, run.source, [*job.arrays.values()])
        told = self._told.get()
        if not isinstance(told, Message):
            self.alive = False
            return None if told is None else _failed(job, DiagramError(told.message, block=told.block))
        if told.data["error"] is not None:
            return _failed(job, error_of(told.data["error"]))
        values, errors = told.data["found"]
        outcome = _failed(job, *map(error_of, errors))
        outcome.values[:, : len(values)] = np.array(values, np.float64).reshape(len(values), len(job.of)).T
        return outcome


def _failed(job: SweepJob, *errors: DiagramError) -> Outcome:
    return Outcome(np.full((len(job.of), job.steps), np.nan), errors)
