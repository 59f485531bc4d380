"""The largest elements of rows."""

from __future__ import annotations

import numpy as np

from blocks.base.dtypes import FLOATS, INT16, INT32, INT64, INTEGERS, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape
from blocks.graph.calls import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.gathering import GatherGrad
from blocks.library.array.sizes import Shape_
from blocks.library.declare import block

_INDEX = (INT32, INT64, INT16)


@block(
    "input: T, k: Tk -> values: T, indices: index_type",
    T=(*FLOATS, *INTEGERS),
    Tk=_INDEX,
    where={"index_type": _INDEX},
    example={"input": [0.5, 2.0, 1.0], "k": 2, "values": [2.0, 1.0], "indices": [1, 2]},
)
def TopK(input: Array, k: Array, *, sorted: bool = True, index_type: DType = INT32) -> tuple[Array, Array]:
    """The k largest elements of each row, and where they stand.

    Of equal elements the one with the lower index comes first.

    Args:
        input: the rows: the last axis is searched.
        k: how many, at most the size of a row.
        sorted: the largest comes first; they do so here in any case.
        index_type: the element type of the indices.

    Returns:
        values: the largest elements, from the largest down.
        indices: their places in the row.
    """
    count = int(k)
    # A stable sort of what is turned around, twice, keeps the lower index first among equal elements.
    order = input.shape[-1] - 1 - np.argsort(input[..., ::-1], axis=-1, kind="stable")[..., ::-1]
    places = order[..., :count]
    return np.take_along_axis(input, places, -1), places.astype(index_type.numpy)


@TopK.shape
def _(call: Call) -> list[Shape]:
    rows, size = call.shape("input"), call.shape("k")
    if size is not None and len(size):
        raise DiagramError(f"TopK needs one number at k, got {shape_text(size)}", pin="k")
    if rows is not None and not rows:
        raise DiagramError("TopK needs rows, got a scalar", pin="input")
    value = call.value("k")
    count = None if value is None else int(value)
    if count is not None and count < 0:
        raise DiagramError(f"TopK cannot take {count} elements", pin="k")
    if rows is None:
        return [None, None]
    width = rows[-1]
    if count is not None and width is not None and count > width:
        raise DiagramError(f"TopK cannot take {count} of {width} elements", pin="k")
    return [(*rows[:-1], count), (*rows[:-1], count)]


@TopK.gradient("input")
def _(call: Node, dy: Output | None, _: Output | None) -> Operand | None:
    if dy is None:
        return None
    rows = call.input("input")
    return GatherGrad(dy, call.outputs[1], -1, Shape_(rows), batch_dims=-1)
