"""Loops and branches inside loop iterations that run as one batch (`vmap_rules`).

A loop whose number of iterations is fixed becomes a loop over batches. A While continues as long as any iteration of
the batch does, and finished ones keep their values. If a branch has the same condition in all iterations, one side
runs; otherwise both sides are computed for all iterations and the results are selected. That pays off for light
branches, since running a branch costs as much as thousands of scalar operations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from blocks.base.dtypes import BOOL, INT64
from blocks.base.shapes import element_count, is_known
from blocks.base.types import Shape
from blocks.graph.call_info import known_value
from blocks.graph.graph import Node, Output
from blocks.library.array.gathering import SelectV2
from blocks.library.array.reshaping import Transpose
from blocks.library.control_flow.bodies import Body, Choice, Loop, Port, Program, Test, copied, leaf, upstream
from blocks.library.control_flow.body_calls import BodyCall, call_body
from blocks.library.control_flow.vmap_rules import BatchTracer, MissingRuleError, Unbatched, rank_of, sizes_of
from blocks.library.math.arithmetic import Add
from blocks.library.math.comparisons import Cast, LogicalAnd
from blocks.library.math.matrices import BatchMatMul, MatMul
from blocks.library.math.reductions import Any_
from blocks.library.math.sums import BroadcastTo

_LIGHT = 1 << 14
"""Numbers that both branches may compute in a round: about what it costs to choose one and run that."""
_AT_ONCE = 32
"""Products that a matrix product adds up in the time of one number of another block."""


def may_run_at_once(node: Node) -> bool:
    if node.type is not BodyCall:
        return False
    program: Program = node.attrs["program"]
    if isinstance(program, Choice):
        outputs = [[each for pair in program.outputs if (each := pair[side]) is not None] for side in (0, 1)]
        return not (program.seen or any(body.targets for body in program.bodies)) and _is_light(outputs)
    if not isinstance(program, Loop) or program.varying or program.own:
        return False
    if program.test is not None:
        results = [port.value for port in program.outputs if port.value is not None]
        carries = all(port.kind in ("carried", "rounds") for port in program.outputs)
        return carries and not (program.body.targets or program.test.body.targets) and _is_light([results])
    kinds = {port.kind for port in (*program.inputs, *program.outputs)}
    return kinds <= {"constant", "carried", "over", "count", "stacked", "rounds"} and not program.body.targets


def _is_light(sides: Sequence[Sequence[Output]]) -> bool:
    work = 0.0
    for node in [node for side in sides for node in upstream(side)]:
        if node.type.nested and (not may_run_at_once(node) or _has_while(node)):
            return False
        numbers = sum([element_count(each.shape) or 0 for each in node.outputs])
        added = 1.0
        if node.type in (MatMul, BatchMatMul):
            left = node.inputs[0].shape or (None,)
            added = max(1.0, (left[-2 if node.attrs.get("transpose_a") else -1] or 0) / _AT_ONCE)
        elif node.type.name.startswith("Conv"):
            return False
        work += numbers * added
    return work <= _LIGHT


def _has_while(node: Node) -> bool:
    """Return whether a node runs a While, which might not end on the values of an untaken branch."""
    program: Program = node.attrs["program"]
    if isinstance(program, Loop) and program.test is not None:
        return True
    bodies = [program.body] if isinstance(program, Loop) else program.bodies if isinstance(program, Choice) else ()
    return any(each.type is BodyCall and _has_while(each) for body in bodies for each in body.graph.nodes)


def _body(tracer: BatchTracer, node: Node) -> Sequence[Output | Unbatched]:
    program: Program = node.attrs["program"]
    if not may_run_at_once(node):
        raise MissingRuleError
    if isinstance(program, Loop):
        return _loop(tracer, node, program) if program.test is None else _while(tracer, node, program, program.test)
    assert isinstance(program, Choice)
    if tracer.is_alike(node.inputs[0]):
        return _one_branch(tracer, node, program)
    return _both_branches(tracer, node, program)


def _loop(tracer: BatchTracer, node: Node, loop: Loop) -> Sequence[Output | Unbatched]:
    pairs = list(zip(loop.inputs, node.inputs, strict=True))
    given = {port.value: _in_round(port, output) for port, output in pairs if port.value is not None}
    _, body = copied([port.value for port in loop.outputs if port.value is not None], given, infer=True)
    values = [None if port.value is None else body[port.value] for port in loop.inputs]
    results = [None if port.value is None else body[port.value] for port in loop.outputs]
    after = [value for value, port in zip(results, loop.outputs, strict=True) if port.kind == "carried"]
    carried = [i for i, port in enumerate(loop.inputs) if port.kind == "carried"]
    alike = [tracer.is_alike(output) for output in node.inputs]
    while True:  # what one round makes different for each, is so in the next ones
        inner = _rounds_of(tracer.count, values, results, alike)
        more = [i for i, value in zip(carried, after, strict=True) if alike[i] and not inner.is_alike(_there(value))]
        if not more:
            break
        for i in more:
            alike[i] = False
    inputs: list[Output] = []
    for i, (port, output) in enumerate(pairs):
        if alike[i]:
            inputs.append(tracer.batched[output])
        elif port.kind == "count":  # it was recorded of each round, and is that of the shapes
            rounds = loop.rounds([each.shape for each in node.inputs])
            if rounds is None:
                raise MissingRuleError
            inputs.append(tracer.constant(rounds, output.dtype))
        elif port.kind == "over":
            inputs.append(_turned(tracer, tracer.stacked(output)))
        else:
            inputs.append(tracer.stacked(output))
    kept = iter([alike[i] for i in carried])
    ports: list[Port] = []
    same: list[bool] = []
    for port, value in zip(loop.outputs, results, strict=True):
        is_same = next(kept) if port.kind == "carried" else value is None or inner.is_alike(value)
        new = None if value is None else inner.batched[value] if is_same else inner.stacked(value)
        ports.append(port._replace(value=new))
        same.append(is_same)
    starts = [
        port if v is None else port._replace(value=inner.batched[v])
        for port, v in zip(loop.inputs, values, strict=True)
    ]
    program = replace(
        loop, body=Body(inner.graph), inputs=tuple(starts), outputs=tuple(ports), known={}, plans={}, look=None
    )
    outputs = call_body(tracer.scope, inputs, program).outputs
    return [
        Unbatched(output) if is_same else _turned(tracer, output) if port.kind == "stacked" else output
        for port, output, is_same in zip(loop.outputs, outputs, same, strict=True)
    ]


def _while(tracer: BatchTracer, node: Node, loop: Loop, test: Test) -> Sequence[Output]:
    count = tracer.count
    given = {
        port.value: each.shape for port, each in zip(loop.inputs, node.inputs, strict=True) if port.value is not None
    }
    after = [port.value for port in loop.outputs if port.kind == "carried" and port.value is not None]
    _, body = copied(after, given, infer=True)
    carried = [i for i, port in enumerate(loop.inputs) if port.kind == "carried"]
    inner = BatchTracer(count)
    ports: list[Port] = []
    inputs: list[Output] = []
    state: list[Output] = []
    for i, (port, outer) in enumerate(zip(loop.inputs, node.inputs, strict=True)):
        alike = i not in carried and tracer.is_alike(outer)
        state.append(outer if port.value is None else body[port.value])  # the condition alone may be given it
        value = leaf(inner.graph, port.name, outer.dtype, outer.shape if alike else (count, *sizes_of(outer)))
        inner.take(state[i], value, alike=alike)
        ports.append(port._replace(value=value))
        inputs.append(tracer.batched[outer] if alike else tracer.stacked(outer))

    def goes_on(there: BatchTracer, values: Sequence[Output]) -> Output:
        _, asked = copied([test.value], {each: node.inputs[i].shape for each, i in test.inputs}, infer=True)
        own = [asked[each] for each, _ in test.inputs]
        for each, (_, i) in zip(own, test.inputs, strict=True):
            there.take(each, there.batched[values[i]], alike=there.is_alike(values[i]))
        _run_all(there, [asked[test.value]], own)
        if asked[test.value].shape != ():
            raise MissingRuleError
        return there.stacked(asked[test.value])

    flag, number = leaf(inner.graph, "goes_on", BOOL, (count,)), leaf(inner.graph, "rounds", INT64, (count,))
    _run_all(inner, [body[each] for each in after], state)
    kept: list[Output] = []
    for i, each in zip(carried, [body[each] for each in after], strict=True):
        if each.shape != node.inputs[i].shape:
            raise MissingRuleError
        old, new = inner.stacked(state[i]), inner.stacked(each)
        condition = inner.shaped(flag, [count, *[1] * rank_of(each)])
        kept += inner.make(SelectV2, condition, new, old)
        inner.take(state[i], kept[-1], alike=False)
    [more] = inner.make(LogicalAnd, flag, goes_on(inner, state))
    [counted] = inner.make(Add, number, inner.make(Cast, flag, DstT=INT64)[0])
    question = BatchTracer(count)
    asked = leaf(question.graph, "goes_on", BOOL, (count,))
    [some] = question.make(Any_, asked, question.constant([0]))
    outputs = [Port("carried", each, loop.inputs[i].name) for i, each in zip(carried, kept, strict=True)]
    program = Loop(
        loop.title,
        Body(inner.graph),
        (*ports, Port("carried", flag), Port("carried", number)),
        (*outputs, Port("carried", more), Port("carried", counted)),
        test=Test(Body(question.graph), ((asked, len(ports)),), some),
        maximum=loop.maximum,
    )
    zeros = tracer.make(BroadcastTo, tracer.constant(0, INT64), tracer.constant([count]))
    call = call_body(tracer.scope, [*inputs, goes_on(tracer, node.inputs), *zeros], program)
    values = iter(call.outputs)
    return [call.outputs[-1] if port.value is None else next(values) for port in loop.outputs]


def _in_round(port: Port, output: Output) -> Shape:
    return output.shape if port.kind != "over" or output.shape is None else output.shape[1:]


def _there(value: Output | None) -> Output:
    assert value is not None
    return value


def _rounds_of(
    count: int, values: Sequence[Output | None], results: Sequence[Output | None], alike: Sequence[bool]
) -> BatchTracer:
    inner = BatchTracer(count)
    known = [value for value in values if value is not None]
    for value, is_alike in zip(values, alike, strict=True):
        if value is not None:
            shape = value.shape if is_alike else (count, *sizes_of(value))
            inner.take(value, leaf(inner.graph, value.name, value.dtype, shape), alike=is_alike)
    _run_all(inner, [value for value in results if value is not None], known)
    return inner


def _run_all(tracer: BatchTracer, results: Sequence[Output], known: Sequence[Output]) -> None:
    for node in upstream(results, known):
        if not all(is_known(each.shape) for each in node.outputs) or node.controls:
            raise MissingRuleError
        result = [known_value(each) for each in node.outputs] if node.type.shape_only else [None]
        if any(each is None for each in result):
            tracer.run(node)
        else:
            for output, value in zip(node.outputs, result, strict=True):
                tracer.take(output, tracer.constant(value, output.dtype), alike=True)


def _turned(tracer: BatchTracer, value: Output) -> Output:
    return tracer.make(Transpose, value, tracer.constant([1, 0, *range(2, rank_of(value))]))[0]


class _BatchBranch:
    """A branch for given shapes; ``values`` and ``results`` are None for tensors not in the branch."""

    def __init__(self, node: Node, choice: Choice, side: int) -> None:
        pairs = [(pair[side], output) for pair, output in zip(choice.inputs, node.inputs[1:], strict=True)]
        given = {value: output.shape for value, output in pairs if value is not None}
        _, body = copied([each for pair in choice.outputs if (each := pair[side]) is not None], given, infer=True)
        self.values = [None if value is None else body[value] for value, _ in pairs]
        self.results = [None if (each := pair[side]) is None else body[each] for pair in choice.outputs]


def _sides(node: Node, choice: Choice) -> list[_BatchBranch]:
    sides = [_BatchBranch(node, choice, side) for side in (0, 1)]
    for one, other in zip(sides[0].results, sides[1].results, strict=True):
        if one is not None and other is not None and one.shape != other.shape:
            raise MissingRuleError
    return sides


def _both_branches(tracer: BatchTracer, node: Node, choice: Choice) -> Sequence[Output]:
    """Run both branches and select results. An output that only one branch has is read by its gradient."""
    sides = _sides(node, choice)
    for side in sides:
        known = [value for value in side.values if value is not None]
        for value, outer in zip(side.values, node.inputs[1:], strict=True):
            if value is not None:
                tracer.take(value, tracer.batched[outer], alike=tracer.is_alike(outer))
        _run_all(tracer, [each for each in side.results if each is not None], known)
    results: list[Output] = []
    for pair in zip(*[side.results for side in sides], strict=True):
        there = [tracer.stacked(each) for each in pair if each is not None]
        if len(there) == 2:
            condition = tracer.shaped(tracer.batched[node.inputs[0]], [tracer.count, *[1] * (rank_of(there[0]) - 1)])
            there = tracer.make(SelectV2, condition, *there)
        results.append(there[0])
    return results


def _one_branch(tracer: BatchTracer, node: Node, choice: Choice) -> Sequence[Output]:
    sides = _sides(node, choice)
    alike = [tracer.is_alike(each) for each in node.inputs[1:]]
    inside = [_rounds_of(tracer.count, side.values, side.results, alike) for side in sides]
    values = [
        [None if each is None else inner.batched[each] for each in side.values]
        for side, inner in zip(sides, inside, strict=True)
    ]
    results = [
        [None if each is None else inner.stacked(each) for each in side.results]
        for side, inner in zip(sides, inside, strict=True)
    ]
    program = replace(
        choice,
        bodies=(Body(inside[0].graph), Body(inside[1].graph)),
        inputs=tuple(zip(*values, strict=True)),
        outputs=tuple(zip(*results, strict=True)),
        looks=None,
        known={},
        plans={},
    )
    return call_body(tracer.scope, [tracer.batched[each] for each in node.inputs], program).outputs


RULES = {"BodyCall": _body}
