"""Fusion: row-by-row calls on large arrays run together in chunks that fit in the cache.

Fresh memory costs several times as much as arithmetic. So a sequence of elementwise calls, and of reductions along rows
between them, becomes one part of the plan. Its intermediate results are in buffers of the size of a chunk, and chunks
run on threads, because NumPy releases the interpreter lock. A row is the part of an array at one index of the first
axis. Fusion never changes the order in which numbers are added.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from blocks.base.dtypes import DOUBLE, FLOAT
from blocks.compile.schedule import Instruction, Schedule, ValueArg, values_in
from blocks.graph.graph import Node, Output

SMALLEST = 1 << 17
"""Elements: arrays that are not larger fit into the cache as they are."""

REACH = 400
"""Instructions that are looked at behind the last one of a group: what follows is another group's."""

RESHAPING = ("reshape", "broadcast", "unbroadcast")
ELEMENTWISE = ("elementwise", "same_shape", "sum")
IMAGES = 8
"""How many times larger chunks are with calls that work image by image: one takes so long to begin that it needs
several images."""


class FusedGroup(NamedTuple):
    """Instructions that run together.

    Attributes:
        flat: whether each element is a row: all arrays have one shape, or are scalars.
        width: the elements of the widest row, which determine the size of a chunk.
    """

    first: int
    length: int
    rows: int
    flat: bool
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    width: int


def fuse(order: Schedule, kept: set[int]) -> tuple[Schedule, dict[int, FusedGroup]]:
    """Make fusible calls of a schedule without loops adjacent; return it, and the groups by first index."""
    shown = shown_values(order)
    banned: set[int] = set()
    while True:
        walk = _Fusing(order, shown, banned)
        walk.run()
        if not walk.groups:
            return order, {}
        result = _described(walk, kept)
        # Outside, a broadcast tensor is a view whose equal elements share memory: it must stay one.
        views = {
            each.node.number
            for group in result.values()
            for each in walk.done[group.first : group.first + group.length]
            if each.node.type.fusion == "broadcast" and each.results[0] in group.outputs
        }
        if not views:
            return order._replace(instructions=walk.done), result
        banned |= views


def shown_values(order: Schedule) -> dict[int, Output]:
    outputs: dict[int, Output] = {}
    for instruction in order.instructions:
        for output in (*instruction.node.outputs, *instruction.node.inputs):
            outputs.setdefault(order.outputs[output], output)
        for value, output in zip(values_in(instruction.args), instruction.node.inputs, strict=False):
            outputs.setdefault(value, output)  # a later version of a variable
    return outputs


class _Fusing:
    """The fusion of one schedule: an open group accepts fitting calls and defers others that depend on it."""

    def __init__(self, order: Schedule, shown: dict[int, Output], banned: set[int]) -> None:
        self.constants = order.constants
        self.shown = shown
        self.banned = banned
        self.todo = order.instructions
        self.done: list[Instruction] = []
        self.groups: dict[int, list[Instruction]] = {}

    def run(self) -> None:
        todo = self.todo
        at = 0
        while at < len(todo):
            rows = self.rows(todo[at])
            if rows is None:
                self.done.append(todo[at])
                at += 1
                continue
            window, members, behind = self.collect(todo, at, rows)
            if len(members) > 1 or members[0].node.type.compute_bound:
                self.groups[len(self.done)] = members
            self.done += members
            if behind:
                todo = [*behind, *todo[window:]]
                at = 0
            else:
                at = window

    def collect(
        self, todo: Sequence[Instruction], at: int, rows: int
    ) -> tuple[int, list[Instruction], list[Instruction]]:
        """Return the end of the search, the members of the group, and the instructions that must follow it."""
        members = [todo[at]]
        behind: list[Instruction] = []
        result = set(todo[at].results)
        later: set[int] = set()
        i = end = at + 1
        while i < len(todo) and i - end < REACH:
            each = todo[i]
            if each.node.controls or each.node.type.stateful:
                break
            used = set(values_in(each.args))
            fits = self.rows(each) == rows and not used & later
            fits = fits and all(goes or value not in result for value, goes in uses(each, self.shown))
            # Behind the last member nothing is moved: it stays where it is.
            if fits and (used & result or self.shares(each, members)):
                members.append(each)
                result.update(each.results)
                end = i + 1
            elif used & result or used & later:
                behind.append(each)
                later.update(each.results)
            i += 1
        inside = {id(each) for each in members}
        held = {id(each) for each in behind}
        behind = [each for each in todo[at:end] if id(each) in held]
        self.done += [each for each in todo[at:end] if id(each) not in inside and id(each) not in held]
        return end, members, behind

    def shares(self, each: Instruction, members: Sequence[Instruction]) -> bool:
        used = set(values_in(each.args)) - self.constants.keys()
        return any(used & set(values_in(member.args)) for member in members)

    def rows(self, instruction: Instruction) -> int | None:
        node = instruction.node
        spec = node.type
        if not node.certain or node.controls or node.number in self.banned or len(instruction.results) != 1:
            return None
        if spec.fusion is None or spec.writes or any(o.is_ref for o in node.outputs):
            return None
        result = node.outputs[0]
        arrays = [self.shown[value] for value in values_in(instruction.args)]
        if not _known(result) or not all(map(_known, arrays)) or not result.shape:
            return None
        rows: Any = result.shape[0]
        if rows < 2 or max(map(_size, (result, *arrays))) < SMALLEST:
            return None
        return rows if _row_by_row(node, instruction.args, arrays, rows, self.constants) else None


