"""Projective transforms of images: translation, rotation, scaling, perspective."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import BFLOAT16, DOUBLE, FLOAT, HALF, INT32, INT64, UINT8
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Output
from blocks.library.array.arguments import expect, pin_error, require_scalar
from blocks.library.declare import block, make
from blocks.library.image.shared import formed, images_at, new_size

_PIXELS = (UINT8, INT32, INT64, HALF, BFLOAT16, FLOAT, DOUBLE)
_INTERPOLATIONS = ("NEAREST", "BILINEAR")
_FILLS = ("CONSTANT", "REFLECT", "WRAP", "NEAREST")
_EXAMPLE: dict[str, Any] = {
    "images": [[[[1.0], [2.0], [3.0]]]],
    "transforms": [[1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0]],
    "output_shape": [1, 3],
    "interpolation": "NEAREST",
    "transformed_images": [[[[2.0], [3.0], [0.0]]]],
}


def _sources(transforms: Array, height: int, width: int) -> tuple[Array, Array, Array]:
    """Return each result position's source in the image, [transforms, height, width], and whether it exists."""
    a = transforms.astype(np.float32)[:, :, None, None]
    y, x = np.arange(height, dtype=np.float32)[:, None], np.arange(width, dtype=np.float32)
    depth = a[:, 6] * x + a[:, 7] * y + np.float32(1)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        down = (a[:, 3] * x + a[:, 4] * y + a[:, 5]) / depth
        right = (a[:, 0] * x + a[:, 1] * y + a[:, 2]) / depth
    return down, right, depth != 0


def _brought_in(at: Array, size: int, fill_mode: str) -> Array:
    if fill_mode == "CONSTANT":
        return at
    last = np.float32(size - 1)
    with np.errstate(invalid="ignore"):
        if fill_mode == "REFLECT" and size > 1:
            around = np.float32(2 * size)
            low = np.where(at < around, around * np.trunc(-at / around) + at, at)
            low = np.where(low < -size, low + around, -low - 1)
            high = at - around * np.trunc(at / around)
            high = np.where(high >= size, around - high - 1, high)
            at = np.where(at < 0, low, np.where(at > last, high, at))
        elif fill_mode == "WRAP" and size > 1:
            low = at + np.float32(size) * (np.trunc(-at / last) + 1)
            high = at - np.float32(size) * np.trunc(at / last)
            at = np.where(at < 0, low, np.where(at > last, high, at))
        return np.clip(at, 0, last)


def _read(images: Array, down: Array, right: Array, fill: Any) -> Array:
    """Return the pixels at whole positions, [batch, height, width, channels]; ``fill`` beyond the image."""
    batch, height, width, channels = images.shape
    inside = (down >= 0) & (down < height) & (right >= 0) & (right < width)
    rows, columns = (np.where(inside, each, 0).astype(np.intp) for each in (down, right))
    if not images.size:
        return np.full((batch, *down.shape[1:], channels), fill, images.dtype)
    result = images[np.arange(batch)[:, None, None], rows, columns]
    return np.where(inside[..., None], result, fill)


def _rounded(at: Array) -> Array:
    whole = np.trunc(at)
    return np.where(np.abs(at - whole) >= np.float32(0.5), whole + np.sign(at), whole)


def _transformed(
    images: Array, transforms: Array, output_shape: Array, fill: Any, interpolation: str, fill_mode: str
) -> Array:
    down, right, real = _sources(transforms, *output_shape.tolist())
    down, right = (_brought_in(at, size, fill_mode) for at, size in zip((down, right), images.shape[1:3], strict=True))
    value: Any = np.asarray(fill).astype(images.dtype)
    with np.errstate(invalid="ignore"):
        if interpolation == "NEAREST":
            result = _read(images, _rounded(down), _rounded(right), value)
        else:
            wide = images.astype(np.float32, copy=False)
            result = _between(wide, down, right, value.astype(np.float32)).astype(images.dtype)
    return np.where(real[..., None], result, value)


def _between(images: Array, down: Array, right: Array, fill: Any) -> Array:
    top, left = np.floor(down), np.floor(right)
    below, behind = (down - top)[..., None], (right - left)[..., None]
    # Far away the next position is the same in single precision, and nothing is seen: so it is in TensorFlow.
    above, before = (top + 1 - down)[..., None], (left + 1 - right)[..., None]

    def along(rows: Array) -> Array:
        return before * _read(images, rows, left, fill) + behind * _read(images, rows, left + 1, fill)

    return above * along(top) + below * along(top + 1)


