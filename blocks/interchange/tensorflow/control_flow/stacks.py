"""TensorFlow 1 stacks, which save values of a loop for its gradient, as lists.

The gradient of a loop is a loop that counts backward. The forward loop pushes the values that the gradient needs onto a
stack in each iteration, and the backward loop pops them. A list replaces the stack: the forward loop fills it, and the
backward loop reads the item at the index of the iteration.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from blocks.base.dtypes import INT32
from blocks.interchange.tensorflow import schema
from blocks.interchange.tensorflow.control_flow.branches import MERGES, SWITCHES
from blocks.interchange.tensorflow.control_flow.loop_graph import LoopGraph, LoopValue, entering, frame_of, is_of_loop
from blocks.interchange.tensorflow.operations import Operation, Value, constant_operation
from blocks.interchange.tensorflow.schema import NUMBERS

_MAKES = ("Stack", "StackV2")
_PUSHES, _POPS, _CLOSES = ("StackPush", "StackPushV2"), ("StackPop", "StackPopV2"), ("StackClose", "StackCloseV2")
_MOST_KEPT = 1000
"""How many operations of a branch are computed in each round for what is pushed in it."""


def with_lists(operations: Sequence[Operation]) -> list[Operation]:
    """Return operations with a list for each stack that is used as in TensorFlow's gradients."""
    stacks = [each for each in operations if each.op in _MAKES]
    if not stacks or any(not each.inputs for each in operations if each.op in ("Enter", *SWITCHES, *MERGES)):
        return list(operations)
    graph, result = LoopGraph(operations), list(operations)
    gone: set[Operation] = set()
    stands: dict[Value, Value] = {}
    for each in stacks:
        stack = _StackList(each, graph)
        if (instead := stack.replaced()) is not None:
            result += stack.created
            gone |= stack.gone
            stands |= instead
    result = [each for each in result if each not in gone]
    for each in result:
        each.inputs = [stands.get(value, value) for value in each.inputs]
        each.control = [one for one in each.control if one not in gone]
    return result


class _StackUse(NamedTuple):
    """A push or a pop, with its loops (outermost first) and its branches (predicate and side)."""

    operation: Operation
    frames: tuple[str, ...]
    switches: tuple[tuple[Value, int], ...]


