"""TensorFlow loops that append to a tensor list in each iteration (recurrent networks), as Scan blocks.

TensorFlow collects the results of the iterations in a list that the loop carries, for which a diagram has no block. If
each iteration writes the item at its own index, the result is the stacked output of a Scan. If it reads the item at its
own index from a constant list, the list is an input that the Scan iterates over.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from blocks.base.dtypes import INT32
from blocks.base.reachable import reachable
from blocks.interchange.tensorflow import schema
from blocks.interchange.tensorflow.expanded import GROWS, item_shape
from blocks.interchange.tensorflow.operations import (
    ARGUMENT,
    FunctionBody,
    Operation,
    Value,
    constant_in,
    constant_operation,
)
from blocks.interchange.tensorflow.operators import shape_value

_GET, _SET, _FROM, _PUSH = "TensorListGetItem", "TensorListSetItem", "TensorListFromTensor", "TensorListPushBack"
_RESERVE, _EMPTY = "TensorListReserve", "EmptyTensorList"
LISTS = (_RESERVE, _EMPTY)
"""Operators that make lists which loops fill: by the numbers of items, or one behind the other."""


def complete_lists(operation: Operation, body: FunctionBody) -> set[Operation]:
    """Complete item shapes of a While's lists from its writes; return the operations that make the lists."""
    result: set[Operation] = set()
    for index, value in enumerate(operation.inputs):
        reserve = source(value).operation
        if reserve.op != _RESERVE or len(reserve.inputs) != 2:
            continue
        argument = body.arguments[index]
        writes = [
            each
            for each in body.operations
            if each.op == _SET and len(each.inputs) == 3 and source(each.inputs[0]).operation is argument
        ]
        shape = item_shape(reserve)
        if not writes or (shape is not None and None not in shape):
            continue
        shape = shape or _declared_shape(writes[0].inputs[2])
        if shape is None:
            continue
        numbers = np.array([-1 if each is None else each for each in shape], np.int32)
        reserve.inputs[0] = Value(constant_operation((*reserve.path, "element_shape"), numbers, INT32), 0)
        for each in writes:
            each.attr = {**each.attr, GROWS: schema.message("AttrValue", b=True)}
        result.add(reserve)
    return result


def _declared_shape(value: Value) -> tuple[int | None, ...] | None:
    shapes = value.operation.attr["_output_shapes"].list.shape if "_output_shapes" in value.operation.attr else ()
    sizes = shape_value(shapes[value.index]) if value.index < len(shapes) else None
    return None if sizes is None else tuple(sizes)


class FilledList(NamedTuple):
    """A list that a loop fills; ``is_last`` if each iteration overwrites the only item."""

    sets: Operation
    item: Value
    is_last: bool


class Recurrence(NamedTuple):
    """A loop with a known iteration count that fills the lists ``stacked``, and iterates over lists, by argument index.

    The iteration count is the minimum of ``limits``: arguments of the loop by their indices, or numbers. ``over`` has
    the readers of items, which are read and written from last to first if ``reverse``.
    """

    limits: tuple[tuple[int | None, int], ...]
    stacked: dict[int, FilledList]
    over: dict[int, list[Operation]]
    reverse: bool = False


def recurrence(operation: Operation, condition: FunctionBody, body: FunctionBody) -> Recurrence | None:
    """Return how a While fills lists; None if it does not, or if it does so in an unsupported way."""
    down = _counts_down(operation, condition, body)
    if down is not None:
        return _filled(operation, [(down, 0)], source(body.results[down]).__eq__, reverse=True)
    if not any(value.operation.op in LISTS for value in operation.inputs):
        return None
    counters = {i for i in range(len(operation.inputs)) if _counts(operation, body, i)}
    limits = _limits(condition, counters)
    if not limits:
        return None

    def is_counter(value: Value) -> bool:
        return any(value.operation is body.arguments[i] for i in counters)

    filled = _filled(operation, limits, is_counter, reverse=False)
    return filled or _filled(operation, limits, lambda value: _is_from_end(value, body, counters, limits), reverse=True)


