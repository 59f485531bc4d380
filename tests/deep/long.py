"""The part ``long``: runs, and opening and closing, over and over: memory and open files do not grow."""

from __future__ import annotations

import ctypes
import gc
import json
import os
import tracemalloc
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from app.core.document import Document
from app.window.settings import Settings
from app.window.start import make_application, make_window
from blocks.cli.examples import example_texts
from blocks.diagram.file import loads
from blocks.run.session import Session
from tests.deep.finding import Finding

CASES = 100
MOST = 1024
"""Bytes that a repetition may leave behind."""
_WARM = 15


def run(seed: int, number: int) -> list[Finding]:
    """A task: many repetitions of one kind of work."""
    name = list(WORK)[number % len(WORK)]
    found = grown(WORK[name](), CASES)
    return [{"kind": "grows", "text": f"{name}: {each}", "where": name} for each in found]


def grown(work: Callable[[], None], times: int) -> list[str]:
    """What is more after so many repetitions than after some: memory of Python for each of them, and open files."""
    tracemalloc.start()
    try:
        for _ in range(_WARM):
            work()
        gc.collect()
        files, before = _open_files(), tracemalloc.get_traced_memory()[0]
        for _ in range(times):
            work()
        gc.collect()
        slope = (tracemalloc.get_traced_memory()[0] - before) / times
    finally:
        tracemalloc.stop()
    found = [f"{slope:,.0f} bytes more each time"] if slope > MOST else []
    if _open_files() > files:
        found.append(f"{_open_files() - files} files more are open")
    return found


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


def _tabs() -> Callable[[], None]:
    make_application()
    window = make_window(Settings())
    window.show()

    def work() -> None:
        window.files.open_example("a_times_b")
        QApplication.processEvents()
        window.close_front()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # no loop of events runs that would do it
        QApplication.processEvents()

    return work


def _broken() -> Callable[[], None]:
    text = json.dumps({"format": "gradblocks/1", "pages": [{"name": "main", "blocks": [{"id": "a"}] * 9}]})

    def work() -> None:
        try:
            loads(text)
        except Exception as error:
            str(error)

    return work


WORK: dict[str, Callable[[], Callable[[], None]]] = {
    "steps": _steps, "sessions": _sessions, "documents": _edits, "tabs": _tabs, "broken files": _broken,
}  # fmt: skip
