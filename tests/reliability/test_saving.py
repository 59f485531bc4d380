"""Killed or failing at any call of a saving: the file is the old or the new one, and the next save tidies up."""

from __future__ import annotations

import errno
import itertools
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.deep import kills
from tests.reliability.ground import Ground, Trapper
from tests.reliability.savings import SAVINGS
from tests.reliability.traps import STRACE, WRAPPED

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are not forked there")

SEED = 3
CODES = (errno.ENOSPC, errno.EIO, errno.EACCES, errno.EDQUOT)
# What writes, flushes, names or opens; on the other calls a saving must survive a kill.
FAILING = ("openat", "open", "write", "pwrite64", "fsync", "fdatasync", "rename", "renameat", "renameat2", "ftruncate")
LOOKING = (
    "newfstatat",
    "stat",
    "lstat",
    "fstat",
    "statx",
    "lseek",
    "ioctl",
    "read",
    "readlink",
    "access",
    "faccessat2",
)
PYTHON_FAILING = ("open", "write", "fsync", "replace")


@pytest.fixture(scope="module")
def trapper() -> Iterator[Trapper]:
    trapper = Trapper()
    yield trapper
    trapper.close()


@pytest.fixture(params=list(SAVINGS))
def ground(request: pytest.FixtureRequest, tmp_path: Path, trapper: Trapper) -> Ground:
    return Ground(request.param, tmp_path, trapper)


def traced(ground: Ground, tmp_path: Path) -> list[tuple[str, int]]:
    """The calls of the system that have to do with files, as a saving makes them."""
    if STRACE is None:
        pytest.skip("strace is not here: the test with Python's own calls stands for this one")
    ground.fresh()
    answer = ground.ask(strace=["-e", "trace=%file,%desc"], record=str(tmp_path / "calls"))
    if not answer["calls"]:
        pytest.skip("strace may not watch processes here")
    return [(name, number) for name, number in answer["calls"]]


def test_killed_at_every_call_of_the_system(ground: Ground, tmp_path: Path) -> None:
    calls = traced(ground, tmp_path)
    # Killed before a call that only looks is the same as killed before the one that follows it.
    telling = [call for call, after in itertools.pairwise(calls) if call[0] not in LOOKING or after[0] not in LOOKING]
    kills = sum(ground.kill_at(*call) for call in telling)
    assert kills >= 0.5 * len(telling) > 2  # with threads their order is not always the same


def test_every_call_of_the_system_that_may_fail_fails_once(ground: Ground, tmp_path: Path) -> None:
    calls = [call for call in traced(ground, tmp_path) if call[0] in FAILING]
    for name, number in calls:
        for code in CODES:
            inject = f"inject={name}:error={errno.errorcode[code]}:when={number}"
            answer = ground.try_at(strace=["-e", f"trace={name}", "-e", inject])
            refused_in_words(ground, answer, code)


def test_killed_or_failing_at_every_call_of_python(ground: Ground) -> None:
    for name in WRAPPED:
        number = 1
        while ground.try_at(call=[name, number, None])["status"] == -9:
            for code in CODES[number % 2 :: 2] if name in PYTHON_FAILING else ():
                refused_in_words(ground, ground.try_at(call=[name, number, code]), code)
            number += 1


def test_killed_at_random_moments() -> None:
    assert [finding for number in range(len(SAVINGS)) for finding in kills.run(SEED, number)] == []


def refused_in_words(ground: Ground, answer: dict[str, Any], code: int) -> None:
    """A saving that failed named the file or its folder, and why; or what failed did not matter."""
    assert answer["status"] in (0, 1), answer
    if answer["status"] == 1:
        assert os.strerror(code) in answer["said"], answer
        assert str(ground.work) in answer["said"], answer
        assert "Traceback" not in answer["said"] and "internal error" not in answer["said"]
