"""Colors: RGB to HSV and back; contrast, hue and saturation."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from blocks.base.dtypes import BFLOAT16, DOUBLE, FLOAT, HALF
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import require_ranks, require_scalar, shape_error
from blocks.library.declare import block, make, make_node
from blocks.library.math.shared import wide_dtype

_FLOATING = (HALF, BFLOAT16, FLOAT, DOUBLE)
_ADJUSTED = (HALF, FLOAT)


def _coloured(call: Call, lowest: int) -> Shape:
    """Return the shape of images with three channels."""
    shape = call.shape("images")
    if shape is not None and (len(shape) < lowest or shape[-1] not in (3, None)):
        axes = "[..., height, width, 3]" if lowest > 1 else "[..., 3]"
        raise shape_error(call, "images", f"expected images {axes}")
    return shape


def _hue_saturation_value(x: Array) -> Array:
    red, green, blue = (x[..., i] for i in range(3))
    value: Array = x.max(-1)
    width: Array = value - x.min(-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        saturation = np.where(value > 0, width / value, x.dtype.type(0))
        sixth = x.dtype.type(1 / 6) / width
        choices = [sixth * (green - blue), sixth * (blue - red) + x.dtype.type(2 / 6)]
        otherwise = sixth * (red - green) + x.dtype.type(4 / 6)
    hue: Array = np.select([red == value, green == value], choices, otherwise)
    hue = np.where(width > 0, hue, x.dtype.type(0))
    return np.stack([np.where(hue < 0, hue + 1, hue), saturation, value], -1)


def _full(six: Array) -> Array:
    """Return red, green and blue of hues in sixths of the color circle, in full saturation."""
    return np.clip(np.concatenate([abs(six - 3) - 1, 2 - abs(six - 2), 2 - abs(six - 4)], -1), 0, 1)


def _red_green_blue(x: Array) -> Array:
    hue, saturation, value = (x[..., i : i + 1] for i in range(3))
    return (1 - saturation + saturation * _full(hue * x.dtype.type(6))) * value


@block(
    "images: T -> output: T",
    T=_FLOATING,
    example={"images": [[1.0, 0.5, 0.25], [0.25, 0.5, 0.375]], "output": [[1 / 18, 0.75, 1.0], [5 / 12, 0.5, 0.5]]},
)
def RGBToHSV(images: Array) -> Array:
    """Convert images from RGB to HSV (hue, saturation, value).

    value = max(r, g, b) and saturation = (value - min(r, g, b)) / value. Hue is 0 for red, 1/3 for green and 2/3 for
    blue.

    Source: Smith, Color Gamut Transform Pairs (1978).

    Args:
        images: [..., 3] red, green and blue in the last axis, 0 ... 1.

    Returns:
        output: [..., 3] hue, saturation and value of each pixel, 0 ... 1. Gray has hue 0; black also has saturation 0.
    """
    return _hue_saturation_value(images.astype(wide_dtype(images), copy=False)).astype(images.dtype, copy=False)


RGBToHSV.shape(lambda call: _coloured(call, 1))


@RGBToHSV.gradient()
def _(call: Node, dy: Output) -> Operand:
    images = call.input("images")

    def number(truth: Any) -> Any:
        return make("Cast", truth, DstT=images.dtype)

    def total(x: Output) -> Any:
        return make("Sum", x, [-1], keep_dims=True)

    def inverse(x: Output) -> Any:
        """Return 1 / x, and 0 where x is 0."""
        none = number(make("Equal", x, x - x))
        return (1.0 - none) / (x + none)

    def rolled(x: Output, order: Sequence[int]) -> Any:
        parts = make_node("Split", -1, x, num_split=3).outputs
        return make("Concat", [parts[i] for i in order], -1)

    def one_hot(index: Any) -> Any:
        return number(make("OneHot", index, 3, 1, 0))

    # Of equal channels the first counts as the largest and the last as the smallest, as in TensorFlow.
    large = one_hot(make("ArgMax", images, -1))
    small = rolled(one_hot(make("ArgMin", rolled(images, (2, 1, 0)), -1)), (2, 1, 0))
    value, low = total(large * images), total(small * images)
    width, share = inverse(value - low), inverse(value)
    rise = total(large * (rolled(images, (1, 2, 0)) - rolled(images, (2, 0, 1))))
    turn = (rolled(large, (2, 0, 1)) - rolled(large, (1, 2, 0))) * width - rise * width * width * (large - small)
    by_hue = turn * number(make("Greater", value, value - value)) / 6.0
    by_saturation = (large * low * share - small) * share
    by_saturation = by_saturation * number(make("Greater", images, images - images))
    hue, saturation, light = make_node("Split", -1, dy, num_split=3).outputs
    return hue * by_hue + saturation * by_saturation + light * large


@block(
    "images: T -> output: T",
    T=_FLOATING,
    not_differentiable="TensorFlow defines no gradient for HSVToRGB",
    example={"images": [[0.0, 0.5, 1.0], [0.5, 1.0, 0.25]], "output": [[1.0, 0.5, 0.5], [0.0, 0.25, 0.25]]},
)
def HSVToRGB(images: Array) -> Array:
    """Convert images from HSV (hue, saturation, value) to RGB: the inverse of RGBToHSV.

    Source: Smith, Color Gamut Transform Pairs (1978).

    Args:
        images: [..., 3] hue, saturation and value in the last axis, 0 ... 1.

    Returns:
        output: [..., 3] red, green and blue of each pixel.
    """
    return _red_green_blue(images.astype(wide_dtype(images), copy=False)).astype(images.dtype, copy=False)


HSVToRGB.shape(lambda call: _coloured(call, 1))


@block(
    "images: T, contrast_factor: float -> output: T",
    T=_ADJUSTED,
    example={"images": [[[1.0], [3.0]]], "contrast_factor": 2.0, "output": [[[0.0], [4.0]]]},
)
def AdjustContrast(images: Array, contrast_factor: Array) -> Array:
    """Adjust the contrast of images: output = (x - mean) * contrast_factor + mean, per image and channel.

    Args:
        images: [..., height, width, channels] the images.
        contrast_factor: [] the factor of the difference from the channel mean. Values above 1 increase the contrast.

    Returns:
        output: [..., height, width, channels] the adjusted images.
    """
    if not images.size:
        return images.copy()
    x = images.astype(np.float32, copy=False)
    mean = x.mean((-3, -2), keepdims=True)
    return ((x - mean) * contrast_factor + mean).astype(images.dtype, copy=False)


@AdjustContrast.shape
def _(call: Call) -> Shape:
    require_scalar(call, "contrast_factor")
    return require_ranks(call, "images", 3, math.inf, "expected images [..., height, width, channels]")


@block(
    "images: T, delta: float -> output: T",
    T=_ADJUSTED,
    example={"images": [[[1.0, 0.5, 0.5]]], "delta": 0.5, "output": [[[0.5, 1.0, 1.0]]]},
)
def AdjustHue(images: Array, delta: Array) -> Array:
    """Rotate the hue of RGB images. The largest and the smallest channel of a pixel keep their values.

    Args:
        images: [..., height, width, 3] the RGB images.
        delta: [] the rotation, where 1 is a full turn of the color circle.

    Returns:
        output: [..., height, width, 3] the adjusted images.
    """
    x = images.astype(np.float32, copy=False)
    low, high = x.min(-1), x.max(-1)
    hue = _hue_saturation_value(x)[..., 0] * np.float32(6) + delta * np.float32(6)
    with np.errstate(invalid="ignore"):
        hue = np.mod(hue, np.float32(6))
    hue = np.where(hue >= 6, np.float32(0), hue)[..., None]
    result = low[..., None] + _full(hue) * (high - low)[..., None]
    return result.astype(images.dtype, copy=False)


@AdjustHue.shape
def _(call: Call) -> Shape:
    require_scalar(call, "delta")
    return _coloured(call, 3)


@block(
    "images: T, scale: float -> output: T",
    T=_ADJUSTED,
    doc_of=AdjustHue,
    example={"images": [[[1.0, 0.5, 0.5]]], "scale": 2.0, "output": [[[1.0, 0.0, 0.0]]]},
)
def AdjustSaturation(images: Array, scale: Array) -> Array:
    """Multiply the saturation of RGB images by a factor. The saturation is clipped to 0 ... 1.

    Args:
        scale: [] the factor. 0 gives grayscale images.
    """
    hue, saturation, value = np.split(_hue_saturation_value(images.astype(np.float32, copy=False)), 3, -1)
    result = np.concatenate([hue, np.clip(saturation * scale, 0, 1), value], -1)
    return _red_green_blue(result).astype(images.dtype, copy=False)


@AdjustSaturation.shape
def _(call: Call) -> Shape:
    require_scalar(call, "scale")
    return _coloured(call, 3)
