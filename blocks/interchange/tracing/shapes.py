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
    """Return the sizes of the axes; raise DiagramError if they depend on values."""
    return Tracer(x).shape


def rank(x: Output) -> int:
    return len(sizes(x))


def integers(values: Any) -> np.ndarray[Any, Any]:
    return np.asarray(values, np.int32)


def axes_of(x: Output, axis: Any) -> list[int]:
    """Return NumPy's axes counted from 0, all of them for None; raise DiagramError if an axis does not exist."""
    many = range(rank(x)) if axis is None else np.atleast_1d(axis).tolist()
    result = [int(each) for each in many]
    if any(not -rank(x) <= each < rank(x) for each in result):
        raise DiagramError(f"axis {axis} does not exist in an array with {rank(x)} axes")
    return [each % rank(x) for each in result]


def reshaped(x: Output, shape: Sequence[int]) -> Output:
    return x if tuple(shape) == sizes(x) else make("Reshape", x, integers(list(shape)))


def transposed(x: Output, order: Sequence[int]) -> Output:
    return x if list(order) == list(range(rank(x))) else make("Transpose", x, integers(list(order)))


def squeezed(x: Output, axes: Sequence[int]) -> Output:
    return make("Squeeze", x, squeeze_dims=[axis % rank(x) for axis in axes])


def broadcast_to(x: Output, shape: Sequence[int]) -> Output:
    return x if tuple(shape) == sizes(x) else make("BroadcastTo", x, integers(list(shape)))
