"""Crops of images: boxes cut out and resized, and their gradients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from blocks.base.dtypes import DOUBLE, FLOAT, HALF, INT8, INT16, INT32, INT64, UINT8, UINT16, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import pin_error, vector
from blocks.library.declare import block, declare, make
from blocks.library.image.shared import Sizes, formed, images_with_pixels, new_size, same_count

_PIXELS = (UINT8, UINT16, INT8, INT16, INT32, INT64, HALF, FLOAT, DOUBLE)
_PRECISE = (FLOAT, HALF, DOUBLE)
_METHODS = ("bilinear", "nearest")


_IMAGE = [[[[1.0], [2.0]], [[3.0], [4.0]]]]


class _Axis(NamedTuple):
    """The positions of crop rows (or columns) in an image: [box, position].

    Attributes:
        inside: whether the position is in the image; otherwise the rest is 0.
        lower, upper: the pixels before and behind it.
        across: the fraction of the way between them.
    """

    inside: Array
    lower: Array
    upper: Array
    across: Array
    nearest: Array


def _axis(low: Array, high: Array, size: int, wanted: int) -> _Axis:
    last = np.float32(size - 1)
    if wanted > 1:
        step = (high - low) * last / np.float32(wanted - 1)
        at = (low * last)[:, None] + np.arange(wanted, dtype=np.float32) * step[:, None]
    else:
        at = (np.float32(0.5) * (low + high) * last)[:, None]
    inside = (at >= 0) & (at <= last)
    safe = np.where(inside, at, np.float32(0))
    floor = np.floor(safe)
    across = safe - floor
    lower = floor.astype(np.intp)
    return _Axis(inside, lower, np.ceil(safe).astype(np.intp), across, lower + (across >= np.float32(0.5)))


def _axes(boxes: Array, image: Sequence[int], crop: Sequence[int]) -> tuple[_Axis, _Axis]:
    if not np.isfinite(boxes).all():
        raise DiagramError("a box contains a value that is not finite", pin="boxes")
    with np.errstate(over="ignore", invalid="ignore"):
        down = _axis(boxes[:, 0], boxes[:, 2], image[0], crop[0])
        return down, _axis(boxes[:, 1], boxes[:, 3], image[1], crop[1])


def _images_of(box_ind: Array, count: int) -> Array:
    if box_ind.size and (box_ind.min() < 0 or box_ind.max() >= count):
        wrong = int(box_ind.min() if box_ind.min() < 0 else box_ind.max())
        raise DiagramError(f"box_ind {wrong} is out of range for a batch of {count} images", pin="box_ind")
    return box_ind.astype(np.intp)[:, None, None]


def _corners(down: _Axis, right: _Axis, method: str) -> list[tuple[Array, Array, Array | None]]:
    """Return the rows, columns and weights (None: 1) of the pixels that make up each crop position."""
    if method == "nearest":
        return [(down.nearest[:, :, None], right.nearest[:, None, :], None)]
    rows = [(down.lower, 1 - down.across), (down.upper, down.across)]
    columns = [(right.lower, 1 - right.across), (right.upper, right.across)]
    return [
        (row[:, :, None], column[:, None, :], (a[:, :, None] * b[:, None, :])[..., None])
        for row, a in rows
        for column, b in columns
    ]


def _boxes(call: Call) -> int | None:
    formed(call, "boxes", (None, 4), "[count, 4]")
    formed(call, "box_ind", (None,), "a vector with one image index per box")
    return same_count(call, "boxes", "box_ind")


@block(
    "image: T, boxes: float, box_ind: int32, crop_size: int32 -> crops: float",
    T=_PIXELS,
    where={"method": _METHODS},
    example={
        "image": _IMAGE,
        "boxes": [[0.0, 0.0, 1.0, 0.5]],
        "box_ind": [0],
        "crop_size": [2, 2],
        "crops": [[[[1.0], [1.5]], [[3.0], [3.5]]]],
    },
)
def CropAndResize(
    image: Array,
    boxes: Array,
    box_ind: Array,
    crop_size: Array,
    *,
    method: str = "bilinear",
    extrapolation_value: float = 0.0,
) -> Array:
    """Crop boxes from images and resize the crops to one size.

    The result is float32. Source: TensorFlow's documentation of tf.image.crop_and_resize.

    Args:
        image: [batch, height, width, channels] the images.
        boxes: [n, 4] one box per row, [y1, x1, y2, x2], where 0 is the first pixel of the image and 1 the last. A box
            may be flipped and may extend beyond the image.
        box_ind: [n] the index of the image for each box.
        crop_size: [2] the height and the width of the crops. A crop with height or width 1 shows the center of its box.
        method: bilinear interpolates between the four neighbors of each position. nearest uses the nearest pixel.
        extrapolation_value: the value of the crop where the box extends beyond the image.

    Returns:
        crops: [n, crop_height, crop_width, channels] the crops, one per box.
    """
    count, height, width, channels = image.shape
    high, wide = (int(each) for each in crop_size)
    batch = _images_of(box_ind, count)
    if not batch.size:
        return np.zeros((0, high, wide, channels), np.float32)
    down, right = _axes(boxes, (height, width), (high, wide))
    crops = np.zeros((len(boxes), high, wide, channels), np.float32)
    for rows, columns, weights in _corners(down, right, method):
        pixels = image[batch, rows, columns].astype(np.float32, copy=False)
        crops += pixels if weights is None else pixels * weights
    crops[~(down.inside[:, :, None] & right.inside[:, None, :])] = extrapolation_value
    return crops


@CropAndResize.shape
def _(call: Call) -> Shape:
    *_, channels = images_with_pixels(call, "image")
    return _boxes(call), *new_size(call, "crop_size"), channels


@CropAndResize.gradient("image", "boxes")
def _(call: Node, dy: Output) -> tuple[Operand | None, Operand]:
    image, boxes, box_ind = (call.input(name) for name in ("image", "boxes", "box_ind"))
    by_boxes = CropAndResizeGradBoxes(dy, image, boxes, box_ind).as_output()
    if image.dtype not in _PRECISE:
        return None, by_boxes
    size, method = make("Shape", image), call.attrs["method"]
    return CropGrad(dy, boxes, box_ind, size, T=image.dtype, method=method).as_output(), by_boxes


def _grads_at(call: Call, channels: int | None) -> Sizes:
    grads = images_with_pixels(call, "grads")
    _boxes(call)
    same_count(call, "boxes", "grads")
    if channels is not None and grads[3] not in (None, channels):
        raise pin_error(call, "grads", f"the images have {channels} channels, but grads has shape {shape_text(grads)}")
    return grads


@block(
    "grads: float, image: T, boxes: float, box_ind: int32 -> output: float",
    T=_PIXELS,
    where={"method": ("bilinear",)},
    example={
        "grads": [[[[1.0], [1.0]], [[1.0], [1.0]]]],
        "image": _IMAGE,
        "boxes": [[0.0, 0.0, 1.0, 0.5]],
        "box_ind": [0],
        "output": [[0.0, 0.0, 0.0, 2.0]],
    },
)
def CropAndResizeGradBoxes(
    grads: Array, image: Array, boxes: Array, box_ind: Array, *, method: str = "bilinear"
) -> Array:
    """Compute the gradient of CropAndResize with respect to the boxes.

    Args:
        grads: [n, crop_height, crop_width, channels] the gradient with respect to the crops.
        image: [batch, height, width, channels] the images.
        boxes: [n, 4] the boxes.
        box_ind: [n] the index of the image for each box.
        method: the method of the crops: only bilinear.

    Returns:
        output: [n, 4] the gradient with respect to the boxes.
    """
    count, height, width, _ = image.shape
    batch = _images_of(box_ind, count)
    if not batch.size:
        return np.zeros((0, 4), np.float32)
    down, right = _axes(boxes, (height, width), grads.shape[1:3])
    rows, columns = ((axis.lower, axis.upper) for axis in (down, right))
    (top_left, top_right), (bottom_left, bottom_right) = (
        [image[batch, row[:, :, None], column[:, None, :]].astype(np.float32) for column in columns] for row in rows
    )
    a, b = down.across[:, :, None, None], right.across[:, None, :, None]
    by_y = (1 - b) * (bottom_left - top_left) + b * (bottom_right - top_right)
    by_x = (1 - a) * (top_right - top_left) + a * (bottom_right - bottom_left)
    inside = (down.inside[:, :, None] & right.inside[:, None, :])[..., None]
    slopes = [np.where(inside, slope * grads, np.float32(0)) for slope in (by_y, by_x)]
    ends = [moved_by_ends(size, crop) for size, crop in zip((height, width), grads.shape[1:3], strict=True)]
    by_rows, by_columns = slopes[0].sum((2, 3)), slopes[1].sum((1, 3))
    return np.stack([by_rows @ ends[0][0], by_columns @ ends[1][0], by_rows @ ends[0][1], by_columns @ ends[1][1]], 1)


def moved_by_ends(size: int, wanted: int) -> tuple[Array, Array]:
    """Return the derivatives of crop positions with respect to the lower and the upper end of the box."""
    last = np.float32(size - 1)
    if wanted == 1:
        half = np.full(1, 0.5 * last, np.float32)
        return half, half
    upper = np.arange(wanted, dtype=np.float32) * (last / np.float32(wanted - 1))
    return last - upper, upper


@CropAndResizeGradBoxes.shape
def _(call: Call) -> Shape:
    _grads_at(call, images_with_pixels(call, "image")[3])
    return _boxes(call), 4


@block(
    "grads: float, boxes: float, box_ind: int32, image_size: int32 -> output: T",
    where={"T": _PRECISE, "method": _METHODS},
    doc_of=CropAndResizeGradBoxes,
    example={
        "grads": [[[[1.0], [2.0]]]],
        "boxes": [[0.0, 0.0, 0.0, 0.5]],
        "box_ind": [0],
        "image_size": [1, 2, 2, 1],
        "T": "DT_FLOAT",
        "output": [[[[2.0], [1.0]], [[0.0], [0.0]]]],
    },
)
def CropAndResizeGradImage(
    grads: Array, boxes: Array, box_ind: Array, image_size: Array, *, T: DType, method: str = "bilinear"
) -> Array:
    """Compute the gradient of CropAndResize with respect to the images.

    Args:
        image_size: [4] the shape of the images, [batch, height, width, channels].
        T: the dtype of the images.
        method: the method of the crops: bilinear or nearest.

    Returns:
        output: [batch, height, width, channels] the gradient with respect to the images.
    """
    count, height, width, channels = (int(each) for each in image_size)
    batch = _images_of(box_ind, count)
    result = np.zeros(count * height * width * channels)
    if not batch.size:
        return result.reshape(count, height, width, channels).astype(T.numpy, copy=False)
    down, right = _axes(boxes, (height, width), grads.shape[1:3])
    inside = (down.inside[:, :, None] & right.inside[:, None, :])[..., None]
    for rows, columns, weights in _corners(down, right, method):
        values = np.where(inside, grads if weights is None else grads * weights, np.float32(0))
        pixels = (batch * height + rows) * width + columns
        flat = pixels[..., None] * channels + np.arange(channels)
        result += np.bincount(flat.reshape(-1), values.reshape(-1), result.size)
    return result.reshape(count, height, width, channels).astype(T.numpy, copy=False)


CropGrad = declare(
    "CropGrad",
    "image_ops",
    "grads: float, boxes: float, box_ind: int32, image_size: int32 -> output: T",
    CropAndResizeGradImage.kernel,
    where={"T": _PRECISE, "method": _METHODS},
    doc="Compute the gradient of CropAndResize with respect to the images.",
    internal=True,
)
"""CropAndResizeGradImage with a gradient of its own, which TensorFlow's does not have: for second derivatives."""


@CropGrad.shape
@CropAndResizeGradImage.shape
def _(call: Call) -> Shape:
    formed(call, "image_size", (4,), "four sizes")
    size = vector(call, "image_size")
    if size is not None and min(size) < 1:
        raise pin_error(call, "image_size", f"expected a non-empty image, got size {size}")
    _grads_at(call, None if size is None else size[3])
    return (None,) * 4 if size is None else tuple(size)


@CropGrad.gradient("grads", "boxes")
def _(call: Node, dy: Output) -> tuple[Operand, Operand]:
    grads, boxes, box_ind = (call.input(name) for name in ("grads", "boxes", "box_ind"))
    size = make("Slice", make("Shape", grads), [1], [2])
    crops = CropAndResize(dy, boxes, box_ind, size, method=call.attrs["method"]).as_output()
    return crops, CropAndResizeGradBoxes(grads, dy, boxes, box_ind).as_output()
