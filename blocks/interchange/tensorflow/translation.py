"""Translation of TensorFlow operations to nodes of a diagram."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from blocks.base.budget import UNPACKED, Unpacked
from blocks.base.dtypes import STRING, DType
from blocks.base.errors import DiagramError, FileError
from blocks.interchange.importing.canvases import legal_id
from blocks.interchange.importing.model_graph import ModelGraph, ModelNode, Ref, Weight
from blocks.interchange.importing.weights import are_finite, constant_values
from blocks.interchange.tensorflow import expanded
from blocks.interchange.tensorflow.control_flow.loops import LoopTranslation
from blocks.interchange.tensorflow.operations import CUSTOM, Converted, Operation, Value, output_of
from blocks.interchange.tensorflow.operators import (
    VARIABLES,
    attribute_values,
    input_pins,
    known_attributes,
    mapped,
    output_pin,
)
from blocks.interchange.tensorflow.updates import Updates
from blocks.library.parsing.tensor_messages import DTYPES, tensor_of
from blocks.library.registry import find


class GraphTensors:
    def __init__(self, file: str, memory: int = UNPACKED) -> None:
        self._file = file
        self._room = Unpacked(file, memory)

    def dtype(self, message: Any) -> DType:
        return DTYPES[message.dtype]

    def read(self, message: Any, name: str) -> Weight:
        dtype = DTYPES.get(message.dtype)
        count = 1
        for dim in message.tensor_shape.dim:
            count *= max(dim.size, 0)
        # Of many equal elements the message holds one: each string of those stands in the diagram.
        each = max(map(len, message.string_val), default=0) if dtype is STRING else 0
        self._room.take(max(count * ((dtype.size if dtype else 0) + each) - message.ByteSize(), 0), repr(name))
        try:
            array = tensor_of(message)
        except DiagramError as error:
            raise FileError(f"damaged: {name!r}: {error.message}", file=self._file) from None
        assert dtype is not None
        return Weight(array, dtype)


@dataclass(eq=False)
class Translation:
    """The translation of one graph to nodes; ``constants`` maps real constants to why they are not parameters."""

    graph: ModelGraph
    tensors: GraphTensors
    _first_values: Callable[[Operation], Mapping[str, Any]]
    _constants: Mapping[Operation, str | None] | None = None
    _trainable: bool = False
    _results: dict[Operation, Converted] = field(default_factory=dict[Operation, Converted])
    _instead: dict[Value, Ref] = field(default_factory=dict[Value, Ref])
    updates: Updates = field(default_factory=Updates)

    def __post_init__(self) -> None:
        self.loops = LoopTranslation(self)

    def put(self, value: Value, ref: Ref) -> None:
        self._instead[value] = ref

    def add(self, operations: Sequence[Operation]) -> None:
        self.updates.look_at(operations)
        skipped = self.loops.look_at(operations)
        for each in operations:
            if each not in skipped:
                self._results[each] = self._make(each)
        for each in operations:
            if each in self._results:
                self._wire(each)

    def inner(self, graph: ModelGraph) -> Translation:
        return Translation(graph, self.tensors, self._first_values)

    def results(self) -> Iterable[tuple[Operation, Converted]]:
        return self._results.items()

    def ref(self, value: Value, reader: Operation | None = None) -> Ref | None:
        """Return the location of an output; for a variable, the version that ``reader`` sees."""
        ref = self._instead.get(value)
        if ref is not None:
            return ref
        result = self._results.get(value.operation)
        if result is None:
            return None
        if reader is not None:
            update = self.updates.seen_by(reader, value)
            if update is not None and update in self._results:
                return self._results[update].output(0)
        return result.output(value.index)

    def end(self, pin: str, value: Value) -> None:
        """Add an output pin to the graph of a body."""
        ref = self.ref(value)
        self.graph.add((pin,), "OutputPin", inputs=[("input", ref)] if ref is not None else [])

    def node_of(self, operation: Operation) -> Ref | None:
        result = self._results.get(operation)
        return None if result is None else result.output(0)

    def _wire(self, operation: Operation) -> None:
        result = self._results[operation]
        for value, pins in zip(operation.inputs, result.inputs, strict=False):
            for node, pin in pins:
                ref = self.ref(value, operation)
                if ref is not None:
                    node.inputs.append((pin, ref))

    def _make(self, operation: Operation) -> Converted:
        op = operation.op
        try:
            if operation.bodies or operation.op == CUSTOM:
                return self.loops.make(operation)
            if op in VARIABLES:
                return self._plain(operation, "Variable", self._first_values(operation), "ref")
            if op == "Const" and "value" in operation.attr:
                return self._constant(operation)
            if op in expanded.EXPANDED:
                result = expanded.EXPANDED[op](expanded.CompositeWriter(self.graph, operation))
                if result is not None:
                    return result
            return self._known(operation) or self._unknown(operation)
        except DiagramError as error:
            if isinstance(error, FileError):
                raise
            return self._unknown(operation, error.message)

    def _constant(self, operation: Operation) -> Converted:
        tensor = self.tensors.read(operation.attr["value"].tensor, operation.name)
        if not tensor.dtype.is_differentiable:
            why = None
        elif self._constants is None:
            why = "inside a loop or a branch" if tensor.array.size > 1 else None
        else:
            why = self._constants.get(operation) if are_finite(tensor.array) else "not finite"
        if self._trainable and why == "":
            return self._plain(operation, "Variable", {"initvalues": tensor}, "ref")
        return self._plain(operation, "Const", constant_values(tensor, why), "output", why or "")

    def _known(self, operation: Operation) -> Converted | None:
        result = mapped(operation.op)
        if result is None:
            return None
        kind = self.updates.type_of(operation, result.type)
        spec = find(kind)
        count = len(operation.inputs) if result.order is None else len(result.order)
        if spec is None or len(operation.inputs) < count:
            return None
        names = input_pins(spec, count)
        if names is None or any(
            not (pin.optional or pin.is_list or pin.name in names or pin.name in result.literals) for pin in spec.inputs
        ):
            return None
        values = {**attribute_values(spec, operation.attr), **result.literals}
        if any(each.required and each.name not in values and each.type != "type" for each in spec.attributes):
            return None
        node = self.graph.add(operation.path, kind, values, source=operation.op)
        pins: list[list[tuple[ModelNode, str]]] = [[] for _ in operation.inputs]
        for index, name in zip(result.order or range(count), names, strict=True):
            pins[index] = [(node, name)]

        def output(index: int) -> Ref | None:
            pin = output_pin(spec, index, operation.attr)
            return None if pin is None else node.out(*pin)

        return Converted(output, pins)

    def _plain(self, operation: Operation, kind: str, values: Mapping[str, Any], pin: str, why: str = "") -> Converted:
        node = self.graph.add(operation.path, kind, values, source=operation.op)
        node.why = why
        return Converted(output_of([node.out(pin)]), [])

    def _unknown(self, operation: Operation, why: str = "") -> Converted:
        kind = operation.op if find(operation.op) is None else f"{operation.op} of TensorFlow"
        node = self.graph.add(operation.path, legal_id(kind), known_attributes(operation.attr), source=operation.op)
        node.known = False
        node.why = why
        pins = [[(node, f"input_{i}")] for i in range(len(operation.inputs))]

        def output(index: int) -> Ref:
            return node.out(f"output_{index}")

        return Converted(output, pins)
