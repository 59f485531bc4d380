"""Loops and branches that run a graph of their own, in an ONNX model: Scan, Loop and If with the body inside.

What is the same in each round is read from the graph around, as bodies in ONNX may.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from blocks.base.dtypes import BOOL, INT64
from blocks.base.types import Shape
from blocks.compile.passes import Fed, finished, specialise
from blocks.compile.rewrite import Goal, output_key
from blocks.graph.graph import Graph, Output
from blocks.library.control_flow.bodies import Body, Choice, Loop, Port, Program
from blocks.library.onnx_rules.values import CODES, NotExported, Value, op
from blocks.library.onnx_rules.writing import Site

onnx: Any = importlib.import_module("onnx")  # by name: the package is optional, and so are its types


class Inside(NamedTuple):
    """The operators of a body, and the names of what it gives, with the shapes as far as they are known."""

    nodes: list[Any]
    names: list[str]
    shapes: Sequence[Shape] = ()


Write = Callable[[Graph, Goal, Sequence[str]], Inside]
"""Writes a graph whose feeds have names; gives its operators and the names of the goal's outputs."""


_OF_LOOP = (("round", INT64), ("goes_on", BOOL))
"""What the body of ONNX's Loop is given first."""


class Bodies:
    """Writes what nodes run.

    Args:
        write: writes a graph.
        free: gives a name that nothing has yet, from the one that is wanted.
    """

    def __init__(self, write: Write, free: Callable[[str], str]) -> None:
        self._write = write
        self._free = free

    def lowered(self, site: Site, inputs: Sequence[Value]) -> list[Value]:
        """The results of a node that runs a program.

        Raises:
            NotExported: it has no form.
        """
        program: Program = site.attrs["program"]
        if isinstance(program, Choice):
            return self._choice(site, program, inputs)
        if not isinstance(program, Loop):
            raise NotExported("is a gradient that computes rounds again")
        if program.varying and program.test is None:
            raise NotExported("is the gradient of a loop whose shapes vary")
        if any(port.kind not in ("carried", "stacked", "rounds") for port in program.outputs):
            raise NotExported("gives what only its gradient needs")
        if program.test is not None:
            return self._counted(site, program, program.test, inputs)
        goes_over = any(port.kind in ("over", "each") for port in program.inputs)
        return self._scan(site, program, inputs) if goes_over else self._loop(site, program, inputs)

    def _choice(self, site: Site, choice: Choice, inputs: Sequence[Value]) -> list[Value]:
        sides: dict[str, Any] = {}
        for side, name in enumerate(("then_branch", "else_branch")):
            wanted = [pair[side] for pair in choice.outputs]
            if None in wanted:
                raise NotExported("gives what only its gradient needs")
            pairs = [(pair[side], value) for pair, value in zip(choice.inputs, inputs[1:], strict=True)]
            given = [(output, value) for output, value in pairs if output is not None]
            result = self._inside(
                choice.bodies[side], [each for each, _ in given], [value.shape for _, value in given],
                [value.name for _, value in given], [each for each in wanted if each is not None],
            )  # fmt: skip
            outs = [*zip(result.names, site.node.outputs, result.shapes, strict=True)]
            sides[name] = self._graph(name, result.nodes, [], outs)
        names = site.sink.add("If", [inputs[0].name], len(site.node.outputs), sides)
        return self._values(site, names, site.node.outputs)

    def _scan(self, site: Site, loop: Loop, inputs: Sequence[Value]) -> list[Value]:
        indices = loop.indices(loop.inputs)
        states: list[str] = []
        columns: list[str] = []
        heads: list[tuple[str, Output, Shape]] = []
        rows: list[tuple[str, Output, Shape]] = []
        names: dict[int, str] = {}
        shapes: dict[int, Shape] = {}
        for i, (port, at) in enumerate(zip(loop.inputs, indices, strict=True)):
            if port.value is None:
                continue
            value = inputs[at]
            names[i], shapes[i] = value.name, value.shape
            if port.kind == "constant":
                continue
            names[i] = self._free(f"{site.node.name}/{port.name}")
            if port.kind == "carried":
                states.append(value.name)
                heads.append((names[i], port.value, value.shape))
                continue
            if port.kind == "each":
                value = _stacked(inputs[at : at + loop.width(port)])
            shapes[i] = None if value.shape is None else value.shape[1:]
            columns.append(value.name)
            rows.append((names[i], port.value, shapes[i]))
        result, ports = self._round(loop, names, shapes)
        graph = self._graph("round", result.nodes, [*heads, *rows], self._in_order(ports, result))
        count = sum(port.kind == "stacked" for port in ports)
        attributes: dict[str, Any] = {"body": graph, "num_scan_inputs": len(columns)}
        if loop.reverse:
            attributes |= {"scan_input_directions": [1] * len(columns), "scan_output_directions": [1] * count}
        results = site.sink.add("Scan", [*states, *columns], len(ports), attributes)
        return self._told(site, loop, ports, results)

    def _loop(self, site: Site, loop: Loop, inputs: Sequence[Value]) -> list[Value]:
        if loop.times is None:
            raise NotExported("has a number of rounds that only another loop knows")
        indices = loop.indices(loop.inputs)
        names: dict[int, str] = {}
        shapes: dict[int, Shape] = {}
        states: list[str] = []
        heads = self._heads(site)
        for i, (port, at) in enumerate(zip(loop.inputs, indices, strict=True)):
            names[i], shapes[i] = inputs[at].name, inputs[at].shape
            if port.kind == "carried":
                states.append(inputs[at].name)
                names[i] = self._free(f"{site.node.name}/{port.name}")
                assert port.value is not None
                heads.append((names[i], port.value, inputs[at].shape))
        result, ports = self._round(loop, names, shapes)
        goes_on = self._free(f"{site.node.name}/goes_on")
        result.nodes.append(onnx.helper.make_node("Identity", [heads[1][0]], [goes_on]))
        outs = [(goes_on, BOOL, ()), *self._in_order(ports, result)]
        graph = self._graph("round", result.nodes, heads, outs)
        results = site.sink.add("Loop", [site.constant(loop.times).name, "", *states], len(ports), {"body": graph})
        return self._told(site, loop, ports, results)

    def _counted(self, site: Site, loop: Loop, test: Any, inputs: Sequence[Value]) -> list[Value]:
        """A loop that goes on as long as a condition holds; its rounds are carried beside."""
        indices = loop.indices(loop.inputs)
        if any(port.kind == "stacked" for port in loop.outputs):
            raise NotExported("gives what only its gradient needs")
        before = {i: inputs[at].name for i, at in enumerate(indices)}
        shapes = {i: port.value.shape if loop.varying and port.value is not None and port.kind == "carried"
                  else inputs[indices[i]].shape for i, port in enumerate(loop.inputs)}  # fmt: skip
        carried = [i for i, port in enumerate(loop.inputs) if port.kind == "carried"]

        def condition(names: dict[int, str]) -> Inside:
            return self._inside(
                test.body, [each for each, _ in test.inputs], [shapes[i] for _, i in test.inputs],
                [names[i] for _, i in test.inputs], [test.value],
            )  # fmt: skip

        begin = condition(before)
        flag = op.Identity(Value(site.sink, self._around(site, begin), BOOL, ()))
        title = site.node.name
        names = {**before, **{i: self._free(f"{title}/{loop.inputs[i].name}") for i in carried}}
        result, ports = self._round(loop, names, shapes)
        ports = [port for port in ports if port.kind == "carried"]
        after = condition({**names, **dict(zip(carried, result.names, strict=True))})
        rounds, counted = self._free(f"{title}/rounds"), self._free(f"{title}/counted")
        one = site.constant(1)
        nodes = [*result.nodes, *after.nodes, onnx.helper.make_node("Add", [rounds, one.name], [counted])]
        heads = self._heads(site)
        heads += [(names[i], _value(loop.inputs[i]), shapes[i]) for i in carried]
        heads.append((rounds, INT64, ()))
        outs: list[Any] = [(after.names[0], BOOL, ()), *self._in_order(ports, result), (counted, INT64, ())]
        graph = self._graph("round", nodes, heads, outs)
        states = [before[i] for i in carried]
        given = ["", flag.name, *states, site.constant(0).name]
        value = site.sink.add("Loop", given, len(states) + 1, {"body": graph})
        results = iter(value[:-1])
        kinds = [port.kind for port in loop.outputs]
        ordered = [value[-1] if kind == "rounds" else next(results) for kind in kinds]
        return self._values(site, ordered, site.node.outputs)

    def _heads(self, site: Site) -> list[Any]:
        """What the body of ONNX's Loop is given first: the number of the round, and whether it is made."""
        return [(self._free(f"{site.node.name}/{each}"), kind, ()) for each, kind in _OF_LOOP]

    def _round(self, loop: Loop, names: dict[int, str], shapes: dict[int, Shape]) -> tuple[Inside, list[Port]]:
        """A round, and the ports that it gives: what is carried first."""
        ports = [port for port in loop.outputs if port.value is not None]
        ports.sort(key=lambda port: port.kind != "carried")
        fed = [(i, port.value) for i, port in enumerate(loop.inputs) if port.value is not None]
        result = self._inside(
            loop.body, [value for _, value in fed], [shapes[i] for i, _ in fed], [names[i] for i, _ in fed],
            [_value(port) for port in ports],
        )  # fmt: skip
        return result, ports

    def _inside(
        self, body: Body, inputs: Sequence[Output], shapes: Sequence[Shape], names: Sequence[str], wanted: Any
    ) -> Inside:
        """A body as operators."""
        pairs = zip(inputs, shapes, strict=True)
        feeds = {output_key(each): Fed(each.dtype, shape) for each, shape in pairs}
        goal = Goal(list(wanted), list(body.targets))
        graph, goal = finished(specialise(body.graph, goal, feeds, {}), goal)
        if any(node.type.control for node in graph.nodes):
            raise NotExported("has branches or loops of single blocks in its body")
        return self._write(graph, goal, names)._replace(shapes=[each.shape for each in goal.outputs])

    def _around(self, site: Site, body: Inside) -> str:
        """A body that is run in the graph around."""
        sink: Any = site.sink
        sink.nodes += body.nodes
        return body.names[0]

    def _in_order(self, ports: Sequence[Port], body: Inside) -> list[tuple[str, Output, Shape]]:
        """What a round gives; a shape is said, which onnxruntime wants of what a Scan stacks."""
        given = zip(ports, body.names, body.shapes, strict=False)
        return [(name, _value(port), shape) for port, name, shape in given]

    def _told(self, site: Site, loop: Loop, ports: Sequence[Port], names: Sequence[str]) -> list[Value]:
        """The results in the order of the node's outputs."""
        by_port = dict(zip(map(id, ports), names, strict=True))
        count = loop.rounds([each.shape for each in site.node.inputs])
        results: list[str] = []
        for port in loop.outputs:
            if port.value is None and count is None:
                raise NotExported("has a number of rounds that is known only when it runs")
            results.append(site.constant(count).name if port.value is None else by_port[id(port)])
        return self._values(site, results, site.node.outputs)

    def _values(self, site: Site, names: Sequence[str], outputs: Sequence[Output]) -> list[Value]:
        return [Value(site.sink, name, o.dtype, o.shape) for name, o in zip(names, outputs, strict=True)]

    def _graph(self, name: str, nodes: list[Any], heads: Sequence[Any], outs: Sequence[Any]) -> Any:
        """A body with its inputs and outputs, each with a name, and what has its element type."""
        info = onnx.helper.make_tensor_value_info
        inputs = [info(head, CODES[_dtype(kind).name], shape) for head, kind, shape in heads]
        outputs = [info(out, CODES[_dtype(kind).name], shape) for out, kind, shape in outs]
        return onnx.helper.make_graph(nodes, name, inputs, outputs)


def _value(port: Port) -> Output:
    assert port.value is not None
    return port.value


def _dtype(kind: Any) -> Any:
    return kind.dtype if isinstance(kind, Output) else kind


def _stacked(values: Sequence[Value]) -> Value:
    """Tensors of one shape along a new first axis."""
    if not values:
        raise NotExported("has no rounds")
    first = values[0]
    rows = [op.Unsqueeze(value, [0]) for value in values]
    [name] = first.sink.add("Concat", [row.name for row in rows], 1, {"axis": 0})
    return Value(first.sink, name, first.dtype, None if first.shape is None else (len(values), *first.shape))
