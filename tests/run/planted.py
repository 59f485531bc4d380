"""A worker in which some kernels end the process, each in its way, and two go on for a minute."""

from __future__ import annotations

import ctypes
import os
import signal
import time
from collections.abc import Callable
from typing import Any

from blocks.library.index import find

PLANTED: dict[str, Callable[..., Any]] = {
    "Softsign": lambda *_: os.abort(),
    "Erf": lambda *_: ctypes.string_at(0),
    "Lgamma": lambda *_: os.kill(os.getpid(), signal.SIGFPE),
    "Digamma": lambda *_: os.kill(os.getpid(), signal.SIGBUS),
    "Cumsum": lambda *_, **__: os.kill(os.getpid(), signal.SIGILL),
    "Expm1": lambda *_: os.kill(os.getpid(), signal.SIGKILL),
    "Log1p": lambda *_: os._exit(3),
    "Sinh": lambda *_: time.sleep(60),
    "Erfc": lambda *_: 3**50_000_000,  # and lets no other thread run
}


def plant(begun: Callable[[], object] = lambda: None) -> None:
    """Put them into this process; ``begun`` is called when one begins."""

    def planted(kernel: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *given, **more: (begun(), kernel(*given, **more))

    for name, kernel in PLANTED.items():
        spec = find(name)
        assert spec is not None
        spec.kernel = planted(kernel)
        spec.ufunc = False
