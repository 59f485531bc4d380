"""Tensors of an ONNX model, which can be combined with Python operators.

``op.Exp(x) - 1`` adds an Exp and a Sub to the model. Number operands become constants of the first value's dtype, lists
of integers become int64 constants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from blocks.base.dtypes import BFLOAT16, BOOL, DOUBLE, FLOAT, HALF, INT64, DType, dtype_of
from blocks.base.types import Array, Shape, is_list
from blocks.library.onnx_rules.kernels import computed_in

MOST = np.iinfo(np.int64).max
"""Behind the last element, where a part is taken."""

Attributes = Mapping[str, Any]


class NotExported(Exception):
    """A call that cannot be exported, with the reason as a phrase that continues after its type's name."""


class Sink(Protocol):
    def add(self, kind: str, inputs: Sequence[str], count: int, attributes: Attributes) -> list[str]: ...

    def constant(self, array: Array, dtype: DType) -> str: ...


def _operator(kind: str, *, swapped: bool = False) -> Callable[[Value, Any], Value]:
    def apply(x: Value, y: Any) -> Value:
        return getattr(op, kind)(y, x) if swapped else getattr(op, kind)(x, y)

    return apply


class Value:
    """A tensor of the model.

    Attributes:
        shape: its known shape.
        known: its value, if that follows from constants.
    """

    __slots__ = ("dtype", "known", "name", "shape", "sink")

    def __init__(self, sink: Sink, name: str, dtype: DType, shape: Shape = None, known: Array | None = None) -> None:
        self.sink = sink
        self.name = name
        self.dtype = dtype
        self.shape = shape
        self.known = known

    __add__, __radd__ = _operator("Add"), _operator("Add", swapped=True)
    __sub__, __rsub__ = _operator("Sub"), _operator("Sub", swapped=True)
    __mul__, __rmul__ = _operator("Mul"), _operator("Mul", swapped=True)
    __truediv__, __rtruediv__ = _operator("Div"), _operator("Div", swapped=True)
    __lt__, __le__ = _operator("Less"), _operator("LessOrEqual")
    __gt__, __ge__ = _operator("Greater"), _operator("GreaterOrEqual")
    __and__, __or__ = _operator("And"), _operator("Or")

    def __neg__(self) -> Value:
        return op.Neg(self) if self.dtype.kind != "uint" else 0 - self

    def __invert__(self) -> Value:
        return op.Not(self)


_BOOLEAN = frozenset(
    ("Less", "LessOrEqual", "Greater", "GreaterOrEqual", "Equal", "And", "Or", "Not", "Xor", "IsNaN", "IsInf")
)
_COUNTING = frozenset(["Shape", "Size", "NonZero", "ArgMax", "ArgMin", "NonMaxSuppression"])
_FIRST = (
    "Gather GatherND GatherElements Reshape Expand Slice Squeeze Unsqueeze Tile TopK CumSum Resize Compress Split"
    " ReduceSum ReduceProd ReduceMean ReduceMax ReduceMin ReverseSequence"
)
_OPERANDS: Mapping[str, tuple[int, ...]] = {
    **dict.fromkeys(_FIRST.split(), (0,)),
    "Pad": (0, 2),
    "Where": (1, 2),
    "ScatterND": (0, 2),
    "ScatterElements": (0, 2),
}
"""Which inputs hold the numbers that an operator works on, where not all do; the others are sizes, indices, choices."""


class Operators:
    """ONNX operators as methods: ``op.Exp(x)``.

    ``count=n`` gives a tuple of n results. All other keywords are attributes.
    """

    def __getattr__(self, kind: str) -> Callable[..., Any]:
        def apply(*operands: Any, count: int = 1, **attributes: Any) -> Any:
            return _apply(kind, operands, count, attributes)

        return apply


op = Operators()


def _apply(kind: str, operands: Sequence[Any], count: int, attributes: Attributes) -> Any:
    first = next(each for each in operands if isinstance(each, Value))
    indices = _OPERANDS.get(kind, range(len(operands)))
    numbers = [operands[i] for i in indices if i < len(operands) and isinstance(operands[i], Value)]
    dtype = numbers[0].dtype if numbers else first.dtype
    inner = computed_in(kind, dtype)
    if inner is None:
        raise NotExported(f"needs the ONNX operator {kind} for {dtype.short}, which ONNX runtimes do not support")
    names: list[str] = []
    for i, each in enumerate(operands):
        value = each if isinstance(each, Value) or each is None else _constant(first.sink, each, dtype)
        if value is None:
            names.append("")
        else:
            names.append((cast(value, inner) if i in indices and value.dtype is dtype else value).name)
    results = first.sink.add(kind, names, count, attributes)
    own = BOOL if kind in _BOOLEAN else INT64 if kind in _COUNTING else inner
    values = [Value(first.sink, name, own) for name in results]
    for i in range(1, count):
        values[i].dtype = INT64 if kind in ("TopK", "Unique", "MaxPool") else own
    if own is inner:
        values = [cast(each, dtype) if each.dtype is inner else each for each in values]
    return tuple(values) if count > 1 else values[0]


