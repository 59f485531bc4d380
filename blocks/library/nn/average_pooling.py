"""The averages of windows over images: AvgPool and its gradient."""

from __future__ import annotations

from blocks.base.dtypes import FLOATS
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Output
from blocks.library.declare import block, make
from blocks.library.nn.pooling import FOUR, HALVES, PICTURE
from blocks.library.nn.pooling_kernels import averages, pooled_shape, prepare, require_shape, scatter_averages
from blocks.library.nn.windows import FORMATS_2D, pool_over


@block(
    "value: T -> output: T",
    T=FLOATS,
    where={**FOUR, "data_format": FORMATS_2D},
    fusion="batch_wise",
    compute_bound=True,
    example={"value": PICTURE, **HALVES, "output": [[[[3.25], [2.5]]]]},
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


@AvgPool.shape
def _(call: Call) -> Shape:
    return pooled_shape(call, "value")


@AvgPool.gradient()
def _(call: Node, dy: Output) -> Output:
    return AvgPoolGrad(make("Shape", call.input("value")), dy, **call.attrs).as_output()


@block(
    "orig_input_shape: int32, grad: T -> output: T",
    T=FLOATS,
    where={**FOUR, "data_format": FORMATS_2D},
    example={
        "orig_input_shape": [1, 2, 4, 1],
        "grad": [[[[4.0], [8.0]]]],
        **HALVES,
        "output": [[[[1.0], [1.0], [2.0], [2.0]], [[1.0], [1.0], [2.0], [2.0]]]],
    },
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
        orig_input_shape: [4] the shape of the images that were pooled.
        grad: [batch, rows, columns, channels] the gradient by the averages.
        ksize: the size of a window along each axis, 1 for batch and channels.
        strides: the step from window to window along each axis, 1 for batch and channels.
        padding: SAME or VALID.
        data_format: the order of the axes.

    Returns:
        output: [batch, height, width, channels] the gradient by the images.
    """
    return scatter_averages(grad, pool_over(orig_input_shape.tolist(), ksize, strides, padding, data_format))


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


for _type in (AvgPool, AvgPoolGrad):
    _type.prepare = prepare(_type.name)
