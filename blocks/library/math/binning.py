"""Numbers sorted into bins, and compared within a tolerance."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from blocks.base.dtypes import DOUBLE, FLOAT, INT32, INT64
from blocks.base.errors import DiagramError
from blocks.base.shapes import element_count, merge, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import scalar
from blocks.library.array.row_reductions import add_rows
from blocks.library.declare import block

_NUMBERS = (INT32, INT64, FLOAT, DOUBLE)


@block(
    "arr: int32, size: int32, weights: T -> bins: T",
    T=_NUMBERS,
    example={"arr": [1, 1, 3], "size": 4, "weights": [0.5, 1.0, 2.0], "bins": [0.0, 1.5, 0.0, 2.0]},
)
def Bincount(arr: Array, size: Array, weights: Array) -> Array:
    """How often each number is there: bins[i] is how many elements are i, or the sum of their weights.

    Args:
        arr: [...] numbers of 0 or more; those of size or more are left out.
        size: [] how many bins.
        weights: [...] one number per element of arr, in any shape; an empty tensor counts each element once.

    Returns:
        bins: [size] the counts or sums, a vector.
    """
    count = int(size)
    places, rows = arr.reshape(-1), weights.reshape(-1, 1)
    inside = places < count
    if not inside.all():
        places, rows = places[inside], rows[inside] if rows.size else rows
    places = places.astype(np.int64)
    if not rows.size:
        return np.bincount(places, minlength=count).astype(weights.dtype)
    return add_rows(count, places, rows).reshape(count)


@Bincount.shape
def _(call: Call) -> Shape:
    size, arr = scalar(call, "size"), call.value("arr")
    counts = [element_count(call.shape(pin)) for pin in ("arr", "weights")]
    if None not in counts and counts[1] and counts[0] != counts[1]:
        text = f"Bincount needs one weight per element of arr, {counts[0]} of them, or none, got {counts[1]}"
        raise DiagramError(text, pin="weights")
    if size is not None and size < 0:
        raise DiagramError(f"Bincount needs a size of 0 or more, got {size}", pin="size")
    if arr is not None and arr.size and arr.min() < 0:
        raise DiagramError(f"Bincount needs numbers of 0 or more at arr, got {arr.min()}", pin="arr")
    return (size,)


@block(
    "input: T -> output: int32",
    T=_NUMBERS,
    example={"input": [-5.0, 0.0, 20.0], "boundaries": [0.0, 10.0], "output": [0, 1, 2]},
)
def Bucketize(input: Array, *, boundaries: list[float]) -> Array:
    """For each number, which of the ranges between boundaries it lies in.

    Args:
        input: [...] the numbers.
        boundaries: where one range ends and the next begins, going up. A number on a boundary is in the upper range.

    Returns:
        output: [...] the numbers of the ranges: 0 is below the first boundary.
    """
    # As in TensorFlow: boundaries have single precision, and integers are compared with them in that.
    numbers = input.astype(np.float32) if input.dtype.kind == "i" else input
    return np.searchsorted(np.array(boundaries, np.float32), numbers, side="right").astype(np.int32)


Bucketize.shape(lambda call: call.shape("input"))


def _check_boundaries(attrs: dict[str, Any]) -> None:
    found: list[float] = attrs["boundaries"]
    if any(each != each for each in found) or any(a > b for a, b in pairwise(found)):
        raise DiagramError(f"Bucketize needs boundaries that go up, got {found}", pin="boundaries")


Bucketize.prepare = _check_boundaries


@block(
    "x: T, y: T -> z: bool",
    T=(FLOAT, DOUBLE),
    not_differentiable="a comparison is true or false and does not change with small steps of its inputs",
    example={"x": [1.0, 2.0], "y": [1.25, 3.0], "tolerance": 0.5, "z": [True, False]},
)
def ApproximateEqual(x: Array, y: Array, *, tolerance: float = 1e-5) -> Array:
    """Whether numbers are equal but for a tolerance: |x - y| <= tolerance.

    Args:
        x: [...] the first tensor.
        y: [...] the second tensor, of the same shape.
        tolerance: the largest difference.

    Returns:
        z: [...] the answers, element by element. NaN equals nothing, and infinity not even itself.
    """
    return np.abs(x - y) <= np.float32(tolerance).astype(x.dtype)


@ApproximateEqual.shape
def _(call: Call) -> Shape:
    x, y = call.shape("x"), call.shape("y")
    try:
        return merge(x, y)
    except DiagramError:
        text = f"ApproximateEqual needs x and y of one shape, got {shape_text(x)} and {shape_text(y)}"
        raise DiagramError(text, pin="y") from None
