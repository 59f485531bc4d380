"""Max pooling and average pooling of images: MaxPool, MaxPoolWithArgmax, AvgPool, and their gradients."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from blocks.base.dtypes import (
    BFLOAT16,
    DOUBLE,
    FLOAT,
    FLOATS,
    HALF,
    INDEX,
    INT8,
    INT16,
    INT32,
    INT64,
    QINT8,
    REAL,
    UINT8,
    UINT16,
    DType,
)
from blocks.base.errors import DiagramError
from blocks.base.shapes import element_count
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Output
from blocks.graph.native_kernels import natively
from blocks.library.array.arguments import pin_error
from blocks.library.declare import block, make
from blocks.library.math.shared import lowest, wide_dtype
from blocks.library.nn import native
from blocks.library.nn.pooling_kernels import (
    averages,
    flat_indices,
    format_of,
    gathered,
    largest,
    maxima,
    pooled_shape,
    prepare,
    scatter_averages,
    scattered,
)
from blocks.library.nn.windows import (
    FORMATS_2D,
    PADDINGS,
    PADDINGS_AND_EXPLICIT,
    Pool,
    image_shape,
    pool_over,
    require_shape,
)

# -- What gradients of pooling are made of: indices of the largest values, and what goes there and back ---------------

FOUR = {"ksize": 4, "strides": 4, "padding": PADDINGS}
PICTURE = [[[[1.0], [5.0], [2.0], [2.0]], [[3.0], [4.0], [6.0], [0.0]]]]
HALVES = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}

MAX_POOLED = (HALF, BFLOAT16, FLOAT, DOUBLE, INT32, INT64, UINT8, INT16, INT8, UINT16, QINT8)


@block(
    "orig_input: T, orig_output: T, grad: T -> output: T",
    T=REAL,
    where={**FOUR, "padding": PADDINGS_AND_EXPLICIT, "data_format": FORMATS_2D},
    fusion="batch_wise",
    example={
        "orig_input": PICTURE,
        "orig_output": [[[[5.0], [6.0]]]],
        "grad": [[[[0.1], [0.2]]]],
        **HALVES,
        "output": [[[[0.0], [0.1], [0.0], [0.0]], [[0.0], [0.0], [0.2], [0.0]]]],
    },
)
@natively(native.maximum_gradient)
def MaxPoolGrad(
    orig_input: Array,
    orig_output: Array,
    grad: Array,
    *,
    ksize: list[int],
    strides: list[int],
    padding: str,
    explicit_paddings: list[int] = [],  # noqa: B006 - attributes are read-only
    data_format: str = "NHWC",
) -> Array:
    """Compute the gradient of MaxPool: each window's gradient goes to the first maximum in the window.

    Args:
        orig_input: [batch, height, width, channels] the images that were pooled.
        orig_output: [batch, rows, columns, channels] the output of MaxPool.
        grad: [batch, rows, columns, channels] the gradient with respect to orig_output.
        ksize: the size of a window along each axis; 1 for batch and channels.
        strides: the step between windows along each axis; 1 for batch and channels.
        padding: SAME, VALID or EXPLICIT, as for Conv2D.
        explicit_paddings: for EXPLICIT, two sizes per axis: how far windows extend before and after the image.
        data_format: the order of the axes: NHWC (batch, height, width, channels) or NCHW (channels second).

    Returns:
        output: [batch, height, width, channels] the gradient with respect to the images, summed at each position.
    """
    pool = pool_over(orig_input.shape, ksize, strides, padding, data_format, explicit_paddings)
    return scattered(grad, largest(orig_input, pool)[1], orig_input.shape, False)


MaxPoolGrad.prepare = prepare("MaxPoolGrad", depth=True)


@MaxPoolGrad.shape
def _(call: Call) -> Shape:
    pooled = require_shape(call, "orig_output", pooled_shape(call, "orig_input"), "the pooled shape")
    require_shape(call, "grad", pooled, "the shape of orig_output")
    return call.shape("orig_input")


@MaxPoolGrad.gradient()
def _(call: Node, dy: Output) -> tuple[Output, Output, Output]:
    x, y = call.input("orig_input"), call.input("orig_output")
    by_grad = PoolGather(dy, MaxPoolIndex(x, **call.attrs)).as_output()
    # As in TensorFlow: the positions jump, no path is cut.
    return make("ZerosLike", x), make("ZerosLike", y), by_grad


@block(
    "input: T -> index: int64",
    T=MAX_POOLED,
    attributes_of=MaxPoolGrad,
    not_differentiable="the output is an integer index",
    internal=True,
    fusion="batch_wise",
)
def MaxPoolIndex(input: Array, **window: Any) -> Array:
    """Find the position of the maximum of each window in its image, or of the first of equal maxima.

    Returns:
        index: for each window, a position in its flattened image.
    """
    return largest(input, pool_over(input.shape, **window))[1]


MaxPoolIndex.shape(lambda call: pooled_shape(call, "input"))


@block(
    "dy: T, index: Tindex, images: Tany -> output: T",
    T=FLOATS,
    Tindex=INDEX,
    Tany=MAX_POOLED,
    internal=True,
    fusion="batch_wise",
)
def PoolScatter(dy: Array, index: Array, images: Array, *, whole: bool = False) -> Array:
    """Put values at positions of images and add values at the same position: the gradient of PoolGather.

    Args:
        index: for each value, a position in its flattened image.
        whole: true if positions count through the whole batch, false if they count within each image.
    """
    return scattered(dy, index, images.shape, whole)


PoolScatter.shape(lambda call: call.shape("images"))


@PoolScatter.gradient("dy", "images")
def _(call: Node, dy: Output) -> tuple[Output, Output]:
    by_values = PoolGather(dy, call.input("index"), whole=call.attrs["whole"]).as_output()
    return by_values, make("ZerosLike", call.input("images"))  # as in TensorFlow: the positions jump, no path is cut


@block("images: T, index: Tindex -> output: T", T=FLOATS, Tindex=INDEX, internal=True)
def PoolGather(images: Array, index: Array, *, whole: bool = False) -> Array:
    """Gather the values at positions of images: the gradient of PoolScatter.

    Args:
        whole: true if positions count through the whole batch, false if they count within each image.
    """
    return gathered(images, index, whole)


PoolGather.shape(lambda call: call.shape("index"))


@PoolGather.gradient("images")
def _(call: Node, dy: Output) -> Output:
    return PoolScatter(dy, call.input("index"), call.input("images"), whole=call.attrs["whole"]).as_output()


# -- Pooling, and its gradients ---------------------------------------------------------------------------------------


@block(
    "input: T -> output: T",
    T=MAX_POOLED,
    attributes_of=MaxPoolGrad,
    where={"data_format": (*FORMATS_2D, "NCHW_VECT_C")},
    fusion="batch_wise",
    example={"input": PICTURE, **HALVES, "output": [[[[5.0], [6.0]]]]},
)
@natively(native.maximum)
def MaxPool(input: Array, **window: Any) -> Array:
    """Apply max pooling to images: the maximum of each window.

    NaN is ignored. The gradient goes to the first maximum of a window.

    Args:
        input: [batch, height, width, channels] the images.
        ksize: the size of a window along each axis; 1 for the batch. Pool either height and width or the channels. If
            you pool channels, strides must equal ksize, and the number of channels must be a multiple of it.
        strides: the step between windows along each axis; 1 for the batch.
        padding: SAME ignores positions beyond the edges, VALID keeps windows inside, EXPLICIT uses explicit_paddings.
        explicit_paddings: for EXPLICIT, two sizes per axis in the order of data_format: how far windows extend before
            and after the image. They must be smaller than the window, and 0 for batch and channels.

    Returns:
        output: [batch, rows, columns, channels] one value per window.
    """
    return maxima(input, pool_over(input.shape, **window), lowest(input.dtype))


MaxPool.prepare = prepare("MaxPool", depth=True)


MaxPool.shape(lambda call: pooled_shape(call, "input"))


@MaxPool.gradient()
def _(call: Node, dy: Output) -> Output:
    # Not its own output, which may be fed: where it is not, equal calls are made once.
    x, attrs = call.input("input"), call.attrs
    return MaxPoolGrad(x, MaxPool(x, **attrs), dy, **attrs).as_output()


@block(
    "input: T -> output: T, argmax: Targmax",
    T=REAL,
    where={**FOUR, "Targmax": INDEX},
    example={"input": PICTURE, **HALVES, "output": [[[[5.0], [6.0]]]], "argmax": [[[[1], [6]]]]},
)
def MaxPoolWithArgmax(
    input: Array,
    *,
    ksize: list[int],
    strides: list[int],
    padding: str,
    Targmax: DType = INT64,
    include_batch_in_index: bool = False,
) -> tuple[Array, Array]:
    """Apply max pooling to images and return the index of each maximum.

    The first of equal maxima counts. The index of position (y, x, c) is (y * width + x) * channels + c.

    Args:
        input: [batch, height, width, channels] the images.
        ksize: the size of a window along each axis; 1 for batch and channels.
        strides: the step between windows along each axis; 1 for batch and channels.
        padding: SAME lets windows extend beyond the edges and ignores positions outside. VALID keeps them inside.
        Targmax: the dtype of the indices: int32 or int64.
        include_batch_in_index: true counts indices through the whole batch, false within each image.

    Returns:
        output: [batch, rows, columns, channels] one value per window.
        argmax: [batch, rows, columns, channels] the index of each maximum.
    """
    pool = pool_over(input.shape, ksize, strides, padding)
    best, index = largest(input, pool)
    if include_batch_in_index:
        index = flat_indices(index, input.shape, False).reshape(index.shape)
    return best, index.astype(Targmax.numpy, copy=False)


@MaxPoolWithArgmax.shape
def _(call: Call) -> list[Shape]:
    shape = pooled_shape(call, "input")
    if element_count(call.shape("input")) == 0:
        raise pin_error(call, "input", "expected at least one element per window, got none")
    return [shape, shape]


@MaxPoolWithArgmax.gradient()
def _(call: Node, dy: Output | None, _argmax: Output | None) -> Output | None:
    if dy is None:
        return None
    return PoolScatter(dy, call.outputs[1], call.input("input"), whole=call.attrs["include_batch_in_index"]).as_output()


# -- Gradients of gradients -------------------------------------------------------------------------------------------

_EXAMPLE = {
    "ksize": [1, 2, 2, 1],
    "strides": [1, 2, 2, 1],
    "padding": "VALID",
    "grad": [[[[0.1], [0.2], [0.3], [0.4]], [[0.5], [0.6], [0.7], [0.8]]]],
    "output": [[[[0.2], [0.7]]]],
}


def matched(orig_input: Array, orig_output: Array, grad: Array, pool: Pool) -> Array:
    """Return grad of each window at the first position where orig_input equals orig_output, 0 if none does."""
    wide = wide_dtype(orig_input)
    x, y = orig_input.astype(wide, copy=False), orig_output.astype(wide, copy=False)
    result = np.zeros(y.shape, grad.dtype)
    for outs, ins in reversed(pool.positions()):
        np.copyto(result[outs], grad[ins], where=x[ins] == y[outs])
    return result


def matched_shape(call: Call) -> tuple[int | None, ...]:
    images = image_shape(call, "orig_input", format_of(call.attrs))
    result = require_shape(call, "orig_output", pooled_shape(call, "orig_input", images), "the pooled shape")
    require_shape(call, "grad", images, "the shape of orig_input")
    return result


@block(
    "orig_input: T, orig_output: T, grad: T -> output: T",
    T=REAL,
    where={**FOUR, "data_format": FORMATS_2D},
    surrogate_gradient="orig_input and orig_output must stay consistent",
    doc_of=MaxPoolGrad,
    example={"orig_input": PICTURE, "orig_output": [[[[5.0], [6.0]]]], **_EXAMPLE},
)
def MaxPoolGradGrad(
    orig_input: Array,
    orig_output: Array,
    grad: Array,
    *,
    ksize: list[int],
    strides: list[int],
    padding: str,
    data_format: str = "NHWC",
) -> Array:
    """Compute the second-order gradient of MaxPool: for each window, the value of grad at the maximum.

    The maximum is the first position of a window where orig_input equals orig_output.

    Args:
        grad: [batch, height, width, channels] the gradient with respect to the output of MaxPoolGrad, with the shape of
            orig_input.
        padding: SAME lets windows extend beyond the edges and ignores positions outside. VALID keeps them inside.

    Returns:
        output: [batch, rows, columns, channels] one value per window. It is 0 if orig_output is not in the window.
    """
    return matched(orig_input, orig_output, grad, pool_over(orig_input.shape, ksize, strides, padding, data_format))


MaxPoolGradGrad.shape(matched_shape)


@MaxPoolGradGrad.gradient()
def _(call: Node, dy: Output) -> tuple[Output, Output, Output]:
    x, y = call.input("orig_input"), call.input("orig_output")
    by_grad = PoolScatter(dy, MaxPoolIndex(x, **call.attrs), x).as_output()
    return make("ZerosLike", x), make("ZerosLike", y), by_grad


@block(
    "input: T, grad: T, argmax: Targmax -> output: T",
    T=REAL,
    Targmax=INDEX,
    where=FOUR,
    doc_of=MaxPoolWithArgmax,
    example={"input": PICTURE, "argmax": [[[[1], [6]]]], **_EXAMPLE},
)
def MaxPoolGradGradWithArgmax(
    input: Array,
    grad: Array,
    argmax: Array,
    *,
    ksize: list[int],
    strides: list[int],
    padding: str,
    include_batch_in_index: bool = False,
) -> Array:
    """Compute the second-order gradient of MaxPoolWithArgmax: for each window, the value of grad at index argmax.

    Args:
        input: [batch, height, width, channels] the images that were pooled. Only their shape is used.
        grad: [batch, height, width, channels] the gradient with respect to the gradient of MaxPoolWithArgmax, with the
            shape of input.
        argmax: [batch, rows, columns, channels] the indices from MaxPoolWithArgmax.
    """
    limit = grad.size if include_batch_in_index else math.prod(grad.shape[1:])
    outside = argmax[(argmax < 0) | (argmax >= limit)]
    if outside.size:
        raise DiagramError(f"argmax must be from 0 to {limit - 1}, got {outside[0]}", pin="argmax")
    return gathered(grad, argmax, include_batch_in_index)


@MaxPoolGradGradWithArgmax.shape
def _(call: Call) -> Shape:
    images = image_shape(call, "input", "NHWC")
    require_shape(call, "grad", images, "the shape of input")
    return require_shape(call, "argmax", pooled_shape(call, "input", images), "one index per window")


# -- Averages ---------------------------------------------------------------------------------------------------------


@block(
    "value: T -> output: T",
    T=FLOATS,
    attributes_of=MaxPoolGradGrad,
    fusion="batch_wise",
    doc_of=MaxPoolWithArgmax,
    example={"value": PICTURE, **HALVES, "output": [[[[3.25], [2.5]]]]},
)
@natively(native.average)
def AvgPool(value: Array, **window: Any) -> Array:
    """Apply average pooling to images: the mean of each window.

    Args:
        value: [batch, height, width, channels] the images.
    """
    return averages(value, pool_over(value.shape, **window))


AvgPool.shape(lambda call: pooled_shape(call, "value"))


AvgPool.gradient()(lambda call, dy: AvgPoolGrad(make("Shape", call.input("value")), dy, **call.attrs).as_output())


@block(
    "orig_input_shape: int32, grad: T -> output: T",
    T=FLOATS,
    attributes_of=AvgPool,
    example={
        "orig_input_shape": [1, 2, 4, 1],
        "grad": [[[[4.0], [8.0]]]],
        **HALVES,
        "output": [[[[1.0], [1.0], [2.0], [2.0]], [[1.0], [1.0], [2.0], [2.0]]]],
    },
)
@natively(native.average_gradient)
def AvgPoolGrad(orig_input_shape: Array, grad: Array, **window: Any) -> Array:
    """Compute the gradient of AvgPool: each window's gradient is divided equally among its positions.

    Args:
        orig_input_shape: [4] the shape of the images that were pooled.
        grad: [batch, rows, columns, channels] the gradient with respect to the averages.

    Returns:
        output: [batch, height, width, channels] the gradient with respect to the images.
    """
    return scatter_averages(grad, pool_over(orig_input_shape.tolist(), **window))


AvgPoolGrad.gradient("grad")(lambda call, dy: AvgPool(dy, **call.attrs).as_output())


def average_gradient_shape(call: Call) -> Shape:
    """Return the shape at ``orig_input_shape``, if its windows match the size of ``grad``."""
    rank = len(call.attrs["data_format"])
    pin = "orig_input_shape"
    given = call.shape(pin)
    if given is not None and given != (rank,) and given != (None,):
        raise pin_error(call, pin, f"{pin} must have {rank} sizes, got shape {list(given)}")
    value = call.value(pin)
    shape: tuple[int | None, ...] = (None,) * rank if value is None else tuple(int(size) for size in value)
    for size in shape:
        if size is not None and size < 0:
            raise pin_error(call, pin, f"the sizes in {pin} must be 0 or more, got {list(shape)}")
    wanted = pooled_shape(call, pin, shape)
    require_shape(call, "grad", wanted, "one value per window")
    return shape


AvgPoolGrad.shape(average_gradient_shape)


MaxPoolIndex.prepare = prepare("MaxPoolIndex", depth=True)
for _type in (MaxPoolWithArgmax, MaxPoolGradGrad, MaxPoolGradGradWithArgmax, AvgPool, AvgPoolGrad):
    _type.prepare = prepare(_type.name)
