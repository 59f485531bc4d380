"""File reading and atomic writing: after a crash or a full disk, a file has its old or its new contents."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import sys
import time
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import IO, NamedTuple, TypeAlias

from blocks.base.errors import FileError
from blocks.base.names import free_name

Data: TypeAlias = bytes | Iterable[bytes | memoryview] | Callable[[IO[bytes]], object]
"""The content of a file: bytes, pieces of it, or a function that writes it into the open file."""

# -- Reading ----------------------------------------------------------------------------------------------------------

UNSAVED: dict[str, bytes] = {}
"""The contents of files that an open editor has not saved, by real path. They are read instead of the files."""


def read_named(path: str | os.PathLike[str], most: int) -> bytes:
    """Return the content of a file, at most ``most + 1`` bytes, which shows that it is too large.

    A pipe with a writer, such as ``<(...)`` or ``/dev/stdin``, is read to its end. Devices, sockets and pipes without a
    writer are refused.

    Raises:
        FileError: the file cannot be read.
    """
    shown = os.fspath(path)
    if UNSAVED and (content := UNSAVED.get(os.path.realpath(shown))) is not None:
        return content
    try:
        with open(shown, "rb", opener=_opened) as file:
            mode = os.fstat(file.fileno()).st_mode
            if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):
                raise OSError(errno.EINVAL, "the path is not a regular file")
            if stat.S_ISFIFO(mode):  # reading waits for who writes, and ends at once without a writer
                os.set_blocking(file.fileno(), True)
            data = file.read(most + 1)
            # One of those in /proc that tell what happens when it happens.
            if data is None:  # pyright: ignore[reportUnnecessaryComparison]
                raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))
            if not data and stat.S_ISFIFO(mode):
                raise OSError(errno.EPIPE, "no program writes to this pipe")
            return data
    except OSError as error:
        raise FileError(f"cannot be read: {error.strerror or error}", file=shown) from error
    except ValueError as error:  # a NUL or half of a surrogate pair in the name
        raise FileError(f"cannot be read: {error}", file=shown) from error


def _opened(name: str, flags: int) -> int:
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))


# -- Names ------------------------------------------------------------------------------------------------------------

_DEVICE = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])\s*", re.IGNORECASE
)
_NOT_PORTABLE = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f-\x9f\ud800-\udfff]')
_LONGEST_NAME = 200
"""Bytes of a name, so that an ending and what a temporary file adds still fit into what file systems allow."""


def same_name(name: str) -> str:
    """Return a key that is equal for names that some system takes for the same file."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def name_fault(name: str) -> str | None:
    """Return why a name is not a valid file name on every system, as a predicate; None if it is valid."""
    if _DEVICE.fullmatch(name.partition(".")[0]):
        return "is the name of a device on Windows"
    if _NOT_PORTABLE.search(name) or name != name.strip() or name.endswith(".") or not name:
        return "contains a character that some systems do not allow in file names"
    if unicodedata.normalize("NFKC", name) != name:
        return "contains letters that Unicode can write in a simpler form"
    if len(name.encode()) > _LONGEST_NAME:
        return f"is longer than {_LONGEST_NAME} bytes"
    return None


def portable_name(wish: str, taken: set[str] | None = None) -> str:
    """Return a file name for a name in a document that is valid on every system.

    Args:
        taken: the `same_name` keys of other files; the new one is added.
    """
    plain = unicodedata.normalize("NFKC", _NOT_PORTABLE.sub("_", wish))
    plain = _NOT_PORTABLE.sub("_", plain).encode()[:_LONGEST_NAME].decode(errors="ignore").strip().rstrip(". ") or "_"
    if _DEVICE.fullmatch(plain.partition(".")[0]):
        plain = f"_{plain}"
    if taken is None:
        return plain
    result = free_name(plain, lambda name: same_name(name) in taken)
    taken.add(same_name(result))
    return result


# -- Writing ----------------------------------------------------------------------------------------------------------


