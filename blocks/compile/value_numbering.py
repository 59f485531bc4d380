"""Value numbering: equal keys for calls that compute the same value, which is then computed once."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.types import Array, is_array, is_list
from blocks.graph.graph import Node

LARGE = 4096
"""Bytes: the content of larger constants is compared only where it is likely to be equal."""
PIECE = 1 << 20
"""Bytes that are compared at once: what is not equal is seen early."""


class Keys:
    def __init__(self) -> None:
        self._known: dict[tuple[int, ...], tuple[list[Any], Any]] = {}

    def of(self, node: Node) -> Any:
        names = node.type.attribute_names
        if not names:
            return node.args
        values = [node.attrs[name] for name in names]
        same = tuple(map(id, values))
        entry = self._known.get(same)
        if entry is None:  # the values are held, so that no other gets the id of one
            entry = self._known[same] = values, tuple(map(attr_key, values))
        return node.args, entry[1]


def attr_key(value: Any) -> Any:
    if is_array(value):
        if value.dtype.kind == "O" or (value.nbytes > LARGE and not value.flags.forc):
            return id(value)
        if value.nbytes > LARGE:
            return Large(value)
        return value.dtype.str, value.shape, value.strides, value.tobytes()
    if is_list(value):
        return tuple([attr_key(each) for each in value])
    # 0.0 and -0.0, 1 and 1.0 and True are equal but not the same
    return (type(value), repr(value)) if isinstance(value, float) else (type(value), value)


class Large:
    """A large constant as part of a key: hashed by some of its bytes, compared by all."""

    __slots__ = ("kind", "memory", "sample")

    def __init__(self, array: Array) -> None:
        self.kind = array.dtype.str, array.shape, array.strides
        self.memory: Array = array.ravel(order="K").view(np.uint8)
        self.sample = hash((self.kind, self.memory[:: 1 + self.memory.size // 512].tobytes()))

    def __hash__(self) -> int:
        return self.sample

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Large) or self.sample != other.sample or self.kind != other.kind:
            return False
        pieces = range(0, self.memory.size, PIECE)
        return all(np.array_equal(self.memory[i : i + PIECE], other.memory[i : i + PIECE]) for i in pieces)
