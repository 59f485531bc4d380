"""The largest values of windows over images: MaxPool, MaxPoolV2 and MaxPoolWithArgmax, with their gradients."""

from __future__ import annotations

import math
from collections.abc import Callable
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
from blocks.graph.kernel_choice import specialised
from blocks.library.array.arguments import vector
from blocks.library.declare import block, make
from blocks.library.math.shared import wide_dtype
from blocks.library.nn.pooling_kernels import (
    are_apart,
    check_pool,
    first_match,
    format_of,
    largest,
    maxima,
    pooled_shape,
    prepare,
    require_shape,
    scatter_maxima,
)
from blocks.library.nn.windows import FORMATS_2D, PADDINGS, PADDINGS_AND_EXPLICIT, Pool, image_shape, pool_over

# -- What gradients of pooling are made of: indices of the largest values, and what goes there and back ---------------

FOUR = {"ksize": 4, "strides": 4, "padding": PADDINGS}
PICTURE = [[[[1.0], [5.0], [2.0], [2.0]], [[3.0], [4.0], [6.0], [0.0]]]]
HALVES = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}

MAX_POOLED = (HALF, BFLOAT16, FLOAT, DOUBLE, INT32, INT64, UINT8, INT16, INT8, UINT16, QINT8)


def lowest(dtype: np.dtype[Any]) -> float:
    """The lowest finite number of a dtype, with which TensorFlow begins to look for the largest."""
    from ml_dtypes import finfo

    if dtype.kind in "iu":
        return -np.inf
    return float(finfo(dtype).min)  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]


def _of_its_pooling(node: Node) -> Callable[..., Array] | None:
    """The gradient where orig_output surely is what MaxPool gives for orig_input: it need not be found again."""
    x, y, _ = node.inputs
    if y.op.type.name != "MaxPool" or y.op.inputs[0] is not x or y.op.attrs != node.attrs:
        return None

    def gradient(x: Array, y: Array, dy: Array, out: Array | None = None) -> Array:
        return max_pool_gradient(x, y, dy, pool_over(x.shape, **node.attrs), out)

    return gradient


@block(
    "orig_input: T, orig_output: T, grad: T -> output: T",
    T=REAL,
    where={**FOUR, "padding": PADDINGS_AND_EXPLICIT, "data_format": FORMATS_2D},
    in_place=[],
    fusion="batch_wise",
    compute_bound=True,
    example={
        "orig_input": PICTURE,
        "orig_output": [[[[5.0], [6.0]]]],
        "grad": [[[[0.1], [0.2]]]],
        **HALVES,
        "output": [[[[0.0], [0.1], [0.0], [0.0]], [[0.0], [0.0], [0.2], [0.0]]]],
    },
)
@specialised(_of_its_pooling, floats=False)
def MaxPoolGrad(
    orig_input: Array,
    orig_output: Array,
    grad: Array,
    out: Array | None = None,
    *,
    ksize: list[int],
    strides: list[int],
    padding: str,
    explicit_paddings: list[int] = [],  # noqa: B006 - attributes are read-only
    data_format: str = "NHWC",
) -> Array:
    """The gradient of MaxPool: each window's gradient goes to the first of its largest values.

    Args:
        orig_input: [batch, height, width, channels] the images that were pooled.
        orig_output: [batch, rows, columns, channels] what MaxPool gave.
        grad: [batch, rows, columns, channels] the gradient by orig_output, of its shape.
        ksize: the size of a window along each axis, 1 for batch and channels.
        strides: the step from window to window along each axis, 1 for batch and channels.
        padding: SAME, VALID or EXPLICIT.
        explicit_paddings: two numbers per axis for EXPLICIT.
        data_format: the order of the axes: batch, height, width, channels (NHWC) or channels second (NCHW).

    Returns:
        output: [batch, height, width, channels] the gradient by the images; what meets at one place is added up.
    """
    pool = pool_over(orig_input.shape, ksize, strides, padding, data_format, explicit_paddings)
    best = maxima(orig_input, pool, lowest(orig_input.dtype)) if are_apart(pool) else orig_output
    return max_pool_gradient(orig_input, best, grad, pool, out)


def max_pool_gradient(x: Array, best: Array, dy: Array, pool: Pool, out: Array | None = None) -> Array:
    """What MaxPoolGrad gives, for the largest values as they are found in the windows."""
    if are_apart(pool) and x.dtype.kind not in "iu":
        return scatter_maxima(x, best, dy, pool, lowest(x.dtype), out)
    return _scattered(dy, largest(x, pool, values=False)[1], x.shape, False, out)


