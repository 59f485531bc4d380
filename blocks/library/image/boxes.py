"""Boxes on images: drawn, and the best of overlapping ones chosen."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import FLOAT, HALF
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import scalar
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
    not_differentiable="what is drawn stands there, whatever the image was",
    example={
        "images": [[[[0.0], [0.0], [0.0]], [[0.0], [0.0], [0.0]], [[0.0], [0.0], [0.0]]]],
        "boxes": [[[0.0, 0.0, 0.5, 1.0]]],
        "output": [[[[1.0], [1.0], [1.0]], [[1.0], [1.0], [1.0]], [[0.0], [0.0], [0.0]]]],
    },
)
def DrawBoundingBoxes(images: Array, boxes: Array) -> Array:
    """Draw the outlines of boxes into images.

    They are yellow, blue, red, lime, purple, olive, maroon, navy, aqua and fuchsia in turn; white in grey images.

    Args:
        images: [batch, height, width, channels] images with 1, 3 or 4 channels.
        boxes: [batch, boxes, 4] each [y1, x1, y2, x2], where 0 is the first and 1 the last pixel. Sides beyond the
            image are not drawn, and no flipped boxes.

    Returns:
        output: [batch, height, width, channels] the images with the boxes on them.
    """
    result = images.copy()
    _, height, width, channels = images.shape
    if not result.size:
        return result
    colours = (_COLOURS if channels > 1 else np.ones((1, 1))).astype(images.dtype)[:, :channels]
    last = np.array([height - 1, width - 1], np.float32)
    # Far away is far away: no place beyond these is of interest, and all fit an integer.
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
def _(call: Call) -> Shape:
    shape = images_at(call)
    if shape[3] not in (1, 3, 4, None):
        text = f"DrawBoundingBoxes needs images of 1, 3 or 4 channels, got shape {shape_text(shape)}"
        raise DiagramError(text, pin="images")
    formed(call, "boxes", (None, None, 4), "boxes [batch, boxes, 4]")
    return same_count(call, "images", "boxes"), *shape[1:]


@block(
    "boxes: float, scores: float, max_output_size: int32 -> selected_indices: int32",
    not_differentiable="the result holds indices",
    example={
        "boxes": [[0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 1.0, 0.9], [0.0, 2.0, 1.0, 3.0]],
        "scores": [0.8, 0.9, 0.3],
        "max_output_size": 3,
        "selected_indices": [1, 2],
    },
)
def NonMaxSuppression(boxes: Array, scores: Array, max_output_size: Array, *, iou_threshold: float = 0.5) -> Array:
    """Choose boxes by their scores, and leave out those that overlap a chosen one too much.

    Two boxes overlap by the area that they share, divided by the area that they cover together.

    Source: TensorFlow's documentation of tf.image.non_max_suppression.

    Args:
        boxes: [n, 4] the boxes, each two opposite corners, [y1, x1, y2, x2].
        scores: [n] the score of each box; of equal ones the first counts more. Boxes without a score (NaN) are left
            out.
        max_output_size: [] how many boxes to choose at most.
        iou_threshold: the overlap, from 0 to 1, up to which a box stays.

    Returns:
        selected_indices: [k] the chosen boxes, the best first.
    """
    low, high = np.minimum(boxes[:, :2], boxes[:, 2:]), np.maximum(boxes[:, :2], boxes[:, 2:])
    area = (high - low).prod(1)
    rest = np.argsort(-scores, kind="stable")
    rest = rest[scores[rest] > np.finfo(np.float32).min]
    chosen: list[int] = []
    while rest.size and len(chosen) < max_output_size:
        best, rest = int(rest[0]), rest[1:]
        chosen.append(best)
        sides = np.minimum(high[best], high[rest]) - np.maximum(low[best], low[rest])
        shared = np.maximum(sides, 0).prod(1)
        with np.errstate(invalid="ignore"):
            overlap = shared / (area[best] + area[rest] - shared)
        # A box without an area overlaps nothing.
        rest = rest[~((overlap > np.float32(iou_threshold)) & (area[rest] > 0) & (area[best] > 0))]
    return np.array(chosen, np.int32)


def _check(attrs: dict[str, Any]) -> None:
    if not 0 <= attrs["iou_threshold"] <= 1:
        text = f"iou_threshold is a part between 0 and 1, not {attrs['iou_threshold']}"
        raise DiagramError(text, pin="iou_threshold")


NonMaxSuppression.prepare = _check


@NonMaxSuppression.shape
def _(call: Call) -> Shape:
    formed(call, "boxes", (None, 4), "boxes [count, 4]")
    formed(call, "scores", (None,), "a vector, one score per box,")
    same_count(call, "boxes", "scores")
    wanted = scalar(call, "max_output_size")
    if wanted is not None and wanted < 0:
        raise DiagramError(f"NonMaxSuppression cannot choose {wanted} boxes", pin="max_output_size")
    return (None,)
