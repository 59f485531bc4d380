"""ONNX rules for sparse tensors with dense results."""

from __future__ import annotations

import numpy as np

from blocks.library.onnx_rules.values import Value, constant, moved, op, vector, whole, wide, zeros
from blocks.library.onnx_rules.writing import Rule, Site, rank


def _rows(indices: Value) -> Value:
    """Return indices as rows; the indices of a vector may be scalars."""
    count = rank(indices, "sparse_indices")
    return whole(indices) if count == 2 else op.Reshape(whole(indices), [-1, 1])


def _dense(_site: Site, indices: Value, shape: Value, values: Value, default: Value) -> Value:
    rows = _rows(indices)
    updates = values if rank(values, "sparse_values") else op.Expand(values, size_of(rows))
    return op.ScatterND(op.Expand(default, whole(shape)), rows, updates)


def size_of(rows: Value) -> Value:
    return op.Slice(op.Shape(rows), [0], [1], [0])


def _filled(indices: Value, values: Value, shape: Value) -> Value:
    return op.ScatterND(zeros(values.sink, shape, values.dtype), whole(indices), values, reduction="add")


def _added(_site: Site, indices: Value, values: Value, _shape: Value, b: Value) -> Value:
    return op.ScatterND(wide(b), whole(indices), wide(values), reduction="add")


def _times(site: Site, indices: Value, values: Value, shape: Value, b: Value) -> Value:
    a = _filled(indices, wide(values), shape)
    left = moved(a, (1, 0)) if site.attrs["adjoint_a"] else a
    right = moved(wide(b), (1, 0)) if site.attrs["adjoint_b"] else wide(b)
    return op.MatMul(left, right)


def _sampled(_site: Site, indices: Value, x: Value, y: Value) -> Value:
    first, second = (op.Gather(whole(indices), constant(indices.sink, np.asarray(i)), axis=1) for i in (0, 1))
    return op.ReduceSum(wide(op.Gather(x, first)) * wide(op.Gather(y, second)), [1], keepdims=0)


def _sum(site: Site, indices: Value, values: Value, shape: Value, axes: Value) -> Value:
    a = _filled(indices, wide(values), shape)
    keep = int(site.attrs["keep_dims"])
    return op.ReduceSum(a, whole(vector(axes)), keepdims=keep, noop_with_empty_axes=1)


RULES: dict[str, Rule] = {
    "SparseToDense": Rule(_dense),
    "SparseTensorDenseAdd": Rule(_added),
    "SparseTensorDenseMatMul": Rule(_times),
    "SparseSampledMatMul": Rule(_sampled),
    "SparseReduceSum": Rule(_sum),
}
