"""The one way in which a run reads files that a page names: below the allowed folders only."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeAlias

from blocks.base.errors import DiagramError, FileError
from blocks.base.types import Array

StrPath: TypeAlias = str | os.PathLike[str]


class Folders:
    """The folders that a run may read from.

    Args:
        home: the diagram's folder; relative names start there. None for a diagram that has no file.
        read: further folders.
    """

    def __init__(self, home: StrPath | None, read: Sequence[StrPath] = ()) -> None:
        self.home = None if home is None else os.fspath(home)
        self.read = [os.path.realpath(folder) for folder in (home, *read) if folder is not None]

    def load(self, name: str) -> Array:
        """The array in a ``.npy`` file.

        Raises:
            DiagramError: it lies outside the allowed folders, does not exist, or is no plain ``.npy`` file.
        """
        from blocks.base.npy import read_npy  # only pages that keep values in files need it

        descriptor = self._open(name)
        with os.fdopen(descriptor, "rb") as file:
            return read_npy(file, name)

    def _open(self, name: str) -> int:
        if not name or "\0" in name:
            raise DiagramError(f"{name!r} is no file name")
        if self.home is None and not os.path.isabs(name):
            raise DiagramError(f"the file {name!r} cannot be found: the diagram has no folder yet")
        real = os.path.realpath(os.path.join(self.home or "", name))
        if not any(os.path.commonpath([folder, real]) == folder for folder in self.read):
            raise FileError(
                f"the file {name!r} lies outside the diagram's folder", hint="--allow-read DIR allows another folder"
            )
        return _open_regular(real, name)


def _open_regular(real: str, name: str) -> int:
    """Open a plain file without waiting and without following a link that was put there since it was checked."""
    import stat

    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
    try:
        descriptor = os.open(real, flags)
    except OSError as error:
        raise FileError(f"the file {name!r} cannot be read: {error.strerror}") from None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise FileError(f"{name!r} is no plain file")
    return descriptor
