"""Rules for shapes, joining, indexing, scattering, and tensors that are created."""

# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy

from blocks.base.dtypes import BOOL, INT64
from blocks.graph.call_info import known_value
from blocks.graph.graph import Output
from blocks.interchange.tracing.tracer import broadcast_to, integers, rank, reshaped, sizes, transposed
from blocks.library.declare import make
from blocks.torch.rules.call import Call
from blocks.torch.rules.helpers import RULES, Value, axes, const, outputs, promoted, refuse, rule, select, to
from blocks.torch.rules.operators import mapped, one
from blocks.torch.rules.reductions import picked

np: Any = numpy
Indices = Sequence[Output | None]

RULES.update(dict.fromkeys(("contiguous", "lift_fresh_copy", "alias", "clone"), lambda _, x, **__: x))
RULES.update(dict.fromkeys(("to", "_to_copy", "type_as"), lambda call, x, *_, **__: to(x, call.dtype)))
RULES.update(dict.fromkeys(("view", "reshape", "_unsafe_view", "_reshape_alias", "flatten", "unflatten", "unsqueeze",
    "squeeze"), lambda call, x, *_, **__: reshaped(x, call.shape)))  # fmt: skip
RULES.update(dict.fromkeys(("expand", "expand_as"), lambda call, x, *_, **__: broadcast_to(x, call.shape)))
RULES.update({
    "permute": lambda _, x, dims: transposed(x, axes(dims, x)) if rank(x) else x,
    "transpose": lambda _, x, first, second: mapped(np.swapaxes, x, first, second) if rank(x) else x,
    "t": lambda _, x: mapped(np.transpose, x),
    "stack": lambda call, parts, dim=0: make("Stack", [to(each, call.dtype) for each in parts],
                                             axis=dim % len(call.shape)),
    "unbind": lambda call, x, dim=0: outputs("Unstack", x, axis=dim % rank(x), num=len(call.results)),
    "select": lambda _, x, dim, index: part(x, dim, index % sizes(x)[dim]),
    "flip": lambda _, x, dims: make("Reverse", x, integers(axes(dims, x))) if rank(x) else x,
    "tril": lambda _, x, diagonal=0: mapped(np.tril, x, diagonal),
    "triu": lambda _, x, diagonal=0: mapped(np.triu, x, diagonal),
    "diagonal_copy": lambda _, x, offset=0, dim1=0, dim2=1: mapped(np.diagonal, x, offset, dim1, dim2),
    "diagonal": lambda _, x, offset=0, dim1=0, dim2=1: mapped(np.diagonal, x, offset, dim1, dim2),
    "repeat": lambda _, x, times: mapped(np.tile, x, list(times)) if len(times) else x,
    "one_hot": lambda call, x, *_: make("OneHot", x, np.int32(call.shape[-1]), const(1, INT64), const(0, INT64)),
})  # fmt: skip


def part(x: Output, dim: int, index: Any) -> Output:
    return x[(*[slice(None)] * (dim % rank(x)), index)]


@rule("cat")
def _cat(call: Call, parts: Sequence[Output], dim: int = 0) -> Output:
    given = [to(each, call.dtype) for each in parts if sizes(each) != (0,) or call.shape == (0,)]
    return make("Concat", given, dim % rank(given[0])) if len(given) > 1 else given[0]


@rule("split", "split_with_sizes", "unsafe_split")
def _split(call: Call, x: Output, _: Any, dim: int = 0) -> list[Output]:
    lengths = np.array([each.shape[dim] for each in call.results], np.int64)
    return outputs("SplitV", x, lengths, dim % rank(x), num_split=len(lengths)) if len(lengths) > 1 else [x]


@rule("slice")
def _slice(_: Call, x: Output, dim: int = 0, start: Any = None, end: Any = None, step: int = 1) -> Output:
    begin, end, *_rest = slice(start, end).indices(sizes(x)[dim])
    if (begin, step) == (0, 1) and end >= sizes(x)[dim]:
        return x
    return part(x, dim, slice(begin, max(begin, end), None if step == 1 else step))


@rule("roll")
def _roll(_: Call, x: Output, shifts: Any, dims: Any = ()) -> Output:
    shifts, dims = ([each] if isinstance(each, int) else list(each) for each in (shifts, dims))
    return mapped(np.roll, x, shifts if dims else shifts[0], dims or None)


