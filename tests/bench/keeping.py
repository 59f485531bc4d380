"""What keeping a run costs the editor (``python -m tests.bench keeping [EXAMPLE ...]``).

An example is run from a new session for some seconds, as the window runs it, with its run kept (curves, values, the
files on the disk) and without, in turns. Times are those of the processor in the process of the editor; the ratio is
what keeping adds, to how long the run took.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from app.core.document import Document
from app.core.recording.recorder import RunRecorder
from app.core.runs.results import ResultStore
from app.core.runs.runner import PageRunner
from app.window.start import make_application
from blocks.cli.examples import example_texts
from blocks.run.stepping import RunFrame
from blocks.worker.state import PageSource, SavedState
from tests.bench.measuring import Report, Row

EXAMPLES = ("vae", "small_cnn", "gpt")
SECONDS = 4.0
TURNS = 5


class _Nothing(RunRecorder):
    """Keeps nothing."""

    def begin(self, source: PageSource, fetch: Sequence[str], kept: SavedState | None) -> None:
        """Nothing."""

    def take(self, frame: RunFrame[Any]) -> None:
        """Nothing."""

    def end(self, good: bool, kept: SavedState | None, lost: str = "") -> None:
        """Nothing."""


def main(report: Report, names: Sequence[str]) -> None:
    """Measure and print."""
    app = make_application()
    for name in names or EXAMPLES:
        seconds: dict[str, list[float]] = {"without": [], "kept": []}
        took: list[float] = []
        for _ in range(TURNS):
            for way, kind in (("without", _Nothing), ("kept", RunRecorder)):
                used, wall = _run(app, name, kind)
                seconds[way].append(used)
                took.append(wall)
        for way, times in seconds.items():
            ratio = (min(times) - min(seconds["without"])) / min(took) if way == "kept" else None
            median = 1e3 * sorted(times)[len(times) // 2]
            report.add(Row(f"{name}, {SECONDS:g} s", way, median, 1e3 * min(times), ratio=ratio))


def _run(app: QApplication, name: str, kind: type[RunRecorder]) -> tuple[float, float]:
    """Seconds of the processor that the editor used in a run, and how long that took."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.gradblocks"
        path.write_text(example_texts()[name], encoding="utf-8")
        document = Document.open(path)
        runner = PageRunner(document, ResultStore(document), document)
        runner.recorder = kind(document, document)
        runner.recorder.home = Path(folder) / "runs"
        page = document.pages[0].name
        runner.run(page, 1)
        _wait(app, lambda: not runner.running)
        used, begun = time.process_time(), time.perf_counter()
        runner.run(page, None)
        _wait(app, lambda: time.perf_counter() - begun > SECONDS)
        runner.stop()
        _wait(app, lambda: not runner.running)
        wall = time.perf_counter() - begun
        runner.recorder.flush()
        used = time.process_time() - used
        runner.close()
        document.deleteLater()
        return used, wall


def _wait(app: QApplication, done: Callable[[], bool]) -> None:
    while not done():
        app.processEvents()
        time.sleep(0.004)
