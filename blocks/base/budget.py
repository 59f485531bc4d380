"""Memory limits: for one tensor, for all tensors of the process, and for the unpacked contents of files.

Large arrays are counted while they are alive, whether they are results, variables, states of earlier steps or values
that a loop records. `hold` counts an array, and a weak reference reports its deletion. Views are not counted.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import os
import sys
import weakref
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from blocks.base.errors import DiagramError, FileError
from blocks.base.types import is_array

GIB = 1 << 30
COUNTED = 1 << 16
"""Bytes from which on an array is counted. It takes much longer to fill one than to count it."""
UNPACKED = 1 << 28
"""Bytes that the content of files may take in memory beyond their own size."""
HINT = "use --max-mem to change the limit"
CONTAINERS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
"""Files in which Linux says how many bytes a container may use."""


class _Held(weakref.ref[Any]):
    __slots__ = ("key", "number", "size")
    key: int
    number: int
    size: int


class _Before:
    """The arrays that were alive at one moment: the number of the last one, and the bytes of those still alive."""

    __slots__ = ("__weakref__", "last", "size")

    def __init__(self, last: int) -> None:
        self.last = last
        self.size = 0


class _Alive:
    """The set of counted arrays.

    Attributes:
        used: the bytes of these arrays and of every `Share`.
        shared: the bytes of the shares alone.
        pools: objects that cache memory, which ``trim`` releases.
    """

    __slots__ = ("_befores", "_count", "_held", "pools", "shared", "used")

    def __init__(self) -> None:
        self.used = self.shared = 0
        self.pools: weakref.WeakSet[Any] = weakref.WeakSet()
        self._held: dict[int, _Held] = {}
        self._count = 0
        self._befores: weakref.WeakSet[_Before] = weakref.WeakSet()

    def hold(self, array: Any, least: int) -> int:
        """Count an array of at least ``least`` bytes while it is alive; return its size, or 0 if it was not added."""
        base: Any = array.base
        while is_array(base) and not isinstance(base, np.memmap):
            array, base = base, base.base
        size = array.nbytes
        if array.dtype.hasobject:
            size += sum([len(each) for each in array.flat if isinstance(each, bytes)])
        # Other memory is not counted, such as pages of a file: the system may drop them.
        if size < least or id(array) in self._held or not (base is None or isinstance(base, bytes)):
            return 0
        held = _Held(array, self._gone)
        self._count += 1
        held.key, held.number, held.size = id(array), self._count, size
        self._held[held.key] = held
        self.used += size
        return size

    def reclaimed(self) -> int:
        """Collect garbage, trim the pools, and return the bytes that are still in use."""
        for pool in [*self.pools]:
            pool.trim()
        gc.collect()
        return self.used

    def before(self) -> _Before | None:
        """Return the arrays that are alive, so that a new run does not count them; None if there are none."""
        if self.used == self.shared or self.reclaimed() == self.shared:
            return None
        before = _Before(self._count)
        self._befores.add(before)
        before.size = self.used - self.shared  # at last: until here some may have gone
        return before

    def _gone(self, held: _Held) -> None:
        self.used -= held.size
        del self._held[held.key]
        for each in self._befores if self._befores else ():
            if held.number <= each.last:
                each.size -= held.size


ALIVE = _Alive()


class Memory(NamedTuple):
    """A memory limit in bytes: for each tensor, and for all tensors together except those that lived ``before``."""

    each: int
    total: int
    before: _Before | None = None

    @classmethod
    def of(cls, given: int | None = None) -> Memory:
        """Return the limits for a run: ``given`` bytes on top of the live arrays, or half of the machine's memory."""
        if given is not None:
            return cls(given, given, ALIVE.before())
        half = _machine() // 2
        return cls(min(4 * GIB, half), half)

    @property
    def small(self) -> int:
        return min(COUNTED, self.each + 1)

    @property
    def alone(self) -> Memory:
        return self._replace(total=sys.maxsize)

    def require(self, size: int, what: str = "the result", pin: str | None = None) -> None:
        if size > self.each:
            text = f"{what} would take {size:,} bytes; the limit is {self.each:,}"
            raise DiagramError(text, pin=pin, hint=HINT)
        used = self._too_much(size)
        if used is not None:
            text = f"{what} would take {size:,} bytes; other tensors take {used:,} and the limit is {self.total:,}"
            raise DiagramError(f"{text} for all tensors together", pin=pin, hint=HINT)

    def hold(self, array: Any, what: str = "the result", least: int = COUNTED) -> None:
        """Count a new array.

        Raises:
            DiagramError: the size was not known in advance, and the array does not fit.
        """
        size = ALIVE.hold(array, least)
        if size > self.each:
            raise DiagramError(f"{what} takes {size:,} bytes; the limit is {self.each:,}", hint=HINT)
        used = self._too_much(0) if size else None
        if used is not None:
            text = f"{what} takes {size:,} bytes; all tensors together take {used:,}, and the limit is {self.total:,}"
            raise DiagramError(text, hint=HINT)

    def _too_much(self, size: int) -> int | None:
        """Return the bytes in use if ``size`` more bytes exceed the limit, otherwise None."""
        before = self.before
        if ALIVE.used - (before.size if before is not None else 0) + size <= self.total:
            return None
        used = ALIVE.reclaimed() - (before.size if before is not None else 0)
        return used if used + size > self.total else None


@functools.cache
def _machine() -> int:
    sizes = [8 * GIB]
    with contextlib.suppress(AttributeError, ValueError, OSError):
        sizes = [os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")]
    for file in CONTAINERS:
        with contextlib.suppress(ValueError, OSError):  # "max" is no number
            sizes.append(int(Path(file).read_text("ascii")))
    return min(sizes)


class Unpacked:
    """A limit for the unpacked contents of files: the size of the files plus ``most`` bytes."""

    def __init__(self, file: str, most: int | None = None) -> None:
        self._file = file
        self._left = self._most = UNPACKED if most is None else most

    def add(self, size: int) -> None:
        self._left += size

    def take(self, size: int, what: str) -> None:
        self._left -= size
        if self._left < 0:
            text = "reading the contents would exceed the memory limit, which is the size of the files plus"
            raise FileError(f"{text} {self._most:,} bytes: {what} does not fit", file=self._file)


class Share:
    """A part of the tensor memory that its owner counts itself."""

    __slots__ = ("_size",)

    def __init__(self, size: int = 0) -> None:
        self._size = 0
        self.size = size

    @property
    def size(self) -> int:
        return self._size

    @size.setter
    def size(self, size: int) -> None:
        ALIVE.used += size - self._size
        ALIVE.shared += size - self._size
        self._size = size

    def __deepcopy__(self, _known: object) -> Share:
        return Share(self._size)

    def __del__(self) -> None:
        self.size = 0
