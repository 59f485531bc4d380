"""Buffer allocation for a plan: lifetimes of values, shared memory and reused arrays."""

from __future__ import annotations

import math
import sys
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from blocks.base.budget import ALIVE, Memory
from blocks.compile.control_flow import ControlFlow, While
from blocks.compile.rewrite import Goal
from blocks.compile.schedule import Instruction, Schedule, values_in
from blocks.graph.graph import UNSET, Node, Output
from blocks.graph.kernel_choice import function_of
from blocks.native.tasks import aligned

WORTH_FREEING = 4096
"""Bytes: smaller values are left until the step ends, since a `del` costs more than it gives."""

WORTH_RECYCLING = 1 << 16
"""Bytes: fresh memory of this size comes from the system, and is cleared page by page."""


def bytes_of(output: Output | None, unknown: int = 0) -> int:
    """Return the size of a value in bytes, ``unknown`` if it is not known before the run."""
    if output is None or output.shape is None:
        return unknown
    sizes = [size for size in output.shape if size is not None]
    return math.prod(sizes) * output.dtype.size if len(sizes) == len(output.shape) else unknown


class Kind(NamedTuple):
    """The properties that arrays must share to reuse each other's memory."""

    dtype: Any
    shape: tuple[int, ...]


def small_kind(output: Output) -> Kind | None:
    """Return the kind of a vector or scalar that is small enough to keep its memory, otherwise None.

    The memory layout of a larger array depends on the operands of the call that makes it.
    """
    sizes = [size or 0 for size in output.shape or ()]
    return Kind(output.dtype.numpy, tuple(sizes)) if len(sizes) < 2 and 0 < bytes_of(output) < WORTH_FREEING else None


class Small(NamedTuple):
    """A function that writes a small result into preallocated memory, passed as its last argument."""

    function: Any
    kind: Kind


def small_call(node: Node) -> Small | None:
    function, kind = function_of(node), small_kind(node.outputs[0])
    return Small(function, kind) if kind is not None and isinstance(function, np.ufunc) else None


Buffer: TypeAlias = tuple[int, Any]
"""Memory for small results, with the index of the first instruction that uses it."""


class Recycled:
    """An allocator of arrays of one kind that reuses freed arrays.

    The operating system clears fresh memory page by page, which takes longer than most arithmetic.

    Args:
        most: the maximum number of kept arrays: two per allocating call, since a variable's old value exists while its
            new one is made.
    """

    def __init__(self, shape: tuple[int, ...], dtype: Any, memory: Memory, most: int) -> None:
        self.shape = shape
        self.dtype = dtype
        self.memory = memory
        self.size = math.prod(shape) * np.dtype(dtype).itemsize
        self.most = most
        self.held: list[Any] = []
        ALIVE.pools.add(self)

    def __call__(self) -> Any:
        held = self.held
        for i in range(len(held)):
            if sys.getrefcount(held[i]) == 2:  # the list, and the call that asks
                for each in (held[i].base, held[i]):  # both are read-only if a session returned the array
                    if each is not None:
                        each.setflags(write=True)
                return held[i]
        self.memory.require(self.size)
        result = aligned(self.shape, self.dtype)
        self.memory.hold(result)
        held = self.held  # a full memory has trimmed it
        held.append(result)
        del held[: -self.most]
        return result

    def trim(self) -> None:
        held = self.held
        self.held = [held[i] for i in range(len(held)) if sys.getrefcount(held[i]) > 2]


