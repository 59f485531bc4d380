"""File access of a run, limited to the allowed folders.

A file with several names (hard links) may be one that lies elsewhere, put there by whoever made the diagram's folder:
nothing tells where the other names are. So it is read only where a person allowed the folder by name, or where it came
with the program, since some installers link what they install. To write one makes a new file, and to remove one takes
only this name away.
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
        home: the diagram's folder; relative names start there. None for a diagram that has no file.
        read: further folders to read from.
        write: further folders to read from and write to.
        memory: the limits of memory for arrays that are loaded.
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
        """The same folders, of which none can be written to."""
        folders = Folders(self.home, memory=self.memory)
        folders._read, folders._write, folders._trusted = self._read, [], self._trusted
        return folders

    def load(self, name: str) -> Array:
        """The array in a ``.npy`` file.

        Raises:
            DiagramError: it lies outside the allowed folders, does not exist, or is no plain ``.npy`` file.
        """
        from blocks.base.npy import read_npy  # only pages that keep values in files need it

        with self.open(name) as file:
            try:
                return read_npy(file, name, self.memory or Memory.of())
            except FileError as error:
                raise FileError(f"the file {name!r}: {error.message}", hint=error.hint) from None

    def open(self, name: str) -> BufferedReader:
        """Open a plain file for reading, from its beginning.

        Raises:
            DiagramError: it lies outside the allowed folders, may do so under another name, does not exist, or is no
                plain file.
        """
        return _Kept(_KeptRaw(self._opened(name)[1]))

    def path(self, name: str) -> str:
        """Where a plain file lies that may be read, for a library that opens it by itself.

        Raises:
            DiagramError: as `open`.
        """
        real, descriptor = self._opened(name)
        os.close(descriptor)
        return real

    def write(self, name: str, data: Data) -> None:
        """Make or replace a file, wholly or not at all; its folder is made if it is missing.

        Raises:
            DiagramError: it lies outside the folders that may be written to, or cannot be written.
        """
        self.write_together({name: data})

    def write_together(self, files: Mapping[str, Data]) -> None:
        """Make or replace files that belong together: all of them or, where the disk is full, none.

        Raises:
            DiagramError: as `write`.
        """
        names = {self._real(name, self._write, "--allow-write"): name for name in files}
        shown = next(iter(files), "")
        try:
            write_together({real: files[name] for real, name in names.items()}, are_real=True)
        except FileError as error:
            raise FileError(f"the file {names.get(error.file or '', shown)!r}: {error.message}") from None

    def remove(self, name: str) -> None:
        """Remove a file that may be written to, if it is there.

        Raises:
            DiagramError: it lies outside the folders that may be written to, or cannot be removed.
        """
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
        """Remove a folder that may be written to, if it is there and nothing is in it.

        Raises:
            DiagramError: it lies outside the folders that may be written to.
        """
        real = self._real(name, self._write, "--allow-write")
        with contextlib.suppress(OSError):  # it is only tidying up
            if real not in self._write:
                folder, last = os.path.split(real)
                with Folder(folder, is_real=True) as held:
                    held.remove_folder(last)

    def matching(self, pattern: str, *, folders: bool = False) -> list[str]:
        """The names of the plain files that match a pattern, sorted; with ``folders`` those of folders too.

        Each part of the path is matched by itself, as TensorFlow does: ``*`` and ``?`` stand for characters of a name,
        ``[ab]``, ``[a-z]``, ``[^ab]`` for one of a set, a backslash takes the meaning of the next character away.

        Raises:
            DiagramError: the folder before the first such part lies outside the allowed folders, or cannot be read;
                or too many names would have to be looked at.
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
        """What is in a folder; one that a pattern found, and that leads elsewhere, is passed over."""
        try:
            real = self._real(name, self._read, "--allow-read")
            with Folder(real, is_real=True) as held:
                return held.files() if files_only else held.names()
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise FileError(f"the folder {name!r} cannot be read: {error.strerror}") from None
        except FileError:
            if is_given:
                raise
            return []

    def _opened(self, name: str) -> tuple[str, int]:
        """Where a file lies that may be read, and its descriptor."""
        real = self._real(name, self._read, "--allow-read")
        return real, _open_regular(real, name, linked=_is_below(self._trusted, real))

    def _real(self, name: str, allowed: Sequence[str], option: str) -> str:
        if not name or "\0" in name:
            raise DiagramError(f"{name!r} is not a file name")
        if self.home is None and not os.path.isabs(name):
            text = f"the file {name!r} cannot be found: the diagram has no folder yet"
            raise DiagramError(
                text, hint=("save the diagram first, because file names are relative to the folder of the diagram")
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
    """What a part of a pattern matches, in POSIX form: Python's has no escapes, and negates sets by ``!`` only."""
    translated = re.sub(r"\\(.)", lambda result: f"[{result[1]}]" if result[1] in "*?[" else result[1], part)
    return re.compile(fnmatch.translate(translated.replace("[^", "[!")))


def _is_below(folders: Sequence[str], path: str) -> bool:
    return any(os.path.commonpath([folder, path]) == folder for folder in folders)


class _KeptRaw(FileIO):
    def __del__(self) -> None:
        self.close()


class _Kept(BufferedReader):
    """A file that a block may keep open between steps; it is closed with its session."""

    def __del__(self) -> None:
        self.close()


def _open_regular(real: str, name: str, *, linked: bool) -> int:
    """Open a plain file without waiting and without following a link that was put there since it was checked.

    Args:
        real: where it is.
        name: what the page calls it.
        linked: whether it may have other names.
    """
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
