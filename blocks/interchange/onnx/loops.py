"""ONNX loops and branches: Loop and Scan become While, Repeat or Scan blocks, If becomes Cond."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import BOOL, INT64, DType
from blocks.base.errors import DiagramError
from blocks.base.names import claim_name
from blocks.base.types import Shape
from blocks.interchange.importing.canvases import legal_id
from blocks.interchange.importing.model_graph import ModelGraph, Weight
from blocks.interchange.onnx.paths import names_read
from blocks.interchange.onnx.schema import message as new_message
from blocks.interchange.onnx.schema import text
from blocks.interchange.onnx.site import Rule, Site
from blocks.interchange.onnx.translation import Captured, OnnxTranslation, OperatorPlace, ValueNames
from blocks.interchange.onnx.values import Given, Val, constant, give, output_of, pin, sequence, stand_in
from blocks.library.control_flow.branches import common_sizes

_MOST_TRIES = 4
"""How often the body of a loop is read again because a size in it varies from round to round."""


class ReadBody(NamedTuple):
    """A graph that an operator runs; ``captured`` has the outer values that it reads, by its pins."""

    graph: ModelGraph
    results: list[Val]
    captured: Mapping[str, Val]


class BodyPin(NamedTuple):
    """An input of a body; ``name`` is empty for a constant ``value``."""

    name: str
    dtype: DType
    shape: Shape
    value: Any = None


def read_body(site: Site, message: Any, name: str, pins: Sequence[BodyPin], taken: set[str]) -> ReadBody:
    """Build the graph of an attribute; raise DiagramError if its number of inputs is not that of ``pins``."""
    around: OperatorPlace = site.around
    if len(message.input) != len(pins):
        raise DiagramError(f"the inner graph takes {len(message.input)} values, but gets {len(pins)}")
    graph = ModelGraph(name)
    captured = Captured(around.names, graph, site.scope, taken)
    names = ValueNames(captured.find)
    for each, said in zip(message.input, pins, strict=True):
        if said.value is not None:
            weight = Weight(np.asarray(said.value), said.dtype)
            names.put(each.name, constant(site.scope, graph, (legal_id(text(each.name)),), weight))
        else:
            names.put(each.name, pin(graph, site.scope, said.name, said.dtype, said.shape))
    inner = OnnxTranslation(around.translation.shared, graph, around.translation.depth + 1)
    inner.add(message, names, around.frame._replace(prefix=()))
    result = [inner.value(each.name, names, name) for each in message.output]
    results = [each for each in result if each is not None]
    if len(results) != len(result):
        raise DiagramError("an output of the inner graph has no value")
    for each in results:
        _ = each.ref  # a pin for it is made, where it comes from outside; a sequence has none
    return ReadBody(graph, results, captured.pins)


def _names_of(values: Sequence[Any], taken: set[str]) -> list[str]:
    return [claim_name(legal_id(text(each.name)), taken) for each in values]


def _shown(site: Site) -> str:
    return legal_id(site.path[-1])


def _if(site: Site) -> list[Val]:
    predicate = site.cast(site.input(0), BOOL)
    if predicate.shape != ():
        predicate = site.reshape(predicate, [])
    taken = {"predicate", *(f"output_{i}" for i in range(1, len(site.outputs))), "output"}
    branches = {
        key: read_body(site, site.attributes[f"{key}_branch"].g, f"{_shown(site)}_{key}", (), taken)
        for key in ("then", "else")
        if site.has(f"{key}_branch")
    }
    if len(branches) < 2 or len({len(each.results) for each in branches.values()}) != 1:
        raise DiagramError("the operator must have two branches that return the same number of values")
    # A pin of one is a pin of both.
    captured: dict[str, Val] = {}
    for body in branches.values():
        captured.update(body.captured)
    for body in branches.values():
        for name in captured:
            if name not in body.captured:
                body.graph.add((name,), "InputPin")
    outputs: list[tuple[str, DType, Shape]] = []
    for i, (one, other) in enumerate(zip(*(each.results for each in branches.values()), strict=True)):
        name = "output" if i == 0 else f"output_{i}"
        if one.dtype is not other.dtype:
            raise DiagramError(f"the branches return different dtypes, {one.dtype.short} and {other.dtype.short}")
        for body, value in zip(branches.values(), (one, other), strict=True):
            give(body.graph, name, value)
        outputs.append((name, one.dtype, common_sizes(one.shape, other.shape)))
    wires = [("predicate", predicate), *captured.items()]
    return site.with_bodies("Cond", {}, wires, outputs, {key: each.graph for key, each in branches.items()})


class _Carried(NamedTuple):
    """The values that a loop carries; ``shapes`` has the sizes that are known in all iterations."""

    names: list[str]
    first: list[Val]
    shapes: list[Shape]

    def pins(self) -> list[BodyPin]:
        return [BodyPin(n, v.dtype, s) for n, v, s in zip(self.names, self.first, self.shapes, strict=True)]

    def declare(self, graph: ModelGraph) -> None:
        open_shapes = {
            name: None if shape is None else list(shape)
            for name, value, shape in zip(self.names, self.first, self.shapes, strict=True)
            if shape != value.shape
        }
        for node in graph.nodes:
            if node.type == "InputPin" and node.path[-1] in open_shapes:
                node.values["shape"] = open_shapes[node.path[-1]]


def _settled(
    site: Site, message: Any, before: Sequence[BodyPin], carried: _Carried, behind: Sequence[BodyPin], taken: set[str]
) -> tuple[ReadBody, _Carried]:
    first = 1 if before else 0  # the condition of a Loop
    least = first + len(carried.names)
    for _ in range(_MOST_TRIES):
        pins = [*before, *carried.pins(), *behind]
        body = read_body(site, message, f"{_shown(site)}_body", pins, set(taken))
        if len(body.results) < least:
            raise DiagramError(f"the inner graph returns {len(body.results)} values, expected at least {least}")
        results = body.results[first:least]
        for one, other in zip(carried.first, results, strict=True):
            if one.dtype is not other.dtype:
                raise DiagramError(
                    f"the dtype of a carried value changes from {one.dtype.short} to {other.dtype.short}"
                )
        shapes = [common_sizes(a, b.shape) for a, b in zip(carried.shapes, results, strict=True)]
        if shapes == carried.shapes:
            carried.declare(body.graph)
            return body, carried
        carried = carried._replace(shapes=shapes)
    raise DiagramError("the shapes of the values that the loop carries cannot be determined")


def _loop(site: Site) -> list[Given]:
    message = site.attributes["body"].g if site.has("body") else None
    if message is None or len(message.input) < 2:
        raise DiagramError("the operator needs an inner graph with at least 2 inputs")
    first = [site.input(i) for i in range(2, len(site.inputs))]
    if any(each.is_sequence for each in first):
        return _appending(site, message, first)
    return _looped(site, message, first)


def _appending(site: Site, message: Any, first: Sequence[Val]) -> list[Given]:
    """Convert a loop whose iterations append to carried sequences: collect the appended tensors."""
    lists = [i for i, each in enumerate(first) if each.is_sequence]
    changed = new_message("Graph")
    changed.CopyFrom(message)
    for i in lists:
        name = message.input[2 + i].name
        if not _collects(changed, 1 + i, name) or any(name in names_read(each) for each in changed.node):
            raise DiagramError("each iteration of the loop must append exactly one tensor to the sequence")
    collected = [changed.output[1 + i].name for i in lists]
    for i in reversed(lists):
        del changed.input[2 + i], changed.output[1 + i]
    for name in collected:
        changed.output.add(name=name)
    results = _looped(site, changed, [each for each in first if not each.is_sequence])
    others, stacked = results[: -len(lists)], results[-len(lists) :]
    for i, value in zip(lists, stacked, strict=True):
        assert value is not None
        before = first[i].stacked
        if first[i].items:
            before = site("Stack", "before", values=first[i].items, axis=0)
        whole = value if before is None else site("Concat", "all", values=[before, value], axis=0)
        others.insert(i, sequence(None, whole))
    return others


def _collects(graph: Any, index: int, name: bytes) -> bool:
    """Make a body output the one tensor that it appends to a sequence; return False if it does anything else."""
    whole = graph.output[index].name
    made = next((each for each in graph.node if whole in each.output), None)
    if made is None or any(whole in names_read(each) for each in graph.node):
        return False
    if made.op_type == b"If":
        at = list(made.output).index(whole)
        branches = [each.g for each in made.attribute if each.name in (b"then_branch", b"else_branch")]
        return all(at < len(each.output) and _collects(each, at, name) for each in branches)
    if made.op_type != b"SequenceInsert" or made.input[0] != name or len([each for each in made.input if each]) != 2:
        return False
    graph.output[index].Clear()
    graph.output[index].name = made.input[1]
    graph.node.remove(made)
    return True


def _looped(site: Site, message: Any, first: list[Val]) -> list[Given]:
    limit, start = site.given(0), site.given(1)
    count = len(first)
    taken = {"rounds", "index", "again", "limit"}
    names = _names_of(message.input[2:], taken)
    stacked = _names_of(message.output[1 + count :], taken)
    carried = _Carried(names, first, [each.shape for each in first])
    before = [BodyPin("index", INT64, ()), BodyPin("", BOOL, (), True)]
    body, carried = _settled(site, message, before, carried, (), taken)
    again = body.results[0]
    if limit is not None and limit.shape != ():
        limit = site.reshape(limit, [])
    if _is_true(start) and _is_true(again) and limit is not None and stacked:
        return _counted(site, body, carried, stacked, limit)
    return _while(site, body, carried, stacked, limit, start)


def _uses(graph: ModelGraph, name: str) -> bool:
    return any(ref.node.path == (name,) and ref.node.type == "InputPin" for n in graph.nodes for _, ref in n.inputs)


def _drop(graph: ModelGraph, name: str) -> None:
    graph.nodes[:] = [each for each in graph.nodes if each.type != "InputPin" or each.path != (name,)]


def _outputs(
    graph: ModelGraph, carried: _Carried, stacked: Sequence[str], results: Sequence[Val], rounds: int | None
) -> list[tuple[str, DType, Shape]]:
    """Add output pins to a body; return the pin, dtype and shape of each output of the loop."""
    rows = [None if each.shape is None else (rounds, *each.shape) for each in results[len(carried.names) :]]
    outputs: list[tuple[str, DType, Shape]] = []
    for name, value, shape in zip([*carried.names, *stacked], results, [*carried.shapes, *rows], strict=True):
        give(graph, name, value)
        outputs.append((name, value.dtype, shape))
    return outputs


def _counted(site: Site, body: ReadBody, carried: _Carried, stacked: list[str], limit: Val) -> list[Given]:
    rounds = None if limit.known is None else int(limit.known)
    outputs = _outputs(body.graph, carried, stacked, body.results[1:], rounds)
    zero, one = (site.const(i, label, INT64) for i, label in ((0, "zero"), (1, "one")))
    numbers = site("Range", "numbers", start=zero, limit=site.cast(limit, INT64), delta=one)
    wires = [("index", numbers), *zip(carried.names, carried.first, strict=True), *body.captured.items()]
    return list(site.with_bodies("Scan", {"over": ["index"]}, wires, outputs, {"body": body.graph}, "loop"))


def _while(
    site: Site, body: ReadBody, carried: _Carried, stacked: list[str], limit: Val | None, start: Given
) -> list[Given]:
    count = len(carried.names)
    inside = site.inside(body.graph)
    outputs = _outputs(body.graph, carried, (), body.results[1 : 1 + count], None)
    wires: list[tuple[str, Val]] = [*zip(carried.names, carried.first, strict=True), *body.captured.items()]
    index = next(each for each in body.graph.nodes if each.type == "InputPin" and each.path == ("index",))
    for name, value in zip(stacked, body.results[1 + count :], strict=True):
        sizes = value.sizes
        if sizes is None:
            given, result = _flat(site, body, name, value)
            wires += given
            outputs += result
            continue
        so_far = pin(body.graph, site.scope, name, value.dtype, (None, *sizes))
        body.graph.nodes[-1].values["shape"] = [None, *sizes]
        item = inside("ExpandDims", f"{name}_item", input=value, axis=0)
        give(body.graph, name, inside("Concat", f"{name}_more", values=[so_far, item], axis=0))
        wires.append((name, site.const(np.zeros((0, *sizes), value.dtype.numpy), f"{name}_first", value.dtype)))
        outputs.append((name, value.dtype, (None, *sizes)))
    test = ModelGraph(f"{_shown(site)}_condition")
    asks = site.inside(test)
    tests: list[Val] = []
    if limit is None and not _uses(body.graph, "index"):
        _drop(body.graph, "index")
    else:
        counter = output_of(stand_in(site.scope, INT64, ()), index.out("output"))
        number = inside("Add", "next", x=counter, y=1)
        give(body.graph, "index", number)
        wires.append(("index", site.const(0, "index", INT64)))
    if limit is not None:
        counter = pin(test, site.scope, "index", INT64, ())
        tests.append(asks("Less", x=counter, y=pin(test, site.scope, "limit", INT64, ())))
        wires.append(("limit", site.cast(limit, INT64)))
    again = body.results[0]
    if limit is None or not _is_true(again) or not _is_true(start):
        if again.shape != ():
            again = inside.reshape(again, [])
        give(body.graph, "again", again)
        if not any(each.path == ("again",) and each.type == "InputPin" for each in body.graph.nodes):
            pin(body.graph, site.scope, "again", BOOL, ())
        tests.append(pin(test, site.scope, "again", BOOL, ()))
        begin = site.const(True, "again", BOOL) if start is None else start
        wires.append(("again", begin if begin.shape == () else site.reshape(begin, [])))
    goes_on = tests[0] if len(tests) == 1 else asks("LogicalAnd", x=tests[0], y=tests[1])
    give(test, "goes_on", goes_on)
    bodies = {"condition": test, "body": body.graph}
    results = site.with_bodies("While", {}, wires, outputs, bodies, "loop")
    return [*results[:count], *_of_flat(site, body.results[1 + count :], results[count:])]


def _flat(
    site: Site, body: ReadBody, name: str, value: Val
) -> tuple[list[tuple[str, Val]], list[tuple[str, DType, Shape]]]:
    """Let a loop collect the elements of results, and their sizes, which are unknown before the run.

    Sizes that change between iterations are an error of Reshape.
    """
    rank = value.rank
    inside = site.inside(body.graph)
    taken = {each.path[-1] for each in body.graph.nodes if each.type in ("InputPin", "OutputPin")} | {name}
    sizes = claim_name(f"{name}_sizes", taken)
    so_far = pin(body.graph, site.scope, name, value.dtype, (None,))
    body.graph.nodes[-1].values["shape"] = [None]
    before = pin(body.graph, site.scope, sizes, INT64, (rank,))
    checked = inside("Reshape", f"{name}_item", tensor=value, shape=before)
    flat = inside("Reshape", f"{name}_elements", tensor=checked, shape=[-1])
    give(body.graph, name, inside("Concat", f"{name}_more", values=[so_far, flat], axis=0))
    give(body.graph, sizes, inside("Shape", f"{name}_shape", input=value, out_type=INT64))
    first = [-1] + [1] * (rank - 1)
    wires = [
        (name, site.const(np.zeros(0, value.dtype.numpy), f"{name}_first", value.dtype)),
        (sizes, site.const(np.array(first, np.int64), f"{name}_first_sizes")),
    ]
    return wires, [(name, value.dtype, (None,)), (sizes, INT64, (rank,))]


def _of_flat(site: Site, values: Sequence[Val], given: Sequence[Val]) -> list[Given]:
    results: list[Given] = []
    rest = iter(given)
    for value in values:
        result = next(rest)
        if value.sizes is None:
            # Of no rounds the sizes are still those to begin with.
            sizes = site("Maximum", "sizes", x=next(rest), y=1)
            shape = site("Concat", "shape", values=[site.const(np.array([-1], np.int64), "count"), sizes], axis=0)
            result = site("Reshape", "stacked", tensor=result, shape=shape)
            result.declared = (None, *(value.shape or ()))
        results.append(result)
    return results


def _is_true(value: Given) -> bool:
    return value is None or (value.known is not None and bool(value.known.all()))


def _scan(site: Site) -> list[Given]:
    if site.version < 9:
        raise DiagramError("Scan of opset 8, which runs over batches, is not supported")
    message = site.attributes["body"].g if site.has("body") else None
    number = site.whole("num_scan_inputs")
    if message is None or not 0 < number <= len(site.inputs):
        raise DiagramError(f"the operator needs an inner graph and a valid num_scan_inputs, got {number}")
    count = len(site.inputs) - number
    taken = {"rounds"}
    names = _names_of(message.input, taken)
    stacked = _names_of(message.output[count:], taken)
    axes = site.wholes("scan_input_axes") or [0] * number
    turned = site.wholes("scan_input_directions") or [0] * number
    over: list[Val] = []
    for i in range(number):
        x = site.input(count + i)
        axis = axes[i] % x.rank
        x = site.transpose(x, [axis, *(j for j in range(x.rank) if j != axis)])
        over.append(site("Reverse", tensor=x, axis=[0]) if turned[i] else x)
    first = [site.input(i) for i in range(count)]
    carried = _Carried(names[:count], first, [each.shape for each in first])
    items = [BodyPin(n, v.dtype, v.shape[1:] if v.shape else None) for n, v in zip(names[count:], over, strict=True)]
    body, carried = _settled(site, message, (), carried, items, taken)
    rounds = over[0].shape[0] if over[0].shape else None
    outputs = _outputs(body.graph, carried, stacked, body.results, rounds)
    wires = [*zip(names, [*first, *over], strict=True), *body.captured.items()]
    result = site.with_bodies("Scan", {"over": names[count:]}, wires, outputs, {"body": body.graph}, "scan")
    return [*result[:count], *_placed(site, result[count:])]


def _placed(site: Site, stacked: list[Val]) -> list[Val]:
    axes = site.wholes("scan_output_axes") or [0] * len(stacked)
    turned = site.wholes("scan_output_directions") or [0] * len(stacked)
    results: list[Val] = []
    for value, axis, back in zip(stacked, axes, turned, strict=True):
        if back:
            value = site("Reverse", tensor=value, axis=[0])
        if axis:
            rank = value.rank
            axis %= rank
            order = list(range(1, rank))
            order.insert(axis, 0)
            value = site.transpose(value, order)
        results.append(value)
    return results


LOOPS: Mapping[str, Rule] = {"If": _if, "Loop": _loop, "Scan": _scan}