def _known(output: Output) -> bool:
    return output.shape is not None and None not in output.shape and output.dtype.kind not in ("string", "handle")


def _size(output: Output) -> int:
    return math.prod([size or 0 for size in output.shape or ()])


def has_rows(output: Output, like: Output, rows: int) -> bool:
    """Return whether a value has a row for each row of another; otherwise all of it is used for each row."""
    shape, other = output.shape or (), like.shape or ()
    return len(shape) == len(other) and bool(shape) and shape[0] == rows


def _row_by_row(
    node: Node, args: Sequence[ValueArg], arrays: Sequence[Output], rows: int, constants: dict[int, Any]
) -> bool:
    fusion, result = node.type.fusion, node.outputs[0]
    shape = result.shape or ()
    first = arrays[0].shape or ()
    if fusion == "reduction" or fusion in RESHAPING:
        if not isinstance(args[1], int) or args[1] not in constants or not first or first[0] != rows:
            return False
        if fusion == "reshape":
            return True
        if fusion == "broadcast":
            return len(first) == len(shape)
        exact = result.dtype in (FLOAT, DOUBLE)  # others are added up in another type, through buffers of NumPy's
        if fusion == "unbroadcast":
            return exact and len(first) == len(shape)
        axes = [axis % len(first) for axis in constants[args[1]].reshape(-1).tolist()]
        return exact and 0 not in axes
    if fusion == "row_wise":
        return len(shape) > 1 and first == shape
    if fusion == "batch_wise":
        return not node.attrs.get("whole") and all(each.shape and each.shape[0] == rows for each in arrays)
    if fusion in ("same_shape", "sum"):
        return all(each.shape == shape for each in arrays)
    # Elementwise, broadcast: each operand has all rows, or goes with each of them.
    return all(
        has_rows(each, result, rows) or len(each.shape or ()) < len(shape) or (each.shape or (0,))[0] == 1
        for each in arrays
    )


def uses(instruction: Instruction, shown: dict[int, Output]) -> list[tuple[int, bool]]:
    """Return the inputs of a call in a group, and whether a chunk gets only its rows of them."""
    fusion = instruction.node.type.fusion
    values = list(values_in(instruction.args))
    if fusion == "reduction" or fusion in RESHAPING:
        return [(values[0], True)]
    if fusion == "batch_wise":
        return [(value, True) for value in values]
    result = instruction.node.outputs[0]
    rows = (result.shape or (0,))[0] or 0
    return [(value, has_rows(shown[value], result, rows)) for value in values]


def _described(walk: _Fusing, kept: set[int]) -> dict[int, FusedGroup]:
    users: dict[int, list[int]] = {}
    for i, each in enumerate(walk.done):
        for value in values_in(each.args):
            users.setdefault(value, []).append(i)
    groups: dict[int, FusedGroup] = {}
    for first, members in walk.groups.items():
        end = first + len(members)
        result = [value for each in members for value in each.results]
        outputs = [v for v in result if v in kept or any(not first <= i < end for i in users.get(v, ()))]
        inputs: dict[int, None] = {}
        width = 1
        for each in members:
            for value, goes in uses(each, walk.shown):
                if value not in result:
                    inputs[value] = None
                if goes:
                    width = max(width, _size(walk.shown[value]) // _rows(each))
            width = max(width, _size(each.node.outputs[0]) // _rows(each))
        if any(each.node.type.fusion == "batch_wise" for each in members):
            width = -(-width // IMAGES)
        flat = _flat(members, walk.shown)
        rows = _size(members[0].node.outputs[0]) if flat else _rows(members[0])
        groups[first] = FusedGroup(first, len(members), rows, flat, tuple(inputs), tuple(outputs), 1 if flat else width)
    return groups


def _rows(instruction: Instruction) -> int:
    return (instruction.node.outputs[0].shape or (1,))[0] or 1


def _flat(members: Sequence[Instruction], shown: dict[int, Output]) -> bool:
    shape = members[0].node.outputs[0].shape
    for each in members:
        if each.node.type.fusion not in ELEMENTWISE:
            return False
        arrays = [shown[value] for value, _ in uses(each, shown)]
        if each.node.outputs[0].shape != shape or any(a.shape != shape and _size(a) != 1 for a in arrays):
            return False
    return True
