"""The checkpoint of a sweep: the values of its finished runs, in a file each."""

from __future__ import annotations

import hashlib
import os

from blocks.base.budget import Memory
from blocks.base.errors import DiagramError, UsageError
from blocks.base.types import Array
from blocks.cli.sweep.settings import Grid
from blocks.document.data import Document
from blocks.document.model import Diagram
from blocks.run import archives
from blocks.worker.sweep import SweepJob


class KeptRuns:
    """The finished runs in a folder. Each name is a digest of all that determines a run, except the files it reads."""

    def __init__(self, folder: str, grid: Grid, job: SweepJob) -> None:
        try:
            os.makedirs(folder, exist_ok=True)
        except OSError as error:
            raise UsageError(f"--checkpoint: the folder cannot be made: {error.strerror}", file=folder) from None
        self._folder, self._grid, self._job = folder, grid, job
        fed = [(name, each.dtype.str, each.shape, each.tobytes()) for name, each in job.arrays.items()]
        self._of_job = repr((job.steps, job.of, job.literals, fed, job.backend)).encode()

    def _path(self, index: int) -> str:
        source, seed = self._grid.runs[index]
        text = Diagram(Document("", (source.page,), {}, source.composites)).dumps()
        whole = self._of_job + repr((text, source.inner, seed)).encode()
        return os.path.join(self._folder, f"{hashlib.sha256(whole).hexdigest()[:32]}.npz")

    def values(self, index: int) -> Array | None:
        """Return the recorded scalars of a run [names, steps], or None if it has to run."""
        try:
            values = archives.load(self._path(index), Memory.of(None))["values"]
        except (DiagramError, KeyError):
            return None
        return values if values.shape == (len(self._job.of), self._job.steps) else None

    def add(self, index: int, values: Array) -> None:
        archives.write(self._path(index), {"values": values})
