"""Rows and slices gathered by index and scattered back, and elements selected by booleans."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.dtypes import INDEX, INT8, INT16, INT32, INT64, NUMERIC, UINT8
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, is_known, merge, normalise_axis, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call, known_value
from blocks.graph.graph import Node, Operand, Output
from blocks.graph.kernel_choice import specialised
from blocks.library.array.arguments import (
    COPYABLE,
    COPYABLE_ALL,
    HANDLES,
    axis_of,
    pin_error,
    require_rank,
    require_scalar,
    scalar,
    sizes,
    zeros,
)
from blocks.library.array.row_reductions import add_rows, adding_rows
from blocks.library.array.sizes import Shape_
from blocks.library.declare import block, make


@block(
    "indices: TI, depth: int32, on_value: T, off_value: T -> output: T",
    T=(*COPYABLE, *HANDLES),
    TI=(INT32, INT64, UINT8, INT8),
    not_differentiable="its result is chosen by integer indices",
    foldable=True,
    example={
        "indices": [0, 2],
        "depth": 3,
        "on_value": 1.0,
        "off_value": 0.0,
        "output": [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
    },
)
def OneHot(indices: Array, depth: Array, on_value: Array, off_value: Array, *, axis: int = -1) -> Array:
    """Encode class indices as one-hot vectors: on_value at the class index, off_value elsewhere.

    Args:
        indices: [...] the class indices. An index outside 0 ... depth - 1 gives a vector of off_value only.
        depth: [] the number of classes, which is the size of the new axis.
        on_value: [] the value at the class index.
        off_value: [] the value at all other positions.
        axis: the position of the new axis, from 0 to the rank of indices. -1 makes it the last axis.

    Returns:
        output: [...] the one-hot vectors: the shape of indices with the new axis inserted.
    """
    index, count = axis % (indices.ndim + 1), int(depth)
    result = np.empty((*indices.shape[:index], count, *indices.shape[index:]), off_value.dtype)
    result.fill(off_value[()])
    chosen = (indices >= 0) & (indices < count)
    where = list(np.nonzero(chosen)) if indices.ndim else []
    where.insert(index, indices[chosen])
    result[tuple(where)] = on_value
    return result


@OneHot.shape
def _(call: Call) -> Shape:
    require_scalar(call, "on_value")
    require_scalar(call, "off_value")
    depth, shape = scalar(call, "depth"), call.shape("indices")
    if depth is not None and depth < 0:
        raise pin_error(call, "depth", f"depth must be 0 or more, got {depth}")
    axis = call.attrs["axis"]
    if axis < -1:
        raise pin_error(call, "axis", f"axis must be -1 or more, got {axis}")
    if shape is None:
        return None
    axis = normalise_axis(axis, len(shape) + 1)
    return (*shape[:axis], depth, *shape[axis:])


def _known(node: Node, index: int, size: int | None) -> Array | None:
    """Return a node's indices, or None if they are unknown or not all in 0 ... size - 1."""
    indices = None if size is None else known_value(node.inputs[index])
    if indices is None or size is None or not indices.size or indices.min() < 0 or indices.max() >= size:
        return None
    return indices


def _taking(node: Node) -> Callable[..., Any] | None:
    shape, result = node.inputs[0].shape, node.outputs[0].shape
    indices = _known(node, 1, shape[0]) if shape and result else None
    if indices is None:
        return None
    numbers: Any = indices

    def taken(params: Array, _: Array) -> Any:
        return params.take(numbers, 0, None, "clip")

    return taken


@block(
    "params: Tparams, indices: Tindices -> output: Tparams",
    Tparams=(*COPYABLE_ALL, *HANDLES),
    Tindices=INDEX,
    foldable=True,
    example={"params": [[1.0, 2.0], [3.0, 4.0]], "indices": [1, 0, 1], "output": [[3.0, 4.0], [1.0, 2.0], [3.0, 4.0]]},
)
@specialised(_taking)
def Gather(params: Array, indices: Array, *, validate_indices: bool = True) -> Array:
    """Gather slices of a tensor along its first axis: output[i] = params[indices[i]].

    Args:
        params: [n, ...] the tensor to gather from.
        indices: [...] the indices of the slices, from 0 to n - 1, in a tensor of any shape. Gradients with the same
            index are summed.
        validate_indices: accepted for compatibility with TensorFlow and ignored. Indices are always checked.

    Returns:
        output: [...] the slices, of shape indices.shape + params.shape[1:].
    """
    return _take(params, indices, 0)


