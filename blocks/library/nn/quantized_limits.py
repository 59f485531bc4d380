"""Quantised numbers limited, and pooled over windows: their range stays."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import QINT8, QINT32, QUANTIZED, QUINT8, DType
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.library.array.quantization import (
    Quantised,
    divided,
    limits,
    nearest,
    range_of,
    require_dtype,
    require_scalars,
)
from blocks.library.declare import block, declare
from blocks.library.nn.pool_averages import place_counts
from blocks.library.nn.pool_blocks import combined
from blocks.library.nn.pools import pool_over, pooled_shape, prepare
from blocks.library.nn.windows import PADDINGS

_BYTES = (QUINT8, QINT8)


# -- Activations -------------------------------------------------------------------------------------------------------


def _limited(features: Array, low: Array, high: Array, top: Any) -> Quantised:
    """Quantised numbers not below 0 and not above a number (None: whatever they are), and their range."""
    found = range_of(low, high)
    result = np.maximum(features, nearest(np.zeros(()), found, features.dtype))
    if top is not None:
        result = np.minimum(result, nearest(top, found, features.dtype))
    return np.asarray(result), *found


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

    found = declare(
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
    found.shape(_relu_shape)
    return found


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
    return divided(sums, place_counts(pool, np.int64)).astype(input.dtype), *range_of(min_input, max_input)


QuantizedAvgPool.shape(_pool_shape)
QuantizedAvgPool.prepare = prepare("QuantizedAvgPool")
