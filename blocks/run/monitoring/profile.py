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
        block, type: the block's id and type; for many that ran as one what they are called, and no type.
        gradient_of: for a block that makes gradients, the forward block whose gradient this part of it is.
        seconds: the time of all its calls in all steps.
        calls: how many they were.
        bytes: the memory of its results in a step.
        recorded: what of that a loop records for its gradient.
        inside: it lies inside of a loop or a branch, whose time its time is a part of.
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
        steps: how many steps there were.
        seconds: all that their plans took; what is not the blocks' passed between them.
        costs: by block, the dearest first; those inside of loops and branches by their paths.
        prepared: seconds beside that in which plans were made and modules imported.
    """

    steps: int
    seconds: float
    costs: list[Cost]
    prepared: float = 0.0


def profile(plans: Iterable[Plan], elaboration: Elaboration) -> Profile:
    """Put together what the clocks of plans measured.

    Args:
        plans: the plans of a session.
        elaboration: its page.
    """
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
    """Add what the clock of a plan measured, and those of what it runs.

    Args:
        costs: takes it.
        plan: that of a page, or of a body.
        types: those of the blocks of the page.
        body: where the plan is that of a body.
    """
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