@rule("diag_embed")
def _diag_embed(_: Call, x: Output, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Output:
    result = make("MatrixDiagV3", x, offset, -1, -1, const(0, x.dtype))
    return mapped(np.moveaxis, result, (-2, -1), (dim1, dim2))


@rule("unfold")
def _unfold(_: Call, x: Output, dim: int, size: int, step: int) -> Output:
    places = np.arange((sizes(x)[dim] - size) // step + 1)[:, None] * step + np.arange(size)
    return mapped(np.moveaxis, make("GatherV2", x, places, dim % rank(x)), dim % rank(x) + 1, -1)


@rule("pad")
def _pad(_: Call, x: Output, margin: Sequence[int], mode: str = "constant", value: float | None = None) -> Output:
    pairs = [*[(0, 0)] * (rank(x) - len(margin) // 2), *list(zip(margin[::2], margin[1::2], strict=True))[::-1]]
    pads = const([each for side in zip(*pairs, strict=True) for each in side], INT64)
    mode = {"replicate": "edge", "circular": "wrap"}.get(mode, mode)
    return one("Pad", x, pads, const(value or 0, x.dtype) if mode == "constant" else None, mode=mode)


RULES["constant_pad_nd"] = lambda call, x, margin, value=0: _pad(call, x, margin, value=value)


def _filled(value: float, call: Call, *_: Any, **__: Any) -> Output:
    return const(np.full(call.shape, value), call.dtype)


RULES.update({name: partial(_filled, "ones" in name) for kind in ("zeros", "ones", "empty") for name in
              (kind, f"{kind}_like", f"new_{kind}")})  # fmt: skip
RULES["zero"] = partial(_filled, 0)
RULES["arange"] = lambda call, *bounds, **_: const(np.arange(*bounds).reshape(call.shape), call.dtype)
RULES["linspace"] = lambda call, start, end, steps, **_: const(np.linspace(start, end, steps), call.dtype)
RULES["eye"] = lambda call, *_, **__: const(np.eye(*call.shape), call.dtype)


@rule("full", "full_like", "new_full", "fill", "copy", "scalar_tensor")
def _full(call: Call, *given: Any, **_: Any) -> Output:
    value = given[min(len(given) - 1, 2 if call.name == "new_full" else 1)]
    return broadcast_to(to(value, call.dtype), call.shape) if isinstance(value, Output) else _filled(value, call)


@rule("bucketize", "searchsorted")
def _searched(call: Call, first: Value, second: Value, *, right: bool = False, side: str | None = None,
              sorter: Output | None = None, **_: Any) -> Output:  # fmt: skip
    values, bounds = (first, second) if call.name == "bucketize" else (second, first)
    if sorter is not None:
        raise refuse(call, "sorter")
    dtype, rows = promoted(bounds, values), math.prod(sizes(bounds)[:-1])
    given = reshaped(to(bounds, dtype), (rows, -1)), reshaped(to(values, dtype), (rows, -1))
    kind = "UpperBound" if right or side == "right" else "LowerBound"
    return reshaped(make(kind, *given, out_type=call.dtype), call.shape)


def _from_start(indices: Output, size: int) -> Output:
    known = known_value(indices)
    if known is None:
        return make("FloorMod", to(indices, INT64), const(size, INT64))
    return indices if np.all(known >= 0) else const(known % size, INT64)


def _given(call: Call, x: Output, indices: Indices) -> tuple[list[Output], list[int], list[int]]:
    """Return the indices, broadcast together, their axes of the tensor, and the other axes."""
    found: list[Output] = []
    along: list[int] = []
    axis = 0
    for each in indices:
        if each is not None and each.dtype is BOOL:
            known = known_value(each)
            if known is None:
                raise refuse(call, "a mask whose number of elements depends on values")
            found += [const(at, INT64) for at in np.nonzero(known)]
            along += range(axis, axis + rank(each))
        elif each is not None:
            found.append(_from_start(each, sizes(x)[axis]))
            along.append(axis)
        axis += rank(each) if each is not None and each.dtype is BOOL else 1
    shape = np.broadcast_shapes(*map(sizes, found))
    found = [to(broadcast_to(each, shape), INT64) for each in found] if len(found) > 1 else found
    return found, along, [i for i in range(rank(x)) if i not in along]


@rule("index", "_unsafe_index")
def _index(call: Call, x: Output, indices: Indices) -> Output:
    found, along, kept = _given(call, x, indices)
    if len(found) == 1:
        return make("GatherV2", x, found[0], along[0])
    count = rank(found[0])
    result = make("GatherNd", transposed(x, [*along, *kept]), make("Stack", found, axis=count))
    return transposed(result, _order_after(along, count, len(kept)))


def _order_after(along: Sequence[int], count: int, kept: int) -> list[int]:
    """Return the order of axes after indexing: those of the indices stay in front if a slice is between them."""
    first = along[0] if list(along) == list(range(along[0], along[0] + len(along))) else 0
    return [*range(count, count + first), *range(count), *range(count + first, count + kept)]


@rule("index_put", "_unsafe_index_put")
def _index_put(call: Call, x: Output, indices: Indices, values: Output, accumulate: bool = False) -> Output:
    mask = indices[0]
    if len(indices) == 1 and mask is not None and mask.dtype is BOOL and math.prod(sizes(values)) == 1:
        value, shown = reshaped(values, ()), reshaped(mask, (*sizes(mask), *[1] * (rank(x) - rank(mask))))
        return select(shown, x + value if accumulate else value, x)
    found, along, kept = _given(call, x, indices)
    order, count = [*along, *kept], rank(found[0])
    shape = [*sizes(found[0]), *[sizes(x)[i] for i in kept]]
    back = _order_after(along, count, len(kept))
    values = transposed(broadcast_to(values, [shape[i] for i in back]), np.argsort(back).tolist())
    changed = _scattered(transposed(x, order), make("Stack", found, axis=count), values, accumulate)
    return transposed(changed, np.argsort(order).tolist())


def _scattered(x: Output, indices: Output, values: Output, accumulate: bool = False) -> Output:
    kind = "TensorScatterAdd" if accumulate else "TensorScatterUpdate"
    if x.dtype is BOOL:
        return to(make(kind, to(x, INT64), indices, to(values, INT64)), BOOL)
    return make(kind, x, indices, values)


RULES.update({
    "index_select": lambda _, x, dim, index: make("GatherV2", x, index, dim % rank(x)) if rank(x) else x,
    "gather": lambda _, x, dim, index, **__: picked(x, index, dim),
    "masked_fill": lambda _, x, mask, value: select(mask, to(value, x.dtype), x),
})  # fmt: skip


_REDUCES = {"add": "add", "sum": "add", "mean": "add", "multiply": "mul", "prod": "mul", "amax": "max", "amin": "min"}


@rule("scatter", "scatter_add", "scatter_reduce")
def _scatter(call: Call, x: Output, dim: int, index: Output, source: Value, reduce: str = "", *,
             include_self: bool = True) -> Output:  # fmt: skip
    def put(to_x: Output, values: Output, reduction: str) -> Output:
        return one("ScatterElements", to_x, index, values, axis=dim, reduction=reduction)

    kind = "add" if call.name == "scatter_add" else _REDUCES.get(reduce, "none")
    shape = sizes(index)
    if isinstance(source, Output) and sizes(source) not in ((), shape):
        source = source[tuple(slice(size) for size in shape)]
    source, touched, given = broadcast_to(to(source, x.dtype), shape), const(0, x.dtype), x
    if reduce == "mean" or not include_self:
        touched = put(const(np.zeros(sizes(x)), x.dtype), const(np.ones(shape), x.dtype), "add")
    if not include_self:
        neutral = {"prod": 1, "amax": -math.inf, "amin": math.inf}.get(reduce, 0)
        x = select(make("Greater", touched, 0), neutral, x)
    if kind not in ("max", "min") or not x.dtype.is_floating:
        result = put(x, source, kind)
        return result / make("Maximum", touched + int(include_self), const(1, x.dtype)) if reduce == "mean" else result
    # Equal extremes share the gradient equally.
    best = put(make("StopGradient", x), make("StopGradient", source), kind)
    there = picked(best, index, dim)
    wins, won = make("Equal", given, best), make("Equal", source, there)
    counts = make("Maximum", put(to(wins, x.dtype), to(won, x.dtype), "add"), const(1, x.dtype))
    mine = select(make("Equal", x, best), x - best, 0)
    return best + put(mine, select(won, source - there, 0), "add") / counts


@rule("masked_scatter")
def _masked_scatter(_: Call, x: Output, mask: Output, source: Output) -> Output:
    mask = reshaped(broadcast_to(mask, sizes(x)), (-1,))
    at = make("Maximum", make("Cumsum", to(mask, INT64), 0) - 1, const(0, INT64))
    taken = make("GatherV2", reshaped(source, (-1,)), at, 0)
    return reshaped(select(mask, taken, reshaped(x, (-1,))), sizes(x))


@rule("select_scatter")
def _select_scatter(call: Call, x: Output, source: Output, dim: int, index: int) -> Output:
    at = index % sizes(x)[dim]
    return _slice_scatter(call, x, make("ExpandDims", source, dim % rank(x)), dim, at, at + 1)


@rule("slice_scatter")
def _slice_scatter(_: Call, x: Output, source: Output, dim: int = 0, start: Any = None, end: Any = None,
                   step: int = 1) -> Output:  # fmt: skip
    dim, size = dim % rank(x), sizes(x)[dim]
    places = np.arange(*slice(start, end, step).indices(size))
    source = to(broadcast_to(source, [len(places) if i == dim else n for i, n in enumerate(sizes(x))]), x.dtype)
    if step != 1 or not len(places):
        order = [dim, *[i for i in range(rank(x)) if i != dim]]
        changed = _scattered(transposed(x, order), const(places[:, None]), transposed(source, order))
        return transposed(changed, np.argsort(order).tolist())
    first, last = int(places[0]), int(places[-1]) + 1
    before, after = [part(x, dim, slice(first))] * (first > 0), [part(x, dim, slice(last, size))] * (last < size)
    return make("Concat", [*before, source, *after], dim) if before or after else source


@rule("diagonal_scatter")
def _diagonal_scatter(_: Call, x: Output, source: Output, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Output:
    rows = np.arange(sizes(source)[-1])
    at = np.stack([rows - min(offset, 0), rows + max(offset, 0)], 1)
    changed = _scattered(mapped(np.moveaxis, x, (dim1, dim2), (0, 1)), const(at), mapped(np.moveaxis, source, -1, 0))
    return mapped(np.moveaxis, changed, (0, 1), (dim1, dim2))


@rule("embedding")
def _embedding(call: Call, weight: Output, index: Output, padding_idx: int = -1, scale: bool = False, *_: Any
               ) -> Output:  # fmt: skip
    """Convert ``embedding``; the row of the padding gets no gradient."""
    if scale:
        raise refuse(call, "scale_grad_by_freq")
    result = make("GatherV2", weight, index, 0)
    if padding_idx < 0:
        return result
    is_padding = make("ExpandDims", make("Equal", index, const(padding_idx, index.dtype)), -1)
    return select(is_padding, make("StopGradient", result), result)


@rule("_embedding_bag", "_embedding_bag_forward_only")
def _embedding_bag(call: Call, weight: Output, index: Output, offsets: Output, scale: bool = False, mode: int = 0,
                   sparse: bool = False, weights: Output | None = None, last: bool = False,
                   padding_idx: int = -1) -> list[Output]:  # fmt: skip
    if scale or padding_idx >= 0:
        raise refuse(call, "scale_grad_by_freq or padding_idx")
    rows = make("GatherV2", weight, index, 0)
    rows = rows if weights is None else rows * make("ExpandDims", weights, 1)
    line = const(np.arange(sizes(index)[0])[None])
    bags = reshaped(make("UpperBound", make("ExpandDims", to(offsets, INT64), 0), line, out_type=INT64) - 1, (-1,))
    result = make("UnsortedSegmentMax" if mode == 2 else "UnsortedSegmentSum", rows, bags, call.shape[0])
    if mode == 1:
        counts = make("UnsortedSegmentSum", const(np.ones((sizes(index)[0], 1)), rows.dtype), bags, call.shape[0])
        result = result / make("Maximum", counts, const(1, rows.dtype))
    return [result]
