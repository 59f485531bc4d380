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
from blocks.library.array.arguments import require_rank, require_vector, shape_error
from blocks.library.array.quantization.arithmetic import (
    RANGES_DOC,
    Quantised,
    QuantizedRange,
    centred,
    divided,
    in_new_range,
    limits,
    nearest,
    product_range,
    range_of,
    ranges_of,
    real_numbers,
    require_dtype,
    require_scalars,
    span,
    wrapped,
)
from blocks.library.declare import block, declare
from blocks.library.nn.convolution import convolved_shape, filter_of
from blocks.library.nn.pooling_kernels import combined, element_counts, pooled_shape, prepare
from blocks.library.nn.windows import (
    PADDINGS,
    Windows,
    check_steps,
    each_position,
    image_shape,
    pool_over,
    windows_over,
)

_BYTES = (QUINT8, QINT8)
_FORMAT = "NHWC"


def _require_length(call: Call, pin: str, channels: int | None, shape: Shape) -> None:
    require_vector(call, pin)
    result = call.shape(pin)
    if not compatible((channels,), result):
        raise shape_error(call, pin, f"{pin} must have one value per channel ({channels} in {shape_text(shape)})")


# -- Convolution and bias ----------------------------------------------------------------------------------------------


@block(
    "input: Tinput, filter: Tfilter, min_input: float, max_input: float, min_filter: float, max_filter: float"
    " -> output: out_type, min_output: float, max_output: float",
    Tinput=(QUINT8,),
    Tfilter=_BYTES,
    where={"padding": PADDINGS, "out_type": QUANTIZED},
    doc_of=RANGES_DOC,
    example={
        "input": {"val": [[[[1], [2], [3]]]], "dtype": "DT_QUINT8"},
        "filter": {"val": [[[[1]], [[10]]]], "dtype": "DT_QUINT8"},
        **span("min_{}", input=(0.0, 255.0), filter=(0.0, 255.0), output=(-2147483648.0, 2147483647.0)),
        "strides": [1, 1, 1, 1],
        "padding": "VALID",
        "output": [[[[21], [32]]]],
    },
)
def QuantizedConv2D(
    input: Array,
    filter: Array,
    *ends: Array,
    strides: list[int],
    padding: str,
    out_type: DType = QINT32,
    dilations: list[int] = [1, 1, 1, 1],  # noqa: B006
) -> Quantised:
    """Compute a 2-D convolution of quantized images with quantized filters in exact integer arithmetic.

    Quantized values are relative to their zero point, which is also the padding. One quantization step of output is
    one step of input times one step of filter. Sums beyond 32 bits wrap around.

    Args:
        input: [batch, height, width, channels] the images.
        filter: [filter_height, filter_width, channels, outputs] the filters.
        strides: the step between windows, [1, s, s, 1].
        padding: SAME makes the output size input size / stride, rounded up. VALID keeps windows inside.
        out_type: the dtype of the result: only qint32.
        dilations: only [1, 1, 1, 1].

    Returns:
        output: [batch, rows, columns, outputs] the convolved images.
        min_output: [] the lower end of the range of the quantized values.
        max_output: [] the upper end of the range of the quantized values.
    """
    ranges = ranges_of(ends)
    image, weights = centred(input, ranges[0], filter, ranges[1])
    windows = _windows(input.shape[1:3], filter.shape[:2], strides[1:3], padding)
    sums = np.zeros((input.shape[0], *windows.counts, filter.shape[3]), image.dtype)
    for index, outs, ins in each_position(windows, input.shape[1:3]):
        sums[outs] += image[ins] @ weights[index]
    return wrapped(sums), *product_range(ranges[0], input.dtype, ranges[1], filter.dtype)


def _windows(image: Sequence[int], sizes: Sequence[int], strides: Sequence[int], padding: str) -> Windows:
    """Return the windows of filters over images.

    If SAME windows skip pixels because strides exceed filters, TensorFlow skips equally on both sides in this block,
    and only at the end in others.
    """
    windows = windows_over(image, sizes, strides, (1, 1), padding)
    if padding == "VALID":
        return windows
    before = [int((windows.before[i] + windows.after[i]) / 2) for i in range(2)]
    return windows._replace(before=tuple(before))


@QuantizedConv2D.shape
def _(call: Call) -> list[Shape]:
    require_dtype(call, "out_type", QINT32)
    require_scalars(call, "min_input", "max_input", "min_filter", "max_filter")
    image, filter = image_shape(call, "input", _FORMAT), filter_of(call, "filter", call.shape("filter"), len(_FORMAT))
    return [convolved_shape(call, _FORMAT, image, filter), (), ()]


