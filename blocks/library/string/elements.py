"""Helpers for object arrays of bytes, the storage of strings."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call


def scalar(text: bytes) -> Array:
    """Return a string as a scalar tensor. NumPy's conversion would lose trailing zero bytes."""
    result = np.empty((), np.object_)
    result[()] = text
    return result


def each(function: Callable[[bytes], bytes], strings: Array) -> Array:
    out = np.empty(strings.shape, np.object_)
    np.frompyfunc(function, 1, 1)(strings, out)
    return out


def like_input(call: Call) -> Shape:
    return call.shape(call.type.inputs[0].name)
