"""The part ``long``: runs, and opening and closing, over and over: memory and open files do not grow."""

from __future__ import annotations

import ctypes
import gc
import json
import os
import time
import tracemalloc
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from app.core.document import Document
from app.window.settings import Settings
from app.window.start import make_application, make_window
from app.window.window import MainWindow
from blocks.cli.examples import example_texts
from blocks.document.file import loads
from blocks.document.model import Diagram
from blocks.run.session import Session
from tests.deep.finding import Finding

CASES = 100
MOST = 1024
"""Bytes that a repetition may leave behind."""
_WARM = 5
_TRIES = 8
_PATIENCE = 300
"""Seconds after which nothing comes any more; only a failure takes as long."""


def run(seed: int, number: int) -> list[Finding]:
    """A task: many repetitions of one kind of work."""
    name = list(WORK)[number % len(WORK)]
    problems = grown(WORK[name](), CASES)
    return [{"kind": "grows", "text": f"{name}: {each}", "where": name} for each in problems]


def grown(work: Callable[[], None], times: int) -> list[str]:
    """What is more after so many repetitions than before: memory of Python for each of them, and open files.

    Where it is more they are done again, some times: what fills up once (caches, pools) comes to an end.
    """
    tracemalloc.start()
    try:
        for _ in range(_WARM):
            work()
        problems = [""]
        for _ in range(_TRIES):
            problems = _more_after(work, times)
            if not problems:
                break
    finally:
        tracemalloc.stop()
    return problems


def _more_after(work: Callable[[], None], times: int) -> list[str]:
    gc.collect()
    files, before = _open_files(), tracemalloc.get_traced_memory()[0]
    for _ in range(times):
        work()
    gc.collect()
    slope = (tracemalloc.get_traced_memory()[0] - before) / times
    problems = [f"{slope:,.0f} bytes more each time"] if slope > MOST else []
    if _open_files() > files:
        problems.append(f"{_open_files() - files} files more are open")
    return problems


def _open_files() -> int:
    return len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else 0


class _Heap(ctypes.Structure):
    """The ten sizes that `mallinfo2` tells."""

    _fields_ = (("sizes", ctypes.c_size_t * 10),)


def heap() -> int:
    """Bytes that are in use of what C and C++ took from the system's library; 0 where it does not tell."""
    try:
        asked = ctypes.CDLL(None).mallinfo2
    except (AttributeError, OSError, TypeError):
        return 0
    asked.restype = _Heap
    sizes = asked().sizes
    return sizes[4] + sizes[7]  # in pieces of their own, and within what was taken for many


def _steps() -> Callable[[], None]:
    session = Session(loads(example_texts()["gradient_descent"]))

    def work() -> None:
        session.run()

    return work


def _sessions() -> Callable[[], None]:
    def work() -> None:
        Session(loads(example_texts()["a_times_b"])).run()

    return work


def _edits() -> Callable[[], None]:
    def work() -> None:
        document = Document(loads(example_texts()["a_times_b"]))
        document.diagram.dumps()

    make_application()
    return work


def _window() -> MainWindow:
    make_application()
    window = make_window(Settings())
    window.show()
    return window


def _run_to_its_end(window: MainWindow) -> None:
    tab = window.tab
    assert tab is not None
    store = tab.engine.store
    before = store.steps.get(tab.page_name, 0)
    window.commands.trigger("run.run")
    end = time.monotonic() + _PATIENCE
    while tab.engine.running:
        assert time.monotonic() < end
        QApplication.processEvents()
        time.sleep(0.001)
    assert store.steps[tab.page_name] == before + 1


def _tabs(*, run: bool) -> Callable[[], None]:
    window = _window()

    def work() -> None:
        window.files.open_example("a_times_b")
        QApplication.processEvents()
        if run:
            _run_to_its_end(window)
        window.close_front()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # no loop of events runs that would do it
        QApplication.processEvents()

    return work


def _runs() -> Callable[[], None]:
    window = _window()
    diagram = Diagram()
    diagram.add_page("main").add("Const", val=[1.0, 2.0])  # no scalar: of those some steps are kept, for their curves
    window.add_document(Document(diagram))
    return partial(_run_to_its_end, window)


def _broken() -> Callable[[], None]:
    text = json.dumps({"format": "gradblocks/1", "pages": [{"name": "main", "blocks": [{"id": "a"}] * 9}]})

    def work() -> None:
        try:
            loads(text)
        except Exception as error:
            str(error)

    return work


WORK: dict[str, Callable[[], Callable[[], None]]] = {
    "steps": _steps, "sessions": _sessions, "documents": _edits, "broken files": _broken,
    "tabs": lambda: _tabs(run=False), "runs": _runs, "runs in tabs of their own": lambda: _tabs(run=True),
}  # fmt: skip
