"""Operators that gather or scatter elements by index."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from blocks.base.dtypes import BOOL, INT32, INT64, STRING
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.interchange.onnx.site import Site, affordable, counted, counting, operator, same_shape
from blocks.interchange.onnx.values import Val

_MOST_INDICES = 1 << 16
_FROM_ZERO = ("Shape", "Size", "ArgMax", "ArgMin", "TopK", "Where", "Range", "OneHot")
"""Block types whose results are no indices counted from the end."""


def from_zero(site: Site, indices: Val, size: Val | int) -> Val:
    known = indices.known
    if indices.dtype not in (INT32, INT64):
        indices = site.cast(indices, INT64)
    if (known is not None and (known >= 0).all()) or indices.out.op.type.name in _FROM_ZERO:
        return indices
    more = site.cast(size, indices.dtype) if isinstance(size, Val) else size
    if known is not None and isinstance(more, int):
        return site.const(np.where(known < 0, known + more, known), "indices", indices.dtype)
    is_below = site("Less", x=indices, y=0)
    return site("SelectV2", condition=is_below, t=site("Add", x=indices, y=more), e=indices)


@operator("Gather")
def _gather(site: Site, x: Val) -> Val:
    axis = site.axis(x.rank)
    indices = from_zero(site, site.input(1), site.size(x, axis))
    return site("GatherV2", params=x, indices=indices, axis=axis)


@operator("GatherElements")
def _gather_elements(site: Site) -> Val:
    return gather_along(site, site.input(0), site.input(1), site.axis(site.input(0).rank))


def gather_along(site: Site, x: Val, indices: Val, axis: int) -> Val:
    rank = x.rank
    indices = from_zero(site, indices, site.size(x, axis))
    moved, back = site.last(x, axis)
    positions, _ = site.last(indices, axis)
    if rank == 1:
        return site("GatherV2", params=x, indices=indices, axis=0)
    a, b = moved.shape, positions.shape
    if a is None or b is None or not same_shape(a[:-1], b[:-1]):
        sizes = site("Shape", input=positions, out_type=INT64)
        lead = site.part(sizes, 0, 0, rank - 1)
        sizes = site("Concat", values=[lead, site.const(np.array([-1], np.int64), "all")], axis=0)
        moved = site("Slice", input=moved, begin=[0] * rank, size=sizes)
    result = site("GatherV2", params=moved, indices=positions, axis=rank - 1, batch_dims=rank - 1)
    return site.transpose(result, back)


def _nd_indices(site: Site, x: Val, indices: Val, skip: int = 0) -> Val:
    known = indices.known
    if indices.dtype not in (INT32, INT64):
        indices = site.cast(indices, INT64)
    if known is not None and (known >= 0).all():
        return indices
    shape, count = x.shape, indices.shape[-1] if indices.shape is not None else None
    if shape is None or count is None or len(shape) < count + skip:
        raise DiagramError(f"the indices do not fit an input of shape {shape_text(shape)}")
    part = shape[skip : skip + count]
    if None in part:
        sizes = site.part(site("Shape", input=x, out_type=indices.dtype), 0, skip, skip + count)
    else:
        sizes = site.const(np.array(part, np.int64), "sizes", indices.dtype)
    return site("SelectV2", condition=site("Less", x=indices, y=0), t=site("Add", x=indices, y=sizes), e=indices)


@operator("GatherND")
def _gather_nd(site: Site, x: Val, indices: Val) -> Val:
    batch = site.whole("batch_dims")
    positions = _nd_indices(site, x, indices, batch)
    if batch:
        positions = _with_batch(site, positions, batch)
    return site("GatherNd", params=x, indices=positions)


def _with_batch(site: Site, indices: Val, batch: int) -> Val:
    sizes = [indices.size(i) for i in range(indices.rank - 1)]
    affordable(*sizes, len(sizes))
    grids = np.meshgrid(*[np.arange(each) for each in sizes], indexing="ij")[:batch]
    lead = np.stack(grids, axis=-1).astype(np.int64)
    return site("Concat", values=[site.const(lead, "batch", indices.dtype), indices], axis=-1)


# -- Putting ----------------------------------------------------------------------------------------------------------

_SCATTERS = {"none": "TensorScatterUpdate", "add": "TensorScatterAdd", "max": "TensorScatterMax",
             "min": "TensorScatterMin"}  # fmt: skip


def scatter(site: Site, x: Val, indices: Val, updates: Val, reduction: str) -> Val:
    """Return a value with slices replaced, or combined, at [..., n] indices along its first axes."""
    if reduction == "mul":
        return _scatter_product(site, x, indices, updates)
    kind = _SCATTERS.get(reduction)
    if kind is None:
        raise DiagramError(f"the reduction {reduction!r} is not supported")
    if x.dtype is BOOL:
        result = site(kind, tensor=site.cast(x, INT32), indices=indices, updates=site.cast(updates, INT32))
        return site.cast(result, BOOL)
    return site(kind, tensor=x, indices=indices, updates=updates)


def _scatter_product(site: Site, x: Val, indices: Val, updates: Val) -> Val:
    count = indices.size(-1)
    inner = [x.size(i) for i in range(x.rank)]
    lead, rest = inner[:count], inner[count:]
    strides = np.array([int(np.prod(lead[i + 1 :])) for i in range(count)], np.int64)
    wide = site.cast(indices, INT64)
    flat = site("Sum", input=site("Multiply", x=wide, y=site.const(strides, "strides")), axis=[-1])
    rows = site.reshape(flat, [-1])
    slices = site.reshape(updates, [-1, *rest])
    factors = site("UnsortedSegmentProd", data=slices, segment_ids=rows, num_segments=int(np.prod(lead)))
    return site("Multiply", x=x, y=site.reshape(factors, inner))


@operator("ScatterND")
def _scatter_nd(site: Site, x: Val, indices: Val, updates: Val) -> Val:
    return scatter(site, x, _nd_indices(site, x, indices), updates, site.word("reduction", "none"))


@operator("ScatterElements", "Scatter")
def _scatter_elements(site: Site, x: Val, indices: Val, updates: Val) -> Val:
    axis = site.axis(x.rank)
    rank = x.rank
    indices = site.cast(from_zero(site, indices, site.size(x, axis)), INT64)
    if rank > 1:
        sizes = indices.sizes
        column = site("ExpandDims", input=indices, axis=-1)
        if sizes is not None and np.prod(sizes) <= _MOST_INDICES:
            grids = np.meshgrid(*[np.arange(each) for each in sizes], indexing="ij")
            before, behind = (
                [site.const(np.stack(part, axis=-1).astype(np.int64), label)] if part else []
                for part, label in ((grids[:axis], "before"), (grids[axis + 1 :], "behind"))
            )
        else:
            # The indices of all elements, in order.
            every = site("Where", condition=site("Equal", x=indices, y=indices))
            column = site.reshape(indices, [-1, 1])
            before = [site.part(every, 1, 0, axis)] if axis else []
            behind = [site.part(every, 1, axis + 1, None)] if axis < rank - 1 else []
            updates = site.reshape(updates, [-1])
        positions = site("Concat", values=[*before, column, *behind], axis=-1)
    else:
        positions = site("ExpandDims", input=indices, axis=-1)
    return scatter(site, x, positions, updates, site.word("reduction", "none"))


# -- Choosing ---------------------------------------------------------------------------------------------------------


@operator("NonZero")
def _non_zero(site: Site, x: Val) -> Val:
    if x.rank == 0:
        x = site.reshape(x, [1])
    return site("Transpose", x=site("Where", condition=site.not_zero(x)), perm=[1, 0])


@operator("Compress")
def _compress(site: Site, x: Val) -> Val:
    indices = site.reshape(site("Where", condition=site.input(1)), [-1])
    if not site.has("axis"):
        return site("GatherV2", params=site.reshape(x, [-1]), indices=indices, axis=0)
    return site("GatherV2", params=x, indices=indices, axis=site.axis(x.rank))


@operator("Unique")
def _unique(site: Site, x: Val) -> Sequence[Val | None]:
    axis = counted(site.whole("axis"), x.rank) if site.has("axis") else None
    is_sorted = bool(site.whole("sorted", 1))
    if axis is None or x.rank == 1:
        axis, x = 0, site.reshape(x, [-1]) if x.rank != 1 else x
    if is_sorted and x.rank == 1 and x.dtype is not STRING:
        return _unique_sorted(site, x)
    values, inverse, counts = site.all("UniqueWithCountsV2", x=x, axis=[axis], out_idx=INT64)
    first = _first_indices(site, inverse, site.size(values, axis), site.size(x, axis))
    if is_sorted:
        return _in_rows_order(site, values, first, inverse, counts, axis)
    return values, first, inverse, counts


def _first_indices(site: Site, inverse: Val, groups: Val | int, count: Val | int) -> Val:
    numbers = counting(site, count)
    segments = site.cast(groups, INT32) if isinstance(groups, Val) else groups
    return site("UnsortedSegmentMin", data=numbers, segment_ids=inverse, num_segments=segments)


def _unique_sorted(site: Site, x: Val) -> Sequence[Val]:
    values, inverse, counts = site.all("UniqueWithCountsV2", x=x, axis=[0], out_idx=INT64)
    size = site.size(values, 0)
    first = _first_indices(site, inverse, size, site.size(x, 0))
    key = values if values.dtype.is_floating else site.cast(values, INT64)
    whole = site.cast(size, INT32) if isinstance(size, Val) else size
    _, order = site.all("TopK", input=site("Negate", x=key), k=whole, index_type=INT64)
    return _ordered(site, values, first, inverse, counts, order, 0)


def _ordered(site: Site, values: Val, first: Val, inverse: Val, counts: Val, order: Val, axis: int) -> Sequence[Val]:
    ranks = site("InvertPermutation", x=order)
    return (
        site("GatherV2", params=values, indices=order, axis=axis),
        site("GatherV2", params=first, indices=order, axis=0),
        site("GatherV2", params=ranks, indices=inverse, axis=0),
        site("GatherV2", params=counts, indices=order, axis=0),
    )


def _in_rows_order(site: Site, values: Val, first: Val, inverse: Val, counts: Val, axis: int) -> Sequence[Val]:
    """Return slices in lexicographic order of their numbers, found by comparing all pairs."""
    rank = values.rank
    order = [axis, *(i for i in range(rank) if i != axis)]
    width = int(np.prod([values.size(i) for i in range(rank) if i != axis]))
    rows = site.reshape(site.transpose(values, order), [-1, width])
    a, b = site("ExpandDims", input=rows, axis=1), site("ExpandDims", input=rows, axis=0)
    below = site.cast(site("Less", x=b, y=a), INT64)
    above = site.cast(site("Greater", x=b, y=a), INT64)
    side = site("Subtract", x=below, y=above)
    if width > 39:
        raise DiagramError(f"slices of {width} elements cannot be sorted; the limit is 39 elements")
    weights = site.const(3 ** np.arange(width - 1, -1, -1, dtype=np.int64), "weights")
    is_before = site("Greater", x=site("Sum", input=site("Multiply", x=side, y=weights), axis=[2]), y=0)
    indices = site("Sum", input=site.cast(is_before, INT64), axis=[1])
    return _ordered(site, values, first, inverse, counts, site("InvertPermutation", x=indices), axis)
