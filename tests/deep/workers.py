"""Workers that run cases and may crash, hang or eat memory: each is watched from outside, and replaced."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

CPU_LIMIT = 4.0
"""Seconds of processor time that a case may take; what passes on the clock depends on who else uses the machine."""
PART_LIMIT = 60.0
"""The same for a task of another part, which is many cases."""
WALL_LIMIT = 300.0
ADDRESS_SPACE = 3 << 30
RESIDENT = 1 << 30
_TICKS = os.sysconf("SC_CLK_TCK")


class Worker:
    """A process that runs the cases it is told, one by one."""

    def __init__(self) -> None:
        screen = {"QT_QPA_PLATFORM": "offscreen"}
        # Of the files that are left when it is killed; what it started may write yet.
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        places = {"TMPDIR": self._folder.name}
        environment = {**os.environ, **screen, **places, "OPENBLAS_NUM_THREADS": "1", "PYTHONFAULTHANDLER": "1"}
        self._said = tempfile.TemporaryFile()  # noqa: SIM115  # a pipe that nobody reads would fill up and stop it
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.deep.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            env=environment,
        )
        self.task: dict[str, Any] | None = None
        self.began = self.cpu_before = 0.0
        self.limit = CPU_LIMIT
        self._rest = b""
        assert self.process.stdout is not None
        self.output = self.process.stdout

    def give(self, task: dict[str, Any]) -> None:
        """Hand over the next case."""
        self.task, self.began, self.cpu_before = task, time.monotonic(), self._cpu()
        self.limit = CPU_LIMIT if "part" not in task else PART_LIMIT
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(task).encode() + b"\n")
        self.process.stdin.flush()

    def answer(self) -> list[dict[str, Any]] | None:
        """What there is to say about the case; None if it still runs. Called when something can be read, or is late."""
        data = os.read(self.output.fileno(), 1 << 16) if _has_more([self], 0) else None
        if data:
            self._rest += data
            if self._rest.endswith(b"\n"):
                findings, self._rest = json.loads(self._rest), b""
                if any(each["kind"] == "memory" for each in findings):
                    self.stop()  # the peak of the next case could not be told from this one
                return findings
            return None
        if data == b"":
            self.process.wait()
            self._said.seek(0)
            tail = self._said.read().decode(errors="replace")[-1500:]
            return [{"kind": "crash", "text": tail, "where": f"exit status {self.process.returncode}"}]
        if self._cpu() - self.cpu_before > self.limit or time.monotonic() - self.began > WALL_LIMIT:
            self.stop()
            return [{"kind": "slow", "text": f"more than {self.limit} s of processor time", "where": ""}]
        return None

    @property
    def alive(self) -> bool:
        """Whether it can take a further case."""
        return self.process.poll() is None

    def stop(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()
        for file in (self.process.stdin, self.process.stdout, self._said):
            if file is not None:
                file.close()
        self._folder.cleanup()

    def _cpu(self) -> float:
        try:
            with open(f"/proc/{self.process.pid}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / _TICKS


def _has_more(workers: Sequence[Worker], milliseconds: int) -> bool:
    """Whether one of them says something within a time; `select` would fail in a process with a thousand open files."""
    poll = select.poll()
    for worker in workers:
        poll.register(worker.output, select.POLLIN)
    return bool(poll.poll(milliseconds))


def run_all(
    tasks: Iterator[dict[str, Any]], count: int, report: Callable[[dict[str, Any], list[dict[str, Any]]], None]
) -> int:
    """Run all tasks in so many workers. Returns how many there were; ``report`` gets each with what was found."""
    workers = [Worker() for _ in range(count)]
    done = 0
    tasks_left = True
    try:
        while True:
            for i, worker in enumerate(workers):
                if worker.task is None and tasks_left:
                    task = next(tasks, None)
                    if task is None:
                        tasks_left = False
                        break
                    if not worker.alive:
                        worker.stop()
                        worker = workers[i] = Worker()
                    worker.give(task)
            busy = [w for w in workers if w.task is not None]
            if not busy:
                return done
            _has_more(busy, 500)
            for worker in busy:
                findings = worker.answer()
                if findings is not None and worker.task is not None:
                    report(worker.task, findings)
                    worker.task = None
                    done += 1
    finally:
        for worker in workers:
            worker.stop()