def _take(params: Array, indices: Array, axis: int) -> Array:
    """Call np.take after a bounds check. As in TensorFlow, nothing is checked if nothing is taken."""
    shape = (*params.shape[:axis], *indices.shape, *params.shape[axis + 1 :])
    if 0 in shape:
        return zeros(shape, params.dtype)
    _check(indices, params.shape[axis])
    if params.dtype.hasobject:  # np.take would hand a single one out bare
        return params[(*(slice(None),) * axis, indices, ...)]
    return np.take(params, indices, axis, mode="clip")


def _check(indices: Array, size: int) -> None:
    if indices.size and (indices.min() < 0 or indices.max() >= size):
        wrong = indices[(indices < 0) | (indices >= size)].flat[0]
        limits = f"is outside the range from 0 to {size - 1}" if size else "does not exist: there are no slices"
        raise DiagramError(f"index {wrong} {limits}", pin="indices")


@Gather.shape
def _(call: Call) -> Shape:
    params = require_rank(call, "params", 1, "rank 1 or more")
    indices = call.shape("indices")
    return None if params is None or indices is None else (*indices, *params[1:])


@Gather.gradient("params")
def _(call: Node, dy: Output) -> Operand:
    return GatherGrad(dy, call.input("indices"), np.int32(0), Shape_(call.input("params")))


@block(
    "params: Tparams, indices: Tindices, axis: Taxis -> output: Tparams",
    Tparams=(*COPYABLE_ALL, *HANDLES),
    Tindices=(INT32, INT64, INT16),
    Taxis=INDEX,
    foldable=True,
    example={"params": [[1.0, 2.0, 3.0]], "indices": [2, 0], "axis": 1, "output": [[3.0, 1.0]]},
)
def GatherV2(params: Array, indices: Array, axis: Array, *, batch_dims: int = 0) -> Array:
    """Gather slices of a tensor along an axis: output[..., i, ...] = params[..., indices[i], ...].

    Args:
        params: [...] the tensor to gather from.
        indices: [...] the indices of the slices, in a tensor of any shape. Gradients with the same index are summed.
        axis: [] the axis to gather along; -1 is the last axis.
        batch_dims: the number of leading axes that params and indices share, at most axis. Each batch element has its
            own indices. A negative number counts from the end of the shape of indices.

    Returns:
        output: [...] the slices, of shape params.shape[:axis] + indices.shape[batch_dims:] + params.shape[axis + 1:].
    """
    index, batch = int(axis) % params.ndim, _leading(batch_dims, indices)
    if not batch:
        return _take(params, indices, index)
    shape = (*params.shape[:index], *indices.shape[batch:], *params.shape[index + 1 :])
    if 0 in shape:
        return zeros(shape, params.dtype)
    _check(indices, params.shape[index])
    count, outer, n, inner = _blocks(params.shape, index, batch)
    taken = params.reshape(count, outer, n, inner)[np.arange(count)[:, None], :, indices.reshape(count, -1)]
    return taken.transpose(0, 2, 1, 3).reshape(shape)


def _leading(batch_dims: int, indices: Array) -> int:
    """Return the number of leading axes; a negative batch_dims counts from the end of indices."""
    return batch_dims + indices.ndim if batch_dims < 0 else batch_dims


def _blocks(shape: tuple[int, ...], axis: int, batch: int) -> tuple[int, int, int, int]:
    return math.prod(shape[:batch]), math.prod(shape[batch:axis]), shape[axis], math.prod(shape[axis + 1 :])


@GatherV2.shape
def _(call: Call) -> Shape:
    params = require_rank(call, "params", 1, "rank 1 or more")
    indices, axis, batch = call.shape("indices"), scalar(call, "axis"), int(call.attrs["batch_dims"])
    if axis is not None and params is not None:
        axis = normalise_axis(axis, len(params))
    if indices is None:
        return None
    if not -len(indices) <= batch <= len(indices):
        text = f"batch_dims is {batch}, but indices has only {len(indices)} axes"
        raise DiagramError(text, pin="batch_dims")
    batch = batch + len(indices) if batch < 0 else batch
    if params is None:
        return None
    if batch > len(params) or (axis is not None and batch > axis):
        raise pin_error(call, "batch_dims", f"batch_dims must be at most axis ({axis}), got {batch}")
    if not compatible(params[:batch], indices[:batch]):
        text = f"GatherV2: params and indices must have the same {batch} leading sizes (batch_dims), got"
        raise DiagramError(f"{text} {shape_text(params)} and {shape_text(indices)}", pin="indices")
    if axis is None:
        return (None,) * (len(params) + len(indices) - batch - 1)
    front = merge(params[:batch], indices[:batch]) or ()
    return (*front, *params[batch:axis], *indices[batch:], *params[axis + 1 :])


