"""Helpers shared by this category: checks of sparse tensors, and conversion of each index to one sortable integer.

A sparse tensor uses three pins: the indices of its elements (one row each), their values, and the dense shape.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import INT8, INT16, INT32, INT64
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, of_rank, shape_text
from blocks.base.types import Array, Indices, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import COPYABLE, HANDLES, pin_error, require_ranks, sizes, vector_length
from blocks.library.array.row_reductions import run_starts

PAGE = "sparse_ops"
MOVED = (*COPYABLE, *HANDLES)
"""What is moved about without being looked at."""
SIGNED_INTEGERS = (INT32, INT64, INT16, INT8)


def triple(pin: str, indices: Any, values: Any, shape: list[Any], dense: str = "") -> dict[str, Any]:
    """Return the three entries of a sparse tensor in an example; ``dense`` begins the name of the shape."""
    return {f"{pin}_indices": indices, f"{pin}_values": values, f"{pin}_{dense}shape": shape}


class SparseLayout(NamedTuple):
    """The known properties of a sparse tensor; ``number`` is its number of stored elements."""

    number: int | None
    rank: int | None
    shape: Shape


def layout(
    call: Call, indices: str = "indices", values: str = "values", shape: str = "shape", *, ordered: bool = False
) -> SparseLayout:
    """Check the sparse tensor at three pins, and return its known properties."""
    count, rank = counted(call, indices, values)
    rank = sized(call, shape, rank)
    result = sizes(call, shape)
    positions = call.value(indices)
    if positions is not None:
        if result is not None and None not in result:
            check_inside(call.type.name, positions, result, indices)
        if ordered:
            check_order(call.type.name, positions, indices)
    return SparseLayout(count, rank, of_rank(rank) if result is None and rank else result)


def sized(call: Call, pin: str, rank: int | None) -> int | None:
    """Return a sparse tensor's rank, from its shape at a pin if the indices do not determine it."""
    length = vector_length(call, pin)
    if rank is not None and length not in (rank, None):
        raise pin_error(call, pin, f"{pin} must have {rank} sizes, one per index component, got {length}")
    return length if rank is None else rank


def counted(call: Call, indices: str, values: str) -> tuple[int | None, int | None]:
    count, rank = require_matrix(call, indices)
    length = vector_length(call, values)
    if count is not None and length not in (count, None):
        raise pin_error(call, values, f"expected one value for each of the {count} rows of {indices}, got {length}")
    return length if count is None else count, rank


def require_matrix(call: Call, pin: str) -> tuple[int | None, int | None]:
    rows, columns = require_ranks(call, pin, 2, 2, f"{pin} must be a matrix with one row per index") or (None, None)
    return rows, columns


def part_layout(name: str, indices: Shape, values: Shape, shape: Shape) -> SparseLayout:
    """Check one of the sparse tensors at the list pins ``indices, values, shapes``, as `layout` does."""
    for pin, each, rank, what in (
        ("indices", indices, 2, "matrices"),
        ("values", values, 1, "vectors"),
        ("shapes", shape, 1, "vectors"),
    ):
        if each is not None and len(each) != rank:
            raise DiagramError(f"{name}: {pin} must be {what}, got shape {shape_text(each)}", pin=pin)
    (count, rank), (n,), (length,) = indices or (None, None), values or (None,), shape or (None,)
    if count is not None and n not in (count, None):
        raise DiagramError(f"{name}: values must have {count} entries, one per index, got {n}", pin="values")
    if rank is not None and length not in (rank, None):
        raise DiagramError(
            (f"{name}: shapes must have {rank} sizes, one per index component, got {length}"), pin="shapes"
        )
    return SparseLayout(n if count is None else count, length if rank is None else rank, None)


