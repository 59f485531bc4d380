"""The slow truth: a graph evaluated node by node. The plan must agree with it, and falls back on it after a failure."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Generator, Shape
from blocks.compile.passes import Goal
from blocks.compile.rewrite import place
from blocks.compile.schedule import Schedule, ValueArg, values_in
from blocks.graph.build import infer_shapes
from blocks.graph.calls import ActualCall
from blocks.graph.graph import Node

Streams = Callable[[str, bool], Generator]
"""Gives the random stream of a node for the current step, by its `stream_of`."""


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
    errors: list[DiagramError] = []
    missing_nodes: set[int] = set()

    def fail(node: Node, error: Exception | None) -> None:
        missing_nodes.add(node.number)
        if error is not None:
            errors.extend(faults(node, error))

    if failed is not None:
        fail(*failed)
    for instruction in schedule.instructions[first:]:
        node = instruction.node
        if missing_nodes and any(c.number in missing_nodes for c in node.controls):
            fail(node, None)
            continue
        try:
            args = [_fetch(values, arg) for arg in instruction.args]
        except KeyError:
            missing = _uninitialised(schedule, values, instruction.args)
            if missing is None:
                fail(node, None)
                continue
            others = instruction.args[1:] if node.type.accepts_uninitialised else instruction.args
            missing = _uninitialised(schedule, values, others)
            if missing is not None:
                fail(node, _no_value(schedule, missing))
                continue
            args = [None, *(_fetch(values, arg) for arg in others)]
        try:
            results = call(node, args, streams, memory)
        except Exception as error:
            fail(node, error)
            continue
        values.update(zip(instruction.results, results, strict=True))
    outputs = [values.get(schedule.outputs[place(o)]) for o in goal.outputs]
    for output, value in zip(goal.outputs, outputs, strict=True):
        if value is None and output.op.type.variable:
            errors.append(located(output.op, _no_value(schedule, schedule.outputs[place(output)])))
    written = {key: values[value] for key, value in schedule.final.items() if value in values}
    return StepResult(outputs, written, errors)


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
    if node.type.random:
        return node.type.run(args, node.attrs, node.bound, rng=streams(*stream_of(node)))
    return node.type.run(args, node.attrs, node.bound)


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
