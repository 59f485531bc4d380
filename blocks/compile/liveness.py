"""Liveness analysis of the values of a step, by conditions on the predicates of its branches.

A compiling backend must know the condition of each instruction before the run. The interpreter finds it step by step
(`blocks.compile.interpret`). This module derives it symbolically: a `Region` is an ordered list of instructions, each
with its condition. A loop is one item, whose iterations are regions of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple

from blocks.compile.conditions import ALWAYS, BranchOutcome, Condition, both, either, outcomes
from blocks.compile.rewrite import OutputKey, output_key
from blocks.compile.schedule import Instruction, ScheduledLoop, values_in
from blocks.graph.graph import Node, Output

MOST_REGIONS = 256
"""Each loop makes two regions of what lies in it: loops that lie deeper in each other cannot be told ahead."""


DEEPEST = 100
"""Truth values that may decide about one instruction."""


class UnsupportedLoopError(Exception):
    """A refusal: the branches or loops of a step cannot be analyzed ahead of time."""

    def __init__(self, node: Node, reason: str) -> None:
        super().__init__(reason)
        self.node = node
        self.reason = reason


class LoopBody(NamedTuple):
    """A loop.

    Attributes:
        wanted: the nodes that an iteration runs though no other iteration needs them; by default, writes.
    """

    loop: ScheduledLoop
    nodes: frozenset[int]
    wanted: frozenset[int] | None = None


class Item(NamedTuple):
    """An instruction or a loop of a region.

    Attributes:
        condition: when the item runs; None means never.
        uses: the values that the item or its condition needs, and the nodes that must run before.
    """

    condition: Condition | None
    uses: frozenset[Any]
    makes: frozenset[Any]
    what: Instruction | Rounds


class Region:
    """Instructions in execution order.

    Attributes:
        round: distinguishes outcomes from those of other iterations; larger than in any enclosing region.
    """

    def __init__(
        self,
        instructions: Sequence[Instruction],
        bodies: Sequence[LoopBody] = (),
        outer: Region | None = None,
        begun: ScheduledLoop | None = None,
        given: Condition = ALWAYS,
    ) -> None:
        """Determine the conditions of instructions; raise UnsupportedLoopError if that is impossible before the run."""
        self._numbers: Iterator[int] = outer._numbers if outer is not None else count()
        self._begun = begun
        self.round = next(self._numbers)
        if self.round > MOST_REGIONS:
            raise UnsupportedLoopError(instructions[0].node, "is inside too many nested loops")
        # When a node runs, by its number, and when an output is alive, by its index; not there if always.
        self._conditions: dict[Any, Condition | None] = {}
        self._round_of: dict[int, int] = {}
        if outer is not None:
            self._round_of.update(outer._round_of)
            self._conditions.update((at, None if c is None else c - given) for at, c in outer._conditions.items())
        for each in instructions:
            self._round_of.update((value, self.round) for value in results_of(each))
            for at in _indices(each.node):
                self._conditions.pop(at, None)
        self.items: list[Item] = []
        for unit in _in_order(instructions, _loops(bodies, instructions)):
            if isinstance(unit, Instruction):
                self._add(unit)
            else:
                self._add_loop(unit, bodies)

    def of(self, at: OutputKey | int) -> Condition | None:
        """Return when an output (by its index) is alive, or a node (by its number) runs; None means never."""
        return self._conditions.get(at, ALWAYS)

    def conditions(self) -> set[Condition]:
        return {each for each in self._conditions.values() if each is not None}

    def merged(self, node: Node) -> list[tuple[int, Output]]:
        """Return the inputs that a Merge considers: at a loop head after the first iteration, only loop values."""
        begun = self._begun is not None and node.number in self._begun.heads
        inputs = enumerate(node.input_list("inputs"))
        return [(i, output) for i, output in inputs if not begun or output.op.type.control == "loop_value"]

    def _add(self, instruction: Instruction) -> None:
        node = instruction.node
        condition = self._condition(node)
        if condition is not None and len(condition) > DEEPEST:
            raise UnsupportedLoopError(node, "is inside branches that are nested too deeply")
        if condition != ALWAYS:
            self._conditions.update((at, condition) for at in _indices(node))
        if node.type.control == "switch":
            pred = instruction.args[1]
            assert isinstance(pred, int)
            for output, side in zip(node.outputs, (False, True), strict=True):
                outcome = BranchOutcome(pred, self._round_of.get(pred, -1), side)
                self._conditions[output_key(output)] = both([condition, frozenset([outcome])])
        looked = [condition]
        if node.type.control == "merge":  # which of its inputs are alive decides what it gives
            self._conditions.pop(node.number, None)
            looked += [self.of(output_key(output)) for _, output in self.merged(node)]
        uses = used_by(instruction) | {each.value for c in looked for each in outcomes(c or ALWAYS)}
        self.items.append(Item(condition, uses, produced_by(instruction), instruction))

    def _condition(self, node: Node) -> Condition | None:
        if node.type.control == "loop_value":
            goes = self._begun is not None and any(begin == node.number for begin, *_ in self._begun.edges)
            return ALWAYS if goes else None
        if node.type.control == "merge":
            return either([self.of(output_key(output)) for _, output in self.merged(node)])
        if node.type.runs_on_dead:
            return ALWAYS
        inputs = [self.of(output_key(output)) for output in node.inputs]
        return both([*inputs, *(self.of(each.number) for each in node.controls)])

    def _add_loop(self, unit: _Unit, bodies: Sequence[LoopBody]) -> None:
        rounds = Rounds(unit, bodies, self)
        items = [*rounds.first.items, *rounds.again.items]
        makes = unit.makes.union(number for number, *_ in rounds.flags)
        uses = frozenset[Any]().union(*(each.uses for each in items), (first for first, _ in unit.loop.carried))
        self._conditions.update(rounds.after)
        self.items.append(Item(rounds.entered, uses - makes, makes, rounds))


class Rounds:
    """A loop whose values advance together.

    Attributes:
        goes_on: the condition of the second iteration, in terms of the first.
        goes_on_again: the condition of a further iteration, in terms of the one before.
        after: the conditions of nodes and outputs after the loop, if they are not always alive.
        flags: booleans that the loop returns for these conditions: their numbers, and their values after the first and
            after further iterations.
    """

    def __init__(self, unit: _Unit, bodies: Sequence[LoopBody], outer: Region) -> None:
        self.loop = loop = unit.loop
        bodies = [each for each in bodies if each.loop is not loop]
        self.first = Region(unit.part, bodies, outer)
        self.goes_on = self._together(unit, self.first)
        self.again = Region(unit.part, bodies, self.first, loop, self.goes_on or ALWAYS)
        self.goes_on_again = self._together(unit, self.again)
        self.entered = either([self.first.of((number, 0)) for number in loop.heads])
        self.flags: list[tuple[int, Condition | None, Condition | None]] = []
        self.after: dict[Any, Condition | None] = {}
        for each in unit.part:
            for at in _indices(each.node):
                condition = self._behind(at, outer)
                if condition != ALWAYS:
                    self.after[at] = condition

    def _together(self, unit: _Unit, region: Region) -> Condition | None:
        result = {region.of(at) for _, at, _ in self.loop.edges}
        if len(result) > 1:
            head = next(each.node for each in unit.part if each.node.number in self.loop.heads)
            raise UnsupportedLoopError(head, "starts a loop whose values do not advance together")
        return next(iter(result))

    def _behind(self, at: OutputKey | int, outer: Region) -> Condition | None:
        first, again = self.first.of(at), self.again.of(at)
        if self.goes_on is None:  # there is but one round
            again = first
        elif either([again, self.goes_on_again]) == ALWAYS:  # alive in each round that is the last one
            condition = either([first, self.goes_on])
            if condition is None or all(each.round <= outer.round for each in outcomes(condition)):
                return condition
        if _implies(first, self.goes_on) and _implies(again, self.goes_on_again):
            return None
        number = next((flag for flag, *conditions in self.flags if conditions == [first, again]), None)
        if number is None:
            number = -1 - len(self.flags) - (self.first.round << 20)  # no other loop's, and no value's
            self.flags.append((number, first, again))
        return frozenset([BranchOutcome(number, outer.round, True)])


def _implies(one: Condition | None, other: Condition | None) -> bool:
    return one is None or (other is not None and one >= other)


class _Unit(NamedTuple):
    loop: ScheduledLoop
    part: tuple[Instruction, ...]
    uses: frozenset[Any]
    makes: frozenset[Any]


def _loops(bodies: Sequence[LoopBody], instructions: Sequence[Instruction]) -> list[_Unit]:
    there: dict[int, list[int]] = {}
    for i, each in enumerate(instructions):
        there.setdefault(each.node.number, []).append(i)
    ends = {begin: [value for _, _, value in body.loop.edges] for body in bodies for begin, *_ in body.loop.edges}
    units: list[_Unit] = []
    taken: set[int] = set()
    for body in reversed(bodies):
        begins = {begin for begin, *_ in body.loop.edges}
        if not begins <= there.keys() or begins <= taken:
            continue
        within = [instructions[i] for i in sorted(i for number in body.nodes for i in there.get(number, ()))]
        part = _part(body, ends, within)
        numbers = {each.node.number for each in part}
        if numbers & taken:
            raise UnsupportedLoopError(part[0].node, "starts a loop that is entangled with another one")
        taken |= numbers
        makes = frozenset[Any]().union(*map(produced_by, part))
        units.append(_Unit(body.loop, part, frozenset[Any]().union(*map(used_by, part)) - makes, makes))
    return units


def _part(body: LoopBody, ends: Mapping[int, Sequence[Any]], within: Sequence[Instruction]) -> tuple[Instruction, ...]:
    """Return the instructions that an iteration needs for the next one and for its writes."""
    makers = {item: each for each in within for item in produced_by(each)}
    left: list[Any] = [value for _, _, value in body.loop.edges]
    for each in within:
        wanted = bool(each.node.type.writes) if body.wanted is None else each.node.number in body.wanted
        if wanted or each.node.number in body.loop.heads:
            left.extend(produced_by(each))
        if each.chosen is not None:
            raise UnsupportedLoopError(each.node, "chooses in a loop which variable it changes")
    needed: set[int] = set()
    while left:
        each = makers.get(left.pop())
        if each is None or each.node.number in needed:
            continue
        needed.add(each.node.number)
        left.extend(used_by(each))
        left.extend(ends.get(each.node.number, ()))
    return tuple([each for each in within if each.node.number in needed])


def _in_order(instructions: Sequence[Instruction], loops: Sequence[_Unit]) -> list[Instruction | _Unit]:
    inside = {id(each) for unit in loops for each in unit.part}
    left: list[tuple[Instruction | _Unit, frozenset[Any], frozenset[Any]]] = [
        (each, used_by(each), produced_by(each)) for each in instructions if id(each) not in inside
    ]
    left += [(unit, unit.uses, unit.makes) for unit in loops]
    missing = {item for *_, makes in left for item in makes}
    results: list[Instruction | _Unit] = []
    while left:
        later: list[tuple[Instruction | _Unit, frozenset[Any], frozenset[Any]]] = []
        for entry in left:
            what, uses, makes = entry
            if missing.isdisjoint(uses):
                missing -= makes
                results.append(what)
            else:
                later.append(entry)
        if len(later) == len(left):
            raise UnsupportedLoopError(instructions[0].node, "is inside loops that are entangled with each other")
        left = later
    return results


def _indices(node: Node) -> list[Any]:
    return [node.number, *map(output_key, node.outputs)]


def results_of(instruction: Instruction) -> tuple[int, ...]:
    chosen = instruction.chosen
    return instruction.results if chosen is None else (*instruction.results, *chosen.after)


def kept_by(instruction: Instruction) -> list[tuple[int, int]]:
    results: list[tuple[int, int]] = []
    for name, version in zip(instruction.node.type.writes, instruction.results, strict=False):
        before = instruction.args[instruction.node.type.input_index[name]]
        if isinstance(before, int):
            results.append((version, before))
    if instruction.chosen is not None:
        results += zip(instruction.chosen.after, instruction.chosen.before, strict=True)
    return results


def produced_by(instruction: Instruction) -> frozenset[Any]:
    return frozenset([*results_of(instruction), ("node", instruction.node.number)])


def used_by(instruction: Instruction) -> frozenset[Any]:
    """Return the values and nodes that an instruction waits for.

    A block that writes a variable after a branch uses its newest value, but is alive only if the branch is.
    """
    chosen, node = instruction.chosen, instruction.node
    choice = () if chosen is None else (chosen.index, *chosen.before)
    before = {*(output.op.number for output in node.inputs), *(each.number for each in node.controls)}
    return frozenset([*values_in(instruction.args), *choice, *(("node", number) for number in before)])
