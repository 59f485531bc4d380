"""Convolutions of images that are first resized and padded by mirroring."""

from __future__ import annotations

import functools
from typing import Any

from blocks.base.dtypes import DOUBLE, FLOAT, FLOATS, HALF
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import pin_error, vector
from blocks.library.array.padding import MirrorPad, mirrored_shape
from blocks.library.declare import block
from blocks.library.image.bilinear import resize_bilinear
from blocks.library.nn.convolution import convolved_shape, filter_of
from blocks.library.nn.convolution_kernels import convolve, widened
from blocks.library.nn.windows import (
    LARGEST_PADDED,
    PADDINGS,
    check_steps,
    image_shape,
    windows_over,
)

_FORM = "NHWC"
_BESIDE = {
    "paddings": [[0, 0], [0, 0], [1, 0], [0, 0]],
    "filter": [[[[1.0]], [[-1.0]]]],
    "strides": [1, 1, 1, 1],
    "padding": "VALID",
}
_WHERE = {"mode": ("REFLECT", "SYMMETRIC"), "padding": PADDINGS}


@block(
    "input: T, paddings: int32, filter: T -> output: T",
    T=FLOATS,
    where=_WHERE,
    example={"input": [[[[1.0], [2.0], [4.0]]]], **_BESIDE, "mode": "REFLECT", "output": [[[[1.0], [-1.0], [-2.0]]]]},
)
def FusedPadConv2D(
    input: Array, paddings: Array, filter: Array, *, mode: str, strides: list[int], padding: str
) -> Array:
    """Pad images by reflection, then compute their 2-D convolution: MirrorPad and Conv2D in one block.

    Args:
        input: [batch, height, width, channels] the images.
        paddings: [4, 2] one row per axis: the positions to add before and after; 0 for batch and channels.
        filter: [filter_height, filter_width, channels, outputs] the filters.
        mode: REFLECT mirrors the image without repeating its outermost positions. SYMMETRIC repeats them.
        strides: the step of the window along each axis, 1 or more. It must be 1 for batch and channels.
        padding: the zero padding of the convolution: SAME or VALID.

    Returns:
        output: [batch, rows, columns, outputs] the convolved images.
    """
    return _convolved(widened(input), paddings, filter, mode, strides, padding).astype(input.dtype, copy=False)


def _convolved(x: Array, paddings: Array, filter: Array, mode: str, strides: list[int], padding: str) -> Array:
    if paddings.any():
        x = MirrorPad.kernel(x, paddings, mode=mode)
    windows = windows_over(x.shape[1:-1], filter.shape[:2], strides[1:-1], (1, 1), padding)
    return convolve(x, widened(filter), windows)


@block(
    "input: T, size: int32, paddings: int32, filter: T -> output: T",
    T=(HALF, FLOAT, DOUBLE),
    where=_WHERE,
    doc_of=FusedPadConv2D,
    example={
        "input": [[[[1.0], [2.0]]]],
        "size": [1, 4],
        **_BESIDE,
        "mode": "SYMMETRIC",
        "output": [[[[0.0], [-0.5], [-0.5], [0.0]]]],
    },
)
def FusedResizeAndPadConv2D(
    input: Array,
    size: Array,
    paddings: Array,
    filter: Array,
    *,
    mode: str,
    strides: list[int],
    padding: str,
    resize_align_corners: bool = False,
) -> Array:
    """Resize images bilinearly, pad them by reflection, then compute their 2-D convolution.

    Args:
        size: [2] the height and the width of the resized images.
        paddings: [4, 2] one row per axis: how many positions to add to the resized images before and after. The row
            must be 0 for batch and channels.
        resize_align_corners: true aligns the centers of the corner pixels of both images, false does not.
    """
    height, width = size.tolist()
    x = widened(input)
    if (height, width) != x.shape[1:3]:
        x = resize_bilinear(x, height, width, align_corners=resize_align_corners, dtype=x.dtype)
    return _convolved(x, paddings, filter, mode, strides, padding).astype(input.dtype, copy=False)


@FusedResizeAndPadConv2D.shape
def _(call: Call) -> Shape:
    image = image_shape(call, "input", _FORM)
    size = vector(call, "size")
    result = call.shape("size")
    if result is not None and result[0] not in (2, None):
        raise pin_error(call, "size", f"size must have two values (height and width), got {result[0]}")
    if 0 in image[1:3]:
        raise pin_error(call, "input", f"cannot resize an empty image: {shape_text(image)}")
    if size is not None:
        if min(size) < 1:
            raise pin_error(call, "size", f"size must be 1 or more, got {size}")
        indices = size[0] * size[1] * (image[0] or 0) * (image[3] or 0)
        if indices > LARGEST_PADDED:
            raise pin_error(call, "size", f"resized images of {size[0]} x {size[1]} are too large")
    height, width = size or (None, None)
    return _convolved_shape(call, (image[0], height, width, image[3]))


FusedPadConv2D.shape(lambda call: _convolved_shape(call, image_shape(call, "input", _FORM)))


def _convolved_shape(call: Call, shape: Shape) -> Shape:
    image = mirrored_shape(call, shape) or (None,) * 4
    paddings = call.value("paddings")
    if paddings is not None and (paddings[0].any() or paddings[3].any()):
        raise pin_error(call, "paddings", f"only height and width can be padded, got paddings {paddings.tolist()}")
    return convolved_shape(call, _FORM, image, filter_of(call, "filter", call.shape("filter"), len(_FORM)))


def _check(block: str, attrs: dict[str, Any]) -> None:
    check_steps(block, attrs, "strides", _FORM)


for _type in (FusedPadConv2D, FusedResizeAndPadConv2D):
    _type.prepare = functools.partial(_check, _type.name)
