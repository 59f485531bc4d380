"""ONNX rules for gathering and scattering, and for sparse tensors with dense results."""

from __future__ import annotations

import math

import numpy as np

from blocks.base.dtypes import BOOL
from blocks.library.onnx_rules.values import (
    NotExported,
    Value,
    cast,
    constant,
    moved,
    op,
    reshaped,
    shape_of,
    vector,
    whole,
    wide,
    zeros,
)
from blocks.library.onnx_rules.writing import OnnxWriter, fixed, number, rank, sizes
from blocks.library.rules import LoweringRule, at_site, each


def _gather(site: OnnxWriter, params: Value, indices: Value, axis: Value | None = None) -> Value:
    index = 0 if axis is None else number(axis, "axis")
    batch = site.attrs.get("batch_dims", 0)
    batch = batch + rank(indices, "indices") if batch < 0 else batch
    if not batch:
        return op.Gather(params, whole(indices), axis=index)
    count = rank(params, "params")
    index %= count
    # The axes between the batch and the gathered one go behind it, and come back after.
    order = [*range(batch), index, *range(batch, index), *range(index + 1, count)]
    result = op.GatherND(moved(params, order), op.Unsqueeze(whole(indices), [-1]), batch_dims=batch)
    chosen, between = rank(indices, "indices") - batch, index - batch
    back = [
        *range(batch),
        *range(batch + chosen, batch + chosen + between),
        *range(batch, batch + chosen),
        *range(batch + chosen + between, count - 1 + chosen),
    ]
    return moved(result, back)


def _gather_gradient(site: OnnxWriter, dy: Value, indices: Value, axis: Value, shape: Value) -> Value:
    wanted = fixed(site.shape, "the result")
    index, batch = number(axis, "axis") % len(wanted), site.attrs["batch_dims"]
    batch = batch + rank(indices, "indices") if batch < 0 else batch
    count, outer = math.prod(wanted[:batch]), math.prod(wanted[batch:index])
    n, inner = wanted[index], math.prod(wanted[index + 1 :])
    each = math.prod(sizes(indices, "indices")[batch:])
    starts = constant(dy.sink, np.arange(count)[:, None] * n)
    positions = op.Reshape(reshaped(whole(indices), (count, each)) + starts, [-1, 1])
    rows = moved(reshaped(wide(dy), (count, outer, each, inner)), (0, 2, 1, 3))
    empty = constant(dy.sink, np.zeros((count * n, outer * inner), rows.dtype.numpy))
    sums = op.ScatterND(empty, positions, reshaped(rows, (count * each, outer * inner)), reduction="add")
    return reshaped(moved(reshaped(sums, (count, n, outer, inner)), (0, 2, 1, 3)), wanted)


def _indices(site: OnnxWriter, indices: Value) -> Value:
    if site.attrs["bad_indices_policy"]:
        raise NotExported(f"has bad_indices_policy set to {site.attrs['bad_indices_policy']}")
    return whole(indices)


def _gather_nd(site: OnnxWriter, params: Value, indices: Value) -> Value:
    positions = _indices(site, indices)
    if positions.shape is not None and positions.shape[-1] == 0:
        lead = op.Slice(shape_of(indices), [0], [-1], [0])
        return op.Expand(params, op.Concat(lead, shape_of(params), axis=0))
    return op.GatherND(params, positions)


def _added_up(site: OnnxWriter, x: Value, indices: Value, updates: Value) -> Value:
    into = wide(x)
    if into.dtype is BOOL:
        raise NotExported("scatters booleans, which is not supported")
    if rank(indices, "indices") and sizes(indices, "indices")[-1:] == (0,):
        raise NotExported("has empty index vectors")
    return op.ScatterND(into, _indices(site, indices), cast(updates, into.dtype), reduction="add")


def _scatter_nd(site: OnnxWriter, indices: Value, updates: Value, shape: Value) -> Value:
    rows = wide(updates)
    return _added_up(site, zeros(site.sink, shape, rows.dtype), indices, rows)


def _changed(reduction: str) -> LoweringRule:
    def lower(site: OnnxWriter, x: Value, indices: Value, updates: Value) -> Value:
        into, rows = wide(x), wide(updates)
        return op.ScatterND(into, _indices(site, indices), rows, reduction=reduction)

    return lower


def _subtracted(site: OnnxWriter, x: Value, indices: Value, updates: Value) -> Value:
    return op.ScatterND(wide(x), _indices(site, indices), op.Neg(wide(updates)), reduction="add")


def _rows(indices: Value) -> Value:
    """Return indices as rows; the indices of a vector may be scalars."""
    count = rank(indices, "sparse_indices")
    return whole(indices) if count == 2 else op.Reshape(whole(indices), [-1, 1])


def _dense(_site: OnnxWriter, indices: Value, shape: Value, values: Value, default: Value) -> Value:
    rows = _rows(indices)
    updates = values if rank(values, "sparse_values") else op.Expand(values, op.Shape(rows, end=1))
    return op.ScatterND(op.Expand(default, whole(shape)), rows, updates)


def _filled(indices: Value, values: Value, shape: Value) -> Value:
    return op.ScatterND(zeros(values.sink, shape, values.dtype), whole(indices), values, reduction="add")


def _added(_site: OnnxWriter, indices: Value, values: Value, _shape: Value, b: Value) -> Value:
    return op.ScatterND(wide(b), whole(indices), wide(values), reduction="add")


def _times(site: OnnxWriter, indices: Value, values: Value, shape: Value, b: Value) -> Value:
    a = _filled(indices, wide(values), shape)
    left = moved(a, (1, 0)) if site.attrs["adjoint_a"] else a
    right = moved(wide(b), (1, 0)) if site.attrs["adjoint_b"] else wide(b)
    return op.MatMul(left, right)


def _sampled(_site: OnnxWriter, indices: Value, x: Value, y: Value) -> Value:
    first, second = (op.Gather(whole(indices), constant(indices.sink, np.asarray(i)), axis=1) for i in (0, 1))
    return op.ReduceSum(wide(op.Gather(x, first)) * wide(op.Gather(y, second)), [1], keepdims=0)


def _sum(site: OnnxWriter, indices: Value, values: Value, shape: Value, axes: Value) -> Value:
    a = _filled(indices, wide(values), shape)
    keep = int(site.attrs["keep_dims"])
    return op.ReduceSum(a, whole(vector(axes)), keepdims=keep, noop_with_empty_axes=1)


RULES: dict[str, LoweringRule] = {
    **each("Gather GatherV2", _gather),
    "GatherGrad": _gather_gradient,
    "GatherNd": _gather_nd,
    "GatherNdGrad": at_site(lambda site, dy, indices, shape: _scatter_nd(site, indices, dy, shape)),
    "ScatterNd": _scatter_nd,
    **each("ScatterNdNonAliasingAdd TensorScatterAdd", _added_up),
    "TensorScatterSub": _subtracted,
    "TensorScatterUpdate": _changed("none"),
    "TensorScatterMin": _changed("min"),
    "TensorScatterMax": _changed("max"),
    "SparseToDense": _dense,
    "SparseTensorDenseAdd": _added,
    "SparseTensorDenseMatMul": _times,
    "SparseSampledMatMul": _sampled,
    "SparseReduceSum": _sum,
}
