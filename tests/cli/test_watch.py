"""Work in a thread of its own, and what its process's parent is told of it."""

from __future__ import annotations

import gc
import time
from pathlib import Path

import pytest

from blocks.cli.supervision import interruptible, supervise

STATUS = Path("/proc/self/status")


def test_the_parent_knows_the_time_limit_before_the_work_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """The work may be a kernel that lets the process do nothing more; a run went on for ever after such a start."""
    told: list[float] = []
    seen: list[list[float]] = []
    monkeypatch.setattr(supervise, "tell_limit", told.append)
    limit = time.monotonic() + 600
    interruptible.watched(lambda: seen.append(list(told)), until=limit)
    assert seen == [[limit]]


@pytest.mark.skipif(not STATUS.exists(), reason="asks Linux how many addresses are taken")
def test_a_thread_leaves_no_stack_behind() -> None:
    """From Python 3.13 on one that nobody joins keeps its stack until the collector comes by."""

    def addresses() -> int:
        """MiB of addresses that this process has taken."""
        [line] = [each for each in STATUS.read_text().splitlines() if each.startswith("VmSize")]
        return int(line.split()[1]) >> 10

    def fail() -> None:
        try:
            raise ValueError
        except ValueError as error:
            kept.append(error)  # with the frames that it went through, which hold the thread

    kept: list[ValueError] = []
    interruptible.watched(fail)
    before = addresses()
    gc.disable()
    try:
        for _ in range(40):
            interruptible.watched(fail)
        assert addresses() < before + 100  # of 8 MiB each
    finally:
        gc.enable()
