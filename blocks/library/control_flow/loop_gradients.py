"""The gradient of a loop: a reversed loop over the recorded values of its iterations.

The ordinary sweep adds the gradient of the body to the body's graph. The forward values that it needs become
additional, stacked outputs of the loop. The gradient itself becomes the body of the backward loop, which carries the
gradients with respect to carried values and sums the gradients with respect to values that are the same in each
iteration. Since the backward loop is a loop, it also has a gradient. (This is the rule of `jax.lax.scan` and
TensorFlow's functional While.)
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

from blocks.base.dtypes import DOUBLE, FLOAT
from blocks.base.errors import DiagramError
from blocks.base.shapes import element_count
from blocks.graph.call_info import known_value
from blocks.graph.flow import AS_IT_IS, Changes
from blocks.graph.gradients import try_gradients
from blocks.graph.graph import Graph, Node, Output
from blocks.graph.scope import Scope, scope_of
from blocks.library.array.identity import Identity
from blocks.library.array.reshaping import Reshape
from blocks.library.array.sizes import ZerosLike
from blocks.library.control_flow.bodies import (
    Back,
    Body,
    CheckpointedGradient,
    Loop,
    Port,
    copied,
    dtypes_of,
    leaf,
    value_of,
)
from blocks.library.control_flow.body_calls import call_body, more_outputs
from blocks.library.control_flow.gradient_records import Look, half_square
from blocks.library.math.arithmetic import Add
from blocks.library.math.matrices import MatMul
from blocks.library.math.sums import AddN, SumToShape
from blocks.library.nn.bias import BiasAddGrad

_Named = tuple[tuple[str, int], ...]
_DEPENDS = ("carried", "over", "each")
"""Kinds of inputs that differ from round to round."""


def loop_gradient(
    call: Node, loop: Loop, dys: Sequence[Output | None], changes: Changes = AS_IT_IS
) -> list[Output | None]:
    """Return the gradients of a loop's inputs; ``changes`` are those in its body.

    Raises:
        DiagramError: a block in it is not differentiable, or only once.
    """
    _only_a_first(loop)
    indices = loop.indices(loop.outputs)
    active = tuple(
        i for i, (port, at) in enumerate(zip(loop.outputs, indices, strict=True)) if _arrives(loop, port, at, dys)
    )
    outputs: list[Output | None] = [None] * len(call.inputs)
    if not active:
        return outputs
    try:
        back = _backward(loop, active, changes)
    except DiagramError as error:
        if error.block is not None:
            error.block = f"{call.block_name}/{error.block}"
        raise
    if back is None:
        return outputs
    scope = scope_of(call.outputs[0])
    recorded: Sequence[Output] = ()
    if loop.checkpoint is None:
        recorded = more_outputs(call, back.recorded)
        node = call_body(scope, _given(call, loop, back, dys, recorded), back.loop)
    else:
        node = _checkpointed_gradient(call, loop, back, dys)
    outs = back.loop.indices(back.loop.outputs)
    into = loop.indices(loop.inputs)
    for port, at, i in zip(back.loop.outputs, outs, back.by, strict=True):
        for k in range(back.loop.width(port)) if i >= 0 else ():
            outputs[into[i] + k] = node.outputs[at + k]
    for i, products in back.products:
        pairs: list[tuple[Output | None, Output]] = []
        for (kind, k), v in products:
            a = recorded[k] if kind == "recorded" else call.inputs[into[k]] if kind == "input" else None
            pairs.append((node.outputs[outs[k]] if kind == "out" else a, node.outputs[outs[v]]))
        outputs[into[i]] = of_all_rounds(scope, call.inputs[into[i]], pairs)
    if loop.look is not None:
        loop.look.gradients.update({name: node.outputs[outs[k]] for name, k in back.seen})
        loop.look.halves.update({name: node.outputs[outs[k]] for name, k in back.halves})
    return outputs


def _only_a_first(loop: Loop) -> None:
    if loop.dynamic_length:
        text = f"the second-order gradient of {loop.title} is not supported, because the number of iterations is not"
        raise DiagramError(f"{text} known in advance", hint="use Repeat, Scan, Map or Cond for second-order gradients")


def _given(
    call: Node, loop: Loop, back: Back, dys: Sequence[Output | None], recorded: Sequence[Output] | None
) -> list[Output]:
    """Return the backward loop's inputs; without ``recorded``, only those not from the loop or its inputs."""
    scope = scope_of(call.outputs[0])
    into, indices = loop.indices(loop.inputs), loop.indices(loop.outputs)
    inputs: list[Output] = []
    for kind, i in back.sources:
        if kind == "zeros":
            inputs.append(ZerosLike(scope, call.inputs[into[i]]).as_output())
        elif kind == "dy":
            for at in range(indices[i], indices[i] + loop.width(loop.outputs[i])):
                dy = dys[at]
                inputs.append(ZerosLike(scope, call.outputs[at]).as_output() if dy is None else dy)
        elif recorded is not None and kind == "input":
            inputs += call.inputs[into[i] : into[i] + loop.width(loop.inputs[i])]
        elif recorded is not None:
            inputs.append(recorded[i])
    return inputs


