"""A TensorFlow graph with its function calls expanded; loop bodies stay separate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError, FileError
from blocks.base.types import Array
from blocks.document.data import MAX_BLOCKS, shortened
from blocks.interchange.importing.model_graph import ModelNode, Ref, split
from blocks.interchange.tensorflow import schema
from blocks.interchange.tensorflow.custom_gradients import GRADIENT, SavedGradients
from blocks.library.parsing.tensor_messages import tensor_of

CALLS = ("PartitionedCall", "StatefulPartitionedCall")
BODIES = {
    **dict.fromkeys(("While", "StatelessWhile"), ("cond", "body")),
    **dict.fromkeys(("If", "StatelessIf"), ("then_branch", "else_branch")),
}
CASES = ("Case", "StatelessCase")
"""Operators that run one of a list of functions, their attribute `branches`."""
ARGUMENT = "_Arg"
"""What stands for an argument in the body of a loop."""
CUSTOM = "_Custom"
"""The operator that replaces one with a custom gradient; its attribute of this name is a `ImportedGradient`."""

_MOST_DEPTH = 100


class Value(NamedTuple):
    operation: Operation
    index: int  # pyright: ignore[reportIncompatibleMethodOverride]  # it has no lookups


class Operation:
    """A node of a graph; ``control`` must run before it, and ``bodies`` are the graphs of functions that it runs.

    An expanded call has the ``results`` of the function, and the ``effects`` that must have run after it.
    """

    __slots__ = ("attr", "bodies", "control", "effects", "inputs", "op", "path", "results")

    def __init__(self, path: tuple[str, ...], op: str, attr: Mapping[str, Any], inputs: Iterable[Value] = ()) -> None:
        self.path = path
        self.op = op
        self.attr = attr
        self.inputs = list(inputs)
        self.control: list[Operation] = []
        self.results: list[Value] | None = None
        self.effects: list[Operation] = []
        self.bodies: dict[str, FunctionBody] = {}

    @property
    def name(self) -> str:
        return "/".join(self.path)

    @property
    def sources(self) -> list[Operation]:
        """The operations that it reads or waits for."""
        return [*(value.operation for value in self.inputs), *self.control]


def constant_operation(path: tuple[str, ...], array: Array, dtype: DType) -> Operation:
    return Operation(path, "Const", {"value": schema.tensor_attribute(array, dtype)})


def constant_in(operation: Operation) -> Array | None:
    """Return the value of a constant; None for another operation, or if the constant is damaged."""
    if operation.op != "Const" or "value" not in operation.attr:
        return None
    try:
        return tensor_of(operation.attr["value"].tensor)
    except DiagramError:
        return None


def origin(value: Value, passing: Collection[str]) -> Value:
    """Return the origin of a value, before operators of the types ``passing``, which return their first input."""
    for _ in range(100):
        if value.operation.op not in passing or not value.operation.inputs:
            break
        value = value.operation.inputs[0]
    return value


def readers_of(operations: Iterable[Operation], *, waiting: bool = False) -> dict[Operation, list[Operation]]:
    """Return the readers of operations; ``waiting`` adds the operations that only wait for them."""
    result: dict[Operation, list[Operation]] = {}
    for each in operations:
        for source in each.sources if waiting else [value.operation for value in each.inputs]:
            result.setdefault(source, []).append(each)
    return result


class FunctionBody(NamedTuple):
    """A function that a loop or a branch runs; ``arguments`` has an operation for each argument."""

    name: str
    operations: list[Operation]
    arguments: list[Operation]
    results: list[Value]


class ImportedGradient(NamedTuple):
    """The custom gradient of an operation, which has further inputs for what the gradient captures.

    An argument of ``backward`` has the path ``input``, ``result`` or ``gradient``, and an index. ``gradients`` are its
    results, by the index of the input that they are the gradient of. ``missing`` gets the title if it has no blocks.
    """

    inputs: int
    forward: FunctionBody
    backward: FunctionBody
    outputs: Sequence[str]
    gradients: Mapping[int, Value]
    missing: dict[str, None]
    title: str


class _Scope(NamedTuple):
    """The names in a graph or a function, which has a name, and the scope that calls it or whose operation runs it.

    Expanded nodes become ``operations``, and ``chain`` are the functions that are called inside one another. If an
    operation runs it, ``brought`` has the arguments that were added for values of outer scopes.
    """

    values: dict[str, Value]
    operations: list[Operation]
    nodes: dict[str, Operation]
    chain: tuple[str, ...] = ()
    outer: _Scope | None = None
    brought: dict[Value, Operation] | None = None

    @property
    def name(self) -> str:
        return self.chain[-1] if self.chain else ""


@dataclass(eq=False)
class CallExpansion:
    """The expansion of a graph's function calls; ``names`` are those of the composites of calls.

    ``outputs_of`` returns the names of an operator's outputs, and which are lists. ``missing`` gets the titles of
    custom gradients that are not converted.
    """

    _functions: Mapping[str, Any]
    _gradients: SavedGradients
    _outputs_of: Callable[[str], Sequence[str] | None]
    _file: str
    _missing: dict[str, None]
    names: dict[tuple[str, ...], str] = field(default_factory=dict[tuple[str, ...], str])
    _callers: Counter[str] = field(default_factory=Counter[str])
    _size: int = 0
    _rest: dict[str, Any] = field(default_factory=dict[str, Any])  # nodes of the graph that only gradients may need
    _operations: list[Operation] = field(default_factory=list[Operation])

    def expand(self, defs: Iterable[Any], rest: Iterable[Any] = ()) -> tuple[list[Operation], dict[str, Operation]]:
        """Return the operations of a graph, and those of its own nodes by name.

        Variables and constants in ``rest`` are added if a gradient reads them.
        """
        defs = list(defs)
        self._rest = {each.name.decode(errors="replace"): each for each in rest}
        self._count_callers(defs)
        scope = _Scope({}, self._operations, {})
        self._add(defs, scope, ())
        _resolve(self._operations)
        return self._operations, scope.nodes

    def called(self, node: Any) -> str | None:
        op = node.op.decode(errors="replace")
        if op in CALLS:
            return _function_name(node.attr, "f")
        return op if op in self._functions else None

    def _count_callers(self, defs: Iterable[Any]) -> None:
        seen: set[str] = set()
        waiting = [defs]
        while waiting:
            for node in waiting.pop():
                called = self.called(node)
                if called is not None:
                    self._callers[called] += 1
                for name in self._run_by(node):
                    if name in self._functions and name not in seen:
                        seen.add(name)
                        waiting.append(self._functions[name].node_def)

    def _run_by(self, node: Any) -> list[str]:
        called = self.called(node)
        return [called] if called is not None else [name for _, name in _functions_of(node)]

    def _add(self, defs: Iterable[Any], scope: _Scope, prefix: tuple[str, ...], strip: str = "") -> None:
        added: list[tuple[Any, Operation]] = []
        for node in defs:
            name = node.name.decode(errors="replace")
            shown = name[len(strip) :] if strip and name.startswith(strip) and len(name) > len(strip) else name
            operation = Operation(split("/".join([*prefix, shown])), node.op.decode(errors="replace"), node.attr)
            if name in scope.nodes:
                raise self._fault(f"two nodes have the name {shortened(name)}")
            scope.nodes[name] = operation
            added.append((node, operation))
        self._size += len(added)
        if self._size > MAX_BLOCKS:
            raise self._fault(
                f"the model has more than {MAX_BLOCKS:,} nodes with functions expanded, the limit of a diagram"
            )
        for node, operation in added:
            for text in node.input:
                self._wire(text.decode(errors="replace"), operation, scope)
        for node, operation in added:
            self._expand(node, operation, scope)

    def _wire(self, text: str, operation: Operation, scope: _Scope) -> None:
        if text.startswith("^"):
            waits = scope.nodes.get(text[1:].partition(":")[0])
            if waits is not None:
                operation.control.append(waits)
            elif text[1:] not in scope.values:
                raise self._fault(f"{shortened(operation.name)} waits for the node {text[1:]!r}, which does not exist")
            return
        result = self._value(text, scope)
        if result is None:
            raise self._fault(f"{shortened(operation.name)} reads {shortened(text)}, which does not exist")
        operation.inputs.append(result)

    def _value(self, text: str, scope: _Scope) -> Value | None:
        name, *rest = text.split(":")
        if name in scope.values:
            return scope.values[name]
        operation = scope.nodes.get(name)
        if operation is None or len(rest) > 2 or (rest and not rest[-1].isdecimal()) or (rest and len(rest[-1]) > 6):
            return None
        index = int(rest[-1]) if rest else 0
        if not scope.name or len(rest) < 2:
            return Value(operation, index)
        return Value(operation, self._index_of(operation, rest[0], index))

    def _index_of(self, operation: Operation, output: str, index: int) -> int:
        function = self._functions.get(operation.op)
        names = operation.attr[CUSTOM].outputs if operation.op == CUSTOM else self._outputs_of(operation.op)
        if function is not None:
            names = [each.name.decode(errors="replace") for each in function.signature.output_arg]
        if not names or output not in names:
            return index  # of an operator that is not known, or has one output
        return index if len(names) == 1 else names.index(output) + index

    def _expand(self, node: Any, operation: Operation, scope: _Scope) -> None:
        called = self.called(node)
        custom = self._custom(node, operation, called, scope)
        if custom is None and called is not None:
            self._call(called, operation, scope)
            return
        scope.operations.append(operation)
        if custom is not None:
            operation.op, operation.attr = CUSTOM, {CUSTOM: custom}
            return
        added: list[dict[Value, Operation]] = []
        for attribute, name in _functions_of(node):
            added.append({})
            operation.bodies[attribute] = self._body(name, operation, scope, added[-1])
        for value in dict.fromkeys(value for each in added for value in each):
            operation.inputs.append(value)
            for (attribute, body), each in zip(operation.bodies.items(), added, strict=True):
                argument = each.get(value) or _argument(value.operation.name)
                body.arguments.append(argument)
                if attribute == "body":
                    body.results.append(Value(argument, 0))

    def _custom(self, node: Any, operation: Operation, called: str | None, scope: _Scope) -> ImportedGradient | None:
        """Return the custom gradient of a node; None if it has none or the model does not contain it."""
        kind = node.attr[GRADIENT].s.decode(errors="replace") if GRADIENT in node.attr else ""
        saved = self._gradients.find(kind, called)
        if saved is None and (kind in ("", operation.op) or "PartitionedCall" in kind):
            return None
        inside = "" if self._gradients.names.isdisjoint(scope.chain) else " in a gradient"
        title = f"{operation.name} ({kind or called}{inside})"
        self._missing[title] = None
        if saved is None or saved.function in scope.chain:
            return None
        given, count = operation.inputs, len(operation.inputs)
        captured = [self._captured(*each, scope) for each in saved.captured]
        backward = self._body(saved.function, operation, scope) if saved.function else _passing(node)
        first = count if saved.gets_inputs else 0
        arrives = len(backward.arguments) - len(captured) - first
        forward, outputs = self._forward(node, operation, called, scope, arrives)
        fits = 0 < arrives <= len(outputs) and len(saved.targets) <= count == len(forward.arguments)
        if not fits or None in captured:
            return None
        paths = [("input", i) for i in range(first)] + [("gradient", i) for i in range(arrives)]
        places = {value: i for i, value in reversed([*enumerate(given)])}
        for value, (text, _) in zip(captured, saved.captured, strict=True):
            assert value is not None
            if value.operation is not operation and value not in places:
                places[value] = len(given)
                given.append(value)
                forward.arguments.append(_argument(text))
            paths.append(("result", value.index) if value.operation is operation else ("input", places[value]))
        for argument, (role, index) in zip(backward.arguments, paths, strict=True):
            argument.path = role, str(index)
        results = enumerate(saved.targets, count - len(saved.targets))
        gradients = {i: backward.results[k] for i, k in results if k is not None}
        del self._missing[title]
        return ImportedGradient(count, forward, backward, outputs, gradients, self._missing, title)

    def _forward(
        self, node: Any, operation: Operation, called: str | None, scope: _Scope, count: int
    ) -> tuple[FunctionBody, Sequence[str]]:
        """Return the computation of an operation, and the names of its outputs; ``count`` if these are not known."""
        if called is not None:
            body = self._body(called, operation, scope)
            return body, [each.name.decode(errors="replace") for each in self._functions[called].signature.output_arg]
        body, known = _passing(node), self._outputs_of(operation.op)
        copy = Operation(operation.path[-1:], operation.op, operation.attr, body.results)
        if known is None or operation.op == "IdentityN":
            known = ["output", *(f"output_{i}" for i in range(1, count))]
        return FunctionBody("", [copy], body.arguments, [Value(copy, i) for i in range(len(known))]), known

    def _captured(self, text: str, function: str | None, scope: _Scope) -> Value | None:
        """Return a tensor of an outer function, which the functions between get as an argument; None if not found."""
        if function is None or function == scope.name:
            node = self._rest.get(text) if not scope.name else None
            if node is not None and text not in scope.nodes and not node.input:
                scope.nodes[text] = Operation(split(text), node.op.decode(errors="replace"), node.attr)
                self._operations.append(scope.nodes[text])
            return self._value(text, scope)
        value = None if scope.outer is None else self._captured(text, function, scope.outer)
        if value is None or scope.brought is None:
            return value
        return Value(scope.brought.setdefault(value, _argument(text)), 0)

    def _function(self, name: str, caller: str, chain: tuple[str, ...]) -> Any:
        function = self._functions.get(name)
        if function is None:
            raise self._fault(f"{shortened(caller)} calls the function {shortened(name)}, which does not exist")
        if name in chain:
            cycle = " -> ".join(shortened(each) for each in [*chain[chain.index(name) :], name])
            raise self._fault(f"a function calls itself: {cycle}")
        if len(chain) >= _MOST_DEPTH:
            raise self._fault(f"functions call each other more than {_MOST_DEPTH} levels deep")
        return function

    def _call(self, name: str, operation: Operation, outer: _Scope) -> None:
        function = self._function(name, operation.name, outer.chain)
        given = operation.inputs
        wanted = [each.name.decode(errors="replace") for each in function.signature.input_arg]
        if len(given) != len(wanted):
            raise self._fault(f"the function {shortened(name)} gets {len(given)} values, but takes {len(wanted)}")
        alone = self._callers[name] == 1
        prefix = operation.path[:-1] if alone else operation.path
        if alone and len(operation.path) > 1:
            prefix = _own_prefix(operation.path, function)
        if not alone:
            self.names[operation.path] = readable(name)
        values = dict(zip(wanted, given, strict=True))
        scope = _Scope(values, outer.operations, {}, (*outer.chain, name), outer)
        self._add(function.node_def, scope, prefix)
        operation.results = self._results(name, function, scope)
        operation.effects = [scope.nodes[each] for each in function.control_ret.values() if each in scope.nodes]
        # What waits for the call, waits for what it does; and what it does waits for what the call waits for.
        for each in scope.nodes.values():
            each.control.extend(operation.control)

    def _results(self, name: str, function: Any, scope: _Scope) -> list[Value]:
        results: list[Value] = []
        for each in function.signature.output_arg:
            text = function.ret.get(each.name.decode(errors="replace"), "")
            value = self._value(text, scope)
            if value is None:
                raise self._fault(f"the function {shortened(name)} returns {shortened(text)}, which does not exist")
            results.append(value)
        return results

    def _body(
        self, name: str, operation: Operation, outer: _Scope, brought: dict[Value, Operation] | None = None
    ) -> FunctionBody:
        function = self._function(name, operation.name, outer.chain)
        operations: list[Operation] = []
        names = [each.name.decode(errors="replace") for each in function.signature.input_arg]
        arguments = [Operation((each,), ARGUMENT, {}) for each in names]
        values = {each: Value(argument, 0) for each, argument in zip(names, arguments, strict=True)}
        scope = _Scope(values, operations, {}, (*outer.chain, name), outer if brought is not None else None, brought)
        self._add(function.node_def, scope, (), f"{operation.name}/")
        results = self._results(name, function, scope)
        _resolve(operations)
        return FunctionBody(readable(name), operations, arguments, [followed(each) for each in results])

    def _fault(self, text: str) -> FileError:
        return FileError(text, file=self._file)


def _argument(text: str) -> Operation:
    return Operation((text.partition(":")[0].rpartition("/")[2],), ARGUMENT, {})


def _passing(node: Any) -> FunctionBody:
    """Return a function that returns the inputs of a node."""
    arguments = [_argument(text.decode(errors="replace")) for text in node.input if not text.startswith(b"^")]
    return FunctionBody("", [], arguments, [Value(each, 0) for each in arguments])


def _functions_of(node: Any) -> list[tuple[str, str]]:
    op = node.op.decode(errors="replace")
    if op in CASES and "branches" in node.attr:
        functions = node.attr["branches"].list.func
        return [(f"branches_{i}", each.name.decode(errors="replace")) for i, each in enumerate(functions)]
    return [(each, _function_name(node.attr, each)) for each in BODIES.get(op, ())]


def readable(name: str) -> str:
    plain = name.removeprefix("__inference_").removeprefix("__forward_").rstrip("0123456789").rstrip("_")
    return plain or name


def _own_prefix(path: tuple[str, ...], function: Any) -> tuple[str, ...]:
    """Return the prefix of names in a function that is expanded in place.

    Names in a Keras function include the scope of the call already; others get it.
    """
    begin = "/".join(path[:-1]) + "/"
    named = any(node.name.decode(errors="replace").startswith(begin) for node in function.node_def)
    return () if named else path[:-1]


def _function_name(attr: Any, name: str) -> str:
    return attr[name].func.name.decode(errors="replace") if name in attr else ""


def followed(value: Value) -> Value:
    """Return the origin of a value through expanded calls; raise FileError if a call has no such output."""
    seen = 0
    while value.operation.results is not None:
        results = value.operation.results
        if value.index >= len(results) or seen > 10 * _MOST_DEPTH:
            raise FileError(f"a node reads an output of {shortened(value.operation.name)} that does not exist")
        value = results[value.index]
        seen += 1
    return value


def _waits(operations: Iterable[Operation]) -> Iterator[Operation]:
    stack, seen = list(operations), set[int]()
    while stack:
        each = stack.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if each.results is None:
            yield each
        else:
            stack.extend(each.effects)
            stack.extend(value.operation for value in each.results)


def _resolve(operations: Iterable[Operation]) -> None:
    for each in operations:
        each.inputs = [followed(value) for value in each.inputs]
        if each.control:
            each.control = list(_waits(each.control))


class Converted(NamedTuple):
    """The conversion of an operation; ``output`` returns an output by index, ``inputs`` has each input's pins."""

    output: Callable[[int], Ref | None]
    inputs: Sequence[Sequence[tuple[ModelNode, str]]]


def output_of(refs: Sequence[Ref]) -> Callable[[int], Ref | None]:
    def output(index: int) -> Ref | None:
        return refs[index] if index < len(refs) else None

    return output
