"""TensorFlow 1 loops converted to TensorFlow 2: a While with functions for condition and body.

In a graph, such a loop is a frame: values enter by Enter, are merged with those of the previous iteration, and either
continue through a Switch or leave by an Exit. Frozen graphs of newer models also contain frames, because their
functions were lowered. All of these operations have block types, but only the body of a While can be exported again or
fill lists like a Scan. Frames that change variables, or whose values change their shapes, are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

from blocks.base.reachable import reachable
from blocks.interchange.tensorflow.control_flow import tensor_arrays
from blocks.interchange.tensorflow.control_flow.branches import MERGES, SWITCHES, with_branches
from blocks.interchange.tensorflow.control_flow.loop_graph import LoopValue, frame_of
from blocks.interchange.tensorflow.control_flow.recurrent import LISTS, recurrence, source, with_known_rounds
from blocks.interchange.tensorflow.control_flow.stacks import with_lists
from blocks.interchange.tensorflow.control_flow.tensor_arrays import with_own_arrays
from blocks.interchange.tensorflow.operations import ARGUMENT, FunctionBody, Operation, Value, readers_of
from blocks.interchange.tensorflow.operators import VARIABLES, mapped
from blocks.interchange.tensorflow.schema import NUMBERS
from blocks.interchange.tensorflow.updates import written
from blocks.library.registry import find

_ENTERS, _EXITS = ("Enter", "RefEnter"), ("Exit", "RefExit")
_NEXT = ("NextIteration", "RefNextIteration")
_OUTSIDE = (*VARIABLES, "Placeholder", "PlaceholderV2", ARGUMENT)
_HAND_ON = ("Identity", *MERGES, *SWITCHES)
_OF_OTHER_SHAPES = (
    "Concat", "ConcatV2", "DynamicStitch", "ExpandDims", "Gather", "GatherV2", "Pack", "Pad", "PadV2", "Slice",
    "StridedSlice", "Tile", "Where",
)  # fmt: skip
"""Operators whose results often have more or fewer items than what they are given."""
_FEWEST = {
    **dict.fromkeys((*_ENTERS, *_EXITS, *MERGES, *_NEXT, "Identity", "LoopCond"), 1), **dict.fromkeys(SWITCHES, 2),
    "TensorArrayV3": 1,
}  # fmt: skip
_MOST_FRAMES = 200
_CONTEXT = "while_context"
_LOWERED = "Func"
"""Where functions were taken apart, their arguments and results are handed on below this name."""


class _Frame(NamedTuple):
    """A loop; ``constant`` has the Enter of each value that does not change."""

    path: tuple[str, ...]
    carried: list[LoopValue]
    constant: list[Operation]
    condition: Operation


def with_loops(operations: Sequence[Operation]) -> list[Operation]:
    """Return operations with a While for each frame that can be one; each exit becomes an Identity.

    Frames that change variables, or whose values change their shapes, stay.
    """
    result = list(operations)
    if not 0 < sum(each.op == "LoopCond" for each in result) <= _MOST_FRAMES:
        return result
    if not (all(len(each.inputs) >= _FEWEST.get(each.op, 0) for each in result) and _is_acyclic(result)):
        return result
    result = with_own_arrays(with_lists(result))
    while True:  # an inner frame is found before the one around it, in which it has to be a While by then
        results = next(filter(None, (_While(each, result).replaced() for each in _frames(result))), None)
        if results is None:
            return result
        result = results


def _is_acyclic(operations: Iterable[Operation]) -> bool:
    inputs = {each: [] if each.op in _NEXT else [value.operation for value in each.inputs] for each in operations}
    try:
        TopologicalSorter(inputs).prepare()
    except CycleError:
        return False
    return True


def _frames(operations: Iterable[Operation]) -> list[_Frame]:
    operations, enters = list(operations), dict[str, list[Operation]]()
    readers = readers_of(operations)
    for each in operations:
        if each.op in _ENTERS and "frame_name" in each.attr:
            enters.setdefault(frame_of(each), []).append(each)
    return [each for name, inside in enters.items() if (each := _frame(name, inside, readers)) is not None]


def _frame(name: str, enters: list[Operation], readers: Mapping[Operation, list[Operation]]) -> _Frame | None:
    carried: list[LoopValue] = []
    constant: list[Operation] = []
    for enter in enters:
        merge = next((each for each in readers.get(enter, ()) if each.op in MERGES), None)
        if merge is None:
            constant.append(enter)
            continue
        behind = [value.operation for value in merge.inputs if value.operation.op in _NEXT]
        switches = [
            each
            for each in readers.get(merge, ())
            if each.op in SWITCHES and each.inputs[1].operation.op == "LoopCond" and each.inputs[0].operation is merge
        ]
        if len(behind) != 1 or len(merge.inputs) != 2 or len(switches) != 1:
            return None
        carried.append(LoopValue(enter, merge, switches[0], behind[0]))
    conditions = {each.switch.inputs[1].operation for each in carried}
    if len(conditions) != 1:
        return None
    parts = tuple(name.split("/"))
    return _Frame(parts[:-1] if parts[-1] == _CONTEXT else parts, carried, constant, conditions.pop())


class _While:
    def __init__(self, frame: _Frame, operations: list[Operation]) -> None:
        self._frame = frame
        self._operations = operations
        self._ends = {each.switch for each in frame.carried} | {each.merge for each in frame.carried}
        self._ends |= {*frame.constant, *(each.enter for each in frame.carried)}

    def replaced(self) -> list[Operation] | None:
        frame = self._frame
        results = [each.next.inputs[0] for each in frame.carried]
        body = self._inside([value.operation for value in results], [each.next for each in frame.carried])
        test = self._inside([each.operation for each in frame.condition.inputs], [frame.condition])
        if body is None or test is None:
            return None
        arrays = tensor_arrays.used_in([*body, *test], self._operations)
        if arrays is None:
            return None
        result = self._build(results, body, test, arrays)
        created = [result]
        keeps = any(value.operation.op in LISTS for value in result.inputs)
        if keeps and recurrence(result, result.bodies["cond"], result.bodies["body"]) is None:
            created = with_known_rounds(result, self._build(results, body, test, arrays))
        if arrays.are_written and recurrence(result, result.bodies["cond"], result.bodies["body"]) is None:
            return None
        run = result.bodies["body"]
        if any(map(_may_change_shape, run.results, run.arguments)):
            return None
        gone = {*body, *test, *self._ends, frame.condition, *(each.next for each in frame.carried)}
        gone |= self._unread(gone)
        kept = [each for each in self._operations if each not in gone]
        slot = {each.switch: i for i, each in enumerate(frame.carried)}
        lists: dict[Value, Value] = {}
        for each in kept:
            index = slot.get(source(each.inputs[0]).operation) if each.op in _EXITS else None
            if index is not None:
                each.op, each.inputs = "Identity", [Value(result, index)]
                if _is_variant(frame.carried[index].enter) or arrays.is_flow(result.inputs[index]):
                    lists[Value(each, 0)] = each.inputs[0]
            each.control = [result if one in gone else one for one in each.control]
        for each in kept:  # what hands a list on
            if each.op == "Identity" and (arrays.is_flow(each.inputs[0]) or each.inputs[0] in lists):
                lists[Value(each, 0)] = lists.get(each.inputs[0], arrays.value(each.inputs[0]))
        kept = tensor_arrays.replaced([each for each in kept if Value(each, 0) not in lists], arrays)
        for each in kept:
            each.inputs = [lists.get(value, value) for value in each.inputs]
        return [*kept, *created]

    def _inside(self, start: Iterable[Operation], waiting: Iterable[Operation]) -> list[Operation] | None:
        """Return the part of a frame that some operations need; None if a While cannot contain it."""
        result: dict[Operation, None] = {}
        stack = [*start, *(one for each in waiting for one in each.control)]
        while stack:
            each = stack.pop()
            if each in result or each in self._ends:
                continue
            is_other = each.op in (*_OUTSIDE, *_EXITS, *_ENTERS, *_NEXT) or each.op.startswith("Stack") or written(each)
            if is_other:
                return None
            result[each] = None
            stack.extend(value.operation for value in each.inputs)
            stack.extend(each.control)
        return [each for each in self._operations if each in result] if _is_acyclic(result) else None

    def _unread(self, known: Iterable[Operation]) -> set[Operation]:
        """Return the other operations in the loop: no result needs them, and TensorFlow cannot fetch them."""
        readers = readers_of(self._operations)

        def inside(each: Operation) -> list[Operation]:
            return [one for one in readers.get(each, ()) if one.op not in _EXITS]

        return reachable([one for each in known for one in inside(each)], inside)

    def _build(
        self, results: list[Value], body: list[Operation], test: list[Operation], arrays: tensor_arrays.LoopArrays
    ) -> Operation:
        frame = self._frame
        read = {value.operation for each in [*body, *test] for value in each.inputs}
        read |= {value.operation for value in results}
        constant = [each for each in frame.constant if each in read and not arrays.is_handle(each)]
        given = [arrays.value(each.inputs[0]) for each in [*(one.enter for one in frame.carried), *constant]]
        operation = Operation((*frame.path, "While"), "While", {}, given)
        operation.control = [one for each in frame.carried for one in each.enter.control if one not in self._ends]
        shown = frame.path[-1] if frame.path else "loop"
        for name, operations, given in (("cond", test, frame.condition.inputs[:1]), ("body", body, results)):
            copies = _Copies(frame, constant, arrays)
            inside = copies.of(operations)
            values = [copies.value(each) for each in given]
            if name == "body":
                values += [Value(argument, 0) for argument in copies.arguments[len(frame.carried) :]]
            inside, values = with_branches(inside, values)
            operation.bodies[name] = FunctionBody(f"{shown}_{name}", inside, copies.arguments, values)
        return operation


def _is_variant(enter: Operation) -> bool:
    return "T" in enter.attr and enter.attr["T"].type == NUMBERS["DT_VARIANT"]


def _may_change_shape(result: Value, argument: Operation) -> bool:
    """Return whether a carried value may change its shape, which a While must declare."""
    stack, seen = [(result.operation, False)], set[tuple[Operation, bool]]()
    while stack:
        each, changed = stack.pop()
        if each is argument and changed:
            return True
        if (each, changed) in seen:
            continue
        seen.add((each, changed))
        results = mapped(each.op)
        spec = None if results is None else find(results.type)
        changes = each.op in _OF_OTHER_SHAPES
        if changes or each.op in _HAND_ON or (spec is not None and spec.fusion in ("elementwise", "broadcast")):
            stack.extend((value.operation, changed or changes) for value in each.inputs)
    return False


class _Copies:
    def __init__(self, frame: _Frame, constant: list[Operation], arrays: tensor_arrays.LoopArrays) -> None:
        self._path = frame.path
        self._arrays = arrays
        self.arguments = [
            Operation((each.inputs[0].operation.path[-1],), ARGUMENT, {})
            for each in [*(one.enter for one in frame.carried), *constant]
        ]
        self._values: dict[Operation, Operation] = {}
        for argument, each in zip(self.arguments, frame.carried, strict=False):
            self._values[each.switch] = self._values[each.merge] = argument
        for argument, each in zip(self.arguments[len(frame.carried) :], constant, strict=True):
            self._values[each] = argument
        self._ends = set(self._values)
        self._through: dict[Operation, Value] = {}

    def of(self, operations: Sequence[Operation]) -> list[Operation]:
        copied: list[tuple[Operation, Operation]] = []
        for each in operations:
            # What only hands on what the loop gives to its functions.
            if each.op == "Identity" and (each.path[0] == _LOWERED or each.inputs[0].operation in self._ends):
                self._through[each] = each.inputs[0]
                continue
            copy = self._values[each] = Operation(self._shown(each.path), each.op, each.attr)
            copy.bodies = each.bodies
            copied.append((each, copy))
        for each, copy in copied:
            kind, inputs = self._arrays.as_list(each)
            copy.op, copy.inputs = kind, [self.value(value) for value in inputs]
            copy.control = [self._values[one] for one in each.control if one in self._values and one not in self._ends]
        return [copy for _, copy in copied]

    def value(self, value: Value) -> Value:
        value = self._arrays.value(value)
        while value.operation in self._through:
            value = self._through[value.operation]
        copy = self._values.get(value.operation)
        if copy is None:  # of a handle: what reads it has no need of it
            return value
        return Value(copy, 0 if value.operation in self._ends else value.index)

    def _shown(self, path: tuple[str, ...]) -> tuple[str, ...]:
        result = path
        for _ in range(2):
            if result[: len(self._path)] == self._path and len(result) > len(self._path):
                result = result[len(self._path) :]
            is_function = len(result) > 2 and result[0] in ("body", "cond") and result[1].startswith("_")
            result = result[2:] if is_function else result
        return result