MaxPoolGrad.prepare = prepare("MaxPoolGrad", depth=True)


@MaxPoolGrad.shape
def _(call: Call) -> Shape:
    pooled = require_shape(call, "orig_output", pooled_shape(call, "orig_input"), "what the pooling gave")
    require_shape(call, "grad", pooled, "the shape of orig_output")
    return call.shape("orig_input")


@MaxPoolGrad.gradient()
def _(call: Node, dy: Output) -> tuple[Output, Output, Output]:
    x, y = call.input("orig_input"), call.input("orig_output")
    by_grad = PoolGather(dy, MaxPoolIndex(x, **call.attrs)).as_output()
    # As in TensorFlow: the places jump, no path is cut.
    return make("ZerosLike", x), make("ZerosLike", y), by_grad


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
    return by_values, make("ZerosLike", call.input("images"))  # as in TensorFlow: the places jump, no path is cut


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
    np.add.at(total, flat_indices(index, shape, whole), dy.reshape(-1).astype(total.dtype, copy=False))
    result = total.reshape(shape).astype(dy.dtype, copy=False)
    if out is None:
        return result
    out[...] = result
    return out


def gathered(images: Array, index: Array, whole: bool) -> Array:
    """The values at places of flat images (or of the whole batch)."""
    result: Array = images.reshape(-1).take(flat_indices(index, images.shape, whole))
    return result.reshape(index.shape)


def flat_indices(index: Array, shape: tuple[int, ...], whole: bool) -> Array:
    """Places in the flat batch, as a vector."""
    if whole or shape[0] <= 1:
        return index.reshape(-1)
    start = np.arange(shape[0], dtype=np.int64) * math.prod(shape[1:])
    return (index + start.reshape(-1, *[1] * (index.ndim - 1))).reshape(-1)


# -- Pooling, and its gradients ---------------------------------------------------------------------------------------


@block(
    "input: T -> output: T",
    T=MAX_POOLED,
    where={**FOUR, "padding": PADDINGS_AND_EXPLICIT, "data_format": (*FORMATS_2D, "NCHW_VECT_C")},
    in_place=[],
    fusion="batch_wise",
    compute_bound=True,
    example={"input": PICTURE, **HALVES, "output": [[[[5.0], [6.0]]]]},
)
def MaxPool(
    input: Array,
    out: Array | None = None,
    *,
    ksize: list[int],
    strides: list[int],
    padding: str,
    explicit_paddings: list[int] = [],  # noqa: B006 - attributes are read-only
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
    pool = pool_over(input.shape, ksize, strides, padding, data_format, explicit_paddings)
    return maxima(input, pool, lowest(input.dtype), out)


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
        index = flat_indices(index, input.shape, False).reshape(index.shape)
    return best, index.astype(Targmax.numpy, copy=False)


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


# -- Gradients of gradients -------------------------------------------------------------------------------------------

_EXAMPLE = {
    "ksize": [1, 2, 2, 1],
    "strides": [1, 2, 2, 1],
    "padding": "VALID",
    "grad": [[[[0.1], [0.2], [0.3], [0.4]], [[0.5], [0.6], [0.7], [0.8]]]],
    "output": [[[[0.2], [0.7]]]],
}


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
    result = require_shape(call, "orig_output", pooled_shape(call, "orig_input", images), "what the pooling gave")
    require_shape(call, "grad", images, "the shape of orig_input")
    return result


@block(
    "orig_input: T, orig_output: T, grad: T -> output: T",
    T=REAL,
    where={**FOUR, "data_format": FORMATS_2D},
    surrogate_gradient="what was pooled and the result must go on belonging together",
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
    where=FOUR,
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


@MaxPoolGradGradWithArgmax.shape
def _(call: Call) -> Shape:
    images = image_shape(call, "input", "NHWC")
    require_shape(call, "grad", images, "the shape of input")
    return require_shape(call, "argmax", pooled_shape(call, "input", images), "one index per window")


for _type in (MaxPoolWithArgmax, MaxPoolGradGrad, MaxPoolGradGradWithArgmax):
    _type.prepare = prepare(_type.name)


# -- Windows that are computed ------------------------------------------------------------------------------------


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


def _computed_shape(call: Call) -> Shape:
    result: dict[str, Any] = {}
    for pin in ("ksize", "strides"):
        size = call.shape(pin)
        if size is not None and size not in ((4,), (None,)):
            raise DiagramError(f"{call.type.name} needs 4 numbers at {pin}, got shape {list(size)}", pin=pin)
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
