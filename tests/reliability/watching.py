"""Whether anybody opens a file: asked of the kernel, which sees what Qt does too."""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from pathlib import Path
from types import TracebackType

import pytest

_OPEN, _ACCESS = 0x20, 0x1
_NONBLOCK = 0o4000


class Watched:
    """Counts how often files in a folder are opened or read. Skips the test where the kernel does not tell."""

    def __init__(self, folder: Path) -> None:
        if not sys.platform.startswith("linux"):
            pytest.skip("only Linux tells who opens a file")
        system = ctypes.CDLL(None, use_errno=True)
        self._handle: int = system.inotify_init1(_NONBLOCK)
        if self._handle < 0 or system.inotify_add_watch(self._handle, os.fsencode(folder), _OPEN | _ACCESS) < 0:
            pytest.skip("the kernel does not watch files here")

    def opened(self) -> list[str]:
        """The names that were opened or read since the last time."""
        names: list[str] = []
        try:
            data = os.read(self._handle, 1 << 16)
        except BlockingIOError:
            return names
        while data:
            *_, length = struct.unpack_from("iIII", data)
            names.append(data[16 : 16 + length].rstrip(b"\0").decode())
            data = data[16 + length :]
        return names

    def __enter__(self) -> Watched:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        os.close(self._handle)