def write_atomically(path: str | os.PathLike[str], data: Data) -> None:
    """Write a file through a new file in the same folder, keeping permissions and links.

    Raises:
        FileError: it could not be written. The old file is unchanged, unless only the flush of the folder failed.
    """
    write_together({path: data})


def fill(path: str | os.PathLike[str], data: bytes) -> None:
    """Write into an existing empty file, which another program may have open; replace any other file.

    Raises:
        FileError: it could not be written.
    """
    shown = os.fspath(path)
    try:
        handle = os.open(shown, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError):  # there is none, or what the other way of writing says of it
        return write_atomically(path, data)
    try:
        found = os.fstat(handle)
        if stat.S_ISREG(found.st_mode) and found.st_size == 0:
            return _write_all(handle, data)
    except OSError as error:
        with contextlib.suppress(OSError):
            os.ftruncate(handle, 0)
        raise FileError(f"cannot be written: {error.strerror or error}", file=shown) from error
    finally:
        os.close(handle)
    return write_atomically(path, data)


def write_together(files: Mapping[str | os.PathLike[str], Data], *, are_real: bool = False) -> None:
    """Replace several files that belong together, as `write_atomically` does with one.

    All data is flushed before the first rename, so that a full disk changes nothing. Only a crash between two renames
    leaves a mixture.

    Args:
        are_real: the paths were resolved and checked. A link in them is now an error, and missing folders are created.

    Raises:
        FileError: a file could not be written.
    """
    prepared: dict[str, _New] = {}
    shown = ""
    try:
        for path, data in files.items():
            shown = os.fspath(path)
            # A link's own target is what is replaced.
            folder, name = os.path.split(shown if are_real else os.path.realpath(shown))
            prepared[shown] = _prepare(Folder(folder, is_real=are_real, make=are_real), name, data)
        if len(prepared) > 1:
            next(
                iter(prepared.values())
            ).folder.lock()  # two who write the same files at once do not leave some of each
        for shown, new in prepared.items():  # noqa: B007  # the error names it
            new.folder.replace(new.temporary, new.name)
        for shown, new in prepared.items():  # noqa: B007  # the error names it
            new.folder.flush()
    except OSError as error:
        raise FileError(f"cannot be written: {error.strerror or error}", file=shown) from error
    except ValueError as error:  # a NUL or half of a surrogate pair in the name
        raise FileError(f"cannot be written: {error}", file=shown) from error
    finally:
        for new in prepared.values():
            _remove(new.folder, new.temporary)
            new.folder.close()
            if new.handle is not None:
                os.close(new.handle)


class _New(NamedTuple):
    """New data on disk before its rename; the temporary file is locked until then, except on Windows."""

    folder: Folder
    name: str
    temporary: str
    handle: int | None


def _prepare(folder: Folder, name: str, data: Data) -> _New:
    try:
        old = folder.stat(name)
        if old is not None:
            if not stat.S_ISREG(old.st_mode):
                kind = errno.EISDIR if stat.S_ISDIR(old.st_mode) else errno.EINVAL
                raise OSError(
                    kind, "the path is a folder" if kind == errno.EISDIR else "the path is not a regular file"
                )
            if not folder.is_writable(name):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        # The start of the name, so that the longest names still find room for what is added.
        prefix = f".{name[:40]}."
        _sweep(folder, prefix)
        temporary, handle = _new_file(folder, prefix, 0o600 if old else 0o666)
        try:
            if old is not None:
                _take_over(handle, old)
            if callable(data):
                with os.fdopen(os.dup(handle), "wb") as file:
                    data(file)
            else:
                for piece in (data,) if isinstance(data, bytes) else data:
                    _write_all(handle, piece)
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


def _write_all(handle: int, data: bytes | memoryview) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


def _remove(folder: Folder, name: str) -> None:
    with contextlib.suppress(OSError):  # the error that brought us here says more, and the next save sweeps
        folder.remove(name)


