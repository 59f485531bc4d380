"""Pooling of images: AvgPool with its gradient, MaxPool and MaxPoolWithArgmax."""

from __future__ import annotations

from typing import Any

from blocks.base.dtypes import (
    FLOATS,
    INDEX,
    INT64,
    REAL,
    DType,
)
from blocks.base.errors import DiagramError
from blocks.base.shapes import element_count
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Output
from blocks.library.declare import block
from blocks.library.math.shared import make
from blocks.library.nn.pool_averages import averages, spread_averages
from blocks.library.nn.pool_maxima import largest, maxima
from blocks.library.nn.pooling_places import (
    MAX_POOLED,
    MaxPoolGrad,
    PoolScatter,
    flat_places,
    lowest,
)
from blocks.library.nn.pools import pool_over, pooled_shape, prepare, require_shape
from blocks.library.nn.windows import FORMATS_2D, PADDINGS, PADDINGS_AND_EXPLICIT

_FOUR = {"ksize": 4, "strides": 4, "padding": PADDINGS}
_PICTURE = [[[[1.0], [5.0], [2.0], [2.0]], [[3.0], [4.0], [6.0], [0.0]]]]
_HALVES = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}


@block(
    "value: T -> output: T",
    T=FLOATS,
    where={**_FOUR, "data_format": FORMATS_2D},
    fusion="batch_wise",
    compute_bound=True,
    example={"value": _PICTURE, **_HALVES, "output": [[[[3.25], [2.5]]]]},
)
def AvgPool(value: Array, *, ksize: list[int], strides: list[int], padding: str, data_format: str = "NHWC") -> Array:
    """The average of each window over images.

    Args:
        value: [batch, height, width, channels] images.
        ksize: the size of a window along each axis, 1 for batch and channels.
        strides: the step from window to window along each axis, 1 for batch and channels.
        padding: SAME (windows reach over the edge; what lies outside does not count) or VALID (they do not).
        data_format: the order of the axes: batch, height, width, channels (NHWC) or channels second (NCHW).

    Returns:
        output: [batch, rows, columns, channels] images with one value per window.
    """
    return averages(value, pool_over(value.shape, ksize, strides, padding, data_format))


AvgPool.prepare = prepare("AvgPool")


@AvgPool.shape
def _(call: Call) -> Shape:
    return pooled_shape(call, "value")


@AvgPool.gradient()
def _(call: Node, dy: Output) -> Output:
    return AvgPoolGrad(make("Shape", call.input("value")), dy, **call.attrs).as_output()


@block(
    "orig_input_shape: int32, grad: T -> output: T",
    T=FLOATS,
    where={**_FOUR, "data_format": FORMATS_2D},
    internal=True,
)
def AvgPoolGrad(
    orig_input_shape: Array,
    grad: Array,
    *,
    ksize: list[int],
    strides: list[int],
    padding: str,
    data_format: str = "NHWC",
) -> Array:
    """The gradient of AvgPool: each window's gradient in equal parts to what lies in it.

    Args:
        orig_input_shape: the shape of the images that were pooled.
        grad: the gradient by the averages.
        ksize: the size of a window along each axis, 1 for batch and channels.
        strides: the step from window to window along each axis, 1 for batch and channels.
        padding: SAME or VALID.
        data_format: the order of the axes.

    Returns:
        output: the gradient by the images.
    """
    return spread_averages(grad, pool_over(orig_input_shape.tolist(), ksize, strides, padding, data_format))


AvgPoolGrad.prepare = prepare("AvgPoolGrad")


@AvgPoolGrad.shape
def _(call: Call) -> Shape:
    return average_gradient_shape(call)


@AvgPoolGrad.gradient("grad")
def _(call: Node, dy: Output) -> Output:
    return AvgPool(dy, **call.attrs).as_output()


def average_gradient_shape(call: Call) -> Shape:
    """The shape at ``orig_input_shape``, if windows over such images are as many as ``grad`` has values.

    Raises:
        DiagramError: the shape is no vector of one size per axis, or does not go with grad.
    """
    rank = len(call.attrs["data_format"])
    pin = "orig_input_shape"
    given = call.shape(pin)
    if given is not None and given != (rank,) and given != (None,):
        raise DiagramError(f"{call.type.name} needs {rank} sizes at {pin}, got shape {list(given)}", pin=pin)
    value = call.value(pin)
    shape: tuple[int | None, ...] = (None,) * rank if value is None else tuple(int(size) for size in value)
    for size in shape:
        if size is not None and size < 0:
            raise DiagramError(f"{call.type.name} needs sizes of 0 or more at {pin}, got {list(shape)}", pin=pin)
    wanted = pooled_shape(call, pin, shape)
    require_shape(call, "grad", wanted, "one value per window")
    return shape


