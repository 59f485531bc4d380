"""Images scaled and translated by any amount, with a choice of resampling kernels."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import BFLOAT16, DOUBLE, FLOAT, HALF, INT8, INT16, INT32, INT64, UINT8, UINT16
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Output
from blocks.library.array.arguments import pin_error
from blocks.library.declare import block, make
from blocks.library.image.shared import formed, images_at, new_size


class _Kernel(NamedTuple):
    """The weight of a pixel by its distance, and the distance beyond which the weight is 0."""

    radius: float
    weight: Callable[[Array], Array]


def _lanczos(radius: int) -> _Kernel:
    def weight(x: Array) -> Array:
        near = np.maximum(x, np.float32(1e-3))
        waves = np.sin(np.float32(math.pi) * near) * np.sin(np.float32(math.pi) * near / radius)
        result = radius * waves / (np.float32(math.pi) * near) ** 2
        return np.where(x > radius, 0, np.where(x <= np.float32(1e-3), 1, result))

    return _Kernel(radius, weight)


def _gaussian(x: Array) -> Array:
    return np.where(x >= 1.5, 0, np.exp(-2 * x * x))


def _box(x: Array) -> Array:
    return np.where(x < 0.5, 1, np.where(x == 0.5, 0.5, 0))


def _triangle(x: Array) -> Array:
    return np.maximum(1 - x, 0)


def _keys(x: Array) -> Array:
    far = ((-0.5 * x + 2.5) * x - 4) * x + 2
    return np.where(x >= 2, 0, np.where(x >= 1, far, (1.5 * x - 2.5) * x * x + 1))


def _mitchell(x: Array) -> Array:
    far = ((-7 / 18 * x + 2) * x - 10 / 3) * x + 16 / 9
    return np.where(x >= 2, 0, np.where(x >= 1, far, (7 / 6 * x - 2) * x * x + 8 / 9))


_KERNELS: Mapping[str, _Kernel] = {
    "lanczos1": _lanczos(1),
    "lanczos3": _lanczos(3),
    "lanczos5": _lanczos(5),
    "gaussian": _Kernel(1.5, _gaussian),
    "box": _Kernel(1, _box),
    "triangle": _Kernel(1, _triangle),
    "keyscubic": _Kernel(2, _keys),
    "mitchellcubic": _Kernel(2, _mitchell),
}
_SHIFTED: dict[str, Any] = {"scale": [1.0, 2.0], "translation": [0.0, 0.0], "kernel_type": "triangle"}


def weights(size: int, wanted: int, scale: Any, shift: Any, kernel_type: str, antialias: bool) -> Array:
    kernel, single = _KERNELS[kernel_type], np.float32
    back = single(1) / single(scale)
    stretch = max(back, single(1)) if antialias else single(1)
    at = (np.arange(wanted, dtype=single) + single(0.5)) * back - back * single(shift)
    reach = single(kernel.radius) * stretch
    first = np.clip(np.ceil(at - reach - single(0.5)), 0, size - 1)
    last = np.clip(np.floor(at + reach - single(0.5)), 0, size - 1)
    old = np.arange(size, dtype=single)
    result = kernel.weight(np.abs(old + single(0.5) - at[:, None]) / stretch).astype(single)
    seen = (old >= first[:, None]) & (old <= last[:, None]) & ((at >= 0) & (at <= size))[:, None]
    result = np.where(seen, result, single(0))
    total = result.sum(1, keepdims=True)
    some = np.abs(total) >= 1000 * np.finfo(single).tiny
    return np.where(some, result / np.where(some, total, single(1)), single(0))


def _along(images: Array, rows: Array, columns: Array) -> Array:
    batch, height, width, channels = images.shape
    down = rows @ images.reshape(batch, height, width * channels)
    across = columns @ down.reshape(batch * len(rows), width, channels)
    return across.reshape(batch, len(rows), len(columns), channels)


@block(
    "images: T, size: int32, scale: float, translation: float -> resized_images: float",
    T=(INT8, UINT8, INT16, UINT16, INT32, INT64, BFLOAT16, HALF, FLOAT, DOUBLE),
    example={
        "images": [[[[1.0], [3.0]]]],
        "size": [1, 4],
        **_SHIFTED,
        "resized_images": [[[[1.0], [1.5], [2.5], [3.0]]]],
    },
)
def ScaleAndTranslate(
    images: Array,
    size: Array,
    scale: Array,
    translation: Array,
    *,
    kernel_type: str = "lanczos3",
    antialias: bool = True,
) -> Array:
    """Scale and translate images: the pixel at x moves to x * scale + translation.

    Each output pixel is a weighted mean of nearby input pixels, where kernel_type gives the weights by distance.
    Positions outside the input image are 0.

    Source: Turkowski, Filters for Common Resampling Tasks (1990).

    Args:
        images: [batch, height, width, channels] the images.
        size: [2] the new height and width.
        scale: [2] the vertical and the horizontal scale factor.
        translation: [2] the vertical and the horizontal translation, in output pixels.
        kernel_type: the interpolation kernel: lanczos1, lanczos3, lanczos5, gaussian, box, triangle, keyscubic or
            mitchellcubic.
        antialias: true widens the kernel when shrinking images, so that all pixels contribute.

    Returns:
        resized_images: [batch, new_height, new_width, channels] the transformed images.
    """
    pairs = zip(images.shape[1:3], size.tolist(), scale, translation, strict=True)
    rows, columns = (weights(*each, kernel_type, antialias) for each in pairs)
    return _along(images.astype(np.float32, copy=False), rows, columns)


def _check(attrs: dict[str, Any]) -> None:
    if attrs["kernel_type"] not in _KERNELS:
        text = f"kernel_type: expected one of {', '.join(_KERNELS)}, got {attrs['kernel_type']!r}"
        raise DiagramError(text, pin="kernel_type")


ScaleAndTranslate.prepare = _check


@ScaleAndTranslate.shape
def _(call: Call) -> Shape:
    batch, *_, channels = images_at(call)
    _require_scale(call)
    return batch, *new_size(call, "size"), channels


def _require_scale(call: Call) -> None:
    formed(call, "scale", (2,), "a vertical and a horizontal value")
    formed(call, "translation", (2,), "a vertical and a horizontal value")
    value = call.value("scale")
    if value is not None and not (value > 0).all():
        raise pin_error(call, "scale", f"expected a scale above 0, got {value.tolist()}")


@ScaleAndTranslate.gradient("images")
def _(call: Node, dy: Output) -> Output:
    images = call.input("images")
    given = (dy, make("Shape", images), call.input("scale"), call.input("translation"))
    result = ScaleAndTranslateGrad(*given, **call.attrs).as_output()
    return result if images.dtype is FLOAT else make("Cast", result, DstT=images.dtype)


@block("grads: float, image_size: int32, scale: float, translation: float -> output: float", internal=True)
def ScaleAndTranslateGrad(
    grads: Array, image_size: Array, scale: Array, translation: Array, *, kernel_type: str, antialias: bool
) -> Array:
    """Compute the gradient of ScaleAndTranslate with respect to the images."""
    pairs = zip(image_size.tolist()[1:3], grads.shape[1:3], scale, translation, strict=True)
    rows, columns = (weights(*each, kernel_type, antialias).T for each in pairs)
    return _along(grads, rows, columns)


@ScaleAndTranslateGrad.shape
def _(call: Call) -> Shape:
    batch, *_, channels = images_at(call, "grads")
    formed(call, "image_size", (4,), "the shape of images")
    _require_scale(call)
    value = call.value("image_size")
    height, width = (None, None) if value is None else value.tolist()[1:3]
    return batch, height, width, channels


@ScaleAndTranslateGrad.gradient("grads")
def _(call: Node, dy: Output) -> Output:
    size = make("Slice", make("Shape", call.input("grads")), [1], [2])
    return ScaleAndTranslate(dy, size, call.input("scale"), call.input("translation"), **call.attrs).as_output()