def _prepare_convolution(attrs: dict[str, Any]) -> None:
    check_steps("QuantizedConv2D", attrs, "strides", _FORMAT)
    if attrs["strides"][1] != attrs["strides"][2]:
        text = f"QuantizedConv2D: the strides for height and width must be equal, got {attrs['strides']}"
        raise DiagramError(text, pin="strides")
    if attrs["dilations"] != [1, 1, 1, 1]:
        raise DiagramError(f"QuantizedConv2D: dilations must be 1, got {attrs['dilations']}", pin="dilations")


QuantizedConv2D.prepare = _prepare_convolution


@block(
    "input: T, bias: T, min_input: float, max_input: float, min_bias: float, max_bias: float"
    " -> output: out_type, min_out: float, max_out: float",
    T=_BYTES,
    where={"out_type": QUANTIZED},
    shown_as={"min_out": "result_min_output", "max_out": "result_max_output"},
    doc_of=(QuantizedConv2D, RANGES_DOC),
    example={
        "input": {"val": [[0, 255]], "dtype": "DT_QUINT8"},
        "bias": {"val": [255, 255], "dtype": "DT_QUINT8"},
        **span("min_{}", input=(0.0, 1.0), bias=(0.0, 1.0), out=(-131072.0, 131072.0)),
        "out_type": "DT_QINT32",
        "output": [[16384, 32768]],
    },
)
def QuantizedBiasAdd(input: Array, bias: Array, *ends: Array, out_type: DType) -> Quantised:
    """Add a bias to each channel of a quantized tensor, with a qint32 result.

    The range of the result is symmetric: 2^17 times the largest absolute end of both input ranges. This leaves room to
    add many such results.

    Args:
        input: [..., channels] a tensor with two or more axes. The last axis is the channel axis.
        bias: [channels] the bias of each channel, with the dtype of input.

    Returns:
        output: [..., channels] the sum, with the shape of input.
        min_out: [] the lower end of the range of output.
        max_out: [] the upper end of the range of output.
    """
    ranges = ranges_of(ends)
    high = max(max(each.high, -each.low) for each in ranges) * np.float32(2**17)
    total = QuantizedRange(-high, high)
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
    doc_of=RANGES_DOC,
    example={
        "t": {"val": [[[[3], [5]]]], "dtype": "DT_QUINT8"},
        **{
            name: {"val": [value], "dtype": "DT_QUINT8"}
            for name, value in (("m", 1), ("v", 4), ("beta", 7), ("gamma", 1))
        },
        **span("{}_min", **dict.fromkeys(("t", *_STATISTICS), (0.0, 255.0)), result=(-1048576.0, 1048576.0)),
        "out_type": "DT_QINT32",
        "variance_epsilon": 0.0,
        "scale_after_normalization": False,
        "result": [[[[16384], [18432]]]],
    },
)
def QuantizedBatchNormWithGlobalNormalization(
    *pins: Array, out_type: DType, variance_epsilon: float, scale_after_normalization: bool
) -> Quantised:
    """Normalize the channels of quantized images with a given mean and variance.

    result = (t - m) / sqrt(v + variance_epsilon) * gamma + beta, without gamma if scale_after_normalization is false.
    The result is qint32 and represents values from -2^20 to 2^20. Products beyond that range wrap around.

    Source: Ioffe, Szegedy, arXiv:1502.03167.

    Args:
        t: [batch, height, width, channels] the images.
        m: [channels] the mean of each channel.
        v: [channels] the variance of each channel.
        beta: [channels] the value added to each channel.
        gamma: [channels] the factor for each channel, used if scale_after_normalization is true.
        out_type: the dtype of the result: only qint32.
        variance_epsilon: a small value added to the variance to avoid division by 0.
        scale_after_normalization: whether to multiply by gamma.

    Returns:
        result: [batch, height, width, channels] the normalized images.
        result_min: [] the lower end of the range of result: -2^20.
        result_max: [] the upper end of the range of result: 2^20.
    """
    triples = zip(pins[::3], pins[1::3], pins[2::3], strict=True)
    images, mean, variance, beta, gamma = [real_numbers(x, range_of(low, high)) for x, low, high in triples]
    scale = np.float32(1.0) / np.sqrt(variance + np.float32(variance_epsilon))
    if scale_after_normalization:
        scale = scale * gamma
    offset = -mean * scale + beta
    wide = out_type.numpy
    result = QuantizedRange(np.float32(-(2**20)), np.float32(2**20))
    numbers = nearest(images, result, wide)
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


# -- Activations -------------------------------------------------------------------------------------------------------


def _limited(features: Array, low: Array, high: Array, top: Any) -> Quantised:
    """Clip quantized numbers at 0 and at a maximum (None: no maximum), and return them with their range."""
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
        "activations": activations,
        **span("min_{}", features=(-5.1, 20.4), activations=(-5.1, 20.4)),
        **others,
    }


