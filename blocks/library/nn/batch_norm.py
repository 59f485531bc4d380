"""Batch normalization: each channel scaled to mean 0 and variance 1."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from blocks.base.dtypes import BFLOAT16, DOUBLE, FLOAT, HALF
from blocks.base.shapes import compatible, shape_text
from blocks.base.threads import FOR_THREADS, shared_out
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.gradients import try_gradients
from blocks.graph.graph import Node, Operand, Output
from blocks.graph.kernel_choice import specialised
from blocks.graph.scope import scope_of
from blocks.library.array.arguments import pin_error, require_ranks, shape_error
from blocks.library.declare import block, make
from blocks.library.nn.small.batch_norm import gradient_of, normal_of, small_gradient, small_normal
from blocks.library.nn.windows import FORMATS_2D, FORMATS_3D, channel_axis, image_shape

# -- Images piece by piece with a number for each channel -------------------------------------------------------------

_PIECE = 1 << 17
"""Elements that are worked on together: with fewer, threads wait for each other between short calls."""
_ROWS = 1 << 12
"""Values of a channel that are added up in single precision, at most."""


Work = Callable[[slice, Array, Sequence[Array]], Array]
"""What is done with a piece: it gets the piece, an array of its size to use, and what is broadcast over the piece."""


class Images:
    """Images processed in pieces: either a number of positions with all channels, or one channel at a time.

    Attributes:
        size: the number of values per channel.
    """

    def __init__(self, x: Array, data_format: str) -> None:
        axis = channel_axis(data_format)
        self._channels = channels = x.shape[axis]
        self._dtype = x.dtype
        self.size = math.prod(x.shape[i] for i in range(4) if i != axis)
        if axis == 1:
            self._shape, self._step = (x.shape[0], channels, math.prod(x.shape[2:])), 1
        else:
            self._shape, self._step = (x.size,), channels * max(1, min(self.size, _ROWS, _PIECE // max(1, channels)))
        self._starts = range(0, self._shape[0], max(1, self._step))

    def seen(self, x: Array) -> Array:
        return x.reshape(self._shape)

    def broadcast(self, numbers: Array) -> Array:
        if len(self._shape) > 1:
            return numbers[:, np.newaxis]
        return numbers[np.newaxis].repeat(self._step // max(1, len(numbers)), 0).reshape(-1)

    def each(self, work: Work, *per_channel: Array) -> list[Array]:
        """Apply a function to all pieces, on threads, and return its results.

        Args:
            per_channel: arrays that are broadcast over a piece of full size.
        """

        def some(first: int, last: int | None) -> list[Array]:
            spare = np.empty((self._step, *self._shape[1:]), self._dtype)
            result: list[Array] = []
            for start in self._starts[first:last]:
                count = min(self._step, self._shape[0] - start)
                others = [each[:count] if each.ndim == 1 else each for each in per_channel]
                result.append(work(slice(start, start + count), spare[:count], others))
            return result

        parts = shared_out(some, len(self._starts)) if math.prod(self._shape) > FOR_THREADS else [some(0, None)]
        return [each for part in parts for each in part]

    def sums(self, values: Work, *per_channel: Array) -> Array:
        ones = np.ones(self._step // max(1, self._channels), self._dtype)

        def add_up(piece: slice, spare: Array, others: Sequence[Array]) -> Array:
            result = values(piece, spare, others)
            if result.ndim > 1:
                return result.sum((0, 2))
            rows = result.reshape(-1, self._channels)
            return ones[: len(rows)] @ rows  # BLAS adds up short rows several times faster than NumPy

        parts = self.each(add_up, *per_channel)
        total: Array = np.zeros(self._channels)
        for part in parts:
            total += part
        return total.astype(self._dtype)


# -- The types --------------------------------------------------------------------------------------------------------


def _vector_of_channels(call: Call, pin: str, channels: int | None) -> int | None:
    shape = require_ranks(call, pin, 1, 1, f"expected a vector at {pin}")
    if not compatible(shape, (channels,)):
        raise shape_error(call, pin, f"{pin} must have one value per channel ({channels})")
    return channels if shape is None or shape[0] is None else shape[0]


def _with_channels(call: Call, shape: Sequence[int | None], pins: Sequence[str]) -> tuple[Shape, int | None]:
    axis = channel_axis(call.attrs["data_format"])
    channels = shape[axis]
    for pin in pins:
        channels = _vector_of_channels(call, pin, channels)
    return (*shape[:axis], channels, *shape[axis + 1 :]), channels


NOTHING = {"val": [], "shape": [0], "dtype": "DT_FLOAT"}
EXAMPLE = {
    "x": [[[[0.0, 1.0], [4.0, 3.0]]]],
    "scale": [1.0, 2.0],
    "offset": [0.0, 10.0],
    "mean": NOTHING,
    "variance": NOTHING,
    "epsilon": 0.0,
    "y": [[[[-1.0, 8.0], [1.0, 12.0]]]],
    "batch_mean": [2.0, 2.0],
    "batch_variance": [8.0, 2.0],
    "reserve_space_1": [2.0, 2.0],
    "reserve_space_2": [4.0, 1.0],
}
GRADIENT_EXAMPLE = {
    "y_backprop": [[[[1.0], [2.0], [0.0], [1.0]]]],
    "x": [[[[1.0], [-1.0], [1.0], [-1.0]]]],
    "scale": [3.0],
    "reserve_space_1": [0.0],
    "reserve_space_2": [1.0],
    "epsilon": 0.0,
    "x_backprop": [[[[1.5], [1.5], [-1.5], [-1.5]]]],
    "scale_backprop": [-2.0],
    "offset_backprop": [4.0],
}


@block(
    "x: T, scale: T, offset: T, mean: T, variance: T"
    " -> y: T, batch_mean: T, batch_variance: T, reserve_space_1: T, reserve_space_2: T",
    T=(FLOAT, DOUBLE),
    where={"data_format": FORMATS_2D},
    example=EXAMPLE,
)
@specialised(normal_of)
def FusedBatchNorm(
    x: Array,
    scale: Array,
    offset: Array,
    mean: Array,
    variance: Array,
    *,
    epsilon: float = 0.0001,
    exponential_avg_factor: float = 1.0,
    data_format: str = "NHWC",
    is_training: bool = True,
) -> tuple[Array, ...]:
    """Apply batch normalization per channel: y = (x - m) / sqrt(v + epsilon) * scale + offset.

    If is_training is true, m and v are the mean and the variance of this batch, otherwise the inputs mean and variance.
    The gradient reaches x, scale and offset. As in TensorFlow, the statistics outputs pass no gradient back.

    Source: Ioffe, Szegedy, arXiv:1502.03167.

    Args:
        x: [batch, height, width, channels] the images.
        scale: [channels] the factor for each channel after normalization (gamma).
        offset: [channels] the value added to each channel (beta).
        mean: [channels] or [0] the mean of each channel if is_training is false. In training, the running mean; it is
            used only if exponential_avg_factor is not 1, and may be empty otherwise.
        variance: [channels] or [0] the variance of each channel, used in the same way as mean.
        epsilon: a small value added to the variance to avoid division by 0.
        exponential_avg_factor: the weight of this batch in the new statistics: (1 - factor) * old + factor * batch.
        data_format: where the channels are: NHWC means the last axis, NCHW the second axis.
        is_training: true normalizes with the statistics of this batch, false with the inputs mean and variance.

    Returns:
        y: [batch, height, width, channels] the normalized images.
        batch_mean: [channels] the new running mean of each channel. If is_training is false, the input mean.
        batch_variance: [channels] the new running variance of each channel, computed with n - 1 in the denominator. If
            is_training is false, the input variance.
        reserve_space_1: [channels] the mean that was subtracted. The gradient uses it.
        reserve_space_2: [channels] the variance that x was normalized with. The gradient uses it.
    """
    if data_format == "NHWC":
        small = small_normal(x.shape, x.dtype, epsilon, exponential_avg_factor, is_training)
        if small is not None:
            return small(x, scale, offset, mean, variance)
    images = Images(x, data_format)
    y = np.empty(x.shape, x.dtype)
    seen, result = images.seen(x), images.seen(y)
    if is_training:
        with np.errstate(invalid="ignore", divide="ignore"):
            used_mean, used_variance = _centred(seen, result, images)
        unbiased = used_variance * x.dtype.type(images.size / max(images.size - 1, 1))
        new_mean, new_variance = used_mean.copy(), unbiased
        if exponential_avg_factor != 1 and images.size:
            new = x.dtype.type(exponential_avg_factor)
            new_mean, new_variance = (1 - new) * mean + new * used_mean, (1 - new) * variance + new * unbiased
    else:
        used_mean, used_variance = mean.copy(), variance.copy()
        new_mean, new_variance = mean.copy(), variance.copy()
        if not images.size:
            new_mean[...] = new_variance[...] = np.nan
    factor = scale / np.sqrt(used_variance + x.dtype.type(epsilon))

    def normalise(piece: slice, _spare: Array, per_channel: Sequence[Array]) -> Array:
        part, (middle, factor, shift) = result[piece], per_channel
        if not is_training:  # else centred images are there
            np.subtract(seen[piece], middle, part)
        np.multiply(part, factor, part)
        return np.add(part, shift, part)

    images.each(normalise, *map(images.broadcast, (used_mean, factor, offset)))
    return y, new_mean, new_variance, used_mean, used_variance


def _centred(seen: Array, result: Array, images: Images) -> tuple[Array, Array]:
    count = seen.dtype.type(images.size)
    mean = images.sums(lambda piece, _spare, _broadcast: seen[piece]) / count

    def squares(piece: slice, spare: Array, per_channel: Sequence[Array]) -> Array:
        return np.square(np.subtract(seen[piece], per_channel[0], result[piece]), spare)

    return mean, images.sums(squares, images.broadcast(mean)) / count


for pin in FusedBatchNorm.outputs[1:]:
    FusedBatchNorm.gradient_limit(pin.name, "the statistics outputs have no gradient, as in TensorFlow")


@FusedBatchNorm.shape
def batch_norm_shapes(call: Call) -> list[Shape]:
    shape = image_shape(call, "x", call.attrs["data_format"])
    whole, channels = _with_channels(call, shape, ("scale", "offset"))
    statistics = ("mean", "variance")
    if call.attrs["is_training"] and call.attrs["exponential_avg_factor"] == 1:
        for pin in statistics:
            _vector_of_channels(call, pin, None)
    else:
        whole, channels = _with_channels(call, whole or (), statistics)
    return [whole, *[(channels,)] * 4]


@FusedBatchNorm.gradient("x", "scale", "offset")
def _(call: Node, dy: Output | None, *_statistics: Output | None) -> tuple[Operand, Operand, Operand]:
    if dy is None:
        return make("ZerosLike", call.input("x")), make("ZerosLike", call.args[1]), make("ZerosLike", call.args[2])
    attrs = {name: call.attrs[name] for name in ("epsilon", "data_format", "is_training")}
    used = (call.outputs[3], call.outputs[4]) if attrs["is_training"] else (call.input("mean"), call.input("variance"))
    node: Node = FusedBatchNormGrad(dy, call.input("x"), call.input("scale"), *used, **attrs)
    return node.outputs[0], node.outputs[1], node.outputs[2]


@block(
    "y_backprop: T, x: T, scale: T, reserve_space_1: T, reserve_space_2: T"
    " -> x_backprop: T, scale_backprop: T, offset_backprop: T, reserve_space_3: T, reserve_space_4: T",
    T=(FLOAT, DOUBLE),
    where={"data_format": FORMATS_2D},
    surrogate_gradient="the statistics are differentiated as functions of x",
    example={**GRADIENT_EXAMPLE, "reserve_space_3": [], "reserve_space_4": []},
)
@specialised(gradient_of)
def FusedBatchNormGrad(
    y_backprop: Array,
    x: Array,
    scale: Array,
    reserve_space_1: Array,
    reserve_space_2: Array,
    *,
    epsilon: float = 0.0001,
    data_format: str = "NHWC",
    is_training: bool = True,
) -> tuple[Array, ...]:
    """Compute the gradient of FusedBatchNorm with respect to x, scale and offset.

    In training, the mean m and the variance v are functions of x. With h = (x - m) / sqrt(v + epsilon), x_backprop =
    scale / sqrt(v + epsilon) * (y_backprop - mean(y_backprop) - h * mean(y_backprop * h)).

    Source: Ioffe, Szegedy, arXiv:1502.03167.

    Args:
        y_backprop: [batch, height, width, channels] the gradient with respect to y.
        x: [batch, height, width, channels] the input images.
        scale: [channels] the factor for each channel.
        reserve_space_1: [channels] the mean that was subtracted.
        reserve_space_2: [channels] the variance that x was normalized with.
        epsilon: the value that was added to the variance.
        data_format: where the channels are: NHWC means the last axis, NCHW the second axis.
        is_training: whether the forward block computed the mean and the variance from x.

    Returns:
        x_backprop: [batch, height, width, channels] the gradient with respect to x.
        scale_backprop: [channels] the gradient with respect to scale.
        offset_backprop: [channels] the gradient with respect to offset.
        reserve_space_3: [0] an empty tensor.
        reserve_space_4: [0] an empty tensor.
    """
    if data_format == "NHWC":
        small = small_gradient(x.shape, x.dtype, epsilon, is_training)
        if small is not None:
            return small(y_backprop, x, scale, reserve_space_1, reserve_space_2)
    images = Images(x, data_format)
    seen, arrived, result = images.seen(x), images.seen(y_backprop), np.empty(x.shape, x.dtype)
    inverse, count = 1 / np.sqrt(reserve_space_2 + x.dtype.type(epsilon)), x.dtype.type(max(images.size, 1))

    results, factor = images.seen(result), images.broadcast(scale * inverse)

    def products(piece: slice, spare: Array, per_channel: Sequence[Array]) -> Array:
        return np.multiply(np.subtract(seen[piece], per_channel[0], results[piece]), arrived[piece], spare)

    by_offset = images.sums(lambda piece, _spare, _broadcast: arrived[piece])
    by_scale = images.sums(products, images.broadcast(reserve_space_1)) * inverse

    def by_input(piece: slice, _spare: Array, per_channel: Sequence[Array]) -> Array:
        part, (slope, mean, factor) = results[piece], per_channel  # where the centred images are by now
        np.multiply(part, slope, part)
        np.add(part, arrived[piece], part)
        np.subtract(part, mean, part)
        return np.multiply(part, factor, part)

    if is_training:
        numbers = by_scale * inverse / -count, by_offset / count
        images.each(by_input, *map(images.broadcast, numbers), factor)
    else:
        images.each(lambda piece, _, per_channel: np.multiply(arrived[piece], per_channel[0], results[piece]), factor)
    return result, by_scale, by_offset, np.empty(0, x.dtype), np.empty(0, x.dtype)


@FusedBatchNormGrad.shape
def gradient_shapes(call: Call) -> list[Shape]:
    shape = image_shape(call, "x", call.attrs["data_format"])
    other = image_shape(call, "y_backprop", call.attrs["data_format"])
    if not compatible(shape, other):
        raise pin_error(call, "x", f"x must have the shape of y_backprop, {shape_text(other)}, got {shape_text(shape)}")
    known = [b if a is None else a for a, b in zip(shape, other, strict=True)]
    whole, channels = _with_channels(call, known, ("scale", "reserve_space_1", "reserve_space_2"))
    return [whole, (channels,), (channels,), (0,), (0,)]


@FusedBatchNormGrad.gradient("y_backprop", "x", "scale")
def second_gradient(call: Node, *arrived: Output | None) -> list[Output]:
    # Built from elementwise blocks and differentiated once more. The copies keep what x and scale depend on out of it.
    copies = [make("Identity", call.input(pin)) for pin in ("y_backprop", "x", "scale")]
    pairs = [(out, dy) for out, dy in zip(_as_blocks(call, *copies), arrived, strict=False) if dy is not None]
    if not pairs:  # of reserve_space_3 and 4, which hold nothing
        return [make("ZerosLike", copy) for copy in copies]
    result = try_gradients(scope_of(copies[0]), [out for out, _ in pairs], copies, [dy for _, dy in pairs])
    return [dx if isinstance(dx, Output) else make("ZerosLike", copy) for dx, copy in zip(result, copies, strict=True)]


def _as_blocks(call: Node, dy: Output, x: Output, scale: Output) -> tuple[Output, Output, Output]:
    """Compute FusedBatchNormGrad as a function of its inputs; in training the statistics are those of x."""
    given = x.dtype
    dy, x = (make("Cast", each, DstT=scale.dtype) if each.dtype is not scale.dtype else each for each in (dy, x))
    axis = channel_axis(call.attrs["data_format"])
    axes = range(len(call.attrs["data_format"]))
    others = np.array([i for i in axes if i != axis], np.int32)
    channels = np.array([-1 if i == axis else 1 for i in axes], np.int32)

    def mean_of(value: Output) -> Output:
        return make("Mean", value, others, keep_dims=True)

    def per_channel(value: Operand) -> Output:
        return make("Reshape", value, channels)

    training = call.attrs["is_training"]
    centred = x - (mean_of(x) if training else per_channel(call.input("reserve_space_1")))
    variance = mean_of(make("Square", centred)) if training else per_channel(call.input("reserve_space_2"))
    inverse = make("Rsqrt", variance + call.attrs["epsilon"])
    normal = centred * inverse
    product = dy * normal
    rest = dy - mean_of(dy) - normal * mean_of(product) if training else dy
    by_x = rest * inverse * per_channel(scale)
    by_x = make("Cast", by_x, DstT=given) if given is not scale.dtype else by_x
    return by_x, make("Sum", product, others), make("Sum", dy, others)


# -- Half precision and volumes ----------------------------------------------------------------------------------------
#
# They use the kernels in single precision, or in double precision for doubles. Volumes are treated as images with all
# layers stacked along the height.


_IMAGES = (HALF, BFLOAT16, FLOAT, DOUBLE)
_FORMATS = (*FORMATS_2D, *FORMATS_3D)


def _precision(x: Array, numbers: Array) -> Any:
    return np.float64 if np.float64 in (x.dtype, numbers.dtype) else np.float32


def _flat(x: Array, data_format: str, precision: Any) -> tuple[Array, str]:
    wide = x.astype(precision, copy=False)
    if len(data_format) == 4:
        return wide, data_format
    first = data_format.index("D")
    shape = (*x.shape[:first], x.shape[first] * x.shape[first + 1], *x.shape[first + 2 :])
    return wide.reshape(shape), data_format.replace("D", "")


def _normalised(x: Array, numbers: tuple[Array, ...], *, data_format: str, **attributes: Any) -> tuple[Array, ...]:
    """Compute FusedBatchNorm with y in the dtype of x; each of ``numbers`` has one value per channel."""
    precision = _precision(x, numbers[0])
    images, form = _flat(x, data_format, precision)
    wide = (each.astype(precision, copy=False) for each in numbers)
    y, *statistics = FusedBatchNorm.kernel(images, *wide, data_format=form, **attributes)
    own = numbers[0].dtype
    return y.astype(x.dtype, copy=False).reshape(x.shape), *(each.astype(own, copy=False) for each in statistics)


def _small_normal(node: Node) -> Callable[..., Any] | None:
    small = normal_of(node)
    return None if small is None else lambda *given: (*small(*given), np.empty(0, given[1].dtype))


def _small_gradient(node: Node) -> Callable[..., Any] | None:
    small = gradient_of(node)
    return None if small is None else lambda *given: small(*given[:5])


@block(
    "x: T, scale: U, offset: U, mean: U, variance: U"
    " -> y: T, batch_mean: U, batch_variance: U, reserve_space_1: U, reserve_space_2: U",
    T=_IMAGES,
    U=(FLOAT, DOUBLE),
    attributes_of=FusedBatchNorm,
    example=EXAMPLE,
)
@specialised(normal_of)
def FusedBatchNormV2(
    x: Array, scale: Array, offset: Array, mean: Array, variance: Array, **attributes: Any
) -> tuple[Array, ...]:
    """Apply batch normalization, with support for half precision: y = (x - m) / sqrt(v + epsilon) * scale + offset.

    If is_training is true, m and v are the mean and the variance of this batch, otherwise the inputs mean and variance.
    The gradient reaches x, scale and offset. As in TensorFlow, the statistics outputs pass no gradient back.

    Source: Ioffe, Szegedy, arXiv:1502.03167.
    """
    return _normalised(x, (scale, offset, mean, variance), **attributes)


@block(
    "x: T, scale: U, offset: U, mean: U, variance: U -> y: T, batch_mean: U, batch_variance: U,"
    " reserve_space_1: U, reserve_space_2: U, reserve_space_3: U",
    T=_IMAGES,
    U=(BFLOAT16, FLOAT, DOUBLE),
    where={"data_format": _FORMATS},
    attributes_of=FusedBatchNorm,
    example={**EXAMPLE, "reserve_space_3": []},
)
@specialised(_small_normal)
def FusedBatchNormV3(
    x: Array, scale: Array, offset: Array, mean: Array, variance: Array, **attributes: Any
) -> tuple[Array, ...]:
    """Apply batch normalization to images or volumes: y = (x - m) / sqrt(v + epsilon) * scale + offset.

    If is_training is true, m and v are the mean and the variance of this batch, otherwise the inputs mean and variance.
    The gradient reaches x, scale and offset. As in TensorFlow, the statistics outputs pass no gradient back.

    Source: Ioffe, Szegedy, arXiv:1502.03167.

    Args:
        x: [batch, height, width, channels] the images, or [batch, depth, height, width, channels] the volumes.
        data_format: the order of the axes: NHWC or NCHW for images, NDHWC or NCDHW for volumes.

    Returns:
        y: [batch, height, width, channels] the normalized images or volumes.
        reserve_space_3: [0] an empty tensor.
    """
    result = _normalised(x, (scale, offset, mean, variance), **attributes)
    return *result, np.empty(0, scale.dtype)


FusedBatchNormV2.shape(batch_norm_shapes)
for _type in (FusedBatchNormV2, FusedBatchNormV3):
    for _pin in _type.outputs[1:]:
        _type.gradient_limit(_pin.name, "the statistics outputs have no gradient, as in TensorFlow")


FusedBatchNormV3.shape(lambda call: [*batch_norm_shapes(call), (0,)])


@FusedBatchNormV2.gradient("x", "scale", "offset")
def _gradient(call: Node, dy: Output | None, *_statistics: Output | None) -> tuple[Operand, Operand, Operand]:
    x, scale = call.input("x"), call.input("scale")
    if dy is None:
        return make("ZerosLike", x), make("ZerosLike", scale), make("ZerosLike", call.input("offset"))
    attrs = {name: call.attrs[name] for name in ("epsilon", "data_format", "is_training")}
    used = (call.outputs[3], call.outputs[4]) if attrs["is_training"] else (call.input("mean"), call.input("variance"))
    precision = DOUBLE if DOUBLE in (x.dtype, scale.dtype) else FLOAT
    wide = [_cast(each, precision) for each in (scale, *used)]
    node: Node = FusedBatchNormGradV3(dy, x, *wide, np.empty(0, precision.numpy), **attrs)
    return node.outputs[0], _cast(node.outputs[1], scale.dtype), _cast(node.outputs[2], scale.dtype)


FusedBatchNormV3.gradient("x", "scale", "offset")(_gradient)


def _cast(value: Output, dtype: object) -> Output:
    return value if value.dtype is dtype else make("Cast", value, DstT=dtype)


@block(
    "y_backprop: T, x: T, scale: U, reserve_space_1: U, reserve_space_2: U, reserve_space_3: U"
    " -> x_backprop: T, scale_backprop: U, offset_backprop: U, reserve_space_4: U, reserve_space_5: U",
    T=_IMAGES,
    U=(FLOAT, DOUBLE),
    where={"data_format": _FORMATS},
    surrogate_gradient="the statistics are differentiated as functions of x",
    attributes_of=FusedBatchNormGrad,
    doc_of=FusedBatchNormGrad,
    example={**GRADIENT_EXAMPLE, "reserve_space_3": NOTHING, "reserve_space_4": [], "reserve_space_5": []},
)
@specialised(_small_gradient)
def FusedBatchNormGradV3(
    y_backprop: Array, x: Array, *rest: Array, data_format: str, **attributes: Any
) -> tuple[Array, ...]:
    """Compute the gradient of FusedBatchNormV3 with respect to x, scale and offset.

    In training, the mean m and the variance v are functions of x. With h = (x - m) / sqrt(v + epsilon), x_backprop =
    scale / sqrt(v + epsilon) * (y_backprop - mean(y_backprop) - h * mean(y_backprop * h)).

    Source: Ioffe, Szegedy, arXiv:1502.03167.

    Args:
        x: [batch, height, width, channels] the input images or volumes.
        reserve_space_3: [...] not used.
        data_format: the order of the axes: NHWC or NCHW for images, NDHWC or NCDHW for volumes.

    Returns:
        reserve_space_5: [0] an empty tensor.
    """
    own = rest[0].dtype
    precision = _precision(x, rest[0])
    (dy, form), (images, _) = (_flat(each, data_format, precision) for each in (y_backprop, x))
    numbers = (each.astype(precision, copy=False) for each in rest[:3])
    result, *others = FusedBatchNormGrad.kernel(dy, images, *numbers, data_format=form, **attributes)
    by_x = result.astype(x.dtype, copy=False).reshape(x.shape)
    return by_x, *(each.astype(own, copy=False) for each in others)


FusedBatchNormGradV3.shape(gradient_shapes)
FusedBatchNormGradV3.gradient("y_backprop", "x", "scale")(second_gradient)
