"""Morphological dilation of images: the maximum of image plus filter over a window; and its two gradients."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from blocks.base.dtypes import REAL
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import shape_error
from blocks.library.declare import block
from blocks.library.math.shared import lowest
from blocks.library.nn.convolution_kernels import widened
from blocks.library.nn.pooling import PoolScatter
from blocks.library.nn.windows import (
    PADDINGS,
    Windows,
    check_steps,
    each_position,
    image_shape,
    ranked,
    window_counts,
    windows_over,
)

_WHERE = {"strides": 4, "rates": 4, "padding": PADDINGS}
_CLOSE = {"strides": [1, 1, 1, 1], "rates": [1, 1, 1, 1], "padding": "VALID"}
_FORM = "NHWC"


def _over(image: Sequence[int], filter: Sequence[int], strides: list[int], rates: list[int], padding: str) -> Windows:
    return windows_over(image[1:-1], filter[:2], strides[1:-1], rates[1:-1], padding)


def _lowest(dtype: np.dtype[Any]) -> Any:
    return np.iinfo(dtype).min if dtype.kind in "iu" else lowest(dtype)


@block(
    "input: T, filter: T -> output: T",
    T=REAL,
    where=_WHERE,
    example={
        "input": [[[[1.0], [5.0], [2.0]], [[4.0], [0.0], [3.0]]]],
        "filter": [[[0.0], [0.5]]],
        **_CLOSE,
        "output": [[[[5.5], [5.0]], [[4.0], [3.5]]]],
    },
)
def Dilation2D(input: Array, filter: Array, *, strides: list[int], rates: list[int], padding: str) -> Array:
    """Compute the grayscale dilation of images: per channel, the maximum of input + filter in each window.

    output[b, i, j, c] = max over k, l of input[b, i * stride + k * rate, j * stride + l * rate, c] + filter[k, l, c]

    Source: TensorFlow's documentation of tf.nn.dilation2d.

    Args:
        input: [batch, height, width, channels] the images.
        filter: [filter_height, filter_width, channels] the structuring element.
        strides: the step of the window along each axis of input, 1 or more. It must be 1 for batch and channels.
        rates: the distance between neighboring filter elements along each axis of input, 1 or more. It must be 1 for
            batch and channels.
        padding: SAME lets windows extend beyond the edges and ignores positions outside. VALID keeps them inside.

    Returns:
        output: [batch, rows, columns, channels] the dilated images. If a window contains only NaN, the result is the
            lowest value of the dtype.
    """
    windows = _over(input.shape, filter.shape, strides, rates, padding)
    x, factor = widened(input), widened(filter)
    output = np.full((input.shape[0], *windows.counts, input.shape[-1]), _lowest(input.dtype), x.dtype)
    for position, outs, ins in each_position(windows, input.shape[1:-1]):
        np.fmax(output[outs], x[ins] + factor[position], out=output[outs])
    return output.astype(input.dtype, copy=False)


def _dilated(call: Call) -> tuple[int | None, ...]:
    image = image_shape(call, "input", _FORM)
    filter = ranked(call, "filter", 3, "[height, width, channels]")
    if not compatible(image[-1:], filter[-1:]):
        text = f"{call.type.name}: the images have {image[-1]} channels, but the filter has {filter[-1]}"
        raise DiagramError(f"{text}: {shape_text(image)} and {shape_text(filter)}", pin="filter")
    if 0 in filter[:2]:
        raise shape_error(call, "filter", "expected a non-empty filter")
    steps = call.attrs["strides"][1:-1], call.attrs["rates"][1:-1]
    counts = window_counts(call, "input", image[1:-1], filter[:2], *steps, call.attrs["padding"], may_be_empty=True)
    return image[0], *counts, filter[-1] if image[-1] is None else image[-1]


Dilation2D.shape(_dilated)


@block(
    "input: T, filter: T, out_backprop: T -> in_backprop: T",
    T=REAL,
    attributes_of=Dilation2D,
    example={
        "input": [[[[1.0], [5.0], [2.0]]]],
        "filter": [[[0.0], [0.5]]],
        "out_backprop": [[[[10.0], [20.0]]]],
        **_CLOSE,
        "in_backprop": [[[[0.0], [30.0], [0.0]]]],
    },
)
def Dilation2DBackpropInput(input: Array, filter: Array, out_backprop: Array, **steps: Any) -> Array:
    """Compute the gradient of Dilation2D with respect to its input.

    Each gradient goes to the position of the maximum in its window, or to the first of equal maxima.

    Args:
        input: [batch, height, width, channels] the input of the dilation.
        filter: [filter_height, filter_width, channels] the filter of the dilation.
        out_backprop: [batch, rows, columns, channels] the gradient with respect to the output of the dilation.
        strides: the strides of the dilation.
        rates: the rates of the dilation.
        padding: the padding of the dilation: SAME or VALID.

    Returns:
        in_backprop: [batch, height, width, channels] the gradient with respect to the input.
    """
    indices, _ = _indices(input, filter, _over(input.shape, filter.shape, **steps))
    return _scattered(out_backprop, indices, input.shape)


@block(
    "input: T, filter: T, out_backprop: T -> filter_backprop: T",
    T=REAL,
    attributes_of=Dilation2D,
    doc_of=Dilation2DBackpropInput,
    example={
        "input": [[[[1.0], [5.0], [2.0]]]],
        "filter": [[[0.0], [0.5]]],
        "out_backprop": [[[[10.0], [20.0]]]],
        **_CLOSE,
        "filter_backprop": [[[20.0], [10.0]]],
    },
)
def Dilation2DBackpropFilter(input: Array, filter: Array, out_backprop: Array, **steps: Any) -> Array:
    """Compute the gradient of Dilation2D with respect to its filter.

    Each gradient goes to the position of the maximum in its window, or to the first of equal maxima.

    Returns:
        filter_backprop: [filter_height, filter_width, channels] the gradient with respect to the filter.
    """
    _, indices = _indices(input, filter, _over(input.shape, filter.shape, **steps))
    return _scattered(out_backprop, indices, filter.shape)


def _scattered(dy: Array, indices: Array, shape: tuple[int, ...]) -> Array:
    wide = widened(dy)
    total = np.zeros(math.prod(shape), wide.dtype)
    np.add.at(total, indices.reshape(-1), wide.reshape(-1))
    return total.reshape(shape).astype(dy.dtype, copy=False)


def _indices(input: Array, filter: Array, windows: Windows) -> tuple[Array, Array]:
    """Return each window's largest element's flat image and filter indices, the first of equals."""
    image, channels = input.shape[1:-1], input.shape[-1]
    shape = (input.shape[0], *windows.counts, channels)
    grid, taps = _numbered(input.shape), _numbered(filter.shape)
    # Where nothing is above the lowest number, TensorFlow ends up where it began: at the first corner.
    seen = np.zeros(shape, np.int64)
    if seen.size:
        axes = zip(windows.counts, windows.strides, windows.before, image, strict=True)
        rows, columns = (np.clip(np.arange(n) * step - before, 0, size - 1) for n, step, before, size in axes)
        seen[...] = grid[:, rows[:, None], columns]
    used = np.zeros(shape, np.int64)
    np.copyto(used, taps[0, 0])
    best = np.full(shape, _lowest(input.dtype), input.dtype)
    for position, outs, ins in each_position(windows, image):
        result = input[ins] + filter[position]
        better = result > best[outs]
        np.copyto(best[outs], result, where=better)
        np.copyto(seen[outs], grid[ins], where=better)
        np.copyto(used[outs], taps[position], where=better)
    return seen, used


def _numbered(shape: tuple[int, ...]) -> Array:
    return np.arange(math.prod(shape), dtype=np.int64).reshape(shape)


def _backprop_shape(call: Call) -> Shape:
    expected = _dilated(call)
    dy = image_shape(call, "out_backprop", _FORM)
    if not compatible(expected, dy):
        text = f"{call.type.name}: out_backprop must have the shape of the dilation, {shape_text(expected)}"
        raise DiagramError(f"{text}, got {shape_text(dy)}", pin="out_backprop")
    return call.shape("input" if call.type is Dilation2DBackpropInput else "filter")


def _check(block: str, attrs: dict[str, Any]) -> None:
    check_steps(block, attrs, "strides", _FORM)
    check_steps(block, attrs, "rates", _FORM)


Dilation2DBackpropInput.shape(_backprop_shape)
Dilation2DBackpropFilter.shape(_backprop_shape)
for _type in (Dilation2D, Dilation2DBackpropInput, Dilation2DBackpropFilter):
    _type.prepare = functools.partial(_check, _type.name)


@block(
    "input: T, filter: T -> in_place: int64, filter_index: int64",
    T=REAL,
    attributes_of=Dilation2D,
    not_differentiable="the output is an integer index",
    internal=True,
)
def DilationIndices(input: Array, filter: Array, **steps: Any) -> tuple[Array, Array]:
    """Find the position of the maximum in each window of a dilation, or of the first of equal maxima."""
    return _indices(input, filter, _over(input.shape, filter.shape, **steps))


DilationIndices.shape(lambda call: [_dilated(call)] * 2)


@Dilation2D.gradient()
def _(call: Node, dy: Output) -> tuple[Operand, Operand]:
    """Build the gradient from positions, so that it is differentiable. In TensorFlow it is not."""
    x, filter = call.inputs
    in_place, filter_index = DilationIndices(x, filter, **call.attrs).outputs
    return PoolScatter(dy, in_place, x, whole=True), PoolScatter(dy, filter_index, filter, whole=True)
