"""The supervisor of a run with several processes: the run ends when one of them ends or hangs.

``gradblocks run --processes N`` starts N child processes of one parent. With ``--coordinator HOST:PORT --process I``,
each command starts the child with its number, on any number of machines. The children connect through JAX's distributed
runtime (`blocks.compile.jax.runtime`). A child that loses another one can only end, often by SIGABRT. The parent finds
and reports the cause: for its own children from the operating system, for the others from the runtime's last output.
"""

from __future__ import annotations

import io
import math
import os
import re
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, NoReturn

from blocks.cli.supervision import supervise

MOST = 64
LOST = 75
"""The exit status by which a child says that it lost another process: only its parent sees it."""
CONNECTING, JOINED = b"connecting\n", b"joined\n"
"""What a child tells: it looks for the others; it has found all of them."""

_LOOK = 0.5
"""Seconds after which the parent looks at its children although nothing has come from them."""
_STOPPED = 5.0
"""Seconds that a child may be stopped, as by SIGSTOP."""
_GRACE = 3.0
"""Seconds that the others have for an end of their own when one has failed by itself."""
_ROOM = 1 << 16
"""Bytes that are kept of what the runtime writes, the last ones."""
_LONGEST_TEXT = 1 << 20
"""Bytes that are kept of what a child says on standard error, the first ones."""
_UNHEALTHY = re.compile(rb"tasks are unhealthy[^\n]*\n([^\n]*)")
_ANEW = re.compile(rb"(\d+) unexpectedly tried to connect with a different incarnation")
_NOT_REACHED = re.compile(rb"failed to connect[^\n]*remote=\[([^\]]*)\]")
_COORDINATOR = re.compile(rb"Failed to send RPC|Socket closed|RPC: [^\n]*/(?:Heartbeat|PollForError)")
_FATAL = b"JAX distributed service detected fatal errors"
"""What the runtime writes before it ends its process: with the number of the other one, or the first is meant."""


class ProcessRequest(NamedTuple):
    """The processes that a command line requests: their number, the address of the first, and the own index.

    Without a coordinator all of them are started here.
    """

    processes: int
    coordinator: str | None = None
    process: int | None = None
    checkpoint: str | None = None


def asked(arguments: Sequence[str]) -> ProcessRequest | None:
    """Return the requested processes; None for a single process, or for options that the command's parser refuses."""
    if not any(each.partition("=")[0] == "--processes" for each in arguments):
        return None
    import argparse  # few runs need it here

    class PeerParser(argparse.ArgumentParser):
        def error(self, message: str) -> NoReturn:
            raise ValueError(message)

    parser = PeerParser(add_help=False, allow_abbrev=False)
    for name, kind in (("processes", int), ("process", int), ("coordinator", str), ("checkpoint", str)):
        parser.add_argument(f"--{name}", type=kind)
    parser.add_argument("--help", "-h", "--help-all", action="store_true")
    try:
        options = parser.parse_known_args([*arguments])[0]
    except ValueError:
        return None
    result = ProcessRequest(options.processes, options.coordinator, options.process, options.checkpoint)
    return None if options.help or result.processes == 1 or fault(result) is not None else result


def fault(given: ProcessRequest) -> str | None:
    processes, coordinator, process, _ = given
    if (coordinator is None) != (process is None):
        return "use --coordinator HOST:PORT and --process I together: each machine starts one process"
    if processes < 1 or (process is not None and not 0 <= process < processes):
        return f"--process: expected a number from 0 to {processes - 1}, got {process}"
    if coordinator is None:
        return f"--processes: expected at most {MOST} on one machine, got {processes}" if processes > MOST else None
    host, _, port = coordinator.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 1 << 16:
        return f"--coordinator: expected HOST:PORT, got {coordinator!r}"
    return None


