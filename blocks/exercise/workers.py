"""Processes that grade hand-ins one after the other, limited in time and memory, so that no hand-in can do harm."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from blocks.base.errors import DiagramError
from blocks.document.file_kinds import open_ours
from blocks.exercise.grading import TOO_LARGE, Grade, grade, graded, verify
from blocks.exercise.model import Exercise, read_exercise
from blocks.worker.frames import Channel, to_owner
from blocks.worker.process import connected, program

_BESIDE = 1 << 30
"""Bytes of address space that a worker may take beside the tensors, for example to read a file."""
_LARGEST = 16 << 20
"""Bytes of a hand-in, so that the time to read one is short."""
_PREPARING = 60.0
"""Seconds that a worker may take at least to get ready, including the runs of the solutions."""


def grade_files(
    path: str, exercise: Exercise, files: Sequence[str], seed: int, seconds: float, memory: int, jobs: int
) -> list[Grade]:
    """Return the grades of hand-ins, in order.

    Args:
        seconds: the time limit for all checks of a hand-in.
        memory: the largest number of bytes of all tensors of a run.

    Raises:
        DiagramError: the exercise is broken, or no process can be started.
    """
    workers: list[_Worker] = []
    own = threading.local()

    def graded_file(file: str) -> Grade:
        if not (hasattr(own, "worker") and own.worker.alive):
            own.worker = _Worker(path, seed, seconds, memory, workers)
        return own.worker.grade(exercise, file)

    pool = ThreadPoolExecutor(jobs)
    try:
        return [*pool.map(graded_file, files)]
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for each in workers:
            each.kill()


class _Worker:
    def __init__(self, path: str, seed: int, seconds: float, memory: int, among: list[_Worker]) -> None:
        """Start a process, and wait until it is ready; raise DiagramError if the exercise is broken."""
        self._seconds = seconds
        try:
            command = program("blocks.exercise.workers", path, str(seed), str(memory))
            alone = {"OPENBLAS_NUM_THREADS": "1", "GRADBLOCKS_THREADS": "1"}
            self._process, self._channel = connected(command, subprocess.DEVNULL, **alone)
        except OSError as error:
            raise DiagramError(f"no worker process can be started: {error.strerror}") from None
        self._late = False
        among.append(self)
        result = self._within(max(_PREPARING, seconds), self._channel.receive)
        if result is None:
            why = "do not end" if self._late else "end the process"
            raise DiagramError(f"the solutions of the exercise {why}", hint="run them with `gradblocks run`")
        if result.data["error"]:
            raise DiagramError(result.data["error"])

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        with self._process:  # it waits for the end, and closes the pipes
            self._process.kill()

    def grade(self, exercise: Exercise, file: str) -> Grade:
        reasons: dict[int, str] = {}
        reason = self._within(self._seconds, lambda: self._follow(file, reasons))
        if reason is None:
            limit = f"The grading did not end within the time limit of {self._seconds:g} s."
            reason = limit if self._late else "The run crashed, or it needs more memory than the grader allows."
        return graded(exercise.checks, reasons, reason)

    def _follow(self, file: str, reasons: dict[int, str]) -> str | None:
        with contextlib.suppress(OSError):
            self._channel.send({"file": file, "seconds": self._seconds})
        while (message := self._channel.receive()) is not None:
            if message.data["index"] is None:
                return message.data["reason"]
            reasons[message.data["index"]] = message.data["reason"]
        return None

    def _within(self, seconds: float, work: Callable[[], Any]) -> Any:
        """Return the result of ``work``; None if it does not end in time or the process ends, which is killed then."""
        timer = threading.Timer(seconds, self._end)
        timer.start()
        result = work()
        timer.cancel()
        if result is None:
            self.kill()
        return result

    def _end(self) -> None:
        self._late = True
        self._process.kill()


def main(arguments: Sequence[str]) -> None:
    """Grade the files that arrive on standard input with an exercise."""
    path, seed, memory = arguments[0], int(arguments[1]), int(arguments[2])
    channel, _ = to_owner()
    try:
        exercise = read_exercise(path, for_student=True)  # the owner has refused it otherwise
        verify(exercise, seed)
    except DiagramError as broken:
        channel.send({"error": str(broken)})
        return
    channel.send({"error": ""})
    _limit_memory(memory)
    while (message := channel.receive()) is not None:
        with contextlib.suppress(AttributeError, ValueError, OverflowError):  # a system without alarms
            signal.alarm(int(message.data["seconds"]) + 10)  # the owner, which ends this process, may be gone
        channel.send({"index": None, "reason": _graded(exercise, message.data["file"], seed, memory, channel)})


def _graded(exercise: Exercise, file: str, seed: int, memory: int, channel: Channel) -> str:
    """Send the result of each check. Return a reason for those that have none."""
    if os.path.islink(file) or not os.path.isfile(file):
        return "The file is missing or not an ordinary file."
    if os.path.getsize(file) > _LARGEST:
        return f"The file has more than {_LARGEST:,} bytes, the limit of a hand-in."
    try:
        hand_in = open_ours(file)
        grade(exercise, hand_in, seed, memory, lambda index, reason: channel.send({"index": index, "reason": reason}))
    except DiagramError as error:
        return f"The file cannot be read: {error.message}."
    except Exception as error:
        return TOO_LARGE if isinstance(error, MemoryError) else f"The file cannot be read: {type(error).__name__}."
    return ""


def _limit_memory(memory: int) -> None:
    try:
        import resource

        used = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
        limit = used + memory + _BESIDE
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    except (ImportError, OSError, ValueError):  # a system without such limits
        pass
