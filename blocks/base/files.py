"""The one writer of files: after a crash, a kill or a full disk, a file is the old or the new one, never a piece."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import sys
from collections.abc import Mapping
from typing import NamedTuple

from blocks.base.errors import FileError
from blocks.base.folders import Folder


def write_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Replace what is in a file, or make it; the permissions of an old file stay, a link goes on being one.

    The data goes to a new file in the same folder, is flushed to the disk, and takes the old one's name.

    Raises:
        FileError: it could not be written; the old file is as it was, and no half file is left. Only if the last step,
            making the new name last through a loss of power, fails, the new file is already there.
    """
    write_together({path: data})


def write_together(files: Mapping[str | os.PathLike[str], bytes], *, are_real: bool = False) -> None:
    """Replace several files that belong together, as `write_atomically` does one.

    All data is written and flushed before the first file takes its new name, so that a full disk leaves all of them as
    they were; only a crash between two renamings leaves a mixture.

    Args:
        files: what goes where.
        are_real: the paths were resolved and checked: nothing on their way may be a link now, and folders that are
            missing are made.

    Raises:
        FileError: one could not be written; it names that one.
    """
    prepared: list[_New] = []
    shown = ""
    try:
        for path, data in files.items():
            shown = os.fspath(path)
            # A link's own target is what is replaced.
            folder, name = os.path.split(shown if are_real else os.path.realpath(shown))
            prepared.append(_prepare(Folder(folder, is_real=are_real, make=are_real), name, data))
        for new in prepared:
            new.folder.replace(new.temporary, new.name)
        for new in prepared:
            new.folder.flush()
    except OSError as error:
        raise FileError(f"cannot be written: {error.strerror or error}", file=shown) from error
    except ValueError as error:  # a NUL or half of a surrogate pair in the name
        raise FileError(f"cannot be written: {error}", file=shown) from error
    finally:
        for new in prepared:
            _remove(new.folder, new.temporary)
            new.folder.close()


class _New(NamedTuple):
    """Data that is on the disk and waits for its name."""

    folder: Folder
    name: str
    temporary: str


def _prepare(folder: Folder, name: str, data: bytes) -> _New:
    """Takes over the folder: closes it if something goes wrong."""
    try:
        old = folder.stat(name)
        if old is not None:
            if not stat.S_ISREG(old.st_mode):
                kind = errno.EISDIR if stat.S_ISDIR(old.st_mode) else errno.EINVAL
                raise OSError(kind, "it is a folder" if kind == errno.EISDIR else "it is not an ordinary file")
            if not folder.is_writable(name):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        # The start of the name, so that the longest names still find room for what is added.
        prefix = f".{name[:40]}."
        _sweep(folder, prefix)
        temporary = f"{prefix}{os.urandom(4).hex()}.tmp"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        handle = folder.open(temporary, flags, 0o600 if old else 0o666)
        try:
            try:
                _lock(handle)
                if old is not None:
                    _take_over(handle, old)
                _write_all(handle, data)
                os.fsync(handle)
            finally:
                os.close(handle)
        except BaseException:
            _remove(folder, temporary)
            raise
    except BaseException:
        folder.close()
        raise
    return _New(folder, name, temporary)


def _write_all(handle: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


def _remove(folder: Folder, name: str) -> None:
    with contextlib.suppress(OSError):  # the error that brought us here says more, and the next save sweeps
        folder.remove(name)


def _lock(handle: int) -> None:
    """Tell other writers that this temporary file is alive; a file system without locks does without."""
    if sys.platform != "win32":
        import fcntl

        with contextlib.suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _take_over(handle: int, old: os.stat_result) -> None:
    """Give the new file the owner and the permissions of the old one."""
    if sys.platform != "win32":
        new = os.fstat(handle)
        if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
            with contextlib.suppress(PermissionError):  # only an administrator can give files away
                os.fchown(handle, old.st_uid, old.st_gid)
        os.fchmod(handle, stat.S_IMODE(old.st_mode))


def _is_abandoned(folder: Folder, name: str) -> bool:
    """Whether whoever wrote a temporary file is gone: a kill leaves the file, but not the lock."""
    if sys.platform == "win32":
        return True  # one that is in use cannot be deleted there
    import fcntl

    handle = folder.open(name, os.O_RDONLY | os.O_NONBLOCK)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        os.close(handle)
    return True


def _sweep(folder: Folder, prefix: str) -> None:
    """Remove what killed writers of the same file left behind."""
    leftover = re.compile(re.escape(prefix) + r"[0-9a-f]{8}\.tmp")
    with contextlib.suppress(OSError):  # it is only tidying up
        for name in filter(leftover.fullmatch, folder.names()):
            if _is_abandoned(folder, name):
                folder.remove(name)
