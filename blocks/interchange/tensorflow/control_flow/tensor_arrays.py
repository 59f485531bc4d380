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
from blocks.interchange.tensorflow.control_flow.recurrent import number, source
from blocks.interchange.tensorflow.expanded import GROWS
from blocks.interchange.tensorflow.operations import Operation, Value, constant_operation, origin

_MAKES, _FILLS, _WRITES = "TensorArrayV3", "TensorArrayScatterV3", "TensorArrayWriteV3"
_SETS = "TensorListSetItem"
_LISTS: Mapping[str, tuple[str, tuple[int, ...]]] = {
    "TensorArrayReadV3": ("TensorListGetItem", (2, 1)),
    _WRITES: (_SETS, (3, 1, 2)),
    _FILLS: ("TensorListFromTensor", (2,)),
    "TensorArrayGatherV3": ("TensorListStack", (2,)),
    "TensorArraySizeV3": ("TensorListLength", (1,)),
}
"""By operator that of a list, and which of the inputs it has."""
_WHOLE = (_FILLS, "TensorArrayGatherV3")
"""Operators that go over the elements with some numbers."""
_CLOSES = "TensorArrayCloseV3"


class LoopArrays(NamedTuple):
    """Tensor arrays that a loop uses.

    Attributes:
        lists: the operation that makes the list for each array.
        users: the operations that get one of the arrays.
        filled: the lists of values that are written all at once, by the writing operation.
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
