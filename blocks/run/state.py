"""The state of a session between steps: the values of variables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from blocks.base.budget import Memory
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, element_count, shape_text
from blocks.base.types import Array, is_array
from blocks.compile.dispatch import Streams, located
from blocks.compile.interpret import interpret
from blocks.compile.passes import Fed, carried, specialise
from blocks.compile.rewrite import Goal, OutputKey, output_key
from blocks.compile.schedule import cell_key, schedule
from blocks.graph.graph import Graph, Node, Output

GENERATOR = "generator"
"""What the keys of a state begin with under which it keeps where generators are."""
_NONE: Mapping[str, str] = MappingProxyType({})


class Renames(NamedTuple):
    """The earlier ids of blocks, by their current ids."""

    page: Mapping[str, str] = _NONE
    inner: Mapping[str, str] = _NONE

    def before(self, name: str) -> tuple[str, ...]:
        """Return the names that a node may have had, the likeliest first."""
        path, dot, pin = name.partition(".")
        first, *rest = path.split("/")
        names = [[self.page.get(first, first), *[self.inner.get(each, each) for each in rest]]]
        if len(rest) > 1:  # what an optimiser keeps: its id, a word and the variable's path from the page on
            end = [self.page.get(each, self.inner.get(each, each)) for each in rest[1:]]
            names.insert(0, [names[0][0], rest[0], *end])
        return tuple(dict.fromkeys(["/".join(each) + dot + pin for each in names] + [name]))


NO_RENAMES = Renames()


class StepSnapshot(NamedTuple):
    """The values of variables after a step, by key, as read-only arrays."""

    values: Mapping[Any, Any]
    steps: int


class State:
    """The variables of a session: one value per cell, None before initialization.

    Attributes:
        values: read-only arrays by the variable's key; also the positions of random generators.
        faults: the errors of initial values, by the same key.
        version: incremented when the shape of a variable changes.
        assigned: incremented when variables are assigned outside of steps.
    """

    def __init__(self) -> None:
        self.values: dict[Any, Any] = {}
        self.faults: dict[Any, DiagramError] = {}
        self.version = 0
        self.assigned = 0
        self._seen: tuple[Graph | None, int] = None, 0

    def commit(self, written: Mapping[Any, Any], alike: bool = False) -> None:
        """Store the values that a step wrote; ``alike``: they have the known shapes and are on a device."""
        if alike:
            self.values.update(written)
            return
        for key, value in written.items():
            old = self.values.get(key)
            if old is None or old.shape != value.shape:
                self.version += 1
            self.values[key] = frozen(value)

    def assign(self, values: Mapping[Any, Any]) -> None:
        self.commit(values)
        self.assigned += 1

    def restore(self, values: Mapping[Any, Any]) -> None:
        """Replace all values."""
        self.values.clear()
        self.values.update(values)
        self.version += 1

    def move(self, generators: Mapping[Any, Array]) -> None:
        self.values.update((key, frozen(counter)) for key, counter in generators.items())

    def shapes(self, graph: Graph) -> dict[int, tuple[int, ...]]:
        result: dict[int, tuple[int, ...]] = {}
        for node in variables_of(graph):
            value = self.values.get(cell_key(node))
            if value is not None:
                result[node.number] = np.shape(value)
        return result

    def has_seen(self, graph: Graph) -> bool:
        return self._seen[0] is graph and self._seen[1] == len(graph.nodes)

    def initialise(self, graph: Graph, feeds: Mapping[OutputKey, Any], streams: Streams, memory: Memory) -> None:
        """Set each new variable to its initial value, if that can be computed."""
        pending: list[tuple[Node, Output]] = []
        first = self._seen[1] if self._seen[0] is graph else 0
        self._seen = graph, len(graph.nodes)
        for node in variables_of(graph, first):
            key = cell_key(node)
            initial = node.args[0]
            if key in self.values:
                continue
            self.values[key] = None
            if isinstance(initial, Output):
                constant = initial.op.type.constant and not initial.op.controls
                if constant and output_key(initial) not in feeds:
                    self._set(node, initial.op.attrs["val"])
                else:
                    pending.append((node, initial))
        while pending:  # several rounds, since a variable may begin with the value of another
            left = self._compute(pending, graph, feeds, streams, memory)
            if len(left) == len(pending):
                return
            pending = left

    def forget_failures(self) -> None:
        self.values = {key: value for key, value in self.values.items() if value is not None}
        self.faults.clear()
        self._seen = None, 0

    def adopt(
        self, other: State, old: Graph, new: Graph, *, begun: bool = False, renamed: Renames = NO_RENAMES
    ) -> set[Any]:
        """Take the values of variables that another version of a page declares alike; return their keys.

        Args:
            begun: ignore changes of initial values if dtype and shape are the same.
            renamed: the ids of blocks in that version.
        """
        before = {node.name: node for node in variables_of(old)}
        results: set[Any] = set()
        self.values.update((key, value) for key, value in other.values.items() if key[0] == GENERATOR)
        for node in variables_of(new):
            same = next((before[name] for name in renamed.before(node.name) if name in before), None)
            if same is None or cell_key(same) not in other.values:
                continue
            if _holds_alike(same, node) and (begun or _begins_alike(same, node, renamed)):
                key = cell_key(node)
                self.values[key] = other.values[cell_key(same)]
                self.version += 1
                results.add(key)
        return results

    def _compute(
        self,
        pairs: Sequence[tuple[Node, Output]],
        graph: Graph,
        feeds: Mapping[OutputKey, Any],
        streams: Streams,
        memory: Memory,
    ) -> list[tuple[Node, Output]]:
        goal = Goal([output for _, output in pairs])
        fed = {at: Fed(graph.nodes[at[0]].outputs[at[1]].dtype, np.shape(v)) for at, v in feeds.items()}
        new = specialise(graph, goal, fed, self.shapes(graph))
        goal = carried(new, goal)
        result = interpret(schedule(new.graph), goal, self.values, list(feeds.values()), streams, memory)
        left: list[tuple[Node, Output]] = []
        for pair, value in zip(pairs, result.outputs, strict=True):
            if value is not None:
                self._set(pair[0], value)
            else:
                left.append(pair)
                if result.errors:
                    self.faults[cell_key(pair[0])] = result.errors[0]
        return left

    def _set(self, node: Node, value: Any) -> None:
        shape = node.outputs[0].shape
        if np.shape(value) == (0,) and element_count(shape) == 0:
            value = np.reshape(value, [size or 0 for size in shape or ()])
        if not compatible(np.shape(value), shape):
            text = f"initvalues have the shape {shape_text(np.shape(value))}, but the variable has {shape_text(shape)}"
            self.faults[cell_key(node)] = located(node, DiagramError(text, pin="initvalues"))
            return
        self.faults.pop(cell_key(node), None)
        self.values[cell_key(node)] = frozen(value)
        self.version += 1


def _holds_alike(old: Node, new: Node) -> bool:
    return old.outputs[0].dtype is new.outputs[0].dtype and old.outputs[0].shape == new.outputs[0].shape


def _begins_alike(old: Node, new: Node, renamed: Renames) -> bool:
    first, second = old.args[0], new.args[0]
    if not isinstance(first, Output) or not isinstance(second, Output):
        return first is second
    if first.op.type is not second.op.type or first.op.name not in renamed.before(second.op.name):
        return False
    values = first.op.attrs.get("val"), second.op.attrs.get("val")
    return not (is_array(values[0]) and is_array(values[1])) or values[0].tobytes() == values[1].tobytes()


def shared_faults(graph: Graph) -> Iterator[DiagramError]:
    """Yield errors of variables with the same name: they must hold the same kind of value and not be temporary."""
    first: dict[Any, Node] = {}
    for node in variables_of(graph):
        other = first.setdefault(cell_key(node), node).outputs[0]
        output = node.outputs[0]
        if other.dtype is not output.dtype or not compatible(other.shape, output.shape):
            text = (
                f"{other.op.block_name} is {other.dtype.short}{shape_text(other.shape)} and cannot share its value with"
            )
            this = f"{output.dtype.short}{shape_text(output.shape)}"
            yield located(node, DiagramError(f"{text} this block, which is {this}", pin="shared_name"))
    yield from _name_faults(graph)


def frozen(value: Any) -> Any:
    """Return a value for later steps as read-only, since results share its memory."""
    base = value
    while isinstance(base, np.ndarray):
        base.setflags(write=False)
        base = base.base
    return value


def _name_faults(graph: Graph) -> Iterator[DiagramError]:
    first: dict[str, Node] = {}
    for node in graph.nodes:
        if node.type.temporary:
            name = node.attrs["var_name"] or node.name
            other = first.setdefault(name, node)
            if other is not node:
                text = (
                    f"the temporary variables {other.block_name!r} and {node.block_name!r} both have the name {name!r}"
                )
                yield located(node, DiagramError(text, pin="var_name"))


def variables_of(graph: Graph, first: int = 0) -> Iterator[Node]:
    """Yield the graph's variables that persist between steps, from node number ``first`` on."""
    return (node for node in graph.nodes[first:] if node.type.variable and not node.type.temporary)
