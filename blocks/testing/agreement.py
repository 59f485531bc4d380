"""Comparison of the interpreter with plans, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from blocks.base.budget import Memory
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.compile.backends import Backend
from blocks.compile.dispatch import quiet
from blocks.compile.first_step import LatePlan, late_plan
from blocks.compile.interpret import StepResult, interpret
from blocks.compile.passes import PASSES, Fed, carried, finished, specialise
from blocks.compile.plan import OPTIMISATIONS, PARTS, Plan
from blocks.compile.rewrite import Goal, OutputKey, output_key
from blocks.compile.schedule import schedule
from blocks.graph.graph import Graph, Node, Operand, Output, outputs_of
from blocks.graph.verify import verify
from blocks.run.state import State
from blocks.run.steps.step_context import StepStreams
from blocks.testing.calls import same_bits

MEMORY = Memory(1 << 22, 1 << 62)
SEED = 5
ALL_PASSES = tuple(PASSES)
COMBINATIONS = [names for count in range(len(PASSES) + 1) for names in combinations(PASSES, count)]


class Program(NamedTuple):
    graph: Graph
    goal: Goal
    feeds: Sequence[Mapping[OutputKey, Array]]

    def fed(self, step: int) -> dict[OutputKey, Fed]:
        nodes = self.graph.nodes
        return {at: Fed(nodes[at[0]].outputs[at[1]].dtype, value.shape) for at, value in self.feeds[step].items()}


class RandomRun(NamedTuple):
    steps: list[StepResult]
    cells: list[dict[Any, Any]]


def program(
    fetches: Sequence[Operand], feeds: Mapping[Operand, Any] | None = None, steps: int = 1, targets: Sequence[Node] = ()
) -> Program:
    outputs = outputs_of(fetches)
    given = {output_key(o.as_output()): frozen(value, o.as_output()) for o, value in (feeds or {}).items()}
    graph = outputs[0].graph if outputs else targets[0].graph
    return Program(graph, Goal(outputs, targets), [given] * steps)


def frozen(value: Any, like: Output) -> Array:
    array = np.array(value, like.dtype.numpy)
    array.setflags(write=False)
    return array


def interpreted(what: Program) -> RandomRun:
    def step(state: State, number: int, streams: StepStreams) -> StepResult:
        fed = what.fed(number)
        start = specialise(what.graph, what.goal, fed, state.shapes(what.graph))
        goal = carried(start, what.goal)
        return interpret(schedule(start.graph), goal, state.values, list(what.feeds[number].values()), streams, MEMORY)

    return _run(what, step)


def planned(what: Program, passes: Sequence[str] = ALL_PASSES, parts: Sequence[str] = tuple(PARTS)) -> RandomRun:
    plans: dict[Any, Plan] = {}

    def step(state: State, number: int, streams: StepStreams) -> StepResult:
        shapes = state.shapes(what.graph)
        key = (tuple(what.fed(number).items()), tuple(shapes.items()))
        if key not in plans:
            plans[key] = plan_of(what, passes, parts, number, shapes)
        return plans[key].run(state.values, list(what.feeds[number].values()), streams)

    return _run(what, step)


def run_late(what: Program) -> RandomRun:
    """Run the graph as sessions do: perhaps interpret the first step, and run a plan after that."""
    plans: dict[Any, LatePlan] = {}

    def step(state: State, number: int, streams: StepStreams) -> StepResult:
        shapes, fed = state.shapes(what.graph), what.fed(number)
        key = (tuple(fed.items()), tuple(shapes.items()))
        if key not in plans:
            plans[key] = late_plan(what.graph, what.goal, fed, shapes, MEMORY, OPTIMISATIONS, Backend())
        return plans[key].run(state.values, list(what.feeds[number].values()), streams)

    return _run(what, step)


def plan_of(
    what: Program,
    passes: Sequence[str] = ALL_PASSES,
    parts: Sequence[str] = tuple(PARTS),
    number: int = 0,
    shapes: Mapping[int, Any] | None = None,
) -> Plan:
    if shapes is None:
        state = State()
        with quiet():
            state.initialise(what.graph, what.feeds[number], StepStreams(SEED, -1), MEMORY)
        shapes = state.shapes(what.graph)
    last, goal = what.graph, what.goal
    for count in range(len(passes) + 1):
        start = specialise(what.graph, what.goal, what.fed(number), shapes, passes=passes[:count], memory=MEMORY.each)
        verify(start.graph)
        last, goal = finished(start, what.goal)
        verify(last)
    return Plan(last, goal, MEMORY, parts)


def _run(what: Program, step: Any) -> RandomRun:
    state = State()
    run = RandomRun([], [])
    handed_out: list[tuple[Array, bytes]] = []
    for number, feeds in enumerate(what.feeds):
        with quiet():
            state.initialise(what.graph, feeds, StepStreams(SEED, -1), MEMORY)
            streams = StepStreams(SEED, number, kept=state.values)
            result: StepResult = step(state, number, streams)
        state.commit(result.cells)
        state.move(streams.moved())
        run.steps.append(result)
        run.cells.append(dict(state.values))
        handed_out += [(a, a.tobytes()) for a in map(np.asarray, (v for v in result.outputs if v is not None))]
    for array, content in handed_out:
        assert array.tobytes() == content, "a result was changed after it was handed out"
    return run


def assert_agreement(what: Program, expected: RandomRun, run: RandomRun, same_errors: bool) -> None:
    """Assert that a plan gives bit for bit the interpreter's results, and the same errors.

    Args:
        same_errors: False if passes may have removed failing nodes.
    """
    for expect, get in zip(expected.steps, run.steps, strict=True):
        for output, a, b in zip(what.goal.outputs, expect.outputs, get.outputs, strict=True):
            if a is None and not same_errors:
                continue
            assert (a is None) == (b is None), f"{output.name}: {a} and {b}"
            assert a is None or same_bits(a, b), f"{output.name}:\n{a!r}\n{b!r}"
        wanted, given = list(told(expect.errors)), list(told(get.errors))
        if same_errors:
            causes = [{i: node.name for i, node in each.dead.items()} for each in (expect, get)]
            assert causes[0] == causes[1], "another node decided what is dead"
            assert sorted(wanted) == sorted(given)
        else:
            # A pass may know the shape of what fails: then the fault shows further on, where the value is needed.
            assert wanted or not given
        if wanted and not same_errors:
            return  # what a pass left out may have let a variable be written
    for before, after in zip(expected.cells, run.cells, strict=True):
        assert set(before) == set(after)
        for key, value in before.items():
            if value is None or after[key] is None:
                assert value is after[key] or not same_errors, key
            else:
                assert same_bits(value, after[key]), key


def told(errors: Sequence[DiagramError]) -> Iterator[str]:
    return iter(dict.fromkeys(str(error) for error in errors))
