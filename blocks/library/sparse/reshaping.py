"""Sparse tensors reordered, reshaped, concatenated, split and sliced."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.shapes import normalise_axis, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import pin_error, scalar, sizes, vector, vector_length, zeros
from blocks.library.array.gathering import Gather
from blocks.library.array.reshaping import InvertPermutation
from blocks.library.array.sizes import Shape_
from blocks.library.declare import block
from blocks.library.math.sequences import Range
from blocks.library.sparse.shared import (
    MOVED,
    check_inside,
    keys,
    layout,
    numbers_in,
    part_layout,
    require_matrix,
    total,
    triple,
)

_LARGEST = (1 << 63) - 1
_EXAMPLE: dict[str, Any] = {"indices": [[0, 1], [1, 0], [1, 2]], "values": [1.0, 2.0, 3.0], "shape": [2, 3]}


@block(
    "input_indices: int64, input_values: T, input_shape: int64 -> output_indices: int64, output_values: T",
    T=MOVED,
    example={
        **triple("input", [[1, 2], [0, 1], [1, 0]], [3.0, 1.0, 2.0], [2, 3]),
        "output_indices": [[0, 1], [1, 0], [1, 2]],
        "output_values": [1.0, 2.0, 3.0],
    },
)
def SparseReorder(input_indices: Array, input_values: Array, input_shape: Array) -> tuple[Array, Array]:
    """Sort the elements of a sparse tensor in row-major order (the last index component changes fastest).

    Args:
        input_indices: [n, rank] the indices of the tensor's elements. The order of equal indices is preserved.
        input_values: [n] the values of the tensor's elements.
        input_shape: [rank] the shape of the tensor.

    Returns:
        output_indices: [n, rank] the sorted indices.
        output_values: [n] the values in the sorted order.
    """
    return _ordered(input_indices, input_values)


def _ordered(indices: Array, values: Array) -> tuple[Array, Array]:
    [key] = keys(indices)
    order = np.argsort(key, kind="stable")
    return indices[order], values[order]


@SparseReorder.shape
def _(call: Call) -> list[Shape]:
    sparse = layout(call, "input_indices", "input_values", "input_shape")
    return [(sparse.number, sparse.rank), (sparse.number,)]


@SparseReorder.gradient("input_values")
def _(call: Node, _indices: Any, dy: Output | None) -> Operand | None:
    if dy is None:
        return None
    indices, values, shape = call.inputs
    count = Gather(Shape_(values), np.int32(0))
    numbers = Range(np.int32(0), count, np.int32(1))
    return Gather(dy, InvertPermutation(SparseReorder(indices, numbers, shape).outputs[1]))


@block(
    "input_indices: int64, input_shape: int64, new_shape: int64 -> output_indices: int64, output_shape: int64",
    example={
        "input_indices": [[0, 1], [1, 2]],
        "input_shape": [2, 3],
        "new_shape": [3, -1],
        "output_indices": [[0, 1], [2, 1]],
        "output_shape": [3, 2],
    },
)
def SparseReshape(input_indices: Array, input_shape: Array, new_shape: Array) -> tuple[Array, Array]:
    """Reshape a sparse tensor. The order of its elements and their values are unchanged.

    Args:
        input_indices: [n, rank] the indices of the tensor's elements.
        input_shape: [rank] the shape of the tensor.
        new_shape: [new_rank] the new shape, with the same number of elements. One size may be -1; it is computed from
            the others.

    Returns:
        output_indices: [n, new_rank] the indices in the new shape.
        output_shape: [new_rank] the new shape.
    """
    shape = _new_shape([int(n) for n in input_shape.tolist()], [int(n) for n in new_shape.tolist()])
    numbers = numbers_in(input_indices, input_shape.tolist())
    result = np.empty((len(numbers), len(shape)), np.int64)
    for axis in range(len(shape) - 1, -1, -1):
        numbers, result[:, axis] = np.divmod(numbers, max(shape[axis], 1))
    return result, np.array(shape, np.int64)


def _new_shape(given: list[int], wanted: list[int]) -> list[int]:
    count, rest = math.prod(given), math.prod(size for size in wanted if size != -1)
    text = f"SparseReshape: cannot reshape {given} to {wanted}"
    if count > _LARGEST:
        raise DiagramError(f"SparseReshape: shape {given} has too many elements", pin="input_shape")
    if -1 in wanted and not rest:
        raise DiagramError(f"{text}: -1 is ambiguous next to a size of 0", pin="new_shape")
    missing = count // rest if -1 in wanted else 1
    if rest * missing != count:
        raise DiagramError(f"{text}: the tensor has {count} elements", pin="new_shape")
    return [missing if size == -1 else size for size in wanted]


@SparseReshape.shape
def _(call: Call) -> list[Shape]:
    count, rank = require_matrix(call, "input_indices")
    given, wanted, indices = sizes(call, "input_shape"), vector(call, "new_shape"), call.value("input_indices")
    if rank is not None and given is not None and len(given) != rank:
        text = f"SparseReshape: input_shape must have {rank} sizes, one per index component, got {len(given)}"
        raise DiagramError(text, pin="input_shape")
    known = None if given is None else [size for size in given if size is not None]
    if known is not None and given is not None and len(known) == len(given):
        if indices is not None:
            check_inside(call.type.name, indices, known, "input_indices")
    else:
        known = None
    if wanted is not None:
        if any(size < -1 for size in wanted):
            raise DiagramError(
                (f"SparseReshape: the sizes in new_shape must be 0 or more, or -1 for one size, got {wanted}"),
                pin="new_shape",
            )
        if wanted.count(-1) > 1:
            raise pin_error(call, "new_shape", f"at most one size may be -1, but {wanted} has {wanted.count(-1)}")
        if known is not None:
            _new_shape(known, wanted)
    length = vector_length(call, "new_shape")
    return [(count, length), (length,)]


# -- Put together and taken apart --------------------------------------------------------------------------------------


@block(
    "indices: int64*, values: T*, shapes: int64* -> output_indices: int64, output_values: T, output_shape: int64",
    T=MOVED,
    not_differentiable="TensorFlow passes no gradient through it",
    example={
        "indices": [[[0, 1]], [[0, 0], [1, 1]]],
        "values": [[1.0], [2.0, 3.0]],
        "shapes": [[2, 3], [2, 2]],
        "concat_dim": 1,
        **triple("output", [[0, 1], [0, 3], [1, 4]], [1.0, 2.0, 3.0], [2, 5]),
    },
)
def SparseConcat(
    indices: tuple[Array, ...], values: tuple[Array, ...], shapes: tuple[Array, ...], *, concat_dim: int
) -> tuple[Array, Array, Array]:
    """Concatenate sparse tensors along an existing axis.

    Args:
        indices: [n_i, rank] the indices of each tensor's elements.
        values: [n_i] the values of each tensor's elements.
        shapes: [rank] the shape of each tensor. Shapes must be equal except along the axis.
        concat_dim: the axis. -1 is the last axis.

    Returns:
        output_indices: [m, rank] the indices of the result, in row-major order.
        output_values: [m] the values of the result's elements.
        output_shape: [rank] the shape of the result.
    """
    axis = concat_dim % len(shapes[0])
    lengths = [int(shape[axis]) for shape in shapes]
    moved = np.concatenate(indices)
    starts = np.cumsum([0, *lengths[:-1]])
    moved[:, axis] += np.repeat(starts, [len(each) for each in indices])
    shape = np.array(shapes[0])
    shape[axis] = sum(lengths)
    return *_ordered(moved, np.concatenate(values)), shape


@SparseConcat.shape
def _(call: Call) -> list[Shape]:
    pins = ("indices", "values", "shapes")
    indices, values, shapes = (call.shapes(pin) for pin in pins)
    for pin, each in zip(pins[1:], (values, shapes), strict=True):
        if len(each) != len(indices):
            raise pin_error(call, pin, f"{pin} must have as many tensors as indices ({len(indices)}), got {len(each)}")
    parts = list(map(part_layout, itertools.repeat("SparseConcat"), indices, values, shapes))
    ranks = {part.rank for part in parts if part.rank is not None}
    if len(ranks) > 1:
        raise pin_error(call, "shapes", f"all tensors must have the same rank, got ranks {sorted(ranks)}")
    rank = next(iter(ranks), None)
    if rank is not None:
        normalise_axis(call.attrs["concat_dim"], rank, pin="concat_dim")
    _check_parts(call, rank)
    counts = [part.number for part in parts]
    return [(total(counts), rank), (total(counts),), (rank,)]


def _check_parts(call: Call, rank: int | None) -> None:
    indices, shapes = call.values("indices"), call.values("shapes")
    if shapes is None or rank is None:
        return
    axis = call.attrs["concat_dim"] % rank
    wanted = [tuple(shape.tolist()) for shape in shapes]
    for i, shape in enumerate(wanted):
        if min(shape) < 0 or shape[:axis] + shape[axis + 1 :] != wanted[0][:axis] + wanted[0][axis + 1 :]:
            text = f"SparseConcat: sizes must be equal except along axis {axis}, got {shape_text(wanted[0])} at index 0"
            raise DiagramError(f"{text} and {shape_text(shape)} at index {i}", pin="shapes")
    if indices is not None:
        for rows, shape in zip(indices, wanted, strict=True):
            check_inside("SparseConcat", rows, shape, "indices")


@block(
    "split_dim: int64, indices: int64, values: T, shape: int64"
    " -> output_indices: int64*num_split, output_values: T*num_split, output_shape: int64*num_split",
    T=MOVED,
    where={"num_split": 1},
    example={
        **_EXAMPLE,
        "split_dim": 1,
        "num_split": 2,
        **triple("output", [[[0, 1], [1, 0]], [[1, 0]]], [[1.0, 2.0], [3.0]], [[2, 2], [2, 1]]),
    },
)
def SparseSplit(
    split_dim: Array, indices: Array, values: Array, shape: Array, *, num_split: int
) -> tuple[list[Array], list[Array], list[Array]]:
    """Split a sparse tensor into parts along an axis.

    Args:
        split_dim: [] the axis. -1 is the last axis.
        indices: [n, rank] the indices of the tensor's elements.
        values: [n] the values of the tensor's elements.
        shape: [rank] the shape of the tensor.
        num_split: the number of parts, at most the size along the axis. If the size is not divisible, the first parts
            are larger by 1.

    Returns:
        output_indices: [n_i, rank] the indices in each part.
        output_values: [n_i] the values of each tensor's elements.
        output_shape: [rank] the shape of each part.
    """
    axis = int(split_dim) % len(shape)
    each, more = divmod(int(shape[axis]), num_split)
    bounds = np.arange(num_split + 1) * each + np.minimum(np.arange(num_split + 1), more)
    part = np.searchsorted(bounds, indices[:, axis], side="right") - 1
    order = np.argsort(part, kind="stable")
    moved = indices[order]
    moved[:, axis] -= bounds[part[order]]
    cuts = np.searchsorted(part[order], np.arange(1, num_split))
    shapes = [np.array(shape) for _ in range(num_split)]
    for item, size in zip(shapes, np.diff(bounds), strict=True):
        item[axis] = size
    return [a.copy() for a in np.split(moved, cuts)], [a.copy() for a in np.split(values[order], cuts)], shapes


@SparseSplit.shape
def _(call: Call) -> list[Shape]:
    sparse, axis, num = layout(call), scalar(call, "split_dim"), call.attrs["num_split"]
    if axis is not None and sparse.rank is not None:
        axis = normalise_axis(axis, sparse.rank, pin="split_dim")
        size = sparse.shape[axis] if sparse.shape is not None else None
        if size is not None and num > size:
            raise pin_error(call, "num_split", f"cannot split axis {axis} of size {size} into {num} parts")
    return [(None, sparse.rank)] * num + [(None,)] * num + [(sparse.rank,)] * num


# -- A part of a sparse tensor -----------------------------------------------------------------------------------------


@block(
    "indices: int64, values: T, shape: int64, start: int64, size: int64"
    " -> output_indices: int64, output_values: T, output_shape: int64",
    T=MOVED,
    doc_of=SparseSplit,
    example={**_EXAMPLE, "start": [0, 1], "size": [2, 5], **triple("output", [[0, 0], [1, 1]], [1.0, 3.0], [2, 2])},
)
def SparseSlice(indices: Array, values: Array, shape: Array, start: Array, size: Array) -> tuple[Array, Array, Array]:
    """Extract a slice from a sparse tensor.

    Args:
        start: [rank] the start index of the slice.
        size: [rank] the size of the slice along each axis. It is cropped to the tensor.

    Returns:
        output_indices: [m, rank] the indices in the slice.
        output_values: [m] the values of the result's elements.
        output_shape: [rank] the shape of the slice.
    """
    inside = _inside(indices, start, size)
    return indices[inside] - start, values[inside], np.maximum(np.minimum(size, shape - start), 0)


def _inside(indices: Array, start: Array, size: Array) -> Any:
    return ((indices >= start) & (indices - start < size)).all(1)


@SparseSlice.shape
def _(call: Call) -> list[Shape]:
    sparse = layout(call)
    for pin in ("start", "size"):
        length = vector_length(call, pin)
        if sparse.rank is not None and length not in (sparse.rank, None):
            raise pin_error(call, pin, f"{pin} must have {sparse.rank} values, one per axis, got {length}")
    sizes(call, "size")
    return [(None, sparse.rank), (None,), (sparse.rank,)]


@SparseSlice.gradient("values")
def _(call: Node, _indices: Any, dy: Output | None, _shape: Any) -> Operand | None:
    if dy is None:
        return None
    indices, _, shape, start, size = call.inputs
    return SparseSliceGrad(dy, indices, shape, start, size)


@block("dy: T, indices: int64, shape: int64, start: int64, size: int64 -> values: T", T=MOVED, internal=True)
def SparseSliceGrad(dy: Array, indices: Array, shape: Array, start: Array, size: Array) -> Array:
    """Compute the gradient of SparseSlice with respect to the values of the whole tensor."""
    result = zeros((len(indices),), dy.dtype)
    result[_inside(indices, start, size)] = dy
    return result


SparseSliceGrad.shape(lambda call: (require_matrix(call, "indices")[0],))


@SparseSliceGrad.gradient("dy")
def _(call: Node, dv: Output) -> Operand:
    _, indices, shape, start, size = call.inputs
    return SparseSlice(indices, dv, shape, start, size).outputs[1]
