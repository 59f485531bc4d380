"""Some kernels end their process, each in its way, and two go on for longer than anybody waits.

So a test needs no clock: what is stopped has ended, what is not stopped never does.
"""

from __future__ import annotations

import ctypes
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from blocks.library.index import find
from blocks.run import worker_process

_WORKER = (
    f"import sys; sys.path[:0] = [sys.argv[1], {str(Path(__file__).parents[2])!r}];"
    " from tests.run.planted import plant; plant(); from blocks.run.worker import main; main()"
)
PATIENCE = 300
"""Seconds after which nothing comes any more; only a failure takes as long."""
PLANTED: dict[str, Callable[..., Any]] = {
    "Softsign": lambda *_: os.abort(),
    "Erf": lambda *_: ctypes.string_at(0),
    "Lgamma": lambda *_: os.kill(os.getpid(), signal.SIGFPE),
    "Digamma": lambda *_: os.kill(os.getpid(), signal.SIGBUS),
    "Cumsum": lambda *_, **__: os.kill(os.getpid(), signal.SIGILL),
    "Expm1": lambda *_: os.kill(os.getpid(), signal.SIGKILL),
    "Log1p": lambda *_: os._exit(3),
    "Sinh": lambda *_: time.sleep(3600),
    "Erfc": lambda *_: 3**400_000_000,  # and lets no other thread run
}


def plant() -> None:
    """Put them into this process; once one begins there is the file that READY names in the environment."""

    def planted(kernel: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *given, **more: (Path(os.environ["READY"]).touch(), kernel(*given, **more))

    for name, kernel in PLANTED.items():
        spec = find(name)
        assert spec is not None
        spec.kernel = planted(kernel)
        spec.ufunc = False


def in_workers(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Path:
    """Put them into the workers that are started from now on; returns the file that is there once one begins."""
    ready = folder / "begun"
    monkeypatch.setenv("READY", str(ready))
    monkeypatch.setattr(worker_process, "_CODE", _WORKER)
    return ready


def wait_for(path: Path) -> None:
    """Wait until a file is there."""
    end = time.monotonic() + PATIENCE
    while not path.exists():
        assert time.monotonic() < end
        time.sleep(0.01)
