"""Loops and branches with their own graph in an ONNX model: Scan, Loop and If.

Bodies read loop-invariant values directly from the outer graph, which ONNX allows.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import BOOL, INT64
from blocks.base.shapes import is_known
from blocks.base.types import Shape
from blocks.compile.passes import Fed, finished, specialise
from blocks.compile.rewrite import Goal, output_key
from blocks.graph.graph import Graph, Output
from blocks.library.control_flow.bodies import Body, CheckpointedGradient, Choice, Loop, Port, Program, value_of
from blocks.library.onnx_rules.values import CODES, MOST, NotExported, Value, op
from blocks.library.onnx_rules.writing import OnnxWriter

onnx: Any = importlib.import_module("onnx")  # by name: the package is optional, and so are its types


class BodyNodes(NamedTuple):
    nodes: list[Any]
    names: list[str]
    shapes: Sequence[Shape] = ()


Write = Callable[[Graph, Goal, Sequence[str]], BodyNodes]
"""Writes a graph whose feeds have names; gives its operators and the names of the goal's outputs."""


_OF_LOOP = (("round", INT64), ("goes_on", BOOL))
"""What the body of ONNX's Loop is given first."""


class BodyWriter:
    def __init__(self, write: Write, free: Callable[[str], str]) -> None:
        self._write = write
        self._free = free

    def lowered(self, site: OnnxWriter, inputs: Sequence[Value]) -> list[Value]:
        program: Program = site.attrs["program"]
        if isinstance(program, Choice):
            return self._choice(site, program, inputs)
        if isinstance(program, CheckpointedGradient):
            return [*program.all_recorded(inputs, lambda loop, given: self._rounds(site, loop, given))]
        return self._rounds(site, program, inputs)

    def _rounds(self, site: OnnxWriter, loop: Loop, inputs: Sequence[Value]) -> list[Value]:
        if loop.varying and loop.test is None:
            raise NotExported("is the gradient of a loop whose shapes change")
        if any(port.kind in ("seen", "last") or port.asked for port in loop.outputs):
            raise NotExported("has inner values that are shown or fetched")
        if loop.test is not None:
            return self._asked(site, loop, loop.test, inputs)
        if loop.dynamic_length and any(port.kind == "count" for port in loop.inputs):
            return self._counted(site, loop, inputs)
        if loop.rounds([each.shape for each in inputs]) == 0:
            return self._no_rounds(site, loop, inputs)
        goes_over = any(port.kind in ("over", "each") for port in loop.inputs)
        return self._scan(site, loop, inputs) if goes_over else self._loop(site, loop, inputs)

    def _choice(self, site: OnnxWriter, choice: Choice, inputs: Sequence[Value]) -> list[Value]:
        sides: list[BodyNodes] = []
        shapes: list[list[Shape]] = [[], []]
        for side in (0, 1):
            wanted = [each for pair in choice.outputs if (each := pair[side]) is not None]
            pairs = [(pair[side], value) for pair, value in zip(choice.inputs, inputs[1:], strict=True)]
            given = [(output, value) for output, value in pairs if output is not None]
            result = self._inside(
                choice.bodies[side], [each for each, _ in given], [value.shape for _, value in given],
                [value.name for _, value in given], wanted,
            )  # fmt: skip
            there = iter(zip(result.names, result.shapes, strict=True))
            full = [("", None) if pair[side] is None else next(there) for pair in choice.outputs]
            sides.append(result._replace(names=[name for name, _ in full]))
            shapes[side] = [shape for _, shape in full]
        attributes: dict[str, Any] = {}
        results: list[Shape] = []
        for side, (title, body) in enumerate(zip(("then_branch", "else_branch"), sides, strict=True)):
            outs: list[tuple[str, Output, Shape]] = []
            for i, output in enumerate(site.node.outputs):
                name, shape = body.names[i], shapes[side][i]
                if not name:  # only the other branch has it, and only its gradient reads it
                    shape = tuple([size or 0 for size in shapes[1 - side][i] or ()])
                    zeros = site.constant(np.zeros(shape), output.dtype)
                    name = self._free(f"{site.node.name}/nothing")
                    body.nodes.append(onnx.helper.make_node("Identity", [zeros.name], [name]))
                outs.append((name, output, shape))
            results = [shape if not side or shape == results[i] else None for i, (*_, shape) in enumerate(outs)]
            attributes[title] = self._graph(title, body.nodes, [], outs)
        names = site.sink.add("If", [inputs[0].name], len(site.node.outputs), attributes)
        return [
            Value(site.sink, name, output.dtype, output.shape if shape is None else shape)
            for name, output, shape in zip(names, site.node.outputs, results, strict=True)
        ]

    def _no_rounds(self, site: OnnxWriter, loop: Loop, inputs: Sequence[Value]) -> list[Value]:
        pairs = zip(loop.inputs, loop.indices(loop.inputs), strict=True)
        begins = iter([inputs[at] for port, at in pairs if port.kind == "carried"])
        results: list[Value] = []
        for port in loop.outputs:
            if port.kind == "carried":
                results.append(op.Identity(next(begins)))
            elif port.value is None:
                results.append(site.constant(0))
            elif port.kind != "each":
                results.append(_zeros(site, port, 0))
        return results

    def _scan(self, site: OnnxWriter, loop: Loop, inputs: Sequence[Value]) -> list[Value]:
        states: list[Value] = []
        columns: list[Value] = []
        heads: list[tuple[str, Output, Shape]] = []
        rows: list[tuple[str, Output, Shape]] = []
        names: dict[int, str] = {}
        shapes: dict[int, Shape] = {}
        for i, (port, at) in enumerate(zip(loop.inputs, loop.indices(loop.inputs), strict=True)):
            if port.value is None:
                continue
            value = inputs[at]
            names[i], shapes[i] = value.name, value.shape
            if port.kind == "constant":
                continue
            names[i] = self._free(f"{site.node.name}/{port.name}")
            if port.kind == "carried":
                states.append(value)
                heads.append((names[i], port.value, value.shape))
                continue
            if port.kind == "each":
                value = _stacked(inputs[at : at + loop.width(port)])
            shapes[i] = None if value.shape is None else value.shape[1:]
            columns.append(value)
            rows.append((names[i], port.value, shapes[i]))
        result, ports = self._round(loop, names, shapes)
        graph = self._graph("round", result.nodes, [*heads, *rows], self._in_order(ports, result))
        attributes: dict[str, Any] = {"body": graph, "num_scan_inputs": len(columns)}
        if loop.reverse:
            attributes["scan_input_directions"] = [1] * len(columns)
            if len(ports) > len(states):
                attributes["scan_output_directions"] = [1] * (len(ports) - len(states))
        given = [each.name for each in (*states, *columns)]
        gave = self._gave(site, ports, site.sink.add("Scan", given, len(ports), attributes), result)
        first = columns[0]
        known = None if first.shape is None else first.shape[0]
        count = site.constant(known) if known is not None else _shaped(op.Squeeze(op.Shape(first, end=1)), ())
        return self._told(site, loop, ports, gave, count)

    def _loop(self, site: OnnxWriter, loop: Loop, inputs: Sequence[Value]) -> list[Value]:
        if loop.times is None:
            raise NotExported("has a number of iterations that depends on another loop")
        count = site.constant(loop.times)
        ports, gave = self._times(site, loop, count, inputs)
        return self._told(site, loop, ports, gave, count)

    def _times(
        self,
        site: OnnxWriter,
        loop: Loop,
        count: Value,
        inputs: Sequence[Value],
        elements: Callable[[str], BodyNodes] | None = None,
    ) -> tuple[list[Port], list[Value]]:
        names: dict[int, str] = {}
        shapes: dict[int, Shape] = {}
        states: list[str] = []
        heads = self._heads(site)
        taken = elements(heads[0][0]) if elements is not None else BodyNodes([], [])
        over = iter(zip(taken.names, taken.shapes, strict=True))
        for i, (port, at) in enumerate(zip(loop.inputs, loop.indices(loop.inputs), strict=True)):
            names[i], shapes[i] = next(over) if port.kind == "over" else (inputs[at].name, inputs[at].shape)
            if port.kind == "carried":
                states.append(inputs[at].name)
                names[i] = self._free(f"{site.node.name}/{port.name}")
                heads.append((names[i], value_of(port), inputs[at].shape))
        result, ports = self._round(loop, names, shapes)
        goes_on = self._free(f"{site.node.name}/goes_on")
        nodes = [*taken.nodes, *result.nodes, onnx.helper.make_node("Identity", [heads[1][0]], [goes_on])]
        outs = [(goes_on, BOOL, ()), *self._in_order(ports, result)]
        graph = self._graph("round", nodes, heads, outs)
        gave = site.sink.add("Loop", [count.name, "", *states], len(ports), {"body": graph})
        return ports, self._gave(site, ports, gave, result)

    def _counted(self, site: OnnxWriter, loop: Loop, inputs: Sequence[Value]) -> list[Value]:
        pairs = list(zip(loop.inputs, loop.indices(loop.inputs), strict=True))
        count = next(inputs[at] for port, at in pairs if port.kind == "count")
        over = [inputs[at] for port, at in pairs if port.kind == "over"]
        last = count - 1

        def elements(number: str) -> BodyNodes:
            nodes: list[Any] = []
            names: list[str] = []
            if loop.reverse:
                at = self._free(f"{site.node.name}/at")
                nodes.append(onnx.helper.make_node("Sub", [last.name, number], [at]))
                number = at
            for each in over:
                names.append(self._free(f"{site.node.name}/element"))
                nodes.append(onnx.helper.make_node("Gather", [each.name, number], names[-1:], axis=0))
            return BodyNodes(nodes, names, [None if each.shape is None else each.shape[1:] for each in over])

        ports, gave = self._times(site, loop, count, inputs, elements)
        if loop.reverse:
            gave = [
                each if port.kind == "carried" else _shaped(op.Slice(each, [-1], [-MOST], [0], [-1]), each.shape)
                for port, each in zip(ports, gave, strict=True)
            ]
        if over:  # what is multiplied by what was recorded has as many rows
            room = over[0].shape[0] if over[0].shape else None
            gave = [
                each if port.kind == "carried" else _padded(site, each, op.Shape(over[0], end=1), room)
                for port, each in zip(ports, gave, strict=True)
            ]
        return self._told(site, loop, ports, gave, count)

    def _asked(self, site: OnnxWriter, loop: Loop, test: Any, inputs: Sequence[Value]) -> list[Value]:
        indices = loop.indices(loop.inputs)
        before = {i: inputs[at].name for i, at in enumerate(indices)}
        shapes = {i: port.value.shape if loop.varying and port.value is not None and port.kind == "carried"
                  else inputs[indices[i]].shape for i, port in enumerate(loop.inputs)}  # fmt: skip
        carried = [i for i, port in enumerate(loop.inputs) if port.kind == "carried"]

        def condition(names: dict[int, str]) -> BodyNodes:
            return self._inside(
                test.body, [each for each, _ in test.inputs], [shapes[i] for _, i in test.inputs],
                [names[i] for _, i in test.inputs], [test.value],
            )  # fmt: skip

        begin = condition(before)
        sink: Any = site.sink
        sink.nodes += begin.nodes
        flag = op.Identity(Value(sink, begin.names[0], BOOL, ()))
        title = site.node.name
        names = {**before, **{i: self._free(f"{title}/{loop.inputs[i].name}") for i in carried}}
        result, ports = self._round(loop, names, shapes)
        after = condition({**names, **dict(zip(carried, result.names, strict=False))})
        rounds, counted = self._free(f"{title}/rounds"), self._free(f"{title}/counted")
        one = site.constant(1)
        nodes = [*result.nodes, *after.nodes, onnx.helper.make_node("Add", [rounds, one.name], [counted])]
        heads = self._heads(site)
        heads += [(names[i], value_of(loop.inputs[i]), shapes[i]) for i in carried]
        heads.append((rounds, INT64, ()))
        results, some = self._in_order(ports, result), len(carried)
        outs: list[Any] = [(after.names[0], BOOL, ()), *results[:some], (counted, INT64, ()), *results[some:]]
        graph = self._graph("round", nodes, heads, outs)
        states = [before[i] for i in carried]
        most = "" if loop.maximum is None else site.constant(loop.maximum).name
        given = [most, flag.name, *states, site.constant(0).name]
        gave = site.sink.add("Loop", given, len(ports) + 1, {"body": graph})
        number = Value(site.sink, gave.pop(some), INT64, ())
        values = self._gave(site, ports, gave, result)
        if loop.maximum is not None:  # so that loops around this one may stack what it records
            room = site.constant([loop.maximum])
            values[some:] = [_padded(site, each, room, loop.maximum) for each in values[some:]]
        return self._told(site, loop, ports, values, number)

    def _heads(self, site: OnnxWriter) -> list[Any]:
        return [(self._free(f"{site.node.name}/{each}"), kind, ()) for each, kind in _OF_LOOP]

    def _round(self, loop: Loop, names: dict[int, str], shapes: dict[int, Shape]) -> tuple[BodyNodes, list[Port]]:
        ports = [port for port in loop.outputs if port.value is not None and port.kind != "kept"]
        ports.sort(key=lambda port: port.kind != "carried")
        fed = [(i, port.value) for i, port in enumerate(loop.inputs) if port.value is not None]
        result = self._inside(
            loop.body, [value for _, value in fed], [shapes[i] for i, _ in fed], [names[i] for i, _ in fed],
            [value_of(port) for port in ports],
        )  # fmt: skip
        for port, shape in zip(ports, result.shapes, strict=True):
            if port.recorded and not is_known(shape):
                text = "records the values of a varying number of iterations. Set a maximum for the While block"
                raise NotExported(text)
        return result, ports

    def _gave(self, site: OnnxWriter, ports: Sequence[Port], names: Sequence[str], body: BodyNodes) -> list[Value]:
        return [
            Value(site.sink, name, value_of(port).dtype, shape if port.kind == "carried" else _stack_of(shape))
            for port, name, shape in zip(ports, names, body.shapes, strict=True)
        ]

    def _inside(
        self, body: Body, inputs: Sequence[Output], shapes: Sequence[Shape], names: Sequence[str], wanted: Any
    ) -> BodyNodes:
        pairs = zip(inputs, shapes, strict=True)
        feeds = {output_key(each): Fed(each.dtype, shape) for each, shape in pairs}
        goal = Goal(list(wanted), list(body.targets))
        graph, goal = finished(specialise(body.graph, goal, feeds, {}), goal)
        if any(node.type.control for node in graph.nodes):
            raise NotExported("contains branches or loops built from Switch and Merge blocks")
        return self._write(graph, goal, names)

    def _in_order(self, ports: Sequence[Port], body: BodyNodes) -> list[tuple[str, Output, Shape]]:
        """Return an iteration's results with shapes, which onnxruntime needs for stacked results of a Scan."""
        given = zip(ports, body.names, body.shapes, strict=False)
        return [(name, value_of(port), shape) for port, name, shape in given]

    def _told(
        self, site: OnnxWriter, loop: Loop, ports: Sequence[Port], gave: Sequence[Value], count: Value
    ) -> list[Value]:
        by_port = dict(zip(map(id, ports), gave, strict=True))
        rounds = None if count.known is None else int(count.known)
        for each in gave[sum(port.kind == "carried" for port in ports) :] if rounds is not None else ():
            each.shape = each.shape and (rounds, *each.shape[1:])
        results: list[Value] = []
        for port in loop.outputs:
            if port.value is None:
                results.append(count)
            elif port.kind == "kept":  # who computes rounds again, makes all of them here
                results.append(_zeros(site, port, -(-(rounds or 0) // (loop.checkpoint or 1))))
            elif port.kind == "each":
                results += [op.Gather(by_port[id(port)], site.constant(i), axis=0) for i in range(loop.width(port))]
            else:
                results.append(by_port[id(port)])
        return results

    def _graph(self, name: str, nodes: list[Any], heads: Sequence[Any], outs: Sequence[Any]) -> Any:
        info = onnx.helper.make_tensor_value_info
        inputs = [info(head, CODES[_dtype(kind).name], shape) for head, kind, shape in heads]
        outputs = [info(out, CODES[_dtype(kind).name], shape) for out, kind, shape in outs]
        return onnx.helper.make_graph(nodes, name, inputs, outputs)


def _stack_of(shape: Shape) -> Shape:
    return None if shape is None else (None, *shape)


def _zeros(site: OnnxWriter, port: Port, rows: int) -> Value:
    value = value_of(port)
    return site.constant(np.zeros([rows, *[size or 0 for size in value.shape or ()]]), value.dtype)


def _shaped(value: Value, shape: Shape) -> Value:
    value.shape = shape
    return value


def _padded(site: OnnxWriter, rows: Value, room: Value, size: int | None) -> Value:
    more = op.Sub(room, op.Shape(rows, end=1))
    shape = op.Concat(more, op.Shape(rows, start=1), axis=0)
    result = op.Concat(rows, op.Expand(site.constant(0, rows.dtype), shape), axis=0)
    result.shape = None if rows.shape is None else (size, *rows.shape[1:])
    return result


def _dtype(kind: Any) -> Any:
    return kind.dtype if isinstance(kind, Output) else kind


def _stacked(values: Sequence[Value]) -> Value:
    if not values:
        raise NotExported("has no iterations")
    first = values[0]
    rows = [op.Unsqueeze(value, [0]) for value in values]
    [name] = first.sink.add("Concat", [row.name for row in rows], 1, {"axis": 0})
    return Value(first.sink, name, first.dtype, None if first.shape is None else (len(values), *first.shape))
