"""ONNX rules for neural networks: activations, softmax, losses, normalization, recurrent cells, fake quantization."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.dtypes import FLOAT, INT64
from blocks.library.nn.activations import SELU_LIMIT, SELU_SCALE
from blocks.library.nn.data_formats import order_of, permutation
from blocks.library.nn.windows import channel_axis
from blocks.library.onnx_rules.math import expm1, log1p
from blocks.library.onnx_rules.values import (
    MOST,
    NotExported,
    Value,
    cast,
    constant,
    counted,
    is_real,
    like,
    moved,
    op,
    reshaped,
    shape_of,
    size_along,
    vector,
    where,
    whole,
    wide,
)
from blocks.library.onnx_rules.writing import OnnxWriter, number, rank, sizes, widened
from blocks.library.rules import LoweringRule, at_site, each, plain


def _leaky(site: OnnxWriter, x: Value) -> Value:
    if x.dtype is FLOAT:
        return op.LeakyRelu(x, alpha=site.attrs["alpha"])
    return where(x > 0, x, x * float(np.float32(site.attrs["alpha"])))


# Softmax and losses.


def _cross_entropy(site: OnnxWriter, features: Value, labels: Value) -> tuple[Value, Value]:
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


def _axes_translated(site: OnnxWriter, x: Value) -> Value:
    order = np.array(order_of(site.attrs["src_format"], site.attrs["dst_format"]))
    return op.Gather(constant(x.sink, order), op.Mod(whole(x), len(order)))


def _permuted(site: OnnxWriter, x: Value) -> Value:
    order = permutation(sizes(x, "x")[0], site.attrs["src_format"], site.attrs["dst_format"])
    return op.Gather(x, order, axis=0)


def _bias_add(site: OnnxWriter, value: Value, bias: Value) -> Value:
    if site.attrs["data_format"] == "NCHW":
        bias = op.Reshape(bias, [-1, *[1] * (rank(value, "value") - 2)])
    return value + bias


def _bias_gradient(site: OnnxWriter, dy: Value) -> Value:
    count = rank(dy, "out_backprop")
    axis = 1 if site.attrs["data_format"] == "NCHW" else count - 1
    return op.ReduceSum(wide(dy), [i for i in range(count) if i != axis], keepdims=0)


# Normalisation.


def _along_channels(data_format: str) -> tuple[list[int], Callable[[Value], Value]]:
    """Return the axes other than the channels, and a function that adds them to a vector of channels."""
    axis = channel_axis(data_format)
    axes = range(len(data_format))
    return [i for i in axes if i != axis], lambda x: op.Reshape(x, [-1 if i == axis else 1 for i in axes])


def _amount(x: Value, axes: list[int]) -> Value:
    if x.shape is not None and all(x.shape[i] is not None for i in axes):
        return like(x, math.prod(x.shape[i] or 0 for i in axes))
    return cast(op.ReduceProd(op.Gather(shape_of(x), axes), keepdims=0), FLOAT)


def _batch_norm(
    site: OnnxWriter, x: Value, scale: Value, offset: Value, mean: Value, variance: Value
) -> tuple[Value, ...]:
    axes, wider = _along_channels(site.attrs["data_format"])
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


def _batch_norm_v2(site: OnnxWriter, x: Value, *numbers: Value) -> tuple[Value, ...]:
    return _batch_norm(site, wide(x), *map(wide, numbers))


def _batch_norm_v3(site: OnnxWriter, x: Value, *numbers: Value) -> tuple[Value, ...]:
    return *_batch_norm_v2(site, x, *numbers), site.constant(np.zeros(0), wide(numbers[0]).dtype)


def _batch_norm_gradient(site: OnnxWriter, dy: Value, x: Value, *numbers: Value) -> tuple[Value, ...]:
    dy, x, (scale, mean, variance) = wide(dy), wide(x), numbers[:3]
    axes, wider = _along_channels(site.attrs["data_format"])
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


def _local_response(site: OnnxWriter, x: Value) -> Value:
    size = 2 * site.attrs["depth_radius"] + 1
    numbers = {"alpha": site.attrs["alpha"] * size, "beta": site.attrs["beta"], "bias": site.attrs["bias"]}
    return moved(op.LRN(moved(x, (0, 3, 1, 2)), size=size, **numbers), (0, 2, 3, 1))


def _channel_windows(site: OnnxWriter, x: Value) -> Value:
    indices = np.arange(sizes(x, "x")[-1])
    band = np.abs(indices[:, None] - indices) <= site.attrs["depth_radius"]
    numbers: Any = band.astype(x.dtype.numpy)
    return op.MatMul(x, constant(x.sink, numbers))


def _fake_quantised(x: Value, low: Value, high: Value, site: OnnxWriter) -> tuple[Value, Value, Value, Value]:
    """Return clamped numbers, the limits and the step, nudged so that zero is exactly a step."""
    least = like(x, int(site.attrs["narrow_range"]))
    most = like(x, 2 ** site.attrs["num_bits"] - 1)
    step = (high - low) / (most - least)
    zero = least - low / step
    nudged = where(zero < least, least, where(zero > most, most, op.Floor(zero + 0.5)))
    first, last = (least - nudged) * step, (most - nudged) * step
    return op.Min(op.Max(x, first), last), first, last, step


def _fake(site: OnnxWriter, x: Value, low: Value, high: Value) -> Value:
    clamped, first, _last, step = _fake_quantised(x, low, high, site)
    steps = op.Floor((clamped - first) / step + 0.5)
    return where(step > 0, steps * step + first, 0)


def _limits(site: OnnxWriter, x: Value) -> tuple[Value, Value]:
    return like(x, site.attrs["min"]), like(x, site.attrs["max"])


def _fake_gradients(site: OnnxWriter, dy: Value, x: Value, low: Value, high: Value) -> tuple[Value, Value, Value]:
    _clamped, first, last, _step = _fake_quantised(x, low, high, site)
    axes = list(range(rank(x, "inputs") - rank(low, "min")))
    below, above = (
        op.ReduceSum(where(outside, dy, 0), axes, keepdims=0, noop_with_empty_axes=1)
        for outside in (x < first, x > last)
    )
    wide_open = op.Equal(low, high)  # then all passes, and the limits get nothing
    return where((x >= first) & (x <= last) | wide_open, dy, 0), where(wide_open, 0, below), where(wide_open, 0, above)


MOST_STEPS = 256
"""Longer sequences would make a model of too many operators."""


def _columns(x: Value, letters: str, cells: int) -> dict[str, Value]:
    return {each: op.Slice(x, [n * cells], [(n + 1) * cells], [1]) for n, each in enumerate(letters)}


def _step(
    site: OnnxWriter, order: str, product: Value, cs_prev: Value, peepholes: tuple[Value, ...]
) -> tuple[Value, ...]:
    attrs = site.attrs
    into = _columns(product, order, sizes(cs_prev, "cs_prev")[1])
    to_i, to_f, to_o = into["i"], into["f"] + attrs.get("forget_bias", 0.0), into["o"]
    if attrs["use_peephole"]:
        to_i, to_f = to_i + cs_prev * peepholes[0], to_f + cs_prev * peepholes[1]
    i, f, ci = op.Sigmoid(to_i), op.Sigmoid(to_f), op.Tanh(into["c"])
    cs = ci * i + cs_prev * f
    if attrs["cell_clip"] > 0:
        cs = op.Min(op.Max(cs, -attrs["cell_clip"]), attrs["cell_clip"])
    cs.shape = cs_prev.shape
    if attrs["use_peephole"]:
        to_o = to_o + cs * peepholes[2]
    o, co = op.Sigmoid(to_o), op.Tanh(cs)
    return i, cs, f, o, ci, co, o * co


def _lstm_cell(site: OnnxWriter, *given: Value) -> tuple[Value, ...]:
    x, cs_prev, h_prev, w, wci, wcf, wco, b = map(wide, given)
    product = op.MatMul(op.Concat(x, h_prev, axis=1), w) + b
    cs_prev.shape = given[1].shape
    return _step(site, "icfo", product, cs_prev, (wci, wcf, wco))


def _gru_cell(x: Value, h_prev: Value, w_ru: Value, w_c: Value, b_ru: Value, b_c: Value) -> tuple[Value, ...]:
    gates = op.Sigmoid(op.MatMul(op.Concat(x, h_prev, axis=1), w_ru) + b_ru)
    r, u = _columns(gates, "ru", sizes(h_prev, "h_prev")[1]).values()
    c = op.Tanh(op.MatMul(op.Concat(x, r * h_prev, axis=1), w_c) + b_c)
    return r, u, c, u * h_prev + (1 - u) * c


def _sequence(site: OnnxWriter, length: Value, *given: Value) -> tuple[Value, ...]:
    order = "ifco" if site.node.type.name == "BlockLSTMV2" else "icfo"
    steps, batch, inputs = sizes(given[0], "x")
    count, cells = number(length, "seq_len_max"), sizes(given[1], "cs_prev")[1]
    if count > MOST_STEPS:
        raise NotExported(f"has {count} steps, but a model with more than {MOST_STEPS} steps would be too large")
    x, cs, h, w, wci, wcf, wco, b = map(wide, given)
    cs.shape = (batch, cells)
    into_cells, into_states = op.Slice(w, [0], [inputs], [0]), op.Slice(w, [inputs], [MOST], [0])
    value: list[tuple[Value, ...]] = []
    for t in range(count):
        at = op.Gather(x, constant(x.sink, np.array(t)), axis=0)
        product = op.MatMul(at, into_cells) + op.MatMul(h, into_states) + b
        result = _step(site, order, product, cs, (wci, wcf, wco))
        cs, h = result[1], result[6]
        value.append(result)
    results: list[Value] = []
    nothing = op.Expand(like(x, 0), [steps - count, batch, cells]) if count < steps else None
    for n in range(7):
        rows = [reshaped(item[n], (1, batch, cells)) for item in value]
        results.append(op.Concat(*rows, *([] if nothing is None else [nothing]), axis=0))
    return tuple(results)


RULES: dict[str, LoweringRule] = {
    "Relu": plain(lambda x: op.Relu(x) if is_real(x) else op.Max(x, 0)),
    "Relu6": plain(lambda x: op.Min(op.Max(x, 0), 6)),
    "ReluGrad": plain(lambda dy, x: where(x > 0, dy, 0)),
    "Relu6Grad": plain(lambda dy, x: where((x > 0) & (x < 6), dy, 0)),
    "LeakyRelu": _leaky,
    "LeakyReluGrad": at_site(lambda site, dy, x: where(x > 0, dy, dy * float(np.float32(site.attrs["alpha"])))),
    "Elu": widened(lambda x: op.Max(x, 0) + expm1(op.Min(x, 0))),
    "Selu": widened(lambda x: op.Max(x, 0) * SELU_SCALE + expm1(op.Min(x, 0)) * SELU_LIMIT),
    "Softplus": widened(lambda x: op.Max(x, 0) + log1p(op.Exp(-op.Abs(x)))),
    "Softsign": widened(lambda x: x / (op.Abs(x) + 1)),
    "Softmax": widened(lambda x: op.Softmax(x, axis=-1)),
    "LogSoftmax": widened(lambda x: op.LogSoftmax(x, axis=-1)),
    "SoftmaxCrossEntropyWithLogits": _cross_entropy,
    "SparseSoftmaxCrossEntropyWithLogits": widened(_sparse_cross_entropy),
    "L2Loss": widened(lambda x: op.ReduceSum(x * x, keepdims=0) * 0.5),
    "InTopK": at_site(lambda site, predictions, targets: _in_top(predictions, targets, site.attrs["k"])),
    "InTopKV2": plain(lambda predictions, targets, k: _in_top(predictions, targets, whole(k))),
    "TopK": at_site(lambda site, x, k: op.TopK(x, whole(vector(k)), count=2, axis=-1, sorted=1)),
    "ApproxTopK": at_site(lambda site, x: op.TopK(x, [site.attrs["k"]], count=2, axis=-1, sorted=1)),
    "DataFormatDimMap": _axes_translated,
    "DataFormatVecPermute": _permuted,
    "BiasAdd": _bias_add,
    "BiasAddGrad": _bias_gradient,
    "FusedBatchNorm": _batch_norm,
    "FusedBatchNormV2": _batch_norm_v2,
    "FusedBatchNormV3": _batch_norm_v3,
    **each("FusedBatchNormGrad FusedBatchNormGradV3", _batch_norm_gradient),
    "LRN": _local_response,
    "ChannelWindowSum": _channel_windows,
    "FakeQuantWithMinMaxArgs": at_site(lambda site, x: _fake(site, x, *_limits(site, x))),
    "FakeQuantWithMinMaxArgsGradient": at_site(lambda site, dy, x: _fake_gradients(site, dy, x, *_limits(site, x))[0]),
    **each("FakeQuantWithMinMaxVars FakeQuantWithMinMaxVarsPerChannel", _fake),
    **each("FakeQuantWithMinMaxVarsGradient FakeQuantWithMinMaxVarsPerChannelGradient", _fake_gradients),
    "LSTMBlockCell": _lstm_cell,
    "GRUBlockCell": plain(_gru_cell),
    **each("BlockLSTM BlockLSTMV2", _sequence),
}
