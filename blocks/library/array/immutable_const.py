"""Tensors whose values lie in a file: ImmutableConst."""

from __future__ import annotations

import math

import numpy as np

from blocks.base.context import Context
from blocks.base.dtypes import BOOL, NUMERIC, QUANTIZED, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import is_known, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.declare import block

_PLAIN = (*NUMERIC, BOOL, *QUANTIZED)


@block("-> tensor: dtype")
def ImmutableConst(*, dtype: DType, shape: Shape, memory_region_name: str, context: Context) -> Array:
    """A tensor that is read from the beginning of a file, which holds its values as they lie in memory.

    Args:
        dtype: the element type.
        shape: the shape.
        memory_region_name: the name of the file; what is behind the last value there does not count.

    Returns:
        tensor: [...] the tensor.
    """
    if dtype not in _PLAIN:
        raise DiagramError(f"ImmutableConst cannot read {dtype.short} from a file", pin="dtype")
    sizes = tuple(size or 0 for size in shape or ())
    wanted = math.prod(sizes) * dtype.numpy.itemsize
    with context.files.open(memory_region_name) as file:
        data = file.read(wanted)
    if len(data) < wanted:
        text = (
            f"the file {memory_region_name!r} holds {len(data)} bytes, {dtype.short}{shape_text(sizes)} takes {wanted}"
        )
        raise DiagramError(text, pin="memory_region_name")
    if dtype is BOOL:  # any byte but 0 is true
        return np.frombuffer(data, np.uint8).reshape(sizes) != 0
    return np.frombuffer(data, dtype.numpy).reshape(sizes).copy()


@ImmutableConst.shape
def _(call: Call) -> Shape:
    shape: Shape = call.attrs["shape"]
    if not is_known(shape):
        raise DiagramError(f"ImmutableConst needs a shape with all sizes, got {shape_text(shape)}", pin="shape")
    return shape
