"""Helpers for object arrays of bytes, the storage of strings."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from blocks.base.types import Array


def scalar(text: bytes) -> Array:
    """One string as a tensor without axes. NumPy's own conversion would lose zero bytes at its end."""
    result = np.empty((), np.object_)
    result[()] = text
    return result


def each(function: Callable[[bytes], bytes], strings: Array) -> Array:
    """A function of every string, as a new array of the same shape."""
    out = np.empty(strings.shape, np.object_)
    np.frompyfunc(function, 1, 1)(strings, out)
    return out
