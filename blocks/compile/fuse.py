"""Fusion: calls on large arrays become machine code together, so that intermediate results stay in registers.

A call can be fused if its kernel is a formula of NumPy functions: it runs once on traced arrays
(`blocks.native.terms`). Calls form a group if one loop over the rows of arrays of one size computes all of them
(`blocks.native.chains`). A result does not depend on the group that its call is in.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from blocks.base.types import Array, is_array, is_list
from blocks.compile import large
from blocks.compile.large import UNKNOWN, is_large
from blocks.compile.schedule import Instruction, Schedule, values_in
from blocks.graph.call_info import known_value, run_formula
from blocks.graph.graph import Graph, Node, Output
from blocks.graph.native_kernels import native_of
from blocks.native.chains import Layout, cost_of, in_order, supported, widths
from blocks.native.terms import DTYPES, Term, Traced

REACH = 400
"""Instructions that are looked at behind the last one of a group: what follows is another group's."""
DEEPEST = 50
"""Groups with calls that are mixed with those of other groups."""
MOST_AXES = 16
"""Elements of a constant that a kernel may need to know, such as axes."""
MOST_TERMS = 150
"""Terms of a group: longer code takes disproportionately long to compile."""

STEPS = 20
"""Steps in which machine code must save the time that its compilation takes."""
COMPILATION, EACH = 1.5e-2, 4e-3
"""Seconds to prepare the compiler, and to compile the code of one kind of call."""
SAVED = 1.5e-10
"""Seconds that machine code saves for an element and a simple operation."""


class FusedGroup(NamedTuple):
    """Instructions that run together.

    Attributes:
        terms: the expressions of inputs and outputs, by value number.
        n: the columns of the arrays; 0 if they have no rows.
        checks: functions that raise an error for values that a formula is not meant for, and the values.
    """

    first: int
    length: int
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    terms: dict[int, Term]
    size: int
    n: int
    checks: tuple[tuple[Callable[..., None], tuple[int, ...]], ...]


def worth_compiling(graph: Graph) -> bool:
    """Return whether machine code for a page saves more time in some steps than its compilation takes.

    The page alone decides: neither what a step fetches, nor how many steps run, nor what the cache contains.
    """
    saved = 0.0
    known: dict[Any, float] = {}
    for node in graph.nodes:
        native = native_of(node)
        if native is not None and native.pays(node):
            return True
        if any(map(is_large, (*node.outputs, *node.inputs))) and is_formula(node):
            key = node.type, *[(each.dtype, each.shape) for each in node.inputs]
            if key not in known:
                known[key] = _work(node)
            saved += known[key]
    return saved * SAVED * STEPS > COMPILATION + EACH * sum(map(bool, known.values()))


def _work(node: Node) -> float:
    """Return the cost of all elements of a node's expression, 0 if it has none."""

    def argument(arg: Any) -> Any:
        if is_list(arg):
            return tuple([argument(each) for each in arg])
        if arg is None or arg.shape is None or arg.dtype.numpy not in DTYPES:
            return None
        value = known_value(arg)
        if value is not None and value.dtype.kind in "iu" and value.size <= MOST_AXES:
            return value
        shape = tuple([UNKNOWN if size is None else size for size in arg.shape])
        return Traced(Term("input", (), shape, arg.dtype.numpy))

    terms = [each for each in traced(node, map(argument, node.args)) or () if isinstance(each, Term)]
    return float(sum([cost_of(each) * each.size for each in in_order(terms)]))


def is_formula(node: Node) -> bool:
    """Return whether a node may be a formula of its inputs: it has no effect other than on variables."""
    spec = node.type
    pure = not (spec.control or spec.context or spec.random or spec.nested or spec.variable or spec.constant)
    return pure and bool(node.outputs or spec.writes) and bool(node.inputs) and (not spec.stateful or bool(spec.writes))


def fuse(order: Schedule, kept: set[int]) -> tuple[Schedule, dict[int, FusedGroup]]:
    """Make fusible calls of a schedule without loops adjacent; return it, and the groups by first index."""
    shown = shown_values(order)
    banned: set[int] = set()
    while True:
        walk = _Fusing(order, shown, banned)
        walk.run(order.instructions)
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
            constants = {**order.constants, **walk.empty}
            return order._replace(instructions=walk.done, constants=constants), {group.first: group for group in groups}


