"""Fusion: calls on large arrays become machine code together, so that intermediate results stay in registers.

A call can be fused if its kernel is a formula of NumPy functions (`blocks.native.terms`): it runs once on traced arrays.
Calls form a group if one loop over the rows of arrays of one size computes all of them (`blocks.native.chains`). A
result does not depend on the group that its call is in.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from blocks.compile.schedule import Instruction, Schedule, values_in
from blocks.graph.graph import Graph, Node, Output
from blocks.graph.kernel_choice import native_of
from blocks.native.chains import FILLED, Layout, cost_of, in_order, supported, widths
from blocks.native.terms import DTYPES, Term, Traced

SMALLEST = 1 << 16
"""Elements of the arrays of a group."""

REACH = 400
"""Instructions that are looked at behind the last one of a group: what follows is another group's."""
MOST_TERMS = 150
"""Terms of a group: longer code takes disproportionately long to compile."""

STEPS = 20
"""Steps in which machine code must save the time that its compilation takes."""
COMPILATION = 3e-3
"""Seconds to compile the code of one block type, and what it needs."""
SAVED = 2e-10
"""Seconds that machine code saves for an element and an operation."""
UNKNOWN = 64
"""The size that an unknown axis counts as."""


class FusedGroup(NamedTuple):
    """Instructions that run together.

    Attributes:
        terms: the expressions of inputs and outputs, by value number.
        n: the columns of the arrays; 0 if they have no rows.
    """

    first: int
    length: int
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    terms: dict[int, Term]
    size: int
    n: int


def worth_compiling(graph: Graph) -> bool:
    """Return whether machine code for a page saves more time in some steps than its compilation takes.

    The page alone decides: neither what a step fetches, nor how many steps run, nor what the cache contains.
    """
    saved = 0.0
    types: set[tuple[str, int]] = set()
    for node in graph.nodes:
        spec = node.type
        native = native_of(node)
        if native is not None:
            saved += native.saved(node)
            types.add((spec.name, 0))
        if spec.fusion is None or not node.outputs:
            continue
        size = max([_estimate(each) for each in (*node.outputs, *node.inputs)])
        if size >= SMALLEST:
            saved += size * SAVED * (4 if spec.compute_bound else 2 * len(node.outputs))
            types.add((spec.name, len(node.outputs[0].shape or ())))
    return saved * STEPS > COMPILATION * len(types) > 0


def _estimate(output: Output) -> int:
    return math.prod([UNKNOWN if size is None else size for size in output.shape or ()])


def fuse(order: Schedule, kept: set[int]) -> tuple[Schedule, dict[int, FusedGroup]]:
    """Make fusible calls of a schedule without loops adjacent; return it, and the groups by first index."""
    shown = shown_values(order)
    banned: set[int] = set()
    while True:
        walk = _Fusing(order, shown, banned)
        walk.run()
        if not walk.groups:
            return order, {}
        groups = [walk.described(first, kept) for first in walk.groups]
        # A view of an array costs nothing, and a value that no array of the group has is not worth a loop.
        before = len(banned)
        for group in groups:
            for each in walk.done[group.first : group.first + group.length]:
                if any(value in group.outputs and not _is_worth(group, value) for value in each.results):
                    banned.add(each.node.number)
        if len(banned) == before:
            return order._replace(instructions=walk.done), {group.first: group for group in groups}


def _is_worth(group: FusedGroup, value: int) -> bool:
    term = group.terms[value]
    while term.kind == "view":
        term = term.args[0]
        if term.kind in ("input", "constant") or term in group.terms.values():
            return False
    return term.kind not in ("input", "constant")


def shown_values(order: Schedule) -> dict[int, Output]:
    outputs: dict[int, Output] = {}
    for instruction in order.instructions:
        for output in (*instruction.node.outputs, *instruction.node.inputs):
            outputs.setdefault(order.outputs[output], output)
        for value, output in zip(values_in(instruction.args), instruction.node.inputs, strict=False):
            outputs.setdefault(value, output)  # a later version of a variable
    return outputs


def traced(node: Node, args: Sequence[Any]) -> list[Term] | None:
    """Run the kernel of a node on traced arrays; None if it is not a formula of them."""
    try:
        results = node.type.run(args, node.attrs, node.bound)
    except Exception:  # a kernel may do anything with what it gets
        return None
    terms = [each.term for each in results if isinstance(each, Traced)]
    return terms if len(terms) == len(results) and supported(in_order(terms)) else None


