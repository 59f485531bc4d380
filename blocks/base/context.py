"""The context of a kernel with side effects: files, and objects that the session keeps between steps.

A kernel gets it by declaring a keyword-only parameter ``context``. An object that the session keeps (a queue, a reader,
a tensor array) is found by its handle, a scalar string tensor that contains its key. Handles are plain data and can go
wherever a tensor can.
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


class WouldBlock(DiagramError):
    """A signal from a kernel that must wait for another block of the step and has changed nothing yet.

    The step continues with the blocks that do not depend on this one and tries again. If nothing ends the wait, this is
    the error; its message names the cause (``the queue 'q' is empty``).
    """


class Files(Protocol):
    """The file access of a run, limited to the allowed folders. The methods raise DiagramError for other paths."""

    def open(self, name: str) -> BufferedReader: ...

    def write(self, name: str, data: Data) -> None: ...

    def path(self, name: str) -> str: ...

    def write_together(self, files: Mapping[str, Data]) -> None: ...

    def remove(self, name: str) -> None: ...

    def remove_folder(self, name: str) -> None: ...

    def matching(self, pattern: str, *, folders: bool = False) -> list[str]: ...


class NoFiles:
    def open(self, name: str) -> BufferedReader:
        raise DiagramError(f"cannot read the file {name!r}: this graph has no working folder")

    def write(self, name: str, data: Data) -> None:
        raise DiagramError(f"cannot write the file {name!r}: this graph has no working folder")

    def write_together(self, files: Mapping[str, Data]) -> None:
        for name in files:
            self.write(name, b"")

    def path(self, name: str) -> str:
        raise DiagramError(f"cannot read the file {name!r}: this graph has no working folder")

    def remove(self, name: str) -> None:
        raise DiagramError(f"cannot remove the file {name!r}: this graph has no working folder")

    def remove_folder(self, name: str) -> None:
        raise DiagramError(f"cannot remove the folder {name!r}: this graph has no working folder")

    def matching(self, pattern: str, *, folders: bool = False) -> list[str]:
        raise DiagramError(f"cannot look for the files {pattern!r}: this graph has no working folder")


def to_standard_error(text: str) -> None:
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
        say: the function that receives the lines of Print blocks; settable for the process or for one session.
    """

    say: Callable[[str], object] = staticmethod(to_standard_error)

    def __init__(self) -> None:
        self._kept: dict[bytes, _Kept] = {}

    def get(self, key: bytes, declared: Hashable, make: Callable[[], T], maker: str) -> T:
        """Return the object under a key, and make it if it does not exist or if its block was edited.

        Args:
            declared: the declaration (kind, dtypes, shapes ...), which must equal that of other blocks with this key.
            maker: the name of the node that asks.

        Raises:
            DiagramError: another block declared the object differently.
        """
        entry = self._kept.get(key)
        if entry is None or (entry.declared != declared and entry.maker == maker):
            entry = self._kept[key] = _Kept(declared, maker, make())
        elif entry.declared != declared:
            name = key.decode(errors="replace").partition("/shared/")[2]
            text = f"the shared name {name!r} is also used by {entry.maker}, whose type or attributes differ"
            raise DiagramError(text, pin="shared_name")
        return entry.thing

    def find(self, handle: Array, kind: type[T], what: str, pin: str = "handle") -> T:
        """Return the object of a handle.

        Args:
            what: the kind in words, for the error: "a queue".

        Raises:
            DiagramError: the object is of another type, or no longer exists.
        """
        key = handle.item() if handle.size == 1 else None
        entry = self._kept.get(key) if isinstance(key, bytes) else None
        if entry is None or not isinstance(entry.thing, kind):
            raise DiagramError(f"{pin} must be {what}", pin=pin)
        return entry.thing

    def all_of(self, kind: type[T]) -> list[T]:
        return [entry.thing for entry in self._kept.values() if isinstance(entry.thing, kind)]

    @property
    def content(self) -> Any:
        return self._kept

    @content.setter
    def content(self, content: Any) -> None:
        self._kept = content

    def drop(self, key: bytes) -> None:
        self._kept.pop(key, None)

    def drop_where(self, unwanted: Callable[[Any], bool]) -> None:
        self._kept = {key: entry for key, entry in self._kept.items() if not unwanted(entry.thing)}


class Context:
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
        """Return the key of this node's object: its own, or the shared one."""
        return (f"{container}/shared/{shared_name}" if shared_name else f"{container}/{self.name}").encode()

    def keep(self, declared: Hashable, make: Callable[[], T], container: str = "", shared_name: str = "") -> T:
        """Return the object of this node or of a shared name, made on first use; its handle is ``handle(key(...))``.

        Raises:
            DiagramError: another block shares the name and declares it differently.
        """
        return self.resources.get(self.key(container, shared_name), declared, make, self.name)

    def stream(self, purpose: str = "") -> Generator:
        return self._streams(f"{self.name}/{purpose}", False)


def handle(key: bytes) -> Array:
    result: Array = np.empty((), object)
    result[()] = key
    return result
