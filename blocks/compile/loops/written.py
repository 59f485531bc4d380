"""Variables that a body writes, as values that enter and leave each iteration.

The blocks of a body see the same values as they would in a step (`blocks.compile.schedule`). Each write then becomes an
ordinary value: a loop carries it, a gradient records it, and JAX needs no variable.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from blocks.base.errors import DiagramError
from blocks.base.types import Shape
from blocks.compile.schedule import Instruction, cell_key, ordered, schedule
from blocks.graph.build import infer_shapes
from blocks.graph.call_info import Call
from blocks.graph.graph import Argument, Graph, Node, Output
from blocks.graph.spec import BlockSpec, OutputPin
from blocks.library.array.identity import Identity
from blocks.library.control_flow.bodies import Body, Port, Program, Test, leaf
from blocks.library.control_flow.body_calls import without_writing
from blocks.library.state.variables import ENDS, VariableRead


def cell_of(output: Output) -> Any:
    """Return the identity of the variable that an output refers to, equal for all outputs of one variable."""
    source = _source(output)
    return cell_key(source.op) if source.op.type.variable else source


def _source(output: Output) -> Output:
    while output.is_ref and not output.op.type.variable and output.op.inputs and output.op.type.control != "select":
        spec = output.op.type
        output = output.op.input(spec.writes[0]) if spec.writes else output.op.inputs[0]
    return output


def without_writes(graph: Graph, variables: Mapping[Output, Output]) -> dict[Output, Output]:
    """Let the blocks of a body return the new values of variables instead of writing them.

    Args:
        variables: the placeholders of variables, each with the first placeholder of the same variable.

    Returns:
        The value at the end of an iteration of each variable that is written, by its first placeholder.

    Raises:
        DiagramError: A written output is not a variable, or a Switch decides whether or which variable is written.
    """
    writers = [node for node in graph.nodes if node.type.writes]
    if not writers:
        return {}
    _check(graph, writers, variables)
    return _Values(graph, variables).changed()


def _check(graph: Graph, writers: Sequence[Node], variables: Mapping[Output, Output]) -> None:
    decided: dict[int, str] = {}  # by node, what decides while it runs whether it runs, or what it is given
    for node in graph.nodes:
        causes = [decided.get(each.number) for each in (*[i.op for i in node.inputs], *node.controls)]
        cause = node.type.display_name if node.type.control else next(filter(None, causes), None)
        if cause is not None:
            decided[node.number] = cause
    for node in writers:
        error: DiagramError | None = None
        if node.number in decided:
            text = f"{node.display_name} cannot write a variable after a {decided[node.number]} inside a loop or branch"
            error = DiagramError(text, hint="run the write in a composite of a Cond block")
        for pin in node.type.writes:
            source = _source(node.input(pin))
            if error is None and not source.op.type.variable and source not in variables:
                text = (
                    f"{node.display_name}: input {pin} must be a variable, but {source.op.block_name} is only a value"
                )
                error = DiagramError(
                    text, pin=pin, hint="wire a variable to the pin, and do not carry it between iterations"
                )
        if error is not None:
            raise error.located(block=node.block_name)


def stand_for(output: Output, first: Output) -> None:
    node = output.op
    node.type, node.attrs, node.bound, output.is_ref = Identity, {}, {"T": output.dtype}, False
    node.rewire((first,))


class _Values:
    def __init__(self, graph: Graph, variables: Mapping[Output, Output]) -> None:
        self._graph = graph
        self._variables = variables
        self._before = ordered(graph, {})
        self._schedule = schedule(graph, nodes=self._before, given=variables)
        self._outputs: dict[int, Output] = {}
        self._nodes: list[Node] = []
        self._reads: dict[tuple[Output, Output], Output] = {}

    def changed(self) -> dict[Output, Output]:
        graph, order = self._graph, self._schedule
        for output, first in self._variables.items():
            self._outputs.setdefault(order.start.get(first, -1), first)
            if first in order.final and output is not first:
                stand_for(output, first)
        loops = [(graph.nodes[begin], graph.nodes[end]) for begin, end in graph.loops.items()]
        instructions = {each.node.number: each for each in order.instructions}
        for node in self._before:
            if node.number in instructions:
                self._change(instructions[node.number])
            self._nodes.append(node)
        for number, node in enumerate(self._nodes):
            node.number = number
        graph.nodes = self._nodes
        graph.loops = {begin.number: end.number for begin, end in loops}
        return {first: self._outputs[number] for first, number in order.final.items() if first in self._variables}

    def _change(self, instruction: Instruction) -> None:
        node, args, results, _ = instruction
        writes = node.type.writes
        new: list[Argument] = []
        for pin, arg, numbers in zip(node.type.inputs, node.args, args, strict=True):
            new.append(self._argument(arg, numbers, pin.name in writes and not node.type.nested))
        node.rewire(tuple(new))
        if writes and node.type.nested:
            program: Program = node.attrs["program"]
            self._outputs.update(zip(results, [node.outputs[i] for i in program.written], strict=False))
            without_writing(node)
        elif writes:
            _return_what_is_written(node)
        for number, output in zip(results[len(results) - len(node.outputs) :], node.outputs, strict=True):
            self._outputs.setdefault(number, output)

    def _argument(self, arg: Argument, numbers: Any, is_written: bool) -> Argument:
        if arg is None or isinstance(arg, Output):
            return arg if arg is None else self._seen(arg, numbers, is_written)
        return tuple([self._seen(*pair, is_written) for pair in zip(arg, numbers, strict=True)])

    def _seen(self, output: Output, number: int, is_written: bool) -> Output:
        value = self._outputs.get(number, output)
        if number == self._schedule.outputs[output] or is_written:
            return value
        key = value, output
        if key not in self._reads:
            bound = {"T": value.dtype}
            node = Node(self._graph, output.op.home, VariableRead, f"{output.op.name}/read", key, {}, bound, ())
            node.outputs = (Output(node, 0, value.dtype, value.shape),)
            self._nodes.append(node)
            self._reads[key] = node.outputs[0]
        return self._reads[key]


def _return_what_is_written(node: Node) -> None:
    """Make a node return all results of its kernel: the new values of variables first."""
    spec = node.type
    given = next((each for each in node.outputs if each.is_ref), None)
    outputs: list[Output] = []
    for pin in spec.writes:
        variable = node.input(pin)
        outputs.append(given if given is not None and not outputs else Output(node, 0, variable.dtype, variable.shape))
    outputs += [each for each in node.outputs if each is not given]
    for i, each in enumerate(outputs):
        each.index, each.is_ref = i, False
    node.outputs = tuple(outputs)
    node.type = _returning(spec)


@cache
def _returning(spec: BlockSpec) -> BlockSpec:
    result = copy.copy(spec)
    given = next((pin for pin in spec.outputs if pin.is_ref), None)
    written = [OutputPin(pin, spec.inputs[spec.input_index[pin]].var, None) for pin in spec.writes]
    if given is not None:
        written[0] = given._replace(is_ref=False)
    result.outputs = (*written, *[pin for pin in spec.outputs if pin is not given and pin.kind == "tensor"])
    result.inputs = tuple([pin._replace(is_ref=False) for pin in spec.inputs])
    result.output_index = {pin.name: i for i, pin in enumerate(result.outputs)}
    result.writes, result.has_refs, result.internal = (), False, True
    result.stateful = spec.random or spec.context
    result.view = spec.view or spec.in_place is None  # an assignment returns the array that it is given

    def shapes(call: Call) -> list[Shape]:
        found = iter(infer_shapes(spec, call) or [None] * len(spec.outputs))
        own = [next(found) for pin in spec.outputs if pin.kind == "tensor"]
        first = [] if given is None else [own.pop(spec.outputs.index(given))]
        return [*first, *map(call.shape, spec.writes[len(first) :]), *own]

    result.shape_rule = shapes
    result.gradient_limits = dict(spec.gradient_limits)
    for pin in written:
        result.gradient_limit(pin.name, ENDS)
    return result


def variable_port(stands: Output, each: list[Output], iterations: int) -> tuple[Port, list[Output]]:
    """Return the port of a body's variable, and the node's inputs for it."""
    apart = iterations > 0 and len(set(map(cell_of, each))) == iterations  # with a shared name they are one
    return Port("each" if apart else "constant", stands, each[0].op.block_name), each if apart else each[:1]


def variables_last(
    given: Sequence[tuple[Port, list[Output]]], ends: Mapping[Output, Output]
) -> tuple[list[tuple[Port, list[Output]]], list[Port]]:
    """Return the inputs of a loop with written variables moved to the end, and the output ports for these."""
    others: list[tuple[Port, list[Output]]] = []
    written: list[tuple[Port, list[Output]]] = []
    for port, outputs in given:
        if port.value in ends:
            kind = "each" if port.kind == "each" else "carried"
            written.append((port._replace(kind=kind, variable=True), outputs))
        else:
            others.append((port, outputs))
    return [*others, *written], [port._replace(value=ends[port.value]) for port, _ in written if port.value is not None]


def condition_port(given: list[tuple[Port, list[Output]]], name: str, output: Output) -> Port:
    """Return the port of an input of the condition: a variable's that the body writes, or a new one before those."""
    written = {cell_of(outputs[0]): port for port, outputs in given if port.variable}
    port = written.get(cell_of(output)) if output.is_ref else None
    if port is None:
        port = Port("constant", None, name)
        given.insert(len(given) - len(written), (port, [output]))
    return port


