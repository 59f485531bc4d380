"""The gradient flow inside a loop or a branch, and the points where it stops."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import reduce
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
        entries: the tensors of the body that the node's inputs become, with these.
        carried: tensors of the body that the next iteration gets, by those of ``entries`` that they become.
    """

    part: str
    body: Body
    flow: Flow
    of: list[Output]
    entries: Sequence[tuple[Output | None, Sequence[Output]]]
    carried: Mapping[Output, Output]

    @property
    def onward(self) -> list[Output]:
        """The node inputs that the gradient reaches."""
        inside = set(self.flow.reached)
        return [each for value, inputs in self.entries if value in inside for each in inputs]

    def cuts(self, node: Node) -> Iterator[Cut]:
        """Yield the cuts inside as cuts of the node, with the inputs of the node that lead to each."""
        own = {value: 1 << i for i, (value, _) in enumerate(self.entries) if value is not None}
        marks: list[int] = []  # for each node the entries that it depends on, as bits
        cuts = [cut for cut in self.flow.cuts if cut.pin or cut.value is not None]
        for each in self.body.graph.nodes if cuts else ():
            bits = [own.get(output, 0) for output in each.outputs]
            marks.append(reduce(int.__or__, [marks[value.op.number] for value in each.inputs] + bits, 0))
        for cut in cuts:
            bits, before = reduce(int.__or__, [marks[value.op.number] for value in cut.sources], 0), 0
            while bits != before:
                again = [marks[end.op.number] for start, end in self.carried.items() if bits & own[start]]
                before, bits = bits, reduce(int.__or__, again, bits)
            inputs = [x for i, (_, xs) in enumerate(self.entries) if bits >> i & 1 for x in xs]
            yield cut._replace(path=f"{node.block_name}/{self.part}{cut.path}", within=node, inputs=inputs)


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
    entries = [(pair[side], (each,)) for pair, each in zip(choice.inputs, node.inputs[1:], strict=True)]
    return InnerFlow(part, choice.bodies[side], flow, ys, entries, {})


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
    places = zip(loop.inputs, loop.indices(loop.inputs), strict=True)
    entries = [(port.value, node.inputs[at : at + loop.width(port)]) for port, at in places]
    again = [(start, loop.outputs[i].value) for start, i in zip(carried_in, carried_out, strict=True)]
    carried = {start: end for start, end in again if start is not None and end is not None}
    return InnerFlow("", loop.body, flow, ys, entries, carried)


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
        cuts += inner.cuts(node)
    return list(values), cuts
