"""Conversion of nodes that run a body to the blocks Repeat, Scan, Map, While and Cond."""

from __future__ import annotations

from typing import Any, NamedTuple

from blocks.base.errors import DiagramError
from blocks.graph.graph import Graph, Node, Output
from blocks.library.control_flow.bodies import Choice, Loop

PIN_KINDS = ("constant", "carried", "over", "stacked", "rounds")
"""How the pins of a block may belong to its loop."""


class BodyGraph(NamedTuple):
    """A graph that a block runs, which the block's value named ``value`` refers to."""

    value: str
    graph: Graph
    inputs: dict[str, Output]
    outputs: dict[str, Output]


class LoopBlock(NamedTuple):
    """A node that runs bodies, as a block; ``values`` does not include the names of the bodies."""

    type: str
    values: dict[str, Any]
    bodies: list[BodyGraph]
    wires: list[tuple[str, Output]]
    pins: list[str]


def loop_block(node: Node) -> LoopBlock:
    """Convert a node that runs bodies; raise DiagramError if it is a gradient or has variables."""
    program = node.attrs["program"]
    if program.written:
        raise _no_form(node, f"a {program.title} that writes variables")
    if isinstance(program, Choice):
        return _choice(node, program)
    if not isinstance(program, Loop):
        raise _no_form(node, "the gradient of a loop that recomputes iterations")
    ports = (*program.inputs, *program.outputs)
    if any(port.kind not in PIN_KINDS or port.recorded for port in ports) or (program.own and program.varying):
        raise _no_form(node, "a loop with variables, or with a gradient,")
    names = {port.name for port in ports}
    if any("/" in name for name in names):
        raise _no_form(node, "a loop with variables")
    values: dict[str, Any] = {}
    if program.title == "Repeat":
        values["times"] = program.times
        if not program.own:
            values["share"] = True
    if program.title in ("Scan", "Map"):
        values["over"] = [port.name for port in program.inputs if port.kind == "over"]
    options = {"reverse": program.reverse, "checkpoint": program.checkpoint, "maximum": program.maximum}
    values.update({name: value for name, value in options.items() if value})
    inputs = {port.name: port.value for port in program.inputs if port.value is not None}
    outputs = {port.name: port.value for port in program.outputs if port.value is not None}
    bodies = [BodyGraph("body", program.body.graph, inputs, outputs)]
    if program.test is not None:
        test = program.test
        tested = {program.inputs[at].name: value for value, at in test.inputs}
        bodies.append(BodyGraph("condition", test.body.graph, tested, {"holds": test.value}))
    wires = [(port.name, output) for port, output in zip(program.inputs, node.inputs, strict=True)]
    return LoopBlock(program.title, values, bodies, wires, [port.name for port in program.outputs])


def _choice(node: Node, choice: Choice) -> LoopBlock:
    pins: list[str] = []
    bodies: list[BodyGraph] = []
    for pair in choice.inputs:
        if pair[0] is None or pair[1] is None:
            raise _no_form(node, "a branch with variables, or with a gradient,")
        pins.append(pair[0].op.label)
    for side, value in enumerate(("then", "else")):
        inputs = {pin: pair[side] for pin, pair in zip(pins, choice.inputs, strict=True)}
        outputs = {name: pair[side] for name, pair in zip(choice.names, choice.outputs, strict=True)}
        known = [{name: each for name, each in pairs.items() if each is not None} for pairs in (inputs, outputs)]
        bodies.append(BodyGraph(value, choice.bodies[side].graph, *known))
    wires = list(zip(("predicate", *pins), node.inputs, strict=True))
    return LoopBlock("Cond", {}, bodies, wires, list(choice.names))


def _no_form(node: Node, what: str) -> DiagramError:
    return DiagramError(f"{node.name!r} cannot be traced: {what} cannot be written as a block")
