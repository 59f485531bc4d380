"""Control flow of a plan: an order in which instructions under one condition are adjacent.

The condition of each instruction is determined symbolically before the run (`blocks.compile.liveness`). Instructions
outside of branches come first. They are followed by suites, each of which runs under one condition, and by loops, whose
bodies are suites again. The interpreter runs the rest: instructions whose condition is unknown, or whose new order
would be visible from outside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, pairwise
from typing import Any, NamedTuple, TypeAlias

from blocks.compile.conditions import ALWAYS, BranchOutcome, Condition, holds
from blocks.compile.liveness import (
    LoopBody,
    Region,
    Rounds,
    UnsupportedLoopError,
    kept_by,
    produced_by,
    results_of,
    used_by,
)
from blocks.compile.rewrite import OutputKey, output_key
from blocks.compile.schedule import Instruction, Schedule, ScheduledLoop, reordered, values_in
from blocks.graph.graph import Node


class Suite(NamedTuple):
    """Instructions that run under one condition.

    Attributes:
        conditions: their condition in each region that contains them; None means never.
    """

    first: int
    end: int
    conditions: tuple[Condition | None, ...]


class While(NamedTuple):
    """A loop.

    Attributes:
        rounds: the analysis of the loop in each region that contains it.
        carried: for each cell that an iteration writes, its value numbers before and after.
        body: the suites and loops of an iteration. Each loop in it is in two regions: those of its first and of
            further iterations.
    """

    first: int
    end: int
    rounds: tuple[Rounds, ...]
    carried: tuple[tuple[int, int], ...]
    body: list[Suite | While]

    @property
    def loop(self) -> ScheduledLoop:
        return self.rounds[0].loop


Part: TypeAlias = Suite | While


class Dead(NamedTuple):
    outputs: dict[OutputKey, Node]
    nodes: dict[int, Node]


class ControlFlow:
    """The control flow of a step.

    Attributes:
        region: the instructions and loops that depend on a branch.
        draws: whether an iteration draws random numbers, which differ in each iteration.
    """

    def __init__(self, order: Schedule) -> None:
        touched, others = _touched(order)
        _refuse(order)
        bodies = [_body(order, loop) for loop in order.loops]
        self.region = Region(touched, bodies)
        self.draws = any(order.instructions[i].node.type.random for loop in order.loops for i in loop.body)
        self._instructions: list[Instruction] = []
        free = [_Entry((ALWAYS,), each) for each in others]
        self._touched = {each.node.number for each in touched}
        self.body = self._laid_out([*free, *_entries([self.region])])
        self.schedule = reordered(order, self._instructions)
        _check(self.schedule, self.whiles())

    def _laid_out(self, entries: Iterable[_Entry]) -> list[Part]:
        parts: list[Part] = []
        for _, group in groupby(entries, _Entry.key):
            members = list(group)
            first = len(self._instructions)
            if members[0].rounds:
                inner = [region for each in members[0].rounds for region in (each.first, each.again)]
                body = self._laid_out(_entries(inner))
                carried = _carried(self._instructions[first:])
                parts.append(While(first, len(self._instructions), members[0].rounds, carried, body))
            else:
                self._instructions += [each.what for each in members if each.what is not None]
                parts.append(Suite(first, len(self._instructions), members[0].conditions))
        return parts

    def suites(self) -> list[Suite]:
        return [each for each in _flat(self.body) if isinstance(each, Suite)]

    def whiles(self) -> list[While]:
        return [each for each in _flat(self.body) if isinstance(each, While)]

    def conditional(self) -> set[int]:
        inside = chain(*(range(each.first, each.end) for each in self.whiles()))
        suites = (range(each.first, each.end) for each in self.suites() if any(c != ALWAYS for c in each.conditions))
        return {*inside, *chain(*suites)}

    def around(self, at: int) -> While | None:
        loops = (each for each in self.body if isinstance(each, While))
        return next((each for each in loops if each.first <= at < each.end), None)

    def left(self, at: int) -> Schedule:
        """Return the schedule with only those loops that begin at or after an index."""
        begun = {each.node.number for each in self.schedule.instructions[:at]}
        loops = [each for each in self.schedule.loops if begun.isdisjoint(begin for begin, *_ in each.edges)]
        return self.schedule._replace(loops=tuple(loops))

    def regroup(self, arranged: Callable[[Schedule, int], Schedule]) -> None:
        """Reorder the instructions of each suite; ``arranged`` also gets the index of the suite's first one."""
        for suite in self.suites():
            part = self.schedule._replace(instructions=self._instructions[suite.first : suite.end], loops=())
            self._instructions[suite.first : suite.end] = arranged(part, suite.first).instructions
        self.schedule = reordered(self.schedule, self._instructions)

    def dead(self, known: Mapping[int, bool], end: int | None = None) -> Dead:
        """Return the dead outputs and nodes of the instructions before ``end``."""

        def alive(condition: Condition | None) -> bool:
            def outcome(each: BranchOutcome) -> bool:
                return known[each.value] is each.side

            return condition is not None and bool(holds(condition, outcome))

        result = Dead({}, {})
        for node, *_ in self.schedule.instructions[:end]:
            if node.number not in self._touched:
                continue
            runs = alive(self.region.of(node.number))
            outputs = [output_key(each) for each in node.outputs if not alive(self.region.of(output_key(each)))]
            if runs and not outputs:
                continue
            inputs = (result.outputs[at] for each in node.inputs if (at := output_key(each)) in result.outputs)
            controls = (result.nodes[each.number] for each in node.controls if each.number in result.nodes)
            cause = next(chain(inputs, controls), node)
            if not runs:
                result.nodes[node.number] = cause
            result.outputs.update((at, cause) for at in outputs)
        return result


