"""Neural network layers for quantized tensors: convolution, biases, normalization, ReLU, pooling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from blocks.base.dtypes import QINT8, QINT32, QUANTIZED, QUINT8, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, merge, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.library.array.arguments import require_rank, require_vector
from blocks.library.array.quantization.arithmetic import (
    Quantised,
    Range,
    centred,
    divided,
    in_new_range,
    limits,
    nearest,
    product_range,
    range_of,
    real_numbers,
    require_dtype,
    require_scalars,
    wrapped,
)
from blocks.library.declare import block, declare
from blocks.library.nn.pooling_kernels import combined, element_counts, pooled_shape, prepare
from blocks.library.nn.windows import (
    PADDINGS,
    Windows,
    check_steps,
    each_position,
    image_shape,
    pool_over,
    ranked,
    window_counts,
    windows_over,
)

_BYTES = (QUINT8, QINT8)
_FORMAT = "NHWC"


def _require_length(call: Call, pin: str, channels: int | None, shape: Shape) -> None:
    """A pin takes a vector with one element per channel.

    Raises:
        DiagramError: it does not.
    """
    require_vector(call, pin)
    result = call.shape(pin)
    if not compatible((channels,), result):
        text = f"{call.type.name} needs one element at {pin} for each of the {channels} channels of {shape_text(shape)}"
        raise DiagramError(f"{text}, got shape {shape_text(result)}", pin=pin)


# -- Convolution and bias ----------------------------------------------------------------------------------------------


@block(
    "input: Tinput, filter: Tfilter, min_input: float, max_input: float, min_filter: float, max_filter: float"
    " -> output: out_type, min_output: float, max_output: float",
    Tinput=(QUINT8,),
    Tfilter=_BYTES,
    where={"padding": PADDINGS, "out_type": QUANTIZED},
    example={
        "input": {"val": [[[[1], [2], [3]]]], "dtype": "DT_QUINT8"},
        "filter": {"val": [[[[1]], [[10]]]], "dtype": "DT_QUINT8"},
        "min_input": 0.0,
        "max_input": 255.0,
        "min_filter": 0.0,
        "max_filter": 255.0,
        "strides": [1, 1, 1, 1],
        "padding": "VALID",
        "output": [[[[21], [32]]]],
        "min_output": -2147483648.0,
        "max_output": 2147483647.0,
    },
)
def QuantizedConv2D(
    input: Array,
    filter: Array,
    min_input: Array,
    max_input: Array,
    min_filter: Array,
    max_filter: Array,
    *,
    strides: list[int],
    padding: str,
    out_type: DType = QINT32,
    dilations: list[int] = [1, 1, 1, 1],  # noqa: B006
) -> Quantised:
    """The convolution of quantised images with quantised filters, exact in integers.

    Both count from the integers that stand for 0, and so does the padding. One step of the result stands for the
    product of a step of input and a step of filter. Sums beyond 32 bits wrap around.

    Args:
        input: [batch, height, width, channels] images.
        filter: [filter_height, filter_width, channels, outputs] the filters.
        min_input: [] the lower end of the range of input.
        max_input: [] the upper end.
        min_filter: [] the lower end of the range of filter.
        max_filter: [] the upper end.
        strides: the step from window to window, [1, s, s, 1].
        padding: SAME: the result is as large as the image (over the stride); VALID: windows stay inside.
        out_type: the dtype of the result: qint32.
        dilations: only [1, 1, 1, 1].

    Returns:
        output: [batch, rows, columns, outputs] the convolved images.
        min_output: [] the lower end of their range.
        max_output: [] the upper end.
    """
    ranges = range_of(min_input, max_input), range_of(min_filter, max_filter)
    image, weights = centred(input, ranges[0], filter, ranges[1])
    windows = _windows(input.shape[1:3], filter.shape[:2], strides[1:3], padding)
    sums = np.zeros((input.shape[0], *windows.counts, filter.shape[3]), image.dtype)
    for index, outs, ins in each_position(windows, input.shape[1:3]):
        sums[outs] += image[ins] @ weights[index]
    return wrapped(sums), *product_range(ranges[0], input.dtype, ranges[1], filter.dtype)


def _windows(image: Sequence[int], sizes: Sequence[int], strides: Sequence[int], padding: str) -> Windows:
    """How filters lie over images.

    Where the windows of SAME leave pixels out, as strides are larger than filters, TensorFlow leaves out as many at
    both sides in this block (elsewhere at the end only).
    """
    windows = windows_over(image, sizes, strides, (1, 1), padding)
    if padding == "VALID":
        return windows
    before = [int((windows.before[i] + windows.after[i]) / 2) for i in range(2)]
    return windows._replace(before=tuple(before))


@QuantizedConv2D.shape
@QuantizedConv2D.shape
def _(call: Call) -> list[Shape]:
    require_dtype(call, "out_type", QINT32)
    require_scalars(call, "min_input", "max_input", "min_filter", "max_filter")
    batch, *image, channels = image_shape(call, "input", _FORMAT)
    *sizes, depth, count = ranked(call, "filter", 4, "filters [height, width, channels, output channels]")
    if not compatible((channels,), (depth,)):
        text = f"QuantizedConv2D needs filters for the {channels} channels of the input, got {depth} channels"
        raise DiagramError(text, pin="filter")
    if 0 in sizes:
        raise DiagramError(
            f"QuantizedConv2D needs filters that are not empty, got {sizes[0]} x {sizes[1]}", pin="filter"
        )
    strides, padding = call.attrs["strides"][1:3], call.attrs["padding"]
    return [(batch, *window_counts(call, "input", image, sizes, strides, (1, 1), padding), count), (), ()]


def _prepare_convolution(attrs: dict[str, Any]) -> None:
    check_steps("QuantizedConv2D", attrs, "strides", _FORMAT)
    if attrs["strides"][1] != attrs["strides"][2]:
        text = f"QuantizedConv2D needs one stride for height and width, got {attrs['strides']}"
        raise DiagramError(text, pin="strides")
    if attrs["dilations"] != [1, 1, 1, 1]:
        raise DiagramError(f"QuantizedConv2D has no dilations, got {attrs['dilations']}", pin="dilations")


QuantizedConv2D.prepare = _prepare_convolution


@block(
    "input: T, bias: T, min_input: float, max_input: float, min_bias: float, max_bias: float"
    " -> output: out_type, min_out: float, max_out: float",
    T=_BYTES,
    where={"out_type": QUANTIZED},
    shown_as={"min_out": "result_min_output", "max_out": "result_max_output"},
    example={
        "input": {"val": [[0, 255]], "dtype": "DT_QUINT8"},
        "bias": {"val": [255, 255], "dtype": "DT_QUINT8"},
        "min_input": 0.0,
        "max_input": 1.0,
        "min_bias": 0.0,
        "max_bias": 1.0,
        "out_type": "DT_QINT32",
        "output": [[16384, 32768]],
        "min_out": -131072.0,
        "max_out": 131072.0,
    },
)
def QuantizedBiasAdd(
    input: Array,
    bias: Array,
    min_input: Array,
    max_input: Array,
    min_bias: Array,
    max_bias: Array,
    *,
    out_type: DType,
) -> Quantised:
    """Add a bias to each channel of a quantised tensor, in 32 bits.

    The range of the result is 2^17 times the largest end of both ranges, to both sides of 0, so that sums of many such
    results fit as well.

    Args:
        input: [..., channels] a tensor of two or more axes, the last one the channels.
        bias: [channels] one number per channel, of the dtype of input.
        min_input: [] the lower end of the range of input.
        max_input: [] the upper end.
        min_bias: [] the lower end of the range of bias.
        max_bias: [] the upper end.
        out_type: the dtype of the result: qint32.

    Returns:
        output: [..., channels] the sum, in the shape of input.
        min_out: [] the lower end of its range.
        max_out: [] the upper end.
    """
    ranges = range_of(min_input, max_input), range_of(min_bias, max_bias)
    high = max(max(each.high, -each.low) for each in ranges) * np.float32(2**17)
    total = Range(-high, high)
    wide = out_type.numpy
    numbers, addends = in_new_range(input, ranges[0], total, wide), in_new_range(bias, ranges[1], total, wide)
    return numbers + (addends + nearest(np.zeros(()), total, wide)), *total


@QuantizedBiasAdd.shape
def _(call: Call) -> list[Shape]:
    require_dtype(call, "out_type", QINT32)
    require_scalars(call, "min_input", "max_input", "min_bias", "max_bias")
    shape = require_rank(call, "input", 2, "at least two axes")
    channels = None if shape is None else shape[-1]
    _require_length(call, "bias", channels, shape)
    return [None if shape is None else (*shape[:-1], *(merge((channels,), call.shape("bias")) or ())), (), ()]


# -- Normalisation -----------------------------------------------------------------------------------------------------

_STATISTICS = ("m", "v", "beta", "gamma")


@block(
    "t: Tinput, t_min: float, t_max: float, m: Tinput, m_min: float, m_max: float, v: Tinput, v_min: float,"
    " v_max: float, beta: Tinput, beta_min: float, beta_max: float, gamma: Tinput, gamma_min: float, gamma_max: float"
    " -> result: out_type, result_min: float, result_max: float",
    Tinput=(QUINT8,),
    where={"out_type": QUANTIZED},
    example={
        "t": {"val": [[[[3], [5]]]], "dtype": "DT_QUINT8"},
        **{
            name: {"val": [value], "dtype": "DT_QUINT8"}
            for name, value in (("m", 1), ("v", 4), ("beta", 7), ("gamma", 1))
        },
        **{f"{name}_{end}": value for name in ("t", *_STATISTICS) for end, value in (("min", 0.0), ("max", 255.0))},
        "out_type": "DT_QINT32",
        "variance_epsilon": 0.0,
        "scale_after_normalization": False,
        "result": [[[[16384], [18432]]]],
        "result_min": -1048576.0,
        "result_max": 1048576.0,
    },
)
def QuantizedBatchNormWithGlobalNormalization(
    t: Array,
    t_min: Array,
    t_max: Array,
    m: Array,
    m_min: Array,
    m_max: Array,
    v: Array,
    v_min: Array,
    v_max: Array,
    beta: Array,
    beta_min: Array,
    beta_max: Array,
    gamma: Array,
    gamma_min: Array,
    gamma_max: Array,
    *,
    out_type: DType,
    variance_epsilon: float,
    scale_after_normalization: bool,
) -> Quantised:
    """Normalise the channels of quantised images by a mean and a variance that are given.

    result = (t - m) / sqrt(v + variance_epsilon) * gamma + beta, in integers of 32 bits for the range from -2^20 to
    2^20; products beyond that wrap around.

    Source: Ioffe, Szegedy, arXiv:1502.03167.

    Args:
        t: [batch, height, width, channels] images.
        t_min: [] the lower end of the range of t.
        t_max: [] the upper end.
        m: [channels] the mean of each channel.
        m_min: [] the lower end of the range of m.
        m_max: [] the upper end.
        v: [channels] the variance of each channel.
        v_min: [] the lower end of the range of v.
        v_max: [] the upper end.
        beta: [channels] what is added to each channel at the end.
        beta_min: [] the lower end of the range of beta.
        beta_max: [] the upper end.
        gamma: [channels] what each channel is multiplied by, if scale_after_normalization.
        gamma_min: [] the lower end of the range of gamma.
        gamma_max: [] the upper end.
        out_type: the dtype of the result: qint32.
        variance_epsilon: a small number that keeps the quotient finite.
        scale_after_normalization: multiply by gamma.

    Returns:
        result: [batch, height, width, channels] the normalised images.
        result_min: [] the lower end of their range, -2^20.
        result_max: [] the upper end, 2^20.
    """
    mean, variance = real_numbers(m, range_of(m_min, m_max)), real_numbers(v, range_of(v_min, v_max))
    scale = np.float32(1.0) / np.sqrt(variance + np.float32(variance_epsilon))
    if scale_after_normalization:
        scale = scale * real_numbers(gamma, range_of(gamma_min, gamma_max))
    offset = -mean * scale + real_numbers(beta, range_of(beta_min, beta_max))
    wide = out_type.numpy
    result = Range(np.float32(-(2**20)), np.float32(2**20))
    numbers = nearest(real_numbers(t, range_of(t_min, t_max)), result, wide)
    products = wrapped(numbers.astype(np.int64) * nearest(scale, result, wide))
    one = int(nearest(np.ones(()), result, wide))
    return wrapped(divided(products.astype(np.int64), one) + nearest(offset, result, wide)), *result


@QuantizedBatchNormWithGlobalNormalization.shape
def _(call: Call) -> list[Shape]:
    require_dtype(call, "out_type", QINT32)
    require_scalars(call, *(f"{name}_{end}" for name in ("t", *_STATISTICS) for end in ("min", "max")))
    shape = image_shape(call, "t", _FORMAT)
    for pin in _STATISTICS:
        _require_length(call, pin, shape[-1], shape)
    return [shape, (), ()]


# -- Limits and pooling: the range stays ------------------------------------------------------------------------------


# -- Activations -------------------------------------------------------------------------------------------------------


def _limited(features: Array, low: Array, high: Array, top: Any) -> Quantised:
    """Quantised numbers not below 0 and not above a number (None: whatever they are), and their range."""
    results = range_of(low, high)
    result = np.maximum(features, nearest(np.zeros(()), results, features.dtype))
    if top is not None:
        result = np.minimum(result, nearest(top, results, features.dtype))
    return np.asarray(result), *results


def _relu_shape(call: Call) -> list[Shape]:
    require_dtype(call, "out_type", call.dtype("features"))
    require_scalars(call, *(pin.name for pin in call.type.inputs[1:]))
    return [call.shape("features"), (), ()]


def _relu_example(activations: list[int], **others: Any) -> dict[str, Any]:
    return {
        "features": {"val": [0, 100, 255], "dtype": "DT_QUINT8"},
        "min_features": -5.1,
        "max_features": 20.4,
        "activations": activations,
        "min_activations": -5.1,
        "max_activations": 20.4,
        **others,
    }


def _relu(name: str, summary: str, top: float | None, activations: list[int]) -> BlockType:
    """Declare the limits that are not given by a pin: ``top`` is the largest number that is left, if there is one."""

    def kernel(features: Array, min_features: Array, max_features: Array, *, out_type: DType = QUINT8) -> Quantised:
        return _limited(features, min_features, max_features, None if top is None else np.float32(top))

    result = declare(
        name,
        "nn_ops",
        "features: Tinput, min_features: float, max_features: float"
        " -> activations: out_type, min_activations: float, max_activations: float",
        kernel,
        doc=f"{summary}\n\nArgs:\n{_PINS}",
        Tinput=(QUINT8, QINT32),
        where={"out_type": QUANTIZED},
        example=_relu_example(activations),
    )
    result.shape(_relu_shape)
    return result


_PINS = """    features: [...] the numbers.
    min_features: [] the lower end of their range.
    max_features: [] the upper end.
    out_type: the dtype of the result, which is that of features.

