"""Run profiles: the time of plan calls, grouped by block."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from blocks.compile.plan import Plan
from blocks.elaborate.elaborate import Elaboration
from blocks.run.monitoring.body_plans import BodyPlans, plans_inside


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
    costs: dict[tuple[str, str | None], Cost], plan: Plan, types: Mapping[str, str], body: BodyPlans | None = None
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
        for inner in plans_inside(node, key) if node.type.nested else ():
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
