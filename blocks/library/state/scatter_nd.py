"""Updates of a variable's elements or slices at multi-dimensional indices: one block type per kind of change."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from blocks.base.dtypes import INDEX, NUMERIC
from blocks.base.types import Array
from blocks.graph.build import BlockType
from blocks.library.array.arguments import COPYABLE
from blocks.library.array.scattering import check_policy, row_indices, scattered_shape
from blocks.library.declare import declare
from blocks.library.state.rows import changed
from blocks.library.state.variables import ENDS

_DOC = """{summary}

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
    detail: str = "If an index is repeated, each of its updates is applied.",
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

    result = declare(
        name,
        "state_ops",
        "ref: &T, indices: Tindices, updates: T -> output_ref: &T",
        kernel,
        doc=_DOC.format(summary=summary, detail=detail, updates=updates),
        T=COPYABLE if change is None else NUMERIC,
        Tindices=INDEX,
        writes=["ref"],
        not_differentiable=ENDS,
        example={"ref": {"variable": [8.0, 2.0, 3.0]}, "indices": [[0], [2]], "updates": [5.0, 6.0]} | dict(example),
    )
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
