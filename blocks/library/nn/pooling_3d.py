"""Pooling of volumes: AvgPool3D and MaxPool3D, and their gradients."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import BFLOAT16, FLOAT, FLOATS, HALF
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Output
from blocks.library.declare import block
from blocks.library.math.shared import make, wide_dtype
from blocks.library.nn.pool_averages import averages, spread_averages
from blocks.library.nn.pool_maxima import maxima
from blocks.library.nn.pooling import average_gradient_shape
from blocks.library.nn.pooling_gradients import matched, matched_shape
from blocks.library.nn.pools import pool_over, pooled_shape, prepare, require_shape
from blocks.library.nn.windows import FORMATS_3D, PADDINGS, image_shape

_HALVES: dict[str, Any] = {"ksize": [1, 1, 2, 2, 1], "strides": [1, 1, 2, 2, 1], "padding": "VALID"}
_FIVE = {"ksize": 5, "strides": 5, "padding": PADDINGS, "data_format": FORMATS_3D}
_MAXIMA = (HALF, BFLOAT16, FLOAT)
_VOLUME = [[[[[1.0], [5.0], [2.0], [2.5]], [[3.0], [4.0], [6.0], [0.5]]]]]
_LARGEST = [[[[[5.0], [6.0]]]]]


@block(
    "input: T -> output: T",
    T=FLOATS,
    where=_FIVE,
    example={"input": _VOLUME, **_HALVES, "output": [[[[[3.25], [2.75]]]]]},
)
def AvgPool3D(input: Array, *, ksize: list[int], strides: list[int], padding: str, data_format: str = "NDHWC") -> Array:
    """The average of each window over volumes.

    Args:
        input: [batch, depth, height, width, channels] volumes.
        ksize: the size of a window along each axis, 1 for batch and channels.
        strides: the step from window to window along each axis, 1 for batch and channels.
        padding: SAME (windows reach over the edge; what lies outside does not count) or VALID (they do not).
        data_format: the order of the axes: batch, depth, height, width, channels (NDHWC) or channels second (NCDHW).

    Returns:
        output: [batch, planes, rows, columns, channels] volumes with one value per window.
    """
    return averages(input, pool_over(input.shape, ksize, strides, padding, data_format))


AvgPool3D.prepare = prepare("AvgPool3D")


@AvgPool3D.shape
def _(call: Call) -> Shape:
    return pooled_shape(call, "input")


@AvgPool3D.gradient()
def _(call: Node, dy: Output) -> Output:
    return AvgPool3DGrad(make("Shape", call.input("input")), dy, **call.attrs).as_output()


@block(
    "orig_input_shape: int32, grad: T -> output: T",
    T=FLOATS,
    where=_FIVE,
    example={
        "orig_input_shape": [1, 1, 2, 4, 1],
        "grad": [[[[[4.0], [8.0]]]]],
        **_HALVES,
        "output": [[[[[1.0], [1.0], [2.0], [2.0]], [[1.0], [1.0], [2.0], [2.0]]]]],
    },
)
def AvgPool3DGrad(
    orig_input_shape: Array,
    grad: Array,
    *,
    ksize: list[int],
    strides: list[int],
    padding: str,
    data_format: str = "NDHWC",
) -> Array:
    """The gradient of AvgPool3D: each window's gradient in equal parts to what lies in it.

    Args:
        orig_input_shape: [5] the shape of the volumes that were pooled.
        grad: [batch, planes, rows, columns, channels] the gradient by the averages.
        ksize: the size of a window along each axis, 1 for batch and channels.
        strides: the step from window to window along each axis, 1 for batch and channels.
        padding: SAME (windows reach over the edge; what lies outside does not count) or VALID (they do not).
        data_format: the order of the axes: batch, depth, height, width, channels (NDHWC) or channels second (NCDHW).

    Returns:
        output: [batch, depth, height, width, channels] the gradient by the volumes.
    """
    return spread_averages(grad, pool_over(orig_input_shape.tolist(), ksize, strides, padding, data_format))


AvgPool3DGrad.prepare = prepare("AvgPool3DGrad")


@AvgPool3DGrad.shape
def _(call: Call) -> Shape:
    return average_gradient_shape(call)


@AvgPool3DGrad.gradient("grad")
def _(call: Node, dy: Output) -> Output:
    return AvgPool3D(dy, **call.attrs).as_output()


@block("input: T -> output: T", T=_MAXIMA, where=_FIVE, example={"input": _VOLUME, **_HALVES, "output": _LARGEST})
def MaxPool3D(input: Array, *, ksize: list[int], strides: list[int], padding: str, data_format: str = "NDHWC") -> Array:
    """The largest value of each window over volumes.

    NaN is overlooked. The gradient goes to all of the largest values of a window, to each in full.

    Args:
        input: [batch, depth, height, width, channels] volumes.
        ksize: the size of a window along each axis, 1 for batch and channels.
        strides: the step from window to window along each axis, 1 for batch and channels.
        padding: SAME (windows reach over the edge; what lies outside does not count) or VALID (they do not).
        data_format: the order of the axes: batch, depth, height, width, channels (NDHWC) or channels second (NCDHW).

    Returns:
        output: [batch, planes, rows, columns, channels] volumes with one value per window.
    """
    return maxima(input, pool_over(input.shape, ksize, strides, padding, data_format))


MaxPool3D.prepare = prepare("MaxPool3D")


@MaxPool3D.shape
def _(call: Call) -> Shape:
    return pooled_shape(call, "input")


@MaxPool3D.gradient()
def _(call: Node, dy: Output) -> Output:
    return MaxPool3DGrad(call.input("input"), call.outputs[0], dy, **call.attrs).as_output()


@block(
    "orig_input: TInput, orig_output: TInput, grad: T -> output: T",
    T=_MAXIMA,
    TInput=_MAXIMA,
    where=_FIVE,
    surrogate_gradient="what was pooled and the result must go on belonging together",
    example={
        "orig_input": _VOLUME,
        "orig_output": _LARGEST,
        "grad": [[[[[0.5], [0.25]]]]],
        **_HALVES,
        "output": [[[[[0.0], [0.5], [0.0], [0.0]], [[0.0], [0.0], [0.25], [0.0]]]]],
    },
)
def MaxPool3DGrad(
    orig_input: Array,
    orig_output: Array,
    grad: Array,
    *,
    ksize: list[int],
    strides: list[int],
    padding: str,
    data_format: str = "NDHWC",
) -> Array:
    """The gradient of MaxPool3D: each window's gradient to all positions in it where orig_input is orig_output.

    Args:
        orig_input: [batch, depth, height, width, channels] the volumes that were pooled.
        orig_output: [batch, planes, rows, columns, channels] what MaxPool3D gave.
        grad: [batch, planes, rows, columns, channels] the gradient by the largest values.
        ksize: the size of a window along each axis, 1 for batch and channels.
        strides: the step from window to window along each axis, 1 for batch and channels.
        padding: SAME (windows reach over the edge; what lies outside does not count) or VALID (they do not).
        data_format: the order of the axes: batch, depth, height, width, channels (NDHWC) or channels second (NCDHW).

    Returns:
        output: [batch, depth, height, width, channels] the gradient by the volumes.
    """
    pool = pool_over(orig_input.shape, ksize, strides, padding, data_format)
    x = orig_input.astype(wide_dtype(orig_input), copy=False)
    y = orig_output.astype(x.dtype, copy=False)
    dy = grad.astype(wide_dtype(grad), copy=False)
    result = np.zeros(x.shape, dy.dtype)
    for outs, ins in pool.positions():
        seen = result[ins]
        np.add(seen, dy[outs], out=seen, where=x[ins] == y[outs])
    return result.astype(grad.dtype, copy=False)


MaxPool3DGrad.prepare = prepare("MaxPool3DGrad")


@MaxPool3DGrad.shape
def _(call: Call) -> Shape:
    images = image_shape(call, "orig_input", call.attrs["data_format"])
    wanted = require_shape(call, "orig_output", pooled_shape(call, "orig_input", images), "what the pooling gave")
    require_shape(call, "grad", wanted, "one value per window")
    return images


@MaxPool3DGrad.gradient()
def _(call: Node, dy: Output) -> tuple[Output, Output, Output]:
    x, y = call.input("orig_input"), call.input("orig_output")
    return make("ZerosLike", x), make("ZerosLike", y), MaxPool3DGradGrad(x, y, dy, **call.attrs).as_output()


@block(
    "orig_input: T, orig_output: T, grad: T -> output: T",
    T=_MAXIMA,
    where=_FIVE,
    surrogate_gradient="what was pooled and the result must go on belonging together",
    example={
        "orig_input": _VOLUME,
        "orig_output": _LARGEST,
        "grad": [[[[[0.1], [0.2], [0.3], [0.4]], [[0.5], [0.6], [0.7], [0.8]]]]],
        **_HALVES,
        "output": [[[[[0.2], [0.7]]]]],
    },
)
def MaxPool3DGradGrad(
    orig_input: Array,
    orig_output: Array,
    grad: Array,
    *,
    ksize: list[int],
    strides: list[int],
    padding: str,
    data_format: str = "NDHWC",
) -> Array:
    """The second gradient of MaxPool3D: for each window what grad is where the largest value was found.

    The first place of a window where orig_input is orig_output counts.

    Args:
        orig_input: [batch, depth, height, width, channels] the volumes that were pooled.
        orig_output: [batch, planes, rows, columns, channels] what MaxPool3D gave.
        grad: [batch, depth, height, width, channels] the gradient by the gradient of MaxPool3D, of the shape of
            orig_input.
        ksize: the size of a window along each axis, 1 for batch and channels.
        strides: the step from window to window along each axis, 1 for batch and channels.
        padding: SAME (windows reach over the edge; what lies outside does not count) or VALID (they do not).
        data_format: the order of the axes: batch, depth, height, width, channels (NDHWC) or channels second (NCDHW).

    Returns:
        output: [batch, planes, rows, columns, channels] one value per window; 0 where orig_output is not in the window.
    """
    return matched(orig_input, orig_output, grad, ksize, strides, padding, data_format)


MaxPool3DGradGrad.prepare = prepare("MaxPool3DGradGrad")


@MaxPool3DGradGrad.shape
def _(call: Call) -> Shape:
    return matched_shape(call)


@MaxPool3DGradGrad.gradient()
def _(call: Node, dy: Output) -> tuple[Output, Output, Output]:
    x, y = call.input("orig_input"), call.input("orig_output")
    return make("ZerosLike", x), make("ZerosLike", y), MaxPool3DGrad(x, y, dy, **call.attrs).as_output()
