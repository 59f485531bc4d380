"""Updates of rows or slices of a variable by index: one block type per kind of change."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from blocks.base.dtypes import INDEX, NUMERIC
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.library.array.arguments import COPYABLE, pin_error
from blocks.library.array.gathering import check_policy, row_indices, scattered_shape
from blocks.library.declare import declare
from blocks.library.math.division import Div
from blocks.library.state.rows import changed, checked_rows
from blocks.library.state.variables import ENDS

_DOC = """{summary}

{detail}

Args:
    ref: [n, ...] the variable.
    indices: [...] the indices of the rows, from 0 to n - 1.
    updates: [...] {updates}, of shape indices.shape + ref.shape[1:], or a scalar.
    use_locking: accepted for compatibility with TensorFlow and ignored: steps never run at the same time.

Returns:
    output_ref: [n, ...] the variable after the change.
"""
TWICE = "If an index is repeated, each of its updates is applied."


def divided(old: Array, divisors: Array) -> Any:
    if old.dtype.kind in "iu" and not np.all(divisors):
        raise DiagramError("integers cannot be divided by zero, but updates contains a 0", pin="updates")
    return Div.kernel(old, divisors)


def _scatter(
    name: str,
    change: Callable[..., Any] | None,
    summary: str,
    updates: str,
    *,
    detail: str = TWICE,
    example: Mapping[str, Any],
    **options: Any,
) -> BlockType:
    def kernel(ref: Array, indices: Array, updates: Array, *, use_locking: bool = change is None) -> Array:
        width = math.prod(ref.shape[1:])
        positions = checked_rows(indices, len(ref))
        rows = np.broadcast_to(updates, (*indices.shape, *ref.shape[1:])).reshape(len(positions), width)
        return changed(ref.reshape(len(ref), width), positions, rows, change).reshape(ref.shape)

    doc = _DOC.format(summary=summary, detail=detail, updates=updates)
    result = _changing(name, change, kernel, doc, {"indices": [0, 2], **example}, **options)
    result.shape(_shape)
    return result


def _changing(
    name: str,
    change: Callable[..., Any] | None,
    kernel: Callable[..., Any],
    doc: str,
    example: Mapping[str, Any],
    **options: Any,
) -> BlockType:
    return declare(
        name,
        "state_ops",
        "ref: &T, indices: Tindices, updates: T -> output_ref: &T",
        kernel,
        doc=doc,
        T=COPYABLE if change is None else NUMERIC,
        Tindices=INDEX,
        writes=["ref"],
        example={"ref": {"variable": [8.0, 2.0, 3.0]}, **example},
        **options,
    )


def _shape(call: Call) -> Shape:
    ref, indices, updates = call.shape("ref"), call.shape("indices"), call.shape("updates")
    if ref == ():
        raise pin_error(call, "ref", "ref must have rows, got a scalar variable")
    if ref is None or indices is None or updates is None or updates == ():
        return ref
    fitting = (*indices, *ref[1:])
    if not compatible(updates, fitting):
        text = f"{call.type.name}: updates must have the shape {shape_text(fitting)}, or be a scalar"
        raise DiagramError(f"{text}, got {shape_text(updates)}", pin="updates")
    return ref


ScatterUpdate = _scatter(
    "ScatterUpdate",
    None,
    "Write rows of a variable: ref[indices[i]] = updates[i].",
    "the new values",
    detail="If an index is repeated, the last of its updates is kept.",
    example={"updates": [5.0, 6.0], "output_ref": [5.0, 2.0, 6.0]},
)
ScatterAdd = _scatter(
    "ScatterAdd",
    np.add,
    "Add to rows of a variable: ref[indices[i]] += updates[i].",
    "the values to add",
    not_differentiable=ENDS,
    example={"updates": [5.0, 6.0], "output_ref": [13.0, 2.0, 9.0]},
)
ScatterSub = _scatter(
    "ScatterSub",
    np.subtract,
    "Subtract from rows of a variable: ref[indices[i]] -= updates[i].",
    "the values to subtract",
    not_differentiable=ENDS,
    example={"updates": [5.0, 6.0], "output_ref": [3.0, 2.0, -3.0]},
)
ScatterMul = _scatter(
    "ScatterMul",
    np.multiply,
    "Multiply rows of a variable: ref[indices[i]] *= updates[i].",
    "the factors",
    not_differentiable=ENDS,
    example={"updates": [5.0, 6.0], "output_ref": [40.0, 2.0, 18.0]},
)
ScatterDiv = _scatter(
    "ScatterDiv",
    divided,
    "Divide rows of a variable: ref[indices[i]] /= updates[i].",
    "the divisors",
    detail=f"{TWICE} Integer quotients are rounded toward zero. Dividing an integer by zero is an error.",
    not_differentiable=ENDS,
    example={"updates": [2.0, 6.0], "output_ref": [4.0, 2.0, 0.5]},
)


# -- Slices at indices of several axes ---------------------------------------------------------------------------------


_ND_DOC = """{summary}

{detail}

Args:
    ref: [...] the variable.
    indices: [..., k] the indices. The last axis holds indices along the first k axes of ref. If k is the rank of ref,
        single elements are changed, otherwise slices.
    updates: [...] {updates}, of shape indices.shape[:-1] + ref.shape[k:].
    use_locking: accepted for compatibility with TensorFlow and ignored: steps never run at the same time.
    bad_indices_policy: how to handle an index outside ref: IGNORE skips it; otherwise, it is an error.

Returns:
    output_ref: [...] the variable after the change.
"""


def _scatter_nd(
    name: str,
    change: Callable[..., Any] | None,
    summary: str,
    updates: str,
    *,
    detail: str = TWICE,
    example: Mapping[str, Any],
) -> BlockType:
    def kernel(
        ref: Array, indices: Array, updates: Array, *, use_locking: bool = change is None, bad_indices_policy: str = ""
    ) -> Array:
        outer = ref.shape[: indices.shape[-1]]
        width = math.prod(ref.shape[indices.shape[-1] :])
        positions, bad = row_indices(indices, outer, bad_indices_policy)
        rows = updates.reshape(len(positions), width)
        if bad is not None:
            positions, rows = positions[~bad], rows[~bad]
        return changed(ref.reshape(math.prod(outer), width), positions, rows, change).reshape(ref.shape)

    doc, shown = _ND_DOC.format(summary=summary, detail=detail, updates=updates), {"updates": [5.0, 6.0], **example}
    result = _changing(name, change, kernel, doc, {"indices": [[0], [2]], **shown}, not_differentiable=ENDS)
    result.shape(lambda call: scattered_shape(call, call.shape("ref"), "ref"))
    result.prepare = check_policy
    return result


ScatterNdUpdate = _scatter_nd(
    "ScatterNdUpdate",
    None,
    "Write elements or slices of a variable: ref[indices[i]] = updates[i].",
    "the new values",
    detail="If an index is repeated, the last of its updates is kept.",
    example={"output_ref": [5.0, 2.0, 6.0]},
)
ScatterNdAdd = _scatter_nd(
    "ScatterNdAdd",
    np.add,
    "Add to elements or slices of a variable: ref[indices[i]] += updates[i].",
    "the values to add",
    example={"output_ref": [13.0, 2.0, 9.0]},
)
ScatterNdSub = _scatter_nd(
    "ScatterNdSub",
    np.subtract,
    "Subtract from elements or slices of a variable: ref[indices[i]] -= updates[i].",
    "the values to subtract",
    example={"output_ref": [3.0, 2.0, -3.0]},
)