def total(counts: Sequence[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else None


def check_inside(name: str, indices: Array, shape: Any, pin: str) -> None:
    if not indices.size or (indices.min() >= 0 and bool(np.all(indices.max(0) < np.array(shape)))):
        return
    bad = ((indices < 0) | (indices >= np.array(shape))).any(1)
    wrong = indices[int(bad.argmax())].tolist()
    raise DiagramError(f"{name}: index {wrong} is outside shape {shape_text(tuple(shape))}", pin=pin)


def check_order(name: str, indices: Array, pin: str, *, strictly: bool = False) -> None:
    """Raise DiagramError if indices are not in lexicographic order; ``strictly`` forbids duplicates."""
    [key] = keys(indices)
    falls = np.flatnonzero(key[1:] <= key[:-1] if strictly else key[1:] < key[:-1])
    if not falls.size:
        return
    first, second = indices[falls[0]].tolist(), indices[falls[0] + 1].tolist()
    if first == second:
        raise DiagramError(f"{name}: index {first} occurs twice", pin=pin)
    text = f"{name}: indices must be in row-major order, got {second} after {first}"
    raise DiagramError(text, pin=pin, hint="add a SparseReorder block")


def require_equal_shapes(name: str, a: Shape, b: Shape, pin: str) -> None:
    if not compatible(a, b):
        raise DiagramError(f"{name}: the shapes must be equal, got {shape_text(a)} and {shape_text(b)}", pin=pin)


def keys(*indices: Array) -> list[Indices]:
    """Return one number per index of several lists: equal for equal indices, and in their order."""
    joined = indices[0] if len(indices) == 1 else np.concatenate(indices)
    key = np.zeros(len(joined), np.int64)
    if joined.size:
        low = [int(v) for v in joined.min(0)]
        extents = [int(v) - w + 1 for v, w in zip(joined.max(0), low, strict=True)]
        if math.prod(extents) < 1 << 63:
            for column, least, extent in zip(joined.T, low, extents, strict=True):
                key = key * extent + (column - least)
        else:  # such numbers would not fit: each axis is counted by the numbers that are there
            for column in joined.T:
                different, numbers = np.unique(column, return_inverse=True)
                _, key = np.unique(key * len(different) + numbers, return_inverse=True)
    ends = np.cumsum([len(each) for each in indices])[:-1]
    return np.split(key, ends)


def numbers_in(indices: Array, shape: Any) -> Indices:
    """Return the flat position of each index in a dense tensor of a shape (which fits into memory)."""
    result = np.zeros(len(indices), np.int64)
    for column, size in zip(indices.T, shape, strict=True):
        result = result * int(size) + column
    return result


class Union(NamedTuple):
    """The union of two ordered index lists: the indices in order, and the positions of each list's."""

    indices: Array
    a: Indices
    b: Indices


def union(a_indices: Array, b_indices: Array) -> Union:
    """Merge two ordered index lists; the n-th occurrence of an index in one matches the n-th in the other."""
    a, b = (_occurrences(key) for key in keys(a_indices, b_indices))
    repeats = max((int(times.max()) for _, times in (a, b) if times.size), default=0)
    both = np.concatenate([a[0], b[0]])
    if repeats:
        _, both = np.unique(both, return_inverse=True)
        both = both * (repeats + 1) + np.concatenate([a[1], b[1]])
    order = np.argsort(both, kind="stable")
    new = np.ones(len(both), bool)
    new[1:] = both[order[1:]] != both[order[:-1]]
    at = np.empty(len(both), np.int64)
    at[order] = np.cumsum(new) - 1
    indices = np.concatenate([a_indices, b_indices])[order[new]]
    return Union(indices, at[: len(a_indices)], at[len(a_indices) :])


def _occurrences(key: Indices) -> tuple[Indices, Indices]:
    starts = run_starts(key)
    return key, np.arange(len(key)) - np.repeat(starts, np.diff(starts, append=len(key)))


def put(count: int, at: Indices, values: Array) -> Array:
    result = np.zeros(count, values.dtype)
    result[at] = values
    return result
