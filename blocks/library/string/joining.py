"""String concatenation, joins and formatting."""

from __future__ import annotations

import math
from itertools import dropwhile, zip_longest
from typing import Any

import numpy as np

from blocks.base.dtypes import INDEX
from blocks.base.errors import DiagramError
from blocks.base.shapes import merge, normalise_axis, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import pin_error, require_rank
from blocks.library.declare import block
from blocks.library.math.segments import unsorted_shape
from blocks.library.string.elements import scalar
from blocks.library.string.tensor_text import outline


@block(
    "inputs: string* -> output: string",
    not_differentiable="strings have no gradient",
    example={"inputs": [["a", "b"], ["x", "y"]], "separator": "-", "output": ["a-x", "b-y"]},
)
def StringJoin(inputs: tuple[Array, ...], *, separator: str = "") -> Array:
    """Join several string tensors element-wise.

    Args:
        inputs: [...] the strings. All have the same shape, except scalars, which are joined to every element.
        separator: the string between two joined strings.

    Returns:
        output: [...] the joined strings.
    """
    shape = np.broadcast_shapes(*(each.shape for each in inputs))
    out = np.empty(shape, np.object_)
    out[...] = inputs[0]
    between = scalar(separator.encode())
    for following in inputs[1:]:
        if separator:
            np.add(out, between, out)
        np.add(out, following, out)
    return out


@StringJoin.shape
def _(call: Call) -> Shape:
    result: Shape = ()
    unknown = False
    for i, shape in enumerate(call.shapes("inputs")):
        if shape is None:
            unknown = True
        elif shape and not result:
            result = shape
        elif shape:
            try:
                result = merge(result, shape)
            except DiagramError:
                text = f"StringJoin: all inputs must have the same shape; expected {shape_text(result)} at index {i}"
                raise DiagramError(f"{text}, got {shape_text(shape)}", pin="inputs") from None
    return None if unknown and not result else result


@block(
    "input: string, reduction_indices: int32 -> output: string",
    not_differentiable="strings have no gradient",
    doc_of=StringJoin,
    example={"input": [["a", "b"], ["c", "d"]], "reduction_indices": [1], "separator": "-", "output": ["a-b", "c-d"]},
)
def ReduceJoin(input: Array, reduction_indices: Array, *, keep_dims: bool = False, separator: str = "") -> Array:
    """Join the strings of a tensor along some axes.

    Args:
        input: [...] the strings.
        reduction_indices: [...] the axes to join, in this order: the first axis changes fastest. If empty, the strings
            are unchanged.
        keep_dims: whether to keep the joined axes with size 1.
    """
    axes = [int(axis) % input.ndim for axis in reduction_indices.reshape(-1)]
    if not axes:
        return input.copy()
    others = [axis for axis in range(input.ndim) if axis not in axes]
    kept, count = (math.prod(input.shape[axis] for axis in some) for some in (others, axes))
    rows = input.transpose(others + axes[::-1]).reshape(kept, count)
    out = np.empty(kept, np.object_)
    out[:] = [separator.encode().join(row) for row in rows.tolist()]
    return out.reshape([1 if i in axes else n for i, n in enumerate(input.shape) if keep_dims or i not in axes])


@ReduceJoin.shape
def _(call: Call) -> Shape:
    shape, indices = call.shape("input"), call.value("reduction_indices")
    if shape is None or indices is None:
        return None
    axes = [normalise_axis(int(axis), len(shape), pin="reduction_indices") for axis in indices.reshape(-1)]
    if len(set(axes)) < len(axes):
        raise pin_error(call, "reduction_indices", f"each axis may occur only once, got {indices.reshape(-1).tolist()}")
    return tuple(1 if i in axes else size for i, size in enumerate(shape) if call.attrs["keep_dims"] or i not in axes)


@block(
    "inputs: string, segment_ids: Tindices, num_segments: Tnumsegments -> output: string",
    Tindices=INDEX,
    Tnumsegments=INDEX,
    example={
        "inputs": ["a", "b", "c", "d"],
        "segment_ids": [0, 2, 0, 1],
        "num_segments": 3,
        "separator": "-",
        "output": ["a-c", "d", "b"],
    },
)
def UnsortedSegmentJoin(inputs: Array, segment_ids: Array, num_segments: Array, *, separator: str = "") -> Array:
    """Join the strings of each segment, in their order in the input.

    Args:
        inputs: [...] the strings. Their leading axes are those of segment_ids.
        segment_ids: [...] the segment number of each row of strings, 0 or more, in any order.
        num_segments: [] the number of segments, 0 or more.
        separator: the string between two joined strings.

    Returns:
        output: [num_segments, ...] the joined strings. A segment without strings gives an empty string. Leading empty
            strings are dropped.
    """
    count, inner = int(num_segments), inputs.shape[segment_ids.ndim :]
    width = math.prod(inner)
    parts: list[list[list[bytes]]] = [[[] for _ in range(width)] for _ in range(count)]
    rows: list[list[bytes]] = inputs.reshape(segment_ids.size, width).tolist()
    ids: list[int] = segment_ids.reshape(-1).tolist()
    for segment, row in zip(ids, rows, strict=True):
        for joined, text in zip(parts[segment], row, strict=True):
            joined.append(text)
    out = np.empty(count * width, np.object_)
    # As in TensorFlow no separator stands behind nothing: what is empty at the beginning is left out.
    out[:] = [separator.encode().join(dropwhile(lambda text: not text, joined)) for row in parts for joined in row]
    return out.reshape(count, *inner)


@UnsortedSegmentJoin.shape
def _(call: Call) -> Shape:
    ids = call.value("segment_ids")
    require_rank(call, "segment_ids", 1, "at least one axis")
    if ids is not None and ids.size and ids.min() < 0:
        raise pin_error(call, "segment_ids", f"segment_ids must be 0 or more, got {ids.min()}")
    return unsorted_shape(call, "inputs")


@block(
    "inputs: any*? -> output: string",
    example={"inputs": [[1, 2], 0.5], "template": "x = %s, y = %s", "output": "x = [1 2], y = 0.5"},
)
def StringFormat(
    inputs: tuple[Array, ...], *, template: str = "%s", placeholder: str = "%s", summarize: int = 3
) -> Array:
    """Format tensors into a string: each placeholder in the template is replaced by one tensor.

    Args:
        inputs: [...] the tensors, one for each placeholder. Strings are quoted.
        template: the string with placeholders.
        placeholder: the placeholder that marks a tensor in the template.
        summarize: the number of elements to show at both ends of each axis. A negative number shows all.

    Returns:
        output: [] the formatted string.
    """
    written = [outline(each, summarize) for each in inputs]
    pieces = [piece.encode() for piece in _pieces(template, placeholder)]
    return scalar(b"".join(part for pair in zip_longest(pieces, written, fillvalue=b"") for part in pair))


def _pieces(template: str, placeholder: str) -> list[str]:
    """Split a template at its placeholders; an empty placeholder is between all letters."""
    return template.split(placeholder) if placeholder else list(template) or [""]


@StringFormat.shape
def _(call: Call) -> Shape:
    attrs: dict[str, Any] = call.attrs
    wanted, given = len(_pieces(attrs["template"], attrs["placeholder"])) - 1, len(call.shapes("inputs"))
    if wanted != given:
        raise pin_error(call, "template", f"template must have one placeholder per input ({given}), got {wanted}")
    return ()