def test_of(
    body: Body, asked: Sequence[tuple[Output, Port]], value: Output, given: Sequence[tuple[Port, list[Output]]]
) -> Test:
    indices = {id(port): i for i, (port, _) in enumerate(given)}
    return Test(body, tuple([(stands, indices[id(port)]) for stands, port in asked]), value)


Sides = tuple[Output | None, Output | None]
"""What stands for a tensor in either branch; None where it is not."""


def variables_of_branches_last(
    given: Sequence[tuple[Output, Sides]], graphs: Sequence[Graph], ends: Sequence[Mapping[Output, Output]]
) -> tuple[list[tuple[Output, Sides]], list[Sides]]:
    """Return the inputs of a branch with written variables moved to the end, and their values after it."""
    written = dict.fromkeys(cell_of(o) for o, sides in given if any(sides[i] in ends[i] for i in (0, 1)))
    others = [each for each in given if not (each[0].is_ref and cell_of(each[0]) in written)]
    last: list[tuple[Output, Sides]] = []
    outputs: list[Sides] = []
    for cell in written:
        same = [each for each in given if each[0].is_ref and cell_of(each[0]) == cell]
        output = same[0][0]
        stands: list[Output] = []
        for i, graph in enumerate(graphs):
            found = [each for _, sides in same if (each := sides[i]) is not None]
            there = sorted(found, key=lambda each: each.op.number)
            for each in there[1:]:
                stand_for(each, there[0])
            stands.append(there[0] if there else leaf(graph, output.op.block_name, output.dtype, output.shape))
        last.append((output, (stands[0], stands[1])))
        outputs.append((ends[0].get(stands[0], stands[0]), ends[1].get(stands[1], stands[1])))
    return [*others, *last], outputs
