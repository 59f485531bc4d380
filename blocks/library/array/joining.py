"""Joining and splitting tensors: Concat, Stack, Unstack, Split."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from blocks.base.dtypes import INDEX, INT8, INT32, INT64, NUMERIC, QUINT8
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, is_known, merge, normalise_axis, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call, known_value
from blocks.graph.graph import Node, Operand, Output
from blocks.graph.kernel_choice import specialised
from blocks.library.array.arguments import (
    COPYABLE,
    COPYABLE_ALL,
    FLOAT8,
    FOUR_BITS,
    HANDLES,
    axis_of,
    pin_error,
    require_rank,
    vector,
    vector_length,
)
from blocks.library.array.sizes import ZerosLike
from blocks.library.declare import block


@block(
    "values: T*, axis: Tidx -> output: T",
    T=COPYABLE_ALL,
    Tidx=INDEX,
    foldable=True,
    example={
        "values": [[[1.0, 2.0]], [[3.0, 4.0], [5.0, 6.0]]],
        "axis": 0,
        "output": [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]],
    },
)
def Concat(values: tuple[Array, ...], axis: Array) -> Array:
    """Concatenate tensors along an existing axis.

    Args:
        values: [...] the tensors. Their sizes must be equal, except along the axis.
        axis: [] the axis; -1 is the last axis.

    Returns:
        output: [...] the concatenated tensor. Its size along the axis is the sum of the sizes of values.
    """
    return np.concatenate(values, axis=int(axis))


def joined_shape(call: Call, axis_pin: str) -> Shape:
    """Return the shape of the concatenated tensors at ``values``. Raise DiagramError if they do not fit."""
    name, shapes = call.type.name, call.shapes("values")
    rank: int | None = None
    for i, shape in enumerate(shapes):
        if shape is None:
            continue
        if not shape or (rank is not None and len(shape) != rank):
            what = "is a scalar" if not shape else f"has rank {len(shape)}, not {rank}"
            raise DiagramError(f"{name} cannot join value {i} of shape {shape_text(shape)}: it {what}", pin="values")
        rank = len(shape)
    axis = axis_of(call, axis_pin, rank)
    if rank is None:
        return None
    if axis is None:
        return (None,) * rank
    total: int | None = 0
    others: Shape = (None,) * rank
    for i, shape in enumerate(shapes):
        if shape is None:
            total = None
            continue
        size = shape[axis]
        total = None if size is None or total is None else total + size
        try:
            others = merge(others, (*shape[:axis], None, *shape[axis + 1 :]))
        except DiagramError:
            text = f"{name}: sizes must be equal except along axis {axis}; expected {shape_text(others)} at index {i}"
            raise DiagramError(f"{text}, got {shape_text(shape)}", pin="values") from None
    return (*others[:axis], total, *others[axis + 1 :]) if others is not None else None


Concat.shape(lambda call: joined_shape(call, "axis"))


@Concat.gradient("values")
def _(call: Node, dy: Output) -> list[Operand]:
    values, axis = call.input_list("values"), call.input("axis")
    index = known_value(axis)
    if index is not None and all(is_known(v.shape) for v in values):
        sizes = [v.shape[int(index)] for v in values if v.shape is not None]
        return list(SplitV(dy, np.array(sizes, np.int64), np.int32(index), num_split=len(sizes)).outputs)
    return [ConcatPart(dy, axis, values, index=i) for i in range(len(values))]


@block("dy: T, axis: Tidx, values: T* -> output: T", T=NUMERIC, Tidx=INDEX, internal=True, view=True, foldable=True)
def ConcatPart(dy: Array, axis: Array, values: tuple[Array, ...], *, index: int) -> Array:
    """Return the part of a concatenated tensor that came from one value: a gradient of Concat.

    Args:
        values: the values. Only their shapes are used.
    """
    slot = int(axis)
    start: int = sum(value.shape[slot] for value in values[:index])
    part: Array = _cut(dy, slot, [start, start + values[index].shape[slot]])[0]
    return part


@ConcatPart.shape
def _(call: Call) -> Shape:
    index, shapes = int(call.attrs["index"]), call.shapes("values")
    if not 0 <= index < len(shapes):
        raise DiagramError(f"there is no value {index}: values has {len(shapes)} tensors", pin="index")
    return shapes[index]


@ConcatPart.gradient("dy")
def _(call: Node, dy: Output) -> Operand:
    parts: list[Operand] = [ZerosLike(value) for value in call.input_list("values")]
    parts[call.attrs["index"]] = dy
    return Concat(parts, call.input("axis"))


@block(
    "values: T* -> output: T",
    T=(*COPYABLE_ALL, *HANDLES),
    foldable=True,
    example={"values": [[1.0, 2.0], [3.0, 4.0]], "axis": 1, "output": [[1.0, 3.0], [2.0, 4.0]]},
)
def Stack(values: tuple[Array, ...], *, axis: int = 0) -> Array:
    """Stack tensors of the same shape along a new axis.

    Args:
        values: [...] the tensors, all of the same shape.
        axis: the position of the new axis, from 0 to the rank of values. -1 makes it the last axis.

    Returns:
        output: [...] the stacked tensor. Its rank is 1 higher than that of values.
    """
    shape = values[0].shape
    index = axis % (len(shape) + 1)
    each = (*shape[:index], 1, *shape[index:])
    return np.concatenate([value.reshape(each) for value in values], index)  # NumPy's stack takes twice as long


@Stack.shape
def _(call: Call) -> Shape:
    common: Shape = None
    shapes = call.shapes("values")
    for i, shape in enumerate(shapes):
        try:
            common = merge(common, shape)
        except DiagramError:
            text = f"Stack: all values must have the same shape; expected {shape_text(common)} at index {i}"
            raise DiagramError(f"{text}, got {shape_text(shape)}", pin="values") from None
    if common is None:
        return None
    axis = normalise_axis(call.attrs["axis"], len(common) + 1)
    return (*common[:axis], len(shapes), *common[axis:])


@Stack.gradient("values")
def _(call: Node, dy: Output) -> list[Operand]:
    return list(Unstack(dy, num=len(call.input_list("values")), axis=call.attrs["axis"]).outputs)


def _cut(value: Array, axis: int, bounds: list[int]) -> list[Array]:
    return [value[each] for each in _parts(value.ndim, axis, bounds)]


def _parts(rank: int, axis: int, bounds: list[int]) -> list[tuple[slice, ...]]:
    front = (slice(None),) * (axis % rank)
    return [(*front, slice(start, stop)) for start, stop in pairwise(bounds)]


def _cutting(node: Node) -> Callable[..., Any] | None:
    axis, shapes = known_value(node.input("axis")), [each.shape for each in node.outputs]
    if axis is None or not all(map(is_known, shapes)):
        return None
    index = int(axis)
    sizes = [(shape or ())[index] or 0 for shape in shapes]
    parts = _parts(len(shapes[0] or ()), index, [0, *accumulate(sizes)])
    first = node.type.inputs[0].name == "value"

    def cut(*given: Any) -> Any:
        value = given[0 if first else 1]
        return [value[each] for each in parts]

    return cut


@block(
    "value: T -> output: T*num",
    T=(*COPYABLE, *FLOAT8, *HANDLES),
    where={"num": 0},
    view=True,
    foldable=True,
    example={"value": [[1.0, 2.0], [3.0, 4.0]], "num": 2, "axis": 1, "output": [[1.0, 3.0], [2.0, 4.0]]},
)
def Unstack(value: Array, *, num: int, axis: int = 0) -> list[Array]:
    """Unstack a tensor along an axis, which is removed: the inverse of Stack.

    Args:
        value: [...] a tensor of rank 1 or more.
        num: the number of outputs. It must equal the size along the axis.
        axis: the axis; -1 is the last axis.

    Returns:
        output: [...] the parts. Their rank is 1 lower than that of value.
    """
    front = (slice(None),) * (axis % value.ndim)
    return [value[(*front, i, ...)] for i in range(num)]


@Unstack.shape
def _(call: Call) -> list[Shape]:
    shape = require_rank(call, "value", 1, "rank 1 or more")
    num = call.attrs["num"]
    if shape is None:
        return [None] * num
    axis = normalise_axis(call.attrs["axis"], len(shape))
    if shape[axis] not in (num, None):
        raise pin_error(call, "num", f"num must be the size along axis {axis} ({shape[axis]}), got {num}")
    return [(*shape[:axis], *shape[axis + 1 :])] * num


Unstack.gradient("value")(lambda call, dys: Stack(dys, axis=call.attrs["axis"]))


_SPLIT = (*COPYABLE, *FLOAT8, QUINT8, *FOUR_BITS, *HANDLES)


@block(
    "axis: int32, value: T -> output: T*num_split",
    T=_SPLIT,
    where={"num_split": 1},
    view=True,
    foldable=True,
    example={"axis": 1, "value": [[1.0, 2.0], [3.0, 4.0]], "num_split": 2, "output": [[[1.0], [3.0]], [[2.0], [4.0]]]},
)
@specialised(_cutting)
def Split(axis: Array, value: Array, *, num_split: int) -> list[Array]:
    """Split a tensor into equal parts along an axis.

    Args:
        axis: [] the axis; -1 is the last axis.
        value: [...] the tensor to split.
        num_split: the number of parts. It must divide the size along the axis.

    Returns:
        output: [...] the parts, which have the same rank as value.
    """
    index = int(axis)
    step = value.shape[index] // num_split
    return _cut(value, index, [step * i for i in range(num_split + 1)])


@Split.shape
def _(call: Call) -> list[Shape]:
    shape = require_rank(call, "value", 1, "rank 1 or more")
    axis = axis_of(call, "axis", None if shape is None else len(shape))
    num = call.attrs["num_split"]
    if shape is None or axis is None:
        return [None if shape is None else (None,) * len(shape)] * num
    size = shape[axis]
    if size is not None and size % num:
        text = f"Split cannot divide axis {axis} of size {size} into {num} equal parts: shape {shape_text(shape)}"
        raise DiagramError(text, pin="num_split")
    return [(*shape[:axis], None if size is None else size // num, *shape[axis + 1 :])] * num


Split.gradient("value")(lambda call, dys: Concat(dys, call.input("axis")))


@block(
    "value: T, size_splits: Tlen, axis: int32 -> output: T*num_split",
    T=_SPLIT,
    Tlen=(INT64, INT32, INT8),
    where={"num_split": 1},
    view=True,
    foldable=True,
    doc_of=Split,
    example={"value": [1.0, 2.0, 3.0], "size_splits": [1, 2], "axis": 0, "num_split": 2, "output": [[1.0], [2.0, 3.0]]},
)
@specialised(_cutting)
def SplitV(value: Array, size_splits: Array, axis: Array, *, num_split: int) -> list[Array]:
    """Split a tensor into parts of given sizes along an axis.

    Args:
        size_splits: [k] the size of each part along the axis. One size may be -1, which takes the rest.
        num_split: the number of parts.
    """
    index = int(axis)
    parts = [int(size) for size in size_splits.tolist()]
    if -1 in parts:
        parts[parts.index(-1)] = value.shape[index] - sum(parts) - 1
    return _cut(value, index, [0, *accumulate(parts)])


@SplitV.shape
def _(call: Call) -> list[Shape]:
    shape = require_rank(call, "value", 1, "rank 1 or more")
    axis = axis_of(call, "axis", None if shape is None else len(shape))
    num, parts, length = call.attrs["num_split"], vector(call, "size_splits"), vector_length(call, "size_splits")
    if length not in (num, None):
        raise pin_error(call, "size_splits", f"size_splits must have num_split = {num} sizes, got {length}")
    if parts is not None:
        if any(part < -1 for part in parts) or parts.count(-1) > 1:
            raise pin_error(call, "size_splits", f"sizes must be 0 or more, and at most one may be -1; got {parts}")
        size = None if shape is None or axis is None else shape[axis]
        if size is not None:
            rest = size - sum(part for part in parts if part >= 0)
            if parts == [-1]:
                raise pin_error(call, "size_splits", f"the size of a single part must be given as {size}, not as -1")
            if rest < 0 or (rest and -1 not in parts):
                text = f"SplitV: the sizes must add up to {size} (the size along axis {axis}), got {parts}"
                raise DiagramError(text, pin="size_splits")
            parts = [rest if part == -1 else part for part in parts]
    if shape is None or axis is None:
        return [None if shape is None else (None,) * len(shape)] * num
    result = [None if part == -1 else part for part in parts] if parts is not None else [None] * num
    return [(*shape[:axis], part, *shape[axis + 1 :]) for part in result]


SplitV.gradient("value")(lambda call, dys: Concat(dys, call.input("axis")))


@block(
    "values: T* -> output: T",
    T=COPYABLE,
    example={"values": [[[1.0, 2.0]], [[3.0, 4.0]]], "shape": [2, 2], "output": [[1.0, 2.0], [3.0, 4.0]]},
)
def ParallelConcat(values: tuple[Array, ...], *, shape: Shape) -> Array:
    """Concatenate tensors along their first axis, which must have size 1.

    Args:
        values: [1, ...] the tensors, all of the same shape. Their size along the first axis must be 1.
        shape: the shape of the result. Its first size is the number of values.

    Returns:
        output: [n, ...] the concatenated tensor.
    """
    return np.concatenate(values)


@ParallelConcat.shape
def _(call: Call) -> Shape:
    wanted: Shape = call.attrs["shape"]
    if wanted is None or not is_known(wanted):
        raise DiagramError("ParallelConcat needs a shape with all sizes known", pin="shape")
    shapes = call.shapes("values")
    if wanted[:1] != (len(shapes),):
        text = f"ParallelConcat: the result has {len(shapes)} rows, one per value, but shape is {shape_text(wanted)}"
        raise DiagramError(text, pin="shape")
    for i, shape in enumerate(shapes):
        if not compatible(shape, (1, *wanted[1:])):
            text = f"ParallelConcat needs values of shape {shape_text((1, *wanted[1:]))}, got {shape_text(shape)}"
            raise DiagramError(f"{text} at index {i}", pin="values")
    return wanted
