"""ONNX rules for reductions, cumulative sums and sums to a shape."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from blocks.base.dtypes import BOOL, DOUBLE, INT64, UINT8
from blocks.library.onnx_rules.values import (
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
from blocks.library.rules import LoweringRule, at_site, plain

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
}
