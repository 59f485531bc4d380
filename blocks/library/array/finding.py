"""What is in a tensor: Where, Unique, UniqueWithCounts, SetDiff1D."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from blocks.base.dtypes import BOOL, HALF, INT32, INT64, NUMERIC, REAL, STRING, DType
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import require_rank, require_vector, vector_length
from blocks.library.declare import block

if TYPE_CHECKING:
    import numpy.typing as npt


@block(
    "condition: T -> index: int64",
    T=(BOOL, *(dtype for dtype in NUMERIC if dtype is not HALF)),  # TensorFlow's kernel refuses half on CPU
    foldable=True,
    example={"condition": [[True, False], [False, True]], "index": [[0, 0], [1, 1]]},
)
def Where(condition: Array) -> Array:
    """The indices of the elements that are true, or not zero.

    Args:
        condition: [...] a tensor of rank 1 or more. NaN counts as not zero.

    Returns:
        index: [n, rank] one row per index, in order; each row has the number along each axis.
    """
    return np.ascontiguousarray(np.argwhere(condition))


@Where.shape
def _(call: Call) -> Shape:
    shape = require_rank(call, "condition", 1, "a vector or more")
    if shape is None:
        return (None, None)
    value = call.value("condition")
    return (None if value is None else int(np.count_nonzero(value)), len(shape))


@block(
    "x: T -> y: T, idx: out_idx",
    T=(*REAL, BOOL, STRING),
    where={"out_idx": (INT32, INT64)},
    foldable=True,
    example={"x": [1, 1, 2, 4, 2], "y": [1, 2, 4], "idx": [0, 0, 1, 2, 1]},
)
def Unique(x: Array, *, out_idx: DType = "DT_INT32") -> tuple[Array, Array]:  # pyright: ignore[reportArgumentType]
    """The different values of a vector, in the order in which they first appear.

    Args:
        x: [n] a vector.
        out_idx: the element type of idx.

    Returns:
        y: [m] each value once. NaN differs from NaN; 0.0 and -0.0 are one (but two in half precision).
        idx: [n] for each element of x, where in y its value is: y[idx[i]] = x[i].
    """
    y, idx = _unique(x)
    return y, idx.astype(out_idx.numpy)


@block(
    "x: T -> y: T, idx: out_idx, count: out_idx",
    T=(*REAL, BOOL, STRING),
    where={"out_idx": (INT32, INT64)},
    example={"x": [1, 1, 2, 4, 2], "y": [1, 2, 4], "idx": [0, 0, 1, 2, 1], "count": [2, 2, 1]},
)
def UniqueWithCounts(x: Array, *, out_idx: DType = "DT_INT32") -> tuple[Array, Array, Array]:  # pyright: ignore[reportArgumentType]
    """The different values of a vector, in the order in which they first appear, and how often each is there.

    Args:
        x: [n] a vector.
        out_idx: the element type of idx and count.

    Returns:
        y: [m] each value once. NaN differs from NaN; 0.0 and -0.0 are one (but two in half precision).
        idx: [n] for each element of x, where in y its value is: y[idx[i]] = x[i].
        count: [m] how often each value of y is in x.
    """
    y, idx = _unique(x)
    count = np.bincount(idx, minlength=len(y))
    return y, idx.astype(out_idx.numpy), count.astype(out_idx.numpy)


def _unique(x: Array) -> tuple[Array, npt.NDArray[np.int64]]:
    """The values in the order of their first places, and for each element the number of its value."""
    compared: Any = x
    if x.dtype.itemsize == 2 and x.dtype.kind not in "iu":
        # TensorFlow takes these by their bits, so that 0.0 and -0.0 are two; each NaN gets a number of its own.
        compared = np.where(np.isnan(x), np.arange(x.size) + (1 << 16), x.view(np.uint16))
    _, first, inverse = np.unique(compared, return_index=True, return_inverse=True, equal_nan=False)
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    return x[first[order]], rank[inverse.reshape(-1)]


@Unique.shape
def _(call: Call) -> list[Shape]:
    require_vector(call, "x")
    return [(None,), (vector_length(call, "x"),)]


@UniqueWithCounts.shape
def _(call: Call) -> list[Shape]:
    require_vector(call, "x")
    return [(None,), (vector_length(call, "x"),), (None,)]


@block(
    "x: T, y: T -> out: T, idx: out_idx",
    T=(*REAL, STRING),
    where={"out_idx": (INT32, INT64)},
    foldable=True,
    example={"x": [1, 2, 3, 4, 2], "y": [2, 4], "out": [1, 3], "idx": [0, 2]},
)
def SetDiff1D(x: Array, y: Array, *, out_idx: DType = "DT_INT32") -> tuple[Array, Array]:  # pyright: ignore[reportArgumentType]
    """The values of a vector that are not in another.

    Args:
        x: [n] a vector.
        y: [m] the values that are left out, a vector. NaN is never among them; in half precision, 0.0 and -0.0 differ.
        out_idx: the element type of idx.

    Returns:
        out: [k] the values of x that are left, in their order, as often as they are there.
        idx: [k] where in x they stand.
    """
    if x.dtype.hasobject:
        unwanted = set(y.tolist())
        left = np.array([value not in unwanted for value in x.tolist()], bool)
    elif x.dtype.itemsize == 2 and x.dtype.kind not in "iu":
        left = ~np.isin(x.view(np.uint16), y.view(np.uint16)) | np.isnan(x)
    else:
        left = ~np.isin(x, y)
    return x[left], np.flatnonzero(left).astype(out_idx.numpy)


@SetDiff1D.shape
def _(call: Call) -> list[Shape]:
    require_vector(call, "x")
    require_vector(call, "y")
    return [(None,), (None,)]
