"""A TensorFlow graph with its function calls expanded; loop bodies stay separate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from blocks.base.errors import FileError
from blocks.document.data import MAX_BLOCKS, shortened
from blocks.interchange.importing.model_graph import ModelNode, Ref, split

CALLS = ("PartitionedCall", "StatefulPartitionedCall")
BODIES = {
    "While": ("cond", "body"),
    "StatelessWhile": ("cond", "body"),
    "If": ("then_branch", "else_branch"),
    "StatelessIf": ("then_branch", "else_branch"),
}
"""Operators that run functions, and the attributes that name these."""
CASES = ("Case", "StatelessCase")
"""Operators that run one of a list of functions, their attribute `branches`."""
_GRADIENT = "_gradient_op_type"
ARGUMENT = "_Arg"
"""What stands for an argument in the body of a loop."""

_MOST_DEPTH = 100


class Value(NamedTuple):
    operation: Operation
    index: int  # pyright: ignore[reportIncompatibleMethodOverride]  # it has no lookups


class Operation:
    """A node of a graph.

    Attributes:
        control: the operations that must run before it.
        results: the results of the function, if it is an expanded call; otherwise None.
        effects: the operations that must have run after an expanded call.
        bodies: the graphs of functions that it runs, by attribute.
    """

    __slots__ = ("attr", "bodies", "control", "effects", "inputs", "op", "path", "results")

    def __init__(self, path: tuple[str, ...], op: str, attr: Mapping[str, Any]) -> None:
        self.path = path
        self.op = op
        self.attr = attr
        self.inputs: list[Value] = []
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


def readers_of(operations: Iterable[Operation]) -> dict[Operation, list[Operation]]:
    result: dict[Operation, list[Operation]] = {}
    for each in operations:
        for value in each.inputs:
            result.setdefault(value.operation, []).append(each)
    return result


class FunctionBody(NamedTuple):
    """A function that a loop or a branch runs; ``arguments`` has an operation for each argument."""

    name: str
    operations: list[Operation]
    arguments: list[Operation]
    results: list[Value]


class _Scope(NamedTuple):
    values: dict[str, Value]
    nodes: dict[str, Operation]
    in_function: bool


class CallExpansion:
    """The expansion of a graph's function calls.

    Args:
        outputs_of: returns the names of an operator's outputs, and which are lists; None if they are unknown.

    Attributes:
        names: the names of the composites of calls.
        own_gradients: by operation with a custom gradient, TensorFlow's name of that gradient.
    """

    def __init__(
        self, functions: Mapping[str, Any], outputs_of: Callable[[str], Sequence[str] | None], file: str
    ) -> None:
        self._functions = functions
        self._outputs_of = outputs_of
        self._file = file
        self._callers: Counter[str] = Counter()
        self.names: dict[tuple[str, ...], str] = {}
        self.own_gradients: dict[str, str] = {}

    def expand(self, defs: Iterable[Any]) -> tuple[list[Operation], dict[str, Operation]]:
        """Return the operations of a graph, and those of its own nodes by name."""
        defs = list(defs)
        self._count_callers(defs)
        if self._size(defs, {}, ()) > MAX_BLOCKS:
            raise self._fault(
                f"the model has more than {MAX_BLOCKS:,} nodes with functions expanded, the limit of a diagram"
            )
        operations: list[Operation] = []
        scope = _Scope({}, {}, False)
        self._add(defs, scope, (), operations, ())
        _resolve(operations)
        return operations, scope.nodes

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

    def _size(self, defs: Iterable[Any], known: dict[str, int], chain: tuple[str, ...]) -> int:
        """Return the number of nodes after expanding functions; ``chain`` has the functions that led here."""
        size = 0
        for node in defs:
            size += 1
            for name in self._run_by(node):
                if name not in known:
                    function = self._function(name, node.name.decode(errors="replace"), chain)
                    known[name] = self._size(function.node_def, known, (*chain, name))
                size += known[name]
        return size

    def _add(
        self,
        defs: Iterable[Any],
        scope: _Scope,
        prefix: tuple[str, ...],
        operations: list[Operation],
        chain: tuple[str, ...],
        strip: str = "",
    ) -> None:
        added: list[tuple[Any, Operation]] = []
        for node in defs:
            name = node.name.decode(errors="replace")
            shown = name[len(strip) :] if strip and name.startswith(strip) and len(name) > len(strip) else name
            operation = Operation(split("/".join([*prefix, shown])), node.op.decode(errors="replace"), node.attr)
            if _GRADIENT in node.attr and b"PartitionedCall" not in node.attr[_GRADIENT].s:
                self.own_gradients[operation.name] = node.attr[_GRADIENT].s.decode(errors="replace")
            if name in scope.nodes:
                raise self._fault(f"two nodes have the name {shortened(name)}")
            scope.nodes[name] = operation
            added.append((node, operation))
        for node, operation in added:
            for text in node.input:
                self._wire(text.decode(errors="replace"), operation, scope)
        for node, operation in added:
            self._expand(node, operation, operations, chain)

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
        if not scope.in_function or len(rest) < 2:
            return Value(operation, index)
        return Value(operation, self._index_of(operation, rest[0], index))

    def _index_of(self, operation: Operation, output: str, index: int) -> int:
        function = self._functions.get(operation.op)
        names = self._outputs_of(operation.op)
        if function is not None:
            names = [each.name.decode(errors="replace") for each in function.signature.output_arg]
        if not names or output not in names:
            return index  # of an operator that is not known, or has one output
        return index if len(names) == 1 else names.index(output) + index

    def _expand(self, node: Any, operation: Operation, operations: list[Operation], chain: tuple[str, ...]) -> None:
        called = self.called(node)
        if called is not None:
            self._call(called, operation, operations, chain)
            return
        operations.append(operation)
        for attribute, name in _functions_of(node):
            function = self._function(name, operation.name, chain)
            operation.bodies[attribute] = self._body(name, function, operation, (*chain, name))

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

    def _call(self, name: str, operation: Operation, operations: list[Operation], chain: tuple[str, ...]) -> None:
        function = self._function(name, operation.name, chain)
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
        scope = _Scope(dict(zip(wanted, given, strict=True)), {}, True)
        self._add(function.node_def, scope, prefix, operations, (*chain, name))
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

    def _body(self, name: str, function: Any, operation: Operation, chain: tuple[str, ...]) -> FunctionBody:
        operations: list[Operation] = []
        arguments: list[Operation] = []
        scope = _Scope({}, {}, True)
        for each in function.signature.input_arg:
            argument = Operation((each.name.decode(errors="replace"),), ARGUMENT, {})
            arguments.append(argument)
            scope.values[argument.path[0]] = Value(argument, 0)
        self._add(function.node_def, scope, (), operations, chain, f"{operation.name}/")
        results = self._results(name, function, scope)
        _resolve(operations)
        return FunctionBody(readable(name), operations, arguments, [followed(each) for each in results])

    def _fault(self, text: str) -> FileError:
        return FileError(text, file=self._file)


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
