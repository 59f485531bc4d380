"""Bounding boxes drawn on images."""

from __future__ import annotations

import numpy as np

from blocks.base.dtypes import FLOAT, HALF
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import pin_error, shape_error
from blocks.library.declare import block
from blocks.library.image.shared import formed, images_at, same_count

_COLOURS = np.array(
    [
        [1, 1, 0, 1],  # yellow
        [0, 0, 1, 1],  # blue
        [1, 0, 0, 1],  # red
        [0, 1, 0, 1],  # lime
        [0.5, 0, 0.5, 1],  # purple
        [0.5, 0.5, 0, 1],  # olive
        [0.5, 0, 0, 1],  # maroon
        [0, 0, 0.5, 1],  # navy blue
        [0, 1, 1, 1],  # aqua
        [1, 0, 1, 1],  # fuchsia
    ]
)


@block(
    "images: T, boxes: float -> output: T",
    T=(FLOAT, HALF),
    not_differentiable="the drawn pixels do not depend on the image",
    example={
        "images": [[[[0.0], [0.0], [0.0]], [[0.0], [0.0], [0.0]], [[0.0], [0.0], [0.0]]]],
        "boxes": [[[0.0, 0.0, 0.5, 1.0]]],
        "output": [[[[1.0], [1.0], [1.0]], [[1.0], [1.0], [1.0]], [[0.0], [0.0], [0.0]]]],
    },
)
def DrawBoundingBoxes(images: Array, boxes: Array) -> Array:
    """Draw the outlines of bounding boxes on images.

    The colors cycle through yellow, blue, red, lime, purple, olive, maroon, navy, aqua and fuchsia. Grayscale images
    use white.

    Args:
        images: [batch, height, width, channels] the images, with 1, 3 or 4 channels.
        boxes: [batch, boxes, 4] the boxes [y1, x1, y2, x2], where 0 is the first pixel and 1 the last. Sides outside
            the image and flipped boxes are not drawn.

    Returns:
        output: [batch, height, width, channels] the images with the boxes.
    """
    colours = _COLOURS if images.shape[3] > 1 else np.ones((1, 1))
    return _drawn(images, boxes, colours)


def _drawn(images: Array, boxes: Array, colours: Array) -> Array:
    result = images.copy()
    _, height, width, channels = images.shape
    if not result.size:
        return result
    colours = colours.astype(images.dtype)[:, :channels]
    last = np.array([height - 1, width - 1], np.float32)
    # Far away is far away: no position beyond these is of interest, and all fit an integer.
    reach = np.clip(np.nan_to_num(boxes, nan=-2) * np.tile(last, 2), -(2.0**40), 2.0**40)
    ends = np.trunc(reach).astype(np.int64)
    shown = np.isfinite(boxes).all(-1) & (ends[..., :2] <= ends[..., 2:]).all(-1)
    shown &= (ends[..., :2] < [height, width]).all(-1) & (ends[..., 2:] >= 0).all(-1)
    for batch, number in np.argwhere(shown).tolist():
        image, colour = result[batch], colours[number % len(colours)]
        top, left, bottom, right = ends[batch, number].tolist()
        rows, columns = slice(max(top, 0), bottom + 1), slice(max(left, 0), right + 1)
        for row in (top, bottom):
            if 0 <= row < height:
                image[row, columns] = colour
        for column in (left, right):
            if 0 <= column < width:
                image[rows, column] = colour
    return result


@DrawBoundingBoxes.shape
def _with_boxes(call: Call) -> Shape:
    shape = images_at(call)
    if shape[3] not in (1, 3, 4, None):
        raise shape_error(call, "images", "expected images with 1, 3 or 4 channels")
    formed(call, "boxes", (None, None, 4), "[batch, boxes, 4]")
    return same_count(call, "images", "boxes"), *shape[1:]


@block(
    "images: T, boxes: float, colors: float -> output: T",
    T=(FLOAT, HALF),
    doc_of=DrawBoundingBoxes,
    example={
        "images": [[[[0.0], [0.0], [0.0]], [[0.0], [0.0], [0.0]], [[0.0], [0.0], [0.0]]]],
        "boxes": [[[0.0, 0.0, 0.5, 1.0]]],
        "colors": [[0.5]],
        "output": [[[[0.5], [0.5], [0.5]], [[0.5], [0.5], [0.5]], [[0.0], [0.0], [0.0]]]],
    },
)
def DrawBoundingBoxesV2(images: Array, boxes: Array, colors: Array) -> Array:
    """Draw the outlines of bounding boxes on images, in given colors.

    It has no gradient: the drawn pixels do not depend on the image.

    Args:
        colors: [colors, parts] the colors, used in turn. Each has one value per channel; extra values are ignored. If
            empty, the colors are those of DrawBoundingBoxes.
    """
    return _drawn(images, boxes, colors) if len(colors) else DrawBoundingBoxes.kernel(images, boxes)


@DrawBoundingBoxesV2.shape
def _(call: Call) -> Shape:
    shape = _with_boxes(call)
    assert shape is not None
    colours = formed(call, "colors", (None, None), "[colors, channels]")
    channels = shape[3]
    if colours[0] and colours[1] is not None and channels is not None and colours[1] < channels:
        raise pin_error(call, "colors", f"colors must have one value per channel ({channels}), got {colours[1]}")
    return shape