def _relu(name: str, summary: str, top: float | None, activations: list[int]) -> BlockType:
    def kernel(features: Array, min_features: Array, max_features: Array, *, out_type: DType = QUINT8) -> Quantised:
        return _limited(features, min_features, max_features, None if top is None else np.float32(top))

    result = declare(
        name,
        "nn_ops",
        "features: Tinput, min_features: float, max_features: float"
        " -> activations: out_type, min_activations: float, max_activations: float",
        kernel,
        doc=summary,
        doc_of=_PINS,
        Tinput=(QUINT8, QINT32),
        where={"out_type": QUANTIZED},
        example=_relu_example(activations),
    )
    result.shape(_relu_shape)
    return result


_PINS = {
    "features": "[...] the quantized values.",
    "min_features": "[] the lower end of the range of the quantized values.",
    "max_features": "[] the upper end of the range of the quantized values.",
    "out_type": "the dtype of the result. It must be the dtype of features.",
    "activations": "[...] the clamped values, in the range of features.",
    "min_activations": "[] the lower end of the range, unchanged.",
    "max_activations": "[] the upper end of the range, unchanged.",
}

QuantizedRelu = _relu("QuantizedRelu", "Compute the ReLU of quantized values: max(x, 0).", None, [51, 100, 255])
QuantizedRelu6 = _relu(
    "QuantizedRelu6",
    "Compute the ReLU6 of quantized values: min(max(x, 0), 6).\n\nSource: Krizhevsky, Convolutional Deep "
    "Belief Networks on CIFAR-10 (2010).",
    6.0,
    [51, 100, 111],
)


@block(
    "features: Tinput, max_value: float, min_features: float, max_features: float"
    " -> activations: out_type, min_activations: float, max_activations: float",
    Tinput=(QUINT8, QINT32),
    where={"out_type": QUANTIZED},
    doc_of=QuantizedRelu,
    example=_relu_example([51, 61, 61], max_value=1.0),
)
def QuantizedReluX(
    features: Array, max_value: Array, min_features: Array, max_features: Array, *, out_type: DType = QUINT8
) -> Quantised:
    """Clamp quantized values to 0 ... max_value: min(max(x, 0), max_value).

    Args:
        max_value: [] the largest value of the result.
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
        **span("min_{}", input=(0.0, 1.0), output=(0.0, 1.0)),
        "ksize": [1, 2, 2, 1],
        "strides": [1, 2, 2, 1],
        "padding": "VALID",
        "output": [[[[output]]]],
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
    """Apply max pooling to quantized images: the maximum of each window.

    Args:
        input: [batch, height, width, channels] the images.
        min_input: [] the lower end of the range of the quantized values.
        max_input: [] the upper end of the range of the quantized values.
        ksize: the size of a window: [1, height, width, 1], or [1, 1, 1, n] to pool n channels at a time. In that case
            strides must equal ksize.
        strides: the step between windows, [1, height, width, 1].
        padding: SAME lets windows extend beyond the edges and ignores positions outside. VALID keeps them inside.

    Returns:
        output: [batch, rows, columns, channels] the maxima, in the same range.
        min_output: [] the lower end of the range, unchanged.
        max_output: [] the upper end of the range, unchanged.
    """
    pool = pool_over(input.shape, ksize, strides, padding)
    return combined(np.maximum, input, pool, limits(input.dtype)[0]), *range_of(min_input, max_input)


QuantizedMaxPool.shape(_pool_shape)
QuantizedMaxPool.prepare = prepare("QuantizedMaxPool", depth=True)


@block(
    "input: T, min_input: float, max_input: float -> output: T, min_output: float, max_output: float",
    T=_BYTES,
    where={"padding": PADDINGS},
    doc_of=QuantizedMaxPool,
    example=_pool_example(3),
)
def QuantizedAvgPool(
    input: Array, min_input: Array, max_input: Array, *, ksize: list[int], strides: list[int], padding: str
) -> Quantised:
    """Apply average pooling to quantized images: the mean of each window, truncated to an integer.

    Args:
        ksize: the size of a window, [1, height, width, 1].

    Returns:
        output: [batch, rows, columns, channels] the means, in the same range.
    """
    pool = pool_over(input.shape, ksize, strides, padding)
    sums = combined(np.add, input.astype(np.int64), pool, 0)
    return divided(sums, element_counts(pool, np.int64)).astype(input.dtype), *range_of(min_input, max_input)


QuantizedAvgPool.shape(_pool_shape)
QuantizedAvgPool.prepare = prepare("QuantizedAvgPool")
