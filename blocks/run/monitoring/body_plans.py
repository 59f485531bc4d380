"""The plans that nodes have made of what they run, loops and branches, with the paths that its blocks have."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from blocks.compile.plan import Plan
from blocks.graph.graph import Graph, Node, Output

SUMS = "(sums)"
"""Stands for what a gradient adds up beyond what belongs to one block."""


class BodyPlans(NamedTuple):
    """The plans of one body.

    Attributes:
        plans: those that measure.
        block: what runs it.
        begin: what the paths of its blocks begin with.
        backward: it is the gradient of a body: the block makes it, of the blocks at these paths.
    """

    plans: Sequence[Plan]
    block: str
    begin: str
    backward: bool

    def name(self, block: str, gradient_of: str | None) -> tuple[str, str | None]:
        """The block that a node of the body belongs to, by path, and whose gradient it is a part of."""
        if not self.backward:
            return self.begin + block, None if gradient_of is None else self.begin + gradient_of
        return self.block, self.begin + (SUMS if gradient_of is None else gradient_of)


def plans_inside(node: Node, key: tuple[str, str | None]) -> Iterable[BodyPlans]:
    """What a node runs, as far as it was measured.

    Args:
        node: the node.
        key: the block that it belongs to, by path, and whose gradient it is a part of.
    """
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
    made = _by_graph(program.plans)
    for graph, part in parts:
        plans = [plan for plan in made.get(id(graph), ()) if plan.clock is not None and plan.clock.steps]
        yield BodyPlans(plans, block, f"{begin}/{part}", gradient_of is not None)


def _by_graph(plans: dict[Any, Any]) -> dict[int, list[Plan]]:
    """The plans of a program, by the graphs that they are of."""
    found: dict[int, list[Plan]] = {}
    graphs: dict[int, int] = {}
    for key, value in plans.items():
        first: Any = key[0]
        if isinstance(first, Output) and isinstance(value, Plan):
            graphs[id(value)] = id(first.graph)
            found.setdefault(id(first.graph), []).append(value)
    for key, value in plans.items():
        if key[0] == "ahead" and id(key[1]) in graphs:
            found[graphs[id(key[1])]] += [each for each in (value.before, value.rounds) if each not in (None, key[1])]
        if key[0] == "batches" and id(key[1]) in graphs:
            found[graphs[id(key[1])]] += [each.plan for each in value[1].values() if each is not None]
    return found
