"""Resizing of quantized images."""

from __future__ import annotations

import numpy as np

from blocks.base.dtypes import FLOAT, QINT32, QUINT8
from blocks.base.shapes import compatible, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import pin_error, shape_error, vector
from blocks.library.array.quantization.arithmetic import Quantised, divided, range_of, require_scalars
from blocks.library.declare import block
from blocks.library.image.bilinear import neighbours, resize_bilinear

_WEIGHT_BITS = {np.dtype(np.uint8): 7, np.dtype(np.int32): 30}


@block(
    "images: T, size: int32, min: float, max: float -> resized_images: T, out_min: float, out_max: float",
    T=(QUINT8, QINT32, FLOAT),
    example={
        "images": {"val": [[[[0], [100]]]], "dtype": "DT_QUINT8"},
        "size": [1, 4],
        "min": 0.0,
        "max": 1.0,
        "resized_images": [[[[0], [50], [100], [100]]]],
        "out_min": 0.0,
        "out_max": 1.0,
    },
)
def QuantizedResizeBilinear(
    images: Array, size: Array, min: Array, max: Array, *, align_corners: bool = False, half_pixel_centers: bool = False
) -> Quantised:
    """Resize quantized images with bilinear interpolation.

    The interpolation is done in integers, with weights of 7 bits (quint8) or 30 bits (qint32).

    Args:
        images: [batch, height, width, channels] the images.
        size: [2] the new height and width.
        min: [] the lower end of the range of the quantized values.
        max: [] the upper end of the range of the quantized values.
        align_corners: true aligns the centers of the corner pixels of both images, false their upper left corners.
        half_pixel_centers: true measures positions at pixel centers, false at upper left corners of pixels.

    Returns:
        resized_images: [batch, new_height, new_width, channels] the resized images.
        out_min: [] the lower end of the range, unchanged.
        out_max: [] the upper end of the range, unchanged.
    """
    height, width = (int(each) for each in size.tolist())
    results = range_of(min, max)
    if images.shape[1:3] == (height, width):
        return images.copy(), *results
    if images.dtype.kind == "f":
        corners, centers = align_corners, half_pixel_centers
        result = resize_bilinear(images, height, width, align_corners=corners, half_pixel_centers=centers)
        return np.ascontiguousarray(result), *results
    one = 2 ** _WEIGHT_BITS[images.dtype]
    top, bottom, down = neighbours(images.shape[1], height, align_corners, half_pixel_centers)
    left, right, across = neighbours(images.shape[2], width, align_corners, half_pixel_centers)
    weights = (across * np.float32(one)).astype(np.int64)[:, None]
    wide = images.astype(np.float32).astype(np.int64)  # TensorFlow reads a qint32 in single precision
    wide = wide[:, :, left] * one + (wide[:, :, right] - wide[:, :, left]) * weights
    weights = (down * np.float32(one)).astype(np.int64)[:, None, None]
    sums = wide[:, top] + divided(wide[:, bottom] - wide[:, top], one) * weights
    return np.ascontiguousarray(divided(sums + one // 2, one).astype(images.dtype)), *results


@QuantizedResizeBilinear.shape
def _(call: Call) -> list[Shape]:
    require_scalars(call, "min", "max")
    shape, sizes = call.shape("images"), vector(call, "size")
    if shape is not None and (len(shape) != 4 or 0 in shape[1:3]):
        raise shape_error(call, "images", "images must be non-empty images [batch, height, width, channels]")
    if not compatible((2,), call.shape("size")) or (sizes is not None and any(each < 1 for each in sizes)):
        result = sizes if sizes is not None else shape_text(call.shape("size"))
        raise pin_error(call, "size", f"size must be a height and a width of 1 or more, got {result}")
    batch, _, _, channels = shape or (None,) * 4
    return [(batch, *(sizes or (None, None)), channels), (), ()]
