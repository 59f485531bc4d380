"""A process in which a saving is killed, or fails, at a chosen call: of the system by strace, or of Python's ``os``.

It reads tasks from standard input, a line of JSON each, and answers each with a line. A task is a saving, a folder in
which it has begun, and where the trap stands; it runs in a child of its own, so that a kill costs milliseconds.
"""

from __future__ import annotations

import gc
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from blocks.base.errors import DiagramError
from tests.reliability.savings import SAVINGS

STRACE = shutil.which("strace")
_MARK = "/the/saving/begins/here"
_CALL = re.compile(r"^(\d+ +)?(\w+)\(")
# Calls of Python's `os` that a saving makes.
_WARM: set[str] = set()
WRAPPED = ("open", "write", "fsync", "replace", "unlink", "close", "stat", "listdir", "fchmod", "fstat")


def main() -> None:
    """Serve until standard input ends."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    for line in sys.stdin:
        answers.write(json.dumps(_run(json.loads(line))) + "\n")
        answers.flush()


def _run(task: dict[str, Any]) -> dict[str, Any]:
    """The answer to a task: how the child ended, what it said, and with ``record`` the calls that it made."""
    if task["saving"] not in _WARM:
        _warm_up(task["saving"])
    said_from, said_to = os.pipe()
    go_from, go_to = os.pipe()
    child = os.fork()
    if not child:
        os.close(said_from)
        _save(task, go_from, said_to)
    os.close(said_to)
    tracer = _traced(child, task) if "strace" in task else None
    os.write(go_to, b"x")
    if "after" in task:
        time.sleep(task["after"])
        os.kill(child, signal.SIGKILL)
    said = _all(said_from)
    _, status = os.waitpid(child, 0)
    if tracer is not None:
        tracer.communicate()
    for handle in (go_from, go_to, said_from):
        os.close(handle)
    answer: dict[str, Any] = {"status": os.waitstatus_to_exitcode(status), "said": said.decode(errors="replace")}
    if task.get("record"):
        answer["calls"] = _recorded(Path(task["record"]))
    return answer


def _warm_up(name: str) -> None:
    """Import what a saving needs, so that the calls of its children are about its files only."""
    _WARM.add(name)
    with tempfile.TemporaryDirectory() as folder:
        SAVINGS[name].begin(Path(folder))
        SAVINGS[name].save(Path(folder))
    # Children that found garbage with threads would wait for those, which they do not have.
    gc.collect()
    gc.freeze()


def _save(task: dict[str, Any], go: int, said: int) -> None:
    """The child: waits until it is traced, saves, and says what went wrong. Does not return."""
    status = 3
    try:
        os.read(go, 1)
        saving, folder = SAVINGS[task["saving"]], Path(task["folder"])
        os.access(_MARK, os.F_OK)
        if "call" in task:
            _trap(*task["call"])
        saving.save(folder)
        status = 0
    except DiagramError as error:
        status = 1
        os.writev(said, [str(error).encode()])
    except BaseException as error:
        os.writev(said, [f"{type(error).__name__}: {error}".encode()])
    finally:
        os._exit(status)


def _traced(child: int, task: dict[str, Any]) -> subprocess.Popen[bytes]:
    """Let strace watch a child; returns once it does."""
    assert STRACE is not None
    output = task.get("record") or os.devnull
    command = [STRACE, "-f", "-o", output, "-p", str(child), *task["strace"]]
    tracer = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert tracer.stderr is not None
    line = tracer.stderr.readline()
    assert b"attached" in line, line
    return tracer


def _recorded(path: Path) -> list[tuple[str, int]]:
    """The calls of the saving itself, each with its number among those of its name in its thread, as strace counts."""
    counts: Counter[tuple[str, str]] = Counter()
    calls: dict[tuple[str, int], None] = {}
    begun = False
    for line in path.read_text(errors="replace").splitlines():
        call = _CALL.match(line)
        if call is None:
            continue
        thread, name = call.groups()
        counts[thread, name] += 1
        if begun:
            calls[name, counts[thread, name]] = None
        begun = begun or _MARK in line
    return list(calls)


def _trap(name: str, number: int, code: int | None) -> None:
    """Make a function of `os` die at its call of this number, or fail if there is a code."""
    real: Callable[..., Any] = getattr(os, name)
    calls = 0

    def trapped(*args: Any, **options: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls != number:
            return real(*args, **options)
        if code is not None:
            raise OSError(code, os.strerror(code))
        os.kill(os.getpid(), signal.SIGKILL)

    setattr(os, name, trapped)


def _all(handle: int) -> bytes:
    data = b""
    while piece := os.read(handle, 1 << 16):
        data += piece
    return data


if __name__ == "__main__":
    main()