def with_known_rounds(operation: Operation, copy: Operation) -> list[Operation]:
    """Split a loop that records values until a computed condition fails; its copy becomes one that counts them."""
    condition, body = (operation.bodies[name] for name in ("cond", "body"))
    counter = next((i for i in range(len(operation.inputs)) if _counts(operation, body, i)), None)
    if counter is None:
        return [operation]
    carried = [i for i, value in enumerate(copy.inputs) if value.operation.op not in LISTS]
    copy.inputs = [copy.inputs[i] for i in carried]
    left = {argument for each in copy.bodies.values() for argument in each.arguments}
    copy.path = (*copy.path[:-1], f"{copy.path[-1]}_count")
    for name, each in copy.bodies.items():
        arguments = [each.arguments[i] for i in carried]
        given = [each.results[i] for i in carried] if name == "body" else each.results
        read = reachable([value.operation for value in given], lambda each: each.sources)
        if not read & left <= set(arguments):  # it ends by what it keeps
            return [operation]
        inside = [one for one in each.operations if one in read]
        copy.bodies[name] = FunctionBody(f"{each.name}_count", inside, arguments, given)
    limit = Operation(("rounds",), ARGUMENT, {})
    test = Operation(("again",), "Less", {}, [Value(condition.arguments[counter], 0), Value(limit, 0)])
    operation.bodies["cond"] = FunctionBody(condition.name, [test], [*condition.arguments, limit], [Value(test, 0)])
    stays = Operation(("rounds",), ARGUMENT, {})
    body.arguments.append(stays)
    body.results.append(Value(stays, 0))
    operation.inputs.append(Value(copy, carried.index(counter)))
    return [copy, operation]


def _filled(
    operation: Operation, limits: list[tuple[int | None, int]], is_index: Callable[[Value], bool], reverse: bool
) -> Recurrence | None:
    """Return the recurrence of a loop whose items are at the iteration number, from the end if ``reverse``."""
    condition, body = (operation.bodies[name] for name in ("cond", "body"))
    reserved = [i for i, value in enumerate(operation.inputs) if value.operation.op in LISTS]
    stacked: dict[int, FilledList] = {}
    for index in reserved:
        result = _stacked(operation, body, index, is_index)
        if result is None or _readers(condition, index):
            return None
        stacked[index] = result
    over: dict[int, list[Operation]] = {}
    for i, value in enumerate(operation.inputs):
        if value.operation.op != _FROM:
            continue
        readers = [each for each in _readers(body, i) if each.op != "Identity"]
        if _readers(condition, i):
            return None
        if source(body.results[i]) != Value(body.arguments[i], 0):
            continue  # it is written into: carried as a whole
        if readers and all(each.op == _GET and is_index(source(each.inputs[1])) for each in readers):
            over[i] = readers
    return Recurrence(tuple(limits), stacked, over, reverse)


def source(value: Value) -> Value:
    """Return the origin of a value, before operations that only pass it on."""
    seen = 0
    while value.operation.op in ("Identity", "Cast") and value.operation.inputs and seen < 100:
        if value.operation.op == "Cast" and not _same_dtype(value.operation):
            break
        value = value.operation.inputs[0]
        seen += 1
    return value


def _same_dtype(cast: Operation) -> bool:
    attr = cast.attr
    return "SrcT" in attr and "DstT" in attr and attr["SrcT"].type == attr["DstT"].type


def number(value: Value) -> int | None:
    array = constant_in(source(value).operation)
    return int(array.item()) if array is not None and array.size == 1 and array.dtype.kind in "iu" else None


def _counts(operation: Operation, body: FunctionBody, index: int) -> bool:
    if number(operation.inputs[index]) != 0:
        return False
    result = source(body.results[index]).operation
    if result.op not in ("Add", "AddV2") or len(result.inputs) != 2:
        return False
    left, right = (source(each) for each in result.inputs)
    own = Value(body.arguments[index], 0)
    step = right if left == own else left if right == own else None
    return step is not None and _number_in(operation, body, step) == 1  # a range is given what it counts by


