"""Cumulative sums and products."""

from __future__ import annotations

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


def _cumulative(
    name: str, ufunc: np.ufunc, summary: str, first: int, example: list[float], rule: Callable[[Node, Output], Operand]
) -> BlockType:
    def kernel(x: Array, axis: Array, *, exclusive: bool = False, reverse: bool = False) -> Array:
        along = int(axis)
        steps = np.flip(x, along) if reverse else x
        wide = wide_dtype(x)
        if exclusive:
            out = np.empty(x.shape, wide)
            front = np.moveaxis(out, along, 0)
            front[:1] = first
            ufunc.accumulate(np.moveaxis(steps, along, 0)[:-1], dtype=wide, out=front[1:])
        else:
            out = ufunc.accumulate(steps, axis=along, dtype=wide)
        out = out.astype(x.dtype, copy=False)
        return np.ascontiguousarray(np.flip(out, along)) if reverse else out

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