def _constant(sink: Sink, given: Any, dtype: DType) -> Value:
    if is_list(given) or isinstance(given, range):
        return constant(sink, np.array(given, np.int64))
    array = np.asarray(given)
    return constant(sink, array if isinstance(given, np.ndarray) else array.astype(dtype.numpy))


def constant(sink: Sink, array: Array) -> Value:
    dtype = dtype_of(array)
    return Value(sink, sink.constant(array, dtype), dtype, array.shape, array)


def like(value: Value, given: Any) -> Value:
    return _constant(value.sink, given, value.dtype)


CODES: Mapping[str, int] = {
    "DT_FLOAT": 1, "DT_UINT8": 2, "DT_INT8": 3, "DT_UINT16": 4, "DT_INT16": 5, "DT_INT32": 6, "DT_INT64": 7,
    "DT_BOOL": 9, "DT_HALF": 10, "DT_DOUBLE": 11, "DT_UINT32": 12, "DT_UINT64": 13, "DT_BFLOAT16": 16,
}  # fmt: skip
"""ONNX's numbers for element types (``TensorProto.DataType``)."""


def cast(value: Value, dtype: DType) -> Value:
    if value.dtype is dtype:
        return value
    if value.known is not None:
        with np.errstate(all="ignore"):
            return constant(value.sink, value.known.astype(dtype.numpy))
    [name] = value.sink.add("Cast", [value.name], 1, {"to": CODES[dtype.name]})
    return Value(value.sink, name, dtype, value.shape)


def where(condition: Value, x: Any, y: Any) -> Value:
    value = x if isinstance(x, Value) else y
    x, y = (each if isinstance(each, Value) else like(value, each) for each in (x, y))
    return op.Where(condition, x, y)


# Values of values.


def shape_of(x: Value) -> Value:
    if x.shape is not None and None not in x.shape:
        return constant(x.sink, np.array(x.shape, np.int64))
    return op.Shape(x)


def whole(x: Value) -> Value:
    """Cast integers to int64, which ONNX requires for sizes and indices."""
    return cast(x, INT64)


def vector(x: Value) -> Value:
    return x if x.shape is not None and len(x.shape) == 1 else op.Reshape(x, [-1])


def reshaped(x: Value, shape: Value | Sequence[int]) -> Value:
    if isinstance(shape, Value):
        return op.Reshape(x, whole(shape), allowzero=int(shape.known is None or 0 in shape.known))
    return op.Reshape(x, list(shape), allowzero=int(0 in shape))


def moved(x: Value, order: Sequence[int]) -> Value:
    if list(order) == sorted(order):
        return x
    if x.known is not None:
        return constant(x.sink, np.ascontiguousarray(np.transpose(x.known, order)))
    return op.Transpose(x, perm=list(order))


def zeros(sink: Sink, shape: Value, dtype: DType) -> Value:
    if shape.known is not None:
        return constant(sink, np.zeros(shape.known.tolist(), dtype.numpy))
    return op.Expand(constant(sink, np.zeros((), dtype.numpy)), whole(shape))


def counted(n: Value, dtype: DType = INT64) -> Value:
    if n.known is not None:
        return constant(n.sink, np.arange(int(np.reshape(n.known, ())), dtype=dtype.numpy))
    inner = cast(op.Reshape(n, []), dtype)
    return op.Range(like(inner, 0), inner, like(inner, 1))


def size_along(x: Value, axis: int) -> Value:
    return op.Slice(shape_of(x), [axis], [axis + 1 if axis != -1 else MOST], [0])


def wide(x: Value) -> Value:
    return cast(x, FLOAT) if x.dtype in (HALF, BFLOAT16) else x


def is_real(x: Value) -> bool:
    return x.dtype in (FLOAT, DOUBLE, HALF, BFLOAT16)


def summed(values: Iterable[Value]) -> Value:
    first, *rest = values
    for value in rest:
        first = first + value
    return first
