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

# Folders that cannot be flushed on their own, or need not be; the file itself was flushed.
_NO_FOLDER_FLUSH = (errno.EINVAL, errno.ENOTSUP, errno.EBADF)


def write_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Replace what is in a file, or make it; the permissions of an old file stay, a link goes on being one.

    The data goes to a new file in the same folder, is flushed to the disk, and takes the old one's name.

    Raises:
        FileError: it could not be written; the old file is as it was, and no half file is left. Only if the last step,
            making the new name last through a loss of power, fails, the new file is already there.
    """
    write_together({path: data})


def write_together(files: Mapping[str | os.PathLike[str], bytes]) -> None:
    """Replace several files that belong together, as `write_atomically` does one.

    All data is written and flushed before the first file takes its new name, so that a full disk leaves all of them as
    they were; only a crash between two renamings leaves a mixture.

    Raises:
        FileError: one could not be written; it names that one.
    """
    prepared: list[_New] = []
    shown = ""
    try:
        for path, data in files.items():
            shown = os.fspath(path)
            # A link's own target is what is replaced.
            prepared.append(_prepare(os.path.realpath(shown), data))
        for new in prepared:
            os.replace(new.temporary, new.target)
        for new in prepared:
            _flush(new.folder)
    except OSError as error:
        raise FileError(f"cannot be written: {error.strerror or error}", file=shown) from error
    except ValueError as error:  # a NUL or half of a surrogate pair in the name
        raise FileError(f"cannot be written: {error}", file=shown) from error
    finally:
        for new in prepared:
            _remove(new.temporary)
            if new.folder is not None:
                os.close(new.folder)


class _New(NamedTuple):
    """Data that is on the disk and waits for its name."""

    target: str
    temporary: str
    folder: int | None


def _prepare(target: str, data: bytes) -> _New:
    folder, name = os.path.split(target)
    old = _stat(target)
    if old is not None:
        if not stat.S_ISREG(old.st_mode):
            kind = errno.EISDIR if stat.S_ISDIR(old.st_mode) else errno.EINVAL
            raise OSError(kind, "it is a folder" if kind == errno.EISDIR else "it is not an ordinary file")
        if not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    # The start of the name, so that the longest names still find room for what is added.
    prefix = f".{name[:40]}."
    _sweep(folder, prefix)
    folder_handle = _open_folder(folder)
    try:
        temporary = os.path.join(folder, f"{prefix}{os.urandom(4).hex()}.tmp")
        handle = os.open(
            temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600 if old else 0o666
        )
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
            _remove(temporary)
            raise
    except BaseException:
        if folder_handle is not None:
            os.close(folder_handle)
        raise
    return _New(target, temporary, folder_handle)


def _flush(folder: int | None) -> None:
    if folder is None:
        return
    try:
        os.fsync(folder)
    except OSError as error:
        if error.errno not in _NO_FOLDER_FLUSH:
            raise


def _stat(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _write_all(handle: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


def _remove(path: str) -> None:
    with contextlib.suppress(OSError):  # the error that brought us here says more, and the next save sweeps
        os.unlink(path)


def _open_folder(folder: str) -> int | None:
    if sys.platform == "win32":
        return None
    try:
        return os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except PermissionError:
        return None  # one may be allowed to write into a folder and not to list it


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


def _is_abandoned(path: str) -> bool:
    """Whether whoever wrote a temporary file is gone: a kill leaves the file, but not the lock."""
    if sys.platform == "win32":
        return True  # one that is in use cannot be deleted there
    import fcntl

    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        os.close(handle)
    return True


def _sweep(folder: str, prefix: str) -> None:
    """Remove what killed writers of the same file left behind."""
    leftover = re.compile(re.escape(prefix) + r"[0-9a-f]{8}\.tmp")
    with contextlib.suppress(OSError):  # it is only tidying up
        for path in [os.path.join(folder, name) for name in os.listdir(folder) if leftover.fullmatch(name)]:
            if _is_abandoned(path):
                os.unlink(path)
