"""Elements and slices at multi-dimensional indices: gathered, scattered into zeros, or written into other tensors."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from blocks.base.dtypes import BOOL, INDEX, INT16, INT32, INT64, NUMERIC, QINT8, QINT32, QUINT8, REAL, UINT16, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, element_count, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import COPYABLE, COPYABLE_QUANTIZED, FLOAT8, HANDLES, pin_error, require_rank, sizes
from blocks.library.array.row_reductions import add_rows
from blocks.library.array.sizes import Shape_
from blocks.library.array.slicing import ASSIGNMENT, StridedSlice, assigned, assigned_shape
from blocks.library.declare import block, declare, make

if TYPE_CHECKING:
    import numpy.typing as npt

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


def row_indices(
    indices: Array, shape: tuple[int, ...], policy: str
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_] | None]:
    """Return indices as row numbers, and a mask of the nonexistent ones (None if all exist)."""
    rows: npt.NDArray[Any] = indices.reshape(math.prod(indices.shape[:-1]), indices.shape[-1])
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
        text = f"{name} cannot scatter into an empty tensor of shape {shape_text(wanted)}"
        raise DiagramError(text, pin=pin)
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
    policy = attrs["bad_indices_policy"]
    if policy not in POLICIES:
        names = ", ".join(filter(None, POLICIES))
        raise DiagramError(
            f"bad_indices_policy must be empty or one of {names}, got {policy}", pin="bad_indices_policy"
        )


GatherNd.prepare = check_policy
ScatterNd.prepare = check_policy


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
