"""The gradient flow inside a loop or a branch, and the points where it stops."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from blocks.graph.flow import AS_IT_IS, Changes, Cut, Flow, gradient_flow
from blocks.graph.graph import Node, Output
from blocks.library.control_flow.bodies import Body, CheckpointedGradient, Choice, Loop, Program


class InnerFlow(NamedTuple):
    """The gradient flow in one of the graphs that a node runs.

    Attributes:
        part: the prefix of paths in it, behind the block's path: ``""``, ``then/``, ``else/``.
        flow: the flow in the body.
        of: where the flow begins there.
        onward: the node inputs that the gradient reaches.
    """

    part: str
    body: Body
    flow: Flow
    of: list[Output]
    onward: list[Output]


def inner_flows(node: Node, reached: Collection[Output], changes: Changes = AS_IT_IS) -> list[InnerFlow]:
    """Return the gradient flow inside a node, once for each graph that the gradient reaches."""
    program: Program = node.attrs["program"]
    if isinstance(program, Choice):
        return [_of_branch(node, program, side, reached, changes) for side in (0, 1)]
    if isinstance(program, CheckpointedGradient):  # a gradient itself: all goes on
        return []
    return [_of_loop(node, program, reached, changes.within(f"{node.block_name}/"))]


def _of_branch(node: Node, choice: Choice, side: int, reached: Collection[Output], changes: Changes) -> InnerFlow:
    part = ("then/", "else/")[side]
    outputs = zip(choice.outputs, node.outputs, strict=True)
    ys = [value for pair, output in outputs if output in reached and (value := pair[side]) is not None]
    flow = gradient_flow(choice.bodies[side].graph, ys, changes.within(f"{node.block_name}/{part}"))
    inside = set(flow.reached)
    inputs = zip(choice.inputs, node.inputs[1:], strict=True)
    onward = [each for pair, each in inputs if pair[side] in inside]
    return InnerFlow(part, choice.bodies[side], flow, ys, onward)


def _of_loop(node: Node, loop: Loop, reached: Collection[Output], changes: Changes) -> InnerFlow:
    indices = loop.indices(loop.outputs)
    active = {
        i
        for i, (port, at) in enumerate(zip(loop.outputs, indices, strict=True))
        if port.value is not None
        and not port.variable
        and any(each in reached for each in node.outputs[at : at + loop.width(port)])
    }
    carried_in = [port.value for port in loop.inputs if port.kind == "carried" and not port.variable]
    carried_out = [i for i, port in enumerate(loop.outputs) if port.kind == "carried" and not port.variable]
    while True:  # what it comes to at the begin of a round, it comes to at the end of the one before
        ys = [value for i in sorted(active) if (value := loop.outputs[i].value) is not None]
        flow = gradient_flow(loop.body.graph, ys, changes)
        inside = set(flow.reached)
        more = {o for o, value in zip(carried_out, carried_in, strict=True) if value in inside} - active
        if not more:
            break
        active |= more
    onward: list[Output] = []
    for port, at in zip(loop.inputs, loop.indices(loop.inputs), strict=True):
        if port.value in inside:
            onward += node.inputs[at : at + loop.width(port)]
    return InnerFlow("", loop.body, flow, ys, onward)


def flows(
    node: Node, reached: Collection[Output], changes: Changes = AS_IT_IS
) -> tuple[Sequence[Output], Sequence[Cut]]:
    program: Program = node.attrs["program"]
    if isinstance(program, CheckpointedGradient):
        kept = program.kept()
        return [each for i, each in enumerate(node.inputs) if each.dtype.is_differentiable and i not in kept], ()
    values: dict[Output, None] = {}
    cuts: list[Cut] = []
    for inner in inner_flows(node, reached, changes):
        values.update(dict.fromkeys(inner.onward))
        begin = f"{node.block_name}/{inner.part}"
        inside = [each for each in inner.flow.cuts if each.pin or each.value is not None]
        cuts += [each._replace(path=begin + each.path, within=node) for each in inside]
    return list(values), cuts
