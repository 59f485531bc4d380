"""Conversion of TensorFlow 1 branches, made of Switch and Merge, to an If with two functions.

On a page, Switch and Merge are block types. Inside a loop body, an If is required: a gradient needs the values that
each iteration computed, and a branch that was not taken has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from blocks.base.reachable import reachable
from blocks.interchange.tensorflow.operations import ARGUMENT, FunctionBody, Operation, Value, readers_of

MERGES, SWITCHES = ("Merge", "RefMerge"), ("Switch", "RefSwitch")


class _BranchSide(NamedTuple):
    """One branch of some Merges; ``switches`` are inputs that exist only if it is taken, ``given`` others."""

    operations: dict[Operation, None]
    switches: dict[Operation, None]
    given: dict[Value, None]


def with_branches(operations: Sequence[Operation], results: Sequence[Value]) -> tuple[list[Operation], list[Value]]:
    """Return a function's operations with an If instead of Switches and Merges, and its new results.

    Patterns that TensorFlow does not write stay.
    """
    result, given = list(operations), list(results)
    for _ in operations:
        created = _one(result, given)
        if created is None:
            break
        new, gone, stands = created
        result = [each for each in result if each not in gone]
        result.append(new)
        for each in [*result, *(inner for body in new.bodies.values() for inner in body.operations)]:
            each.inputs = [stands.get(value, value) for value in each.inputs]
            each.control = [one for one in each.control if one not in gone]
        given = [stands.get(value, value) for value in given]
    return result, given


def in_branches(operations: Sequence[Operation]) -> set[Operation]:
    """Return the operations that may have no value: each Switch, and its readers up to the Merge."""
    readers = readers_of(operations, waiting=True)
    switches = [each for each in operations if each.op in SWITCHES]
    return reachable(switches, lambda each: [one for one in readers.get(each, ()) if one.op not in MERGES])


def _one(
    operations: list[Operation], given: Sequence[Value]
) -> tuple[Operation, set[Operation], dict[Value, Value]] | None:
    groups: dict[Value, list[Operation]] = {}
    for each in operations:
        predicate = _predicate(each) if each.op in MERGES and len(each.inputs) == 2 else None
        if predicate is not None:
            groups.setdefault(predicate, []).append(each)
    readers: dict[Operation, set[Operation | None]] = {value.operation: {None} for value in given}
    for each in operations:
        for value in each.inputs:
            readers.setdefault(value.operation, set()).add(each)
    for predicate, merges in groups.items():
        then, other = (_side([merge.inputs[i] for merge in merges], {*merges}, readers) for i in (1, 0))
        if then is not None and other is not None and not _numbers_are_read(operations, merges):
            result = _build(predicate, merges, then, other)
            switches = [each for each in operations if each.op in SWITCHES and each.inputs[1] == predicate]
            gone = {*then.operations, *other.operations, *merges, *switches, *_handed_on(operations, switches)}
            stands = {Value(merge, 0): Value(result, i) for i, merge in enumerate(merges)}
            return result, gone, stands
    return None


def _predicate(merge: Operation) -> Value | None:
    """Return the predicate of a Merge; None if there is another branch in it, or it is not a branch."""
    results: set[Value] = set()
    for value, index in zip(merge.inputs, (0, 1), strict=True):
        stack, seen = [value], set[Value]()
        while stack:
            each = stack.pop()
            operation = each.operation
            if each in seen:
                continue
            seen.add(each)
            if operation.op in SWITCHES:
                if each.index != index:
                    return None
                results.add(operation.inputs[1])
                continue
            if operation.op in MERGES:
                return None
            stack.extend(operation.inputs)
    return results.pop() if len(results) == 1 else None


def _side(
    results: Iterable[Value], merges: set[Operation], readers: Mapping[Operation, set[Operation | None]]
) -> _BranchSide | None:
    """Return the branch that ends at some values; None if an operation outside reads part of it."""
    results = list(results)
    order: list[Operation] = []
    switches: dict[Operation, None] = {}
    switched: dict[Operation, bool] = {}
    stack = [(value.operation, False) for value in results]
    while stack:
        each, is_entered = stack.pop()
        if is_entered:
            order.append(each)
            switched[each] = any(one.operation in switches or switched[one.operation] for one in each.inputs)
        elif each.op in SWITCHES:
            switches[each] = None
        elif each not in switched:
            switched[each] = False
            stack.append((each, True))
            stack.extend((value.operation, False) for value in each.inputs)
    inside = {each for each in order if each.op != ARGUMENT}
    for each in reversed(order):  # readers come before what they read
        if each in inside and not readers[each] <= inside | merges:
            if switched[each]:
                return None
            inside.remove(each)
    wanted = [*results, *(value for each in order if each in inside for value in each.inputs)]
    given = [each for each in wanted if each.operation not in inside and each.operation not in switches]
    return _BranchSide({each: None for each in order if each in inside}, switches, dict.fromkeys(given))


def _numbers_are_read(operations: Iterable[Operation], merges: Sequence[Operation]) -> bool:
    return any(value.operation in merges and value.index for each in operations for value in each.inputs)


def _handed_on(operations: Iterable[Operation], switches: Sequence[Operation]) -> list[Operation]:
    pivots = {each for each in switches if each.inputs[0].operation is each.inputs[1].operation or _is_pivot(each)}
    return [each for each in operations if each.op == "Identity" and each.inputs[0].operation in pivots]


def _is_pivot(switch: Operation) -> bool:
    given, predicate = switch.inputs
    return predicate.operation.op == "Identity" and predicate.operation.inputs[0] == given


def _build(predicate: Value, merges: Sequence[Operation], then: _BranchSide, other: _BranchSide) -> Operation:
    switches = list({**then.switches, **other.switches})
    data = list(dict.fromkeys([*(each.inputs[0] for each in switches), *then.given, *other.given]))
    operation = Operation((*merges[0].path[:-1], "Cond"), "If", {}, [predicate, *data])
    for name, side, index in (("then_branch", then, 1), ("else_branch", other, 0)):
        arguments = [Operation((value.operation.path[-1],), ARGUMENT, {}) for value in data]
        stands = {value: Value(arguments[data.index(value)], 0) for value in side.given}
        stands |= {Value(each, index): Value(arguments[data.index(each.inputs[0])], 0) for each in switches}
        inside = list(side.operations)
        for each in inside:
            each.inputs = [stands.get(value, value) for value in each.inputs]
            each.control = [one for one in each.control if one in side.operations]
            depth = len(merges[0].path) - 1
            if each.path[:depth] == merges[0].path[:depth] and len(each.path) > depth:
                each.path = each.path[depth:]
        results = [merge.inputs[index] for merge in merges]
        operation.bodies[name] = FunctionBody(name, inside, arguments, [stands.get(value, value) for value in results])
    return operation
