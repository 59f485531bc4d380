"""Which values of a plan live how long, which share memory, and where results go that need not be new arrays."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from blocks.compile.parts import direct
from blocks.compile.passes import Goal
from blocks.compile.schedule import Instruction, Schedule, ValueArg, values_in
from blocks.graph.graph import UNSET, Output

WORTH_FREEING = 4096
"""Bytes: smaller values are left until the step ends, since a `del` costs more than it gives."""

WORTH_RECYCLING = 1 << 16
"""Bytes: fresh memory of this size comes from the system, and is cleared page by page."""


def bytes_of(output: Output) -> int:
    """How many bytes a value takes; 0 if that is not known ahead."""
    sizes = [size for size in output.shape or () if size is not None]
    known = output.shape is not None and len(sizes) == len(output.shape)
    return math.prod(sizes) * output.dtype.size if known else 0


class Kind(NamedTuple):
    """What arrays are alike in that can take each other's place."""

    dtype: Any
    shape: tuple[int, ...]


def small_kind(output: Output) -> Kind | None:
    """The kind of a value that is a vector or a single number, and so small that its memory may stay; else None.

    How a larger array lies in memory depends on the operands of the call that makes it.
    """
    sizes = [size or 0 for size in output.shape or ()]
    return Kind(output.dtype.numpy, tuple(sizes)) if len(sizes) < 2 and 0 < bytes_of(output) < WORTH_FREEING else None


class New:
    """Makes arrays of one kind."""

    def __init__(self, shape: tuple[int, ...], dtype: Any) -> None:
        self.shape = shape
        self.dtype = dtype

    def __call__(self) -> Any:
        """An array, with whatever is in that memory."""
        return np.empty(self.shape, self.dtype)


class Recycled(New):
    """Makes arrays of one kind, in the memory of earlier ones that nobody else holds any more.

    Fresh memory has to be cleared by the system, page by page, which takes longer than most arithmetic. Two are kept:
    of a variable the old value is still there while the new one is made.
    """

    def __init__(self, shape: tuple[int, ...], dtype: Any) -> None:
        super().__init__(shape, dtype)
        self.held: list[Any] = []

    def __call__(self) -> Any:
        """An array, with whatever is in that memory."""
        held = self.held
        for i in range(len(held)):
            if sys.getrefcount(held[i]) == 2:  # the list, and the call that asks
                held[i].setflags(write=True)
                return held[i]
        made = super().__call__()
        held.append(made)
        del held[:-2]
        return made


