"""NumPy's OpenBLAS: its thread count."""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import cache
from threading import Lock, get_ident

import numpy as np


class OpenBlas(AbstractContextManager[None]):
    """NumPy's OpenBLAS; as a context manager, it limits each product to one thread."""

    def __init__(self, get: Callable[[], int], set: Callable[[int], object]) -> None:
        self._get = get
        self._set = set
        self._lock = Lock()
        self._inside: Counter[int] = Counter()
        self._usual = 0

    @property
    def threads(self) -> int:
        with self._lock:
            return self._usual if self._inside else self._get()

    def __enter__(self) -> None:
        with self._lock:
            if not self._inside:
                self._usual = self._get()
                self._set(1)
            self._inside[get_ident()] += 1

    def __exit__(self, *_failure: object) -> None:
        with self._lock:
            thread = get_ident()
            self._inside[thread] -= 1
            if not self._inside[thread]:
                del self._inside[thread]
            if not self._inside:
                self._set(self._usual)

    def depth(self) -> int:
        return self._inside[get_ident()]

    def leave_to(self, depth: int) -> None:
        """Reset this thread's depth, because an asynchronous exception may have prevented an exit."""
        with self._lock:
            thread = get_ident()
            self._inside[thread] = min(self._inside[thread], depth)
            self._inside = +self._inside
            if not self._inside and self._usual:
                self._set(self._usual)


@cache
def openblas() -> OpenBlas | None:
    from pathlib import Path  # only large arrays need it

    folder = Path(np.__file__).parent
    files = [*folder.with_name("numpy.libs").glob("*openblas*"), *(folder / ".dylibs").glob("*openblas*")]
    for path in files:
        try:
            library = ctypes.PyDLL(str(path))  # these calls take no time: to let go of the interpreter would
        except OSError:
            continue
        for name in ("scipy_{}64_", "{}64_", "scipy_{}", "{}"):
            get, set = (getattr(library, name.format(f"openblas_{verb}_num_threads"), None) for verb in ("get", "set"))
            if get is not None and set is not None:
                return OpenBlas(get, set)
    return None
