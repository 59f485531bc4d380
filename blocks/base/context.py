"""The surroundings of a kernel with side effects: objects that the session keeps between steps, and files.

A kernel asks for it with a keyword-only parameter ``context``. What a session keeps (a queue, a reader, a tensor array)
is found by its handle, a scalar that holds the key as a string: a handle is plain data and can go wherever a tensor
can.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Mapping
from io import BufferedReader
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np

from blocks.base.budget import Memory
from blocks.base.errors import DiagramError
from blocks.base.files import Data
from blocks.base.terminal import printable_lines
from blocks.base.types import Array, Generator

T = TypeVar("T")


class Waits(DiagramError):
    """A signal from a kernel that must wait for another block of the step and has changed nothing yet.

    The step goes on with what does not need this block, and tries again; if nothing can end the wait, this is the
    error: its message names what is waited for (``the queue 'q' is empty``).
    """


class Files(Protocol):
    """The files that a run may read and write, limited to the allowed folders."""

    def open(self, name: str) -> BufferedReader:
        """Open a plain file for reading, from its beginning.

        Raises:
            DiagramError: it lies outside the allowed folders, does not exist, or is no plain file.
        """
        ...

    def write(self, name: str, data: Data) -> None:
        """Make or replace a file, wholly or not at all.

        Raises:
            DiagramError: it lies outside the folders that may be written to, or cannot be written.
        """
        ...

    def path(self, name: str) -> str:
        """Where a plain file lies that may be read, for a library that opens it by itself.

        Raises:
            DiagramError: as `open`.
        """
        ...

    def write_together(self, files: Mapping[str, Data]) -> None:
        """Make or replace files that belong together: all of them or, where the disk is full, none.

        Raises:
            DiagramError: as `write`.
        """
        ...

    def remove(self, name: str) -> None:
        """Remove a file that may be written to, if it is there.

        Raises:
            DiagramError: it lies outside the folders that may be written to, or cannot be removed.
        """
        ...

    def remove_folder(self, name: str) -> None:
        """Remove a folder that may be written to, if it is there and nothing is in it.

        Raises:
            DiagramError: it lies outside the folders that may be written to.
        """
        ...

    def matching(self, pattern: str, *, folders: bool = False) -> list[str]:
        """The names of the plain files, with ``folders`` of folders too, that match a pattern, sorted.

        Raises:
            DiagramError: the folder that it begins with lies outside the allowed folders, or cannot be read.
        """
        ...


class NoFiles:
    """File access for a graph built by hand, which has no files."""

    def open(self, name: str) -> BufferedReader:
        """Refuse."""
        raise DiagramError(f"cannot read the file {name!r}: this graph has no folder for files")

    def write(self, name: str, data: Data) -> None:
        """Refuse."""
        raise DiagramError(f"cannot write the file {name!r}: this graph has no folder for files")

    def write_together(self, files: Mapping[str, Data]) -> None:
        """Refuse."""
        for name in files:
            self.write(name, b"")

    def path(self, name: str) -> str:
        """Refuse."""
        raise DiagramError(f"cannot read the file {name!r}: this graph has no folder for files")

    def remove(self, name: str) -> None:
        """Refuse."""
        raise DiagramError(f"cannot remove the file {name!r}: this graph has no folder for files")

    def remove_folder(self, name: str) -> None:
        """Refuse."""
        raise DiagramError(f"cannot remove the folder {name!r}: this graph has no folder for files")

    def matching(self, pattern: str, *, folders: bool = False) -> list[str]:
        """Refuse."""
        raise DiagramError(f"cannot look for the files {pattern!r}: this graph has no folder for files")


def to_standard_error(text: str) -> None:
    """Write a line where people look for what a run says beside its results; a terminal obeys nothing in it."""
    if sys.stderr is not None:  # pyright: ignore[reportUnnecessaryComparison]  # a program without a terminal has none
        encoding = sys.stderr.encoding or "utf-8"
        text = printable_lines(text)
        print(text.encode(encoding, "backslashreplace").decode(encoding), file=sys.stderr, flush=True)


class _Kept(NamedTuple):
    declared: Hashable
    maker: str
    thing: Any


class Resources:
    """Objects other than variables that a session keeps between steps, by key.

    Attributes:
        say: takes the lines that Print blocks write; who has no terminal sets another, here or for one session.
    """

    say: Callable[[str], object] = staticmethod(to_standard_error)

    def __init__(self) -> None:
        self._kept: dict[bytes, _Kept] = {}

    def get(self, key: bytes, declared: Hashable, make: Callable[[], T], maker: str) -> T:
        """What is kept under a key; made the first time, and again when its block was edited.

        Args:
            key: of `Context.key`.
            declared: what it was declared as (kind, dtypes, shapes ...), to be compared.
            make: makes it.
            maker: the name of the node that asks.

        Raises:
            DiagramError: it was declared differently by another block.
        """
        entry = self._kept.get(key)
        if entry is None or (entry.declared != declared and entry.maker == maker):
            entry = self._kept[key] = _Kept(declared, maker, make())
        elif entry.declared != declared:
            text = f"the name {key.decode(errors='replace')!r} is shared with {entry.maker}, which has a different"
            raise DiagramError(f"{text} declaration", pin="shared_name")
        return entry.thing

    def find(self, handle: Array, kind: type[T], what: str, pin: str = "handle") -> T:
        """What a handle stands for.

        Args:
            handle: a scalar with its key.
            kind: the Python type that it must have.
            what: what that is in words, for the error: "a queue".
            pin: the pin that the handle came to.

        Raises:
            DiagramError: it stands for something else, or for nothing that is still there.
        """
        key = handle.item() if handle.size == 1 else None
        entry = self._kept.get(key) if isinstance(key, bytes) else None
        if entry is None or not isinstance(entry.thing, kind):
            raise DiagramError(f"{pin} must be {what}", pin=pin)
        return entry.thing

    def all_of(self, kind: type[T]) -> list[T]:
        """All that is kept of a Python type."""
        return [entry.thing for entry in self._kept.values() if isinstance(entry.thing, kind)]

    @property
    def content(self) -> Any:
        """All that is kept: to be copied, and put back."""
        return self._kept

    @content.setter
    def content(self, content: Any) -> None:
        self._kept = content

    def drop(self, key: bytes) -> None:
        """Forget what is kept under a key, if anything is."""
        self._kept.pop(key, None)

    def drop_where(self, unwanted: Callable[[Any], bool]) -> None:
        """Forget all that is not wanted any longer."""
        self._kept = {key: entry for key, entry in self._kept.items() if not unwanted(entry.thing)}


class Context:
    """The surroundings available to one kernel call.

    Attributes:
        name: the node's name, unique in its graph.
        step: the number of the step, from 0.
        resources: what the session keeps.
        files: the files that the run may use.
        memory: the limits of memory, for what a kernel finds out only when it runs.
    """

    __slots__ = ("_streams", "files", "memory", "name", "resources", "step")

    def __init__(
        self,
        name: str,
        step: int,
        resources: Resources,
        files: Files,
        memory: Memory,
        streams: Callable[[str, bool], Generator],
    ) -> None:
        self.name = name
        self.step = step
        self.resources = resources
        self.files = files
        self.memory = memory
        self._streams = streams

    def key(self, container: str = "", shared_name: str = "") -> bytes:
        """The key of what this node keeps: shared with others by a name, or its own."""
        return (f"{container}/shared/{shared_name}" if shared_name else f"{container}/{self.name}").encode()

    def keep(self, declared: Hashable, make: Callable[[], T], container: str = "", shared_name: str = "") -> T:
        """What this node keeps, or shares by a name; made the first time. Its handle is ``handle(self.key(...))``.

        Raises:
            DiagramError: another block shares the name and declares it differently.
        """
        return self.resources.get(self.key(container, shared_name), declared, make, self.name)

    def stream(self, purpose: str = "") -> Generator:
        """A random stream for this node and step."""
        return self._streams(f"{self.name}/{purpose}", False)


def handle(key: bytes) -> Array:
    """A handle as a tensor: a scalar that holds the key."""
    result: Array = np.empty((), object)
    result[()] = key
    return result
