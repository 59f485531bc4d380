"""Disks that take nothing, and what is left when the process ends."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from app.core.recovery import journal as journals
from app.core.recovery.journal import OrphanedJournal, find


class Disk:
    """The module `os`, as the journal sees it, with calls that do something else."""

    def __init__(self, calls: dict[str, Callable[..., Any]]) -> None:
        self._calls = calls

    def __getattr__(self, name: str) -> Any:
        return self._calls.get(name) or getattr(os, name)


@contextmanager
def failing(calls: str, error: int) -> Generator[None]:
    """Calls of the system that fail, where the journal makes them."""

    def fails(*_given: Any, **_more: Any) -> None:
        raise OSError(error, os.strerror(error))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(journals, "os", Disk(dict.fromkeys(calls.split(), fails)))
        yield


def after_a_crash(folder: Path, name: str = "after") -> list[OrphanedJournal]:
    """What would be found in a folder if the process ended now: nobody holds a copy."""
    copy = folder.with_name(name)
    shutil.copytree(folder, copy)
    return find(copy)