class Lives:
    """Which values live how long, and which share memory."""

    def __init__(self, order: Schedule, goal: Goal) -> None:
        self.order = order
        self.roots: dict[int, frozenset[int]] = {}
        self.last: dict[int, int] = {}
        self.owned: set[int] = set()
        kept = {order.outputs[o] for o in goal.outputs} | set(order.final.values())
        kept |= set(order.start.values()) | set(order.feeds.values()) | set(order.constants)
        end = len(order.instructions)
        self.types: dict[int, Any] = {}
        for i, instruction in enumerate(order.instructions):
            self._record(i, instruction)
        for value in kept:
            self.last[value] = end
        self.root_last = dict(self.last)
        for value, roots in self.roots.items():
            for root in roots:
                self.root_last[root] = max(self.root_last.get(root, -1), self.last[value])
        self.freed: dict[int, list[int]] = {}
        small = self._small()
        for value, when in self.last.items():
            if when < end and value not in small:
                self.freed.setdefault(when, []).append(value)

    def _small(self) -> set[int]:
        """The values that are not worth freeing."""
        known: dict[Any, bool] = {}
        found: set[int] = set()
        for value, output in self.types.items():
            kind = (output.dtype, output.shape)
            small = known.get(kind)
            if small is None:
                small = known[kind] = self.size(value, unknown=WORTH_FREEING) < WORTH_FREEING
            if small:
                found.add(value)
        return found

    def _record(self, i: int, instruction: Instruction) -> None:
        node, spec = instruction.node, instruction.node.type
        if spec.simple and not spec.view:
            [value] = instruction.results
            for each in instruction.args:
                self.last[each] = i  # pyright: ignore[reportArgumentType]
            self.last[value] = i
            self.owned.add(value)
            self.types[value] = node.outputs[0]
            return
        used = list(values_in(instruction.args))
        for value in (*used, *instruction.results):
            self.last[value] = i
        # An assignment stores the array that it is given: the variable then shares memory with it.
        if spec.view or (spec.writes and spec.fills is None):
            shared = frozenset[int]().union(*(self.roots_of(v) for v in used))
            for value in instruction.results:
                self.roots[value] = shared | {value}
        if not spec.view and not spec.writes:
            self.owned.update(instruction.results)
        for output in node.outputs:
            value = self.order.outputs[output]
            if value in instruction.results:
                self.types[value] = output

    def roots_of(self, value: int) -> frozenset[int]:
        """The values in whose memory a value lies, itself among them."""
        return self.roots.get(value) or frozenset((value,))

    @cached_property
    def small_kinds(self) -> list[Kind | None]:
        """For each instruction the kind of its result, if that may lie in memory that is there before the step."""
        held: set[int] = set()
        for instruction in self.order.instructions:
            if instruction.node.type.context:  # a queue, say, holds what it gets
                for value in values_in(instruction.args):
                    held.update(self.roots_of(value))
        known: dict[Any, Kind | None] = {}
        found: list[Kind | None] = []
        for instruction in self.order.instructions:
            node = instruction.node
            kind = None
            if node.type.ufunc and node.certain and instruction.results[0] not in held:
                output = node.outputs[0]
                key = (node.type, output.dtype, output.shape)
                kind = known.get(key, UNSET)
                if kind is UNSET:
                    kind = known[key] = small_kind(output) if isinstance(direct(node), np.ufunc) else None
            found.append(kind)
        return found

    def small_buffers(self) -> dict[int, tuple[int, Any]]:
        """For instructions with small results that nobody sees: the number of a buffer, and the buffer."""
        end = len(self.order.instructions)
        found: dict[int, tuple[int, Any]] = {}
        free: dict[Kind, list[tuple[int, Any]]] = {}
        ends: dict[int, list[tuple[Kind, tuple[int, Any]]]] = {}
        count = 0
        for i, (instruction, kind) in enumerate(zip(self.order.instructions, self.small_kinds, strict=True)):
            for freed, buffer in ends.pop(i, ()):
                free[freed].append(buffer)
            last = end if kind is None else self.root_last[instruction.results[0]]
            if kind is None or last >= end:
                continue
            waiting = free.setdefault(kind, [])
            if waiting:
                buffer = waiting.pop()
            else:
                buffer = (count, np.empty(kind.shape, kind.dtype))
                count += 1
            found[i] = buffer
            ends.setdefault(last, []).append((kind, buffer))
        return found

    def shared_at_end(self) -> set[int]:
        """The values in whose memory others lie that are still there when the step ends."""
        end = len(self.order.instructions)
        found: set[int] = set()
        for value, roots in self.roots.items():
            if self.last[value] >= end:
                found |= roots - {value}
        return found

    def size(self, value: int, unknown: int = 0) -> int:
        """The bytes of a value, ``unknown`` where its shape is not known ahead."""
        output = self.types.get(value)
        if output is None or output.shape is None or None in output.shape:
            return unknown
        return math.prod(output.shape) * output.dtype.size

    def buffer(self, i: int, instruction: Instruction, args: Sequence[ValueArg]) -> int | None:
        """One of some operands that dies in this call and whose memory fits the result."""
        result = self.types.get(instruction.results[0])
        if result is None or not result.shape or self.size(instruction.results[0]) < WORTH_FREEING:
            return None  # a new small array costs less than the care for an old one
        for value in args:
            if value not in self.owned:
                continue
            output = self.types[value]
            same = output.shape == result.shape and output.dtype.numpy == result.dtype.numpy
            if same and output.dtype.kind != "string" and self.root_last[value] == i:
                return value
        return None
