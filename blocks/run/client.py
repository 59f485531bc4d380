"""Running a graph that was built by hand, as with TensorFlow's C++ ``ClientSession``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from blocks.base.context import Resources
from blocks.base.errors import RunError
from blocks.base.types import Array
from blocks.compile.calling import quiet
from blocks.compile.passes import PASSES, Fed, Goal
from blocks.compile.plan import MOST_PLANS, Plan, make_plan
from blocks.compile.rewrite import Place, place
from blocks.graph.graph import Node, Operand
from blocks.graph.scope import Scope
from blocks.run.feeds import fed_value
from blocks.run.state import State, default_memory
from blocks.run.streams import StepStreams


class ClientSession:
    """Runs parts of a graph; variables keep their values from run to run.

    Args:
        scope: any scope of the graph.
        seed: what random nodes start from.
        memory: bytes that one result may take.
        passes: the optimisations to run; all unless given.
    """

    def __init__(
        self, scope: Scope, *, seed: int = 0, memory: int | None = None, passes: Sequence[str] = tuple(PASSES)
    ) -> None:
        self.graph = scope.graph
        self.seed = seed
        self.memory = default_memory() if memory is None else memory
        self.passes = tuple(passes)
        self.state = State()
        self.resources = Resources()
        self.steps = 0
        self._plans: dict[Any, Plan] = {}

    def run(
        self,
        fetches: Sequence[Operand] | Operand,
        feed: Mapping[Operand, Any] | None = None,
        run_outputs: Sequence[Operand] = (),
    ) -> list[Array]:
        """Run one step.

        Args:
            fetches: outputs to compute (or nodes with one output).
            feed: values for outputs.
            run_outputs: operations to run as well.

        Returns:
            The values of the fetches, in order.

        Raises:
            RunError: one of them failed.
        """
        wanted = [fetches] if isinstance(fetches, Operand) else list(fetches)
        targets = [o if isinstance(o, Node) else o.as_output().op for o in run_outputs]
        goal = Goal([o.as_output() for o in wanted], targets)
        feeds = {
            place(o.as_output()): fed_value(o.as_output().name, o.as_output(), value)
            for o, value in (feed or {}).items()
        }
        with quiet():
            streams = StepStreams(self.seed, self.steps, self.resources, memory=self.memory)
            self.state.initialise(self.graph, feeds, StepStreams(self.seed, -1, self.resources), self.memory)
            result = self.plan(goal, feeds).run(self.state.values, list(feeds.values()), streams)
        self.state.commit(result.cells)
        self.steps += 1
        if result.errors:
            raise RunError(result.errors, {o.name: v for o, v in zip(goal.outputs, result.outputs, strict=True)})
        return [np.asarray(v) for v in result.outputs]

    def plan(self, goal: Goal, feeds: Mapping[Place, Array]) -> Plan:
        """The program for a goal; ``print(plan)`` shows its source."""
        fed = {at: Fed(self.graph.nodes[at[0]].outputs[at[1]].dtype, v.shape) for at, v in feeds.items()}
        key = (
            tuple([place(o) for o in goal.outputs]),
            tuple([t.number for t in goal.targets]),
            tuple([(at, f.dtype, f.shape) for at, f in fed.items()]),
            self.state.version,
        )
        found = self._plans.get(key)
        if found is None:
            shapes = self.state.shapes(self.graph)
            found = make_plan(self.graph, goal, fed, shapes, memory=self.memory, passes=self.passes)
            self._plans[key] = found
            if len(self._plans) > MOST_PLANS:
                del self._plans[next(iter(self._plans))]
        return found
