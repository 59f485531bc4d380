"""The cache of a session's plans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from blocks.base.budget import Memory
from blocks.compile import plan
from blocks.compile.backends import Backend
from blocks.compile.first_step import LatePlan, late_plan
from blocks.compile.large import has_large
from blocks.compile.passes import Fed
from blocks.compile.rewrite import Goal, OutputKey
from blocks.graph.graph import Graph
from blocks.native.machine import NATIVE, NUMPY, engine_of
from blocks.run.state import State

LANES = 4
"""Lanes of a processor whose products and sums are not one instruction, which is too slow."""
MOST = 16
"""Plans that a session keeps: what is fed in ever new shapes would fill the memory."""


class Plans(dict[Any, LatePlan]):
    """A cache of programs by goal, which drops the oldest.

    Args:
        engine: the name of the engine that computes large arrays; None: the better one for the graph.
    """

    def __init__(
        self, graph: Graph, state: State, memory: Memory, passes: Sequence[str], engine: str | None = None
    ) -> None:
        super().__init__()
        self._graph = graph
        self._state = state
        self._memory = memory
        self._passes = tuple(passes)
        self._wanted = engine_of(engine)
        self._chosen = -1, NUMPY

    @property
    def engine(self) -> str:
        """The engine that computes large arrays."""
        if self._wanted is not None:
            return self._wanted
        count = len(self._graph.nodes)  # a graph that is built by a program may still grow
        if self._chosen[0] != count:
            self._chosen = count, NATIVE if has_large(self._graph) and self._worth() else NUMPY
        return self._chosen[1]

    def _worth(self) -> bool:
        from blocks.compile.fuse import worth_compiling  # most pages have small arrays
        from blocks.native.machine import processor

        return processor().lanes > LANES and worth_compiling(self._graph)

    @property
    def passes(self) -> Sequence[str]:
        """The optimizations of the programs, and what else these do."""
        return (*self._passes, plan.NATIVE) if self.engine == NATIVE else self._passes

    @property
    def parts(self) -> Sequence[str]:
        """What programs inside blocks do, too."""
        return [each for each in self.passes if each in (plan.PROFILE, plan.NATIVE)]

    def plan_for(
        self, goal: Goal, feeds: Mapping[OutputKey, Any], backend: Backend, needed: bytearray | None = None
    ) -> LatePlan:
        graph = self._graph
        fed = {at: Fed(graph.nodes[at[0]].outputs[at[1]].dtype, np.shape(value)) for at, value in feeds.items()}
        kinds = tuple([(at, each.dtype, each.shape) for at, each in fed.items()])
        turns = tuple(goal.turns.items())
        shapes = self._state.shapes(graph)
        key = tuple(goal.outputs), tuple(goal.targets), turns, goal.sure, kinds, tuple(shapes.items())
        result = self.get(key)
        if result is None:
            result = self[key] = late_plan(graph, goal, fed, shapes, self._memory, self.passes, backend, needed)
            if len(self) > MOST:
                del self[next(iter(self))]
        return result
