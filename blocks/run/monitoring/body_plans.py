"""Plans of the loops and branches inside nodes, with the paths of their blocks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from blocks.compile.plan import Plan
from blocks.graph.graph import Graph, Node

SUMS = "(sums)"
"""Stands for what a gradient adds up beyond what belongs to one block."""


class BodyPlans(NamedTuple):
    """The plans of one body.

    Attributes:
        begin: the path prefix of its blocks.
        backward: whether the body is the gradient of the one with this prefix.
    """

    plans: Sequence[Plan]
    block: str
    begin: str
    backward: bool

    def name(self, block: str, gradient_of: str | None) -> tuple[str, str | None]:
        if not self.backward:
            return self.begin + block, None if gradient_of is None else self.begin + gradient_of
        return self.block, self.begin + (SUMS if gradient_of is None else gradient_of)


def plans_inside(node: Node, key: tuple[str, str | None]) -> Iterable[BodyPlans]:
    """Return the plans of a node's bodies that were measured."""
    from blocks.library.control_flow.bodies import CheckpointedGradient, Choice  # only pages with loops need it

    program = node.attrs["program"]
    block, gradient_of = key
    begin = block if gradient_of is None else gradient_of
    parts: list[tuple[Graph, str]] = []
    if isinstance(program, Choice):
        parts = [(program.bodies[0].graph, "then/"), (program.bodies[1].graph, "else/")]
    elif isinstance(program, CheckpointedGradient):
        parts = [(program.forward.body.graph, ""), (program.back.loop.body.graph, "")]
    else:
        parts = [(program.body.graph, "")]
        if program.test is not None:
            parts.append((program.test.body.graph, "condition/"))
    result = _by_graph(program.plans)
    for graph, part in parts:
        plans = [plan for plan in result.get(id(graph), ()) if plan.clock is not None and plan.clock.steps]
        yield BodyPlans(plans, block, f"{begin}/{part}", gradient_of is not None)


def _by_graph(plans: dict[Any, Any]) -> dict[int, list[Plan]]:
    from blocks.compile.loops.layout import Layout

    result: dict[int, dict[int, Plan]] = {}

    def add(graph: Graph, *some: Plan | None) -> None:
        result.setdefault(id(graph), {}).update((id(plan), plan) for plan in some if plan is not None)

    for key, value in plans.items():
        if isinstance(value, Layout):
            for plan, ahead, _ in value.ready.values():
                add(key.body.graph, plan, *(() if ahead is None else (ahead.before, ahead.rounds)))
        elif isinstance(value, Plan):
            add(key[0].graph, value)
    graphs = {plan: graph for graph, some in result.items() for plan in some}
    for plan in [plan for some in result.values() for plan in some.values()]:
        _, batches = plans.get(("batches", plan), (0, {}))
        some: list[Plan] = [each.plan for each in batches.values() if each is not None]
        result[graphs[id(plan)]].update((id(each), each) for each in some)
    return {graph: [*some.values()] for graph, some in result.items()}