class _StackList:
    def __init__(self, maker: Operation, graph: LoopGraph) -> None:
        self._maker = maker
        self._graph = graph
        self.created: list[Operation] = []
        self.gone: set[Operation] = set()

    def replaced(self) -> dict[Value, Value] | None:
        """Return the replacement of the popped values; None if the stack is used in another way."""
        uses = self._uses()
        if uses is None:
            return None
        pushes = [each for each in uses if each.operation.op in _PUSHES]
        pops = [each for each in uses if each.operation.op in _POPS]
        if len(pushes) != 1 or any(len(each.frames) != len(pushes[0].frames) for each in uses) or not pushes[0].frames:
            return None
        counters = [[self._graph.countdown(frame) for frame in each.frames] for each in pops]
        pushed = self._every_round(pushes[0].operation.inputs[1])
        if pushed is None or any(counter is None for each in counters for counter in each):
            return None
        self.gone |= {self._maker, *(each.operation for each in uses)}
        stands = {Value(pushes[0].operation, 0): pushes[0].operation.inputs[1]}
        read = [(use, each) for use, each in zip(pops, counters, strict=True) if not self._is_only_waited_for(use)]
        if read:
            whole = None if self._graph.is_round(pushed) else self._kept(pushed, pushes[0].frames)
            for use, each in read:
                numbers = [counter for counter in each if counter is not None]
                stands[Value(use.operation, 0)] = self._popped(whole, use, numbers)
        return stands

    def _uses(self) -> list[_StackUse] | None:
        result: list[_StackUse] = []
        stack: list[tuple[Value, tuple[str, ...], tuple[tuple[Value, int], ...]]] = [(Value(self._maker, 0), (), ())]
        seen = 0
        while stack and seen < _MOST_KEPT:
            value, frames, switches = stack.pop()
            seen += 1
            for each in self._graph.readers.get(value.operation, ()):
                if each.inputs[0] != value:
                    continue
                if each.op == "Enter":
                    stack.append((Value(each, 0), (*frames, frame_of(each)), switches))
                elif each.op == "Identity":
                    stack.append((Value(each, 0), frames, switches))
                elif each.op in SWITCHES:
                    stack += [(Value(each, i), frames, (*switches, (each.inputs[1], i))) for i in (0, 1)]
                elif each.op in (*_PUSHES, *_POPS, *_CLOSES) and len(each.inputs) == 1 + (each.op in _PUSHES):
                    result.append(_StackUse(each, frames, switches))
                    continue
                else:
                    return None
                self.gone.add(each)
        return result

    def _is_only_waited_for(self, pop: _StackUse) -> bool:
        """Return whether nothing reads the popped value, so that the pop only orders operations."""
        popped = [pop.operation]
        for each in popped:
            readers = self._graph.readers.get(each, ())
            if any(reader.op != "Identity" for reader in readers):
                return False
            popped += readers
        self.gone.update(popped)
        return True

    def _every_round(self, value: Value) -> Value | None:
        """Return a value as it is computed in each iteration: in a branch, as if it were always taken."""
        above = self._above(value)
        if above is None or not any(each.op in SWITCHES for each in above):
            return None if above is None else value
        copies = {each: Operation((*each.path, "kept"), each.op, each.attr) for each in above}

        def outside(value: Value) -> Value:
            while value.operation in copies and value.operation.op in SWITCHES:
                value = value.operation.inputs[0]
            return Value(copies.get(value.operation, value.operation), value.index)

        for each, copy in copies.items():
            copy.inputs = [outside(one) for one in each.inputs]
        self.created += [each for each in copies.values() if each.op not in SWITCHES]
        return outside(value)

    def _above(self, value: Value) -> set[Operation] | None:
        sources: set[Operation] = set()
        stack = [value.operation]
        while stack and len(sources) < _MOST_KEPT:
            each = stack.pop()
            if each in sources or is_of_loop(each) or each.op in ("Enter", "Exit", *MERGES, *_MAKES):
                continue
            if each.bodies:
                return None
            sources.add(each)
            stack += [one.operation for one in (each.inputs[:1] if each.op in SWITCHES else each.inputs)]
        return None if stack else sources

    def _kept(self, pushed: Value, frames: Sequence[str]) -> Value:
        for frame in reversed(frames):
            condition = self._graph.condition(frame)
            assert condition is not None  # the loop has a counter
            empty = self._add("list", "EmptyTensorList", {"element_dtype": self._dtype()}, self._no_shape())
            variant = {"T": schema.message("AttrValue", type=NUMBERS["DT_VARIANT"])}
            attr = {**variant, "frame_name": schema.message("AttrValue", s=frame.encode())}
            enter = self._add("Enter", "Enter", attr, Value(empty, 0))
            merge = self._add("Merge", "Merge", variant, Value(enter, 0))
            switch = self._add("Switch", "Switch", variant, Value(merge, 0), Value(condition, 0))
            push = self._add("push", "TensorListPushBack", {"element_dtype": self._dtype()}, Value(switch, 1), pushed)
            following = self._add("NextIteration", "NextIteration", variant, Value(push, 0))
            merge.inputs.append(Value(following, 0))
            leaves = self._add("Exit", "Exit", variant, Value(switch, 0))
            whole = {"element_dtype": self._dtype()}
            pushed = Value(self._add("stacked", "TensorListStack", whole, Value(leaves, 0), self._no_shape()), 0)
        return pushed

    def _popped(self, whole: Value | None, pop: _StackUse, counters: Sequence[LoopValue]) -> Value:
        for frame, counter in zip(pop.frames, counters, strict=True):
            if whole is None:
                continue
            kind = {"element_dtype": self._dtype()}
            items = self._add("items", "TensorListFromTensor", kind, whole, self._no_shape())
            attr = {"T": schema.message("AttrValue", type=NUMBERS["DT_VARIANT"]), **entering(frame)}
            enter = self._add("items_enter", "Enter", attr, Value(items, 0))
            index = Value(counter.next, 0)
            whole = Value(self._add("item", "TensorListGetItem", kind, Value(enter, 0), index, self._no_shape()), 0)
        result = whole or Value(counters[-1].next, 0)
        for predicate, side in pop.switches:
            result = Value(self._add("Switch", "Switch", {}, result, predicate), side)
        return result

    def _add(self, name: str, kind: str, attr: Mapping[str, object], *inputs: Value) -> Operation:
        result = Operation((*self._maker.path, name), kind, attr, inputs)
        self.created.append(result)
        return result

    def _dtype(self) -> object:
        return self._maker.attr["elem_type" if "elem_type" in self._maker.attr else "T"]

    def _no_shape(self) -> Value:
        self.created.append(constant_operation((*self._maker.path, "element_shape"), np.array(-1, np.int32), INT32))
        return Value(self.created[-1], 0)
