"""The differences between TensorFlow operators and block types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

import numpy as np

from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.graph.spec import BlockSpec, OutputPin
from blocks.interchange.tensorflow.schema import FIELDS, plain_dtype
from blocks.library.parsing.tensor_messages import DTYPES, tensor_of
from blocks.library.registry import find


class Mapped(NamedTuple):
    """The mapping of an operator to a block type; ``order`` has input indices in pin order: ``(1, 0)``."""

    type: str
    order: tuple[int, ...] | None = None
    literals: Mapping[str, Any] = {}


_RENAMED = {
    "AccumulateNV2": "AddN", "Assign": "Assign", "AdjustContrastv2": "AdjustContrast",
    "AssignAddVariableOp": "AssignAdd", "AssignSubVariableOp": "AssignSub", "AssignVariableOp": "Assign",
    "BroadcastArgs": "BroadcastDynamicShape", "ConcatV2": "Concat", "DebugGradientIdentity": "Identity",
    "DeepCopy": "Identity", "Enter": "Identity", "Exit": "Identity", "IgammaGradA": "IgammaByA", "Inv": "Reciprocal",
    "InvGrad": "ReciprocalGrad", "ListDiff": "SetDiff1D", "Mul": "Multiply", "Neg": "Negate", "Pack": "Stack",
    "PlaceholderV2": "Placeholder", "RandomStandardNormal": "RandomNormal", "ReadVariableOp": "Identity",
    "RefEnter": "Identity", "RefExit": "Identity", "RefIdentity": "Identity", "RefMerge": "Merge",
    "ResourceGatherNd": "GatherNd", "ReverseV2": "Reverse", "Select": "Where3", "Snapshot": "Identity",
    "Sub": "Subtract", "TopKV2": "TopK", "Unpack": "Unstack", "VarIsInitializedOp": "IsVariableInitialized",
    "VariableShape": "Shape",
}  # fmt: skip
MAPPED = {
    **{op: Mapped(kind) for op, kind in _RENAMED.items()},
    "ResourceGather": Mapped("GatherV2", literals={"axis": 0}), "TensorListFromTensor": Mapped("Identity", (0,)),
    "TensorListGather": Mapped("GatherV2", (0, 1), {"axis": 0}),
    "TensorListGetItem": Mapped("GatherV2", (0, 1), {"axis": 0}), "TensorListStack": Mapped("Identity", (0,)),
}  # fmt: skip
_SECOND = (
    "FIFOQueue PaddingFIFOQueue PriorityQueue RandomShuffleQueue QueueClose QueueDequeue QueueDequeueMany"
    " QueueDequeueUpTo QueueEnqueue QueueEnqueueMany QueueIsClosed QueueSize FixedLengthRecordReader IdentityReader"
    " TextLineReader TFRecordReader WholeFileReader ReaderNumRecordsProduced ReaderNumWorkUnitsCompleted ReaderRead"
    " ReaderReadUpTo ReaderReset ReaderRestoreState ReaderSerializeState"
)
"""Block types that TensorFlow has in a second version, whose handles are resources."""
MAPPED.update({f"{name}V2": Mapped(name) for name in _SECOND.split() if find(name) is not None})
_OTHERS = ("AdjustContrast", "Concat", "Const", "Reverse", "Stack", "TopK", "Variable", "While")
"""Operators whose names block types have too that are something else, or have other pins."""
VARIABLES = ("AutoReloadVariable", "VarHandleOp", "Variable", "VariableV2")


def mapped(op: str) -> Mapped | None:
    value = MAPPED.get(op)
    if value is not None:
        return value
    if op.startswith("TensorArray"):
        op = op.removesuffix("V3")
    if op.startswith("ResourceScatter"):
        op = op.removeprefix("Resource")
    if op == "Concat":
        return None
    return Mapped(op) if op not in _OTHERS and ":" not in op and _is_operation(find(op)) else None


def _is_operation(spec: BlockSpec | None) -> bool:
    return spec is not None and spec.kind == "op" and not (spec.internal and spec.control)


def input_pins(spec: BlockSpec, count: int) -> list[str] | None:
    """Return the pins of ``count`` inputs, in order; None if a block of this type does not have that many."""
    pins = spec.inputs
    lists = sum(pin.is_list for pin in pins)
    if not lists:
        return [pin.name for pin in pins[:count]] if count <= len(pins) else None
    each, rest = divmod(count - (len(pins) - lists), lists)
    if each < 0 or rest:
        return None
    return [pin.name for pin in pins for _ in range(each if pin.is_list else 1)]


def output_pin(spec: BlockSpec, index: int, attr: Mapping[str, Any]) -> tuple[str, int | None] | None:
    """Return the pin of an output, and its index there if that is a list; None if there is none."""
    for pin in spec.outputs:
        if not pin.is_list:
            if index == 0:
                return pin.name, None
            index -= 1
            continue
        length = _length(pin, attr)
        if length is None or index < length or len(spec.outputs) == 1:
            return pin.name, index
        index -= length
    return None


def _length(pin: OutputPin, attr: Mapping[str, Any]) -> int | None:
    for name in (pin.length, pin.var, "N"):
        if name and name in attr:
            value = attr[name]
            return len(value.list.type) if value.HasField("list") else int(value.i)
    return None


def attribute_values(spec: BlockSpec, attr: Mapping[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for each in spec.attributes:
        if each.name not in attr:
            continue
        value = _json(attr[each.name], each.type, each.name)
        if value is not None and (each.required or value != _plain(each.default)):
            result[each.name] = value
    return result


def _plain(default: Any) -> Any:
    if isinstance(default, DType):
        return default.name
    return list(cast("tuple[Any, ...]", default)) if isinstance(default, tuple) else default


def _json(value: Any, kind: str, name: str) -> Any:
    if value.HasField("placeholder"):
        return None
    plain = kind.removeprefix("list(").rstrip(")")
    if plain != kind:
        return [_element(each, plain, name) for each in getattr(value.list, FIELDS[plain])]
    return _element(getattr(value, FIELDS[kind]), kind, name) if kind in FIELDS else None


def _element(value: Any, kind: str, name: str) -> Any:
    if kind == "type":
        return dtype_name(value, name)
    if kind == "shape":
        return shape_value(value)
    if kind == "tensor":
        return tensor_of(value)
    if kind == "float":
        return float(str(np.float32(value)))
    return value.decode(errors="replace") if kind == "string" else value


def dtype_name(number: int, name: str) -> str:
    value = DTYPES.get(plain_dtype(number))
    if value is None:
        raise DiagramError(f"the attribute {name} has the dtype number {number}, which is not supported")
    return value.name


def shape_value(shape: Any) -> list[int | None] | None:
    return None if shape.unknown_rank else [None if each.size < 0 else each.size for each in shape.dim]


def known_attributes(attr: Mapping[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for name in sorted(attr):
        value = attr[name]
        for kind in ("bool", "int", "float", "string", "type"):
            if not name.startswith("_") and value.HasField(FIELDS[kind]):
                try:
                    result[name] = _json(value, kind, name)
                except DiagramError:
                    result[name] = value.type
    return {name: value for name, value in result.items() if not isinstance(value, float) or np.isfinite(value)}


_OF_SEVERAL_BLOCKS: Mapping[str, Sequence[str]] = {"TensorListPopBack": ("output_handle", "tensor")}
"""The names of outputs of operators that are several blocks, where these have several."""


def outputs_of(op: str) -> Sequence[str] | None:
    if op in _OF_SEVERAL_BLOCKS:
        return _OF_SEVERAL_BLOCKS[op]
    result = mapped(op)
    spec = None if result is None else find(result.type)
    return None if spec is None else [pin.name for pin in spec.outputs]