def _checkpointed_gradient(call: Node, loop: Loop, back: Back, dys: Sequence[Output | None]) -> Node:
    ports = [Port("kept", port.value, port.name, True) for port in loop.inputs if port.kind == "carried"]
    ports += [Port("rounds", None, "rounds")]
    kept = more_outputs(call, ports)
    own: list[Output] = []
    for port, at in zip(loop.inputs, loop.indices(loop.inputs), strict=True):
        if port.kind == "each" and port.variable:  # the loop writes them
            [first] = more_outputs(call, [Port("each", port.value, port.name, True)])
            own += call.outputs[first.index : first.index + loop.width(port)]
        else:
            own += call.inputs[at : at + loop.width(port)]
    inputs = [*own, *kept, *_given(call, loop, back, dys, None)]
    program = CheckpointedGradient(loop.title, replace(loop, written=()), back, tuple(dtypes_of(back.loop)))
    return call_body(scope_of(call.outputs[0]), inputs, program)


def gradient_of_checkpointed(
    call: Node, program: CheckpointedGradient, dys: Sequence[Output | None]
) -> list[Output | None]:
    """Return the gradient of a checkpointed gradient: that of the same loop with all iterations recorded."""
    loop, back = program.forward, program.back
    _only_a_first(back.loop)
    scope = scope_of(call.outputs[0])
    kept = program.kept()
    # What comes here follows perhaps from other inputs: that is not counted twice.
    given = [Identity(scope, each).as_output() for each in call.inputs]
    own, rest = given[: kept.start], iter(given[kept.stop :])
    node = call_body(scope, own, replace(loop, checkpoint=None, written=(), plans={}, known={}))
    recorded = more_outputs(node, back.recorded)
    into = loop.indices(loop.inputs)
    inputs: list[Output] = []
    for (kind, i), port in zip(back.sources, back.loop.inputs, strict=True):
        if kind == "input":
            inputs += own[into[i] : into[i] + loop.width(port)]
        elif kind == "recorded":
            inputs.append(recorded[i])
        else:
            inputs += [next(rest) for _ in range(loop.width(port))]
    plain = call_body(scope, inputs, back.loop)
    pairs = [(output, dy) for output, dy in zip(plain.outputs, dys, strict=True) if dy is not None]
    by = [i for i, each in enumerate(call.inputs) if each.dtype.is_differentiable and i not in kept]
    outputs: list[Output | None] = [None] * len(call.inputs)
    ys, seeds = [output for output, _ in pairs], [dy for _, dy in pairs]
    for i, each in zip(by, try_gradients(scope, ys, [given[i] for i in by], seeds), strict=True):
        outputs[i] = each if isinstance(each, Output) else None
    return outputs


def _arrives(loop: Loop, port: Port, at: int, dys: Sequence[Output | None]) -> bool:
    there = port.value is not None and port.value.dtype.is_differentiable and port.kind not in ("last", "kept")
    return (
        there
        and not (port.asked or port.variable)
        and any(dys[i] is not None for i in range(at, at + loop.width(port)))
    )


def _backward(loop: Loop, active: tuple[int, ...], changes: Changes) -> Back | None:
    """Return the backward loop of some outputs of a loop; it is cached."""
    how = loop.times, loop.reverse, loop.varying, loop.title, loop.checkpoint is None, loop.look
    key = loop.inputs, loop.outputs, active, how, changes
    known = loop.body.gradients
    if key not in known:
        known[key] = _build_backward(loop, active, changes)
    return known[key]


class _LoopSweep(NamedTuple):
    """The gradient of one iteration, in the body's graph."""

    first: int
    arrives: dict[int, Output]
    gradients: dict[int, Output]
    seen: Mapping[str, Output] = MappingProxyType({})
    halves: Mapping[str, Output] = MappingProxyType({})


