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
        if len(prepared) > 1:
            prepared[0].folder.lock()  # two who write the same files at once do not leave some of each
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
            if new.handle is not None:
                os.close(new.handle)


class _New(NamedTuple):
    """Data that is on the disk and waits for its name; locked until it has it, where files are open when renamed."""

    folder: Folder
    name: str
    temporary: str
    handle: int | None


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
        temporary, handle = _new_file(folder, prefix, 0o600 if old else 0o666)
        try:
            if old is not None:
                _take_over(handle, old)
            _write_all(handle, data)
            os.fsync(handle)
        except BaseException:
            os.close(handle)
            _remove(folder, temporary)
            raise
    except BaseException:
        folder.close()
        raise
    if sys.platform == "win32":  # where a file that is open cannot be renamed
        os.close(handle)
        return _New(folder, name, temporary, None)
    return _New(folder, name, temporary, handle)


def _new_file(folder: Folder, prefix: str, mode: int) -> tuple[str, int]:
    """A temporary file, open, and locked where files can be."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    while True:
        name = f"{prefix}{os.urandom(4).hex()}.tmp"
        handle = folder.open(name, flags, mode)
        try:
            _lock(handle)
            if folder.stat(name) is not None:
                return name, handle
        except BaseException:
            os.close(handle)
            _remove(folder, name)
            raise
        os.close(handle)  # another writer swept it away before it was locked


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
            fcntl.flock(handle, fcntl.LOCK_EX)  # others have it for a moment at most, in `_sweep`


def _take_over(handle: int, old: os.stat_result) -> None:
    """Give the new file the owner and the permissions of the old one."""
    if sys.platform != "win32":
        new = os.fstat(handle)
        if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
            with contextlib.suppress(PermissionError):  # only an administrator can give files away
                os.fchown(handle, old.st_uid, old.st_gid)
        os.fchmod(handle, stat.S_IMODE(old.st_mode))


def _sweep(folder: Folder, prefix: str) -> None:
    """Remove what killed writers of the same file left behind."""
    leftover = re.compile(re.escape(prefix) + r"[0-9a-f]{8}\.tmp")
    with contextlib.suppress(OSError):  # it is only tidying up
        for name in filter(leftover.fullmatch, folder.names()):
            _remove_abandoned(folder, name)


def _remove_abandoned(folder: Folder, name: str) -> None:
    """Remove a temporary file if whoever wrote it is gone: a kill leaves the file, but not the lock."""
    if sys.platform == "win32":
        folder.remove(name)  # one that is in use cannot be removed there
        return
    import fcntl

    handle = folder.open(name, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with contextlib.suppress(BlockingIOError):
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            folder.remove(name)
    finally:
        os.close(handle)
