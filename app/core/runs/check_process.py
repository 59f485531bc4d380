"""Page checks in another process: checking a large page would block the GUI for more than a frame."""

from __future__ import annotations

import queue

from blocks.base.errors import DiagramError
from blocks.base.language import tr
from blocks.document.data import Page
from blocks.worker.frames import Message
from blocks.worker.page_checks import PageInfo, unpacked
from blocks.worker.process import WorkerProcess, give_back, take_worker
from blocks.worker.results import error_of
from blocks.worker.state import PageSource


class CheckProcess:
    """A process that checks pages, one at a time. It is replaced when it dies.

    Pages and findings are sent as differences from the previous ones.
    """

    def __init__(self) -> None:
        self._process: WorkerProcess | None = None
        self._said: queue.SimpleQueue[Message | DiagramError | None] = queue.SimpleQueue()
        self._numbers: dict[str, int] = {}
        self._last: dict[int, PageInfo] = {}

    def start(self) -> None:
        if self._process is not None and self._process.alive:
            return
        if self._process is not None:
            self._process.close()
        self._said, self._last = queue.SimpleQueue(), {}
        self._process = take_worker()
        self._process.attend(self._said.put, self._said.put)

    def examine(self, page: Page, folder: str | None, asked: str | None, composites: tuple[Page, ...] = ()) -> PageInfo:
        """Check a page (blocking) as `blocks.worker.page_checks.examine`; raise DiagramError if the process ends."""
        assert self._process is not None
        number = self._numbers.setdefault(page.name, len(self._numbers))
        data = {"kind": "examine", "page": number, "folder": folder, "asked": asked}
        last = self._last.pop(number, None)
        self._process.send({**data, "fresh": last is None}, PageSource(page, {}, None, composites))
        said = self._said.get()
        if not isinstance(said, Message):
            raise said or DiagramError(tr("the check process was terminated"))
        if said.data["error"] is not None:
            raise error_of(said.data["error"])
        self._last[number] = info = unpacked(said.data["found"], page, asked, last)._replace(composites=composites)
        return info

    def stop(self) -> None:
        """Kill the process; a waiting `examine` raises."""
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            give_back(process)
