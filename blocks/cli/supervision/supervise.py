"""The supervisor of a run: it enforces Ctrl+C and the time limit even if a kernel blocks the whole process.

The run takes place in a child process. The child handles Ctrl+C, `kill` and its time limit itself and can report more
(`blocks.cli.supervision.interruptible`). If it cannot, because a kernel holds the interpreter lock, its parent ends it.
The child is forked before any imports, so that it costs almost nothing.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import time
from collections.abc import Sequence
from types import FrameType

FORWARD = 0.05
"""Seconds after which a child that did not end of a signal of its own gets it from its parent."""
PATIENCE = 0.15
"""Seconds that a child then has until its last words, and behind its time limit; it needs some milliseconds of them."""
LAST_WORDS = 1.0
TIME_LIMIT = 124
ASKED_TO_END = {signal.SIGINT: ("interrupted", 130), signal.SIGTERM: ("terminated", 143)}

LEAVING = b"leaving\n"
_parent: int | None = None
_to_parent = -1
_local = False


class _Asked(Exception):
    """The process got a signal."""


def supervise(arguments: Sequence[str]) -> int | None:
    """Fork a child for the run. Return None in the child or if that fails, and the exit status in the parent."""
    parent = os.getpid()
    try:
        reading, writing, signals, waking = (above_standard(end) for _ in range(2) for end in os.pipe())
        child = os.fork()
    except OSError:  # too many processes or open files
        return None
    if child == 0:
        for end in (reading, signals, waking):
            os.close(end)
        become_child(parent, writing)
        return None
    os.close(writing)
    note_signals(waking)
    try:
        try:
            ended = _wait(child, reading, signals=signals)
            if ended is None:
                os.kill(child, signal.SIGKILL)
                say("the time limit was reached", arguments)
                return TIME_LIMIT
            return _status(ended, arguments)
        except _Asked as asked:
            number = asked.args[0]
        ended = _wait(child, reading, FORWARD)
        if ended is None:
            os.kill(child, number)
            ended = _wait(child, reading, PATIENCE)
        if ended is not None and not os.WIFSIGNALED(ended):
            return _status(ended, arguments)
        if ended is None:
            os.kill(child, signal.SIGKILL)
        return end_as_asked(number, arguments)
    finally:
        os.close(reading)


def above_standard(file: int) -> int:
    """Move a file to a number that no standard stream has: these may be closed, and their numbers free."""
    import fcntl  # where processes are made by forking, there is this

    result = fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, 3)
    os.close(file)
    return result


def become_child(parent: int, to_parent: int, local: bool = False) -> None:
    """Note the parent of this child, and the pipe for messages to it; ``local``: it has siblings."""
    global _parent, _to_parent, _local
    _parent, _to_parent, _local = parent, to_parent, local


def has_parent() -> bool:
    return _parent is not None


def is_local() -> bool:
    return _local


def tell_limit(until: float) -> None:
    tell(f"{until}\n".encode())


def is_orphan() -> bool:
    return _parent is not None and os.getppid() != _parent


def tell(what: bytes) -> None:
    if _parent is not None:
        with contextlib.suppress(OSError):
            os.write(_to_parent, what)


def note_signals(waking: int, *more: int) -> None:
    """Write the numbers of signals to a pipe, with no other effect: a second one may come at any point."""
    os.set_blocking(waking, False)
    signal.set_wakeup_fd(waking, warn_on_full_buffer=False)
    for number in (signal.SIGINT, signal.SIGTERM, *more):
        signal.signal(number, _go_on)


def _go_on(_number: int, _frame: FrameType | None) -> None:
    """Do nothing, because the wakeup pipe has the number of the signal."""


def _wait(child: int, reading: int, seconds: float | None = None, signals: int | None = None) -> int | None:
    """Return the wait status of the child, None if it did not end in time; raise _Asked on a signal."""
    end = None if seconds is None else time.monotonic() + seconds
    while True:
        left = None if end is None else max(0.0, end - time.monotonic())
        readable = select.select([reading] if signals is None else [reading, signals], [], [], left)[0]
        if not readable:
            return None
        if signals in readable:
            raise _Asked(os.read(signals, 1)[0])
        said = os.read(reading, 64)
        if not said:  # it closed its end by ending
            return os.waitpid(child, 0)[1]
        if said.endswith(LEAVING):
            end = time.monotonic() + LAST_WORDS
        elif seconds is None:
            end = float(said) + PATIENCE


def end_as_asked(number: int, arguments: Sequence[str]) -> int:
    said, status = ASKED_TO_END[signal.Signals(number)]
    say(said, arguments)
    return status


def _status(ended: int, arguments: Sequence[str]) -> int:
    number = os.waitstatus_to_exitcode(ended)
    if number >= 0:
        return number
    if -number in ASKED_TO_END:  # it was sent to both, and came before the child heeded it
        return end_as_asked(-number, arguments)
    say(f"the run {how_it_ended(-number)}", arguments)
    return 1


def how_it_ended(number: int) -> str:
    killed = number == signal.SIGKILL
    why = (
        "was killed by another program or because memory ran out"
        if killed
        else "crashed or was ended by another program"
    )
    return f"{why} ({signal.Signals(number).name})"


def say(what: str, arguments: Sequence[str]) -> None:
    with contextlib.suppress(OSError):  # standard error may be closed
        os.write(2, f"gradblocks: {what}\n".encode())
    if "--json" in arguments and _is_read():
        from blocks.base.errors import DiagramError
        from blocks.cli import output
        from blocks.cli.results import json_pieces

        output.write_pieces(json_pieces(None, 0, {}, [DiagramError(what)]))


def _is_read() -> bool:
    """Return whether standard output accepts data without blocking."""
    try:
        return bool(select.select([], [1], [], PATIENCE)[1])
    except OSError:  # it may be closed
        return False
