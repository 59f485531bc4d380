"""The return of freed memory to the operating system."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any


def give_back() -> None:
    """Give back to the system what this process has let go; takes less than a millisecond.

    glibc gives back only what lies above all that is still in use. What is made and let go on the way to a large page,
    such as the text of its file, lies between what stays, and would be kept as long as the page.
    """
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def _trim() -> Any:
    """The function of glibc for that; None where there is none: other allocators give back by themselves."""
    try:
        trim: Any = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # Windows finds nothing by the name of None
        return None
    trim.argtypes, trim.restype = [ctypes.c_size_t], ctypes.c_int
    return trim
