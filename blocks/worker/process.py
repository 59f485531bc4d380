"""A worker process from its owner's side: messages in both directions, and its end."""

from __future__ import annotations

import atexit
import contextlib
import errno
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from io import FileIO
from pathlib import Path
from typing import IO, Any, cast

from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.document.data import Json, Page
from blocks.library.registry import current
from blocks.run.state import StepSnapshot
from blocks.worker.crash import PlanLines, crash, new_file
from blocks.worker.frames import Channel, Message
from blocks.worker.pages import difference, differences
from blocks.worker.results import Arrays, packed_values
from blocks.worker.state import PageSource, SavedState

HOME = Path(__file__).absolute().parents[2]
_PLANS = 64
_ENDING = 0.5
_spare: list[WorkerProcess] = []
_all: set[WorkerProcess] = set()


def program(module: str, *arguments: str) -> list[str]:
    """Return the command that calls ``main`` of a module with arguments."""
    code = f"import sys; sys.path.insert(0, sys.argv[1]); from {module} import main; sys.exit(main(sys.argv[2:]))"
    # -P: modules in the working folder, which may be a stranger's, are not imported.
    return [sys.executable, "-P", "-c", code, str(HOME), *arguments]


def connected(
    command: Sequence[str], errors: IO[bytes] | int, **environment: str
) -> tuple[subprocess.Popen[bytes], Channel]:
    """Start a process, and return it with the channel to it; ``errors`` is the file for its standard error."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        bufsize=0,
        env={**os.environ, **environment},
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    return process, Channel(cast("FileIO", process.stdout), cast("FileIO", process.stdin))


class WorkerProcess:
    """A worker process, with threads for writing and reading, so that large messages do not block the caller."""

    def __init__(self) -> None:
        """Start the process without waiting for it; raise OSError if the system cannot."""
        self._left = new_file()
        self._process, self._channel = connected(program("blocks.worker.server", *current().packages), self._left)
        self._outbox: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._pages: dict[int, Page] = {}
        self._composites: dict[int, tuple[Page, ...]] = {}
        self._plans: dict[int, PlanLines] = {}
        self._take: Callable[[Message], object] = _nothing
        self._gone: Callable[[DiagramError | None], object] = _nothing
        self._killed = False
        self._writer = threading.Thread(target=self._write, name="to the worker", daemon=True)
        self._reader = threading.Thread(target=self._read, name="from the worker", daemon=True)
        try:
            self._writer.start()
            self._reader.start()
        except RuntimeError as error:
            self._outbox.put(None)
            self._process.kill()
            self._process.wait()
            self._close_files()
            raise OSError(errno.EAGAIN, "no more threads can be started") from error
        _all.add(self)

    @property
    def id(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        return not self._killed and self._process.poll() is None

    @property
    def arriving(self) -> int:
        return self._channel.arriving

    def attend(self, take: Callable[[Message], object], gone: Callable[[DiagramError | None], object]) -> None:
        """Set the receivers of messages and of the end, called in the reader thread; no error if it was killed."""
        self._take, self._gone = take, gone

    def send(self, data: Mapping[str, Json], source: PageSource | None = None, arrays: Sequence[Array] = ()) -> None:
        """Send a message in the background; ``source`` updates the page of the number ``data["page"]``."""
        self._outbox.put(lambda: self._send(data, source, arrays))

    def restore(self, number: int, kept: SavedState) -> None:
        def send() -> None:
            arrays = Arrays()
            values = packed_values(StepSnapshot(kept.values, kept.steps), {}, arrays)
            data = {"kind": "restore", "page": number, "steps": kept.steps, "values": values}
            self._send(data, kept.source, arrays.listed)

        self._outbox.put(send)

    def forget_all(self) -> None:
        def send() -> None:
            self._pages.clear()
            self._composites.clear()
            self._send({"kind": "forget", "page": None, "all": True}, None, [])

        self._outbox.put(send)

    def _send(self, data: Mapping[str, Json], source: PageSource | None, arrays: Sequence[Array]) -> None:
        message: dict[str, Any] = dict(data)
        if source is not None:
            number = message["page"]
            message["change"] = difference(self._pages.get(number), source.page)
            message["composites"] = differences(self._composites.get(number, ()), source.composites)
            message["extra"], message["file"], message["inside"] = dict(source.extra), source.file, source.inside
            message["source_seed"] = source.seed
            message["source_renamed"] = [dict(each) for each in source.renamed]
            message["source_inner"] = {path: dict(values) for path, values in source.inner.items()}
            self._pages[number], self._composites[number] = source.page, source.composites
        self._channel.send(message, arrays)

    def _write(self) -> None:
        while (send := self._outbox.get()) is not None:
            try:
                send()
            except OSError:  # it is gone: the reader tells
                return

    def _read(self) -> None:
        fault: DiagramError | None = None
        while (message := self._channel.receive()) is not None:
            if message.data["kind"] == "plan":
                self._plans[message.data["number"]] = PlanLines(*message.data["lines"])
                if len(self._plans) > _PLANS:
                    del self._plans[next(iter(self._plans))]
                continue
            try:
                self._take(message)
            except Exception as error:  # a fault of the program; who waits must not wait for ever
                fault = DiagramError(f"the run ended with an internal error: {type(error).__name__}: {error}")
                self.kill()
                break
        status = self._process.wait()
        self._outbox.put(None)
        self._gone(fault if self._killed else crash(self._left, status, self._plans))

    def kill(self) -> None:
        """Kill the process; messages that it sent before still arrive."""
        self._killed = True
        self._process.kill()

    def close(self) -> None:
        self.attend(_nothing, _nothing)
        self.kill()
        self._outbox.put(None)
        self._reader.join()
        self._writer.join(_ENDING)
        self._close_files()
        _all.discard(self)

    def _close_files(self) -> None:
        for file in (self._process.stdin, self._process.stdout, self._left):
            with contextlib.suppress(OSError):
                if file is not None:
                    file.close()


def take_worker() -> WorkerProcess:
    """Return the spare worker or a new one; raise OSError if no process can be started."""
    while _spare:
        process = _spare.pop()
        if process.alive:
            return process
        process.close()
    return WorkerProcess()


def get_ready() -> None:
    if not _spare:
        with contextlib.suppress(OSError):
            _spare.append(WorkerProcess())


def give_back(worker: WorkerProcess) -> None:
    """Keep an idle worker as the spare one, or close it."""
    if _spare or not worker.alive:
        worker.close()
        return
    worker.attend(_nothing, _nothing)
    worker.forget_all()
    _spare.append(worker)


def close_all() -> None:
    _spare.clear()
    for each in list(_all):
        each.close()


atexit.register(close_all)


def _nothing(_given: object) -> None:
    pass
