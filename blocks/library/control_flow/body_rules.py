"""The gradient rules of nodes that run a body. They are separate from `body_calls`, because they create such nodes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from blocks.base.errors import DiagramError
from blocks.graph.flow import AS_IT_IS, Changes
from blocks.graph.gradients import try_gradients
from blocks.graph.graph import Node, Output
from blocks.graph.scope import Scope, scope_of
from blocks.library.array.sizes import ZerosLike
from blocks.library.control_flow.bodies import Body, CheckpointedGradient, Choice, Program, copied, leaf
from blocks.library.control_flow.body_calls import BodyCall, EffectBodyCall, RandomBodyCall, call_body, extend
from blocks.library.control_flow.gradient_records import Look
from blocks.library.control_flow.loop_gradients import Need, gradient_of_checkpointed, loop_gradient, needed, varying

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


def choice_gradient(
    call: Node, choice: Choice, dys: Sequence[Output | None], changes: Changes = AS_IT_IS
) -> list[Output | None]:
    """Return the gradients of a branch node's inputs; the boolean gets none."""
    active = [i for i, dy in enumerate(dys) if dy is not None and dy.dtype.is_differentiable]
    result: list[Output | None] = [None] * len(call.inputs)
    sides: list[_Side] = []
    for side, name in enumerate(("then", "else")):
        try:
            sides.append(_Side(choice, side, active, changes.within(f"{call.block_name}/{name}/")))
        except DiagramError as error:
            if error.block is not None:
                error.block = f"{call.block_name}/{name}/{error.block}"
            raise
    by = [i for i in range(len(choice.inputs)) if any(i in side.gradients for side in sides)]
    if not by:
        return result
    for side in sides:
        side.fill(by)
    recorded = [(value, None) for value in sides[0].need.recorded]
    recorded += [(None, value) for value in sides[1].need.recorded]
    first = len(call.outputs)
    more = [a if a is not None else b for a, b in recorded]
    dtypes = (*choice.dtypes, *[each.dtype for each in more if each is not None])
    extend(call, replace(choice, outputs=(*choice.outputs, *recorded), dtypes=dtypes, known={}, plans={}))
    used = sorted({i for side in sides for i in side.need.inputs})
    pairs = [(sides[0].stands.get(i), sides[1].stands.get(i)) for i in used] + recorded
    pairs += [(sides[0].arrives[i], sides[1].arrives[i]) for i in active]
    bodies: list[Body] = []
    inputs: list[list[Output | None]] = []
    outputs: list[list[Output]] = []
    beside: list[list[Output]] = []
    for k, side in enumerate(sides):
        given = {each: each.shape for pair in pairs if (each := pair[k]) is not None}
        wanted = [*[side.gradients[i] for i in by], *side.seen.values(), *side.halves.values()]
        graph, there = copied(wanted, given, constants=side.need.constants)
        bodies.append(Body(graph, tuple([node for node in graph.nodes if node.type.context])))
        inputs.append([None if (each := pair[k]) is None else there[each] for pair in pairs])
        outputs.append([there[each] for each in wanted[: len(by)]])
        beside.append([there[each] for each in wanted[len(by) :]])
    both: list[tuple[Output | None, Output | None]] = [*zip(*outputs, strict=True)]
    both += [*[(each, None) for each in beside[0]], *[(None, each) for each in beside[1]]]
    back = Choice(
        choice.title,
        (bodies[0], bodies[1]),
        tuple(zip(*inputs, strict=True)),
        tuple(both),
        tuple([each.dtype for each in [*outputs[0], *beside[0], *beside[1]]]),
        seen=frozenset(range(len(by), len(both))),
    )
    flat = [call.inputs[0], *[call.inputs[1 + i] for i in used], *call.outputs[first:]]
    flat += [dy for i in active if (dy := dys[i]) is not None]
    node = call_body(scope_of(call.outputs[0]), flat, back)
    for i, output in zip(by, node.outputs, strict=False):
        result[1 + i] = output
    seen = iter(node.outputs[len(by) :])
    for look, side in zip(choice.looks or (), sides, strict=False):
        look.gradients.update(zip(side.seen, seen, strict=False))
        look.halves.update(zip(side.halves, seen, strict=False))
    return result


class _Side:
    """One of the bodies, with its gradient."""

    def __init__(self, choice: Choice, side: int, active: Sequence[int], changes: Changes) -> None:
        self.graph = graph = choice.bodies[side].graph
        self.stands = {i: value for i, pair in enumerate(choice.inputs) if (value := pair[side]) is not None}
        self.first = len(graph.nodes)
        ys = {i: value for i in active if (value := choice.outputs[i][side]) is not None}
        self.arrives: dict[int, Output] = {}
        for i in active:
            like = next(value for value in (choice.outputs[i][side], choice.outputs[i][1 - side]) if value is not None)
            self.arrives[i] = leaf(graph, "gradient", like.dtype, like.shape if i in ys else None)
        by = {i: value for i, value in self.stands.items() if value.dtype.is_differentiable}
        self.gradients: dict[int, Output] = {}
        self.seen: dict[str, Output] = {}
        self.halves: dict[str, Output] = {}
        look = Look() if choice.looks is None else choice.looks[side]
        look.forget()
        if ys and by:
            seeds, xs = [self.arrives[i] for i in ys], [*by.values(), *look.values.values()]
            result = try_gradients(Scope(graph), list(ys.values()), xs, seeds, changes=changes)
            self.gradients = {i: each for i, each in zip(by, result, strict=False) if isinstance(each, Output)}
            named = zip(look.values, result[len(by) :], strict=True)
            self.seen = {name: each for name, each in named if isinstance(each, Output)}
            inside, self.halves = look.found_inside()
            self.seen.update(inside)
        self.inputs = choice.inputs
        self.gone = range(len(choice.inputs) - len(choice.written), len(choice.inputs))
        self.need = Need([], [], {})

    def fill(self, by: Sequence[int]) -> None:
        """Add zeros for gradients that only the other body has, and collect the forward values they all need."""
        for i in by:
            if i not in self.gradients:
                like = next(each for each in self.inputs[i] if each is not None)
                if i not in self.stands:
                    self.stands[i] = leaf(self.graph, "other", like.dtype, like.shape)
                self.gradients[i] = ZerosLike(Scope(self.graph), self.stands[i]).as_output()
        ports = {value: i for i, value in self.stands.items()}
        varies = varying(self.graph, list(self.stands.values()), self.first)
        wanted = [*[self.gradients[i] for i in by], *self.seen.values(), *self.halves.values()]
        self.need = needed(ports, wanted, self.first, self.gone, varies)
