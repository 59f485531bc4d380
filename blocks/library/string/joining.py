"""Putting strings together."""

from __future__ import annotations

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.shapes import merge, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.calls import Call
from blocks.library.declare import block
from blocks.library.string.elements import scalar


@block(
    "inputs: string* -> output: string",
    not_differentiable="strings have no gradient",
    example={"inputs": [["a", "b"], ["x", "y"]], "separator": "-", "output": ["a-x", "b-y"]},
)
def StringJoin(inputs: tuple[Array, ...], *, separator: str = "") -> Array:
    """Join several tensors of strings, element by element.

    Args:
        inputs: the strings, all of one shape; single strings are joined to every element.
        separator: what is put between two strings.

    Returns:
        output: the joined strings.
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
                texts = f"{shape_text(result)} and, at place {i}, {shape_text(shape)}"
                raise DiagramError(f"StringJoin needs strings of one shape, got {texts}", pin="inputs") from None
    return None if unknown and not result else result
