"""TensorFlow 1 tensor arrays as TensorFlow 2 lists.

A tensor array is a handle, and a flow value that passes from operation to operation and defines their order. The list
replaces the flow value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from blocks.base.dtypes import INT32
from blocks.interchange.tensorflow import schema
from blocks.interchange.tensorflow.control_flow.loop_graph import LoopGraph, entering, frame_of
from blocks.interchange.tensorflow.control_flow.recurrent import number, source
from blocks.interchange.tensorflow.expanded import GROWS
from blocks.interchange.tensorflow.operations import Operation, Value, constant_operation, origin

_MAKES, _FILLS, _WRITES = "TensorArrayV3", "TensorArrayScatterV3", "TensorArrayWriteV3"
_SETS = "TensorListSetItem"
_LISTS: Mapping[str, tuple[str, tuple[int, ...]]] = {
    "TensorArrayReadV3": ("TensorListGetItem", (2, 1)), _WRITES: (_SETS, (3, 1, 2)),
    "TensorArrayGatherV3": ("TensorListStack", (2,)), "TensorArraySizeV3": ("TensorListLength", (1,)),
    _FILLS: ("TensorListFromTensor", (2,)),
}  # fmt: skip
"""By operator that of a list, and which of the inputs it has."""
_WHOLE = (_FILLS, "TensorArrayGatherV3")
"""Operators that go over the elements with some numbers."""
_CLOSES = "TensorArrayCloseV3"


class LoopArrays(NamedTuple):
    """Tensor arrays that a loop uses: the operation that makes the list for each, and the users.

    ``filled`` are the lists of values that are written all at once, by the writing operation.
    """

    lists: Mapping[Operation, Operation]
    users: set[Operation]
    filled: Mapping[Operation, Operation]

    @property
    def are_written(self) -> bool:
        return any(each.op == _WRITES for each in self.users)

    def is_handle(self, enter: Operation) -> bool:
        value = enter.inputs[0]
        return value.operation in self.lists and value.index == 0

    def is_flow(self, value: Value) -> bool:
        operation = self.value(value).operation
        is_write = operation in self.users and operation.op == _WRITES
        return is_write or operation in self.lists.values() or operation in self.filled.values()

    def value(self, value: Value) -> Value:
        if value.operation in self.filled:
            return Value(self.filled[value.operation], 0)
        result = self.lists.get(value.operation)
        return value if result is None or value.index == 0 else Value(result, 0)

    def as_list(self, operation: Operation) -> tuple[str, Sequence[Value]]:
        if operation not in self.users:
            return operation.op, operation.inputs
        kind, order = _LISTS[operation.op]
        return kind, [operation.inputs[i] for i in order]


def used_in(inside: Iterable[Operation], operations: Sequence[Operation]) -> LoopArrays | None:
    """Return the tensor arrays that a loop uses; None if one of them cannot be a list."""
    makers = {_maker(each) for each in inside if each.op.startswith("TensorArray")}
    if None in makers:
        return None
    users = {each for each in operations if each.op.startswith("TensorArray") and _maker(each) in makers}
    users.difference_update(makers)  # pyright: ignore[reportArgumentType]
    if any(not _is_as_list(each) for each in users):
        return None
    filled = {each: _filled(each) for each in users if each.op == _FILLS}
    return LoopArrays({each: _list(each) for each in makers if each is not None}, users, filled)


def replaced(operations: Iterable[Operation], arrays: LoopArrays) -> list[Operation]:
    if not arrays.lists:
        return list(operations)
    result: list[Operation] = []
    whole = {_maker(each) for each in arrays.filled}
    for each in operations:
        if each in whole:
            continue  # the list is what is written into it, all at once
        if each in arrays.filled:
            result.append(arrays.filled[each])
            continue
        if each in arrays.lists:
            result += [value.operation for value in arrays.lists[each].inputs[:1]]
            result.append(arrays.lists[each])
            continue
        if each in arrays.users:
            if each.op == _CLOSES:
                continue
            kind, inputs = arrays.as_list(each)
            each.op, each.inputs = kind, list(inputs)
            if kind == _SETS:  # beside loops, where the shape of the elements is what is written
                each.attr = {**each.attr, GROWS: schema.message("AttrValue", b=True)}
        each.inputs = [arrays.value(value) for value in each.inputs]
        result.append(each)
    return result


def _maker(operation: Operation) -> Operation | None:
    if operation.op == _MAKES:
        return operation
    maker = origin(operation.inputs[0], ("Enter", "Identity")).operation if operation.inputs else operation
    return maker if maker.op == _MAKES else None


def _is_as_list(user: Operation) -> bool:
    if user.op == _CLOSES:
        return True
    if user.op not in _LISTS or len(user.inputs) <= max(_LISTS[user.op][1]):
        return False
    if user.op not in _WHOLE:
        return True
    numbers = source(user.inputs[1]).operation
    return numbers.op == "Range" and len(numbers.inputs) == 3 and (
        number(numbers.inputs[0]) == 0 and number(numbers.inputs[2]) == 1
    )  # fmt: skip


def _list(maker: Operation) -> Operation:
    path = (*maker.path[:-1], f"{maker.path[-1]}_element_shape")
    inputs = Value(constant_operation(path, np.array([-1], np.int32), INT32), 0), maker.inputs[0]
    return Operation(maker.path, "TensorListReserve", {"element_dtype": maker.attr["dtype"]}, inputs)


def _filled(scatter: Operation) -> Operation:
    path = (*scatter.path[:-1], f"{scatter.path[-1]}_list")
    operation = Operation(path, _LISTS[_FILLS][0], {}, [scatter.inputs[2]])
    operation.control = scatter.control
    return operation


# -- Gradient arrays become independent ones ---------------------------------------------------------------------------
#
# TensorFlow finds the gradient array by the handle of the original array. For each element that a loop reads, the
# gradient loop writes the gradient into the gradient array. The sum of the flow values orders these writes. After the
# conversion, the gradient loop carries the array itself, like any other loop that writes into an array.


_GRADIENT = "TensorArrayGradV3"
_ADDS = ("Add", "AddV2", "AddN")


def with_own_arrays(operations: Sequence[Operation]) -> list[Operation]:
    gradients = [each for each in operations if each.op == _GRADIENT and len(each.inputs) == 2]
    if not gradients:
        return list(operations)
    graph = LoopGraph(operations)
    created: list[Operation] = []
    makers: dict[tuple[Operation, bytes], Operation] = {}
    handles: dict[tuple[Operation, tuple[str, ...]], Operation] = {}
    stands: dict[Value, Value] = {}
    gone: set[Operation] = set()
    for each in gradients:
        maker, frames = _maker_of(each.inputs[0])
        if maker is None:
            continue
        key = maker, each.attr["source"].s if "source" in each.attr else b""
        own = makers.get(key)
        if own is None:
            path = (*maker.path[:-1], f"{maker.path[-1]}_gradient")
            own = makers[key] = Operation(path, _MAKES, maker.attr, maker.inputs)
            created.append(own)
        stands[Value(each, 0)] = _entered(own, frames, handles, created)
        gone.add(each)
        for end in (each, *_waiting(each, graph)):
            stands[Value(end, int(end is each))] = each.inputs[1]
            gone.add(end)
    filled = {_maker_of(each.inputs[0])[0]: each for each in operations if each.op == _FILLS and len(each.inputs) == 4}
    fills = {own: filled[maker] for (maker, _), own in makers.items() if maker in filled}
    for each in operations:
        if each.op == _WRITES and len(each.inputs) == 4:
            own = _maker_of(stands.get(each.inputs[0], each.inputs[0]))[0]
            if own is not None and own in makers.values():
                total = _carry(each, own, fills, created, graph)
                if total is not None:
                    stands[Value(total, 0)] = Value(each, 0)
                    gone.add(total)
                else:  # beside a loop: the sum is one of arrays
                    each.inputs[3] = _zeros(own, fills[own], created) if own in fills else Value(own, 1)
                    for one in graph.readers.get(each, ()):
                        if one.op in _ADDS:
                            one.path = (*one.path, "arrays")
                            handed = [x for x in graph.readers.get(one, ()) if x.op == "Identity"]
                            stands.update({Value(x, 0): Value(one, 0) for x in handed})
                            gone.update(handed)
    result = [*(each for each in operations if each not in gone), *created]
    for each in result:
        each.inputs = [_standing(value, stands) for value in each.inputs]
        each.control = [one for one in each.control if one not in gone]
    return result


def _standing(value: Value, stands: Mapping[Value, Value]) -> Value:
    while value in stands:
        value = stands[value]
    return value


def _maker_of(handle: Value) -> tuple[Operation | None, tuple[str, ...]]:
    """Return the operation that makes an array, and the frames that its handle entered, outermost first."""
    frames: list[str] = []
    origin = source(handle)
    while origin.operation.op == "Enter" and origin.operation.inputs and len(frames) < 100:
        frames.insert(0, frame_of(origin.operation))
        origin = source(origin.operation.inputs[0])
    return (origin.operation if origin.operation.op == _MAKES else None), tuple(frames)


def _waiting(gradient: Operation, graph: LoopGraph) -> list[Operation]:
    flow = gradient.inputs[1]
    readers = graph.readers.get(flow.operation, ())
    return [each for each in readers if each.op == "Identity" and gradient in each.control and each.inputs[0] == flow]


def _entered(
    maker: Operation,
    frames: tuple[str, ...],
    handles: dict[tuple[Operation, tuple[str, ...]], Operation],
    created: list[Operation],
) -> Value:
    if not frames:
        return Value(maker, 0)
    key = maker, frames
    if key not in handles:
        given = [_entered(maker, frames[:-1], handles, created)]
        handles[key] = Operation((*maker.path, "Enter"), "Enter", entering(frames[-1]), given)
        created.append(handles[key])
    return Value(handles[key], 0)


def _carry(
    write: Operation, own: Operation, fills: Mapping[Operation, Operation], created: list[Operation], graph: LoopGraph
) -> Operation | None:
    """Let a loop carry an array instead of the sum of flows; return the operation that adds up, or None.

    ``own`` makes the gradient's array, ``write`` writes into it, and ``fills`` has what fills the original of each.
    """
    ends = [write]
    while len(ends) == 1 and ends[0].op in (_WRITES, "Identity"):
        value = Value(ends[0], 0)
        ends = [each for each in graph.readers.get(ends[0], ()) if value in each.inputs]
    if len(ends) != 1 or ends[0].op not in _ADDS or len(ends[0].inputs) != 2:
        return None
    total = ends[0]
    for value in total.inputs:
        origin = source(value)
        counter = graph.carried_by(origin.operation)
        if counter is not None and counter.next is total and origin.index == 1:
            enter = counter.enter
            down = graph.countdown(frame_of(enter))
            is_in_order = down is not None and source(write.inputs[1]) == Value(down.next, 0)
            enter.inputs = [Value(own, 1) if is_in_order or own not in fills else _zeros(own, fills[own], created)]
            write.inputs[3] = Value(counter.switch, 1)
            return total
    return None


def _zeros(own: Operation, fill: Operation, created: list[Operation]) -> Value:
    _, numbers, value, _ = fill.inputs
    zeros = Operation((*own.path, "zeros"), "ZerosLike", {"T": own.attr["dtype"]}, [value])
    given = [Value(own, 0), numbers, Value(zeros, 0), Value(own, 1)]
    result = Operation((*own.path, "fill"), _FILLS, fill.attr, given)
    created += [zeros, result]
    return Value(result, 0)
