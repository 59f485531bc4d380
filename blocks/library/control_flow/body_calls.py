"""The nodes that run a body: a loop, or one of two branches. Their types declare only the side effects of the body.

Code that creates these nodes must import `body_rules`, which registers the gradient rules of their types.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType, infer_shapes
from blocks.graph.call_info import Call, NodeCall
from blocks.graph.graph import Argument, Node, Output
from blocks.graph.scope import Scope, home_of
from blocks.library.control_flow.bodies import (
    Body,
    CheckpointedGradient,
    Choice,
    Loop,
    Port,
    Program,
    dtypes_of,
    upstream,
)
from blocks.library.declare import declare


def _run(
    inputs: tuple[Array, ...], *variables: Array, dtypes: list[DType], program: Program, runner: Callable[..., Any]
) -> Any:
    result = runner(program, (*inputs, *variables))
    return (*[result[i] for i in program.written], result) if variables else result


def _declared(name: str, doc: str, variables: int = 0) -> BlockType:
    pins = [f"variable{i}" for i in range(variables)]
    signature = f"{', '.join(['inputs: any*', *[f'{pin}: &any' for pin in pins]])} -> outputs: dtypes*"
    return declare(name, "control_flow_ops", signature, _run, internal=True, view=True, doc=doc, writes=pins)


BodyCall = _declared("BodyCall", "Run a graph: the body of a loop, or the branch that is taken.")
RandomBodyCall = _declared("RandomBodyCall", "Run a graph that draws random numbers.")
RandomBodyCall.random = RandomBodyCall.stateful = True
EffectBodyCall = _declared("EffectBodyCall", "Run a graph that has side effects.")
EffectBodyCall.context = EffectBodyCall.stateful = True


@cache
def _writing(base: BlockType, variables: int) -> BlockType:
    result = _declared(base.name, base.doc, variables)
    result.random, result.context = base.random, base.context
    result.shape(_shapes)
    result.flows = base.flows
    assert base.rule is not None
    rule = base.rule.build

    def gradient(call: Node, *dys: Any) -> Any:
        found = rule(call, *dys)
        return (found[:-variables], *found[-variables:])

    result.gradient()(gradient)
    return result


def call_body(scope: Scope, inputs: Sequence[Output], program: Program) -> Node:
    spec = _type_for(program)
    dtypes = dtypes_of(program)
    name = scope.get_unique_name_for_op(program.title)
    attrs = {"dtypes": dtypes, "program": program}
    node = Node(scope.graph, home_of(scope), spec, name, arguments(program, inputs), attrs, {}, scope.controls)
    call = NodeCall(node)
    shapes = infer_shapes(spec, call) or []
    node.certain = call.certain
    pairs = zip(dtypes, shapes, strict=True)
    node.outputs = tuple([Output(node, i, dtype, shape) for i, (dtype, shape) in enumerate(pairs)])
    scope.graph.nodes.append(node)
    return node


def arguments(program: Program, inputs: Sequence[Output]) -> tuple[Argument, ...]:
    first = len(inputs) - len(program.written)
    return (tuple(inputs[:first]), *inputs[first:])


def without_writing(node: Node) -> None:
    """Make a node return new values of variables and not write them: the surrounding body writes them."""
    program = replace(node.attrs["program"], written=())
    node.attrs = {**node.attrs, "program": program}
    node.type = _type_for(program)
    node.rewire((node.inputs,))


def reading(node: Node) -> Node:
    """Return a node that runs the same program without writing a variable; it is in no graph."""
    if not (node.type.nested and node.type.writes):
        return node
    result = node.with_attributes(node.attrs)
    without_writing(result)
    return result


def _type_for(program: Program) -> BlockType:
    called = called_by(program)
    base = BodyCall
    if any(body.targets for body, _ in called):
        base = EffectBodyCall
    elif any(node.type.random for _, outputs in called for node in upstream(outputs)):
        base = RandomBodyCall
    return _writing(base, len(program.written)) if program.written else base


def more_outputs(node: Node, ports: Sequence[Port]) -> list[Output]:
    loop: Loop = node.attrs["program"]
    known = {(port.kind, port.value): at for port, at in zip(loop.outputs, loop.indices(loop.outputs), strict=True)}
    new = [port for port in dict.fromkeys(ports) if (port.kind, port.value) not in known]
    if new:
        loop = loop.with_outputs((*loop.outputs, *new))
        extend(node, loop)
        known = {(port.kind, port.value): at for port, at in zip(loop.outputs, loop.indices(loop.outputs), strict=True)}
    return [node.outputs[known[port.kind, port.value]] for port in ports]


def extend(node: Node, program: Program) -> None:
    dtypes = dtypes_of(program)
    shapes = program.shapes([each.shape for each in node.inputs])
    first = len(node.outputs)
    more = [Output(node, i, dtypes[i], shapes[i]) for i in range(first, len(dtypes))]
    node.attrs = {**node.attrs, "dtypes": dtypes, "program": program}
    node.outputs = (*node.outputs, *more)
    node.type = _type_for(program)


def bodies_of(program: Program) -> Iterable[Body]:
    if isinstance(program, Choice):
        return program.bodies
    if isinstance(program, CheckpointedGradient):
        return (*bodies_of(program.forward), program.back.loop.body)
    return (program.body,) if program.test is None else (program.body, program.test.body)


def called_by(program: Program) -> list[tuple[Body, list[Output]]]:
    if isinstance(program, CheckpointedGradient):
        return [*called_by(program.forward), *called_by(program.back.loop)]
    if isinstance(program, Choice):
        sides = zip(*program.outputs, strict=True) if program.outputs else ((), ())
        return [(body, [o for o in side if o is not None]) for body, side in zip(program.bodies, sides, strict=True)]
    ports = [(port.value, port.asked) for port in program.outputs if port.value is not None]
    result = [(program.body, [value for value, asked in ports if not asked])]
    asked = [value for value, asked in ports if asked]
    return result if program.test is None else [*result, (program.test.body, [program.test.value, *asked])]


def _shapes(call: Call) -> list[Shape]:
    program: Program = call.attrs["program"]
    shapes = [*call.shapes("inputs"), *map(call.shape, call.type.writes)]
    if isinstance(program, Choice) and shapes and shapes[0] not in (None, ()):
        text = f"{program.title}: predicate must be a scalar, got shape {shape_text(shapes[0])}"
        raise DiagramError(text, pin="predicate")
    return program.shapes(shapes)


for each in (BodyCall, RandomBodyCall, EffectBodyCall):
    each.shape(_shapes)
