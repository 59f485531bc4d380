"""TensorFlow loops and branches as While, Scan and Cond blocks with composites."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from blocks.base.dtypes import BOOL
from blocks.base.errors import FileError
from blocks.base.names import claim_name
from blocks.elaborate.instance_types import keeps
from blocks.interchange.importing.build import nodes_of
from blocks.interchange.importing.canvases import legal_id
from blocks.interchange.importing.model_graph import ModelGraph, ModelNode, Ref
from blocks.interchange.tensorflow.control_flow.recurrent import LISTS, Recurrence, complete_lists, recurrence
from blocks.interchange.tensorflow.expanded import item_shape
from blocks.interchange.tensorflow.operations import (
    ARGUMENT,
    BODIES,
    CASES,
    CUSTOM,
    Converted,
    FunctionBody,
    ImportedGradient,
    Operation,
    Value,
    origin,
    output_of,
)
from blocks.interchange.tensorflow.operators import shape_value
from blocks.library.parsing.tensor_messages import DTYPES
from blocks.library.registry import find

_INDEX = "index"
_ROLES = {"gradient": "grad", "result": "result"}
"""The prefixes of the inputs of a gradient composite that belong to an output."""
_MOST_BRANCHES = 30
_MOST_LOOPS = 100


class LoopTranslation:
    """The conversion of loops and branches for a `Translation`, ``on``."""

    def __init__(self, on: Any) -> None:
        self._on = on
        self._recurrences: dict[Operation, Recurrence] = {}
        self._growing: set[Operation] = set()

    def look_at(self, operations: Sequence[Operation]) -> set[Operation]:
        lists = {each for each in operations if each.op in LISTS}
        for each in operations:
            if each.op.endswith("While") and _fits(each):
                condition, body = (each.bodies[name] for name in BODIES[each.op])
                result = recurrence(each, condition, body)
                if result is not None:
                    self._recurrences[each] = result
                else:
                    self._growing |= complete_lists(each, body)
        for each in operations:
            if each not in self._recurrences:
                lists.difference_update(value.operation for value in each.inputs)
        return lists

    def make(self, operation: Operation) -> Converted:
        if operation.op == CUSTOM:
            return self._custom(operation)
        if operation.op in CASES:
            return self._case(operation)
        return self._while(operation) if operation.op.endswith("While") else self._if(operation)

    def _while(self, operation: Operation) -> Converted:
        condition, body = (operation.bodies[name] for name in BODIES[operation.op])
        count = len(operation.inputs)
        if not _fits(operation):
            raise FileError(f"{operation.name!r} runs functions that do not accept its inputs")
        taken = {"rounds"}
        names = [claim_name(_pin_name(value), taken) for value in operation.inputs]
        entry = self._recurrences.get(operation)
        if entry is not None:
            return self._scan(operation, body, names, entry)
        constant = [comes_from(body.results[i], body.arguments[i]) for i in range(count)]
        shown = legal_id(operation.path[-1])
        test = self._body(condition, f"{shown}_condition", names, {"again": condition.results[0]}, ()).graph
        carried = {names[i]: body.results[i] for i in range(count) if not constant[i]}
        run = self._body(body, f"{shown}_body", names, carried, carried).graph
        _declare_open_shapes(operation, run, names, constant, self._growing)
        node = self._on.graph.add(operation.path, "While", source=operation.op)
        node.bodies = {"condition": test, "body": run}
        used = {each.path[0] for graph in (test, run) for each in graph.nodes if each.type == "InputPin"}

        def output(index: int) -> Ref | None:
            if index >= count:
                return None
            return self._on.ref(operation.inputs[index], operation) if constant[index] else node.out(names[index])

        return Converted(output, [[(node, name)] if name in used else [] for name in names])

    def _scan(self, operation: Operation, body: FunctionBody, names: list[str], recurrence: Recurrence) -> Converted:
        for index, each in recurrence.stacked.items():
            each.sets.op, each.sets.inputs = "Identity", [each.item]
            body.results[index] = Value(each.sets, 0)
        for index, readers in recurrence.over.items():
            for each in readers:
                each.op, each.inputs = "Identity", [Value(body.arguments[index], 0)]
        count = len(operation.inputs)
        constant = [comes_from(body.results[i], body.arguments[i]) for i in range(count)]
        carried = {names[i]: body.results[i] for i in range(count) if not constant[i] and i not in recurrence.stacked}
        stacked = {names[i]: body.results[i] for i in recurrence.stacked}
        run = self._body(body, f"{legal_id(operation.path[-1])}_body", names, {**carried, **stacked}, carried).graph
        beside = _Beside(self._on.graph, operation)
        pins: list[list[tuple[ModelNode, str]]] = [[] for _ in names]
        rounds = beside.rounds(recurrence.limits, pins)
        node = self._on.graph.add(operation.path, "Scan", source=operation.op)
        node.bodies = {"body": run}
        used = {each.path[0] for each in run.nodes if each.type == "InputPin"}
        over = [names[i] for i in recurrence.over if names[i] in used]
        for i, name in enumerate(names):
            if name in over:
                items = beside.first(name, rounds)
                pins[i].append((items, "input"))
                node.inputs.append((name, items.out("output")))
            elif name in used:
                pins[i].append((node, name))
        if not over:
            over = ["round"]
            run.add(("round",), "InputPin")
            node.inputs.append(("round", beside.numbers(rounds)))
        node.values["over"] = over
        if recurrence.reverse:
            node.values["reverse"] = True
        last = {i: beside.last(names[i], node.out(names[i])) for i, each in recurrence.stacked.items() if each.is_last}

        def output(index: int) -> Ref | None:
            if index >= count:
                return None
            if constant[index]:
                return self._on.ref(operation.inputs[index], operation)
            return last.get(index) or node.out(names[index])

        return Converted(output, pins)

    def _if(self, operation: Operation) -> Converted:
        bodies, names, used, outputs = _branches(operation)
        always = [names[i] for i in sorted(used)]
        shown = legal_id(operation.path[-1])
        graphs = [
            self._body(each, f"{shown}_{what}", names, dict(zip(outputs, each.results, strict=True)), always).graph
            for each, what in zip(bodies, ("then", "else"), strict=True)
        ]
        node = self._on.graph.add(operation.path, "Cond", source=operation.op)
        node.bodies = dict(zip(("then", "else"), graphs, strict=True))
        predicate = [(node, "predicate")]
        if "Tcond" in operation.attr and DTYPES.get(operation.attr["Tcond"].type) is not BOOL:
            cast = self._on.graph.add(
                (*operation.path[:-1], f"{operation.path[-1]}_predicate"), "Cast", {"DstT": BOOL.name}
            )
            node.inputs.append(("predicate", cast.out("y")))
            predicate = [(cast, "x")]
        pins = [[(node, name)] if i in used else [] for i, name in enumerate(names)]
        return Converted(output_of([node.out(pin) for pin in outputs]), [predicate, *pins])

    def _case(self, operation: Operation) -> Converted:
        """Build nested Conds that select a function by number; the last one runs for other numbers."""
        bodies, names, used, outputs = _branches(operation)
        always = [names[i] for i in sorted(used)]
        shown = legal_id(operation.path[-1])

        def branch(k: int) -> ModelGraph:
            results = dict(zip(outputs, bodies[k].results, strict=True))
            graph = self._body(bodies[k], f"{shown}_{k}", names, results, always).graph
            graph.add((_INDEX,), "InputPin")
            return graph

        def choice(graph: ModelGraph, path: tuple[str, ...], k: int) -> tuple[ModelNode, ModelNode]:
            is_this = graph.add((*path[:-1], f"{path[-1]}_is_{k}"), "Equal", {"y": k})
            node = graph.add(path, "Cond", source=operation.op)
            node.inputs.append(("predicate", is_this.out("z")))
            node.bodies = {"then": branch(k), "else": rest(k + 1)}
            return is_this, node

        def rest(k: int) -> ModelGraph:
            if k >= len(bodies) - 1:
                return branch(len(bodies) - 1)
            graph = ModelGraph(f"{shown}_from_{k}")
            pins = {name: graph.add((name,), "InputPin").out("output") for name in [*always, _INDEX]}
            is_this, node = choice(graph, ("case",), k)
            is_this.inputs.append(("x", pins[_INDEX]))
            node.inputs += list(pins.items())
            for name in outputs:
                graph.add((name,), "OutputPin", inputs=[("input", node.out(name))])
            return graph

        is_first, node = choice(self._on.graph, operation.path, 0)
        pins = [[(node, name)] if i in used else [] for i, name in enumerate(names)]
        return Converted(output_of([node.out(pin) for pin in outputs]), [[(is_first, "x"), (node, _INDEX)], *pins])

    def _custom(self, operation: Operation) -> Converted:
        """Build an instance of a composite with a custom gradient, without that if it has no blocks."""
        custom: ImportedGradient = operation.attr[CUSTOM]
        shown = legal_id(operation.path[-1])
        pins = {role: [f"{begin}_{name}" for name in custom.outputs] for role, begin in _ROLES.items()}
        taken = {name for each in pins.values() for name in each}
        names = [claim_name(legal_id(argument.path[-1]), taken) for argument in custom.forward.arguments]
        pins["input"] = names
        given = [pins[argument.path[0]][int(argument.path[1])] for argument in custom.backward.arguments]
        gradients = {f"grad_{names[i]}": value for i, value in custom.gradients.items()}
        gradient = self._body(custom.backward, f"{shown}_gradient", given, gradients, ()).graph
        read = {each.path[0] for each in gradient.nodes if each.type == "InputPin"}
        used = {*names[: custom.inputs], *read}
        inner = self._body(custom.forward, shown, names, {}, used)
        node = self._on.graph.add(operation.path, "", source=operation.op)
        outputs: set[str] = set()

        def output(index: int) -> Ref | None:
            name = custom.outputs[index] if index < len(custom.outputs) else None
            if name is not None and name not in outputs:
                outputs.add(name)
                inner.end(name, custom.forward.results[index])
            return None if name is None else node.out(name)

        for i in range(len(custom.outputs)):
            if not read.isdisjoint(pins[role][i] for role in _ROLES):
                output(i)
        node.bodies = {"forward": inner.graph, "gradient": gradient}
        if not all(_is_pure(each) for each in nodes_of(gradient)):
            custom.missing[custom.title] = None
            del node.bodies["gradient"]
        return Converted(output, [[(node, name)] if name in used else [] for name in names])

    def _body(
        self, body: FunctionBody, name: str, names: Sequence[str], outputs: Mapping[str, Value], always: Iterable[str]
    ) -> Any:
        """Return the translation of a function; pins in ``always`` exist even if nothing reads them."""
        inner = self._on.inner(ModelGraph(name))
        used = _used(body)
        pins: dict[str, Ref] = {}
        for i, argument in enumerate(body.arguments):
            if i in used or names[i] in always:
                if names[i] not in pins:
                    pins[names[i]] = inner.graph.add((names[i],), "InputPin").out("output")
                inner.put(Value(argument, 0), pins[names[i]])
        inner.add(body.operations)
        for pin, value in outputs.items():
            inner.end(pin, value)
        return inner


def _is_pure(node: ModelNode) -> bool:
    spec = find(node.type)
    return node.known and (spec is None or not (spec.variable or spec.writes or keeps(spec)))


class _Beside:
    def __init__(self, graph: ModelGraph, operation: Operation) -> None:
        self._graph = graph
        self._path = (*operation.path[:-1], f"{operation.path[-1]}_rounds")

    def _add(self, name: str, kind: str, values: Mapping[str, object], **inputs: Ref) -> ModelNode:
        return self._graph.add((*self._path, name), kind, values, list(inputs.items()))

    def rounds(self, limits: Sequence[tuple[int | None, int]], pins: Sequence[list[tuple[ModelNode, str]]]) -> Ref:
        constants = [number for index, number in limits if index is None]
        indices = list(dict.fromkeys(index for index, _ in limits if index is not None))
        if not indices:
            return self._add("rounds", "Const", {"val": [max(min(constants), 0)]}).out("output")
        ref: Ref | None = None
        if constants:
            least = self._add("least", "Minimum", {"y": min(constants)})
            pins[indices[0]].append((least, "x"))
            ref = least.out("z")
        for index in indices[bool(constants) :]:
            if ref is None:
                ref = self._given(index, pins)
                continue
            least = self._add(f"least_{index}", "Minimum", {}, x=ref)
            pins[index].append((least, "y"))
            ref = least.out("z")
        assert ref is not None
        return self._add("rounds", "Reshape", {"shape": [1]}, tensor=ref).out("output")

    def _given(self, index: int, pins: Sequence[list[tuple[ModelNode, str]]]) -> Ref:
        given = self._add("limit", "Identity", {})
        pins[index].append((given, "input"))
        return given.out("output")

    def first(self, name: str, rounds: Ref) -> ModelNode:
        return self._add(name, "StridedSlice", {"begin": [0], "strides": [1]}, end=rounds)

    def numbers(self, rounds: Ref) -> Ref:
        limit = self._add("count", "Reshape", {"shape": []}, tensor=rounds)
        return self._add("numbers", "Range", {"start": 0, "delta": 1}, limit=limit.out("output")).out("output")

    def last(self, name: str, stacked: Ref) -> Ref:
        values = {"begin": [-1], "end": [0], "strides": [1], "end_mask": 1}
        return self._add(f"{name}_last", "StridedSlice", values, input=stacked).out("output")


def _branches(operation: Operation) -> tuple[list[FunctionBody], list[str], set[int], list[str]]:
    """Return a branch's functions, input pins, used ones, and result pins; raise FileError if they do not fit."""
    bodies = list(operation.bodies.values())
    count = len(operation.inputs) - 1
    if any(len(each.arguments) != count for each in bodies) or len({len(each.results) for each in bodies}) > 1:
        raise FileError(f"{operation.name!r} runs functions that differ in their outputs or do not accept its inputs")
    if len(bodies) > _MOST_BRANCHES:
        raise FileError(f"{operation.name!r} has {len(bodies):,} branches; the limit is {_MOST_BRANCHES}")
    taken = {"predicate", _INDEX}
    names = [claim_name(_pin_name(value), taken) for value in operation.inputs[1:]]
    used = {i for each in bodies for i in _used(each)}
    outputs = ["output" if i == 0 else f"output_{i}" for i in range(len(bodies[0].results))]
    return bodies, names, used, outputs


