"""Where the largest and the smallest elements are, and bounds for elements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from blocks.base.dtypes import BOOL, INDEX, INT16, INT64, REAL, UINT16, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, normalise_axis, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.declare import block, declare
from blocks.library.math.shared import PAGE, make, no_gradient


def _place_of(
    name: str, find: Callable[..., Any], worst: float, word: str, axes: Sequence[DType], results: Sequence[DType]
) -> BlockType:
    def kernel(input: Array, dimension: Array, *, output_type: DType = INT64) -> Any:
        axis = int(dimension)
        places = None
        if input.dtype.kind != "V":  # bfloat16
            places = find(input, axis=axis, keepdims=True)
            if input.dtype.kind == "f" and np.isnan(np.take_along_axis(input, places, axis)).any():
                places = None
        if places is None:
            # NumPy picks NaN, which is never picked here: it is compared as the value that all others beat.
            input = np.where(np.isnan(input), input.dtype.type(worst), input)
            places = find(input, axis=axis, keepdims=True)
        return places.squeeze(axis).astype(output_type.numpy, copy=False)

    doc = f"""The index of the {word} element along an axis; of the first, if several are equal. NaN is passed over.

    Args:
        input: [...] the tensor.
        dimension: [] the axis; negative ones count from the back.
        output_type: the dtype of the result.

    Returns:
        output: [...] the indices, counted from 0, without that axis.
    """
    found = declare(
        name,
        PAGE,
        "input: T, dimension: Tidx -> output: output_type",
        kernel,
        T=(*REAL, BOOL),
        Tidx=axes,
        where={"output_type": results},
        foldable=True,
        doc=doc,
        example={"input": [[1.0, 5.0, 2.0]], "dimension": 1, "output": [1 if worst < 0 else 0]},
        not_differentiable="an index does not change smoothly",
    )
    found.shape(_shape)
    return no_gradient(found)


def _shape(call: Call) -> Shape:
    shape, dimension, value = call.shape("input"), call.shape("dimension"), call.value("dimension")
    if dimension is not None and dimension != ():
        text = f"{call.type.name} works along one axis, got {shape_text(dimension)} values"
        raise DiagramError(text, pin="dimension")
    if shape is None:
        return None
    if value is None:
        if not shape:
            normalise_axis(0, 0, pin="dimension")
        return (None,) * (len(shape) - 1)
    axis = normalise_axis(int(value), len(shape), pin="dimension")
    if shape[axis] == 0:
        text = f"{call.type.name} finds nothing: axis {axis} of {shape_text(shape)} has no elements"
        raise DiagramError(text, pin="dimension")
    return shape[:axis] + shape[axis + 1 :]


ArgMax = _place_of("ArgMax", np.argmax, -np.inf, "largest", (*INDEX, INT16), (INT64, INDEX[0], INT16, UINT16))
ArgMin = _place_of("ArgMin", np.argmin, np.inf, "smallest", INDEX, (INT64, INDEX[0]))


@block(
    "t: T, clip_value_min: T, clip_value_max: T -> output: T",
    T=REAL,
    foldable=True,
    example={"t": [-3.0, 0.5, 3.0], "clip_value_min": -1.0, "clip_value_max": 1.0, "output": [-1.0, 0.5, 1.0]},
)
def ClipByValue(t: Array, clip_value_min: Array, clip_value_max: Array) -> Any:
    """Cut a tensor to a range. On a bound the whole gradient goes to the tensor, beyond it to the bound; NaN stays.

    Args:
        t: [...] the tensor.
        clip_value_min: [] or [...] the lower bound: a scalar, or of the shape of t. It wins over the upper one.
        clip_value_max: [] or [...] the upper bound.

    Returns:
        output: [...] the tensor, of the same shape, within the bounds.
    """
    return np.maximum(np.minimum(t, clip_value_max), clip_value_min)


@ClipByValue.shape
def _(call: Call) -> Shape:
    shape = call.shape("t")
    for pin in ("clip_value_min", "clip_value_max"):
        bound = call.shape(pin)
        if bound is not None and bound != () and not compatible(shape, bound):
            text = f"a bound is a scalar, or of the shape {shape_text(shape)} of t; it has {shape_text(bound)}"
            raise DiagramError(text, pin=pin)
    return shape


@ClipByValue.gradient("t", "clip_value_min", "clip_value_max")
def _(call: Node, dy: Output) -> tuple[Operand, Operand, Operand]:
    t, lowest, highest = call.inputs
    zeros = make("ZerosLike", dy)
    below, above = make("Less", t, lowest), make("Greater", t, highest)
    outside = make("LogicalOr", below, above)
    gradients = make("Where3", outside, zeros, dy), make("Where3", below, dy, zeros), make("Where3", above, dy, zeros)
    return gradients[0], _summed(gradients[1], lowest), _summed(gradients[2], highest)


def _summed(dy: Output, bound: Output) -> Output:
    """What arrives at a bound, which may be a scalar."""
    return make("SumToShape", dy, make("Shape", bound))
