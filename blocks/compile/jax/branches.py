"""The branches and loops of a plan on JAX's device, and which results are dead after a step."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from blocks.compile.conditions import ALWAYS, Condition, holds, outcomes
from blocks.compile.interpret import StepResult
from blocks.compile.liveness import Body, Region, Unsuited
from blocks.compile.rewrite import Goal, output_key
from blocks.compile.schedule import Instruction, Schedule
from blocks.graph.graph import Node, Output


class Branches:
    """The control flow of a plan."""

    def __init__(self, schedule: Schedule, goal: Goal) -> None:
        self.goal = goal
        self._bodies = [
            Body(loop, frozenset(schedule.instructions[i].node.number for i in loop.body)) for loop in schedule.loops
        ]
        self._region: Region | None = None
        self.needed: frozenset[int] = frozenset()

    def region(self, instructions: Sequence[Instruction], others: Sequence[Instruction]) -> Region:
        """Return the region with control flow; raise Unsuited if it affects other pieces or is nested too deeply."""
        there = {each.node.number for each in instructions}
        for each in others:
            if each.node.type.control or each.chosen is not None:
                raise Unsuited(each.node, "is separated from other branches by a block that JAX cannot run")
            for body in self._bodies:
                if any(at[0] == each.node.number for _, at, _ in body.loop.edges) and each.node.number in body.nodes:
                    raise Unsuited(each.node, "is needed in each iteration of a loop, and JAX cannot run it")
        try:
            region = Region(instructions, self._bodies)
        except RecursionError:
            raise Unsuited(instructions[0].node, "is inside branches that are nested too deeply") from None
        for each in others:
            before = [*map(output_key, each.node.inputs), *(c.number for c in each.node.controls)]
            if any((at if isinstance(at, int) else at[0]) in there and region.of(at) != ALWAYS for at in before):
                raise Unsuited(each.node, "is on a branch, and JAX cannot run it")
        self._region = region
        if any(region.of(output_key(output)) != ALWAYS for output in self.goal.outputs):
            self.needed = frozenset(each.value for c in region.conditions() for each in outcomes(c))
        return region

    def result(self, result: StepResult, values: Mapping[int, Any]) -> StepResult:
        region = self._region
        if region is None:
            return result

        def alive(condition: Condition | None) -> bool:
            return condition is not None and bool(holds(condition, lambda each: bool(values[each.value]) is each.side))

        def cause(node: Node) -> Node:
            before: Collection[Output] = [output for output in node.inputs if not alive(region.of(output_key(output)))]
            if before:
                return cause(next(iter(before)).op)
            return next((cause(each) for each in node.controls if not alive(region.of(each.number))), node)

        dead = {
            i: cause(output.op)
            for i, output in enumerate(self.goal.outputs)
            if not alive(region.of(output_key(output)))
        }
        outputs = [None if i in dead else value for i, value in enumerate(result.outputs)]
        return result._replace(outputs=outputs, dead={**result.dead, **dead})