class _Child:
    """A process of the run that is a child of this one; ``pipes`` has the function that receives the data, by file.

    ``status`` is the exit code (negative: a signal); None while it runs. ``stopped`` has the time and the signal of a
    stop, ``leaving`` the time when it began to end by itself. ``joined``: whether it has found the others; None before
    it looks.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.pid = 0
        self.pipes: dict[int, Callable[[bytes], None]] = {}
        self.status: int | None = None
        self.ended = 0.0
        self.killed = False
        self.stopped: tuple[float, str] | None = None
        self.log = self.text = b""
        self.joined: bool | None = None
        self.limit: float | None = None
        self.leaving: float | None = None

    def heard(self, data: bytes) -> None:
        for line in data.splitlines(keepends=True):
            if line == supervise.LEAVING:
                self.leaving = time.monotonic()
            elif line in (CONNECTING, JOINED):
                self.joined = line == JOINED
            else:
                self.limit = float(line)

    def logged(self, data: bytes) -> None:
        self.log = (self.log + data)[-_ROOM:]

    def said(self, data: bytes) -> None:
        self.text = (self.text + data)[:_LONGEST_TEXT]

    def send(self, number: int) -> None:
        if self.status is None:
            os.kill(self.pid, number)

    def reap(self) -> None:
        while self.status is None:
            there, status = os.waitpid(self.pid, os.WNOHANG | os.WUNTRACED | os.WCONTINUED)
            if not there:
                return
            if os.WIFSTOPPED(status):
                self.stopped = time.monotonic(), signal.Signals(os.WSTOPSIG(status)).name
            elif os.WIFCONTINUED(status):
                self.stopped = None
            else:
                self.status, self.ended = os.waitstatus_to_exitcode(status), time.monotonic()

    @property
    def has_lost(self) -> bool:
        """Return whether it ended because another process was lost."""
        return self.status == LOST or (self.status == -signal.SIGABRT and _FATAL in self.log)

    def what_happened(self, now: float) -> str | None:
        """Return the predicate for an external cause or a crash: a stop, or a signal. Otherwise None."""
        if self.stopped is not None and now - self.stopped[0] >= _STOPPED:
            return f"was stopped and did not continue ({self.stopped[1]})"
        if self.status is not None and self.status < 0 and not (self.killed or self.has_lost):
            return supervise.how_it_ended(-self.status)
        return None


def supervise_peers(arguments: list[str], given: ProcessRequest) -> int | None:
    """Start the children. Return None in a child, and the exit status in the parent.

    In a child, ``arguments`` are extended by its number.
    """
    coordinator = given.coordinator
    numbers = range(given.processes) if given.process is None else [given.process]
    if coordinator is None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            coordinator = f"127.0.0.1:{free.getsockname()[1]}"
    group = _Group(arguments, given._replace(coordinator=coordinator))
    for number in numbers:
        try:
            if group.start(number):
                if given.process is None:
                    arguments += ["--coordinator", coordinator, "--process", str(number)]
                return None
        except OSError as error:
            group.end()
            supervise.say(f"{group.called(number)} cannot be started: {error.strerror}", arguments)
            return 1
    return group.wait()


class _Group:
    def __init__(self, arguments: Sequence[str], given: ProcessRequest) -> None:
        self.given = given
        # Who has not the first one prints no results.
        self.arguments: Sequence[str] = () if given.process else arguments
        self.children: list[_Child] = []
        self.parent = os.getpid()
        self.signals, self.waking = (supervise.above_standard(end) for end in os.pipe())
        self.before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD)}
        supervise.note_signals(self.waking, signal.SIGCHLD)

    def called(self, number: int | str) -> str:
        return f"process {number} of {self.given.processes}"

    def start(self, number: int) -> bool:
        """Fork a child, and return whether this process is the child."""
        child = _Child(number)
        told, log, said = (tuple(map(supervise.above_standard, os.pipe())) for _ in range(3))
        child.pid = os.fork()
        if child.pid:
            for _, end in (told, log, said):
                os.close(end)
            child.pipes = {told[0]: child.heard, log[0]: child.logged, said[0]: child.said}
            self.children.append(child)
            return False
        signal.set_wakeup_fd(-1)
        for each, handler in self.before.items():
            signal.signal(each, handler)
        others = [file for other in self.children for file in other.pipes]
        for end in [self.signals, self.waking, told[0], log[0], said[0], *others]:
            os.close(end)
        local = self.given.process is None
        supervise.become_child(self.parent, told[1], local)
        _redirect(number == 0, said[1] if number and local else None, log[1])
        return True

    def end(self) -> None:
        for child in self.children:
            child.killed = child.status is None
            child.send(signal.SIGKILL)
        for child in self.children:
            if child.status is None:
                child.status = os.waitstatus_to_exitcode(os.waitpid(child.pid, 0)[1])

    def wait(self) -> int:
        asked: int | None = None
        forward = deadline = math.inf
        while any(child.status is None for child in self.children):
            came = self._hear(self.signals, max(0.0, min(_LOOK, forward - time.monotonic())))
            now = time.monotonic()
            for child in self.children:
                child.reap()
            if came and asked is None:
                asked, forward = came, now + supervise.FORWARD
                deadline = forward + supervise.PATIENCE
            if asked is not None and now >= forward:
                forward = math.inf
                for child in self.children:
                    child.send(asked)
            words = max((child.leaving + supervise.LAST_WORDS for child in self.children if child.leaving), default=0.0)
            if now >= max(words, self._deadline(now) if asked is None else deadline):
                break
        now = time.monotonic()
        happened = [(child.number, what) for child in self.children if (what := child.what_happened(now)) is not None]
        self.end()
        while self._hear(None, 0.0) is not None:
            pass
        if asked is not None:
            code = self.children[0].status or 0
            return code if code > 0 else supervise.end_as_asked(asked, self.arguments)
        if happened:
            number, what = happened[0]
            return self._lost(self.called(number), what)
        return self._status()

    def _hear(self, signals: int | None, seconds: float) -> int | None:
        """Read the available output of the children; return a received signal, 0, or None if there was nothing."""
        takes = {file: take for child in self.children for file, take in child.pipes.items()}
        files = [*takes, *([] if signals is None else [signals])]
        readable: list[int] = select.select(files, [], [], seconds)[0]
        result = 0
        for file in readable:
            data = os.read(file, _ROOM)
            if file == signals:
                result = next((each for each in data if each != signal.SIGCHLD), result)
            elif data:
                takes[file](data)
            else:
                os.close(file)
                for child in self.children:
                    child.pipes.pop(file, None)
        return result if readable else None

    def _deadline(self, now: float) -> float:
        """Return the time when all remaining children are killed."""
        if any(child.what_happened(now) is not None for child in self.children):
            return now
        failed = [child.ended + _GRACE for child in self.children if child.status]
        limits = [child.limit + supervise.PATIENCE for child in self.children if child.limit is not None]
        return min([*failed, *limits], default=math.inf)

    def _status(self) -> int:
        statuses = [child.status or 0 for child in self.children]
        if statuses[0] > 0 and statuses[0] != LOST:
            return statuses[0]  # the first one has said it
        for child, status in zip(self.children, statuses, strict=True):
            if 0 < status != LOST and status != supervise.TIME_LIMIT:
                said = child.text.decode("utf-8", "replace").strip() or f"ended with exit status {status}"
                supervise.say(f"{self.called(child.number)}: {said.removeprefix('gradblocks: ')}", self.arguments)
                return status
        if not any(statuses):
            return 0
        lost = [child for child in self.children if child.has_lost]
        if supervise.TIME_LIMIT in statuses or not lost:
            supervise.say("the time limit was reached", self.arguments)
            return supervise.TIME_LIMIT
        if lost[0].joined is False:
            supervise.say(self._not_found(lost[0]), self.arguments)
            return 1
        for child in lost:
            if again := _ANEW.search(child.log):
                return self._lost(self.called(int(again[1])), "was started a second time")
        numbers = sorted({number for child in lost for number in self._missed(child.log)})
        if numbers:
            return self._lost(self.called(" and ".join(map(str, numbers))), "ended or no longer answers")
        if address := _NOT_REACHED.search(lost[0].log):
            where = address[1].decode()
            return self._lost(self.called(lost[0].number), f"cannot reach another process at {where}")
        return self._lost(f"one of the other {self.given.processes - 1} processes", "ended or can no longer be reached")

    def _missed(self, log: bytes) -> list[int]:
        first_signal = [int(each) for text in _UNHEALTHY.findall(log) for each in re.findall(rb"\d+", text)]
        return first_signal or ([0] if _COORDINATOR.search(log) else [])

    def _not_found(self, child: _Child) -> str:
        where, count = self.given.coordinator, self.given.processes
        if b"INVALID_ARGUMENT" in child.log:
            return f"process 0 at {where} expects fewer than {count} processes, so process {child.number} cannot join"
        if b"ABORTED" in child.log or b"ALREADY_EXISTS" in child.log:
            return f"another process at {where} has the number {child.number}"
        if child.number == 0:
            return f"not all {count} processes connected to {where} in time"
        return f"process 0 was not found at {where} in time, or not all {count} processes connected to it"

    def _lost(self, which: str, what: str) -> int:
        supervise.say(f"{which} {what}{self._kept()}", self.arguments)
        return 1

    def _kept(self) -> str:
        folder = self.given.checkpoint
        if folder is None or not os.path.isdir(folder):
            return ""
        from blocks.run.checkpoints import latest  # only now is it needed

        step = latest(folder)
        if step is None:
            return ". No checkpoint was written"
        return f". {folder} holds a checkpoint of step {step:,}. Use --resume to continue from it"


def _redirect(results: bool, errors: int | None, log: int) -> None:
    """Send the child's Python output to its destination, and the output of libraries below Python to the log."""
    files = sys.stdout, sys.stderr
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for number, stream, file in ((1, files[0], None if results else nowhere), (2, files[1], errors)):
        if stream is None:  # pyright: ignore[reportUnnecessaryComparison]  # Python sets it so where it is closed
            continue
        stream.flush()
        where = os.fdopen(supervise.above_standard(os.dup(number if file is None else file)), "wb", number - 2)
        # What is said on standard error is there at once, whatever happens next.
        form: dict[str, Any] = {"encoding": stream.encoding, "errors": stream.errors, "write_through": number == 2}
        wrapper = io.TextIOWrapper(where, line_buffering=bool(stream.line_buffering), **form)
        setattr(sys, ("stdout", "stderr")[number - 1], wrapper)
    for number in (1, 2):
        os.dup2(log, number)
