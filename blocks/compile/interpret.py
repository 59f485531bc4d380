"""The slow truth: a graph evaluated node by node. The plan must agree with it, and falls back on it after a failure."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from blocks.base.context import Context, Waits
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Generator, Shape
from blocks.compile.passes import Goal
from blocks.compile.rewrite import place
from blocks.compile.schedule import Instruction, Schedule, ValueArg, values_in
from blocks.graph.build import infer_shapes
from blocks.graph.calls import ActualCall
from blocks.graph.graph import Node


class Streams(Protocol):
    """What the nodes of one step reach beyond their inputs."""

    def __call__(self, name: str, alone: bool) -> Generator:
        """The random stream of a node, by its `stream_of`."""
        ...

    def context(self, name: str) -> Context:
        """What a kernel with an effect may reach, by its node's name."""
        ...


class StepResult(NamedTuple):
    """What a step gave.

    Attributes:
        outputs: for each output of the goal its value, None where something that it needs failed.
        cells: the new values of the cells that were written.
        errors: what failed, in the order in which it ran.
    """

    outputs: list[Any]
    cells: dict[Any, Any]
    errors: list[DiagramError]


def interpret(
    schedule: Schedule,
    goal: Goal,
    cells: Mapping[Any, Any],
    feeds: Sequence[Any],
    streams: Streams,
    memory: int,
) -> StepResult:
    """Run a step from its beginning."""
    values: dict[int, Any] = dict(schedule.constants)
    values.update((value, feeds[slot]) for slot, value in schedule.feeds.items())
    values.update((value, cells[key]) for key, value in schedule.start.items() if cells.get(key) is not None)
    return resume(schedule, goal, values, 0, streams, memory)


def resume(
    schedule: Schedule,
    goal: Goal,
    values: dict[int, Any],
    first: int,
    streams: Streams,
    memory: int,
    failed: tuple[Node, Exception] | None = None,
) -> StepResult:
    """Run a step from an instruction on; what depends on one that failed is left out.

    Args:
        schedule: the order of the step.
        goal: what is asked for.
        values: what is there already, by value number.
        first: the place of the first instruction to run.
        streams: the random streams of the step.
        memory: bytes that one result may take.
        failed: the node before that one, and why, if it failed.
    """
    run = _Rest(schedule, values, streams, memory)
    if failed is not None:
        run.fail(*failed)
    run.all(schedule.instructions[first:])
    outputs = [values.get(schedule.outputs[place(o)]) for o in goal.outputs]
    for output, value in zip(goal.outputs, outputs, strict=True):
        if value is None and output.op.type.variable:
            run.errors.append(located(output.op, _no_value(schedule, schedule.outputs[place(output)])))
    written = {key: values[value] for key, value in schedule.final.items() if value in values}
    return StepResult(outputs, written, run.errors)


class _Rest:
    """Instructions that are run one by one, around those that fail or wait."""

    def __init__(self, schedule: Schedule, values: dict[int, Any], streams: Streams, memory: int) -> None:
        self.schedule = schedule
        self.values = values
        self.streams = streams
        self.memory = memory
        self.errors: list[DiagramError] = []
        self.missing: set[int] = set()
        self.held_values: set[int] = set()
        self.held_nodes: set[int] = set()

    def fail(self, node: Node, error: Exception | None) -> None:
        """Note that a node gives nothing; without an error, because of another one."""
        self.missing.add(node.number)
        if error is not None:
            self.errors.extend(faults(node, error))

    def all(self, instructions: Sequence[Instruction]) -> None:
        """Run them in order; what waits is tried again after each effect, until nothing moves any more."""
        todo = list(instructions)
        while todo:
            left: list[Instruction] = []
            waiting: dict[int, Waits] = {}
            self.held_values.clear()
            self.held_nodes.clear()
            moved = False
            for i, instruction in enumerate(todo):
                reason = self._held(instruction) or self._run(instruction)
                if reason is None:
                    moved = moved or instruction.node.type.context
                    if moved and waiting:
                        left.extend(todo[i + 1 :])
                        break
                    continue
                if isinstance(reason, Waits):
                    waiting[instruction.node.number] = reason
                left.append(instruction)
                self.held_values.update(instruction.results)
                self.held_nodes.add(instruction.node.number)
            if not moved or not waiting:
                for instruction in left:
                    if instruction.node.number in waiting:
                        self.fail(instruction.node, waiting[instruction.node.number])
                left = [each for each in left if each.node.number not in waiting]
            todo = left

    def _held(self, instruction: Instruction) -> bool:
        """Whether it needs something that waits."""
        if not self.held_nodes:
            return False
        held = self.held_values
        return any(c.number in self.held_nodes for c in instruction.node.controls) or any(
            value in held for value in values_in(instruction.args)
        )

    def _run(self, instruction: Instruction) -> Waits | None:
        """Run one; returns why it has to wait, if it has to."""
        schedule, values, node = self.schedule, self.values, instruction.node
        if self.missing and any(c.number in self.missing for c in node.controls):
            self.fail(node, None)
            return None
        try:
            args = [_fetch(values, arg) for arg in instruction.args]
        except KeyError:
            missing = _uninitialised(schedule, values, instruction.args)
            if missing is None:
                self.fail(node, None)
                return None
            others = instruction.args[1:] if node.type.accepts_uninitialised else instruction.args
            missing = _uninitialised(schedule, values, others)
            if missing is not None:
                self.fail(node, _no_value(schedule, missing))
                return None
            args = [None, *(_fetch(values, arg) for arg in others)]
        try:
            results = call(node, args, self.streams, self.memory)
        except Waits as reason:
            return reason
        except Exception as error:
            self.fail(node, error)
            return None
        values.update(zip(instruction.results, results, strict=True))
        return None


