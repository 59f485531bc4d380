"""Paths from parameters to the loss, by value and by gradient, and the operations at which they part."""

from __future__ import annotations

import math
from collections import ChainMap
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from blocks.analysis.explanation import union
from blocks.torch.recorder import Operation, Recorder, Value, name_of, torch

_DETACHING = {
    "detach", "detach_", "data", "tensor", "as_tensor", "new_tensor", "requires_grad", "requires_grad_", "Parameter",
    "from_numpy",
}  # fmt: skip
_MOST_NODES = 2000

Leads = list[list[int]]
"""The parameters with a path to the loss through each result of each operation, and through its value in Python."""


class Paths:
    """The paths of a step. Sets of parameters are bit masks.

    Attributes:
        operations: the recorded operations, and those that must have made memory that tensors share.
        positions: the positions of operations, by their ids.
    """

    def __init__(self, recorder: Recorder, parameters: Sequence[Any]) -> None:
        self._recorder = recorder
        self._bits = {id(each): 1 << number for number, each in enumerate(parameters)}
        values = [recorder.value(each) for each in parameters]
        self._edges = {
            (id(each.node), each.number): self._bits[id(each.tensor)] for each in values if each.node is not None
        }
        self._next: dict[int, tuple[Any, list[tuple[Any, int]]]] = {}
        self._known: dict[int, int] = {}
        self.operations: list[Operation] = []
        self.positions: dict[int, int] = {}
        self._births: dict[int, tuple[int, int] | None] = dict.fromkeys(self._bits)
        self._changes: dict[int, list[tuple[int, int, Any, tuple[int, float]]]] = {}
        self._memory: dict[int, list[Value]] = {_memory(each.tensor): [each] for each in values}
        self._leaked: list[tuple[int, int, Operation]] = []
        for operation in recorder.operations:
            for read in operation.reads:
                if read.node is None and id(read.tensor) not in self._births:
                    self._find_memory(read, operation)
            self._add(operation)

    def _add(self, operation: Operation) -> None:
        at = self.positions[id(operation)] = len(self.operations)
        self.operations.append(operation)
        for number, value in enumerate(operation.results):
            memory = _memory(value.tensor)
            if number < operation.made:
                self._births[id(value.tensor)] = at, number
            else:
                part = _changed_part(value.tensor, operation.index)
                self._changes.setdefault(memory, []).append((at, number, part, _extent(part)))
            self._memory.setdefault(memory, []).append(value)
        for tensor in (each.tensor for each in operation.reads if operation.leak):
            self._leaked.append((_memory(tensor), _memory(tensor) + tensor.untyped_storage().nbytes(), operation))

    def _find_memory(self, value: Value, operation: Operation) -> None:
        """Add an operation for a tensor from elsewhere that shares memory, such as that of `torch.from_numpy`."""
        self._births[id(value.tensor)] = None
        memory = _memory(value.tensor)
        leaks = [leak for start, end, leak in self._leaked if start <= memory < end]
        others = self._memory.get(memory, [])
        if leaks or others:
            function = torch.from_numpy if leaks else torch.Tensor.detach
            shared = Operation(function, [] if leaks else others, operation.line, leaks)
            shared.results, shared.made = [value], 1
            self._add(shared)

    # -- the graph of autograd -----------------------------------------------------------------------------------------

    def parameter(self, tensor: Any) -> int:
        return self._bits.get(id(tensor), 0)

    def next_edges(self, node: Any) -> list[tuple[Any, int]]:
        if id(node) not in self._next:
            try:
                edges = [edge for edge in node.next_functions if edge[0] is not None]
            except (AttributeError, RuntimeError):  # an own Function whose result is gone
                edges = []
            self._next[id(node)] = node, edges
        return self._next[id(node)][1]

    def reached(self, start: Any, number: int = -1) -> int:
        """Return the parameters that a gradient at a node, or at one of its results, reaches."""
        known = self._known
        pending = [] if start is None or id(start) in known else [start]
        while pending:
            node = pending[-1]
            edges = self.next_edges(node)
            left = [child for child, _ in edges if id(child) not in known] if id(node) not in known else []
            if not left:
                masks = (self._edges.get((id(child), at), 0) | known[id(child)] for child, at in edges)
                known.setdefault(id(node), union(masks))
                pending.pop()
            pending += left
        return known.get(id(start), 0) | self._edges.get((id(start), number), 0)

    def onward(self, starts: Iterable[Any], stops: Container[int] = ()) -> Iterator[Any]:
        """Yield the nodes that a gradient at some nodes reaches, without going on from nodes with the ids ``stops``."""
        pending = [*starts]
        seen = {id(each) for each in pending}
        for node in pending:
            yield node
            for child, _ in self.next_edges(node) if id(node) not in stops else ():
                if id(child) not in seen:
                    seen.add(id(child))
                    pending.append(child)

    @cached_property
    def makers(self) -> dict[int, Operation]:
        """The operation that made a node, by the node's id."""
        result: dict[int, Operation] = {}
        for operation in self.operations:
            old = ChainMap(result, dict.fromkeys((id(each.node) for each in operation.reads), operation))
            made = self.onward((each.node for each in operation.results if each.node is not None), old)
            result |= {id(node): operation for node in made if id(node) not in old and not is_leaf(node)}
        return result

    # -- paths by value ------------------------------------------------------------------------------------------------

    def to_loss(self, loss: Any) -> Leads:
        if isinstance(loss, torch.Tensor):
            return self._back(self._sources(self._recorder.value(loss), len(self.operations), loss))
        return self._back((self.positions[id(each)], -1) for each in self._recorder.sources([loss]))

    def to_leaks(self, places: Iterable[int]) -> Leads:
        """Return the operations that lead to values that leave torch."""
        return self._back((at, -1) for at in places)

    def _back(self, ends: Iterable[tuple[int, int]]) -> Leads:
        leads = [[0] * (len(each.results) + 1) for each in self.operations]
        for at, number in ends:
            leads[at][number] = (1 << len(self._bits)) - 1
        for at in range(len(self.operations) - 1, -1, -1):
            operation, mask = self.operations[at], union(leads[at])
            for source in operation.sources if mask else ():
                leads[self.positions[id(source)]][-1] |= mask
            for read in operation.reads if mask else ():
                # A parameter has no path to itself.
                further = mask & ~self.parameter(read.tensor) if read.node is not None else mask
                part = _part(operation, read) if self._changes else None
                for maker, number in self._sources(read, at, part):
                    leads[maker][number] |= further
        return leads

    def _sources(self, value: Value, before: int, part: Any) -> Iterator[tuple[int, int]]:
        """Yield the operations and the numbers of their results that a part of a value consists of."""
        changes = self._changes.get(_memory(value.tensor), ()) if self._changes else ()
        begin, end = _extent(part) if changes else (0, 0)
        for at, number, changed, extent in reversed(changes):
            if at >= before or extent[0] > end or extent[1] < begin:
                continue
            if changed is value.tensor or _overlap(changed, part):
                yield at, number
            if changed is value.tensor:
                return
        birth = self._births.get(id(value.tensor))
        if birth is not None:
            yield birth
        elif value.node is not None and not is_leaf(value.node):  # code that the recorder does not see made it
            for node in self.onward([value.node], self.makers):
                at = self.positions[id(self.makers[id(node)])] if id(node) in self.makers else before
                yield from ((at, number) for number in range(len(self.operations[at].results)) if at < before)

    def judge(self, leads: Leads) -> tuple[int, list[tuple[Operation, str, int]]]:
        """Return the parameters that are used, and the cuts: operation, reason, parameters."""
        used, cuts = 0, list[tuple[Operation, str, int]]()
        for operation, leading in zip(self.operations, leads, strict=True):
            whole = union(leading)
            reads = [each for each in operation.reads if each.node is not None or self.parameter(each.tensor)]
            masks = [self.reached(read.node, read.number) if whole else 0 for read in reads]
            for read, mask in zip(reads, masks, strict=True):
                used |= whole & (self.parameter(read.tensor) | mask)
            if not any(masks) or operation.passes_all:
                continue
            stops = {id(each.node) for each in operation.reads}
            edges = [(each, self._edges_to(each, stops)) for each in operation.results]
            for read, mask in zip(reads, masks, strict=True):
                if mask & leading[-1]:
                    cuts.append((operation, f"leaves torch through {operation.leak}", mask & leading[-1]))
                carried = [
                    mask & self.reached(result.node, result.number) if read.tensor is result.tensor  # it was changed
                    else mask if (id(read.node), read.number) in passed else 0
                    for result, passed in edges
                ]  # fmt: skip
                for number, result in enumerate(operation.results):
                    lost = mask & leading[number] & ~(union(carried) if is_float(result) else carried[number])
                    if lost:
                        cuts.append((operation, _reason(operation, result), lost))
        return used, cuts

    def _edges_to(self, result: Value, stops: Container[int]) -> Container[tuple[int, int]]:
        """Return the edges of the graph between a result and the tensors that the operation reads."""
        edges = {(id(result.node), result.number)}
        pending = [] if result.node is None else [result.node]
        for node in pending:
            for child, number in self.next_edges(node):
                if (id(child), number) not in edges and len(pending) < _MOST_NODES:
                    edges.add((id(child), number))
                    pending += [] if id(child) in stops else [child]
        return edges


