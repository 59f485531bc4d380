"""The cache of a session's plans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from blocks.base.budget import Memory
from blocks.compile.backends import Backend
from blocks.compile.first_step import LatePlan, late_plan
from blocks.compile.passes import Fed
from blocks.compile.rewrite import Goal, OutputKey
from blocks.graph.graph import Graph
from blocks.run.state import State

MOST = 16
"""Plans that a session keeps: what is fed in ever new shapes would fill the memory."""


class Plans(dict[Any, LatePlan]):
    """A cache of programs by goal, which drops the oldest."""

    def __init__(self, graph: Graph, state: State, memory: Memory, passes: Sequence[str]) -> None:
        super().__init__()
        self._graph = graph
        self._state = state
        self._memory = memory
        self._passes = passes

    def plan_for(
        self, goal: Goal, feeds: Mapping[OutputKey, Any], backend: Backend, needed: bytearray | None = None
    ) -> LatePlan:
        graph = self._graph
        fed = {at: Fed(graph.nodes[at[0]].outputs[at[1]].dtype, np.shape(value)) for at, value in feeds.items()}
        kinds = tuple([(at, each.dtype, each.shape) for at, each in fed.items()])
        turns = tuple(goal.turns.items())
        shapes = self._state.shapes(graph)
        key = tuple(goal.outputs), tuple(goal.targets), turns, goal.sure, kinds, tuple(shapes.items())
        plan = self.get(key)
        if plan is None:
            plan = self[key] = late_plan(graph, goal, fed, shapes, self._memory, self._passes, backend, needed)
            if len(self) > MOST:
                del self[next(iter(self))]
        return plan
