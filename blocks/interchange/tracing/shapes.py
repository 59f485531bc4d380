"""Shapes of traced arrays, and functions that change them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from blocks.base.errors import DiagramError
from blocks.graph.graph import Output
from blocks.interchange.tracing.tracer import Tracer
from blocks.library.declare import make


def sizes(x: Output) -> tuple[int, ...]:
    """The sizes of the axes.

    Raises:
        DiagramError: they depend on values.
    """
    return Tracer(x).shape


def rank(x: Output) -> int:
    """The number of axes."""
    return len(sizes(x))


def integers(values: Any) -> np.ndarray[Any, Any]:
    """Axes and sizes as blocks take them."""
    return np.asarray(values, np.int32)


def axes_of(x: Output, axis: Any) -> list[int]:
    """The axes that NumPy's argument means, from 0; all of them for None.

    Raises:
        DiagramError: there is no such axis.
    """
    many = range(rank(x)) if axis is None else np.atleast_1d(axis).tolist()
    result = [int(each) for each in many]
    if any(not -rank(x) <= each < rank(x) for each in result):
        raise DiagramError(f"axis {axis} does not exist in an array with {rank(x)} axes")
    return [each % rank(x) for each in result]


def reshaped(x: Output, shape: Sequence[int]) -> Output:
    """The same elements in another shape; one size may be -1."""
    return x if tuple(shape) == sizes(x) else make("Reshape", x, integers(list(shape)))


def transposed(x: Output, order: Sequence[int]) -> Output:
    """The axes in another order."""
    return x if list(order) == list(range(rank(x))) else make("Transpose", x, integers(list(order)))


def squeezed(x: Output, axes: Sequence[int]) -> Output:
    """Without some axes of size 1."""
    return make("Squeeze", x, squeeze_dims=[axis % rank(x) for axis in axes])


def broadcast_to(x: Output, shape: Sequence[int]) -> Output:
    """Repeated to a shape."""
    return x if tuple(shape) == sizes(x) else make("BroadcastTo", x, integers(list(shape)))
