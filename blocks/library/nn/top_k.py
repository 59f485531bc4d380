"""The largest elements of rows."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from blocks.base.dtypes import BFLOAT16, FLOAT, FLOATS, HALF, INT16, INT32, INT64, INTEGERS, DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import pin_error, scalar
from blocks.library.array.gathering import GatherGrad
from blocks.library.array.sizes import Shape_
from blocks.library.declare import block
from blocks.library.math.shared import is_small

_INDEX = (INT32, INT64, INT16)
_LARGEST, _LOW = np.int32((1 << 31) - 1), np.int64((1 << 32) - 1)
_MANY = 1 << 11
_FEW = 4
"""Where the row is so many times as long as what is wanted of it, it is not sorted."""


@block(
    "input: T, k: Tk -> values: T, indices: index_type",
    T=(*FLOATS, *INTEGERS),
    Tk=_INDEX,
    where={"index_type": _INDEX},
    example={"input": [0.5, 2.0, 1.0], "k": 2, "values": [2.0, 1.0], "indices": [1, 2]},
)
def TopK(input: Array, k: Array, *, sorted: bool = True, index_type: DType = INT32) -> tuple[Array, Array]:
    """Find the k largest elements of each row and their indices (top-k).

    Of equal elements, the one with the lower index comes first.

    Args:
        input: [..., n] the rows, along the last axis.
        k: [] the number of elements to return, at most n.
        sorted: whether to return the elements in descending order. The order is descending in either case.
        index_type: the dtype of the indices.

    Returns:
        values: [..., k] the largest elements, in descending order.
        indices: [..., k] the index of each largest element in its row.
    """
    indices = _indices(input, int(k))
    return np.take_along_axis(input, indices, -1), indices.astype(index_type.numpy)


def _indices(input: Array, count: int) -> Array:
    width = int(input.shape[-1])
    if 0 < count * _FEW <= width:
        rows = input.reshape(math.prod(input.shape[:-1]), width)
        return _few(rows, count).reshape(*input.shape[:-1], count)
    return _descending(input.astype(np.float32) if is_small(input) else input)[..., :count]


def _descending(rows: Array) -> Array:
    """Sort each row's positions from the largest element down; equal ones by ascending position."""
    if rows.dtype == np.float32 and rows.size >= _MANY:
        # Number and position as one whole number: NumPy sorts those faster than it finds an order.
        bits: Array = (rows + np.float32(0)).view(np.int32)  # there is one zero then
        upwards: Array = np.where(np.isnan(rows), _LARGEST, bits ^ ((bits >> 31) & _LARGEST))
        keys: Array = np.array(~upwards, np.int64)
        np.left_shift(keys, 32, keys)
        np.bitwise_or(keys, np.arange(int(rows.shape[-1])), keys)
        keys.sort(-1)
        return np.bitwise_and(keys, _LOW, keys)
    # A stable sort of what is turned around, twice, keeps the lower index first among equal elements.
    order: Array = rows.shape[-1] - 1 - np.argsort(rows[..., ::-1], axis=-1, kind="stable")[..., ::-1]
    return order


def _few(rows: Array, count: int) -> Array:
    wide = rows.astype(np.float32) if is_small(rows) else rows
    if wide.dtype.kind == "f" and np.isnan(wide).any():
        return _descending(wide)[:, :count]
    last = wide.shape[1] - count
    least = np.partition(wide, last, axis=1)[:, last : last + 1]
    chosen = wide >= least
    result: Array = np.flatnonzero(chosen)
    if len(result) > count * len(wide):  # of those equal to the least, the first ones
        crowded = np.flatnonzero(np.count_nonzero(chosen, axis=1) > count)
        equal = wide[crowded] == least[crowded]
        free = count - np.count_nonzero(chosen[crowded] & ~equal, axis=1)
        chosen[crowded] &= ~(equal & (np.cumsum(equal, axis=1) > free[:, None]))
        result = np.flatnonzero(chosen)
    indices = result.reshape(len(rows), count) % wide.shape[1]
    return np.take_along_axis(indices, _descending(np.take_along_axis(wide, indices, 1)), 1)


@TopK.shape
def _(call: Call) -> list[Shape]:
    result = _rows_of(call, scalar(call, "k"))
    return [result, result]


def _rows_of(call: Call, count: int | None) -> Shape:
    rows = call.shape("input")
    if rows is not None and not rows:
        raise pin_error(call, "input", "expected at least one axis, got a scalar")
    if count is not None and count < 0:
        raise pin_error(call, "k", f"k must be 0 or more, got {count}")
    if rows is None:
        return None
    width = rows[-1]
    if count is not None and width is not None and count > width:
        raise pin_error(call, "k", f"k must be at most the size of a row ({width}), got {count}")
    return (*rows[:-1], count)


def _scattered(call: Node, dy: Output | None, _: Output | None) -> Operand | None:
    if dy is None:
        return None
    rows = call.input("input")
    return GatherGrad(dy, call.outputs[1], -1, Shape_(rows), batch_dims=-1)


TopK.gradient("input")(_scattered)


@block(
    "input: T -> values: T, indices: int32",
    T=(HALF, BFLOAT16, FLOAT),
    where={"k": 0},
    doc_of=TopK,
    example={"input": [0.5, 2.0, 1.0], "k": 2, "values": [2.0, 1.0], "indices": [1, 2]},
)
def ApproxTopK(
    input: Array,
    *,
    k: int,
    reduction_dimension: int = -1,
    recall_target: float = 0.95,
    is_max_k: bool = True,
    reduction_input_size_override: int = -1,
    aggregate_to_topk: bool = True,
) -> tuple[Array, Array]:
    """Find the k largest elements of each row and their indices; the result is exact on a CPU.

    Accelerators may miss some of them. Source: Chern and others, arXiv:2206.14286.

    Args:
        k: the number of elements to return, at most n.
        reduction_dimension: the axis to search: only -1, the last axis.
        recall_target: the share of the true top k that an accelerator must find, above 0, at most 1. A CPU finds all.
        is_max_k: only true: find the largest elements. Finding the smallest is not supported.
        reduction_input_size_override: has no effect; accepted for TensorFlow compatibility.
        aggregate_to_topk: has no effect; the result always has k elements.
    """
    indices = _indices(input, k)
    return np.take_along_axis(input, indices, -1), indices.astype(np.int32)


def _check(attrs: dict[str, Any]) -> None:
    if not attrs["is_max_k"]:
        raise DiagramError("ApproxTopK: is_max_k must be true", pin="is_max_k", hint="negate the input")
    if attrs["reduction_dimension"] != -1:
        text = f"ApproxTopK: expected reduction_dimension -1, the last axis, got {attrs['reduction_dimension']}"
        raise DiagramError(text, pin="reduction_dimension", hint="transpose the input")


ApproxTopK.prepare = _check


@ApproxTopK.shape
def _(call: Call) -> list[Shape]:
    result = _rows_of(call, call.attrs["k"])
    return [result, result]


ApproxTopK.gradient("input")(_scattered)
