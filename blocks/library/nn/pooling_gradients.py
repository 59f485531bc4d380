"""Gradients of pooling's gradients, as block types: MaxPoolGradGrad and MaxPoolGradGradWithArgmax."""

from __future__ import annotations

import math

from blocks.base.dtypes import INDEX, REAL
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Output
from blocks.library.declare import block
from blocks.library.math.shared import make, wide_dtype
from blocks.library.nn.pool_maxima import first_match
from blocks.library.nn.pooling_places import MaxPoolIndex, PoolScatter, gathered
from blocks.library.nn.pools import format_of, pool_over, pooled_shape, prepare, require_shape
from blocks.library.nn.windows import FORMATS_2D, PADDINGS, image_shape

_FOUR = {"ksize": 4, "strides": 4, "padding": PADDINGS}
_EXAMPLE = {
    "ksize": [1, 2, 2, 1],
    "strides": [1, 2, 2, 1],
    "padding": "VALID",
    "grad": [[[[0.1], [0.2], [0.3], [0.4]], [[0.5], [0.6], [0.7], [0.8]]]],
    "output": [[[[0.2], [0.7]]]],
}
_PICTURE = [[[[1.0], [5.0], [2.0], [2.0]], [[3.0], [4.0], [6.0], [0.0]]]]


def matched(orig_input: Array, orig_output: Array, grad: Array, *geometry: object) -> Array:
    """For each window the value of grad where orig_input first is orig_output; 0 where it is so nowhere."""
    wide = wide_dtype(orig_input)
    x, y = orig_input.astype(wide, copy=False), orig_output.astype(wide, copy=False)
    return first_match(x, y, grad, pool_over(orig_input.shape, *geometry))  # pyright: ignore[reportArgumentType]


def matched_shape(call: Call) -> tuple[int | None, ...]:
    """The shape of what was pooled to, if images, results and the gradient by the images go together.

    Raises:
        DiagramError: they do not.
    """
    images = image_shape(call, "orig_input", format_of(call.attrs))
    found = require_shape(call, "orig_output", pooled_shape(call, "orig_input", images), "what the pooling gave")
    require_shape(call, "grad", images, "the shape of orig_input")
    return found


@block(
    "orig_input: T, orig_output: T, grad: T -> output: T",
    T=REAL,
    where={**_FOUR, "data_format": FORMATS_2D},
    surrogate_gradient="what was pooled and the result must go on belonging together",
    example={"orig_input": _PICTURE, "orig_output": [[[[5.0], [6.0]]]], **_EXAMPLE},
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
    """The second gradient of MaxPool: for each window what grad is where the largest value was found.

    The first place of a window where orig_input is orig_output counts.

    Args:
        orig_input: [batch, height, width, channels] the images that were pooled.
        orig_output: [batch, rows, columns, channels] what MaxPool gave.
        grad: [batch, height, width, channels] the gradient by the gradient of MaxPool, of the shape of orig_input.
        ksize: the size of a window along each axis, 1 for batch and channels.
        strides: the step from window to window along each axis, 1 for batch and channels.
        padding: SAME (windows reach over the edge; what lies outside does not count) or VALID (they do not).
        data_format: the order of the axes: batch, height, width, channels (NHWC) or channels second (NCHW).

    Returns:
        output: [batch, rows, columns, channels] one value per window; 0 where orig_output is not in the window.
    """
    return matched(orig_input, orig_output, grad, ksize, strides, padding, data_format)


MaxPoolGradGrad.prepare = prepare("MaxPoolGradGrad")


@MaxPoolGradGrad.shape
def _(call: Call) -> Shape:
    return matched_shape(call)


@MaxPoolGradGrad.gradient()
def _(call: Node, dy: Output) -> tuple[Output, Output, Output]:
    x, y = call.input("orig_input"), call.input("orig_output")
    by_grad = PoolScatter(dy, MaxPoolIndex(x, **call.attrs), x).as_output()
    return make("ZerosLike", x), make("ZerosLike", y), by_grad


@block(
    "input: T, grad: T, argmax: Targmax -> output: T",
    T=REAL,
    Targmax=INDEX,
    where=_FOUR,
    example={"input": _PICTURE, "argmax": [[[[1], [6]]]], **_EXAMPLE},
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
    """The second gradient of MaxPoolWithArgmax: for each window what grad is at the index that argmax says.

    Args:
        input: [batch, height, width, channels] the images that were pooled; only their shape counts.
        grad: [batch, height, width, channels] the gradient by the gradient of MaxPoolWithArgmax, of the shape of input.
        argmax: [batch, rows, columns, channels] the indices that MaxPoolWithArgmax gave.
        ksize: the size of a window along each axis, 1 for batch and channels.
        strides: the step from window to window along each axis, 1 for batch and channels.
        padding: SAME (windows reach over the edge; what lies outside does not count) or VALID (they do not).
        include_batch_in_index: whether indices are counted through the whole batch, or within each image.

    Returns:
        output: [batch, rows, columns, channels] one value per window.
    """
    limit = grad.size if include_batch_in_index else math.prod(grad.shape[1:])
    outside = argmax[(argmax < 0) | (argmax >= limit)]
    if outside.size:
        raise DiagramError(f"argmax must lie in 0 ... {limit - 1}, got {outside[0]}", pin="argmax")
    return gathered(grad, argmax, include_batch_in_index)


MaxPoolGradGradWithArgmax.prepare = prepare("MaxPoolGradGradWithArgmax")


@MaxPoolGradGradWithArgmax.shape
def _(call: Call) -> Shape:
    images = image_shape(call, "input", "NHWC")
    require_shape(call, "grad", images, "the shape of input")
    return require_shape(call, "argmax", pooled_shape(call, "input", images), "one index per window")