def _is_worth(group: FusedGroup, value: int) -> bool:
    term = group.terms[value]
    if term.size != group.size:
        return True
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


def traced(node: Node, args: Iterable[Any]) -> list[Term | Array] | None:
    """Run the kernel of a node on traced arrays; None if it is not a formula of them.

    Returns:
        The expressions of the results; an empty array stands for itself.
    """
    args = [*args]
    if not any(isinstance(each, Traced) for arg in args for each in (arg if is_list(arg) else (arg,))):
        return None
    try:
        results = run_formula(node, args)
    except Exception:  # a kernel may do anything with its arguments
        return None
    terms = [each.term if isinstance(each, Traced) else each for each in results]
    known = [each for each in terms if isinstance(each, Term)]
    complete = all(isinstance(each, Term) or (is_array(each) and not each.size) for each in terms)
    return terms if known and complete and supported(in_order(known)) else None


class _Open:
    """A group that still accepts calls."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.members: list[Instruction] = []
        self.terms: dict[int, Term] = {}
        self.made: set[int] = set()
        self.possible: set[int] = set()
        self.checks: list[tuple[Callable[..., None], tuple[int, ...]]] = []

    def copy(self) -> _Open:
        result = _Open(self.size)
        result.members, result.terms, result.made = [*self.members], self.terms, {*self.made}
        result.possible, result.checks = self.possible, [*self.checks]
        return result


class _Fusing:
    """The fusion of one schedule: an open group accepts fitting calls and defers others that depend on it."""

    def __init__(self, order: Schedule, shown: dict[int, Output], banned: set[int]) -> None:
        self.constants = order.constants
        self.shown = shown
        self.done: list[Instruction] = []
        self.empty: dict[int, Any] = {}
        self.opaque = {*banned}  # nodes that are not fused
        self.groups: dict[int, _Open] = {}

    def run(self, todo: Sequence[Instruction], depth: int = 0) -> None:
        at = 0
        while at < len(todo):
            group = _Open(self.size(todo[at]))
            if depth > DEEPEST or not group.size or not self.accepts(group, todo[at]):
                self.done.append(todo[at])
                at += 1
                continue
            end, group, before, behind = self.collect(todo, at, group)
            self.run(before, depth + 1)
            if any(map(cost_of, in_order([*group.terms.values()]))):
                self.groups[len(self.done)] = group
            self.done += group.members
            if behind:
                todo, at = [*behind, *todo[end:]], 0
            else:
                at = end

    def collect(
        self, todo: Sequence[Instruction], at: int, group: _Open
    ) -> tuple[int, _Open, list[Instruction], list[Instruction]]:
        """Return the end of the search, the group, and the other instructions until there, before and behind it."""
        others: list[tuple[Instruction, bool]] = []
        later: set[int] = set()
        i = end = at + 1
        until = 0
        while i < len(todo) and i - end < REACH:
            each = todo[i]
            if each.node.controls or (each.node.type.stateful and not each.node.type.writes):
                break
            used = set(values_in(each.args))
            related = bool(used & group.made)
            wider = None
            if not used & later and (related or self.shares(used, group)):
                wider = self.with_operands(group, each, [other for other, depends in others if not depends])
            if wider is not None:
                group = wider
                end, until = i + 1, len(others)
            else:
                depends = related or bool(used & later)
                others.append((each, depends))
                later.update(each.results if depends else ())
            i += 1
        # Behind the last member nothing is moved.
        members = {id(each) for each in group.members}
        others = [(each, depends) for each, depends in others[:until] if id(each) not in members]
        before, behind = ([each for each, depends in others if depends is which] for which in (False, True))
        return end, group, before, behind

    def with_operands(
        self, group: _Open, call: Instruction, others: Sequence[Instruction], refused: Sequence[Instruction] = ()
    ) -> _Open | None:
        """Return the group with a call, and with the calls that make its operands if only it uses them.

        Args:
            refused: calls that do not fit. Their operands stay outside too, since they must be there before the group.
        """
        wider, pending = group.copy(), [call]
        producers: list[Instruction] = []
        left = [each for each in others if not any(each is member for member in group.members)]
        while pending:
            used = set(values_in(pending.pop().args)) - group.terms.keys()
            for each in left:
                alone = not any(
                    set(each.results) & set(values_in(other.args)) for other in left if other not in producers
                )
                if not used.isdisjoint(each.results) and alone and each not in (*producers, *refused):
                    producers.append(each)
                    pending.append(each)
        for each in sorted(producers, key=left.index):
            if not self.accepts(wider, each):
                return self.with_operands(group, call, others, (*refused, each))
        if self.accepts(wider, call):
            return wider
        return group if producers and self.accepts(group, call) else None

    def shares(self, used: set[int], group: _Open) -> bool:
        return any(value in group.terms and group.terms[value].size == group.size for value in used)

    def size(self, instruction: Instruction) -> int:
        """Return the elements of the largest array of a call that may be fused, otherwise 0."""
        outputs = self.tensors(instruction)
        size = max(map(_size, outputs), default=0)
        return size if size >= large.SMALLEST else 0

    def accepts(self, group: _Open, instruction: Instruction) -> bool:
        """Add a call to a group if it fits."""
        size = self.size(instruction)
        small = not size and not group.made.isdisjoint(values_in(instruction.args))
        if size != group.size and not (small and self.tensors(instruction)):
            return False
        check = getattr(instruction.node.type.kernel, "check", None)
        if check is not None and not group.made.isdisjoint(values_in(instruction.args)):
            return False
        inputs: dict[int, Term] = {}
        for data in (True, False):  # numbers of the page are arguments, if the kernel does not need to know them
            inputs = {}
            args = [self.argument(group, arg, inputs, data) for arg in instruction.args]
            terms = traced(instruction.node, args)
            if terms is not None:
                break
        else:
            self.opaque.add(instruction.node.number)
            return False
        if len(terms) != len(instruction.results):
            return False
        results = {v: each for v, each in zip(instruction.results, terms, strict=True) if isinstance(each, Term)}
        self.empty.update((v, each) for v, each in zip(instruction.results, terms, strict=True) if v not in results)
        used = {*in_order([*results.values()])}
        known = {**group.terms, **{value: each for value, each in inputs.items() if each in used}, **results}
        order = in_order([*known.values()])
        if len(order) > MOST_TERMS:
            return False
        full = [each for each in order if each.size == group.size]
        possible = group.possible if group.members else set[int]().union(*(widths(each.shape) for each in full))
        possible = {n for n in possible if Layout(order, group.size, n).spans is not None}
        if not possible:
            return False
        group.possible, group.terms = possible, known
        group.members.append(instruction)
        if check is not None:
            group.checks.append((check, tuple(values_in(instruction.args))))
        group.made.update(instruction.results)
        return True

    def tensors(self, instruction: Instruction) -> list[Output]:
        """Return the operands and results of a call that may be fused; none if it may not be."""
        node = instruction.node
        free = node.certain and not node.controls and node.number not in self.opaque and is_formula(node)
        if not free or instruction.chosen is not None or not instruction.results:
            return []
        outputs = [*node.outputs, *(self.shown[value] for value in values_in(instruction.args))]
        return outputs if all(map(_known, outputs)) else []

    def argument(self, group: _Open, arg: Any, inputs: dict[int, Term], data: bool) -> Any:
        """Return a traced argument, or the constant itself where a kernel needs to know it."""
        if is_list(arg):
            return tuple([self.argument(group, each, inputs, data) for each in arg])
        if arg is None:
            return None
        if arg in group.terms:
            return Traced(group.terms[arg])
        constant = self.constants.get(arg)
        if constant is not None and constant.size <= MOST_AXES and not (data and constant.dtype.kind == "f"):
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
        values = tuple(inputs), tuple(outputs), group.terms
        return FusedGroup(first, len(group.members), *values, group.size, n, tuple(group.checks))


def _known(output: Output) -> bool:
    return output.shape is not None and None not in output.shape and output.dtype.numpy in DTYPES


def _size(output: Output) -> int:
    return math.prod([size or 0 for size in output.shape or ()])