@GatherV2.gradient("params")
def _(call: Node, dy: Output) -> Operand:
    shape, batch_dims = Shape_(call.input("params")), call.attrs["batch_dims"]
    return GatherGrad(dy, call.input("indices"), call.input("axis"), shape, batch_dims=batch_dims)


def _putting(node: Node) -> Callable[..., Any] | None:
    shape, axis = node.outputs[0].shape, known_value(node.inputs[2])
    if not shape or not is_known(shape) or axis is None or int(axis) or node.attrs["batch_dims"]:
        return None
    indices = _known(node, 1, shape[0])
    if indices is None:
        return None
    if len(np.unique(indices)) < indices.size:
        count, width = shape[0] or 0, math.prod(size or 0 for size in shape[1:])
        return adding_rows(count, indices.reshape(-1).astype(np.int64), width, node.outputs[0].dtype.numpy, shape)
    at: Any = indices if indices.ndim else int(indices)
    sizes_: Any = shape

    def put(dy: Array, *_: Array) -> Any:
        result: Any = np.zeros(sizes_, dy.dtype)
        result[at] = dy
        return result

    return put


@block(
    "dy: T, indices: Tindices, axis: Taxis, shape: Tshape -> output: T",
    T=NUMERIC,
    Tindices=(INT32, INT64, INT16),
    Taxis=INDEX,
    Tshape=INDEX,
    internal=True,
)
@specialised(_putting)
def GatherGrad(dy: Array, indices: Array, axis: Array, shape: Array, *, batch_dims: int = 0) -> Array:
    """Add slices into zeros at the indices from which they were gathered: the gradient of Gather.

    Args:
        batch_dims: the number of leading axes that the tensor and the indices share.
    """
    wanted = tuple(int(size) for size in shape.tolist())
    index, batch = int(axis) % len(wanted), _leading(batch_dims, indices)
    if dy.size:
        _check(indices, wanted[index])
    count, outer, n, inner = _blocks(wanted, index, batch)
    each = math.prod(indices.shape[batch:])
    positions = (np.arange(count, dtype=np.int64) * n)[:, None] + indices.reshape(count, each)
    rows = dy.reshape(count, outer, each, inner).transpose(0, 2, 1, 3).reshape(count * each, outer * inner)
    sums = add_rows(count * n, positions.reshape(count * each), rows)
    return sums.reshape(count, n, outer, inner).transpose(0, 2, 1, 3).reshape(wanted)


@GatherGrad.shape
def _(call: Call) -> Shape:
    shape = sizes(call, "shape")
    axis_of(call, "axis", None if shape is None else len(shape))
    return shape


@GatherGrad.gradient("dy")
def _(call: Node, dy: Output) -> Operand:
    return GatherV2(dy, call.input("indices"), call.input("axis"), batch_dims=call.attrs["batch_dims"])


@block(
    "condition: bool, t: T, e: T -> output: T",
    T=COPYABLE,
    broadcasts=True,
    foldable=True,
    formula="where({condition}, {t}, {e})",
    example={"condition": [True, False], "t": [[1.0], [2.0]], "e": 3.0, "output": [[1.0, 3.0], [2.0, 3.0]]},
)
def SelectV2(condition: Array, t: Array, e: Array) -> Array:
    """Select elements of two tensors by a condition: t where it is true, e elsewhere. The inputs are broadcast.

    Args:
        condition: [...] the condition for each element.
        t: [...] the values used where the condition is true.
        e: [...] the values used where the condition is false.

    Returns:
        output: [...] the selected values, of the common broadcast shape.
    """
    return np.where(condition, t, e)


@SelectV2.gradient("t", "e")
def _(call: Node, dy: Output) -> tuple[Operand, Operand]:
    zeros_, condition = make("ZerosLike", dy), call.inputs[0]
    return SelectV2(condition, dy, zeros_), SelectV2(condition, zeros_, dy)
