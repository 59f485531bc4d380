"""Graphs that a node of another graph runs: a loop body (once per iteration) or the selected branch.

A loop is one node, as in `jax.lax.scan` and TensorFlow's functional ``While``: its attribute ``loop`` defines how the
node's values enter the body and how results leave it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

import numpy as np

from blocks.base.dtypes import INT64, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, element_count
from blocks.base.types import Shape
from blocks.graph.build import infer_shapes
from blocks.graph.call_info import NodeCall
from blocks.graph.graph import Argument, Graph, Home, Node, Output
from blocks.graph.scope import Scope, home_of
from blocks.library.array.identity import Placeholder
from blocks.library.control_flow.gradient_records import Look

Kind = Literal["constant", "carried", "over", "each", "count", "stacked", "kept", "last", "seen", "rounds"]
"""How a value of the body belongs to the loop:

constant    the same in each round
carried     from round to round: what a round gives, the next one is given
over        in: an element along axis 0 of a tensor
each        a tensor of its own for each round, so many as there are rounds
count       in, not to the body: how many rounds there are
stacked     out: along a new axis 0
kept        out: as stacked, but of every n-th round only
last        out: that of the last round
seen        out: recorded round by round for somebody who looks inside; no tensor (`blocks.compile.recording`)
rounds      out, not of the body: how many rounds there were
"""


@dataclass(frozen=True, eq=False, repr=False)
class Body:
    """A graph that is called with values for some of its tensors.

    Attributes:
        graph: the graph; gradients are added to it.
        targets: nodes with an effect, which run in each call.
        gradients: a cache of gradients of the body.
    """

    graph: Graph
    targets: tuple[Node, ...] = ()
    elaboration: Any = None
    gradients: dict[Any, Any] = field(default_factory=dict[Any, Any])


class Port(NamedTuple):
    """A value of the body, and its role in the loop.

    Attributes:
        value: the tensor of the body's graph; None for a value that does not enter it.
        name: the pin that errors name.
        recorded: an output that only the backward pass needs.
        asked: an output of the condition: once more than there are iterations.
        variable: it is a variable that the body writes: the value before an iteration, or after it. A gradient goes to
            the variable from each read of it, and not through the written value.
    """

    kind: Kind
    value: Output | None
    name: str = ""
    recorded: bool = False
    asked: bool = False
    variable: bool = False


def value_of(port: Port) -> Output:
    assert port.value is not None
    return port.value


class Test(NamedTuple):
    body: Body
    inputs: tuple[tuple[Output, int], ...]
    value: Output


@dataclass(frozen=True, eq=False, repr=False)
class Loop:
    """The program of a node that runs its body in a loop.

    Attributes:
        title: the block type that users know.
        inputs, outputs: the port of each node input and output; an ``each`` port takes one per iteration. The n-th
            carried output is the n-th carried input of the next iteration.
        times: the number of iterations; None if the length of the input or ``test`` determines it.
        reverse: the elements are taken from the last to the first.
        checkpoint: the gradient keeps every n-th iteration only.
        varying: shapes may differ between iterations.
        own: each iteration has its own variables.
        dynamic_length: it is the gradient of a loop whose number of iterations is known only at run time.
        backward: it is the gradient of a loop: its records have the numbers of that loop's iterations.
        written: the outputs that are new values of variables, which are the node's last inputs.
    """

    title: str
    body: Body
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    times: int | None = None
    reverse: bool = False
    test: Test | None = None
    maximum: int | None = None
    checkpoint: int | None = None
    varying: bool = False
    own: bool = False
    dynamic_length: bool = False
    backward: bool = False
    written: tuple[int, ...] = ()
    look: Look | None = None
    known: dict[Any, Any] = field(default_factory=dict[Any, Any])
    plans: dict[Any, Any] = field(default_factory=dict[Any, Any])

    def __repr__(self) -> str:
        return f"<{self.title}>"

    def with_outputs(self, outputs: Sequence[Port]) -> Loop:
        return replace(self, outputs=tuple(outputs), known={}, plans={})

    def recorded(self) -> list[int]:
        indices = self.indices(self.outputs)
        return [at for port, at in zip(self.outputs, indices, strict=True) if port.recorded and port.value is not None]

    def recorded_in_a_round(self) -> int | None:
        total = 0
        for port in self.outputs:
            if port.recorded and port.value is not None:
                size = element_count(port.value.shape)
                if size is None:
                    return None
                total += size * port.value.dtype.size
        return total

    def width(self, port: Port) -> int:
        return self.times or 0 if port.kind == "each" else 1

    def indices(self, ports: Sequence[Port]) -> list[int]:
        result: list[int] = []
        at = 0
        for port in ports:
            result.append(at)
            at += self.width(port)
        return result

    def variables(self) -> tuple[int, ...]:
        pairs = zip(self.outputs, self.indices(self.outputs), strict=True)
        return tuple([at + k for port, at in pairs if port.variable for k in range(self.width(port))])

    def shapes(self, given: Sequence[Shape]) -> list[Shape]:
        key = tuple(given)
        shapes = self.known.get(key)
        if shapes is None:
            if len(self.known) > _MOST_KNOWN:
                self.known.clear()
            shapes = self.known[key] = self._shapes(given)
        return shapes

    def _shapes(self, given: Sequence[Shape]) -> list[Shape]:
        count = self.rounds(given)
        inside: dict[Output, Shape] = {}
        for port, at in zip(self.inputs, self.indices(self.inputs), strict=True):
            if port.value is not None and (port.kind != "each" or self.times):
                inside[port.value] = _in_a_round(port, given[at], varying=self.varying)
        result = shapes_of([port.value for port in self.outputs if port.value is not None and not port.asked], inside)
        carried = (port for port in self.inputs if port.kind == "carried")
        shapes: list[Shape] = []
        for port in self.outputs:
            begin = next(carried).value if port.kind == "carried" else None
            if port.value is None:
                shapes.append(())
            elif port.asked:
                shapes.append(port.value.shape if port.kind == "last" else None)
            elif begin is not None:
                shapes.append(_common(inside[begin], result[port.value]) if self.varying else inside[begin])
            elif port.kind in ("stacked", "kept"):
                inner = result[port.value]
                every = self.checkpoint or 1 if port.kind == "kept" else 1
                shapes.append(None if inner is None else (count and -(-count // every), *inner))
            elif port.kind == "seen":
                shapes.append(None)
            else:
                shapes += [result[port.value]] * self.width(port)
        return shapes

    def rounds(self, given: Sequence[Shape]) -> int | None:
        """Return the number of iterations if the input shapes determine it.

        Raises:
            DiagramError: an input to iterate over does not have an axis, or the lengths differ.
        """
        if self.times is not None:
            return self.times
        count: int | None = None
        first = ""
        for port, at in zip(self.inputs, self.indices(self.inputs), strict=True):
            shape = given[at] if port.kind == "over" else None
            if shape is None:
                continue
            if not shape:
                raise DiagramError(f"{self.title} cannot iterate over {port.name}, which is a scalar", pin=port.name)
            if count is not None and shape[0] is not None and shape[0] != count:
                text = f"{self.title} iterates over {first}, which has {count} elements, but {port.name} has {shape[0]}"
                raise DiagramError(text, pin=port.name)
            if count is None and shape[0] is not None:
                count, first = shape[0], port.name
        return count


_MOST_KNOWN = 64


def _in_a_round(port: Port, shape: Shape, *, varying: bool) -> Shape:
    if port.value is not None and (shape is None or (varying and port.kind in ("over", "carried"))):
        return port.value.shape  # each has a shape of its own
    return shape if port.kind != "over" or shape is None else shape[1:]


def _common(a: Shape, b: Shape) -> Shape:
    if a is None or b is None or len(a) != len(b):
        return None
    return tuple([x if x == y else None for x, y in zip(a, b, strict=True)])


@dataclass(frozen=True, eq=False, repr=False)
class Choice:
    """The program of a node that runs one of two bodies, selected by a boolean at its first input.

    Attributes:
        bodies: the graphs for true and for false.
        inputs: for each other input of the node, the tensor in either body, or None.
        outputs: for each output, the tensor in either body; None means zeros of the shape in the other body.
        seen: the outputs that are recorded for a `Look`.
    """

    title: str
    bodies: tuple[Body, Body]
    inputs: tuple[tuple[Output | None, Output | None], ...]
    outputs: tuple[tuple[Output | None, Output | None], ...]
    dtypes: tuple[DType, ...]
    names: tuple[str, ...] = ()
    written: tuple[int, ...] = ()
    seen: frozenset[int] = frozenset()
    looks: tuple[Look, Look] | None = None
    known: dict[Any, Any] = field(default_factory=dict[Any, Any])
    plans: dict[Any, Any] = field(default_factory=dict[Any, Any])

    def __repr__(self) -> str:
        return f"<{self.title}>"

    def shapes(self, given: Sequence[Shape]) -> list[Shape]:
        key = tuple(given)
        shapes = self.known.get(key)
        if shapes is None:
            sides: list[list[Shape]] = []
            for side in (0, 1):
                pairs = [(pair[side], shape) for pair, shape in zip(self.inputs, given[1:], strict=True)]
                # What the other branch has recorded is empty where that did not run.
                inside = {
                    value: shape if shape is not None and compatible(shape, value.shape) else value.shape
                    for value, shape in pairs
                    if value is not None
                }
                wanted = [pair[side] for pair in self.outputs]
                try:
                    there = shapes_of([each for each in wanted if each is not None], inside)
                except DiagramError:  # it fails when it runs
                    there = {}
                sides.append([None if each is None else there.get(each) for each in wanted])
            shapes = self.known[key] = [
                None if i in self.seen else b if first is None else a if second is None else _common(a, b)
                for i, ((first, second), a, b) in enumerate(zip(self.outputs, *sides, strict=True))
            ]
        return shapes


@dataclass(frozen=True, eq=False, repr=False)
class CheckpointedGradient:
    """The program of a node for the gradient of a checkpointed loop: it recomputes iterations.

    Its inputs are those of the loop, the values that the loop kept, the other inputs of the backward loop, and the
    number of iterations if it was not known.
    """

    title: str
    forward: Loop
    back: Back
    dtypes: tuple[DType, ...]
    written: tuple[int, ...] = ()
    parts: dict[int, tuple[Loop, Loop]] = field(default_factory=dict[int, tuple[Loop, Loop]])
    plans: dict[Any, Any] = field(default_factory=dict[Any, Any])

    def __repr__(self) -> str:
        return f"<gradient of {self.title}>"

    def kept(self) -> range:
        """Return the inputs that the loop kept, and the number of iterations: they have no data of their own."""
        first = sum(map(self.forward.width, self.forward.inputs))
        return range(first, first + 1 + sum(port.kind == "carried" for port in self.forward.inputs))

    def shapes(self, given: Sequence[Shape]) -> list[Shape]:
        into = self.forward.indices(self.forward.inputs)
        shapes: list[Shape] = []
        for i in self.back.by:
            shapes += [None] if i < 0 else given[into[i] : into[i] + self.forward.width(self.forward.inputs[i])]
        return shapes

    def all_recorded(
        self,
        inputs: Sequence[Any],
        run: Callable[[Loop, Sequence[Any]], Sequence[Any]],
        before: Callable[[Any, Any], Any] = lambda rows, value: value,
    ) -> Sequence[Any]:
        """Run all iterations again, then the backward loop, on the kind of values that ``run`` takes.

        Args:
            before: returns a variable's value before the loop wrote it, from the kept rows and the value now.
        """
        loop, back = self.forward, self.back
        left = iter(inputs)
        own = [[next(left) for _ in range(loop.width(port))] for port in loop.inputs]
        for values, port in zip(own, loop.inputs, strict=True):
            if port.kind == "carried":
                rows = next(left)
                values[:] = [before(rows, values[0])] if port.variable else values
        next(left)
        outputs = (*[port for port in loop.outputs if port.kind == "carried"], *back.recorded)
        again = replace(loop, checkpoint=None, outputs=outputs, known={}, plans={})
        result = iter(run(again, [each for values in own for each in values]))
        gathered = [[next(result) for _ in range(again.width(port))] for port in outputs]
        recorded = gathered[len(outputs) - len(back.recorded) :]
        given: list[Any] = []
        for port, (kind, i) in zip(back.loop.inputs, back.sources, strict=True):
            known = own[i] if kind == "input" else recorded[i] if kind == "recorded" else None
            given += [next(left) for _ in range(back.loop.width(port))] if known is None else known
        return run(back.loop, given)


class Back(NamedTuple):
    """The backward loop of a loop.

    Attributes:
        loop: the program of its node.
        sources: for each input its source: ``input`` (a port of the loop), ``recorded`` (an index into ``recorded``),
            ``dy`` (the gradient at an output of the loop), ``zeros`` (like an input).
        recorded: the loop's outputs that are only for this loop.
        by: the loop's input ports that its outputs are the gradients of; -1 for factors of products.
        products: gradients computed from all iterations at once (`loop_gradients`): the input port, and for each
            product where a is found (as in `sources`, ``out`` for an output of the backward loop, ``none`` for a sum),
            and which output of it v is.
        seen, halves: the watched values (`Look`): names, with outputs of the backward loop.
    """

    loop: Loop
    sources: tuple[tuple[str, int], ...]
    recorded: tuple[Port, ...]
    by: tuple[int, ...]
    products: tuple[tuple[int, tuple[tuple[tuple[str, int], int], ...]], ...] = ()
    seen: tuple[tuple[str, int], ...] = ()
    halves: tuple[tuple[str, int], ...] = ()


def shapes_of(outputs: Iterable[Output], given: Mapping[Output, Shape]) -> dict[Output, Shape]:
    wanted = list(outputs)
    if all(output.shape == shape for output, shape in given.items()):
        return {output: output.shape for output in wanted}
    _, result = copied(wanted, given, infer=True)
    return {output: result[output].shape for output in wanted}


def leaf(graph: Graph, name: str, dtype: DType, shape: Shape, home: Home | None = None) -> Output:
    node = Node(graph, home or Home(), Placeholder, name, (), {"dtype": dtype, "shape": shape}, {"dtype": dtype}, ())
    node.certain = True
    node.outputs = (Output(node, 0, dtype, shape),)
    graph.nodes.append(node)
    return node.outputs[0]


def copied(
    outputs: Iterable[Output],
    given: Mapping[Output, Shape],
    *,
    constants: Mapping[Output, Any] | None = None,
    infer: bool = False,
) -> tuple[Graph, dict[Output, Output]]:
    """Copy the nodes that some tensors need into a new graph.

    Args:
        given: the new graph's inputs, with their shapes there.
        constants: the values of tensors that become constants.
        infer: shapes are inferred again.

    Returns:
        The graph, and the new tensor for each old one.
    """
    new = Graph()
    results: dict[Output, Output] = {}
    for output, shape in given.items():
        results[output] = leaf(new, output.name, output.dtype, shape, output.op.home)
    for output, value in (constants or {}).items():
        maker = output.op.type.basic("constant")
        node = maker(Scope(new), val=value, dtype=output.dtype, shape=list(np.shape(value)))
        results[output] = node.outputs[0]
    _copy_into(new, outputs, results, infer=infer)
    return new, results


def pasted(outputs: Sequence[Output], given: Mapping[Output, Output], scope: Scope) -> dict[Output, Output]:
    """Copy the nodes that some tensors need into the graph of a scope, with tensors of that graph as their inputs."""
    results = dict(given)
    infer = any([old.shape != new.shape for old, new in given.items()])
    _copy_into(scope.graph, outputs, results, infer=infer, scope=scope)
    return results


def _copy_into(
    new: Graph, outputs: Iterable[Output], results: dict[Output, Output], *, infer: bool, scope: Scope | None = None
) -> None:
    """Add copies of the nodes that some tensors need to a graph, and to ``results``; with a scope, in that scope."""
    graph: Graph | None = None
    loops: dict[int, Node] = {}
    for node in upstream(outputs, results):
        args = tuple([exchanged(arg, results) for arg in node.args])
        if scope is None:
            result = Node(new, node.home, node.type, node.label, args, node.attrs, node.bound, ())
            result.serial, result.source = node.serial, node.source
        else:
            name = scope.get_unique_name_for_op(node.name)
            result = Node(new, home_of(scope), node.type, name, args, node.attrs, node.bound, scope.controls)
        result.certain = node.certain
        result.outputs = tuple([Output(result, o.index, o.dtype, o.shape, o.is_ref) for o in node.outputs])
        if infer:
            result.certain = False
            call = NodeCall(result)
            with np.errstate(all="ignore"):
                shapes = _located_shapes(result, call)
            result.certain = call.certain
            for output, shape in zip(result.outputs, shapes or (), strict=False):
                output.infer(shape)
        new.nodes.append(result)
        loops[node.number] = result
        graph = node.graph
        for old, output in zip(node.outputs, result.outputs, strict=True):
            results.setdefault(old, output)
    for begin, end in graph.loops.items() if graph is not None else ():
        if begin in loops and end in loops:
            new.loops[loops[begin].number] = loops[end].number


def _located_shapes(node: Node, call: NodeCall) -> list[Shape] | None:
    try:
        return infer_shapes(node.type, call)
    except DiagramError as error:
        raise error.located(block=node.block_name) from None


def exchanged(arg: Argument, outputs: Mapping[Output, Output]) -> Argument:
    if isinstance(arg, tuple):
        return tuple([outputs[each] for each in arg])
    return None if arg is None else outputs[arg]


def upstream(outputs: Iterable[Output], ends: Collection[Output] = ()) -> list[Node]:
    nodes: dict[int, Node] = {}
    pending = [output for output in outputs if output not in ends]
    while pending:
        node = pending.pop().op
        if node.number in nodes:
            continue
        nodes[node.number] = node
        pending += [each for each in node.inputs if each not in ends]
        end = node.graph.loops.get(node.number)
        if end is not None:
            pending += node.graph.nodes[end].outputs[:1]
        for control in node.controls:
            pending += control.outputs[:1]
    return [nodes[number] for number in sorted(nodes)]


Program = Loop | Choice | CheckpointedGradient


def lie_apart(node: Node) -> list[Output]:
    """Return the outputs of a node that own their memory: the collected outputs of a loop."""
    program = node.attrs["program"]
    if not isinstance(program, Loop):
        return []
    own = [
        port.kind in ("each", "stacked") and not port.variable
        for port in program.outputs
        for _ in range(program.width(port))
    ]
    return [output for output, is_own in zip(node.outputs, own, strict=True) if is_own]


def dtypes_of(program: Program) -> list[DType]:
    if not isinstance(program, Loop):
        return list(program.dtypes)
    types: list[DType] = []
    for port in program.outputs:
        types += [INT64 if port.value is None else port.value.dtype] * program.width(port)
    return types
