"""ONNX rules for reductions, segment reductions, cumulative sums and sums to a shape."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from blocks.base.dtypes import BOOL, DOUBLE, INT64, UINT8
from blocks.library.onnx_rules.values import (
    MOST,
    NotExported,
    Value,
    cast,
    constant,
    is_real,
    like,
    op,
    reshaped,
    shape_of,
    summed,
    vector,
    where,
    whole,
    wide,
)
from blocks.library.onnx_rules.writing import OnnxWriter, number, numbers, rank, sizes
from blocks.library.rules import LoweringRule, at_site, each, plain

_INFINITY = float("inf")


def _bits(x: Value) -> Value:
    return cast(x, UINT8) if x.dtype is BOOL else x


def _axes(axis: Value) -> Value:
    return whole(vector(axis))


def _reduced(site: OnnxWriter, kind: str, x: Value, axis: Value) -> Value:
    return getattr(op, kind)(x, _axes(axis), keepdims=int(site.attrs["keep_dims"]), noop_with_empty_axes=1)


def _reduction(kind: str, within: Callable[[Value], Value] = wide) -> LoweringRule:
    return at_site(lambda site, x, axis: _reduced(site, kind, within(x), axis))


def _extreme(kind: str) -> LoweringRule:
    def lower(site: OnnxWriter, x: Value, axis: Value) -> Value:
        result = _reduced(site, kind, wide(x), axis)
        if not is_real(x):
            return result
        missing = _reduced(site, "ReduceMax", cast(op.IsNaN(wide(x)), UINT8), axis)
        return where(cast(missing, BOOL), float("nan"), result)

    return lower


def _norm(site: OnnxWriter, x: Value, axis: Value) -> Value:
    given = wide(x) if is_real(x) else cast(x, DOUBLE)
    return cast(op.Sqrt(_reduced(site, "ReduceSum", given * given, axis)), site.dtype)


def _mean(site: OnnxWriter, x: Value, axis: Value) -> Value:
    if is_real(x) and x.shape is not None and 0 in x.shape:
        total = _reduced(site, "ReduceSum", wide(x), axis)
        return total / cast(_reduced_count(shape_of(x), axis), total.dtype)
    return _reduced(site, "ReduceMean", wide(x) if is_real(x) else cast(x, INT64), axis)


def _arg_extreme(kind: str, worst: float) -> LoweringRule:
    def lower(_site: OnnxWriter, x: Value, dimension: Value) -> Value:
        if is_real(x):
            x = wide(x)
            x = where(op.IsNaN(x), worst, x)
        return getattr(op, kind)(x, axis=number(dimension, "dimension"), keepdims=0)

    return lower


def _running_sum(site: OnnxWriter, x: Value, axis: Value) -> Value:
    kind = {name: int(site.attrs[name]) for name in ("exclusive", "reverse")}
    return op.CumSum(wide(x), op.Reshape(axis, []), **kind)


def _running_product(site: OnnxWriter, x: Value, axis: Value) -> Value:
    along, x = number(axis, "axis"), wide(x)
    shape = list(sizes(x, "x"))
    along, size = along % len(shape), shape[along]
    front, behind = (0, 1) if not site.attrs["reverse"] else (1, 0)

    def shifted(value: Value, by: int) -> Value:
        ones = np.ones([by if i == along else n for i, n in enumerate(shape)], x.dtype.numpy)
        start, end = (0, size - by) if behind else (by, size)
        pair = [constant(x.sink, ones), op.Slice(value, [start], [end], [along], [1])]
        return op.Concat(pair[front], pair[behind], axis=along)

    step = 1
    while step < size:
        x = x * shifted(x, step)
        step *= 2
    return shifted(x, 1) if site.attrs["exclusive"] and size else x


def _sum_to_shape(_site: OnnxWriter, x: Value, shape: Value) -> Value:
    lead = [1] * (rank(x, "x") - _length(shape))
    wanted = op.Concat(constant(x.sink, np.array(lead, np.int64)), whole(shape), axis=0) if lead else whole(shape)
    axes = vector(op.NonZero(op.Not(op.Equal(shape_of(x), wanted))))
    return reshaped(op.ReduceSum(wide(x), axes, keepdims=1, noop_with_empty_axes=1), shape)


def _length(vector_: Value) -> int:
    [size] = sizes(vector_, "shape")
    return size


def _kept_shape(shape: Value, axis: Value) -> Value:
    axes = _axes(axis)
    ones = op.Expand(like(axes, 1), op.Shape(axes))
    return op.ScatterElements(whole(shape), where(axes < 0, axes + op.Size(shape), axes), ones)


def _reduced_count(shape: Value, axis: Value) -> Value:
    return op.ReduceProd(op.Gather(whole(shape), _axes(axis)), keepdims=0)


def _product_of_others(_site: OnnxWriter, x: Value, axis: Value) -> Value:
    axes = [a % rank(x, "input") for a in numbers(axis, "axis")]
    if len(axes) != 1 or not (size := sizes(x, "input")[axes[0]]):
        raise NotExported("is a gradient of Prod, which is supported only along one nonempty axis")
    index = axes[0]
    parts = op.Split(wide(x), count=size, num_outputs=size, axis=index) if size > 1 else (wide(x),)
    ones = constant(x.sink, np.ones((1,) * rank(x, "input"), parts[0].dtype.numpy))
    before, after = [op.Expand(ones, op.Shape(parts[0]))], [op.Expand(ones, op.Shape(parts[0]))]
    for value in parts[:-1]:
        before.append(before[-1] * value)
    for value in parts[:0:-1]:
        after.append(after[-1] * value)
    return op.Concat(*(b * a for b, a in zip(before, reversed(after), strict=True)), axis=index)


def _broadcast_shape(_site: OnnxWriter, s0: Value, s1: Value) -> Value:
    length = max(_length(s0), _length(s1))

    def filled(shape: Value) -> Value:
        ones = constant(shape.sink, np.ones(length - _length(shape), np.int64))
        return op.Concat(ones, whole(shape), axis=0)

    a, b = filled(s0), filled(s1)
    return where(op.Equal(a, 1), b, a)


# -- Segment reductions ------------------------------------------------------------------------------------------------


def _rows(data: Value, ids: Value) -> Value:
    lead = rank(ids, "segment_ids")
    if lead == 1:
        return data
    inner = op.Slice(shape_of(data), [lead], [MOST], [0])
    return op.Reshape(data, op.Concat(constant(data.sink, np.array([-1], np.int64)), inner, axis=0))


def _filled(count: Value, rows: Value, start: Any) -> Value:
    inner = op.Slice(op.Shape(rows), [1], [MOST], [0])
    value = constant(rows.sink, np.asarray(start, rows.dtype.numpy))
    return op.Expand(value, op.Concat(whole(vector(count)), inner, axis=0))


def _gathered(rows: Value, ids: Value, count: Value, start: Any, how: str) -> Value:
    return op.ScatterND(_filled(count, rows, start), op.Unsqueeze(whole(ids), [1]), rows, reduction=how)


def _count(ids: Value) -> Value:
    return op.Max(op.ReduceMax(whole(ids), [0], keepdims=1) + 1, 0)


def _sizes(rows: Value, ids: Value, count: Value) -> Value:
    ones = op.Expand(like(rows, 1), op.Shape(ids))
    result = _gathered(ones, ids, count, 0, "add")
    for _ in range(rank(rows, "data") - 1):
        result = op.Unsqueeze(result, [-1])
    return result


def _limits(x: Value) -> tuple[Any, Any]:
    if is_real(x):
        return -np.inf, np.inf
    info = np.iinfo(x.dtype.numpy)
    return info.min, info.max


def _segment_mean(data: Value, ids: Value) -> Value:
    rows, count = wide(data), _count(ids)
    amount = op.Max(_sizes(rows, ids, count), 1)
    return _gathered(rows, ids, count, 0, "add") / cast(amount, rows.dtype)


def _segment_extreme(how: str, which: int) -> Callable[[Value, Value], Value]:
    def lower(data: Value, ids: Value) -> Value:
        rows, count = wide(data), _count(ids)
        result = _gathered(rows, ids, count, _limits(rows)[which], how)
        return where(_sizes(rows, ids, count) > 0, result, 0)

    return lower


def _unsorted(how: str, start: Callable[[Value], Any]) -> LoweringRule:
    """Reduce unsorted segments; rows with invalid ids go to an extra segment, which is removed."""

    def lower(_site: OnnxWriter, data: Value, ids: Value, num_segments: Value) -> Value:
        rows, indices = wide(_rows(data, ids)), whole(vector(ids))
        rows.shape = (None,) * (rank(data, "data") - rank(ids, "segment_ids") + 1)
        count = whole(vector(num_segments))
        indices = where((indices < 0) | (indices > count), count, indices)
        result = _gathered(rows, indices, count + 1, start(rows), how)
        return op.Slice(result, [0], [-1], [0], [1])

    return lower


def _of_indices(part_: str) -> LoweringRule:
    def lower(_site: OnnxWriter, data: Value, indices: Value, ids: Value, num_segments: Value | None = None) -> Value:
        rows = wide(op.Gather(data, whole(indices)))
        rows.shape = (None,) * rank(data, "data")
        count = _count(ids) if num_segments is None else whole(vector(num_segments))
        result = _gathered(rows, ids, count, 0, "add")
        scale = _SCALES[part_]
        if scale is None:
            return result
        amount = op.Max(_sizes(rows, ids, count), 1)
        return result / cast(scale(amount), rows.dtype)

    return lower


def _of_indices_back(part_: str | None = None) -> LoweringRule:
    def lower(site: OnnxWriter, grad: Value, indices: Value, ids: Value, rows: Value) -> Value:
        given, positions = wide(grad), whole(vector(ids))
        given.shape = grad.shape
        scale = _SCALES[part_ or site.attrs["part"]]
        if scale is not None:
            amount = op.Max(_sizes(given, positions, op.Slice(op.Shape(given), [0], [1])), 1)
            given = given / cast(scale(amount), given.dtype)
        return _gathered(op.Gather(given, positions), vector(indices), rows, 0, "add")

    return lower


_SCALES: Mapping[str, Callable[[Value], Value] | None] = {"sum": None, "mean": lambda n: n, "sqrtn": op.Sqrt}


def _bins(_site: OnnxWriter, arr: Value, size: Value, weights: Value) -> Value:
    indices, amount = vector(arr), vector(weights)
    if 0 in sizes(weights, "weights"):  # each counts as 1
        amount = op.Expand(like(weights, 1), op.Shape(indices))
    inside = op.Less(indices, op.Reshape(size, []))
    safe = where(inside, indices, 0)
    return _gathered(where(inside, amount, 0), safe, size, 0, "add")


def _dense_bins(site: OnnxWriter, values: Value, size: Value, weights: Value) -> Value:
    amount = vector(weights)
    if 0 in sizes(weights, "weights") or site.attrs["binary_output"]:  # each counts as 1
        amount = op.Expand(like(weights, 1), op.Shape(vector(values)))
    inside = op.Less(vector(values), op.Reshape(size, []))
    indices = op.Unsqueeze(whole(where(inside, vector(values), 0)), [1])
    shape = whole(vector(size))
    if rank(values, "input") == 2:
        count = op.Shape(values, start=0, end=1)
        rows = op.Unsqueeze(op.Range(np.int64(0), op.Reshape(count, []), np.int64(1)), [1])
        rows = op.Reshape(op.Expand(rows, op.Shape(values)), [-1, 1])
        indices, shape = op.Concat(rows, indices, axis=1), op.Concat(count, shape, axis=0)
    zeros = op.Expand(like(weights, 0), shape)
    result = op.ScatterND(zeros, indices, where(inside, amount, 0), reduction="add")
    return op.Min(result, 1) if site.attrs["binary_output"] else result


def _histogram(site: OnnxWriter, values: Value, value_range: Value, nbins: Value) -> Value:
    low, high = (cast(op.Gather(value_range, [i]), DOUBLE) for i in (0, 1))
    bins = cast(vector(nbins), DOUBLE)
    shifted = op.Max(cast(vector(values), DOUBLE), low) - low
    indices = cast(op.Min(shifted / (high / bins - low / bins), bins - 1), INT64)
    zeros = op.Expand(np.int64(0), whole(vector(nbins)))
    ones = op.Expand(np.int64(1), op.Shape(indices))
    return cast(op.ScatterND(zeros, op.Unsqueeze(indices, [1]), ones, reduction="add"), site.dtype)


def _segment_rows(_site: OnnxWriter, values: Value, ids: Value) -> Value:
    rows = op.Gather(values, op.Max(whole(ids), 0))
    outside = ids < 0
    for _ in range(rank(values, "values") - 1):
        outside = op.Unsqueeze(outside, [-1])
    return where(outside, 0, rows)


def _mean_gradient(_site: OnnxWriter, dy: Value, ids: Value) -> Value:
    rows = wide(dy)
    rows.shape = dy.shape
    indices = whole(vector(ids))
    amount = op.Max(_sizes(rows, indices, _count(indices)), 1)
    return op.Gather(rows / cast(amount, rows.dtype), indices)


def _partition(site: OnnxWriter, data: Value, partitions: Value) -> tuple[Value, ...]:
    rows, indices = _rows(data, partitions), vector(partitions)
    result: list[Value] = []
    for i in range(site.attrs["num_partitions"]):
        chosen = op.Equal(indices, constant(data.sink, np.asarray(i, np.int32)))
        result.append(op.Compress(rows, chosen, axis=0))
    return tuple(result)


def _stitch(_site: OnnxWriter, indices: tuple[Value, ...], data: tuple[Value, ...]) -> Value:
    positions = op.Concat(*(whole(vector(each)) for each in indices), axis=0)
    parts = [_rows(d, i) if rank(i, "indices") else op.Unsqueeze(d, [0]) for d, i in zip(data, indices, strict=True)]
    rows = op.Concat(*parts, axis=0)
    return op.ScatterND(_filled(_count(positions), rows, 0), op.Unsqueeze(positions, [1]), rows)


def _finite_limits(x: Value) -> Any:
    return np.finfo(x.dtype.numpy) if is_real(x) else np.iinfo(x.dtype.numpy)


_PARTS = ("Sum", "Mean", "SqrtN")
RULES: dict[str, LoweringRule] = {
    "ArgMax": _arg_extreme("ArgMax", -_INFINITY),
    "ArgMin": _arg_extreme("ArgMin", _INFINITY),
    "Cumsum": _running_sum,
    "Cumprod": _running_product,
    "Sum": _reduction("ReduceSum"),
    "Mean": _mean,
    "Prod": _reduction("ReduceProd"),
    "Max": _extreme("ReduceMax"),
    "Min": _extreme("ReduceMin"),
    "EuclideanNorm": _norm,
    "All": _reduction("ReduceMin", _bits),
    "Any": _reduction("ReduceMax", _bits),
    "KeptShape": plain(_kept_shape),
    "ReducedCount": plain(_reduced_count),
    "ProductOfOthers": _product_of_others,
    "AddN": plain(lambda values: summed(map(wide, values))),
    "SumToShape": _sum_to_shape,
    "BroadcastDynamicShape": _broadcast_shape,
    "SegmentSum": plain(lambda data, ids: _gathered(wide(data), ids, _count(ids), 0, "add")),
    "SegmentMean": plain(_segment_mean),
    "SegmentProd": plain(lambda data, ids: _gathered(wide(data), ids, _count(ids), 1, "mul")),
    "SegmentMax": plain(_segment_extreme("max", 0)),
    "SegmentMin": plain(_segment_extreme("min", 1)),
    "SegmentRows": _segment_rows,
    "SegmentMeanGrad": _mean_gradient,
    **each("UnsortedSegmentSum SegmentSumV2", _unsorted("add", lambda _: 0)),
    **each("UnsortedSegmentMax SegmentMaxV2", _unsorted("max", lambda x: _finite_limits(x).min)),
    **each("SegmentProdV2 UnsortedSegmentProd", _unsorted("mul", lambda _: 1)),
    **each("SegmentMinV2 UnsortedSegmentMin", _unsorted("min", lambda x: _finite_limits(x).max)),
    **{f"SparseSegment{part}{end}": _of_indices(part.lower()) for part in _PARTS for end in ("", "WithNumSegments")},
    **{f"SparseSegment{part}Grad": _of_indices_back(part.lower()) for part in _PARTS},
    "SparseSegmentGrad": _of_indices_back(),
    "Bincount": _bins,
    "DenseBincount": _dense_bins,
    "HistogramFixedWidth": _histogram,
    "DynamicPartition": _partition,
    **each("DynamicStitch ParallelDynamicStitch", _stitch),
}
