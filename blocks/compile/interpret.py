"""The reference interpreter, which evaluates a graph node by node. Plans must agree with it.

It also runs the parts of a page whose order depends on computed values: blocks that wait for others, dead branches, and
loops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from blocks.base.budget import Memory
from blocks.base.context import Context, WouldBlock
from blocks.base.errors import DiagramError, without_frames
from blocks.base.types import DEAD
from blocks.compile.call_timer import Clock
from blocks.compile.dispatch import Seeds, Streams, call, faults, located
from blocks.compile.rewrite import Goal, OutputKey, output_key
from blocks.compile.schedule import Instruction, Schedule, ScheduledLoop, ValueArg, values_in
from blocks.graph.graph import Node


class StepResult(NamedTuple):
    """The result of a step.

    Attributes:
        outputs: the values of the goal's outputs; None for a dead output or one that depends on a failed node.
        dead: for each dead output of the goal, by its index, the node that decided that.
        later: computes the outputs that may never be read, which follow the others; None if they are computed.
        alike: whether the cells have the same shapes as before and are on a device.
    """

    outputs: list[Any]
    cells: dict[Any, Any]
    errors: list[DiagramError]
    dead: Mapping[int, Node] = {}
    later: Callable[[], Sequence[Any]] | None = None
    alike: bool = False


def interpret(
    schedule: Schedule,
    goal: Goal,
    cells: Mapping[Any, Any],
    feeds: Sequence[Any],
    streams: Streams,
    memory: Memory,
    clock: Clock | None = None,
) -> StepResult:
    """Run a whole step."""
    return go_on(Run(schedule, values_before(schedule, cells, feeds), streams, memory, clock), goal, 0)


def values_before(schedule: Schedule, cells: Mapping[Any, Any], feeds: Sequence[Any]) -> dict[int, Any]:
    values: dict[int, Any] = dict(schedule.constants)
    values.update((value, feeds[slot]) for slot, value in schedule.feeds.items())
    values.update((value, cells[key]) for key, value in schedule.start.items() if cells.get(key) is not None)
    return values


def resume(
    schedule: Schedule,
    goal: Goal,
    values: dict[int, Any],
    first: int,
    streams: Streams,
    memory: Memory,
    failed: tuple[Node, Exception] | None = None,
    clock: Clock | None = None,
    dead: tuple[dict[OutputKey, Node], dict[int, Node]] | None = None,
) -> StepResult:
    """Run a step from an instruction on; instructions that depend on a failed one are skipped."""
    run = Run(schedule, values, streams, memory, clock)
    if dead is not None:
        run.dead, run.dead_nodes = dict(dead[0]), dict(dead[1])
    if failed is not None:
        run.fail(*failed)
    return go_on(run, goal, first)


def go_on(run: Run, goal: Goal, first: int) -> StepResult:
    schedule, values = run.schedule, run.values
    run.all(islice(schedule.instructions, first, None))
    run.loops()
    dead = run.dead_of(goal)
    outputs = [None if i in dead else values.get(schedule.outputs[o]) for i, o in enumerate(goal.outputs)]
    for output, value in zip(goal.outputs, outputs, strict=True):
        if value is None and output.op.type.variable:
            run.errors.append(located(output.op, _no_value(schedule, schedule.outputs[output])))
    written = {key: values[value] for key, value in schedule.final.items() if value in values}
    return StepResult(outputs, written, run.errors, dead)


class Run:
    """The state of a step: available, failed, waiting and dead values.

    Attributes:
        begun: the heads of loops that are past their first iteration.
        handed: the values for the next iteration, by LoopValue nodes.
    """

    def __init__(
        self, schedule: Schedule, values: dict[int, Any], streams: Streams, memory: Memory, clock: Clock | None = None
    ) -> None:
        self.clock = clock
        self.numbers = {each.node.number: i for i, each in enumerate(schedule.instructions)} if clock else {}
        self.schedule = schedule
        self.values = values
        self.streams = streams
        self.memory = memory
        self.errors: list[DiagramError] = []
        self.missing: set[int] = set()
        self.held_values: set[int] = set()
        self.held_nodes: set[int] = set()
        self.dead: dict[OutputKey, Node] = {}
        self.dead_nodes: dict[int, Node] = {}
        self.begun: set[int] = set()
        self.handed: dict[int, Any] = {}

    def dead_of(self, goal: Goal) -> dict[int, Node]:
        if not self.dead:
            return {}
        return {i: self.dead[output_key(o)] for i, o in enumerate(goal.outputs) if output_key(o) in self.dead}

    def fail(self, node: Node, error: Exception | None) -> None:
        """Record that a node has no results; ``error`` is None if another node's failure is the cause."""
        self.missing.add(node.number)
        if error is not None:
            self.errors.extend(faults(node, error))

    def all(self, instructions: Iterable[Instruction]) -> None:
        """Run calls in order; retry waiting calls after each effect until none can proceed."""
        todo = iter(instructions)
        while True:
            left: list[Instruction] = []
            waiting: dict[int, WouldBlock] = {}
            self.held_values.clear()
            self.held_nodes.clear()
            while (instruction := next(todo, None)) is not None:
                reason = (self.held_nodes and self._held(instruction)) or self.one(instruction)
                if reason is None:
                    if waiting and instruction.node.type.context:
                        left.extend(todo)
                        break
                    continue
                if isinstance(reason, WouldBlock):
                    waiting[instruction.node.number] = reason
                left.append(instruction)
                self.held_values.update(instruction.results)
                self.held_nodes.add(instruction.node.number)
            else:
                for instruction in left:
                    if instruction.node.number in waiting:
                        self.fail(instruction.node, waiting[instruction.node.number])
                left = [each for each in left if each.node.number not in waiting]
            if not left:
                return
            todo = iter(left)

    def loops(self) -> None:
        shown = {value: self.values.get(value) for loop in self.schedule.loops for value, _ in loop.carried}
        rounds = 0
        streams = self.streams
        while (loop := next((each for each in self.schedule.loops if self._goes_on(each)), None)) is not None:
            rounds += 1
            self.streams = RoundStreams(streams, rounds)
            self._begin(loop)
            self.all(self.schedule.instructions[i] for i in loop.body)
        self.values.update({number: value for number, value in shown.items() if value is not None})

    def _goes_on(self, loop: ScheduledLoop) -> bool:
        return any(at not in self.dead and value in self.values for _, at, value in loop.edges)

    def _begin(self, loop: ScheduledLoop) -> None:
        handed = {
            begin: self.values[value] for begin, at, value in loop.edges if at not in self.dead and value in self.values
        }
        for first, last in loop.carried:
            if last in self.values:
                self.values[first] = self.values[last]
        for i in loop.body:
            instruction = self.schedule.instructions[i]
            self.begun.discard(instruction.node.number)
            self.forget(instruction)
        self.begun.update(loop.heads)
        self.handed = handed

    def forget(self, instruction: Instruction) -> None:
        number = instruction.node.number
        self.missing.discard(number)
        self.dead_nodes.pop(number, None)
        for output in instruction.node.outputs:
            self.dead.pop((number, output.index), None)
        for value in instruction.results:
            self.values.pop(value, None)

    def _held(self, instruction: Instruction) -> bool:
        held = self.held_values
        return any(c.number in self.held_nodes for c in instruction.node.controls) or any(
            value in held for value in values_in(instruction.args)
        )

    def one(self, instruction: Instruction) -> WouldBlock | None:
        node = instruction.node
        if self.missing and any(c.number in self.missing for c in node.controls):
            self.fail(node, None)
            return None
        if node.number in self.handed:
            self._take(instruction, (self.handed.pop(node.number),))
            return None
        if self.dead and not node.type.runs_on_dead:
            cause = self._cause(node)
            if cause is not None:
                self._die(instruction, cause)
                return None
        args = self._arguments(instruction)
        if args is None:
            return None
        clock = self.clock
        try:
            if clock is not None:
                clock.between()
            results = call(node, args, self.streams, self.memory)
            if clock is not None:
                clock(self.numbers[node.number], results)
        except WouldBlock as reason:
            return without_frames(reason)
        except Exception as error:
            self.fail(node, error)
            return None
        self._take(instruction, results)
        return None

    def _arguments(self, instruction: Instruction) -> list[Any] | None:
        schedule, values, node = self.schedule, self.values, instruction.node
        wanted: Sequence[ValueArg] = instruction.args
        try:
            if node.type.runs_on_dead:
                return [self._alive(node, i, arg) for i, arg in enumerate(wanted)]
            chosen = instruction.chosen
            if chosen is not None:
                at = node.type.input_index[node.type.writes[0]]
                if wanted[at] in values:  # else none could be chosen
                    now = chosen.before[int(values[chosen.index])]
                    wanted = [*wanted[:at], now, *wanted[at + 1 :]]
            return [values[arg] if type(arg) is int else _fetch(values, arg) for arg in wanted]
        except KeyError:
            missing = _uninitialised(schedule, values, wanted)
            if missing is None:
                self.fail(node, None)
                return None
            others = wanted[1:] if node.type.accepts_uninitialised else wanted
            missing = _uninitialised(schedule, values, others)
            if missing is not None:
                self.fail(node, _no_value(schedule, missing))
                return None
            return [None, *(_fetch(values, arg) for arg in others)]

    def _alive(self, node: Node, i: int, arg: ValueArg) -> Any:
        """Return an argument of a block that accepts dead values; a loop head uses only the last iteration's."""
        if not isinstance(arg, tuple):
            return _fetch(self.values, arg)
        outputs = node.input_list(node.type.inputs[i].name)
        begun = node.number in self.begun
        return tuple(
            [
                DEAD
                if output_key(o) in self.dead or (begun and o.op.type.control != "loop_value")
                else self.values[value]
                for o, value in zip(outputs, arg, strict=True)
            ]
        )

    def _take(self, instruction: Instruction, results: Sequence[Any]) -> None:
        node, values = instruction.node, self.values
        if node.type.control:
            for output, value, result in zip(node.outputs, instruction.results, results, strict=True):
                if result is DEAD:
                    self.dead[output_key(output)] = self._cause(node) or node
                else:
                    values[value] = result
            return
        if len(instruction.results) == 1:
            [values[instruction.results[0]]] = results
        else:
            values.update(zip(instruction.results, results, strict=True))
        if instruction.chosen is not None:
            self._hand_over(instruction, results[0])

    def _hand_over(self, instruction: Instruction, written: Any) -> None:
        """Write the value to the chosen one of several cells; the others keep their values."""
        chosen = instruction.chosen
        assert chosen is not None
        for before, after in zip(chosen.before, chosen.after, strict=True):
            if before in self.values:
                self.values[after] = self.values[before]
        if written is not DEAD:
            self.values[chosen.after[int(self.values[chosen.index])]] = written

    def _cause(self, node: Node) -> Node | None:
        for output in node.inputs:
            result = self.dead.get((output.op.number, output.index))
            if result is not None:
                return result
        for control in node.controls:
            if control.number in self.dead_nodes:
                return self.dead_nodes[control.number]
        return None

    def _die(self, instruction: Instruction, cause: Node) -> None:
        """Skip a dead node; the cells that it writes keep their values."""
        node = instruction.node
        self.dead_nodes[node.number] = cause
        for output in node.outputs:
            self.dead[output_key(output)] = cause
        if instruction.chosen is not None:
            self._hand_over(instruction, DEAD)
        for name, version in zip(node.type.writes, instruction.results, strict=False):
            before = instruction.args[node.type.input_index[name]]
            if isinstance(before, int) and before in self.values:
                self.values[version] = self.values[before]


