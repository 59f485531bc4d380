"""Slices of a tensor by position: Slice and StridedSlice, their gradients, and StridedSliceAssign.

Positions and masks have TensorFlow's semantics (its ValidateStridedSliceOp).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import INDEX, INT16, INT32, INT64, NUMERIC
from blocks.base.errors import DiagramError
from blocks.base.shapes import broadcast, compatible, element_count, is_known, of_rank, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import (
    COPYABLE_QUANTIZED,
    FLOAT8,
    HANDLES,
    pin_error,
    sizes,
    vector,
    vector_length,
    zeros,
)
from blocks.library.array.sizes import Shape_
from blocks.library.declare import block, declare, make

# -- What StridedSlice's positions and masks select -------------------------------------------------------------------

MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")


class SliceSelection(NamedTuple):
    """The selected part of a tensor.

    Attributes:
        slices: one per axis of the tensor.
        kept: the shape after indexing, with as many axes as the tensor.
        shape: ``kept`` with new axes inserted and removed ones left out.
    """

    slices: tuple[slice, ...]
    kept: tuple[int | None, ...]
    shape: tuple[int | None, ...]


class _SlicedAxis(NamedTuple):
    begin: int | None
    end: int | None
    stride: int
    whole_begin: bool
    whole_end: bool
    shrink: bool


_WHOLE = _SlicedAxis(0, 0, 1, True, True, False)


def select(
    size: Sequence[int | None],
    begin: Sequence[int | None],
    end: Sequence[int | None],
    strides: Sequence[int],
    masks: Mapping[str, Any],
) -> SliceSelection:
    """Return the part of a tensor that strided slicing selects. None in sizes and positions means unknown.

    Raises:
        DiagramError: a step is 0, there are too many positions, or a removed axis does not have that element.
    """
    entries = _entries(len(size), begin, end, strides, masks)
    slices: list[slice] = []
    kept: list[int | None] = []
    shape: list[int | None] = []
    for entry in entries:
        if entry is None:
            shape.append(1)
            continue
        index = len(slices)
        result, length = _one(entry, size[index], index)
        slices.append(result)
        kept.append(length)
        if not entry.shrink:
            shape.append(length)
    return SliceSelection(tuple(slices), tuple(kept), tuple(shape))


def _entries(
    rank: int, begin: Sequence[int | None], end: Sequence[int | None], strides: Sequence[int], masks: Mapping[str, Any]
) -> list[_SlicedAxis | None]:
    def has(mask: str, i: int) -> bool:
        return bool(masks[mask] >> i & 1)

    count = len(strides)
    ellipses = [i for i in range(count) if has("ellipsis_mask", i)]
    if len(ellipses) > 1:
        raise DiagramError("ellipsis_mask must have at most one bit set", pin="ellipsis_mask")
    used = sum(not has("new_axis_mask", i) for i in range(count) if i not in ellipses)
    if used > rank:
        raise DiagramError(f"the slice indexes {used} axes, but the tensor has rank {rank}", pin="begin")
    entries: list[_SlicedAxis | None] = []
    for i in range(count):
        if i in ellipses:
            entries += [_WHOLE] * (rank - used)
        elif has("new_axis_mask", i):
            entries.append(None)
        else:
            open_begin, open_end, shrink = has("begin_mask", i), has("end_mask", i), has("shrink_axis_mask", i)
            entries.append(_SlicedAxis(begin[i], end[i], strides[i], open_begin, open_end, shrink))
    if not ellipses:
        entries += [_WHOLE] * (rank - used)
    return entries


def _one(axis: _SlicedAxis, size: int | None, index: int) -> tuple[slice, int | None]:
    if axis.stride == 0:
        raise DiagramError("a stride must not be 0", pin="strides")
    if axis.shrink:
        return _single(axis, size, index)
    nothing = slice(0, 0)
    if axis.whole_begin and axis.whole_end:
        length = None if size is None else -(-size // abs(axis.stride))
        return slice(None, None, axis.stride), length
    if size is None or (axis.begin is None and not axis.whole_begin) or (axis.end is None and not axis.whole_end):
        return nothing, None
    low, high = (0, size) if axis.stride > 0 else (-1, size - 1)
    first, last = (low, high) if axis.stride > 0 else (high, low)
    begin = first if axis.whole_begin else _clamp(axis.begin or 0, size, low, high)
    end = last if axis.whole_end else _clamp(axis.end or 0, size, low, high)
    length = max(0, -((begin - end) // axis.stride))
    if not length:
        return nothing, 0
    return slice(begin, None if end < 0 else end, axis.stride), length


def _clamp(position: int, size: int, low: int, high: int) -> int:
    return min(max(position + size if position < 0 else position, low), high)


def _single(axis: _SlicedAxis, size: int | None, index: int) -> tuple[slice, int | None]:
    if axis.stride < 0:
        text = f"axis {index} is removed by shrink_axis_mask, so its stride must be positive, got {axis.stride}"
        raise DiagramError(text, pin="strides")
    if size is None or axis.begin is None:
        return slice(0, 0), 1
    begin = axis.begin + size if axis.begin < 0 else axis.begin
    if not 0 <= begin < size:
        raise DiagramError(f"position {axis.begin} is outside axis {index}, which has size {size}", pin="begin")
    return slice(begin, begin + 1), 1


# -- Parts ------------------------------------------------------------------------------------------------------------


@block(
    "input: T, begin: Index, size: Index -> output: T",
    T=(*COPYABLE_QUANTIZED, *FLOAT8),
    Index=INDEX,
    view=True,
    foldable=True,
    example={
        "input": [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]],
        "begin": [0, 1],
        "size": [-1, 2],
        "output": [[2.0, 3.0], [5.0, 6.0]],
    },
)
def Slice(input: Array, begin: Array, size: Array) -> Array:
    """Extract a rectangular slice of a tensor: output = input[begin : begin + size].

    Args:
        input: [...] the tensor.
        begin: [rank] the first index of the slice along each axis.
        size: [rank] the size of the slice along each axis. -1 takes all elements from begin to the end.

    Returns:
        output: [...] the slice, of the same rank as input.
    """
    pairs = zip(begin.tolist(), size.tolist(), strict=True)
    # With the ellipsis, a single string stays an array.
    return input[(*(slice(first, None if n == -1 else first + n) for first, n in pairs), ...)]


@Slice.shape
def _(call: Call) -> Shape:
    begin, size, shape = vector(call, "begin"), vector(call, "size"), call.shape("input")
    lengths = {pin: vector_length(call, pin) for pin in ("begin", "size")}
    rank = next((n for n in (None if shape is None else len(shape), *lengths.values()) if n is not None), None)
    for pin, length in lengths.items():
        if length is not None and length != rank:
            raise pin_error(call, pin, f"{pin} must have one entry per axis ({rank}), got {length}")
    if rank is None:
        return None
    nothing = of_rank(rank) or ()
    firsts, counts, ends = begin or nothing, size or nothing, shape or nothing
    return tuple(_part(i, *each) for i, each in enumerate(zip(firsts, counts, ends, strict=True)))


def _part(axis: int, begin: int | None, size: int | None, end: int | None) -> int | None:
    if begin is not None and (begin < 0 or (end is not None and begin > end)):
        last = "the size" if end is None else end
        raise DiagramError(f"Slice: begin must be from 0 to {last} along axis {axis}, got {begin}", pin="begin")
    if size is not None and size < -1:
        raise DiagramError(f"Slice: size must be 0 or more, or -1, along axis {axis}, got {size}", pin="size")
    if size is not None and end is not None and (begin or 0) + size > end:
        text = f"Slice cannot take {size} elements from index {begin or 0} along axis {axis} of size {end}"
        raise DiagramError(text, pin="size")
    if size is None or size >= 0:
        return size
    return None if begin is None or end is None else end - begin


@Slice.gradient("input")
def _(call: Node, dy: Output) -> Operand:
    begin = call.input("begin")
    return SliceGrad(dy, begin, Shape_(call.input("input"), out_type=begin.dtype))


@block("dy: T, begin: Index, shape: Index -> output: T", T=NUMERIC, Index=INDEX, internal=True)
def SliceGrad(dy: Array, begin: Array, shape: Array) -> Array:
    """Write a slice into zeros: the gradient of Slice."""
    result = zeros(tuple(shape.tolist()), dy.dtype)
    pairs = zip(begin.tolist(), dy.shape, strict=True)
    result[(*(slice(first, first + n) for first, n in pairs), ...)] = dy
    return result


@SliceGrad.shape
def _(call: Call) -> Shape:
    shape, part, begin = sizes(call, "shape"), call.shape("dy"), vector(call, "begin")
    if shape is not None and part is not None and begin is not None:
        fits = len(begin) == len(part) == len(shape)
        whole = zip(begin, part, shape, strict=False)
        if not fits or any(b < 0 or (p is not None and s is not None and b + p > s) for b, p, s in whole):
            text = (
                f"a slice of shape {shape_text(part)} at {begin} does not fit in a tensor of shape {shape_text(shape)}"
            )
            raise DiagramError(text, pin="begin")
    return shape


@SliceGrad.gradient("dy")
def _(call: Node, dy: Output) -> Operand:
    begin = call.input("begin")
    return Slice(dy, begin, Shape_(call.input("dy"), out_type=begin.dtype))


@block(
    "input: T, begin: Index, end: Index, strides: Index -> output: T",
    T=(*COPYABLE_QUANTIZED, *FLOAT8, *HANDLES),
    Index=(INT32, INT64, INT16),
    view=True,
    foldable=True,
    example={
        "input": [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]],
        "begin": [1, 0],
        "end": [2, 3],
        "strides": [1, 2],
        "shrink_axis_mask": 1,
        "output": [4.0, 6.0],
    },
)
def StridedSlice(
    input: Array,
    begin: Array,
    end: Array,
    strides: Array,
    *,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
) -> Array:
    """Extract a strided slice of a tensor, as Python does for x[1:5:2, ..., None, 3].

    The positions apply to the first axes of the tensor. Any other axes are taken whole. Negative positions count from
    the end, and positions beyond the ends of an axis are clipped. Bit i of a mask (its value is 2**i) belongs to
    position i.

    Args:
        input: [...] the tensor.
        begin: [k] the first index of each range.
        end: [k] the end of each range, which is excluded.
        strides: [k] the step of each range. It must not be 0; a negative step goes backwards.
        begin_mask: a bit mask of the ranges that start at the first element (the last one for a negative step),
            ignoring begin.
        end_mask: a bit mask of the ranges that run through the last element (the first one for a negative step),
            ignoring end.
        ellipsis_mask: a bit mask with the position of an ellipsis, which stands for all axes without a position. At
            most one bit is set.
        new_axis_mask: a bit mask of the positions that insert a new axis of size 1.
        shrink_axis_mask: a bit mask of the positions that take only the element at begin and remove the axis.

    Returns:
        output: [...] the slice.
    """
    masks = {
        "begin_mask": begin_mask,
        "end_mask": end_mask,
        "ellipsis_mask": ellipsis_mask,
        "new_axis_mask": new_axis_mask,
        "shrink_axis_mask": shrink_axis_mask,
    }
    result = select(input.shape, begin.tolist(), end.tolist(), strides.tolist(), masks)
    return input[(*result.slices, ...)].reshape(_known(result.shape))


def _known(shape: tuple[int | None, ...]) -> tuple[int, ...]:
    return tuple(size or 0 for size in shape)


def _positions(call: Call) -> list[list[int] | None]:
    result = [vector(call, pin) for pin in ("begin", "end", "strides")]
    count: int | None = None
    for pin in ("begin", "end", "strides"):
        length = vector_length(call, pin)
        if count is not None and length not in (count, None):
            raise pin_error(call, pin, f"begin, end and strides must have the same length, got {count} and {length}")
        count = length if count is None else count
    return result


def selection(call: Call, shape: Shape) -> SliceSelection | None:
    """Return the selected part as far as it is known, or None if not even the rank is."""
    begin, end, strides = _positions(call)
    if shape is None or strides is None:
        return None
    nothing: list[None] = [None] * len(strides)
    return select(shape, begin or nothing, end or nothing, strides, {name: call.attrs[name] for name in MASKS})


@StridedSlice.shape
def _(call: Call) -> Shape:
    result = selection(call, call.shape("input"))
    return None if result is None else result.shape


@StridedSlice.gradient("input")
def _(call: Node, dy: Output) -> Operand:
    positions: list[Any] = [call.input(pin) for pin in ("begin", "end", "strides")]
    if positions[0].dtype is INT16:
        positions = [make("Cast", each, DstT=INT32) for each in positions]
    kind = positions[0].as_output().dtype
    return StridedSliceGrad(Shape_(call.input("input"), out_type=kind), *positions, dy, **_masks(call))


def _masks(call: Node) -> dict[str, int]:
    return {name: call.attrs[name] for name in MASKS}


@block(
    "shape: Index, begin: Index, end: Index, strides: Index, dy: T -> output: T",
    T=(*COPYABLE_QUANTIZED, *FLOAT8, *HANDLES),
    Index=INDEX,
    attributes_of=StridedSlice,
    example={"shape": [4], "begin": [1], "end": [4], "strides": [2], "dy": [5.0, 6.0], "output": [0.0, 5.0, 0.0, 6.0]},
)
def StridedSliceGrad(shape: Array, begin: Array, end: Array, strides: Array, dy: Array, **masks: int) -> Array:
    """Write a strided slice into zeros: the gradient of StridedSlice, with the same positions and masks.

    Args:
        shape: [rank] the shape of the tensor that was sliced.
        dy: [...] the slice, of the shape of StridedSlice's output.

    Returns:
        output: [...] zeros of the given shape, with the slice at its position.
    """
    result = zeros(tuple(shape.tolist()), dy.dtype)
    results = select(result.shape, begin.tolist(), end.tolist(), strides.tolist(), masks)
    result[(*results.slices, ...)] = dy.reshape(_known(results.kept))
    return result


@StridedSliceGrad.shape
def _(call: Call) -> Shape:
    shape, dy = sizes(call, "shape"), call.shape("dy")
    result = selection(call, shape)
    if result is not None and not compatible(result.shape, dy):
        raise pin_error(call, "dy", f"dy must have the slice's shape {shape_text(result.shape)}, got {shape_text(dy)}")
    return shape


@StridedSliceGrad.gradient("dy")
def _(call: Node, dy: Output) -> Operand:
    return StridedSlice(dy, *(call.input(pin) for pin in ("begin", "end", "strides")), **_masks(call))


# -- New values for parts of variables --------------------------------------------------------------------------------

_SUMMARY = "Assign values to a strided slice of a variable. Positions and masks work as in StridedSlice."
ASSIGNMENT = {
    "ref": "[...] the variable.",
    "value": "[...] the new values. Their shape must match the slice, or broadcast to it.",
    "new_axis_mask": "a bit mask of the positions at which value has an extra axis of size 1.",
    "shrink_axis_mask": "a bit mask of the positions that assign only to the element at begin. value lacks these axes.",
    "output_ref": "[...] the variable after the assignment.",
}


def assigned(ref: Array, begin: Array, end: Array, strides: Array, value: Array, **masks: int) -> Array:
    results = select(ref.shape, begin.tolist(), end.tolist(), strides.tolist(), masks)
    result = ref.copy()
    if 0 not in results.kept:
        selected: Any = tuple(size or 0 for size in results.shape)
        extra = value.ndim - len(selected)
        broadcast = np.broadcast_to(value.reshape(value.shape[max(extra, 0) :]), selected)
        result[(*results.slices, ...)] = broadcast.reshape(tuple(size or 0 for size in results.kept))
    return result


def assigned_shape(call: Call) -> Shape:
    ref, value = call.shape(call.type.inputs[0].name), call.shape("value")
    result = selection(call, ref)
    # Where nothing is selected, nothing is looked at, as in TensorFlow.
    if result is None or value is None or not is_known(result.shape) or not element_count(result.shape):
        return ref
    extra = max(0, len(value) - len(result.shape))
    try:
        fits = compatible(broadcast(value[extra:], result.shape), result.shape) and set(value[:extra]) <= {1, None}
    except DiagramError:
        fits = False
    if not fits:
        text = f"{call.type.name}: value must have the slice's shape {shape_text(result.shape)}, or a shape that"
        raise DiagramError(f"{text} broadcasts to it, got {shape_text(value)}", pin="value")
    return ref


def _assignment(name: str, output: str, rule: Any, **options: Any) -> BlockType:
    example = {"ref": {"variable": [1.0, 2.0, 3.0, 4.0]}, "begin": [1], "end": [4], "strides": [2], "value": [7.0, 8.0]}
    result = declare(
        name,
        "array_ops",
        f"ref: &T, begin: Index, end: Index, strides: Index, value: T -> {output}",
        assigned,
        T=(*COPYABLE_QUANTIZED, *FLOAT8),
        Index=INDEX,
        writes=["ref"],
        doc=_SUMMARY,
        attributes_of=StridedSlice,
        doc_of=ASSIGNMENT,
        example=example | options.pop("example", {}),
        **options,
    )
    result.shape(rule)
    return result


def _no_output(call: Call) -> list[Shape]:
    assigned_shape(call)
    return []


StridedSliceAssign = _assignment(
    "StridedSliceAssign", "output_ref: &T", assigned_shape, example={"output_ref": [1.0, 7.0, 3.0, 8.0]}
)
ResourceStridedSliceAssign = _assignment("ResourceStridedSliceAssign", "operation: operation", _no_output)