class _Open:
    """A group that still accepts calls."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.members: list[Instruction] = []
        self.terms: dict[int, Term] = {}
        self.made: set[int] = set()
        self.possible: set[int] = set()


class _Fusing:
    """The fusion of one schedule: an open group accepts fitting calls and defers others that depend on it."""

    def __init__(self, order: Schedule, shown: dict[int, Output], banned: set[int]) -> None:
        self.constants = order.constants
        self.shown = shown
        self.banned = banned
        self.todo = order.instructions
        self.done: list[Instruction] = []
        self.groups: dict[int, _Open] = {}

    def run(self) -> None:
        todo = self.todo
        at = 0
        while at < len(todo):
            group = _Open(self.size(todo[at]))
            if not group.size or not self.accepts(group, todo[at]):
                self.done.append(todo[at])
                at += 1
                continue
            window, behind = self.collect(todo, at, group)
            if any(cost_of(each) for each in in_order([*group.terms.values()])):
                self.groups[len(self.done)] = group
            self.done += group.members
            if behind:
                todo = [*behind, *todo[window:]]
                at = 0
            else:
                at = window

    def collect(self, todo: Sequence[Instruction], at: int, group: _Open) -> tuple[int, list[Instruction]]:
        """Return the end of the search, and the instructions that must follow the group."""
        behind: list[Instruction] = []
        later: set[int] = set()
        i = end = at + 1
        while i < len(todo) and i - end < REACH:
            each = todo[i]
            if each.node.controls or (each.node.type.stateful and not each.node.type.writes):
                break
            used = set(values_in(each.args))
            related = bool(used & group.made)
            # Behind the last member nothing is moved: it stays where it is.
            if not used & later and (related or self.shares(used, group)) and self.accepts(group, each):
                end = i + 1
            elif related or used & later:
                behind.append(each)
                later.update(each.results)
            i += 1
        inside = {id(each) for each in group.members}
        held = {id(each) for each in behind}
        behind = [each for each in todo[at:end] if id(each) in held]
        self.done += [each for each in todo[at:end] if id(each) not in inside and id(each) not in held]
        return end, behind

    def shares(self, used: set[int], group: _Open) -> bool:
        return any(value in group.terms and group.terms[value].size == group.size for value in used)

    def size(self, instruction: Instruction) -> int:
        """Return the elements of the largest array of a call that may be fused, otherwise 0."""
        node = instruction.node
        spec = node.type
        if spec.fusion is None or not node.certain or node.controls or node.number in self.banned:
            return 0
        if instruction.chosen is not None or not instruction.results:
            return 0
        outputs = [*node.outputs, *(self.shown[value] for value in values_in(instruction.args))]
        if not all(map(_known, outputs)):
            return 0
        size = max(map(_size, outputs))
        return size if size >= SMALLEST and all(map(_size, outputs)) else 0

    def accepts(self, group: _Open, instruction: Instruction) -> bool:
        """Add a call to a group if it fits."""
        size = self.size(instruction)
        small = not size and not group.made.isdisjoint(values_in(instruction.args))
        if size != group.size and not (small and self.may_join(instruction)):
            return False
        inputs: dict[int, Term] = {}
        for data in (True, False):  # numbers of the page are arguments, if the kernel does not need to know them
            inputs = {}
            args = [self.argument(group, arg, inputs, data) for arg in instruction.args]
            terms = traced(instruction.node, args)
            if terms is not None:
                break
        else:
            return False
        if len(terms) != len(instruction.results):
            return False
        results = dict(zip(instruction.results, terms, strict=True))
        known = {**group.terms, **inputs, **results}
        order = in_order([*known.values()])
        if len(order) > MOST_TERMS:
            return False
        full = [each for each in order if each.size == group.size]
        possible = group.possible if group.members else set[int]().union(*(widths(each.shape) for each in full))
        possible = {n for n in possible if self.fits(order, terms, group.size, n)}
        if not possible:
            return False
        group.possible, group.terms = possible, known
        group.members.append(instruction)
        group.made.update(instruction.results)
        return True

    def fits(self, order: Sequence[Term], results: Sequence[Term], size: int, n: int) -> bool:
        layout = Layout(order, size, n)
        return layout.spans is not None and all(
            layout.spans[each] in FILLED or each in layout.late for each in results
        )

    def may_join(self, instruction: Instruction) -> bool:
        node = instruction.node
        outputs = [*node.outputs, *(self.shown[value] for value in values_in(instruction.args))]
        free = node.type.fusion is not None and node.certain and not node.controls and node.number not in self.banned
        return free and instruction.chosen is None and bool(instruction.results) and all(map(_known, outputs))

    def argument(self, group: _Open, arg: Any, inputs: dict[int, Term], data: bool) -> Any:
        """Return a traced argument, or the constant itself where a kernel needs to know it."""
        if isinstance(arg, tuple):
            return tuple([self.argument(group, each, inputs, data) for each in arg])
        if arg is None:
            return None
        if arg in group.terms:
            return Traced(group.terms[arg])
        constant = self.constants.get(arg)
        if constant is not None and not (data and constant.dtype.kind == "f"):
            return constant
        output = self.shown[arg]
        shape: Any = output.shape
        inputs.setdefault(arg, Term("input", (), shape, output.dtype.numpy))
        return Traced(inputs[arg])

    def described(self, first: int, kept: set[int]) -> FusedGroup:
        group = self.groups[first]
        end = first + len(group.members)
        used = {value for i, each in enumerate(self.done) if not first <= i < end for value in values_in(each.args)}
        outputs = [value for value in group.terms if value in group.made and (value in kept or value in used)]
        terms = {*in_order([group.terms[value] for value in outputs])}
        inputs = [value for value, term in group.terms.items() if term.kind == "input" and term in terms]
        n = 0 if 0 in group.possible else max(group.possible)
        return FusedGroup(first, len(group.members), tuple(inputs), tuple(outputs), group.terms, group.size, n)


def _known(output: Output) -> bool:
    return output.shape is not None and None not in output.shape and output.dtype.numpy in DTYPES


def _size(output: Output) -> int:
    return math.prod([size or 0 for size in output.shape or ()])