def _build_backward(loop: Loop, active: tuple[int, ...], changes: Changes) -> Back | None:
    carried_out = [i for i, port in enumerate(loop.outputs) if port.kind == "carried" and not port.variable]
    carried_in = [i for i, port in enumerate(loop.inputs) if port.kind == "carried" and not port.variable]
    given = set(active)
    while True:  # what arrives at what a round is given, arrives at what the round before gives
        sweep = _sweep(loop, sorted(given), changes)
        more = {o for o, i in zip(carried_out, carried_in, strict=True) if i in sweep.gradients} - given
        if not more:
            break
        given |= more
    if not sweep.gradients:
        return None
    carried = {o: i for o, i in zip(carried_out, carried_in, strict=True) if o in given}
    return _BackwardLoop(loop, sweep, carried).back(active)


def _sweep(loop: Loop, active: Sequence[int], changes: Changes) -> _LoopSweep:
    graph = loop.body.graph
    first = len(graph.nodes)
    ys = [value_of(loop.outputs[i]) for i in active]
    arrives = {
        i: leaf(graph, f"{loop.outputs[i].name} gradient", y.dtype, y.shape) for i, y in zip(active, ys, strict=True)
    }
    by = [i for i, port in enumerate(loop.inputs) if port.value is not None and port.value.dtype.is_differentiable]
    if not by:
        return _LoopSweep(first, arrives, {})
    xs = [value_of(loop.inputs[i]) for i in by]
    look = Look() if loop.look is None else loop.look
    look.forget()
    result = try_gradients(Scope(graph), ys, [*xs, *look.values.values()], list(arrives.values()), changes=changes)
    gradients = {i: each for i, each in zip(by, result, strict=False) if isinstance(each, Output)}
    seen = {n: each for n, each in zip(look.values, result[len(xs) :], strict=True) if isinstance(each, Output)}
    inside, halves = look.found_inside()
    return _LoopSweep(first, arrives, gradients, {**seen, **inside}, halves)


