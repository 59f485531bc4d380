"""Folders that are held open: a name in one stays a name in it, whatever is put in its place meanwhile."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import time
from types import TracebackType

# A folder that cannot be listed may still be passed through.
_PASS = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
_LIST = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_PATIENCE = 1000
"""How often it is tried to lock a folder that another program has locked, perhaps for good."""
# Folders that cannot be flushed on their own, or need not be.
_NO_FLUSH = (errno.EINVAL, errno.ENOTSUP, errno.EBADF)


class Folder:
    """A folder, and what is done with the names in it. On Windows, where folders are not opened, they are only joined.

    Args:
        path: where it is.
        is_real: it was resolved and checked; no part of it may have become a link since.
        make: make it, and those above it, if they are missing. Only for one that is real.

    Raises:
        OSError: it cannot be opened.
    """

    def __init__(self, path: str, *, is_real: bool = False, make: bool = False) -> None:
        self.path = path
        self._handle: int | None = None
        if sys.platform == "win32":
            if make:
                os.makedirs(path, exist_ok=True)
            return
        self._handle = _open_real(path, make) if is_real else _open(path or ".")

    def __enter__(self) -> Folder:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of it."""
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)

    def open(self, name: str, flags: int, mode: int = 0o666) -> int:
        """`os.open` of a name that is no link."""
        return os.open(self._at(name), flags | _NO_FOLLOW | getattr(os, "O_CLOEXEC", 0), mode, dir_fd=self._handle)

    def stat(self, name: str) -> os.stat_result | None:
        """What a name stands for; None if there is no such name."""
        try:
            return os.stat(self._at(name), dir_fd=self._handle)
        except FileNotFoundError:
            return None

    def is_writable(self, name: str) -> bool:
        """Whether a file may be written to, as its permissions say."""
        return os.access(self._at(name), os.W_OK, dir_fd=self._handle)

    def names(self) -> list[str]:
        """All names in it."""
        return os.listdir(self.path if self._handle is None else self._handle)

    def files(self) -> list[str]:
        """The names of its plain files, and of links to such."""
        with os.scandir(self.path if self._handle is None else self._handle) as entries:
            return [entry.name for entry in entries if entry.is_file()]

    def replace(self, old: str, new: str) -> None:
        """Give a file another name, which may be in use."""
        os.replace(self._at(old), self._at(new), src_dir_fd=self._handle, dst_dir_fd=self._handle)

    def remove(self, name: str) -> None:
        """Remove a file."""
        os.unlink(self._at(name), dir_fd=self._handle)

    def remove_folder(self, name: str) -> None:
        """Remove an empty folder in it."""
        os.rmdir(self._at(name), dir_fd=self._handle)

    def lock(self) -> None:
        """Wait, for a moment at most, until nobody else has it locked; then it is ours until it is closed."""
        if self._handle is None:
            return
        import fcntl

        for _ in range(_PATIENCE):
            try:
                fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                time.sleep(0.001)
            except OSError:
                return
            else:
                return

    def flush(self) -> None:
        """Make the names in it last through a loss of power."""
        if self._handle is None:
            return
        try:
            os.fsync(self._handle)
        except OSError as error:
            if error.errno not in _NO_FLUSH:
                raise

    def _at(self, name: str) -> str:
        return os.path.join(self.path, name) if self._handle is None else name


def _open(path: str) -> int:
    try:
        return os.open(path, _LIST)
    except PermissionError:
        return os.open(path, _PASS)


def _open_real(path: str, make: bool) -> int:
    handle = os.open("/", _PASS)
    try:
        for part in filter(None, path.split("/")):
            above, handle = handle, _enter(handle, part, make)
            os.close(above)
        with contextlib.suppress(PermissionError):
            passed, handle = handle, os.open(".", _LIST, dir_fd=handle)
            os.close(passed)
    except BaseException:
        os.close(handle)
        raise
    return handle


def _enter(above: int, name: str, make: bool) -> int:
    if make:
        with contextlib.suppress(FileExistsError):
            os.mkdir(name, dir_fd=above)
    return os.open(name, _PASS | _NO_FOLLOW, dir_fd=above)