def _fetch(values: dict[int, Any], arg: ValueArg) -> Any:
    if isinstance(arg, tuple):
        return tuple([values[each] for each in arg])
    return None if arg is None else values[arg]


def _uninitialised(schedule: Schedule, values: dict[int, Any], args: Sequence[ValueArg]) -> int | None:
    """The variable without a value that is the reason why arguments are missing; None if another failure is."""
    starts = set(schedule.start.values())
    missing = [v for v in values_in(args) if v not in values]
    return missing[0] if missing and all(v in starts for v in missing) else None


def _no_value(schedule: Schedule, value: int) -> DiagramError:
    key = next(k for k, v in schedule.start.items() if v == value)
    name = key if isinstance(key, str) else key[-1]
    return DiagramError(f"the variable {name!r} has no value yet", hint="give it initvalues, or assign to it first")


def call(node: Node, args: Sequence[Any], streams: Streams, memory: int) -> tuple[Any, ...]:
    """Run one node on actual arrays, with every check."""
    if not node.certain:
        check(node, args, memory)
    else:
        check_memory(node, [o.shape for o in node.outputs], memory)
    given: dict[str, Any] = {}
    if node.type.random:
        given["rng"] = streams(*stream_of(node))
    if node.type.context:
        given["context"] = streams.context(node.name)
    return node.type.run(args, node.attrs, node.bound, **given)


def stream_of(node: Node) -> tuple[str, bool]:
    """What tells a node's random stream from others, and whether that stands for itself.

    As in TensorFlow, seeds of the block's own decide alone: two blocks with the same ones draw the same numbers,
    whatever the session's seed. Without, it is the block's name that the session's seed is combined with.
    """
    seeds = [node.attrs.get(key, 0) for key in ("seed", "seed2")]
    return (f"seed {seeds[0]} {seeds[1]}", True) if any(seeds) else (node.name, False)


def check(node: Node, args: Sequence[Any], memory: int) -> None:
    """Run the shape rule on actual arrays, and see that the result fits into memory.

    Raises:
        DiagramError: it does not fit together, or is too large.
    """
    shapes = infer_shapes(node.type, ActualCall(node, args))
    if shapes is not None:
        check_memory(node, shapes, memory)


def check_memory(node: Node, shapes: Sequence[Shape], memory: int) -> None:
    """See that results of these shapes fit into memory.

    Raises:
        DiagramError: they do not; both figures are named.
    """
    size = 0
    for output, shape in zip(node.outputs, shapes, strict=False):
        if shape is not None:
            size += math.prod([s for s in shape if s is not None]) * output.dtype.size
    if size > memory:
        texts = ", ".join(shape_text(s) for s in shapes)
        text = f"the result {texts} would take {size:,} bytes, the limit is {memory:,}"
        raise DiagramError(text, hint="--max-mem sets the limit")


def located(node: Node, error: Exception) -> DiagramError:
    """Any failure of a node as an error that names its block."""
    if not isinstance(error, DiagramError):
        if isinstance(error, MemoryError):
            error = DiagramError(f"{node.type.name} ran out of memory")
        else:
            text = str(error) or type(error).__name__
            error = DiagramError(f"{node.type.name} failed: {text}")
    return error.located(block=node.block_name)


def faults(node: Node, error: Exception) -> list[DiagramError]:
    """A failure of a node as an error of its block, and of the blocks whose equal calls it stands for."""
    first = located(node, error)
    others = [name for name in dict.fromkeys(node.twins) if name != first.block]
    return [first, *(DiagramError(first.message, pin=first.pin, block=name, hint=first.hint) for name in others)]


def quiet() -> Any:
    """A context in which NumPy says nothing about overflow, division by zero and the like: results say it."""
    return np.errstate(all="ignore")
