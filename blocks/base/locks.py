"""Locks in the form of files, which the system releases when their process ends, and the folder for them."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
import sys
import time
from pathlib import Path

_FAR = 1 << 30
"""The position of a lock on systems that lock bytes: behind all bytes that are read."""
_LOOK = 0.002
"""Seconds after which a lock that is taken is tried again: another process may only be looking whether it is held."""
_MOST = 4096
_LONGEST = 64
"""Characters of a machine's name."""


def lock_handle(handle: int) -> bool:
    """Lock an open file; return whether we hold it (True on POSIX drives that do not support locks)."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(handle, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(handle, 0, os.SEEK_SET)
        return True
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


class FileLock:
    """A lock in the form of a file.

    Args:
        path: the file; `release` deletes it by default.
        make: whether to create the file, with a line about this process, or only to lock an existing one.
    """

    def __init__(self, path: Path, *, make: bool = True) -> None:
        self.path = path
        self._make = make
        self._handle: int | None = None

    @property
    def held(self) -> bool:
        return self._handle is not None

    def take(self) -> bool:
        """Take the lock if it is free and return whether we hold it; raise OSError if the file cannot be made."""
        while self._handle is None:
            handle = self._open()
            if not any(lock_handle(handle) or time.sleep(_LOOK) for _ in range(3)):
                os.close(handle)
                return False
            if not _is_there(handle, self.path):  # whoever had it removed it between our two steps
                os.close(handle)
                continue
            self._handle = handle
            if self._make:
                with contextlib.suppress(OSError):  # on a full disk its owner stays unknown
                    os.ftruncate(handle, 0)
                    us = {"pid": os.getpid(), "host": platform.node(), "since": time.time()}
                    os.write(handle, json.dumps(us).encode())
        return True

    def _open(self) -> int:
        if self._make:
            return os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            return os.open(self.path, os.O_RDWR)
        except OSError:  # on a disk that is read-only now it can be taken, but not removed
            return os.open(self.path, os.O_RDONLY)

    def release(self, *, remove: bool = True) -> None:
        handle, self._handle = self._handle, None
        if handle is None:
            return
        if remove and sys.platform != "win32":  # while it is still ours, so that none is taken that goes
            with contextlib.suppress(OSError):
                self.path.unlink()
        os.close(handle)
        if remove and sys.platform == "win32":
            with contextlib.suppress(OSError):
                self.path.unlink()

    def is_held(self) -> bool:
        """Return whether a process has the lock; nothing waits for this look but another `take`."""
        try:
            handle = os.open(self.path, os.O_RDWR)
        except OSError:
            return False
        try:
            return not lock_handle(handle)
        finally:
            os.close(handle)

    def holder(self) -> str:
        try:
            with self.path.open("rb") as file:
                told = json.loads(file.read(_MOST))
            since = time.localtime(float(told["since"]))
            form = "%H:%M" if since[:3] == time.localtime()[:3] else "%Y-%m-%d %H:%M"
            host = told.get("host")
            where = f" on {host[:_LONGEST]}" if isinstance(host, str) and host != platform.node() else ""
            return f"process {int(told['pid'])}{where}, since {time.strftime(form, since)}"
        except (OSError, ValueError, TypeError, KeyError, OverflowError, RecursionError):
            return ""


def lock_of_file(folder: Path, path: Path) -> FileLock:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    name = hashlib.sha256(os.fsencode(os.path.realpath(path))).hexdigest()[:32]
    return FileLock(folder / f"{name}.lock")


def _is_there(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path))
    except OSError:
        return False


def state_folder() -> Path:
    """Return the folder of journals, locks and the history of the door, which may not exist yet."""
    import platformdirs  # few commands need it

    return platformdirs.user_state_path("gradblocks", appauthor=False)
