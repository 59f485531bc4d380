"""Run profiles: the time of plan calls, grouped by block."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from blocks.compile.plan import Plan
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Graph, Node


@dataclass(slots=True)
class Cost:
    """The cost of a block.

    Attributes:
        block, type: the block's id and type; for several that ran as one function, its name and an empty type.
        gradient_of: for a gradient block, the forward block whose gradient this part computes.
        recorded: the part of ``bytes`` that a loop records for its gradient.
        inside: whether it is inside a loop or a branch, whose time includes its time.
    """

    block: str
    type: str
    gradient_of: str | None = None
    seconds: float = 0.0
    calls: int = 0
    bytes: int = 0
    recorded: int = 0
    inside: bool = False


@dataclass(slots=True)
class Profile:
    """The distribution of time over some steps.

    Attributes:
        seconds: the total time of the plans, including the time between blocks.
        prepared: additional seconds in which plans were made and modules imported.
    """

    steps: int
    seconds: float
    costs: list[Cost]
    prepared: float = 0.0


def profile(plans: Iterable[Plan], elaboration: Elaboration) -> Profile:
    types = {name: spec.name for name, spec in elaboration.specs.items()}
    costs: dict[tuple[str, str | None], Cost] = {}
    steps, seconds, prepared = 0, 0.0, 0.0
    for plan in plans:
        clock = plan.clock
        if clock is None or not clock.steps:
            continue
        steps, seconds, prepared = steps + clock.steps, seconds + clock.seconds, prepared + clock.prepared
        _add(costs, plan, types)
    return Profile(steps, seconds, sorted(costs.values(), key=lambda cost: -cost.seconds), prepared)


def _add(
    costs: dict[tuple[str, str | None], Cost], plan: Plan, types: Mapping[str, str], body: _BodyPlans | None = None
) -> None:
    """Add the measurements of a plan, and of the bodies that it runs."""
    clock = plan.clock
    assert clock is not None
    held: dict[tuple[str, str | None], int] = {}
    for i, instruction in enumerate(plan.schedule.instructions):
        if not clock.calls[i]:
            continue
        node = instruction.node
        key = (node.block_name, None if node.source is None else node.source.block_name)
        if body is not None:
            key = body.name(*key)
        cost = costs.get(key)
        if cost is None:
            own = node.attrs["program"].title if node.type.nested else node.type.name
            cost = costs[key] = Cost(*_named(key, types, own), inside=body is not None)
        cost.seconds += clock.spent[i]
        cost.calls += clock.calls[i]
        cost.recorded = max(cost.recorded, clock.recorded[i])
        held[key] = held.get(key, 0) + clock.held[i]
        for inner in _plans_inside(node, key) if node.type.nested else ():
            for each in inner.plans:
                _add(costs, each, types, inner)
    for key, size in held.items():
        costs[key].bytes = max(costs[key].bytes, size)
    for name, (spent, calls, size) in clock.together.items():
        key = (name, None) if body is None else body.name(name, None)
        cost = costs.setdefault(key, Cost(key[0], "", key[1], inside=body is not None))
        cost.seconds, cost.calls, cost.bytes = cost.seconds + spent, cost.calls + calls, max(cost.bytes, size)


def _named(key: tuple[str, str | None], types: Mapping[str, str], own: str) -> tuple[str, str, str | None]:
    block, source = key
    return block, types.get(block, own), source


_SUMS = "(sums)"
"""Stands for what a gradient adds up beyond what belongs to one block."""


class _BodyPlans(NamedTuple):
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
        return self.block, self.begin + (_SUMS if gradient_of is None else gradient_of)


def _plans_inside(node: Node, key: tuple[str, str | None]) -> Iterable[_BodyPlans]:
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
        yield _BodyPlans(plans, block, f"{begin}/{part}", gradient_of is not None)


def _by_graph(plans: dict[Any, Any]) -> dict[int, list[Plan]]:
    result: dict[int, list[Plan]] = {}
    for key, plan in plans.items():
        if isinstance(plan, Plan):
            _, batches = plans.get(("batches", plan), (0, {}))
            result.setdefault(id(key[0].graph), []).extend(
                [plan, *(each.plan for each in batches.values() if each is not None)]
            )
    return result