@block(
    "images: dtype, transforms: float, output_shape: int32 -> transformed_images: dtype",
    dtype=_PIXELS,
    surrogate_gradient="the gradient is transformed back as in TensorFlow, which is only close to the derivative",
    example=_EXAMPLE,
)
def ImageProjectiveTransformV2(
    images: Array, transforms: Array, output_shape: Array, *, interpolation: str, fill_mode: str = "CONSTANT"
) -> Array:
    """Apply projective transforms to images, such as shifts, rotations, zoom and perspective.

    Output pixel (x, y) shows the input at ((a0 x + a1 y + a2) / k, (a3 x + a4 y + a5) / k), with k = a6 x + a7 y + 1.
    Outside the image the value is 0. The gradient is transformed back with the inverse matrix and the same
    interpolation.

    Source: TensorFlow's documentation of ImageProjectiveTransformV2.

    Args:
        images: [batch, height, width, channels] the images.
        transforms: [n, 8] the coefficients a0 ... a7, one row for each image or one row for all.
        output_shape: [2] the height and the width of the output images.
        interpolation: NEAREST uses the nearest pixel. BILINEAR interpolates between the four neighbors.
        fill_mode: how to fill outside the image: CONSTANT with 0, REFLECT with the mirrored image, WRAP with the
            repeated image, NEAREST with the edge pixel.

    Returns:
        transformed_images: [batch, new_height, new_width, channels] the transformed images.
    """
    return _transformed(images, transforms, output_shape, 0, interpolation, fill_mode)


@block(
    "images: dtype, transforms: float, output_shape: int32, fill_value: float -> transformed_images: dtype",
    dtype=_PIXELS,
    surrogate_gradient="the gradient is transformed back as in TensorFlow, which is only close to the derivative",
    attributes_of=ImageProjectiveTransformV2,
    example={**_EXAMPLE, "fill_value": 7.0, "transformed_images": [[[[2.0], [3.0], [7.0]]]]},
)
def ImageProjectiveTransformV3(
    images: Array, transforms: Array, output_shape: Array, fill_value: Array, **options: Any
) -> Array:
    """Apply projective transforms to images, with a given fill value.

    Output pixel (x, y) shows the input at ((a0 x + a1 y + a2) / k, (a3 x + a4 y + a5) / k), with k = a6 x + a7 y + 1.
    Outside the image the value is 0. The gradient is transformed back with the inverse matrix and the same
    interpolation.

    See ImageProjectiveTransformV2 for the formula. Source: TensorFlow's documentation of ImageProjectiveTransformV3.

    Args:
        fill_value: [] the value outside the image for CONSTANT, and where k is 0.
        fill_mode: how to fill outside the image: CONSTANT with fill_value, REFLECT with the mirrored image, WRAP with
            the repeated image, NEAREST with the edge pixel.
    """
    return _transformed(images, transforms, output_shape, fill_value, **options)


def _shape(call: Call) -> Shape:
    batch, *_, channels = images_at(call)
    count, _ = formed(call, "transforms", (None, 8), "[transforms, 8]")
    if None not in (batch, count) and count not in (1, batch):
        raise pin_error(call, "transforms", f"expected 1 transform or one per image ({batch}), got {count}")
    if "fill_value" in [pin.name for pin in call.type.inputs]:
        require_scalar(call, "fill_value")
    return batch, *new_size(call, "output_shape"), channels


def _gradient(call: Node, dy: Output) -> Output:
    images = call.input("images")
    size = make("Slice", make("Shape", images), [1], [2])
    given = (dy, _inverse(call.input("transforms")), size)
    if call.type is ImageProjectiveTransformV3:
        given = (*given, np.float32(0))
    return make(call.type.name, *given, **call.attrs)


def _inverse(transforms: Output) -> Output:
    last = make("OnesLike", make("Slice", transforms, [0, 0], [-1, 1]))
    matrices = make("Reshape", make("Concat", [transforms, last], 1), [-1, 3, 3])
    flat = make("Reshape", make("MatrixInverse", matrices), [-1, 9])
    return make("Slice", flat / make("Slice", flat, [0, 8], [-1, 1]), [0, 0], [-1, 8])


def _check(attrs: dict[str, Any]) -> None:
    for pin, allowed in (("interpolation", _INTERPOLATIONS), ("fill_mode", _FILLS)):
        expect(attrs, pin, attrs[pin] in allowed, f"one of {', '.join(allowed)}")


for _type in (ImageProjectiveTransformV2, ImageProjectiveTransformV3):
    _type.prepare = _check
    _type.shape(_shape)
    _type.gradient("images")(_gradient)