class _BackwardLoop:
    """A builder of the backward loop from the gradient of one iteration."""

    def __init__(self, loop: Loop, sweep: _LoopSweep, carried: Mapping[int, int]) -> None:
        self.loop, self.sweep, self.carried = loop, sweep, carried
        self.inputs: list[tuple[Port, tuple[str, int]]] = []
        self.outputs: list[tuple[Port, int]] = []
        self.recorded: list[Port] = []
        self.products: list[tuple[int, tuple[tuple[tuple[str, int], int], ...]]] = []

    def back(self, active: Sequence[int]) -> Back:
        loop, sweep = self.loop, self.sweep
        graph = loop.body.graph
        gradients = sweep.gradients
        ports = {port.value: i for i, port in enumerate(loop.inputs) if port.value is not None}
        gone = {i for i, port in enumerate(loop.inputs) if port.kind == "carried" or port.variable}
        begins = [value_of(port) for port in loop.inputs if port.kind in _DEPENDS and port.value is not None]
        varies = varying(graph, begins, sweep.first)
        kinds = [("constant" if port.variable and port.kind == "carried" else port.kind) for port in loop.inputs]
        constants = {i for i, kind in enumerate(kinds) if kind == "constant"}
        together = loop.checkpoint is None and not loop.varying
        products = products_of(gradients, constants, sweep.first, varies) if together else {}
        sums: dict[int, tuple[Output, Output]] = {}
        for i in sorted(constants & gradients.keys() - products.keys()):
            value = value_of(loop.inputs[i])
            before = leaf(graph, f"{loop.inputs[i].name} sum", value.dtype, value.shape)
            sums[i] = before, Add(Scope(graph), before, gradients[i]).as_output()
        wanted = [each for i, each in gradients.items() if i not in sums and i not in products]
        wanted += [after for _, after in sums.values()]
        wanted += [each for terms in products.values() for pair in terms for each in pair if each is not None]
        wanted += [*sweep.seen.values(), *sweep.halves.values()]
        need = needed(ports, wanted, sweep.first, gone, varies)
        # What arrives at what is carried, and the sums, go from round to round; the rest is there or given by round.
        self._carry(sums)
        self._give(need, active)
        for i, each in gradients.items():
            kind = loop.inputs[i].kind
            if kind in ("over", "each"):
                self.outputs.append((Port("stacked" if kind == "over" else "each", each, loop.inputs[i].name), i))
        self._stack(products, ports)
        return self._finished(need, *self._look())

    def _look(self) -> tuple[_Named, _Named]:
        first, look = len(self.outputs), self.loop.look
        is_stacked = look is not None and look.stacked
        kind = "stacked" if is_stacked else "seen"
        self.outputs += [(Port(kind, each, name), -1) for name, each in self.sweep.seen.items()]
        seen = tuple([(name, first + k) for k, name in enumerate(self.sweep.seen)])
        halves = dict(self.sweep.halves)
        wanted = look is not None and not is_stacked
        for o, i in self.carried.items() if wanted else ():
            gradient = self.sweep.gradients.get(i)
            if gradient is not None and gradient.dtype.kind == "float":
                half = half_square(Scope(self.loop.body.graph), gradient)
                halves[f".{self.loop.outputs[o].name}"] = half
        first = len(self.outputs)
        self.outputs += [(Port("seen", half, name), -1) for name, half in halves.items()]
        return seen, tuple([(name, first + k) for k, name in enumerate(halves)])

    def _stack(self, products: Mapping[int, Sequence[Product]], ports: Mapping[Output, int]) -> None:
        recorded = {port.value: k for k, port in enumerate(self.recorded)}
        given: dict[Output, int] = {}

        def out(value: Output) -> int:
            if value not in given:
                given[value] = len(self.outputs)
                self.outputs.append((Port("stacked", value, value.op.block_name), -1))
            return given[value]

        def source(a: Output | None) -> tuple[str, int]:
            if a is None:
                return "none", 0
            if a in recorded:
                return "recorded", recorded[a]
            return ("input", ports[a]) if a in ports else ("out", out(a))

        for i, terms in products.items():
            self.products.append((i, tuple([(source(a), out(v)) for a, v in terms])))

    def _carry(self, sums: Mapping[int, tuple[Output, Output]]) -> None:
        loop, sweep = self.loop, self.sweep
        for o, i in self.carried.items():
            name = loop.outputs[o].name
            after = sweep.gradients.get(i)
            if after is None:  # it comes from this round only
                after = ZerosLike(Scope(loop.body.graph), sweep.arrives[o]).as_output()
            self.inputs.append((Port("carried", sweep.arrives[o], name), ("dy", o)))
            self.outputs.append((Port("carried", after, name), i))
        for i, (before, after) in sums.items():
            name = loop.inputs[i].name
            self.inputs.append((Port("carried", before, name), ("zeros", i)))
            self.outputs.append((Port("carried", after, name), i))

    def _give(self, need: Need, active: Sequence[int]) -> None:
        loop, sweep = self.loop, self.sweep
        for i in need.inputs:
            self.inputs.append((loop.inputs[i], ("input", i)))
        for value in need.recorded:
            self.inputs.append((Port("over", value, value.op.block_name), ("recorded", len(self.recorded))))
            self.recorded.append(Port("stacked", value, value.op.block_name, True))
        for o in active:
            port = loop.outputs[o]
            if port.kind in ("stacked", "each"):
                kind = "over" if port.kind == "stacked" else "each"
                self.inputs.append((Port(kind, sweep.arrives[o], port.name), ("dy", o)))
        if loop.times is None:
            self.inputs.append((Port("count", None, "rounds"), ("recorded", len(self.recorded))))
            self.recorded.append(Port("rounds", None, "rounds"))

    def _finished(self, need: Need, seen: _Named, halves: _Named) -> Back:
        loop = self.loop
        given = {port.value: port.value.shape for port, _ in self.inputs if port.value is not None}
        wanted = [value_of(port) for port, _ in self.outputs]
        graph, result = copied(wanted, given, constants=need.constants)
        inputs = [port if port.value is None else port._replace(value=result[port.value]) for port, _ in self.inputs]
        outputs = [port._replace(value=result[value_of(port)]) for port, _ in self.outputs]
        targets = tuple([node for node in graph.nodes if node.type.context])
        back = Loop(
            loop.title, Body(graph, targets), tuple(inputs), tuple(outputs), loop.times, not loop.reverse,
            varying=loop.varying, dynamic_length=loop.test is not None, backward=True,
        )  # fmt: skip
        sources = tuple([source for _, source in self.inputs])
        by = tuple([i for _, i in self.outputs])
        return Back(back, sources, tuple(self.recorded), by, tuple(self.products), seen, halves)


