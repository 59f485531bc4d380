"""File access of a run, limited to the allowed folders.

A file with several names (hard links) may be a file from outside that the author of the diagram linked into the folder,
and the other names cannot be determined. So it is read only if the user allowed the folder by name, or if the file is
part of the program, because some installers link the files that they install. Writing such a file creates a new file,
and removing it removes only this name.
"""

from __future__ import annotations

import contextlib
import fnmatch
import os
import re
from collections.abc import Mapping, Sequence
from io import BufferedReader, FileIO
from typing import TypeAlias

from blocks.base.budget import Memory
from blocks.base.errors import DiagramError, FileError
from blocks.base.files import Data, Folder, write_together
from blocks.base.types import Array

StrPath: TypeAlias = str | os.PathLike[str]

_OURS = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__)))), "assets")


class Folders:
    """The folders that a run may read from and write to; see `blocks.base.context.Files`.

    Args:
        home: the diagram's folder, where relative names start; None for a diagram without a file.
        read: further folders to read from.
        write: further folders to read from and write to.
    """

    def __init__(
        self,
        home: StrPath | None,
        read: Sequence[StrPath] = (),
        write: Sequence[StrPath] = (),
        memory: Memory | None = None,
    ) -> None:
        self.memory = memory
        self.home = None if home is None else os.fspath(home)
        self._write = [os.path.realpath(folder) for folder in (home, *write) if folder is not None]
        self._read = [*self._write, *(os.path.realpath(folder) for folder in read)]
        self._trusted = [_OURS, *(os.path.realpath(folder) for folder in (*read, *write))]
        self._named = [os.path.abspath(folder) for folder in (home, *read, *write) if folder is not None]

    def for_reading(self) -> Folders:
        folders = Folders(self.home, memory=self.memory)
        folders._read, folders._write, folders._trusted = self._read, [], self._trusted
        return folders

    def load(self, name: str) -> Array:
        """Return the array in a ``.npy`` file; raise DiagramError if it is not allowed, missing, or invalid."""
        from blocks.base.npy import read_npy  # only pages that keep values in files need it

        with self.open(name) as file:
            try:
                return read_npy(file, name, self.memory or Memory.of())
            except FileError as error:
                raise FileError(f"the file {name!r}: {error.message}", hint=error.hint) from None

    def open(self, name: str) -> BufferedReader:
        """Open a regular file for reading, from its beginning.

        Raises:
            DiagramError: The file, or possibly another name of it, is outside the allowed folders; it does not exist,
                or is not a regular file.
        """
        return _KeptFile(_KeptRaw(self._opened(name)[1]))

    def path(self, name: str) -> str:
        """Return the real path of a readable file for libraries that open it themselves; raises as `open`."""
        real, descriptor = self._opened(name)
        os.close(descriptor)
        return real

    def write(self, name: str, data: Data) -> None:
        """Create or replace a file atomically, with its folder; raise DiagramError if not allowed or on failure."""
        self.write_together({name: data})

    def write_together(self, files: Mapping[str, Data]) -> None:
        """Create or replace related files: all of them or, if the disk is full, none; raises as `write`."""
        names = {self._real(name, self._write, "--allow-write"): name for name in files}
        shown = next(iter(files), "")
        try:
            write_together({real: files[name] for real, name in names.items()}, are_real=True)
        except FileError as error:
            raise FileError(f"the file {names.get(error.file or '', shown)!r}: {error.message}") from None

    def remove(self, name: str) -> None:
        """Remove a file if it exists; raise DiagramError if that is not allowed or fails."""
        real = self._real(name, self._write, "--allow-write")
        folder, last = os.path.split(real)
        try:
            with Folder(folder, is_real=True) as held:
                held.remove(last)
        except FileNotFoundError:
            return
        except OSError as error:
            raise FileError(f"the file {name!r} cannot be removed: {error.strerror}") from None

    def remove_folder(self, name: str) -> None:
        """Remove an empty folder if it exists; raise DiagramError outside of the folders with write access."""
        real = self._real(name, self._write, "--allow-write")
        with contextlib.suppress(OSError):  # it is only tidying up
            if real not in self._write:
                folder, last = os.path.split(real)
                with Folder(folder, is_real=True) as held:
                    held.remove_folder(last)

    def matching(self, pattern: str, *, folders: bool = False) -> list[str]:
        """Return the sorted names of the regular files that match a pattern; with ``folders`` also of folders.

        Each part of the path is matched separately, as in TensorFlow: ``*`` and ``?`` match characters of a name,
        ``[ab]``, ``[a-z]``, ``[^ab]`` one of a set, and a backslash escapes the next character.

        Raises:
            DiagramError: The folder before the first pattern is outside the allowed folders or cannot be read; or too
                many names would have to be checked.
        """
        parts = pattern.rstrip("/").split("/")
        first = next((i for i, part in enumerate(parts) if _SPECIAL.search(part)), len(parts) - 1)
        begin = "/".join(parts[:first])
        result = [begin or ("/" if pattern.startswith("/") else ".")] if parts != [""] else []
        looked = 0
        for depth, part in enumerate(parts[first:], first):
            match = _name_pattern(part).fullmatch
            last = depth == len(parts) - 1
            names: list[str] = []
            for folder in result:
                inside = self._listed(folder, is_given=depth == first, files_only=last and not folders)
                looked += len(inside)
                if looked > _MOST_NAMES:
                    raise FileError(
                        f"the pattern {pattern!r} is too broad: it would be checked against more than "
                        f"{_MOST_NAMES:,} file names"
                    )
                names += [os.path.join(folder, name) for name in inside if match(name)]
            result = names
        return sorted(result)

    def _listed(self, name: str, *, is_given: bool, files_only: bool) -> list[str]:
        """Return the content of a folder; skip a folder found by a pattern that leads outside."""
        try:
            real = self._real(name, self._read, "--allow-read")
            with Folder(real, is_real=True) as held:
                return held.files() if files_only else held.names()
        except FileError:
            if is_given:
                raise
            return []
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise FileError(f"the folder {name!r} cannot be read: {error.strerror}") from None

    def _opened(self, name: str) -> tuple[str, int]:
        real = self._real(name, self._read, "--allow-read")
        return real, _open_regular(real, name, linked=_is_below(self._trusted, real))

    def _real(self, name: str, allowed: Sequence[str], option: str) -> str:
        if not name or "\0" in name:
            raise DiagramError(f"{name!r} is not a valid file name")
        if self.home is None and not os.path.isabs(name):
            text = f"the file {name!r} cannot be found: the diagram has no folder yet"
            raise DiagramError(
                text, hint="save the diagram first, because file names are relative to the folder of the diagram"
            )
        index = os.path.abspath(os.path.join(self.home or "", name))
        # What a page says leads nowhere else, not even to see whether something is there.
        real = os.path.realpath(index) if _is_below([*self._named, *allowed], index) else index
        if not _is_below(allowed, real):
            raise FileError(
                f"the file {name!r} is outside the diagram's folder", hint=f"use {option} DIR to allow another folder"
            )
        return real


