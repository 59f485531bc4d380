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
from blocks.base.types import Shape
from blocks.compile.backends import Backend
from blocks.compile.dispatch import Streams, result_bytes
from blocks.compile.interpret import StepResult, interpret
from blocks.compile.passes import Fed
from blocks.compile.plan import NATIVE, PROFILE, Plan, make_plan
from blocks.compile.rewrite import Goal, OutputKey, needed_nodes
from blocks.compile.schedule import is_effect, ordered, schedule
from blocks.graph.graph import Graph, Node

_LARGE = 1 << 17
"""Bytes of a value that an interpreted step does not have."""
_SMALL_STEP_BYTES = 1 << 24
"""The maximum size of all values of an interpreted step, which keeps them until it ends."""


class LatePlan:
    """A program for a goal, compiled on demand."""

    def __init__(self, make: Callable[[], Plan], goal: Goal, memory: Memory, first: SmallStep | None) -> None:
        self._make = make
        self.goal = goal
        self._memory = memory
        self._first = first
        self.small = first is not None
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
        return first.run(self.goal, cells, streams, self._memory)


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
        interprets = backend.interprets and PROFILE not in passes and NATIVE not in passes
        most = min(_SMALL_STEP_BYTES, memory.total // 8)
        first = small_step(graph, goal, feeds, variables, most, needed) if interprets else None
    make = partial(make_plan, graph, goal, feeds, variables, memory=memory, passes=passes, form=backend.plan)
    return LatePlan(partial(make, needed=needed), goal, memory, first)


class SmallStep(NamedTuple):
    """A step of small values that may be interpreted instead of compiled."""

    graph: Graph
    given: list[Node]
    calls: list[Node]
    effects: int

    def run(self, goal: Goal, cells: Mapping[Any, Any], streams: Streams, memory: Memory) -> StepResult:
        calls = self.calls
        if self.effects > 1:
            wanted = {node.number for node in calls}
            calls = [node for node in ordered(self.graph, goal.turns) if node.number in wanted]
        order = schedule(self.graph, nodes=[*self.given, *calls])
        return interpret(order, goal, cells, (), streams, memory)


def small_step(
    graph: Graph,
    goal: Goal,
    feeds: Mapping[OutputKey, Fed],
    variables: Mapping[int, Shape],
    most: int,
    needed: bytearray | None = None,
) -> SmallStep | None:
    """Return a step to interpret; None if its values exceed ``most`` bytes or it needs a plan to run well."""
    if feeds or graph.loops or any(graph.nodes[n].outputs[0].shape != shape for n, shape in variables.items()):
        return None
    given: list[Node] = []
    calls: list[Node] = []
    total = effects = 0
    for node in compress(graph.nodes, needed or needed_nodes(graph, goal.outputs, goal.targets)):
        spec = node.type
        if spec.variable:
            given.append(node)
            continue
        size = result_bytes(node)
        if spec.control or node.attrs.get("validate_shape") is False:
            return None
        effects += is_effect(node)
        if not node.certain or size >= _LARGE:
            return None
        total += size
        (given if spec.constant and not node.controls else calls).append(node)
    return SmallStep(graph, given, calls, effects) if total <= most else None
