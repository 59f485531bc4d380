"""Deferred compilation: plans are made for the second step or on request.

Many pages run only once. The first step of a page with small values is interpreted, because that takes less time than
compiling the graph to a program.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import compress
from typing import Any, NamedTuple

from blocks.base.budget import Memory
from blocks.base.collection import paused_collection
from blocks.base.dtypes import DType
from blocks.base.types import Shape
from blocks.compile.backends import Backend
from blocks.compile.dispatch import Streams, result_bytes
from blocks.compile.fuse import SMALLEST
from blocks.compile.interpret import StepResult, interpret
from blocks.compile.passes import Fed
from blocks.compile.plan import PROFILE, Plan, light, make_plan
from blocks.compile.rewrite import Goal, OutputKey, needed_nodes
from blocks.compile.schedule import is_effect, schedule, unnumbered
from blocks.graph.graph import Graph, Node


class LatePlan:
    """A program for a goal, compiled on demand."""

    def __init__(self, make: Callable[[], Plan], goal: Goal, memory: Memory, first: Light | None) -> None:
        self._make = make
        self.goal = goal
        self._memory = memory
        self._first = first
        self.light = first is not None
        self._plan: Plan | None = None

    @property
    def is_compiled(self) -> bool:
        return self._plan is not None

    @property
    def on_device(self) -> bool:
        return self._plan is not None and self._plan.on_device

    @property
    def plan(self) -> Plan:
        if self._plan is None:
            self._plan = self._make()
            self._first = None
        return self._plan

    def run(self, cells: Mapping[Any, Any], feeds: Sequence[Any], streams: Streams) -> StepResult:
        first, self._first = self._first, None
        if first is None:
            return self.plan.run(cells, feeds, streams)
        result = first.run(self.goal, cells, streams, self._memory)
        make = self._make

        def compiled() -> Plan:
            plan = make()
            plan.interprets_next = False
            return plan

        self._make = compiled
        return result


def late_plan(
    graph: Graph,
    goal: Goal,
    feeds: Mapping[OutputKey, Fed],
    variables: Mapping[int, Shape],
    memory: Memory,
    passes: Sequence[str],
    backend: Backend,
    needed: bytearray | None = None,
) -> LatePlan:
    with paused_collection():
        if needed is None:
            needed = needed_nodes(graph, goal.outputs, goal.targets, feeds)
        interprets = backend.interprets and PROFILE not in passes
        first = light_step(graph, goal, feeds, variables, light(memory), needed) if interprets else None
    make = partial(make_plan, graph, goal, feeds, variables, memory=memory, passes=passes, form=backend.plan)
    return LatePlan(partial(make, needed=needed), goal, memory, first)


class Light(NamedTuple):
    """A step of small values that may be interpreted instead of compiled."""

    graph: Graph
    given: list[Node]
    calls: list[Node]
    writes: bool

    def run(self, goal: Goal, cells: Mapping[Any, Any], streams: Streams, memory: Memory) -> StepResult:
        order = None if self.writes else unnumbered(self.given, self.calls)
        if order is None:
            order = schedule(self.graph, nodes=[*self.given, *self.calls])
        return interpret(order, goal, cells, (), streams, memory, fits=memory.each >= SMALLEST)


def light_step(
    graph: Graph,
    goal: Goal,
    feeds: Mapping[OutputKey, Fed],
    variables: Mapping[int, Shape],
    most: int,
    needed: bytearray | None = None,
) -> Light | None:
    """Return a step to interpret; None if its values exceed ``most`` bytes or it needs a plan to run well."""
    if feeds or graph.loops or any(graph.nodes[n].outputs[0].shape != shape for n, shape in variables.items()):
        return None
    given: list[Node] = []
    calls: list[Node] = []
    sizes: dict[tuple[Shape, DType], int] = {}
    total = effects = 0
    writes = False
    for node in compress(graph.nodes, needed or needed_nodes(graph, goal.outputs, goal.targets)):
        spec = node.type
        if spec.variable:
            given.append(node)
            continue
        if spec.simple:  # mostly very many, of few kinds
            output = node.outputs[0]
            kind = output.shape, output.dtype
            size = sizes.get(kind)
            if size is None:
                size = sizes[kind] = result_bytes(node)
        else:
            size = result_bytes(node)
            if spec.control or node.attrs.get("validate_shape") is False:
                return None
            effects += is_effect(node)
            writes = writes or bool(spec.writes)
        if not node.certain or size >= SMALLEST:
            return None
        total += size
        (given if spec.constant and not node.controls else calls).append(node)
    return Light(graph, given, calls, writes) if total <= most and effects < 2 else None