Returns:
    activations: [...] the numbers that are left, in the same range.
    min_activations: [] the lower end of the range, unchanged.
    max_activations: [] the upper end, unchanged.
"""

QuantizedRelu = _relu(
    "QuantizedRelu",
    "max(x, 0) of quantised numbers: those below become the integer that stands for 0.",
    None,
    [51, 100, 255],
)
QuantizedRelu6 = _relu(
    "QuantizedRelu6",
    "min(max(x, 0), 6) of quantised numbers.\n\n"
    "Source: Krizhevsky, Convolutional Deep Belief Networks on CIFAR-10 (2010).",
    6.0,
    [51, 100, 111],
)


@block(
    "features: Tinput, max_value: float, min_features: float, max_features: float"
    " -> activations: out_type, min_activations: float, max_activations: float",
    Tinput=(QUINT8, QINT32),
    where={"out_type": QUANTIZED},
    example=_relu_example([51, 61, 61], max_value=1.0),
)
def QuantizedReluX(
    features: Array, max_value: Array, min_features: Array, max_features: Array, *, out_type: DType = QUINT8
) -> Quantised:
    """min(max(x, 0), max_value) of quantised numbers.

    Args:
        features: [...] the numbers.
        max_value: [] the largest number that is left.
        min_features: [] the lower end of their range.
        max_features: [] the upper end.
        out_type: the dtype of the result, which is that of features.

    Returns:
        activations: [...] the numbers that are left, in the same range.
        min_activations: [] the lower end of the range, unchanged.
        max_activations: [] the upper end, unchanged.
    """
    return _limited(features, min_features, max_features, max_value)


QuantizedReluX.shape(_relu_shape)


# -- Pooling -----------------------------------------------------------------------------------------------------------


def _pool_shape(call: Call) -> list[Shape]:
    require_scalars(call, "min_input", "max_input")
    return [pooled_shape(call, "input"), (), ()]


def _pool_example(output: int) -> dict[str, Any]:
    return {
        "input": {"val": [[[[1], [2]], [[7], [5]]]], "dtype": "DT_QUINT8"},
        "min_input": 0.0,
        "max_input": 1.0,
        "ksize": [1, 2, 2, 1],
        "strides": [1, 2, 2, 1],
        "padding": "VALID",
        "output": [[[[output]]]],
        "min_output": 0.0,
        "max_output": 1.0,
    }


@block(
    "input: T, min_input: float, max_input: float -> output: T, min_output: float, max_output: float",
    T=_BYTES,
    where={"padding": PADDINGS},
    example=_pool_example(7),
)
def QuantizedMaxPool(
    input: Array, min_input: Array, max_input: Array, *, ksize: list[int], strides: list[int], padding: str
) -> Quantised:
    """The largest number of each window of quantised images.

    Args:
        input: [batch, height, width, channels] images.
        min_input: [] the lower end of their range.
        max_input: [] the upper end.
        ksize: the size of a window, [1, height, width, 1], or [1, 1, 1, n] for n channels at a time; then strides is
            the same.
        strides: the step from window to window, [1, height, width, 1].
        padding: SAME: windows may reach over the edge; VALID: they stay inside.

    Returns:
        output: [batch, rows, columns, channels] the largest numbers, in the same range.
        min_output: [] the lower end of the range, unchanged.
        max_output: [] the upper end, unchanged.
    """
    pool = pool_over(input.shape, ksize, strides, padding)
    return combined(np.maximum, input, pool, limits(input.dtype)[0]), *range_of(min_input, max_input)


QuantizedMaxPool.shape(_pool_shape)
QuantizedMaxPool.prepare = prepare("QuantizedMaxPool", depth=True)


@block(
    "input: T, min_input: float, max_input: float -> output: T, min_output: float, max_output: float",
    T=_BYTES,
    where={"padding": PADDINGS},
    example=_pool_example(3),
)
def QuantizedAvgPool(
    input: Array, min_input: Array, max_input: Array, *, ksize: list[int], strides: list[int], padding: str
) -> Quantised:
    """The mean of each window of quantised images, without its fraction; padding does not count.

    Args:
        input: [batch, height, width, channels] images.
        min_input: [] the lower end of their range.
        max_input: [] the upper end.
        ksize: the size of a window, [1, height, width, 1].
        strides: the step from window to window, [1, height, width, 1].
        padding: SAME: windows may reach over the edge; VALID: they stay inside.

    Returns:
        output: [batch, rows, columns, channels] the means, in the same range.
        min_output: [] the lower end of the range, unchanged.
        max_output: [] the upper end, unchanged.
    """
    pool = pool_over(input.shape, ksize, strides, padding)
    sums = combined(np.add, input.astype(np.int64), pool, 0)
    return divided(sums, element_counts(pool, np.int64)).astype(input.dtype), *range_of(min_input, max_input)


QuantizedAvgPool.shape(_pool_shape)
QuantizedAvgPool.prepare = prepare("QuantizedAvgPool")
