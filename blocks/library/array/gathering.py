"""Elements, rows and slices gathered or scattered by index, and elements selected by booleans."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from blocks.base.dtypes import (
    BOOL,
    INDEX,
    INT8,
    INT16,
    INT32,
    INT64,
    NUMERIC,
    QINT8,
    QINT32,
    QUINT8,
    REAL,
    UINT8,
    UINT16,
    DType,
)
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, element_count, is_known, merge, normalise_axis, shape_text
from blocks.base.types import Array, Indices, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call, known_value
from blocks.graph.graph import Node, Operand, Output
from blocks.graph.kernel_choice import specialised
from blocks.library.array.arguments import (
    COPYABLE,
    COPYABLE_ALL,
    COPYABLE_QUANTIZED,
    FLOAT8,
    HANDLES,
    axis_of,
    expect,
    pin_error,
    require_rank,
    require_scalar,
    scalar,
    sizes,
    zeros,
)
from blocks.library.array.row_reductions import add_rows, adding_rows
from blocks.library.array.sizes import Shape_
from blocks.library.array.slicing import ASSIGNMENT, StridedSlice, assigned, assigned_shape
from blocks.library.declare import block, declare, make


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
    depth, shape = scalar(call, "depth", 0), call.shape("indices")
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


@block(
    "params: Tparams, indices: Tindices -> output: Tparams",
    Tparams=(*COPYABLE_ALL, *HANDLES),
    Tindices=INDEX,
    foldable=True,
    example={"params": [[1.0, 2.0], [3.0, 4.0]], "indices": [1, 0, 1], "output": [[3.0, 4.0], [1.0, 2.0], [3.0, 4.0]]},
)
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
        raise DiagramError(f"batch_dims is {batch}, but indices has only {len(indices)} axes", pin="batch_dims")
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


# -- Elements and slices at multi-dimensional indices: gathered, scattered into zeros, or written into ot --------------


POLICIES = ("", "DEFAULT", "ERROR", "IGNORE")


@block(
    "params: Tparams, indices: Tindices -> output: Tparams",
    Tparams=(*COPYABLE, *FLOAT8, QINT8, QUINT8, QINT32, *HANDLES),
    Tindices=(INT32, INT64, INT16),
    foldable=True,
    example={"params": [[1.0, 2.0], [3.0, 4.0]], "indices": [[0, 1], [1, 0]], "output": [2.0, 3.0]},
)
def GatherNd(params: Array, indices: Array, *, bad_indices_policy: str = "") -> Array:
    """Gather elements or slices of a tensor by multidimensional indices: output[i] = params[indices[i]].

    Args:
        params: [...] the tensor to gather from.
        indices: [..., k] the indices. The last axis holds indices along the first k axes of params. If k is the rank of
            params, single elements are gathered, otherwise slices.
        bad_indices_policy: how to handle an index outside params: IGNORE gives zeros; ERROR, DEFAULT or an empty string
            raises an error.

    Returns:
        output: [...] the elements or slices, of shape indices.shape[:-1] + params.shape[indices.shape[-1]:].
    """
    depth = indices.shape[-1]
    positions, bad = row_indices(indices, params.shape[:depth], bad_indices_policy)
    rows = params.reshape((math.prod(params.shape[:depth]), *params.shape[depth:]))
    if bad is None:
        taken = rows.take(positions, 0)
    else:
        taken = np.empty((len(positions), *params.shape[depth:]), params.dtype)
        taken.fill(b"" if params.dtype.hasobject else 0)
        taken[~bad] = rows[positions[~bad]]
    return taken.reshape((*indices.shape[:-1], *params.shape[depth:]))


def row_indices(indices: Array, shape: tuple[int, ...], policy: str) -> tuple[Indices, Array | None]:
    """Return indices as row numbers, and a mask of the nonexistent ones (None if all exist)."""
    rows: Array = indices.reshape(math.prod(indices.shape[:-1]), indices.shape[-1])
    positions, bad = np.zeros(len(rows), np.int64), np.zeros(len(rows), bool)
    for column, limit in zip(rows.T, shape, strict=True):
        numbers = column.astype(np.int64)
        bad |= numbers.view(np.uint64) >= limit  # negative ones are large there
        positions *= limit
        positions += numbers
    if not bad.any():
        return positions, None
    if policy != "IGNORE":
        wrong = rows[int(bad.argmax())].tolist()
        raise DiagramError(f"the index {wrong} is outside the shape {shape_text(shape)}", pin="indices")
    return positions, bad


@GatherNd.shape
def _(call: Call) -> Shape:
    indices = require_rank(call, "indices", 1, "rank 1 or more")
    params = require_rank(call, "params", 1, "rank 1 or more")
    if indices is None or params is None or indices[-1] is None:
        return None
    if indices[-1] > len(params):
        text = f"GatherNd: an index must have at most {len(params)} numbers (the rank of params), got {indices[-1]}"
        raise DiagramError(text, pin="indices")
    if 0 in params and element_count(indices[:-1]):
        text = f"GatherNd cannot gather from an empty tensor: params has the shape {shape_text(params)}"
        raise DiagramError(text, pin="params")
    return (*indices[:-1], *params[indices[-1] :])


@GatherNd.gradient("params")
def _(call: Node, dy: Output) -> Operand:
    indices: Any = call.input("indices")
    if indices.dtype is INT16:
        indices = make("Cast", indices, DstT=INT32)
    shape = Shape_(call.input("params"), out_type=indices.as_output().dtype)
    return GatherNdGrad(dy, indices, shape, bad_indices_policy=call.attrs["bad_indices_policy"])


@block(
    "indices: Tindices, updates: T, shape: Tindices -> output: T",
    T=COPYABLE,
    Tindices=INDEX,
    example={"indices": [[1], [3], [1]], "updates": [1.0, 2.0, 3.0], "shape": [4], "output": [0.0, 4.0, 0.0, 2.0]},
)
def ScatterNd(indices: Array, updates: Array, shape: Array, *, bad_indices_policy: str = "") -> Array:
    """Scatter elements or slices into zeros: output[indices[i]] += updates[i].

    Args:
        indices: [..., k] the indices. The last axis holds indices along the first k axes of the result.
        updates: [...] the values to add, of shape indices.shape[:-1] + shape[k:]. Updates with the same index are
            summed.
        shape: [rank] the shape of the result.
        bad_indices_policy: how to handle an index outside shape: IGNORE skips it; ERROR, DEFAULT or an empty string
            raises an error.

    Returns:
        output: [...] the sums of the updates, and zeros elsewhere.
    """
    return _scatter(indices, updates, tuple(int(size) for size in shape.tolist()), bad_indices_policy)


def _scatter(indices: Array, updates: Array, wanted: tuple[int, ...], policy: str) -> Array:
    depth = indices.shape[-1]
    positions, bad = row_indices(indices, wanted[:depth], policy)
    rows = updates.reshape(len(positions), math.prod(wanted[depth:]))
    if bad is not None:
        positions, rows = positions[~bad], rows[~bad]
    return add_rows(math.prod(wanted[:depth]), positions, rows).reshape(wanted)


ScatterNd.shape(lambda call: scattered_shape(call, sizes(call, "shape"), "shape"))


def scattered_shape(call: Call, wanted: Shape, pin: str) -> Shape:
    name = call.type.name
    indices, updates = require_rank(call, "indices", 2, "rank 2 or more"), call.shape("updates")
    if indices is None or wanted is None or indices[-1] is None:
        return wanted
    depth = indices[-1]
    if not depth:
        raise pin_error(call, "indices", "an index must have at least one number, got none")
    if 0 in wanted and any(count not in (0, None) for count in map(element_count, (indices, updates))):
        raise DiagramError(f"{name} cannot scatter into an empty tensor of shape {shape_text(wanted)}", pin=pin)
    if depth > len(wanted):
        text = f"{name}: an index must have at most {len(wanted)} numbers (the rank of the result), got {depth}"
        raise DiagramError(text, pin="indices")
    fitting = (*indices[:-1], *wanted[depth:])
    if not compatible(updates, fitting):
        text = f"{name}: updates must have the shape {shape_text(fitting)}, got {shape_text(updates)}"
        raise DiagramError(text, pin="updates")
    return wanted


@block("dy: T, indices: Tindices, shape: Tindices -> output: T", T=NUMERIC, Tindices=INDEX, internal=True)
def GatherNdGrad(dy: Array, indices: Array, shape: Array, *, bad_indices_policy: str = "") -> Array:
    """Add elements or slices into zeros at the indices from which they were gathered: the gradient of GatherNd.

    Unlike ScatterNd, it accepts all indices that GatherNd accepts: a single index, and indices without numbers.
    """
    return _scatter(indices, dy, tuple(int(size) for size in shape.tolist()), bad_indices_policy)


GatherNdGrad.shape(lambda call: sizes(call, "shape"))


@GatherNdGrad.gradient("dy")
@ScatterNd.gradient("updates")
def _(call: Node, dy: Output) -> Operand:
    return GatherNd(dy, call.input("indices"), bad_indices_policy=call.attrs["bad_indices_policy"])


def check_policy(attrs: dict[str, Any]) -> None:
    names = ", ".join(filter(None, POLICIES))
    expect(attrs, "bad_indices_policy", attrs["bad_indices_policy"] in POLICIES, f"empty or one of {names}")


GatherNd.prepare = ScatterNd.prepare = check_policy


@block(
    "input: T, indices: Tindices, updates: T -> output: T",
    T=(*NUMERIC, BOOL),
    Tindices=INDEX,
    example={
        "input": [1.0, 1.0, 1.0],
        "indices": [[2], [0], [2]],
        "updates": [1.0, 2.0, 3.0],
        "output": [3.0, 1.0, 5.0],
    },
)
def ScatterNdNonAliasingAdd(input: Array, indices: Array, updates: Array, *, bad_indices_policy: str = "") -> Array:
    """Add elements or slices to a copy of a tensor: output[indices[i]] += updates[i].

    Args:
        input: [...] the tensor.
        indices: [..., k] the indices. The last axis holds indices along the first k axes of input.
        updates: [...] the values to add, of shape indices.shape[:-1] + input.shape[k:]. Updates with the same index are
            summed; booleans are combined by OR.
        bad_indices_policy: how to handle an index outside input: IGNORE skips it; ERROR, DEFAULT or an empty string
            raises an error.

    Returns:
        output: [...] the updated copy.
    """
    if input.dtype.itemsize == 2 and input.dtype.kind not in "iu":
        wide, more = input.astype(np.float32), updates.astype(np.float32)
        return (wide + _scatter(indices, more, input.shape, bad_indices_policy)).astype(input.dtype)
    return np.add(input, _scatter(indices, updates, input.shape, bad_indices_policy))


@ScatterNdNonAliasingAdd.shape
def _(call: Call) -> Shape:
    return scattered_shape(call, require_rank(call, "input", 1, "rank 1 or more"), "input")


@ScatterNdNonAliasingAdd.gradient("input", "updates")
def _(call: Node, dy: Output) -> tuple[Operand, Operand]:
    return dy, GatherNd(dy, call.input("indices"), bad_indices_policy=call.attrs["bad_indices_policy"])


ScatterNdNonAliasingAdd.prepare = check_policy


# -- Tensors with some elements changed --------------------------------------------------------------------------------

_PINS = {
    "tensor": "[...] the tensor, of rank 1 or more.",
    "indices": "[..., k] the indices. The last axis holds indices along the first k axes of tensor.",
    "bad_indices_policy": "how to handle an index outside tensor: IGNORE skips it; ERROR, DEFAULT or an empty string "
    "raises an error.",
    "output": "[...] the updated copy of tensor.",
}


def _updated(
    name: str,
    change: Callable[[Array, Array, Array], None],
    summary: str,
    updates: str,
    result: list[float],
    *,
    dtypes: Sequence[DType],
    indices: Sequence[DType] = INDEX,
) -> BlockType:
    def kernel(tensor: Array, indices: Array, updates: Array, *, bad_indices_policy: str = "") -> Array:
        depth = indices.shape[-1]
        positions, bad = row_indices(indices, tensor.shape[:depth], bad_indices_policy)
        result = tensor.copy()
        width = math.prod(tensor.shape[depth:])
        rows, more = result.reshape(math.prod(tensor.shape[:depth]), width), updates.reshape(len(positions), width)
        change(rows, *((positions, more) if bad is None else (positions[~bad], more[~bad])))
        return result

    results = declare(
        name,
        "array_ops",
        "tensor: T, indices: Tindices, updates: T -> output: T",
        kernel,
        T=dtypes,
        Tindices=indices,
        doc=summary,
        doc_of=({"updates": f"[...] {updates} Their shape is indices.shape[:-1] + tensor.shape[k:]."}, _PINS),
        example={"tensor": [1.0, 5.0, 3.0], "indices": [[2], [0]], "updates": [2.0, 4.0], "output": result},
    )
    results.shape(lambda call: scattered_shape(call, require_rank(call, "tensor", 1, "rank 1 or more"), "tensor"))
    results.prepare = check_policy
    return results


def _combined(ufunc: np.ufunc) -> Callable[[Array, Array, Array], None]:
    def change(rows: Array, indices: Array, more: Array) -> None:
        if rows.dtype.itemsize == 2 and rows.dtype.kind not in "iu":
            sums = add_rows(len(rows), indices, more.astype(np.float32))
            rows[...] = ufunc(rows.astype(np.float32), sums).astype(rows.dtype)
        else:
            ufunc(rows, add_rows(len(rows), indices, more), rows)

    return change


def _replace(rows: Array, indices: Array, more: Array) -> None:
    rows[indices] = more


TensorScatterAdd = _updated(
    "TensorScatterAdd", _combined(np.add),
    "Add updates to a copy of a tensor (scatter add): output[indices[i]] += updates[i].",
    "the values to add. Updates with the same index are summed.", [5.0, 5.0, 5.0], dtypes=NUMERIC,
)  # fmt: skip
TensorScatterSub = _updated(
    "TensorScatterSub", _combined(np.subtract),
    "Subtract updates from a copy of a tensor (scatter sub): output[indices[i]] -= updates[i].",
    "the values to subtract. Updates with the same index are summed.", [-3.0, 5.0, 1.0], dtypes=NUMERIC,
)  # fmt: skip
TensorScatterUpdate = _updated(
    "TensorScatterUpdate", _replace,
    "Write updates into a copy of a tensor (scatter update): output[indices[i]] = updates[i].",
    "the new values. If an index is repeated, the last update is used.", [4.0, 5.0, 2.0], dtypes=COPYABLE,
    indices=(INT16, INT32, INT64, UINT16),
)  # fmt: skip
TensorScatterMin = _updated(
    "TensorScatterMin", np.minimum.at,
    "Take the minimum with updates (scatter min): output[indices[i]] = min(tensor[indices[i]], updates[i]).",
    "the values to compare with.", [1.0, 5.0, 2.0], dtypes=REAL,
)  # fmt: skip
TensorScatterMax = _updated(
    "TensorScatterMax", np.maximum.at,
    "Take the maximum with updates (scatter max): output[indices[i]] = max(tensor[indices[i]], updates[i]).",
    "the values to compare with.", [4.0, 5.0, 3.0], dtypes=REAL,
)  # fmt: skip


def _policy(call: Node) -> dict[str, Any]:
    return {"bad_indices_policy": call.attrs["bad_indices_policy"]}


@TensorScatterAdd.gradient("tensor", "updates")
def _(call: Node, dy: Output) -> tuple[Operand, Operand]:
    return dy, GatherNd(dy, call.input("indices"), **_policy(call))


@TensorScatterSub.gradient("tensor", "updates")
def _(call: Node, dy: Output) -> tuple[Operand, Operand]:
    return dy, make("Negate", GatherNd(dy, call.input("indices"), **_policy(call)))


@TensorScatterUpdate.gradient("tensor", "updates")
def _(call: Node, dy: Output) -> tuple[Operand, Operand]:
    indices = call.inputs[1]
    nothing = make("ZerosLike", call.input("updates"))
    kept = TensorScatterUpdate(dy, indices, nothing, **_policy(call))
    wide = make("Cast", indices, DstT=INT32) if indices.dtype is UINT16 else indices
    return kept, GatherNd(dy, wide, **_policy(call))


def _extreme_gradient(call: Node, dy: Output) -> tuple[Operand, Operand]:
    """Divide the gradient among the elements that equal the extreme, as in TensorFlow."""
    tensor, indices, updates = call.inputs
    result = call.outputs[0]
    own = make("Cast", make("Equal", tensor, result), DstT=dy.dtype)
    there = make("Equal", updates, GatherNd(result, indices, **_policy(call)))
    others = make("Cast", there, DstT=dy.dtype)
    shares = TensorScatterAdd(own, indices, others, **_policy(call))
    share = make("RealDiv", dy, shares)
    mine = make("Multiply", GatherNd(share, indices, **_policy(call)), others)
    return make("Multiply", share, own), mine


TensorScatterMin.gradient("tensor", "updates")(_extreme_gradient)
TensorScatterMax.gradient("tensor", "updates")(_extreme_gradient)


TensorStridedSliceUpdate = declare(
    "TensorStridedSliceUpdate",
    "array_ops",
    "input: T, begin: Index, end: Index, strides: Index, value: T -> output: T",
    assigned,
    T=(*COPYABLE_QUANTIZED, *FLOAT8),
    Index=INDEX,
    doc="Assign values to a strided slice of a copy of a tensor. Positions and masks work as in StridedSlice.",
    attributes_of=StridedSlice,
    doc_of={**ASSIGNMENT, "output": "[...] the updated copy of input."},
    example={
        "input": [1.0, 2.0, 3.0, 4.0],
        "begin": [1],
        "end": [4],
        "strides": [2],
        "value": [7.0, 8.0],
        "output": [1.0, 7.0, 3.0, 8.0],
    },
)
TensorStridedSliceUpdate.shape(assigned_shape)


@TensorStridedSliceUpdate.gradient("input", "value")
def _(call: Node, dy: Output) -> tuple[Operand, Operand]:
    positions = [call.input(pin) for pin in ("begin", "end", "strides")]
    part = StridedSlice(dy, *positions, **call.attrs).as_output()
    kept = TensorStridedSliceUpdate(dy, *positions, make("ZerosLike", part), **call.attrs)
    shape = Shape_(call.input("value"))
    # A value may have more axes, of size 1 in front.
    larger = make("BroadcastDynamicShape", Shape_(part), make("OnesLike", shape))
    return kept, make("SumToShape", make("Reshape", part, larger), shape)
