"""New values for parts of variables: StridedSliceAssign."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import INDEX
from blocks.base.errors import DiagramError
from blocks.base.shapes import broadcast, compatible, element_count, is_known, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.library.array.arguments import COPYABLE_QUANTIZED, FLOAT8
from blocks.library.array.ranges import select
from blocks.library.array.slicing import selection
from blocks.library.declare import declare

_SUMMARY = "Give new values to a part of a variable, which positions and masks select as in StridedSlice."
_ARGUMENTS = """

Args:
    ref: [...] the variable.
    begin: [k] where each range begins.
    end: [k] where each range ends; the element there is not changed.
    strides: [k] the step of each range: not 0, negative to go backwards.
    value: [...] the new values, of the shape that is selected, or to be broadcast to it.
    begin_mask: these ranges begin at the start; begin does not count.
    end_mask: these ranges go to the end; end does not count.
    ellipsis_mask: at this position (one at most), as many whole axes as are left.
    new_axis_mask: at these positions, value has a further axis of size 1.
    shrink_axis_mask: value lacks these axes: only the element at begin is changed.

Returns:
    """


def _assign(
    ref: Array,
    begin: Array,
    end: Array,
    strides: Array,
    value: Array,
    *,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
) -> Array:
    masks = {
        "begin_mask": begin_mask,
        "end_mask": end_mask,
        "ellipsis_mask": ellipsis_mask,
        "new_axis_mask": new_axis_mask,
        "shrink_axis_mask": shrink_axis_mask,
    }
    found = select(ref.shape, begin.tolist(), end.tolist(), strides.tolist(), masks)
    result = ref.copy()
    if 0 not in found.kept:
        selected: Any = tuple(size or 0 for size in found.shape)
        extra = value.ndim - len(selected)
        spread = np.broadcast_to(value.reshape(value.shape[max(extra, 0) :]), selected)
        result[(*found.slices, ...)] = spread.reshape(tuple(size or 0 for size in found.kept))
    return result


def _shape(call: Call) -> Shape:
    ref, value = call.shape("ref"), call.shape("value")
    found = selection(call, ref)
    # Where nothing is selected, nothing is looked at, as in TensorFlow.
    if found is None or value is None or not is_known(found.shape) or not element_count(found.shape):
        return ref
    extra = max(0, len(value) - len(found.shape))
    try:
        fits = compatible(broadcast(value[extra:], found.shape), found.shape) and set(value[:extra]) <= {1, None}
    except DiagramError:
        fits = False
    if not fits:
        text = f"{call.type.name} needs a value of the shape {shape_text(found.shape)} that is selected, or one that"
        raise DiagramError(f"{text} can be broadcast to it, got {shape_text(value)}", pin="value")
    return ref


def _assignment(name: str, output: str, returns: str, rule: Any, **options: Any) -> BlockType:
    example = {
        "ref": {"variable": [1.0, 2.0, 3.0, 4.0]},
        "begin": [1],
        "end": [4],
        "strides": [2],
        "value": [7.0, 8.0],
    }
    found = declare(
        name,
        "array_ops",
        f"ref: &T, begin: Index, end: Index, strides: Index, value: T -> {output}",
        _assign,
        T=(*COPYABLE_QUANTIZED, *FLOAT8),
        Index=INDEX,
        writes=["ref"],
        doc=f"{_SUMMARY}{_ARGUMENTS}{returns}",
        example=example | options.pop("example", {}),
        **options,
    )
    found.shape(rule)
    return found


def _no_output(call: Call) -> list[Shape]:
    _shape(call)
    return []


StridedSliceAssign = _assignment(
    "StridedSliceAssign",
    "output_ref: &T",
    "output_ref: [...] the variable after the assignment.",
    _shape,
    example={"output_ref": [1.0, 7.0, 3.0, 8.0]},
)
ResourceStridedSliceAssign = _assignment(
    "ResourceStridedSliceAssign",
    "operation: operation",
    "operation: the operation; it is no tensor.",
    _no_output,
)
