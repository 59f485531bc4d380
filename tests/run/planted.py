"""Processes in which a kernel, a shape rule or a gradient rule of some types aborts, hangs or is wrong: as a test says.

What is planted is written ``what:type``. ``kernel``, ``shape`` and ``gradient`` abort there; ``late`` does in the
kernel from its third call on, ``thread`` only on another thread than the main one, ``actual`` in the shape rule once it
is asked about arrays, ``listed`` where a plan calls it from a list. The other words for kernels say how one ends its
process, or that it goes on for longer than anybody waits: ``hang``, and ``lock``, which lets no other thread run.
``half`` gives half of the gradient.

So a test needs no clock: what is stopped has ended, what is not stopped never does.
"""

from __future__ import annotations

import ctypes
import itertools
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from blocks.compile import memory
from blocks.compile.memory import Small, small_call
from blocks.graph.call_info import ActualCall
from blocks.graph.graph import Node
from blocks.graph.spec import Rule
from blocks.library.index import find
from blocks.worker import process as worker_process

PATIENCE = 300
"""Seconds after which nothing comes any more; only a failure takes as long."""
KERNELS = (
    "kernel:Softsign", "fault:Erf", "SIGFPE:Lgamma", "SIGBUS:Digamma", "SIGILL:Cumsum", "SIGKILL:Expm1", "exit:Log1p",
    "hang:Sinh", "lock:Erfc",
)  # fmt: skip
"""One of each sort."""
_ROOT = str(Path(__file__).parents[2])
_ACTS: dict[str, Callable[[], object]] = {
    "fault": lambda: ctypes.string_at(0),
    "exit": lambda: os._exit(3),
    "hang": lambda: time.sleep(3600),
    "lock": lambda: 3**400_000_000,
}


def in_workers(monkeypatch: pytest.MonkeyPatch, folder: Path, *planted: str) -> Path:
    """Plant something in the workers that are started from now on; a sort of each, if nothing is said.

    Returns:
        The file that is there once one of these kernels does what it shall.
    """
    worker_process.close_all()
    ready = folder / "begun"
    monkeypatch.setenv("READY", str(ready))
    code = (
        f"import sys; sys.path.insert(0, {_ROOT!r}); from tests.run.planted import plant;"
        f" plant(*{planted or KERNELS!r}); from blocks.worker.server import main; main()"
    )

    def program(*_: str) -> list[str]:
        return [sys.executable, "-P", "-c", code]

    monkeypatch.setattr(worker_process, "program", program)
    return ready


def plant(*planted: str) -> None:
    """Plant it in this process; READY in the environment names the file."""
    for each in planted:
        what, _, name = each.partition(":")
        spec = find(name)
        assert spec is not None, name
        if what == "shape":
            spec.shape_rule, spec.forms = _abort, None
        elif what == "actual":
            rule = spec.shape_rule
            assert rule is not None
            spec.shape_rule = lambda call, rule=rule: _abort() if isinstance(call, ActualCall) else rule(call)
        elif what == "listed":
            memory.small_call = _aborting(name)
        elif what in ("gradient", "half"):
            assert spec.rule is not None
            build = spec.rule.build
            spec.rule = Rule(spec.rule.inputs, _abort if what == "gradient" else _halved(build))
        else:
            spec.ufunc, spec.in_place = False, None
            spec.kernel = _spoilt(spec.kernel, what)


def _spoilt(kernel: Callable[..., Any], what: str) -> Callable[..., Any]:
    calls = itertools.count(1)

    def spoilt(*args: Any, **given: Any) -> Any:
        call = next(calls)
        if what == "thread" and threading.current_thread() is threading.main_thread():
            time.sleep(PATIENCE)  # so that there is work left for the other one, however late it comes
        elif what != "late" or call >= 3:
            Path(os.environ["READY"]).touch()
            if what.startswith("SIG"):
                os.kill(os.getpid(), signal.Signals[what])
            _ACTS.get(what, os.abort)()
        return kernel(*args, **given)

    return spoilt


def _abort(*_given: Any) -> Any:
    os.abort()


def _aborting(name: str) -> Callable[[Node], Small | None]:
    def aborting(node: Node) -> Small | None:
        small = small_call(node)
        return small._replace(function=_abort) if small is not None and node.type.name == name else small

    return aborting


def _halved(build: Callable[..., Any]) -> Callable[..., Any]:
    def halved(*given: Any) -> Any:
        return build(*given) * 0.5

    return halved


def wait_for(path: Path) -> None:
    """Wait until a file is there."""
    end = time.monotonic() + PATIENCE
    while not path.exists():
        assert time.monotonic() < end
        time.sleep(0.01)
