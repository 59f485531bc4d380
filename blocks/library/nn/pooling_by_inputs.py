"""Pooling whose windows are computed: MaxPoolV2, and where its largest values lie."""

from __future__ import annotations

from typing import Any

from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Output
from blocks.library.array.arguments import vector
from blocks.library.declare import block
from blocks.library.nn.pooling import MAX_POOLED, PoolScatter, lowest
from blocks.library.nn.pooling_kernels import check_pool, format_of, largest, maxima, pooled_shape
from blocks.library.nn.windows import FORMATS_2D, PADDINGS, image_shape, pool_over


@block(
    "input: T, ksize: int32, strides: int32 -> output: T",
    T=MAX_POOLED,
    where={"padding": PADDINGS, "data_format": (*FORMATS_2D, "NCHW_VECT_C")},
    compute_bound=True,
    example={
        "input": [[[[1.0], [5.0], [2.0], [2.0]], [[3.0], [4.0], [6.0], [0.0]]]],
        "ksize": [1, 2, 2, 1],
        "strides": [1, 2, 2, 1],
        "padding": "VALID",
        "output": [[[[5.0], [6.0]]]],
    },
)
def MaxPoolV2(input: Array, ksize: Array, strides: Array, *, padding: str, data_format: str = "NHWC") -> Array:
    """The largest value of each window over images, where the size of the windows may be computed.

    NaN is overlooked. The gradient goes to the first of the largest values of a window.

    Args:
        input: [batch, height, width, channels] images.
        ksize: [4] the size of a window along each axis, 1 for the batch. Either height and width are pooled or the
            channels; then strides is the same, and the number of channels a multiple of it.
        strides: [4] the step from window to window along each axis, 1 for the batch.
        padding: SAME (windows reach over the edge; what lies outside does not count) or VALID (they do not).
        data_format: the order of the axes: batch, height, width, channels (NHWC) or channels second (NCHW).

    Returns:
        output: [batch, rows, columns, channels] images with one value per window.
    """
    pool = pool_over(input.shape, ksize.tolist(), strides.tolist(), padding, data_format)
    return maxima(input, pool, lowest(input.dtype))


@block(
    "input: T, ksize: int32, strides: int32 -> index: int64",
    T=MAX_POOLED,
    not_differentiable="an index is an integer",
    internal=True,
    compute_bound=True,
)
def MaxPoolIndexV2(input: Array, ksize: Array, strides: Array, *, padding: str, data_format: str = "NHWC") -> Array:
    """Where in its image the largest value of each window lies, the first if several are.

    Args:
        input: images.
        ksize: the size of a window along each axis.
        strides: the step from window to window along each axis.
        padding: SAME or VALID.
        data_format: the order of the axes.

    Returns:
        index: for each window a place in the flat image.
    """
    pool = pool_over(input.shape, ksize.tolist(), strides.tolist(), padding, data_format)
    return largest(input, pool, values=False)[1]


def _shape(call: Call) -> Shape:
    found: dict[str, Any] = {}
    for pin in ("ksize", "strides"):
        size = call.shape(pin)
        if size is not None and size not in ((4,), (None,)):
            raise DiagramError(f"{call.type.name} needs 4 numbers at {pin}, got shape {list(size)}", pin=pin)
        found[pin] = vector(call, pin)
    images = image_shape(call, "input", format_of(call.attrs))
    if found["ksize"] is None or found["strides"] is None:
        return images[0], None, None, None
    attrs = {**call.attrs, **found}
    check_pool(call.type.name, True, attrs)
    return pooled_shape(call, "input", images, attrs)


MaxPoolV2.shape(_shape)
MaxPoolIndexV2.shape(_shape)


@MaxPoolV2.gradient("input")
def _(call: Node, dy: Output) -> Output:
    return PoolScatter(dy, MaxPoolIndexV2(*call.inputs, **call.attrs), call.input("input")).as_output()
