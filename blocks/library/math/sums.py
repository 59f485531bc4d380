"""Sums for the gradient sweep: sums of lists, and the reduction of broadcast gradients to the original shape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from blocks.base.dtypes import ANY, INDEX, NUMERIC
from blocks.base.errors import DiagramError
from blocks.base.matrix_products import sums
from blocks.base.shapes import broadcast, element_count, is_known, merge, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node
from blocks.graph.kernel_choice import specialised
from blocks.library.array.arguments import sizes
from blocks.library.declare import block, make
from blocks.library.math.shared import is_small, wide_dtype


@block(
    "inputs: T* -> sum: T",
    T=NUMERIC,
    foldable=True,
    fusion="sum",
    formula="add({inputs})",
    example={"inputs": [[1.0, 2.0], [3.0, 4.0]], "sum": [4.0, 6.0]},
)
def AddN(inputs: tuple[Array, ...]) -> Any:
    """Add a list of tensors of the same shape element-wise.

    Args:
        inputs: [...] the tensors. They are not broadcast.

    Returns:
        sum: [...] the sum.
    """
    first, *rest = inputs
    if not rest:
        return np.positive(first)
    if is_small(first):
        wide = first.astype(np.float32)
        for each in rest:
            wide = wide + each.astype(np.float32)
        return wide.astype(first.dtype)
    total: Any = np.add(first, rest[0])
    out = (total,) if total.ndim else ()
    for each in rest[1:]:
        total = np.add(total, each, *out)
    return total


@AddN.shape
def _(call: Call) -> Shape:
    result: Shape = None
    for i, shape in enumerate(call.shapes("inputs")):
        try:
            result = merge(result, shape)
        except DiagramError:
            text = f"AddN: all inputs must have the same shape; expected {shape_text(result)} at index {i}"
            raise DiagramError(f"{text}, got {shape_text(shape)}", pin="inputs") from None
    return result


AddN.gradient("inputs")(lambda call, dy: [dy] * len(call.input_list("inputs")))


def _axes(given: Sequence[int], wanted: Sequence[int]) -> tuple[int, ...]:
    lead = len(given) - len(wanted)
    return tuple([i for i, size in enumerate(given) if i < lead or (wanted[i - lead] == 1 and size != 1)])


@block(
    "x: T, shape: Tshape -> y: T",
    T=NUMERIC,
    Tshape=INDEX,
    internal=True,
    view=True,
    reshapes="x",
    fusion="unbroadcast",
    formula="sum_to({x})",
)
def SumToShape(x: Array, shape: Array) -> Any:
    """Sum over the axes along which a tensor of the given shape was broadcast: the gradient of broadcasting."""
    wanted = tuple(shape.tolist())
    given = x.shape
    if given == wanted:
        return x
    axes = _axes(given, wanted)
    wide = x.astype(wide_dtype(x), copy=False)
    return sums(wide, axes).astype(x.dtype, copy=False).reshape(wanted)


@SumToShape.shape
def _(call: Call) -> Shape:
    wanted = sizes(call, "shape")
    given = call.shape("x")
    if wanted is not None and is_known(wanted) and is_known(given) and broadcast(wanted, given) != given:
        text = f"a tensor of shape {shape_text(given)} cannot be summed to shape {shape_text(wanted)}"
        raise DiagramError(text, pin="shape")
    return wanted


SumToShape.gradient("x")(lambda call, dy: BroadcastTo(dy, make("Shape", call.inputs[0])))


_SMALL = 4096
"""Bytes: to copy a result of less takes less time than NumPy takes to make a view."""


def _broadcasting(node: Node) -> Callable[..., Any] | None:
    output = node.outputs[0]
    size = element_count(output.shape)
    if size is None or size * output.dtype.size > _SMALL:
        return None
    shape: Any = output.shape

    def broadcast(input: Array, _: Array) -> Any:
        result: Any = np.empty(shape, input.dtype)
        result[...] = input
        return result

    return broadcast


@block(
    "input: T, shape: Tshape -> output: T",
    page="array_ops",
    T=ANY,
    Tshape=INDEX,
    view=True,
    reshapes="input",
    foldable=True,
    fusion="broadcast",
    formula="broadcast({input})",
    example={"input": [[1.0], [2.0]], "shape": [2, 3], "output": [[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]},
)
@specialised(_broadcasting)
def BroadcastTo(input: Array, shape: Array) -> Array:
    """Broadcast a tensor to a shape: repeat it along axes of size 1 and along new leading axes.

    Args:
        input: [...] the tensor. NaN stays NaN.
        shape: [rank] the shape of the result. It must have at least as many axes as the tensor.

    Returns:
        output: [...] the tensor in the new shape. Repeated elements share memory.
    """
    return np.broadcast_to(input, tuple(shape.tolist()))


@BroadcastTo.shape
def _(call: Call) -> Shape:
    wanted = sizes(call, "shape")
    given = call.shape("input")
    if wanted is not None and is_known(wanted) and is_known(given) and broadcast(given, wanted) != wanted:
        text = f"a tensor of shape {shape_text(given)} cannot be broadcast to shape {shape_text(wanted)}"
        raise DiagramError(text, pin="shape")
    return wanted


BroadcastTo.gradient("input")(lambda call, dy: SumToShape(dy, make("Shape", call.inputs[0])))
