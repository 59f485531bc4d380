"""ONNX rules for neural networks: activations, softmax, losses and normalization."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from blocks.base.dtypes import FLOAT, INT64
from blocks.library.nn.activations import SELU_LIMIT, SELU_SCALE
from blocks.library.nn.data_formats import order_of, permutation
from blocks.library.nn.windows import channel_axis
from blocks.library.onnx_rules.math import expm1, log1p
from blocks.library.onnx_rules.values import (
    Value,
    cast,
    constant,
    counted,
    is_real,
    like,
    moved,
    op,
    shape_of,
    size_along,
    vector,
    where,
    whole,
    wide,
)
from blocks.library.onnx_rules.writing import Rule, Site, at_site, plain, rank, sizes, widened


def _leaky(site: Site, x: Value) -> Value:
    if x.dtype is FLOAT:
        return op.LeakyRelu(x, alpha=site.attrs["alpha"])
    return where(x > 0, x, x * float(np.float32(site.attrs["alpha"])))


# Softmax and losses.


def _cross_entropy(site: Site, features: Value, labels: Value) -> tuple[Value, Value]:
    x, y = wide(features), wide(labels)
    if features.shape != labels.shape:
        zero = op.Mul(y, 0)
        x, y = x + zero, y + op.Mul(x, 0)
    loss = op.ReduceSum(-op.LogSoftmax(x, axis=-1) * y, [-1], keepdims=0)
    return loss, op.Softmax(x, axis=-1) - y


def _sparse_cross_entropy(features: Value, labels: Value) -> tuple[Value, Value]:
    x = wide(features)
    classes = counted(size_along(features, 1))
    own = op.Equal(op.Unsqueeze(whole(labels), [1]), classes)
    loss = op.ReduceSum(where(own, -op.LogSoftmax(x, axis=-1), 0), [-1], keepdims=0)
    return loss, op.Softmax(x, axis=-1) - cast(own, x.dtype)


def _in_top(predictions: Value, targets: Value, k: Value | int) -> Value:
    classes = counted(size_along(predictions, 1))
    finite = op.Not(op.IsNaN(predictions) | op.IsInf(predictions))
    fine = op.ReduceMin(cast(finite, INT64), [1], keepdims=0) > 0
    chosen = op.Equal(op.Unsqueeze(whole(targets), [1]), classes)
    own = op.ReduceSum(where(chosen, predictions, 0), [1], keepdims=1)
    above = op.ReduceSum(cast(predictions > own, INT64), [1], keepdims=0)
    there = op.ReduceSum(cast(chosen, INT64), [1], keepdims=0) > 0
    return fine & there & (above < k)


def _axes_translated(site: Site, x: Value) -> Value:
    order = np.array(order_of(site.attrs["src_format"], site.attrs["dst_format"]))
    return op.Gather(constant(x.sink, order), op.Mod(whole(x), len(order)))


def _permuted(site: Site, x: Value) -> Value:
    order = permutation(sizes(x, "x")[0], site.attrs["src_format"], site.attrs["dst_format"])
    return op.Gather(x, order, axis=0)


def _bias_add(site: Site, value: Value, bias: Value) -> Value:
    if site.attrs["data_format"] == "NCHW":
        bias = op.Reshape(bias, [-1, *[1] * (rank(value, "value") - 2)])
    return value + bias


def _bias_gradient(site: Site, dy: Value) -> Value:
    count = rank(dy, "out_backprop")
    axis = 1 if site.attrs["data_format"] == "NCHW" else count - 1
    return op.ReduceSum(wide(dy), [i for i in range(count) if i != axis], keepdims=0)


# Normalisation.


def _along_channels(data_format: str) -> tuple[list[int], list[int]]:
    axis = channel_axis(data_format)
    axes = range(len(data_format))
    return [i for i in axes if i != axis], [-1 if i == axis else 1 for i in axes]


def _amount(x: Value, axes: list[int]) -> Value:
    if x.shape is not None and all(x.shape[i] is not None for i in axes):
        return like(x, math.prod(x.shape[i] or 0 for i in axes))
    return cast(op.ReduceProd(op.Gather(shape_of(x), axes), keepdims=0), FLOAT)


def _batch_norm(site: Site, x: Value, scale: Value, offset: Value, mean: Value, variance: Value) -> tuple[Value, ...]:
    axes, per_channel = _along_channels(site.attrs["data_format"])

    def wider(value: Value) -> Value:
        return op.Reshape(value, per_channel)

    used_mean, used_variance, new_mean, new_variance = mean, variance, mean, variance
    if site.attrs["is_training"]:
        size = _amount(x, axes)
        used_mean = op.ReduceSum(x, axes, keepdims=0) / size
        centred = x - wider(used_mean)
        used_variance = op.ReduceSum(centred * centred, axes, keepdims=0) / size
        unbiased = size / op.Max(size - 1, 1)
        new_mean, new_variance = used_mean, used_variance * unbiased
        new = site.attrs["exponential_avg_factor"]
        if new != 1:
            new_mean = (1 - new) * mean + new * new_mean
            new_variance = (1 - new) * variance + new * new_variance
    factor = scale / op.Sqrt(used_variance + site.attrs["epsilon"])
    y = (x - wider(used_mean)) * wider(factor) + wider(offset)
    return y, new_mean, new_variance, used_mean, used_variance


def _batch_norm_v2(site: Site, x: Value, *numbers: Value) -> tuple[Value, ...]:
    return _batch_norm(site, wide(x), *map(wide, numbers))


def _batch_norm_v3(site: Site, x: Value, *numbers: Value) -> tuple[Value, ...]:
    return *_batch_norm_v2(site, x, *numbers), site.constant(np.zeros(0), wide(numbers[0]).dtype)


def _batch_norm_gradient_v3(site: Site, dy: Value, x: Value, *numbers: Value) -> tuple[Value, ...]:
    return _batch_norm_gradient(site, wide(dy), wide(x), *numbers[:3])


def _batch_norm_gradient(
    site: Site, dy: Value, x: Value, scale: Value, mean: Value, variance: Value
) -> tuple[Value, ...]:
    axes, per_channel = _along_channels(site.attrs["data_format"])

    def wider(value: Value) -> Value:
        return op.Reshape(value, per_channel)

    inverse = 1 / op.Sqrt(variance + site.attrs["epsilon"])
    normal = (x - wider(mean)) * wider(inverse)
    by_offset = op.ReduceSum(dy, axes, keepdims=0)
    by_scale = op.ReduceSum(dy * normal, axes, keepdims=0)
    by_x = dy
    if site.attrs["is_training"]:
        size = _amount(x, axes)
        by_x = dy - normal * wider(by_scale / size) - wider(by_offset / size)
    nothing = site.constant(np.zeros(0), scale.dtype)
    return by_x * wider(scale * inverse), by_scale, by_offset, nothing, nothing


def _local_response(site: Site, x: Value) -> Value:
    size = 2 * site.attrs["depth_radius"] + 1
    numbers = {"alpha": site.attrs["alpha"] * size, "beta": site.attrs["beta"], "bias": site.attrs["bias"]}
    return moved(op.LRN(moved(x, (0, 3, 1, 2)), size=size, **numbers), (0, 2, 3, 1))


def _channel_windows(site: Site, x: Value) -> Value:
    indices = np.arange(sizes(x, "x")[-1])
    band = np.abs(indices[:, None] - indices) <= site.attrs["depth_radius"]
    numbers: Any = band.astype(x.dtype.numpy)
    return op.MatMul(x, constant(x.sink, numbers))


RULES: dict[str, Rule] = {
    "Relu": plain(lambda x: op.Relu(x) if is_real(x) else op.Max(x, 0)),
    "Relu6": plain(lambda x: op.Min(op.Max(x, 0), 6)),
    "ReluGrad": plain(lambda dy, x: where(x > 0, dy, 0)),
    "Relu6Grad": plain(lambda dy, x: where((x > 0) & (x < 6), dy, 0)),
    "LeakyRelu": Rule(_leaky),
    "LeakyReluGrad": at_site(lambda site, dy, x: where(x > 0, dy, dy * float(np.float32(site.attrs["alpha"])))),
    "Elu": widened(lambda x: op.Max(x, 0) + expm1(op.Min(x, 0))),
    "Selu": widened(lambda x: op.Max(x, 0) * SELU_SCALE + expm1(op.Min(x, 0)) * SELU_LIMIT),
    "Softplus": widened(lambda x: op.Max(x, 0) + log1p(op.Exp(-op.Abs(x)))),
    "Softsign": widened(lambda x: x / (op.Abs(x) + 1)),
    "Softmax": widened(lambda x: op.Softmax(x, axis=-1)),
    "LogSoftmax": widened(lambda x: op.LogSoftmax(x, axis=-1)),
    "SoftmaxCrossEntropyWithLogits": Rule(_cross_entropy),
    "SparseSoftmaxCrossEntropyWithLogits": widened(_sparse_cross_entropy),
    "L2Loss": widened(lambda x: op.ReduceSum(x * x, keepdims=0) * 0.5),
    "InTopK": at_site(lambda site, predictions, targets: _in_top(predictions, targets, site.attrs["k"])),
    "InTopKV2": plain(lambda predictions, targets, k: _in_top(predictions, targets, whole(k))),
    "TopK": at_site(lambda site, x, k: op.TopK(x, whole(vector(k)), count=2, axis=-1, sorted=1)),
    "ApproxTopK": at_site(lambda site, x: op.TopK(x, [site.attrs["k"]], count=2, axis=-1, sorted=1)),
    "DataFormatDimMap": Rule(_axes_translated),
    "DataFormatVecPermute": Rule(_permuted),
    "BiasAdd": Rule(_bias_add),
    "BiasAddGrad": Rule(_bias_gradient),
    "FusedBatchNorm": Rule(_batch_norm),
    "FusedBatchNormV2": Rule(_batch_norm_v2),
    "FusedBatchNormV3": Rule(_batch_norm_v3),
    "FusedBatchNormGradV3": Rule(_batch_norm_gradient_v3),
    "FusedBatchNormGrad": Rule(_batch_norm_gradient),
    "LRN": Rule(_local_response),
    "ChannelWindowSum": Rule(_channel_windows),
}
