"""The return of freed memory to the operating system."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any


def give_back() -> None:
    """Return freed memory to the operating system; takes less than a millisecond.

    glibc returns only memory above the last block in use. Temporary data of a large page, such as the text of its file,
    is between data that stays, and would be kept as long as the page.
    """
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def _trim() -> Any:
    """Return malloc_trim of glibc, or None without glibc: other allocators return memory themselves."""
    try:
        trim: Any = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # Windows finds nothing by the name of None
        return None
    trim.argtypes, trim.restype = [ctypes.c_size_t], ctypes.c_int
    return trim
