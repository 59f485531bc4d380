"""How long it takes until a run is stopped in the midst of a kernel: in the editor, and by Ctrl+C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication

from app.core.document import Document
from app.core.runs.results import ResultStore
from app.core.runs.runner import PageRunner
from blocks.worker import process as worker_process
from tests.cli.conftest import ENVIRONMENT, write
from tests.cli.test_supervise import IN_KERNEL, PROGRAM
from tests.run.pages import block, const, diagram, variable
from tests.run.planted import in_workers, wait_for

BUDGETS = {"editor": 200.0, "Ctrl+C": 500.0}
"""Milliseconds."""


def main(count: int) -> None:
    """Stop so many runs in each way, half of them in a kernel that lets no other thread run, and print the times."""
    with tempfile.TemporaryDirectory() as folder:
        for name, measure in (("editor", _editor), ("Ctrl+C", _command)):
            for kind, type_ in IN_KERNEL.items():
                times = sorted(measure(Path(folder), type_, max(1, count // 2)))
                shown = ", ".join(f"{what} {times[int(part * (len(times) - 1))]:.0f}" for what, part in _PARTS.items())
                over = sum(each > BUDGETS[name] for each in times)
                print(
                    f"{name}, {kind}: {len(times)} stops, ms: {shown}; budget {BUDGETS[name]:.0f}: {over} over",
                    flush=True,
                )


_PARTS = {"p50": 0.5, "p99": 0.99, "worst": 1.0}


def _editor(folder: Path, type_: str, count: int) -> list[float]:
    app = QApplication.instance() or QApplication(["bench", "-platform", "offscreen"])
    page = diagram([variable("v", 0.0), const("one", 1.0), block("up", "AssignAdd"), block("long", type_)],
                   "v.ref>up.ref one.output>up.value up.output_ref>long.x")  # fmt: skip
    with pytest.MonkeyPatch.context() as patch:
        worker_process.close_all()
        ready = in_workers(patch, folder)
        document = Document(page)
        runner = PageRunner(document, ResultStore(document), document)
        times: list[float] = []

        def until(done: Callable[[], bool]) -> None:
            while not done():
                app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 10)

        for _ in range(count):
            ready.unlink(missing_ok=True)
            runner.run("main", None)
            until(ready.exists)
            begun = time.perf_counter()
            runner.stop()
            until(lambda: not runner.running)
            times.append((time.perf_counter() - begun) * 1e3)
        runner.close()
        worker_process.close_all()
    return times


def _command(folder: Path, type_: str, count: int) -> list[float]:
    blocks = [{"id": "v", "type": "Variable", "values": {"initvalues": 1.0}}, {"id": "it", "type": type_}]
    file, ready = write(folder / "page.gradblocks", blocks, [["v.ref", "it.x"]]), folder / "begun"
    times: list[float] = []
    for _ in range(count):
        ready.unlink(missing_ok=True)
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, "run", str(file)],
            stderr=subprocess.DEVNULL,
            env={**ENVIRONMENT, "READY": str(ready)},
        )
        wait_for(ready)
        begun = time.perf_counter()
        os.kill(process.pid, signal.SIGINT)
        assert process.wait() == 130
        times.append((time.perf_counter() - begun) * 1e3)
    return times
