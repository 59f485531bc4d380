"""Operations of TensorFlow as nodes of a diagram."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from blocks.base.dtypes import BOOL
from blocks.base.errors import DiagramError, FileError
from blocks.base.types import Array
from blocks.interchange.importing.canvases import legal_id, unique
from blocks.interchange.importing.model_graph import ModelGraph, ModelNode, Ref, Weight
from blocks.interchange.tensorflow import expanded
from blocks.interchange.tensorflow.operations import ARGUMENT, BODIES, Body, Operation, Value
from blocks.interchange.tensorflow.operators import (
    VARIABLES,
    attribute_values,
    dtype_name,
    input_pins,
    known_attributes,
    mapped,
    output_pin,
    shape_value,
)
from blocks.interchange.tensorflow.updates import Updates
from blocks.library.parsing.tensor_messages import DTYPES, tensor_of
from blocks.library.registry import find

_MOST_BYTES = 1 << 32
"""Bytes that the constants of a model may take altogether."""


class Made(NamedTuple):
    """What was made of an operation.

    Attributes:
        output: gives one of its outputs, by its place.
        inputs: the pins to which each of its inputs goes.
    """

    output: Callable[[int], Ref | None]
    inputs: Sequence[Sequence[tuple[ModelNode, str]]]


def _of(refs: Sequence[Ref]) -> Callable[[int], Ref | None]:
    """Gives one of some outputs by its place."""

    def output(place: int) -> Ref | None:
        return refs[place] if place < len(refs) else None

    return output


class Tensors:
    """Reads the constants of a model.

    Args:
        file: the file, for errors.
    """

    def __init__(self, file: str) -> None:
        self._file = file
        self._left = _MOST_BYTES

    def read(self, message: Any, name: str) -> Array | Weight:
        """A constant.

        Raises:
            FileError: it is damaged, or all of them take too much memory.
        """
        dtype = DTYPES.get(message.dtype)
        count = 1
        for dim in message.tensor_shape.dim:
            count *= max(dim.size, 0)
        self._left -= count * (dtype.size if dtype else 0)
        if self._left < 0:
            text = f"has constants of more than {_MOST_BYTES:,} bytes, {name!r} among them"
            raise FileError(text, file=self._file)
        try:
            array = tensor_of(message)
        except DiagramError as error:
            raise FileError(f"is damaged: of {name!r}, {error.message}", file=self._file) from None
        assert dtype is not None
        return Weight(array, dtype)


class Translation:
    """Makes the nodes of one graph.

    Args:
        graph: takes them.
        tensors: reads constants.
        first_values: gives the values of a variable's block.
        trained: the constants that become variables.
    """

    def __init__(
        self,
        graph: ModelGraph,
        tensors: Tensors,
        first_values: Callable[[Operation], Mapping[str, Any]],
        trained: Collection[Operation] = (),
    ) -> None:
        self.graph = graph
        self._trained = trained
        self.tensors = tensors
        self._first_values = first_values
        self._made: dict[Operation, Made] = {}
        self._instead: dict[Value, Ref] = {}
        self.updates = Updates()

    def put(self, value: Value, ref: Ref) -> None:
        """Let something else stand for an output: what a page is given."""
        self._instead[value] = ref

    def add(self, operations: Sequence[Operation]) -> None:
        """Make the nodes of operations, and wire them.

        Raises:
            FileError: one of them is damaged.
        """
        self.updates.look_at(operations)
        for each in operations:
            self._made[each] = self._make(each)
        for each in operations:
            self._wire(each)

    def ref(self, value: Value, reader: Operation | None = None) -> Ref | None:
        """Where an output is to be had; for a variable, as who reads it sees it."""
        found = self._instead.get(value)
        if found is not None:
            return found
        made = self._made.get(value.operation)
        if made is None:
            return None
        if reader is not None:
            update = self.updates.seen_by(reader, value)
            if update is not None and update in self._made:
                return self._made[update].output(0)
        return made.output(value.place)

    def node_of(self, operation: Operation) -> Ref | None:
        """Something by which an operation can be run."""
        made = self._made.get(operation)
        return None if made is None else made.output(0)

    def _wire(self, operation: Operation) -> None:
        made = self._made[operation]
        for value, pins in zip(operation.inputs, made.inputs, strict=False):
            for node, pin in pins:
                ref = self.ref(value, operation)
                if ref is not None:
                    node.inputs.append((pin, ref))

    def _make(self, operation: Operation) -> Made:
        op = operation.op
        try:
            if op in BODIES:
                return self._loop(operation)
            if op in VARIABLES:
                return self._plain(operation, "Variable", self._first_values(operation), [], ["ref"])
            if op == "Const" and "value" in operation.attr:
                tensor = self.tensors.read(operation.attr["value"].tensor, operation.name)
                if operation in self._trained:
                    return self._plain(operation, "Variable", {"initvalues": tensor}, [], ["ref"])
                return self._plain(operation, "Const", {"val": tensor}, [], ["output"])
            if op in expanded.EXPANDED:
                made = expanded.EXPANDED[op](self.graph, operation, self.tensors)
                if made is not None:
                    return Made(_of([made.output]), made.inputs)
            return self._known(operation) or self._unknown(operation)
        except DiagramError as error:
            if isinstance(error, FileError):
                raise
            return self._unknown(operation, error.message)

    def _known(self, operation: Operation) -> Made | None:
        found = mapped(operation.op)
        if found is None:
            return None
        kind = self.updates.type_of(operation, found.type)
        spec = find(kind)
        count = len(operation.inputs) if found.order is None else len(found.order)
        if spec is None or len(operation.inputs) < count:
            return None
        names = input_pins(spec, count)
        if names is None or any(
            not (pin.optional or pin.is_list or pin.name in names or pin.name in found.literals) for pin in spec.inputs
        ):
            return None
        values = {**attribute_values(spec, operation.attr), **found.literals}
        if any(each.required and each.name not in values and each.type != "type" for each in spec.attributes):
            return None
        node = self.graph.add(operation.path, kind, values, source=operation.op)
        pins: list[list[tuple[ModelNode, str]]] = [[] for _ in operation.inputs]
        for place, name in zip(found.order or range(count), names, strict=True):
            pins[place] = [(node, name)]

        def output(place: int) -> Ref | None:
            pin = output_pin(spec, place, operation.attr)
            return None if pin is None else node.out(*pin)

        return Made(output, pins)

    def _plain(
        self, operation: Operation, kind: str, values: Mapping[str, Any], pins: Sequence[str], outputs: Sequence[str]
    ) -> Made:
        node = self.graph.add(operation.path, kind, values, source=operation.op)
        return Made(_of([node.out(pin) for pin in outputs]), [[(node, pin)] for pin in pins])

    def _unknown(self, operation: Operation, why: str = "") -> Made:
        """A node of an operator for which there is no block: kept, with what is plainly said of it."""
        kind = operation.op if find(operation.op) is None else f"{operation.op} of TensorFlow"
        node = self.graph.add(operation.path, legal_id(kind), known_attributes(operation.attr), source=operation.op)
        node.known = False
        node.why = why
        pins = [[(node, f"input_{i}")] for i in range(len(operation.inputs))]

        def output(place: int) -> Ref:
            return node.out(f"output_{place}")

        return Made(output, pins)

    # -- Loops and branches -------------------------------------------------------------------------------------------

    def _loop(self, operation: Operation) -> Made:
        if operation.op.endswith("While"):
            return self._while(operation)
        return self._if(operation)

    def _while(self, operation: Operation) -> Made:
        condition, body = (operation.bodies[name] for name in BODIES[operation.op])
        count = len(operation.inputs)
        if any(len(each.arguments) != count for each in (condition, body)) or len(body.results) != count:
            raise FileError(f"{operation.name!r} runs functions that do not take what it is given")
        taken = {"rounds"}
        names = [unique(_pin_name(value), taken) for value in operation.inputs]
        constant = [comes_from(body.results[i], body.arguments[i]) for i in range(count)]
        shown = legal_id(operation.path[-1])
        test = self._body(condition, f"{shown}_condition", names, {"again": condition.results[0]}, ())
        carried = {names[i]: body.results[i] for i in range(count) if not constant[i]}
        run = self._body(body, f"{shown}_body", names, carried, carried)
        _declare_open_shapes(operation, run, names, constant)
        node = self.graph.add(operation.path, "While", source=operation.op)
        node.bodies = {"condition": test, "body": run}
        used = {each.path[0] for graph in (test, run) for each in graph.nodes if each.type == "InputPin"}

        def output(place: int) -> Ref | None:
            if place >= count:
                return None
            return self.ref(operation.inputs[place], operation) if constant[place] else node.out(names[place])

        return Made(output, [[(node, name)] if name in used else [] for name in names])

    def _if(self, operation: Operation) -> Made:
        bodies = [operation.bodies[name] for name in BODIES[operation.op]]
        count = len(operation.inputs) - 1
        if any(len(each.arguments) != count for each in bodies) or len({len(each.results) for each in bodies}) > 1:
            raise FileError(f"{operation.name!r} runs functions that do not take what it is given")
        taken = {"predicate"}
        names = [unique(_pin_name(value), taken) for value in operation.inputs[1:]]
        used = {i for each in bodies for i in _used(each)}
        always = [names[i] for i in sorted(used)]
        outputs = ["output" if i == 0 else f"output_{i}" for i in range(len(bodies[0].results))]
        shown = legal_id(operation.path[-1])
        graphs = [
            self._body(each, f"{shown}_{what}", names, dict(zip(outputs, each.results, strict=True)), always)
            for each, what in zip(bodies, ("then", "else"), strict=True)
        ]
        node = self.graph.add(operation.path, "Cond", source=operation.op)
        node.bodies = dict(zip(("then", "else"), graphs, strict=True))
        predicate = [(node, "predicate")]
        if "Tcond" in operation.attr and DTYPES.get(operation.attr["Tcond"].type) is not BOOL:
            cast = self.graph.add(
                (*operation.path[:-1], f"{operation.path[-1]}_predicate"), "Cast", {"DstT": BOOL.name}
            )
            node.inputs.append(("predicate", cast.out("y")))
            predicate = [(cast, "x")]
        pins = [[(node, name)] if i in used else [] for i, name in enumerate(names)]
        return Made(_of([node.out(pin) for pin in outputs]), [predicate, *pins])

    def _body(
        self, body: Body, name: str, names: Sequence[str], outputs: Mapping[str, Value], always: Iterable[str]
    ) -> ModelGraph:
        """The graph of a function that is run.

        Args:
            body: the function.
            name: what its composite shall be called.
            names: the names of the pins for its arguments.
            outputs: what it gives, by the names of pins.
            always: input pins that are made although nothing reads them.
        """
        graph = ModelGraph(name)
        inner = Translation(graph, self.tensors, self._first_values)
        used = _used(body)
        for i, argument in enumerate(body.arguments):
            if i in used or names[i] in always:
                pin = graph.add((names[i],), "InputPin")
                inner.put(Value(argument, 0), pin.out("output"))
        inner.add(body.operations)
        for pin, value in outputs.items():
            ref = inner.ref(value)
            graph.add((pin,), "OutputPin", inputs=[("input", ref)] if ref is not None else [])
        return graph


def comes_from(value: Value, operation: Operation) -> bool:
    """Whether a value is what an operation gives, handed on at most."""
    seen = 0
    while value.operation.op == "Identity" and value.operation.inputs and seen < 100:
        value = value.operation.inputs[0]
        seen += 1
    return value.operation is operation


def _used(body: Body) -> set[int]:
    """The arguments that a function reads or hands on."""
    values = [value for each in body.operations for value in each.inputs] + body.results
    read = {id(value.operation) for value in values if value.operation.op == ARGUMENT}
    return {i for i, argument in enumerate(body.arguments) if id(argument) in read}


def _pin_name(value: Value) -> str:
    """What the pin of a loop is called: as what comes to it at first."""
    name = legal_id(value.operation.path[-1])
    return f"{name}_{value.place}" if value.place else name


def _declare_open_shapes(
    operation: Operation, body: ModelGraph, names: Sequence[str], constant: Sequence[bool]
) -> None:
    """Say which sizes of what a loop carries vary from round to round.

    TensorFlow says of each shape what is known of it in all rounds; where a constant of a known size is carried, and
    that size is not among them, it varies.
    """
    if "output_shapes" not in operation.attr:
        return
    shapes = [shape_value(each) for each in operation.attr["output_shapes"].list.shape]
    pins = {node.path[0]: node for node in body.nodes if node.type == "InputPin"}
    for value, shape, name, is_constant in zip(operation.inputs, shapes, names, constant, strict=False):
        if is_constant or shape is None or None not in shape or name not in pins:
            continue
        if value.operation.op == "Const" and "value" in value.operation.attr:
            pins[name].values["shape"] = shape


def placeholder_values(operation: Operation) -> dict[str, Any]:
    """The values of a Placeholder."""
    values: dict[str, Any] = {"dtype": dtype_name(operation.attr["dtype"].type, "dtype")}
    shape = shape_value(operation.attr["shape"].shape) if "shape" in operation.attr else None
    return values if shape is None else {**values, "shape": shape}
