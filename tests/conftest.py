"""What every test shares: how hypothesis searches, who begins first and is heard; nobody reaches the network."""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from blocks.base.collection import collect_what_comes
from blocks.base.context import Resources, to_standard_error

# No deadline: machines are shared, and a slow example is not a wrong one. Each run looks at the same examples: whoever
# made a change knows that it was the change. `tests.deep` goes on to others.
settings.register_profile(
    "same", deadline=None, derandomize=True, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("same")

# Started in the background of a script, Ctrl+C is ignored by this process and by all that it starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


_M_ARENA_MAX = -8
_libc = ctypes.CDLL(None)
if hasattr(_libc, "mallopt"):  # glibc
    # It sets 64 MiB of addresses aside for each thread that allocates, of which 2 GiB hold too few.
    _libc.mallopt(_M_ARENA_MAX, 2)

LONG = ("tests/library/test_adversarial.py", "tests/reliability/", "tests/app/reliability/")
"""Where tests take ten seconds and more."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those that take long begin first: else one process still has some at the end, and the others wait for it."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONG))


def pytest_collection_finish() -> None:
    """Freeze all tests and modules: a collection of garbage that looks at 30,000 tests takes half a second."""
    collect_what_comes()


class _Memory:
    """How much of it this process has, as Linux tells."""

    file = Path("/proc/self/statm")
    least = 0

    @classmethod
    def resident(cls) -> int:
        """Bytes that are in memory, and not only set aside."""
        return int(cls.file.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def pytest_runtest_teardown() -> None:
    """What blocks print is heard again: a program that a test ran in this process has silenced it for its own time.

    What large pages leave is collected: twice the largest may lie about otherwise, half of what a run with 2 GiB has.
    """
    Resources.say = staticmethod(to_standard_error)
    if not _Memory.file.exists():
        return
    resident = _Memory.resident()
    _Memory.least = min(_Memory.least, resident)
    if resident > _Memory.least + (64 << 20):
        gc.collect()
        _Memory.least = _Memory.resident()


def _without_network(event: str, args: tuple[Any, ...]) -> None:
    """Refuse what leads out of this machine; sockets of the local kind join parallel tests and a screen."""
    outside = event == "socket.getaddrinfo" or (event in ("socket.connect", "socket.sendto") and type(args[1]) is tuple)
    if outside:
        raise RuntimeError(f"no test may reach the network: {event} {args[1:]}")


sys.addaudithook(_without_network)


@pytest.fixture(scope="module")
def made_up_names() -> Generator[None]:
    """Let a test build pages of types, pins and values that do not exist, as a file may have them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("blocks.document.block_names.check_type", _unknown)
        patch.setattr("blocks.document.block_names.names_of", _unknown)
        yield


def _unknown(*_: object) -> None:
    """What is known of a type that does not exist."""