class Need(NamedTuple):
    inputs: list[int]
    recorded: list[Output]
    constants: dict[Output, Any]


def needed(
    ports: Mapping[Output, int], wanted: Sequence[Output], first: int, gone: Container[int], varies: Container[int]
) -> Need:
    """Return the inputs that a gradient needs from the forward nodes, which come before ``first``.

    Args:
        ports: the inputs of the body, by their tensors.
        gone: the inputs that have other values after the loop.
        varies: the nodes whose needed outputs must be recorded; others are recomputed.
    """
    need = Need([], [], {})
    seen: set[Output] = set()
    pending = list(wanted)
    while pending:
        value = pending.pop()
        if value in seen:
            continue
        seen.add(value)
        node = value.op
        if value in ports:
            if ports[value] in gone:
                need.recorded.append(value)
            else:
                need.inputs.append(ports[value])
        elif node.number < first and node.number in varies:
            need.recorded.append(value)
        elif node.type.shape_only and node.inputs and _only_shapes(node, first):
            known = known_value(value)
            if known is not None:
                need.constants[value] = known
            elif any(each.op.number in varies or each in ports for each in node.inputs):
                need.recorded.append(value)  # a few numbers in place of what they are the sizes of
            else:
                pending += node.inputs
        else:
            pending += node.inputs
    need.inputs.sort()
    need.recorded.sort(key=lambda each: (each.op.number, each.index))
    return need


def _only_shapes(node: Node, first: int) -> bool:
    small = all(each.dtype.is_integer and each.shape is not None and len(each.shape) < 2 for each in node.outputs)
    return small and all(each.op.number < first for each in node.inputs)


def varying(graph: Graph, begins: Sequence[Output], first: int) -> set[int]:
    result = {each.op.number for each in begins}
    for node in graph.nodes[:first]:
        spec = node.type
        drawn = spec.random or spec.context or spec.control or bool(spec.loop)
        if drawn or any(each.op.number in result for each in node.inputs):
            result.add(node.number)
    return result


class Product(NamedTuple):
    """A part of an iteration's gradient with respect to a shared input: a^T v, or v summed to its shape."""

    a: Output | None
    v: Output


def products_of(
    gradients: Mapping[int, Output], constants: Container[int], first: int, varies: Container[int]
) -> dict[int, list[Product]]:
    """Return the gradients that are better computed from all iterations together, as sums of products.

    Args:
        varies: the forward nodes whose outputs differ between iterations.
    """
    result: dict[int, list[Product]] = {}
    for i, each in gradients.items():
        terms = list(each.op.inputs) if each.op.type is AddN else [each]
        if i in constants and all(_is_product(term, first, varies) for term in terms):
            result[i] = [Product(*term.op.inputs) for term in terms]
    stacked = {v for products in result.values() for _, v in products}
    for i, each in gradients.items():
        if i in constants and i not in result and _is_sum(each.op) and each.op.inputs[0] in stacked:
            result[i] = [Product(None, each.op.inputs[0])]
    return result


def _is_sum(node: Node) -> bool:
    return node.type is SumToShape or (node.type is BiasAddGrad and node.attrs["data_format"] == "NHWC")


def _is_product(term: Output, first: int, varies: Container[int]) -> bool:
    node = term.op
    if node.type is not MatMul or term.dtype not in (FLOAT, DOUBLE):
        return False
    if not node.attrs["transpose_a"] or node.attrs["transpose_b"]:
        return False
    a, v, whole = (element_count(output.shape) for output in (*node.inputs, term))
    if a is None or v is None or whole is None or not 0 < max(a, v) <= whole:
        return False
    result = node.inputs[0].op.number
    return result >= first or result in varies


def of_all_rounds(scope: Scope, by: Output, products: Sequence[tuple[Output | None, Output]]) -> Output:
    outputs: list[Output] = []
    for a, v in products:
        if a is None:
            outputs.append(SumToShape(scope, v, by.op.type.basic("shape")(scope, by)).as_output())
        else:
            left, right = (Reshape(scope, each, [-1, _columns(each)]) for each in (a, v))
            outputs.append(MatMul(scope, left, right, transpose_a=True).as_output())
    return outputs[0] if len(outputs) == 1 else AddN(scope, outputs).as_output()


def _columns(stacked: Output) -> int:
    columns = stacked.shape[-1] if stacked.shape else None
    assert columns is not None
    return columns
