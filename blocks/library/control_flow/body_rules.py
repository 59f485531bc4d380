"""The gradient rules of nodes that run a body. They are separate from `body_calls`, because they create such nodes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from blocks.graph.flow import AS_IT_IS, Changes
from blocks.graph.graph import Node, Output
from blocks.library.control_flow.bodies import CheckpointedGradient, Choice, Program
from blocks.library.control_flow.body_calls import BodyCall, EffectBodyCall, RandomBodyCall, call_body
from blocks.library.control_flow.choice_gradients import choice_gradient
from blocks.library.control_flow.loop_gradients import gradient_of_checkpointed, loop_gradient

__all__ = ["BodyCall", "EffectBodyCall", "RandomBodyCall", "call_body"]


def _gradient(call: Node, dys: Sequence[Output | None], changes: Changes = AS_IT_IS) -> Sequence[Output | None]:
    program: Program = call.attrs["program"]
    if isinstance(program, Choice):
        return choice_gradient(call, program, dys, changes)
    return (
        gradient_of_checkpointed(call, program, dys)
        if isinstance(program, CheckpointedGradient)
        else loop_gradient(call, program, dys, changes.within(f"{call.block_name}/"))
    )


def _flows(
    node: Node, reached: Collection[Output], changes: Changes = AS_IT_IS
) -> tuple[Sequence[Output], Sequence[Any]]:
    from blocks.library.control_flow.inner_flow import flows  # only who asks for a flow pays for it

    return flows(node, reached, changes)


for each in (BodyCall, RandomBodyCall, EffectBodyCall):
    each.gradient("inputs")(_gradient)
    each.flows = _flows