@block(
    "input: T -> output: T",
    T=MAX_POOLED,
    where={**_FOUR, "padding": PADDINGS_AND_EXPLICIT, "data_format": (*FORMATS_2D, "NCHW_VECT_C")},
    fusion="batch_wise",
    compute_bound=True,
    example={"input": _PICTURE, **_HALVES, "output": [[[[5.0], [6.0]]]]},
)
def MaxPool(
    input: Array,
    *,
    ksize: list[int],
    strides: list[int],
    padding: str,
    explicit_paddings: list[int] = [],  # noqa: B006  it is a declaration: nobody calls it without the attribute
    data_format: str = "NHWC",
) -> Array:
    """The largest value of each window over images.

    NaN is overlooked. The gradient goes to the first of the largest values of a window.

    Args:
        input: [batch, height, width, channels] images.
        ksize: the size of a window along each axis, 1 for the batch. Either height and width are pooled or the
            channels; then strides is the same, and the number of channels a multiple of it.
        strides: the step from window to window along each axis, 1 for the batch.
        padding: SAME (windows reach over the edge; what lies outside does not count), VALID (they do not) or EXPLICIT.
        explicit_paddings: for EXPLICIT, how far windows reach over each edge: two numbers per axis, in the order of
            data_format, smaller than the window; 0 for batch and channels.
        data_format: the order of the axes: batch, height, width, channels (NHWC) or channels second (NCHW).

    Returns:
        output: [batch, rows, columns, channels] images with one value per window.
    """
    geometry = {"ksize": ksize, "strides": strides, "padding": padding, "explicit_paddings": explicit_paddings}
    return _fill_maxima(None, input, **geometry, data_format=data_format)


def _fill_maxima(out: Array | None, input: Array, **geometry: Any) -> Array:
    return maxima(input, pool_over(input.shape, **geometry), lowest(input.dtype), out)


MaxPool.fills = _fill_maxima
MaxPool.prepare = prepare("MaxPool", depth=True)


@MaxPool.shape
def _(call: Call) -> Shape:
    return pooled_shape(call, "input")


@MaxPool.gradient()
def _(call: Node, dy: Output) -> Output:
    # Not its own output, which may be fed: where it is not, equal calls are made once.
    x, attrs = call.input("input"), call.attrs
    return MaxPoolGrad(x, MaxPool(x, **attrs), dy, **attrs).as_output()


@block(
    "input: T -> output: T, argmax: Targmax",
    T=REAL,
    where={**_FOUR, "Targmax": INDEX},
    example={"input": _PICTURE, **_HALVES, "output": [[[[5.0], [6.0]]]], "argmax": [[[[1], [6]]]]},
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
    """The largest value of each window over images, and where it lies.

    The first of the largest values counts. The index of (y, x, c) is (y width + x) channels + c.

    Args:
        input: [batch, height, width, channels] images.
        ksize: the size of a window along each axis, 1 for batch and channels.
        strides: the step from window to window along each axis, 1 for batch and channels.
        padding: SAME (windows reach over the edge; what lies outside does not count) or VALID (they do not).
        Targmax: the integer type of the indices.
        include_batch_in_index: whether indices are counted through the whole batch, or within each image.

    Returns:
        output: [batch, rows, columns, channels] images with one value per window.
        argmax: [batch, rows, columns, channels] its index.
    """
    pool = pool_over(input.shape, ksize, strides, padding)
    best, index = largest(input, pool, Targmax.numpy)
    assert best is not None
    if include_batch_in_index:
        index = flat_places(index, input.shape, False).reshape(index.shape)
    return best, index.astype(Targmax.numpy, copy=False)


MaxPoolWithArgmax.prepare = prepare("MaxPoolWithArgmax")


@MaxPoolWithArgmax.shape
def _(call: Call) -> list[Shape]:
    shape = pooled_shape(call, "input")
    if element_count(call.shape("input")) == 0:
        raise DiagramError("MaxPoolWithArgmax needs at least one value to look for the largest", pin="input")
    return [shape, shape]


@MaxPoolWithArgmax.gradient()
def _(call: Node, dy: Output | None, _argmax: Output | None) -> Output | None:
    if dy is None:
        return None
    return PoolScatter(dy, call.outputs[1], call.input("input"), whole=call.attrs["include_batch_in_index"]).as_output()
