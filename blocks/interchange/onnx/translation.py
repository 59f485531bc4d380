"""Translation of a model's operators and functions to blocks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from blocks.base.dtypes import FLOAT
from blocks.base.errors import DiagramError, FileError
from blocks.base.names import claim_name, free_name
from blocks.base.types import Shape
from blocks.document.data import MAX_BLOCKS, shortened
from blocks.graph.scope import Scope
from blocks.graph.spec import TENSORFLOW
from blocks.interchange.importing.canvases import legal_id
from blocks.interchange.importing.model_graph import ModelGraph, Ref, Weight
from blocks.interchange.importing.weights import LARGEST_LITERAL, are_finite
from blocks.interchange.onnx.parameters import Parameters
from blocks.interchange.onnx.paths import Path, function_name, homes_of, names_read, paths_of, placed
from blocks.interchange.onnx.schema import DTYPES, text
from blocks.interchange.onnx.site import OperatorCall, Rule, Site
from blocks.interchange.onnx.tensors import OnnxTensors
from blocks.interchange.onnx.values import Given, Val, constant, output_of, sequence, stand_in
from blocks.library.math.shared import PYTORCH
from blocks.library.registry import find

DOMAINS = ("", "ai.onnx")
MOST_DEPTH = 40
_MORE_MADE = 10_000
"""Operators that may be looked at beyond those that there are: those of a loop, until the shapes in it are known."""

_DOES_NOT_FIT = (DiagramError, ArithmeticError, AssertionError, LookupError, MemoryError, TypeError, ValueError)
"""What rules raise for an operator that is not as ONNX says: attributes and inputs may be anything."""

_CONSTANT = b"Constant"
_NUMBERED = re.compile(r"Constant(_[0-9]+)?")

Key = tuple[str, str, str]
"""A function: its domain, its name, and which of several of that name."""


class Shared:
    """The data shared by the translations of all graphs of a model: rules by operator, versions of operator sets.

    ``unsure`` are paths of operators that functions with different gradient rules are written as.
    """

    def __init__(
        self,
        model: Any,
        rules: Mapping[str, Rule],
        tensors: OnnxTensors,
        parameters: Parameters,
        trainable: bool,
        file: str,
    ) -> None:
        self.rules = rules
        self.tensors = tensors
        self.functions: dict[Key, Any] = {
            (plain_domain(text(each.domain)), text(each.name), text(each.overload)): each for each in model.functions
        }
        self.opsets = versions(model.opset_import)
        self.scope = Scope.new_root_scope()
        self.parameters = parameters
        self.trainable = trainable
        self.file = file
        size = self._size(model.graph.node, {}, ())
        if size > MAX_BLOCKS:
            raise self._too_large()
        self._left = 2 * size + _MORE_MADE
        self.framework = PYTORCH if text(model.producer_name) == PYTORCH else TENSORFLOW
        self.unsure: list[str] = []

    def count(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise FileError("the shapes in the loops of the model cannot be determined", file=self.file)

    def _too_large(self) -> FileError:
        text_ = f"the model has more than {MAX_BLOCKS:,} nodes with functions expanded, the limit of a diagram"
        return FileError(text_, file=self.file)

    def _size(self, nodes: Iterable[Any], known: dict[Key, int], chain: tuple[Key, ...]) -> int:
        """Return the number of operators after expanding functions, including those in inner graphs."""
        size = 0
        for node in nodes:
            size += 1
            key = key_of(node)
            function = self.functions.get(key)
            if function is not None:
                if key in chain:
                    raise FileError(f"a function calls itself: {shortened(key[1])}", file=self.file)
                if len(chain) >= MOST_DEPTH:
                    raise FileError(f"functions call each other more than {MOST_DEPTH} levels deep", file=self.file)
                if key not in known:
                    known[key] = self._size(function.node, known, (*chain, key))
                size += known[key]
            for attribute in node.attribute:
                for graph in (attribute.g, *attribute.graphs):
                    size += self._size(graph.node, known, chain)
            if size > MAX_BLOCKS:
                raise self._too_large()
        return size


class NodeFrame(NamedTuple):
    """The location of operators: a graph, or a called function with its ``attributes``."""

    prefix: tuple[str, ...]
    opsets: Mapping[str, int]
    attributes: Mapping[str, Any] | None = None


class ValueNames:
    """The values of a graph or function by name; None for an omitted argument. `find` may raise KeyError."""

    def __init__(self, outer: Callable[[bytes], Given] | None = None) -> None:
        self._values: dict[bytes, Given] = {}
        self._outer = outer

    def find(self, name: bytes) -> Given:
        if name not in self._values:
            if self._outer is None:
                raise KeyError(name)
            self._values[name] = self._outer(name)
        return self._values[name]

    def put(self, name: bytes, value: Given) -> None:
        self._values[name] = value


class OnnxTranslation:
    """The translation of one graph to blocks; ``depth`` is the number of loops and branches around it."""

    def __init__(self, shared: Shared, graph: ModelGraph, depth: int = 0) -> None:
        if depth > MOST_DEPTH:
            raise FileError(f"loops and branches are nested more than {MOST_DEPTH} levels deep", file=shared.file)
        self.shared = shared
        self.graph = graph
        self.depth = depth
        self._taken: set[tuple[str, ...]] = set()
        self._folders: Counter[tuple[str, ...]] = Counter()
        self._declared: dict[bytes, Any] = {}
        self._read: set[bytes] = set()

    def add(self, message: Any, names: ValueNames, frame: NodeFrame) -> None:
        for each in [*message.value_info, *message.output]:
            self._declared[each.name] = each.type.tensor_type
        self._read.update(each.name for each in message.output)
        given = {each.name for each in message.input}
        paths = self._paths(message.node, frame)
        self._tensors(message, names, frame, paths)
        self._nodes(message.node, names, frame, given, paths)

    def _nodes(
        self, nodes: Sequence[Any], names: ValueNames, frame: NodeFrame, given: Iterable[bytes], paths: Sequence[Path]
    ) -> None:
        self._read.update(name for node in nodes for name in names_read(node))
        for path in paths:
            for length in range(1, len(path)):
                self._folders[path[:length]] += 1
        defined = set(given)
        for node, path in zip(nodes, paths, strict=True):
            for name in node.output:
                if name and name in defined:
                    raise self._fault(f"two values have the name {shortened(text(name))}")
                defined.add(name)
            # Constants get their numbers where they are placed, so that equal layers have equal names in them.
            is_plain = node.op_type == _CONSTANT and _NUMBERED.fullmatch(path[-1])
            self._node(node, (*path[:-1], "Constant") if is_plain else self._own(path), names, frame)

    def _paths(self, nodes: Sequence[Any], frame: NodeFrame) -> Sequence[Path]:
        result = paths_of(nodes, frame.prefix)
        for path, kind in result.classes.items():
            self.graph.names.setdefault(path, kind)
        return result.nodes

    def value(self, name: bytes, names: ValueNames, reader: str) -> Given:
        try:
            return names.find(name)
        except KeyError:
            raise self._fault(f"{shortened(reader)} reads {shortened(text(name))}, which does not exist") from None

    # -- Tensors ------------------------------------------------------------------------------------------------------

    def _tensors(self, message: Any, names: ValueNames, frame: NodeFrame, paths: Sequence[tuple[str, ...]]) -> None:
        homes = homes_of(message.node, paths)
        by_name = {each.name: each for each in message.initializer}
        copies = {} if self.depth else self.shared.parameters.copies
        for name, source in [*((name, name) for name in by_name), *copies.items()]:
            read = lambda name=source: self.shared.tensors.read(by_name[name], text(name))  # noqa: E731
            self.tensor(name, read, names, homes.get(name, frame.prefix))
        for each in message.sparse_initializer:
            read = lambda each=each: self.shared.tensors.sparse(each, text(each.values.name))  # noqa: E731
            self.tensor(each.values.name, read, names, homes.get(each.values.name, frame.prefix))

    def tensor(self, name: bytes, read: Callable[[], Weight], names: ValueNames, home: tuple[str, ...]) -> None:
        parameters = self.shared.parameters
        path = placed(parameters.names.get(name) or text(name), home)
        try:
            weight = read()
        except DiagramError as error:
            if isinstance(error, FileError):
                raise
            names.put(name, self._unknown(OperatorCall(path, "Tensor", (), {}, [True]), error.message)[0])
            return
        if not weight.dtype.is_differentiable:
            why = "integer" if weight.dtype.is_integer else "not a float tensor"
        elif self.depth:
            why = "inside a loop or a branch"
        else:
            why = parameters.constants.get(name, "") if are_finite(weight.array) else "not finite"
        kind = "Variable" if self.shared.trainable and why == "" else "Const"
        names.put(name, constant(self.shared.scope, self.graph, path, weight, kind, why=why))

    # -- Operators ----------------------------------------------------------------------------------------------------

    def _own(self, path: tuple[str, ...]) -> tuple[str, ...]:
        *folders, name = path

        def is_taken(name: str) -> bool:
            return (*folders, name) in self._taken or (*folders, name) in self._folders

        result = (*folders, free_name(name, is_taken))
        self._taken.add(result)
        return result

    def _node(self, node: Any, path: tuple[str, ...], names: ValueNames, frame: NodeFrame) -> None:
        self.shared.count()
        op, domain = text(node.op_type), plain_domain(text(node.domain))
        inputs = [self.value(each, names, "/".join(path)) if each else None for each in node.input]
        attributes = self._attributes(node, frame, path)
        function = self.shared.functions.get(key_of(node))
        before = len(self.graph.nodes)
        call = OperatorCall(path, op, inputs, attributes, [bool(each) for each in node.output])
        if function is not None:
            outputs = self._call(key_of(node), function, call)
        else:
            outputs = self._operator(node, call, domain, names, frame)
        if self._read.isdisjoint(node.output):
            self.graph.kept += self.graph.nodes[before:]
        for name, value in zip(node.output, outputs, strict=False):
            if not name or value is None:
                continue
            said = self._declared.get(name)
            if said is not None and value.declared is None:
                value.declared = shape_of(said)
            names.put(name, value)

    def _attributes(self, node: Any, frame: NodeFrame, path: tuple[str, ...]) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for each in node.attribute:
            if not each.ref_attr_name:
                result[text(each.name)] = each
                continue
            if frame.attributes is None:
                raise self._fault(
                    f"the node {shortened('/'.join(path))} refers to a function's attribute, but is outside a function"
                )
            given = frame.attributes.get(text(each.ref_attr_name))
            if given is not None:
                result[text(each.name)] = given
        return result

    def _call(self, key: Key, function: Any, call: OperatorCall) -> list[Given]:
        path, inputs = call.path, call.inputs
        if len(inputs) > len(function.input):
            text_ = f"the function {shortened(key[1])} gets {len(inputs)} values, but takes {len(function.input)}"
            raise self._fault(text_)
        own = {text(each.name): each for each in function.attribute_proto}
        own.update(call.attributes)
        names = ValueNames()
        for index, name in enumerate(function.input):
            names.put(name, inputs[index] if index < len(inputs) else None)
        opsets = {**self.shared.opsets, **versions(function.opset_import)}
        self.graph.names.setdefault(path, key[1])
        self._read.update(function.output)
        frame = NodeFrame(path, opsets, own)
        self._nodes(function.node, names, frame, function.input, self._paths(function.node, frame))
        return [self.value(name, names, "/".join(path)) for name in function.output]

    def _operator(
        self, node: Any, call: OperatorCall, domain: str, names: ValueNames, frame: NodeFrame
    ) -> Sequence[Given]:
        wanted = call.outputs
        rule = self.shared.rules.get(call.op if domain in DOMAINS else f"{domain}.{call.op}")
        if rule is None:
            why = "" if domain in DOMAINS else f"of the domain {shortened(domain)}"
            return self._unknown_node(node, call, why)
        version = frame.opsets.get(domain, max(self.shared.opsets.values(), default=1))
        shared = self.shared
        site = Site(shared.scope, self.graph, call, version, shared.tensors)
        site.around = OperatorPlace(self, names, frame)
        site.framework, site.unsure = shared.framework, shared.unsure
        site.function = function_name(node) if shared.framework == PYTORCH else ""
        said = [self._declared.get(each) for each in node.output]
        site.declared = [None if each is None else shape_of(each) for each in said]
        before = len(self.graph.nodes)
        try:
            result = rule(site)
            outputs: list[Given] = [result] if isinstance(result, Val) else list(result)
            if len(outputs) < len(wanted) or any(w and o is None for w, o in zip(wanted, outputs, strict=False)):
                raise DiagramError("the operator has more outputs than are supported")
            site.finish(outputs, call.op)
        except FileError:
            raise
        except _DOES_NOT_FIT as error:
            # Tensors that became blocks meanwhile stay: others may be wired to them.
            own = set(site.nodes)
            self.graph.nodes[before:] = [each for each in self.graph.nodes[before:] if each not in own]
            self.graph.names.pop(call.path, None)
            why = error.message if isinstance(error, DiagramError) else "its inputs do not fit"
            return self._unknown_node(node, call, why)
        return outputs

    def _unknown_node(self, node: Any, call: OperatorCall, why: str) -> list[Val]:
        said = {name: _plain(each) for name, each in call.attributes.items()}
        values = {name: value for name, value in said.items() if value is not None}
        results = self._unknown(call._replace(attributes=values, outputs=node.output), why)
        for name, value in zip(node.output, results, strict=True):
            declared = self._declared.get(name)
            if declared is not None:
                dtype, shape = DTYPES.get(declared.elem_type, FLOAT), shape_of(declared)
                out = stand_in(self.shared.scope, dtype, shape)
                results[results.index(value)] = output_of(out, value.ref)
        return results

    def _unknown(self, call: OperatorCall, why: str) -> list[Val]:
        kind = call.op if find(call.op) is None else f"{call.op} of ONNX"
        node = self.graph.add(call.path, legal_id(kind), call.attributes, source=call.op)
        node.known = False
        node.why = why
        for i, each in enumerate(call.inputs):
            if each is not None and not each.is_sequence:
                node.inputs.append((f"input_{i}", each.ref))
        out = stand_in(self.shared.scope, FLOAT, None)
        return [output_of(out, node.out(f"output_{i}")) for i in range(len(call.outputs))]

    def _fault(self, why: str) -> FileError:
        return FileError(why, file=self.shared.file)


class OperatorPlace(NamedTuple):
    translation: OnnxTranslation
    names: ValueNames
    frame: NodeFrame


class Captured:
    """Outer values that a body reads; each becomes a pin of the body."""

    def __init__(self, outer: ValueNames, graph: ModelGraph, scope: Scope, taken: set[str]) -> None:
        self._outer = outer
        self._graph = graph
        self._scope = scope
        self._taken = taken
        self.pins: dict[str, Val] = {}

    def find(self, name: bytes) -> Given:
        outer = self._outer.find(name)
        return None if outer is None else self._seen(outer, legal_id(text(name)))

    def _seen(self, outer: Val, name: str) -> Val:
        if outer.stacked is not None:
            return sequence(None, self._seen(outer.stacked, name))
        if outer.items is not None:
            return sequence([self._seen(each, f"{name}_{i}") for i, each in enumerate(outer.items)])
        array = outer.array
        if array is not None and array.size <= LARGEST_LITERAL and not outer.is_parameter:
            return constant(self._scope, self._graph, (name,), Weight(array, outer.dtype))

        def ref() -> Ref:
            pin = claim_name(name, self._taken)
            self.pins[pin] = outer
            return self._graph.add((pin,), "InputPin").out("output")

        known = outer.known
        return Val(lambda: stand_in(self._scope, outer.dtype, outer.shape), ref, known)


def key_of(node: Any) -> Key:
    return plain_domain(text(node.domain)), text(node.op_type), text(node.overload)


def plain_domain(domain: str) -> str:
    return "" if domain in DOMAINS else domain


def versions(opsets: Iterable[Any]) -> dict[str, int]:
    return {plain_domain(text(each.domain)): each.version for each in opsets}


def shape_of(tensor: Any) -> Shape:
    if not tensor.HasField("shape"):
        return None
    dims = tensor.shape.dim
    return tuple(each.dim_value if each.HasField("dim_value") and each.dim_value >= 0 else None for each in dims)


def _plain(attribute: Any) -> Any:
    kind = attribute.type
    result = {
        1: lambda: attribute.f, 2: lambda: attribute.i, 3: lambda: text(attribute.s),
        6: lambda: list(attribute.floats), 7: lambda: list(attribute.ints),
        8: lambda: [text(each) for each in attribute.strings],
    }.get(kind)  # fmt: skip
    return None if result is None else result()