def _limits(condition: FunctionBody, counters: set[int]) -> list[tuple[int | None, int]] | None:
    """Return the limits that a condition compares counters with; None if it does anything else."""
    indices = {argument: i for i, argument in enumerate(condition.arguments)}
    results: list[tuple[int | None, int]] = []
    stack = [condition.results[0]] if condition.results else []
    while stack:
        operation = source(stack.pop()).operation
        if operation.op == "LogicalAnd" and len(operation.inputs) == 2:
            stack.extend(operation.inputs)
            continue
        if operation.op != "Less" or len(operation.inputs) != 2:
            return None
        left, right = (source(each) for each in operation.inputs)
        if indices.get(left.operation) not in counters:
            return None
        constant = number(right)
        if constant is not None:
            results.append((None, constant))
        elif right.operation in indices and indices[right.operation] not in counters:
            results.append((indices[right.operation], 0))
        else:
            return None
    return results


def _stacked(
    operation: Operation, body: FunctionBody, index: int, is_index: Callable[[Value], bool]
) -> FilledList | None:
    sets = source(body.results[index]).operation
    is_push = sets.op == _PUSH and len(sets.inputs) == 2 and operation.inputs[index].operation.op == _EMPTY
    if is_push and source(sets.inputs[0]) == Value(body.arguments[index], 0):
        readers = [each for each in _readers(body, index) if each.op != "Identity"]
        return FilledList(sets, sets.inputs[1], False) if readers == [sets] else None
    if (
        operation.inputs[index].operation.op == _EMPTY
        or sets.op != _SET
        or len(sets.inputs) < 3
        or source(sets.inputs[0]) != Value(body.arguments[index], 0)
    ):
        return None
    if [each for each in _readers(body, index) if each.op != "Identity"] != [sets]:
        return None
    if is_index(source(sets.inputs[1])):
        return FilledList(sets, sets.inputs[2], False)
    given = operation.inputs[index].operation.inputs
    size = number(given[1]) if len(given) > 1 else None
    return FilledList(sets, sets.inputs[2], True) if size == 1 and number(sets.inputs[1]) == 0 else None


def _counts_down(operation: Operation, condition: FunctionBody, body: FunctionBody) -> int | None:
    test = source(condition.results[0]).operation if condition.results else None
    if test is None or test.op != "GreaterEqual" or len(test.inputs) != 2:
        return None
    index = next((i for i, each in enumerate(condition.arguments) if source(test.inputs[0]).operation is each), None)
    if index is None or _number_in(operation, condition, test.inputs[1]) != 1:
        return None
    step = source(body.results[index]).operation
    counts = step.op == "Sub" and source(step.inputs[0]) == Value(body.arguments[index], 0)
    return index if counts and _number_in(operation, body, step.inputs[1]) == 1 else None


def _number_in(operation: Operation, body: FunctionBody, value: Value) -> int | None:
    origin = source(value)
    for i, argument in enumerate(body.arguments):
        if origin.operation is argument:
            stays = body is not operation.bodies.get("body") or source(body.results[i]) == origin
            return number(operation.inputs[i]) if stays else None
    return number(origin)


def _is_from_end(value: Value, body: FunctionBody, counters: set[int], limits: list[tuple[int | None, int]]) -> bool:
    """Return whether a value is the iteration count, minus 1, minus the iteration number."""
    whole = source(value).operation
    if whole.op != "Sub" or len(whole.inputs) != 2 or len(limits) != 1 or limits[0][0] is None:
        return False
    last = source(whole.inputs[0]).operation
    is_last = last.op == "Sub" and len(last.inputs) == 2 and number(last.inputs[1]) == 1
    limit = body.arguments[limits[0][0]]
    return (
        is_last
        and source(last.inputs[0]) == Value(limit, 0)
        and any(source(whole.inputs[1]).operation is body.arguments[i] for i in counters)
    )


def _readers(body: FunctionBody, index: int) -> list[Operation]:
    own = Value(body.arguments[index], 0)
    return [each for each in body.operations if any(source(value) == own for value in each.inputs)]
