"""The nodes that run a body: a loop, or one of two branches. Their types tell only what the body may do beside."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType, infer_shapes
from blocks.graph.call_info import Call, NodeCall
from blocks.graph.graph import Graph, Node, Output
from blocks.graph.scope import Scope
from blocks.library.control_flow.bodies import Choice, Loop, Port, Program, dtypes_of
from blocks.library.declare import declare


def _run(inputs: tuple[Array, ...], *, dtypes: list[DType], program: Program, runner: Callable[..., Any]) -> Any:
    return runner(program, inputs)


def _declared(name: str, doc: str) -> BlockType:
    return declare(
        name, "control_flow_ops", "inputs: any* -> outputs: dtypes*", _run, internal=True, view=True, doc=doc
    )


BodyCall = _declared("BodyCall", "Run a graph: the body of a loop, or the branch that is taken.")
RandomBodyCall = _declared("RandomBodyCall", "Run a graph in which random numbers are drawn.")
RandomBodyCall.random = RandomBodyCall.stateful = True
EffectBodyCall = _declared("EffectBodyCall", "Run a graph that has effects.")
EffectBodyCall.context = EffectBodyCall.stateful = True


def call_body(scope: Scope, inputs: Sequence[Output], program: Program) -> Node:
    """Make a node that runs a program.

    Raises:
        DiagramError: its inputs do not fit together.
    """
    graphs = [body.graph for body in bodies_of(program)]
    spec = EffectBodyCall if any(map(has_effects, graphs)) else RandomBodyCall if any(map(draws, graphs)) else BodyCall
    dtypes = dtypes_of(program)
    name = scope.get_unique_name_for_op(program.title)
    attrs = {"dtypes": dtypes, "program": program}
    node = Node(scope.graph, scope.home, spec, name, (tuple(inputs),), attrs, {}, scope.controls)
    call = NodeCall(node)
    shapes = infer_shapes(spec, call) or []
    node.certain = call.certain
    pairs = zip(dtypes, shapes, strict=True)
    node.outputs = tuple([Output(node, i, dtype, shape) for i, (dtype, shape) in enumerate(pairs)])
    scope.graph.nodes.append(node)
    return node


def more_outputs(node: Node, ports: Sequence[Port]) -> list[Output]:
    """Let a loop give more of what its rounds make; gives that."""
    loop = node.attrs["program"]
    assert isinstance(loop, Loop)
    known = {(port.kind, port.value): at for port, at in zip(loop.outputs, loop.places(loop.outputs), strict=True)}
    new = [port for port in dict.fromkeys(ports) if (port.kind, port.value) not in known]
    if new:
        loop = loop.with_outputs((*loop.outputs, *new))
        _extend(node, loop)
        known = {(port.kind, port.value): at for port, at in zip(loop.outputs, loop.places(loop.outputs), strict=True)}
    return [node.outputs[known[port.kind, port.value]] for port in ports]


def _extend(node: Node, program: Program) -> None:
    """The node runs a program that gives more; the outputs that it had stay the same."""
    dtypes = dtypes_of(program)
    shapes = program.shapes([each.shape for each in node.inputs])
    first = len(node.outputs)
    more = [Output(node, i, dtypes[i], shapes[i]) for i in range(first, len(dtypes))]
    node.attrs = {**node.attrs, "dtypes": dtypes, "program": program}
    node.outputs = (*node.outputs, *more)


def bodies_of(program: Program) -> Iterable[Any]:
    """The bodies that a program may run."""
    if isinstance(program, Choice):
        return program.bodies
    return (program.body,) if program.test is None else (program.body, program.test.body)


def has_effects(graph: Graph) -> bool:
    """Whether some node of a graph reaches beyond its inputs."""
    return any(node.type.context for node in graph.nodes)


def draws(graph: Graph) -> bool:
    """Whether some node of a graph draws random numbers."""
    return any(node.type.random for node in graph.nodes)


def _shapes(call: Call) -> list[Shape]:
    program: Program = call.attrs["program"]
    shapes = call.shapes("inputs")
    if isinstance(program, Choice) and shapes and shapes[0] not in (None, ()):
        raise DiagramError(f"{program.title} needs one truth value at predicate", pin="predicate")
    return program.shapes(shapes)


def _gradient(call: Node, dys: Sequence[Output | None]) -> Sequence[Output | None]:
    from blocks.library.control_flow.loop_gradients import loop_gradient  # which makes such nodes

    return loop_gradient(call, dys)


for each in (BodyCall, RandomBodyCall, EffectBodyCall):
    each.shape(_shapes)
    each.gradient("inputs")(_gradient)
