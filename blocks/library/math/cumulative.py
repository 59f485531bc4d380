"""Cumulative sums and products."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from blocks.base.dtypes import INDEX, NUMERIC
from blocks.base.errors import DiagramError
from blocks.base.shapes import normalise_axis, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType
from blocks.graph.calls import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.declare import declare
from blocks.library.math.shared import PAGE, make, wide_dtype

_SIDE_BY_SIDE = 128
"""Elements behind each other along the axis from which on whole slices are added up one after the other."""


def _cumulative(
    name: str, ufunc: np.ufunc, summary: str, first: int, example: list[float], rule: Callable[[Node, Output], Operand]
) -> BlockType:
    def kernel(x: Array, axis: Array, *, exclusive: bool = False, reverse: bool = False) -> Array:
        along = int(axis)
        wide = wide_dtype(x)
        in_slices = math.prod(x.shape[along % x.ndim + 1 :]) >= _SIDE_BY_SIDE
        if not (in_slices or exclusive or reverse):
            return ufunc.accumulate(x, axis=along, dtype=wide).astype(x.dtype, copy=False)
        out = np.empty(x.shape, wide)
        steps, sums = (np.moveaxis(np.flip(each, along) if reverse else each, along, 0) for each in (x, out))
        if exclusive:
            sums[:1] = first
            steps, sums = steps[:-1], sums[1:]
        if not in_slices:
            ufunc.accumulate(steps, dtype=wide, out=sums)
        elif len(steps):
            sums[0] = steps[0]
            last = sums[0]
            for step, following in zip(steps[1:], sums[1:], strict=True):  # NumPy goes down each column by itself
                last = ufunc(last, step, following)
        return out.astype(x.dtype, copy=False)

    doc = f"""{summary}

    Args:
        x: the tensor.
        axis: the axis; negative ones count from the back.
        exclusive: leave out each element itself: [a, b, c] starts with {first}, then a.
        reverse: start from the end.

    Returns:
        out: a tensor of the same shape.
    """
    found = declare(
        name,
        PAGE,
        "x: T, axis: Tidx -> out: T",
        kernel,
        T=NUMERIC,
        Tidx=INDEX,
        doc=doc,
        example={"x": [1.0, 2.0, 3.0, 4.0], "axis": 0, "out": example},
    )
    found.shape(_shape)
    found.gradient("x")(rule)
    return found


def _shape(call: Call) -> Shape:
    shape, axis, value = call.shape("x"), call.shape("axis"), call.value("axis")
    if axis is not None and axis != ():
        raise DiagramError(f"{call.type.name} works along one axis, got {shape_text(axis)} values", pin="axis")
    if shape is not None and value is not None:
        normalise_axis(int(value), len(shape))
    return shape


def _sum_gradient(call: Node, dy: Output) -> Operand:
    exclusive, reverse = call.attrs["exclusive"], call.attrs["reverse"]
    return Cumsum(dy, call.inputs[1], exclusive=exclusive, reverse=not reverse)


def _product_gradient(call: Node, dy: Output) -> Operand:
    # TensorFlow's: elements that are 0 are given 0.
    x, axis = call.inputs
    exclusive, reverse = call.attrs["exclusive"], call.attrs["reverse"]
    total = Cumsum(call.outputs[0] * dy, axis, exclusive=exclusive, reverse=not reverse)
    return make("DivNoNan", total, x)


Cumsum = _cumulative(
    "Cumsum", np.add, "The sum of the elements up to each place: [a, b, c] gives [a, a+b, a+b+c].", 0,
    [1.0, 3.0, 6.0, 10.0], _sum_gradient,
)  # fmt: skip
Cumprod = _cumulative(
    "Cumprod", np.multiply, "The product of the elements up to each place: [a, b, c] gives [a, ab, abc].", 1,
    [1.0, 2.0, 6.0, 24.0], _product_gradient,
)  # fmt: skip
