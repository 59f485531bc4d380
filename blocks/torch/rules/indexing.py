"""Rules for indexing: gathering, scattering, masks and embeddings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy

from blocks.base.dtypes import BOOL, INT64
from blocks.graph.call_info import known_value
from blocks.graph.graph import Output
from blocks.interchange.tracing.tracer import broadcast_to, rank, reshaped, sizes, transposed
from blocks.library.declare import make
from blocks.torch.rules.call import Call
from blocks.torch.rules.helpers import Value, const, mapped, one, refuse, rule, select, to
from blocks.torch.rules.reductions import picked
from blocks.torch.rules.shapes import part

np: Any = numpy


def _from_start(indices: Output, size: int) -> Output:
    known = known_value(indices)
    if known is None:
        return make("FloorMod", to(indices, INT64), const(size, INT64))
    return indices if np.all(known >= 0) else const(known % size, INT64)


def _given(call: Call, x: Output, indices: Sequence[Output | None]) -> tuple[list[Output], list[int], list[int]]:
    """Return the indices, broadcast together, their axes of the tensor, and the other axes."""
    found: list[Output] = []
    along: list[int] = []
    axis = 0
    for each in indices:
        if each is None:
            axis += 1
        elif each.dtype is BOOL or each.dtype.kind == "uint":
            known = known_value(each)
            if known is None:
                raise refuse(call, "a mask whose number of elements depends on values")
            found += [const(at, INT64) for at in np.nonzero(known)]
            along += range(axis, axis + rank(each))
            axis += rank(each)
        else:
            found.append(_from_start(each, sizes(x)[axis]))
            along.append(axis)
            axis += 1
    shape = np.broadcast_shapes(*map(sizes, found))
    if len(found) > 1:
        found = [to(broadcast_to(each, shape), INT64) for each in found]
    return found, along, [i for i in range(rank(x)) if i not in along]


@rule("index", "_unsafe_index")
def _index(call: Call, x: Output, indices: Sequence[Output | None]) -> Output:
    found, along, kept = _given(call, x, indices)
    if len(found) == 1:
        return make("GatherV2", x, found[0], along[0])
    count = rank(found[0])
    result = make("GatherNd", transposed(x, [*along, *kept]), make("Stack", found, axis=count))
    return transposed(result, _back(along, count, len(kept)))


def _back(along: Sequence[int], count: int, kept: int) -> list[int]:
    """Return the order of axes after indexing: those of the indices stay in front if a slice is between them."""
    first = along[0] if list(along) == list(range(along[0], along[0] + len(along))) else 0
    return [*range(count, count + first), *range(count), *range(count + first, count + kept)]


@rule("index_put", "_unsafe_index_put", "_index_put_impl")
def _index_put(
    call: Call, x: Output, indices: Sequence[Output | None], values: Output, accumulate: bool = False, *_: Any
) -> Output:
    mask = indices[0]
    if len(indices) == 1 and mask is not None and mask.dtype is BOOL and known_value(mask) is None:
        if math.prod(sizes(values)) != 1:
            raise refuse(call, "several values for a mask whose number of elements depends on values")
        shown = reshaped(mask, (*sizes(mask), *[1] * (rank(x) - rank(mask))))
        value = reshaped(values, ())
        return select(shown, x + value if accumulate else value, x)
    found, along, kept = _given(call, x, indices)
    order, count = [*along, *kept], rank(found[0])
    shape = [*sizes(found[0]), *[sizes(x)[i] for i in kept]]
    back = _back(along, count, len(kept))
    values = transposed(broadcast_to(values, [shape[i] for i in back]), np.argsort(back).tolist())
    at = make("Stack", found, axis=count)
    return transposed(_scattered(transposed(x, order), at, values, accumulate), np.argsort(order).tolist())


def _scattered(x: Output, indices: Output, values: Output, accumulate: bool) -> Output:
    kind = "TensorScatterAdd" if accumulate else "TensorScatterUpdate"
    if x.dtype is BOOL:
        return to(make(kind, to(x, INT64), indices, to(values, INT64)), BOOL)
    return make(kind, x, indices, values)


@rule("index_select")
def _index_select(_: Call, x: Output, dim: int, index: Output) -> Output:
    return make("GatherV2", x, index, dim % rank(x)) if rank(x) else x


@rule("index_add", "index_copy", "index_fill")
def _index_changed(call: Call, x: Output, dim: int, index: Output, source: Value, *, alpha: float = 1) -> Output:
    if not rank(x):
        raise refuse(call, "a tensor without axes")
    order = [dim % rank(x), *[i for i in range(rank(x)) if i != dim % rank(x)]]
    moved, rows = transposed(x, order), reshaped(index, (-1, 1))
    if "fill" in call.target:
        shape = (sizes(rows)[0], *sizes(moved)[1:])
        values = broadcast_to(to(source, x.dtype), shape)
    else:
        values = transposed(source if alpha == 1 else source * alpha, order)
    result = _scattered(moved, rows, values, "add" in call.target)
    return transposed(result, np.argsort(order).tolist())


@rule("gather")
def _gather(_: Call, x: Output, dim: int, index: Output, **__: Any) -> Output:
    return picked(x, index, dim)


@rule("take_along_dim")
def _take_along(_: Call, x: Output, index: Output, dim: int | None = None) -> Output:
    return picked(reshaped(x, (-1,)), reshaped(index, (-1,)), 0) if dim is None else mapped(
        np.take_along_axis, x, index, dim)  # fmt: skip


@rule("take")
def _take(_: Call, x: Output, index: Output) -> Output:
    flat = reshaped(x, (-1,))
    return make("GatherV2", flat, _from_start(index, sizes(flat)[0]), 0)


_REDUCES = {"add": "add", "sum": "add", "multiply": "mul", "prod": "mul", "amax": "max", "amin": "min", None: "none"}


@rule("scatter", "scatter_add", "scatter_reduce")
def _scatter(call: Call, x: Output, dim: int, index: Output, source: Value, reduce: str | None = None, *,
             include_self: bool = True) -> Output:  # fmt: skip
    reduce = "add" if "scatter_add" in call.target else reduce
    shape = sizes(index)
    if isinstance(source, Output) and rank(source):
        source = source[tuple(slice(size) for size in shape)] if sizes(source) != shape else source
    else:
        source = broadcast_to(to(source, x.dtype), shape)
    given = x
    if reduce == "mean" or not include_self:
        ones = const(np.ones(shape), x.dtype)
        touched = one("ScatterElements", const(np.zeros(sizes(x)), x.dtype), index, ones, axis=dim, reduction="add")
        if not include_self:
            neutral = {"prod": 1, "amax": -math.inf, "amin": math.inf}.get(reduce or "", 0)
            x = select(make("Greater", touched, 0), neutral, x)
    if reduce == "mean":
        total = one("ScatterElements", x, index, source, axis=dim, reduction="add")
        return total / (touched + 1 if include_self else make("Maximum", touched, const(1, x.dtype)))  # pyright: ignore[reportPossiblyUnboundVariable]
    if reduce in ("amax", "amin") and given.dtype.is_floating:
        return _shared_extreme(x, dim, index, source, _REDUCES[reduce])
    return one("ScatterElements", x, index, source, axis=dim, reduction=_REDUCES[reduce])


def _shared_extreme(x: Output, dim: int, index: Output, source: Output, reduction: str) -> Output:
    """Return the extremes of elements and of what is scattered to them; equal ones share the gradient equally."""
    held, sent = make("StopGradient", x), make("StopGradient", source)
    best = one("ScatterElements", held, index, sent, axis=dim, reduction=reduction)
    wins_here = make("Equal", held, best)
    wins_there = make("Equal", sent, picked(best, index, dim))
    counts = one("ScatterElements", to(wins_here, x.dtype), index, to(wins_there, x.dtype), axis=dim, reduction="add")
    total = one("ScatterElements", select(wins_here, x - best, 0), index,
        select(wins_there, source - picked(best, index, dim), 0), axis=dim, reduction="add")  # fmt: skip
    return best + total / counts


@rule("masked_fill", "masked_fill_")
def _masked_fill(_: Call, x: Output, mask: Output, value: Value) -> Output:
    return select(mask, to(value, x.dtype), x)


@rule("masked_scatter")
def _masked_scatter(_: Call, x: Output, mask: Output, source: Output) -> Output:
    mask = reshaped(broadcast_to(mask, sizes(x)), (-1,))
    at = make("Maximum", make("Cumsum", to(mask, INT64), 0) - 1, const(0, INT64))
    taken = make("GatherV2", reshaped(source, (-1,)), at, 0)
    return reshaped(select(mask, taken, reshaped(x, (-1,))), sizes(x))


def _replaced(x: Output, source: Output, dim: int, places: Any) -> Output:
    """Replace slices of a tensor along an axis."""
    dim %= rank(x)
    size, places = sizes(x)[dim], np.asarray(places, np.int64)
    source = to(broadcast_to(source, [len(places) if i == dim else n for i, n in enumerate(sizes(x))]), x.dtype)
    if not len(places) or list(places) != list(range(places[0], places[0] + len(places))):
        order = [dim, *[i for i in range(rank(x)) if i != dim]]
        changed = _scattered(transposed(x, order), const(places[:, None]), transposed(source, order), False)
        return transposed(changed, np.argsort(order).tolist())
    parts = [part(x, dim, slice(places[0])) if places[0] else None, source,
             part(x, dim, slice(places[-1] + 1, size)) if places[-1] + 1 < size else None]  # fmt: skip
    parts = [each for each in parts if each is not None]
    return make("Concat", parts, dim) if len(parts) > 1 else source


@rule("select_scatter")
def _select_scatter(_: Call, x: Output, source: Output, dim: int, index: int) -> Output:
    return _replaced(x, make("ExpandDims", source, dim % rank(x)), dim, [index % sizes(x)[dim]])


@rule("slice_scatter")
def _slice_scatter(_: Call, x: Output, source: Output, dim: int = 0, start: Any = None, end: Any = None,
                   step: int = 1) -> Output:  # fmt: skip
    return _replaced(x, source, dim, range(*slice(start, end, step).indices(sizes(x)[dim])))


@rule("diagonal_scatter")
def _diagonal_scatter(_: Call, x: Output, source: Output, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Output:
    moved = mapped(np.moveaxis, x, (dim1, dim2), (-2, -1))
    rows = np.arange(sizes(source)[-1])
    at = np.stack([rows - min(offset, 0), rows + max(offset, 0)], 1)
    front = transposed(moved, [rank(x) - 2, rank(x) - 1, *range(rank(x) - 2)])
    values = transposed(source, [rank(source) - 1, *range(rank(source) - 1)])
    changed = _scattered(front, const(at), values, False)
    return mapped(np.moveaxis, transposed(changed, [*range(2, rank(x)), 0, 1]), (-2, -1), (dim1, dim2))


@rule("isin")
def _isin(_: Call, x: Output, values: Value, *, invert: bool = False, **__: Any) -> Output:
    values = reshaped(to(values, x.dtype), (-1,))
    found = make("Any", make("Equal", make("ExpandDims", x, -1), values), -1)
    return make("LogicalNot", found) if invert else found


@rule("embedding")
def _embedding(call: Call, weight: Output, index: Output, padding_idx: int = -1, scale: bool = False,
               *_: Any) -> Output:  # fmt: skip
    """Convert ``embedding``; the row of the padding gets no gradient."""
    if scale:
        raise refuse(call, "scale_grad_by_freq")
    result = make("GatherV2", weight, index, 0)
    if padding_idx < 0:
        return result
    is_padding = make("ExpandDims", make("Equal", index, const(padding_idx, index.dtype)), -1)
    return select(is_padding, make("StopGradient", result), result)


@rule("embedding_bag", "_embedding_bag", "_embedding_bag_forward_only")
def _embedding_bag(call: Call, weight: Output, index: Output, offsets: Output, scale: bool = False, mode: int = 0,
                   sparse: bool = False, weights: Output | None = None, include_last_offset: bool = False,
                   padding_idx: int | None = None) -> list[Output]:  # fmt: skip
    if scale or (padding_idx or -1) >= 0:
        raise refuse(call, "scale_grad_by_freq or padding_idx")
    rows = make("GatherV2", weight, index, 0)
    rows = rows if weights is None else rows * make("ExpandDims", weights, 1)
    line = np.arange(sizes(index)[0])[None]
    bags = make("UpperBound", make("ExpandDims", to(offsets, INT64), 0), const(line), out_type=INT64) - 1
    kind, count = ("Sum", "Mean", "Max")[mode], call.shape[0]
    segments = reshaped(bags, (-1,))
    if kind == "Max":
        result = make("UnsortedSegmentMax", rows, segments, count)
    else:
        result = make("UnsortedSegmentSum", rows, segments, count)
        if kind == "Mean":
            sizes_of = make("UnsortedSegmentSum", const(np.ones(sizes(index)), rows.dtype), segments, count)
            result = result / make("ExpandDims", make("Maximum", sizes_of, const(1, rows.dtype)), 1)
    return [result, *[const(np.zeros(each.shape), each.dtype) for each in call.results[1:]]]
