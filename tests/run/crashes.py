"""Workers in which a kernel, a shape rule or a gradient rule of some types aborts, hangs or is wrong: as a test says.

What is planted is written ``what:type``. ``kernel``, ``shape`` and ``gradient`` abort there; ``late`` does in the
kernel from its third call on, ``thread`` only on another thread than the main one, ``actual`` in the shape rule once it
is asked about arrays. ``hang`` stays in the kernel, ``half`` gives half of the gradient.
"""

from __future__ import annotations

import itertools
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from blocks.graph.calls import ActualCall
from blocks.graph.spec import Rule
from blocks.library.index import find
from blocks.run import worker_process
from tests.run.planted import PATIENCE

_ROOT = str(Path(__file__).parents[2])


def in_workers(monkeypatch: pytest.MonkeyPatch, folder: Path, *planted: str) -> Path:
    """Plant something in the workers that are started from now on; returns the file that is there once one hangs."""
    worker_process.close_all()
    ready = folder / "begun"
    monkeypatch.setenv("READY", str(ready))
    code = (
        f"import sys; sys.path[:0] = [sys.argv[1], {_ROOT!r}]; from tests.run.crashes import plant; plant({planted!r});"
        " from blocks.run.worker import main; main()"
    )
    monkeypatch.setattr(worker_process, "_CODE", code)
    return ready


def plant(planted: tuple[str, ...]) -> None:
    """Plant it in this process."""
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
        elif what in ("gradient", "half"):
            assert spec.rule is not None
            build = spec.rule.build
            spec.rule = Rule(spec.rule.inputs, _abort if what == "gradient" else _halved(build))
        else:
            spec.ufunc = False
            for form in ("kernel", "fills", "plain"):
                kernel = getattr(spec, form)
                setattr(spec, form, None if kernel is None else _spoilt(kernel, what))


def _spoilt(kernel: Callable[..., Any], what: str) -> Callable[..., Any]:
    calls = itertools.count(1)

    def spoilt(*args: Any, **given: Any) -> Any:
        call = next(calls)
        if what == "hang":
            Path(os.environ["READY"]).touch()
            time.sleep(3600)
        if what == "thread" and threading.current_thread() is threading.main_thread():
            time.sleep(PATIENCE)  # so that there is work left for the other one, however late it comes
        elif what != "late" or call >= 3:
            _abort()
        return kernel(*args, **given)

    return spoilt


def _abort(*_given: Any) -> Any:
    os.abort()


def _halved(build: Callable[..., Any]) -> Callable[..., Any]:
    def halved(*given: Any) -> Any:
        return build(*given) * 0.5

    return halved
