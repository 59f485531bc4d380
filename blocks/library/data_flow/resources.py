"""The base class of objects that keep tensors between steps: a name, and a memory limit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np

from blocks.base.budget import Share
from blocks.base.context import Context
from blocks.base.dtypes import DType, dtype_of
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.library.array.arguments import zeros

Element: TypeAlias = tuple[Array, ...]
"""What goes in and comes out together: one tensor per component."""

STRING_HEADER = 24
"""Bytes that TensorFlow counts for a string beside its characters."""


class Holding:
    """The base class of queues, staging areas and barriers: an object that keeps elements."""

    what = "the holding"

    def __init__(self, name: str) -> None:
        self.name = name
        self._share = Share()

    @property
    def bytes(self) -> int:
        return self._share.size

    @bytes.setter
    def bytes(self, size: int) -> None:
        self._share.size = size

    def __str__(self) -> str:
        return f"{self.what} {self.name!r}"

    def admit(self, context: Context, size: int, pin: str | None = None) -> None:
        context.memory.require(size, f"another element of {self}", pin)
        self.bytes += size


def byte_count(arrays: Iterable[Array]) -> int:
    """Return the number of bytes of tensors; strings are counted as TensorFlow does."""
    total = 0
    for array in arrays:
        if array.dtype.hasobject:
            total += array.size * STRING_HEADER + sum(map(len, array.flat))
        else:
            total += array.nbytes
    return total


def total_bytes(elements: Iterable[Element]) -> int:
    return sum(byte_count(element) for element in elements)


def copied(arrays: Sequence[Array]) -> Element:
    return tuple([array.copy() for array in arrays])


def check_types(owner: object, types: Sequence[DType], arrays: Sequence[Array], pin: str) -> None:
    if [t.numpy for t in types] != [a.dtype for a in arrays]:
        result = [dtype_of(a) for a in arrays]
        raise DiagramError(f"{owner} needs dtypes {dtype_names(types)}, got {dtype_names(result)}", pin=pin)


def check_same_types(owner: object, kept: Sequence[DType], wanted: Sequence[DType]) -> None:
    if list(kept) != list(wanted):
        raise DiagramError(f"{owner} has dtypes {dtype_names(kept)}, not {dtype_names(wanted)}", pin="component_types")


def dtype_names(types: Sequence[Any]) -> str:
    return ", ".join(t.short for t in types) or "none"


def joined(parts: Sequence[Array], shape: tuple[int, ...], t: DType) -> Array:
    """Stack tensors; smaller ones are padded with zeros or empty strings."""
    if all(part.shape == shape[1:] for part in parts):
        result = np.empty(shape, t.numpy)
        for i, part in enumerate(parts):
            result[i, ...] = part
        return result
    result = zeros(shape, t.numpy)
    for i, part in enumerate(parts):
        result[(i, *map(slice, part.shape))] = part
    return result


def check_components(attrs: dict[str, Any]) -> None:
    """Raise DiagramError unless each component of an element has a shape."""
    types, shapes = attrs["component_types"], attrs["shapes"]
    if len(shapes) != len(types):
        raise DiagramError(f"{len(types)} components need one shape each, got {len(shapes)}", pin="shapes")


def no_timeout(attrs: dict[str, Any]) -> None:
    """Raise DiagramError if there is a timeout, as TensorFlow does."""
    if attrs["timeout_ms"] != -1:
        text = f"timeout_ms must be -1, got {attrs['timeout_ms']}: timeouts are not supported"
        raise DiagramError(
            text, pin="timeout_ms", hint="set timeout_ms to -1. A wait that no block can end fails immediately"
        )