class RoundStreams:
    """The random streams of a loop iteration; iteration 0 uses the original ones."""

    def __init__(self, streams: Streams, number: int = 0) -> None:
        self._streams = streams
        self.number = number

    def __call__(self, name: str, alone: bool, seeds: Seeds | None = None) -> Any:
        if seeds is not None:  # it counts rounds by itself
            return self._streams(name, alone, seeds)
        return self._streams(f"{name} round {self.number}" if self.number else name, alone)

    def context(self, name: str) -> Context:
        return self._streams.context(name)

    def runner(self, node: Node, memory: Memory, streams: Streams | None = None) -> Callable[..., Any]:
        return self._streams.runner(node, memory, streams or self)

    def go_on(self) -> None:
        self.number += 1


def _fetch(values: dict[int, Any], arg: ValueArg) -> Any:
    if isinstance(arg, tuple):
        return tuple([values[each] for each in arg])
    return None if arg is None else values[arg]


def _uninitialised(schedule: Schedule, values: dict[int, Any], args: Sequence[ValueArg]) -> int | None:
    starts = set(schedule.start.values())
    missing = [v for v in values_in(args) if v not in values]
    return missing[0] if missing and all(v in starts for v in missing) else None


def _no_value(schedule: Schedule, value: int) -> DiagramError:
    key = next(k for k, v in schedule.start.items() if v == value)
    name = key if isinstance(key, str) else key[-1]
    return DiagramError(
        f"the variable {name!r} has no value yet", hint="set initvalues, or assign a value to the variable first"
    )
