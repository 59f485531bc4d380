"""Which values of a plan live how long, which share memory, and where results go that need not be new arrays."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from blocks.compile.parts import direct
from blocks.compile.passes import Goal
from blocks.compile.schedule import Instruction, Schedule, ValueArg, values_in
from blocks.graph.graph import Output

WORTH_FREEING = 4096
"""Bytes: smaller values are left until the step ends, since a `del` costs more than it gives."""

WORTH_RECYCLING = 1 << 16
"""Bytes: fresh memory of this size comes from the system, and is cleared page by page."""


def bytes_of(output: Output) -> int:
    """How many bytes a value takes; 0 if that is not known ahead."""
    sizes = [size for size in output.shape or () if size is not None]
    known = output.shape is not None and len(sizes) == len(output.shape)
    return math.prod(sizes) * output.dtype.size if known else 0


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
        for value, when in self.last.items():
            if when < end and self.size(value, unknown=WORTH_FREEING) >= WORTH_FREEING:
                self.freed.setdefault(when, []).append(value)

    def _record(self, i: int, instruction: Instruction) -> None:
        node, spec = instruction.node, instruction.node.type
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

    def small_buffers(self) -> dict[int, tuple[int, Any]]:
        """For instructions with small results that nobody sees: the number of a buffer, and the buffer.

        Only for vectors and single numbers: how a larger array lies in memory depends on its operands.
        """
        kept: set[int] = set()
        for instruction in self.order.instructions:
            if instruction.node.type.context:  # a queue, say, holds what it gets
                for value in values_in(instruction.args):
                    kept.update(self.roots_of(value))
        end = len(self.order.instructions)
        found: dict[int, tuple[int, Any]] = {}
        free: dict[Any, list[tuple[int, Any]]] = {}
        ends: dict[int, list[tuple[Any, tuple[int, Any]]]] = {}
        count = 0
        for i, instruction in enumerate(self.order.instructions):
            for kind, buffer in ends.pop(i, ()):
                free.setdefault(kind, []).append(buffer)
            node = instruction.node
            if not (node.type.ufunc and node.certain and isinstance(direct(node), np.ufunc)):
                continue
            value = instruction.results[0]
            output = node.outputs[0]
            last = self.root_last[value]
            shape: Any = output.shape
            if len(shape or ()) > 1 or not 0 < self.size(value) < WORTH_FREEING or value in kept or last >= end:
                continue
            kind = (output.dtype.numpy, shape)
            waiting = free.get(kind)
            if waiting:
                buffer = waiting.pop()
            else:
                buffer = (count, np.empty(shape, output.dtype.numpy))
                count += 1
            found[i] = buffer
            ends.setdefault(last, []).append((kind, buffer))
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
