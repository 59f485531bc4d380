"""Batch normalization in half precision and of volumes: the later versions of FusedBatchNorm.

They use its kernels in single precision, or in double precision for doubles. Volumes are treated as images with all
layers stacked along the height.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.dtypes import BFLOAT16, DOUBLE, FLOAT, HALF
from blocks.base.types import Array
from blocks.graph.graph import Node, Operand, Output
from blocks.graph.kernel_choice import specialised
from blocks.library.declare import block, make
from blocks.library.nn.batch_norm import (
    EXAMPLE,
    GRADIENT_EXAMPLE,
    NOTHING,
    FusedBatchNorm,
    FusedBatchNormGrad,
    batch_norm_shapes,
    gradient_shapes,
    second_gradient,
)
from blocks.library.nn.small.batch_norm import gradient_of, normal_of
from blocks.library.nn.windows import FORMATS_2D, FORMATS_3D

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
