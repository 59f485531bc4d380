"""The state of a tensor array: its elements, and whether each was written and read."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from blocks.base.budget import Memory
from blocks.base.dtypes import NUMERIC, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, is_known, merge, shape_text
from blocks.base.types import Array, Shape

_ENTRY = 512
"""Bytes that an element takes at least, to keep account of it."""


def require_room(size: int, memory: Memory, pin: str) -> None:
    memory.require(size * _ENTRY, f"a tensor array of {size:,} elements", pin)


@dataclass(eq=False)
class Elements:
    """The elements of one tensor array, in one step. Each is written once, then read once.

    Arrays are copied when they come in: the program may reuse their memory.

    Attributes:
        identical: all have the shape of the first written one.
        dynamic: it grows when elements behind its end are written.
        read_once: an element is discarded when it has been read.
        adds_up: several writes of one element are added: it holds gradients.
    """

    step: int
    dtype: DType
    size: int
    shape: Shape
    memory: Memory
    identical: bool = False
    dynamic: bool = False
    read_once: bool = True
    adds_up: bool = False
    _written: dict[int, Array | None] = field(init=False, default_factory=dict[int, "Array | None"])
    """The elements that are there, where None means zeros of the shape in ``_shapes``."""
    _shapes: dict[int, tuple[int, ...]] = field(init=False, default_factory=dict[int, tuple[int, ...]])
    _read: set[int] = field(init=False, default_factory=set[int])

    def gradient(self) -> Elements:
        """Return an array for the elements' gradients, initialized with zeros of each element's shape."""
        self.dynamic = False
        # A gradient of gradients reads what belongs to one sum once for each part of it.
        elements = replace(self, read_once=not self.adds_up, adds_up=True)
        elements._shapes = dict(self._shapes)
        elements._written = dict.fromkeys(elements._shapes)
        return elements

    def narrow(self, shape: Shape, pin: str) -> None:
        if not compatible(self.shape, shape):
            text = f"the elements of the tensor array have the shape {shape_text(self.shape)}, not {shape_text(shape)}"
            raise DiagramError(text, pin=pin)
        self.shape = merge(self.shape, shape)

    def write(self, indices: Sequence[int], values: Sequence[Array], dtype: DType, pin: str) -> None:
        """Write elements, all or none."""
        if dtype is not self.dtype:
            raise DiagramError(f"the tensor array has dtype {self.dtype.short}, not {dtype.short}", pin="value")
        seen: dict[int, tuple[int, ...]] = {}
        shape = self.shape
        for index, value in zip(indices, values, strict=True):
            self._check_write(index, value, shape, seen, pin)
            seen[index] = value.shape
            if self.identical and not is_known(shape):
                shape = value.shape
        for index, value in zip(indices, values, strict=True):
            before = self._written.get(index)
            self.memory.require(value.nbytes, "the element", "value")
            written = self._written[index] = value.copy() if before is None else np.asarray(before + value)
            self.memory.hold(written, "the element", least=1)
            self._shapes[index] = value.shape
        self.shape = shape
        self.size = max(self.size, *(index + 1 for index in indices)) if indices else self.size

    def _check_write(self, index: int, value: Array, shape: Shape, seen: dict[int, tuple[int, ...]], pin: str) -> None:
        if index < 0 or (index >= self.size and not self.dynamic):
            raise DiagramError(f"the tensor array has {self.size} elements, so element {index} does not exist", pin=pin)
        require_room(index + 1, self.memory, pin)
        if not compatible(shape, value.shape):
            text = f"the elements of the tensor array have the shape {shape_text(shape)}, got {shape_text(value.shape)}"
            raise DiagramError(text, pin="value")
        if index in self._read:
            raise DiagramError(f"element {index} cannot be written after it was read", pin=pin)
        before = seen.get(index, self._shapes.get(index))
        if before is None:
            return
        if not self.adds_up:
            raise DiagramError(f"element {index} was already written", pin=pin)
        if before != value.shape:
            text = f"element {index} has the shape {shape_text(before)}, so a tensor of shape {shape_text(value.shape)}"
            raise DiagramError(f"{text} cannot be added", pin="value")
        if self.dtype not in NUMERIC and (index in seen or self._written.get(index) is not None):
            raise DiagramError(
                (f"element {index} was already written, and {self.dtype.short} values cannot be added"), pin=pin
            )

    def read(self, indices: Sequence[int], dtype: DType, pin: str | None = None) -> list[Array]:
        """Read elements, all or none."""
        if dtype is not self.dtype:
            raise DiagramError(f"the tensor array has dtype {self.dtype.short}, not {dtype.short}", pin="dtype")
        shapes = self._shapes_of(indices, pin)
        needed = sum(map(math.prod, shapes)) * dtype.size
        self.memory.require(needed, "what is read", pin)
        result: list[Array] = []
        for index, shape in zip(indices, shapes, strict=True):
            value = self._written.get(index)
            if value is None:
                value = np.zeros(shape, dtype.numpy)
            elif not self.read_once:
                value = value.copy()
            result.append(value)
        self._read.update(indices)
        if self.read_once:
            for index in indices:
                self._written.pop(index, None)
        return result

    def _shapes_of(self, indices: Sequence[int], pin: str | None) -> list[tuple[int, ...]]:
        result: list[tuple[int, ...]] = []
        reading: set[int] = set()
        for index in indices:
            if not 0 <= index < self.size:
                raise DiagramError(
                    (f"the tensor array has {self.size} elements, so element {index} does not exist"), pin=pin
                )
            if self.read_once and (index in self._read or index in reading):
                text = f"element {index} cannot be read twice: reading clears it"
                raise DiagramError(text, pin=pin, hint="set clear_after_read=false on the TensorArray to keep it")
            reading.add(index)
            shape = self._shapes.get(index)
            if shape is None:
                shape = self._unwritten(index, pin)
            result.append(shape)
        return result

    def _unwritten(self, index: int, pin: str | None) -> tuple[int, ...]:
        if self.dtype.kind == "string":
            raise DiagramError(f"element {index} was not written, and strings have no zero value", pin=pin)
        if self.shape is None or not is_known(self.shape):
            text = f"element {index} was not written, and its shape is not known"
            raise DiagramError(text, pin=pin, hint="set element_shape on the TensorArray to read it as zeros")
        return tuple(size for size in self.shape if size is not None)
