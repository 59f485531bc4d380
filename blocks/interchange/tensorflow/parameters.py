"""The constants of a frozen graph that were variables."""

from __future__ import annotations

from collections.abc import Sequence

from blocks.interchange.tensorflow.operations import Operation, Value
from blocks.interchange.tensorflow.operators import VARIABLES
from blocks.interchange.tensorflow.schema import plain_dtype
from blocks.library.parsing.tensor_messages import DTYPES

_VARIABLE = "/resource"
"""What the names of constants end with that TensorFlow 2 makes of variables."""
_READS = ("read", "ReadVariableOp")
_PASSES = ("Identity", "Enter", "RefEnter", "Cast")
_ADDS, _MULTIPLIES, _SUBTRACTS = ("Add", "AddV2"), ("Mul",), ("Sub",)


def constants(operations: Sequence[Operation]) -> dict[Operation, str | None]:
    """Return, by real constant, why it is not a parameter; empty if it is one, None for a single number.

    A graph that TensorFlow froze reads its parameters by an Identity named like the reading of a variable. In a graph
    without any (as tools write it) and without variables, each tensor with an axis counts.
    """
    readers: dict[Operation, list[tuple[Operation, int]]] = {}
    for each in operations:
        for index, value in enumerate(each.inputs):
            readers.setdefault(value.operation, []).append((each, index))
    real = {each: len(_sizes(each)) for each in operations if _is_real(each)}
    was_variable = {each for each in real if _is_read(each, readers)}
    statistics = _statistics(operations, readers)
    is_guessed = not was_variable and all(each.op not in VARIABLES for each in operations)
    result: dict[Operation, str | None] = {}
    for each, rank in real.items():
        if each in statistics:
            result[each] = "a batch statistic"
        elif each in was_variable or (is_guessed and rank):
            result[each] = ""
        else:
            result[each] = "not read as a weight" if rank else None
    return result


def _is_real(operation: Operation) -> bool:
    if operation.op != "Const" or "value" not in operation.attr:
        return False
    dtype = DTYPES.get(plain_dtype(operation.attr["value"].tensor.dtype))
    return dtype is not None and dtype.is_differentiable and all(_sizes(operation))


def _sizes(constant: Operation) -> list[int]:
    return [dim.size for dim in constant.attr["value"].tensor.tensor_shape.dim]


def _is_read(constant: Operation, readers: dict[Operation, list[tuple[Operation, int]]]) -> bool:
    if constant.name.endswith(_VARIABLE):
        return True
    return any(
        reader.op == "Identity" and reader.name.rpartition("/")[2].startswith(_READS)
        for reader, _ in readers.get(constant, ())
    )


def _source(value: Value) -> Operation:
    source = value.operation
    for _ in range(100):
        if source.op not in _PASSES or not source.inputs:
            break
        source = source.inputs[0].operation
    return source


def _statistics(
    operations: Sequence[Operation], readers: dict[Operation, list[tuple[Operation, int]]]
) -> set[Operation]:
    """Return the constants that are means or variances of batch normalizations.

    If that is not one operation, the variance is below a root, and the mean is multiplied by its result and subtracted.
    """
    result: set[Operation] = set()
    scales: set[Operation] = set()
    for each in operations:
        if each.op.startswith("FusedBatchNorm"):
            result.update(_source(value) for value in each.inputs[3:5])
        elif each.op == "Rsqrt" and each.inputs:
            total = _source(each.inputs[0])
            parts = [_source(value) for value in total.inputs] if total.op in _ADDS else []
            found = [part for part in parts if _is_real(part)]
            if len(found) == len(parts) == 2:  # the other one is epsilon
                result.add(max(found, key=lambda part: len(_sizes(part))))
                scales.add(each)
    for each in list(scales):
        for product, _ in readers.get(each, ()):
            others = [_source(value) for value in product.inputs if value.operation is not each]
            if product.op in _MULTIPLIES and len(others) == 1 and _is_real(others[0]):
                scales.add(product)
    for each in scales:
        for product, _ in [(each, 0), *readers.get(each, ())]:
            subtracted = any(reader.op in _SUBTRACTS and index == 1 for reader, index in readers.get(product, ()))
            if product.op in _MULTIPLIES and subtracted:
                result.update(part for value in product.inputs if _is_real(part := _source(value)))
    return result
