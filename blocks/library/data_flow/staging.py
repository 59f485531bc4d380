"""Staging areas as plain objects: first in, first out, or by key."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import numpy as np

from blocks.base.context import Context, WouldBlock
from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.library.data_flow.resources import Element, Holding, byte_count, check_types, copied


class Area(Holding):
    """The base class of staging areas, with the limits of the block ``maker``; limits of 0 mean none."""

    what = "the staging area"

    def __init__(self, name: str, maker: str) -> None:
        super().__init__(name)
        self.maker = maker
        self.capacity = 0
        self.memory_limit = 0

    def __len__(self) -> int:
        raise NotImplementedError

    def admit_element(self, context: Context, element: Element, counts: bool = True) -> None:
        """Reserve memory for an element. Raise WouldBlock if there is no room now, DiagramError if never."""
        size, limit = byte_count(element), self.memory_limit
        if limit and size > limit:
            text = f"the values take {size:,} bytes, but the memory_limit of {self} is {limit:,}"
            raise DiagramError(text, pin="values")
        if limit and self.bytes + size > limit:
            raise WouldBlock(
                f"{self} is full (its memory_limit is {limit:,} bytes), and no block in this step makes room"
            )
        if counts and self.capacity and len(self) >= self.capacity:
            raise WouldBlock(f"{self} is full (its capacity is {self.capacity}), and no block in this step makes room")
        self.admit(context, size)


class Row(Area):
    def __init__(self, name: str, maker: str) -> None:
        super().__init__(name, maker)
        self._kept: deque[Element] = deque()

    def __len__(self) -> int:
        return len(self._kept)

    def put(self, context: Context, values: Sequence[Array]) -> None:
        self.admit_element(context, tuple(values))
        self._kept.append(copied(values))

    def take(self, types: Sequence[DType]) -> Element:
        """Remove and return the first element. Raise WouldBlock if the area is empty."""
        if not self._kept:
            raise WouldBlock(f"{self} is empty, and no block in this step adds more")
        check_types(self, types, self._kept[0], "dtypes")
        element = self._kept.popleft()
        self.bytes -= byte_count(element)
        return element

    def peek(self, index: int, types: Sequence[DType]) -> Element:
        """Return an element by its index. Raise WouldBlock if it does not exist yet."""
        if index >= len(self._kept):
            raise WouldBlock(
                f"{self} has {len(self._kept)} elements, none at {index}, and no block in this step adds more"
            )
        check_types(self, types, self._kept[index], "dtypes")
        return copied(self._kept[index])

    def clear(self) -> None:
        self._kept.clear()
        self.bytes = 0


class Map(Area):
    """A staging area by key. Elements can be put in and taken out in parts.

    Args:
        ordered: whether the smallest key comes first; otherwise the most recent one does.
    """

    what = "the map"

    def __init__(self, name: str, maker: str, ordered: bool) -> None:
        super().__init__(name, maker)
        self.ordered = ordered
        self.incomplete: dict[int, list[Array | None]] = {}
        self._kept: dict[int, list[Array | None]] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def put(self, context: Context, key: int, indices: Array, values: Sequence[Array], types: Sequence[DType]) -> None:
        """Add an element, or a part of one. A whole element whose key exists is dropped, as in TensorFlow."""
        positions = _indices(indices, len(types))
        if len(positions) != len(values):
            raise DiagramError(f"{len(positions)} indices need one value each, got {len(values)}", pin="values")
        check_types(self, [types[i] for i in positions], values, "values")
        if len(positions) == len(types):
            self.admit_element(context, tuple(values))
            self._complete(key, list(copied(values)))
            return
        slots = self.incomplete.get(key, [None] * len(types))
        for i in positions:
            if i >= len(slots) or slots[i] is not None:
                raise DiagramError(f"{self} already has tensor {i} of the key {key}", pin="indices")
        self.admit_element(context, tuple(values), counts=False)
        for i, value in zip(positions, copied(values), strict=True):
            slots[i] = value
        self.incomplete[key] = slots
        if all(array is not None for array in slots):
            del self.incomplete[key]
            self._complete(key, slots)

    def take(self, key: int, indices: Array, types: Sequence[DType]) -> Element:
        """Remove and return an element or a part of it. Raise WouldBlock if the key does not exist yet."""
        element = self._chosen(key, indices, types)
        slots = self._kept[key]
        for i in indices.flat:
            slots[int(i)] = None
        if all(array is None for array in slots):
            del self._kept[key]
        self.bytes -= byte_count(element)
        return element

    def take_any(self, indices: Array, types: Sequence[DType]) -> tuple[int, Element]:
        """Remove any element or a part of it; return it with its key. Raise WouldBlock if it is empty."""
        if not self._kept:
            raise WouldBlock(f"{self} is empty, and no block in this step completes an element")
        key = min(self._kept) if self.ordered else next(reversed(self._kept))
        return key, self.take(key, indices, types)

    def peek(self, key: int, indices: Array, types: Sequence[DType]) -> Element:
        """Return an element or a part of it without removing it; raises as `take` does."""
        return copied(self._chosen(key, indices, types))

    def clear(self) -> None:
        self._kept.clear()
        self.incomplete.clear()
        self.bytes = 0

    def _complete(self, key: int, slots: list[Array | None]) -> None:
        if key in self._kept:
            self.bytes -= byte_count(a for a in slots if a is not None)
        else:
            self._kept[key] = slots

    def _chosen(self, key: int, indices: Array, types: Sequence[DType]) -> Element:
        slots = self._kept.get(key)
        if slots is None:
            raise WouldBlock(f"{self} has no element with the key {key}, and no block in this step adds it")
        positions = _indices(indices, len(slots))
        result = [slots[i] for i in positions]
        gone = [i for i, array in zip(positions, result, strict=True) if array is None]
        if gone:
            raise DiagramError(f"tensor {gone[0]} of the element with key {key} has already been taken", pin="indices")
        element = tuple([array for array in result if array is not None])
        check_types(self, types, element, "dtypes")
        return element


def _indices(indices: Array, count: int) -> list[int]:
    positions = [int(i) for i in indices.flat]
    if not positions:
        raise DiagramError("indices must contain at least one index", pin="indices")
    if any(np.diff(positions) <= 0):
        raise DiagramError(f"indices must be in ascending order, got {positions[:8]}", pin="indices")
    if positions[0] < 0 or positions[-1] >= count:
        wrong = positions[0] if positions[0] < 0 else positions[-1]
        raise DiagramError(f"there is no tensor {wrong} in an element of {count} tensors", pin="indices")
    return positions
