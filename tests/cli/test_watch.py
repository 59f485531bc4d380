"""Work in a thread of its own, and what its process's parent is told of it."""

from __future__ import annotations

import time

import pytest

from blocks.cli import supervise, watch


def test_the_parent_knows_the_time_limit_before_the_work_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """The work may be a kernel that lets the process do nothing more; a run went on for ever after such a start."""
    told: list[float] = []
    seen: list[list[float]] = []
    monkeypatch.setattr(supervise, "tell_limit", told.append)
    limit = time.monotonic() + 600
    watch.watched(lambda: seen.append(list(told)), until=limit)
    assert seen == [[limit]]