_SPECIAL = re.compile(r"[*?\[\\]")
_MOST_NAMES = 100_000


def _name_pattern(part: str) -> re.Pattern[str]:
    """Translate a part of a POSIX pattern, since Python's patterns have no escapes and negate sets with ``!``."""
    translated = re.sub(r"\\(.)", lambda result: f"[{result[1]}]" if result[1] in "*?[" else result[1], part)
    return re.compile(fnmatch.translate(translated.replace("[^", "[!")))


def _is_below(folders: Sequence[str], path: str) -> bool:
    return any(os.path.commonpath([folder, path]) == folder for folder in folders)


class _KeptRaw(FileIO):
    def __del__(self) -> None:
        self.close()


class _KeptFile(BufferedReader):
    """A file that a block may keep open between steps; it is closed with its session."""

    def __del__(self) -> None:
        self.close()


def _open_regular(real: str, name: str, *, linked: bool) -> int:
    """Open a regular file without blocking and without following a link that appeared after the check."""
    import stat

    folder, last = os.path.split(real)
    try:
        with Folder(folder, is_real=True) as held:
            descriptor = held.open(last, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except OSError as error:
        raise FileError(f"the file {name!r} cannot be read: {error.strerror}") from None
    result = os.fstat(descriptor)
    if not stat.S_ISREG(result.st_mode):
        os.close(descriptor)
        raise FileError(f"{name!r} is not a regular file")
    if result.st_nlink > 1 and not linked:
        os.close(descriptor)
        text = f"the file {name!r} has {result.st_nlink} hard links, which may be outside the diagram's folder"
        raise FileError(text, hint="replace the file with a copy, or allow its folder with --allow-read DIR")
    return descriptor