def is_leaf(node: Any) -> bool:
    return type(node).__name__ == "AccumulateGrad"


def is_float(value: Value) -> bool:
    return value.tensor.dtype.is_floating_point or value.tensor.dtype.is_complex


def _reason(operation: Operation, result: Value) -> str:
    """Return why the result of an operation does not carry the gradient."""
    if name_of(operation.function).removesuffix(".default").rpartition(".")[2] in _DETACHING:
        return "detach"
    if not is_float(result):
        return "integer result"
    is_own = isinstance(operation.function, type)
    return operation.mode or ("own Function gives None" if is_own else "not differentiable")


def _part(operation: Operation, read: Value) -> Any:
    """Return the part of a tensor that an operation reads: the result if it is a view of it."""
    results = [each.tensor for each in operation.results]
    is_view = len(results) == 1 and results[0]._is_view() and _memory(results[0]) == _memory(read.tensor)
    return results[0] if is_view else read.tensor


def _memory(tensor: Any) -> int:
    try:
        return tensor.untyped_storage().data_ptr() or id(tensor)
    except (NotImplementedError, RuntimeError):  # a sparse tensor, for example
        return id(tensor)


def _changed_part(tensor: Any, index: Any) -> Any:
    """Return the tensor with the elements at an index, or None if it is not a view."""
    if index is None:
        return tensor
    try:
        part = tensor.detach()[index]
    except (IndexError, RuntimeError, TypeError):
        return None
    return part if _memory(part) == _memory(tensor) else None


def _extent(tensor: Any) -> tuple[int, float]:
    """Return the first and the last place of a tensor in its memory, as far as they are known."""
    if tensor is None or tensor.layout != torch.strided:
        return 0, math.inf
    steps = ((size - 1) * step for size, step in zip(tensor.shape, tensor.stride(), strict=True))
    begin = tensor.storage_offset()
    return begin * tensor.element_size(), (begin + sum(steps) + 1) * tensor.element_size() - 1


def _overlap(one: Any, other: Any) -> bool:
    """Whether two tensors whose extents overlap may have elements in common."""
    if one is None or one.dtype != other.dtype:
        return True
    places = torch.zeros(one.untyped_storage().nbytes() // one.element_size(), dtype=torch.bool)
    places.as_strided(one.shape, one.stride(), one.storage_offset()).fill_(True)
    return bool(places.as_strided(other.shape, other.stride(), other.storage_offset()).any())
