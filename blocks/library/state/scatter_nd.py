"""Changing elements or slices of a variable by several numbers each: one row per kind of change."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from blocks.base.dtypes import INDEX, NUMERIC
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.library.array.arguments import COPYABLE
from blocks.library.array.scattering import check_policy, row_indices, scattered_shape
from blocks.library.declare import declare
from blocks.library.state.rows import changed
from blocks.library.state.variables import ENDS

_DOC = """{summary}

{detail}

Args:
    ref: [...] the variable.
    indices: [..., k] the indices: its last axis holds the numbers along the leading axes of ref. With as many numbers
        as ref has axes, single elements are changed; with fewer, slices.
    updates: [...] {updates}, of the shape indices.shape[:-1] + ref.shape[indices.shape[-1]:].
    use_locking: kept from TensorFlow; steps are never interleaved here.
    bad_indices_policy: what happens to an index outside the variable: IGNORE skips it, all else is an error.

Returns:
    output_ref: [...] the variable after the change.
"""


def _scatter_nd(
    name: str,
    change: Callable[..., Any] | None,
    summary: str,
    updates: str,
    *,
    detail: str = "Indices that are named twice are changed twice.",
    example: Mapping[str, Any],
) -> BlockType:
    """Declare one of the blocks; ``change`` as in `changed`."""

    def kernel(
        ref: Array,
        indices: Array,
        updates: Array,
        *,
        use_locking: bool = change is None,
        bad_indices_policy: str = "",
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
    result.shape(_shape)
    result.prepare = check_policy
    return result


def _shape(call: Call) -> Shape:
    return scattered_shape(call, call.shape("ref"), "ref")


ScatterNdUpdate = _scatter_nd(
    "ScatterNdUpdate",
    None,
    "Give elements or slices of a variable new values.",
    "the new values",
    detail="At an index that is named twice, the last new value is kept.",
    example={"output_ref": [5.0, 2.0, 6.0]},
)
ScatterNdAdd = _scatter_nd(
    "ScatterNdAdd",
    np.add,
    "Add to elements or slices of a variable.",
    "what is added",
    example={"output_ref": [13.0, 2.0, 9.0]},
)
ScatterNdSub = _scatter_nd(
    "ScatterNdSub",
    np.subtract,
    "Subtract from elements or slices of a variable.",
    "what is subtracted",
    example={"output_ref": [3.0, 2.0, -3.0]},
)
