"""Rows and slices taken by their numbers, and put back, and elements chosen by truth values."""

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
    not_differentiable="it chooses between two values by integers",
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
    """Class numbers as vectors that are on at the class's index and off elsewhere.

    Args:
        indices: [...] the class numbers. One outside 0 ... depth - 1 gives a vector that is off everywhere.
        depth: [] the number of classes: the size of the new axis.
        on_value: [] the value at the index of the class.
        off_value: [] the value elsewhere.
        axis: where the new axis is; -1 is behind the last one.

    Returns:
        output: [...] the vectors, of the shape of indices with the new axis.
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
        raise DiagramError(f"OneHot needs a depth of 0 or more, got {depth}", pin="depth")
    axis = call.attrs["axis"]
    if axis < -1:
        raise DiagramError(f"OneHot needs an axis of -1 or more, got {axis}", pin="axis")
    if shape is None:
        return None
    axis = normalise_axis(axis, len(shape) + 1)
    return (*shape[:axis], depth, *shape[axis:])


def _known(node: Node, index: int, size: int | None) -> Array | None:
    """The indices of a node, if they are known and all lie in 0 ... size - 1."""
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
    """Take rows of a tensor by their numbers: output[i] = params[indices[i]].

    Args:
        params: [n, ...] the tensor whose rows (slices along the first axis) are taken.
        indices: [...] the row numbers, of any shape. The gradient adds up over repeated ones.
        validate_indices: kept from TensorFlow; the numbers are always checked.

    Returns:
        output: [...] the rows, of shape indices.shape + params.shape[1:].
    """
    return _take(params, indices, 0)


def _take(params: Array, indices: Array, axis: int) -> Array:
    """np.take with bounds checked by our own error; as in TensorFlow, not where nothing is taken anyway."""
    shape = (*params.shape[:axis], *indices.shape, *params.shape[axis + 1 :])
    if 0 in shape:
        return zeros(shape, params.dtype)
    _check(indices, params.shape[axis])
    if params.dtype.hasobject:  # np.take would hand a single one out bare
        return params[(*(slice(None),) * axis, indices, ...)]
    return np.take(params, indices, axis, mode="clip")


def _check(indices: Array, size: int) -> None:
    """All indices lie in 0 ... size - 1.

    Raises:
        DiagramError: one does not.
    """
    if indices.size and (indices.min() < 0 or indices.max() >= size):
        wrong = indices[(indices < 0) | (indices >= size)].flat[0]
        limits = f"lies outside 0 ... {size - 1}" if size else "does not exist: there is nothing to take"
        raise DiagramError(f"index {wrong} {limits}", pin="indices")


@Gather.shape
def _(call: Call) -> Shape:
    params = require_rank(call, "params", 1, "a vector or more")
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
    """Take slices of a tensor along an axis by their numbers.

    Args:
        params: [...] the tensor whose slices are taken.
        indices: [...] the numbers, of any shape. The gradient adds up over repeated ones.
        axis: [] the axis; -1 is the last one.
        batch_dims: how many leading axes params and indices share: each element of the batch has indices of its own.

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
    """How many leading axes batch_dims says; a negative one counts from the end of indices."""
    return batch_dims + indices.ndim if batch_dims < 0 else batch_dims


def _blocks(shape: tuple[int, ...], axis: int, batch: int) -> tuple[int, int, int, int]:
    """The shape as batch, outer, axis and inner size."""
    return math.prod(shape[:batch]), math.prod(shape[batch:axis]), shape[axis], math.prod(shape[axis + 1 :])


@GatherV2.shape
def _(call: Call) -> Shape:
    params = require_rank(call, "params", 1, "a vector or more")
    indices, axis, batch = call.shape("indices"), scalar(call, "axis"), int(call.attrs["batch_dims"])
    if axis is not None and params is not None:
        axis = normalise_axis(axis, len(params))
    if indices is None:
        return None
    if not -len(indices) <= batch <= len(indices):
        text = f"batch_dims is {batch}, but indices have only {len(indices)} axes"
        raise DiagramError(text, pin="batch_dims")
    batch = batch + len(indices) if batch < 0 else batch
    if params is None:
        return None
    if batch > len(params) or (axis is not None and batch > axis):
        text = f"GatherV2 needs batch_dims of at most axis, which is {axis}, got {batch}"
        raise DiagramError(text, pin="batch_dims")
    if not compatible(params[:batch], indices[:batch]):
        text = f"GatherV2 needs params and indices with the same {batch} leading sizes (batch_dims), got"
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
    """Add slices into zeros at the indices that they were gathered from: the gradient of Gather.

    Args:
        dy: the slices, of the shape that gathering gives.
        indices: the numbers of the slices; those that are repeated add up.
        axis: the axis along which they were gathered.
        shape: the shape of the tensor that was gathered from.
        batch_dims: how many leading axes the tensor and the indices share.

    Returns:
        output: the sums, of the given shape.
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
    """Choose between two tensors by a condition: output = t where it is true, else e. All three are broadcast.

    Args:
        condition: [...] what is chosen.
        t: [...] what is taken where the condition is true.
        e: [...] what is taken where it is false.

    Returns:
        output: [...] a tensor of their common shape.
    """
    return np.where(condition, t, e)


@SelectV2.gradient("t", "e")
def _(call: Node, dy: Output) -> tuple[Operand, Operand]:
    zeros_, condition = make("ZerosLike", dy), call.inputs[0]
    return SelectV2(condition, dy, zeros_), SelectV2(condition, zeros_, dy)