def _lock(handle: int) -> None:
    if sys.platform != "win32":
        import fcntl

        with contextlib.suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)  # others have it for a moment at most, in `_sweep`


def _take_over(handle: int, old: os.stat_result) -> None:
    if sys.platform != "win32":
        new = os.fstat(handle)
        if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
            with contextlib.suppress(PermissionError):  # only an administrator can give files away
                os.fchown(handle, old.st_uid, old.st_gid)
        os.fchmod(handle, stat.S_IMODE(old.st_mode))


def _sweep(folder: Folder, prefix: str) -> None:
    leftover = re.compile(re.escape(prefix) + r"[0-9a-f]{8}\.tmp")
    with contextlib.suppress(OSError):  # it is only tidying up
        for name in filter(leftover.fullmatch, folder.names()):
            _remove_abandoned(folder, name)


def _remove_abandoned(folder: Folder, name: str) -> None:
    """Remove a temporary file whose writer was killed: a kill leaves the file, but not the lock."""
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


class RunLock:
    """A lock file that marks a folder in use by a run; the system releases it when the process ends.

    Attributes:
        handle: the open file; a child process that inherits it keeps the lock.

    Raises:
        FileError: another run has locked the file.
    """

    def __init__(self, path: str) -> None:
        self.handle: int | None = None
        if sys.platform == "win32":
            return
        import fcntl

        with contextlib.suppress(OSError):  # a folder that cannot be written to says so when it is
            self.handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | _NO_FOLLOW, 0o666)
        if self.handle is None:
            return
        try:
            fcntl.flock(self.handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._close()
            raise FileError(
                "another run is writing its checkpoints to this folder", file=os.path.dirname(path)
            ) from None
        except OSError:  # some network drives have no locks
            return

    def __del__(self) -> None:
        self._close()

    def _close(self) -> None:
        handle, self.handle = self.handle, None
        if handle is not None:
            os.close(handle)


# -- Folders that are held open ---------------------------------------------------------------------------------------

# A folder that cannot be listed may still be passed through.
_PASS = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
_LIST = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_PATIENCE = 1000
"""How often it is tried to lock a folder that another program has locked, perhaps for good."""
# Folders that cannot be flushed on their own, or need not be.
_NO_FLUSH = (errno.EINVAL, errno.ENOTSUP, errno.EBADF)


class Folder:
    """An open folder, and operations on the names in it. On Windows, paths are joined instead.

    Args:
        is_real: the path was resolved and checked; a link in it is now an error.
        make: create missing folders; only with ``is_real``.

    Raises:
        OSError: the folder cannot be opened.
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
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)

    def open(self, name: str, flags: int, mode: int = 0o666) -> int:
        """Open a name with `os.open`, but not through a link."""
        return os.open(self._at(name), flags | _NO_FOLLOW | getattr(os, "O_CLOEXEC", 0), mode, dir_fd=self._handle)

    def stat(self, name: str) -> os.stat_result | None:
        try:
            return os.stat(self._at(name), dir_fd=self._handle)
        except FileNotFoundError:
            return None

    def is_writable(self, name: str) -> bool:
        return os.access(self._at(name), os.W_OK, dir_fd=self._handle)

    def names(self) -> list[str]:
        return os.listdir(self.path if self._handle is None else self._handle)

    def files(self) -> list[str]:
        with os.scandir(self.path if self._handle is None else self._handle) as entries:
            return [entry.name for entry in entries if entry.is_file()]

    def replace(self, old: str, new: str) -> None:
        os.replace(self._at(old), self._at(new), src_dir_fd=self._handle, dst_dir_fd=self._handle)

    def remove(self, name: str) -> None:
        os.unlink(self._at(name), dir_fd=self._handle)

    def remove_folder(self, name: str) -> None:
        os.rmdir(self._at(name), dir_fd=self._handle)

    def lock(self) -> None:
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