class Lives:
    """The lifetimes of values, and the values that share memory.

    Attributes:
        made: the index of the instruction that makes a value, by value number; -1 for initial values.
        last: the index of the last instruction that reads a value; the number of instructions for final values, -1 for
            values that are neither read nor made.
        root_last: the same, including reads of values that share its memory.
        small: the function that writes an instruction's result into preallocated memory, if allowed; equal ones are the
            same object.
        freed: the values that are dead after an instruction, by its index, without small ones.
    """

    def __init__(self, order: Schedule, goal: Goal, flow: ControlFlow | None = None) -> None:
        self.order = order
        self._conditional = flow.conditional() if flow is not None else frozenset[int]()
        self.roots: dict[int, frozenset[int]] = {}
        self.defined = [-1] * order.value_count
        self.last = [-1] * order.value_count
        self.types: list[Any] = [None] * order.value_count
        self.small: list[Small | None] = []
        self._reached: list[Instruction] = []
        self._record()
        end = len(order.instructions)
        for value in (*order.start.values(), *order.feeds.values(), *order.constants, *order.final.values()):
            self.last[value] = end
        for output in goal.outputs:
            self.last[order.outputs[output]] = end
        for loop in flow.whiles() if flow is not None else ():
            self._go_round(loop)
        self.root_last = self.last[:] if self.roots else self.last
        until: dict[int, tuple[frozenset[int], int]] = {}
        for value, roots in self.roots.items():
            until[id(roots)] = roots, max(self.last[value], until.get(id(roots), (roots, -1))[1])
        for roots, last in until.values():
            for root in roots:
                self.root_last[root] = max(self.root_last[root], last)
        self.freed = self._freed(end)

    def _record(self) -> None:
        defined, last, types, small = self.defined, self.last, self.types, self.small
        known: dict[Any, Small | None] = {}
        for i, instruction in enumerate(self.order.instructions):
            node, args, results, _ = instruction
            spec = node.type
            if spec.simple and not spec.view:
                for each in args:
                    last[each] = i  # pyright: ignore[reportArgumentType, reportCallIssue]
                [value] = results
                defined[value] = last[value] = i
                types[value] = node.outputs[0]
            else:
                self._record_other(i, instruction)
            if not spec.ufunc or not node.certain:
                small.append(None)
                continue
            output = node.outputs[0]
            key = (spec, output.dtype, output.shape)
            entry = known.get(key, UNSET)
            small.append(small_call(node) if entry is UNSET else entry)
            if entry is UNSET:
                known[key] = small[-1]
        # A queue, say, holds what it gets.
        for value in [value for each in self._reached for arg in values_in(each.args) for value in self.roots_of(arg)]:
            if defined[value] >= 0:
                small[defined[value]] = None

    def _record_other(self, i: int, instruction: Instruction) -> None:
        node, spec = instruction.node, instruction.node.type
        used = list(values_in(instruction.args))
        for value in used:
            self.last[value] = i
        for value in instruction.results:
            self.defined[value] = self.last[value] = i
        # An assignment stores the array that it is given: the variable then shares memory with it. And what does not
        # run on its branch leaves the variable with the old one.
        if spec.view or (spec.writes and (spec.in_place is None or i in self._conditional)):
            shared = frozenset[int]().union(*(self.roots_of(v) for v in used))
            # A loop that writes many variables has many results, for which one set is enough.
            among = shared.union(instruction.results) if spec.nested and spec.writes else None
            for value in instruction.results:
                # A view has no memory of its own: a chain of views has few roots.
                self.roots[value] = among or (shared if spec.view and shared else shared | {value})
        if spec.nested:
            from blocks.library.control_flow.bodies import lie_apart  # only who has a loop pays for it

            for output in lie_apart(node):
                self.roots.pop(self.order.outputs[output], None)
        for output in node.outputs:
            value = self.order.outputs[output]
            if value in instruction.results:
                self.types[value] = output
        if spec.context:
            self._reached.append(instruction)

    def _go_round(self, loop: While) -> None:
        handed = [value for *_, value in loop.loop.edges]
        for first, last in loop.carried:
            handed += first, last
        used = handed[:]
        for node, args, _, _ in self.order.instructions[loop.first : loop.end]:
            used += [value for value in values_in(args) if self.defined[value] < loop.first]
            if node.number in loop.loop.heads:
                handed += values_in(args)
        for value in used:
            self.last[value] = max(self.last[value], loop.end)
        # What is handed on has other names later: no call may put anything else into its memory.
        for root in {root for value in handed for root in self.roots_of(value)}:
            if self.defined[root] >= 0:
                self.small[self.defined[root]] = None

    def _freed(self, end: int) -> dict[int, list[int]]:
        large: dict[Any, bool] = {}
        result: dict[int, list[int]] = {}
        for instruction, small in zip(self.order.instructions, self.small, strict=True):
            if small is not None:
                continue
            for value in instruction.results:
                when, output = self.last[value], self.types[value]
                kind = None if output is None else (output.dtype, output.shape)
                if kind not in large:
                    large[kind] = bytes_of(output, unknown=WORTH_FREEING) >= WORTH_FREEING
                if when < end and large[kind]:
                    result.setdefault(when, []).append(value)
        return result

    def roots_of(self, value: int) -> frozenset[int]:
        return self.roots.get(value) or frozenset((value,))

    def small_buffers(self) -> list[Buffer | None]:
        end = len(self.order.instructions)
        buffers: list[Buffer | None] = [None] * end
        free: dict[Kind, list[Buffer]] = {}
        waiting = {id(each): free.setdefault(each.kind, []) for each in self.small if each is not None}
        # By indices, as chains: what is free from there on.
        ends: list[Any] = [None] * end
        for i, (instruction, small) in enumerate(zip(self.order.instructions, self.small, strict=True)):
            chain = ends[i]
            while chain is not None:
                others, buffer, chain = chain
                others.append(buffer)
            if small is None:
                continue
            last = self.root_last[instruction.results[0]]
            if last < end:
                others = waiting[id(small)]
                buffer = buffers[i] = others.pop() if others else (i, np.empty(small.kind.shape, small.kind.dtype))
                ends[last] = others, buffer, ends[last]
        return buffers

    def shared_at_end(self) -> set[int]:
        """Return the values whose memory is used by others that exist at the end of the step."""
        end = len(self.order.instructions)
        results: set[int] = set()
        for value, roots in self.roots.items():
            if self.last[value] >= end:
                results |= roots - {value}
        return results
