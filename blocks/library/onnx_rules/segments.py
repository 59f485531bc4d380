"""ONNX rules for segment reductions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from blocks.base.dtypes import DOUBLE, INT64
from blocks.library.onnx_rules.values import (
    MOST,
    Value,
    cast,
    constant,
    is_real,
    like,
    op,
    shape_of,
    vector,
    where,
    whole,
    wide,
)
from blocks.library.onnx_rules.writing import OnnxWriter, rank, sizes
from blocks.library.rules import LoweringRule, each, plain


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


def _mean(data: Value, ids: Value) -> Value:
    rows, count = wide(data), _count(ids)
    amount = op.Max(_sizes(rows, ids, count), 1)
    return _gathered(rows, ids, count, 0, "add") / cast(amount, rows.dtype)


def _extreme(how: str, which: int) -> Callable[[Value, Value], Value]:
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
    "SegmentSum": plain(lambda data, ids: _gathered(wide(data), ids, _count(ids), 0, "add")),
    "SegmentMean": plain(_mean),
    "SegmentProd": plain(lambda data, ids: _gathered(wide(data), ids, _count(ids), 1, "mul")),
    "SegmentMax": plain(_extreme("max", 0)),
    "SegmentMin": plain(_extreme("min", 1)),
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