def _carried(instructions: Iterable[Instruction]) -> tuple[tuple[int, int], ...]:
    """Return each written cell's numbers before and after; raise UnsupportedLoopError if one is written twice."""
    first_of: dict[int, int] = {}
    written: set[int] = set()
    for each in instructions:
        for new, old in kept_by(each):
            if old in written:
                raise UnsupportedLoopError(each.node, "changes a variable twice in each iteration of a loop")
            written.add(old)
            first_of[new] = first_of.pop(old, old)
    return tuple([(first, last) for last, first in first_of.items()])


def flow_of(order: Schedule) -> ControlFlow | None:
    try:
        return ControlFlow(order)
    except (UnsupportedLoopError, RecursionError):
        return None


def _flat(body: Iterable[Part]) -> Iterator[Part]:
    for each in body:
        yield each
        if isinstance(each, While):
            yield from _flat(each.body)


def _touched(order: Schedule) -> tuple[list[Instruction], list[Instruction]]:
    """Return instructions that depend on branches, with later effects if one of them is an effect; and the others."""
    result: set[Any] = set()
    touched: list[Instruction] = []
    others: list[Instruction] = []
    effect = False
    for each in order.instructions:
        spec = each.node.type
        if spec.control or (spec.context and effect) or not result.isdisjoint(used_by(each)):
            result |= produced_by(each)
            effect = effect or spec.context
            touched.append(each)
        else:
            others.append(each)
    return touched, others


def _refuse(order: Schedule) -> None:
    """Raise UnsupportedLoopError if anything other than branches and iterations decides at run time which nodes run."""
    for each in order.instructions:
        if each.chosen is not None:
            raise UnsupportedLoopError(each.node, "chooses at run time which variable it changes")
    for loop in order.loops:
        for i in loop.body:
            if len(order.loops) > 1 and order.instructions[i].node.type.random:
                raise UnsupportedLoopError(order.instructions[i].node, "draws random values in one of several loops")
    effects = [i for i, each in enumerate(order.instructions) if each.node.type.context]
    behind: dict[int, set[int]] = {i: set() for i in effects}
    for at, loop in enumerate(order.loops):
        for i in behind.keys() & loop.body:
            behind[i].add(at)
    for one, next_ in pairwise(effects):
        if not behind[one] <= behind[next_]:
            raise UnsupportedLoopError(
                order.instructions[one].node,
                "has side effects that depend on a loop, but the side effects that follow do not",
            )


def _check(order: Schedule, whiles: Sequence[While]) -> None:
    """Raise UnsupportedLoopError if the order of the iterations of different loops can be observed."""
    indices = {each.node.number: at for at, each in enumerate(order.instructions)}
    for each in whiles:
        body = {*each.loop.body, *(indices[begin] for begin, *_ in each.loop.edges)}
        for at in range(each.first, each.end):
            if order.instructions[at].node.type.context:
                raise UnsupportedLoopError(order.instructions[at].node, "has side effects in each iteration of a loop")
            begin = order.instructions[at].node
            if begin.type.control == "loop_value" and at not in body:
                raise UnsupportedLoopError(begin, "starts a loop in each iteration of another loop")
        result = {value for i in body for value in results_of(order.instructions[i])}
        changed = {first for first, _ in each.carried}
        for at, instruction in enumerate(order.instructions):
            if each.first <= at < each.end:
                continue
            if not (changed if at in body else result).isdisjoint(values_in(instruction.args)):
                raise UnsupportedLoopError(instruction.node, "reads a variable that a loop changes")


def _body(order: Schedule, loop: ScheduledLoop) -> LoopBody:
    """Return a loop with the nodes of an iteration, except those that are dead whenever there is a next one."""
    must: dict[Any, frozenset[tuple[int, bool]]] = {}
    nothing = frozenset[tuple[int, bool]]()
    inside = [order.instructions[i] for i in loop.body]
    for node, args, *_ in inside:
        if node.type.control == "merge":
            begins = [each for each in node.inputs if each.op.type.control != "loop_value"]
            result = _shared([must.get(output_key(each), nothing) for each in begins])
        elif node.type.runs_on_dead:
            result = nothing
        else:
            result = nothing.union(*(must.get(output_key(each), nothing) for each in node.inputs))
            result = result.union(*(must.get(each.number, nothing) for each in node.controls))
        must.update((at, result) for at in (node.number, *map(output_key, node.outputs)))
        if node.type.control == "switch" and isinstance(args[1], int):
            must.update((output_key(each), result | {(args[1], bool(each.index))}) for each in node.outputs)
    goes = _shared([must.get(at, nothing) for _, at, _ in loop.edges])
    never = {(value, not side) for value, side in goes}
    wanted = [n.number for n, *_ in inside if n.type.control != "loop_value" and never.isdisjoint(must[n.number])]
    return LoopBody(loop, frozenset(each.node.number for each in inside), frozenset(wanted))


def _shared(sets: Sequence[frozenset[Any]]) -> frozenset[Any]:
    return frozenset[Any].intersection(*sets) if sets else frozenset()


class _Entry(NamedTuple):
    conditions: tuple[Condition | None, ...]
    what: Instruction | None
    rounds: tuple[Rounds, ...] = ()

    def key(self) -> Any:
        return (self.conditions, id(self)) if self.rounds else self.conditions


def _entries(regions: Sequence[Region]) -> list[_Entry]:
    entries: list[_Entry] = []
    for items in zip(*(region.items for region in regions), strict=True):
        conditions = tuple([each.condition for each in items])
        rounds = tuple([each.what for each in items if isinstance(each.what, Rounds)])
        what = None if isinstance(items[0].what, Rounds) else items[0].what
        entries.append(_Entry(conditions, what, rounds))
    return entries