def _fits(operation: Operation) -> bool:
    condition, body = (operation.bodies[name] for name in BODIES[operation.op])
    count = len(operation.inputs)
    return len(condition.arguments) == len(body.arguments) == len(body.results) == count and bool(condition.results)


def comes_from(value: Value, operation: Operation) -> bool:
    return origin(value, ("Identity",)).operation is operation


def _used(body: FunctionBody) -> set[int]:
    values = [value for each in body.operations for value in each.inputs] + body.results
    read = {id(value.operation) for value in values if value.operation.op == ARGUMENT}
    return {i for i, argument in enumerate(body.arguments) if id(argument) in read}


def _pin_name(value: Value) -> str:
    name = legal_id(value.operation.path[-1])
    return f"{name}_{value.index}" if value.index else name


def _list_shape(value: Value, growing: Collection[Operation]) -> tuple[int | None, ...] | None:
    """Return [n, ...] the shape of a list that begins empty or that loops have filled; None for other values."""
    for _ in range(_MOST_LOOPS):
        operation = value.operation
        if operation.op in LISTS:
            shape = item_shape(operation)
            is_growing = operation.op == "EmptyTensorList" or operation in growing
            return (None, *shape) if shape is not None and is_growing else None
        if operation.op == "Identity" and operation.inputs:
            value = operation.inputs[0]
        elif operation.op.endswith("While") and value.index < len(operation.inputs):
            value = operation.inputs[value.index]
        else:
            return None
    return None


def _declare_open_shapes(
    operation: Operation,
    body: ModelGraph,
    names: Sequence[str],
    constant: Sequence[bool],
    growing: Collection[Operation],
) -> None:
    """Declare which sizes of carried values vary between iterations.

    TensorFlow declares for each shape what is known in all iterations. A size varies if it is not declared although the
    initial constant has a known size.
    """
    pins = {node.path[0]: node for node in body.nodes if node.type == "InputPin"}
    for value, name in zip(operation.inputs, names, strict=True):
        result = _list_shape(value, growing)
        if result is not None and name in pins:
            pins[name].values["shape"] = list(result)
    if "output_shapes" not in operation.attr:
        return
    shapes = [shape_value(each) for each in operation.attr["output_shapes"].list.shape]
    for value, shape, name, is_constant in zip(operation.inputs, shapes, names, constant, strict=False):
        if is_constant or shape is None or None not in shape or name not in pins:
            continue
        if value.operation.op == "Const" and "value" in value.operation.attr:
            pins[name].values["shape"] = shape
