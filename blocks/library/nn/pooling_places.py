"""What the gradients of pooling are made of: places of the largest values of windows, and what goes there and back."""

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
    UINT8,
    UINT16,
)
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Output
from blocks.library.declare import block
from blocks.library.math.shared import make, wide_dtype
from blocks.library.nn.pool_maxima import are_apart, largest, spread_maxima
from blocks.library.nn.pools import pool_over, pooled_shape, require_shape

MAX_POOLED = (HALF, BFLOAT16, FLOAT, DOUBLE, INT32, INT64, UINT8, INT16, INT8, UINT16, QINT8)


def lowest(dtype: np.dtype[Any]) -> float:
    """The lowest finite number of a dtype, with which TensorFlow begins to look for the largest."""
    from ml_dtypes import finfo

    if dtype.kind in "iu":
        return -np.inf
    return float(finfo(dtype).min)  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]


@block(
    "orig_input: T, orig_output: T, grad: T -> output: T",
    T=FLOATS,
    internal=True,
    fusion="batch_wise",
    compute_bound=True,
)
def MaxPoolGrad(
    orig_input: Array,
    orig_output: Array,
    grad: Array,
    *,
    ksize: list[int],
    strides: list[int],
    padding: str,
    explicit_paddings: list[int] | None = None,
    data_format: str = "NHWC",
) -> Array:
    """The gradient of MaxPool: each window's gradient goes to the first of its largest values.

    Args:
        orig_input: the images that were pooled.
        orig_output: what MaxPool gave.
        grad: the gradient by orig_output, of its shape.
        ksize: the size of a window along each axis.
        strides: the step from window to window along each axis.
        padding: SAME, VALID or EXPLICIT.
        explicit_paddings: two numbers per axis for EXPLICIT.
        data_format: the order of the axes.

    Returns:
        output: the gradient by the images; what meets at one place is added up.
    """
    geometry = {"ksize": ksize, "strides": strides, "padding": padding, "explicit_paddings": explicit_paddings}
    return _fill_gradient(None, orig_input, orig_output, grad, **geometry, data_format=data_format)


def _fill_gradient(out: Array | None, orig_input: Array, orig_output: Array, grad: Array, **geometry: Any) -> Array:
    pool = pool_over(orig_input.shape, **geometry)
    if are_apart(pool):
        return spread_maxima(orig_input, orig_output, grad, pool, lowest(orig_input.dtype), out)
    return _scattered(grad, largest(orig_input, pool, values=False)[1], orig_input.shape, False, out)


MaxPoolGrad.fills = _fill_gradient


@MaxPoolGrad.shape
def _(call: Call) -> Shape:
    pooled = require_shape(call, "orig_output", pooled_shape(call, "orig_input"), "what the pooling gave")
    require_shape(call, "grad", pooled, "the shape of orig_output")
    return call.shape("orig_input")


@MaxPoolGrad.gradient("orig_input", "grad")
def _(call: Node, dy: Output) -> tuple[Output, Output]:
    x = call.input("orig_input")
    by_grad = PoolGather(dy, MaxPoolIndex(x, **call.attrs)).as_output()
    return make("ZerosLike", x), by_grad  # as in TensorFlow: the places jump, no way is cut


@block(
    "input: T -> index: int64",
    T=MAX_POOLED,
    not_differentiable="an index is an integer",
    internal=True,
    fusion="batch_wise",
    compute_bound=True,
)
def MaxPoolIndex(
    input: Array,
    *,
    ksize: list[int],
    strides: list[int],
    padding: str,
    explicit_paddings: list[int] | None = None,
    data_format: str = "NHWC",
) -> Array:
    """Where in its image the largest value of each window lies, the first if several are.

    Args:
        input: images.
        ksize: the size of a window along each axis.
        strides: the step from window to window along each axis.
        padding: SAME, VALID or EXPLICIT.
        explicit_paddings: two numbers per axis for EXPLICIT.
        data_format: the order of the axes.

    Returns:
        index: for each window a place in the flat image.
    """
    pool = pool_over(input.shape, ksize, strides, padding, data_format, explicit_paddings)
    return largest(input, pool, values=False)[1]


@MaxPoolIndex.shape
def _(call: Call) -> Shape:
    return pooled_shape(call, "input")


@block(
    "dy: T, index: Tindex, images: Tany -> output: T",
    T=FLOATS,
    Tindex=INDEX,
    Tany=MAX_POOLED,
    internal=True,
    fusion="batch_wise",
    compute_bound=True,
)
def PoolScatter(dy: Array, index: Array, images: Array, *, whole: bool = False) -> Array:
    """Put values at places of images; what meets at one place is added up: the gradient of PoolGather.

    Args:
        dy: the values.
        index: for each value a place in its flat image.
        images: images of the shape that is wanted.
        whole: whether places are counted through the whole batch.

    Returns:
        output: the values at their places, 0 elsewhere.
    """
    return _scattered(dy, index, images.shape, whole)


@PoolScatter.shape
def _(call: Call) -> Shape:
    return call.shape("images")


@PoolScatter.gradient("dy", "images")
def _(call: Node, dy: Output) -> tuple[Output, Output]:
    by_values = PoolGather(dy, call.input("index"), whole=call.attrs["whole"]).as_output()
    return by_values, make("ZerosLike", call.input("images"))  # as in TensorFlow: the places jump, no way is cut


@block("images: T, index: Tindex -> output: T", T=FLOATS, Tindex=INDEX, internal=True)
def PoolGather(images: Array, index: Array, *, whole: bool = False) -> Array:
    """Values at places of images: the gradient of PoolScatter.

    Args:
        images: the images.
        index: places in the flat images.
        whole: whether places are counted through the whole batch.

    Returns:
        output: for each place the value there.
    """
    return gathered(images, index, whole)


@PoolGather.shape
def _(call: Call) -> Shape:
    return call.shape("index")


@PoolGather.gradient("images")
def _(call: Node, dy: Output) -> Output:
    return PoolScatter(dy, call.input("index"), call.input("images"), whole=call.attrs["whole"]).as_output()


def _scattered(dy: Array, index: Array, shape: tuple[int, ...], whole: bool, out: Array | None = None) -> Array:
    total: Array = np.zeros(math.prod(shape), wide_dtype(dy))
    np.add.at(total, flat_places(index, shape, whole), dy.reshape(-1).astype(total.dtype, copy=False))
    result = total.reshape(shape).astype(dy.dtype, copy=False)
    if out is None:
        return result
    out[...] = result
    return out


def gathered(images: Array, index: Array, whole: bool) -> Array:
    """The values at places of flat images (or of the whole batch)."""
    found: Array = images.reshape(-1).take(flat_places(index, images.shape, whole))
    return found.reshape(index.shape)


def flat_places(index: Array, shape: tuple[int, ...], whole: bool) -> Array:
    """Places in the flat batch, as a vector."""
    if whole or shape[0] <= 1:
        return index.reshape(-1)
    start = np.arange(shape[0], dtype=np.int64) * math.prod(shape[1:])
    return (index + start.reshape(-1, *[1] * (index.ndim - 1))).reshape(-1)
