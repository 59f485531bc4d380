"""The same bytes as another dtype."""

from __future__ import annotations

import numpy as np

from blocks.base.dtypes import COMPLEX, FLOATS, INTEGERS, QUANTIZED, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.declare import block

_DTYPES = (*FLOATS, *INTEGERS, *COMPLEX, *QUANTIZED)


@block(
    "input: T -> output: type",
    T=_DTYPES,
    where={"type": _DTYPES},
    view=True,
    example={"input": [1.0, -0.0], "type": "DT_INT32", "output": [1065353216, -2147483648]},
)
def Bitcast(input: Array, *, type: DType) -> Array:
    """Read the bytes of a tensor as another dtype, without converting anything.

    If the new dtype is smaller, there is a new last axis for the parts of each element; if it is larger, the last axis
    must hold the parts of one element, and goes away. The lowest byte comes first.

    Args:
        input: [...] any tensor of numbers.
        type: the dtype to read it as.

    Returns:
        output: [...] the same bytes.
    """
    old, new = input.dtype.itemsize, type.size
    parts = np.asarray(input, order="C")
    if new < old:
        return parts.reshape(*parts.shape, 1).view(type.numpy)
    return parts.view(type.numpy) if new == old else parts.view(type.numpy).reshape(parts.shape[:-1])


@Bitcast.shape
def _(call: Call) -> Shape:
    shape = call.shape("input")
    old, new = call.dtype("input"), call.attrs["type"]
    if shape is None or old.size == new.size:
        return shape
    if new.size < old.size:
        return (*shape, old.size // new.size)
    parts = new.size // old.size
    if not shape or shape[-1] not in (parts, None):
        text = f"Bitcast reads {parts} elements of {old.short} as one of {new.short}: the last axis must have that size"
        raise DiagramError(f"{text}, got shape {shape_text(shape)}", pin="type")
    return shape[:-1]
