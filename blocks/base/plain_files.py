"""Reading a file that a person names: whole, and at once where it is one from which nothing will ever come."""

from __future__ import annotations

import errno
import os
import stat

from blocks.base.errors import FileError


def read_named(path: str | os.PathLike[str], most: int) -> bytes:
    """What is in a file; of one that is too large a byte more than allowed, which is enough to know it.

    What somebody writes into a pipe just now, as in ``<(...)`` or ``/dev/stdin``, is read to its end. Devices, sockets
    and pipes that nobody writes into are refused.

    Args:
        path: the file.
        most: how many bytes are allowed.

    Raises:
        FileError: it cannot be read.
    """
    shown = os.fspath(path)
    try:
        with open(shown, "rb", opener=_opened) as file:
            mode = os.fstat(file.fileno()).st_mode
            if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):
                raise OSError(errno.EINVAL, "it is not an ordinary file")
            if stat.S_ISFIFO(mode):  # reading waits for who writes, and ends at once where nobody does
                os.set_blocking(file.fileno(), True)
            data = file.read(most + 1)
            # One of those in /proc that tell what happens when it happens.
            if data is None:  # pyright: ignore[reportUnnecessaryComparison]
                raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))
            if not data and stat.S_ISFIFO(mode):
                raise OSError(errno.EPIPE, "it is a pipe that nobody writes into")
            return data
    except OSError as error:
        raise FileError(f"cannot be read: {error.strerror or error}", file=shown) from error
    except ValueError as error:  # a NUL or half of a surrogate pair in the name
        raise FileError(f"cannot be read: {error}", file=shown) from error


def _opened(name: str, flags: int) -> int:
    """A pipe with a name is opened without somebody at its other end, too, and no terminal is taken."""
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))
