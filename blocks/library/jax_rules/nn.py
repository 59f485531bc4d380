"""Lowering rules for neural networks: activations, softmax, convolutions and normalization.

Windows are placed as in the NumPy kernels (`blocks.library.nn.windows`). Gradients of linear functions with respect to
the images or the filter are transposes.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.library.array.quantization import fake_quant
from blocks.library.array.quantization.quantize_and_dequantize import QuantizeAndDequantizeV2
from blocks.library.jax_rules.array import mirrored
from blocks.library.jax_rules.image import resized
from blocks.library.jax_rules.lowering import (
    Functions,
    LoweringContext,
    Value,
    functions_of,
    is_known,
    jnp,
    kernel_of,
    known,
    lax,
    moved,
    number,
    precision,
    sizes,
    transposed,
    wide,
    widened,
)
from blocks.library.nn.activations import SELU_LIMIT, SELU_SCALE
from blocks.library.nn.convolution import full_sizes, geometry
from blocks.library.nn.data_formats import order_of, permutation
from blocks.library.nn.windows import Windows, channel_axis, windows_over
from blocks.library.rules import LoweringRule, at_site, each, plain


def _selu(x: Value) -> Value:
    return jnp.maximum(x, 0) * x.dtype.type(SELU_SCALE) + jnp.expm1(jnp.minimum(x, 0)) * x.dtype.type(SELU_LIMIT)


# Softmax and losses.


def _shifted(logits: Value) -> Value:
    return logits - jnp.max(logits, axis=-1, keepdims=True, initial=-np.inf)


def _softmax(x: Value) -> Value:
    powers = jnp.exp(_shifted(x))
    return powers / jnp.sum(powers, axis=-1, keepdims=True)


def _log_softmax(x: Value) -> Value:
    shifted = _shifted(x)
    return shifted - jnp.log(jnp.sum(jnp.exp(shifted), axis=-1, keepdims=True))


def _cross_entropy(features: Value, labels: Value) -> tuple[Value, Value]:
    features, labels = jnp.broadcast_arrays(features, labels)
    shifted = _shifted(features)
    powers = jnp.exp(shifted)
    total = jnp.sum(powers, axis=-1, keepdims=True)
    return jnp.sum((jnp.log(total) - shifted) * labels, axis=-1), powers / total - labels


def _sparse_cross_entropy(site: LoweringContext, features: Value, labels: Value) -> tuple[Value, Value]:
    classes = features.shape[1]
    site.require_within(labels, classes)
    x = wide(features)
    own = jnp.asarray(labels)[:, None] == jnp.arange(classes)
    shifted = _shifted(x)
    powers = jnp.exp(shifted)
    total = jnp.sum(powers, axis=-1, keepdims=True)
    picked = jnp.sum(jnp.where(own, shifted, 0), axis=-1)
    return jnp.log(total[:, 0]) - picked, powers / total - own


def _in_top(predictions: Value, targets: Value, k: Value) -> Value:
    count, classes = predictions.shape
    if not classes:
        return jnp.zeros(count, bool)
    fine = (targets >= 0) & (targets < classes) & jnp.all(jnp.isfinite(predictions), axis=1)
    own = jnp.take_along_axis(predictions, jnp.where(fine, targets, 0)[:, None], 1)
    return fine & (jnp.sum(predictions > own, axis=1) < k)


def _axes_translated(site: LoweringContext, x: Value) -> Value:
    order = jnp.asarray(order_of(site.attrs["src_format"], site.attrs["dst_format"]), x.dtype)
    return order[x % len(order)]


def _leaky_gradient(site: LoweringContext, dy: Value, x: Value) -> Value:
    return jnp.where(x > 0, dy, dy * dy.dtype.type(np.float32(site.attrs["alpha"])))


def _permuted(site: LoweringContext, x: Value) -> Value:
    return jnp.asarray(x)[np.array(permutation(len(x), site.attrs["src_format"], site.attrs["dst_format"]))]


def _segment_averages(values: Value, segments: Value) -> Value:
    rows, numbers = wide(values), jnp.asarray(segments)
    own = jnp.asarray(numbers[..., :, None] == numbers[..., None, :], rows.dtype)
    return jnp.matmul(own, rows[..., None], precision=precision())[..., 0] / jnp.sum(own, axis=-1)


def _bias_add(site: LoweringContext, value: Value, bias: Value) -> Value:
    if site.attrs["data_format"] == "NCHW":
        bias = jnp.reshape(bias, (-1, *[1] * (value.ndim - 2)))
    return jnp.add(value, bias)


def _bias_gradient(site: LoweringContext, dy: Value) -> Value:
    axis = 1 if site.attrs["data_format"] == "NCHW" else dy.ndim - 1
    total = wide(dy)
    return jnp.sum(total, axis=tuple(i for i in range(dy.ndim) if i != axis), dtype=total.dtype)


# Convolutions. Each is `_convolution` or its transpose.


def _windows(site: LoweringContext, image: tuple[int, ...], filter_shape: tuple[int, ...]) -> Windows:
    attrs = site.attrs
    explicit = attrs.get("explicit_paddings", ())
    return geometry(
        image, filter_shape, attrs["data_format"], attrs["strides"], attrs["dilations"], attrs["padding"], explicit
    )


Convolution = Callable[[Value, Value, Windows, str], Value]


def _convolution(x: Value, filter: Value, windows: Windows, data_format: str) -> Value:
    axes = "HW" if len(data_format) == 4 else "DHW"
    groups = x.shape[channel_axis(data_format)] // max(filter.shape[-2], 1)
    return lax.conv_general_dilated(
        x,
        filter,
        windows.strides,
        list(zip(windows.before, windows.after, strict=True)),
        rhs_dilation=windows.dilations,
        dimension_numbers=(data_format, f"{axes}IO", data_format),
        feature_group_count=groups,
        precision=precision(),
    )


def _depthwise(x: Value, filter: Value, windows: Windows, data_format: str) -> Value:
    *lead, channels, times = filter.shape
    return _convolution(x, jnp.reshape(filter, (*lead, 1, channels * times)), windows, data_format)


def _convolve(site: LoweringContext, x: Value, filter: Value, convolution: Convolution = _convolution) -> Value:
    windows = _windows(site, x.shape, filter.shape)
    return convolution(wide(x), wide(filter), windows, site.attrs["data_format"])


def _convolve_behind(site: LoweringContext, x: Value, filter: Value) -> Value:
    attrs, form = site.attrs, "NHWC" if filter.ndim == 4 else "NDHWC"
    lead, rest = x.shape[: attrs["batch_dims"]], x.shape[attrs["batch_dims"] :]
    images = jnp.reshape(wide(x), (math.prod(lead), *rest))
    dilations = attrs["dilations"] or [1] * len(form)
    explicit = attrs["explicit_paddings"]
    windows = geometry(images.shape, filter.shape, form, attrs["strides"], dilations, attrs["padding"], explicit)
    result = _convolution(images, wide(filter), windows, form)
    return jnp.reshape(result, (*lead, *result.shape[1:]))


def _mirrored_and_convolved(site: LoweringContext, x: Value, paddings: Value, filter: Value) -> Value:
    images = mirrored(site, wide(x), paddings)
    strides, padding = site.attrs["strides"][1:-1], site.attrs["padding"]
    windows = windows_over(images.shape[1:-1], filter.shape[:2], strides, (1, 1), padding)
    return _convolution(images, wide(filter), windows, "NHWC")


def _resized_and_convolved(site: LoweringContext, x: Value, size: Value, paddings: Value, filter: Value) -> Value:
    images, wanted = wide(x), sizes(size, "size")
    if images.shape[1:3] != wanted:
        images = resized(images, wanted, site.attrs["resize_align_corners"])
    return _mirrored_and_convolved(site, images, paddings, filter)


def _convolve_input(
    site: LoweringContext, input_sizes: Value, filter: Value, dy: Value, convolution: Convolution = _convolution
) -> Value:
    data_format = site.attrs["data_format"]
    shape = full_sizes(np.array(sizes(input_sizes, "input_sizes")), filter, dy, data_format)
    windows, weights = _windows(site, shape, filter.shape), wide(filter)
    return transposed(lambda x: convolution(x, weights, windows, data_format), shape, wide(dy))


def _convolve_filter(
    site: LoweringContext, x: Value, filter_sizes: Value, dy: Value, convolution: Convolution = _convolution
) -> Value:
    shape, images = sizes(filter_sizes, "filter_sizes"), wide(x)
    windows = _windows(site, x.shape, shape)
    return transposed(lambda w: convolution(images, w, windows, site.attrs["data_format"]), shape, wide(dy))


def _by_depth(rule: LoweringRule) -> LoweringRule:
    def lower(site: LoweringContext, *values: Value) -> Value:
        return rule(site, *values, _depthwise)

    return lower


# Normalisation.


def _channels(x: Value, data_format: str) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    axis = channel_axis(data_format)
    others = tuple(i for i in range(x.ndim) if i != axis)
    per_channel = tuple(x.shape[i] if i == axis else 1 for i in range(x.ndim))
    return others, per_channel, math.prod(x.shape[i] for i in others)


def _batch_norm(
    site: LoweringContext, x: Value, scale: Value, offset: Value, mean: Value, variance: Value
) -> tuple[Value, ...]:
    others, per_channel, size = _channels(x, site.attrs["data_format"])
    used_mean, used_variance, new_mean, new_variance = mean, variance, mean, variance
    if site.attrs["is_training"]:
        used_mean = jnp.sum(x, axis=others) / x.dtype.type(size)
        used_variance = jnp.sum(jnp.square(x - jnp.reshape(used_mean, per_channel)), axis=others) / x.dtype.type(size)
        new_mean, new_variance = used_mean, used_variance * x.dtype.type(size / max(size - 1, 1))
        new = x.dtype.type(site.attrs["exponential_avg_factor"])
        if new != 1 and size:
            new_mean = (1 - new) * mean + new * new_mean
            new_variance = (1 - new) * variance + new * new_variance
    elif not size:
        new_mean, new_variance = jnp.full_like(mean, np.nan), jnp.full_like(variance, np.nan)
    factor = scale / jnp.sqrt(used_variance + x.dtype.type(site.attrs["epsilon"]))
    y = (x - jnp.reshape(used_mean, per_channel)) * jnp.reshape(factor, per_channel) + jnp.reshape(offset, per_channel)
    return y, new_mean, new_variance, used_mean, used_variance


def _batch_norm_v2(site: LoweringContext, x: Value, *numbers: Value) -> tuple[Value, ...]:
    return _batch_norm(site, wide(x), *map(wide, numbers))


def _batch_norm_v3(site: LoweringContext, x: Value, *numbers: Value) -> tuple[Value, ...]:
    return *_batch_norm_v2(site, x, *numbers), jnp.zeros(0, numbers[0].dtype)


def _batch_norm_gradient(site: LoweringContext, dy: Value, x: Value, *numbers: Value) -> tuple[Value, ...]:
    dy, x, (scale, mean, variance) = wide(dy), wide(x), numbers[:3]
    others, per_channel, size = _channels(x, site.attrs["data_format"])
    inverse = 1 / jnp.sqrt(variance + x.dtype.type(site.attrs["epsilon"]))
    normal = (x - jnp.reshape(mean, per_channel)) * jnp.reshape(inverse, per_channel)
    by_offset, by_scale = jnp.sum(dy, axis=others), jnp.sum(dy * normal, axis=others)
    by_x = dy
    if site.attrs["is_training"]:
        count = x.dtype.type(max(size, 1))
        by_x = dy - normal * jnp.reshape(by_scale / count, per_channel) - jnp.reshape(by_offset / count, per_channel)
    nothing = jnp.zeros(0, x.dtype)
    return by_x * jnp.reshape(scale * inverse, per_channel), by_scale, by_offset, nothing, nothing


def _channel_sums(x: Value, radius: int) -> Value:
    radius = min(radius, max(x.shape[-1] - 1, 0))
    window = [1] * (x.ndim - 1) + [2 * radius + 1]
    padding = [(0, 0)] * (x.ndim - 1) + [(radius, radius)]
    return lax.reduce_window(x, x.dtype.type(0), lax.add, window, [1] * x.ndim, padding)


def _local_response(site: LoweringContext, x: Value) -> Value:
    attrs, numbers = site.attrs, wide(x)
    sums = _channel_sums(numbers * numbers, attrs["depth_radius"])
    return numbers * jnp.power(
        sums * np.float32(attrs["alpha"]) + np.float32(attrs["bias"]), np.float32(-attrs["beta"])
    )


class _Unknown(Functions):
    """JAX functions on values that XLA must not treat as constants, since it would multiply by an inverse.

    For a range around 0 the last digit of a quotient decides which of two integers 0 is.
    """

    def float32(self, number: Any) -> Value:
        return lax.optimization_barrier(jnp.float32(number))


_KERNELS = functions_of(
    "blocks.library.array.quantization.quantize_and_dequantize", "blocks.library.array.quantization.arithmetic"
)
_KINDS = "blocks.library.array.quantization.fake_quant", "blocks.library.array.quantization.arithmetic"
_SIMULATING = functions_of(*_KINDS)
_known_levels = vars(fake_quant)["_levels"]
_unknown_levels = moved(_known_levels, {**_SIMULATING, "np": _Unknown()})


def _levels(low: Value, high: Value, num_bits: int, narrow_range: bool) -> Any:
    find = _known_levels if is_known(low) and is_known(high) else _unknown_levels
    return find(low, high, num_bits, narrow_range)


_SIMULATING["_levels"] = _levels


def _unchecked(_low: Value, _high: Value) -> None:
    pass  # the rule requires the order


_KERNELS["_require_order"] = _unchecked
_simulate = moved(QuantizeAndDequantizeV2.kernel, _KERNELS)


def _quantize_and_dequantize(
    site: LoweringContext, input: Value, input_min: Value, input_max: Value, num_bits: Value = None
) -> Value:
    attrs, ends = dict(site.attrs), (jnp.asarray(input_min), jnp.asarray(input_max))
    if num_bits is not None:
        attrs["num_bits"] = number(num_bits, "num_bits")
    if attrs["range_given"]:
        site.require(jnp.all(input_min <= input_max))
        if not all(map(np.ndim, ends)):  # one number goes with all slices
            attrs["axis"] = -1
    return _simulate(jnp.asarray(input), *ends, **attrs)


_DEQUANTIZE = kernel_of(
    "Dequantize",
    functions_of("blocks.library.array.quantization.quantized", "blocks.library.array.quantization.arithmetic"),
)


def _dequantize(site: LoweringContext, input: Value, low: Value, high: Value) -> Value:
    if site.attrs["mode"] == "MIN_FIRST":  # which integer stands for 0 is worked out on single numbers
        low, high = known(low, "min_range"), known(high, "max_range")
    return _DEQUANTIZE(site, jnp.asarray(input), low, high)


_SIMULATED = ("Args", "ArgsGradient", "Vars", "VarsGradient", "VarsPerChannel", "VarsPerChannelGradient")

RULES: dict[str, LoweringRule] = {
    "FusedPadConv2D": _mirrored_and_convolved,
    "FusedResizeAndPadConv2D": _resized_and_convolved,
    "Relu": plain(lambda x: jnp.maximum(x, x.dtype.type(0))),
    "Relu6": plain(lambda x: jnp.minimum(jnp.maximum(x, 0), 6)),
    "ReluGrad": plain(lambda dy, x: dy * (x > 0)),
    "Relu6Grad": plain(lambda dy, x: dy * ((x > 0) & (x < 6))),
    "LeakyRelu": at_site(lambda site, x: jnp.where(x > 0, x, x * x.dtype.type(np.float32(site.attrs["alpha"])))),
    "LeakyReluGrad": _leaky_gradient,
    "Elu": widened(lambda x: jnp.maximum(x, 0) + jnp.expm1(jnp.minimum(x, 0))),
    "Selu": widened(_selu),
    "Softplus": widened(lambda x: jnp.maximum(x, 0) + jnp.log1p(jnp.exp(-jnp.abs(x)))),
    "Softsign": widened(lambda x: x / (jnp.abs(x) + 1)),
    "Softmax": widened(_softmax),
    "LogSoftmax": widened(_log_softmax),
    "SoftmaxCrossEntropyWithLogits": widened(_cross_entropy),
    "SparseSoftmaxCrossEntropyWithLogits": _sparse_cross_entropy,
    "L2Loss": widened(lambda x: jnp.sum(jnp.square(x)) * x.dtype.type(0.5)),
    "InTopK": at_site(lambda site, predictions, targets: _in_top(predictions, targets, site.attrs["k"])),
    "InTopKV2": plain(_in_top),
    "TopK": at_site(lambda site, x, k: tuple(lax.top_k(x, number(k, "k")))),
    "ApproxTopK": at_site(lambda site, x: tuple(lax.top_k(x, site.attrs["k"]))),
    "DataFormatDimMap": _axes_translated,
    "DataFormatVecPermute": _permuted,
    "SegmentAverages": plain(_segment_averages),
    "BiasAdd": _bias_add,
    "BiasAddGrad": _bias_gradient,
    "Conv": _convolve_behind,
    **each("Conv2D Conv3D", _convolve),
    **each("Conv2DBackpropInput Conv3DBackpropInputV2", _convolve_input),
    **each("Conv2DBackpropFilter Conv3DBackpropFilterV2", _convolve_filter),
    "DepthwiseConv2dNative": _by_depth(_convolve),
    "DepthwiseConv2dNativeBackpropInput": _by_depth(_convolve_input),
    "DepthwiseConv2dNativeBackpropFilter": _by_depth(_convolve_filter),
    "FusedBatchNorm": _batch_norm,
    "FusedBatchNormV2": _batch_norm_v2,
    "FusedBatchNormV3": _batch_norm_v3,
    **each("FusedBatchNormGrad FusedBatchNormGradV3", _batch_norm_gradient),
    "LRN": _local_response,
    "ChannelWindowSum": at_site(lambda site, x: _channel_sums(x, site.attrs["depth_radius"])),
    **{(name := f"FakeQuantWithMinMax{form}"): kernel_of(name, _SIMULATING) for form in _SIMULATED},
    "Dequantize": _dequantize,
    **{f"QuantizeAndDequantizeV{version}": _quantize_and_dequantize for version in (2, 3, 4)},
}
