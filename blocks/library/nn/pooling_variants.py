"""Pooling of volumes, pooling with computed window sizes, and fractional pooling.

Fractional pooling follows Graham, "Fractional max-pooling", 2014: the positions of the larger windows are random.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from blocks.base.dtypes import BFLOAT16, DOUBLE, FLOAT, FLOATS, HALF, INT32, INT64
from blocks.base.types import Array, Generator, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Output
from blocks.graph.native_kernels import natively
from blocks.library.array.arguments import pin_error, vector
from blocks.library.declare import block, make
from blocks.library.math.shared import lowest, wide_dtype
from blocks.library.nn import native
from blocks.library.nn.pooling import MAX_POOLED, PoolScatter, average_gradient_shape, matched, matched_shape
from blocks.library.nn.pooling_kernels import (
    averages,
    check_pool,
    check_ratios,
    drawn_borders,
    format_of,
    fractional,
    fractional_averages,
    fractional_counts,
    fractional_shapes,
    largest,
    maxima,
    pooled_shape,
    prepare,
    scatter_averages,
    window_spans,
)
from blocks.library.nn.windows import FORMATS_2D, FORMATS_3D, PADDINGS, image_shape, pool_over, ranked, require_shape

# -- Volumes ----------------------------------------------------------------------------------------------------------

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
@natively(native.average)
def AvgPool3D(input: Array, *, ksize: list[int], strides: list[int], padding: str, data_format: str = "NDHWC") -> Array:
    """Apply 3-D average pooling to volumes: the mean of each window.

    Args:
        input: [batch, depth, height, width, channels] the volumes.
        ksize: the size of a window along each axis; 1 for batch and channels.
        strides: the step between windows along each axis; 1 for batch and channels.
        padding: SAME lets windows extend beyond the edges and ignores positions outside. VALID keeps them inside.
        data_format: the order of the axes: NDHWC (batch, depth, height, width, channels) or NCDHW (channels second).

    Returns:
        output: [batch, planes, rows, columns, channels] one value per window.
    """
    return averages(input, pool_over(input.shape, ksize, strides, padding, data_format))


AvgPool3D.shape(lambda call: pooled_shape(call, "input"))


AvgPool3D.gradient()(lambda call, dy: AvgPool3DGrad(make("Shape", call.input("input")), dy, **call.attrs).as_output())


@block(
    "orig_input_shape: int32, grad: T -> output: T",
    T=FLOATS,
    attributes_of=AvgPool3D,
    example={
        "orig_input_shape": [1, 1, 2, 4, 1],
        "grad": [[[[[4.0], [8.0]]]]],
        **_HALVES,
        "output": [[[[[1.0], [1.0], [2.0], [2.0]], [[1.0], [1.0], [2.0], [2.0]]]]],
    },
)
@natively(native.average_gradient)
def AvgPool3DGrad(orig_input_shape: Array, grad: Array, **window: Any) -> Array:
    """Compute the gradient of AvgPool3D: each window's gradient is divided equally among its positions.

    Args:
        orig_input_shape: [5] the shape of the volumes that were pooled.
        grad: [batch, planes, rows, columns, channels] the gradient with respect to the averages.

    Returns:
        output: [batch, depth, height, width, channels] the gradient with respect to the volumes.
    """
    return scatter_averages(grad, pool_over(orig_input_shape.tolist(), **window))


AvgPool3DGrad.shape(average_gradient_shape)


AvgPool3DGrad.gradient("grad")(lambda call, dy: AvgPool3D(dy, **call.attrs).as_output())


@block(
    "input: T -> output: T",
    T=_MAXIMA,
    attributes_of=AvgPool3D,
    example={"input": _VOLUME, **_HALVES, "output": _LARGEST},
)
@natively(native.maximum_of_volumes)
def MaxPool3D(input: Array, **window: Any) -> Array:
    """Apply 3-D max pooling to volumes: the maximum of each window.

    NaN is ignored. Each of several equal maxima receives the full gradient of its window.
    """
    return maxima(input, pool_over(input.shape, **window))


MaxPool3D.shape(lambda call: pooled_shape(call, "input"))


MaxPool3D.gradient()(lambda call, dy: MaxPool3DGrad(call.input("input"), call.outputs[0], dy, **call.attrs).as_output())


@block(
    "orig_input: TInput, orig_output: TInput, grad: T -> output: T",
    T=_MAXIMA,
    TInput=_MAXIMA,
    attributes_of=AvgPool3D,
    surrogate_gradient="orig_input and orig_output must stay consistent",
    doc_of=AvgPool3DGrad,
    example={
        "orig_input": _VOLUME,
        "orig_output": _LARGEST,
        "grad": [[[[[0.5], [0.25]]]]],
        **_HALVES,
        "output": [[[[[0.0], [0.5], [0.0], [0.0]], [[0.0], [0.0], [0.25], [0.0]]]]],
    },
)
def MaxPool3DGrad(orig_input: Array, orig_output: Array, grad: Array, **window: Any) -> Array:
    """Compute the gradient of MaxPool3D: each window's gradient goes to every position that equals the maximum.

    Args:
        orig_input: [batch, depth, height, width, channels] the volumes that were pooled.
        orig_output: [batch, planes, rows, columns, channels] the output of MaxPool3D.
        grad: [batch, planes, rows, columns, channels] the gradient with respect to the maxima.
    """
    pool = pool_over(orig_input.shape, **window)
    x = orig_input.astype(wide_dtype(orig_input), copy=False)
    y = orig_output.astype(x.dtype, copy=False)
    dy = grad.astype(wide_dtype(grad), copy=False)
    result = np.zeros(x.shape, dy.dtype)
    for outs, ins in pool.positions():
        seen = result[ins]
        np.add(seen, dy[outs], out=seen, where=x[ins] == y[outs])
    return result.astype(grad.dtype, copy=False)


@MaxPool3DGrad.shape
def _(call: Call) -> Shape:
    images = image_shape(call, "orig_input", call.attrs["data_format"])
    wanted = require_shape(call, "orig_output", pooled_shape(call, "orig_input", images), "the pooled shape")
    require_shape(call, "grad", wanted, "one value per window")
    return images


@MaxPool3DGrad.gradient()
def _(call: Node, dy: Output) -> tuple[Output, Output, Output]:
    x, y = call.input("orig_input"), call.input("orig_output")
    return make("ZerosLike", x), make("ZerosLike", y), MaxPool3DGradGrad(x, y, dy, **call.attrs).as_output()


@block(
    "orig_input: T, orig_output: T, grad: T -> output: T",
    T=_MAXIMA,
    attributes_of=AvgPool3D,
    surrogate_gradient="orig_input and orig_output must stay consistent",
    doc_of=MaxPool3DGrad,
    example={
        "orig_input": _VOLUME,
        "orig_output": _LARGEST,
        "grad": [[[[[0.1], [0.2], [0.3], [0.4]], [[0.5], [0.6], [0.7], [0.8]]]]],
        **_HALVES,
        "output": [[[[[0.2], [0.7]]]]],
    },
)
def MaxPool3DGradGrad(orig_input: Array, orig_output: Array, grad: Array, **window: Any) -> Array:
    """Compute the second-order gradient of MaxPool3D: for each window, the value of grad at the maximum.

    The maximum is the first position of a window where orig_input equals orig_output.

    Args:
        grad: [batch, depth, height, width, channels] the gradient with respect to the output of MaxPool3DGrad, with the
            shape of orig_input.

    Returns:
        output: [batch, planes, rows, columns, channels] one value per window. It is 0 if orig_output is not in the
            window.
    """
    return matched(orig_input, orig_output, grad, pool_over(orig_input.shape, **window))


MaxPool3DGradGrad.shape(matched_shape)


@MaxPool3DGradGrad.gradient()
def _(call: Node, dy: Output) -> tuple[Output, Output, Output]:
    x, y = call.input("orig_input"), call.input("orig_output")
    return make("ZerosLike", x), make("ZerosLike", y), MaxPool3DGrad(x, y, dy, **call.attrs).as_output()


for _type in (AvgPool3D, AvgPool3DGrad, MaxPool3D, MaxPool3DGrad, MaxPool3DGradGrad):
    _type.prepare = prepare(_type.name)


# -- Windows that are computed ------------------------------------------------------------------------------------


@block(
    "input: T, ksize: int32, strides: int32 -> output: T",
    T=MAX_POOLED,
    where={"padding": PADDINGS, "data_format": (*FORMATS_2D, "NCHW_VECT_C")},
    example={
        "input": [[[[1.0], [5.0], [2.0], [2.0]], [[3.0], [4.0], [6.0], [0.0]]]],
        "ksize": [1, 2, 2, 1],
        "strides": [1, 2, 2, 1],
        "padding": "VALID",
        "output": [[[[5.0], [6.0]]]],
    },
)
def MaxPoolV2(input: Array, ksize: Array, strides: Array, *, padding: str, data_format: str = "NHWC") -> Array:
    """Apply max pooling to images: the maximum of each window. The window size is an input.

    NaN is ignored. The gradient goes to the first maximum of a window.

    Args:
        input: [batch, height, width, channels] the images.
        ksize: [4] the size of a window along each axis; 1 for the batch. Pool either height and width or the channels.
            If you pool channels, strides must equal ksize, and the number of channels must be a multiple of it.
        strides: [4] the step between windows along each axis; 1 for the batch.
        padding: SAME lets windows extend beyond the edges and ignores positions outside. VALID keeps them inside.
        data_format: the order of the axes: NHWC (batch, height, width, channels) or NCHW (channels second).

    Returns:
        output: [batch, rows, columns, channels] one value per window.
    """
    pool = pool_over(input.shape, ksize.tolist(), strides.tolist(), padding, data_format)
    return maxima(input, pool, lowest(input.dtype))


@block(
    "input: T, ksize: int32, strides: int32 -> index: int64",
    T=MAX_POOLED,
    not_differentiable="the output is an integer index",
    internal=True,
)
def MaxPoolIndexV2(input: Array, ksize: Array, strides: Array, *, padding: str, data_format: str = "NHWC") -> Array:
    """Find the position of the maximum of each window in its image, or of the first of equal maxima."""
    pool = pool_over(input.shape, ksize.tolist(), strides.tolist(), padding, data_format)
    return largest(input, pool)[1]


def _computed_shape(call: Call) -> Shape:
    result: dict[str, Any] = {}
    for pin in ("ksize", "strides"):
        size = call.shape(pin)
        if size is not None and size not in ((4,), (None,)):
            raise pin_error(call, pin, f"{pin} must have 4 values, got shape {list(size)}")
        result[pin] = vector(call, pin)
    images = image_shape(call, "input", format_of(call.attrs))
    if result["ksize"] is None or result["strides"] is None:
        return images[0], None, None, None
    attrs = {**call.attrs, **result}
    check_pool(call.type.name, True, attrs)
    return pooled_shape(call, "input", images, attrs)


MaxPoolV2.shape(_computed_shape)
MaxPoolIndexV2.shape(_computed_shape)


@MaxPoolV2.gradient("input")
def _(call: Node, dy: Output) -> Output:
    return PoolScatter(dy, MaxPoolIndexV2(*call.inputs, **call.attrs), call.input("input")).as_output()


# -- Fractional pooling: windows of two neighbouring sizes ------------------------------------------------------------

_VALUES = (FLOAT, DOUBLE, INT32, INT64)
_FLOATING = (FLOAT, DOUBLE)
_SEQUENCES = "row_pooling_sequence: int64, col_pooling_sequence: int64"
_PICTURE = [[[[1.0], [5.0], [2.0], [2.0]], [[3.0], [4.0], [6.0], [0.0]]]]
_EXAMPLE: dict[str, Any] = {
    "value": _PICTURE,
    "pooling_ratio": [1.0, 2.0, 2.0, 1.0],
    "row_pooling_sequence": [0, 2],
    "col_pooling_sequence": [0, 2, 4],
}


# -- Block types ------------------------------------------------------------------------------------------------------


@block(
    "value: T -> output: T, row_pooling_sequence: int64, col_pooling_sequence: int64",
    T=_VALUES,
    where={"pooling_ratio": 4},
    example={**_EXAMPLE, "output": [[[[5.0], [6.0]]]]},
)
def FractionalMaxPool(
    value: Array,
    *,
    pooling_ratio: list[float],
    pseudo_random: bool = False,
    overlapping: bool = False,
    deterministic: bool = False,
    seed: int = 0,
    seed2: int = 0,
    rng: Generator,
) -> tuple[Array, Array, Array]:
    """Apply fractional max pooling, which shrinks images by a ratio that need not be an integer.

    Windows have one of two neighboring sizes. Source: Graham, arXiv:1412.6071.

    Args:
        value: [batch, height, width, channels] the images.
        pooling_ratio: the shrink factor of each axis, 1 or more; 1 for batch and channels. Sizes are rounded down.
        pseudo_random: true places the window sizes by one random number, false shuffles them.
        overlapping: true makes each window also include the first row and column of the next one.
        deterministic: true draws the windows once from the seeds, false draws new windows in each step.

    Returns:
        output: [batch, rows, columns, channels] one value per window.
        row_pooling_sequence: [rows + 1] the first row of each window, then the height of the images.
        col_pooling_sequence: [columns + 1] the first column of each window, then the width of the images.
    """
    rows, columns = drawn_borders(value, pooling_ratio, pseudo_random, deterministic, seed, seed2, rng)
    if value.dtype.kind != "f":
        return fractional(np.maximum, value, (rows, columns), overlapping), rows, columns
    result = fractional(np.fmax, value, (rows, columns), overlapping)
    return np.fmax(result, np.finfo(value.dtype).min), rows, columns


FractionalMaxPool.prepare = partial(check_ratios, "FractionalMaxPool")
FractionalMaxPool.shape(fractional_shapes)


@FractionalMaxPool.gradient()
def _(call: Node, dy: Output | None, *_sequence: Output | None) -> Output | None:
    if dy is None:
        return None
    x, overlapping = call.input("value"), call.attrs["overlapping"]
    index = FractionalMaxPoolIndex(x, *call.outputs, overlapping=overlapping).as_output()
    return PoolScatter(dy, index, x).as_output()


@block(
    f"value: T, output: T, {_SEQUENCES} -> index: int64",
    T=_FLOATING,
    not_differentiable="the output is an integer index",
    internal=True,
)
def FractionalMaxPoolIndex(
    value: Array, output: Array, row_pooling_sequence: Array, col_pooling_sequence: Array, *, overlapping: bool
) -> Array:
    """Find the position of the maximum of each window in its image, or of the first of equal maxima.

    Args:
        row_pooling_sequence: the first row of each window, then the height of the images.
        col_pooling_sequence: the first column of each window, then the width of the images.
    """
    width, channels = int(value.shape[2]), int(value.shape[3])
    rows, heights = window_spans(row_pooling_sequence, overlapping, value.shape[1])
    columns, widths = window_spans(col_pooling_sequence, overlapping, width)
    index: Array = np.array(np.broadcast_to((rows[:, None] * width + columns)[None, :, :, None], output.shape))
    for down in reversed(range(int(heights.max(initial=0)))):
        row = rows + np.minimum(down, heights - 1)  # past the end of a small window its last position is seen again
        strip = value.take(row, 1)
        for right in reversed(range(int(widths.max(initial=0)))):
            column = columns + np.minimum(right, widths - 1)
            position = (row[:, None] * width + column)[None, :, :, None]
            np.copyto(index, position, where=strip.take(column, 2) == output)
    indices: Array = index * channels + np.arange(channels)
    return indices


FractionalMaxPoolIndex.shape(lambda call: call.shape("output"))


@block(
    "value: T -> output: T, row_pooling_sequence: int64, col_pooling_sequence: int64",
    T=_VALUES,
    attributes_of=FractionalMaxPool,
    example={**_EXAMPLE, "output": [[[[3.25], [2.5]]]]},
)
def FractionalAvgPool(value: Array, *, overlapping: bool, **drawing: Any) -> tuple[Array, Array, Array]:
    """Apply fractional average pooling, which shrinks images by a ratio that need not be an integer.

    Windows have one of two neighboring sizes. Source: Graham, arXiv:1412.6071.

    Returns:
        output: [batch, rows, columns, channels] one value per window. Averages of integers are truncated toward 0.
    """
    rows, columns = drawn_borders(value, **drawing)
    return fractional_averages(value, (rows, columns), overlapping), rows, columns


FractionalAvgPool.prepare = partial(check_ratios, "FractionalAvgPool")
FractionalAvgPool.shape(fractional_shapes)


@FractionalAvgPool.gradient()
def _(call: Node, dy: Output | None, *_sequence: Output | None) -> Output | None:
    if dy is None:
        return None
    attrs = {"overlapping": call.attrs["overlapping"]}
    return FractionalAvgPoolGrad(dy, call.input("value"), *call.outputs[1:], **attrs).as_output()


@block(f"dy: T, value: T, {_SEQUENCES} -> output: T", T=_FLOATING, internal=True)
def FractionalAvgPoolGrad(
    dy: Array, value: Array, row_pooling_sequence: Array, col_pooling_sequence: Array, *, overlapping: bool
) -> Array:
    """Compute the gradient of FractionalAvgPool: each window's gradient is divided equally among its positions.

    Args:
        value: the images. Only their shape is used.
    """
    borders = row_pooling_sequence, col_pooling_sequence
    part = dy / fractional_counts(value, borders, overlapping).astype(dy.dtype)
    for axis, each in zip((1, 2), borders, strict=True):
        starts, lengths = window_spans(each, overlapping, value.shape[axis])
        result = np.zeros((*part.shape[:axis], value.shape[axis], *part.shape[axis + 1 :]), dy.dtype)
        for offset in range(int(lengths.max(initial=0))):
            long = lengths > offset
            front = (slice(None),) * axis
            result[(*front, starts[long] + offset)] += part[(*front, long)]
        part = result
    return part


FractionalAvgPoolGrad.shape(lambda call: call.shape("value"))


@FractionalAvgPoolGrad.gradient("dy")
def _(call: Node, dy: Output) -> Output:
    return FractionalAverages(dy, *call.inputs[2:], overlapping=call.attrs["overlapping"]).as_output()


@block(f"value: T, {_SEQUENCES} -> output: T", T=_FLOATING, internal=True)
def FractionalAverages(
    value: Array, row_pooling_sequence: Array, col_pooling_sequence: Array, *, overlapping: bool
) -> Array:
    """Compute the mean of each given window: the gradient of FractionalAvgPoolGrad."""
    return fractional_averages(value, (row_pooling_sequence, col_pooling_sequence), overlapping)


@FractionalAverages.shape
def _(call: Call) -> Shape:
    batch, _, _, channels = ranked(call, "value", 4, "images")
    rows, columns = (ranked(call, pin, 1, "a vector")[0] for pin in ("row_pooling_sequence", "col_pooling_sequence"))
    return batch, None if rows is None else rows - 1, None if columns is None else columns - 1, channels


@FractionalAverages.gradient("value")
def _(call: Node, dy: Output) -> Output:
    attrs = {"overlapping": call.attrs["overlapping"]}
    return FractionalAvgPoolGrad(dy, *call.inputs, **attrs).as_output()
